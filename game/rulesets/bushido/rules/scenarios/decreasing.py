"""Decreasing: an objective is removed after a victory point, in one of three forms (B-SCEN-8, AMB-28)."""

from __future__ import annotations

from typing import Literal

from game.engine.core.decisions import Pick
from game.engine.core.flow import Flow
from game.refusal import Refusal
from game.rulesets.bushido.rules import events
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.state import Objective, objective_name
from game.wording import _

Form = Literal["scorer", "any", "popular"]
"""One friendly to the scorer, any one, or the one with the most simple scenario actions."""


def decrease(game: Game, winner: str, form: Form) -> Flow:
    """Remove an objective after a victory point; the other player chooses it."""
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
            excluded=lambda piece: _why_not(game, piece, form),
        )
    game.state.objectives[gone].on_table = False
    game.emit(events.ObjectiveRemoved(objective=gone, player=player))


def _why_not(game: Game, piece: str, form: Form) -> Refusal:
    """Return why a piece is not a candidate for removal (B-SCEN-8)."""
    if piece not in game.state.objectives:
        return Refusal(_("{piece} is not an objective", piece=game.name_of(piece)), "B-SCEN-8")
    name = objective_name(piece)
    if form == "popular":
        return Refusal(
            _("models acted more often at another objective than at {objective}", objective=name), "B-SCEN-8"
        )
    return Refusal(_("{objective} is not friendly to the player who scored", objective=name), "B-SCEN-8")


def candidates(game: Game, winner: str, form: Form) -> list[Objective]:
    """Return the objectives of which one is removed."""
    lying = [each for each in game.state.objectives.values() if each.on_table]
    if form == "scorer":
        return [each for each in lying if each.friendly_to == winner]
    most = max((each.actions for each in lying), default=0)
    return lying if form == "any" else [each for each in lying if each.actions == most]
