#!/usr/bin/env python3
"""From a fresh clone to a chatting window, and to every gate, with one command each. Standard library only.

    python3 dev.py run             make .venv, fetch the demo model, open the window
    python3 dev.py test [ARG ...]  make .venv, run every gate; the arguments go to pytest
    python3 dev.py bench NAME      make .venv, run bench/NAME.py
    python3 dev.py translate       make .venv, bring the translation files up to date
    python3 dev.py clean           remove .venv and the tools' caches

What pip prints is kept in .venv/dev.log. A stamp in .venv makes the second run take seconds.
"""

from __future__ import annotations

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - the one file that an older Python may be asked to run
    sys.exit(f"Paceline needs Python 3.11 or newer and this is {sys.version.split()[0]}. Try: python3.12 dev.py")

import argparse
import hashlib
import importlib.util
import json
import os
import platform
import re
import shlex
import shutil
import subprocess
import time
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
STAMP = VENV / "paceline-stamp.json"
LOG = VENV / "dev.log"
WINDOWS = os.name == "nt"
PYTHON = VENV / ("Scripts/python.exe" if WINDOWS else "bin/python")
CACHES = (".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis", ".import_linter_cache", "build")
PROBE_S = 30
CUDA_FOLDER = Path("/usr/local/cuda")


@dataclass(frozen=True)
class Backend:
    """A build of llama.cpp. better: what a faster one would need, or ''. release: of its compiler."""

    name: str
    why: str
    better: str = ""
    release: str = ""

    @property
    def cmake_args(self) -> str:
        return {"cuda": "-DGGML_CUDA=on", "vulkan": "-DGGML_VULKAN=on"}.get(self.name, "")


def say(text: str = "") -> None:
    print(text, flush=True)


def stop(text: str) -> NoReturn:
    print(f"dev.py: {text}", file=sys.stderr, flush=True)
    sys.exit(1)


def output_of(*command: str) -> str:
    """What a command prints, '' when it is not there, fails or hangs."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PROBE_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout if done.returncode == 0 else ""


# --- which build of the engine ---


def find_nvcc() -> str:
    """Path of CUDA's compiler, '' when there is none."""
    homes = [Path(os.environ[name]) for name in ("CUDA_HOME", "CUDA_PATH") if os.environ.get(name)]
    for folder in ["", *(str(home / "bin") for home in [*homes, CUDA_FOLDER])]:
        found = shutil.which("nvcc", path=folder or None)
        if found:
            return found
    return ""


def vulkan_gpu() -> str:
    """Name of the first real GPU that Vulkan offers (software renderers do not count)."""
    kind = ""
    for line in output_of("vulkaninfo", "--summary").splitlines():
        if "deviceType" in line:
            kind = line
        elif "deviceName" in line and ("DISCRETE" in kind or "INTEGRATED" in kind):
            return line.partition("=")[2].strip()
    return ""


def pick_backend(wanted: str | None = None) -> Backend:
    """The fastest build that this machine can make and use, with the reason in words."""
    if wanted is not None:
        return Backend(wanted, "asked for with --backend", release=cuda_release() if wanted == "cuda" else "")
    if sys.platform == "darwin":
        if platform.machine() == "arm64":
            return Backend("metal", "this is Apple silicon")
        return Backend("cpu", "this is a Mac with an Intel processor")
    nvidia = output_of("nvidia-smi", "-L").strip().splitlines()
    better = ""
    if nvidia:
        name = nvidia[0].partition(":")[2].partition("(")[0].strip()
        if find_nvcc():
            return Backend("cuda", f"{name} and CUDA's compiler are here", release=cuda_release())
        better = f"{name} is here: install the CUDA toolkit (nvcc) for a CUDA build"
    gpu = vulkan_gpu()
    if gpu and shutil.which("glslc"):
        return Backend("vulkan", f"{gpu} and glslc are here", better)
    if gpu and not better:
        better = f"{gpu} is here: install glslc and the Vulkan headers for a Vulkan build"
    if not better and any(Path("/dev/dri").glob("renderD*")) and not shutil.which("vulkaninfo"):
        better = "a GPU may be here: install vulkan-tools, glslc and the Vulkan headers for a Vulkan build"
    return Backend("cpu", "no GPU with its compiler was found", better)


def cuda_release() -> str:
    found = re.search(r"release ([\d.]+)", output_of(find_nvcc() or "nvcc", "--version"))
    return found.group(1) if found else ""


# --- the environment ---


def step(title: str, command: list[str], extra_env: dict[str, str] | None = None) -> bool:
    """Run one calm step: one line while it runs, its output in the log. True when it succeeded."""
    on_terminal = sys.stdout.isatty()
    if not on_terminal:
        say(f"  {title} ...")
    started = last_told = time.monotonic()
    environment = {
        **os.environ,
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PYTHONUNBUFFERED": "1",
        **(extra_env or {}),
    }
    with LOG.open("a", encoding="utf-8") as log:
        log.write(f"\n$ {shlex.join(command)}\n")
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=environment,
            text=True,
            encoding="utf-8",
            errors="replace",
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        assert process.stdout is not None
        for line in process.stdout:
            log.write(line)
            now = time.monotonic()
            if on_terminal:
                print(f"\r\x1b[2K  {title} ... {now - started:.0f} s  {line.strip()[:60]}", end="", flush=True)
            elif now - last_told > 60:
                last_told = now
                say(f"    still at it, {(now - started) / 60:.0f} min")
        code = process.wait()
    result = "done" if code == 0 else "failed"
    line_start = "\r\x1b[2K" if on_terminal else ""
    say(f"{line_start}  {title}: {result}, {time.monotonic() - started:.0f} s")
    return code == 0


def pip(*arguments: str) -> list[str]:
    return [str(PYTHON), "-m", "pip", *arguments]


def log_tail(lines: int = 15) -> str:
    text = LOG.read_text(encoding="utf-8", errors="replace").splitlines()
    return "\n".join(f"    {line}" for line in text[-lines:])


def can_install_system_packages() -> bool:
    """On a throw-away CI machine only: nobody's own system is changed behind their back."""
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return os.environ.get("CI") == "true" and is_root and shutil.which("apt-get") is not None


def apt_install(packages: list[str]) -> None:
    say(f"  Installing for CI: {' '.join(packages)}")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (
        ["apt-get", "update", "-q"],
        ["apt-get", "install", "-qy", "--no-install-recommends", *packages],
    ):
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            say(done.stdout[-2000:] + done.stderr[-2000:])
            stop(f"apt-get could not install {' '.join(packages)}.")


def check_tools() -> None:
    """Say what is missing before anything is built."""
    lacking: list[tuple[str, str, str]] = []
    if importlib.util.find_spec("ensurepip") is None or importlib.util.find_spec("venv") is None:
        lacking.append(("Python's venv module", "python3-venv", "python3-libs"))
    compilers = [os.environ.get("CXX", "").partition(" ")[0], "c++", "g++", "clang++"]
    if not WINDOWS and not any(name and shutil.which(name) for name in compilers):
        lacking.append(("a C++ compiler", "build-essential", "gcc-c++ make"))
    if not lacking:
        return
    if can_install_system_packages():
        apt_install([word for _, debian, _ in lacking for word in debian.split()])
        return
    if sys.platform == "darwin":
        stop("a C++ compiler is missing. Install it with: xcode-select --install")
    stop(
        f"{' and '.join(what for what, _, _ in lacking)} {'is' if len(lacking) == 1 else 'are'} missing.\n"
        f"  Debian, Ubuntu: sudo apt-get install {' '.join(debian for _, debian, _ in lacking)}\n"
        f"  Fedora:         sudo dnf install {' '.join(fedora for _, _, fedora in lacking)}"
    )


def make_venv() -> None:
    found = output_of(str(PYTHON), "-c", "import pip, sys; print(sys.version_info[:2])").strip()
    if found == str(sys.version_info[:2]):
        return
    if VENV.exists():
        say("  The old .venv does not fit this Python; it is made anew.")
        shutil.rmtree(VENV)
    done = subprocess.run(
        [sys.executable, "-m", "venv", str(VENV)],
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    if done.returncode:
        stop(f"`python3 -m venv` failed: {(done.stderr or done.stdout).strip()}")


def user_cache() -> Path:
    if WINDOWS:
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData/Local")) / "paceline" / "Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library/Caches/paceline"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "paceline"


def engine_requirement() -> str:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return next(str(line) for line in project["dependencies"] if line.startswith("llama-cpp-python"))


def wheel_folder(backend: Backend) -> Path:
    """Where the wheels of one backend, one compiler release and one version of the engine are kept."""
    version = re.sub(r"[^\w.]+", "-", engine_requirement().removeprefix("llama-cpp-python")).strip("-")
    return user_cache() / "wheels" / "-".join(part for part in (backend.name, backend.release, version) if part)


def gpu_wheel(backend: Backend) -> Path | None:
    """A wheel of the engine for this backend, built once, apart from pip's own cache; None when it fails.

    pip's cache knows nothing of CMAKE_ARGS: it would hand out a CPU build as the GPU one, or the reverse.
    """
    folder = wheel_folder(backend)
    if wheels := sorted(folder.glob("llama_cpp_python-*.whl")):
        return wheels[-1]
    environment = {
        "CMAKE_ARGS": f"{os.environ.get('CMAKE_ARGS', '')} {backend.cmake_args}".strip(),
        "CMAKE_BUILD_PARALLEL_LEVEL": str(os.cpu_count() or 1),
    }
    if backend.name == "cuda" and (nvcc := find_nvcc()):
        environment["CUDACXX"] = nvcc
    title = f"Building llama.cpp for {backend.name.upper()} (some minutes, once)"
    command = pip(
        "wheel",
        "--no-deps",
        "--no-cache-dir",
        "--no-binary",
        "llama-cpp-python",
        "-w",
        str(folder),
        engine_requirement(),
    )
    built = step(title, command, environment)
    return next(iter(sorted(folder.glob("llama_cpp_python-*.whl"))), None) if built else None


def install_engine(backend: Backend, installed: str | None) -> str:
    """Put the engine into .venv. installed: the build that is there already. Returns the one there now."""
    if backend.cmake_args:
        wheel = gpu_wheel(backend)
        if wheel is not None and step(
            "Installing the engine", pip("install", "--force-reinstall", "--no-deps", str(wheel))
        ):
            return backend.name
        say(f"  The {backend.name.upper()} build failed, so it is the CPU build. The end of {LOG}:")
        say(log_tail())
        say("  `python3 dev.py clean` and another run try the GPU build again.")
    if installed not in (None, "cpu", "metal"):
        step("Removing the other build", pip("uninstall", "-y", "llama-cpp-python"))
    title = "Installing the engine, llama.cpp (built here the first time: some minutes)"
    if not step(title, pip("install", engine_requirement()), {"CMAKE_BUILD_PARALLEL_LEVEL": str(os.cpu_count() or 1)}):
        stop(f"the engine could not be built. The end of {LOG}:\n{log_tail()}")
    return backend.name if backend.name == "metal" else "cpu"


def read_stamp() -> dict[str, object]:
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def make_environment(extras: set[str], backend: Backend) -> None:
    """Bring .venv to the state that pyproject.toml asks for; at once when it is in it already."""
    facts = ((ROOT / "pyproject.toml").read_text(encoding="utf-8"), sys.version, str(ROOT))
    key = hashlib.sha256(repr(facts).encode()).hexdigest()
    stamp = read_stamp() if PYTHON.exists() else {}
    known = stamp.get("extras")
    have = {str(extra) for extra in known} if isinstance(known, list) else set()
    same = stamp.get("key") == key and stamp.get("wanted") == backend.name
    say(f"Engine build: {backend.name.upper()}, because {backend.why}.")
    if backend.better:
        say(f"  {backend.better}.")
    if same and extras <= have:
        if stamp.get("backend") != stamp.get("wanted"):
            say(f"  It is the {str(stamp.get('backend')).upper()} build that is installed: see {LOG}.")
        return
    say("Making the environment in .venv")
    check_tools()
    make_venv()
    installed = stamp.get("backend")
    built = str(installed)
    if not same:
        built = install_engine(backend, str(installed) if installed else None)
    extras |= have
    names = ",".join(sorted(extras))
    if not step("Installing Paceline, Qt and the rest", pip("install", "-e", f".[{names}]" if names else ".")):
        stop(f"the installation failed. The end of {LOG}:\n{log_tail()}")
    STAMP.write_text(
        json.dumps({"key": key, "wanted": backend.name, "backend": built, "extras": sorted(extras)}),
        encoding="utf-8",
    )


# --- Qt's system libraries ---


def missing_libraries(with_display: bool) -> list[str]:
    """Shared libraries that Qt's wheels want and this Linux lacks, by file name."""
    where = output_of(str(PYTHON), "-c", "import PySide6; print(PySide6.__path__[0])").strip()
    if not where or shutil.which("ldd") is None:
        return []
    qt = Path(where) / "Qt"
    files = [
        qt / "lib/libQt6Gui.so.6",
        qt / "lib/libQt6Widgets.so.6",
        qt / "plugins/platforms/libqoffscreen.so",
    ]
    if with_display:
        files.append(qt / "plugins/platforms/libqxcb.so")
    found = output_of("ldd", *(str(file) for file in files if file.exists()))
    return sorted(set(re.findall(r"(\S+) => not found", found)))


def check_qt(with_display: bool) -> None:
    """Make sure that a window, or its offscreen stand-in, can be made; say in words what is missing."""
    if not sys.platform.startswith("linux"):
        return
    lacking = missing_libraries(with_display)
    holders = tomllib.loads((ROOT / "app" / "qt_libraries.toml").read_text(encoding="utf-8"))
    debian = sorted({holders[name]["debian"] for name in lacking if name in holders})
    fedora = sorted({holders[name]["fedora"] for name in lacking if name in holders})
    fonts_probe = (
        "from PySide6.QtGui import QFontDatabase, QGuiApplication; app = QGuiApplication([]);"
        "print(len(QFontDatabase.families()))"
    )
    if not lacking:
        environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
        done = subprocess.run(
            [str(PYTHON), "-c", fonts_probe], env=environment, capture_output=True, text=True, check=False
        )
        if done.returncode:
            stop(f"Qt cannot start: {(done.stderr.strip() or 'no reason given').splitlines()[-1]}")
        if done.stdout.strip() != "0":
            return
        lacking, debian, fedora = ["any font"], ["fonts-dejavu-core"], ["dejavu-sans-fonts"]
    if can_install_system_packages() and debian:
        apt_install(debian)
        return
    stop(
        f"Qt cannot start, the system lacks {', '.join(lacking)}.\n"
        f"  Debian, Ubuntu: sudo apt-get install {' '.join(debian) or '(the packages that hold them)'}\n"
        f"  Fedora:         sudo dnf install {' '.join(fedora) or '(the packages that hold them)'}"
    )


# --- the commands ---


def run(arguments: argparse.Namespace) -> int:
    make_environment({"demo"}, pick_backend(arguments.backend))
    has_display = not sys.platform.startswith("linux") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or os.environ.get("QT_QPA_PLATFORM")
    )
    check_qt(with_display=bool(os.environ.get("DISPLAY")) and not os.environ.get("WAYLAND_DISPLAY"))
    if subprocess.run([str(PYTHON), "-m", "app", "get", "demo"], cwd=ROOT, check=False).returncode:
        say("The demo model is not there; the window opens without it.")
    if not has_display:
        stop(f"there is no display here. Without one: {PYTHON} -m app generate --help")
    say("Opening the window")
    return subprocess.run([str(PYTHON), "-m", "app"], cwd=ROOT, check=False).returncode


def test(arguments: argparse.Namespace) -> int:
    make_environment({"demo", "test"}, pick_backend(arguments.backend))
    check_qt(with_display=False)
    python = str(PYTHON)
    gates = {
        "import contracts": [str(PYTHON.parent / "lint-imports")],
        "ruff": [python, "-m", "ruff", "check", "."],
        "mypy": [python, "-m", "mypy"],
        "pytest": [python, "-m", "pytest", "-n", "auto", *arguments.more],
    }
    environment = {**os.environ, "QT_QPA_PLATFORM": os.environ.get("QT_QPA_PLATFORM") or "offscreen"}
    results: dict[str, tuple[bool, float]] = {}
    for name, command in gates.items():
        say(f"\n== {name} ==")
        started = time.monotonic()
        code = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
        results[name] = (code == 0, time.monotonic() - started)
    say("\nGates")
    for name, (passed, seconds) in results.items():
        say(f"  {name:<18} {'ok' if passed else 'FAILED'}  {seconds:.0f} s")
    return 0 if all(passed for passed, _ in results.values()) else 1


def bench(arguments: argparse.Namespace) -> int:
    programs = [file for file in (ROOT / "bench").glob("*.py") if '"__main__"' in file.read_text(encoding="utf-8")]
    names = sorted(file.stem for file in programs)
    if arguments.name not in names:
        stop(f"there is no bench {arguments.name}. There are: {', '.join(names) or 'none'}.")
    make_environment({"demo", "bench"}, pick_backend(arguments.backend))
    return subprocess.run(
        [str(PYTHON), "-m", f"bench.{arguments.name}", *arguments.more], cwd=ROOT, check=False
    ).returncode


def translate(arguments: argparse.Namespace) -> int:
    make_environment({"demo"}, pick_backend(arguments.backend))
    return subprocess.run([str(PYTHON), "-m", "tools.translating"], cwd=ROOT, check=False).returncode


def clean(_: argparse.Namespace) -> int:
    for folder in (VENV, *(ROOT / name for name in CACHES)):
        if folder.exists():
            shutil.rmtree(folder)
            say(f"Removed {folder}")
    return 0


def split_arguments(argv: list[str]) -> tuple[list[str], list[str]]:
    """Ours, and what follows `test` or `bench NAME`: that belongs to pytest or the bench, options included."""
    for command, n_own in (("test", 1), ("bench", 2)):
        if command in argv:
            end = argv.index(command) + n_own
            return argv[:end], argv[end:]
    return argv, []


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="dev.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--backend", choices=("cpu", "cuda", "vulkan", "metal"), help="instead of the one that is found"
    )
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("run", help="open the window").set_defaults(action=run)
    tests = commands.add_parser("test", help="run every gate")
    tests.set_defaults(action=test)
    benches = commands.add_parser("bench", help="run bench/NAME.py")
    benches.add_argument("name")
    benches.set_defaults(action=bench)
    translations = commands.add_parser("translate", help="bring the translation files up to date")
    translations.set_defaults(action=translate)
    commands.add_parser("clean", help="remove .venv and caches").set_defaults(action=clean)
    own, more = split_arguments(sys.argv[1:] if argv is None else argv)
    arguments = parser.parse_args(own)
    arguments.more = more
    try:
        return int(arguments.action(arguments))
    except KeyboardInterrupt:
        say("\nStopped.")
        return 130


if __name__ == "__main__":
    sys.exit(main())
