"""Why a window cannot be made here, in words, found out before Qt ends the process over it."""

from __future__ import annotations

import ctypes
import os
import re
import sys
import tomllib
from pathlib import Path
from typing import Final

_MISSING: Final = re.compile(r"(lib[\w+.-]+\.so[\d.]*)")


def qt_problem() -> str:
    """'' when a window can be made; else what is missing and what to install, in one line."""
    try:
        import PySide6.QtGui
        import PySide6.QtWidgets
    except ImportError as error:
        return _in_words(str(error))
    if not sys.platform.startswith("linux"):
        return ""
    platform = os.environ.get("QT_QPA_PLATFORM", "").partition(":")[0]
    if not platform and not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
        return "There is no display here: DISPLAY and WAYLAND_DISPLAY are not set. Try: paceline generate --help"
    if platform == "xcb" or (not platform and not os.environ.get("WAYLAND_DISPLAY")):
        plugin = Path(PySide6.QtWidgets.__file__).parent / "Qt" / "plugins" / "platforms" / "libqxcb.so"
        try:
            if plugin.exists():
                ctypes.CDLL(str(plugin))
        except OSError as error:
            return _in_words(str(error))
    return ""


def _in_words(reason: str) -> str:
    found = _MISSING.search(reason)
    if found is None:
        return f"Qt cannot be loaded: {' '.join(reason.split())}."
    library = found.group(1)
    table = tomllib.loads((Path(__file__).parent / "qt_libraries.toml").read_text(encoding="utf-8"))
    holder = table.get(library)
    if holder is None:
        return f"Qt needs the system library {library}, which is missing: install the package that holds it."
    return (
        f"Qt needs the system library {library}, which is missing. Install it with: "
        f"sudo apt-get install {holder['debian']} (Debian, Ubuntu), "
        f"or sudo dnf install {holder['fedora']} (Fedora)."
    )
