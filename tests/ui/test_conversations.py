"""Chats that stay: a real store on disk under the real window, from the first question to the next start."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog, QLabel, QLineEdit, QTextEdit
from pytestqt.qtbot import QtBot

from app.conversations.store import ConversationStore
from engine.child import ChildEngine
from engine.commands import Cancel, EngineLink, Generate, Message, PresetInfo
from engine.drafters import discover
from engine.events import TARGET, EngineDied, TextRun
from engine.presets import load_presets
from tests.tiny_models import write_endless
from tests.ui.scripted_engine import FAMILY_OF, MODEL_PATH, PRESETS, MemoryServices, ScriptedLink
from ui.chat.conversation import Reply, UserTurn
from ui.chat.system_prompt import SystemPromptDialog
from ui.chat.transcript import Transcript
from ui.main_window import MainWindow
from ui.services import ReplyFigures, StoredConversation
from ui.theme.theme import Theme

PATIENCE_MS = 20_000
dialogs = pytest.mark.qt_log_ignore("This plugin does not support")


class Home:
    """A data folder, and the window that is open on it."""

    def __init__(self, folder: Path, theme: Theme, qtbot: QtBot) -> None:
        self.folder = folder
        self.settings = {"theme": "dark"}
        self._theme = theme
        self._qtbot = qtbot
        self.start()

    def start(self) -> None:
        """Open a window with a scripted engine and a loaded model."""
        self.link = ScriptedLink()
        self.open_on(self.link)
        self.window.open_model(MODEL_PATH)
        self.link.answer_load()
        self.window.tick()
        self.link.answer_prepare()
        self.window.tick()

    def open_on(self, link: EngineLink) -> None:
        presets: tuple[PresetInfo, ...] = PRESETS
        families: dict[str, str] = FAMILY_OF
        if link is not self.link:
            loaded, _ = load_presets()
            presets, families = tuple(loaded.values()), {name: kind.family for name, kind in discover().items()}
        self.store = ConversationStore(self.folder / "conversations.db")
        services = MemoryServices(self.store, settings=self.settings)
        self.window = MainWindow(link, services, presets, families, self._theme)
        self.window.show()
        self.window.activateWindow()

    def close(self) -> None:
        """The user closes the window."""
        self.window.close()
        self.store.close()
        shiboken6.delete(self.window)

    def restart(self) -> None:
        self.close()
        self.start()
        self.wait(lambda: self.window.controller.current.id != 0)

    def wait(self, condition: Callable[[], bool]) -> None:
        self._qtbot.waitUntil(condition, timeout=PATIENCE_MS)

    def sent(self) -> int:
        return sum(isinstance(command, Generate) for command in self.link.sent)

    def ask(self, question: str, answer: str) -> None:
        """Send a question and wait until its reply is complete."""
        before = self.sent()
        assert self.window.send_message(question)
        self.answer(before, answer)

    def answer(self, before: int, answer: str) -> None:
        self.wait(lambda: self.sent() > before)
        self.link.reply(answer)
        self.window.tick()

    def said(self) -> list[str]:
        """The turns on screen."""
        return [turn.text for turn in self.window.controller.current.turns]

    def titles(self) -> list[str]:
        """The list, headings and all, once all that was asked of the store is done."""
        assert self.store.flush()
        QApplication.processEvents()
        rows = self.window.chat.column.rows
        return [rows.index(i).data() for i in range(rows.rowCount())]

    def index(self, title: str) -> QModelIndex:
        self.wait(lambda: title in self.titles())
        rows = self.window.chat.column.rows
        return next(rows.index(i) for i in range(rows.rowCount()) if rows.index(i).data() == title)

    def pick(self, title: str) -> None:
        """Click on a chat in the list."""
        view = self.window.chat.column.list
        place = view.visualRect(self.index(title)).center()
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)

    def choose(self, title: str, action: str) -> None:
        """Pick from the menu of a chat."""
        menu = self.window.chat.column.menu_of(self.index(title))
        found: QAction = next(one for one in menu.actions() if one.text() == action)
        found.trigger()
        menu.close()

    def button(self, name: str, at: int = -1) -> QAbstractButton:
        """One of the buttons of this name, counted from the top."""
        QApplication.processEvents()
        buttons = [one for one in self.window.findChildren(QAbstractButton) if one.isVisible()]
        named = [one for one in buttons if name in (one.accessibleName(), one.text())]
        return sorted(named, key=lambda one: one.mapTo(self.window, QPoint(0, 0)).y())[at]

    def words(self) -> str:
        QApplication.processEvents()
        return "\n".join(one.text() for one in self.window.findChildren(QLabel) if one.isVisible())

    def pick_file(self, path: Path) -> None:
        """Answer the file dialog that is open."""
        dialog = self.window.findChild(QFileDialog)
        assert dialog is not None
        dialog.fileSelected.emit(str(path))
        dialog.close()

    def stored(self) -> StoredConversation:
        """What is on disk of the chat on screen."""
        got: list[StoredConversation | None] = []
        self.store.load(self.window.controller.current.id, got.append)
        assert self.store.flush()
        assert got[0] is not None
        return got[0]


@pytest.fixture
def home(tmp_path: Path, theme: Theme, qtbot: QtBot) -> Iterator[Home]:
    made = Home(tmp_path, theme, qtbot)
    yield made
    made.close()


def test_the_engine_sees_a_question_only_once_it_is_on_disk(home: Home) -> None:
    assert home.window.send_message("Is it kept?")
    assert home.sent() == 0
    assert home.window.busy
    home.wait(lambda: home.sent() == 1)
    assert [message.text for message in home.stored().messages] == ["Is it kept?", ""]


def test_a_chat_is_found_again_after_a_restart_with_its_tint_and_its_figures(home: Home) -> None:
    home.ask("Count to ten", "one two three four five six seven eight nine ten")
    figures = home.window.controller.current.last_reply
    assert figures is not None
    home.restart()
    assert home.said() == ["Count to ten", "one two three four five six seven eight nine ten"]
    reply = home.window.controller.current.last_reply
    assert reply is not None
    assert {run.origin for run in reply.runs} == {TARGET, "draft-model", "ngram-simple"}
    assert reply.runs == figures.runs
    assert reply.figures == figures.figures
    assert reply.preset == figures.preset == "Baseline"
    shown = home.words().replace("\u00a0", " ")
    assert "60 % accepted" in shown
    assert "2.5 per round" in shown
    home.ask("Again", "yes")
    assert [m.content for m in home.link.last(Generate).messages][-3:] == [
        "Count to ten",
        "one two three four five six seven eight nine ten",
        "Again",
    ]


def test_a_reply_is_on_disk_while_it_grows(home: Home) -> None:
    home.window.send_message("tell")
    home.wait(lambda: home.sent() == 1)
    home.link.begin()
    home.link.say(home.link.round(0, "Once upon"))
    home.window.tick()
    stored = home.stored().messages[-1]
    assert (stored.state, stored.text) == ("writing", "Once upon")


def test_closing_the_window_in_a_reply_keeps_what_is_written_and_it_can_be_continued(home: Home) -> None:
    home.window.send_message("tell")
    home.wait(lambda: home.sent() == 1)
    home.link.begin()
    home.link.say(home.link.round(0, "Once upon"))
    home.window.tick()
    home.restart()
    assert home.said() == ["tell", "Once upon"]
    assert "Stopped." in home.words()
    home.button("Continue the reply").click()
    asked = home.link.last(Generate)
    assert asked.continue_last
    assert asked.messages[-1] == Message("assistant", "Once upon")
    home.link.reply(" a time")
    home.window.tick()
    assert home.window.reply_text == "Once upon a time"
    assert home.stored().messages[-1].text == "Once upon a time"
    assert home.stored().messages[-1].stop_reason == "end"
    assert "Stopped." not in home.words()


def test_a_stopped_reply_keeps_its_reason_and_an_unsent_one_never_reaches_the_engine(home: Home) -> None:
    home.window.send_message("tell")
    home.window.controller.stop()  # before the question is on disk
    assert not home.window.busy
    assert home.store.flush()
    QApplication.processEvents()
    assert not any(isinstance(command, Generate | Cancel) for command in home.link.sent)
    assert home.stored().messages[-1].stop_reason == "cancelled"
    home.ask("again", "yes")
    assert home.said() == ["tell", "", "again", "yes"]


def test_a_dead_engine_leaves_the_reply_on_disk(home: Home) -> None:
    home.window.send_message("tell")
    home.wait(lambda: home.sent() == 1)
    home.link.begin()
    home.link.say(home.link.round(0, "Once"), EngineDied("signal 6", ""))
    home.window.tick()
    assert home.stored().messages[-1].text == "Once"
    assert "engine stopped" in home.stored().messages[-1].note


def test_editing_and_regenerating_keep_what_was_there_and_arrows_switch(home: Home) -> None:
    home.ask("one", "first")
    home.ask("two", "second")
    before = home.sent()
    home.button("Edit your message", 0).click()
    box = home.window.chat.composer.input
    box.setPlainText("other")
    QTest.keyClick(box, Qt.Key.Key_Return)
    home.answer(before, "another answer")
    assert home.said() == ["other", "another answer"]
    assert home.link.last(Generate).messages == (Message("user", "other"),)
    before = home.sent()
    home.button("Regenerate").click()
    home.answer(before, "yet another")
    assert home.said() == ["other", "yet another"]
    assert "2/2" in home.words()
    home.button("Older version", 1).click()  # of the reply
    home.wait(lambda: home.said() == ["other", "another answer"])
    home.button("Older version", 0).click()  # of the question
    home.wait(lambda: home.said() == ["one", "first", "two", "second"])
    home.restart()
    assert home.said() == ["one", "first", "two", "second"]
    home.wait(lambda: "1/2" in home.words())
    home.button("Newer version").click()
    home.wait(lambda: home.said() == ["other", "another answer"])
    home.ask("on", "ward")
    assert [m.content for m in home.link.last(Generate).messages] == ["other", "another answer", "on"]


def test_chats_are_listed_by_day_and_opened_by_a_click(home: Home) -> None:
    home.ask("First chat", "one")
    home.window.chat.new_chat()
    home.ask("Second chat", "two")
    assert home.titles() == ["Today", "Second chat", "First chat"]
    home.pick("First chat")
    home.wait(lambda: home.said() == ["First chat", "one"])
    home.choose("First chat", "Pin")
    assert home.titles() == ["Pinned", "First chat", "Today", "Second chat"]
    home.choose("First chat", "Unpin")
    home.wait(lambda: home.titles()[0] == "Today")


def test_a_chat_is_renamed_in_its_place(home: Home) -> None:
    home.ask("First chat", "one")
    view = home.window.chat.column.list
    view.setCurrentIndex(home.index("First chat"))
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_F2)
    editor = view.findChild(QLineEdit)
    assert editor is not None
    editor.setText("Greetings")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    home.wait(lambda: home.titles() == ["Today", "Greetings"])
    home.restart()
    home.wait(lambda: home.titles() == ["Today", "Greetings"])


def test_a_deleted_chat_goes_and_comes_back(home: Home) -> None:
    home.ask("First chat", "one")
    home.window.chat.new_chat()
    home.ask("Second chat", "two")
    home.choose("Second chat", "Delete")
    assert home.titles() == ["Today", "First chat"]
    assert home.said() == []
    assert "“Second chat” deleted" in home.words()
    home.button("Undo").click()
    home.wait(lambda: home.said() == ["Second chat", "two"])
    assert home.titles() == ["Today", "Second chat", "First chat"]
    home.choose("Second chat", "Delete")
    home.choose("First chat", "Delete")
    assert "2 chats deleted" in home.words()
    home.close()
    home.start()
    assert home.titles() == []


def test_a_chat_that_is_deleted_while_it_is_answered_is_stopped(home: Home) -> None:
    home.window.send_message("tell")
    home.wait(lambda: home.sent() == 1)
    home.choose("tell", "Delete")
    assert home.link.last(Cancel).request_id == home.link.last(Generate).request_id
    home.link.end("cancelled")
    home.window.tick()
    home.ask("new", "answer")
    assert home.titles() == ["Today", "new"]


def test_finding_in_all_chats_jumps_to_the_place_and_marks_it(home: Home) -> None:
    long = "\n\n".join(f"paragraph {i}" for i in range(60))
    home.ask("First chat", f"{long}\n\nHere is the wombat.\n\n{long}")
    home.ask("more", long)
    home.window.chat.new_chat()
    home.ask("Second chat", "nothing of the kind")
    QTest.keyClick(home.window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    column = home.window.chat.column
    assert column.line.hasFocus()
    QTest.keyClicks(column.line, "womb")
    home.wait(lambda: column.hits.rowCount() == 1 and column.results.isVisible())
    QTest.keyClick(column.line, Qt.Key.Key_Return)
    home.wait(lambda: home.said()[:1] == ["First chat"])
    transcript = home.window.chat.transcript
    home.wait(lambda: bool(_marked(transcript)))
    (view,) = _marked(transcript)
    (selection,) = view.extraSelections()
    assert selection.cursor.selectedText().lower() == "womb"
    bar = transcript.verticalScrollBar()
    home.wait(lambda: 100 < bar.value() < bar.maximum() - 400)
    QTest.keyClick(column.line, Qt.Key.Key_Escape)
    assert column.list.isVisible()
    assert home.window.chat.composer.input.hasFocus()
    column.line.setText("zebra")
    home.wait(lambda: "Nothing found for “zebra”." in home.words())


def _marked(transcript: Transcript) -> list[QTextEdit]:
    views = transcript.findChildren(QTextEdit)
    return [view for view in views if view.extraSelections()]


def test_finding_reaches_a_version_that_is_not_shown(home: Home) -> None:
    home.ask("one", "the wombat")
    before = home.sent()
    home.button("Regenerate").click()
    home.answer(before, "the zebra")
    home.window.chat.new_chat()
    column = home.window.chat.column
    column.line.setText("wombat")
    home.wait(lambda: column.hits.rowCount() == 1)
    QTest.keyClick(column.line, Qt.Key.Key_Return)
    home.wait(lambda: home.said() == ["one", "the wombat"])


@dialogs
@pytest.mark.parametrize(("kind", "words"), [("Markdown", "wombat"), ("JSON", '"wombat"')])
def test_a_chat_is_exported_through_its_menu(home: Home, tmp_path: Path, kind: str, words: str) -> None:
    home.ask("Which animal?", "wombat")
    home.choose("Which animal?", f"Export as {kind}…")
    path = tmp_path / "out"
    home.pick_file(path)
    home.wait(path.exists)
    home.wait(lambda: "1 chat exported" in home.words())
    text = path.read_text(encoding="utf-8")
    assert "Which animal?" in text
    assert words in text


@dialogs
def test_exported_chats_are_imported_again_and_a_bad_file_is_explained(home: Home, tmp_path: Path) -> None:
    home.ask("Which animal?", "a wombat of many words")
    first = home.window.controller.current.id
    path = tmp_path / "all.json"
    home.window.chat.column.export_wanted.emit([], "json")
    home.pick_file(path)
    home.wait(path.exists)
    assert len(json.loads(path.read_text(encoding="utf-8"))["conversations"]) == 1
    home.window.chat.column.import_wanted.emit()
    home.pick_file(path)
    home.wait(lambda: home.window.controller.current.id not in (0, first))
    assert home.said() == ["Which animal?", "a wombat of many words"]
    assert home.titles().count("Which animal?") == 2
    path.write_text("[]", encoding="utf-8")
    home.window.chat.column.import_wanted.emit()
    home.pick_file(path)
    home.wait(lambda: "The chats were not imported." in home.words())


@dialogs
def test_a_chat_has_a_system_prompt_of_its_own(home: Home) -> None:
    home.window.chat.edit_system_prompt()
    dialog = home.window.findChild(SystemPromptDialog)
    assert dialog is not None
    home.wait(lambda: dialog.library.choice.count() > 3)
    dialog.library.choice.activated.emit(dialog.library.choice.findText("Brief"))
    dialog.accept()
    home.ask("hello", "hi")
    system = home.link.last(Generate).messages[0]
    assert system.role == "system"
    assert "few words" in system.content
    home.restart()
    home.ask("hello", "hi")
    assert home.link.last(Generate).messages[0] == system
    home.window.chat.new_chat()
    home.ask("hello", "hi")
    assert home.link.last(Generate).messages == (Message("user", "hello"),)


def test_what_is_being_written_stays_with_its_chat(home: Home) -> None:
    home.ask("First chat", "one")
    box = home.window.chat.composer.input
    box.setPlainText("half a thou")
    home.window.chat.new_chat()
    assert box.toPlainText() == ""
    home.pick("First chat")
    home.wait(lambda: box.toPlainText() == "half a thou")


def test_a_reply_of_a_program_that_was_killed_says_so(home: Home) -> None:
    conversation = home.store.create()
    question = home.store.ask(conversation, None, "tell", lambda _: None)
    reply = home.store.start_reply(conversation, question, "Model", "N-gram")
    home.store.grow_reply(reply, [TextRun("Once upon", TARGET)])
    assert home.store.flush()
    copy = home.folder / "killed"
    copy.mkdir()
    for file in home.folder.glob("conversations.db*"):  # as it lies on disk at this moment
        (copy / file.name).write_bytes(file.read_bytes())
    home.close()
    home.folder, home.settings["conversation"] = copy, str(conversation)
    home.start()
    home.wait(lambda: home.said() == ["tell", "Once upon"])
    assert "Paceline ended while this was written." in home.words()
    assert home.button("Continue the reply").isEnabled()


def test_a_disk_that_fails_is_told_and_the_conversation_goes_on(tmp_path: Path, theme: Theme, qtbot: QtBot) -> None:
    (tmp_path / "conversations.db").mkdir()  # no file can be there
    home = Home(tmp_path, theme, qtbot)
    try:
        home.wait(lambda: "Conversations are not being saved." in home.words())
        assert "Not being saved to disk" in home.words()
        assert home.button("Save now").isVisible()
        home.ask("one", "first")
        home.ask("two", "second")
        assert home.said() == ["one", "first", "two", "second"]
        (tmp_path / "conversations.db").rmdir()
        home.button("Save now").click()
        home.wait(lambda: "Not being saved to disk" not in home.words())
        home.restart()
        assert home.said() == ["one", "first", "two", "second"]
    finally:
        home.close()


def test_a_long_list_is_read_in_pages(home: Home) -> None:
    for _ in range(450):
        home.store.create()
    rows = home.window.chat.column.rows
    rows.refresh()
    home.wait(lambda: len(rows.rows()) >= 200)
    view = home.window.chat.column.list

    def all_there() -> bool:
        view.scrollToBottom()
        return len(rows.rows()) == 450

    home.wait(all_there)
    ids = [row.id for row in rows.rows()]
    assert len(ids) == len(set(ids)) == 450


def test_figures_of_a_continued_reply_count_both_parts() -> None:
    reply = Reply("m", "p", earlier=ReplyFigures(rounds=4, emitted=20, drafted=10, accepted=5, tokens_per_s=10.0))
    reply.thinking_s, reply.prompt_tokens = 1.5, 7
    link = ScriptedLink()
    link.send(Generate(1))
    for i in range(3):
        reply.metrics.add(link.round(i, "x", "yz"))
    figures = reply.figures
    assert (figures.rounds, figures.emitted, figures.drafted, figures.accepted) == (7, 32, 25, 14)
    assert (figures.thinking_s, figures.prompt_tokens) == (1.5, 7)
    since = reply.metrics.tokens_per_s
    assert since is not None
    assert figures.tokens_per_s == pytest.approx(32 / (20 / 10.0 + 12 / since))


def test_with_a_real_engine_everything_is_found_again(home: Home, tmp_path: Path) -> None:
    model = write_endless(tmp_path / "endless.gguf", n_ctx=512)
    home.close()
    home.settings |= {"preset": "ngram-simple", "temperature": "0", "max_tokens": "60", "model": ""}
    link = ChildEngine()
    try:
        home.open_on(link)
        window = home.window
        window.open_model(str(model))
        home.wait(lambda: window.controller.phase == "ready")
        assert window.send_message("hello")
        home.wait(lambda: not window.busy)
        first = window.reply_text
        home.button("Continue the reply").click()
        home.wait(lambda: not window.busy)
        assert window.reply_text.startswith(first)
        assert len(window.reply_text) > len(first)
        home.button("Regenerate").click()
        home.wait(lambda: not window.busy)
        assert window.reply_text == first
        turns = window.controller.current.turns
        assert isinstance(turns[0], UserTurn)
        kept = window.controller.current.last_reply
        assert kept is not None
        assert kept.figures.accepted > 0
        home.close()
        home.open_on(link)
        home.wait(lambda: home.window.reply_text == first)
        again = home.window.controller.current.last_reply
        assert again is not None
        assert again.figures == kept.figures
        assert again.runs == kept.runs
        assert len(again.siblings) == 2
    finally:
        link.close()
