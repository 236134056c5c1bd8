"""Input: handling of events. Sheets come first, then the scene."""

from __future__ import annotations

import time
from typing import Final

import pygame

from game.play.session_model import Notice
from game.ui.board.camera import Spot
from game.ui.decisions.base import Tool
from game.ui.play.commands import Commands
from game.ui.play.overlays.choices import spot_of
from game.ui.play.scene import TableScene
from game.ui.play.sheets import ask_spot
from game.ui.widgets.keys import ARROWS, Press, key_label, press_of
from game.ui.widgets.menu_item import action_for
from game.wording import _

PAN: Final = 48
"""Pixels by which an arrow key moves the view."""
PLACING: Final = ("type", "nearest")
"""Commands that only matter while a piece or a unit is placed."""
SLIP: Final = 4
"""Pixels the mouse may move between press and release of a click."""


class Input:
    """Routes events to the scene, its parts, its controller and its commands."""

    def __init__(self, scene: TableScene) -> None:
        self.scene = scene
        self.obey(Commands(scene))
        self._pressed = False
        self._spent = False  # whether the button held down has only skipped what was shown
        self._pressed_at = (0, 0)
        self._pan_from: tuple[int, int] | None = None
        self._panned = False

    def obey(self, commands: Commands) -> None:
        """Use these commands for keys, buttons and the menu."""
        self.commands, focus = commands, self.scene.focus
        focus.perform, focus.look_up = commands.do, commands.look_up

    def release(self) -> None:
        """Forget held keys and buttons: another screen has received the events since."""
        self._pressed, self._pan_from, self.scene.focus.pointing = False, None, False

    def handle(self, event: pygame.event.Event) -> None:
        scene = self.scene
        if event.type == pygame.MOUSEMOTION:
            scene.focus.mouse, scene.focus.mouse_since, scene.focus.pointing = event.pos, time.monotonic(), True
        elif event.type in (pygame.WINDOWLEAVE, pygame.WINDOWFOCUSLOST, pygame.WINDOWMOVED):  # away from the mouse
            scene.focus.pointing = False
        press = None
        if event.type == pygame.KEYDOWN:
            press = press_of({} if scene.focus.sheets else scene.focus.options.keys, scene.model.seat, event)
            if press is None or (scene.window.repeated and not press.repeats):
                return
        if event.type == pygame.QUIT or (scene.focus.sheets and press is not None and press.command == "quit"):
            self._quit()
            return
        if event.type in (pygame.KEYDOWN, pygame.KEYUP) and event.key in (pygame.K_LALT, pygame.K_RALT):
            self._follow(scene.focus.mouse)
        looks = press is not None and press.command == "candidates"
        if not looks and self._hurries_dice(event):
            return
        if scene.sheets.input(event):
            return
        if press is not None:
            self._key(press)
        else:
            self._mouse(event)

    def _quit(self) -> None:
        """Leave, after a question; a second request is the answer."""
        if self.scene.focus.sheets and self.scene.focus.sheets[-1].title == _("Quit?"):
            self.scene.window.quit()
        else:
            self.commands.quit()

    def _hurries_dice(self, event: pygame.event.Event) -> bool:
        """Skip what is being shown at any key or click; return whether that was all it did.

        That is so when a sheet follows that nobody has seen yet, or for a click on the tray: the first stops its dice,
        another clears it. Where the table shines through, the click is also one on the table.
        """
        scene, sheets, tray = self.scene, len(self.scene.focus.sheets), self.scene.focus.animation.tray
        rolling = tray.running(time.monotonic())
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            scene.hurry()
            self._spent = len(scene.focus.sheets) > sheets
            if self._spent:
                return True
        if event.type == pygame.MOUSEBUTTONUP and self._spent:
            self._spent = False
            return True
        if event.type != pygame.MOUSEBUTTONDOWN or scene.focus.sheets or not tray.rect.collidepoint(event.pos):
            return False
        if rolling:
            return True
        yields = tray.yields(event.pos, scene.focus.mouse_since)
        tray.clear()
        tray.rect = pygame.Rect(0, 0, 0, 0)
        return not yields

    def _key(self, press: Press) -> None:
        scene = self.scene
        scene.focus.animation.tweens.started.clear()
        scene.focus.pointing = scene.focus.hands.hovering = False
        scene.refresh_panel()
        if scene.rosters.take_key(press) or self._command(press) or press.ctrl:
            return
        controller = scene.focus.input_target
        if controller is not None:
            if controller.key(press):
                focus = controller.focus()
                if focus is not None:
                    scene.focus.camera.show(*focus)
                return
            action = action_for(scene.focus.actions.actions, press.shortcut)
            if action is not None and press.command != "confirm":
                scene.focus.call(lambda: controller.perform(action))
                return
            if self._list_key(press):
                return
        if press.command in ("", *PLACING) and len(press.key) == 1 and press.key.isalnum():
            self._say_nothing(press)
        if press.command in ARROWS:
            dx, dy = ARROWS[press.command]
            scene.focus.camera.pan(-dx * PAN, dy * PAN)

    def _say_nothing(self, press: Press) -> None:
        """Say that a key means nothing now."""
        key = key_label(press.shortcut)
        self.scene.model.notice = Notice(_("{key} does nothing now. Rows show their keys; F1 lists the rest", key=key))

    def _command(self, press: Press) -> bool:
        """Run a command that is independent of the decision; return whether it was one."""
        if press.command == "step_back" and self.let_go():
            return True
        if press.command == "type":  # elsewhere a row may use its key
            return ask_spot(self.scene.focus, self.scene.focus.input_target)
        command = self.commands.table().get(press.command)
        if command is not None:
            command()
        return command is not None

    def let_go(self) -> bool:
        """Release the tape measure, a piece, a selection, a message, or an action; return whether there was any."""
        scene = self.scene
        if scene.focus.input_target is not None and scene.focus.input_target.let_go():
            pass
        elif scene.focus.tool is not None:
            scene.focus.tool.escape()
        elif scene.focus.hands.cancel():
            pass
        elif scene.focus.inspection.selected or scene.model.notice.title:
            scene.focus.inspection.selected, scene.model.notice.title, scene.model.notice.refusals = "", "", ()
        elif scene.log.query:
            scene.log.find("")
        else:
            return self._back()
        return True

    def _back(self) -> bool:
        """Go one step back, as far as nothing was rolled or revealed; return whether there was such a step."""
        scene, went = self.scene, False
        if scene.focus.is_direct:
            went = scene.focus.hands.back()
            scene.sync()
        return went

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
        elif press.command in ("confirm", "tick") and self._tells_refused():
            pass
        elif press.command == "confirm":
            scene.focus.call(lambda: controller.enter(scene.focus.actions.current()))
        elif press.command == "tick":
            scene.focus.call(lambda: controller.space(scene.focus.actions.current()))
        else:
            return False
        return True

    def _tells_refused(self) -> bool:
        """Say why the marked choice cannot be taken any more, and unmark it; return whether that is so."""
        actions = self.scene.focus.actions
        marked = actions.current()
        if marked is None or not marked.reason:
            return False
        self.scene.model.notice, actions.cursor = Notice(f"{marked.label}: {marked.reason}"), -1
        return True

    def _mouse(self, event: pygame.event.Event) -> None:
        scene = self.scene
        if event.type == pygame.MOUSEMOTION:
            self._motion(event)
        elif self._on_panes(event):
            self._let_go_beside(event)
        elif event.type == pygame.MOUSEBUTTONDOWN:
            inside = scene.focus.layout.table.collidepoint(event.pos)
            if event.button == 1:
                self._pressed = inside
                self._press(event.pos)
                self._follow(event.pos)
            elif event.button in (2, 3) and inside:
                self._pan_from, self._panned = event.pos, False
        elif event.type == pygame.MOUSEBUTTONUP:
            self._release(event)
            self._let_go_beside(event)
        elif event.type == pygame.MOUSEWHEEL:
            self._wheel(event)

    def _on_panes(self, event: pygame.event.Event) -> bool:
        """Offer an event to every part around the table; return whether one of them used it."""
        used = [pane.input(event) for pane in self.scene.panes]
        return any(used)

    def _let_go_beside(self, event: pygame.event.Event) -> None:
        """Let go of what the mouse button held, if it went up beside the table."""
        if event.type != pygame.MOUSEBUTTONUP or event.button != 1:
            return
        focus, self._pressed = self.scene.focus, False
        if focus.hands.held is not None and not focus.hands.held.rests:
            focus.hands.cancel()
        if focus.input_target is not None:
            focus.input_target.release()

    def _motion(self, event: pygame.event.Event) -> None:
        scene, pixel = self.scene, event.pos
        if self._pan_from is not None:
            dx, dy = pixel[0] - self._pan_from[0], pixel[1] - self._pan_from[1]
            if self._panned or abs(dx) + abs(dy) > SLIP:
                scene.focus.camera.pan(dx, dy)
                self._pan_from, self._panned = pixel, True
            return
        if self._drags(pixel):
            return
        if self._on_panes(event):  # a piece was dragged onto the table
            self._pressed, self._pressed_at = True, pixel
        scene.focus.point()
        self._follow(pixel)

    def _drags(self, pixel: tuple[int, int]) -> bool:
        """Move the piece in hand while the button is held; return whether there is one."""
        scene, hand = self.scene, self.scene.focus.hands.held
        if hand is None or hand.rests:
            if hand is not None:
                hand.placing.turner.draw(scene.focus.camera.to_table(*pixel))
            return hand is not None
        slipped = abs(pixel[0] - self._pressed_at[0]) + abs(pixel[1] - self._pressed_at[1]) <= SLIP
        if hand.moved or not slipped:
            scene.focus.hands.drag(scene.focus.camera.to_table(*pixel), bool(pygame.key.get_mods() & pygame.KMOD_ALT))
        return True

    def _follow(self, spot: tuple[int, int]) -> None:
        focus, target = self.scene.focus, self.scene.focus.input_target
        if focus.hands.held is None and target is not None and focus.camera.viewport.collidepoint(spot):
            target.motion(focus.camera.to_table(*spot), bool(pygame.key.get_mods() & pygame.KMOD_ALT))

    def _press(self, place: tuple[int, int]) -> None:
        focus, controller = self.scene.focus, self.scene.focus.controller
        if self._pressed and controller is not None and focus.tool is None:
            spot = focus.camera.to_table(*place)
            gripped = next(filter(None, (part.grip(place) for part in self.scene.overlays)), "")
            piece = gripped or focus.piece_at(spot)
            self._pressed_at = place
            if focus.hands.held is None and focus.is_direct and piece and not pygame.key.get_mods() & pygame.KMOD_CTRL:
                focus.hands.lift(spot, piece)
            self.scene.focus.call(lambda: controller.press(spot, piece))

    def _click(self, tool: Tool, spot: Spot, piece: str) -> bool:
        """Handle a click on a spot of the table, on a piece or none; return whether it was used."""
        scene, took = self.scene, list[bool]()
        if tool.drags:
            scene.focus.call(lambda: tool.click(spot, piece))
            return True
        scene.refresh_panel()
        places = tool.ghost.preview is not None
        if piece and scene.focus.is_direct and places and not tool.turns:  # else it would be put beside it
            scene.focus.call(lambda: took.append(scene.focus.hands.name(piece)))
        if piece and scene.focus.is_direct:
            scene.focus.call(lambda: took.append(scene.focus.hands.past_window(piece)))
        if not any(took):
            scene.focus.call(lambda: took.append(tool.click(spot, piece)))
        if not any(took) and scene.focus.is_direct:
            scene.focus.call(lambda: took.append(scene.focus.hands.click(spot, piece)))
        return any(took)

    def _release(self, event: pygame.event.Event) -> None:
        scene, controller = self.scene, self.scene.focus.input_target
        spot = scene.focus.camera.to_table(*event.pos)
        piece = scene.focus.piece_at(spot)
        inside = scene.focus.layout.table.collidepoint(event.pos)
        if event.button in (2, 3):
            if self._pan_from is not None and not self._panned and event.button == 3:
                if scene.focus.hands.cancel():
                    self._pressed = False
                elif piece or not self._back():
                    scene.focus.inspection.selected = scene.model.units.whole(piece)
            self._pan_from = None
        elif event.button == 1 and inside and self._pressed:
            self._pressed = False
            if self._drops(spot):
                return
            controller = scene.focus.input_target
            if any(part.input(event) for part in scene.overlays):
                return
            if controller is None or not self._click(controller, spot, piece):
                scene.focus.inspection.selected = scene.model.units.whole(piece)

    def _drops(self, spot: Spot) -> bool:
        """Put down the piece in hand, if it was dragged; return whether it was."""
        scene, hand = self.scene, self.scene.focus.hands.held
        if hand is None:
            return False
        if hand.rests:  # a click beside the ghost lets go
            scene.focus.call(lambda: hand.placing.click(spot, "") or scene.focus.hands.cancel())
        elif hand.moved:
            scene.focus.call(scene.focus.hands.drop)
        else:
            scene.focus.hands.cancel()
            return False
        return True

    def _turned(self, steps: int) -> bool:
        hand = self.scene.focus.input_target
        return hand is not None and hand.wheel(steps, fine=bool(pygame.key.get_mods() & pygame.KMOD_SHIFT))

    def _wheel(self, event: pygame.event.Event) -> None:
        focus = self.scene.focus
        if not focus.layout.table.collidepoint(focus.mouse) or any(part.input(event) for part in self.scene.overlays):
            return
        if pygame.key.get_mods() & pygame.KMOD_CTRL or not self._turned(event.y or event.x):
            focus.zoom(event.y, focus.mouse)
