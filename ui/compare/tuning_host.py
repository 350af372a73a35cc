"""Between the button that opens the tuning, the dialog that shows it, and the engine that it borrows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from engine.commands import ContextOptions, PresetInfo
from ui.compare.lending import Lender
from ui.compare.services import Comparisons
from ui.compare.tune_dialog import TuneDialog
from ui.services import DraftChoice
from ui.theme.theme import Theme
from ui.tuning import RunningTune, TuneResult, TuneWish

TICK_MS: Final = 250  # drawing takes time from what is measured


class TuningHost(QObject):
    """One tuning at a time. changed: it began or ended. use_wanted(Speculation): take it into the chat.
    saved(PresetInfo): its winner is a preset now."""

    changed = Signal()
    use_wanted = Signal(object)
    saved = Signal(object)
    _kept = Signal(object)  # comes from another thread

    def __init__(self, comparisons: Comparisons, lender: Lender, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self._comparisons = comparisons
        self._lender = lender
        self._theme = theme
        self._window = window
        self._running: RunningTune | None = None
        self._result: TuneResult | None = None
        self._preset = ""  # that the result is kept as
        self.dialog: TuneDialog | None = None
        self._tick = QTimer(self)
        self._tick.setInterval(TICK_MS)
        self._tick.timeout.connect(self.tick)
        self._kept.connect(self._show_saved)
        self._model, self._context = "", ContextOptions()

    @property
    def busy(self) -> bool:
        """Whether a tuning runs."""
        return self._running is not None

    def open(self, model: str, title: str, drafts: Sequence[DraftChoice], context: ContextOptions) -> None:
        """Show the dialog for a model."""
        if self.dialog is not None:
            self.dialog.raise_()
            return
        self._model, self._context, self._result, self._preset = model, context, None, ""
        self.dialog = dialog = TuneDialog(title, drafts, self._theme, self._window.window())
        dialog.start_wanted.connect(self._start)
        dialog.stop_wanted.connect(self.stop)
        dialog.save_wanted.connect(self._save)
        dialog.use_wanted.connect(self._use)
        dialog.finished.connect(self._closed)
        dialog.show()

    def stop(self) -> None:
        """End what runs; what was measured stays."""
        if self._running is not None:
            self._running.stop()

    def close_down(self) -> None:
        """The window closes."""
        self._tick.stop()
        if self._running is not None:
            self._running.close()
            self._running = None
        if self.dialog is not None:
            self.dialog.close()

    def tick(self) -> None:
        """Take what happened by now, as a timer does while it runs."""
        running = self._running
        if running is None:
            return
        news = running.poll()
        if isinstance(news, TuneResult):
            self._result = news
        elif news is not None and self.dialog is not None:
            self.dialog.show_standing(news)
        if running.over:
            self._tick.stop()
            self._running = None
            died = self._result is not None and self._result.ending == "died"
            self._lender.take_back(running.next_request_id, died)
            if self.dialog is not None and self._result is not None:
                self.dialog.show_result(self._result)
            self.changed.emit()

    def _start(self) -> None:
        dialog = self.dialog
        if dialog is None or self._running is not None:
            return
        lent = self._lender.lend()
        if lent is None:
            why = self._lender.why_not or self.tr("A comparison runs. Wait for its end, or stop it.")
            dialog.show_refused(why)
            return
        self._result, self._preset = None, ""
        wish = TuneWish(
            self._model,
            dialog.draft.currentData() or "",
            dialog.quick.isChecked(),
            dialog.minutes.value(),
            context=self._context,
        )
        dialog.propose(self._comparisons.usual_name(wish.model, wish.draft))
        self._running = self._comparisons.tune(wish, lent)
        self._tick.start()
        self.changed.emit()

    def _save(self, name: str) -> None:
        if self._result is not None:
            self._comparisons.save_tuned(self._result, name, self._kept.emit)

    def _show_saved(self, found: PresetInfo | str) -> None:
        if isinstance(found, PresetInfo):
            self._preset = found.id
            self.saved.emit(found)
        if self.dialog is not None:
            self.dialog.show_saved("" if isinstance(found, PresetInfo) else found)

    def _use(self) -> None:
        if self._result is not None and self._result.winner:
            found = self._result.speculation
            self.use_wanted.emit(replace(found, preset=self._preset) if self._preset else found)

    def _closed(self) -> None:
        self.dialog = None
