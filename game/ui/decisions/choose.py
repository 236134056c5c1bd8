"""Choosing one of some labelled options."""

from __future__ import annotations

from game.engine.core.decisions import Answer, Choose, Option
from game.ui.board.draw_context import Spot
from game.ui.decisions.base import SHORTCUT, Controller, controls
from game.ui.model.session_model import SessionModel
from game.ui.widgets.menu_item import MenuItem
from game.wording import N_


@controls(Choose)
class ChooseController(Controller):
    """Options as buttons; what is refused stands below with its reason."""

    hint = N_("Press the key of an option, or Tab and Enter.")

    def __init__(self, model: SessionModel, decision: Choose) -> None:
        super().__init__(model, decision)
        self.choice = decision
        self._refused = [_action(option, refusal.text, refusal.rule) for option, refusal in decision.refusals()]

    def actions(self) -> list[MenuItem]:
        return [*(_action(option) for option in self.choice.options), *self.shortcuts(), *self._refused]

    def perform(self, action: MenuItem) -> None:
        self.model.answer(action.id.removeprefix(SHORTCUT))

    def weighed(self, pointed: MenuItem | None, piece: str) -> Answer | None:
        about = [option.key for option in self.choice.options if piece and piece in option.subject]
        return about[0] if len(about) == 1 else super().weighed(pointed, piece)

    def marks(self) -> dict[str, str]:
        return {piece: "candidate" for option in self.choice.options for piece in option.subject}

    def click(self, spot: Spot, piece: str) -> bool:
        about = [option for option in self.choice.options if piece and piece in option.subject]
        if len(about) != 1:
            return False
        return self.model.answer(about[0].key)


def _action(option: Option, reason: str = "", rule: str = "") -> MenuItem:
    return MenuItem(option.key, option.label, rule=rule or option.rule, reason=reason, subject=option.subject)
