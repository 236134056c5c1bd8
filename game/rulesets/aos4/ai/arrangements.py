"""Promising arrangements of a unit's models, rated by the resulting position.

The first functions propose spots, whether legal or not; `arrangements` returns the legal ones.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from game.engine.core.decisions import Arrange, answer_of
from game.engine.rulebook.looking import sieve
from game.engine.rulebook.view import Prospect
from game.lengths import length
from game.rulesets.aos4.ai.position import Outlook, army_worth, detours, exchange, shooting_range
from game.rulesets.aos4.rules.core.attacking import NO_CHARGE
from game.rulesets.aos4.rules.core.moves import STAY
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.moving.unit_moves import block
from game.rulesets.aos4.rules.positions import gaps_to
from game.rulesets.aos4.rules.rulings import CHARGED_TO, COMBAT_RANGE, PILE_IN
from game.rulesets.aos4.rules.state import Unit
from game.rulesets.aos4.view.preview import FOUGHT_AFTER, moved_to
from game.table.footprints import Footprint, half_box, reach_of
from game.table.lattice import Position, position, snap
from game.table.layout.moving import UnitMove, block_move, quick_move
from game.table.layout.steps import Steps, ends_of
from game.table.shapes import Disc
from game.table.sight.lines import meets
from game.table.terrain.area import Floats
from game.wording import _, ngettext

NEAREST: Final = 4
"""The number of nearest enemy units that moves consider."""
ROUND: Final = 8
"""The number of directions to consider for a unit with an obstacle on its way to an objective."""
THOROUGH: Final = 16
"""The number of directions that thorough players consider, for the full and half the distance."""
TURNS: Final = (25, -25, 50, -50, 75, -75)
"""The directions from which thorough players approach an enemy's model, in degrees from the straight line."""
SUMMONED: Final = 24
"""The number of random spots to consider for summoned units by thorough players."""
PARTS: Final = (1.0, 0.7)
"""The shares of a path to consider, since there may be no room at its end."""
KEPT: Final = 2e-3
"""The part of a budget that stays unused, since spots are rounded, in inches."""
LEAST: Final = 0.3
"""The length of the shortest useful shift in inches."""
AFTER_A_CHARGE: Final = 0.1
"""The best distance to an enemy at the end of a charge, where most models strike, in inches."""
BEHIND: Final = 2.5
"""The distance of shooters and heroes behind the front in deployment, in inches."""
SUMMONING: Final = "A-MAN-5"
CHARGES: Final = "A-CHG-4"
PILES_IN: Final = "A-PILE-1"

Ends = Mapping[str, Position]


def moves(
    game: Game, unit: Unit, inches: float, rule: str, only: Unit | None = None, *, thorough: bool = False
) -> Iterator[Ends]:
    """Yield spots for a unit shifted as a block, to objectives, to enemies and away from enemies.

    `only` limits the enemies to one. With `thorough`, there are shifts in all directions.
    """
    inches = max(0.0, inches - KEPT)
    for dx, dy in _shifts(game, unit, inches, rule, only, thorough=thorough):
        length = math.hypot(dx, dy)
        if length >= LEAST:
            for part in PARTS if rule not in (CHARGES, PILES_IN) else PARTS[:1]:
                share = part * min(1.0, inches / length)
                yield {name: position(x + share * dx, y + share * dy) for name, (x, y) in unit.at.items()}


def budget(decision: Arrange) -> float:
    """Return the number of inches that every model of the unit may move."""
    budgets = [
        policy.budget for member in decision.arrangements.members for policy in getattr(member.ends, "policies", ())
    ]
    return min(budgets, default=0.0)


def _shifts(
    game: Game, unit: Unit, inches: float, rule: str, only: Unit | None, *, thorough: bool
) -> Iterator[tuple[float, float]]:
    """Yield shifts of a unit as (dx, dy): to objectives, in several directions, and to the nearest enemies."""
    if rule not in (CHARGES, PILES_IN):
        xs, ys = zip(*unit.at.values())
        x, y = sum(xs) / len(xs), sum(ys) / len(ys)
        bases, markers = game.positions.bases(unit), game.setup.objectives.values()
        yield from ((marker.x - x, marker.y - y) for marker in markers)
        if thorough:
            yield from (*_all_round(inches, THOROUGH), *_all_round(inches / 2, THOROUGH))
        elif any(detours(game, unit, bases, marker).any() for marker in markers):
            yield from _all_round(inches, ROUND)
    enemies = game.enemies(unit) if only is None else [only]
    nearest = sorted(enemies, key=lambda enemy: game.positions.gap(unit, enemy))[:NEAREST]
    for enemy in nearest:
        gap = game.positions.gap(unit, enemy)
        if rule == CHARGES and gap > inches + CHARGED_TO:
            return
        yield from _towards(game, unit, enemy, gap, inches, rule)
        if thorough and rule in (CHARGES, PILES_IN):
            yield from _round(game, unit, enemy, inches, next(_stops(game, unit, gap, inches, rule)))


def _all_round(inches: float, directions: int) -> Iterator[tuple[float, float]]:
    """Yield shifts of the same length in directions all round."""
    for number in range(directions):
        angle = 2 * math.pi * number / directions
        yield inches * math.cos(angle), inches * math.sin(angle)


def _round(game: Game, unit: Unit, enemy: Unit, inches: float, stop: float) -> Iterator[tuple[float, float]]:
    """Yield shifts that bring a unit's nearest model to a distance from an enemy's model, from several sides."""
    base, enemy_base = _nearest(game, unit, enemy)
    dx, dy = enemy_base.x - base.x, enemy_base.y - base.y
    straight_back = math.atan2(-dy, -dx)
    for turn in TURNS:
        bearing = straight_back + math.radians(turn)
        distance = _apart(base, enemy_base, bearing) + stop
        x, y = dx + distance * math.cos(bearing), dy + distance * math.sin(bearing)
        if math.hypot(x, y) <= inches:
            yield x, y


def _apart(one: Footprint, other: Footprint, bearing: float) -> float:
    """Return roughly the distance between the centres of two touching bases, by the bearing between them."""
    nx, ny = math.cos(bearing), math.sin(bearing)
    return sum(base.radius if isinstance(base, Disc) else reach_of(base, nx, ny) for base in (one, other))


def _nearest(game: Game, unit: Unit, enemy: Unit) -> tuple[Footprint, Footprint]:
    """Return the nearest bases of a unit and an enemy."""
    gaps, (bases, enemy_bases) = game.positions.gaps(unit, enemy), map(game.positions.bases, (unit, enemy))
    row, column = divmod(int(gaps.argmin()), gaps.shape[1])
    return bases.footprints[row], enemy_bases.footprints[column]


def _towards(
    game: Game, unit: Unit, enemy: Unit, gap: float, inches: float, rule: str
) -> Iterator[tuple[float, float]]:
    """Yield straight shifts towards an enemy, one for each distance at which it pays to stop."""
    base, enemy_base = _nearest(game, unit, enemy)
    dx, dy = enemy_base.x - base.x, enemy_base.y - base.y
    distance = math.hypot(dx, dy) or 1.0
    for stop in _stops(game, unit, gap, inches, rule):
        yield dx / distance * (gap - stop), dy / distance * (gap - stop)


def _stops(game: Game, unit: Unit, gap: float, inches: float, rule: str) -> Iterator[float]:
    """Yield promising distances from an enemy for the end of a move, in inches."""
    if rule == CHARGES:
        yield from (AFTER_A_CHARGE, CHARGED_TO - 0.05)
    elif rule == PILES_IN:
        yield 0.05
    else:
        yield COMBAT_RANGE + 0.05
        if reach := shooting_range(game, unit):
            yield reach - 1.0
            yield gap + inches


def deployments(
    game: Game, unit: Unit, decision: Arrange, rng: random.Random, *, thorough: bool = False
) -> Iterator[Ends]:
    """Yield blocks of a unit near objectives. For summoned units, yield random legal spots."""
    if decision.rule == SUMMONING:
        for _time in range(SUMMONED if thorough else NEAREST):
            spot = decision.arrangements.sample(rng)
            if spot is not None:
                yield dict(ends_of(spot))
        return
    members = decision.arrangements.members
    half_width, half_depth = (max(sizes) for sizes in zip(*(half_box(member.base) for member in members)))
    files = max(1, math.ceil(math.sqrt(len(members) * 2)))
    step, rank_step = 2 * half_width + 0.15, 2 * half_depth + 0.15
    side = game.state.territories.get(unit.owner, "south")
    depth = math.ceil(len(members) / files) * rank_step
    back = BEHIND if shooting_range(game, unit) or game.has(unit, "HERO") else 0.0
    line = _front(game, side) - (depth / 2 + half_depth * 0.2 + back)
    for marker in game.setup.objectives.values():
        for sideways in (-4.0, 0.0, 4.0):
            y = line if side == "south" else game.ruler.battlefield.height - line
            spots = block(len(members), files, step, (marker.x + sideways, y), 1 if side == "south" else -1, rank_step)
            yield {member.id: position(*spot) for member, spot in zip(members, spots)}


def _front(game: Game, side: str) -> float:
    """Return the depth of a side's territory in inches."""
    zones = game.setup.document.map.zones
    ys = [point[1] for zone in zones if zone.id == side for area in zone.area for point in area.outline]
    return max(ys) if side == "south" else game.ruler.battlefield.height - min(ys)


Shapes = NDArray[np.object_]
"""An array of Shapely geometries, one for each model."""


def has_room(game: Game, unit: Unit, rule: str) -> bool:
    """Return whether a unit overlaps nothing, and is out of combat unless the rule allows combat."""
    bases, field = game.positions.bases(unit), game.ruler.battlefield
    west, south, east, north = bases.box
    if west < 0.0 or south < 0.0 or east > field.width or north > field.height:
        return False
    enemy_gap = 0.0 if rule in FOUGHT_AFTER else COMBAT_RANGE
    for other in game.state.units.values():
        if other is unit or other.place != "table":
            continue
        least_gap = enemy_gap if other.owner != unit.owner else 0.0
        if not game.positions.surely_apart(unit, other, least_gap) and game.positions.gap(unit, other) <= least_gap:
            return False
    return not _touches_walls(game, np.asarray(shapely.points(bases.centres)), bases.radii, bases.box)


def goes_straight(game: Game, unit: Unit, ends: Mapping[str, Position]) -> bool:
    """Return whether no wall blocks the straight paths of a unit's models to their ends."""
    if not unit.at or game.has(unit, "FLY"):
        return True
    bases = game.positions.bases(unit)
    paths = shapely.linestrings([((x, y), ends.get(name, (x, y))) for name, (x, y) in unit.at.items()])
    west, south, east, north = shapely.total_bounds(paths)
    radius = float(bases.radii.max())
    return not _touches_walls(game, paths, bases.radii, (west - radius, south - radius, east + radius, north + radius))


def _touches_walls(game: Game, spots: Shapes, radii: Floats, box: tuple[float, float, float, float]) -> bool:
    """Return whether bases touch terrain that models cannot stand on. `box` is the bounding box of the bases."""
    return any(
        bool((shapely.distance(spots, polygon) < radii).any())
        for feature in game.features()
        if (feature.is_impassable or not feature.may_be_stood_on) and meets(feature.box, box)
        for polygon in feature.polygons
    )


SEARCHED: Final = 2
"""The number of most promising arrangements that get a slow search for each model."""
BLOCKS: Final = 6
"""The number of most promising arrangements that get a fast trial as a straight move of the whole unit."""
SHIFTS: Final = ((1.0, 0), (0.93, 0), (0.97, 15), (0.97, -15), (0.8, 0), (0.9, 30), (0.9, -30), (0.65, 0), (0.7, 45),
                 (0.7, -45), (0.4, 0), (0.9, 75), (0.9, -75))  # fmt: skip
"""Variants of a straight move: the share of the distance, and the deviation in degrees."""
SHORT: Final = 0.1
"""If no further arrangement promises this much more than the best one so far, in victory points, the search ends."""
FEW: Final = 10
"""The largest number of models for which a charge gets a second, thorough search."""
TRIFLE: Final = 0.02
"""The smallest gain of a useful move in victory points."""
DRAWN: Final = 2
"""The number of random arrangements if nothing better is found."""
SET_UP: Final = ("A-DEP-5", "A-DEP-6", "A-MAN-5")


class Hope(NamedTuple):
    """A promising arrangement with its gain in victory points.

    `free`: there is room, and no wall on the path. It is False without a check if there is no gain.
    """

    gain: float
    ends: Ends
    free: bool


def arrangements(
    game: Game, decision: Arrange, rng: random.Random, share: float = 1.0, *, thorough: bool = False
) -> Iterator[Prospect]:
    """Yield legal arrangements with their gain, more if `thorough`. `share`: fraction of candidates tried."""
    unit = game.state.units[decision.about]
    outlook = Outlook(game, decision.player, unit)
    is_set_up = decision.rule in SET_UP or not unit.at
    if is_set_up:
        proposed = deployments(game, unit, decision, rng, thorough=thorough)
    else:
        proposed = moves(game, unit, budget(decision), decision.rule, thorough=thorough)
    rated = hopes(game, unit, sieve(rng, share)(proposed), decision.rule, outlook)
    staying = [option.key for option in decision.shortcuts if option.key in (STAY, NO_CHARGE)]
    worth_before, gains = outlook.worth(), [0.0] if staying else [-math.inf]
    for steps in _legal_steps(decision, unit, rated, gains, rng):
        facings = {step.id: step.facing for step in steps if step.facing is not None}
        with moved_to(game, unit, ends_of(steps), facings):
            gain = _worth_here(game, unit, decision.rule, outlook) - worth_before
        gains.append(gain)
        why = description(game, unit, ends_of(steps))
        yield Prospect(answer_of(steps), gain, why, settled=not is_set_up, final=True)
        if decision.rule in SET_UP:
            return
    has_hope = any(hope.gain > TRIFLE for hope in rated)
    for key in staying:
        yield Prospect(key, 0.0, _no_better(key, found=len(gains) > 1 or not has_hope), settled=True, final=True)


def hopes(game: Game, unit: Unit, wanted: Iterable[Ends], rule: str, outlook: Outlook) -> list[Hope]:
    """Return the arrangements with their gain, the best first, even without room for them."""
    worth_before, rated = outlook.worth(), list[Hope]()
    for ends in wanted:
        with moved_to(game, unit, ends):
            gain = _worth_here(game, unit, rule, outlook) - worth_before
            free = gain > TRIFLE and has_room(game, unit, rule)
        rated.append(Hope(gain, ends, free and goes_straight(game, unit, ends)))
    return sorted(rated, key=lambda hope: -hope.gain)


def _no_better(key: str, *, found: bool) -> str:
    """Return the reason for a unit to stay. `found`: the search reached better spots, or there were none."""
    if not found:
        return _("no path to a better spot was found")
    if key == NO_CHARGE:
        return _("a charge would cost more than it brings")
    return _("no better spot is in reach")


def _legal_steps(
    decision: Arrange, unit: Unit, hoped: Sequence[Hope], known: Sequence[float], rng: random.Random
) -> Iterator[Steps]:
    """Yield legal arrangements near the hopes, fast trials first. The caller adds the gain of each to `known`."""
    arrangements = decision.arrangements
    best = max(known)

    def is_hopeful(hope: Hope) -> bool:
        return hope.gain > max(known) + (SHORT if max(known) > best else TRIFLE)

    if isinstance(arrangements, UnitMove):
        for hope in hoped[:BLOCKS]:
            if not is_hopeful(hope):
                break
            if (steps := block_move(arrangements, _block_shifts(unit, hope.ends))) is not None:
                yield steps
    unblocked = [hope for hope in hoped if hope.free]
    for hope in (*unblocked[:SEARCHED], *hoped[:SEARCHED]):
        if not is_hopeful(hope):
            continue
        if isinstance(arrangements, UnitMove):
            steps = quick_move(arrangements, hope.ends)
        else:
            steps = arrangements.nearest(hope.ends)
        if steps is not None:
            yield steps
        if max(known) > max(best, 0.0):
            break
    if max(known) > best:
        return
    if decision.rule == CHARGES and hoped and hoped[0].gain > SHORT and len(unit.at) <= FEW:
        steps = arrangements.nearest(hoped[0].ends)
        if steps is not None:
            yield steps
    for _time in range(0 if decision.shortcuts else DRAWN):
        if (steps := arrangements.sample(rng)) is not None:
            yield steps


def _block_shifts(unit: Unit, layout: Ends) -> list[tuple[float, float]]:
    """Return shifts of a whole unit towards an arrangement in inches, the best first."""
    (x, y), (to_x, to_y) = next((spot, layout[name]) for name, spot in unit.at.items())
    distance, bearing = math.hypot(to_x - x, to_y - y), math.atan2(to_y - y, to_x - x)
    variants = [(share * distance, bearing + math.radians(degrees)) for share, degrees in SHIFTS]
    return [(snap(length * math.cos(angle)), snap(length * math.sin(angle))) for length, angle in variants]


FIGHTING: Final = {CHARGES: (CHARGED_TO, COMBAT_RANGE + PILE_IN), PILES_IN: (COMBAT_RANGE, COMBAT_RANGE)}
"""For moves before a fight: the distance to the enemy, and the distance within which models then strike, in inches."""


def _worth_here(game: Game, unit: Unit, rule: str, outlook: Outlook) -> float:
    """Return the value of the position, including a fight that begins directly after a move of this kind."""
    if rule not in FIGHTING:
        return outlook.worth()
    (engaged_within, reach), charging = FIGHTING[rule], unit if rule == CHARGES else None
    fights = []
    for enemy in game.enemies(unit):
        if game.positions.within(unit, enemy, engaged_within):
            share_striking = float((game.positions.gaps(unit, enemy).min(axis=1) <= reach).mean())
            fights.append(share_striking * exchange(game, unit, enemy, charging).lead)
    return outlook.worth() + army_worth(game, max(fights, default=0.0))


def description(game: Game, unit: Unit, ends: Ends) -> str:
    """Return a description of an arrangement by its distances."""
    with moved_to(game, unit, ends):
        bases = game.positions.bases(unit)
        nearest = min(
            game.setup.objectives.values(), key=lambda objective: float(gaps_to(bases, objective).min()), default=None
        )
        parts = []
        if nearest is not None:
            count = int((gaps_to(bases, nearest) <= COMBAT_RANGE).sum())
            distance = float(gaps_to(bases, nearest).min())
            if count:
                parts.append(ngettext("{n} model contests {objective}", "{n} models contest {objective}", count,
                                      n=count, objective=_(nearest.name)))  # fmt: skip
            else:
                parts.append(_("{inches} from {goal}", inches=length(distance, 1), goal=_(nearest.name)))
        enemies = game.enemies(unit)
        if enemies:
            closest = min(enemies, key=lambda enemy: game.positions.gap(unit, enemy))
            gap = game.positions.gap(unit, closest)
            parts.append(_("{inches} from {goal}", inches=length(gap, 1), goal=closest.name))
        return ", ".join(parts)
