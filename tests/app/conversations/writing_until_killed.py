"""A process that talks to a store, says on stdout what was acknowledged, and is killed at a random moment, many times.

Run as a program with the file, the number of kills and a seed. It loads everything once; each life is a fork of it.
Lines on stdout: `Q conversation message`: a question was said to be on disk; `G reply characters time`: so many
characters of a reply were handed over by then; `K time`: the life ended. Times in seconds of the monotonic clock.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from pathlib import Path

from app.conversations.store import ConversationStore
from engine.events import TextRun
from tests.app.conversations.talking import ask
from ui.services import ReplyFigures

LONG_LIVES = 5  # every so many lives is one of more than a second, the longest that a reply may lag


def say(line: str) -> None:
    os.write(1, f"{line}\n".encode())  # one write: whole or not at all, whenever the kill comes


def live(file: Path, chance: random.Random, most_rounds: int) -> None:
    store = ConversationStore(file)
    while True:
        conversation, parent = store.create(), None
        for _ in range(chance.randint(1, 4)):
            question = ask(store, conversation, parent, f"question {chance.random()}")[0]
            say(f"Q {conversation} {question}")
            parent = store.start_reply(conversation, question, "M", "P")
            n_characters = 0
            for _ in range(chance.randint(1, most_rounds)):
                text = "word " * chance.randint(1, 8)
                store.grow_reply(parent, [TextRun(text, chance.choice(("target", "ngram")))])
                n_characters += len(text)
                say(f"G {parent} {n_characters} {time.monotonic()}")
                time.sleep(0.002)  # the pace of an engine
            store.finish_reply(parent, ReplyFigures(emitted=n_characters), "end")


def main(file: Path, n_kills: int, seed: int) -> None:
    chance = random.Random(seed)
    for number in range(n_kills):
        long = (number + 1) % (n_kills // LONG_LIVES) == 0
        child = os.fork()
        if child == 0:
            live(file, random.Random(seed + number), 100_000 if long else 300)
        time.sleep(chance.uniform(1.3, 1.9) if long else chance.uniform(0.0, 0.35))
        os.kill(child, signal.SIGKILL)
        say(f"K {time.monotonic()}")
        os.waitpid(child, 0)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
