"""What may be loaded together: asked of a fresh interpreter, because an import contract sees the text only."""

from __future__ import annotations

import pkgutil
import subprocess
import sys

import engine
import ui

QT = ("PySide6", "shiboken6", "pyqtgraph")


def modules_of(package_name: str, path: list[str]) -> list[str]:
    return [package_name, *sorted(found.name for found in pkgutil.walk_packages(path, f"{package_name}."))]


def loaded_after(modules: list[str], heads: tuple[str, ...]) -> str:
    """Which top-level modules out of `heads` a fresh interpreter holds once it has imported `modules`."""
    program = (
        "import importlib, sys\n"
        f"for name in {modules!r}: importlib.import_module(name)\n"
        f"print(*sorted({{name.partition('.')[0] for name in sys.modules}} & set({heads!r})))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_all_of_the_engine_loads_no_toolkit_and_nothing_of_the_program() -> None:
    modules = modules_of("engine", list(engine.__path__))
    assert "engine.drafters.ngram_simple" in modules
    assert loaded_after(modules, (*QT, "ui", "app")) == ""


def test_all_of_the_window_loads_no_native_engine_and_nothing_of_the_program() -> None:
    modules = modules_of("ui", list(ui.__path__))
    assert "ui.theme.theme" in modules
    assert loaded_after(modules, ("llama_cpp", "gguf", "app")) == ""


def test_the_words_of_the_engine_load_no_native_engine() -> None:
    modules = ["engine.commands", "engine.events", "engine.metrics", "engine.errors"]
    assert loaded_after(modules, ("llama_cpp", *QT)) == ""


def test_only_the_engines_own_process_loads_the_native_library() -> None:
    """Else a library that is missing or broken would end the program before it could say so."""
    modules = ["app.__main__", "app.cli", "app.window", "app.screenshots", "app.engines", "engine.child"]
    assert loaded_after(modules, ("llama_cpp",)) == ""
    assert loaded_after(["engine.host"], ("llama_cpp",)) == "llama_cpp"
