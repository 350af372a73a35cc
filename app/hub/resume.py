"""What lies on disk of a download that is not complete, so that it goes on after a crash, a kill or a restart.

Beside `x.gguf.part`, which grows byte by byte and whose length says how far it came, lies `x.gguf.part.json` with what
is to become of it. Neither name ends in .gguf, so nobody takes a part for a model. The state says nothing that could be
out of step with the bytes: which shards were verified is the only progress in it.
"""

from __future__ import annotations

import logging
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from app.hub.names import PART, STATE, destination
from app.hub.values import Meant, RemoteFile, RemoteModel
from engine.errors import PacelineError
from engine.whole_files import write_text

VERSION: Final = 1
_LARGEST_STATE: Final = 1 << 20
log = logging.getLogger(__name__)


@dataclass(slots=True)
class Unfinished:
    """A download with the places of its files. verified: names of the files whose checksum was right. meant: what it is
    for, which outlives the program as the rest does."""

    model: RemoteModel
    folder: Path
    verified: set[str] = field(default_factory=set)
    meant: Meant = field(default_factory=Meant)

    def place(self, file: RemoteFile) -> Path:
        """Where the file lies once the download is complete. Raises PacelineError for a name that has no place."""
        return destination(self.folder, self.model.repo, file.name)

    def part(self, file: RemoteFile) -> Path:
        """Where it lies until then."""
        place = self.place(file)
        return place.with_name(place.name + PART)

    @property
    def path(self) -> Path:
        """Of the first file, complete."""
        return self.place(self.model.files[0])

    @property
    def state_file(self) -> Path:
        return self.path.with_name(self.path.name + STATE)

    @property
    def done(self) -> int:
        """Bytes on disk."""
        return sum(min(_size(self.part(file)) or _size(self.place(file)), file.size) for file in self.model.files)

    def write(self) -> None:
        """Keep what is to become of the parts. Raises OSError."""
        files = [_File(name=file.name, size=file.size, sha256=file.sha256) for file in self.model.files]
        state = _State(
            version=VERSION,
            repo=self.model.repo,
            commit=self.model.commit,
            gated=self.model.gated,
            files=files,
            verified=sorted(self.verified),
            meant=_Meant(target=self.meant.target, preset=self.meant.preset, replaces=self.meant.replaces),
        )
        write_text(self.state_file, state.model_dump_json(indent=1))

    def remove(self) -> None:
        """Remove parts and state, and folders that are empty then."""
        for file in self.model.files:
            self.part(file).unlink(missing_ok=True)
        self.forget()
        for folder in (*self.path.parents,):
            if folder == self.folder or not folder.is_relative_to(self.folder):
                break
            try:
                folder.rmdir()
            except OSError:
                break

    def forget(self) -> None:
        """Remove the state."""
        self.state_file.unlink(missing_ok=True)


def unfinished_in(folder: Path) -> list[Unfinished]:
    """All downloads below a folder that can be taken up again, oldest first. What makes no sense is left alone."""
    found: list[tuple[float, Unfinished]] = []
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            if name.endswith(STATE):
                path = Path(place, name)
                try:
                    found.append((path.stat().st_mtime, read_state(path, folder)))
                except (OSError, ValueError, PacelineError) as error:
                    log.info("%s is left alone: %s", path, error)
    return [one for _, one in sorted(found, key=lambda pair: pair[0])]


def read_state(path: Path, folder: Path) -> Unfinished:
    """One state file. Raises OSError, ValueError where it is none, and PacelineError for names that have no place."""
    if path.stat().st_size > _LARGEST_STATE:
        raise ValueError("it is too large")
    try:
        state = _State.model_validate_json(path.read_bytes())
    except ValidationError as error:
        raise ValueError(str(error)) from None
    files = tuple(RemoteFile(file.name, file.size, file.sha256) for file in state.files)
    model = RemoteModel(state.repo, state.commit, files, state.gated)
    meant = Meant(state.meant.target, state.meant.preset, state.meant.replaces)
    unfinished = Unfinished(model, folder, set(state.verified) & {file.name for file in files}, meant)
    for file in files:
        unfinished.place(file)
    if unfinished.state_file != path:
        raise ValueError("it lies in another place than its files")
    return unfinished


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    name: str
    size: Annotated[int, Field(ge=0)]
    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class _Meant(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    target: Annotated[str, Field(max_length=4096)] = ""
    preset: Annotated[str, Field(max_length=256)] = ""
    replaces: bool = False


class _State(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    version: Annotated[int, Field(ge=VERSION, le=VERSION)]
    repo: str
    commit: Annotated[str, Field(pattern=r"^[0-9a-f]{5,64}$")]
    gated: bool
    files: Annotated[list[_File], Field(min_length=1, max_length=1000)]
    verified: list[str]
    meant: _Meant = _Meant()  # those of earlier versions do not say


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
