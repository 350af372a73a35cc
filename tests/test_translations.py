"""The translation files hold every text of the sources and a translation of each, and the ways to find out."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QTranslator

from tools.strings import Text, all_texts, sentences, window_texts
from tools.translating import FOLDER, refresh, troubles, unfinished


def test_the_files_hold_every_text_of_the_sources_and_each_is_translated() -> None:
    assert list(troubles()) == []


def test_a_new_text_is_unfinished_and_one_that_is_gone_is_dropped(tmp_path: Path) -> None:
    for language in ("sv", "en"):
        shutil.copy(FOLDER / f"paceline_{language}.ts", tmp_path)
    counted = Text("UndoBar", "%n chats deleted", counted=True)
    texts = [Text("Somewhere", "Not there yet"), Text("Composer", "Send"), counted]
    refresh(tmp_path, texts)
    assert list(unfinished(tmp_path / "paceline_sv.ts")) == [
        "paceline_sv.ts: not translated, Somewhere: Not there yet"
    ]
    assert "Regenerate" not in (tmp_path / "paceline_sv.ts").read_text(encoding="utf-8")
    assert list(unfinished(tmp_path / "paceline_en.ts")) == []
    translator = QTranslator()
    assert translator.load(str(tmp_path / "paceline_sv.qm"))
    assert translator.translate("Composer", "Send") == "Skicka"
    assert not translator.translate("Somewhere", "Not there yet")


def test_a_translation_with_other_places_for_values_is_told(tmp_path: Path) -> None:
    ts = tmp_path / "paceline_sv.ts"
    ts.write_text(
        '<TS version="2.1" language="sv"><context><name>View</name>'
        "<message><source>{0} of {1}</source><translation>{0} av {2}</translation></message>"
        "<message numerus='yes'><source>%n chats</source><translation><numerusform>en chatt</numerusform>"
        "<numerusform>%n chattar</numerusform></translation></message></context></TS>",
        encoding="utf-8",
    )
    assert list(unfinished(ts)) == ["paceline_sv.ts: other places for values, View: {0} of {1}"]


def test_texts_of_the_window_are_found_with_their_class_and_only_literals_can_be_translated() -> None:
    source = '''
_CONTEXT: Final = "Models"
class View(QWidget):
    def show(self):
        self.a.setText(self.tr("Load " "{0}").format(name))
        self.b.setText(self.tr("%n chats", "", n))
        self.c.setText(translate(_CONTEXT, "size"))
        self.d.setText(self.tr(f"Load {name}"))
        self.e.setText(self.tr(words))
        self.f.setText(other.tr("Load"))
'''
    texts, faults = window_texts(source)
    expected = {Text("View", "Load {0}"), Text("View", "%n chats", "", True), Text("Models", "size")}
    assert (texts, faults) == (expected, [8, 9, 10])


def test_sentences_of_the_engine_become_patterns_and_other_texts_do_not_count() -> None:
    source = '''
"""About this module."""
def load(path):
    """Read a file."""
    log.warning("this is for the log %s", path)
    if path.is_dir():
        raise UsageError(f"{path.name} is a folder", "no file was " + f"named by {path!r}", next_step)
    return connection.cursor("SELECT id FROM words WHERE id = ?"), "size_n", "https://a.b/c d", f"{a} {b}"
'''
    assert sentences(source) == {"{0} is a folder", "no file was ", "named by {0}"}


@pytest.mark.parametrize("context", ["Composer", "SettingsPage", "presets", "engine"])
def test_every_kind_of_text_is_found(context: str) -> None:
    assert any(text.context == context for text in all_texts())
