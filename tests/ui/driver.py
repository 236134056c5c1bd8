"""Plays at the window as a person does: by events alone."""

from __future__ import annotations

from pathlib import Path

import pygame

from game.engine.session import Session
from game.ui.actions import Action
from game.ui.desk import Bot, Desk
from game.ui.drawing import Painter
from game.ui.input import Input
from game.ui.scene import Scene
from game.ui.theme import Theme

MODIFIERS = {"ctrl": pygame.KMOD_CTRL, "shift": pygame.KMOD_SHIFT, "alt": pygame.KMOD_ALT}


class Driver:
    """A scene in a dummy window, with hands."""

    def __init__(
        self, folder: Path, session: Session, size: tuple[int, int] = (1280, 720), bots: dict[str, Bot] | None = None
    ) -> None:
        self.screen = pygame.display.set_mode(size)
        self.saved: list[int] = []
        desk = Desk(session, lambda played: self.saved.append(len(played.journal)), folder, bots or {})
        self.scene = Scene(desk, size, Theme())
        self.input = Input(self.scene)
        self.painter = Painter()
        self.frame()

    @property
    def session(self) -> Session:
        """The session on the table."""
        return self.scene.desk.session

    def dialog_open(self) -> bool:
        """Say whether a dialog of pygame_gui is open."""
        return self.scene.dialogs.open

    def frame(self) -> None:
        """Let the window live for one frame."""
        self.scene.tick()
        self.scene.manager.update(0.016)
        self.painter.paint(self.screen, self.scene)

    def key(self, name: str) -> None:
        """Press a key such as "return", "a" or "ctrl+z"."""
        *held, plain = name.split("+") if len(name) > 1 else [name]
        mod = 0
        for modifier in held:
            mod |= MODIFIERS[modifier]
        code = pygame.key.key_code(plain)
        text = plain if len(plain) == 1 and not mod else ""
        self.input.handle(pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod, unicode=text))
        self.input.handle(pygame.event.Event(pygame.KEYUP, key=code, mod=mod, unicode=text))
        self.frame()

    def keys(self, *names: str) -> None:
        """Press several keys, one after another."""
        for name in names:
            self.key(name)

    def move(self, spot: tuple[float, float]) -> None:
        """Move the mouse to a pixel."""
        place = (round(spot[0]), round(spot[1]))
        self.input.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=place, rel=(1, 1), buttons=(0, 0, 0)))
        self.frame()

    def click(self, spot: tuple[float, float], button: int = 1) -> None:
        """Click at a pixel."""
        self.move(spot)
        place = (round(spot[0]), round(spot[1]))
        self.input.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=place, button=button))
        self.input.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=place, button=button))
        self.frame()

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return the pixel of a spot on the table."""
        return self.scene.camera.to_screen(x, y)

    def row(self, start: str) -> tuple[Action, pygame.Rect]:
        """Return the action whose label starts like that, scrolled into view."""
        sheet = self.scene.sheets[-1].list if self.scene.sheets else self.scene.actions
        return next(row for row in sheet.rows() if row[0].label.startswith(start))

    def press_row(self, start: str) -> None:
        """Click the action whose label starts like that."""
        self.click(self.row(start)[1].center)
