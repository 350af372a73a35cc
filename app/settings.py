"""What the program remembers between starts: a versioned JSON file, forgiving when read, atomic when written.

The window changes settings all the time and must not wait for a disk: once `in_background` was called, saving happens
on a thread of its own. What cannot be saved is told.

A file that is no JSON is set aside as `settings.json.broken`; of one with values that do not fit a copy is kept under
that name, and each of them alone goes back to its default; a file of a newer version of the program is left alone and
nothing is saved. `problems` tells each, and the window shows them together.
"""

from __future__ import annotations

import errno
import json
import logging
import shutil
import stat
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from engine.whole_files import write_text
from ui.preferences import fault

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

VERSION = 1
_LARGEST = 8 * 2**20
_LONGEST_SHOWN = 40
log = logging.getLogger(__name__)


def _storable(text: str) -> str:
    """Raises ValueError for text that no file system and no UTF-8 file can hold."""
    if "\0" in text:
        raise ValueError("it holds a NUL character")
    text.encode("utf-8")
    return text


_Text = Annotated[str, AfterValidator(_storable)]


class Settings(BaseModel):
    """All that is remembered. window: the window's own settings, as text by key.

    models_folder: where models that are fetched go; '' for the usual one. model_folders: more to look for models in.
    model_files: single files that were added.
    """

    model_config = ConfigDict(extra="forbid", strict=True)

    version: int = VERSION
    models_folder: _Text = ""
    model_folders: list[_Text] = Field(default_factory=list)
    model_files: list[_Text] = Field(default_factory=list)
    window: dict[_Text, _Text] = Field(default_factory=dict)


class SettingsStore:
    """The settings of one file. `problems`: sentences about what was wrong with it when it was read."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._writable = True
        self._lock = threading.Lock()
        self._saving: ThreadPoolExecutor | None = None
        self._unsaved = ""
        self._told: list[Callable[[str], None]] = []
        self.problems: list[str] = []
        try:
            self.settings = self._read()
        except RecursionError:
            self.settings = self._set_aside("it is nested too deep")

    def change(self, **changes: object) -> None:
        """Take over new values and save them; from any thread. Raises pydantic.ValidationError for one of the wrong
        kind."""
        with self._lock:
            self.settings = Settings.model_validate({**self.settings.model_dump(), **changes})
        if self._saving is None:
            self._save()
        else:
            self._saving.submit(self._save)

    def remember(self, window: Mapping[str, str]) -> None:
        """Keep settings of the window."""
        if window.items() <= self.settings.window.items() and not self._unsaved:
            return
        self.change(window={**self.settings.window, **window})

    def in_background(self) -> None:
        """Save on another thread from now on, until `close`."""
        self._saving = ThreadPoolExecutor(max_workers=1, thread_name_prefix="settings")

    def when_unsaved(self, told: Callable[[str], None]) -> None:
        """told(why): changes can no longer be saved. From whatever thread saves; at once when that is so already."""
        self._told.append(told)
        if self._unsaved:
            told(self._unsaved)

    def close(self) -> None:
        """Have all of it saved."""
        if self._saving is not None:
            self._saving.shutdown(wait=True)
            self._saving = None

    def _save(self) -> None:
        if not self._writable:
            return
        before = self._unsaved
        try:
            write_text(self._path, self.settings.model_dump_json(indent=2) + "\n")
        except OSError as error:
            self._unsaved = f"{self._path} cannot be written: {error.strerror}"
        else:
            self._unsaved = ""
        if self._unsaved and not before:
            log.warning("Settings are not being saved: %s", self._unsaved)
            for told in tuple(self._told):
                told(self._unsaved)

    def _read(self) -> Settings:
        try:
            content = json.loads(self._text())
            if not isinstance(content, dict):
                raise ValueError("it holds no JSON object")
        except FileNotFoundError:
            return Settings()
        except OSError as error:
            return self._set_aside(error.strerror or str(error))
        except ValueError as error:  # what is no UTF-8 text among them
            return self._set_aside(str(error))
        version = content.get("version", VERSION)
        if type(version) is int and version > VERSION:
            self._writable = False
            self.problems.append(
                f"{self._path} was written by a newer Paceline (version {version} of the file, {VERSION} is "
                "known here); it is left alone, and changes are not kept."
            )
            return Settings()
        if type(version) is not int or version < 1:
            self._dropped(f"'version' ({_short(version)})", "there is no such version")
        return self._validated({**content, "version": VERSION})

    def _text(self) -> str:
        status = self._path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise IsADirectoryError(errno.EISDIR, "it is a folder")
        if not stat.S_ISREG(status.st_mode):  # reading a pipe would never end
            raise OSError(errno.EINVAL, "it is no file")
        if status.st_size > _LARGEST:
            raise OSError(errno.EFBIG, f"it has more than {_LARGEST // 2**20} MiB")
        return self._path.read_text(encoding="utf-8")

    def _validated(self, content: dict[str, Any]) -> Settings:
        """Drop what does not fit, key by key, and tell it; the file as it was is kept beside."""
        if isinstance(content.get("window"), dict):
            content["window"] = self._of_window(content["window"])
        while True:
            try:
                settings = Settings.model_validate(content)
                break
            except ValidationError as error:
                bad = {str(problem["loc"][0]): problem["msg"] for problem in error.errors()}
            for key, message in bad.items():
                self._dropped(f"'{key}'", message[:1].lower() + message[1:])
                del content[key]
        if self.problems:
            self._keep_copy()
        return settings

    def _of_window(self, values: dict[str, Any]) -> dict[str, str]:
        """The window's own settings that it can use."""
        kept: dict[str, str] = {}
        for key, value in values.items():
            why = _fault_of(key, value)
            if why:
                self._dropped(f"'{key}' ({_short(value)})", why)
            else:
                kept[key] = value
        return kept

    def _dropped(self, what: str, why: str) -> None:
        self.problems.append(f"{what} went back to its default: {why}.")

    def _keep_copy(self) -> None:
        kept = self._path.with_name(self._path.name + ".broken")
        try:
            shutil.copyfile(self._path, kept)
        except OSError as error:
            log.warning("No copy of %s could be kept: %s", self._path, error.strerror)
        else:
            self.problems.append(f"The file as it was is kept as {kept}.")

    def _set_aside(self, why: str) -> Settings:
        kept = self._path.with_name(self._path.name + ".broken")
        try:
            self._path.replace(kept)
        except OSError:
            self._writable = False
            self.problems.append(f"{self._path} cannot be read ({why}); changes are not kept.")
        else:
            self.problems.append(f"{self._path} cannot be read ({why}); it is kept as {kept.name}, defaults are used.")
        return Settings()


def _fault_of(key: str, value: object) -> str:
    """Why a value of the window's settings cannot be, in words; '' when it can."""
    if not isinstance(value, str):
        return "it is no text"
    try:
        _storable(key + value)
    except ValueError:
        return "it holds characters that no file can hold"
    return fault(key, value)


def _short(value: object) -> str:
    """A value as it stands in the file, cut to what one line can take."""
    text = json.dumps(value, ensure_ascii=False).encode("utf-8", "replace").decode()
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 1] + "…"
