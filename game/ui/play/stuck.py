"""Stuck: why a piece that a player tries to drag stays where it is."""

from __future__ import annotations

from typing import Final

from game.engine.core.decisions import Pick
from game.engine.rulebook.view import PieceView
from game.ui.play.focus import Focus
from game.ui.widgets.signs import icon_of
from game.wording import _

MOVE: Final = "action-move"
"""The icon of the answers that move a piece."""


def why_it_stays(focus: Focus, piece: str) -> str:
    """Return why the player cannot drag a piece now; "" for markers, and while nothing is asked."""
    units, controller = focus.model.units, focus.asked
    card = units.standing(piece)
    if controller is None or focus.tool is not None or focus.watched or card is None or card.kind != "base":
        return ""
    decision = controller.decision
    active = units.standing(decision.about) if decision.about else None
    if isinstance(decision, Pick) and active is None:
        return next((refusal.text for refusal in decision.why_not([card.id]) if refusal.text), "")
    if active is not None and active.id != card.id:
        return still_acting(focus, active)
    if card.owner != decision.player and active is None:
        return _("{name} is not yours to move", name=card.name)
    rows = [row for row in controller.actions() if row.reason and icon_of(row.id) == MOVE]
    reasons = [row.reason for row in rows if not row.subject or not {card.id, piece}.isdisjoint(row.subject)]
    return _("{name} cannot move now: {reason}", name=card.name, reason=reasons[0]) if reasons else ""


def still_acting(focus: Focus, active: PieceView) -> str:
    """Return that another piece has to finish first, and the answer that ends its turn, if there is one."""
    ends = next((row.label for row in focus.actions.actions if row.also == "return"), "")
    if ends:
        return _("{active} is still acting: choose “{ends}” first", active=active.name, ends=ends)
    return _("{active} is still acting", active=active.name)
