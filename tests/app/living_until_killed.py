"""`python -m tests.app.living_until_killed MODEL`: the window on the data folder of the environment, as its user had it
when it was killed: a first chat is over, in a second one a reply is being written, and the next message is half typed.

Says on stdout, in JSON, what is on screen once all of that is so; then writes on until it is killed.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Sequence

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen" if sys.platform.startswith("linux") else "")

from PySide6.QtCore import QObject, QTimer

from app import paths
from app.services import AppServices
from app.settings import SettingsStore
from app.single_instance import first_on
from app.window import Parts, make_application, put_together
from ui.services import Draft

DRAFT = "and then, what about\nthe boats? 🙂"
SETTINGS = {"preset": "ngram-simple", "temperature": "0", "max_tokens": "100000", "threads": "1"}


Steps = Sequence[tuple[Callable[[], bool], Callable[[], object]]]  # when, what


class Script(QObject):
    """Does one thing after the other, each as soon as it can be done."""

    def __init__(self, parts: Parts, steps: Steps) -> None:
        super().__init__(parts.window)
        self._steps = list(steps)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._go_on)
        self._timer.start(20)

    def _go_on(self) -> None:
        if self._steps and self._steps[0][0]():
            self._steps.pop(0)[1]()


def live(steps_of: Callable[[Parts], Steps]) -> int:
    """Open the window, do what the script says, and go on until it is closed."""
    instance = first_on(paths.data_dir())
    if instance is None:
        return 1
    application = make_application()
    services = AppServices(SettingsStore(paths.settings_file()))
    services.remember(SETTINGS)
    parts = put_together(application, services, "child", "dark")
    parts.window.show()
    script = Script(parts, steps_of(parts))
    code = application.exec()
    script.deleteLater()
    parts.close()
    instance.close()
    return code


def until_killed(parts: Parts, model: str) -> Steps:
    window, controller, kept = parts.window, parts.window.controller, parts.services.conversations
    drafts: dict[int, Draft] = {}

    def is_kept() -> bool:
        kept.drafts(drafts.update)
        draft = drafts.get(controller.current.id)
        return draft is not None and draft.text == DRAFT

    def say() -> None:
        seen = {"conversation": controller.current.id, "reply": window.reply_text}
        # What the store writes from here on is behind this text, half a second later at most.
        kept.page(lambda _: print(json.dumps(seen), flush=True))

    return (
        (lambda: True, lambda: window.open_model(model)),
        (lambda: controller.phase == "ready", lambda: window.send_message("The first chat")),
        (lambda: len(window.reply_text) > 20, controller.stop),
        (lambda: controller.phase == "ready" and not window.busy, window.chat.new_chat),
        (lambda: True, lambda: window.send_message("The last chat")),
        (lambda: len(window.reply_text) > 200, lambda: window.chat.composer.input.setPlainText(DRAFT)),
        (is_kept, say),
    )


if __name__ == "__main__":
    sys.exit(live(lambda parts: until_killed(parts, sys.argv[1])))
