"""What the chat shows before there is one: how to get a model, or with a model what one could ask."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from ui.centred_page import CentredPage
from ui.language import local
from ui.services import DemoProgress, ModelChoice, Services
from ui.theme.motion import BusyBar
from ui.theme.palette import SPACE_L, SPACE_M, SPACE_S, SPACE_XS
from ui.theme.text_size import scaled
from ui.theme.theme import Theme

WIDTH_PX: Final = 600
MAX_FOUND: Final = 4
_TWO_COLUMNS_PX: Final = 440
translate: Final = QCoreApplication.translate
_CONTEXT: Final = "Welcome"
_CART = """class Cart:
    def __init__(self):
        self.items = []

    def add(self, item):
        self.items.append(item)

    def total(self):
        return sum(item.price for item in self.items)"""


def example_prompts() -> list[tuple[str, str, str]]:
    """(title, one line about it, the prompt) of questions that show what speculation does to different texts."""

    return [
        (
            translate(_CONTEXT, "Edit code"),
            translate(_CONTEXT, "Rename a variable in a class"),
            translate(_CONTEXT, "Rename item to product and print the whole class again.")
            + f"\n\n```python\n{_CART}\n```",
        ),
        (
            translate(_CONTEXT, "Write a JSON list"),
            translate(_CONTEXT, "Eight users with name, e-mail and age"),
            translate(_CONTEXT, "Write a JSON list of eight users with the fields name, email and age. Only the JSON."),
        ),
        (
            translate(_CONTEXT, "Tell a story"),
            translate(_CONTEXT, "A lighthouse keeper finds a letter"),
            translate(_CONTEXT, "Tell a short story about a lighthouse keeper who finds a letter in a bottle."),
        ),
        (
            translate(_CONTEXT, "Explain something"),
            translate(_CONTEXT, "Why the sky is dark at night"),
            translate(_CONTEXT, "Explain in a few sentences why the sky is dark at night."),
        ),
    ]


class Welcome(CentredPage):
    """Three pages in one: no model yet, loading, ready; scrolled where they are higher than the window.
    prompt_chosen(text). model_chosen(path)."""

    prompt_chosen = Signal(str)
    open_file_wanted = Signal()
    model_chosen = Signal(str)

    def __init__(self, services: Services, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(WIDTH_PX, parent)
        self._heading = QLabel()
        self._heading.setProperty("role", "heading")
        self._heading.setWordWrap(True)
        self._words = QLabel()
        self._words.setTextFormat(Qt.TextFormat.PlainText)  # a file says what it is called
        self._words.setProperty("role", "muted")
        self._words.setWordWrap(True)
        self.demo = DemoCard(services, theme)
        self.demo.fetched.connect(self.model_chosen)
        self._start = self._make_start(theme)
        self._loading = _LoadingCard()
        self.cancel_load = self._loading.cancel
        self._prompts = self._make_prompts()
        self.column.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        inside = self.inside
        inside.addWidget(self._heading)
        inside.addWidget(self._words)
        inside.addSpacing(SPACE_L)
        for part in (self._start, self._loading, self._prompts):
            inside.addWidget(part)

    def show_start(self, found: Sequence[ModelChoice]) -> None:
        """No model is loaded. found: what is on disk."""
        self._heading.setText(self.tr("Chat with a model on this computer"))
        self._words.setText(
            self.tr("Nothing leaves this machine. Pick a model, or drop a GGUF file anywhere on the window.")
        )
        while self._found.count():
            taken = self._found.takeAt(0)
            widget = taken.widget() if taken is not None else None
            if widget is not None:
                widget.deleteLater()
        usable = [choice for choice in found if choice.usable][:MAX_FOUND]
        for choice in usable:
            button = QPushButton(f"{choice.title}\n{local(choice.detail)}")
            button.setProperty("role", "pill")
            button.setAccessibleName(self.tr("Load {0}").format(choice.title))
            button.setToolTip(choice.path)
            button.clicked.connect(lambda _=False, path=choice.path: self.model_chosen.emit(path))
            self._found.addWidget(button)
        self._found_head.setVisible(bool(usable))
        self._show(self._start)

    def show_loading(self, name: str, fraction: float) -> None:
        """A model file is being read."""
        self._heading.setText(self.tr("Loading {0}").format(name))
        self._words.setText(self.tr("The file is read into memory. You can chat as soon as it is there."))
        self._loading.bar.setValue(round(fraction * 1000))
        self._show(self._loading)

    def show_prompts(self, name: str) -> None:
        """A model is ready and nothing was asked yet."""
        self._heading.setText(self.tr("What shall we write?"))
        self._words.setText(
            self.tr("{0} is ready. Try one of these; the speculation panel (F9) shows what drafting does.").format(name)
        )
        self._show(self._prompts)

    def _show(self, part: QWidget) -> None:
        for other in (self._start, self._loading, self._prompts):
            other.setVisible(other is part)

    def _make_start(self, theme: Theme) -> QWidget:
        part = QWidget()
        self._found_head = QLabel(self.tr("Found on this computer"))
        self._found_head.setProperty("role", "who")
        self._found = QVBoxLayout()
        self._found.setSpacing(SPACE_S)
        open_file = QPushButton(self.tr("Open a GGUF file…"))
        theme.bind_icon(open_file, "folder", "muted")
        open_file.clicked.connect(self.open_file_wanted)
        layout = QVBoxLayout(part)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_M)
        layout.addWidget(self._found_head)
        layout.addLayout(self._found)
        layout.addWidget(self.demo)
        layout.addWidget(open_file, 0, Qt.AlignmentFlag.AlignLeft)
        return part

    def _make_prompts(self) -> QWidget:
        part = _Prompts()
        for title, about, prompt in example_prompts():
            button = _PromptButton(title, about)
            button.clicked.connect(lambda _=False, text=prompt: self.prompt_chosen.emit(text))
            part.add(button)
        return part


class DemoCard(QFrame):
    """Fetches the demo model. fetched(path): it is there."""

    fetched = Signal(str)
    _progressed = Signal(object)  # from the thread that fetches to the window's

    def __init__(self, services: Services, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._services = services
        self._cancel: Callable[[], None] | None = None
        self.setProperty("role", "card")
        title = QLabel(self.tr("Demo model"))
        title.setProperty("role", "title")
        self._words = QLabel()
        self._words.setProperty("role", "small")
        self._words.setWordWrap(True)
        self._bar = BusyBar(theme.motion, self.tr("Fetching the demo model"))
        self._bar.hide()
        self._button = QPushButton()
        self._button.setProperty("role", "primary")
        self._button.clicked.connect(self._pressed)
        theme.bind_icon(self._button, "download", "on_accent")
        words = QVBoxLayout()
        words.setSpacing(SPACE_XS)
        words.addWidget(title)
        words.addWidget(self._words)
        words.addWidget(self._bar)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACE_L, SPACE_M, SPACE_M, SPACE_M)
        layout.setSpacing(SPACE_M)
        layout.addLayout(words, 1)
        layout.addWidget(self._button)
        self._progressed.connect(self._show_progress)
        self._rest(self.tr("SmolLM2-135M-Instruct · 98 MB · small, quick, Apache-2.0. Good for trying things out."))

    def cancel(self) -> None:
        """Stop fetching."""
        if self._cancel is not None:
            cancel, self._cancel = self._cancel, None
            cancel()
            self._rest(self.tr("Stopped. You can start again whenever you like."))

    def _rest(self, words: str) -> None:
        self._words.setText(words)
        self._bar.hide()
        self._button.setText(self.tr("Get it"))
        self._button.setAccessibleName(self.tr("Get the demo model"))

    def _pressed(self) -> None:
        if self._cancel is not None:
            self.cancel()
            return
        self._words.setText(self.tr("Fetching and checking…"))
        self._bar.show_fraction(None)
        self._bar.show()
        self._button.setText(self.tr("Cancel"))
        self._button.setAccessibleName(self.tr("Cancel fetching the demo model"))
        self._cancel = self._services.fetch_demo(self._progressed.emit)

    def _show_progress(self, progress: DemoProgress) -> None:
        if self._cancel is None:
            return
        if progress.error:
            self._cancel = None
            self._rest(local(progress.error))
        elif progress.path:
            self._cancel = None
            self._rest(self.tr("The demo model is on this computer."))
            self.fetched.emit(progress.path)
        elif progress.fraction is not None:
            self._bar.show_fraction(progress.fraction)
            self._words.setText(self.tr("Fetching and checking… {0} %").format(round(progress.fraction * 100)))


class _LoadingCard(QFrame):
    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setRange(0, 1000)
        self.bar.setAccessibleName(self.tr("Loading the model"))
        self.cancel = QPushButton(self.tr("Cancel"))
        self.cancel.setAccessibleName(self.tr("Cancel loading"))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACE_L, SPACE_M, SPACE_M, SPACE_M)
        layout.setSpacing(SPACE_L)
        layout.addWidget(self.bar, 1)
        layout.addWidget(self.cancel)


class _Prompts(QWidget):
    """Cards in two columns, or in one where two are too narrow for their words."""

    def __init__(self) -> None:
        super().__init__()
        self._cards: list[QWidget] = []
        self._columns = 2
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(SPACE_M)

    def add(self, card: QWidget) -> None:
        """One more card."""
        self._cards.append(card)
        self._place()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def _fit(self) -> None:
        columns = 2 if self.width() >= scaled(_TWO_COLUMNS_PX) else 1
        if columns != self._columns:
            self._columns = columns
            self._place()

    def _place(self) -> None:
        for i, card in enumerate(self._cards):
            self._grid.addWidget(card, i // self._columns, i % self._columns)
        for column in range(2):
            self._grid.setColumnStretch(column, int(column < self._columns))


class _PromptButton(QPushButton):
    """Title over a line or two, as a card."""

    def __init__(self, title: str, about: str) -> None:
        super().__init__()
        self.setProperty("role", "prompt")
        self.setAccessibleName(f"{title}: {about}")
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_L - 2, SPACE_M, SPACE_L - 2, SPACE_M)
        layout.setSpacing(2)
        for words, role in ((title, "title"), (about, "small")):
            label = QLabel(words)
            label.setProperty("role", role)
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            label.setWordWrap(True)
            layout.addWidget(label)
        self._words = layout

    def sizeHint(self) -> QSize:
        return self._words.totalSizeHint()

    def minimumSizeHint(self) -> QSize:
        return self._words.totalMinimumSize()

    def heightForWidth(self, width: int) -> int:
        return self._words.totalHeightForWidth(width)
