"""What a long chat costs the window: 500 messages opened and scrolled through, and 200 kB of reply as it streams.

`python -m bench.long_chat [--messages 500] [--runs 5] [--kilobytes 200] [--stretch 20] [--kind KIND ...]`. The window
is the real one with the real store; the engine is a clock that gives out 200 tokens a second, every third round an
accepted draft. Two conversations are opened in turn. Opened means: all of its end that is in view is painted. The gaps
are the longest turns of the window's event loop, by the wall clock (on a busy machine that is the machine's) and by the
thread's own CPU time. Of the long reply three stretches are paced and measured, at its beginning, middle and end; what
lies between them comes as fast as the window takes it. Runs offscreen where there is no display.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen" if sys.platform.startswith("linux") else "")

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QApplication

from app import paths
from app.conversations.store import ConversationStore
from app.services import AppServices
from app.settings import SettingsStore
from app.window import make_application, spare_long_pauses
from bench import common
from bench.window import Watch
from engine.commands import Cancel, Command, Generate, LoadModel, Prepare
from engine.drafters import discover
from engine.events import (
    TARGET,
    Event,
    GenerationDone,
    GenerationStarted,
    ModelInfo,
    ModelLoaded,
    Prepared,
    RoundDone,
    TextRun,
)
from engine.presets import load_presets
from ui.main_window import MainWindow
from ui.services import ReplyFigures
from ui.theme.theme import Theme

TOKENS_PER_S: Final = 200
CHARACTERS: Final = 4  # of a token
CHUNK: Final = 400  # characters of a round while nothing is measured
STEP_S: Final = 0.016
PIECES: Final = (
    "The keeper went up the stairs again and looked at the sea, which was calm and grey. Nobody had come for a week, "
    "and nobody was expected; still he **cleaned** the lamp and wrote down the `wind` as on every other evening.",
    "- the parameter is now called `products`\n- the loop variable is called `product`\n  - and so is the one inside\n"
    "- nothing else changed",
    "> A quote that the model made, over more than one line so that it has to be wrapped somewhere in its middle.",
    "| name | price | unit |\n|------|-------|------|\n| tea | 3.20 | box |\n| milk | 1.10 | litre |",
    "```python\nclass Basket:\n    def total(self, tax: float = 0.25) -> float:\n"
    '        """The sum of all prices."""\n'
    "        return sum(product.price for product in self.products) * (1 + tax)  # with tax\n```",
    "### A heading\n\n1. first\n2. second\n3. third, with [a link](https://example.org/)",
)
KINDS: Final = ("mixed", "prose", "code", "list", "table", "paragraph")


def long_text(kind: str, n_characters: int) -> str:
    """A reply of this kind and length."""
    prose = PIECES[0]
    parts: dict[str, Callable[[int], str]] = {
        "mixed": lambda n: PIECES[n % len(PIECES)] + "\n\n",
        "prose": lambda _: prose + "\n\n",
        "code": lambda n: f"    total_{n} = sum(product.price for product in products[{n}:])  # row {n}\n",
        "list": lambda n: f"- item {n}: {prose[:90]}\n",
        "table": lambda n: f"| {n} | tea | 3.20 | box |\n",
        "paragraph": lambda _: prose + " ",
    }
    part = parts[kind]
    head = {"code": "```python\n", "table": "| n | name | price | unit |\n|---|---|---|---|\n"}.get(kind, "")
    text, n = [head], 0
    length = len(head)
    while length < n_characters:
        text.append(part(n))
        length += len(text[-1])
        n += 1
    return "".join(text)[:n_characters]


class Clock:
    """An engine link that answers from a text: at a steady pace while `paced`, otherwise as fast as it is asked."""

    def __init__(self) -> None:
        self.text = ""
        self.paced = True
        self.given = 0
        self._events: deque[Event] = deque()
        self._request = 0
        self._due_from = 0.0
        self._given_then = 0
        self._rounds: Iterator[RoundDone] = iter(())

    def pace(self, paced: bool) -> None:
        """At the pace of an engine from now on, or no longer."""
        self.paced, self._due_from, self._given_then = paced, time.perf_counter(), self.given

    def send(self, command: Command) -> None:
        match command:
            case LoadModel():
                info = ModelInfo(
                    command.path, "Clock", "llama", "llama", "F16", 1, 1, 1 << 20, 1, 1, 0, "attention", True
                )
                self._events.append(ModelLoaded(command.request_id, info, 1 << 20, 0, 1, 0.0, 0.0, ()))
            case Prepare():
                self._events.append(Prepared(command.request_id, command.speculation, None))
            case Generate():
                self._request, self.given = command.request_id, 0
                self.pace(self.paced)
                self._events.append(GenerationStarted(command.request_id, 10, 0, 1 << 20))
            case Cancel():
                self._end()

    def poll(self) -> list[Event]:
        events = list(self._events)
        self._events.clear()
        if self._request and self.given < len(self.text):
            if self.paced:
                due = self._given_then + int((time.perf_counter() - self._due_from) * TOKENS_PER_S) * CHARACTERS
                size = CHARACTERS
            else:
                due, size = self.given + CHUNK, CHUNK
            while self.given < min(due, len(self.text)):
                events.append(self._round(self.text[self.given : self.given + size], size))
                self.given += size
            if self.given >= len(self.text):
                self._end()
        return events

    def wait(self, timeout_s: float) -> bool:
        return timeout_s >= 0

    def restart(self) -> None:
        self._events.clear()

    def close(self) -> None:
        self._events.clear()

    def _end(self) -> None:
        if self._request:
            self._events.append(GenerationDone(self._request, "end"))
            self._request = 0

    def _round(self, text: str, size: int) -> RoundDone:
        index = self.given // size
        drafted = index % 3 == 2
        origin = "ngram-simple" if drafted else TARGET
        return RoundDone(
            self._request, index, (index,), (origin,), (index,) if drafted else (), (origin,) if drafted else (),
            int(drafted), (TextRun(text, origin),), 0.0, 0.004, 0.0, 0.0, index / TOKENS_PER_S, index,
        )  # fmt: skip


@dataclass(slots=True)
class Stand:
    """A window on a folder of its own."""

    application: QApplication
    services: AppServices
    clock: Clock
    window: MainWindow
    watch: Watch

    def turn(self, until: Callable[[], bool], patience_s: float = common.PATIENCE_S) -> None:
        """Let the window work until something holds."""
        end = time.perf_counter() + patience_s
        while not until():
            if time.perf_counter() > end:
                sys.exit("The window did not get there in time")
            self.application.processEvents()
            time.sleep(0.001)

    def rest(self, seconds: float) -> None:
        end = time.perf_counter() + seconds
        self.turn(lambda: time.perf_counter() > end)


class _Painted(QObject):
    """Counts how often the window was painted."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.UpdateRequest:
            self.count += 1
        return False


def fill(store: ConversationStore, n_messages: int, name: str) -> int:
    """A conversation of so many messages; its id."""
    conversation, parent = store.create(), None
    for i in range(n_messages // 2):
        question = store.ask(conversation, parent, f"{name} question {i}: {PIECES[0][: 40 + i % 150]}", lambda _: None)
        parent = store.start_reply(conversation, question, "Clock", "N-gram")
        text = "\n\n".join(PIECES[(i + k) % len(PIECES)] for k in range(2 + i % 4))
        half = len(text) // 2
        store.grow_reply(parent, [TextRun(text[:half], TARGET), TextRun(text[half:], "ngram-simple")])
        store.finish_reply(parent, ReplyFigures(10, 0, 50, 100, 60, 40, 100.0, 0.2), "end")
    store.flush(60.0)
    return conversation


def open_one(stand: Stand, conversation: int, painted: _Painted) -> tuple[float, float, float, float]:
    """Milliseconds until all in view is painted, by the wall and of the window's thread; the longest turns until it
    rests."""
    window, transcript = stand.window, stand.window.chat.transcript
    before = painted.count
    stand.watch.reset()
    wall, cpu = time.perf_counter(), time.thread_time()
    window.controller.open(conversation)

    def shown() -> bool:
        nonlocal before
        if window.controller.current.id != conversation or not transcript.whole:
            before = painted.count
            return False
        return painted.count > before

    while not shown():
        stand.application.processEvents()
    took = (time.perf_counter() - wall) * 1000, (time.thread_time() - cpu) * 1000
    bar = transcript.verticalScrollBar()
    if bar.value() < bar.maximum():
        sys.exit("What was painted is not the end of the conversation")
    stand.rest(1.0)
    return *took, stand.watch.wall_s * 1000, stand.watch.cpu_s * 1000


def scroll(stand: Stand, how: str, up: bool) -> tuple[float, float]:
    """Through the whole conversation; the longest turns in milliseconds."""
    transcript = stand.window.chat.transcript
    bar = transcript.verticalScrollBar()
    stand.watch.reset()
    still, last = 0, -1
    while still < 8:
        if how == "page":
            key = Qt.Key.Key_PageUp if up else Qt.Key.Key_PageDown
            press = QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier)
            QApplication.sendEvent(transcript, press)
        else:
            _turn_wheel(transcript.viewport(), 480 if up else -480)
        stand.rest(STEP_S)
        here = bar.value()
        at_end = here == (0 if up else bar.maximum()) and here == last
        still, last = (still + 1 if at_end else 0), here
    return stand.watch.wall_s * 1000, stand.watch.cpu_s * 1000


def jump(stand: Stand) -> tuple[float, float]:
    """The scroll bar dragged to the start, the middle and the end; the longest turns in milliseconds."""
    bar = stand.window.chat.transcript.verticalScrollBar()
    stand.watch.reset()
    for place in (0.0, 0.5, 0.25, 0.75, 1.0):
        bar.setValue(round(bar.maximum() * place))
        stand.rest(0.4)
    return stand.watch.wall_s * 1000, stand.watch.cpu_s * 1000


def _turn_wheel(over: QObject, delta: int) -> None:
    place = QPointF(50, 50)
    event = QWheelEvent(
        place, place, QPoint(0, 0), QPoint(0, delta), Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(over, event)


def stream(stand: Stand, kind: str, n_characters: int, stretch_s: float) -> list[str]:
    """A long reply; a line of the table."""
    window, clock = stand.window, stand.clock
    clock.text = long_text(kind, n_characters)
    clock.pace(False)
    window.controller.new_conversation()
    window.send_message("Write a very long text.")
    in_stretch = int(stretch_s * TOKENS_PER_S) * CHARACTERS
    shares: list[str] = []
    longest_wall = longest_cpu = 0.0
    for start in (0, (n_characters - in_stretch) // 2, n_characters - in_stretch):
        stand.turn(lambda start=start: clock.given >= start)  # type: ignore[misc]
        clock.pace(True)
        stand.watch.reset()
        wall, cpu, process = time.perf_counter(), time.thread_time(), time.process_time()
        while clock.given < min(start + in_stretch, n_characters):
            stand.application.processEvents()
            time.sleep(0.004)
        took = time.perf_counter() - wall
        window_share, all_share = (time.thread_time() - cpu) / took, (time.process_time() - process) / took
        shares += [f"{window_share * 100:.0f} %", f"{all_share * 100:.0f} %"]
        longest_wall, longest_cpu = max(longest_wall, stand.watch.wall_s), max(longest_cpu, stand.watch.cpu_s)
        clock.pace(False)
    stand.turn(lambda: not window.busy)
    stand.rest(0.5)
    return [kind, *shares, f"{longest_wall * 1000:.0f} ms", f"{longest_cpu * 1000:.0f} ms"]


def set_up(application: QApplication) -> Stand:
    services = AppServices(SettingsStore(paths.settings_file()))
    services.remember({"theme": "dark", "preset": "ngram-simple", "max_tokens": "1000000"})
    clock = Clock()
    families = {name: kind.family for name, kind in discover().items()}
    presets, _ = load_presets()
    window = MainWindow(clock, services, list(presets.values()), families, Theme(application, "dark"))
    window.show()
    spare_long_pauses()
    window.controller.load("clock.gguf")
    stand = Stand(application, services, clock, window, Watch())
    stand.turn(lambda: window.controller.phase == "ready")
    return stand


def measure(stand: Stand, args: argparse.Namespace) -> None:
    painted = _Painted()
    stand.window.installEventFilter(painted)
    chats = [fill(stand.services.conversations, args.messages, name) for name in ("first", "second")]
    stand.window.chat.column.rows.refresh()
    stand.rest(1.0)
    first = open_one(stand, chats[0], painted)
    opened = [open_one(stand, chats[(n + 1) % 2], painted) for n in range(args.runs)]
    rows = [["open, first time", *(f"{value:.0f} ms" for value in first)]]
    rows.append(["open, median", *(f"{median(values):.0f} ms" for values in zip(*opened, strict=True))])
    rows.append(["open, worst", *(f"{max(values):.0f} ms" for values in zip(*opened, strict=True))])
    print(f"{args.messages} messages, {args.runs} runs; {common.machine()}")
    print("Marks: open 300 ms by the wall; no turn of 50 ms of CPU.")
    common.print_table(["", "wall", "CPU", "longest turn, wall", "longest turn, CPU"], rows)
    rows = []
    for how in ("page", "wheel"):
        gaps: list[tuple[float, float]] = []
        for n in range(args.runs):
            open_one(stand, chats[n % 2], painted)
            gaps += [scroll(stand, how, up=True), scroll(stand, how, up=False)]
        rows.append(_gap_row(f"{how} through all", gaps))
    gaps = []
    for n in range(args.runs):
        open_one(stand, chats[n % 2], painted)
        gaps.append(jump(stand))
    rows.append(_gap_row("drag the scroll bar", gaps))
    common.print_table(["longest turn", "wall, median", "wall, worst", "CPU, median", "CPU, worst"], rows)


def _gap_row(name: str, gaps: Sequence[tuple[float, float]]) -> list[str]:
    wall, cpu = zip(*gaps, strict=True)
    return [name, *(f"{value:.0f} ms" for value in (median(wall), max(wall), median(cpu), max(cpu)))]


def main(arguments: Sequence[str] | None = None) -> int:
    options = argparse.ArgumentParser(description="What a long chat costs the window")
    options.add_argument("--messages", type=int, default=500)
    options.add_argument("--runs", type=int, default=5)
    options.add_argument("--kilobytes", type=int, default=200, help="length of the long reply; 0 for none")
    options.add_argument("--stretch", type=float, default=20.0, help="seconds at 200 tokens/s, three times")
    options.add_argument("--kind", nargs="*", default=["mixed"], choices=KINDS, help="what the long reply is made of")
    args = options.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        os.environ[paths.DATA_VARIABLE] = folder
        stand = set_up(make_application())
        try:
            if args.messages:
                measure(stand, args)
            if args.kilobytes:
                print(f"\n{args.kilobytes} kB at {TOKENS_PER_S} tokens/s: share of one core, window / process")
                print("Mark: 30 % for the window.")
                head = ["", "start", "", "middle", "", "end", "", "longest turn, wall", "CPU"]
                rows = [stream(stand, kind, args.kilobytes * 1000, args.stretch) for kind in args.kind]
                common.print_table(head, rows)
        finally:
            stand.window.close()
            stand.services.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
