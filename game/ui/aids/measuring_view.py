"""The display of the tape measure: details in words, and rulers and rings drawn on the table."""

from __future__ import annotations

from typing import Final

import pygame

from game.engine.pathfinding import PathReport
from game.engine.rulebook.view import Line
from game.lengths import coordinates, counted, counted_down, missing, tape
from game.table.measuring.policy import MeasuringPolicy
from game.table.measuring.receipt import Receipt
from game.table.shapes import Disc
from game.ui.aids.measurables import Measurable
from game.ui.aids.measuring import Measuring, Pinned
from game.ui.aids.paths_view import draw_path, live_lines, path_report_lines, path_text
from game.ui.aids.sighting_view import draw_area_labels, draw_sight, observer_lines, sight_lines, sight_word
from game.ui.board.overlays import RING, draw_pill
from game.ui.board.ruler_art import draw_closest, draw_crosshair, draw_outline, draw_receipt, draw_ruler, receipt_text
from game.ui.decisions.base import DrawContext
from game.ui.widgets.layers import Canvas
from game.ui.widgets.reader import Section
from game.wording import _

MOST_LEGS: Final = 6


def receipt_lines(receipt: Receipt, policy: MeasuringPolicy) -> list[Line]:
    """Return the details in words, each line with its rule."""
    cite = policy.citation
    lines = _outcome(receipt, policy)
    length = tape(receipt.inches)
    if receipt.range is not None and policy.rounds_down:
        whole = counted_down(receipt.inches, policy.tolerance)
        lines.append(Line(_("{length} rounded down: {whole}", length=length, whole=whole), cite("range")))
    else:
        lines.append(Line(_("{length} from point to point", length=length), cite("range")))
    if receipt.terrain_inches > 0 and receipt.range is not None and policy.terrain_costs:
        inches = tape(receipt.terrain_inches)
        more = counted_down(receipt.terrain_inches, policy.tolerance)
        text = _("{terrain_inches} of it in terrain: {units} more", terrain_inches=inches, units=more)
        lines.append(Line(text, cite("terrain")))
    if receipt.range is not None and policy.rounds_down:
        following = counted(receipt.range + 1)
        text = _("{margin} farther would be {range}", margin=missing(receipt.margin), range=following)
        lines.append(Line(text, cite("range")))
    lines += _legs(receipt)
    first, second = coordinates(*receipt.start), coordinates(*receipt.end)
    lines.append(Line(_("Closest points: {first} and {second}", first=first, second=second), tone="quiet"))
    cited = {line.rule for line in lines}
    lines.extend(Line(_("Also counts here"), rule, "quiet") for rule in receipt.rules if rule not in cited)
    return lines


def _outcome(receipt: Receipt, policy: MeasuringPolicy) -> list[Line]:
    walls = _(" and ").join(dict.fromkeys(receipt.blocked_by))
    blocked = policy.citation("blocked")
    if receipt.range is None:
        why = _("No clear line: {walls} is in the way", walls=walls) if walls else _("Out of reach of each other")
        return [Line(why, blocked if walls else policy.citation("levels"), "bad")]
    found = [Line(_("Range {range}", range=counted(receipt.range)), policy.citation("range"), "good")]
    if walls:
        found.append(Line(_("{walls} blocks the shortest line; another one is clear", walls=walls), blocked, "warning"))
    return found


def _legs(receipt: Receipt) -> list[Line]:
    """Return a line for each leg, if there is more than one leg in the open."""
    if len(receipt.legs) < 2 and all(leg.kind == "open" for leg in receipt.legs):
        return []
    found = []
    for leg in receipt.legs[:MOST_LEGS]:
        inches, pieces = tape(leg.inches), _(" and ").join(leg.pieces) or _("terrain")
        if leg.kind == "open":
            found.append(Line(_("{inches} in the open", inches=inches), tone="quiet"))
        else:
            found.append(Line(_("{inches} in {pieces}", inches=inches, pieces=pieces), tone="warning"))
    if len(receipt.legs) > MOST_LEGS:
        found.append(Line(_("and {legs} more legs", legs=len(receipt.legs) - MOST_LEGS), tone="quiet"))
    return found


def measuring_sections(measuring: Measuring) -> list[Section]:
    """Return sections for the live ruler and the pinned rulers."""
    found = []
    receipt, looks = measuring.live(), measuring.sighting.looks
    if measuring.paths.goes and measuring.on:
        begun = measuring.first not in (None, measuring.cursor)
        title = _pair(measuring, measuring.first, measuring.cursor) if begun and measuring.first else _("Path")
        found.append(Section(title, live_lines(measuring), first=begun))
    elif looks and measuring.first not in (None, measuring.cursor):
        assert measuring.first is not None
        pair = measuring.first, measuring.cursor
        found.append(Section(_pair(measuring, *pair), tuple(sight_lines(measuring, *pair))))
    elif receipt is not None and measuring.first is not None:
        lines = receipt_lines(receipt, measuring.model.session.game.ruler.policy)
        found.append(Section(_pair(measuring, measuring.first, measuring.cursor), tuple(lines), first=True))
    elif measuring.on and looks:
        found.append(Section(_("Line of sight"), tuple(observer_lines(measuring))))
    elif measuring.on:
        begins = _("Click where to begin.") if measuring.first is None else _("Point at where to end.")
        found.append(Section(_("Tape measure"), (Line(begins, tone="quiet"),)))
    if measuring.pinned:
        found.append(Section(_("Pinned"), tuple(_pinned_line(measuring, ruler) for ruler in measuring.pinned)))
    found += [_closest_section(measuring, piece) for piece in measuring.watched if piece in measuring.model.pieces]
    return found


def _pinned_line(measuring: Measuring, ruler: Pinned) -> Line:
    name = f"{ruler.number}. {_pair(measuring, ruler.first, ruler.second)}"
    if ruler.path is not None:
        path = _pinned_path(measuring, ruler)
        gone = measuring.paths.question(ruler.first, ruler.second, (), None) is None
        text = (
            path_text(path) if path is not None else _("no longer on the table") if gone else _("Looking for a path...")
        )
        return Line(f"{name}: {text}", tone="bad" if path is not None and path.refusals else "plain")
    if ruler.sight:
        sight = measuring.sighting.receipt(ruler.first, ruler.second)
        return Line(f"{name}: {sight_word(sight) if sight is not None else _('no longer on the table')}")
    receipt = measuring.receipt(ruler.first, ruler.second)
    text = receipt_text(receipt) if receipt is not None else _("no longer on the table")
    tone = "quiet" if receipt is None else "bad" if receipt.range is None else "plain"
    return Line(f"{name}: {text}", tone=tone)


def _pinned_path(measuring: Measuring, ruler: Pinned) -> PathReport | None:
    if ruler.path is None:
        return None
    return measuring.paths.report(ruler.first, ruler.second, ruler.path.bends, ruler.path.inches)


def _pair(measuring: Measuring, first: Measurable, second: Measurable) -> str:
    name = measuring.measurables.name
    return _("{first} to {second}", first=name(first), second=name(second))


def _closest_receipts(measuring: Measuring, piece: str) -> dict[str, Receipt]:
    """Return the details from a piece to the closest hostile ones, by their ids."""
    here = Measurable("piece", piece)
    others = measuring.closest(piece) if piece in measuring.model.pieces else ()
    found = {other: measuring.receipt(here, Measurable("piece", other)) for other in others}
    return {other: receipt for other, receipt in found.items() if receipt is not None}


def _closest_section(measuring: Measuring, piece: str) -> Section:
    lines = []
    for other, receipt in _closest_receipts(measuring, piece).items():
        rule = receipt.rules[0] if receipt.rules else ""
        lines.append(Line(f"{measuring.model.name_of(other)}: {receipt_text(receipt)}", rule))
    if len(lines) > 1:
        lines.append(Line(_("These tie: only whole units count"), tone="quiet"))
    if not lines:
        lines.append(Line(_("No enemy is on the table"), tone="quiet"))
    return Section(_("Closest to {name}", name=measuring.model.name_of(piece)), tuple(lines))


def pinned_receipt(measuring: Measuring, mouse: tuple[int, int]) -> tuple[str, tuple[Line, ...]] | None:
    """Return title and lines of the pinned ruler whose number is under the mouse."""
    for ruler in measuring.pinned:
        receipt, path = measuring.receipt(ruler.first, ruler.second), _pinned_path(measuring, ruler)
        box = measuring.numbers.get(ruler.number)
        if path is not None and box is not None and box.collidepoint(mouse):
            return _pair(measuring, ruler.first, ruler.second), path_report_lines(measuring, path)
        if receipt is not None and box is not None and box.collidepoint(mouse):
            if ruler.sight:
                return _pair(measuring, ruler.first, ruler.second), tuple(
                    sight_lines(measuring, ruler.first, ruler.second)
                )
            lines = receipt_lines(receipt, measuring.model.session.game.ruler.policy)
            return _pair(measuring, ruler.first, ruler.second), tuple(lines)
    return None


def draw_rings(measuring: Measuring, target: Canvas, context: DrawContext) -> None:
    """Draw the rings, and the seen area, below the pieces."""
    for overlay in measuring.overlays(context.camera.scale):
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
        receipts = _closest_receipts(measuring, piece).values()
        for receipt in receipts:
            draw_closest(target, receipt, camera, theme, tie=len(receipts) > 1)
    draw_area_labels(measuring, target, context)
    for ruler in measuring.pinned:
        pinned = measuring.receipt(ruler.first, ruler.second)
        sight = measuring.sighting.receipt(ruler.first, ruler.second) if ruler.sight else None
        if ruler.path is not None:
            path = _pinned_path(measuring, ruler)
            if path is not None:
                measuring.numbers[ruler.number] = draw_path(target, path, context, str(ruler.number))
                context.readings.append(measuring.numbers[ruler.number])
        elif sight is not None:
            measuring.numbers[ruler.number] = draw_sight(target, sight, context, str(ruler.number))
            context.readings.append(measuring.numbers[ruler.number])
        elif pinned is not None:
            measuring.numbers[ruler.number] = draw_ruler(target, pinned, camera, theme, str(ruler.number))
            context.readings.append(measuring.numbers[ruler.number])
    if measuring.on:
        _draw_hand(measuring, target, context)


def _draw_hand(measuring: Measuring, target: pygame.Surface, context: DrawContext) -> None:
    camera, theme = context.camera, context.theme
    for measurable in (measuring.first, measuring.cursor):
        found = measuring.measurables.measured(measurable) if measurable is not None else None
        if isinstance(found, Disc):
            if found.kind == "point":
                draw_crosshair(target, camera.to_screen(found.x, found.y), theme)
        elif found is not None:
            draw_outline(target, found.shape, camera)
    path = measuring.paths.live(measuring.first, measuring.cursor)
    if path is not None:
        context.readings.append(draw_path(target, path, context))
        return
    receipt = measuring.live()
    sight = None
    if measuring.sighting.looks and measuring.first is not None and measuring.first != measuring.cursor:
        sight = measuring.sighting.receipt(measuring.first, measuring.cursor)
    if sight is not None:
        context.readings.append(draw_sight(target, sight, context))
    elif receipt is not None:
        piece = measuring.measurables.piece(measuring.cursor)
        away = 2 * piece.radius * camera.scale if piece is not None else 0.0
        context.readings.append(draw_receipt(target, receipt, camera, theme, clearance=away))
