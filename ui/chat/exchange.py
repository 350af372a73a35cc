"""Export and import as the user meets them: a file dialog before, a sentence in the banner after."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import date
from typing import Literal, cast

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from ui.chat.homeward import Homeward
from ui.chat.problem import Problem
from ui.services import ConversationRow, Conversations, ExchangeResult

Kind = Literal["markdown", "json"]
_ALL = 1_000_000
_NAME_LENGTH = 60


class Exchange(QObject):
    """told(Problem): how it ended, in words. imported(ids): conversations that are new."""

    told = Signal(object)
    imported = Signal(object)

    def __init__(self, kept: Conversations, over: QWidget) -> None:
        """over: the widget in whose window the dialogs open."""
        super().__init__(over)
        self._kept = kept
        self._over = over
        self._home = Homeward(self)

    def export(self, rows: Sequence[ConversationRow], kind: str) -> None:
        """Ask where to, then write these conversations; all of them when there are none."""
        dialog = self._dialog(self.tr("Export chats"), cast(Kind, kind))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("md" if kind == "markdown" else "json")
        dialog.selectFile(_file_name(rows) + (".md" if kind == "markdown" else ".json"))
        dialog.fileSelected.connect(lambda path: self._export(rows, cast(Kind, kind), path))
        dialog.open()

    def import_file(self) -> None:
        """Ask which file, then take up what is in it."""
        dialog = self._dialog(self.tr("Import chats"), "json")
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda path: self._kept.import_file(path, self._home(self._was_imported)))
        dialog.open()

    def _dialog(self, title: str, kind: Kind) -> QFileDialog:
        filters = {"markdown": self.tr("Markdown (*.md)"), "json": self.tr("Paceline chats (*.json)")}
        dialog = QFileDialog(self._over.window(), title, "", filters[kind])
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return dialog

    def _export(self, rows: Sequence[ConversationRow], kind: Kind, path: str) -> None:
        done: Callable[[ExchangeResult], None] = self._home(lambda result: self._was_exported(result, path))
        if rows:
            self._kept.export([row.id for row in rows], path, kind, done)
        else:

            def export(found: Sequence[ConversationRow]) -> None:
                self._kept.export([row.id for row in found], path, kind, done)

            self._kept.page(self._home(export), limit=_ALL)

    def _was_exported(self, result: ExchangeResult, path: str) -> None:
        if result.error:
            self.told.emit(Problem(self.tr("The chats were not exported"), result.error))
        else:
            self.told.emit(Problem(self.tr("%n chats exported", "", len(result.conversations)), path, level="info"))

    def _was_imported(self, result: ExchangeResult) -> None:
        if result.error:
            self.told.emit(Problem(self.tr("The chats were not imported"), result.error))
        else:
            self.told.emit(Problem(self.tr("%n chats imported", "", len(result.conversations)), level="info"))
            self.imported.emit(list(result.conversations))


def _file_name(rows: Sequence[ConversationRow]) -> str:
    """A name that every file system takes."""
    title = rows[0].title if len(rows) == 1 else ""
    words = re.sub(r"[^\w .-]+", " ", title).strip(" .")[:_NAME_LENGTH].strip()
    return " ".join(words.split()) or f"paceline-chats-{date.today().isoformat()}"
