"""The drafters that are ready for the target: kept while they are wanted, made and freed as the speculation changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from engine.commands import Speculation
from engine.errors import PacelineError, RefusedError
from engine.folders import EngineFolders
from engine.gguf_header import Header
from engine.known_prices import KnownPrices
from engine.llama.context import Aborted
from engine.loading import ALONE, Company
from engine.price import Curve
from engine.price_files import PriceFile
from engine.speculating import (
    Speculating,
    company_of,
    pair_warning,
    refuse_the_impossible,
    second_path,
    settled,
    with_made_draft,
)
from engine.target import Target

BELIEVED: Final = (0.5, 2.0)  # a kept curve's first point, in passes as they are now


class Preparation:
    """One at most is `current`."""

    def __init__(self, target: Target, folders: EngineFolders, cancelled: Callable[[], bool]) -> None:
        self._target = target
        self._folders = folders
        self._cancelled = cancelled
        self.current: Speculating | None = None

    def company_at_load(self, speculation: Speculation, header: Header) -> Company:
        """What will draft for a target that is about to be loaded. A speculation that is faulty has none: its faults
        are told when it is asked for."""
        try:
            return self._company(self._fitting(speculation, header), header)
        except PacelineError:
            return ALONE

    def prepare(self, request_id: int, speculation: Speculation, *, cold: bool = False) -> Speculating:
        """The drafters of a speculation; those at hand are kept when it is the same, and freed when not. cold: drafters
        that know nothing of any earlier reply, and keep nothing of the next.

        The target is loaded again where it is in memory in another way than they need. Raises PacelineError.
        """
        target = self._target
        speculation = self._fitting(speculation, target.header)
        current = self.current
        if current and current.serves(speculation) and not cold and not current.cold:
            return current
        company = self._company(speculation, target.header)
        target.require(request_id, company)
        self.current = None
        if current:
            current.release(keep_draft=second_path(speculation))
        draft = current.draft if current else None
        warnings: tuple[str, ...] = ()
        try:
            if not target.suits(company, in_memory=draft is not None):
                if draft:
                    draft.model.close()
                    draft = None
                target.load_again(request_id, company)
                warnings = target.loaded.warnings
            target.take_shape(speculation)
            made = Speculating.prepare(
                target.loaded,
                target.context,
                speculation,
                target.options,
                company=company,
                draft=draft,
                progress=lambda path: target.progress(request_id, "draft", path),
                cancelled=self._cancelled,
                prices=self._prices,
                folders=replace(self._folders, history=None) if cold else self._folders,
            )
        except BaseException:
            if draft:
                draft.model.close()
            raise
        made.cold = cold
        made.warnings = tuple(dict.fromkeys((*warnings, *made.warnings)))
        self.current = made
        return made

    def close(self) -> None:
        """Free them."""
        if self.current:
            self.current.close()
            self.current = None

    def _fitting(self, speculation: Speculation, header: Header) -> Speculation:
        """The speculation as this target can have it. Raises RefusedError where it can have none of it."""
        fitting = settled(speculation, header)
        refuse_the_impossible(fitting, header)
        return with_made_draft(fitting, header, self._folders.made)

    def _company(self, speculation: Speculation, header: Header) -> Company:
        """Judged before anything is freed or loaded for it. Raises as `company_of`, and RefusedError for a second file
        that cannot draft for this target."""
        company = company_of(speculation)
        pair_warning(company, header)
        return company

    def _prices(self) -> KnownPrices:
        """What passes cost with what is loaded: as measured before in the same circumstances, or measured now. A curve
        from when the machine was much slower or faster than it was at this load says nothing about now."""
        target = self._target

        def believable(curve: Curve) -> bool:
            return BELIEVED[0] < curve[0].pass_s / target.plain_s < BELIEVED[1]

        file = PriceFile.of(self._folders.prices, target.loaded, target.context)
        try:
            return KnownPrices(file, target.context, believable, self._cancelled)
        except Aborted:
            raise RefusedError("Measuring the price was cancelled") from None
