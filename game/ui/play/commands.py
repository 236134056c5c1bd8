"""Commands other than answers: undo, save, load, menu, help, quit."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pygame

from game.documents.error import DocumentError
from game.documents.locks import writing
from game.engine.core.events import NoteDocument
from game.engine.history.timeline import Timeline
from game.engine.history.undo_policy import taking_back
from game.engine.saving import autosaves
from game.engine.saving.loading import load_game
from game.engine.saving.maps import keep_map
from game.engine.saving.saves import add_note, save_game
from game.play.session_model import Notice
from game.play.spoken_state import state_line
from game.players import new_session
from game.rulesets import find
from game.table.documents import maps_folder
from game.ui.board.picture import TableFigure
from game.ui.pages.fairness import fairness_sheet
from game.ui.pages.help import help_sheet
from game.ui.pages.rules import rules_sheet
from game.ui.pages.settings import settings_sheet
from game.ui.play import sheets
from game.ui.play.recap import recap_sheet
from game.ui.play.scene import TableScene
from game.ui.play.sheets import APPLY, apply_ending
from game.ui.score.ending import TURN
from game.ui.widgets.menu_item import MenuItem
from game.ui.widgets.sheet import notice, question
from game.wording import _


class Commands:
    """The commands of the tool bar, the menu and the Ctrl keys."""

    def __init__(self, scene: TableScene) -> None:
        self.scene = scene

    def table(self) -> dict[str, Callable[[], None]]:
        """Return every command by name, with its function."""
        scene = self.scene
        return scene.commands() | {
            "undo": self.undo,
            "redo": lambda: scene.focus.call(scene.model.redo),
            "save": self.save,
            "load": self.load,
            "map": self.save_map,
            "menu": lambda: scene.focus.show(sheets.menu(scene.focus, scene.hand_over, self.from_menu)),
            "step_back": lambda: self.do("menu"),  # if nothing is left to let go
            "help": lambda: scene.focus.show(help_sheet(scene.focus)),
            "settings": lambda: scene.focus.show(settings_sheet(scene.focus)),
            "rules": lambda: self.look_up(self._rule_in_question()),
            "fairness": lambda: scene.focus.show(fairness_sheet(scene.window.theme, scene.model.session)),
            "recap": self.recap,
            "skipped": lambda: scene.focus.show(sheets.skipped_sheet(scene.focus, scene.hand_over)),
            "look": scene.window.next_look,
            "sound": self._toggle_sound,
            "state": self._say_state,
            "referee": lambda: scene.window.open("referee", host=scene.focus, played=scene.model),
            "sandbox": lambda: scene.window.open("sandbox-of", session=scene.model.session),
            "timeline": self.look_back,
            "log_show": self._show_logged,
            "report": lambda: self.look_back(write="html"),
            "hindsight": lambda: self.look_back(write="coach"),
            "result": lambda: scene.focus.show(sheets.result(scene.focus, scene.hand_over, self.from_menu)),
            "again": self._again,
            "swap": lambda: self._again(swapped=True),
            "back": scene.window.back,
            "home": scene.window.home,
            "quit": self.quit,
            "larger": lambda: scene.window.rescale(scene.window.scale + 0.1),
            "smaller": lambda: scene.window.rescale(scene.window.scale - 0.1),
        }

    def do(self, name: str) -> None:
        """Run the command of that name; raise `KeyError` if there is none."""
        self.table()[name]()

    def from_menu(self, action: MenuItem) -> None:
        """Run the command of a menu row."""
        scene = self.scene
        if action.id == "look":
            self.do("look")
            scene.focus.show(sheets.menu(scene.focus, scene.hand_over, self.from_menu))
        elif action.id.startswith("declare:"):
            scene.focus.show(sheets.declare(scene.focus, scene.hand_over, action.id.removeprefix("declare:")))
        elif action.id.startswith(TURN):
            self.look_back(int(action.id.removeprefix(TURN)))
        elif action.id.startswith(APPLY):
            apply_ending(scene.focus, Path(action.id.removeprefix(APPLY)))
        elif action.id != "close":
            self.do(action.id)

    def recap(self) -> None:
        """Show the events since the deciding person's last decision."""
        scene = self.scene
        steps = scene.hand_over.recap()
        if steps:
            scene.focus.show(recap_sheet(scene.focus, steps))
        else:
            scene.model.notice.title, scene.model.notice.refusals = _("Nothing has happened since you last decided"), ()

    def look_up(self, rule: str) -> None:
        """Open the rules at a rule."""
        self.scene.focus.show(rules_sheet(self.scene.focus, self.scene.model.session.ruleset, rule))

    def _rule_in_question(self) -> str:
        """Return the rule to look up: that of the marked choice, or else that of the decision."""
        action, decision = self.scene.focus.actions.current(), self.scene.model.decision
        if action is not None and action.rule:
            return action.rule
        return decision.rule if decision is not None else ""

    def _toggle_sound(self) -> None:
        window = self.scene.window
        window.choose(replace(window.options, sound=not window.options.sound))
        self.scene.model.notice = Notice(_("Sounds are on") if window.options.sound else _("Sounds are off"))

    def _say_state(self) -> None:
        """Show the state of the game as a sentence, and copy it to the clipboard for screen readers."""
        text = state_line(self.scene.model)
        with contextlib.suppress(pygame.error):  # a window system without a clipboard
            pygame.scrap.put_text(text)
        self.scene.model.notice = Notice(text)

    def undo(self) -> None:
        """Undo the last answer; once dice were rolled, only if everyone concerned agrees."""
        model = self.scene.model
        way = taking_back(model.session, self.scene.window.options.undo, model.bots)
        if way is None:
            self._take_back()
            return
        asker = model.player_name(way.player)
        texts = [
            _("{player} wants to undo the last decision.", player=asker),
            way.why,
        ]
        sheets.ask_each(self.scene.focus, way.asks, texts, _("Agree to the undo"), self._take_back)

    def _take_back(self) -> None:
        self.scene.hand_over.result_shown = False
        self.scene.focus.call(self.scene.model.undo)

    def save(self) -> None:
        """Ask for a file, and save to it."""
        session = self.scene.model.session
        self._ask(_("Save the game"), self.save_to, f"{session.ruleset.name}-{len(session.journal)}.json")

    def save_map(self) -> None:
        """Ask for a file, and write the table to it as a map, with its present terrain."""

        def then(text: str) -> None:
            path = with_suffix(text)
            with self._reporting(_("The map was not saved")):
                keep_map(self.scene.model.session, path)
                self.scene.model.notice = Notice(_("Saved as {path}: a map for new games", path=path.name))

        with self._reporting(_("The folder could not be created")):
            maps_folder().mkdir(parents=True, exist_ok=True)
            title = _("Save the table as a map")
            self.scene.focus.dialogs.ask_file(title, maps_folder(), "my-table.json", existing=False, then=then)

    def load(self) -> None:
        """Show the saved games; the chosen one continues here."""
        self.scene.window.open("load", then=self.load_from)

    def _ask(self, title: str, then: Callable[[str], None], name: str = "") -> None:
        """Ask for an existing file, or for a new one if a name is suggested: that of the table shown."""
        model, folder = self.scene.model, self.scene.model.save_dir
        view = model.view
        facts = [view.title, view.round_text, ", ".join(player.name for player in view.players)]
        with self._reporting(_("The folder could not be created")):
            folder.mkdir(parents=True, exist_ok=True)
            table = TableFigure(model.session, view, facts) if name else None
            self.scene.focus.dialogs.ask_file(title, folder, name, existing=not name, then=then, aside=table)

    def save_to(self, text: str) -> None:
        """Save to a file; report success or the error."""
        model, path = self.scene.model, with_suffix(text)
        with self._reporting(_("The game was not saved")):
            with writing(path, model.file):
                save_game(model.session, path, model.view.title)
            model.notice = Notice(_("Saved as {path}", path=path.name))

    def load_from(self, text: str) -> None:
        """Load a file and continue it; on an error report it and keep the game on the table."""
        scene = self.scene
        try:
            session, difference = load_game(Path(text), find)
            own = autosaves.take(Path(text)) or autosaves.begin()
        except (DocumentError, OSError) as error:
            self._report(_("The game was not loaded"), [str(error), _("The game on the table goes on.")])
            return
        scene.model.leave()
        scene.model.autosave, scene.model.practice = own, False
        scene.hand_over.result_shown = False
        scene.hand_over.last_person = ""
        scene.model.bots = new_session.bots(session) if session.seats else scene.model.bots
        scene.focus.call(lambda: scene.model.open(session))
        scene.model.keep()
        if difference is not None:
            scene.focus.show(sheets.difference_notice(scene.window, difference))

    def _report(self, title: str, texts: list[str]) -> None:
        self.scene.focus.show(notice(self.scene.window.theme, texts, title))

    @contextlib.contextmanager
    def _reporting(self, title: str) -> Iterator[None]:
        """Report file errors instead of raising them."""
        try:
            yield
        except (DocumentError, OSError) as error:
            self._report(title, [str(error)])

    def quit(self) -> None:
        """Save automatically, ask for confirmation, and leave."""
        scene = self.scene
        scene.model.keep()
        trouble, scene.model.trouble = scene.model.trouble, []
        if scene.model.session.finished:
            kept, no = _("The game is over, and saved."), _("No, stay here")
        else:
            kept, no = _("The game is saved. You can continue it here next time."), ""
        texts = trouble or [kept]
        scene.focus.show(question(scene.window.theme, _("Quit?"), texts, _("Quit"), scene.window.quit, no))

    def _show_logged(self) -> None:
        """Show the moment of the marked log entry."""
        if self.scene.log.cursor >= 0:
            self.look_back(self.scene.log.cursor + 1)

    def _again(self, *, swapped: bool = False) -> None:
        """Begin the game again in place of the one on the table, which stays saved."""
        session = new_session.again(self.scene.model.session, swapped=swapped)
        self.scene.window.open("new-table", instead=True, session=session)

    def look_back(self, events: int | None = None, *, write: str = "") -> None:
        """Show the game so far, at the moment after some events; `write` is a kind of file, or "coach"."""
        model = self.scene.model

        def keep(note: NoteDocument) -> None:
            add_note(model.session, note)
            model.autosave(model.session)

        timeline = Timeline(model.session)
        moment = None if events is None else timeline.of_event(events)
        self.scene.window.open("replay", timeline=timeline, keep=keep, moment=moment, write=write, from_game=True)


def with_suffix(text: str) -> Path:
    """Return the path of a document that people typed, adding a missing suffix."""
    path = Path(text)
    return path if path.suffix else path.with_suffix(".json")
