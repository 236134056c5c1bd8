"""The time machine as a screen: any moment of a game on the table, with its timeline below."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, Final

import pygame

from game.documents.files import saves_folder
from game.documents.reading import load_document
from game.engine.core.notes import NoteDocument
from game.engine.history.timeline import Retrace, Timeline
from game.engine.saving.documents import SaveDocument
from game.engine.saving.notes import note_in_file
from game.engine.saving.saves import Difference
from game.rulesets import find
from game.ui.menu.opening import OpeningScreen
from game.ui.play.screen import SceneScreen
from game.ui.replay.commands import Keep, ReplayCommands
from game.ui.replay.scene import ReplayModel, ReplayScene
from game.ui.shell.window import Window

KEYS: Final = {
    pygame.K_HOME: "first",
    pygame.K_END: "last",
    pygame.K_PAGEUP: "-round",
    pygame.K_PAGEDOWN: "+round",
    pygame.K_LEFT: "-",
    pygame.K_RIGHT: "+",
}
"""Commands of the keys of the timeline; the unit of "-" and "+" depends on Shift and Ctrl."""


class ReplayScreen(SceneScreen):
    """A timeline with the table above it. `keep` saves a note; it may raise `OSError`."""

    scene: ReplayScene

    def __init__(self, window: Window, timeline: Timeline, keep: Keep, differences: Sequence[Difference] = ()) -> None:
        self._dragging = False
        model = ReplayModel(timeline.at(timeline.last), lambda session: None, saves_folder())
        super().__init__(window, ReplayScene(window, model, timeline, differences))
        self.commands = self.input.commands = ReplayCommands(self.scene, keep, differences)
        self.scene.go(min(self.scene.differences, default=timeline.last))

    def handle(self, event: pygame.event.Event) -> None:
        scene = self.scene
        free = not scene.sheets and not scene.dialogs.open
        if free and event.type == pygame.KEYDOWN and self._key(event):
            return
        if free and self._mouse(event):
            scene.mouse = getattr(event, "pos", scene.mouse)
            return
        super().handle(event)

    def _key(self, event: pygame.event.Event) -> bool:
        command = KEYS.get(event.key, "")
        if command in ("-", "+"):
            ctrl, shift = event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META), event.mod & pygame.KMOD_SHIFT
            if self.scene.measuring.on and not ctrl:
                return False
            command += "activation" if ctrl else "decision" if shift else "event"
        if command:
            self.commands.do(command)
        return bool(command)

    def _mouse(self, event: pygame.event.Event) -> bool:
        scene, bar = self.scene, self.scene.bar_below
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and bar.rect.collidepoint(event.pos):
            button = bar.button_at(event.pos)
            if button:
                self.commands.do(button)
            elif event.pos[0] >= bar.track.left - scene.theme.px(1):
                self._dragging, scene.playing = True, False
                scene.go(bar.snapped(event.pos[0]))
            return True
        if event.type == pygame.MOUSEMOTION and self._dragging:
            scene.go(bar.moment_at(event.pos[0]))
        elif event.type == pygame.MOUSEBUTTONUP and self._dragging:
            self._dragging = False
        elif event.type == pygame.MOUSEWHEEL and bar.rect.collidepoint(scene.mouse):
            scene.step("event", -event.y or event.x)
        else:
            return False
        return True

    def tick(self) -> bool:
        working = self.commands.work()
        return super().tick() or working

    def leave(self) -> None:
        if self.commands.job is not None:
            self.commands.job.stop()


class RetracingScreen(OpeningScreen):
    """Plays the game saved at `path` again, every answer judged anew, then shows the time machine instead of itself."""

    def begin(self) -> Generator[float, None, Retrace]:
        retrace = Retrace(load_document(self.path, SaveDocument), find, str(self.path))
        for done, total in retrace.steps():
            yield done / max(1, total)
        return retrace

    def opened(self, result: Any) -> None:
        def keep(note: NoteDocument) -> None:
            note_in_file(self.path, note, result.document.journal)

        self.window.swap(ReplayScreen(self.window, result.timeline(), keep, result.differences))
