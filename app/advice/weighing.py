"""From facts to an order of presets: a pure function, so that every rule can be read and tested.

A preset that was measured here stands where its measurement puts it. The others stand by weights that are made from
what the field reports: how often a way of drafting hits in such work, and what spoils it. The weights order, no more:
they are never shown, and a measurement of this machine always speaks in their place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from engine.commands import PresetInfo
from engine.metrics import LOW_ACCEPTANCE
from ui.advice import RULE_OF_THUMB, Advice, Remark, Rule, Suggestion
from ui.comparison import BASELINE

WARM: Final = 0.7  # temperature
SMALL_TARGET: Final = 3_000_000_000  # weights
Family = Literal["ngram", "history", "mtp", "draft"]

# How much of a reply stands in its prompt or earlier in itself: 1 is nearly all.
_REPEATS: Final = {
    "code-edit": 1.0,
    "json": 0.6,
    "summarization": 0.4,
    "rag": 0.4,
    "coding": 0.35,
    "multilingual": 0.2,
    "math": 0.2,
    "reasoning": 0.15,
    "stem": 0.15,
    "qa": 0.1,
    "humanities": 0.1,
    "writing": 0.05,
    "roleplay": 0.05,
}
_ALSO: Final = {"chat": "qa", "story": "writing", "code": "coding", "translation": "multilingual", "edit": "code-edit"}
_ANY: Final = 0.3
_COPIES_MOST_FROM: Final = 0.5
WORKLOADS: Final = (*_REPEATS, *_ALSO)


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of the model and of how it is put into memory.

    parameters: weights of the target. experts: it is a mixture of experts. gpu: there is one. gpu_layers of n_layer: on
    it; None where that is not known. draft_parameters: of a draft model, None without one.
    """

    title: str
    parameters: int
    n_layer: int
    experts: bool = False
    gpu: bool = False
    gpu_layers: int | None = None
    draft_parameters: int | None = None

    @property
    def partial(self) -> bool:
        """Some layers are on the GPU and some are not."""
        return self.gpu and self.gpu_layers is not None and 0 < self.gpu_layers < self.n_layer

    @property
    def experts_on_cpu(self) -> bool:
        return self.experts and (not self.gpu or (self.gpu_layers is not None and self.gpu_layers < self.n_layer))


@dataclass(frozen=True, slots=True)
class Measured:
    """A preset's speedup in a stored comparison or tuning. workload: '' over several kinds of prompts. date: ISO."""

    preset: str
    speedup: float
    low: float | None
    high: float | None
    date: str
    workload: str = ""

    @property
    def ground(self) -> str:
        return f"measured here on {self.date}"


@dataclass(frozen=True, slots=True)
class Possible:
    """A preset that this model can have. families: of its drafters."""

    info: PresetInfo
    families: tuple[Family, ...]


def category_of(workload: str) -> str:
    """The category of prompts that a word for a kind of work means; the word itself where there is none."""
    return _ALSO.get(workload, workload)


def advise(
    facts: Facts,
    workload: str,
    temperature: float,
    presets: Sequence[Possible],
    measured: Sequence[Measured] = (),
    remarks: Sequence[Remark] = (),
) -> Advice:
    """Presets in order with the reason of each. measured: of this model here, the newest first. remarks: what else is
    known, put behind the rules."""
    category = category_of(workload)
    known = {one.info.id: found for one in presets if (found := _newest(one.info.id, category, measured))}
    weighed = []
    for place, one in enumerate(presets):
        found = known.get(one.info.id)
        weight = found.speedup if found else _weight(one, facts, category, temperature)
        weighed.append((-weight, place, one, found))
    weighed.sort(key=lambda item: item[:2])
    suggestions = tuple(
        Suggestion(
            one.info.id,
            one.info.title,
            _measured_words(found) if found else _reason(one, facts, category),
            found.ground if found else RULE_OF_THUMB,
            found.speedup if found else None,
        )
        for _, _, one, found in weighed
    )
    return Advice(workload, temperature, suggestions, (*_remarks(facts, temperature, presets, known), *remarks))


def _newest(preset: str, category: str, measured: Sequence[Measured]) -> Measured | None:
    """Of this kind of work before any, and of these the newest."""
    mine = [one for one in measured if one.preset == preset]
    return next((one for one in mine if category and one.workload == category), None) or next(
        (one for one in mine if not one.workload), None
    )


def _measured_words(found: Measured) -> str:
    interval = f" ({found.low:.2f} to {found.high:.2f})" if found.low is not None and found.high is not None else ""
    if found.low is not None and found.high is not None and found.low <= 1 <= found.high:
        return f"{found.speedup:.2f}× the baseline{interval}: it cannot be told from it."
    return f"{found.speedup:.2f}× the baseline{interval}."


# ---- rules of thumb


def _weight(one: Possible, facts: Facts, category: str, temperature: float) -> float:
    if one.info.id == BASELINE or not one.families:
        return 1.0
    best = max(_family_weight(family, facts, category, temperature) for family in one.families)
    if one.info.choose == "price":
        return max(best, 1.0) + 0.02  # it has all of them, and not to draft is among its choices
    return best


def _family_weight(family: Family, facts: Facts, category: str, temperature: float) -> float:
    repeats = _REPEATS.get(category, _ANY)
    warm = 0.15 if temperature > WARM else 0.0
    if family in ("ngram", "history"):
        gain = 1.0 + repeats * (1.0 if family == "history" else 0.9)
        return gain - warm * repeats
    price = 0.35 if facts.partial or facts.experts_on_cpu else 0.0
    if family == "mtp":
        return 1.4 - warm - price
    small = 0.5 if facts.parameters < SMALL_TARGET else 0.0
    ratio = (facts.draft_parameters or 0) / max(facts.parameters, 1)
    return 1.4 - warm - price - small - min(ratio, 0.5)


def _reason(one: Possible, facts: Facts, category: str) -> str:
    if one.info.id == BASELINE or not one.families:
        return "No speculation: nothing to gain, nothing to lose, and what the others are measured against."
    if one.info.choose == "price":
        return "It takes the drafter and length that gain most at measured prices, and none where none does."
    repeats = _REPEATS.get(category, _ANY)
    if set(one.families) <= {"ngram", "history"}:
        if repeats >= _COPIES_MOST_FROM:
            return "Most of such a reply stands in the conversation already, and looking back costs next to nothing."
        return "It costs next to nothing, and helps where the reply repeats the conversation or itself."
    if "draft" in one.families and facts.parameters < SMALL_TARGET:
        return "The model is so small that a draft model costs nearly what it saves."
    if facts.partial:
        return "With a part of the model on the processor, what is proposed costs more to verify than it mostly gives."
    if facts.experts_on_cpu:
        return "Every further token wakes further experts, so verifying several is dear on the processor."
    if "mtp" in one.families:
        return "The model's own head knows it best and costs little; it works on new text too."
    return "A good draft of the same family works on new text too."


def _remarks(
    facts: Facts, temperature: float, presets: Sequence[Possible], known: dict[str, Measured]
) -> tuple[Remark, ...]:
    """The rules that apply. One that a measurement contradicts says so."""
    drafting = tuple(one.info.id for one in presets if one.families and one.info.choose == "order")
    fixed = [one for one in presets if one.info.id in drafting]
    computing = tuple(one.info.id for one in fixed if set(one.families) & {"mtp", "draft"})
    with_draft = tuple(one.info.id for one in fixed if "draft" in one.families)
    found: list[Remark] = []

    def say(rule: Rule, text: str, concerned: tuple[str, ...]) -> None:
        if not concerned:
            return
        wins = [known[key] for key in concerned if key in known and (known[key].low or 0.0) > 1.0]
        if wins:
            best = max(wins, key=lambda one: one.speedup)
            text = f"{text} Here it paid all the same: {best.speedup:.2f}× with {best.preset}."
        ground = wins[0].ground if wins else RULE_OF_THUMB
        found.append(Remark(rule, text, ground, concerned))

    if temperature > WARM:
        say("temperature", f"Above temperature {WARM:g} fewer drafts are accepted; expect less.", drafting)
    if facts.parameters < SMALL_TARGET:
        text = "Under 3 billion weights a pass is so short that a draft model seldom pays."
        say("small target", text, with_draft)
    if facts.partial:
        text = f"{facts.gpu_layers} of {facts.n_layer} layers are on the GPU; then drafts that cost passes seldom pay."
        say("partial offload", text, computing)
    if facts.experts_on_cpu:
        text = "A mixture of experts on the processor makes verifying several tokens dear; only sure drafts pay."
        say("experts on the processor", text, drafting)
    if drafting:
        text = (
            f"Where under {100 * LOW_ACCEPTANCE:.0f} % of a reply's drafts are accepted, speculation seldom pays; if "
            "it gains nothing then, drafting ends for that reply."
        )
        found.append(Remark("acceptance", text, RULE_OF_THUMB, drafting))
    return tuple(found)
