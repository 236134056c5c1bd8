"""Sheets of a table: greeting, menu, result, questions, dice to roll, and campaigns to which a game is applied."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

import pygame

from game.documents.error import DocumentError
from game.engine.campaigns import campaigns_of
from game.engine.core.flow import Interrupt
from game.engine.core.typed_dice import Awaiting
from game.engine.hidden import may_withdraw
from game.engine.history.undo_policy import standing_orders
from game.engine.rulebook.view import Line
from game.engine.saving.loading import Difference
from game.engine.saving.records import result_message
from game.lengths import coordinates, in_words
from game.play.session_model import SessionModel
from game.play.spoken_state import AskedDie, asked_dice
from game.play.typed_spots import read_place
from game.players.new_session import may_swap
from game.refusal import Refusal
from game.ui.decisions.base import Tool, stepped
from game.ui.decisions.ghost import Ghost
from game.ui.model.campaign_files import kept_campaigns, read
from game.ui.play.focus import Focus
from game.ui.play.parts.hand_over import HandOver
from game.ui.score.ending import TURN, EndingSheet, Figures, turn_rows
from game.ui.shell.window import Window
from game.ui.widgets.actions import MenuItem, with_keys
from game.ui.widgets.sheet import Sheet, notice, question
from game.ui.widgets.text import blit_at, ink, line_height, shorten
from game.ui.widgets.theme import (
    INK,
    INK_FAINT,
    INK_QUIET,
    LAMP,
    SLATE,
    SLATE_HOVER,
    SLATE_LINE,
    SLATE_RAISED,
    Theme,
    mix,
)
from game.wording import N_, _, within_line

APPLY: Final = "apply:"
"""The prefix of the ids of rows that apply the game to a campaign; the path of its file follows."""


def campaign_rows(model: SessionModel) -> list[MenuItem]:
    """Return a row for each campaign to which the finished game can be applied, or was.

    [] until the game is over, and for a game that began in the middle, since only complete games count.
    """
    session = model.session
    campaigns = campaigns_of(session.ruleset)
    if campaigns is None or model.practice or not session.from_setup or not session.finished:
        return []
    rows = []
    for campaign in kept_campaigns(campaigns):
        if campaign.content is None:
            continue
        try:
            after = campaigns.apply(campaign.content, session, campaign.path.name)
        except DocumentError:
            continue  # it was played with other rosters, or with older states of them
        reason = "" if after is not None else _("already in its chronicle")
        label = _("Apply to {name}", name=campaigns.summary(campaign.content)[0])
        rows.append(MenuItem(f"{APPLY}{campaign.path}", label, reason=reason))
    return rows


def apply_ending(focus: Focus, path: Path) -> None:
    """Save the finished game, open the campaign and apply the game there; Back returns to the table."""
    session = focus.model.session
    campaigns = campaigns_of(session.ruleset)
    campaign = read(campaigns, path) if campaigns is not None else None
    focus.model.keep()
    file = focus.model.file
    if campaigns is None or campaign is None or campaign.content is None or file is None or focus.model.trouble:
        focus.model.trouble += [campaign.trouble] if campaign is not None and campaign.trouble else []
        return
    focus.window.open(
        "campaign", book=session.ruleset.name, campaigns=campaigns, path=path, content=campaign.content, finished=file
    )


DECLARATIONS: Final = {
    "concede": N_("Concede"),
    "draw": N_("Agree on a draw"),
    "end": N_("End the game early"),
}


LETTERS: Final = {"concede": "x", "draw": "d", "end": "n"}
"""The letters of these declarations in the menu."""
MOST_CAMPAIGNS: Final = 2
"""The most campaigns in the menu; the result page offers all."""


def close_row() -> MenuItem:
    """Return the row that leads back to the table."""
    return MenuItem("close", _("Back to the table"), "escape")


def greeting(focus: Focus, text: str) -> Sheet:
    """Return a sheet with a welcoming text; any key or click closes it."""
    lines = [Line(part) for part in text.split("\n")]
    decision = focus.model.decision
    if decision is not None:
        player = focus.model.player_name(decision.player)
        first = _("{player} decides first: {prompt}", player=player, prompt=decision.prompt)
        lines.append(Line(first, decision.rule))
    lines.append(Line(_("F1 shows every key. Any key or click to continue."), tone="quiet"))
    actions = [MenuItem("go", _("Begin"), "return", primary=True)]
    return Sheet(focus.window.theme, focus.model.view.title, lines, actions, any_key=True)


def menu(focus: Focus, hand_over: HandOver, perform: Callable[[MenuItem], None]) -> Sheet:
    """Return the menu of everything besides decisions, in groups; each row always has the same letter."""
    no_questions = "" if skipped(focus, hand_over) else _("none")
    no_recap = "" if hand_over.recap() else _("nothing since you last decided")
    result_rows = [MenuItem("result", _("How the game went"), "w")] if focus.model.session.finished else []
    actions = [
        close_row(),
        MenuItem("", _("This game"), heading=True),
        MenuItem("undo", _("Undo the last decision"), "u"),
        MenuItem("redo", _("Redo what you undid"), "y", reason="" if focus.model.undone else _("nothing was undone")),
        MenuItem("save", _("Save the game"), "s"),
        MenuItem("load", _("Load a game"), "l"),
        *result_rows,
        *campaign_rows(focus.model)[:MOST_CAMPAIGNS],
        *practice_rows(focus.model),
        *origin_rows(focus),
        MenuItem("home", _("Main menu"), "m"),
        MenuItem("quit", _("Quit"), "q"),
        MenuItem("", _("Look and ask"), heading=True),
        MenuItem("recap", _("Recap"), "e", reason=no_recap),
        MenuItem("timeline", _("This game so far"), "g"),
        MenuItem("fairness", _("How evenly the dice fell"), "f"),
        MenuItem("ask", _("Where could a piece stand?"), "a"),
        MenuItem("coach", _("Ask the coach"), "c"),
        MenuItem("", _("Help and settings"), heading=True),
        MenuItem("help", _("Keys and signs"), "h"),
        MenuItem("rules", _("Rules"), "r"),
        MenuItem("settings", _("Settings"), "o"),
        MenuItem("look", _("Theme: {look}", look=_(focus.window.look.title)), "t"),
        MenuItem("skipped", _("Questions you skip"), "k", reason=no_questions),
        MenuItem("", _("Change the game"), heading=True),
        MenuItem("map", _("Save the table as a map"), "p"),
        *by_hand_rows(focus),
        MenuItem("referee", _("Referee: correct something..."), "j"),
        MenuItem("sandbox", _("Open this moment in the sandbox"), "b"),
        *declarations(focus, hand_over),
    ]
    aim = focus.model.view.aim
    lines = () if aim is None else (aim,)
    return Sheet(focus.window.theme, _("Menu"), lines, with_keys(actions), perform, wide=58, fold=True)


def by_hand_rows(focus: Focus) -> list[MenuItem]:
    """Return the rows for changes by hand; [] if the rulebook has none."""
    editor = focus.model.session.ruleset.editor
    if editor is None or not editor.hand_rule or focus.model.session.finished:
        return []
    return [MenuItem("hands", _("By hand: effects and dice..."), "z"), MenuItem("dice", _("Roll dice..."))]


def skipped(focus: Focus, hand_over: HandOver) -> Mapping[str, str]:
    """Return the questions that the deciding person skips, by their timing."""
    return standing_orders(focus.model.session, _person(hand_over))


def skipped_sheet(focus: Focus, hand_over: HandOver) -> Sheet:
    """Return the sheet of the questions that the deciding person skips; choosing one asks it again."""
    person, questions = _person(hand_over), skipped(focus, hand_over)
    note = _("You pass at such moments without being asked. Choose one to be asked again.")
    none = _("You are asked at every moment at which you can do something.")

    def ask_again(window: str) -> None:
        focus.model.ask_again(person, window)
        focus.show(skipped_sheet(focus, hand_over))

    lines = [Line(note if questions else none, tone="quiet")]
    rows = [close_row(), *(MenuItem(window, question) for window, question in questions.items())]
    return Sheet(focus.window.theme, _("Questions you skip"), lines, with_keys(rows), then=ask_again, wide=62)


def practice_rows(model: SessionModel) -> list[MenuItem]:
    """Return the rows that only the menu of a practice game has."""
    rows = [MenuItem("retry", _("Try again from here"), "v")] if model.retry is not None else []
    return [*rows, MenuItem("back", _("Back to the replay"), "i")] if model.practice else []


def origin_rows(focus: Focus) -> list[MenuItem]:
    """Return the row that leads back to the screen below, if the game was begun there to try something out."""
    screens = focus.window.screens
    title = screens[-2].back_title if len(screens) > 1 else ""
    return [MenuItem("back", _(title), "i")] if title else []


def declarations(focus: Focus, hand_over: HandOver) -> list[MenuItem]:
    """Return the rows of the deciding person's declarations, such as conceding; impossible ones have a reason."""
    person = _person(hand_over)
    if focus.model.decision is None or not person:
        return []
    rows = []
    for interrupt, refusal in _interrupts(focus, person):
        label = f"{_label(interrupt.kind)} ({focus.model.player_name(person)})"
        rule, reason = (refusal.rule, refusal.text) if refusal else ("", "")
        rows.append(MenuItem(f"declare:{interrupt.kind}", label, LETTERS.get(interrupt.kind, ""), rule, reason))
    return rows


def _person(hand_over: HandOver) -> str:
    """Return the deciding person, or the last one while a bot decides."""
    model = hand_over.focus.model
    return model.decider if model.bot is None else hand_over.last_person


def _interrupts(focus: Focus, person: str) -> Sequence[tuple[Interrupt, Refusal | None]]:
    session = focus.model.session
    return session.ruleset.interrupts(session.game, person)


def _label(kind: str) -> str:
    return _(DECLARATIONS.get(kind, kind.capitalize()))


def declare(focus: Focus, hand_over: HandOver, kind: str) -> Sheet:
    """Return the sheet that confirms a declaration; then all players who have to agree are asked."""
    model, person, label = focus.model, _person(hand_over), _label(kind)
    offered = (interrupt for interrupt, refusal in _interrupts(focus, person))
    interrupt = next(
        (interrupt_offered for interrupt_offered in offered if interrupt_offered.kind == kind), Interrupt(kind, person)
    )
    texts = [_("{player}: {what}?", player=model.player_name(person), what=within_line(label))]
    yes = _("Yes: {what}", what=within_line(label))

    def go() -> None:
        ask_each(focus, model.people_asked(interrupt), texts, yes, lambda: focus.call(lambda: model.declare(interrupt)))

    agreement_note = [_("Everybody at the table has to agree.")] if interrupt.agreed else []
    return question(focus.window.theme, label, [*texts, *agreement_note], yes, go, grave=True)


def ask_each(
    focus: Focus, players: Sequence[str], texts: Sequence[str], label: str, then: Callable[[], None], no: str = ""
) -> None:
    """Ask players one after another whether they agree, then call `then`; `no` labels the other answer."""
    if not players:
        then()
        return
    title = _("{ask}, do you agree?", ask=focus.model.player_name(players[0]))
    next_one = partial(ask_each, focus, players[1:], texts, label, then, no)
    focus.show(question(focus.window.theme, title, texts, label, next_one, no))


def difference_notice(window: Window, difference: Difference) -> Sheet:
    """Return the notice that a game was saved under other rules."""
    texts = [
        _("The rules have changed since it was saved:"),
        str(difference),
        _("It continues from its last checkpoint."),
    ]
    return notice(window.theme, texts, _("Loaded with differences"))


def ask_spot(focus: Focus, hand: Tool | None) -> bool:
    """Ask for the spot of the piece or unit being placed, legal or not; return whether one is being placed."""
    ghost = hand.ghost if hand is not None else Ghost()
    move_to = ghost.move_to
    if hand is None or move_to is None:
        return False
    hand.let_go()  # a running search would move it again

    def place(text: str) -> None:
        spot = read_place(text, ghost.start)
        if spot is not None:
            move_to(spot, True)
            return
        measure = in_words()
        focus.model.notice.title = _(
            "Type two numbers: 12.5, 8 - or @45 6.5 for bearing and {measure}", measure=measure
        )

    title = _("Where to, in {measure}? x, y or @bearing length", measure=in_words())
    focus.ask_text(title, coordinates(*ghost.spot), place)
    return True


def result(focus: Focus, hand_over: HandOver, perform: Callable[[MenuItem], None]) -> Sheet:
    """Return the page at the end of the game. It opens again after rows that only look back at the game."""
    model = focus.model
    swap_rows = [MenuItem("swap", _("Swap sides"))] if may_swap(model.session) else []
    actions = [
        *campaign_rows(model),
        *practice_rows(model),
        *origin_rows(focus),
        MenuItem("again", _("Again, with new dice")),
        *swap_rows,
        MenuItem("report", _("Report")),
        MenuItem("hindsight", _("Ask the coach what could have gone better")),
        MenuItem("close", _("Look at the table"), "escape", primary=True),
        MenuItem("timeline", _("Look back at the game")),
        MenuItem("save", _("Save game and replay")),
        MenuItem("undo", _("Undo the last decision")),
        MenuItem("home", _("Main menu")),
        MenuItem("quit", _("Quit")),
        *turn_rows(model.session),
    ]

    def chosen(action: MenuItem) -> None:
        if action.id in ("timeline", "report", "hindsight") or action.id.startswith(TURN):
            hand_over.result_shown = False
        perform(action)

    record_line = [] if model.recorded is None else [Line(result_message(model.recorded, model.session.ruleset))]
    lines, rows, figures = (
        [Line(model.view.result or _("The game is over.")), *record_line],
        with_keys(actions),
        Figures.of(model.session),
    )
    title, theme = _("The game is over"), focus.window.theme
    return EndingSheet(theme, title, lines, rows, chosen, figure=figures, marked="close")


FACE: Final = 4.5
"""Width and height of a clickable face of a die, in units of the theme."""
_STEPS: Final = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}


@dataclass
class DiceRows:
    """The dice to roll, each with its faces in a row. `cursor` is the index of the die that keys change, or -1."""

    dice: list[AskedDie]
    cursor: int = 0
    hovered: tuple[int, int] = (-1, 0)
    rect: pygame.Rect = field(default_factory=lambda: pygame.Rect(0, 0, 0, 0))

    def height(self, theme: Theme, width: int) -> int:
        """Return the height of all dice in this width, in pixels."""
        return self._laid_out(theme, width)[2]

    def boxes(self, theme: Theme) -> list[list[pygame.Rect]]:
        """Return the rectangles in the window of every face of every die."""
        faces = self._laid_out(theme, self.rect.width)[1]
        return [[box.move(self.rect.topleft) for box in die] for die in faces]

    def _laid_out(self, theme: Theme, width: int) -> tuple[dict[int, int], list[list[pygame.Rect]], int]:
        """Return the tops of names by the index of their first die, the boxes of all faces, and the height.

        Dice of one pool share a name and are side by side if there is room.
        """
        size, step, line = theme.px(FACE), theme.px(FACE + 0.5), line_height(theme, "body") + theme.px(0.5)
        columns, names = max(1, width // step), dict[int, int]()
        faces, left, top, bottom = list[list[pygame.Rect]](), 0, 0, 0
        for number, die in enumerate(self.dice):
            width_of_die = min(columns, die.sides) * step
            if not number or self.dice[number - 1].label != die.label:
                names[number] = bottom
                left, top = 0, bottom + line
            elif left + width_of_die > width:
                left, top = 0, bottom - theme.px(1)
            spots = [(left + n % columns * step, top + n // columns * step) for n in range(die.sides)]
            faces.append([pygame.Rect(*spot, size, size) for spot in spots])
            left += width_of_die + theme.px(2)
            bottom = max(bottom, faces[-1][-1].bottom + theme.px(2))
        return names, faces, bottom

    def at(self, theme: Theme, spot: tuple[int, int]) -> tuple[int, int]:
        """Return the index of the die and the face under a pixel, or (-1, 0)."""
        for number, boxes in enumerate(self.boxes(theme)):
            for face, box in enumerate(boxes, 1):
                if box.collidepoint(spot):
                    return number, face
        return -1, 0

    def draw(self, target: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
        """Draw the name and the faces of all dice."""
        self.rect = rect
        for number, top in self._laid_out(theme, rect.width)[0].items():
            die, right, y = self.dice[number], rect.right, rect.top + top
            if die.rule:
                rule = ink(theme, die.rule, "small", "semibold", INK_QUIET)
                right = blit_at(target, rule, topright=(right, y + theme.px(0.25))).left
            label = shorten(theme, die.label, right - rect.left - theme.px(1), "body", "semibold")
            target.blit(ink(theme, label, "body", "semibold", INK), (rect.left, y))
        for number, boxes in enumerate(self.boxes(theme)):
            for face, box in enumerate(boxes, 1):
                self._draw_face(target, theme, box, number, face)

    def _draw_face(self, target: pygame.Surface, theme: Theme, box: pygame.Rect, number: int, face: int) -> None:
        """Draw a face of a die, highlighted if it is entered."""
        chosen = self.dice[number].face == face
        fill = SLATE_HOVER if self.hovered == (number, face) else SLATE_RAISED
        pygame.draw.rect(target, LAMP if chosen else fill, box, border_radius=theme.px(0.75))
        edge = LAMP if number == self.cursor else SLATE_LINE
        pygame.draw.rect(target, edge, box, max(1, theme.px(0.25)), border_radius=theme.px(0.75))
        unchosen = INK if number == self.cursor else mix(INK, INK_FAINT, 0.3)
        colour = SLATE if chosen else unchosen
        text = ink(theme, str(face), "body", "semibold" if chosen else "regular", colour)
        blit_at(target, text, center=box.center)


class DiceSheet(Sheet):
    """Asks for the faces of the dice: digits or the arrow keys, or a click on a face; Enter confirms."""

    def __init__(self, focus: Focus, awaiting: Awaiting, open_menu: Callable[[], None]) -> None:
        self.rows = DiceRows(asked_dice(focus.model, awaiting))
        self.may_close = may_withdraw(focus.model.session) and focus.model.bot is None
        self.focus = focus
        self.open_menu = open_menu
        lines = [Line(_("Roll these dice and enter the results: type them, or click the faces."))]
        if awaiting.typed:
            lines.append(Line(_("The rolls so far call for more dice."), tone="quiet"))
        title = _("Roll the dice") if len(self.rows.dice) > 1 else _("Roll a die")
        super().__init__(focus.window.theme, title, lines, self._actions(), self._perform, figure=self.rows, wide=70)
        self.list.cursor = -1

    def _actions(self) -> list[MenuItem]:
        missing = sum(not die.face for die in self.rows.dice)
        reason = _("{missing} of {count} still to enter", missing=missing, count=len(self.rows.dice))
        done = MenuItem("done", _("Confirm the rolls"), "return", primary=True, reason=reason if missing else "")
        close = MenuItem("close", _("Not yet: back to the table"), "escape")
        return [done, close if self.may_close else MenuItem("menu", _("Menu"), "escape")]

    def _perform(self, action: MenuItem) -> None:
        """Roll with the typed faces, take the decision back, or open the menu."""
        model = self.focus.model
        if action.id == "done":
            self.focus.call(lambda: model.roll([die.face for die in self.rows.dice]))
        elif action.id == "close":
            model.session.withdraw()
            model.refresh()
        else:
            self.open_menu()

    def place(self, window: pygame.Rect) -> None:
        super().place(window)
        inner = self.rect.width - self.theme.px(6)
        top = self.rect.top + self.theme.px(9) + self._text_height(inner)
        self.rows.rect = pygame.Rect(self.list.rect.left, top, inner, self.rows.height(self.theme, inner))

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            self.rows.hovered = self.rows.at(self.theme, event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            number, face = self.rows.at(self.theme, event.pos)
            if number >= 0:
                self._set(number, face)
                self._next_missing()
                return True
        return super().handle(event)

    def _key(self, event: pygame.event.Event) -> None:
        """Handle a key: choose a die, type or change its face, or finish."""
        rows, key = self.rows, event.key
        if key in (pygame.K_TAB, pygame.K_DOWN, pygame.K_UP):
            is_backward = key == pygame.K_UP or (key == pygame.K_TAB and event.mod & pygame.KMOD_SHIFT)
            self._step(-1 if is_backward else 1)
        elif rows.cursor >= 0 and event.unicode.isdecimal() and event.unicode.isascii():
            self._digit(int(event.unicode))
        elif rows.cursor >= 0 and key in _STEPS:
            die = rows.dice[rows.cursor]
            first = 1 if _STEPS[key] > 0 else die.sides
            self._set(rows.cursor, (die.face - 1 + _STEPS[key]) % die.sides + 1 if die.face else first)
        elif rows.cursor >= 0 and key in (pygame.K_BACKSPACE, pygame.K_DELETE):
            self._set(rows.cursor, 0)
        elif rows.cursor >= 0 and key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            if all(die.face for die in rows.dice):
                self.take(self.list.actions[0])
            else:
                self._next_missing()
        else:
            super()._key(event)

    def _digit(self, digit: int) -> None:
        """Enter a digit: as the second digit of a face if that is possible, else as a new face.

        Go on to the next die if no further digit can follow.
        """
        rows = self.rows
        die = rows.dice[rows.cursor]
        face = die.face * 10 + digit
        if not 1 <= face <= die.sides:
            face = digit
        if 1 <= face <= die.sides:
            self._set(rows.cursor, face)
            if face * 10 > die.sides:
                self._next_missing()

    def _set(self, number: int, face: int) -> None:
        """Enter a face for a die, and update the sheet."""
        self.rows.dice[number].face = face
        self.rows.cursor = number
        self.list.set(self._actions())
        self.place(pygame.Rect((0, 0), self.focus.size))

    def _next_missing(self) -> None:
        """Move the cursor to the first die without a face, if there is one."""
        missing = next((number for number, die in enumerate(self.rows.dice) if not die.face), None)
        if missing is not None:
            self.rows.cursor = missing
            self.list.cursor = -1

    def _step(self, by: int) -> None:
        """Move the cursor through the dice and the enabled rows."""
        enabled = [number for number, action in enumerate(self.list.actions) if action.enabled]
        stops = [*((number, -1) for number in range(len(self.rows.dice))), *((-1, number) for number in enabled)]
        present = (self.rows.cursor, self.list.cursor)
        self.rows.cursor, self.list.cursor = stepped(stops, present, by)
