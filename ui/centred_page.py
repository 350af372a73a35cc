"""A page of one narrow column in the middle, which scrolls where it is higher than its place."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from ui.theme.palette import SPACE_S, SPACE_XL
from ui.theme.text_size import hold


class CentredPage(QScrollArea):
    """Its parts go into `inside`, from the top."""

    def __init__(self, width_px: int, parent: QWidget | None = None) -> None:
        """width_px: of the column, at most, with text of the usual size."""
        super().__init__(parent)
        self.setProperty("role", "page")
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.column = QWidget()
        hold(self.column, maximumWidth=width_px)
        self.inside = QVBoxLayout(self.column)
        self.inside.setContentsMargins(0, 0, 0, 0)
        self.inside.setSpacing(SPACE_S)
        across = QHBoxLayout()
        across.addStretch(0)
        across.addWidget(self.column, 1)
        across.addStretch(0)
        page = QWidget()
        page.setProperty("role", "page")
        layout = QVBoxLayout(page)
        layout.setContentsMargins(SPACE_XL, SPACE_XL, SPACE_XL, SPACE_XL)
        layout.addStretch(2)
        layout.addLayout(across)
        layout.addStretch(3)
        self.setWidget(page)
