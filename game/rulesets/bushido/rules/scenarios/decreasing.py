"""The removal of an objective after a victory point (B-SCEN-8, AMB-28)."""

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
"""The candidates: objectives friendly to the scorer, any, or those with the most simple scenario actions."""


def decrease(game: Game, winner: str, form: Form) -> Flow:
    """Let the opponent of a victory point's winner choose an objective, and remove it."""
    found = candidates(game, winner, form)
    if not found:
        return
    player = game.other(winner)
    removed = found[0].id
    if len(found) > 1 or form != "popular":
        [removed] = yield Pick(
            player=player,
            prompt=_("Which objective is removed?"),
            rule="B-SCEN-8",
            candidates=tuple(objective.id for objective in found),
            excluded=lambda piece: _why_not(game, piece, form),
        )
    game.state.objectives[removed].on_table = False
    game.emit(events.ObjectiveRemoved(objective=removed, player=player))


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
    """Return the objectives that may be removed."""
    lying = game.objectives()
    if form == "scorer":
        return [objective for objective in lying if objective.friendly_to == winner]
    most = max((objective.actions for objective in lying), default=0)
    return lying if form == "any" else [objective for objective in lying if objective.actions == most]
