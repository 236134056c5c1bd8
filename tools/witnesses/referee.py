"""Hold what Dropzone Commander says of a table against a referee who shares no code with it.

    python tools/witnesses/referee.py                      all of it, in full size
    python tools/witnesses/referee.py sight --count 500    one part, smaller

Parts: `sight` (sight of weapons by dense rays, arcs and ranges, for pairs of units on the bundled maps), `moves` (ends
of moves among solid and Tough pieces, by the brackets of tests/table/path_oracles.py), `transports` (who gets into
which Transports, by trying every way). The referee reads maps and sheets as documents. Exit code 1 for a difference.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.rulesets.dropzone import RULESET
from game.rulesets.dropzone.documents.sheets import UnitDocument, WeaponDocument
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.moving.asking import policies
from game.rulesets.dropzone.rules.moving.boarding import BEHIND, SPREAD, ways_in
from game.rulesets.dropzone.rules.shooting.legal import eyes_of, sighted
from game.rulesets.dropzone.rules.state import Squad, Unit
from game.table.path.policy import Ground, PathPolicy
from game.table.path.region import PathRegion
from game.table.shapes import Disc
from tests.rulesets.dropzone.dropzone_kit import Moment, S
from tests.table.dense_rays import Column, silhouette, traced
from tests.table.path_oracles import FromAbove, FromBelow
from tools.benches.city import place_somewhere

MAPS: Final = ("twin-exchange", "kiln-water", "lantern-quarter")
WOODS, STONES = ("forest", "shack"), ("building", "bunker")
HEIGHTS: Final = {
    "hill": 2, "small-forest": 3, "medium-forest": 6, "large-forest": 7, "tiny-shack": 3, "small-shack": 5,
    "tiny-building": 3, "small-building": 5, "medium-building": 7, "large-building": 9, "medium-bunker": 7,
    "large-bunker": 9, "hulk": 6,
}  # fmt: skip
"""The heights of what is Solid, in inches (D-FEAT-1, R-3)."""
TOUGH: Final = ("river", "park", "barricade", "rubble")
HAIR: Final = 1e-6
SHRINK: Final = 0.175
"""Inches by which the grid from below shrinks what it is not sure of."""
SAMPLES: Final = 20


class Part(NamedTuple):
    """A piece of scenery as its map has it."""

    kind: str
    shape: BaseGeometry
    height: float


def scenery(name: str) -> list[Part]:
    """Return the scenery of a map, read from its file."""
    path = Path(__file__).resolve().parents[2] / "maps" / f"{name}.json"
    found = []
    for piece in json.loads(path.read_text(encoding="utf-8"))["terrain"]:
        kind = piece.get("traits", {}).get("dropzone.kind")
        if kind and not piece.get("decoration"):
            shape = shapely.union_all([Polygon(area["outline"]) for area in piece["area"]])
            found.append(Part(kind, shape, float(piece.get("height") or HEIGHTS.get(kind, 0))))
    return found


def is_solid(kind: str) -> bool:
    """Return whether a kind of scenery is Solid and Impassable (D-FEAT-1)."""
    return kind in ("hill", "hulk") or kind.endswith((*WOODS, *STONES))


def table(name: str, seed: int, seats: int = 4, units: int = 60) -> Game:
    """Return a battle in which so many units stand about on a map, some in the air."""
    names = ("Ann", "Bob", "Cem", "Dot")[:seats]
    game = Session(RULESET, RULESET.new_setup(GamePlan(names, map=name)), KeyedDice(seed)).game
    rng, placed, waiting = Random(seed), list[Disc](), [*game.state.units.values()]
    rng.shuffle(waiting)
    for unit in waiting[:units]:
        place_somewhere(game, unit, placed, rng)
    for unit in waiting:
        if unit.place != "table":
            unit.place, unit.carrier = "off", ""
    return game


# -- sight, arcs, ranges


class Body(NamedTuple):
    """A unit as the referee sees it: middle, radius, and the heights of its base and top."""

    x: float
    y: float
    radius: float
    base: float
    top: float


def body(parts: Sequence[Part], unit: Unit, sheet: UnitDocument) -> Body:
    """Return a unit as a body: one in the air is 2.4″ above the tallest piece below (D-GEO-2, D-GEO-4)."""
    below = [each.height for each in parts if each.shape.intersects(shapely.Point(unit.x, unit.y))]
    base = max(below, default=0.0) + 2.4 if unit.airborne else 0.0
    return Body(unit.x, unit.y, sheet.radius, base, base + sheet.height)


class Judged(NamedTuple):
    """What the referee says of a shot: the rules that surely forbid it, those that may, and bounds of what is seen."""

    surely: set[str]
    perhaps: set[str]
    fewest: int
    most: int


def columns(game: Game, parts: Sequence[Part]) -> dict[str, list[Column]]:
    """Return what stops rays, by squad, and the Solid pieces under "" (D-GEO-6, D-GEO-8)."""
    found = {"": [Column(each.shape, 0.0, each.height) for each in parts if is_solid(each.kind)]}
    for unit in game.on_table():
        it = body(parts, unit, game.sheet(unit))
        found.setdefault(unit.squad, []).append(Column((it.x, it.y, it.radius), it.base, it.top))
    return found


def judged(
    game: Game, parts: Sequence[Part], stops: Mapping[str, list[Column]], shot: tuple[Unit, WeaponDocument, Unit]
) -> Judged:
    """Return what the referee says of a weapon that fires at a unit (D-GEO-5 to D-GEO-11, D-SHOOT-8 to D-SHOOT-11)."""
    unit, weapon, target = shot
    here, there = (body(parts, each, game.sheet(each)) for each in (unit, target))
    surely, perhaps = set[str](), set[str]()
    for rule, margin in (("D-SHOOT-8", _arc(weapon, unit, there)), ("D-SHOOT-10", _range(game, shot, here, there))):
        if margin < HAIR:
            perhaps.add(rule)
        if margin < -HAIR:
            surely.add(rule)
    height = here.top + 1.0 if "Articulated" in weapon.special else (here.base + here.top) / 2
    eye = (here.x, here.y, height)
    near = [each for squad, own in stops.items() if squad not in (unit.squad, target.squad) for each in own
            if _may_stop(each, eye, there)]  # fmt: skip
    spots = silhouette(eye, (there.x, there.y), there.radius, (there.base, there.top), (-0.8, -0.4, 0.0, 0.4, 0.8))
    rays = [traced(eye, spot, near) for spot in spots]
    fewest, most = (sum(not each for each in some) for some in zip(*((ray.perhaps, ray.surely) for ray in rays)))
    foot = traced(eye, (there.x, there.y, there.base + 0.1), near) if game.sheet(target).type == "Infantry" else None
    if fewest == 0 or (foot is not None and foot.perhaps):
        perhaps.add("D-SHOOT-9")
    if most == 0 or (foot is not None and foot.surely):
        surely.add("D-SHOOT-9")
    return Judged(surely, perhaps, fewest, most)


def _may_stop(column: Column, eye: tuple[float, float, float], there: Body) -> bool:
    line = shapely.LineString([eye[:2], (there.x, there.y)])
    if isinstance(column.plan, tuple):
        return bool(line.distance(shapely.Point(column.plan[:2])) < column.plan[2] + there.radius + 0.1)
    return bool(line.distance(column.plan) < there.radius + 0.1)


def _arc(weapon: WeaponDocument, unit: Unit, there: Body) -> float:
    """Return by how much a target is in the arcs of a weapon, negative if it is not (D-GEO-11).

    In a frame in which the unit faces along u, the arcs are the quarters between the diagonals.
    """
    turn = math.radians(unit.facing / 100)
    dx, dy = there.x - unit.x, there.y - unit.y
    u, v = dx * math.cos(turn) + dy * math.sin(turn), dy * math.cos(turn) - dx * math.sin(turn)
    depth = {"F": u - abs(v), "R": -u - abs(v), "SL": v - abs(u), "SR": -v - abs(u)}
    return max(depth[arc] for arc in weapon.arc)


def _range(game: Game, shot: tuple[Unit, WeaponDocument, Unit], here: Body, there: Body) -> float:
    """Return by how many inches a target is in range, with 0.01″ for the shooter (D-GEO-1, D-GEO-5, D-SHOOT-10)."""
    _unit, weapon, target = shot
    rise = abs((here.base + here.top) / 2 - (there.base + there.top) / 2)
    level = math.dist(here[:2], there[:2])
    if level - here.radius - there.radius <= 0.01:
        return math.inf
    inches = math.hypot(level, rise) if rise >= 1.0 else level
    most = weapon.countered if game.sheet(target).active else weapon.full
    return math.inf if most is None else most + 0.01 - inches


def sight_differences(count: int, seed: int = 0) -> Iterator[str]:
    """Yield where the rules and the referee differ over so many pairs of units, one weapon each."""
    each = max(1, count // 15)
    while count > 0:
        name = MAPS[seed % len(MAPS)]
        game, parts = table(name, seed), scenery(name)
        stops, rng = columns(game, parts), Random(seed)
        armed = [(unit, weapon) for unit in game.on_table() for weapon in game.sheet(unit).weapons if not weapon.cq]
        for _pair in range(min(each, count)):
            unit, weapon = rng.choice(armed)
            target = rng.choice([other for other in game.on_table() if other.owner != unit.owner])
            yield from _shot_differences(game, parts, stops, (unit, weapon, target))
        count, seed = count - each, seed + 1


def _shot_differences(
    game: Game, parts: Sequence[Part], stops: Mapping[str, list[Column]], shot: tuple[Unit, WeaponDocument, Unit]
) -> Iterator[str]:
    unit, weapon, target = shot
    said = sighted(game, *shot)
    rules, says = {refusal.rule for refusal in said.refusals} - {"D-SHOOT-3"}, judged(game, parts, stops, shot)
    blind = {"D-SHOOT-9"} if "Indirect" in weapon.special else set()
    where = f"{unit.id} ({weapon.name}) at {target.id}"
    if not says.surely - blind <= rules <= says.perhaps:
        yield f"{where}: {sorted(rules)}, the referee says {sorted(says.surely)} to {sorted(says.perhaps)}"
    view = game.seeing.view(eyes_of(game, unit, weapon)[0], target.id) if not blind else None
    seen = round(view.share * SAMPLES) if view is not None else says.fewest
    if not says.fewest <= seen <= says.most:
        yield f"{where}: {seen} of {SAMPLES} seen, the referee says {says.fewest} to {says.most}"


# -- moves


def move_differences(count: int, seed: int = 0, most: float = math.inf) -> Iterator[str]:
    """Yield where moves of units end that the brackets forbid, or do not end where they allow it (D-MOVE-1 to 4).

    Units that move farther than `most` inches are left out: they take long.
    """
    while count > 0:
        name = MAPS[seed % len(MAPS)]
        game, parts = table(name, seed), scenery(name)
        walkers = [each for each in game.on_table() if _is_plain(game, each) and game.sheet(each).move[1] <= most]
        tough = shapely.union_all([part.shape for part in parts if part.kind in TOUGH])
        walkers.sort(key=partial(_away, tough))
        for unit in walkers[: min(3, count)]:
            yield from _ends(game, parts, unit, seed)
            count -= 1
        seed += 1


def _away(shape: BaseGeometry, unit: Unit) -> float:
    return float(shape.distance(shapely.Point(unit.x, unit.y)))


def _is_plain(game: Game, unit: Unit) -> bool:
    """Return whether a unit moves on the ground, with its whole reach on the table."""
    sheet, most = game.sheet(unit), game.sheet(unit).move[1] + 3.0
    inside = all(most < each < 48.0 - most for each in (unit.x, unit.y))
    return sheet.type in ("Infantry", "Tank", "Skimmer") and sheet.move[1] > 0 and inside


def _ends(game: Game, parts: Sequence[Part], unit: Unit, seed: int) -> Iterator[str]:
    sheet, rng = game.sheet(unit), Random(seed)
    inches, half = sheet.move[1], sheet.move[1] + 2.0
    policy = _referees_policy(game, parts, unit, half)
    start = half, half
    above, below = FromAbove(policy, start), FromBelow(_shrunk(policy), start)
    plain, *_on_roads = policies(game, unit, inches)
    region = PathRegion((unit.x, unit.y), plain)
    for _spot in range(40):
        turn, far = rng.uniform(0.0, math.tau), inches * math.sqrt(rng.random())
        spot = half + far * math.cos(turn), half + far * math.sin(turn)
        at = round(unit.x - half + spot[0], 4), round(unit.y - half + spot[1], 4)
        spot = at[0] - unit.x + half, at[1] - unit.y + half
        offered, known = region.find(at) is not None, above.cost(spot)
        if not offered and known < policy.budget - 0.02:
            yield f"{unit.id} to {at}: not offered, there is a way of {known:.3f}"
        elif offered and below.cost(spot) > policy.budget:
            yield f"{unit.id} to {at}: offered, any way is longer than {below.cost(spot):.3f}"


def _polygon(shape: BaseGeometry) -> shapely.Polygon:
    assert isinstance(shape, shapely.Polygon)
    return shape


def _shrunk(policy: PathPolicy) -> PathPolicy:
    """Return a policy for the grid from below, which measures no depth: Tough pieces are smaller by what it needs."""
    grounds = list[Ground]()
    for each in policy.grounds:
        if each.solid or isinstance(each.shape, Disc):
            grounds.append(each)
            continue
        smaller = _polygon(each.shape.buffer(-SHRINK, join_style="mitre"))
        grounds.append(Ground(each.name, smaller, factor=each.factor, margin=SHRINK - policy.radius + HAIR))
    return PathPolicy(policy.radius, policy.budget, policy.bounds, tuple(grounds))


def _referees_policy(game: Game, parts: Sequence[Part], unit: Unit, half: float) -> PathPolicy:
    """Return what stops a unit and costs it more, within some inches around it, as its own corner of a table."""
    sheet, grounds = game.sheet(unit), list[Ground]()
    window = shapely.box(unit.x - half, unit.y - half, unit.x + half, unit.y + half)
    for number, part in enumerate(parts):
        shape = _polygon(shapely.affinity.translate(part.shape, half - unit.x, half - unit.y))
        low = sheet.type == "Skimmer" and part.height <= 2.0
        if not part.shape.intersects(window):
            continue
        if (is_solid(part.kind) or part.kind == "lava") and not low:
            grounds.append(Ground(f"piece {number}", shape, solid=True))
        elif part.kind in TOUGH and sheet.type != "Skimmer":
            grounds.append(Ground(f"piece {number}", shape, margin=-sheet.radius, factor=2.0))
    for other in game.on_table():
        if other.squad != unit.squad and not other.airborne:
            disc = Disc(other.x - unit.x + half, other.y - unit.y + half, game.sheet(other).radius, other.id)
            if max(abs(disc.x - half), abs(disc.y - half)) < half + disc.radius:
                grounds.append(Ground(other.id, disc, solid=True))
    return PathPolicy(sheet.radius, sheet.move[1] + 0.01, (0.0, 0.0, 2 * half, 2 * half), tuple(grounds))


# -- Transports


def boarding_differences(count: int, start: int = 0) -> Iterator[str]:
    """Yield where the ways to board differ from trying them all, for so many random squads (D-TRANS-2, 3, 9)."""
    for seed in range(start, start + count):
        yield from _boarding(Random(seed), seed)


def _boarding(rng: Random, seed: int) -> Iterator[str]:
    kinds = ("V", "I", "W")
    needs = {kind: rng.randint(1, 3) for kind in rng.sample(kinds, rng.randint(1, 2))}
    at = Moment()
    sheets = dict(at.game.setup.sheets)
    more = {
        "mule": {"carries": _holds(rng, kinds)},
        "drover": {"carries": _holds(rng, kinds)},
        "anvil": {"requires": needs},
    }
    sheets |= {f"{S}.{name}": sheets[f"{S}.{name}"].model_copy(update=fields) for name, fields in more.items()}
    at.game.setup.__dict__["sheets"] = sheets  # no army could begin like that
    for unit in at.game.state.units.values():
        unit.place, unit.carrier = "off", ""
    squad = at.squad("anvils-1")
    there = [
        at.put(name, 20, 20) for name in rng.sample(("mule-a", "mule-b", "drover-1", "drover-2"), rng.randint(1, 3))
    ]
    units = at.game.units_of(squad)[: rng.randint(1, 3)]
    for unit in at.game.units_of(squad):
        unit.place = "table" if unit in units else "destroyed"
    holds = [dict(at.game.sheet(each).carries) for each in there]
    there, holds = _open(there, holds, needs)
    if there:
        yield from _told(at.game, squad, there, holds, needs, seed)


def _holds(rng: Random, kinds: Sequence[str]) -> dict[str, int]:
    keys = rng.sample([*kinds, "/".join(rng.sample(kinds, 2))], rng.randint(1, 2))
    return {key: rng.randint(1, 8) for key in keys}


def _open(
    there: list[Unit], holds: list[dict[str, int]], needs: Mapping[str, int]
) -> tuple[list[Unit], list[dict[str, int]]]:
    """Return the Transports that take at least one unit."""
    found = [(unit, hold) for unit, hold in zip(there, holds, strict=True) if _most(hold, needs)]
    return [unit for unit, _hold in found], [hold for _unit, hold in found]


def _most(hold: Mapping[str, int], needs: Mapping[str, int], wanted: int = 12) -> int:
    """Return how many units one Transport takes: each by any of its symbols, in any hold that lists it (D-TRANS-2)."""
    ways = [(key, size) for key in hold for symbol, size in needs.items() if symbol in key.split("/")]
    best = 0
    for count in range(1, wanted + 1):
        if not any(_fits(hold, chosen) for chosen in _choices(ways, count)):
            break
        best = count
    return best


def _choices(ways: Sequence[tuple[str, int]], count: int) -> Iterator[list[tuple[str, int]]]:
    """Yield every way to take so many alike units: how many go each way."""
    for split in product(range(count + 1), repeat=len(ways)):
        if sum(split) == count:
            yield [way for way, times in zip(ways, split, strict=True) for _time in range(times)]


def _fits(hold: Mapping[str, int], chosen: Sequence[tuple[str, int]]) -> bool:
    return all(sum(size for name, size in chosen if name == key) <= most for key, most in hold.items())


def _told(
    game: Game, squad: Squad, there: list[Unit], holds: list[dict[str, int]], needs: Mapping[str, int], seed: int
) -> Iterator[str]:
    count, room = len(game.units_of(squad)), [_most(hold, needs) for hold in holds]
    whole = {unit.id for unit, most in zip(there, room, strict=True) if most >= count}
    if whole:
        expected = whole
    elif sum(room) >= count:
        expected = {SPREAD}
    else:
        expected = {f"{unit.id}{BEHIND}" for unit in there}
        if len(there) > 1:  # several may be used, for none holds the squad
            expected.add(f"{SPREAD}{BEHIND}")
    found = {option.key for option in ways_in(game, squad, there)}
    if found != expected:
        yield f"seed {seed}: {count} of {dict(needs)} into {holds}: {sorted(found)}, but {sorted(expected)}"


PARTS: Final = {
    "sight": (sight_differences, 5_000),
    "moves": (move_differences, 60),
    "transports": (boarding_differences, 3_000),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Hold every part, print what differs, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", default=[*PARTS], help=f"which: {', '.join(PARTS)}")
    parser.add_argument("--count", type=int, default=0, help="how many pairs, moves or squads")
    parser.add_argument("--seed", type=int, default=0, help="where the random tables begin")
    asked, wrong = parser.parse_args(arguments), 0
    for name in asked.parts:
        differences, usual = PARTS[name]
        found = [*differences(asked.count or usual, asked.seed)]
        wrong += len(found)
        print(f"{name}: {asked.count or usual},", *(found or ["no difference"]), sep="\n    ", flush=True)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
