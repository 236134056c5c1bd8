"""Games of the toy rulebook."""

from __future__ import annotations

from game.engine.core.dice import KeyedDice
from game.engine.session import Session
from tests.toy.toy_rulebook import Toy, ToySetup, ToyState


def toy_session(step: int = 0, rules: Toy | None = None) -> Session:
    """Return a game that asks its question number `step` first."""
    return Session(rules or Toy(), ToySetup(), KeyedDice(1), state=ToyState(answers=["as before"] * step))
