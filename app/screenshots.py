"""Pictures of every main view: the real window, the real engine, the demo model and a real reply, without a display.

Everything happens in a data folder of its own, so that no conversation, setting or model of the user is in a picture.
"""

from __future__ import annotations

import contextlib
import os
import signal
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEventLoop, QTimer

from app import demo_model, paths
from app.library import Folder, Library
from app.services import AppServices
from app.settings import SettingsStore
from app.window import Parts, make_application, put_together
from engine.child import ChildEngine
from engine.errors import EngineError, UsageError
from ui.chat.welcome import example_prompts
from ui.language import languages

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from PySide6.QtWidgets import QApplication

    from app.engines import EngineKind
    from ui.theme.theme import Mode

SIZES: Final = ((1280, 800), (1024, 700))
MODES: Final[tuple[Mode, ...]] = ("dark", "light")
CODE, LISTING, STORY = 0, 1, 2  # of the example prompts: two that the history helps with, one that it does not
STREAMING_CHARACTERS: Final = 500
DEATH_CHARACTERS: Final = 120
SOUGHT: Final = "email"
COMPARED: Final = "ngram-simple,draft-self"
COMPARE_TOKENS: Final = 160
PATIENCE_S: Final = 600
_SETTLE_MS: Final = 250
_RECOLOUR_MS: Final = 1500  # replies take the colours of another theme in small slices
_POLL_MS: Final = 20
_PREFERENCES: Final = {"temperature": "0", "max_tokens": "260", "preset": "auto", "seed": "1"}


@dataclass(frozen=True, slots=True)
class Look:
    """One way of showing every view."""

    mode: Mode
    width: int
    height: int

    @property
    def name(self) -> str:
        return f"{self.mode}-{self.width}x{self.height}"


LOOKS: Final = tuple(Look(mode, width, height) for mode in MODES for width, height in SIZES)


def take_all(folder: str, engine: EngineKind, model: Path | None = None, language: str = "en") -> Iterator[Path]:
    """Write the pictures and give out the path of each as it is written. Raises PacelineError in words.

    model: instead of the demo model, which is fetched where it is missing. language: one of `ui.language.languages`.
    """
    if language not in languages():
        known = ", ".join(languages())
        raise UsageError(f"--language {language}", "the window does not speak it", f"It speaks: {known}")
    target = Path(folder)
    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"the folder {folder} cannot be made", error.strerror or str(error)) from None
    model = model or demo_model.fetch()
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    application = make_application()
    with tempfile.TemporaryDirectory(prefix="paceline-pictures-") as data:
        before = os.environ.get(paths.DATA_VARIABLE)
        os.environ[paths.DATA_VARIABLE] = data
        try:
            yield from _Camera(target, language).take(application, engine, model)
        finally:
            if before is None:
                del os.environ[paths.DATA_VARIABLE]
            else:
                os.environ[paths.DATA_VARIABLE] = before


class _Camera:
    """Brings a window into each state and each look, and grabs it."""

    def __init__(self, folder: Path, language: str) -> None:
        self._folder = folder
        self._language = language

    def take(self, application: QApplication, engine: EngineKind, model: Path) -> Iterator[Path]:
        library = Library([Folder(paths.models_dir(), "own")])
        store = SettingsStore(paths.settings_file())
        store.remember({**_PREFERENCES, "language": self._language})
        parts = put_together(application, AppServices(store, library), engine, "dark")
        window = parts.window
        try:
            window.show()
            yield from self._in_every_look(parts, "empty")
            window.show_view("models")
            _wait_until(lambda: window.models.is_settled, "looking for models")
            yield from self._in_every_look(parts, "models-empty")
            window.show_view("chat")
            window.open_model(str(model))
            _wait_until(lambda: not window.busy, "loading the model")
            if window.controller.phase != "ready":
                raise EngineError("the model could not be loaded", "", f"Try: paceline generate -m {model}")
            yield from self._in_every_look(parts, "ready")
            yield from self._replies(parts)
            yield from self._code(parts)
            yield from self._search(parts)
            yield from self._models(parts, model)
            window.show_view("settings")
            yield from self._in_every_look(parts, "settings")
            yield from self._comparison(parts)
            window.show_view("chat")
            if isinstance(parts.link, ChildEngine):
                yield from self._death(parts, parts.link)
        finally:
            parts.close()

    def _replies(self, parts: Parts) -> Iterator[Path]:
        """Each look has a reply of its own, so that each picture of a stream is of one that runs."""
        window = parts.window
        _, _, prompt = example_prompts()[LISTING]
        for look in LOOKS:
            _set_look(parts, look)
            window.chat.new_chat()
            window.send_message(prompt)
            _wait_until(lambda: len(window.reply_text) > STREAMING_CHARACTERS or not window.busy, "writing a reply")
            yield self._grab(parts, "streaming", look)
            _wait_until(lambda: not window.busy, "finishing a reply")
            _settle()
            yield self._grab(parts, "reply", look)

    def _code(self, parts: Parts) -> Iterator[Path]:
        """A reply that writes code again: a question with a code block, one in the reply, and its accepted drafts."""
        parts.window.chat.new_chat()
        parts.window.send_message(example_prompts()[CODE][2])
        _wait_until(lambda: not parts.window.busy, "writing code")
        yield from self._in_every_look(parts, "code")

    def _search(self, parts: Parts) -> Iterator[Path]:
        """What is found in all chats, of a word that the prompts hold in every language. What was noticed about the
        reply before is no part of it."""
        parts.window.chat.banner.make_room()
        column = parts.window.chat.column
        parts.window.chat.start_find()
        column.line.setText(SOUGHT)
        _wait_until(lambda: column.hits.rowCount() > 0, "searching the chats")
        yield from self._in_every_look(parts, "search")
        column.leave_find()

    def _comparison(self, parts: Parts) -> Iterator[Path]:
        """A short one: before it, while its second run or a later one is written, and after it."""
        window, compare = parts.window, parts.window.compare
        window.show_view("compare")
        compare.choose(COMPARED)
        compare.bar.choose_own(example_prompts()[LISTING][2])
        compare.bar.runs.setValue(2)
        compare.bar.tokens.setValue(COMPARE_TOKENS)
        yield from self._in_every_look(parts, "compare-empty")
        compare.start()
        _wait_until(
            lambda: not compare.busy or (compare.board.remaining is not None and compare.board.remaining.done > 0),
            "the first run of a comparison",
        )
        yield from self._in_every_look(parts, "compare-running")
        _wait_until(lambda: not compare.busy, "comparing")
        yield from self._in_every_look(parts, "compare")
        _wait_until(lambda: not window.busy, "loading the model again")

    def _models(self, parts: Parts, model: Path) -> Iterator[Path]:
        """The model with its memory bill. The hub is not asked: a picture must not need a network."""
        view = parts.window.models
        parts.window.show_view("models")
        view.folders.rescan_wanted.emit()
        _wait_until(lambda: view.table.choose(str(model)) and bool(view.pane.bill.texts()), "the memory bill")
        yield from self._in_every_look(parts, "models")

    def _death(self, parts: Parts, link: ChildEngine) -> Iterator[Path]:
        window = parts.window
        window.chat.new_chat()
        window.send_message(example_prompts()[STORY][2])
        _wait_until(lambda: len(window.reply_text) > DEATH_CHARACTERS or not window.busy, "writing a reply")
        if link.pid is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(link.pid, signal.SIGTERM)
        _wait_until(lambda: not window.busy, "noticing that the engine is gone")
        yield from self._in_every_look(parts, "engine-died")

    def _in_every_look(self, parts: Parts, state: str) -> Iterator[Path]:
        for look in LOOKS:
            _set_look(parts, look)
            yield self._grab(parts, state, look)

    def _grab(self, parts: Parts, state: str, look: Look) -> Path:
        path = self._folder / f"{state}-{look.name}.png"
        if not parts.window.grab().save(str(path)):
            raise UsageError(f"the picture {path} cannot be written")
        return path


def _set_look(parts: Parts, look: Look) -> None:
    parts.window.resize(look.width, look.height)
    if parts.theme.mode != look.mode:
        _settle()
        parts.theme.set_mode(look.mode)
        _settle(_RECOLOUR_MS)
    _settle()


def _settle(ms: int = _SETTLE_MS) -> None:
    """Let layouts and a tick of the readings happen."""
    loop = QEventLoop()
    QTimer.singleShot(ms, loop.quit)
    loop.exec()


def _wait_until(condition: Callable[[], bool], what: str) -> None:
    """Run the event loop until the condition holds. Raises EngineError when it takes too long."""
    loop = QEventLoop()
    tick = QTimer()
    tick.setInterval(_POLL_MS)
    tick.timeout.connect(lambda: loop.quit() if condition() else None)
    tick.start()
    QTimer.singleShot(PATIENCE_S * 1000, loop.quit)
    if not condition():
        loop.exec()
    tick.stop()
    if not condition():
        raise EngineError(f"{what} took longer than {PATIENCE_S} s", "", "Try again on a machine that is less busy")
