"""Fifty SIGKILLs at random moments: the file stays whole, no question is lost, no reply by more than a second."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.app.conversations.talking import load, opened

N_KILLS = 50
LAG_S = 1.0


@pytest.mark.skipif(sys.platform == "win32", reason="lives are forks")
def test_fifty_kills_lose_at_most_the_last_second_of_a_reply(file: Path) -> None:
    program = [sys.executable, "-m", "tests.app.conversations.writing_until_killed", str(file), str(N_KILLS), "7"]
    done = subprocess.run(program, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    questions: list[tuple[int, int]] = []
    least: dict[int, int] = {}  # characters that must be there, by reply
    handed: list[tuple[int, int, float]] = []  # in this life
    n_kills = 0
    for line in done.stdout.splitlines():
        kind, *values = line.split()
        if kind == "Q":
            questions.append((int(values[0]), int(values[1])))
        elif kind == "G":
            handed.append((int(values[0]), int(values[1]), float(values[2])))
        else:
            n_kills += 1
            for reply, n_characters, at in handed:
                if at <= float(values[0]) - LAG_S:
                    least[reply] = n_characters
            handed.clear()
    assert n_kills == N_KILLS
    assert questions, "how many lives get as far as a question is a matter of the machine's speed"
    assert least

    with opened(file) as store:
        conversations = {key: load(store, key) for key, _ in questions}
        replies = {message.id: message for one in conversations.values() for message in one.messages}
        for conversation, question in questions:
            assert question in [message.id for message in conversations[conversation].messages]
        for reply, n_characters in least.items():
            assert len(replies[reply].text) >= n_characters
            assert replies[reply].text == ("word " * len(replies[reply].text))[: len(replies[reply].text)]
        assert {message.state for message in replies.values()} <= {"done", "interrupted"}

    connection = sqlite3.connect(file)
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    connection.close()
