"""A machine that thinks long: the window goes on, the person can have it play at once, the settings limit it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace

import pytest

from game.engine.core.decisions import Answer, Decision
from game.engine.session import Session
from game.players import new_session
from game.players.new_session import Seated
from tests.toy.sessions import toy_session
from tests.ui.driver import Driver

Window = Callable[..., Driver]


class Ponderer:
    """Thinks until it is told to stop."""

    reason, tries = "it was time", 1

    def __init__(self) -> None:
        self.stopped: Callable[[], bool] = lambda: True
        self.begun = threading.Event()

    def decide(self, decision: Decision, fork: Callable[[], Session]) -> Answer:
        self.begun.set()
        while not self.stopped():
            pass
        return ["bob", "ann"]


def pondering() -> tuple[Seated, Ponderer]:
    seat, player = Seated("random"), Ponderer()
    seat.player = player
    return seat, player


def test_the_machine_plays_at_once_when_told_to(window: Window) -> None:
    bob, player = pondering()
    driver = window(toy_session(4), bots={"bob": bob})
    driver.scene.window.choose(replace(driver.scene.window.options, think=0.0))
    driver.frames_until("thinking", player.begun.is_set)
    assert driver.session.journal == []
    driver.key("ctrl+p")
    driver.frames_until("the answer", lambda: bool(driver.session.journal))


def test_the_settings_limit_how_long_it_thinks(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    bob, _player = pondering()
    given, limit = list[float](), bob.limit

    def noted(most: float, stopped: Callable[[], bool]) -> None:
        given.append(most)
        limit(most, stopped)

    monkeypatch.setattr(bob, "limit", noted)
    driver = window(toy_session(4), bots={"bob": bob})
    driver.scene.window.choose(replace(driver.scene.window.options, think=0.5))
    driver.scene.thinker.forget()
    driver.frames_until("the answer", lambda: bool(driver.session.journal))
    assert given[-1] == 0.5, "and not the usual time, after which it would answer too"


def test_what_a_machine_thinks_about_a_moment_that_is_gone_ends(window: Window) -> None:
    bob, player = pondering()
    driver = window(toy_session(4), bots={"bob": bob})
    driver.frames_until("thinking", player.begun.is_set)
    thought = driver.scene.thinker.thought
    assert thought is not None
    driver.scene.thinker.forget()
    driver.frames_until("the end of thinking", lambda: thought.done)
    assert driver.scene.thinker.thought is not thought


class Clock:
    """A clock that shows what it is set to."""

    now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.mark.parametrize(
    ("own", "most", "seconds"), [(None, 2.0, 2.0), (5.0, 2.0, 5.0), (0.0, 2.0, None), (None, 0.0, None)]
)
def test_a_bot_has_its_own_time_else_the_time_it_is_given(
    own: float | None, most: float, seconds: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    monkeypatch.setattr(new_session, "time", clock)
    bot, player = pondering()
    bot.most = own
    bot.limit(most)
    assert not player.stopped()
    clock.now += (seconds or 1e6) - 0.01
    assert not player.stopped()
    clock.now += 0.02
    assert player.stopped() == (seconds is not None)


def test_a_limit_of_its_own_goes_before_that_of_the_settings(window: Window) -> None:
    bob, _player = pondering()
    bob.most = 0.05
    driver = window(toy_session(4), bots={"bob": bob})
    driver.scene.window.choose(replace(driver.scene.window.options, think=0.0))
    driver.scene.thinker.forget()
    driver.frames_until("the answer", lambda: bool(driver.session.journal))
