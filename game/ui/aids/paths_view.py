"""The display of paths: the path on the table with its length, bends and end, and its report in words."""

from __future__ import annotations

import pygame

from game.engine.path_words import path_lines
from game.engine.pathfinding import PathReport
from game.engine.rulebook.view import Line
from game.lengths import missing, tape
from game.table.path.path import Path
from game.ui.aids.measuring import Measuring
from game.ui.board.camera import Spot
from game.ui.board.overlays import draw_pill
from game.ui.board.ruler_art import TERRAIN_LEG, beyond, draw_barred, draw_crosshair
from game.ui.decisions.base import DrawContext
from game.ui.widgets.raster import dashes
from game.ui.widgets.theme import BAD, LAMP, PAPER, SHADOW, Colour
from game.wording import _

_LEAST = 0.005


def path_report_lines(measuring: Measuring, report: PathReport) -> tuple[Line, ...]:
    """Return a report in words, each line with its rule."""
    return tuple(path_lines(report, measuring.paths.says_nothing))


def live_lines(measuring: Measuring) -> tuple[Line, ...]:
    """Return the text about the path in hand, or what to do next."""
    first, cursor = measuring.first, measuring.cursor
    if first is None:
        return (Line(_("Click where to begin."), tone="quiet"),)
    report = measuring.paths.live(first, cursor)
    if report is not None:
        return path_report_lines(measuring, report)
    if first != cursor and measuring.paths.question(first, cursor, (), None) is None:
        return (Line(_("Paths start at bases and points and do not end at terrain"), tone="quiet"),)
    text = _("Point at where to end.") if first == cursor else _("Looking for a path...")
    return (Line(text, tone="quiet"),)


def path_text(report: PathReport) -> str:
    """Return length, cost, and what is left or missing, in a few words."""
    receipt, against = report.receipt, report.refusals
    if receipt is None:
        return _("no path there")
    text = tape(receipt.inches)
    if abs(receipt.cost - receipt.inches) >= _LEAST:
        text = _("{length}, costs {cost}", length=text, cost=tape(receipt.cost))
    if report.left is not None and not against:
        return _("{length}, {left} left", length=text, left=tape(max(report.left, 0.0)))
    given = report.question.inches
    if given is not None and receipt.cost > given:
        return _("{length}, {missing} too far", length=text, missing=missing(receipt.cost - given))
    return _("{length}, not allowed", length=text) if against else text


def draw_path(target: pygame.Surface, report: PathReport, context: DrawContext, label: str = "") -> pygame.Rect:
    """Draw a path with its bends and its end, and its length next to that; return the rectangle of the length."""
    camera, theme, question = context.camera, context.theme, report.question
    legal = not report.refusals and report.receipt is not None
    colour = LAMP if legal else BAD
    if report.receipt is None:
        start, end = camera.to_screen(*question.start[:2]), camera.to_screen(*question.end[:2])
        draw_barred(target, start, end)
    else:
        for each in report.receipt.legs:
            dear = any(price.cost >= _LEAST for price in each.prices)
            spots = [camera.to_screen(*spot) for spot in Path(each.leg.start, (each.leg,)).outline()]
            shade = BAD if not legal else TERRAIN_LEG if dear else PAPER
            _draw_leg(target, spots, shade, solid=legal and not dear)
        path = report.receipt.path
        start, end = camera.to_screen(*path.start), camera.to_screen(*path.end)
        _circle(target, end, question.start.radius * camera.scale, colour)
    for bend in question.bends:
        draw_crosshair(target, camera.to_screen(*bend), theme)
    text = f"{label}. {path_text(report)}" if label else path_text(report)
    return draw_pill(target, text, beyond(start, end, question.start.radius * camera.scale, theme), theme, colour)


def _draw_leg(target: pygame.Surface, spots: list[Spot], colour: Colour, *, solid: bool) -> None:
    """Draw a leg that is legible on any ground, dashed where it costs more or is not allowed."""
    if len(spots) > 1:
        pygame.draw.lines(target, SHADOW, False, spots, 5)
        for piece in [spots] if solid else dashes(spots, 7.0):
            pygame.draw.lines(target, colour, False, piece, 2)


def _circle(target: pygame.Surface, centre: Spot, radius: float, colour: Colour) -> None:
    """Draw the edge of the base where it would stand."""
    if 2.0 < radius < 4096.0:
        pygame.draw.aacircle(target, SHADOW, centre, radius + 1.5, 4)
        pygame.draw.aacircle(target, colour, centre, radius, 2)
