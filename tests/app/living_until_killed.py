"""`python -m tests.app.living_until_killed MODEL`: the window on the data folder of the environment, as its user had it
when it was killed: a first chat is over, in a second one a reply is being written, and the next message is half typed.

Says on stdout, in JSON, what is on screen once all of that is so; then writes on until it is killed.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping

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


class Script(QObject):
    """Does one thing after the other, each as soon as it can be done."""

    def __init__(self, parts: Parts, model: str) -> None:
        super().__init__(parts.window)
        self._parts = parts
        self._drafts: Mapping[int, Draft] = {}
        window, controller = parts.window, parts.window.controller
        composer = window.chat.composer
        self._steps: list[tuple[Callable[[], bool], Callable[[], object]]] = [
            (lambda: True, lambda: window.open_model(model)),
            (lambda: controller.phase == "ready", lambda: window.send_message("The first chat")),
            (lambda: len(window.reply_text) > 20, controller.stop),
            (lambda: controller.phase == "ready" and not window.busy, window.chat.new_chat),
            (lambda: True, lambda: window.send_message("The last chat")),
            (lambda: len(window.reply_text) > 200, lambda: composer.input.setPlainText(DRAFT)),
            (self._kept, self._say),
        ]
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._go_on)
        self._timer.start(20)

    def _go_on(self) -> None:
        if self._steps and self._steps[0][0]():
            self._steps.pop(0)[1]()

    def _kept(self) -> bool:
        self._parts.services.conversations.drafts(self._take_drafts)
        draft = self._drafts.get(self._parts.window.controller.current.id)
        return draft is not None and draft.text == DRAFT

    def _take_drafts(self, drafts: Mapping[int, Draft]) -> None:
        self._drafts = drafts

    def _say(self) -> None:
        window = self._parts.window
        seen = {"conversation": window.controller.current.id, "reply": window.reply_text}
        # What the store writes from here on is behind this text, half a second later at most.
        self._parts.services.conversations.page(lambda _: os.write(1, f"{json.dumps(seen)}\n".encode()))


def main(model: str) -> int:
    if first_on(paths.data_dir()) is None:
        return 1
    application = make_application()
    services = AppServices(SettingsStore(paths.settings_file()))
    services.remember(SETTINGS)
    parts = put_together(application, services, "child", "dark")
    parts.window.show()
    script = Script(parts, model)
    code = application.exec()
    script.deleteLater()
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
