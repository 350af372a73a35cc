"""What is said under a reply that ended early: made anew from why it ended, so that it is in the window's language."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QCoreApplication

from ui.chat.conversation import Reply
from ui.language import local
from ui.numerals import number

translate: Final = QCoreApplication.translate
_CONTEXT: Final = "ReplyNotes"


def note_of(reply: Reply) -> str:
    """In words why it ended early; '' for one that is complete or still written."""
    if reply.stop_reason in ("length", "context") and not reply.text and reply.thinking:
        words = translate(
            _CONTEXT, "All {0} tokens went into thinking, and there is no answer yet. Continue to let it go on."
        )
        return words.format(number(reply.figures.emitted))
    match reply.stop_reason:
        case "length":
            return translate(_CONTEXT, "Ended at the longest reply set in Settings.")
        case "context":
            return translate(_CONTEXT, "The context is full.")
        case "cancelled":
            return translate(_CONTEXT, "Stopped.")
    broken = translate(_CONTEXT, "Paceline ended while this was written.") if reply.interrupted else ""
    return local(reply.note) or broken
