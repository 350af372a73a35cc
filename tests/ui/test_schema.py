"""The dialog that takes a JSON schema, and the chip that tells of it."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from ui.chat.json_schema import EXAMPLE, fault_of, name_of
from ui.chat.schema import SchemaChip, SchemaDialog
from ui.theme.theme import Theme


def english(_context: str, text: str) -> str:
    return text


@pytest.fixture
def dialog(theme: Theme) -> Iterator[SchemaDialog]:
    made = SchemaDialog("", theme)
    made.show()
    yield made
    if shiboken6.isValid(made):
        made.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"type": "object",}', "line 1, column 19"),
        ('{\n  "type" "object"\n}', "line 2, column 10"),
        ("[1]", "an object"),
        ("3", "an object"),
        ("{}", "allows any JSON"),
        ("[" * 100_000, "too deeply"),
        ('{"type": "object"}', ""),
        (EXAMPLE, ""),
    ],
)
def test_a_fault_is_named_with_its_place(text: str, words: str) -> None:
    fault = fault_of(text, english)
    assert words in fault
    assert bool(words) == bool(fault)


def test_a_schema_is_called_by_its_title_or_its_properties() -> None:
    assert name_of(EXAMPLE) == "title, year, tags"
    assert name_of('{"title": " A  person "}') == "A person"
    assert name_of(json.dumps({"properties": {name: {} for name in "abcd"}})) == "a, b, c, …"
    assert name_of('{"type": "object", "properties": 3}') == ""


def test_it_is_judged_while_it_is_typed_and_only_a_schema_can_be_used(dialog: SchemaDialog, qtbot: QtBot) -> None:
    assert not dialog.use.isEnabled()
    assert dialog.drop.isHidden()
    QTest.keyClicks(dialog.input, '{"type": ')
    assert "Not JSON" in dialog.fault.text()
    assert not dialog.use.isEnabled()
    dialog.example.click()
    assert dialog.fault.text() == "This can be used."
    with qtbot.waitSignal(dialog.taken) as taken:
        dialog.use.click()
    assert taken.args == [EXAMPLE]


def test_what_a_reply_will_not_be_held_to_is_said_and_does_not_forbid_the_schema(dialog: SchemaDialog) -> None:
    dialog.input.setPlainText('{"type": "array", "items": {"type": "integer", "minimum": 1}, "uniqueItems": true}')
    assert dialog.fault.text().startswith("This can be used. Replies are not held to all")
    assert dialog.fault.text().endswith("uniqueItems, minimum.")
    assert dialog.fault.property("role") == "warn"
    assert dialog.use.isEnabled()


def test_a_schema_in_force_can_be_dropped(theme: Theme, qtbot: QtBot) -> None:
    dialog = SchemaDialog(EXAMPLE, theme)
    dialog.show()
    with qtbot.waitSignal(dialog.taken) as taken:
        dialog.drop.click()
    assert taken.args == [""]


def test_the_chip_is_quiet_until_a_schema_is_in_force(theme: Theme, qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    chip = SchemaChip(theme, window)
    window.show()
    assert chip.open.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonIconOnly
    assert not chip.clear.isVisible()
    chip.show_schema(EXAMPLE)
    assert chip.open.text() == "JSON: title, year, tags"
    assert "title, year, tags" in chip.open.accessibleName()
    with qtbot.waitSignal(chip.cleared):
        chip.clear.click()
    chip.show_schema("")
    assert not chip.clear.isVisible()
