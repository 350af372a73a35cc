"""The queue of downloads: how far each is, how fast, how long still; pause, resume, cancel, and what to do then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QScrollArea, QVBoxLayout, QWidget

from ui.models import words
from ui.models.parts import button, rule, small_button
from ui.models.services import Download
from ui.speculation.parts import ElidedLabel
from ui.speculation.parts import words as label
from ui.theme.palette import SPACE_M, SPACE_S
from ui.theme.theme import Theme

_THOUSAND: Final = 1000
_MOVING: Final = ("waiting", "running", "checking", "retrying")
_HIGHEST_PX: Final = 172  # more of the queue is scrolled


class DownloadsPanel(QFrame):
    """paused(id), resumed(id), cancelled(id); of a finished one that only takes it off the list. used(Download): it is
    here, and to be used as a draft. shown(path): the model that has come is to be chosen. token_wanted: a gated
    repository needs an access token."""

    paused = Signal(int)
    resumed = Signal(int)
    cancelled = Signal(int)
    used = Signal(object)
    shown = Signal(str)
    token_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rows: dict[int, DownloadRow] = {}
        self.setProperty("role", "surface")
        self._title = label("", "title")
        inside = QWidget()
        inside.setProperty("role", "surface")
        self._list = QVBoxLayout(inside)
        self._list.setContentsMargins(0, 0, 0, 0)
        self._list.setSpacing(SPACE_S)
        self._list.addStretch(1)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setWidget(inside)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_S)
        layout.addWidget(rule())
        layout.addWidget(self._title)
        layout.addWidget(self._scroll)
        self.hide()

    def show_downloads(self, downloads: Sequence[Download]) -> None:
        """The queue as it stands, first come first."""
        ids = {one.id for one in downloads}
        for key in [key for key in self._rows if key not in ids]:
            row = self._rows.pop(key)
            self._list.removeWidget(row)
            row.hide()
            row.deleteLater()
        for i, one in enumerate(downloads):
            if one.id not in self._rows:
                row = self._rows[one.id] = DownloadRow(one, self._theme)
                self._connect(row)
                self._list.insertWidget(i, row)
            self._rows[one.id].show_download(one)
        moving = sum(one.stage in _MOVING for one in downloads)
        several = self.tr("Downloads: %n under way", "", moving) if moving > 1 else self.tr("Downloads")
        self._title.setText(several)
        self.setAccessibleName(several)
        self.setVisible(bool(downloads))
        self._fit()

    def rows(self) -> list[DownloadRow]:
        """Those that are shown."""
        return list(self._rows.values())

    def _connect(self, row: DownloadRow) -> None:
        row.pause.clicked.connect(lambda: self.paused.emit(row.download.id))
        row.resume.clicked.connect(lambda: self.resumed.emit(row.download.id))
        row.cancel.clicked.connect(lambda: self.cancelled.emit(row.download.id))
        row.use.clicked.connect(lambda: self.used.emit(row.download))
        row.show_it.clicked.connect(lambda: self.shown.emit(row.download.path))
        row.token.clicked.connect(self.token_wanted)
        row.close_it.clicked.connect(lambda: self.cancelled.emit(row.download.id))

    def _fit(self) -> None:
        layout = self._list
        layout.activate()
        width = max(self._scroll.viewport().width(), 200)
        high = layout.totalHeightForWidth(width) if layout.hasHeightForWidth() else layout.totalSizeHint().height()
        self._scroll.setFixedHeight(min(high, _HIGHEST_PX))


class DownloadRow(QFrame):
    """One entry."""

    def __init__(self, download: Download, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.download = download
        self.setProperty("role", "card")
        name = download.title
        self._title = ElidedLabel("title")
        self._title.setText(name)
        self._words = label("", "small", wrap=True)
        self._trouble = label("", "bad", wrap=True)
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setRange(0, _THOUSAND)
        self._bar.setAccessibleName(self.tr("Download of {0}").format(name))
        self.pause = small_button(self.tr("Pause"), self.tr("Pause the download of {0}").format(name))
        self.resume = small_button(self.tr("Resume"), self.tr("Resume the download of {0}").format(name))
        self.cancel = small_button(self.tr("Cancel"), self.tr("Cancel the download of {0}").format(name))
        self.close_it = small_button(self.tr("Put away"), self.tr("Take {0} off the list").format(name))
        self.show_it = button(self.tr("Show it"), self.tr("Show {0} in the list of models").format(name))
        use = self.tr("Load it with its head") if download.replaces else self.tr("Use it as draft")
        self.use = button(use, f"{use}: {name}", "primary")
        self.token = button(self.tr("Enter an access token…"))
        theme.changed.connect(self.update)
        self._lay_out()
        self.show_download(download)

    def show_download(self, now: Download) -> None:
        """How it stands."""
        self.download = now
        self._words.setText(words.progress(now))
        self._words.setVisible(bool(self._words.text()))
        failed = now.stage == "failed" and now.trouble is not None
        self._trouble.setText(words.trouble(now.trouble) if failed and now.trouble else "")
        self._trouble.setVisible(failed)
        self._bar.setValue(round(now.done / now.total * _THOUSAND) if now.total else 0)
        self._bar.setVisible(now.stage != "done")
        moving, done = now.stage in _MOVING, now.stage == "done"
        self.pause.setVisible(moving)
        self.resume.setVisible(now.stage in ("paused", "failed"))
        self.resume.setText(self.tr("Try again") if now.stage == "failed" else self.tr("Resume"))
        self.cancel.setVisible(not done)
        self.close_it.setVisible(done)
        self.show_it.setVisible(done)
        self.use.setVisible(done and bool(now.target and now.preset))
        self.token.setVisible(failed and now.trouble is not None and now.trouble.kind == "access")
        self.setAccessibleName(f"{now.title}: {self._words.text()}{self._trouble.text()}")

    def texts(self) -> tuple[str, ...]:
        """What stands in it."""
        return tuple(text for text in (self._title.text(), self._words.text(), self._trouble.text()) if text)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(2)
        head.addWidget(self._title, 1)
        for control in (self.pause, self.resume, self.cancel, self.close_it):
            head.addWidget(control)
        foot = QHBoxLayout()
        foot.setSpacing(SPACE_S)
        for below in (self.use, self.show_it, self.token):
            foot.addWidget(below)
        foot.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_M, SPACE_S, SPACE_S, SPACE_S + 2)
        layout.setSpacing(SPACE_S - 2)
        layout.addLayout(head)
        layout.addWidget(self._words)
        layout.addWidget(self._trouble)
        layout.addWidget(self._bar)
        layout.addLayout(foot)
