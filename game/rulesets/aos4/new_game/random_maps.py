"""Random maps for Age of Sigmar: kinds of terrain, styles of tables, and areas kept free (A-TERR, A-DEP-5, A-OBJ-1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import shapely

from game.rulesets.aos4.new_game.planning import SMALLEST, check_map
from game.rulesets.aos4.rules.terrain import PREFIX
from game.table.looks import Look
from game.table.maps.source import Source
from game.table.maps.terms import Form, Keep, Kind, Layout, MapTerms, Sides, Spot, Style, strips
from game.wording import N_

LARGEST_BASE: Final = 105 / 25.4 / 2
"""The radius of the largest base in inches, or half the breadth of the largest oval."""
PASSAGE: Final = 3.25
"""The least gap between pieces on which no base can stand, enough for bases of 80 mm, in inches."""
BETWEEN: Final = 10.0
"""The distance between the territories in inches."""
OBJECTIVES: Final = 0.25
"""The distance of the outer objectives from the edges, as a share of the table's width."""


def _kind(
    name: str, names: str, look: Look, form: Form, long: tuple[float, float], wide: tuple[float, float], height: float,
    does: str, *, solid: bool = True, most: int = 4,
) -> Kind:  # fmt: skip
    """Return a kind of terrain piece; `does` lists its terrain traits."""
    traits = {f"{PREFIX}{trait}": True for trait in does.split()}
    return Kind(name, names, look, form, long, wide, height, solid, traits=traits, most=most)


RUIN: Final = _kind("ruin", "Mill, Chapel, Watch, Granary, Toll House, Priory, Hospice", "ruin", "ell", (4.5, 7.0),
                    (3.5, 5.0), 2.0, "cover unstable")  # fmt: skip
RUBBLE: Final = _kind("rubble", "Fallen Tower, Old Gate, Broken Arch, Burnt Barn, Lost Shrine", "ruin", "box",
                      (3.5, 5.5), (3.0, 4.0), 2.0, "cover unstable")  # fmt: skip
WOOD: Final = _kind("wood", "Alders, Oakwood, Birches, Thicket, Grove, Pines, Hollow Wood", "wood", "round", (4.5, 7.5),
                    (3.5, 5.5), 3.0, "obscuring cover")  # fmt: skip
MARSH: Final = _kind("marsh", "Reeds, Mire, Fen, Moss, Sedge", "marsh", "round", (4.0, 6.5), (3.0, 5.0), 0.5,
                     "obscuring", solid=False)  # fmt: skip
HEDGE: Final = _kind("hedge", "Hedge, Thorns, Quickset, Bramble", "hedge", "wall", (4.0, 6.0), (0.6, 0.6), 1.0,
                     "cover", solid=False, most=2)  # fmt: skip
WALL: Final = _kind("wall", "Wall, Old Wall, Dyke, Stone Row, Curtain", "wall", "bend", (3.5, 5.5), (0.5, 0.5), 2.0,
                    "impassable cover", most=2)  # fmt: skip
TERRACE: Final = _kind("terrace", "Terrace, Platform, Mound, Shelf, Dais", "rubble", "box", (4.5, 7.0), (3.5, 5.0), 2.0,
                       "flat-top", solid=False)  # fmt: skip
HALL: Final = _kind("hall", "Hall, Keep, Storehouse, Longhouse, Counting House", "building", "box", (4.0, 5.5),
                    (3.0, 4.0), 4.0, "impassable blocks-sight")  # fmt: skip
STONE: Final = _kind("stone", "Tide Stone, Sky Stone, Menhir, Moon Stone", "rock", "round", (2.0, 2.6), (1.8, 2.2), 3.0,
                     "place-of-power impassable", most=2)  # fmt: skip

PALE: Final = {"barricade": "#5c5249", "impassable": "#37302c", "accent": "#d9a441"}
STYLES: Final = {
    "ruins": Style(
        N_("Ruins"),
        {"ground": "#8f8a6a", "grain": "#807b5d", "area": "#6f7a52", **PALE},
        ((RUIN, 4), (RUBBLE, 2.5), (WALL, 1), (WOOD, 1.5), (TERRACE, 1.5), (STONE, 0.7)),
        ("Fallen", "Ashen", "Broken", "Silent", "Burnt"),
        ("Quarter", "Cloister", "Bastion", "Crossing", "Market"),
    ),
    "wildwood": Style(
        N_("Wildwood"),
        {"ground": "#7d8a5c", "grain": "#6f7c50", "area": "#5d6f45", **PALE},
        ((WOOD, 5), (MARSH, 2.5), (HEDGE, 0.6), (RUBBLE, 1), (STONE, 0.9)),
        ("Hollow", "Green", "Tangled", "Mossy", "Old"),
        ("Weald", "Glades", "Fells", "Hollow", "Water"),
    ),
    "holding": Style(
        N_("Farmstead"),
        {"ground": "#a39a6c", "grain": "#948b60", "area": "#7c8456", **PALE},
        ((HALL, 3), (HEDGE, 1), (WALL, 0.8), (WOOD, 2.5), (MARSH, 1), (TERRACE, 1)),
        ("Amber", "Miller's", "Long", "Upper", "Quiet"),
        ("Acre", "Croft", "Steading", "Meadow", "Holding"),
    ),
}  # fmt: skip


def _sides(width: float, height: float) -> Sides:
    """Return the territories: strips along the south and the north, `BETWEEN` inches apart."""
    return strips((height - BETWEEN) / 2, width, height)


def _document(width: float, height: float) -> Mapping[str, object]:
    """Return the territories as zones of a map (A-DEP-5)."""
    zones = []
    for name, title, side in zip(("south", "north"), ("South", "North"), _sides(width, height)):
        west, south, east, north = side.bounds
        outline = [[west, south], [east, south], [east, north], [west, north]]
        zones.append({"id": name, "name": title, "role": "territory", "area": [{"outline": outline}]})
    return {"zones": zones}


def _layout(width: float, height: float, symmetry: str, source: Source) -> Layout:
    """Return three objectives in a row, with the ground that stays free around them (A-OBJ-1)."""
    sideways = round(source.between(-2.0, 2.0) * 2) / 2
    slant = round(source.between(-2.5, 2.5) * 2) / 2 if symmetry in ("turned", "none") else 0.0
    x, middle_y = round(width * OBJECTIVES) + sideways, height / 2
    spots = (
        Spot("west", "West", x, middle_y - slant),
        Spot("centre", "Centre", width / 2, middle_y),
        Spot("east", "East", width - x, middle_y + slant),
    )
    free_for_bases = tuple(Keep(shapely.Point(spot.x, spot.y), LARGEST_BASE + 1.0) for spot in spots)
    clear = tuple(Keep(shapely.Point(spot.x, spot.y), 1.5, every=True) for spot in spots)
    return Layout(spots, keeps=(*free_for_bases, *clear))


TERMS: Final = MapTerms(
    ruleset="aos4",
    size=(44.0, 30.0),
    least=SMALLEST,
    most=(72.0, 60.0),
    styles=STYLES,
    cover={"light": (0.05, 0.09), "medium": (0.09, 0.13), "heavy": (0.12, 0.17)},
    base=LARGEST_BASE,
    layout=_layout,
    sides=_sides,
    problems=check_map,
    document=_document,
    gap=1.5,
    passage=PASSAGE,
    margin=1.0,
)
