"""Random maps for The Godbreaker Saga: terrain, styles of tables, and the free centre (G-TBL-1..9)."""

from __future__ import annotations

from functools import partial
from typing import Final

import shapely

from game.rulesets.godbreakers.new_game.planning import LARGEST_TABLE, NAME, SMALLEST_TABLE, check_map
from game.rulesets.godbreakers.rules.state import MARKER_RADIUS
from game.rulesets.godbreakers.rules.wild.unaligned import UNALIGNED_RADIUS
from game.table.maps.source import Source
from game.table.maps.terms import Keep, Kind, Layout, MapTerms, Sides, Style, strips
from game.wording import N_

DEEP: Final = 0.25
"""The depth of a player's area, as a share of the table's longer side."""
_kind = partial(Kind, most=5)
_line = partial(Kind, lined=True, most=2)

WOOD: Final = _kind("wood", "Old Growth, Birches, Ash Thicket, Pines, Alders, Grey Stand", "wood", "round", (5.0, 9.0),
                    (4.0, 7.0))  # fmt: skip
GLADE: Final = _kind("glade", "Ring Wood, Glade, Hidden Glade, Witch Ring", "wood", "glade", (7.0, 10.0), (6.0, 8.0))
BRAMBLE: Final = _kind("bramble", "Brambles, Thorns, Furze, Briars", "hedge", "round", (4.0, 7.0), (3.0, 5.0))
MARSH: Final = _kind("marsh", "Bog, Mire, Black Fen, Moss, Sedges", "marsh", "round", (4.5, 8.0), (3.5, 6.0))
WATER: Final = _kind("water", "Pool, Mere, Tarn, Flooded Pit, Cistern", "water", "round", (4.0, 7.5), (3.5, 5.5))
RUBBLE: Final = _kind("rubble", "Slag Heap, Fallen Arcade, Scree, Collapsed Street, Spoil", "rubble", "round",
                      (4.0, 7.0), (3.0, 5.0))  # fmt: skip
CRATER: Final = _kind("crater", "Hollow, Crater, Sinkhole, Pit", "crater", "round", (3.5, 6.0), (3.0, 5.0))
RUIN: Final = _kind("ruin", "Guildhall, Weigh House, Bakehouse, Chapel, Dyers' House, Barracks, Bathhouse", "ruin",
                    "ruin", (5.0, 8.0), (4.0, 6.0))  # fmt: skip
TOWER: Final = _kind("tower", "Gatehouse, Watchtower, Belfry, Keep", "ruin", "ruin", (4.5, 6.0), (4.0, 5.0),
                     levels=(0, 1))  # fmt: skip
TERRACE: Final = _kind("terrace", "Terrace, Shelf, Upper Floor, Ledge", "rock", "round", (5.5, 8.0), (4.5, 6.0),
                       levels=(0, 1))  # fmt: skip
FIELD: Final = _kind("field", "Vineyard, Garden, Herb Beds, Orchard Rows, Hop Yard", "field", "box", (4.5, 7.5),
                     (3.5, 5.5))  # fmt: skip
WALL: Final = _line("wall", "Wall, Yard Wall, Broken Wall, Boundary", "wall", "bend", (3.0, 5.0), (0.4, 0.4))
LOG: Final = _line("log", "Fallen Giant, Drift Logs, Toppled Trunk, Windfall", "wood", "wall", (3.0, 4.5), (0.6, 0.7))
BLOCK: Final = _line("block", "Toppled Column, Great Block, Plinth, Troughs", "rock", "wall", (2.0, 3.4), (0.7, 0.9))


def _palette(ground: str, grain: str, area: str, barricade: str, accent: str) -> dict[str, str]:
    names = ("ground", "grain", "area", "barricade", "accent", "impassable")
    return dict(zip(names, (ground, grain, area, barricade, accent, "#2b2430")))


STYLES: Final = {
    "town": Style(
        N_("Ruined town"),
        _palette("#b9a88a", "#a89678", "#8a7a66", "#4e443c", "#c8743a"),
        ((RUIN, 5), (TOWER, 2), (RUBBLE, 3), (FIELD, 1.5), (WATER, 1), (WALL, 0.35), (BLOCK, 0.25)),
        ("Hollow", "Salt", "Market", "Sunken", "Red"),
        ("Court", "Ward", "Steps", "Gate", "Row"),
    ),
    "forest": Style(
        N_("Dead forest"),
        _palette("#8e8a74", "#7e7a66", "#4f5a41", "#3b2f26", "#9fc06a"),
        ((WOOD, 4), (GLADE, 1.5), (BRAMBLE, 2), (MARSH, 2), (CRATER, 1), (LOG, 0.5), (BLOCK, 0.15)),
        ("Hollow", "Grey", "Witch", "Raven", "Drowned"),
        ("Wood", "Stand", "Hollow", "Ring", "Holt"),
    ),
    "quarry": Style(
        N_("Quarry"),
        _palette("#c6b79c", "#b5a68b", "#8b7f73", "#5a5049", "#5f8fa8"),
        ((TERRACE, 3), (RUBBLE, 3), (CRATER, 2), (WATER, 1.5), (RUIN, 1), (BLOCK, 0.5), (WALL, 0.25)),
        ("Open", "Chalk", "Iron", "Flooded", "White"),
        ("Quarry", "Cutting", "Delve", "Pits", "Face"),
    ),
}  # fmt: skip


def _sides(width: float, height: float) -> Sides:
    """Return the areas of two players, at the far ends of the table."""
    if width >= height:
        deep = width * DEEP
        return shapely.box(0.0, 0.0, deep, height), shapely.box(width - deep, 0.0, width, height)
    return strips(height * DEEP, width, height)


def _layout(width: float, height: float, symmetry: str, source: Source) -> Layout:
    """Return the centre, which stays free for the objective marker and the bases beside it (G-TBL-2)."""
    return Layout(keeps=(Keep(shapely.Point(width / 2, height / 2), MARKER_RADIUS + 1.0, every=True),))


TERMS: Final = MapTerms(
    ruleset=NAME,
    size=(30.0, 22.0),
    least=(SMALLEST_TABLE, 18.0),
    most=(LARGEST_TABLE, LARGEST_TABLE),
    styles=STYLES,
    cover={"light": (0.26, 0.30), "medium": (0.29, 0.33), "heavy": (0.32, 0.38)},
    base=max(UNALIGNED_RADIUS.values()),
    layout=_layout,
    sides=_sides,
    problems=check_map,
    gap=0.75,
    passage=2 * max(UNALIGNED_RADIUS.values()),
    margin=0.5,
    covers=lambda kind: not kind.lined,
)
