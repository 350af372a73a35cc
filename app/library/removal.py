"""Removing a model: what goes, what else uses it, and into the trash where there is one."""

from __future__ import annotations

import logging
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from send2trash import TrashPermissionError, send2trash

from app.library.rows import size_in_words
from engine import made_drafts
from engine.errors import EngineError, RefusedError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from app.library.folders import Place
    from app.library.rows import ModelRow
    from app.settings import Settings

log = logging.getLogger(__name__)
_OWNERS: Final[dict[Place, tuple[str, str]]] = {
    "hub-cache": ("the Hugging Face cache, which other programs share", "Remove it with: hf cache rm"),
    "lm-studio": ("LM Studio's folder", "Remove it in LM Studio"),
    "ollama": ("Ollama's folder", "Remove it with: ollama rm"),
}


@dataclass(frozen=True, slots=True)
class Removal:
    """What removing a model would mean.

    files: what goes, all shards. frees: bytes that the disk has then; less than the model's where something else holds
    them. uses: sentences about what else uses it. refusal: why it is not removed here, with what to do; None when it
    can be.
    """

    path: str
    files: tuple[str, ...]
    frees: int
    uses: tuple[str, ...] = ()
    refusal: RefusedError | None = None


def plan_removal(
    row: ModelRow,
    rows: Iterable[ModelRow],
    settings: Settings,
    *,
    loaded: Sequence[str] = (),
    made_dir: Path | None = None,
) -> Removal:
    """What removing this model would mean. Reads some of the file: not for a window's thread.

    rows: all models that are known. loaded: paths that an engine has in memory. made_dir: where copies of models lie
    that were made to draft for them.
    """
    files = tuple(file for file in row.files or (row.path,) if os.path.lexists(file))
    return Removal(
        path=row.path,
        files=files,
        frees=sum(_frees(Path(file)) for file in files),
        uses=tuple(_uses(row, files, rows, settings, made_dir)),
        refusal=_refusal(row, files, loaded),
    )


def to_trash(path: Path) -> None:
    """Put a file into the trash of the desktop. Raises OSError where there is none for this disk."""
    send2trash(path)


def remove(removal: Removal, *, for_good: bool = False, trash: Callable[[Path], None] = to_trash) -> None:
    """Do it. for_good: past the trash.

    Raises RefusedError where it may not be, or where there is no trash (then `for_good` is the way), and EngineError
    when a file cannot be removed.
    """
    if removal.refusal is not None:
        raise removal.refusal
    for file in map(Path, removal.files):
        try:
            if for_good:
                file.unlink(missing_ok=True)
            else:
                trash(file)
        except FileNotFoundError:
            continue
        except TrashPermissionError:
            raise _no_trash(file, "its disk has no trash that may be used") from None
        except OSError as error:
            why = error.strerror or str(error)
            if for_good:
                raise EngineError(f"{file.name} cannot be removed", why, "Check its permissions.") from None
            raise _no_trash(file, why) from None


def _no_trash(file: Path, why: str) -> RefusedError:
    return RefusedError(f"{file.name} cannot be put into the trash", why, "It can only be removed for good.")


def _refusal(row: ModelRow, files: Sequence[str], loaded: Sequence[str]) -> RefusedError | None:
    name = Path(row.path).name
    if row.read_only:
        whose, instead = _OWNERS.get(row.place, ("a folder that is only read", "Remove it in the file manager"))
        return RefusedError(f"{row.title} is not removed from here", f"it lies in {whose}", instead)
    if {os.path.realpath(path) for path in loaded} & {os.path.realpath(file) for file in files}:
        return RefusedError(f"{name} is in memory", "it is being used", "Load another model first.")
    if not files:
        return RefusedError(f"{name} is not there any more", "", "Look for models again.")
    for file in files:
        if not os.access(Path(file).parent, os.W_OK):
            return RefusedError(
                f"{name} cannot be removed",
                f"its folder {Path(file).parent} may only be read",
                "Check its permissions.",
            )
    return None


def _uses(
    row: ModelRow, files: Sequence[str], rows: Iterable[ModelRow], settings: Settings, made_dir: Path | None
) -> Iterator[str]:
    places = {os.path.realpath(file) for file in files}
    if row.path in settings.window.values():
        yield "It is the model that the window starts with."
    for other in rows:
        if other.path == row.path:
            continue
        shared = [file for file in other.files if os.path.realpath(file) in places]
        if shared:
            yield f"{other.title} ({other.path}) uses {len(shared)} of its files."
    for link in filter(os.path.islink, row.links):
        yield f"{link} leads to the same file, and then to nothing."
    for file in map(Path, files):
        if file.is_symlink():
            yield f"{file.name} is a link: the file that it leads to, {os.path.realpath(file)}, stays."
        elif (names := file.stat().st_nlink) > 1:
            more = "another name" if names == 2 else f"{names - 1} other names"
            yield f"{file.name} has {more} on this disk (hard links): its content stays, and its space is not freed."
    yield from _made_draft(row, made_dir)


def _made_draft(row: ModelRow, made_dir: Path | None) -> Iterator[str]:
    try:
        made = made_drafts.find(made_dir, Path(row.path))
    except OSError as error:
        log.info("Not looked at for a copy made of it: %s", error)
        return
    if made is not None:
        size = size_in_words(made[1].copy_bytes)
        yield f"The copy of {size} that was made of it to draft for it ({made[0]}) is of no use without it."


def _frees(file: Path) -> int:
    state = file.lstat()
    return 0 if file.is_symlink() or state.st_nlink > 1 else state.st_size
