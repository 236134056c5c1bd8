"""The chip: a small plate with the verdict on the answer under consideration, where it hides nothing important."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import pairwise, product
from typing import ClassVar, Final

import numpy as np
import pygame

from game.engine.core.decisions import Choose
from game.engine.rulebook.view import Likelihood, Line, PieceView
from game.lengths import tape, with_missing, words
from game.play.verdicts import MOST, Said, of_lines, of_odds
from game.table.path.region import PathRegion
from game.ui.board.camera import Spot
from game.ui.board.overlays import draw_pill
from game.ui.board.pieces import drawn_radius
from game.ui.board.ruler_art import draw_dotted
from game.ui.decisions.base import Controller
from game.ui.decisions.ghost import Ghost
from game.ui.decisions.place import Hand
from game.ui.play.focus import Focus, bases
from game.ui.play.overlays.stakes import Stakes
from game.ui.play.part import Part, Plate, Tip, drawn
from game.ui.play.parts.bar import USUAL
from game.ui.widgets.keys import details_held
from game.ui.widgets.memo import Memo
from game.ui.widgets.sheet import Section
from game.ui.widgets.signs import icon
from game.ui.widgets.text import blit_at, fading, ink, round_corners, shorten, wrap
from game.ui.widgets.theme import (
    BAD,
    DARK,
    INK,
    INK_QUIET,
    PAPER,
    SLATE,
    SLATE_LINE,
    TONES,
    Colour,
    Theme,
    mix,
    sharpen,
)
from game.ui.widgets.tooltip import clear_place
from game.wording import N_, _, percent

AFTER: Final = 0.35
"""Seconds that the mouse must rest before the chip describes the thing under it."""
TYPE, STRONG, RULES = 15, 19, 14
"""Sizes of type in pixels at normal scale: a line, a price, the ids of rules."""
WIDEST, PAD, ROW, SIGN = 380, 12, 23, 16
"""The greatest width of a line, the margin, the height of a line and of its icon, in pixels at normal scale."""
SHARES: Final = (1.0, 0.6)
"""The parts of the greatest width that are tried in turn, as a narrow chip may fit where a wide one does not."""
DIRECTIONS: Final = 24
DISTANCES: Final = (18, 36, 58, 88, 128, 170, 220, 280, 350)
"""The gaps between piece and chip that are tried, in pixels at normal scale."""
FAR: Final = 88
"""The gap between piece and chip, in pixels at normal scale, from which a narrow chip or any other place is tried."""
BESIDE: Final = 4
"""Pixels kept free around a chip."""
LEANING: Final = 8
"""The cost of a place below the piece compared with one above, as pixels of distance."""
LINGERS: Final = 0.6
"""Seconds that odds stay after the mouse has left their subject, so that it can reach the chip."""
NOTES: Final = 9
"""The most notes shown while the key for details is held; the drawer shows all."""
REASONS: Final = 5
"""The most reasons shown why an enemy cannot be attacked; there may be one for each weapon."""
OFF: Final = 0.25
"""Inches between the cursor and the piece in hand beyond which the chip says why the piece does not follow."""
BADGES: Final = 1.3
"""The size of a base with its die, damage and crown, in diameters of the base."""
EVIDENT: Final = ("out of range", "too far", "off the table")
"""Causes that need no words, because the drawn area of legal spots shows them."""
ICONS: Final = {
    "cost": "",
    "control": "marker-objective",
    "risk": "action-attack",
    "answer": "action-engage",
    "gain": "sign-gain",
}
"""The icon of a line by its role."""


@dataclass(frozen=True)
class Content:
    """The contents of a chip: a title or the chances of outcomes on top, and lines below.

    While the key for details is held, `details` and `notes` are shown too: reasons with numbers, and their rules.
    """

    title: str = ""
    outcomes: tuple[Likelihood, ...] = ()
    lines: tuple[Said, ...] = ()
    details: str = ""
    notes: tuple[Line, ...] = ()

    @property
    def about(self) -> dict[str, str]:
        """The enemies that could hit the piece, each with its chance in words, or "" if that is not known."""
        answers = [line for line in self.lines if line.role == "answer"]
        chance_of = {piece: percent(chance) for line in answers for piece, chance in zip(line.about, line.chances)}
        return {piece: chance_of.get(piece, "") for line in answers for piece in line.about}


class Chip(Part):
    """The verdict at the cursor: on a piece in hand, on an attack, or on the thing under a resting mouse.

    It must not hide the labels of `stakes` and what is important in `parts`. `told` returns the tooltip of the thing
    under the mouse.
    """

    height: ClassVar = 9
    title: ClassVar = N_("The verdict at the cursor")
    code: ClassVar = ("play.verdicts:*",)
    parts: Sequence[Part] = ()

    def __init__(self, focus: Focus, stakes: Stakes) -> None:
        super().__init__(focus)
        self._stakes = stakes
        self.told: Callable[[], Tip | None] = lambda: None
        self.rect = pygame.Rect(0, 0, 0, 0)
        self._reasons = Memo[tuple[Said, ...]](20)
        self._standing: tuple[object, object, list[pygame.Rect]] = (None, None, [])
        self._pictures = Memo[pygame.Surface](8)
        self._places = Memo[pygame.Rect | None](4)
        self._last = -1
        self._since, self._stayed = (0.0, tuple[object, ...]()), False
        self._follows = False  # whether its pieces follow the mouse
        self._picture: pygame.Surface | None = None
        self._content: tuple[Content, pygame.Rect] | None = None

    # -- contents ----------------------------------------------------------------------------------

    @property
    def detailed(self) -> bool:
        """Whether the key for details is held."""
        return details_held()

    @property
    def _ghost(self) -> Ghost:
        """The pieces that the answer under consideration proposes; empty if drawing it has failed."""
        focus = self.focus
        return focus.weighed.ghost if focus.drawing and focus.weighed is not None else Ghost()

    def content(self) -> tuple[Content, pygame.Rect] | None:
        """Return the present contents and the box of their subject in the window; None if there is nothing to say."""
        focus = self.focus
        if focus.sheets or focus.animation.playing or focus.animation.tray.running(time.monotonic()):
            return None
        if focus.stuck:
            box = pygame.Rect(focus.mouse, (0, 0)).inflate(24, 24)
            return Content(lines=(Said(focus.stuck, tone="bad"),)), box
        controller = focus.weighed if focus.tool is None else None
        placing = self._of_placing(controller) if controller is not None and focus.drawing else None
        return placing or self._of_odds() or self._of_mouse()

    def _of_placing(self, controller: Controller) -> tuple[Content, pygame.Rect] | None:
        """Return the contents for the proposed place of a piece or unit."""
        ghost, hand = controller.ghost, self.focus.hands.held
        if hand is not None and hand.placing is controller and hand.moved and not ghost.shown:
            reasons = self._blocked(controller)
            return (Content(lines=reasons), pygame.Rect(self.focus.mouse, (0, 0)).inflate(24, 24)) if reasons else None
        if not ghost.pieces or not ghost.shown or not (ghost.away or ghost.preview is not None):
            return self._of_entering(controller)
        focus = self.focus
        facts = [*controller.lines()]
        if focus.options.threat:
            facts += controller.outlook()
        spoken = of_lines(facts, self.focus.model.session.ruleset.terms.answers)
        chip_lines = (*self._blocked(controller), *spoken)[: max(MOST, len(spoken))]
        if not chip_lines:
            return None
        inches = ghost.preview().inches if ghost.preview is not None and self.detailed else 0.0
        box = _around(bases(focus, ghost.pieces))
        return Content(lines=chip_lines, details=tape(inches) if inches else "", notes=_noted(facts)), box

    def _of_entering(self, controller: Controller) -> tuple[Content, pygame.Rect] | None:
        """Return the contents for a unit that is held over something which could take it in."""
        lines = [line for line in controller.lines() if line.verdict is not None] if controller.drags else []
        box = pygame.Rect(self.focus.mouse, (0, 0)).inflate(24, 24)
        return (Content(lines=of_lines(lines), notes=_noted(lines)), box) if lines else None

    def _blocked(self, controller: Controller) -> tuple[Said, ...]:
        """Return why a piece in hand does not follow the cursor; () if it does."""
        hand = self.focus.hands.held
        if hand is None or hand.placing is not controller or hand.rests or hand.meets or not hand.moved:
            return ()
        placing, cursor = hand.placing, (round(hand.at[0], 1), round(hand.at[1], 1))
        if math.dist(hand.at, placing.spot) <= OFF or not placing.ground.knows_nearest(hand.at):
            return ()
        key = self.focus.model.version, id(placing), cursor, placing.shown
        return self._reasons.of(key, partial(_why_not, hand, cursor, evident=not placing.shown))

    def _of_odds(self) -> tuple[Content, pygame.Rect] | None:
        """Return the contents for an answer with odds about a piece on the table."""
        focus = self.focus
        odds, box = focus.odds(), self._subject()
        if odds is None or box is None or self._compares:
            return None
        lines = of_odds(odds)
        outcomes = odds.outcomes if len(odds.outcomes) > 1 else ()
        return (Content(outcomes=outcomes, lines=lines, notes=_noted(odds.lines)), box) if outcomes or lines else None

    @property
    def _compares(self) -> bool:
        """Whether odds of several answers are shown and the mouse rests on a piece other than the acting one."""
        focus, decision = self.focus, self.focus.model.decision
        if focus.controller is None or focus.aimed or focus.inspection.weighed(focus.controller) is not None:
            return False
        unit = focus.model.units.whole(focus.inspection.hovered)
        return isinstance(decision, Choose) and bool(unit) and unit != decision.about

    def _against(self) -> tuple[Said, ...]:
        """Return lines about the effects of several answers on the piece under the mouse."""
        odds, unit = self.focus.odds(), self.focus.model.units.whole(self.focus.inspection.hovered)
        if odds is None or not unit or not self._compares:
            return ()
        matching = tuple(verdict for verdict in odds.verdicts if unit in verdict.about)
        return of_odds(replace(odds, verdicts=matching)) if matching else ()

    def _subject(self) -> pygame.Rect | None:
        """Return the box of the subject: the piece or unit under the mouse or of the marked row, else that row."""
        focus, units, pointed = self.focus, self.focus.model.units, self.focus.actions.pointed()
        of_row = {units.whole(piece) for piece in pointed.subject} if pointed is not None else set()
        on_table = focus.inspection.hovered if focus.pointing and focus.mouse_spot is not None else ""
        dropped_on = focus.controller.dropped_on if focus.controller is not None else ""
        name = focus.aimed or dropped_on or (of_row.pop() if len(of_row) == 1 else "") or on_table
        pieces = units.parts(units.whole(name)) if name else []
        decision = focus.controller.decision if focus.controller is not None else None
        if pieces or pointed is None or not isinstance(decision, Choose):
            return _around(bases(focus, pieces)) if pieces else None
        place = next((rect for item, rect in focus.actions.rows() if item is pointed), focus.layout.dock)
        return place.clip(focus.actions.rect)

    def _of_mouse(self) -> tuple[Content, pygame.Rect] | None:
        """Return the contents for the thing on which the mouse rests."""
        focus = self.focus
        rests = focus.pointing and time.monotonic() - focus.mouse_since >= AFTER
        if not rests or not focus.layout.table.collidepoint(focus.mouse):
            return None
        if any(part.covers(focus.mouse) for part in drawn(self.parts)) or (tip := self.told()) is None:
            return None
        title, lines = tip
        texts = tuple(Said(line.text, tone=line.tone, rule=line.rule) for line in _worth(lines))
        piece = focus.model.pieces.get(focus.inspection.hovered)
        box = _around(bases(focus, [piece])) if piece is not None else pygame.Rect(focus.mouse, (0, 0)).inflate(24, 24)
        objections = self._against()[: MOST - 1]
        count = max(0 if objections else 1, sum(line.tone == "bad" for line in lines[:REASONS]))
        return Content(title, lines=(*texts[:count], *objections), notes=_noted(lines)), box

    def sections(self) -> list[Section]:
        """Return all facts about the thing under the resting mouse, if the chip has room only for the first of them."""
        content = self._content[0] if self._content is not None else Content()
        tip = self.told() if content.title else None
        return [Section(*tip, first=True)] if tip is not None and len(tip[1]) > len(content.lines) else []

    # -- place -------------------------------------------------------------------------------------

    @property
    def unit(self) -> float:
        """The pixels of the window for one pixel at normal scale."""
        return max(self.theme.scale, self.focus.layout.bar.height / USUAL)

    @property
    def foot(self) -> pygame.Rect:
        """The lower end of the dock, where the chip goes if no place on the table is free."""
        return self.focus.layout.dock.inflate(-round(PAD * self.unit), -round(2 * PAD * self.unit))

    def avoided(self) -> list[pygame.Rect]:
        """Return the boxes that the chip must not hide: bases, names, labels, signs, dice, lines and the mouse."""
        focus, camera = self.focus, self.focus.camera
        view, ghost = focus.animation.view, self._ghost
        key = camera.x, camera.y, camera.scale, tuple(camera.viewport)
        if self._standing[0] is not view or self._standing[1] != key:
            self._standing = view, key, _with_badges(focus, view.pieces)
        boxes = [*self._standing[2]]
        if ghost.shown:
            boxes += _with_badges(focus, ghost.pieces)
        boxes += focus.context.sprites.names.shown
        boxes += focus.context.readings
        boxes += self._stakes.places
        boxes += [rect for part in drawn(self.parts) if part is not self for rect in part.vital()]
        if focus.animation.tray.dice:
            boxes.append(focus.animation.tray.rect)
        boxes += [rect for line in self._lines() for rect in _along(*line)]
        boxes.append(pygame.Rect(focus.mouse, (0, 0)).inflate(24, 24))
        return [rect for rect in boxes if rect.width and rect.height]

    def _lines(self) -> Iterator[tuple[Spot, Spot]]:
        """Yield the lines to keep visible, in pixels: the path of a piece in hand, and those from enemies."""
        focus, camera = self.focus, self.focus.camera
        controller = focus.weighed if focus.tool is None else None
        ghost = controller.ghost if controller is not None else None
        if ghost is not None and ghost.preview is not None and ghost.shown and focus.options.receipts:
            spots = [camera.to_screen(*spot) for spot in ghost.preview().path]
            yield from pairwise(spots)
        yield from (line for line, _chance in self._threatening())

    def _threatening(self) -> Iterator[tuple[tuple[Spot, Spot], str]]:
        """Yield the line from each enemy that could hit the piece in hand (in pixels) with its chance in words."""
        focus, content = self.focus, self._content
        placed = self._ghost.placed
        if content is None or placed is None:
            return
        for name, chance in content[0].about.items():
            for enemy in focus.model.units.parts(name)[:1]:
                yield _between(focus, enemy, placed), chance

    def placed(self, size: tuple[int, int], box: pygame.Rect) -> pygame.Rect | None:
        """Return the nearest free place beside a box, in one of `DIRECTIONS`; None without one."""
        room = self.focus.layout.table.inflate(-2 * BESIDE, -2 * BESIDE)
        boxes = tuple(tuple(rect) for rect in self.avoided())
        key = size, tuple(box), tuple(room), boxes, self._last
        return self._places.of(key, lambda: self._place(size, box, room, boxes))

    def anywhere(self, size: tuple[int, int], box: pygame.Rect) -> pygame.Rect | None:
        """Return the free place on the table nearest to a box; None without one."""
        room, boxes = self.focus.layout.table.inflate(-2 * BESIDE, -2 * BESIDE), self.avoided()
        if size[0] > room.width or size[1] > room.height:
            return None
        place = clear_place(size, box.center, 0, room, boxes)
        return place if place.collidelist(boxes) < 0 and room.contains(place) else None

    def _place(
        self, size: tuple[int, int], box: pygame.Rect, room: pygame.Rect, boxes: Sequence[tuple[int, ...]]
    ) -> pygame.Rect | None:
        """Return the best free place among the candidates around a box; None without one."""
        corners, cost = _candidates(size, box.size, self.unit)
        corners = corners + np.array(box.center)
        west, north, east, south = room.left, room.top, room.right - size[0], room.bottom - size[1]
        x, y = corners[:, 0], corners[:, 1]
        inside = (x >= west) & (x <= east) & (y >= north) & (y <= south)
        if not inside.any():
            return None
        occupied = np.array(boxes, dtype=float).reshape(-1, 4)
        lefts, tops, widths, heights = occupied.T
        overlap_x = np.minimum(x[:, None] + size[0] + BESIDE, lefts + widths) - np.maximum(x[:, None] - BESIDE, lefts)
        overlap_y = np.minimum(y[:, None] + size[1] + BESIDE, tops + heights) - np.maximum(y[:, None] - BESIDE, tops)
        covered = ((overlap_x > 0) & (overlap_y > 0)).any(axis=1)
        free = inside & ~covered
        if not free.any():
            self._last = -1
            return None
        best = int(np.argmin(np.where(free, cost, np.inf)))
        last, margin = self._last, DISTANCES[1] * self.unit
        if 0 <= last < len(cost) and free[last] and cost[last] <= cost[best] + margin:
            best = last  # keep a nearly as good place, so that the chip does not jump about
        self._last = best
        return pygame.Rect(round(float(x[best])), round(float(y[best])), *size)

    def close(self) -> None:
        super().close()
        self._content, self.rect.size = None, (0, 0)

    def anew(self) -> None:
        """Forget the last place, so that the next one is the best."""
        self._last = -1

    # -- drawing ---------------------------------------------------------------------------------

    def draw(self, target: pygame.Surface) -> None:
        """Draw the lines from enemies that could hit a piece in hand."""
        self._stayed = self._stays(content := self.content())
        if not self._stayed:
            self._content, self._since = content, (time.monotonic(), self._moment)
            self._follows = bool(self._ghost.pieces)
        self.focus.noted = self._content is not None and bool(self._content[0].notes or self._content[0].details)
        if self._content is None:
            self.rect.size = (0, 0)
            return
        for (start, end), chance in self._threatening():
            draw_dotted(target, start, end, BAD, length=5.0, width=2)
            if chance and self.detailed:
                middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
                self.focus.context.readings.append(draw_pill(target, chance, middle, self.theme, BAD))

    def _stays(self, content: tuple[Content, pygame.Rect] | None) -> bool:
        """Return whether the odds stay because the mouse is on the chip, or may be on its way there."""
        focus, (since, moment) = self.focus, self._since
        on_it = self.rect.collidepoint(focus.mouse)
        piece_moves = self._ghost.pieces and (self._follows or not on_it or focus.hands.held is not None)
        if self._content is None or self._content[0].title or not focus.pointing or piece_moves:
            return False
        on_its_way = content is None and time.monotonic() - since < LINGERS
        return (on_it or on_its_way) and moment == self._moment and focus.considers and not focus.sheets

    @property
    def _moment(self) -> tuple[object, ...]:
        """The state of the game and the view: the chip does not stay once these change."""
        return self.focus.model.version, self.focus.camera.view, tuple(self.focus.layout.table)

    def over(self, target: pygame.Surface) -> None:
        """Draw the chip beside its subject, or at the lower end of the dock if no place is free."""
        if self._content is None or self.focus.sheets:
            self.rect.size = (0, 0)
            return
        content, box = self._content
        picture_and_place = self._fitting(content, box)
        if self._stayed and self._picture is not None and self.rect.width:
            picture_and_place = self._picture, self.rect
        if picture_and_place is None:
            foot = self.foot
            picture = self.picture(content, foot.width - round(2 * PAD * self.unit))
            place = picture.get_rect(midbottom=foot.midbottom)
        else:
            picture, place = picture_and_place
            self._draw_tail(target, place, box)
        self._picture = picture
        self.rect = target.blit(picture, place)
        if self.focus.window.look.sharp:
            sharpen(target, self.rect)

    def _fitting(self, content: Content, box: pygame.Rect) -> tuple[pygame.Surface, pygame.Rect] | None:
        """Return a picture of the chip with its place on the table, None without a free place."""
        best: tuple[pygame.Surface, pygame.Rect] | None = None
        for find, share in product((self.placed, self.anywhere), SHARES):
            picture = self.picture(content, round(WIDEST * self.unit * share))
            place = find(picture.get_size(), box)
            if place is not None and (best is None or apart(place, box) < apart(best[1], box) - FAR * self.unit / 2):
                best = picture, place
            if best is not None and apart(best[1], box) <= FAR * self.unit:
                return best  # rather narrow, or in any direction, than far from its subject
        return best

    def _draw_tail(self, target: pygame.Surface, place: pygame.Rect, box: pygame.Rect) -> None:
        """Draw a thin line from the chip to the rim of its subject; in the dock it crosses no other row."""
        layout = self.focus.layout
        if layout.dock.contains(box):
            box = pygame.Rect(box.left, box.top, self.focus.actions.rect.right - box.left, box.height)
        elif not layout.table.collidepoint(box.center):
            return  # the mouse is beside the table
        x, y = box.center
        start = min(max(x, place.left + 14), place.right - 14), min(max(y, place.top + 10), place.bottom - 10)
        distance, rim = math.dist(start, (x, y)), max(box.size) / 2
        if distance > rim:
            end = (
                start[0] + (x - start[0]) * (distance - rim) / distance,
                start[1] + (y - start[1]) * (distance - rim) / distance,
            )
            pygame.draw.aaline(target, PAPER, start, end)
            pygame.draw.circle(target, PAPER, end, max(2, round(3 * self.unit)))

    def input(self, event: pygame.event.Event) -> bool:
        """Open the drawer at the odds at a click on the chip."""
        clicked = event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.rect.collidepoint(event.pos)
        if clicked and self.focus.drawer != "odds":
            self.focus.open("odds")
        return clicked

    def vital(self) -> Sequence[pygame.Rect]:
        return [self.rect] if self.rect.width else []

    def covering(self) -> Sequence[Plate]:
        return [("chip", rect) for rect in self.vital()]

    def picture(self, content: Content, widest: int) -> pygame.Surface:
        """Return the chip as a picture with lines at most `widest` pixels wide."""
        key = content, widest, self.unit, self.theme.sharp, self.detailed, words()
        return self._pictures.of(key, lambda: Art(self.theme, self.unit, self.detailed).picture(content, widest))


def _why_not(hand: Hand, spot: Spot, *, evident: bool) -> tuple[Said, ...]:
    """Return why a piece in hand cannot be put at a spot, with the length of the detour if there is one.

    Causes that the drawn area shows are left out unless `evident`, or unless it does not show by how much.
    """
    reasons, region = hand.reasons(spot), hand.placing.region
    if not reasons:
        return ()
    detour = None
    if isinstance(region, PathRegion) and math.dist(region.start, spot) <= max(
        policy.budget for policy in region.policies
    ):
        detour = region.detour(spot)  # a spot that is too far in any case says by how much
    if detour is not None:
        text = _("{reason}; {length} by the path round it", reason=detour[0], length=tape(detour[1]))
        return (Said(text, tape(detour[1]), "risk", "bad", reasons[0].rule),)
    first = min(reasons, key=lambda reason: reason.cause in EVIDENT)
    if first.cause in EVIDENT and not evident and not first.short_by:
        return ()
    return (Said(with_missing(first.text, first.short_by), "", "risk", "bad", first.rule),)


def _worth(lines: Iterable[Line]) -> list[Line]:
    """Return lines by importance: warnings first, then good news, then the rest."""
    ranks = {"bad": 0, "warning": 0, "good": 1}
    return sorted(lines, key=lambda line: ranks.get(line.tone, len(ranks)))


def _noted(lines: Iterable[Line]) -> tuple[Line, ...]:
    """Return the lines shown while the key for details is held, quiet ones last."""
    return tuple(sorted((line for line in lines if line.text), key=lambda line: line.tone == "quiet"))[:NOTES]


def _around(boxes: Sequence[pygame.Rect]) -> pygame.Rect:
    return boxes[0].unionall(list(boxes[1:]))


def _with_badges(focus: Focus, pieces: Iterable[PieceView]) -> list[pygame.Rect]:
    """Return the boxes of pieces in the window, including the badges around their bases."""
    boxes, camera = list[pygame.Rect](), focus.camera
    for piece in pieces:
        (x, y), radius = camera.to_screen(piece.x, piece.y), drawn_radius(piece) * camera.scale
        width = max(2.0, 2 * radius * (BADGES if piece.kind == "base" else 1.0))
        boxes.append(pygame.Rect(round(x - width / 2), round(y - width / 2), round(width), round(width)))
    return boxes


def _along(start: Spot, end: Spot) -> Iterator[pygame.Rect]:
    """Yield small boxes that cover a line."""
    steps = max(1, round(math.dist(start, end) / 16))
    for step in range(steps + 1):
        x = start[0] + (end[0] - start[0]) * step / steps
        y = start[1] + (end[1] - start[1]) * step / steps
        yield pygame.Rect(round(x) - 4, round(y) - 4, 9, 9)


def _between(focus: Focus, first: PieceView, second: PieceView) -> tuple[Spot, Spot]:
    """Return the ends of the line from rim to rim of two bases, in pixels."""
    start, end = focus.camera.to_screen(first.x, first.y), focus.camera.to_screen(second.x, second.y)
    distance = max(1.0, math.dist(start, end))
    dx, dy = (end[0] - start[0]) / distance, (end[1] - start[1]) / distance
    first_radius, second_radius = first.radius * focus.camera.scale, second.radius * focus.camera.scale
    return (start[0] + dx * first_radius, start[1] + dy * first_radius), (
        end[0] - dx * second_radius,
        end[1] - dy * second_radius,
    )


Places = np.ndarray[tuple[int, int], np.dtype[np.float64]]


def apart(place: pygame.Rect, box: pygame.Rect) -> float:
    """Return the pixels between two rectangles, 0 if they touch."""
    across = max(place.left - box.right, box.left - place.right, 0)
    return math.hypot(across, max(place.top - box.bottom, box.top - place.bottom, 0))


@lru_cache(maxsize=64)
def _candidates(
    size: tuple[int, int], around: tuple[int, int], unit: float
) -> tuple[Places, np.ndarray[tuple[int], np.dtype[np.float64]]]:
    """Return the candidates for the corner of a chip, seen from the middle of a box, each with its cost."""
    turns = np.arange(DIRECTIONS) * math.tau / DIRECTIONS
    gaps = np.repeat(np.array(DISTANCES) * unit, DIRECTIONS)
    dx, dy = np.tile(np.cos(turns), len(DISTANCES)), np.tile(np.sin(turns), len(DISTANCES))
    # the distances of the middles at which the boxes just keep the gap, across or down
    by_width = ((size[0] + around[0]) / 2 + gaps) / np.maximum(abs(dx), 1e-9)
    by_height = ((size[1] + around[1]) / 2 + gaps) / np.maximum(abs(dy), 1e-9)
    distances = np.minimum(by_width, by_height)
    corners = np.stack([dx * distances, dy * distances], axis=1) - np.array(size) / 2
    return corners, gaps + LEANING * unit * (dy > 0.01)


@dataclass(frozen=True)
class Art:
    """Paints chips at one size of type."""

    theme: Theme
    unit: float
    detailed: bool

    def _px(self, pixels: float) -> int:
        return round(pixels * self.unit)

    def picture(self, content: Content, widest: int) -> pygame.Surface:
        """Return a chip as a picture with lines at most `widest` pixels wide."""
        rows = [*self._rows(content, widest)]
        margin, row = self._px(PAD), self._px(ROW)
        bar = self._px(16) if content.outcomes else 0
        rows_above_bar = len([*self._shares(content.outcomes, widest)]) + (1 if content.title else 0)
        width = max(picture.get_width() for picture in rows) + 2 * margin
        width = max(width, self._px(190)) if content.outcomes else width
        plate = pygame.Surface((width, len(rows) * row + bar + self._px(14)), pygame.SRCALPHA, 32)
        box, corner = plate.get_rect(), self._px(10)
        plate.blit(round_corners(fading(box.size, SLATE, DARK), corner), (0, 0))
        pygame.draw.rect(plate, SLATE_LINE, box, max(1, self._px(1.4)), border_radius=corner)
        y = self._px(7)
        for number, picture in enumerate(rows):
            blit_at(plate, picture, midleft=(margin, y + row // 2))
            y += row
            if bar and number == rows_above_bar - 1:
                self._bar(plate, content.outcomes, pygame.Rect(margin, y, width - 2 * margin, self._px(9)))
                y += bar
        return plate

    def _rows(self, content: Content, widest: int) -> Iterator[pygame.Surface]:
        """Yield the rows of a chip from top to bottom."""
        if content.title:
            yield self._ink(shorten(self.theme, content.title, widest, self._px(TYPE), "bold"), TYPE, "bold")
        if content.outcomes:
            yield from self._shares(content.outcomes, widest)
        priced = not content.title and not content.outcomes
        noted = self.detailed and bool(content.title and content.notes)  # the notes repeat the lines
        for number, line in enumerate(content.lines if not noted else ()):
            details = content.details if self.detailed and line.role == "cost" and priced else ""
            yield from self._line(line, details, widest, price=priced and not number)
        for note in content.notes if self.detailed else ():
            yield from self._note(note, widest)

    def _note(self, note: Line, widest: int) -> Iterator[pygame.Surface]:
        """Yield the rows of a note; its rule follows in small type."""
        colour = TONES.get(note.tone, INK)
        rule = self._ink(f"  {note.rule}", RULES, "regular", INK_QUIET) if note.rule else None
        rows = wrap(self.theme, note.text, widest, self._px(TYPE), "semibold")
        pictures = [[self._ink(text, TYPE, "semibold", colour)] for text in rows]
        if rule is not None:
            has_room = pictures[-1][0].get_width() + rule.get_width() <= widest
            pictures[-1:] = [[*pictures[-1], rule]] if has_room else [pictures[-1], [rule]]
        for row in pictures:
            yield self._joined("", 0, row, colour)

    def _ink(self, text: str, size: float, weight: str = "semibold", colour: Colour = INK) -> pygame.Surface:
        return ink(self.theme, text, self._px(size), weight, colour)

    def _line(self, line: Said, details: str, widest: int, *, price: bool) -> Iterator[pygame.Surface]:
        """Yield the rows of a line: its icon, and its words with the strong part in the colour of its tone."""
        colour = TONES.get(line.tone, INK)
        sign = ICONS.get(line.role, "") if (line.role, line.tone) != ("risk", "plain") else ""
        if line.role == "risk" and line.tone == "bad" and not line.strong:
            sign = "sign-blocked"
        inset = self._px(SIGN + 6) if sign else 0
        before, strong, after = self._parts(line)
        size = STRONG if price and line.role == "cost" else TYPE
        words = [self._ink(before, TYPE), self._ink(strong, size, "bold", colour), self._ink(after, TYPE)]
        words += [self._ink(f"   {details}", TYPE, "regular", INK_QUIET)] if details else []
        if sum(word.get_width() for word in words) + inset > widest:
            for number, text in enumerate(wrap(self.theme, line.text, widest - inset, self._px(TYPE), "semibold")):
                yield self._joined(
                    sign if number == 0 else "", inset, [self._ink(text, TYPE, "semibold", colour)], colour
                )
            return
        yield self._joined(sign, inset, words, colour)

    def _parts(self, line: Said) -> tuple[str, str, str]:
        """Return the words before, in and after the strong part of a line."""
        if not line.strong or line.strong not in line.text:
            return ("", "", line.text) if line.tone in ("plain", "good") else ("", line.text, "")
        before, strong, after = line.text.partition(line.strong)
        return before, strong, after

    def _joined(self, sign: str, inset: int, parts: Sequence[pygame.Surface], colour: Colour) -> pygame.Surface:
        """Return pictures side by side on one base line, after an icon."""
        width, height = inset + sum(part.get_width() for part in parts), max(part.get_height() for part in parts)
        row = pygame.Surface((max(1, width), height), pygame.SRCALPHA, 32)
        if sign:
            blit_at(row, icon(sign, self._px(SIGN), colour), midleft=(0, height // 2 + 1))
        # the base line of type is at about 79 % of its height
        x, base_lines = inset, [part.get_height() * 0.79 for part in parts]
        for part, base_line in zip(parts, base_lines, strict=True):
            row.blit(part, (x, round(max(base_lines) - base_line)))
            x += part.get_width()
        return row

    def _shares(self, outcomes: Sequence[Likelihood], widest: int) -> Iterator[pygame.Surface]:
        """Yield rows with each outcome and its chance; the first outcome is large."""
        rows, gap = list[list[pygame.Surface]](), self._px(14)
        for number, outcome in enumerate(outcomes):
            text = f"{outcome.label} {percent(outcome.share)}"
            size, weight = (STRONG, "bold") if number == 0 else (TYPE, "semibold")
            colour = INK_QUIET if outcome.tone == "plain" else TONES.get(outcome.tone, INK)
            picture = self._ink(text, size, weight, colour)
            if picture.get_width() > widest:
                parts = wrap(self.theme, text, widest, self._px(size), weight)
                rows += [[self._ink(part, size, weight, colour)] for part in parts]
            elif rows and sum(other.get_width() + gap for other in rows[-1]) + picture.get_width() <= widest:
                rows[-1].append(picture)
            else:
                rows.append([picture])
        spacer = pygame.Surface((gap, 1), pygame.SRCALPHA, 32)
        for row in rows:
            yield self._joined("", 0, [part for picture in row for part in (spacer, picture)][1:], INK)

    def _bar(self, target: pygame.Surface, outcomes: Sequence[Likelihood], bar: pygame.Rect) -> None:
        """Draw a bar divided among the outcomes by chance; bad ones are hatched too."""
        canvas, x = pygame.Surface(bar.size, pygame.SRCALPHA, 32), 0.0
        for outcome in outcomes:
            width = outcome.share * bar.width
            part = pygame.Rect(round(x), 0, round(x + width) - round(x), bar.height)
            colour = INK_QUIET if outcome.tone == "plain" else TONES.get(outcome.tone, INK)
            pygame.draw.rect(canvas, colour, part)
            if outcome.tone == "bad":
                canvas.set_clip(part)
                for start in range(part.left - bar.height, part.right, max(4, self._px(6))):
                    dark = mix(colour, DARK, 0.4)
                    pygame.draw.line(canvas, dark, (start, bar.height), (start + bar.height, 0), max(1, self._px(2)))
                canvas.set_clip(None)
            if round(x):
                pygame.draw.line(canvas, DARK, (part.left, 0), (part.left, bar.height), 2)
            x += width
        target.blit(round_corners(canvas, bar.height // 2), bar)
