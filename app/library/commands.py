"""`paceline models` and `paceline check`: what is here, and whether one file can draft for another."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from rich.console import Console
from rich.table import Table

from app import paths, requests
from app.library.catalogue import Library
from app.library.folders import folders_of, own_folder
from app.library.hashes import ModelHashes, duplicates
from app.library.rows import header_of, size_in_words
from app.settings import SettingsStore
from app.shell import Json, interruptible, print_json
from engine.mtp_heads import check_draft, is_sidecar

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from app.library.folders import Place
    from app.library.rows import ModelRow
    from engine.compatibility import Verdict
    from engine.gguf_header import Header

REFUSED_CODE: Final = 3
_KINDS: Final[dict[str, str]] = {
    "chat": "chat",
    "base": "base",
    "mtp-sidecar": "MTP head",
    "assistant": "MTP head (assistant)",
    "eagle3": "EAGLE-3 head",
    "dflash": "DFlash head",
    "projector": "projector",
    "embedding": "embedding",
    "encoder-decoder": "encoder-decoder",
    "diffusion": "diffusion",
    "speech": "speech",
    "adapter": "adapter",
    "imatrix": "importance matrix",
    "vocab-only": "vocabulary",
}
_PLACES: Final[dict[Place, str]] = {
    "own": "models folder",
    "added": "added",
    "hub-cache": "Hugging Face cache",
    "lm-studio": "LM Studio",
    "ollama": "Ollama",
}


def add_commands(cli: typer.Typer) -> None:
    """Hang them into the program."""
    cli.command()(models)
    cli.command()(check)


def models(
    copies: Annotated[
        bool, typer.Option("--copies", help="Find files that are there twice; reads those of the same size.")
    ] = False,
    as_one_object: Json = False,
) -> int:
    """The GGUF files on this machine: what each is, and where it lies."""
    settings = SettingsStore(paths.settings_file()).settings
    rows = Library(folders_of(settings), settings.model_files).scan()
    groups: Sequence[Sequence[ModelRow]] = ()
    if copies:
        with interruptible() as cancelled:
            groups = duplicates(rows, ModelHashes.usual(), cancelled.is_set)
    if as_one_object:
        answer: dict[str, Any] = {"models": [row.as_json() for row in rows]}
        print_json(answer | ({"copies": [[row.path for row in group] for group in groups]} if copies else {}))
        return 0
    if not rows:
        print(f"No GGUF file was found. Put one into {own_folder(settings)}, or run: paceline get demo")
        return 0
    console = Console()
    console.print(model_table(row for row in rows if row.kind != "unreadable"))
    for row in rows:
        if row.kind == "unreadable":
            print(f"\n{row.path}\n  {row.reason}")
    for group in groups:
        console.print(f"\nThe same file {len(group)} times, {size_in_words(group[0].size)} each:", highlight=False)
        for row in group:
            print(f"  {row.path}")
    if copies and not groups:
        print("\nNo file is there twice.")
    return 0


def check(
    target: Annotated[str, typer.Argument(help="The GGUF file that writes, or demo.")],
    draft: Annotated[str, typer.Argument(help="The GGUF file that drafts.")],
    as_one_object: Json = False,
) -> int:
    """Whether one model can draft for another: ok, warn or refuse, and why. Exit code 3 on refuse."""
    headers = [header_of(Path(requests.model_path(given))) for given in (target, draft)]
    verdict = check_draft(headers[0], headers[1])
    if as_one_object:
        print_json(
            {
                **asdict(verdict),
                "target": _described(headers[0]),
                "draft": _described(headers[1]),
                "preset": _preset(headers[1], verdict),
            }
        )
    else:
        print(f"{verdict.level}: {verdict.sentence}")
        Console().print(verdict_table(headers, verdict))
        if preset := _preset(headers[1], verdict):
            print(f"Use it with: paceline generate -m {target} -d {draft} -p {preset}", file=sys.stderr)
    return REFUSED_CODE if verdict.level == "refuse" else 0


def model_table(rows: Iterable[ModelRow]) -> Table:
    """One row for each model that can be read."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for name in ("Model", "Kind", "Weights", "Packed", "Bits", "Context", "Licence", "Size", "Where"):
        numeric = name in ("Weights", "Bits", "Context", "Size")
        table.add_column(name, justify="right" if numeric else "left", overflow="fold", no_wrap=numeric)
    for row in rows:
        table.add_row(
            row.title,
            _KINDS[row.kind] + (" + MTP" if row.mtp and row.usable else ""),
            _count_in_words(row.parameters),
            row.quantisation,
            f"{row.bits_per_weight:.1f}" if row.bits_per_weight else "",
            f"{row.n_ctx:,}" if row.n_ctx else "",
            row.licence,
            size_in_words(row.size) + (f" in {row.shards}" if row.shards > 1 else ""),
            f"{_PLACES[row.place]}: {row.path}",
        )
    return table


def verdict_table(headers: Sequence[Header], verdict: Verdict) -> Table:
    """All that was noticed, rule by rule, under what the two files are."""
    table = Table("", "Rule", "What was found", box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for which, header in zip(("target", "draft"), headers, strict=True):
        told = _described(header)
        words = [told["family"], told["architecture"], told["quantisation"], f"{told['n_vocab']:,} tokens"]
        table.add_row(which, told["kind"], " · ".join(word for word in words if word))
    for finding in verdict.findings:
        table.add_row(finding.level, finding.rule, finding.sentence)
    return table


def _described(header: Header) -> dict[str, Any]:
    return {
        "path": header.path,
        "kind": header.kind,
        "family": header.family,
        "architecture": header.architecture,
        "quantisation": header.quantisation,
        "parameters": header.parameters,
        "n_vocab": header.n_vocab,
    }


def _preset(draft: Header, verdict: Verdict) -> str:
    """Which preset takes this draft; '' for none."""
    if verdict.level == "refuse":
        return ""
    return "draft-mtp" if is_sidecar(draft) else "draft-model"


def _count_in_words(n: int) -> str:
    """'135 M', '27.2 B'."""
    return "" if n == 0 else f"{n / 1e9:.1f} B" if n >= 1e9 else f"{n / 1e6:.0f} M" if n >= 1e6 else f"{n / 1e3:.0f} k"
