"""Input: which event means what. Sheets first, then dialogs, then the scene."""

from __future__ import annotations

import time
from typing import Final

import pygame
import pygame_gui

from game.ui.decisions.place import PlaceController
from game.ui.play.citations import rule_at
from game.ui.play.commands import Commands
from game.ui.play.scene import TableScene
from game.ui.play.typed_spots import ask_spot
from game.ui.widgets.keys import translated
from game.ui.widgets.menu_item import action_for
from game.wording import _

PAN: Final = 48
"""Pixels by which an arrow key moves the view."""
SLIP: Final = 4
"""Pixels the mouse may slip between press and release of what is still a click."""
_ARROWS: Final = {pygame.K_LEFT: (1, 0), pygame.K_RIGHT: (-1, 0), pygame.K_UP: (0, 1), pygame.K_DOWN: (0, -1)}
_REPEATING: Final = frozenset(
    (*_ARROWS, pygame.K_TAB, pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_PLUS, pygame.K_EQUALS, pygame.K_MINUS)
)
_COMMANDS: Final = {
    pygame.K_F2: "fairness",
    pygame.K_F3: "look",
    pygame.K_F4: "settings",
    pygame.K_F5: "recap",
    pygame.K_F6: "sound",
    pygame.K_F7: "state",
    pygame.K_F8: "rules",
}
_CTRL: Final = {pygame.K_z: "undo", pygame.K_s: "save", pygame.K_o: "load", pygame.K_q: "quit"}


class Input:
    """Routes events to the scene, its controller and its commands."""

    def __init__(self, scene: TableScene) -> None:
        self.scene = scene
        self.commands = Commands(scene)
        self._pressed = False
        self._pan_from: tuple[int, int] | None = None
        self._panned = False
        self._held: set[int] = set()

    def release(self) -> None:
        """Forget what is held down: another place has taken the events since."""
        self._held.clear()
        self._pressed, self._pan_from = False, None

    def handle(self, event: pygame.event.Event) -> None:
        """Take one event."""
        scene = self.scene
        if event.type == pygame.QUIT:
            if scene.sheets and scene.sheets[-1].title == _("Quit?"):
                scene.window.quit()  # asked twice
            else:
                self.commands.quit()
            return
        if event.type in (pygame.KEYDOWN, pygame.KEYUP) and not scene.sheets and not scene.dialogs.open:
            meant = translated(scene.options.keys, scene.model.seat, event)
            if meant is None:
                return
            event = meant
        if event.type == pygame.MOUSEMOTION:
            scene.mouse, scene.mouse_since, scene.pointing = event.pos, time.monotonic(), True
        if self._repeats(event) or self._hurries_dice(event):
            return
        if scene.sheets:
            self._to_sheet(event)
            return
        if scene.dialogs.is_opening_text(event):
            return
        consumed = scene.manager.process_events(event)
        if scene.dialogs.open:
            scene.dialogs.handle(event)
            return
        if event.type == pygame_gui.UI_BUTTON_PRESSED:
            name = next((name for name, button in scene.tools.items() if button is event.ui_element), "")
            if name:
                self.commands.do(name)
        elif event.type == pygame.KEYDOWN:
            self._key(event)
        elif not consumed:
            self._mouse(event)

    def _repeats(self, event: pygame.event.Event) -> bool:
        """Say whether a key only repeats that must not: a held Enter is to answer once, not for the next one too."""
        if event.type == pygame.KEYUP:
            self._held.discard(event.key)
        elif event.type == pygame.WINDOWFOCUSLOST:
            self._held.clear()
        elif event.type == pygame.KEYDOWN and not self.scene.dialogs.open and event.key not in _REPEATING:
            if event.key in self._held:
                return True
            self._held.add(event.key)
        if event.type in (pygame.KEYDOWN, pygame.KEYUP) and event.key in (pygame.K_LALT, pygame.K_RALT):
            self._follow(self.scene.mouse)
        return False

    def _hurries_dice(self, event: pygame.event.Event) -> bool:
        """Let tumbling dice lie at any key or click; say whether it was a click into the tray, which clears it."""
        scene = self.scene
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            scene.tray.skip(time.monotonic())
        if event.type != pygame.MOUSEBUTTONDOWN or scene.sheets or not scene.tray.rect.collidepoint(event.pos):
            return False
        scene.tray.clear()
        scene.tray.rect = pygame.Rect(0, 0, 0, 0)
        return True

    def _to_sheet(self, event: pygame.event.Event) -> None:
        scene = self.scene
        sheet = scene.sheets[-1]
        sheet.handle(event)
        if sheet.closed:
            scene.sheets.remove(sheet)

    # -- keys ----------------------------------------------------------------------------------

    def _key(self, event: pygame.event.Event) -> None:
        scene = self.scene
        scene.tweens.stop()
        scene.pointing = False
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            self._ctrl(event)
            return
        scene.refresh_panel()
        if self._everywhere(event):
            return
        controller = scene.input_target
        if controller is not None:
            if controller.key(event):
                focus = controller.focus()
                if focus is not None:
                    scene.camera.show(*focus)
                return
            action = action_for(scene.actions.actions, event)
            if action is not None and event.key not in (pygame.K_RETURN, pygame.K_KP_ENTER):
                scene.call(lambda: controller.perform(action))
                return
            if self._list_key(event):
                return
        if event.key in _ARROWS:
            dx, dy = _ARROWS[event.key]
            scene.camera.pan(dx * PAN, dy * PAN)

    def _ctrl(self, event: pygame.event.Event) -> None:
        scene = self.scene
        if event.key in _CTRL:
            self.commands.do(_CTRL[event.key])
        elif event.key in (pygame.K_PLUS, pygame.K_EQUALS, pygame.K_KP_PLUS):
            scene.window.rescale(scene.theme.scale + 0.1)
        elif event.key in (pygame.K_MINUS, pygame.K_KP_MINUS):
            scene.window.rescale(scene.theme.scale - 0.1)

    def _everywhere(self, event: pygame.event.Event) -> bool:
        """Keys that mean the same whatever is decided."""
        scene, key = self.scene, event.key
        if key == pygame.K_F1 or event.unicode == "?":
            self.commands.do("help")
        elif key == pygame.K_ESCAPE:
            if scene.measuring.on:
                scene.measuring.escape()
            elif scene.selected or scene.model.notice.title:
                scene.selected, scene.model.notice.title, scene.model.notice.refusals = "", "", ()
            else:
                self.commands.do("menu")
        elif key in (pygame.K_HOME, pygame.K_f):
            scene.camera.fit()
        elif event.unicode in ("+", "=") or key == pygame.K_KP_PLUS:
            self._zoom(1, scene.camera.viewport.center)
        elif event.unicode == "-" or key == pygame.K_KP_MINUS:
            self._zoom(-1, scene.camera.viewport.center)
        elif key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            scene.log.scroll(scene.log.body.height * (1 if key == pygame.K_PAGEUP else -1), scene.model.log)
        elif key == pygame.K_END:
            scene.log.back = 0
        elif key == pygame.K_i:
            scene.inspection.next(-1 if event.mod & pygame.KMOD_SHIFT else 1)
        elif key == pygame.K_m:
            self.commands.do("measure")
        elif key == pygame.K_w and event.mod & pygame.KMOD_SHIFT:
            self.commands.do("rules")
        elif key == pygame.K_w:
            scene.explain = not scene.explain
        elif key == pygame.K_x:
            self._threats(bool(event.mod & pygame.KMOD_SHIFT))
        elif key in _COMMANDS:
            self.commands.do(_COMMANDS[key])
        elif key == pygame.K_t and isinstance(scene.input_target, PlaceController):
            ask_spot(scene, scene.input_target.start, scene.input_target.spot, scene.input_target.move_to)
        else:
            return False
        return True

    def _list_key(self, event: pygame.event.Event) -> bool:
        """Keys that walk through the choices and take one."""
        scene, controller = self.scene, self.scene.input_target
        if controller is None or (event.mod & pygame.KMOD_SHIFT and event.key != pygame.K_TAB):
            return False
        if event.key in (pygame.K_TAB, pygame.K_DOWN, pygame.K_UP):
            back = event.key == pygame.K_UP or (event.key == pygame.K_TAB and event.mod & pygame.KMOD_SHIFT)
            scene.actions.step(-1 if back else 1)
            self._show_subject()
        elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            scene.call(lambda: controller.enter(scene.actions.current()))
        elif event.key == pygame.K_SPACE:
            scene.call(lambda: controller.space(scene.actions.current()))
        else:
            return False
        return True

    def _show_subject(self) -> None:
        scene = self.scene
        action = scene.actions.current()
        piece = scene.model.pieces.get(action.subject[0]) if action is not None and action.subject else None
        if piece is not None:
            scene.camera.show(piece.x, piece.y)

    def _threats(self, one: bool) -> None:
        """Show or hide the threat map; with `one`, leave out of it or take in the piece pointed at or selected."""
        scene = self.scene
        if not scene.options.threat:
            scene.model.notice.title = _("Threats are switched off in the settings (F4)")
        elif not one:
            scene.threats.toggle()
        elif not scene.threats.toggle_piece(scene.selected or scene.hovered):
            scene.model.notice.title = _("Point at an enemy or select one with I to leave it out of the threat map")

    def _zoom(self, steps: float, spot: tuple[int, int]) -> None:
        self.scene.camera.zoom(steps, *spot)
        self.scene.zoomed_at = time.monotonic()

    # -- mouse ---------------------------------------------------------------------------------

    def _mouse(self, event: pygame.event.Event) -> None:
        scene = self.scene
        if event.type == pygame.MOUSEMOTION:
            self._motion(event)
        elif event.type == pygame.MOUSEBUTTONDOWN:
            if event.button == 1:
                self._pressed = scene.layout.table.collidepoint(event.pos)
                self._press(event.pos)
                self._follow(event.pos)
            elif event.button in (2, 3) and scene.layout.table.collidepoint(event.pos):
                self._pan_from, self._panned = event.pos, False
        elif event.type == pygame.MOUSEBUTTONUP:
            self._release(event)
        elif event.type == pygame.MOUSEWHEEL:
            self._wheel(event)

    def _motion(self, event: pygame.event.Event) -> None:
        scene = self.scene
        if self._pan_from is not None:
            dx, dy = event.pos[0] - self._pan_from[0], event.pos[1] - self._pan_from[1]
            if self._panned or abs(dx) + abs(dy) > SLIP:
                scene.camera.pan(dx, dy)
                self._pan_from, self._panned = event.pos, True
            return
        scene.actions.hovered = scene.actions.at(event.pos)
        scene.point()
        self._follow(event.pos)

    def _follow(self, spot: tuple[int, int]) -> None:
        scene = self.scene
        if scene.input_target is not None and scene.layout.table.collidepoint(spot):
            free = bool(pygame.key.get_mods() & pygame.KMOD_ALT)
            scene.input_target.motion(scene.camera.to_table(*spot), free)

    def _press(self, place: tuple[int, int]) -> None:
        """Let the controller take hold of what is under the mouse."""
        scene, controller = self.scene, self.scene.controller
        if self._pressed and controller is not None and not scene.measuring.on:
            spot = scene.camera.to_table(*place)
            scene.call(lambda: controller.press(spot, scene.context.piece_at(scene.model.pieces, spot)))

    def _release(self, event: pygame.event.Event) -> None:
        scene, controller = self.scene, self.scene.input_target
        spot = scene.camera.to_table(*event.pos)
        piece = scene.context.piece_at(scene.model.pieces, spot)
        inside = scene.layout.table.collidepoint(event.pos)
        if event.button in (2, 3):
            if self._pan_from is not None and not self._panned and event.button == 3:
                scene.selected = piece
            self._pan_from = None
        elif event.button == 1 and inside and self._pressed:
            self._pressed = False
            if pygame.key.get_mods() & pygame.KMOD_CTRL and scene.threats.toggle_piece(piece):
                return
            if controller is None:
                scene.selected = piece
                return
            scene.refresh_panel()
            took: list[bool] = []
            scene.call(lambda: took.append(controller.click(spot, piece)))
            if not took[0]:
                scene.selected = piece
        elif event.button == 1:
            if rule := rule_at(scene, event.pos):
                self.commands.look_up(rule)
            row = scene.actions.at(event.pos)
            if row >= 0 and controller is not None and scene.actions.actions[row].enabled:
                action = scene.actions.actions[row]
                scene.call(lambda: controller.perform(action))
        if event.button == 1:
            self._pressed = False

    def _wheel(self, event: pygame.event.Event) -> None:
        scene = self.scene
        if scene.layout.table.collidepoint(scene.mouse):
            if scene.measuring.on and pygame.key.get_mods() & pygame.KMOD_SHIFT:
                scene.measuring.wheel(event.y or event.x)  # some systems turn the wheel sideways while Shift is held
            else:
                self._zoom(event.y, scene.mouse)
        elif scene.layout.log.collidepoint(scene.mouse):
            scene.log.scroll(event.y * scene.theme.px(5), scene.model.log)
        elif scene.layout.details.collidepoint(scene.mouse):
            scene.details.scroll(-event.y * scene.theme.px(4))
        elif scene.layout.decision.collidepoint(scene.mouse):
            scene.actions.scroll -= event.y * scene.theme.px(5)
            scene.actions.clamp()
