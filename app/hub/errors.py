"""What can go wrong between here and a hub, in sentences: what, why, and what to do next.

`in_words` is the one place that knows the exceptions of huggingface_hub and of its HTTP client.
"""

from __future__ import annotations

import errno
import socket
import ssl
from typing import TYPE_CHECKING, ClassVar, Final, Literal

import httpx2
from huggingface_hub import errors as library

from engine.errors import FailureKind, PacelineError

if TYPE_CHECKING:
    from collections.abc import Mapping

_NO_ROOM: Final = frozenset([errno.ENOSPC, errno.EDQUOT])
_SLOW_DOWN: Final = 429
_TRANSIENT: Final = frozenset([408, _SLOW_DOWN, 500, 502, 503, 504])

Trouble = Literal["network", "busy", "missing", "access", "disk", "content", "offline"]


class HubError(PacelineError):
    """Something between here and the hub.

    trouble: what kind; 'network' and 'busy' may pass by themselves. retry_after_s: how long the hub asks to wait.
    """

    kind: ClassVar[FailureKind] = "load"
    exit_code = 4

    def __init__(
        self,
        what: str,
        why: str = "",
        next_step: str = "",
        *,
        trouble: Trouble = "content",
        retry_after_s: float | None = None,
    ) -> None:
        super().__init__(what, why, next_step)
        self.trouble = trouble
        self.retry_after_s = retry_after_s

    @property
    def may_pass(self) -> bool:
        """Whether the same request may work a little later."""
        return self.trouble in ("network", "busy")


class TokenNeededError(HubError):
    """A gated or private repository. repo: which; has_token: whether one was sent and did not open it."""

    kind = "refused"
    exit_code = 3

    def __init__(self, what: str, why: str, next_step: str, repo: str, has_token: bool) -> None:
        super().__init__(what, why, next_step, trouble="access")
        self.repo = repo
        self.has_token = has_token


def in_words(error: Exception, what: str, *, endpoint: str, repo: str = "", has_token: bool = False) -> PacelineError:
    """The error that stands for what a library raised. what: what was tried, a clause such as 'x cannot be listed'."""
    if isinstance(error, PacelineError):
        return error
    if isinstance(error, library.OfflineModeIsEnabled):
        return offline(what)
    if isinstance(error, library.HfHubHTTPError):
        return _refused(error, what, endpoint, repo, has_token)
    if isinstance(error, (httpx2.HTTPError, httpx2.InvalidURL)):
        return _unreachable(error, what, endpoint)
    if isinstance(error, library.HFValidationError):
        return HubError(what, f"'{repo}' is no name of a repository", "Write it as owner/name.", trouble="missing")
    if isinstance(error, OSError):
        return on_disk(error, what)
    if isinstance(error, (ValueError, TypeError, KeyError, AttributeError)):
        return HubError(
            what,
            f"{endpoint} answered something that is no answer of a model hub",
            "Check HF_ENDPOINT, and whether the network wants a login in the browser.",
        )
    raise error


def offline(what: str) -> HubError:
    """HF_HUB_OFFLINE or --offline holds everything back."""
    return HubError(
        what, "offline mode is on", "Unset HF_HUB_OFFLINE, or leave out --offline, to ask the hub.", trouble="offline"
    )


def on_disk(error: OSError, what: str) -> HubError:
    """A file that cannot be written or read."""
    if error.errno in _NO_ROOM:
        return HubError(what, "the disk is full", "Make room and resume; what was fetched is kept.", trouble="disk")
    if error.errno == errno.EFBIG:
        return HubError(
            what,
            "the disk takes no file of this size",
            "Choose a models folder on another disk; FAT32 ends at 4 GB.",
            trouble="disk",
        )
    return HubError(what, error.strerror or str(error), "Check the models folder and its permissions.", trouble="disk")


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds that a server asks to wait; None where it names none."""
    value = headers.get("retry-after", "").strip()
    return float(value) if value.isdecimal() and len(value) < 8 else None


def _refused(error: library.HfHubHTTPError, what: str, endpoint: str, repo: str, has_token: bool) -> HubError:
    """The hub answered, with an error."""
    status = error.response.status_code
    if isinstance(error, library.GatedRepoError):
        return _gated(what, endpoint, repo, has_token)
    if isinstance(error, library.DisabledRepoError):
        return HubError(what, "the hub has disabled this repository", "Look for another copy.", trouble="missing")
    if isinstance(error, library.RevisionNotFoundError):
        return HubError(
            what, "this version of it is no longer on the hub", "List the repository again.", trouble="missing"
        )
    if isinstance(error, library.RemoteEntryNotFoundError):
        return HubError(what, "there is no such file in it", f"See {endpoint}/{repo}/tree/main", trouble="missing")
    if isinstance(error, library.RepositoryNotFoundError) or status == 404:
        why = "there is no such repository, or it is private"
        return HubError(what, why, f"Check the name on {endpoint}", trouble="missing")
    if status in (401, 403):
        if has_token:
            step = f"Make a new token on {endpoint}/settings/tokens"
            return TokenNeededError(what, "the hub does not accept the token", step, repo, True)
        return _gated(what, endpoint, repo, has_token)
    if status == _SLOW_DOWN:
        wait = retry_after(error.response.headers)
        why = "too many requests" if wait is None else f"too many requests; the hub asks to wait {wait:.0f} s"
        return HubError(what, why, "Wait a while and try again.", trouble="busy", retry_after_s=wait)
    if status in _TRANSIENT:
        why = f"the hub has trouble of its own (HTTP {status})"
        return HubError(
            what, why, "Try again later.", trouble="busy", retry_after_s=retry_after(error.response.headers)
        )
    return HubError(what, f"the hub answered HTTP {status}", "Try again later.")


def _gated(what: str, endpoint: str, repo: str, has_token: bool) -> TokenNeededError:
    page = f"{endpoint}/{repo}"
    if has_token:
        why = "your account has no access to this gated repository yet"
        return TokenNeededError(what, why, f"Ask for it on {page}", repo, True)
    return TokenNeededError(
        what,
        "the repository is gated: its owner wants to know who downloads",
        f"Accept its terms on {page}, make a token on {endpoint}/settings/tokens and give it to Paceline "
        "(in the Models view, or as HF_TOKEN).",
        repo,
        False,
    )


def _unreachable(error: Exception, what: str, endpoint: str) -> HubError:
    """No answer, or half of one."""
    causes = _causes(error)
    step = "Check the network and try again."
    if isinstance(error, (httpx2.InvalidURL, httpx2.UnsupportedProtocol)):
        return HubError(what, f"'{endpoint}' is no address", "Set HF_ENDPOINT to one like https://huggingface.co")
    if isinstance(error, httpx2.TooManyRedirects):
        return HubError(what, f"{endpoint} sends requests around in circles", "Check HF_ENDPOINT.")
    if isinstance(error, httpx2.ProxyError):
        return HubError(what, f"the proxy refuses ({error})", "Check HTTPS_PROXY.", trouble="network")
    if any(isinstance(cause, ssl.SSLCertVerificationError) for cause in causes):
        return HubError(
            what,
            f"the certificate of {endpoint} cannot be trusted",
            "Where a proxy opens connections on purpose, name its certificate in SSL_CERT_FILE.",
        )
    if any(isinstance(cause, socket.gaierror) for cause in causes):
        return HubError(what, f"{endpoint} is not found: there may be no network", step, trouble="network")
    if any(isinstance(cause, ConnectionRefusedError) for cause in causes):
        return HubError(what, f"{endpoint} refuses connections", step, trouble="network")
    if isinstance(error, httpx2.TimeoutException):
        return HubError(what, f"{endpoint} did not answer in time", step, trouble="network")
    if isinstance(error, httpx2.ConnectError):
        return HubError(what, f"{endpoint} cannot be reached", step, trouble="network")
    if isinstance(error, httpx2.TransportError):
        return HubError(what, "the connection broke off", step, trouble="network")
    return HubError(what, f"{endpoint} gave an answer that makes no sense", step)


def _causes(error: BaseException | None) -> list[BaseException]:
    found: list[BaseException] = []
    while error is not None and len(found) < 10:
        found.append(error)
        error = error.__cause__ or error.__context__
    return found
