"""What is said of a move before it is made is what follows: coherency, silent weapons, fire both ways, objectives.

`tools/promises.py` holds whole battles to it.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from game.engine.core.decisions import Arrange
from game.engine.core.dice import KeyedDice
from game.engine.session import Session
from game.players.random_player import random_answer
from game.rulesets.dropzone import RULESET
from game.rulesets.dropzone.view import preview
from tests.rulesets.dropzone.dropzone_kit import Moment
from tools.promising.dropzone import Checks, as_active

KINDS = {"at", "fired at", "fires at", "incoherent", "objective", "silenced"}
MOVES = 12


def moving() -> Session:
    """Return a battle in which two Anvils are asked where they move, in the fire of Gales, near an objective."""
    at = Moment(objectives={"west": (24.0, 13.0)})
    at.put("anvils-1", 24.0, 10.0)
    at.put("anvils-2", 26.0, 10.0)
    at.put("gales-1", 24.0, 30.0, 270.0)
    at.put("glaives-1", 10.0, 32.0, 270.0)
    battle = Session(RULESET, at.game.setup, KeyedDice(1), state=at.game.state, history=False)
    session = as_active(battle, at.squad("anvils-1"))
    assert session is not None
    session.answer("move")
    assert isinstance(session.decision, Arrange)
    return session


def problems(checks: Checks) -> str:
    session, rng = moving(), Random(3)
    answers = [random_answer(session.pending(), rng) for _move in range(MOVES)]
    return "\n".join(problem for answer in answers for problem in checks.of(session, answer))


def test_what_is_said_of_moves_is_what_follows() -> None:
    checks = Checks()
    assert problems(checks) == ""
    assert checks.held.keys() >= KINDS


@pytest.mark.parametrize(("name", "lie", "kinds"), [
    ("may_fire", lambda *given: False, {"fires at", "fired at"}),
    ("at", lambda *given: [], {"at"}),
    ("why_silent", lambda *given: None, {"silenced"}),
])  # fmt: skip
def test_what_is_wrongly_said_of_moves_is_seen(
    monkeypatch: pytest.MonkeyPatch, name: str, lie: Callable[..., object], kinds: set[str]
) -> None:
    monkeypatch.setattr(preview, name, lie)
    found = problems(Checks())
    assert {kind for kind in KINDS if f"{kind}: " in found} >= kinds
