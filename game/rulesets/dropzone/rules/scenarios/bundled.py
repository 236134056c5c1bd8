"""The scenarios of the rulebook (D-SCO-1 to D-SCO-4)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from game.engine.core.flow import Flow
from game.rulesets.dropzone.rules import events, zones
from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.moving.boarding import passengers
from game.rulesets.dropzone.rules.objectives import carried_by, garrison_of
from game.rulesets.dropzone.rules.perishing import ruin
from game.rulesets.dropzone.rules.scenarios import Scenario, dominates, marked
from game.rulesets.dropzone.rules.scenery import hit_scenery, left
from game.rulesets.dropzone.rules.setup import BATTLE, Setup, rings
from game.rulesets.dropzone.rules.state import Objective, Squad, Unit
from game.table.lattice import snap
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
    markers, objectives = (3, 4), ("hidden", "mobile")

    def after(self, game: Game, squad: Squad) -> None:
        """Let a squad at its own edge carry its objective off the table; the squad may return later (R-44).

        A squad in a Transport there counts only if the players agreed so (R-38).
        """
        aboard = game.setup.document.options.extracting == "on"
        for carrier in [squad, *(passengers(game, game.units_of(squad)) if aboard else ())]:
            units = game.units_of(carrier) if aboard else game.standing(carrier)
            objective = carried_by(game, carrier)
            if objective is not None and any(_is_home(game, unit) for unit in units):
                self._extract(game, carrier, objective)

    def _extract(self, game: Game, squad: Squad, objective: Objective) -> None:
        objective.extracted_by, objective.carrier, objective.removed = squad.owner, "", True
        for unit in game.units_of(squad):
            unit.place, unit.carrier = "off", ""
        game.emit(events.Extracted(squad=squad.id, objective=objective.id, rule=self.rule))

    def points(self, game: Game) -> dict[str, int]:
        scores = dict.fromkeys(game.state.players, 0)
        for objective in game.state.objectives.values():
            held, extracted = self.worth(game, objective)
            if objective.extracted_by:
                scores[objective.extracted_by] += extracted
            elif objective.claimed_by and not objective.removed:
                scores[objective.claimed_by] += held
        return scores

    def worth(self, game: Game, objective: Objective) -> tuple[int, int]:
        double = game.setup.document.options.variant == "on" and objective.id == _middle_objective(game)
        return (2, 4) if double else (1, 2)


def _middle_objective(game: Game) -> str:
    """Return the objective that began nearest to the middle of the table."""
    middle = game.battlefield.centre
    return min(game.setup.document.map.objectives, key=lambda objective: math.dist(objective.at, middle)).id


def _is_home(game: Game, unit: Unit) -> bool:
    """Return whether a unit, or the Transport that carries it, is within 1″ of its player's edge (D-CORE-8).

    A token that is too wide for that must touch the edge.
    """
    token = game.outermost(unit)
    inches = zones.gap(game.battlefield, game.state.edges[unit.owner], token.x, token.y)
    return token.on_table and inches <= max(EDGE, game.sheet(token).radius) + game.slack


BUNKER: Final = 2
RUIN: Final = 1
"""Victory points for most points of units around a bunker, and around the ruin of one."""


class BunkerAssault(Scenario):
    """Objectives in bunkers are worth 1 VP each, the ground around a bunker 2, around its ruin 1.

    In the variant bunkers are indestructible.
    """

    id, rule = "bunker-assault", "D-SCO-2"
    title = N_("Bunker Assault")
    text = N_("Take the bunkers, and have most points of units in and around each of them at the end.")
    zones, direct, markers, bunkers = "corners", True, (3, 2), True

    def points(self, game: Game) -> dict[str, int]:
        scores = dict.fromkeys(game.state.players, 0)
        for objective in game.state.objectives.values():
            if objective.claimed_by and not objective.removed:
                scores[objective.claimed_by] += 1
        for feature in marked(game):
            player = dominates(game, feature, inside_double=True)
            if player:
                scores[player] += RUIN if feature.id in game.state.lifted else BUNKER
        return scores


VANTAGE: Final = 2
"""The factor for the ranges of Infantry in a vantage point."""


class BattleRoyale(Scenario):
    """Most kill points win; Infantry shoots twice as far out of the vantage points."""

    id, rule = "battle-royale", "D-SCO-3"
    title = N_("Battle Royale")
    text = N_("Destroy more points than the others. Infantry shoots twice as far out of the marked buildings.")
    measure, markers, clear, objectives = "kills", (3, 2), 12.0, ("removed",)

    def reach(self, game: Game, piece: str) -> int:
        return VANTAGE if any(house.id == piece for house in marked(game)) else 1

    def points(self, game: Game) -> dict[str, int]:
        return dict.fromkeys(game.state.players, 0)


TRAP: Final = 1
PRIZE: Final = 6
"""The faces of a survey die that damage the Garrison, and that bring a further objective."""
BLAST: Final = 9
"""The Energy of the hits that a Garrison takes from a trap."""


SURVEYED: Final = ((BATTLE, 20), (1000, 15), (0, 10))
"""The most Garrisons with an objective in it, from so many points on."""


class SurveyAndControl(Scenario):
    """The first claim of each objective is a survey, worth 1 VP; some bring a prize to be held until the end."""

    id, rule = "survey-and-control", "D-SCO-4"
    title = N_("Survey and Control")
    text = N_("Be the first in each building. Some surveys are dangerous, and some find a prize to be held.")
    seats, surveys = (2, 2), True

    def lay(self, setup: Setup) -> Iterator[Objective]:
        """Yield an objective in each Garrison near the middle (D-SCO-4)."""
        points = max(player.army.limit for player in setup.document.players)
        most = next(number for least, number in SURVEYED if points >= least)
        houses = list[Feature]()
        for ring in rings(setup.ruler.battlefield):
            if len(houses) + len(ring) > most:
                break
            houses += ring
        for house in houses:
            spot = house.shape.representative_point()
            yield Objective(f"{house.id}.objective", snap(spot.x), snap(spot.y))

    def claimed(self, game: Game) -> Flow:
        for objective in game.state.objectives.values():
            if objective.claimed_by and not objective.removed and not objective.prize:
                yield from _survey(game, objective)

    def points(self, game: Game) -> dict[str, int]:
        scores = {player: game.state.scores.get(player, 0) for player in game.state.players}
        for feature in _prizes(game):
            player = dominates(game, feature, inside_double=False)
            if player:
                scores[player] += 1
        return scores


def _prizes(game: Game) -> Iterator[Feature]:
    """Yield the Garrisons in which a prize lies."""
    for objective in game.state.objectives.values():
        house = garrison_of(game, objective)
        if objective.prize and not objective.removed and house is not None:
            yield house


def _survey(game: Game, objective: Objective) -> Flow:
    """Roll for an objective that was claimed for the first time: a prize, a trap or nothing (D-SCO-4)."""
    state, player, house = game.state, objective.claimed_by, garrison_of(game, objective)
    pool = game.throw(f"survey {objective.id}", 1)
    [face] = pool.faces
    game.emit(events.Surveyed(player=player, objective=objective.id, pool=pool, rule="D-SCO-4"))
    state.scores = {**state.scores, player: state.scores.get(player, 0) + 1}
    objective.prize = face == PRIZE
    objective.removed = not objective.prize
    if face != TRAP or house is None or not house.has("destructible"):
        return
    count = game.throw("trap", 1)
    game.rolled("trap", count, count.faces[0], house.id, rule="D-SCO-4")
    hit_scenery(game, house, count.faces[0], BLAST, "D-SCO-4")
    if not left(game, house):
        yield from ruin(game, house)
