"""What is kept and what is written: the history of comparisons, exports, and files of prompts that are picked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, cast

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from ui.chat.homeward import Homeward
from ui.compare.history import HistoryPopup
from ui.compare.services import Comparisons, ExportKind, KeptComparison
from ui.comparison import Report
from ui.theme.theme import Theme

_ENDINGS: Final = {
    "csv": ("CSV (*.csv)", ".csv"),
    "json": ("JSON (*.json)", ".json"),
    "markdown": ("Markdown (*.md)", ".md"),
    "html": ("HTML (*.html)", ".html"),
    "png": ("PNG (*.png)", ".png"),
}


class Files(QObject):
    """opened(Report): a kept comparison was read. written(path). problem(what, why): something did not work."""

    opened = Signal(object)
    written = Signal(str)
    problem = Signal(str, str)

    def __init__(self, comparisons: Comparisons, theme: Theme, view: QWidget) -> None:
        """view: dialogs and the popup belong to it."""
        super().__init__(view)
        self._comparisons = comparisons
        self._view = view
        self._home = Homeward(self)
        self.history = HistoryPopup(theme, view)
        self.history.opened.connect(self._open)
        self.history.deleted.connect(self._delete)

    def show_history(self, anchor: QWidget) -> None:
        """The list below a button, read anew."""
        self.history.show_under(anchor)
        self._list()

    def pick_prompts(self, then: Callable[[str], None]) -> None:
        """Let a file of prompts be picked."""
        dialog = QFileDialog(
            self._view, self.tr("Open a file of prompts"), "", self.tr("Prompts (*.jsonl);;All files (*)")
        )
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(then)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def pick_export(self, report: Report, kind: str, picture: Callable[[str], bool]) -> None:
        """Let a place be picked, and `export` there."""
        pattern, ending = _ENDINGS[kind]
        name = f"{Path(report.setting.plan.model).stem}-{report.setting.id}{ending}"
        dialog = QFileDialog(self._view, self.tr("Export"), name, pattern)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(ending[1:])
        dialog.fileSelected.connect(lambda path: self.export(report, kind, path, picture))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def export(self, report: Report, kind: str, path: str, picture: Callable[[str], bool]) -> None:
        """Write a file. kind: 'png' or one of ExportKind. picture: saves what is on screen, True when that worked."""
        if kind == "png":
            self._done(path, "" if picture(path) else self.tr("{0} cannot be written.").format(path))
        else:

            def done(why: str) -> None:
                self._done(path, why)

            self._comparisons.export(report, path, cast(ExportKind, kind), self._home(done))

    def _done(self, path: str, why: str) -> None:
        if why:
            self.problem.emit(self.tr("The export failed"), why)
        else:
            self.written.emit(path)

    def _list(self) -> None:
        self._comparisons.history(self._home(self._listed))

    def _listed(self, rows: Sequence[KeptComparison]) -> None:
        self.history.set_rows(rows)

    def _open(self, comparison: str) -> None:
        self._comparisons.open(comparison, self._home(self._read))

    def _read(self, found: Report | str) -> None:
        if isinstance(found, str):
            self.problem.emit(self.tr("This comparison cannot be opened"), found)
        else:
            self.opened.emit(found)

    def _delete(self, comparison: str) -> None:
        self._comparisons.delete(comparison, self._home(self._deleted))

    def _deleted(self, why: str) -> None:
        if why:
            self.problem.emit(self.tr("This comparison cannot be deleted"), why)
        self._list()
