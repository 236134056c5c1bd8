"""Decreasing: an objective goes after a victory point, in one of three forms (B-SCEN-8, AMB-28)."""

from __future__ import annotations

from typing import Literal

from game.engine.core.decisions import Pick
from game.engine.core.flow import Flow
from game.rulesets.bushido.rules import events
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.state import Objective
from game.wording import _

Form = Literal["scorer", "any", "popular"]
"""One friendly to the scorer, any one, or the one at which most simple scenario actions were done."""


def decrease(game: Game, winner: str, form: Form) -> Flow:
    """Remove an objective after a victory point, of the choice of the other player."""
    found = candidates(game, winner, form)
    if not found:
        return
    player = game.other(winner)
    gone = found[0].id
    if len(found) > 1 or form != "popular":
        [gone] = yield Pick(
            player=player,
            prompt=_("Which objective is removed?"),
            rule="B-SCEN-8",
            candidates=tuple(each.id for each in found),
        )
    game.state.objectives[gone].on_table = False
    game.emit(events.ObjectiveRemoved(objective=gone, player=player))


def candidates(game: Game, winner: str, form: Form) -> list[Objective]:
    """Return the objectives of which one goes."""
    lying = [each for each in game.state.objectives.values() if each.on_table]
    if form == "scorer":
        return [each for each in lying if each.friendly_to == winner]
    most = max((each.actions for each in lying), default=0)
    return lying if form == "any" else [each for each in lying if each.actions == most]
