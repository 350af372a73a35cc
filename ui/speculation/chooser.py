"""The list of presets, what is chosen in it, and the speculation that follows from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QVBoxLayout, QWidget

from engine.commands import OptionValue, PresetInfo, Speculation
from engine.events import DrafterStatus
from ui.language import local
from ui.services import DraftChoice
from ui.speculation.cards import PresetCard
from ui.speculation.choice import default_values, speculation_of, variant_in_force, variant_values, why_not
from ui.speculation.parts import one_tab_stop
from ui.speculation.rules import RuleChoice
from ui.theme.palette import SPACE_S
from ui.theme.theme import Theme


class PresetChooser(QWidget):
    """chosen: another preset, variant, draft or acceptance rule is in force. edited: an option is. file_wanted: find a
    draft; hub_wanted: on the hub. search_wanted(preset id): look for layers that a copy of the model can do without."""

    chosen = Signal()
    edited = Signal()
    file_wanted = Signal()
    hub_wanted = Signal()
    search_wanted = Signal(str)

    def __init__(self, presets: Sequence[PresetInfo], theme: Theme, parent: QWidget | None = None) -> None:
        """presets: at least one; the first without drafters (the baseline) is chosen, else the first."""
        super().__init__(parent)
        self._presets = {preset.id: preset for preset in presets}
        self._values = {preset.id: default_values(preset) for preset in presets}
        self._drafts: Sequence[DraftChoice] = ()
        self._draft = ""
        self._sidecar = ""  # '' is the head inside the model
        self._spared = ""  # of presets that can go without; '' is none
        self._statuses: Mapping[str, DrafterStatus] = {}
        self._cards: dict[str, PresetCard] = {}
        self._group = QButtonGroup(self)
        self._theme = theme
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(SPACE_S)
        self.rules = RuleChoice(theme)
        self.rules.picked.connect(self.chosen)
        self._column.addWidget(self.rules)
        for preset in presets:
            self._add_card(preset)
        self._chosen = next((preset.id for preset in presets if not preset.drafters), presets[0].id)
        self._show_chosen()
        self._show_drafts()

    @property
    def preset(self) -> PresetInfo:
        """The preset in force."""
        return self._presets[self._chosen]

    def card(self, preset_id: str) -> PresetCard:
        """The card of a preset. KeyError for an unknown id."""
        return self._cards[preset_id]

    def add(self, preset: PresetInfo) -> None:
        """Another preset behind the others, or in place of the one with its id."""
        before = self.speculation()
        self._presets[preset.id] = preset
        self._values[preset.id] = default_values(preset)
        self._add_card(preset)
        self._settle_heads()
        self._show_chosen()
        if self.speculation() != before:
            self.chosen.emit()

    def show_old(self, said: Mapping[str, str]) -> None:
        """What holds no longer, in words, by preset."""
        for preset_id, card in self._cards.items():
            card.show_old(said.get(preset_id, ""))

    def variant_title(self) -> str:
        """The short name of the variant in force, or ''."""
        key = variant_in_force(self.preset, self._values[self._chosen])
        titles = {variant.id: variant.title for variant in self.preset.variants}
        return local(titles.get(key, "").partition(":")[0])

    def draft_title(self) -> str:
        """The title of the file in force beside the model, or '' when the preset needs none or has none."""
        path = self._second_file(self.preset)
        return next((choice.model.title for choice in self._drafts if choice.model.path == path), "")

    def speculation(self) -> Speculation:
        """What to ask the engine for now."""
        chosen = speculation_of(self.preset, self._values[self._chosen], self._second_file(self.preset) or None)
        return replace(chosen, rule=self.rules.rule)

    def choose(self, preset_id: str) -> None:
        """Take another preset unless it is greyed out. KeyError for an unknown id."""
        if preset_id == self._chosen or self._cards[preset_id].reason():
            self._show_chosen()
            return
        self._chosen = preset_id
        self._show_chosen()
        self.chosen.emit()

    def take(self, speculation: Speculation) -> None:
        """Put a preset in force with these option values and this second file, unless it is unknown or greyed out."""
        preset_id = speculation.preset
        if preset_id not in self._cards or self._cards[preset_id].reason():
            return
        self._values[preset_id] = {choice.name: dict(choice.options) for choice in speculation.drafters}
        self._cards[preset_id].show_values(self._values[preset_id])
        if speculation.draft_model:
            self.choose_draft(speculation.draft_model, preset_id)
        self._chosen = preset_id
        self._show_chosen()
        self.chosen.emit()

    def choose_draft(self, path: str, preset_id: str = "") -> None:
        """Take another draft model, or MTP head ('' is the one inside the model). For a preset that can go without, it
        is that preset's own choice, and '' is none. Nothing happens for one that is refused or not among the choices.
        """
        before = self.speculation()
        if self._presets[preset_id or self._chosen].takes_draft_model:
            if path in ("", *self._allowed(sidecars=False), *self._allowed(sidecars=True)):
                self._spared = path
        elif path in self._allowed(sidecars=False):
            self._draft = path
        elif path in self._allowed(sidecars=True) or (not path and self._head_inside()):
            self._sidecar = path
        self._show_drafts()
        if self.speculation() != before:
            self.chosen.emit()

    def show_drafts(self, choices: Sequence[DraftChoice]) -> None:
        """Candidates, best first. The draft in force stays if it may; else the best that fits is taken, if
        any does."""
        before = self.speculation()
        self._drafts = tuple(choices)
        if self._spared not in (*self._allowed(sidecars=False), *self._allowed(sidecars=True)):
            self._spared = ""
        if self._draft not in self._allowed(sidecars=False):
            fitting = (c.model.path for c in choices if c.level == "ok" and not c.sidecar)
            self._draft = next(fitting, "")
        self._settle_heads()
        if self.speculation() != before:
            self.chosen.emit()

    def show_statuses(self, statuses: Mapping[str, DrafterStatus]) -> None:
        """Grey out what the loaded model cannot have; the preset in force gives way to the baseline if it is
        that."""
        before = self.speculation()
        self._statuses = statuses
        self._settle_heads()
        if self.speculation() != before and not self._cards[self._chosen].reason():
            self.chosen.emit()

    def _settle_heads(self) -> None:
        """The MTP head in force stays if it may; else it is the one inside the model, else the best that fits. Cards
        that nothing makes possible are greyed out."""
        heads = self._allowed(sidecars=True)
        if self._sidecar not in heads:
            self._sidecar = "" if self._head_inside() else next(iter(heads), "")
        self._show_drafts()
        for preset_id, card in self._cards.items():
            card.show_reason(why_not(self._presets[preset_id], self._statuses, bool(heads)))
            card.allow_search(bool(self._statuses))
        self._order_tabs()
        if self._cards[self._chosen].reason():
            plain = next((key for key, preset in self._presets.items() if not preset.drafters), "")
            if plain:
                self.choose(plain)

    def _second_file(self, preset: PresetInfo) -> str:
        """The path of the file that goes with this preset now, or ''."""
        if preset.takes_draft_model:
            return self._spared
        if preset.needs_draft_model:
            return self._draft
        return self._sidecar if preset.takes_sidecar else ""

    def _allowed(self, *, sidecars: bool) -> list[str]:
        """Paths of the candidates that may be taken, best first."""
        return [c.model.path for c in self._drafts if c.level != "refuse" and c.sidecar == sidecars]

    def _head_inside(self) -> bool:
        """Whether the loaded model has an MTP head in its own file."""
        return any(status.available for status in self._statuses.values() if status.takes_sidecar)

    def _add_card(self, preset: PresetInfo) -> None:
        place = self._column.indexOf(self.rules)
        old = self._cards.pop(preset.id, None)
        if old is not None:
            place = self._column.indexOf(old)
            self._group.removeButton(old.radio)
            self._column.removeWidget(old)
            old.hide()
            old.deleteLater()
        self._cards[preset.id] = card = PresetCard(preset, self._theme)
        self._group.addButton(card.radio)
        self._column.insertWidget(place, card)
        self._connect(preset.id, card)
        card.show_values(self._values[preset.id])

    def _connect(self, preset_id: str, card: PresetCard) -> None:
        card.chosen.connect(lambda: self.choose(preset_id))
        card.variant_picked.connect(lambda variant_id: self._take_variant(preset_id, variant_id))
        card.option_edited.connect(lambda drafter, option, value: self._take_value(preset_id, drafter, option, value))
        card.reset.connect(lambda: self._take_defaults(preset_id))
        card.search_wanted.connect(lambda: self.search_wanted.emit(preset_id))
        if card.drafts is not None:
            card.drafts.picked.connect(lambda path: self.choose_draft(path, preset_id))
            card.drafts.file_wanted.connect(self.file_wanted)
            card.drafts.hub_wanted.connect(self.hub_wanted)

    def _take_variant(self, preset_id: str, variant_id: str) -> None:
        preset = self._presets[preset_id]
        variant = next(variant for variant in preset.variants if variant.id == variant_id)
        self._values[preset_id] = variant_values(preset, variant)
        self._cards[preset_id].show_values(self._values[preset_id])
        self.chosen.emit()

    def _take_value(self, preset_id: str, drafter: str, option: str, value: OptionValue) -> None:
        self._values[preset_id][drafter][option] = value
        self._cards[preset_id].show_values(self._values[preset_id])
        self.edited.emit()

    def _take_defaults(self, preset_id: str) -> None:
        self._values[preset_id] = default_values(self._presets[preset_id])
        self._cards[preset_id].show_values(self._values[preset_id])
        self.chosen.emit()

    def _show_chosen(self) -> None:
        for preset_id, card in self._cards.items():
            card.show_chosen(preset_id == self._chosen)
        self._order_tabs()

    def _order_tabs(self) -> None:
        one_tab_stop([card.radio for card in self._cards.values()])

    def _show_drafts(self) -> None:
        for preset_id, card in self._cards.items():
            if card.drafts is not None:
                preset = self._presets[preset_id]
                choices = [
                    choice
                    for choice in self._drafts
                    if preset.takes_draft_model or choice.sidecar == preset.takes_sidecar
                ]
                inside = preset.takes_sidecar and self._head_inside()
                card.drafts.show_choices(choices, self._second_file(preset), inside=inside)
