"""The theme: readable colours, both schemes everywhere, icons that follow."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QToolButton
from pytestqt.qtbot import QtBot

from ui.theme.palette import ARROW, CHECK_MARK, DARK, LIGHT, Palette
from ui.theme.theme import Theme, icon, svg


def _luminance(colour: str) -> float:
    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    c = QColor(colour)
    return 0.2126 * linear(c.redF()) + 0.7152 * linear(c.greenF()) + 0.0722 * linear(c.blueF())


def _contrast(first: str, second: str) -> float:
    low, high = sorted((_luminance(first), _luminance(second)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("text", ["text", "muted", "accent", "good", "warn", "bad"])
def test_words_can_be_read_on_every_surface(palette: Palette, text: str) -> None:
    grounds = [palette.background, palette.surface]
    if text != "accent":  # the accent is never words on a raised ground
        grounds.append(palette.raised)
    for ground in grounds:
        assert _contrast(getattr(palette, text), ground) >= 4.5, f"{text} on {ground}"
    assert _contrast(palette.on_accent, palette.accent) >= 4.5


def test_the_mode_decides_palette_stylesheet_and_qt_palette(qapp: QApplication) -> None:
    theme = Theme(qapp, "dark")
    assert theme.palette == DARK
    theme.set_mode("light")
    assert theme.palette == LIGHT
    assert qapp.palette().color(QPalette.ColorRole.Window) == QColor(LIGHT.background)
    assert qapp.palette().color(QPalette.ColorRole.Base) == QColor(LIGHT.surface)
    theme.set_mode("dark")  # as the theme of all tests has it


def test_the_stylesheet_stays_and_its_colours_follow_the_theme(theme: Theme, qapp: QApplication, qtbot: QtBot) -> None:
    window = QFrame()
    qtbot.addWidget(window)
    window.setProperty("role", "card")
    window.resize(40, 40)
    hidden = QLabel("late")
    qtbot.addWidget(hidden)
    hidden.setProperty("role", "warn")
    hidden.ensurePolished()
    window.show()
    sheet = qapp.styleSheet()
    assert window.grab().toImage().pixelColor(20, 20) == QColor(DARK.surface)
    theme.set_mode("light")
    assert window.grab().toImage().pixelColor(20, 20) == QColor(LIGHT.surface)
    assert qapp.styleSheet() == sheet
    qtbot.waitUntil(lambda: hidden.palette().color(QPalette.ColorRole.WindowText) == QColor(LIGHT.warn))


@pytest.mark.usefixtures("theme")
def test_every_place_in_the_stylesheet_is_filled_in(qapp: QApplication) -> None:
    assert not re.findall(r"@\w+", qapp.styleSheet())


def test_the_stylesheet_names_no_colour_of_its_own() -> None:
    from ui.theme.stylesheet import stylesheet

    images = dict.fromkeys(("chevron-down", "chevron-up", "check"), "x.svg")
    assert not re.findall(r"#[0-9a-fA-F]{3,8}\b|rgb", stylesheet(images))


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_pictures_in_the_stylesheet_can_be_seen_in_both_themes(palette: Palette) -> None:
    assert _contrast(ARROW, palette.surface) >= 3
    assert _contrast(CHECK_MARK, palette.accent) >= 3


def test_an_unknown_mode_is_refused_in_words(theme: Theme) -> None:
    with pytest.raises(ValueError, match="choose one of system, dark, light"):
        theme.set_mode("sepia")


def test_a_bound_icon_is_recoloured_with_the_theme(theme: Theme, qtbot: QtBot) -> None:
    button = QToolButton()
    qtbot.addWidget(button)
    theme.bind_icon(button, "stop")
    button.show()
    dark = button.icon().pixmap(QSize(20, 20)).toImage()
    theme.set_mode("light")
    light = button.icon().pixmap(QSize(20, 20)).toImage()
    assert dark != light
    colours = {
        light.pixelColor(x, y).name() for x in range(20) for y in range(20) if light.pixelColor(x, y).alpha() == 255
    }
    assert LIGHT.text in colours


def test_an_unknown_icon_is_named(theme: Theme) -> None:
    with pytest.raises(KeyError, match="no icon 'unicorn'"):
        icon("unicorn", theme)


def test_an_icon_takes_the_colour_it_is_given() -> None:
    assert "#abcdef" in svg("check", "#abcdef")
    assert "currentColor" not in svg("check", "#abcdef")
