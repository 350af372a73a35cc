"""The quiet line before the first token."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.ui.speculation.scripted import FAMILY_OF, PRESETS, model_loaded, reply, rounds
from ui.advice import RULE_OF_THUMB, Advice, Remark
from ui.speculation.foretelling import before_first_token
from ui.speculation.panel import SpeculationPanel
from ui.theme.theme import Theme

SMALL = Remark("small target", "A draft model seldom pays.", RULE_OF_THUMB, ("draft-model",))
WARM = Remark("temperature", "Expect less.", "measured here on 2026-11-29", ("draft-model", "ngram-simple"))
ALWAYS = Remark("acceptance", "Below 40 % it is better off.", RULE_OF_THUMB, ("draft-model", "ngram-simple"))
ADVICE = Advice("", 0.8, (), (WARM, SMALL, ALWAYS))


def test_one_line_with_its_ground_for_what_is_chosen() -> None:
    assert before_first_token(ADVICE, "draft-model") == "A draft model seldom pays. (rule of thumb)"
    assert before_first_token(ADVICE, "ngram-simple") == "Expect less. (measured here on 2026-11-29)"
    assert before_first_token(ADVICE, "baseline") == ""
    assert before_first_token(None, "draft-model") == ""


def test_the_panel_shows_it_before_the_first_token_and_the_verdict_after(theme: Theme, qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    panel = SpeculationPanel(PRESETS, FAMILY_OF, theme, window)
    window.show()
    panel.handle([model_loaded()])
    panel.select_preset("ngram-simple")
    panel.show_advice(ADVICE)
    assert panel.verdict_card.note() == "Expect less. (measured here on 2026-11-29)"
    panel.begin_reply()
    assert panel.verdict_card.note() == ""
    panel.handle(reply(7, rounds(7, 80)))
    assert "pays here" in panel.verdict_card.text()
    assert panel.verdict_card.note() == ""


def test_a_verdict_without_a_measurement_says_that_it_is_a_rule_of_thumb(theme: Theme, qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    panel = SpeculationPanel(PRESETS, FAMILY_OF, theme, window)
    window.show()
    panel.handle([model_loaded(plain_pass_s=0.0)])
    panel.select_preset("ngram-simple")
    panel.begin_reply()
    panel.handle(reply(7, rounds(7, 80)))
    assert "rule of thumb" in panel.verdict_card.note()
