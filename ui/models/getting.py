"""Two dialogs of the hub: getting a model by the name of its repository, and entering an access token."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QSizePolicy,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from ui.fitting_dialog import FittingDialog
from ui.models import words
from ui.models.parts import button
from ui.models.services import HubFile, HubRepository, Trouble
from ui.numerals import number
from ui.speculation.parts import words as label
from ui.theme.motion import BusyBar
from ui.theme.palette import SPACE_L, SPACE_M, SPACE_S
from ui.theme.theme import Theme, restyle

_FILE: Final = Qt.ItemDataRole.UserRole
WIDTH_PX: Final = 600
TOKEN_PX: Final = 480


class GetDialog(FittingDialog):
    """looked_for(repository): answer with `show_found`. fetched(repository, file). token_wanted."""

    looked_for = Signal(str)
    fetched = Signal(str, str)
    token_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._repo = ""
        self.setWindowTitle(self.tr("Get a model from the hub"))
        self.setMinimumWidth(WIDTH_PX)
        self.name = QLineEdit()
        self.name.setPlaceholderText(self.tr("owner/name, or its address on the hub"))
        self.name.setAccessibleName(self.tr("Repository"))
        self.name.returnPressed.connect(self._look)
        self.name.textChanged.connect(self._show_ready)
        self.look = button(self.tr("Look"), self.tr("Look into the repository"))
        self.look.setAutoDefault(False)
        self.look.clicked.connect(self._look)
        self._words = label(self.tr("Nothing is asked of the hub before you press Look."), "small", wrap=True)
        self._busy = BusyBar(theme.motion, self.tr("Asking the hub"))
        self.files = QTreeWidget()
        self.files.setProperty("role", "table")
        self.files.setAccessibleName(self.tr("Files of the repository"))
        self.files.setHeaderLabels([self.tr("Quant"), self.tr("Size"), self.tr("Fits"), self.tr("File")])
        self.files.setRootIsDecorated(False)
        self.files.setUniformRowHeights(True)
        self.files.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.files.setMinimumHeight(220)
        header = self.files.header()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setStretchLastSection(True)
        self.files.currentItemChanged.connect(self._show_ready)
        self.files.itemActivated.connect(self._fetch)
        self.token = button(self.tr("Enter an access token…"))
        self.token.setAutoDefault(False)
        self.token.clicked.connect(self.token_wanted)
        self.get = button(self.tr("Get"), self.tr("Get the chosen file"), "primary")
        self.get.setAutoDefault(False)
        self.get.clicked.connect(self._fetch)
        close = button(self.tr("Close"))
        close.setAutoDefault(False)
        close.clicked.connect(self.reject)
        first, last = QHBoxLayout(), QHBoxLayout()
        first.setSpacing(SPACE_S)
        first.addWidget(self.name, 1)
        first.addWidget(self.look)
        last.setSpacing(SPACE_S)
        last.addWidget(self.token)
        last.addStretch(1)
        last.addWidget(close)
        last.addWidget(self.get)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_L, SPACE_L, SPACE_L, SPACE_L)
        layout.setSpacing(SPACE_M)
        layout.addLayout(first)
        layout.addWidget(self._words)
        layout.addWidget(self._busy)
        layout.addWidget(self.files, 1)
        layout.addStretch()  # without files the words stay where they are
        layout.addLayout(last)
        self._busy.hide()
        self.files.hide()
        self.token.hide()
        self._show_ready()

    def show_found(self, found: HubRepository | Trouble) -> None:
        """The answer to `looked_for`."""
        self._busy.hide()
        self.files.clear()
        trouble = found if isinstance(found, Trouble) else None
        self.token.setVisible(trouble is not None and trouble.kind == "access")
        if isinstance(found, Trouble):
            self._say(words.trouble(found), "bad")
        else:
            self._repo = found.repo
            self._say(self._about(found), "small")
            for one in found.files:
                self.files.addTopLevelItem(self._line(one))
            best = self.files.topLevelItem(self._recommended(found))
            if best is not None:
                self.files.setCurrentItem(best)
                self.files.setFocus()
        self.files.setVisible(self.files.topLevelItemCount() > 0)
        self._show_ready()

    def show_refused(self, trouble: Trouble | None) -> None:
        """The answer to `fetched`: None when it is in the queue."""
        if trouble is None:
            self.accept()
        else:
            self._say(words.trouble(trouble), "bad")

    def text(self) -> str:
        """The words over the list."""
        return self._words.text()

    def _about(self, found: HubRepository) -> str:
        if not found.files:
            return self.tr("This repository holds no GGUF file.")
        parts = [
            self.tr("Licence: {0}").format(found.licence) if found.licence else self.tr("No licence is named"),
            self.tr("{0} downloads last month").format(number(found.downloads)) if found.downloads else "",
            self.tr("gated: its owner wants to know who downloads") if found.gated else "",
        ]
        return " · ".join(part for part in parts if part)

    def _line(self, one: HubFile) -> QTreeWidgetItem:
        fits, tone = words.fit(one.fit)
        shards = self.tr("%n shards", "", one.shards)
        name = f"{one.name} · {shards}" if one.shards > 1 else one.name
        item = QTreeWidgetItem([one.quantisation, words.size(one.size), fits, name])
        item.setForeground(2, self._theme.colour(tone))
        item.setData(0, _FILE, one)
        item.setToolTip(3, one.name)
        return item

    def _recommended(self, found: HubRepository) -> int:
        """The largest that fits, else the smallest."""
        fitting = [i for i, one in enumerate(found.files) if one.fit is not None and one.fit.level == "ok"]
        return fitting[-1] if fitting else 0

    def _look(self) -> None:
        if self.name.text().strip():
            self.files.hide()
            self.token.hide()
            self._busy.show()
            self._say(self.tr("Asking the hub…"), "small")
            self.looked_for.emit(self.name.text().strip())

    def _fetch(self) -> None:
        item = self.files.currentItem()
        if item is not None and not self.files.isHidden():
            self.fetched.emit(self._repo, item.data(0, _FILE).name)

    def _say(self, text: str, role: str) -> None:
        self._words.setText(text)
        restyle(self._words, role)

    def _show_ready(self) -> None:
        self.look.setEnabled(bool(self.name.text().strip()))
        self.get.setEnabled(self.files.currentItem() is not None)


class TokenDialog(FittingDialog):
    """given(token): keep it; answer with `show_kept`."""

    given = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Access token"))
        about = self.tr(
            "Some owners want to know who downloads their models. Sign in on the hub, accept the model's terms there,"
            " make an access token with the right to read, and paste it here. It is kept in this system's keyring and"
            " sent to the hub only."
        )
        self.token = QLineEdit()
        self.token.setMinimumWidth(TOKEN_PX)
        self.token.setEchoMode(QLineEdit.EchoMode.Password)
        self.token.setPlaceholderText(self.tr("hf_…"))
        self.token.setAccessibleName(self.tr("Access token"))
        self.token.returnPressed.connect(self._give)
        above = label(about, wrap=True)
        self._words = label("", "bad", wrap=True)
        self._words.hide()
        self.keep = button(self.tr("Keep it"), self.tr("Keep the access token"), "primary")
        self.keep.setEnabled(False)
        self.keep.clicked.connect(self._give)
        self.token.textChanged.connect(lambda text: self.keep.setEnabled(bool(text.strip())))
        self.cancel = button(self.tr("Cancel"))
        self.cancel.setAutoDefault(False)
        self.cancel.clicked.connect(self.reject)
        row = QHBoxLayout()
        row.setSpacing(SPACE_S)
        row.addStretch(1)
        row.addWidget(self.cancel)
        row.addWidget(self.keep)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_L, SPACE_L, SPACE_L, SPACE_L)
        layout.setSpacing(SPACE_M)
        for wrapped in (above, self._words):  # else they insist on the height that they have in a narrow dialog
            wrapped.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        layout.addWidget(above)
        layout.addWidget(self.token)
        layout.addWidget(self._words)
        layout.addLayout(row)

    def show_kept(self, found: str | Trouble) -> None:
        """'': it is kept, and the dialog goes; a sentence: it is not for longer than this session."""
        if found == "":
            self.accept()
            return
        failed = isinstance(found, Trouble)
        self._words.setText(words.trouble(found) if isinstance(found, Trouble) else found)
        restyle(self._words, "bad" if failed else "warn")
        self._words.show()
        self.keep.setEnabled(failed)
        self.cancel.setText(self.tr("Cancel") if failed else self.tr("Close"))

    def text(self) -> str:
        """What is said about the token."""
        return self._words.text()

    def _give(self) -> None:
        if self.token.text().strip():
            self.keep.setEnabled(False)
            self.given.emit(self.token.text().strip())
