"""Models on a hub: listing them, reading their headers from afar, finding drafts, downloading.

Nothing here is asked of the network unless somebody called for it. What others use:

```
hub = client.Hub()                          # HF_ENDPOINT, proxies, HF_HUB_OFFLINE, HF_TOKEN honoured; no request yet
hub.repository(repo) -> Repository          # the quantisation picker; raises errors.HubError in words
hub.search(words) -> names of repositories
remote.read_remote_header(hub, model) -> Header       # by HTTP ranges; raises HubError, GgufError
hub.tokens                                  # TokenStore: get() -> str, keep(token) -> sentence, forget()

finding.find_drafts(target: Header, on_disk: Sequence[Path], hub: Hub | None, *, target_repo="", devices=(), n_ctx=8192,
                    told=callback(DraftsFound), cancelled=threading.Event()) -> DraftsFound
                                            # what is on disk is told first; every failure is a problem in words

queue = downloads.Downloads(hub, folder)    # takes up unfinished downloads of the folder as 'paused'
queue.listen(told: Callable[[DownloadRow], None])     # each change; on the queue's threads, some times a second
queue.add(model: RemoteModel) -> int        # starts, or waits its turn; the id of the download
queue.pause(id), .resume(id), .cancel(id)   # cancel removes what was fetched
queue.rows -> tuple[DownloadRow, ...]; queue.close()  # close leaves resumable parts
```

`values` holds the words for all of that, `errors` what can go wrong.
"""
