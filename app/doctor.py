"""What this installation is made of and runs on, for a person with a question and for a bug report."""

from __future__ import annotations

import importlib.metadata
import platform
import sys
from typing import TYPE_CHECKING, Any, Final

import psutil

from app import demo_model, hardware, paths
from app.engines import EngineKind, open_engine
from app.generate import engine_info, engine_json
from app.qt_start import qt_problem
from app.requests import known_presets
from engine.drafters import discover
from engine.errors import PacelineError

if TYPE_CHECKING:
    from rich.console import Console

_DISTRIBUTIONS: Final = ("llama-cpp-python", "gguf", "numpy", "PySide6-Essentials", "pyqtgraph", "pydantic")


def version() -> str:
    """The program's own version; 'not installed' when it runs from its folder without an installation."""
    return _version_of("paceline")


def examine(kind: EngineKind) -> dict[str, Any]:
    """Everything `paceline doctor` tells. The engine is started for it; engine_error says why it failed."""
    engine: dict[str, Any] | None = None
    error = ""
    link = open_engine(kind)
    try:
        engine = engine_json(engine_info(link))
    except PacelineError as failure:
        error = str(failure)
    finally:
        link.close()
    sentence, command = hardware.gpu_build(engine["backend"] if engine else "CPU")
    return {
        "paceline": version(),
        "python": platform.python_version(),
        "system": platform.platform(),
        "packages": {name: _version_of(name) for name in _DISTRIBUTIONS},
        "cpu": {
            "physical_cores": hardware.physical_cores(),
            "logical_cores": psutil.cpu_count(),
            "memory": psutil.virtual_memory().total,
        },
        "engine": engine,
        "engine_error": error,
        "gpu_build": {"sentence": sentence, "command": command},
        "window_problem": qt_problem(),
        "drafters": sorted(discover()),
        "presets": list(known_presets()),
        "paths": {
            "program": sys.executable,
            "data": str(paths.data_dir()),
            "models": str(paths.models_dir()),
            "presets": str(paths.user_presets_dir()),
            "settings": str(paths.settings_file()),
            "log": str(paths.log_file()),
        },
        "demo_model": str(demo_model.demo_path()) if demo_model.is_there() else None,
    }


def print_report(report: dict[str, Any], console: Console) -> None:
    """The same for a person."""
    lines = [
        ("Paceline", f"{report['paceline']}, Python {report['python']}, {report['system']}"),
        ("Packages", ", ".join(f"{name} {found}" for name, found in report["packages"].items())),
        ("CPU", f"{report['cpu']['physical_cores']} cores, {report['cpu']['memory'] / 2**30:.1f} GiB memory"),
    ]
    engine = report["engine"]
    if engine:
        lines.append(
            (
                "Engine",
                f"llama.cpp {engine['build']} (binding {engine['llama_cpp']}), {engine['backend']} build",
            )
        )
        for device in engine["devices"]:
            memory = f", {device['memory_free'] / 2**30:.1f} of {device['memory_total'] / 2**30:.1f} GiB free"
            lines.append(("Device", f"{device['name']}: {device['description']}{memory}"))
    else:
        lines.append(("Engine", report["engine_error"]))
    lines.append(("GPU build", report["gpu_build"]["sentence"]))
    if report["gpu_build"]["command"]:
        lines.append(("", report["gpu_build"]["command"]))
    lines.append(("Window", report["window_problem"] or "can be opened"))
    lines.append(("Drafters", ", ".join(report["drafters"])))
    lines.append(("Presets", ", ".join(report["presets"])))
    lines.extend((name.capitalize(), where) for name, where in report["paths"].items())
    lines.append(("Demo model", report["demo_model"] or "not here; fetch it with: paceline get demo"))
    for name, what in lines:
        console.print(f"{name:<11}", what, style=None, highlight=False, soft_wrap=True, markup=False)


def _version_of(distribution: str) -> str:
    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return "not installed"
