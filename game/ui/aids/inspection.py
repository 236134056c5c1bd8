"""Inspecting pieces: the inspected piece, its reach, and the odds of an answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from game.engine.core.decisions import Answer, Choose, Decision
from game.engine.rulebook.view import Line, OddsView, PieceView, ReachView
from game.engine.session import Session
from game.engine.still import work_on_copy
from game.play.session_model import SessionModel
from game.table.path.region import PathRegion
from game.table.placing.region import Region
from game.ui.board.overlays import AttackOverlay, RegionOverlay, reach_overlays
from game.ui.decisions.base import Controller, stepped
from game.ui.widgets.actions import MenuItem
from game.ui.widgets.memo import Memo
from game.ui.widgets.tasks import MOMENT, Background
from game.wording import _

Overlays = tuple[RegionOverlay | None, AttackOverlay | None]

KEPT: Final = 12
"""Reaches that a worker keeps."""


class Inspection:
    """The view of the inspected piece; the rules are queried once per state.

    `selected` is the selected piece, `hovered` the one under the mouse, `focused` the one that has the keys on the
    rosters; `pointed` returns the row pointed at.
    """

    def __init__(self, model: SessionModel, pointed: Callable[[], MenuItem | None]) -> None:
        self.model = model
        self.pointed = pointed
        self.selected = self.hovered = self.focused = ""
        self._asked = ("", "")  # the piece and the player that a decision was last about
        self._reaches = Memo[ReachView](40)
        self._overlays = Memo[Overlays](40)
        self._lead: RegionOverlay | None = None
        self._odds = Memo[OddsView | None]()
        self._worker, self._surveyor = Background[OddsView](), Background[Overlays](KEPT)
        self.closed = False

    def close(self) -> None:
        """Show no more reach and odds: something went wrong there."""
        self.closed = True

    def follow(self, asked: Decision | None) -> None:
        """Drop the selection as soon as another piece or another player is asked about."""
        now = (asked.about, asked.player) if asked is not None else self._asked
        if now != self._asked or self.model.units.standing(self.selected) is None:
            self.selected = ""
        self._asked = now

    def piece(self) -> str:
        """Return the piece or unit whose details and reach are shown.

        With the keys, pointed at, selected, or decided on; of a model it is the unit.
        """
        pointed, decision = self.pointed(), self.model.decision
        row = pointed.subject[0] if pointed is not None and len(pointed.subject) == 1 else ""
        looked_at = (self.focused, row, self.selected, decision.about if decision is not None else "")
        cards = (self.model.units.standing(each) for each in looked_at)
        return next((card.id for card in cards if card is not None), "")

    @property
    def waiting(self) -> bool:
        """Whether odds or the reach of a piece are being worked out."""
        return self._worker.busy or self._surveyor.busy

    def reach(self, piece: str) -> ReachView:
        """Return a piece's reach; where it could move is worked out only when needed."""
        session = self.model.session
        if self.closed:
            return ReachView()
        return self._reaches.of((piece, self.model.version), lambda: session.ruleset.reach(session.game, piece))

    def overlays(self, piece: str, scale: float, *, looked_at: bool = True) -> Overlays:
        """Return the overlays of a piece's reach.

        `looked_at` is off for a piece that may be placed now. Reach along paths is worked out in a thread and painted
        for `scale` pixels an inch. Until that is done, there is no overlay for it.
        """
        reach, key = self.reach(piece), (piece, looked_at, self.model.version)
        if not isinstance(reach.move, PathRegion):
            return self._overlays.of(key, lambda: reach_overlays(reach, looked_at=looked_at))

        job = work_on_copy(self.model.session, _surveyed, piece, looked_at, scale)
        return self._surveyor.ask(key, job, MOMENT) or (None, None)

    def lead(self) -> RegionOverlay | None:
        """Return the region of the option pointed at, or of the first; None without one or with another selection."""
        decision = self.model.decision
        if (
            self.closed
            or not isinstance(decision, Choose)
            or not decision.leads
            or self.selected not in ("", decision.about)
        ):
            return None
        pointed = self.pointed()
        region = next(iter(decision.leads.values())) if pointed is None else decision.leads.get(pointed.id)
        if not isinstance(region, Region):
            return None
        if self._lead is None or self._lead.region is not region:
            self._lead = RegionOverlay(region, reasons=False)
        return self._lead

    def weighed(self, controller: Controller) -> Answer | None:
        """Return the answer under consideration, or None where there is none."""
        return controller.weighed(self.pointed(), self.hovered)

    def odds(self, controller: Controller) -> OddsView | None:
        """Return the odds of the answer under consideration, else of all answers side by side, or None without.

        Compared options are worked out in a thread: None until then, and a note if that takes long.
        """
        if self.closed:
            return None
        answer, model, decision = self.weighed(controller), self.model, controller.decision
        key = model.version, repr(answer)
        compares = model.session.ruleset.compared is not None
        if not compares or not isinstance(decision, Choose) or decision is not model.session.decision:
            return self._odds.of(key, lambda: _odds(model.session, decision, answer))
        found = self._worker.ask(key, work_on_copy(model.session, _odds_of_copy, answer), MOMENT)
        if found is None and self._worker.long:
            return OddsView(decision.prompt, lines=(Line(_("still working it out"), tone="quiet"),))
        return found

    def next(self, by: int) -> PieceView | None:
        """Select the next base or unit on the table, cyclically, and return it."""
        bases = {piece.id: piece for piece in self.model.units.on_table() if piece.kind == "base"}
        if not bases:
            return None
        self.selected = stepped(list(bases), self.selected, by)
        return bases[self.selected]


def _odds(session: Session, decision: Decision, answer: Answer | None) -> OddsView | None:
    """Return the odds of an answer to a decision, of all of them without one."""
    book, game = session.ruleset, session.game
    if answer is not None:
        return book.odds(game, decision, answer)
    return book.compared(game, decision) if book.compared is not None else None


def _odds_of_copy(session: Session, answer: Answer | None) -> OddsView | None:
    return _odds(session, session.pending(), answer)


def _surveyed(session: Session, piece: str, looked_at: bool, scale: float) -> Overlays:
    return painted(session.ruleset.reach(session.game, piece), scale, looked_at)


def painted(reach: ReachView, scale: float, looked_at: bool = True) -> Overlays:
    """Return the overlays of a reach, painted for `scale` pixels an inch: for a thread."""
    overlays = reach_overlays(reach, looked_at=looked_at)
    for overlay in overlays:
        if overlay is not None:
            overlay.ready(scale)
    return overlays
