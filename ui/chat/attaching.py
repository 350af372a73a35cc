"""What the model sees of a text file that goes with a message. No Qt.

Each file is a line with its name and its whole text in a fenced block, in front of what the user wrote:

    File: notes.txt

    ```txt
    ...
    ```

The fence is longer than any run of backticks in the file, so that no file can close it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import PurePath

from ui.services import TextFile

_TICKS = re.compile(r"`{3,}")
_LANGUAGE = re.compile(r"[a-z0-9+#-]{1,12}")


def with_files(text: str, files: Iterable[TextFile]) -> str:
    """A message as the model is given it."""
    return "\n\n".join(part for part in (*map(shown, files), text) if part)


def shown(file: TextFile) -> str:
    """One file as the model is given it."""
    fence = "`" * max(3, 1 + max((len(run) for run in _TICKS.findall(file.text)), default=0))
    ending = PurePath(file.name).suffix.removeprefix(".").lower()
    language = ending if _LANGUAGE.fullmatch(ending) else ""
    name = " ".join(file.name.split())
    end = "" if file.text.endswith("\n") or not file.text else "\n"
    return f"File: {name}\n\n{fence}{language}\n{file.text}{end}{fence}"
