"""Choosing what runs beside the baseline: up to three presets, each with its variant and its draft model, and a server
of another engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import QCoreApplication, Qt, QUrl, Signal
from PySide6.QtWidgets import QComboBox, QFrame, QGridLayout, QLabel, QLineEdit, QPushButton, QWidget

from engine.commands import PresetInfo, Speculation
from engine.events import DrafterStatus
from ui.chat.text_views import below
from ui.fitting_dialog import popup_width
from ui.language import local
from ui.services import DraftChoice
from ui.speculation.choice import default_values, speculation_of, variant_values, why_not
from ui.speculation.parts import words
from ui.theme.palette import SPACE_M, SPACE_S
from ui.theme.theme import Theme

MOST_ARMS: Final = 3
WIDTH_PX: Final = 680
EXAMPLE: Final = "http://127.0.0.1:8080"
translate: Final = QCoreApplication.translate


class ArmsPopup(QFrame):
    """changed: other arms are chosen. drafts_wanted: look for draft models on the hub."""

    changed = Signal()
    drafts_wanted = Signal()

    def __init__(self, presets: Sequence[PresetInfo], theme: Theme, parent: QWidget | None = None) -> None:
        """presets: in the order of the list; those without drafters are left out, for the baseline always runs."""
        super().__init__(parent, Qt.WindowType.Popup)
        self._presets = {preset.id: preset for preset in presets if preset.drafters}
        self._drafts: Sequence[DraftChoice] = ()
        self._statuses: Mapping[str, DrafterStatus] = {}
        self._old: Mapping[str, str] = {}
        self.setProperty("role", "popup")
        self.setAccessibleName(self.tr("Presets to hold against the baseline"))
        grid = QGridLayout(self)
        grid.setContentsMargins(SPACE_M, SPACE_M, SPACE_M, SPACE_M)
        grid.setHorizontalSpacing(SPACE_S)
        grid.setVerticalSpacing(SPACE_S)
        about = self.tr("The baseline always runs, and the others are held against it, one after the other.")
        grid.addWidget(words(about, "small", wrap=True), 0, 0, 1, 3)
        self.slots_ = [_Slot(i, self._presets, self) for i in range(MOST_ARMS)]
        for i, slot in enumerate(self.slots_):
            for column, box in enumerate((slot.preset, slot.variant, slot.draft)):
                grid.addWidget(box, 2 * i + 1, column)
                grid.setColumnStretch(column, (5, 3, 6)[column])
            grid.addWidget(slot.note, 2 * i + 2, 0, 1, 3)
            slot.preset.activated.connect(lambda _, slot=slot: self._preset_picked(slot))
            slot.variant.activated.connect(lambda _: self.changed.emit())
            slot.draft.activated.connect(lambda _, slot=slot: self._draft_picked(slot))
        self.find_button = QPushButton(self.tr("Find drafts on the hub"))
        self.find_button.clicked.connect(self._find_drafts)
        grid.addWidget(self.find_button, 2 * MOST_ARMS + 1, 0, 1, 3, Qt.AlignmentFlag.AlignRight)
        self.server = QLineEdit()
        self.server.setPlaceholderText(EXAMPLE)
        self.server.setAccessibleName(self.tr("Address of a llama-server to run beside"))
        self.server.setToolTip(
            self.tr("Start it yourself with the same model file and --parallel 1; its settings are its own.")
        )
        self.server.textChanged.connect(self._server_typed)
        beside = words(self.tr("llama-server beside, if one runs"), "small")
        beside.setBuddy(self.server)
        self._server_note = words("", "warn", wrap=True)
        self._server_note.hide()
        grid.addWidget(beside, 2 * MOST_ARMS + 2, 0, 1, 3)
        grid.addWidget(self.server, 2 * MOST_ARMS + 3, 0, 1, 3)
        grid.addWidget(self._server_note, 2 * MOST_ARMS + 4, 0, 1, 3)
        theme.changed.connect(self.update)

    def add_preset(self, preset: PresetInfo) -> None:
        """Another preset, or another version of one."""
        self._presets[preset.id] = preset
        for slot in self.slots_:
            index = slot.preset.findData(preset.id)
            if index < 0:
                slot.preset.addItem(local(preset.title), preset.id)
            else:
                slot.preset.setItemText(index, local(preset.title))
        self.changed.emit()

    def show_old(self, said: Mapping[str, str]) -> None:
        """What holds no longer, in words, by preset."""
        self._old = said
        for slot in self.slots_:
            self._note(slot)

    def show_under(self, anchor: QWidget) -> None:
        """Open below a button."""
        self.setFixedWidth(popup_width(anchor, WIDTH_PX))
        self.move(below(anchor, width=self.width()))
        self.show()
        self.slots_[0].preset.setFocus()

    def choose(self, preset_ids: Sequence[str]) -> None:
        """Take these presets, those that are not known left out."""
        known = [preset_id for preset_id in preset_ids if preset_id in self._presets]
        for slot, preset_id in zip(self.slots_, [*known, *("",) * MOST_ARMS], strict=False):
            slot.preset.setCurrentIndex(max(slot.preset.findData(preset_id), 0))
            self._fill(slot)
        self.changed.emit()

    def set_statuses(self, statuses: Sequence[DrafterStatus]) -> None:
        """What the model can have, as far as that is known."""
        self._statuses = {status.drafter: status for status in statuses}
        for slot in self.slots_:
            self._note(slot)

    def set_drafts(self, drafts: Sequence[DraftChoice]) -> None:
        """Second files for the model, best first; the ones in force stay if they may."""
        self._drafts = [draft for draft in drafts if draft.level != "refuse"]
        for slot in self.slots_:
            self._fill_drafts(slot)
        self.changed.emit()

    def chosen(self) -> tuple[tuple[str, Speculation], ...]:
        """(name, speculation) of every arm."""
        return tuple(pair for slot in self.slots_ if (pair := self._arm(slot)) is not None)

    def missing(self) -> str:
        """What a chosen preset lacks before anything can run, in words; ''."""
        for name, speculation in self.chosen():
            if self._presets[speculation.preset].needs_draft_model and speculation.draft_model is None:
                return self.tr("{0} needs a draft model, and none for this model was found.").format(local(name))
        return self._server_fault()

    def peers(self) -> tuple[str, ...]:
        """The addresses of servers that run beside."""
        address = self.server.text().strip()
        return (address,) if address else ()

    def preset_ids(self) -> tuple[str, ...]:
        """The presets chosen, to be remembered."""
        return tuple(speculation.preset for _, speculation in self.chosen())

    def _server_typed(self) -> None:
        fault = self._server_fault()
        self._server_note.setText(fault)
        self._server_note.setVisible(bool(fault))
        self.adjustSize()
        self.changed.emit()

    def _server_fault(self) -> str:
        for address in self.peers():
            url = QUrl(address, QUrl.ParsingMode.StrictMode)
            if not url.isValid() or url.scheme() not in ("http", "https") or not url.host():
                return self.tr("{0} is no server's address. Write for example {1}").format(address, EXAMPLE)
        return ""

    def _find_drafts(self) -> None:
        self.hide()
        self.drafts_wanted.emit()

    def _arm(self, slot: _Slot) -> tuple[str, Speculation] | None:
        preset = self._presets.get(slot.preset.currentData() or "")
        if preset is None:
            return None
        variant = next((variant for variant in preset.variants if variant.id == slot.variant.currentData()), None)
        values = variant_values(preset, variant) if variant else default_values(preset)
        name = f"{preset.title} · {variant.title.partition(':')[0]}" if variant else preset.title
        return name, speculation_of(preset, values, slot.draft.currentData() or None)

    def _preset_picked(self, slot: _Slot) -> None:
        self._fill(slot)
        self.changed.emit()

    def _draft_picked(self, slot: _Slot) -> None:
        self._note(slot)
        self.changed.emit()

    def _fill(self, slot: _Slot) -> None:
        preset = self._presets.get(slot.preset.currentData() or "")
        slot.variant.clear()
        slot.variant.addItem(self.tr("Default"), "")
        for variant in preset.variants if preset else ():
            slot.variant.addItem(local(variant.title.partition(":")[0]), variant.id)
        slot.variant.setVisible(slot.variant.count() > 1)
        self._fill_drafts(slot)

    def _fill_drafts(self, slot: _Slot) -> None:
        preset = self._presets.get(slot.preset.currentData() or "")
        before = slot.draft.currentData()
        slot.draft.clear()
        if preset is not None and preset.has_second_file:
            fitting = [
                draft for draft in self._drafts if preset.takes_draft_model or draft.sidecar == preset.takes_sidecar
            ]
            if preset.takes_draft_model and fitting:
                slot.draft.addItem(self.tr("No draft model"), "")
            if preset.takes_sidecar:
                slot.draft.addItem(self.tr("Head in the model"), "")
            for draft in fitting:
                slot.draft.addItem(draft.model.title, draft.model.path)
            slot.draft.setCurrentIndex(max(slot.draft.findData(before), 0))
        slot.draft.setVisible(slot.draft.count() > 0)
        self._note(slot)

    def _note(self, slot: _Slot) -> None:
        preset = self._presets.get(slot.preset.currentData() or "")
        text = ""
        if preset is not None:
            text = local(why_not(preset, self._statuses, bool(slot.draft.currentData())))
            if not text and preset.needs_draft_model and slot.draft.count() == 0:
                text = self.tr("No draft model for this model was found on this machine.")
            text = text or local(self._old.get(preset.id, ""))
        slot.note.setText(text)
        slot.note.setVisible(bool(text))
        self.adjustSize()


class _Slot:
    """The widgets of one arm."""

    def __init__(self, index: int, presets: Mapping[str, PresetInfo], parent: QWidget) -> None:
        self.preset = QComboBox(parent)
        self.preset.setAccessibleName(translate("ArmsPopup", "Preset of arm {0}").format(index + 1))
        self.preset.addItem(translate("ArmsPopup", "None"), "")
        for preset in presets.values():
            self.preset.addItem(local(preset.title), preset.id)
        self.variant = QComboBox(parent)
        self.variant.setAccessibleName(translate("ArmsPopup", "Variant of arm {0}").format(index + 1))
        self.draft = QComboBox(parent)
        self.draft.setAccessibleName(translate("ArmsPopup", "Draft model of arm {0}").format(index + 1))
        self.note: QLabel = words("", "warn", wrap=True, parent=parent)
        for box in (self.preset, self.variant, self.draft):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(8)
        for hidden in (self.variant, self.draft, self.note):
            hidden.hide()
