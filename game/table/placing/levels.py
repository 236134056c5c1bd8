"""The condition that there is a surface to stand on."""

from __future__ import annotations

import shapely
from shapely.geometry.base import BaseGeometry

from game.lengths import missing
from game.table.heights import relief_of
from game.table.lattice import LATTICE_STEP
from game.table.placing.condition import Condition
from game.table.shapes import Bounds
from game.table.terrain.battlefield import Battlefield
from game.wording import N_, _


class OnSurface(Condition):
    """The condition that there is a surface under the disc's centre on a level; with `inside_out`, the opposite."""

    def __init__(self, battlefield: Battlefield, level: int, rule: str = "", *, inside_out: bool = False) -> None:
        self.cause = N_("ground below") if inside_out else N_("nothing to stand on")
        self.rule = rule
        self._relief, self._level, self._inside_out = relief_of(battlefield), level, inside_out
        area = battlefield.area(level) if level else None
        self._surface: BaseGeometry = area.union if area else battlefield.table
        whole = area.bounds if area else (0.0, 0.0, battlefield.width, battlefield.height)
        self.bounds = None if inside_out else whole

    def allows(self, x: float, y: float) -> bool:
        return self._relief.is_under(self._level, x, y) is not self._inside_out

    def short_by(self, x: float, y: float) -> float:
        away = float(shapely.distance(self._surface, shapely.Point(x, y)))
        if self._inside_out:
            inside = float(shapely.distance(shapely.boundary(self._surface), shapely.Point(x, y)))
            return -away if self.allows(x, y) else max(inside, LATTICE_STEP)
        return 0.0 if self.allows(x, y) else max(away, LATTICE_STEP)

    def message(self, x: float, y: float, short: float) -> str:
        if self._inside_out:
            return _("there is ground at level {level}, so this would not be a fall", level=self._level)
        words = N_("nothing to stand on at level {level}: {amount} past its edge")
        return _(words, level=self._level, amount=missing(short))

    def allowed(self, box: Bounds | None = None) -> BaseGeometry | None:
        return None if self._inside_out else self._surface

    def forbidden(self, box: Bounds) -> BaseGeometry:
        whole = shapely.box(*box)
        inside = shapely.intersection if self._inside_out else shapely.difference
        return inside(whole, self._surface)
