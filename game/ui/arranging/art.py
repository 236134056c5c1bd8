"""The look of an arrangement in preparation: ghosts, their paths, and where models may end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pygame

from game.engine.rulebook.view import PieceView
from game.play.session_model import SessionModel
from game.table.layout.steps import Steps
from game.ui.arranging.draft import Draft
from game.ui.board.camera import Spot
from game.ui.board.overlays import RegionOverlay, Sample, draw_cross, draw_pill
from game.ui.board.pieces import drawn_radius
from game.ui.board.unit_art import UnitOutlines
from game.ui.decisions.base import DrawContext
from game.ui.decisions.ghost import Ghost
from game.ui.shell.jobs import Progress
from game.ui.widgets.layers import Canvas
from game.ui.widgets.memo import Memo
from game.ui.widgets.theme import BAD, LAMP, PAPER, SHADOW, WARNING
from game.wording import _


class ArrangingArt:
    """Draws one unit's arrangement; unchanged parts are computed and painted once."""

    def __init__(self, model: SessionModel, unit: str, draft: Draft) -> None:
        self.model, self.unit, self.draft = model, unit, draft
        self._outlines = UnitOutlines()
        self._overlays = Memo[RegionOverlay | None](len(draft.members) + 1)
        self._ghost = Memo[Ghost]()

    def overlay(self) -> RegionOverlay | None:
        """Return the area where the picked model, or any model, may end; None until it is worked out."""
        ground = self.draft.ground(self.draft.picked)
        if ground is None:
            return None
        return self._overlays.of(self.draft.picked, lambda: RegionOverlay(Sample(ground), reasons=False))

    def ghost(self) -> Ghost:
        """Return the models where the player wants them."""
        return self._ghost.of((self.draft.version, self.model.version), self._supposed)

    def _supposed(self) -> Ghost:
        draft = self.draft
        away = frozenset(name for name, at in draft.wanted.items() if at != draft.starts[name])
        return Ghost(tuple(self._pieces()), draft.start, draft.spot, away, self.unit, draft.move_to)

    def _pieces(self) -> Iterator[PieceView]:
        pieces, reserve = self.model.pieces, self.model.reserve
        for member in self.draft.members:
            x, y = self.draft.wanted[member.id]
            disc, piece = member.disc, pieces.get(member.id) or reserve.get(member.id)
            bare = PieceView(member.id, disc.name, "base", x, y, disc.radius, self.model.decider)
            yield replace(piece, x=x, y=y, active=False) if piece is not None else bare

    def under(self, target: Canvas, context: DrawContext) -> None:
        """Draw where models may end, below the pieces."""
        overlay = self.overlay()
        if overlay is not None and context.options.region:
            overlay.show(target, context.camera)

    def over(self, target: pygame.Surface, context: DrawContext, line: Sequence[Spot], share: float | None) -> None:
        """Draw the ghosts of all models with their paths, illegal ones crossed out, and a painted line.

        `share` is the progress of a search, None without one.
        """
        camera, draft, refused = context.camera, self.draft, self.draft.refused()
        if len(line) > 1:
            spots = [camera.to_screen(*spot) for spot in line]
            pygame.draw.lines(target, SHADOW, False, spots, 5)
            pygame.draw.lines(target, LAMP, False, spots, 3)
        if draft.moved:
            self._draw_ghosts(target, context, refused)
        if share is not None:
            draw_search(target, context, share)

    def _draw_ghosts(self, target: pygame.Surface, context: DrawContext, refused: frozenset[str]) -> None:
        """Draw all models where the player wants them, with their paths; illegal ones are crossed out."""
        camera, draft, steps = context.camera, self.draft, self.draft.steps
        if context.options.receipts and draft.stands:
            self._draw_paths(target, context, steps)
        ghosts, scale = self.ghost().pieces, camera.scale
        good = not refused and (steps is not None or not draft.judged)
        self._outlines.draw(target, ghosts, camera, LAMP if good else WARNING if not refused else BAD, "solid")
        for ghost in ghosts:
            centre = camera.to_screen(ghost.x, ghost.y)
            if ghost.id == draft.picked:
                context.sprites.ring(target, ghost, centre, scale, PAPER, "dashed")
            elif ghost.id in draft.by_hand:
                context.sprites.ring(target, ghost, centre, scale, LAMP, "solid")
            context.sprites.draw(target, ghost, centre, scale, context.owners)
            if ghost.id in refused:
                draw_cross(target, centre, ghost.radius * scale)
        draw_name(target, context, self.model, ghosts)

    def _draw_paths(self, target: pygame.Surface, context: DrawContext, steps: Steps | None) -> None:
        corners = self.draft.corners | {step.id: step.via for step in steps or ()}
        for name, start in self.draft.starts.items():
            path = [start, *corners.get(name, ()), self.draft.wanted[name]]
            if path[0] != path[-1]:
                pygame.draw.aalines(target, PAPER, False, [context.camera.to_screen(*spot) for spot in path])


def draw_ghosts(target: pygame.Surface, context: DrawContext, model: SessionModel, ghosts: Sequence[PieceView]) -> None:
    """Draw a dragged unit of which nothing is known yet but its name."""
    for ghost in ghosts:
        centre = context.camera.to_screen(ghost.x, ghost.y)
        context.sprites.draw(target, ghost, centre, context.camera.scale, context.owners)
    draw_name(target, context, model, ghosts)


def draw_name(target: pygame.Surface, context: DrawContext, model: SessionModel, ghosts: Sequence[PieceView]) -> None:
    """Write the name of a unit beside its ghosts."""
    unit = model.view.units.get(ghosts[0].unit)
    if unit is None:
        return
    camera, livery = context.camera, context.owners.get(unit.owner)
    spots = [camera.to_screen(ghost.x, ghost.y) for ghost in ghosts]
    radii = [drawn_radius(ghost) * camera.scale for ghost in ghosts]
    colour, view, names = livery.colour if livery is not None else PAPER, target.get_clip(), context.sprites.names
    if view.collidepoint(spots[0]):
        plate = target.blit(*names.of_units.beside(unit, colour, view, spots, radii, names.shown))
        context.readings.append(plate)


def draw_search(target: pygame.Surface, context: DrawContext, share: float) -> None:
    """Draw the progress of a search, from 0 to 1, at the top of the table, and how to stop it."""
    theme, view = context.theme, target.get_clip()
    words = _("Looking for a legal arrangement · Esc stops")
    box = draw_pill(target, words, (view.centerx, view.top + theme.px(3)), theme)
    bar = pygame.Rect(box.left + theme.px(1), box.bottom + theme.px(0.5), box.width - theme.px(2), theme.px(2))
    Progress(share).draw(target, theme, bar)
