"""The time machine: any moment of a game on the table, to look at, to note on, to practise from, to write down."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

import pygame

from game.documents.error import DocumentError
from game.documents.files import home, saves_folder
from game.engine.history.timeline import Timeline, Unit
from game.engine.saving.documents import NoteDocument
from game.engine.saving.saves import Difference, save_game
from game.engine.session import Session
from game.players import new_session
from game.ui.model.session_model import SessionModel
from game.ui.play.screen import SceneScreen, TableScreen
from game.ui.replay.commands import ReplayCommands, branch_sheet, export_sheet, to_sandbox
from game.ui.replay.scene import ReplayModel, ReplayScene
from game.ui.shell.jobs import Job
from game.ui.shell.window import Window
from game.ui.widgets.messages import notice
from game.wording import _

PACE: Final = 0.45
"""Seconds that a moment stays while the game plays by itself."""
Keep = Callable[[NoteDocument], None]


class ReplayScreen(SceneScreen):
    """A timeline with the table above it. `keep` writes a note down; it may raise `OSError`."""

    scene: ReplayScene

    def __init__(
        self, window: Window, timeline: Timeline, keep: Keep, differences: list[Difference] | None = None
    ) -> None:
        self.timeline = timeline
        self.keep = keep
        self.differences = differences or []
        self.playing = False
        self.job: Job | None = None
        self._dragging = False
        self._played = 0.0
        model = ReplayModel(timeline.at(timeline.last), lambda session: None, saves_folder())
        super().__init__(window, ReplayScene(window, self, model, timeline, self.differences))
        self.input.commands = ReplayCommands(self.scene, self)
        self.go(min(self.scene.differences, default=timeline.last))

    # -- going about ---------------------------------------------------------------------------

    def go(self, moment: int) -> None:
        """Show a moment."""
        if moment != self.scene.moment or self.scene.model.session is not self.timeline.at(moment):
            self.scene.show_moment(moment)
        self.window.stale = True

    def step(self, unit: Unit, by: int) -> None:
        """Show the moment so many steps of a unit away."""
        self.go(self.timeline.step(self.scene.moment, unit, by))

    def do(self, name: str) -> None:
        """Do what a row, a button or a key asks for."""
        scene = self.scene
        if name == "play":
            self.playing = not self.playing and bool(self.timeline.last)
            if self.playing and scene.moment == self.timeline.last:
                self.go(0)
            self._played = time.monotonic()
        elif name == "leave":
            self.window.back()
        else:
            self.playing = False
            if name == "branch":
                scene.show(branch_sheet(self))
            elif name == "annotate":
                title = _("Note on {name}", name=scene.bar_below.name_of(scene.moment))
                scene.dialogs.ask_text(title, "", scene.layout.window, self.annotate)
            elif name == "export":
                scene.show(export_sheet(self))
            elif name == "sandbox":
                to_sandbox(self)
            elif name[0] in "+-":
                unit: Unit = "activation" if name.endswith("activation") else "event"
                self.step(unit, 1 if name[0] == "+" else -1)

    def annotate(self, text: str) -> None:
        """Keep a note on the moment that is shown."""
        moment = self.timeline.moments[self.scene.moment]
        if not text.strip():
            return
        note = NoteDocument(
            entries=moment.entries,
            events=moment.events,
            text=text.strip()[:2000],
            written_at=datetime.now(UTC).isoformat(timespec="seconds"),
        )
        try:
            self.keep(note)
        except (OSError, DocumentError) as error:
            self.tell(_("The note was not kept: {error}", error=error))
            return
        if note not in self.timeline.session.notes:
            self.timeline.session.notes.append(note)
        self.scene.model.notice.title = _("Noted")

    def branch(self, seed: int | None) -> None:
        """Open a practice game that goes on from the moment shown; the game itself stays as it is."""
        session = self.timeline.branch(self.scene.moment, seed)
        model = SessionModel(session, keep_practice, saves_folder(), new_session.bots(session), practice=True)
        place = TableScreen(self.window, model)
        place.scene.result_shown = session.finished
        model.notice.title = _("Practice: the game that was branched off stays as it was")
        self.window.go(place)

    def new_seed(self) -> int:
        """Return the seed of other dice."""
        return secrets.randbits(48)

    def begin(self, job: Job) -> None:
        """Work a job off, with a sheet that shows how far it is."""
        self.job = job
        self.scene.show(job.sheet(self.scene.theme))

    def tell(self, text: str) -> None:
        """Tell people something."""
        self.scene.show(notice(self.scene.theme, [text]))

    # -- as a place ----------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> None:
        """Take one event: for the timeline where it is meant for it, else for the table."""
        scene = self.scene
        free = not scene.sheets and not scene.dialogs.open
        if free and event.type == pygame.KEYDOWN and self._key(event):
            return
        if free and self._mouse(event):
            scene.mouse = getattr(event, "pos", scene.mouse)
            return
        super().handle(event)

    def _key(self, event: pygame.event.Event) -> bool:
        """Take a key of the timeline; say whether it was one."""
        key, mod = event.key, event.mod
        way = 1 if key in (pygame.K_RIGHT, pygame.K_PAGEDOWN) else -1
        if key in (pygame.K_HOME, pygame.K_END):
            self.go(0 if key == pygame.K_HOME else self.timeline.last)
        elif key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            self.step("round", way)
        elif key in (pygame.K_LEFT, pygame.K_RIGHT) and mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            self.step("activation", way)
        elif key in (pygame.K_LEFT, pygame.K_RIGHT) and not self.scene.measuring.on:
            self.step("decision" if mod & pygame.KMOD_SHIFT else "event", way)
        else:
            return False
        self.playing = False
        return True

    def _mouse(self, event: pygame.event.Event) -> bool:
        """Take the mouse over the timeline; say whether it was there."""
        bar = self.scene.bar_below
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and bar.rect.collidepoint(event.pos):
            button = bar.button_at(event.pos)
            if button:
                self.do(button)
            elif event.pos[0] >= bar.track.left - self.scene.theme.px(1):
                self._dragging, self.playing = True, False
                self.go(bar.snapped(event.pos[0]))
            return True
        if event.type == pygame.MOUSEMOTION and self._dragging:
            self.go(bar.moment_at(event.pos[0]))
            return True
        if event.type == pygame.MOUSEBUTTONUP and self._dragging:
            self._dragging = False
            return True
        if event.type == pygame.MOUSEWHEEL and bar.rect.collidepoint(self.scene.mouse):
            self.step("event", -event.y or event.x)
            return True
        return False

    def tick(self) -> bool:
        """Play on, work a job off, let the table live."""
        scene, now = self.scene, time.monotonic()
        if self.playing and not scene.sheets and now - self._played >= PACE and not scene.tray.running(now):
            self._played = now
            self.step("event", 1)
            self.playing = scene.moment < self.timeline.last
        if self.job is not None:
            self.job.work()
            if not self.job.running:
                self.job = None
        return super().tick() or self.playing or self.job is not None

    def leave(self) -> None:
        """Nothing is lost by leaving, but a job that is under way stops."""
        if self.job is not None:
            self.job.stop()


def keep_practice(session: Session) -> None:
    """Save a practice game where no other game is saved; raise `OSError`."""
    save_game(session, home() / "practice.json", "practice")
