"""Small pieces that the panel is put together from: labels, heading rows, the lock with its explanation."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QRadioButton, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from ui.theme.palette import SPACE_M, SPACE_S
from ui.theme.text_size import scaled
from ui.theme.theme import Theme

_POPUP_WIDTH = 288


def words(text: str = "", role: str = "", wrap: bool = False, parent: QWidget | None = None) -> QLabel:
    """A label in one of the theme's roles; plain text unless the caller asks for more."""
    label = QLabel(text, parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    if role:
        label.setProperty("role", role)
    if wrap:
        label.setWordWrap(True)
        # A wrapped label asks for its widest line otherwise, and pushes the panel wider than it is.
        label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
    return label


class ElidedLabel(QLabel):
    """One line that ends in an ellipsis where the panel does; the whole text is its tool tip."""

    def __init__(self, role: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._full = ""
        self.setProperty("role", role)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def text(self) -> str:
        """The whole of it. In this and `setText` it is as any label is, which can be put into another language."""
        return self._full

    def setText(self, text: str) -> None:
        self._full = text
        self.setToolTip(text)
        self.setAccessibleName(text)
        self._elide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._elide()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._elide()

    def _elide(self) -> None:
        super().setText(self.fontMetrics().elidedText(self._full, Qt.TextElideMode.ElideRight, self.width()))


def one_tab_stop(radios: Sequence[QRadioButton]) -> None:
    """Let Tab stop at the checked button of a group (else its first enabled one), and the arrow keys do the rest.

    Qt itself stops at the first one until the group has had the focus.
    """
    enabled = [radio for radio in radios if radio.isEnabled()]
    stop = next((radio for radio in enabled if radio.isChecked()), enabled[0] if enabled else None)
    for radio in radios:
        radio.setFocusPolicy(Qt.FocusPolicy.StrongFocus if radio is stop else Qt.FocusPolicy.ClickFocus)


class HeadingRow(QWidget):
    """Small words at the left, smaller matters at the right."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = words(title, "small")
        self._detail = words("", "small")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_S)
        layout.addWidget(self._title)
        layout.addStretch(1)
        layout.addWidget(self._detail)

    def set_title(self, text: str) -> None:
        """Change the words at the left."""
        self._title.setText(text)

    def set_detail(self, text: str, rich: bool = False) -> None:
        """Change the words at the right; rich takes Qt's HTML."""
        self._detail.setTextFormat(Qt.TextFormat.RichText if rich else Qt.TextFormat.PlainText)
        self._detail.setText(text)

    def title(self) -> str:
        """The words at the left."""
        return self._title.text()

    def detail(self) -> str:
        """The words at the right."""
        return self._detail.text()


class LockButton(QToolButton):
    """'parallel 1' with a lock: a press tells why it cannot be changed."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        why = self.tr(
            "One sequence at a time, and that is not a setting. With several slots the drafts of each see a"
            " batch that others fill: acceptance collapses in all slots but one, and a baseline measured"
            " with two slots reads about 20 % low, so that every speedup against it would be too good to be"
            " true."
        )
        self.setText(self.tr("parallel 1"))
        self.setProperty("role", "text")
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the lock stands behind the words
        theme.bind_icon(self, "lock", "muted")
        self.setIconSize(self.iconSize() * 0.8)
        self.setAccessibleName(self.tr("Parallel 1, locked"))
        self.setAccessibleDescription(why)
        self.setToolTip(f"<p>{why}</p>")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.clicked.connect(self._explain)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.setToolTip(f"<p>{self.accessibleDescription()}</p>")

    def _explain(self) -> None:
        popup = _Explanation(self.tr("Why parallel is locked at 1"), self.accessibleDescription(), self)
        corner = self.mapToGlobal(QPoint(self.width(), self.height() + SPACE_S))
        popup.move(corner.x() - popup.width(), corner.y())
        popup.show()
        popup.setFocus()


class _Explanation(QFrame):
    """A few sentences over the window until a click elsewhere, Esc or Enter."""

    def __init__(self, title: str, text: str, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)  # behind the rounded corners
        self.setProperty("role", "card")
        self.setAccessibleName(title)
        self.setAccessibleDescription(text)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_M, SPACE_M, SPACE_M, SPACE_M)
        layout.setSpacing(SPACE_S)
        layout.addWidget(words(title, "title", wrap=True))
        body = words(text, wrap=True)
        layout.addWidget(body)
        self.setFixedWidth(scaled(_POPUP_WIDTH))
        self.setFixedHeight(layout.totalHeightForWidth(self.width()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.close()
            return
        super().keyPressEvent(event)
