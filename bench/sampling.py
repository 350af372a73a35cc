"""Microseconds that the sampler takes for one token: `python -m bench.sampling [--calls 300]`.

Rows are synthetic, with the shape of real ones: most logits in a bell, a few far above. The history grows by
the chosen token, as in a reply. What is printed is the median over the calls, so that a busy machine shows
less.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from statistics import median
from time import perf_counter

import numpy as np

from engine.acceptance import draft_sampler, verifier
from engine.commands import Sampling
from engine.sampling import FloatRow, Sampler

VOCABULARIES = {"SmolLM2": 49_152, "Qwen 3": 151_936, "Gemma 3": 262_144}
_PLAIN = Sampling(top_k=0, top_p=1.0, min_p=0.0)
SETTINGS = {
    "greedy": replace(_PLAIN, temperature=0.0),
    "greedy, repeat penalty": replace(_PLAIN, temperature=0.0, repeat_penalty=1.1),
    "top-k 40": replace(_PLAIN, top_k=40),
    "top-k 40, top-p .95, min-p .05": Sampling(),
    "the same, repeat penalty, last 64": Sampling(repeat_penalty=1.1),
    "the same, repeat penalty, all": Sampling(repeat_penalty=1.1, penalty_last_n=-1),
    "min-p .05 alone": replace(_PLAIN, min_p=0.05),
    "top-p .95 alone": replace(_PLAIN, top_p=0.95),
    "no truncation": _PLAIN,
}
N_ROWS = 16
N_HISTORY = 1000


def make_rows(n_vocab: int) -> list[FloatRow]:
    """Rows with a bell of standard deviation 2 and some thirty tokens up to 20 above its middle."""
    rng = np.random.default_rng(n_vocab)
    rows = []
    for _ in range(N_ROWS):
        row = (rng.standard_normal(n_vocab) * 2).astype(np.float32)
        row[rng.choice(n_vocab, 32, replace=False)] = np.linspace(20, 8, 32)
        rows.append(row)
    return rows


def choose_us(sampling: Sampling, rows: list[FloatRow], calls: int) -> float:
    """Median microseconds of one `choose_token`."""
    n_vocab = rows[0].size
    sampler = Sampler(sampling, n_vocab)
    history = np.random.default_rng(1).integers(0, n_vocab, N_HISTORY).tolist()
    times = []
    for i in range(calls):
        began = perf_counter()
        token = sampler.choose_token(rows[i % N_ROWS], history)
        times.append(perf_counter() - began)
        history.append(token)
    return median(times) * 1e6


def rejection_us(rows: list[FloatRow], calls: int) -> tuple[float, float]:
    """Median microseconds to propose a token with its distribution, and to verify it by rejection."""
    sampler = Sampler(Sampling(), rows[0].size)
    draft, rule = draft_sampler("rejection", sampler), verifier("rejection", sampler)
    proposing, verifying = [], []
    for i in range(calls):
        row = rows[i % N_ROWS]
        began = perf_counter()
        token, q = draft.propose(row, range(i))
        proposed = perf_counter()
        rule.verify_row(row, range(i), token, q)
        verifying.append(perf_counter() - proposed)
        proposing.append(proposed - began)
    return median(proposing) * 1e6, median(verifying) * 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description="Microseconds per sampled token")
    parser.add_argument("--calls", type=int, default=300, help="calls per number")
    calls: int = parser.parse_args().calls
    for name, n_vocab in VOCABULARIES.items():
        rows = make_rows(n_vocab)
        print(f"{name}, {n_vocab} tokens")
        for title, sampling in SETTINGS.items():
            print(f"  {title:<36}{choose_us(sampling, rows, calls):9.1f} us")
        proposing, verifying = rejection_us(rows, calls)
        print(f"  {'rejection: propose with q':<36}{proposing:9.1f} us")
        print(f"  {'rejection: verify a row':<36}{verifying:9.1f} us")


if __name__ == "__main__":
    main()
