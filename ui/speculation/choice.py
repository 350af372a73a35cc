"""From what is chosen in the panel to the `Speculation` that the engine is asked for. No Qt.

Values map a drafter's name to the values of its options. A variant is not remembered: it is the one whose
values are in force, so that editing an option by hand and picking the variant again always tell the truth.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.commands import OptionValue, PresetInfo, PresetVariant, Speculation
from engine.events import DrafterStatus

Values = Mapping[str, Mapping[str, OptionValue]]


def default_values(preset: PresetInfo) -> dict[str, dict[str, OptionValue]]:
    """The preset's own value for every option of its drafters."""
    values: dict[str, dict[str, OptionValue]] = {}
    for drafter in preset.drafters:
        declared = {spec.name: spec.default for spec in preset.options.get(drafter.name, ())}
        values[drafter.name] = {**declared, **drafter.options}
    return values


def variant_values(preset: PresetInfo, variant: PresetVariant) -> dict[str, dict[str, OptionValue]]:
    """The preset's own values with those of the variant in their place."""
    values = default_values(preset)
    for name, changed in variant.options.items():
        if name in values:
            values[name].update(changed)
    return values


def variant_in_force(preset: PresetInfo, values: Values) -> str:
    """Id of the first variant that these values are, or '' for values of one's own."""
    return next((v.id for v in preset.variants if variant_values(preset, v) == values), "")


def speculation_of(preset: PresetInfo, values: Values, draft_model: str | None) -> Speculation:
    """What to ask the engine for. draft_model, or the file of an MTP head, is left out for a preset without one."""
    drafters = tuple(replace(drafter, options=dict(values[drafter.name])) for drafter in preset.drafters)
    return Speculation(preset.id, drafters, draft_model if preset.has_second_file else None, choose=preset.choose)


def is_ngram_only(preset: PresetInfo, family_of: Mapping[str, str]) -> bool:
    """Whether the preset drafts, and from n-grams alone."""
    return bool(preset.drafters) and all(family_of.get(d.name) == "ngram" for d in preset.drafters)


def why_not(preset: PresetInfo, statuses: Mapping[str, DrafterStatus], has_sidecar: bool = False) -> str:
    """The engine's reason why the loaded model cannot have this preset, or ''. A drafter without a status can
    run. has_sidecar: there is an MTP head for the model in a file of its own."""
    given = preset.takes_sidecar and has_sidecar
    needed = (drafter.name for drafter in preset.drafters if not drafter.optional)
    for status in (statuses[name] for name in needed if name in statuses):
        if not status.available and not (given and status.takes_sidecar):
            return status.reason
    return ""
