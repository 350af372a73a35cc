"""The bar over the conversation: which model, which preset, how full the context is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRectF, QSignalBlocker, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QActionGroup, QFont, QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from engine.commands import PresetInfo
from engine.events import DrafterStatus
from ui.language import local
from ui.numerals import number
from ui.speculation.choice import why_not
from ui.theme.palette import FONT_PX, FONT_SMALL_PX, SPACE_L, SPACE_M, SPACE_S
from ui.theme.text_size import hold, scaled
from ui.theme.theme import Theme, Tone

NEARLY_FULL: Final = 0.9
COMING_ALPHA: Final = 0.45  # of what the message being written adds
GAUGE_MS: Final = 250
# The preset keeps this much, or all of a shorter title, before the model's name gives way.
PRESET_PX, NARROW_PRESET_PX = 190, 110
GAUGE_FROM_PX: Final = 530  # a narrower bar has no room for the context beside the two choices
CAPTIONS_FROM_PX: Final = 640  # a narrower one has none for the captions before them either
TINT_FROM_PX: Final = 480  # a narrower one has none for the switch of the tint, which the settings have too
_AROUND_PX: Final = 48  # margins, gaps and the arrow
_HIGH_PX: Final = 34


class PickerButton(QPushButton):
    """'Model  SmolLM2 ⌄': a quiet caption, the choice in bold.

    Where there is no room for the choice it is cut in the middle, because the ends of a model's name tell most.
    """

    def __init__(self, caption: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._value = ""
        self.setProperty("role", "picker")
        self._theme = theme
        hold(self, minimumWidth=96, maximumWidth=360)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._caption = QLabel(caption)
        self._caption.setProperty("role", "small")
        self._label = QLabel()
        self._label.setTextFormat(Qt.TextFormat.PlainText)  # a file says what it is called
        self._label.setProperty("role", "title")
        self._label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        arrow = QToolButton()
        arrow.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        arrow.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        arrow.setProperty("role", "arrow")
        theme.bind_icon(arrow, "chevron-down", "muted")
        arrow.setIconSize(QSize(14, 14))
        for label in (self._caption, self._label):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(10, 0, 6, 0)
        layout.setSpacing(6)
        layout.addWidget(self._caption)
        layout.addWidget(self._label, 1)
        layout.addWidget(arrow)

    def set_value(self, value: str) -> None:
        """The choice in words."""
        if value != self._value:
            self._value = value
            self.setToolTip(value)
            self.setAccessibleName(f"{self._caption.text()}: {value}")
            self._cut()
            self.updateGeometry()

    def show_caption(self, shown: bool) -> None:
        """Where room is scarce the choice speaks for itself."""
        if shown == self._caption.isHidden():
            self._caption.setVisible(shown)
            self._cut()
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        wide = self._metrics().horizontalAdvance(self._value) + self._beside() + 2
        return QSize(min(wide, self.maximumWidth()), scaled(_HIGH_PX))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._cut()

    def _cut(self) -> None:
        room = max(self.width() - self._beside(), 24)
        self._label.setText(self._metrics().elidedText(self._value, Qt.TextElideMode.ElideMiddle, room))

    def _metrics(self) -> QFontMetrics:
        return QFontMetrics(self._theme.font(FONT_PX, QFont.Weight.DemiBold))

    def _beside(self) -> int:
        return _AROUND_PX + (0 if self._caption.isHidden() else self._caption.sizeHint().width())


class ContextGauge(QWidget):
    """'3.1k / 32k' over a thin bar. It changes with every token, so it paints itself, never asks for a layout, and
    follows a few times a second: the bar around it is painted with it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._used = self._total = self._coming = 0
        self._room = True
        hold(self, fixedWidth=96, fixedHeight=30)
        self._rest = QTimer(self, singleShot=True, interval=GAUGE_MS)
        self._rest.timeout.connect(self._show)
        self._shown = (0, 0, 0)
        theme.changed.connect(self.update)

    def show_use(self, used: int, total: int, coming: int = 0) -> None:
        """Tokens of the conversation, how many fit, and what the next message adds; hidden while total is 0."""
        other_model = total != self._total
        self._used, self._total, self._coming = used, total, coming
        if other_model or not self._rest.isActive():
            self._show()

    def _show(self) -> None:
        if self._shown == (self._used, self._total, self._coming):
            return
        self._shown = self._used, self._total, self._coming
        self._rest.start()
        words = self.tr("Context: {0} of {1} tokens used").format(self._used, self._total)
        if self._coming:
            words += self.tr("; the message being written takes {0}").format(self._coming)
        self.setAccessibleName(words)
        self.setToolTip(words)
        self.setVisible(self._room and self._total > 0)
        self.update()

    def give_room(self, there: bool) -> None:
        """Whether there is a place for it."""
        if there != self._room:
            self._room = there
            self.setVisible(there and self._total > 0)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._theme.font(FONT_SMALL_PX, tabular=True))
        painter.setPen(self._theme.colour("muted"))
        words = f"{short_count(self._used)} / {short_count(self._total)}"
        painter.drawText(
            self.rect().adjusted(0, 2, 0, -8), Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, words
        )
        groove = QRectF(0, self.height() - 6, self.width(), 3)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour("line"))
        painter.drawRoundedRect(groove, 1.5, 1.5)
        full = (self._used + self._coming) / self._total if self._total else 0.0
        tone: Tone = "bad" if full > 1 and self._coming else "warn" if full > NEARLY_FULL else "accent"
        for n_tokens, alpha in ((self._used + self._coming, COMING_ALPHA), (self._used, 1.0)):
            share = min(n_tokens / self._total, 1.0) if self._total else 0.0
            painter.setBrush(self._theme.colour(tone, alpha))
            width = max(groove.width() * share, 3.0) if n_tokens else 0.0
            painter.drawRoundedRect(QRectF(groove.x(), groove.y(), width, groove.height()), 1.5, 1.5)


class TopBar(QFrame):
    """model_wanted: open the model picker. preset_picked(id). tint_toggled(on). panel_toggled(open).
    chats_toggled(open): the list of them, where it has no place of its own."""

    model_wanted = Signal()
    preset_picked = Signal(str)
    tint_toggled = Signal(bool)
    panel_toggled = Signal(bool)
    chats_toggled = Signal(bool)

    def __init__(self, presets: Sequence[PresetInfo], theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "bar")
        self._presets = presets
        self._statuses: dict[str, DrafterStatus] = {}
        self._current = ""
        self.model = PickerButton(self.tr("Model"), theme)
        self.model.clicked.connect(self.model_wanted)
        self.preset = PickerButton(self.tr("Preset"), theme)
        self._menu = QMenu(self.preset)
        self._menu.setToolTipsVisible(True)
        self._menu.aboutToShow.connect(self._fill_menu)
        self.preset.clicked.connect(self._open_menu)
        self.context = ContextGauge(theme)
        self.context.hide()
        self.settings = QToolButton()
        self.settings.setAccessibleName(self.tr("Settings of this chat"))
        self.settings.setToolTip(self.settings.accessibleName())
        theme.bind_icon(self.settings, "settings", "muted")
        self.chats = _toggle(self.tr("Chats (Ctrl+B)"), "list", theme)
        self.chats.toggled.connect(self.chats_toggled)
        self.chats.hide()
        self.tint = _toggle(self.tr("Tint accepted drafts by drafter"), "tint", theme)
        self.tint.toggled.connect(self.tint_toggled)
        self.panel = _toggle(self.tr("Speculation panel (F9)"), "panel", theme)
        self.panel.toggled.connect(self.panel_toggled)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACE_L, SPACE_S, SPACE_M, SPACE_S)
        layout.setSpacing(SPACE_S)
        layout.addWidget(self.chats)
        layout.addWidget(self.model)
        layout.addWidget(self.preset)
        layout.addStretch(1)
        layout.addSpacing(SPACE_S)
        layout.addWidget(self.context)
        layout.addSpacing(SPACE_S)
        layout.addWidget(self.settings)
        layout.addWidget(self.tint)
        layout.addWidget(self.panel)
        theme.resized.connect(self._fit)

    def minimumSizeHint(self) -> QSize:
        least = super().minimumSizeHint()
        spare = self.preset.minimumWidth() - min(self.preset.minimumWidth(), scaled(NARROW_PRESET_PX))
        if not self.context.isHidden():
            spare += self.context.width() + SPACE_S
        return QSize(least.width() - spare, least.height())  # before it is as narrow as that, they give way

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def show_open(self, panel: bool, chats: bool, foldable: bool) -> None:
        """What is open beside or over the chat. foldable: the conversations have no place of their own."""
        for button, opened in ((self.panel, panel), (self.chats, chats)):
            with QSignalBlocker(button):
                button.setChecked(opened)
        self.chats.setVisible(foldable)

    def set_statuses(self, statuses: Sequence[DrafterStatus]) -> None:
        """Which drafters the loaded model can have."""
        self._statuses = {status.drafter: status for status in statuses}

    def show_preset(self, preset_id: str) -> str:
        """Show which preset is in force; returns its title."""
        self._current = preset_id
        title = next((preset.title for preset in self._presets if preset.id == preset_id), preset_id)
        self.preset.set_value(local(title))
        self._fit()
        return title

    def _fit(self) -> None:
        roomy = self.width() >= scaled(GAUGE_FROM_PX)
        self.context.give_room(roomy)
        self.tint.setVisible(self.width() >= scaled(TINT_FROM_PX))
        for picker in (self.model, self.preset):
            picker.show_caption(self.width() >= scaled(CAPTIONS_FROM_PX))
        least = scaled(PRESET_PX if roomy else NARROW_PRESET_PX)
        self.preset.setMinimumWidth(min(self.preset.sizeHint().width(), least))

    def _open_menu(self) -> None:
        self._menu.popup(self.preset.mapToGlobal(self.preset.rect().bottomLeft()))

    def _fill_menu(self) -> None:
        self._menu.clear()
        group = QActionGroup(self._menu)
        for preset in self._presets:
            reason, title = local(why_not(preset, self._statuses)), local(preset.title)
            usable = not reason
            action = QAction(title if usable else f"{title}   ({reason})", group)
            action.setCheckable(True)
            action.setChecked(preset.id == self._current)
            action.setEnabled(usable)
            action.setToolTip(reason or local(preset.summary))
            action.triggered.connect(lambda _=False, chosen=preset.id: self.preset_picked.emit(chosen))
            self._menu.addAction(action)


def short_count(n: int) -> str:
    """950, 3.1k, 32k."""
    if n < 1000:
        return str(n)
    return f"{number(n / 1024, 1 if n < 10 * 1024 and n % 1024 else 0)}k"


def _toggle(name: str, icon: str, theme: Theme) -> QToolButton:
    button = QToolButton()
    button.setCheckable(True)
    button.setToolTip(name)
    button.setAccessibleName(name)
    theme.bind_icon(button, icon, "muted")
    return button
