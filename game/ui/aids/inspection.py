"""Inspection: the piece looked at, its reach, and the odds of the answer under consideration."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from game.engine.core.decisions import Answer, Choose, Decision
from game.engine.rulebook.view import Line, OddsView, PieceView, ReachView
from game.engine.session import Session
from game.engine.sighting import bars
from game.engine.still import work_on_copy
from game.lengths import words
from game.play.session_model import SessionModel
from game.refusal import Refusal
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
"""The most reaches that the worker remembers."""


class Inspection:
    """The inspected piece, and what the rules say about it; they are asked once for a state of the game.

    `selected` is the selected piece, `hovered` the one under the mouse, `focused` the one with the keyboard focus in
    the rosters. `pointed` returns the row under mouse or cursor.
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
        self._comparer, self._barring = Background[OddsView](), Background[Sequence[Refusal]](KEPT)
        self.closed = False

    def close(self) -> None:
        """Stop showing reach and odds, because something failed."""
        self.closed = True

    def follow(self, decision: Decision | None) -> None:
        """Clear the selection once the decision is about another piece or player."""
        subject = (decision.about, decision.player) if decision is not None else self._asked
        if subject != self._asked or self.model.units.standing(self.selected) is None:
            self.selected = ""
        self._asked = subject

    def piece(self) -> str:
        """Return the piece or unit whose details and reach are shown, or "".

        That is the piece with the keyboard focus, of the marked row, selected, or of the decision; for a model its
        unit.
        """
        pointed, decision = self.pointed(), self.model.decision
        row = pointed.subject[0] if pointed is not None and len(pointed.subject) == 1 else ""
        looked_at = (self.focused, row, self.selected, decision.about if decision is not None else "")
        cards = (self.model.units.standing(identity) for identity in looked_at)
        return next((card.id for card in cards if card is not None), "")

    @property
    def waiting(self) -> bool:
        """Whether odds, the reach of a piece or reasons against an attack are being worked out."""
        workers = self._worker, self._comparer, self._surveyor, self._barring
        busy = [worker.busy for worker in workers]  # of all: asking also fetches answers
        return any(busy)

    def reach(self, piece: str) -> ReachView:
        """Return a piece's reach; the area of its moves is computed only when needed."""
        session = self.model.session
        if self.closed:
            return ReachView()
        return self._reaches.of((piece, self.model.version), lambda: session.ruleset.reach(session.game, piece))

    def overlays(self, piece: str, scale: float, *, looked_at: bool = True) -> Overlays:
        """Return the overlays of a piece's reach.

        `looked_at` is False for a piece that can be placed now. Reach along paths is computed in a thread and painted
        for `scale` pixels an inch; until then there are no overlays.
        """
        reach, key = self.reach(piece), (piece, looked_at, self.model.version)
        if not isinstance(reach.move, PathRegion):
            return self._overlays.of(key, lambda: reach_overlays(reach, looked_at=looked_at))

        job = work_on_copy(self.model.session, _surveyed, piece, looked_at, scale)
        return self._surveyor.ask(key, job, MOMENT) or (None, None)

    def lead(self) -> RegionOverlay | None:
        """Return the overlay of the area where the marked option leads, by default the first one; None without one.

        It is also None while another piece is selected.
        """
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
        """Return the answer under consideration, None without one."""
        return controller.weighed(self.pointed(), self.hovered)

    def odds(self, controller: Controller) -> OddsView | None:
        """Return the odds of the answer under consideration, else of all options compared; None without odds.

        Options are compared in a thread: None until it ends, and a note if it takes long.
        """
        if self.closed:
            return None
        answer, model, decision = self.weighed(controller), self.model, controller.decision
        key = model.version, repr(answer)
        if not self._compares(decision):
            return self._odds.of(key, lambda: _odds(model.session, decision, answer))
        compared = self._compared(answer)
        if compared is None and self._comparing(answer).long:
            return OddsView(decision.prompt, lines=(Line(_("still working it out"), tone="quiet"),))
        return compared

    def on_rows(self, controller: Controller) -> Mapping[str, str]:
        """Return the odds of each option in a few words for its row, by the key of the option.

        They come from the comparison of all options and are empty until it is known.
        """
        if self.closed or not self._compares(controller.decision):
            return {}
        compared = self._compared(None)
        return compared.answers if compared is not None else {}

    def _comparing(self, answer: Answer | None) -> Background[OddsView]:
        """Return the worker for the odds of one answer, or of all compared."""
        return self._comparer if answer is None else self._worker

    def _compared(self, answer: Answer | None) -> OddsView | None:
        """Return the odds of one answer, or of all compared, from a thread; None until they are known."""
        job = work_on_copy(self.model.session, _odds_of_copy, answer)
        return self._comparing(answer).ask((self.model.version, repr(answer)), job, MOMENT)

    def _compares(self, decision: Decision) -> bool:
        """Return whether all options of a decision are compared, which is done in a thread."""
        session = self.model.session
        return session.ruleset.compared is not None and isinstance(decision, Choose) and decision is session.decision

    def barred(self, piece: str, *, wait: bool = False) -> Sequence[Refusal]:
        """Return why the acting or else the selected piece cannot attack an enemy; none if it can.

        The rules are asked in a thread: without `wait`, there are no reasons until it ends.
        """
        model, decision = self.model, self.model.decision
        enemy = model.pieces.get(piece)
        if decision is None or decision.kind != "choose" or decision.window or enemy is None:
            return ()
        card = model.units.standing(decision.about or self.selected)
        attacker = card.id if card is not None and card.owner == decision.player else ""
        if self.closed or enemy.owner in ("", decision.player) or (decision.about and not attacker):
            return ()
        job = work_on_copy(model.session, bars, attacker, piece)
        find = self._barring.answer if wait else self._barring.ask
        return find((model.version, words(), attacker, piece), job) or ()

    def next(self, by: int) -> PieceView | None:
        """Select the base or unit `by` places further on the table, going round, and return it."""
        bases = {piece.id: piece for piece in self.model.units.on_table() if piece.kind == "base"}
        if not bases:
            return None
        self.selected = stepped(list(bases), self.selected, by)
        return bases[self.selected]


def _odds(session: Session, decision: Decision, answer: Answer | None) -> OddsView | None:
    """Return the odds of an answer to a decision; without an answer, the comparison of all options."""
    book, game = session.ruleset, session.game
    if answer is not None:
        return book.odds(game, decision, answer)
    return book.compared(game, decision) if book.compared is not None else None


def _odds_of_copy(session: Session, answer: Answer | None) -> OddsView | None:
    return _odds(session, session.pending(), answer)


def _surveyed(session: Session, piece: str, looked_at: bool, scale: float) -> Overlays:
    return painted(session.ruleset.reach(session.game, piece), scale, looked_at)


def painted(reach: ReachView, scale: float, looked_at: bool = True) -> Overlays:
    """Return the overlays of a reach, painted for `scale` pixels an inch; run in a thread."""
    overlays = reach_overlays(reach, looked_at=looked_at)
    for overlay in overlays:
        if overlay is not None:
            overlay.ready(scale)
    return overlays
