"""Deployment zones (B-SETUP-6, B-SETUP-7, B-TR-48)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import shapely
from shapely.geometry.base import BaseGeometry

from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.moving.policies import zone as zone_of_control
from game.rulesets.bushido.rules.rulings import TOLERANCE
from game.rulesets.bushido.rules.scenarios import ANY, find
from game.rulesets.bushido.rules.setup import Setup
from game.rulesets.bushido.rules.state import Model
from game.rulesets.bushido.rules.terrain import impassable
from game.table.placing.conditions import ClearOf, Condition, OnTable
from game.table.placing.region import Region
from game.table.placing.solids import ClearOfShape, InsideShape, NearShape
from game.wording import N_

CORNER = 6.0
"""The side of a corner square, in inches."""
CORNER_EDGE = 8.0
"""The length of each edge at a corner for a corner-edge deployment, in inches."""
SOUTH, NORTH = "south", "north"


class Zone(NamedTuple):
    """A deployment zone. A base must be wholly inside it if `inside` is set, else touch it.

    `ahead` is the direction towards the other side, in hundredths of a degree counter-clockwise from east.
    """

    shape: BaseGeometry
    name: str
    inside: bool
    ahead: int


@lru_cache(maxsize=32)
def zone(deployment: str, side: str, width: float, height: float) -> Zone:
    """Return the zone of a side ("south" or "north") in a kind of deployment (B-SETUP-7). Raise `KeyError`."""
    if deployment == "baseline":
        y = 0.0 if side == SOUTH else height
        return Zone(shapely.LineString([(0.0, y), (width, y)]), N_("the baseline"), False, 9000 if y == 0.0 else 27000)
    x, y, step = (0.0, 0.0, 1.0) if side == SOUTH else (width, height, -1.0)
    ahead = 4500 if side == SOUTH else 22500
    if deployment == "corner-square":
        low_x, high_x = sorted((x, x + step * CORNER))
        low_y, high_y = sorted((y, y + step * CORNER))
        square = shapely.box(low_x, low_y, high_x, high_y)
        return Zone(square, N_("the corner square"), True, ahead)
    if deployment == "corner-edge":
        edges = shapely.LineString([(x + step * CORNER_EDGE, y), (x, y), (x, y + step * CORNER_EDGE)])
        return Zone(edges, N_("the corner's edges"), False, ahead)
    raise KeyError(deployment)


DEPLOYMENTS: Final = ("baseline", "corner-square", "corner-edge")


def deployment_of(setup: Setup) -> str:
    """Return the kind of deployment of a game: its scenario's, or the agreed one (B-SETUP-7, B-SCEN-23)."""
    own = find(setup.document.scenario).deployment
    return setup.document.options.deployment if own == ANY else own


def zone_of(game: Game, player: str) -> Zone:
    """Return the deployment zone of a player. The sides must have been chosen."""
    field = game.ruler.battlefield
    side = SOUTH if player == game.state.south else NORTH
    return zone(deployment_of(game.setup), side, field.width, field.height)


def room(game: Game, model: Model) -> list[Condition]:
    """Return the conditions for every legal spot: on the table, off bases, objectives and impassable terrain."""
    return [
        OnTable(game.ruler.battlefield, model.radius, rule="B-MOVE-1"),
        ClearOf(
            [other.disc for other in game.on_table() if other is not model],
            model.radius,
            cause=N_("overlaps a base"),
            rule="B-MOVE-1",
        ),
        ClearOf(
            [objective.named_disc for objective in game.objectives()],
            model.radius,
            cause=N_("overlaps an objective"),
            rule="B-SCEN-3",
        ),
        ClearOfShape(
            impassable(game.ruler.battlefield),
            model.radius,
            N_("impassable terrain"),
            N_("on impassable terrain"),
            "B-TERR-3",
        ),
    ]


def apart_from_enemies(game: Game, model: Model) -> list[Condition]:
    """Return the conditions to be neither in base contact with an enemy nor in an enemy's zone (B-SETUP-6)."""
    enemies = [other for other in game.on_table() if other.side != model.side]
    if not enemies:
        return []
    grown = [other.disc._replace(radius=other.radius + 2 * TOLERANCE) for other in enemies]
    fronts = shapely.union_all([part for other in enemies for part in zone_of_control(game, other)])
    return [
        ClearOf(grown, model.radius, cause=N_("in base contact with an enemy"), rule="B-SETUP-6"),
        ClearOfShape(fronts, model.radius + TOLERANCE, N_("the zone of an enemy"), N_("in an enemy zone"), "B-SETUP-6"),
    ]


def region(game: Game, model: Model, player: str) -> Region:
    """Return the legal spots for deploying a model (B-SETUP-5 to B-SETUP-7). A Scout may be near the zone (B-TR-48)."""
    home, rule = zone_of(game, player), "B-SETUP-7"
    scout = game.named(model, "Scout")
    if scout is not None:
        within: Condition = NearShape(home.shape, scout.inches + TOLERANCE, model.radius, home.name, "B-TR-48")
    elif home.inside:
        within = InsideShape(home.shape, model.radius, home.name, rule)
    else:
        within = NearShape(home.shape, TOLERANCE, model.radius, home.name, rule)
    return Region(model.radius, (*room(game, model), *apart_from_enemies(game, model), within))
