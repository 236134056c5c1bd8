"""Overlays that the decision's controller draws on the table: its legal spots and other areas."""

from __future__ import annotations

from collections.abc import Sequence

from game.ui.board.overlays import Overlay, RegionOverlay
from game.ui.play.focus import Focus
from game.ui.play.overlays.reach import Reach
from game.ui.play.overlays.threats import Threats
from game.ui.play.part import OverlayPart
from game.ui.widgets.layers import Canvas


class Drawn(OverlayPart):
    """The controller's drawings below the pieces. The painter draws its ghosts together with the pieces."""

    depth = 1

    def overlays(self) -> Sequence[Overlay]:
        controller = self.focus.drawn
        return controller.grounds(self.focus.context) if controller is not None and not self.focus.asking.on else ()

    def under(self, target: Canvas) -> None:
        controller = self.focus.drawn
        if controller is not None and self.focus.shows_aids and not self.focus.asking.on:
            controller.under(target, self.focus.context)

    def tick(self, now: float) -> bool:
        hands = self.focus.hands
        waiting = self.focus.controller is not None and self.focus.controller.waiting(now)
        return waiting or (hands.shown is not None and hands.shown.placing.waiting(now))


class Region(OverlayPart):
    """The legal spots of the decision. Their outline and that of the reach are drawn again above a threat map."""

    depth = 3

    def __init__(self, focus: Focus, reach: Reach, threats: Threats) -> None:
        super().__init__(focus)
        self._reach, self._threats = reach, threats

    def overlays(self) -> Sequence[RegionOverlay | None]:
        return (self._region(),) if not self.focus.asking.on else ()

    def _region(self) -> RegionOverlay | None:
        return self.focus.drawn.shown_region(self.focus.context) if self.focus.drawn is not None else None

    def under(self, target: Canvas) -> None:
        if self.focus.shows_aids and self._threats.on:
            for region in (self._reach.overlays()[0], self._region()):
                if region is not None:
                    region.draw_outline(target, self.focus.camera)
