"""llama.cpp's grammar sampler, as a state that says which tokens may come next."""

from __future__ import annotations

import ctypes
from typing import Any

import llama_cpp.llama_cpp as lib
import numpy as np
import numpy.typing as npt
from llama_cpp.llama_grammar import json_schema_to_gbnf

from engine.errors import EngineError, UsageError
from engine.json_schema import check_nesting, checked_schema, refused
from engine.llama import backend
from engine.llama.model import Model

FloatArray = npt.NDArray[np.float32]

_CANDIDATE = np.dtype([("id", np.int32), ("logit", np.float32), ("p", np.float32)])  # llama_token_data


class Grammar:
    """Follows one reply. Close it when the reply is over.

    gbnf: a grammar in llama.cpp's notation with a rule `root`. Raises UsageError when llama.cpp cannot read it.
    """

    def __init__(self, model: Model, gbnf: str) -> None:
        backend.clear_log()
        self._sampler = lib.llama_sampler_init_grammar(
            lib.llama_model_get_vocab(model.pointer), gbnf.encode(), b"root"
        )
        if not self._sampler:
            raise UsageError("The grammar cannot be read", backend.last_error(), "Check what it repeats and refers to.")
        self._one = np.zeros(1, _CANDIDATE)
        self._all = np.zeros(model.n_vocab, _CANDIDATE)
        self._all["id"] = np.arange(model.n_vocab)

    def allows(self, token: int) -> bool:
        """Whether the token may come next."""
        self._one["id"], self._one["logit"] = token, 0.0
        self._apply(self._one)
        return bool(np.isfinite(self._one["logit"][0]))

    def mask(self, logits: FloatArray) -> FloatArray:
        """A copy of the (n_vocab,) logits with -inf for all tokens that may not come next.

        Raises EngineError when none may, which a grammar that can end never comes to.
        """
        self._all["logit"] = logits
        self._apply(self._all)
        masked: FloatArray = self._all["logit"].copy()
        if not np.isfinite(masked.max()):
            raise EngineError("The grammar leaves no token that could come next", "", "Check its rules.")
        return masked

    def accept(self, token: int) -> None:
        """Go on behind an emitted token, which must be allowed."""
        lib.llama_sampler_accept(self._sampler, token)

    def close(self) -> None:
        """Free it; safe to call again."""
        if self._sampler:
            lib.llama_sampler_free(self._sampler)
            self._sampler = None

    def _apply(self, candidates: npt.NDArray[Any]) -> None:
        array = lib.llama_token_data_array(
            data=candidates.ctypes.data_as(ctypes.POINTER(lib.llama_token_data)),
            size=len(candidates),
            selected=-1,
            sorted=False,
        )
        lib.llama_sampler_apply(self._sampler, ctypes.byref(array))


def grammar_of_schema(schema: str) -> str:
    """The GBNF of a JSON schema given as JSON text. Raises UsageError in words for what cannot be read."""
    checked = checked_schema(schema)
    try:
        gbnf = str(json_schema_to_gbnf(checked))
    except RecursionError as error:
        raise refused("it is nested too deep", "Simplify it.") from error
    except (AssertionError, ValueError) as error:  # these say in words what the converter cannot read
        raise refused(str(error), "Leave that out, or write it in another way.") from error
    except Exception as error:  # the converter raises whatever its parts raise
        raise refused("a keyword of it has a value of the wrong kind", "Compare it with JSON Schema.") from error
    check_nesting(gbnf)
    return gbnf
