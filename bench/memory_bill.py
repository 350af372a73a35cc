"""The memory bill against the memory that an engine's process really takes, on the CPU.

    python -m bench.memory_bill             the demo model in Q4_1 and F16, with and without a draft

Real: resident memory of the child process after a prompt of more than a full batch and some tokens, less what it held
before the model was loaded. Weights that are mapped count as far as they were read. The tests hold the same bill
against the library's own figures, buffer by buffer (tests/engine/test_memory_bill.py).
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

import psutil

from bench.common import GREEDY, Engine, demo_f16_path, demo_model_path, machine, print_table, speculation
from engine.commands import ContextOptions, KvType
from engine.events import DeviceInfo
from engine.gguf_header import read_header
from engine.memory_plan import MemoryPlan, plan

LONG_PROMPT = "The quick brown fox jumps over the lazy dog, and every word of it is read. " * 40
N_TOKENS = 24
MIB = 1 << 20
LEAST_IMPORT_S = 0.3
CPU = (DeviceInfo("CPU", "", "cpu", 0, 0),)


@dataclass(frozen=True)
class Case:
    """A model, and perhaps a draft, with a context and a type of its cache."""

    target: Path
    n_ctx: int
    draft: Path | None = None
    kv_type: KvType = "f16"

    @property
    def name(self) -> str:
        with_draft = f" + {read_header(self.draft).quantisation}" if self.draft else ""
        return f"{read_header(self.target).quantisation}{with_draft}, {self.n_ctx} {self.kv_type}"

    @property
    def options(self) -> ContextOptions:
        return ContextOptions(n_ctx=self.n_ctx, kv_type=self.kv_type)


def bill(case: Case) -> MemoryPlan:
    draft = read_header(case.draft) if case.draft else None
    return plan(read_header(case.target), draft, CPU, case.options, case.n_ctx, swa_full=False)


def real(case: Case) -> int:
    """Bytes that the engine's process took for it."""
    engine = Engine("child")
    try:
        (child,) = [one for one in psutil.Process().children() if any("spawn_main" in word for word in one.cmdline())]
        before = _settled(child)
        engine.load(case.target, case.options)
        how = speculation("draft-model" if case.draft else "baseline", draft_model=case.draft)
        engine.reply(LONG_PROMPT, how, GREEDY, N_TOKENS)
        return int(child.memory_info().rss) - before
    finally:
        engine.close()


def _settled(child: psutil.Process) -> int:
    """Resident bytes once the child has imported everything and waits: no CPU time for a second, after some."""
    busy = True
    while busy or sum(child.cpu_times()[:2]) < LEAST_IMPORT_S:
        busy = child.cpu_percent(interval=1.0) > 0
    return int(child.memory_info().rss)


def main() -> None:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    small, large = demo_model_path(), demo_f16_path()
    cases = [
        Case(small, 2048),
        Case(large, 2048),
        Case(large, 8192),
        Case(large, 8192, kv_type="q8_0"),
        Case(large, 8192, draft=small),
    ]
    rows = []
    for case in cases:
        parts = bill(case)
        items = ", ".join(f"{item.label} {item.n_bytes / MIB:.0f}" for item in parts.items)
        taken = real(case)
        rows.append(
            [
                case.name,
                f"{parts.ram_needed / MIB:.0f}",
                f"{taken / MIB:.0f}",
                f"{parts.ram_needed / taken - 1:+.1%}",
                items,
            ]
        )
    print(machine())
    print_table(["case", "bill MiB", "real MiB", "off", "items"], rows)


if __name__ == "__main__":
    main()
