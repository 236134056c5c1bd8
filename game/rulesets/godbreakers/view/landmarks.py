"""The landmarks of a game: rounds, activations, losses and scores among everything that happens."""

from __future__ import annotations

from game.engine.core.events import Event
from game.engine.rulebook.view import Landmark
from game.rulesets.godbreakers.rules.events import core as happened
from game.rulesets.godbreakers.rules.events import scenarios


def landmark(event: Event) -> Landmark | None:
    """Return what an event means for the course of the game, None for most."""
    match event:
        case happened.RoundBegan():
            return Landmark("round", amount=event.round)
        case happened.Activated():
            return Landmark("activation", event.model)
        case happened.Casualty() | happened.Ascended() | scenarios.TakenAway():
            return Landmark("casualty", event.model)
        case happened.Scored():
            return Landmark("score", event.player, event.points)
    return None
