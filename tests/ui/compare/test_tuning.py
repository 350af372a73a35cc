"""Tuning in the real window, on a real engine and a tiny model: from the button to a setting in the chat."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.compare.for_window import AppComparisons
from engine.commands import DrafterChoice, PresetInfo, Speculation
from engine.host import ThreadEngine
from tests.ui.compare.conftest import PATIENCE_MS, Opener
from tests.ui.real_engine import FAR_TOO_LONG_S, longest_turn
from ui.compare.services import Lent
from ui.compare.tune_dialog import TuneDialog
from ui.comparison import Ending, Speedup
from ui.main_window import MainWindow
from ui.speculation.cards import PresetCard
from ui.theme.theme import Theme
from ui.tuning import Circumstances, Standing, TuneGrid, TuneResult, TuneRow


def opened_dialog(window: MainWindow) -> TuneDialog:
    window.compare.bar.tune.click()
    dialog = window.compare.tuning.dialog
    assert dialog is not None
    return dialog


def test_it_runs_live_can_be_stopped_and_gives_the_engine_back(qtbot: QtBot, opened: Opener) -> None:
    window = opened(ThreadEngine())
    dialog = opened_dialog(window)
    assert not dialog.table.isVisible(), "nothing is known yet"
    dialog.start.click()
    assert window.controller.phase == "lent"
    assert not window.compare.bar.button.isEnabled(), "no comparison beside it"
    with longest_turn() as longest:
        qtbot.waitUntil(lambda: "replies" in dialog.phase.text() and dialog.bar.value() > 0, timeout=PATIENCE_MS)
        qtbot.waitUntil(lambda: any(dialog.map.texts().values()), timeout=PATIENCE_MS)
        dialog.stop.click()
        qtbot.waitUntil(lambda: not window.compare.tuning.busy, timeout=PATIENCE_MS)
    assert longest[0] < FAR_TOO_LONG_S
    assert "Stopped in round" in dialog.verdict.text()
    assert not dialog.save.isVisible()
    assert dialog.table.topLevelItem(0) is not None
    qtbot.waitUntil(lambda: window.controller.phase == "ready", timeout=PATIENCE_MS)
    assert window.compare.bar.button.isEnabled()
    dialog.close()


def test_it_says_why_it_cannot_begin(qtbot: QtBot, opened: Opener) -> None:
    window = opened(ThreadEngine())
    dialog = opened_dialog(window)
    assert window.send_message("hello there")
    dialog.start.click()
    assert "reply is being written" in dialog.detail.text()
    window.controller.stop()
    qtbot.waitUntil(lambda: window.controller.phase == "ready", timeout=PATIENCE_MS)


def test_what_it_found_is_taken_into_the_chat(opened: Opener) -> None:
    window = opened(ThreadEngine())
    opened_dialog(window)
    shorter = Speculation("ngram-simple", (DrafterChoice("ngram-simple", {"size_n": 6, "size_m": 12, "min_hits": 1}),))
    window.compare.tuning.use_wanted.emit(shorter)
    assert window.chat.isVisible()
    assert window.controller.speculation == shorter


class Won:
    """`RunningTune`: over at once, with a winner. A real one that wins beyond doubt takes more than a tiny model."""

    def __init__(self, result: TuneResult, lent: Lent) -> None:
        self._told: list[Standing | TuneResult] = [result]
        self.next_request_id = lent.first_request_id

    def poll(self) -> Standing | TuneResult | None:
        return self._told.pop() if self._told else None

    def stop(self) -> None:
        """It is over."""

    def close(self) -> None:
        """It is over."""

    @property
    def over(self) -> bool:
        return not self._told


def test_a_saved_winner_is_a_preset_at_once_and_is_marked_where_it_is_old(
    opened: Opener, qtbot: QtBot, endless: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shorter = Speculation("ngram-simple", (DrafterChoice("ngram-simple", {"size_n": 6, "size_m": 12, "min_hits": 1}),))
    where = Circumstances(
        str(endless), "Endless", "", endless.stat().st_size, "", "", "CPU: Some Processor", "", "b0", 1, 0, 4096
    )
    won = TuneResult(
        "done", standing(), "ngram-simple size_n=6 size_m=12", True, "Use it: 1.40×.", speculation=shorter,
        circumstances=where, comparison="20261130-010203-abcdef", at="2026-11-30T01:02:03+00:00",
    )  # fmt: skip
    monkeypatch.setattr(AppComparisons, "tune", lambda _self, _wish, lent: Won(won, lent))
    window = opened(ThreadEngine())
    arms = window.compare.bar.arms_popup
    dialog = opened_dialog(window)
    dialog.start.click()
    qtbot.waitUntil(lambda: dialog.save.isVisible(), timeout=PATIENCE_MS)
    for title in ("first", "again"):
        dialog.name.setText("mine")
        dialog.save.setEnabled(True)
        dialog.detail.clear()
        dialog.save.click()
        qtbot.waitUntil(lambda: "Saved" in dialog.detail.text(), timeout=PATIENCE_MS)
        assert [slot.preset.findData("mine") >= 0 for slot in arms.slots_] == [True] * len(arms.slots_), title
        assert sum(slot.preset.itemText(i).startswith("Tuned") for slot in arms.slots_[:1] for i in range(99)) == 1
    dialog.use.click()
    assert window.controller.speculation.preset == "mine"
    assert window.controller.speculation.drafters == shorter.drafters
    card = window.chat.panel.chooser.card("mine")
    assert card.radio.isChecked()
    assert sum(one is not card and one.radio.text() == card.radio.text() for one in cards_of(window)) == 0

    def said(widget: QWidget) -> str:
        return " ".join(label.text() for label in widget.findChildren(QLabel))

    qtbot.waitUntil(lambda: "llama.cpp is another build now (b0 then" in said(card), timeout=PATIENCE_MS)
    assert "time to tune again" in said(card)
    assert "time to tune again" not in said(window.chat.panel.chooser.card("ngram-simple"))
    arms.choose(["mine"])
    assert "time to tune again" in arms.slots_[0].note.text()
    assert said(window.chat.panel.verdict_card).count("time to tune again") == 1, "before the first token too"


def cards_of(window: MainWindow) -> list[PresetCard]:
    return [one for one in window.chat.panel.chooser.findChildren(PresetCard) if not one.isHidden()]


# ---- the dialog by itself, with figures made by hand

FAST = Speculation("draft-model", (DrafterChoice("draft-model", {"n_max": 2, "p_min": 0.0}),), "/d.gguf")


def standing() -> Standing:
    rows = (
        TuneRow("draft-model n_max=2 p_min=0", FAST, "in", 4, 3, Speedup(1.4, 1.3, 1.5, 9), 1.4, 70.0, 0.71),
        TuneRow("auto", Speculation("auto"), "in", 4, 3, Speedup(1.2, 1.1, 1.3, 9), None, 60.0, 0.5),
        TuneRow("ngram-mod", FAST, "dropped", 1, 3, Speedup(0.9, None, None, 3), None, 45.0, 0.3),
        TuneRow("draft-model n_max=4 p_min=0", FAST, "dropped", 1, 1, Speedup(0.8, None, None, 1), 0.7, 40.0, 0.3),
        TuneRow("draft-mtp", FAST, "failed", 0, reason="The head could not be read."),
    )
    grid = TuneGrid("draft-model", "n_max", (2, 4), "p_min", (0.0,), ((rows[0].name, rows[3].name),))
    return Standing(rows, (grid,), 2, 4, 30, 120, 95.0, "auto, json-1", prompts=3)


@pytest.fixture
def dialog(theme: Theme, qtbot: QtBot) -> TuneDialog:
    made = TuneDialog("Tiny", (), theme)
    made.propose("tuned-tiny")
    made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)  # qtbot does it
    qtbot.addWidget(made)
    made.show()
    return made


def test_a_race_shows_its_table_its_map_and_the_time_left(dialog: TuneDialog) -> None:
    dialog.start.click()
    dialog.show_standing(standing())
    assert dialog.phase.text() == "Round 2 of 4 · 30 of at most 120 replies · about 2 min left · auto, json-1"
    assert dialog.table.isVisible()
    assert list(dialog.map.texts().values()) == ["1.40", "0.70"], "as if all had had the same prompts"
    first, third, fourth, failed = (dialog.table.topLevelItem(i) for i in (0, 2, 3, 4))
    assert first is not None and third is not None and fourth is not None and failed is not None
    assert (first.text(1), first.text(2), first.text(5)) == ("1.40×", "1.30 – 1.50", "yes")
    assert third.text(5) == "until round 1"
    assert fourth.text(5) == "for 1 of 3 prompts"
    assert failed.text(5) == "The head could not be read."


def test_a_winner_can_be_saved_and_used(dialog: TuneDialog, qtbot: QtBot) -> None:
    dialog.start.click()
    won = TuneResult("done", standing(), standing().rows[0].name, True, "Use it: 1.40×.", speculation=FAST)
    dialog.show_result(won)
    assert dialog.verdict.text() == "Use it: 1.40×."
    with qtbot.waitSignal(dialog.save_wanted) as saved:
        dialog.save.click()
    assert saved.args == ["tuned-tiny"]
    dialog.show_saved("")
    assert "Saved" in dialog.detail.text() and not dialog.save.isEnabled()
    dialog.show_saved("The disk is full.")
    assert dialog.detail.text() == "The disk is full."
    with qtbot.waitSignal(dialog.use_wanted):
        dialog.use.click()


def test_where_nothing_beats_auto_it_is_said_and_nothing_is_offered_for_saving(dialog: TuneDialog) -> None:
    dialog.start.click()
    dialog.show_result(TuneResult("done", standing(), "auto", False, "Use auto: no setting beats it."))
    assert "auto" in dialog.verdict.text()
    assert "nothing to save" in dialog.detail.text()
    dialog.show_result(TuneResult("done", standing(), "auto", False, "Use auto.", reason="The disk cannot be written."))
    assert dialog.verdict.text() == "Use auto.", "a verdict that is not written down is one all the same"
    assert dialog.detail.text() == "The disk cannot be written."
    assert not dialog.save.isVisible()
    assert dialog.use.text() == "Use auto"


def test_too_little_time_is_answered_with_what_would_be_enough(dialog: TuneDialog, qtbot: QtBot) -> None:
    dialog.start.click()
    too_short = TuneResult("failed", Standing((), ()), reason="1 min is too short for a verdict.", least_minutes=7)
    dialog.show_result(too_short)
    assert dialog.detail.text() == "1 min is too short for a verdict."
    assert dialog.start.text() == "Start with 7 min"
    with qtbot.waitSignal(dialog.start_wanted):
        dialog.start.click()
    assert dialog.minutes.value() == 7


def test_what_was_stopped_can_go_on_and_says_so_when_it_does(dialog: TuneDialog) -> None:
    dialog.start.click()
    dialog.show_standing(replace(standing(), seconds=None))
    assert "times a reply" in dialog.phase.text(), "nothing is foretold before that"
    dialog.show_standing(standing())
    dialog.show_result(TuneResult("stopped", standing(), sentence="Stopped in round 2 of 4.", goes_on=True))
    first = dialog.table.topLevelItem(0)
    assert first is not None and first.text(5) == "yes", "nobody is through yet"
    assert dialog.start.text() == "Go on" and "goes on from here" in dialog.detail.text()
    dialog.start.click()
    dialog.show_standing(replace(standing(), known=24))
    assert "goes on where it was stopped, with 24 replies" in dialog.phase.text()


@pytest.mark.parametrize(("ending", "words"), [("died", "The engine died"), ("failed", "could not run")])
def test_a_failure_says_why(dialog: TuneDialog, ending: Ending, words: str) -> None:
    dialog.start.click()
    dialog.show_result(replace(TuneResult("died", standing(), reason="It was killed."), ending=ending))
    assert words in dialog.verdict.text()
    assert dialog.detail.text() == "It was killed."
    assert not dialog.use.isVisible()


def test_what_was_saved_is_a_preset_of_the_user(opened: Opener, qtbot: QtBot) -> None:
    opened(ThreadEngine())
    comparisons = AppComparisons()
    told: list[PresetInfo | str] = []
    result = TuneResult("done", standing(), "x", True, "Use it.", speculation=FAST, at="2026-11-30T02:00:00+00:00")
    comparisons.save_tuned(result, "baseline", told.append)
    comparisons.save_tuned(result, "mine", told.append)
    qtbot.waitUntil(lambda: len(told) == 2, timeout=PATIENCE_MS)
    comparisons.close()
    assert isinstance(told[0], str) and "built-in" in told[0]
    assert isinstance(told[1], PresetInfo) and told[1].drafters[0].options["n_max"] == 2
