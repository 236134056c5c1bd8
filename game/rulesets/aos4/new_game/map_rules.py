"""What Age of Sigmar asks of a map: inches, territories, the objectives of a battleplan, known traits (18.4, A-TAB)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from shapely import Polygon

from game.engine.kit.new_games import in_inches, made_for
from game.engine.rulebook.facets import MapProblem as Problem
from game.rulesets.aos4.rules import battleplans
from game.rulesets.aos4.rules.rulings import FROM_ENEMY_TERRITORY
from game.rulesets.aos4.rules.setup import TERRITORIES
from game.rulesets.aos4.rules.terrain import ABILITIES, PREFIX
from game.table.documents import MapDocument
from game.wording import N_, _

NAME: Final = "aos4"
SMALLEST: Final = (30.0, 22.0)
"""Inches that a table has at least, across and up."""


def check_map(document: MapDocument, players: int = 2) -> list[Problem]:
    """Return everything that keeps `document` from being a table for Age of Sigmar."""
    return [*_table(document), *_territories(document), *_objectives(document), *_traits(document)]


def _table(document: MapDocument) -> Iterator[Problem]:
    yield from (*made_for(document, NAME), *in_inches(document, "A-GEO-1"))
    sides = {"width": document.width, "height": document.height}
    for name, least in zip(sides, SMALLEST):
        if sides[name] < least:
            text = N_("the table is {width:g} by {height:g} inches - it must be at least {wide:g} by {high:g}")
            yield Problem(name, _(text, **sides, wide=SMALLEST[0], high=SMALLEST[1]), "A-GEO-1")


def _territories(document: MapDocument) -> Iterator[Problem]:
    zones = {zone.id: zone for zone in document.zones}
    for side in TERRITORIES:
        if side not in zones:
            yield Problem("zones", _("zone {side!r} is missing - it is a player's territory", side=side), "A-DEP-5")
        elif len(zones[side].area) != 1:
            yield Problem(f"zones.{side}", _("a territory must be one area"), "A-DEP-5")
    if all(side in zones and len(zones[side].area) == 1 for side in TERRITORIES):
        one, other = (Polygon(zones[side].area[0].outline) for side in TERRITORIES)
        if one.intersects(other):
            yield Problem("zones", _("the territories overlap"), "A-DEP-5")
        elif one.distance(other) <= FROM_ENEMY_TERRITORY and min(one.area, other.area) < 100:
            yield Problem("zones", _("there must be room more than 9″ from the other territory"), "A-DEP-5")


def _objectives(document: MapDocument) -> Iterator[Problem]:
    there = {objective.id for objective in document.objectives}
    fitting = [name for name in battleplans.names() if {*battleplans.find(name).objectives} <= there]
    if not fitting:
        known = "; ".join(f"{name}: {', '.join(battleplans.find(name).objectives)}" for name in battleplans.names())
        text = N_("no battleplan fits these objectives - battleplans need {known}")
        yield Problem("objectives", _(text, known=known), "A-OBJ-1")


def _traits(document: MapDocument) -> Iterator[Problem]:
    known = ", ".join(PREFIX + name for name in ABILITIES)
    for index, piece in enumerate(document.terrain):
        for key, value in piece.traits.items():
            where = f"terrain[{index}].traits.{key}"
            if not key.startswith(PREFIX):
                continue
            if key.removeprefix(PREFIX) not in ABILITIES:
                yield Problem(
                    where, _("{key!r} is not a terrain trait - use one of {known}", key=key, known=known), "A-TERR-7"
                )
            elif not isinstance(value, bool):
                yield Problem(where, _("{value!r} must be true or false", value=value), "A-TERR-7")
        if piece.barricades:
            reason = _("{piece} contains a line - draw it as an area with a height", piece=piece.name)
            yield Problem(f"terrain[{index}].barricades", reason, "A-TERR-5")
