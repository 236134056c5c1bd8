"""The camera: the visible part of the table, conversion between inches and pixels, and its glide to another view."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import pygame

ZOOM_STEP: Final = 1.15
LARGEST_PICTURE: Final = 12_000_000
"""Pixels of the whole table at the deepest zoom; its static picture is kept in memory."""
DEEPEST: Final = 150.0

EVEN: Final = 16.0
"""Pixels per inch from which on views have whole ones."""
BESIDE: Final = 0.4
"""Inches beside the table that are worth seeing: a base at its edge has a ring and a name."""
GLIDE: Final = 0.26
"""Seconds in which the camera glides to another view."""

Spot = tuple[float, float]
"""A spot on the table in inches, or one on the screen in pixels."""


class Box(NamedTuple):
    """A part of the table in inches."""

    west: float
    south: float
    east: float
    north: float

    @classmethod
    def around(cls, boxes: Iterable[Box]) -> Box | None:
        """Return the smallest box around some others, or None without any."""
        sides = [*zip(*boxes, strict=True)]
        return cls(min(sides[0]), min(sides[1]), max(sides[2]), max(sides[3])) if sides else None

    def wider(self, inches: float) -> Box:
        """Return the box with a margin of some inches."""
        return Box(self.west - inches, self.south - inches, self.east + inches, self.north + inches)

    def share_in(self, other: Box) -> float:
        """Return the part of this box, 0 to 1, that is inside another one."""
        wide, high = self.east - self.west, self.north - self.south
        shared_width = min(self.east, other.east) - max(self.west, other.west)
        shared_height = min(self.north, other.north) - max(self.south, other.south)
        return max(0.0, shared_width) * max(0.0, shared_height) / (wide * high) if wide > 0 and high > 0 else 1.0

    def contains(self, other: Box, slack: float = 0.0) -> bool:
        """Return whether another box is inside this one, or sticks out by at most `slack` inches on any side."""
        wide = self.wider(slack)
        return (
            wide.west <= other.west
            and wide.south <= other.south
            and wide.east >= other.east
            and wide.north >= other.north
        )


class View(NamedTuple):
    """What a camera shows: the spot in the middle of its viewport, in inches, and the pixels per inch."""

    x: float
    y: float
    scale: float


class Glide(NamedTuple):
    """A glide from one view to another, which began at a moment."""

    start: View
    end: View
    since: float

    def at(self, now: float) -> View:
        """Return the view at a moment: fast first, then slower. A change of scale keeps one spot of the table still."""
        share = 1.0 - (1.0 - min(1.0, max(0.0, (now - self.since) / GLIDE))) ** 3
        (x, y, scale), (to_x, to_y, to_scale) = self.start, self.end
        now_scale = scale * (to_scale / scale) ** share
        gone = share if to_scale == scale else (1 / now_scale - 1 / scale) / (1 / to_scale - 1 / scale)
        return View(x + (to_x - x) * gone, y + (to_y - y) * gone, now_scale)


@dataclass
class Camera:
    """Looks at (x, y), in inches, with `scale` pixels per inch, through `viewport`, a rectangle of the window.

    y points north on the table and down on the screen.
    """

    width: float
    height: float
    viewport: pygame.Rect = field(default_factory=lambda: pygame.Rect(0, 0, 640, 480))
    x: float = 0.0
    y: float = 0.0
    scale: float = 20.0
    margin: float = 1.0
    beyond: float = 0.0
    """Inches north of the table in which bodies of pieces in the air are drawn."""
    by_hand: bool = False
    """Whether a person chose the view."""
    glide: Glide | None = None
    moved_at: float = 0.0
    """When it last came to another view by itself, which a person has to take in."""
    draft: bool = False
    """Whether the scale changes from frame to frame: a picture painted for another one is stretched meanwhile."""

    def fit(self) -> None:
        """Show the whole table with a margin of some inches around it."""
        self.show_at_once(self.whole())

    def whole(self) -> View:
        """Return the view of the whole table."""
        return View(self.width / 2, self.height / 2, max(1.0, min(self._fitting(), self.deepest())))

    @property
    def view(self) -> View:
        """The present view; during a glide the one that it leads to."""
        return self.glide.end if self.glide is not None else View(self.x, self.y, self.scale)

    def view_of(self, box: Box, most: float, room: pygame.Rect, still: tuple[Spot, Spot] | None = None) -> View:
        """Return the view that shows a box as large as it fits into a `room` of the viewport.

        It shows at most `most` pixels per inch, whole ones so that inches fall on pixels, and no more than `margin`
        inches beside the table. With `still`, a spot of the table and a pixel, that spot stays at the pixel if the box
        is in view anyhow.
        """
        box = self.clip(box)
        wide, high = max(box.east - box.west, 0.1), max(box.north - box.south, 0.1)
        scale = max(1.0, min(room.width / wide, room.height / high, most, self.deepest()))
        scale = math.floor(scale) if scale >= EVEN else scale
        x, y = (box.west + box.east) / 2, (box.south + box.north) / 2  # in the middle of the room
        if still is not None:
            (x, y), pixel = still[0], still[1]
            x, y = x + (room.centerx - pixel[0]) / scale, y - (room.centery - pixel[1]) / scale
        x = self._middle_of_view(x, (box.west, box.east), self.width, room.width / scale)
        y = self._middle_of_view(y, (box.south, box.north), self.height, room.height / scale)
        centre = self.viewport.center
        x, y = x + (centre[0] - room.centerx) / scale, y - (centre[1] - room.centery) / scale
        return View(round(x * scale) / scale, round(y * scale) / scale, scale)

    def _middle_of_view(self, wish: float, ends: tuple[float, float], length: float, seen: float) -> float:
        """Return the middle of a view `seen` inches long, near a wish: over the table, and with both ends in view."""
        low, high = seen / 2 - self.margin, length - seen / 2 + self.margin
        wish = length / 2 if low > high else max(low, min(high, wish))
        return max(ends[1] - seen / 2, min(ends[0] + seen / 2, wish))

    def clip(self, box: Box) -> Box:
        """Return the part of a box that is worth showing: on the table, just beside it, or where pieces fly."""
        west, south, east, north = box
        width, height = self.width + BESIDE, self.height + self.beyond + BESIDE
        return Box(max(-BESIDE, west), max(-BESIDE, south), min(width, east), min(height, north))

    def sees(self, room: pygame.Rect, view: View | None = None) -> Box:
        """Return the part of the table that a room of the viewport shows, in the present view or in another."""
        x, y, scale = view or self.view
        west, north = x + (room.left - self.viewport.centerx) / scale, y - (room.top - self.viewport.centery) / scale
        return Box(west, north - room.height / scale, west + room.width / scale, north)

    def go(self, view: View, now: float, *, at_once: bool = False) -> None:
        """Glide to a view, or show it at once."""
        if view == self.view:
            return
        self.moved_at = now
        if at_once:
            self.show_at_once(view)
        else:
            self.glide = Glide(View(self.x, self.y, self.scale), view, now)

    def show_at_once(self, view: View) -> None:
        """Show a view."""
        self.glide, (self.x, self.y, self.scale) = None, view

    def move_on(self, now: float) -> bool:
        """Continue the glide, if any; return whether the camera is still gliding."""
        if self.glide is not None:
            glide, view = self.glide, self.glide.at(now)
            self.show_at_once(glide.end if now - glide.since >= GLIDE else view)
            self.glide, self.moved_at = glide if now - glide.since < GLIDE else None, now
        return self.glide is not None

    def _fitting(self) -> float:
        wide = self.viewport.width / (self.width + 2 * self.margin)
        high = self.viewport.height / (self.height + 2 * self.margin)
        return min(wide, high)

    def deepest(self) -> float:
        """Return the largest scale, which is limited by the size of the picture of the whole table."""
        return min(DEEPEST, math.sqrt(LARGEST_PICTURE / (self.width * self.height)))

    def shallowest(self) -> float:
        """Return the smallest scale, at which the table has half its fitting size."""
        return max(1.0, self._fitting() / 2)

    def to_screen(self, x: float, y: float) -> Spot:
        """Return the pixel of a spot given in inches."""
        centre = self.viewport.center
        return centre[0] + (x - self.x) * self.scale, centre[1] - (y - self.y) * self.scale

    def to_table(self, px: float, py: float) -> Spot:
        """Return the spot, in inches, under a pixel."""
        centre = self.viewport.center
        return self.x + (px - centre[0]) / self.scale, self.y - (py - centre[1]) / self.scale

    def base(self, radius: float, spot: Spot) -> pygame.Rect:
        """Return the box in the window of a base of some radius at a spot, in inches."""
        (x, y), r = self.to_screen(*spot), radius * self.scale
        return pygame.Rect(x - r, y - r, 2 * r, 2 * r)

    def zoom(self, steps: float, px: float, py: float) -> None:
        """Zoom in by `steps` (out when negative), for a person; the spot under the pixel stays where it is."""
        self.by_hand, self.glide = True, None
        self._zoom(steps, px, py)

    def _zoom(self, steps: float, px: float, py: float) -> None:
        before = self.to_table(px, py)
        new_scale = self.scale * ZOOM_STEP**steps
        self.scale = max(self.shallowest(), min(self.deepest(), new_scale))
        after = self.to_table(px, py)
        self._look_at(self.x + before[0] - after[0], self.y + before[1] - after[1])

    def pan(self, dx: float, dy: float) -> None:
        """Move the table on the screen, in pixels, for a person."""
        self.by_hand, self.glide = True, None
        self._pan(dx, dy)

    def _pan(self, dx: float, dy: float) -> None:
        self._look_at(self.x - dx / self.scale, self.y + dy / self.scale)

    def show(self, x: float, y: float) -> None:
        """Pan by the least distance that brings a spot comfortably into view."""
        if self.glide is not None:
            self.show_at_once(self.glide.end)
        px, py = self.to_screen(x, y)
        inner = self.viewport.inflate(-self.viewport.width // 5, -self.viewport.height // 5)
        dx = min(0.0, inner.right - px) + max(0.0, inner.left - px)
        dy = min(0.0, inner.bottom - py) + max(0.0, inner.top - py)
        if dx or dy:
            self._pan(dx, dy)

    def resize(self, viewport: pygame.Rect) -> None:
        """Adopt another viewport; its centre spot stays, and a fitted table stays fitted."""
        fitted = self.is_fitted()
        self.viewport = viewport
        if fitted:
            self.fit()
        else:
            self._zoom(0, viewport.centerx, viewport.centery)

    def is_fitted(self) -> bool:
        """Return whether the camera shows exactly the whole table."""
        x, y, scale = self.whole()
        return abs(scale - self.view.scale) < 1e-6 and (x, y) == self.view[:2]

    def _look_at(self, x: float, y: float) -> None:
        # Keep the centre of the view on the table, so that it cannot get lost.
        self.x = max(0.0, min(self.width, x))
        self.y = max(0.0, min(self.height, y))
