"""Start the frozen program and check that nothing was left out of it.

    python packaging/smoke_test.py dist/paceline/paceline

Drafters and presets are found at run time, so a packager that follows imports alone would lose them.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TIMEOUT_S = 120


def main(program: str) -> int:
    """Compare what the frozen program finds with what the sources hold; returns the exit code."""
    command = [program, "doctor", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT_S, check=False)
    if done.returncode or done.stderr:
        print(f"{program} doctor: exit code {done.returncode}\n{done.stderr}", file=sys.stderr)
        return 1
    report = json.loads(done.stdout)
    sources = (ROOT / "engine" / "drafters").glob("*.py")
    drafters = sum("\nDRAFTER" in source.read_text(encoding="utf-8") for source in sources)
    presets = len(list((ROOT / "presets").glob("*.toml")))
    faults = [
        f"{what}: {found} found, {wanted} in the sources"
        for what, found, wanted in (
            ("drafters", len(report["drafters"]), drafters),
            ("presets", len(report["presets"]), presets),
        )
        if found != wanted
    ]
    if report["engine_error"]:
        faults.append(report["engine_error"])
    print("\n".join(faults) or f"{drafters} drafters, {presets} presets, the engine starts")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
