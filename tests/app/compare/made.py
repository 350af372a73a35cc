"""Hand-made records for tests of what follows from them: numbers that one can check in the head."""

from __future__ import annotations

from dataclasses import replace

from engine.commands import ContextOptions, DrafterChoice, Sampling, Speculation
from engine.events import DeviceInfo, EngineInfo, ModelInfo, PricePoint
from ui.comparison import (
    Arm,
    ArmFailed,
    Began,
    Difference,
    DifferenceFound,
    Ended,
    LoadReading,
    Machine,
    Plan,
    PriceCurve,
    PriceKnown,
    Record,
    RoundRecord,
    Run,
    RunDone,
    Setting,
    Task,
)

ENGINE = EngineInfo("0.3.36", "b1", "CPU", (DeviceInfo("CPU", "Some Processor", "cpu", 0, 0),))
MODEL = ModelInfo("/m/a.gguf", "Tiny", "llama", "tiny", "F16", 10, 20, 512, 100, 2, 0, "attention", True)
NGRAM = Speculation("ngram-simple", (DrafterChoice("ngram-simple", {"size_n": 12, "size_m": 48, "min_hits": 1}),))
PLAN = Plan(
    "/m/a.gguf",
    (Arm("baseline"), Arm("ngram-simple", NGRAM), Arm("draft-mtp", Speculation("draft-mtp"))),
    (Task("code-edit-1", "code-edit", ("Change it.",)), Task("talk", "qa", ("One?", "Two?"))),
    ContextOptions(n_ctx=512, threads=2),
    Sampling(temperature=0.0, logit_bias={5: -1.0}),
    runs=2,
)
SETTING = Setting(
    id="20261129-120000-abcdef",
    started_at="2026-11-29T12:00:00+01:00",
    version="0.1",
    machine=Machine("Linux", "Some Processor", 2, 4, 2**33),
    plan=PLAN,
    hashes={"/m/a.gguf": "ab" * 32},
    engine=ENGINE,
    model=MODEL,
    n_ctx=512,
    gpu_layers=0,
    threads=2,
)


def run(
    arm: str, repetition: int, round_s: float, *, case: str = "code-edit-1", per_round: int = 1, n: int = 81
) -> Run:
    """n tokens; the first round gives one, every other `per_round` in round_s seconds, all of it verification."""
    n_rounds = (n - 1) // per_round
    rounds = (
        RoundRecord(0, 1, round_s, 1.0),
        *(RoundRecord(per_round - 1, per_round, round_s, 1.0 + round_s * i) for i in range(1, n_rounds + 1)),
    )
    return Run(
        arm=arm,
        case=case,
        repetition=repetition,
        text=f"text of {case}",
        emitted=n,
        drafted=(per_round - 1) * n_rounds,
        accepted=(per_round - 1) * n_rounds,
        prompt_tokens=100,
        prompt_s=0.5,
        ttft_s=1.0,
        decode_s=round_s * n_rounds,
        tokens_per_s=per_round / round_s,
        stop_reason="length",
        token_ids=tuple(range(n)),
        rounds=rounds,
        verify_s=round_s * (n_rounds + 1),
        load=LoadReading(cores=4),
    )


CURVE = PriceCurve(0, (PricePoint(1, 0.1), PricePoint(4, 0.1), PricePoint(8, 0.2)))


def records() -> list[Record]:
    """Baseline 10 tokens/s, ngram-simple 25, both twice; draft-mtp impossible; the best possible is 40."""
    return [
        Began(SETTING),
        ArmFailed("draft-mtp", "this model has no MTP head"),
        RunDone(run("baseline", 0, 0.1)),
        RunDone(run("ngram-simple", 0, 0.08, per_round=2)),
        RunDone(run("ngram-simple", 1, 0.08, per_round=2)),
        RunDone(run("baseline", 1, 0.1)),
        DifferenceFound(Difference("ngram-simple", "code-edit-1", 40, 0.003)),
        PriceKnown(CURVE),
        Ended("done"),
    ]


def hostile_records(text: str) -> list[Record]:
    """The same with a text of somebody else's wherever one can get in."""
    arm = Arm(text, NGRAM)
    plan = replace(PLAN, arms=(PLAN.arms[0], arm, Arm(f"{text}2", Speculation("x"))), model=text)
    setting = replace(SETTING, plan=plan, model=replace(MODEL, name=text), warnings=(text,), hashes={text: text})
    plain, other = run("baseline", 0, 0.1), run(text, 0, 0.08, per_round=2)
    return [
        Began(setting),
        ArmFailed(f"{text}2", text),
        RunDone(replace(plain, text=text)),
        RunDone(replace(other, text=text, stop_reason=text)),
        PriceKnown(CURVE),
        Ended("died", text),
    ]
