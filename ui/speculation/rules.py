"""How drafts are accepted, in plain words: three rules behind one line that stays folded until somebody wants it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QRadioButton, QToolButton, QVBoxLayout, QWidget

from engine.commands import ACCEPTANCE_RULES, AcceptanceRule
from ui.speculation.parts import one_tab_stop, words
from ui.theme.palette import SPACE_S, SPACE_XL, SPACE_XS
from ui.theme.theme import Theme

DEFAULT_RULE: Final[AcceptanceRule] = "coupled"


class RuleChoice(QWidget):
    """picked: a person took another rule."""

    picked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rule: AcceptanceRule = DEFAULT_RULE
        self._titles: dict[AcceptanceRule, str] = {
            "coupled": self.tr("Same text"),
            "rejection": self.tr("Most accepted"),
            "match": self.tr("As llama.cpp does"),
        }
        helps: dict[AcceptanceRule, str] = {
            "coupled": self.tr(
                "A seed gives the same text with every preset, and with none. Take it unless you have a reason not to."
            ),
            "rejection": self.tr(
                "Accepts a little more. Replies are as good and as varied as without drafts, but a seed gives another"
                " text. Take it for speed at high temperatures."
            ),
            "match": self.tr(
                "Only a draft that is the token drawn anyway is accepted. Take it to compare with llama-server."
            ),
        }
        self.fold = QToolButton()
        self.fold.setProperty("role", "fold")
        self.fold.setCheckable(True)
        self.fold.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.fold.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.fold.toggled.connect(self._unfold)
        self._inside = QWidget()
        inside = QVBoxLayout(self._inside)
        inside.setContentsMargins(0, 0, 0, SPACE_S)
        inside.setSpacing(SPACE_XS)
        inside.addWidget(words(self.tr("They differ above temperature 0 only."), "small", wrap=True))
        self._radios: dict[AcceptanceRule, QRadioButton] = {}
        group = QButtonGroup(self)
        for rule in ("coupled", "rejection", "match"):
            radio = QRadioButton(self._titles[rule])
            radio.setAccessibleDescription(helps[rule])
            radio.clicked.connect(lambda _checked=False, chosen=rule: self._pick(chosen))
            group.addButton(radio)
            self._radios[rule] = radio
            text = words(helps[rule], "small", wrap=True)
            text.setContentsMargins(SPACE_XL - 2, 0, 0, 0)
            inside.addSpacing(SPACE_XS)
            inside.addWidget(radio)
            inside.addWidget(text)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_XS)
        layout.addWidget(self.fold, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self._inside)
        self._unfold(False)
        self._show()

    @property
    def rule(self) -> AcceptanceRule:
        """The rule in force."""
        return self._rule

    def select(self, rule: str) -> None:
        """Put a rule in force; one that is not known counts as the default. Nothing is emitted."""
        self._rule = next((known for known in ACCEPTANCE_RULES if known == rule), DEFAULT_RULE)
        self._show()

    def radio(self, rule: AcceptanceRule) -> QRadioButton:
        """The button of a rule."""
        return self._radios[rule]

    def _pick(self, rule: AcceptanceRule) -> None:
        if rule != self._rule:
            self._rule = rule
            self._show()
            self.picked.emit()

    def _show(self) -> None:
        self._radios[self._rule].setChecked(True)
        one_tab_stop(list(self._radios.values()))
        self.fold.setText(self.tr("Acceptance: {0}").format(self._titles[self._rule]))
        self.fold.setAccessibleName(self.tr("Acceptance rule: {0}").format(self._titles[self._rule]))

    def _unfold(self, opened: bool) -> None:
        self._inside.setVisible(opened)
        self._theme.bind_icon(self.fold, "chevron-down" if opened else "chevron-right", "muted")
        self.fold.setIconSize(QSize(14, 14))
