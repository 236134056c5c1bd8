"""What all controllers share, and the register of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import pygame

from game.engine.core.decisions import Answer, Decision
from game.engine.rulebook.view import Line, PieceView
from game.ui.board.camera import Camera, Spot
from game.ui.board.overlays import draw_cross
from game.ui.board.pieces import Liveries, Sprites
from game.ui.model.session_model import SessionModel
from game.ui.prefs.settings import Options
from game.ui.widgets.keys import ARROWS, Press
from game.ui.widgets.layers import Canvas
from game.ui.widgets.menu_item import MenuItem
from game.ui.widgets.theme import BAD, LAMP, Theme

Item = TypeVar("Item")

_CONTROLLERS: dict[type[Decision], type[Controller]] = {}

NUDGE, STRIDE = 0.05, 0.5
"""Inches that an arrow key moves something, and those with Shift."""
SHORTCUT = "shortcut:"
"""Marks the id of an action that is a decision's shortcut."""


@dataclass
class DrawContext:
    """What a controller draws with: theme, camera, sprites, the players' liveries and which aids are wanted."""

    theme: Theme
    camera: Camera
    sprites: Sprites
    owners: Liveries = field(default_factory=dict)
    options: Options = field(default_factory=Options)

    def draw_ghost(self, target: pygame.Surface, piece: PieceView, *, legal: bool) -> None:
        """Draw a piece where it would be placed, crossed out if that is not legal."""
        scale, centre = self.camera.scale, self.camera.to_screen(piece.x, piece.y)
        self.sprites.ring(target, piece, centre, scale, LAMP if legal else BAD, "glow")
        self.sprites.draw(target, piece, centre, scale, self.owners)
        if not legal:
            draw_cross(target, centre, piece.radius * scale)


class Tool:
    """Takes mouse and keys on the table, and offers rows in the panel."""

    hint = ""

    def actions(self) -> list[MenuItem]:
        """Return what can be done now, in the order it is shown."""
        return []

    def perform(self, action: MenuItem) -> None:
        """Do what an action says."""

    def enter(self, current: MenuItem | None) -> None:
        """Take Enter: do the action under the keyboard cursor."""
        if current is not None:
            self.perform(current)

    def space(self, current: MenuItem | None) -> None:
        """Take the space bar: the same as Enter unless something can be ticked."""
        self.enter(current)

    def motion(self, spot: Spot, free: bool) -> None:
        """Follow the mouse; with `free` illegal spots may be shown."""

    def click(self, spot: Spot, piece: str) -> bool:
        """Take a click on the table; return whether it meant anything here."""
        return False

    def key(self, press: Press) -> bool:
        """Take a key; return whether it meant anything here."""
        return False

    def focus(self) -> Spot | None:
        """Return the spot that must be in view after a key, if any."""
        return None

    def marks(self) -> dict[str, str]:
        """Return the pieces to ring: "candidate", "chosen" or "contact"."""
        return {}

    def waiting(self, now: float) -> bool:
        """Return whether there will be more to show in a moment without anybody doing anything."""
        return False


class Controller(Tool):
    """Answers one decision. The base class offers the decision's shortcuts and nothing else."""

    def __init__(self, model: SessionModel, decision: Decision) -> None:
        self.model = model
        self.decision = decision

    def actions(self) -> list[MenuItem]:
        return self.shortcuts()

    def shortcuts(self) -> list[MenuItem]:
        """Return the decision's shortcuts as actions."""
        return [
            MenuItem(SHORTCUT + option.key, option.label, rule=option.rule, subject=option.subject)
            for option in self.decision.shortcuts
        ]

    def perform(self, action: MenuItem) -> None:
        if action.id.startswith(SHORTCUT):
            self.model.answer(action.id.removeprefix(SHORTCUT))

    def lines(self) -> list[Line]:
        """Return what there is to know about the answer being made."""
        return []

    def outlook(self) -> tuple[Line, ...]:
        """Return what others could then do, so far as it is known: an aid that can be switched off."""
        return ()

    def weighed(self, pointed: MenuItem | None, piece: str) -> Answer | None:
        """Return the answer under consideration: that of the row pointed at, or of the piece under the mouse."""
        return pointed.id.removeprefix(SHORTCUT) if pointed is not None else None

    def objections(self, piece: str) -> tuple[Line, ...]:
        """Return why a piece on the table cannot be the answer; empty where it can, or is no question."""
        return ()

    @property
    def moving(self) -> str:
        """The piece whose ghost is somewhere else than the piece, or an empty string."""
        return ""

    @property
    def draws_reach(self) -> bool:
        """Whether it draws by itself how far the piece it is about could go and strike."""
        return False

    def press(self, spot: Spot, piece: str) -> None:
        """Take the mouse button going down on the table, on a piece or none."""

    def under(self, target: Canvas, context: DrawContext) -> None:
        """Draw on the table below the pieces."""

    def over(self, target: pygame.Surface, context: DrawContext) -> None:
        """Draw on the table above the pieces."""


def nudged(spot: Spot, press: Press) -> Spot | None:
    """Return where an arrow key moves a spot (inches), in long steps with Shift; None for any other key."""
    if press.command not in ARROWS:
        return None
    (dx, dy), step = ARROWS[press.command], STRIDE if press.shift else NUDGE
    return spot[0] + dx * step, spot[1] + dy * step


def stepped(ring: Sequence[Item], current: object, by: int) -> Item:
    """Return the item so many steps from the current one, round and round; without one, the first or the last."""
    at = next((number for number, item in enumerate(ring) if item == current), -1 if by > 0 else 0)
    return ring[(at + by) % len(ring)]


def controls(kind: type[Decision]) -> Callable[[type[Any]], type[Any]]:
    """Register the decorated class as the controller of a kind of decision."""

    def register(controller: type[Any]) -> type[Any]:
        _CONTROLLERS[kind] = controller
        return controller

    return register


def controller_for(model: SessionModel, decision: Decision) -> Controller:
    """Return a new controller for a decision."""
    kind = next((kind for kind in type(decision).__mro__ if kind in _CONTROLLERS), None)
    return _CONTROLLERS[kind](model, decision) if kind is not None else Controller(model, decision)
