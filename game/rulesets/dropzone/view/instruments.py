"""The rules of paths as the instruments of the table take them, and the reach of Commanders and Scouts (D-CMD-2, 3)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

import shapely
from shapely.geometry.base import BaseGeometry

from game.engine.rulebook.view import RangeView
from game.rulesets.dropzone.rules.cards.targets import Sphere, holds, spheres
from game.rulesets.dropzone.rules.cargo import fitting, why_closed, works_with
from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.moving.asking import REACH, budget, policies
from game.rulesets.dropzone.rules.moving.boarding import ENTRANCE
from game.rulesets.dropzone.rules.scenery import room
from game.rulesets.dropzone.rules.state import Squad, Unit
from game.rulesets.dropzone.view.supposing import squad_of, standing_at
from game.table.lattice import Position
from game.table.path.policy import PathPolicy
from game.table.shapes import Disc
from game.wording import N_, _, numeral


def paths(game: Game, mover: Disc, inches: float) -> Sequence[PathPolicy]:
    """Return the rules of a move of a base: those of its unit, or else of a unit on the ground, if there is one."""
    units = game.state.units
    unit = units.get(mover.name) or min(units.values(), key=lambda each: game.sheet(each).is_aircraft)
    return [each.but(radius=mover.radius) for each in policies(game, unit, inches)]


def takes_in(game: Game, unit: str) -> Sequence[str]:
    """Return the Transports and Garrisons that a squad may get into, near enough for its move (D-TRANS-8, D-GARR-3)."""
    own = game.state.squads.get(unit)
    units = game.units_of(own) if own is not None else []
    if own is None or not units:
        return ()
    first = units[0]
    here = game.state.units[first.carrier] if first.place == "aboard" else first
    far = budget(game, first) if first.on_table else REACH

    def boards(transport: Unit) -> bool:
        near = min(math.dist((each.x, each.y), (transport.x, transport.y)) for each in units) <= far + REACH
        closed = transport.owner != own.owner or transport.squad == unit or why_closed(game, transport) is not None
        return (
            near and not closed and works_with(game, game.squad_of(transport)) and bool(fitting(game, transport, own))
        )

    def enters(piece: Feature) -> bool:
        near = piece.gap(here.x, here.y) <= far + ENTRANCE
        return near and piece.has("garrison") and room(game, piece) >= len(units)

    transports = [each.id for each in game.on_table() if boards(each)] if first.on_table else []
    garrisons = [each.id for each in game.features if enters(each)] if game.sheet(first).is_infantry else []
    return [*transports, *garrisons]


def stride(game: Game, piece: str) -> float | None:
    """Return the inches of a unit's move (D-MOVE-1)."""
    unit = game.state.units.get(piece)
    return budget(game, unit) if unit is not None and unit.alive else None


NAMES: Final = {"D-CMD-2": N_("Influence"), "D-CMD-3": N_("Scout relay")}
_ROUND: Final = 24


def ranges(game: Game, piece: str, layout: Mapping[str, Position] | None = None) -> tuple[RangeView, ...]:
    """Return the reach of a squad's Commanders and Scouts, with the squads in it; none in a battle without cards.

    With a layout, the squad is taken to stand as in it. Then the reach of others of its player that it is in is
    included too.
    """
    squad = squad_of(game, piece)
    if squad is None or game.setup.document.options.cards == "off":
        return ()
    with standing_at(game, layout or {}):
        there = [*spheres(game, squad.owner)]
        own = _merged(each for each in there if each.unit.squad == squad.id)
        found = [_range(game, each, squad.id, _held(game, each)) for each in own]
        if layout is None:
            return tuple(found)
        others = [each for each in there if each.unit.squad != squad.id and holds(game, each, game.present(squad))]
        return (*found, *(_range(game, (each,), each.unit.squad, (squad.id,)) for each in others))


def _merged(found: Iterator[Sphere]) -> list[tuple[Sphere, ...]]:
    """Return the sources of a squad, those with the same reach together."""
    alike: dict[tuple[str, float], list[Sphere]] = {}
    for each in found:
        alike.setdefault((each.rule, each.inches), []).append(each)
    return [tuple(each) for each in alike.values()]


def _held(game: Game, sources: tuple[Sphere, ...]) -> tuple[str, ...]:
    """Return the other squads in reach of any of some sources: cards may be for friends and foes."""

    def inside(squad: Squad) -> bool:
        units = game.present(squad)
        return bool(units) and any(holds(game, each, units) for each in sources)

    own = sources[0].unit.squad
    return tuple(squad.id for squad in game.state.squads.values() if squad.id != own and inside(squad))


def _range(game: Game, sources: tuple[Sphere, ...], bearer: str, inside: tuple[str, ...]) -> RangeView:
    first = sources[0]
    area = shapely.union_all([_area(each) for each in sources]) if len(sources) > 1 else _area(first)
    title = _("within {inches}″", inches=numeral(first.inches, "g"))
    return RangeView(bearer, _(NAMES[first.rule]), title, area, False, inside, (), first.rule)


def _area(source: Sphere) -> BaseGeometry:
    if source.house is not None:
        return source.house.shape.buffer(source.inches, quad_segs=_ROUND)
    return _circle(source.unit.x, source.unit.y, source.inches)


@lru_cache(maxsize=64)
def _circle(x: float, y: float, inches: float) -> BaseGeometry:
    return shapely.Point(x, y).buffer(inches, quad_segs=_ROUND)
