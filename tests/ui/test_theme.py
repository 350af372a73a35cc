"""The theme: readable colours, both schemes everywhere, icons that follow."""

from __future__ import annotations

import re
from dataclasses import fields

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QToolButton
from pytestqt.qtbot import QtBot

from ui.theme.palette import DARK, LIGHT, Palette
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
    assert LIGHT.surface in qapp.styleSheet()
    assert DARK.surface not in qapp.styleSheet()


@pytest.mark.usefixtures("theme")
def test_every_place_in_the_stylesheet_is_filled_in(qapp: QApplication) -> None:
    assert not re.findall(r"@\w+", qapp.styleSheet())


def test_the_stylesheet_names_no_colour_of_its_own() -> None:
    from ui.theme.stylesheet import stylesheet

    plain = Palette(False, *["#123456"] * (len(fields(Palette)) - 5))
    images = dict.fromkeys(("chevron-down", "chevron-up", "check"), "x.svg")
    found = set(re.findall(r"#[0-9a-fA-F]{6}", stylesheet(plain, images)))
    assert found == {"#123456"}


def test_an_unknown_mode_is_refused_in_words(theme: Theme) -> None:
    with pytest.raises(ValueError, match="choose one of system, dark, light"):
        theme.set_mode("sepia")


def test_a_bound_icon_is_recoloured_with_the_theme(theme: Theme, qtbot: QtBot) -> None:
    button = QToolButton()
    qtbot.addWidget(button)
    theme.bind_icon(button, "stop")
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
