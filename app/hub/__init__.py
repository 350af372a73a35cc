"""Models on a hub: listing them, reading their headers from afar, finding drafts, downloading.

Nothing here is asked of the network unless somebody called for it. What others use:

- `client.Hub()`: `repository(repo)` for a quantisation picker, `header(model)` by HTTP ranges, `token` for gated ones.
- `finding.find_drafts(...)`: drafts for a target, with verdict, expected gain and memory, before any download.
- `downloads.Downloads(hub, folder)`: a queue with add, pause, resume, cancel, and a listener.
- `values`: the words for all of that. `errors`: what can go wrong, in sentences.
"""
