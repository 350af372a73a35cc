"""What is known of a tuning that was stopped, so that the same one goes on from there.

The same is: the same wish for the same files, on the same device and build, with the same settings to try. Anything
else begins anew and leaves it alone.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass, replace
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter, ValidationError

from app.generate import StoppedError
from app.library.hashes import ModelHashes
from app.tuning.board import Reply
from app.tuning.candidates import Candidate
from app.tuning.circumstances import device_words
from app.tuning.kept import tunes_dir
from app.tuning.pacing import Race
from engine.events import EngineInfo
from engine.whole_files import write_text
from ui.tuning import TuneWish

log = logging.getLogger(__name__)
_FOLDER: Final = "unfinished"


@dataclass(frozen=True, slots=True)
class Unfinished:
    """round: that it was in, from 0. race: what was left then. alive: names of who was still in it. replies: of whole
    rounds, and in the present one of prompts that everybody had. tasks: ids of the prompts. at: ISO 8601."""

    at: str
    round: int
    race: Race
    tasks: tuple[str, ...]
    alive: tuple[str, ...]
    failed: dict[str, str]
    given_up: tuple[str, ...]
    replies: tuple[Reply, ...]


_ADAPTER: Final = TypeAdapter(Unfinished)


class UnfinishedFile:
    """Where one tuning keeps what is known when it is stopped."""

    def __init__(
        self, wish: TuneWish, settings: Sequence[Candidate], engine: EngineInfo, cancelled: Callable[[], bool]
    ) -> None:
        """Files that were never seen are read as a whole, which takes its time. Raises StoppedError when `cancelled`
        says True meanwhile, ModelLoadError for a file that cannot be read."""
        book = ModelHashes.usual()
        hashes = [book.of(path, cancelled) for path in (wish.model, wish.draft) if path]
        if not all(hashes):
            raise StoppedError
        tried = [(one.name, repr(astuple(one.speculation))) for one in settings]
        same = repr((replace(wish, anew=False), hashes, device_words(engine), engine.build, tried))
        self._path: Path = tunes_dir() / _FOLDER / f"{hashlib.sha256(same.encode()).hexdigest()[:24]}.json"

    def read(self) -> Unfinished | None:
        """What is known; None where there is nothing, or nothing that can be read."""
        try:
            return _ADAPTER.validate_json(self._path.read_bytes())
        except FileNotFoundError:
            return None
        except (OSError, ValidationError) as error:
            log.warning("%s is left out: %s", self._path, error)
            return None

    def write(self, found: Unfinished) -> bool:
        """Keep it; whether that went well."""
        try:
            write_text(self._path, json.dumps(_ADAPTER.dump_python(found, mode="json")) + "\n")
        except OSError as error:
            log.warning("%s cannot be written: %s", self._path, error)
            return False
        return True

    def clear(self) -> None:
        """The tuning came to its end."""
        try:
            self._path.unlink(missing_ok=True)
        except OSError as error:
            log.warning("%s cannot be deleted: %s", self._path, error)
