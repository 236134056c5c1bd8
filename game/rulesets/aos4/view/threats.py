"""Where units could come and attack in a turn of theirs: a Normal Move, then shooting or a charge; a fight where it is.

A-MOVE-7, A-TGT-1, A-CHG-4, A-PILE-1. Each model goes by paths, while its own unit stands aside for it.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from math import ceil
from random import Random
from typing import Final, Literal

import shapely
from shapely.geometry.base import BaseGeometry

from game.cached import cached_property
from game.engine.questions.conditions import OfPaths
from game.engine.rulebook.view import percent
from game.lengths import missing
from game.rulesets.aos4.documents.armies import WeaponDocument
from game.rulesets.aos4.odds.charging import LIKELY, MODELS, beside
from game.rulesets.aos4.odds.roll_odds import TWO_DICE, reaching
from game.rulesets.aos4.rules.attacks.weapon_abilities import weapon_abilities
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.moving.kinds import Move
from game.rulesets.aos4.rules.moving.near import NearAny
from game.rulesets.aos4.rules.moving.unit_moves import unit_move
from game.rulesets.aos4.rules.rulings import CHARGED_TO, COMBAT_RANGE, PILE_IN, TOLERANCE
from game.rulesets.aos4.rules.seeing import Seeing
from game.rulesets.aos4.rules.state import Unit
from game.rulesets.aos4.view.instruments import stride, unit_of
from game.rulesets.aos4.view.preview import supposed
from game.table.lattice import Position, position
from game.table.path.field import grown
from game.table.path.policy import PathPolicy
from game.table.path.region import PathRegion, receipt_to
from game.table.placing.condition import Ranged
from game.table.placing.conditions import Here
from game.table.placing.region import Region
from game.table.shapes import Bounds, Disc
from game.table.threat.onward import along, area_from
from game.table.threat.threat_map import Approach, Fringe, Strike, Threat
from game.wording import N_, _


class NearSeen(NearAny):
    """A base is within some inches of another one that it sees from there, on a table with something that hides."""

    def __init__(self, target: Disc, inches: float, radius: float, rule: str, seeing: Seeing) -> None:
        def sees(x: float, y: float, other: Disc) -> bool:
            return seeing.discs(Disc(x, y, radius), other)

        super().__init__([target], inches, radius, target.name, rule, sees)
        self._seen = seeing.range_of(target, radius, target.radius + inches + radius)

    def allowed(self, box: Bounds | None = None) -> BaseGeometry:
        return super().allowed() if self._seen is None else self._seen


class Drawn(Ranged):
    """Spots of which only a drawing is known: it must do for verdicts."""

    @cached_property
    @abstractmethod
    def drawn(self) -> BaseGeometry:
        """The spots, drawn."""

    def excluded(self, envelope: BaseGeometry) -> dict[str, BaseGeometry]:
        return {self.cause: shapely.difference(envelope, self.drawn)}

    def allows(self, x: float, y: float) -> bool:
        return bool(shapely.intersects_xy(self.drawn, x, y))

    def short_by(self, x: float, y: float) -> float:
        return float(shapely.distance(self.drawn, shapely.Point(x, y)))

    def allowed(self, box: Bounds | None = None) -> BaseGeometry:
        return self.drawn


class Charged(Drawn):
    """The end of a charge of some inches that begins where one of some moves ends."""

    cause, rule = N_("too far to charge"), "A-CHG-4"

    def __init__(self, first: Sequence[OfPaths], policy: PathPolicy, inches: float) -> None:
        self._first, self._policy, self._inches = tuple(first), policy, inches
        west, south, east, north = zip(*(each.bounds for each in first))
        self.bounds = min(west) - inches, min(south) - inches, max(east) + inches, max(north) + inches

    def key(self, box: Bounds) -> object:
        return self._inches, *(each.key(box) for each in self._first), self._policy.key

    @cached_property
    def drawn(self) -> BaseGeometry:
        """The ends, drawn."""
        return area_from(shapely.union_all([each.drawn for each in self._first]), self._policy, self._inches)

    def struck(self, inches: float) -> BaseGeometry:
        """Return the area within some inches of the middle of a base there, with adjacent ground where no base ends."""
        found = self.drawn.buffer(inches, quad_segs=24)
        closed = [grown(ground, 0.0, 0.0) for ground in self._policy.grounds if not ground.rest]
        beside = [each for each in closed if shapely.intersects(found, each)]
        return shapely.union(found, shapely.intersection(shapely.union_all(beside), self.envelope(inches)))

    def envelope(self, spare: float = 0.0) -> BaseGeometry:
        each = [first.envelope(spare + self._inches) for first in self._first]
        return shapely.union_all(each)

    def message(self, x: float, y: float, short: float) -> str:
        return _("{amount} too far to charge", amount=missing(short))


class Shot(Drawn):
    """A spot that is seen, and within some inches, from a place where a move may end: drawn from along their rims."""

    cause, rule = N_("out of sight"), "A-VIS-1"

    def __init__(self, ends: Sequence[OfPaths | Here], radius: float, inches: float, seeing: Seeing) -> None:
        self._ends, self._radius, self._inches, self._seeing = tuple(ends), radius, inches, seeing
        west, south, east, north = zip(*(end.bounds for end in ends))
        far = radius + inches
        self._box = self.bounds = min(west) - far, min(south) - far, max(east) + far, max(north) + far

    def key(self, box: Bounds) -> object:
        return self._radius, self._inches, *(end.key(box) for end in self._ends)

    @cached_property
    def drawn(self) -> BaseGeometry:
        """The spots, drawn."""
        ends = shapely.union_all([end.drawn for end in self._ends])
        found = [self._from(Disc(x, y, self._radius)) for x, y in along(ends).tolist()]
        return shapely.union_all(found)

    def _from(self, disc: Disc) -> BaseGeometry:
        far = self._radius + self._inches
        seen = self._seeing.range_of(disc, 0.0, far)
        return shapely.Point(disc.x, disc.y).buffer(far, quad_segs=24) if seen is None else seen

    def envelope(self, spare: float = 0.0) -> BaseGeometry:
        west, south, east, north = self._box
        box: BaseGeometry = shapely.box(west - spare, south - spare, east + spare, north + spare)
        return box

    def message(self, x: float, y: float, short: float) -> str:
        return _("out of sight and range by {amount}", amount=missing(short))


Verb = Literal["shoot", "charge", "fight"]
VERBS: Final[dict[Verb, tuple[str, str]]] = {
    "shoot": (N_("shoot"), "A-TGT-1"),
    "charge": (N_("charge"), "A-CHG-4"),
    "fight": (N_("fight"), "A-FIGHT-7"),
}
FRINGES: Final = (9, TWO_DICE.most)
"""The throws beyond the likely ones up to which charges are drawn: one in four, and the farthest."""


@dataclass(frozen=True, eq=False)
class Comer:
    """A model that could come: where it stands and may end, and its reach from there by `verb`.

    `charges` are the paths of its move and a charge on the best roll, None if it does not charge after such a move.
    """

    disc: Disc
    ends: OfPaths | Here
    n: float
    verb: Verb
    charges: PathRegion | None = None

    def needed(self, at: Position, walks: float) -> int | None:
        """Return the least charge roll that ends at a spot after a move of some inches, or None if no path was found.

        A path of both together must lead there, and an end of the move must be no farther than the roll.
        """
        gone = receipt_to(self.charges, at) if self.charges is not None else None
        if gone is None or not isinstance(self.ends, OfPaths):
            return None
        apart = float(shapely.distance(self.ends.drawn, shapely.Point(at)))
        return max(0, ceil(max(gone.cost - walks, apart) - 2 * TOLERANCE))


class Coming:
    """A unit that could come and attack, as it stands now; later changes of the game do not affect it."""

    def __init__(self, game: Game, unit: Unit) -> None:
        self.id, self.name, self.bonus = unit.id, unit.name, game.bonus(unit, "charge")
        self.walks = 0.0 if game.in_combat(unit) else stride(game, unit.id) or 0.0
        self.most = TWO_DICE.most + self.bonus
        self.discs = game.positions.bases(unit).discs
        self._ruler = game.ruler
        self._seeing = game.seeing if game.seeing.blockers() else None
        self.comers = tuple(_engaged(game, unit) if game.in_combat(unit) else _free(game, unit, self.walks, self.most))

    @property
    def charges(self) -> bool:
        """Whether it could charge."""
        return any(comer.charges is not None for comer in self.comers)

    @property
    def far(self) -> float:
        """The inches from edge to edge over which it could attack, if nothing is in the way."""
        shots = max((comer.n + self._moves(comer) for comer in self.comers), default=0.0)
        return max(shots, self.walks + self.most + CHARGED_TO if self.charges else 0.0)

    def _moves(self, comer: Comer) -> float:
        return 0.0 if isinstance(comer.ends, Here) else float(PILE_IN) if comer.verb == "fight" else self.walks

    def approaches(self, roll: int) -> tuple[Approach, ...]:
        """Return where its models may end, and their reach there; charges are on a roll, bonuses included."""
        found = [
            Approach(comer.disc, Region(comer.disc.radius, (comer.ends,)), comer.n)
            for comer in self.comers
            if comer.n > 0.0 and (self._seeing is None or comer.verb != "shoot")
        ]
        found += self._shots()
        found += [Approach(disc, Region(disc.radius, (ends,)), CHARGED_TO) for disc, ends in self._charged(roll)]
        return tuple(found)

    def _charged(self, roll: int) -> Iterator[tuple[Disc, Charged]]:
        """Yield where charges on a roll may end, bonuses included, for models of each size."""
        by_radius: dict[float, list[Comer]] = {}
        for comer in self.comers:
            if comer.charges is not None:
                by_radius.setdefault(comer.disc.radius, []).append(comer)
        for able in by_radius.values():
            first, one = [model.ends for model in able if isinstance(model.ends, OfPaths)], able[0].charges
            if one is not None:  # the grounds are the same for all; jumps, which end a move, are not drawn
                yield able[0].disc, Charged(first, one.policies[0], float(roll))

    def fringes(self) -> Iterator[Fringe]:
        """Yield what it strikes by charges that are not likely, up to the best roll, with their chances."""
        for roll in FRINGES:
            found = [ends.struck(disc.radius + CHARGED_TO) for disc, ends in self._charged(roll + self.bonus)]
            if found:
                text = f"{roll}+ {percent(reaching(roll + self.bonus, bonus=self.bonus))}"
                yield Fringe(text, shapely.union_all(found))

    def _shots(self) -> Iterator[Approach]:
        """Yield what is shot at where something stops sight: the spots themselves, as if they were ends."""
        alike: dict[tuple[float, float], list[Comer]] = {}
        for each in self.comers if self._seeing is not None else ():
            if each.verb == "shoot" and each.n > 0.0:
                alike.setdefault((each.disc.radius, each.n), []).append(each)
        for (radius, inches), able in alike.items():
            assert self._seeing is not None
            spots = Shot([model.ends for model in able], radius, inches, self._seeing)
            yield Approach(able[0].disc._replace(radius=0.0), Region(0.0, (spots,)), 0.0)

    def straight(self) -> tuple[Approach, ...]:
        """Return where its models may end, and what they reach from there at most, by charges as the crow flies."""
        best = self.most + CHARGED_TO
        found = [(comer, best if comer.charges is not None else comer.n) for comer in self.comers]
        return tuple(
            Approach(each.disc, Region(each.disc.radius, (each.ends,)), max(far, each.n)) for each, far in found
        )

    def threat(self) -> Threat:
        """Return what it threatens: likely charges (more than even), with fringes; every charge shows its chance."""
        likely, n = LIKELY + self.bonus, max((comer.n for comer in self.comers), default=0.0)
        note = _("charges that need a {roll} or less", roll=LIKELY) if self.charges else ""
        return Threat(
            self.id,
            self.name,
            self.discs[0],
            n,
            self.approaches(likely),
            self._ruler,
            measured=self.strikes,
            note=note,
            fringes=lambda: tuple(self.fringes()),
        )

    # -- against one base

    def gap(self, disc: Disc, target: Disc) -> float:
        """Return the inches between two bases."""
        return max(0.0, math.dist(disc[:2], target[:2]) - disc.radius - target.radius)

    def strikes(self, target: Disc) -> list[Strike]:
        """Return how it could attack a base: without dice first, then by a charge with its chance."""
        if not self._is_near(target):
            return []
        found = (self._plain(target), self._charge(target))
        return [strike for strike in found if strike is not None]

    def could_strike(self, target: Disc) -> bool:
        """Return whether it could attack a base, which is known sooner than how."""
        if not self._is_near(target):
            return False
        return next(self._plainly(target), None) is not None or next(self._charging(target), None) is not None

    def _is_near(self, target: Disc) -> bool:
        return min(self.gap(disc, target) for disc in self.discs) <= self.far + TOLERANCE

    def _plain(self, target: Disc) -> Strike | None:
        """Return the attack without a charge that takes the least move."""
        return min(self._plainly(target), key=lambda strike: strike.inches, default=None)

    def _plainly(self, target: Disc) -> Iterator[Strike]:
        """Yield attacks without a charge, by each model that could, up to one that needs no move."""
        for each in sorted(self.comers, key=lambda comer: self.gap(comer.disc, target)):
            if each.n <= 0.0 or self.gap(each.disc, target) > each.n + self._moves(each) + TOLERANCE:
                continue
            spot = self._spot(each, target)
            if spot is None:
                continue
            verb, rule = VERBS[each.verb]
            inches = math.dist(spot, each.disc[:2])
            yield Strike(self.id, self.name, inches == 0.0, spot, inches, verb, rule)
            if inches == 0.0:
                break

    def _spot(self, comer: Comer, target: Disc) -> Position | None:
        """Return the nearest end of a move from which a base could attack another, or None if none was found."""
        disc = comer.disc
        rule = VERBS[comer.verb][1]
        near = NearAny([target], comer.n, disc.radius, target.name, rule)
        if self._seeing is not None:
            near = NearSeen(target, comer.n, disc.radius, rule, self._seeing)
        here = position(disc.x, disc.y)
        if near.allows(*here):
            return here
        if isinstance(comer.ends, Here):
            return None
        step = (self.gap(disc, target) - comer.n) / math.dist(disc[:2], target[:2])
        straight = position(disc.x + (target.x - disc.x) * step, disc.y + (target.y - disc.y) * step)
        if near.allows(*straight) and comer.ends.allows(*straight):
            return straight
        ends = Region(disc.radius, (comer.ends, near))
        return ends.nearest(here) or ends.sample(Random(0))

    def _charging(self, target: Disc) -> Iterator[tuple[int, Comer]]:
        """Yield ever lesser rolls for a charge, with who needs them.

        A path is never shorter than the straight line: spots that are too far off for less are not looked at.
        """
        able = [each for each in self.comers if each.charges is not None]
        least = self.most + 1
        for model in sorted(able, key=lambda comer: self.gap(comer.disc, target))[:MODELS]:
            straight = max(0, ceil(self.gap(model.disc, target) - self.walks - CHARGED_TO - 2 * TOLERANCE))
            for spot in beside(model.disc, target):
                apart = ceil(math.dist(model.disc[:2], spot) - self.walks - 2 * TOLERANCE)
                needed = model.needed(spot, self.walks) if max(straight, apart) < least else None
                if needed is not None and needed < least:
                    least = needed
                    yield needed, model
                if least <= straight:
                    break

    def _charge(self, target: Disc) -> Strike | None:
        """Return the charge that needs the least roll."""
        least = min(self._charging(target), key=lambda each: each[0], default=None)
        if least is None:
            return None
        needed, comer = least
        chance = reaching(needed, bonus=self.bonus)
        verb, rule = VERBS["charge"]
        at = position(*comer.disc[:2])
        return Strike(self.id, self.name, False, at, float(needed), verb, rule, max(needed - self.bonus, 2), chance)


def _engaged(game: Game, unit: Unit) -> Iterator[Comer]:
    """Yield what a unit in combat could do: pile in and fight, and shoot with weapons made for it (A-SHOOT-2)."""
    facts, fought = game.models(unit), game.fought_by(unit)
    keeping = tuple(each.id for each in fought)
    for other in fought:
        move = Move(float(PILE_IN), "A-PILE-1", toward=other.id, keeping=keeping)
        for member in unit_move(game, unit, move).members:
            if isinstance(member.ends, PathRegion) and any(not weapon.is_ranged for weapon in facts[member.id].weapons):
                yield Comer(member.disc, OfPaths(member.ends), COMBAT_RANGE, "fight")
    for model, disc in zip(unit.at, game.positions.bases(unit).discs):
        ranged = [weapon for weapon in facts[model].weapons if weapon_abilities(weapon.abilities).shoot_in_combat]
        if shoots := max((each.range_in or 0 for each in ranged), default=0):
            yield Comer(disc, Here(disc), float(shoots), "shoot")


def _free(game: Game, unit: Unit, walks: float, most: int) -> Iterator[Comer]:
    """Yield what each model of a unit that is in no combat could do."""
    facts, enemies = game.models(unit), frozenset(enemy.id for enemy in game.enemies(unit))
    if not walks:
        for model, disc in zip(unit.at, game.positions.bases(unit).discs):
            yield Comer(disc, Here(disc), _range(facts[model].weapons), "shoot")
        return
    moved = unit_move(game, unit, Move(walks, "A-MOVE-7", barred=enemies)).members
    charged = unit_move(game, unit, Move(walks + most, "A-CHG-4", charging=enemies)).members
    for first, both in zip(moved, charged):
        assert isinstance(first.ends, PathRegion)
        assert isinstance(both.ends, PathRegion)
        yield Comer(first.disc, OfPaths(first.ends), _range(facts[first.id].weapons), "shoot", both.ends)


def _range(weapons: Sequence[WeaponDocument]) -> float:
    return float(max((weapon.range_in or 0 for weapon in weapons if weapon.is_ranged), default=0))


def threats(
    game: Game, player: str, about: str = "", spot: tuple[float, float] | None = None, level: int = 0
) -> tuple[Threat, ...]:
    """Return the enemy units of a player, and where they could come and attack.

    As if the model `about` were at `spot`, with its unit beside it as now.
    """
    unit, there = unit_of(game, about), dict[str, Position]()
    if unit is not None and spot is not None and about in unit.at:
        x, y = unit.at[about]
        there = {model: position(a + spot[0] - x, b + spot[1] - y) for model, (a, b) in unit.at.items()}
    with supposed(game, unit, there) if unit is not None and there else nullcontext():
        return tuple(Coming(game, other).threat() for other in game.of(game.other(player)))
