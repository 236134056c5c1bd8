"""Bunker Assault (D-SCO-2)."""

from __future__ import annotations

from typing import Final

from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.scenarios import Scenario, dominates, marked
from game.wording import N_

BUNKER: Final = 2
RUIN: Final = 1
"""Victory points for most points of units around a bunker, and around what is left of it."""


class BunkerAssault(Scenario):
    """Objectives in bunkers are worth 1 VP each, the ground around a bunker 2, around its ruin 1.

    In the variant bunkers are indestructible.
    """

    id, rule = "bunker-assault", "D-SCO-2"
    title = N_("Bunker Assault")
    text = N_("Take the bunkers, and have most points of units in and around each of them at the end.")
    zones, direct, markers, bunkers = "corners", True, (3, 2), True

    def begin(self, game: Game) -> None:
        for objective in game.state.objectives.values():
            objective.mobile = objective.hidden = False

    def points(self, game: Game) -> dict[str, int]:
        found = dict.fromkeys(game.state.players, 0)
        for objective in game.state.objectives.values():
            if objective.claimed_by and not objective.removed:
                found[objective.claimed_by] += 1
        for feature in marked(game):
            player = dominates(game, feature, inside_double=True)
            if player:
                found[player] += RUIN if feature.id in game.state.lifted else BUNKER
        return found
