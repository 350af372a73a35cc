"""What to do when the context is too small: said above the message, with every way out as a button."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from ui.chat.fitting import Overfull
from ui.chat.top_bar import short_count
from ui.numerals import number
from ui.theme.palette import SPACE_M, SPACE_S, SPACE_XS
from ui.theme.theme import Theme


class FitBar(QFrame):
    """leave_out(Overfull), enlarge(Overfull): do it that way. closed: do nothing."""

    leave_out = Signal(object)
    enlarge = Signal(object)
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._full: Overfull | None = None
        self.setProperty("role", "banner-warn")
        self.what = _words("title")
        self.why = _words("muted")
        self.drop = QPushButton()
        self.drop.setProperty("role", "primary")
        self.drop.clicked.connect(self._drop)
        self.more = QPushButton()
        self.more.clicked.connect(self._enlarge)
        self.no = QPushButton()
        self.no.clicked.connect(self.close_bar)
        low = QHBoxLayout()
        low.setSpacing(SPACE_S)
        for button in (self.drop, self.more, self.no):
            low.addWidget(button)
        low.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_M, SPACE_M - 2, SPACE_M, SPACE_M - 2)
        layout.setSpacing(SPACE_XS)
        layout.addWidget(self.what)
        layout.addWidget(self.why)
        layout.addSpacing(SPACE_XS)
        layout.addLayout(low)
        theme.changed.connect(self.update)
        self.hide()

    @property
    def full(self) -> Overfull | None:
        """What is being asked about."""
        return self._full

    def ask(self, full: Overfull) -> None:
        """Say what does not fit, and what can be done about it."""
        self._full = full
        tokens, n_ctx, n = number(full.tokens), number(full.n_ctx), full.n_questions
        if full.cut:
            self.what.setText(self.tr("The context of {0} tokens is full").format(n_ctx))
        elif full.tokens > full.n_ctx:
            self.what.setText(self.tr("{0} tokens do not fit into a context of {1}").format(tokens, n_ctx))
        else:
            words = self.tr("{0} of {1} tokens are taken: too little room for a reply")
            self.what.setText(words.format(tokens, n_ctx))
        self.why.setText(self._ways(full))
        if full.cut:
            one, several = self.tr("Leave out the oldest turn and go on"), self.tr("Leave out the {0} oldest and go on")
        else:
            one, several = self.tr("Leave out the oldest turn"), self.tr("Leave out the {0} oldest turns")
        self.drop.setText(one if n == 1 else several.format(n))
        self.drop.setVisible(n > 0)
        self.more.setText(self.tr("Context of {0}").format(short_count(full.larger)))
        self.more.setToolTip(self.tr("The model is loaded again with it, for this chat"))
        self.more.setVisible(full.larger > 0)
        self.no.setText(self.tr("Stop here") if full.cut else self.tr("Do not send"))
        self.setAccessibleName(f"{self.what.text()}. {self.why.text()}")
        self.show()

    def close_bar(self) -> None:
        """Nothing is to be done."""
        if self._full is not None:
            self._full = None
            self.hide()
            self.closed.emit()

    def _ways(self, full: Overfull) -> str:
        if full.turns:
            words = self.tr(
                "Without the oldest turns it takes {0}. They stay in the chat, marked as left out, and can be taken in"
                " again."
            )
            return words.format(number(full.kept_tokens))
        if full.larger:
            return self.tr("No number of earlier turns would make room. A larger context would.")
        return self.tr("No number of earlier turns would make room. Shorten the message, or start a new chat.")

    def _drop(self) -> None:
        full = self._taken()
        if full is not None:
            self.leave_out.emit(full)

    def _enlarge(self) -> None:
        full = self._taken()
        if full is not None:
            self.enlarge.emit(full)

    def _taken(self) -> Overfull | None:
        full, self._full = self._full, None
        self.hide()
        return full


def _words(role: str) -> QLabel:
    label = QLabel()
    label.setProperty("role", role)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    return label
