"""Input at the table: routes mouse and keys to sheets, parts and the controller; the commands of bar and menu."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pygame

from game.documents.error import DocumentError
from game.documents.locks import writing
from game.engine.core.decisions import Choose
from game.engine.core.events import NoteDocument
from game.engine.history.undo_policy import undo_effect
from game.engine.saving import autosaves
from game.engine.saving.loading import load_game
from game.engine.saving.maps import keep_map
from game.engine.saving.saves import add_note, save_game
from game.play.session_model import Notice
from game.play.spoken_state import state_line
from game.players import new_session
from game.rulesets import find
from game.table.documents import maps_folder
from game.ui.board.camera import Spot
from game.ui.board.picture import TableFigure
from game.ui.decisions.base import NOTHING_BETWEEN, Tool
from game.ui.pages.rules import rules_sheet
from game.ui.pages.settings import settings_sheet
from game.ui.pages.texts import fairness_sheet, help_sheet
from game.ui.play import by_hand as hands
from game.ui.play import sheets
from game.ui.play.focus import bases, carried
from game.ui.play.overlays.choices import spot_of
from game.ui.play.part import drawn
from game.ui.play.parts.drawer import TABS
from game.ui.play.recap import recap_sheet
from game.ui.play.scene import TableScene
from game.ui.play.sheets import APPLY, apply_ending, ask_spot
from game.ui.play.stuck import why_it_stays
from game.ui.score.ending import TURN
from game.ui.widgets.actions import MenuItem, action_for
from game.ui.widgets.dialogs import FileSheet
from game.ui.widgets.keys import ARROWS, DETAILS, Press, ctrl_held, details_held, key_label, press_of, shift_held
from game.ui.widgets.sheet import notice, question
from game.wording import _


class Commands:
    """The commands of the tool bar, the menu and the Ctrl keys, each a function under a name."""

    def __init__(self, scene: TableScene) -> None:
        self.scene = scene

    def table(self) -> dict[str, Callable[[], None]]:
        """Return the function of each command by its name."""
        scene = self.scene
        return scene.commands() | {
            "undo": self.undo,
            "redo": lambda: scene.focus.call(scene.model.redo),
            "save": self.save,
            "load": self.load,
            "map": self.save_map,
            "menu": lambda: scene.focus.show(sheets.menu(scene.focus, scene.hand_over, self.from_menu)),
            "step_back": lambda: self.do("menu"),  # only if Esc has nothing else to close
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
            "by_hand": lambda: self.by_hand(scene.focus.under_mouse or scene.focus.inspection.selected),
            "hands": lambda: self.by_hand(scene.focus.inspection.selected),
            "dice": self.roll_dice,
            "sandbox": lambda: scene.window.open("sandbox-of", session=scene.model.session),
            "timeline": self.look_back,
            "log_show": self._show_logged,
            "report": lambda: self.look_back(write="html"),
            "hindsight": lambda: self.look_back(write="coach"),
            "result": lambda: scene.focus.show(sheets.result(scene.focus, scene.hand_over, self.from_menu)),
            "again": self._again,
            "swap": lambda: self._again(swapped=True),
            "back": scene.window.back,
            "retry": self._retry,
            "home": scene.window.home,
            "quit": self.quit,
            "larger": lambda: scene.window.rescale(scene.window.scale + 0.1),
            "smaller": lambda: scene.window.rescale(scene.window.scale - 0.1),
        }

    def do(self, name: str) -> None:
        """Run the command with this name; raise `KeyError` if it does not exist."""
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

    def by_hand(self, piece: str) -> None:
        """Show the changes by hand that are possible for a piece or unit."""
        if not self.scene.model.practice and not self.scene.focus.watched:
            hands.by_hand(self.scene.focus, piece)

    def roll_dice(self) -> None:
        """Show the sheet for rolling any dice."""
        if hands.can_change(self.scene.focus) and not self.scene.focus.watched:
            self.scene.focus.show(hands.dice_sheet(self.scene.focus))

    def _retry(self) -> None:
        """Return to the replay from which this practice game came, and ask there for the dice to begin again."""
        retry = self.scene.model.retry
        self.scene.window.back()
        if retry is not None:
            retry()

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
        """Undo the last answer. Once dice were rolled, every player concerned must agree."""
        model = self.scene.model
        effect = undo_effect(model.session, self.scene.window.options.undo, model.bots)
        if effect is None:
            self._take_back()
            return
        asker = model.player_name(effect.player)
        texts = [
            _("{player} wants to undo the last decision.", player=asker),
            effect.why,
        ]
        sheets.ask_each(self.scene.focus, effect.asks, texts, _("Agree to the undo"), self._take_back)

    def _take_back(self) -> None:
        self.scene.hand_over.result_shown = False
        self.scene.focus.call(self.scene.model.undo)

    def save(self) -> None:
        """Ask for a file, and save to it."""
        session = self.scene.model.session
        self._ask(_("Save the game"), self.save_to, f"{session.ruleset.name}-{len(session.journal)}.json")

    def save_map(self) -> None:
        """Ask for a file and save the table with its present terrain as a map."""

        def then(text: str) -> None:
            path = Path(text)
            with self._reporting(_("The map was not saved")), writing(path):
                keep_map(self.scene.model.session, path)
                self.scene.model.notice = Notice(_("Saved as {path}: a map for new games", path=path.name))

        with self._reporting(_("The folder could not be created")):
            maps_folder().mkdir(parents=True, exist_ok=True)
            title = _("Save the table as a map")
            self._ask_file(title, then, maps_folder(), "my-table.json")

    def load(self) -> None:
        """Show the saved games; the chosen one continues here."""
        self.scene.window.open("load", then=self.load_from)

    def _ask(self, title: str, then: Callable[[str], None], name: str = "") -> None:
        """Ask for an existing file, or, beside a picture of the table, for a new one with a suggested name."""
        model, folder = self.scene.model, self.scene.model.save_dir
        view = model.view
        facts = [view.title, view.round_text, ", ".join(player.name for player in view.players)]
        with self._reporting(_("The folder could not be created")):
            folder.mkdir(parents=True, exist_ok=True)
            table = TableFigure(model.session, view, facts) if name else None
            self._ask_file(title, then, folder, name, aside=table)

    def _ask_file(self, title: str, then: Callable[[str], None], folder: Path, name: str, **more: Any) -> None:
        """Ask for an existing file in a folder, or for a new one if a name is suggested."""
        focus, existing = self.scene.focus, not name
        focus.show(
            FileSheet(focus.window.theme, title, text=name, picked=then, folder=folder, existing=existing, **more)
        )

    def save_to(self, text: str) -> None:
        """Save to a file; report success or the error."""
        model, path = self.scene.model, Path(text)
        with self._reporting(_("The game was not saved")):
            with writing(path, model.file):
                save_game(model.session, path, model.view.title)
            model.notice = Notice(_("Saved as {path}", path=path.name))

    def load_from(self, text: str) -> None:
        """Load a file and continue it; on an error report it and keep the game on the table."""
        scene = self.scene
        try:
            session, difference = load_game(Path(text), find)
            autosave = autosaves.take_over(Path(text)) or autosaves.new_autosave()
        except (DocumentError, OSError) as error:
            self._report(_("The game was not loaded"), [str(error), _("The game on the table goes on.")])
            return
        scene.model.leave()
        scene.model.autosave, scene.model.practice = autosave, False
        scene.hand_over.result_shown = False
        scene.hand_over.forget()
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
        problems, scene.model.trouble = scene.model.trouble, []
        if scene.model.session.finished:
            saved, stay_label = _("The game is over, and saved."), _("No, stay here")
        else:
            saved, stay_label = _("The game is saved. You can continue it here next time."), ""
        texts = problems or [saved]
        scene.focus.show(question(scene.window.theme, _("Quit?"), texts, _("Quit"), scene.window.quit, stay_label))

    def _show_logged(self) -> None:
        """Show the moment of the marked log entry."""
        if self.scene.log.cursor >= 0:
            self.look_back(self.scene.log.cursor + 1)

    def _again(self, *, swapped: bool = False) -> None:
        """Begin the same game again; the one on the table stays saved."""
        session = new_session.again(self.scene.model.session, swapped=swapped)
        self.scene.window.open("new-table", instead=True, session=session)

    def look_back(self, events: int | None = None, *, write: str = "") -> None:
        """Show the game so far as a replay, at the moment after a number of events.

        `write` opens it with an export: the kind of file, or "coach" for the review of decisions.
        """
        model = self.scene.model

        def keep(note: NoteDocument) -> None:
            add_note(model.session, note)
            model.autosave(model.session)

        self.scene.window.open("looking-back", session=model.session, keep=keep, events=events, write=write)


PAN: Final = 48
"""Pixels by which an arrow key moves the view."""
PLACING: Final = ("type", "nearest")
"""Commands that only work while a piece or a unit is placed."""
PINCH: Final = 16.0
"""Steps of the zoom when two fingers move apart by the size of the screen."""
SLIP: Final = 4
"""Pixels the mouse may move between press and release of a click."""


class Input:
    """Routes events to the scene, its parts, its controller and its commands."""

    def __init__(self, scene: TableScene) -> None:
        self.scene = scene
        self.obey(Commands(scene))
        self._pressed = False
        self._spent = False  # whether this press of the button only skipped an animation
        self._pressed_at = (0, 0)
        self._on_ground = False  # whether the button went down on the table, on nothing that it took hold of
        self._pan_from: tuple[int, int] | None = None
        self._panned = False
        self._fingers: Spot | None = None  # the pixel between two fingers that pinch

    def obey(self, commands: Commands) -> None:
        """Use `commands` for keys, buttons and the menu."""
        self.commands, focus = commands, self.scene.focus
        focus.perform, focus.look_up = commands.do, commands.look_up

    def release(self) -> None:
        """Forget held keys and buttons, because another screen got the events meanwhile."""
        self._pressed, self._pan_from, self.scene.focus.pointing = False, None, False
        self.scene.focus.pressing, self.scene.focus.stuck = False, ""

    def handle(self, event: pygame.event.Event) -> None:
        """Route an event: to the hand-over, the dice, the sheets, then to keys or mouse of the table."""
        scene = self.scene
        if event.type == pygame.MOUSEMOTION:
            scene.focus.mouse, scene.focus.mouse_since, scene.focus.pointing = event.pos, time.monotonic(), True
        elif event.type in (
            pygame.WINDOWLEAVE,
            pygame.WINDOWFOCUSLOST,
            pygame.WINDOWMOVED,
        ):  # the mouse is elsewhere now
            scene.focus.pointing = False
        elif event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            scene.focus.pressing = event.type == pygame.MOUSEBUTTONDOWN
        press = None
        if event.type == pygame.KEYDOWN:
            press = press_of({} if scene.focus.sheets else scene.focus.options.keys, scene.model.seat, event)
            if press is None or (scene.window.repeated and not press.repeats):
                return
            press = press._replace(held=scene.window.repeated)
        if event.type == pygame.QUIT or (scene.focus.sheets and press is not None and press.command == "quit"):
            self._quit()
            return
        details = event.type in (pygame.KEYDOWN, pygame.KEYUP) and event.key in DETAILS
        if details:
            self._follow(scene.focus.mouse)
        if scene.hand_over.takes(event):
            return
        looks_at_candidates = press is not None and press.command == "candidates"
        if not looks_at_candidates and self._hurries_dice(event):
            return
        if scene.sheets.input(event):
            return
        if press is not None and not (details and not press.command):  # the key for details alone does not end pointing
            self._key(press)
        elif not details:
            self._mouse(event)

    def _quit(self) -> None:
        """Ask whether to quit; a second request to quit answers yes."""
        if self.scene.focus.sheets and self.scene.focus.sheets[-1].title == _("Quit?"):
            self.scene.window.quit()
        else:
            self.commands.quit()

    def _hurries_dice(self, event: pygame.event.Event) -> bool:
        """Skip the animation at any key or click; return whether the event is used up by that.

        The event is used up if a sheet then opens that the player has not seen yet, if it was the space bar, which is
        offered for this, or if the click was on the dice tray: the first click stops the dice, the next one clears the
        tray. Where the table shows through the tray, the click also reaches the table.
        """
        scene, sheets_before, tray = self.scene, len(self.scene.focus.sheets), self.scene.focus.animation.tray
        rolling = tray.running(time.monotonic())
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            scene.focus.animation.stage.trails.clear()
            if scene.focus.animation.playing:
                scene.turned.show(time.monotonic())
            space = event.type == pygame.KEYDOWN and event.key == pygame.K_SPACE
            was_playing = rolling or scene.focus.animation.playing
            scene.thinker.rushes = space and bool(scene.model.people)  # without people, it would never end
            scene.hurry()
            self._spent = len(scene.focus.sheets) > sheets_before
            if self._spent or (space and was_playing):
                return True
        if event.type == pygame.MOUSEBUTTONUP and self._spent:
            self._spent = False
            return True
        if event.type != pygame.MOUSEBUTTONDOWN or scene.focus.sheets or not tray.rect.collidepoint(event.pos):
            return False
        if rolling:
            return True
        reaches_table = tray.yields(event.pos, scene.focus.mouse_since)
        tray.clear()
        tray.rect = pygame.Rect(0, 0, 0, 0)
        return not reaches_table

    def _key(self, press: Press) -> None:
        """Handle a key: the rosters, the lesson, commands, the controller, rows of the dock, then the view."""
        scene = self.scene
        scene.focus.animation.tweens.started.clear()
        scene.focus.pointing = scene.focus.hands.hovering = False
        scene.refresh_panel()
        if scene.rosters.take_key(press) or scene.lesson.takes(press) or self._command(press) or press.ctrl:
            return
        controller = scene.focus.input_target
        if controller is not None:
            if controller.key(press):
                spot = controller.focus()
                if spot is not None:
                    scene.focus.camera.show(*spot)
                return
            action = action_for(scene.focus.actions.actions, press.shortcut)
            if scene.turned.refuses(action, press):
                return
            if action is not None and press.command != "confirm":
                if not self._marks_first(action):
                    scene.focus.take(action)
                return
            if self._list_key(press):
                return
        if press.command in ("", *PLACING) and len(press.key) == 1 and press.key.isalnum():
            text = _("{key} does nothing now. Rows show their keys; F1 lists the rest", key=key_label(press.shortcut))
            scene.model.notice = Notice(text)
        if press.command in ARROWS:
            dx, dy = ARROWS[press.command]
            scene.focus.camera.pan(-dx * PAN, dy * PAN)

    def _marks_first(self, action: MenuItem) -> bool:
        """Only mark a row that rolls dice against its only target or gives up much; its key pressed again takes it.

        Return whether that is so.
        """
        focus = self.scene.focus
        asked, actions = focus.asked, focus.actions
        choice = asked.decision if asked is not None and focus.tool is None else None
        if asked is None or not isinstance(choice, Choose) or actions.pointed() == action:
            return False
        answer, key = asked.weighed(action, ""), key_label(action.shortcut)
        if any(option.forgoes for option in choice.options if option.key == action.id):
            text = _("Press {key} again for: {answer}", key=key, answer=action.label)
        elif answer is not None and focus.model.rolls_unasked(answer):
            text = _("Press {key} again to roll", key=key)
        else:
            return False
        actions.cursor = actions.actions.index(action)
        focus.model.notice = Notice(text)
        return True

    def _command(self, press: Press) -> bool:
        """Run a command that is independent of the decision; return whether it was one."""
        if press.command == "step_back" and self.let_go():
            return True
        if press.command == "type":  # while nothing is placed, a row can have this key
            return ask_spot(self.scene.focus, self.scene.focus.input_target)
        if press.command in TABS and action_for(self.scene.focus.actions.actions, press.shortcut) is not None:
            return False
        command = self.commands.table().get(press.command)
        if command is not None:
            command()
        return command is not None

    def let_go(self) -> bool:
        """Handle Esc: let go of the first of these that exists: the coach that thinks, an aid, a piece, a selection,
        a message, the drawer. In a replay, a selection and a message are no step.

        Return whether there was any, or else a step to undo.
        """
        scene = self.scene
        if scene.focus.input_target is not None and scene.focus.input_target.let_go():
            pass
        elif scene.coach.thinking:
            scene.coach.ask()
        elif scene.focus.tool is not None:
            scene.focus.tool.escape()
        elif scene.focus.hands.cancel():
            scene.model.notice = Notice()
        elif scene.focus.asked is not None and scene.focus.asked.between[1]:
            scene.focus.asked.between, scene.model.notice = NOTHING_BETWEEN, Notice()
        elif not scene.focus.watched and (scene.focus.inspection.selected or scene.model.notice.title):
            scene.focus.inspection.selected, scene.model.notice.title, scene.model.notice.refusals = "", "", ()
        elif scene.log.query:
            scene.log.find("")
        elif scene.focus.drawer:
            scene.focus.open("")
        else:
            return self._back()
        return True

    def _back(self) -> bool:
        """Undo one step if nothing was rolled or revealed by it; return whether there was one."""
        scene, focus, undone = self.scene, self.scene.focus, False
        if focus.asked is not None and not focus.watched and not focus.animation.playing:
            undone = focus.hands.back()
            scene.sync()
        return undone

    def _list_key(self, press: Press) -> bool:
        """Handle keys that move through the choices and take one."""
        scene, controller = self.scene, self.scene.focus.input_target
        if controller is None or (press.shift and press.command != "next"):
            return False
        if press.command in ("next", "down", "up"):
            scene.focus.actions.step(-1 if press.command == "up" or press.shift else 1)
            action = scene.focus.actions.current()
            spot = spot_of(scene.focus, action) if action is not None else None
            if spot is not None:
                scene.focus.camera.show(*spot)
        elif press.command in ("confirm", "tick") and self._explains_refusal():
            pass
        elif press.command == "confirm" and controller.missed and scene.focus.actions.current() is None:
            scene.model.notice = Notice(_("Nothing was put down: drag it again, or choose an answer"))
        elif press.command == "confirm":
            row = scene.focus.actions.current()
            if row is not None and row.act is not None:
                scene.focus.take(row)
            else:
                scene.focus.call(lambda: controller.enter(row))
        elif press.command == "tick":
            scene.focus.call(lambda: controller.space(scene.focus.actions.current()))
        else:
            return False
        return True

    def _explains_refusal(self) -> bool:
        """Show why the marked row is refused and unmark it, if it is; return whether it is."""
        actions = self.scene.focus.actions
        marked = actions.current()
        if marked is None or not marked.reason:
            return False
        self.scene.model.notice, actions.cursor = Notice(f"{marked.label}: {marked.reason}"), -1
        return True

    def _mouse(self, event: pygame.event.Event) -> None:
        """Handle an event of the mouse or of fingers: panes first, then the table."""
        scene = self.scene
        if event.type == pygame.MOUSEMOTION:
            self._motion(event)
        elif self._on_panes(event):
            self._let_go_beside(event)
        elif event.type == pygame.MOUSEBUTTONDOWN:
            inside = scene.focus.layout.table.collidepoint(event.pos)
            if event.button == 1 and inside and self._is_hasty(event.pos):
                scene.focus.mouse_since = time.monotonic()  # the next click is meant
                scene.model.notice = Notice(_("The view has just moved: look, and click again"))
            elif event.button == 1:
                self._pressed, self._pressed_at = inside, event.pos
                self._on_ground = not any(part.input(event) for part in drawn(scene.overlays))
                if self._on_ground:
                    self._press(event.pos)
                self._follow(event.pos)
            elif event.button in (2, 3) and inside:
                self._pan_from, self._panned = event.pos, False
        elif event.type == pygame.MOUSEBUTTONUP:
            self._release(event)
            self._let_go_beside(event)
        elif event.type == pygame.MOUSEWHEEL:
            self._wheel(event)
        elif event.type == pygame.MULTIGESTURE:
            self._pinch(event)
        elif event.type in (pygame.FINGERDOWN, pygame.FINGERUP):
            self._fingers = None

    def _is_hasty(self, pixel: tuple[int, int]) -> bool:
        """Return whether a click on bare ground may aim at a piece that was there before the view moved."""
        scene, focus = self.scene, self.scene.focus
        if focus.asked is None or focus.tool is not None or not scene.framing.just_moved:
            return False
        bare = not focus.piece_at(focus.camera.to_table(*pixel)) and focus.hands.held is None
        return bare and not any(part.covers(pixel) for part in drawn(scene.parts))

    def _on_panes(self, event: pygame.event.Event) -> bool:
        """Offer an event to all panes around the table; return whether any used it."""
        used = [pane.input(event) for pane in self.scene.panes]
        return any(used)

    def _let_go_beside(self, event: pygame.event.Event) -> None:
        """Let go of the piece or block in hand if the mouse button went up beside the table."""
        if event.type != pygame.MOUSEBUTTONUP or event.button != 1:
            return
        focus, self._pressed = self.scene.focus, False
        focus.stuck = ""
        if focus.hands.held is not None and not focus.hands.held.rests:
            focus.hands.cancel()
        if focus.input_target is not None:
            focus.input_target.release()

    def _motion(self, event: pygame.event.Event) -> None:
        """Handle a moved mouse: move the view, or the piece in hand, or point at something."""
        scene, pixel = self.scene, event.pos
        if self._pan_from is not None:
            self._pan(pixel, self._pan_from)
            return
        if self._drags(pixel):
            return
        if scene.focus.input_target is not None and not self._over_table(pixel):
            scene.focus.input_target.look_away()
        if self._on_panes(event):  # a piece was dragged onto the table
            self._pressed, self._pressed_at, self._on_ground = True, pixel, False
        scene.focus.point()
        self._follow(pixel)
        self._tug(pixel)

    def _pan(self, pixel: tuple[int, int], start: tuple[int, int]) -> None:
        """Move the view with the mouse, once it has left the pixel where its button went down."""
        dx, dy = pixel[0] - start[0], pixel[1] - start[1]
        if self._panned or abs(dx) + abs(dy) > SLIP:
            self.scene.focus.camera.pan(dx, dy)
            self._pan_from, self._panned = pixel, True

    def _tug(self, pixel: tuple[int, int]) -> None:
        """Move the view with the ground on which the button went down, or note why a piece there does not follow."""
        focus, (x, y), target = self.scene.focus, self._pressed_at, self.scene.focus.input_target
        slipped = abs(pixel[0] - x) + abs(pixel[1] - y) > SLIP
        if not self._pressed or focus.stuck or not slipped or (target is not None and target.holds):
            return
        piece = focus.piece_at(focus.camera.to_table(x, y))
        focus.stuck = why_it_stays(focus, piece) if piece else ""
        if self._on_ground and not focus.stuck:
            self._pressed = self._panned = False
            self._pan(pixel, self._pressed_at)

    def _drags(self, pixel: tuple[int, int]) -> bool:
        """Move the piece in hand while the button is held; return whether a piece is in hand."""
        scene, hand = self.scene, self.scene.focus.hands.held
        if hand is None or hand.rests:
            if hand is not None:
                hand.placing.turner.draw(scene.focus.camera.to_table(*pixel))
            return hand is not None
        slipped = abs(pixel[0] - self._pressed_at[0]) + abs(pixel[1] - self._pressed_at[1]) <= SLIP
        if hand.moved or not slipped:
            scene.focus.hands.drag(self._spot(pixel), details_held())
        return True

    def _spot(self, pixel: tuple[int, int]) -> Spot:
        """Return the spot at a pixel for the piece in hand, whose base stays clear of an open drawer."""
        focus, (x, y) = self.scene.focus, pixel
        if (drawer := focus.layout.drawer).width:
            x = min(x, drawer.left - max((base.width // 2 for base in bases(focus, carried(focus))), default=0))
        return focus.camera.to_table(x, y)

    def _over_table(self, pixel: tuple[int, int]) -> bool:
        """Return whether the mouse is over the table, and over no pane above it."""
        return self.scene.focus.camera.viewport.collidepoint(pixel) and not any(
            part.covers(pixel) for part in drawn(self.scene.parts)
        )

    def _follow(self, pixel: tuple[int, int]) -> None:
        """Let the ghost of the controller follow the mouse."""
        focus, target = self.scene.focus, self.scene.focus.input_target
        if focus.hands.held is None and target is not None and focus.camera.viewport.collidepoint(pixel):
            target.motion(self._spot(pixel), details_held())

    def _press(self, pixel: tuple[int, int]) -> None:
        """Handle the left button going down on the table: pick up the piece there if the game allows it."""
        focus, controller = self.scene.focus, self.scene.focus.controller
        if self._pressed and controller is not None and focus.tool is None:
            spot = focus.camera.to_table(*pixel)
            gripped_on_overlay = next(filter(None, (part.grip(pixel) for part in drawn(self.scene.overlays))), "")
            piece = gripped_on_overlay or focus.piece_at(spot)
            self._pressed_at = pixel
            if focus.hands.held is None and focus.is_direct and piece and not ctrl_held():
                focus.hands.lift(spot, piece)
            self.scene.focus.call(lambda: controller.press(spot, piece))

    def _click(self, tool: Tool, spot: Spot, piece: str) -> bool:
        """Handle a click on a spot of the table, on a piece or none; return whether it was used."""
        scene, used = self.scene, list[bool]()
        if tool.drags:
            scene.focus.call(lambda: tool.click(spot, piece))
            return True
        scene.refresh_panel()
        places = tool.ghost.preview is not None
        # A click on a piece chooses it; otherwise the ghost would be put down beside it.
        if piece and scene.focus.is_direct and places and not tool.turns:
            scene.focus.call(lambda: used.append(scene.focus.hands.name(piece)))
        if piece and scene.focus.is_direct:
            scene.focus.call(lambda: used.append(scene.focus.hands.past_window(piece)))
        if not any(used):
            scene.focus.call(lambda: used.append(tool.click(spot, piece)))
        if not any(used) and scene.focus.is_direct:
            scene.focus.call(lambda: used.append(scene.focus.hands.click(spot, piece)))
        question = scene.focus.asked
        is_explained = question is not None and question.objections(piece)  # then the click has said so
        if not any(used) and not is_explained and (reasons := scene.focus.inspection.barred(piece, wait=True)):
            scene.model.note_barred(piece, reasons)
        return any(used)

    def _release(self, event: pygame.event.Event) -> None:
        """Handle a button going up: the right one cancels or selects, the left one drops or clicks."""
        scene, controller = self.scene, self.scene.focus.input_target
        spot = scene.focus.camera.to_table(*event.pos)
        if scene.focus.stuck and event.button == 1:
            scene.model.notice, scene.focus.stuck = Notice(scene.focus.stuck), ""
            self._pressed = False
            return
        piece = scene.focus.piece_at(spot)
        inside = scene.focus.layout.table.collidepoint(event.pos)
        if event.button in (2, 3):
            if self._pan_from is not None and not self._panned and event.button == 3:
                if scene.focus.hands.cancel():
                    self._pressed = False
                elif piece and self._wants_hands(piece):
                    self.commands.by_hand(piece)
                elif piece or not self._back():
                    scene.focus.inspection.selected = scene.model.units.whole(piece)
            self._pan_from = None
        elif event.button == 1 and self._pan_from is not None:
            self._pan_from = None
        elif event.button == 1 and inside and self._pressed:
            self._pressed = False
            if self._drops(spot):
                return
            controller = scene.focus.input_target
            if any(part.input(event) for part in drawn(scene.overlays)):
                return
            if controller is None or not self._click(controller, spot, piece):
                scene.focus.inspection.selected = scene.model.units.whole(piece)

    def _wants_hands(self, piece: str) -> bool:
        """Return whether a right click asks for changes by hand: on the selected unit, or with Ctrl."""
        focus = self.scene.focus
        looked_at = focus.inspection.selected in (piece, self.scene.model.units.whole(piece))
        return (looked_at or ctrl_held()) and hands.can_change(focus)

    def _drops(self, spot: Spot) -> bool:
        """Put down the dragged piece; return whether the event is used up."""
        scene, hand = self.scene, self.scene.focus.hands.held
        if hand is None:
            return False
        if hand.rests:  # it waits for a click on the ghost; any other lets it go
            scene.focus.call(lambda: hand.placing.click(spot, "") or scene.focus.hands.cancel())
        elif hand.moved:
            controller = scene.focus.asked
            scene.focus.call(scene.focus.hands.drop)
            if controller is not None and controller is scene.focus.asked:
                controller.missed = scene.focus.hands.held is None
        else:
            scene.focus.hands.cancel()
            return False
        return True

    def _turned(self, steps: int) -> bool:
        hand = self.scene.focus.input_target
        return hand is not None and hand.wheel(steps, fine=shift_held())

    def _pinch(self, event: pygame.event.Event) -> None:
        """Zoom and move the view with two fingers; the spot of the table between them stays between them."""
        focus, (width, height) = self.scene.focus, self.scene.focus.size
        middle = event.x * width, event.y * height
        before, self._fingers = self._fingers or middle, middle
        if event.num_fingers != 2 or not focus.layout.table.collidepoint(middle):
            return
        focus.hands.cancel()  # the first finger may have picked up a piece
        self._pressed = False
        focus.camera.pan(middle[0] - before[0], middle[1] - before[1])
        focus.zoom(PINCH * event.pinched, (round(middle[0]), round(middle[1])))

    def _wheel(self, event: pygame.event.Event) -> None:
        focus, overlays = self.scene.focus, drawn(self.scene.overlays)
        if not focus.layout.table.collidepoint(focus.mouse) or any(part.input(event) for part in overlays):
            return
        if ctrl_held() or not self._turned(event.y or event.x):
            focus.zoom(event.y, focus.mouse)
