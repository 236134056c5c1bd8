"""The sheets of a sandbox: what can be put down, what can be changed, other tables, a game from here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from game.engine.rulebook.editing import Droppable, Edit, Knob
from game.engine.rulebook.view import Line
from game.lengths import size
from game.resources import bundled_maps
from game.table.terrain.kit import KIT, Pattern
from game.ui.play.host import TableHost
from game.ui.sandbox.model import SandboxModel
from game.ui.widgets.menu_item import MenuItem, with_keys
from game.ui.widgets.sheet import FormSheet, Sheet
from game.ui.widgets.theme import colour_of
from game.wording import N_, _

CLOSE: Final = MenuItem("close", N_("Back to the table"), "escape")
EMPTY: Final = "-"
SIZES: Final = range(10, 73)
"""Inches offered for the sides of an empty table; the rulebook says which it takes."""


def close() -> MenuItem:
    """Return the row that leads back to the table."""
    return MenuItem("close", _(CLOSE.label), "escape")


def palette_sheet(host: TableHost, model: SandboxModel, take: Callable[[Droppable], None]) -> Sheet:
    """Return everything that can be put on the table, by groups."""
    things = list(model.sandbox.editor.palette(model.sandbox.game))
    rows = [close()]
    for group in dict.fromkeys(thing.group for thing in things):
        rows.append(MenuItem(f"group:{group}", group, heading=True))
        for thing in things:
            if thing.group == group:
                owner = model.player(thing.view.owner) if thing.view is not None else None
                swatch = colour_of(owner.colour) if owner is not None else None
                rows.append(MenuItem(thing.id, thing.label, swatch=swatch))
    known = {thing.id: thing for thing in things}
    return Sheet(
        host.theme,
        _("Put something on the table"),
        (),
        with_keys(rows),
        lambda action: take(known[action.id]) if action.id in known else None,
        wide=58,
    )


def kit_sheet(host: TableHost, take: Callable[[Pattern], None]) -> Sheet:
    """Return the shapes of terrain that can be built."""
    known = {pattern.id: pattern for pattern in KIT}
    rows = [close(), *(MenuItem(pattern.id, _(pattern.name)) for pattern in KIT)]
    lines = [Line(_("Full stop and comma turn a piece before it is put down."), tone="quiet")]
    return Sheet(
        host.theme,
        _("New terrain"),
        lines,
        with_keys(rows),
        lambda action: take(known[action.id]) if action.id in known else None,
        wide=58,
    )


def knob_rows(knobs: Sequence[Knob]) -> list[MenuItem]:
    """Return a row for each knob: one with a value is turned, one without is done."""
    rows = []
    for knob in knobs:
        if knob.ticked is not None:
            rows.append(MenuItem(knob.id, knob.label, rule=knob.rule, ticked=knob.ticked))
        else:
            rows.append(MenuItem(knob.id, knob.label, rule=knob.rule, value=knob.value))
    return rows


def knob_sheet(
    host: TableHost, title: str, knobs: Callable[[], Sequence[Knob]], change: Callable[[Edit], object]
) -> FormSheet:
    """Return the facts of a piece or of the game, to be turned; what the rules refuse is said at once."""

    def find(row: MenuItem) -> Knob | None:
        return next((knob for knob in knobs() if knob.id == row.id), None)

    def turn(row: MenuItem, by: int) -> None:
        knob = find(row)
        edit = (knob.more if by > 0 else knob.less) if knob is not None else None
        if edit is not None:
            change(edit)
        tell()

    def perform(row: MenuItem) -> None:
        knob = find(row)
        if knob is not None and knob.more is not None:
            change(knob.more)

    def build() -> list[MenuItem]:
        return [MenuItem("close", _("Done"), "escape"), *knob_rows(knobs())]

    def tell() -> None:
        notice = host.model.notice
        texts = [each.text for each in notice.refusals] or ([notice.title] if notice.title else [])
        sheet.lines = [Line(text, tone="bad") for text in texts] or lines
        sheet.place(host.layout.window)

    lines = [Line(_("Left and right turn a value. Everything can be taken back with Ctrl+Z."), tone="quiet")]
    sheet = FormSheet(host.theme, title, lines, wide=70, perform=perform, build=build, turn=turn)
    return sheet


@dataclass
class TableWish:
    """The table that is wished for: a bundled map or an empty one of a size in inches, and how many people."""

    map: str = EMPTY
    width: int = 30
    height: int = 24
    people: int = 2


def table_sheet(host: TableHost, wish: TableWish, lay: Callable[[TableWish], None]) -> FormSheet:
    """Return the choice of another table."""
    maps = [EMPTY, *(path.stem for path in bundled_maps())]

    def build() -> list[MenuItem]:
        name = _("empty") if wish.map == EMPTY else wish.map.replace("-", " ").title()
        rows = [MenuItem("map", _("Table"), value=name)]
        if wish.map == EMPTY:
            rows += [
                MenuItem("width", _("Width"), value=size(wish.width)),
                MenuItem("height", _("Depth"), value=size(wish.height)),
            ]
        people = MenuItem("people", _("Players"), value=str(wish.people))
        return [MenuItem("lay", _("Lay this table"), "return", primary=True), *rows, people, close()]

    def turn(row: MenuItem, by: int) -> None:
        values: dict[str, Sequence[Any]] = {"map": maps, "width": SIZES, "height": SIZES, "people": (1, 2, 3, 4)}
        ring = list(values[row.id])
        now = getattr(wish, row.id)
        setattr(wish, row.id, ring[(ring.index(now) + by) % len(ring)])

    def perform(row: MenuItem) -> None:
        if row.id == "lay":
            lay(wish)

    note = _("What is on the table now goes; Ctrl+Z brings it back.")
    return FormSheet(
        host.theme, _("Another table"), [Line(note, tone="quiet")], wide=58, perform=perform, build=build, turn=turn
    )


@dataclass
class GameWish:
    """The game that is to begin: how many rounds, whether this one goes on, and who plays (by player)."""

    rounds: int
    begun: bool
    seats: dict[str, str]


def game_sheet(
    host: TableHost,
    wish: GameWish,
    rounds: tuple[int, int],
    rules: tuple[str, str],
    kinds: Sequence[tuple[str, str]],
    start: Callable[[GameWish], None],
) -> FormSheet:
    """Return the choice of how a game begins from here; `kinds` are who can play, as name and title.

    `rounds` are the fewest and most, `rules` the ids of what is said of them and of a round that goes on.
    """
    titles = dict(kinds)

    def build() -> list[MenuItem]:
        rows = [
            MenuItem("start", _("Start the game"), "return", primary=True),
            MenuItem("rounds", _("Rounds"), value=str(wish.rounds), rule=rules[0]),
            MenuItem("begun", _("Go on in the middle of the round"), ticked=wish.begun, rule=rules[1]),
        ]
        for player in host.model.view.players:
            title = titles.get(wish.seats[player.id], wish.seats[player.id])
            rows.append(MenuItem(f"seat:{player.id}", player.name, value=title))
        return [*rows, close()]

    def turn(row: MenuItem, by: int) -> None:
        if row.id == "rounds":
            wish.rounds = min(max(wish.rounds + by, rounds[0]), rounds[1])
        elif row.id == "begun":
            wish.begun = not wish.begun
        else:
            player, names = row.id.removeprefix("seat:"), [name for name, _unused in kinds]
            wish.seats[player] = names[(names.index(wish.seats[player]) + by) % len(names)]

    def perform(row: MenuItem) -> None:
        if row.id == "start":
            start(wish)

    note = _("A real game begins from this position; the sandbox stays as it is.")
    return FormSheet(
        host.theme,
        _("A game from here"),
        [Line(note, tone="quiet")],
        wide=62,
        perform=perform,
        build=build,
        turn=turn,
    )


def menu_sheet(host: TableHost, model: SandboxModel, perform: Callable[[MenuItem], None]) -> Sheet:
    """Return what can be done with the sandbox as a whole."""
    sandbox = model.sandbox
    nothing = "" if len(sandbox.journal) > sandbox.first_known else _("nothing was done yet")
    rows = [
        close(),
        MenuItem("game", _("Start a game from here..."), "g"),
        MenuItem("facts", _("Scores and rounds..."), "v"),
        MenuItem("table", _("Another table..."), "t"),
        MenuItem("copy", _("Copy the position as text"), "c"),
        MenuItem("paste", _("Paste a position"), "p"),
        MenuItem("save", _("Save the position..."), "s"),
        MenuItem("load", _("Load a position..."), "l"),
        MenuItem("undo", _("Take the last step back"), "z", reason=nothing),
        MenuItem("redo", _("Do it again"), "y", reason="" if sandbox.can_redo else _("nothing was taken back")),
        MenuItem("settings", _("Settings")),
        MenuItem("help", _("Keys and signs")),
        MenuItem("home", _("Main menu")),
    ]
    return Sheet(host.theme, _("Sandbox"), (), with_keys(rows), perform, wide=58)
