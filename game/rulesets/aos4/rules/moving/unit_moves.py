"""The legal moves and set-ups of a unit, the questions for them, and their execution.

A-MOVE-9, A-DEP-5, A-DEP-9, A-MAN-5. A move has paths for each model, and demands on the whole unit.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from typing import Any, Final

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from game.cached import cached_property
from game.engine.core.decisions import Arrange, Option
from game.engine.core.flow import Asking, Flow
from game.lengths import missing
from game.refusal import Refusal
from game.rulesets.aos4.documents import params
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.documents.params import Value
from game.rulesets.aos4.documents.phrases import fits
from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.conditions import names
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.rulings import BEYOND, CHARGED_TO, COMBAT_RANGE, CROWD, LINK, TOLERANCE
from game.rulesets.aos4.rules.state import Unit
from game.rulesets.aos4.rules.terrain import Feature
from game.table.lattice import distance, position
from game.table.layout.moving import UnitMove
from game.table.layout.policy import Coherency, Demand, Layout, LayoutPolicy, Member
from game.table.layout.setting_up import SetUp
from game.table.path.policy import End, Ground, PathPolicy, base
from game.table.path.region import PathRegion
from game.table.placing.clearances import ClearOf, OnTable
from game.table.placing.condition import AnyOf, Condition
from game.table.placing.region import Region
from game.table.placing.solids import ClearOfShape, InsideShape, NearShape
from game.table.shapes import Bounds, Disc, gap
from game.table.sight.lines import meets, touches
from game.table.terrain.area import Floats
from game.wording import N_, _

# -- obstacles and conditions of a moving base -----------------------------------------------------


@dataclass(frozen=True)
class Move:
    """How a unit may move: `inches` for each model, under the rule `rule`.

    `barred`: ids of the enemy units whose combat range no model may enter, at the end or on the way; `ending`: those in
    whose range none may end. `seen`: whether only enemies count that the model sees from there (A-MOVE-6, A-AMB-10).
    `toward`: the enemy unit from which no model may end farther away than it began (A-PILE-1). `keeping`: the enemy
    units with which the unit must still be in combat (A-PILE-3). `charging`: one model must end within half an inch of
    an enemy unit that it sees (A-CHG-4), or of one of the features `besieging` (A-CHG-7). `fighting`: the unit must end
    in combat. `past`: "fly" as with Fly, or the "models", only those of "enemies" or of the `victim` ("target"), "
    "that it
    may pass through.
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


def grounds_for(game: Game, unit: Unit, move: Move, radius: float) -> tuple[tuple[Ground, ...], ...]:
    """Return the obstacles for a moving model, as alternatives of which one must allow the path (A-TERR-5)."""
    west, south, east, north = game.positions.bases(unit).box
    flies, far = game.has(unit, "FLY") or move.past == "fly", move.inches + 0.1
    box = west - far, south - far, east + far, north + far
    plain = [*_bases(game, unit, move, flies, box), *_ranges(game, unit, move, radius, flies, box)]
    tall = list[Feature]()
    for feature in game.features():
        if feature.disc is not None:
            continue  # faction terrain is among the bases
        if not meets(feature.box, box):
            continue
        if feature.is_impassable:
            plain += [
                Ground(feature.name, polygon, "A-TAB-3", solid=not flies, rest=False) for polygon in feature.polygons
            ]
        elif not feature.is_low:
            tall.append(feature)
    if not tall:
        return (tuple(plain),)
    # A jump ends a path: a model that jumps from one feature climbs all others (A-TERR-3).
    return tuple(
        (
            *plain,
            *(
                ground
                for feature in tall
                for ground in _climb(feature, flies, 0.0 if feature is jumped else feature.height)
            ),
        )
        for jumped in ((None,) if flies else (None, *tall))
    )


def _climb(feature: Feature, flies: bool, leave: float) -> Iterator[Ground]:
    """Yield the ground of a tall feature. If `leave` is 0, the model jumps down (A-TERR-4, A-FLY-3, A-AMB-41)."""
    name, rest, unrest, high = feature.name, feature.may_be_stood_on, feature.unrest_rule, feature.height
    for polygon in feature.polygons:
        if flies:
            if not rest:
                yield Ground(name, polygon, unrest, rest=False)
        elif leave:
            yield Ground(name, polygon, "A-TERR-2", enter=high, leave=leave, rest=rest, rest_rule=unrest)
        else:
            yield Ground(name, polygon, "A-TERR-3", enter=high, rest=rest, rest_rule=unrest, stops=True)


def _passes(unit: Unit, move: Move, other: Unit) -> bool:
    """Return whether a move may pass through the models of another unit."""
    if move.past == "target":
        return other.id == move.victim
    return move.past == "models" or (move.past == "enemies" and other.owner != unit.owner)


def _bases(game: Game, unit: Unit, move: Move, flies: bool, box: Bounds) -> Iterator[Ground]:
    """Yield the bases of all other units: models neither pass through them nor end on them.

    A-MOVE-3, A-FLY-1, A-FLY-4.
    """
    for other in game.state.units.values():
        if other is unit or other.place != "table" or not meets(game.positions.bases(other).box, box):
            continue
        passes = flies or _passes(unit, move, other)
        for disc in game.positions.bases(other).discs:
            if touches(box, disc.x, disc.y, disc.radius):
                yield Ground(disc.name, disc, "A-MOVE-3", rest=False) if passes else base(disc, "A-MOVE-3")


def _ranges(game: Game, unit: Unit, move: Move, radius: float, flies: bool, box: Bounds) -> Iterator[Ground]:
    """Yield the combat ranges that no model may enter, or end in.

    A-MOVE-6, A-MOVE-7, A-FLY-2, A-AMB-8, A-AMB-9, A-AMB-44.
    """
    west, south, east, north = box
    wider = west - COMBAT_RANGE, south - COMBAT_RANGE, east + COMBAT_RANGE, north + COMBAT_RANGE
    for identity in sorted(move.barred | move.ending):
        other = game.state.units[identity]
        solid, bases = identity in move.barred and not flies, game.positions.bases(other)
        for disc in bases.discs if meets(bases.box, wider) else ():
            if touches(box, disc.x, disc.y, disc.radius + COMBAT_RANGE):
                yield _range_of(game, other, disc, move, radius, solid=solid)


def _range_of(game: Game, other: Unit, disc: Disc, move: Move, radius: float, *, solid: bool) -> Ground:
    name = _("the combat range of {unit}", unit=other.name)
    # Where the mover's base reaches into the range, and some part of it into what the enemy base sees.
    reach = disc.radius + COMBAT_RANGE + radius + TOLERANCE
    shape = game.seeing.range_of(disc, radius, reach) if move.seen else None
    if shape is None:
        grown = disc._replace(radius=disc.radius + COMBAT_RANGE)
        return Ground(name, grown, move.rule, solid=solid, margin=BEYOND, rest=False)
    return Ground(name, shape, move.rule, solid=solid, part="centre", rest=False)  # type: ignore[arg-type]


class NearAny(Condition):
    """The edge of a base is at most `inches` from one of some bases that it sees from there; `name` is theirs.

    With a name for each, a refusal names only the nearest.
    """

    cause = N_("too far away")
    costly = True

    def __init__(
        self,
        discs: Sequence[Disc],
        inches: float,
        radius: float,
        name: str | Sequence[str],
        rule: str,
        sees: Callable[[float, float, Disc], bool] | None = None,
    ) -> None:
        self._discs, self._name, self.rule, self._sees = tuple(discs), name, rule, sees
        self._centres = np.array([(disc.x, disc.y) for disc in discs], dtype=np.float64).reshape(-1, 2)
        self._reach = np.array([disc.radius + radius + inches for disc in discs])
        if discs:
            west, south = (self._centres - self._reach[:, None]).min(axis=0).tolist()
            east, north = (self._centres + self._reach[:, None]).max(axis=0).tolist()
            self.bounds = west, south, east, north

    def _over(self, x: float, y: float) -> Floats:
        over: Floats = np.hypot(self._centres[:, 0] - x, self._centres[:, 1] - y) - self._reach
        return over

    def allows(self, x: float, y: float) -> bool:
        near = np.flatnonzero(self._over(x, y) <= TOLERANCE)
        if self._sees is None:
            return near.size > 0
        return any(self._sees(x, y, self._discs[at]) for at in near)

    def short_by(self, x: float, y: float) -> float:
        over = self._over(x, y)
        if self._sees is not None:
            over = over[[at for at, disc in enumerate(self._discs) if self._sees(x, y, disc)]]
        return float(over.min()) if over.size else math.inf

    def message(self, x: float, y: float, short: float) -> str:
        name = self._name if isinstance(self._name, str) else self._name[int(self._over(x, y).argmin())]
        if math.isinf(short):
            return _("does not see {name} from there", name=name)
        return _("{amount} too far from {name}", amount=missing(short), name=name)

    @cached_property
    def _area(self) -> BaseGeometry:
        return shapely.union_all(self._rings(self._reach))

    def _rings(self, reach: Floats) -> list[BaseGeometry]:
        return [shapely.Point(disc.x, disc.y).buffer(far, quad_segs=24) for disc, far in zip(self._discs, reach)]

    def allowed(self, box: Bounds | None = None) -> BaseGeometry:
        return self._area


class Linked(NearAny):
    """A base is linked to a number of other bases, or to all of them if there are fewer (A-COH-1, A-COH-2)."""

    cause = N_("too far from its unit")

    def __init__(self, discs: Sequence[Disc], radius: float, links: int) -> None:
        super().__init__(discs, LINK + TOLERANCE, radius, "", "A-COH-2")
        self._links = max(1, min(links, len(discs)))

    def allows(self, x: float, y: float) -> bool:
        return self.short_by(x, y) <= 0.0

    def short_by(self, x: float, y: float) -> float:
        over = np.sort(self._over(x, y))
        return float(over[self._links - 1]) if over.size else math.inf

    def message(self, x: float, y: float, short: float) -> str:
        return _("{amount} too far from its unit", amount=missing(short))

    @cached_property
    def _area(self) -> BaseGeometry:
        some = combinations(self._rings(self._reach - TOLERANCE), self._links)
        return shapely.union_all([shapely.intersection_all(rings) for rings in some])


# -- moves and set-ups of a unit -------------------------------------------------------------------


def enemy_ids(game: Game, unit: Unit) -> frozenset[str]:
    """Return the ids of all enemy units, without faction terrain (A-CHG-8)."""
    return frozenset(enemy.id for enemy in game.enemies(unit))


def check_of_sight(game: Game, unit: Unit, move: Move) -> Callable[[Layout], list[Refusal]] | None:
    """Return a check of a move's end that depends on sight, or None if sight does not matter (A-AMB-46)."""
    if not game.seeing.blockers or not (move.seen or move.keeping or move.charging):
        return None

    def against(layout: Layout) -> list[Refusal]:
        bases = game.positions.bases(unit)
        ends = [disc.moved_to(*layout[model]) for model, disc in zip(bases.models, bases.discs)]
        units = game.state.units
        refusals = []
        if move.seen:
            met = [units[key] for key in sorted(move.barred) if meet(game, ends, units[key], COMBAT_RANGE)]
            refusals += [_refusal(N_("in combat with {unit}"), enemy, move.rule) for enemy in met]
        lost = [units[key] for key in move.keeping if not meet(game, ends, units[key], COMBAT_RANGE)]
        refusals += [_refusal(N_("no longer in combat with {unit}"), enemy, "A-PILE-3") for enemy in lost]
        charged = [units[key] for key in sorted(move.charging)]
        if charged and not move.besieging and not any(meet(game, ends, enemy, CHARGED_TO) for enemy in charged):
            refusals.append(Refusal(_("cannot see the enemy it charges"), "A-CHG-4"))
        return refusals

    return against


def _refusal(text: str, unit: Unit, rule: str) -> Refusal:
    return Refusal(_(text, unit=unit.name), rule)


def meet(game: Game, bases: Sequence[Disc], other: Unit, inches: float) -> bool:
    """Return whether any of some bases is within a distance of a unit, and any of them sees the unit."""
    there = game.positions.bases(other).discs
    near = any(gap(base, disc) <= inches + TOLERANCE for base in bases for disc in there)
    return near and any(game.seeing.model(base, other) for base in bases)


RULE: Final = "A-MOVE-1"


def unit_move(game: Game, unit: Unit, move: Move) -> UnitMove:
    """Return the legal moves of a unit (A-MOVE-4, A-MOVE-5, A-AMB-1, A-AMB-2)."""
    bases, field = game.positions.bases(unit), game.ruler.battlefield
    bounds = 0.0, 0.0, field.width, field.height
    known: dict[float, list[PathPolicy]] = {}
    members = []
    for model, disc in zip(bases.models, bases.discs):
        if disc.radius not in known:
            reach = move.inches + TOLERANCE
            known[disc.radius] = [
                PathPolicy(disc.radius, reach, bounds, grounds, rule="A-MOVE-2")
                for grounds in grounds_for(game, unit, move, disc.radius)
            ]
        policies = [_pile_in_policy(game, move, disc, each) if move.toward else each for each in known[disc.radius]]
        members.append(Member(model, disc, PathRegion((disc.x, disc.y), *policies)))
    links, demands = coherency_of(game, unit, len(members)), _demands(game, unit, move)
    policy = LayoutPolicy(tuple(members), links, demands, "A-GEO-9", against=check_of_sight(game, unit, move))
    block = game.setup.document.options.own_models == "block" and not game.has(unit, "FLY")
    starts = {model: position(*spot) for model, spot in unit.at.items()}
    return UnitMove(policy, starts, RULE, own_models_block=block)


def coherency(models: int) -> Coherency:
    """Return the rules of coherency for a number of models (A-COH-1, A-COH-2, A-COH-3)."""
    return Coherency(LINK, 2 if models >= CROWD else 1, "A-COH-2", TOLERANCE)


def coherency_of(game: Game, unit: Unit, models: int) -> Coherency:
    """Return the rules of coherency for a unit. Parts of a manifestation follow its warscroll (A-MAN-7)."""
    apart = game.card(unit).apart
    if apart:
        return Coherency(float(apart), 1, "A-MAN-7", TOLERANCE)
    plain = coherency(models)
    wider = [float(influence.keyword) for influence in game.influences(unit, "coherency set")]
    return Coherency(max(wider), plain.links, "A-COH-2", TOLERANCE) if wider else plain


def _pile_in_policy(game: Game, move: Move, disc: Disc, policy: PathPolicy) -> PathPolicy:
    """Return a policy by which a model may not end farther from the chosen enemy (A-PILE-4, A-AMB-16)."""
    enemy = game.state.units[move.toward]
    discs = game.positions.bases(enemy).discs
    before = min(gap(disc, other) for other in discs)
    return policy.but(ends=(End(discs, most=before + TOLERANCE, rule="A-PILE-1", name=enemy.name),))


def _demands(game: Game, unit: Unit, move: Move) -> tuple[Demand, ...]:
    demands = [_near(game, unit, (identity,), COMBAT_RANGE, "A-PILE-3") for identity in move.keeping]
    if move.fighting:
        demands.append(_near(game, unit, tuple(sorted(enemy_ids(game, unit))), COMBAT_RANGE, move.rule))
    if move.charging:
        demands.append(_near(game, unit, tuple(sorted(move.charging)), CHARGED_TO, "A-CHG-4", move.besieging))
    return tuple(demands)


def _near(
    game: Game, unit: Unit, units: tuple[str, ...], inches: float, rule: str, features: Sequence[Feature] = ()
) -> Demand:
    """Return the demand that a model ends near one of some enemy units or features. `ending` checks sight."""
    others = [game.state.units[identity] for identity in units]
    discs = [disc for other in others for disc in game.positions.bases(other).discs]
    names = [other.name for other in others for _disc in game.positions.bases(other).discs]
    conditions: dict[float, Condition] = {}
    near_any = {}
    for model, disc in zip(game.positions.bases(unit).models, game.positions.bases(unit).discs):
        if disc.radius not in conditions:
            near: Condition = NearAny(discs, inches, disc.radius, names, rule)
            shapes = [(feature.name, polygon) for feature in features for polygon in feature.polygons]
            walls = [NearShape(polygon, inches, disc.radius, name, "A-CHG-7") for name, polygon in shapes]
            conditions[disc.radius] = AnyOf([near, *walls]) if walls else near
        near_any[model] = conditions[disc.radius]
    return Demand(near_any)


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
    ways: dict[str, list[tuple[float, float]]] = {}
    places = dict(unit.at)
    for step in answer:
        x, y = step["at"]
        via = [(float(spot[0]), float(spot[1])) for spot in step.get("via", ())]
        way = [places[step["id"]], *via, (float(x), float(y))]
        if len(way) > 2 or way[0] != way[1]:
            ways[step["id"]] = way
        places[step["id"]] = (float(x), float(y))
    unit.at, unit.besieges = places, ""
    if game.setup.watches:
        _note_crossed(game, unit, ways)
    inches = max((math.fsum(distance(a, b) for a, b in pairwise(way)) for way in ways.values()), default=0.0)
    game.emit(events.Moved(unit=unit.id, ability=ability, ways=ways, inches=inches, rule=rule))


def _note_crossed(game: Game, unit: Unit, ways: Mapping[str, Sequence[Spot]]) -> None:
    """Note the enemy units that models of a unit moved across, with a base over one of theirs."""
    facts = game.models(unit)
    for enemy in game.enemies(unit):
        discs = game.positions.bases(enemy).discs
        if any(
            shapely.LineString(way).distance(shapely.Point(disc.x, disc.y))
            < facts[model].radius + disc.radius - TOLERANCE
            for model, way in ways.items()
            for disc in discs
        ):
            game.state.uses.note(f"{unit.id} {enemy.id} crossed", "phase", "turn")


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
    """Put the models of an answer on the table. Models that already stand there stay."""
    spots = {step["id"]: (float(step["at"][0]), float(step["at"][1])) for step in answer}
    standing = {**unit.at, **spots}
    unit.at = {model: standing[model] for model in game.models(unit) if model in standing}
    unit.place = "table"
    game.emit(events.SetUp(unit=unit.id, at=spots, deployed=game.state.round == 0, rule=rule))


Spot = tuple[float, float]


def room_for(
    game: Game,
    unit: Unit,
    narrowed: Callable[[float], Sequence[Condition]],
    rule: str,
    around: Spot | None = None,
    models: Sequence[str] | None = None,
) -> SetUp:
    """Return the legal ways to set up a unit or some `models` of it, which first appear as a block `around` a spot.

    `narrowed` returns the special conditions for a base of a given radius.
    """
    facts, field = game.models(unit), game.ruler.battlefield
    if unit.on_table:  # the unit is picked up, without its slain models
        facts = {model: facts[model] for model in facts if model in unit.at}
    if models is not None:
        facts = {model: facts[model] for model in models}
    step = 2 * max(fact.radius for fact in facts.values()) + LINK / 4  # close enough to be coherent
    middle = around or (field.width / 2, field.height / 2)
    spots = block(len(facts), math.ceil(math.sqrt(2 * len(facts))), step, middle)
    regions: dict[float, Region] = {}
    members = []
    for number, (model, fact) in enumerate(facts.items()):
        if fact.radius not in regions:
            conditions = (*general(game, unit, fact.radius), *narrowed(fact.radius))
            regions[fact.radius] = Region(fact.radius, conditions)
        name = f"{unit.name} {number + 1}" if len(facts) > 1 else unit.name
        disc = Disc(*spots[number], fact.radius, name)
        members.append(Member(model, disc, regions[fact.radius]))
    return SetUp(LayoutPolicy(tuple(members), coherency_of(game, unit, len(members)), (), rule))


def block(models: int, files: int, step: float, around: Spot, ahead: int = 1) -> list[Spot]:
    """Return spots for models in ranks around a spot, `step` inches apart. They look north, or south (`ahead` -1)."""
    ranks = math.ceil(models / files)
    return [
        (
            around[0] + (number % files - (min(files, models) - 1) / 2) * step,
            around[1] + ((ranks - 1) / 2 - number // files) * step * ahead,
        )
        for number in range(models)
    ]


def general(game: Game, unit: Unit, radius: float) -> list[Condition]:
    """Return the conditions for every set-up base: on the table, on no other base and on no forbidden terrain."""
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
            rule = feature.unrest_rule
            conditions.append(ClearOfShape(feature.shape, radius, feature.name, N_("on terrain"), rule))
    return conditions


def beside_its_unit(game: Game, unit: Unit, model: str) -> Region:
    """Return the legal spots for a returning model (A-DMG-8).

    They are close to models that did not return this turn, and out of combat with new enemies.
    """
    fought = {enemy.id for enemy in game.fought_by(unit)}
    radius = game.models(unit)[model].radius
    others = [
        disc._replace(radius=disc.radius + COMBAT_RANGE + BEYOND)
        for enemy in game.enemies(unit)
        if enemy.id not in fought
        for disc in game.positions.bases(enemy).discs
    ]
    bases = game.positions.bases(unit)
    own, count = bases.discs, game.state.uses.count
    stood = [disc for other, disc in zip(bases.models, own) if not count("turn", f"{other} returned")]
    conditions = [
        *general(game, unit, radius),
        ClearOf(own, radius, N_("overlaps its own unit"), "A-GEO-9"),
        ClearOf(others, radius, N_("in combat range"), "A-DMG-8"),
        Linked(stood, radius, coherency(len(own) + 1).links),
    ]
    return Region(radius, conditions)


def has_room_beside(game: Game, unit: Unit, enemy: Unit, inches: float) -> bool:
    """Return whether a model of a unit has room within a distance of an enemy unit (A-CHG-7)."""
    facts, there = game.models(unit), game.positions.bases(enemy).discs
    for radius in sorted({facts[model].radius for model in unit.at}):
        conditions = [*general(game, unit, radius), NearAny(there, inches, radius, enemy.name, "A-CHG-7")]
        if Region(radius, conditions).find():
            return True
    return False


def summoned_near(game: Game, unit: Unit, summoner: Unit, spec: AbilityDocument) -> SetUp:
    """Return the legal ways to set up a manifestation (A-MAN-5).

    Parameters of the ability limit them. The manifestation must be wholly `within` inches of the summoner and more than
    `beyond` inches from enemies. The summoner must see it unless `visible` is 0.
    """
    within, beyond = params.WITHIN.of(spec.params), params.BEYOND.of(spec.params)
    sources = game.positions.bases(summoner).discs
    enemies = [
        disc._replace(radius=disc.radius + beyond + BEYOND)
        for enemy in game.enemies(summoner)
        for disc in game.positions.bases(enemy).discs
    ]

    def narrowed(radius: float) -> list[Condition]:
        sees = None
        if params.IN_SIGHT.of(spec.params) and game.seeing.blockers:

            def sees(x: float, y: float, source: Disc) -> bool:
                return game.seeing.discs(source, Disc(x, y, radius))

        near = NearAny(sources, within - 2 * radius, radius, summoner.name, "A-MAN-5", sees)
        return [near, *([ClearOf(enemies, radius, N_("too near an enemy"), "A-MAN-5")] if beyond else [])]

    return room_for(game, unit, narrowed, "A-MAN-5")


def set_up_again(
    game: Game, unit: Unit, user: Unit, needs: Mapping[str, Value], models: Sequence[str] | None = None
) -> SetUp:
    """Return the legal ways to set up a unit again, or only some `models` of it (A-ABIL-5).

    Every base must be more than `beyond` inches from enemies, wholly `within` inches of the user or of a friendly unit
    that `beside` names, wholly within `edge` inches of an edge of the table, and wholly within a `territory`.
    """
    enemies = [
        disc._replace(radius=disc.radius + params.SET_UP_BEYOND.of(needs) + BEYOND)
        for enemy in game.enemies(unit)
        for disc in game.positions.bases(enemy).discs
    ]
    beside = params.BESIDE.of(needs)
    others = [
        other for other in game.of(unit.owner) if other is not unit and beside and fits(names(game, other), beside)
    ]
    near = [disc for other in others or [user] for disc in game.positions.bases(other).discs]

    def narrowed(radius: float) -> list[Condition]:
        conditions: list[Condition] = [ClearOf(enemies, radius, N_("too near an enemy"), "A-ABIL-5")]
        if within := params.SET_UP_WITHIN.of(needs):
            sources = near if others or not beside else []
            conditions.append(NearAny(sources, within - 2 * radius, radius, user.name, "A-GEO-5"))
        if edge := params.EDGE.of(needs):
            strips = [
                InsideShape(strip, radius, N_("the edge of the table"), "A-GEO-6") for strip in _edges(game, edge)
            ]
            conditions.append(AnyOf(strips))
        if land := params.LAND.of(needs):
            owner = unit.owner if land == "own" else game.other(unit.owner)
            zone = game.setup.territories[game.state.territories[owner]]
            conditions.append(InsideShape(zone, radius, N_("its territory"), "A-GEO-6"))
        return conditions

    return room_for(game, unit, narrowed, "A-ABIL-5", models=models)


def _edges(game: Game, inches: float) -> Iterator[BaseGeometry]:
    """Yield the strips of the table along its edges."""
    field = game.ruler.battlefield
    width, height = field.width, field.height
    yield shapely.box(0, 0, inches, height)
    yield shapely.box(width - inches, 0, width, height)
    yield shapely.box(0, 0, width, inches)
    yield shapely.box(0, height - inches, width, height)
