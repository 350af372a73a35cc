"""What advice is made from: the file's header, where its layers lie, and what was measured of it on this machine."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from app.advice.weighing import Facts, Family, Measured, Possible, advise
from app.compare import store
from app.library import header_of
from app.tuning import kept as keeping
from app.tuning.candidates import possible
from engine.commands import PresetInfo
from engine.drafters import discover
from engine.errors import UsageError
from engine.events import EngineInfo
from engine.gguf_header import Header
from engine.memory_plan import plan
from engine.mtp_heads import is_sidecar
from ui.advice import Advice, Question, Remark
from ui.comparison import Report

MOST_COMPARISONS: Final = 8  # of a model, the newest ones: reading one takes its time
_USUAL_CONTEXT: Final = 8192
_FRONT: Final = 1 << 20  # bytes that hold the first record
log = logging.getLogger(__name__)


def advice_for(question: Question, presets: Mapping[str, PresetInfo], engine: EngineInfo | None) -> Advice:
    """All that is known about a question. engine: the present one, None where it is not known. Raises PacelineError for
    a file that cannot be read."""
    target = header_of(Path(question.model))
    draft = header_of(Path(question.draft)) if question.draft else None
    head = draft is not None and is_sidecar(draft)
    fitting = [
        Possible(info, _families(info, target, draft, head))
        for info in presets.values()
        if possible(info, Path(question.model), target, question.draft, head)
    ]
    tuned = keeping.latest(question.model, question.draft)
    measured = list(_measured(question.model))
    remarks: list[Remark] = []
    if tuned is not None:
        old = keeping.stale(tuned, engine)
        ground = f"measured here on {tuned.date}"
        if old:
            remarks.append(Remark("tuning", f"It is time to tune again: {'; '.join(old)}.", ground))
        else:
            remarks.append(Remark("tuning", tuned.sentence, ground))
            if tuned.preset and tuned.speedup:
                gain = tuned.speedup
                measured.insert(0, Measured(tuned.preset, gain.estimate, gain.low, gain.high, tuned.date))
    for info in presets.values():
        kept = None if info.built_in else keeping.of_preset(info.id)
        changed = keeping.stale(kept, engine, question.model) if kept else []
        if kept is not None and changed:
            said = f"Tuned on {kept.date}, but {'; '.join(changed)}. It is time to tune again."
            remarks.append(Remark("old tuning", said, f"measured here on {kept.date}", (info.id,)))
    facts = _facts(question, target, None if head else draft, engine)
    return advise(facts, question.workload, question.temperature, fitting, measured, remarks)


def _facts(question: Question, target: Header, draft: Header | None, engine: EngineInfo | None) -> Facts:
    devices = engine.devices if engine else ()
    gpu_layers = question.gpu_layers
    if gpu_layers is None and engine is not None:
        n_ctx = question.context.n_ctx or min(target.n_ctx_train, _USUAL_CONTEXT)
        gpu_layers = plan(target, draft, devices, question.context, n_ctx).gpu_layers
    return Facts(
        title=target.title,
        parameters=target.parameters,
        n_layer=target.n_layer,
        experts=(target.integer(target.key("expert_count")) or 0) > 0,
        gpu=any(device.kind != "cpu" for device in devices),
        gpu_layers=gpu_layers,
        draft_parameters=draft.parameters if draft else None,
    )


def _families(info: PresetInfo, target: Header, draft: Header | None, head: bool) -> tuple[Family, ...]:
    """The families of those drafters that this model would have."""
    known = discover()
    found: list[Family] = []
    for choice in info.drafters:
        kind = known[choice.name]
        if choice.optional and kind.needs_draft_model and (draft is None or head):
            continue
        if choice.optional and kind.unavailable(target) and not (head and kind.takes_sidecar):
            continue
        found.append(kind.family)
    return tuple(dict.fromkeys(found))


def _measured(model: str) -> Sequence[Measured]:
    """What comparisons of this file told, the newest first."""
    found: list[Measured] = []
    wanted = Path(model).absolute()
    n_read = 0
    for path in sorted(store.comparisons_dir().glob("*.jsonl"), reverse=True):  # names begin with the time
        if n_read >= MOST_COMPARISONS:
            break
        if not _mentions(path, wanted.name):
            continue
        try:
            report = store.load(path)
        except UsageError as error:
            log.warning("%s", error)
            continue
        if Path(report.setting.plan.model).absolute() == wanted:
            n_read += 1
            found += _of_report(report)
    return found


def _mentions(path: Path, name: str) -> bool:
    """Whether the front of a file, which says what was compared, has this name in it."""
    try:
        with path.open("rb") as file:
            return json.dumps(name)[1:-1].encode() in file.read(_FRONT)
    except OSError:
        return False


def _of_report(report: Report) -> Sequence[Measured]:
    """Of each preset its best arm, over all prompts and of each kind. Single runs, as in the first rounds of a tuning,
    have no interval and are no measurement that anybody should be sent by."""
    date = report.setting.started_at[:10]
    found: list[Measured] = []
    for workload, rows in (("", report.rows), *((case.category, case.rows) for case in report.cases)):
        best: dict[str, Measured] = {}
        for row in rows[1:]:
            gain = row.speedup
            if gain is None or row.peer or row.too_short or gain.noisy or gain.low is None:
                continue
            if row.preset not in best or gain.estimate > best[row.preset].speedup:
                best[row.preset] = Measured(row.preset, gain.estimate, gain.low, gain.high, date, workload)
        found += best.values()
    return found
