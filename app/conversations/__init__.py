"""Conversations on disk: one SQLite file, one thread that touches it.

- `schema`: tables and the named migrations that made them; `database`: opening the file; `failures`: words for what is
  wrong with it; `values`: settings and figures as JSON;
- `messages`, `catalogue`, `search`, `shelf`: what can be asked of an open database, as functions of a connection;
- `repair`: a new file out of a damaged one, with the log beside it as `wal` reads it;
- `exchange`, `markdown`, `transfer`: export and import;
- `store`: `ui.services.Conversations` for the window, with the thread and what happens when the disk fails.
"""
