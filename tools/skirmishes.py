"""Games of Bushido for pictures, and the making of a warband."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from game import rulesets
from game.engine.core.decisions import Place
from game.engine.session import Session
from tests.rulesets.bushido.bushido_kit import acting, skirmish_session
from tests.ui.driver import Hands


def skirmish(action: str, *answers: Any) -> Session:
    """Return a game of Bushido in which the leader has begun an action."""
    hurt = {"wounds": 2, "markers": {"Prone": [0], "Bleeding": [2, 1]}, "counters": 0}
    session = skirmish_session(scenario="seikyuu", ferry_brute=hurt, temple_guard_archer={"markers": {"Stunned": [0]}})
    return acting(session, "bell-warden", action, *answers)


def splitting() -> Session:
    """Return a game of Bushido in which the first of two splits its dice in secret."""
    session = skirmish("charge", ["bob.river-bandit-cutter-1"])
    while not session.pending().secret:
        decision = session.pending()
        if isinstance(decision, Place):
            spot = decision.region.nearest((9.0, 8.0))
            session.answer([spot.x, spot.y] if spot is not None else "")
        else:
            session.answer("pass")
    return session


def table() -> Session:
    """Return a game of Bushido in which everybody stands as the rules allow and Ann is to pick a model."""
    return skirmish_session(
        scenario="idols",
        temple_guard_archer={"x": 9.0, "y": 4.0, "markers": {"Stunned": [0]}},
        ferry_brute={"x": 9.0, "y": 19.0, "wounds": 2, "markers": {"Bleeding": [2, 1]}},
    )


SKIRMISHES: Final[dict[str, Callable[[], Session]]] = {
    "bushido-table": table,
    "bushido-walk": lambda: skirmish("walk"),
    "bushido-charge": lambda: skirmish("charge", ["bob.river-bandit-cutter-1"]),
    "bushido-split": splitting,
}
"""Games of Bushido at a question, by name."""


def show_warbands(hands: Hands) -> None:
    """Open the list of warbands."""
    hands.window.open("rosters", book=rulesets.load("bushido"))
    hands.frame()


def band_in_the_making(hands: Hands) -> None:
    """Begin a warband, with a card of one's own, that costs more than its limit."""
    hands.press_row("Make a new one")
    given = {
        "name": "The Reed Road",
        "faction": "Mudwater",
        "card.river-bandit-chief": "1",
        "card.ferry-brute": "1",
        "card.river-bandit-cutter": "2",
        "new-card": "reed-stalker",
        "limit": "40",
    }
    for step, answer in given.items():
        hands.top.answer(step, answer)
    hands.top.replace(hands.top.first())
    hands.frame()
