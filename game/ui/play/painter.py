"""Drawing a scene: table, pieces, overlays, panels, sheets. Unchanged parts are blitted from a copy."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Final

import numpy as np
import pygame
import shapely

from game.engine.rulebook.view import Line
from game.lengths import coordinates
from game.ui.aids.inspection import Overlays
from game.ui.aids.measurables import highest_surface
from game.ui.aids.measuring_view import draw_rings, draw_rulers, pinned_receipt
from game.ui.aids.stakes import stake_lines
from game.ui.board.memo import Memo
from game.ui.board.overlays import LEGAL, RegionOverlay, draw_legend, legend_corner
from game.ui.board.picture import draw_moves
from game.ui.board.pieces import bottom_up
from game.ui.board.stake_art import draw_stake
from game.ui.decisions import Controller
from game.ui.decisions.place import PlaceController
from game.ui.play.candidates import draw_candidates
from game.ui.play.choices import ChoiceLayer, choosable
from game.ui.play.scene import TableScene
from game.ui.play.signs import signs_in_view
from game.ui.staging.effects import draw_effects, draw_gone, draw_results, draw_trails, shaken
from game.ui.strip.sides import facts_of
from game.ui.strip.strip import FOLD, Mark
from game.ui.widgets.keys import key_label, key_of
from game.ui.widgets.layers import Canvas, Kept, Layers
from game.ui.widgets.looks import sharpen
from game.ui.widgets.text import draw_tooltip
from game.ui.widgets.theme import LAMP, PAPER, SHADOW, WARNING, WOOD, Colour, mix
from game.wording import _

TOOLTIP_AFTER: Final = 0.35
SETTLE: Final = 0.14
"""Seconds from the last turn of the wheel until the table is repainted."""
USUAL: Final = {"legal", "could strike here", "can be chosen"}
"""What needs no legend of its own."""
MARKS: Final[dict[str, tuple[Colour, str]]] = {
    "candidate": (LEGAL, "solid"),
    "chosen": (LAMP, "glow"),
    "contact": (WARNING, "dashed"),
    "pointed": (LAMP, "solid"),
    "selected": (PAPER, "dashed"),
}
OUTLINES: Final = {"candidate": 1, "chosen": 2, "contact": 1, "pointed": 2, "selected": 2}
"""The width of the outline of a marked chip of the rosters."""


class Painter:
    """Paints scenes onto a window, caching the parts that seldom change."""

    def __init__(self) -> None:
        self._parts: defaultdict[str, Kept] = defaultdict(Kept)
        self._backdrop = Memo[pygame.Surface]()
        self._layers = Layers()
        self._choices = ChoiceLayer()
        self._sharp = False

    def paint(self, target: pygame.Surface, scene: TableScene) -> None:
        """Paint one frame."""
        scene.refresh_panel()
        marks = rings(scene)
        self._paint_table(target, scene, marks)
        self._sharp = scene.window.look.sharp
        shown, told, decider = scene.staging.view, scene.staging.log, scene.staging.decider
        scene.log.hovered = scene.log.number_at(scene.mouse, told) if scene.pointing else -1
        layout, model, faces, details = scene.layout, scene.model, scene.clocks.faces, scene.details
        looks = (scene.theme.scale, target.get_size(), scene.window.look.name)
        parts: dict[str, tuple[pygame.Rect, tuple[object, ...], Callable[[], None]]] = {
            "bar": (
                layout.bar,
                (shown, decider, tuple(faces.items())),
                lambda: scene.bar.draw(target, shown, scene.owners, decider, faces),
            ),
            "strip": (
                layout.strip,
                (*scene.strip.key(), scene.owners, chips := chips_marked(scene, marks)),
                lambda: scene.strip.draw(target, scene.owners, chips),
            ),
            "decision": (layout.decision, (scene.panel.key(),), lambda: scene.panel.draw(target)),
            "details": (layout.details, (details.sections, details.view.offset), lambda: details.draw(target)),
            "log": (
                layout.log,
                (model.version, len(told), scene.log.key()),
                lambda: scene.log.draw(target, told),
            ),
        }
        for name, (rect, key, draw) in parts.items():
            self._paint_part(target, name, rect, (*key, tuple(rect), *looks), draw)
        self._choices.draw_plates(target, scene)
        scene.draw_more(target)
        scene.manager.draw_ui(target)
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
        layers, camera, controller, step = self._layers, scene.camera, scene.controller, scene.recap_step
        room = scene.ground.room
        layers.set_clip(view)
        layers.blit(self._backdrop.of((view.size, room), lambda: backdrop(view.size, room)), view)
        now = time.monotonic()
        scene.table.draw(layers, scene.ground, camera, draft=now - scene.zoomed_at < SETTLE)
        left, top = camera.to_screen(0.0, camera.height)
        right, bottom = camera.to_screen(camera.width, 0.0)
        layers.set_clip(view.clip(pygame.Rect(round(left), round(top), round(right - left), round(bottom - top))))
        playing = scene.staging.stage.playing
        if playing:
            controller = None
        if step is None and not playing:
            self._paint_overlays(layers, scene, controller)
        draw_rings(scene.measuring, layers, scene.context)
        layers.set_clip(view)
        target.set_clip(view)
        if step is None:
            layers.part(*self._pieces(scene, now, marks))
            layers.show(target, view)
            self._paint_stage(target, scene, now)
        else:
            layers.show(target, view)
            draw_moves(target, step.moved(), camera, scene.context.sprites, scene.owners)
            self._pieces(scene, now, marks)[1](target)
        if not scene.sheets:
            scene.context.signs = signs_in_view(scene, reach_shown(scene)) if not playing and step is None else []
            self._paint_ghosts(target, scene, controller)
            self._paint_legend(target, scene, controller)
            self._paint_stakes(target, scene)
            draw_rulers(scene.measuring, target, scene.context)
        if scene.weighing is not None:
            draw_candidates(target, scene.model, scene.weighing, camera, scene.theme)
        scene.threats.draw_labels(target, view, scene.model.pieces, camera, scene.theme)
        self._paint_odds(target, scene, view)
        _point_outside(target, scene, view)
        scene.tray.place(view)
        scene.tray.draw(target, now)
        target.set_clip(None)

    def _paint_overlays(self, layers: Canvas, scene: TableScene, controller: Controller | None) -> None:
        """Draw regions, the threat map over them with their outlines once more above it, and what can be chosen."""
        region = self._paint_reach(layers, scene)
        if controller is not None:
            controller.under(layers, scene.context)
        scene.threats.draw(layers, scene.camera)
        if scene.threats.on:
            for overlay in (region, controller.shown_region(scene.context) if controller is not None else None):
                if overlay is not None:
                    overlay.draw_outline(layers, scene.camera)
        self._choices.draw(layers, scene)

    @staticmethod
    def _paint_ghosts(target: pygame.Surface, scene: TableScene, controller: Controller | None) -> None:
        if controller is not None:
            controller.over(target, scene.context)
        hand = scene.hands.shown
        if hand is not None and hand.ghost is not controller and not scene.staging.playing:
            hand.ghost.over(target, scene.context)

    @staticmethod
    def _paint_legend(target: pygame.Surface, scene: TableScene, controller: Controller | None) -> None:
        """Explain what is in view, unless whoever places a piece does."""
        signs, theme, view = scene.context.signs, scene.theme, scene.layout.table
        placing = controller is not None and controller.shown_region(scene.context) is not None
        if placing or set(signs) <= USUAL:
            return
        pieces = [scene.camera.to_screen(piece.x, piece.y) for piece in scene.model.pieces.values()]
        avoid = [pygame.Rect(x - 20, y - 20, 40, 40) for x, y in pieces]
        draw_legend(target, signs, view, legend_corner(signs, view, avoid, theme), theme)

    @staticmethod
    def _paint_stakes(target: pygame.Surface, scene: TableScene) -> None:
        """Mark whom the answer under consideration would hurt or help, a piece in hand where it would be."""
        pieces = dict(scene.model.pieces)
        shown = scene.hands.shown.ghost if scene.hands.shown is not None else scene.controller
        if isinstance(shown, PlaceController) and shown.shown:
            pieces[shown.decision.about] = shown.ghost()
        for stake in scene.weighed_stakes():
            if (piece := pieces.get(stake.piece.id)) is not None:
                draw_stake(target, stake, piece, scene.camera, scene.theme)

    @staticmethod
    def _paint_stage(target: pygame.Surface, scene: TableScene, now: float) -> None:
        """Draw trails, and what is changing: numbers, rings, pieces that leave, results beside their pieces."""
        stage, camera = scene.staging.stage, scene.camera
        draw_trails(target, stage.trails, camera)
        if not stage.playing:
            return
        share, effects = max(0.0, min(1.0, stage.share(now))), stage.effects(now)
        if not stage.reduced:
            draw_gone(target, effects, share, camera, scene.context.sprites, scene.owners)
        draw_effects(target, effects, share, camera, scene.theme, scene.owners, still=stage.reduced)
        pieces = {piece.id: piece for piece in scene.staging.view.pieces}
        draw_results(target, stage.results(now), pieces, camera, scene.theme)

    @staticmethod
    def _paint_odds(target: pygame.Surface, scene: TableScene, view: pygame.Rect) -> None:
        odds = scene.odds() if not scene.sheets else None
        about = scene.model.decision.about if scene.model.decision is not None else ""
        pieces = (scene.model.pieces.get(piece) for piece in ((about, *rings(scene), scene.aimed) if odds else ()))
        spots = [scene.camera.to_screen(piece.x, piece.y) for piece in pieces if piece is not None]
        others = [scene.camera.to_screen(piece.x, piece.y) for piece in scene.model.pieces.values()]
        cursor = scene.mouse if scene.aimed else None
        scene.plate.draw(target, view, odds, spots, others, cursor=cursor)

    @staticmethod
    def _paint_reach(target: Canvas, scene: TableScene) -> RegionOverlay | None:
        """Draw the reach of the inspected piece, unless the controller draws its own; return its region."""
        move, attack = reach_shown(scene)
        if move is not None:
            move.draw(target, scene.camera)
        if attack is not None:
            attack.draw(target, scene.camera)
        return move

    @staticmethod
    def _pieces(scene: TableScene, now: float, marks: Mapping[str, str]) -> tuple[object, Callable[[Canvas], None]]:
        """Return a cache key of the pieces' picture, and the function that draws it."""
        sprites, scale, controller, owners = scene.context.sprites, scene.camera.scale, scene.controller, scene.owners
        step = scene.recap_step
        shown = scene.staging.view.pieces if step is None else step.after.values()
        stage, share = scene.staging.stage, scene.staging.stage.share(now)
        effects = stage.effects(now) if not stage.reduced else ()
        pieces = bottom_up(shaken(scene.staging.tweens.shown(piece, now), effects, share) for piece in shown)
        idle = step is not None or controller is None or stage.playing
        moving = "" if idle or controller is None else controller.moving
        if scene.hands.hovering and scene.hands.shown is not None:
            moving = scene.hands.shown.piece
        spots = [scene.camera.to_screen(piece.x, piece.y) for piece in pieces]

        def draw(target: Canvas) -> None:
            for piece, spot in zip(pieces, spots, strict=True):
                if piece.id in marks:
                    sprites.ring(target, piece, spot, scale, *MARKS[marks[piece.id]])
                sprites.draw(target, piece, spot, scale, owners, ghost=piece.id == moving)
            sprites.label(target, pieces, spots, scale, owners, moving)

        return (sprites, scale, owners, marks, moving, pieces, spots), draw

    def _paint_tooltip(self, target: pygame.Surface, scene: TableScene) -> None:
        if (told := focused_tip(scene)) is not None:
            draw_tooltip(target, scene.theme, *told, beside=(scene.layout.decision, scene.layout.details))
            return
        if not scene.pointing or time.monotonic() - scene.mouse_since < TOOLTIP_AFTER:
            return
        found = tooltip(scene)
        if found is not None:
            layout = scene.layout
            choices = [layout.decision] if layout.decision.collidepoint(scene.mouse) else []
            if layout.strip.collidepoint(scene.mouse):
                choices = [layout.decision, layout.details]
            beside = [scene.plate.rect, *choices]
            plate = draw_tooltip(target, scene.theme, scene.mouse, *found, beside=beside)
            if self._sharp:
                sharpen(target, plate)


def reach_shown(scene: TableScene) -> Overlays:
    """Return the overlays of the inspected piece's reach; only where it may be put now are they those of a choice."""
    piece, controller = scene.inspection.piece(), scene.controller
    placing = controller is not None and controller.decision.kind == "place" and not scene.inspection.selected
    about = scene.model.decision.about if scene.model.decision is not None else ""
    if not piece or placing or (controller is not None and controller.draws_reach) or scene.staging.playing:
        return None, None
    lead = scene.inspection.lead()
    if piece == about and lead is None and choosable(scene):
        return None, None  # the ground that can be chosen is what matters now
    asked = piece == about and scene.is_direct and controller is not None and controller.decision.kind != "place"
    movable = asked and scene.hands.ahead() is not None
    move, attack = scene.inspection.reach(piece, looked_at=not movable)[1]
    move = lead or move
    return move if scene.options.region else None, attack if scene.options.threat else None


def rings(scene: TableScene) -> dict[str, str]:
    """Return the ring of each piece: by the controller, the selection and the row pointed at."""
    if scene.staging.stage.playing:
        return {}
    if scene.recap_step is not None:
        return dict.fromkeys(scene.recap_step.involved, "chosen")
    marks = dict(scene.input_target.marks()) if scene.input_target is not None else {}
    if scene.inspection.selected:
        marks.setdefault(scene.inspection.selected, "selected")
    pointed = scene.actions.pointed()
    if pointed is not None:
        theirs = (each.id for each in scene.model.view.pieces if each.owner in pointed.about.players)
        marks |= dict.fromkeys((*pointed.subject, *theirs), "pointed")
    if piece := listed(scene):
        marks[piece] = "pointed"
    return marks


def listed(scene: TableScene) -> str:
    """Return the piece that is pointed at on the rosters, by key or mouse; "" if none is."""
    return scene.inspection.focused or (scene.strip.at(scene.mouse) if scene.pointing else "")


def _point_outside(target: pygame.Surface, scene: TableScene, view: pygame.Rect) -> None:
    """Draw an arrow at the edge of the view towards a piece that is pointed at on the rosters and out of sight."""
    piece = scene.staging.piece(listed(scene))
    if piece is None or view.collidepoint(scene.camera.to_screen(piece.x, piece.y)):
        return
    size = scene.theme.px(2)
    inner = pygame.Rect(view.inflate(-3 * size, -3 * size))
    to = pygame.Vector2(scene.camera.to_screen(piece.x, piece.y))
    tip = pygame.Vector2(max(inner.left, min(inner.right, to.x)), max(inner.top, min(inner.bottom, to.y)))
    along = (to - tip).normalize() * size
    points = [tip + along, tip + along.rotate(140), tip + along.rotate(-140)]
    pygame.draw.polygon(target, LAMP, points)
    pygame.draw.polygon(target, SHADOW, points, 2)


def chips_marked(scene: TableScene, on_table: Mapping[str, str]) -> dict[str, Mark]:
    """Return the mark of each chip of the rosters: as on the table, and of the piece under the mouse."""
    marks = {piece: Mark(MARKS[mark][0], OUTLINES[mark], mark == "chosen") for piece, mark in on_table.items()}
    for piece in (scene.inspection.hovered if scene.pointing else "", scene.inspection.focused):
        if piece:
            marks[piece] = Mark(LAMP, 2, filled=True)
    return marks


def tooltip(scene: TableScene) -> tuple[str, tuple[Line, ...]] | None:
    """Return title and lines of the tooltip: for a piece, an action, a rule, or a line of the log."""
    model = scene.model
    if scene.layout.table.collidepoint(scene.mouse):
        if pinned := pinned_receipt(scene.measuring, scene.mouse):
            return pinned
        placing = scene.controller is not None and scene.controller.decision.kind == "place"
        piece = scene.staging.piece(scene.inspection.hovered)
        if piece is not None and not placing:
            against = scene.controller.objections(piece.id) if scene.controller is not None else ()
            title = f"{piece.name} · {model.player_name(piece.owner)}" if piece.owner else piece.name
            return title, (*piece.details, *against, *scene.threats.lines())
        found = _terrain(scene) if not placing else None
        pointed = scene.actions.pointed()
        if pointed is not None and (pointed.about.terrain or pointed.about.level is not None):
            about = stake_lines(scene.weighed_stakes()) or (found[1] if found is not None else ())
            return f"{pointed.label}  {pointed.rule}", (*about, *scene.threats.lines())
        if lines := scene.threats.lines():
            return found[0] if found is not None else _("Who could reach this"), lines
        return found
    if scene.layout.strip.collidepoint(scene.mouse):
        if scene.strip.button_at(scene.mouse) == FOLD:
            word = _("Open the rosters") if scene.strip.folded else _("Fold the rosters away")
            return f"{word} ({key_label('shift+' + key_of(scene.options.keys, 'strip'))})", ()
        chip = scene.strip.piece(scene.strip.at(scene.mouse))
        return facts_of(chip, scene.staging.view) if chip is not None else None
    player = scene.bar.player_at(scene.mouse, model.view)
    if player is not None:
        points = f"{player.score} {_(model.session.ruleset.terms.points)}"
        return player.name, (Line(points), *(Line(note) for note in player.notes))
    row, entry = scene.actions.at(scene.mouse), scene.log.at(scene.mouse, model.log)
    rule = scene.rule_at(scene.mouse) if entry is None else entry.rule
    title = rule
    if row >= 0:
        rule = scene.actions.actions[row].rule
        title = f"{scene.actions.actions[row].label}  {rule}"
    text = model.session.ruleset.wording(rule) if rule else ""
    told = [Line(text)] if text else []
    if entry is not None:
        told.append(Line(_("A click shows this moment."), tone="quiet"))
    return (title, tuple(told)) if told else scene.log.tip(scene.mouse, scene.options.keys)


def focused_tip(scene: TableScene) -> tuple[tuple[int, int], str, tuple[Line, ...]] | None:
    """Return place, title and lines of the tooltip of the piece that has the keys on the rosters."""
    piece, chip = scene.strip.piece(scene.inspection.focused), scene.strip.place(scene.inspection.focused)
    return (chip.midbottom, *facts_of(piece, scene.staging.view)) if piece is not None and chip is not None else None


def _terrain(scene: TableScene) -> tuple[str, tuple[Line, ...]] | None:
    x, y = scene.camera.to_table(*scene.mouse)
    here = [piece for piece in scene.ground.battlefield.pieces if shapely.intersects_xy(piece.shape, x, y)]
    names = dict.fromkeys(piece.name for piece in here if piece.name)
    if not names:
        return None
    found = [Line(coordinates(x, y), tone="quiet")]
    level = highest_surface(scene.model.session.game.ruler, (x, y))
    if level:
        found.append(Line(_("One may stand here on level {level}", level=level)))
    return ", ".join(names), tuple(found)


def backdrop(size: tuple[int, int], room: Colour = WOOD) -> pygame.Surface:
    """Return the background around the table: dark wood, a little lighter in the middle."""
    cells = 40
    x, y = np.linspace(-1, 1, cells)[:, None], np.linspace(-1, 1, cells)[None, :]
    light = np.clip(1.0 - 0.42 * (x * x + y * y), 0.2, 1.0)[:, :, None]
    dark = np.array(mix(room, (16, 14, 16), 0.25), dtype=float)[None, None, :]
    small = pygame.surfarray.make_surface((dark * light).astype(np.uint8))
    surface = pygame.transform.smoothscale(small, size)
    return surface.convert() if pygame.display.get_init() and pygame.display.get_surface() else surface
