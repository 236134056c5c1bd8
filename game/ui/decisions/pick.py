"""Picking one or several pieces, on the table or in the list."""

from __future__ import annotations

from game.engine.core.decisions import Answer, Pick
from game.engine.rulebook.view import Line
from game.ui.board.draw_context import Spot
from game.ui.decisions.base import SHORTCUT, Controller, controls
from game.ui.model.session_model import Notice, SessionModel
from game.ui.widgets.menu_item import MenuItem
from game.ui.widgets.theme import colour_of
from game.wording import _

CONFIRM = "confirm"

NAMED = 2
"""Pieces that the confirmation names; more of them are counted."""


@controls(Pick)
class PickController(Controller):
    """Candidates glow on the table and stand in the list. One is picked at once, several are ticked and confirmed."""

    def __init__(self, model: SessionModel, decision: Pick) -> None:
        super().__init__(model, decision)
        self.pick = decision
        self.picked: list[str] = []
        self.several = decision.maximum != 1 or decision.minimum != 1
        self.hint = (
            _("Click pieces or tick them with Space, then Enter.")
            if self.several
            else _("Click a piece, or Tab and Enter.")
        )

    def actions(self) -> list[MenuItem]:
        rows = [self._row(piece) for piece in self.pick.candidates]
        if self.several:
            wrong = self.pick.why_not(list(self.picked))
            reason = "; ".join(refusal.text for refusal in wrong)
            label = _("Take {picked}", picked=self._picked_names()) if self.picked else _("Take none")
            rows.insert(0, MenuItem(CONFIRM, label, shortcut="return", reason=reason, primary=True))
        return rows + self.shortcuts()

    def _picked_names(self) -> str:
        """Name what is ticked; many are only counted."""
        names = [self.model.name_of(piece) for piece in self.picked]
        return ", ".join(names) if len(names) <= NAMED else str(len(names))

    def _row(self, piece: str) -> MenuItem:
        view = self.model.pieces.get(piece) or self.model.reserve.get(piece)
        owner = self.model.player(view.owner) if view else None
        die = "  " + _("d{die}", die=view.value) if view and view.kind == "base" and view.symbol else ""
        return MenuItem(
            piece,
            self.model.name_of(piece) + die,
            ticked=piece in self.picked if self.several else None,
            subject=(piece,),
            swatch=colour_of(owner.colour) if owner else None,
        )

    def perform(self, action: MenuItem) -> None:
        if action.id.startswith(SHORTCUT):
            super().perform(action)
        elif action.id == CONFIRM:
            self.model.answer(list(self.picked))
        elif self.several:
            self._toggle(action.id)
        else:
            self.model.answer([action.id])

    def enter(self, current: MenuItem | None) -> None:
        if self.several and (current is None or not current.id.startswith(SHORTCUT)):
            self.model.answer(list(self.picked))
        else:
            super().enter(current)

    def space(self, current: MenuItem | None) -> None:
        if current is not None:
            self.perform(current)

    def _toggle(self, piece: str) -> None:
        if piece in self.picked:
            self.picked.remove(piece)
            return
        if self.pick.maximum > 1 and len(self.picked) >= self.pick.maximum:
            self.picked.pop(0)
        elif self.pick.maximum == 1:
            self.picked.clear()
        self.picked.append(piece)

    def weighed(self, pointed: MenuItem | None, piece: str) -> Answer | None:
        aimed = piece if piece in self.pick.candidates else pointed.id if pointed is not None else ""
        if aimed.startswith(SHORTCUT):
            return super().weighed(pointed, piece)
        if not aimed and not self.picked and len(self.pick.candidates) == 1:
            aimed = self.pick.candidates[0]
        others = self.picked if self.several else []
        picked = [*others, aimed] if aimed in self.pick.candidates and aimed not in others else [*others]
        return [*picked[-self.pick.maximum :]] if picked else None

    def objections(self, piece: str) -> tuple[Line, ...]:
        if piece in self.pick.candidates:
            return ()
        return tuple(Line(refusal.text, refusal.rule, "bad") for refusal in self.pick.why_not([piece])[:1])

    def marks(self) -> dict[str, str]:
        return {piece: "chosen" if piece in self.picked else "candidate" for piece in self.pick.candidates}

    def click(self, spot: Spot, piece: str) -> bool:
        if piece in self.pick.candidates:
            self.perform(self._row(piece))
            return True
        if piece:
            refusals = [refusal for refusal in self.pick.why_not([piece]) if refusal.text]
            self.model.notice = Notice(_("{piece} cannot be picked", piece=self.model.name_of(piece)), tuple(refusals))
        return False
