"""The camera: the visible part of the table, and conversion between inches and pixels."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Final

import pygame

ZOOM_STEP: Final = 1.15
LARGEST_PICTURE: Final = 12_000_000
"""Pixels of the whole table at the deepest zoom; its static picture is kept in memory."""
DEEPEST: Final = 150.0

Spot = tuple[float, float]
"""A spot on the table in inches, or one on the screen in pixels."""


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

    def fit(self) -> None:
        """Show the whole table with a margin of some inches around it."""
        self.scale = max(1.0, min(self._fitting(), self.deepest()))
        self.x, self.y = self.width / 2, self.height / 2

    def _fitting(self) -> float:
        wide = self.viewport.width / (self.width + 2 * self.margin)
        high = self.viewport.height / (self.height + 2 * self.margin)
        return min(wide, high)

    def deepest(self) -> float:
        """Return the largest scale: the whole table must still fit a picture of bounded size."""
        return min(DEEPEST, math.sqrt(LARGEST_PICTURE / (self.width * self.height)))

    def shallowest(self) -> float:
        """Return the smallest scale: the table at half its fitting size."""
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
        """Zoom in by `steps` (out when negative); the spot under the pixel stays where it is."""
        before = self.to_table(px, py)
        wanted = self.scale * ZOOM_STEP**steps
        self.scale = max(self.shallowest(), min(self.deepest(), wanted))
        after = self.to_table(px, py)
        self._look_at(self.x + before[0] - after[0], self.y + before[1] - after[1])

    def pan(self, dx: float, dy: float) -> None:
        """Move the table on the screen, in pixels."""
        self._look_at(self.x - dx / self.scale, self.y + dy / self.scale)

    def show(self, x: float, y: float) -> None:
        """Pan as little as needed to bring the spot comfortably into view."""
        px, py = self.to_screen(x, y)
        inner = self.viewport.inflate(-self.viewport.width // 5, -self.viewport.height // 5)
        dx = min(0.0, inner.right - px) + max(0.0, inner.left - px)
        dy = min(0.0, inner.bottom - py) + max(0.0, inner.top - py)
        if dx or dy:
            self.pan(dx, dy)

    def resize(self, viewport: pygame.Rect) -> None:
        """Adopt another viewport; its centre spot stays, and a fitted table stays fitted."""
        fitted = self.is_fitted()
        self.viewport = viewport
        if fitted:
            self.fit()
        else:
            self.zoom(0, viewport.centerx, viewport.centery)

    def is_fitted(self) -> bool:
        """Return whether the camera shows exactly the whole table."""
        twin = Camera(self.width, self.height, self.viewport, margin=self.margin)
        twin.fit()
        return abs(twin.scale - self.scale) < 1e-6 and (twin.x, twin.y) == (self.x, self.y)

    def _look_at(self, x: float, y: float) -> None:
        # Keep the centre of the view on the table, so that it cannot get lost.
        self.x = max(0.0, min(self.width, x))
        self.y = max(0.0, min(self.height, y))
