"""Draft: the arrangement of a unit that a player prepares, with formations, verdicts and searches for legal ones."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import combinations, islice
from typing import Final

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry.base import BaseGeometry

from game.refusal import Refusal
from game.table.facing import FULL_TURN, facing_of
from game.table.footprints import Footprint, between, centres_beside, clearance, half_box, overlaps
from game.table.lattice import Position, position
from game.table.layout.effort import Effort
from game.table.layout.judge import LayoutReceipt, LegalArrangements, gaps_between, gaps_of, is_coherent
from game.table.layout.moving import UnitMove, without_crossings
from game.table.layout.policy import Coherency, Layout, Member
from game.table.layout.setting_up import SetUp
from game.table.layout.steps import Arrangement, MemberStep, Steps, ends_of, straight_steps
from game.table.shapes import Disc
from game.ui.widgets.memo import Memo

Spot = tuple[float, float]
CLEAR: Final = 0.01
"""Inches between two bases that stand as close as possible."""
NUDGE: Final = 1e-4
"""Inches that separate spots which may be equal."""
_SPARE: Final = 4e-3
"""Inches by which the gap to a base that is not round is narrower than asked for, so that it is surely a link."""
ROUNDS: Final = 60
"""The most rounds in which overlapping models are pushed apart."""
_BEARINGS: Final = 24
"""The number of directions in which spots beside an enemy are tried."""


def middle(layout: Mapping[str, Spot]) -> Spot:
    """Return the mean of all spots of an arrangement, in inches."""
    return sum(x for x, _y in layout.values()) / len(layout), sum(y for _x, y in layout.values()) / len(layout)


def shifted(layout: Mapping[str, Spot], dx: float, dy: float) -> dict[str, Position]:
    """Return an arrangement moved by `dx` and `dy` inches."""
    return {name: position(x + dx, y + dy) for name, (x, y) in layout.items()}


def turned(layout: Mapping[str, Spot], degrees: float) -> dict[str, Position]:
    """Return an arrangement turned about its middle, counter-clockwise."""
    (cx, cy), turn = middle(layout), math.radians(degrees)
    cosine, sine = math.cos(turn), math.sin(turn)
    return {
        name: position(cx + (x - cx) * cosine - (y - cy) * sine, cy + (x - cx) * sine + (y - cy) * cosine)
        for name, (x, y) in layout.items()
    }


def spread(layout: Mapping[str, Spot], members: Sequence[Member], gap: float, links: int = 1) -> dict[str, Position]:
    """Return an arrangement stretched or shrunk about its middle as far as gaps of `gap` inches hold it together.

    The unit stays one group in which each model is that near to `links` others, as far as bases do not overlap.
    """
    if len(layout) < 2:
        return shifted(layout, 0.0, 0.0)
    by_id = {member.id: member for member in members}
    spots, ordered = np.array(list(layout.values())), [by_id[name] for name in layout]
    distances = np.maximum(np.hypot(*(spots[:, None] - spots[None]).transpose(2, 0, 1)), 1e-6)
    np.fill_diagonal(distances, np.inf)
    touching = float(np.max(centres_apart(ordered, spots, CLEAR) / distances))
    factor = touching
    if gap > CLEAR:
        linked = centres_apart(ordered, spots, gap) / distances
        factor = _widest_factor(linked, min(links, len(spots) - 1))
        # in a line, the end models have just one neighbour
        if factor < touching:  # the models would overlap
            factor = _widest_factor(linked, 1)
    cx, cy = middle(layout)
    return {name: position(cx + (x - cx) * factor, cy + (y - cy) * factor) for name, (x, y) in layout.items()}


def centres_apart(members: Sequence[Member], spots: npt.NDArray[np.float64], inches: float) -> npt.NDArray[np.float64]:
    """Return the distances (n x n) between the centres of members with `inches` between their bases, as they lie."""
    radii = np.array([member.radius for member in members])
    distances: npt.NDArray[np.float64] = radii[:, None] + radii[None] + inches
    if all(member.oblong is None for member in members):
        return distances
    for one, other in combinations(range(len(members)), 2):
        if members[one].oblong is not None or members[other].oblong is not None:
            pair = between(members[one].size, members[other].size)
            [distance] = pair.centres_apart((spots[one] - spots[other])[None], max(inches - _SPARE, CLEAR)).tolist()
            distances[one, other] = distances[other, one] = distance
    return distances


def _widest_factor(linked: npt.NDArray[np.float64], links: int) -> float:
    """Return the largest factor by which a layout can be stretched, with one group and `links` links for each model.

    `linked` has the factor at which each pair of models loses its link.
    """
    widest = float(np.min(np.sort(linked, axis=1)[:, -links]))
    # grow one group from the first model, always by the strongest link (a spanning tree)
    best = linked[0].copy()  # the strongest link of each to those already in the group
    best[0] = -np.inf
    outside = set(range(1, len(linked)))
    while outside:
        nearest = max(outside, key=lambda index: float(best[index]))
        widest = min(widest, float(best[nearest]))
        outside.remove(nearest)
        best = np.maximum(best, linked[nearest])
    return widest


def ranked(count: int, files: int, step: float, *, straight: bool = False) -> list[Spot]:
    """Return spots in ranks of `files` models about the origin, the front rank (north) first.

    Unless `straight`, models stand in the gaps of the rank before them, so that each keeps two neighbours if models at
    an end are lost.
    """
    ranks = -(-count // files)
    depth, shift = (1.0, 0.0) if straight or ranks == 1 else (math.sqrt(0.75), 0.25)
    spots = []
    for rank in range(ranks):
        in_rank = min(files, count - rank * files)
        missing = (files - in_rank) / 2 if straight else (files - in_rank) // 2
        left = missing - (files - 1) / 2 + (shift if rank % 2 else -shift)
        spots += [((file + left) * step, ((ranks - 1) / 2 - rank) * depth * step) for file in range(in_rank)]
    return spots


def ringed(count: int, step: float) -> list[Spot]:
    """Return spots in rings about the origin, innermost first, each ring as full as possible."""
    spots: list[Spot] = [(0.0, 0.0)]
    ring = 1
    while len(spots) < count:
        # as many as stay at least `step` apart on a ring of this radius
        fitting = max(1, math.floor(math.pi / math.asin(0.5 / ring)))
        spots += [
            (ring * step * math.sin(math.tau * index / fitting), ring * step * math.cos(math.tau * index / fitting))
            for index in range(min(fitting, count - len(spots)))
        ]
        ring += 1
    return spots


def in_ranks(members: Sequence[Member], now: Mapping[str, Spot]) -> list[Member]:
    """Return the members in the order in which they take the spots of a formation: from north to south, west first."""
    return sorted(members, key=lambda member: (-round(now[member.id][1], 1), now[member.id][0]))


def formed(
    members: Sequence[Member], present_spots: Mapping[str, Spot], places: Sequence[Spot], facing: float = 0.0
) -> dict[str, Position]:
    """Return a formation about the present middle of a unit, turned by `facing` degrees, in which no paths cross."""
    cx, cy = middle(present_spots)
    target_spots = {
        member.id: position(cx + x, cy + y)
        for member, (x, y) in zip(in_ranks(members, present_spots), places, strict=True)
    }
    layout = turned(target_spots, facing) if facing else target_spots
    return without_crossings(members, {name: position(*at) for name, at in present_spots.items()}, layout)


def along(members: Sequence[Member], now: Mapping[str, Spot], line: Sequence[Spot], step: float) -> dict[str, Position]:
    """Return a unit formed along a painted line, in as many ranks as needed."""
    path = shapely.remove_repeated_points(shapely.LineString([position(*spot) for spot in line]))
    files = max(1, min(len(members), math.floor(path.length / step) + 1))
    ranks, spots = -(-len(members) // files), list[Spot]()
    for number in range(len(members)):
        rank, file = divmod(number, files)
        in_rank = min(files, len(members) - rank * files)
        distance = path.length * ((file + 0.5) / in_rank if in_rank < files else file / max(1, files - 1))
        foot, point_ahead = path.interpolate(distance), path.interpolate(min(distance + 0.05, path.length))
        point_behind = path.interpolate(max(0.0, min(distance + 0.05, path.length) - 0.1))
        dx, dy = point_ahead.x - point_behind.x, point_ahead.y - point_behind.y
        length = math.hypot(dx, dy) or 1.0
        spots.append((foot.x - dy / length * step * rank, foot.y + dx / length * step * rank))
    present_middle = middle(now)
    leads_away = math.dist(spots[-1], present_middle) > math.dist(spots[0], present_middle)
    if ranks > 1 and leads_away:  # further ranks go on the side where the unit is now
        feet = [path.interpolate(path.project(shapely.Point(spot))) for spot in spots]  # mirrored at the line
        spots = [(2 * base_point.x - x, 2 * base_point.y - y) for (x, y), base_point in zip(spots, feet, strict=True)]
    target_spots = {member.id: spot for member, spot in zip(members, spots, strict=True)}
    free_spots = loosened(target_spots, members)
    return without_crossings(members, {name: position(*foot) for name, foot in now.items()}, free_spots)


def loosened(layout: Mapping[str, Spot], members: Sequence[Member]) -> dict[str, Position]:
    """Return an arrangement in which overlapping models are pushed apart, as little as possible."""
    spots = np.array([layout[member.id] for member in members], dtype=np.float64)
    turns = np.arange(len(spots)) * 2.4  # models on equal spots are moved apart in different directions
    spots = spots + NUDGE * np.stack((np.cos(turns), np.sin(turns)), axis=1)
    for _round in range(ROUNDS):
        offsets = spots[:, None, :] - spots[None, :, :]
        distances = np.hypot(offsets[..., 0], offsets[..., 1])
        np.fill_diagonal(distances, np.inf)
        overlap = np.maximum(0.0, centres_apart(members, spots, CLEAR) - distances)
        if not overlap.any():
            break
        # each model of an overlapping pair goes half of the overlap
        spots = spots + (offsets / np.maximum(distances, 1e-6)[..., None] * (overlap / 2)[..., None]).sum(axis=1)
    return {member.id: position(*spot) for member, spot in zip(members, spots.tolist(), strict=True)}


def wrapped(
    members: Sequence[Member], now: Mapping[str, Spot], enemies: Sequence[Footprint], gap: float
) -> dict[str, Position]:
    """Return a unit around enemies: each model at the nearest free spot beside one, `gap` inches from its base."""
    layout, occupied = dict[str, Position](), [*enemies]
    turns = np.linspace(0.0, math.tau, _BEARINGS, endpoint=False, dtype=np.float64)
    for member in sorted(members, key=lambda ally: min(math.dist(now[ally.id], enemy[:2]) for enemy in enemies)):
        radius, present = member.disc.radius, now[member.id]
        for ring_distance in (gap, gap + 2 * radius + CLEAR, gap + 4 * radius + 2 * CLEAR):
            bases = [
                member.at(x, y)
                for enemy in enemies
                for x, y in centres_beside(member.base, enemy, ring_distance, turns).tolist()
            ]
            free = [base for base in bases if not any(overlaps(base, other, -CLEAR / 2) for other in occupied)]
            if free:
                best = min(free, key=lambda base: math.dist(base[:2], present))
                layout[member.id] = position(best.x, best.y)
                occupied.append(best)
                break
        else:
            layout[member.id] = position(*present)
    return layout


FILES: Final[Mapping[str, Callable[[int, int], int]]] = {
    "line": lambda count, _files: count,
    "ranks": lambda count, _files: -(-count // 2),
    "column": lambda count, _files: min(2, count),
    "block": lambda _count, files: files,
    "ring": lambda _count, _files: 0,
}
"""The files of each formation, by the number of models and the files that are wanted; a ring has none."""
FORMATIONS: Final = (*FILES,)


def places_of(formation: str, count: int, files: int, step: float, *, straight: bool = False) -> list[Spot]:
    """Return the spots of a formation about the origin, `step` inches from one model to the next."""
    in_a_rank = FILES[formation](count, files)
    if formation == "column" and not straight:  # two lines, turned by a quarter
        lines = ranked(count, -(-count // in_a_rank), step)
        return sorted(((-y, x) for x, y in lines), key=lambda spot: (-spot[1], spot[0]))
    return ranked(count, in_a_rank, step, straight=straight) if in_a_rank else ringed(count, step)


FEW, FEW_FORMATIONS = 4, ("line", "ranks")
"""Up to so many models, only these formations differ from one another."""


def as_layout(spots: Mapping[str, Spot]) -> Layout:
    """Return spots rounded to the grid of exact positions."""
    return {name: position(*at) for name, at in spots.items()}


REST: Final = 0.1
"""Seconds the block must rest before the rules judge it exactly."""
FIRST_FILES: Final = 5
Find = Callable[[Effort], Steps | None]
"""A search for a legal arrangement within an effort; None if there is none. It may raise `EffortSpent`."""
Verdict = tuple[int, Steps | None, LayoutReceipt | None]
"""The version of a draft, its steps if it is legal, and the reasons against it if not."""
RING, RINGS, BEARINGS, TRIES = 0.1, 25, 24, 150
"""Spots tried for one model: inches between rings, number of rings, directions, and most spots tried."""


class Draft:
    """The arrangement that a player prepares for a unit, which `stands` on the table or is to be set up there.

    `wanted` has the spot of each model, `by_hand` the models placed one by one, `picked` the model that the keys move
    ("" for all).
    """

    def __init__(self, legal: LegalArrangements, *, stands: bool = True) -> None:
        self.legal, self.stands = legal, stands
        self.members: tuple[Member, ...] = legal.members
        self.starts = {member.id: position(member.disc.x, member.disc.y) for member in self.members}
        self.wanted: dict[str, Position] = dict(self.starts)
        self.faced = {member.id: member.facing for member in self.members if member.facing is not None}
        self.faces: dict[str, int] = dict(self.faced)
        """The wanted facings of models whose bases are not round."""
        self.by_hand: set[str] = set()
        self.picked = ""
        self.corners: dict[str, tuple[Position, ...]] = {}
        """The paths that the player draws, by their corners, for models that do not move straight."""
        self.corner_faces: dict[str, tuple[int, ...]] = {}
        """The facings in which models whose bases are not round come to these corners."""
        self.files = min(FIRST_FILES, len(self.members))
        self.facing = 0.0
        self.version = 0
        self._changed = 0.0
        self._judged: Verdict = (-1, None, None)
        self._holding = Memo[bool](len(FORMATIONS))
        self._known: list[BaseGeometry] = []
        self._whole: BaseGeometry | None = None
        self._rough: tuple[object, frozenset[str]] = (None, frozenset())

    # -- areas where models can end ------------------------------------------------------------

    @property
    def lacks_ground(self) -> bool:
        """Whether the areas where models can end are still being computed."""
        return len(self._known) < len(self.members)

    def next_ground(self, _effort: Effort) -> None:
        """Compute the area where one more model can end."""
        areas = self._known  # turning models replaces the list, perhaps while this thread works
        area = self.now.members[len(areas)].ends.geometry
        shapely.prepare(area)
        if len(areas) + 1 == len(self.members):
            self._whole = shapely.union_all([*areas, area])
        areas.append(area)

    def ground(self, model: str = "") -> BaseGeometry | None:
        """Return where a model, or any model, may end by itself; None until that is worked out.

        While it is worked out for the others, it is where the first one may end: much the same.
        """
        if self.lacks_ground:
            return self._known[0] if self._known and not model else None
        if model:
            return self._known[next(number for number, member in enumerate(self.members) if member.id == model)]
        return self._whole

    @property
    def now(self) -> LegalArrangements:
        """The legal arrangements with bases turned as wanted."""
        changed = {name: facing for name, facing in self.faces.items() if facing != self.faced[name]}
        return self.legal.facing(changed) if changed and isinstance(self.legal, SetUp | UnitMove) else self.legal

    # -- putting ------------------------------------------------------------------------------

    def put(self, layout: Mapping[str, Spot], by_hand: Collection[str] = ()) -> None:
        """Put models at these spots; models without one stay at their wanted spots."""
        self.wanted = {name: position(*layout.get(name, at)) for name, at in self.wanted.items()}
        self.by_hand |= {*by_hand}
        self.version += 1
        self._changed = time.monotonic()

    def pick(self, model: str) -> None:
        """Choose the model that the keys move, "" for all."""
        self.picked = model
        self.version += 1

    def move(self, dx: float, dy: float, base: Mapping[str, Spot] | None = None, only: str = "") -> None:
        """Move all models, or `only` one, by `dx` and `dy` inches from `base`, or from their wanted spots."""
        layout = self.wanted if base is None else base
        if only:
            self.put({only: (layout[only][0] + dx, layout[only][1] + dy)}, (only,))
        else:
            self.put(shifted(layout, dx, dy))

    @property
    def start(self) -> Spot:
        """The present spot of the picked model, or the middle of the unit. Typed bearings start there."""
        return self.starts[self.picked] if self.picked else middle(self.starts)

    @property
    def spot(self) -> Spot:
        """The wanted spot of the picked model, or the middle of the unit."""
        return self.wanted[self.picked] if self.picked else middle(self.wanted)

    def move_to(self, spot: Spot, _free: bool) -> None:
        """Put the picked model, or the middle of the unit, at a spot, legal or not."""
        self.move(spot[0] - self.spot[0], spot[1] - self.spot[1], only=self.picked)

    @property
    def drawing(self) -> str:
        """The model whose path the player can draw: the picked or the only one, else ""."""
        only = self.members[0].id if len(self.members) == 1 else ""
        return (self.picked or only) if self.stands else ""

    def bend(self) -> None:
        """Add a corner to the path of the model at its wanted spot."""
        name = self.drawing
        before = self.corners.get(name, ())
        if self.wanted[name] != (before[-1] if before else self.starts[name]):
            self.corners[name] = (*before, self.wanted[name])
            if name in self.faces:
                self.corner_faces[name] = (*self.corner_faces.get(name, ()), self.faces[name])
            self.version += 1

    def unbend(self) -> None:
        """Remove the last corner of the path of a model."""
        for drawn in (self.corners, self.corner_faces):
            drawn[self.drawing] = drawn.get(self.drawing, ())[:-1]  # type: ignore[assignment]  # both are by model
        self.version += 1

    def _straighten(self) -> None:
        """Remove all drawn corners."""
        self.corners.clear()
        self.corner_faces.clear()

    def turn(self, degrees: float) -> None:
        """Turn the unit about its middle, counter-clockwise.

        If the picked model's base is not round, turn only that base.
        """
        only = self.picked if self.picked in self.faces else ""
        for name in [only] if only else self.faces:
            self.faces[name] = (self.faces[name] + facing_of(degrees)) % FULL_TURN
        if self.faces:
            self._known, self._whole = [], None
        if not only:
            self.facing = (self.facing + degrees) % 360.0
        self.put(self.wanted if only else turned(self.wanted, degrees))

    def form(self, formation: str, files: int = 0) -> None:
        """Put the unit into a formation about its middle, turned as it is now, if that keeps it coherent."""
        files = max(1, min(files or self.files, len(self.members)))
        if not self.holds(formation, files):
            return
        self.files = files
        self.by_hand.clear()
        self._straighten()
        self.picked = ""
        places = self._formation_spots(formation, files)
        self.put(formed(self.members, self.wanted, places, self.facing))

    def formations(self) -> list[str]:
        """Return the formations in which the unit would be coherent, leaving out repetitions of another one."""
        distinct = dict[str, list[Spot]]()
        for name in FORMATIONS if len(self.members) > FEW else FEW_FORMATIONS:
            spots = sorted(self._formation_spots(name, self.files))
            if self.holds(name) and spots not in distinct.values():
                distinct[name] = spots
        return [*distinct]

    def holds(self, formation: str, files: int = 0) -> bool:
        """Return whether the unit would be coherent in a formation. A line of ten models, say, has too few links."""
        if self.coherency is None:
            return True
        coherency, files = self.coherency, files or self.files

        def coherent() -> bool:
            members = in_ranks(self.members, self.wanted)
            spots = np.array(self._formation_spots(formation, files))
            radii = np.array([member.disc.radius for member in members])
            if not self.faces:
                return is_coherent(gaps_between(spots, radii), coherency)
            turn = math.radians(self.facing)
            turned_spots = spots @ np.array(((math.cos(turn), math.sin(turn)), (-math.sin(turn), math.cos(turn))))
            faced = [member.in_facing(self.faces.get(member.id)) for member in members]
            return is_coherent(gaps_of(faced, turned_spots, radii), coherency)

        return self._holding.of((formation, files, self.version), coherent)

    def _formation_spots(self, formation: str, files: int) -> list[Spot]:
        """Return the spots of a formation about the origin.

        Bases that are not round get ranks and files that fit them.
        """
        count = len(self.members)
        if not self.faces:
            return places_of(formation, count, files, self.step)
        gap, facing = self.step - 2 * max(member.disc.radius for member in self.members), facing_of(self.facing)
        faced = [member.in_facing(self.faces.get(member.id)) for member in self.members]
        boxes = [
            half_box(base.turned_to(base.facing - facing)) for member in faced if (base := member.oblong) is not None
        ]
        boxes += [(member.radius, member.radius) for member in faced if member.oblong is None]
        width, depth = (2 * max(sizes) + gap for sizes in zip(*boxes, strict=True))
        if formation == "ring":
            width = depth = max(width, depth)
        return [(x * width, y * depth) for x, y in places_of(formation, count, files, 1.0, straight=True)]

    def spread(self, gap: float) -> None:
        """Widen or narrow the gaps between models."""
        links = self.coherency.links if self.coherency is not None else 1
        self.put(spread(self.wanted, self.now.members, gap, links))

    def back(self) -> None:
        """Put all models back to their places on the table."""
        self.by_hand.clear()
        self._straighten()
        self.facing, self.picked = 0.0, ""
        self.face(self.faced)
        self.put(self.starts)

    def face(self, faces: Mapping[str, int]) -> None:
        """Set the facings of models with bases that are not round."""
        if faces != self.faces:
            self.faces, self._known, self._whole = dict(faces), [], None

    def take(self, steps: Steps) -> None:
        """Adopt the result of some legal steps."""
        as_drawn = {step.id for step in steps if self.corners.get(step.id) == step.via}
        self.corners = {name: corners for name, corners in self.corners.items() if name in as_drawn}
        self.corner_faces = {name: faces for name, faces in self.corner_faces.items() if name in as_drawn}
        self.face(self.faced | {step.id: step.facing for step in steps if step.facing is not None})
        self.put(self.starts | ends_of(steps))
        self._judged = (self.version, steps, None)

    def lies(self, steps: Steps) -> bool:
        """Return whether some steps end where all models are wanted."""
        return self.starts | ends_of(steps) == self.wanted

    # -- searches: what they look for is settled as they are asked for, so that a thread may do them ----------

    def towards(self, spot: Spot) -> Find:
        """Return the search for a move as far as possible towards a spot."""
        x, y = middle(self.wanted)
        return self.near(shifted(self.wanted, spot[0] - x, spot[1] - y))

    def near(self, layout: Mapping[str, Spot] | None = None) -> Find:
        """Return the search for the legal arrangement nearest to a wanted one.

        Models placed by hand stay if possible.
        """
        target_layout, by_hand = self._facing(as_layout(layout or self.wanted)), frozenset(self.by_hand)
        drawn_steps = self._steps_to(self.wanted) if layout is None else ()

        def find(effort: Effort) -> Steps | None:
            steps = self.legal.find(drawn_steps) if layout is None else None
            if steps is None and by_hand:
                steps = self.legal.nearest(target_layout, by_hand, effort)
                effort.renew()
            return steps if steps is not None else self.legal.nearest(target_layout, (), effort)

        return find

    def near_one(self, model: str) -> Find:
        """Return the search for a spot of one model near its wanted one while all others stay, and then for all."""
        (x, y), target_layout, search_for_all = self.wanted[model], dict(self.wanted), self.near()
        members = {member.id: member for member in self.now.members}
        mover, other_bases = members.pop(model), [member.at(*self.wanted[name]) for name, member in members.items()]
        turns = [math.tau * step / BEARINGS for step in range(BEARINGS)]
        rings = ((RING * number, turn) for number in range(1, RINGS) for turn in turns)
        spots = (
            position(x + inches * math.cos(turn), y + inches * math.sin(turn)) for inches, turn in [(0.0, 0.0), *rings]
        )
        free_spots = (spot for spot in spots if not any(overlaps(mover.at(*spot), other, 0.0) for other in other_bases))

        def find(effort: Effort) -> Steps | None:
            for spot in islice(free_spots, TRIES):
                effort.spend()
                steps = self.legal.find(self._steps_to({**target_layout, model: spot}))
                if steps is not None:
                    return steps
            return search_for_all(effort)

        return find

    def wrapping(self, enemies: Sequence[Footprint]) -> Find:
        """Return the search for a move around enemies, or as near to them as possible."""

        def distance_to_enemies(layout: Mapping[str, Spot]) -> float:
            return sum(min(math.dist(spot, enemy[:2]) for enemy in enemies) for spot in layout.values())

        pairs = [(math.dist(at, enemy[:2]), at, enemy) for at in self.wanted.values() for enemy in enemies]
        _distance, nearest, enemy = min(pairs)
        shifted_there = shifted(self.wanted, enemy.x - nearest.x, enemy.y - nearest.y)
        layouts = wrapped(self.now.members, self.wanted, enemies, CLEAR), shifted_there
        wanted_arrangements = [self._facing(as_layout(layout)) for layout in layouts]

        def find(effort: Effort) -> Steps | None:
            moves = []
            for arrangement in wanted_arrangements:
                steps = self.legal.nearest(arrangement, (), effort)
                moves += [(distance_to_enemies(self.starts | ends_of(steps)), steps)] if steps is not None else []
                effort.renew()
            return min(moves, key=lambda move: move[0])[1] if moves else None

        return find

    # -- verdicts ------------------------------------------------------------------------------

    @property
    def coherency(self) -> Coherency | None:
        """The coherency that the unit must keep; None if it need not."""
        policy = getattr(self.legal, "policy", None)
        return policy.coherency if policy is not None else None

    @property
    def step(self) -> float:
        """The inches between neighbouring models of a formation."""
        return 2 * max(member.disc.radius for member in self.members) + self.gap

    @property
    def gap(self) -> float:
        """The inches between the bases of neighbouring models of a formation."""
        return CLEAR if self.coherency is None else min(0.2, self.coherency.inches / 2)

    @property
    def rests(self) -> bool:
        """Whether nothing was moved for a moment."""
        return time.monotonic() - self._changed > REST

    @property
    def judged(self) -> bool:
        """Whether the exact verdict on the present arrangement is known."""
        return self._judged[0] == self.version

    @property
    def moved(self) -> bool:
        """Whether any model is wanted at another place or facing than its present one."""
        return not self.stands or self.wanted != self.starts or self.faces != self.faced

    @property
    def steps(self) -> Steps | None:
        """The steps of the wanted arrangement; None if it is not legal or not judged yet."""
        return self._judged[1] if self.judged else None

    def verdict(self) -> Callable[[Effort], Verdict]:
        """Return the function that asks the rules about the wanted arrangement."""
        steps, version = self._steps_to(self.wanted), self.version

        def find(_effort: Effort) -> Verdict:
            legal_steps = self.legal.find(steps)
            return version, legal_steps, None if legal_steps is not None else self.legal.why_not(steps)

        return find

    def judge(self, verdict: Verdict) -> None:
        """Adopt a verdict."""
        self._judged = verdict

    def _steps_to(self, layout: Mapping[str, Position]) -> Steps:
        """Return the steps to an arrangement, straight or as drawn.

        Models in front, in the common direction, move first.
        """
        (end_x, end_y), (start_x, start_y) = middle(layout), middle(self.starts)
        dx, dy = end_x - start_x, end_y - start_y
        order = sorted(self.starts, key=lambda name: -(self.starts[name].x * dx + self.starts[name].y * dy))
        drawn_corners = self.corners if layout == self.wanted else {}
        steps = straight_steps(layout, order)
        return tuple(
            _along_drawn_path(
                step._replace(facing=self.faces.get(step.id)),
                drawn_corners.get(step.id, ()),
                self.corner_faces.get(step.id),
            )
            for step in steps
        )

    def _facing(self, layout: Layout) -> Arrangement:
        """Return an arrangement with the wanted facings, if models have facings."""
        return [MemberStep(name, at, (), self.faces.get(name)) for name, at in layout.items()] if self.faces else layout

    def refused(self) -> frozenset[str]:
        """Return the models that cannot end at their wanted spots.

        Until the verdict is known, the drawn areas decide.
        """
        if self.judged:
            receipt = self._judged[2]
            return frozenset() if receipt is None else frozenset(receipt.refusals)
        grounds = [*self._known]
        key = self.version, len(grounds)
        if self._rough[0] != key:
            self._rough = key, self._models_outside(grounds)
        return self._rough[1]

    def _models_outside(self, grounds: Sequence[BaseGeometry]) -> frozenset[str]:
        """Return the models that are outside the areas where they can end, as far as these are computed."""
        members = self.members[: len(grounds)]
        if not members:
            return frozenset()
        spots = np.array([self.wanted[member.id] for member in members])
        are_inside = shapely.contains_xy(np.array(grounds), spots[:, 0], spots[:, 1])
        outside = (member.id for member, is_inside in zip(members, are_inside) if not is_inside)
        return frozenset(name for name in outside if not self.stands or self.wanted[name] != self.starts[name])

    def reasons(self) -> list[tuple[str, Refusal]]:
        """Return the known reasons against the arrangement: first those against all of it (model ""), then by model."""
        receipt = self._judged[2] if self.judged else None
        if receipt is None:
            return []
        return [("", refusal) for refusal in receipt.whole] + [
            (name, refusal) for name, refusals in receipt.refusals.items() for refusal in refusals[:1]
        ]

    def farthest(self) -> float:
        """Return the length of the longest path of a model in inches, counting the turn of its base."""
        steps = self.steps or ()
        paths = ((step, [self.starts[step.id], *step.via, step.at]) for step in steps)
        members = {member.id: member for member in self.members}
        arcs = {step.id: members[step.id].arc_through(*step.faces, self.faces.get(step.id)) for step in steps}
        return max((sum(map(math.dist, path, path[1:])) + arcs[step.id] for step, path in paths), default=0.0)

    def at(self, spot: Spot) -> str:
        """Return the model whose ghost is at a spot, or ""."""
        in_circle = (member for member in self.members if math.dist(self.wanted[member.id], spot) <= member.disc.radius)
        point = Disc(*spot, 0.0)
        covering = (
            member.id
            for member in in_circle
            if member.oblong is None
            or clearance(member.in_facing(self.faces[member.id]).at(*self.wanted[member.id]), point) <= 0.0
        )
        return next(covering, "")


def _along_drawn_path(step: MemberStep, corners: tuple[Position, ...], faces: tuple[int, ...] | None) -> MemberStep:
    """Return a step along a drawn path; a last corner at its end is dropped if the base does not turn there."""
    turns = faces is not None and any(facing != step.facing for facing in faces)
    if corners and corners[-1] == step.at and (not faces or faces[-1] == step.facing):
        corners, faces = corners[:-1], faces and faces[:-1]
    return step._replace(via=corners, faces=(faces or ()) if turns else ())
