"""The panel as a person meets it: figures, greyed cards, forms, drafts, keyboard."""

from __future__ import annotations

from typing import cast

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QDoubleSpinBox, QSpinBox, QWidget
from pytestqt.qtbot import QtBot

from engine.commands import DrafterChoice, PresetInfo, Speculation
from engine.events import Event, GenerationDone, GenerationStarted
from tests.ui.speculation.scripted import FAMILY_OF, NO_HEAD, draft, model_loaded, reply, rounds
from ui.services import MemoryReading
from ui.speculation.options import OptionsForm
from ui.speculation.panel import SpeculationPanel
from ui.theme.theme import Theme

GIB = 1024**3
DRAFTS = (
    draft("/m/wary.gguf", "warn", "Another family."),
    draft("/m/good.gguf", "ok", "Same family."),
    draft("/m/foreign.gguf", "refuse", "The vocabularies differ."),
)


def play(panel: SpeculationPanel, preset: str, events: list[Event]) -> None:
    panel.select_preset(preset)
    panel.begin_reply()
    panel.handle(events)


def form_of(panel: SpeculationPanel, preset: str) -> OptionsForm:
    form = panel.chooser.card(preset).form
    assert form is not None
    return form


def test_before_the_first_reply_there_are_words(panel: SpeculationPanel) -> None:
    assert panel.figures.speed.text() == "–"
    assert panel.figures.accepted.text() == "–"
    assert panel.live.speed.is_empty()
    assert panel.live.acceptance.is_empty()
    assert "off" in panel.verdict_card.text()
    panel.select_preset("ngram-simple")
    assert "No reply yet" in panel.verdict_card.text()


def test_a_reply_is_shown_in_figures_curves_and_words(panel: SpeculationPanel) -> None:
    panel.handle([model_loaded(plain_pass_s=0.02)])
    play(panel, "ngram-simple", reply(5, rounds(5, 40, drafted=4, accepted=3, round_s=0.04)))
    assert panel.figures.speed.text() == "100"
    assert panel.figures.speedup.text() == "2.0×"
    assert panel.figures.speedup.level == "good"
    assert "estimate" in panel.figures.speedup.toolTip()
    assert panel.figures.accepted.text() == "75 %"
    assert panel.figures.per_round.text() == "4.0"
    assert not panel.live.speed.is_empty()
    assert panel.live.positions.count() == 4
    assert panel.live.rounds.count() == 40
    assert "n-gram" in panel.live.legend()
    assert panel.live.shares.words() == "draft 10 % · verify 85 % · other 5 %"
    assert "pays here" in panel.verdict_card.text()


def test_the_legend_names_an_optional_drafter_once_it_has_proposed(theme: Theme, qtbot: QtBot) -> None:
    drafters = (DrafterChoice("ngram-simple"), DrafterChoice("draft-mtp", optional=True))
    auto = PresetInfo("auto", "Auto", "Chooses.", "Everything.", "", drafters, {})
    panel = SpeculationPanel([auto], FAMILY_OF, theme)
    qtbot.addWidget(panel)
    panel.handle([model_loaded()])
    play(panel, "auto", [GenerationStarted(5, 10, 0, 4096), *rounds(5, 80, accepted=0)])
    assert "n-gram" in panel.live.legend()
    assert "MTP" not in panel.live.legend()
    play(panel, "auto", reply(6, rounds(6, 4, drafter="draft-mtp")))
    assert "MTP" in panel.live.legend()


def test_nothing_drafted_reads_as_not_applicable(panel: SpeculationPanel) -> None:
    play(panel, "ngram-simple", reply(5, rounds(5, 10, drafted=0, accepted=0)))
    assert panel.figures.accepted.text() == "n/a"
    assert panel.figures.speedup.text() != "–"  # its own plain rounds are a baseline


def test_a_running_reply_is_drawn_without_waiting_for_its_end(panel: SpeculationPanel, qtbot: QtBot) -> None:
    play(panel, "ngram-simple", [GenerationStarted(5, 10, 0, 4096)])
    made = rounds(5, 40)
    for done in made:
        panel.handle([done])
    qtbot.waitUntil(lambda: panel.live.rounds.count() == 40)
    assert panel.figures.speed.text() == "100"


def test_late_rounds_of_the_reply_before_do_not_show(panel: SpeculationPanel) -> None:
    play(panel, "ngram-simple", [GenerationStarted(5, 10, 0, 4096), *rounds(5, 40)])
    panel.begin_reply()
    panel.handle([*rounds(5, 40), GenerationDone(5, "cancelled")])
    assert panel.figures.speed.text() == "–"
    assert panel.live.rounds.count() == 0


def test_a_card_that_the_model_cannot_have_is_grey_and_says_why(panel: SpeculationPanel) -> None:
    panel.handle([model_loaded()])
    card = panel.chooser.card("draft-mtp")
    assert not card.radio.isEnabled()
    assert card.reason() == NO_HEAD
    panel.select_preset("draft-mtp")
    assert panel.speculation().preset == "baseline"
    assert panel.chooser.card("ngram-simple").radio.isEnabled()


def test_a_preset_that_the_new_model_cannot_have_gives_way_to_the_baseline(
    panel: SpeculationPanel, qtbot: QtBot
) -> None:
    panel.select_preset("draft-mtp")
    with qtbot.waitSignal(panel.speculation_changed) as caught:
        panel.handle([model_loaded()])
    assert caught.args == [Speculation("baseline")]


def test_choosing_a_card_asks_for_its_speculation_once(panel: SpeculationPanel) -> None:
    asked: list[Speculation] = []
    panel.speculation_changed.connect(asked.append)
    panel.chooser.card("ngram-simple").radio.click()
    panel.select_preset("ngram-simple")
    assert [each.preset for each in asked] == ["ngram-simple"]
    assert asked[0].drafters[0].options == {"size_n": 12, "size_m": 48}


def test_an_edited_option_is_asked_for_after_a_pause_and_only_the_last(panel: SpeculationPanel, qtbot: QtBot) -> None:
    panel.select_preset("ngram-simple")
    asked: list[Speculation] = []
    panel.speculation_changed.connect(asked.append)
    box = cast(QSpinBox, form_of(panel, "ngram-simple").editor("ngram-simple", "size_m"))
    with qtbot.waitSignal(panel.speculation_changed):
        box.setValue(20)
        box.setValue(24)
        assert asked == []
    assert [each.drafters[0].options["size_m"] for each in asked] == [24]


def test_a_reply_takes_edits_that_are_still_in_their_pause(panel: SpeculationPanel, qtbot: QtBot) -> None:
    panel.select_preset("ngram-simple")
    box = cast(QSpinBox, form_of(panel, "ngram-simple").editor("ngram-simple", "size_n"))
    with qtbot.waitSignal(panel.speculation_changed, timeout=100) as caught:
        box.setValue(7)
        panel.begin_reply()
    assert caught.args is not None
    assert caught.args[0].drafters[0].options["size_n"] == 7


def test_the_form_is_made_of_the_declared_options(panel: SpeculationPanel) -> None:
    panel.set_draft_choices(DRAFTS)
    panel.select_preset("draft-model")
    form = form_of(panel, "draft-model")
    whole = cast(QSpinBox, form.editor("draft-model", "n_max"))
    assert (whole.minimum(), whole.maximum(), whole.toolTip()) == (1, 16, "Longest draft.")
    whole.setValue(6)
    cast(QDoubleSpinBox, form.editor("draft-model", "p_min")).setValue(0.25)
    cast(QCheckBox, form.editor("draft-model", "greedy")).setChecked(True)
    cast(QComboBox, form.editor("draft-model", "device")).setCurrentText("gpu")
    chosen = panel.speculation()
    assert chosen.drafters[0].options == {"n_max": 6, "p_min": 0.25, "greedy": True, "device": "gpu"}
    assert chosen.draft_model == "/m/good.gguf"
    form.reset.emit()
    assert panel.speculation().drafters[0].options == {"n_max": 4, "p_min": 0.0, "greedy": False, "device": "auto"}
    assert whole.value() == 4


def test_the_acceptance_rule_is_folded_away_and_goes_with_the_next_reply(panel: SpeculationPanel) -> None:
    asked: list[Speculation] = []
    panel.speculation_changed.connect(asked.append)
    panel.change_button.click()
    rules = panel.chooser.rules
    assert panel.speculation().rule == "coupled"
    assert not rules.radio("rejection").isVisible()
    rules.fold.click()
    rules.radio("rejection").click()
    assert [speculation.rule for speculation in asked] == ["rejection"]
    assert "Most accepted" in rules.fold.text()
    panel.select_preset("ngram-simple")
    assert asked[-1].rule == "rejection"
    panel.select_rule("nonsense of an old settings file")
    assert panel.speculation().rule == "coupled"


def test_variants_fill_the_form_and_a_hand_edit_leaves_them(panel: SpeculationPanel) -> None:
    panel.select_preset("ngram-simple")
    switch = panel.chooser.card("ngram-simple").variants
    assert switch is not None
    assert switch.button("code").isChecked()
    switch.button("text").click()
    assert panel.speculation().drafters[0].options == {"size_n": 8, "size_m": 32}
    box = cast(QSpinBox, form_of(panel, "ngram-simple").editor("ngram-simple", "size_n"))
    assert box.value() == 8
    box.setValue(9)
    assert not switch.button("text").isChecked()
    assert not switch.button("code").isChecked()


def test_the_best_fitting_draft_is_taken_and_a_refused_one_cannot_be(panel: SpeculationPanel) -> None:
    panel.select_preset("draft-model")
    assert "needs a draft model" in panel.verdict_card.text()
    panel.set_draft_choices(DRAFTS)
    assert panel.speculation().draft_model == "/m/good.gguf"
    picker = panel.chooser.card("draft-model").drafts
    assert picker is not None
    assert not picker.radio("/m/foreign.gguf").isEnabled()
    assert picker.radio("/m/foreign.gguf").accessibleDescription() == "The vocabularies differ."
    panel.select_draft("/m/foreign.gguf")
    assert panel.speculation().draft_model == "/m/good.gguf"
    picker.radio("/m/wary.gguf").click()
    assert panel.speculation().draft_model == "/m/wary.gguf"
    panel.set_draft_choices(DRAFTS[:1])
    assert panel.speculation().draft_model == "/m/wary.gguf"
    panel.set_draft_choices(())
    assert panel.speculation().draft_model is None


def test_a_file_of_ones_own_is_asked_for(panel: SpeculationPanel, qtbot: QtBot) -> None:
    picker = panel.chooser.card("draft-model").drafts
    assert picker is not None
    with qtbot.waitSignal(panel.draft_file_wanted):
        picker.file_button().click()


def test_a_bad_verdict_offers_two_ways_out(panel: SpeculationPanel) -> None:
    panel.handle([model_loaded()])
    panel.set_draft_choices(DRAFTS)
    slow = rounds(5, 80, drafted=4, accepted=1, round_s=0.06, drafter="draft-model")
    play(panel, "draft-model", reply(5, slow))
    assert "slows this chat" in panel.verdict_card.text()
    assert panel.figures.speedup.level == "bad"
    assert panel.verdict_card.use_button().isVisible()
    assert panel.verdict_card.use_button().text() == "Use N-gram"
    panel.verdict_card.off_button().click()
    assert panel.speculation() == Speculation("baseline")
    assert not panel.verdict_card.off_button().isVisible()
    assert "figures of Draft model" in panel.verdict_card.note()


def test_memory_in_words(panel: SpeculationPanel) -> None:
    panel.set_memory([MemoryReading("VRAM", round(7.1 * GIB), 4 * GIB, 12 * GIB), MemoryReading("RAM", 1, 1, 0)])
    assert panel.live.memory.texts() == ["VRAM 7.1 / 12 GB, models 4 GB"]


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_rounds_tell_about_themselves_to_mouse_and_keyboard(panel: SpeculationPanel) -> None:
    play(panel, "ngram-simple", reply(5, rounds(5, 40, drafted=4, accepted=3, round_s=0.04)))
    strip = panel.live.rounds
    assert strip.describe(39) == "Round 40: 4 proposed, 3 accepted\ndraft 4.0 ms, verify 34.0 ms, other 2.0 ms"
    newest = strip.column(39)
    assert newest.right() == pytest.approx(strip.width())
    QTest.keyClick(strip, Qt.Key.Key_Left)
    assert strip.accessibleDescription().startswith("Round 40")
    QTest.keyClick(strip, Qt.Key.Key_Left)
    assert strip.accessibleDescription().startswith("Round 39")
    QTest.keyClick(strip, Qt.Key.Key_Home)
    assert strip.accessibleDescription().startswith("Round 1:")


def test_painted_columns_are_told_as_a_whole(panel: SpeculationPanel) -> None:
    assert panel.live.rounds.summary() == ""
    play(panel, "ngram-simple", reply(5, rounds(5, 40, drafted=4, accepted=3, round_s=0.04)))
    assert panel.live.rounds.accessibleDescription() == panel.live.rounds.summary()
    assert panel.live.rounds.summary().startswith("The last ")
    assert panel.live.positions.accessibleDescription().startswith("1: ")
    assert panel.live.shares.accessibleDescription() == panel.live.shares.words()


def test_accepted_cells_stand_in_the_drafters_colour_below_rejected_ones(panel: SpeculationPanel, theme: Theme) -> None:
    play(panel, "ngram-simple", reply(5, rounds(5, 3, drafted=4, accepted=2)))
    strip = panel.live.rounds
    QApplication.processEvents()
    image = strip.grab().toImage()
    x = round(strip.column(2).center().x() * image.devicePixelRatio())
    assert image.pixelColor(x, image.height() - 4).name() == theme.palette.ngram
    assert image.pixelColor(x, 4).name() == theme.palette.line


def test_colours_follow_the_theme(panel: SpeculationPanel, theme: Theme) -> None:
    play(panel, "ngram-simple", reply(5, rounds(5, 40)))
    dark = panel.grab().toImage().pixelColor(QPoint(2, 2)).name()
    theme.set_mode("light")
    QApplication.processEvents()
    assert dark != theme.palette.surface
    assert panel.grab().toImage().pixelColor(QPoint(2, 2)).name() == theme.palette.surface


def test_everything_is_reached_by_tab_in_the_order_of_sight(panel: SpeculationPanel) -> None:
    panel.handle([model_loaded()])
    panel.select_preset("draft-model")
    panel.set_draft_choices(DRAFTS)
    panel.change_button.click()
    QApplication.processEvents()
    picker = panel.chooser.card("draft-model").drafts
    assert picker is not None
    form = form_of(panel, "draft-model")
    expected: list[QWidget] = [
        panel.lock,
        panel.change_button,
        panel.chooser.card("draft-model").radio,
        picker.radio("/m/good.gguf"),
        picker.file_button(),
        form.editor("draft-model", "n_max"),
        form.editor("draft-model", "p_min"),
        form.editor("draft-model", "greedy"),
        form.editor("draft-model", "device"),
        panel.live.positions,
        panel.live.rounds,
    ]
    panel.lock.setFocus()
    seen: list[QWidget] = [panel.lock]
    while True:
        QTest.keyClick(seen[-1], Qt.Key.Key_Tab)
        focus = QApplication.focusWidget()
        if focus is None or focus in seen:
            break
        seen.append(focus)
    assert [widget for widget in seen if widget in expected] == expected


def test_arrow_keys_walk_the_presets(panel: SpeculationPanel) -> None:
    panel.change_button.click()
    QApplication.processEvents()
    first = panel.chooser.card("baseline").radio
    first.setFocus()
    QTest.keyClick(first, Qt.Key.Key_Down)
    assert panel.speculation().preset == "ngram-simple"
    assert QApplication.focusWidget() is panel.chooser.card("ngram-simple").radio


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_the_lock_explains_itself_and_closes_on_escape(panel: SpeculationPanel, qtbot: QtBot) -> None:
    assert "20 % low" in panel.lock.accessibleDescription()
    QTest.keyClick(panel.lock, Qt.Key.Key_Space)
    popup = QApplication.activePopupWidget()
    assert popup is not None
    assert popup.accessibleDescription() == panel.lock.accessibleDescription()
    QTest.keyClick(popup, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: QApplication.activePopupWidget() is None)


def test_a_short_window_scrolls_the_graphs_and_keeps_the_verdict_in_sight(panel: SpeculationPanel) -> None:
    panel.set_memory([MemoryReading("VRAM", 7 * GIB, 4 * GIB, 12 * GIB)])
    panel.resize(320, 420)
    QApplication.processEvents()
    foot = panel.verdict_card.mapTo(panel, QPoint(0, panel.verdict_card.height())).y()
    assert foot <= panel.height()
    assert panel.live.width() <= 320 - 16
