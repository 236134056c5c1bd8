"""Where a unit may be set up: in a territory, near somebody, away from enemies (A-DEP-5, A-DEP-9, A-MAN-5)."""

from __future__ import annotations

from collections.abc import Sequence

import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.moving.unit_moves import coherency
from game.rulesets.aos4.rules.state import Unit
from game.table.layout.policy import LayoutPolicy, Member
from game.table.layout.setting_up import SetUp
from game.table.placing.clearances import ClearOf, OnTable
from game.table.placing.condition import Condition
from game.table.placing.region import Region
from game.table.placing.solids import ClearOfShape
from game.table.shapes import Disc
from game.table.terrain.area import polygons_of
from game.wording import N_


def room_for(
    game: Game, unit: Unit, models: Sequence[str], narrowed: dict[float, list[Condition]], rule: str
) -> SetUp:
    """Return the question where some models of a unit are set up, beside those of it that stand on the table.

    `narrowed` has what a base of a radius must obey besides what holds for everybody.
    """
    facts, standing = game.models(unit), game.positions.bases(unit)
    regions: dict[float, Region] = {}
    members = []
    for number, model in enumerate(models):
        radius = facts[model].radius
        if radius not in regions:
            regions[radius] = Region(radius, (*general(game, unit, radius), *narrowed.get(radius, ())))
        middle = _middle(game)
        disc = Disc(middle[0] + 2.2 * radius * number, middle[1], radius, f"{unit.name} {model.rpartition('-')[2]}")
        members.append(Member(model, disc, regions[radius]))
    fixed = tuple(
        Member(model, disc, Region(disc.radius, (_stays(disc),)))
        for model, disc in zip(standing.models, standing.discs)
    )
    whole = (*fixed, *members)
    return SetUp(LayoutPolicy(whole, coherency(len(whole)), (), rule), tuple(standing.models))


def general(game: Game, unit: Unit, radius: float) -> list[Condition]:
    """Return what every base that is set up must obey: on the table, on nobody, on no forbidden ground."""
    field = game.ruler.battlefield
    others = [
        disc
        for other in game.state.units.values()
        if other.place == "table" and other is not unit
        for disc in game.positions.bases(other).discs
    ]
    conditions: list[Condition] = [OnTable(field, radius, "A-GEO-9")]
    conditions.append(ClearOf(others, radius, N_("overlaps a base"), "A-GEO-9"))
    for feature in game.features():
        if feature.disc is None and (feature.is_impassable or not feature.may_be_stood_on):
            rule = "A-TAB-3" if feature.is_impassable else "A-TAB-4" if "unstable" in feature.does else "A-TERR-5"
            shape: BaseGeometry = shapely.union_all(feature.polygons)
            conditions.append(ClearOfShape(shape, radius, feature.name, N_("on terrain"), rule))
    return conditions


def territory(game: Game, side: str) -> Polygon:
    """Return the territory of a side: a zone of the map."""
    zones = game.setup.document.map.zones
    areas = [Polygon(area.outline) for zone in zones if zone.id == side for area in zone.area]
    [found] = polygons_of(shapely.union_all(areas))
    return found


def _middle(game: Game) -> tuple[float, float]:
    field = game.ruler.battlefield
    return field.width / 2, field.height / 2


def _stays(disc: Disc) -> Condition:
    from game.table.placing.rings import Ring

    return Ring(disc._replace(radius=0.0), 1e-4)
