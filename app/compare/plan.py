"""From what was chosen to what runs: the arms with their names, the prompts, and where they meet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from engine.commands import ContextOptions, Sampling, Speculation
from engine.errors import UsageError
from ui.comparison import BASELINE, Arm, Plan, Task

MOST_RUNS = 100
XLLAMACPP = "xllamacpp"


def make_plan(
    model: str,
    chosen: Sequence[tuple[str, Speculation]],
    tasks: Sequence[Task],
    *,
    peers: Sequence[str] = (),
    context: ContextOptions | None = None,
    sampling: Sampling | None = None,
    runs: int = 3,
    max_tokens: int = 256,
) -> Plan:
    """chosen: (name, speculation) of each arm wanted, in order. The baseline is always the first arm, asked for or not;
    asked for twice it is two arms. peers: 'xllamacpp' or URLs. Sampling is greedy unless given. Raises UsageError."""
    if not tasks:
        raise UsageError("The comparison", "it has no prompts", "Choose a set or a file with at least one")
    if not 1 <= runs <= MOST_RUNS:
        raise UsageError(f"The number of runs is {runs}", f"it must be 1 to {MOST_RUNS}")
    if max_tokens < 1:
        raise UsageError(f"The length of the replies is {max_tokens}", "it must be at least 1 token")
    others = list(chosen)
    asked = next((pair for pair in others if pair[0] == BASELINE), None)
    if asked:
        others.remove(asked)
    own = _numbered([(BASELINE, Speculation()), *others])
    arms = [Arm(name, how) for name, how in own]
    for peer in peers:
        if peer == XLLAMACPP:
            arms += [Arm(f"{peer} {arm.name}", arm.speculation, peer) for arm in arms if not arm.peer]
        else:
            arms.append(Arm(peer, Speculation(), peer))
    doubled = [name for name, n in Counter(arm.name for arm in arms).items() if n > 1]
    if doubled:
        raise UsageError(f"The peer {doubled[0]} is named twice")
    return Plan(
        model=model,
        arms=tuple(arms),
        tasks=tuple(tasks),
        context=context or ContextOptions(),
        sampling=sampling or Sampling(temperature=0.0),
        runs=runs,
        max_tokens=max_tokens,
    )


def draft_files(plan: Plan) -> list[str]:
    """The draft models of all arms, each once."""
    paths = (arm.speculation.draft_model for arm in plan.arms)
    return list(dict.fromkeys(path for path in paths if path))


def _numbered(pairs: Iterable[tuple[str, Speculation]]) -> list[tuple[str, Speculation]]:
    """The same name again becomes 'name #2', 'name #3'."""
    seen: Counter[str] = Counter()
    result = []
    for name, how in pairs:
        seen[name] += 1
        result.append((name if seen[name] == 1 else f"{name} #{seen[name]}", how))
    return result
