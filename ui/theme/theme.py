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

from pathlib import Path
from typing import Final, Literal, cast, get_args
from weakref import WeakKeyDictionary

import shiboken6
from PySide6.QtCore import QByteArray, QObject, QRectF, QSize, Qt, QTemporaryDir, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from ui.theme.palette import DARK, FONT_PX, LIGHT, Palette
from ui.theme.stylesheet import stylesheet

Mode = Literal["system", "dark", "light"]
Tone = Literal[
    "text", "muted", "accent", "on_accent", "good", "warn", "bad", "line", "raised", "surface", "background"
]
ICON_PX: Final = 20
_ICONS: Final = Path(__file__).parent / "icons"
_DISABLED_ALPHA: Final = 0.4


class Theme(QObject):
    """The look of the whole program. Make one per QApplication and hand it to the widgets.

    changed: the palette is another one now; stylesheet, QPalette and bound icons are already up to date.
    """

    changed = Signal()

    def __init__(self, app: QApplication, mode: Mode = "system", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._app = app
        self._mode: Mode = mode
        self._palette = LIGHT
        self._icons: WeakKeyDictionary[QAbstractButton, tuple[str, Tone]] = WeakKeyDictionary()
        self._files = QTemporaryDir()
        self._unknown_is_dark = app.palette().color(QPalette.ColorRole.Window).lightness() < 128
        app.setStyle("Fusion")
        self._family = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).families()
        self._mono_family = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).families()
        app.setFont(self.font(FONT_PX))
        app.styleHints().colorSchemeChanged.connect(self._follow_system)
        self._choose_scheme()
        self._apply()

    @property
    def palette(self) -> Palette:
        """The colours in force."""
        return self._palette

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

    def font(self, px: int, weight: QFont.Weight = QFont.Weight.Normal, tabular: bool = False) -> QFont:
        """The system's font at a pixel size; tabular gives all digits the same width where the font can."""
        font = QFont(self._family)
        font.setPixelSize(px)
        font.setWeight(weight)
        if tabular:
            font.setFeature(QFont.Tag("tnum"), 1)
        return font

    def mono_font(self, px: int) -> QFont:
        """The system's monospace font at a pixel size."""
        font = QFont(self._mono_family)
        font.setPixelSize(px)
        font.setStyleHint(QFont.StyleHint.Monospace)
        return font

    def colour(self, tone: Tone, alpha: float = 1.0) -> QColor:
        """A palette colour for painters. tone: the name of a palette entry; alpha 0..1."""
        return with_alpha(getattr(self._palette, tone), alpha)

    def bind_icon(self, button: QAbstractButton, name: str, tone: Tone = "text") -> None:
        """Give a button an icon that is recoloured with the theme; calling again replaces it."""
        self._icons[button] = (name, tone)
        button.setIcon(icon(name, self, tone))
        button.setIconSize(QSize(ICON_PX, ICON_PX))

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
        self._palette = DARK if self._is_dark() else LIGHT
        self._app.setPalette(_qpalette(self._palette))
        self._app.setStyleSheet(stylesheet(self._palette, self._write_images()))
        for button, (name, tone) in list(self._icons.items()):
            if shiboken6.isValid(button):
                button.setIcon(icon(name, self, tone))
        self.changed.emit()

    def _write_images(self) -> dict[str, str]:
        """Recoloured files, where a stylesheet takes only a path. Name -> path with forward slashes."""
        colours = {"chevron-down": "muted", "chevron-up": "muted", "check": "on_accent"}
        paths = {}
        for name, entry in colours.items():
            colour = getattr(self._palette, entry)
            path = Path(self._files.path()) / f"{name}-{'dark' if self._palette.dark else 'light'}.svg"
            path.write_text(svg(name, colour), encoding="utf-8")
            paths[name] = path.as_posix()
        return paths


def icon(name: str, theme: Theme, tone: Tone = "text") -> QIcon:
    """A line icon in the theme's colours, crisp up to a scale factor of 3. KeyError for an unknown name."""
    result = QIcon()
    for mode, alpha in ((QIcon.Mode.Normal, 1.0), (QIcon.Mode.Disabled, _DISABLED_ALPHA)):
        for scale in (1, 2, 3):
            result.addPixmap(_pixmap(name, theme.colour(tone, alpha), scale), mode)
    return result


def pixmap(name: str, theme: Theme, tone: Tone = "text", px: int = ICON_PX, scale: float = 1.0) -> QPixmap:
    """The icon as a picture of px logical pixels, for labels and painters; scale: the device pixel ratio."""
    return _pixmap(name, theme.colour(tone), scale, px)


def svg(name: str, colour: str) -> str:
    """The text of an icon with its line in `colour` ('#rrggbb')."""
    path = _ICONS / f"{name}.svg"
    if not path.is_file():
        raise KeyError(f"no icon {name!r}")
    return path.read_text(encoding="utf-8").replace("currentColor", colour)


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


def _pixmap(name: str, colour: QColor, scale: float, px: int = ICON_PX) -> QPixmap:
    renderer = QSvgRenderer(QByteArray(svg(name, colour.name()).encode()))
    size = round(px * scale)
    result = QPixmap(size, size)
    result.fill(Qt.GlobalColor.transparent)
    painter = QPainter(result)
    painter.setOpacity(colour.alphaF())
    renderer.render(painter, QRectF(0, 0, size, size))
    painter.end()
    result.setDevicePixelRatio(scale)
    return result


def _qpalette(colours: Palette) -> QPalette:
    role = QPalette.ColorRole
    result = QPalette()
    for key, colour in (
        (role.Window, colours.background),
        (role.WindowText, colours.text),
        (role.Base, colours.surface),
        (role.AlternateBase, colours.raised),
        (role.Text, colours.text),
        (role.Button, colours.raised),
        (role.ButtonText, colours.text),
        (role.BrightText, colours.bad),
        (role.ToolTipBase, colours.raised),
        (role.ToolTipText, colours.text),
        (role.PlaceholderText, colours.muted),
        (role.Highlight, colours.accent),
        (role.HighlightedText, colours.on_accent),
        (role.Accent, colours.accent),
        (role.Link, colours.accent),
        (role.LinkVisited, colours.accent),
        (role.Light, colours.surface),
        (role.Midlight, colours.raised),
        (role.Mid, colours.line),
        (role.Dark, colours.line),
        (role.Shadow, colours.line),
    ):
        result.setColor(key, QColor(colour))
    for key in (role.WindowText, role.Text, role.ButtonText):
        result.setColor(QPalette.ColorGroup.Disabled, key, with_alpha(colours.muted, 0.7))
    return result
