"""Starting an engine: in a child process, as window and commands do, or in a thread, for debugging."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from app import paths
from engine.child import ChildEngine
from engine.folders import EngineFolders
from engine.host import ThreadEngine

if TYPE_CHECKING:
    from engine.commands import EngineLink

EngineKind = Literal["child", "thread"]


def open_engine(kind: EngineKind) -> EngineLink:
    """A fresh engine; the caller closes it."""
    folders = EngineFolders(paths.history_dir(), paths.made_drafts_dir(), paths.prices_dir(), paths.engine_log_file())
    return ThreadEngine(folders) if kind == "thread" else ChildEngine(folders)
