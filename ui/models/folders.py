"""Where models are looked for: shown under a button, and changed there."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from ui.chat.text_views import below
from ui.fitting_dialog import popup_width
from ui.models import words
from ui.models.parts import button, icon_button
from ui.models.services import Place
from ui.speculation.parts import ElidedLabel
from ui.speculation.parts import words as label
from ui.theme.palette import SPACE_M, SPACE_S, SPACE_XL
from ui.theme.theme import Theme

WIDTH_PX = 460


class FoldersPopup(QFrame):
    """add_wanted, own_wanted: choose a folder to look into, or for downloads. removed(path). rescan_wanted."""

    add_wanted = Signal()
    own_wanted = Signal()
    removed = Signal(str)
    rescan_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self._theme = theme
        self._places: Sequence[Place] = ()
        self.setProperty("role", "popup")
        self.setAccessibleName(self.tr("Folders with models"))
        self._list = QVBoxLayout()
        self._list.setSpacing(SPACE_M)
        add = button(self.tr("Add a folder…"))
        add.clicked.connect(self._add)
        again = button(self.tr("Look again"), role="plain")
        theme.bind_icon(again, "refresh", "muted")
        again.clicked.connect(self._look_again)
        row = QHBoxLayout()
        row.addWidget(add)
        row.addWidget(again)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_M, SPACE_M, SPACE_M, SPACE_M)
        layout.setSpacing(SPACE_M)
        layout.addWidget(label(self.tr("Folders with models"), "title"))
        layout.addLayout(self._list)
        layout.addLayout(row)

    def show_places(self, places: Sequence[Place]) -> None:
        """All folders that are looked into."""
        if places == self._places:
            return
        self._places = tuple(places)
        while (item := self._list.takeAt(0)) is not None:
            old = item.widget()
            if old is not None:
                old.setParent(None)
                old.deleteLater()
        for place in places:
            self._list.addWidget(self._line(place))
        self.adjustSize()

    def show_under(self, anchor: QWidget) -> None:
        """Open below a button, within the window."""
        self.setFixedWidth(popup_width(anchor, WIDTH_PX))
        self.move(below(anchor, width=self.width()))
        self.show()
        self.focusNextChild()  # what is open takes the keys

    def _line(self, place: Place) -> QWidget:
        line = QWidget()
        title = words.place(place.kind)
        path = ElidedLabel("small")
        path.setText(place.path)
        counted = self.tr("%n models, {0}", "", place.n_models).format(words.size(place.size))
        if not place.there:
            counted = self.tr("not there")
        texts = QVBoxLayout()
        texts.setSpacing(0)
        head = QHBoxLayout()
        head.setSpacing(SPACE_S)
        head.addWidget(label(title[:1].upper() + title[1:]))
        head.addStretch(1)
        head.addWidget(label(counted, "small"))
        texts.addLayout(head)
        texts.addWidget(path)
        layout = QHBoxLayout(line)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_S)
        layout.addLayout(texts, 1)
        if place.downloads:
            change = button(self.tr("Change…"), self.tr("Choose another folder for downloads"))
            change.clicked.connect(self._change_own)
            layout.addWidget(change)
        elif place.kind == "added":
            name = self.tr("Do not look into {0} any more; its files stay").format(place.path)
            remove = icon_button("close", name, self._theme)
            remove.clicked.connect(lambda _=False, gone=place.path: self.removed.emit(gone))
            layout.addWidget(remove)
        else:
            layout.addSpacing(SPACE_XL)
        return line

    def _add(self) -> None:
        self.hide()
        self.add_wanted.emit()

    def _change_own(self) -> None:
        self.hide()
        self.own_wanted.emit()

    def _look_again(self) -> None:
        self.hide()
        self.rescan_wanted.emit()
