"""Looking at pieces: which one is looked at, where it could go and strike, the odds of an answer thought of."""

from __future__ import annotations

from collections.abc import Callable

from game.engine.core.decisions import Choose
from game.engine.rulebook.view import OddsView, PieceView, ReachView
from game.table.placing.region import Region
from game.ui.board.overlays import AttackOverlay, RegionOverlay
from game.ui.decisions import Controller
from game.ui.model.session_model import SessionModel
from game.ui.widgets.menu_item import MenuItem


class Inspection:
    """What is shown of the piece that is looked at; the rules are asked once per state.

    `selected` is the piece that was selected, `hovered` the one under the mouse; `pointed` returns the row pointed at.
    """

    def __init__(self, model: SessionModel, pointed: Callable[[], MenuItem | None]) -> None:
        self.model = model
        self.pointed = pointed
        self.selected = self.hovered = ""
        self._reaches: dict[str, tuple[int, ReachView, RegionOverlay | None, AttackOverlay | None]] = {}
        self._lead: RegionOverlay | None = None
        self._odds: tuple[tuple[int, str], OddsView | None] | None = None

    def piece(self) -> str:
        """Return the piece whose details and reach are shown: pointed at in the list, selected, or asked about."""
        model, pointed = self.model, self.pointed()
        if pointed is not None and len(pointed.subject) == 1 and pointed.subject[0] in model.pieces:
            return pointed.subject[0]
        if self.selected:
            return self.selected
        about = model.decision.about if model.decision else ""
        return about if about in model.pieces else ""

    def reach(self, piece: str) -> tuple[ReachView, RegionOverlay | None, AttackOverlay | None]:
        """Return a piece's reach and its overlays."""
        model = self.model
        known = self._reaches.get(piece)
        if known is None or known[0] != model.version:
            found = model.session.ruleset.reach(model.session.game, piece)
            move = RegionOverlay(found.move, reasons=False) if found.move is not None else None
            attack = AttackOverlay(found.attack) if found.attack is not None else None
            if len(self._reaches) > 40:
                self._reaches.clear()
            known = self._reaches[piece] = (model.version, found, move, attack)
        return known[1:]

    def lead(self) -> RegionOverlay | None:
        """Return the overlay of where the option leads that is pointed at, or the first; None where it leads nowhere.

        Whoever selects another piece wants to see that one's reach.
        """
        decision = self.model.decision
        leads = decision.leads if isinstance(decision, Choose) else None
        if not leads or decision is None or self.selected not in ("", decision.about):
            return None
        pointed = self.pointed()
        region = next(iter(leads.values())) if pointed is None else leads.get(pointed.id)
        if not isinstance(region, Region):
            return None
        if self._lead is None or self._lead.region is not region:
            self._lead = RegionOverlay(region, reasons=False)
        return self._lead

    def odds(self, controller: Controller) -> OddsView | None:
        """Return the odds of the answer that is thought of; None where none is."""
        answer = controller.weighed(self.pointed(), self.hovered)
        if answer is None:
            return None
        key = (self.model.version, repr(answer))
        if self._odds is None or self._odds[0] != key:
            session = self.model.session
            self._odds = key, session.ruleset.odds(session.game, controller.decision, answer)
        return self._odds[1]

    def next(self, by: int) -> PieceView | None:
        """Select the next base, round and round, and return it."""
        bases = [piece for piece in self.model.view.pieces if piece.kind == "base"]
        if not bases:
            return None
        at = next((n for n, piece in enumerate(bases) if piece.id == self.selected), -1 if by > 0 else 0)
        found = bases[(at + by) % len(bases)]
        self.selected = found.id
        return found
