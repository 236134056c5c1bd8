"""A lesson at a table: one bubble that points at the piece or button concerned, and a bar below the table.

Nothing is blocked: any answer is taken, and the step follows what happens. The teacher says what is to be done.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Container, Sequence
from fnmatch import fnmatchcase
from typing import Final

import pygame

from game.engine.core.decisions import Choose, Pick
from game.engine.rulebook.lessons import LessonStep
from game.engine.rulebook.view import Line, PieceView
from game.play.session_model import Notice
from game.play.teacher import MOST_SHOWN, Teacher
from game.ui.aids.measuring import pinned_text
from game.ui.board.camera import Box, Camera
from game.ui.board.pieces import drawn_radius
from game.ui.decisions.base import terrain_in
from game.ui.decisions.lists import ITEM
from game.ui.dock.layout import clear_of_handles
from game.ui.play.focus import Focus, bases, carried, concerned
from game.ui.play.framing import Framing
from game.ui.play.part import Pane, Part, Tip, drawn
from game.ui.play.parts.bar import TYPE, USUAL, Button, Buttons
from game.ui.play.stuck import still_acting
from game.ui.widgets.actions import SHORTCUT, MenuItem
from game.ui.widgets.keys import Press, key_shown, with_keys_named
from game.ui.widgets.memo import Memo
from game.ui.widgets.sheet import Sheet
from game.ui.widgets.signs import icon
from game.ui.widgets.text import blit_at, draw_plate, ink, line_height, wrap
from game.ui.widgets.theme import DARK, GOOD, INK, LAMP, PAPER, SLATE, SLATE_LINE, SLATE_RAISED, mix
from game.ui.widgets.tooltip import clear_place
from game.wording import N_, _

BACK, SHOW, SKIP = "lesson_back", "lesson_show", "lesson_skip"
BUTTONS: Final = (
    (BACK, N_("Back"), "tool-undo", N_("Back to the step before")),
    (SHOW, N_("Show me"), "menu-play", N_("Let the program do this step")),
    (SKIP, N_("Skip"), "menu-right", N_("Leave this step out")),
)
"""The buttons: commands, words, icons and tips, to which the key is added."""
GO_ON: Final = (SKIP, N_("Next"), "menu-right", N_("Go on to the next step"))
"""The button instead of the last one once the step is done, as in the bubble."""
NEW, HOME = "new-game", "home"
FORTH: Final = frozenset((BUTTONS[-1][1], GO_ON[1]))
"""The words of the last button, which is as wide for each."""
PLAY_ON: Final = (SKIP, N_("Keep playing"), "menu-play", N_("Leave the lesson, and play this game to its end"))
"""The button instead of the last ones once all steps are done."""
HIGH, DOT, TAIL, NEXT = 50, 17, 22, 34
"""The heights of the bar, of a dot with what is beside it, the length of the tail, and the height of *Next*.

All are in pixels of the usual window.
"""
WIDTHS: Final = (400, 300, 560, 230)
"""The greatest widths of the words in the bubble, the best one first, in pixels of the usual window."""
LONGEST: Final = 100
"""The greatest distance of the bubble from the dock at which its tail points there, in pixels of the usual window."""
SPOT: Final = 1.0
"""The inches around the spot to which a step leads that stay free."""
PACE: Final = 0.6
"""Seconds until what is shown goes on, such as from the aid of a step to an answer."""
FIRST: Final = 2
"""The value of `_shows` at the first attempt to show something; 1 means that it was only asked for."""


class LessonPane(Pane):
    """The bubble and the bar; nothing at the table of a game that is no lesson.

    `parts` are the parts whose aids a step may ask for, and which the bubble must not cover.
    """

    name = "lesson"
    parts: Sequence[Part] = ()

    def __init__(self, focus: Focus, framing: Framing) -> None:
        super().__init__(focus)
        self._framing = framing
        self._pictures: Memo[pygame.Surface] = Memo(len(WIDTHS) + 1)
        self._teacher: Teacher | None = None
        self._shows, self._shown_at, self._at = 0, 0.0, -1
        self._shown_step = -1  # the step that is being shown
        self._given = -1  # the length of the journal before the answer that is being shown; -1 without one
        self._answers = 0  # how many answers were shown since the step began
        self._near: object = None  # the step and the pixel for which the bubble was placed
        self._wide = WIDTHS[0]
        self._drawn = -1  # the step whose bubble was drawn
        self._taped = False  # whether the tape measure was in hand
        self._has_skipped = False  # whether a step was left undone
        self._clicked = ""  # the piece or unit that a click selected
        self._stale: object = None  # what the aid of the step showed already as the step began
        self._bar, self.bubble, self.next = (pygame.Rect(0, 0, 0, 0) for _each in range(3))

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
        if (teacher := self.teacher) is not None and (teacher.late or teacher.can_go_back):
            self._rewind(teacher.retry if teacher.late and not teacher.done else teacher.back)
            self._shows, self._at = 0, min(self._at, teacher.at + 1)  # aids are put away

    def _rewind(self, back: Callable[[], None]) -> None:
        def rewound() -> None:
            back()
            self.focus.model.refresh()

        self.focus.call(rewound)
        self.focus.model.keep()

    def _show(self) -> None:
        if self.teacher is not None and self.teacher.done:
            key = key_shown(self.focus.options.keys, SKIP)
            self.focus.model.notice = Notice(_("This step is done: {key} goes on", key=key))
        elif self.teacher is not None:
            self._shows, self._shown_at, self._shown_step = 1, 0.0, self.teacher.at

    def _skip(self) -> None:
        model = self.focus.model
        if (teacher := self.teacher) is None:
            return
        if teacher.news:
            teacher.news = ""
        elif teacher.step is not None:
            if not teacher.done:
                self._has_skipped = True
                key = key_shown(self.focus.options.keys, BACK)
                model.notice = Notice(_("Step skipped: {key} brings it back", key=key))
            teacher.go_on()
            self._at = max(self._at, 0)  # what was skipped had begun, whatever is still in motion
            model.keep()
        else:
            self._leave()

    def _leave(self) -> None:
        """Let the game go on without the lesson."""
        self.focus.model.session.lesson = None
        self.focus.layout = self.focus.lay_out()
        self.focus.model.keep()

    def _ending(self, teacher: Teacher) -> Sheet:
        """Return the sheet that ends the lesson, with what to do next."""
        window, book = self.focus.window, self.focus.model.session.ruleset.name
        rows = [
            MenuItem("close", _(PLAY_ON[1]), "escape", also="return", primary=True, act=self._leave),
            MenuItem(NEW, _("Play now: a new game against Recruit"), "y"),
            MenuItem("drills", _("Drills"), "i"),
            MenuItem(HOME, _("Main menu"), "m"),
        ]

        def go(name: str) -> None:
            self._leave()
            if name == HOME:
                window.home()
            elif name == NEW:
                window.open("play-now", instead=True, book=book)
            else:
                window.open(name)

        title = _("The end of the lesson") if self._has_skipped else _("Well done!")
        return Sheet(self.theme, title, [Line(teacher.lesson.end)], rows, then=go)

    def takes(self, press: Press) -> bool:
        """Go on at Enter where nothing else uses it; return whether that was so."""
        if press.command != "confirm" or not self._enter_is_free:
            return False
        self._go_on()
        return True

    def _go_on(self) -> None:
        """Do what the button in the bubble says."""
        if self.teacher is not None and self.teacher.news:
            self.teacher.news = ""
        elif self.teacher is not None and self.teacher.done:
            self._skip()
        else:
            self._back()

    @property
    def _enter_is_free(self) -> bool:
        """Whether the learner is to go on or back, and Enter would do nothing else."""
        focus, teacher = self.focus, self.teacher
        if (
            teacher is None
            or not self._offers_next(teacher)
            or self._waits(teacher)
            or focus.sheets
            or focus.tool is not None
            or focus.hands.held is not None
        ):
            return False
        rows = focus.actions
        uses = any(row.enabled and "return" in (row.shortcut, row.also) for row in rows.actions)
        places = focus.controller is not None and focus.controller.decision.kind in ("place", "arrange")
        return rows.current() is None and not uses and not places

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
            return teacher.is_behind and teacher.watch(read=self._drawn == teacher.at)
        self._take_tape(teacher)
        self._refuse(teacher)
        changed = teacher.watch(self._used(teacher), read=self._drawn == teacher.at)
        if teacher.at != self._at:
            self._begin(teacher)
        elif self._given >= 0:
            self._note_shown(teacher)
        elif self._shows and now - self._shown_at > PACE * bool(focus.options.pace) and not focus.hands.waiting:
            self._shown_at = now
            self._show_next(teacher)
        return changed or bool(self._shows)

    def _begin(self, teacher: Teacher) -> None:
        """Put aids away and show what the step is about."""
        first, self._at, self._answers, self._given = self._at < 0, teacher.at, 0, -1
        if self._shown_step != teacher.at:
            self._shows = 0
        if not first:
            for name in [name for part in self.parts for name in part.aids()]:
                self.focus.perform(name)
            self.focus.measuring.pinned.clear()
            if not self.focus.animation.tray.running(time.monotonic()):
                self.focus.animation.tray.clear()  # what was thrown before takes the bubble's room
            self.focus.window.play("turn")
            self.focus.model.keep()
        self._stale = self._in_use(teacher)
        self._framing.follow_again()
        if teacher.step is None and not first:
            self.focus.show(self._ending(teacher))

    def subjects(self) -> Sequence[PieceView]:
        """Return the piece at which the bubble points, if it points at one."""
        teacher = self.teacher
        if teacher is None or teacher.done or self._waits(teacher) or self._button(teacher) is not None:
            return ()
        piece = self._piece(teacher)
        return () if piece is None else (piece,)

    def _take_tape(self, teacher: Teacher) -> None:
        """Let a tape that was just taken in hand begin at nothing: both of its ends are to be clicked."""
        measuring, before = self.focus.measuring, self._taped
        self._taped = measuring.on
        if measuring.on and not before and teacher.step is not None and teacher.step.aid == "measure":
            measuring.first = None

    def _refuse(self, teacher: Teacher) -> None:
        """After a click on an enemy, say why the active piece cannot do to it what the step is about."""
        before, self._clicked = self._clicked, self.focus.inspection.selected
        one, other = (
            next(iter(self.focus.model.units.parts(name)), None) for name in (self.focus.about, self._clicked)
        )
        if self._clicked == before or one is None or other is None or one.owner == other.owner or not teacher.blocked:
            return
        text = _("{piece} cannot do this to {other} yet", piece=one.name, other=other.name)
        self.focus.model.notice = Notice(text, teacher.blocked)

    def _used(self, teacher: Teacher) -> list[str]:
        """Return the aid that the step asks for, once it shows something that it did not show from the beginning."""
        step, now = teacher.step, self._in_use(teacher)
        if step is None or step.aid is None or self._drawn != teacher.at:
            return []
        if now != self._stale:
            self._stale = None
        return [step.aid] if now and now != self._stale else []

    def _in_use(self, teacher: Teacher) -> object:
        """Return what the aid that the step asks for shows now; nothing if it is not in use."""
        focus, step = self.focus, teacher.step
        if step is None or step.aid is None:
            return ()
        if step.aid == "piece":
            seen = {focus.inspection.selected, focus.inspection.hovered if focus.pointing else ""} - {""}
            units = {focus.model.units.whole(name) for name in seen} | seen
            return next((name for name in units for pattern in step.at if fnmatchcase(name, pattern)), "")
        if step.aid == "odds":
            row = focus.actions.pointed() if teacher.leads_by(step.show[:1]) else None
            if row is not None and row.id != teacher.lead() and not self._fits(step, row.subject):
                row = None  # odds of another piece than the one that the step is about
            pointed = (focus.aimed, row and row.id) if focus.aimed or row is not None else ()
            return pointed if focus.odds() is not None else ()
        if step.aid == "ghost":
            return focus.weighed is not None and focus.weighed.ghost.away
        if step.aid == "threats":
            return any("threats" in part.aids() and part.legend() and part.is_settled for part in self.parts)
        return tuple(focus.measuring.pinned)

    def _fits(self, step: LessonStep, pieces: Sequence[str]) -> bool:
        """Return whether the step is about one of these pieces."""
        return any(fnmatchcase(piece, pattern) for piece in pieces for pattern in step.at)

    def _show_next(self, teacher: Teacher) -> None:
        """Show the aid of the step or, where that is not enough, give one answer that leads to the goal."""
        focus, step, self._shows = self.focus, teacher.step, self._shows + 1
        if step is None or teacher.done:
            self._shows = 0
        elif step.aid is not None and (not step.show or self._shows == FIRST or teacher.leads_by(step.show[:1])):
            self._show_aid(step.aid, teacher)
        elif teacher.guesses and self._is_own_choice:
            self._shows = 0
            focus.model.notice = Notice(_("This choice is yours"))
        elif teacher.late or focus.model.session.finished or self._answers > MOST_SHOWN:
            self._rewind(teacher.retry)
            self._shows, self._answers = 1, 0
        elif (answer := teacher.example()) is not None and step.show:
            self._look_at(teacher)
            self._shows, self._answers, self._given = 0, self._answers + 1, len(teacher.session.journal)
            focus.call(lambda: focus.model.answer(answer))

    def _note_shown(self, teacher: Teacher) -> None:
        """Once the learner is asked again, say how to go on if the answer shown did not complete the step."""
        if len(teacher.session.journal) > self._given and (teacher.done or not self._waits(teacher)):
            self._given, key = -1, key_shown(self.focus.options.keys, SHOW)
            if not teacher.done:
                self.focus.model.notice = Notice(_("One decision is shown: {key} shows the next one", key=key))

    @property
    def _is_own_choice(self) -> bool:
        """Whether the question is a pick among things that is about no piece, such as what is scored."""
        decision = self.focus.model.session.decision
        return isinstance(decision, Pick) and not decision.about

    def _look_at(self, teacher: Teacher) -> None:
        """Let the camera show the piece that acts, and those that the answer to be shown is about."""
        focus, row = self.focus, self._row(teacher)
        focus.camera.by_hand = False  # it follows what happens now
        names = (focus.about, *(row[0].subject if row is not None else ()))
        pieces = [piece for piece_name in names for piece in focus.model.units.parts(piece_name)]
        self._framing.show_pieces(pieces, time.monotonic())

    def _show_aid(self, aid: str, teacher: Teacher) -> None:
        focus, piece = self.focus, self._piece(teacher)
        self._stale = None
        if aid == "threats":
            if not any(aid in part.aids() for part in self.parts):
                focus.perform(aid)
        elif piece is not None and aid == "measure":
            for end in (self._neighbour(piece), piece):
                focus.measuring.motion((end.x, end.y), free=False)
                focus.measuring.take()
        elif teacher.step is not None and teacher.leads_by(teacher.step.show[:1]) and (row := self._row(teacher)):
            focus.mouse, focus.pointing = row[1].center, True
            focus.actions.hover(row[0].id)
        elif piece is not None:
            x, y = focus.camera.to_screen(piece.x, piece.y)
            focus.mouse, focus.pointing = (round(x), round(y)), True
            focus.point()

    def _neighbour(self, piece: PieceView) -> PieceView:
        """Return the base of another player that is nearest to a piece: both are likely to be in view."""
        others = [
            other for other in self.focus.model.view.pieces if other.kind == "base" and other.owner != piece.owner
        ]
        return min(others, key=lambda other: math.dist((other.x, other.y), (piece.x, piece.y)))

    def _row(self, teacher: Teacher) -> tuple[MenuItem, pygame.Rect] | None:
        """Return the row of the dock that leads on, with its place there; None if none is shown."""
        lead = teacher.lead()
        if not lead or self.focus.tool is not None:
            return None
        shown = self.focus.actions.rows()
        return next(
            (row for row in shown if row[0].enabled and row[0].id in (lead, SHORTCUT + lead, ITEM + lead)), None
        )

    def _button(self, teacher: Teacher) -> tuple[MenuItem, pygame.Rect] | None:
        """Return the row at which the bubble points: none if a piece on the table is meant."""
        lead, step = teacher.lead(), teacher.step
        by_hand = (step is not None and teacher.leads_by(step.by_hand)) or bool(teacher.aside or teacher.news)
        return None if by_hand or self.focus.model.units.parts(lead) else self._row(teacher)

    def _piece(self, teacher: Teacher) -> PieceView | None:
        """Return the piece at which the bubble points: one that leads on, else the active or first one that fits.

        One that is being put down counts as there. Of the learner's pieces, the one that is asked comes first.
        """
        step, pieces = teacher.step, (*carried(self.focus), *self.focus.animation.view.pieces)
        if teacher.aside:
            return next((piece for piece in pieces if piece.id == self.focus.about), None)
        if step is None:
            return None
        lead = self.focus.model.units.parts(teacher.lead())
        if lead:
            return next((piece for piece in pieces if piece.id == lead[0].id), None)
        if teacher.pair is not None:  # the one that is to be dragged, or else the one to be pointed at
            pointed = teacher.pair[0 if teacher.is_far or not step.far else 1]
            return next((piece for piece in pieces if piece.id == pointed.id), None)
        matching = [piece for pattern in step.at for piece in pieces if fnmatchcase(piece.id, pattern)]
        best = next((piece for piece in matching if piece.active), next(iter(matching or pieces), None))
        if teacher.doer and best is not None and best.kind == "base" and best.owner == teacher.lesson.player:
            best = next((piece for piece in pieces if teacher.doer in (piece.id, piece.unit)), best)
        return best

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

    def high(self, bar: int) -> int:
        """Return the pixels at the lower edge of the table that it takes below a bar of a height; none in no lesson."""
        return round(HIGH * max(self.theme.scale, bar / USUAL)) if self.teacher is not None else 0

    def follow(self) -> None:
        teacher, table = self.teacher, self.focus.layout.table
        self._bar = pygame.Rect(table.left, table.bottom, table.width, self.high(self.focus.layout.bar.height))
        if teacher is None:
            self._bar, self.bubble, self.tools.shown = pygame.Rect(0, 0, 0, 0), pygame.Rect(0, 0, 0, 0), {}
            return
        goes_on = GO_ON if teacher.done or teacher.news else BUTTONS[-1]
        self._rows = (*BUTTONS[:-1], goes_on) if teacher.step is not None else (BUTTONS[0], PLAY_ON)
        gap, size, count = self.px(6), self.px(TYPE), len(teacher.lesson.steps)
        self.tools.unit, self.tools.type = self.unit, size
        widest = ink(self.theme, _("{n} of {count}", n=count, count=count), size, "bold").get_width()
        left, self.tools.shown = self._bar.left + self.px(60) + widest, {}
        for name, word, picture, _tip in self._rows:
            words = FORTH if word in FORTH else {word}  # no button moves when "Skip" becomes "Next"
            wide = max(ink(self.theme, _(other), size, "semibold").get_width() for other in words) + self.px(45)
            place = pygame.Rect(left, 0, wide, self.px(34))
            place.centery = self._bar.centery
            self.tools.shown = {**self.tools.shown, name: Button(picture, _(word), place)}
            left = place.right + gap
        self.tools.pale = frozenset() if teacher.can_go_back else frozenset({BACK})

    def _taken(self) -> list[pygame.Rect]:
        """Return what lies above the table besides: cards, dice, the banner, the strip of the aim line."""
        covering = [
            place for part in drawn(self.parts) for kind, place in part.covering() if kind not in ("chip", "tooltip")
        ]
        return [*covering, *(place for part in drawn(self.parts) for place in part.vital())]

    def _head(self, teacher: Teacher) -> str:
        count = len(teacher.lesson.steps)
        return _("{n} of {count}", n=min(teacher.at + 1, count), count=count)

    # -- drawing --------------------------------------------------------------------------------

    def key(self) -> tuple[object, ...]:
        teacher = self.teacher
        state = teacher and (teacher.at, teacher.done, bool(teacher.news))
        return tuple(self.rect), self._at, state, *self.tools.key(self.focus.mouse)

    def draw(self, target: pygame.Surface) -> None:
        """Draw the bar: how far the lesson is, and the buttons."""
        teacher, theme, bar = self.teacher, self.theme, self.rect
        if teacher is None:
            return
        pygame.draw.rect(target, SLATE, bar)
        pygame.draw.line(target, mix(SLATE_LINE, LAMP, 0.4), bar.topleft, bar.topright, max(1, self.px(1)))
        sign = icon("menu-learn", self.px(24), LAMP)
        left = blit_at(target, sign, midleft=(bar.left + self.px(14), bar.centery)).right
        head = ink(theme, self._head(teacher), self.px(TYPE), "bold", INK)
        blit_at(target, head, midleft=(left + self.px(10), bar.centery))
        self.tools.draw(target, self.focus.mouse)
        left = max(button.rect.right for button in self.tools.shown.values()) + self.px(24)
        count = len(teacher.lesson.steps)
        for number in range(count if left + self.px(DOT) * count <= bar.right else 0):
            is_done, is_here = number < teacher.at, number == teacher.at
            colour, radius = (GOOD if is_done else SLATE_LINE), 5
            if is_here:
                colour, radius = LAMP, 8
            spot = left + self.px(DOT) * number, bar.centery
            pygame.draw.circle(target, colour, spot, self.px(radius))
            if not is_done:
                pygame.draw.circle(target, SLATE if is_here else SLATE_RAISED, spot, self.px(3.4))

    def over(self, target: pygame.Surface) -> None:
        """Draw the bubble beside the piece or the button concerned."""
        teacher, focus, nowhere = self.teacher, self.focus, pygame.Rect(0, 0, 0, 0)
        if teacher is None or focus.sheets or focus.animation.playing or self._waits(teacher):
            self.bubble, self.next = nowhere, nowhere
            return
        anchor, radius = self._anchor(teacher)
        room = clear_of_handles(focus.layout.table, focus.size, self.theme).inflate(0, -self.px(16))
        words = self._placed(teacher, anchor, room)
        fill = mix(PAPER, LAMP, 0.08)
        shade = pygame.Surface(self.bubble.inflate(self.px(8), self.px(8)).size, pygame.SRCALPHA)
        pygame.draw.rect(shade, (*DARK, 90), shade.get_rect(), border_radius=self.px(18))
        target.blit(shade, self.bubble.move(-self.px(3), -self.px(1)))
        if anchor is not None:
            tail = self._tail(anchor.center, radius)
            is_free = focus.hands.held is None  # a tail would hide how far the piece in hand goes
            if is_free and (radius or math.dist(tail[1], tail[0]) < self.px(LONGEST)):  # else the frame says enough
                pygame.draw.polygon(target, fill, tail)
            if radius:
                pygame.draw.circle(target, LAMP, anchor.center, round(radius), self.px(3))
            self._frame_button(target, teacher)
        draw_plate(target, self.bubble, fill, mix(PAPER, LAMP, 0.4), self.px(14))
        place = blit_at(target, words, center=self.bubble.center)
        self.next = self._draw_next(target, place, teacher) if self._offers_next(teacher) else nowhere
        self._drawn = teacher.at

    @staticmethod
    def _offers_next(teacher: Teacher) -> bool:
        """Return whether the bubble has a button that goes on or back."""
        return bool(teacher.news) or ((teacher.done or teacher.late) and not teacher.aside)

    def _waits(self, teacher: Teacher) -> bool:
        """Return whether another player decides, so that there is nothing to do or to read."""
        decision = self.focus.model.session.decision
        theirs = decision is not None and decision.player != teacher.lesson.player
        return theirs and teacher.step is not None and not teacher.done and not teacher.news

    def _anchor(self, teacher: Teacher) -> tuple[pygame.Rect | None, float]:
        """Return the place at which the bubble points, and how far from its middle the tail ends."""
        focus, table = self.focus, self.focus.layout.table
        is_text = teacher.step is not None and teacher.step.is_text
        if teacher.news or (teacher.done and not is_text and not teacher.aside):
            return None, 0.0
        if (row := self._button(teacher)) is not None:
            visible = row[1].clip(focus.actions.rect)
            if visible.width and visible.height:
                return pygame.Rect(table.left, visible.centery, 1, 1), 0.0  # beside it, over no other button
        piece = self._piece(teacher)
        if piece is None or not table.contains(base := bases(focus, [piece])[0]):
            return None, 0.0
        return base, drawn_radius(piece) * focus.camera.scale + self.px(6)

    def _frame_button(self, target: pygame.Surface, teacher: Teacher) -> None:
        """Frame the row of the dock at which the bubble points."""
        if (row := self._button(teacher)) is not None:
            place = row[1].clip(self.focus.actions.rect).inflate(self.px(4), self.px(4))
            pygame.draw.rect(target, LAMP, place, self.px(3), border_radius=self.px(8))

    def _draw_next(self, target: pygame.Surface, words: pygame.Rect, teacher: Teacher) -> pygame.Rect:
        """Draw the button that goes on or back, with its key, at the lower end of the words; return its place."""
        size = self.px(TYPE)
        goes_on = teacher.done or bool(teacher.news)
        word = ink(self.theme, _("Next") if goes_on else _("Go back to where this works"), size, "bold", DARK)
        command = SKIP if goes_on else BACK
        cap = ink(self.theme, key_shown(self.focus.options.keys, command), size, "semibold", DARK)
        place = pygame.Rect(0, 0, word.get_width() + cap.get_width() + self.px(44), self.px(NEXT))
        place.midbottom = words.midbottom
        draw_plate(target, place, LAMP, mix(LAMP, DARK, 0.4), self.px(8))
        left = blit_at(target, word, midleft=(place.left + self.px(14), place.centery)).right
        frame = cap.get_rect(midleft=(left + self.px(14), place.centery)).inflate(self.px(10), self.px(4))
        pygame.draw.rect(target, mix(LAMP, DARK, 0.4), frame, 1, border_radius=self.px(4))
        blit_at(target, cap, center=frame.center)
        return place

    def _words(self, teacher: Teacher, wide: int) -> pygame.Surface:
        """Return the text of the step as a picture so wide, with a hint below it, and room for *Next* if offered."""
        has_button = self._offers_next(teacher)
        content = self._text(teacher), self._hint(teacher), wide, teacher.done
        key = *content, has_button, self.px(TYPE)
        return self._pictures.of(key, lambda: self._written(*content, has_button=has_button))

    def _written(self, text: str, hint: str, wide: int, done: bool, *, has_button: bool) -> pygame.Surface:
        """Draw what `_words` returns."""
        lines = [(text, 20, "title-bold")]
        if hint:
            lines.append((hint, TYPE, "semibold"))
        rows = [
            (line, self.px(size), weight)
            for text, size, weight in lines
            for line in self._evenly(text, self.px(size), weight, wide)
        ]
        pictures = [ink(self.theme, *row, DARK) for row in rows]
        broad = max(picture.get_width() for picture in pictures)
        high = sum(line_height(self.theme, size) for _text, size, _weight in rows)
        room = self.px(NEXT + 10) if has_button else 0
        canvas = pygame.Surface(
            (max(broad, self.px(140 if done else 300)) if room else broad, high + room), pygame.SRCALPHA, 32
        )
        y = 0
        for picture, (_text, size, _weight) in zip(pictures, rows, strict=True):
            blit_at(canvas, picture, midtop=(canvas.get_width() / 2, y))
            y += line_height(self.theme, size)
        return canvas

    def _evenly(self, text: str, size: int, weight: str, wide: int) -> tuple[str, ...]:
        """Return a text in lines that are about equally long, at most so wide."""
        lines = wrap(self.theme, text, self.px(wide), size, weight)
        widths = range(self.px(wide) // 2, self.px(wide), self.px(10))
        narrower = (wrap(self.theme, text, width, size, weight) for width in widths)
        return next((division for division in narrower if len(division) <= len(lines)), lines)

    def _text(self, teacher: Teacher) -> str:
        """Return what the bubble says: what is to be done or, at the end of a step, what is seen."""
        text = teacher.news or teacher.aside or teacher.text
        return with_keys_named(text, self.focus.options.keys, distance=pinned_text(self.focus.measuring))

    def _hint(self, teacher: Teacher) -> str:
        """Return a hint after an answer that led astray; else the row that leads on, if the text does not name it."""
        step = teacher.step
        if teacher.aside or teacher.news:
            return ""
        if step is not None and teacher.done and teacher.late and not teacher.session.journal[teacher.begun[-1] :]:
            return _("You have done this already.")
        if step is None or teacher.done:
            return ""
        if self.focus.model.session.finished:
            return _("The game is over. Back leads to an earlier step, and Show me does this one.")
        if teacher.late:
            return _("This can no longer be done here.")
        if step.aid == "threats" and any("threats" in part.aids() and part.legend() for part in self.parts):
            return _("The map is still an estimate: one moment.")
        if teacher.first:
            return teacher.first
        if teacher.strayed:
            undo, show = (key_shown(self.focus.options.keys, name).replace(" ", "\u00a0") for name in ("undo", SHOW))
            return _(
                "That is allowed, but not this step. {undo} takes it back; {show} shows how.", undo=undo, show=show
            )
        if (busy := self._busy(step)) is not None:
            if teacher.leads_by(step.by_hand):  # it may move once more
                return _("{name} can move again. End its activation to move another piece.", name=busy.name)
            return still_acting(self.focus, busy)
        row = self._row(teacher) if not teacher.leads_by(step.by_hand) else None
        label = row[0].label.partition("  ")[0] if row is not None else ""  # the die of a piece follows its name
        if not label or names(teacher.text, label):
            return ""
        if step.aid == "odds" and teacher.leads_by(step.show[:1]):  # to choose it would be too much
            return _("Now point at “{answer}”.", answer=label)
        return _("Now choose “{answer}”.", answer=label)

    def _busy(self, step: LessonStep) -> PieceView | None:
        """Return the piece that has begun to act, if the step lets any of several pieces move."""
        focus, decision = self.focus, self.focus.model.session.decision
        journal = focus.model.session.journal
        if "near" not in step.goal or not isinstance(decision, Choose) or journal[-1:] == [[decision.about]]:
            return None  # one that has just been chosen may still be changed for another
        piece = focus.model.pieces.get(decision.about)
        others = [other for other in focus.model.view.pieces if other.kind == "base" and not other.done]
        idle = [other for other in others if fnmatchcase(other.id, step.goal["near"][0]) and other.id != decision.about]
        return piece if idle and any(option.declines for option in decision.options) else None

    def _placed(self, teacher: Teacher, anchor: pygame.Rect | None, room: pygame.Rect) -> pygame.Surface:
        """Put the bubble nearest to where it points, over no piece and no name; return its words. It seldom moves.

        Where there is room it leaves the ground free on which something is to be put, and where there is too little,
        at least what the step is about. It takes the first shape that fits, or else the narrowest.
        """
        focus, near = self.focus, anchor.center if anchor is not None else room.midbottom
        names, subjects = focus.context.sprites.names.shown, self._subjects(teacher)
        matters = [
            *bases(focus, (*focus.animation.view.pieces, *carried(focus))),
            *names,
            *subjects,
            *focus.context.readings,
        ]
        avoid = [place.inflate(self.px(20), self.px(20)) for place in matters]
        if anchor is not None:
            avoid.append(anchor.inflate(self.px(2 * TAIL), self.px(2 * TAIL)))
        words = self._words(teacher, self._wide)
        # it follows the camera, then stays; under the mouse it moves only if it covers what the step is about
        place = self._at, near if focus.camera.glide is not None else None
        hidden = subjects if focus.pointing and self.bubble.collidepoint(focus.mouse) else matters
        stays = self.bubble.size == self._size(words) and room.contains(self.bubble)
        if stays and self._near in (place, (self._at, None)) and self.bubble.collidelist(hidden) < 0:
            return words
        self._near = place
        region = focus.asked.region_box if focus.asked is not None else None
        ground = [] if region is None else [box_on_screen(focus.camera, region)]
        ground += self._terrain(terrain_in(focus.actions.actions, focus.model.battlefield))
        shapes = {wide: self._words(teacher, wide) for wide in WIDTHS}
        for hidden in ([*avoid, *ground], avoid, matters, subjects):
            for self._wide, words in shapes.items():
                self.bubble = clear_place(self._size(words), near, 0, room, hidden)
                if self.bubble.collidelist(hidden) < 0:
                    return words
        return words

    def _size(self, words: pygame.Surface) -> tuple[int, int]:
        """Return the size of the bubble around some words."""
        return words.get_width() + self.px(44), words.get_height() + self.px(26)

    def _subjects(self, teacher: Teacher) -> list[pygame.Rect]:
        """Return the places of all that the step is about, and what lies above the table: the bubble covers none.

        These are the pieces concerned, those that the step names, and the spot or the terrain to which it leads.
        """
        focus, step, view = self.focus, teacher.step, self.focus.animation.view
        patterns = (*step.at, step.toward) if step is not None else ()
        pieces = [piece for piece in view.pieces if any(fnmatchcase(piece.id, pattern) for pattern in patterns)]
        places = [*concerned(focus, focus.rings), *bases(focus, (*carried(focus), *pieces)), *self._taken()]
        if step is not None and not teacher.done:
            places += [focus.camera.base(SPOT, step.spot)] if step.spot is not None else []
            places += self._terrain(step.show)
        return places

    def _terrain(self, names: Container[str]) -> list[pygame.Rect]:
        """Return the places of terrain of some names in the window."""
        shapes = [piece.shape for piece in self.focus.model.battlefield.pieces if piece.id in names]
        return [box_on_screen(self.focus.camera, Box(*shape.bounds)) for shape in shapes]

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
        direction = (x - start[0]) / far, (y - start[1]) / far
        half = self.px(12)
        end = x - direction[0] * radius, y - direction[1] * radius
        others = [place for place in bases(self.focus, self.focus.animation.view.pieces) if not place.collidepoint(tip)]
        for place in (*self.focus.context.sprites.names.shown, *others):  # the tip hides no name and no other piece
            crossed = place.clipline(start, end)
            end = crossed[0] if crossed else end
        base = start[0] - 3 * direction[0], start[1] - 3 * direction[1]
        half_width = -direction[1] * half, direction[0] * half
        return [
            (base[0] + half_width[0], base[1] + half_width[1]),
            end,
            (base[0] - half_width[0], base[1] - half_width[1]),
        ]

    # -- input ----------------------------------------------------------------------------------

    def input(self, event: pygame.event.Event) -> bool:
        consumed, name = self.tools.handle(event)
        if name:
            self.focus.perform(name)
        presses = event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
        if presses and event.button == 1 and self.next.collidepoint(event.pos):
            if event.type == pygame.MOUSEBUTTONUP:
                self._go_on()
                self.focus.pointing = False  # what lay below the bubble is not pointed at until the mouse moves
            return True
        return consumed or (presses and self.rect.collidepoint(event.pos))

    def covers(self, pixel: tuple[int, int]) -> bool:
        return self.rect.collidepoint(pixel) or self.bubble.collidepoint(pixel)

    def tip(self, pixel: tuple[int, int]) -> Tip | None:
        name = self.tools.at(pixel)
        tips = {row[0]: row[3] for row in self._rows}
        return (f"{_(tips[name])} ({key_shown(self.focus.options.keys, name)})", ()) if name else None

    def vital(self) -> Sequence[pygame.Rect]:
        return [place for place in (self.rect, self.bubble) if place.width]


def names(text: str, label: str) -> bool:
    """Return whether a text names a row by its label, or by its words without what is in brackets or after a colon."""
    short = label.partition(" (")[0].partition(":")[0].strip()
    return short.lower() in text.lower()


def box_on_screen(camera: Camera, box: Box) -> pygame.Rect:
    """Return where a box on the table is in the window."""
    left, top = camera.to_screen(box.west, box.north)
    right, bottom = camera.to_screen(box.east, box.south)
    return pygame.Rect(left, top, right - left, bottom - top)
