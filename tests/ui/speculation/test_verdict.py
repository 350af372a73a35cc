"""The sentence for every state that a reply can be in, and who wins when rules and measurement disagree."""

from __future__ import annotations

from collections.abc import Sequence

from engine.commands import DrafterChoice, Speculation
from engine.events import RoundDone
from tests.ui.speculation.scripted import metrics_of, rounds
from ui.speculation.state import Baseline
from ui.speculation.verdict import Verdict, verdict

DRAFT = Speculation("draft-model", (DrafterChoice("draft-model", {}),), "/models/d.gguf")
NGRAM = Speculation("ngram-simple", (DrafterChoice("ngram-simple", {}),))
AT_50 = Baseline(50.0, "measured", measured=True)


def judge(made: Sequence[RoundDone], baseline: Baseline | None = None, speculation: Speculation = DRAFT) -> Verdict:
    return verdict(
        metrics_of(made),
        baseline,
        speculation,
        needs_draft_model=speculation is DRAFT,
        looks_back=speculation is NGRAM,
        ngram_preset="ngram-simple",
    )


def test_off_says_so_and_offers_ngram() -> None:
    before = judge([], None, Speculation())
    assert "off" in before.text
    assert (before.level, before.suggestion, before.switch_off) == ("neutral", "ngram-simple", False)
    after = judge(rounds(1, 80, 0, 0, 0.02), None, Speculation())
    assert "50 tok/s" in after.text


def test_ngram_without_a_match_is_nothing_to_worry_about() -> None:
    result = judge(rounds(1, 200, 0, 0), AT_50, NGRAM)
    assert "No repetition found yet" in result.text
    assert (result.level, result.suggestion, result.switch_off) == ("neutral", "", False)


def test_a_draft_model_that_proposes_nothing_is_a_red_state() -> None:
    assert judge(rounds(1, 4, 0, 0)).level == "neutral"
    result = judge(rounds(1, 20, 0, 0))
    assert "has proposed nothing" in result.text
    assert (result.level, result.suggestion, result.switch_off) == ("bad", "ngram-simple", True)


def test_too_short_to_judge() -> None:
    result = judge(rounds(1, 10, 4, 0), AT_50)
    assert result.text == "Too short to judge yet: 10 of about 64 tokens."
    assert result.level == "neutral"


def test_it_pays() -> None:
    result = judge(rounds(1, 40, 4, 3, round_s=0.04), AT_50)
    assert result.text == "Speculation pays here: 2.0× the baseline with 75 % accepted."
    assert (result.level, result.suggestion, result.switch_off) == ("good", "", False)


def test_an_estimated_baseline_is_called_about() -> None:
    assert "about 2.0×" in judge(rounds(1, 40, 4, 3, round_s=0.04), Baseline(50.0, "estimated")).text


def test_low_acceptance_that_slows_is_bad_and_offers_both_ways_out() -> None:
    result = judge(rounds(1, 80, 4, 1, round_s=0.05), AT_50)
    assert result.text == "25 % accepted, 0.80× the baseline: speculation slows this chat."
    assert (result.level, result.suggestion, result.switch_off) == ("bad", "ngram-simple", True)


def test_ngram_is_never_suggested_in_its_own_place() -> None:
    result = judge(rounds(1, 80, 4, 1, round_s=0.05), AT_50, NGRAM)
    assert (result.suggestion, result.switch_off) == ("", True)


def test_middling_acceptance_that_slows() -> None:
    result = judge(rounds(1, 80, 9, 4, round_s=0.107), AT_50)
    assert "44 % accepted, 0.93× the baseline" in result.text
    assert "Shorter drafts" in result.text
    assert result.level == "warn"


def test_high_acceptance_can_still_be_slow_because_verifying_costs() -> None:
    result = judge(rounds(1, 80, 4, 3, round_s=0.1), AT_50)
    assert "75 % accepted, yet 0.80× the baseline: verifying" in result.text
    assert result.level == "bad"


def test_high_acceptance_can_be_slow_because_drafting_costs() -> None:
    result = judge(rounds(1, 80, 4, 3, round_s=0.1, draft_share=0.4), AT_50)
    assert "drafting takes 73 % of a pass" in result.text


def test_fewer_than_one_kept_per_round_explains_a_slow_reply() -> None:
    made = [done for i in range(60) for done in rounds(1, 60, 1 if i % 2 else 0, 1 if i % 2 else 0, 0.04)[i : i + 1]]
    result = judge(made, AT_50)
    assert "only 0.5 drafted tokens are kept per round" in result.text


def test_no_gain_and_no_harm() -> None:
    result = judge(rounds(1, 80, 4, 3, round_s=0.0792), AT_50)
    assert "No gain and no harm: 1.01×" in result.text
    assert not result.switch_off


def test_the_measurement_wins_over_every_rule_of_thumb() -> None:
    low = judge(rounds(1, 80, 8, 2, round_s=0.03), AT_50)
    assert low.level == "good"
    assert "although only 25 % is accepted" in low.text
    costly = judge(rounds(1, 80, 4, 3, round_s=0.04, draft_share=0.4), AT_50)
    assert costly.level == "good"
    assert "drafting takes 73 % of a pass" in costly.text


def test_rules_of_thumb_speak_while_the_baseline_is_unknown() -> None:
    assert judge(rounds(1, 80, 4, 1)).level == "bad"
    assert "seldom pays below 40 %" in judge(rounds(1, 80, 4, 1)).text
    edge = judge(rounds(1, 80, 9, 4))
    assert (edge.level, "below 50 % a draft model" in edge.text) == ("warn", True)
    assert "on the edge" in judge(rounds(1, 80, 9, 4), None, NGRAM).text
    assert "20 % is healthy" in judge(rounds(1, 80, 4, 3, draft_share=0.4)).text
    few = judge([*rounds(1, 60, 0, 0), *rounds(1, 20, 1, 1)])
    assert (few.level, "Only 0.2 drafted tokens" in few.text) == ("warn", True)
    assert judge(rounds(1, 80, 4, 3)).level == "good"


def test_sentences_go_through_the_translation() -> None:
    result = verdict(metrics_of([]), None, Speculation(), translate=lambda context, text: f"{context}|{len(text) > 0}")
    assert result.text == "Verdict|True"
