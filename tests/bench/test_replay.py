"""The replay bench: its arithmetic by hand, its simulation against the real loop, and its data."""

from __future__ import annotations

import doctest
import json
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from bench import replay_data, replay_figures, replay_simulation
from bench.replay import force_all, main, named_speculation, simulate_all
from bench.replay_data import Curve, Depth, Price, Reply, load_curve, load_items
from bench.replay_figures import Round, figures
from bench.replay_forced import ForcedEngine
from bench.replay_simulation import copier, offline_chain, oracle, simulate
from engine.commands import ContextOptions, DrafterChoice, Sampling, Speculation
from engine.errors import UsageError
from engine.llama.model import Model
from tests import tiny_models
from tests.tiny_vocabulary import spm_vocabulary

COPIES = {"code-edit", "json", "table", "quote", "structured"}
CURVE = load_curve("gpu-like")
PAIRS = Speculation("pairs", (DrafterChoice("ngram-simple", {"size_n": 2, "size_m": 4}),))
SMALL = Reply("small", "json", (1, 2, 3, 4, 5, 6, 1, 2), (3, 4, 9, 1, 2, 3, 4, 5, 6))
# "1 2" -> 3 4 5 6, of which 3 4 hold; 9; 1; "1 2" -> 3 4 9 1, of which 3 4 hold; "4 5" -> 6 and beyond the end
SMALL_ROUNDS = [(0, 4, 2, 3), (3, 0, 0, 1), (4, 0, 0, 1), (5, 4, 2, 3), (8, 4, 1, 1)]
PRICE = Price([(1, 1.0), (5, 3.0)])


@pytest.mark.parametrize("module", [replay_data, replay_figures, replay_simulation])
def test_examples(module: object) -> None:
    failed, tried = doctest.testmod(module)  # type: ignore[arg-type]
    assert tried > 0
    assert failed == 0


def test_rounds_are_those_of_the_loop_and_time_is_the_price_of_their_passes() -> None:
    chain, longest = offline_chain(PAIRS, CURVE)
    simulation = simulate(SMALL, chain, PRICE, max_draft=longest)
    assert [(done.at, done.drafted, done.accepted, done.emitted) for done in simulation.rounds] == SMALL_ROUNDS
    assert [done.seconds for done in simulation.rounds] == [3.0, 1.0, 1.0, 3.0, 3.0]
    assert simulation.speedup == pytest.approx(9 / 11)


def test_a_round_has_a_price_of_its_own_and_so_has_a_proposed_token() -> None:
    chain, longest = offline_chain(PAIRS, CURVE)
    simulation = simulate(
        SMALL, chain, PRICE, max_draft=longest, round_s=0.5, draft_token_s={"ngram-simple": 0.25, "draft-self": 9.0}
    )
    assert simulation.speedup == pytest.approx(9 * 1.5 / (11 + 5 * 0.5 + 12 * 0.25))
    assert simulation.figures().draft_share == pytest.approx(3 / 16.5)


def test_the_bound_is_the_best_cut_into_rounds() -> None:
    stairs = Price([(1, 1.0), (4, 1.0), (5, 10.0), (6, 11.0)])  # four at once for the price of one, more for ten times
    assert oracle(SMALL, stairs) == pytest.approx(9 / 3)
    assert oracle(SMALL, stairs, round_s=1.0) == pytest.approx(9 * 2 / 6)


def test_a_copier_is_bound_by_what_stands_somewhere_before() -> None:
    reply = Reply("some", "json", (1, 2, 3, 4), (2, 3, 4, 9, 8, 9, 8))  # copies 3 and says 9; says 8; copies 2
    flat = Price([(1, 1.0), (5, 1.0)])
    assert copier(reply, flat) == pytest.approx(7 / 3)
    assert copier(reply, flat, round_s=1.0) == pytest.approx(7 * 2 / 6)
    assert oracle(reply, flat) == pytest.approx(7)


def test_speeds_below_the_plain_one_end_giving_up_and_long_drafts_end_coming_back() -> None:
    rounds = [
        Round(0, 20, 20, 21, 4.0),
        *(Round(21 + i, 4, 0, 1, 2.0) for i in range(3)),
        *(Round(24 + i, 0, 0, 1, 1.0) for i in range(10)),
        Round(34, 3, 1, 2, 1.5),  # drafts, and gains
        Round(36, 8, 8, 9, 2.0),
        Round(45, 16, 16, 17, 4.0),
    ]
    reply = Reply("turning", "switching", (1,), tuple(range(62)), turns=(21, 36))
    found = figures(reply, rounds, speedup=1.0, draft_share=0.0, plain_s=1.0)
    assert (found.given_up, found.back) == ((3,), (2,))
    assert (found.rounds, found.drafted, found.accepted) == (len(rounds), 59, 45)


def test_a_drafter_that_needs_a_model_is_refused_in_words() -> None:
    with pytest.raises(UsageError, match="cannot be simulated"):
        offline_chain(named_speculation("mtp-ngram"), CURVE)


# ---- the real loop


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_models.write_dense(tmp_path_factory.mktemp("replay") / "tiny.gguf", vocabulary=spm_vocabulary())


@pytest.fixture(scope="module")
def written(tiny: Path) -> list[Reply]:
    """Replies that copy pieces of their prompt, with changes, and go on freely in between."""
    model = Model(tiny, vocab_only=True)
    rng = random.Random(5)
    replies = []
    for number in range(3):
        prompt = [rng.randrange(10, 200) for _ in range(90)]
        tokens: list[int] = []
        while len(tokens) < 150:
            start = rng.randrange(60)
            tokens += prompt[start : start + rng.randrange(5, 30)]
            tokens += [rng.randrange(10, 200) for _ in range(rng.randrange(1, 8))]
        replies.append(Reply(f"reply-{number}", "structured", tuple(prompt), (*tokens, model.eos)))
    model.close()
    return replies


@pytest.fixture
def engine(tiny: Path) -> ForcedEngine:
    return ForcedEngine(tiny, ContextOptions(n_ctx=512, threads=1, kv_type="f32"))


@pytest.mark.parametrize(
    "preset", ["ngram-simple,size_n=3,size_m=8", "ngram-map-k,size_n=2,size_m=12", "draft-self", "baseline"]
)
def test_the_simulation_has_the_rounds_of_the_real_loop(
    engine: ForcedEngine, written: list[Reply], preset: str
) -> None:
    how = named_speculation(preset)
    try:
        for reply in written:
            chain, longest = offline_chain(how, CURVE)
            simulated = simulate(reply, chain, CURVE.at(0), max_draft=longest)
            forced = engine.write(reply, how, Sampling(temperature=0.8, seed=1))
            assert [(done.at, done.drafted, done.accepted, done.emitted) for done in forced.rounds] == [
                (done.at, done.drafted, done.accepted, done.emitted) for done in simulated.rounds
            ]
            assert forced.metrics.emitted == len(reply.tokens)
            assert bool(forced.metrics.drafted) == bool(how.drafters)
    finally:
        engine.close()


def test_both_ways_come_to_the_same_table_but_for_the_times(engine: ForcedEngine, written: list[Reply]) -> None:
    hows = {name: named_speculation(name) for name in ("draft-self", "ngram-simple,size_n=2")}
    try:
        forced = force_all(engine, written[:1], hows, CURVE, Sampling(temperature=0.0), runs=1)
    finally:
        engine.close()
    simulated = simulate_all(written[:1], hows, CURVE)
    for ours, theirs in zip(forced, simulated, strict=True):
        assert replace(ours, by_preset={}) == replace(theirs, by_preset={})
        for name in hows:
            a, b = ours.by_preset[name], theirs.by_preset[name]
            assert (a.rounds, a.drafted, a.accepted) == (b.rounds, b.drafted, b.accepted)
            assert a.speedup > 0


# ---- the data


def test_the_replies_are_as_many_and_as_mixed_as_they_should_be() -> None:
    items = load_items()
    groups = Counter(item.group for item in items)
    assert len(items) >= 36
    assert sum(item.group in COPIES and item.source == "written" for item in items) >= 14
    assert groups["switching"] >= 3
    assert groups["multi-turn"] >= 2
    assert {"story", "chat", "explanation", "maths", "reasoning", "summary"} <= set(groups)
    assert all(bool(item.turns) == (item.group == "switching") for item in items)
    assert all(len(item.messages) > 2 for item in items if item.group == "multi-turn")
    assert load_items(["json"]) == [item for item in items if item.group == "json"]


def test_json_replies_are_json() -> None:
    for item in load_items(["json"]):
        json.loads(item.reply.removeprefix("```json\n").removesuffix("\n```"))


@pytest.mark.parametrize("name", ["F16", "Q4_1", "gpu-like"])
def test_curves_cost_more_for_64_tokens_than_for_one_and_less_than_64_times_as_much(name: str) -> None:
    curve = load_curve(name)
    assert curve.about
    for depth in curve.depths:
        price = Price(depth.points)
        assert price(1) < price(64) < 64 * price(1)


def test_prices_between_depths_lie_between_theirs_and_beyond_them_are_theirs() -> None:
    curve = Curve("made", "made up", [Depth(0, [(1, 1.0), (3, 2.0)]), Depth(100, [(1, 3.0), (3, 6.0)])])
    assert [curve.at(depth)(1) for depth in (0, 50, 100, 900)] == [1.0, 2.0, 3.0, 3.0]
    assert curve.at(25)(2) == pytest.approx((1.5 + 3.0) / 2)
    with pytest.raises(ValueError, match="same k"):
        Curve("made", "made up", [Depth(0, [(1, 1.0), (3, 2.0)]), Depth(100, [(1, 3.0), (4, 6.0)])])


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"group": "poem"}, "group"),
        ({"turns": [5, 3]}, "turns"),
        ({"turns": [500]}, "turns"),
        ({"reply": ""}, "reply"),
        ({"source": "found"}, "source"),
        ({"colour": "red"}, "colour"),
        ({"messages": [{"role": "assistant", "content": "x"}]}, "last message"),
    ],
)
def test_a_faulty_line_is_named(tmp_path: Path, changed: dict[str, object], fault: str) -> None:
    good = {"id": "a", "group": "json", "source": "written", "messages": [{"role": "user", "content": "x"}]}
    line = json.dumps(good | {"reply": "abcdefgh"})
    (tmp_path / "some.jsonl").write_text(f"{line}\n{json.dumps(json.loads(line) | {'id': 'b'} | changed)}\n")
    with pytest.raises(ValueError, match=rf"(?s)some.jsonl, line 2.*{fault}"):
        load_items(folder=tmp_path)


def test_an_id_used_twice_and_an_unknown_name_are_refused(tmp_path: Path) -> None:
    line = json.dumps({"id": "a", "group": "json", "source": "written", "reply": "b", "messages": []})
    line = line.replace("[]", '[{"role": "user", "content": "x"}]')
    (tmp_path / "some.jsonl").write_text(f"{line}\n{line}\n")
    with pytest.raises(ValueError, match="taken"):
        load_items(folder=tmp_path)
    with pytest.raises(ValueError, match="no such reply or group: poem"):
        load_items(["poem"])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--curve", "moon"], "Known: F16"),
        (["--preset", "warp"], "Known: "),
        (["--preset", "ngram-simple,size=3"], "Allowed: size_n"),
    ],
)
def test_what_is_not_known_ends_with_what_is(
    arguments: list[str], said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["replay", *arguments])
    assert main() == 2
    assert said in capsys.readouterr().err
