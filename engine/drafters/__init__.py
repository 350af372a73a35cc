"""Ways of drafting: one small file each. Every module here that declares a `DRAFTER` is found by itself."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.drafters.contract import DrafterType


@cache
def discover() -> Mapping[str, DrafterType]:
    """All drafters of this folder by name, sorted by name."""
    found: dict[str, DrafterType] = {}
    for entry in sorted(pkgutil.iter_modules(__path__), key=lambda module: module.name):
        declared = getattr(importlib.import_module(f"{__name__}.{entry.name}"), "DRAFTER", None)
        if declared is not None:
            found[declared.name] = declared
    return MappingProxyType(found)
