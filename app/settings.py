"""What the program remembers between starts: a versioned JSON file, forgiving when read, atomic when written.

A file that is no JSON is set aside as `settings.json.broken`; of one with values that do not fit a copy is kept under
that name, and each of them alone goes back to its default; a file of a newer version of the program is left alone and
nothing is saved. `problems` tells each, and the window shows them together.
"""

from __future__ import annotations

import json
import logging
import shutil
import threading
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from app.atomic import write_text
from ui.preferences import fault

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

VERSION = 1
_LONGEST_SHOWN = 40
log = logging.getLogger(__name__)


class Settings(BaseModel):
    """All that is remembered. window: the window's own settings, as text by key.

    models_folder: where models that are fetched go; '' for the usual one. model_folders: more to look for models in.
    model_files: single files that were added.
    """

    model_config = ConfigDict(extra="forbid", strict=True)

    version: int = VERSION
    models_folder: str = ""
    model_folders: list[str] = Field(default_factory=list)
    model_files: list[str] = Field(default_factory=list)
    window: dict[str, str] = Field(default_factory=dict)


class SettingsStore:
    """The settings of one file. `problems`: sentences about what was wrong with it when it was read."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._writable = True
        self._lock = threading.Lock()
        self.problems: list[str] = []
        self.settings = self._read()

    def change(self, **changes: object) -> None:
        """Take over new values and save them; from any thread. Raises pydantic.ValidationError for one of the wrong
        kind."""
        with self._lock:
            self.settings = Settings.model_validate({**self.settings.model_dump(), **changes})
            self._save()

    def remember(self, window: Mapping[str, str]) -> None:
        """Keep settings of the window."""
        self.change(window={**self.settings.window, **window})

    def _save(self) -> None:
        if not self._writable:
            return
        try:
            write_text(self._path, self.settings.model_dump_json(indent=2) + "\n")
        except OSError as error:
            log.warning("The settings could not be saved in %s: %s", self._path, error.strerror)

    def _read(self) -> Settings:
        try:
            text = self._path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return Settings()
        except (OSError, UnicodeDecodeError) as error:
            return self._set_aside(str(error))
        try:
            content = json.loads(text)
        except ValueError as error:
            return self._set_aside(str(error))
        if not isinstance(content, dict):
            return self._set_aside("it holds no JSON object")
        version = content.get("version", VERSION)
        if isinstance(version, int) and version > VERSION:
            self._writable = False
            self.problems.append(
                f"{self._path} was written by a newer Paceline (version {version} of the file, {VERSION} is "
                "known here); it is left alone, and changes are not kept."
            )
            return Settings()
        return self._validated({**content, "version": VERSION})

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
            why = fault(key, value) if isinstance(value, str) else "it is no text"
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


def _short(value: object) -> str:
    """A value as it stands in the file, cut to what one line can take."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 1] + "…"
