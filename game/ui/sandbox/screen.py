"""The sandbox as a screen with commands and sheets; also the referee, who corrects facts of a game on a copy."""

from __future__ import annotations

import contextlib
import math
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import pygame

from game.documents.error import DocumentError
from game.documents.files import saves_folder, set_unread_aside, write_json
from game.documents.locks import hold_unused
from game.documents.reading import read_text
from game.engine.core.decisions import IllegalAnswer, MalformedAnswer
from game.engine.plans import SUFFIXES as PLANS
from game.engine.plans import IntentDocument, Kind, plans_folder
from game.engine.rulebook.editing import Correction, Droppable, Edit, Knob
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.ruleset import AnyRuleset
from game.engine.rulebook.view import Line
from game.engine.sandbox import Sandbox, sandbox_from
from game.engine.saving.documents import plain
from game.engine.saving.loading import open_sandbox
from game.engine.saving.position_text import position_text, read_position_text
from game.engine.saving.saves import position_document
from game.engine.session import Session
from game.lengths import size
from game.play.session_model import Notice, SessionModel
from game.players import HUMAN, follows_plans, new_session
from game.rulesets import DEFAULT, find, load, names
from game.table.documents import maps_for
from game.table.terrain.kit import Pattern
from game.ui.board.camera import Spot
from game.ui.decisions.base import stepped
from game.ui.model.new_game_draft import kind_words, kinds
from game.ui.play.focus import Focus
from game.ui.play.input import SLIP, Commands
from game.ui.play.scene import TableScene
from game.ui.play.screen import TableScreen, new_table
from game.ui.play.sheets import ask_each, ask_spot, close_row
from game.ui.prefs.memory import last_rulebook
from game.ui.sandbox.controller import SandboxModel
from game.ui.sandbox.plans import intent_sheet, plans_sheet, save_plan
from game.ui.shell.sheet_screen import SheetHost
from game.ui.shell.window import Window
from game.ui.widgets.actions import MenuItem, with_keys
from game.ui.widgets.dialogs import copied_text, copy_text
from game.ui.widgets.keys import key_shown
from game.ui.widgets.sheet import FormSheet, PopupSheet, Sheet, notice, question
from game.ui.widgets.theme import colour_of
from game.wording import _

EMPTY: Final = "-"
SIZES: Final = range(10, 73)
"""Inches offered for the sides of an empty table; the rulebook may limit them further."""


def _undo(focus: Focus) -> str:
    """Return the key that undoes, as people read it."""
    return key_shown(focus.options.keys, "undo")


def palette_sheet(focus: Focus, model: SandboxModel, take: Callable[[Droppable], None]) -> Sheet:
    """Return the sheet of everything that can be put on the table, by groups."""
    items = list(model.sandbox.editor.palette(model.sandbox.game))
    rows = []
    for group in dict.fromkeys(item.group for item in items):
        rows.append(MenuItem(f"group:{group}", group, heading=True))
        for item in items:
            if item.group == group:
                owner = model.player(item.view.owner) if item.view is not None else None
                swatch = colour_of(owner.colour) if owner is not None else None
                rows.append(MenuItem(item.id, item.label, swatch=swatch))
    by_id = {item.id: item for item in items}
    actions = with_keys([close_row(), *rows])
    title = _("Put something on the table")
    return Sheet(focus.window.theme, title, (), actions, then=lambda name: take(by_id[name]), wide=58)


def kit_sheet(focus: Focus, kit: Sequence[Pattern], take: Callable[[Pattern], None]) -> Sheet:
    """Return the sheet of terrain shapes that can be put on the table."""
    rows = [MenuItem(pattern.id, _(pattern.name)) for pattern in kit]
    lines = [Line(_("Full stop and comma turn a piece before it is put down."), tone="quiet")]
    by_id = {pattern.id: pattern for pattern in kit}
    actions = with_keys([close_row(), *rows])
    title = _("New terrain")
    return Sheet(focus.window.theme, title, lines, actions, then=lambda name: take(by_id[name]), wide=58)


def knob_sheet(
    focus: Focus, title: str, knobs: Callable[[], Sequence[Knob]], change: Callable[[Edit], object]
) -> FormSheet:
    """Return the sheet of changeable facts of a piece or of the game; it shows refusals at once."""

    def turn(row: MenuItem, by: int) -> None:
        for knob in knobs():
            edit = knob.more if by > 0 else knob.less
            if knob.id == row.id and edit is not None:
                change(edit)
        notice = focus.model.notice
        texts = [refusal.text for refusal in notice.refusals] or ([notice.title] if notice.title else [])
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

    lines = [Line(_("Left and Right change a value. {undo} undoes anything.", undo=_undo(focus)), tone="quiet")]
    sheet = FormSheet(focus.window.theme, title, lines, wide=70, perform=perform, build=build, turn=turn)
    return sheet


@dataclass
class TableWish:
    """The choices for another table: rulebook, scenario, map, players and rosters.

    With the map `EMPTY`, `width` and `height` are the size of an empty table in inches.
    """

    book: AnyRuleset
    scenario: str = ""
    map: str = EMPTY
    width: int = 24
    height: int = 24
    people: int = 2
    rosters: list[str] = field(default_factory=list)

    def turn_to(self, book: AnyRuleset) -> None:
        """Choose a rulebook, with its first scenario and rosters."""
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
    focus: Focus, wish: TableWish, books: Sequence[AnyRuleset], switch: Callable[[TableWish], None]
) -> FormSheet:
    """Return the form for another table, of any of these rulebooks; it begins with the choices in `wish`."""

    def build() -> list[MenuItem]:
        name = _("empty") if wish.map == EMPTY else wish.map.replace("-", " ").title()
        offers = wish.book.offers()
        titles = {offer.name: offer.title for offer in (*offers.scenarios, *offers.rosters)}
        rows = [MenuItem("book", _("Rulebook"), value=_(wish.book.title))] if len(books) > 1 else []
        if offers.scenarios:
            rows.append(MenuItem("scenario", _("Scenario"), value=titles[wish.scenario]))
        rows.append(MenuItem("map", _("Table"), value=name))
        if wish.map == EMPTY:
            rows.append(MenuItem("width", _("Width"), value=size(wish.width)))
            rows.append(MenuItem("height", _("Depth"), value=size(wish.height)))
        smallest, largest, _usual = offers.seats
        if smallest < largest:
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

    note = [Line(_("This replaces what is on the table; {undo} brings it back.", undo=_undo(focus)), tone="quiet")]
    return FormSheet(
        focus.window.theme, _("Another table"), note, then=lambda _lay: switch(wish), wide=58, build=build, turn=turn
    )


@dataclass
class GameWish:
    """The choices for a game: its rounds, whether the present round continues, and the kind of each player."""

    rounds: int
    begun: bool
    seats: dict[str, str]


def game_sheet(
    focus: Focus, wish: GameWish, rounds: tuple[int, int], rules: tuple[str, str], start: Callable[[GameWish], None]
) -> FormSheet:
    """Return the form for starting a game from here.

    `rounds` are the fewest and the most rounds, `rules` the ids of the rules on rounds and on continuing a round.
    """

    def build() -> list[MenuItem]:
        players = focus.model.view.players
        return [
            MenuItem("start", _("Start the game"), "return", primary=True),
            MenuItem("rounds", _(focus.model.session.ruleset.terms.rounds), value=str(wish.rounds), rule=rules[0]),
            MenuItem("begun", _("Continue from this exact moment"), ticked=wish.begun, rule=rules[1]),
            *(
                MenuItem(f"seat:{player.id}", player.name, value=kind_words(wish.seats[player.id]))
                for player in players
            ),
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
    return FormSheet(focus.window.theme, title, note, then=lambda _row: start(wish), wide=62, build=build, turn=turn)


def menu_sheet(focus: Focus, model: SandboxModel, perform: Callable[[MenuItem], None]) -> Sheet:
    """Return the menu of the sandbox."""
    sandbox = model.sandbox
    why_no_undo = "" if model.can_undo else _("nothing to undo")
    rows = [
        close_row(),
        MenuItem("game", _("Start a game from here..."), "g"),
        MenuItem("facts", _("Scores and progress..."), "v"),
        MenuItem("table", _("Another table..."), "t"),
        MenuItem("plans", _("Plans..."), "n"),
        MenuItem("sight", _("Line of sight..."), "w"),
        MenuItem("way", _("Path round obstacles..."), "r"),
        MenuItem("ask", _("Where could it stand..."), "a"),
        MenuItem("copy", _("Copy the position as text"), "c"),
        MenuItem("paste", _("Paste a position"), "p"),
        MenuItem("save", _("Save the position..."), "s"),
        MenuItem("load", _("Load a position..."), "l"),
        MenuItem("undo", _("Undo the last step"), "z", reason=why_no_undo),
        MenuItem("redo", _("Redo"), "y", reason="" if sandbox.can_redo else _("nothing to redo")),
        MenuItem("settings", _("Settings")),
        MenuItem("help", _("Keys and signs")),
        MenuItem("home", _("Main menu")),
    ]
    return Sheet(focus.window.theme, _("Sandbox"), (), with_keys(rows), perform, wide=58)


PEOPLE = ("Ann", "Bob", "Cy", "Dee")
"""Names of the players of an empty table."""


def editable_rulebooks() -> list[AnyRuleset]:
    """Return the rulebooks that have a sandbox and can be loaded."""
    books: list[AnyRuleset] = []
    for name in names():
        with suppress(DocumentError):
            book = load(name)
            books += [book] if book.editor is not None else []
    return books


def positions_folder() -> Path:
    """Return the folder of saved positions."""
    return saves_folder().parent / "positions"


class SandboxCommands(Commands):
    """The commands of a sandbox's tool bar, sheets and Ctrl keys."""

    scene: TableScene

    def __init__(self, scene: TableScene, model: SandboxModel) -> None:
        super().__init__(scene)
        self.model = model
        self.wish = TableWish(model.sandbox.ruleset)
        self._spot: Spot | None = None  # the spot where the pop-up menu was opened
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
            "intent": self._ask_for_intent,
            "plans": lambda: scene.focus.show(plans_sheet(scene.focus, model.plans, self._plan_deed)),
            "redo": lambda: scene.focus.call(lambda: model.back(redo=True)),
            "copy": self.copy,
            "paste": self.paste,
            "leave": scene.window.back,
            "show_odds": self._show_odds,
            "sight": lambda: self._measure(looks=True),
            "way": lambda: self._measure(looks=False),
        }

    def _show_odds(self) -> None:
        if self.scene.focus.drawer != "odds":
            self.scene.focus.open("odds")

    def _measure(self, *, looks: bool) -> None:
        """Take the tape measure in hand at the selected piece, for lines of sight or else for paths."""
        measuring = self.scene.focus.measuring
        measuring.toggle(self.model.about)
        measuring.sighting.looks, measuring.paths.goes = measuring.on and looks, measuring.on and not looks

    def _show_knobs(self, title: str, about: str) -> None:
        """Show the changeable facts of a piece, or with "" those of the game."""
        sandbox = self.model.sandbox
        sheet = knob_sheet(self.scene.focus, title, lambda: sandbox.edits.knobs(sandbox.game, about), self._turn)
        self.scene.focus.show(sheet)

    def _ask_for_table(self) -> None:
        """Ask for a new table, suggesting the rulebook, players and size of the present one."""
        sandbox, wish = self.model.sandbox, self.wish
        books = editable_rulebooks()
        if wish.book is not sandbox.ruleset or not wish.rosters:
            wish.turn_to(sandbox.ruleset)
            wish.people = len(sandbox.ruleset.players(sandbox.setup))
            field = self.model.battlefield
            wish.width, wish.height = round(field.width), round(field.height)
        self.scene.focus.show(table_sheet(self.scene.focus, wish, books, self.switch_table))

    def _menu(self) -> None:
        """Let go of the piece in hand, or else of the selection; without either, show the menu."""
        if not self.model.idle:
            self.scene.focus.call(self.model.put_down)
        elif self.model.about:
            self.scene.focus.call(lambda: self.model.select(""))
        else:
            self.scene.focus.show(menu_sheet(self.scene.focus, self.model, self.from_menu))

    def show_popup(self, pixel: tuple[int, int]) -> None:
        """Let go of the piece in hand; without one, show the menu of the thing or the ground at a pixel."""
        focus, model = self.scene.focus, self.model
        if not model.idle:
            focus.call(model.put_down)
            return
        self._spot = spot = focus.camera.to_table(*pixel)
        if focus.controller is not None:
            thing = focus.piece_at(spot) or model.terrain_at(spot)
            focus.call(lambda: model.select(thing))
        actions = focus.controller.actions() if focus.controller is not None else ()
        rows = [row for row in actions if row.id not in ("menu", "leave")]
        if model.about:  # rows about the piece come first
            rows.sort(key=lambda row: row.id in ("palette", "build", "sight", "way", "facts"))
        why_no_undo = "" if model.can_undo else _("nothing to undo")
        why_no_redo = "" if model.sandbox.can_redo else _("nothing to redo")
        rows += [MenuItem("undo", _("Undo the last step"), "z", reason=why_no_undo)]
        rows += [MenuItem("redo", _("Redo"), "y", reason=why_no_redo)]
        terrain_name = next((piece.name for piece in model.battlefield.pieces if piece.id == model.about), "")
        title = (terrain_name or model.name_of(model.about)) if model.about else _("Here")
        rows = with_keys([close_row(), *rows])
        focus.show(PopupSheet(focus.window.theme, title, (), rows, self._from_popup, at=pixel, wide=42))

    def _from_popup(self, action: MenuItem) -> None:
        if action.id != "close" and self.scene.focus.controller is not None:
            self.scene.focus.controller.perform(action)

    def from_menu(self, action: MenuItem) -> None:
        if action.id != "close":
            self.do(action.id)

    def _ask_for_intent(self) -> None:
        """Ask for the intent of the selected piece or unit, then for its place or target."""
        focus, model = self.scene.focus, self.model
        card = model.units.card(model.about)
        if card is None or not card.owner:
            return
        known, unit = model.known, model.units.whole(model.about)

        def choose(kind: Kind | None, number: int) -> None:
            if kind is None or number:
                intent = None
                if kind == "reserve":
                    intent = IntentDocument(who=known.short(unit), intent=kind, until=number)
                elif kind is not None:
                    intent = IntentDocument(who=known.short(unit), intent=kind)
                model.plans.put(card.owner, unit, known, intent)
            else:
                model.plans.aiming = kind, card.owner, unit
            focus.call(model.refresh)

        present = model.plans.of(card.owner, unit, known)
        focus.show(intent_sheet(focus, _("Plan for {name}", name=card.name), present, choose))

    def _plan_deed(self, action: MenuItem) -> None:
        """Save, load or clear a player's plan."""
        command, _colon, name = action.id.partition(":")
        model, plans = self.model, self.model.plans
        player = next((candidate for candidate in model.view.players if candidate.id == name), None)
        plan = plans.plan(player) if player is not None else None
        if player is None:
            return

        def load(text: str) -> None:
            with self._reporting(_("The plan was not loaded")):
                plans.load(text, player.id, model.known, model.session.ruleset.name)

        def save(text: str) -> None:
            with self._reporting(_("The plan was not saved")):
                assert plan is not None
                title = Path(text).stem.replace("-", " ").capitalize()[:80]
                facts = {"name": title, "ruleset": model.session.ruleset.name}
                save_plan(plan.model_copy(update=facts), Path(text))
                model.notice = Notice(_("Saved as {name}: computer players can follow it", name=Path(text).name))

        folder = plans_folder()
        if command == "clear-plan":
            plans.intents.pop(player.id, None)
        elif command == "load-plan":
            self._ask_file(_("Load a plan"), load, folder, "", suffix=PLANS)
        elif command == "save-plan":
            self._ask_file(_("Save the plan"), save, folder, "my-plan.json")

    def _type_spot(self) -> None:
        ask_spot(self.scene.focus, self.scene.focus.controller)

    def _turn(self, edit: object) -> None:
        assert isinstance(edit, dict)
        self.scene.focus.call(lambda: self.model.change(edit))

    def _carry(self, carried: Droppable | Pattern) -> None:
        """Take a new piece in hand. Its ghost starts where the menu was opened, or in the middle of the view."""
        model, scene = self.model, self.scene
        model.hand.put_down()
        model.hand.carrying = carried
        if scene.focus.controller is not None:
            x, y = self._spot or scene.focus.camera.to_table(*scene.focus.layout.table.center)
            self._spot = None
            field = model.battlefield
            scene.focus.controller.motion((min(max(x, 0.0), field.width), min(max(y, 0.0), field.height)), free=False)

    def undo(self) -> None:
        self.scene.focus.call(self.model.back)

    def quit(self) -> None:
        self.model.keep()
        self.scene.window.quit()

    def switch_table(self, request: TableWish) -> None:
        """Open another table, or report why that is not possible."""
        rulebook, plan = request.book, request.plan(PEOPLE)
        try:
            if request.map == EMPTY and rulebook.editor is not None:
                setup = rulebook.editor.bare_setup(float(request.width), float(request.height), plan)
            else:
                setup = rulebook.new_setup(plan)
            sandbox = Sandbox(rulebook, setup, rulebook.begin(setup))
        except (DocumentError, OSError) as error:
            self._report(_("This table is not possible"), [getattr(error, "reason", str(error))])
            return
        self._go_to(sandbox)

    def _go_to(self, new: Sandbox) -> None:
        """Switch to another table; one of another rulebook opens as a new sandbox."""
        if new.ruleset is self.model.sandbox.ruleset:
            self.scene.focus.call(lambda: self.model.lay(new))
        else:
            self.scene.window.open("new-sandbox", sandbox=new)

    def _ask_for_game(self) -> None:
        """Ask for the players and rounds of a game from here."""
        sandbox, knob = self.model.sandbox, self.model.knob("rounds", "")
        fewest, most, usual = sandbox.ruleset.offers().rounds or (1, 1, 1)
        seats = dict.fromkeys(sandbox.ruleset.players(sandbox.setup), HUMAN)
        wish = GameWish(int(knob.value) if knob is not None else usual, False, seats)
        rules = (knob.rule if knob is not None else "", sandbox.editor.resume_rule)
        self.scene.focus.show(game_sheet(self.scene.focus, wish, (fewest, most), rules, self.start))

    def start(self, wish: GameWish) -> None:
        """Start a game from here at a new table, or report the reason against it."""
        try:
            session = self.model.sandbox.start_game(secrets.randbits(48), wish.rounds, wish.begun)
            new_session.seat(session, list(wish.seats.values()))
            for player in self.model.view.players:
                plan = self.model.plans.plan(player)
                if plan is not None and follows_plans(wish.seats.get(player.id, HUMAN)):
                    new_session.give_plan(session, player.id, plan, plan.name)
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
        path = Path(text)
        with self._reporting(_("The position was not saved")):
            keep_position(self.model.sandbox, path)
            self.model.notice = Notice(_("Saved as {name}", name=path.name))

    def load_from(self, text: str) -> None:
        with self._reporting(_("The position was not loaded")):
            self._open(read_text(Path(text)), text)

    def _open(self, content: str, file: str) -> None:
        """Open a position from the content of a file, or report its fault."""
        try:
            sandbox = open_sandbox(read_position_text(content, file), find, file)
        except DocumentError as error:
            self._report(_("The position was not loaded"), [str(error), _("The table stays as it is.")])
            return
        self._go_to(sandbox)


def keep_position(session: Session, path: Path) -> None:
    """Write the position of a session to a file; raise `OSError` with the old file untouched."""
    write_json(path, plain(position_document(session)))


def kept_path(ruleset: str = DEFAULT) -> Path:
    """Return the file in which the last sandbox of a rulebook is saved."""
    return positions_folder() / ("sandbox.json" if ruleset == DEFAULT else f"sandbox-of-{ruleset}.json")


class SandboxScreen(TableScreen):
    """A sandbox that fills the window. Each step is saved in a file that no other sandbox uses at the time."""

    def __init__(self, window: Window, sandbox: Sandbox) -> None:
        path, self._held = hold_unused(kept_path(sandbox.ruleset.name))
        self.model = SandboxModel(sandbox, lambda session: keep_position(session, path), positions_folder())
        super().__init__(window, self.model)
        self.commands = SandboxCommands(self.scene, self.model)
        self.input.obey(self.commands)
        self._pressed_at: tuple[int, int] | None = None

    def leave(self) -> None:
        super().leave()
        self._held.let_go()

    def handle(self, event: pygame.event.Event) -> None:
        """Handle an event; a right click on the table also opens the menu of the thing there."""
        focus, is_right = self.scene.focus, getattr(event, "button", 0) == 3
        is_free = not self.sheets and focus.tool is None
        if event.type == pygame.MOUSEBUTTONDOWN and is_right:
            self._pressed_at = event.pos if is_free and focus.layout.table.collidepoint(event.pos) else None
        super().handle(event)
        if event.type == pygame.MOUSEBUTTONUP and is_right and self._pressed_at is not None and is_free:
            if math.dist(event.pos, self._pressed_at) <= SLIP:
                self.commands.show_popup(event.pos)
            self._pressed_at = None

    def tick(self) -> bool:
        if self.scene.focus.inspection.selected:
            selected, self.scene.focus.inspection.selected = self.scene.focus.inspection.selected, ""
            self.model.select(selected)
        return super().tick()


def sandbox_of_session(window: Window, session: Session) -> SandboxScreen | None:
    """Return a sandbox of a copy of the game at this moment. If that is impossible, report it and return None."""
    try:
        return SandboxScreen(window, sandbox_from(session))
    except DocumentError as error:
        window.trouble.append(str(error))
        return None


def last_sandbox(window: Window) -> SandboxScreen:
    """Return the last sandbox of the rulebook played last, or a new one, with a report if the last cannot be read."""
    path = kept_path(last_rulebook(lambda book: book.editor is not None).name)
    try:
        if path.exists():
            return SandboxScreen(window, open_sandbox(read_position_text(read_text(path), str(path)), find, str(path)))
    except (DocumentError, OSError) as error:
        with contextlib.suppress(OSError):
            set_unread_aside(path, error)
        screen = SandboxScreen(window, fresh())
        text = _("Your last sandbox could not be opened; this is a new one.")
        screen.scene.focus.show(notice(window.theme, [text, str(error)]))
        return screen
    return SandboxScreen(window, fresh())


def fresh(map_name: str | None = None) -> Sandbox:
    """Return an empty sandbox of the rulebook played last, on a map or its first map; raise `DocumentError`."""
    ruleset = last_rulebook(lambda book: book.editor is not None)
    setup = ruleset.new_setup(GamePlan(PEOPLE[:2], map=map_name))
    return Sandbox(ruleset, setup, ruleset.begin(setup))


MOST_LISTED: Final = 14
"""The most changes listed for the players who must agree."""


def call_referee(window: Window, host: SheetHost, played: SessionModel) -> RefereeScreen | None:
    """Return the screen for correcting facts of a game; if that is not possible now, show why and return None."""

    def report(texts: list[str], title: str) -> None:
        host.show(notice(window.theme, texts, title))

    session = played.session
    if session.finished:
        report([_("The game is over. Undo the last decision first.")], _("Referee"))
        return None
    refusals = session.why_no_correction() if session.awaiting is None else []
    if session.awaiting is not None or refusals:
        texts = [refusal.text for refusal in refusals] or [_("roll the dice before correcting anything")]
        report(texts, _("Not now"))
        return None
    try:
        sandbox = Sandbox(session.ruleset, session.setup, session.state.clone(), free=False)
    except DocumentError as error:
        report([error.reason], _("Referee"))
        return None
    return RefereeScreen(window, sandbox, played)


class RefereeScreen(SandboxScreen):
    """A copy of the game to correct; the corrections are applied to the game once all players agree."""

    def __init__(self, window: Window, sandbox: Sandbox, played: SessionModel) -> None:
        super().__init__(window, sandbox)
        self.model.referee = True
        self.model.autosave = lambda session: None
        self.commands = RefereeCommands(self.scene, self.model, played)
        self.input.obey(self.commands)
        self.scene.refresh_panel()


class RefereeCommands(SandboxCommands):
    """The commands of a referee: those of the sandbox except for other tables, new games and plans."""

    def __init__(self, scene: TableScene, model: SandboxModel, played: SessionModel) -> None:
        super().__init__(scene, model)
        self.played = played

    def table(self) -> dict[str, Callable[[], None]]:
        others = ("table", "game", "build", "load", "paste", "intent", "plans")
        return super().table() | dict.fromkeys(others, lambda: None) | {"agree": self.ask}

    def _menu(self) -> None:
        """Show the menu; with an empty hand, leave, after a question if anything was corrected."""
        model, back = self.model, self.scene.window.back
        if not model.hand.empty or model.about:
            super()._menu()
        elif not model.sandbox.journal:
            back()
        else:
            title, texts = _("Leave without changes?"), [_("Changes here don't affect the game.")]
            no = _("No, keep correcting")
            self.scene.focus.show(question(self.scene.window.theme, title, texts, _("Keep as it is"), back, no))

    def edits(self) -> list[Edit]:
        """Return the edits made, combined to one for each fact."""
        sandbox = self.model.sandbox
        return sandbox.edits.folded([edit for edit in sandbox.journal if isinstance(edit, dict)])

    def changes(self) -> list[str]:
        """Return the changes in words: each fact as it is in the game and as corrected."""
        played = self.played.session
        trial = Sandbox(played.ruleset, played.setup, played.state.clone(), free=False)
        events = [event for edit in self.edits() for event in trial.change(edit)]
        return [trial.ruleset.tell(trial.game, event) for event in events]

    def ask(self) -> None:
        """Ask all persons, one after another; if they agree, correct the game."""
        texts = self.changes() or [_("Nothing has changed.")]
        if len(texts) > MOST_LISTED:
            texts = [*texts[: MOST_LISTED - 1], _("... and {n} more", n=len(texts) - MOST_LISTED + 1)]
        label, no = _("Agreed: correct it"), _("No, keep correcting")
        ask_each(self.scene.focus, self.played.people, texts, label, self.carry_over, no)

    def carry_over(self) -> None:
        """Apply all corrections to the game; if it refuses any, apply none."""
        session, people = self.played.session, tuple(self.played.people)
        journal_length = len(session.journal)
        by = self.played.decider if self.played.decider in people else (people or ("",))[0]
        try:
            for edit in self.edits():
                session.correct(Correction(edit, by, people))
        except (IllegalAnswer, MalformedAnswer) as error:
            session.rewind(journal_length)
            self._report(_("The game could not be corrected"), [str(error)])
            return
        self.played.notice = Notice(_("The game was corrected"))
        self.played.refresh()
        self.played.keep()
        self.scene.window.back()
