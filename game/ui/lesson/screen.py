"""A lesson at the table: the game above, the coach's words below it, rings around pieces and spots."""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass, field
from typing import Final

import pygame

from game import rulesets
from game.documents.files import saves_folder
from game.documents.reading import parse_document
from game.engine.core.decisions import Answer
from game.engine.rulebook.abilities import Teaching
from game.engine.rulebook.lessons import Lesson, Step
from game.engine.rulebook.ruleset import AnyRuleset
from game.engine.saving.documents import PositionDocument
from game.engine.saving.saves import give_answers, open_position
from game.engine.session import Session
from game.players import answer_with, make_player
from game.ui.lesson.coach import Coach
from game.ui.model.session_model import SessionModel
from game.ui.play.layout import Layout
from game.ui.play.scene import TableScene
from game.ui.play.screen import TableScreen
from game.ui.prefs.memory import last_rulebook
from game.ui.shell.window import Window
from game.ui.widgets.actions import ActionList
from game.ui.widgets.menu_item import MenuItem, action_of_key
from game.ui.widgets.text import clipped, ink, line_height, shorten, wrap, write
from game.ui.widgets.theme import INK_QUIET, LAMP, PAPER, SLATE, SLATE_LINE, Theme
from game.wording import N_, _

LEAST: Final = 440
"""The fewest pixels left for the table above the strip."""
SMALLEST_TYPE: Final = 0.8
"""The interface scale below which the text is not shrunk."""
WIDE: Final = 26
"""Width of the buttons in units of the theme."""
BUTTONS: Final = (
    ("skip", N_("Skip this step"), "f10"),
    ("again", N_("Once more"), "f9"),
    ("leave", N_("Leave the lesson"), ""),
)


@dataclass
class CoachPanel:
    """The strip: the step's number, title, text and keys; the buttons are at its right end."""

    theme: Theme
    rect: pygame.Rect = field(default_factory=lambda: pygame.Rect(0, 0, 0, 0))
    head: str = ""
    title: str = ""
    text: str = ""
    how: str = ""
    over: bool = False

    def __post_init__(self) -> None:
        self.type = self.theme
        """Its own type and spacing, smaller than the window's where the words would not fit otherwise."""
        self.list = ActionList(self.type)

    def show(self, coach: Coach) -> None:
        """Show the coach's step."""
        step, count = coach.step, len(coach.lesson.steps)
        if step is None:
            self.head, self.title = coach.lesson.title, _("Done")
            self.text, self.how = coach.lesson.end, _("Look around as long as you like; the menu (Esc) leads home.")
        else:
            self.head = _("{title}: step {n} of {count}", title=coach.lesson.title, n=coach.at + 1, count=count)
            self.title, self.text, self.how = step.title, step.text, step.how
        reasons = {"skip": _("all steps are done") if step is None else ""}
        self.list.set([MenuItem(name, _(label), key, reason=reasons.get(name, "")) for name, label, key in BUTTONS])

    def place(self, size: tuple[int, int]) -> bool:
        """Move to the bottom of the window, or over the table's lower edge if it is low; return whether it changed."""
        before = self.rect.copy(), self.over, self.type.scale
        self.type = self.list.theme = theme = Theme(self.theme.scale)
        self.list.columns = 1
        high = self._wanted(size[0] - theme.px(WIDE + 8))
        high = max(high, self.list.height(theme.px(WIDE)) + theme.px(2))
        self.over = size[1] - high < max(LEAST, theme.px(58))
        if self.over:
            wide, most = Layout.of(size, self.theme).table.width, size[1] * 55 // 100
            while (high := self._wanted(wide - theme.px(6)) + theme.px(5.5)) > most and theme.scale > SMALLEST_TYPE:
                theme.scale = round(theme.scale - 0.1, 1)
            high = min(high, most)
            self.rect = pygame.Rect(0, size[1] - high, wide, high)
            row, self.list.columns = theme.px(4.5), len(BUTTONS)
            buttons = pygame.Rect(theme.px(3), size[1] - row - theme.px(0.75), wide - theme.px(6), row + theme.px(0.5))
            if self.list.height(buttons.width) > buttons.height:  # too narrow: one below the other, scrolled
                self.list.columns = 1
            self.list.place(buttons)
        else:
            self.rect = pygame.Rect(0, size[1] - high, size[0], high)
            left = size[0] - theme.px(WIDE + 2)
            self.list.place(pygame.Rect(left, self.rect.top + theme.px(1), theme.px(WIDE), high - theme.px(1.5)))
        return (self.rect, self.over, theme.scale) != before

    def _wanted(self, wide: int) -> int:
        theme = self.type
        lines = len(wrap(theme, self.text, wide, "body")) + len(wrap(theme, self.how, wide, "body", "semibold"))
        return theme.px(2) + line_height(theme, "small") + line_height(theme, "large") + lines * line_height(theme)

    @property
    def room(self) -> int:
        """The height in pixels left for the table, from the top of the window."""
        return self.rect.bottom if self.over else self.rect.top

    def hover(self, spot: tuple[int, int]) -> bool:
        """Handle the mouse's position; return whether it is over the strip."""
        self.list.hovered = self.list.at(spot)
        return self.rect.collidepoint(spot)

    def at(self, spot: tuple[int, int]) -> str:
        """Return the id of the button under a pixel, or an empty string."""
        index = self.list.at(spot)
        return self.list.actions[index].id if index >= 0 and self.list.actions[index].enabled else ""

    def draw(self, target: pygame.Surface) -> None:
        theme = self.type
        pygame.draw.rect(target, SLATE, self.rect)
        pygame.draw.line(target, LAMP, self.rect.topleft, self.rect.topright, max(1, theme.px(0.25)))
        left, y = self.rect.left + theme.px(3), self.rect.top + theme.px(1)
        wide = self.rect.width - theme.px(6) if self.over else self.list.rect.left - left - theme.px(3)
        shown = self.rect.copy()
        shown.height -= theme.px(5.5) if self.over else 0
        with clipped(target, shown.clip(target.get_clip())):
            target.blit(ink(theme, self.head, "small", "semibold", INK_QUIET), (left, y))
            y += line_height(theme, "small")
            title = shorten(theme, self.title, wide, "large", "semibold")
            target.blit(ink(theme, title, "large", "semibold"), (left, y))
            y += line_height(theme, "large")
            y = write(target, theme, self.text, (left, y), wide)
            write(target, theme, self.how, (left, y), wide, "body", "semibold", LAMP)
        if not self.over:
            x = self.list.rect.left - theme.px(1.5)
            pygame.draw.line(target, SLATE_LINE, (x, self.rect.top + theme.px(1)), (x, self.rect.bottom - theme.px(1)))
        self.list.draw(target)


def point_at(target: pygame.Surface, scene: TableScene, step: Step) -> None:
    """Ring the pieces and the spot of a step, and frame its part of the screen."""
    theme, camera, layout = scene.theme, scene.camera, scene.layout
    pieces = [scene.model.pieces[name] for name in step.pieces if name in scene.model.pieces]
    spots = [(piece.x, piece.y, piece.radius) for piece in pieces]
    if step.spot is not None:
        spots.append((*step.spot, 0.5))
    with clipped(target, layout.table.clip(target.get_clip())):
        for x, y, radius in spots:
            _ring(target, theme, camera.to_screen(x, y), radius * camera.scale + theme.px(1))
    if step.part:
        frames = {"panel": layout.decision, "details": layout.details, "log": layout.log, "bar": layout.bar}
        pygame.draw.rect(target, LAMP, frames[step.part].inflate(-2, -2), max(2, theme.px(0.35)))


def _ring(target: pygame.Surface, theme: Theme, middle: tuple[float, float], radius: float) -> None:
    wide = max(2, theme.px(0.35))
    pygame.draw.circle(target, SLATE, middle, radius + wide, wide * 3)
    pygame.draw.circle(target, LAMP, middle, radius, wide)
    x, y = middle[0], middle[1] - radius - wide
    arrow = [(x, y - theme.px(0.25)), (x - theme.px(1), y - theme.px(1.75)), (x + theme.px(1), y - theme.px(1.75))]
    pygame.draw.polygon(target, LAMP, arrow)
    pygame.draw.polygon(target, PAPER, arrow, 1)


class LessonScreen(TableScreen):
    """The table of a lesson, with the coach's plate below it; nothing of it is saved."""

    def __init__(self, window: Window, ruleset: AnyRuleset, lesson: Lesson) -> None:
        self.plate = CoachPanel(window.theme)
        self.ruleset = ruleset
        self.coach = Coach(lesson)
        super().__init__(window, _model_of(ruleset, lesson))
        self.resize(window.size)

    def handle(self, event: pygame.event.Event) -> None:
        action = action_of_key(self.plate.list.actions, event) if event.type == pygame.KEYDOWN else None
        if action is not None:
            self.do(action.id)
        elif event.type == pygame.MOUSEMOTION and self.plate.hover(event.pos):
            return
        elif event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP) and self.plate.rect.collidepoint(event.pos):
            if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
                self.do(self.plate.at(event.pos))
        else:
            super().handle(event)

    def do(self, name: str) -> None:
        """Run the command of a button: "again", "skip" or "leave"."""
        if name == "again":
            self.coach.again(self.scene)
        elif name == "skip":
            self.coach.skip(self.scene)
        elif name == "leave":
            self.window.back()
        self._show_step()

    def tick(self) -> bool:
        lively = super().tick()
        done = self.coach.watch(self.scene)
        if done:
            self.window.play("turn")
            self._show_step()
        return lively or done

    def _show_step(self) -> None:
        self.plate.show(self.coach)
        if self.plate.place(self.window.size) or self.scene.size != self._room():
            self.scene.resize(self._room())
        self.window.stale = True

    def _room(self) -> tuple[int, int]:
        return self.window.size[0], self.plate.room

    def paint(self, target: pygame.Surface) -> None:
        table = target.subsurface(pygame.Rect((0, 0), self._room()))
        super().paint(table)
        if self.coach.step is not None and not self.scene.sheets:
            point_at(table, self.scene, self.coach.step)
        self.plate.draw(target)

    def resize(self, size: tuple[int, int]) -> None:
        self.plate.show(self.coach)
        self.plate.place(size)
        self.scene.resize(self._room())

    def apply_options(self) -> None:
        super().apply_options()
        if isinstance(self.ruleset, Teaching):
            self.coach.lesson = self.ruleset.lesson()  # in the language now in use
        self.resize(self.window.size)

    def leave(self) -> None:
        """Do not save: lessons are not kept."""


def _model_of(ruleset: AnyRuleset, lesson: Lesson) -> SessionModel:
    document = parse_document(json.dumps(lesson.position), PositionDocument, lesson.title)
    session = open_position(document, rulesets.find, lesson.title)
    give_answers(session, document, lesson.title)
    bot = make_player("greedy", 0)

    def think(session: Session) -> Answer:
        return answer_with(bot, session, secrets.randbits(32))

    others = [player for player in ruleset.players(session.setup) if player != lesson.player]
    return SessionModel(session, lambda played: None, saves_folder(), dict.fromkeys(others, think))


def first_lesson(window: Window) -> LessonScreen:
    """Return the lesson of the rulebook played last, else of the default one; raise `DocumentError`."""
    book = last_rulebook(Teaching)
    assert isinstance(book, Teaching)
    return LessonScreen(window, book, book.lesson())
