"""Tuning for the window: the same function as `paceline tune`, on a thread of its own with a lent engine."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from app import paths, requests
from app.lent_worker import LentWorker
from app.tuning import kept
from app.tuning.tuner import tune
from engine.commands import PresetInfo
from engine.errors import PacelineError
from ui.compare.services import Lent
from ui.comparison import Ending
from ui.tuning import Standing, TuneResult, TuneWish

_NOTHING: Final = Standing((), ())


class TuneWorker(LentWorker[Standing | TuneResult]):
    """`ui.tuning.RunningTune`. A verdict is written down when it is known, whoever looks."""

    def __init__(self, wish: TuneWish, lent: Lent) -> None:
        self._wish = wish
        self._latest = _NOTHING
        super().__init__(lent, "tuning", keeps=1)  # a result is the last, so it is never pushed out

    def poll(self) -> Standing | TuneResult | None:
        try:
            return self.told.popleft()
        except IndexError:
            return None

    def work(self) -> None:
        result = tune(
            self.lent.link,
            self._wish,
            requests.known_presets(),
            self.stopped,
            self._tell,
            engine=self.lent.engine,
            first_request_id=self.lent.first_request_id,
            free_request_id=self._free,
        )
        try:
            kept.keep(result)
        except PacelineError as error:  # the verdict is known all the same
            result = replace(result, reason=str(error))
        self.told.append(result)

    def failed(self, ending: Ending, reason: str) -> None:
        self.told.append(TuneResult(ending, self._latest, reason=reason))

    def _tell(self, standing: Standing) -> None:
        self._latest = standing
        self.told.append(standing)

    def _free(self, request_id: int) -> None:
        self.next_request_id = request_id


def save(result: TuneResult, name: str) -> PresetInfo | str:
    """Keep the winner as a preset; the preset, or the reason why it is not there."""
    try:
        kept.save_preset(result, name, requests.known_presets(), paths.user_presets_dir())
        kept.keep(result, name)
        return requests.known_presets()[name]
    except (PacelineError, OSError) as error:
        return str(error)
