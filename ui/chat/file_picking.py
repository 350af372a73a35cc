"""How text files come to a message: by a dialog, dropped on the window, or pasted."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QFileDialog

from engine.errors import PacelineError
from ui.chat.banner import Banner
from ui.chat.composer import Composer
from ui.chat.homeward import Homeward
from ui.chat.problem import Problem
from ui.services import Services, TextFile


class FilePicking(QObject):
    """Lives as long as its composer. What is no text is said in the banner."""

    def __init__(self, services: Services, composer: Composer, banner: Banner) -> None:
        super().__init__(composer)
        self._services = services
        self._composer = composer
        self._banner = banner
        self._home = Homeward(self)
        composer.files_wanted.connect(self.ask)
        composer.files_pasted.connect(self.attach)

    def ask(self) -> None:
        """A dialog for one file or several."""
        dialog = QFileDialog(self._composer.window(), self.tr("Attach text files"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.filesSelected.connect(self.attach)
        dialog.open()

    def attach(self, paths: Sequence[str]) -> None:
        """Have these files go with the message."""
        for path in paths:
            self._services.read_text(path, self._home(self._was_read))

    def _was_read(self, found: TextFile | PacelineError) -> None:
        if isinstance(found, PacelineError):
            self._banner.show_problem(Problem(found.what, found.why, found.next_step, "warn"))
        else:
            self._composer.add_file(found)
