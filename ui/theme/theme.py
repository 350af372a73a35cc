"""How the program looks: one palette, one stylesheet, fonts, icons, and the switch between dark and light.

Widgets never name a colour. They say what they are through the dynamic property `role` (set it before the
widget is shown, or call `restyle` after changing it):

    QWidget / QFrame    page        the window's background          surface     one step up (side columns)
                        card, code  thin line, radius 12             raised      a quiet block, radius 8
                        line        a 1 px rule
                        banner-bad, banner-warn, banner-info         a card with a coloured edge
    QLabel              title       14 px bold                       heading     20 px bold
                        muted       muted, 14 px                     small       muted, 12 px
                        figure      24 px bold, tabular digits       good, warn, bad    coloured words, 12 px
                        chip        12 px in a raised pill
    QPushButton         primary     filled with the accent           plain       no border until hovered
    (none: outlined)    danger      outlined, words in red           pill        rounded, for suggestions
    QToolButton         icon        square, no border                rail, text  icon over word; small words
    QListView etc.      sidebar     rows with radius 8               menu        rows of a popup

A painter that needs colours (graphs, strips) reads `theme.palette` and repaints on `theme.changed`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from time import perf_counter
from typing import Final, Literal, cast, get_args
from weakref import WeakKeyDictionary

import shiboken6
from PySide6.QtCore import QByteArray, QObject, QRect, QRectF, QSize, Qt, QTemporaryDir, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from ui.theme import text_size
from ui.theme.motion import Motion
from ui.theme.palette import ARROW, CHECK_MARK, DARK, FONT_PX, LIGHT, Palette
from ui.theme.stylesheet import colours_by_role, stylesheet

Mode = Literal["system", "dark", "light"]
Tone = Literal["text", "muted", "accent", "on_accent", "good", "warn", "bad", "line", "raised", "surface", "background"]
ICON_PX: Final = 20
_ICONS: Final = Path(__file__).parent / "icons"
SLICE_S: Final = 0.008
REST_MS: Final = 10  # between slices, for painting and for whoever else follows the theme
_DISABLED_ALPHA: Final = 0.4


class Theme(QObject):
    """The look of the whole program. Make one per QApplication and hand it to the widgets.

    changed: the palette is another one now. What is in sight has it already; the rest follows in small slices, so that
    the window stays live however much is in it.
    resizing: text is about to have another size; what is made anew then is better taken down before, for Qt goes
    through all widgets that there are. resized: it has; what painted or laid out words by itself does so anew.
    """

    changed = Signal()
    resizing = Signal()
    resized = Signal()

    def __init__(self, app: QApplication, mode: Mode = "system", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._app = app
        self.motion = Motion(self)
        self._mode: Mode = mode
        self._palette: Palette | None = None
        self._icons: WeakKeyDictionary[QAbstractButton, tuple[str, Tone]] = WeakKeyDictionary()
        self._fonts: WeakKeyDictionary[QWidget, Callable[[], QFont]] = WeakKeyDictionary()
        self._made: dict[tuple[str, Tone, Palette], QIcon] = {}
        self._stale: Iterator[QWidget] = iter(())  # in the colours of before
        self._slices = QTimer(self, singleShot=True, interval=REST_MS)
        self._slices.timeout.connect(self._restyle_some)
        self._unknown_is_dark = app.palette().color(QPalette.ColorRole.Window).lightness() < 128
        app.setStyle("Fusion")
        self._family = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).families()
        self._mono_family = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).families()
        self._percent = 100
        self._text = text_size.system_factor()
        app.setFont(self.font(FONT_PX))
        app.styleHints().colorSchemeChanged.connect(self._follow_system)
        self._choose_scheme()
        self._apply()
        self._images = self._write_images()
        app.setStyleSheet(stylesheet(self._images, self._text))

    @property
    def palette(self) -> Palette:
        """The colours in force."""
        return self._palette or LIGHT

    @property
    def mode(self) -> Mode:
        """What was asked for: the system's scheme, or one of the two."""
        return self._mode

    def set_mode(self, mode: str) -> None:
        """Follow the system, or stay dark or light. Raises ValueError for another word."""
        if mode not in get_args(Mode):
            raise ValueError(f"theme mode {mode!r}: choose one of {', '.join(get_args(Mode))}")
        if mode != self._mode:
            self._mode = cast(Mode, mode)
            self._choose_scheme()
            self._apply()

    @property
    def text(self) -> float:
        """How large words are, 1 for as the palette has them."""
        return self._text

    def set_text_size(self, percent: int) -> None:
        """Text that large, 100 for as large as the system's."""
        self._percent = percent
        self.follow_font()

    def follow_font(self) -> None:
        """Look how large the system's font is now."""
        text = min(max(text_size.system_factor() * self._percent / 100, text_size.LEAST), text_size.MOST)
        if text != self._text:
            self.resizing.emit()
            self._text = text
            self._app.setFont(self.font(FONT_PX))
            self._app.setStyleSheet(stylesheet(self._images, text))
            for widget, remade in list(self._fonts.items()):
                if shiboken6.isValid(widget):
                    widget.setFont(remade())
            text_size.apply_again()
            self.resized.emit()

    def bind_font(self, widget: QWidget, make: Callable[[], QFont]) -> None:
        """Give a widget a font of its own that follows the size of text, such as `lambda: theme.mono_font(13)`."""
        self._fonts[widget] = make
        widget.setFont(make())

    def font(self, px: int, weight: QFont.Weight = QFont.Weight.Normal, tabular: bool = False) -> QFont:
        """The system's font; px: its size at text of 100 %. tabular gives all digits the same width where the font
        can."""
        font = QFont(self._family)
        font.setPixelSize(round(px * self._text))
        font.setWeight(weight)
        if tabular:
            font.setFeature(QFont.Tag("tnum"), 1)
        return font

    def mono_font(self, px: int) -> QFont:
        """The system's monospace font; px: its size at text of 100 %."""
        font = QFont(self._mono_family)
        font.setPixelSize(round(px * self._text))
        font.setStyleHint(QFont.StyleHint.Monospace)
        return font

    def colour(self, tone: Tone, alpha: float = 1.0) -> QColor:
        """A palette colour for painters. tone: the name of a palette entry; alpha 0..1."""
        return with_alpha(getattr(self.palette, tone), alpha)

    def bind_icon(self, button: QAbstractButton, name: str, tone: Tone = "text") -> None:
        """Give a button an icon that is recoloured with the theme; calling again replaces it."""
        self._icons[button] = (name, tone)
        button.setIcon(self._icon(name, tone))
        button.setIconSize(QSize(ICON_PX, ICON_PX))

    def hasten(self, widget: QWidget) -> None:
        """This widget comes into sight: it and what is in it do not wait for their turn."""
        if self._slices.isActive():
            for each in (widget, *widget.findChildren(QWidget)):
                self._restyle(each)

    def _follow_system(self) -> None:
        if self._mode == "system":
            self._apply()

    def _choose_scheme(self) -> None:
        schemes = {"dark": Qt.ColorScheme.Dark, "light": Qt.ColorScheme.Light}
        self._app.styleHints().setColorScheme(schemes.get(self._mode, Qt.ColorScheme.Unknown))

    def _is_dark(self) -> bool:
        if self._mode != "system":
            return self._mode == "dark"
        scheme = self._app.styleHints().colorScheme()
        if scheme == Qt.ColorScheme.Unknown:
            return self._unknown_is_dark
        return scheme == Qt.ColorScheme.Dark

    def _apply(self) -> None:
        palette = DARK if self._is_dark() else LIGHT
        if palette is self._palette:
            return
        self._palette = palette
        self._app.setPalette(_qpalette(palette))
        done = set()
        for window in self._app.topLevelWidgets():
            for widget in _in_sight(window) if window.isVisible() else ():
                self._restyle(widget)
                done.add(widget)
        self._stale = (widget for widget in self._app.allWidgets() if widget not in done)
        self._slices.start()
        self.changed.emit()

    def _restyle_some(self) -> None:
        deadline = perf_counter() + SLICE_S
        for widget in self._stale:
            if shiboken6.isValid(widget):
                self._restyle(widget)
            if perf_counter() > deadline:
                self._slices.start()
                return

    def _restyle(self, widget: QWidget) -> None:
        """Have Qt forget which colours the stylesheet came to for this widget."""
        widget.style().polish(widget)
        if isinstance(widget, QAbstractButton) and widget in self._icons:
            widget.setIcon(self._icon(*self._icons[widget]))
        widget.update()

    def _icon(self, name: str, tone: Tone) -> QIcon:
        key = (name, tone, self.palette)
        if key not in self._made:
            self._made[key] = icon(name, self, tone)
        return self._made[key]

    def _write_images(self) -> dict[str, str]:
        """Coloured files, where a stylesheet takes only a path. Name -> path with forward slashes. A full disk costs
        them, and not the window."""
        paths = {}
        for name, colour in (("chevron-down", ARROW), ("chevron-up", ARROW), ("check", CHECK_MARK)):
            path = Path(_image_folder().path()) / f"{name}.svg"
            with suppress(OSError):
                path.write_text(svg(name, colour), encoding="utf-8")
            paths[name] = path.as_posix()
        return paths


@cache
def _image_folder() -> QTemporaryDir:
    """One for the whole program: a stylesheet outlives the theme that wrote it. Removed at the end."""
    return QTemporaryDir()


def icon(name: str, theme: Theme, tone: Tone = "text") -> QIcon:
    """A line icon in the theme's colours, crisp on every screen that is there. KeyError for an unknown name."""
    result = QIcon()
    renderer = _renderer(name, theme.colour(tone))
    for mode, alpha in ((QIcon.Mode.Normal, 1.0), (QIcon.Mode.Disabled, _DISABLED_ALPHA)):
        for scale in sorted({1, *(math.ceil(screen.devicePixelRatio()) for screen in QGuiApplication.screens())}):
            result.addPixmap(_pixmap(renderer, alpha, scale), mode)
    return result


def pixmap(name: str, theme: Theme, tone: Tone = "text", px: int = ICON_PX, scale: float = 1.0) -> QPixmap:
    """The icon as a picture of px logical pixels, for labels and painters; scale: the device pixel ratio."""
    return _pixmap(_renderer(name, theme.colour(tone)), 1.0, scale, px)


def svg(name: str, colour: str) -> str:
    """The text of an icon with its line in `colour` ('#rrggbb')."""
    return _drawing(name).replace("currentColor", colour)


@cache
def _drawing(name: str) -> str:
    path = _ICONS / f"{name}.svg"
    if not path.is_file():
        raise KeyError(f"no icon {name!r}")
    return path.read_text(encoding="utf-8")


def with_alpha(colour: str, alpha: float) -> QColor:
    """'#rrggbb' with an opacity of 0..1."""
    result = QColor(colour)
    result.setAlphaF(alpha)
    return result


def restyle(widget: QWidget, role: str) -> None:
    """Change the role of a widget that is already shown."""
    widget.setProperty("role", role)
    widget.style().unpolish(widget)
    widget.style().polish(widget)


def _in_sight(widget: QWidget, seen: QRect | None = None) -> Iterator[QWidget]:
    """The widget and what is in it, without what is hidden or scrolled away. seen: what can be seen of it, in its own
    coordinates; without that, all. Qt's own visible region will not do: that of a widget full of others is empty."""
    yield widget
    seen = widget.rect() if seen is None else seen
    for child in widget.children():
        if isinstance(child, QWidget) and not child.isWindow() and not child.isHidden():
            part = seen.intersected(child.geometry())
            if not part.isEmpty():
                yield from _in_sight(child, part.translated(-child.pos()))


def _renderer(name: str, colour: QColor) -> QSvgRenderer:
    return QSvgRenderer(QByteArray(svg(name, colour.name()).encode()))


def _pixmap(renderer: QSvgRenderer, opacity: float, scale: float, px: int = ICON_PX) -> QPixmap:
    size = round(px * scale)
    result = QPixmap(size, size)
    result.fill(Qt.GlobalColor.transparent)
    painter = QPainter(result)
    painter.setOpacity(opacity)
    renderer.render(painter, QRectF(0, 0, size, size))
    painter.end()
    result.setDevicePixelRatio(scale)
    return result


def _qpalette(colours: Palette) -> QPalette:
    role = QPalette.ColorRole
    result = QPalette()
    others = {
        role.Text: colours.text,
        role.Button: colours.raised,
        role.ButtonText: colours.text,
        role.ToolTipBase: colours.raised,
        role.Link: colours.accent,
    }
    for key, colour in (others | colours_by_role(colours)).items():
        result.setColor(key, QColor(colour))
    for key in (role.WindowText, role.Text, role.ButtonText):
        result.setColor(QPalette.ColorGroup.Disabled, key, with_alpha(colours.muted, 0.7))
    return result
