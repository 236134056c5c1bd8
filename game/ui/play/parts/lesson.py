"""A lesson at a table: one bubble that points at the piece concerned, and a bar with dots and buttons below it.

Nothing is blocked: any answer is taken, and the step follows what happens. The teacher says what is to be done.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from fnmatch import fnmatchcase
from itertools import product
from typing import Final

import pygame

from game.engine.rulebook.view import PieceView
from game.play.teacher import MOST_SHOWN, Teacher
from game.ui.board.labels import hidden
from game.ui.board.pieces import drawn_radius
from game.ui.dock.layout import clear_of_handles
from game.ui.play.focus import Focus, bases, concerned
from game.ui.play.framing import Framing
from game.ui.play.part import Pane, Part, Tip
from game.ui.play.parts.bar import TYPE, USUAL, Button, Buttons
from game.ui.widgets.keys import key_label, key_of
from game.ui.widgets.signs import icon
from game.ui.widgets.text import blit_at, draw_plate, ink, line_height, wrap
from game.ui.widgets.theme import DARK, GOOD, INK, LAMP, PAPER, SLATE, SLATE_LINE, SLATE_RAISED, mix
from game.ui.widgets.tooltip import clear_place
from game.wording import N_, _

BACK, SHOW, SKIP = "lesson_back", "lesson_show", "lesson_skip"
BUTTONS: Final = (
    (BACK, N_("Back"), "tool-undo", N_("Back to the beginning of this step, or to the step before")),
    (SHOW, N_("Show me"), "menu-play", N_("Let the program do this step")),
    (SKIP, N_("Skip"), "menu-right", N_("Go on to the next step")),
)
"""The buttons: commands, words, icons and tips, to which the key is added."""
PLAY_ON: Final = (SKIP, N_("Play this on"), "menu-play", N_("Leave the lesson, and play this game to its end"))
"""The button instead of the last ones once all steps are done."""
HIGH, DOT, TAIL = 50, 17, 22
"""The height of the bar, the distance between dots, and the length of the tail, in pixels of the usual window."""
LIFTS: Final = (0, 58, 110, 160, 240, 320)
"""Pixels of the usual window by which the bar lies higher where a banner, dice or cards are at the lower edge."""
WIDEST: Final = 400
"""The greatest width of the words in the bubble, in pixels of the usual window."""
PACE: Final = 0.6
"""Seconds between two answers that are shown."""


class LessonPane(Pane):
    """The bubble and the bar; nothing at the table of a game that is no lesson.

    `parts` are the parts whose aids a step may ask for, and which the bubble must not cover.
    """

    name = "lesson"
    parts: Sequence[Part] = ()

    def __init__(self, focus: Focus, framing: Framing) -> None:
        super().__init__(focus)
        self._framing = framing
        self._teacher: Teacher | None = None
        self._shows, self._shown_at, self._at = 0, 0.0, -1
        self._shown_step = -1  # the step that is being shown
        self._near: object = None  # the step and the pixel for which the bubble was placed
        self._bar, self.bubble = pygame.Rect(0, 0, 0, 0), pygame.Rect(0, 0, 0, 0)

    def build(self) -> None:
        self.tools = Buttons(self.theme)
        self._teacher = None  # the language may have changed

    @property
    def teacher(self) -> Teacher | None:
        """The teacher of the game on the table, if it is a lesson."""
        session = self.focus.model.session
        if session.lesson is None or self.focus.watched:
            return None
        if self._teacher is None or self._teacher.session is not session:
            self._teacher = Teacher(session)
        return self._teacher

    # -- what happens ---------------------------------------------------------------------------

    def commands(self) -> dict[str, Callable[[], None]]:
        return {BACK: self._back, SHOW: self._show, SKIP: self._skip}

    def _back(self) -> None:
        if teacher := self.teacher:
            self._rewind(teacher.back)
            self._shows = 0

    def _rewind(self, back: Callable[[], None]) -> None:
        def rewound() -> None:
            back()
            self.focus.model.refresh()

        self.focus.call(rewound)
        self.focus.model.keep()

    def _show(self) -> None:
        if self.teacher is not None:
            self._shows, self._shown_at, self._shown_step = 1, 0.0, self.teacher.at

    def _skip(self) -> None:
        model = self.focus.model
        if (teacher := self.teacher) is None:
            return
        if teacher.step is not None:
            teacher.go_on()
        else:
            model.session.lesson = None
        model.keep()

    @property
    def _rests(self) -> bool:
        """Whether nothing is shown, glides, tumbles or thinks any more."""
        show = self.focus.animation
        moving = show.playing or bool(show.tweens.started) or show.tray.running(time.monotonic())
        return not moving and not self.focus.sheets and self.focus.model.bot is None

    def tick(self, now: float) -> bool:
        teacher, focus = self.teacher, self.focus
        if teacher is None:
            return False
        if not (self._rests or focus.model.session.finished):  # a quick answer may come before the dice lie
            return teacher.is_behind and teacher.watch()
        changed = teacher.watch(self._used(teacher))
        if teacher.at != self._at:
            self._begin(teacher)
        elif self._shows and now - self._shown_at > PACE * bool(focus.options.pace) and not focus.hands.waiting:
            self._shown_at = now
            self._show_next(teacher)
        return changed or bool(self._shows)

    def _begin(self, teacher: Teacher) -> None:
        """Put aids away and show what the step is about."""
        first, self._at = self._at < 0, teacher.at
        if self._shown_step != teacher.at:
            self._shows = 0
        if not first:
            for name in [name for part in self.parts for name in part.aids()]:
                self.focus.perform(name)
            self.focus.measuring.pinned.clear()
            self.focus.window.play("turn")
            self.focus.model.keep()
        if (piece := self._piece(teacher)) is not None:
            self._framing.show_pieces([piece], time.monotonic())

    def _used(self, teacher: Teacher) -> list[str]:
        """Return the aid that the step asks for, if it is used."""
        focus, step = self.focus, teacher.step
        aid = step.aid if step is not None else None
        if step is None or aid is None:
            return []
        seen = {focus.inspection.selected, focus.inspection.hovered if focus.pointing else ""} - {""}
        units = {focus.model.units.whole(name) for name in seen} | seen
        used = {
            "piece": any(fnmatchcase(name, pattern) for name in units for pattern in step.at),
            "ghost": focus.weighed is not None and focus.weighed.ghost.away,
            "odds": focus.odds() is not None,
            "threats": any("threats" in part.aids() for part in self.parts),
            "measure": bool(focus.measuring.pinned),
        }
        return [aid] if used[aid] else []

    def _show_next(self, teacher: Teacher) -> None:
        """Do the next thing that leads to the goal; from an earlier moment if none has led there for long."""
        focus, step, self._shows = self.focus, teacher.step, self._shows + 1
        if step is None:
            self._shows = 0
        elif step.aid is not None and self._shows % 2 == 0:
            self._show_aid(step.aid, teacher)
        elif focus.model.session.finished or self._shows > MOST_SHOWN:
            self._rewind(teacher.retry)
            self._shows = 1
        elif (answer := teacher.example()) is not None and step.show:
            focus.call(lambda: focus.model.answer(answer))

    def _show_aid(self, aid: str, teacher: Teacher) -> None:
        focus, piece = self.focus, self._piece(teacher)
        if aid == "threats":
            focus.perform(aid)
        elif piece is not None and aid == "measure":
            for end in (next(each for each in focus.model.view.pieces if each.id != piece.id), piece):
                focus.measuring.motion((end.x, end.y), free=False)
                focus.measuring.take()
        elif piece is not None:
            x, y = focus.camera.to_screen(piece.x, piece.y)
            focus.mouse, focus.pointing = (round(x), round(y)), True
            focus.point()

    def _piece(self, teacher: Teacher) -> PieceView | None:
        """Return the piece at which the bubble points: of those that fit, rather the active one."""
        patterns = teacher.step.at if teacher.step is not None else ()
        pieces = self.focus.animation.view.pieces
        fits = [
            piece for pattern in (*patterns, "*") for piece in pieces if patterns and fnmatchcase(piece.id, pattern)
        ]
        return next((piece for piece in fits if piece.active), next(iter(fits), None))

    # -- where it is ----------------------------------------------------------------------------

    @property
    def unit(self) -> float:
        """The pixels of the window for one of the usual window."""
        return max(self.theme.scale, self.focus.layout.bar.height / USUAL)

    def px(self, pixels: float) -> int:
        """Return pixels of the usual window in those of this one."""
        return round(pixels * self.unit)

    @property
    def rect(self) -> pygame.Rect:
        return self._bar

    def follow(self) -> None:
        teacher = self.teacher
        if teacher is None:
            self._bar, self.bubble, self.tools.shown = pygame.Rect(0, 0, 0, 0), pygame.Rect(0, 0, 0, 0), {}
            return
        table = clear_of_handles(self.focus.layout.table, self.focus.size, self.theme)
        self._rows = rows = BUTTONS if teacher.step is not None else (BUTTONS[0], PLAY_ON)
        gap, size = self.px(6), self.px(TYPE)
        self.tools.unit, self.tools.type = self.unit, size
        wide = [ink(self.theme, _(row[1]), size, "semibold").get_width() + self.px(45) for row in rows]
        head = self.px(60) + ink(self.theme, self._head(teacher), size, "bold").get_width()
        dots = self.px(DOT) * len(teacher.lesson.steps)
        least = head + sum(wide) + gap * len(wide)
        widths = [width for width in (least + dots, least) if width <= table.width] or [table.width]
        self._bar = self._placed([pygame.Rect(0, 0, width, self.px(HIGH)) for width in widths], table)
        self._dots = self._bar.width > least  # where there is room for them
        right, self.tools.shown = self._bar.right, {}
        for row, width in [*zip(rows, wide, strict=True)][::-1]:
            place = pygame.Rect(0, 0, width, self.px(34))
            place.midright = right - gap, self._bar.centery
            self.tools.shown = {row[0]: Button(row[2], _(row[1]), place), **self.tools.shown}
            right = place.left

    def _placed(self, bars: Sequence[pygame.Rect], table: pygame.Rect) -> pygame.Rect:
        """Return the first bar that covers nothing that matters, at the lower edge or higher, or covers least of it."""
        clear = [*self._taken(), *concerned(self.focus, self.focus.rings)]
        pieces = bases(self.focus, self.focus.animation.view.pieces)
        places = []
        for lifted, bar, corner in product(LIFTS, bars, ("midbottom", "bottomleft", "bottomright")):
            places.append(bar.copy())
            setattr(places[-1], corner, getattr(table.move(0, -self.px(10 + lifted)), corner))
        return min(places, key=lambda place: (hidden(place, clear), -place.top, hidden(place, pieces)))

    def _taken(self) -> list[pygame.Rect]:
        """Return what lies above the table besides: cards, dice, the banner."""
        return [place for part in self.parts for kind, place in part.covering() if kind not in ("chip", "tooltip")]

    def _head(self, teacher: Teacher) -> str:
        count = len(teacher.lesson.steps)
        return _("{n} of {count}", n=min(teacher.at + 1, count), count=count)

    # -- drawing --------------------------------------------------------------------------------

    def key(self) -> tuple[object, ...]:
        teacher = self.teacher
        return tuple(self.rect), self._at, teacher and teacher.at, *self.tools.key(self.focus.mouse)

    def draw(self, target: pygame.Surface) -> None:
        """Draw the bar: how far the lesson is, and the buttons."""
        teacher, theme, bar = self.teacher, self.theme, self.rect
        if teacher is None:
            return
        draw_plate(target, bar, SLATE, mix(SLATE_LINE, LAMP, 0.4), self.px(14), 2)
        left = blit_at(
            target, icon("menu-learn", self.px(24), LAMP), midleft=(bar.left + self.px(14), bar.centery)
        ).right
        head = ink(theme, self._head(teacher), self.px(TYPE), "bold", INK)
        left = blit_at(target, head, midleft=(left + self.px(10), bar.centery)).right + self.px(DOT)
        for number in range(len(teacher.lesson.steps) if self._dots else 0):
            done, here = number < teacher.at, number == teacher.at
            colour, radius = (GOOD, 5) if done else (LAMP, 8) if here else (SLATE_LINE, 5)
            spot = left + self.px(DOT) * number, bar.centery
            pygame.draw.circle(target, colour, spot, self.px(radius))
            if not done:
                pygame.draw.circle(target, SLATE if here else SLATE_RAISED, spot, self.px(3.4))
        self.tools.draw(target, self.focus.mouse)

    def over(self, target: pygame.Surface) -> None:
        """Draw the bubble beside the piece concerned."""
        teacher, focus = self.teacher, self.focus
        self.bubble.size = (0, 0) if teacher is None or focus.sheets or focus.animation.playing else self.bubble.size
        if teacher is None or focus.sheets or focus.animation.playing:
            return
        words = self._words(teacher)
        piece = self._piece(teacher)
        anchor = bases(focus, [piece])[0] if piece is not None else None
        view = focus.layout.table
        if anchor is not None and not view.contains(anchor):
            anchor = None
        self.bubble = self._beside(words.get_size(), anchor, view.inflate(-self.px(16), -self.px(16)))
        fill = mix(PAPER, LAMP, 0.08)
        shade = pygame.Surface(self.bubble.inflate(self.px(8), self.px(8)).size, pygame.SRCALPHA)
        pygame.draw.rect(shade, (*DARK, 90), shade.get_rect(), border_radius=self.px(18))
        target.blit(shade, self.bubble.move(-self.px(3), -self.px(1)))
        if piece is not None and anchor is not None:
            radius = drawn_radius(piece) * focus.camera.scale + self.px(6)
            pygame.draw.polygon(target, fill, self._tail(anchor.center, radius))
        draw_plate(target, self.bubble, fill, mix(PAPER, LAMP, 0.4), self.px(14))
        blit_at(target, words, center=self.bubble.center)

    def _words(self, teacher: Teacher) -> pygame.Surface:
        """Return the text of the step as a picture, with a hint below it after an answer that led astray."""
        step = teacher.step
        lines = [(step.text if step is not None else teacher.lesson.end, 20, "title-bold")]
        if step is not None and (hint := self._hint(teacher)):
            lines.append((hint, TYPE, "semibold"))
        rows = [
            (line, self.px(size), weight)
            for text, size, weight in lines
            for line in self._evenly(text, self.px(size), weight)
        ]
        pictures = [ink(self.theme, *row, DARK) for row in rows]
        wide = max(picture.get_width() for picture in pictures)
        high = sum(line_height(self.theme, size) for _text, size, _weight in rows)
        canvas = pygame.Surface((wide, high), pygame.SRCALPHA, 32)
        y = 0
        for picture, (_text, size, _weight) in zip(pictures, rows, strict=True):
            blit_at(canvas, picture, midtop=(wide / 2, y))
            y += line_height(self.theme, size)
        return canvas

    def _evenly(self, text: str, size: int, weight: str) -> tuple[str, ...]:
        """Return a text in lines that are about equally long."""
        lines = wrap(self.theme, text, self.px(WIDEST), size, weight)
        widths = range(self.px(WIDEST) // 2, self.px(WIDEST), self.px(10))
        narrower = (wrap(self.theme, text, width, size, weight) for width in widths)
        return next((each for each in narrower if len(each) <= len(lines)), lines)

    def _hint(self, teacher: Teacher) -> str:
        if self.focus.model.session.finished:
            return _("The game is over. Back leads to this step, and Show me does it.")
        if not teacher.strayed:
            return ""
        undo, show = (
            key_label(key_of(self.focus.options.keys, name)).replace(" ", "\u00a0") for name in ("undo", SHOW)
        )
        return _("That is allowed, but not this step. {undo} takes it back; {show} shows how.", undo=undo, show=show)

    def _beside(self, words: tuple[int, int], anchor: pygame.Rect | None, room: pygame.Rect) -> pygame.Rect:
        """Return the place of the bubble: nearest to the piece at which it points, over no piece; it seldom moves."""
        focus, size = self.focus, (words[0] + self.px(44), words[1] + self.px(26))
        matters = [*bases(focus, (*focus.animation.view.pieces, *focus.ghost.pieces)), self.rect, *self._taken()]
        avoid = [*(place.inflate(self.px(20), self.px(20)) for place in matters), *focus.context.sprites.names.shown]
        if anchor is not None:
            avoid.append(anchor.inflate(self.px(2 * TAIL), self.px(2 * TAIL)))
        near = anchor.center if anchor is not None else self.rect.midtop
        stays = self.bubble.size == size and room.contains(self.bubble) and self.bubble.collidelist(avoid) < 0
        if stays and self._near == (self._at, anchor and anchor.center):
            return self.bubble
        self._near = self._at, anchor and anchor.center
        place = clear_place(size, near, 0, room, avoid)
        return place if place.collidelist(matters) < 0 else clear_place(size, near, 0, room, matters)

    def _tail(self, tip: tuple[int, int], radius: float) -> list[tuple[float, float]]:
        """Return the corners of the tail, from the bubble to the rim of a base."""
        box, (x, y) = self.bubble, tip
        corner = self.px(28)
        start = min(max(x, box.left + corner), box.right - corner), min(max(y, box.top), box.bottom)
        if box.top < y < box.bottom:  # beside the piece
            start = box.left + 2 if x < box.left else box.right - 2, min(max(y, box.top + corner), box.bottom - corner)
        far = math.dist(start, tip)
        if far <= radius:
            return [start, start, start]
        ahead = (x - start[0]) / far, (y - start[1]) / far
        half = self.px(12)
        end = x - ahead[0] * radius, y - ahead[1] * radius
        base = start[0] - 3 * ahead[0], start[1] - 3 * ahead[1]
        aside = -ahead[1] * half, ahead[0] * half
        return [(base[0] + aside[0], base[1] + aside[1]), end, (base[0] - aside[0], base[1] - aside[1])]

    # -- input ----------------------------------------------------------------------------------

    def input(self, event: pygame.event.Event) -> bool:
        consumed, name = self.tools.handle(event)
        if name:
            self.focus.perform(name)
        presses = event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
        return consumed or (presses and self.rect.collidepoint(event.pos))

    def covers(self, pixel: tuple[int, int]) -> bool:
        return self.rect.collidepoint(pixel) or self.bubble.collidepoint(pixel)

    def tip(self, pixel: tuple[int, int]) -> Tip | None:
        name = self.tools.at(pixel)
        tips = {row[0]: row[3] for row in self._rows}
        return (f"{_(tips[name])} ({key_label(key_of(self.focus.options.keys, name))})", ()) if name else None

    def vital(self) -> Sequence[pygame.Rect]:
        return [place for place in (self.rect, self.bubble) if place.width]
