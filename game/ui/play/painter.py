"""Drawing a scene: table, pieces, overlays, panels, sheets. Unchanged parts are blitted from a copy."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Final

import numpy as np
import pygame

from game.engine.rulebook.view import PieceView
from game.lengths import words
from game.ui.board.picture import draw_moves
from game.ui.board.pieces import Livery, bottom_up
from game.ui.board.unit_outlines import UnitOutlines
from game.ui.decisions.base import Controller
from game.ui.decisions.hand import Hand
from game.ui.play.choices import draw_plates, plates_to_choose
from game.ui.play.marks import MARKS, UNIT_MARKS, chips_marked, listed, outlines, rings
from game.ui.play.scene import TableScene
from game.ui.play.tips import shown_tip, worth_seeing
from game.ui.staging.effects import draw_effects, draw_gone, draw_results, draw_trails, shaken
from game.ui.widgets.layers import Canvas, Kept, Layers
from game.ui.widgets.looks import sharpen
from game.ui.widgets.memo import Memo
from game.ui.widgets.theme import LAMP, SHADOW, WOOD, Colour, mix
from game.ui.widgets.tooltip import draw_tooltip

AROUND: Final = 3
"""Steps of the grid around a base that cover its ring, its marks and its name."""
SETTLE: Final = 0.14
"""Seconds from the last turn of the wheel until the table is repainted."""


class Painter:
    """Paints scenes onto a window, caching the parts that seldom change."""

    def __init__(self) -> None:
        self._parts: defaultdict[str, Kept] = defaultdict(partial(Kept, at_once=True))
        self._backdrop = Memo[pygame.Surface]()
        self._layers = Layers()
        self._sharp = False
        self._readings: list[pygame.Rect] = []
        self._order: tuple[object, list[PieceView]] = (None, [])
        self._outlines = UnitOutlines()

    def paint(self, target: pygame.Surface, scene: TableScene) -> None:
        """Paint one frame."""
        scene.refresh_panel()
        marks = rings(scene)
        self._paint_table(target, scene, marks)
        self._sharp = scene.window.look.sharp
        shown, told, decider = scene.focus.staging.view, scene.focus.staging.log, scene.focus.staging.decider
        scene.log.hovered = scene.log.number_at(scene.focus.mouse, told) if scene.focus.pointing else -1
        layout, model, faces = scene.layout, scene.model, scene.clocks.faces
        aid, details = scene.side.aid, scene.side.details
        looks = (scene.theme.scale, target.get_size(), scene.window.look.name)
        choosable = plates_to_choose(scene)

        def draw_bar() -> None:
            scene.bar.draw(target, shown, scene.context.owners, decider, faces)
            draw_plates(target, scene, choosable)
            scene.tools.draw(target, scene.focus.mouse)

        parts: dict[str, tuple[pygame.Rect, tuple[object, ...], Callable[[], None]]] = {
            "bar": (
                layout.bar,
                (shown, decider, tuple(faces.items()), tuple(choosable.items()), *scene.tools.key(scene.focus.mouse)),
                draw_bar,
            ),
            "strip": (
                layout.strip,
                (*scene.strip.key(), scene.context.owners, chips := chips_marked(scene, marks)),
                lambda: scene.strip.draw(target, scene.context.owners, chips),
            ),
            "rail": (
                layout.rail,
                (*scene.rail.key(), livery := scene.context.owners.get(scene.rail.player, Livery())),
                lambda: scene.rail.draw(target, livery),
            ),
            "decision": (layout.decision, (scene.side.decision.key(),), lambda: scene.side.decision.draw(target)),
            "aid": (layout.aid, aid.key(), lambda: aid.draw(target)),
            "details": (layout.details, details.key(), lambda: details.draw(target)),
            "log": (
                layout.log,
                (model.version, len(told), scene.log.key()),
                lambda: scene.log.draw(target, told),
            ),
        }
        for name, (rect, key, draw) in parts.items():
            self._paint_part(target, name, rect, (*key, tuple(rect), *looks), draw)
        scene.draw_more(target)
        if scene.sheets:
            sheet = scene.sheets[-1]
            sheet.place(layout.window.clip(target.get_rect()))
            sheet.draw(target)
            if self._sharp:
                sharpen(target, sheet.rect)
            if not sheet.rect.colliderect(scene.tray.rect):
                scene.tray.draw(target, time.monotonic())  # dice stay visible beside a hand-over
        else:
            self._paint_tooltip(target, scene)

    def _paint_part(
        self, target: pygame.Surface, name: str, rect: pygame.Rect, key: tuple[object, ...], draw: Callable[[], None]
    ) -> None:
        visible = rect.clip(target.get_rect())

        def drawn() -> None:
            draw()
            if self._sharp:
                sharpen(target, visible)

        self._parts[name].show(target, visible, key, drawn)

    def _paint_table(self, target: pygame.Surface, scene: TableScene, marks: Mapping[str, str]) -> None:
        view = scene.layout.table.clip(target.get_rect())
        layers, camera, controller, step = self._layers, scene.focus.camera, scene.focus.drawn, scene.focus.recap_step
        room = scene.ground.room
        layers.set_clip(view)
        layers.blit(self._backdrop.of((view.size, room), lambda: backdrop(view.size, room)), view)
        now = time.monotonic()
        scene.table.draw(layers, scene.ground, camera, draft=now - scene.focus.zoomed_at < SETTLE)
        left, top = camera.to_screen(0.0, camera.height)
        right, bottom = camera.to_screen(camera.width, 0.0)
        layers.set_clip(view.clip(pygame.Rect(round(left), round(top), round(right - left), round(bottom - top))))
        playing = scene.focus.staging.stage.playing
        if playing:
            controller = None
        for part in sorted(scene.parts, key=lambda part: part.depth):
            part.under(layers)
        layers.set_clip(view)
        target.set_clip(view)
        ghosts = partial(self._paint_ghosts, target, scene, controller)
        resting = not scene.sheets and not playing and not scene.focus.staging.stage.trails
        if step is None:
            layers.part(*self._pieces(scene, now, marks))
            if resting:
                layers.show(target, view, _ghost_key(scene, controller), ghosts)
            else:
                layers.show(target, view)
                self._paint_stage(target, scene, now)
        else:
            layers.show(target, view)
            draw_moves(target, step.moved(), camera, scene.context.sprites, scene.context.owners)
            self._pieces(scene, now, marks)[1](target)
        if not scene.sheets and not resting:
            ghosts()
        self._place_tray(scene, view, marks)
        self._paint_aids(target, scene, view)
        scene.tray.draw(target, now, yields=scene.tray.yields(scene.focus.mouse, scene.focus.mouse_since))
        self._paint_odds(target, scene, view)
        target.set_clip(None)

    def _place_tray(self, scene: TableScene, view: pygame.Rect, marks: Iterable[str]) -> None:
        """Put the dice where they hide nothing that the decision is about, and new ones where they hide least."""
        every: list[pygame.Rect] = []
        clear: list[pygame.Rect] = []
        if scene.tray.dice:
            around = scene.theme.px(2 * AROUND)
            every = _bases(scene, scene.focus.staging.view.pieces)
            clear = [base.inflate(around, around) for base in self._concerned(scene, marks)]
        scene.tray.place(view, clear, every)

    def _paint_aids(self, target: pygame.Surface, scene: TableScene, view: pygame.Rect) -> None:
        """Draw stakes, rulers and labels above everything on the table."""
        scene.context.readings[:] = self._readings if not scene.sheets else ()
        for part in sorted(scene.parts, key=lambda part: part.height):
            part.draw(target)
        _point_outside(target, scene, view)

    def _paint_ghosts(self, target: pygame.Surface, scene: TableScene, controller: Controller | None) -> None:
        """Draw pieces about to be placed, with their rulers, whose lines avoid names."""
        scene.context.readings.clear()
        ghosts, view = _ghosts(scene, controller), target.get_clip()
        plates = [plate for plate in scene.context.sprites.names.shown if ghosts and view.contains(plate)]
        table = self._layers.picture if not scene.focus.staging.stage.trails else None
        away = (-view.left, -view.top)
        bare = [(table, each, each.move(away)) if table else (target.subsurface(each).copy(), each) for each in plates]
        scene.chances.draw_moving(target)
        if controller is not None:
            controller.over(target, scene.context)
        hand = _hand(scene)
        if hand is not None and hand.placing is not controller and not scene.focus.staging.playing:
            hand.placing.over(target, scene.context)
        over = [*scene.context.readings, *ghosts]
        target.blits([each for each in bare if each[1].collidelist(over) < 0], doreturn=False)
        self._readings = [*scene.context.readings]

    @staticmethod
    def _paint_stage(target: pygame.Surface, scene: TableScene, now: float) -> None:
        """Draw trails and changes: numbers, rings, leaving pieces, results beside their pieces."""
        stage, camera = scene.focus.staging.stage, scene.focus.camera
        draw_trails(target, stage.trails, camera)
        if not stage.playing:
            return
        share, effects = max(0.0, min(1.0, stage.share(now))), stage.effects(now)
        if not stage.reduced:
            draw_gone(target, effects, share, camera, scene.context.sprites, scene.context.owners)
        draw_effects(target, effects, share, camera, scene.theme, scene.context.owners, still=stage.reduced)
        pieces = {piece.id: piece for piece in scene.focus.staging.view.pieces}
        draw_results(target, stage.results(now), pieces, camera, scene.theme)

    @staticmethod
    def _concerned(scene: TableScene, marks: Iterable[str]) -> list[pygame.Rect]:
        """Return the places of bases that are decided about or have `marks`; during events, of the acting ones."""
        if scene.focus.staging.playing:
            pieces = [piece for piece in scene.focus.staging.view.pieces if piece.active]
        else:
            named = scene.focus.about, *marks, scene.focus.aimed
            pieces = [piece for name in named for piece in scene.model.units.parts(name)]
        return _bases(scene, pieces)

    def _paint_odds(self, target: pygame.Surface, scene: TableScene, view: pygame.Rect) -> None:
        odds = scene.odds_beside if not scene.sheets else None
        if odds is None:
            scene.plate.rect.size = (0, 0)
            return
        concerned = self._concerned(scene, rings(scene))
        others = _bases(scene, scene.model.pieces.values())
        names = scene.context.sprites.names.shown
        things = concerned, [scene.tray.rect], [*others, *names]
        scene.plate.draw(target, view, odds, scene.focus.mouse, *things, yields=not scene.focus.aimed)

    def _pieces(
        self, scene: TableScene, now: float, marks: Mapping[str, str]
    ) -> tuple[object, Callable[[Canvas], None]]:
        """Return a cache key of the pieces' picture, and the function that draws it."""
        sprites, scale, owners = scene.context.sprites, scene.focus.camera.scale, scene.context.owners
        step = scene.focus.recap_step
        stage, tweens = scene.focus.staging.stage, scene.focus.staging.tweens
        shown = scene.focus.staging.view
        pieces = self._ordered(shown.pieces if step is None else tuple(step.after.values()))
        if tweens.started or stage.playing:
            effects, share = stage.effects(now) if not stage.reduced else (), stage.share(now)
            pieces = [shaken(tweens.shown(piece, now), effects, share) for piece in pieces]
        movers = frozenset[str]() if step is not None or stage.playing else scene.focus.ghost.away
        hand = _hand(scene)
        if scene.focus.hands.hovering and hand is not None:
            movers = frozenset((hand.piece,))
        moving = next(iter(movers)) if len(movers) == 1 else ""
        spots, units = [scene.focus.camera.to_screen(piece.x, piece.y) for piece in pieces], shown.units

        outlined = outlines(scene, marks)
        here = {piece.unit for piece in pieces if piece.id not in movers}
        away = frozenset(piece.unit for piece in pieces if piece.unit not in here) if movers else frozenset()

        def draw(target: Canvas) -> None:
            for unit, mark in outlined.items():
                models = [piece for piece in pieces if piece.unit == unit]
                self._outlines.draw(target, models, scene.focus.camera, *UNIT_MARKS[mark])
            for piece, spot in zip(pieces, spots, strict=True):
                if piece.id in marks and piece.unit:  # below all models, which may stand close
                    sprites.ring(target, piece, spot, scale, *MARKS[marks[piece.id]])
            for piece, spot in zip(pieces, spots, strict=True):
                if piece.id in marks and not piece.unit:
                    sprites.ring(target, piece, spot, scale, *MARKS[marks[piece.id]])
                sprites.draw(target, piece, spot, scale, owners, ghost=piece.id in movers)
            sprites.label(target, pieces, spots, scale, owners, moving, units, away)

        return (sprites, scale, owners, marks, movers, pieces, spots, [*units.values()], outlined), draw

    def _ordered(self, pieces: Sequence[PieceView]) -> list[PieceView]:
        if self._order[0] is not pieces:  # seldom otherwise
            self._order = pieces, bottom_up(pieces)
        return self._order[1]

    def _paint_tooltip(self, target: pygame.Surface, scene: TableScene) -> None:
        if (shown := shown_tip(scene, time.monotonic())) is not None:
            plate = draw_tooltip(target, scene.theme, *shown, avoid=worth_seeing(scene))
            if self._sharp:
                sharpen(target, plate)


def _point_outside(target: pygame.Surface, scene: TableScene, view: pygame.Rect) -> None:
    """Draw an arrow at the edge of the view towards a piece that is pointed at on the rosters but out of view."""
    piece = scene.focus.staging.card(listed(scene))
    if piece is None or view.collidepoint(scene.focus.camera.to_screen(piece.x, piece.y)):
        return
    size = scene.theme.px(2)
    inner = pygame.Rect(view.inflate(-3 * size, -3 * size))
    to = pygame.Vector2(scene.focus.camera.to_screen(piece.x, piece.y))
    tip = pygame.Vector2(max(inner.left, min(inner.right, to.x)), max(inner.top, min(inner.bottom, to.y)))
    along = (to - tip).normalize() * size
    points = [tip + along, tip + along.rotate(140), tip + along.rotate(-140)]
    pygame.draw.polygon(target, LAMP, points)
    pygame.draw.polygon(target, SHADOW, points, 2)


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


def _ghost_key(scene: TableScene, controller: Controller | None) -> object:
    """Return a key for the look of the pieces about to be placed, or None if it may always change."""
    hand, context = _hand(scene), scene.context
    held = hand.placing if hand is not None and hand.placing is not controller else None
    keys = [each.over_key() for each in (controller, held) if each is not None]
    if not keys or None in keys:
        return None
    view = context.camera.to_screen(0.0, 0.0), context.camera.scale
    ranges = bool(scene.chances.about()[1].unit)
    return keys, view, context.sprites, context.owners, context.options.receipts, ranges, words()


def _bases(scene: TableScene, pieces: Iterable[PieceView]) -> list[pygame.Rect]:
    """Return where the bases of pieces are in the window."""
    return [scene.focus.camera.base(piece.radius, (piece.x, piece.y)) for piece in pieces]


def _hand(scene: TableScene) -> Hand | None:
    """Return the piece in hand whose ghost is drawn."""
    return scene.focus.hands.shown if scene.focus.drawing else None


def _ghosts(scene: TableScene, controller: Controller | None) -> list[pygame.Rect]:
    """Return the positions of the pieces about to be placed, and of the models being arranged."""
    hand = _hand(scene)
    ghosts = [each.ghost for each in (controller, hand.placing if hand is not None else None) if each is not None]
    placed = [ghost.placed for ghost in ghosts if ghost.placed is not None]
    return _bases(scene, [*placed, *scene.chances.about()[1].pieces])
