<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Deleting</name>
    <message numerus="yes">
        <source>Move {0} to the trash, all %n files of it?</source>
        <translation>
            <numerusform>Move {0} to the trash, its one file?</numerusform>
            <numerusform>Move {0} to the trash, all %n files of it?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DownloadsPanel</name>
    <message numerus="yes">
        <source>Downloads: %n under way</source>
        <translation>
            <numerusform>Downloads: %n under way</numerusform>
            <numerusform>Downloads: %n under way</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DraftCard</name>
    <message numerus="yes">
        <source>%n shards</source>
        <translation>
            <numerusform>%n shard</numerusform>
            <numerusform>%n shards</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DraftsSection</name>
    <message numerus="yes">
        <source>%n that cannot be used</source>
        <translation>
            <numerusform>%n that cannot be used</numerusform>
            <numerusform>%n that cannot be used</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show %n more</source>
        <translation>
            <numerusform>Show %n more</numerusform>
            <numerusform>Show %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Exchange</name>
    <message numerus="yes">
        <source>%n chats exported</source>
        <translation>
            <numerusform>%n chat exported</numerusform>
            <numerusform>%n chats exported</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n chats imported</source>
        <translation>
            <numerusform>%n chat imported</numerusform>
            <numerusform>%n chats imported</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FileSection</name>
    <message numerus="yes">
        <source>Compare with %n files of the same size</source>
        <translation>
            <numerusform>Compare with the file of the same size</numerusform>
            <numerusform>Compare with %n files of the same size</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} and %n more shards</source>
        <translation>
            <numerusform>{0} and %n more shard</numerusform>
            <numerusform>{0} and %n more shards</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FoldersPopup</name>
    <message numerus="yes">
        <source>%n models, {0}</source>
        <translation>
            <numerusform>%n model, {0}</numerusform>
            <numerusform>%n models, {0}</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>GetDialog</name>
    <message numerus="yes">
        <source>%n shards</source>
        <translation>
            <numerusform>%n shard</numerusform>
            <numerusform>%n shards</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Models</name>
    <message numerus="yes">
        <source>%n shards</source>
        <translation>
            <numerusform>%n shard</numerusform>
            <numerusform>%n shards</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ModelsBar</name>
    <message numerus="yes">
        <source>%n folders · {0}</source>
        <translation>
            <numerusform>%n folder · {0}</numerusform>
            <numerusform>%n folders · {0}</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>UndoBar</name>
    <message numerus="yes">
        <source>%n chats deleted</source>
        <translation>
            <numerusform>%n chat deleted</numerusform>
            <numerusform>%n chats deleted</numerusform>
        </translation>
    </message>
</context>
</TS>
