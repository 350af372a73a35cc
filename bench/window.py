"""What the window costs: a reply streamed into the real window, and the same reply asked for without it.

`python -m bench.window [--runs 3] [-n 300]`. The engine is the child process both times, and the speed is its own
account. Once it leaves one core free, once it takes them all. Also printed: the CPU
time that the window's process took for a second of streaming, which tells on a busy machine too, and the longest gap of
its event loop meanwhile, by the wall clock (on a busy machine that is the machine's) and by the thread's own CPU time.
Runs offscreen where there is no display.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen" if sys.platform.startswith("linux") else "")

from PySide6.QtCore import QAbstractEventDispatcher, QTimer
from PySide6.QtWidgets import QApplication

from app import paths
from app.engines import open_engine
from app.services import AppServices
from app.settings import SettingsStore
from app.window import make_application
from bench import common
from engine.commands import Command, ContextOptions, EngineLink, Generate, LoadModel, Message
from engine.drafters import discover
from engine.events import Event, Failed, GenerationDone, ModelLoaded, RoundDone
from engine.metrics import ReplyMetrics
from engine.presets import load_presets
from ui.main_window import MainWindow
from ui.theme.theme import Theme

QUESTION = "Write a long story about a lighthouse keeper and his dog."
STEP_S = 0.010  # a closer watch would take the core from the engine itself


class Tap:
    """An engine link that keeps the rounds which pass through it."""

    def __init__(self, link: EngineLink) -> None:
        self._link = link
        self.metrics = ReplyMetrics()

    def send(self, command: Command) -> None:
        if isinstance(command, Generate):
            self.metrics = ReplyMetrics()
        self._link.send(command)

    def poll(self) -> list[Event]:
        events = self._link.poll()
        for event in events:
            if isinstance(event, RoundDone):
                self.metrics.add(event)
        return events

    def wait(self, timeout_s: float) -> bool:
        return self._link.wait(timeout_s)

    def restart(self) -> None:
        self._link.restart()

    def close(self) -> None:
        self._link.close()


class Watch:
    """The longest turn of the event loop, by the wall clock and by CPU time, since `reset`."""

    def __init__(self) -> None:
        self.wall_s = self.cpu_s = 0.0
        self._wall, self._cpu = time.perf_counter(), time.thread_time()
        # Turns that wait for nothing would look long: a timer keeps the loop turning.
        self._timer = QTimer()
        self._timer.start(10)
        QAbstractEventDispatcher.instance().awake.connect(self._awake)

    def reset(self) -> None:
        self.wall_s = self.cpu_s = 0.0
        self._wall, self._cpu = time.perf_counter(), time.thread_time()

    def _awake(self) -> None:
        wall, cpu = time.perf_counter(), time.thread_time()
        self.wall_s, self.cpu_s = max(self.wall_s, wall - self._wall), max(self.cpu_s, cpu - self._cpu)
        self._wall, self._cpu = wall, cpu


def headless(link: Tap, command: Generate) -> float:
    """The reply without a window; tokens per second."""
    link.send(command)
    while link.wait(common.PATIENCE_S):
        for event in link.poll():
            if isinstance(event, Failed):
                sys.exit(f"{event.what}: {event.why}")
            if isinstance(event, GenerationDone):
                return link.metrics.tokens_per_s or 0.0
    sys.exit("The engine fell silent")


def load(link: Tap, model: Path, threads: int, n_ctx: int) -> None:
    link.send(LoadModel(1, str(model), ContextOptions(n_ctx=n_ctx, threads=threads, gpu_layers=0)))
    while link.wait(common.PATIENCE_S):
        for event in link.poll():
            if isinstance(event, Failed):
                sys.exit(f"{event.what}: {event.why}")
            if isinstance(event, ModelLoaded):
                return


def run_with(application: QApplication, model: Path, threads: int, n_tokens: int, n_ctx: int, runs: int) -> list[str]:
    """Both sides in turn; a line of the table."""
    settings = {
        "theme": "dark", "preset": "baseline", "temperature": "0", "max_tokens": str(n_tokens), "threads": str(threads),
        "n_ctx": str(n_ctx), "gpu_layers": "0",
    }  # fmt: skip
    services = AppServices(SettingsStore(paths.settings_file()))
    services.remember(settings)
    window_link = Tap(open_engine("child"))
    families = {name: kind.family for name, kind in discover().items()}
    presets, _ = load_presets()
    window = MainWindow(window_link, services, list(presets.values()), families, Theme(application, "dark"))
    alone = Tap(open_engine("child"))
    load(alone, model, threads, n_ctx)
    watch = Watch()
    window.show()
    window.open_model(str(model))
    _turn(application, lambda: not window.busy and window.controller.phase == "ready")
    speeds: tuple[list[float], list[float]] = ([], [])
    longest: list[tuple[float, float]] = []
    shares: list[float] = []
    for turn in range(runs + 1):
        for side in (0, 1) if turn % 2 else (1, 0):
            if side == 0:
                command = Generate(
                    100 + turn, (Message("user", QUESTION),), sampling=common.GREEDY, max_tokens=n_tokens, cold=True
                )
                speed = headless(alone, command)
            else:
                window.controller.new_conversation()
                watch.reset()
                window.send_message(QUESTION)
                _turn(application, lambda: window.busy)
                wall, cpu = time.perf_counter(), time.process_time()
                _turn(application, lambda: not window.busy)
                shares.append((time.process_time() - cpu) / (time.perf_counter() - wall))
                longest.append((watch.wall_s, watch.cpu_s))
                speed = window_link.metrics.tokens_per_s or 0.0
            if turn:
                speeds[side].append(speed)
    window.close()
    for link in (window_link, alone):
        link.close()
    services.close()
    without, within = median(speeds[0]), median(speeds[1])
    gaps = [f"{max(values) * 1000:.0f} ms" for values in zip(*longest[1:], strict=True)]
    cpu_ms = f"{median(shares[1:]) * 1000:.0f} ms"
    return [f"{threads}", f"{without:.1f}", f"{within:.1f}", f"{within / without:.3f}", cpu_ms, *gaps]


def _turn(application: QApplication, until: Callable[[], bool]) -> None:
    while not until():
        application.processEvents()
        time.sleep(STEP_S)


def main(arguments: Sequence[str] | None = None) -> int:
    args = common.parser("What the window costs", n_tokens=300, runs=3).parse_args(arguments)
    model = args.model or common.demo_f16_path()
    cores = common.default_threads()
    with tempfile.TemporaryDirectory() as folder:
        os.environ[paths.DATA_VARIABLE] = folder
        application = make_application()
        rows = [
            run_with(application, model, threads, args.tokens, args.ctx, args.runs)
            for threads in dict.fromkeys((max(1, cores - 1), cores))
        ]
    print(f"{model.name}, {args.runs} runs; {common.machine()}\ntokens/s")
    head = ["threads", "without", "in the window", "ratio", "CPU a second", "longest gap, wall", "longest gap, CPU"]
    common.print_table(head, rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
