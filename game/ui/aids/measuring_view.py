"""The display of the tape measure: details in words, and rulers and rings drawn on the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pygame

from game.engine.pathfinding import PathReport, path_lines
from game.engine.rulebook.view import Line
from game.lengths import coordinates, counted, counted_down, missing, tape
from game.table.measuring.policy import MeasuringPolicy
from game.table.measuring.receipt import Receipt
from game.table.path.path import Path
from game.table.shapes import Disc
from game.table.sight.receipt import SightReceipt
from game.ui.aids.measurables import Measurable
from game.ui.aids.measuring import Measuring, Pinned
from game.ui.board.camera import Spot
from game.ui.board.overlays import RING, draw_pill
from game.ui.board.ruler_art import (
    TERRAIN_LEG,
    beyond,
    draw_barred,
    draw_closest,
    draw_crosshair,
    draw_line,
    draw_outline,
    draw_receipt,
    draw_ruler,
    receipt_text,
)
from game.ui.decisions.base import DrawContext
from game.ui.widgets.layers import Canvas
from game.ui.widgets.raster import dashes
from game.ui.widgets.reader import Section
from game.ui.widgets.theme import BAD, LAMP, PAPER, SHADOW, Colour
from game.wording import N_, _

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
