"""The view: choose, start, watch, and read what it came to. Long work is on other threads; a timer takes its news."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from time import monotonic
from typing import Final

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QRect, QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from engine.commands import ContextOptions, PresetInfo
from engine.events import DrafterStatus
from ui.chat.segments import Tint
from ui.compare.board import Board
from ui.compare.empty import EmptyPage
from ui.compare.files import Files
from ui.compare.graphs import DOTTED, NOTHING, Points
from ui.compare.lending import Lender
from ui.compare.live_graphs import acceptance_graph, tokens_graph
from ui.compare.looks import looks_of
from ui.compare.panes import ArmPane
from ui.compare.price import PriceCard
from ui.compare.results import EndCard, ResultsCard
from ui.compare.services import Comparisons, RunningComparison
from ui.compare.setup import SetupBar
from ui.compare.tuning_host import TuningHost
from ui.compare.words import arm_title, status
from ui.comparison import CompareEvent, Ended, PriceKnown, Remaining, Report
from ui.language import local
from ui.services import DraftChoice
from ui.theme.palette import SPACE_L, SPACE_M
from ui.theme.theme import Theme

TICK_MS: Final = 200  # five times a second: more cannot be read, and drawing takes time from what is measured
FIRST_CHOICE: Final = ("ngram-simple",)


class CompareView(QWidget):
    """It compares with the model of the chat. use_wanted(Speculation): take it into the chat. model_wanted: let another
    model be loaded. drafts_wanted: look for drafts on the hub. arms_chosen(preset ids, joined by commas): to be
    remembered."""

    use_wanted = Signal(object)
    preset_saved = Signal(object)
    drafts_wanted = Signal()
    model_wanted = Signal()
    arms_chosen = Signal(str)

    def __init__(
        self,
        comparisons: Comparisons,
        lender: Lender,
        presets: Sequence[PresetInfo],
        family_of: Mapping[str, str],
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._comparisons = comparisons
        self._lender = lender
        self._family_of = family_of
        self._theme = theme
        self._tint = Tint(dict(family_of), theme)
        self._model = self._title = ""
        self._drafts: Sequence[DraftChoice] = ()
        self._context = ContextOptions()
        self._statuses: Sequence[DrafterStatus] = ()
        self._running: RunningComparison | None = None
        self._pricing = False
        self._died = False
        self._estimated_at = 0.0
        self._shown_case = ""  # the prompt that a person picked; '' follows what runs
        self.board = Board()
        self.panes: dict[str, ArmPane] = {}
        self.setProperty("role", "page")
        self.bar = SetupBar(presets, comparisons.prompt_sets(), theme)
        self.end = EndCard()
        self.results = ResultsCard(theme)
        self.price = PriceCard(theme)
        self.tokens_graph, self.acceptance_graph = tokens_graph(theme), acceptance_graph(theme)
        self.files = Files(comparisons, theme, self)
        self.tuning = TuningHost(comparisons, lender, theme, self)
        # In a turn of its own: a report comes with the last rounds of a run, and both together take long.
        self._reported = QTimer(self, singleShot=True, interval=0)
        self._reported.timeout.connect(self._show_report)
        self._tick = QTimer(self)
        self._tick.setInterval(TICK_MS)
        self._tick.timeout.connect(self.tick)
        self._lay_out()
        self._connect()
        self.bar.arms_popup.drafts_wanted.connect(self.drafts_wanted)
        self.bar.arms_popup.choose(FIRST_CHOICE)
        self._show_board()
        self.refresh()

    @property
    def busy(self) -> bool:
        """Whether a comparison or a measuring runs."""
        return self._running is not None

    def set_model(self, path: str, title: str, statuses: Sequence[DrafterStatus], context: ContextOptions) -> None:
        """The chat's model, which drafters it can have, as far as that is known, and how it is put into memory."""
        if path != self._model:
            self._model = path
            self._drafts = ()
            self.bar.arms_popup.set_drafts(())
        self._title, self._context = title, context
        if statuses != self._statuses:
            self._statuses = statuses
            self.bar.arms_popup.set_statuses(statuses)
        self.bar.model.set_value(title or self.tr("Choose a model"))
        self.refresh()

    def set_drafts(self, drafts: Sequence[DraftChoice]) -> None:
        """Second files for the model, best first."""
        self._drafts = drafts
        self.bar.arms_popup.set_drafts(drafts)

    def choose(self, preset_ids: str) -> None:
        """Take the arms that were remembered."""
        self.bar.arms_popup.choose(preset_ids.split(","))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._show_board()
            self._show_report()
            self._show_progress(())
            self.refresh()

    def start(self) -> None:
        """Run what is chosen; nothing happens while something is missing, which the bar says."""
        if self._running is not None or self._why_not():
            return
        lent = self._lender.lend()
        if lent is None:
            return
        self.arms_chosen.emit(",".join(self.bar.arms_popup.preset_ids()))
        self.board = Board.asked()
        self._shown_case, self._pricing, self._died = "", False, False
        self._running = self._comparisons.begin(self.bar.wish(self._model, self._context), lent)
        self._show_board()
        self._tick.start()
        self.refresh()

    def measure_price(self) -> None:
        """Measure what verifying costs, without comparing anything."""
        if self._running is not None or not self._model:
            return
        lent = self._lender.lend()
        if lent is None:
            return
        again = not self.price.graph.is_empty()
        self._pricing, self._died = True, False
        self._running = self._comparisons.measure_price(self._model, self._context, again, lent)
        self._tick.start()
        self.refresh()

    def stop(self) -> None:
        """End what runs; what was measured stays."""
        if self._running is not None:
            self._running.stop()

    def close_down(self) -> None:
        """The window closes: end what runs. What was measured is on disk."""
        self._tick.stop()
        self.tuning.close_down()
        if self._running is not None:
            self._running.close()
            self._running = None

    def tick(self) -> None:
        """Take what happened by now, as a timer does five times a second while something runs."""
        running = self._running
        if running is None:
            return
        news = running.poll()
        newest = max((i for i, event in enumerate(news) if isinstance(event, Report)), default=-1)
        for i, event in enumerate(news):
            if i == newest or not isinstance(event, Report):
                self._take(event)
        if running.over:
            self._over(running)
        self._show_progress(news)

    def open_report(self, report: Report) -> None:
        """Show a comparison that is kept."""
        self.board = Board.of(report)
        self._shown_case = ""
        self._show_board()
        self._show_report()
        self.refresh()

    def export(self, kind: str, path: str) -> None:
        """Write what is on screen to a file; how it went is said in the bar. kind: 'png' or one of ExportKind."""
        report = self.board.report
        if report is not None:
            self.files.export(report, kind, path, self._save_picture)

    def refresh(self) -> None:
        """What can be done now, and what is said about it."""
        hint = self._why_not()
        self.bar.show_running(self._running is not None, not hint, hint)
        self.bar.show_can_tune(bool(self._model) and self._running is None)
        self.bar.show_can_export(self._running is None and self.board.report is not None)
        self.price.show_measuring(
            self._running is not None and self._pricing,
            self._running is None and bool(self._model) and not self._lender.why_not,
        )
        self._empty.show_hint(hint)
        if self._running is None and self.board.phase == "empty":
            self.bar.status.setText(hint)

    def _lay_out(self) -> None:
        self._page = QWidget()
        self._page.setProperty("role", "page")
        page = QVBoxLayout(self._page)
        page.setContentsMargins(SPACE_L, SPACE_M, SPACE_L, SPACE_L)
        page.setSpacing(SPACE_M)
        self._empty = EmptyPage()
        self._pane_row = QHBoxLayout()
        self._pane_row.setSpacing(SPACE_M)
        self._graphs = QWidget()
        graphs = QHBoxLayout(self._graphs)
        graphs.setContentsMargins(0, 0, 0, 0)
        graphs.setSpacing(SPACE_M)
        graphs.addWidget(self.tokens_graph, 3)
        graphs.addWidget(self.acceptance_graph, 2)
        page.addWidget(self.end)
        page.addWidget(self._empty)
        page.addLayout(self._pane_row)
        for widget in (self._graphs, self.results, self.price):
            page.addWidget(widget)
        page.addStretch(1)
        scroll = QScrollArea()
        scroll.setAccessibleName(self.tr("Comparison"))
        scroll.setProperty("role", "page")
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidget(self._page)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.bar)
        layout.addWidget(scroll, 1)

    def _connect(self) -> None:
        bar = self.bar
        bar.changed.connect(self.refresh)
        bar.start_wanted.connect(self.start)
        bar.stop_wanted.connect(self.stop)
        bar.model_wanted.connect(self.model_wanted)
        bar.file_wanted.connect(lambda: self.files.pick_prompts(bar.choose_prompts))
        bar.tune_wanted.connect(lambda: self.tuning.open(self._model, self._title, self._drafts, self._context))
        bar.history_wanted.connect(lambda: self.files.show_history(bar.history))
        bar.export_wanted.connect(self._pick_export)
        self.files.opened.connect(self._open_kept)
        self.files.written.connect(self._say_written)
        self.files.problem.connect(self.end.say)
        self.results.case_picked.connect(self._pick_case)
        self.results.use_wanted.connect(self._use)
        self.price.measure_wanted.connect(self.measure_price)
        self.price.stop_wanted.connect(self.stop)
        self._lender.changed.connect(self.refresh)
        self.tuning.changed.connect(self.refresh)
        self.tuning.use_wanted.connect(self.use_wanted)
        self.tuning.saved.connect(self.bar.arms_popup.add_preset)
        self.tuning.saved.connect(self.preset_saved)

    def _why_not(self) -> str:
        if not self._model:
            return self.tr("Choose a model first.")
        if self.tuning.busy:
            return self.tr("A tuning runs. Wait for its end, or stop it.")
        return self.bar.why_not() or ("" if self._lender.away else self._lender.why_not)

    def _take(self, event: CompareEvent | Report) -> None:
        if isinstance(event, Ended) and event.ending == "died":
            self._died = True
        if self._pricing:
            if isinstance(event, PriceKnown):
                self.price.show_prices((event.curve,))
            elif isinstance(event, Ended) and event.ending in ("died", "failed"):
                self.end.say(self.tr("The price could not be measured"), local(event.reason))
            return
        arms = self.board.arms
        self.board.take(event)
        if self.board.arms is not arms:
            self._show_board()
        if isinstance(event, Remaining):
            self._estimated_at = monotonic()
        if isinstance(event, Report):
            self._reported.start()

    def _over(self, running: RunningComparison) -> None:
        self._tick.stop()
        self._running = None
        self._lender.take_back(running.next_request_id, self._died)
        if not self._pricing:
            self.end.show_end(self.board)
            self._reported.start()
        self._pricing = False
        self.refresh()

    def _show_board(self) -> None:
        """Other arms: panes and curves are made anew."""
        board = self.board
        looks = looks_of(board.arms, self._family_of)
        for pane in self.panes.values():
            self._pane_row.removeWidget(pane)
            pane.setParent(None)
            pane.deleteLater()
        self.panes = {arm.name: ArmPane(arm, looks[arm.name], self._theme, self._tint) for arm in board.arms}
        for pane in self.panes.values():
            self._pane_row.addWidget(pane, 1)
        titled = {arm_title(name): look for name, look in looks.items()}
        self.tokens_graph.set_looks({**titled, self.tr("always knew"): DOTTED} if titled else {})
        self.acceptance_graph.set_looks({name: look for name, look in titled.items() if look.family != "plain"})
        self._empty.setVisible(board.phase == "empty")
        self._graphs.setVisible(bool(board.arms))
        self.results.setVisible(board.report is not None)
        self.end.show_end(board)
        self._draw(all_of_them=True)

    def _show_progress(self, news: Sequence[object]) -> None:
        if self._pricing and self._running is not None:
            self.bar.status.setText(self.tr("Measuring what verifying costs"))
            return
        self.bar.status.setText(status(self.board, monotonic() - self._estimated_at, QCoreApplication.translate))
        if news:
            self._draw(all_of_them=self.board.phase == "over")

    def _case(self) -> str:
        return self._shown_case or self.board.case

    def _draw(self, all_of_them: bool) -> None:
        """Panes and curves of the prompt on screen: one setData for each curve that can have changed."""
        board, case = self.board, self._case()
        for pane in self.panes.values():
            pane.show_state(board, case)
        progress: dict[str, Points] = {}
        acceptance: dict[str, Points] = {}
        for arm in board.arms:
            strip = board.strip(arm.name, case)
            if strip is None or (not all_of_them and board.turn(arm.name, case) not in ("running", "done")):
                progress[arm_title(arm.name)] = acceptance[arm_title(arm.name)] = NOTHING
                continue
            progress[arm_title(arm.name)] = (strip.progress.x, strip.progress.y)
            acceptance[arm_title(arm.name)] = (strip.acceptance.x, strip.acceptance.y)
        oracle = self._oracle(case)
        progress[self.tr("always knew")] = oracle
        self.tokens_graph.show_curves(progress)
        self.acceptance_graph.show_curves(acceptance)

    def _oracle(self, case: str) -> Points:
        report = self.board.report
        found = next((one for one in report.cases if one.case == case), None) if report else None
        if found is None or found.oracle is None:
            return NOTHING
        line = np.array(found.oracle.line, float)
        return line[:, 0], line[:, 1]

    def _show_report(self) -> None:
        report = self.board.report
        measured = report is not None and (bool(report.runs) or any(row.reason for row in report.rows))
        self.results.setVisible(measured)
        if report is not None and measured:
            self.results.show_report(report, self._shown_case, over=self._running is None)
            self._show_winner()
            if self.board.prices:
                self.price.show_prices(self.board.prices)
            self._draw(all_of_them=True)

    def _show_winner(self) -> None:
        report = self.board.report
        if report is not None:
            usable = self._running is None and report.setting.plan.model == self._model
            self.results.show_winner(report, self._running is not None, usable)

    def _pick_case(self, case: str) -> None:
        self._shown_case = case
        self._show_report()

    def _use(self, arm: str) -> None:
        found = next((one for one in self.board.arms if one.name == arm), None)
        if found is not None:
            self.use_wanted.emit(found.speculation)

    def _pick_export(self, kind: str) -> None:
        report = self.board.report
        if report is not None:
            self.files.pick_export(report, kind, self._save_picture)

    def _save_picture(self, path: str) -> bool:
        below = self.price.geometry().bottom() + SPACE_L  # where the view is higher than what is in it
        return self._page.grab(QRect(0, 0, self._page.width(), below)).save(path)

    def _open_kept(self, report: Report) -> None:
        if self._running is None:
            self.open_report(report)

    def _say_written(self, path: str) -> None:
        self.bar.status.setText(self.tr("Written: {0}").format(path))
