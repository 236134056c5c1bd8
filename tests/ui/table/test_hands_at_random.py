"""Direct handling by a clumsy hand: random presses, drags and keys never break a game nor leave it unsaid."""

from __future__ import annotations

import random
from collections.abc import Callable

import pygame
import pytest

from game import rulesets
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from tests.samples import some
from tests.ui.driver import Driver

Window = Callable[..., Driver]
KEYS = (
    "escape",
    "return",
    "tab",
    "space",
    "n",
    "v",
    "e",
    "a",
    "ctrl+z",
    "ctrl+y",
    "i",
    "m",
    "x",
    "up",
    "right",
    "1",
    "2",
)


def clumsy(driver: Driver, rng: random.Random) -> None:
    """Do something at random, often on a piece."""
    scene = driver.scene
    pieces = list(scene.model.pieces.values())
    spot = rng.choice(pieces) if pieces and rng.random() < 0.7 else None
    x, y = (spot.x, spot.y) if spot is not None else (rng.uniform(0, 30), rng.uniform(0, 22))
    pixel = scene.focus.camera.to_screen(x, y)
    at = round(pixel[0]), round(pixel[1])
    deed = rng.random()
    if driver.top.sheets or deed < 0.25:
        driver.key(rng.choice(KEYS if not driver.top.sheets else ("escape", "return", "space")))
        return
    driver.move(at)
    button = 3 if deed > 0.95 else 1
    driver.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=button))
    if rng.random() < 0.5:
        for _ in range(rng.randint(1, 3)):
            at = (at[0] + rng.randint(-160, 160), at[1] + rng.randint(-160, 160))
            driver.move(at)
    if rng.random() < 0.9:
        driver.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=at, button=button))
    driver.frame()


@pytest.mark.parametrize(("seed", "pace"), [(0, 0.0), (1, 4.0), (2, 4.0), (3, 0.0)])
def test_nothing_breaks_and_the_journal_tells_it_all(window: Window, seed: int, pace: float) -> None:
    ruleset = rulesets.load("godbreakers")
    scenario = ("score", "clash", "trap", "gathering")[seed]
    setup = ruleset.new_setup(GamePlan(("Ann", "Bob"), scenario))
    driver = window(Session(ruleset, setup, KeyedDice(seed)))
    driver.session.answer("auto-deploy")
    driver.window.options.pace = pace
    driver.scene.apply_options()
    driver.scene.focus.call(driver.scene.model.refresh)
    rng, longest, begun = random.Random(seed), 0, len(driver.session.journal)
    for _ in range(some(150)):
        clumsy(driver, rng)
        assert driver.top is driver.table
        assert not driver.scene.model.trouble
        longest = max(longest, len(driver.session.journal))
        if driver.session.finished:
            break
    assert longest > begun
    again = Session(ruleset, setup, KeyedDice(seed))
    for entry in driver.session.journal:
        again.give(entry)
    assert again.state.digest() == driver.session.state.digest()
