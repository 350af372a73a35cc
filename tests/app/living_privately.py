"""`python -m tests.app.living_privately MODEL`: an ordinary life of the window, as `test_private` watches it.

Says on stdout how many sockets of the network its processes have open in the end.
"""

from __future__ import annotations

import os
import sys

import psutil

from app.window import Parts
from tests.app.living_until_killed import Steps, live


def ordinary(parts: Parts, model: str) -> Steps:
    window, controller, chat = parts.window, parts.window.controller, parts.window.chat

    def count() -> None:
        me = psutil.Process()
        sockets = [one.net_connections("inet") for one in (me, *me.children(recursive=True))]
        os.write(1, f"{len(sockets)} {sum(map(len, sockets))}\n".encode())

    return (
        (lambda: True, lambda: window.open_model(model)),
        (lambda: controller.phase == "ready", lambda: window.send_message("Tell me of the sea")),
        (lambda: len(window.reply_text) > 40, controller.stop),
        (lambda: controller.phase == "ready" and not window.busy, chat.start_find),
        (lambda: True, lambda: chat.column.line.setText("sea")),
        (lambda: chat.column.hits.rowCount() > 0, lambda: window.show_view("models")),
        (lambda: bool(parts.services.models()), lambda: window.show_view("compare")),
        (lambda: True, lambda: window.show_view("settings")),
        (lambda: True, lambda: window.show_view("chat")),
        (lambda: True, count),
        (lambda: True, window.close),
    )


if __name__ == "__main__":
    sys.exit(live(lambda parts: ordinary(parts, sys.argv[1])))
