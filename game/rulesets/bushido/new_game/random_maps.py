"""Random maps for Bushido: kinds of terrain, styles of tables, and what stays free (B-TERR-10, B-SETUP-9, B-STAT-1)."""

from __future__ import annotations

from functools import partial
from typing import Final

from game.rulesets.bushido.new_game.planning import NAME, check_map
from game.rulesets.bushido.rules.setup_phase.terrain import GAP, LARGEST_BASE, SIDE, all_kept_free
from game.rulesets.bushido.rules.terrain import PASSAGE, SIZE, VISIBILITY
from game.table.looks import Look
from game.table.maps.source import Source
from game.table.maps.terms import Form, Keep, Kind, Layout, MapTerms, Style, strips
from game.wording import N_

HEIGHTS: Final = {"zero": 0.0, "tiny": 0.6, "small": 1.2, "medium": 2.0, "large": 3.0, "huge": 5.0}
"""The height of a piece in inches by its size, for pictures."""
BASELINE: Final = 4.0
"""The depth of the starting area at a baseline, in inches."""


def _kind(
    name: str, names: str, look: Look, form: Form, long: tuple[float, float], wide: tuple[float, float], traits: str,
    *, square: bool = False, most: int = 4,
) -> Kind:  # fmt: skip
    """Return a kind of terrain piece. `traits` has its passage, visibility and size."""
    passage, visibility, size = traits.split()
    piece_traits = {PASSAGE: passage, VISIBILITY: visibility, SIZE: size}
    solid = passage == "impassable"
    return Kind(name, names, look, form, long, wide, HEIGHTS[size], solid, square, traits=piece_traits, most=most)


HOUSE: Final = _kind("house", "Bell Hall, Tea House, Lantern Hall, Dyer's House, Sake House, Rice Store", "building",
                     "box", (3.2, 4.5), (2.2, 3.2), "impassable blocking huge", square=True)  # fmt: skip
WALL: Final = _kind("wall", "Wall, Court Wall, Garden Wall, Old Wall", "wall", "bend", (2.6, 4.2), (0.5, 0.5),
                    "impassable blocking small", square=True, most=2)  # fmt: skip
STATUE: Final = _kind("statue", "Stone Lion, Stone Dog, Stone Crane, Stone Monk, Lantern", "rock", "round", (1.1, 1.5),
                      (1.0, 1.4), "impassable blocking medium", most=2)  # fmt: skip
TREE: Final = _kind("tree", "Pine, Cedar, Camphor Tree, Cherry Tree, Ginkgo", "wood", "round", (1.5, 2.0), (1.4, 1.8),
                    "impassable blocking large", most=2)  # fmt: skip
HEDGE: Final = _kind("hedge", "Hedge, Box Hedge, Reed Fence, Azaleas", "hedge", "wall", (3.2, 4.8), (0.6, 0.6),
                     "difficult blocking tiny", most=2)  # fmt: skip
HILL: Final = _kind("hill", "Moon Mound, Sun Mound, Fox Hill, Heron Hill, Badger Hill", "crater", "round", (3.8, 5.5),
                    (3.2, 4.5), "normal enhancing large")  # fmt: skip
BAMBOO: Final = _kind("bamboo", "Bamboo Stand, Black Bamboo, Green Bamboo, Bamboo Grove", "wood", "round", (3.2, 4.8),
                      (2.6, 3.6), "difficult obscuring huge")  # fmt: skip
FOG: Final = _kind("fog", "Fog, Steam, Smoke, River Mist, Drowned Garden", "marsh", "round", (3.0, 4.6), (2.4, 3.4),
                   "normal obscuring huge")  # fmt: skip
POND: Final = _kind("pond", "Carp Pond, Lotus Pond, Millpond, Cistern", "water", "round", (3.0, 4.8), (2.4, 3.6),
                    "difficult clear zero")  # fmt: skip
FIELD: Final = _kind("field", "Rice Field, Iris Bed, Raked Gravel, Tea Rows, Millet", "field", "box", (3.4, 5.2),
                     (2.4, 3.6), "difficult clear zero", square=True)  # fmt: skip
ROAD: Final = _kind("path", "Paved Path, Stone Path, Temple Path, Market Path", "rubble", "box", (4.0, 6.0),
                    (1.2, 1.6), "ideal clear zero", square=True, most=2)  # fmt: skip

PALE: Final = {"barricade": "#5c5249", "impassable": "#37302c", "accent": "#b8433a"}
STYLES: Final = {
    "village": Style(
        N_("Village"),
        {"ground": "#b3a68c", "grain": "#a2957c", "area": "#7d8a68", **PALE},
        ((HOUSE, 3), (WALL, 0.6), (FIELD, 2), (TREE, 0.9), (ROAD, 0.8), (HEDGE, 0.6), (POND, 1), (STATUE, 0.4)),
        ("Lantern", "Willow", "Sparrow", "Rainy", "Lower"),
        ("Lane", "Village", "Ward", "Ford", "Market"),
    ),
    "temple": Style(
        N_("Temple"),
        {"ground": "#aaa193", "grain": "#9a9183", "area": "#7d8a68", **PALE},
        ((HOUSE, 2.2), (WALL, 0.9), (STATUE, 0.9), (HILL, 2), (FOG, 1.6), (FIELD, 1.4), (POND, 1)),
        ("Silent", "Crane", "Thousand-Step", "Broken", "Cedar"),
        ("Temple", "Court", "Shrine", "Gate", "Cloister"),
    ),
    "bamboo": Style(
        N_("Bamboo wood"),
        {"ground": "#8f9a6c", "grain": "#808b60", "area": "#66764a", **PALE},
        ((BAMBOO, 4), (TREE, 1.2), (HILL, 1.6), (FOG, 1.4), (POND, 1.4), (STATUE, 0.5), (HEDGE, 0.3)),
        ("Green", "Whispering", "Heron", "Misty", "Tiger"),
        ("Bamboo", "Stream", "Slope", "Ford", "Thicket"),
    ),
}  # fmt: skip


def _layout(width: float, height: float, symmetry: str, source: Source) -> Layout:
    """Return the areas that impassable terrain must keep free in every scenario (B-SETUP-9)."""
    return Layout(keeps=tuple(Keep(keep.shape, keep.inches + 0.05) for keep in all_kept_free()))


TERMS: Final = MapTerms(
    ruleset=NAME,
    size=(SIDE, SIDE),
    least=(SIDE, SIDE),
    most=(SIDE, SIDE),
    styles=STYLES,
    cover={"light": (0.10, 0.15), "medium": (0.15, 0.20), "heavy": (0.20, 0.26)},
    base=LARGEST_BASE / 2,
    layout=_layout,
    sides=partial(strips, BASELINE),
    problems=check_map,
    symmetries=("turned", "none"),
    gap=0.8,
    passage=max(GAP, LARGEST_BASE) + 0.1,
    margin=1.0,
)
