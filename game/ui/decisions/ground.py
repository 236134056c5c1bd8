"""The area where a piece may be placed, as shown; a thread works out slow regions of paths."""

from __future__ import annotations

from copy import copy
from functools import partial

from game.engine.core.decisions import LegalSpots
from game.table.path.along import AlongPath
from game.table.path.region import PathRegion
from game.table.placing.region import Region
from game.table.placing.terrain_region import TerrainRegion
from game.ui.board.camera import Spot
from game.ui.board.overlays import RegionOverlay, is_there
from game.ui.widgets.tasks import Task


class Ground:
    """A region with its overlay; `has_causes` says whether that shows the causes of illegal spots.

    The `region` of paths is replaced as soon as a thread has worked out a copy of it.
    """

    def __init__(self, region: LegalSpots, *, has_causes: bool) -> None:
        self.region, self.has_causes = region, has_causes
        self._overlay: RegionOverlay | None = None
        self._paths: Task[RegionOverlay] | None = None
        self._explaining: Task[RegionOverlay] | None = None

    @property
    def overlay(self) -> RegionOverlay | None:
        """The overlay, or None while it is being worked out, and for a region without an area."""
        if self.is_known and self._overlay is None and isinstance(self.region, Region | TerrainRegion | AlongPath):
            self._overlay = RegionOverlay(self.region, reasons=self.has_causes)
        return self._overlay

    @property
    def is_known(self) -> bool:
        """Whether the region is known without a search; a search for paths starts now if needed."""
        if not isinstance(self.region, PathRegion) or self._overlay is not None:
            return True
        if self._paths is None:
            self._paths = Task(partial(RegionOverlay, copy(self.region), reasons=self.has_causes), "ground")
            is_there(self._paths)
        if self._paths.done:
            self.wait()
        return self._overlay is not None

    def wait(self) -> None:
        """Wait until everything is known: an answer may, no frame may."""
        if not isinstance(self.region, PathRegion) or self._overlay is not None or self._paths is None:
            return
        self._overlay = self._paths.result()
        assert isinstance(self._overlay.region, PathRegion)
        self.region = self._overlay.region

    def tells(self, spot: Spot) -> bool:
        """Return whether the legal spot nearest to one is known at once."""
        return self.is_known or (isinstance(self.region, PathRegion) and self.region.verdict(spot) == "yes")

    @property
    def explains(self) -> bool:
        """Whether causes of illegal spots are being worked out."""
        return self._explaining is not None and not self.has_causes

    def explain(self, scale: float, *, rests: bool) -> None:
        """Add the causes of illegal spots, which a thread works out for a piece that `rests`."""
        if self.has_causes or not isinstance(self.region, Region):
            return
        if self._explaining is None:
            if rests:
                self._explaining = Task(partial(_explained, self.region, scale), "causes")
        elif self._explaining.done:
            self._overlay, self.has_causes = self._explaining.result(), True


def _explained(region: Region, scale: float) -> RegionOverlay:
    overlay = RegionOverlay(region)
    overlay.ready(scale)
    return overlay
