"""The files that go with the message being written: a chip for each, with its size, its tokens and a way out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from ui.chat.text_views import elide
from ui.numerals import number
from ui.services import TextFile
from ui.theme.palette import SPACE_S, SPACE_XS
from ui.theme.theme import Theme, restyle

_NAME_PX: Final = 120
_IN_A_ROW: Final = 2
_UNKNOWN: Final = -1


class FileChips(QWidget):
    """changed: another file, or one less."""

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._chips: list[_Chip] = []
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(SPACE_XS)
        self.hide()

    @property
    def files(self) -> tuple[TextFile, ...]:
        return tuple(chip.file for chip in self._chips)

    def set_files(self, files: Iterable[TextFile]) -> None:
        """These instead of those that are there."""
        for chip in self._chips:
            chip.deleteLater()
        self._chips = [self._chip(file) for file in files]
        self._lay_out()

    def add(self, file: TextFile) -> None:
        """One more; a file of the same name and text is there already."""
        if file not in self.files:
            self._chips.append(self._chip(file))
            self._lay_out()

    def show_tokens(self, counts: Iterable[int], n_ctx: int) -> None:
        """What each takes of a context; said where it is too long for all of it."""
        for chip, n_tokens in zip(self._chips, counts, strict=False):
            chip.show_tokens(n_tokens, n_ctx)

    def _chip(self, file: TextFile) -> _Chip:
        chip = _Chip(file, self._theme, self)
        chip.removed.connect(lambda: self._remove(chip))
        return chip

    def _remove(self, chip: _Chip) -> None:
        self._chips.remove(chip)
        chip.hide()
        chip.deleteLater()
        self._lay_out()

    def _lay_out(self) -> None:
        while (item := self._rows.takeAt(0)) is not None:
            row = item.layout()
            while row is not None and row.takeAt(0) is not None:
                pass
        for start in range(0, len(self._chips), _IN_A_ROW):
            row = QHBoxLayout()
            row.setSpacing(SPACE_S)
            for chip in self._chips[start : start + _IN_A_ROW]:
                row.addWidget(chip)
                chip.show()
            row.addStretch(1)
            self._rows.addLayout(row)
        self.setVisible(bool(self._chips))
        self.changed.emit()


class _Chip(QFrame):
    """One file."""

    removed = Signal()

    def __init__(self, file: TextFile, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.file = file
        self.setProperty("role", "raised")
        self._words = QLabel()
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        self._words.setProperty("role", "small")
        close = QToolButton()
        close.setAccessibleName(self.tr("Remove {0}").format(file.name))
        close.setToolTip(close.accessibleName())
        close.clicked.connect(self.removed)
        theme.bind_icon(close, "close", "muted")
        close.setIconSize(close.iconSize() * 0.7)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACE_S, 2, 2, 2)
        layout.setSpacing(SPACE_XS)
        layout.addWidget(self._words)
        layout.addWidget(close)
        self.show_tokens(_UNKNOWN, 0)

    def show_tokens(self, n_tokens: int, n_ctx: int) -> None:
        parts = [elide(self.file.name, self._words, _NAME_PX), size_in_words(self.file.size)]
        if n_tokens >= 0:
            parts.append(self.tr("{0} tokens").format(number(n_tokens)))
        too_long = n_tokens > n_ctx > 0
        if too_long:
            parts.append(self.tr("more than the context holds"))
        self._words.setText("  ·  ".join(parts))
        restyle(self._words, "bad" if too_long else "small")
        read = self.tr("Read as {0}").format(self.file.encoding) if self.file.encoding else ""
        self._words.setToolTip("\n".join(part for part in (self.file.name, read) if part))


def size_in_words(n_bytes: int) -> str:
    """950 B, 3.1 kB, 2.4 MB."""
    if n_bytes < 1000:
        return f"{n_bytes} B"
    return f"{number(n_bytes / 1e3, 1)} kB" if n_bytes < 1_000_000 else f"{number(n_bytes / 1e6, 1)} MB"
