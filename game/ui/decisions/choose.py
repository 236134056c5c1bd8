"""Choosing: options as rows of a list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.engine.core.decisions import Answer, Choose, Option
from game.engine.core.windows import PASS
from game.play.session_model import Notice, SessionModel
from game.ui.board.camera import Spot
from game.ui.decisions.about import Thing, rows_about
from game.ui.decisions.base import Controller, controls
from game.ui.widgets.menu_item import SHORTCUT, MenuItem
from game.wording import N_, _

SKIP: Final = "skip:"
"""The id of the row that passes a window and all later ones of its timing."""


@controls(Choose)
class ChooseController(Controller):
    """Options as buttons, with refused ones and their reasons below."""

    hint = N_("Press the key of an option, or Tab and Enter.")

    def __init__(self, model: SessionModel, decision: Choose) -> None:
        super().__init__(model, decision)
        self.choice = decision
        self._offered = [_option_row(option) for option in decision.options]
        self._refused = [_option_row(option, refusal.text, refusal.rule) for option, refusal in decision.refusals()]
        self._skipping = [MenuItem(SKIP, _("Pass, and don't ask at such moments again"))] if model.may_skip else []
        self._meant = ""
        """The row that the last click on the table was about."""

    def choose(self, rows: Sequence[MenuItem]) -> bool:
        """Take the only row about what was clicked; in a window, an offer is spent only by a second click."""
        meant = rows[0].id if len(rows) == 1 else ""
        if meant in ("", PASS, self._meant) or all(option.key != PASS for option in self.choice.options):
            return super().choose(rows)
        self._meant = meant
        self.model.notice = Notice(_("{row} - click again to use it", row=rows[0].label))
        return False

    def actions(self) -> list[MenuItem]:
        return [*self._offered, *self.shortcuts(), *self._skipping, *self._refused]

    def perform(self, action: MenuItem) -> None:
        if action.id == SKIP:
            self.model.skip()
        else:
            self.model.answer(action.id.removeprefix(SHORTCUT))

    def rows_at(self, spot: Spot, piece: str) -> list[MenuItem]:
        if found := super().rows_at(spot, piece):
            return found
        leads = self.choice.leads or {}
        return [row for row in self.actions() if not piece and row.id in leads and leads[row.id].find(spot)]

    def weighed(self, pointed: MenuItem | None, piece: str) -> Answer | None:
        about = rows_about(self.actions(), Thing(piece, self.model.units.whole(piece))) if piece else []
        answer = super().weighed(about[0] if len(about) == 1 else pointed, piece)
        return PASS if answer == SKIP else answer


def _option_row(option: Option, reason: str = "", rule: str = "") -> MenuItem:
    return MenuItem(
        option.key,
        option.label,
        option.letter,
        rule=rule or option.rule,
        reason=reason,
        subject=option.subject,
        about=option.about,
        dice=option.dice,
        brief=option.brief,
    )
