"""What is left when the window is killed: SIGKILL at random moments while a reply streams, then a look at what is kept.

`python -m bench.kill_window [--kills 50] [--seed 1]`. Each life is a process of its own with the real window
(offscreen) and a real engine in its child process, on a tiny model that never ends a reply. A driver in it sends,
regenerates, edits and stops through the window's own widgets, and says on stdout what was acknowledged: a question once
the engine has it, and how much of a reply the window shows at which time. After every kill a copy of the database is
opened as the next start would open it. It must pass SQLite's own check, hold every question, and of each reply all that
was shown a second before the kill. The engine's process must end by itself. In the end a window is opened once more and
shows all of it.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any, Final

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen" if sys.platform.startswith("linux") else "")

import psutil
from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QAbstractButton, QApplication

from app import paths
from app.conversations.store import ConversationStore
from app.services import AppServices
from app.settings import SettingsStore
from app.single_instance import first_on
from app.window import Parts, make_application, put_together
from engine.events import GenerationStarted
from tests.app.conversations.talking import answer
from tests.app.living import write_endless
from ui.chat.conversation import UserTurn

LAG_S: Final = 1.0  # so much of a reply may be lost
DRIVER_MS: Final = 20
MOST_TURNS: Final = 6  # of a conversation, so that it fits the context
PATIENCE_S: Final = 120.0
SETTINGS: Final = {
    "theme": "dark", "preset": "ngram-simple", "temperature": "0", "max_tokens": "1500", "threads": "1",
}  # fmt: skip


def say(**what: Any) -> None:
    os.write(1, f"{json.dumps(what)}\n".encode())  # one write: whole or not at all, whenever the kill comes


class Driver(QObject):
    """Somebody in a hurry at the window; says what was acknowledged."""

    def __init__(self, parts: Parts, chance: random.Random) -> None:
        super().__init__(parts.window)
        self._window = parts.window
        self._chance = chance
        self._shown: dict[int, int] = {}
        self._ticks_left = 0
        parts.window.controller.taken.connect(self._taken)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._tick)
        self._timer.start(DRIVER_MS)

    def _taken(self, events: Sequence[object]) -> None:
        if any(isinstance(event, GenerationStarted) for event in events):
            current = self._window.controller.current
            for turn in current.turns:
                if isinstance(turn, UserTurn):
                    say(kind="question", conversation=current.id, id=turn.id, text=turn.text)

    def _tick(self) -> None:
        controller = self._window.controller
        reply = controller.current.last_reply
        if reply is not None and reply.id and len(reply.text) > self._shown.get(reply.id, 0):
            self._shown[reply.id] = len(reply.text)
            say(kind="shown", conversation=controller.current.id, id=reply.id, n=len(reply.text), at=time.monotonic())
        self._ticks_left -= 1
        if controller.phase == "ready" and not self._window.busy:
            self._act()
            self._ticks_left = self._chance.randint(5, 150)
        elif controller.phase == "writing" and self._ticks_left <= 0:
            controller.stop()

    def _act(self) -> None:
        chat = self._window.chat
        turns = self._window.controller.current.turns
        choices = ("ask", "ask", "ask", "new", "regenerate", "edit")
        what = self._chance.choice(choices) if len(turns) < MOST_TURNS else "new"
        if what == "regenerate" and turns and self._press("Regenerate"):
            return
        if what == "new":
            chat.new_chat()
        if what == "edit" and turns:
            self._press("Edit your message")
        chat.composer.input.setPlainText(f"question {self._chance.random()}")
        self._press("Send")

    def _press(self, name: str) -> bool:
        for button in reversed(self._window.chat.findChildren(QAbstractButton)):
            if name in (button.text(), button.accessibleName()) and button.isVisible() and button.isEnabled():
                button.click()
                return True
        return False


def live(model: str, seed: int) -> int:
    """A life, until it is killed."""
    if first_on(paths.data_dir()) is None:
        say(kind="error", what="the lock of the life before is still held")
        return 1
    application = make_application()
    services = AppServices(SettingsStore(paths.settings_file()))
    services.remember(SETTINGS)
    parts = put_together(application, services, "child", "dark")
    parts.window.show()
    if seed < 0:
        return _look(parts)
    parts.window.open_model(model)
    driver = Driver(parts, random.Random(seed))
    children = [child.pid for child in psutil.Process().children(recursive=True)]
    say(kind="begun", children=children)
    code = application.exec()
    driver.deleteLater()
    return code


def _look(parts: Parts) -> int:
    """Open every conversation in the window, one after the other, and say what it shows."""
    application = QApplication.instance()
    assert application is not None
    rows: list[Any] = []
    parts.services.conversations.page(lambda found: rows.extend(found), limit=100_000)
    parts.services.conversations.flush(PATIENCE_S)
    for row in rows:
        parts.window.controller.open(row.id)
        end = time.monotonic() + PATIENCE_S
        while parts.window.controller.current.id != row.id and time.monotonic() < end:
            application.processEvents()
        turns = parts.window.controller.current.turns
        seen = [(turn.id, isinstance(turn, UserTurn), turn.text) for turn in turns]
        say(kind="seen", conversation=row.id, turns=seen)
    parts.close()
    return 0


@dataclass(slots=True)
class Account:
    """What was acknowledged and what was found."""

    kills: int = 0
    while_writing: int = 0
    questions: dict[int, tuple[int, str]] = field(default_factory=dict)  # message -> (conversation, text)
    shown: dict[int, list[tuple[int, float]]] = field(default_factory=lambda: defaultdict(list))
    lags: list[float] = field(default_factory=list)
    lost_questions: int = 0
    late_replies: int = 0
    damaged: int = 0
    orphans: int = 0

    @property
    def good(self) -> bool:
        return not (self.lost_questions or self.late_replies or self.damaged or self.orphans)


    def words(self) -> str:
        """Where it stands, in one line."""
        return (
            f"{len(self.questions)} questions, {self.lost_questions} lost, {self.late_replies} replies too short, "
            f"{self.damaged} files damaged, {self.orphans} engines left, at most {max(self.lags):.2f} s missing"
        )


def run(folder: Path, model: Path, kills: int, seed: int) -> Account:
    """So many lives and deaths on a data folder. Raises RuntimeError when a life does not begin."""
    account, chance = Account(), random.Random(seed)
    environment = {**os.environ, paths.DATA_VARIABLE: str(folder)}
    for number in range(kills):
        command = [sys.executable, "-m", "bench.kill_window", "--live", str(model), "--seed", str(seed + number)]
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
        ) as process:
            try:
                children = _watch(process, account, chance)
            finally:
                process.kill()
        _check(folder, account)
        account.orphans += _left_over(children)
        print(f"\rkilled {number + 1} of {kills}: {account.words()}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    _look_again(environment, model, account)
    return account


def _watch(process: subprocess.Popen[bytes], account: Account, chance: random.Random) -> list[int]:
    """Read what a life says; kill it a random while after its first word of a reply. Its child processes."""
    children: list[int] = []
    shown: list[tuple[int, int, float]] = []
    timer: threading.Timer | None = None
    killed_at: list[float] = []

    def kill() -> None:
        killed_at.append(time.monotonic())
        os.kill(process.pid, signal.SIGKILL)

    give_up = threading.Timer(PATIENCE_S, process.terminate)
    give_up.start()
    assert process.stdout is not None and process.stderr is not None
    for line in process.stdout:
        said = json.loads(line)
        match said["kind"]:
            case "begun":
                children = said["children"]
            case "question":
                account.questions[said["id"]] = (said["conversation"], said["text"])
            case "shown":
                shown.append((said["id"], said["n"], said["at"]))
                if timer is None:
                    timer = threading.Timer(chance.uniform(0.0, 3.0), kill)
                    timer.start()
            case _:
                raise RuntimeError(str(said))
    process.wait()
    give_up.cancel()
    if process.returncode != -signal.SIGKILL:
        raise RuntimeError(process.stderr.read().decode(errors="replace") or f"ended with {process.returncode}")
    account.kills += 1
    account.while_writing += killed_at[0] - shown[-1][2] < LAG_S
    for reply, n, at in shown:
        account.shown[reply].append((n, at))
    account.lags.append(killed_at[0])  # made a lag by `_check`
    return children


def _check(folder: Path, account: Account) -> None:
    """Open a copy of the database as the next start would."""
    killed_at = account.lags.pop()
    with tempfile.TemporaryDirectory() as copies:
        copy = Path(copies) / paths.conversations_file().name
        for file in folder.glob("conversations.db*"):
            if file.is_file():
                shutil.copy(file, Path(copies) / file.name)
        connection = sqlite3.connect(copy)
        account.damaged += connection.execute("PRAGMA integrity_check").fetchall() != [("ok",)]
        account.damaged += bool(connection.execute("PRAGMA foreign_key_check").fetchall())
        connection.close()
        kept = _texts(copy, {message: where for message, (where, _) in account.questions.items()}, account)
    for message, (_, text) in account.questions.items():
        account.lost_questions += kept.get(message) != text
    longest = 0.0
    for reply, seen in account.shown.items():
        there = len(kept.get(reply, ""))
        missing = [at for n, at in seen if n > there]
        if missing:
            longest = max(longest, killed_at - missing[0])
            account.late_replies += any(at <= killed_at - LAG_S for at in missing)
    account.lags.append(longest)
    account.shown.clear()


def _texts(file: Path, where: dict[int, int], account: Account) -> dict[int, str]:
    """Every message of these conversations by its id, all branches."""
    kept: dict[int, str] = {}
    store = ConversationStore(file)
    try:
        wanted = [*where, *account.shown]
        for message in wanted:
            conversation = where.get(message)
            if message not in kept and conversation is not None:
                store.show_branch(message)
                _take(answer(store.load, conversation), kept)
        for conversation in set(where.values()):
            for reply in account.shown:
                if reply not in kept:
                    store.show_branch(reply)
                    _take(answer(store.load, conversation), kept)
    finally:
        store.close()
    return kept


def _take(stored: Any, kept: dict[int, str]) -> None:
    for message in stored.messages if stored is not None else ():
        kept[message.id] = message.text


def _left_over(children: Sequence[int]) -> int:
    """How many processes of a life do not end by themselves."""
    alive = [psutil.Process(pid) for pid in children if psutil.pid_exists(pid)]
    _gone, left = psutil.wait_procs(alive, timeout=PATIENCE_S)
    return len(left)


def _look_again(environment: dict[str, str], model: Path, account: Account) -> None:
    """A last start, which is not killed: the window shows it all."""
    command = [sys.executable, "-m", "bench.kill_window", "--live", str(model), "--seed", "-1"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr)
    seen = [json.loads(line) for line in done.stdout.splitlines()]
    shown = {one["conversation"] for one in seen if one["kind"] == "seen" and one["turns"]}
    account.lost_questions += len({where for where, _ in account.questions.values()} - shown)


def main(arguments: Sequence[str] | None = None) -> int:
    options = argparse.ArgumentParser(description="What is left when the window is killed")
    options.add_argument("--kills", type=int, default=50)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--live", metavar="MODEL", default="", help=argparse.SUPPRESS)
    args = options.parse_args(arguments)
    if args.live:
        return live(args.live, args.seed)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        account = run(folder / "data", write_endless(folder / "endless.gguf"), args.kills, args.seed)
        size = paths.conversations_file().name, (folder / "data" / "conversations.db").stat().st_size
    print(f"{account.kills} kills, {account.while_writing} of them while a reply was being written")
    print(f"questions acknowledged {len(account.questions)}, lost {account.lost_questions}")
    print(f"replies that lack more than the last second {account.late_replies}")
    print(f"missing at the end of a reply: median {median(account.lags):.2f} s, at most {max(account.lags):.2f} s")
    print(f"databases that fail SQLite's check {account.damaged}; {size[0]} has {size[1] / 1000:.0f} kB")
    print(f"engines left over {account.orphans}")
    return 0 if account.good else 1


if __name__ == "__main__":
    sys.exit(main())
