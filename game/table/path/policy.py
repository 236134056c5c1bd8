"""The rules for a path: grounds with their effects, the kind of movement, the length, and the end.

`rules.md` beside this file shows how sentences of three rulebooks are expressed in these terms.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Literal, Self

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import Polygon

from game.cached import cached_property
from game.table.lattice import Position, position
from game.table.shapes import Bounds, Disc
from game.wording import _

Shape = Disc | Polygon

CONTACT = 0.001
"""Two shapes touch if the gap between them is at most this number of inches; it is also the tolerance of lines."""
TOUCHING = 1e-6
"""A base overlaps an obstacle only if it is deeper inside than this number of inches."""
# Inches added around a goal, because a path may end slightly beside the wanted spot.
_ROUND_GOAL = 0.02
# A ground that is at most this many inches from the start of a search keeps all its corners.
_BESIDE = 0.001


@dataclass(frozen=True, eq=False)
class Ground:
    """A part of the table with its effect on a base that is in it.

    A base is in it if its edge is nearer than `margin` inches (`part` "base"), or if its centre is in the shape
    ("centre"). `solid`: no base may be in it. `factor`: the cost of every inch in it; the highest factor counts.
    `once`, `enter`, `leave`: inches added to the cost if the path is in it at all, each time it enters, and each time
    it leaves; a negative `once` is a gain. `rest`: a path may end in it; otherwise `rest_rule` (or `rule`) forbids it.
    `stops`: the path ends as soon as the base leaves. `rough` returns a shape with fewer corners that contains the
    shape, for searches. `called` is the name that people read, if that is another.
    """

    name: str
    shape: Shape
    rule: str = ""
    solid: bool = False
    margin: float = 0.0
    part: Literal["base", "centre"] = "base"
    factor: float = 1.0
    once: float = 0.0
    enter: float = 0.0
    leave: float = 0.0
    rest: bool = True
    rest_rule: str = ""
    stops: bool = False
    rough: Callable[[], Polygon] | None = None
    called: str = ""

    def __post_init__(self) -> None:
        if self.factor < 1.0:
            raise ValueError(f"{self.name}: a factor is at least 1; give ground that is quick as a gain, once")

    @property
    def title(self) -> str:
        """The name that people read."""
        return self.called or _(self.name)

    @cached_property
    def box(self) -> Bounds:
        """The bounding box of the shape."""
        if isinstance(self.shape, Disc):
            x, y, r = self.shape.x, self.shape.y, self.shape.radius
            return x - r, y - r, x + r, y + r
        west, south, east, north = self.shape.bounds
        return west, south, east, north

    @cached_property
    def disc(self) -> Disc:
        """A disc that contains the shape."""
        return self.shape if isinstance(self.shape, Disc) else _disc_around(self.shape)

    def is_near(self, box: Bounds, inches: float) -> bool:
        """Return whether a point in a box may be nearer than `inches` to the shape; False is certain."""
        west, south, east, north = self.box
        return (
            west - inches <= box[2]
            and box[0] <= east + inches
            and south - inches <= box[3]
            and box[1] <= north + inches
        )

    def roughly(self, start: Position, radius: float) -> "Ground":
        """Return the ground with fewer corners for a search from a spot, or itself if a base there is in it."""
        shape = None if self.rough is None else self.rough()
        if shape is None or shape.distance(shapely.Point(start)) <= self.distance_kept(radius) + _BESIDE:
            return self
        return replace(self, shape=shape, rough=None)

    def distance_kept(self, radius: float) -> float:
        """Return the inches from the shape within which a base's centre means that the base is in the ground."""
        return self.margin + (radius if self.part == "base" else 0.0)


# The fields of a ground that are compared by value.
_OF_GROUND = tuple(name for name in Ground.__dataclass_fields__ if name not in ("shape", "rough"))


def _shape_key(shape: Shape) -> tuple[float | str | None, ...]:
    """Return what identifies a shape in a cache: a disc itself, or the id of a polygon."""
    return shape if isinstance(shape, Disc) else (id(shape),)


@dataclass(frozen=True)
class Stage:
    """The rules of movement for a part of a path.

    `go`: "free"; "straight" (one line in any direction, never nearer to any of `of`); "toward" and "away" (on the line
    through the centre of the first of `of`); "not nearer" and "not farther" (at any moment than before, from each of
    `of`); "along" (the edge of the first of `of`, in contact). `until`: the stage ends at the first "touch" of one of
    the grounds `names`, or at the first place to "leave" them all; a corner of the path must be there. `ignores`: the
    grounds without effect in this stage. The path may end in the stage only if `may_end`.
    """

    go: Literal["free", "straight", "toward", "away", "not nearer", "not farther", "along"] = "free"
    of: tuple[Disc, ...] = ()
    until: Literal["", "touch", "leave"] = ""
    names: tuple[str, ...] = ()
    ignores: frozenset[str] = frozenset()
    may_end: bool = True
    rule: str = ""


@dataclass(frozen=True, eq=False)
class End:
    """The rule that a path ends with the base's edge `least` to `most` inches from the nearest of `shapes`.

    If the gap is at most minus the base's radius, its centre is in a shape. `name` is the name of the shapes.
    """

    shapes: tuple[Shape, ...]
    most: float = math.inf
    least: float = -math.inf
    rule: str = ""
    name: str = ""


@dataclass(frozen=True, eq=False)
class PathPolicy:
    """All rules for a path. Lengths are in inches; `bounds` is the table: west, south, east, north.

    `budget` is the highest cost of the path. Grounds of one name are ignored, touched and left together; the price
    `once` of the first of them counts for all. The stages follow one another; by default movement is free. Raises
    `ValueError` for stages that make no sense.
    """

    radius: float
    budget: float
    bounds: Bounds
    grounds: tuple[Ground, ...] = ()
    stages: tuple[Stage, ...] = (Stage(),)
    ends: tuple[End, ...] = ()
    rule: str = ""

    def but(self, **changes: object) -> "PathPolicy":
        """Return the policy with the given fields changed."""
        return replace(self, **changes)  # type: ignore[arg-type]

    def named(self, stage: Stage) -> list[Ground]:
        """Return the grounds that a stage names."""
        return self._named_by_stage[self.stages.index(stage)]

    @cached_property
    def goes_straight(self) -> bool:
        """Whether a straight path is tried for every spot."""
        stage = self.stages[0]
        any_direction = stage.go == "free" or (stage.go == "straight" and not stage.of)
        return len(self.stages) == 1 and any_direction and not stage.until

    @property
    def only_straight(self) -> bool:
        """Whether only the straight path to a spot is tried."""
        return self.goes_straight and self.stages[0].go == "straight"

    @cached_property
    def demands_end(self) -> bool:
        """Whether a base may pass some places without being allowed to end there."""
        return bool(self.ends) or any(not ground.rest for ground in self.grounds)

    @cached_property
    def goal(self) -> Disc | None:
        """The slightly enlarged disc in which the centre of a base must end; None if there is not exactly one disc."""
        for end in self.ends:
            if len(end.shapes) == 1 and isinstance(end.shapes[0], Disc) and math.isfinite(end.most):
                x, y, radius = end.shapes[0][:3]
                return Disc(x, y, max(radius + self.radius + end.most, 0.0) + _ROUND_GOAL)
        return None

    @cached_property
    def key(self) -> tuple[object, ...]:
        """The contents of the policy for comparisons; they include ids of shapes, so they hold only while it exists."""
        grounds = tuple((*_shape_key(g.shape), *(getattr(g, name) for name in _OF_GROUND)) for g in self.grounds)
        ends = tuple((end.most, end.least, end.rule, *map(_shape_key, end.shapes)) for end in self.ends)
        return self.radius, self.budget, self.bounds, grounds, self.stages, ends, self.rule

    def as_part(self) -> "PathPolicy":
        """Return the policy for a part of a path, without the rules for the end."""
        grounds = tuple(ground if ground.rest else replace(ground, rest=True) for ground in self.grounds)
        return self.but(ends=(), grounds=grounds)

    def roughly(self, start: Position) -> "PathPolicy":
        """Return the policy for a search from a spot, in which grounds away from the spot have fewer corners."""
        if all(ground.rough is None for ground in self.grounds):
            return self
        return self.but(grounds=tuple(ground.roughly(start, self.radius) for ground in self.grounds))

    def to_disc(self, disc: Disc) -> "PathPolicy":
        """Return the policy for paths whose end has its centre in a disc, which makes searches shorter."""
        return self.but(ends=(End((disc,), most=-self.radius),))

    @cached_property
    def _named_by_stage(self) -> list[list[Ground]]:
        """The grounds that each stage names."""
        return [[ground for ground in self.grounds if ground.name in stage.names] for stage in self.stages]

    def __post_init__(self) -> None:
        if not self.stages:
            raise ValueError("a way has at least one stage")
        ground_names = {ground.name for ground in self.grounds}
        for stage in self.stages:
            unknown = sorted({*stage.names} - ground_names)
            if unknown:
                raise ValueError(f"a stage ends at {', '.join(unknown)}, but there is no such ground")
            if stage.until and not stage.names:
                raise ValueError(f"a stage ends on {stage.until}, but names no ground")
            if stage.go not in ("free", "straight") and not stage.of:
                raise ValueError(f"a stage goes {stage.go}, but tells nothing that it refers to")


@dataclass(frozen=True)
class PathsQuestion:
    """A start and policies as a key for caches; questions are equal if their policies have equal contents."""

    start: Position
    keys: tuple[tuple[object, ...], ...]
    policies: tuple[PathPolicy, ...] = field(compare=False)

    @classmethod
    def of(cls, start: tuple[float, float], *policies: PathPolicy) -> Self:
        """Return the question about the paths from a spot under any of these policies."""
        return cls(position(*start), tuple(policy.key for policy in policies), policies)


@lru_cache(maxsize=1024)
def _disc_around(shape: Polygon) -> Disc:
    """Return a disc that contains a polygon."""
    west, south, east, north = shape.bounds
    x, y = (west + east) / 2, (south + north) / 2
    corners = shapely.get_coordinates(shape.exterior).tolist()
    return Disc(x, y, max(math.hypot(x - cx, y - cy) for cx, cy in corners))


def near_to(policy: PathPolicy, box: Bounds, inches: float = 0.0) -> tuple[Ground, ...]:
    """Return the grounds that may be within `inches` of a base whose centre is in a box; all others surely are not."""
    boxes, margins = _boxes_and_margins(policy.grounds)
    gap = margins[:, 0] + margins[:, 1] * policy.radius + inches
    west, south, east, north = boxes.T
    near = (west - gap <= box[2]) & (east + gap >= box[0]) & (south - gap <= box[3]) & (north + gap >= box[1])
    return tuple(policy.grounds[number] for number in np.flatnonzero(near))


@lru_cache(maxsize=64)
def _boxes_and_margins(grounds: tuple[Ground, ...]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the boxes of grounds, and a row for each: its margin, and 1 if the base's radius is added to it."""
    boxes = np.array([ground.box for ground in grounds], dtype=np.float64).reshape(len(grounds), 4)
    margins = [(ground.margin, ground.part == "base") for ground in grounds]
    return boxes, np.array(margins, dtype=np.float64).reshape(len(grounds), 2)


@lru_cache(maxsize=2048)
def base(disc: Disc, rule: str = "", margin: float = 0.0) -> Ground:
    """Return another base as solid ground; if it has a margin, even contact is forbidden."""
    return Ground(disc.name, disc, rule, solid=True, margin=margin)


def contact(*discs: Disc, rule: str = "") -> End:
    """Return the rule that a path must end in contact with one of these bases."""
    return End(discs, most=CONTACT, least=-TOUCHING, rule=rule)


def beyond(shape: Polygon, bounds: Bounds) -> Sequence[Polygon]:
    """Return the parts of the table outside a shape; as solid ground, they keep a base inside."""
    west, south, east, north = bounds
    outside = shapely.box(west - 1.0, south - 1.0, east + 1.0, north + 1.0).difference(shape)
    return [part for part in shapely.get_parts(outside).tolist() if isinstance(part, Polygon)]
