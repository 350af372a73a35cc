"""One card for each preset: what it is, when it helps, what it needs, and for the chosen one everything to
set."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont, QMouseEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QRadioButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.commands import PresetInfo, PresetVariant
from ui.language import local
from ui.speculation.choice import Values, default_values, variant_in_force
from ui.speculation.draft_picker import DraftPicker
from ui.speculation.options import OptionsForm
from ui.speculation.parts import words
from ui.theme.palette import FONT_PX, SPACE_M, SPACE_XS
from ui.theme.theme import Theme, restyle


def sentence_case(text: str) -> str:
    """With a capital, and without spaces around it."""
    return text.strip()[:1].upper() + text.strip()[1:]


class VariantSwitch(QFrame):
    """A segmented control; nothing is pressed while the values in force are nobody's but one's own.

    picked(id): a person chose this variant.
    """

    picked = Signal(str)

    def __init__(self, variants: tuple[PresetVariant, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._variants = {variant.id: variant for variant in variants}
        self._buttons: dict[str, QToolButton] = {}
        self._group = QButtonGroup(self)
        self._what = words("", "small", wrap=True)
        line = QHBoxLayout()
        line.setSpacing(SPACE_XS)
        for variant in variants:
            head, _, rest = variant.title.partition(":")
            head, rest = local(head), local(sentence_case(rest))
            button = QToolButton()
            button.setText(head)
            button.setCheckable(True)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.setMinimumWidth(64)
            button.setAccessibleName(self.tr("Variant {title}").format(title=head))
            button.setToolTip(rest or head)
            button.clicked.connect(lambda _checked=False, key=variant.id: self.picked.emit(key))
            self._group.addButton(button)
            self._buttons[variant.id] = button
            line.addWidget(button)
        line.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_XS)
        layout.addLayout(line)
        layout.addWidget(self._what)

    def show_in_force(self, variant_id: str) -> None:
        """Press the button of this variant, or none for ''."""
        self._group.setExclusive(False)
        for key, button in self._buttons.items():
            button.setChecked(key == variant_id)
        self._group.setExclusive(True)
        if variant_id:
            self._what.setText(local(sentence_case(self._variants[variant_id].title.partition(":")[2])))
        else:
            self._what.setText(self.tr("Your own values"))
        self._what.setVisible(bool(self._what.text()))

    def button(self, variant_id: str) -> QToolButton:
        """The segment of a variant. KeyError for an unknown id."""
        return self._buttons[variant_id]


class PresetCard(QFrame):
    """chosen: a person picked this preset. variant_picked(id), option_edited(drafter, option, value), reset:
    they changed how it works. search_wanted: look for layers that a copy of the model can do without."""

    chosen = Signal()
    variant_picked = Signal(str)
    option_edited = Signal(str, str, object)
    reset = Signal()
    search_wanted = Signal()

    def __init__(self, preset: PresetInfo, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._preset = preset
        self.setProperty("role", "card")
        self.radio = QRadioButton(local(preset.title))
        theme.bind_font(self.radio, lambda: theme.font(FONT_PX, QFont.Weight.DemiBold))
        self.radio.setAccessibleDescription(local(preset.summary))
        self.radio.clicked.connect(self.chosen)
        self._reason = words("", "warn", wrap=True)
        self._reason.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_M, SPACE_M, SPACE_M, SPACE_M)
        layout.setSpacing(SPACE_XS)
        layout.addWidget(self.radio)
        self._summary = words(local(preset.summary), wrap=True)
        layout.addWidget(self._summary)
        for text in self._advice():
            layout.addWidget(words(text, "small", wrap=True))
        layout.addWidget(self._reason)
        self._old = words("", "warn", wrap=True)
        self._old.hide()
        layout.addWidget(self._old)
        self.search = QPushButton(self.tr("Search the layers…")) if preset.uses_made_draft else None
        if self.search is not None:
            self.search.setEnabled(False)
            self.search.clicked.connect(self.search_wanted)
            layout.addWidget(self.search, 0, Qt.AlignmentFlag.AlignLeft)
        self._body = QWidget()
        body = QVBoxLayout(self._body)
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(SPACE_M)
        if preset.avoid_when:
            avoid = self.tr("Avoid when: {text}").format(text=local(preset.avoid_when))
            body.addWidget(words(avoid, "small", wrap=True))
        self.variants = VariantSwitch(preset.variants) if preset.variants else None
        if self.variants is not None:
            self.variants.picked.connect(self.variant_picked)
            body.addWidget(self.variants)
        self.drafts = (
            DraftPicker(for_heads=preset.takes_sidecar, can_go_without=preset.takes_draft_model)
            if preset.has_second_file
            else None
        )
        if self.drafts is not None:
            body.addWidget(self.drafts)
        self.form = OptionsForm(preset) if any(preset.options.values()) else None
        if self.form is not None:
            self.form.edited.connect(self.option_edited)
            self.form.reset.connect(self.reset)
            body.addWidget(self.form)
        self._has_body = body.count() > 0
        self._body.hide()
        layout.addWidget(self._body)

    def show_chosen(self, chosen: bool) -> None:
        """Unfold or fold what can be set."""
        self.radio.setChecked(chosen)
        self._body.setVisible(chosen and self._has_body)
        restyle(self, "banner-info" if chosen else "card")

    def show_reason(self, reason: str) -> None:
        """Grey the card out with the engine's reason; '' makes it available."""
        self.radio.setEnabled(not reason)
        restyle(self._summary, "muted" if reason else "")
        self._reason.setText(local(reason))
        self._reason.setVisible(bool(reason))
        self.radio.setToolTip(local(reason))
        self.radio.setAccessibleDescription(local(reason or self._preset.summary))

    def show_old(self, text: str) -> None:
        """Say that the figures which a preset came from hold no longer; '' when they do."""
        self._old.setText(local(text))
        self._old.setVisible(bool(text))

    def allow_search(self, allowed: bool) -> None:
        """Whether a model is there whose layers can be searched."""
        if self.search is not None:
            self.search.setEnabled(allowed)
            self.search.setText(self.tr("Search the layers…") if self.reason() else self.tr("Search them again…"))

    def reason(self) -> str:
        """Why it is greyed out, or ''."""
        return self._reason.text()

    def show_values(self, values: Values) -> None:
        """Put the option values in force into the form and the variant switch."""
        if self.form is not None:
            self.form.show_values(values, can_reset=values != default_values(self._preset))
        if self.variants is not None:
            self.variants.show_in_force(variant_in_force(self._preset, values))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self.radio.isEnabled() and not self.radio.isChecked() and event.button() == Qt.MouseButton.LeftButton:
            self.radio.setFocus(Qt.FocusReason.MouseFocusReason)
            self.radio.click()
        super().mousePressEvent(event)

    def _advice(self) -> list[str]:
        lines = []
        if self._preset.best_for:
            lines.append(self.tr("Best for: {text}").format(text=local(self._preset.best_for)))
        if self._preset.needs_draft_model:
            lines.append(self.tr("Needs: a second, smaller model that shares the vocabulary."))
        if self._preset.takes_draft_model:
            lines.append(self.tr("Takes: a draft model or an MTP head too, where there is one."))
        if self._preset.takes_sidecar:
            lines.append(self.tr("Needs: an MTP head, inside the model's file or in one of its own."))
        elif self._preset.needs_mtp_head:
            lines.append(self.tr("Needs: a model file that holds an MTP head."))
        return lines
