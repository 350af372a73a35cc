"""An engine that says what a test tells it to, and services without a disk: both keep the real interfaces."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from app import text_files
from app.compare.for_window import AppComparisons
from app.library import Library
from app.models_for_window import AppCollection
from app.settings import SettingsStore
from engine.commands import Command, CountTokens, DrafterChoice, Generate, LoadModel, OptionSpec, Prepare, PresetInfo
from engine.errors import PacelineError, UsageError
from engine.events import (
    TARGET,
    DrafterStatus,
    Event,
    GenerationDone,
    GenerationStarted,
    Loading,
    ModelInfo,
    ModelLoaded,
    Prepared,
    RoundDone,
    StopReason,
    TextRun,
    TokensCounted,
)
from ui.compare.services import Comparisons
from ui.models.services import Collection
from ui.services import Conversations, DemoProgress, DraftChoice, MemoryReading, ModelChoice, TextFile

C = TypeVar("C", bound=Command)
FAMILY_OF = {"ngram-simple": "ngram", "draft-model": "draft", "draft-mtp": "mtp"}
MODEL_PATH = "/models/smollm2-135m-f16.gguf"
MODEL = ModelInfo(
    path=MODEL_PATH,
    name="SmolLM2-135M-Instruct",
    architecture="llama",
    family="llama",
    quantisation="F16",
    parameters=134_515_008,
    size=270_900_000,
    n_ctx_train=8192,
    n_vocab=49_152,
    n_layer=30,
    n_layer_nextn=0,
    memory="attention",
    has_chat_template=True,
)
NGRAM_OPTIONS = (
    OptionSpec("size_n", "int", 12, "Tokens that must match.", 1, 64),
    OptionSpec("size_m", "int", 48, "Tokens that are proposed.", 1, 64),
)
PRESETS = (
    PresetInfo("baseline", "Baseline", "No speculation: one token per pass.", "Measuring", "Never", (), {}),
    PresetInfo(
        "ngram-simple",
        "N-gram",
        "Repeats what stood in the text before.",
        "Code edits, JSON, quotes",
        "Stories",
        (DrafterChoice("ngram-simple", {"size_n": 12, "size_m": 48}),),
        {"ngram-simple": NGRAM_OPTIONS},
    ),
    PresetInfo(
        "draft-model",
        "Draft model",
        "A small model proposes, the large one verifies.",
        "Anything, with a draft that fits",
        "Little memory",
        (DrafterChoice("draft-model", {"n_max": 4}),),
        {"draft-model": (OptionSpec("n_max", "int", 4, "Longest draft.", 1, 16),)},
        needs_draft_model=True,
    ),
    PresetInfo(
        "draft-mtp",
        "MTP",
        "The model's own head proposes.",
        "Models with a head",
        "Others",
        (DrafterChoice("draft-mtp"),),
        {"draft-mtp": ()},
        needs_mtp_head=True,
    ),
)


def words_counted(command: CountTokens) -> TokensCounted:
    """As if every word were a token, in a context where everything fits."""
    n_prompt = sum(len(message.content.split()) for message in command.messages)
    return TokensCounted(command.request_id, n_prompt, 8192, tuple(len(text.split()) for text in command.texts))


class ScriptedLink:
    """Keeps what was sent; `say` queues what the next poll brings."""

    def __init__(self) -> None:
        self.sent: list[Command] = []
        self.restarts = 0
        self.tokens_of: Callable[[CountTokens], Event] | None = words_counted  # None: counting takes for ever
        self._events: deque[Event] = deque()

    def send(self, command: Command) -> None:
        self.sent.append(command)
        if isinstance(command, CountTokens) and self.tokens_of is not None:
            self.say(self.tokens_of(command))

    def poll(self) -> list[Event]:
        events = list(self._events)
        self._events.clear()
        return events

    def wait(self, timeout_s: float) -> bool:
        return bool(self._events) and timeout_s >= 0

    def restart(self) -> None:
        self.restarts += 1

    def close(self) -> None:
        self._events.clear()

    def say(self, *events: Event) -> None:
        self._events.extend(events)

    def last(self, kind: type[C]) -> C:
        """The newest command of a kind. LookupError when none was sent."""
        for command in reversed(self.sent):
            if isinstance(command, kind):
                return command
        raise LookupError(f"no {kind.__name__} was sent")

    def answer_load(self) -> None:
        """Load what was asked for, and prepare."""
        asked = self.last(LoadModel)
        no_head = DrafterStatus("draft-mtp", False, "This model has no MTP head.")
        statuses = (DrafterStatus("ngram-simple", True), DrafterStatus("draft-model", True), no_head)
        self.say(
            Loading(asked.request_id, "target", asked.path, 0.5),
            ModelLoaded(asked.request_id, MODEL, 8192, 0, 2, 0.4, 0.012, statuses),
        )

    def answer_prepare(self) -> None:
        asked = self.last(Prepare)
        self.say(Prepared(asked.request_id, asked.speculation, None))

    def begin(self, prompt_tokens: int = 20, cached_tokens: int = 0) -> None:
        self.say(GenerationStarted(self.last(Generate).request_id, prompt_tokens, cached_tokens, 8192))

    def round(
        self,
        index: int,
        text: str,
        drafted_text: str = "",
        drafter: str = "ngram-simple",
        thinking: bool = False,
    ) -> RoundDone:
        """One round that emits drafted_text (accepted, two rejected after it) and then the target's text."""
        n = 3 if drafted_text else 0
        drafted = tuple(range(n + 2)) if n else ()
        runs = [TextRun(drafted_text, drafter, thinking)] if drafted_text else []
        runs += [TextRun(text, TARGET, thinking)] if text else []
        return RoundDone(
            request_id=self.last(Generate).request_id,
            index=index,
            token_ids=tuple(range(n + 1)),
            origins=(drafter,) * n + (TARGET,),
            drafted=drafted,
            drafted_by=(drafter,) * len(drafted),
            n_accepted=n,
            text=tuple(runs),
            draft_s=0.001 if n else 0.0,
            verify_s=0.019,
            sample_s=0.0005,
            other_s=0.0005,
            at_s=0.3 + 0.021 * index,
            n_past=20 + 3 * index,
        )

    def end(self, reason: StopReason = "end") -> None:
        self.say(GenerationDone(self.last(Generate).request_id, reason))

    def reply(self, text: str, size: int = 12) -> None:
        """A whole reply, every other round with an accepted draft."""
        self.begin()
        parts = [text[i : i + size] for i in range(0, len(text), size)]
        for i, part in enumerate(parts):
            half = len(part) // 2
            drafted = part[:half] if i % 2 else ""
            self.say(self.round(i, part[len(drafted) :], drafted, "draft-model" if i % 3 else "ngram-simple"))
        self.end()


def no_models() -> AppCollection:
    """The real collection over no folder at all. Its settings are never written, for nothing is changed."""
    return AppCollection(SettingsStore(Path("no-settings.json")), Library(()), lambda: (), folders=lambda _settings: ())


@dataclass
class MemoryServices:
    """Services that live in memory, but for what is kept. Callbacks come at once, on the caller's thread."""

    conversations: Conversations
    comparisons: Comparisons = field(default_factory=AppComparisons)
    collection: Collection = field(default_factory=no_models)
    choices: list[ModelChoice] = field(default_factory=list)
    draft_choices: list[DraftChoice] = field(default_factory=list)
    settings: dict[str, str] = field(default_factory=dict)
    demo_progress: Callable[[DemoProgress], None] | None = None
    demo_cancelled: bool = False
    history_bytes: int = 0
    problems: Sequence[str] = ()

    def models(self) -> Sequence[ModelChoice]:
        return self.choices

    def rescan(self, done: Callable[[Sequence[ModelChoice]], None]) -> None:
        done(self.choices)

    def add_model(self, path: str) -> ModelChoice:
        known = next((choice for choice in self.choices if choice.path == path), None)
        if known is not None:
            return known
        if not path.endswith(".gguf"):
            raise UsageError(f"{path} cannot be opened", "it is not a GGUF file", "Choose a file that ends in .gguf.")
        choice = ModelChoice(path, path.rsplit("/", 1)[-1], "F16 · 270 MB")
        self.choices.append(choice)
        return choice

    def drafts(self, target: str, done: Callable[[Sequence[DraftChoice]], None]) -> None:
        done([choice for choice in self.draft_choices if choice.model.path != target])

    def memory(self) -> Sequence[MemoryReading]:
        return (MemoryReading("RAM", 5_100_000_000, 400_000_000, 32_000_000_000),)

    def fetch_demo(self, progress: Callable[[DemoProgress], None]) -> Callable[[], None]:
        self.demo_progress = progress

        def cancel() -> None:
            self.demo_cancelled = True

        return cancel

    def read_text(self, path: str, done: Callable[[TextFile | PacelineError], None]) -> None:
        try:
            done(text_files.read(path))
        except PacelineError as error:
            done(error)

    def history_size(self, done: Callable[[int], None]) -> None:
        done(self.history_bytes)

    def clear_history(self) -> int:
        self.history_bytes = 0
        return 0

    def setting(self, key: str, default: str) -> str:
        return self.settings.get(key, default)

    def remember(self, settings: Mapping[str, str]) -> None:
        self.settings.update(settings)

    def when_unsaved(self, told: Callable[[str], None]) -> None:
        """They always can be."""
