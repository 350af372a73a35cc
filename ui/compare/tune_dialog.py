"""The dialog that searches the fastest setting: what shall be tried, the race as it goes, and what it came to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QGridLayout,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from ui.compare.heat_map import HeatMap
from ui.compare.words import arm_title, interval, seconds_left
from ui.comparison import BASELINE
from ui.flow_layout import FlowLayout
from ui.job_dialog import JobDialog
from ui.language import local
from ui.numerals import number
from ui.services import DraftChoice
from ui.speculation.parts import words
from ui.speculation.words import UNKNOWN, percent
from ui.theme.palette import SPACE_S
from ui.theme.text_size import scaled
from ui.theme.theme import Theme
from ui.tuning import AUTO, FULL_MINUTES, QUICK_MINUTES, Standing, TuneGrid, TuneResult, TuneRow

_MOST_MINUTES: Final = 24 * 60
_FIGURES: Final = (1, 2, 3, 4)  # columns with numbers


class TuneDialog(JobDialog):
    """Give it what happens (`show_standing`, `show_result`).

    start_wanted: begin with what is chosen; answer `show_refused` when that is not possible. save_wanted(name): keep
    the winner as a preset; answer `show_saved`. use_wanted: take the winner into the chat.
    """

    start_wanted = Signal()
    save_wanted = Signal(str)

    def __init__(self, model: str, drafts: Sequence[DraftChoice], theme: Theme, parent: QWidget | None = None) -> None:
        """model: its title. drafts: second files that it can be tried with."""
        super().__init__(
            self.tr("Tune"), self.tr("Start"), self.tr("Tune again"), self.tr("Tuning cannot begin now"), parent
        )
        self._result: TuneResult | None = None
        self._grids: tuple[TuneGrid, ...] = ()
        self._rows: tuple[TuneRow, ...] = ()
        self._prompts = 0  # of every round
        self.setMinimumWidth(scaled(820))  # all buttons and the name side by side
        self.resize(scaled(840), scaled(720))
        self.draft = QComboBox()
        self.draft.setAccessibleName(self.tr("Draft model"))
        self.draft.addItem(self.tr("none"), "")
        for choice in drafts:
            if choice.level != "refuse":
                self.draft.addItem(choice.model.title, choice.model.path)
        self.quick = QCheckBox(self.tr("Quick: fewer settings and prompts"))
        self.quick.setChecked(True)
        self.minutes = QSpinBox()
        self.minutes.setRange(0, _MOST_MINUTES)
        self.minutes.setValue(QUICK_MINUTES)
        self.minutes.setPrefix(self.tr("at most") + " ")
        self.minutes.setSuffix(" " + self.tr("min"))
        self.minutes.setSpecialValueText(self.tr("as long as it takes"))
        self.minutes.setAccessibleName(self.tr("Longest time in minutes"))
        self.minutes.lineEdit().setTextMargins(SPACE_S, 0, 0, 0)  # the stylesheet's padding does not reach it
        self.quick.toggled.connect(lambda quick: self.minutes.setValue(QUICK_MINUTES if quick else FULL_MINUTES))
        self.which = QComboBox()
        self.which.setAccessibleName(self.tr("Preset of the heat map"))
        self.which.currentIndexChanged.connect(self._show_map)
        self.map = HeatMap(theme)
        self.table = self._make_table()
        self.name = QLineEdit()
        self.name.setMinimumWidth(scaled(250))
        self.name.setAccessibleName(self.tr("Name of the preset"))
        self.save = QPushButton(self.tr("Save as preset"))
        self.save.clicked.connect(lambda: self.save_wanted.emit(self.name.text().strip()))
        self._lay_out(model)

    def begin(self) -> None:
        self._result = None
        self.start_wanted.emit()

    def propose(self, name: str) -> None:
        """A name for the preset that may come of it."""
        self.name.setText(name)
        self.name.setCursorPosition(0)  # its beginning is in sight

    def show_standing(self, standing: Standing) -> None:
        """How it stands."""
        if standing.seconds is None:
            self.show_progress(0.0, self.tr("Loads the model and times a reply, to see what there is time for"))
            return
        said = [self.tr("Round {0} of {1}").format(standing.round, standing.rounds)]
        said.append(self.tr("{0} of at most {1} replies").format(standing.done, standing.total))
        if standing.seconds is not None:
            said.append(self.tr("about {0} left").format(seconds_left(standing.seconds, QCoreApplication.translate)))
        if standing.now:
            said.append(standing.now)
        if standing.known:
            said.append(self.tr("goes on where it was stopped, with {0} replies").format(standing.known))
        self.show_progress(standing.done / max(standing.total, 1), " · ".join(said))
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
                if result.goes_on:
                    detail += " " + self.tr("With the same choices it goes on from here.")
            case "died":
                what, tone = self.tr("The engine died during the tuning"), "bad"
            case "failed" if result.least_minutes:
                what, tone = self.tr("There is no time for a verdict"), "warn"
                self.minutes.setValue(result.least_minutes)
            case "failed":
                what, tone = self.tr("The tuning could not run"), "bad"
        if result.ending == "done" and not result.confirmed and not detail:
            detail = self.tr("No setting is certainly faster than what is there already, so there is nothing to save.")
        use = ""
        if result.winner:
            words_for = {AUTO: self.tr("Use auto"), BASELINE: self.tr("Switch speculation off")}
            use = words_for.get(result.winner, self.tr("Use it in the chat"))
        self.finish(what, detail, tone, use)
        if result.goes_on:
            self.start.setText(self.tr("Go on"))
        elif result.least_minutes:
            self.start.setText(self.tr("Start with {0} min").format(result.least_minutes))

    def show_saved(self, problem: str) -> None:
        """problem: why the preset could not be kept, '' when it is."""
        self.show_detail(local(problem) or self.tr("Saved among your presets."), "bad" if problem else "good")
        self.save.setEnabled(bool(problem))

    def show_buttons(self, use: str) -> None:
        super().show_buttons(use)
        savable = self._result is not None and self._result.confirmed and not self.running
        for widget in (self.name, self.save):
            widget.setVisible(savable)
        self.save.setEnabled(True)

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
        table.setColumnWidth(0, scaled(296))
        for column, width in ((1, 74), (2, 108), (3, 62), (4, 80)):
            table.setColumnWidth(column, scaled(width))
        return table

    def _lay_out(self, model: str) -> None:
        about = self.tr(
            "Settings of all presets that {0} can have run against the baseline. Who is clearly behind after a round is"
            " dropped, and the last few run against auto. The engine writes no replies meanwhile."
        ).format(model)
        choice = FlowLayout()
        label = words(self.tr("Draft model"))
        label.setBuddy(self.draft)
        choice.addWidget(label)
        choice.addWidget(self.draft)
        choice.addWidget(self.quick)
        choice.addWidget(self.minutes)
        self._maps = QWidget()
        maps = QGridLayout(self._maps)
        maps.setContentsMargins(0, 0, 0, 0)
        maps.setVerticalSpacing(SPACE_S)
        maps.addWidget(words(self.tr("Times the baseline's speed"), "small"), 0, 0)
        maps.addWidget(self.which, 0, 1, Qt.AlignmentFlag.AlignRight)
        maps.addWidget(self.map, 1, 0, 1, 2)
        rest = self.tr("The race is shown here, and before its first reply how long it takes.")
        self._rest = words(rest, "muted", wrap=True)
        self._rest.setAlignment(Qt.AlignmentFlag.AlignCenter)
        body = ((self._maps, 0), (self.table, 1), (self._rest, 1))
        self.lay_out(about, choice, (self.draft, self.quick, self.minutes), body, (self.name, self.save))
        self._maps.hide()
        self.table.hide()

    def _show_rows(self, standing: Standing) -> None:
        self._rows, self._prompts = standing.rows, standing.prompts
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
            "in": self.tr("to the end") if self._result and self._result.ending == "done" else self.tr("yes"),
            "dropped": self._dropped(row),
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

    def _dropped(self, row: TuneRow) -> str:
        if not row.rounds:
            return self.tr("no time for it")
        if row.prompts < self._prompts:
            return self.tr("for {0} of {1} prompts").format(row.prompts, self._prompts)
        return self.tr("until round {0}").format(row.rounds)

    def _show_map(self) -> None:
        index = self.which.currentIndex()
        grid = self._grids[index] if 0 <= index < len(self._grids) else None
        self.map.show_grid(grid, {row.name: row for row in self._rows})
