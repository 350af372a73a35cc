"""What the Models view shows of this computer, and what can be done there."""

from __future__ import annotations

import hashlib
import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from app import paths
from app.models_for_window import AppCollection
from app.settings import SettingsStore
from tests.tiny_models import write_dense
from tests.tiny_mtp import write_assistant
from tests.tiny_oddities import write_projector
from tests.tiny_vocabulary import bpe_vocabulary
from tests.ui.models.conftest import PATIENCE_MS, Opener
from tests.ui.real_engine import FAR_TOO_LONG_S, longest_turn
from tests.ui.scripted_engine import ScriptedLink
from ui.models.listing import Column
from ui.models.services import Trouble
from ui.models.view import ModelsView

Opened = Callable[[], ModelsView]


def _titles(view: ModelsView) -> list[str]:
    return [entry.title for entry in view.table.shown()]


def _sentences(view: ModelsView) -> list[str]:
    """The rows as a screen reader says them."""
    model = view.table.rows
    role = Qt.ItemDataRole.AccessibleTextRole
    return [str(model.index(row, 0).data(role)) for row in range(model.rowCount())]


def test_without_models_it_says_how_to_have_some(opened: Opened) -> None:
    view = opened()
    shown = [label.text() for label in view.empty.findChildren(QWidget) if hasattr(label, "text") and label.isVisible()]
    assert "No models on this computer yet" in shown
    assert any("Drop a GGUF file" in text for text in shown)


def test_every_kind_of_file_is_named_with_its_figures_and_whether_it_fits(
    qtbot: QtBot, opened: Opened, folder: Path
) -> None:
    write_dense(folder / "tiny.gguf", n_ctx=4096)
    write_assistant(folder / "head.gguf")
    write_projector(folder / "mmproj.gguf")
    view = opened()
    qtbot.waitUntil(lambda: "fits: yes" in _sentences(view)[0], timeout=PATIENCE_MS)
    chat, *others = _sentences(view)
    for part in ("tiny", "F32", "4k", "chat", "GB left"):
        assert part in chat
    assert any("assistant head" in text for text in others)
    assert any("projector" in text for text in others)


def test_search_filter_and_sorting_find_what_one_looks_for(opened: Opened, folder: Path) -> None:
    write_dense(folder / "alpha.gguf", layers=1)
    write_dense(folder / "beta.gguf", layers=4)
    write_projector(folder / "mmproj.gguf")
    view = opened()
    view.table.sort_by(Column.SIZE, downwards=True)
    assert _titles(view)[:2] == ["beta", "alpha"]
    view.bar.search.setText("alp chat")
    assert _titles(view) == ["alpha"]
    view.bar.search.setText("nothing like it")
    assert _titles(view) == []
    view.empty.all_wanted.emit()
    assert len(_titles(view)) == 3
    view.bar.filter.setCurrentIndex(view.bar.filter.findData("other"))
    assert _titles(view) == ["mmproj"]


def test_the_bill_follows_context_and_kv_type_and_proposes_what_would_fit(
    qtbot: QtBot, opened: Opened, folder: Path
) -> None:
    write_dense(folder / "tiny.gguf", n_ctx=65536)
    view = opened()
    bill = view.pane.bill
    qtbot.waitUntil(lambda: bool(bill.texts()) and bill.context.currentText() == "8k context", timeout=PATIENCE_MS)
    (before,) = bill.texts()
    assert "KV" in before
    assert "buffers" in before
    bill.context.setCurrentIndex(bill.context.findData(65536))
    bill.context.activated.emit(bill.context.currentIndex())
    qtbot.waitUntil(lambda: bool(bill.texts()) and bill.texts() != [before], timeout=PATIENCE_MS)
    (long,) = bill.texts()
    bill.kv_type.setCurrentIndex(bill.kv_type.findData("q8_0"))
    bill.kv_type.activated.emit(bill.kv_type.currentIndex())
    qtbot.waitUntil(lambda: bill.texts() != [long], timeout=PATIENCE_MS)
    with qtbot.waitSignal(view.options_wanted) as kept:
        bill.keep.click()
    assert (kept.args[0].n_ctx, kept.args[0].kv_type) == (65536, "q8_0")


def test_refused_drafts_are_folded_away_and_say_which_rule_refuses_them(
    qtbot: QtBot, opened: Opened, target: Path, folder: Path, small: Path
) -> None:
    shutil.copy(small, folder / small.name)
    write_dense(folder / "other.gguf", layers=1, vocabulary=bpe_vocabulary())
    view = opened()
    view.choose(str(target))
    drafts = view.pane.drafts
    qtbot.waitUntil(lambda: len(drafts.offers()) == 2, timeout=PATIENCE_MS)
    (good,) = drafts.cards()
    assert "same family" in " ".join(good.texts())
    qtbot.waitUntil(good.use.isVisible, timeout=PATIENCE_MS)  # a new card is shown in a later turn than it is made
    assert not good.get.isVisible()
    drafts.refused.click()
    _, bad = drafts.cards()
    assert "vocabular" in " ".join(bad.texts()).lower()
    assert not bad.use.isVisible()
    with qtbot.waitSignal(view.draft_wanted) as wanted:
        good.use.click()
    assert wanted.args == [str(target), str(folder / small.name), "draft-model"]


def test_the_sha256_is_worked_out_when_asked_for(qtbot: QtBot, opened: Opened, folder: Path) -> None:
    path = write_dense(folder / "tiny.gguf")
    view = opened()
    section = view.pane.file
    section.check.click()
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    qtbot.waitUntil(lambda: any(digest in text for text in section.texts()), timeout=PATIENCE_MS)


def test_doubles_are_found_by_their_content_not_by_their_size(qtbot: QtBot, opened: Opened, folder: Path) -> None:
    one = write_dense(folder / "one.gguf", seed=1)
    shutil.copy(one, folder / "two.gguf")
    write_dense(folder / "three.gguf", seed=2)
    assert (folder / "three.gguf").stat().st_size == one.stat().st_size
    view = opened()
    view.choose(str(one))
    section = view.pane.file
    assert "2" in section.compare.text()
    section.compare.click()
    qtbot.waitUntil(lambda: section.copies() == [str(folder / "two.gguf")], timeout=PATIENCE_MS)


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_deleting_says_what_goes_and_asks_first(
    qtbot: QtBot, opened: Opened, folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home" / "share"))
    path = write_dense(folder / "tiny.gguf")
    view = opened()

    def box() -> QMessageBox:
        qtbot.waitUntil(lambda: view.deleting.box is not None and view.deleting.box.isVisible(), timeout=PATIENCE_MS)
        assert view.deleting.box is not None
        return view.deleting.box

    view.pane.head.delete.click()
    asked = box()
    assert "tiny" in asked.text()
    assert "trash" in asked.text()
    asked.reject()
    assert path.exists()
    qtbot.waitUntil(lambda: view.deleting.box is None, timeout=PATIENCE_MS)

    view.pane.head.delete.click()
    again = box()
    yes = next(one for one in again.buttons() if one.text() == "Move to trash")
    yes.click()
    qtbot.waitUntil(lambda: not path.exists() and _titles(view) == [], timeout=PATIENCE_MS)


def test_an_added_folder_is_looked_into_and_remembered_until_it_is_taken_off(
    qtbot: QtBot, opened: Opened, tmp_path: Path
) -> None:
    other = tmp_path / "elsewhere"
    other.mkdir()
    write_dense(other / "there.gguf")
    view = opened()
    view.take_up([str(other)])
    qtbot.waitUntil(lambda: _titles(view) == ["there"], timeout=PATIENCE_MS)
    assert SettingsStore(paths.settings_file()).settings.model_folders == [str(other)]
    view.folders.removed.emit(str(other))
    qtbot.waitUntil(lambda: _titles(view) == [], timeout=PATIENCE_MS)
    assert (other / "there.gguf").exists()


def test_another_folder_for_downloads_is_kept_and_the_one_before_is_still_looked_into(
    qtbot: QtBot, opened: Opened, collection: AppCollection, tmp_path: Path, folder: Path
) -> None:
    write_dense(folder / "before.gguf")
    other = tmp_path / "roomy disk"
    other.mkdir()
    write_dense(other / "there.gguf")
    troubles: list[Trouble | None] = []
    view = opened()
    collection.set_own_folder(str(other), troubles.append)
    qtbot.waitUntil(lambda: sorted(_titles(view)) == ["before", "there"] and bool(troubles), timeout=PATIENCE_MS)
    assert troubles == [None]
    assert SettingsStore(paths.settings_file()).settings.models_folder == str(other)
    collection.set_own_folder(str(tmp_path / "nowhere"), troubles.append)
    qtbot.waitUntil(lambda: len(troubles) == 2, timeout=PATIENCE_MS)
    assert troubles[1] is not None
    assert "cannot be written to" in troubles[1].why


def test_a_file_that_is_no_model_is_refused_in_words(qtbot: QtBot, opened: Opened, tmp_path: Path) -> None:
    path = tmp_path / "text.gguf"
    path.write_text("no model at all")
    view = opened()
    view.take_up([str(path)])
    qtbot.waitUntil(lambda: view.banner.problem is not None, timeout=PATIENCE_MS)
    assert view.banner.problem is not None
    assert "text.gguf" in view.banner.problem.what


def test_a_folder_dropped_on_the_window_joins_the_list_and_a_model_is_chosen(
    qtbot: QtBot, open_window: Opener, tmp_path: Path
) -> None:
    other = tmp_path / "elsewhere"
    other.mkdir()
    write_dense(other / "there.gguf")
    loose = write_dense(tmp_path / "loose.gguf")
    window = open_window(ScriptedLink())
    for dropped in (other, loose):
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(dropped))])
        buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        window.dropEvent(QDropEvent(QPointF(20, 20), Qt.DropAction.CopyAction, data, buttons, keys))
    view = window.models
    assert view.isVisible()
    qtbot.waitUntil(lambda: {"there", "loose"} == set(_titles(view)), timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: (now := view.table.current()) is not None and now.title == "loose", timeout=PATIENCE_MS)


def test_everything_in_it_has_a_name(qtbot: QtBot, opened: Opened, target: Path, folder: Path, small: Path) -> None:
    shutil.copy(small, folder / small.name)
    view = opened()
    view.choose(str(target))
    qtbot.waitUntil(lambda: bool(view.pane.drafts.cards()), timeout=PATIENCE_MS)
    for kind in (QAbstractButton, QLineEdit, QComboBox):
        for widget in view.findChildren(kind):
            if widget.isVisible():
                assert widget.accessibleName() or getattr(widget, "text", str)(), widget
                assert widget.focusPolicy() != Qt.FocusPolicy.NoFocus or not widget.isEnabled(), widget


def test_a_scan_of_many_files_leaves_the_window_live(qtbot: QtBot, opened: Opened, folder: Path) -> None:
    first = write_dense(folder / "model-000.gguf", layers=1, embd=32)
    for number in range(1, 500):
        (folder / f"model-{number:03}.gguf").hardlink_to(first)
    for number in range(1, 120):  # files of their own, each with a header to be read
        shutil.copy(first, folder / f"own-{number:03}.gguf")
    turns: list[float] = []
    view = opened()
    while len(turns) < 3 and min(turns, default=FAR_TOO_LONG_S) >= FAR_TOO_LONG_S:
        with longest_turn() as longest:
            view.folders.rescan_wanted.emit()
            qtbot.waitUntil(lambda: not view.is_settled, timeout=PATIENCE_MS)
            qtbot.waitUntil(lambda: view.is_settled, timeout=PATIENCE_MS)
        turns.append(longest[0])
    assert len(_titles(view)) == 120
    assert min(turns) < FAR_TOO_LONG_S


def test_damaged_files_are_rows_like_others_and_harm_nothing(qtbot: QtBot, opened: Opened, folder: Path) -> None:
    sound = write_dense(folder / "sound.gguf", layers=1)
    content, chance = sound.read_bytes(), random.Random(5)
    for number in range(60):
        damaged = bytearray(content)
        for _ in range(chance.randint(1, 12)):
            damaged[chance.randrange(3000)] = chance.randrange(256)
        (folder / f"damaged-{number:02}.gguf").write_bytes(damaged[: chance.randint(10, len(damaged))])
    view = opened()
    assert len(_titles(view)) == 61
    for entry in view.table.shown():
        assert view.table.choose(entry.path)
        qtbot.wait(5)
    view.choose(str(sound))
    qtbot.waitUntil(lambda: bool(view.pane.bill.texts()), timeout=PATIENCE_MS)
    assert any("cannot be read" in text for text in _sentences(view))
