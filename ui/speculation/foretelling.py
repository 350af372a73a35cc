"""The one quiet line before the first token: the rule of the trade that applies to what is chosen. No Qt."""

from __future__ import annotations

from typing import Final

from ui.advice import RULE_OF_THUMB, Advice, Remark, Rule
from ui.language import local
from ui.speculation.state import Translate, english

# The one that tells most comes first; what acceptance will be is not known before the reply.
_ORDER: Final[tuple[Rule, ...]] = (
    "old tuning",
    "partial offload",
    "experts on the processor",
    "small target",
    "temperature",
    "tuning",
)


def before_first_token(advice: Advice | None, preset: str, translate: Translate = english) -> str:
    """What to expect of a preset, with its ground; '' where no rule applies. preset: the id of what is chosen."""
    if advice is None:
        return ""
    concerned = [one for one in advice.remarks if one.rule in _ORDER and (preset in one.presets or not one.presets)]
    if not concerned:
        return ""
    said = min(concerned, key=lambda one: _ORDER.index(one.rule))
    return f"{local(said.text)} ({ground_words(said, translate)})"


def ground_words(remark: Remark, translate: Translate = english) -> str:
    """'rule of thumb' or 'measured here on 2026-11-30' in the window's language."""
    if remark.ground == RULE_OF_THUMB:
        return translate("Advice", "rule of thumb")
    return translate("Advice", "measured here on {0}").format(remark.ground.rpartition(" ")[2])
