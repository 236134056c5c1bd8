"""What all controllers share, and the register of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame

from game.engine.core.decisions import Answer, Decision
from game.engine.rulebook.view import Line
from game.ui.board.draw_context import DrawContext, Spot
from game.ui.model.session_model import SessionModel
from game.ui.widgets.layers import Canvas
from game.ui.widgets.menu_item import MenuItem

_CONTROLLERS: dict[type[Decision], type[Controller]] = {}

SHORTCUT = "shortcut:"
"""Marks the id of an action that stands for a decision's shortcut."""


class Controller:
    """Answers one decision. The base class offers the decision's shortcuts and nothing else."""

    hint = ""

    def __init__(self, model: SessionModel, decision: Decision) -> None:
        self.model = model
        self.decision = decision

    # -- what is offered -----------------------------------------------------------------------

    def actions(self) -> list[MenuItem]:
        """Return what can be done now, in the order it is shown."""
        return self.shortcuts()

    def shortcuts(self) -> list[MenuItem]:
        """Return the decision's shortcuts as actions."""
        return [
            MenuItem(SHORTCUT + option.key, option.label, rule=option.rule, subject=option.subject)
            for option in self.decision.shortcuts
        ]

    def perform(self, action: MenuItem) -> None:
        """Do what an action says."""
        if action.id.startswith(SHORTCUT):
            self.model.answer(action.id.removeprefix(SHORTCUT))

    def enter(self, current: MenuItem | None) -> None:
        """Take Enter: do the action under the keyboard cursor."""
        if current is not None:
            self.perform(current)

    def space(self, current: MenuItem | None) -> None:
        """Take the space bar: the same as Enter unless something can be ticked."""
        self.enter(current)

    def lines(self) -> list[Line]:
        """Return what there is to say about the answer being made."""
        return []

    def outlook(self) -> tuple[Line, ...]:
        """Return what others could then do, as far as it is known: an aid that can be switched off."""
        return ()

    def weighed(self, pointed: MenuItem | None, piece: str) -> Answer | None:
        """Return the answer that is thought of: by the row pointed at, or the piece under the mouse."""
        return pointed.id.removeprefix(SHORTCUT) if pointed is not None else None

    def waiting(self, now: float) -> bool:
        """Say whether there will be more to say in a moment without anybody doing anything."""
        return False

    def objections(self, piece: str) -> tuple[Line, ...]:
        """Return why a piece on the table cannot be the answer; empty where it can, or was not asked for."""
        return ()

    # -- the table -----------------------------------------------------------------------------

    @property
    def moving(self) -> str:
        """The piece whose ghost is somewhere else than it stands, or an empty string."""
        return ""

    @property
    def draws_reach(self) -> bool:
        """Whether it draws itself how far the piece it is about could go and strike."""
        return False

    def press(self, spot: Spot, piece: str) -> None:
        """Take the mouse button going down on the table, on a piece or none."""

    def marks(self) -> dict[str, str]:
        """Return the pieces to ring: "candidate", "chosen" or "contact"."""
        return {}

    def motion(self, spot: Spot, free: bool) -> None:
        """Follow the mouse; with `free` illegal spots may be shown."""

    def click(self, spot: Spot, piece: str) -> bool:
        """Take a click on the table; say whether it meant anything here."""
        return False

    def key(self, event: pygame.event.Event) -> bool:
        """Take a key; say whether it meant anything here."""
        return False

    def focus(self) -> Spot | None:
        """Return the spot that must be in view after a key, if any."""
        return None

    def under(self, target: Canvas, context: DrawContext) -> None:
        """Draw on the table below the pieces."""

    def over(self, target: pygame.Surface, context: DrawContext) -> None:
        """Draw on the table above the pieces."""


def controls(kind: type[Decision]) -> Callable[[type[Any]], type[Any]]:
    """Register the decorated class as the controller of a kind of decision."""

    def register(controller: type[Any]) -> type[Any]:
        _CONTROLLERS[kind] = controller
        return controller

    return register


def controller_for(model: SessionModel, decision: Decision) -> Controller:
    """Return a new controller for a decision."""
    for kind in type(decision).__mro__:
        if kind in _CONTROLLERS:
            return _CONTROLLERS[kind](model, decision)
    return Controller(model, decision)
