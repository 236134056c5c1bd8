"""What the tape measure shows: receipts in words, and rulers and rings drawn on the table."""

from __future__ import annotations

import pygame

from game.engine.rulebook.view import Line
from game.lengths import counted
from game.table.shapes import Disc
from game.ui.aids.measurables import Measurable
from game.ui.aids.measuring import Measuring, Pinned
from game.ui.aids.receipt_text import receipt_lines
from game.ui.board.draw_context import DrawContext
from game.ui.board.overlays import draw_pill, draw_receipt, receipt_text
from game.ui.board.ruler_art import RING, draw_barred, draw_closest, draw_crosshair, draw_outline, draw_ruler
from game.ui.widgets.layers import Canvas
from game.ui.widgets.reader import Section
from game.wording import _


def measuring_sections(measuring: Measuring) -> list[Section]:
    """Return the live receipt, and what is pinned."""
    policy = measuring.model.session.game.ruler.policy
    found = []
    receipt = measuring.live()
    if receipt is not None and measuring.first is not None:
        found.append(
            Section(_pair(measuring, measuring.first, measuring.cursor), tuple(receipt_lines(receipt, policy)))
        )
    elif measuring.on:
        begins = _("Click where to begin.") if measuring.first is None else _("Point at where to end.")
        found.append(Section(_("Tape measure"), (Line(begins, tone="quiet"),)))
    if measuring.pinned:
        found.append(Section(_("Pinned"), tuple(_pinned_line(measuring, ruler) for ruler in measuring.pinned)))
    found += [_closest_section(measuring, piece) for piece in measuring.watched if piece in measuring.model.pieces]
    return found


def _pinned_line(measuring: Measuring, ruler: Pinned) -> Line:
    receipt = measuring.receipt(ruler.first, ruler.second)
    text = receipt_text(receipt) if receipt is not None else _("no longer on the table")
    tone = "quiet" if receipt is None else "bad" if receipt.range is None else "plain"
    return Line(f"{ruler.number}. {_pair(measuring, ruler.first, ruler.second)}: {text}", tone=tone)


def _pair(measuring: Measuring, first: Measurable, second: Measurable) -> str:
    name = measuring.measurables.name
    return _("{first} to {second}", first=name(first), second=name(second))


def _closest_section(measuring: Measuring, piece: str) -> Section:
    lines = []
    for other in measuring.closest(piece):
        receipt = measuring.receipt(Measurable("piece", piece), Measurable("piece", other))
        if receipt is not None:
            rule = receipt.rules[0] if receipt.rules else ""
            lines.append(Line(f"{measuring.model.name_of(other)}: {receipt_text(receipt)}", rule))
    if len(lines) > 1:
        lines.append(Line(_("These tie: only whole units count"), tone="quiet"))
    name = measuring.model.name_of(piece)
    return Section(
        _("Closest to {name}", name=name),
        tuple(lines or [Line(_("Nobody hostile is on the table"), tone="quiet")]),
    )


def pinned_receipt(measuring: Measuring, mouse: tuple[int, int]) -> tuple[str, tuple[Line, ...]] | None:
    """Return title and lines of the pinned ruler whose number the mouse rests on."""
    for ruler in measuring.pinned:
        receipt = measuring.receipt(ruler.first, ruler.second)
        box = measuring.numbers.get(ruler.number)
        if receipt is not None and box is not None and box.collidepoint(mouse):
            lines = receipt_lines(receipt, measuring.model.session.game.ruler.policy)
            return _pair(measuring, ruler.first, ruler.second), tuple(lines)
    return None


def draw_rings(measuring: Measuring, target: Canvas, context: DrawContext) -> None:
    """Draw the rings, below the pieces."""
    for measurable in measuring.rings:
        overlay = measuring.ring(measurable)
        if overlay is not None:
            overlay.draw(target, context.camera)


def draw_rulers(measuring: Measuring, target: pygame.Surface, context: DrawContext) -> None:
    """Draw rulers, labels and the cursor, above the pieces."""
    camera, theme = context.camera, context.theme
    for measurable, size in measuring.rings.items():
        overlay = measuring.ring(measurable)
        top = overlay.top(camera) if overlay is not None else None
        if top is not None:
            label = f"{measuring.measurables.name(measurable)}: {counted(size)}"
            draw_pill(target, label, camera.to_screen(*top), theme, RING)
    for piece in measuring.watched:
        others = measuring.closest(piece) if piece in measuring.model.pieces else ()
        for other in others:
            receipt = measuring.receipt(Measurable("piece", piece), Measurable("piece", other))
            if receipt is not None:
                draw_closest(target, receipt, camera, theme, tie=len(others) > 1)
    for ruler in measuring.pinned:
        receipt = measuring.receipt(ruler.first, ruler.second)
        if receipt is not None:
            measuring.numbers[ruler.number] = draw_ruler(target, receipt, camera, theme, str(ruler.number))
    if measuring.on:
        _draw_hand(measuring, target, context)


def _draw_hand(measuring: Measuring, target: pygame.Surface, context: DrawContext) -> None:
    for measurable in (measuring.first, measuring.cursor):
        found = measuring.measurables.measured(measurable) if measurable is not None else None
        if isinstance(found, Disc):
            if found.kind == "point":
                draw_crosshair(target, context.camera.to_screen(found.x, found.y), context.theme)
        elif found is not None:
            draw_outline(target, found.shape, context.camera)
    if (receipt := measuring.live()) is None:
        return
    piece = measuring.measurables.piece(measuring.cursor)
    away = 2 * piece.radius * context.camera.scale if piece is not None else 0.0
    if receipt.range is None:
        draw_barred(target, context.camera.to_screen(*receipt.start), context.camera.to_screen(*receipt.end))
    draw_receipt(target, receipt, context.camera, context.theme, legal=receipt.range is not None, clearance=away)
