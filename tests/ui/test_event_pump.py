"""Events come in one piece per tick; those of an older request are dropped."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from engine.commands import Generate
from engine.events import Event, Loading, PromptProgress, RoundDone
from tests.ui.scripted_engine import MODEL_PATH, ScriptedLink
from ui.event_pump import STREAMING_MS, TICK_MS, EventPump
from ui.main_window import MainWindow


def test_a_tick_hands_on_all_events_in_order_and_an_empty_one_nothing() -> None:
    link = ScriptedLink()
    pump = EventPump(link)
    taken: list[list[Event]] = []
    pump.events.connect(taken.append)
    first, second = PromptProgress(1, 1, 2), PromptProgress(1, 2, 2)
    link.say(first, second)
    pump.tick()
    pump.tick()
    assert taken == [[first, second]]


def test_the_pump_polls_by_itself_until_it_is_stopped(qtbot: QtBot) -> None:
    link = ScriptedLink()
    pump = EventPump(link)
    pump.start()
    link.say(PromptProgress(1, 1, 2))
    with qtbot.waitSignal(pump.events):
        pass
    pump.stop()
    link.say(PromptProgress(1, 2, 2))
    qtbot.wait(60)
    assert link.poll() == [PromptProgress(1, 2, 2)]


def test_late_events_of_an_older_reply_are_dropped(loaded: MainWindow, link: ScriptedLink) -> None:
    loaded.send_message("one")
    late = link.round(1, "late words")
    link.end("cancelled")
    loaded.tick()
    loaded.send_message("two")
    panel_saw: list[list[Event]] = []
    loaded.controller.taken.connect(panel_saw.append)
    fresh = link.round(0, "fresh")
    link.say(late, fresh)
    loaded.tick()
    assert loaded.reply_text == "fresh"
    assert [e for events in panel_saw for e in events if isinstance(e, RoundDone)] == [fresh]


def test_progress_of_a_cancelled_load_is_dropped(window: MainWindow, link: ScriptedLink) -> None:
    window.open_model(MODEL_PATH)
    window.controller.cancel_load()
    link.say(Loading(1, "target", MODEL_PATH, 0.7))
    window.tick()
    assert window.controller.phase == "empty"
    assert window.controller.fraction == 0.0


def test_rounds_that_stream_in_come_in_larger_pieces_and_what_comes_after_a_pause_comes_soon() -> None:
    link = ScriptedLink()
    pump = EventPump(link)
    stretches: list[int] = []
    pump.events.connect(lambda _: stretches.append(pump.pause_ms))
    link.send(Generate(1))
    streamed = link.round(0, "word")
    for event in (streamed, streamed, PromptProgress(1, 1, 2), streamed):
        link.say(event)
        pump.tick()
    assert stretches == [STREAMING_MS, STREAMING_MS, TICK_MS, STREAMING_MS]
    pump.tick()
    assert pump.pause_ms == TICK_MS
