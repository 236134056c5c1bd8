"""The display of sight: details in words, lines and labels on the table."""

from __future__ import annotations

from collections.abc import Iterator

import pygame

from game.engine.rulebook.view import Line
from game.lengths import coordinates, tape
from game.table.sight.receipt import SightReceipt
from game.ui.aids.measurables import Measurable
from game.ui.aids.measuring import Measuring
from game.ui.board.overlays import draw_pill
from game.ui.board.ruler_art import draw_barred, draw_line
from game.ui.decisions.base import DrawContext
from game.ui.widgets.theme import BAD, LAMP, PAPER, SHADOW
from game.wording import N_, _


def sight_lines(measuring: Measuring, first: Measurable, second: Measurable) -> Iterator[Line]:
    """Yield whether one sees the other, and why not, each line with its rule."""
    receipt = measuring.sighting.receipt(first, second)
    if receipt is None:
        yield Line(_("Only pieces and points can see and be seen"), tone="quiet")
        return
    name, cite = measuring.measurables.name, measuring.sighting.sight.policy.citation
    pair = {"observer": name(first), "target": name(second)}
    if receipt.seen:
        yield Line(_("{observer} sees {target}", **pair), cite("sight"), "good")
    else:
        yield Line(_("{observer} does not see {target}", **pair), cite("sight"), "bad")
    if receipt.turn > 0.0:
        yield Line(_("It would have to turn by {degrees:.1f}°", degrees=receipt.turn), cite("arc"), "warning")
    if receipt.blocked_by:
        pieces = measuring.model.pieces
        names = _(" and ").join(pieces[each].name if each in pieces else each for each in receipt.blocked_by)
        yield Line(_("Blocking every line: {names}", names=names), cite("blocked"), "warning")
        text = N_("To see the target without turning, the observer must move at least {inches}")
        yield Line(_(text, inches=tape(receipt.short)), tone="quiet")
    if receipt.cover:
        names = _(" and ").join(receipt.cover)
        yield Line(_("In cover behind {names}", names=names), cite("cover"), "warning")
    if receipt.seen:
        ends = coordinates(*receipt.start), coordinates(*receipt.end)
        yield Line(_("Clear line: {first} to {second}", first=ends[0], second=ends[1]), tone="quiet")


def observer_lines(measuring: Measuring) -> Iterator[Line]:
    """Yield which bases see what the cursor points at, and what to do next."""
    pieces, cursor, sighting = measuring.model.pieces, measuring.cursor, measuring.sighting
    if sighting.disc(cursor) is not None:
        names = ", ".join(pieces[each].name for each in sighting.observers(cursor)) or _("no piece")
        name = measuring.measurables.name(cursor)
        text = _("{name} is seen by {observers}", name=name, observers=names)
        yield Line(text, sighting.sight.policy.citation("sight"))
    yield Line(_("Click where to begin."), tone="quiet")


def sight_word(receipt: SightReceipt) -> str:
    """Return the outcome in a word or two."""
    if receipt.seen:
        return _("seen, in cover") if receipt.cover else _("seen")
    return _("not in the front arc") if receipt.turn > 0.0 else _("not seen")


def draw_sight(target: pygame.Surface, receipt: SightReceipt, context: DrawContext, label: str = "") -> pygame.Rect:
    """Draw a line of sight with its outcome in the middle; return the outcome's rectangle."""
    camera, theme = context.camera, context.theme
    start, end = camera.to_screen(*receipt.start), camera.to_screen(*receipt.end)
    if receipt.seen:
        draw_line(target, start, end, LAMP)
    else:
        draw_barred(target, start, end)
    for spot in (start, end):
        pygame.draw.circle(target, SHADOW, spot, 4)
        pygame.draw.circle(target, PAPER, spot, 3)
    text = f"{label}. {sight_word(receipt)}" if label else sight_word(receipt)
    middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    return draw_pill(target, text, middle, theme, LAMP if receipt.seen else BAD)


def draw_area_labels(measuring: Measuring, target: pygame.Surface, context: DrawContext) -> None:
    """Name the areas seen, each at the base that sees it."""
    for measurable in measuring.sighting.areas:
        disc = measuring.sighting.disc(measurable)
        if disc is not None:
            x, y = context.camera.to_screen(disc.x, disc.y + disc.radius)
            text = _("{name} sees", name=measuring.measurables.name(measurable))
            draw_pill(target, text, (x, y - context.theme.px(2)), context.theme, LAMP)
