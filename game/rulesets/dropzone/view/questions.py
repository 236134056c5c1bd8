"""Questions of where to move for a purpose, and the threats of enemy units: a Move, then fire.

A unit claims within 2″ of an objective. A weapon allows no more movement than its M&F; arcs do not matter, as units
that move may turn (D-MOVE-2, D-SHOOT-6, D-SHOOT-10). Threats leave out sight, which a line in the picture says.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from typing import Final, NamedTuple

import shapely
from shapely.geometry.base import BaseGeometry

from game.cached import cached_property
from game.engine.core.records import restored
from game.engine.questions.conditions import EndsOfPaths
from game.engine.rulebook.questions import Askable, Ends, Fight, Proof, Reacher, no_tests
from game.lengths import length, missing
from game.rulesets.dropzone.documents.sheets import WeaponDocument
from game.rulesets.dropzone.odds.fire import fire_odds
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.moving.asking import budget, movement, policies
from game.rulesets.dropzone.rules.objectives import CLAIMING, garrison_of
from game.rulesets.dropzone.rules.scenery import wall_of
from game.rulesets.dropzone.rules.shooting.declaring import fire_at
from game.rulesets.dropzone.rules.shooting.legal import sighted, vantage, why_silent
from game.rulesets.dropzone.rules.shooting.numbers import Fire
from game.rulesets.dropzone.rules.state import Squad, Unit
from game.rulesets.dropzone.view.preview import inches_to
from game.rulesets.dropzone.view.table import objective_name
from game.table.facing import facing_towards
from game.table.lattice import LATTICE_STEP, Position, position
from game.table.path.region import PathRegion
from game.table.placing.condition import Condition
from game.table.placing.conditions import Here
from game.table.placing.region import Region
from game.table.placing.rings import Never, Ring
from game.table.shapes import Bounds, Disc
from game.table.threat.threat_map import Approach, Strike, Threat
from game.table.threat.threat_region import Struck
from game.wording import N_, _, numeral, percent

VERB: Final = N_("fire")
RULE: Final = "D-SHOOT-10"


class Firing(NamedTuple):
    """A way to fire: the ends of the move before it, and the range of the weapon from there, in inches."""

    ends: EndsOfPaths | Here
    range: float


class Coming(Reacher):
    """A unit that could come and fire from its present spot; later changes of the game do not affect it.

    `target` is the unit that it would fire at, None for any unit on the ground: only AA weapons fire at airborne
    Aircraft, and active countermeasures shorten ranges (D-SHOOT-3, D-SHOOT-10).
    """

    def __init__(self, game: Game, unit: Unit, target: Unit | None = None) -> None:
        self.id, self.name, self.disc = unit.id, unit.name, game.disc(unit)
        self._ruler, self._aim = game.ruler, game.disc(target) if target is not None else self.disc
        self.ways = tuple(_ways(game, unit, target))

    @property
    def far(self) -> float:
        """The inches of its longest move and range together, if nothing is in the way."""
        return max((each.range + _inches(each.ends) for each in self.ways), default=0.0)

    @property
    def approaches(self) -> tuple[Approach, ...]:
        """The ends of its moves, with its range from there."""
        return tuple(Approach(self.disc, Region(self.disc.radius, (each.ends,)), each.range) for each in self.ways)

    def strikes(self, target: Disc) -> list[Strike]:
        """Return the strike that has a base in range after the least move; nothing if there is none."""
        spots = [spot for each in self.ways if (spot := self.spot(each, target)) is not None]
        if not spots:
            return []
        spot = min(spots, key=lambda each: math.dist(each, self.disc[:2]))
        inches = math.dist(spot, self.disc[:2])
        return [Strike(self.id, self.name, inches < HAIR, spot, inches, VERB, RULE)]

    def could_strike(self, target: Disc) -> bool:
        """Return whether it could have a base in range, which is faster to tell than the strike."""
        return any(self.spot(each, target) is not None for each in self.ways)

    def spot(self, way: Firing, target: Disc) -> Position | None:
        """Return the nearest end of a move from which a weapon reaches a base, or None if none was found."""
        reach = way.range + self._ruler.policy.short_by
        start, gap = position(self.disc.x, self.disc.y), math.dist(self.disc[:2], target[:2])
        if gap <= reach:
            return start
        if gap > reach + _inches(way.ends):
            return None
        share = (gap - way.range) / gap
        ahead = position(start.x + (target.x - start.x) * share, start.y + (target.y - start.y) * share)
        near = Ring(target, reach, 0.0, RULE)
        if near.allows(*ahead) and way.ends.allows(*ahead):
            return ahead
        ends = Region(self.disc.radius, (way.ends, near))
        return ends.nearest(start) or ends.sample(Random(0))

    @cached_property
    def _everywhere(self) -> BaseGeometry:
        ends = ((each.base, each.move.geometry, each.n or 0.0) for each in self.approaches)
        return shapely.union_all([Struck.of(self._ruler, *each).region for each in ends])

    def area(self, box: Bounds, level: int) -> BaseGeometry:
        return shapely.intersection(self._everywhere, shapely.box(*box))

    def reaches(self, x: float, y: float, level: int) -> bool:
        return self.could_strike(self._aim.moved_to(x, y))

    def proof(self, x: float, y: float, level: int) -> Proof:
        base = self._aim.moved_to(x, y)
        strikes = self.strikes(base)
        if strikes:
            receipt = self._ruler.measure(base, self.disc.moved_to(*strikes[0].spot))
            return Proof(True, strikes[0].text, strikes[0].rule, receipt)
        missing_inches = math.dist(base[:2], self.disc[:2]) - self.far
        text = _("{enemy}: no path gets near enough", enemy=self.name)
        if missing_inches > LATTICE_STEP:
            text = _("{enemy}: {amount} out of range", enemy=self.name, amount=length(missing_inches, 1))
        return Proof(False, text, "D-SHOOT-10", self._ruler.measure(base, self.disc))


HAIR: Final = 0.02
"""Inches of a move that count as none: a base that stays is drawn with a hair around it."""


def _inches(ends: EndsOfPaths | Here) -> float:
    """Return the most inches between the start and any end of a move."""
    return HAIR if isinstance(ends, Here) else max(each.budget for each in ends.paths.policies)


def _ways(game: Game, unit: Unit, target: Unit | None) -> Iterator[Firing]:
    """Yield the ways in which a unit could fire, without those no better than another."""
    field = game.ruler.battlefield
    diagonal, factor = math.hypot(field.width, field.height), vantage(game, unit)
    stays = unit.place == "inside"
    reach_after: dict[float, float] = {}
    for weapon in game.sheet(unit).weapons:
        airborne = target is not None and target.airborne  # then only AA weapons may fire at it (D-SHOOT-3)
        if weapon.cq or (airborne and "aa" not in weapon.rules) or (stays and wall_of(game, unit) is None):
            continue
        countered = target is not None and game.sheet(target).active
        limit = math.inf if weapon.silent_beyond is None else weapon.silent_beyond
        moves = 0.0 if stays else min(movement(game, unit), limit)
        reach = min(diagonal, weapon.range_to(countered=countered) * factor)
        reach_after[moves] = max(reach_after.get(moves, 0.0), reach)
    for moves, reach in reach_after.items():
        if not any(longer_move > moves and other_reach >= reach for longer_move, other_reach in reach_after.items()):
            yield Firing(_ends(game, unit, moves), reach)


def _ends(game: Game, unit: Unit, inches: float) -> EndsOfPaths | Here:
    """Return the ends of a move of so many inches."""
    if not inches:
        return Here(game.disc(unit))
    return EndsOfPaths(PathRegion((unit.x, unit.y), *policies(game, unit, inches)))


def threats(
    game: Game, player: str, about: str = "", spot: tuple[float, float] | None = None, level: int = 0
) -> tuple[Threat, ...]:
    """Return the enemy squads of a player with the areas that they threaten by a Move and fire.

    The unit `about` is taken to be at `spot`; its countermeasures count, and whether it flies.
    """
    target = game.state.units.get(about)
    layout = {about: spot} if target is not None and spot is not None else {}
    with game.supposing(layout):
        squads: dict[str, list[Coming]] = {}
        for each in comers(game, player, target):
            if each.ways:
                squads.setdefault(game.state.units[each.id].squad, []).append(each)
        return tuple(_threat(game, game.state.squads[squad], units) for squad, units in squads.items())


def _threat(game: Game, squad: Squad, units: Sequence[Coming]) -> Threat:
    """Return the area that some units of a squad threaten; as one threat, because a squad acts as one."""
    return Threat(
        squad.id,
        squad.name,
        units[0].disc,
        max(way.range for unit in units for way in unit.ways),
        tuple(approach for unit in units for approach in unit.approaches),
        game.ruler,
        VERB,
        RULE,
        measured=partial(_strikes, squad, units),
        note=_("squads after a move, now or next round, ignoring line of sight"),
    )


def _strikes(squad: Squad, units: Sequence[Coming], target: Disc) -> list[Strike]:
    """Return the strike of a squad that has a base in range after the least move; nothing if there is none."""
    strikes = (strike._replace(id=squad.id, name=squad.name) for unit in units for strike in unit.strikes(target))
    return sorted(strikes, key=lambda strike: strike.inches)[:1]


def comers(game: Game, player: str, target: Unit | None) -> Sequence[Coming]:
    """Return the enemy units of a player on the table and in Garrisons that could come."""
    enemies = [each for each in game.state.units.values() if each.owner != player and each.place in ("table", "inside")]
    return [Coming(game, each, target) for each in enemies]


def askable(game: Game, piece: str) -> Askable | None:
    """Return the enemy units and objectives on the table, or None if the piece is not a unit on the table."""
    unit = game.state.units.get(piece)
    if unit is None or not unit.on_table or not game.left(unit):
        return None
    foes = tuple(each.id for each in game.on_table() if each.owner != unit.owner)
    goals = game.lying()
    return Askable(foes, tuple(each.id for each in goals))


def _path(game: Game, unit: Unit) -> PathRegion:
    return PathRegion((unit.x, unit.y), *policies(game, unit, budget(game, unit)))


def ends(game: Game, piece: str, foes: Sequence[str]) -> tuple[Ends, ...]:
    """Return the ends of a Move (D-MOVE-1, D-AIR-2)."""
    return (Ends(_path(game, game.state.units[piece])),)


# -- firing


def fires(game: Game, unit: Unit, foe: Unit) -> list[Fire]:
    """Return the fire of every weapon that a unit may fire at another from its spot, turned towards it (D-MOVE-2)."""
    declared = []
    for weapon in game.sheet(unit).weapons:
        with restored([unit], "facing", "turned"):
            if not weapon.cq and _could_fire(game, unit, weapon, foe):
                declared.append(fire_at(game, unit, weapon, foe))
    return declared


def _could_fire(game: Game, unit: Unit, weapon: WeaponDocument, foe: Unit) -> bool:
    """Return whether a unit may fire a weapon, if need be after turning to the target; it stays turned."""
    if why_silent(game, unit, weapon) is not None:
        return False
    rules = [each.rule for each in sighted(game, unit, weapon, foe).refusals]
    if rules != ["D-SHOOT-8"]:
        return not rules
    unit.facing, unit.turned = facing_towards(foe.x - unit.x, foe.y - unit.y), True
    return why_silent(game, unit, weapon) is None and not sighted(game, unit, weapon, foe).refusals


class CanFire(Condition):
    """An end of a move from which a unit could fire at another: in range and sight, and not moved too far."""

    costly, rule, cause = True, "D-SHOOT-3", N_("could not fire")

    def __init__(self, game: Game, unit: Unit, foe: Unit) -> None:
        self._game, self._unit, self._foe, self._path = game, unit, foe, _path(game, unit)
        target = game.sheet(foe)
        weapons = [each for each in game.sheet(unit).weapons if not each.cq]
        reach = max((each.range_to(countered=target.active) for each in weapons), default=0.0) + target.spread
        across = math.hypot(game.ruler.battlefield.width, game.ruler.battlefield.height)
        self.most = min(across, reach)
        self.bounds = foe.x - self.most, foe.y - self.most, foe.x + self.most, foe.y + self.most
        self._known: dict[tuple[float, float], bool] = {}

    def _off(self, x: float, y: float) -> float:
        return math.dist((x, y), (self._foe.x, self._foe.y))

    def allows(self, x: float, y: float) -> bool:
        if (x, y) not in self._known:
            self._known[x, y] = self._off(x, y) <= self.most + self._game.ruler.policy.short_by and self._fires(x, y)
        return self._known[x, y]

    def _fires(self, x: float, y: float) -> bool:
        inches = inches_to(self._unit, self._path, x, y)
        with self._game.supposing({self._unit.id: (x, y)}, {self._unit.id: inches}):
            return bool(fires(self._game, self._unit, self._foe))

    def short_by(self, x: float, y: float) -> float:
        return 0.0 if self.allows(x, y) else max(self._off(x, y) - self.most, LATTICE_STEP)

    def message(self, x: float, y: float, short: float) -> str:
        if self._off(x, y) > self.most:
            return _("{amount} out of range of {name}", amount=missing(short), name=self._foe.name)
        return _("no weapon could fire at {name} from there", name=self._foe.name)

    def allowed(self, box: Bounds | None = None) -> BaseGeometry:
        return shapely.Point(self._foe.x, self._foe.y).buffer(self.most, quad_segs=32)


def engaging(game: Game, piece: str, foe: str, level: int) -> Condition:
    """Return the condition that a unit could fire at an enemy after a Move (D-SHOOT-3 to D-SHOOT-10)."""
    unit, other = game.state.units[piece], game.state.units[foe]
    if unit.owner == other.owner:
        return Never(_("{other} is not an enemy of {unit}", other=other.name, unit=unit.name), "D-CORE-9")
    if all(each.cq for each in game.sheet(unit).weapons):
        return Never(_("{unit} has no ranged weapons", unit=unit.name), "D-SHOOT-2")
    return CanFire(game, unit, other)


def fight(game: Game, piece: str, foe: str, x: float, y: float, level: int) -> Fight:
    """Return the damage of a unit's fire at another after a Move to a spot (D-SHOOT-12 to D-SHOOT-20)."""
    unit, other = game.state.units[piece], game.state.units[foe]
    with game.supposing({piece: (x, y)}, {piece: inches_to(unit, _path(game, unit), x, y)}):
        harm = fire_odds(game, fires(game, unit, other)).units.get(foe)
    if harm is None:
        return Fight(_("{name}: no weapon could fire", name=other.name), 0.0, "D-SHOOT-3")
    facts = {"name": other.name, "damage": numeral(harm.lost, ".1f"), "chance": percent(harm.destroyed)}
    return Fight(_("{name}: {damage} damage on average, destroyed {chance}", **facts), harm.lost, "D-SHOOT-15")


# -- objectives


def controlling(game: Game, piece: str, goal: str, level: int) -> Condition:
    """Return the condition that a unit claims or may search an objective (D-OBJ-2, D-OBJ-3, D-OBJ-5, D-OBJ-14)."""
    unit, objective = game.state.units[piece], game.state.objectives[goal]
    name, sheet = objective_name(game, objective), game.sheet(unit)
    if not sheet.takes_objectives:
        return Never(_("{unit} claims no objectives", unit=unit.name), "D-OBJ-14", N_("claims nothing"))
    if garrison_of(game, objective) is not None:
        return Never(_("{name} is in a Garrison: only units inside claim it", name=name), "D-OBJ-2",
                     N_("claims nothing"))  # fmt: skip
    rule = "D-OBJ-5" if objective.hidden else "D-OBJ-3"
    around = Disc(objective.x, objective.y, 0.0, name)
    return Ring(around, CLAIMING + game.ruler.policy.short_by, 0.0, rule, N_("{amount} short of {name}"))


def controller(game: Game, goal: str) -> str:
    """Return the player who claims an objective (D-OBJ-3)."""
    return game.state.objectives[goal].claimed_by


tests = no_tests  # a Move goes by inches, not by dice (D-MOVE-1)


# -- enemies that could reach a unit


def reachers(game: Game, piece: str) -> tuple[Reacher, ...]:
    """Return the enemy units that could have a unit in range of a weapon after a Move."""
    unit = game.state.units[piece]
    return tuple(each for each in comers(game, unit.owner, unit) if each.ways)
