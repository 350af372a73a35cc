"""Names from a hub: whatever they are, nothing lands outside the models folder."""

from __future__ import annotations

from pathlib import Path, PureWindowsPath

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.hub.names import PART, STATE, destination, repo_of, repo_of_cache, repo_of_url, safe_parts
from engine.errors import PacelineError

PIECES = ["..", ".", "a", "b.gguf", "/", "\\", "\0", "C:", "nul", "CON.txt", " ", "~", "‮", "\n", "%2e%2e", "é", ".gguf"]


@pytest.mark.parametrize(
    "name",
    [
        *("../x.gguf", "a/../../x.gguf", "/x.gguf", "//x.gguf", "a//x.gguf", "./x.gguf", "x.gguf/", "..gguf", ".gguf"),
        *("a\\x.gguf", "..\\x.gguf", "C:x.gguf", "C:/x.gguf", "x.gguf:stream.gguf", "x\0.gguf", "x\n.gguf"),
        *("con.gguf", "NUL.gguf", "com1.gguf", "lpt9.x.gguf", "aux/x.gguf", "COM¹.gguf", "con .gguf"),
        *("x .gguf/y.gguf.", " x.gguf", "a /x.gguf", "a./x.gguf", "x?.gguf", 'x".gguf', "x|y.gguf", "<x>.gguf"),
        *("~root/x.gguf", ".hidden/x.gguf", "x\u202egguf.exe.gguf", "x" * 240 + ".gguf", "", "x.exe", "x.gguf.part"),
    ],
)
def test_names_that_are_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(PacelineError, match="not fetched"):
        destination(tmp_path, "owner/name", name)


@pytest.mark.parametrize("repo", ["owner", "a/b/c", "../x", "owner/..", "/x", "a b/c", "con/x", "", "owner/", "a\\b/c"])
def test_repositories_that_are_refused(repo: str, tmp_path: Path) -> None:
    with pytest.raises(PacelineError):
        destination(tmp_path, repo, "x.gguf")


@pytest.mark.parametrize("name", ["x.gguf", "Q4/x-00001-of-00002.gguf", "Modèle (1) é.GGUF", "a.b/c_d-e+f.gguf"])
def test_ordinary_names_lie_below_owner_and_repository(name: str, tmp_path: Path) -> None:
    assert destination(tmp_path, "owner/name-1.0", name) == tmp_path / "owner" / "name-1.0" / name


@settings(max_examples=500, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(name=st.text() | st.lists(st.sampled_from(PIECES), max_size=6).map(lambda parts: "".join(parts) + ".gguf"))
def test_a_name_has_a_place_inside_or_none(name: str, tmp_path: Path) -> None:
    try:
        place = destination(tmp_path, "owner/name", name)
    except PacelineError as error:
        assert str(error).isprintable()
        return
    root = tmp_path / "owner" / "name"
    assert place.resolve().is_relative_to(root.resolve())
    assert place.name.lower().endswith(".gguf")
    for part in safe_parts(name):
        assert not PureWindowsPath(part).is_absolute()
        assert PureWindowsPath(part).parts == (part,)
        assert len((part + STATE).encode()) <= 255
    assert not (place.name + PART).endswith(".gguf")


def test_a_link_to_a_file_elsewhere_is_not_written_through(tmp_path: Path) -> None:
    folder, outside = tmp_path / "models", tmp_path / "outside.gguf"
    (folder / "owner/name").mkdir(parents=True)
    outside.write_bytes(b"mine")
    (folder / "owner/name/x.gguf").symlink_to(outside)
    with pytest.raises(PacelineError, match="leads out of it"):
        destination(folder, "owner/name", "x.gguf")


def test_where_a_file_is_from(tmp_path: Path) -> None:
    assert repo_of(tmp_path / "owner/name/Q4/x.gguf", tmp_path) == "owner/name"
    assert repo_of(tmp_path / "mine/x.gguf", tmp_path) == ""
    assert repo_of(Path("/elsewhere/owner/name/x.gguf"), tmp_path) == ""
    assert repo_of_cache(Path("/c/hub/models--o--n-1.5/snapshots/abc/x.gguf")) == "o/n-1.5"
    assert repo_of_cache(Path("/c/hub/datasets--o--n/snapshots/abc/x.gguf")) == ""
    assert repo_of_url("https://huggingface.co/owner/name") == "owner/name"
    assert repo_of_url("https://huggingface.co/owner/name/") == "owner/name"
    assert repo_of_url("file:///etc/passwd") == ""
