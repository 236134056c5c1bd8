"""The legal moves and set-ups of a unit, the questions for them, and their execution.

A-MOVE-9, A-DEP-5, A-DEP-9, A-MAN-5. A move has paths for each model, and demands on the whole unit.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, combinations, pairwise, product
from types import MappingProxyType
from typing import Any, Final

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from game.cached import cached_property
from game.engine.core.decisions import Arrange, Option
from game.engine.core.flow import Asking, Flow
from game.lengths import coordinates, missing
from game.refusal import Refusal
from game.rulesets.aos4.documents import params
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.documents.params import Value
from game.rulesets.aos4.documents.phrases import fits
from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.conditions import names
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.moving.turns import (
    all_facings,
    climbed,
    facing_first,
    refusals_at_edge,
    refusals_of_turn,
)
from game.rulesets.aos4.rules.rulings import BEYOND, CHARGED_TO, COMBAT_RANGE, CROWD, LINK, TOLERANCE
from game.rulesets.aos4.rules.state import Unit
from game.rulesets.aos4.rules.terrain import Feature
from game.table.facing import FULL_TURN, Pose, Poses, turn_between
from game.table.footprints import (
    Footprint,
    Oblong,
    centres_near,
    centres_wholly_near,
    centres_within,
    clearance,
    distance_between,
    farthest_part,
    half_box,
    overlaps,
)
from game.table.lattice import distance, position
from game.table.layout.moving import UnitMove
from game.table.layout.policy import Coherency, Demand, Layout, LayoutPolicy, Member
from game.table.layout.setting_up import SetUp
from game.table.path.judge import LegReceipt, PathReceipt, Price, best_verdict
from game.table.path.obstacles import beside, near_any, over, path_policy
from game.table.path.path import Path
from game.table.path.policy import Ground, PathPolicy
from game.table.path.policy import beyond as outside_of
from game.table.path.region import PathRegion
from game.table.path.turning import WayReceipt, arc_of
from game.table.placing.condition import AnyOf, Condition
from game.table.placing.oblongs import clear_of, clear_of_shape, inside_shape, near_shape, on_table
from game.table.placing.region import Region
from game.table.shapes import Bounds, Disc
from game.table.sight.lines import meets, touches
from game.table.terrain.area import Floats
from game.wording import N_, _, numeral

# -- obstacles and conditions of a moving base -----------------------------------------------------


@dataclass(frozen=True)
class Move:
    """The limits of a unit's move: at most `inches` for each model, under the rule `rule`.

    `barred`: ids of the enemy units whose combat range no model may enter, on the path or at its end. `ending`: ids of
    the enemy units in whose combat range no model may end. `seen`: only enemies that the model sees from its end count
    (A-MOVE-6, A-AMB-10). `toward`: the enemy unit from which no model may end farther away than it began (A-PILE-1).
    `keeping`: the enemy units with which the unit must still be in combat (A-PILE-3). `charging`: one model must end
    within half an inch of one of these enemy units and see it (A-CHG-4), or of a feature of `besieging` (A-CHG-7).
    `fighting`: the unit must end in combat. `past`: what the models may pass through: "fly" as with Fly, "models" any
    models, "enemies" enemy models, "target" only the models of the unit `victim`.
    """

    inches: float
    rule: str
    barred: frozenset[str] = frozenset()
    ending: frozenset[str] = frozenset()
    seen: bool = True
    toward: str = ""
    keeping: tuple[str, ...] = ()
    charging: frozenset[str] = field(default_factory=frozenset)
    besieging: tuple[Feature, ...] = ()
    fighting: bool = False
    past: str = ""
    victim: str = ""


def grounds_for(game: Game, unit: Unit, move: Move, mover: Footprint) -> tuple[tuple[Ground, ...], ...]:
    """Return sets of obstacles for a moving base; a path is legal if any one set allows it (A-TERR-5)."""
    west, south, east, north = game.positions.bases(unit).box
    flies, reach = _flies(game, unit, move), move.inches + 0.1
    box = west - reach, south - reach, east + reach, north + reach
    always = [*_bases(game, unit, move, mover, flies, box), *_ranges(game, unit, move, mover, flies, box)]
    climbable = list[Feature]()
    for feature in game.features():
        if feature.base is not None:
            continue  # faction terrain is among the bases
        if not meets(feature.box, box):
            continue
        if feature.is_impassable:
            always += [
                over(mover, polygon, feature.name, "A-TAB-3", solid=not flies, rest=False)
                for polygon in feature.polygons
            ]
        elif not feature.is_low:
            climbable.append(feature)
    if not climbable:
        return (tuple(always),)
    # A jump ends a path: a model that jumps from one feature climbs all others (A-TERR-3).
    alternatives = []
    for jumped in (None,) if flies else (None, *climbable):
        grounds = [*always]
        for feature in climbable:
            grounds += _climb(feature, mover, flies, 0.0 if feature is jumped else feature.height)
        alternatives.append(tuple(grounds))
    return tuple(alternatives)


def _climb(feature: Feature, mover: Footprint, flies: bool, leave: float) -> Iterator[Ground]:
    """Yield the costs of a climbable feature for a move: climbing up and down, or jumping down where `leave` is 0.

    A flyer pays nothing, and only must not end where no model may stand (A-TERR-4, A-FLY-3, A-AMB-41).
    """
    name, height, may_stand, stand_rule = feature.name, feature.height, feature.may_be_stood_on, feature.unrest_rule
    for polygon in feature.polygons:
        if flies:
            if not may_stand:
                yield over(mover, polygon, name, stand_rule, rest=False)
        elif leave:
            yield over(
                mover, polygon, name, "A-TERR-2", enter=height, leave=leave, rest=may_stand, rest_rule=stand_rule
            )
        else:
            yield over(mover, polygon, name, "A-TERR-3", enter=height, rest=may_stand, rest_rule=stand_rule, stops=True)


def _flies(game: Game, unit: Unit, move: Move) -> bool:
    return game.has(unit, "FLY") or move.past == "fly"


def _passes(unit: Unit, move: Move, other: Unit) -> bool:
    """Return whether a move may pass through the models of another unit."""
    if move.past == "target":
        return other.id == move.victim
    return move.past == "models" or (move.past == "enemies" and other.owner != unit.owner)


def _bases(game: Game, unit: Unit, move: Move, mover: Footprint, flies: bool, box: Bounds) -> Iterator[Ground]:
    """Yield the bases of all other units as obstacles: models neither pass through them nor end on them.

    A-MOVE-3, A-FLY-1, A-FLY-4.
    """
    for other in game.state.units.values():
        if other is unit or other.place != "table" or not meets(game.positions.bases(other).box, box):
            continue
        passes = flies or _passes(unit, move, other)
        for base in game.positions.bases(other).footprints:
            if touches(box, base.x, base.y, base.radius):
                yield beside(mover, base, "A-MOVE-3", rest=not passes, solid=not passes)


def _ranges(game: Game, unit: Unit, move: Move, mover: Footprint, flies: bool, box: Bounds) -> Iterator[Ground]:
    """Yield the combat ranges that no model may enter, or in which none may end.

    A-MOVE-6, A-MOVE-7, A-FLY-2, A-AMB-8, A-AMB-9, A-AMB-44.
    """
    west, south, east, north = box
    wider = west - COMBAT_RANGE, south - COMBAT_RANGE, east + COMBAT_RANGE, north + COMBAT_RANGE
    for identity in sorted(move.barred | move.ending):
        other = game.state.units[identity]
        solid, bases = identity in move.barred and not flies, game.positions.bases(other)
        for base in bases.footprints if meets(bases.box, wider) else ():
            if touches(box, base.x, base.y, base.radius + COMBAT_RANGE):
                yield _range_of(game, other, base, move, mover, solid=solid)


def _range_of(game: Game, other: Unit, base: Footprint, move: Move, mover: Footprint, *, solid: bool) -> Ground:
    """Return the obstacle that an enemy base's combat range is for the base of a mover."""
    name = _("the combat range of {unit}", unit=other.name)
    # Where the mover's base reaches into the range, and some part of it into what the enemy base sees.
    shape = game.seeing.range_of(base, mover, COMBAT_RANGE + TOLERANCE) if move.seen else None
    if shape is None:
        if isinstance(base, Disc) and isinstance(mover, Disc):
            grown = base._replace(radius=base.radius + COMBAT_RANGE)
            return Ground(name, grown, move.rule, solid=solid, margin=BEYOND, rest=False)
        return beside(mover, base, move.rule, COMBAT_RANGE + BEYOND, name, solid=solid, rest=False)
    return Ground(name, shape, move.rule, solid=solid, part="centre", rest=False)  # type: ignore[arg-type]


class NearAny(Condition):
    """The condition that a base ends at most `inches` from one of the bases `others` and, with `sees`, sees it.

    `wholly`: all of the base must be that near. `name` names the others in a refusal; with a name for each of them, the
    refusal names only the nearest. `base` is given at any spot.
    """

    cause = N_("too far away")
    costly = True

    def __init__(
        self,
        others: Sequence[Footprint],
        inches: float,
        base: Footprint,
        name: str | Sequence[str],
        rule: str,
        sees: Callable[[Footprint, Footprint], bool] | None = None,
        *,
        wholly: bool = False,
    ) -> None:
        self._others, self._name, self.rule, self._sees = tuple(others), name, rule, sees
        self._base, self._inches, self._wholly = base, inches, wholly
        self._are_round = isinstance(base, Disc) and all(isinstance(other, Disc) for other in others)
        self._centres = np.array([(other.x, other.y) for other in others], dtype=np.float64).reshape(-1, 2)
        less = 2 * base.radius if wholly and self._are_round else 0.0
        self._reach = np.array([other.radius + base.radius + (inches - less) for other in others])
        if others:
            west, south = (self._centres - self._reach[:, None]).min(axis=0).tolist()
            east, north = (self._centres + self._reach[:, None]).max(axis=0).tolist()
            self.bounds = west, south, east, north

    def _over(self, x: float, y: float) -> Floats:
        """Return by how many inches the base is too far from each of the others (a lower bound if clearly too far)."""
        excess: Floats = np.hypot(self._centres[:, 0] - x, self._centres[:, 1] - y) - self._reach
        if not self._are_round:
            base = self._base.moved_to(x, y)
            measure = farthest_part if self._wholly else distance_between
            for index in np.flatnonzero(excess <= TOLERANCE).tolist():
                excess[index] = measure(base, self._others[index]) - self._inches
        return excess

    def allows(self, x: float, y: float) -> bool:
        near = np.flatnonzero(self._over(x, y) <= TOLERANCE)
        if self._sees is None:
            return near.size > 0
        base = self._base.moved_to(x, y)
        return any(self._sees(base, self._others[index]) for index in near)

    def short_by(self, x: float, y: float) -> float:
        excess = self._over(x, y)
        if self._sees is not None:
            base = self._base.moved_to(x, y)
            excess = excess[[index for index, other in enumerate(self._others) if self._sees(base, other)]]
        return float(excess.min()) if excess.size else math.inf

    def message(self, x: float, y: float, short: float) -> str:
        name = self._name if isinstance(self._name, str) else self._name[int(self._over(x, y).argmin())]
        if math.isinf(short):
            return _("does not see {name} from there", name=name)
        return _("{amount} too far from {name}", amount=missing(short), name=name)

    @cached_property
    def _area(self) -> BaseGeometry:
        return shapely.union_all(self._rings(self._inches))

    def _rings(self, inches: float) -> list[BaseGeometry]:
        """Return the area of centres within a distance of each of the others, one area for each."""
        if self._are_round:
            growth = inches + (-self._base.radius if self._wholly else self._base.radius)
            return [shapely.Point(disc.x, disc.y).buffer(disc.radius + growth, quad_segs=24) for disc in self._others]
        near = centres_wholly_near if self._wholly else centres_near
        return [near(self._base, other, inches) for other in self._others]

    def allowed(self, box: Bounds | None = None) -> BaseGeometry:
        return self._area


class Linked(NearAny):
    """The condition that a base is linked to `links` other bases, or to all if there are fewer (A-COH-1, A-COH-2)."""

    cause = N_("too far from its unit")

    def __init__(self, others: Sequence[Footprint], base: Footprint, links: int) -> None:
        super().__init__(others, LINK + TOLERANCE, base, "", "A-COH-2")
        self._links = max(1, min(links, len(others)))

    def allows(self, x: float, y: float) -> bool:
        return self.short_by(x, y) <= 0.0

    def short_by(self, x: float, y: float) -> float:
        excess = np.sort(self._over(x, y))
        return float(excess[self._links - 1]) if excess.size else math.inf

    def message(self, x: float, y: float, short: float) -> str:
        return _("{amount} too far from its unit", amount=missing(short))

    @cached_property
    def _area(self) -> BaseGeometry:
        choices = combinations(self._rings(LINK), self._links)
        return shapely.union_all([shapely.intersection_all(rings) for rings in choices])


# -- moves and set-ups of a unit -------------------------------------------------------------------


def enemy_ids(game: Game, unit: Unit) -> frozenset[str]:
    """Return the ids of all enemy units, without faction terrain (A-CHG-8)."""
    return frozenset(enemy.id for enemy in game.enemies(unit))


def check_of_sight(game: Game, members: Sequence[Member], move: Move) -> Callable[[Layout], list[Refusal]] | None:
    """Return a check of the sight that a move needs at its end, or None if sight does not matter (A-AMB-46)."""
    if not game.seeing.blockers or not (move.seen or move.keeping or move.charging):
        return None

    def refusals_at(layout: Layout) -> list[Refusal]:
        end_bases = [member.at(*layout[member.id]) for member in members]
        units = game.state.units
        refusals = []
        if move.seen:
            enemies_met = [units[key] for key in sorted(move.barred) if meet(game, end_bases, units[key], COMBAT_RANGE)]
            refusals += [_refusal(N_("in combat with {unit}"), enemy, move.rule) for enemy in enemies_met]
        lost_enemies = [units[key] for key in move.keeping if not meet(game, end_bases, units[key], COMBAT_RANGE)]
        refusals += [_refusal(N_("no longer in combat with {unit}"), enemy, "A-PILE-3") for enemy in lost_enemies]
        charged = [units[key] for key in sorted(move.charging)]
        if charged and not move.besieging and not any(meet(game, end_bases, enemy, CHARGED_TO) for enemy in charged):
            refusals.append(Refusal(_("cannot see the enemy it charges"), "A-CHG-4"))
        return refusals

    return refusals_at


def _refusal(text: str, unit: Unit, rule: str) -> Refusal:
    return Refusal(_(text, unit=unit.name), rule)


def meet(game: Game, bases: Sequence[Footprint], other: Unit, inches: float) -> bool:
    """Return whether any of `bases` is within a distance of a unit, and any of them sees the unit."""
    other_bases = game.positions.bases(other).footprints
    near = any(overlaps(base, other_base, -inches - TOLERANCE) for base in bases for other_base in other_bases)
    return near and any(game.seeing.model(base, other) for base in bases)


RULE: Final = "A-MOVE-1"
_FACINGS: Final = 1_500
"""Hundredths of a degree between the facings in which room for a base is sought."""


_NO_WAYS: Final[Mapping[str, Poses]] = MappingProxyType({})


def unit_move(game: Game, unit: Unit, move: Move) -> UnitMove:
    """Return the legal moves of a unit (A-MOVE-4, A-MOVE-5, A-AMB-1, A-AMB-2)."""
    block = game.setup.document.options.own_models == "block" and not game.has(unit, "FLY")
    starts = {model: position(*spot) for model, spot in unit.at.items()}
    return UnitMove(_move_policy(game, unit, move, {}), starts, RULE, own_models_block=block)


def _move_policy(
    game: Game,
    unit: Unit,
    move: Move,
    facings: Mapping[str, int],
    turns_last: bool = False,
    ways: Mapping[str, Poses] = _NO_WAYS,
) -> LayoutPolicy:
    """Return the rules for a unit's move.

    `facings` are the final facings of some models, `ways` the whole paths of those that turn at corners.
    """
    bases = game.positions.bases(unit)
    paths_by_base: dict[tuple[float | Oblong, int], tuple[tuple[PathPolicy, ...], tuple[Refusal, ...]]] = {}
    members = []
    for model, base in zip(bases.models, bases.footprints):
        if isinstance(base, Disc):
            key: tuple[float | Oblong, int] = (base.radius, 0)
            end_base: Footprint = base
        else:
            end_base = base.turned_to(facings.get(model, base.facing))
            if model in ways:
                members.append(_turning_member(game, unit, move, model, base, ways[model]))
                continue
            turns = end_base.facing != base.facing  # what a turn costs and meets depends on where it stands
            key = (base._replace(name="") if turns else base._replace(x=0.0, y=0.0, name="")), end_base.facing
        if key not in paths_by_base:
            paths_by_base[key] = _paths_of(game, unit, move, base, end_base, turns_last=turns_last)
        paths, against = paths_by_base[key]
        if move.toward:
            paths = tuple(_pile_in_policy(game, move, base, end_base, policy) for policy in paths)
        before = None if isinstance(base, Disc) else base.facing
        region = PathRegion((base.x, base.y), *paths)
        members.append(Member(model, end_base, region, before=before, against=against))
    ends = [member.at(0.0, 0.0) for member in members]
    links, demands = coherency_of(game, unit, len(members)), _demands(game, unit, move, ends)
    sight = check_of_sight(game, members, move)
    turning = _check_of_turns(game, unit, move, members) if turns_last else None
    checks = [check for check in (sight, turning) if check is not None]
    against_all = (lambda layout: [one for check in checks for one in check(layout)]) if checks else None
    turned = None if bases.are_round else partial(_move_policy, game, unit, move)
    return LayoutPolicy(
        tuple(members), links, demands, "A-GEO-9", against=against_all, turned=turned, turns_last=turns_last
    )


def _turning_member(game: Game, unit: Unit, move: Move, model: str, base: Oblong, way: Poses) -> Member:
    """Return a model whose base turns on its path, with all refusals of that path; any end counts as legal."""
    end_base = base.turned_to(way[-1].facing)
    anywhere = path_policy(end_base, math.inf, game.ruler.battlefield.bounds, (), "A-MOVE-2")
    region = PathRegion((base.x, base.y), anywhere)
    refusals = [*dict.fromkeys(judged_way(game, unit, move, base, way).refusals)]
    return Member(model, end_base, region, before=base.facing, against=refusals, way=way)


def judged_way(game: Game, unit: Unit, move: Move, base: Oblong, way: Poses) -> WayReceipt:
    """Return the verdict on a path on which a base turns at its corners (A-MOVE-2, A-MOVE-4).

    Each leg is judged as a straight path with the facing at its end, each turn as one on the spot. Only the last leg
    may end with a jump.
    """
    last, bounds = len(way) - 1, game.ruler.battlefield.bounds
    refusals, legs, turn_prices = list[Refusal](), list[LegReceipt](), list[Price]()
    for number, (start, end) in enumerate(pairwise(way), 1):
        base_before = base.moved_to(*start[:2]).turned_to(start.facing)
        base_after = base_before.turned_to(end.facing)
        if end.facing != start.facing:
            refusals += _against_turn(game, unit, move, base_before, end.facing)
            inches = arc_of(base_before, end.facing) + _climbed(game, unit, move, base_before, base_after)
            turn = abs(turn_between(start.facing, end.facing)) / 100
            spot = coordinates(start.x, start.y, 1)
            name = _("turning {degrees}° at {spot}", degrees=numeral(turn, ".0f"), spot=spot)
            turn_prices.append(Price(name, 0.0, inches, "A-MOVE-2"))
        policies = [
            path_policy(base_after, math.inf, bounds, grounds, "A-MOVE-2")
            for grounds in grounds_for(game, unit, move, base_after)
        ]
        if move.toward and number == last:
            policies = [_pile_in_policy(game, move, base, base_after, policy) for policy in policies]
        if number < last:
            policies = [policy.as_part() for policy in policies[:1]]
        leg = best_verdict(Path.through([start[:2], end[:2]]), policies)
        refusals += leg.refusals
        legs += leg.legs
        turn_prices += leg.once
    cost = math.fsum([*(leg.cost for leg in legs), *(price.cost for price in turn_prices)])
    left = move.inches + TOLERANCE - cost
    if left < -TOLERANCE / 100:
        refusals.append(Refusal(_("{amount} too far", amount=missing(-left)), "A-MOVE-2", N_("too far"), -left))
    path = Path.through([pose[:2] for pose in way])
    return WayReceipt(PathReceipt(path, tuple(legs), tuple(turn_prices), path.inches, cost, left, ()), tuple(refusals))


def _paths_of(
    game: Game, unit: Unit, move: Move, base: Footprint, end: Footprint, *, turns_last: bool
) -> tuple[tuple[PathPolicy, ...], tuple[Refusal, ...]]:
    """Return the policies for the paths of a base that ends with a facing, and the refusals of its turn."""
    bounds, reach = game.ruler.battlefield.bounds, move.inches + TOLERANCE
    turn_refusals: tuple[Refusal, ...] = ()
    on_path = end
    if isinstance(base, Oblong) and isinstance(end, Oblong) and end.facing != base.facing:
        reach -= arc_of(base, end.facing)  # no part of it moves farther (A-MOVE-2)
        on_path = base if turns_last else end
        if not turns_last:
            turn_refusals = tuple(_against_turn(game, unit, move, base, end.facing))
            reach -= _climbed(game, unit, move, base, end)
    alternatives = grounds_for(game, unit, move, on_path)
    if on_path is not end:  # it turns after the path: the turned base must be legal at the end only
        at_end = grounds_for(game, unit, move, end)[0]
        end_only = tuple(
            replace(ground, solid=False, rest=False, enter=0.0, leave=0.0, stops=False)
            for ground in at_end
            if ground.solid or not ground.rest
        )
        alternatives = tuple((*grounds, *end_only) for grounds in alternatives)
    policies = [path_policy(on_path, reach, bounds, grounds, "A-MOVE-2") for grounds in alternatives]
    if on_path is not end:
        inner = path_policy(end, 0.0, bounds, (), "").bounds
        outside = [Ground(_("the edge of the table"), part, "A-MOVE-3", part="centre", rest=False)
                   for part in outside_of(shapely.box(*inner), bounds)]  # fmt: skip
        policies = [policy.but(grounds=(*policy.grounds, *outside)) for policy in policies]
    return tuple(policies), turn_refusals


def _against_turn(game: Game, unit: Unit, move: Move, base: Oblong, facing: int) -> Iterator[Refusal]:
    """Yield the refusals of a turn on the spot to a facing as a part of a move."""
    yield from refusals_at_edge(game, base, facing)
    if not _flies(game, unit, move):
        yield from refusals_of_turn(
            game, unit, base, facing, move.barred, move.rule, seen=move.seen, passes=partial(_passes, unit, move)
        )


def _climbed(game: Game, unit: Unit, move: Move, before: Oblong, after: Oblong) -> float:
    return 0.0 if _flies(game, unit, move) else climbed(game, before, after)


def coherency(models: int) -> Coherency:
    """Return the rules of coherency for a number of models (A-COH-1, A-COH-2, A-COH-3)."""
    return Coherency(LINK, 2 if models >= CROWD else 1, "A-COH-2", TOLERANCE)


def coherency_of(game: Game, unit: Unit, models: int) -> Coherency:
    """Return the rules of coherency for a unit. Parts of a manifestation follow its warscroll (A-MAN-7)."""
    parts_distance = game.card(unit).apart
    if parts_distance:
        return Coherency(float(parts_distance), 1, "A-MAN-7", TOLERANCE)
    plain = coherency(models)
    wider = [float(influence.keyword) for influence in game.influences(unit, "coherency set")]
    return Coherency(max(wider), plain.links, "A-COH-2", TOLERANCE) if wider else plain


def _pile_in_policy(game: Game, move: Move, base: Footprint, end: Footprint, policy: PathPolicy) -> PathPolicy:
    """Return the policy with the demand that a model ends no farther from the chosen enemy (A-PILE-4, A-AMB-16)."""
    enemy = game.state.units[move.toward]
    others = game.positions.bases(enemy).footprints
    before = min(clearance(base, other) for other in others) + TOLERANCE
    return policy.but(ends=(near_any(end, others, before, "A-PILE-1", enemy.name),))


def _demands(game: Game, unit: Unit, move: Move, ends: Sequence[Footprint]) -> tuple[Demand, ...]:
    """Return the demands of a move on the models of a unit, whose bases at the end are `ends` (at any spot)."""
    models = dict(zip(game.positions.bases(unit).models, ends))
    demands = [_near(game, models, (identity,), COMBAT_RANGE, "A-PILE-3") for identity in move.keeping]
    if move.fighting:
        demands.append(_near(game, models, tuple(sorted(enemy_ids(game, unit))), COMBAT_RANGE, move.rule))
    if move.charging:
        demands.append(_near(game, models, tuple(sorted(move.charging)), CHARGED_TO, "A-CHG-4", move.besieging))
    return tuple(demands)


def _near(
    game: Game,
    models: Mapping[str, Footprint],
    units: tuple[str, ...],
    inches: float,
    rule: str,
    features: Sequence[Feature] = (),
) -> Demand:
    """Return the demand that some model ends near one of `units` or `features`. `check_of_sight` checks sight."""
    others = [game.state.units[identity] for identity in units]
    bases = [base for other in others for base in game.positions.bases(other).footprints]
    names = [other.name for other in others for _base in game.positions.bases(other).footprints]
    conditions: dict[Footprint, Condition] = {}
    by_model = {}
    for model, end in models.items():
        base = end._replace(x=0.0, y=0.0, name="")
        if base not in conditions:
            to_units: Condition = NearAny(bases, inches, base, names, rule)
            shapes = [(feature.name, polygon) for feature in features for polygon in feature.polygons]
            to_features = [near_shape(polygon, inches, base, name, "A-CHG-7") for name, polygon in shapes]
            conditions[base] = AnyOf([to_units, *to_features]) if to_features else to_units
        by_model[model] = conditions[base]
    return Demand(by_model)


def _check_of_turns(game: Game, unit: Unit, move: Move, members: Sequence[Member]) -> Callable[[Layout], list[Refusal]]:
    """Return a check of the turns of models that turn at the end of their paths."""

    def against(layout: Layout) -> list[Refusal]:
        refusals: list[Refusal] = []
        for member in members:
            base = member.standing(*layout[member.id])
            if not isinstance(base, Oblong) or member.facing is None or not member.turns:
                continue
            refusals += _against_turn(game, unit, move, base, member.facing)
            if _climbed(game, unit, move, base, base.turned_to(member.facing)):
                refusals.append(Refusal(_("turning there, it would go up or down terrain"), "A-TERR-2"))
        return refusals

    return against


Answer = str | list[dict[str, Any]]


def ask_move(
    game: Game,
    unit: Unit,
    move: Move,
    prompt: str,
    ability: str,
    shortcuts: Sequence[Option] = (),
    where: UnitMove | None = None,
) -> Asking[bool]:
    """Let a player move a unit or take a shortcut. Return whether the unit moved.

    `where` are the legal moves if the caller already has them.
    """
    if not unit.at:  # a reaction has destroyed the unit
        return False
    answer = yield Arrange(
        player=unit.owner,
        prompt=prompt,
        rule=move.rule,
        about=unit.id,
        arrangements=where or unit_move(game, unit, move),
        shortcuts=shortcuts,
    )
    if isinstance(answer, str):
        return False
    carry_out(game, unit, answer, ability, move.rule)
    return True


def carry_out(game: Game, unit: Unit, answer: list[dict[str, Any]], ability: str, rule: str) -> None:
    """Move the models of a unit along the paths of an answer, in the order of the answer."""
    paths: dict[str, list[tuple[float, float]]] = {}
    places, poses = dict(unit.at), dict[str, Poses]()
    for step in answer:
        x, y = step["at"]
        corners = [(float(spot[0]), float(spot[1])) for spot in step.get("via", ())]
        path = [places[step["id"]], *corners, (float(x), float(y))]
        turns = "facing" in step and step["facing"] != unit.facings.get(step["id"])
        if "facing" in step:
            poses[step["id"]] = _poses_of(step, unit.facings.get(step["id"], step["facing"]), path)
        if len(path) > 2 or path[0] != path[1] or turns:
            paths[step["id"]] = path
        places[step["id"]] = (float(x), float(y))
    unit.at, unit.besieges = places, ""
    unit.facings = {**unit.facings, **_facings_in(answer)}
    if game.setup.watches:
        _note_crossed(game, unit, paths)
    inches = max(
        (math.fsum(distance(start, end) for start, end in pairwise(path)) for path in paths.values()), default=0.0
    )
    turned = {model: path for model, path in poses.items() if len({pose.facing for pose in path}) > 1}
    if turned:
        inches = max(inches, *(_inches_of(game, unit, model, path) for model, path in turned.items()))
    game.emit(events.Moved(unit=unit.id, ability=ability, ways=paths, inches=inches, rule=rule))


def _facings_in(answer: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    """Return the facings that an answer gives to models whose bases are not round."""
    return {step["id"]: step["facing"] for step in answer if "facing" in step}


def _poses_of(step: Mapping[str, Any], before: int, path: Sequence[Spot]) -> Poses:
    """Return one step of an answer as poses along its path; without facings at corners, the model turns first."""
    last = step["facing"]
    facings = [*(corner[2] if len(corner) > 2 else last for corner in step.get("via", ())), last]
    start = Pose(*path[0], before)
    return (start, *(Pose(*spot, facing) for spot, facing in zip(path[1:], facings)))


def _inches_of(game: Game, unit: Unit, model: str, way: Poses) -> float:
    """Return the inches moved by the part of a base that moved farthest, turns included (A-MOVE-2)."""
    base = game.models(unit)[model].base
    assert isinstance(base, Oblong)
    arcs = math.fsum(arc_of(base.turned_to(start.facing), end.facing) for start, end in pairwise(way))
    return math.fsum(distance(start[:2], end[:2]) for start, end in pairwise(way)) + arcs


def _note_crossed(game: Game, unit: Unit, paths: Mapping[str, Sequence[Spot]]) -> None:
    """Record the enemy units that models of a unit moved across, with a base over one of theirs."""
    bases = dict(zip(game.positions.bases(unit).models, game.positions.bases(unit).footprints))
    for enemy in game.enemies(unit):
        others = game.positions.bases(enemy).footprints
        if any(_crosses(bases[model], path, other) for model, path in paths.items() for other in others):
            game.state.uses.note(f"{unit.id} {enemy.id} crossed", "phase", "turn")


def _crosses(base: Footprint, way: Sequence[Spot], other: Footprint) -> bool:
    """Return whether a base overlaps another anywhere on its path."""
    if isinstance(base, Disc) and isinstance(other, Disc):
        gap = shapely.LineString(way).distance(shapely.Point(other.x, other.y))
        return bool(gap < base.radius + other.radius - TOLERANCE)
    return bool(shapely.LineString(way).distance(centres_within(base, other, 0.0)) <= 0.0)


def ask_set_up(
    game: Game, unit: Unit, arrangements: SetUp, prompt: str, rule: str, shortcuts: Sequence[Option] = ()
) -> Flow:
    """Let a player set up a unit or take a shortcut."""
    answer = yield Arrange(
        player=unit.owner,
        prompt=prompt,
        rule=rule,
        about=unit.id,
        arrangements=arrangements,
        shortcuts=tuple(shortcuts),
    )
    if not isinstance(answer, str):
        set_up(game, unit, answer, rule)


def set_up(game: Game, unit: Unit, answer: list[dict[str, Any]], rule: str) -> None:
    """Put the models of an answer on the table. Models that are already there stay."""
    spots = {step["id"]: (float(step["at"][0]), float(step["at"][1])) for step in answer}
    standing = {**unit.at, **spots}
    unit.at = {model: standing[model] for model in game.models(unit) if model in standing}
    unit.facings = all_facings(game, unit, _facings_in(answer))
    unit.place = "table"
    game.emit(events.SetUp(unit=unit.id, at=spots, deployed=game.state.round == 0, rule=rule))


Spot = tuple[float, float]


def room_for(
    game: Game,
    unit: Unit,
    narrowed: Callable[[Footprint], Sequence[Condition]],
    rule: str,
    around: Spot | None = None,
    models: Sequence[str] | None = None,
) -> SetUp:
    """Return the legal ways to set up a unit or some `models` of it, first shown as a block `around` a spot.

    `narrowed` returns the special conditions for a base, given at any spot.
    """
    return SetUp(_room_policy(game, unit, narrowed, rule, around, models, {}))


def _room_policy(
    game: Game,
    unit: Unit,
    narrowed: Callable[[Footprint], Sequence[Condition]],
    rule: str,
    around: Spot | None,
    models: Sequence[str] | None,
    facings: Mapping[str, int],
    turns_last: bool = False,
    ways: Mapping[str, Poses] = _NO_WAYS,
) -> LayoutPolicy:
    """Return the rules for setting up a unit. `facings` replace first facings; `ways` is unused, as no model moves."""
    facts, field = game.models(unit), game.ruler.battlefield
    if unit.on_table:  # the unit is picked up, without its slain models
        facts = {model: facts[model] for model in facts if model in unit.at}
    if models is not None:
        facts = {model: facts[model] for model in models}
    bases = {model: facing_first(game, unit, model, fact.base) for model, fact in facts.items()}
    for model, facing in facings.items():
        base = bases[model]
        bases[model] = base if isinstance(base, Disc) else base.turned_to(facing)
    half_sizes = [half_box(base) for base in bases.values()]
    step, rise = (2 * max(sizes) + LINK / 4 for sizes in zip(*half_sizes))  # close enough to be coherent
    middle = around or (field.width / 2, field.height / 2)
    spots = block(len(facts), math.ceil(math.sqrt(2 * len(facts))), step, middle, rise=rise)
    regions: dict[Footprint, Region] = {}
    members = []
    for number, (model, base) in enumerate(bases.items()):
        if base not in regions:
            regions[base] = Region(base.radius, (*general(game, unit, base), *narrowed(base)))
        name = f"{unit.name} {number + 1}" if len(facts) > 1 else unit.name
        x, y = spots[number]
        members.append(Member(model, base._replace(x=x, y=y, name=name), regions[base]))
    turned = None
    if any(isinstance(base, Oblong) for base in bases.values()):
        turned = partial(_room_policy, game, unit, narrowed, rule, around, models)
    links = coherency_of(game, unit, len(members))
    return LayoutPolicy(tuple(members), links, (), rule, turned=turned, turns_last=turns_last)


def block(models: int, files: int, step: float, around: Spot, ahead: int = 1, rise: float | None = None) -> list[Spot]:
    """Return spots for models in ranks around a spot, `step` inches apart, with `rise` inches between the ranks.

    The block faces north, or south if `ahead` is -1.
    """
    rise = step if rise is None else rise
    ranks = math.ceil(models / files)
    return [
        (
            around[0] + (number % files - (min(files, models) - 1) / 2) * step,
            around[1] + ((ranks - 1) / 2 - number // files) * rise * ahead,
        )
        for number in range(models)
    ]


def general(game: Game, unit: Unit, base: Footprint) -> list[Condition]:
    """Return the conditions for every set-up base: on the table, on no other base and on no forbidden terrain."""
    field = game.ruler.battlefield
    others = [
        base_on_table
        for other in game.state.units.values()
        if other.place == "table" and other is not unit
        for base_on_table in game.positions.bases(other).footprints
    ]
    conditions = [on_table(field, base, "A-GEO-9"), clear_of(others, base, N_("overlaps a base"), "A-GEO-9")]
    for feature in game.features():
        if feature.base is None and (feature.is_impassable or not feature.may_be_stood_on):
            rule = feature.unrest_rule
            conditions.append(clear_of_shape(feature.shape, base, feature.name, N_("on terrain"), rule))
    return conditions


def beside_its_unit(game: Game, unit: Unit, model: str, facing: int | None = None) -> Region:
    """Return the legal spots for a returning model (A-DMG-8), with `facing` if its base is not round.

    By default it faces as its unit does. The spots are close to models that did not return this turn, and out of combat
    with new enemies.
    """
    fought = {enemy.id for enemy in game.fought_by(unit)}
    base = facing_first(game, unit, model, game.models(unit)[model].base)
    if facing is not None and isinstance(base, Oblong):
        base = base.turned_to(facing)
    others = [
        base_here
        for enemy in game.enemies(unit)
        if enemy.id not in fought
        for base_here in game.positions.bases(enemy).footprints
    ]
    bases = game.positions.bases(unit)
    own_bases, count = bases.footprints, game.state.uses.count
    bases_that_stayed = [
        base_here for other, base_here in zip(bases.models, own_bases) if not count("turn", f"{other} returned")
    ]
    conditions = [
        *general(game, unit, base),
        clear_of(own_bases, base, N_("overlaps its own unit"), "A-GEO-9"),
        clear_of(others, base, N_("in combat range"), "A-DMG-8", COMBAT_RANGE + BEYOND),
        Linked(bases_that_stayed, base, coherency(len(own_bases) + 1).links),
    ]
    return Region(base.radius, conditions)


def has_room_beside(game: Game, unit: Unit, enemy: Unit, inches: float) -> bool:
    """Return whether a model of a unit has room within a distance of an enemy unit (A-CHG-7)."""
    models, enemy_bases = game.models(unit), game.positions.bases(enemy).footprints
    bases = sorted({models[model].base for model in unit.at}, key=lambda base: base.radius)
    for base in chain.from_iterable(map(in_all_facings, bases)):
        conditions = [*general(game, unit, base), NearAny(enemy_bases, inches, base, enemy.name, "A-CHG-7")]
        if Region(base.radius, conditions).find():
            return True
    return False


def in_all_facings(base: Footprint) -> Iterator[Footprint]:
    """Yield a base in facings at regular steps over half a turn, after which it looks the same."""
    if isinstance(base, Disc):
        yield base
    else:
        yield from (base.turned_to(facing) for facing in range(0, FULL_TURN // 2, _FACINGS))


def summoned_near(game: Game, unit: Unit, summoner: Unit, spec: AbilityDocument) -> SetUp:
    """Return the legal ways to set up a manifestation (A-MAN-5).

    Parameters of the ability limit them. The manifestation must be wholly `within` inches of the summoner and more than
    `beyond` inches from enemies. The summoner must see it unless `visible` is 0.
    """
    within, beyond = params.WITHIN.of(spec.params), params.BEYOND.of(spec.params)
    sources = game.positions.bases(summoner).footprints
    enemies = [base_here for enemy in game.enemies(summoner) for base_here in game.positions.bases(enemy).footprints]

    def narrowed(base: Footprint) -> list[Condition]:
        sees = None
        if params.IN_SIGHT.of(spec.params) and game.seeing.blockers:

            def sees(placed_base: Footprint, source: Footprint) -> bool:
                return game.seeing.bases(source, placed_base)

        near: Condition = NearAny(sources, within, base, summoner.name, "A-MAN-5", sees, wholly=True)
        clear = clear_of(enemies, base, N_("too near an enemy"), "A-MAN-5", beyond + BEYOND)
        return [near, clear] if beyond else [near]

    return room_for(game, unit, narrowed, "A-MAN-5")


def set_up_again(
    game: Game, unit: Unit, user: Unit, needs: Mapping[str, Value], models: Sequence[str] | None = None
) -> SetUp:
    """Return the legal ways to set up a unit again, or only some `models` of it (A-ABIL-5).

    Every base must be more than `beyond` inches from enemies, wholly `within` inches of the user or of a friendly unit
    named by `beside`, wholly within `edge` inches of an edge of the table or `corner` inches of a corner, and wholly
    within `terrain` inches of a terrain feature and a `territory`. Enemies named by `closer-to` may be nearer, beyond
    `closer` inches.
    """
    kinds, beyond = params.CLOSER_TO.of(needs), params.SET_UP_BEYOND.of(needs) + BEYOND
    enemies, closer = list[Footprint](), list[Footprint]()
    for enemy in game.enemies(unit):
        (closer if kinds and fits(names(game, enemy), kinds) else enemies).extend(
            game.positions.bases(enemy).footprints
        )
    beside = params.BESIDE.of(needs)
    others = [
        other
        for other in game.state.units.values()  # with faction terrain
        if other.owner == unit.owner and other.place == "table" and other is not unit
        and beside and fits(names(game, other), beside)
    ]  # fmt: skip
    near = [one for other in others or [user] for one in game.positions.bases(other).footprints]

    def narrowed(base: Footprint) -> list[Condition]:
        conditions = [clear_of(enemies, base, N_("too near an enemy"), "A-ABIL-5", beyond)]
        if closer:
            least_gap = params.CLOSER.of(needs) + BEYOND
            conditions.append(clear_of(closer, base, N_("too near an enemy"), "A-ABIL-5", least_gap))
        if corner := params.CORNER.of(needs):
            corners = [
                inside_shape(area, base, N_("the corner of the table"), "A-GEO-6") for area in _corners(game, corner)
            ]
            conditions.append(AnyOf(corners))
        if within := params.SET_UP_WITHIN.of(needs):
            sources = near if others or not beside else []
            conditions.append(NearAny(sources, within, base, user.name, "A-GEO-5", wholly=True))
        if inches := params.SET_UP_TERRAIN.of(needs):
            around = [
                feature.shape.buffer(inches, quad_segs=64) for feature in game.features() if feature.id != unit.id
            ]
            name = N_("a terrain feature")
            nowhere = NearAny([], inches, base, _(name), "A-GEO-6", wholly=True)
            places = [inside_shape(area, base, name, "A-GEO-6") for area in around]
            conditions.append(AnyOf(places) if places else nowhere)
        if edge := params.EDGE.of(needs):
            strips = [inside_shape(strip, base, N_("the edge of the table"), "A-GEO-6") for strip in _edges(game, edge)]
            conditions.append(AnyOf(strips))
        if territory := params.LAND.of(needs):
            owner = unit.owner if territory == "own" else game.other(unit.owner)
            zone = game.setup.territories[game.state.territories[owner]]
            conditions.append(inside_shape(zone, base, N_("its territory"), "A-GEO-6"))
        return conditions

    return room_for(game, unit, narrowed, "A-ABIL-5", models=models)


def _corners(game: Game, inches: float) -> Iterator[BaseGeometry]:
    """Yield the area within a distance of each corner of the table."""
    field = game.ruler.battlefield
    for x, y in product((0.0, field.width), (0.0, field.height)):
        yield shapely.Point(x, y).buffer(inches, quad_segs=64)


def _edges(game: Game, inches: float) -> Iterator[BaseGeometry]:
    """Yield the strips along the edges of the table, `inches` deep."""
    field = game.ruler.battlefield
    width, height = field.width, field.height
    yield shapely.box(0, 0, inches, height)
    yield shapely.box(width - inches, 0, width, height)
    yield shapely.box(0, 0, width, inches)
    yield shapely.box(0, height - inches, width, height)
