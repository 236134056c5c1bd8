"""Looking at pieces: which one is looked at, where it could go and strike, the odds of an answer thought of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.engine.core.decisions import Choose
from game.engine.rulebook.view import OddsView, ReachView
from game.table.placing.region import Region
from game.ui.board.overlays import AttackOverlay, RegionOverlay

if TYPE_CHECKING:
    from game.ui.play.scene import TableScene


class Inspection:
    """What a scene shows of the piece that is looked at; asked of the rules once per state."""

    def __init__(self, scene: TableScene) -> None:
        self.scene = scene
        self._reaches: dict[str, tuple[int, ReachView, RegionOverlay | None, AttackOverlay | None]] = {}
        self._lead: RegionOverlay | None = None
        self._odds: tuple[tuple[int, str], OddsView | None] | None = None

    def piece(self) -> str:
        """Return the piece whose details and reach are shown: pointed at in the list, selected, or asked about."""
        scene = self.scene
        pointed = scene.actions.pointed()
        if pointed is not None and len(pointed.subject) == 1 and pointed.subject[0] in scene.model.pieces:
            return pointed.subject[0]
        if scene.selected:
            return scene.selected
        about = scene.model.decision.about if scene.model.decision else ""
        return about if about in scene.model.pieces else ""

    def reach(self, piece: str) -> tuple[ReachView, RegionOverlay | None, AttackOverlay | None]:
        """Return a piece's reach and its overlays."""
        model = self.scene.model
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
        scene, decision = self.scene, self.scene.model.decision
        leads = decision.leads if isinstance(decision, Choose) else None
        if not leads or decision is None or scene.selected not in ("", decision.about):
            return None
        pointed = scene.actions.pointed()
        region = next(iter(leads.values())) if pointed is None else leads.get(pointed.id)
        if not isinstance(region, Region):
            return None
        if self._lead is None or self._lead.region is not region:
            self._lead = RegionOverlay(region, reasons=False)
        return self._lead

    def odds(self) -> OddsView | None:
        """Return the odds of the answer that is thought of; None where none is, or where they are switched off."""
        scene = self.scene
        controller = scene.controller if not scene.measuring.on else None
        answer = controller.weighed(scene.actions.pointed(), scene.hovered) if controller is not None else None
        if controller is None or answer is None or not scene.options.odds:
            return None
        key = (scene.model.version, repr(answer))
        if self._odds is None or self._odds[0] != key:
            session = scene.model.session
            self._odds = key, session.ruleset.odds(session.game, controller.decision, answer)
        return self._odds[1]

    def next(self, by: int) -> None:
        """Look at the next base, round and round."""
        scene = self.scene
        bases = [piece.id for piece in scene.model.view.pieces if piece.kind == "base"]
        if bases:
            at = bases.index(scene.selected) if scene.selected in bases else (-1 if by > 0 else 0)
            scene.selected = bases[(at + by) % len(bases)]
            piece = scene.model.pieces[scene.selected]
            scene.camera.show(piece.x, piece.y)
