"""Targets of Opportunity (D-SCO-1)."""

from __future__ import annotations

import math
from typing import Final

from game.rulesets.dropzone.rules import events, zones
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.objectives import carried_by
from game.rulesets.dropzone.rules.scenarios import Scenario
from game.rulesets.dropzone.rules.state import Squad, Unit
from game.wording import N_

EDGE: Final = 1.0
"""Inches from its own edge at which a carrying squad leaves the table."""


class TargetsOfOpportunity(Scenario):
    """Mobile objectives are worth 1 VP at the end, 2 if they were taken off the table.

    In the variant the one that begins nearest to the middle is worth double.
    """

    id, rule = "targets-of-opportunity", "D-SCO-1"
    title = N_("Targets of Opportunity")
    text = N_("Find the objectives on the centre line and carry them off your own edge.")
    markers = (3, 4)

    def begin(self, game: Game) -> None:
        for objective in game.state.objectives.values():
            objective.mobile = objective.hidden = True

    def after(self, game: Game, squad: Squad) -> None:
        """Let a squad on the table carry its objective off its own edge; it may come back later (R-38, R-44)."""
        objective = carried_by(game, squad)
        units = game.standing(squad)
        if objective is None or not any(_is_home(game, unit) for unit in units):
            return
        objective.extracted_by, objective.carrier, objective.removed = squad.owner, "", True
        for unit in units:
            unit.place = "off"
        game.emit(events.Extracted(squad=squad.id, objective=objective.id, rule=self.rule))

    def points(self, game: Game) -> dict[str, int]:
        found = dict.fromkeys(game.state.players, 0)
        double = _central(game) if game.setup.document.options.variant == "on" else ""
        for objective in game.state.objectives.values():
            worth = 2 if objective.id == double else 1
            if objective.extracted_by:
                found[objective.extracted_by] += 2 * worth
            elif objective.claimed_by and not objective.removed:
                found[objective.claimed_by] += worth
        return found


def _central(game: Game) -> str:
    """Return the objective that began nearest to the middle of the table."""
    field = game.ruler.battlefield
    middle = field.width / 2, field.height / 2
    return min(game.setup.document.map.objectives, key=lambda each: math.dist(each.at, middle)).id


def _is_home(game: Game, unit: Unit) -> bool:
    """Return whether a unit is within 1″ of its player's edge: its token is, for its centre cannot be."""
    inches = zones.gap(game.ruler.battlefield, game.state.edges[unit.owner], unit.x, unit.y)
    return inches - game.sheet(unit).radius <= EDGE + game.ruler.policy.tolerance
