"""Painter: draws a table with its overlays, pieces, panes and sheets. Unchanged parts come from stored pictures."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

import numpy as np
import pygame

from game.engine.rulebook.view import PieceView
from game.lengths import words
from game.ui.animation.beats import draw_effects, draw_gone, draw_results, shaken
from game.ui.board.labels import UnitOutlines
from game.ui.board.picture import draw_moves
from game.ui.board.pieces import GHOST, VEIL, bottom_up, colours_of, veiling
from game.ui.board.ruler_art import draw_line
from game.ui.board.table_art import TableLayer
from game.ui.decisions.base import Controller
from game.ui.decisions.place import Hand
from game.ui.play.focus import MARKS, UNIT_MARKS, Focus, bases, outlines, rings, unit_with_ranges
from game.ui.play.part import Pane, Part, drawn
from game.ui.widgets.keys import details_held
from game.ui.widgets.layers import Canvas, Kept, Layers
from game.ui.widgets.memo import Memo
from game.ui.widgets.theme import PAPER, WOOD, Colour, mix, sharpen

SETTLE: Final = 0.14
"""Seconds after a zoom before the table is painted at full quality again."""


class Painter:
    """Paints the parts of a table in order, with the pieces among them, and stores pictures of constant parts."""

    def __init__(self, focus: Focus, parts: Sequence[Part], panes: Sequence[Pane]) -> None:
        self.focus, self._panes = focus, panes
        self._below = sorted(parts, key=lambda part: part.depth)
        self._above = sorted((part for part in parts if part not in panes), key=lambda part: part.height)
        self._table = Memo[TableLayer](1)
        self._kept: defaultdict[str, Kept] = defaultdict(partial(Kept, at_once=True))
        self._backdrop = Memo[pygame.Surface]()
        self._layers = Layers()
        self._readings: list[pygame.Rect] = []
        self._order: tuple[object, list[PieceView]] = (None, [])
        self._outlines = UnitOutlines()

    def paint(self, target: pygame.Surface) -> None:
        """Paint one frame."""
        self.focus.rings = rings(self.focus)
        self._paint_table(target, self.focus.rings)
        look = self.focus.window.look
        looks = (self.focus.window.theme.scale, target.get_size(), look.name)
        for pane in self._panes:
            visible = pane.rect.clip(target.get_rect())
            if not visible.width:
                continue
            key = (*pane.key(), tuple(pane.rect), *looks)
            self._kept[pane.name].show(target, visible, key, partial(_draw_pane, target, pane, visible, look.sharp))
        for part in drawn(self._below):
            part.over(target)

    def _paint_table(self, target: pygame.Surface, marks: Mapping[str, str]) -> None:
        """Paint the table's part of the window: ground, overlays, pieces, events, ghosts, then parts above them."""
        focus, layers, now = self.focus, self._layers, time.monotonic()
        camera, stage, recap_step = focus.camera, focus.animation.stage, focus.recap_step
        view, room = focus.layout.table.clip(target.get_rect()), focus.ground.room
        layers.set_clip(view)
        layers.blit(self._backdrop.of((view.size, room), lambda: backdrop(view.size, room)), view)
        table = self._table.of(words(), TableLayer)
        camera.draft = focus.context.sprites.draft = camera.glide is not None or now - focus.zoomed_at < SETTLE
        table.draw(layers, focus.ground, camera, fades=focus.options.motion == "full")
        left, top = camera.to_screen(0.0, camera.height)
        right, bottom = camera.to_screen(camera.width, 0.0)
        layers.set_clip(view.clip(pygame.Rect(round(left), round(top), round(right - left), round(bottom - top))))
        controller = None if stage.playing else focus.drawn
        for part in drawn(self._below):
            part.under(layers)
        layers.set_clip(view)
        target.set_clip(view)
        ghosts = partial(self._paint_ghosts, target, controller)
        resting = not focus.sheets and not stage.playing and not stage.trails
        if recap_step is None:
            layers.part(*self._pieces(now, marks))
            if resting:
                layers.show(target, view, _ghost_key(focus, controller), ghosts)
            else:
                layers.show(target, view)
                self._paint_stage(target, now)
        else:
            layers.show(target, view)
            draw_moves(target, recap_step.moved(), camera, focus.context.sprites, focus.context.owners)
            self._pieces(now, marks)[1](target)
        if not focus.sheets and not resting:
            ghosts()
        focus.context.readings[:] = self._readings if not focus.sheets else ()
        for part in drawn(self._above):
            part.draw(target)
        target.set_clip(None)

    def _paint_ghosts(self, target: pygame.Surface, controller: Controller | None) -> None:
        """Draw pieces about to be placed and their rulers, and names again where these leave them free."""
        focus, context = self.focus, self.focus.context
        context.readings.clear()
        ghosts, view = _ghosts(focus, controller), target.get_clip()
        plates = [plate for plate in context.sprites.names.shown if ghosts and view.contains(plate)]
        table = self._layers.picture if not focus.animation.stage.trails else None
        offset = (-view.left, -view.top)
        # pictures of the names before any ghost is drawn, to be drawn again where ghosts leave them free
        bare_names = [
            (table, plate, plate.move(offset)) if table else (target.subsurface(plate).copy(), plate)
            for plate in plates
        ]
        for part in drawn(self._above):
            part.among(target)
        if controller is not None:
            controller.over(target, context)
        hand = _hand(focus)
        if hand is not None and hand.placing is not controller and not focus.animation.playing:
            hand.placing.over(target, context)
        foreground = [*context.readings, *ghosts]
        target.blits([plate for plate in bare_names if plate[1].collidelist(foreground) < 0], doreturn=False)
        self._readings = [*context.readings]

    def _paint_stage(self, target: pygame.Surface, now: float) -> None:
        """Draw the playing events: trails, numbers, rings, leaving pieces, and results beside their pieces."""
        focus, context, camera = self.focus, self.focus.context, self.focus.camera
        stage = focus.animation.stage
        for before, after in stage.trails:
            ends = camera.to_screen(before.x, before.y), camera.to_screen(after.x, after.y)
            draw_line(target, *ends, PAPER, dashed=True)
        if not stage.playing:
            return
        progress, effects = max(0.0, min(1.0, stage.share(now))), stage.effects(now)
        if not stage.reduced:
            draw_gone(target, effects, progress, camera, context.sprites, context.owners)
        draw_effects(target, effects, progress, camera, context.theme, context.owners, still=stage.reduced)
        pieces = {piece.id: piece for piece in focus.animation.view.pieces}
        draw_results(target, stage.results(now), pieces, camera, context.theme)

    def _pieces(self, now: float, marks: Mapping[str, str]) -> tuple[object, Callable[[Canvas], None]]:
        """Return a cache key of the picture of all pieces, and the function that draws them."""
        focus, context, camera = self.focus, self.focus.context, self.focus.camera
        sprites, scale, owners, step = context.sprites, camera.scale, context.owners, focus.recap_step
        stage, tweens, shown_view = focus.animation.stage, focus.animation.tweens, focus.animation.view
        pieces = self._ordered(shown_view.pieces if step is None else tuple(step.after.values()))
        if camera.glide is not None:
            sprites.ready(pieces, camera.view.scale, owners)
        if tweens.started or stage.playing:
            effects, progress = stage.effects(now) if not stage.reduced else (), stage.share(now)
            pieces = [shaken(tweens.shown(piece, now), effects, progress) for piece in pieces]
        movers = frozenset[str]() if step is not None or stage.playing else focus.ghost.away
        hand = _hand(focus)
        if focus.hands.hovering and hand is not None:
            movers = frozenset((hand.piece,))
        moving = next(iter(movers)) if len(movers) == 1 else ""
        spots, units = [camera.to_screen(piece.x, piece.y) for piece in pieces], shown_view.units

        veils = veiling(pieces, {*marks, *(piece.id for piece in pieces if piece.active)})
        outlined = outlines(focus, marks)
        # units all of whose models move have their name at the ghosts
        staying_units = {piece.unit for piece in pieces if piece.id not in movers}
        absent_units = (
            frozenset(piece.unit for piece in pieces if piece.unit not in staying_units) if movers else frozenset()
        )

        def draw(target: Canvas) -> None:
            still = (piece for piece in pieces if piece.id not in movers)
            self._outlines.bind_all(target, still, camera, colours_of(owners))
            for unit, mark in outlined.items():
                models = [piece for piece in pieces if piece.unit == unit]
                self._outlines.draw(target, models, camera, *UNIT_MARKS[mark])
            for piece, spot in zip(pieces, spots, strict=True):
                if piece.id in marks and piece.unit:  # rings of models first, as other models stand close
                    sprites.ring(target, piece, spot, scale, *MARKS[marks[piece.id]])
            for piece, spot in zip(pieces, spots, strict=True):
                if piece.id in marks and not piece.unit:
                    sprites.ring(target, piece, spot, scale, *MARKS[marks[piece.id]])
                opacity = VEIL if piece.id in veils else 255
                if piece.id in movers:
                    opacity = GHOST
                sprites.draw(target, piece, spot, scale, owners, opacity=opacity)
            sprites.label(target, pieces, spots, scale, owners, moving, units, absent_units)

        drawn = (pieces, spots, [*units.values()], sprites.taken)
        return (sprites, scale, owners, marks, movers, veils, drawn, outlined), draw

    def _ordered(self, pieces: Sequence[PieceView]) -> list[PieceView]:
        """Return the pieces in drawing order, from bottom to top."""
        if self._order[0] is not pieces:  # sorting is needed only for new pieces
            self._order = pieces, bottom_up(pieces)
        return self._order[1]


def backdrop(size: tuple[int, int], room: Colour = WOOD) -> pygame.Surface:
    """Return the background around the table: dark wood, a little lighter in the middle."""
    cells = 40
    x, y = np.linspace(-1, 1, cells)[:, None], np.linspace(-1, 1, cells)[None, :]
    light = np.clip(1.0 - 0.42 * (x * x + y * y), 0.2, 1.0)[:, :, None]
    dark = np.array(mix(room, (16, 14, 16), 0.25), dtype=float)[None, None, :]
    small = pygame.surfarray.make_surface((dark * light).astype(np.uint8))
    if pygame.display.get_init() and pygame.display.get_surface():
        small = small.convert()
    return pygame.transform.smoothscale(small, size)


def _draw_pane(target: pygame.Surface, pane: Pane, visible: pygame.Rect, sharp: bool) -> None:
    pane.draw(target)
    if sharp:
        sharpen(target, visible)


def _ghost_key(focus: Focus, controller: Controller | None) -> object:
    """Return a key for the look of the pieces about to be placed; None if it can change at any time."""
    hand, context = _hand(focus), focus.context
    held = hand.placing if hand is not None and hand.placing is not controller else None
    keys = [placing.over_key() for placing in (controller, held) if placing is not None]
    if not keys or None in keys:
        return None
    view = context.camera.to_screen(0.0, 0.0), context.camera.scale
    ranges = bool(unit_with_ranges(focus)[1].unit)
    return keys, view, context.sprites, context.owners, context.options.receipts, ranges, details_held(), words()


def _hand(focus: Focus) -> Hand | None:
    """Return the piece in hand whose ghost is drawn, None without one."""
    return focus.hands.shown if focus.drawing else None


def _ghosts(focus: Focus, controller: Controller | None) -> list[pygame.Rect]:
    """Return the bases of pieces about to be placed, and of models being arranged, in the window."""
    hand = _hand(focus)
    ghosts = [
        placing.ghost for placing in (controller, hand.placing if hand is not None else None) if placing is not None
    ]
    placed = [ghost.placed for ghost in ghosts if ghost.placed is not None]
    return bases(focus, [*placed, *unit_with_ranges(focus)[1].pieces])
