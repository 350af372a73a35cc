"""The built-in prompt sets, and files of one's own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from app.compare.prompts import load_tasks, own_task, set_names
from engine.commands import Message
from engine.errors import UsageError
from ui.comparison import Task

CATEGORIES = {
    "coding", "humanities", "math", "multilingual", "qa", "rag", "reasoning", "roleplay", "stem", "summarization",
    "writing", "code-edit", "json",
}  # fmt: skip


def write(path: Path, *lines: dict[str, Any] | str) -> str:
    texts = (line if isinstance(line, str) else json.dumps(line, ensure_ascii=False) for line in lines)
    path.write_text("\n".join(texts) + "\n", encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("category", sorted(CATEGORIES))
def test_every_category_has_four_to_eight_prompts_two_of_them_in_turns(category: str) -> None:
    tasks = load_tasks(category)
    assert 4 <= len(tasks) <= 8
    assert sum(len(task.turns) > 1 for task in tasks) >= 2
    assert {task.category for task in tasks} == {category}
    assert all(turn.strip() for task in tasks for turn in task.turns)


def test_the_sets() -> None:
    everything = load_tasks("all")
    assert set(set_names()) == CATEGORIES | {"quick", "all"}
    assert {task.category for task in everything} == CATEGORIES
    assert len({task.id for task in everything}) == len(everything)
    quick = load_tasks("quick")
    assert sorted(task.category for task in quick) == ["code-edit", "json", "qa", "summarization", "writing"]
    assert all(len(task.turns) == 1 for task in quick)
    assert {task.category for task in load_tasks("math,qa")} == {"math", "qa"}


def test_lines_of_every_known_kind(tmp_path: Path) -> None:
    path = write(
        tmp_path / "own.jsonl",
        {"prompt": "Hello"},
        {"messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hi", "name": "x"}]},
        "",
        {"question_id": 81, "category": "writing", "turns": ["Write.", "Again."], "reference": []},  # Spec-Bench
        {
            "question_id": "9af", "category": "coding", "sub_category": "x", "turns": ["Code."], "source": "s",
            "src_id": "1", "difficulty": None, "multiturn": False,
        },  # SPEED-Bench
    )  # fmt: skip
    assert load_tasks(path) == (
        Task("line-1", "own", ("Hello",)),
        Task("line-2", "own", ("Hi",), (Message("system", "Be brief."),)),
        Task("81", "writing", ("Write.", "Again.")),
        Task("9af", "coding", ("Code.",)),
    )


def test_a_byte_order_mark_and_line_separators_inside_a_text_do_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "own.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps({"prompt": "a\u2028b\x85c"}, ensure_ascii=False).encode() + b"\r\n")
    assert load_tasks(str(path))[0].turns == ("a\u2028b\x85c",)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("{nonsense", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[1]", "dictionary"),
        ({"category": "x"}, "no prompt"),
        ({"prompt": "a", "turns": ["b"]}, "prompt and turns"),
        ({"prompt": "  "}, "empty"),
        ({"turns": []}, "turns"),
        ({"turns": ["a", 3]}, "turns.1"),
        ({"messages": [{"role": "robot", "content": "a"}]}, "messages.0.role"),
        ({"messages": [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}]}, "last message"),
        ({"prompt": "a", "id": "one"}, "there already"),
    ],
)
def test_what_is_wrong_is_said_with_file_and_line(tmp_path: Path, line: dict[str, Any] | str, words: str) -> None:
    path = write(tmp_path / "bad.jsonl", {"prompt": "fine", "id": "one"}, line)
    with pytest.raises(UsageError) as caught:
        load_tasks(path)
    assert "bad.jsonl, line 2" in str(caught.value)
    assert words in str(caught.value)


def test_sets_and_files_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="quick, all, code-edit"):
        load_tasks("nosuch")
    (tmp_path / "empty.jsonl").write_text("\n\n")
    with pytest.raises(UsageError, match="holds no prompts"):
        load_tasks(str(tmp_path / "empty.jsonl"))
    (tmp_path / "bytes.jsonl").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UsageError, match="not UTF-8"):
        load_tasks(str(tmp_path / "bytes.jsonl"))


def test_a_prompt_that_somebody_typed() -> None:
    assert own_task("Hello").turns == ("Hello",)
