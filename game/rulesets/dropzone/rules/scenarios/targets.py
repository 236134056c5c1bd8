"""Targets of Opportunity (D-SCO-1)."""

from __future__ import annotations

import math
from typing import Final

from game.rulesets.dropzone.rules import events, zones
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.objectives import carried_by
from game.rulesets.dropzone.rules.scenarios import Scenario
from game.rulesets.dropzone.rules.state import Objective, Squad, Unit
from game.rulesets.dropzone.rules.transports.boarding import passengers
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
        """Let a squad carry its objective off its own edge; it may come back later (R-44).

        It stands on the table, or if the players agreed it is in a Transport there (R-38).
        """
        aboard = game.setup.document.options.extracting == "on"
        for each in [squad, *(passengers(game, squad) if aboard else ())]:
            units = game.units_of(each) if aboard else game.standing(each)
            objective = carried_by(game, each)
            if objective is not None and any(_is_home(game, unit) for unit in units):
                self._extract(game, each, objective)

    def _extract(self, game: Game, squad: Squad, objective: Objective) -> None:
        objective.extracted_by, objective.carrier, objective.removed = squad.owner, "", True
        for unit in game.units_of(squad):
            unit.place, unit.carrier = "off", ""
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
    """Return whether a unit, or what carries it on the table, is within 1″ of its player's edge (D-CORE-8).

    A token that is too wide for that must touch the edge.
    """
    there = game.outermost(unit)
    inches = zones.gap(game.ruler.battlefield, game.state.edges[unit.owner], there.x, there.y)
    return there.on_table and inches <= max(EDGE, game.sheet(there).radius) + game.ruler.policy.tolerance
