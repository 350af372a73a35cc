"""One reply while it is written: its rounds, its text of one tick, and how long it has been thinking. No Qt."""

from __future__ import annotations

from collections.abc import Sequence

from engine.events import RoundDone, TextRun
from ui.chat.conversation import Reply


class Writing:
    """Takes in what the engine says of one reply. begun again for a reply that is continued."""

    def __init__(self, reply: Reply) -> None:
        self.reply = reply
        self._new: list[TextRun] = []
        self._prompt_s = self._thought_s = 0.0

    def round(self, event: RoundDone) -> None:
        """One round of it."""
        reply = self.reply
        round_s = event.draft_s + event.verify_s + event.sample_s + event.other_s
        if not reply.metrics.rounds:
            self._prompt_s = event.at_s - round_s
            self._thought_s = reply.thinking_s
        if any(run.thinking for run in event.text):
            reply.thinking_s = self._thought_s + event.at_s - self._prompt_s
        reply.metrics.add(event)
        self.add(event.text)

    def add(self, runs: Sequence[TextRun]) -> None:
        """More text of it."""
        for run in runs:
            self.reply.add(run)
            self._new.append(run)

    def take(self) -> list[TextRun]:
        """What is new since the last call; neighbours of one origin as one run, so that one tick makes one insertion
        per origin."""
        result: list[TextRun] = []
        for run in self._new:
            last = result[-1] if result else None
            if last and last.origin == run.origin and last.thinking == run.thinking:
                result[-1] = TextRun(last.text + run.text, run.origin, run.thinking)
            else:
                result.append(run)
        self._new = []
        return result
