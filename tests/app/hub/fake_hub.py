"""A model hub on this machine, over real HTTP: the part of the real one's manners that a client meets.

As there, `/api/models/...` lists, `/owner/name/resolve/...` redirects to a storage host (another origin) with the
commit, the checksum and the size in its headers, and the storage host serves ranges under signed addresses. What goes
wrong on real ones is put in with `fault`.
"""

from __future__ import annotations

import hashlib
import json
import re
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Literal, Self
from urllib.parse import parse_qs, unquote, urlsplit

Where = Literal["api", "resolve", "storage"]
_BLOCK = 64 << 10
_COMMIT = "c0ffee" + 34 * "0"


@dataclass
class Fault:
    """Something that goes wrong, so many times.

    status: answer with it instead. cut: end the connection after so many bytes of the body. body, page: this, or a web
    page, in place of an answer.
    other_bytes: what is sent is not what the file holds. no_ranges: the whole file whatever was asked for. other_range:
    a range that was not asked for. packed: says that the body is compressed. slow: wait for `FakeHub.go_on` before the
    body.
    """

    where: Where
    times: int = 1
    status: int = 0
    headers: Mapping[str, str] = field(default_factory=dict)
    cut: int | None = None
    body: bytes | None = None
    page: bool = False
    other_bytes: bool = False
    no_ranges: bool = False
    other_range: bool = False
    packed: bool = False
    slow: bool = False


@dataclass
class Repo:
    """What one repository holds. opens_for: tokens that may read a gated one."""

    files: dict[str, bytes | Path]
    gated: Literal[False, "auto", "manual"] = False
    opens_for: tuple[str, ...] = ()
    licence: str = "apache-2.0"
    downloads: int = 100
    parameters: int = 0
    without_sums: bool = False


@dataclass(frozen=True)
class Asked:
    """One request as it arrived."""

    where: Where
    method: str
    path: str
    authorization: str
    range: str
    client: tuple[str, int]


class FakeHub:
    """A hub with its storage host. Use as a context manager; `endpoint` is its address."""

    def __init__(self) -> None:
        self.repos: dict[str, Repo] = {}
        self.asked: list[Asked] = []
        self.sent = 0  # bytes of files that left the storage host, those on the way to a killed client included
        self.go_on = threading.Event()
        self.signature = 1
        self.watch: Callable[[int], None] = lambda _position: None  # hears how far into a file was sent
        self.faults: list[Fault] = []
        self._lock = threading.Lock()
        self._sums: dict[tuple[str, str], str] = {}
        self._hub = _Server(self, _HubHandler)
        self._storage = _Server(self, _StorageHandler)

    @property
    def endpoint(self) -> str:
        return self._hub.address

    @property
    def storage(self) -> str:
        return self._storage.address

    def __enter__(self) -> Self:
        self._hub.start()
        self._storage.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.go_on.set()
        self._hub.stop()
        self._storage.stop()

    def add(self, name: str, files: Mapping[str, bytes | Path], **more: Any) -> Repo:
        """A repository: 'owner/name'."""
        self.repos[name] = Repo(dict(files), **more)
        return self.repos[name]

    def fault(self, where: Where, **what: Any) -> None:
        """Let the next requests there go wrong."""
        with self._lock:
            self.faults.append(Fault(where, **what))

    def requests(self, where: Where) -> list[Asked]:
        with self._lock:
            return [one for one in self.asked if one.where == where]

    def connections(self, where: Where) -> int:
        """How many connections its requests came on."""
        return len({one.client for one in self.requests(where)})

    def take_fault(self, where: Where) -> Fault | None:
        with self._lock:
            for fault in self.faults:
                if fault.where == where and fault.times > 0:
                    fault.times -= 1
                    return fault
        return None

    def note(self, asked: Asked) -> None:
        with self._lock:
            self.asked.append(asked)

    def count(self, n_bytes: int) -> None:
        with self._lock:
            self.sent += n_bytes

    def sum_of(self, repo: str, name: str) -> str:
        """SHA-256 of a file."""
        if (repo, name) not in self._sums:
            self._sums[repo, name] = hashlib.sha256(_bytes_of(self.repos[repo].files[name])).hexdigest()
        return self._sums[repo, name]

    def forget_sums(self) -> None:
        """Files were replaced."""
        self._sums.clear()

    def by_sum(self, sha256: str) -> bytes | Path | None:
        for repo, content in self.repos.items():
            for name in content.files:
                if self.sum_of(repo, name) == sha256:
                    return content.files[name]
        return None


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, hub: FakeHub, handler: type[_Handler]) -> None:
        super().__init__(("127.0.0.1", 0), handler)
        self.hub = hub
        self._thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self.shutdown()
        self._thread.join()
        self.server_close()

    def handle_error(self, *_: object) -> None:
        """Clients that are killed, or that have read enough, leave broken pipes."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: _Server

    def log_message(self, *_: object) -> None:
        """Nothing on stderr."""

    @property
    def hub(self) -> FakeHub:
        return self.server.hub

    @property
    def token(self) -> str:
        return self.headers.get("Authorization", "").removeprefix("Bearer ")

    def asked(self, where: Where) -> Fault | None:
        authorization, wanted = self.headers.get("Authorization", ""), self.headers.get("Range", "")
        self.hub.note(Asked(where, self.command, self.path, authorization, wanted, self.client_address))
        fault = self.hub.take_fault(where)
        if fault is not None and fault.slow:
            self.hub.go_on.wait(240)
        return fault

    def answer(self, status: int, body: bytes = b"", **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def went_wrong(self, fault: Fault | None) -> bool:
        """Answer with the fault, where it is one that answers."""
        if fault is None:
            return False
        if fault.status:
            self.answer(fault.status, b'{"error": "a fault"}', **fault.headers)
            return True
        if fault.body is not None:
            self.answer(200, fault.body, Content_Type="application/json")
            return True
        if fault.page:
            self.answer(200, b"<!doctype html><html>Please log in</html>", Content_Type="text/html")
            return True
        return False


class _HubHandler(_Handler):
    def do_HEAD(self) -> None:
        self._resolve()

    def do_GET(self) -> None:
        address = urlsplit(self.path)
        if not address.path.startswith("/api/"):
            self._resolve()
            return
        if self.went_wrong(self.asked("api")):
            return
        if address.path == "/api/models":
            self._search({key: values[0] for key, values in parse_qs(address.query).items()})
            return
        match = re.fullmatch(r"/api/models/([^/]+/[^/]+)(?:/revision/(.+))?", address.path)
        if match is None or match[1] not in self.hub.repos:
            self._no_repo()
        elif match[2] not in (None, "main", _COMMIT):
            self.answer(404, X_Error_Code="RevisionNotFound")
        else:
            self._json(self._info(match[1]))

    def _search(self, query: Mapping[str, str]) -> None:
        words = query.get("search", "").lower().split()
        found = [name for name in self.hub.repos if all(word in name.lower() for word in words)]
        found.sort(key=lambda name: -self.hub.repos[name].downloads)
        self._json(
            [
                {"id": name, "gguf": {"total": self.hub.repos[name].parameters}}
                for name in found[: int(query.get("limit", "1000"))]
            ]
        )

    def _info(self, name: str) -> dict[str, Any]:
        repo = self.hub.repos[name]
        siblings: list[dict[str, Any]] = [{"rfilename": "README.md", "size": 12, "blobId": "0" * 40}]
        for file, content in repo.files.items():
            size = _size_of(content)
            entry: dict[str, Any] = {"rfilename": file, "size": size, "blobId": "0" * 40}
            if not repo.without_sums:
                entry["lfs"] = {"sha256": self.hub.sum_of(name, file), "size": size, "pointerSize": 134}
            siblings.append(entry)
        return {
            "id": name,
            "sha": _COMMIT,
            "gated": repo.gated,
            "downloads": repo.downloads,
            "cardData": {"license": repo.licence},
            "siblings": siblings,
        }

    def _resolve(self) -> None:
        if self.went_wrong(self.asked("resolve")):
            return
        match = re.fullmatch(r"/([^/]+/[^/]+)/resolve/([^/]+)/(.+)", unquote(urlsplit(self.path).path))
        if match is None or match[1] not in self.hub.repos:
            self._no_repo()
            return
        name, file = match[1], match[3]
        repo = self.hub.repos[name]
        if repo.gated and self.token not in repo.opens_for:
            self.answer(403 if self.token else 401, X_Error_Code="GatedRepo", X_Error_Message="Access is restricted.")
        elif file not in repo.files:
            self.answer(404, X_Error_Code="EntryNotFound", X_Error_Message="Entry not found")
        else:
            digest = self.hub.sum_of(name, file)
            linked = {} if repo.without_sums else {"X_Linked_Etag": f'"{digest}"'}
            self.answer(
                302,
                b"",
                Location=f"{self.hub.storage}/blobs/{digest}?signature={self.hub.signature}",
                X_Repo_Commit=_COMMIT,
                X_Linked_Size=str(_size_of(repo.files[file])),
                **linked,
            )

    def _no_repo(self) -> None:
        """The real one says 401 to strangers, so that nobody learns which private repositories there are."""
        status = 404 if self.token else 401
        self.answer(status, b'{"error": "Repository not found"}', X_Error_Code="RepoNotFound")

    def _json(self, content: object) -> None:
        self.answer(200, json.dumps(content).encode(), Content_Type="application/json")


class _StorageHandler(_Handler):
    def do_GET(self) -> None:
        fault = self.asked("storage")
        if self.went_wrong(fault):
            return
        address = urlsplit(self.path)
        content = self.hub.by_sum(address.path.rpartition("/")[2])
        if content is None or parse_qs(address.query)["signature"] != [str(self.hub.signature)]:
            self.answer(403, b"<Error><Code>AccessDenied</Code></Error>")
            return
        size = _size_of(content)
        start, end = 0, size
        match = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        partial = match is not None and not (fault and fault.no_ranges)
        if match is not None and partial:
            start, end = int(match[1]), min(size, int(match[2]) + 1 if match[2] else size)
            if start >= size:
                self.answer(416, Content_Range=f"bytes */{size}")
                return
        if fault and fault.other_range:
            start += 1
        self.send_response(206 if partial else 200)
        if partial:
            self.send_header("Content-Range", f"bytes {start}-{end - 1}/{size}")
        if fault and fault.packed:
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(end - start))
        self.end_headers()
        self._body(content, start, end, fault)

    def _body(self, content: bytes | Path, start: int, end: int, fault: Fault | None) -> None:
        left = fault.cut if fault and fault.cut is not None else end - start
        for piece in _pieces(content, start, end):
            piece = piece[:left]
            left -= len(piece)
            self.wfile.write(bytes(len(piece)) if fault and fault.other_bytes else piece)
            start += len(piece)
            self.hub.count(len(piece))
            self.hub.watch(start)
            if left <= 0:
                break
        if fault and fault.cut is not None:
            self.close_connection = True


def _pieces(content: bytes | Path, start: int, end: int) -> Iterator[bytes]:
    if isinstance(content, bytes):
        for at in range(start, end, _BLOCK):
            yield content[at : min(end, at + _BLOCK)]
        return
    with content.open("rb") as file:
        file.seek(start)
        while start < end and (piece := file.read(min(_BLOCK, end - start))):
            start += len(piece)
            yield piece


def _size_of(content: bytes | Path) -> int:
    return len(content) if isinstance(content, bytes) else content.stat().st_size


def _bytes_of(content: bytes | Path) -> bytes:
    return content if isinstance(content, bytes) else content.read_bytes()


def until(true: Callable[[], bool], timeout_s: float = 240.0) -> None:
    """Wait for something that another thread does."""
    end = time.monotonic() + timeout_s
    while not true():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.005)
