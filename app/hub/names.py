"""Names from a hub are a stranger's: where a file may lie below the models folder, and nowhere else.

A model lies in `FOLDER/owner/repository/its own name`, so that the repository of a file is known later on.
"""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path, PurePosixPath
from typing import Final

from app.hub.errors import HubError
from engine.errors import UsageError

PART: Final = ".part"  # what is not complete never ends in .gguf
STATE: Final = ".part.json"
_LONGEST: Final = 200  # bytes; file systems end at 255, and endings are added
_NOT_IN_NAMES: Final = re.compile(r'[<>:"|?*\\\x00-\x1f\x7f]')
_RESERVED: Final = re.compile(r"(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)", re.IGNORECASE)
_REPO: Final = re.compile(r"[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+")


def destination(folder: Path, repo: str, name: str) -> Path:
    """Where a file of a repository is to lie. Raises PacelineError for a name that has no place below the folder."""
    parts = [*repo_parts(repo), *safe_parts(name)]
    path = folder.joinpath(*parts)
    root = folder.resolve()
    # A link that somebody laid inside the folder must not lead a download out of it.
    if not path.parent.resolve().is_relative_to(root) or path.is_symlink():
        raise HubError(
            f"'{_shown(name)}' is not fetched", f"a link in {folder} leads out of it", "Remove that link and try again."
        )
    return path


def repo_parts(repo: str) -> tuple[str, str]:
    """('owner', 'name'). Raises UsageError, and HubError for one that could not lie on a disk."""
    if not _REPO.fullmatch(repo):
        raise UsageError(f"'{_shown(repo)}'", "it is no name of a repository", "Write it as owner/name.")
    owner, _, name = repo.partition("/")
    for part in (owner, name):
        _check(part, repo)
    return owner, name


def safe_parts(name: str) -> tuple[str, ...]:
    """The folders and the name of a GGUF file inside its repository. Raises HubError for anything doubtful."""
    parts = tuple(name.split("/"))
    for part in parts:
        _check(part, name)
    if not name.lower().endswith(".gguf"):
        raise HubError(f"'{_shown(name)}' is not fetched", "it is no GGUF file", "Pick a file that ends in .gguf.")
    return parts


def repo_of(path: Path, folder: Path) -> str:
    """The repository that a file below `folder` came from, from where it lies; '' where that tells nothing."""
    try:
        parts = path.resolve().relative_to(folder.resolve()).parts
    except ValueError:
        return ""
    return "/".join(parts[:2]) if len(parts) > 2 and _REPO.fullmatch("/".join(parts[:2])) else ""


def repo_of_cache(path: Path) -> str:
    """The repository of a file in a Hugging Face cache (`models--owner--name/snapshots/...`); '' elsewhere."""
    for part in path.parts:
        kind, _, rest = part.partition("--")
        if kind == "models" and rest.count("--") == 1:
            return rest.replace("--", "/")
    return ""


def repo_of_url(url: str) -> str:
    """'https://huggingface.co/owner/name' -> 'owner/name'; '' for anything else."""
    match = re.fullmatch(r"https?://[^/]+/(?P<repo>[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+)/?", url.strip())
    return match["repo"] if match else ""


def _check(part: str, whole: str) -> None:
    stem = PurePosixPath(part).name.split(".")[0].rstrip(" ")
    faults = (
        not part or part in (".", "..") or part != part.strip() or part.endswith("."),
        part.startswith((".", "~")),
        _NOT_IN_NAMES.search(part) is not None,
        _RESERVED.fullmatch(stem) is not None,
        len(part.encode("utf-8", "surrogatepass")) > _LONGEST,
        any(unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp") for character in part),
    )
    if any(faults):
        raise HubError(
            f"'{_shown(whole)}' is not fetched",
            "its name could not lie safely in the models folder",
            "Fetch the file by hand, or look for another copy.",
        )


def _shown(name: str) -> str:
    """A stranger's name, fit for one line."""
    clean = "".join(character if character.isprintable() else "?" for character in name)
    return clean if len(clean) <= 80 else clean[:79] + "…"
