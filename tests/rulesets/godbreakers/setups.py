"""Playing through a scenario's setup: who places what, in which order."""

from __future__ import annotations

import math
import random

from game.engine.core.decisions import Place
from game.players.random_player import random_answer
from game.rulesets.godbreakers.rules.state import Model, Token
from tests.rulesets.godbreakers.kit import Play


def places_asked(play: Play, seed: int = 0) -> list[tuple[str, str]]:
    """Answer at random until the setup is over; return who was asked to place a piece of which kind."""
    source = random.Random(seed)
    asked = []
    while play.state.step == "setup":
        decision = play.decision
        if isinstance(decision, Place):
            piece = play.game.piece(decision.about)
            assert not isinstance(piece, Token)
            asked.append((decision.player, piece.kind))
        play.answer(random_answer(decision, source))
        assert play.session.ruleset.violations(play.game) == []
    return asked


def of_sort(play: Play, kind: str) -> list[Model]:
    """The models of a kind on the table."""
    return [model for model in play.game.standing() if model.kind == kind]


def ring(x: float, y: float, inches: float, count: int) -> list[tuple[float, float]]:
    """Spots evenly round a point, on the lattice, from east on."""
    turns = (2 * math.pi * step / count for step in range(count))
    return [(round(x + inches * math.cos(turn), 4), round(y + inches * math.sin(turn), 4)) for turn in turns]
