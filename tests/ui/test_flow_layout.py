"""Widgets side by side, in as many lines as there is need for."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QComboBox, QLabel, QWidget
from pytestqt.qtbot import QtBot

from ui.flow_layout import FlowLayout


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_lines_break_and_what_is_wider_than_all_of_it_gives_way(qtbot: QtBot) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    layout = FlowLayout(host)
    choice = QComboBox()
    choice.addItem("A name that is much longer than there is room for in any window " * 3)
    choice.setMinimumContentsLength(4)
    for widget in (QLabel("before"), choice, QLabel("behind")):
        layout.addWidget(widget)
    host.resize(QSize(300, 200))
    host.show()
    qtbot.waitUntil(lambda: choice.width() == 300)
    before, behind = (one.geometry() for one in host.findChildren(QLabel))
    assert before.bottom() < choice.geometry().top() < behind.top()
    assert layout.heightForWidth(5000) < layout.heightForWidth(300)
