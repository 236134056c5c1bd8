"""The picture of a sight fan: what is seen, partly hidden or hidden, each with a pattern of its own."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import numpy as np
import pygame
import shapely
from shapely.geometry.base import BaseGeometry

from game.engine.rulebook.view import FanView
from game.ui.board.overlays import Entry, Overlay
from game.ui.widgets.raster import Frame, Mask, area_mask, hatched, pattern, tinted
from game.ui.widgets.theme import BAD, PAPER
from game.wording import _

HALF: Final = 0.5
"""The share from which a target counts as seen rather than partly hidden."""
LEAST: Final = 0.025
"""The share below which it is hidden: rays are few."""


class FanOverlay(Overlay):
    """What is seen from somewhere: light where a target is seen, dotted where it is partly hidden, else hatched."""

    def __init__(self, view: FanView) -> None:
        rows, columns = view.shares.shape
        super().__init__(shapely.box(0.0, 0.0, (columns - 1) * view.step, (rows - 1) * view.step))
        self.view = view

    def legend(self) -> tuple[Entry, ...]:
        shares = self.view.shares
        there = (
            (shares >= HALF, _("seen from there"), _seen),
            ((shares > 0.0) & (shares < HALF), _("partly hidden"), _partly),
            (shares == 0.0, _("hidden from there"), _hidden),
        )
        return tuple(Entry(text, partial(_sample, paint)) for spots, text, paint in there if spots.any())

    def paint(self, frame: Frame) -> pygame.Surface:
        shares = self.view.shares
        inside, seen = self._smooth(shares >= 0.0, frame), self._smooth(np.clip(shares, 0.0, 1.0), frame)
        well, hidden = _above(seen, HALF), 1.0 - _above(seen, LEAST)
        reach = _above(inside, HALF) * area_mask(self.extent, frame)
        canvas = _hidden(reach * hidden, frame)
        canvas.blit(_partly(reach * (1.0 - hidden) * (1.0 - well), frame), (0, 0))
        canvas.blit(_seen(reach * well, frame), (0, 0))
        return canvas

    def _smooth(self, values: np.ndarray, frame: Frame) -> Mask:
        """Return values of the table's grid at every pixel of a frame, by columns."""
        x = (frame.west + (np.arange(frame.width) + 0.5) / frame.scale) / self.view.step
        y = (frame.north - (np.arange(frame.height) + 0.5) / frame.scale) / self.view.step
        across = _between(np.asarray(values, dtype=np.float32).T, x)
        return _between(across.T, y).T


def _between(values: Mask, at: np.ndarray) -> Mask:
    """Return the rows of an array at some places between them; beyond its ends, the last one."""
    at = np.clip(at, 0.0, len(values) - 1.0)
    low = np.minimum(at.astype(np.intp), len(values) - 2)
    share = (at - low).astype(np.float32)[:, None]
    found: Mask = values[low] * (1.0 - share) + values[low + 1] * share
    return found


def _above(values: Mask, least: float) -> Mask:
    """Return where values exceed a bound, with a soft edge."""
    found: Mask = np.clip((values - least) / (2 * LEAST) + 0.5, 0.0, 1.0).astype(np.float32)
    return found


def _sample(paint: Callable[[Mask, Frame], pygame.Surface], ground: BaseGeometry, frame: Frame) -> pygame.Surface:
    return paint(area_mask(ground, frame), frame)


def _seen(mask: Mask, frame: Frame) -> pygame.Surface:
    picture = tinted(mask, PAPER, 0.3)
    picture.blit(tinted(mask * pattern("dots", frame, 14.0, 0.6), PAPER), (0, 0))  # quieter than what is partly hidden
    return picture


def _partly(mask: Mask, frame: Frame) -> pygame.Surface:
    picture = tinted(mask, PAPER, 0.12)
    picture.blit(hatched(mask, "dots", frame, PAPER, 9.0, 1.0), (0, 0))
    return picture


def _hidden(mask: Mask, frame: Frame) -> pygame.Surface:
    picture = tinted(mask, BAD, 0.16)
    picture.blit(hatched(mask, "counter", frame, BAD, 16.0, 0.6, 0.5), (0, 0))
    return picture
