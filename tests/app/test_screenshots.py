"""The pictures command, as a user runs it: the real window and engine, without a display."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage

from tests.tiny_models import write_dense
from ui.theme.palette import DARK, LIGHT, Palette

STATES = (
    *("empty", "models-empty", "ready", "streaming", "reply", "code", "search", "models", "settings"),
    *("compare-empty", "compare-running", "compare", "engine-died"),
)
LOOKS = ("dark-1280x800", "dark-1024x700", "light-1280x800", "light-1024x700")


@pytest.mark.timeout(300)
def test_every_view_is_taken_in_every_look(tmp_path: Path) -> None:
    # A small vocabulary that follows a table: a long reply in no time.
    model = write_dense(tmp_path / "tiny.gguf")
    folder = tmp_path / "pictures"
    environment = {name: value for name, value in os.environ.items() if name != "QT_QPA_PLATFORM"}
    done = subprocess.run(
        [sys.executable, "-m", "app", "screenshots", str(folder), "-m", str(model)],
        env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    wanted = {f"{state}-{look}.png" for state in STATES for look in LOOKS}
    assert {path.name for path in folder.iterdir()} == wanted
    assert {Path(line).name for line in done.stdout.splitlines()} == wanted
    for look in LOOKS:
        image = QImage(str(folder / f"reply-{look}.png"))
        assert f"{image.width()}x{image.height()}" == look.partition("-")[2]
        # The background tells dark from light.
        assert (image.pixelColor(2, 2).lightness() < 128) == look.startswith("dark")
        assert not _has_banner(QImage(str(folder / f"search-{look}.png")), DARK if "dark" in look else LIGHT)


def _has_banner(image: QImage, palette: Palette) -> bool:
    """Whether the coloured edge of one crosses the line down from the top bar, over the middle of the chat."""
    x = image.width() // 2
    return any(image.pixelColor(x, y) == QColor(palette.warn) for y in range(40, 140))


def test_a_language_that_the_window_does_not_speak_is_refused_with_those_it_does(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "app", "screenshots", str(tmp_path / "pictures"), "--language", "xx"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.strip().endswith("--language xx: the window does not speak it. It speaks: en, sv.")
    assert not (tmp_path / "pictures").exists()
