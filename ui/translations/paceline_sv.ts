<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="sv" sourcelanguage="en">
<context>
    <name>ArmPane</name>
    <message>
        <source>cannot run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>running · {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>too short</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waiting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>warming up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} tok/s</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ArmsPopup</name>
    <message>
        <source>Default</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draft model of arm {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Head in the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No draft model for this model was found on this machine.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Preset of arm {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The baseline always runs, and the others are held against it, one after the other.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Variant of arm {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} needs a draft model, and none for this model was found.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Banner</name>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restart engine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save now</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Baseline</name>
    <message>
        <source>estimated: a one-token pass timed when the model was loaded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>estimated: the {n} rounds of this reply in which nothing was drafted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>measured: the last finished reply with speculation off, same model, this session</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>BillView</name>
    <message>
        <source>Context of the memory bill</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fits, with room to spare for everything else.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>KV cache type of the memory bill</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>KV {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep context and KV type of the bill for loading</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load it like this</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory with {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Puts this context and KV type into the settings; the next load follows them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Working it out…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>usual context</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} context</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ChatController</name>
    <message>
        <source>Ended at the longest reply set in Settings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No reply: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The context is full. Start a new chat, or load the model with a larger context.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine stopped here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your conversation is kept.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ChatView</name>
    <message>
        <source>A reply is being written in another chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Busy with a comparison; the chat goes on after it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load a model first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading {0}, {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Message {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading the prompt {0} / {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine does other work; the chat goes on after it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine stopped. Restart it to go on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting for the engine…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You can write the next message while this one is answered</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CodeSegment</name>
    <message>
        <source>Code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy this code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>code</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CompareView</name>
    <message>
        <source>Acceptance over the reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accepted drafts, over the last rounds of a reply.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a model first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Getting ready</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading the model, {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measuring what verifying costs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The curves begin with the first run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The price could not be measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens over time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Written: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>about {0} left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>always knew</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>looking at where texts part</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>measuring what verifying costs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>run {0} of {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>too noisy to say</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>Ctrl+Enter sends · Enter new line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Editing an earlier message: what it was and what followed stay as another version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter sends · Shift+Enter new line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Esc stops the reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load a model first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send the message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop editing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop the reply</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ContextGauge</name>
    <message>
        <source>Context: {0} of {1} tokens used</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ConversationColumn</name>
    <message>
        <source>Chats, newest first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+F</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+N</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export all as JSON…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export all as Markdown…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export as JSON…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export as Markdown…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find in all chats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import chats…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More for chats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not being saved to disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing found for “{0}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Places found, newest first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>System prompt of this chat…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ConversationList</name>
    <message>
        <source>Earlier</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Today</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ConversationPainter</name>
    <message>
        <source>Title of the chat</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DemoCard</name>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel fetching the demo model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Demo model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fetching and checking…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fetching and checking… {0} %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fetching the demo model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get the demo model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>SmolLM2-135M-Instruct · 98 MB · small, quick, Apache-2.0. Good for trying things out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped. You can start again whenever you like.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The demo model is on this computer.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DraftCard</name>
    <message>
        <source>Asking the hub…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Download {0}, {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fits beside the model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other quantisations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other quantisations of {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The repository holds no GGUF file any more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Together with the model a part has to run on the CPU.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Together with the model {0} of memory are missing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use {0} as draft</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} shards</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DraftPicker</name>
    <message>
        <source>Choose a file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draft model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MTP head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No MTP head for this model was found.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No other model was found on this machine.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The head inside the model</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DraftsSection</name>
    <message>
        <source>Drafts for {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide those that cannot be used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look again on the hub</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look on the hub</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking on the hub</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking on the hub and reading headers there, a few MB at most…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None on this computer. The hub may have some: nothing is asked there before you press it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was found that could draft for this model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading the headers of the other models on this computer…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show {0} more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop looking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} that cannot be used</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>EmptyPage</name>
    <message>
        <source>Every preset answers the same prompts as the baseline, one after the other, each from a cold cache, and another one goes first each time. Then you see what is faster, by how much, how sure that is, and whether the text stayed the same.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Press Start: a first result takes about a minute on a small model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What does speculation do for this model, on this machine?</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>EndCard</name>
    <message>
        <source>Cut off: the program ended during this comparison</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was measured.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The comparison could not go on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine died during the comparison</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was measured until then is kept.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Exchange</name>
    <message>
        <source>1 chat {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export chats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import chats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paceline chats (*.json)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The chats were not exported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The chats were not imported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>exported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>imported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} chats {1}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FiguresRow</name>
    <message>
        <source>An estimate. {figures} A reply with speculation off measures it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Baseline {speed} tok/s, {source}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drafted tokens that were kept. n/a: nothing was drafted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speculation is off: this reply is the baseline.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The speed without speculation is not known yet. A reply with it off measures it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens given out per round, the one that the model itself adds included.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens per second after the first round of the reply; the prompt is not in it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>accepted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>baseline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>n/a</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>per round</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tok/s</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Files</name>
    <message>
        <source>Export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a file of prompts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prompts (*.jsonl);;All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The export failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This comparison cannot be deleted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This comparison cannot be opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} cannot be written.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FlowingText</name>
    <message>
        <source>Open a link</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model wrote this link. Open it in your browser?</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>HistoryPopup</name>
    <message>
        <source>Delete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find by model, preset or date</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kept comparisons</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No comparison fits.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No comparison is kept yet. Every one that runs is kept here, also when it is stopped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>JsonSchema</name>
    <message>
        <source>A schema is an object: it begins with { and ends with }.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An empty schema allows any JSON. Say what you want, such as its properties.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is nested too deeply, or holds a number that is too long.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not JSON at line {0}, column {1}: {2}.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LayerSearchDialog</name>
    <message>
        <source>Beginning…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checking the best copy on other texts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copies tried</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It cannot pay here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It makes replies about {0}x as fast</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It takes {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing of it was kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress of the search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recording replies of the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search the layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine stopped during the search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The search cannot begin now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The search ended early</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type of the copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With some layers left out, a model can draft for itself, where that pays. Copies of {name} are made and measured against it, and the best one is kept only if it makes replies faster. That takes some minutes, in which the engine writes no replies, and up to {size} on the disk.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as the model ({0})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: {1} of {2}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LayerSearching</name>
    <message>
        <source>The engine has other work. Wait until it is done, or stop it.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Lender</name>
    <message>
        <source>A reply is being written. Wait for its end, or stop it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine does other work for the chat. Wait for its end, or stop it.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LiveView</name>
    <message>
        <source>Acceptance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Acceptance by position</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Acceptance over the reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How much of what was drafted is kept. Below 40 % it seldom pays.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MTP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rounds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The speed of the reply, with the baseline as a dashed line.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens per second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens per second over the reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>baseline {speed}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>draft model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>history</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>last 32 rounds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>n-gram</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>other</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LockButton</name>
    <message>
        <source>One sequence at a time, and that is not a setting. With several slots the drafts of each see a batch that others fill: acceptance collapses in all slots but one, and a baseline measured with two slots reads about 20 % low, so that every speedup against it would be too good to be true.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parallel 1, locked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why parallel is locked at 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>parallel 1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Choose a draft model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GGUF models (*.gguf);;All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} cannot be chatted with</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MemoryBars</name>
    <message>
        <source>Held by this program&apos;s models, by everything else, and free.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>models {ours} GB</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ModelPicker</name>
    <message>
        <source>Find a model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models on this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No model of that name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No models were found here yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open file…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ModelTable</name>
    <message>
        <source>Context</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Family</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens that the model was trained to see at once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whether the model fits into the memory that is free now, with an ordinary context.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fits: {0}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Models</name>
    <message>
        <source>Checking the SHA-256 of {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>DFlash head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>EAGLE-3 head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU context</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>KV</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MTP head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MTP inside</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paused at {0} of {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The connection broke off; it is tried again by itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>adapter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>assistant head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>base</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>buffers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>diffusion</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>draft</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>draft KV</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>draft buffers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>draft rollback</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>draft state</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>embedding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>encoder-decoder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hub</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hub, known pair</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hub, same repository</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>importance matrix</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>inside the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no, {0} short</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>on the CPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>on this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>projector</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>recurrent state</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rollback copies</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>speech</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>vocabulary only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>yes, {0} left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} bits per weight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} h {1} min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} min {1} s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} of {1} layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} shards</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}, complete and checked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}, waits for its turn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}/s</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ModelsTable</name>
    <message>
        <source>Columns: press one to sort by it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models on this computer</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>OptionsForm</name>
    <message>
        <source>Reset to the preset&apos;s values</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PositionBars</name>
    <message>
        <source>Acceptance by position in the draft</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How often each token of a draft is kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Token {i} of a draft: {share} accepted in the {n} rounds that got so far</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PresetCard</name>
    <message>
        <source>Avoid when: {text}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Best for: {text}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Needs: a model file that holds an MTP head.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Needs: a second, smaller model that shares the vocabulary.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Needs: an MTP head, inside the model&apos;s file or in one of its own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search the layers…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search them again…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PriceCard</name>
    <message>
        <source>Measure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measure again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measure the price of a pass</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not measured yet. It takes a second or two, and tells what length of draft pays here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Price of a pass over k tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>empty context</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>on top of {0} tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>× one token</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Rail</name>
    <message>
        <source>Chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comes with a later version. The Model button over the chat lists what is on this computer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ReplyBody</name>
    <message>
        <source>Reply</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ReplyMessage</name>
    <message>
        <source>Paceline ended while this was written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} % accepted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} cached</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} per round</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} s to first token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} tok/s</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ResultTable</name>
    <message>
        <source>Against the baseline, from pairs of runs that followed each other; 99 % interval below.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decode speed: median of the runs, smallest and largest below.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of the speed that a drafter which always knew would reach with this model on this machine.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Results</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens that a round gave out, the target&apos;s own included.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where the time of the rounds went.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whether the replies are the baseline&apos;s, token for token.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>accepted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>draft · verify · other</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>first token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not measured yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of possible</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>per round</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>preset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>speedup</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tok/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>too short to judge</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ResultsCard</name>
    <message>
        <source>All prompts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Beside the result</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prompt shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>So far: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Switch speculation off in the chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use {0} in the chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What it came to</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RoundStrip</name>
    <message>
        <source>One column for each round, once a reply runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Round {n}: nothing proposed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Round {n}: {drafted} proposed, {accepted} accepted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rounds, newest last</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>draft {draft}, verify {verify}, other {other}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RuleChoice</name>
    <message>
        <source>A seed gives the same text with every preset, and with none. Take it unless you have a reason not to.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Acceptance rule: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Acceptance: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accepts a little more. Replies are as good and as varied as without drafts, but a seed gives another text. Take it for speed at high temperatures.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As llama.cpp does</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Most accepted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only a draft that is the token drawn anyway is accepted. Take it to compare with llama-server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Same text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>They differ above temperature 0 only.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SchemaChip</name>
    <message>
        <source>Constrain the reply: JSON schema</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON schema</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replies keep to a JSON schema ({0})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write freely again</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SchemaDialog</name>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Constrain the reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Insert an example</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON schema</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replies of this chat will be JSON of this shape. It goes together with every preset: a draft that breaks the schema is simply not accepted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This can be used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write freely again</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SettingsPage</name>
    <message>
        <source>0 always takes the likeliest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 keeps all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 keeps the GPU out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 changes nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 keeps all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CPU keeps the GPU out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CPU threads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear the own history</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Context</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draft GPU layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draft KV cache type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draft device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draft model in memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter sends, Shift+Enter starts a new line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Flash attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In force when a model is loaded the next time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>KV cache type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Like the system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Longest reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look and keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Min-p</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model in memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Own history</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repeat penalty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replies</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tint accepted drafts by drafter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens of past conversations, where the preset that drafts from its own history looks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Top-k</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Top-p</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a fixed seed gives the same text again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>automatic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>clearing…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>like the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>new each time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>physical cores by itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the model&apos;s own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens, at most 8192 by itself</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SetupBar</name>
    <message>
        <source>All {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Baseline against</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CSV: one line for every run…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose at least one preset to hold against the baseline.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File of prompts…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>HTML report…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>History</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON: everything…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Longest reply in tokens; below 64 says little about speed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Markdown: the tables…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Own prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Own prompt…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PNG: a picture of this view…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs of every preset and prompt; three tell something</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The prompt that every preset answers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write a prompt, or choose a set.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} ({1})</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SharesBar</name>
    <message>
        <source>Time per round</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Verifying usually takes 42 to 95 % of a round. A draft should stay below 20 % of a target pass.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>draft {draft} % · verify {verify} % · other {other} %</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SpeculationPanel</name>
    <message>
        <source>Change</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change preset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close the panel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close the panel (F9)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No reply yet. Send a message, and here is what speculation did for it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speculation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The new settings count from the next reply.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The prompt is being read. The first round is next.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These are the figures of {past}. {next} takes over with the next reply.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This preset needs a draft model. Pick one under Change.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SystemPromptDialog</name>
    <message>
        <source>Keep in library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep in library…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Library…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None: the model&apos;s own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove from library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>System prompt of this chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take a system prompt from the library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the model is told before the first message. It holds from the next reply on.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ThinkingFold</name>
    <message>
        <source>Thinking text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thinking… {0} s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thought for {0} s</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TopBar</name>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Preset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speculation panel (F9)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tint accepted drafts by drafter</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Transcript</name>
    <message>
        <source>Conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To the latest words</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>UndoBar</name>
    <message>
        <source>Close this message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} chats deleted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{0}” deleted</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>UserMessage</name>
    <message>
        <source>Edit your message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your message</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>VariantSwitch</name>
    <message>
        <source>Variant {title}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your own values</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Verdict</name>
    <message>
        <source>No gain and no harm: {times} the baseline with {accepted} accepted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No repetition found yet. Looking back costs next to nothing until the reply repeats the prompt or itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing drafted yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only {accepted} accepted: speculation seldom pays below 40 %.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only {per_round} drafted tokens are kept per round: likely slower than without.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speculation is off. {speed} tok/s is the baseline that presets are measured against.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speculation is off: the model writes one token per pass. This is the baseline.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speculation pays here: {times} the baseline with {accepted} accepted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speculation pays here: {times} the baseline, although only {accepted} is accepted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speculation pays here: {times} the baseline. A smaller draft would give more: drafting takes {draft_share} of a pass.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The draft model is loaded but has proposed nothing: it takes memory and gives no speed. Lower p_min or n_min, or switch it off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The drafter has proposed nothing so far. Lower p_min or n_min, or switch speculation off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Too short to judge yet: {n} of about {enough} tokens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting for the first round.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>about {times}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{accepted} accepted, but drafting takes {draft_share} of a pass; below 20 % is healthy.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{accepted} accepted, yet {times} the baseline: drafting takes {draft_share} of a pass. Use a smaller draft or shorter drafts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{accepted} accepted, yet {times} the baseline: only {per_round} drafted tokens are kept per round.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{accepted} accepted, yet {times} the baseline: verifying several tokens at once costs more than it saves here. Try shorter drafts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{accepted} accepted, {times} the baseline: speculation slows this chat.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{accepted} accepted, {times} the baseline: too little for what verifying costs. Shorter drafts may help.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{accepted} accepted: below 50 % a draft model may cost more than it gives.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{accepted} accepted: on the edge of what pays. Shorter drafts may help.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{accepted} accepted: this should pay. One reply with speculation off gives the baseline to compare with.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>VerdictCard</name>
    <message>
        <source>Switch off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use {preset}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Versions</name>
    <message>
        <source>Newer version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Older version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Version {0} of {1}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Welcome</name>
    <message>
        <source>A lighthouse keeper finds a letter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chat with a model on this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Eight users with name, e-mail and age</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Explain in a few sentences why the sky is dark at night.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Explain something</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Found on this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing leaves this machine. Pick a model, or drop a GGUF file anywhere on the window.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a GGUF file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename a variable in a class</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename item to product and print the whole class again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tell a short story about a lighthouse keeper who finds a letter in a bottle.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tell a story</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file is read into memory. You can chat as soon as it is there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What shall we write?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why the sky is dark at night</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write a JSON list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write a JSON list of eight users with the fields name, email and age. Only the JSON.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is ready. Try one of these; the speculation panel (F9) shows what drafting does.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>_Changes</name>
    <message>
        <source>Reckon with: {0}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>_Figures</name>
    <message>
        <source>Cost of a pass, in passes of the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Expected speed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens it proposes as the model does</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}x, with drafts of {1}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>_Foot</name>
    <message>
        <source>Continue the reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Regenerate</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>_LoadingCard</name>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel loading</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading the model</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>_Memory</name>
    <message>
        <source>{0} are to stay free for everything else.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} of {1} free</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>_TroubleCard</name>
    <message>
        <source>Enter an access token…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>engine</name>
    <message>
        <source> at up to {0} °C</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> in {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> {0} may be as good.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&apos;{0}&apos; cannot be fetched from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is no address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is no name of a repository</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is not fetched</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; and {0} more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; the hub asks to wait {0} s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; {0} foreign programs compute on it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A bug of Paceline: {0}. The log has the details.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A change to a conversation could not be kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A checkpoint of the model&apos;s state could not be put back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A checkpoint of the model&apos;s state could not be taken</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A context was used after it was closed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A model this small needs no draft.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A name has 1 to {0} characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A pass of the draft costs at least as much as one of the target: it can only slow down.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A pass of the draft reads {0} of the bytes that one of the target does: it pays only where nearly every guess is accepted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A prompt has 1 to {0} characters that are not all spaces</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A {0} cannot have the name &apos;{1}&apos;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accept its terms on {0}, make a token on {1}/settings/tokens and give it to Paceline (in the Models view, or as HF_TOKEN).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All of them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask for a new reply instead</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask for it on {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Begin each turn with a heading such as &apos;## User&apos; or &apos;## Assistant&apos;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check HF_ENDPOINT, and whether the network wants a login in the browser.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check HF_ENDPOINT.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check HTTPS_PROXY.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check it for commas and quotes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check its permissions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check its rules.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check that the file is complete and made for this llama.cpp (see `paceline doctor`).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check that the file is complete and that the disk has room.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the models folder and its permissions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the name on {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the network and try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the network and try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the path of the draft model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the path, or pick another model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a models folder on another disk; FAT32 ends at 4 GB.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a set or a file with at least one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a smaller model with the same vocabulary as draft</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Conversations are being saved again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Conversations are not being saved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy and edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy it again from the hub</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Do not use {0}: the text differs from the baseline&apos;s by more than a tie. Please report it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Download it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Download it into the same folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draft model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drafts of {0} by {1} should make replies {2}x as fast</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drafts shorter than this are dropped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Earlier occurrences needed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>End it; then they are written here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Engines that do</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fetch the file by hand, or look for another copy.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free some space, or search with a smaller quantisation.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free some space; they are written as soon as there is room</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get a newer file of the same model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get a newer file of this draft head.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get another file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get the little-endian file of the same model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give one of prompt, messages, turns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give yourself the right to write there, or choose another folder with PACELINE_DATA</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How much memory {0} has free is not known, so {1} runs on the CPU: set GPU layers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is a DFlash head, which guesses from its target&apos;s hidden state: no plain draft model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is a LoRA adapter, not a model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is a diffusion language model, which does not write token by token.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is a head for {0} models, and the target is {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is a speech model, which writes no text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is a vocabulary without weights.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is an EAGLE-3 head, which guesses from its target&apos;s hidden state: no plain draft model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is an assistant head, which reads its target&apos;s memory: no plain draft, but &apos;draft-mtp&apos; takes it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is an embedding model, which writes no text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is an encoder-decoder model, which cannot follow a running text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is an image projector (mmproj), not a language model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is an importance matrix, not a model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is made for hidden rows of {0} numbers, and the target&apos;s have {1}: it belongs to a model of another size.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is no MTP head in a file of its own: its kind is &apos;{0}&apos;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is the MTP part of a model: no plain draft model, but the preset &apos;draft-mtp&apos; takes it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is the target itself: every guess would cost as much as it saves.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It may be of another version of Paceline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It sits behind layer {0}, and the target has {1}: it belongs to a model of another size.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its keys are not of the target&apos;s size: it belongs to a model of another size.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its target must end in a layer with a window and one without.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Known: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave speculation off: the best arm, {0}, is {1} as fast as the baseline.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>List the repository again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load one first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load the model that it belongs to.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load the model that it changes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load the model with a longer one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load the whole model, in a file that has the MTP part inside.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading {0} was cancelled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Longest draft, in tokens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Longest draft, in tokens; 0 is what was measured to pay best.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look for another copy.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MTP inside</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make a new token on {0}/settings/tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make room and resume; what was fetched is kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make room there, or name another folder with {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measuring the price was cancelled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Most tokens to draft after a match.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move it away, or choose another folder with PACELINE_DATA</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move it to another folder and start Paceline again; it then begins with an empty file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>N-gram pool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>N-gram, four continuations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>N-gram, learning lengths</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name a .gguf file in it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No clear winner: {0} at {1} cannot be told from the baseline. Leave speculation off, or repeat the runs on a quieter machine.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No copy of it was made yet; `paceline skip-layers -m {0}` searches for one that pays</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No copy pays here: the best, {0}, would give {1}x</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No copy was made.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No layers of {0} can be left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No memory for a context of {0} tokens of {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No model is loaded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No token can be chosen from the model&apos;s output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing can be recommended: no preset was measured beside the baseline.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing can be recommended: the baseline was not measured.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing of it was taken</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing of it was taken; mend the file and try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was written to {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open {0} instead.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Option &apos;{0}&apos; of preset &apos;{1}&apos;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other programs kept {0} of {1} processor cores busy during the runs (at most {2}): the figures may be off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Own history</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Own layers, some left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paceline is being closed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paceline itself failed ({0}: {1})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pick a chat model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pick a draft model first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pick a draft model instead.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pick a file that ends in .gguf.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pick a file whose name ends in .gguf.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pick another file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pick one that is small and of the same family as the model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pick the model itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pick the model that lies beside it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Questions about a text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quick: one prompt of five kinds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove that link and try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run `git lfs pull` in its folder, or download the file itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Same vocabulary and same family: a good pair.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Same width and vocabulary: this head belongs to such a model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Say which</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scoring tokens was cancelled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See to it that the disk is there and whole</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See {0}/{1}/tree/main</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shorten it, start a new chat, or load the model with a longer context.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Simplify it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start a new chat.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop before a token that the MTP head gives less probability.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop before a token that the copy gives less probability.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop before a token that the draft model gives less probability.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop where the whole draft becomes less probable than this.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take a depth of 0 to {0}, or load the model with a longer context.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take a part of it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take a smaller context, a smaller KV type, or fewer GPU layers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take one of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text is split by the rules &apos;{0}&apos; in the target and &apos;{1}&apos; in the draft: {2}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The chat template of this model cannot be used for this conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The comparison</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The context is full</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The context of {0} tokens is longer than the {1} that {2} was trained for; replies may lose their sense behind that.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The context of {0} tokens is too short to search in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The copy was made.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The copy without {0} of {1} layers was measured when it was made: replies are expected at {2}x the speed without it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The damaged one is kept as {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The devices are: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The draft is a {0} and the target a {1}: {2}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The draft was trained for {0} tokens of context and the target for {1}: in longer conversations its guesses get worse.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The draft&apos;s architecture is {0} and the target&apos;s {1}: {2}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine crashed in native code.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine ended by itself (exit code {0}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine stopped answering.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine stopped itself: llama.cpp found a state that it cannot go on from, or a device ran out of memory.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine was ended from outside.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine was killed; the system does that when memory runs out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file holds {0} MTP heads, and this llama.cpp runs only one of {1} models.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file names an MTP head and leaves it out: get the -MTP- variant, or the head as its own file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file of conversations was damaged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The grammar cannot be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The grammar leaves no token that could come next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The head is of {0} and the target of {1}: it fits, but fewer guesses will be accepted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The length of the replies is {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The log has the details; please report it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The machine runs on battery.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model file may be damaged or a logit bias forbids every token; try another file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The number of runs is {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The peer {0} is named twice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The preset needs a draft model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The price at a depth of {0} tokens cannot be measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The processor was held back by heat or by a quota during some runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The prompt of {0} tokens is longer than the context of {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The replies were too short to judge; take a longer length or prompts that ask for more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The reply cannot be continued</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The reply&apos;s length must be at least 1 token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The search for layers of {0} was cancelled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sets are: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The setting repeat_penalty is {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The setting {0} is {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The system is in a power-saving mode.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The system prompt &apos;{0}&apos; cannot be kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The system&apos;s keyring did not take the token ({0}): it is used until Paceline ends and is written nowhere.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The target cannot be chatted with: its kind is &apos;{0}&apos;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The text could not be tokenised</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The token at the {0} of a text ({1}) is {2} in the target and {3} in the draft.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The vocabularies are of different kinds: {0} in the target, {1} in the draft.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The vocabularies have {0} and {1} tokens: {2} apart, and at most {3} are allowed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The {0} &apos;{1}&apos; cannot be replaced</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The {0} puts a token at the {1} of every text ({2}), and the {3} does not.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The {0} tokens to score are more than the context of {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no device &apos;{0}&apos; for the draft model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no drafter {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no prompt set or file &apos;{0}&apos;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no room for a copy of the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is nothing to answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These settings cannot be kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This engine was started without a folder for copies of models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This file holds no MTP head: models that were trained with one have it in their -MTP- variant (for example a Qwen 3.6 MTP GGUF), or in a file of its own that can be picked as the head.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This llama.cpp cannot run the MTP head of {0} models.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This llama.cpp knows no assistants called &apos;{0}&apos;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This model brings no chat template; a plain one (ChatML) is used, which a model that was not trained for chat may not follow.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This model has its MTP head in a file of its own: get its assistant file ({0}), put it into the models folder and pick it as the head.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This model&apos;s chat template has no place for a system message; it was put before the first user message.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This preset has no options</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This preset has no variants</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This sampling profile cannot be kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This system has no keyring: the token is used until Paceline ends and is written nowhere.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This was not done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Token {0} is not one of the model&apos;s {1} tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Token {0} is {1} in the target and {2} in the draft: the vocabularies are not the same.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens drafted per token that matched, at most.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens of a continuation that are counted and drafted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens of earlier conversations to remember; 0 none.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens that must match before anything is drafted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens that must match; below 16 the guesses are poor.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens that must stand behind the match; the longest draft.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again later.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again; if it stays so, the package was changed and should not be used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unset HF_HUB_OFFLINE, or leave out --offline, to ask the hub.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Update Paceline, or choose another folder with PACELINE_DATA</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Update Paceline, or get an older file of the same model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Update Paceline, or get another quantisation of the same model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use a raw prompt, or another file of this model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use {0}: {1} as fast as the baseline.{2}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Variant &apos;{0}&apos; of preset &apos;{1}&apos;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wait a while and try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where a proxy opens connections on purpose, name its certificate in SSL_CERT_FILE.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write a message first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write it as owner/name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a DFlash draft head, no chat model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a LoRA adapter, no model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a copy of all layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a copy without {0} of {1} layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a diffusion language model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a file is not as large as it was</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a link in {0} leads out of it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a smaller draft</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a smaller model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a smaller quantisation would help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a speech model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a text of {0} bytes ({1}) is beyond belief</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a token is one word, such as hf_...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a turn of the user is empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a vocabulary without weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an EAGLE-3 draft head, no chat model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an assistant draft head, no chat model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an embedding model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an encoder-decoder model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an image projector, no chat model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an importance matrix, no model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>another program, perhaps a second Paceline, has {0} open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>asks for the date in a way that is not allowed here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at token {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>both want a draft model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>byte {0} is no UTF-8 text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>compute the draft on the CPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>computes a number that is too large</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>counts further than {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cut off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>differs {0}, gap not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>does not come to an end within its budget of work</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>each stop text has 1 to 200 characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>every token has the logit minus infinity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>formats text in a way that is not allowed here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>formats the same list again and again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>general.alignment is {0}, not a power of two</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>general.architecture is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hardware slowdown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>id &apos;{0}&apos; belongs to a built-in preset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>id &apos;{0}&apos; is taken by another preset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in {0}, line {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is longer than {0} characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it borrows its target&apos;s memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it calls itself part {0} of {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it calls itself without end, or is nested too deep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it can only split text into tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it changes a model and is none itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it comes with Paceline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it fails: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it fills a whole text in at once instead of writing token by token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it goes beside a vision model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it has more than {0} turns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it has no prompts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it has only {0} of them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it has vanished</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it has {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it has {0} characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is a Git LFS pointer, the stand-in for a file that was not fetched</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is a web page: the download ended in an error page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is far too long</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is larger than {0} MiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is malformed in line {0}: {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is no name of a repository</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is not UTF-8 text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is not a GGUF; it starts with &apos;{0}&apos;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is not a record</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it makes sound, not text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it must be 1 to {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it must be a finite number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it must be above 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it must be at least 1 token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it must lie between -{0} and {1}, or be minus infinity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it needs a draft model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it needs too much memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it only guesses from its target&apos;s hidden state</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it proposes {0} of the model&apos;s own tokens, and one of its passes costs {1} of the model&apos;s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it reads a whole text first and cannot carry a conversation on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it says: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it starts with zeros: the download was never finished</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it tries what a template must not do: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it turns text into vectors and writes none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it was made by an early converter, and llama.cpp knows only the name with a dash</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it was written for big-endian machines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its SHA-256 begins with {0} instead of {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its file lists a value for every single layer ({0})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its format is {0}, and this Paceline reads {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its header has more than {0} MiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its layers only guess from the target&apos;s hidden state</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its name could not lie safely in the models folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its sum is wrong</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>leave the number of GPU layers open, or lower it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>llama.cpp could not decode</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>llama.cpp gave no hidden rows for the last pass</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>llama.cpp gave no logits for the last pass</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>llama.cpp gave no reason</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>llama_decode returned {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>llama_model_quantize returned {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>llama_tokenize returned {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>logit_bias names token {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>logit_bias of token {0} is {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lower the number of GPU layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>made into {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>makes a text of more than {0} characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>metadata key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>metadata keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>near-tie {0}, gap {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no JSON: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no commit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no line says who speaks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no other engine has anything like it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none is chosen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>offline mode is on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>part {0} of {1} is missing: {2}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pip could not download {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pip gave no reason</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>power brake</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>power limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>prints a namespace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>puts a namespace into a list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>quantisers use it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sampling profile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>set the context to {0} tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>several drafters have it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>signal {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>switches escaping on in line {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>system prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>take a smaller quantisation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>take q8_0 for the KV cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>takes too long</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensor name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensor {0} does not start on a multiple of {1} bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensor {0} has the impossible shape {1} for {2}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensor {0} has {1} dimensions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensor {0} is packed in a way that is not known here (type {1})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>that engine has nothing like it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the MTP part of a model without the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the certificate of {0} cannot be trusted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the chat template of this model leaves out or changes the last reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the connection broke off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the context holds {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the conversation is empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the demo model cannot be fetched</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the demo model cannot be written to {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the demo model does not fit on the disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the disk is full</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the disk of {0} is full</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the disk takes no file of this size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file is cut short: {0} of at least {1} bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file is damaged: {0} (byte {1})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file of conversations is not open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the hub cannot be searched for &apos;{0}&apos;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the hub does not accept the token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the hub has another file under this name by now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the hub has disabled this repository</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the id &apos;{0}&apos; is there already</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the largest logit is infinite</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the last message is not the assistant&apos;s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the last message is not the user&apos;s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the layers are not rising numbers of layers that the target has</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the logits hold NaN</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the metadata key {0} is there twice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the model has the tokens 0 to {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the model inside {0} is damaged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the proxy refuses ({0})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the repository is gated: its owner wants to know who downloads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the request holds neither messages nor a prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the vocabularies match, but fewer guesses will be accepted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no record &apos;{0}&apos;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no such conversation any more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no such file in it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no such option</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no such repository, or it is private</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no such variant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this Python environment has no pip</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is no token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this version of it is no longer on the hub</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>too many requests</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>two tensors have the same name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>uses the filter replace in a way that is not allowed here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>values of {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what was said meanwhile is on disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>which layers of the architecture &apos;{0}&apos; are alike is not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>your account has no access to this gated repository yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} MB are needed and {1} MB are free in {2}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} and {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} and {1} do not go together</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} answered something that is no answer of a model hub</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} belongs to another program and is left as it is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} cannot be deleted: {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} cannot be imported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} cannot be listed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} cannot be opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} cannot be reached</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} cannot be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} cannot be read or written ({1})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} cannot be written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} cannot be written: {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} cannot draft for {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} context</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} conversations with {1} messages could be read and are in a new file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} could not be </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} could not be loaded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} could not be written: {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} did not answer in time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} does not exist</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} gave an answer that makes no sense</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} has the unknown value type {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} holds more than {1} prompts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} holds no prompts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is a folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is an array of the unknown type {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is damaged and could not be repaired ({1})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is larger than {1} MiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is not a comparison</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is not a quantisation that can be made</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is not found: there may be no network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is not possible with {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is not the file it should be</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is part {1} of {2} of a model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} looks best at {1}x the baseline; repeat the runs to be sure.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} names its architecture &apos;{1}&apos;, with an underscore</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} names no architecture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} needs a draft model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} of {1} bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} of {1} cannot be fetched</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} of {1} layers of {2} fit on the GPU and the rest runs on the CPU, which is much slower: {3}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} of {1} tokens are in use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} or its folder may not be written to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} refuses connections</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} runs on the CPU, because not even one layer of it fits on the GPU.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} sends requests around in circles</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} shards</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} was already closed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} was made by a newer Paceline and is left as it is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} was slowed down ({1}){2}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} was {1} busy before a run of ours began{2}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} {1} cannot be in a file of {2} bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} {1} {2} more GPU memory than is free with these layers: {3}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} {1} {2} more memory than is free: {3}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}, line {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}, or take a smaller quantisation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}. Until then they are lost on exit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}.id: {1} is there already</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}.parent: no message before it has the id {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}.role: it is the same as its parent&apos;s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}.role: the first message is the user&apos;s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: a fault of the program, see the log.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}k context</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}x (too noisy to say)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}x ({1} to {2})</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>presets</name>
    <message>
        <source>A copy of the model without some of its layers writes ahead, and the whole model checks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A deep model in a large type (F16, Q8_0), with a copy in a small one, and memory for both.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A large target (7B and up) with a draft a tenth its size, both wholly on the GPU.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A pool of 16 MB that knows the next token after every long run of tokens seen so far, in all conversations.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A smaller model with the same vocabulary writes ahead, and the large one checks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comparing, and any text in which nothing can be guessed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Counts up to four ways in which a match went on, and drafts one that is clearly the most frequent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draft model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drafts from the conversation where it has a long match, and with the model&apos;s MTP head everywhere else.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drafts what most often followed such words in this conversation and in earlier ones with the same model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Editing code, quoting, lists and tables: replies that repeat long stretches of the conversation.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>History</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Like N-gram, and remembers for each match how much of its draft was accepted the last time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Long edits and transcripts in which some repeats go on and others break off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Long matches, long drafts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looks up the last tokens in the conversation and drafts what followed them there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MTP head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Many repeats of medium length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models that come with an MTP head, wholly on the GPU: any kind of reply.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models with an MTP head at work on code, documents and lists.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>N-gram</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>N-gram pool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>N-gram, four continuations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>N-gram, learning lengths</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>N-gram, then MTP head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No speculation: the model writes one token per pass, and everything else is measured against it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing in the history resembles the reply; then it drafts little and costs little.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Own history</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Own layers, some left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Records</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repeats are shorter than some 24 tokens, or the reply is new text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replies that come back to earlier text: edits, JSON, summaries, recurring answers. Needs no second model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shorter matches, and two of them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text with many long repeats: logs, records, tables.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file holds no MTP head, or the model is only partly on the GPU.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file holds no such head, or the model is only partly on the GPU.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model&apos;s own extra layer for multi-token prediction writes ahead.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The reply is new text, or no continuation is much more frequent than the others.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The reply is new text, such as a story or an explanation.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The reply repeats what is already in the conversation, or a faster preset is available.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The search says that it does not pay, which is usual for models of few layers; it takes the copy&apos;s memory too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The target is small, only partly on the GPU, or a mixture of experts: the draft may cost more than it gives.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This conversation and earlier ones</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Working on one block of text or code again and again; answers that repeat a model&apos;s own thinking.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
