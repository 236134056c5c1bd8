"""The sheets of a sandbox: new pieces, changeable facts, other tables, a game from here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from game.engine.rulebook.editing import Droppable, Edit, Knob
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.ruleset import AnyRuleset
from game.engine.rulebook.view import Line
from game.lengths import size
from game.table.documents import maps_for
from game.table.terrain.kit import Pattern
from game.ui.decisions.base import stepped
from game.ui.model.new_game_draft import kind_words, kinds
from game.ui.play.focus import Focus
from game.ui.play.sheets import close_row
from game.ui.sandbox.model import SandboxModel
from game.ui.widgets.menu_item import MenuItem, with_keys
from game.ui.widgets.sheet import FormSheet, Sheet
from game.ui.widgets.theme import colour_of
from game.wording import _

Choice = TypeVar("Choice", Droppable, Pattern)

EMPTY: Final = "-"
SIZES: Final = range(10, 73)
"""Inches offered for the sides of an empty table; the rulebook limits them."""


def palette_sheet(focus: Focus, model: SandboxModel, take: Callable[[Droppable], None]) -> Sheet:
    """Return everything that can be put on the table, by groups."""
    items = list(model.sandbox.editor.palette(model.sandbox.game))
    rows = []
    for group in dict.fromkeys(item.group for item in items):
        rows.append(MenuItem(f"group:{group}", group, heading=True))
        for item in items:
            if item.group == group:
                owner = model.player(item.view.owner) if item.view is not None else None
                swatch = colour_of(owner.colour) if owner is not None else None
                rows.append(MenuItem(item.id, item.label, swatch=swatch))
    return _choice(focus, _("Put something on the table"), (), rows, {item.id: item for item in items}, take)


def kit_sheet(focus: Focus, kit: Sequence[Pattern], take: Callable[[Pattern], None]) -> Sheet:
    """Return the shapes of terrain that can be built."""
    rows = [MenuItem(pattern.id, _(pattern.name)) for pattern in kit]
    lines = [Line(_("Full stop and comma turn a piece before it is put down."), tone="quiet")]
    return _choice(focus, _("New terrain"), lines, rows, {pattern.id: pattern for pattern in kit}, take)


def _choice(
    focus: Focus,
    title: str,
    lines: Sequence[Line],
    rows: Sequence[MenuItem],
    known: Mapping[str, Choice],
    take: Callable[[Choice], None],
) -> Sheet:
    def perform(action: MenuItem) -> None:
        if action.id in known:
            take(known[action.id])

    return Sheet(focus.window.theme, title, lines, with_keys([close_row(), *rows]), perform, wide=58)


def knob_sheet(
    focus: Focus, title: str, knobs: Callable[[], Sequence[Knob]], change: Callable[[Edit], object]
) -> FormSheet:
    """Return the changeable facts of a piece or of the game; refusals are shown at once."""

    def turn(row: MenuItem, by: int) -> None:
        for knob in knobs():
            edit = knob.more if by > 0 else knob.less
            if knob.id == row.id and edit is not None:
                change(edit)
        notice = focus.model.notice
        texts = [each.text for each in notice.refusals] or ([notice.title] if notice.title else [])
        sheet.lines = [Line(text, tone="bad") for text in texts] or lines
        sheet.place(focus.layout.window)

    def perform(row: MenuItem) -> None:
        for knob in knobs():
            if knob.id == row.id and knob.more is not None:
                change(knob.more)

    def build() -> list[MenuItem]:
        rows = [MenuItem("close", _("Done"), "escape")]
        for knob in knobs():
            value = knob.value if knob.ticked is None else ""
            rows.append(MenuItem(knob.id, knob.label, rule=knob.rule, ticked=knob.ticked, value=value))
        return rows

    lines = [Line(_("Left and Right change a value. Ctrl+Z undoes anything."), tone="quiet")]
    sheet = FormSheet(focus.window.theme, title, lines, wide=70, perform=perform, build=build, turn=turn)
    return sheet


@dataclass
class TableWish:
    """The wanted table: rulebook, scenario, map (or an empty one of a size in inches), people and their rosters."""

    book: AnyRuleset
    scenario: str = ""
    map: str = EMPTY
    width: int = 24
    height: int = 24
    people: int = 2
    rosters: list[str] = field(default_factory=list)

    def turn_to(self, book: AnyRuleset) -> None:
        """Choose a rulebook, and of what it offers the first."""
        offers = book.offers()
        self.book, self.map, self.people = book, EMPTY, offers.seats[2]
        self.scenario = offers.scenarios[0].name if offers.scenarios else ""
        names = [offer.name for offer in offers.rosters]
        self.rosters = [names[seat % len(names)] for seat in range(offers.seats[1])] if names else []

    def plan(self, names: Sequence[str]) -> GamePlan:
        """Return the plan of a game on this table."""
        table = None if self.map == EMPTY else self.map
        people = tuple(names[: self.people])
        return GamePlan(people, self.scenario or None, table, rosters=tuple(self.rosters[: self.people]))


def table_sheet(
    focus: Focus, wish: TableWish, books: Sequence[AnyRuleset], lay: Callable[[TableWish], None]
) -> FormSheet:
    """Return the choice of another table, by one of several rulebooks."""

    def build() -> list[MenuItem]:
        name = _("empty") if wish.map == EMPTY else wish.map.replace("-", " ").title()
        offers = wish.book.offers()
        titles = {each.name: each.title for each in (*offers.scenarios, *offers.rosters)}
        rows = [MenuItem("book", _("Rulebook"), value=_(wish.book.title))] if len(books) > 1 else []
        if offers.scenarios:
            rows.append(MenuItem("scenario", _("Scenario"), value=titles[wish.scenario]))
        rows.append(MenuItem("map", _("Table"), value=name))
        if wish.map == EMPTY:
            rows.append(MenuItem("width", _("Width"), value=size(wish.width)))
            rows.append(MenuItem("height", _("Depth"), value=size(wish.height)))
        least, most, _usual = offers.seats
        if least < most:
            rows.append(MenuItem("people", _("Players"), value=str(wish.people)))
        roster = _(wish.book.terms.roster)
        for seat in range(wish.people if wish.rosters else 0):
            label = _("{roster} of seat {n}", roster=roster, n=seat + 1)
            rows.append(MenuItem(f"roster:{seat}", label, value=titles[wish.rosters[seat]]))
        return [MenuItem("lay", _("Set up this table"), "return", primary=True), *rows, close_row()]

    def turn(row: MenuItem, by: int) -> None:
        offers = wish.book.offers()
        if row.id == "book":
            wish.turn_to(stepped(books, wish.book, by))
        elif row.id.startswith("roster:"):
            seat, names = int(row.id.partition(":")[2]), [offer.name for offer in offers.rosters]
            wish.rosters[seat] = stepped(names, wish.rosters[seat], by)
        else:
            values: dict[str, Sequence[Any]] = {
                "scenario": [offer.name for offer in offers.scenarios],
                "map": [EMPTY, *(path.stem for path in maps_for(wish.book.name))],
                "width": SIZES,
                "height": SIZES,
                "people": range(offers.seats[0], offers.seats[1] + 1),
            }
            setattr(wish, row.id, stepped(values[row.id], getattr(wish, row.id), by))

    def perform(row: MenuItem) -> None:
        if row.id == "lay":
            lay(wish)

    note = [Line(_("This replaces what is on the table; Ctrl+Z brings it back."), tone="quiet")]
    return FormSheet(focus.window.theme, _("Another table"), note, wide=58, perform=perform, build=build, turn=turn)


@dataclass
class GameWish:
    """The wanted game: its number of rounds, whether the present one continues, and the kind of each player."""

    rounds: int
    begun: bool
    seats: dict[str, str]


def game_sheet(
    focus: Focus, wish: GameWish, rounds: tuple[int, int], rules: tuple[str, str], start: Callable[[GameWish], None]
) -> FormSheet:
    """Return the form for starting a game from here.

    `rounds` are the fewest and most, `rules` the ids of the rules on them and on resuming a round.
    """

    def build() -> list[MenuItem]:
        players = focus.model.view.players
        return [
            MenuItem("start", _("Start the game"), "return", primary=True),
            MenuItem("rounds", _(focus.model.session.ruleset.terms.rounds), value=str(wish.rounds), rule=rules[0]),
            MenuItem("begun", _("Continue from this exact moment"), ticked=wish.begun, rule=rules[1]),
            *(MenuItem(f"seat:{each.id}", each.name, value=kind_words(wish.seats[each.id])) for each in players),
            close_row(),
        ]

    def turn(row: MenuItem, by: int) -> None:
        if row.id == "rounds":
            wish.rounds = min(max(wish.rounds + by, rounds[0]), rounds[1])
        elif row.id == "begun":
            wish.begun = not wish.begun
        else:
            player = row.id.removeprefix("seat:")
            wish.seats[player] = stepped(kinds(), wish.seats[player], by)

    def perform(row: MenuItem) -> None:
        if row.id == "start":
            start(wish)

    note = [Line(_("A real game begins from this position; the sandbox stays as it is."), tone="quiet")]
    return FormSheet(
        focus.window.theme, _("Start a game from here"), note, wide=62, perform=perform, build=build, turn=turn
    )


def menu_sheet(focus: Focus, model: SandboxModel, perform: Callable[[MenuItem], None]) -> Sheet:
    """Return the menu of commands for the whole sandbox."""
    sandbox = model.sandbox
    nothing = "" if len(sandbox.journal) > sandbox.first_known else _("nothing to undo")
    rows = [
        close_row(),
        MenuItem("game", _("Start a game from here..."), "g"),
        MenuItem("facts", _("Scores and progress..."), "v"),
        MenuItem("table", _("Another table..."), "t"),
        MenuItem("sight", _("Line of sight..."), "w"),
        MenuItem("way", _("Path round obstacles..."), "r"),
        MenuItem("ask", _("Where could it stand..."), "a"),
        MenuItem("copy", _("Copy the position as text"), "c"),
        MenuItem("paste", _("Paste a position"), "p"),
        MenuItem("save", _("Save the position..."), "s"),
        MenuItem("load", _("Load a position..."), "l"),
        MenuItem("undo", _("Undo the last step"), "z", reason=nothing),
        MenuItem("redo", _("Redo"), "y", reason="" if sandbox.can_redo else _("nothing to redo")),
        MenuItem("settings", _("Settings")),
        MenuItem("help", _("Keys and signs")),
        MenuItem("home", _("Main menu")),
    ]
    return Sheet(focus.window.theme, _("Sandbox"), (), with_keys(rows), perform, wide=58)
