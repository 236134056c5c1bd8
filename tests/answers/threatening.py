"""Scenes for threats: what is struck after a move, which strikes there are, maps that follow, ground reached onward."""

from __future__ import annotations

import random
from functools import partial

import numpy as np
import shapely

from game.table.measuring.ruler import Ruler
from game.table.path.policy import Ground, PathPolicy, base
from game.table.placing.clearances import OnTable
from game.table.placing.ranges import WithinRange
from game.table.placing.region import Region
from game.table.reach.reach import between_levels
from game.table.shapes import Disc
from game.table.threat.onward import along, area_from, areas_from
from game.table.threat.threat_map import Approach, Fringe, Strike, Threat, ThreatMap, by_count
from game.table.threat.threat_region import Strikes, Struck, contour, inside_of, nodes_inside, outline_of, without_holes
from tests.answers.asking import Answers, Scene, grid, inside, marks
from tests.table.fields import LEVELS, field
from tests.table.tables import crowded, move_region, ruler, wall


def struck(seed: int, woods: int, walls: int, n: float) -> Answers:
    measure, discs = crowded(seed, woods, 1, walls, 5)
    move = move_region(measure, discs, 0, 3)
    ruler, x, y = between_levels(measure, discs[0], None), *discs[0][:2]
    found = Struck.of(ruler, discs[0], move.geometry, n, 0.2)
    yield "struck", [found.plain, found.filled, found.outer, found.missed, found.region]
    yield "on a grid", marks(grid(x - 9.0, y - 9.0, x + 9.0, y + 9.0, 20), inside(found.region))
    wide = Struck.of(ruler, discs[0], move.geometry, n, 0.2, girth=0.5)
    yield "struck as bases", wide.region
    part = Struck.of(ruler, discs[0], move.geometry, n, 0.2, within=shapely.box(x, 0.0, 22.0, 16.0))
    yield "struck in a part", [part.region, part.missed]
    moved = shapely.affinity.translate(move.geometry, 0.4, 0.1)
    later = Struck.of(ruler, discs[0], moved, n, 0.2, before=found)
    yield "struck later", [later.region, later.missed]
    yield "the same again", Struck.of(ruler, discs[0], move.geometry, n, 0.2, before=found) is found
    strikes = Strikes(ruler, discs[0], n)
    rng = np.random.default_rng(seed)
    ends, targets = rng.uniform(3, 12, (30, 2)), rng.uniform(3, 12, (30, 2))
    verdicts, excess = strikes.judge(ends, targets)
    yield "strikes", "".join(".#"[int(each)] for each in verdicts)
    yield "excess", excess
    yield "reach", [strikes.reach, strikes.span, strikes.limit, strikes.least_hole, strikes.walled, strikes.uneven]


def far_from_walls() -> Answers:
    """A wall that is just not near enough to hide anything needs no second look."""
    disc, limit = Disc(6.0, 8.0, 0.5, "striker"), 3
    for west in (11.0, 12.6, 18.0):
        measure = ruler(wall((west, 2.0), (west, 14.0)), width=22.0, height=16.0)
        move = move_region(measure, [disc], 0, 1)
        found = Struck.of(measure, disc, move.geometry, limit, 0.2)
        yield f"wall at {west}", [found.outer, found.missed, found.grid is None]


def charts(seed: int, woods: int, walls: int) -> Answers:
    measure, discs = crowded(seed, woods, 1, walls, 6)

    def threats() -> list[Threat]:
        return [
            Threat(
                d.name,
                d.name,
                d,
                n,
                (Approach(d, move_region(measure, discs, number, 3), None if number else 1.0),),
                measure,
                rule="T-1",
            )
            for number, (d, n) in enumerate(zip(discs[:4], (0, 2, 3, 1), strict=True))
        ]

    chart = ThreatMap(0.2)
    chart.update(threats())
    steps = chart.steps()
    yield "first step", [next(steps), chart.is_exact, chart.version]
    yield "coarse", [chart.region(d.name) for d in discs[:4]]
    yield "further steps", [*steps]
    yield "exact", [chart.is_exact, [chart.region(d.name) for d in discs[:4]]]
    rows = grid(0.0, 0.0, 22.0, 16.0)
    yield "over", marks(rows, lambda x, y: float(len(chart.over(x, y))))
    yield "levels", chart.levels()
    yield "levels but one", chart.levels(frozenset({discs[1].name}), 2)
    targets = [*discs[4:], Disc(11.0, 8.0, 0.0, "a spot"), Disc(discs[0].x + 3.5, discs[0].y, 0.5, "near")]
    yield (
        "strikes",
        [[(s.text, s.spot, s.inches, s.already, s.rule) for s in chart.strikes(target)] for target in targets],
    )
    yield "strikes but one", [[s.id for s in chart.strikes(target, frozenset({discs[0].name}))] for target in targets]
    before = chart.version
    chart.update(threats())
    yield "nothing changed", [chart.is_exact, chart.version == before]
    discs[2] = discs[2].moved_to(discs[2].x + 0.7, discs[2].y - 0.4)
    chart.update(threats())
    yield "one moved", [chart.is_exact, chart.version > before]
    chart.finish()
    yield "exact again", [chart.region(d.name) for d in discs[:4]]
    chart.update(threats(), 1)
    yield "another level", [chart.level, chart.is_exact]


def chances() -> Answers:
    """Strikes that dice decide, and the grounds of lesser chances."""
    measure, discs = crowded(3, 0, 0, 0, 2)
    region = move_region(measure, discs, 0, 2)
    one = Strike("a", "A", False, discs[0][:2], 3.26, "charge", "T-2", 7, 0.583)  # type: ignore[arg-type]
    fringes = [Fringe("58%", shapely.box(0, 0, 4, 4)), Fringe("8%", shapely.box(0, 0, 6, 6))]
    a = Threat(
        "a",
        "A",
        discs[0],
        1,
        (Approach(discs[0], region),),
        measure,
        measured=lambda _t: [one],
        fringes=lambda: fringes,
    )
    b = Threat(
        "b",
        "B",
        discs[1],
        1,
        (Approach(discs[1], region),),
        measure,
        fringes=lambda: [Fringe("58%", shapely.box(3, 0, 8, 2))],
    )
    chart = ThreatMap(0.3)
    chart.update([a, b])
    yield "before", chart.fringes()
    yield "steps", [*chart.steps()]
    yield "fringes", [(each.text, each.area) for each in chart.fringes()]
    yield "fringes but b", [(each.text, each.area) for each in chart.fringes(frozenset({"b"}))]
    yield "strikes", [each.text for each in chart.strikes(Disc(9.0, 9.0, 0.5))]
    yield "words", [one.text, one._replace(needs=0).text, one._replace(needs=0, already=True).text]


def on_levels(seed: int) -> Answers:
    rng = random.Random(seed)
    measure = Ruler(field(rng, 1), LEVELS)
    disc = Disc(14.0, 9.0, 0.5, "climber")
    approaches = tuple(
        Approach(
            disc._replace(level=level),
            Region(0.5, (OnTable(measure.battlefield, 0.5), WithinRange(measure, disc, 3, 0.5, level=level))),
        )
        for level in (0, 1)
    )
    for level in (0, 1, 2):
        chart = ThreatMap(0.25)
        chart.update([Threat("c", "C", disc, 2, approaches, measure)], level)
        yield f"coarse on {level}", [next(chart.steps()), chart.region("c")]
        chart.finish()
        yield f"exact on {level}", chart.region("c")
        yield (
            f"strikes on {level}",
            [
                [(s.text, s.spot) for s in chart.strikes(Disc(x, 9.0, 0.5, level=level))]
                for x in (15.5, 18.0, 20.5, 27.0)
            ],
        )


def parts() -> Answers:
    """The pieces of which maps are made: outlines, grids of flags, counts of regions."""
    ring = shapely.Point(5.0, 5.0).buffer(3.0, quad_segs=4) - shapely.Point(5.0, 5.0).buffer(0.6, quad_segs=2)
    two = shapely.union(ring, shapely.box(9.0, 1.0, 11.0, 3.0))
    for spacing in (0.4, 1.0):
        spots, normals = outline_of(two, spacing)
        yield f"outline {spacing}", [len(spots), spots.sum(axis=0), normals.sum(axis=0), np.hypot(*normals.T).min()]
        yield f"outline {spacing}: some", [spots[::17], normals[::17]]
        yield f"inside {spacing}", [len(inside_of(two, spacing)), inside_of(two, spacing).sum(axis=0)]
    yield "nothing", [outline_of(shapely.Polygon(), 0.5)[0], inside_of(shapely.Polygon(), 0.5)]
    for least in (0.0, 0.5, 1.0, 2.0):
        yield f"without holes of {least}", without_holes(two, least)
    flags = nodes_inside(two, (-1.0, -1.0), 0.5, (30, 24))
    yield "nodes", ["".join(".#"[int(each)] for each in column) for column in flags]
    whole = contour(
        flags,
        (-1.0, -1.0),
        0.5,
        lambda at, _c, _r: np.array([two.contains(shapely.Point(spot)) for spot in at.tolist()]),
    )
    yield "contour", [whole, shapely.symmetric_difference(whole, two).area]
    saddle = np.zeros((6, 6), dtype=bool)
    saddle[2, 2] = saddle[3, 3] = saddle[1, 4] = True
    for answer in (True, False):
        yield f"saddle {answer}", contour(saddle, (0.0, 0.0), 1.0, lambda at, _c, _r, a=answer: np.full(len(at), a))  # type: ignore[misc]
    yield "no flags", contour(np.zeros((6, 6), dtype=bool), (0.0, 0.0), 1.0, lambda at, _c, _r: np.full(len(at), True))
    squares = [shapely.box(x, 0.0, x + 3.0, 3.0) for x in (0.0, 1.0, 2.0, 2.5)]
    for most in (1, 2, 3, 5):
        yield f"by count up to {most}", by_count(squares, most)
    yield "by count of nothing", by_count([], 2)


def onward() -> Answers:
    grounds = (
        base(Disc(9.0, 6.0, 0.75, "post")),
        Ground("wall", shapely.box(3.0, 8.0, 8.0, 8.4), solid=True),
        Ground("bog", shapely.box(4.0, 1.0, 6.0, 4.0), factor=2.0, rest=False),
    )
    policy = PathPolicy(0.5, 3.0, (0.0, 0.0, 14.0, 12.0), grounds)
    area = shapely.Point(6.0, 6.0).buffer(1.5)
    yield "rim", [len(along(area)), along(area).sum(axis=0)]
    for inches in (1.0, 3.0):
        yield f"from an area {inches}", area_from(area, policy, inches)
    yield "from nothing", area_from(shapely.Polygon(), policy, 2.0)
    spots = np.array([(6.0, 6.0), (10.0, 9.0)])
    yield "from two spots", areas_from(spots, policy, [1.0, 2.5])
    yield "from two spots and more", areas_from(spots, policy, [1.0], 0.5)


SCENES: dict[str, Scene] = {
    "threats among woods": partial(struck, 1, 7, 0, 2),
    "threats among woods at contact": partial(struck, 2, 7, 0, 0),
    "threats among walls": partial(struck, 3, 0, 4, 3),
    "threats among woods and walls": partial(struck, 4, 5, 3, 3),
    "threats far from walls": far_from_walls,
    "threats in the open": partial(struck, 5, 0, 0, 2),
    "threat maps among woods": partial(charts, 11, 5, 0),
    "threat maps among walls": partial(charts, 12, 3, 2),
    "threats that dice decide": chances,
    "threats on levels": partial(on_levels, 9),
    "threats, parts of maps": parts,
    "threats onward": onward,
}
