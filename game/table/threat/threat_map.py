"""The map of all threats after a move, computed in steps, first roughly, and updated only where it changes."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from game.lengths import away
from game.table.footprints import Footprint, disc_around
from game.table.lattice import Position
from game.table.measuring.ruler import Ruler
from game.table.placing.clearances import ClearOf
from game.table.placing.condition import Condition, Ranged
from game.table.placing.ranges import WithinRange
from game.table.placing.region import Region
from game.table.shapes import Bounds, Disc
from game.table.terrain.area import polygons_of
from game.table.threat.threat_region import FLAT, Strikes, Struck, in_the_open
from game.wording import N_, _, percent


class Approach(NamedTuple):
    """A base on the level on which it ends, the region of its legal ends there, and its range from there.

    If `n` is None, the range is that of the threat.
    """

    base: Disc
    move: Region
    n: float | None = None


class Fringe(NamedTuple):
    """The area that a piece strikes with at least a certain chance, which `text` names."""

    text: str
    area: BaseGeometry


@dataclass(frozen=True, slots=True)
class Threat:
    """A piece that may move and then strike at range `n`. `base` is its present base, `verb` the rulebook's word.

    If strikes depend on more than a move and a range, `measured` returns the strikes against a base, and `note` says
    in a few words what is drawn. `fringes` returns areas that are struck with lower chances, the likeliest first.
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
    """A strike of a piece at a target, from its present spot (`already`) or from `spot` after a move of `inches`.

    If dice decide, it needs a roll of `needs`, for which the probability is `chance`.
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
        """The strike in words."""
        distance, verb = away(self.inches), _(self.verb)
        if self.needs:
            facts = {"verb": verb, "needs": self.needs, "chance": percent(self.chance)}
            return _("{name}: could {verb} after a move, {chance} (needs {needs})", name=self.name, **facts)
        if self.already:
            return _("{name}: already in reach", name=self.name)
        return _("{name}: could move {distance} and {verb}", name=self.name, distance=distance, verb=verb)


@dataclass(slots=True)
class _ThreatEntry:
    """The results for one piece. `exact`: `region` is accurate within the tolerance. `fringes` are computed last."""

    threat: Threat
    keys: tuple[object, ...]
    region: BaseGeometry
    exact: bool = False
    struck: list[Struck] = field(default_factory=list)
    fringes: Sequence[Fringe] | None = None


class ThreatMap:
    """The threats of several pieces against targets on one level. `version` grows with every change of a region."""

    def __init__(self, tolerance: float = 0.1) -> None:
        self.tolerance = tolerance
        self.level = 0
        self.version = 0
        self._entries: dict[str, _ThreatEntry] = {}
        self._levels: tuple[object, list[BaseGeometry]] = (None, [])

    def update(self, threats: Sequence[Threat], level: int = 0) -> None:
        """Set the threats against a level; `steps` computes the changes. A moved piece has no region until then."""
        if level != self.level:
            self.level, self._entries = level, {}
        entries: dict[str, _ThreatEntry] = {}
        for threat in threats:
            keys = tuple((approach.base, approach.n, *key_of(approach.move)) for approach in threat.approaches)
            old = self._entries.get(threat.id)
            if old is None or old.threat.n != threat.n or len(old.keys) != len(keys):
                approaches = tuple(approach._replace(move=reusing(approach.move)) for approach in threat.approaches)
                entries[threat.id] = _ThreatEntry(replace(threat, approaches=approaches), keys, shapely.Polygon())
            elif old.keys == keys:
                entries[threat.id] = old
            else:
                entries[threat.id] = _updated_entry(old, threat, keys)
        if entries != self._entries:
            self.version += 1
        self._entries = entries

    def steps(self) -> Iterator[str]:
        """Compute missing regions, first roughly, then exactly, then the fringes; yield a word after each step."""
        for entry in [entry for entry in self._entries.values() if not entry.exact and entry.region.is_empty]:
            entry.region = self._coarse_region(entry.threat)
            self.version += 1
        yield "coarse"
        # Threats with a short range come first, because those that strike only in contact are quick.
        for entry in sorted(self._entries.values(), key=lambda entry: entry.threat.n):
            if entry.exact:
                continue
            for approach in self._approaches(entry.threat):
                ends_of(approach[0].move)
                yield "ends"
            self._make_exact(entry)
            yield "exact"
        entries = self._entries.values()
        missing = [entry for entry in entries if entry.fringes is None and entry.threat.fringes is not None]
        if missing:
            yield "regions"
        for entry in missing:
            entry.fringes = entry.threat.fringes() if entry.threat.fringes is not None else ()
            self.version += 1
            yield "fringes"

    def finish(self) -> "ThreatMap":
        """Run all steps at once."""
        for _step in self.steps():
            pass
        return self

    def _make_exact(self, entry: _ThreatEntry) -> None:
        """Compute the exact region of a piece."""
        threat, approaches = entry.threat, self._approaches(entry.threat)
        earlier = entry.struck if len(entry.struck) == len(approaches) else [None] * len(approaches)
        entry.struck = [
            Struck.of(
                ruler, approach.base, approach.move.geometry, _range_of(threat, approach), self.tolerance, before=old
            )
            for (approach, ruler), old in zip(approaches, earlier, strict=True)
        ]
        regions = [struck.region for struck in entry.struck]
        entry.region = regions[0] if len(regions) == 1 else shapely.union_all(regions)
        entry.exact = True
        self.version += 1

    def _coarse_region(self, threat: Threat) -> BaseGeometry:
        """Return an area that contains the exact region of a threat."""
        areas = []
        for approach, ruler in self._approaches(threat):
            reach = Strikes(ruler, approach.base, _range_of(threat, approach)).reach
            areas.append(in_the_open(ruler, _possible_ends(approach.move), reach + FLAT))
        return shapely.union_all(areas)

    def _approaches(self, threat: Threat) -> list[tuple[Approach, Ruler]]:
        """Return the approaches of a threat from which the level can be struck, with their rulers."""
        rulers = [(approach, threat.ruler.between(approach.base.level, self.level)) for approach in threat.approaches]
        return [(approach, ruler) for approach, ruler in rulers if ruler is not None]

    @property
    def is_exact(self) -> bool:
        """Whether every region is exact within the tolerance."""
        return all(entry.exact for entry in self._entries.values())

    def region(self, piece: str) -> BaseGeometry:
        """Return the region that a piece threatens; until it is exact, a larger region."""
        return self._entries[piece].region

    def levels(self, but: frozenset[str] = frozenset(), most: int = 3) -> list[BaseGeometry]:
        """Return the regions threatened by exactly 1, 2, …, last by `most` or more pieces, without pieces in `but`."""
        key = (self.version, but, most)
        if self._levels[0] != key:
            regions = [entry.region for piece, entry in self._entries.items() if piece not in but]
            self._levels = (key, by_count([region for region in regions if not region.is_empty], most))
        return self._levels[1]

    def fringes(self, but: frozenset[str] = frozenset()) -> list[Fringe]:
        """Return the areas struck with lower chances, one for each chance, leaving out pieces in `but`."""
        by_text: dict[str, list[BaseGeometry]] = {}
        for piece, entry in self._entries.items():
            for fringe in entry.fringes or () if piece not in but else ():
                by_text.setdefault(fringe.text, []).append(fringe.area)
        return [Fringe(text, shapely.union_all(areas)) for text, areas in by_text.items()]

    def over(self, x: float, y: float, but: frozenset[str] = frozenset()) -> list[str]:
        """Return the ids of the pieces whose threatened regions contain a spot, leaving out those in `but`."""
        return [
            piece
            for piece, entry in self._entries.items()
            if piece not in but and shapely.intersects_xy(entry.region, x, y)
        ]

    def strikes(self, target: Footprint, but: frozenset[str] = frozenset()) -> list[Strike]:
        """Return the possible strikes against a base or point, nearest first, measured exactly, not by the map."""
        strikes = [
            strike
            for piece, entry in self._entries.items()
            if piece not in but
            for strike in strikes_of(entry.threat, target)
        ]
        return sorted(strikes, key=lambda strike: (strike.inches, strike.name))


def _updated_entry(old_entry: _ThreatEntry, threat: Threat, keys: tuple[object, ...]) -> _ThreatEntry:
    """Return the entry of a piece whose ends may have changed, reusing results that are still valid."""
    approaches = tuple(
        Approach(approach.base, reusing(approach.move, old.move), approach.n)
        for old, approach in zip(old_entry.threat.approaches, threat.approaches, strict=True)
    )
    new_threat = replace(threat, approaches=approaches)
    if threat.base == old_entry.threat.base and threat.ruler is old_entry.threat.ruler:
        return _ThreatEntry(new_threat, keys, old_entry.region, struck=old_entry.struck)
    return _ThreatEntry(new_threat, keys, shapely.Polygon())


def _range_of(threat: Threat, approach: Approach) -> float:
    """Return the range of a threat after an approach."""
    return threat.n if approach.n is None else approach.n


def strikes_of(threat: Threat, target: Footprint) -> Sequence[Strike]:
    """Return the possible strikes of a piece at a target, measured exactly; most pieces have only one."""
    if threat.measured is not None:
        return threat.measured(target)  # type: ignore[arg-type]  # rulebooks that have bases which are not round accept them
    strike = strike_of(threat, disc_around(target))
    return () if strike is None else (strike,)


def strike_of(threat: Threat, target: Disc) -> Strike | None:
    """Return the strike of a piece at a target with the shortest move found, measured exactly, or None."""
    if threat.ruler.within(threat.base, target, threat.n):
        present_spot = Position(threat.base.x, threat.base.y)
        return Strike(threat.id, threat.name, True, present_spot, 0.0, threat.verb, threat.rule)
    strikes = []
    for approach in threat.approaches:
        spot = _nearest_strike(threat, approach, target)
        if spot is not None:
            inches = float(np.hypot(spot.x - threat.base.x, spot.y - threat.base.y))
            strikes.append(Strike(threat.id, threat.name, False, spot, inches, threat.verb, threat.rule))
    return min(strikes, key=lambda strike: strike.inches, default=None)


def _nearest_strike(threat: Threat, approach: Approach, target: Disc) -> Position | None:
    """Return the nearest spot from which a target can be struck, or None."""
    level = approach.base.level
    if threat.ruler.between(target.level, level) is None:
        return None
    in_range = WithinRange(
        threat.ruler, target, _range_of(threat, approach), approach.base.radius, whole=False, level=level
    )
    ends = Region(approach.move.radius, (*approach.move.conditions, in_range)).part_of(approach.move)
    return None if ends.bounds is None else ends.nearest((threat.base.x, threat.base.y))


def by_count(regions: Sequence[BaseGeometry], most: int) -> list[BaseGeometry]:
    """Return the areas that exactly 1, 2, … of the regions cover, the last one for `most` or more."""
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
    parts = [[face for face, count in zip(faces, depth, strict=True) if count == level] for level in range(1, most + 1)]
    return [shapely.coverage_union_all(part) if part else empty for part in parts]


def _possible_ends(move: Region) -> BaseGeometry:
    """Return an area that contains all ends of a move."""
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
    """Return everything on which a region depends, for comparison with an earlier region."""
    box = region.bounds or _EVERYWHERE
    return region.radius, *(_condition_key(condition, box) for condition in region.conditions)


def reusing(new: Region, old: Region | None = None) -> Region:
    """Return a region that takes over every condition of an older region whose key is the same.

    Bases move often. The area under all conditions other than bases is therefore computed first, by `ends_of`, and
    reused.
    """
    box = new.bounds
    is_comparable = (
        old is not None and box is not None and box == old.bounds and len(old.conditions) == len(new.conditions)
    )
    conditions = new.conditions
    if is_comparable and old is not None and box is not None:
        pairs = zip(old.conditions, new.conditions, strict=True)
        conditions = tuple(
            before if _condition_key(before, box) == _condition_key(after, box) else after for before, after in pairs
        )
    without_bases = tuple(condition for condition in conditions if not isinstance(condition, ClearOf))
    area_without_bases = old.whole if old is not None else None
    if area_without_bases is None or area_without_bases.conditions != without_bases:
        area_without_bases = Region(new.radius, without_bases, new.around)
    return Region(new.radius, conditions, new.around).part_of(area_without_bases)


def ends_of(region: Region) -> BaseGeometry:
    """Return the area of legal centres; the part that successive regions share is computed only once."""
    if region.whole is None:
        return region.geometry
    shared = region.whole.geometry  # computed first, so that the region only cuts its own part out of it
    return shared if shared.is_empty else region.geometry


def _condition_key(condition: Condition, box: Bounds) -> object:
    """Return the identity of a condition for verdicts on spots in a box."""
    return type(condition), condition.key(box)
