"""The chip: one verdict on the answer under consideration, beside what it is about and over nothing that matters."""

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
from game.engine.rulebook.view import Likelihood, Line, PieceView, percent
from game.lengths import tape, with_missing, words
from game.play.verdicts import MOST, Said, of_lines, of_odds
from game.table.path.region import PathRegion
from game.ui.board.camera import Spot
from game.ui.board.overlays import draw_pill
from game.ui.board.pieces import drawn_radius
from game.ui.board.ruler_art import draw_dotted
from game.ui.decisions.base import Controller
from game.ui.decisions.ghost import Ghost
from game.ui.decisions.place import PlaceController
from game.ui.play.focus import Focus, bases
from game.ui.play.overlays.stakes import Stakes
from game.ui.play.part import Part, Plate, Tip
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
from game.wording import N_, _

AFTER: Final = 0.35
"""Seconds that the mouse rests before it is said what is below it."""
TYPE, STRONG, RULES = 15, 19, 14
"""Sizes of type in pixels of the usual window: of a line, of a price, of the ids of rules."""
WIDEST, PAD, ROW, SIGN = 380, 12, 23, 16
"""The greatest width of a line, the margin, the height of a line, and that of its icon."""
SHARES: Final = (1.0, 0.6)
"""The shares of the greatest width that are tried, one after the other."""
DIRECTIONS: Final = 24
DISTANCES: Final = (18, 36, 58, 88, 128, 170, 220, 280, 350)
"""Pixels of the usual window between the piece and the chip that are tried, the last ones in a crowd."""
BESIDE: Final = 4
"""Pixels that stay free around a chip."""
LEANING: Final = 8
"""How much worse a place below is than one above, in pixels of distance."""
LINGERS: Final = 0.6
"""Seconds for which odds stay when the mouse leaves what they are about, so that it can reach them."""
NOTES: Final = 9
"""The most notes while the key is held; the drawer has all of them."""
OFF: Final = 0.25
"""Inches between the cursor and a piece in hand from which it is said why the piece does not follow."""
BADGES: Final = 1.3
"""The size of a base with its die, its damage and its crown, in diameters."""
EVIDENT: Final = ("out of range", "too far", "off the table")
"""Causes for which the region that is drawn says enough."""
ICONS: Final = {"cost": "", "risk": "action-attack", "answer": "action-engage", "gain": "sign-gain"}
"""The icon of a line by its role."""


@dataclass(frozen=True)
class Content:
    """What a chip says: a title or the shares of outcomes on top, and lines.

    While the key is held, `details` and `notes` follow: the causes in words with their numbers, and their rules.
    """

    title: str = ""
    outcomes: tuple[Likelihood, ...] = ()
    lines: tuple[Said, ...] = ()
    details: str = ""
    notes: tuple[Line, ...] = ()

    @property
    def about(self) -> dict[str, str]:
        """The enemies that could hit the piece, with the chance of each in words, "" if it is not known."""
        answers = [line for line in self.lines if line.role == "answer"]
        known = {piece: percent(chance) for line in answers for piece, chance in zip(line.about, line.chances)}
        return {piece: known.get(piece, "") for line in answers for piece in line.about}


class Chip(Part):
    """The verdict at the cursor: of a piece in hand, of an attack, or of what the mouse rests on.

    `stakes` and `parts` are what it must not cover; `told` returns the tooltip of what is under the mouse.
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
        self._follows = False  # whether it speaks of pieces that follow the mouse
        self._picture: pygame.Surface | None = None
        self._content: tuple[Content, pygame.Rect] | None = None

    # -- what it says ----------------------------------------------------------------------------

    @property
    def detailed(self) -> bool:
        """Whether details are asked for by the held key."""
        return details_held()

    @property
    def _ghost(self) -> Ghost:
        """What the answer under consideration proposes for pieces, unless drawing it has failed."""
        focus = self.focus
        return focus.weighed.ghost if focus.drawing and focus.weighed is not None else Ghost()

    def content(self) -> tuple[Content, pygame.Rect] | None:
        """Return what it says now, and the box of what that is about; None if nothing is to be said."""
        focus = self.focus
        if self.closed or focus.sheets or focus.animation.playing or focus.animation.tray.running(time.monotonic()):
            return None
        controller = focus.weighed if focus.tool is None else None
        placing = self._of_placing(controller) if controller is not None and focus.drawing else None
        return placing or self._of_odds() or self._of_mouse()

    def _of_placing(self, controller: Controller) -> tuple[Content, pygame.Rect] | None:
        """Return what is said of the place of a piece or a unit in hand."""
        ghost = controller.ghost
        if not ghost.pieces or not ghost.shown or not (ghost.away or ghost.preview is not None):
            return None
        focus = self.focus
        told = (*controller.lines(), *(controller.outlook() if focus.options.threat else ()))
        said = (*self._blocked(controller), *of_lines(told))[:MOST]
        if not said:
            return None
        inches = ghost.preview().inches if ghost.preview is not None and self.detailed else 0.0
        box = _around(bases(focus, ghost.pieces))
        return Content(lines=said, details=tape(inches) if inches else "", notes=_noted(told)), box

    def _blocked(self, controller: Controller) -> tuple[Said, ...]:
        """Return why a piece in hand does not follow the cursor, if it does not."""
        hand = self.focus.hands.held
        if hand is None or hand.placing is not controller or hand.rests or hand.meets or not hand.moved:
            return ()
        placing, at = hand.placing, (round(hand.at[0], 1), round(hand.at[1], 1))
        if math.dist(hand.at, placing.spot) <= OFF or not placing.ground.tells(hand.at):
            return ()
        return self._reasons.of((self.focus.model.version, id(placing), at), partial(_why_not, placing, at))

    def _of_odds(self) -> tuple[Content, pygame.Rect] | None:
        """Return what is said of the odds of an answer about a piece on the table."""
        focus = self.focus
        odds, box = focus.odds(), self._subject()
        if odds is None or box is None or self._compares:
            return None
        lines = of_odds(odds)
        outcomes = odds.outcomes if len(odds.outcomes) > 1 else ()
        return (Content(outcomes=outcomes, lines=lines, notes=_noted(odds.lines)), box) if outcomes or lines else None

    @property
    def _compares(self) -> bool:
        """Whether the odds are those of all answers side by side, and the mouse rests on a piece they are not about."""
        focus, decision = self.focus, self.focus.model.decision
        if focus.controller is None or focus.aimed or focus.inspection.weighed(focus.controller) is not None:
            return False
        unit = focus.model.units.whole(focus.inspection.hovered)
        return isinstance(decision, Choose) and bool(unit) and unit != decision.about

    def _against(self) -> tuple[Said, ...]:
        """Return what the answers side by side would do to the piece under the mouse."""
        odds, unit = self.focus.odds(), self.focus.model.units.whole(self.focus.inspection.hovered)
        if odds is None or not unit or not self._compares:
            return ()
        about = tuple(each for each in odds.verdicts if unit in each.about)
        return of_odds(replace(odds, verdicts=about)) if about else ()

    def _subject(self) -> pygame.Rect | None:
        """Return the box of what is considered: the piece or unit under the mouse or of the row, else the row."""
        focus, units, pointed = self.focus, self.focus.model.units, self.focus.actions.pointed()
        row = {units.whole(piece) for piece in pointed.subject} if pointed is not None else set()
        on_table = focus.inspection.hovered if focus.pointing and focus.mouse_spot is not None else ""
        name = focus.aimed or (row.pop() if len(row) == 1 else "") or on_table
        pieces = units.parts(units.whole(name)) if name else []
        asked = focus.controller.decision if focus.controller is not None else None
        if pieces or pointed is None or not isinstance(asked, Choose):
            return _around(bases(focus, pieces)) if pieces else None
        place = next((rect for item, rect in focus.actions.rows() if item is pointed), focus.layout.dock)
        return place.clip(focus.actions.rect)

    def _of_mouse(self) -> tuple[Content, pygame.Rect] | None:
        """Return what is said of the thing on which the mouse rests."""
        focus = self.focus
        rests = focus.pointing and time.monotonic() - focus.mouse_since >= AFTER
        if not rests or not focus.layout.table.collidepoint(focus.mouse):
            return None
        if any(part.covers(focus.mouse) for part in self.parts) or (tip := self.told()) is None:
            return None
        title, lines = tip
        said = tuple(Said(line.text, tone=line.tone, rule=line.rule) for line in _worth(lines))
        piece = focus.model.pieces.get(focus.inspection.hovered)
        box = _around(bases(focus, [piece])) if piece is not None else pygame.Rect(focus.mouse, (0, 0)).inflate(24, 24)
        against = self._against()[: MOST - 1]
        return Content(title, lines=(*said[: MOST - max(1, len(against))], *against), notes=_noted(lines)), box

    def sections(self) -> list[Section]:
        """Return all that is known of the thing on which the mouse rests, of which the chip says the beginning."""
        content = self._content[0] if self._content is not None else Content()
        tip = self.told() if content.title else None
        return [Section(*tip, first=True)] if tip is not None and len(tip[1]) > len(content.lines) else []

    # -- where it lies ---------------------------------------------------------------------------

    @property
    def unit(self) -> float:
        """The pixels of the window for one of the usual window."""
        return max(self.theme.scale, self.focus.layout.bar.height / USUAL)

    @property
    def foot(self) -> pygame.Rect:
        """The foot of the dock, where it lies if it has no place on the table."""
        return self.focus.layout.dock.inflate(-round(PAD * self.unit), -round(2 * PAD * self.unit))

    def avoided(self) -> list[pygame.Rect]:
        """Return what it must not cover: bases, badges, names, labels, signs, dice, lines in play, the hand."""
        focus, camera = self.focus, self.focus.camera
        view, ghost = focus.animation.view, self._ghost
        key = camera.x, camera.y, camera.scale, tuple(camera.viewport)
        if self._standing[0] is not view or self._standing[1] != key:
            self._standing = view, key, _with_badges(focus, view.pieces)
        found = [*self._standing[2]]
        if ghost.shown:
            found += _with_badges(focus, ghost.pieces)
        found += focus.context.sprites.names.shown
        found += focus.context.readings
        found += self._stakes.places
        found += [rect for part in self.parts if part is not self for rect in part.vital()]
        if focus.animation.tray.dice:
            found.append(focus.animation.tray.rect)
        found += [rect for line in self._lines() for rect in _along(*line)]
        found.append(pygame.Rect(focus.mouse, (0, 0)).inflate(24, 24))
        return [rect for rect in found if rect.width and rect.height]

    def _lines(self) -> Iterator[tuple[Spot, Spot]]:
        """Yield the lines in play, in pixels: the path of a piece in hand, those from enemies that could hit it."""
        focus, camera = self.focus, self.focus.camera
        controller = focus.weighed if focus.tool is None else None
        ghost = controller.ghost if controller is not None else None
        if ghost is not None and ghost.preview is not None and ghost.shown and focus.options.receipts:
            spots = [camera.to_screen(*spot) for spot in ghost.preview().path]
            yield from pairwise(spots)
        yield from (line for line, _chance in self._threatening())

    def _threatening(self) -> Iterator[tuple[tuple[Spot, Spot], str]]:
        """Yield the lines from enemies that could hit a piece in hand, in pixels, each with its chance in words."""
        focus, content = self.focus, self._content
        placed = self._ghost.placed
        if content is None or placed is None:
            return
        for name, chance in content[0].about.items():
            for enemy in focus.model.units.parts(name)[:1]:
                yield _between(focus, enemy, placed), chance

    def placed(self, size: tuple[int, int], box: pygame.Rect) -> pygame.Rect | None:
        """Return the nearest free place beside a box, in one of 24 directions; None without one."""
        room = self.focus.layout.table.inflate(-2 * BESIDE, -2 * BESIDE)
        avoid = tuple(tuple(rect) for rect in self.avoided())
        key = size, tuple(box), tuple(room), avoid, self._last
        return self._places.of(key, lambda: self._place(size, box, room, avoid))

    def anywhere(self, size: tuple[int, int], box: pygame.Rect) -> pygame.Rect | None:
        """Return the free place on the table that is nearest to a box, or None if there is none."""
        room, avoid = self.focus.layout.table.inflate(-2 * BESIDE, -2 * BESIDE), self.avoided()
        if size[0] > room.width or size[1] > room.height:
            return None
        place = clear_place(size, box.center, 0, room, avoid)
        return place if place.collidelist(avoid) < 0 and room.contains(place) else None

    def _place(
        self, size: tuple[int, int], box: pygame.Rect, room: pygame.Rect, avoid: Sequence[tuple[int, ...]]
    ) -> pygame.Rect | None:
        corners, cost = _candidates(size, box.size, self.unit)
        corners = corners + np.array(box.center)
        west, north, east, south = room.left, room.top, room.right - size[0], room.bottom - size[1]
        x, y = corners[:, 0], corners[:, 1]
        inside = (x >= west) & (x <= east) & (y >= north) & (y <= south)
        if not inside.any():
            return None
        taken = np.array(avoid, dtype=float).reshape(-1, 4)
        across = np.minimum(x[:, None] + size[0] + BESIDE, taken[:, 0] + taken[:, 2]) - np.maximum(
            x[:, None] - BESIDE, taken[:, 0]
        )
        down = np.minimum(y[:, None] + size[1] + BESIDE, taken[:, 1] + taken[:, 3]) - np.maximum(
            y[:, None] - BESIDE, taken[:, 1]
        )
        covered = ((across > 0) & (down > 0)).any(axis=1)
        free = inside & ~covered
        if not free.any():
            self._last = -1
            return None
        best = int(np.argmin(np.where(free, cost, np.inf)))
        if (
            0 <= self._last < len(cost)
            and free[self._last]
            and cost[self._last] <= cost[best] + DISTANCES[1] * self.unit
        ):
            best = self._last  # it does not jump about while something is dragged
        self._last = best
        return pygame.Rect(round(float(x[best])), round(float(y[best])), *size)

    def anew(self) -> None:
        """Take the best place the next time, wherever it was before."""
        self._last = -1

    # -- drawing ---------------------------------------------------------------------------------

    def draw(self, target: pygame.Surface) -> None:
        """Draw the lines from enemies that could hit a piece in hand."""
        self._stayed = self._stays(found := self.content())
        if not self._stayed:
            self._content, self._since = found, (time.monotonic(), self._moment)
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

    def _stays(self, found: tuple[Content, pygame.Rect] | None) -> bool:
        """Return whether odds stay because the mouse is on them, or perhaps on its way to them."""
        focus, (since, moment) = self.focus, self._since
        on_it = self.rect.collidepoint(focus.mouse)
        carries = self._ghost.pieces and (self._follows or not on_it or focus.hands.held is not None)
        if self._content is None or self._content[0].title or not focus.pointing or carries:
            return False
        way = found is None and time.monotonic() - since < LINGERS
        return (on_it or way) and moment == self._moment and focus.considers and not focus.sheets

    @property
    def _moment(self) -> tuple[object, ...]:
        """The state of the game and the view, with which what it says goes."""
        return self.focus.model.version, self.focus.camera.view, tuple(self.focus.layout.table)

    def over(self, target: pygame.Surface) -> None:
        """Draw the chip beside what it is about, or at the foot of the dock if there is no free place."""
        if self._content is None or self.focus.sheets:
            self.rect.size = (0, 0)
            return
        content, box = self._content
        found = self._found(content, box)
        if self._stayed and self._picture is not None and self.rect.width:
            found = self._picture, self.rect
        if found is None:
            foot = self.foot
            picture = self.picture(content, foot.width - round(2 * PAD * self.unit))
            place = picture.get_rect(midbottom=foot.midbottom)
        else:
            picture, place = found
            self._draw_tail(target, place, box)
        self._picture = picture
        self.rect = target.blit(picture, place)
        if self.focus.window.look.sharp:
            sharpen(target, self.rect)

    def _found(self, content: Content, box: pygame.Rect) -> tuple[pygame.Surface, pygame.Rect] | None:
        """Return a picture with its place on the table, or None; a narrow one may fit where a wide one does not."""
        for look, share in product((self.placed, self.anywhere), SHARES):  # a narrow one beside it is better than afar
            picture = self.picture(content, round(WIDEST * self.unit * share))
            if (place := look(picture.get_size(), box)) is not None:
                return picture, place
        return None

    def _draw_tail(self, target: pygame.Surface, place: pygame.Rect, box: pygame.Rect) -> None:
        """Draw a thin line from the chip to the rim of what it is about."""
        x, y = box.center
        start = min(max(x, place.left + 14), place.right - 14), min(max(y, place.top + 10), place.bottom - 10)
        far, rim = math.dist(start, (x, y)), max(box.size) / 2
        if far > rim:
            end = start[0] + (x - start[0]) * (far - rim) / far, start[1] + (y - start[1]) * (far - rim) / far
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
        """Return the chip as a picture whose lines are at most so many pixels wide."""
        key = content, widest, self.unit, self.theme.sharp, self.detailed, words()
        return self._pictures.of(key, lambda: Art(self.theme, self.unit, self.detailed).picture(content, widest))


def _why_not(placing: PlaceController, at: Spot) -> tuple[Said, ...]:
    """Return why a piece cannot be put at a spot, with the length of the path round what blocks it, if there is one."""
    reasons = placing.region.why_not(at)
    if not reasons:
        return ()
    detour = placing.region.detour(at) if isinstance(placing.region, PathRegion) else None
    if detour is not None:
        text = _("{reason}; {length} by the path round it", reason=detour[0], length=tape(detour[1]))
        return (Said(text, tape(detour[1]), "risk", "bad", reasons[0].rule),)
    first = min(reasons, key=lambda reason: reason.cause in EVIDENT)
    if first.cause in EVIDENT:
        return ()
    return (Said(with_missing(first.text, first.short_by), "", "risk", "bad", first.rule),)


def _worth(lines: Iterable[Line]) -> list[Line]:
    """Return lines, those that warn first, then those that promise something."""
    ranks = {"bad": 0, "warning": 0, "good": 1}
    return sorted(lines, key=lambda line: ranks.get(line.tone, len(ranks)))


def _noted(lines: Iterable[Line]) -> tuple[Line, ...]:
    """Return the lines that are shown while the key is held, the quiet ones last."""
    return tuple(sorted((line for line in lines if line.text), key=lambda line: line.tone == "quiet"))[:NOTES]


def _around(boxes: Sequence[pygame.Rect]) -> pygame.Rect:
    return boxes[0].unionall(list(boxes[1:]))


def _with_badges(focus: Focus, pieces: Iterable[PieceView]) -> list[pygame.Rect]:
    """Return the boxes of pieces in the window, with what is beside their rings."""
    found, camera = list[pygame.Rect](), focus.camera
    for piece in pieces:
        (x, y), radius = camera.to_screen(piece.x, piece.y), drawn_radius(piece) * camera.scale
        wide = max(2.0, 2 * radius * (BADGES if piece.kind == "base" else 1.0))
        found.append(pygame.Rect(round(x - wide / 2), round(y - wide / 2), round(wide), round(wide)))
    return found


def _along(start: Spot, end: Spot) -> Iterator[pygame.Rect]:
    """Yield small boxes along a line."""
    steps = max(1, round(math.dist(start, end) / 16))
    for step in range(steps + 1):
        x = start[0] + (end[0] - start[0]) * step / steps
        y = start[1] + (end[1] - start[1]) * step / steps
        yield pygame.Rect(round(x) - 4, round(y) - 4, 9, 9)


def _between(focus: Focus, one: PieceView, other: PieceView) -> tuple[Spot, Spot]:
    """Return the ends of the line between the rims of two bases, in pixels."""
    start, end = focus.camera.to_screen(one.x, one.y), focus.camera.to_screen(other.x, other.y)
    far = max(1.0, math.dist(start, end))
    dx, dy = (end[0] - start[0]) / far, (end[1] - start[1]) / far
    near, away = one.radius * focus.camera.scale, other.radius * focus.camera.scale
    return (start[0] + dx * near, start[1] + dy * near), (end[0] - dx * away, end[1] - dy * away)


Places = np.ndarray[tuple[int, int], np.dtype[np.float64]]


@lru_cache(maxsize=64)
def _candidates(
    size: tuple[int, int], around: tuple[int, int], unit: float
) -> tuple[Places, np.ndarray[tuple[int], np.dtype[np.float64]]]:
    """Return the upper left corners that are tried, from the middle of a box of the size `around`; how bad each is.

    In each direction the two boxes are one of the distances apart, across or down.
    """
    turns = np.arange(DIRECTIONS) * math.tau / DIRECTIONS
    far = np.repeat(np.array(DISTANCES) * unit, DIRECTIONS)
    dx, dy = np.tile(np.cos(turns), len(DISTANCES)), np.tile(np.sin(turns), len(DISTANCES))
    across = ((size[0] + around[0]) / 2 + far) / np.maximum(abs(dx), 1e-9)
    down = ((size[1] + around[1]) / 2 + far) / np.maximum(abs(dy), 1e-9)
    away = np.minimum(across, down)
    corners = np.stack([dx * away, dy * away], axis=1) - np.array(size) / 2
    return corners, far + LEANING * unit * (dy > 0.01)


@dataclass(frozen=True)
class Art:
    """Draws chips at one size of type."""

    theme: Theme
    unit: float
    detailed: bool

    def _px(self, pixels: float) -> int:
        return round(pixels * self.unit)

    def picture(self, content: Content, widest: int) -> pygame.Surface:
        """Return a chip as a picture whose lines are at most so many pixels wide."""
        rows = [*self._rows(content, widest)]
        pad, row = self._px(PAD), self._px(ROW)
        bar = self._px(16) if content.outcomes else 0
        shares = len([*self._shares(content.outcomes, widest)]) + bool(content.title)
        wide = max(picture.get_width() for picture in rows) + 2 * pad
        wide = max(wide, self._px(190)) if content.outcomes else wide
        plate = pygame.Surface((wide, len(rows) * row + bar + self._px(14)), pygame.SRCALPHA, 32)
        box, corner = plate.get_rect(), self._px(10)
        plate.blit(round_corners(fading(box.size, SLATE, DARK), corner), (0, 0))
        pygame.draw.rect(plate, SLATE_LINE, box, max(1, self._px(1.4)), border_radius=corner)
        y = self._px(7)
        for number, picture in enumerate(rows):
            blit_at(plate, picture, midleft=(pad, y + row // 2))
            y += row
            if bar and number == shares - 1:
                self._bar(plate, content.outcomes, pygame.Rect(pad, y, wide - 2 * pad, self._px(9)))
                y += bar
        return plate

    def _rows(self, content: Content, widest: int) -> Iterator[pygame.Surface]:
        if content.title:
            yield self._ink(shorten(self.theme, content.title, widest, self._px(TYPE), "bold"), TYPE, "bold")
        if content.outcomes:
            yield from self._shares(content.outcomes, widest)
        priced = not content.title and not content.outcomes
        noted = self.detailed and bool(content.title and content.notes)  # they say these lines too
        for number, line in enumerate(content.lines if not noted else ()):
            details = content.details if self.detailed and line.role == "cost" and priced else ""
            yield from self._line(line, details, widest, price=priced and not number)
        for note in content.notes if self.detailed else ():
            yield from self._note(note, widest)

    def _note(self, note: Line, widest: int) -> Iterator[pygame.Surface]:
        """Yield a note in as many rows as it needs, its rule small behind its last words."""
        colour = TONES.get(note.tone, INK)
        rule = self._ink(f"  {note.rule}", RULES, "regular", INK_QUIET) if note.rule else None
        rows = wrap(self.theme, note.text, widest, self._px(TYPE), "semibold")
        pictures = [[self._ink(text, TYPE, "semibold", colour)] for text in rows]
        if rule is not None:
            fits = pictures[-1][0].get_width() + rule.get_width() <= widest
            pictures[-1:] = [[*pictures[-1], rule]] if fits else [pictures[-1], [rule]]
        for row in pictures:
            yield self._joined("", 0, row, colour)

    def _ink(self, text: str, size: float, weight: str = "semibold", colour: Colour = INK) -> pygame.Surface:
        return ink(self.theme, text, self._px(size), weight, colour)

    def _line(self, line: Said, details: str, widest: int, *, price: bool) -> Iterator[pygame.Surface]:
        """Yield a line: its icon, its words with the strong part in the colour of its tone; a long one wrapped."""
        colour = TONES.get(line.tone, INK)
        sign = ICONS.get(line.role, "") if line.role != "cost" else ""
        if line.role == "risk" and line.tone == "bad" and not line.strong:
            sign = "sign-blocked"
        inset = self._px(SIGN + 6) if sign else 0
        before, strong, after = self._parts(line)
        size = STRONG if price and line.role == "cost" else TYPE
        whole = [self._ink(before, TYPE), self._ink(strong, size, "bold", colour), self._ink(after, TYPE)]
        whole += [self._ink(f"   {details}", TYPE, "regular", INK_QUIET)] if details else []
        if sum(each.get_width() for each in whole) + inset > widest:
            for number, text in enumerate(wrap(self.theme, line.text, widest - inset, self._px(TYPE), "semibold")):
                yield self._joined(
                    sign if number == 0 else "", inset, [self._ink(text, TYPE, "semibold", colour)], colour
                )
            return
        yield self._joined(sign, inset, whole, colour)

    def _parts(self, line: Said) -> tuple[str, str, str]:
        """Return the words before, in and after the strong part of a line."""
        if not line.strong or line.strong not in line.text:
            return ("", "", line.text) if line.tone in ("plain", "good") else ("", line.text, "")
        before, strong, after = line.text.partition(line.strong)
        return before, strong, after

    def _joined(self, sign: str, inset: int, parts: Sequence[pygame.Surface], colour: Colour) -> pygame.Surface:
        """Return pictures in a row on one base line, after an icon."""
        wide, high = inset + sum(each.get_width() for each in parts), max(each.get_height() for each in parts)
        row = pygame.Surface((max(1, wide), high), pygame.SRCALPHA, 32)
        if sign:
            blit_at(row, icon(sign, self._px(SIGN), colour), midleft=(0, high // 2 + 1))
        x, low = inset, [each.get_height() * 0.79 for each in parts]
        for each, down in zip(parts, low, strict=True):
            row.blit(each, (x, round(max(low) - down)))
            x += each.get_width()
        return row

    def _shares(self, outcomes: Sequence[Likelihood], widest: int) -> Iterator[pygame.Surface]:
        """Yield the outcomes with their shares, the first one large, in as many rows as they need."""
        rows, gap = list[list[pygame.Surface]](), self._px(14)
        for number, each in enumerate(outcomes):
            text = f"{each.label} {percent(each.share)}"
            size, weight = (STRONG, "bold") if number == 0 else (TYPE, "semibold")
            picture = self._ink(text, size, weight, INK_QUIET if each.tone == "plain" else TONES.get(each.tone, INK))
            if picture.get_width() > widest:
                parts = wrap(self.theme, text, widest, self._px(size), weight)
                tone = INK_QUIET if each.tone == "plain" else TONES.get(each.tone, INK)
                rows += [[self._ink(part, size, weight, tone)] for part in parts]
            elif rows and sum(one.get_width() + gap for one in rows[-1]) + picture.get_width() <= widest:
                rows[-1].append(picture)
            else:
                rows.append([picture])
        apart = pygame.Surface((gap, 1), pygame.SRCALPHA, 32)
        for row in rows:
            yield self._joined("", 0, [part for each in row for part in (apart, each)][1:], INK)

    def _bar(self, target: pygame.Surface, outcomes: Sequence[Likelihood], bar: pygame.Rect) -> None:
        """Draw one bar divided among the outcomes; a bad one is hatched too."""
        canvas, x = pygame.Surface(bar.size, pygame.SRCALPHA, 32), 0.0
        for each in outcomes:
            wide = each.share * bar.width
            part = pygame.Rect(round(x), 0, round(x + wide) - round(x), bar.height)
            colour = INK_QUIET if each.tone == "plain" else TONES.get(each.tone, INK)
            pygame.draw.rect(canvas, colour, part)
            if each.tone == "bad":
                canvas.set_clip(part)
                for start in range(part.left - bar.height, part.right, max(4, self._px(6))):
                    dark = mix(colour, DARK, 0.4)
                    pygame.draw.line(canvas, dark, (start, bar.height), (start + bar.height, 0), max(1, self._px(2)))
                canvas.set_clip(None)
            if round(x):
                pygame.draw.line(canvas, DARK, (part.left, 0), (part.left, bar.height), 2)
            x += wide
        target.blit(round_corners(canvas, bar.height // 2), bar)
