"""A comparison that is steered: in another order, ended between two prompts, on a model that is loaded already."""

from __future__ import annotations

from collections.abc import Callable

from app.compare.provisions import Provisions
from app.compare.run import Comparison
from app.compare.steering import Steering
from engine.commands import LoadModel, MeasurePrice
from tests.app.compare.running import NGRAM, TASK, Recorded, finish, plan_for
from ui.comparison import Ended, Plan, PriceKnown, RunDone, Task


def test_it_is_done_where_somebody_has_enough_and_all_arms_have_had_the_same_prompts(
    link: Recorded, target: str, supplies: Callable[[Plan], Provisions]
) -> None:
    plan = plan_for(target, ("ngram-simple", NGRAM), tasks=(TASK, Task("two", "own", ("again",))))
    backwards = Steering(order=lambda _case, _repetition: plan.arms[::-1], enough=lambda: True, bound=False)
    told = finish(Comparison(link, plan, supplies(plan), steering=backwards), link)
    runs = [event.run for event in told if isinstance(event, RunDone)]
    assert [(run.arm, run.case) for run in runs] == [("ngram-simple", TASK.id), ("baseline", TASK.id)] * plan.runs
    assert told[-1] == Ended("done")
    assert not [event for event in told if isinstance(event, PriceKnown)]
    assert not [command for command in link.commands if isinstance(command, MeasurePrice)]


def test_the_next_one_goes_on_with_the_model_that_is_in_memory(
    link: Recorded, target: str, supplies: Callable[[Plan], Provisions]
) -> None:
    plan = plan_for(target, ("ngram-simple", NGRAM))
    first = Comparison(link, plan, supplies(plan))
    finish(first, link)
    assert first.loaded is not None
    second = Comparison(
        link, plan, supplies(plan), first_request_id=first.next_request_id(), steering=Steering(loaded=first.loaded)
    )
    told = finish(second, link)
    assert told[-1] == Ended("done")
    assert len([command for command in link.commands if isinstance(command, LoadModel)]) == 1
    assert second.setting.n_ctx == first.setting.n_ctx > 0, "what the figures hold for is known all the same"
    assert second.setting.model == first.setting.model is not None
