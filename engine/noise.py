"""Random numbers that are looked up, not drawn: each is a hash of the seed, the position and its purpose.

A generator that is advanced token by token gives other numbers as soon as something else is drafted,
rejected or rewound. Here nothing is advanced, so that a reply can be cut back, verified in any order and
repeated exactly. The hash is the finaliser of splitmix64 (Steele, Lea, Flood 2014, "Fast splittable
pseudorandom number generators"): a bijection of 64-bit numbers that spreads neighbouring inputs over the
whole range.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np
import numpy.typing as npt

_MASK = (1 << 64) - 1
# Odd constants with well-mixed bits: the step between inputs, and the two multipliers of the hash.
_STEP = 0x9E3779B97F4A7C15
_FIRST = 0xBF58476D1CE4E5B9
_SECOND = 0x94D049BB133111EB
# 52 bits and a half: with 53 the largest number would round to 1.0, whose Gumbel noise is infinite.
_DROPPED_BITS = 12
_UNIT = 2.0**-52
# The same as NumPy scalars: making them anew for every token would take longer than the arithmetic on 40 ids.
_STEP_64, _FIRST_64, _SECOND_64 = np.uint64(_STEP), np.uint64(_FIRST), np.uint64(_SECOND)
_SHIFT_1, _SHIFT_2, _SHIFT_3 = np.uint64(30), np.uint64(27), np.uint64(31)
_DROPPED_64 = np.uint64(_DROPPED_BITS)


class Purpose(IntEnum):
    """What a random number is for. Each purpose has a stream of its own, independent of the others."""

    TOKEN = 0
    MATCH = 1
    ACCEPT = 2
    RESIDUAL = 3


class Noise:
    """The random numbers of one seed; any integer is a seed, taken modulo 2**64."""

    def __init__(self, seed: int) -> None:
        self._seed_key = _mix(seed)

    def uniform(self, position: int, purpose: Purpose) -> float:
        """A number in (0, 1), neither end included."""
        return ((_mix(self._key(position, purpose)) >> _DROPPED_BITS) + 0.5) * _UNIT

    def gumbel(self, position: int, ids: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
        """Standard Gumbel noise for token ids at a position; that of one id depends on no other."""
        bits = ids.astype(np.uint64)
        bits *= _STEP_64
        bits += np.uint64(self._key(position, Purpose.TOKEN))
        bits ^= bits >> _SHIFT_1
        bits *= _FIRST_64
        bits ^= bits >> _SHIFT_2
        bits *= _SECOND_64
        bits ^= bits >> _SHIFT_3
        bits >>= _DROPPED_64
        noise = bits.astype(np.float64)
        noise += 0.5
        noise *= _UNIT
        np.log(noise, out=noise)
        np.negative(noise, out=noise)
        np.log(noise, out=noise)
        return np.negative(noise, out=noise)

    def _key(self, position: int, purpose: Purpose) -> int:
        return _mix(self._seed_key + (position * len(Purpose) + purpose + 1) * _STEP)


def _mix(value: int) -> int:
    """The hash of one number, modulo 2**64."""
    value &= _MASK
    value = (value ^ (value >> 30)) * _FIRST & _MASK
    value = (value ^ (value >> 27)) * _SECOND & _MASK
    return value ^ (value >> 31)
