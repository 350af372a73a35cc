"""The models on this machine: where they lie, what each is, what is there twice, and how one is removed."""

from app.library.catalogue import Library
from app.library.folders import Folder, Place, folders_of, own_folder
from app.library.hashes import ModelHashes, duplicates
from app.library.removal import Removal, plan_removal, remove
from app.library.rows import DRAFT_ONLY, ModelRow, RowKind, header_of, read_row, size_in_words
from app.library.watching import Watcher

__all__ = [
    "DRAFT_ONLY",
    "Folder",
    "Library",
    "ModelHashes",
    "ModelRow",
    "Place",
    "Removal",
    "RowKind",
    "Watcher",
    "duplicates",
    "folders_of",
    "header_of",
    "own_folder",
    "plan_removal",
    "read_row",
    "remove",
    "size_in_words",
]
