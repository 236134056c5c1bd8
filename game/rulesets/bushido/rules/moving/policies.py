"""Enemies that bind a model (B-ACT-5, B-ACT-30, B-GEO-30..34), and the policies of moves (B-MOVE-5 to B-MOVE-14)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

import shapely
from shapely.geometry import Polygon

from game.rulesets.bushido.rules.game import Game, remembered
from game.rulesets.bushido.rules.moving.sight import base, impassable, sight, standing
from game.rulesets.bushido.rules.rulings import TOLERANCE, ZONE
from game.rulesets.bushido.rules.state import Model, objective_name
from game.rulesets.bushido.rules.terrain import features
from game.table.path.policy import CONTACT, End, Ground, PathPolicy, Stage, contact
from game.table.shapes import Disc
from game.table.sight.corridor import Blocker
from game.table.sight.lines import touches
from game.table.sight.seen import seen_area
from game.table.terrain.area import polygons_of
from game.table.terrain.battlefield import Battlefield
from game.wording import N_, _

# -- enemies that bind a model ---------------------------------------------------------------------

_QUARTER = 20
SPOT = Disc(0.0, 0.0, 0.0, "", "point")
"""A stand-in for a target that is a point, not a base."""


@remembered
def zone(game: Game, model: Model, mover: Model | None = None) -> Sequence[Polygon]:
    """Return a model's zone of control, which is the area in its sight within 1 inch of its base (B-GEO-30).

    The model `mover` does not block its sight.
    """
    observer, policy = base(model), sight(game, model, "zero", mover).policy
    near_blockers = [blocker for blocker in policy.blockers(observer, SPOT) if _is_near(blocker, observer)]
    return _zone(observer, policy.arc, tuple(near_blockers))


def _is_near(blocker: Blocker, observer: Disc) -> bool:
    """Return whether a blocker may hide a part of a zone."""
    reach = observer.radius + ZONE + TOLERANCE
    if isinstance(blocker, Disc):
        return math.hypot(blocker.x - observer.x, blocker.y - observer.y) <= reach + blocker.radius
    return touches(blocker.box, observer.x, observer.y, reach)


@lru_cache(maxsize=1024)
def _zone(observer: Disc, arc: float | None, blockers: tuple[Blocker, ...]) -> Sequence[Polygon]:
    """Return the zone of control of a base. Plain arguments let it be cached."""
    x, y, reach = observer.x, observer.y, observer.radius + ZONE
    visible_area = seen_area(observer, blockers, arc, (x - reach, y - reach, x + reach, y + reach))
    # The corners are a little outside the circle and the edges a little inside, within the tolerance of B-GEO-3.
    disc = shapely.Point(x, y).buffer(reach + TOLERANCE / 2, quad_segs=_QUARTER)
    return polygons_of(shapely.intersection(visible_area, disc))


def is_in_zone(game: Game, model: Model, enemy: Model) -> bool:
    """Return whether any part of a model's base is in an enemy's zone. Exactly 1 inch is in the zone (B-GEO-30)."""
    if not game.within(model, enemy, ZONE) or enemy.has("Blind"):
        return False
    spot = shapely.Point(model.x, model.y)
    return any(shapely.distance(part, spot) <= model.radius + TOLERANCE for part in zone(game, enemy, model))


def may_ignore(game: Game, model: Model, enemy: Model, *, moving: bool = True) -> bool:
    """Return whether a model may ignore an enemy's zone (B-GEO-33). Some traits help only while `moving` (B-TR-77)."""
    touches_friend = any(other.side == model.side for other in game.touching(enemy))
    blind = enemy.has("Blind")  # it sees only models that it touches (B-STATE-3, B-GEO-30)
    has_no_zone = blind or enemy.has("Prone") or enemy.has("Disguised") or game.any(enemy, "insignificant")
    return touches_friend or has_no_zone or (moving and game.any(model, "ignores_zones"))


@remembered
def zones_in_force(game: Game, model: Model, *, moving: bool = True) -> Sequence[Model]:
    """Return the enemies whose zones a model must respect.

    `moving`: while it moves; otherwise while it declares an action and acts.
    """
    return tuple(enemy for enemy in game.enemies(model) if not may_ignore(game, model, enemy, moving=moving))


@remembered
def held_by(game: Game, model: Model, *, moving: bool = True) -> Sequence[Model]:
    """Return the enemies whose zones hold a model: it is in the zone and may not ignore it (B-GEO-32, B-GEO-34)."""
    return tuple(enemy for enemy in zones_in_force(game, model, moving=moving) if is_in_zone(game, model, enemy))


def engaged_with(game: Game, model: Model, *, leaving: bool = True) -> list[Model]:
    """Return the enemies in base contact that a model may not ignore.

    It may ignore Prone (B-ACT-30) and Immobilised (B-STATE-10) enemies. `leaving`: the action begins with a movement,
    so an Agile model may ignore all of them (B-TR-2).
    """
    agile = game.any(model, "agile") and leaving
    return [enemy for enemy in game.touching(model) if not (agile or enemy.has("Prone") or enemy.has("Immobilised"))]


def disregarded(game: Game, model: Model) -> list[Model]:
    """Return the enemies in base contact that a model may ignore when it moves."""
    bound = engaged_with(game, model)
    return [enemy for enemy in game.touching(model) if enemy not in bound]


HELD_BY = "Held by"


def hold(game: Game, holder: Model, model: Model) -> None:
    """Give a model the Held marker and record its holder."""
    game.mark(model, "Held", 0)
    if model.has("Held"):
        model.effects = [effect for effect in model.effects if effect.entry != HELD_BY]
        game.lend(model, HELD_BY, "game", holder.id)


def release(game: Game, fighters: tuple[Model, ...] = ()) -> None:
    """Release Held models that no holder touches any more.

    A holder among the `fighters` of an exchange also releases all models outside the exchange.
    """
    for model in game.models:
        if model.has("Held"):
            holders = [game.state.models[effect.source] for effect in model.effects if effect.entry == HELD_BY]
            possible = holders or game.touching(model)
            in_contact = [
                holder for holder in possible if holder.on_table and model.on_table and game.within(model, holder, 0.0)
            ]
            # a holder that fights in an exchange lets go of all models outside it
            if all(holder in fighters and model not in fighters for holder in in_contact):
                let_go(game, model)


def let_go(game: Game, model: Model) -> None:
    """Remove the Held marker and the record of the holder."""
    game.unmark(model, "Held")
    model.effects = [effect for effect in model.effects if effect.entry != HELD_BY]


# -- policies --------------------------------------------------------------------------------------

DIFFICULT, IDEAL = 2.0, -2.0
"""The factor for the cost of Difficult ground, and the change in the cost of a move over Ideal ground, in inches."""
APART = 2 * CONTACT
"""The smallest gap in inches that does not count as contact."""
ROAD = N_("Ideal ground")
_SPARE = 3.0
"""A generous margin for leaving out distant things, in inches."""


def run_length(move: float) -> float:
    """Return the allowance of a Run in inches. Fractions of inches count (B-GEN-2, B-MOVE-7)."""
    return 1.5 * move


def charge_length(move: float) -> float:
    """Return the allowance of a Charge in inches (B-MOVE-8)."""
    return 2.0 * move


def solids(game: Game, model: Model, *, untouched: Iterable[Model] = ()) -> list[Ground]:
    """Return the ground that a base cannot pass: bases, objectives and Impassable terrain (B-MOVE-1).

    Bases in `untouched` must not be touched either, because a move ends at no more than one enemy (B-MOVE-2).
    """
    margins = {other.id: _gap_kept(game, model, other) for other in untouched}
    grounds = [
        Ground(other.id, base(other), "B-MOVE-1", solid=True, margin=margins.get(other.id, 0.0), called=other.name)
        for other in game.on_table()
        if other is not model
    ]
    grounds += [
        Ground(
            objective.id,
            Disc(objective.x, objective.y, objective.radius, objective.id),
            "B-SCEN-3",
            solid=True,
            called=objective_name(objective.id),
        )
        for objective in game.objectives()
    ]
    for feature in impassable(game):
        grounds += grounds_by_piece(game.ruler.battlefield)[feature.piece.id]
    if game.any(model, "flies"):  # over everything, but not ending in it (B-TR-77)
        return [replace(ground, solid=False, rest=False) for ground in grounds]
    return grounds


def _gap_kept(game: Game, model: Model, other: Model) -> float:
    """Return the inches to leave to a base that must not be touched. A gap that is smaller already may stay."""
    gap = game.apart(model, other)
    return gap if TOLERANCE < gap < APART else APART


def terrain(game: Game, model: Model, *, ideal: bool = True) -> list[Ground]:
    """Return the terrain that changes the cost of a move. Walk, Run and Charge use `ideal` ground (B-MOVE-13, B-TR-35).

    All Ideal ground has the same name, because it helps only once. Touching counts as entering (B-GEO-7, AMB-25).
    """
    grounds: list[Ground] = []
    if game.any(model, "flies"):
        return grounds
    pieces = grounds_by_piece(game.ruler.battlefield)
    for feature in standing(game):
        is_slow = feature.passage == "difficult" and not game.any(model, "lightfooted")
        if is_slow or (feature.passage == "ideal" and ideal):
            grounds += pieces[feature.piece.id]
    return grounds


@lru_cache(maxsize=32)
def grounds_by_piece(field: Battlefield) -> dict[str, list[Ground]]:
    """Return the grounds of each terrain piece of a table for moves, by the id of the piece."""
    pieces: dict[str, list[Ground]] = {}
    for feature in features(field):
        name, polygons = feature.piece.id, feature.polygons
        if feature.passage == "impassable":
            pieces[name] = _parts(name, polygons, "B-TERR-3", solid=True, called=feature.piece.name)
        elif feature.passage == "difficult":
            pieces[name] = _parts(name, polygons, "B-TERR-2", factor=DIFFICULT, called=feature.piece.name)
        elif feature.passage == "ideal":
            pieces[name] = [Ground(ROAD, part, "B-TERR-4", once=IDEAL, margin=CONTACT) for part in polygons]
    return pieces


def _parts(name: str, polygons: Sequence[Polygon], rule: str, **properties: object) -> list[Ground]:
    """Return the polygons as grounds with numbered names."""
    numbered = len(polygons) > 1
    return [
        Ground(f"{name}/{number}" if numbered else name, polygon, rule, **properties)  # type: ignore[arg-type]
        for number, polygon in enumerate(polygons)
    ]


def gain_of(game: Game) -> float:
    """Return the change in a move's cost by Ideal terrain on this table, 0 or less (B-TERR-4)."""
    return IDEAL if any(feature.passage == "ideal" for feature in standing(game)) else 0.0


def zone_grounds(
    game: Game, model: Model, enemies: Iterable[Model], reach: float = math.inf, *, solid: bool = True
) -> list[Ground]:
    """Return the zones of enemies as ground. A distance of exactly 1 inch is in a zone (AMB-23).

    The name of the ground is "zone of" with the enemy's id. Enemies farther away than `reach` inches are left out.
    """
    return [
        ground
        for enemy in enemies
        if game.apart(model, enemy) <= reach + ZONE
        for ground in _parts(
            f"zone of {enemy.id}",
            zone(game, enemy, model),
            "B-GEO-31",
            solid=solid,
            margin=TOLERANCE,
            called=_("the zone of {model}", model=enemy.name),
        )
    ]


def _reach(game: Game, model: Model, inches: float) -> float:
    """Return an upper bound for the distance of a move, in inches."""
    return inches - gain_of(game) + 2 * model.radius + _SPARE


def walk(game: Game, model: Model, inches: float, *, ignoring: Sequence[Model] = ()) -> PathPolicy:
    """Return the policy of a Walk, which avoids zones and contact with enemies (B-MOVE-6, B-GEO-32).

    `ignoring` are enemies in base contact that the model leaves. A model that leaves contact ignores all zones
    (B-GEO-33e).
    """
    left_enemies = [enemy for enemy in disregarded(game, model) if enemy not in ignoring]
    leaves_contact = bool(ignoring) or (bool(left_enemies) and game.any(model, "agile"))
    ignoring = [*ignoring, *left_enemies]
    holders = [] if leaves_contact else [enemy for enemy in held_by(game, model) if enemy not in ignoring]
    zones = [] if leaves_contact else [enemy for enemy in zones_in_force(game, model) if enemy not in ignoring]
    not_to_touch = [enemy for enemy in game.enemies(model) if enemy not in ignoring]
    grounds = (
        *solids(game, model, untouched=not_to_touch),
        *terrain(game, model),
        *zone_grounds(game, model, zones, _reach(game, model, inches)),
    )
    ends = [End(tuple(base(enemy) for enemy in left_enemies), least=APART, rule="B-TR-2")] if left_enemies else []
    return _policy(game, model, inches, grounds, [*_leaving(holders, grounds), Stage()], ends, "B-MOVE-6")


def _leaving(held: Sequence[Model], grounds: Sequence[Ground]) -> list[Stage]:
    """Return the first stage of a move that begins in zones, which leads out of them (B-GEO-32, AMB-24)."""
    if not held:
        return []
    zones = {f"zone of {enemy.id}" for enemy in held}
    names = tuple(ground.name for ground in grounds if ground.name.split("/")[0] in zones)
    direction = "away" if len(held) == 1 else "not nearer"
    discs = tuple(base(enemy) for enemy in held)
    return [
        Stage(direction, discs, "leave", names, frozenset(names), may_end=False, rule="B-GEO-32")  # type: ignore[arg-type]
    ]


def run(game: Game, model: Model, inches: float) -> PathPolicy:
    """Return the policy of a Run, which is a straight line to a point in sight that enters no zone (B-MOVE-7).

    A run that begins in a zone leads straight away from the enemy. A run that begins in several zones must not come
    nearer to any of these enemies (B-GEO-32, AMB-24).
    """
    policy = walk(game, model, inches)
    policy = policy.but(ends=(*policy.ends, *_in_sight(game, model, inches)), rule="B-MOVE-7")
    leaving = next((stage for stage in policy.stages if stage.until), None)
    if leaving is None:
        return policy.but(stages=(Stage("straight", rule="B-MOVE-7"),))
    grounds = tuple(
        replace(ground, solid=False, rest=False) if ground.name in leaving.names else ground
        for ground in policy.grounds
    )
    only = Stage("away" if leaving.go == "away" else "straight", leaving.of, rule="B-GEO-32")
    return policy.but(grounds=grounds, stages=(only,))


def _in_sight(game: Game, model: Model, inches: float) -> tuple[End, ...]:
    """Return the condition that the model sees the end of the move when it faces there (B-MOVE-7, B-GEO-11).

    A straight line can be hidden only by objects that the model can pass. If there are none, there is no condition.
    """
    blockers = tuple(sight(game, model, "zero").policy.blockers(base(model), SPOT))
    passable_names = {
        feature.piece.name or feature.piece.id for feature in standing(game) if feature.passage != "impassable"
    }
    if not (game.any(model, "flies") or any(blocker.name in passable_names for blocker in blockers)):
        return ()
    far = _reach(game, model, inches)
    seen = seen_area(base(model), blockers, None, (model.x - far, model.y - far, model.x + far, model.y + far))
    return (End(tuple(polygons_of(seen)), most=-model.radius, rule="B-MOVE-7"),)


def approach(game: Game, model: Model, target: Model, inches: float, *, charge: bool) -> PathPolicy:
    """Return the policy of a Charge or a Melee move into base contact with a target (B-MOVE-8 to B-MOVE-11).

    The first stage ends at contact with the target's zone or base. From there, the path is straight to the target and
    ignores other zones. It also ignores them if one of the two begins in the other's zone. A Charge is straight in both
    stages.
    """
    others = [enemy for enemy in zones_in_force(game, model) if enemy is not target]
    target_has_zone = target in zones_in_force(game, model)
    holders = [enemy for enemy in held_by(game, model) if enemy is not target]
    may_touch_all = game.any(model, "splits_attack")  # for Split Attack, it may touch several enemies (B-TR-80)
    if may_touch_all or is_in_zone(game, model, target) or is_in_zone(game, target, model):
        others = []
        holders = holders if may_touch_all else []
    may_touch = game.enemies(model) if may_touch_all else disregarded(game, model)
    not_to_touch = [enemy for enemy in game.enemies(model) if enemy is not target and enemy not in may_touch]
    target_zone = zone_grounds(game, model, [target] if target_has_zone else [], solid=False)
    other_zones = zone_grounds(game, model, others, _reach(game, model, inches))
    grounds = (
        *solids(game, model, untouched=not_to_touch),
        *terrain(game, model, ideal=charge),
        *other_zones,
        *target_zone,
    )
    first_contact = (target.id, *(ground.name for ground in target_zone))
    ignored = frozenset(ground.name for ground in other_zones)
    first = Stage(
        "straight" if charge else "free", (), "touch", first_contact, rule="B-MOVE-8" if charge else "B-MOVE-9"
    )
    last = Stage("toward", (base(target),), ignores=ignored, rule="B-MOVE-10")
    if not charge and not target_has_zone:
        last = Stage(ignores=ignored)
    stages, ends = [*_leaving(holders, grounds), first, last], [contact(base(target), rule="B-MOVE-9")]
    return _policy(game, model, inches, grounds, stages, ends, first.rule)


def toward(game: Game, model: Model, target: Model, inches: float) -> PathPolicy:
    """Return the policy of a move towards a model, which may touch enemies (B-GEO-6, B-TR-25)."""
    holders = [enemy for enemy in held_by(game, model) if enemy is not target]
    others = [enemy for enemy in zones_in_force(game, model) if enemy is not target]
    zones = zone_grounds(game, model, others, _reach(game, model, inches))
    grounds = (*solids(game, model), *zones)
    stages = [*_leaving(holders, grounds), Stage("not farther", (base(target),), rule="B-GEO-6")]
    return _policy(game, model, inches, grounds, stages, [contact(base(target), rule="B-TR-25")], "B-MOVE-5")


def slide(game: Game, model: Model, enemy: Model, inches: float) -> PathPolicy:
    """Return the policy of a slide round the base of an enemy in contact, which ignores zones (B-ACT-12)."""
    grounds = (*solids(game, model), *terrain(game, model, ideal=False))
    return PathPolicy(
        model.radius, inches, game.ruler.battlefield.bounds, grounds, (Stage("along", (base(enemy),)),), rule="B-ACT-12"
    )


def _policy(
    game: Game, model: Model, inches: float, grounds: Sequence[Ground], stages: Sequence[Stage], ends: Sequence[End],
    rule: str,
) -> PathPolicy:  # fmt: skip
    """Return a path policy from its parts, without ground that is too far away to matter."""
    bounds = game.ruler.battlefield.bounds
    policy = PathPolicy(model.radius, inches, bounds, tuple(grounds), tuple(stages), tuple(ends), rule=rule)
    return near(model, policy)


def near(model: Model, policy: PathPolicy) -> PathPolicy:
    """Return the policy without the ground that is too far away to matter."""
    far = policy.budget - math.fsum(min(ground.once, 0.0) for ground in policy.grounds) + 2 * model.radius + _SPARE
    named = {name for stage in policy.stages for name in stage.names}
    at = (model.x, model.y, model.x, model.y)
    kept = tuple(ground for ground in policy.grounds if ground.name in named or ground.is_near(at, far))
    return policy.but(grounds=kept)
