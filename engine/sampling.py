"""From a row of logits to a token: bias, penalties, truncation, and noise that depends on the position only.

The stages and their meaning follow llama.cpp (`src/llama-sampler.cpp`), in this order: logit bias, penalties,
top-k, top-p, min-p, temperature. Temperature 0 takes the largest logit, the lowest id among equals.

Above 0 the token is drawn with the Gumbel-max trick: argmax over the candidates of logit / T + g, where g is
standard Gumbel noise, is a draw from softmax(logit / T). Here g is a hash of (seed, position, token id)
instead of the next number of a generator (`engine.noise`). So the token at a position depends on the
target's logits and the seed alone, whatever was drafted, and a drafter that draws with the same noise from
a similar distribution mostly draws the same token: drafter-invariant coupling (Daliri, Musco, Suresh 2024,
"Coupling without communication and drafter-invariant speculative decoding").

Rows are large (vocabularies of 50,000 to 250,000) and a draft of k tokens needs k + 1 of them, so no stage
sorts a whole row or copies one that it only reads.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from engine.commands import Sampling
from engine.errors import EngineError, UsageError
from engine.noise import Noise, Purpose

FloatRow = npt.NDArray[np.float32]
Ids = npt.NDArray[np.int64]
Distribution = tuple[Ids, FloatRow]

_FIRST_NUCLEUS = 256  # top-p without top-k rarely needs more tokens than these
_LARGEST_BIAS = 1e30  # far beyond any logit, and the sum still fits float32
_MIN_BLOCKS = 2048
_LOWEST = np.finfo(np.float32).min
_BLOCKS_PER_K = 8


class NoChoiceError(EngineError):
    """A row from which no token can be chosen, in which NaN stands for instance. Of a target that ends the reply; what
    drafts proposes nothing there."""


class NothingPossibleError(NoChoiceError):
    """Every token of a row has the logit minus infinity: the model or a bias forbids them all."""


class Sampler:
    """The sampling of one reply: settings, noise, and the counts that the penalties need.

    A row is float32 of shape (n_vocab,) and is never written to. Rows of a draft model whose vocabulary
    differs by a few tokens at the end are accepted too: missing ids cannot be chosen and surplus ones are
    ignored. `history` is every token before the position, oldest first, drafted ones included; any history
    may follow any other, and one that shares its beginning with the last one is cheap.

    Every method that takes a row raises NoChoiceError when the row holds NaN or no finite maximum, and of these
    NothingPossibleError when all of it is minus infinity.
    The constructor raises UsageError for settings without a meaning.
    """

    def __init__(self, sampling: Sampling, n_vocab: int) -> None:
        _check(sampling, n_vocab)
        self._n_vocab = n_vocab
        self._greedy = sampling.temperature <= 0
        # The floor keeps the quotient of two float32 values and the temperature inside float64.
        self._temperature = max(sampling.temperature, 1e-200)
        self._top_k = sampling.top_k
        self._top_p = sampling.top_p
        self._log_min_p = math.log(sampling.min_p) if sampling.min_p > 0 else -math.inf
        self._noise = Noise(sampling.seed)
        self._bias_ids = np.array(list(sampling.logit_bias.keys()), dtype=np.int64)
        self._bias = np.array(list(sampling.logit_bias.values()), dtype=np.float32)
        self._repeat = np.float32(sampling.repeat_penalty)
        self._presence = np.float32(sampling.presence_penalty)
        self._frequency = np.float32(sampling.frequency_penalty)
        penalised = sampling.penalty_last_n != 0 and (
            sampling.repeat_penalty != 1 or sampling.presence_penalty != 0 or sampling.frequency_penalty != 0
        )
        self._window = _PenaltyWindow(sampling.penalty_last_n, n_vocab) if penalised else None
        self._changed = np.empty(n_vocab, dtype=np.float32)  # the row after bias and penalties

    @property
    def greedy(self) -> bool:
        """True when the token is a function of the logits alone (temperature 0)."""
        return self._greedy

    def choose_token(self, logits: FloatRow, history: Sequence[int]) -> int:
        """The token for the position len(history)."""
        row = self._adjusted(logits, history)
        if self._greedy:
            return _argmax(row)
        ids, scaled = self._scaled_candidates(row)
        return int(ids[self._winner(ids, scaled, len(history))])

    def likeliest(self, logits: FloatRow, history: Sequence[int]) -> int:
        """The token that a temperature of 0 would choose: the largest logit after bias and penalties."""
        return _argmax(self._adjusted(logits, history))

    def distribution(self, logits: FloatRow, history: Sequence[int]) -> Distribution:
        """The distribution that tokens are drawn from: candidate ids (int64) in no promised order, and their
        float32 probabilities, which sum to 1. At temperature 0 one token has it all."""
        row = self._adjusted(logits, history)
        if self._greedy:
            return point_mass(_argmax(row))
        ids, scaled = self._scaled_candidates(row)
        return ids, _softmax(scaled)

    def choose_with_distribution(self, logits: FloatRow, history: Sequence[int]) -> tuple[int, Distribution]:
        """What `choose_token` and `distribution` give, in one go."""
        row = self._adjusted(logits, history)
        if self._greedy:
            token = _argmax(row)
            return token, point_mass(token)
        ids, scaled = self._scaled_candidates(row)
        return int(ids[self._winner(ids, scaled, len(history))]), (ids, _softmax(scaled))

    def scores(self, logits: FloatRow, history: Sequence[int], ids: Sequence[int]) -> npt.NDArray[np.float64]:
        """What `choose_token` compares for these tokens, truncation left out: the logit after bias and penalties and,
        above temperature 0, temperature times the noise added. float64 of shape (len(ids),)."""
        wanted = np.array(ids, dtype=np.int64)
        values = self._adjusted(logits, history)[wanted].astype(np.float64)
        return values if self._greedy else values + self._temperature * self._noise.gumbel(len(history), wanted)

    def uniform(self, position: int, purpose: Purpose) -> float:
        """A number in (0, 1) that depends on the seed, the position and the purpose only."""
        return self._noise.uniform(position, purpose)

    def _winner(self, ids: Ids, scaled: npt.NDArray[np.float64], position: int) -> int:
        return int((self._noise.gumbel(position, ids) + scaled).argmax())

    def _adjusted(self, logits: FloatRow, history: Sequence[int]) -> FloatRow:
        """The row after bias and penalties: the caller's own when there is neither, else a buffer."""
        row = logits if logits.size == self._n_vocab else logits[: self._n_vocab]
        if self._window is None and not self._bias_ids.size:
            return row
        changed = self._changed[: row.size]
        np.copyto(changed, row)
        if self._bias_ids.size:
            inside = self._bias_ids < row.size
            changed[self._bias_ids[inside]] += self._bias[inside]
        if self._window is not None:
            self._penalise(changed, self._window, history)
        return changed

    def _penalise(self, row: FloatRow, window: _PenaltyWindow, history: Sequence[int]) -> None:
        ids, counts = window.counts(history)
        if row.size < self._n_vocab:
            inside = ids < row.size
            ids, counts = ids[inside], counts[inside]
        values = row[ids]
        # Dividing a negative logit would make a repeated token likelier.
        values = np.where(values <= 0, values * self._repeat, values / self._repeat)
        row[ids] = values - (counts * self._frequency + self._presence)

    def _scaled_candidates(self, row: FloatRow) -> tuple[Ids, npt.NDArray[np.float64]]:
        """Candidate ids and (logit - largest logit) / temperature in float64."""
        ids, values, peak = self._candidates(row)
        scaled = values.astype(np.float64)
        scaled -= peak
        scaled /= self._temperature
        return ids, scaled

    def _candidates(self, row: FloatRow) -> tuple[Ids, FloatRow, float]:
        """What top-k, top-p and min-p leave, one token at least: ids, their logits, and the largest logit."""
        if 0 < self._top_k < row.size:
            ids, values = _largest(row, self._top_k)
            peak = float(values[0])
            if self._top_p < 1:
                mass = np.exp(values.astype(np.float64) - peak)
                n_kept = _prefix(mass, self._top_p * float(mass.sum()))
                ids, values = ids[:n_kept], values[:n_kept]
            return *self._min_p(ids, values, peak), peak
        peak = _finite_peak(row.max())
        if self._top_p < 1:
            return *self._nucleus(row, peak), peak
        # -inf is a token that a bias forbids; the comparison with the smallest float32 leaves it out.
        ids = np.flatnonzero(row >= self._floor(peak))
        return ids, row[ids], peak

    def _floor(self, peak: float) -> np.float32:
        """The smallest logit that min-p keeps: p >= min_p * p_max in terms of logits."""
        return np.float32(min(peak, max(peak + self._log_min_p, float(_LOWEST))))

    def _min_p(self, ids: Ids, values: FloatRow, peak: float) -> tuple[Ids, FloatRow]:
        """min-p on candidates that are sorted best first."""
        if self._log_min_p == -math.inf:
            return ids, values
        n_kept = int(np.count_nonzero(values >= self._floor(peak)))
        return ids[:n_kept], values[:n_kept]

    def _nucleus(self, row: FloatRow, peak: float) -> tuple[Ids, FloatRow]:
        """top-p, then min-p, of a whole row. Both keep a beginning of the sorted row: only that is sorted."""
        with np.errstate(over="ignore"):  # a difference beyond float32 is minus infinity, which has no mass
            mass = np.exp(row - np.float32(peak))
        needed = self._top_p * float(mass.sum())
        floor = self._floor(peak)
        ids, values = _largest(row, _FIRST_NUCLEUS)
        n_kept = _prefix(mass[ids], needed)
        if n_kept == ids.size and values[-1] > floor:
            # All tokens below an equal share of 1 - top_p have less than that together: none is needed.
            share = (1 - self._top_p) * float(mass.sum()) / row.size
            ids = np.flatnonzero((mass >= share) & (row >= floor))
            ids = ids[np.argsort(-row[ids], kind="stable")]
            n_kept = _prefix(mass[ids], needed)
            values = row[ids]
        return self._min_p(ids[:n_kept], values[:n_kept], peak)


class _PenaltyWindow:
    """How often each token occurs among the last `last_n` tokens of a history (-1: of all).

    Kept up to date by the difference to the history before. What both share is compared, not assumed, so that
    a rewound history or one with other drafted tokens at its end is counted right.
    """

    def __init__(self, last_n: int, n_vocab: int) -> None:
        self._last_n = last_n
        self._n_vocab = n_vocab
        self._tokens: list[int] = []  # the window as counted
        self._start = 0  # position of its first token
        self._slots: dict[int, int] = {}
        self._ids = np.zeros(64, dtype=np.int64)
        self._counts = np.zeros(64, dtype=np.float32)

    def counts(self, history: Sequence[int]) -> tuple[Ids, FloatRow]:
        """The distinct tokens of the window and their counts: views that the next call changes."""
        end = len(history)
        start = 0 if self._last_n < 0 else max(0, end - self._last_n)
        old_start, old_end = self._start, self._start + len(self._tokens)
        shared_start = max(start, old_start)
        shared = 0
        if shared_start < min(end, old_end):
            shared = _common_length(self._tokens[shared_start - old_start :], history, shared_start)
        if shared:
            shared_end = shared_start + shared
            for token in self._tokens[: shared_start - old_start]:
                self._remove(token)
            for token in self._tokens[shared_end - old_start :]:
                self._remove(token)
            before, after = list(history[start:shared_start]), list(history[shared_end:end])
            self._tokens = [
                *before,
                *self._tokens[shared_start - old_start : shared_end - old_start],
                *after,
            ]
            added = before + after
        else:
            self._slots.clear()
            self._tokens = added = list(history[start:end])
        self._start = start
        for token in added:
            self._add(token)
        n_distinct = len(self._slots)
        return self._ids[:n_distinct], self._counts[:n_distinct]

    def _add(self, token: int) -> None:
        slot = self._slots.get(token)
        if slot is not None:
            self._counts[slot] += 1
        elif 0 <= token < self._n_vocab:
            slot = self._slots[token] = len(self._slots)
            if slot == self._ids.size:
                self._ids = np.concatenate([self._ids, np.zeros_like(self._ids)])
                self._counts = np.concatenate([self._counts, np.zeros_like(self._counts)])
            self._ids[slot] = token
            self._counts[slot] = 1

    def _remove(self, token: int) -> None:
        slot = self._slots.get(token)
        if slot is None:
            return
        self._counts[slot] -= 1
        if self._counts[slot] == 0:
            del self._slots[token]
            last = len(self._slots)
            if slot != last:  # the last one moves into the gap
                self._ids[slot] = self._ids[last]
                self._counts[slot] = self._counts[last]
                self._slots[int(self._ids[slot])] = slot


def _common_length(tokens: list[int], history: Sequence[int], offset: int) -> int:
    """How many tokens agree with history[offset:] before the first that does not."""
    limit = min(len(tokens), len(history) - offset)
    if tokens[:limit] == list(history[offset : offset + limit]):
        return limit
    low, high = 0, limit  # the first `low` agree, the first `high` do not
    while high - low > 1:
        middle = (low + high) // 2
        if tokens[low:middle] == list(history[offset + low : offset + middle]):
            low = middle
        else:
            high = middle
    return low


def point_mass(token: int) -> Distribution:
    """The distribution that always gives this token."""
    return np.array([token], dtype=np.int64), np.ones(1, dtype=np.float32)


def _softmax(scaled: npt.NDArray[np.float64]) -> FloatRow:
    """Probabilities of logits whose largest is 0."""
    mass = np.exp(scaled)
    mass /= mass.sum()
    return mass.astype(np.float32)


def _argmax(row: FloatRow) -> int:
    """The lowest id of the largest logit; NumPy's argmax stops at a NaN, so the winner alone is checked."""
    best = int(row.argmax())
    _finite_peak(row[best])
    return best


def _largest(row: FloatRow, k: int) -> tuple[Ids, FloatRow]:
    """The k largest logits above -inf, sorted: ids and values, equal values by ascending id.

    The row is cut into blocks. The k-th largest of the block maxima is a lower bound of the k-th largest
    logit, for k different elements reach it; whatever lies below is out, and what remains is a few more
    than k.
    Worked example: k = 2, blocks [7 1] [3 5] [2 6] have the maxima 7, 5, 6: bound 6, and 7 and 6 are left.
    """
    k = min(k, row.size)
    n_blocks = max(_MIN_BLOCKS, _BLOCKS_PER_K * k)
    depth = row.size // n_blocks
    if depth < 2:
        bound = _kth_largest(row, k)
        ids = np.flatnonzero(row >= bound)
        values = row[ids]
    else:
        # A block is every n_blocks-th element: the maximum over the first axis runs along memory. What the
        # division leaves over belongs to the first blocks.
        whole = row[: depth * n_blocks].reshape(depth, n_blocks)
        rest = row[depth * n_blocks :]
        maxima = whole.max(axis=0)
        np.maximum(maxima[: rest.size], rest, out=maxima[: rest.size])
        bound = _kth_largest(maxima, k)
        blocks = np.flatnonzero(maxima >= bound)
        inside = whole[:, blocks]
        level, column = (inside >= bound).nonzero()
        ids = np.concatenate([level * n_blocks + blocks[column], np.flatnonzero(rest >= bound) + whole.size])
        values = row[ids]
    order = (-values).argsort(kind="stable")[:k]
    return ids[order], values[order]


def _kth_largest(values: FloatRow, k: int) -> np.float32:
    """The k-th largest value, or the smallest finite float32 where that is -inf."""
    best = np.partition(values, values.size - k)[values.size - k :]
    _finite_peak(best.max())  # NaN is ordered above every number here and is thus among the k
    return max(best[0], _LOWEST)


def _prefix(mass: npt.NDArray[np.floating], needed: float) -> int:
    """Length of the shortest beginning whose sum reaches `needed`; all of it when no sum does."""
    reached = int(mass.cumsum(dtype=np.float64).searchsorted(needed))
    return min(reached + 1, mass.size)


def _finite_peak(peak: np.float32) -> float:
    value = float(peak)
    if math.isfinite(value):
        return value
    why = {
        math.inf: "the largest logit is infinite",
        -math.inf: "every token has the logit minus infinity",
    }.get(value, "the logits hold NaN")
    kind = NothingPossibleError if value == -math.inf else NoChoiceError
    raise kind(
        "No token can be chosen from the model's output",
        why,
        "The model file may be damaged or a logit bias forbids every token; try another file",
    )


def _check(sampling: Sampling, n_vocab: int) -> None:
    """Refuse what has no meaning, naming the setting."""
    numbers = {
        "temperature": sampling.temperature,
        "top_p": sampling.top_p,
        "min_p": sampling.min_p,
        "repeat_penalty": sampling.repeat_penalty,
        "presence_penalty": sampling.presence_penalty,
        "frequency_penalty": sampling.frequency_penalty,
    }
    for name, value in numbers.items():
        if not math.isfinite(value):
            raise UsageError(f"The setting {name} is {value}", "it must be a finite number")
    if sampling.repeat_penalty <= 0:
        raise UsageError(f"The setting repeat_penalty is {sampling.repeat_penalty}", "it must be above 0")
    for token, bias in sampling.logit_bias.items():
        if not 0 <= token < n_vocab:
            raise UsageError(f"logit_bias names token {token}", f"the model has the tokens 0 to {n_vocab - 1}")
        if bias != -math.inf and not abs(bias) <= _LARGEST_BIAS:
            raise UsageError(
                f"logit_bias of token {token} is {bias}",
                f"it must lie between -{_LARGEST_BIAS} and {_LARGEST_BIAS}, or be minus infinity",
            )


def confidence(logits: FloatRow, token: int) -> float:
    """The probability that a row of logits gives a token at temperature 1, without penalties or truncation."""
    peak = logits.max()
    return float(np.exp(logits[token] - peak) / np.exp(logits - peak).sum())
