"""Overlay of the sight fan: the area in which a piece sees targets, on the ground or in the air."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import partial
from typing import ClassVar, Final

import numpy as np
import pygame
import shapely
from shapely.geometry.base import BaseGeometry

from game.engine.rulebook.view import FanView
from game.engine.session import Session
from game.engine.still import work_on_copy
from game.table.lattice import Position, position
from game.ui.board.overlays import Entry, Overlay, draw_pill
from game.ui.play.focus import Focus
from game.ui.play.overlays.sites import Sites
from game.ui.play.part import Part
from game.ui.widgets.layers import Canvas
from game.ui.widgets.raster import Frame, Mask, area_mask, hatched, pattern, tinted
from game.ui.widgets.tasks import MOMENT, Background
from game.ui.widgets.theme import BAD, PAPER
from game.wording import N_, _

HALF: Final = 0.5
"""The visible part of a target from which it counts as seen rather than partly hidden."""
LEAST: Final = 0.025
"""The visible part below which a target counts as hidden; few rays are cast, so small values are noise."""


class FanOverlay(Overlay):
    """The area seen from a point: light where a target is seen, dotted where it is partly hidden, else hatched."""

    def __init__(self, view: FanView) -> None:
        rows, columns = view.shares.shape
        super().__init__(shapely.box(0.0, 0.0, (columns - 1) * view.step, (rows - 1) * view.step))
        self.view = view

    def legend(self) -> tuple[Entry, ...]:
        shares = self.view.shares
        classes = (
            (shares >= HALF, _("seen from there"), _seen),
            ((shares > 0.0) & (shares < HALF), _("partly hidden"), _partly),
            (shares == 0.0, _("hidden from there"), _hidden),
        )
        return tuple(Entry(text, partial(_sample, paint)) for spots, text, paint in classes if spots.any())

    def paint(self, frame: Frame) -> pygame.Surface:
        shares = self.view.shares
        inside, visible = self._smooth(shares >= 0.0, frame), self._smooth(np.clip(shares, 0.0, 1.0), frame)
        seen_mask, hidden_mask = _above(visible, HALF), 1.0 - _above(visible, LEAST)
        reach = _above(inside, HALF) * area_mask(self.extent, frame)
        canvas = _hidden(reach * hidden_mask, frame)
        canvas.blit(_partly(reach * (1.0 - hidden_mask) * (1.0 - seen_mask), frame), (0, 0))
        canvas.blit(_seen(reach * seen_mask, frame), (0, 0))
        return canvas

    def _smooth(self, values: np.ndarray, frame: Frame) -> Mask:
        """Return values given on a grid of the table for every pixel of a frame, by columns."""
        x = (frame.west + (np.arange(frame.width) + 0.5) / frame.scale) / self.view.step
        y = (frame.north - (np.arange(frame.height) + 0.5) / frame.scale) / self.view.step
        across = _between(np.asarray(values, dtype=np.float32).T, x)
        return _between(across.T, y).T


def _between(values: Mask, at: np.ndarray) -> Mask:
    """Return the rows of an array at fractional places, interpolated; beyond its ends the last row."""
    at = np.clip(at, 0.0, len(values) - 1.0)
    lower = np.minimum(at.astype(np.intp), len(values) - 2)
    fraction = (at - lower).astype(np.float32)[:, None]
    rows: Mask = values[lower] * (1.0 - fraction) + values[lower + 1] * fraction
    return rows


def _above(values: Mask, least: float) -> Mask:
    """Return a mask of the values above a bound, with a soft edge."""
    mask: Mask = np.clip((values - least) / (2 * LEAST) + 0.5, 0.0, 1.0).astype(np.float32)
    return mask


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


GROUND, ALOFT = 1, 2
"""The modes of the fan: targets on the ground, targets in the air; 0 is off."""
KEPT: Final = 3
"""The most fans remembered at once: each is a picture as large as the table."""


class Fan(Part):
    """The sight fan of the piece looked at, or of the building side under the mouse; a thread works it out."""

    depth = 5
    height = 6
    title: ClassVar = N_("Sight fan")

    def __init__(self, focus: Focus, sites: Sites) -> None:
        super().__init__(focus)
        self._sites, self._worker = sites, Background[FanOverlay](KEPT)
        self.mode = 0
        self._latest: FanOverlay | None = None

    def eye(self) -> tuple[str, Mapping[str, Position]]:
        """Return the piece or place that looks ("" for none), and the proposed spots of pieces in hand."""
        focus = self.focus
        if focus.model.session.ruleset.vision is None or not focus.shows_aids or focus.asking.on:
            return "", {}
        if slot := self._sites.slot:
            return slot.id, {}
        if not self.mode:
            return "", {}
        layout = {piece.id: position(piece.x, piece.y) for piece in focus.ghost.pieces}
        asked_piece = focus.model.decision.about if focus.model.decision is not None else ""
        looked_at = (focus.inspection.selected, focus.inspection.hovered, focus.inspection.piece(), asked_piece)
        model = next(filter(None, (self._model(identity, layout) for identity in looked_at)), "") if not layout else ""
        return model or next(iter(layout), ""), layout

    def _model(self, identity: str, layout: Mapping[str, Position]) -> str:
        """Return the model that looks for a piece or unit: itself, or the one in the middle; "" without one."""
        middle = self.focus.model.units.middle(identity) if identity else None
        return middle.id if middle is not None and middle.kind == "base" else ""

    def fan(self) -> FanOverlay | None:
        """Return the fan, or the latest one while another is worked out; None if it is off."""
        eye, layout = self.eye()
        if not eye:
            self._latest = None
            return None
        session, aloft = self.focus.model.session, self.mode == ALOFT
        key: Hashable = self.focus.model.version, eye, tuple(layout.items()), aloft, self.focus.camera.scale

        job = work_on_copy(session, _looked, eye, layout, aloft, self.focus.camera.scale)
        self._latest = self._worker.ask(key, job, MOMENT, until=self._latest)
        return self._latest

    def under(self, target: Canvas) -> None:
        overlay = self.fan()
        if overlay is not None:
            overlay.draw(target, self.focus.camera)

    def draw(self, target: pygame.Surface) -> None:
        overlay = self._latest
        if not self.focus.shows_aids or self.focus.sheets or (overlay is None and not self.mode):
            return
        text = _("Point at a unit on the table, friendly or enemy, to see what it sees")
        if overlay is not None:
            text = " · ".join((overlay.view.title, *(line.text for line in overlay.view.lines)))
        view = target.get_clip()
        middle = view.centerx, view.top + self.theme.px(2.5)
        self.focus.context.readings.append(draw_pill(target, text, middle, self.theme))

    def legend(self) -> Sequence[Entry]:
        return self._latest.legend() if self._latest is not None and self.focus.shows_aids else ()

    def tick(self, now: float) -> bool:
        return self._worker.busy

    def commands(self) -> dict[str, Callable[[], None]]:
        return {"fan": self._next}

    def _next(self) -> None:
        """Switch the fan from off to ground, then to air, then off."""
        vision = self.focus.model.session.ruleset.vision
        self.mode = (self.mode + 1) % (ALOFT + 1) if vision is not None else 0

    def close(self) -> None:
        self.mode, self._latest = 0, None


def _looked(session: Session, eye: str, layout: Mapping[str, Position], aloft: bool, scale: float) -> FanOverlay | None:
    """Return a fan already painted for a scale; run in a thread."""
    vision = session.ruleset.vision
    view: FanView | None = vision.fan(session.game, eye, layout, aloft=aloft) if vision is not None else None
    if view is None:
        return None
    overlay = FanOverlay(view)
    overlay.ready(scale)
    return overlay
