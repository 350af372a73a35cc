"""The bar over the chat: which presets its menu offers."""

from __future__ import annotations

from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from engine.commands import DrafterChoice, PresetInfo
from engine.events import DrafterStatus
from ui.chat.top_bar import TopBar
from ui.theme.theme import Theme


def test_a_preset_is_offered_where_only_an_optional_drafter_is_missing(theme: Theme, qtbot: QtBot) -> None:
    both = (DrafterChoice("draft-self"), DrafterChoice("draft-mtp", optional=True))
    auto = PresetInfo("auto", "Auto", "", "", "", both, {})
    head = PresetInfo("head", "Head", "", "", "", (DrafterChoice("draft-mtp"),), {})
    bar = TopBar([auto, head], theme)
    qtbot.addWidget(bar)
    bar.set_statuses([DrafterStatus("draft-self", True), DrafterStatus("draft-mtp", False, "No head.")])
    menu = bar.preset.findChild(QMenu)
    assert menu is not None
    menu.aboutToShow.emit()
    assert [(action.text(), action.isEnabled()) for action in menu.actions()] == [
        ("Auto", True),
        ("Head   (No head.)", False),
    ]
