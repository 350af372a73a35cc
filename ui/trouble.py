"""Tells in the chat's banner what goes wrong with the program itself: its settings, and faults that nobody caught."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from ui.chat.banner import Banner
from ui.chat.homeward import Homeward
from ui.chat.problem import Problem
from ui.language import local
from ui.services import Services


class Trouble(QObject):
    """Lives as long as the window."""

    _came = Signal(str)

    def __init__(self, services: Services, banner: Banner, parent: QObject) -> None:
        super().__init__(parent)
        self._banner = banner
        self._came.connect(self._tell_fault)
        problems = services.problems
        if problems:
            what = self.tr("Some settings could not be read")
            why = "\n".join(local(problem) for problem in problems)
            banner.show_problem(Problem(what, why, lasting=True))
        services.when_unsaved(Homeward(self)(self._tell_unsaved))

    def fault(self, log_file: str) -> None:
        """Something failed that nobody foresaw; from any thread. log_file: where the details are."""
        self._came.emit(log_file)

    def _tell_fault(self, log_file: str) -> None:
        why = self.tr("Something failed that nobody foresaw. Your conversations are kept.")
        next_step = self.tr("{0} has the details; please report it").format(log_file)
        self._banner.show_problem(Problem(self.tr("A fault of Paceline"), why, next_step))

    def _tell_unsaved(self, why: str) -> None:
        next_step = self.tr("What you change holds until the window is closed")
        problem = Problem(self.tr("Settings are not being saved"), why, next_step, "warn", lasting=True)
        self._banner.show_problem(problem)
