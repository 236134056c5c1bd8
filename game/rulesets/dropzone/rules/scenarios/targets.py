"""Targets of Opportunity (D-SCO-1)."""

from __future__ import annotations

from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.scenarios import Scenario
from game.wording import N_


class TargetsOfOpportunity(Scenario):
    """Objectives are worth 1 VP at the end, 2 if they were taken off the table."""

    id, rule = "targets-of-opportunity", "D-SCO-1"
    title = N_("Targets of Opportunity")
    text = N_("Find the objectives on the centre line and carry them off your own edge.")

    def points(self, game: Game) -> dict[str, int]:
        found = dict.fromkeys(game.state.players, 0)
        for objective in game.state.objectives.values():
            if objective.extracted_by:
                found[objective.extracted_by] += 2
            elif objective.claimed_by and not objective.removed:
                found[objective.claimed_by] += 1
        return found
