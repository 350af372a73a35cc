"""A strip that says what went wrong, why, and what to do, without standing in the way."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QVBoxLayout, QWidget

from ui.chat.problem import Problem
from ui.language import local
from ui.theme.palette import SPACE_M, SPACE_S, SPACE_XS
from ui.theme.theme import Theme, Tone, pixmap, restyle

_LOOK: dict[str, tuple[str, Tone]] = {
    "bad": ("warning", "bad"),
    "warn": ("warning", "warn"),
    "info": ("info", "muted"),
}


class Banner(QFrame):
    """Shows one problem until it is closed or replaced; lasting ones wait behind it. acted(action): its button was
    pressed. left: it went while the keyboard was in it."""

    acted = Signal(str)
    left = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.problem: Problem | None = None
        self._waiting: list[Problem] = []
        self._icon = QLabel()
        self._icon.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._what = _words("title")
        self._why = _words("muted")
        self._next = _words("muted")
        self._button = QPushButton()
        self._button.setProperty("role", "primary")
        self._button.clicked.connect(self._act)
        close = QToolButton()
        close.setAccessibleName(self.tr("Close this message"))
        close.setToolTip(self.tr("Close"))
        close.clicked.connect(self.clear)
        theme.bind_icon(close, "close", "muted")
        words = QVBoxLayout()
        words.setSpacing(SPACE_XS)
        for label in (self._what, self._why, self._next):
            words.addWidget(label)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACE_M, SPACE_M - 2, SPACE_S, SPACE_M - 2)
        layout.setSpacing(SPACE_M - 2)
        layout.addWidget(self._icon)
        layout.addLayout(words, 1)
        layout.addWidget(self._button, 0, Qt.AlignmentFlag.AlignVCenter)
        layout.addWidget(close, 0, Qt.AlignmentFlag.AlignTop)
        theme.changed.connect(self._paint_icon)
        self.hide()

    @property
    def has_focus(self) -> bool:
        """Whether the keyboard is at one of its buttons."""
        focus = QApplication.focusWidget()
        return focus is not None and self.isAncestorOf(focus)

    def show_problem(self, problem: Problem) -> None:
        """Show it. A warning does not push away something worse that is still there."""
        if self.problem is not None and self.problem.level == "bad" and problem.level != "bad":
            self._waiting += [problem] if problem.lasting else []
            return
        if self.problem is not None and self.problem.lasting and self.problem != problem:
            self._waiting.insert(0, self.problem)
        self.problem = problem
        for label, text in (
            (self._what, problem.what),
            (self._why, problem.why),
            (self._next, problem.next_step),
        ):
            label.setText(sentence(local(text)))
            label.setVisible(bool(text))
        names = {"restart": self.tr("Restart engine"), "save": self.tr("Save now")}
        self._button.setText(names.get(problem.action, ""))
        self._button.setVisible(bool(problem.action))
        restyle(self, f"banner-{problem.level}")
        said = (local(text) for text in (problem.what, problem.why, problem.next_step) if text)
        self.setAccessibleName(" ".join(said))
        self._paint_icon()
        self.show()

    def make_room(self) -> None:
        """Take it away, unless it has to be seen."""
        if self.problem is not None and not self.problem.lasting:
            self.clear()

    def move_on(self) -> None:
        """Another reply is asked for, or another conversation is on screen: what was about the one before goes."""
        if self.problem is not None and self.problem.passing:
            self.clear()

    def clear(self) -> None:
        """Take it away; what waited behind it is shown."""
        self.problem = None
        if self._waiting:
            self.show_problem(self._waiting.pop(0))
            return
        had_focus = self.has_focus
        self.hide()
        if had_focus:
            self.left.emit()

    def settle(self, action: str) -> None:
        """Nothing is left to be done by this button."""
        self._waiting = [problem for problem in self._waiting if problem.action != action]
        if self.problem is not None and self.problem.action == action:
            self.clear()

    def _paint_icon(self) -> None:
        if self.problem is not None:
            name, tone = _LOOK[self.problem.level]
            self._icon.setPixmap(pixmap(name, self._theme, tone, scale=self.devicePixelRatioF()))

    def _act(self) -> None:
        action = self.problem.action if self.problem else ""
        self.clear()
        self.acted.emit(action)


def _words(role: str) -> QLabel:
    label = QLabel()
    label.setProperty("role", role)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label


def sentence(text: str) -> str:
    """What stands on a line of its own, as a sentence. A file or a function at its beginning is written as it is."""
    text = text.strip()
    first = text.partition(" ")[0]
    if first.isalpha() and first.islower():
        text = text[0].upper() + text[1:]
    return text if not text or text[-1] in ".!?:" else text + "."
