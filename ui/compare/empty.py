"""What the view says before anything was compared."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.speculation.parts import words
from ui.theme.palette import SPACE_L, SPACE_S, SPACE_XL


class EmptyPage(QWidget):
    """What comparing is for, how it is done, and what to do next."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hint = words("", "muted", wrap=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_L, SPACE_XL, SPACE_L, SPACE_XL)
        layout.setSpacing(SPACE_S)
        what = self.tr("What does speculation do for this model, on this machine?")
        how = self.tr(
            "Every preset answers the same prompts as the baseline, one after the other, each from a cold cache, and"
            " another one goes first each time. Then you see what is faster, by how much, how sure that is, and whether"
            " the text stayed the same."
        )
        layout.addWidget(words(what, "heading", wrap=True))
        layout.addWidget(words(how, wrap=True))
        layout.addWidget(self._hint)

    def show_hint(self, missing: str) -> None:
        """missing: what is to be done before it can start, or ''."""
        ready = self.tr("Press Start: a first result takes about a minute on a small model.")
        self._hint.setText(missing or ready)
