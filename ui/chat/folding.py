"""Where the conversations and the panel stand: beside the chat as far as there is room, else over it."""

from __future__ import annotations

from typing import Final, Literal

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QWidget

from ui.chat.column import ConversationColumn
from ui.chat.drawer import Drawer
from ui.chat.top_bar import TopBar
from ui.speculation.panel import SpeculationPanel
from ui.theme.text_size import scaled
from ui.theme.theme import Theme

NARROW_PX: Final = 1030  # of the chat's view, at text of 100 %: below, one of the two stands beside the chat
SLIM_PX: Final = 740  # below, none does


class Folding(QObject):
    """Lays out its host. panel_toggled(open): by the user, where it has a place of its own. left: the keyboard is to go
    from the conversations to where one writes."""

    panel_toggled = Signal(bool)
    left = Signal()

    def __init__(
        self,
        host: QWidget,
        column: ConversationColumn,
        middle: QWidget,
        panel: SpeculationPanel,
        top: TopBar,
        theme: Theme,
    ) -> None:
        """Their places at the left, in the middle and at the right. top: has the two buttons."""
        super().__init__(host)
        self._host, self._column, self._panel, self._top = host, column, panel, top
        self._room: Literal["both", "one", "none"] = "both"
        self._wanted = True
        self._edge = QFrame()
        self._edge.setProperty("role", "line")
        self._edge.setFixedWidth(1)
        self._layout = QHBoxLayout(host)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)
        for widget, stretch in ((column, 0), (middle, 1), (self._edge, 0), (panel, 0)):
            self._layout.addWidget(widget, stretch)
        self._chats = Drawer(column, host, from_right=False, theme=theme)
        self._rounds = Drawer(panel, host, from_right=True, theme=theme)
        self._chats.shown.connect(lambda _: self._show_buttons())
        self._rounds.shown.connect(lambda _: self._show_buttons())
        top.panel_toggled.connect(self._panel_switched)
        top.chats_toggled.connect(self._chats_switched)
        column.taken.connect(self._chats.close)
        column.found.connect(lambda _: self._chats.close())
        column.new_wanted.connect(self._chats.close)
        theme.resized.connect(self.fit)

    def want_panel(self, wanted: bool) -> None:
        """Whether the panel is open wherever it has a place of its own."""
        self._wanted = wanted
        self._show_panel(wanted and self._room == "both")

    def fit(self) -> None:
        """The host, or text, has another size."""
        width = self._host.width()
        room: Literal["both", "one", "none"] = "both"
        if width < scaled(NARROW_PX):
            room = "one" if width >= scaled(SLIM_PX) else "none"
        if room == self._room:
            return
        if (room == "none") != (self._room == "none"):
            self._move(over=room == "none")
        self._room = room
        self._show_panel(self._wanted and room == "both")

    def bring_chats(self) -> None:
        """Have the conversations on screen, where they had to make room."""
        if self._room == "none":
            if not self._chats.is_open:
                self._rounds.close()
                self._chats.open()
        elif self._column.isHidden():
            self._show_panel(False)

    def toggle_chats(self) -> None:
        """Bring them on screen, with the keyboard in them; or leave them, and close them where they lie over the
        chat."""
        focus = QApplication.focusWidget()
        if self._chats.is_open:
            self._chats.close()
        elif focus is not None and self._column.isAncestorOf(focus):
            self.left.emit()
        else:
            self.bring_chats()
            self._column.take_keys()

    def close(self) -> bool:
        """Close what lies over the chat; False where nothing does."""
        for drawer in (self._chats, self._rounds):
            if drawer.is_open:
                drawer.close()
                return True
        return False

    def _move(self, over: bool) -> None:
        for at, widget in ((0, self._column), (2, self._edge), (3, self._panel)):
            if over:
                self._layout.removeWidget(widget)
            else:
                self._layout.insertWidget(at, widget)
        self._edge.setVisible(not over)
        self._chats.lie_over(over)
        self._rounds.lie_over(over)

    def _panel_switched(self, opened: bool) -> None:
        if self._room == "both":
            self._wanted = opened
            self.panel_toggled.emit(opened)
        self._show_panel(opened)

    def _chats_switched(self, opened: bool) -> None:
        if opened:
            self.bring_chats()
        else:
            self._chats.close()
        self._show_buttons()

    def _show_panel(self, opened: bool) -> None:
        """Where there is no room for all three, the panel takes the place of the conversations."""
        if self._room != "none":
            self._panel.setVisible(opened)
            self._edge.setVisible(opened)
            self._column.setVisible(self._room == "both" or not opened)
        elif opened:
            self._chats.close()
            self._rounds.open()
        else:
            self._rounds.close()
        self._show_buttons()

    def _show_buttons(self) -> None:
        self._top.show_open(
            panel=not self._panel.isHidden(),
            chats=not self._column.isHidden(),
            foldable=self._room == "none" or self._column.isHidden(),
        )
