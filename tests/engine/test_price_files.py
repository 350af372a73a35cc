"""Price curves on disk: what cannot be one is not believed, and two processes keep each other's."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.events import PricePoint
from engine.price import Curve
from engine.price_files import PriceFile

PLAIN = 0.010


def curve(*ratios: float) -> Curve:
    """Of passes over 1, 2, 4, ... tokens, in plain passes."""
    return tuple(PricePoint(1 << i, PLAIN * ratio) for i, ratio in enumerate(ratios))


@pytest.fixture
def file(tmp_path: Path) -> PriceFile:
    return PriceFile(tmp_path / "prices" / "a.json", "here")


def test_what_was_written_comes_back_and_nothing_else_lies_there(file: PriceFile) -> None:
    curves = {600: curve(1.5, 2, 3), 0: curve(1, 1.2, 2)}
    file.write(curves)
    assert file.read() == curves
    assert file.path is not None
    assert list(file.path.parent.iterdir()) == [file.path]


def test_other_circumstances_have_no_curve(file: PriceFile) -> None:
    file.write({0: curve(1, 2)})
    assert PriceFile(file.path, "elsewhere").read() == {}


@pytest.mark.parametrize(
    "points",
    [
        "[[1, NaN], [2, 1.0]]",
        "[[1, 0.0], [2, 1.0]]",
        "[[1, -1.0], [2, 1.0]]",
        "[[1, Infinity], [2, 1.0]]",
        "[[1, 1.0], [Infinity, 1.0]]",
        "[[1, 1.0], [2, 1" + "0" * 400 + "]]",
        "[[1, 1.0], [2, 1e9]]",
        "[[1, 1.0], [1, 1.0]]",
        "[[4, 1.0], [1, 1.0]]",
        "[[2, 1.0]]",
        "[[1]]",
        "[1, 2]",
        "[]",
        "null",
    ],
)
def test_what_is_no_curve_is_not_used(file: PriceFile, points: str, caplog: pytest.LogCaptureFixture) -> None:
    file.write({0: curve(1, 2)})
    assert file.path is not None
    text = json.dumps({"circumstances": "here", "curves": {"0": "POINTS"}}).replace('"POINTS"', points)
    file.path.write_text(text)
    assert file.read() == {}
    assert "cannot be read" in caplog.text


@pytest.mark.parametrize("depth", ["-1", "deep", "1.5", "", "9" * 5000])
def test_what_is_no_depth_is_not_used(file: PriceFile, depth: str) -> None:
    file.write({0: curve(1, 2)})
    assert file.path is not None
    said = json.loads(file.path.read_text())
    said["curves"][depth] = said["curves"]["0"]
    file.path.write_text(json.dumps(said))
    assert file.read() == {}


def test_a_huge_file_is_not_read_to_its_end(file: PriceFile) -> None:
    assert file.path is not None
    file.path.parent.mkdir()
    with file.path.open("wb") as huge:
        huge.truncate(1 << 40)
    assert file.read() == {}


@pytest.mark.parametrize(
    "disturbed",
    [
        curve(1, 4, 2.2),  # two tokens dearer than two passes
        curve(1, 1.2, 1.4, 9, 3),  # eight tokens dearer than sixteen
        curve(1, 0.3, 0.4),  # a single one dearest
        curve(1, 1e3, 1e3),
    ],
)
@pytest.mark.parametrize("depth", [0, 600])
def test_prices_that_no_quiet_machine_has_are_left_out(file: PriceFile, disturbed: Curve, depth: int) -> None:
    other = 600 - depth
    file.write({depth: disturbed, other: curve(1, 1.2, 1.9)})
    assert list(file.read()) == [other]


def test_kernels_that_make_a_longer_pass_a_little_cheaper_are_believed(file: PriceFile) -> None:
    bent = {0: curve(1, 1.9, 3.5, 6.5, 5.2, 9)}
    file.write(bent)
    assert file.read() == bent
