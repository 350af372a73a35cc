"""Damaged files that still look like models are opened in a real engine: it answers in words, or its death is told."""

from __future__ import annotations

import random
from pathlib import Path

from engine.child import ChildEngine
from engine.commands import ContextOptions, Generate, LoadModel, Sampling
from engine.errors import PacelineError
from engine.events import EngineDied, Event, Failed, GenerationDone, ModelLoaded
from engine.gguf_header import check_target, read_header
from tests import tiny_models as tiny
from tests.damaged_headers import damaged, fronts
from tests.tiny_vocabulary import spm_vocabulary

PATIENCE_S = 100
WANTED = 6


def open_in(engine: ChildEngine, path: Path) -> Event:
    """The end of loading it and asking for three tokens."""
    engine.send(LoadModel(1, str(path), ContextOptions(n_ctx=256, threads=1)))
    while engine.wait(PATIENCE_S):
        for event in engine.poll():
            if isinstance(event, ModelLoaded):
                engine.send(Generate(2, prompt="hello", sampling=Sampling(temperature=0.0), max_tokens=3))
            elif isinstance(event, Failed | EngineDied | GenerationDone):
                return event
    raise TimeoutError("silence")


def may_be_loaded(path: Path) -> bool:
    try:
        check_target(read_header(path))
    except PacelineError:
        return False
    return True


def test_what_passes_the_reader_is_answered_in_words(tmp_path: Path) -> None:
    rng, originals, found = random.Random(5), fronts(tmp_path), 0
    engine = ChildEngine()
    try:
        for i in range(2000):
            path = tmp_path / f"{i}.gguf"
            path.write_bytes(damaged(rng, originals).front)
            if not may_be_loaded(path):
                path.unlink()
                continue
            found += 1
            outcome = open_in(engine, path)
            if isinstance(outcome, Failed):
                assert outcome.kind != "bug", outcome
                assert outcome.what
            elif isinstance(outcome, EngineDied):
                assert outcome.reason
                engine.close()
                engine = ChildEngine()
            if found == WANTED:
                break
    finally:
        engine.close()
    assert found == WANTED


def test_a_vocabulary_that_would_end_the_process_is_refused_before(tmp_path: Path) -> None:
    twice = spm_vocabulary().renamed(300, spm_vocabulary().tokens[299])
    engine = ChildEngine()
    try:
        outcome = open_in(engine, tiny.write_dense(tmp_path / "twice.gguf", vocabulary=twice))
        assert isinstance(outcome, Failed)
        assert "twice" in outcome.why
        assert isinstance(open_in(engine, tiny.write_dense(tmp_path / "whole.gguf")), GenerationDone)
    finally:
        engine.close()
