"""Replies that keep to a JSON schema: the dialog that takes one, and the chip that shows while one is in force."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.schema_gaps import gaps
from ui.chat.json_schema import EXAMPLE, fault_of, name_of
from ui.chat.text_views import elide
from ui.fitting_dialog import FittingDialog
from ui.language import local
from ui.theme.palette import FONT_PX, SPACE_L, SPACE_M, SPACE_S, SPACE_XL
from ui.theme.text_size import hold, scaled
from ui.theme.theme import Theme, restyle

_NAME_PX: Final = 220
_INPUT_PX: Final = 120
_TAB_COLUMNS: Final = 2


class SchemaDialog(FittingDialog):
    """Takes a schema for the chat on screen and judges it while it is typed. taken(text): use this one, '' for none."""

    taken = Signal(str)

    def __init__(self, schema: str, theme: Theme, parent: QWidget | None = None) -> None:
        """schema: the one in force, or ''."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Constrain the reply"))
        self.setProperty("role", "page")
        self.resize(scaled(560), scaled(460))
        heading = QLabel(self.tr("JSON schema"))
        heading.setProperty("role", "heading")
        about = QLabel(
            self.tr(
                "Replies of this chat will be JSON of this shape. It goes together with every preset: a draft that"
                " breaks the schema is simply not accepted."
            )
        )
        about.setWordWrap(True)
        about.setProperty("role", "muted")
        self.input = QPlainTextEdit(schema)
        self.input.setProperty("role", "input")
        self.input.setAccessibleName(self.tr("JSON schema"))
        theme.bind_font(self.input, lambda: theme.mono_font(FONT_PX - 1))
        hold(self.input, minimumHeight=_INPUT_PX)
        self.input.setTabStopDistance(_TAB_COLUMNS * self.input.fontMetrics().horizontalAdvance(" "))
        self.input.setTabChangesFocus(True)
        self.input.textChanged.connect(self._judge)
        self.fault = QLabel()
        self.fault.setWordWrap(True)
        self.fault.setTextFormat(Qt.TextFormat.PlainText)
        self.example = QPushButton(self.tr("Insert an example"))
        self.example.setProperty("role", "plain")
        self.example.clicked.connect(lambda: self.input.setPlainText(EXAMPLE))
        self.use = QPushButton(self.tr("Use it"))
        self.use.setProperty("role", "primary")
        self.use.setDefault(True)
        self.use.clicked.connect(lambda: self._finish(self.input.toPlainText().strip()))
        self.drop = QPushButton(self.tr("Write freely again"))
        self.drop.clicked.connect(lambda: self._finish(""))
        cancel = QPushButton(self.tr("Cancel"))
        cancel.clicked.connect(self.reject)
        for button in (self.example, self.drop, cancel):
            button.setAutoDefault(False)
        low = QHBoxLayout()
        low.setSpacing(SPACE_S)
        low.addStretch(1)
        for button in (self.drop, cancel, self.use):
            low.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_XL, SPACE_L, SPACE_XL, SPACE_L)
        layout.setSpacing(SPACE_M)
        layout.addWidget(heading)
        layout.addWidget(about)
        layout.addWidget(self.input, 1)
        judged = QHBoxLayout()
        judged.addWidget(self.fault, 1)
        judged.addWidget(self.example)
        layout.addLayout(judged)
        layout.addLayout(low)
        self.drop.setVisible(bool(schema))
        self._judge()
        self.input.setFocus()

    def _judge(self) -> None:
        text = self.input.toPlainText()
        fault = fault_of(text, QCoreApplication.translate) if text.strip() else ""
        self.use.setEnabled(bool(text.strip()) and not fault)
        gap = local(gaps(text)) if not fault else ""
        words = f"{self.tr('This can be used.')} {gap}".strip() if text.strip() else ""
        self.fault.setText(fault or words)
        restyle(self.fault, "bad" if fault else "warn" if gap else "good")

    def _finish(self, schema: str) -> None:
        self.taken.emit(schema)
        self.accept()


class SchemaChip(QFrame):
    """Beside the message: a quiet button while replies are free, a chip with the schema's name while they are not.

    wanted: open the dialog. cleared: write freely again.
    """

    wanted = Signal()
    cleared = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.open = QToolButton()
        self.open.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.open.clicked.connect(self.wanted)
        theme.bind_icon(self.open, "braces", "muted")
        self.open.setIconSize(self.open.iconSize() * 0.8)
        self.clear = QToolButton()
        self.clear.setAccessibleName(self.tr("Write freely again"))
        self.clear.setToolTip(self.clear.accessibleName())
        self.clear.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.clear.clicked.connect(self.cleared)
        theme.bind_icon(self.clear, "close", "muted")
        self.clear.setIconSize(self.clear.iconSize() * 0.7)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.open)
        layout.addWidget(self.clear)
        self.show_schema("")

    def show_schema(self, schema: str) -> None:
        """The schema in force, or ''."""
        name = name_of(schema) if schema else ""
        full = self.tr("JSON: {0}").format(name) if name else self.tr("JSON schema")
        self.open.setToolButtonStyle(
            Qt.ToolButtonStyle.ToolButtonTextBesideIcon if schema else Qt.ToolButtonStyle.ToolButtonIconOnly
        )
        self.open.setText(elide(full, self.open, _NAME_PX))
        words = self.tr("Replies keep to a JSON schema ({0})").format(name) if schema else ""
        self.open.setAccessibleName(words or self.tr("Constrain the reply: JSON schema"))
        self.open.setToolTip(self.open.accessibleName())
        self.clear.setVisible(bool(schema))
        restyle(self, "constraint" if schema else "")
        restyle(self.open, "text" if schema else "")
