"""The page on which something is made step by step: all steps, the answers to the open one, and the result so far."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final

import pygame

from game.documents.error import DocumentError
from game.engine.filling import fillable
from game.engine.history.fairness import Throw
from game.engine.rosters import SEEDS, RosterEntry, RosterShelf
from game.engine.rulebook.making import Card, Step
from game.engine.rulebook.ruleset import AnyRuleset
from game.engine.rulebook.view import Line
from game.refusal import Refusal
from game.ui.board.dice_tray import DiceTray, Die
from game.ui.rosters.card import draw_card
from game.ui.rosters.faces import face_picture, new_faces, sigils_of
from game.ui.shell.sheet_screen import SheetScreen
from game.ui.shell.window import Window
from game.ui.widgets.actions import ActionList, MenuItem, Row, action_of_key, with_keys
from game.ui.widgets.dialogs import HIGH, TextField
from game.ui.widgets.keys import CHORD
from game.ui.widgets.sheet import LEAPS, Sheet, dim
from game.ui.widgets.signs import has_icon
from game.ui.widgets.text import ScrollView, blit_at, draw_plate, ink, line_height, shorten, wrap
from game.ui.widgets.theme import (
    BAD,
    GOOD,
    INK,
    INK_FAINT,
    INK_QUIET,
    LAMP,
    PANEL,
    SLATE_HOVER,
    SLATE_LINE,
    SLATE_RAISED,
    TONES,
    mix,
)
from game.ui.widgets.tiles import NIGHT, Tile, TileList
from game.wording import _, ngettext

FINISH: Final = "finish"
FEW: Final = 4
"""The most open steps listed on the card."""
RULE_LINES: Final = 3
"""The most lines of a rule above the answers."""
LOW: Final = 62
"""The height, in units of the theme, up to which a window has room for just one such line."""
THREE: Final = 118
"""The width, in units of the theme, from which a window has room for three columns."""


class StepsScreen(SheetScreen):
    """Makes something step by step on one page. Subclasses say what is made and store the answers."""

    def __init__(self, window: Window, book: AnyRuleset, title: str) -> None:
        super().__init__(window)
        self.book, self.title = book, title

    def steps(self) -> Sequence[Step]:
        """Return all steps with their present values."""
        raise NotImplementedError

    def missing(self) -> Sequence[Line]:
        """Return a line for each missing answer."""
        raise NotImplementedError

    def card(self) -> Card:
        """Return the roster as made so far."""
        raise NotImplementedError

    def answer(self, step: str, answer: str) -> None:
        """Answer a step; raise `DocumentError`, `OSError`."""
        raise NotImplementedError

    def finish(self) -> None:
        """Save the finished work and leave; raise `DocumentError`, `OSError`."""
        raise NotImplementedError

    def tools(self) -> Sequence[MenuItem]:
        """Return further buttons; their `act` changes what is made and may raise `DocumentError`, `OSError`."""
        return ()

    def first(self) -> Sheet:
        return StepsPage(self.theme, self.title, screen=self)

    @property
    def page(self) -> StepsPage:
        """The page, which is below any other sheet."""
        page = self.sheets[0]
        assert isinstance(page, StepsPage)
        return page

    def give(self, step: Step, answer: str) -> None:
        """Answer a step and go on to the next one, or report a refusal."""
        if not self.attempt(lambda: self.answer(step.id, answer), _("Not possible")):
            return
        if self.steps():
            self.page.go_on(step)
        else:  # the answer was the last one
            self.window.back()

    def attempt(self, do: Callable[[], object], title: str) -> bool:
        """Call a function; return whether it succeeded, and report the reason if not."""
        try:
            do()
        except (DocumentError, OSError) as error:
            self.report([error.reason if isinstance(error, DocumentError) else str(error)], title)
            return False
        return True

    def tick(self) -> bool:
        return super().tick() or (bool(self.sheets) and self.page.tick())


class MakingScreen(StepsScreen):
    """Makes or changes one of the player's own rosters; every answer is saved at once."""

    def __init__(self, window: Window, book: AnyRuleset, shelf: RosterShelf, entry: RosterEntry) -> None:
        super().__init__(window, book, _(book.terms.roster))
        self.shelf, self.kept = shelf, entry

    def steps(self) -> Sequence[Step]:
        return list(self.shelf.editor.steps(self.kept.draft))

    def missing(self) -> Sequence[Line]:
        return [Line(with_rule(gap.text, gap.rule)) for gap in self.shelf.editor.missing(self.kept.draft)]

    def card(self) -> Card:
        return self.shelf.card(self.kept, draft=True)

    def answer(self, step: str, answer: str) -> None:
        self.kept = self.shelf.answer(self.kept.name, step, answer)

    def finish(self) -> None:
        self.kept = self.shelf.finish(self.kept.name)
        if faces := new_faces(self.shelf.card(self.kept)):
            self.kept = self.shelf.choose_faces(self.kept.name, faces)
        self.window.back()

    def tools(self) -> Sequence[MenuItem]:
        shelf, entry = self.shelf, self.kept
        return [
            self._tool("surprise", _("Surprise me"), "s", _("all at random"), shelf.why_not_surprise(entry)),
            self._tool("fill", _("Fill the rest"), "r", _("your choices stay"), shelf.why_not_fill(entry)),
            self._tool("undo", _("Undo"), "u", _("one step back"), shelf.why_not_undo(entry)),
        ]

    def _tool(self, name: str, label: str, key: str, detail: str, why_not: Refusal | None) -> MenuItem:
        """Return the button of a tool, whose name is that of the shelf's method."""

        def act() -> None:
            seed = () if name == "undo" else (secrets.randbits(SEEDS),)
            self.kept = getattr(self.shelf, name)(self.kept.name, *seed)

        return MenuItem(name, label, key, detail=detail, reason=why_not.text if why_not else "", act=act)


def with_rule(text: str, rule: str) -> str:
    """Return a text with its rule in brackets."""
    return f"{text} ({rule})" if rule else text


@dataclass(frozen=True)
class StepRow(Row):
    """The row of a step with its value; the heading of a member shows its portrait, from `face`."""

    face: Callable[[str, int], pygame.Surface | None] = lambda label, side: None

    @property
    def height(self) -> int:
        if self.action.heading:
            return self.theme.px(5) if self.face(self.action.label, 1) else super().height
        return self.theme.px(0.75) + len(self._pairs()) * line_height(self.theme, "small")

    def _pairs(self) -> list[tuple[str, str]]:
        """Return the lines of the row, each with its text at the left and at the right."""
        theme, action, width = self.theme, self.action, self.width - self.theme.px(4)
        first, *others = [text for text in (action.value, action.reason) if text] or [""]
        width_needed = theme.font("small").size(action.label)[0] + theme.font("small", "semibold").size(first)[0]
        if width_needed + theme.px(2) <= width:
            lines = [(action.label, first)]
        else:
            lines, others = [(line, "") for line in wrap(theme, action.label, width, "small")], [first, *others]
        other_lines = (line for text in others for line in wrap(theme, text, width, "small", "semibold") if line)
        return lines + [("", shorten(theme, line, width, "small", "semibold")) for line in other_lines]

    def draw(self, target: pygame.Surface, rect: pygame.Rect, *, marked: bool, hovered: bool) -> None:
        theme, action, step = self.theme, self.action, line_height(self.theme, "small")
        if action.heading:
            self._draw_heading(target, rect)
            return
        if action.primary or hovered:
            fill = mix(SLATE_HOVER, LAMP, 0.2) if action.primary else SLATE_RAISED
            pygame.draw.rect(target, fill, rect, border_radius=theme.px(0.75))
        if marked:
            pygame.draw.rect(target, LAMP, rect, max(1, theme.px(0.25)), border_radius=theme.px(0.75))
        y = rect.top + theme.px(0.375)
        self._draw_state(target, rect.left + theme.px(1.5), y + step // 2)
        unanswered = INK if action.enabled else INK_FAINT
        tint = INK_QUIET if action.value else unanswered
        for left, right in self._pairs():
            target.blit(ink(theme, left, "small", "regular", tint), (rect.left + theme.px(3), y))
            right_text = ink(theme, right, "small", "semibold", INK if action.enabled else mix(BAD, INK_QUIET, 0.65))
            blit_at(target, right_text, topright=(rect.right - theme.px(1), y))
            y += step

    def _draw_heading(self, target: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw the heading of a part with its face, if it has one."""
        theme, left = self.theme, rect.left
        picture = self.face(self.action.label, theme.px(4))
        if picture is not None:
            left = blit_at(target, picture, midleft=(rect.left, rect.centery)).right + theme.px(1)
        text = shorten(theme, self.action.label, rect.right - left, "small", "semibold")
        middle = rect.centery if picture is not None else rect.bottom - theme.px(1.5)
        blit_at(target, ink(theme, text, "small", "semibold", LAMP), midleft=(left, middle))

    def _draw_state(self, target: pygame.Surface, x: int, y: int) -> None:
        """Draw the state of the step: answered (tick), open (ring) or optional (small ring)."""
        size, action = self.theme.px(0.75), self.action
        if action.value:
            stroke = [(x - size, y), (x - size * 0.3, y + size * 0.7), (x + size, y - size * 0.7)]
            pygame.draw.lines(target, GOOD, False, stroke, max(2, size // 3))
        elif action.ticked is False and action.enabled:
            pygame.draw.circle(target, LAMP, (x, y), size, max(2, size // 3))
        elif action.enabled:
            pygame.draw.circle(target, INK_FAINT, (x, y), size * 2 // 3, 1)


@dataclass
class StepList(ActionList):
    """The steps, in small type."""

    face: Callable[[str, int], pygame.Surface | None] = lambda label, side: None

    def row(self, action: MenuItem) -> Row:
        return StepRow(self.theme, action, self.rect.width, self.face)

    @property
    def _gap(self) -> int:
        return self.theme.px(0.25)

    def show_cursor(self) -> None:
        """Scroll the step under the cursor into view, with the heading of its part if there is room."""
        rows = self.rows()
        if 0 <= self.cursor < len(rows):
            head = next((number for number in range(self.cursor, -1, -1) if rows[number][0].heading), self.cursor)
            self.clamp()
            self.view.reveal(rows[head][1].top, rows[self.cursor][1].bottom)
            super().show_cursor()


@dataclass
class Panes(ActionList):
    """The rows of several lists as one list; the `chosen` one has the keyboard focus."""

    panes: Sequence[ActionList] = ()
    chosen: ActionList | None = None

    def rows(self) -> list[tuple[MenuItem, pygame.Rect]]:
        return [row for pane in self.panes for row in pane.rows()]

    def current(self) -> MenuItem | None:
        return self.chosen.current() if self.chosen is not None else None


@dataclass
class StepsPage(Sheet):
    """Steps at the left, answers to the open one in the middle, the roster at the right (or below, if narrow).

    In a narrow window, answers and roster share a column. Up and Down move within a column; Left, Right and Tab go to
    another one. Escape goes back to the steps, then leaves.
    """

    screen: StepsScreen = field(kw_only=True)

    def __post_init__(self) -> None:
        theme = self.theme
        self.buttons, self.choices = TileList(theme), ActionList(theme)
        self.rows = StepList(theme, face=self._face)
        self.list: Panes = Panes(theme, panes=(self.buttons, self.choices, self.rows))
        self.view, self.tray = ScrollView(), DiceTray(theme, self.screen.window.options.motion)
        self.line: TextField | None = None
        self.opened, self._fresh, self._mouse = "", True, (0, 0)
        self.middle = self.right = pygame.Rect(0, 0, 0, 0)
        self.renew()
        self.open(self._next(), self.rows)

    @property
    def pane(self) -> ActionList:
        """The column with the keyboard focus."""
        return self.list.chosen or self.rows

    @pane.setter
    def pane(self, pane: ActionList) -> None:
        self.list.chosen = pane

    # -- contents -----------------------------------------------------------------------------------

    def renew(self) -> None:
        """Read steps, missing answers and card again."""
        screen = self.screen
        self.steps = {step.id: step for step in screen.steps()}
        self.missing, self.card, self.tools = screen.missing(), screen.card(), screen.tools()

    def open(self, step: str, pane: ActionList) -> None:
        """Show the answers to a step, or with "" the answers still missing; the keyboard focus goes to `pane`."""
        self.opened, self.pane, self._fresh, self.line = step, pane, True, None
        open_step = self.steps.get(step)
        if open_step is None:
            self.pane = self.buttons
        elif open_step.suggestion is not None:
            self.line = TextField(open_step.value or open_step.suggestion)
        self.rows.set([*self._step_rows()])
        self.rows.mark(step)
        self.choices.set(self._choice_rows(open_step))
        self.choices.view.offset = 0
        self._place_all()
        self.rows.show_cursor()
        self.choices.mark(next((row.id for row in self.choices.actions if row.ticked), ""))
        if self.choices.current() is None:
            self.choices.step(1)
        if open_step is None:
            self.buttons.mark(FINISH)

    def _next(self, after: str = "") -> str:
        """Return the next open step after another one, else a step that can add a missing answer, else ""."""
        ids = [*self.steps]
        start = ids.index(after) + 1 if after in ids else 0
        order = [self.steps[step] for step in ids[start:] + ids[:start]]
        candidates = [step for step in order if step.open] or [
            step for step in order if self.missing and fillable(step)
        ]
        return candidates[0].id if candidates else ""

    def go_on(self, step: Step) -> None:
        """After an answer, go to its die, or to the next open step, or stay at an optional one."""
        self.renew()
        answered = self.steps.get(step.id)
        if answered is not None and answered.thrown is not None and step.thrown is None:
            die = answered.thrown
            roll = Throw(die.sides, (die.face,), die.face, purpose=die.purpose)
            self.tray.throw([Die(roll, answered.part, LAMP)], time.monotonic())
            self.open(step.id, self.choices)
        elif answered is not None and step.optional:
            self.open(step.id, self.rows)
        else:
            self.tray.clear()
            self.open(self._next(step.id), self.choices)

    def _step_rows(self) -> Iterator[MenuItem]:
        """Yield the rows of all steps, under headings for their parts."""
        for part, steps in groupby(self.steps.values(), lambda step: step.part):
            yield MenuItem(f"part:{part}", part, heading=True)
            for step in steps:
                reason = with_rule(step.reason, step.rule) if step.reason else ""
                ticked = None if step.optional or step.value else False
                yield MenuItem(step.id, step.title, value=step.value, reason=reason, ticked=ticked,
                               primary=step.id == self.opened)  # fmt: skip

    def _choice_rows(self, step: Step | None) -> list[MenuItem]:
        """Return the rows of a step's choices, under headings for their parts."""
        rows, value = [], step.value if step is not None else ""
        for part, choices in groupby(step.choices if step is not None else (), lambda choice: choice.part):
            if part:
                rows.append(MenuItem(f"part:{part}", part, heading=True))
            for choice in choices:
                reason = with_rule(choice.reason, choice.rule) if choice.reason else ""
                sign = choice.icon if choice.icon and has_icon(choice.icon) else ""
                ticked = choice.label == value or None
                rows.append(
                    MenuItem(
                        f"choice:{choice.answer}",
                        choice.label,
                        detail=choice.text,
                        reason=reason,
                        icon=sign,
                        ticked=ticked,
                    )
                )
        if self.line is not None:
            rows.append(MenuItem("take", _("Take this"), "return", primary=True))
        return with_keys(rows, [tool.shortcut for tool in self._buttons()])

    def _buttons(self) -> list[MenuItem]:
        """Return the buttons: back, the tools, and finish."""
        n = len(self.missing)
        reason = ngettext("{n} item is still open", "{n} items are still open", n) if n else ""
        return [
            MenuItem("close", _("Back"), "escape"),
            *self.tools,
            MenuItem(FINISH, _("Finish"), "f", reason=reason, primary=True),
        ]

    @property
    def rolling(self) -> bool:
        """Whether a die is still rolling."""
        return self.tray.running(time.monotonic())

    def tick(self) -> bool:
        """Update the lines above the answers; return whether anything changed or a die is rolling."""
        step = self.steps.get(self.opened)
        lines = [Line(self.screen.book.wording(step.rule), step.rule, "quiet")] if step and step.rule else []
        if step is not None and step.thrown is not None and not self.rolling:
            gave = {"purpose": step.thrown.purpose, "face": step.thrown.face, "gave": step.thrown.gave}
            lines.append(Line(_("{purpose}: rolled {face}, {gave}", **gave), "", "good"))
        if step is None:
            text = _("Everything is decided. Finish it, or change something at the left.")
            lines = [*self.missing] or [Line(text, tone="good")]
        moved, self.lines = lines != self.lines, lines
        return moved or self.rolling

    def _face(self, label: str, side: int) -> pygame.Surface | None:
        """Return the portrait of the member whose name a heading starts with; None without one."""
        names = tuple(member.name for member in self.card.members)
        name = next((name for name in names if name[:1].isalnum() and label.startswith(name)), None)
        return face_picture(sigils_of(names, tuple(self.card.faces.items())).of(name), side) if name else None

    # -- layout -------------------------------------------------------------------------------------

    def place(self, window: pygame.Rect) -> None:
        if self.rect != window:
            self.rect = window.copy()
            self._place_all()
            self.rows.view.offset = 0
            self.rows.show_cursor()
            self.choices.show_cursor()
        self._place_all()

    def _place_all(self) -> None:
        """Place steps, answers, card and buttons in the window."""
        theme, window = self.theme, self.rect
        px = theme.px
        edge, top = px(3 if window.width >= px(THREE) else 1.5), px(9)
        body = pygame.Rect(edge, top, window.width - 2 * edge, max(1, window.height - top - px(2)))
        three_columns, gap = window.width >= px(THREE), px(1.5)
        left = body.width * (27 if three_columns else 38) // 100
        self.rows.place(pygame.Rect(body.left + px(1.5), body.top + px(1), left - px(3), body.height - px(2)))
        middle_width = (body.width - left - 2 * gap) * 53 // 100 if three_columns else body.width - left - gap
        self.middle = pygame.Rect(body.left + left + gap, body.top, middle_width, body.height)
        self.right = pygame.Rect(self.middle.right + gap, body.top, body.right - self.middle.right - gap, body.height)
        if not three_columns:
            self.right = self.middle.copy()
        finish = pygame.Rect(self.right.left, body.bottom - px(7), self.right.width, px(7))
        self.right.height -= px(8)
        back_button, *tools, finish_item = self._buttons()
        finish_tile = Tile(finish_item, finish, size="large", brass=not finish_item.reason)
        button_tiles = [*self._header(back_button, tools)]
        if self._carded:
            button_tiles.append(finish_tile)
        self.buttons.show(button_tiles, window)
        inner = self.middle.inflate(-px(4), -px(3))
        y = inner.top + self._head_height(inner.width)
        self.choices.place(pygame.Rect(inner.left, y, inner.width, max(0, inner.bottom - y)))

    def _header(self, back: MenuItem, tools: Sequence[MenuItem]) -> Iterator[Tile]:
        """Yield the buttons of the upper row, with the title if there is room."""
        px = self.theme.px
        edge, right, height = self.rows.rect.left - px(1.5), self.right.right, px(6)
        width = min(px(24), (right - edge - px(15)) // max(1, len(tools)) - px(1))
        yield Tile(back, pygame.Rect(edge, px(1.5), px(14), height), "menu-return")
        title_width = right - len(tools) * (width + px(1)) - edge - px(16)
        if title_width >= px(16):
            title = MenuItem("", self.title, heading=True)
            yield Tile(title, pygame.Rect(edge + px(16), px(1.5), title_width, height), size="huge", plain=True)
        for number, tool in enumerate(reversed(tools)):
            yield Tile(tool, pygame.Rect(right - (number + 1) * width - number * px(1), px(1.5), width, height))

    @property
    def _narrow(self) -> bool:
        return self.middle.left == self.right.left

    @property
    def _choosing(self) -> bool:
        """Whether the answers are shown; in a narrow window they share a column with the card."""
        return not self._narrow or self.pane is self.choices

    @property
    def _carded(self) -> bool:
        """Whether the card is shown."""
        return not self._narrow or not self._choosing

    def _head(self, width: int) -> Iterator[tuple[str, str, str, tuple[int, int, int]]]:
        """Yield the lines above the answers, each with size, weight and colour."""
        theme, step = self.theme, self.steps.get(self.opened)
        if step is not None:
            yield shorten(theme, step.part, width, "small", "semibold"), "small", "semibold", LAMP
        without_step = _("Still open") if self.missing else _("Ready")
        title = step.title if step else without_step
        for text in wrap(theme, title, width, "large", "title"):
            yield text, "large", "title", INK
        for line in self.lines:
            texts = wrap(theme, with_rule(line.text, line.rule), width, "small")
            line_limit = RULE_LINES if self.rect.height > theme.px(LOW) else 1
            if line.tone == "quiet" and len(texts) > line_limit:
                texts = (*texts[: line_limit - 1], shorten(theme, " ".join(texts[line_limit - 1 :]), width, "small"))
            for text in texts:
                yield text, "small", "regular", TONES.get(line.tone, INK)

    def _head_height(self, width: int) -> int:
        """Return the height of everything above the answers."""
        theme = self.theme
        height = sum(line_height(theme, size) for _text, size, _weight, _colour in self._head(width)) + theme.px(1)
        if self.tray.dice and self.steps.get(self.opened):
            self.tray.place(pygame.Rect(0, 0, width, theme.px(60)))
            height += self.tray.rect.height + theme.px(1)
        return height + (theme.px(HIGH + 1) if self.line is not None else 0)

    # -- input -------------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> bool:
        if self.rolling and event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONUP):
            self.tray.skip(time.monotonic())
            return True
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self._fresh = False
        if event.type == pygame.KEYDOWN and self._begins_to_type(event):
            self.pane = self.choices
        typing = self.line is not None and self.pane is self.choices
        box = self.line.rect if self.line is not None and self._choosing else None
        if box is not None and event.type == pygame.MOUSEBUTTONDOWN and box.collidepoint(event.pos):
            self.pane, typing = self.choices, True
        types = typing and not (event.type == pygame.TEXTINPUT and self._fresh)
        if types and self.line is not None and self.line.handle(event):
            return True
        if event.type == pygame.KEYDOWN:
            self._press(event, typing=typing)
        elif event.type == pygame.MOUSEMOTION:
            self._mouse = event.pos
            for pane in self.list.panes:
                pane.hovered = pane.at(event.pos) if pane is not self.choices or self._choosing else -1
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._click(event.pos)
        elif event.type == pygame.MOUSEWHEEL:
            self._wheel(-event.y * self.theme.px(5))
        else:
            return False
        return True

    def _begins_to_type(self, event: pygame.event.Event) -> bool:
        """Return whether a key pressed among the steps goes to the text field, which comes before buttons."""
        letter = event.unicode.isprintable() and event.unicode.strip() and not event.mod & CHORD
        return bool(letter) and self.line is not None and self._choosing and self.pane is self.rows

    def _wheel(self, pixels: int) -> None:
        """Scroll the pane under the mouse."""
        if self.rows.rect.collidepoint(self._mouse):
            self.rows.scroll(pixels)
        elif self._choosing and self.middle.collidepoint(self._mouse):
            self.choices.scroll(pixels)
        else:
            self.view.by(pixels)

    def _click(self, spot: tuple[int, int]) -> None:
        """Carry out the row at a pixel."""
        panes = [self.buttons, self.rows]
        if self._choosing and not self.rolling:
            panes.append(self.choices)
        for pane in panes:
            if (action := pane.row_at(spot)) is not None:
                self._do(action)
                return

    def _press(self, event: pygame.event.Event, *, typing: bool) -> None:
        """Handle a key: leave, enter, change columns, move, or a button's letter."""
        key, pane = event.key, self.pane
        order: list[ActionList] = [self.rows, self.choices, self.buttons]
        if key == pygame.K_ESCAPE:
            if pane is self.choices:
                self.open(self.opened, self.rows)
            else:
                self._do(MenuItem("close", ""))
        elif key == pygame.K_SPACE and pane is self.rows:
            self._turn_to(self.choices)
        elif key in (pygame.K_RETURN, pygame.K_KP_ENTER) or (key == pygame.K_SPACE and not typing):
            self._enter()
        elif key == pygame.K_TAB:
            step = -1 if event.mod & pygame.KMOD_SHIFT else 1
            self._turn_to(order[(order.index(pane) + step) % 3])
        elif key in (pygame.K_LEFT, pygame.K_RIGHT) and pane is not self.buttons:
            self._turn_to(self.rows if key == pygame.K_LEFT else self.choices)
        elif key in (pygame.K_LEFT, pygame.K_RIGHT):
            pane.step(1 if key == pygame.K_RIGHT else -1)
        elif key in (pygame.K_UP, pygame.K_DOWN) or key in LEAPS:
            self._move(key)
        elif not typing:
            choice_rows = self.choices.actions if self._choosing else []
            rows = [*choice_rows, *self.buttons.actions]
            action = action_of_key(rows, event)
            if action is not None:
                self._do(action)

    def _move(self, key: int) -> None:
        """Move up or down in the column with the keyboard focus; among the buttons, scroll the card."""
        leaps = key in LEAPS
        one_row = 1 if key == pygame.K_DOWN else -1
        rows_down = LEAPS[key][0] if leaps else one_row
        if self.pane is self.buttons:
            self.view.by(rows_down * self.theme.px(30 if leaps else 5))
        elif leaps:
            self.pane.leap(*LEAPS[key])
        else:
            self.pane.step(rows_down)
        current = self.rows.current()
        if self.pane is self.rows and current is not None:
            self.open(current.id, self.rows)

    def _turn_to(self, pane: ActionList) -> None:
        """Move the keyboard focus to a column."""
        self.pane = self.rows if pane is self.choices and not self.opened else pane
        self._fresh = True
        if pane is self.buttons and pane.current() is None:
            pane.step(1)

    def _enter(self) -> None:
        """Go on to the choices, take the typed line, or carry out the current row."""
        takes_line = (
            self.line is not None and self._choosing
        )  # as its button says, whether or not the line has the focus
        if self.pane is self.rows and not takes_line:
            self._turn_to(self.choices)
        elif takes_line and self.pane is not self.buttons:
            self._do(self.choices.actions[-1])
        elif (current := self.pane.current()) is not None:
            self._do(current)

    def _do(self, action: MenuItem) -> None:
        """Take an action: answer with a choice or the typed text, open a step, or press a button."""
        if not action.enabled:
            return
        step = self.steps.get(self.opened)
        if action.id == "close" and self._narrow and self._choosing:
            self.open(self.opened, self.rows)
        elif action.id == "close":
            self.closed = True
        elif action.id == FINISH:
            self.screen.attempt(self.screen.finish, _("It is not finished"))
        elif action.id == "take" and step is not None and self.line is not None:
            self.screen.give(step, self.line.text)
        elif action.id.startswith("choice:") and step is not None:
            self.screen.give(step, action.id.removeprefix("choice:"))
        elif action.act is not None:
            if self.screen.attempt(action.act, _("Not possible")):
                self.tray.clear()
                self.renew()
                self.view.offset = 0
                self.open(self._next(), self.rows)
        elif action.id in self.steps:
            self.tray.clear()
            self.open(action.id, self.choices)

    # -- drawing -----------------------------------------------------------------------------------

    def draw(self, target: pygame.Surface) -> None:
        self.tick()
        self._place_all()
        theme = self.theme
        dim(target, NIGHT)
        draw_plate(target, self.rows.rect.inflate(theme.px(3), theme.px(2)), PANEL, SLATE_LINE, theme.px(1))
        for pane in (self.buttons, self.rows):
            self._draw_pane(target, pane)
        if self._choosing:
            draw_plate(target, self.middle, PANEL, SLATE_LINE, theme.px(1))
            self._draw_middle(target)
        if self._carded:
            draw_card(target, theme, self.card, self._facts(), self.right, self.view, self._in_full())

    def _draw_pane(self, target: pygame.Surface, pane: ActionList) -> None:
        """Draw a column, with its cursor only if it has the keyboard focus."""
        cursor = pane.cursor
        pane.cursor = cursor if pane is self.pane else -1
        pane.draw(target)
        pane.cursor = cursor

    def _draw_middle(self, target: pygame.Surface) -> None:
        """Draw the middle column: lines, die, text field and answers, or all members."""
        theme, inner = self.theme, self.middle.inflate(-self.theme.px(4), -self.theme.px(3))
        y = inner.top
        for text, size, weight, colour in self._head(inner.width):
            target.blit(ink(theme, text, size, weight, colour), (inner.left, y))
            y += line_height(theme, size)
        y += theme.px(1)
        if self.tray.dice and self.steps.get(self.opened):
            self.tray.rect.topleft = inner.left, y
            self.tray.draw(target, time.monotonic())
        if self.line is not None:
            field_rect = pygame.Rect(
                inner.left, self.choices.rect.top - theme.px(HIGH + 1), inner.width, theme.px(HIGH)
            )
            self.line.draw(target, theme, field_rect)
        if not self.rolling:
            self._draw_pane(target, self.choices)
        if not self.opened:
            self._draw_group(target, pygame.Rect(inner.left, y, inner.width, inner.bottom - y))

    def _draw_group(self, target: pygame.Surface, area: pygame.Rect) -> None:
        """Draw the portraits of all members with their names, as large as fit."""
        theme, members = self.theme, self.card.members
        most_columns = max(1, area.width // theme.px(14))
        columns = next(
            (n for n in range(1, most_columns) if -(-len(members) // n) * (area.width // n) <= area.height),
            most_columns,
        )
        width = min(area.width // columns, theme.px(24))
        side = width - line_height(theme) - theme.px(2)
        for number, member in enumerate(members):
            row, column = divmod(number, columns)
            spot = area.left + column * width + width // 2, area.top + row * width + theme.px(1)
            if spot[1] + width > area.bottom or side < theme.px(3):
                break
            face = self._face(member.name, side)
            if face is not None:
                face_bottom = blit_at(target, face, midtop=spot).bottom
                name = shorten(theme, member.name, width - theme.px(1), "small", "semibold")
                blit_at(target, ink(theme, name, "small", "semibold"), midtop=(spot[0], face_bottom + theme.px(0.5)))

    def _facts(self) -> list[Line]:
        """Return the missing answers in a few lines."""
        listed = self.missing if len(self.missing) <= FEW else self.missing[: FEW - 1]
        unlisted = len(self.missing) - len(listed)
        lines = [Line(_("Open: {what}", what=line.text), tone="warning") for line in listed]
        if unlisted:
            lines.append(Line(_("and {n} more", n=unlisted), tone="warning"))
        return lines

    def _in_full(self) -> list[str]:
        """Return the members whose traits are shown with sentences: the one of the open step, else all."""
        names, step = [member.name for member in self.card.members], self.steps.get(self.opened)
        return [name for name in names if step is not None and step.part.startswith(name)] or names
