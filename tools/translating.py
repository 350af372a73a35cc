"""The translation files, made from the sources: `python3 dev.py translate`, which calls `python -m tools.translating`.

`ui/translations/paceline_sv.ts` holds what translators write; a text that is new in the sources is added as
unfinished, one that is gone is dropped. `paceline_en.ts` holds nothing but the forms for one and for many. Qt reads the
`.qm` beside each, and `ui.language` the `.ts`, so that both are part of the program. `--check` changes nothing and says
what is out of date or not translated.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import PySide6

from tools.strings import ROOT, NotLiteral, Text, all_texts

FOLDER: Final = ROOT / "ui" / "translations"
LANGUAGES: Final = ("sv", "en")
COUNTED_ONLY: Final = ("en",)  # the language of the sources
_PLACE: Final = re.compile(r"{\w*}|%n")


def refresh(folder: Path = FOLDER, texts: Sequence[Text] | None = None) -> list[Path]:
    """Bring the files of a folder up to date with the sources. Raises NotLiteral, CalledProcessError."""
    folder.mkdir(parents=True, exist_ok=True)
    found = all_texts() if texts is None else texts
    written = []
    with tempfile.TemporaryDirectory() as scratch:
        listing = Path(scratch) / "texts.py"
        listing.write_text("".join(_call(text) for text in found), encoding="utf-8")
        for language in LANGUAGES:
            ts = folder / f"paceline_{language}.ts"
            only = ["-pluralonly"] if language in COUNTED_ONLY else []
            _qt_tool(
                "lupdate", str(listing), "-ts", str(ts), "-locations", "none", "-no-obsolete", "-sort-messages",
                "-disable-heuristic", "similartext", "-source-language", "en", "-target-language", language, *only,
            )  # fmt: skip
            written += [ts, make_qm(ts, ts.with_suffix(".qm"))]
    return written


def make_qm(ts: Path, qm: Path) -> Path:
    """What Qt reads, made from what translators write. A program that runs keeps the file that it has open."""
    new = qm.with_name(qm.name + ".new")
    _qt_tool("lrelease", str(ts), "-qm", str(new), "-nounfinished", "-removeidentical")
    return new.replace(qm)


def troubles(folder: Path = FOLDER) -> Iterator[str]:
    """What a translator has to do, or `refresh`: a line each."""
    with tempfile.TemporaryDirectory() as scratch:
        for language in LANGUAGES:
            shutil.copy(folder / f"paceline_{language}.ts", scratch)
        for path in refresh(Path(scratch)):
            if path.read_bytes() != (folder / path.name).read_bytes():
                yield f"{path.name} is not up to date with the sources: run `python3 dev.py translate`"
    for language in LANGUAGES:
        yield from unfinished(folder / f"paceline_{language}.ts")


def unfinished(ts: Path) -> Iterator[str]:
    """Texts without a translation, and those whose translation has other places for values than they have."""
    for context in ElementTree.parse(ts).getroot().iter("context"):
        name = context.findtext("name", "")
        for message in context.iter("message"):
            source, translation = message.findtext("source", ""), message.find("translation")
            forms = _forms(translation)
            if translation is None or translation.get("type") or not all(forms):
                yield f"{ts.name}: not translated, {name}: {source}"
            for form in forms:
                if form and _places(form) != _places(source):
                    yield f"{ts.name}: other places for values, {name}: {source}"


def _forms(translation: ElementTree.Element | None) -> list[str]:
    if translation is None:
        return []
    forms = [form.text or "" for form in translation.iter("numerusform")]
    return forms or [translation.text or ""]


def _places(text: str) -> list[str]:
    """A form for one may say 'one' in place of the number."""
    return sorted(place for place in _PLACE.findall(text) if place != "%n")


def _call(text: Text) -> str:
    count = ", 1" if text.counted else ""
    hint = f", {text.hint!r}" if text.hint or count else ""
    return f"translate({_literal(text.context)}, {_literal(text.source)}{hint}{count})\n"


def _literal(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _qt_tool(name: str, *arguments: str) -> None:
    """Run one of the translators' tools that come with PySide6."""
    folder = Path(PySide6.__file__).parent
    tool = next(path for path in (folder / name, folder / f"{name}.exe") if path.is_file())
    subprocess.run([str(tool), *arguments], check=True, capture_output=True, text=True)


def main(arguments: Sequence[str]) -> int:
    """The exit code: 1 when there is something to do."""
    try:
        if "--check" not in arguments:
            refresh()
        left = list(troubles())
    except NotLiteral as error:
        print(f"Write these texts out where they are translated, without variables in them:\n{error}", file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as error:
        print(f"{error}\n{error.stderr}", file=sys.stderr)
        return 1
    print("\n".join(left) or "Every text is translated.")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
