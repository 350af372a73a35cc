"""What a conversation takes of a context, and what must be left out of it, counted by a real session."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from engine.commands import CountTokens, Generate, Message
from engine.context_fit import drop
from engine.events import GenerationDone, GenerationStarted, RoundDone, TokensCounted
from tests import tiny_models
from tests.engine.driver import GREEDY, EngineDriver, only
from tests.tiny_models import write_endless
from tests.tiny_vocabulary import CHATML, scripted

SYSTEM = Message("system", "be brief")
WINDOW = 1024
SWITCHED = CHATML.replace(
    "{% if add_generation_prompt %}",
    "{% if add_generation_prompt %}{% if enable_thinking is defined and not enable_thinking %}no {% endif %}",
)


def turns(n: int, words: int = 10) -> tuple[Message, ...]:
    """n questions with their replies, and one more question."""
    said = "hello " * words
    pairs = [Message(role, said) for _ in range(n) for role in ("user", "assistant")]
    return (*pairs, Message("user", "hello"))


def words(messages: Sequence[Message]) -> int:
    return sum(len(message.content.split()) for message in messages)


@pytest.fixture(scope="module")
def endless(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_endless(tmp_path_factory.mktemp("models") / "endless.gguf")


@pytest.fixture
def driver(endless: Path) -> Iterator[EngineDriver]:
    engine = EngineDriver()
    engine.load(endless, n_ctx=WINDOW)
    yield engine
    engine.close()


def counted(driver: EngineDriver, command: CountTokens) -> TokensCounted:
    return only(driver.ask(command), TokensCounted)


def test_what_is_counted_is_what_a_reply_finds_in_its_prompt(driver: EngineDriver) -> None:
    answer = counted(driver, CountTokens(5, messages=turns(2), texts=("hello hello", "")))
    started = driver.reply(turns(2), max_tokens=1).started
    assert answer.prompt_tokens == started.prompt_tokens
    assert answer.texts == (counted(driver, CountTokens(6, texts=("hello hello",))).texts[0], 0)
    assert 0 < answer.texts[0] < answer.prompt_tokens
    assert (answer.fits, answer.n_drop, answer.n_ctx) == (True, 0, WINDOW)


def test_counting_leaves_what_is_in_memory(driver: EngineDriver) -> None:
    driver.reply(turns(1), max_tokens=3)
    counted(driver, CountTokens(5, messages=turns(40)))
    again = driver.reply(turns(1), max_tokens=3)
    assert again.started.cached_tokens == again.started.prompt_tokens - 1


def test_a_conversation_too_long_is_refused_and_with_the_turns_named_left_out_it_is_answered(
    driver: EngineDriver,
) -> None:
    long = (SYSTEM, *turns(20))
    assert "longer than the context" in driver.failure(Generate(3, messages=long)).what
    answer = counted(driver, CountTokens(5, messages=long, least_room=8, wanted_room=64))
    assert not answer.fits
    assert answer.prompt_tokens > WINDOW
    assert answer.n_drop % 2 == 0
    assert answer.kept_tokens <= WINDOW - 64
    kept = (SYSTEM, *long[1 + answer.n_drop :])
    assert kept[1].role == "user"
    assert driver.reply(kept, max_tokens=64).started.prompt_tokens == answer.kept_tokens
    one_more = (SYSTEM, *long[1 + answer.n_drop - 2 :])
    assert counted(driver, CountTokens(6, messages=one_more)).prompt_tokens > WINDOW - 64, "no more than needed goes"


def test_a_question_that_is_too_long_by_itself_cannot_be_helped(driver: EngineDriver) -> None:
    answer = counted(driver, CountTokens(5, messages=(*turns(2), Message("user", "hello " * 400))))
    assert (answer.fits, answer.n_drop) == (False, 0)


def test_a_prompt_that_leaves_too_little_for_a_reply_does_not_fit(driver: EngineDriver) -> None:
    taken = counted(driver, CountTokens(5, messages=turns(3))).prompt_tokens
    assert counted(driver, CountTokens(6, messages=turns(3), least_room=WINDOW - taken)).fits
    assert not counted(driver, CountTokens(7, messages=turns(3), least_room=WINDOW - taken + 1)).fits


def test_a_reply_that_fills_the_context_says_so_and_goes_on_once_turns_are_left_out(driver: EngineDriver) -> None:
    begun = driver.reply(turns(3, words=15), max_tokens=WINDOW)
    assert begun.reason == "context"
    whole = (*turns(3, words=15), Message("assistant", begun.text))
    answer = counted(driver, CountTokens(5, messages=whole, continue_last=True, least_room=1, wanted_room=32))
    assert not answer.fits and answer.n_drop
    events = driver.ask(
        Generate(9, messages=whole[answer.n_drop :], continue_last=True, sampling=GREEDY, max_tokens=24)
    )
    assert only(events, GenerationDone).stop_reason == "length"
    said = "".join(run.text for event in events if isinstance(event, RoundDone) for run in event.text)
    both = (begun.text + said).split()
    assert both[-24:] == both[-48:-24], "the model says the same 24 words again and again"


def test_turns_go_whole_and_the_last_question_stays() -> None:
    ask, say = Message("user", "a b c"), Message("assistant", "d e")
    assert drop([SYSTEM, ask, say, ask, say, ask], words, 10) == (2, 10)
    assert drop([SYSTEM, ask, say, ask, say, ask], words, 9) == (4, 5)
    assert drop([ask, say, ask], words, 2) is None
    assert drop([ask], words, 1) is None
    assert drop([ask, say, ask, say], words, 5) == (2, 5), "the reply that is continued keeps its question"


def test_the_templates_switch_for_thinking_is_known_and_used(tmp_path: Path) -> None:
    engine = EngineDriver()
    path = tiny_models.write_dense(tmp_path / "switch.gguf", tokenizer={"chat_template": SWITCHED})
    assert engine.load(path).model.thinking_switch
    lengths = [
        only(engine.ask(CountTokens(5, messages=turns(0), thinking=on)), TokensCounted).prompt_tokens
        for on in (None, True, False)
    ]
    assert lengths[0] == lengths[1] < lengths[2]
    engine.close()


def test_a_reply_that_was_cut_while_thinking_goes_on_thinking(tmp_path: Path) -> None:
    vocabulary, table, _ = scripted({"\n": "<think>hm so what then</think>Yes"})
    path = tiny_models.write_dense(tmp_path / "thinker.gguf", vocabulary=vocabulary, next_token=table)
    engine = EngineDriver()
    assert not engine.load(path).model.thinking_switch
    cut = engine.reply(turns(0), max_tokens=3)
    thought = "".join(run.text for event in cut.rounds for run in event.text)
    assert thought and "Yes" not in thought
    whole = (*turns(0), Message("assistant", "", thought))
    events = engine.ask(Generate(9, messages=whole, continue_last=True, sampling=GREEDY))
    runs = [run for event in events if isinstance(event, RoundDone) for run in event.text]
    runs += only(events, GenerationDone).text
    thinking = thought + "".join(run.text for run in runs if run.thinking)
    assert thinking == "hm so what then"
    assert "".join(run.text for run in runs if not run.thinking) == "Yes"
    assert only(events, GenerationStarted).prompt_tokens > cut.started.prompt_tokens
    engine.close()
