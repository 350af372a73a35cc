"""The headless commands as a shell sees them: stdout, one line on stderr, exit codes. Tiny models, real engine."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from app import cli, paths
from tests.app.shell import Shell
from tests.tiny_oddities import write_drafter_head, write_projector

GENERATE_KEYS = {
    "text", "token_ids", "prompt_tokens", "emitted", "rounds", "drafted", "accepted", "acceptance_rate",
    "tokens_per_round", "accepted_by_position", "drafted_by_position", "by_drafter", "ttft_s", "decode_s",
    "tokens_per_s", "draft_s", "verify_s", "sample_s", "other_s", "stop_reason", "warnings", "preset", "options",
    "model", "engine",
}  # fmt: skip


def reply(target: str, *more: str) -> tuple[str, ...]:
    return ("generate", "--engine", "thread", "-m", target, "--prompt", "Hello", "-n", "12", "--threads", "1", *more)


def test_generate_gives_one_object_with_every_promised_key(shell: Shell, target: str) -> None:
    content = shell.json(*reply(target))
    assert content.keys() >= GENERATE_KEYS
    assert content["emitted"] == len(content["token_ids"]) == 12
    assert content["stop_reason"] == "length"
    assert content["preset"] == "auto"
    assert (content["drafted"], content["acceptance_rate"]) == (0, None)
    assert content["model"]["architecture"] == "llama"
    assert content["model"].keys() == {"name", "architecture", "family", "quantisation", "parameters"}
    assert content["engine"].keys() >= {"llama_cpp", "backend", "devices"}
    assert content["engine"]["devices"]


def test_generate_prints_the_text_on_stdout_and_the_figures_on_stderr(shell: Shell, target: str) -> None:
    text = shell.json(*reply(target))["text"]
    assert shell.run(*reply(target)) == 0
    assert shell.out == text + "\n"
    assert "12 tokens" in shell.err


def test_the_child_process_writes_what_the_thread_writes(shell: Shell, target: str) -> None:
    in_thread = shell.json(*reply(target))
    in_child = shell.json(*reply(target, "--engine", "child"))
    assert in_child["token_ids"] == in_thread["token_ids"]


def test_a_draft_model_changes_the_figures_and_not_the_text(shell: Shell, target: str, draft: str) -> None:
    alone = shell.json(*reply(target))
    drafted = shell.json(*reply(target, "-p", "draft-model", "-d", draft, "--set", "n_max=3"))
    assert drafted["token_ids"] == alone["token_ids"]
    assert drafted["accepted"] > 0
    assert drafted["by_drafter"]["draft-model"]["accepted"] == drafted["accepted"]
    assert drafted["options"]["draft-model"]["n_max"] == 3
    assert drafted["draft_model"]["architecture"] == "llama"


def test_a_variant_sets_its_options_and_set_goes_before_it(shell: Shell, target: str) -> None:
    content = shell.json(*reply(target, "-p", "ngram-simple", "--variant", "text", "--set", "min_hits=3"))
    assert content["options"]["ngram-simple"] == {"size_n": 8, "size_m": 32, "min_hits": 3}
    assert content["variant"] == "text"


def test_a_stop_text_ends_the_reply(shell: Shell, target: str) -> None:
    text = shell.json(*reply(target))["text"]
    middle = text[len(text) // 2 :][:3]
    content = shell.json(*reply(target, "--stop", middle))
    assert content["stop_reason"] == "stop"
    assert middle not in content["text"]


def test_the_rule_decides_what_a_seed_gives(shell: Shell, target: str, draft: str) -> None:
    hot = reply(target, "-p", "draft-model", "-d", draft, "--temperature", "1", "--seed", "5")
    plain = shell.json(*reply(target, "--temperature", "1", "--seed", "5"))
    assert plain["rule"] == "coupled"
    assert shell.json(*hot)["token_ids"] == plain["token_ids"]
    rejection = shell.json(*hot, "--rule", "rejection")
    assert rejection["rule"] == "rejection"
    assert rejection["drafted"] > 0


def test_a_schema_as_text_or_file_keeps_the_reply_to_it(shell: Shell, target: str, tmp_path: Path) -> None:
    only_a = {"properties": {"a": {"enum": ["x"]}}, "required": ["a"], "additionalProperties": False}
    schema = json.dumps({"type": "object", **only_a})
    file = tmp_path / "schema.json"
    file.write_text(schema)
    for given in (schema, str(file)):
        for preset in ("baseline", "ngram-simple"):
            content = shell.json(*reply(target, "-n", "200", "-p", preset, "--json-schema", given))
            assert json.loads(content["text"]) == {"a": "x"}
            assert content["warnings"] == []
    unheld = json.dumps({"type": "object", **only_a, "minProperties": 1})
    assert "minProperties" in shell.json(*reply(target, "-n", "200", "--json-schema", unheld))["warnings"][0]
    assert shell.run(*reply(target, "-n", "200", "--json-schema", unheld)) == 0
    assert "not held to all" in shell.err
    assert "minProperties" in shell.err


def test_a_draft_on_the_cpu_by_name_and_one_on_no_known_device(shell: Shell, target: str, draft: str) -> None:
    drafted = reply(target, "-p", "draft-model", "-d", draft, "--draft-kv-type", "f32")
    assert shell.json(*drafted, "--draft-device", "cpu")["drafted"] > 0
    assert shell.run(*drafted, "--draft-device", "CUDA7") == 2
    assert "CUDA7" in shell.err
    assert "CPU" in shell.err


def test_a_chat_file_a_prompt_file_and_raw_text_are_read(shell: Shell, target: str, tmp_path: Path) -> None:
    plain = shell.json(*reply(target, "--system", "Be short."))
    chat = tmp_path / "chat.json"
    turns = [{"role": "system", "content": "Be short."}, {"role": "user", "content": "Hello"}]
    prompt = tmp_path / "prompt.txt"
    prompt.write_text("Hello")
    rest = ("generate", "--engine", "thread", "-m", target, "-n", "12", "--threads", "1")
    for content in (turns, {"messages": turns}):
        chat.write_text(json.dumps(content))
        assert shell.json(*rest, "--chat", str(chat))["prompt_tokens"] == plain["prompt_tokens"]
    from_file = shell.json(*rest, "--prompt-file", str(prompt), "--system", "Be short.")
    assert from_file["prompt_tokens"] == plain["prompt_tokens"]
    assert shell.json(*rest, "--prompt-file", str(prompt), "--raw")["prompt_tokens"] < plain["prompt_tokens"]


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        (("-n", "-1"), "-n"),
        (("-n", "many"), "-n"),
        (("--temperature", "-1"), "--temperature"),
        (("--temperature", "nan"), "--temperature"),
        (("--top-p", "2"), "--top-p"),
        (("--ctx", "-5"), "--ctx"),
        (("--ctx", str(2**32 + 64)), "--ctx"),
        (("--gpu-layers", "some"), "auto"),
        (("--kv-type", "q3"), "q8_0"),
        (("--draft-kv-type", "q3"), "--draft-kv-type"),
        (("--rule", "lenient"), "rejection"),
        (("--json-schema", "{"), "not JSON"),
        (("--json-schema", "nowhere.json"), "nowhere.json"),
        (("--json-schema", '{"type": "colour"}'), "schema"),
        (("--threads", "0"), "--threads"),
        (("--threads", "100000"), "--threads"),
        (("--engine", "cloud"), "thread"),
        (("--stop", ""), "--stop"),
        (("--logit-bias", "a=b"), "TOKEN=BIAS"),
        (("-p", "warp"), "ngram-simple"),
        (("-p", "ngram-simple", "--variant", "prose"), "text"),
        (("-p", "ngram-simple", "--set", "size=3"), "size_n"),
        (("-p", "ngram-simple", "--set", "size_n"), "OPTION=VALUE"),
        (("-p", "ngram-simple", "--set", "size_n=0"), "size_n"),
        (("-p", "draft-model"), "draft"),
        (("-p", "baseline", "-d", "x.gguf"), "draft-model"),
        (("--prompt-file", "x.txt"), "--prompt-file"),
        (("--raw", "--system", "Be short."), "--raw"),
        (("--parallel", "2"), "--parallel"),
    ],
)
def test_wrong_values_are_usage_errors_in_one_line_that_names_them(
    shell: Shell, target: str, wrong: tuple[str, ...], named: str
) -> None:
    assert shell.run(*reply(target, *wrong)) == 2
    assert shell.out == ""
    assert shell.err.count("\n") == 1
    assert named in shell.err


@pytest.mark.parametrize(
    "content", ["{", "[]", '"Hello"', '[{"role": "king", "content": "x"}]', '[{"role": "user"}]', "{}"]
)
def test_a_chat_file_of_another_shape_is_a_usage_error(shell: Shell, target: str, tmp_path: Path, content: str) -> None:
    chat = tmp_path / "chat.json"
    chat.write_text(content)
    assert shell.run("generate", "-m", target, "--chat", str(chat)) == 2
    assert shell.err.count("\n") == 1
    assert "chat.json" in shell.err


def test_json_that_is_nested_too_deep_is_a_usage_error(shell: Shell, target: str, tmp_path: Path) -> None:
    deep = tmp_path / "deep.json"
    deep.write_text("[" * 100_000)
    assert shell.run("generate", "-m", target, "--chat", str(deep)) == 2
    assert "nested too deep" in shell.err
    deep.write_text('{"items":' * 100_000)
    assert shell.run(*reply(target, "--json-schema", str(deep))) == 2
    assert "nested too deep" in shell.err


def test_a_context_that_no_memory_holds_is_refused_before_anything_is_taken(shell: Shell, target: str) -> None:
    assert shell.run(*reply(target, "--ctx", str(2**31 - 1))) == 4
    assert "2,147,483,647 tokens does not fit" in shell.err
    assert "et the context to" in shell.err


@pytest.mark.parametrize(
    ("given", "named"),
    [(("--prompt", "a\udcff"), "--prompt"), (("--prompt-file", "-"), "standard input"),
     (("--prompt", "a", "--system", "\udcff"), "--system")],
)  # fmt: skip
def test_bytes_that_are_no_text_are_refused_wherever_they_come_from(
    shell: Shell, target: str, monkeypatch: pytest.MonkeyPatch, given: tuple[str, ...], named: str
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"a\xff"), "utf-8", "surrogateescape"))
    assert shell.run("generate", "--engine", "thread", "-m", target, *given) == 2
    assert f"{named} cannot be read: it is not UTF-8 text" in shell.err


def test_a_wrong_option_names_the_help_of_its_command(shell: Shell, target: str) -> None:
    assert shell.run(*reply(target, "--ctx", "-1")) == 2
    assert "Try `paceline generate --help`." in shell.err


def test_a_device_for_a_draft_that_is_not_there_is_refused(shell: Shell, target: str) -> None:
    assert shell.run(*reply(target, "-p", "ngram-mod", "--draft-device", "GPU99")) == 2
    assert "--draft-device was given" in shell.err


def test_a_missing_model_is_exit_4_and_a_helper_file_3(shell: Shell, tmp_path: Path) -> None:
    assert shell.run(*reply(str(tmp_path / "nowhere.gguf"))) == 4
    assert (shell.out, shell.err.count("\n")) == ("", 1)
    assert "nowhere.gguf" in shell.err
    assert shell.run(*reply(str(write_projector(tmp_path / "mmproj.gguf")))) == 3
    assert "projector" in shell.err
    text = tmp_path / "text.gguf"
    text.write_text("This is no model at all.")
    assert shell.run(*reply(str(text))) == 4
    assert shell.run(*reply("demo")) == 4
    assert "paceline get demo" in shell.err


def test_a_draft_that_cannot_draft_is_exit_3(shell: Shell, target: str, tmp_path: Path) -> None:
    head = str(write_drafter_head(tmp_path / "eagle.gguf"))
    assert shell.run(*reply(target, "-p", "draft-model", "-d", head)) == 3
    assert (shell.out, shell.err.count("\n")) == ("", 1)


def test_check_says_ok_and_refuses_with_exit_3(shell: Shell, target: str, draft: str, tmp_path: Path) -> None:
    verdict = shell.json("check", target, draft)
    assert verdict["level"] in ("ok", "warn")
    assert (verdict["preset"], verdict["target"]["path"], verdict["draft"]["kind"]) == ("draft-model", target, "chat")
    head = str(write_drafter_head(tmp_path / "eagle.gguf"))
    assert shell.run("check", target, head) == 3
    assert shell.out.startswith("refuse: ")
    assert "kind" in shell.out
    assert shell.run("check", target, head, "--json") == 3
    assert (json.loads(shell.out)["rule"], json.loads(shell.out)["preset"]) == ("kind", "")
    assert shell.run("check", target, str(tmp_path / "nowhere.gguf")) == 4


def test_presets_lists_what_the_files_declare(shell: Shell) -> None:
    found = {preset["id"]: preset for preset in shell.json("presets")["presets"]}
    assert {"baseline", "ngram-simple", "draft-model"} <= found.keys()
    assert found["baseline"]["drafters"] == []
    assert found["draft-model"]["needs_draft_model"]
    options = {option["name"]: option for option in found["ngram-simple"]["drafters"][0]["options"]}
    assert options["size_n"]["value"] == 12
    assert [variant["id"] for variant in found["ngram-simple"]["variants"]] == ["code", "text"]
    assert shell.run("presets") == 0
    assert "ngram-simple" in shell.out


def test_a_preset_of_ones_own_is_listed_and_a_faulty_one_told(shell: Shell) -> None:
    folder = paths.user_presets_dir()
    folder.mkdir(parents=True)
    (folder / "mine.toml").write_text('id = "mine"\ntitle = "Mine"\nsummary = "My own."\n')
    (folder / "odd.toml").write_text('id = "odd"\n')
    assert "mine" in [preset["id"] for preset in shell.json("presets")["presets"]]
    assert "odd.toml" in shell.err


def test_doctor_tells_versions_devices_and_folders(shell: Shell, data: Path) -> None:
    report = shell.json("doctor")
    assert report["engine"]["devices"]
    assert report["engine_error"] == ""
    assert report["packages"]["llama-cpp-python"] == report["engine"]["llama_cpp"]
    assert report["paths"]["data"] == str(data)
    assert "ngram-simple" in report["drafters"]
    assert "sentence" in report["gpu_build"]
    assert shell.run("doctor") == 0
    assert report["paths"]["settings"] in shell.out


@pytest.mark.parametrize("engine", ["child", "thread"])
def test_a_native_library_that_cannot_be_loaded_is_told_with_what_to_do(
    engine: str, target: str, tmp_path: Path
) -> None:
    """Commands that need no engine work, and `doctor` says what is wrong."""
    (tmp_path / "llama_cpp").mkdir()
    (tmp_path / "llama_cpp" / "__init__.py").write_text("raise ModuleNotFoundError(\"No module named 'llama_cpp'\")\n")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(tmp_path), str(Path(cli.__file__).parents[1])))}

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "app", *arguments]
        return subprocess.run(command, capture_output=True, text=True, env=environment, check=False)

    replied = run("generate", "--engine", engine, "-m", target, "--prompt", "Hello")
    assert (replied.returncode, replied.stdout) == (5, "")
    assert "No module named 'llama_cpp'. Install Paceline again." in replied.stderr
    assert replied.stderr.count("\n") == 1
    examined = run("doctor", "--json")
    assert examined.returncode == 0
    assert "cannot be loaded: ModuleNotFoundError" in json.loads(examined.stdout)["engine_error"]
    assert run("presets").returncode == 0


def test_models_lists_the_models_folder(shell: Shell, target: str) -> None:
    assert shell.json("models") == {"models": []}
    paths.models_dir().mkdir(parents=True)
    (paths.models_dir() / "mine.gguf").symlink_to(target)
    (row,) = shell.json("models")["models"]
    assert row["title"] == "mine"
    assert (row["kind"], row["place"], row["read_only"]) == ("chat", "own", False)
    assert shell.run("models") == 0
    assert "mine" in shell.out
    shutil.copy(target, paths.models_dir() / "again.gguf")
    shutil.copy(target, paths.models_dir() / "another.gguf")
    (paths.models_dir() / "broken.gguf").write_bytes(b"GGUF")
    assert len(shell.json("models", "--copies")["copies"][0]) == 3
    assert shell.run("models", "--copies") == 0
    assert "The same file 3 times" in shell.out
    assert "broken.gguf cannot be read" in shell.out


def test_get_says_what_can_be_got(shell: Shell) -> None:
    assert shell.run("get", "everything") == 2
    assert "demo" in shell.err


def test_the_own_history_is_measured_and_cleared(shell: Shell, target: str) -> None:
    assert shell.json("history") == {"folder": str(paths.history_dir()), "size": 0}
    shell.json(*reply(target, "-p", "draft-self", "-n", "60"))
    assert shell.json("history")["size"] > 200
    other = paths.history_dir() / "notes.txt"
    other.write_text("not Paceline's")
    assert shell.json("history", "--clear")["size"] == 0
    assert other.exists()
    assert shell.run("history") == 0
    assert shell.out.startswith("0.0 MB in ")


def test_an_unknown_command_is_a_usage_error(shell: Shell) -> None:
    assert shell.run("fly") == 2
    assert (shell.out, shell.err.count("\n")) == ("", 1)


def test_without_a_display_the_window_says_what_is_missing(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    assert shell.run() == 3
    assert "display" in shell.err
