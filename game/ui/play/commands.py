"""Commands that are no decisions: undo, save, load, menu, help, quit."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pygame

from game.documents.error import DocumentError
from game.engine.core.notes import NoteDocument
from game.engine.history.timeline import Timeline
from game.engine.history.undo_policy import TakingBack, taking_back
from game.engine.saving import autosaves
from game.engine.saving.notes import add_note
from game.engine.saving.saves import load_game, save_game
from game.players import new_session
from game.rulesets import find
from game.ui.model.session_model import Notice
from game.ui.model.spoken_state import state_line
from game.ui.pages.fairness import fairness_sheet
from game.ui.pages.help import help_sheet
from game.ui.pages.rules import rules_sheet
from game.ui.pages.settings import settings_sheet
from game.ui.play import sheets
from game.ui.play.campaign_result import APPLY, apply_ending
from game.ui.play.citations import rule_in_question
from game.ui.play.recap import recap_sheet
from game.ui.play.scene import TableScene
from game.ui.widgets.menu_item import MenuItem
from game.ui.widgets.sheet import notice, question
from game.wording import _


class Commands:
    """Does what the tool bar, the menu and the Ctrl keys ask for."""

    def __init__(self, scene: TableScene) -> None:
        self.scene = scene

    def table(self) -> dict[str, Callable[[], None]]:
        """Return every command: its name, and what it does."""
        scene = self.scene
        return {
            "undo": self.undo,
            "save": self.save,
            "load": self.load,
            "measure": lambda: scene.measuring.toggle(scene.inspection.selected or scene.inspection.piece()),
            "menu": lambda: scene.show(sheets.menu(scene, self.from_menu)),
            "help": lambda: scene.show(help_sheet(scene)),
            "settings": lambda: scene.show(settings_sheet(scene)),
            "rules": lambda: self.look_up(rule_in_question(scene)),
            "fairness": lambda: scene.show(fairness_sheet(scene.theme, scene.model.session)),
            "recap": self.recap,
            "look": scene.window.next_look,
            "sound": self._toggle_sound,
            "state": self._say_state,
            "referee": lambda: scene.window.open("referee", host=scene, played=scene.model),
            "sandbox": lambda: scene.window.open("sandbox-of", session=scene.model.session),
            "timeline": lambda: look_back(scene),
            "back": scene.window.back,
            "home": scene.window.home,
            "quit": self.quit,
            "fit": scene.camera.fit,
            "closer": lambda: scene.zoom(1, scene.camera.viewport.center),
            "farther": lambda: scene.zoom(-1, scene.camera.viewport.center),
            "larger": lambda: scene.window.rescale(scene.window.scale + 0.1),
            "smaller": lambda: scene.window.rescale(scene.window.scale - 0.1),
            "log_back": lambda: scene.log.scroll(scene.log.body.height, scene.model.log),
            "log_on": lambda: scene.log.scroll(-scene.log.body.height, scene.model.log),
            "log_end": scene.log.to_end,
            "inspect": lambda: self._inspect(1),
            "inspect_back": lambda: self._inspect(-1),
            "why": self._explain,
            "threats": self._show_threats,
            "threat_piece": self._leave_out,
        }

    def do(self, name: str) -> None:
        """Do the command of that name; raise `KeyError` where there is none."""
        self.table()[name]()

    def from_menu(self, action: MenuItem) -> None:
        """Do what a row of the menu says."""
        scene = self.scene
        if action.id == "look":
            self.do("look")
            scene.show(sheets.menu(scene, self.from_menu))
        elif action.id.startswith("declare:"):
            scene.show(sheets.declare(scene, action.id.removeprefix("declare:")))
        elif action.id.startswith(APPLY):
            apply_ending(scene, Path(action.id.removeprefix(APPLY)))
        elif action.id != "close":
            self.do(action.id)

    def recap(self) -> None:
        """Tell what happened since the person who decides now last did."""
        scene = self.scene
        steps = scene.recap()
        if steps:
            scene.show(recap_sheet(scene, steps))
        else:
            scene.model.notice.title, scene.model.notice.refusals = _("Nothing happened since you last decided"), ()

    def look_up(self, rule: str) -> None:
        """Open the rules at one of them."""
        self.scene.show(rules_sheet(self.scene, self.scene.model.session.ruleset, rule))

    # -- looking -------------------------------------------------------------------------------

    def _inspect(self, by: int) -> None:
        """Look at the next base, or the one before."""
        piece = self.scene.inspection.next(by)
        if piece is not None:
            self.scene.camera.show(piece.x, piece.y)

    def _explain(self) -> None:
        """Show the words of the rule that is asked about, or no longer."""
        self.scene.explain = not self.scene.explain

    def _show_threats(self) -> None:
        """Show or hide the threat map."""
        if self._threats_wanted():
            self.scene.threats.toggle()

    def _leave_out(self) -> None:
        """Leave the piece that is pointed at or selected out of the threat map, or take it in again."""
        inspection = self.scene.inspection
        if self._threats_wanted() and not self.scene.threats.toggle_piece(inspection.selected or inspection.hovered):
            text = _("Point at an enemy or select one with I to leave it out of the threat map")
            self.scene.model.notice.title = text

    def _threats_wanted(self) -> bool:
        if not self.scene.options.threat:
            self.scene.model.notice.title = _("Threats are switched off in the settings (F4)")
        return self.scene.options.threat

    def _toggle_sound(self) -> None:
        """Let the sounds be heard, or no longer, and say which."""
        window = self.scene.window
        window.choose(replace(window.options, sound=not window.options.sound))
        self.scene.model.notice = Notice(_("Sounds are on") if window.options.sound else _("Sounds are off"))

    def _say_state(self) -> None:
        """Show the state of the game as a sentence and put it on the clipboard, where a screen reader finds it."""
        text = state_line(self.scene.model)
        with contextlib.suppress(pygame.error):  # a window system without a clipboard
            pygame.scrap.put_text(text)
        self.scene.model.notice = Notice(text)

    # -- taking back ---------------------------------------------------------------------------

    def undo(self) -> None:
        """Take the last answer back; once dice have fallen, when everybody who must be asked agrees."""
        scene = self.scene
        way = taking_back(scene.model.session, scene.options.undo, scene.model.bots)
        if way is None:
            self._take_back()
        else:
            self._ask_leave(way)

    def _ask_leave(self, way: TakingBack) -> None:
        name = self.scene.model.player_name
        texts = [
            _("{player} would like to take back the last answer, but dice have fallen since.", player=name(way.player)),
            _("The same dice will come again."),
        ]
        sheets.ask_each(self.scene, way.asks, texts, _("Agreed: take it back"), self._take_back)

    def _take_back(self) -> None:
        self.scene.result_shown = False
        self.scene.call(self.scene.model.undo)

    # -- files ---------------------------------------------------------------------------------

    def save(self) -> None:
        """Ask where to save, and save."""
        scene = self.scene
        name = f"{scene.model.session.ruleset.name}-{len(scene.model.session.journal)}.json"
        self._ask(_("Save the game"), name, existing=False, write=True)

    def load(self) -> None:
        """Ask for a saved game and go on with it."""
        self._ask(_("Load a game"), "", existing=True, write=False)

    def _ask(self, title: str, name: str, *, existing: bool, write: bool) -> None:
        scene = self.scene
        folder = scene.model.save_dir
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            self._report(_("There is no folder for this"), [str(error)])
            return
        then = self.save_to if write else self.load_from
        scene.dialogs.ask_file(title, folder, name, scene.layout.window, existing=existing, then=then)

    def save_to(self, text: str) -> None:
        """Save to a file; say so, or why not."""
        scene = self.scene
        path = Path(text)
        path = path if path.suffix else path.with_suffix(".json")
        try:
            save_game(scene.model.session, path, scene.model.view.title)
        except OSError as error:
            self._report(_("The game was not saved"), [str(error)])
            return
        scene.model.notice.title = _("Saved as {path}", path=path.name)
        scene.model.notice.refusals = ()

    def load_from(self, text: str) -> None:
        """Load a file and go on with it; where it cannot be, say why and go on with the game on the table."""
        scene = self.scene
        try:
            session, difference = load_game(Path(text), find)
        except (DocumentError, OSError) as error:
            self._report(_("The game was not loaded"), [str(error), _("The game on the table goes on.")])
            return
        try:
            own = autosaves.take(Path(text)) or autosaves.begin()
        except OSError as error:
            self._report(_("The game was not loaded"), [str(error), _("The game on the table goes on.")])
            return
        scene.model.leave()
        scene.model.autosave, scene.model.practice = own, False
        scene.result_shown = False
        scene.last_person = ""
        scene.model.bots = new_session.bots(session) if session.seats else scene.model.bots
        scene.call(lambda: scene.model.open(session))
        scene.model.keep()
        if difference is not None:
            texts = [
                _("The rules have changed since it was saved:"),
                str(difference),
                _("It goes on from its last checkpoint."),
            ]
            self._report(_("Loaded, with a difference"), texts)

    def _report(self, title: str, texts: list[str]) -> None:
        self.scene.show(notice(self.scene.theme, texts, title))

    # -- leaving -------------------------------------------------------------------------------

    def quit(self) -> None:
        """Save automatically, ask, and leave."""
        scene = self.scene
        scene.model.keep()
        trouble, scene.model.trouble = scene.model.trouble, []
        texts = trouble or [_("The game is saved and goes on here next time.")]
        scene.show(question(scene.theme, _("Quit?"), texts, _("Quit"), self._leave))

    def _leave(self) -> None:
        self.scene.window.quit()


def look_back(scene: TableScene) -> None:
    """Show the time machine with the game on the table as far as it has come."""
    model = scene.model

    def keep(note: NoteDocument) -> None:
        add_note(model.session, note)
        model.autosave(model.session)

    scene.window.open("replay", timeline=Timeline(model.session), keep=keep)
