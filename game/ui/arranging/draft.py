"""The arrangement in preparation: wanted spots, formations, whether they are legal, and the alternatives."""

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
"""How often overlapping models are pushed apart."""
_BEARINGS: Final = 24
"""The number of directions in which spots beside an enemy are tried."""


def middle(layout: Mapping[str, Spot]) -> Spot:
    """Return the middle of an arrangement, in inches."""
    return sum(x for x, _y in layout.values()) / len(layout), sum(y for _x, y in layout.values()) / len(layout)


def shifted(layout: Mapping[str, Spot], dx: float, dy: float) -> dict[str, Position]:
    """Return an arrangement moved by some inches."""
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
    """Return an arrangement stretched or shrunk about its middle until `gap` is the widest that holds it together.

    All stay one group, and each model stays that near to enough others, as far as there is room.
    """
    if len(layout) < 2:
        return shifted(layout, 0.0, 0.0)
    by_id = {member.id: member for member in members}
    spots, ordered = np.array(list(layout.values())), [by_id[name] for name in layout]
    far = np.maximum(np.hypot(*(spots[:, None] - spots[None]).transpose(2, 0, 1)), 1e-6)
    np.fill_diagonal(far, np.inf)
    touching = float(np.max(centres_apart(ordered, spots, CLEAR) / far))
    factor = touching
    if gap > CLEAR:
        linked = centres_apart(ordered, spots, gap) / far
        factor = _together(linked, min(links, len(spots) - 1))
        if factor < touching:  # they would overlap: as in a line, where the end models have one neighbour each
            factor = _together(linked, 1)
    cx, cy = middle(layout)
    return {name: position(cx + (x - cx) * factor, cy + (y - cy) * factor) for name, (x, y) in layout.items()}


def centres_apart(members: Sequence[Member], spots: npt.NDArray[np.float64], inches: float) -> npt.NDArray[np.float64]:
    """Return how far apart the centres of members (n x n) are, each seen from the others, at a gap of some inches."""
    radii = np.array([member.radius for member in members])
    found: npt.NDArray[np.float64] = radii[:, None] + radii[None] + inches
    if all(member.oblong is None for member in members):
        return found
    for one, other in combinations(range(len(members)), 2):
        if members[one].oblong is not None or members[other].oblong is not None:
            two = between(members[one].size, members[other].size)
            [far] = two.centres_apart((spots[one] - spots[other])[None], max(inches - _SPARE, CLEAR)).tolist()
            found[one, other] = found[other, one] = far
    return found


def _together(linked: npt.NDArray[np.float64], links: int) -> float:
    """Return how far all may be stretched: one group of links, enough for each; `linked` gives it for each pair."""
    most = float(np.min(np.sort(linked, axis=1)[:, -links]))
    best = linked[0].copy()  # the strongest link of each to those already in the group
    best[0] = -np.inf
    outside = set(range(1, len(linked)))
    while outside:
        nearest = max(outside, key=lambda each: float(best[each]))
        most = min(most, float(best[nearest]))
        outside.remove(nearest)
        best = np.maximum(best, linked[nearest])
    return most


def ranked(count: int, files: int, step: float) -> list[Spot]:
    """Return spots in ranks of some files, about their middle, the front (north) first."""
    ranks = -(-count // files)
    found = []
    for rank in range(ranks):
        wide = min(files, count - rank * files)
        found += [((file - (wide - 1) / 2) * step, ((ranks - 1) / 2 - rank) * step) for file in range(wide)]
    return found


def ringed(count: int, step: float) -> list[Spot]:
    """Return spots in rings about a middle, innermost first, each with as many as fit."""
    found: list[Spot] = [(0.0, 0.0)]
    ring = 1
    while len(found) < count:
        room = max(1, math.floor(math.pi / math.asin(0.5 / ring)))
        found += [
            (ring * step * math.sin(math.tau * at / room), ring * step * math.cos(math.tau * at / room))
            for at in range(min(room, count - len(found)))
        ]
        ring += 1
    return found


def in_ranks(members: Sequence[Member], now: Mapping[str, Spot]) -> list[Member]:
    """Return the members in the order in which they take the spots of a formation, the most northern first."""
    return sorted(members, key=lambda member: (-round(now[member.id][1], 1), now[member.id][0]))


def formed(
    members: Sequence[Member], now: Mapping[str, Spot], places: Sequence[Spot], facing: float = 0.0
) -> dict[str, Position]:
    """Return a formation about the present middle of a unit, turned by some degrees, with no model crossing another."""
    cx, cy = middle(now)
    wanted = {
        member.id: position(cx + x, cy + y) for member, (x, y) in zip(in_ranks(members, now), places, strict=True)
    }
    found = turned(wanted, facing) if facing else wanted
    return without_crossings(members, {name: position(*at) for name, at in now.items()}, found)


def along(members: Sequence[Member], now: Mapping[str, Spot], line: Sequence[Spot], step: float) -> dict[str, Position]:
    """Return a unit formed along a painted line, in as many ranks as that takes."""
    path = shapely.remove_repeated_points(shapely.LineString([position(*spot) for spot in line]))
    files = max(1, min(len(members), math.floor(path.length / step) + 1))
    ranks, spots = -(-len(members) // files), list[Spot]()
    for number in range(len(members)):
        rank, file = divmod(number, files)
        wide = min(files, len(members) - rank * files)
        far = path.length * ((file + 0.5) / wide if wide < files else file / max(1, files - 1))
        at, ahead = path.interpolate(far), path.interpolate(min(far + 0.05, path.length))
        behind = path.interpolate(max(0.0, min(far + 0.05, path.length) - 0.1))
        dx, dy = ahead.x - behind.x, ahead.y - behind.y
        long = math.hypot(dx, dy) or 1.0
        spots.append((at.x - dy / long * step * rank, at.y + dx / long * step * rank))
    here = middle(now)
    if ranks > 1 and math.dist(spots[-1], here) > math.dist(spots[0], here):  # the other ranks stand on their side
        feet = [path.interpolate(path.project(shapely.Point(spot))) for spot in spots]
        spots = [(2 * foot.x - x, 2 * foot.y - y) for (x, y), foot in zip(spots, feet, strict=True)]
    wanted = {member.id: spot for member, spot in zip(members, spots, strict=True)}
    free = loosened(wanted, members)
    return without_crossings(members, {name: position(*at) for name, at in now.items()}, free)


def loosened(layout: Mapping[str, Spot], members: Sequence[Member]) -> dict[str, Position]:
    """Return an arrangement in which overlapping models are pushed apart, as little as possible."""
    spots = np.array([layout[member.id] for member in members], dtype=np.float64)
    turns = np.arange(len(spots)) * 2.4  # a model wanted on the very spot of another is pushed somewhere anyway
    spots = spots + NUDGE * np.stack((np.cos(turns), np.sin(turns)), axis=1)
    for _round in range(ROUNDS):
        way = spots[:, None, :] - spots[None, :, :]
        far = np.hypot(way[..., 0], way[..., 1])
        np.fill_diagonal(far, np.inf)
        short = np.maximum(0.0, centres_apart(members, spots, CLEAR) - far)
        if not short.any():
            break
        spots = spots + (way / np.maximum(far, 1e-6)[..., None] * (short / 2)[..., None]).sum(axis=1)
    return {member.id: position(*spot) for member, spot in zip(members, spots.tolist(), strict=True)}


def wrapped(
    members: Sequence[Member], now: Mapping[str, Spot], foes: Sequence[Footprint], gap: float
) -> dict[str, Position]:
    """Return a unit around some enemies: each model beside one, at a gap (inches), nearest first."""
    found, taken = dict[str, Position](), [*foes]
    turns = np.linspace(0.0, math.tau, _BEARINGS, endpoint=False, dtype=np.float64)
    for member in sorted(members, key=lambda each: min(math.dist(now[each.id], foe[:2]) for foe in foes)):
        radius, at = member.disc.radius, now[member.id]
        for away in (gap, gap + 2 * radius + CLEAR, gap + 4 * radius + 2 * CLEAR):
            bases = [member.at(x, y) for foe in foes for x, y in centres_beside(member.base, foe, away, turns).tolist()]
            free = [base for base in bases if not any(overlaps(base, other, -CLEAR / 2) for other in taken)]
            if free:
                best = min(free, key=lambda base: math.dist(base[:2], at))
                found[member.id] = position(best.x, best.y)
                taken.append(best)
                break
        else:
            found[member.id] = position(*at)
    return found


FORMATIONS: Final[Mapping[str, Callable[[int, int, float], list[Spot]]]] = {
    "line": lambda count, _files, step: ranked(count, count, step),
    "ranks": lambda count, _files, step: ranked(count, -(-count // 2), step),
    "column": lambda count, _files, step: ranked(count, min(2, count), step),
    "block": ranked,
    "ring": lambda count, _files, step: ringed(count, step),
}
"""The spots of each formation, by the number of models, its files, and the inches from one to the next."""
FEW, FEW_FORMATIONS = 4, ("line", "ranks")
"""Models of which a block or a ring is nothing of its own, and the formations that then differ."""


def as_layout(spots: Mapping[str, Spot]) -> Layout:
    """Return spots on the lattice."""
    return {name: position(*at) for name, at in spots.items()}


REST: Final = 0.1
"""Seconds the block must rest before the rules judge it exactly."""
FIRST_FILES: Final = 5
Find = Callable[[Effort], Steps | None]
"""A search for a legal arrangement, within an effort, or None if none was found. It may raise `Spent`."""
Verdict = tuple[int, Steps | None, LayoutReceipt | None]
"""The version of a draft, its steps if it is legal, and the reasons against it if not."""
RING, RINGS, BEARINGS, TRIES = 0.1, 25, 24, 150
"""Spots tried for one model: their distance in inches, their number, the directions, and the most rounds."""


class Draft:
    """An arrangement being made by hand, of a unit that `stands` on the table or is to be set up there.

    `wanted` has the spot of every model, `by_hand` the models placed one by one, `picked` the one that the keys move,
    "" for all.
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

    # -- where everybody may go ----------------------------------------------------------------

    @property
    def lacks_ground(self) -> bool:
        """Whether the area where models may end is not worked out yet."""
        return len(self._known) < len(self.members)

    def next_ground(self, _effort: Effort) -> None:
        """Work out where one more model may end."""
        known = self._known  # another list once models are turned meanwhile, in the other thread
        ground = self.now.members[len(known)].ends.geometry
        shapely.prepare(ground)
        if len(known) + 1 == len(self.members):
            self._whole = shapely.union_all([*known, ground])
        known.append(ground)

    def ground(self, model: str = "") -> BaseGeometry | None:
        """Return where a model, or any model, may end by itself; None until that is worked out.

        While it is worked out for the others, it is where the first one may end: much the same.
        """
        if self.lacks_ground:
            return self._known[0] if self._known and not model else None
        if model:
            return self._known[next(number for number, each in enumerate(self.members) if each.id == model)]
        return self._whole

    @property
    def now(self) -> LegalArrangements:
        """The legal arrangements in the wanted facings."""
        changed = {name: facing for name, facing in self.faces.items() if facing != self.faced[name]}
        return self.legal.facing(changed) if changed and isinstance(self.legal, SetUp | UnitMove) else self.legal

    # -- putting ------------------------------------------------------------------------------

    def put(self, layout: Mapping[str, Spot], by_hand: Collection[str] = ()) -> None:
        """Put all models at these spots."""
        self.wanted = {name: position(*layout.get(name, at)) for name, at in self.wanted.items()}
        self.by_hand |= {*by_hand}
        self.version += 1
        self._changed = time.monotonic()

    def pick(self, model: str) -> None:
        """Let the keys move one model, "" for all."""
        self.picked = model
        self.version += 1

    def move(self, dx: float, dy: float, base: Mapping[str, Spot] | None = None, only: str = "") -> None:
        """Move all models, or `only` one, by some inches from their wanted spots."""
        layout = self.wanted if base is None else base
        if only:
            self.put({only: (layout[only][0] + dx, layout[only][1] + dy)}, (only,))
        else:
            self.put(shifted(layout, dx, dy))

    @property
    def start(self) -> Spot:
        """Where the picked model stands, or the middle of the unit; typed bearings start there."""
        return self.starts[self.picked] if self.picked else middle(self.starts)

    @property
    def spot(self) -> Spot:
        """The wanted spot of the picked model, or the middle of the unit."""
        return self.wanted[self.picked] if self.picked else middle(self.wanted)

    def move_to(self, spot: Spot, _free: bool) -> None:
        """Put the picked model at a spot, or the middle of the unit, legal or not."""
        self.move(spot[0] - self.spot[0], spot[1] - self.spot[1], only=self.picked)

    @property
    def drawing(self) -> str:
        """The model whose path the player may draw: the picked one, or the only one; "" if there is neither."""
        only = self.members[0].id if len(self.members) == 1 else ""
        return (self.picked or only) if self.stands else ""

    def bend(self) -> None:
        """Bend the path of a model at its wanted spot."""
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
        """Let all go straight again."""
        self.corners.clear()
        self.corner_faces.clear()

    def turn(self, degrees: float) -> None:
        """Turn the whole unit about its middle, counter-clockwise; the base of the picked model alone."""
        only = self.picked if self.picked in self.faces else ""
        for name in [only] if only else self.faces:
            self.faces[name] = (self.faces[name] + facing_of(degrees)) % FULL_TURN
        if self.faces:
            self._known, self._whole = [], None
        if not only:
            self.facing = (self.facing + degrees) % 360.0
        self.put(self.wanted if only else turned(self.wanted, degrees))

    def form(self, formation: str, files: int = 0) -> None:
        """Put the unit into a formation about its middle with its present facing, but not into one that splits it."""
        files = max(1, min(files or self.files, len(self.members)))
        if not self.holds(formation, files):
            return
        self.files = files
        self.by_hand.clear()
        self._straighten()
        self.picked = ""
        places = self._places(formation, files)
        self.put(formed(self.members, self.wanted, places, self.facing))

    def formations(self) -> list[str]:
        """Return the formations in which the unit would be coherent, without those that only turn or repeat another."""
        found = dict[str, list[Spot]]()
        for name in FORMATIONS if len(self.members) > FEW else FEW_FORMATIONS:
            spots = sorted(self._places(name, self.files))
            if self.holds(name) and spots not in found.values():
                found[name] = spots
        return [*found]

    def holds(self, formation: str, files: int = 0) -> bool:
        """Return whether a unit in a formation would be coherent; in a line, ten models have too few links."""
        if self.coherency is None:
            return True
        coherency, files = self.coherency, files or self.files

        def coherent() -> bool:
            members = in_ranks(self.members, self.wanted)
            spots = np.array(self._places(formation, files))
            radii = np.array([member.disc.radius for member in members])
            if not self.faces:
                return is_coherent(gaps_between(spots, radii), coherency)
            turn = math.radians(self.facing)
            where = spots @ np.array(((math.cos(turn), math.sin(turn)), (-math.sin(turn), math.cos(turn))))
            faced = [member.in_facing(self.faces.get(member.id)) for member in members]
            return is_coherent(gaps_of(faced, where, radii), coherency)

        return self._holding.of((formation, files, self.version), coherent)

    def _places(self, formation: str, files: int) -> list[Spot]:
        """Return the spots of a formation about its middle; ranks of bases that are not round are as deep as these."""
        count, make = len(self.members), FORMATIONS[formation]
        if not self.faces:
            return make(count, files, self.step)
        gap, turn = self.step - 2 * max(member.disc.radius for member in self.members), facing_of(self.facing)
        faced = [member.in_facing(self.faces.get(member.id)) for member in self.members]
        boxes = [
            half_box(base.turned_to(base.facing - turn)) for member in faced if (base := member.oblong) is not None
        ]
        boxes += [(member.radius, member.radius) for member in faced if member.oblong is None]
        across, deep = (2 * max(sizes) + gap for sizes in zip(*boxes, strict=True))
        if formation == "ring":
            across = deep = max(across, deep)
        return [(x * across, y * deep) for x, y in make(count, files, 1.0)]

    def spread(self, gap: float) -> None:
        """Widen or narrow the gaps between models."""
        links = self.coherency.links if self.coherency is not None else 1
        self.put(spread(self.wanted, self.now.members, gap, links))

    def back(self) -> None:
        """Put all models back where they stand."""
        self.by_hand.clear()
        self._straighten()
        self.facing, self.picked = 0.0, ""
        self._face(self.faced)
        self.put(self.starts)

    def _face(self, faces: Mapping[str, int]) -> None:
        """Let models whose bases are not round face so."""
        if faces != self.faces:
            self.faces, self._known, self._whole = dict(faces), [], None

    def take(self, steps: Steps) -> None:
        """Adopt the result of some legal steps."""
        as_drawn = {step.id for step in steps if self.corners.get(step.id) == step.via}
        self.corners = {name: corners for name, corners in self.corners.items() if name in as_drawn}
        self.corner_faces = {name: faces for name, faces in self.corner_faces.items() if name in as_drawn}
        self._face(self.faced | {step.id: step.facing for step in steps if step.facing is not None})
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
        """Return the search for the nearest legal arrangement to a wanted one, keeping `by_hand` models if possible."""
        wanted, by_hand = self._facing(as_layout(layout or self.wanted)), frozenset(self.by_hand)
        own = self._steps_to(self.wanted) if layout is None else ()

        def find(effort: Effort) -> Steps | None:
            found = self.legal.find(own) if layout is None else None
            if found is None and by_hand:
                found = self.legal.nearest(wanted, by_hand, effort)
                effort.renew()
            return found if found is not None else self.legal.nearest(wanted, (), effort)

        return find

    def near_one(self, model: str) -> Find:
        """Return the search for a spot of one model near its wanted one while all others stay, and then for all."""
        (x, y), wanted, whole = self.wanted[model], dict(self.wanted), self.near()
        members = {each.id: each for each in self.now.members}
        mover, others = members.pop(model), [each.at(*self.wanted[name]) for name, each in members.items()]
        turns = [math.tau * at / BEARINGS for at in range(BEARINGS)]
        rings = ((RING * number, turn) for number in range(1, RINGS) for turn in turns)
        spots = (position(x + far * math.cos(turn), y + far * math.sin(turn)) for far, turn in [(0.0, 0.0), *rings])
        free = (spot for spot in spots if not any(overlaps(mover.at(*spot), other, 0.0) for other in others))

        def find(effort: Effort) -> Steps | None:
            for spot in islice(free, TRIES):
                effort.spend()
                found = self.legal.find(self._steps_to({**wanted, model: spot}))
                if found is not None:
                    return found
            return whole(effort)

        return find

    def wrapping(self, foes: Sequence[Footprint]) -> Find:
        """Return the search for a move around some enemies, or as near to them as possible."""

        def far(layout: Mapping[str, Spot]) -> float:
            return sum(min(math.dist(at, foe[:2]) for foe in foes) for at in layout.values())

        pairs = [(math.dist(at, foe[:2]), at, foe) for at in self.wanted.values() for foe in foes]
        _far, near, foe = min(pairs)
        there = shifted(self.wanted, foe.x - near.x, foe.y - near.y)
        both = wrapped(self.now.members, self.wanted, foes, CLEAR), there
        wishes = [self._facing(as_layout(wanted)) for wanted in both]

        def find(effort: Effort) -> Steps | None:
            ends = []
            for wanted in wishes:
                found = self.legal.nearest(wanted, (), effort)
                ends += [(far(self.starts | ends_of(found)), found)] if found is not None else []
                effort.renew()
            return min(ends, key=lambda end: end[0])[1] if ends else None

        return find

    # -- verdicts ------------------------------------------------------------------------------

    @property
    def coherency(self) -> Coherency | None:
        """The coherency that the unit must keep, if any."""
        policy = getattr(self.legal, "policy", None)
        return policy.coherency if policy is not None else None

    @property
    def step(self) -> float:
        """The inches from one model of a formation to the next."""
        widest = max(member.disc.radius for member in self.members)
        gap = CLEAR if self.coherency is None else min(0.2, self.coherency.inches / 2)
        return 2 * widest + gap

    @property
    def rests(self) -> bool:
        """Whether nothing was moved for a moment."""
        return time.monotonic() - self._changed > REST

    @property
    def judged(self) -> bool:
        """Whether the exact verdict is known."""
        return self._judged[0] == self.version

    @property
    def moved(self) -> bool:
        """Whether any model is wanted elsewhere than where it stands."""
        return not self.stands or self.wanted != self.starts or self.faces != self.faced

    @property
    def steps(self) -> Steps | None:
        """The steps of the wanted arrangement once it is judged, or None until then, and if it is illegal."""
        return self._judged[1] if self.judged else None

    def verdict(self) -> Callable[[Effort], Verdict]:
        """Return the function that judges the wanted arrangement by the rules."""
        steps, version = self._steps_to(self.wanted), self.version

        def find(_effort: Effort) -> Verdict:
            found = self.legal.find(steps)
            return version, found, None if found is not None else self.legal.why_not(steps)

        return find

    def judge(self, verdict: Verdict) -> None:
        """Adopt a verdict."""
        self._judged = verdict

    def _steps_to(self, layout: Mapping[str, Position]) -> Steps:
        """Return the straight steps to an arrangement; models ahead in the common direction move first."""
        dx, dy = (now - then for now, then in zip(middle(layout), middle(self.starts)))
        order = sorted(self.starts, key=lambda name: -(self.starts[name].x * dx + self.starts[name].y * dy))
        drawn = self.corners if layout == self.wanted else {}
        steps = straight_steps(layout, order)
        return tuple(
            _drawn(
                step._replace(facing=self.faces.get(step.id)), drawn.get(step.id, ()), self.corner_faces.get(step.id)
            )
            for step in steps
        )

    def _facing(self, layout: Layout) -> Arrangement:
        """Return an arrangement with the wanted facings, if models have any."""
        return [MemberStep(name, at, (), self.faces.get(name)) for name, at in layout.items()] if self.faces else layout

    def refused(self) -> frozenset[str]:
        """Return the models that may not end at their wanted spots: as drawn, until the exact verdict is known."""
        if self.judged:
            receipt = self._judged[2]
            return frozenset() if receipt is None else frozenset(receipt.refusals)
        grounds = [*self._known]
        key = self.version, len(grounds)
        if self._rough[0] != key:
            self._rough = key, self._roughly(grounds)
        return self._rough[1]

    def _roughly(self, grounds: Sequence[BaseGeometry]) -> frozenset[str]:
        known = self.members[: len(grounds)]
        if not known:
            return frozenset()
        spots = np.array([self.wanted[member.id] for member in known])
        inside = shapely.contains_xy(np.array(grounds), spots[:, 0], spots[:, 1])
        outside = (member.id for member, fits in zip(known, inside) if not fits)
        return frozenset(name for name in outside if not self.stands or self.wanted[name] != self.starts[name])

    def reasons(self) -> list[tuple[str, Refusal]]:
        """Return the known reasons against the arrangement: the whole first ("" as its model), then by model."""
        receipt = self._judged[2] if self.judged else None
        if receipt is None:
            return []
        return [("", each) for each in receipt.whole] + [
            (name, each) for name, refusals in receipt.refusals.items() for each in refusals[:1]
        ]

    def farthest(self) -> float:
        """Return the length of the longest path of any model, in inches."""
        steps = self.steps or ()
        paths = ((step, [self.starts[step.id], *step.via, step.at]) for step in steps)
        members = {member.id: member for member in self.members}
        arcs = {step.id: members[step.id].arc_through(*step.faces, self.faces.get(step.id)) for step in steps}
        return max((sum(map(math.dist, path, path[1:])) + arcs[step.id] for step, path in paths), default=0.0)

    def at(self, spot: Spot) -> str:
        """Return the model whose ghost is at a spot, or "" if none is."""
        near = (member for member in self.members if math.dist(self.wanted[member.id], spot) <= member.disc.radius)
        there = Disc(*spot, 0.0)
        found = (
            each.id
            for each in near
            if each.oblong is None
            or clearance(each.in_facing(self.faces[each.id]).at(*self.wanted[each.id]), there) <= 0.0
        )
        return next(found, "")


def _drawn(step: MemberStep, corners: tuple[Position, ...], faces: tuple[int, ...] | None) -> MemberStep:
    """Return a step along a drawn path, without the last corner if it ends there and does not turn."""
    turns = faces is not None and any(facing != step.facing for facing in faces)
    if corners and corners[-1] == step.at and (faces is None or faces[-1] == step.facing):
        corners, faces = corners[:-1], faces and faces[:-1]
    return step._replace(via=corners, faces=(faces or ()) if turns else ())
