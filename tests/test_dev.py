"""The set-up script: which engine build it picks and why, and what it says when something is missing."""

from __future__ import annotations

import os
import sys
import tomllib
from pathlib import Path

import pytest

import dev


@pytest.fixture
def tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that is the whole PATH: what a test puts there is all that is installed."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    for name in ("CUDA_HOME", "CUDA_PATH", "CXX", "CI"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(dev, "CUDA_FOLDER", tmp_path / "no-cuda")
    return folder


def install(folder: Path, name: str, prints: str = "") -> None:
    script = folder / name
    script.write_text(f"#!/bin/sh\necho '{prints}'\n")
    script.chmod(0o755)


on_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="shell scripts stand in for the tools")
GEFORCE = "GPU 0: NVIDIA GeForce RTX 4070 (UUID: GPU-1)"
RADEON = "GPU0:\n\tdeviceType = PHYSICAL_DEVICE_TYPE_DISCRETE_GPU\n\tdeviceName = AMD Radeon RX 7800 XT"
SOFTWARE = "GPU0:\n\tdeviceType = PHYSICAL_DEVICE_TYPE_CPU\n\tdeviceName = llvmpipe"


@on_linux
def test_an_nvidia_device_with_its_compiler_gives_a_cuda_build(tools: Path) -> None:
    install(tools, "nvidia-smi", GEFORCE)
    install(tools, "nvcc", "Cuda compilation tools, release 12.8, V12.8.61")
    backend = dev.pick_backend()
    assert (backend.name, backend.release, backend.cmake_args) == ("cuda", "12.8", "-DGGML_CUDA=on")
    assert "RTX 4070" in backend.why


@on_linux
def test_an_nvidia_device_without_its_compiler_says_what_would_be_needed(tools: Path) -> None:
    install(tools, "nvidia-smi", GEFORCE)
    backend = dev.pick_backend()
    assert backend.name == "cpu"
    assert "nvcc" in backend.better


@on_linux
def test_a_compiler_without_a_device_gives_the_cpu_build(tools: Path) -> None:
    install(tools, "nvcc", "release 12.8")
    install(tools, "vulkaninfo")
    backend = dev.pick_backend()
    assert (backend.name, backend.cmake_args, backend.better) == ("cpu", "", "")


@on_linux
def test_a_vulkan_device_with_glslc_gives_a_vulkan_build(tools: Path) -> None:
    install(tools, "vulkaninfo", RADEON)
    assert "glslc" in dev.pick_backend().better
    install(tools, "glslc")
    backend = dev.pick_backend()
    assert (backend.name, backend.cmake_args) == ("vulkan", "-DGGML_VULKAN=on")
    assert "Radeon" in backend.why


@on_linux
def test_a_software_renderer_is_no_gpu(tools: Path) -> None:
    install(tools, "vulkaninfo", SOFTWARE)
    install(tools, "glslc")
    assert dev.pick_backend().name == "cpu"


@on_linux
def test_a_missing_compiler_is_named_with_its_packages(tools: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        dev.check_tools()
    said = capsys.readouterr().err
    assert "C++ compiler" in said
    assert "build-essential" in said
    assert "gcc-c++" in said
    install(tools, "c++")
    dev.check_tools()


@on_linux
def test_libraries_that_qt_lacks_are_named_with_their_packages(
    tools: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    python = tmp_path / "python"
    install(tmp_path, "python", str(tmp_path))
    (tmp_path / "Qt" / "lib").mkdir(parents=True)
    (tmp_path / "Qt" / "lib" / "libQt6Gui.so.6").touch()
    install(tools, "ldd", "libEGL.so.1 => not found\nlibc.so.6 => /lib/libc.so.6")
    monkeypatch.setattr(dev, "PYTHON", python)
    with pytest.raises(SystemExit):
        dev.check_qt(with_display=False)
    said = capsys.readouterr().err
    assert "libEGL.so.1" in said
    assert "libegl1" in said
    assert "libc.so.6" not in said


def test_gpu_wheels_are_kept_apart_by_backend_and_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev, "user_cache", lambda: tmp_path)
    wheels = {}
    for release in ("12.4", "12.8"):
        folder = dev.wheel_folder(dev.Backend("cuda", "a test", release=release))
        folder.mkdir(parents=True)
        wheels[release] = folder / "llama_cpp_python-0-py3-none-any.whl"
        wheels[release].touch()
    assert dev.gpu_wheel(dev.Backend("cuda", "a test", release="12.4")) == wheels["12.4"]
    assert dev.gpu_wheel(dev.Backend("cuda", "a test", release="12.8")) == wheels["12.8"]


def test_the_engine_requirement_is_the_one_of_the_project() -> None:
    project = tomllib.loads((dev.ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert dev.engine_requirement() in project["dependencies"]


def test_what_follows_the_command_goes_to_pytest_or_the_bench_as_it_stands() -> None:
    own = ["--backend", "cpu", "test"]
    assert dev.split_arguments([*own, "tests/app", "-k", "demo", "-x"]) == (own, ["tests/app", "-k", "demo", "-x"])
    assert dev.split_arguments(["bench", "peer", "--runs", "3"]) == (["bench", "peer"], ["--runs", "3"])
    assert dev.split_arguments(["run"]) == (["run"], [])


def test_options_that_are_not_its_own_are_refused_where_nobody_takes_them() -> None:
    with pytest.raises(SystemExit) as ended:
        dev.main(["clean", "--everything"])
    assert ended.value.code == 2


def test_an_unknown_bench_is_refused_with_the_ones_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        dev.main(["bench", "nothing-of-that-name"])
    assert "There are:" in capsys.readouterr().err


@pytest.mark.skipif(os.name == "nt", reason="bash")
def test_ci_runs_the_same_command() -> None:
    script = dev.ROOT / ".ci" / "run"
    assert script.stat().st_mode & 0o111
    assert "exec python3 dev.py test" in script.read_text()
