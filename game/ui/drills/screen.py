"""Drills as screens: results over days with what can be begun, and the table of a round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from game import rulesets
from game.documents.error import DocumentError
from game.documents.files import saves_folder
from game.drills import results
from game.drills.drill import TITLES
from game.drills.positions import has_drills
from game.drills.results import Round, by_day, by_kind
from game.engine.rulebook.ruleset import AnyRuleset
from game.engine.rulebook.view import Line
from game.ui.drills.course import Course
from game.ui.drills.scene import DrillModel, DrillScene
from game.ui.play.commands import Commands
from game.ui.play.screen import SceneScreen
from game.ui.shell.sheet_screen import SheetScreen
from game.ui.shell.window import Window
from game.ui.widgets.menu_item import MenuItem
from game.ui.widgets.sheet import Sheet
from game.ui.widgets.text import ink, line_height
from game.ui.widgets.theme import INK_QUIET, LAMP, SLATE_LINE, Theme
from game.wording import _

DAYS: Final = 5
"""Days shown, the latest."""


@dataclass(frozen=True)
class ResultsChart:
    """Bars of right answers among those asked: full lamps on an outline, with the numbers in words."""

    rounds: Sequence[Round]

    def _rows(self) -> list[tuple[str, int, int, str]]:
        """Return the rows: label, right, asked, and what is told beside the bar."""
        days = [
            (day, right, asked, _("{each:.0f} s each", each=seconds / asked if asked else 0.0))
            for day, right, asked, seconds in by_day(self.rounds)[-DAYS:]
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
        rows, high = self._rows(), self._high(theme)
        if not rows:
            target.blit(ink(theme, _("No drills yet"), "small", "regular", INK_QUIET), rect.topleft)
        for number, (label, right, asked, more) in enumerate(rows):
            top = rect.top + number * high
            target.blit(ink(theme, label, "small"), (rect.left, top))
            box = pygame.Rect(rect.left + rect.width * 2 // 5, top, rect.width // 3, high - theme.px(0.8))
            full = pygame.Rect(box)
            full.width = round(box.width * right / asked) if asked else 0
            pygame.draw.rect(target, LAMP, full, border_radius=3)
            pygame.draw.rect(target, SLATE_LINE, box, 1, border_radius=3)
            told = _("{right} of {asked}", right=right, asked=asked) + (f", {more}" if more else "")
            target.blit(ink(theme, told, "small"), (box.right + theme.px(1), top))


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
"""Commands that would answer a drill."""
CLOSED: Final = ("undo", "redo", "save", "load", "map", "recap", "fairness", "result", "again", "swap", "quit")


def _known_results() -> tuple[tuple[results.Round, ...], str]:
    """Return the rounds so far, and why they cannot be read, if they cannot."""
    try:
        return results.results(), ""
    except (DocumentError, OSError) as error:
        return (), str(error)


class DrillsScreen(SheetScreen):
    """The drills page: results of the last few days, and a button for each rulebook that starts a round."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._course: Course | None = None
        self._books = [book for book in rulesets.usable() if has_drills(book)]

    def enter(self) -> None:
        self._course = None
        self.replace(self.first())

    def first(self) -> Sheet:
        rounds, message = _known_results()
        rows = [
            MenuItem(f"begin:{book.name}", _("Ten drills: {title}", title=_(book.title)), str(number))
            for number, book in enumerate(self._books, 1)
        ]
        rows.append(MenuItem("close", _("Back"), "escape"))
        text = _("Short tasks from real positions, including your own games. Every answer shows how it was measured.")
        lines = [Line(text, tone="quiet"), *([Line(message, tone="bad")] if message else [])]
        return Sheet(self.theme, _("Drills"), lines, rows, self._begin, figure=ResultsChart(rounds), wide=64)

    def _begin(self, row: MenuItem) -> None:
        if row.id == "close":
            return
        book: AnyRuleset = next(each for each in self._books if row.id == f"begin:{each.name}")
        self._course = Course(book)
        stop = MenuItem("close", _("Stop"), "escape")
        self.show(Sheet(self.theme, _("Setting up the first drill..."), (), [stop], lambda action: self._stop()))

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
    """The commands of a drill: nothing that plays, and no aid before the answer."""

    scene: DrillScene

    def table(self) -> dict[str, Callable[[], None]]:
        scene, known = self.scene, super().table()

        def refuse() -> None:
            scene.model.notice.title = _("Answer first: then measure and ask as you like")

        def closed() -> None:
            scene.model.notice.title = _("Not available in a drill")

        telling = dict.fromkeys(TELLING, refuse) if scene.course.grade is None else {}
        leave = {"menu": scene.window.back, "step_back": scene.window.back}
        return known | dict.fromkeys(CLOSED, closed) | leave | telling | {"quit": scene.window.quit}


class DrillScreen(SceneScreen):
    """The table of a round of drills; what was answered is recorded on leaving."""

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
