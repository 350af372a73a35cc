"""What a comparison came to: the recommendation in words with its button, what else the machine did, the table."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from ui.chat.banner import sentence
from ui.compare.board import Board
from ui.compare.table import ResultTable
from ui.comparison import Report
from ui.language import local
from ui.speculation.parts import words
from ui.theme.palette import SPACE_L, SPACE_M, SPACE_S, SPACE_XS
from ui.theme.text_size import hold
from ui.theme.theme import Theme, restyle


class ResultsCard(QFrame):
    """case_picked(id): show this prompt, '' for all of them together. use_wanted(arm): take it into the chat."""

    case_picked = Signal(str)
    use_wanted = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self.setAccessibleName(self.tr("What it came to"))
        self._winner = ""
        self._sentence = words("", "title", wrap=True)
        self._notes = words("", "warn", wrap=True)
        self._notes.setAccessibleName(self.tr("Beside the result"))
        self.use = QPushButton()
        self.use.setProperty("role", "primary")
        self.use.clicked.connect(lambda: self.use_wanted.emit(self._winner))
        self.cases = QComboBox()
        self.cases.setAccessibleName(self.tr("Prompt shown"))
        hold(self.cases, maximumWidth=240)
        self.cases.activated.connect(lambda _: self.case_picked.emit(self.cases.currentData() or ""))
        self.table = ResultTable(theme)
        said = QVBoxLayout()
        said.setSpacing(SPACE_XS)
        said.addWidget(self._sentence)
        said.addWidget(self._notes)
        head = QHBoxLayout()
        head.setSpacing(SPACE_S)
        head.addLayout(said, 1)
        head.addWidget(self.cases)
        head.addWidget(self.use)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_L, SPACE_M, SPACE_L, SPACE_M)
        layout.setSpacing(SPACE_M)
        layout.addLayout(head)
        layout.addWidget(self.table)

    def show_report(self, report: Report, case: str, over: bool = True) -> None:
        """case: the prompt whose rows are shown, '' for all. over: nothing more will be measured."""
        rows = next((found.rows for found in report.cases if found.case == case), report.rows)
        self._notes.setText("\n".join(map(local, report.notes)))
        self._notes.setVisible(bool(report.notes))
        self.table.show_rows(rows, report.winner, over)
        self._list_cases(report, case)

    def show_winner(self, report: Report, running: bool, usable: bool) -> None:
        """running: more is to come. usable: the chat can take what is recommended."""
        self._winner = report.winner
        self._sentence.setText(self._so_far(report) if running else local(report.recommendation))
        self.use.setVisible(bool(report.winner) and usable)
        off = self.tr("Switch speculation off in the chat")
        use = self.tr("Use {0} in the chat").format(local(report.winner))
        self.use.setText(off if report.winner == report.rows[0].arm else use)

    def _so_far(self, report: Report) -> str:
        if not any(row.speedup for row in report.rows):
            return self.tr("A recommendation follows when a preset has run beside the baseline.")
        return self.tr("So far: {0}").format(local(report.recommendation))

    def sentence(self) -> str:
        """The recommendation as shown."""
        return self._sentence.text()

    def notes(self) -> str:
        """What is said beside it."""
        return self._notes.text()

    def _list_cases(self, report: Report, case: str) -> None:
        names = [found.case for found in report.cases]
        if [self.cases.itemData(i) for i in range(1, self.cases.count())] != names:
            self.cases.clear()
            self.cases.addItem(self.tr("All prompts"), "")
            for name in names:
                self.cases.addItem(name, name)
        self.cases.setCurrentIndex(names.index(case) + 1 if case in names else 0)
        self.cases.setVisible(len(names) > 1)


class EndCard(QFrame):
    """How it ended, where that was not as planned: stopped, failed, or the engine died. hidden otherwise."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._what = words("", "title", wrap=True)
        self._why = words("", "muted", wrap=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_L, SPACE_M, SPACE_L, SPACE_M)
        layout.setSpacing(SPACE_XS)
        layout.addWidget(self._what)
        layout.addWidget(self._why)
        self.hide()

    def show_end(self, board: Board) -> None:
        """Say it, or hide."""
        measured = board.report is not None and bool(board.report.runs)
        kept = self.tr("What was measured until then is kept.") if measured else self.tr("Nothing was measured.")
        what, role = "", "banner-info"
        match board.ending:
            case "stopped":
                what = self.tr("Stopped")
            case "failed":
                what, role = self.tr("The comparison could not go on"), "banner-bad"
            case "died":
                what, role = self.tr("The engine died during the comparison"), "banner-bad"
            case None if board.phase == "over":
                what = self.tr("Cut off: the program ended during this comparison")
        self.say(what, f"{sentence(local(board.reason))} {kept}".strip(), role)

    def say(self, what: str, why: str, role: str = "banner-bad") -> None:
        """Words of one's own; '' hides it."""
        self.setVisible(bool(what))
        if what:
            self._what.setText(what)
            self._why.setText(why)
            restyle(self, role)

    def text(self) -> str:
        """Both lines, '' while hidden."""
        return f"{self._what.text()}\n{self._why.text()}" if not self.isHidden() else ""
