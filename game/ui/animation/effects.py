"""Drawing changes: a piece that shudders, shines or topples, a number that floats off its base."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

import pygame

from game.engine.history.changes import Effect
from game.engine.rulebook.view import PieceView
from game.ui.board.camera import Camera
from game.ui.board.overlays import draw_pill
from game.ui.board.pieces import Liveries, Livery, Sprites, drawn_radius
from game.ui.board.ruler_art import draw_line
from game.ui.board.stake_art import draw_sign
from game.ui.widgets.theme import BAD, GOOD, LAMP, PAPER, Colour, Theme
from game.wording import _

SHUDDER: Final = 0.09
"""Inches by which a damaged piece shudders."""
FLOAT: Final = 0.9
"""Inches that a number rises."""


def shaken(piece: PieceView, effects: Iterable[Effect], share: float) -> PieceView:
    """Return a piece at its drawn place while it shudders."""
    if not any(effect.change == "hurt" and effect.piece.id == piece.id for effect in effects):
        return piece
    return replace(piece, x=piece.x + SHUDDER * math.sin(share * 8 * math.pi) * (1.0 - min(1.0, share)))


def draw_effects(
    target: pygame.Surface,
    effects: Sequence[Effect],
    share: float,
    camera: Camera,
    theme: Theme,
    owners: Liveries,
    *,
    still: bool,
) -> None:
    """Draw rings and numbers of changes, `share` of 1 complete; `still`: nothing moves."""
    for effect in effects:
        text, colour = _words(effect)
        piece = effect.piece
        if effect.change == "won":
            colour = owners.get(piece.controller or piece.owner, Livery()).colour
        centre = camera.to_screen(piece.x, piece.y)
        radius = drawn_radius(piece) * camera.scale
        if effect.change in ("healed", "raised", "took", "won"):
            wide = radius * (1.2 if still else 1.0 + 0.6 * share)
            ring = colour if effect.change == "won" else LAMP
            pygame.draw.circle(target, ring, centre, wide, max(2, theme.px(0.4)))
        if text:
            risen = 0.0 if still else FLOAT * share * camera.scale
            box = draw_pill(target, text, (centre[0], centre[1] - radius - theme.px(1.5) - risen), theme, colour)
            if sign := _sign(effect):
                draw_sign(target, sign, (box.left - theme.px(1), box.centery), theme.px(1))


def _sign(effect: Effect) -> str:
    """Return the sign beside the words for a piece that changes hands, or for a marker that leaves."""
    return {"won": "helped", "lost": "hurt", "gone": "hurt"}.get(effect.change, "")


def _words(effect: Effect) -> tuple[str, Colour]:
    if effect.change == "hurt":
        return _("{n} damage", n=effect.amount), BAD
    if effect.change == "healed":
        return f"\u2212{effect.amount}", GOOD
    if effect.change == "raised":
        return f"{effect.piece.symbol}", LAMP
    if effect.change == "gone" and effect.piece.kind == "marker":
        return _("marker lost"), BAD
    if effect.change in ("won", "lost"):
        own = _("won over") if effect.piece.kind == "base" else _("gained")
        return (own, LAMP) if effect.change == "won" else (_("lost"), BAD)
    return "", PAPER


def draw_gone(
    target: pygame.Surface, effects: Sequence[Effect], share: float, camera: Camera, sprites: Sprites, owners: Liveries
) -> None:
    """Draw the pieces that leave: each topples and fades where it was."""
    for effect in effects:
        if effect.change != "gone" or share >= 1.0:
            continue
        piece, side = effect.piece, round(3 * drawn_radius(effect.piece) * camera.scale)
        picture = pygame.Surface((side, side), pygame.SRCALPHA, 32)
        sprites.draw(picture, piece, (side / 2, side / 2), camera.scale, owners)
        toppled = pygame.transform.rotozoom(picture, -80 * share, 1.0 - 0.35 * share)
        toppled.set_alpha(round(255 * (1.0 - share)))
        target.blit(toppled, toppled.get_rect(center=camera.to_screen(piece.x, piece.y)))


def draw_results(
    target: pygame.Surface,
    results: Iterable[tuple[str, int]],
    pieces: dict[str, PieceView],
    camera: Camera,
    theme: Theme,
) -> None:
    """Write the result of each die beside the piece it was rolled for."""
    for subject, result in results:
        piece = pieces.get(subject)
        if piece is not None:
            x, y = camera.to_screen(piece.x, piece.y)
            radius = drawn_radius(piece) * camera.scale
            draw_pill(target, str(result), (x + radius + theme.px(2), y - radius), theme, LAMP)


def draw_trails(target: pygame.Surface, trails: Iterable[tuple[PieceView, PieceView]], camera: Camera) -> None:
    """Draw a faint line from where each piece was to where it moved."""
    for was, now in trails:
        draw_line(target, camera.to_screen(was.x, was.y), camera.to_screen(now.x, now.y), PAPER, dashed=True)
