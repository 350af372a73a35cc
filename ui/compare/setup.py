"""The bar over a comparison: what runs, start and stop, and what can be done with what is on screen."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final, get_args

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLayout,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.commands import ContextOptions, PresetInfo
from ui.chat.top_bar import PickerButton
from ui.compare.arms import ArmsPopup
from ui.compare.services import ExportKind, PromptSet, Wish
from ui.comparison import Task
from ui.flow_layout import FlowLayout
from ui.language import local
from ui.speculation.parts import words
from ui.theme.palette import SPACE_L, SPACE_M, SPACE_S
from ui.theme.text_size import hold, scaled
from ui.theme.theme import Theme, restyle

BUTTON_PX: Final = 76
FOLDED_PX: Final = 720  # a narrower bar, at text of 100 %, has three lines and no captions
_PICKER_PX: Final = 96
MOST_RUNS: Final = 20
MOST_TOKENS: Final = 4096
_SHORT: Final = 56  # characters of a prompt in the menu
Prompts = tuple[str, str]  # (set or file, the one prompt of it or '')


class SetupBar(QFrame):
    """changed: something else is chosen. start_wanted, stop_wanted. model_wanted, file_wanted, history_wanted: ask for
    one. tune_wanted: search the fastest setting. export_wanted(kind): 'png' or one of ExportKind."""

    changed = Signal()
    start_wanted = Signal()
    stop_wanted = Signal()
    model_wanted = Signal()
    file_wanted = Signal()
    history_wanted = Signal()
    tune_wanted = Signal()
    export_wanted = Signal(str)

    def __init__(
        self,
        presets: Sequence[PresetInfo],
        sets: Sequence[PromptSet],
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        """sets: at least one; the first is chosen."""
        super().__init__(parent)
        self.setProperty("role", "bar")
        self._sets = sets
        self._prompts: Prompts = (sets[0].name, "")
        self._own = False
        self._running = False
        self._folded = False
        self.model = PickerButton(self.tr("Model"), theme)
        self.model.clicked.connect(self.model_wanted)
        self.prompt = PickerButton(self.tr("Prompt"), theme)
        hold(self.prompt, maximumWidth=240)
        self.prompt_menu = self._make_prompt_menu()
        self.prompt.clicked.connect(lambda: _popup(self.prompt_menu, self.prompt))
        self.arms = PickerButton(self.tr("Baseline against"), theme)
        hold(self.arms, maximumWidth=460)
        self.arms_popup = ArmsPopup(presets, theme, self)
        self.arms.clicked.connect(lambda: self.arms_popup.show_under(self.arms))
        self.arms_popup.changed.connect(self._show_arms)
        self.runs = _number(1, MOST_RUNS, 3, self.tr("Runs of every preset and prompt; three tell something"))
        self.tokens = _number(8, MOST_TOKENS, 256, self.tr("Longest reply in tokens; below 64 says little about speed"))
        self.status = words("", "small")
        self.button = QPushButton(self.tr("Start"))
        self.button.setProperty("role", "primary")
        self.button.setMinimumWidth(max(BUTTON_PX, self.button.sizeHint().width()))
        self.button.clicked.connect(self._pressed)
        self.history = _tool(self.tr("History"), "chevron-down", theme)
        self.history.clicked.connect(self.history_wanted)
        self.tune = _tool(self.tr("Tune…"), "", theme)
        self.tune.setToolTip(self.tr("Search the fastest setting for this model on this machine"))
        self.tune.clicked.connect(self.tune_wanted)
        self.export = _tool(self.tr("Export"), "chevron-down", theme)
        self.export_menu = self._make_export_menu()
        self.export.clicked.connect(lambda: _popup(self.export_menu, self.export))
        self.own = QPlainTextEdit()
        self.own.setProperty("role", "input")
        self.own.setPlaceholderText(self.tr("The prompt that every preset answers"))
        self.own.setAccessibleName(self.tr("Own prompt"))
        self.own.setTabChangesFocus(True)
        hold(self.own, fixedHeight=58)
        self.own.textChanged.connect(self.changed)
        self.own.hide()
        self._lay_out()
        self._arrange()
        self._show_prompts()
        self._show_arms()
        theme.resized.connect(self._fit)

    def minimumSizeHint(self) -> QSize:
        first = 3 * scaled(_PICKER_PX) + self.button.minimumWidth() + 4 * SPACE_S
        second = sum(one.sizeHint().width() for one in (*self._captions, self.runs, self.tokens)) + 7 * SPACE_S
        least = max(first, second) + SPACE_L + SPACE_M
        return QSize(least, super().minimumSizeHint().height())  # before it is narrower, it folds

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.prompt_menu.deleteLater()
            self.prompt_menu = self._make_prompt_menu()
            self._show_prompts()
            self._show_arms()

    def wish(self, model: str, context: ContextOptions) -> Wish:
        """What is chosen."""
        name, only = self._prompts
        return Wish(
            model=model,
            arms=self.arms_popup.chosen(),
            prompts="" if self._own else name,
            only="" if self._own else only,
            text=self.own.toPlainText() if self._own else "",
            context=context,
            runs=self.runs.value(),
            max_tokens=self.tokens.value(),
            peers=self.arms_popup.peers(),
        )

    def why_not(self) -> str:
        """What is missing before it can start, in words; ''."""
        if not self.arms_popup.chosen() and not self.arms_popup.peers():
            return self.tr("Choose at least one preset to hold against the baseline.")
        if self._own and not self.own.toPlainText().strip():
            return self.tr("Write a prompt, or choose a set.")
        return self.arms_popup.missing()

    def choose_prompts(self, name: str, only: str = "") -> None:
        """A set or a file, or one prompt of it."""
        self._prompts, self._own = (name, only), False
        self._show_prompts()

    def choose_own(self, text: str | None = None) -> None:
        """A prompt of one's own."""
        self._own = True
        if text is not None:
            self.own.setPlainText(text)
        self._show_prompts()
        self.own.setFocus()

    def show_running(self, running: bool, possible: bool, hint: str) -> None:
        """running: the button stops. possible: it can start. hint: why it cannot, for its tool tip."""
        if running != self._running:
            self._running = running
            self.button.setText(self.tr("Stop") if running else self.tr("Start"))
            self.button.setMinimumWidth(max(BUTTON_PX, self.button.sizeHint().width()))
            restyle(self.button, "stop" if running else "primary")
            for box in (self.model, self.prompt, self.arms, self.runs, self.tokens, self.own, self.history):
                box.setEnabled(not running)
        self.button.setEnabled(running or possible)
        self.button.setToolTip(hint)

    def show_can_tune(self, possible: bool) -> None:
        """Whether a tuning can be opened."""
        self.tune.setEnabled(possible)

    def show_can_export(self, possible: bool) -> None:
        """Whether there is anything to write to a file."""
        self.export.setEnabled(possible)

    def _pressed(self) -> None:
        (self.stop_wanted if self._running else self.start_wanted).emit()

    def _fit(self) -> None:
        folded = self.width() < scaled(FOLDED_PX)
        if folded != self._folded:
            self._folded = folded
            self._arrange()

    def _arrange(self) -> None:
        """Where there is little room the choices speak for themselves, and the tools have a line of their own."""
        folded = self._folded
        self._title.setVisible(not folded)
        for picker in (self.model, self.prompt, self.arms):
            picker.show_caption(not folded)
        # A fixed policy without a least width keeps words whole.
        policy = QSizePolicy.Policy.Preferred if folded else QSizePolicy.Policy.Fixed
        self.prompt.setSizePolicy(policy, QSizePolicy.Policy.Fixed)
        hold(self.prompt, minimumWidth=_PICKER_PX if folded else 0)
        row: QLayout = self._third if folded else self._second
        for tool in (self.tune, self.history, self.export):
            row.addWidget(tool)

    def _lay_out(self) -> None:
        self._title = words(self.tr("Compare"), "title")
        self._title.setContentsMargins(2, 0, SPACE_S, 0)  # letters such as J reach out to the left
        first = QHBoxLayout()
        first.setSpacing(SPACE_S)
        first.addWidget(self._title)
        for picker in (self.model, self.prompt, self.arms):
            first.addWidget(picker)
        first.addStretch(1)
        first.addWidget(self.button)
        self._second, self._third = QHBoxLayout(), FlowLayout()
        self._second.setSpacing(SPACE_S)
        self._captions = [words(name, "small") for name in (self.tr("Runs"), self.tr("Tokens"))]
        for label, box in zip(self._captions, (self.runs, self.tokens), strict=True):
            label.setBuddy(box)
            self._second.addWidget(label)
            self._second.addWidget(box)
            self._second.addSpacing(SPACE_S)
        self.status.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._second.addWidget(self.status, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_L, SPACE_S, SPACE_M, SPACE_S)
        layout.setSpacing(SPACE_S)
        layout.addLayout(first)
        layout.addLayout(self._second)
        layout.addLayout(self._third)
        layout.addWidget(self.own)

    def _make_prompt_menu(self) -> QMenu:
        menu = QMenu(self)
        menu.addAction(self.tr("Own prompt…")).triggered.connect(lambda: self.choose_own())
        menu.addAction(self.tr("File of prompts…")).triggered.connect(self.file_wanted)
        menu.addSeparator()
        for found in self._sets:
            title = self.tr("{0} ({1})").format(local(found.title), len(found.tasks))
            if found is self._sets[0] or len({task.category for task in found.tasks}) > 1:
                self._add_choice(menu, title, found.name)
                continue
            inside = menu.addMenu(title)
            self._add_choice(inside, self.tr("All {0}").format(len(found.tasks)), found.name)
            inside.addSeparator()
            for task in found.tasks:
                self._add_choice(inside, _short(task), found.name, task.id)
        return menu

    def _add_choice(self, menu: QMenu, text: str, name: str, only: str = "") -> None:
        action = QAction(text.replace("&", "&&"), menu)
        action.triggered.connect(lambda _=False: self.choose_prompts(name, only))
        menu.addAction(action)

    def _make_export_menu(self) -> QMenu:
        menu = QMenu(self)
        titles = {
            "csv": self.tr("CSV: one line for every run…"),
            "json": self.tr("JSON: everything…"),
            "markdown": self.tr("Markdown: the tables…"),
            "html": self.tr("HTML report…"),
            "png": self.tr("PNG: a picture of this view…"),
        }
        for kind in (*get_args(ExportKind), "png"):
            menu.addAction(titles[kind]).triggered.connect(lambda _=False, kind=kind: self.export_wanted.emit(kind))
        return menu

    def _show_prompts(self) -> None:
        name, only = self._prompts
        found = next((one for one in self._sets if one.name == name), None)
        if self._own:
            title = self.tr("Own prompt")
        elif found is None:
            title = Path(name).name
        else:
            task = next((task for task in found.tasks if task.id == only), None)
            name = local(found.title).partition(":")[0]
            title = f"{name}: {_short(task)}" if task else name
        self.prompt.set_value(title)
        self.own.setVisible(self._own)
        self.changed.emit()

    def _show_arms(self) -> None:
        names = [local(name) for name, _ in self.arms_popup.chosen()]
        names += [address.partition("://")[2] or address for address in self.arms_popup.peers()]
        self.arms.set_value(", ".join(names) or self.tr("nothing yet"))
        self.changed.emit()


def _short(task: Task) -> str:
    first = " ".join(task.turns[0].split())
    return first if len(first) <= _SHORT else f"{first[:_SHORT].rstrip()}…"


def _number(least: int, most: int, value: int, hint: str) -> QSpinBox:
    box = QSpinBox()
    box.setRange(least, most)
    box.setValue(value)
    box.setToolTip(hint)
    box.setAccessibleName(hint)
    box.lineEdit().setTextMargins(6, 0, 0, 0)  # the stylesheet's padding does not reach the line in a spin box
    return box


def _tool(text: str, icon: str, theme: Theme) -> QToolButton:
    button = QToolButton()
    button.setText(text)
    button.setProperty("role", "text")
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    button.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    if icon:
        theme.bind_icon(button, icon, "muted")
        button.setIconSize(button.iconSize() * 0.7)
    return button


def _popup(menu: QMenu, under: QWidget) -> None:
    menu.popup(under.mapToGlobal(under.rect().bottomLeft()))
