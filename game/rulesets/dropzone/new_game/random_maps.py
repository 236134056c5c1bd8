"""Random maps for Dropzone Commander: scenery, styles of tables, objectives in buildings (D-FEAT-1, D-SETUP-3)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final

import shapely

from game.rulesets.dropzone.documents.catalogue import RULESET
from game.rulesets.dropzone.new_game.planning import check_map
from game.rulesets.dropzone.rules.features import KIND, KINDS
from game.rulesets.dropzone.rules.zones import DEPTH
from game.table.looks import Look
from game.table.maps.source import Source
from game.table.maps.terms import Form, Keep, Kind, Landmark, Layout, MapTerms, Spot, Style, strips
from game.wording import N_

LARGEST_BASE: Final = 2.0
"""The radius of the largest token in inches."""
OUTER: Final = (0.25, 0.3)
"""The least and greatest distance of the outer objectives from the middle, as shares of the table's width."""
_SIZE = tuple[float, float]


def _kind(
    kind: str, names: str, look: Look, form: Form, long: _SIZE, wide: _SIZE, *, square: bool = True, most: int = 5
) -> Kind:
    standard = KINDS[kind]
    solid, traits = "impassable" in standard.flags, {KIND: kind}
    return Kind(kind, names, look, form, long, wide, float(standard.height), solid, square, traits=traits, most=most)


ROAD: Final = _kind(
    "road", "Ring Road, Harbour Road, Depot Road, Avenue, Parade", "road", "box", (1.0, 1.0), (3.0, 4.0)
)
SMALL: Final = _kind("small-building", "Depot, Row, Workshop, Annexe, Clinic, Garage, Store, Kiosk", "ruin", "box",
                     (4.0, 5.0), (3.5, 4.5))  # fmt: skip
MEDIUM: Final = _kind("medium-building", "Exchange, Ministry, Archive, Hotel, Arcade, Institute, Tribunal", "building",
                      "box", (5.0, 6.5), (4.0, 5.0))  # fmt: skip
LARGE: Final = _kind("large-building", "Tower, Arcology, Spire, Terminal, Stacks", "building", "box", (6.0, 7.5),
                     (5.5, 6.5))  # fmt: skip
SHACK: Final = _kind("small-shack", "Sheds, Barn, Silo, Pump House, Stables", "ruin", "box", (3.5, 4.5), (3.0, 3.5))
COPSE: Final = _kind("small-forest", "Copse, Spinney, Grove, Orchard", "wood", "round", (3.5, 4.8), (3.0, 4.0),
                     square=False)  # fmt: skip
WOOD: Final = _kind("medium-forest", "Wood, Plantation, Pines, Covert", "wood", "round", (5.0, 7.0), (4.0, 5.5),
                    square=False)  # fmt: skip
HILL: Final = _kind("hill", "Rise, Knoll, Spoil Heap, Bluff", "rock", "round", (4.5, 6.5), (3.5, 5.0), square=False)
BARRICADE: Final = _kind("barricade", "Barricade, Checkpoint, Roadblock, Bollards, Wreckage", "wall", "wall",
                         (3.5, 4.5), (0.5, 0.5), most=2)  # fmt: skip
FIELD: Final = _kind("field", "Wheat, Barley, Maize, Allotments, Flax", "field", "box", (5.5, 8.0), (4.5, 6.0))
PARK: Final = _kind("park", "Park, Green, Gardens, Plaza, Common", "field", "round", (4.5, 6.5), (4.0, 5.0))
RUBBLE: Final = _kind("rubble", "Rubble, Debris, Crater Field, Slag", "rubble", "round", (3.5, 5.5), (3.0, 4.5),
                      square=False)  # fmt: skip

PALE: Final = {"barricade": "#5c5249", "impassable": "#4a4a52", "accent": "#d9a441"}
STYLES: Final = {
    "city": Style(
        N_("City"),
        {"ground": "#7f8176", "grain": "#74766b", "area": "#6b705f", **PALE},
        ((LARGE, 2), (MEDIUM, 3), (SMALL, 3), (PARK, 1.3), (BARRICADE, 0.5), (COPSE, 0.6)),
        ("Twin", "Upper", "Glass", "Station", "Northern"),
        ("Quarter", "Exchange", "District", "Terminal", "Boulevard"),
        ROAD,
    ),
    "outskirts": Style(
        N_("Outskirts"),
        {"ground": "#8a8a68", "grain": "#7d7d5e", "area": "#6b705f", **PALE},
        ((SMALL, 2), (SHACK, 1.6), (FIELD, 3), (COPSE, 1.4), (WOOD, 2), (HILL, 1.4), (BARRICADE, 0.4), (PARK, 0.8)),
        ("Wheat", "Long", "Orchard", "Mill", "Western"),
        ("Road", "Suburb", "Holding", "Crossing", "Plain"),
        ROAD,
    ),
    "ruins": Style(
        N_("Ruined city"),
        {"ground": "#78746c", "grain": "#6c6860", "area": "#6b655c", **PALE},
        ((MEDIUM, 2.4), (SMALL, 3), (RUBBLE, 3), (SHACK, 0.8), (BARRICADE, 0.8), (HILL, 0.8), (COPSE, 0.6)),
        ("Ash", "Broken", "Shelled", "Grey", "Lost"),
        ("Quarter", "Works", "Terminal", "Front", "Blocks"),
        ROAD,
    ),
}  # fmt: skip


def _layout(width: float, height: float, symmetry: str, source: Source) -> Layout:
    """Return a building with an objective in the middle of the table, and one to each side (D-SETUP-3, D-SCO-1)."""
    dx = round(source.between(*OUTER) * width * 2) / 2
    dy = round(source.between(-4.0, 4.0) * 2) / 2 if symmetry in ("turned", "none") else 0.0
    x, y = width / 2, height / 2
    spots = (
        Spot("west", "West", x - dx, y - dy),
        Spot("centre", "Centre", x, y),
        Spot("east", "East", x + dx, y + dy),
    )
    houses = [_only(kind, source) for kind in (MEDIUM, LARGE)]
    outer, centre = houses if source.share() < 0.5 else (houses[0], houses[0])
    titles = (("West Exchange", outer), ("Customs House", centre), ("East Exchange", outer))
    marks = tuple(Landmark(kind, title, spot.x, spot.y) for (title, kind), spot in zip(titles, spots))
    edges = shapely.box(0.0, 0.0, width, height).exterior
    return Layout(spots, marks, (Keep(edges, 2.5),))


def _only(kind: Kind, source: Source) -> Kind:
    """Return a kind of one size and direction, for buildings that mirror each other."""
    long = source.between(*kind.long, places=0)
    return replace(kind, long=(long, long), wide=(long, long))


TERMS: Final = MapTerms(
    ruleset=RULESET,
    size=(48.0, 48.0),
    least=(36.0, 36.0),
    most=(72.0, 72.0),
    styles=STYLES,
    cover={"light": (0.12, 0.16), "medium": (0.15, 0.19), "heavy": (0.19, 0.24)},
    base=LARGEST_BASE,
    layout=_layout,
    sides=partial(strips, DEPTH),
    problems=check_map,
    gap=1.5,
    passage=2.5,
    margin=0.5,
    near=6.0,
)
