"""The map of all threats after a move, computed in steps, coarse first, and updated only where it changes."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from game.lengths import length
from game.table.lattice import Position
from game.table.measuring.ruler import Ruler
from game.table.placing.clearances import ClearOf
from game.table.placing.condition import Condition, Ranged
from game.table.placing.ranges import WithinRange
from game.table.placing.region import Region
from game.table.shapes import Bounds, Disc
from game.table.terrain.area import polygons_of
from game.table.threat.pairwise import Strikes
from game.table.threat.threat_region import FLAT, Struck, in_the_open
from game.wording import N_, _, numeral


class Approach(NamedTuple):
    """A base on the level where it would end, the region where it may end on that level, and its range there.

    Without an `n` of its own the range is that of the threat.
    """

    base: Disc
    move: Region
    n: float | None = None


class Fringe(NamedTuple):
    """The ground that a piece strikes only with the chance that `text` gives, likelier ground included."""

    text: str
    area: BaseGeometry


@dataclass(frozen=True, slots=True)
class Threat:
    """A piece that may move and then strike at range `n`; `base` is its present base, `verb` the rulebook's word.

    `measured` returns the strikes against a base where a move and a range are not all there is to them, and `note` says
    in a few words what is drawn then. `fringes` works out what is struck with lesser chances, the likeliest first.
    """

    id: str
    name: str
    base: Disc
    n: float
    approaches: tuple[Approach, ...]
    ruler: Ruler
    verb: str = N_("strike")
    rule: str = ""
    measured: "Callable[[Disc], Sequence[Strike]] | None" = field(default=None, compare=False)
    note: str = ""
    fringes: "Callable[[], Sequence[Fringe]] | None" = field(default=None, compare=False)


class Strike(NamedTuple):
    """A strike of a piece at a target: from its present spot, or from `spot` after a move of `inches`.

    Where dice decide, it needs a roll of `needs` and has a `chance` of that.
    """

    id: str
    name: str
    already: bool
    spot: Position
    inches: float
    verb: str = N_("strike")
    rule: str = ""
    needs: int = 0
    chance: float = 1.0

    @property
    def text(self) -> str:
        """The strike in plain words."""
        distance, verb = length(self.inches, 1), _(self.verb)
        if self.needs:
            facts = {"verb": verb, "needs": self.needs, "chance": numeral(self.chance, ".0%")}
            return _("{name}: could {verb} after a move, {chance} (needs {needs})", name=self.name, **facts)
        if self.already:
            return _("{name}: already in reach", name=self.name)
        return _("{name}: could move {distance} and {verb}", name=self.name, distance=distance, verb=verb)


@dataclass(slots=True)
class _Entry:
    """One piece. `exact`: whether `region` matches `threat` within the tolerance; its `fringes`, None until then."""

    threat: Threat
    keys: tuple[object, ...]
    region: BaseGeometry
    exact: bool = False
    struck: list[Struck] = field(default_factory=list)
    fringes: Sequence[Fringe] | None = None


class ThreatMap:
    """The threats of several pieces to a level. `version` grows with every change of a region."""

    def __init__(self, tolerance: float = 0.1) -> None:
        self.tolerance = tolerance
        self.level = 0
        self.version = 0
        self._entries: dict[str, _Entry] = {}
        self._levels: tuple[object, list[BaseGeometry]] = (None, [])

    def update(self, threats: Sequence[Threat], level: int = 0) -> None:
        """Set the threats to a level; `steps` computes what changed. A piece that moved has no region yet."""
        if level != self.level:
            self.level, self._entries = level, {}
        entries: dict[str, _Entry] = {}
        for threat in threats:
            keys = tuple((approach.base, approach.n, *key_of(approach.move)) for approach in threat.approaches)
            known = self._entries.get(threat.id)
            if known is None or known.threat.n != threat.n or len(known.keys) != len(keys):
                approaches = tuple(approach._replace(move=followed(approach.move)) for approach in threat.approaches)
                entries[threat.id] = _Entry(replace(threat, approaches=approaches), keys, shapely.Polygon())
            elif known.keys == keys:
                entries[threat.id] = known
            else:
                entries[threat.id] = _followed(known, threat, keys)
        if entries != self._entries:
            self.version += 1
        self._entries = entries

    def steps(self) -> Iterator[str]:
        """Compute missing regions, a little with each step: first all "coarse", then each "exact", at last fringes."""
        for entry in [entry for entry in self._entries.values() if not entry.exact and entry.region.is_empty]:
            entry.region = self._coarse(entry.threat)
            self.version += 1
        yield "coarse"
        # The quick ones first: those that strike only at contact.
        for entry in sorted(self._entries.values(), key=lambda entry: entry.threat.n):
            if entry.exact:
                continue
            for approach in self._approaches(entry.threat):
                ends_of(approach[0].move)
                yield "ends"
            self._refine(entry)
            yield "exact"
        late = [entry for entry in self._entries.values() if entry.fringes is None and entry.threat.fringes is not None]
        if late:
            yield "regions"
        for entry in late:
            entry.fringes = entry.threat.fringes() if entry.threat.fringes is not None else ()
            self.version += 1
            yield "fringes"

    def finish(self) -> "ThreatMap":
        """Run all steps at once."""
        for _step in self.steps():
            pass
        return self

    def _refine(self, entry: _Entry) -> None:
        threat, approaches = entry.threat, self._approaches(entry.threat)
        before = entry.struck if len(entry.struck) == len(approaches) else [None] * len(approaches)
        entry.struck = [
            Struck.of(
                ruler, approach.base, approach.move.geometry, _range(threat, approach), self.tolerance, before=old
            )
            for (approach, ruler), old in zip(approaches, before, strict=True)
        ]
        regions = [struck.region for struck in entry.struck]
        entry.region = regions[0] if len(regions) == 1 else shapely.union_all(regions)
        entry.exact = True
        self.version += 1

    def _coarse(self, threat: Threat) -> BaseGeometry:
        found = []
        for approach, ruler in self._approaches(threat):
            reach = Strikes(ruler, approach.base, _range(threat, approach)).reach
            found.append(in_the_open(ruler, _rough_ends(approach.move), reach + FLAT))
        return shapely.union_all(found)

    def _approaches(self, threat: Threat) -> list[tuple[Approach, Ruler]]:
        rulers = [(approach, threat.ruler.between(approach.base.level, self.level)) for approach in threat.approaches]
        return [(approach, ruler) for approach, ruler in rulers if ruler is not None]

    @property
    def is_exact(self) -> bool:
        """Whether every region is exact within the tolerance."""
        return all(entry.exact for entry in self._entries.values())

    def region(self, piece: str) -> BaseGeometry:
        """Return the region a piece threatens; until it is exact, a superset."""
        return self._entries[piece].region

    def levels(self, but: frozenset[str] = frozenset(), most: int = 3) -> list[BaseGeometry]:
        """Return the regions threatened by exactly 1, 2, ... pieces, and last by `most` or more; ignores `but`."""
        wanted = (self.version, but, most)
        if self._levels[0] != wanted:
            regions = [entry.region for piece, entry in self._entries.items() if piece not in but]
            self._levels = (wanted, by_count([each for each in regions if not each.is_empty], most))
        return self._levels[1]

    def fringes(self, but: frozenset[str] = frozenset()) -> list[Fringe]:
        """Return what is struck with lesser chances, as far as known: the ground of each chance once; ignores `but`."""
        found: dict[str, list[BaseGeometry]] = {}
        for piece, entry in self._entries.items():
            for each in entry.fringes or () if piece not in but else ():
                found.setdefault(each.text, []).append(each.area)
        return [Fringe(text, shapely.union_all(areas)) for text, areas in found.items()]

    def over(self, x: float, y: float, but: frozenset[str] = frozenset()) -> list[str]:
        """Return the pieces whose regions contain a spot."""
        return [
            piece
            for piece, entry in self._entries.items()
            if piece not in but and shapely.intersects_xy(entry.region, x, y)
        ]

    def strikes(self, target: Disc, but: frozenset[str] = frozenset()) -> list[Strike]:
        """Return the possible strikes against a base or a point, nearest first; measured by the rules, not the map."""
        found = [
            strike
            for piece, entry in self._entries.items()
            if piece not in but
            for strike in strikes_of(entry.threat, target)
        ]
        return sorted(found, key=lambda strike: (strike.inches, strike.name))


def _followed(known: _Entry, threat: Threat, keys: tuple[object, ...]) -> _Entry:
    """Return the entry of a piece some of whose ends may have changed, reusing what is still valid."""
    approaches = tuple(
        Approach(approach.base, followed(approach.move, old.move), approach.n)
        for old, approach in zip(known.threat.approaches, threat.approaches, strict=True)
    )
    later = replace(threat, approaches=approaches)
    if threat.base == known.threat.base and threat.ruler is known.threat.ruler:
        return _Entry(later, keys, known.region, struck=known.struck)
    return _Entry(later, keys, shapely.Polygon())


def _range(threat: Threat, approach: Approach) -> float:
    return threat.n if approach.n is None else approach.n


def strikes_of(threat: Threat, target: Disc) -> Sequence[Strike]:
    """Return the possible strikes of a piece at a target, each found exactly; most pieces have one way only."""
    if threat.measured is not None:
        return threat.measured(target)
    strike = strike_of(threat, target)
    return () if strike is None else (strike,)


def strike_of(threat: Threat, target: Disc) -> Strike | None:
    """Return a possible strike of a piece at a target, or None if none was found; a strike found is exact."""
    if threat.ruler.within(threat.base, target, threat.n):
        here = Position(threat.base.x, threat.base.y)
        return Strike(threat.id, threat.name, True, here, 0.0, threat.verb, threat.rule)
    found = []
    for approach in threat.approaches:
        spot = _nearest_strike(threat, approach, target)
        if spot is not None:
            inches = float(np.hypot(spot.x - threat.base.x, spot.y - threat.base.y))
            found.append(Strike(threat.id, threat.name, False, spot, inches, threat.verb, threat.rule))
    return min(found, key=lambda strike: strike.inches, default=None)


def _nearest_strike(threat: Threat, approach: Approach, target: Disc) -> Position | None:
    level = approach.base.level
    if threat.ruler.between(target.level, level) is None:
        return None
    near = WithinRange(threat.ruler, target, threat.n, approach.base.radius, whole=False, level=level)
    ends = Region(approach.move.radius, (*approach.move.conditions, near)).part_of(approach.move)
    return None if ends.bounds is None else ends.nearest((threat.base.x, threat.base.y))


def by_count(regions: Sequence[BaseGeometry], most: int) -> list[BaseGeometry]:
    """Return the regions covered by exactly 1, 2, ... of `regions`, and last by `most` or more."""
    empty: BaseGeometry = shapely.Polygon()
    if not regions:
        return [empty] * most
    lines = shapely.union_all([shapely.boundary(shapely.simplify(region, 0.01)) for region in regions])
    faces = polygons_of(shapely.polygonize(shapely.get_parts(lines).tolist()))
    inside = [shapely.point_on_surface(face) for face in faces]
    x, y = shapely.get_x(inside), shapely.get_y(inside)
    depth = np.zeros(len(faces), dtype=int)
    for region in regions:
        depth += shapely.intersects_xy(region, x, y)
    depth = np.minimum(depth, most)
    parts = [[face for face, d in zip(faces, depth, strict=True) if d == level] for level in range(1, most + 1)]
    return [shapely.coverage_union_all(part) if part else empty for part in parts]


def _rough_ends(move: Region) -> BaseGeometry:
    if move.bounds is None:
        return shapely.Polygon()
    ends: BaseGeometry = shapely.box(*move.bounds)
    for condition in move.conditions:
        allowed = condition.envelope() if isinstance(condition, Ranged) else condition.allowed()
        if allowed is not None:
            ends = shapely.intersection(ends, allowed)
    return ends


_EVERYWHERE: Bounds = (-math.inf, -math.inf, math.inf, math.inf)


def key_of(region: Region) -> tuple[object, ...]:
    """Return the facts that a region depends on, for comparison with its previous value."""
    box = region.bounds or _EVERYWHERE
    return region.radius, *(_condition_key(condition, box) for condition in region.conditions)


def followed(new: Region, old: Region | None = None) -> Region:
    """Return a region that reuses the parts of an older one: each condition with an unchanged key.

    Bases move: the result of all other conditions is computed first, by `ends_of`, and kept.
    """
    box = new.bounds
    same = old is not None and box is not None and box == old.bounds and len(old.conditions) == len(new.conditions)
    conditions = new.conditions
    if same and old is not None and box is not None:
        pairs = zip(old.conditions, new.conditions, strict=True)
        conditions = tuple(
            one if _condition_key(one, box) == _condition_key(other, box) else other for one, other in pairs
        )
    lasting = tuple(condition for condition in conditions if not isinstance(condition, ClearOf))
    whole = old.whole if old is not None else None
    if whole is None or whole.conditions != lasting:
        whole = Region(new.radius, lasting, new.around)
    return Region(new.radius, conditions, new.around).part_of(whole)


def ends_of(region: Region) -> BaseGeometry:
    """Return the legal centres; the part shared by successive regions is computed once."""
    if region.whole is None:
        return region.geometry
    shared = region.whole.geometry  # first: the region's own is then what it leaves of that
    return shared if shared.is_empty else region.geometry


def _condition_key(condition: Condition, box: Bounds) -> object:
    return type(condition), condition.key(box)
