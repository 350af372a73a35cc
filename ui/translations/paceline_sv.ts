<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="sv" sourcelanguage="en">
<context>
    <name>Advice</name>
    <message>
        <source>measured here on {0}</source>
        <translation>mätt här den {0}</translation>
    </message>
    <message>
        <source>rule of thumb</source>
        <translation>tumregel</translation>
    </message>
</context>
<context>
    <name>ArmPane</name>
    <message>
        <source>cannot run</source>
        <translation>kan inte köras</translation>
    </message>
    <message>
        <source>did not run</source>
        <translation>kördes inte</translation>
    </message>
    <message>
        <source>running</source>
        <translation>kör</translation>
    </message>
    <message>
        <source>running · {0}</source>
        <translation>kör · {0}</translation>
    </message>
    <message>
        <source>too short</source>
        <translation>för kort</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>väntar</translation>
    </message>
    <message>
        <source>warming up</source>
        <translation>värmer upp</translation>
    </message>
    <message>
        <source>{0} tok/s</source>
        <translation>{0} tok/s</translation>
    </message>
    <message>
        <source>{0}: text</source>
        <translation>{0}: text</translation>
    </message>
</context>
<context>
    <name>ArmsPopup</name>
    <message>
        <source>Address of a llama-server to run beside</source>
        <translation>Adress till en llama-server att köra vid sidan om</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>Standard</translation>
    </message>
    <message>
        <source>Draft model of arm {0}</source>
        <translation>Utkastmodell för jämförelse {0}</translation>
    </message>
    <message>
        <source>Find drafts on the hub</source>
        <translation>Sök utkastmodeller på hubben</translation>
    </message>
    <message>
        <source>Head in the model</source>
        <translation>Huvudet i modellen</translation>
    </message>
    <message>
        <source>No draft model</source>
        <translation>Ingen utkastmodell</translation>
    </message>
    <message>
        <source>No draft model for this model was found on this machine.</source>
        <translation>Ingen utkastmodell till den här modellen hittades på datorn.</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Ingen</translation>
    </message>
    <message>
        <source>Preset of arm {0}</source>
        <translation>Förval för jämförelse {0}</translation>
    </message>
    <message>
        <source>Presets to hold against the baseline</source>
        <translation>Förval att jämföra med baslinjen</translation>
    </message>
    <message>
        <source>Start it yourself with the same model file and --parallel 1; its settings are its own.</source>
        <translation>Starta den själv med samma modellfil och --parallel 1; dess inställningar är dess egna.</translation>
    </message>
    <message>
        <source>The baseline always runs, and the others are held against it, one after the other.</source>
        <translation>Baslinjen körs alltid, och de andra jämförs med den, en i taget.</translation>
    </message>
    <message>
        <source>Variant of arm {0}</source>
        <translation>Variant för jämförelse {0}</translation>
    </message>
    <message>
        <source>llama-server beside, if one runs</source>
        <translation>llama-server vid sidan om, om en är igång</translation>
    </message>
    <message>
        <source>{0} is no server&apos;s address. Write for example {1}</source>
        <translation>{0} är ingen serveradress. Skriv till exempel {1}</translation>
    </message>
    <message>
        <source>{0} needs a draft model, and none for this model was found.</source>
        <translation>{0} behöver en utkastmodell, och ingen som passar modellen hittades.</translation>
    </message>
</context>
<context>
    <name>AttachedFile</name>
    <message>
        <source>Attached file {0}</source>
        <translation>Bifogad fil {0}</translation>
    </message>
    <message>
        <source>Text of {0}</source>
        <translation>Texten i {0}</translation>
    </message>
    <message>
        <source>… and {0} more characters</source>
        <translation>… och {0} tecken till</translation>
    </message>
</context>
<context>
    <name>Banner</name>
    <message>
        <source>Close</source>
        <translation>Stäng</translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation>Stäng meddelandet</translation>
    </message>
    <message>
        <source>Restart engine</source>
        <translation>Starta om motorn</translation>
    </message>
    <message>
        <source>Save now</source>
        <translation>Spara nu</translation>
    </message>
</context>
<context>
    <name>Baseline</name>
    <message>
        <source>estimated: a one-token pass timed when the model was loaded</source>
        <translation>uppskattad: ett pass på en token, uppmätt när modellen lästes in</translation>
    </message>
    <message>
        <source>estimated: the {n} rounds of this reply in which nothing was drafted</source>
        <translation>uppskattad: de {n} rundor i svaret som var utan utkast</translation>
    </message>
    <message>
        <source>measured: the last finished reply with speculation off, same model, this session</source>
        <translation>uppmätt: det senaste färdiga svaret utan spekulation, samma modell, sedan programmet startades</translation>
    </message>
</context>
<context>
    <name>BillView</name>
    <message>
        <source>Context of the memory bill</source>
        <translation>Kontext att räkna minne för</translation>
    </message>
    <message>
        <source>Fits, with room to spare for everything else.</source>
        <translation>Får plats, med utrymme kvar för allt annat.</translation>
    </message>
    <message>
        <source>KV cache type of the memory bill</source>
        <translation>KV-cachetyp att räkna minne för</translation>
    </message>
    <message>
        <source>KV {0}</source>
        <translation>KV {0}</translation>
    </message>
    <message>
        <source>Keep context and KV type of the bill for loading</source>
        <translation>Använd den här kontexten och KV-typen vid inläsning</translation>
    </message>
    <message>
        <source>Load it like this</source>
        <translation>Läs in så här</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Minne</translation>
    </message>
    <message>
        <source>Memory with {0}</source>
        <translation>Minne med {0}</translation>
    </message>
    <message>
        <source>Puts this context and KV type into the settings; the next load follows them.</source>
        <translation>Sparar kontexten och KV-typen i inställningarna; de gäller från nästa inläsning.</translation>
    </message>
    <message>
        <source>Working it out…</source>
        <translation>Räknar…</translation>
    </message>
    <message>
        <source>usual context</source>
        <translation>vanlig kontext</translation>
    </message>
    <message>
        <source>{0} context</source>
        <translation>{0} kontext</translation>
    </message>
</context>
<context>
    <name>ChatController</name>
    <message>
        <source>No reply: {0}</source>
        <translation>Inget svar: {0}</translation>
    </message>
    <message>
        <source>The engine stopped</source>
        <translation>Motorn stannade</translation>
    </message>
    <message>
        <source>The engine stopped here.</source>
        <translation>Här stannade motorn.</translation>
    </message>
    <message>
        <source>Your conversation is kept.</source>
        <translation>Samtalet finns kvar.</translation>
    </message>
</context>
<context>
    <name>ChatSettingsDialog</name>
    <message>
        <source>All chats</source>
        <translation>Alla chattar</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>Ändra…</translation>
    </message>
    <message>
        <source>Chat settings</source>
        <translation>Chattinställningar</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>For every chat that has no values of its own</source>
        <translation>För alla chattar som inte har egna värden</translation>
    </message>
    <message>
        <source>JSON schema</source>
        <translation>JSON-schema</translation>
    </message>
    <message>
        <source>JSON schema: {0}</source>
        <translation>JSON-schema: {0}</translation>
    </message>
    <message>
        <source>None; write freely…</source>
        <translation>Inget; skriv fritt…</translation>
    </message>
    <message>
        <source>Replies</source>
        <translation>Svar</translation>
    </message>
    <message>
        <source>Sampling</source>
        <translation>Sampling</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>Systemprompt</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>Den här chatten</translation>
    </message>
    <message>
        <source>What is not set here is as for all chats</source>
        <translation>Det som inte ställs in här är som för alla chattar</translation>
    </message>
    <message>
        <source>as for all chats</source>
        <translation>som för alla chattar</translation>
    </message>
    <message>
        <source>as the program comes</source>
        <translation>som programmet levereras</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>ändrat</translation>
    </message>
    <message>
        <source>replies keep to it</source>
        <translation>svaren följer det</translation>
    </message>
    <message>
        <source>the model&apos;s own</source>
        <translation>modellens egen</translation>
    </message>
    <message>
        <source>this chat&apos;s own</source>
        <translation>chattens eget</translation>
    </message>
    <message>
        <source>tokens; the model is loaded again with it</source>
        <translation>tokens; läser in modellen på nytt</translation>
    </message>
</context>
<context>
    <name>ChatView</name>
    <message>
        <source>A reply is being written in another chat</source>
        <translation>Ett svar skrivs i en annan chatt</translation>
    </message>
    <message>
        <source>Busy with a comparison; the chat goes on after it</source>
        <translation>En jämförelse pågår; chatten fortsätter efter den</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>Välj en modell</translation>
    </message>
    <message>
        <source>Counting the tokens of this chat…</source>
        <translation>Räknar chattens tokens…</translation>
    </message>
    <message>
        <source>Load a model first</source>
        <translation>Läs in en modell först</translation>
    </message>
    <message>
        <source>Loading {0}</source>
        <translation>Läser in {0}</translation>
    </message>
    <message>
        <source>Loading {0}, {1}</source>
        <translation>Läser in {0}, {1}</translation>
    </message>
    <message>
        <source>Message {0}</source>
        <translation>Skriv till {0}</translation>
    </message>
    <message>
        <source>Reading the prompt {0} / {1}</source>
        <translation>Läser prompten {0} / {1}</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Stoppar…</translation>
    </message>
    <message>
        <source>The engine does other work; the chat goes on after it</source>
        <translation>Motorn gör annat; chatten fortsätter efter det</translation>
    </message>
    <message>
        <source>The engine stopped. Restart it to go on.</source>
        <translation>Motorn stannade. Starta om den för att fortsätta.</translation>
    </message>
    <message>
        <source>Waiting for the engine…</source>
        <translation>Väntar på motorn…</translation>
    </message>
    <message>
        <source>You can write the next message while this one is answered</source>
        <translation>Du kan skriva nästa meddelande medan det här besvaras</translation>
    </message>
</context>
<context>
    <name>CodeSegment</name>
    <message>
        <source>Code</source>
        <translation>Kod</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopierat</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopiera</translation>
    </message>
    <message>
        <source>Copy this code</source>
        <translation>Kopiera koden</translation>
    </message>
    <message>
        <source>code</source>
        <translation>kod</translation>
    </message>
</context>
<context>
    <name>CompareView</name>
    <message>
        <source>A tuning runs. Wait for its end, or stop it.</source>
        <translation>En finjustering pågår. Vänta tills den är klar, eller stoppa den.</translation>
    </message>
    <message>
        <source>Acceptance over the reply</source>
        <translation>Acceptans genom svaret</translation>
    </message>
    <message>
        <source>Accepted drafts, over the last rounds of a reply.</source>
        <translation>Accepterade utkast, över svarets senaste rundor.</translation>
    </message>
    <message>
        <source>Accepted tokens of the last 32 rounds. In the lower band, up to 40 %, drafting seldom pays; in the narrow one above it, up to 50 %, it depends.</source>
        <translation>Accepterade tokens i de senaste 32 rundorna. I det nedre bandet, upp till 40 %, lönar sig utkast sällan; i det smala ovanför, upp till 50 %, kan det gå åt båda hållen.</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>Välj en modell</translation>
    </message>
    <message>
        <source>Choose a model first.</source>
        <translation>Välj en modell först.</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>Jämförelse</translation>
    </message>
    <message>
        <source>From the first token on: the steeper, the faster. The dotted line is a drafter that always knew, the most that is possible with this model on this machine.</source>
        <translation>Från första token och framåt: ju brantare, desto snabbare. Den prickade linjen är en utkastkälla som alltid visste rätt, det mesta som är möjligt med den här modellen på den här datorn.</translation>
    </message>
    <message>
        <source>Getting ready</source>
        <translation>Förbereder</translation>
    </message>
    <message>
        <source>Loading the model</source>
        <translation>Läser in modellen</translation>
    </message>
    <message>
        <source>Loading the model, {0}</source>
        <translation>Läser in modellen, {0}</translation>
    </message>
    <message>
        <source>Measuring what verifying costs</source>
        <translation>Mäter vad verifiering kostar</translation>
    </message>
    <message>
        <source>The curves begin with the first run.</source>
        <translation>Kurvorna börjar med den första körningen.</translation>
    </message>
    <message>
        <source>The price could not be measured</source>
        <translation>Kostnaden kunde inte mätas</translation>
    </message>
    <message>
        <source>Tokens over time</source>
        <translation>Tokens över tid</translation>
    </message>
    <message>
        <source>Written: {0}</source>
        <translation>Skrivet: {0}</translation>
    </message>
    <message>
        <source>about {0} left</source>
        <translation>ungefär {0} kvar</translation>
    </message>
    <message>
        <source>always knew</source>
        <translation>visste alltid</translation>
    </message>
    <message>
        <source>looking at where texts part</source>
        <translation>ser efter var texterna skiljer sig</translation>
    </message>
    <message>
        <source>measuring what verifying costs</source>
        <translation>mäter vad verifiering kostar</translation>
    </message>
    <message>
        <source>run {0} of {1}</source>
        <translation>körning {0} av {1}</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>tokens</translation>
    </message>
    <message>
        <source>too noisy to say</source>
        <translation>för brusigt för att säga</translation>
    </message>
    <message>
        <source>{0} h {1} min</source>
        <translation>{0} h {1} min</translation>
    </message>
    <message>
        <source>{0} min</source>
        <translation>{0} min</translation>
    </message>
    <message>
        <source>{0} s</source>
        <translation>{0} s</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>Attach text files</source>
        <translation>Bifoga textfiler</translation>
    </message>
    <message>
        <source>Ctrl+Enter sends · Enter new line</source>
        <translation>Ctrl+Retur skickar · Retur ny rad</translation>
    </message>
    <message>
        <source>Editing an earlier message: what it was and what followed stay as another version</source>
        <translation>Du ändrar ett tidigare meddelande: det gamla och det som följde finns kvar som en egen version</translation>
    </message>
    <message>
        <source>Enter sends · Shift+Enter new line</source>
        <translation>Retur skickar · Skift+Retur ny rad</translation>
    </message>
    <message>
        <source>Esc stops the reply</source>
        <translation>Esc stoppar svaret</translation>
    </message>
    <message>
        <source>Load a model first</source>
        <translation>Läs in en modell först</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Meddelande</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Skicka</translation>
    </message>
    <message>
        <source>Send the message</source>
        <translation>Skicka meddelandet</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stoppa</translation>
    </message>
    <message>
        <source>Stop editing</source>
        <translation>Avbryt ändringen</translation>
    </message>
    <message>
        <source>Stop the reply</source>
        <translation>Stoppa svaret</translation>
    </message>
    <message>
        <source>{0} tokens</source>
        <translation>{0} tokens</translation>
    </message>
    <message>
        <source>{0}: too long for the context</source>
        <translation>{0}: för långt för kontexten</translation>
    </message>
</context>
<context>
    <name>ContextGauge</name>
    <message>
        <source>; the message being written takes {0}</source>
        <translation>; meddelandet du skriver tar {0}</translation>
    </message>
    <message>
        <source>Context: {0} of {1} tokens used</source>
        <translation>Kontext: {0} av {1} tokens används</translation>
    </message>
</context>
<context>
    <name>ConversationColumn</name>
    <message>
        <source>Chats, newest first</source>
        <translation>Chattar, nyast först</translation>
    </message>
    <message>
        <source>Ctrl+F</source>
        <translation>Ctrl+F</translation>
    </message>
    <message>
        <source>Ctrl+N</source>
        <translation>Ctrl+N</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Ta bort</translation>
    </message>
    <message>
        <source>Export all as JSON…</source>
        <translation>Exportera alla som JSON…</translation>
    </message>
    <message>
        <source>Export all as Markdown…</source>
        <translation>Exportera alla som Markdown…</translation>
    </message>
    <message>
        <source>Export as JSON…</source>
        <translation>Exportera som JSON…</translation>
    </message>
    <message>
        <source>Export as Markdown…</source>
        <translation>Exportera som Markdown…</translation>
    </message>
    <message>
        <source>Find in all chats</source>
        <translation>Sök i alla chattar</translation>
    </message>
    <message>
        <source>Import chats…</source>
        <translation>Importera chattar…</translation>
    </message>
    <message>
        <source>More for chats</source>
        <translation>Fler chattalternativ</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Ny chatt</translation>
    </message>
    <message>
        <source>Not being saved to disk</source>
        <translation>Sparas inte på disken</translation>
    </message>
    <message>
        <source>Nothing found for “{0}”.</source>
        <translation>Inget hittades för ”{0}”.</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Fäst</translation>
    </message>
    <message>
        <source>Places found, newest first</source>
        <translation>Träffar, nyast först</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Byt namn</translation>
    </message>
    <message>
        <source>System prompt of this chat…</source>
        <translation>Chattens systemprompt…</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Lossa</translation>
    </message>
</context>
<context>
    <name>ConversationList</name>
    <message>
        <source>Earlier</source>
        <translation>Tidigare</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Ny chatt</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>Fästa</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Idag</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>Igår</translation>
    </message>
</context>
<context>
    <name>ConversationPainter</name>
    <message>
        <source>Title of the chat</source>
        <translation>Chattens titel</translation>
    </message>
</context>
<context>
    <name>CurvesGraph</name>
    <message>
        <source>{0}: {1} at {2}</source>
        <translation>{0}: {1} vid {2}</translation>
    </message>
</context>
<context>
    <name>Deleting</name>
    <message>
        <source>Delete a model</source>
        <translation>Ta bort en modell</translation>
    </message>
    <message>
        <source>Delete for good</source>
        <translation>Ta bort för gott</translation>
    </message>
    <message>
        <source>Delete {0} for good?</source>
        <translation>Vill du ta bort {0} för gott?</translation>
    </message>
    <message>
        <source>Move to trash</source>
        <translation>Lägg i papperskorgen</translation>
    </message>
    <message numerus="yes">
        <source>Move {0} to the trash, all %n files of it?</source>
        <translation>
            <numerusform>Vill du lägga {0} i papperskorgen, hela filen?</numerusform>
            <numerusform>Vill du lägga {0} i papperskorgen, alla %n filerna?</numerusform>
        </translation>
    </message>
    <message>
        <source>Move {0} to the trash?</source>
        <translation>Vill du lägga {0} i papperskorgen?</translation>
    </message>
    <message>
        <source>{0} become free when the trash is emptied.</source>
        <translation>{0} blir ledigt när papperskorgen töms.</translation>
    </message>
</context>
<context>
    <name>DemoCard</name>
    <message>
        <source>Cancel</source>
        <translation>Avbryt</translation>
    </message>
    <message>
        <source>Cancel fetching the demo model</source>
        <translation>Avbryt hämtningen av demomodellen</translation>
    </message>
    <message>
        <source>Demo model</source>
        <translation>Demomodell</translation>
    </message>
    <message>
        <source>Fetching and checking…</source>
        <translation>Hämtar och kontrollerar…</translation>
    </message>
    <message>
        <source>Fetching and checking… {0} %</source>
        <translation>Hämtar och kontrollerar… {0} %</translation>
    </message>
    <message>
        <source>Fetching the demo model</source>
        <translation>Hämtar demomodellen</translation>
    </message>
    <message>
        <source>Get it</source>
        <translation>Hämta</translation>
    </message>
    <message>
        <source>Get the demo model</source>
        <translation>Hämta demomodellen</translation>
    </message>
    <message>
        <source>SmolLM2-135M-Instruct · 98 MB · small, quick, Apache-2.0. Good for trying things out.</source>
        <translation>SmolLM2-135M-Instruct · 98 MB · liten, snabb, Apache-2.0. Bra att prova med.</translation>
    </message>
    <message>
        <source>Stopped. You can start again whenever you like.</source>
        <translation>Avbrutet. Du kan börja om när du vill.</translation>
    </message>
    <message>
        <source>The demo model is on this computer.</source>
        <translation>Demomodellen finns på datorn.</translation>
    </message>
</context>
<context>
    <name>DownloadRow</name>
    <message>
        <source>Cancel</source>
        <translation>Avbryt</translation>
    </message>
    <message>
        <source>Cancel the download of {0}</source>
        <translation>Avbryt nedladdningen av {0}</translation>
    </message>
    <message>
        <source>Download of {0}</source>
        <translation>Nedladdning av {0}</translation>
    </message>
    <message>
        <source>Enter an access token…</source>
        <translation>Ange en åtkomsttoken…</translation>
    </message>
    <message>
        <source>Load it with its head</source>
        <translation>Läs in den med huvudet</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pausa</translation>
    </message>
    <message>
        <source>Pause the download of {0}</source>
        <translation>Pausa nedladdningen av {0}</translation>
    </message>
    <message>
        <source>Put away</source>
        <translation>Ta bort ur listan</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Återuppta</translation>
    </message>
    <message>
        <source>Resume the download of {0}</source>
        <translation>Återuppta nedladdningen av {0}</translation>
    </message>
    <message>
        <source>Show it</source>
        <translation>Visa</translation>
    </message>
    <message>
        <source>Show {0} in the list of models</source>
        <translation>Visa {0} i listan över modeller</translation>
    </message>
    <message>
        <source>Take {0} off the list</source>
        <translation>Ta bort {0} ur listan</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Försök igen</translation>
    </message>
    <message>
        <source>Use it as draft</source>
        <translation>Använd som utkastmodell</translation>
    </message>
</context>
<context>
    <name>DownloadsPanel</name>
    <message>
        <source>Downloads</source>
        <translation>Nedladdningar</translation>
    </message>
    <message numerus="yes">
        <source>Downloads: %n under way</source>
        <translation>
            <numerusform>Nedladdningar: %n pågår</numerusform>
            <numerusform>Nedladdningar: %n pågår</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DraftCard</name>
    <message numerus="yes">
        <source>%n shards</source>
        <translation>
            <numerusform>%n delfil</numerusform>
            <numerusform>%n delfiler</numerusform>
        </translation>
    </message>
    <message>
        <source>Asking the hub…</source>
        <translation>Frågar hubben…</translation>
    </message>
    <message>
        <source>Download {0}, {1}</source>
        <translation>Ladda ner {0}, {1}</translation>
    </message>
    <message>
        <source>Fits beside the model.</source>
        <translation>Får plats bredvid modellen.</translation>
    </message>
    <message>
        <source>Get</source>
        <translation>Hämta</translation>
    </message>
    <message>
        <source>Get {0}</source>
        <translation>Hämta {0}</translation>
    </message>
    <message>
        <source>Other quantisations</source>
        <translation>Andra kvantiseringar</translation>
    </message>
    <message>
        <source>Other quantisations of {0}</source>
        <translation>Andra kvantiseringar av {0}</translation>
    </message>
    <message>
        <source>The repository holds no GGUF file any more.</source>
        <translation>Det finns ingen GGUF-fil kvar i arkivet.</translation>
    </message>
    <message>
        <source>Together with the model a part has to run on the CPU.</source>
        <translation>Tillsammans med modellen måste en del köras på processorn.</translation>
    </message>
    <message>
        <source>Together with the model {0} of memory are missing.</source>
        <translation>Tillsammans med modellen saknas {0} minne.</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Använd</translation>
    </message>
    <message>
        <source>Use {0} as draft</source>
        <translation>Använd {0} som utkastmodell</translation>
    </message>
    <message>
        <source>gated</source>
        <translation>kräver godkännande</translation>
    </message>
</context>
<context>
    <name>DraftPicker</name>
    <message>
        <source>Choose a file…</source>
        <translation>Välj en fil…</translation>
    </message>
    <message>
        <source>Draft model</source>
        <translation>Utkastmodell</translation>
    </message>
    <message>
        <source>Find one on the hub</source>
        <translation>Sök en på hubben</translation>
    </message>
    <message>
        <source>MTP head</source>
        <translation>MTP-huvud</translation>
    </message>
    <message>
        <source>No MTP head for this model was found.</source>
        <translation>Inget MTP-huvud till modellen hittades.</translation>
    </message>
    <message>
        <source>No other model was found on this machine.</source>
        <translation>Ingen annan modell hittades på datorn.</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Ingen</translation>
    </message>
    <message>
        <source>The head inside the model</source>
        <translation>Huvudet i modellen</translation>
    </message>
</context>
<context>
    <name>DraftsSection</name>
    <message numerus="yes">
        <source>%n that cannot be used</source>
        <translation>
            <numerusform>%n som inte kan användas</numerusform>
            <numerusform>%n som inte kan användas</numerusform>
        </translation>
    </message>
    <message>
        <source>Drafts</source>
        <translation>Utkastmodeller</translation>
    </message>
    <message>
        <source>Drafts for {0}</source>
        <translation>Utkastmodeller till {0}</translation>
    </message>
    <message>
        <source>Hide those that cannot be used</source>
        <translation>Dölj dem som inte kan användas</translation>
    </message>
    <message>
        <source>Look again on the hub</source>
        <translation>Sök på hubben igen</translation>
    </message>
    <message>
        <source>Look on the hub</source>
        <translation>Sök på hubben</translation>
    </message>
    <message>
        <source>Looking on the hub</source>
        <translation>Söker på hubben</translation>
    </message>
    <message>
        <source>Looking on the hub and reading headers there, a few MB at most…</source>
        <translation>Söker på hubben och läser filhuvuden där, högst några MB…</translation>
    </message>
    <message>
        <source>None on this computer. The hub may have some: nothing is asked there before you press it.</source>
        <translation>Inga på datorn. Hubben kan ha några: ingenting frågas där förrän du trycker på knappen.</translation>
    </message>
    <message>
        <source>Nothing was found that could draft for this model.</source>
        <translation>Inget hittades som kan göra utkast åt modellen.</translation>
    </message>
    <message>
        <source>Reading the headers of the other models on this computer…</source>
        <translation>Läser filhuvudena i datorns övriga modeller…</translation>
    </message>
    <message numerus="yes">
        <source>Show %n more</source>
        <translation>
            <numerusform>Visa %n till</numerusform>
            <numerusform>Visa %n till</numerusform>
        </translation>
    </message>
    <message>
        <source>Stop looking</source>
        <translation>Sluta söka</translation>
    </message>
</context>
<context>
    <name>EmptyPage</name>
    <message>
        <source>Every preset answers the same prompts as the baseline, one after the other, each from a cold cache, and another one goes first each time. Then you see what is faster, by how much, how sure that is, and whether the text stayed the same.</source>
        <translation>Varje förval besvarar samma promptar som baslinjen, ett i taget och alltid med tom cache, och de turas om att börja. Sedan ser du vad som är snabbare, hur mycket, hur säkert det är och om texten blev densamma.</translation>
    </message>
    <message>
        <source>Press Start: a first result takes about a minute on a small model.</source>
        <translation>Tryck på Starta: ett första resultat tar ungefär en minut med en liten modell.</translation>
    </message>
    <message>
        <source>What does speculation do for this model, on this machine?</source>
        <translation>Vad ger spekulation för den här modellen, på den här datorn?</translation>
    </message>
</context>
<context>
    <name>EmptyShelf</name>
    <message>
        <source>Add folder…</source>
        <translation>Lägg till mapp…</translation>
    </message>
    <message>
        <source>Drop a GGUF file or a folder on the window, add a folder that has some, or get one from the hub. The folders of Hugging Face, LM Studio and Ollama are looked into by themselves.</source>
        <translation>Släpp en GGUF-fil eller en mapp på fönstret, lägg till en mapp med sådana, eller hämta en från hubben. Mapparna för Hugging Face, LM Studio och Ollama genomsöks automatiskt.</translation>
    </message>
    <message>
        <source>Get a model from the hub</source>
        <translation>Hämta en modell från hubben</translation>
    </message>
    <message>
        <source>Get a model…</source>
        <translation>Hämta en modell…</translation>
    </message>
    <message>
        <source>Look for models in another folder too</source>
        <translation>Sök efter modeller i en mapp till</translation>
    </message>
    <message>
        <source>Looking for models</source>
        <translation>Söker efter modeller</translation>
    </message>
    <message>
        <source>No model like that</source>
        <translation>Ingen sådan modell</translation>
    </message>
    <message>
        <source>No models on this computer yet</source>
        <translation>Inga modeller på datorn än</translation>
    </message>
    <message>
        <source>Nothing on this computer matches the search and the filter.</source>
        <translation>Inget på datorn stämmer med sökningen och filtret.</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Visa alla</translation>
    </message>
    <message>
        <source>Show all models</source>
        <translation>Visa alla modeller</translation>
    </message>
    <message>
        <source>The headers of the GGUF files in all folders are being read.</source>
        <translation>Filhuvudena i alla mappars GGUF-filer läses.</translation>
    </message>
</context>
<context>
    <name>EndCard</name>
    <message>
        <source>Cut off: the program ended during this comparison</source>
        <translation>Avbruten: programmet avslutades under jämförelsen</translation>
    </message>
    <message>
        <source>Nothing was measured.</source>
        <translation>Ingenting hann mätas.</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Stoppad</translation>
    </message>
    <message>
        <source>The comparison could not go on</source>
        <translation>Jämförelsen kunde inte fortsätta</translation>
    </message>
    <message>
        <source>The engine died during the comparison</source>
        <translation>Motorn dog under jämförelsen</translation>
    </message>
    <message>
        <source>What was measured until then is kept.</source>
        <translation>Det som mättes dittills finns kvar.</translation>
    </message>
</context>
<context>
    <name>Exchange</name>
    <message numerus="yes">
        <source>%n chats exported</source>
        <translation>
            <numerusform>%n chatt exporterades</numerusform>
            <numerusform>%n chattar exporterades</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n chats imported</source>
        <translation>
            <numerusform>%n chatt importerades</numerusform>
            <numerusform>%n chattar importerades</numerusform>
        </translation>
    </message>
    <message>
        <source>Export chats</source>
        <translation>Exportera chattar</translation>
    </message>
    <message>
        <source>Import chats</source>
        <translation>Importera chattar</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
    <message>
        <source>Paceline chats (*.json)</source>
        <translation>Paceline-chattar (*.json)</translation>
    </message>
    <message>
        <source>The chats were not exported</source>
        <translation>Chattarna exporterades inte</translation>
    </message>
    <message>
        <source>The chats were not imported</source>
        <translation>Chattarna importerades inte</translation>
    </message>
</context>
<context>
    <name>FiguresRow</name>
    <message>
        <source>An estimate. {figures} A reply with speculation off measures it.</source>
        <translation>En uppskattning. {figures} Ett svar utan spekulation ger ett mätvärde.</translation>
    </message>
    <message>
        <source>Baseline {speed} tok/s, {source}.</source>
        <translation>Baslinje {speed} tok/s, {source}.</translation>
    </message>
    <message>
        <source>Drafted tokens that were kept. n/a: nothing was drafted.</source>
        <translation>Andel av utkastens tokens som behölls. –: inga utkast gjordes.</translation>
    </message>
    <message>
        <source>Speculation is off: this reply is the baseline.</source>
        <translation>Spekulationen är av: det här svaret är baslinjen.</translation>
    </message>
    <message>
        <source>The speed without speculation is not known yet. A reply with it off measures it.</source>
        <translation>Hastigheten utan spekulation är inte känd än. Ett svar utan spekulation mäter den.</translation>
    </message>
    <message>
        <source>Tokens given out per round, the one that the model itself adds included.</source>
        <translation>Utskrivna tokens per runda, den som modellen själv lägger till inräknad.</translation>
    </message>
    <message>
        <source>Tokens per second after the first round of the reply; the prompt is not in it.</source>
        <translation>Tokens per sekund efter svarets första runda; prompten är inte inräknad.</translation>
    </message>
    <message>
        <source>accepted</source>
        <translation>accepterat</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>baslinje</translation>
    </message>
    <message>
        <source>n/a</source>
        <translation>–</translation>
    </message>
    <message>
        <source>per round</source>
        <translation>per runda</translation>
    </message>
    <message>
        <source>tok/s</source>
        <translation>tok/s</translation>
    </message>
</context>
<context>
    <name>FilePicking</name>
    <message>
        <source>Attach text files</source>
        <translation>Bifoga textfiler</translation>
    </message>
</context>
<context>
    <name>FileSection</name>
    <message>
        <source>Cancel</source>
        <translation>Avbryt</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>Avbrutet.</translation>
    </message>
    <message numerus="yes">
        <source>Compare with %n files of the same size</source>
        <translation>
            <numerusform>Jämför med %n fil av samma storlek</numerusform>
            <numerusform>Jämför med %n filer av samma storlek</numerusform>
        </translation>
    </message>
    <message>
        <source>File</source>
        <translation>Fil</translation>
    </message>
    <message>
        <source>Reading the file</source>
        <translation>Läser filen</translation>
    </message>
    <message>
        <source>Reading {0} of {1}</source>
        <translation>Läser {0} av {1}</translation>
    </message>
    <message>
        <source>SHA-256 {0}</source>
        <translation>SHA-256 {0}</translation>
    </message>
    <message>
        <source>Show the double {0}</source>
        <translation>Visa dubbletten {0}</translation>
    </message>
    <message>
        <source>Stop reading the file</source>
        <translation>Sluta läsa filen</translation>
    </message>
    <message>
        <source>The other files of this size hold something else.</source>
        <translation>De andra filerna av samma storlek har annat innehåll.</translation>
    </message>
    <message>
        <source>The same content also lies here:</source>
        <translation>Samma innehåll ligger också här:</translation>
    </message>
    <message>
        <source>Work out the SHA-256</source>
        <translation>Räkna ut SHA-256</translation>
    </message>
    <message numerus="yes">
        <source>{0} and %n more shards</source>
        <translation>
            <numerusform>{0} och %n delfil till</numerusform>
            <numerusform>{0} och %n delfiler till</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Files</name>
    <message>
        <source>Export</source>
        <translation>Exportera</translation>
    </message>
    <message>
        <source>Open a file of prompts</source>
        <translation>Öppna en fil med promptar</translation>
    </message>
    <message>
        <source>Prompts (*.jsonl);;All files (*)</source>
        <translation>Promptar (*.jsonl);;Alla filer (*)</translation>
    </message>
    <message>
        <source>The export failed</source>
        <translation>Exporten misslyckades</translation>
    </message>
    <message>
        <source>This comparison cannot be deleted</source>
        <translation>Jämförelsen kan inte tas bort</translation>
    </message>
    <message>
        <source>This comparison cannot be opened</source>
        <translation>Jämförelsen kan inte öppnas</translation>
    </message>
    <message>
        <source>{0} cannot be written.</source>
        <translation>{0} kan inte skrivas.</translation>
    </message>
</context>
<context>
    <name>FitBar</name>
    <message>
        <source>Context of {0}</source>
        <translation>Kontext på {0}</translation>
    </message>
    <message>
        <source>Do not send</source>
        <translation>Skicka inte</translation>
    </message>
    <message>
        <source>Leave out the oldest turn</source>
        <translation>Utelämna det äldsta inlägget</translation>
    </message>
    <message>
        <source>Leave out the oldest turn and go on</source>
        <translation>Utelämna det äldsta inlägget och fortsätt</translation>
    </message>
    <message>
        <source>Leave out the {0} oldest and go on</source>
        <translation>Utelämna de {0} äldsta och fortsätt</translation>
    </message>
    <message>
        <source>Leave out the {0} oldest turns</source>
        <translation>Utelämna de {0} äldsta inläggen</translation>
    </message>
    <message>
        <source>No number of earlier turns would make room. A larger context would.</source>
        <translation>Inga tidigare inlägg räcker för att ge plats. Det gör en större kontext.</translation>
    </message>
    <message>
        <source>No number of earlier turns would make room. Shorten the message, or start a new chat.</source>
        <translation>Inga tidigare inlägg räcker för att ge plats. Korta ner meddelandet, eller börja en ny chatt.</translation>
    </message>
    <message>
        <source>Stop here</source>
        <translation>Stanna här</translation>
    </message>
    <message>
        <source>The context of {0} tokens is full</source>
        <translation>Kontexten på {0} tokens är full</translation>
    </message>
    <message>
        <source>The model is loaded again with it, for this chat</source>
        <translation>Modellen läses in på nytt med den, för den här chatten</translation>
    </message>
    <message>
        <source>Without the oldest turns it takes {0}. They stay in the chat, marked as left out, and can be taken in again.</source>
        <translation>Utan de äldsta inläggen tar det {0}. De finns kvar i chatten, märkta som utelämnade, och kan tas med igen.</translation>
    </message>
    <message>
        <source>{0} of {1} tokens are taken: too little room for a reply</source>
        <translation>{0} av {1} tokens är upptagna: för lite plats för ett svar</translation>
    </message>
    <message>
        <source>{0} tokens do not fit into a context of {1}</source>
        <translation>{0} tokens får inte plats i en kontext på {1}</translation>
    </message>
</context>
<context>
    <name>FlowingText</name>
    <message>
        <source>Open a link</source>
        <translation>Öppna en länk</translation>
    </message>
    <message>
        <source>The model wrote this link. Open it in your browser?</source>
        <translation>Modellen skrev den här länken. Vill du öppna den i webbläsaren?</translation>
    </message>
</context>
<context>
    <name>FoldersPopup</name>
    <message numerus="yes">
        <source>%n models, {0}</source>
        <translation>
            <numerusform>%n modell, {0}</numerusform>
            <numerusform>%n modeller, {0}</numerusform>
        </translation>
    </message>
    <message>
        <source>Add a folder…</source>
        <translation>Lägg till en mapp…</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>Ändra…</translation>
    </message>
    <message>
        <source>Choose another folder for downloads</source>
        <translation>Välj en annan mapp för nedladdningar</translation>
    </message>
    <message>
        <source>Do not look into {0} any more; its files stay</source>
        <translation>Sök inte i {0} längre; filerna finns kvar</translation>
    </message>
    <message>
        <source>Folders with models</source>
        <translation>Mappar med modeller</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>Sök igen</translation>
    </message>
    <message>
        <source>not there</source>
        <translation>finns inte</translation>
    </message>
</context>
<context>
    <name>GetDialog</name>
    <message numerus="yes">
        <source>%n shards</source>
        <translation>
            <numerusform>%n delfil</numerusform>
            <numerusform>%n delfiler</numerusform>
        </translation>
    </message>
    <message>
        <source>Asking the hub</source>
        <translation>Frågar hubben</translation>
    </message>
    <message>
        <source>Asking the hub…</source>
        <translation>Frågar hubben…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Stäng</translation>
    </message>
    <message>
        <source>Enter an access token…</source>
        <translation>Ange en åtkomsttoken…</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Fil</translation>
    </message>
    <message>
        <source>Files of the repository</source>
        <translation>Arkivets filer</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>Får plats</translation>
    </message>
    <message>
        <source>Get</source>
        <translation>Hämta</translation>
    </message>
    <message>
        <source>Get a model from the hub</source>
        <translation>Hämta en modell från hubben</translation>
    </message>
    <message>
        <source>Get the chosen file</source>
        <translation>Hämta den valda filen</translation>
    </message>
    <message>
        <source>Licence: {0}</source>
        <translation>Licens: {0}</translation>
    </message>
    <message>
        <source>Look</source>
        <translation>Titta</translation>
    </message>
    <message>
        <source>Look into the repository</source>
        <translation>Titta i arkivet</translation>
    </message>
    <message>
        <source>No licence is named</source>
        <translation>Ingen licens anges</translation>
    </message>
    <message>
        <source>Nothing is asked of the hub before you press Look.</source>
        <translation>Hubben frågas inte förrän du trycker på Titta.</translation>
    </message>
    <message>
        <source>Quant</source>
        <translation>Kvant.</translation>
    </message>
    <message>
        <source>Repository</source>
        <translation>Arkiv</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Storlek</translation>
    </message>
    <message>
        <source>This repository holds no GGUF file.</source>
        <translation>Arkivet har ingen GGUF-fil.</translation>
    </message>
    <message>
        <source>gated: its owner wants to know who downloads</source>
        <translation>kräver godkännande: ägaren vill veta vem som laddar ner</translation>
    </message>
    <message>
        <source>owner/name, or its address on the hub</source>
        <translation>ägare/namn, eller adressen på hubben</translation>
    </message>
    <message>
        <source>{0} downloads last month</source>
        <translation>{0} nedladdningar senaste månaden</translation>
    </message>
</context>
<context>
    <name>Going</name>
    <message>
        <source>Chat</source>
        <translation>Chatt</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Ny chatt</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Förval</translation>
    </message>
</context>
<context>
    <name>HeatMap</name>
    <message>
        <source>Speed of {0}</source>
        <translation>Hastighet för {0}</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>misslyckades</translation>
    </message>
</context>
<context>
    <name>HistoryPopup</name>
    <message>
        <source>All models</source>
        <translation>Alla modeller</translation>
    </message>
    <message>
        <source>All presets</source>
        <translation>Alla förval</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Ta bort</translation>
    </message>
    <message>
        <source>Delete for good?</source>
        <translation>Ta bort för gott?</translation>
    </message>
    <message>
        <source>Find by model, preset or date</source>
        <translation>Sök på modell, förval eller datum</translation>
    </message>
    <message>
        <source>Kept comparisons</source>
        <translation>Sparade jämförelser</translation>
    </message>
    <message>
        <source>Model of the comparisons</source>
        <translation>Jämförelsernas modell</translation>
    </message>
    <message>
        <source>No comparison fits.</source>
        <translation>Ingen jämförelse passar.</translation>
    </message>
    <message>
        <source>No comparison is kept yet. Every one that runs is kept here, also when it is stopped.</source>
        <translation>Inga sparade jämförelser än. Alla som körs sparas här, även de som stoppas.</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öppna</translation>
    </message>
    <message>
        <source>Preset of the comparisons</source>
        <translation>Jämförelsernas förval</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Läser…</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>misslyckades</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>stoppad</translation>
    </message>
    <message>
        <source>the engine died</source>
        <translation>motorn dog</translation>
    </message>
</context>
<context>
    <name>JobDialog</name>
    <message>
        <source>Close</source>
        <translation>Stäng</translation>
    </message>
    <message>
        <source>Getting ready</source>
        <translation>Förbereder</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Förlopp</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stoppa</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Stoppar…</translation>
    </message>
</context>
<context>
    <name>JsonSchema</name>
    <message>
        <source>A schema is an object: it begins with { and ends with }.</source>
        <translation>Ett schema är ett objekt: det börjar med { och slutar med }.</translation>
    </message>
    <message>
        <source>An empty schema allows any JSON. Say what you want, such as its properties.</source>
        <translation>Ett tomt schema tillåter vilken JSON som helst. Ange vad du vill ha, till exempel egenskaperna.</translation>
    </message>
    <message>
        <source>It is nested too deeply, or holds a number that is too long.</source>
        <translation>Det är för djupt nästlat eller innehåller ett för långt tal.</translation>
    </message>
    <message>
        <source>Not JSON at line {0}, column {1}: {2}.</source>
        <translation>Inte JSON på rad {0}, kolumn {1}: {2}.</translation>
    </message>
</context>
<context>
    <name>LayerSearchDialog</name>
    <message>
        <source>Checking the best copy on other texts</source>
        <translation>Prövar den bästa kopian på andra texter</translation>
    </message>
    <message>
        <source>Copies tried</source>
        <translation>Prövade kopior</translation>
    </message>
    <message>
        <source>It cannot pay here</source>
        <translation>Det kan inte löna sig här</translation>
    </message>
    <message>
        <source>It makes replies about {0}× as fast</source>
        <translation>Svaren blir ungefär {0}× så snabba</translation>
    </message>
    <message>
        <source>It takes {0}.</source>
        <translation>Den tar {0}.</translation>
    </message>
    <message>
        <source>Nothing of it was kept.</source>
        <translation>Inget av det sparades.</translation>
    </message>
    <message>
        <source>Recording replies of the model</source>
        <translation>Spelar in svar från modellen</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Sök</translation>
    </message>
    <message>
        <source>Search again</source>
        <translation>Sök igen</translation>
    </message>
    <message>
        <source>Search the layers</source>
        <translation>Sök bland lagren</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Stoppad</translation>
    </message>
    <message>
        <source>The engine stopped during the search</source>
        <translation>Motorn stannade under sökningen</translation>
    </message>
    <message>
        <source>The search cannot begin now</source>
        <translation>Sökningen kan inte börja nu</translation>
    </message>
    <message>
        <source>The search ended early</source>
        <translation>Sökningen slutade i förtid</translation>
    </message>
    <message>
        <source>Type of the copy</source>
        <translation>Kopians typ</translation>
    </message>
    <message>
        <source>Use it</source>
        <translation>Använd</translation>
    </message>
    <message>
        <source>With some layers left out, a model can draft for itself, where that pays. Copies of {name} are made and measured against it, and the best one is kept only if it makes replies faster. That takes some minutes, in which the engine writes no replies, and up to {size} on the disk.</source>
        <translation>Med några lager bortplockade kan en modell göra utkast åt sig själv, där det lönar sig. Kopior av {name} görs och mäts mot den, och den bästa sparas bara om svaren blir snabbare. Det tar några minuter, då motorn inte skriver några svar, och upp till {size} på disken.</translation>
    </message>
    <message>
        <source>as the model ({0})</source>
        <translation>som modellen ({0})</translation>
    </message>
    <message>
        <source>{0}: {1} of {2}</source>
        <translation>{0}: {1} av {2}</translation>
    </message>
</context>
<context>
    <name>LayerSearching</name>
    <message>
        <source>The engine has other work. Wait until it is done, or stop it.</source>
        <translation>Motorn är upptagen. Vänta tills den är klar, eller stoppa den.</translation>
    </message>
</context>
<context>
    <name>LeftOut</name>
    <message>
        <source>Left out of what the model is shown</source>
        <translation>Utelämnat ur det modellen får se</translation>
    </message>
    <message>
        <source>The model is not shown this any more: the context is too small for all of the chat</source>
        <translation>Modellen får inte se det här längre: kontexten är för liten för hela chatten</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>utelämnat</translation>
    </message>
</context>
<context>
    <name>LeftOutLine</name>
    <message>
        <source>Show the model all of the chat again</source>
        <translation>Visa modellen hela chatten igen</translation>
    </message>
    <message>
        <source>Take in again</source>
        <translation>Ta med igen</translation>
    </message>
    <message>
        <source>The oldest turn is left out</source>
        <translation>Det äldsta inlägget är utelämnat</translation>
    </message>
    <message>
        <source>The {0} oldest turns are left out</source>
        <translation>De {0} äldsta inläggen är utelämnade</translation>
    </message>
</context>
<context>
    <name>Lender</name>
    <message>
        <source>A reply is being written. Wait for its end, or stop it.</source>
        <translation>Ett svar skrivs. Vänta tills det är klart, eller stoppa det.</translation>
    </message>
    <message>
        <source>The engine does other work for the chat. Wait for its end, or stop it.</source>
        <translation>Motorn gör annat åt chatten. Vänta tills det är klart, eller stoppa det.</translation>
    </message>
</context>
<context>
    <name>LiveView</name>
    <message>
        <source>Acceptance</source>
        <translation>Acceptans</translation>
    </message>
    <message>
        <source>Acceptance by position</source>
        <translation>Acceptans per position</translation>
    </message>
    <message>
        <source>Acceptance over the reply</source>
        <translation>Acceptans genom svaret</translation>
    </message>
    <message>
        <source>How much of what was drafted is kept. Below 40 % it seldom pays.</source>
        <translation>Hur mycket av utkasten som behålls. Under 40 % lönar det sig sällan.</translation>
    </message>
    <message>
        <source>MTP</source>
        <translation>MTP</translation>
    </message>
    <message>
        <source>Rounds</source>
        <translation>Rundor</translation>
    </message>
    <message>
        <source>The speed of the reply, with the baseline as a dashed line.</source>
        <translation>Svarets hastighet, med baslinjen streckad.</translation>
    </message>
    <message>
        <source>Tokens per second</source>
        <translation>Tokens per sekund</translation>
    </message>
    <message>
        <source>Tokens per second over the reply</source>
        <translation>Tokens per sekund genom svaret</translation>
    </message>
    <message>
        <source>baseline {speed}</source>
        <translation>baslinje {speed}</translation>
    </message>
    <message>
        <source>draft model</source>
        <translation>utkastmodell</translation>
    </message>
    <message>
        <source>history</source>
        <translation>historik</translation>
    </message>
    <message>
        <source>last 32 rounds</source>
        <translation>senaste 32 rundorna</translation>
    </message>
    <message>
        <source>n-gram</source>
        <translation>n-gram</translation>
    </message>
    <message>
        <source>other</source>
        <translation>annat</translation>
    </message>
    <message>
        <source>{0} tok/s</source>
        <translation>{0} tok/s</translation>
    </message>
</context>
<context>
    <name>LockButton</name>
    <message>
        <source>One sequence at a time, and that is not a setting. With several slots the drafts of each see a batch that others fill: acceptance collapses in all slots but one, and a baseline measured with two slots reads about 20 % low, so that every speedup against it would be too good to be true.</source>
        <translation>En sekvens i taget, och det går inte att ställa in. Med flera platser delar utkasten ett pass som andra fyller: acceptansen rasar i alla platser utom en, och en baslinje mätt med två platser visar ungefär 20 % för lite, så att varje uppsnabbning mot den vore för bra för att vara sann.</translation>
    </message>
    <message>
        <source>Parallel 1, locked</source>
        <translation>Parallellt 1, låst</translation>
    </message>
    <message>
        <source>Why parallel is locked at 1</source>
        <translation>Varför parallellt är låst till 1</translation>
    </message>
    <message>
        <source>parallel 1</source>
        <translation>parallellt 1</translation>
    </message>
</context>
<context>
    <name>MemoryBars</name>
    <message>
        <source>Held by this program&apos;s models, by everything else, and free.</source>
        <translation>Används av programmets modeller, av allt annat, och ledigt.</translation>
    </message>
    <message>
        <source>models {ours} GB</source>
        <translation>modeller {ours} GB</translation>
    </message>
</context>
<context>
    <name>ModelHead</name>
    <message>
        <source>Chat with it</source>
        <translation>Chatta</translation>
    </message>
    <message>
        <source>Chat with {0}</source>
        <translation>Chatta med {0}</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>Delete {0}</source>
        <translation>Ta bort {0}</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>Ta bort…</translation>
    </message>
    <message>
        <source>Family</source>
        <translation>Familj</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Mapp</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>Licens</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parametrar</translation>
    </message>
    <message>
        <source>Quant</source>
        <translation>Kvant.</translation>
    </message>
    <message>
        <source>Show the folder of {0}</source>
        <translation>Visa mappen för {0}</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Storlek</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>Vokabulär</translation>
    </message>
</context>
<context>
    <name>ModelPane</name>
    <message>
        <source>A head works beside the model that it was made for. Choose that model, and the head is among its drafts.</source>
        <translation>Ett huvud arbetar vid sidan av modellen det gjordes för. Välj den modellen, så finns huvudet bland dess utkastmodeller.</translation>
    </message>
    <message>
        <source>About the chosen model</source>
        <translation>Om den valda modellen</translation>
    </message>
    <message>
        <source>Not a model that one can chat with, so no drafts are looked for.</source>
        <translation>Ingen modell att chatta med, så inga utkastmodeller söks.</translation>
    </message>
</context>
<context>
    <name>ModelPicker</name>
    <message>
        <source>Find a model</source>
        <translation>Sök en modell</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>Sök igen</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modeller</translation>
    </message>
    <message>
        <source>Models on this computer</source>
        <translation>Modeller på datorn</translation>
    </message>
    <message>
        <source>No model of that name.</source>
        <translation>Ingen modell heter så.</translation>
    </message>
    <message>
        <source>No models were found here yet.</source>
        <translation>Inga modeller har hittats här än.</translation>
    </message>
    <message>
        <source>Open file…</source>
        <translation>Öppna fil…</translation>
    </message>
</context>
<context>
    <name>ModelTable</name>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>Family</source>
        <translation>Familj</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>Får plats</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Params</source>
        <translation>Param.</translation>
    </message>
    <message>
        <source>Quant</source>
        <translation>Kvant.</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Storlek</translation>
    </message>
    <message>
        <source>Tokens that the model was trained to see at once.</source>
        <translation>Så många tokens som modellen är tränad att se på en gång.</translation>
    </message>
    <message>
        <source>Whether the model fits into the memory that is free now, with an ordinary context.</source>
        <translation>Om modellen får plats i det minne som är ledigt nu, med vanlig kontext.</translation>
    </message>
    <message>
        <source>fits: {0}</source>
        <translation>får plats: {0}</translation>
    </message>
</context>
<context>
    <name>Models</name>
    <message numerus="yes">
        <source>%n shards</source>
        <translation>
            <numerusform>%n delfil</numerusform>
            <numerusform>%n delfiler</numerusform>
        </translation>
    </message>
    <message>
        <source>Checking the SHA-256 of {0}</source>
        <translation>Kontrollerar SHA-256 för {0}</translation>
    </message>
    <message>
        <source>DFlash head</source>
        <translation>DFlash-huvud</translation>
    </message>
    <message>
        <source>EAGLE-3 head</source>
        <translation>EAGLE-3-huvud</translation>
    </message>
    <message>
        <source>GPU context</source>
        <translation>GPU-kontext</translation>
    </message>
    <message>
        <source>Hugging Face cache</source>
        <translation>Hugging Face-cachen</translation>
    </message>
    <message>
        <source>KV</source>
        <translation>KV</translation>
    </message>
    <message>
        <source>LM Studio</source>
        <translation>LM Studio</translation>
    </message>
    <message>
        <source>MTP head</source>
        <translation>MTP-huvud</translation>
    </message>
    <message>
        <source>MTP inside</source>
        <translation>med MTP</translation>
    </message>
    <message>
        <source>Ollama</source>
        <translation>Ollama</translation>
    </message>
    <message>
        <source>Paused at {0} of {1}</source>
        <translation>Pausad vid {0} av {1}</translation>
    </message>
    <message>
        <source>The connection broke off; it is tried again by itself</source>
        <translation>Anslutningen bröts; nytt försök görs automatiskt</translation>
    </message>
    <message>
        <source>adapter</source>
        <translation>adapter</translation>
    </message>
    <message>
        <source>added by you</source>
        <translation>tillagd av dig</translation>
    </message>
    <message>
        <source>assistant head</source>
        <translation>assistenthuvud</translation>
    </message>
    <message>
        <source>base</source>
        <translation>bas</translation>
    </message>
    <message>
        <source>buffers</source>
        <translation>buffertar</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>kan inte läsas</translation>
    </message>
    <message>
        <source>chat</source>
        <translation>chatt</translation>
    </message>
    <message>
        <source>diffusion</source>
        <translation>diffusion</translation>
    </message>
    <message>
        <source>draft</source>
        <translation>utkast</translation>
    </message>
    <message>
        <source>draft KV</source>
        <translation>utkastets KV</translation>
    </message>
    <message>
        <source>draft buffers</source>
        <translation>utkastets buffertar</translation>
    </message>
    <message>
        <source>draft rollback</source>
        <translation>utkastets återställning</translation>
    </message>
    <message>
        <source>draft state</source>
        <translation>utkastets tillstånd</translation>
    </message>
    <message>
        <source>embedding</source>
        <translation>inbäddning</translation>
    </message>
    <message>
        <source>encoder-decoder</source>
        <translation>kodare-avkodare</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>får plats</translation>
    </message>
    <message>
        <source>hub</source>
        <translation>hubben</translation>
    </message>
    <message>
        <source>hub, known pair</source>
        <translation>hubben, känt par</translation>
    </message>
    <message>
        <source>hub, same repository</source>
        <translation>hubben, samma arkiv</translation>
    </message>
    <message>
        <source>importance matrix</source>
        <translation>viktighetsmatris</translation>
    </message>
    <message>
        <source>inside the model</source>
        <translation>i modellen</translation>
    </message>
    <message>
        <source>model</source>
        <translation>modell</translation>
    </message>
    <message>
        <source>no, {0} short</source>
        <translation>nej, {0} saknas</translation>
    </message>
    <message>
        <source>on the CPU</source>
        <translation>på processorn</translation>
    </message>
    <message>
        <source>on this computer</source>
        <translation>på datorn</translation>
    </message>
    <message>
        <source>own folder</source>
        <translation>egen mapp</translation>
    </message>
    <message>
        <source>projector</source>
        <translation>projektor</translation>
    </message>
    <message>
        <source>recurrent state</source>
        <translation>rekurrent tillstånd</translation>
    </message>
    <message>
        <source>rollback copies</source>
        <translation>återställningskopior</translation>
    </message>
    <message>
        <source>speech</source>
        <translation>tal</translation>
    </message>
    <message>
        <source>vocabulary only</source>
        <translation>bara vokabulär</translation>
    </message>
    <message>
        <source>yes, {0} left</source>
        <translation>ja, {0} kvar</translation>
    </message>
    <message>
        <source>{0} bits</source>
        <translation>{0} bitar</translation>
    </message>
    <message>
        <source>{0} h {1} min</source>
        <translation>{0} h {1} min</translation>
    </message>
    <message>
        <source>{0} left</source>
        <translation>{0} kvar</translation>
    </message>
    <message>
        <source>{0} min {1} s</source>
        <translation>{0} min {1} s</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} av {1}</translation>
    </message>
    <message>
        <source>{0} of {1} layers</source>
        <translation>{0} av {1} lager</translation>
    </message>
    <message>
        <source>{0} s</source>
        <translation>{0} s</translation>
    </message>
    <message>
        <source>{0}, complete and checked</source>
        <translation>{0}, fullständig och kontrollerad</translation>
    </message>
    <message>
        <source>{0}, waits for its turn</source>
        <translation>{0}, väntar på sin tur</translation>
    </message>
    <message>
        <source>{0}/s</source>
        <translation>{0}/s</translation>
    </message>
</context>
<context>
    <name>ModelsBar</name>
    <message numerus="yes">
        <source>%n folders · {0}</source>
        <translation>
            <numerusform>%n mapp · {0}</numerusform>
            <numerusform>%n mappar · {0}</numerusform>
        </translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>Lägg till mapp…</translation>
    </message>
    <message>
        <source>All about the model</source>
        <translation>Allt om modellen</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>Alla filer</translation>
    </message>
    <message>
        <source>Chat models</source>
        <translation>Chattmodeller</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Detaljer</translation>
    </message>
    <message>
        <source>Drafts and heads</source>
        <translation>Utkastmodeller och huvuden</translation>
    </message>
    <message>
        <source>Falling</source>
        <translation>Fallande</translation>
    </message>
    <message>
        <source>Folders with models</source>
        <translation>Mappar med modeller</translation>
    </message>
    <message>
        <source>Folders with models: {0}</source>
        <translation>Mappar med modeller: {0}</translation>
    </message>
    <message>
        <source>Get a model from the hub</source>
        <translation>Hämta en modell från hubben</translation>
    </message>
    <message>
        <source>Get a model…</source>
        <translation>Hämta en modell…</translation>
    </message>
    <message>
        <source>Look for models in another folder too</source>
        <translation>Sök efter modeller i en mapp till</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Söker…</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modeller</translation>
    </message>
    <message>
        <source>Other files</source>
        <translation>Andra filer</translation>
    </message>
    <message>
        <source>Rising</source>
        <translation>Stigande</translation>
    </message>
    <message>
        <source>Search on this computer</source>
        <translation>Sök på datorn</translation>
    </message>
    <message>
        <source>Search the models on this computer</source>
        <translation>Sök bland modellerna på datorn</translation>
    </message>
    <message>
        <source>Sort</source>
        <translation>Sortera</translation>
    </message>
    <message>
        <source>Sort the models</source>
        <translation>Sortera modellerna</translation>
    </message>
    <message>
        <source>That fit</source>
        <translation>Som får plats</translation>
    </message>
    <message>
        <source>Which files to show</source>
        <translation>Vilka filer som visas</translation>
    </message>
</context>
<context>
    <name>ModelsTable</name>
    <message>
        <source>Columns: press one to sort by it</source>
        <translation>Kolumner: tryck på en för att sortera efter den</translation>
    </message>
    <message>
        <source>Models on this computer</source>
        <translation>Modeller på datorn</translation>
    </message>
</context>
<context>
    <name>ModelsView</name>
    <message>
        <source>Back to the list</source>
        <translation>Tillbaka till listan</translation>
    </message>
    <message>
        <source>Choose a model to see what it is and what could draft for it.</source>
        <translation>Välj en modell för att se vad den är och vad som kan göra utkast åt den.</translation>
    </message>
    <message>
        <source>Folder for downloads</source>
        <translation>Mapp för nedladdningar</translation>
    </message>
    <message>
        <source>Look for models in</source>
        <translation>Sök modeller i</translation>
    </message>
</context>
<context>
    <name>NamedLibrary</name>
    <message>
        <source>Name</source>
        <translation>Namn</translation>
    </message>
</context>
<context>
    <name>Opening</name>
    <message>
        <source>Choose a draft model</source>
        <translation>Välj en utkastmodell</translation>
    </message>
    <message>
        <source>GGUF models (*.gguf);;All files (*)</source>
        <translation>GGUF-modeller (*.gguf);;Alla filer (*)</translation>
    </message>
    <message>
        <source>Open a model</source>
        <translation>Öppna en modell</translation>
    </message>
    <message>
        <source>{0} cannot be chatted with</source>
        <translation>{0} går inte att chatta med</translation>
    </message>
</context>
<context>
    <name>OptionsForm</name>
    <message>
        <source>Reset to the preset&apos;s values</source>
        <translation>Återställ till förvalets värden</translation>
    </message>
</context>
<context>
    <name>PositionBars</name>
    <message>
        <source>Acceptance by position in the draft</source>
        <translation>Acceptans per position i utkastet</translation>
    </message>
    <message>
        <source>How often each token of a draft is kept.</source>
        <translation>Hur ofta varje token i ett utkast behålls.</translation>
    </message>
    <message>
        <source>Token {i} of a draft: {share} accepted in the {n} rounds that got so far</source>
        <translation>Token {i} i ett utkast: {share} accepterat i de {n} rundor som kom så långt</translation>
    </message>
</context>
<context>
    <name>PresetCard</name>
    <message>
        <source>Avoid when: {text}</source>
        <translation>Undvik när: {text}</translation>
    </message>
    <message>
        <source>Best for: {text}</source>
        <translation>Bäst för: {text}</translation>
    </message>
    <message>
        <source>Needs: a model file that holds an MTP head.</source>
        <translation>Kräver: en modellfil med ett MTP-huvud.</translation>
    </message>
    <message>
        <source>Needs: a second, smaller model that shares the vocabulary.</source>
        <translation>Kräver: en andra, mindre modell med samma vokabulär.</translation>
    </message>
    <message>
        <source>Needs: an MTP head, inside the model&apos;s file or in one of its own.</source>
        <translation>Kräver: ett MTP-huvud, i modellens fil eller i en egen.</translation>
    </message>
    <message>
        <source>Search the layers…</source>
        <translation>Sök bland lagren…</translation>
    </message>
    <message>
        <source>Search them again…</source>
        <translation>Sök bland dem igen…</translation>
    </message>
    <message>
        <source>Takes: a draft model or an MTP head too, where there is one.</source>
        <translation>Kan även ta: en utkastmodell eller ett MTP-huvud, där det finns.</translation>
    </message>
</context>
<context>
    <name>PriceCard</name>
    <message>
        <source>Measure</source>
        <translation>Mät</translation>
    </message>
    <message>
        <source>Measure again</source>
        <translation>Mät igen</translation>
    </message>
    <message>
        <source>Measure the price of a pass</source>
        <translation>Mät vad ett pass kostar</translation>
    </message>
    <message>
        <source>Not measured yet. It takes a second or two, and tells what length of draft pays here.</source>
        <translation>Inte mätt än. Det tar någon sekund och visar hur långa utkast som lönar sig här.</translation>
    </message>
    <message>
        <source>One token {0}; {1}.</source>
        <translation>En token {0}; {1}.</translation>
    </message>
    <message>
        <source>Price of a pass over k tokens</source>
        <translation>Kostnad för ett pass över k tokens</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stoppa</translation>
    </message>
    <message>
        <source>What the model takes to check k tokens at once, in passes over one token. Where the curve is flat, long drafts cost next to nothing, even if little of them is kept.</source>
        <translation>Vad det kostar modellen att kontrollera k tokens på en gång, räknat i pass över en token. Där kurvan är flack kostar långa utkast nästan ingenting, även om bara lite av dem behålls.</translation>
    </message>
    <message>
        <source>empty context</source>
        <translation>tom kontext</translation>
    </message>
    <message>
        <source>on top of {0} tokens</source>
        <translation>ovanpå {0} tokens</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>tokens</translation>
    </message>
    <message>
        <source>{0} tokens {1}×</source>
        <translation>{0} tokens {1}×</translation>
    </message>
    <message>
        <source>× one token</source>
        <translation>× en token</translation>
    </message>
</context>
<context>
    <name>PromptEditor</name>
    <message>
        <source>Keep in library</source>
        <translation>Spara i biblioteket</translation>
    </message>
    <message>
        <source>Keep in library…</source>
        <translation>Spara…</translation>
    </message>
    <message>
        <source>Library…</source>
        <translation>Bibliotek…</translation>
    </message>
    <message>
        <source>None: the model&apos;s own</source>
        <translation>Ingen: modellens egen</translation>
    </message>
    <message>
        <source>Remove from library</source>
        <translation>Ta bort</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>Systemprompt</translation>
    </message>
    <message>
        <source>Take a system prompt from the library</source>
        <translation>Hämta en systemprompt ur biblioteket</translation>
    </message>
</context>
<context>
    <name>Rail</name>
    <message>
        <source>Chat</source>
        <translation>Chatt</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Jämför</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modeller</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Inställningar</translation>
    </message>
</context>
<context>
    <name>RawText</name>
    <message>
        <source>Reply as the model wrote it</source>
        <translation>Svaret som modellen skrev det</translation>
    </message>
</context>
<context>
    <name>ReplyBody</name>
    <message>
        <source>Reply</source>
        <translation>Svar</translation>
    </message>
</context>
<context>
    <name>ReplyFoot</name>
    <message>
        <source>As the model wrote it</source>
        <translation>Som modellen skrev det</translation>
    </message>
    <message>
        <source>Continue the reply</source>
        <translation>Fortsätt svaret</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopiera</translation>
    </message>
    <message>
        <source>Regenerate</source>
        <translation>Skriv ett nytt svar</translation>
    </message>
</context>
<context>
    <name>ReplyMessage</name>
    <message>
        <source>{0} % accepted</source>
        <translation>{0} % accepterat</translation>
    </message>
    <message>
        <source>{0} cached</source>
        <translation>{0} cachade</translation>
    </message>
    <message>
        <source>{0} per round</source>
        <translation>{0} per runda</translation>
    </message>
    <message>
        <source>{0} s to first token</source>
        <translation>{0} s till första token</translation>
    </message>
    <message>
        <source>{0} tok/s</source>
        <translation>{0} tok/s</translation>
    </message>
</context>
<context>
    <name>ReplyNotes</name>
    <message>
        <source>All {0} tokens went into thinking, and there is no answer yet. Continue to let it go on.</source>
        <translation>Alla {0} tokens gick åt till att tänka, och det finns inget svar än. Fortsätt för att låta den hålla på.</translation>
    </message>
    <message>
        <source>Ended at the longest reply set in Settings.</source>
        <translation>Avslutades vid den längsta svarslängd som är vald i inställningarna.</translation>
    </message>
    <message>
        <source>Paceline ended while this was written.</source>
        <translation>Paceline avslutades medan det här skrevs.</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>Stoppat.</translation>
    </message>
    <message>
        <source>The context is full.</source>
        <translation>Kontexten är full.</translation>
    </message>
</context>
<context>
    <name>ResultTable</name>
    <message>
        <source>Against the baseline, from pairs of runs that followed each other; 99 % interval below.</source>
        <translation>Mot baslinjen, från par av körningar som följde på varandra; 99 %-intervall under.</translation>
    </message>
    <message>
        <source>Decode speed: median of the runs, smallest and largest below.</source>
        <translation>Avkodningshastighet: medianen av körningarna, minsta och största under.</translation>
    </message>
    <message>
        <source>From the start of a run to its first token, reading the prompt included.</source>
        <translation>Från körningens början till första token, inläsningen av prompten inräknad.</translation>
    </message>
    <message>
        <source>Of the speed that a drafter which always knew would reach with this model on this machine.</source>
        <translation>Andel av den hastighet som utkast som alltid hade rätt skulle ge med modellen på den här datorn.</translation>
    </message>
    <message>
        <source>Of the tokens that were drafted, those that the model would have chosen itself.</source>
        <translation>Hur stor del av utkastens tokens som modellen själv hade valt.</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Resultat</translation>
    </message>
    <message>
        <source>Tokens that a round gave out, the target&apos;s own included.</source>
        <translation>Tokens som en runda gav, modellens egen inräknad.</translation>
    </message>
    <message>
        <source>Where the time of the rounds went.</source>
        <translation>Vart rundornas tid tog vägen.</translation>
    </message>
    <message>
        <source>Whether the replies are the baseline&apos;s, token for token.</source>
        <translation>Om svaren är samma som baslinjens, token för token.</translation>
    </message>
    <message>
        <source>accepted</source>
        <translation>accepterat</translation>
    </message>
    <message>
        <source>draft · verify · other</source>
        <translation>utkast · verif. · annat</translation>
    </message>
    <message>
        <source>first token</source>
        <translation>första token</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>inte mätt</translation>
    </message>
    <message>
        <source>not measured yet</source>
        <translation>inte mätt än</translation>
    </message>
    <message>
        <source>of possible</source>
        <translation>av möjligt</translation>
    </message>
    <message>
        <source>per round</source>
        <translation>per runda</translation>
    </message>
    <message>
        <source>preset</source>
        <translation>förval</translation>
    </message>
    <message>
        <source>speedup</source>
        <translation>uppsnabbning</translation>
    </message>
    <message>
        <source>text</source>
        <translation>text</translation>
    </message>
    <message>
        <source>tok/s</source>
        <translation>tok/s</translation>
    </message>
    <message>
        <source>too short to judge</source>
        <translation>för kort för att bedöma</translation>
    </message>
</context>
<context>
    <name>ResultsCard</name>
    <message>
        <source>A recommendation follows when a preset has run beside the baseline.</source>
        <translation>En rekommendation kommer när ett förval har körts vid sidan av baslinjen.</translation>
    </message>
    <message>
        <source>All prompts</source>
        <translation>Alla promptar</translation>
    </message>
    <message>
        <source>Beside the result</source>
        <translation>Att tänka på vid resultatet</translation>
    </message>
    <message>
        <source>Prompt shown</source>
        <translation>Visad prompt</translation>
    </message>
    <message>
        <source>So far: {0}</source>
        <translation>Hittills: {0}</translation>
    </message>
    <message>
        <source>Switch speculation off in the chat</source>
        <translation>Stäng av spekulation i chatten</translation>
    </message>
    <message>
        <source>Use {0} in the chat</source>
        <translation>Använd {0} i chatten</translation>
    </message>
    <message>
        <source>What it came to</source>
        <translation>Vad det gav</translation>
    </message>
</context>
<context>
    <name>RoundStrip</name>
    <message>
        <source>One column for each round, once a reply runs.</source>
        <translation>En kolumn per runda, så snart ett svar skrivs.</translation>
    </message>
    <message>
        <source>Round {n}: nothing proposed</source>
        <translation>Runda {n}: inget föreslaget</translation>
    </message>
    <message>
        <source>Round {n}: {drafted} proposed, {accepted} accepted</source>
        <translation>Runda {n}: {drafted} föreslagna, {accepted} accepterade</translation>
    </message>
    <message>
        <source>Rounds, newest last</source>
        <translation>Rundor, nyast sist</translation>
    </message>
    <message>
        <source>The last {0} rounds: {1} tokens proposed, {2} accepted. The arrow keys go through them.</source>
        <translation>De senaste {0} rundorna: {1} tokens föreslagna, {2} accepterade. Gå igenom dem med piltangenterna.</translation>
    </message>
    <message>
        <source>draft {draft}, verify {verify}, other {other}</source>
        <translation>utkast {draft}, verifiering {verify}, annat {other}</translation>
    </message>
</context>
<context>
    <name>RuleChoice</name>
    <message>
        <source>A seed gives the same text with every preset, and with none. Take it unless you have a reason not to.</source>
        <translation>Ett frö ger samma text med alla förval, och utan. Välj det om du inte har skäl att välja något annat.</translation>
    </message>
    <message>
        <source>Acceptance rule: {0}</source>
        <translation>Acceptansregel: {0}</translation>
    </message>
    <message>
        <source>Acceptance: {0}</source>
        <translation>Acceptans: {0}</translation>
    </message>
    <message>
        <source>Accepts a little more. Replies are as good and as varied as without drafts, but a seed gives another text. Take it for speed at high temperatures.</source>
        <translation>Accepterar lite mer. Svaren är lika bra och varierade som utan utkast, men ett frö ger en annan text. Välj det för högre hastighet vid höga temperaturer.</translation>
    </message>
    <message>
        <source>As llama.cpp does</source>
        <translation>Som llama.cpp</translation>
    </message>
    <message>
        <source>Most accepted</source>
        <translation>Mest accepterat</translation>
    </message>
    <message>
        <source>Only a draft that is the token drawn anyway is accepted. Take it to compare with llama-server.</source>
        <translation>Bara utkast som är den token som ändå drogs accepteras. Välj det för att jämföra med llama-server.</translation>
    </message>
    <message>
        <source>Same text</source>
        <translation>Samma text</translation>
    </message>
    <message>
        <source>They differ above temperature 0 only.</source>
        <translation>De skiljer sig bara åt över temperatur 0.</translation>
    </message>
</context>
<context>
    <name>SamplingForm</name>
    <message>
        <source>0 always takes the likeliest token</source>
        <translation>0 tar alltid den troligaste token</translation>
    </message>
    <message>
        <source>0 changes nothing</source>
        <translation>0 ändrar inget</translation>
    </message>
    <message>
        <source>0 keeps all tokens</source>
        <translation>0 behåller alla tokens</translation>
    </message>
    <message>
        <source>1 changes nothing</source>
        <translation>1 ändrar inget</translation>
    </message>
    <message>
        <source>1 keeps all tokens</source>
        <translation>1 behåller alla tokens</translation>
    </message>
    <message>
        <source>Frequency penalty</source>
        <translation>Frekvensstraff</translation>
    </message>
    <message>
        <source>Keep as profile</source>
        <translation>Spara som profil</translation>
    </message>
    <message>
        <source>Keep as profile…</source>
        <translation>Spara…</translation>
    </message>
    <message>
        <source>Min-p</source>
        <translation>Min-p</translation>
    </message>
    <message>
        <source>Penalties look back</source>
        <translation>Straffen ser bakåt</translation>
    </message>
    <message>
        <source>Presence penalty</source>
        <translation>Närvarostraff</translation>
    </message>
    <message>
        <source>Remove profile</source>
        <translation>Ta bort</translation>
    </message>
    <message>
        <source>Repeat penalty</source>
        <translation>Upprepningsstraff</translation>
    </message>
    <message>
        <source>Sampling profile</source>
        <translation>Samplingsprofil</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Frö</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>Top-k</source>
        <translation>Top-k</translation>
    </message>
    <message>
        <source>Top-p</source>
        <translation>Top-p</translation>
    </message>
    <message>
        <source>Values of its own</source>
        <translation>Egna värden</translation>
    </message>
    <message>
        <source>a fixed seed gives the same text again</source>
        <translation>ett fast frö ger samma text igen</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alla</translation>
    </message>
    <message>
        <source>new each time</source>
        <translation>nytt varje gång</translation>
    </message>
    <message>
        <source>tokens; -1 for all</source>
        <translation>tokens; -1 för alla</translation>
    </message>
</context>
<context>
    <name>SchemaChip</name>
    <message>
        <source>Constrain the reply: JSON schema</source>
        <translation>Begränsa svaret: JSON-schema</translation>
    </message>
    <message>
        <source>JSON schema</source>
        <translation>JSON-schema</translation>
    </message>
    <message>
        <source>JSON: {0}</source>
        <translation>JSON: {0}</translation>
    </message>
    <message>
        <source>Replies keep to a JSON schema ({0})</source>
        <translation>Svaren följer ett JSON-schema ({0})</translation>
    </message>
    <message>
        <source>Write freely again</source>
        <translation>Skriv fritt igen</translation>
    </message>
</context>
<context>
    <name>SchemaDialog</name>
    <message>
        <source>Cancel</source>
        <translation>Avbryt</translation>
    </message>
    <message>
        <source>Constrain the reply</source>
        <translation>Begränsa svaret</translation>
    </message>
    <message>
        <source>Insert an example</source>
        <translation>Infoga ett exempel</translation>
    </message>
    <message>
        <source>JSON schema</source>
        <translation>JSON-schema</translation>
    </message>
    <message>
        <source>Replies of this chat will be JSON of this shape. It goes together with every preset: a draft that breaks the schema is simply not accepted.</source>
        <translation>Svaren i den här chatten blir JSON av den här formen. Det går ihop med alla förval: ett utkast som bryter mot schemat accepteras helt enkelt inte.</translation>
    </message>
    <message>
        <source>This can be used.</source>
        <translation>Det här går att använda.</translation>
    </message>
    <message>
        <source>Use it</source>
        <translation>Använd</translation>
    </message>
    <message>
        <source>Write freely again</source>
        <translation>Skriv fritt igen</translation>
    </message>
</context>
<context>
    <name>SettingsPage</name>
    <message>
        <source>0 always takes the likeliest</source>
        <translation>0 tar alltid det troligaste</translation>
    </message>
    <message>
        <source>0 keeps all</source>
        <translation>0 behåller alla</translation>
    </message>
    <message>
        <source>0 keeps the GPU out</source>
        <translation>0 kör utan GPU</translation>
    </message>
    <message>
        <source>1 changes nothing</source>
        <translation>1 ändrar inget</translation>
    </message>
    <message>
        <source>1 keeps all</source>
        <translation>1 behåller alla</translation>
    </message>
    <message>
        <source>100 % is as large as the system&apos;s text</source>
        <translation>100 % är lika stort som systemets text</translation>
    </message>
    <message>
        <source>All settings of chats…</source>
        <translation>Alla chattinställningar…</translation>
    </message>
    <message>
        <source>CPU keeps the GPU out</source>
        <translation>CPU kör utan GPU</translation>
    </message>
    <message>
        <source>CPU threads</source>
        <translation>CPU-trådar</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Rensa</translation>
    </message>
    <message>
        <source>Clear the own history</source>
        <translation>Rensa den egna historiken</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Färger</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Mörka</translation>
    </message>
    <message>
        <source>Draft GPU layers</source>
        <translation>Utkastets GPU-lager</translation>
    </message>
    <message>
        <source>Draft KV cache type</source>
        <translation>Utkastets KV-cachetyp</translation>
    </message>
    <message>
        <source>Draft device</source>
        <translation>Utkastets enhet</translation>
    </message>
    <message>
        <source>Draft model in memory</source>
        <translation>Utkastmodellen i minnet</translation>
    </message>
    <message>
        <source>Enter sends, Shift+Enter starts a new line</source>
        <translation>Retur skickar, Skift+Retur ger ny rad</translation>
    </message>
    <message>
        <source>Flash attention</source>
        <translation>Flash attention</translation>
    </message>
    <message>
        <source>GPU layers</source>
        <translation>GPU-lager</translation>
    </message>
    <message>
        <source>In force when a model is loaded the next time.</source>
        <translation>Gäller från nästa gång en modell läses in.</translation>
    </message>
    <message>
        <source>KV cache type</source>
        <translation>KV-cachetyp</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Språk</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Ljusa</translation>
    </message>
    <message>
        <source>Like the system</source>
        <translation>Som systemet</translation>
    </message>
    <message>
        <source>Longest reply</source>
        <translation>Längsta svar</translation>
    </message>
    <message>
        <source>Look and keys</source>
        <translation>Utseende och tangenter</translation>
    </message>
    <message>
        <source>Min-p</source>
        <translation>Min-p</translation>
    </message>
    <message>
        <source>Model in memory</source>
        <translation>Modellen i minnet</translation>
    </message>
    <message>
        <source>On disk</source>
        <translation>På disken</translation>
    </message>
    <message>
        <source>Own history</source>
        <translation>Egen historik</translation>
    </message>
    <message>
        <source>Pause drafting where it slows the reply</source>
        <translation>Pausa utkasten där de bromsar svaret</translation>
    </message>
    <message>
        <source>Reduce motion</source>
        <translation>Minska rörelser</translation>
    </message>
    <message>
        <source>Repeat penalty</source>
        <translation>Upprepningsstraff</translation>
    </message>
    <message>
        <source>Replies</source>
        <translation>Svar</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Frö</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Inställningar</translation>
    </message>
    <message>
        <source>System prompt, profiles, penalties, thinking, stop texts and more</source>
        <translation>Systemprompt, profiler, straff, tänkande, stopptexter med mera</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>Textstorlek</translation>
    </message>
    <message>
        <source>Tint accepted drafts by drafter</source>
        <translation>Färga accepterade utkast efter källa</translation>
    </message>
    <message>
        <source>Tokens of past conversations, where the preset that drafts from its own history looks.</source>
        <translation>Tokens från tidigare samtal, som förvalet Egen historik letar i.</translation>
    </message>
    <message>
        <source>Top-k</source>
        <translation>Top-k</translation>
    </message>
    <message>
        <source>Top-p</source>
        <translation>Top-p</translation>
    </message>
    <message>
        <source>a fixed seed gives the same text again</source>
        <translation>ett fast frö ger samma text igen</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>automatiskt</translation>
    </message>
    <message>
        <source>clearing…</source>
        <translation>rensar…</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>tom</translation>
    </message>
    <message>
        <source>like the model</source>
        <translation>modellens</translation>
    </message>
    <message>
        <source>new each time</source>
        <translation>nytt varje gång</translation>
    </message>
    <message>
        <source>nothing fades or runs to and fro</source>
        <translation>inget tonar eller rör sig av sig självt</translation>
    </message>
    <message>
        <source>off</source>
        <translation>av</translation>
    </message>
    <message>
        <source>on</source>
        <translation>på</translation>
    </message>
    <message>
        <source>physical cores by itself</source>
        <translation>annars fysiska kärnor</translation>
    </message>
    <message>
        <source>the model&apos;s own</source>
        <translation>modellens egen</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>tokens</translation>
    </message>
    <message>
        <source>tokens, at most 8192 by itself</source>
        <translation>tokens, annars högst 8192</translation>
    </message>
    <message>
        <source>{0} %</source>
        <translation>{0} %</translation>
    </message>
</context>
<context>
    <name>SetupBar</name>
    <message>
        <source>All {0}</source>
        <translation>Alla {0}</translation>
    </message>
    <message>
        <source>Baseline against</source>
        <translation>Baslinje mot</translation>
    </message>
    <message>
        <source>CSV: one line for every run…</source>
        <translation>CSV: en rad per körning…</translation>
    </message>
    <message>
        <source>Choose at least one preset to hold against the baseline.</source>
        <translation>Välj minst ett förval att jämföra med baslinjen.</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Jämför</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportera</translation>
    </message>
    <message>
        <source>File of prompts…</source>
        <translation>Fil med promptar…</translation>
    </message>
    <message>
        <source>HTML report…</source>
        <translation>HTML-rapport…</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Historik</translation>
    </message>
    <message>
        <source>JSON: everything…</source>
        <translation>JSON: allt…</translation>
    </message>
    <message>
        <source>Longest reply in tokens; below 64 says little about speed</source>
        <translation>Längsta svar i tokens; under 64 säger lite om hastigheten</translation>
    </message>
    <message>
        <source>Markdown: the tables…</source>
        <translation>Markdown: tabellerna…</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Own prompt</source>
        <translation>Egen prompt</translation>
    </message>
    <message>
        <source>Own prompt…</source>
        <translation>Egen prompt…</translation>
    </message>
    <message>
        <source>PNG: a picture of this view…</source>
        <translation>PNG: en bild av vyn…</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Prompt</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Körningar</translation>
    </message>
    <message>
        <source>Runs of every preset and prompt; three tell something</source>
        <translation>Körningar av varje förval och prompt; tre säger något</translation>
    </message>
    <message>
        <source>Search the fastest setting for this model on this machine</source>
        <translation>Sök den snabbaste inställningen för modellen på den här datorn</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Starta</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stoppa</translation>
    </message>
    <message>
        <source>The prompt that every preset answers</source>
        <translation>Prompten som alla förval besvarar</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>Tune…</source>
        <translation>Finjustera…</translation>
    </message>
    <message>
        <source>Write a prompt, or choose a set.</source>
        <translation>Skriv en prompt, eller välj en samling.</translation>
    </message>
    <message>
        <source>nothing yet</source>
        <translation>inget än</translation>
    </message>
    <message>
        <source>{0} ({1})</source>
        <translation>{0} ({1})</translation>
    </message>
</context>
<context>
    <name>SharesBar</name>
    <message>
        <source>Time per round</source>
        <translation>Tid per runda</translation>
    </message>
    <message>
        <source>Verifying usually takes 42 to 95 % of a round. A draft should stay below 20 % of a target pass.</source>
        <translation>Verifieringen tar oftast 42 till 95 % av en runda. Ett utkast bör hålla sig under 20 % av ett pass med modellen.</translation>
    </message>
    <message>
        <source>draft {draft} % · verify {verify} % · other {other} %</source>
        <translation>utkast {draft} % · verifiering {verify} % · annat {other} %</translation>
    </message>
</context>
<context>
    <name>ShortcutsDialog</name>
    <message>
        <source>A new chat</source>
        <translation>En ny chatt</translation>
    </message>
    <message>
        <source>A new line in the message</source>
        <translation>En ny rad i meddelandet</translation>
    </message>
    <message>
        <source>Delete the chat in the list</source>
        <translation>Ta bort chatten i listan</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Retur</translation>
    </message>
    <message>
        <source>Find in all chats</source>
        <translation>Sök i alla chattar</translation>
    </message>
    <message>
        <source>Go to a chat, a preset or a model</source>
        <translation>Gå till en chatt, ett förval eller en modell</translation>
    </message>
    <message>
        <source>Keyboard</source>
        <translation>Tangentbord</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>Större text</translation>
    </message>
    <message>
        <source>Rename the chat in the list</source>
        <translation>Byt namn på chatten i listan</translation>
    </message>
    <message>
        <source>Send the message</source>
        <translation>Skicka meddelandet</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Inställningar</translation>
    </message>
    <message>
        <source>Show or hide the speculation panel</source>
        <translation>Visa eller dölj spekulationspanelen</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>Mindre text</translation>
    </message>
    <message>
        <source>Stop the reply, or close what is open</source>
        <translation>Stoppa svaret, eller stäng det som är öppet</translation>
    </message>
    <message>
        <source>Text as large as the system&apos;s</source>
        <translation>Lika stor text som systemets</translation>
    </message>
    <message>
        <source>This help</source>
        <translation>Den här hjälpen</translation>
    </message>
    <message>
        <source>To the list of chats, and back</source>
        <translation>Till listan med chattar, och tillbaka</translation>
    </message>
    <message>
        <source>To the message line</source>
        <translation>Till meddelanderaden</translation>
    </message>
</context>
<context>
    <name>SpeculationPanel</name>
    <message>
        <source>A rule of thumb: the speed without speculation is not known.</source>
        <translation>En tumregel: hastigheten utan spekulation är inte känd.</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Ändra</translation>
    </message>
    <message>
        <source>Change preset</source>
        <translation>Byt förval</translation>
    </message>
    <message>
        <source>Close the panel</source>
        <translation>Stäng panelen</translation>
    </message>
    <message>
        <source>Close the panel (F9)</source>
        <translation>Stäng panelen (F9)</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Klar</translation>
    </message>
    <message>
        <source>No reply yet. Send a message, and here is what speculation did for it.</source>
        <translation>Inget svar än. Skicka ett meddelande, så syns här vad spekulationen gav.</translation>
    </message>
    <message>
        <source>Speculation</source>
        <translation>Spekulation</translation>
    </message>
    <message>
        <source>The new settings count from the next reply.</source>
        <translation>De nya inställningarna gäller från nästa svar.</translation>
    </message>
    <message>
        <source>The prompt is being read. The first round is next.</source>
        <translation>Prompten läses. Sedan kommer den första rundan.</translation>
    </message>
    <message>
        <source>These are the figures of {past}. {next} takes over with the next reply.</source>
        <translation>Siffrorna gäller {past}. {next} tar över från nästa svar.</translation>
    </message>
    <message>
        <source>This preset needs a draft model. Pick one under Change.</source>
        <translation>Förvalet behöver en utkastmodell. Välj en under Ändra.</translation>
    </message>
</context>
<context>
    <name>Switcher</name>
    <message>
        <source>Chat, preset or model</source>
        <translation>Chatt, förval eller modell</translation>
    </message>
    <message>
        <source>Go to</source>
        <translation>Gå till</translation>
    </message>
    <message>
        <source>Places to go to</source>
        <translation>Ställen att gå till</translation>
    </message>
</context>
<context>
    <name>SystemPromptDialog</name>
    <message>
        <source>System prompt of this chat</source>
        <translation>Chattens systemprompt</translation>
    </message>
    <message>
        <source>What the model is told before the first message. It holds from the next reply on.</source>
        <translation>Det som modellen får veta före det första meddelandet. Det gäller från nästa svar.</translation>
    </message>
</context>
<context>
    <name>ThinkingFold</name>
    <message>
        <source>Thinking text</source>
        <translation>Tankar</translation>
    </message>
    <message>
        <source>Thinking… {0} s</source>
        <translation>Tänker… {0} s</translation>
    </message>
    <message>
        <source>Thought for {0} s</source>
        <translation>Tänkte i {0} s</translation>
    </message>
</context>
<context>
    <name>TokenDialog</name>
    <message>
        <source>Access token</source>
        <translation>Åtkomsttoken</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Avbryt</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Stäng</translation>
    </message>
    <message>
        <source>Keep it</source>
        <translation>Spara</translation>
    </message>
    <message>
        <source>Keep the access token</source>
        <translation>Spara åtkomsttoken</translation>
    </message>
    <message>
        <source>Some owners want to know who downloads their models. Sign in on the hub, accept the model&apos;s terms there, make an access token with the right to read, and paste it here. It is kept in this system&apos;s keyring and sent to the hub only.</source>
        <translation>En del ägare vill veta vem som laddar ner deras modeller. Logga in på hubben, godkänn modellens villkor där, skapa en åtkomsttoken med läsrätt och klistra in den här. Den sparas i systemets nyckelring och skickas bara till hubben.</translation>
    </message>
    <message>
        <source>hf_…</source>
        <translation>hf_…</translation>
    </message>
</context>
<context>
    <name>TopBar</name>
    <message>
        <source>Chats (Ctrl+B)</source>
        <translation>Chattar (Ctrl+B)</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Förval</translation>
    </message>
    <message>
        <source>Settings of this chat</source>
        <translation>Chattens inställningar</translation>
    </message>
    <message>
        <source>Speculation panel (F9)</source>
        <translation>Spekulationspanelen (F9)</translation>
    </message>
    <message>
        <source>Tint accepted drafts by drafter</source>
        <translation>Färga accepterade utkast efter källa</translation>
    </message>
</context>
<context>
    <name>Transcript</name>
    <message>
        <source>Conversation</source>
        <translation>Samtal</translation>
    </message>
    <message>
        <source>To the latest words</source>
        <translation>Till det senaste</translation>
    </message>
</context>
<context>
    <name>TrendGraph</name>
    <message>
        <source>Speedup over time</source>
        <translation>Uppsnabbning över tid</translation>
    </message>
    <message>
        <source>Two comparisons of a preset with one model make a curve.</source>
        <translation>Två jämförelser av ett förval med samma modell ger en kurva.</translation>
    </message>
    <message>
        <source>as fast as the baseline</source>
        <translation>lika snabbt som baslinjen</translation>
    </message>
    <message>
        <source>comparisons, oldest first</source>
        <translation>jämförelser, äldst först</translation>
    </message>
</context>
<context>
    <name>Trouble</name>
    <message>
        <source>A fault of Paceline</source>
        <translation>Ett fel i Paceline</translation>
    </message>
    <message>
        <source>Settings are not being saved</source>
        <translation>Inställningarna sparas inte</translation>
    </message>
    <message>
        <source>Some settings could not be read</source>
        <translation>Vissa inställningar kunde inte läsas</translation>
    </message>
    <message>
        <source>Something failed that nobody foresaw. Your conversations are kept.</source>
        <translation>Ett oväntat fel inträffade. Dina samtal finns kvar.</translation>
    </message>
    <message>
        <source>What you change holds until the window is closed</source>
        <translation>Det du ändrar gäller tills fönstret stängs</translation>
    </message>
    <message>
        <source>{0} has the details; please report it</source>
        <translation>Detaljerna finns i {0}; rapportera det gärna</translation>
    </message>
</context>
<context>
    <name>TuneDialog</name>
    <message>
        <source>99 % interval</source>
        <translation>99 %-intervall</translation>
    </message>
    <message>
        <source>Draft model</source>
        <translation>Utkastmodell</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Fortsätt</translation>
    </message>
    <message>
        <source>Loads the model and times a reply, to see what there is time for</source>
        <translation>Läser in modellen och tar tid på ett svar, för att se vad tiden räcker till</translation>
    </message>
    <message>
        <source>Longest time in minutes</source>
        <translation>Längsta tid i minuter</translation>
    </message>
    <message>
        <source>Name of the preset</source>
        <translation>Förvalets namn</translation>
    </message>
    <message>
        <source>No setting is certainly faster than what is there already, so there is nothing to save.</source>
        <translation>Ingen inställning är säkert snabbare än det som redan finns, så det finns inget att spara.</translation>
    </message>
    <message>
        <source>Preset of the heat map</source>
        <translation>Värmekartans förval</translation>
    </message>
    <message>
        <source>Quick: fewer settings and prompts</source>
        <translation>Snabbt: färre inställningar och promptar</translation>
    </message>
    <message>
        <source>Round {0} of {1}</source>
        <translation>Omgång {0} av {1}</translation>
    </message>
    <message>
        <source>Save as preset</source>
        <translation>Spara som förval</translation>
    </message>
    <message>
        <source>Saved among your presets.</source>
        <translation>Sparat bland dina förval.</translation>
    </message>
    <message>
        <source>Settings of all presets that {0} can have run against the baseline. Who is clearly behind after a round is dropped, and the last few run against auto. The engine writes no replies meanwhile.</source>
        <translation>Inställningar av alla förval som {0} kan ha körs mot baslinjen. Den som ligger klart efter vid omgångens slut faller bort, och de sista körs mot Automatiskt. Motorn skriver inga svar under tiden.</translation>
    </message>
    <message>
        <source>Settings, the fastest first</source>
        <translation>Inställningar, snabbast först</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Starta</translation>
    </message>
    <message>
        <source>Start with {0} min</source>
        <translation>Starta med {0} min</translation>
    </message>
    <message>
        <source>Switch speculation off</source>
        <translation>Stäng av spekulationen</translation>
    </message>
    <message>
        <source>The engine died during the tuning</source>
        <translation>Motorn dog under finjusteringen</translation>
    </message>
    <message>
        <source>The race is shown here, and before its first reply how long it takes.</source>
        <translation>Loppet visas här, och före dess första svar hur länge det tar.</translation>
    </message>
    <message>
        <source>The tuning could not run</source>
        <translation>Finjusteringen kunde inte köras</translation>
    </message>
    <message>
        <source>There is no time for a verdict</source>
        <translation>Tiden räcker inte till ett omdöme</translation>
    </message>
    <message>
        <source>Times the baseline&apos;s speed</source>
        <translation>Gånger baslinjens hastighet</translation>
    </message>
    <message>
        <source>Tune</source>
        <translation>Finjustera</translation>
    </message>
    <message>
        <source>Tune again</source>
        <translation>Finjustera igen</translation>
    </message>
    <message>
        <source>Tuning cannot begin now</source>
        <translation>Finjusteringen kan inte börja nu</translation>
    </message>
    <message>
        <source>Use auto</source>
        <translation>Använd Automatiskt</translation>
    </message>
    <message>
        <source>Use it in the chat</source>
        <translation>Använd i chatten</translation>
    </message>
    <message>
        <source>What was measured until then is kept among the comparisons.</source>
        <translation>Det som mättes dittills finns kvar bland jämförelserna.</translation>
    </message>
    <message>
        <source>With the same choices it goes on from here.</source>
        <translation>Med samma val fortsätter den härifrån.</translation>
    </message>
    <message>
        <source>about {0} left</source>
        <translation>ungefär {0} kvar</translation>
    </message>
    <message>
        <source>accepted</source>
        <translation>accepterat</translation>
    </message>
    <message>
        <source>as long as it takes</source>
        <translation>så lång tid det tar</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>högst</translation>
    </message>
    <message>
        <source>for {0} of {1} prompts</source>
        <translation>i {0} av {1} promptar</translation>
    </message>
    <message>
        <source>goes on where it was stopped, with {0} replies</source>
        <translation>fortsätter där den stoppades, med {0} svar</translation>
    </message>
    <message>
        <source>in the race</source>
        <translation>i loppet</translation>
    </message>
    <message>
        <source>min</source>
        <translation>min</translation>
    </message>
    <message>
        <source>no time for it</source>
        <translation>ingen tid för den</translation>
    </message>
    <message>
        <source>none</source>
        <translation>ingen</translation>
    </message>
    <message>
        <source>setting</source>
        <translation>inställning</translation>
    </message>
    <message>
        <source>speedup</source>
        <translation>uppsnabbning</translation>
    </message>
    <message>
        <source>to the end</source>
        <translation>till slutet</translation>
    </message>
    <message>
        <source>tok/s</source>
        <translation>tok/s</translation>
    </message>
    <message>
        <source>until round {0}</source>
        <translation>till omgång {0}</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>{0} of at most {1} replies</source>
        <translation>{0} av högst {1} svar</translation>
    </message>
</context>
<context>
    <name>TuningHost</name>
    <message>
        <source>A comparison runs. Wait for its end, or stop it.</source>
        <translation>En jämförelse pågår. Vänta tills den är klar, eller stoppa den.</translation>
    </message>
</context>
<context>
    <name>UndoBar</name>
    <message numerus="yes">
        <source>%n chats deleted</source>
        <translation>
            <numerusform>%n chatt togs bort</numerusform>
            <numerusform>%n chattar togs bort</numerusform>
        </translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation>Stäng meddelandet</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Ny chatt</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Ångra</translation>
    </message>
    <message>
        <source>“{0}” deleted</source>
        <translation>”{0}” togs bort</translation>
    </message>
</context>
<context>
    <name>UserMessage</name>
    <message>
        <source>Edit your message</source>
        <translation>Ändra ditt meddelande</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Du</translation>
    </message>
    <message>
        <source>Your message</source>
        <translation>Ditt meddelande</translation>
    </message>
</context>
<context>
    <name>VariantSwitch</name>
    <message>
        <source>Variant {title}</source>
        <translation>Variant {title}</translation>
    </message>
    <message>
        <source>Your own values</source>
        <translation>Dina egna värden</translation>
    </message>
</context>
<context>
    <name>Verdict</name>
    <message>
        <source>No gain and no harm: {times} the baseline with {accepted} accepted.</source>
        <translation>Varken vinst eller förlust: {times} baslinjen med {accepted} accepterat.</translation>
    </message>
    <message>
        <source>No repetition found yet. Looking back costs next to nothing until the reply repeats the prompt or itself.</source>
        <translation>Ingen upprepning än. Att leta bakåt kostar nästan inget tills svaret upprepar prompten eller sig självt.</translation>
    </message>
    <message>
        <source>Nothing drafted yet.</source>
        <translation>Inga utkast än.</translation>
    </message>
    <message>
        <source>Only {accepted} accepted: speculation seldom pays below 40 %.</source>
        <translation>Bara {accepted} accepterat: under 40 % lönar sig spekulation sällan.</translation>
    </message>
    <message>
        <source>Only {per_round} drafted tokens are kept per round: likely slower than without.</source>
        <translation>Bara {per_round} tokens ur utkasten behålls per runda: troligen långsammare än utan.</translation>
    </message>
    <message>
        <source>Speculation is off. {speed} tok/s is the baseline that presets are measured against.</source>
        <translation>Spekulationen är av. {speed} tok/s är baslinjen som förvalen mäts mot.</translation>
    </message>
    <message>
        <source>Speculation is off: the model writes one token per pass. This is the baseline.</source>
        <translation>Spekulationen är av: modellen skriver en token per pass. Det här är baslinjen.</translation>
    </message>
    <message>
        <source>Speculation pays here: {times} the baseline with {accepted} accepted.</source>
        <translation>Spekulationen lönar sig här: {times} baslinjen med {accepted} accepterat.</translation>
    </message>
    <message>
        <source>Speculation pays here: {times} the baseline, although only {accepted} is accepted.</source>
        <translation>Spekulationen lönar sig här: {times} baslinjen, fast bara {accepted} accepteras.</translation>
    </message>
    <message>
        <source>Speculation pays here: {times} the baseline. A smaller draft would give more: drafting takes {draft_share} of a pass.</source>
        <translation>Spekulationen lönar sig här: {times} baslinjen. En mindre utkastmodell skulle ge mer: utkasten tar {draft_share} av ett pass.</translation>
    </message>
    <message>
        <source>The draft model is loaded but has proposed nothing: it takes memory and gives no speed. Lower p_min or n_min, or switch it off.</source>
        <translation>Utkastmodellen är inläst men har inte föreslagit något: den tar minne och snabbar inte upp något. Sänk p_min eller n_min, eller stäng av den.</translation>
    </message>
    <message>
        <source>The drafter has proposed nothing so far. Lower p_min or n_min, or switch speculation off.</source>
        <translation>Inget utkast har föreslagits än. Sänk p_min eller n_min, eller stäng av spekulationen.</translation>
    </message>
    <message>
        <source>Too short to judge yet: {n} of about {enough} tokens.</source>
        <translation>För kort för att bedöma än: {n} av ungefär {enough} tokens.</translation>
    </message>
    <message>
        <source>Waiting for the first round.</source>
        <translation>Väntar på den första rundan.</translation>
    </message>
    <message>
        <source>about {times}</source>
        <translation>ungefär {times}</translation>
    </message>
    <message>
        <source>{accepted} accepted, but drafting takes {draft_share} of a pass; below 20 % is healthy.</source>
        <translation>{accepted} accepterat, men utkasten tar {draft_share} av ett pass; under 20 % är lagom.</translation>
    </message>
    <message>
        <source>{accepted} accepted, yet {times} the baseline: drafting takes {draft_share} of a pass. Use a smaller draft or shorter drafts.</source>
        <translation>{accepted} accepterat, ändå {times} baslinjen: utkasten tar {draft_share} av ett pass. Välj en mindre utkastmodell eller kortare utkast.</translation>
    </message>
    <message>
        <source>{accepted} accepted, yet {times} the baseline: only {per_round} drafted tokens are kept per round.</source>
        <translation>{accepted} accepterat, ändå {times} baslinjen: bara {per_round} tokens ur utkasten behålls per runda.</translation>
    </message>
    <message>
        <source>{accepted} accepted, yet {times} the baseline: verifying several tokens at once costs more than it saves here. Try shorter drafts.</source>
        <translation>{accepted} accepterat, ändå {times} baslinjen: att verifiera flera tokens på en gång kostar mer än det sparar här. Prova kortare utkast.</translation>
    </message>
    <message>
        <source>{accepted} accepted, {times} the baseline: speculation slows this chat.</source>
        <translation>{accepted} accepterat, {times} baslinjen: spekulationen bromsar den här chatten.</translation>
    </message>
    <message>
        <source>{accepted} accepted, {times} the baseline: too little for what verifying costs. Shorter drafts may help.</source>
        <translation>{accepted} accepterat, {times} baslinjen: för lite för vad verifieringen kostar. Kortare utkast kan hjälpa.</translation>
    </message>
    <message>
        <source>{accepted} accepted: below 50 % a draft model may cost more than it gives.</source>
        <translation>{accepted} accepterat: under 50 % kan en utkastmodell kosta mer än den ger.</translation>
    </message>
    <message>
        <source>{accepted} accepted: on the edge of what pays. Shorter drafts may help.</source>
        <translation>{accepted} accepterat: på gränsen till vad som lönar sig. Kortare utkast kan hjälpa.</translation>
    </message>
    <message>
        <source>{accepted} accepted: this should pay. One reply with speculation off gives the baseline to compare with.</source>
        <translation>{accepted} accepterat: det här borde löna sig. Ett svar utan spekulation ger en baslinje att jämföra med.</translation>
    </message>
</context>
<context>
    <name>VerdictCard</name>
    <message>
        <source>Switch off</source>
        <translation>Stäng av</translation>
    </message>
    <message>
        <source>Use {preset}</source>
        <translation>Använd {preset}</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Omdöme</translation>
    </message>
</context>
<context>
    <name>Versions</name>
    <message>
        <source>Newer version</source>
        <translation>Nyare version</translation>
    </message>
    <message>
        <source>Older version</source>
        <translation>Äldre version</translation>
    </message>
    <message>
        <source>Version {0} of {1}</source>
        <translation>Version {0} av {1}</translation>
    </message>
</context>
<context>
    <name>Welcome</name>
    <message>
        <source>A lighthouse keeper finds a letter</source>
        <translation>En fyrvaktare hittar ett brev</translation>
    </message>
    <message>
        <source>Chat with a model on this computer</source>
        <translation>Chatta med en modell på din dator</translation>
    </message>
    <message>
        <source>Edit code</source>
        <translation>Ändra kod</translation>
    </message>
    <message>
        <source>Eight users with name, e-mail and age</source>
        <translation>Åtta användare med namn, e-post och ålder</translation>
    </message>
    <message>
        <source>Explain in a few sentences why the sky is dark at night.</source>
        <translation>Förklara i några meningar varför himlen är mörk på natten.</translation>
    </message>
    <message>
        <source>Explain something</source>
        <translation>Förklara något</translation>
    </message>
    <message>
        <source>Found on this computer</source>
        <translation>Hittat på datorn</translation>
    </message>
    <message>
        <source>Load {0}</source>
        <translation>Läs in {0}</translation>
    </message>
    <message>
        <source>Loading {0}</source>
        <translation>Läser in {0}</translation>
    </message>
    <message>
        <source>Nothing leaves this machine. Pick a model, or drop a GGUF file anywhere on the window.</source>
        <translation>Inget lämnar datorn. Välj en modell, eller släpp en GGUF-fil var som helst i fönstret.</translation>
    </message>
    <message>
        <source>Open a GGUF file…</source>
        <translation>Öppna en GGUF-fil…</translation>
    </message>
    <message>
        <source>Rename a variable in a class</source>
        <translation>Byt namn på en variabel i en klass</translation>
    </message>
    <message>
        <source>Rename item to product and print the whole class again.</source>
        <translation>Byt namn på item till product och skriv ut hela klassen igen.</translation>
    </message>
    <message>
        <source>Tell a short story about a lighthouse keeper who finds a letter in a bottle.</source>
        <translation>Berätta en kort historia om en fyrvaktare som hittar ett brev i en flaska.</translation>
    </message>
    <message>
        <source>Tell a story</source>
        <translation>Berätta en historia</translation>
    </message>
    <message>
        <source>The file is read into memory. You can chat as soon as it is there.</source>
        <translation>Filen läses in i minnet. Du kan chatta så snart den är där.</translation>
    </message>
    <message>
        <source>What shall we write?</source>
        <translation>Vad ska vi skriva?</translation>
    </message>
    <message>
        <source>Why the sky is dark at night</source>
        <translation>Varför himlen är mörk på natten</translation>
    </message>
    <message>
        <source>Write a JSON list</source>
        <translation>Skriv en JSON-lista</translation>
    </message>
    <message>
        <source>Write a JSON list of eight users with the fields name, email and age. Only the JSON.</source>
        <translation>Skriv en JSON-lista med åtta användare med fälten name, email och age. Bara JSON.</translation>
    </message>
    <message>
        <source>{0} is ready. Try one of these; the speculation panel (F9) shows what drafting does.</source>
        <translation>{0} är redo. Prova något av förslagen; spekulationspanelen (F9) visar vad utkasten gör.</translation>
    </message>
</context>
<context>
    <name>_Changes</name>
    <message>
        <source>Reckon with: {0}</source>
        <translation>Räkna med: {0}</translation>
    </message>
</context>
<context>
    <name>_Chip</name>
    <message>
        <source>Read as {0}</source>
        <translation>Läst som {0}</translation>
    </message>
    <message>
        <source>Remove {0}</source>
        <translation>Ta bort {0}</translation>
    </message>
    <message>
        <source>more than the context holds</source>
        <translation>mer än kontexten rymmer</translation>
    </message>
    <message>
        <source>{0} tokens</source>
        <translation>{0} tokens</translation>
    </message>
</context>
<context>
    <name>_Figures</name>
    <message>
        <source>Cost of a pass, in passes of the model</source>
        <translation>Kostnad för ett pass, i pass med modellen</translation>
    </message>
    <message>
        <source>Expected speed</source>
        <translation>Väntad hastighet</translation>
    </message>
    <message>
        <source>Layers left out</source>
        <translation>Bortplockade lager</translation>
    </message>
    <message>
        <source>Tokens it proposes as the model does</source>
        <translation>Tokens som den föreslår som modellen</translation>
    </message>
    <message>
        <source>none</source>
        <translation>inga</translation>
    </message>
    <message>
        <source>{0}×, with drafts of {1}</source>
        <translation>{0}×, med utkast på {1}</translation>
    </message>
</context>
<context>
    <name>_LoadingCard</name>
    <message>
        <source>Cancel</source>
        <translation>Avbryt</translation>
    </message>
    <message>
        <source>Cancel loading</source>
        <translation>Avbryt inläsningen</translation>
    </message>
    <message>
        <source>Loading the model</source>
        <translation>Läser in modellen</translation>
    </message>
</context>
<context>
    <name>_Memory</name>
    <message>
        <source>{0} are to stay free for everything else.</source>
        <translation>{0} ska förbli ledigt för allt annat.</translation>
    </message>
    <message>
        <source>{0} needed</source>
        <translation>{0} behövs</translation>
    </message>
    <message>
        <source>{0} of {1} free</source>
        <translation>{0} av {1} ledigt</translation>
    </message>
</context>
<context>
    <name>_ReplyForm</name>
    <message>
        <source>Longest reply</source>
        <translation>Längsta svar</translation>
    </message>
    <message>
        <source>One on each line; \n for a line break</source>
        <translation>En per rad; \n ger radbrytning</translation>
    </message>
    <message>
        <source>Stop texts</source>
        <translation>Stopptexter</translation>
    </message>
    <message>
        <source>Stop texts, one on each line</source>
        <translation>Stopptexter, en per rad</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>Tänkande</translation>
    </message>
    <message>
        <source>as the model does</source>
        <translation>modellens val</translation>
    </message>
    <message>
        <source>off</source>
        <translation>av</translation>
    </message>
    <message>
        <source>on</source>
        <translation>på</translation>
    </message>
    <message>
        <source>this model&apos;s template has no switch for it</source>
        <translation>saknas i modellens mall</translation>
    </message>
    <message>
        <source>tokens, thinking included</source>
        <translation>tokens, med tänkandet</translation>
    </message>
</context>
<context>
    <name>_Section</name>
    <message>
        <source>Reset</source>
        <translation>Återställ</translation>
    </message>
    <message>
        <source>Reset: {0}</source>
        <translation>Återställ: {0}</translation>
    </message>
</context>
<context>
    <name>_TroubleCard</name>
    <message>
        <source>Enter an access token…</source>
        <translation>Ange en åtkomsttoken…</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Försök igen</translation>
    </message>
</context>
<context>
    <name>engine</name>
    <message>
        <source> ({0} as fast as auto)</source>
        <translation> ({0} så snabbt som auto)</translation>
    </message>
    <message>
        <source> ({0} to {1})</source>
        <translation> ({0} till {1})</translation>
    </message>
    <message>
        <source> Another preset, or none, would be faster here.</source>
        <translation> Ett annat förval, eller inget, vore snabbare här.</translation>
    </message>
    <message>
        <source> Drafting is off for the rest of this reply, and on again for the next one.</source>
        <translation> Inga fler utkast görs i det här svaret; i nästa görs de igen.</translation>
    </message>
    <message>
        <source> Drafting rests for a while and is tried again.</source>
        <translation> Utkasten vilar en stund och prövas sedan igen.</translation>
    </message>
    <message>
        <source> Drafts are right nearly always then, so the figures flatter.</source>
        <translation> Då stämmer utkasten nästan alltid, så siffrorna smickrar.</translation>
    </message>
    <message>
        <source> at up to {0} °C</source>
        <translation> vid upp till {0} °C</translation>
    </message>
    <message>
        <source> in {0}</source>
        <translation> i {0}</translation>
    </message>
    <message>
        <source> {0} may be as good.</source>
        <translation> {0} kan vara lika bra.</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is no address</source>
        <translation>”{0}” är ingen adress</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is no name of a repository</source>
        <translation>”{0}” är inget namn på ett arkiv</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is not fetched</source>
        <translation>”{0}” hämtas inte</translation>
    </message>
    <message>
        <source>; and {0} more</source>
        <translation>; och {0} till</translation>
    </message>
    <message>
        <source>; {0} foreign programs compute on it</source>
        <translation>; {0} andra program räknar på den</translation>
    </message>
    <message>
        <source>A bug of Paceline: {0}. The log has the details.</source>
        <translation>Ett fel i Paceline: {0}. Detaljerna finns i loggen.</translation>
    </message>
    <message>
        <source>A change to a conversation could not be kept</source>
        <translation>En ändring i ett samtal kunde inte sparas</translation>
    </message>
    <message>
        <source>A checkpoint of the model&apos;s state could not be put back</source>
        <translation>En ögonblicksbild av modellens tillstånd kunde inte återställas</translation>
    </message>
    <message>
        <source>A checkpoint of the model&apos;s state could not be taken</source>
        <translation>En ögonblicksbild av modellens tillstånd kunde inte tas</translation>
    </message>
    <message>
        <source>A context of {0} tokens does not fit into memory</source>
        <translation>En kontext på {0} token får inte plats i minnet</translation>
    </message>
    <message>
        <source>A context was used after it was closed</source>
        <translation>En kontext användes efter att den stängts</translation>
    </message>
    <message>
        <source>A good draft of the same family works on new text too.</source>
        <translation>En bra utkastmodell av samma familj fungerar också på ny text.</translation>
    </message>
    <message>
        <source>A library that it needs is missing. Install Paceline again, and the GPU&apos;s driver if it was built for a GPU.</source>
        <translation>Ett bibliotek som det behöver saknas. Installera Paceline igen, och GPU:ns drivrutin om det byggdes för en GPU.</translation>
    </message>
    <message>
        <source>A mixture of experts on the processor makes verifying several tokens dear; only sure drafts pay.</source>
        <translation>En expertblandning på processorn gör det dyrt att kontrollera flera token; bara säkra utkast lönar sig.</translation>
    </message>
    <message>
        <source>A model this small needs no draft.</source>
        <translation>En så liten modell behöver inga utkast.</translation>
    </message>
    <message>
        <source>A name has 1 to {0} characters</source>
        <translation>Ett namn har 1 till {0} tecken</translation>
    </message>
    <message>
        <source>A pass of the draft costs at least as much as one of the target: it can only slow down.</source>
        <translation>Ett pass med utkastmodellen kostar minst lika mycket som ett med modellen: den kan bara bromsa.</translation>
    </message>
    <message>
        <source>A pass of the draft reads {0} of the bytes that one of the target does: it pays only where nearly every guess is accepted.</source>
        <translation>Ett pass med utkastmodellen läser {0} av de byte som ett med modellen läser: det lönar sig bara där nästan varje gissning accepteras.</translation>
    </message>
    <message>
        <source>A preset cannot be called &apos;{0}&apos;</source>
        <translation>Ett förval kan inte heta ”{0}”</translation>
    </message>
    <message>
        <source>A prompt has 1 to {0} characters that are not all spaces</source>
        <translation>En prompt har 1 till {0} tecken som inte alla är blanksteg</translation>
    </message>
    <message>
        <source>A {0} cannot have the name &apos;{1}&apos;</source>
        <translation>En {0} kan inte heta ”{1}”</translation>
    </message>
    <message>
        <source>Above temperature {0} fewer drafts are accepted; expect less.</source>
        <translation>Över temperatur {0} godtas färre utkast; vänta dig mindre.</translation>
    </message>
    <message>
        <source>Accept its terms on {0}, make a token on {1}/settings/tokens and give it to Paceline (in the Models view, or as HF_TOKEN).</source>
        <translation>Godkänn villkoren på {0}, skapa en åtkomsttoken på {1}/settings/tokens och ge den till Paceline (i vyn Modeller, eller som HF_TOKEN).</translation>
    </message>
    <message>
        <source>All of them</source>
        <translation>Alla</translation>
    </message>
    <message>
        <source>Ask for a new reply instead</source>
        <translation>Be om ett nytt svar i stället</translation>
    </message>
    <message>
        <source>Ask for it on {0}</source>
        <translation>Be om den på {0}</translation>
    </message>
    <message>
        <source>Begin each turn with a heading such as &apos;## User&apos; or &apos;## Assistant&apos;</source>
        <translation>Börja varje inlägg med en rubrik som ”## User” eller ”## Assistant”</translation>
    </message>
    <message>
        <source>Check HF_ENDPOINT, and whether the network wants a login in the browser.</source>
        <translation>Kontrollera HF_ENDPOINT, och om nätet kräver inloggning i webbläsaren.</translation>
    </message>
    <message>
        <source>Check HF_ENDPOINT, and whether this is the repository that you mean.</source>
        <translation>Kontrollera HF_ENDPOINT, och om det är förrådet du menar.</translation>
    </message>
    <message>
        <source>Check HF_ENDPOINT.</source>
        <translation>Kontrollera HF_ENDPOINT.</translation>
    </message>
    <message>
        <source>Check HTTPS_PROXY.</source>
        <translation>Kontrollera HTTPS_PROXY.</translation>
    </message>
    <message>
        <source>Check its permissions.</source>
        <translation>Kontrollera behörigheterna.</translation>
    </message>
    <message>
        <source>Check its rules.</source>
        <translation>Kontrollera reglerna.</translation>
    </message>
    <message>
        <source>Check that the file is complete and made for this llama.cpp (see `paceline doctor`).</source>
        <translation>Kontrollera att filen är fullständig och gjord för den här versionen av llama.cpp (se `paceline doctor`).</translation>
    </message>
    <message>
        <source>Check that the file is complete and that the disk has room.</source>
        <translation>Kontrollera att filen är fullständig och att disken har plats.</translation>
    </message>
    <message>
        <source>Check the models folder and its permissions.</source>
        <translation>Kontrollera modellmappen och dess behörigheter.</translation>
    </message>
    <message>
        <source>Check the name on {0}</source>
        <translation>Kontrollera namnet på {0}</translation>
    </message>
    <message>
        <source>Check the network and try again</source>
        <translation>Kontrollera nätet och försök igen</translation>
    </message>
    <message>
        <source>Check the network and try again.</source>
        <translation>Kontrollera nätet och försök igen.</translation>
    </message>
    <message>
        <source>Check the path</source>
        <translation>Kontrollera sökvägen</translation>
    </message>
    <message>
        <source>Check the path of the draft model.</source>
        <translation>Kontrollera sökvägen till utkastmodellen.</translation>
    </message>
    <message>
        <source>Check the path, or pick another model.</source>
        <translation>Kontrollera sökvägen, eller välj en annan modell.</translation>
    </message>
    <message>
        <source>Check the proxy.</source>
        <translation>Kontrollera proxyn.</translation>
    </message>
    <message>
        <source>Check what it repeats and refers to.</source>
        <translation>Kontrollera vad det upprepar och hänvisar till.</translation>
    </message>
    <message>
        <source>Choose a models folder on another disk; FAT32 ends at 4 GB.</source>
        <translation>Välj en modellmapp på en annan disk; FAT32 tar bara filer upp till 4 GB.</translation>
    </message>
    <message>
        <source>Choose a set or a file with at least one</source>
        <translation>Välj en samling eller en fil med minst en</translation>
    </message>
    <message>
        <source>Choose a smaller model with the same vocabulary as draft</source>
        <translation>Välj en mindre modell med samma vokabulär som utkastmodell</translation>
    </message>
    <message>
        <source>Choose another name</source>
        <translation>Välj ett annat namn</translation>
    </message>
    <message>
        <source>Compare it with JSON Schema.</source>
        <translation>Jämför det med JSON Schema.</translation>
    </message>
    <message>
        <source>Conversations are being saved again</source>
        <translation>Samtalen sparas igen</translation>
    </message>
    <message>
        <source>Conversations are not being saved</source>
        <translation>Samtalen sparas inte</translation>
    </message>
    <message>
        <source>Copy and edit</source>
        <translation>Kopiera och ändra</translation>
    </message>
    <message>
        <source>Copy it again from the hub</source>
        <translation>Kopiera den på nytt från hubben</translation>
    </message>
    <message>
        <source>DIFFERENT {0}, gap {1}</source>
        <translation>OLIKA {0}, avstånd {1}</translation>
    </message>
    <message>
        <source>Delete or rename that one first.</source>
        <translation>Ta bort eller byt namn på den först.</translation>
    </message>
    <message>
        <source>Do not use {0}: the text differs from the baseline&apos;s by more than a tie. Please report it.</source>
        <translation>Använd inte {0}: texten skiljer sig från baslinjens mer än vid oavgjort. Rapportera det gärna.</translation>
    </message>
    <message>
        <source>Download it again.</source>
        <translation>Ladda ner den igen.</translation>
    </message>
    <message>
        <source>Download it into the same folder.</source>
        <translation>Ladda ner den till samma mapp.</translation>
    </message>
    <message>
        <source>Draft model</source>
        <translation>Utkastmodell</translation>
    </message>
    <message>
        <source>Drafts held before, and now hardly any do ({0} % of the last ones).</source>
        <translation>Utkasten höll förut, och nu håller knappt något ({0} % av de senaste).</translation>
    </message>
    <message>
        <source>Drafts of {0} by {1} should make replies {2}× as fast</source>
        <translation>Utkast på {0} med {1} bör göra svaren {2}× så snabba</translation>
    </message>
    <message>
        <source>Drafts shorter than this are dropped.</source>
        <translation>Utkast kortare än så här kastas.</translation>
    </message>
    <message>
        <source>Earlier occurrences needed.</source>
        <translation>Tidigare förekomster som krävs.</translation>
    </message>
    <message>
        <source>End it; then they are written here</source>
        <translation>Avsluta det, så skrivs de här</translation>
    </message>
    <message>
        <source>Engines that do</source>
        <translation>Motorer som kan det</translation>
    </message>
    <message>
        <source>Every further token wakes further experts, so verifying several is dear on the processor.</source>
        <translation>Varje token till väcker fler experter, så det är dyrt att kontrollera flera på processorn.</translation>
    </message>
    <message>
        <source>Expected to be about {0} times as fast with drafts of {1}, if {2} of the guesses are accepted as is usual; a pass of the draft costs {3} of one of the target.</source>
        <translation>Väntas bli ungefär {0} gånger så snabbt med utkast på {1}, om {2} av gissningarna accepteras som det brukar; ett pass med utkastmodellen kostar {3} av ett med modellen.</translation>
    </message>
    <message>
        <source>Expected to bring nothing: a pass of the draft costs {0} of one of the target, and {1} of such guesses are usually accepted.</source>
        <translation>Väntas inte ge något: ett pass med utkastmodellen kostar {0} av ett med modellen, och {1} av sådana gissningar brukar accepteras.</translation>
    </message>
    <message>
        <source>Fetch the file by hand, or look for another copy.</source>
        <translation>Hämta filen för hand, eller sök en annan kopia.</translation>
    </message>
    <message>
        <source>For {0} rounds the reply ran at {1}× its speed without drafts.</source>
        <translation>I {0} rundor gick svaret med {1}× hastigheten utan utkast.</translation>
    </message>
    <message>
        <source>Free some space, or search with a smaller quantisation.</source>
        <translation>Frigör plats, eller sök med en mindre kvantisering.</translation>
    </message>
    <message>
        <source>Free some space; they are written as soon as there is room</source>
        <translation>Frigör plats; de skrivs så snart det finns rum</translation>
    </message>
    <message>
        <source>Get a newer file of this draft head.</source>
        <translation>Hämta en nyare fil av det här utkasthuvudet.</translation>
    </message>
    <message>
        <source>Get another file.</source>
        <translation>Hämta en annan fil.</translation>
    </message>
    <message>
        <source>Give one of prompt, messages, turns</source>
        <translation>Ange ett av prompt, messages, turns</translation>
    </message>
    <message>
        <source>Give yourself the right to write there, or choose another folder with PACELINE_DATA</source>
        <translation>Ge dig själv rätt att skriva där, eller välj en annan mapp med PACELINE_DATA</translation>
    </message>
    <message>
        <source>Given up: {0}× the baseline on one prompt.</source>
        <translation>Avbruten: {0}× baslinjen på en prompt.</translation>
    </message>
    <message>
        <source>Given up: {0}× where the best of {1} has {2}×.</source>
        <translation>Avbruten: {0}× där den bästa av {1} har {2}×.</translation>
    </message>
    <message>
        <source>How much memory {0} has free is not known, so {1} runs on the CPU: set GPU layers.</source>
        <translation>Hur mycket ledigt minne {0} har är inte känt, så {1} körs på processorn: ställ in GPU-lager.</translation>
    </message>
    <message>
        <source>Install Paceline again.</source>
        <translation>Installera Paceline igen.</translation>
    </message>
    <message>
        <source>Install Paceline with its demo extra, or put any GGUF file into </source>
        <translation>Installera Paceline med tillägget demo, eller lägg valfri GGUF-fil i </translation>
    </message>
    <message>
        <source>It can only be removed for good.</source>
        <translation>Den kan bara tas bort för gott.</translation>
    </message>
    <message>
        <source>It costs next to nothing, and helps where the reply repeats the conversation or itself.</source>
        <translation>Det kostar nästan ingenting och hjälper där svaret upprepar samtalet eller sig självt.</translation>
    </message>
    <message>
        <source>It is a DFlash head, which guesses from its target&apos;s hidden state: no plain draft model.</source>
        <translation>Det är ett DFlash-huvud, som gissar utifrån modellens dolda tillstånd: ingen vanlig utkastmodell.</translation>
    </message>
    <message>
        <source>It is a LoRA adapter, not a model.</source>
        <translation>Det är en LoRA-adapter, ingen modell.</translation>
    </message>
    <message>
        <source>It is a diffusion language model, which does not write token by token.</source>
        <translation>Det är en diffusionsspråkmodell, som inte skriver token för token.</translation>
    </message>
    <message>
        <source>It is a head for {0} models, and the target is {1}.</source>
        <translation>Det är ett huvud för {0}-modeller, och modellen är {1}.</translation>
    </message>
    <message>
        <source>It is a speech model, which writes no text.</source>
        <translation>Det är en talmodell, som inte skriver text.</translation>
    </message>
    <message>
        <source>It is a vocabulary without weights.</source>
        <translation>Det är en vokabulär utan vikter.</translation>
    </message>
    <message>
        <source>It is an EAGLE-3 head, which guesses from its target&apos;s hidden state: no plain draft model.</source>
        <translation>Det är ett EAGLE-3-huvud, som gissar utifrån modellens dolda tillstånd: ingen vanlig utkastmodell.</translation>
    </message>
    <message>
        <source>It is an assistant head, which reads its target&apos;s memory: no plain draft, but &apos;draft-mtp&apos; takes it.</source>
        <translation>Det är ett assistenthuvud, som läser modellens minne: ingen vanlig utkastmodell, men ”draft-mtp” kan använda det.</translation>
    </message>
    <message>
        <source>It is an embedding model, which writes no text.</source>
        <translation>Det är en inbäddningsmodell, som inte skriver text.</translation>
    </message>
    <message>
        <source>It is an encoder-decoder model, which cannot follow a running text.</source>
        <translation>Det är en kodare-avkodare, som inte kan följa en löpande text.</translation>
    </message>
    <message>
        <source>It is an image projector (mmproj), not a language model.</source>
        <translation>Det är en bildprojektor (mmproj), ingen språkmodell.</translation>
    </message>
    <message>
        <source>It is an importance matrix, not a model.</source>
        <translation>Det är en viktighetsmatris, ingen modell.</translation>
    </message>
    <message>
        <source>It is another model: its architecture or its size differs.</source>
        <translation>Det är en annan modell: arkitekturen eller storleken skiljer sig.</translation>
    </message>
    <message>
        <source>It is made for hidden rows of {0} numbers, and the target&apos;s have {1}: it belongs to a model of another size.</source>
        <translation>Det är gjort för dolda rader med {0} tal, och modellens har {1}: det hör till en modell av annan storlek.</translation>
    </message>
    <message>
        <source>It is no MTP head in a file of its own: its kind is &apos;{0}&apos;.</source>
        <translation>Det är inget MTP-huvud i en egen fil: sorten är ”{0}”.</translation>
    </message>
    <message>
        <source>It is the MTP part of a model: no plain draft model, but the preset &apos;draft-mtp&apos; takes it.</source>
        <translation>Det är MTP-delen av en modell: ingen vanlig utkastmodell, men förvalet ”draft-mtp” kan använda den.</translation>
    </message>
    <message>
        <source>It is the model that the window starts with.</source>
        <translation>Det är modellen som fönstret startar med.</translation>
    </message>
    <message>
        <source>It is the target itself: every guess would cost as much as it saves.</source>
        <translation>Det är modellen själv: varje gissning skulle kosta lika mycket som den sparar.</translation>
    </message>
    <message>
        <source>It is time to tune again: {0}.</source>
        <translation>Det är dags att finjustera igen: {0}.</translation>
    </message>
    <message>
        <source>It may be of another version of Paceline</source>
        <translation>Den kan vara från en annan version av Paceline</translation>
    </message>
    <message>
        <source>It sits behind layer {0}, and the target has {1}: it belongs to a model of another size.</source>
        <translation>Det sitter bakom lager {0}, och modellen har {1}: det hör till en modell av annan storlek.</translation>
    </message>
    <message>
        <source>It takes the drafter and length that gain most at measured prices, and none where none does.</source>
        <translation>Det tar det utkastsätt och den längd som vinner mest till uppmätta priser, och inget där inget vinner.</translation>
    </message>
    <message>
        <source>Its keys are not of the target&apos;s size: it belongs to a model of another size.</source>
        <translation>Dess nycklar har inte modellens storlek: det hör till en modell av annan storlek.</translation>
    </message>
    <message>
        <source>Its native library was built for a newer system. Update the system, or install llama-cpp-python from source.</source>
        <translation>Dess maskinkodsbibliotek byggdes för ett nyare system. Uppdatera systemet eller installera llama-cpp-python från källkod.</translation>
    </message>
    <message>
        <source>Its target must end in a layer with a window and one without.</source>
        <translation>Dess modell måste sluta med ett lager med fönster och ett utan.</translation>
    </message>
    <message>
        <source>Known from: {0}.</source>
        <translation>Känt från: {0}.</translation>
    </message>
    <message>
        <source>Known: {0}.</source>
        <translation>Kända: {0}.</translation>
    </message>
    <message>
        <source>LM Studio&apos;s folder</source>
        <translation>LM Studios mapp</translation>
    </message>
    <message>
        <source>Leave speculation off: the best arm, {0}, is {1} as fast as the baseline.</source>
        <translation>Låt spekulationen vara av: den bästa, {0}, är {1} så snabb som baslinjen.</translation>
    </message>
    <message>
        <source>Leave speculation off: {0}, which cannot be told from it. More minutes or a quieter machine may tell.</source>
        <translation>Låt spekulationen vara av: {0}, vilket inte går att skilja från den. Fler minuter eller en mindre belastad dator kan avgöra det.</translation>
    </message>
    <message>
        <source>Leave speculation off: {0}.</source>
        <translation>Låt spekulationen vara av: {0}.</translation>
    </message>
    <message>
        <source>Leave that out, or write it in another way.</source>
        <translation>Utelämna det, eller skriv det på ett annat sätt.</translation>
    </message>
    <message>
        <source>List the repository again.</source>
        <translation>Lista arkivet igen.</translation>
    </message>
    <message>
        <source>Load another model first.</source>
        <translation>Läs in en annan modell först.</translation>
    </message>
    <message>
        <source>Load the model that it belongs to.</source>
        <translation>Läs in modellen som den hör till.</translation>
    </message>
    <message>
        <source>Load the model that it changes.</source>
        <translation>Läs in modellen som den ändrar.</translation>
    </message>
    <message>
        <source>Load the model with a longer one.</source>
        <translation>Läs in modellen med en längre.</translation>
    </message>
    <message>
        <source>Load the whole model, in a file that has the MTP part inside.</source>
        <translation>Läs in hela modellen, i en fil som innehåller MTP-delen.</translation>
    </message>
    <message>
        <source>Loading {0} was cancelled</source>
        <translation>Inläsningen av {0} avbröts</translation>
    </message>
    <message>
        <source>Longest draft, in tokens.</source>
        <translation>Längsta utkast, i tokens.</translation>
    </message>
    <message>
        <source>Longest draft, in tokens; 0 is what was measured to pay best.</source>
        <translation>Längsta utkast, i tokens; 0 är det som mätningen visade lönar sig bäst.</translation>
    </message>
    <message>
        <source>Look for another copy of the model.</source>
        <translation>Sök en annan kopia av modellen.</translation>
    </message>
    <message>
        <source>Look for another copy.</source>
        <translation>Sök en annan kopia.</translation>
    </message>
    <message>
        <source>Look for models again.</source>
        <translation>Sök efter modeller igen.</translation>
    </message>
    <message>
        <source>MTP head of {0}</source>
        <translation>MTP-huvud till {0}</translation>
    </message>
    <message>
        <source>MTP inside</source>
        <translation>med MTP</translation>
    </message>
    <message>
        <source>Make a new token on {0}/settings/tokens</source>
        <translation>Skapa en ny åtkomsttoken på {0}/settings/tokens</translation>
    </message>
    <message>
        <source>Make room and resume; what was fetched is kept.</source>
        <translation>Frigör plats och återuppta; det som hämtats finns kvar.</translation>
    </message>
    <message>
        <source>Make room there, or choose a models folder on another disk.</source>
        <translation>Frigör plats där, eller välj en modellmapp på en annan disk.</translation>
    </message>
    <message>
        <source>Make room there, or name another folder with {0}</source>
        <translation>Frigör plats där, eller ange en annan mapp med {0}</translation>
    </message>
    <message>
        <source>Measuring the price was cancelled</source>
        <translation>Mätningen av kostnaden avbröts</translation>
    </message>
    <message>
        <source>Most of such a reply stands in the conversation already, and looking back costs next to nothing.</source>
        <translation>Det mesta av ett sådant svar står redan i samtalet, och att titta bakåt kostar nästan ingenting.</translation>
    </message>
    <message>
        <source>Most tokens to draft after a match.</source>
        <translation>Flest tokens i ett utkast efter en träff.</translation>
    </message>
    <message>
        <source>Move it away, or choose another folder with PACELINE_DATA</source>
        <translation>Flytta bort den, eller välj en annan mapp med PACELINE_DATA</translation>
    </message>
    <message>
        <source>Move it to another folder and start Paceline again; it then begins with an empty file</source>
        <translation>Flytta den till en annan mapp och starta Paceline igen; det börjar då med en tom fil</translation>
    </message>
    <message>
        <source>N-gram pool</source>
        <translation>N-gram, gemensamt minne</translation>
    </message>
    <message>
        <source>N-gram, four continuations</source>
        <translation>N-gram, fyra fortsättningar</translation>
    </message>
    <message>
        <source>N-gram, learning lengths</source>
        <translation>N-gram, lär sig längder</translation>
    </message>
    <message>
        <source>Name a .gguf file in it.</source>
        <translation>Ange en .gguf-fil i den.</translation>
    </message>
    <message>
        <source>No clear winner: {0} at {1} cannot be told from the baseline. Leave speculation off, or repeat the runs on a quieter machine.</source>
        <translation>Ingen klar vinnare: {0} med {1} går inte att skilja från baslinjen. Låt spekulationen vara av, eller kör om när datorn gör mindre annat.</translation>
    </message>
    <message>
        <source>No copy of it was made yet; `paceline skip-layers -m {0}` searches for one that pays</source>
        <translation>Ingen kopia av den har gjorts än; `paceline skip-layers -m {0}` söker en som lönar sig</translation>
    </message>
    <message>
        <source>No copy pays here. The best, {0}, would give {1}×</source>
        <translation>Ingen kopia lönar sig här. Den bästa, {0}, skulle ge {1}×</translation>
    </message>
    <message>
        <source>No copy was made.</source>
        <translation>Ingen kopia gjordes.</translation>
    </message>
    <message>
        <source>No layers of {0} can be left out</source>
        <translation>Inga lager i {0} kan utelämnas</translation>
    </message>
    <message>
        <source>No memory for a context of {0} tokens of {1}</source>
        <translation>Inget minne för en kontext på {0} tokens för {1}</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>Disken är full</translation>
    </message>
    <message>
        <source>No speculation: nothing to gain, nothing to lose, and what the others are measured against.</source>
        <translation>Ingen spekulation: inget att vinna, inget att förlora, och det som de andra mäts mot.</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>Filen eller mappen finns inte</translation>
    </message>
    <message>
        <source>No token can be chosen from the model&apos;s output</source>
        <translation>Ingen token kan väljas ur modellens utdata</translation>
    </message>
    <message>
        <source>Nothing can be recommended: no preset was measured beside the baseline.</source>
        <translation>Inget kan rekommenderas: inget förval mättes vid sidan av baslinjen.</translation>
    </message>
    <message>
        <source>Nothing can be recommended: no setting was measured beside the baseline.</source>
        <translation>Inget kan rekommenderas: ingen inställning mättes bredvid baslinjen.</translation>
    </message>
    <message>
        <source>Nothing can be recommended: the baseline was not measured.</source>
        <translation>Inget kan rekommenderas: baslinjen mättes inte.</translation>
    </message>
    <message>
        <source>Nothing of it was taken</source>
        <translation>Inget av den togs in</translation>
    </message>
    <message>
        <source>Nothing of it was taken; mend the file and try again</source>
        <translation>Inget av den togs in; rätta filen och försök igen</translation>
    </message>
    <message>
        <source>Nothing was written to {0}</source>
        <translation>Inget skrevs till {0}</translation>
    </message>
    <message>
        <source>Ollama&apos;s folder</source>
        <translation>Ollamas mapp</translation>
    </message>
    <message>
        <source>Only {0} % of the drafts of this reply hold, and rounds with drafts run at {1}× the speed of those without.</source>
        <translation>Bara {0} % av svarets utkast håller, och rundor med utkast går med {1}× hastigheten utan utkast.</translation>
    </message>
    <message>
        <source>Open {0} instead.</source>
        <translation>Öppna {0} i stället.</translation>
    </message>
    <message>
        <source>Option &apos;{0}&apos; of preset &apos;{1}&apos;</source>
        <translation>Alternativet ”{0}” i förvalet ”{1}”</translation>
    </message>
    <message>
        <source>Other programs kept {0} of {1} processor cores busy during the runs (at most {2}): the figures may be off.</source>
        <translation>Andra program höll {0} av {1} processorkärnor upptagna under körningarna (som mest {2}): siffrorna kan vara missvisande.</translation>
    </message>
    <message>
        <source>Own history</source>
        <translation>Egen historik</translation>
    </message>
    <message>
        <source>Own layers, some left out</source>
        <translation>Egna lager, några utelämnade</translation>
    </message>
    <message>
        <source>Paceline is being closed</source>
        <translation>Paceline stängs</translation>
    </message>
    <message>
        <source>Paceline itself failed ({0}: {1})</source>
        <translation>Paceline självt gick fel ({0}: {1})</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>Åtkomst nekad</translation>
    </message>
    <message>
        <source>Pick a chat model.</source>
        <translation>Välj en chattmodell.</translation>
    </message>
    <message>
        <source>Pick a draft model first.</source>
        <translation>Välj en utkastmodell först.</translation>
    </message>
    <message>
        <source>Pick a draft model instead.</source>
        <translation>Välj en utkastmodell i stället.</translation>
    </message>
    <message>
        <source>Pick a file that ends in .gguf.</source>
        <translation>Välj en fil som slutar på .gguf.</translation>
    </message>
    <message>
        <source>Pick another file.</source>
        <translation>Välj en annan fil.</translation>
    </message>
    <message>
        <source>Pick one that is small and of the same family as the model.</source>
        <translation>Välj en som är liten och av samma familj som modellen.</translation>
    </message>
    <message>
        <source>Pick the model itself.</source>
        <translation>Välj själva modellen.</translation>
    </message>
    <message>
        <source>Pick the model that lies beside it.</source>
        <translation>Välj modellen som ligger bredvid.</translation>
    </message>
    <message>
        <source>Preset &apos;{0}&apos; was tuned on {1}, but {2}. Tune again: paceline tune</source>
        <translation>Förvalet ”{0}” finjusterades {1}, men {2}. Finjustera igen: paceline tune</translation>
    </message>
    <message>
        <source>Questions about a text</source>
        <translation>Frågor om en text</translation>
    </message>
    <message>
        <source>Quick: one prompt of five kinds</source>
        <translation>Snabbt: en prompt av fem sorter</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>Filsystemet går inte att skriva till</translation>
    </message>
    <message>
        <source>Remove it in LM Studio</source>
        <translation>Ta bort den i LM Studio</translation>
    </message>
    <message>
        <source>Remove it in the file manager</source>
        <translation>Ta bort den i filhanteraren</translation>
    </message>
    <message>
        <source>Remove it with: hf cache rm</source>
        <translation>Ta bort den med: hf cache rm</translation>
    </message>
    <message>
        <source>Remove it with: ollama rm</source>
        <translation>Ta bort den med: ollama rm</translation>
    </message>
    <message>
        <source>Remove that link and try again.</source>
        <translation>Ta bort länken och försök igen.</translation>
    </message>
    <message>
        <source>Replies are not held to all that the JSON schema asks for: {0}.</source>
        <translation>Svaren följer inte säkert allt som JSON-schemat kräver: {0}.</translation>
    </message>
    <message>
        <source>Same vocabulary and same family: a good pair.</source>
        <translation>Samma vokabulär och samma familj: ett bra par.</translation>
    </message>
    <message>
        <source>Same width and vocabulary: this head belongs to such a model.</source>
        <translation>Samma bredd och vokabulär: huvudet hör till en sådan modell.</translation>
    </message>
    <message>
        <source>Say which</source>
        <translation>Ange vilken</translation>
    </message>
    <message>
        <source>Scoring tokens was cancelled</source>
        <translation>Bedömningen av tokens avbröts</translation>
    </message>
    <message>
        <source>See the log.</source>
        <translation>Se loggen.</translation>
    </message>
    <message>
        <source>See to it that the disk is there and whole</source>
        <translation>Se till att disken finns och är hel</translation>
    </message>
    <message>
        <source>See {0}/{1}/tree/main</source>
        <translation>Se {0}/{1}/tree/main</translation>
    </message>
    <message>
        <source>Set HF_ENDPOINT to one like https://huggingface.co</source>
        <translation>Sätt HF_ENDPOINT till en som https://huggingface.co</translation>
    </message>
    <message>
        <source>Simplify it.</source>
        <translation>Förenkla det.</translation>
    </message>
    <message>
        <source>Start a new chat.</source>
        <translation>Börja en ny chatt.</translation>
    </message>
    <message>
        <source>Start it again.</source>
        <translation>Starta den igen.</translation>
    </message>
    <message>
        <source>Stop before a token that the MTP head gives less probability.</source>
        <translation>Sluta före en token som MTP-huvudet ger lägre sannolikhet.</translation>
    </message>
    <message>
        <source>Stop before a token that the copy gives less probability.</source>
        <translation>Sluta före en token som kopian ger lägre sannolikhet.</translation>
    </message>
    <message>
        <source>Stop before a token that the draft model gives less probability.</source>
        <translation>Sluta före en token som utkastmodellen ger lägre sannolikhet.</translation>
    </message>
    <message>
        <source>Stop where the whole draft becomes less probable than this.</source>
        <translation>Sluta där hela utkastet blir mindre sannolikt än så här.</translation>
    </message>
    <message>
        <source>Stopped before anything could be told.</source>
        <translation>Stoppad innan något gick att säga.</translation>
    </message>
    <message>
        <source>Take a depth of 0 to {0}, or load the model with a longer context.</source>
        <translation>Välj ett djup på 0 till {0}, eller läs in modellen med en längre kontext.</translation>
    </message>
    <message>
        <source>Take a part of it</source>
        <translation>Ta en del av den</translation>
    </message>
    <message>
        <source>Take a smaller context, a smaller KV type, or fewer GPU layers.</source>
        <translation>Välj en mindre kontext, en mindre KV-typ eller färre GPU-lager.</translation>
    </message>
    <message>
        <source>Take one of them.</source>
        <translation>Ta en av dem.</translation>
    </message>
    <message>
        <source>Text is split by the rules &apos;{0}&apos; in the target and &apos;{1}&apos; in the draft: {2}.</source>
        <translation>Text delas enligt reglerna ”{0}” i modellen och ”{1}” i utkastmodellen: {2}.</translation>
    </message>
    <message>
        <source>The chat template of this model cannot be used for this conversation</source>
        <translation>Modellens chattmall kan inte användas för det här samtalet</translation>
    </message>
    <message>
        <source>The comparison</source>
        <translation>Jämförelsen</translation>
    </message>
    <message>
        <source>The context is full</source>
        <translation>Kontexten är full</translation>
    </message>
    <message>
        <source>The context of {0} tokens is longer than the {1} that {2} was trained for; replies may lose their sense behind that.</source>
        <translation>Kontexten på {0} tokens är längre än de {1} som {2} är tränad för; svaren kan tappa tråden bortom det.</translation>
    </message>
    <message>
        <source>The context of {0} tokens is too short to search in</source>
        <translation>Kontexten på {0} tokens är för kort att söka i</translation>
    </message>
    <message>
        <source>The copy of {0} that was made of it to draft for it ({1}) is of no use without it.</source>
        <translation>Kopian på {0} som gjordes av den för att göra utkast åt den ({1}) är till ingen nytta utan den.</translation>
    </message>
    <message>
        <source>The copy was made.</source>
        <translation>Kopian gjordes.</translation>
    </message>
    <message>
        <source>The copy without {0} of {1} layers was measured when it was made: replies are expected at {2}× the speed without it.</source>
        <translation>Kopian utan {0} av {1} lager mättes när den gjordes: svaren väntas bli {2}× så snabba som utan den.</translation>
    </message>
    <message>
        <source>The damaged one is kept as {0}</source>
        <translation>Den skadade finns kvar som {0}</translation>
    </message>
    <message>
        <source>The devices are: {0}.</source>
        <translation>Enheterna är: {0}.</translation>
    </message>
    <message>
        <source>The draft is a {0} and the target a {1}: {2}.</source>
        <translation>Utkastmodellen är en {0} och modellen en {1}: {2}.</translation>
    </message>
    <message>
        <source>The draft was trained for {0} tokens of context and the target for {1}: in longer conversations its guesses get worse.</source>
        <translation>Utkastmodellen är tränad för {0} tokens kontext och modellen för {1}: i längre samtal gissar den sämre.</translation>
    </message>
    <message>
        <source>The draft&apos;s architecture is {0} and the target&apos;s {1}: {2}.</source>
        <translation>Utkastmodellens arkitektur är {0} och modellens {1}: {2}.</translation>
    </message>
    <message>
        <source>The engine could not start (exit code {0}).</source>
        <translation>Motorn kunde inte starta (slutkod {0}).</translation>
    </message>
    <message>
        <source>The engine could not start: its native library cannot be loaded.</source>
        <translation>Motorn kunde inte starta: dess maskinkodsbibliotek går inte att läsa in.</translation>
    </message>
    <message>
        <source>The engine crashed in native code.</source>
        <translation>Motorn kraschade i maskinkod.</translation>
    </message>
    <message>
        <source>The engine died</source>
        <translation>Motorn dog</translation>
    </message>
    <message>
        <source>The engine ended by itself (exit code {0}).</source>
        <translation>Motorn avslutade sig själv (slutkod {0}).</translation>
    </message>
    <message>
        <source>The engine met an instruction that this processor does not have.</source>
        <translation>Motorn stötte på en instruktion som den här processorn saknar.</translation>
    </message>
    <message>
        <source>The engine stopped answering.</source>
        <translation>Motorn slutade svara.</translation>
    </message>
    <message>
        <source>The engine stopped itself: llama.cpp found a state that it cannot go on from, or a device ran out of memory.</source>
        <translation>Motorn stoppade sig själv: llama.cpp hamnade i ett läge som det inte kan fortsätta från, eller så tog minnet slut på en enhet.</translation>
    </message>
    <message>
        <source>The engine was ended from outside.</source>
        <translation>Motorn avslutades utifrån.</translation>
    </message>
    <message>
        <source>The engine was killed; the system does that when memory runs out.</source>
        <translation>Motorn dödades; det gör systemet när minnet tar slut.</translation>
    </message>
    <message>
        <source>The file as it was is kept as {0}.</source>
        <translation>Filen är bevarad som den var i {0}.</translation>
    </message>
    <message>
        <source>The file holds {0} MTP heads, and this llama.cpp runs only one of {1} models.</source>
        <translation>Filen har {0} MTP-huvuden, och den här llama.cpp kör bara ett för {1}-modeller.</translation>
    </message>
    <message>
        <source>The file names an MTP head and leaves it out: get the -MTP- variant, or the head as its own file.</source>
        <translation>Filen nämner ett MTP-huvud men saknar det: hämta varianten med -MTP- i namnet, eller huvudet som egen fil.</translation>
    </message>
    <message>
        <source>The file of conversations was damaged</source>
        <translation>Filen med samtal var skadad</translation>
    </message>
    <message>
        <source>The grammar cannot be read</source>
        <translation>Grammatiken kan inte läsas</translation>
    </message>
    <message>
        <source>The grammar leaves no token that could come next</source>
        <translation>Grammatiken lämnar ingen token som kan komma härnäst</translation>
    </message>
    <message>
        <source>The head is of {0} and the target of {1}: it fits, but fewer guesses will be accepted.</source>
        <translation>Huvudet är av {0} och modellen av {1}: det passar, men färre gissningar accepteras.</translation>
    </message>
    <message>
        <source>The length of the replies is {0}</source>
        <translation>Svarens längd är {0}</translation>
    </message>
    <message>
        <source>The log has the details; please report it.</source>
        <translation>Detaljerna finns i loggen; rapportera det gärna.</translation>
    </message>
    <message>
        <source>The machine runs on battery.</source>
        <translation>Datorn går på batteri.</translation>
    </message>
    <message>
        <source>The model file may be damaged or a logit bias forbids every token; try another file</source>
        <translation>Modellfilen kan vara skadad, eller en logit bias förbjuder varje token; prova en annan fil</translation>
    </message>
    <message>
        <source>The model holds its own MTP head: nothing has to be fetched.</source>
        <translation>Modellen har ett eget MTP-huvud: inget behöver hämtas.</translation>
    </message>
    <message>
        <source>The model is so small that a draft model costs nearly what it saves.</source>
        <translation>Modellen är så liten att en utkastmodell kostar nästan vad den sparar.</translation>
    </message>
    <message>
        <source>The model&apos;s own head knows it best and costs little; it works on new text too.</source>
        <translation>Modellens eget huvud känner den bäst och kostar lite; det fungerar också på ny text.</translation>
    </message>
    <message>
        <source>The native library was built for a processor with more instructions. Install llama-cpp-python from source on this machine.</source>
        <translation>Maskinkodsbiblioteket byggdes för en processor med fler instruktioner. Installera llama-cpp-python från källkod på den här datorn.</translation>
    </message>
    <message>
        <source>The number of runs is {0}</source>
        <translation>Antalet körningar är {0}</translation>
    </message>
    <message>
        <source>The peer {0} is named twice</source>
        <translation>{0} nämns två gånger</translation>
    </message>
    <message>
        <source>The preset needs a draft model</source>
        <translation>Förvalet behöver en utkastmodell</translation>
    </message>
    <message>
        <source>The price at a depth of {0} tokens cannot be measured</source>
        <translation>Kostnaden på ett djup av {0} tokens kan inte mätas</translation>
    </message>
    <message>
        <source>The processor was held back by heat or by a quota during some runs.</source>
        <translation>Processorn hölls tillbaka av värme eller av en kvot under några körningar.</translation>
    </message>
    <message>
        <source>The replies were too short to judge; take a longer length or prompts that ask for more.</source>
        <translation>Svaren var för korta för att bedöma; välj en större längd eller promptar som ber om mer.</translation>
    </message>
    <message>
        <source>The replies were too short to judge; take a longer length.</source>
        <translation>Svaren var för korta att döma efter; välj en större längd.</translation>
    </message>
    <message>
        <source>The reply cannot be continued</source>
        <translation>Svaret kan inte fortsättas</translation>
    </message>
    <message>
        <source>The reply repeats itself: the same few words over and over.</source>
        <translation>Svaret upprepar sig: samma få ord om och om igen.</translation>
    </message>
    <message>
        <source>The reply&apos;s length must be at least 1 token</source>
        <translation>Svarets längd måste vara minst 1 token</translation>
    </message>
    <message>
        <source>The same model with its MTP head inside.</source>
        <translation>Samma modell med MTP-huvudet i filen.</translation>
    </message>
    <message>
        <source>The search for layers of {0} was cancelled</source>
        <translation>Sökningen bland lagren i {0} avbröts</translation>
    </message>
    <message>
        <source>The sets are: {0}</source>
        <translation>Samlingarna är: {0}</translation>
    </message>
    <message>
        <source>The setting repeat_penalty is {0}</source>
        <translation>Inställningen repeat_penalty är {0}</translation>
    </message>
    <message>
        <source>The setting {0} is {1}</source>
        <translation>Inställningen {0} är {1}</translation>
    </message>
    <message>
        <source>The system is in a power-saving mode.</source>
        <translation>Systemet är i energisparläge.</translation>
    </message>
    <message>
        <source>The system prompt &apos;{0}&apos; cannot be kept</source>
        <translation>Systemprompten ”{0}” kan inte sparas</translation>
    </message>
    <message>
        <source>The system&apos;s keyring did not take the token ({0}): it is used until Paceline ends and is written nowhere.</source>
        <translation>Systemets nyckelring tog inte emot åtkomsttoken ({0}): den används tills Paceline avslutas och skrivs ingenstans.</translation>
    </message>
    <message>
        <source>The target cannot be chatted with: its kind is &apos;{0}&apos;.</source>
        <translation>Modellen går inte att chatta med: sorten är ”{0}”.</translation>
    </message>
    <message>
        <source>The text could not be tokenised</source>
        <translation>Texten kunde inte delas i tokens</translation>
    </message>
    <message>
        <source>The token at the {0} of a text ({1}) is {2} in the target and {3} in the draft.</source>
        <translation>Token i textens {0} ({1}) är {2} i modellen och {3} i utkastmodellen.</translation>
    </message>
    <message>
        <source>The tuning could not run</source>
        <translation>Finjusteringen kunde inte köras</translation>
    </message>
    <message>
        <source>The vocabularies are of different kinds: {0} in the target, {1} in the draft.</source>
        <translation>Vokabulärerna är av olika slag: {0} i modellen, {1} i utkastmodellen.</translation>
    </message>
    <message>
        <source>The vocabularies have {0} and {1} tokens: {2} apart, and at most {3} are allowed.</source>
        <translation>Vokabulärerna har {0} och {1} tokens: {2} i skillnad, och högst {3} tillåts.</translation>
    </message>
    <message>
        <source>The {0} &apos;{1}&apos; cannot be replaced</source>
        <translation>{0} ”{1}” kan inte ersättas</translation>
    </message>
    <message>
        <source>The {0} brings no vocabulary: its file is incomplete.</source>
        <translation>{0} saknar vokabulär: filen är ofullständig.</translation>
    </message>
    <message>
        <source>The {0} puts a token at the {1} of every text ({2}), and the {3} does not.</source>
        <translation>{0} sätter en token i varje texts {1} ({2}), och det gör inte {3}.</translation>
    </message>
    <message>
        <source>The {0} tokens to score are more than the context of {1}</source>
        <translation>De {0} tokens som ska bedömas är fler än kontextens {1}</translation>
    </message>
    <message>
        <source>The {0}&apos;s file is damaged: {1}.</source>
        <translation>Filen är skadad, {0}: {1}.</translation>
    </message>
    <message>
        <source>Their chat templates mark turns with other tokens ({0}): {1}.</source>
        <translation>Deras chattmallar märker inlägg med olika tokens ({0}): {1}.</translation>
    </message>
    <message>
        <source>There is no device &apos;{0}&apos; for the draft model</source>
        <translation>Det finns ingen enhet ”{0}” för utkastmodellen</translation>
    </message>
    <message>
        <source>There is no drafter {0}</source>
        <translation>Det finns inget utkastsätt {0}</translation>
    </message>
    <message>
        <source>There is no prompt set or file &apos;{0}&apos;</source>
        <translation>Det finns ingen promptsamling eller fil ”{0}”</translation>
    </message>
    <message>
        <source>There is no room for a copy of the model</source>
        <translation>Det finns inte plats för en kopia av modellen</translation>
    </message>
    <message>
        <source>There is no setting to save</source>
        <translation>Det finns ingen inställning att spara</translation>
    </message>
    <message>
        <source>There is no time for it.</source>
        <translation>Tiden räcker inte till den.</translation>
    </message>
    <message>
        <source>There is nothing to answer</source>
        <translation>Det finns inget att svara på</translation>
    </message>
    <message>
        <source>There is nothing to tune</source>
        <translation>Det finns inget att finjustera</translation>
    </message>
    <message>
        <source>These settings cannot be kept</source>
        <translation>Inställningarna kan inte sparas</translation>
    </message>
    <message>
        <source>This engine was started without a folder for copies of models</source>
        <translation>Motorn startades utan en mapp för kopior av modeller</translation>
    </message>
    <message>
        <source>This file holds no MTP head: models that were trained with one have it in their -MTP- variant (for example a Qwen 3.6 MTP GGUF), or in a file of its own that can be picked as the head.</source>
        <translation>Filen har inget MTP-huvud: modeller som tränats med ett har det i varianten med -MTP- i namnet (till exempel en Qwen 3.6 MTP GGUF), eller i en egen fil som kan väljas som huvud.</translation>
    </message>
    <message>
        <source>This llama.cpp cannot run the MTP head of {0} models.</source>
        <translation>Den här llama.cpp kan inte köra MTP-huvudet i {0}-modeller.</translation>
    </message>
    <message>
        <source>This llama.cpp knows no assistants called &apos;{0}&apos;.</source>
        <translation>Den här llama.cpp känner inga assistenter som heter ”{0}”.</translation>
    </message>
    <message>
        <source>This model brings no chat template; a plain one (ChatML) is used, which a model that was not trained for chat may not follow.</source>
        <translation>Modellen har ingen egen chattmall; en enkel (ChatML) används, som en modell som inte tränats för chatt kanske inte följer.</translation>
    </message>
    <message>
        <source>This model has its MTP head in a file of its own: get its assistant file ({0}), put it into the models folder and pick it as the head.</source>
        <translation>Modellen har sitt MTP-huvud i en egen fil: hämta assistentfilen ({0}), lägg den i modellmappen och välj den som huvud.</translation>
    </message>
    <message>
        <source>This model&apos;s chat template has no place for a system message; it was put before the first user message.</source>
        <translation>Modellens chattmall har ingen plats för ett systemmeddelande; det lades före det första användarmeddelandet.</translation>
    </message>
    <message>
        <source>This preset has no options</source>
        <translation>Förvalet har inga alternativ</translation>
    </message>
    <message>
        <source>This preset has no variants</source>
        <translation>Förvalet har inga varianter</translation>
    </message>
    <message>
        <source>This sampling profile cannot be kept</source>
        <translation>Samplingsprofilen kan inte sparas</translation>
    </message>
    <message>
        <source>This system has no keyring: the token is used until Paceline ends and is written nowhere.</source>
        <translation>Systemet har ingen nyckelring: åtkomsttoken används tills Paceline avslutas och skrivs ingenstans.</translation>
    </message>
    <message>
        <source>This was not done</source>
        <translation>Det här gjordes inte</translation>
    </message>
    <message>
        <source>Token {0} is not one of the model&apos;s {1} tokens</source>
        <translation>Token {0} är inte en av modellens {1} tokens</translation>
    </message>
    <message>
        <source>Token {0} is {1} in the target and {2} in the draft: the vocabularies are not the same.</source>
        <translation>Token {0} är {1} i modellen och {2} i utkastmodellen: vokabulärerna är inte desamma.</translation>
    </message>
    <message>
        <source>Tokens drafted per token that matched, at most.</source>
        <translation>Högsta antal utkasttokens per token som träffade.</translation>
    </message>
    <message>
        <source>Tokens of a continuation that are counted and drafted.</source>
        <translation>Tokens av en fortsättning som räknas och blir utkast.</translation>
    </message>
    <message>
        <source>Tokens of earlier conversations to remember; 0 none.</source>
        <translation>Tokens från tidigare samtal att minnas; 0 inga.</translation>
    </message>
    <message>
        <source>Tokens that must match before anything is drafted.</source>
        <translation>Tokens som måste träffa innan något utkast görs.</translation>
    </message>
    <message>
        <source>Tokens that must match; below 16 the guesses are poor.</source>
        <translation>Tokens som måste träffa; under 16 blir gissningarna dåliga.</translation>
    </message>
    <message>
        <source>Tokens that must stand behind the match; the longest draft.</source>
        <translation>Tokens som måste stå efter träffen; det längsta utkastet.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Försök igen</translation>
    </message>
    <message>
        <source>Try again later.</source>
        <translation>Försök igen senare.</translation>
    </message>
    <message>
        <source>Try again with fewer GPU layers or a smaller context.</source>
        <translation>Försök igen med färre GPU-lager eller en mindre kontext.</translation>
    </message>
    <message>
        <source>Try again, or check the proxy.</source>
        <translation>Försök igen, eller kontrollera proxyn.</translation>
    </message>
    <message>
        <source>Try again.</source>
        <translation>Försök igen.</translation>
    </message>
    <message>
        <source>Try again; if it stays so, the file on the hub, or a proxy on the way, is not to be trusted.</source>
        <translation>Försök igen; om det förblir så går filen på hubben, eller en proxy på vägen, inte att lita på.</translation>
    </message>
    <message>
        <source>Try again; if it stays so, the package was changed and should not be used</source>
        <translation>Försök igen; om det förblir så har paketet ändrats och bör inte användas</translation>
    </message>
    <message>
        <source>Tuned for {0}</source>
        <translation>Finjusterad för {0}</translation>
    </message>
    <message>
        <source>Tuned on {0}, but {1}. It is time to tune again.</source>
        <translation>Finjusterad {0}, men {1}. Det är dags att finjustera igen.</translation>
    </message>
    <message>
        <source>Under 3 billion weights a pass is so short that a draft model seldom pays.</source>
        <translation>Under 3 miljarder vikter är ett pass så kort att en utkastmodell sällan lönar sig.</translation>
    </message>
    <message>
        <source>Unset HF_HUB_OFFLINE, or leave out --offline, to ask the hub.</source>
        <translation>Ta bort HF_HUB_OFFLINE, eller utelämna --offline, för att fråga hubben.</translation>
    </message>
    <message>
        <source>Update Paceline, or choose another folder with PACELINE_DATA</source>
        <translation>Uppdatera Paceline, eller välj en annan mapp med PACELINE_DATA</translation>
    </message>
    <message>
        <source>Use a raw prompt, or another file of this model</source>
        <translation>Använd en rå prompt, eller en annan fil av modellen</translation>
    </message>
    <message>
        <source>Use auto, {0} as fast as the baseline: {1} cannot be told from it{2}.</source>
        <translation>Använd auto, {0} så snabbt som baslinjen: {1} går inte att skilja från det{2}.</translation>
    </message>
    <message>
        <source>Use auto: {0} as fast as the baseline; no setting beats it.</source>
        <translation>Använd auto: {0} så snabbt som baslinjen; ingen inställning slår det.</translation>
    </message>
    <message>
        <source>Use {0}: {1} as fast as the baseline and {2} as auto.</source>
        <translation>Använd {0}: {1} så snabbt som baslinjen och {2} som auto.</translation>
    </message>
    <message>
        <source>Use {0}: {1} as fast as the baseline.</source>
        <translation>Använd {0}: {1} så snabbt som baslinjen.</translation>
    </message>
    <message>
        <source>Use {0}: {1} as fast as the baseline.{2}</source>
        <translation>Använd {0}: {1} så snabbt som baslinjen.{2}</translation>
    </message>
    <message>
        <source>Variant &apos;{0}&apos; of preset &apos;{1}&apos;</source>
        <translation>Varianten ”{0}” av förvalet ”{1}”</translation>
    </message>
    <message>
        <source>Wait a while and try again.</source>
        <translation>Vänta en stund och försök igen.</translation>
    </message>
    <message>
        <source>Wait for that one.</source>
        <translation>Vänta på det.</translation>
    </message>
    <message>
        <source>Where a proxy opens connections on purpose, name its certificate in SSL_CERT_FILE.</source>
        <translation>Om en proxy öppnar anslutningar med avsikt, ange dess certifikat i SSL_CERT_FILE.</translation>
    </message>
    <message>
        <source>Where under {0} % of a reply&apos;s drafts are accepted, speculation seldom pays; if it gains nothing then, drafting ends for that reply.</source>
        <translation>Där mindre än {0} % av ett svars utkast accepteras lönar sig spekulation sällan; ger den ingen vinst då, görs inga fler utkast i det svaret.</translation>
    </message>
    <message>
        <source>With a part of the model on the processor, what is proposed costs more to verify than it mostly gives.</source>
        <translation>Med en del av modellen på processorn kostar förslagen oftast mer att kontrollera än de ger.</translation>
    </message>
    <message>
        <source>Write a message first</source>
        <translation>Skriv ett meddelande först</translation>
    </message>
    <message>
        <source>Write it as owner/name.</source>
        <translation>Skriv det som ägare/namn.</translation>
    </message>
    <message>
        <source>a DFlash draft head, no chat model</source>
        <translation>ett DFlash-utkasthuvud, ingen chattmodell</translation>
    </message>
    <message>
        <source>a JSON schema is a JSON object</source>
        <translation>ett JSON-schema är ett JSON-objekt</translation>
    </message>
    <message>
        <source>a LoRA adapter, no model</source>
        <translation>en LoRA-adapter, ingen modell</translation>
    </message>
    <message>
        <source>a bug: {0}</source>
        <translation>ett fel i programmet: {0}</translation>
    </message>
    <message>
        <source>a built-in one has that name</source>
        <translation>ett inbyggt har det namnet</translation>
    </message>
    <message>
        <source>a copy of all layers</source>
        <translation>en kopia med alla lager</translation>
    </message>
    <message>
        <source>a copy without {0} of {1} layers</source>
        <translation>en kopia utan {0} av {1} lager</translation>
    </message>
    <message>
        <source>a diffusion language model</source>
        <translation>en diffusionsspråkmodell</translation>
    </message>
    <message>
        <source>a file is not as large as it was</source>
        <translation>en fil är inte lika stor som den var</translation>
    </message>
    <message>
        <source>a folder that is only read</source>
        <translation>en mapp som bara läses</translation>
    </message>
    <message>
        <source>a keyword of it has a value of the wrong kind</source>
        <translation>ett av dess nyckelord har ett värde av fel slag</translation>
    </message>
    <message>
        <source>a link in {0} leads out of it</source>
        <translation>en länk i {0} leder ut ur den</translation>
    </message>
    <message>
        <source>a smaller draft</source>
        <translation>en mindre utkastmodell</translation>
    </message>
    <message>
        <source>a smaller model</source>
        <translation>en mindre modell</translation>
    </message>
    <message>
        <source>a smaller quantisation would help</source>
        <translation>en mindre kvantisering skulle hjälpa</translation>
    </message>
    <message>
        <source>a speech model</source>
        <translation>en talmodell</translation>
    </message>
    <message>
        <source>a token is one word, such as hf_...</source>
        <translation>en åtkomsttoken är ett ord, som hf_...</translation>
    </message>
    <message>
        <source>a turn of the user is empty</source>
        <translation>ett av användarens inlägg är tomt</translation>
    </message>
    <message>
        <source>a vocabulary without weights</source>
        <translation>en vokabulär utan vikter</translation>
    </message>
    <message>
        <source>an EAGLE-3 draft head, no chat model</source>
        <translation>ett EAGLE-3-utkasthuvud, ingen chattmodell</translation>
    </message>
    <message>
        <source>an assistant draft head, no chat model</source>
        <translation>ett assistenthuvud för utkast, ingen chattmodell</translation>
    </message>
    <message>
        <source>an embedding model</source>
        <translation>en inbäddningsmodell</translation>
    </message>
    <message>
        <source>an encoder-decoder model</source>
        <translation>en kodare-avkodare</translation>
    </message>
    <message>
        <source>an image projector, no chat model</source>
        <translation>en bildprojektor, ingen chattmodell</translation>
    </message>
    <message>
        <source>an importance matrix, no model</source>
        <translation>en viktighetsmatris, ingen modell</translation>
    </message>
    <message>
        <source>another Paceline is fetching it</source>
        <translation>ett annat Paceline hämtar den</translation>
    </message>
    <message>
        <source>another file of this name lies in {0}</source>
        <translation>en annan fil med samma namn ligger i {0}</translation>
    </message>
    <message>
        <source>another name</source>
        <translation>ett annat namn</translation>
    </message>
    <message>
        <source>another program, perhaps a second Paceline, has {0} open</source>
        <translation>ett annat program, kanske ett andra Paceline, har {0} öppen</translation>
    </message>
    <message>
        <source>asks for the date in a way that is not allowed here</source>
        <translation>frågar efter datumet på ett sätt som inte är tillåtet här</translation>
    </message>
    <message>
        <source>at token {0}</source>
        <translation>vid token {0}</translation>
    </message>
    <message>
        <source>beside its weights {0} would need {1} GiB, and {2} has {3} GiB in all</source>
        <translation>utöver sina vikter skulle {0} behöva {1} GiB, och {2} har {3} GiB totalt</translation>
    </message>
    <message>
        <source>both want a draft model</source>
        <translation>båda vill ha en utkastmodell</translation>
    </message>
    <message>
        <source>byte {0} is no UTF-8 text</source>
        <translation>byte {0} är ingen UTF-8-text</translation>
    </message>
    <message>
        <source>compute the draft on the CPU</source>
        <translation>räkna utkastmodellen på processorn</translation>
    </message>
    <message>
        <source>computes a number that is too large</source>
        <translation>räknar fram ett för stort tal</translation>
    </message>
    <message>
        <source>counts further than {0}</source>
        <translation>räknar längre än {0}</translation>
    </message>
    <message>
        <source>cut off</source>
        <translation>avbruten</translation>
    </message>
    <message>
        <source>differs</source>
        <translation>skiljer sig</translation>
    </message>
    <message>
        <source>differs {0}, gap not known</source>
        <translation>skiljer sig {0}, avståndet okänt</translation>
    </message>
    <message>
        <source>does not come to an end within its budget of work</source>
        <translation>blir inte klar inom sin arbetsbudget</translation>
    </message>
    <message>
        <source>draft</source>
        <translation>utkast</translation>
    </message>
    <message>
        <source>each stop text has 1 to 200 characters</source>
        <translation>varje stopptext har 1 till 200 tecken</translation>
    </message>
    <message>
        <source>end</source>
        <translation>slut</translation>
    </message>
    <message>
        <source>every token has the logit minus infinity</source>
        <translation>varje token har logit minus oändligheten</translation>
    </message>
    <message>
        <source>experts on the processor</source>
        <translation>experter på processorn</translation>
    </message>
    <message>
        <source>fewer guesses will be accepted than from one that was trained alike</source>
        <translation>färre gissningar accepteras än från en som tränats likadant</translation>
    </message>
    <message>
        <source>formats text in a way that is not allowed here</source>
        <translation>formaterar text på ett sätt som inte är tillåtet här</translation>
    </message>
    <message>
        <source>formats the same list again and again</source>
        <translation>formaterar samma lista om och om igen</translation>
    </message>
    <message>
        <source>general.architecture is missing</source>
        <translation>general.architecture saknas</translation>
    </message>
    <message>
        <source>hardware slowdown</source>
        <translation>hårdvarubroms</translation>
    </message>
    <message>
        <source>id &apos;{0}&apos; belongs to a built-in preset</source>
        <translation>id ”{0}” hör till ett inbyggt förval</translation>
    </message>
    <message>
        <source>id &apos;{0}&apos; is taken by another preset</source>
        <translation>id ”{0}” används av ett annat förval</translation>
    </message>
    <message>
        <source>identical</source>
        <translation>identisk</translation>
    </message>
    <message>
        <source>in round {0} of {1}</source>
        <translation>i omgång {0} av {1}</translation>
    </message>
    <message>
        <source>in {0}, line {1}</source>
        <translation>i {0}, rad {1}</translation>
    </message>
    <message>
        <source>indents JSON too far</source>
        <translation>drar in JSON för långt</translation>
    </message>
    <message>
        <source>is longer than {0} characters</source>
        <translation>är längre än {0} tecken</translation>
    </message>
    <message>
        <source>it arrives compressed, so that it cannot be counted</source>
        <translation>den kommer komprimerad, så att den inte kan räknas</translation>
    </message>
    <message>
        <source>it borrows its target&apos;s memory</source>
        <translation>det lånar modellens minne</translation>
    </message>
    <message>
        <source>it calls itself part {0} of {1}</source>
        <translation>den kallar sig del {0} av {1}</translation>
    </message>
    <message>
        <source>it calls itself without end, or is nested too deep</source>
        <translation>den anropar sig själv utan slut, eller är för djupt nästlad</translation>
    </message>
    <message>
        <source>it can only split text into tokens</source>
        <translation>den kan bara dela text i tokens</translation>
    </message>
    <message>
        <source>it changes a model and is none itself</source>
        <translation>den ändrar en modell och är själv ingen</translation>
    </message>
    <message>
        <source>it comes with Paceline</source>
        <translation>den följer med Paceline</translation>
    </message>
    <message>
        <source>it fails: {0}</source>
        <translation>den går fel: {0}</translation>
    </message>
    <message>
        <source>it fills a whole text in at once instead of writing token by token</source>
        <translation>den fyller i en hel text på en gång i stället för att skriva token för token</translation>
    </message>
    <message>
        <source>it goes beside a vision model</source>
        <translation>den hör till en bildmodell</translation>
    </message>
    <message>
        <source>it has more than {0} MiB</source>
        <translation>den har mer än {0} MiB</translation>
    </message>
    <message>
        <source>it has more than {0} turns</source>
        <translation>den har fler än {0} inlägg</translation>
    </message>
    <message>
        <source>it has no prompts</source>
        <translation>den har inga promptar</translation>
    </message>
    <message>
        <source>it has only {0} of them</source>
        <translation>den har bara {0}</translation>
    </message>
    <message>
        <source>it has vanished</source>
        <translation>den har försvunnit</translation>
    </message>
    <message>
        <source>it has {0}</source>
        <translation>den har {0}</translation>
    </message>
    <message>
        <source>it has {0} characters</source>
        <translation>den har {0} tecken</translation>
    </message>
    <message>
        <source>it holds a NUL character</source>
        <translation>det innehåller ett NUL-tecken</translation>
    </message>
    <message>
        <source>it holds characters that no file can hold</source>
        <translation>det innehåller tecken som ingen fil kan innehålla</translation>
    </message>
    <message>
        <source>it holds no JSON object</source>
        <translation>den innehåller inget JSON-objekt</translation>
    </message>
    <message>
        <source>it is a folder</source>
        <translation>det är en mapp</translation>
    </message>
    <message>
        <source>it is being used</source>
        <translation>den används</translation>
    </message>
    <message>
        <source>it is far too long</source>
        <translation>den är alldeles för lång</translation>
    </message>
    <message>
        <source>it is larger than {0} MiB</source>
        <translation>den är större än {0} MiB</translation>
    </message>
    <message>
        <source>it is malformed in line {0}: {1}</source>
        <translation>den är felaktig på rad {0}: {1}</translation>
    </message>
    <message>
        <source>it is neither 0 nor 1</source>
        <translation>det är varken 0 eller 1</translation>
    </message>
    <message>
        <source>it is nested too deep</source>
        <translation>den är för djupt nästlad</translation>
    </message>
    <message>
        <source>it is no GGUF file</source>
        <translation>det är ingen GGUF-fil</translation>
    </message>
    <message>
        <source>it is no file</source>
        <translation>det är ingen fil</translation>
    </message>
    <message>
        <source>it is no name of a repository</source>
        <translation>det är inget namn på ett arkiv</translation>
    </message>
    <message>
        <source>it is no text</source>
        <translation>det är ingen text</translation>
    </message>
    <message>
        <source>it is no {0}</source>
        <translation>det är inget {0}</translation>
    </message>
    <message>
        <source>it is none of {0}</source>
        <translation>det är inget av {0}</translation>
    </message>
    <message>
        <source>it is not JSON ({0})</source>
        <translation>det är inte JSON ({0})</translation>
    </message>
    <message>
        <source>it is not UTF-8 text</source>
        <translation>det är ingen UTF-8-text</translation>
    </message>
    <message>
        <source>it is not a record</source>
        <translation>det är ingen jämförelsefil</translation>
    </message>
    <message>
        <source>it is not between {0} and {1}</source>
        <translation>det är inte mellan {0} och {1}</translation>
    </message>
    <message>
        <source>it is too large</source>
        <translation>den är för stor</translation>
    </message>
    <message>
        <source>it lies in another place than its files</source>
        <translation>den ligger på en annan plats än sina filer</translation>
    </message>
    <message>
        <source>it lies in {0}</source>
        <translation>den ligger i {0}</translation>
    </message>
    <message>
        <source>it makes sound, not text</source>
        <translation>den gör ljud, inte text</translation>
    </message>
    <message>
        <source>it must be 1 to {0}</source>
        <translation>det måste vara 1 till {0}</translation>
    </message>
    <message>
        <source>it must be a finite number</source>
        <translation>det måste vara ett ändligt tal</translation>
    </message>
    <message>
        <source>it must be above 0</source>
        <translation>det måste vara över 0</translation>
    </message>
    <message>
        <source>it must be at least 1 token</source>
        <translation>det måste vara minst 1 token</translation>
    </message>
    <message>
        <source>it must lie between -{0} and {1}, or be minus infinity</source>
        <translation>det måste ligga mellan -{0} och {1}, eller vara minus oändligheten</translation>
    </message>
    <message>
        <source>it needs a draft model</source>
        <translation>det behöver en utkastmodell</translation>
    </message>
    <message>
        <source>it needs too much memory</source>
        <translation>den behöver för mycket minne</translation>
    </message>
    <message>
        <source>it only guesses from its target&apos;s hidden state</source>
        <translation>det gissar bara utifrån modellens dolda tillstånd</translation>
    </message>
    <message>
        <source>it proposes {0} % of the model&apos;s own tokens, and one of its passes costs {1} of the model&apos;s</source>
        <translation>den föreslår {0} % av modellens egna tokens, och ett av dess pass kostar {1} av modellens</translation>
    </message>
    <message>
        <source>it reads a whole text first and cannot carry a conversation on</source>
        <translation>den läser en hel text först och kan inte föra ett samtal vidare</translation>
    </message>
    <message>
        <source>it says: {0}</source>
        <translation>den säger: {0}</translation>
    </message>
    <message>
        <source>it tries what a template must not do: {0}</source>
        <translation>den försöker något som en mall inte får göra: {0}</translation>
    </message>
    <message>
        <source>it turns text into vectors and writes none</source>
        <translation>den gör text till vektorer och skriver ingen</translation>
    </message>
    <message>
        <source>it was made by an early converter, and llama.cpp knows only the name with a dash</source>
        <translation>den gjordes med en tidig konverterare, och llama.cpp känner bara namnet med bindestreck</translation>
    </message>
    <message>
        <source>it was measured on another device ({0})</source>
        <translation>den mättes på en annan enhet ({0})</translation>
    </message>
    <message>
        <source>it {0}</source>
        <translation>den {0}</translation>
    </message>
    <message>
        <source>its SHA-256 begins with {0} instead of {1}</source>
        <translation>dess SHA-256 börjar med {0} i stället för {1}</translation>
    </message>
    <message>
        <source>its address is no longer valid</source>
        <translation>adressen gäller inte längre</translation>
    </message>
    <message>
        <source>its answer is nested too deep</source>
        <translation>dess svar är för djupt nästlat</translation>
    </message>
    <message>
        <source>its disk has no trash that may be used</source>
        <translation>disken har ingen papperskorg som får användas</translation>
    </message>
    <message>
        <source>its file lists a value for every single layer ({0})</source>
        <translation>filen anger ett värde för varje enskilt lager ({0})</translation>
    </message>
    <message>
        <source>its folder {0} may only be read</source>
        <translation>mappen {0} får bara läsas</translation>
    </message>
    <message>
        <source>its format is {0}, and this Paceline reads {1}</source>
        <translation>formatet är {0}, och det här Paceline läser {1}</translation>
    </message>
    <message>
        <source>its layers only guess from the target&apos;s hidden state</source>
        <translation>dess lager gissar bara utifrån modellens dolda tillstånd</translation>
    </message>
    <message>
        <source>its name could not lie safely in the models folder</source>
        <translation>namnet kan inte ligga säkert i modellmappen</translation>
    </message>
    <message>
        <source>its sum is wrong</source>
        <translation>kontrollsumman stämmer inte</translation>
    </message>
    <message>
        <source>leave the number of GPU layers open, or lower it</source>
        <translation>låt antalet GPU-lager vara öppet, eller sänk det</translation>
    </message>
    <message>
        <source>llama.cpp could not decode</source>
        <translation>llama.cpp kunde inte avkoda</translation>
    </message>
    <message>
        <source>llama.cpp gave no hidden rows for the last pass</source>
        <translation>llama.cpp gav inga dolda rader för det senaste passet</translation>
    </message>
    <message>
        <source>llama.cpp gave no logits for the last pass</source>
        <translation>llama.cpp gav inga logits för det senaste passet</translation>
    </message>
    <message>
        <source>llama.cpp gave no reason</source>
        <translation>llama.cpp gav inget skäl</translation>
    </message>
    <message>
        <source>llama.cpp is another build now ({0} then, {1} now)</source>
        <translation>llama.cpp är en annan version nu ({0} då, {1} nu)</translation>
    </message>
    <message>
        <source>llama_decode returned {0}</source>
        <translation>llama_decode svarade {0}</translation>
    </message>
    <message>
        <source>llama_model_quantize returned {0}</source>
        <translation>llama_model_quantize svarade {0}</translation>
    </message>
    <message>
        <source>llama_tokenize returned {0}</source>
        <translation>llama_tokenize svarade {0}</translation>
    </message>
    <message>
        <source>logit_bias names token {0}</source>
        <translation>logit_bias nämner token {0}</translation>
    </message>
    <message>
        <source>logit_bias of token {0} is {1}</source>
        <translation>logit_bias för token {0} är {1}</translation>
    </message>
    <message>
        <source>lower the number of GPU layers</source>
        <translation>sänk antalet GPU-lager</translation>
    </message>
    <message>
        <source>made into {0}</source>
        <translation>göras om till {0}</translation>
    </message>
    <message>
        <source>makes a text of more than {0} characters</source>
        <translation>gör en text på mer än {0} tecken</translation>
    </message>
    <message>
        <source>measured here on {0}</source>
        <translation>uppmätt här {0}</translation>
    </message>
    <message>
        <source>near-tie {0}, gap {1}</source>
        <translation>nästan oavgjort {0}, avstånd {1}</translation>
    </message>
    <message>
        <source>need</source>
        <translation>behöver</translation>
    </message>
    <message>
        <source>needs</source>
        <translation>behöver</translation>
    </message>
    <message>
        <source>no JSON: {0}</source>
        <translation>ingen JSON: {0}</translation>
    </message>
    <message>
        <source>no commit</source>
        <translation>ingen version</translation>
    </message>
    <message>
        <source>no line says who speaks</source>
        <translation>ingen rad säger vem som talar</translation>
    </message>
    <message>
        <source>no list</source>
        <translation>ingen lista</translation>
    </message>
    <message>
        <source>no other engine has anything like it</source>
        <translation>ingen annan motor har något liknande</translation>
    </message>
    <message>
        <source>no prompt</source>
        <translation>ingen prompt</translation>
    </message>
    <message>
        <source>no size</source>
        <translation>ingen storlek</translation>
    </message>
    <message>
        <source>none is chosen</source>
        <translation>ingen är vald</translation>
    </message>
    <message>
        <source>not measured to the end</source>
        <translation>inte uppmätt till slut</translation>
    </message>
    <message>
        <source>number</source>
        <translation>tal</translation>
    </message>
    <message>
        <source>offline mode is on</source>
        <translation>frånkopplat läge är på</translation>
    </message>
    <message>
        <source>old tuning</source>
        <translation>gammal finjustering</translation>
    </message>
    <message>
        <source>only the {0}&apos;s has {1}</source>
        <translation>bara {0} har {1}</translation>
    </message>
    <message>
        <source>part {0} of {1} is missing: {2}</source>
        <translation>del {0} av {1} saknas: {2}</translation>
    </message>
    <message>
        <source>partial offload</source>
        <translation>delvis på GPU</translation>
    </message>
    <message>
        <source>pip could not download {0}</source>
        <translation>pip kunde inte ladda ner {0}</translation>
    </message>
    <message>
        <source>pip gave no reason</source>
        <translation>pip gav inget skäl</translation>
    </message>
    <message>
        <source>power brake</source>
        <translation>effektbroms</translation>
    </message>
    <message>
        <source>power limit</source>
        <translation>effektgräns</translation>
    </message>
    <message>
        <source>prints a namespace</source>
        <translation>skriver ut en namnrymd</translation>
    </message>
    <message>
        <source>puts a namespace into a list</source>
        <translation>lägger en namnrymd i en lista</translation>
    </message>
    <message>
        <source>quantisers use it</source>
        <translation>den används vid kvantisering</translation>
    </message>
    <message>
        <source>sampling profile</source>
        <translation>samplingsprofil</translation>
    </message>
    <message>
        <source>separates JSON by too much</source>
        <translation>skiljer JSON åt med för mycket</translation>
    </message>
    <message>
        <source>set a shorter context</source>
        <translation>ställ in en kortare kontext</translation>
    </message>
    <message>
        <source>set the context to {0} tokens</source>
        <translation>sätt kontexten till {0} tokens</translation>
    </message>
    <message>
        <source>several drafters have it</source>
        <translation>flera sätt att göra utkast har det</translation>
    </message>
    <message>
        <source>signal {0}</source>
        <translation>signal {0}</translation>
    </message>
    <message>
        <source>small target</source>
        <translation>liten modell</translation>
    </message>
    <message>
        <source>start</source>
        <translation>början</translation>
    </message>
    <message>
        <source>switches escaping on in line {0}</source>
        <translation>slår på escaping på rad {0}</translation>
    </message>
    <message>
        <source>system prompt</source>
        <translation>systemprompt</translation>
    </message>
    <message>
        <source>take a smaller quantisation</source>
        <translation>välj en mindre kvantisering</translation>
    </message>
    <message>
        <source>take q8_0 for the KV cache</source>
        <translation>välj q8_0 för KV-cachen</translation>
    </message>
    <message>
        <source>takes too long</source>
        <translation>tar för lång tid</translation>
    </message>
    <message>
        <source>target</source>
        <translation>modellen</translation>
    </message>
    <message>
        <source>that engine has nothing like it</source>
        <translation>den motorn har inget liknande</translation>
    </message>
    <message>
        <source>the GPU driver is another one now ({0} then, {1} now)</source>
        <translation>GPU-drivrutinen är en annan nu ({0} då, {1} nu)</translation>
    </message>
    <message>
        <source>the Hugging Face cache, which other programs share</source>
        <translation>Hugging Face-cachen, som andra program delar</translation>
    </message>
    <message>
        <source>the MTP part of a model without the model</source>
        <translation>MTP-delen av en modell utan modellen</translation>
    </message>
    <message>
        <source>the answer of {0} is larger than {1} MB, which no listing is</source>
        <translation>svaret från {0} är större än {1} MB, vilket ingen lista är</translation>
    </message>
    <message>
        <source>the baseline, or nothing, is what it came to</source>
        <translation>det blev baslinjen, eller ingenting</translation>
    </message>
    <message>
        <source>the best setting, {0}, is {1} as fast as the baseline</source>
        <translation>den bästa inställningen, {0}, är {1} så snabb som baslinjen</translation>
    </message>
    <message>
        <source>the certificate of {0} cannot be trusted</source>
        <translation>certifikatet för {0} går inte att lita på</translation>
    </message>
    <message>
        <source>the chat template of this model leaves out or changes the last reply</source>
        <translation>modellens chattmall utelämnar eller ändrar det sista svaret</translation>
    </message>
    <message>
        <source>the connection broke off</source>
        <translation>anslutningen bröts</translation>
    </message>
    <message>
        <source>the context holds {0}</source>
        <translation>kontexten rymmer {0}</translation>
    </message>
    <message>
        <source>the conversation is empty</source>
        <translation>samtalet är tomt</translation>
    </message>
    <message>
        <source>the demo model cannot be fetched</source>
        <translation>demomodellen kan inte hämtas</translation>
    </message>
    <message>
        <source>the demo model cannot be written to {0}</source>
        <translation>demomodellen kan inte skrivas till {0}</translation>
    </message>
    <message>
        <source>the demo model does not fit on the disk</source>
        <translation>demomodellen får inte plats på disken</translation>
    </message>
    <message>
        <source>the disk is full</source>
        <translation>disken är full</translation>
    </message>
    <message>
        <source>the disk of {0} is full</source>
        <translation>disken med {0} är full</translation>
    </message>
    <message>
        <source>the disk takes no file of this size</source>
        <translation>disken tar ingen fil av den storleken</translation>
    </message>
    <message>
        <source>the draft file is another one now</source>
        <translation>utkastfilen är en annan nu</translation>
    </message>
    <message>
        <source>the file</source>
        <translation>filen</translation>
    </message>
    <message>
        <source>the file became shorter while it was read</source>
        <translation>filen blev kortare medan den lästes</translation>
    </message>
    <message>
        <source>the file of conversations is not open</source>
        <translation>filen med samtal är inte öppen</translation>
    </message>
    <message>
        <source>the hub answered HTTP {0}</source>
        <translation>hubben svarade HTTP {0}</translation>
    </message>
    <message>
        <source>the hub cannot be searched for &apos;{0}&apos;</source>
        <translation>hubben kan inte genomsökas efter ”{0}”</translation>
    </message>
    <message>
        <source>the hub does not accept the token</source>
        <translation>hubben godtar inte åtkomsttoken</translation>
    </message>
    <message>
        <source>the hub has another file under this name by now</source>
        <translation>hubben har nu en annan fil med samma namn</translation>
    </message>
    <message>
        <source>the hub has disabled this repository</source>
        <translation>hubben har stängt av arkivet</translation>
    </message>
    <message>
        <source>the hub has trouble of its own (HTTP {0})</source>
        <translation>hubben har egna problem (HTTP {0})</translation>
    </message>
    <message>
        <source>the hub names no checksum, so what arrives could not be checked</source>
        <translation>hubben anger ingen kontrollsumma, så det som kommer kan inte kontrolleras</translation>
    </message>
    <message>
        <source>the id &apos;{0}&apos; is there already</source>
        <translation>id ”{0}” finns redan</translation>
    </message>
    <message>
        <source>the largest logit is infinite</source>
        <translation>den största logiten är oändlig</translation>
    </message>
    <message>
        <source>the last message is not the assistant&apos;s</source>
        <translation>det sista meddelandet är inte assistentens</translation>
    </message>
    <message>
        <source>the last message is not the user&apos;s</source>
        <translation>det sista meddelandet är inte användarens</translation>
    </message>
    <message>
        <source>the layers are not rising numbers of layers that the target has</source>
        <translation>lagren är inte stigande nummer på lager som modellen har</translation>
    </message>
    <message>
        <source>the logits hold NaN</source>
        <translation>logits innehåller NaN</translation>
    </message>
    <message>
        <source>the model file is another one now</source>
        <translation>modellfilen är en annan nu</translation>
    </message>
    <message>
        <source>the model has the tokens 0 to {0}</source>
        <translation>modellen har tokens 0 till {0}</translation>
    </message>
    <message>
        <source>the model inside {0} is damaged</source>
        <translation>modellen i {0} är skadad</translation>
    </message>
    <message>
        <source>the proxy refuses ({0})</source>
        <translation>proxyn vägrar ({0})</translation>
    </message>
    <message>
        <source>the repository is gated: its owner wants to know who downloads</source>
        <translation>arkivet kräver godkännande: ägaren vill veta vem som laddar ner</translation>
    </message>
    <message>
        <source>the request holds neither messages nor a prompt</source>
        <translation>begäran har varken meddelanden eller prompt</translation>
    </message>
    <message>
        <source>the server sends less than it announced</source>
        <translation>servern skickar mindre än den angav</translation>
    </message>
    <message>
        <source>the server sends nothing</source>
        <translation>servern skickar ingenting</translation>
    </message>
    <message>
        <source>the server sent other bytes than those asked for</source>
        <translation>servern skickade andra byte än de begärda</translation>
    </message>
    <message>
        <source>there is no download {0}</source>
        <translation>det finns ingen nedladdning {0}</translation>
    </message>
    <message>
        <source>there is no record &apos;{0}&apos;</source>
        <translation>det finns ingen jämförelse ”{0}”</translation>
    </message>
    <message>
        <source>there is no such conversation any more</source>
        <translation>samtalet finns inte längre</translation>
    </message>
    <message>
        <source>there is no such file in it</source>
        <translation>det finns ingen sådan fil i det</translation>
    </message>
    <message>
        <source>there is no such option</source>
        <translation>det finns inget sådant alternativ</translation>
    </message>
    <message>
        <source>there is no such repository, or it is private</source>
        <translation>det finns inget sådant arkiv, eller så är det privat</translation>
    </message>
    <message>
        <source>there is no such variant</source>
        <translation>det finns ingen sådan variant</translation>
    </message>
    <message>
        <source>there is no such version</source>
        <translation>det finns ingen sådan version</translation>
    </message>
    <message>
        <source>this Python environment has no pip</source>
        <translation>Python-miljön saknar pip</translation>
    </message>
    <message>
        <source>this is no token</source>
        <translation>det är ingen åtkomsttoken</translation>
    </message>
    <message>
        <source>this model can have none of the presets</source>
        <translation>den här modellen kan inte ha något av förvalen</translation>
    </message>
    <message>
        <source>this version of it is no longer on the hub</source>
        <translation>den här versionen finns inte längre på hubben</translation>
    </message>
    <message>
        <source>too many requests</source>
        <translation>för många förfrågningar</translation>
    </message>
    <message>
        <source>too many requests; the hub asks to wait {0} s</source>
        <translation>för många förfrågningar; hubben ber om {0} s väntan</translation>
    </message>
    <message>
        <source>uses the filter replace in a way that is not allowed here</source>
        <translation>använder filtret replace på ett sätt som inte är tillåtet här</translation>
    </message>
    <message>
        <source>what was said meanwhile is on disk</source>
        <translation>det som sades under tiden är på disken</translation>
    </message>
    <message>
        <source>which layers of the architecture &apos;{0}&apos; are alike is not known</source>
        <translation>vilka lager i arkitekturen ”{0}” som liknar varandra är inte känt</translation>
    </message>
    <message>
        <source>whole number</source>
        <translation>heltal</translation>
    </message>
    <message>
        <source>your account has no access to this gated repository yet</source>
        <translation>ditt konto har inte tillgång till arkivet än</translation>
    </message>
    <message>
        <source>{0} ({1}) uses {2} of its files.</source>
        <translation>{0} ({1}) använder {2} av dess filer.</translation>
    </message>
    <message>
        <source>{0} GB are needed and {1} GB are free in {2}</source>
        <translation>{0} GB behövs och {1} GB är lediga i {2}</translation>
    </message>
    <message>
        <source>{0} Here it paid all the same: {1}× with {2}.</source>
        <translation>{0} Här lönade det sig ändå: {1}× med {2}.</translation>
    </message>
    <message>
        <source>{0} MB are needed and {1} MB are free in {2}</source>
        <translation>{0} MB behövs och {1} MB är lediga i {2}</translation>
    </message>
    <message>
        <source>{0} There was time for {1} of {2} prompts.</source>
        <translation>{0} Tiden räckte till {1} av {2} promptar.</translation>
    </message>
    <message>
        <source>{0} and {1}</source>
        <translation>{0} och {1}</translation>
    </message>
    <message>
        <source>{0} and {1} do not go together</source>
        <translation>{0} och {1} går inte ihop</translation>
    </message>
    <message>
        <source>{0} answered something that is no answer of a model hub</source>
        <translation>{0} svarade något som inte är ett svar från en modellhubb</translation>
    </message>
    <message>
        <source>{0} belongs to another program and is left as it is</source>
        <translation>{0} hör till ett annat program och lämnas som den är</translation>
    </message>
    <message>
        <source>{0} cannot be deleted: {1}.</source>
        <translation>{0} kan inte tas bort: {1}.</translation>
    </message>
    <message>
        <source>{0} cannot be fetched</source>
        <translation>{0} kan inte hämtas</translation>
    </message>
    <message>
        <source>{0} cannot be imported</source>
        <translation>{0} kan inte importeras</translation>
    </message>
    <message>
        <source>{0} cannot be listed</source>
        <translation>{0} kan inte listas</translation>
    </message>
    <message>
        <source>{0} cannot be opened</source>
        <translation>{0} kan inte öppnas</translation>
    </message>
    <message>
        <source>{0} cannot be put into the trash</source>
        <translation>{0} kan inte läggas i papperskorgen</translation>
    </message>
    <message>
        <source>{0} cannot be reached</source>
        <translation>{0} går inte att nå</translation>
    </message>
    <message>
        <source>{0} cannot be read</source>
        <translation>{0} kan inte läsas</translation>
    </message>
    <message>
        <source>{0} cannot be read ({1}); changes are not kept.</source>
        <translation>{0} går inte att läsa ({1}); ändringar bevaras inte.</translation>
    </message>
    <message>
        <source>{0} cannot be read ({1}); it is kept as {2}, defaults are used.</source>
        <translation>{0} går inte att läsa ({1}); den är bevarad som {2}, och standardvärden används.</translation>
    </message>
    <message>
        <source>{0} cannot be read or written ({1})</source>
        <translation>{0} kan inte läsas eller skrivas ({1})</translation>
    </message>
    <message>
        <source>{0} cannot be removed</source>
        <translation>{0} kan inte tas bort</translation>
    </message>
    <message>
        <source>{0} cannot be written</source>
        <translation>{0} kan inte skrivas</translation>
    </message>
    <message>
        <source>{0} cannot be written: {1}</source>
        <translation>{0} går inte att skriva: {1}</translation>
    </message>
    <message>
        <source>{0} cannot be written: {1}.</source>
        <translation>{0} kan inte skrivas: {1}.</translation>
    </message>
    <message>
        <source>{0} cannot draft for {1}</source>
        <translation>{0} kan inte göra utkast åt {1}</translation>
    </message>
    <message>
        <source>{0} context</source>
        <translation>{0} kontext</translation>
    </message>
    <message>
        <source>{0} conversations with {1} messages could be read and are in a new file</source>
        <translation>{0} samtal med {1} meddelanden kunde läsas och ligger i en ny fil</translation>
    </message>
    <message>
        <source>{0} could not be </source>
        <translation>{0} kunde inte </translation>
    </message>
    <message>
        <source>{0} could not be loaded</source>
        <translation>{0} kunde inte läsas in</translation>
    </message>
    <message>
        <source>{0} could not be written: {1}</source>
        <translation>{0} kunde inte skrivas: {1}</translation>
    </message>
    <message>
        <source>{0} did not answer in time</source>
        <translation>{0} svarade inte i tid</translation>
    </message>
    <message>
        <source>{0} does not exist</source>
        <translation>{0} finns inte</translation>
    </message>
    <message>
        <source>{0} draft</source>
        <translation>{0} utkast</translation>
    </message>
    <message>
        <source>{0} gave an answer that makes no sense</source>
        <translation>{0} gav ett svar som inte går att förstå</translation>
    </message>
    <message>
        <source>{0} has {1} on this disk (hard links): its content stays, and its space is not freed.</source>
        <translation>{0} har {1} på disken (hårda länkar): innehållet finns kvar och platsen frigörs inte.</translation>
    </message>
    <message>
        <source>{0} holds more than {1} prompts</source>
        <translation>{0} har fler än {1} promptar</translation>
    </message>
    <message>
        <source>{0} holds no prompts</source>
        <translation>{0} har inga promptar</translation>
    </message>
    <message>
        <source>{0} is a folder</source>
        <translation>{0} är en mapp</translation>
    </message>
    <message>
        <source>{0} is a link: the file that it leads to, {1}, stays.</source>
        <translation>{0} är en länk: filen som den leder till, {1}, finns kvar.</translation>
    </message>
    <message>
        <source>{0} is damaged and could not be repaired ({1})</source>
        <translation>{0} är skadad och kunde inte repareras ({1})</translation>
    </message>
    <message>
        <source>{0} is in memory</source>
        <translation>{0} ligger i minnet</translation>
    </message>
    <message>
        <source>{0} is larger than {1} MiB</source>
        <translation>{0} är större än {1} MiB</translation>
    </message>
    <message>
        <source>{0} is not a comparison</source>
        <translation>{0} är ingen jämförelse</translation>
    </message>
    <message>
        <source>{0} is not a quantisation that can be made</source>
        <translation>{0} är ingen kvantisering som kan göras</translation>
    </message>
    <message>
        <source>{0} is not found: there may be no network</source>
        <translation>{0} hittas inte: nätet kanske är nere</translation>
    </message>
    <message>
        <source>{0} is not possible with {1}</source>
        <translation>{0} går inte med {1}</translation>
    </message>
    <message>
        <source>{0} is not removed from here</source>
        <translation>{0} tas inte bort härifrån</translation>
    </message>
    <message>
        <source>{0} is not the file it should be</source>
        <translation>{0} är inte den fil den ska vara</translation>
    </message>
    <message>
        <source>{0} is not there any more</source>
        <translation>{0} finns inte längre</translation>
    </message>
    <message>
        <source>{0} is part {1} of {2} of a model</source>
        <translation>{0} är del {1} av {2} av en modell</translation>
    </message>
    <message>
        <source>{0} is {1}</source>
        <translation>{0} är {1}</translation>
    </message>
    <message>
        <source>{0} leads to the same file, and then to nothing.</source>
        <translation>{0} leder till samma fil, och sedan till inget.</translation>
    </message>
    <message>
        <source>{0} looks best at {1}× the baseline, but there was time for {2} of {3} prompts only: give it more minutes.</source>
        <translation>{0} ser bäst ut med {1}× baslinjen, men tiden räckte bara till {2} av {3} promptar: ge den fler minuter.</translation>
    </message>
    <message>
        <source>{0} looks best at {1}× the baseline, from single runs: more are needed.</source>
        <translation>{0} ser bäst ut med {1}× baslinjen, efter enstaka körningar: fler behövs.</translation>
    </message>
    <message>
        <source>{0} looks best at {1}× the baseline; repeat the runs to be sure.</source>
        <translation>{0} ser bäst ut med {1}× baslinjen; upprepa körningarna för att vara säker.</translation>
    </message>
    <message>
        <source>{0} min is too short for a verdict: with this model the baseline, auto and one setting on two prompts take about {1} min.</source>
        <translation>{0} min är för kort tid för ett omdöme: med den här modellen tar baslinjen, auto och en inställning på två promptar ungefär {1} min.</translation>
    </message>
    <message>
        <source>{0} names its architecture &apos;{1}&apos;, with an underscore</source>
        <translation>{0} kallar sin arkitektur ”{1}”, med understreck</translation>
    </message>
    <message>
        <source>{0} names no architecture</source>
        <translation>{0} anger ingen arkitektur</translation>
    </message>
    <message>
        <source>{0} needs a draft model</source>
        <translation>{0} behöver en utkastmodell</translation>
    </message>
    <message>
        <source>{0} of {1} arrived damaged</source>
        <translation>{0} av {1} kom fram skadad</translation>
    </message>
    <message>
        <source>{0} of {1} bytes</source>
        <translation>{0} av {1} byte</translation>
    </message>
    <message>
        <source>{0} of {1} cannot be fetched</source>
        <translation>{0} i {1} kan inte hämtas</translation>
    </message>
    <message>
        <source>{0} of {1} is not fetched</source>
        <translation>{0} i {1} hämtas inte</translation>
    </message>
    <message>
        <source>{0} of {1} layers are on the GPU; then drafts that cost passes seldom pay.</source>
        <translation>{0} av {1} lager ligger på GPU:n; då lönar sig sällan utkast som kostar pass.</translation>
    </message>
    <message>
        <source>{0} of {1} layers of {2} fit on the GPU and the rest runs on the CPU, which is much slower: {3}.</source>
        <translation>{0} av {1} lager i {2} får plats på GPU:n och resten körs på processorn, vilket är mycket långsammare: {3}.</translation>
    </message>
    <message>
        <source>{0} of {1} layers of {2} fit on the GPU beside {3} and the rest runs on the CPU, which is much slower: {4}.</source>
        <translation>{0} av {1} lager i {2} får plats på GPU:n bredvid {3} och resten körs på processorn, vilket är mycket långsammare: {4}.</translation>
    </message>
    <message>
        <source>{0} of {1} tokens are in use</source>
        <translation>{0} av {1} tokens används</translation>
    </message>
    <message>
        <source>{0} on {1}, llama.cpp {2}.</source>
        <translation>{0} på {1}, llama.cpp {2}.</translation>
    </message>
    <message>
        <source>{0} or its folder may not be written to</source>
        <translation>{0} eller dess mapp går inte att skriva till</translation>
    </message>
    <message>
        <source>{0} other names</source>
        <translation>{0} andra namn</translation>
    </message>
    <message>
        <source>{0} refuses connections</source>
        <translation>{0} vägrar anslutningar</translation>
    </message>
    <message>
        <source>{0} runs on the CPU, because not even one layer of it fits on the GPU beside {1}.</source>
        <translation>{0} körs på processorn, för inte ens ett lager får plats på GPU:n bredvid {1}.</translation>
    </message>
    <message>
        <source>{0} runs on the CPU, because not even one layer of it fits on the GPU.</source>
        <translation>{0} körs på processorn, för inte ens ett lager får plats på GPU:n.</translation>
    </message>
    <message>
        <source>{0} sends requests around in circles</source>
        <translation>{0} skickar förfrågningar runt i cirklar</translation>
    </message>
    <message>
        <source>{0} shards</source>
        <translation>{0} delfiler</translation>
    </message>
    <message>
        <source>{0} was already closed</source>
        <translation>{0} var redan stängd</translation>
    </message>
    <message>
        <source>{0} was made by a newer Paceline and is left as it is</source>
        <translation>{0} är gjord av ett nyare Paceline och lämnas som den är</translation>
    </message>
    <message>
        <source>{0} was not fetched</source>
        <translation>{0} hämtades inte</translation>
    </message>
    <message>
        <source>{0} was not read</source>
        <translation>{0} lästes inte</translation>
    </message>
    <message>
        <source>{0} was slowed down ({1}){2}.</source>
        <translation>{0} bromsades ({1}){2}.</translation>
    </message>
    <message>
        <source>{0} was written by a newer Paceline (version {1} of the file, {2} is known here); it is left alone, and changes are not kept.</source>
        <translation>{0} skrevs av ett nyare Paceline (filens version {1}, här är {2} känd); den lämnas i fred, och ändringar bevaras inte.</translation>
    </message>
    <message>
        <source>{0} was {1} busy before a run of ours began{2}.</source>
        <translation>{0} var upptagen till {1} innan en körning började{2}.</translation>
    </message>
    <message>
        <source>{0} went back to its default: {1}.</source>
        <translation>{0} gick tillbaka till sitt standardvärde: {1}.</translation>
    </message>
    <message>
        <source>{0} {1} {2} more GPU memory than is free with these layers: {3}.</source>
        <translation>{0} {1} {2} mer GPU-minne än som är ledigt med dessa lager: {3}.</translation>
    </message>
    <message>
        <source>{0} {1} {2} more memory than is free: {3}.</source>
        <translation>{0} {1} {2} mer minne än som är ledigt: {3}.</translation>
    </message>
    <message>
        <source>{0} {1}, before anything could be told.</source>
        <translation>{0} {1}, innan något gick att säga.</translation>
    </message>
    <message>
        <source>{0} {1}. So far {2} is ahead at {3}; that is not confirmed.</source>
        <translation>{0} {1}. Hittills leder {2} med {3}; det är inte bekräftat.</translation>
    </message>
    <message>
        <source>{0}, line {1}</source>
        <translation>{0}, rad {1}</translation>
    </message>
    <message>
        <source>{0}, or take a smaller quantisation</source>
        <translation>{0}, eller välj en mindre kvantisering</translation>
    </message>
    <message>
        <source>{0}, tuned: {1} on {2}.</source>
        <translation>{0}, finjusterad: {1} den {2}.</translation>
    </message>
    <message>
        <source>{0}. Until then they are lost on exit</source>
        <translation>{0}. Till dess går de förlorade när programmet avslutas</translation>
    </message>
    <message>
        <source>{0}.id: {1} is there already</source>
        <translation>{0}.id: {1} finns redan</translation>
    </message>
    <message>
        <source>{0}.parent: no message before it has the id {1}</source>
        <translation>{0}.parent: inget tidigare meddelande har id {1}</translation>
    </message>
    <message>
        <source>{0}.role: it is the same as its parent&apos;s</source>
        <translation>{0}.role: den är densamma som förälderns</translation>
    </message>
    <message>
        <source>{0}.role: the first message is the user&apos;s</source>
        <translation>{0}.role: det första meddelandet är användarens</translation>
    </message>
    <message>
        <source>{0}: a fault of the program, see the log.</source>
        <translation>{0}: ett fel i programmet, se loggen.</translation>
    </message>
    <message>
        <source>{0}k context</source>
        <translation>{0}k kontext</translation>
    </message>
    <message>
        <source>{0}× (too noisy to say)</source>
        <translation>{0}× (för brusigt för att säga)</translation>
    </message>
    <message>
        <source>{0}× ({1} to {2})</source>
        <translation>{0}× ({1} till {2})</translation>
    </message>
    <message>
        <source>{0}× the baseline</source>
        <translation>{0}× baslinjen</translation>
    </message>
    <message>
        <source>{0}× the baseline{1}.</source>
        <translation>{0}× baslinjen{1}.</translation>
    </message>
    <message>
        <source>{0}× the baseline{1}: it cannot be told from it.</source>
        <translation>{0}× baslinjen{1}: går inte att skilja från den.</translation>
    </message>
</context>
<context>
    <name>presets</name>
    <message>
        <source>A copy of the model without some of its layers writes ahead, and the whole model checks.</source>
        <translation>En kopia av modellen utan några av lagren skriver i förväg, och hela modellen kontrollerar.</translation>
    </message>
    <message>
        <source>A deep model in a large type (F16, Q8_0), with a copy in a small one, and memory for both.</source>
        <translation>En djup modell av stor typ (F16, Q8_0), med en kopia av liten typ, och minne för båda.</translation>
    </message>
    <message>
        <source>A large target (7B and up) with a draft a tenth its size, both wholly on the GPU.</source>
        <translation>En stor modell (7B och uppåt) med en utkastmodell av en tiondels storlek, båda helt på GPU:n.</translation>
    </message>
    <message>
        <source>A pool of 16 MB that knows the next token after every long run of tokens seen so far, in all conversations.</source>
        <translation>Ett minne på 16 MB som vet nästa token efter varje lång följd av tokens som setts hittills, i alla samtal.</translation>
    </message>
    <message>
        <source>A smaller model with the same vocabulary writes ahead, and the large one checks.</source>
        <translation>En mindre modell med samma vokabulär skriver i förväg, och den stora kontrollerar.</translation>
    </message>
    <message>
        <source>All of them</source>
        <translation>Alla</translation>
    </message>
    <message>
        <source>Auto</source>
        <translation>Automatiskt</translation>
    </message>
    <message>
        <source>Balanced</source>
        <translation>Balanserad</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>Baslinje</translation>
    </message>
    <message>
        <source>Brief</source>
        <translation>Kortfattad</translation>
    </message>
    <message>
        <source>Chooses anew in every round: the drafter and the length that gain most on this machine, or none at all.</source>
        <translation>Väljer på nytt i varje runda: det slags utkast och den längd som ger mest på den här datorn, eller inget alls.</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Kod</translation>
    </message>
    <message>
        <source>Code edit</source>
        <translation>Kodändring</translation>
    </message>
    <message>
        <source>Coding</source>
        <translation>Programmering</translation>
    </message>
    <message>
        <source>Comparing, and any text in which nothing can be guessed.</source>
        <translation>Jämförelser, och text där inget går att gissa.</translation>
    </message>
    <message>
        <source>Copy and edit</source>
        <translation>Kopiera och ändra</translation>
    </message>
    <message>
        <source>Counts up to four ways in which a match went on, and drafts one that is clearly the most frequent.</source>
        <translation>Räknar upp till fyra sätt som en träff fortsatte på, och gör utkast av det som är klart vanligast.</translation>
    </message>
    <message>
        <source>Creative</source>
        <translation>Kreativ</translation>
    </message>
    <message>
        <source>Draft model</source>
        <translation>Utkastmodell</translation>
    </message>
    <message>
        <source>Drafts from the conversation where it has a long match, and with the model&apos;s MTP head everywhere else.</source>
        <translation>Gör utkast ur samtalet där träffen är lång, och med modellens MTP-huvud överallt annars.</translation>
    </message>
    <message>
        <source>Drafts what most often followed such words in this conversation and in earlier ones with the same model.</source>
        <translation>Gör utkast av det som oftast följt på sådana ord i det här samtalet och i tidigare med samma modell.</translation>
    </message>
    <message>
        <source>Editing code, quoting, lists and tables: replies that repeat long stretches of the conversation.</source>
        <translation>Att ändra kod, citat, listor och tabeller: svar som upprepar långa stycken av samtalet.</translation>
    </message>
    <message>
        <source>Editor</source>
        <translation>Redaktör</translation>
    </message>
    <message>
        <source>Edits of code and text that stand in the conversation: renaming, adding, leaving out, another format.</source>
        <translation>Ändringar av kod och text som finns i samtalet: byta namn, lägga till, ta bort, annat format.</translation>
    </message>
    <message>
        <source>Everything, unless a comparison on your own prompts says otherwise.</source>
        <translation>Allt, om inte en jämförelse med dina egna promptar säger annat.</translation>
    </message>
    <message>
        <source>Exact</source>
        <translation>Exakt</translation>
    </message>
    <message>
        <source>Helpful</source>
        <translation>Hjälpsam</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Historik</translation>
    </message>
    <message>
        <source>Humanities</source>
        <translation>Humaniora</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Keeps its place in a text that is being written again with changes, and expects the same changes to go on.</source>
        <translation>Håller reda på platsen i en text som skrivs om med ändringar, och väntar sig att samma ändringar fortsätter.</translation>
    </message>
    <message>
        <source>Like N-gram, and remembers for each match how much of its draft was accepted the last time.</source>
        <translation>Som N-gram, och minns för varje träff hur mycket av utkastet som accepterades förra gången.</translation>
    </message>
    <message>
        <source>Long edits and transcripts in which some repeats go on and others break off.</source>
        <translation>Långa ändringar och utskrifter där en del upprepningar fortsätter och andra bryts.</translation>
    </message>
    <message>
        <source>Long matches, long drafts</source>
        <translation>Långa träffar, långa utkast</translation>
    </message>
    <message>
        <source>Looks up the last tokens in the conversation and drafts what followed them there.</source>
        <translation>Slår upp de senaste tokens i samtalet och gör utkast av det som följde dem där.</translation>
    </message>
    <message>
        <source>MTP head</source>
        <translation>MTP-huvud</translation>
    </message>
    <message>
        <source>Many repeats of medium length</source>
        <translation>Många upprepningar av medellängd</translation>
    </message>
    <message>
        <source>Math</source>
        <translation>Matematik</translation>
    </message>
    <message>
        <source>Models that come with an MTP head, wholly on the GPU: any kind of reply.</source>
        <translation>Modeller med MTP-huvud, helt på GPU:n: alla sorters svar.</translation>
    </message>
    <message>
        <source>Models with an MTP head at work on code, documents and lists.</source>
        <translation>Modeller med MTP-huvud som arbetar med kod, dokument och listor.</translation>
    </message>
    <message>
        <source>Multilingual</source>
        <translation>Flerspråkigt</translation>
    </message>
    <message>
        <source>N-gram</source>
        <translation>N-gram</translation>
    </message>
    <message>
        <source>N-gram pool</source>
        <translation>N-gram, gemensamt minne</translation>
    </message>
    <message>
        <source>N-gram, four continuations</source>
        <translation>N-gram, fyra fortsättningar</translation>
    </message>
    <message>
        <source>N-gram, learning lengths</source>
        <translation>N-gram, lär sig längder</translation>
    </message>
    <message>
        <source>N-gram, then MTP head</source>
        <translation>N-gram, sedan MTP-huvud</translation>
    </message>
    <message>
        <source>No speculation: the model writes one token per pass, and everything else is measured against it.</source>
        <translation>Ingen spekulation: modellen skriver en token per pass, och allt annat mäts mot det.</translation>
    </message>
    <message>
        <source>Nothing in the history resembles the reply; then it drafts little and costs little.</source>
        <translation>Inget i historiken liknar svaret; då ger det få utkast och kostar lite.</translation>
    </message>
    <message>
        <source>Own history</source>
        <translation>Egen historik</translation>
    </message>
    <message>
        <source>Own layers, some left out</source>
        <translation>Egna lager, några utelämnade</translation>
    </message>
    <message>
        <source>Precise</source>
        <translation>Precis</translation>
    </message>
    <message>
        <source>Questions</source>
        <translation>Frågor</translation>
    </message>
    <message>
        <source>Questions about a text</source>
        <translation>Frågor om en text</translation>
    </message>
    <message>
        <source>Quick: one prompt of five kinds</source>
        <translation>Snabbt: en prompt av fem sorter</translation>
    </message>
    <message>
        <source>Reasoning</source>
        <translation>Resonemang</translation>
    </message>
    <message>
        <source>Records</source>
        <translation>Poster</translation>
    </message>
    <message>
        <source>Repeats are shorter than some 24 tokens, or the reply is new text.</source>
        <translation>Upprepningarna är kortare än ungefär 24 tokens, eller svaret är ny text.</translation>
    </message>
    <message>
        <source>Replies that come back to earlier text: edits, JSON, summaries, recurring answers. Needs no second model.</source>
        <translation>Svar som återkommer till tidigare text: ändringar, JSON, sammanfattningar, återkommande svar. Behöver ingen andra modell.</translation>
    </message>
    <message>
        <source>Roleplay</source>
        <translation>Rollspel</translation>
    </message>
    <message>
        <source>STEM</source>
        <translation>Naturvetenskap</translation>
    </message>
    <message>
        <source>Shorter matches, and two of them</source>
        <translation>Kortare träffar, och två av dem</translation>
    </message>
    <message>
        <source>Summarization</source>
        <translation>Sammanfattning</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Text with many long repeats: logs, records, tables.</source>
        <translation>Text med många långa upprepningar: loggar, poster, tabeller.</translation>
    </message>
    <message>
        <source>The file holds no MTP head, or the model is only partly on the GPU.</source>
        <translation>Filen har inget MTP-huvud, eller modellen är bara delvis på GPU:n.</translation>
    </message>
    <message>
        <source>The file holds no such head, or the model is only partly on the GPU.</source>
        <translation>Filen har inget sådant huvud, eller modellen är bara delvis på GPU:n.</translation>
    </message>
    <message>
        <source>The model&apos;s own extra layer for multi-token prediction writes ahead.</source>
        <translation>Modellens eget extralager för att förutsäga flera tokens skriver i förväg.</translation>
    </message>
    <message>
        <source>The reply is new text, or no continuation is much more frequent than the others.</source>
        <translation>Svaret är ny text, eller ingen fortsättning är mycket vanligare än de andra.</translation>
    </message>
    <message>
        <source>The reply is new text, such as a story or an explanation.</source>
        <translation>Svaret är ny text, till exempel en berättelse eller en förklaring.</translation>
    </message>
    <message>
        <source>The reply is new text; then it drafts little and costs little.</source>
        <translation>Svaret är ny text; då ger det få utkast och kostar lite.</translation>
    </message>
    <message>
        <source>The reply repeats what is already in the conversation, or a faster preset is available.</source>
        <translation>Svaret upprepar det som redan finns i samtalet, eller ett snabbare förval finns.</translation>
    </message>
    <message>
        <source>The search says that it does not pay, which is usual for models of few layers; it takes the copy&apos;s memory too.</source>
        <translation>Sökningen säger att det inte lönar sig, vilket är vanligt för modeller med få lager; kopian tar dessutom minne.</translation>
    </message>
    <message>
        <source>The target is small, only partly on the GPU, or a mixture of experts: the draft may cost more than it gives.</source>
        <translation>Modellen är liten, bara delvis på GPU:n, eller en expertblandning (MoE): utkasten kan kosta mer än de ger.</translation>
    </message>
    <message>
        <source>This conversation and earlier ones</source>
        <translation>Det här samtalet och tidigare</translation>
    </message>
    <message>
        <source>Translator</source>
        <translation>Översättare</translation>
    </message>
    <message>
        <source>Working on one block of text or code again and again; answers that repeat a model&apos;s own thinking.</source>
        <translation>Att arbeta med samma stycke text eller kod om och om igen; svar som upprepar modellens eget tänkande.</translation>
    </message>
    <message>
        <source>Writing</source>
        <translation>Skrivande</translation>
    </message>
    <message>
        <source>You want to see what one way of drafting does by itself.</source>
        <translation>Du vill se vad ett enskilt sätt att göra utkast ger.</translation>
    </message>
</context>
</TS>
