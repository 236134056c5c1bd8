"""The terms of a rulebook for random maps, as data: sizes, styles, kinds of pieces, gaps, and ground to keep free."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from shapely import box
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from game.documents.error import DocumentError
from game.table.documents import MapDocument
from game.table.looks import Look
from game.table.maps.source import Source
from game.wording import N_, _

Form = Literal["round", "box", "ell", "wall", "bend", "ruin", "glade"]
"""The forms of pieces: a wobbly disc, a rectangle, an L, a straight wall, a bent wall, a rectangle with broken walls
round two corners, and a wobbly ring."""
Symmetry = Literal["turned", "mirrored", "fourfold", "none"]
SYMMETRIES: Mapping[str, str] = {
    "turned": N_("the same after half a turn"),
    "mirrored": N_("one side mirrors the other"),
    "fourfold": N_("mirrored both ways"),
    "none": N_("different sides, about equal"),
}
"""Each symmetry with its meaning."""
COVERS: Mapping[str, str] = {"light": N_("little cover"), "medium": N_("some cover"), "heavy": N_("much cover")}
"""Each amount of cover with its meaning."""


@dataclass(frozen=True)
class Kind:
    """A kind of piece: its names, separated by commas, its look and form, and its least and greatest length and width.

    A `solid` piece leaves space for the largest base around it; bases can pass over others. `square` pieces are turned
    by quarters only. `lined` ones are lines with a width in the map document instead of areas.
    """

    id: str
    names: str
    look: Look
    form: Form
    long: tuple[float, float]
    wide: tuple[float, float]
    height: float = 0.0
    solid: bool = False
    square: bool = False
    lined: bool = False
    levels: tuple[int, ...] = (0,)
    traits: Mapping[str, str | bool] = field(default_factory=dict, hash=False)
    most: int = 4


@dataclass(frozen=True)
class Style:
    """A look of tables: its palette, the words of its maps' names, and its kinds with their parts of the cover.

    `road` is the kind of its roads, if it has any: they cross the whole table, and pieces stay off them.
    """

    title: str
    palette: Mapping[str, str] = field(hash=False)
    kinds: tuple[tuple[Kind, float], ...]
    first: tuple[str, ...]
    last: tuple[str, ...]
    road: Kind | None = None


class Spot(NamedTuple):
    """An objective of a random map."""

    id: str
    name: str
    x: float
    y: float
    radius: float = 0.0


class Keep(NamedTuple):
    """Ground from which solid pieces keep a distance in inches; with `every`, all pieces do."""

    shape: BaseGeometry
    inches: float
    every: bool = False


class Landmark(NamedTuple):
    """A piece at a certain spot, such as a building around an objective."""

    kind: Kind
    name: str
    x: float
    y: float


class Layout(NamedTuple):
    """The fixed part of a random map: objectives, landmarks around them, and ground that must stay free."""

    spots: tuple[Spot, ...] = ()
    landmarks: tuple[Landmark, ...] = ()
    keeps: tuple[Keep, ...] = ()


Sides = tuple[Polygon, Polygon]


def strips(deep: float, width: float, height: float) -> Sides:
    """Return the ground along the south and the north edge of a table."""
    return box(0.0, 0.0, width, deep), box(0.0, height - deep, width, height)


@dataclass(frozen=True)
class MapTerms:
    """A rulebook's terms for random maps. Lengths are inches; `cover` has parts of the table from light to heavy.

    `sides` is the ground where the two players begin, `base` is the radius of the largest base, `gap` the least
    distance between pieces, `margin` that from the edge. A base must be able to come within `near` of each objective.
    """

    ruleset: str
    size: tuple[float, float]
    least: tuple[float, float]
    most: tuple[float, float]
    styles: Mapping[str, Style]
    cover: Mapping[str, tuple[float, float]]
    base: float
    layout: Callable[[float, float, str, Source], Layout]
    sides: Callable[[float, float], Sides]
    problems: Callable[[MapDocument, int], Sequence[object]]
    document: Callable[[float, float], Mapping[str, object]] = lambda width, height: {}
    symmetries: tuple[Symmetry, ...] = ("turned", "mirrored", "fourfold", "none")
    gap: float = 1.0
    passage: float = 0.0
    margin: float = 1.0
    near: float = 1.0
    covers: Callable[[Kind], bool] = lambda kind: True


FEW_DIGITS: Final = 100_000
"""Seeds that the program chooses are below this, so that they are easy to pass on."""


@dataclass(frozen=True)
class Wish:
    """A wish for a random map. The seed decides what is left out, except the size, which is then the usual one."""

    seed: int
    size: tuple[float, float] | None = None
    style: str = ""
    cover: str = ""
    symmetry: str = ""


def settled(terms: MapTerms, wish: Wish) -> Wish:
    """Return a wish with all open choices made; raise `DocumentError` for anything that the rulebook does not offer."""
    source = Source(terms.ruleset, wish.seed, "wish")
    style, cover = source.pick([*terms.styles]), source.pick([*terms.cover])
    chosen = Wish(
        wish.seed,
        wish.size or terms.size,
        wish.style or style,
        wish.cover or cover,
        wish.symmetry or terms.symmetries[0],
    )
    offered = {"style": terms.styles, "cover": terms.cover, "symmetry": terms.symmetries}
    for name, values in offered.items():
        value = getattr(chosen, name)
        if value not in values:
            text = N_("{value!r} is not available - use one of {known}")
            raise DocumentError("maps new", f"--{name}", _(text, value=value[:40], known=", ".join(values)))
    _require_size(terms, chosen.size or terms.size)
    return chosen


def _require_size(terms: MapTerms, size: tuple[float, float]) -> None:
    """Raise `DocumentError` for a table that is too small, too large or not in quarters of an inch."""
    for inches, least, most in zip(size, terms.least, terms.most):
        if not least <= inches <= most or inches * 4 != round(inches * 4):
            low, high = (f"{wide:g}x{high:g}" for wide, high in (terms.least, terms.most))
            text = N_("{size} inches is not possible - use {low} to {high}, in quarters of an inch")
            reason = _(text, size=f"{size[0]:g}x{size[1]:g}", low=low, high=high)
            raise DocumentError("maps new", "--size", reason)
