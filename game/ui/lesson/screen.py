"""A lesson at the table: the coach, who tracks progress by the facts of the game, and the coach's words below it."""

from __future__ import annotations

import json
import math
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import pygame

from game import rulesets
from game.documents.files import saves_folder
from game.documents.reading import parse_document
from game.engine.core.decisions import Answer
from game.engine.core.flow import Interrupt
from game.engine.routes import Route
from game.engine.rulebook.lessons import Aid, Lesson, LessonStep
from game.engine.rulebook.ruleset import AnyRuleset
from game.engine.rulebook.view import PieceView, Prospect
from game.engine.saving.documents import PositionDocument
from game.engine.saving.loading import apply_entry, give_answers, start_of
from game.engine.session import Session
from game.play.session_model import Notice, SessionModel
from game.players import answer_with, make_player
from game.players.bots import STAND_IN
from game.refusal import Refusal
from game.ui.board.camera import Camera
from game.ui.dock.layout import Layout
from game.ui.pages.rules import RulesSheet
from game.ui.play.focus import Focus
from game.ui.play.input import Commands
from game.ui.play.part import Pane
from game.ui.play.scene import TableScene
from game.ui.play.screen import SceneScreen
from game.ui.prefs.memory import last_rulebook
from game.ui.shell.window import Window
from game.ui.widgets.actions import ActionList, MenuItem, action_of_key
from game.ui.widgets.text import clipped, ink, line_height, shorten, wrap, write
from game.ui.widgets.theme import INK_QUIET, LAMP, PAPER, SLATE, SLATE_LINE, Theme
from game.wording import N_, _

NEAR: Final = 0.8
"""Inches by which a spot may miss the one that a step asks for."""
NEAR_AS_A_BLOCK: Final = 1.5
"""Inches by which the middle of several pieces may."""


def teaches(book: AnyRuleset) -> bool:
    """Return whether a rulebook has a lesson."""
    return book.papers is not None and book.papers.lesson is not None


def taught(book: AnyRuleset) -> Lesson:
    """Return the lesson of a rulebook that has one, in the language in use."""
    assert book.papers is not None
    assert book.papers.lesson is not None
    return book.papers.lesson()


@dataclass
class Coach:
    """The progress of a lesson: the step `at`, and whether it is `done` and waits for *Go on*.

    `begun` holds the length of the journal at the beginning of each step so far.
    """

    lesson: Lesson
    at: int = 0
    done: bool = False
    begun: list[int] = field(default_factory=lambda: [0])
    longest: int = 0
    events: int = 0

    @property
    def step(self) -> LessonStep | None:
        """The current step, or None when all are done."""
        return self.lesson.steps[self.at] if self.at < len(self.lesson.steps) else None

    def watch(self, table: LessonScene) -> bool:
        """Look at the table; return whether the step was completed just now."""
        length = len(table.model.session.journal)
        done = self.step is not None and self._is_done(self.step, table, length)
        self.longest = max(self.longest, length)
        if self.done or not done or not table.settled:
            return False
        self.done = True
        return True

    def _is_done(self, step: LessonStep, table: LessonScene, length: int) -> bool:
        if step.happened is not None:
            return step.happened(table.model.session.events[self.events :])
        if step.look == "undo":
            return length < self.longest
        return step.look is not None and table.uses(step.look, step.pieces)

    def why_not(self, answer: Answer, given: int) -> str:
        """Return why the step does not take an answer, the journal being `given` entries long, or "" if it does."""
        step = self.step
        if step is None:
            return ""
        if self.done:
            return _("This step is done. Choose Next.")
        told = given - self.begun[self.at]
        if told >= len(step.instead) and step.happened is not None:
            return ""  # what else is asked until it has happened
        asked = step.instead[told : told + 1] if told >= 0 else ()
        return "" if asked and _is_like(answer, asked[0]) else step.how

    def why_not_all(self, answers: Sequence[Answer], given: int) -> str:
        """Return why the step does not take several answers in a row, or "" if it does."""
        hints = (self.why_not(answer, given + number) for number, answer in enumerate(answers))
        hint = next(filter(None, hints), "")
        step = self.step
        if hint or step is None or len(answers) < 2:
            return hint
        asked = len(step.instead) - (given - self.begun[self.at])
        return step.how if len(answers) > asked else ""  # a gesture may not run ahead of the step

    def why_not_undo(self) -> str:
        """Return why the step does not take an undo, or "" if it does."""
        step = self.step
        if step is None or (step.look == "undo" and not self.done):
            return ""
        return _("This step is done. Choose Next.") if self.done else step.how

    def go_on(self, table: LessonScene) -> None:
        """Begin the next step if this one is done and nothing moves any more."""
        if self.done and table.settled:
            self._begin(self.at + 1, table)

    def _begin(self, at: int, table: LessonScene) -> None:
        if at < len(self.lesson.steps):
            table.put_away()
        length = len(table.model.session.journal)
        self.at, self.longest, self.done = at, length, False
        self.begun[at:] = [length]
        self.events = len(table.model.session.events)

    def again(self, table: LessonScene) -> None:
        """Go back to the beginning of this step, or of the step before if nothing was done in this one."""
        at = min(self.at, len(self.begun) - 1)
        if len(table.model.session.journal) == self.begun[at] and at and not self.done:
            at -= 1
        _rewind(table, self.begun[at])
        self._begin(at, table)

    def skip(self, table: LessonScene) -> None:
        """Go on to the next step; if it needs another position, give the answers that lead there."""
        step = self.step
        if step is None:
            return
        if not self.done and (step.instead or step.look == "undo"):
            _rewind(table, 0)
            for answer in self._until(self.at + 1):
                if apply_entry(table.model.session, answer) is not None:
                    break
            table.adopt()
        self._begin(self.at + 1, table)

    def _until(self, at: int) -> list[Answer]:
        """Return the answers of all steps before one, without undone ones."""
        found: list[Answer] = []
        for step in self.lesson.steps[:at]:
            found += step.instead
            if step.look == "undo":
                found.pop()
        return found


def _is_like(answer: Answer, asked: Answer) -> bool:
    """Return whether an answer is the one asked for; a spot may miss it a little."""
    if isinstance(answer, str) or isinstance(asked, str):
        return answer == asked
    given, wanted = list(answer), list(asked)
    if given and all(isinstance(part, dict) for part in (*given, *wanted)):
        return _is_near(given, wanted)
    spots = [part for part in (*given, *wanted) if isinstance(part, int | float)]
    if len(wanted) == 2 and len(spots) == len(given) + 2:  # whichever way it faces
        given, spots = given[:2], [*given[:2], *wanted]
    if len(given) == len(wanted) == 2 and len(spots) == 4:
        return math.dist(spots[:2], spots[2:]) <= NEAR
    return given == wanted


def _is_near(given: Sequence[Any], wanted: Sequence[Any]) -> bool:
    """Return whether most pieces are arranged, their middle about where it is asked for."""
    ends = {step["id"]: step["at"] for step in wanted}
    off = [
        (step["at"][0] - ends[step["id"]][0], step["at"][1] - ends[step["id"]][1])
        for step in given
        if step["id"] in ends
    ]
    if 2 * len(off) < len(ends):
        return False
    return math.hypot(*(sum(axis) / len(off) for axis in zip(*off, strict=True))) <= NEAR_AS_A_BLOCK


def _rewind(table: LessonScene, length: int) -> None:
    if length < len(table.model.session.journal):
        table.model.session.rewind(length)
        table.adopt()


LARGEST: Final = 64.0
"""Pixels per inch up to which a step zooms in."""

Circle = tuple[float, float, float]
"""Middle and radius in inches."""


def meant(step: LessonStep, pieces: Mapping[str, PieceView]) -> list[Circle]:
    """Return where a step's pieces and its spot are."""
    found = [(pieces[name].x, pieces[name].y, pieces[name].radius) for name in step.pieces if name in pieces]
    return found if step.spot is None else [*found, (*step.spot, 0.5)]


def frame(camera: Camera, spots: Sequence[Circle], around: float) -> None:
    """Show some spots with a margin of inches around them, or the whole table if there is no margin."""
    if not around or not spots:
        camera.fit()
        return
    wests, souths, _radii = zip(*spots)
    wide, high = (max(each) - min(each) + 2 * around for each in (wests, souths))
    largest = min(LARGEST, camera.viewport.width / wide, camera.viewport.height / high)
    camera.fit()
    camera.scale = max(camera.scale, min(largest, camera.deepest()))
    camera.x, camera.y = ((max(each) + min(each)) / 2 for each in (wests, souths))


def point_at(
    target: pygame.Surface, theme: Theme, camera: Camera, layout: Layout, step: LessonStep, spots: list[Circle]
) -> None:
    """Ring the spots of a step, and frame its part of the screen."""
    with clipped(target, layout.table.clip(target.get_clip())):
        for x, y, radius in spots:
            _ring(target, theme, camera.to_screen(x, y), radius * camera.scale + theme.px(1))
    if step.part:
        frame: pygame.Rect = getattr(layout, step.part)
        pygame.draw.rect(target, LAMP, frame.inflate(-2, -2), max(2, theme.px(0.35)))


def _ring(target: pygame.Surface, theme: Theme, middle: tuple[float, float], radius: float) -> None:
    wide = max(2, theme.px(0.35))
    pygame.draw.circle(target, SLATE, middle, radius + wide, wide * 3)
    pygame.draw.circle(target, LAMP, middle, radius, wide)
    x, y = middle[0], middle[1] - radius - wide
    arrow = [(x, y - theme.px(0.25)), (x - theme.px(1), y - theme.px(1.75)), (x + theme.px(1), y - theme.px(1.75))]
    pygame.draw.polygon(target, LAMP, arrow)
    pygame.draw.polygon(target, PAPER, arrow, 1)


LEAST: Final = 440
"""The fewest pixels left for the table above the strip."""
SMALLEST_TYPE: Final = 0.8
"""The interface scale below which the text is not shrunk."""
WIDE: Final = 26
"""Width of the buttons in units of the theme."""
BUTTONS: Final = (
    ("skip", N_("Skip this step"), "f10"),
    ("again", N_("Repeat step"), "f9"),
    ("leave", N_("Leave the lesson"), ""),
)
GO_ON: Final = ("go", N_("Next"), "f10")
"""The button instead of the first one once a step is done."""


class CoachPane(Pane):
    """The strip: the step's number, title, text and keys; the buttons at its right end do something by name."""

    name = "coach"
    over_table = False
    """Whether it lies over the lower edge of the table, in a window too low for both."""

    def __init__(self, focus: Focus, coach: Coach, do: Callable[[str], None]) -> None:
        super().__init__(focus)
        self.coach, self._do, self._rect = coach, do, pygame.Rect(0, 0, 0, 0)

    def build(self) -> None:
        self.type = self.theme
        """Its own type and spacing, smaller than the window's where the words would not fit otherwise."""
        self.list = ActionList(self.type)
        self.show()

    @property
    def rect(self) -> pygame.Rect:
        return self._rect

    def key(self) -> tuple[object, ...]:
        return self.head, self.heading, self.text, self.how, self.over_table, self.type.scale, self.list.key()

    def show(self) -> None:
        """Show the coach's step."""
        coach = self.coach
        step, count = coach.step, len(coach.lesson.steps)
        if step is None:
            self.head, self.heading = coach.lesson.title, _("Done")
            self.text, self.how = coach.lesson.end, _("Look around as long as you like; Esc opens the menu.")
        else:
            self.head = _("{title}: step {n} of {count}", title=coach.lesson.title, n=coach.at + 1, count=count)
            self.heading, self.text, self.how = step.title, step.text, step.how
        if coach.done:
            self.how = _(
                "Well done. Look around as long as you like. F10 or a click on Next takes you to the next step."
            )
        reasons = {"skip": _("all steps are done") if step is None else ""}
        buttons = (GO_ON, *BUTTONS[1:]) if coach.done else BUTTONS
        rows = [
            MenuItem(name, _(label), key, reason=reasons.get(name, ""), primary=name == "go")
            for name, label, key in buttons
        ]
        self.list.set(rows)

    def place(self, size: tuple[int, int]) -> None:
        """Move to the bottom of the window, or over the table's lower edge if the window is low."""
        self.type = self.list.theme = theme = Theme(self.theme.scale)
        self.list.columns = 1
        high = self._wanted(size[0] - theme.px(WIDE + 8))
        high = max(high, self.list.height(theme.px(WIDE)) + theme.px(2))
        self.over_table = size[1] - high < max(LEAST, theme.px(58))
        if self.over_table:
            table, most = Layout.of(size, self.theme).table, size[1] * 55 // 100
            wide, left = table.width, table.left
            while (high := self._wanted(wide - theme.px(6)) + theme.px(5.5)) > most and theme.scale > SMALLEST_TYPE:
                theme.scale = round(theme.scale - 0.1, 1)
            high = min(high, most)
            self._rect = pygame.Rect(left, size[1] - high, wide, high)
            row, self.list.columns = theme.px(4.5), len(BUTTONS)
            buttons = pygame.Rect(
                left + theme.px(3), size[1] - row - theme.px(0.75), wide - theme.px(6), row + theme.px(0.5)
            )
            if self.list.height(buttons.width) > buttons.height:  # too narrow: one below the other, scrolled
                self.list.columns = 1
            self.list.place(buttons)
        else:
            self._rect = pygame.Rect(0, size[1] - high, size[0], high)
            left = size[0] - theme.px(WIDE + 2)
            self.list.place(pygame.Rect(left, self.rect.top + theme.px(1), theme.px(WIDE), high - theme.px(1.5)))

    def _wanted(self, wide: int) -> int:
        theme = self.type
        lines = len(wrap(theme, self.text, wide, "body")) + len(wrap(theme, self.how, wide, "body", "semibold"))
        return theme.px(2) + line_height(theme, "small") + line_height(theme, "large") + lines * line_height(theme)

    @property
    def room(self) -> int:
        """The height in pixels left for the table and what is beside it, from the top of the window."""
        return self.rect.bottom if self.over_table else self.rect.top

    def input(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            self.list.hovered = self.list.at(event.pos)
            return False
        if event.type not in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP) or not self.rect.collidepoint(event.pos):
            return False
        row = self.list.at(event.pos)
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and row >= 0 and self.list.actions[row].enabled:
            self._do(self.list.actions[row].id)
        return True

    def over(self, target: pygame.Surface) -> None:
        """Point at what the step is about; over the table, stay above a sheet."""
        focus, step = self.focus, self.coach.step
        if step is not None and not focus.sheets:
            point_at(target, self.theme, focus.camera, focus.layout, step, meant(step, focus.model.pieces))
        if self.over_table and focus.sheets:
            self.draw(target)

    def draw(self, target: pygame.Surface) -> None:
        theme = self.type
        pygame.draw.rect(target, SLATE, self.rect)
        pygame.draw.line(target, LAMP, self.rect.topleft, self.rect.topright, max(1, theme.px(0.25)))
        left, y = self.rect.left + theme.px(3), self.rect.top + theme.px(1)
        wide = self.rect.width - theme.px(6) if self.over_table else self.list.rect.left - left - theme.px(3)
        shown = self.rect.copy()
        shown.height -= theme.px(5.5) if self.over_table else 0
        with clipped(target, shown.clip(target.get_clip())):
            target.blit(ink(theme, self.head, "small", "semibold", INK_QUIET), (left, y))
            y += line_height(theme, "small")
            title = shorten(theme, self.heading, wide, "large", "title")
            target.blit(ink(theme, title, "large", "title"), (left, y))
            y += line_height(theme, "large")
            y = write(target, theme, self.text, (left, y), wide)
            write(target, theme, self.how, (left, y), wide, "body", "semibold", LAMP)
        if not self.over_table:
            x = self.list.rect.left - theme.px(1.5)
            pygame.draw.line(target, SLATE_LINE, (x, self.rect.top + theme.px(1)), (x, self.rect.bottom - theme.px(1)))
        self.list.draw(target)


CLOSED: Final = ("load", "referee", "sandbox", "save")
"""Commands that are not part of a lesson."""


class LessonModel(SessionModel):
    """The session of a lesson: the learner's answers are those that the coach takes; others are refused with a hint."""

    coach: Coach | None = None

    def answer(self, answer: Answer, because: str = "", rated: Sequence[Prospect] = ()) -> bool:
        hint = self.coach.why_not(answer, len(self.session.journal)) if self.coach and self.bot is None else ""
        return not self.refuse(hint) and super().answer(answer, because, rated)

    def take(self, route: Route, answer: Answer) -> bool:
        hint = self.coach.why_not_all([*route.answers, answer], route.length) if self.coach else ""
        return not self.refuse(hint) and super().take(route, answer)

    def redo(self) -> bool:
        return not self.refuse(_("Not available in the lesson.")) and super().redo()

    def declare(self, interrupt: Interrupt) -> bool:
        return not self.refuse(_("Not available in the lesson.")) and super().declare(interrupt)

    def undo(self) -> bool:
        return not self.refuse(self.coach.why_not_undo() if self.coach else "") and super().undo()

    def refuse(self, hint: str) -> bool:
        """Show a hint, if there is one; return whether there is."""
        if hint:
            self.notice = Notice(_("Not in this step"), (Refusal(hint, ""),))
        return bool(hint)


class LessonScene(TableScene):
    """The table of a lesson, with the coach's strip below it; the coach looks at it, and does little there."""

    follows = False
    asks_all = True

    def __init__(self, window: Window, model: LessonModel, coach: Coach, do: Callable[[str], None]) -> None:
        self._strip = coach, do
        super().__init__(model, window)

    def _panes(self) -> tuple[Pane, ...]:
        self.plate = CoachPane(self.focus, *self._strip)
        return *super()._panes(), self.plate

    def resize(self, size: tuple[int, int]) -> None:
        """Lay out the strip at the bottom of the window, and everything else above it."""
        self.plate.show()
        self.plate.place(self.window.size)
        super().resize((self.window.size[0], self.plate.room))

    def lay_out(self) -> Layout:
        layout = super().lay_out()
        return layout.above(max(0, layout.table.bottom - self.plate.rect.top))

    @property
    def settled(self) -> bool:
        """Whether nothing glides, tumbles or thinks any more."""
        show = self.focus.animation
        moving = show.playing or bool(show.tweens.started) or show.tray.running(time.monotonic())
        return not moving and self.model.bot is None

    def uses(self, look: Aid, pieces: Sequence[str]) -> bool:
        """Return whether the player uses or inspects something now, on one of `pieces` where it is about pieces."""
        shown = self.focus.hands.shown
        hand = self.focus.input_target if shown is None else shown.placing
        if look == "piece":
            units = {piece.unit for name, piece in self.model.pieces.items() if name in pieces}
            seen = {self.focus.inspection.selected, self.focus.inspection.hovered} - {""}
            return bool(seen & {*pieces, *units})  # keys select a unit, the mouse points at a model
        if look == "ghost":
            return hand is not None and hand.ghost.preview is not None and hand.ghost.spot != hand.ghost.start
        if look == "ruler":
            return bool(self.focus.measuring.pinned)
        if look == "rules":
            return any(isinstance(sheet, RulesSheet) for sheet in self.focus.sheets)
        return self.threats.on if look == "threats" else look == "odds" and self.focus.odds() is not None

    def put_away(self) -> None:
        """Close sheets and put tools away, so that the next step starts with a clear table."""
        self.focus.sheets.clear()
        self.focus.measuring.on = self.threats.on = False

    def adopt(self) -> None:
        """Adopt a change of the game."""
        self.hand_over.result_shown = False
        self.focus.call(self.model.refresh)


class LessonCommands(Commands):
    """The commands of a table, without those that lead away from a lesson's game."""

    def table(self) -> dict[str, Callable[[], None]]:
        model = self.scene.model
        assert isinstance(model, LessonModel)

        def refuse() -> None:
            model.refuse(_("Not available in the lesson."))

        return super().table() | dict.fromkeys(CLOSED, refuse) | {"undo": self._undo}

    def _undo(self) -> None:
        model = self.scene.model
        assert isinstance(model, LessonModel)
        if not model.refuse(model.coach.why_not_undo() if model.coach else ""):
            self.undo()


class LessonScreen(SceneScreen):
    """The table of a lesson; nothing of it is saved."""

    scene: LessonScene

    def __init__(self, window: Window, ruleset: AnyRuleset, lesson: Lesson) -> None:
        self.ruleset = ruleset
        self.coach = Coach(lesson)
        model = _model_of(ruleset, lesson)
        model.coach = self.coach
        super().__init__(window, LessonScene(window, model, self.coach, self.do))
        self.plate = self.scene.plate
        self.input.obey(LessonCommands(self.scene))
        self._look()

    def handle(self, event: pygame.event.Event) -> None:
        action = action_of_key(self.plate.list.actions, event) if event.type == pygame.KEYDOWN else None
        if action is not None:
            if not self.window.repeated:
                self.do(action.id)
        elif not self.plate.input(event):  # it can be used below a sheet
            super().handle(event)

    def do(self, name: str) -> None:
        """Run the command of a button: "go", "again", "skip" or "leave"."""
        at = self.coach.at
        if name == "again":
            self.coach.again(self.scene)
        elif name == "skip":
            self.coach.skip(self.scene)
        elif name == "go":
            self.coach.go_on(self.scene)
        elif name == "leave":
            self.window.back()
        self._show_step()
        if name == "again" or self.coach.at != at:
            self._look()

    def _look(self) -> None:
        """Show the part of the table that the step is about; without one the view stays."""
        step = self.coach.step
        if step is not None and step.around is not None:
            frame(self.scene.focus.camera, meant(step, self.scene.model.pieces), step.around)

    def tick(self) -> bool:
        lively = super().tick()
        done = self.coach.watch(self.scene)
        if done:
            self.window.play("turn")
            self._show_step()
        return lively or done

    def _show_step(self) -> None:
        self.scene.resize(self.window.size)
        self.window.stale = True

    def resize(self, size: tuple[int, int]) -> None:
        super().resize(size)
        self._look()

    def apply_options(self) -> None:
        self.coach.lesson = taught(self.ruleset)  # in the language now in use
        super().apply_options()
        self.resize(self.window.size)


def _model_of(ruleset: AnyRuleset, lesson: Lesson) -> LessonModel:
    document = parse_document(json.dumps(lesson.position), PositionDocument, lesson.title)
    session = start_of(document, rulesets.find, lesson.title)
    give_answers(session, document, lesson.title)
    bot = make_player(STAND_IN, 0)

    def think(session: Session) -> Answer:
        return answer_with(bot, session, secrets.randbits(32))

    others = [player for player in ruleset.players(session.setup) if player != lesson.player]
    return LessonModel(session, lambda played: None, saves_folder(), dict.fromkeys(others, think))


def first_lesson(window: Window, book: AnyRuleset | None = None) -> LessonScreen:
    """Return the lesson of a rulebook, else of the one played last or the default one; raise `DocumentError`."""
    book = book or last_rulebook(teaches)
    return LessonScreen(window, book, taught(book))
