"""Commands for a sandbox as a whole: files, the clipboard, other tables, games from here."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from game.documents.error import DocumentError
from game.documents.files import saves_folder, write_json
from game.documents.reading import read_text
from game.engine.rulebook.editing import Droppable, Edit, Knob
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.ruleset import AnyRuleset
from game.engine.rulebook.view import Line
from game.engine.sandbox import Sandbox
from game.engine.saving.documents import plain
from game.engine.saving.loading import open_sandbox
from game.engine.saving.position_text import position_text, read_position_text
from game.engine.saving.saves import position_document
from game.engine.session import Session
from game.lengths import size
from game.play.session_model import Notice
from game.players import HUMAN, new_session
from game.rulesets import find, load, names
from game.table.documents import maps_for
from game.table.terrain.kit import Pattern
from game.ui.decisions.base import stepped
from game.ui.model.new_game_draft import kind_words, kinds
from game.ui.play.commands import Commands, with_suffix
from game.ui.play.focus import Focus
from game.ui.play.scene import TableScene
from game.ui.play.screen import new_table
from game.ui.play.sheets import ask_spot, close_row
from game.ui.sandbox.model import SandboxModel
from game.ui.widgets.dialogs import copied_text, copy_text
from game.ui.widgets.menu_item import MenuItem, with_keys
from game.ui.widgets.sheet import FormSheet, Sheet
from game.ui.widgets.theme import colour_of
from game.wording import _

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
    known = {item.id: item for item in items}
    actions = with_keys([close_row(), *rows])
    title = _("Put something on the table")
    return Sheet(focus.window.theme, title, (), actions, then=lambda name: take(known[name]), wide=58)


def kit_sheet(focus: Focus, kit: Sequence[Pattern], take: Callable[[Pattern], None]) -> Sheet:
    """Return the shapes of terrain that can be built."""
    rows = [MenuItem(pattern.id, _(pattern.name)) for pattern in kit]
    lines = [Line(_("Full stop and comma turn a piece before it is put down."), tone="quiet")]
    known = {pattern.id: pattern for pattern in kit}
    actions = with_keys([close_row(), *rows])
    title = _("New terrain")
    return Sheet(focus.window.theme, title, lines, actions, then=lambda name: take(known[name]), wide=58)


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

    note = [Line(_("This replaces what is on the table; Ctrl+Z brings it back."), tone="quiet")]
    return FormSheet(
        focus.window.theme, _("Another table"), note, then=lambda _lay: lay(wish), wide=58, build=build, turn=turn
    )


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

    note = [Line(_("A real game begins from this position; the sandbox stays as it is."), tone="quiet")]
    title = _("Start a game from here")
    return FormSheet(focus.window.theme, title, note, then=lambda _start: start(wish), wide=62, build=build, turn=turn)


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


PEOPLE = ("Ann", "Bob", "Cy", "Dee")
"""Names of the players of an empty table."""


def editable_rulebooks() -> list[AnyRuleset]:
    """Return the rulebooks with a sandbox, without broken ones."""
    found: list[AnyRuleset] = []
    for name in names():
        with suppress(DocumentError):
            book = load(name)
            found += [book] if book.editor is not None else []
    return found


def positions_folder() -> Path:
    """Return the folder of positions."""
    return saves_folder().parent / "positions"


class SandboxCommands(Commands):
    """The commands of a sandbox's tool bar, sheets and Ctrl keys."""

    scene: TableScene

    def __init__(self, scene: TableScene, model: SandboxModel) -> None:
        super().__init__(scene)
        self.model = model
        self.wish = TableWish(model.sandbox.ruleset)
        model.run_command = self.do

    def table(self) -> dict[str, Callable[[], None]]:
        scene, model = self.scene, self.model
        return super().table() | {
            "menu": self._menu,
            "palette": lambda: scene.focus.show(palette_sheet(scene.focus, model, self._carry)),
            "build": lambda: scene.focus.show(kit_sheet(scene.focus, model.sandbox.editor.kit, self._carry)),
            "edit": lambda: self._show_knobs(_("Change {name}", name=model.name_of(model.about)), model.about),
            "facts": lambda: self._show_knobs(_("Scores and progress"), ""),
            "type": self._type_spot,
            "table": self._ask_for_table,
            "game": self._ask_for_game,
            "redo": lambda: scene.focus.call(lambda: model.back(redo=True)),
            "copy": self.copy,
            "paste": self.paste,
            "leave": scene.window.back,
            "sight": lambda: self._measure(looks=True),
            "way": lambda: self._measure(looks=False),
        }

    def _measure(self, *, looks: bool) -> None:
        """Take the tape measure in hand, to check lines of sight from the selected piece or else to find paths."""
        measuring = self.scene.focus.measuring
        measuring.toggle(self.model.about)
        measuring.sighting.looks, measuring.paths.goes = measuring.on and looks, measuring.on and not looks

    def _show_knobs(self, title: str, about: str) -> None:
        """Show the changeable facts of a piece, or of the game itself for ""."""
        sandbox = self.model.sandbox
        sheet = knob_sheet(self.scene.focus, title, lambda: sandbox.edits.knobs(sandbox.game, about), self._turn)
        self.scene.focus.show(sheet)

    def _ask_for_table(self) -> None:
        sandbox, wish = self.model.sandbox, self.wish
        books = editable_rulebooks()
        if wish.book is not sandbox.ruleset or not wish.rosters:
            wish.turn_to(sandbox.ruleset)
            wish.people = len(sandbox.ruleset.players(sandbox.setup))
            field = self.model.battlefield
            wish.width, wish.height = round(field.width), round(field.height)
        self.scene.focus.show(table_sheet(self.scene.focus, wish, books, self.lay))

    def _menu(self) -> None:
        """Release what is held, or the selection; if there is neither, show the menu."""
        if not self.model.hand.empty:
            self.model.hand.put_down()
        elif self.model.about:
            self.scene.focus.call(lambda: self.model.select(""))
        else:
            self.scene.focus.show(menu_sheet(self.scene.focus, self.model, self.from_menu))

    def from_menu(self, action: MenuItem) -> None:
        if action.id != "close":
            self.do(action.id)

    def _type_spot(self) -> None:
        ask_spot(self.scene.focus, self.scene.focus.controller)

    def _turn(self, edit: object) -> None:
        assert isinstance(edit, dict)
        self.scene.focus.call(lambda: self.model.change(edit))

    def _carry(self, carried: Droppable | Pattern) -> None:
        """Take a new piece in hand; until the mouse moves, its ghost is in the middle of the view."""
        model, scene = self.model, self.scene
        model.hand.put_down()
        model.hand.carrying = carried
        if scene.focus.controller is not None:
            x, y = scene.focus.camera.to_table(*scene.focus.layout.table.center)
            field = model.battlefield
            scene.focus.controller.motion((min(max(x, 0.0), field.width), min(max(y, 0.0), field.height)), free=False)

    def undo(self) -> None:
        self.scene.focus.call(self.model.back)

    def quit(self) -> None:
        self.model.keep()
        self.scene.window.quit()

    def lay(self, wish: TableWish) -> None:
        """Switch to another table, or report why the rulebook forbids it."""
        book, plan = wish.book, wish.plan(PEOPLE)
        try:
            if wish.map == EMPTY and book.editor is not None:
                setup = book.editor.bare_setup(float(wish.width), float(wish.height), plan)
            else:
                setup = book.new_setup(plan)
            laid = Sandbox(book, setup, book.begin(setup))
        except (DocumentError, OSError) as error:
            self._report(_("This table is not possible"), [getattr(error, "reason", str(error))])
            return
        self._go_to(laid)

    def _go_to(self, laid: Sandbox) -> None:
        """Switch to another table, of another rulebook in a sandbox of its own."""
        if laid.ruleset is self.model.sandbox.ruleset:
            self.scene.focus.call(lambda: self.model.lay(laid))
        else:
            self.scene.window.open("new-sandbox", sandbox=laid)

    def _ask_for_game(self) -> None:
        sandbox, knob = self.model.sandbox, self.model.knob("rounds", "")
        least, most, usual = sandbox.ruleset.offers().rounds or (1, 1, 1)
        seats = dict.fromkeys(sandbox.ruleset.players(sandbox.setup), HUMAN)
        wish = GameWish(int(knob.value) if knob is not None else usual, False, seats)
        rules = (knob.rule if knob is not None else "", sandbox.editor.resume_rule)
        self.scene.focus.show(game_sheet(self.scene.focus, wish, (least, most), rules, self.start))

    def start(self, wish: GameWish) -> None:
        """Start a game from here on a table of its own, or report why that is impossible."""
        try:
            session = self.model.sandbox.start_game(secrets.randbits(48), wish.rounds, wish.begun)
            new_session.seat(session, list(wish.seats.values()))
            screen = new_table(self.scene.window, session)
        except (DocumentError, OSError) as error:
            self._report(_("A game cannot start from here"), [getattr(error, "reason", str(error))])
            return
        self.scene.window.go(screen)

    def copy(self) -> None:
        """Copy the position to the clipboard as one line of text."""
        copy_text(position_text(position_document(self.model.sandbox)))
        self.model.notice = Notice(_("The position is on the clipboard as text"))

    def paste(self) -> None:
        """Switch to the position on the clipboard."""
        self._open(copied_text(), _("the clipboard"))

    def save(self) -> None:
        self._ask(_("Save the position"), self.save_to, "my-table.json")

    def load(self) -> None:
        self._ask(_("Load a position"), self.load_from)

    def save_to(self, text: str) -> None:
        path = with_suffix(text)
        with self._reporting(_("The position was not saved")):
            keep_position(self.model.sandbox, path)
            self.model.notice = Notice(_("Saved as {name}", name=path.name))

    def load_from(self, text: str) -> None:
        with self._reporting(_("The position was not loaded")):
            self._open(read_text(Path(text)), text)

    def _open(self, content: str, file: str) -> None:
        try:
            sandbox = open_sandbox(read_position_text(content, file), find, file)
        except DocumentError as error:
            self._report(_("The position was not loaded"), [str(error), _("The table stays as it is.")])
            return
        self._go_to(sandbox)


def keep_position(session: Session, path: Path) -> None:
    """Write the position of a session to a file; raise `OSError` with the old file untouched."""
    write_json(path, plain(position_document(session)))
