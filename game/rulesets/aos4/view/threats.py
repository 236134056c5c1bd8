"""The threats of units: a Normal Move and then shooting or a charge, or a fight.

Each model moves by paths, without the rest of its unit (A-MOVE-7, A-TGT-1, A-CHG-4, A-PILE-1).
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import lru_cache, partial
from math import ceil
from random import Random
from typing import Final, Literal

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from game.cached import cached_property
from game.engine.questions.conditions import EndsOfPaths
from game.engine.rulebook.view import Band, ChanceView, Claim, Figure, RangeView
from game.lengths import missing
from game.rulesets.aos4.documents import params
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.documents.weapon_abilities import weapon_abilities
from game.rulesets.aos4.odds.charging import LIKELY, charge_chance, needed_by_paths, needed_straight
from game.rulesets.aos4.odds.exact import TWO_DICE, reaching
from game.rulesets.aos4.rules.attacks.eligible import longest_reach
from game.rulesets.aos4.rules.conditions import concerns, is_target
from game.rulesets.aos4.rules.core.attacking import Charge, charge_dice, highest_charge, pile_in_inches
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.moving.unit_moves import Move, NearAny, unit_move
from game.rulesets.aos4.rules.positions import Seeing
from game.rulesets.aos4.rules.rerolls import may_reroll
from game.rulesets.aos4.rules.rulings import CHARGED_TO, COMBAT_RANGE, TOLERANCE
from game.rulesets.aos4.rules.state import Unit, of_unit
from game.rulesets.aos4.view.cards import ability_line
from game.rulesets.aos4.view.instruments import stride, unit_of
from game.rulesets.aos4.view.preview import moved_to
from game.rulesets.aos4.view.rolls import can_roll_again
from game.table.footprints import (
    Footprint,
    Oblong,
    area_around,
    area_covered,
    centres_beside,
    clearance,
    disc_around,
    share_of_way,
)
from game.table.lattice import Position, position
from game.table.path.field import grown
from game.table.path.policy import PathPolicy
from game.table.path.region import PathRegion, best_receipt
from game.table.placing.condition import Ranged
from game.table.placing.conditions import Here
from game.table.placing.region import Region
from game.table.shapes import Bounds, Disc
from game.table.threat.onward import along, area_from, areas_from
from game.table.threat.threat_map import Approach, Fringe, Strike, Threat
from game.wording import N_, _, numeral, percent


class NearSeen(NearAny):
    """The condition that a base is within a distance of a target and sees it."""

    def __init__(self, target: Footprint, inches: float, base: Footprint, rule: str, seeing: Seeing) -> None:
        super().__init__([target], inches, base, target.name, rule, seeing.bases)
        self._seen = seeing.range_of(target, base, inches)

    def allowed(self, box: Bounds | None = None) -> BaseGeometry:
        return super().allowed() if self._seen is None else self._seen


class Drawn(Ranged):
    """A condition whose legal spots are an approximate area."""

    @cached_property
    @abstractmethod
    def drawn(self) -> BaseGeometry:
        """The area of the legal spots."""

    def excluded(self, envelope: BaseGeometry) -> dict[str, BaseGeometry]:
        return {self.cause: shapely.difference(envelope, self.drawn)}

    def allows(self, x: float, y: float) -> bool:
        return bool(shapely.intersects_xy(self.drawn, x, y))

    def short_by(self, x: float, y: float) -> float:
        return float(shapely.distance(self.drawn, shapely.Point(x, y)))

    def allowed(self, box: Bounds | None = None) -> BaseGeometry:
        return self.drawn


def around(ends: Iterable[EndsOfPaths | Here | Drawn], far: float) -> Bounds:
    """Return the box around all spots within `far` inches of the areas `ends` in which moves can end."""
    west, south, east, north = zip(*(end.bounds for end in ends if end.bounds is not None))
    return min(west) - far, min(south) - far, max(east) + far, max(north) + far


class Charged(Drawn):
    """The condition that a spot is the end of a charge after one of the moves `first`."""

    cause, rule = N_("too far to charge"), "A-CHG-4"

    def __init__(self, first: Sequence[EndsOfPaths], policy: PathPolicy, inches: float) -> None:
        self._first, self._policy, self._inches = tuple(first), policy, inches
        self.bounds = around(first, inches)

    def key(self, box: Bounds) -> object:
        return self._inches, *(ends.key(box) for ends in self._first), self._policy.key

    @cached_property
    def drawn(self) -> BaseGeometry:
        """The area of the legal spots."""
        return area_from(shapely.union_all([ends.drawn for ends in self._first]), self._policy, self._inches)

    def struck(self, base: Footprint, inches: float) -> BaseGeometry:
        """Return the area within a distance of a base in the area, with adjacent ground where no base can end."""
        near = area_covered(base, self.drawn, inches)
        if isinstance(base, Oblong):  # its obstacles are already grown by its shape, and so not the real ground
            return near
        closed = [grown(ground, 0.0, 0.0) for ground in self._policy.grounds if not ground.rest]
        adjacent = [shape for shape in closed if shapely.intersects(near, shape)]
        reach = base.radius + inches
        return shapely.union(near, shapely.intersection(shapely.union_all(adjacent), self.envelope(reach)))

    def envelope(self, spare: float = 0.0) -> BaseGeometry:
        return shapely.union_all([ends.envelope(spare + self._inches) for ends in self._first])

    def message(self, x: float, y: float, short: float) -> str:
        return _("{amount} too far to charge", amount=missing(short))


class Beside(Drawn):
    """The condition that a spot is within a distance of a base that is anywhere in the areas `ends`."""

    cause, rule = N_("too far away"), "A-GEO-4"

    def __init__(self, ends: Sequence[EndsOfPaths | Here | Charged], base: Footprint, inches: float) -> None:
        self._ends, self._base, self._inches = tuple(ends), _size(base), inches
        self.bounds = around(ends, base.radius + inches)

    def key(self, box: Bounds) -> object:
        return self._base, self._inches, *(end.key(box) for end in self._ends)

    @cached_property
    def drawn(self) -> BaseGeometry:
        """The area of the legal spots."""
        return area_covered(self._base, shapely.union_all([end.drawn for end in self._ends]), self._inches)

    def envelope(self, spare: float = 0.0) -> BaseGeometry:
        box: BaseGeometry = shapely.box(*around(self._ends, self._base.radius + self._inches + spare))
        return box

    def message(self, x: float, y: float, short: float) -> str:
        return _("out of range by {amount}", amount=missing(short))


class Shot(Beside):
    """The condition that a spot is in range and sight from the end of a move."""

    cause, rule = N_("out of sight"), "A-VIS-1"

    def __init__(self, ends: Sequence[EndsOfPaths | Here], base: Footprint, inches: float, seeing: Seeing) -> None:
        super().__init__(ends, base, inches)
        self._seeing = seeing

    @cached_property
    def drawn(self) -> BaseGeometry:
        """The area of the legal spots, as seen from the outline of the ends."""
        ends = shapely.union_all([end.drawn for end in self._ends])
        return shapely.union_all([self._from(self._base.moved_to(x, y)) for x, y in along(ends).tolist()])

    def _from(self, base: Footprint) -> BaseGeometry:
        seen = self._seeing.range_of(base, _POINT, self._inches)
        return area_around(base, self._inches) if seen is None else seen

    def message(self, x: float, y: float, short: float) -> str:
        return _("out of sight and range by {amount}", amount=missing(short))


def _size(base: Footprint) -> Footprint:
    """Return a base without its spot and name, so that equal bases compare as equal."""
    return base._replace(x=0.0, y=0.0, name="")


_POINT: Final = Disc(0.0, 0.0, 0.0)
Verb = Literal["shoot", "charge", "fight"]
VERBS: Final[dict[Verb, tuple[str, str]]] = {
    "shoot": (N_("shoot"), "A-TGT-1"),
    "charge": (N_("charge"), "A-CHG-4"),
    "fight": (N_("fight"), "A-FIGHT-7"),
}
FRINGES: Final = (9, TWO_DICE.most)
"""The rolls for which less likely charges are drawn, with a chance of one in four and the farthest."""
MODELS: Final = 3
"""The number of nearest models whose charges are tried."""
SPOTS: Final = 16
"""The number of spots around a base that are tried at each distance."""


@dataclass(frozen=True, eq=False)
class Comer:
    """A model that could come and attack. `n` is its reach in inches from the ends of its move, by `verb`.

    `charges` are the paths of its move and a charge on the best roll together, or None if it cannot charge.
    """

    base: Footprint
    ends: EndsOfPaths | Here
    n: float
    verb: Verb
    charges: PathRegion | None = None

    def needed(self, at: Position, walks: float) -> int | None:
        """Return the lowest charge roll that reaches a spot after a move of `walks` inches, or None without a path."""
        receipt = best_receipt(self.charges, at) if self.charges is not None else None
        if receipt is None or not isinstance(self.ends, EndsOfPaths):
            return None
        charge_inches = receipt.cost - walks
        if not self.ends.allows(*position(*receipt.path.at(walks))):  # its move must end elsewhere on the path
            charge_inches = max(charge_inches, float(shapely.distance(self.ends.drawn, shapely.Point(at))))
        return max(0, ceil(charge_inches - 2 * TOLERANCE))


class Coming:
    """A unit that could come and attack. Later changes of the game do not affect this object."""

    def __init__(self, game: Game, unit: Unit) -> None:
        self.id, self.name, self.bonus = unit.id, unit.name, game.bonus(unit, "charge")
        self.walks = 0.0 if game.in_combat(unit) else stride(game, unit.id) or 0.0
        self._piles_in = float(pile_in_inches(game, unit))
        self.most = highest_charge(game, unit)
        self._chance = partial(
            reaching, bonus=self.bonus, amount=charge_dice(game, unit), reroll=may_reroll(game, unit, "charge")
        )
        self.bases = game.positions.bases(unit).footprints
        self._ruler = game.ruler
        self._seeing = game.seeing if game.seeing.blockers else None
        self.comers = tuple(_engaged(game, unit) if game.in_combat(unit) else _free(game, unit, self.walks, self.most))

    @property
    def charges(self) -> bool:
        """Whether the unit could charge."""
        return any(comer.charges is not None for comer in self.comers)

    @property
    def far(self) -> float:
        """The longest distance of an attack from edge to edge in inches, without obstacles."""
        shots = max((comer.n + self._moves(comer) for comer in self.comers), default=0.0)
        return max(shots, self.walks + self.most + CHARGED_TO if self.charges else 0.0)

    def _moves(self, comer: Comer) -> float:
        """Return the inches that a model can move before it attacks."""
        if isinstance(comer.ends, Here):
            return 0.0
        return self._piles_in if comer.verb == "fight" else self.walks

    def approaches(self, roll: int) -> tuple[Approach, ...]:
        """Return the possible ends of the models with their reach. `roll` is a charge roll with bonuses."""
        reached = [
            _approach(comer.base, comer.ends, comer.n)
            for comer in self.comers
            if comer.n > 0.0 and (self._seeing is None or comer.verb != "shoot")
        ]
        reached += self._shots()
        reached += [_approach(base, ends, CHARGED_TO) for base, ends in self._charged(roll)]
        return tuple(reached)

    def _charged(self, roll: int) -> Iterator[tuple[Footprint, Charged]]:
        """Yield the possible ends of charges for each size of models. `roll` includes bonuses."""
        by_size: dict[float | Footprint, list[Comer]] = {}
        for comer in self.comers:
            if comer.charges is not None:
                size = comer.base.radius if isinstance(comer.base, Disc) else _size(comer.base)
                by_size.setdefault(size, []).append(comer)
        for chargers in by_size.values():
            first, paths = (
                [comer.ends for comer in chargers if isinstance(comer.ends, EndsOfPaths)],
                chargers[0].charges,
            )
            if paths is not None:  # all have the same obstacles; the first policy has no jumps
                yield chargers[0].base, Charged(first, paths.policies[0], float(roll))

    def fringes(self) -> Iterator[Fringe]:
        """Yield the areas of less likely charges with their chances."""
        for roll in FRINGES:
            areas = [ends.struck(base, CHARGED_TO) for base, ends in self._charged(roll + self.bonus)]
            if areas:
                text = f"{roll}+ {percent(self._chance(roll + self.bonus))}"
                yield Fringe(text, shapely.union_all(areas))

    def _shots(self) -> Iterator[Approach]:
        """Yield the areas of shooting on a table with terrain that blocks sight."""
        by_reach: dict[tuple[Footprint, float], list[Comer]] = {}
        for comer in self.comers if self._seeing is not None else ():
            if comer.verb == "shoot" and comer.n > 0.0:
                by_reach.setdefault((_size(comer.base), comer.n), []).append(comer)
        for (base, inches), shooters in by_reach.items():
            assert self._seeing is not None
            spots = Shot([comer.ends for comer in shooters], base, inches, self._seeing)
            yield Approach(_centre(shooters[0].base), Region(0.0, (spots,)), 0.0)

    def straight(self) -> tuple[Approach, ...]:
        """Return the possible ends of the models with their longest reach, including straight charges."""
        best = self.most + CHARGED_TO
        reaches = [(comer, best if comer.charges is not None else comer.n) for comer in self.comers]
        return tuple(_approach(comer.base, comer.ends, max(reach, comer.n)) for comer, reach in reaches)

    def threat(self) -> Threat:
        """Return the threat of the unit by likely charges, with less likely charges as fringes."""
        likely, n = LIKELY + self.bonus, max((comer.n for comer in self.comers), default=0.0)
        note = _("charges that need a {roll} or less", roll=LIKELY) if self.charges else ""
        return Threat(
            self.id,
            self.name,
            disc_around(self.bases[0]),
            n,
            self.approaches(likely),
            self._ruler,
            measured=self.strikes,
            note=note,
            fringes=lambda: tuple(self.fringes()),
        )

    # -- against one base

    def strikes(self, target: Footprint) -> list[Strike]:
        """Return the unit's possible attacks on a base, first without dice and then by a charge."""
        return [strike for strike in (self.without_dice(target), self.by_charge(target)) if strike is not None]

    def without_dice(self, target: Footprint) -> Strike | None:
        """Return the attack on a base without a charge that needs the least move, or None."""
        attacks = self._plainly(target) if self._is_near(target) else ()
        return min(attacks, key=lambda strike: strike.inches, default=None)

    def at_once(self, target: Footprint) -> Strike | None:
        """Return the attack on a base without a charge by the nearest model that can make one, or None."""
        return next(iter(self._plainly(target)), None) if self._is_near(target) else None

    def by_charge(self, target: Footprint) -> Strike | None:
        """Return the charge at a base that needs the lowest roll, or None."""
        return self._charge(target) if self._is_near(target) else None

    def could_strike(self, target: Footprint) -> bool:
        """Return whether the unit could attack a base. This is faster than `strikes`."""
        if not self._is_near(target):
            return False
        return next(self._plainly(target), None) is not None or next(self._charging(target), None) is not None

    def _is_near(self, target: Footprint) -> bool:
        return min(clearance(base, target) for base in self.bases) <= self.far + TOLERANCE

    def _plainly(self, target: Footprint) -> Iterator[Strike]:
        """Yield attacks without a charge, the nearest models first, up to an attack without a move."""
        for comer in sorted(self.comers, key=lambda comer: clearance(comer.base, target)):
            if comer.n <= 0.0 or clearance(comer.base, target) > comer.n + self._moves(comer) + TOLERANCE:
                continue
            spot = self._spot(comer, target)
            if spot is None:
                continue
            verb, rule = VERBS[comer.verb]
            inches = math.dist(spot, comer.base[:2])
            yield Strike(self.id, self.name, inches == 0.0, spot, inches, verb, rule)
            if inches == 0.0:
                break

    def _spot(self, comer: Comer, target: Footprint) -> Position | None:
        """Return the nearest end of a model's move from which it could attack a base, or None."""
        base = comer.base
        rule = VERBS[comer.verb][1]
        near = NearAny([target], comer.n, base, target.name, rule)
        if self._seeing is not None:
            near = NearSeen(target, comer.n, base, rule, self._seeing)
        current_spot = position(base.x, base.y)
        if near.allows(*current_spot):
            return current_spot
        if isinstance(comer.ends, Here):
            return None
        step = share_of_way(base, target, comer.n)
        straight = position(base.x + (target.x - base.x) * step, base.y + (target.y - base.y) * step)
        if near.allows(*straight) and comer.ends.allows(*straight):
            return straight
        ends = Region(base.radius, (comer.ends, near))
        return ends.nearest(current_spot) or ends.sample(Random(0))

    def _charging(self, target: Footprint) -> Iterator[tuple[int, Comer]]:
        """Yield ever lower charge rolls that reach a base, each with its model."""
        chargers = [comer for comer in self.comers if comer.charges is not None]
        nearest = sorted(chargers, key=lambda comer: clearance(comer.base, target))[:MODELS]
        # A path is never shorter than the straight line, so that many searches are unnecessary.
        attempts = [(self._straight(comer, target, spot), comer, spot)
                 for comer in nearest for spot in beside(comer.base, target)]  # fmt: skip
        lowest = self.most + 1
        for bound, comer, spot in sorted(attempts, key=lambda attempt: attempt[0]):
            if bound >= lowest:
                break
            needed_roll = comer.needed(spot, self.walks)
            if needed_roll is not None and needed_roll < lowest:
                lowest = needed_roll
                yield needed_roll, comer

    def _straight(self, comer: Comer, target: Footprint, spot: Position) -> int:
        """Return the roll that a charge in a straight line to a spot beside a base needs after a move."""
        inches = max(clearance(comer.base, target) - CHARGED_TO, math.dist(comer.base[:2], spot))
        return max(0, ceil(inches - self.walks - 2 * TOLERANCE))

    def _charge(self, target: Footprint) -> Strike | None:
        """Return the charge that needs the lowest roll, or None."""
        lowest = min(self._charging(target), key=lambda pair: pair[0], default=None)
        if lowest is None:
            return None
        needed_roll, comer = lowest
        chance = self._chance(needed_roll)
        verb, rule = VERBS["charge"]
        spot = position(*comer.base[:2])
        return Strike(
            self.id, self.name, False, spot, float(needed_roll), verb, rule, max(needed_roll - self.bonus, 2), chance
        )


def _approach(base: Footprint, ends: EndsOfPaths | Here | Charged, inches: float) -> Approach:
    """Return the ends of a base with its reach. For a base that is not round, the ends already include the reach."""
    if isinstance(base, Disc):
        return Approach(base, Region(base.radius, (ends,)), inches)
    return Approach(_centre(base), Region(0.0, (Beside([ends], base, inches),)), 0.0)


def _centre(base: Footprint) -> Disc:
    return disc_around(base)._replace(radius=0.0)


def beside(start: Footprint, other: Footprint) -> Iterator[Position]:
    """Yield spots at which a base has charged another base, the spot on the straight path first (A-CHG-4)."""
    start_angle = math.atan2(start.y - other.y, start.x - other.x)
    angles = [start_angle + (step + 1) // 2 * (-1) ** step * 2 * math.pi / SPOTS for step in range(SPOTS)]
    for gap in (CHARGED_TO, CHARGED_TO / 2, TOLERANCE):  # a nearer spot may be free where a farther one is not
        if isinstance(start, Disc) and isinstance(other, Disc):
            radius = other.radius + start.radius + gap
            yield from (
                position(other.x + radius * math.cos(angle), other.y + radius * math.sin(angle)) for angle in angles
            )
        else:
            yield from (position(x, y) for x, y in centres_beside(start, other, gap, np.array(angles)).tolist())


def _engaged(game: Game, unit: Unit) -> Iterator[Comer]:
    """Yield the models of a unit in combat that could fight, or shoot with special weapons (A-SHOOT-2)."""
    models, enemies = game.models(unit), game.fought_by(unit)
    keeping = tuple(enemy.id for enemy in enemies)
    for other in enemies:
        move = Move(float(pile_in_inches(game, unit)), "A-PILE-1", toward=other.id, keeping=keeping)
        for member in unit_move(game, unit, move).members:
            if isinstance(member.ends, PathRegion) and any(
                not weapon.is_ranged for weapon in models[member.id].weapons
            ):
                yield Comer(member.base, EndsOfPaths(member.ends), COMBAT_RANGE, "fight")
    for model, base in zip(unit.at, game.positions.bases(unit).footprints):
        weapons = [weapon for weapon in models[model].weapons if weapon_abilities(weapon.abilities).shoot_in_combat]
        if shoots := longest_reach(game, unit, weapons):
            yield Comer(base, Here(disc_around(base)), shoots, "shoot")


def _free(game: Game, unit: Unit, walks: float, most: int) -> Iterator[Comer]:
    """Yield the models of a unit out of combat, with their moves and attacks."""
    models, enemies = game.models(unit), frozenset(enemy.id for enemy in game.enemies(unit))
    if not walks:
        for model, base in zip(unit.at, game.positions.bases(unit).footprints):
            yield Comer(base, Here(disc_around(base)), longest_reach(game, unit, models[model].weapons), "shoot")
        return
    moves = unit_move(game, unit, Move(walks, "A-MOVE-7", barred=enemies)).members
    charges = unit_move(game, unit, Move(walks + most, "A-CHG-4", charging=enemies)).members
    for first, with_charge in zip(moves, charges):
        assert isinstance(first.ends, PathRegion)
        assert isinstance(with_charge.ends, PathRegion)
        shoots = longest_reach(game, unit, models[first.id].weapons)
        yield Comer(first.base, EndsOfPaths(first.ends), shoots, "shoot", with_charge.ends)


def threats(
    game: Game, player: str, about: str = "", spot: tuple[float, float] | None = None, level: int = 0
) -> tuple[Threat, ...]:
    """Return the threats of a player's enemies, with `spot` as if the model `about` and its unit were moved there."""
    unit, layout = unit_of(game, about), dict[str, Position]()
    if unit is not None and spot is not None and about in unit.at:
        x, y = unit.at[about]
        layout = {
            model: position(model_x + spot[0] - x, model_y + spot[1] - y)
            for model, (model_x, model_y) in unit.at.items()
        }
    with moved_to(game, unit, layout) if unit is not None and layout else nullcontext():
        return tuple(Coming(game, other).threat() for other in game.of(game.other(player)))


# -- enemies in reach of a charge, and ranges of abilities -----------------------------------------

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
    now = game.state.phase_name == "charge" and unit.owner == game.state.active
    return ChanceView(title, tuple(_bands(game, unit)), figures, later=game.state.step == "phase" and not now)


def _bands(game: Game, unit: Unit) -> Iterator[Band]:
    """Yield for each roll the area in which an enemy's base can be charged."""
    bonus = game.bonus(unit, "charge")
    inches = [float(max(0, roll + bonus)) for roll in ROLLS]
    enemies = frozenset(enemy.id for enemy in game.enemies(unit))
    members = unit_move(game, unit, Move(max(inches), "A-CHG-4", charging=enemies)).members
    parts: list[list[shapely.Geometry]] = [[] for _each in ROLLS]
    for size in dict.fromkeys(_size(member.base) for member in members):
        of_size = [member for member in members if _size(member.base) == size]
        path_region = of_size[0].ends
        assert isinstance(path_region, PathRegion)
        spots = np.array([member.base[:2] for member in of_size])
        for areas, area in zip(parts, areas_from(spots, path_region.policies[0], inches)):
            own_spots = [shapely.Point(*spot) for spot in spots.tolist()]
            areas.append(area_covered(size, shapely.union_all([area, *own_spots]), CHARGED_TO, _ROUND))
    for roll, areas in zip(ROLLS, parts):
        chance = charge_chance(game, unit, roll + bonus)
        area = shapely.intersection(shapely.union_all(areas), game.ruler.battlefield.table)
        yield Band(area, f"{roll}+ {percent(chance)}", chance)


def _figures(game: Game, unit: Unit, *, again: bool) -> Iterator[Figure]:
    """Yield the needed roll for each enemy in reach with its chance, and the chance with a reroll."""
    bonus = game.bonus(unit, "charge")
    for enemy in game.enemies(unit):
        if needed_straight(game, unit, enemy) > highest_charge(game, unit):
            continue
        needed_roll = needed_by_paths(game, unit, enemy)
        if needed_roll is None:
            yield Figure(enemy.id, _("no path"), "bad", Claim("charge", (unit.id, enemy.id), (0.0,)))
            continue
        chance = charge_chance(game, unit, needed_roll)
        text = _("needs {needs}: {chance}", needs=max(2, needed_roll - bonus), chance=percent(chance))
        if again and chance < 1.0:
            text += _(", with reroll {chance}", chance=percent(charge_chance(game, unit, needed_roll, again=True)))
        tone = "good" if chance >= 0.5 else "warning"
        yield Figure(enemy.id, text, tone, Claim("charge", (unit.id, enemy.id), (chance,), needed_roll - bonus))


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
        own_ranges = [
            _range_view(game, spec, unit, [other for other in others if concerns(game, spec.params, unit, other)])
            for spec, _unit in _ranged(game, [unit])
        ]
        if layout is None:
            return tuple(own_ranges)
        others = [other for other in others if game.fights(other)]
        pairs = [(spec, other) for spec, other in _ranged(game, others) if concerns(game, spec.params, other, unit)]
        other_ranges = [_range_view(game, spec, other, [unit]) for spec, other in pairs]
        return (*own_ranges, *(range_view for range_view in other_ranges if range_view.inside or range_view.outside))


def _ranged(game: Game, units: Sequence[Unit]) -> Iterator[tuple[AbilityDocument, Unit]]:
    """Yield each pair of a unit and one of its abilities with a range."""
    for player in game.state.players:
        own = [unit for unit in units if unit.owner == player]
        for spec in game.setup.abilities[player].values():
            if params.RANGE.of(spec.params):
                yield from ((spec, unit) for unit in own if game.setup.names_unit(spec, unit))


def _range_view(game: Game, spec: AbilityDocument, bearer: Unit, units: list[Unit]) -> RangeView:
    """Return the range of an ability around its unit, with the units inside and partly inside."""
    inches, wholly = params.RANGE.of(spec.params), params.WHOLLY.of(spec.params)
    area = _around(game.positions.bases(bearer).footprints, inches)
    text = N_("wholly within {inches}″") if wholly else N_("within {inches}″")
    inside = [unit.id for unit in units if is_target(game, spec.params, bearer, unit)]
    outside = [unit.id for unit in units if unit.id not in inside and game.positions.within(unit, bearer, inches)]
    title = _(text, inches=numeral(inches, "g"))
    lacks = {unit_id: _lacks(game, game.state.units[unit_id], bearer, inches) for unit_id in outside} if wholly else {}
    fields = bearer.id, _(spec.name), title, area, wholly, tuple(inside), tuple(outside), "A-GEO-5"
    return RangeView(*fields, lacks, (ability_line(spec),))


def _lacks(game: Game, unit: Unit, bearer: Unit, inches: float) -> float:
    """Return the inches by which a unit is too far to be wholly within a distance of another (A-GEO-5)."""
    return max(0.0, float(game.distances.reach(unit, bearer).min(axis=1).max()) - inches)


@lru_cache(maxsize=32)
def _around(bases: tuple[Footprint, ...], inches: float) -> BaseGeometry:
    areas = [area_around(base, inches, _ROUND) for base in bases]
    return areas[0] if len(areas) == 1 else shapely.union_all(areas)
