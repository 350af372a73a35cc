"""The models on this machine: where they lie, what each is, what is there twice, and how one is removed."""

from app.library.catalogue import Library
from app.library.folders import Folder, Place, folders_of, own_folder
from app.library.rows import DRAFT_ONLY, ModelRow, RowKind, header_of, read_row, size_in_words

__all__ = [
    "DRAFT_ONLY",
    "Folder",
    "Library",
    "ModelRow",
    "Place",
    "RowKind",
    "folders_of",
    "header_of",
    "own_folder",
    "read_row",
    "size_in_words",
]
