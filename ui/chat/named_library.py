"""A small library of named entries for a form: one is put into it, or what stands in it is kept under a name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, Protocol, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QInputDialog,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engine.errors import PacelineError
from ui.chat.homeward import Homeward
from ui.language import local
from ui.theme.palette import SPACE_S

_LEAST_LETTERS: Final = 8
_NAME_PX: Final = 320


class Named(Protocol):
    """What a library holds. built_in: it comes with the program and stays."""

    @property
    def name(self) -> str: ...

    @property
    def built_in(self) -> bool: ...


Entry = TypeVar("Entry", bound=Named)


@dataclass(frozen=True, slots=True)
class Shelf(Generic[Entry]):
    """What a library does with its entries. ask: hand all of them to a function, from any thread. keep: what stands in
    the form, under a name; raises PacelineError. drop: by name. take: put one into the form. is_shown: whether the form
    has just that in it. can_keep: whether there is anything in it."""

    ask: Callable[[Callable[[Sequence[Entry]], None]], None]
    keep: Callable[[str], None]
    drop: Callable[[str], None]
    take: Callable[[Entry], None]
    is_shown: Callable[[Entry], bool]
    can_keep: Callable[[], bool] = lambda: True


@dataclass(frozen=True, slots=True)
class Words:
    """name: of the choice. none: what it says where the form holds no entry. keep, drop: on the buttons. title: of the
    question for a name."""

    name: str
    none: str
    keep: str
    drop: str
    title: str


class NamedLibrary(QWidget, Generic[Entry]):
    """Call `refresh` whenever the form is another."""

    def __init__(self, words: Words, shelf: Shelf[Entry], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._shelf = shelf
        self._home = Homeward(self)
        self._entries: Sequence[Entry] = ()
        self.choice = QComboBox()
        self.choice.setAccessibleName(words.name)
        # A choice as wide as its longest name would push the buttons out of a dialog.
        self.choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.choice.setMinimumContentsLength(_LEAST_LETTERS)
        self.choice.activated.connect(self._take)
        self.keep_button = self._button(words.keep, self._ask_name)
        self.drop_button = self._button(words.drop, self._drop)
        self.wrong = QLabel()
        self.wrong.setProperty("role", "bad")
        self.wrong.setWordWrap(True)
        self.wrong.hide()
        row = QHBoxLayout()
        row.setSpacing(SPACE_S)
        row.addWidget(self.choice, 1)
        row.addWidget(self.keep_button)
        row.addWidget(self.drop_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_S)
        layout.addLayout(row)
        layout.addWidget(self.wrong)
        self._fill()

    @property
    def shown(self) -> Entry | None:
        """The entry that the form holds."""
        return next((entry for entry in self._entries if self._shelf.is_shown(entry)), None)

    def keep(self, name: str) -> None:
        """Keep what stands in the form."""
        try:
            self._shelf.keep(name)
        except PacelineError as error:
            self.wrong.setText(local(str(error)))
            self.wrong.show()
            return
        self.wrong.hide()
        self._fill()

    def refresh(self) -> None:
        """Name what stands in the form."""
        shown = self.shown
        self.choice.setCurrentIndex(0 if shown is None else self._entries.index(shown) + 1)
        self.keep_button.setEnabled(shown is None and self._shelf.can_keep())
        self.drop_button.setEnabled(shown is not None and not shown.built_in)

    def _button(self, text: str, pressed: Callable[[], None]) -> QPushButton:
        button = QPushButton(text)
        button.setAutoDefault(False)
        button.clicked.connect(pressed)
        return button

    def _fill(self) -> None:
        self._shelf.ask(self._home(self._show))

    def _show(self, entries: Sequence[Entry]) -> None:
        self._entries = entries
        self.choice.clear()
        self.choice.addItem(self._words.none)
        self.choice.addItems([local(entry.name) if entry.built_in else entry.name for entry in entries])
        self.refresh()

    def _take(self, row: int) -> None:
        if row > 0:
            self._shelf.take(self._entries[row - 1])

    def _ask_name(self) -> None:
        dialog = QInputDialog(self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(self._words.title)
        dialog.setLabelText(self.tr("Name"))
        dialog.resize(_NAME_PX, dialog.sizeHint().height())
        dialog.textValueSelected.connect(self.keep)
        dialog.open()
        line = dialog.findChild(QLineEdit)  # made when it is shown
        if line is not None:
            line.setAccessibleName(dialog.labelText())

    def _drop(self) -> None:
        row = self.choice.currentIndex()
        if row > 0:
            self._shelf.drop(self._entries[row - 1].name)
            self._fill()
