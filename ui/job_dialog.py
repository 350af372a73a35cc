"""The body of a dialog in which the engine does one long job: what it is about, its choices, how far it is, stop, and
in the end a verdict with what can be done about it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLayout, QProgressBar, QPushButton, QVBoxLayout, QWidget

from ui.fitting_dialog import FittingDialog
from ui.speculation.parts import words
from ui.theme.palette import SPACE_L, SPACE_M, SPACE_S, SPACE_XL
from ui.theme.text_size import scaled
from ui.theme.theme import restyle

_STEPS: Final = 1000


class JobDialog(FittingDialog):
    """The window behind it stays in use, and closing it stops what runs. A subclass puts its own widgets in with
    `lay_out`, begins the job in `begin`, and tells its way with `show_progress` and its end with `finish`.

    stop_wanted: end the job. use_wanted: take what came of it into the chat.
    """

    stop_wanted = Signal()
    use_wanted = Signal()

    def __init__(self, title: str, begin: str, again: str, refused: str, parent: QWidget | None = None) -> None:
        """begin, again: on the button that begins, before the first time and later. refused: that it cannot begin."""
        super().__init__(parent)
        self._running = self._stopping = False
        self._again, self._refused = again, refused
        self._choices: Sequence[QWidget] = ()
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.setProperty("role", "page")
        # Its own, at most the screen's: else every button that comes or goes would set another one for the window.
        self.setMinimumSize(scaled(480), scaled(240))
        self.phase = words("", "small", wrap=True)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setRange(0, _STEPS)
        self.bar.setAccessibleName(self.tr("Progress"))
        self.verdict = words("", "title", wrap=True)
        self.detail = words("", "muted", wrap=True)
        self.start = QPushButton(begin)
        self.start.clicked.connect(self._begin)
        self.stop = QPushButton(self.tr("Stop"))
        self.stop.clicked.connect(self._end)
        self.use = QPushButton()
        self.use.setProperty("role", "primary")
        self.use.clicked.connect(self._take)
        self.close_button = QPushButton(self.tr("Close"))
        self.close_button.clicked.connect(self.close)

    @property
    def running(self) -> bool:
        """Whether the job runs."""
        return self._running

    @property
    def stopping(self) -> bool:
        """Whether somebody wants it to end."""
        return self._stopping

    def lay_out(
        self,
        about: str,
        choice: QLayout,
        choices: Sequence[QWidget],
        body: Sequence[tuple[QWidget, int]],
        extra: Sequence[QWidget] = (),
    ) -> None:
        """choices: cannot be changed while it runs. body: below the verdict, each with its stretch. extra: beside the
        buttons."""
        self._choices = choices
        low = QHBoxLayout()
        low.setSpacing(SPACE_S)
        for widget in extra:
            low.addWidget(widget)
        low.addStretch(1)
        for button in (self.close_button, self.stop, self.start, self.use):
            low.addWidget(button)
        for button in (*(one for one in extra if isinstance(one, QPushButton)), self.close_button, self.stop):
            button.setAutoDefault(False)
        self.start.setAutoDefault(False)
        self.use.setAutoDefault(False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_XL, SPACE_L, SPACE_XL, SPACE_L)
        layout.setSpacing(SPACE_M)
        layout.addWidget(words(self.windowTitle(), "heading"))
        layout.addWidget(words(about, "muted", wrap=True))
        layout.addLayout(choice)
        for widget in (self.phase, self.bar, self.verdict, self.detail):
            layout.addWidget(widget)
            widget.hide()
        for widget, stretch in body:
            layout.addWidget(widget, stretch)
        layout.addStretch(0 if any(stretch for _, stretch in body) else 1)
        layout.addLayout(low)
        self.show_buttons("")

    @abstractmethod
    def begin(self) -> None:
        """Called when somebody pressed start."""

    def show_refused(self, why: str) -> None:
        """It cannot begin now."""
        self.finish(self._refused, why, "warn")

    def show_progress(self, fraction: float, said: str) -> None:
        """How far it is, 0..1, and what is done. What comes after somebody wanted it to end moves the bar only."""
        self.bar.setValue(round(_STEPS * fraction))
        if not self._stopping:
            self.phase.setText(said)

    def finish(self, title: str, detail: str, tone: str, use: str = "") -> None:
        """It is over. use: on the button that takes what came of it; '' when nothing did."""
        self._running = False
        self.phase.hide()
        self.bar.hide()
        self.verdict.setText(title)
        self.verdict.show()
        self.show_detail(detail, tone if tone in ("bad", "warn") else "muted")
        self.start.setText(self._again)
        self.show_buttons(use)

    def show_detail(self, text: str, tone: str) -> None:
        """The line below the verdict; hidden when empty."""
        self.detail.setText(text)
        restyle(self.detail, tone)
        self.detail.setVisible(bool(text))

    def show_buttons(self, use: str) -> None:
        """Those that make sense now."""
        self.start.setVisible(not self._running)
        restyle(self.start, "" if use else "primary")
        self.stop.setVisible(self._running)
        self.stop.setEnabled(True)
        self.use.setText(use)
        self.use.setVisible(bool(use))
        for widget in self._choices:
            widget.setEnabled(not self._running)

    def done(self, result: int) -> None:
        """Closing it stops what runs."""
        if self._running:
            self._running = False
            self.stop_wanted.emit()
        super().done(result)

    def _begin(self) -> None:
        self._running, self._stopping = True, False
        self.verdict.hide()
        self.detail.hide()
        self.phase.setText(self.tr("Getting ready"))
        self.bar.setValue(0)
        self.phase.show()
        self.bar.show()
        self.show_buttons("")
        self.begin()

    def _end(self) -> None:
        self._stopping = True
        self.stop.setEnabled(False)
        self.phase.setText(self.tr("Stopping…"))
        self.stop_wanted.emit()

    def _take(self) -> None:
        self.use_wanted.emit()
        self.close()
