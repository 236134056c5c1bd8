"""Scenes for places: regions under every condition, pieces that settle, pieces of terrain that are put down."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from functools import partial

import shapely

from game.engine.saving.maps import map_now
from game.table.documents import MapDocument
from game.table.heights import relief_of
from game.table.measuring.ruler import LevelOutOfRange, Ruler
from game.table.placing.clearances import ClearOf, ClearOfBarricades, CloserTo, OnSurface, OnTable
from game.table.placing.condition import AnyOf, Condition
from game.table.placing.places import is_legal
from game.table.placing.ranges import BeyondRange, OutsideRange, WithinRange
from game.table.placing.region import Region
from game.table.placing.rings import Never, Ring
from game.table.placing.settle import NowhereToStand, settle
from game.table.placing.solids import ClearOfShape, InsideShape, NearShape
from game.table.placing.terrain_region import TerrainRegion, swept
from game.table.shapes import Disc
from game.table.terrain.area import polygons_of
from game.table.terrain.battlefield import Area, Barricade, Battlefield, Piece
from game.table.terrain.kit import KIT, box_outline, numbered, round_outline
from game.table.terrain.rigid import across, centred, placed
from game.table.threat.threat_map import ends_of, key_of, reusing
from tests.answers.asking import Answers, Scene, grid, inside, marks
from tests.table.fields import LEVELS, PLAIN, field
from tests.table.tables import barricade, crowded, move_region, wall, wood

Box = tuple[float, float, float, float]


def _region(region: Region, box: Box, name: str = "") -> Answers:
    """Ask everything about a region; what is drawn last, since it changes how the rest is answered."""
    rows = grid(*box, 13)
    far = [row[0] for row in rows[::4]] + rows[0][::4] + [(box[0] - 2.0, box[1] - 1.5), (box[2] + 3.0, box[3] + 0.25)]
    yield f"{name}bounds", region.bounds
    yield f"{name}verdicts", marks(rows, lambda x, y: is_legal(region, (x, y)))
    yield f"{name}has room", [region.find() is not None, region.find() is None]
    yield f"{name}why not", [region.why_not(row[number]) for number, row in enumerate(rows)]
    yield f"{name}why not beyond the box", [region.why_not(spot) for spot in far[-2:]]
    rng = random.Random(4)
    yield f"{name}samples", [region.sample(rng) for _each in range(4)]
    yield f"{name}drawn", region.geometry
    yield f"{name}drawn on a grid", marks(rows, inside(region.geometry))
    yield f"{name}nearest", [region.nearest(spot) for spot in far]
    yield f"{name}samples of what is drawn", [region.sample(rng) for _each in range(3)]
    yield f"{name}excluded", region.excluded
    yield f"{name}parts", [part.area for part in polygons_of(region.geometry)]


def moves(seed: int, woods: int, fences: int, walls: int) -> Answers:
    measure, discs = crowded(seed, woods, fences, walls, 8)
    region = move_region(measure, discs, 0, 4)
    x, y = discs[0][:2]
    yield from _region(region, (x - 6.0, y - 6.0, x + 6.0, y + 6.0))
    near = region.narrowed(WithinRange(measure, discs[1], 3, 0.5, whole=False))
    yield from _region(near, (x - 6.0, y - 6.0, x + 6.0, y + 6.0), "near another: ")
    roughly = [c.roughly(shapely.box(0, 0, 22, 16)) for c in region.conditions]
    yield "roughly", roughly
    yield "forbidden", [c.forbidden((x - 3.0, y - 3.0, x + 3.0, y + 3.0)) for c in region.conditions]


def ranges(seed: int, walls: int) -> Answers:
    measure, discs = crowded(seed, 5, 0, walls, 4)
    table = OnTable(measure.battlefield, 0.5, "P-1")
    two = [WithinRange(measure, each, 2, 0.5) for each in discs[:2]]
    x, y = discs[0][:2]
    box = x - 6.0, y - 6.0, x + 6.0, y + 6.0
    outside, beyond = OutsideRange(measure, discs[0], 2, 0.5), BeyondRange(measure, discs[1], 3, 0.5)
    yield from _region(Region(0.5, (table, AnyOf(two))), (0.0, 0.0, 22.0, 16.0), "of either: ")
    yield from _region(Region(0.5, (table, WithinRange(measure, discs[0], 5, 0.5), outside)), box, "a band: ")
    yield from _region(Region(0.5, (table, WithinRange(measure, discs[0], 5, 0.5), beyond)), box, "beyond: ")
    for name, each in (("outside", outside), ("beyond", beyond), ("either", AnyOf(two))):
        yield f"{name}: roughly", each.roughly(shapely.box(*box))
        yield f"{name}: forbidden", each.forbidden(box)
        yield f"{name}: short", [each.short_by(x + step, y + step / 2) for step in (0.0, 1.0, 2.0, 3.0, 4.0, 5.5)]
        yield f"{name}: messages", [each.message(x + step, y, each.short_by(x + step, y)) for step in (0.5, 4.0)]
    within = two[0]
    yield "cut off", [within.is_cut_off(x + step, y - step) for step in (0.5, 1.0, 2.0, 4.0)]
    yield "allows all", [within.allows_all((x, y, x + s, y + s)) for s in (0.2, 0.9, 1.5, 3.0)]
    yield "envelope", [within.envelope(), within.envelope(0.5), AnyOf(two).envelope(0.25)]


def conditions() -> Answers:
    field_ = Battlefield(20.0, 14.0, (barricade((4.0, 4.0), (8.0, 7.0), width=0.5), wall((12.0, 3.0), (12.0, 8.0))))
    post, foe = Disc(9.0, 6.0, 0.75, "post"), Disc(13.5, 9.5, 0.5, "", "marker")
    box, far = shapely.box(3.0, 2.0, 11.0, 9.0), (0.0, 0.0, 20.0, 14.0)
    dent = shapely.Polygon([(5.0, 3.0), (10.0, 3.0), (10.0, 8.0), (7.0, 5.0), (5.0, 8.0)])
    several: dict[str, Sequence[Condition]] = {
        "table": (OnTable(field_, 0.5, "P-1"),),
        "bases": (OnTable(field_, 0.5), ClearOf((post, foe, Disc(9.0, 6.0, 2.0, level=1)), 0.5, "overlaps", "P-2")),
        "barricades": (OnTable(field_, 0.5), ClearOfBarricades(field_, 0.5, "P-3")),
        "a point on barricades": (OnTable(field_, 0.0), ClearOfBarricades(field_, 0.0)),
        "closer": (OnTable(field_, 0.5), CloserTo(post, 3.0, 0.5, "P-4")),
        "clear of a shape": (OnTable(field_, 0.5), ClearOfShape(dent, 0.5, "the dent", "in the dent", "P-5")),
        "inside a shape": (InsideShape(box, 0.5, "the box", "P-6"),),
        "inside too small a shape": (InsideShape(shapely.box(3, 3, 4, 8), 0.75, "the slit", "P-6"),),
        "near a shape": (OnTable(field_, 0.5), NearShape(dent, 1.5, 0.5, "the dent", "P-7")),
        "a ring": (Ring(post, 3.0, 2.0, "P-8"),),
        "a thin ring": (Ring(post, 2.01, 2.0),),
        "never": (OnTable(field_, 0.5), Never("it is not to be", "P-9")),
        "nowhere": (OnTable(field_, 0.5), Never("out of range: more than one level away", "P-10", "out of range")),
        "too large for the table": (OnTable(field_, 7.5),),
    }
    for name, conditions_ in several.items():
        yield from _region(Region(conditions_[-1].__dict__.get("_radius", 0.5), conditions_), far, f"{name}: ")
    ring = Ring(post, 3.0, 2.0)
    yield "spots of a ring", [*ring.spots()][::9]
    others = [Ring(Disc(12.0, 7.0, 0.5), 2.5, 1.5), Ring(Disc(19.0, 6.0, 0.5), 1.0), Ring(post, 2.0)]
    yield "crossings of rings", [[*ring.crossings(other)] for other in others]
    yield "closer by nothing", CloserTo(post, 0.0, 0.5).allowed()


def small() -> Answers:
    """Places less than an inch across, everything on quarters and eighths of an inch, nothing symmetric."""
    table = Battlefield(
        5.75,
        3.375,
        (
            wood(2.25, 0.5, 3.0, 2.0),
            barricade((0.75, 2.5), (1.75, 2.5), width=0.25),
            wall((4.0, 0.25), (4.0, 1.5), width=0.125),
        ),
    )
    measure, ash, elm = Ruler(table, PLAIN), Disc(1.5, 1.25, 0.25, "Ash"), Disc(3.375, 2.75, 0.5, "Elm")
    own = OnTable(table, 0.375, "P-1"), ClearOf((ash, elm), 0.375, "overlaps", "P-2"), ClearOfBarricades(table, 0.375)
    ranges_: dict[str, Condition] = {
        "within one": WithinRange(measure, ash, 1, 0.375),
        "within two, in part": WithinRange(measure, elm, 2, 0.375, whole=False),
        "touching": WithinRange(measure, ash, 0, 0.375),
        "outside one": OutsideRange(measure, elm, 1, 0.375),
        "beyond one": BeyondRange(measure, ash, 1, 0.375),
        "closer than an eighth": CloserTo(elm, 0.125, 0.375),
        "near the wood": NearShape(shapely.box(2.25, 0.5, 3.0, 2.0), 0.125, 0.375, "the wood"),
    }
    for name, condition in ranges_.items():
        yield from _region(Region(0.375, (*own, condition), ash), (0.0, 0.0, 5.75, 3.375), f"{name}: ")


def levels(seed: int) -> Answers:
    rng = random.Random(seed)
    table = field(rng, 2)
    measure = Ruler(table, LEVELS)
    disc = Disc(10.0, 8.0, 0.5, "below")
    everywhere = 0.0, 0.0, 30.0, 20.0
    for level in (0, 1, 2):
        surface = OnSurface(table, level, "P-1")
        yield from _region(Region(0.5, (OnTable(table, 0.5), surface)), everywhere, f"surface {level}: ")
        hole = OnSurface(table, level, "P-2", inside_out=True)
        yield (
            f"no surface {level}",
            [hole.allows(10.0, 8.0), hole.short_by(10.0, 8.0), hole.short_by(3.1, 3.3), hole.bounds],
        )
        yield f"no surface {level}: message", hole.message(10.0, 8.0, 1.0)
        yield f"no surface {level}: forbidden", hole.forbidden(everywhere)
    near = WithinRange(measure, disc, 5, 0.5)
    for level in (0, 1, 2):
        for name, each in (
            ("within", near),
            ("outside", OutsideRange(measure, disc, 3, 0.5)),
            ("beyond", BeyondRange(measure, disc, 3, 0.5)),
            ("any", AnyOf((near, WithinRange(measure, Disc(14.0, 8.0, 0.5, level=2), 2, 0.5, level=1)))),
        ):
            try:
                there = each.for_level(level)
            except LevelOutOfRange as error:
                yield f"{name} on level {level}", str(error)
                continue
            yield f"{name} on level {level}", None if there is None else marks(grid(3, 1, 17, 15), there.allows)


def follow() -> Answers:
    """A region that follows bases that move is what it would be if it was made anew."""
    measure, discs = crowded(6, 5, 2, 1, 8)
    first = reusing(move_region(measure, discs, 0, 4))
    yield "first", ends_of(first)
    discs[2] = discs[2].moved_to(discs[0].x + 2.5, discs[0].y + 0.5)
    second = reusing(move_region(measure, discs, 0, 4), first)
    yield "second", ends_of(second)
    yield "what is kept", [a is b for a, b in zip(first.conditions, second.conditions, strict=True)]
    yield "the whole is kept", second.whole is first.whole
    discs[0] = discs[0].moved_to(discs[0].x + 1.0, discs[0].y)
    third = reusing(move_region(measure, discs, 0, 4), second)
    yield "third", ends_of(third)
    yield "the whole is new", third.whole is second.whole
    yield (
        "keys",
        [
            key_of(second) == key_of(move_region(measure, discs, 0, 4)),
            key_of(third) == key_of(move_region(measure, discs, 0, 4)),
        ],
    )


def settling(seed: int, walls: int, bases: int) -> Answers:
    measure, discs = crowded(seed, 0, 3, walls, bases)
    rng, table = random.Random(seed), measure.battlefield
    for number in range(24):
        radius = rng.choice((0.0, 0.4, 0.5, 0.75, 1.5))
        near = rng.choice(discs)
        spot = near.x + rng.uniform(-1.2, 1.2), near.y + rng.uniform(-1.2, 1.2)
        if number % 5 == 0:
            spot = rng.choice((-0.5, 0.1, 21.9)), rng.choice((-2.0, 0.2, 15.8))
        try:
            yield f"{number}", settle(Disc(*spot, radius), discs, table)
        except NowhereToStand:
            yield f"{number}", "nowhere"


def settling_in_a_crowd() -> Answers:
    """In the gaps of a grid, at corners, in wedges, and where there is no room at all."""
    small = Battlefield(
        6.0, 5.0, (barricade((2.0, 0.5), (2.0, 4.5), width=0.3), barricade((2.0, 2.5), (5.0, 2.5), width=0.3))
    )
    posts = [Disc(x, y, 0.5, f"{x} {y}") for x, y in ((0.7, 0.7), (0.7, 2.2), (3.4, 0.9), (4.9, 0.9), (4.2, 4.2))]
    for radius in (0.0, 0.25, 0.4, 0.5, 0.6, 0.7, 0.9, 1.2, 2.6, 3.1):
        for at in ((0.7, 1.45), (2.1, 2.4), (5.9, 4.9), (4.2, 4.3), (3.4, 0.9), (-1.0, 2.0)):
            try:
                yield f"{radius} at {at}", settle(Disc(*at, radius), posts, small)
            except NowhereToStand:
                yield f"{radius} at {at}", "nowhere"


BENT = centred(Piece("bent", barricades=(Barricade(((0.0, 0.0), (0.0, 3.0), (2.0, 3.0)), 0.4),)))
BLOCK = centred(
    Piece(
        "block", area=(Area(((0.0, 0.0), (4.0, 0.0), (4.0, 2.0), (0.0, 3.0)), (((1.0, 0.5), (2.0, 0.5), (1.5, 1.0)),)),)
    )
)


def terrain() -> Answers:
    fence = barricade((4.0, 4.0), (9.0, 9.0), (13.0, 6.0), width=0.5)
    marker, origin = Disc(15.0, 9.0, 0.5, "the objective", "marker"), Disc(8.0, 5.0, 0.5, "a model")
    upper = Piece("upper", "upper", (), (Barricade(((2.0, 11.0), (8.0, 11.0)), 0.4, False, "", "upper"),), (1,))
    field_ = Battlefield(20.0, 14.0, (fence, upper, wall((16.0, 2.0), (16.0, 6.0))))
    rows = grid(-1.0, -1.0, 21.0, 15.0, 12)
    for piece in (BENT, BLOCK):
        for turn in (0, 45, 195):
            for name, near in (("anywhere", None), ("near a model", origin)):
                region = TerrainRegion(
                    Ruler(field_, LEVELS if turn else PLAIN), piece, turn, near, 1.0, "T-1", (marker,), "T-2"
                )
                here = f"{piece.id} at {turn} {name}"
                rng = random.Random(turn)
                yield f"{here}: verdicts", marks(rows, region._allows)
                yield f"{here}: drawn", [region.within, region.geometry, region.excluded]
                yield f"{here}: why not", [region.why_not(row[number]) for number, row in enumerate(rows)]
                yield f"{here}: some", [region.find() is None, region.sample(rng), region.sample(rng)]
                yield (
                    f"{here}: nearest",
                    [region.nearest(spot) for spot in ((15.0, 9.0), (-3.0, 20.0), (8.0, 7.5), (4.0, 5.0))],
                )
                yield f"{here}: laid", region.at(5.0, 6.0).shape
    tight = Battlefield(4.0, 14.0, ())
    exact = TerrainRegion(Ruler(tight, PLAIN), BLOCK, 0, None, 0.0, "T-1")
    yield "as wide as the table", [exact.within, exact.find() is None, exact.nearest((0.0, 0.0))]
    yield "as wide as the table, at random", [exact.sample(random.Random(seed)) for seed in range(3)]
    wide = TerrainRegion(Ruler(Battlefield(3.9, 14.0, ()), PLAIN), BLOCK, 0, None, 0.0, "T-1")
    yield (
        "wider than the table",
        [wide.within, wide.find() is None, wide.nearest((1.0, 1.0)), wide.sample(random.Random(1))],
    )
    yield (
        "swept",
        [
            swept(BENT.barricades[0].polygon, shapely.box(0, 0, 2, 1)),
            swept(shapely.box(0, 0, 1, 2), shapely.box(3, 3, 5, 4)),
        ],
    )


def kit() -> Answers:
    """The pieces of the kit, turned, moved, as documents, and a map made of what lies on a table."""
    for pattern in KIT:
        yield f"{pattern.id}: shape", [pattern.piece.area_shape, pattern.piece.shape, across(pattern.piece)]
        document = pattern.document(2.0)
        yield f"{pattern.id}: document", json.loads(document.model_dump_json())
        yield f"{pattern.id}: numbered", numbered(document, [f"{pattern.id}-1", f"{pattern.id}-3"]).name
        laid = placed(pattern.piece, 10.0, 7.0, 30.0)
        yield (
            f"{pattern.id}: laid",
            [laid.shape, laid.levels, [(b.line, b.width, b.impassable) for b in laid.barricades]],
        )
    yield "outlines", [round_outline(2.0, 0.25, 5), round_outline(1.0, 0.0, 4), box_outline(3.0, 2.0)]
    palette = {"ground": "#101010", "grain": "#202020", "area": "#303030", "barricade": "#404040"}
    plain = {
        "format": "inchwise-map",
        "version": 2,
        "name": "m",
        "author": "a",
        "width": 40.0,
        "height": 30.0,
        "unit": 2.0,
        "palette": palette,
        "terrain": [json.loads(p.document(2.0).model_dump_json()) for p in KIT],
    }
    map_ = MapDocument.model_validate_json(json.dumps(plain))
    table = Battlefield.from_map(map_)
    yield "table", [table.width, table.height, table.unit, table.centre, relief_of(table).top, table.table]
    yield "pieces", [(p.id, p.levels, p.look, p.height, p.shape) for p in table.pieces]
    yield "grown barricades", table.grown_barricades(0.5, 8)
    yield "map now", json.loads(map_now(map_, table).model_dump_json())["terrain"]


SCENES: dict[str, Scene] = {
    "places among woods": partial(moves, 21, 7, 2, 0),
    "places among walls": partial(moves, 22, 0, 2, 4),
    "places among woods and walls": partial(moves, 23, 5, 1, 3),
    "places in the open": partial(moves, 24, 0, 0, 0),
    "places in a crowd": lambda: moves(25, 1, 4, 0),
    "ranges of several": partial(ranges, 31, 0),
    "ranges of several past walls": partial(ranges, 32, 3),
    "conditions": conditions,
    "places less than an inch across": small,
    "places on levels": partial(levels, 5),
    "places that follow": follow,
    "settling among fences": partial(settling, 41, 1, 14),
    "settling among bases": partial(settling, 42, 0, 40),
    "settling in a crowd": settling_in_a_crowd,
    "terrain put down": terrain,
    "kit of terrain": kit,
}
