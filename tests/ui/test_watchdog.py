"""What the engine notices about a reply is told in the window, and whether drafting may rest is a setting."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count

import pytest
from PySide6.QtWidgets import QCheckBox, QLabel

from engine.commands import Generate
from engine.events import Noticed, NoticeKind
from engine.watchdog import CHECK_ROUNDS, SLOW_ROUNDS, Notice, Seen, Watchdog
from tests.ui.scripted_engine import ScriptedLink
from ui import language
from ui.main_window import MainWindow

PLAIN_S = 0.01
LOOP = "The reply repeats itself: the same few words over and over."
SWEDISH = {
    "acceptance": "Utkasten höll förut",
    "low": "Bara 0 % av svarets utkast håller, och rundor med utkast går med 0,50× hastigheten",
    "slow": "I 24 rundor gick svaret med 0,50× hastigheten",
    "loop": "Svaret upprepar sig: samma få ord om och om igen.",
}


def words_of(window: MainWindow) -> str:
    return "\n".join(label.text() for label in window.chat.banner.findChildren(QLabel) if not label.isHidden())


def noticed(kind: NoticeKind, may_rest: bool) -> str:
    """What the watchdog says of a reply that goes wrong in this way."""
    fresh = count()

    def rounds(n: int, accepted: int, seconds: float, drafted: int = 8) -> Iterable[Seen]:
        return (Seen([next(fresh) for _ in range(accepted + 1)], drafted, accepted, seconds) for _ in range(n))

    plain = [*rounds(CHECK_ROUNDS, 0, PLAIN_S, drafted=0)]
    going_wrong: dict[NoticeKind, Iterable[Seen]] = {
        "acceptance": [*plain, *rounds(10, 8, PLAIN_S), *rounds(8, 0, PLAIN_S)],
        "low": [*rounds(SLOW_ROUNDS + 1, 0, 2 * PLAIN_S), *plain],
        "slow": [*rounds(SLOW_ROUNDS + 1, 4, 10 * PLAIN_S), *plain],
        "loop": (Seen([1], 1, 1, PLAIN_S) for _ in range(60)),
    }
    dog = Watchdog(PLAIN_S, may_rest=may_rest)
    told: list[Notice] = [notice for one in going_wrong[kind] for notice in dog.round(one)]
    return next(one.text for one in told if one.kind == kind)


@pytest.fixture
def in_swedish(loaded: MainWindow) -> Iterator[MainWindow]:
    language.use("sv")
    yield loaded
    language.use("en")


@pytest.mark.parametrize("may_rest", [True, False])
@pytest.mark.parametrize("kind", SWEDISH)
def test_every_notice_is_swedish_in_a_swedish_window(
    in_swedish: MainWindow, link: ScriptedLink, kind: NoticeKind, may_rest: bool
) -> None:
    in_swedish.send_message("hello")
    in_swedish.tick()
    request = link.last(Generate)
    link.begin()
    link.say(Noticed(request.request_id, kind, noticed(kind, may_rest)))
    in_swedish.tick()
    words = words_of(in_swedish)
    assert SWEDISH[kind] in words
    assert not {"the", "is", "drafting", "drafts", "another"} & set(words.lower().split())


def test_a_notice_stands_in_the_banner_while_the_reply_goes_on(loaded: MainWindow, link: ScriptedLink) -> None:
    loaded.send_message("hello")
    loaded.tick()
    request = link.last(Generate)
    link.begin()
    link.say(Noticed(request.request_id, "loop", LOOP))
    loaded.tick()
    assert LOOP in words_of(loaded)
    assert loaded.controller.busy


def test_drafting_may_rest_unless_somebody_says_no(loaded: MainWindow, link: ScriptedLink) -> None:
    loaded.send_message("hello")
    loaded.tick()
    assert link.last(Generate).rest_when_slow
    link.begin()
    link.end()
    loaded.tick()
    boxes = loaded.settings.findChildren(QCheckBox)
    name = "Pause drafting where it slows the reply"
    next(box for box in boxes if name in (box.text(), box.accessibleName())).setChecked(False)
    loaded.send_message("hello again")
    loaded.tick()
    assert not link.last(Generate).rest_when_slow
