"""How the speedups of presets with one model have gone from comparison to comparison."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product
from typing import Final

import numpy as np
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QWidget

from ui.compare.graphs import DOTTED, CurvesGraph, Points
from ui.compare.looks import Look
from ui.compare.services import KeptComparison
from ui.compare.words import arm_title
from ui.theme.theme import Theme

MOST_CURVES: Final = 4
translate: Final = QCoreApplication.translate
_LOOKS: Final = tuple(
    Look(family, stroke)
    for stroke, family in product(
        (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine), ("ngram", "history", "draft", "mtp", "mixed")
    )
)


def speedups(rows: Sequence[KeptComparison], preset: str = "") -> dict[str, Points]:
    """For each arm (number of the comparison, speedup), the oldest comparison first and numbered 1; arms that ran at
    least twice, of many those that ran most often. rows: of one model, newest first. preset: only this arm, '' for all.
    """
    found: dict[str, list[tuple[int, float]]] = {}
    for i, row in enumerate(reversed(rows), 1):
        for name, _, gain in row.speeds:
            if gain is not None and preset in ("", name):
                found.setdefault(name, []).append((i, gain))
    often = Counter({name: len(points) for name, points in found.items() if len(points) > 1})
    return {name: _points(found[name]) for name, _ in often.most_common(MOST_CURVES)}


class TrendGraph(CurvesGraph):
    """One curve for each preset, and a dotted line where it would be no faster than the baseline."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(
            theme,
            translate("TrendGraph", "Speedup over time"),
            translate("TrendGraph", "Two comparisons of a preset with one model make a curve."),
            translate("TrendGraph", "comparisons, oldest first"),
            "×",
            exact=True,
            parent=parent,
        )
        self._names: list[str] = []

    def show_rows(self, rows: Sequence[KeptComparison], preset: str = "") -> None:
        """rows: newest first; of several models nothing is drawn."""
        one_model = len({row.model for row in rows}) == 1
        found = speedups(rows, preset) if one_model else {}
        names = sorted(found)
        if names != self._names:
            self._names = names
            looks = dict(zip(map(arm_title, names), _LOOKS, strict=False))
            self.set_looks({**looks, self._level(): DOTTED} if looks else {})
        curves = {arm_title(name): points for name, points in found.items()}
        if curves:
            curves[self._level()] = (np.array([0.0, float(len(rows))]), np.ones(2))
        self.show_curves(curves)

    def _level(self) -> str:
        return translate("TrendGraph", "as fast as the baseline")


def _points(pairs: Sequence[tuple[int, float]]) -> Points:
    x, y = np.array(pairs, float).T
    return x, y
