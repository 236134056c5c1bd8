"""The enemies in reach of a unit's charge, with their chances, and the ranges of a unit's abilities."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from functools import lru_cache
from typing import Final

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from game.engine.rulebook.view import Band, ChanceView, Claim, Figure, RangeView, percent
from game.rulesets.aos4.documents import params
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.odds.charging import needed_by_paths, needed_straight
from game.rulesets.aos4.odds.exact import TWO_DICE, reaching
from game.rulesets.aos4.rules.core.charges import Charge
from game.rulesets.aos4.rules.effects import concerns, is_target
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.moving.grounds import Move
from game.rulesets.aos4.rules.moving.unit_moves import unit_move
from game.rulesets.aos4.rules.rulings import CHARGED_TO
from game.rulesets.aos4.rules.state import Unit, of_unit
from game.rulesets.aos4.view.instruments import stride, unit_of
from game.rulesets.aos4.view.preview import moved_to
from game.rulesets.aos4.view.rolls import can_roll_again
from game.table.lattice import Position
from game.table.path.region import PathRegion
from game.table.shapes import Disc
from game.table.threat.onward import areas_from
from game.wording import N_, _, numeral

ROLLS: Final = (5, 7, 9, 11)
"""The rolls of two dice for which bands are drawn, from likely to very unlikely."""
_ROUND: Final = 24


# -- charges


def charges(game: Game, piece: str) -> ChanceView | None:
    """Return the chances of a unit's charge at each enemy, or None if it cannot charge (A-CHG-2, A-CHG-4)."""
    unit = unit_of(game, piece)
    spec = None if unit is None else game.setup.abilities[unit.owner].get(Charge.id)
    if unit is None or spec is None or unit.place != "table" or not game.fights(unit) or stride(game, unit.id) is None:
        return None
    if Charge().why_not(game, spec, unit) is not None or game.charged(unit):
        return None
    figures = tuple(_figures(game, unit, again=can_roll_again(game, spec, unit)))
    title = of_unit("{unit} charges", "{unit} charge", unit)
    return ChanceView(title, tuple(_bands(game, unit)), figures)


def _bands(game: Game, unit: Unit) -> Iterator[Band]:
    """Yield the area for each roll in which an enemy's base can be charged."""
    bonus = game.bonus(unit, "charge")
    inches = [float(max(0, roll + bonus)) for roll in ROLLS]
    enemies = frozenset(enemy.id for enemy in game.enemies(unit))
    members = unit_move(game, unit, Move(max(inches), "A-CHG-4", charging=enemies)).members
    parts: list[list[shapely.Geometry]] = [[] for _each in ROLLS]
    for radius in {member.disc.radius for member in members}:
        same = [member for member in members if member.disc.radius == radius]
        ends = same[0].ends
        assert isinstance(ends, PathRegion)
        spots = np.array([member.disc[:2] for member in same])
        reach = radius + CHARGED_TO
        for part, area in zip(parts, areas_from(spots, ends.policies[0], inches)):
            around = [shapely.Point(*spot) for spot in spots.tolist()]
            part.append(shapely.union_all([area, *around]).buffer(reach, quad_segs=_ROUND))
    for roll, part in zip(ROLLS, parts):
        share = reaching(roll + bonus, bonus=bonus)
        area = shapely.intersection(shapely.union_all(part), game.ruler.battlefield.table)
        yield Band(area, f"{roll}+ {percent(share)}", share)


def _figures(game: Game, unit: Unit, *, again: bool) -> Iterator[Figure]:
    """Yield the needed roll for each enemy in reach with its chance, and the chance with a reroll."""
    bonus = game.bonus(unit, "charge")
    for enemy in game.enemies(unit):
        if needed_straight(game, unit, enemy) > TWO_DICE.most + bonus:
            continue
        needed = needed_by_paths(game, unit, enemy)
        if needed is None:
            yield Figure(enemy.id, _("no path"), "bad", Claim("charge", (unit.id, enemy.id), (0.0,)))
            continue
        share = reaching(needed, bonus=bonus)
        text = _("needs {needs}: {chance}", needs=max(2, needed - bonus), chance=percent(share))
        if again and share < 1.0:
            text += _(", with reroll {chance}", chance=percent(reaching(needed, bonus=bonus, reroll=True)))
        tone = "good" if share >= 0.5 else "warning"
        yield Figure(enemy.id, text, tone, Claim("charge", (unit.id, enemy.id), (share,), needed - bonus))


# -- ranges of abilities


def ranges(game: Game, piece: str, layout: Mapping[str, Position] | None = None) -> tuple[RangeView, ...]:
    """Return the ranges of a unit's abilities with the units in them (A-ABIL-4, A-GEO-5).

    With a `layout`, the unit stands there, and the result has the ranges of other units around it too.
    """
    unit = unit_of(game, piece)
    if unit is None or (unit.place != "table" and not layout):
        return ()
    with nullcontext() if layout is None else moved_to(game, unit, layout):
        others = [other for other in game.state.units.values() if other is not unit]
        own = [
            _range(game, spec, unit, [other for other in others if concerns(game, spec, unit, other)])
            for spec, _unit in _ranged(game, [unit])
        ]
        if layout is None:
            return tuple(own)
        others = [other for other in others if game.fights(other)]
        pairs = [(spec, other) for spec, other in _ranged(game, others) if concerns(game, spec, other, unit)]
        theirs = [_range(game, spec, other, [unit]) for spec, other in pairs]
        return (*own, *(range_view for range_view in theirs if range_view.inside or range_view.outside))


def _ranged(game: Game, units: Sequence[Unit]) -> Iterator[tuple[AbilityDocument, Unit]]:
    """Yield each ability with a range, with each unit of some that has it."""
    for player in game.state.players:
        own = [unit for unit in units if unit.owner == player]
        for spec in game.setup.abilities[player].values():
            if params.RANGE.of(spec.params):
                yield from ((spec, unit) for unit in own if game.setup.names_unit(spec, unit))


def _range(game: Game, spec: AbilityDocument, bearer: Unit, units: list[Unit]) -> RangeView:
    inches, wholly = params.RANGE.of(spec.params), params.WHOLLY.of(spec.params)
    area = _around(game.positions.bases(bearer).discs, inches)
    text = N_("wholly within {inches}″") if wholly else N_("within {inches}″")
    inside = [unit.id for unit in units if is_target(game, spec, bearer, unit)]
    outside = [unit.id for unit in units if unit.id not in inside and game.positions.within(unit, bearer, inches)]
    title = _(text, inches=numeral(inches, "g"))
    return RangeView(bearer.id, _(spec.name), title, area, wholly, tuple(inside), tuple(outside), "A-GEO-5")


@lru_cache(maxsize=32)
def _around(discs: tuple[Disc, ...], inches: float) -> BaseGeometry:
    circles = [shapely.Point(disc.x, disc.y).buffer(disc.radius + inches, quad_segs=_ROUND) for disc in discs]
    return circles[0] if len(circles) == 1 else shapely.union_all(circles)
