"""Conditions that questions add to a move: a legal path exists, and few enemies could reach its end."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from game.cached import cached_property
from game.engine.rulebook.questions import Reacher
from game.refusal import Refusal
from game.table.lattice import LATTICE_STEP, Position, position
from game.table.path.judge import most_inches
from game.table.path.region import PathRegion
from game.table.placing.condition import Condition, Ranged
from game.table.placing.places import is_legal
from game.table.shapes import Bounds
from game.table.terrain.area import polygons_of
from game.table.threat.threat_map import by_count
from game.wording import N_, _, series

_BAND = 0.05
"""Inches drawn on either side of a line of legal ends."""


class EndsOfPaths(Ranged):
    """The condition that the centre is the end of a legal path."""

    cause = N_("no path there")

    def __init__(self, paths: PathRegion) -> None:
        self.paths = paths
        self.rule = paths.policies[0].rule
        (x, y), (west, south, east, north) = paths.start, paths.policies[0].bounds
        self._far = reach = max(most_inches(policy, paths.start) for policy in paths.policies)
        self.bounds = max(west, x - reach), max(south, y - reach), min(east, x + reach), min(north, y + reach)

    def key(self, box: Bounds) -> object:
        return self.paths.start, *(policy.key for policy in self.paths.policies)

    def envelope(self, spare: float = 0.0) -> BaseGeometry:
        return shapely.Point(self.paths.start).buffer(self._far + spare, quad_segs=32)

    def excluded(self, envelope: BaseGeometry) -> dict[str, BaseGeometry]:
        return {self.cause: shapely.difference(envelope, self.drawn)}

    @cached_property
    def drawn(self) -> BaseGeometry:
        """The area drawn for the reachable ends. Lines are drawn as thin bands."""
        geometry = self.paths.geometry
        areas = polygons_of(geometry)
        lines = [part for part in shapely.get_parts(geometry).tolist() if part.geom_type != "Polygon"]
        return shapely.union_all([*areas, *(line.buffer(_BAND) for line in lines)])

    def spots(self) -> list[Position]:
        """Return reachable ends on lines, such as ends in contact with a base."""
        lines = [part for part in shapely.get_parts(self.paths.geometry).tolist() if part.geom_type != "Polygon"]
        return [position(*spot) for spot in shapely.get_coordinates(lines).tolist()]

    def allows(self, x: float, y: float) -> bool:
        return is_legal(self.paths, (x, y))

    def short_by(self, x: float, y: float) -> float:
        return float(max(shapely.distance(self.drawn, shapely.Point(x, y)), LATTICE_STEP))

    def message(self, x: float, y: float, short: float) -> str:
        return _("no path leads there")

    def why_not(self, x: float, y: float) -> Refusal:
        return next(iter(self.paths.why_not((x, y))), None) or super().why_not(x, y)

    def allowed(self, box: Bounds | None = None) -> BaseGeometry:
        return self.drawn


class ReachedByAtMost(Condition):
    """The condition that at most `most` of the `reachers` could reach a spot. `box` bounds all spots, on one level.

    `pulse` is called before each exact verdict, because that may take long. It may raise to stop the work.
    """

    costly = True
    cause = N_("too many can reach it")

    def __init__(
        self, reachers: Sequence[Reacher], most: int, box: Bounds, level: int, pulse: Callable[[], None] = lambda: None
    ) -> None:
        self.reachers, self.most, self._box, self._level, self._pulse = reachers, most, box, level, pulse
        self._verdicts: dict[tuple[float, float], dict[str, bool]] = {}
        self._areas: dict[str, BaseGeometry] = {}

    def with_limit(self, most: int) -> ReachedByAtMost:
        """Return the condition with another limit, sharing the results so far."""
        twin = ReachedByAtMost(self.reachers, most, self._box, self._level, self._pulse)
        twin._verdicts, twin._areas = self._verdicts, self._areas
        return twin

    def area(self, reacher: Reacher) -> BaseGeometry:
        """Return the area that a piece reaches, computed once."""
        if reacher.id not in self._areas:
            self._areas[reacher.id] = reacher.area(self._box, self._level)
        return self._areas[reacher.id]

    def who(self, x: float, y: float) -> tuple[Reacher, ...]:
        """Return the pieces that could reach a spot, by the rules and not by the drawn areas."""
        return tuple(reacher for reacher in self.reachers if self._reaches(reacher, x, y))

    def _reaches(self, reacher: Reacher, x: float, y: float) -> bool:
        verdicts = self._verdicts.setdefault((x, y), {})
        if reacher.id not in verdicts:
            self._pulse()
            verdicts[reacher.id] = reacher.reaches(x, y, self._level)
        return verdicts[reacher.id]

    def counts(self, spots: Sequence[tuple[float, float]]) -> list[int]:
        """Return the number of pieces whose drawn areas cover each spot."""
        points = np.array(spots).reshape(-1, 2)
        counts = np.zeros(len(points), dtype=int)
        for reacher in self.reachers:
            area = self.area(reacher)
            shapely.prepare(area)
            counts += shapely.intersects_xy(area, points[:, 0], points[:, 1])
        return [int(number) for number in counts]

    def allows(self, x: float, y: float) -> bool:
        """Return whether few enough pieces could reach a spot, by as few exact verdicts as possible."""
        if self.most >= len(self.reachers):
            return True
        # Begin with pieces whose drawn area covers the spot, and stop as soon as the result is certain.
        likely = sorted(self.reachers, key=lambda reacher: not shapely.intersects_xy(self.area(reacher), x, y))
        reached = 0
        for tested, reacher in enumerate(likely):
            if reached + len(likely) - tested <= self.most:
                return True
            reached += self._reaches(reacher, x, y)
            if reached > self.most:
                return False
        return True

    def short_by(self, x: float, y: float) -> float:
        if self.allows(x, y):
            return 0.0
        return float(max(shapely.distance(self.allowed(), shapely.Point(x, y)), LATTICE_STEP))

    def why_not(self, x: float, y: float) -> Refusal:
        return Refusal(self.message(x, y, 0.0), self.rule, self.cause)  # no distance from one enemy helps

    def message(self, x: float, y: float, short: float) -> str:
        names = [reacher.name for reacher in self.who(x, y)]
        return _("{n} could reach it: {names}", n=len(names), names=series(names))

    def allowed(self, box: Bounds | None = None) -> BaseGeometry:
        return self._allowed

    @cached_property
    def _allowed(self) -> BaseGeometry:
        box = shapely.box(*self._box)
        if self.most >= len(self.reachers):
            return box
        areas = [area for reacher in self.reachers if not (area := self.area(reacher)).is_empty]
        too_many = shapely.union_all(areas) if self.most == 0 else by_count(areas, self.most + 1)[-1]
        return shapely.difference(box, too_many)
