"""What is behind a terrain feature: lines to every model cross it, and one that grazes it does not (A-TAB-6)."""

from __future__ import annotations

import cmath
import itertools
import math
import random
from collections import Counter
from collections.abc import Iterator, Sequence

from game.rulesets.aos4.rules.attacks.eligible import is_covered
from game.rulesets.aos4.rules.state import Unit
from game.table.footprints import disc_around
from game.table.shapes import Disc
from tests.rulesets.aos4.battles import Battle, box, field, piece
from tests.samples import some

MILL = piece("mill", box(18, 10, 4, 2), 2, "cover", "obscuring", "flat-top")


def at_the_mill(*spots: tuple[float, float]) -> tuple[Battle, Unit, float]:
    """Barbcasters at spots north of the mill, and the radius of their bases."""
    battle = Battle("shooting", on=field(MILL))
    battle.put("glarecoil-slingers", (30, 5))
    battle.put("barbcasters", *spots)
    battle.begin()
    unit = battle.unit("barbcasters")
    return battle, unit, battle.game.positions.bases(unit).footprints[0].radius


def test_a_tab_6_and_a_geo_4_a_tangent_that_grazes_a_feature_does_not_cross_it() -> None:
    """The mill ends at x = 22; the outer tangent of two like bases runs along that edge, or a hair inside."""
    for inside, behind in ((0.0, False), (0.0008, False), (0.0012, True)):
        battle, target, radius = at_the_mill((20, 15))
        x = 22 - inside - radius
        target.at = dict.fromkeys(target.at, (x, 15.0))
        assert is_covered(battle.game, Disc(x, 5.0, radius), target) is behind, inside


def depth_of(line: Sequence[tuple[float, float]], west: float, south: float, east: float, north: float) -> float:
    """How deep a straight line comes inside a rectangle: the most, along it, of the least inches to a side."""
    (px, py), (qx, qy) = line
    sides = [(px - west, qx - px), (east - px, px - qx), (py - south, qy - py), (north - py, py - qy)]
    times = [0.0, 1.0]
    for (a, da), (b, db) in itertools.combinations(sides, 2):
        if da != db and 0.0 <= (b - a) / (da - db) <= 1.0:
            times.append((b - a) / (da - db))
    return max(min(a + da * t for a, da in sides) for t in times)


def tangents(a: Disc, b: Disc) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    """The centre line and the outer tangents of two bases, from the angle at which a line touches both."""
    yield (a.x, a.y), (b.x, b.y)
    along = cmath.phase(complex(b.x - a.x, b.y - a.y))
    lean = math.acos((a.radius - b.radius) / math.dist((a.x, a.y), (b.x, b.y)))
    for turn in (along + lean, along - lean):
        way = cmath.rect(1.0, turn)
        p, q = (complex(each.x, each.y) + each.radius * way for each in (a, b))
        yield (p.real, p.imag), (q.real, q.imag)


def test_a_tab_6_what_is_behind_a_feature_agrees_with_a_brute_force() -> None:
    """Among random shooters and units, and those whose tangents graze a corner within a few thousandths of an inch."""
    rng, seen = random.Random(6), Counter[bool]()
    battle, target, usual = at_the_mill((20, 15), (21.5, 15))
    for number in range(some(300)):
        spots = [(rng.uniform(16, 24), rng.uniform(13, 20)) for _model in range(2)]
        x, y = rng.uniform(10, 30), rng.uniform(1, 9)
        if number % 2:  # all three lines of the first model through the mill, the outermost close to its corner
            spots = [(22 - usual - rng.uniform(-0.003, 0.003), spots[0][1])] * 2
            x = spots[0][0]
        target.at = dict(zip(target.at, spots, strict=True))
        radius = usual if number % 2 else rng.uniform(0.4, 1.5)
        shooter, bases = Disc(x, y, radius), battle.game.positions.bases(target).footprints
        lines = [line for base in bases for line in tangents(shooter, disc_around(base))]
        gap = math.hypot(max(18 - x, 0, x - 22), max(10 - y, 0, y - 12)) - radius
        depths = [depth_of(line, 18, 10, 22, 12) for line in lines]
        if min(abs(depth - 0.001) for depth in depths) < 1e-6 or abs(gap - 1.001) < 1e-6:
            continue
        wanted = min(depths) > 0.001 and gap > 1.001
        seen[wanted] += 1
        assert is_covered(battle.game, shooter, target) is wanted, (spots, shooter, depths)
    assert min(seen[True], seen[False]) > some(30)


def test_a_key_12_and_a_geo_3_round_faction_terrain_shelters_by_its_disc_not_by_a_drawing_of_it() -> None:
    """The Cairn is a disc of 80 mm; drawn with corners it is up to half a thousandth of an inch smaller."""
    battle = Battle("shooting")
    battle.put("lamp-cairn", (20, 11))
    battle.put("glarecoil-slingers", (40, 2))
    battle.put("barbcasters", (20, 15))
    battle.begin()
    target, reach = battle.unit("barbcasters"), 80 / 50.8
    turn = math.pi / 128  # in the middle of a chord of the drawing, which has 128
    for gap, behind in ((1.0008, False), (1.0014, True)):
        far = reach + gap + 0.5
        shooter = Disc(20 - far * math.sin(turn), 11 - far * math.cos(turn), 0.5)
        assert is_covered(battle.game, shooter, target) is behind, gap
