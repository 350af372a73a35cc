"""Deleting a model: what goes and what else uses it is said first, and the trash comes before nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from ui.chat.homeward import Homeward
from ui.language import local
from ui.models import words
from ui.models.services import Collection, ModelEntry, Removal, Trouble
from ui.theme.theme import restyle


class Deleting(QObject):
    """told(Trouble or None): how it ended."""

    told = Signal(object)

    def __init__(self, collection: Collection, loaded: Callable[[], Sequence[str]], window: QWidget) -> None:
        super().__init__(window)
        self._collection = collection
        self._loaded = loaded
        self._window = window
        self._home = Homeward(self)
        self.box: QMessageBox | None = None

    def ask(self, model: ModelEntry | None) -> None:
        """Find out what it would mean, and ask."""
        if model is not None:
            self._collection.removal(model.path, self._loaded(), self._home(lambda found: self._ask(model, found)))

    def _ask(self, model: ModelEntry, found: Removal) -> None:
        if found.refused is not None:
            self.told.emit(found.refused)
            return
        one = self.tr("Move {0} to the trash?").format(model.title)
        several = self.tr("Move {0} to the trash, all %n files of it?", "", len(found.files)).format(model.title)
        frees = self.tr("{0} become free when the trash is emptied.").format(words.size(found.frees))
        lines = [*(local(use) for use in found.uses), *([frees] if found.frees else [])]
        delete = self.tr("Move to trash")
        text = several if len(found.files) > 1 else one
        self._open(text, lines, delete, lambda: self._delete(model, for_good=False))

    def _delete(self, model: ModelEntry, *, for_good: bool) -> None:
        def done(trouble: Trouble | None) -> None:
            if trouble is not None and trouble.kind == "no-trash":
                text = self.tr("Delete {0} for good?").format(model.title)
                lines = [words.trouble(trouble)]
                self._open(text, lines, self.tr("Delete for good"), lambda: self._delete(model, for_good=True))
            else:
                self.told.emit(trouble)

        self._collection.delete(model.path, self._loaded(), for_good, self._home(done))

    def _open(self, text: str, lines: Sequence[str], delete: str, then: Callable[[], None]) -> None:
        self.box = box = QMessageBox(self._window)
        box.setIcon(QMessageBox.Icon.NoIcon)
        box.setWindowTitle(self.tr("Delete a model"))
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(text)
        box.setInformativeText("\n\n".join(lines))
        yes = box.addButton(delete, QMessageBox.ButtonRole.DestructiveRole)
        restyle(yes, "danger")
        no = box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(no)
        box.setEscapeButton(no)
        yes.clicked.connect(then)
        box.finished.connect(box.deleteLater)
        box.destroyed.connect(lambda: self._forget(box))
        box.open()

    def _forget(self, box: QMessageBox) -> None:
        if self.box is box:
            self.box = None
