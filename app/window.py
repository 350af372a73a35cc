"""Opening the window: the one place where an engine, the services and the widgets are put together."""

from __future__ import annotations

import gc
import logging
import os
import signal
import socket
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSocketNotifier, QTimer, QtMsgType, qInstallMessageHandler
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from app import demo_model, paths
from app.engines import EngineKind, open_engine
from app.logs import log_faults
from app.qt_start import qt_problem
from app.requests import known_presets
from app.services import AppServices
from app.settings import SettingsStore
from app.single_instance import Instance, ask_first_to_show, first_on
from engine.drafters import discover
from engine.errors import RefusedError
from ui.main_window import MainWindow
from ui.theme.theme import Mode, Theme

if TYPE_CHECKING:
    from PySide6.QtCore import QMessageLogContext

    from engine.commands import EngineLink

log = logging.getLogger(__name__)
LOOK_EVERY_MS: Final = 300
_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


@dataclass(frozen=True, slots=True)
class Parts:
    """A window and what it is made of; `close` ends all of it."""

    window: MainWindow
    link: EngineLink
    services: AppServices
    theme: Theme

    def close(self) -> None:
        self.window.close()
        self.link.close()
        self.services.close()


def put_together(application: QApplication, services: AppServices, engine: EngineKind, mode: Mode) -> Parts:
    """A window with a fresh engine, not shown yet."""
    theme = Theme(application, mode)
    link = open_engine(engine)
    families = {name: drafter.family for name, drafter in discover().items()}
    window = MainWindow(link, services, list(known_presets().values()), families, theme)
    return Parts(window, link, services, theme)


def _services(mode: Mode | None) -> AppServices:
    """The real services. At the very first start the demo model, where it is there, is the one to open."""
    store = SettingsStore(paths.settings_file())
    for problem in store.problems:
        log.warning("%s", problem)
    services = AppServices(store)
    if mode is not None:
        services.remember({"theme": mode})
    if not services.setting("model", "") and demo_model.is_there():
        services.remember({"model": str(demo_model.demo_path())})
    return services


def make_application() -> QApplication:
    """Qt's application object. Raises RefusedError in words where no window can be made."""
    problem = qt_problem()
    if problem:
        raise RefusedError("the window cannot be opened", problem)
    qInstallMessageHandler(_take_qt_message)
    application = QApplication(sys.argv[:1])
    application.setApplicationName("paceline")
    application.setApplicationDisplayName("Paceline")
    application.setDesktopFileName("paceline")
    application.setWindowIcon(QIcon(str(paths.icon_file())))
    return application


def run_window(engine: EngineKind, mode: Mode | None) -> int:
    """Show the window until it is closed; returns the exit code. Where a window is open on this data folder already,
    that one is brought to the front instead. Raises RefusedError where neither is possible."""
    instance = first_on(paths.data_dir()) or _show_first()
    if instance is None:
        print("Paceline is open already; its window was asked to come to the front.")
        return 0
    try:
        application = make_application()
        parts = put_together(application, _services(mode), engine, mode or "system")
        listening = _quit_on_ctrl_c(application)
        asked = show_when_asked(parts.window, instance)
        log_faults(lambda: parts.window.trouble.fault(str(paths.log_file())))
        parts.window.show()
        spare_long_pauses()
        try:
            return application.exec()
        finally:
            listening.setEnabled(False)
            asked.deleteLater()
            parts.close()
    finally:
        instance.close()


def spare_long_pauses() -> None:
    """What is there by now stays until the end: looking through all of it whenever Python collects garbage would take a
    tenth of a second, with the window at a standstill."""
    gc.freeze()


def show_when_asked(window: MainWindow, instance: Instance) -> QTimer:
    """Bring the window to the front whenever a second start asks for it.

    Looked for again and again: no file system and no limit of the system's can keep that from working.
    """
    timer = QTimer(window)
    timer.timeout.connect(lambda: window.come_forward() if instance.asked() else None)
    timer.start(LOOK_EVERY_MS)
    return timer


def _show_first() -> Instance | None:
    """Have the window that is open shown; the lock when there is none any more."""
    try:
        return ask_first_to_show(paths.data_dir())
    except TimeoutError as error:
        why = f"it does not answer ({error})"
        raise RefusedError("Paceline is open already", why, "Wait until it does, or end that process") from None
    except OSError as error:
        why = f"it could not be asked to show itself: {error.strerror or error}"
        raise RefusedError("Paceline is open already", why, "Look for its window") from None


def _quit_on_ctrl_c(application: QApplication) -> QSocketNotifier:
    """Let Ctrl+C in the terminal close the window: Python's handlers do not run while Qt waits."""
    reader, writer = socket.socketpair()
    for end in (reader, writer):
        end.setblocking(False)
    signal.set_wakeup_fd(writer.detach())
    signal.signal(signal.SIGINT, lambda _signal, _frame: application.closeAllWindows())
    notifier = QSocketNotifier(reader.fileno(), QSocketNotifier.Type.Read, application)
    notifier.activated.connect(lambda _descriptor, _type: reader.recv(1))
    return notifier


def _take_qt_message(kind: QtMsgType, _context: QMessageLogContext, message: str) -> None:
    """Qt's own messages go to the log; before it ends the process, it says why in one line."""
    logging.getLogger("qt").log(_LEVELS.get(kind, logging.WARNING), "%s", message)
    if kind == QtMsgType.QtFatalMsg:
        print(f"paceline: the window cannot be opened: {' '.join(message.split())}", file=sys.stderr, flush=True)
        os._exit(RefusedError.exit_code)
