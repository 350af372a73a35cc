"""What the replay bench reads: replies that were recorded or written by hand, and price curves.

A line of `data/replay/*.jsonl` is an `Item`. Token ids are not stored: they are made by the demo model's tokeniser
and chat template when the items are read, so that a reply is split here as the model would have written it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Final, Literal

import numpy as np
from pydantic import ConfigDict, Field, TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass as checked_dataclass

from bench import common
from engine.commands import Generate, Message
from engine.llama.model import Model
from engine.prompting import Prompter

DATA: Final = Path(__file__).with_name("data")
Group = Literal[
    "code-edit", "json", "table", "quote", "structured", "story", "chat", "explanation", "maths", "reasoning",
    "summary", "switching", "multi-turn",
]  # fmt: skip
_STRICT: Final = ConfigDict(extra="forbid", strict=True)


@checked_dataclass(frozen=True, config=_STRICT)
class Turn:
    """A message in front of the reply."""

    role: Literal["system", "user", "assistant"]
    content: Annotated[str, Field(min_length=1)]


@checked_dataclass(frozen=True, config=_STRICT)
class Item:
    """A conversation and the reply to it. source: 'written' by hand, or 'recorded' and of what. turns: characters of
    the reply where it changes between copyable and free text; it begins as copyable."""

    id: Annotated[str, Field(pattern=r"^[a-z0-9-]+$")]
    group: Group
    source: Annotated[str, Field(pattern=r"^(written|recorded: .+)$")]
    messages: Annotated[list[Turn], Field(min_length=1)]
    reply: Annotated[str, Field(min_length=1)]
    turns: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.messages[-1].role != "user":
            raise ValueError("the last message must be the user's")
        if any(before >= after for before, after in pairwise([0, *self.turns, len(self.reply)])):
            raise ValueError("turns must rise, inside the reply")


_ITEM: Final = TypeAdapter(Item)


@dataclass(frozen=True, slots=True)
class Reply:
    """An item in tokens. prompt: all that the target has seen when the reply begins. tokens: the reply, its
    end-of-sequence token last. turns: the first token behind each change between copyable and free text."""

    id: str
    group: str
    prompt: tuple[int, ...]
    tokens: tuple[int, ...]
    turns: tuple[int, ...] = ()

    @property
    def depth(self) -> int:
        """Tokens in memory in the middle of the reply."""
        return len(self.prompt) + len(self.tokens) // 2


def load_items(only: Sequence[str] = (), folder: Path = DATA / "replay") -> list[Item]:
    """All items of a folder's *.jsonl files, or those whose id or group is named.

    Raises ValueError, naming file and line, for what is no item or has the id of another, and for an unknown name.
    """
    items: dict[str, Item] = {}
    for file in sorted(folder.glob("*.jsonl")):
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
            try:
                item = _ITEM.validate_json(line)
            except ValidationError as error:
                raise ValueError(f"{file.name}, line {number}: {error}") from error
            if item.id in items:
                raise ValueError(f"{file.name}, line {number}: the id {item.id} is taken")
            items[item.id] = item
    known = {name for item in items.values() for name in (item.id, item.group)}
    if unknown := set(only) - known:
        raise ValueError(f"no such reply or group: {', '.join(sorted(unknown))}. Known: {', '.join(sorted(known))}")
    return [item for item in items.values() if not only or {item.id, item.group} & set(only)]


def load_replies(only: Sequence[str] = (), model: Path | None = None) -> list[Reply]:
    """The items in tokens of a model, by default the demo model; of its file only the vocabulary is loaded."""
    items = load_items(only)
    vocabulary = Model(model or common.demo_model_path(), vocab_only=True)
    try:
        prompter = Prompter(vocabulary)
        return [tokenised(item, vocabulary, prompter) for item in items]
    finally:
        vocabulary.close()


def tokenised(item: Item, model: Model, prompter: Prompter) -> Reply:
    """An item as the tokens that the model reads and would have written."""
    messages = tuple(Message(turn.role, turn.content) for turn in item.messages)
    tokens = model.tokenize(item.reply, add_special=False, parse_special=False)
    ends = np.cumsum([len(model.piece(token)) for token in tokens])
    offsets = [len(item.reply[:turn].encode()) for turn in item.turns]
    return Reply(
        id=item.id,
        group=item.group,
        prompt=prompter.prompt(Generate(0, messages=messages)).tokens,
        tokens=(*tokens, model.eos),
        turns=tuple(int(np.searchsorted(ends, offset, side="right")) for offset in offsets),
    )


@checked_dataclass(frozen=True, config=_STRICT)
class Depth:
    """Points (k, seconds) of passes over k tokens with logits for each, on top of `depth` tokens, by rising k."""

    depth: Annotated[int, Field(ge=0)]
    points: Annotated[list[tuple[Annotated[int, Field(ge=1)], Annotated[float, Field(gt=0)]]], Field(min_length=2)]

    def __post_init__(self) -> None:
        ks = [k for k, _ in self.points]
        if ks[0] != 1 or ks != sorted(set(ks)):
            raise ValueError("the points must begin with k = 1 and rise")


@checked_dataclass(frozen=True, config=_STRICT)
class Curve:
    """What passes cost, at one context depth or several. about: which model, machine and day, or that it is made up."""

    title: str
    about: str
    depths: Annotated[list[Depth], Field(min_length=1)]

    def __post_init__(self) -> None:
        if any(before.depth >= after.depth for before, after in pairwise(self.depths)):
            raise ValueError("the depths must rise")
        if len({tuple(k for k, _ in measured.points) for measured in self.depths}) > 1:
            raise ValueError("the points of all depths must have the same k")

    def at(self, depth: int) -> Price:
        """The prices on top of `depth` tokens: on straight lines between measured depths, and as there outside them."""
        depths = [measured.depth for measured in self.depths]
        by_k = zip(*(measured.points for measured in self.depths), strict=True)
        return Price([(points[0][0], float(np.interp(depth, depths, [s for _, s in points]))) for points in by_k])


class Price:
    """price(k): seconds of a pass over k tokens. Between measured points it lies on the straight line from one to the
    next, beyond the last one on the line of the last two.

    >>> price = Price([(1, 1.0), (5, 3.0)])
    >>> price(1), price(2), price(7)
    (1.0, 1.5, 4.0)
    """

    def __init__(self, points: Sequence[tuple[int, float]]) -> None:
        self.points = tuple(points)
        self._known: dict[int, float] = dict(points)

    def __call__(self, k: int) -> float:
        if k not in self._known:
            ks = [point[0] for point in self.points]
            i = min(max(int(np.searchsorted(ks, k)), 1), len(ks) - 1)
            (k0, s0), (k1, s1) = self.points[i - 1 : i + 1]
            self._known[k] = s0 + (s1 - s0) * (k - k0) / (k1 - k0)
        return self._known[k]


def load_curve(name: str) -> Curve:
    """A curve by its name in data/curves, or from a JSON file. Raises ValueError in words."""
    path = Path(name) if name.endswith(".json") else DATA / "curves" / f"{name}.json"
    try:
        return TypeAdapter(Curve).validate_json(path.read_bytes())
    except FileNotFoundError:
        known = ", ".join(sorted(file.stem for file in (DATA / "curves").glob("*.json")))
        raise ValueError(f"there is no price curve {name}. Known: {known}; or name a JSON file") from None
    except ValidationError as error:
        raise ValueError(f"{path}: {error}") from error
