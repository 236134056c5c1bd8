"""Commands for a sandbox as a whole: files, the clipboard, other tables, games from here."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from game.documents.error import DocumentError
from game.documents.files import saves_folder, write_json
from game.documents.reading import read_text
from game.engine.rulebook.editing import Droppable
from game.engine.rulebook.ruleset import AnyRuleset
from game.engine.sandbox import Sandbox
from game.engine.saving.documents import plain
from game.engine.saving.loading import open_sandbox
from game.engine.saving.position_text import position_text, read_position_text
from game.engine.saving.saves import position_document
from game.engine.session import Session
from game.play.session_model import Notice
from game.players import HUMAN, new_session
from game.rulesets import find, load, names
from game.table.terrain.kit import Pattern
from game.ui.play.commands import Commands, with_suffix
from game.ui.play.scene import TableScene
from game.ui.play.screen import new_table
from game.ui.play.sheets import ask_spot
from game.ui.sandbox import sheets
from game.ui.sandbox.model import SandboxModel
from game.ui.sandbox.sheets import EMPTY, GameWish, TableWish
from game.ui.widgets import clipboard
from game.ui.widgets.menu_item import MenuItem
from game.wording import _

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
            "palette": lambda: scene.focus.show(sheets.palette_sheet(scene.focus, model, self._carry)),
            "build": lambda: scene.focus.show(sheets.kit_sheet(scene.focus, model.sandbox.editor.kit, self._carry)),
            "edit": lambda: self._show_knobs(_("Change {name}", name=model.name_of(model.about)), model.about),
            "facts": lambda: self._show_knobs(_("Scores and progress"), ""),
            "type": self._type_spot,
            "table": self._ask_for_table,
            "game": self._ask_for_game,
            "redo": lambda: scene.focus.call(lambda: model.back(redo=True)),
            "copy": self.copy,
            "paste": self.paste,
            "leave": scene.window.back,
            "sight": self._look,
            "way": self._go,
        }

    def _look(self) -> None:
        """Take the tape measure to check lines of sight, from the selected piece."""
        self.scene.focus.measuring.toggle(self.model.about)
        self.scene.focus.measuring.sighting.looks, self.scene.focus.measuring.paths.goes = (
            self.scene.focus.measuring.on,
            False,
        )

    def _go(self) -> None:
        """Take the tape measure in hand to find paths, from the selected piece."""
        measuring = self.scene.focus.measuring
        measuring.toggle(self.model.about)
        measuring.paths.goes, measuring.sighting.looks = measuring.on, False

    def _show_knobs(self, title: str, about: str) -> None:
        """Show the changeable facts of a piece, or of the game itself for ""."""
        sandbox = self.model.sandbox
        sheet = sheets.knob_sheet(self.scene.focus, title, lambda: sandbox.edits.knobs(sandbox.game, about), self._turn)
        self.scene.focus.show(sheet)

    def _ask_for_table(self) -> None:
        sandbox, wish = self.model.sandbox, self.wish
        books = editable_rulebooks()
        if wish.book is not sandbox.ruleset or not wish.rosters:
            wish.turn_to(sandbox.ruleset)
            wish.people = len(sandbox.ruleset.players(sandbox.setup))
            field = self.model.battlefield
            wish.width, wish.height = round(field.width), round(field.height)
        self.scene.focus.show(sheets.table_sheet(self.scene.focus, wish, books, self.lay))

    def _menu(self) -> None:
        """Release what is held, or the selection; if there is neither, show the menu."""
        if not self.model.hand.empty:
            self.model.hand.put_down()
        elif self.model.about:
            self.scene.focus.call(lambda: self.model.select(""))
        else:
            self.scene.focus.show(sheets.menu_sheet(self.scene.focus, self.model, self.from_menu))

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
        self.scene.focus.show(sheets.game_sheet(self.scene.focus, wish, (least, most), rules, self.start))

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
        clipboard.copy(position_text(position_document(self.model.sandbox)))
        self.model.notice = Notice(_("The position is on the clipboard as text"))

    def paste(self) -> None:
        """Switch to the position on the clipboard."""
        self._open(clipboard.pasted(), _("the clipboard"))

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
