"""The chosen model: what its header says, what can be done with it, its checksum, its doubles."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath
from typing import Final

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QProgressBar, QToolButton, QVBoxLayout, QWidget

from ui.flow_layout import FlowLayout
from ui.language import local
from ui.models import words
from ui.models.parts import Chips, button, selectable, small_button
from ui.models.services import Checksum, ModelEntry
from ui.numerals import number
from ui.speculation.parts import words as label
from ui.theme.palette import SPACE_S, SPACE_XS
from ui.theme.theme import Theme

_THOUSAND: Final = 1000


class ModelHead(QWidget):
    """Name, badges, facts, and what can be done. chat_wanted, delete_wanted: of the model shown."""

    chat_wanted = Signal()
    delete_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = selectable(label("", "title", wrap=True))
        self._chips = Chips()
        self._facts = _Facts()
        self._reason = label("", "warn", wrap=True)
        self.chat = button(self.tr("Chat with it"), role="primary")
        self.chat.clicked.connect(self.chat_wanted)
        self.folder = button(self.tr("Folder"))
        self.folder.clicked.connect(self._open_folder)
        self.delete = button(self.tr("Delete…"), role="danger")
        self.delete.clicked.connect(self.delete_wanted)
        self._path = ""
        buttons = QHBoxLayout()
        buttons.setSpacing(SPACE_S)
        buttons.addWidget(self.chat)
        buttons.addWidget(self.folder)
        buttons.addStretch(1)
        buttons.addWidget(self.delete)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_S)
        layout.addWidget(self._title)
        layout.addWidget(self._chips)
        layout.addWidget(self._facts)
        layout.addWidget(self._reason)
        layout.addSpacing(SPACE_XS)
        layout.addLayout(buttons)
        theme.changed.connect(self.update)

    def show_model(self, model: ModelEntry) -> None:
        """Another one."""
        self._path = model.path
        self._title.setText(model.title)
        self._chips.show_texts([*words.badges(model), words.place(model.place)])
        packed = " · ".join(part for part in (model.quantisation, words.bits(model)) if part)
        vocabulary = number(model.n_vocab) if model.n_vocab else ""
        context = number(model.n_ctx) if model.n_ctx else ""
        family = model.family or model.architecture
        if model.architecture and model.architecture != family:
            family = f"{family} ({model.architecture})"
        self._facts.show_facts(
            (
                (self.tr("Family"), family),
                (self.tr("Parameters"), words.parameters(model.parameters)),
                (self.tr("Quant"), packed),
                (self.tr("Size"), words.size(model.size)),
                (self.tr("Context"), context),
                (self.tr("Vocabulary"), vocabulary),
                (self.tr("Licence"), model.licence),
            )
        )
        self._reason.setText(local(model.reason))
        self._reason.setVisible(bool(model.reason))
        self.chat.setEnabled(model.usable)
        self.chat.setAccessibleName(self.tr("Chat with {0}").format(model.title))
        self.folder.setAccessibleName(self.tr("Show the folder of {0}").format(model.title))
        self.delete.setAccessibleName(self.tr("Delete {0}").format(model.title))

    def facts(self) -> dict[str, str]:
        """The facts shown, by their names."""
        return self._facts.facts()

    def _open_folder(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(PurePath(self._path).parent)))


class FileSection(QWidget):
    """Where it lies, its SHA-256 when asked for, and files that hold the same.

    checksum_wanted, copies_wanted: answer with `show_progress`; stopped. copy_chosen(path): a double is to be shown.
    """

    checksum_wanted = Signal()
    copies_wanted = Signal()
    stopped = Signal()
    copy_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._alike = 0
        self._digest = ""
        self._path = selectable(label("", "small", wrap=True))
        self._sum = selectable(label("", "small", wrap=True))
        self._note = label("", "small", wrap=True)
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setRange(0, _THOUSAND)
        self._bar.setAccessibleName(self.tr("Reading the file"))
        self.check = button(self.tr("Work out the SHA-256"))
        self.check.clicked.connect(self.checksum_wanted)
        self.compare = button("")
        self.compare.clicked.connect(self.copies_wanted)
        self.stop = button(self.tr("Cancel"), self.tr("Stop reading the file"))
        self.stop.clicked.connect(self.stopped)
        self._copies = QVBoxLayout()
        self._copies.setSpacing(0)
        row = FlowLayout()
        for control in (self.check, self.compare, self.stop):
            row.addWidget(control)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_S)
        layout.addWidget(label(self.tr("File"), "title"))
        for line in (self._path, self._sum, self._note, self._bar):
            layout.addWidget(line)
        layout.addLayout(self._copies)
        layout.addLayout(row)
        self._show_idle("")

    def show_model(self, model: ModelEntry, alike: int) -> None:
        """Another one; nothing is known about its content yet. alike: how many other files have its size."""
        more = model.shards - 1
        self._path.setText(self.tr("{0} and %n more shards", "", more).format(model.path) if more else model.path)
        self._alike, self._digest = alike, ""
        self.compare.setText(self.tr("Compare with %n files of the same size", "", alike))
        self._show_copies(())
        self._sum.setText("")
        self._show_idle("")

    def show_progress(self, now: Checksum) -> None:
        """How far reading is, or what it came to."""
        if now.trouble is not None:
            self._show_idle(words.trouble(now.trouble))
        elif now.digest:
            self._digest = now.digest
            self._sum.setText(self.tr("SHA-256 {0}").format(now.digest))
            self._show_idle("")
        elif now.copies is not None:
            self._show_copies(now.copies)
            same = self.tr("The same content also lies here:")
            self._show_idle(same if now.copies else self.tr("The other files of this size hold something else."))
        else:
            self._bar.setValue(round(now.done / now.total * _THOUSAND) if now.total else 0)
            amounts = self.tr("Reading {0} of {1}")
            self._say(amounts.format(words.size(now.done), words.size(now.total)), busy=True)

    def show_stopped(self) -> None:
        """It was cancelled."""
        self._show_idle(self.tr("Cancelled."))

    def texts(self) -> list[str]:
        """What is said, the doubles included."""
        found = [self._path.text(), self._sum.text(), self._note.text(), *self.copies()]
        return [text for text in found if text]

    def copies(self) -> list[str]:
        """The doubles shown."""
        items = (self._copies.itemAt(i) for i in range(self._copies.count()))
        widgets = (item.widget() for item in items if item is not None)
        return [one.text() for one in widgets if isinstance(one, QToolButton)]

    def _show_copies(self, paths: Sequence[str]) -> None:
        while (item := self._copies.takeAt(0)) is not None:
            old = item.widget()
            if old is not None:
                old.setParent(None)
                old.deleteLater()
        for path in paths:
            link = small_button(path, self.tr("Show the double {0}").format(path))
            link.clicked.connect(lambda _=False, chosen=path: self.copy_chosen.emit(chosen))
            self._copies.addWidget(link, 0, Qt.AlignmentFlag.AlignLeft)

    def _show_idle(self, text: str) -> None:
        self._say(text, busy=False)

    def _say(self, text: str, *, busy: bool) -> None:
        self._note.setText(text)
        self._note.setVisible(bool(text))
        self._sum.setVisible(bool(self._sum.text()))
        self._bar.setVisible(busy)
        self.stop.setVisible(busy)
        self.check.setVisible(not busy and not self._digest)
        self.compare.setVisible(not busy and self._alike > 0 and not self._copies.count())


class _Facts(QWidget):
    """Names and values, two pairs to a line; those without a value are left out."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(SPACE_S)
        self._grid.setVerticalSpacing(2)
        for column, stretch in ((1, 3), (3, 2)):
            self._grid.setColumnStretch(column, stretch)
        self._pairs: list[tuple[QLabel, QLabel]] = []

    def show_facts(self, facts: Sequence[tuple[str, str]]) -> None:
        known = [(name, value) for name, value in facts if value]
        while len(self._pairs) < len(known):
            self._add_pair()
        for i, (name, value) in enumerate(self._pairs):
            name.setVisible(i < len(known))
            value.setVisible(i < len(known))
            if i < len(known):
                name.setText(known[i][0])
                value.setText(known[i][1])
                value.setToolTip(known[i][1])

    def facts(self) -> dict[str, str]:
        return {name.text(): value.text() for name, value in self._pairs if not name.isHidden()}

    def _add_pair(self) -> None:
        row, half = divmod(len(self._pairs), 2)
        pair = (label("", "small"), selectable(label("", "small-text", wrap=True)))
        for column, one in enumerate(pair):
            self._grid.addWidget(one, row, 2 * half + column, Qt.AlignmentFlag.AlignTop)
        self._pairs.append(pair)
