"""Tuning for the window: the same function as `paceline tune`, on a thread of its own with a lent engine."""

from __future__ import annotations

import logging
import threading
from collections import deque
from typing import Final

from app import paths, requests
from app.tuning import kept
from app.tuning.tuner import tune
from engine.commands import PresetInfo
from engine.errors import EngineError, PacelineError
from ui.compare.services import Lent
from ui.tuning import Standing, TuneResult, TuneWish

log = logging.getLogger(__name__)
_LEAVE_S: Final = 3.0
_NOTHING: Final = Standing((), ())


class TuneWorker:
    """`ui.tuning.RunningTune`. A verdict is written down when it is known, whoever looks."""

    def __init__(self, wish: TuneWish, lent: Lent) -> None:
        self._wish = wish
        self._lent = lent
        self._told: deque[Standing | TuneResult] = deque(maxlen=1)  # a result is the last, so it is never pushed out
        self._latest = _NOTHING
        self._stopped = threading.Event()
        self._next_id = lent.first_request_id
        self._thread = threading.Thread(target=self._guarded, name="tuning", daemon=True)
        self._thread.start()

    @property
    def over(self) -> bool:
        return not self._thread.is_alive() and not self._told

    @property
    def next_request_id(self) -> int:
        return self._next_id

    def poll(self) -> Standing | TuneResult | None:
        try:
            return self._told.popleft()
        except IndexError:
            return None

    def stop(self) -> None:
        self._stopped.set()

    def close(self) -> None:
        self.stop()
        self._thread.join(_LEAVE_S)

    def _tell(self, standing: Standing) -> None:
        self._latest = standing
        self._told.append(standing)

    def _work(self) -> TuneResult:
        result, self._next_id = tune(
            self._lent.link,
            self._wish,
            requests.known_presets(),
            self._stopped,
            self._tell,
            engine=self._lent.engine,
            first_request_id=self._lent.first_request_id,
        )
        kept.keep(result)
        return result

    def _guarded(self) -> None:
        try:
            self._told.append(self._work())
        except EngineError as error:
            self._told.append(TuneResult("died", self._latest, reason=str(error)))
        except PacelineError as error:
            self._told.append(TuneResult("failed", self._latest, reason=str(error)))
        except Exception as error:
            log.exception("A bug in a tuning")
            why = f"A bug of Paceline: {type(error).__name__}. The log has the details."
            self._told.append(TuneResult("failed", self._latest, reason=why))


def save(result: TuneResult, name: str) -> PresetInfo | str:
    """Keep the winner as a preset; the preset, or the reason why it is not there."""
    try:
        kept.save_preset(result, name, requests.known_presets(), paths.user_presets_dir())
        kept.keep(result, name)
        return requests.known_presets()[name]
    except (PacelineError, OSError) as error:
        return str(error)
