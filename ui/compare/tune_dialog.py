"""The dialog that searches the fastest setting: what shall be tried, the race as it goes, and what it came to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from ui.compare.heat_map import HeatMap
from ui.compare.words import arm_title, interval, seconds_left
from ui.comparison import BASELINE
from ui.language import local
from ui.numerals import number
from ui.services import DraftChoice
from ui.speculation.parts import words
from ui.speculation.words import UNKNOWN, percent
from ui.theme.palette import SPACE_L, SPACE_M, SPACE_S, SPACE_XL
from ui.theme.theme import Theme, restyle
from ui.tuning import AUTO, Standing, TuneGrid, TuneResult, TuneRow

_STEPS: Final = 1000
_FIGURES: Final = (1, 2, 3, 4)  # columns with numbers


class TuneDialog(QDialog):
    """Give it what happens (`show_standing`, `show_result`). The window behind it stays in use.

    start_wanted: begin with what is chosen; answer `show_refused` when that is not possible. stop_wanted: end it.
    save_wanted(name): keep the winner as a preset; answer `show_saved`. use_wanted: take the winner into the chat.
    """

    start_wanted = Signal()
    stop_wanted = Signal()
    save_wanted = Signal(str)
    use_wanted = Signal()

    def __init__(
        self, model: str, drafts: Sequence[DraftChoice], name: str, theme: Theme, parent: QWidget | None = None
    ) -> None:
        """model: its title. drafts: second files that it can be tried with. name: for the preset that comes of it."""
        super().__init__(parent)
        self._running = self._stopping = False
        self._result: TuneResult | None = None
        self._grids: tuple[TuneGrid, ...] = ()
        self._rows: tuple[TuneRow, ...] = ()
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Tune"))
        self.setProperty("role", "page")
        self.setMinimumSize(640, 480)
        self.resize(780, 720)
        self.draft = QComboBox()
        self.draft.setAccessibleName(self.tr("Draft model"))
        self.draft.addItem(self.tr("none"), "")
        for choice in drafts:
            if choice.level != "refuse":
                self.draft.addItem(choice.model.title, choice.model.path)
        self.quick = QCheckBox(self.tr("Quick: fewer settings and prompts"))
        self.quick.setChecked(True)
        self.phase = words("", "small", wrap=True)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setRange(0, _STEPS)
        self.bar.setAccessibleName(self.tr("Progress of the tuning"))
        self.verdict = words("", "title", wrap=True)
        self.detail = words("", "muted", wrap=True)
        self.which = QComboBox()
        self.which.setAccessibleName(self.tr("Preset of the heat map"))
        self.which.currentIndexChanged.connect(self._show_map)
        self.map = HeatMap(theme)
        self.table = self._make_table()
        self.name = QLineEdit(name)
        self.name.setMinimumWidth(170)
        self.name.setAccessibleName(self.tr("Name of the preset"))
        self.start = QPushButton(self.tr("Start"))
        self.start.setProperty("role", "primary")
        self.start.clicked.connect(self._begin)
        self.stop = QPushButton(self.tr("Stop"))
        self.stop.clicked.connect(self._end)
        self.save = QPushButton(self.tr("Save as preset"))
        self.save.clicked.connect(lambda: self.save_wanted.emit(self.name.text().strip()))
        self.use = QPushButton()
        self.use.setProperty("role", "primary")
        self.use.clicked.connect(self._take)
        self.close_button = QPushButton(self.tr("Close"))
        self.close_button.clicked.connect(self.close)
        self._lay_out(model)
        self._show_buttons()

    @property
    def running(self) -> bool:
        """Whether it runs."""
        return self._running

    def show_refused(self, why: str) -> None:
        """It cannot begin now."""
        self._finish(self.tr("Tuning cannot begin now"), why, "warn")

    def show_standing(self, standing: Standing) -> None:
        """How it stands."""
        self.bar.setValue(round(_STEPS * standing.done / max(standing.total, 1)))
        if not self._stopping:
            said = [self.tr("Round {0} of {1}").format(standing.round, standing.rounds)]
            said.append(self.tr("{0} of at most {1} replies").format(standing.done, standing.total))
            if standing.seconds is not None:
                left = seconds_left(standing.seconds, QCoreApplication.translate)
                said.append(self.tr("about {0} left").format(left))
            self.phase.setText(" · ".join([*said, standing.now] if standing.now else said))
        self._show_rows(standing)

    def show_result(self, result: TuneResult) -> None:
        """What it came to."""
        self._result = result
        self._show_rows(result.standing)
        detail = local(result.reason)
        match result.ending:
            case "done":
                tone = "good" if result.confirmed else ""
                what = local(result.sentence)
            case "stopped":
                what, tone = local(result.sentence), ""
                detail = self.tr("What was measured until then is kept among the comparisons.")
            case "died":
                what, tone = self.tr("The engine died during the tuning"), "bad"
            case "failed":
                what, tone = self.tr("The tuning could not run"), "bad"
        if result.ending == "done" and not result.confirmed:
            detail = self.tr("No setting is certainly faster than what is there already, so there is nothing to save.")
        self._finish(what, detail, tone)

    def show_saved(self, problem: str) -> None:
        """problem: why the preset could not be kept, '' when it is."""
        said = self.tr("Saved. Its card is in the list of presets from the next start on.")
        self.detail.setText(local(problem) if problem else said)
        restyle(self.detail, "bad" if problem else "good")
        self.detail.show()
        self.save.setEnabled(bool(problem))

    def done(self, result: int) -> None:
        """Closing it stops what runs."""
        if self._running:
            self._running = False
            self.stop_wanted.emit()
        super().done(result)

    def _make_table(self) -> QTreeWidget:
        table = QTreeWidget()
        table.setProperty("role", "table")
        table.setRootIsDecorated(False)
        table.setUniformRowHeights(True)
        table.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        table.setAccessibleName(self.tr("Settings, the fastest first"))
        table.setHeaderLabels(
            [
                self.tr("setting"),
                self.tr("speedup"),
                self.tr("99 % interval"),
                self.tr("tok/s"),
                self.tr("accepted"),
                self.tr("in the race"),
            ]
        )
        for column in _FIGURES:
            table.headerItem().setTextAlignment(column, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        table.setColumnWidth(0, 272)
        for column, width in ((1, 74), (2, 104), (3, 64), (4, 78)):
            table.setColumnWidth(column, width)
        return table

    def _lay_out(self, model: str) -> None:
        about = self.tr(
            "Settings of all presets that {0} can have run against the baseline. Who is clearly behind after a round is"
            " dropped, and the last few run against auto. The engine writes no replies meanwhile."
        ).format(model)
        choice = QHBoxLayout()
        choice.setSpacing(SPACE_M)
        label = words(self.tr("Draft model"))
        label.setBuddy(self.draft)
        choice.addWidget(label)
        choice.addWidget(self.draft, 1)
        choice.addWidget(self.quick)
        self._maps = QWidget()
        maps = QGridLayout(self._maps)
        maps.setContentsMargins(0, 0, 0, 0)
        maps.setVerticalSpacing(SPACE_S)
        maps.addWidget(words(self.tr("Times the baseline's speed"), "small"), 0, 0)
        maps.addWidget(self.which, 0, 1, Qt.AlignmentFlag.AlignRight)
        maps.addWidget(self.map, 1, 0, 1, 2)
        low = QHBoxLayout()
        low.setSpacing(SPACE_S)
        low.addWidget(self.name, 1)
        low.addWidget(self.save)
        low.addStretch(1)
        for button in (self.close_button, self.stop, self.start, self.use):
            low.addWidget(button)
        for button in (self.save, self.close_button, self.stop, self.start, self.use):
            button.setAutoDefault(False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_XL, SPACE_L, SPACE_XL, SPACE_L)
        layout.setSpacing(SPACE_M)
        layout.addWidget(words(self.tr("Tune"), "heading"))
        layout.addWidget(words(about, "muted", wrap=True))
        layout.addLayout(choice)
        for widget in (self.phase, self.bar, self.verdict, self.detail, self._maps):
            layout.addWidget(widget)
            widget.hide()
        layout.addWidget(self.table, 1)
        self.table.hide()
        self._rest = words(self.tr("The race is shown here. A quick one takes some minutes."), "muted")
        self._rest.setAlignment(Qt.AlignmentFlag.AlignCenter)
        layout.addWidget(self._rest, 1)
        layout.addLayout(low)

    def _begin(self) -> None:
        self._running, self._stopping, self._result = True, False, None
        self.verdict.hide()
        self.detail.hide()
        self.phase.setText(self.tr("Getting ready"))
        self.bar.setValue(0)
        self.phase.show()
        self.bar.show()
        self._show_buttons()
        self.start_wanted.emit()

    def _end(self) -> None:
        self._stopping = True
        self.stop.setEnabled(False)
        self.phase.setText(self.tr("Stopping…"))
        self.stop_wanted.emit()

    def _take(self) -> None:
        self.use_wanted.emit()
        self.close()

    def _show_rows(self, standing: Standing) -> None:
        self._rows = standing.rows
        if standing.grids != self._grids:
            self._grids = standing.grids
            self.which.clear()
            self.which.addItems([grid.preset for grid in self._grids])
        self._show_map()
        self._maps.setVisible(bool(self._grids))
        self.table.setVisible(bool(self._rows))
        self._rest.setVisible(not self._rows)
        while self.table.topLevelItemCount() < len(self._rows):
            self.table.addTopLevelItem(QTreeWidgetItem())
        while self.table.topLevelItemCount() > len(self._rows):
            self.table.takeTopLevelItem(self.table.topLevelItemCount() - 1)
        for i, row in enumerate(self._rows):
            self._show_row(self.table.topLevelItem(i), row)

    def _show_row(self, item: QTreeWidgetItem | None, row: TuneRow) -> None:
        if item is None:
            return
        said = {
            "in": self.tr("yes") if self._result is None else self.tr("to the end"),
            "dropped": self.tr("until round {0}").format(row.rounds),
            "failed": local(row.reason),
        }[row.state]
        texts = (
            arm_title(row.name),
            f"{number(row.speedup.estimate, 2)}×" if row.speedup else UNKNOWN,
            interval(row.speedup, QCoreApplication.translate),
            number(row.tokens_per_s, 1) if row.tokens_per_s else UNKNOWN,
            percent(row.acceptance),
            said,
        )
        for column, text in enumerate(texts):
            if item.text(column) != text:
                item.setText(column, text)
                item.setToolTip(column, text)
            if column in _FIGURES:
                item.setTextAlignment(column, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)

    def _show_map(self) -> None:
        index = self.which.currentIndex()
        grid = self._grids[index] if 0 <= index < len(self._grids) else None
        self.map.show_grid(grid, {row.name: row for row in self._rows})

    def _finish(self, title: str, detail: str, tone: str) -> None:
        self._running = False
        self.phase.hide()
        self.bar.hide()
        self.verdict.setText(title)
        self.verdict.show()
        self.detail.setText(detail)
        restyle(self.detail, tone if tone in ("bad", "warn") else "muted")
        self.detail.setVisible(bool(detail))
        self._show_buttons()

    def _show_buttons(self) -> None:
        result = self._result
        usable = result is not None and bool(result.winner)
        confirmed = result is not None and result.confirmed
        self.start.setVisible(not self._running)
        self.start.setText(self.tr("Tune again") if result is not None else self.tr("Start"))
        restyle(self.start, "" if usable else "primary")
        self.stop.setVisible(self._running)
        self.stop.setEnabled(True)
        self.use.setVisible(usable and not self._running)
        if result is not None and usable:
            words_for = {AUTO: self.tr("Use auto"), BASELINE: self.tr("Switch speculation off")}
            self.use.setText(words_for.get(result.winner, self.tr("Use it in the chat")))
        for widget in (self.name, self.save):
            widget.setVisible(confirmed and not self._running)
        self.save.setEnabled(True)
        self.draft.setEnabled(not self._running)
        self.quick.setEnabled(not self._running)
