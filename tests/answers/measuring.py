"""Scenes for the tape measure: ranges and receipts between bases and pieces, and what is in range of a base."""

from __future__ import annotations

import random
from functools import partial
from itertools import combinations
from typing import Any

import numpy as np
import shapely

from game.table.heights import relief_of
from game.table.measuring.policy import MeasuringPolicy
from game.table.measuring.ruler import Ruler
from game.table.placing.ranges import WithinRange
from game.table.reach.fans import point_costs
from game.table.reach.reach import Reach
from game.table.shapes import Disc, gap
from game.table.terrain.battlefield import Area, Battlefield, Piece
from tests.answers.asking import Answers, Scene, grid, inside, marks
from tests.table.fields import field
from tests.table.tables import CENTRES, barricade, crowded, ruler, wall, wood

CITED = MeasuringPolicy(citations={"range": "M-1", "terrain": "M-2", "blocked": "M-3", "place": "M-4", "levels": "M-5"})
EXACT = MeasuringPolicy(rounding="none", short_by=0.001)


def _measured(measure: Ruler, things: list[Disc | Piece], ranges: tuple[float, ...] = (0, 1, 2, 3, 5, 8)) -> Answers:
    """Ask about every pair of some things, both ways."""
    for a, b in combinations(things, 2):
        pair = f"{a.name} to {b.name}"
        yield f"measure {pair}", measure.measure(a, b)
        yield f"range {pair} and back", [measure.range(a, b), measure.range(b, a)]
        yield f"within {pair}", [measure.within(a, b, n) for n in ranges]
        yield (
            f"without walls or terrain {pair}",
            [
                measure.without_walls.range(a, b),
                measure.without_terrain.range(a, b),
            ],
        )


def _in_range(measure: Ruler, origin: Disc, n: float, radius: float, level: int | None = None) -> Answers:
    """Ask what is in range of a base, point by point and drawn."""
    reach = Reach(measure, origin, n, level)
    far = reach.span + reach.limit + 0.4
    rows = grid(origin.x - far, origin.y - far, origin.x + far, origin.y + far, 16)
    spots = np.array([spot for row in rows for spot in row])
    costs = point_costs(reach.origin, measure.policy, spots)
    here = f"{n} of {origin.name}" + ("" if level is None else f" on level {level}")
    yield f"points within {here}", Reach(measure, origin, n, level).points
    yield (
        f"costs of points about {here}",
        marks(rows, lambda x, y: float(costs[np.flatnonzero((spots == (x, y)).all(axis=1))[0]])),
    )
    box = origin.x - far, origin.y - far, origin.x + far / 2, origin.y + far
    yield f"at least and at most {here}", [reach.at_least(radius, box), reach.at_most(radius, True, box)]
    yield f"touching {here}", reach.touching(radius)
    yield f"ranges of bases about {here}", [plain_range(each) for each in reach.ranges(spots[::7], radius)]
    for whole in (True, False):
        yield f"centres within {here}, whole {whole}", reach.centres(radius, whole)
        yield f"centres in a box within {here}, whole {whole}", reach.centres(radius, whole, box)
        condition = WithinRange(measure, origin, n, radius, whole, level)
        yield f"verdicts within {here}, whole {whole}", marks(rows, condition.allows)
        yield f"short of {here}, whole {whole}", [condition.short_by(*row[3]) for row in rows]
        yield f"drawn within {here}, whole {whole}", marks(rows, inside(condition.allowed()))
        yield (
            f"one by one within {here}, whole {whole}",
            _one_by_one(condition, (measure, origin, n, radius, whole, level)),
        )


def plain_range(inches: float) -> float | str:
    """Return a range as it is recorded."""
    return "cut off" if np.isinf(inches) else float(inches)


def _one_by_one(condition: WithinRange, arguments: Any) -> str:
    """Ask about spots beside the rim, each of a condition that was asked nothing before."""
    rim = shapely.boundary(condition.allowed())
    verdicts = []
    for share in np.linspace(0.0, 0.97, 24).tolist():
        for aside in (-0.04, 0.04) if not rim.is_empty else ():
            x, y = rim.interpolate(share, normalized=True).coords[0]
            verdicts.append(WithinRange(*arguments).allows(round(x + aside, 4), round(y + aside / 2, 4)))
    return "".join(".#"[each] for each in verdicts)


def in_the_open() -> Answers:
    measure = ruler(policy=CITED)
    discs = [
        Disc(5.0, 5.0, 0.5, "a"),
        Disc(9.0, 8.0, 0.75, "b"),
        Disc(6.25, 5.0, 0.75, "touching a"),
        Disc(5.2, 5.1, 0.5, "over a"),
        Disc(5.0, 5.0, 1.5, "around a"),
        Disc(20.0, 5.0, 0.0, "a point"),
        Disc(11.9999995, 5.0, 0.5, "a hair short of six"),
    ]
    yield from _measured(measure, list(discs))
    yield "gaps", [gap(a, b) for a, b in combinations(discs, 2)]
    yield from _in_range(measure, discs[1], 3, 0.5)
    yield from _in_range(measure, discs[0], 0, 0.5)


def between_centres() -> Answers:
    measure = ruler(wood(8.0, 3.0, 12.0, 9.0), wall((6.0, 2.0), (6.0, 9.0)), policy=CENTRES)
    discs = [Disc(5.0, 5.0, 0.5, "a"), Disc(9.0, 8.0, 0.75, "b"), Disc(5.2, 5.1, 0.5, "over a")]
    yield from _measured(measure, list(discs), (0.2, 4.9999, 5.0, 5.0001))
    yield from _in_range(measure, discs[0], 4.5, 0.5)


def unrounded() -> Answers:
    measure = ruler(wood(8.0, 3.0, 12.0, 9.0), policy=EXACT)
    discs = [Disc(5.0, 5.0, 0.5, "a"), Disc(9.0, 8.0, 0.75, "b"), Disc(5.2, 5.1, 0.5, "over a")]
    yield from _measured(measure, list(discs), (3.749, 3.7495, 3.75, 3.7505))
    yield from _in_range(measure, discs[0], 2.5, 0.5)


def crowd(seed: int, woods: int, fences: int, walls: int) -> Answers:
    measure, discs = crowded(seed, woods, fences, walls, 5)
    yield from _measured(measure, list(discs))
    yield from _in_range(measure, discs[0], 4, 0.5)
    yield from _in_range(measure, discs[1], 2, 0.75)
    starts, ends = np.array([d[:2] for d in discs[:-1]]), np.array([d[:2] for d in discs[1:]])
    yield "inches of terrain on lines", measure.area().inside_lengths(starts, ends)
    yield "crossings of terrain", [measure.area().crossings(*a, *b) for a, b in zip(starts.tolist(), ends.tolist())]
    table = measure.battlefield
    yield (
        "barricades crossed",
        [[b.name for b in table.barricades_crossed(a[:2], b[:2])] for a, b in combinations(discs, 2)],
    )
    yield "barricades near", [[b.name for b in table.barricades_near(disc, 2.0)] for disc in discs]


def to_pieces() -> Answers:
    hall = Piece(
        "hall",
        "hall",
        (
            Area(
                ((3.0, 3.0), (7.0, 3.0), (7.0, 6.0), (5.0, 4.5), (3.0, 6.0)),
            ),
        ),
    )
    pieces = [
        hall,
        wood(9.0, 8.0, 12.0, 10.0),
        barricade((14.0, 2.0), (16.0, 4.0), (16.0, 7.0)),
        wall((8.5, 1.0), (8.5, 7.0)),
    ]
    measure = ruler(*pieces, policy=CITED)
    discs = [Disc(1.5, 8.0, 0.5, "a"), Disc(5.0, 5.6, 0.5, "in the notch"), Disc(12.0, 3.0, 0.75, "behind")]
    yield from _measured(measure, [*discs, *pieces])
    yield "under", [[p.id for p in measure.battlefield.pieces_under(d)] for d in discs]
    yield "shapes", [(piece.shape, piece.area_shape) for piece in pieces]


def on_levels(seed: int, walls: int) -> Answers:
    rng = random.Random(seed)
    measure = Ruler(field(rng, walls), MeasuringPolicy(levels=True, citations=CITED.citations))
    discs = [
        Disc(round(rng.uniform(3, 20), 4), round(rng.uniform(3, 14), 4), 0.5, f"{number} on {level}", level=level)
        for number, level in enumerate((0, 0, 1, 1, 2))
    ]
    yield from _measured(measure, [*discs, measure.battlefield.pieces[0]])
    yield from _in_range(measure, discs[0], 4, 0.5, 1)
    yield from _in_range(measure, discs[2], 3, 0.5, 0)
    table = measure.battlefield
    rows = grid(0.0, 0.0, 30.0, 20.0)
    yield "highest level", relief_of(table).top
    relief = relief_of(table)

    def carried(level: int, x: float, y: float) -> bool:
        return relief.carries(level, Disc(x, y, 0.0))

    yield "surfaces", [marks(rows, partial(carried, level)) for level in (-1, 0, 1, 2)]
    yield "surface below 3", marks(rows, lambda x, y: float(relief.below(Disc(x, y, 0.0), 3)))
    yield "areas of levels", [table.area(n).union for n in (0, 1, 2)]


def inside_terrain() -> Answers:
    """Measures on and between levels that begin or end inside of terrain: what the next inch would cost."""
    pieces = (
        Piece("low", "low", (Area(((2.0, 2.0), (6.0, 2.0), (6.0, 6.0), (2.0, 6.0))),), levels=(0,)),
        Piece("high", "high", (Area(((4.0, 3.0), (12.0, 3.0), (12.0, 5.0), (4.0, 5.0))),), levels=(1,)),
        Piece("both", "both", (Area(((14.0, 2.0), (17.0, 2.0), (17.0, 6.0), (14.0, 6.0))),), levels=(0, 1)),
    )
    measure = Ruler(Battlefield(22.0, 10.0, pieces), MeasuringPolicy(levels=True, citations=CITED.citations))
    spots = ((3.0, 4.0), (5.0, 4.2), (8.3, 4.0), (13.0, 4.1), (15.6, 4.0), (19.0, 3.9))
    discs = [Disc(x, y, 0.3, f"{x} on {level}", level=level) for x, y in spots for level in (0, 1)]
    for a, b in combinations(discs, 2):
        found = measure.measure(a, b)
        yield f"{a.name} to {b.name}", [found.range, found.margin, found.terrain_inches, len(found.legs)]


def index_of_terrain() -> Answers:
    """What lies near a box, a disc or a line: what is left out there is not near, and little else is kept."""
    measure, _discs = crowded(14, 9, 3, 3, 2)
    table = measure.battlefield
    for name, index in (("woods", table.area()), ("walls", table.wall_index), ("nothing", table.area(3))):
        rows = grid(-1.0, -1.0, 23.0, 17.0, 16)
        occupancy = index.occupancy
        yield f"{name}: clear boxes", marks(rows, lambda x, y, o=occupancy: o.box_is_clear(x, y, x + 0.8, y + 0.4))  # type: ignore[misc]
        yield f"{name}: clear discs", marks(rows, lambda x, y, o=occupancy: o.disc_is_clear(x, y, 0.5))  # type: ignore[misc]
        yield f"{name}: empty", [occupancy.is_empty, index.bounds, len(index.polygons)]
        boxes = [(x, y, x + wide, y + 1.5) for (x, y), wide in zip(rows[5] + rows[9], [0.5, 2.0, 5.0, 22.0] * 8)]
        yield f"{name}: edges near", [len(index.edges_near(*each)[0]) for each in boxes]
        yield f"{name}: rings near", [len([*index.rings_near(*each)]) for each in boxes]
        lines = [(*one, *other) for one, other in zip(rows[3], rows[12][::-1])]
        yield f"{name}: inside", [index.inside_length(*each) for each in lines]
        yield f"{name}: crossings", [index.crossings(*each) for each in lines]
    yield "pieces near", [[p.id for p in table.area_near((x, 3.0, x + 3.0, 9.0), 0)] for x in (0.0, 4.0, 9.0, 15.0)]


def past_two_walls() -> Answers:
    measure = ruler(
        wall((8.0, 4.0), (8.0, 8.0), (11.0, 9.0)),
        wall((10.0, 3.0), (10.0, 5.5)),
        wood(11.0, 5.0, 14.0, 8.0),
        policy=CITED,
    )
    discs = [
        Disc(6.0, 6.0, 0.5, "west"),
        Disc(12.5, 6.5, 0.5, "east"),
        Disc(9.0, 5.0, 0.4, "between"),
        Disc(9.0, 11.0, 0.0, "point"),
    ]
    yield from _measured(measure, list(discs))
    yield from _in_range(measure, discs[0], 6, 0.5)
    yield from _in_range(measure, discs[2], 3, 0.25)
    yield from _in_range(measure, discs[3], 4, 0.0)


SCENES: dict[str, Scene] = {
    "measure in the open": in_the_open,
    "measure between centres": between_centres,
    "measure unrounded": unrounded,
    "measure to pieces": to_pieces,
    "measure past two walls": past_two_walls,
    "measure among woods": partial(crowd, 11, 8, 2, 0),
    "measure among walls": partial(crowd, 12, 0, 1, 5),
    "measure among woods and walls": partial(crowd, 13, 5, 1, 4),
    "index of terrain": index_of_terrain,
    "measure inside terrain": inside_terrain,
    "measure on levels": partial(on_levels, 3, 0),
    "measure on levels past walls": partial(on_levels, 8, 4),
}
