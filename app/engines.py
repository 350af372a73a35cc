"""Starting an engine: in a child process, as window and commands do, or in a thread, for debugging."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from app import paths
from engine.child import ChildEngine
from engine.death import death
from engine.errors import EngineError
from engine.folders import EngineFolders

if TYPE_CHECKING:
    from engine.commands import EngineLink

EngineKind = Literal["child", "thread"]


def open_engine(kind: EngineKind) -> EngineLink:
    """A fresh engine; the caller closes it. Raises EngineError where a thread cannot load the native library; where a
    child cannot, an EngineDied comes."""
    folders = EngineFolders(paths.history_dir(), paths.made_drafts_dir(), paths.prices_dir(), paths.engine_log_file())
    if kind == "child":
        return ChildEngine(folders)
    try:
        from engine.host import ThreadEngine  # loads the native library, which else only the child does
    except (ImportError, OSError, RuntimeError) as error:
        died = death(1, f"{type(error).__name__}: {error}", started=False)
        raise EngineError(died.reason, died.detail, died.next_step) from error
    return ThreadEngine(folders)
