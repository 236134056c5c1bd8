"""Drills as screens: the results over days with buttons for new rounds, and the table of a round."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Final

import pygame
from shapely.geometry.base import BaseGeometry

from game import rulesets
from game.documents.files import saves_folder
from game.drills import results
from game.drills.drill import TITLES, Drill, Grade
from game.drills.places import place_in_words
from game.drills.positions import USUAL, drills, has_drills
from game.drills.results import Round, by_day, by_kind
from game.drills.words import round_line
from game.engine.core.decisions import Choose, Decision
from game.engine.rulebook.ruleset import AnyRuleset
from game.engine.rulebook.view import Line, TableView
from game.engine.session import Session
from game.lengths import coordinates
from game.play.session_model import SessionModel
from game.table.lattice import Position, position
from game.ui.aids.asking import FITS
from game.ui.board.camera import Box, Spot
from game.ui.board.overlays import AreaOverlay, Overlay, draw_pill
from game.ui.board.ruler_art import draw_crosshair, draw_line, draw_ruler
from game.ui.decisions.base import Controller, DrawContext, nudged
from game.ui.dock.text import Heading
from game.ui.pages.texts import known
from game.ui.play.framing import box_of
from game.ui.play.input import Commands
from game.ui.play.parts.bar import ToolButton
from game.ui.play.scene import TableScene
from game.ui.play.screen import SceneScreen
from game.ui.prefs.memory import recall
from game.ui.shell.sheet_screen import SheetScreen
from game.ui.shell.window import Window
from game.ui.widgets.actions import MenuItem
from game.ui.widgets.keys import Press, details_held
from game.ui.widgets.layers import Canvas
from game.ui.widgets.memo import Memo
from game.ui.widgets.sheet import Section, Sheet
from game.ui.widgets.tasks import Task
from game.ui.widgets.text import ink, line_height
from game.ui.widgets.theme import INK_QUIET, LAMP, SLATE_LINE, Theme
from game.wording import N_, _


class Course:
    """A round of drills for a rulebook; `ready` are the drills made so far, `graded` the grades given."""

    def __init__(self, book: AnyRuleset, seed: int | None = None, count: int = USUAL, *, own: bool = True) -> None:
        self.book, self.count = book, count
        self.ready: list[Drill] = []
        self.graded: list[Grade] = []
        self.number = 0
        self.seconds = 0.0
        self._shown = 0.0
        self._stopped = self._recorded = False
        self._made = (secrets.randbits(32) if seed is None else seed, count, own)
        self._task = Task(self._make, "drills")

    def _make(self) -> None:
        seed, count, own = self._made
        for drill in drills(self.book, seed, count, own=own):
            self.ready.append(drill)
            if self._stopped:
                return

    def trouble(self) -> str:
        """Return a message that making drills has failed, or ""."""
        if not self._task.done or len(self.ready) == self.count:
            return ""
        try:
            self._task.result()
        except Exception as error:  # a fault in a position must not end the program
            return _("No more drills could be made ({name})", name=type(error).__name__)
        return ""

    @property
    def drill(self) -> Drill:
        """The current drill."""
        return self.ready[self.number]

    @property
    def grade(self) -> Grade | None:
        """The grade of the current drill, or None until it is answered."""
        return self.graded[self.number] if len(self.graded) > self.number else None

    @property
    def over(self) -> bool:
        """Whether the last drill has been answered."""
        return len(self.graded) == self.count

    def begin(self) -> None:
        """Start the time for the current drill."""
        self._shown = time.monotonic()

    def answer(self, answer: str | Position) -> Grade:
        """Grade an answer to the current drill."""
        self.seconds += time.monotonic() - self._shown
        self.graded.append(self.drill.judge(answer))
        return self.graded[-1]

    def next(self) -> bool:
        """Go on to the next drill if it is ready; return whether it is."""
        if self.grade is None or len(self.ready) <= self.number + 1:
            return False
        self.number += 1
        return True

    @property
    def right(self) -> int:
        """The number of right answers."""
        return sum(grade.right for grade in self.graded)

    def stop(self) -> str:
        """End the round and record its answers, once; return a message about older results; raise `OSError`."""
        self._stopped = True
        if self._recorded or not self.graded:
            return ""
        self._recorded = True
        kinds = results.tally((drill.kind, grade.right) for drill, grade in zip(self.ready, self.graded))
        return results.record(self.book.name, self.seconds, kinds)


SAID: Final = 4
"""The most lines of proof in the dock; the drawer has all."""
AROUND: Final = 6.0
"""Inches left around the pieces that a task is about."""


def said(lines: Sequence[Line]) -> list[Line]:
    """Return the first lines of proof, and how many more there are."""
    more = len(lines) - SAID
    if more < 1:
        return [*lines]
    return [*lines[:SAID], Line(_("{n} more in the drawer", n=more), tone="quiet")]


class DrillModel(SessionModel):
    """The position of a drill, in which no game decision is made."""

    veil: Drill | None = None
    """The drill whose answer the table must hide until it is given."""

    @property
    def decision(self) -> Decision | None:
        return None

    def pose(self, drill: Drill) -> None:
        """Show the position of a drill."""
        self.session, self.veil = drill.session, drill
        self.notice.title, self.notice.refusals = "", ()
        self.refresh()

    def seen(self, session: Session) -> TableView:
        view = super().seen(session)
        return view if self.veil is None else self.veil.without_answer(view)


class DrillController(Controller):
    """Answers a drill by a row or by a spot on the table."""

    direct = False

    def __init__(self, scene: DrillScene) -> None:
        super().__init__(scene.model, Choose(player="", prompt="", rule="", options=()))
        self.scene = scene
        field = scene.model.battlefield
        self.cursor: Spot = (field.width / 2, field.height / 2)
        marked = [scene.model.pieces[piece] for piece in scene.course.drill.marked if piece in scene.model.pieces]
        if marked:
            self.cursor = marked[0].x, marked[0].y

    def actions(self) -> list[MenuItem]:
        scene, course, go_back = self.scene, self.scene.course, self.scene.window.back
        leave = MenuItem("leave", _("Leave the drills"), "q", act=go_back)
        if course.grade is not None:
            if course.over:
                return [MenuItem("leave", _("See the results"), "return", primary=True, act=go_back)]
            is_ready = len(course.ready) > course.number + 1
            reason = "" if is_ready else course.trouble() or _("Setting up the next drill…")
            label = reason or _("Next drill")
            return [MenuItem("next", label, "return", reason=reason, primary=True, act=scene.go_on), leave]
        if course.drill.wants_spot:
            label = _("Here: {spot}", spot=scene.named(self.cursor))
            spot_row = MenuItem("here", label, "return", primary=True, act=lambda: scene.answer(position(*self.cursor)))
            return [spot_row, leave]
        rows = [
            MenuItem(key, label, str(number), act=partial(scene.answer, key))
            for number, (key, label) in enumerate(course.drill.choices, 1)
        ]
        return [*rows, leave]

    def enter(self, current: MenuItem | None) -> None:
        row = current if current is not None else self.actions()[0]
        if row.enabled and (row is current or row.primary):
            self.perform(row)

    @property
    def _looks_for_spot(self) -> bool:
        return self.scene.course.grade is None and self.scene.course.drill.wants_spot

    def motion(self, spot: Spot, free: bool) -> None:
        if self._looks_for_spot:
            self.cursor = position(*spot)

    def click(self, spot: Spot, piece: str) -> bool:
        if self._looks_for_spot:
            self.scene.answer(position(*spot))
            return True
        if self.scene.course.grade is None and any(key == piece for key, _label in self.scene.course.drill.choices):
            self.scene.answer(piece)
        return self.scene.course.grade is None

    def key(self, press: Press) -> bool:
        spot = nudged(self.cursor, press) if self._looks_for_spot else None
        if spot is not None:
            self.cursor = position(*spot)
        return spot is not None

    def marks(self) -> dict[str, str]:
        return dict.fromkeys(self.scene.course.drill.marked, "candidate")

    def weighed(self, pointed: MenuItem | None, piece: str) -> None:
        """Return None, since no answer of a game is under consideration."""

    def grounds(self, context: DrawContext) -> Sequence[Overlay]:
        ground = self.scene.course.drill.ground
        if self.scene.course.grade is None or ground is None or ground.is_empty:
            return []
        return [self.scene.solution(ground)]

    def under(self, target: Canvas, context: DrawContext) -> None:
        for overlay in self.grounds(context):
            overlay.draw(target, context.camera)

    def over(self, target: pygame.Surface, context: DrawContext) -> None:
        """Draw the asked spots and lines; after the answer, draw the measurements that prove it."""
        drill, camera = self.scene.course.drill, context.camera
        if drill.spot is not None:
            x, y = camera.to_screen(*drill.spot)
            draw_crosshair(target, (x, y), context.theme)
            draw_pill(target, _("the marked spot"), (x, y + context.theme.px(2.5)), context.theme)
        if drill.wants_spot:
            draw_crosshair(target, camera.to_screen(*self.cursor), context.theme)
        is_open = self.scene.course.grade is None
        if is_open or not drill.receipts:
            pieces = self.scene.model.pieces
            start, *goals = [(pieces[name].x, pieces[name].y) for name in drill.marked if name in pieces]
            if drill.spot is not None:
                goals.append(drill.spot)
            for goal in goals:
                draw_line(target, camera.to_screen(*start), camera.to_screen(*goal), LAMP, dashed=is_open)
        for receipt in () if is_open else drill.receipts:
            draw_ruler(target, receipt, camera, context.theme)
        grade = self.scene.course.grade
        if grade is not None and grade.spot is not None and not grade.right:
            x, y = camera.to_screen(*grade.spot)
            draw_crosshair(target, (x, y), context.theme)
            draw_pill(target, _("for instance here"), (x, y + context.theme.px(2.5)), context.theme, FITS.colour)


class DrillScene(TableScene):
    """The table of a drill."""

    watching = True
    buttons: ClassVar[tuple[ToolButton, ...]] = (
        ToolButton("menu", N_("Leave"), "action-leave", N_("Leave the drills")),
        ToolButton("help", "", "tool-help", N_("Keys and signs")),
    )

    def __init__(self, window: Window, model: DrillModel, course: Course) -> None:
        self.course = course
        self._solution: AreaOverlay | None = None
        self._framed: Drill | None = None
        self._named: Memo[str] = Memo()
        super().__init__(model, window)
        course.begin()

    def solution(self, ground: BaseGeometry) -> AreaOverlay:
        """Return the overlay of the right spots."""
        if self._solution is None or self._solution.extent is not ground:
            self._solution = AreaOverlay(ground, FITS)
        return self._solution

    def named(self, spot: Spot) -> str:
        """Return where a spot is in words, with its coordinates while the key for details is held."""
        model, marked = self.model, self.course.drill.marked

        def find() -> str:
            seen_from = next((model.pieces[name] for name in marked if name in model.pieces), None)
            return place_in_words(model.battlefield, model.view.pieces, spot, seen_from)

        words = self._named.of((self.course.number, model.version, spot), find)
        return f"{words} ({coordinates(*spot)})" if details_held() else words

    def new_controller(self) -> Controller:
        return DrillController(self)

    def follow_events(self, still: str) -> None:
        self.focus.animation.owners, self.focus.animation.before = self.focus.context.owners, dict(self.model.pieces)

    def answer(self, answer: str | Position) -> None:
        """Grade an answer and show the proof."""
        grade = self.course.answer(answer)
        assert isinstance(self.model, DrillModel)
        self.model.veil = None
        self.model.refresh()
        if not grade.right:
            self.window.play("refusal")

    def go_on(self) -> None:
        """Show the next drill."""
        if self.course.next():
            assert isinstance(self.model, DrillModel)
            self.model.pose(self.course.drill)
            self.sync()
            self.course.begin()

    def _frame(self) -> None:
        """Show the pieces and the spot of the task as large as they fit; all pieces if a spot or all enemies matter."""
        self._framed = drill = self.course.drill
        if drill.wants_spot or drill.kind == "count":
            self.framing.home()
            return
        boxes = [box_of(self.model.pieces[name]) for name in drill.marked if name in self.model.pieces]
        boxes += [Box(*drill.spot, *drill.spot)] if drill.spot is not None else []
        box = Box.around(boxes)
        if box is not None:
            self.framing.show_box(box.wider(AROUND))

    def tick(self) -> bool:
        if self._framed is not self.course.drill:
            self._frame()
        still_waiting = self.course.grade is not None and not self.course.over
        return super().tick() or still_waiting

    def heading(self) -> Heading:
        course, drill, grade = self.course, self.course.drill, self.course.grade
        if self.focus.tool is not None:
            return super().heading()
        task_title = _("{number} of {count}: {title}", number=course.number + 1, count=course.count,
                title=_(TITLES[drill.kind]))  # fmt: skip
        if grade is None:
            spot_hint, row_hint = N_("Click the spot, or use arrows and Enter."), N_("Press a number, or click a row.")
            return Heading(task_title, prompt=drill.prompt, hint=_(spot_hint if drill.wants_spot else row_hint))
        exactly = f" ({coordinates(*grade.spot)})" if grade.spot is not None and details_held() else ""
        verdict = _("Right.") if grade.right else _("Wrong. The answer: {truth}", truth=grade.truth + exactly)
        so_far = Line(round_line(course.right, len(course.graded), course.seconds), tone="quiet")
        return Heading(task_title, prompt=verdict, hint=drill.prompt, told=(*said(grade.lines), so_far))

    def sections(self) -> list[Section]:
        grade = self.course.grade
        return [Section(_("The answer"), grade.lines), *super().sections()] if grade is not None else []


DAYS: Final = 5
"""Latest days that are shown."""


@dataclass(frozen=True)
class ResultsChart:
    """Bars of right answers among all, each with its numbers as a text."""

    rounds: Sequence[Round]

    def _rows(self) -> list[tuple[str, int, int, str]]:
        """Return the rows: label, right answers, all answers, and the text beside the bar."""
        days = [
            (day, right, answers, _("{each:.0f} s each", each=seconds / answers if answers else 0.0))
            for day, right, answers, seconds in by_day(self.rounds)[-DAYS:]
        ]
        kinds = by_kind(self.rounds)
        return [*days, *((_(title), *kinds[kind], "") for kind, title in TITLES.items() if kind in kinds)]

    def height(self, theme: Theme, width: int) -> int:
        return max(1, len(self._rows())) * self._high(theme) + theme.px(1)

    @staticmethod
    def _high(theme: Theme) -> int:
        return line_height(theme, "small") + theme.px(0.4)

    def draw(self, target: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
        """Draw the rows below one another."""
        rows, height = self._rows(), self._high(theme)
        if not rows:
            target.blit(ink(theme, _("You have not done any drills yet"), "small", "regular", INK_QUIET), rect.topleft)
        for index, (label, right, answers, addition) in enumerate(rows):
            top = rect.top + index * height
            target.blit(ink(theme, label, "small"), (rect.left, top))
            box = pygame.Rect(rect.left + rect.width * 2 // 5, top, rect.width // 3, height - theme.px(0.8))
            filled = pygame.Rect(box)
            filled.width = round(box.width * right / answers) if answers else 0
            pygame.draw.rect(target, LAMP, filled, border_radius=3)
            pygame.draw.rect(target, SLATE_LINE, box, 1, border_radius=3)
            numbers = _("{right} of {asked}", right=right, asked=answers) + (f", {addition}" if addition else "")
            target.blit(ink(theme, numbers, "small"), (box.right + theme.px(1), top))


TELLING: Final = (
    "measure",
    "threats",
    "threat_piece",
    "ask",
    "inspect",
    "inspect_back",
    "referee",
    "sandbox",
    "timeline",
    "report",
)
"""Commands that would give away the answer of a drill."""
CLOSED: Final = ("undo", "redo", "save", "load", "map", "recap", "fairness", "result", "again", "swap", "quit")


class DrillsScreen(SheetScreen):
    """The page of drills: results of the last days, and a button for each rulebook that starts a round."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._course: Course | None = None
        self._books = [book for book in rulesets.usable() if has_drills(book)]

    def enter(self) -> None:
        self._course = None
        self.replace(self.first())

    def first(self) -> Sheet:
        rounds, message = known(results.results)
        rows = [
            MenuItem(f"begin:{book.name}", _("Ten drills: {title}", title=_(book.title)), str(number),
                     act=partial(self._begin, book))
            for number, book in enumerate(self._books, 1)
        ]  # fmt: skip
        rows.append(MenuItem("close", _("Back"), "escape"))
        text = _("Short tasks from real positions, including your own games. Every answer shows how it was measured.")
        lines = [Line(text, tone="quiet")]
        if message:
            lines.append(Line(message, tone="bad"))
        chosen = f"begin:{recall().chosen}"
        return Sheet(self.theme, _("Drills"), lines, rows, marked=chosen, figure=ResultsChart(rounds), wide=64)

    def _begin(self, book: AnyRuleset) -> None:
        self._course = Course(book)
        stop = MenuItem("close", _("Stop"), "escape", act=self._stop)
        self.show(Sheet(self.theme, _("Setting up the first drill..."), (), [stop]))

    def _stop(self) -> None:
        if self._course is not None:
            self._course.stop()
        self._course = None
        self.show(self.first())

    def tick(self) -> bool:
        course = self._course
        if course is not None and course.ready:
            self._course = None
            self.window.open("drill-table", course=course)
        elif course is not None and (trouble := course.trouble()):
            self._course = None
            self.window.trouble.append(trouble)
            self.replace(self.first())
        return super().tick() or course is not None


class DrillCommands(Commands):
    """The commands of a drill: none that plays, and no aid before the answer."""

    scene: DrillScene

    def table(self) -> dict[str, Callable[[], None]]:
        scene, usual = self.scene, super().table()

        def refuse() -> None:
            scene.model.notice.title = _("Answer first: then measure and ask as you like")

        def closed() -> None:
            scene.model.notice.title = _("Not available in a drill")

        refused = dict.fromkeys(TELLING, refuse) if scene.course.grade is None else {}
        leave = {"menu": scene.window.back, "step_back": scene.window.back}
        return usual | dict.fromkeys(CLOSED, closed) | leave | refused | {"quit": scene.window.quit}


class DrillScreen(SceneScreen):
    """The table of a round of drills; the answers are recorded on leaving."""

    def __init__(self, window: Window, course: Course) -> None:
        model = DrillModel(course.drill.session, lambda session: None, saves_folder())
        model.pose(course.drill)
        self.course = course
        super().__init__(window, DrillScene(window, model, course))
        self.input.obey(DrillCommands(self.scene))

    def leave(self) -> None:
        try:
            message = self.course.stop()
        except OSError as error:
            message = _("The results were not saved: {error}", error=error)
        if message:
            self.window.trouble.append(message)

    def handle(self, event: pygame.event.Event) -> None:
        if event.type == pygame.QUIT:
            self.window.quit()
        else:
            super().handle(event)
