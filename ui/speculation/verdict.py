"""One sentence about what speculation does for the reply on show, and what to do about it. No Qt.

Rules of thumb (below 40 % acceptance it seldom pays, below 50 % a draft model may cost more than it gives, a
draft should take less than 20 % of a target pass, fewer than one accepted token per round loses) speak only
while the speed of the baseline is not known. Where it is, the measured speed decides and the rules merely
explain it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

from engine.commands import Speculation
from engine.metrics import LOW_ACCEPTANCE, ReplyMetrics
from ui.speculation import words as say
from ui.speculation.state import Baseline, Translate, english

VerdictLevel = Literal["neutral", "good", "warn", "bad"]

JUDGE_FROM_TOKENS: Final = 64
SILENT_DRAFT_ROUNDS: Final = 8  # a draft model that proposed nothing in so many rounds is not going to by itself
MIDDLING_ACCEPTANCE: Final = 0.50
HIGH_DRAFT_SHARE: Final = 0.20
PAYS_FROM: Final = 1.05
SLOWS_BELOW: Final = 0.97
SLOWS_BADLY_BELOW: Final = 0.90


@dataclass(frozen=True, slots=True)
class Verdict:
    """text: one or two plain sentences. suggestion: id of a preset to use instead, or ''. switch_off: whether
    to offer the baseline too."""

    text: str
    level: VerdictLevel = "neutral"
    suggestion: str = ""
    switch_off: bool = False
    by_rule: bool = False  # of thumb: nothing was measured that could speak


@dataclass(frozen=True, slots=True)
class _Case:
    """Figures of a reply that is long enough to judge, in the shape that the sentences need."""

    accepted: float
    per_round: float
    draft_share: float
    needs_draft_model: bool
    suggestion: str
    translate: Translate

    def say(self, text: str, level: VerdictLevel, **figures: str) -> Verdict:
        shown = {"accepted": say.percent(self.accepted), "per_round": say.per_round(self.per_round)}
        shown["draft_share"] = say.percent(self.draft_share)
        troubled = level in ("warn", "bad")
        return Verdict(text.format(**shown, **figures), level, self.suggestion if troubled else "", switch_off=troubled)


def speedup_level(speedup: float) -> VerdictLevel:
    """How a speedup is to be read, the same for the sentence and for the big figure."""
    if speedup >= PAYS_FROM:
        return "good"
    if speedup >= SLOWS_BELOW:
        return "neutral"
    return "warn" if speedup >= SLOWS_BADLY_BELOW else "bad"


def verdict(
    metrics: ReplyMetrics,
    baseline: Baseline | None,
    speculation: Speculation,
    *,
    needs_draft_model: bool = False,
    ngram_preset: str = "",
    looks_back: bool = False,
    translate: Translate = english,
) -> Verdict:
    """Judge a reply from its figures.

    needs_draft_model: the reply's preset has one. looks_back: all its drafters find their drafts in the text so far.
    ngram_preset: id of an n-gram preset that the loaded model can run, or ''. It is suggested where a costlier
    drafter does not pay, never in the place of one that looks back itself.
    """
    suggestion = "" if looks_back else ngram_preset
    if not speculation.drafters:
        return _off(metrics, ngram_preset, translate)
    if metrics.rounds == 0:
        return Verdict(translate("Verdict", "Waiting for the first round."))
    if metrics.drafted == 0:
        return _silent(metrics, needs_draft_model, looks_back, suggestion, translate)
    if metrics.emitted < JUDGE_FROM_TOKENS:
        text = translate("Verdict", "Too short to judge yet: {n} of about {enough} tokens.")
        return Verdict(text.format(n=metrics.emitted, enough=JUDGE_FROM_TOKENS))
    case = _Case(
        accepted=metrics.accepted / metrics.drafted,
        per_round=metrics.accepted / metrics.rounds,
        draft_share=metrics.draft_s / metrics.verify_s if metrics.verify_s > 0 else 0.0,
        needs_draft_model=needs_draft_model,
        suggestion=suggestion,
        translate=translate,
    )
    if baseline is None or metrics.tokens_per_s is None:
        return replace(_by_rule_of_thumb(case), by_rule=True)
    return _by_measurement(case, metrics.tokens_per_s / baseline.tokens_per_s, baseline.measured)


def _off(metrics: ReplyMetrics, ngram_preset: str, translate: Translate) -> Verdict:
    if metrics.tokens_per_s is None:
        text = translate("Verdict", "Speculation is off: the model writes one token per pass. This is the baseline.")
        return Verdict(text, suggestion=ngram_preset)
    text = translate("Verdict", "Speculation is off. {speed} tok/s is the baseline that presets are measured against.")
    return Verdict(text.format(speed=say.speed(metrics.tokens_per_s)), suggestion=ngram_preset)


def _silent(
    metrics: ReplyMetrics, needs_draft_model: bool, looks_back: bool, suggestion: str, translate: Translate
) -> Verdict:
    if looks_back and not needs_draft_model:
        text = translate(
            "Verdict",
            "No repetition found yet. Looking back costs next to nothing until the reply repeats the prompt or itself.",
        )
        return Verdict(text)
    if metrics.rounds < SILENT_DRAFT_ROUNDS:
        return Verdict(translate("Verdict", "Nothing drafted yet."))
    if needs_draft_model:
        text = translate(
            "Verdict",
            "The draft model is loaded but has proposed nothing: it takes memory and gives no speed. Lower"
            " p_min or n_min, or switch it off.",
        )
    else:
        text = translate(
            "Verdict",
            "The drafter has proposed nothing so far. Lower p_min or n_min, or switch speculation off.",
        )
    return Verdict(text, "bad", suggestion, switch_off=True)


def _by_measurement(case: _Case, speedup: float, measured: bool) -> Verdict:
    translate = case.translate
    times = say.times(speedup)
    if not measured:
        times = translate("Verdict", "about {times}").format(times=times)
    level = speedup_level(speedup)
    if level == "good":
        if case.accepted < LOW_ACCEPTANCE:
            text = translate(
                "Verdict",
                "Speculation pays here: {times} the baseline, although only {accepted} is accepted.",
            )
        elif case.draft_share > HIGH_DRAFT_SHARE:
            text = translate(
                "Verdict",
                "Speculation pays here: {times} the baseline. A smaller draft would give more: drafting takes"
                " {draft_share} of a pass.",
            )
        else:
            text = translate("Verdict", "Speculation pays here: {times} the baseline with {accepted} accepted.")
        return case.say(text, "good", times=times)
    if level == "neutral":
        text = translate("Verdict", "No gain and no harm: {times} the baseline with {accepted} accepted.")
        return case.say(text, "neutral", times=times)
    if case.accepted < LOW_ACCEPTANCE:
        text = translate("Verdict", "{accepted} accepted, {times} the baseline: speculation slows this chat.")
    elif case.accepted < MIDDLING_ACCEPTANCE:
        text = translate(
            "Verdict",
            "{accepted} accepted, {times} the baseline: too little for what verifying costs. Shorter drafts may help.",
        )
    elif case.draft_share > HIGH_DRAFT_SHARE:
        text = translate(
            "Verdict",
            "{accepted} accepted, yet {times} the baseline: drafting takes {draft_share} of a pass. Use a"
            " smaller draft or shorter drafts.",
        )
    elif case.per_round < 1:
        text = translate(
            "Verdict",
            "{accepted} accepted, yet {times} the baseline: only {per_round} drafted tokens are kept per round.",
        )
    else:
        text = translate(
            "Verdict",
            "{accepted} accepted, yet {times} the baseline: verifying several tokens at once costs more than"
            " it saves here. Try shorter drafts.",
        )
    return case.say(text, level, times=times)


def _by_rule_of_thumb(case: _Case) -> Verdict:
    translate = case.translate
    if case.accepted < LOW_ACCEPTANCE:
        return case.say(translate("Verdict", "Only {accepted} accepted: speculation seldom pays below 40 %."), "bad")
    if case.per_round < 1:
        text = translate("Verdict", "Only {per_round} drafted tokens are kept per round: likely slower than without.")
        return case.say(text, "warn")
    if case.accepted < MIDDLING_ACCEPTANCE:
        if case.needs_draft_model:
            text = translate("Verdict", "{accepted} accepted: below 50 % a draft model may cost more than it gives.")
        else:
            text = translate("Verdict", "{accepted} accepted: on the edge of what pays. Shorter drafts may help.")
        return case.say(text, "warn")
    if case.draft_share > HIGH_DRAFT_SHARE:
        text = translate(
            "Verdict",
            "{accepted} accepted, but drafting takes {draft_share} of a pass; below 20 % is healthy.",
        )
        return case.say(text, "warn")
    text = translate(
        "Verdict",
        "{accepted} accepted: this should pay. One reply with speculation off gives the baseline to compare with.",
    )
    return case.say(text, "good")
