"""Pieces of a remote file: one HTTP range at a time, checked to be the piece that was asked for."""

from __future__ import annotations

import re
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import httpx2
from huggingface_hub import get_session, hf_raise_for_status

from app.hub.errors import HubError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.hub.client import Hub, Location
    from app.hub.values import RemoteFile, RemoteModel

_CONTENT_RANGE: Final = re.compile(r"bytes (\d{1,18})-(\d{1,18})/(\d{1,18}|\*)")
_EXPIRED: Final = frozenset([401, 403, 404, 410])  # of a storage host: its signed address is over


@dataclass(frozen=True, slots=True)
class Patience:
    """How often and how long to wait where an error may pass by itself. Seconds.

    tries: failures in a row, without a byte in between, that end it. The wait doubles from first_s to longest_s, unless
    the hub asks for another one; one beyond longest_asked_s is left to the user.
    """

    tries: int = 6
    first_s: float = 1.0
    longest_s: float = 30.0
    longest_asked_s: float = 120.0

    def wait_s(self, error: HubError, failures: int) -> float | None:
        """How long to wait after so many failures in a row; None to give up."""
        if not error.may_pass or failures >= self.tries:
            return None
        if error.retry_after_s is not None:
            return error.retry_after_s if error.retry_after_s <= self.longest_asked_s else None
        return float(min(self.longest_s, self.first_s * 2 ** (failures - 1)))


@contextmanager
def open_range(
    hub: Hub, location: Location, model: RemoteModel, file: RemoteFile, start: int, end: int
) -> Iterator[Iterator[bytes]]:
    """The bytes of `file` from start up to end (not included), as they arrive; none twice.

    A server that knows no ranges sends the whole file: then the bytes go on to the end of it. Raises HubError, also
    while the bytes are taken; 'network' where the address is over and another one is to be asked for.
    """
    what = f"{file.name} of {model.repo} cannot be fetched"
    headers = {**location.headers, "Range": f"bytes={start}-{end - 1}"}
    timeout = httpx2.Timeout(hub.answer_s)
    try:
        with get_session().stream("GET", location.url, headers=headers, timeout=timeout) as response:
            if response.status_code in _EXPIRED and "authorization" not in location.headers:
                raise HubError(what, "its address is no longer valid", "Try again.", trouble="network")
            hf_raise_for_status(response)
            if response.headers.get("content-encoding", "identity") != "identity":
                raise HubError(what, "it arrives compressed, so that it cannot be counted", "Check the proxy.")
            yield _wanted(response, what, start, end, file.size)
    except (httpx2.HTTPError, httpx2.StreamError, httpx2.InvalidURL) as error:
        raise hub.in_words(error, what, model.repo, location.headers.get("authorization", "")) from error


def _wanted(response: httpx2.Response, what: str, start: int, end: int, size: int) -> Iterator[bytes]:
    """The body, without what lies before `start`."""
    other = HubError(what, "the server sent other bytes than those asked for", "Try again, or check the proxy.")
    if response.status_code == 200:
        length = response.headers.get("content-length")
        if length is not None and length != str(size):
            raise other
        return _piece(response, skip=start, most=size - start)
    match = _CONTENT_RANGE.fullmatch(response.headers.get("content-range", "").strip())
    if response.status_code != 206 or match is None or int(match[1]) != start or match[3] not in ("*", str(size)):
        raise other
    return _piece(response, skip=0, most=min(end, int(match[2]) + 1) - start)


def _piece(response: httpx2.Response, skip: int, most: int) -> Iterator[bytes]:
    """Taken to its end, so that the connection can carry the next range."""
    for chunk in response.iter_raw():
        if most <= 0:
            return  # more than was asked for
        if skip >= len(chunk):
            skip -= len(chunk)
            continue
        wanted = chunk[skip : skip + most] if skip or len(chunk) > most else chunk
        skip = 0
        most -= len(wanted)
        if wanted:
            yield wanted
