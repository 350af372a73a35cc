"""What the two halves of a running comparison share: the script writes what it is about to do, the driver what came."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from engine.events import EngineInfo, GenerationStarted, ModelLoaded, RoundDone
from ui.comparison import Activity, Arm, Case, CompareEvent, Doing, Record, Run, RunDone, Setting


@dataclass(slots=True)
class Running:
    """setting: what the figures hold for; it grows complete when the model is loaded. out: events not yet handed out.

    showing: the run whose rounds are told as they come, as (arm, case, repetition). started, rounds: of the request in
    progress, or of the last one.
    """

    setting: Setting
    engine: EngineInfo | None = None
    out: list[CompareEvent] = field(default_factory=list)
    records: list[Record] = field(default_factory=list)
    activity: Doing = field(default_factory=lambda: Doing("load"))
    showing: tuple[str, str, int] | None = None
    started: GenerationStarted | None = None
    rounds: list[RoundDone] = field(default_factory=list)

    def record(self, record: Record) -> None:
        """Something worth keeping."""
        self.records.append(record)
        self.out.append(record)

    def model_is(self, loaded: ModelLoaded) -> None:
        """The engine holds it, and so it is what the figures hold for."""
        self.setting = replace(
            self.setting,
            engine=self.engine,
            model=loaded.model,
            n_ctx=loaded.n_ctx,
            gpu_layers=loaded.gpu_layers,
            threads=loaded.threads,
            warnings=loaded.warnings,
        )

    def doing(self, activity: Activity, arm: Arm | None = None, case: Case | None = None, repetition: int = 0) -> None:
        """Say what goes on from now on."""
        self.activity = Doing(activity, arm.name if arm else "", case.id if case else "", repetition)
        self.out.append(self.activity)

    def runs(self, arm: Arm, case: Case) -> list[Run]:
        """What was measured of one arm in one case."""
        runs = (record.run for record in self.records if isinstance(record, RunDone))
        return [run for run in runs if run.arm == arm.name and run.case == case.id]
