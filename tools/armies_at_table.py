"""Battles of Age of Sigmar for pictures: a unit being deployed, one that moves, two armies that have met."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

from game import rulesets
from game.documents.reading import load_document
from game.engine.core.dice import KeyedDice
from game.engine.core.windows import PASS
from game.engine.rulebook.new_game import GamePlan
from game.engine.saving.documents import PositionDocument
from game.engine.saving.loading import start_of
from game.engine.session import Session
from game.players.random_player import random_answer
from tests.ui.driver import Driver

MELEE: Final = Path(__file__).resolve().parents[1] / "tests" / "positions" / "aos4-melee.json"
PIKES: Final = "ann.wallward-pikes"


def melee() -> Session:
    """Return two armies that have met, as the charges come."""
    return start_of(load_document(MELEE, PositionDocument), rulesets.find, MELEE.name)


def deploying() -> Session:
    """Return a battle of Three Wells in which the pikes are set up."""
    ruleset = rulesets.load("aos4")
    session = Session(ruleset, ruleset.new_setup(GamePlan(("Ann", "Bob"), "three-wells")), KeyedDice(3))
    rng = Random(4)
    while not (session.pending().kind == "arrange" and session.pending().about == PIKES):
        session.answer(random_answer(session.pending(), rng))
    return session


def fighting() -> Session:
    """Return the melee after the charges, as a unit is picked to fight."""
    session = melee()
    while session.pending().rule != "A-FIGHT-2":
        session.answer(PASS)
    return session


def charge(driver: Driver) -> None:
    """Charge with the pikes, dragged as far as they come towards the enemy."""
    driver.key("c")
    driver.scene.hurry()
    driver.key("n")
    chargers = next(piece for piece in driver.scene.model.view.pieces if piece.unit == "bob.eelback-chargers")
    driver.click(driver.at(chargers.x, chargers.y))
    driver.move((2, driver.screen.get_height() - 2))  # no tooltip


BATTLES: Final[dict[str, Callable[[], Session]]] = {
    "aos4-deploying": deploying,
    "aos4-melee": melee,
    "aos4-fighting": fighting,
}
"""Battles at a question, by name."""
