"""Hands: picking up and dragging pieces, and clicks on pieces that give several answers in a row."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Final, TypeVar

from game.engine.core.decisions import Answer, Choose, Decision, Pick, Place
from game.engine.core.windows import PASS
from game.engine.questions.asking import Best
from game.engine.routes import (
    Route,
    goes_back,
    may_pass,
    pieces_to_pick_instead,
    route_past_window,
    route_starts,
    routes_to,
    routes_to_meet,
    routes_to_place,
    routes_to_switch,
    routes_to_targets,
)
from game.engine.rulebook.view import OddsView, PieceView
from game.engine.session import Session
from game.engine.still import snapshot
from game.play.session_model import Notice, SessionModel
from game.play.verdicts import of_odds
from game.ui.board.camera import Spot
from game.ui.decisions.place import TOUCH, Hand
from game.ui.widgets.actions import MenuItem
from game.ui.widgets.memo import Memo
from game.ui.widgets.tasks import MOMENT, Background
from game.wording import _

Found = TypeVar("Found")
SAME = 0.02
"""The most inches between a spot and a ghost that still counts as being there."""
DEED: Final = "deed:"
"""The prefix of the ids of rows that each do one of several things to a clicked piece."""
SAID: Final = 2
"""The most facts about the odds of a deed on its row."""


@dataclass(frozen=True)
class Deeds:
    """The things that the active piece could do to a clicked one, between which the player still has to choose.

    They hold for a `version` of the game. Each is a route with the answer at its end.
    """

    version: int
    piece: str
    actions: tuple[tuple[Route, Answer], ...]


class Hands:
    """The piece that a person holds above the table (`held`), and what a click on a piece could lead to.

    A route is a series of answers that ends in a decision, such as placing the piece. `asks` returns whether a drop
    must be confirmed. Searches that take long run in threads on copies of the game.
    """

    def __init__(self, model: SessionModel, asks: Callable[[], bool]) -> None:
        self._model, self._asks = model, asks
        self.held: Hand | None = None
        self.hovering = False
        self._deeds: Deeds | None = None
        self._ahead = Memo[Hand | None]()
        self._ways = Memo[list[Route]](2)
        self._meets = Memo[list[Route]](20)
        self._odds, self._deed_odds = Memo[OddsView | None](), Memo[OddsView | None](20)
        self._past, self._picks, self._others, self._met = (
            Background[Route](),
            Background[list[list[Route]]](),
            Background[list[str]](),
            Background[list[Route]](20),
        )

    # -- picking up ----------------------------------------------------------------------------

    def lift(self, spot: Spot, piece: str) -> bool:
        """Pick up a piece at a spot if it can be placed anywhere; return whether that is so."""
        routes = self._placings(piece) if piece else []
        self.held = Hand(self._model, routes, spot) if routes else None
        return self.held is not None

    def _placings(self, piece: str) -> list[Route]:
        """Return the routes to placing a piece, found once for a version of the game."""
        return self._ways.of((self._model.version, piece), lambda: routes_to_place(self._model.session, piece))

    def offer(self, piece: str, best: Best) -> bool:
        """Hold a piece above a spot until the player confirms; return whether it can be placed there."""
        start = self._model.pieces.get(piece)
        if start is None or not self.lift((start.x, start.y), piece) or self.held is None:
            return False
        self.drag((best.x, best.y), free=False)
        self.held.placing.settle()
        is_near = math.dist(self.held.placing.spot, (best.x, best.y)) <= SAME
        self.held.rests = is_near
        if not is_near:
            self.held = None
        return is_near

    def drag(self, spot: Spot, free: bool) -> None:
        """Move the piece in hand to the legal spot nearest to the cursor; with `free`, to any spot."""
        if self.held is not None and not self.held.rests:
            self._follow(self.held, spot, free)

    def _follow(self, hand: Hand, spot: Spot, free: bool) -> None:
        """Move a piece in hand to the cursor, or against a piece there that it can be placed against."""
        for other in hand.over(spot):
            if routes := self._meetings(hand.piece, other.id):
                hand.follow(spot, free, other, routes)
                return
        hand.follow(spot, free)

    def _meetings(self, piece: str, other: str) -> list[Route]:
        """Return the routes to placing a piece against another base. Markers do not count."""
        if not self._is_base(other):
            return []
        key = self._model.version, piece, other
        return self._meets.of(key, lambda: routes_to_meet(self._model.session, piece, other))

    def _is_base(self, piece: str) -> bool:
        """Return whether a piece on the table is a base: markers are not met."""
        return piece in self._model.pieces and self._model.pieces[piece].kind == "base"

    def drop(self) -> None:
        """Put down the piece in hand, or first ask. Beyond an obstacle, offer the detour as far as the piece gets."""
        hand = self.held
        if hand is not None:
            hand.placing.settle()
        if hand is None or hand.is_off:
            if hand is not None and hand.go_round():
                name = self._model.name_of(hand.piece)
                self._model.notice = Notice(_("{name} goes round: Enter or a click takes this path", name=name))
            else:
                self._refuse(hand)
        elif self._asks():
            hand.rests = True
        else:
            version = self._model.version
            hand.placing.commit()
            if self._model.version == version:  # refused; otherwise the scene lets go of it
                self.held = None

    def _refuse(self, hand: Hand | None) -> None:
        """Let go of a piece dropped on a spot that is not legal, and show why it is not."""
        self.held = None
        if hand is not None:
            reasons = hand.placing.decision.why_not(hand.placing.answer_at(hand.at))
            title = _("{name} stays: it cannot end there.", name=self._model.name_of(hand.piece))
            self._model.notice = Notice(title, tuple(reasons))

    def cancel(self) -> bool:
        """Let go of the piece in hand, or of a choice between deeds; return whether there was either."""
        had = self.held is not None or self.deeds is not None
        self.held, self.hovering, self._deeds = None, False, None
        return had

    # -- the active piece ----------------------------------------------------------------------

    def ahead(self) -> Hand | None:
        """Return the active piece as if it were in hand; None if its next decision does not place it."""
        decision = self._model.decision
        if not isinstance(decision, Choose) or decision.about not in self._model.pieces or decision.leads:
            return None

        def find() -> Hand | None:
            routes = self._placings(decision.about)
            return Hand(self._model, routes) if routes else None

        return self._ahead.of(self._model.version, find)

    def hover(self, spot: Spot | None, piece: str) -> None:
        """Show the active piece at the cursor while it could be placed there."""
        self.hovering = False
        if self.held is None and spot is not None and not piece and (hand := self.ahead()) is not None:
            self._follow(hand, spot, free=False)
            self.hovering = not hand.is_off and hand.placing.legal  # shown, but not placed yet

    @property
    def shown(self) -> Hand | None:
        """The piece whose ghost is shown: the one in hand, or the active one under the cursor."""
        return self.held or (self.ahead() if self.hovering else None)

    # -- clicks --------------------------------------------------------------------------------

    def click(self, spot: Spot, piece: str) -> bool:
        """Act on a clicked piece, or put down the active piece on bare ground; return whether the click was used."""
        if piece:
            return self.name(piece)
        self.hover(spot, piece)
        if self.held is None and (ahead := self.ahead()) is not None:
            ahead.placing.settle()
            self.hovering = not ahead.is_off
        hand = self.shown
        if hand is None or hand.is_off:
            return False
        if hand.against and self.name(hand.against):  # beside an enemy, as on it: no attack that was not chosen
            return True
        if self._asks():
            self.held, hand.rests = hand, True
        else:
            hand.placing.commit()
        return True

    def name(self, piece: str) -> bool:
        """Let the active piece act on this one, or activate this one instead; return whether either is possible.

        Between several actions the player chooses: see `deed_rows`.
        """
        model, routes = self._model, self.named(piece)
        self._deeds = None
        if len(routes) > 1:
            self._deeds = Deeds(model.version, piece, tuple(routes))
            model.notice = Notice(_("{piece}: choose what to do.", piece=model.name_of(piece)))
            return True
        return model.take(*routes[0]) if routes else self.switch(piece)

    @property
    def deeds(self) -> Deeds | None:
        """The deeds between which the player has to choose now; None without any."""
        return self._deeds if self._deeds is not None and self._deeds.version == self._model.version else None

    def deed_rows(self) -> list[MenuItem]:
        """Return a row for each deed between which the player has to choose, with its odds in short."""
        deeds = self.deeds
        if deeds is None or self.held is not None:
            return []
        rows = list[MenuItem]()
        for number, (route, answer) in enumerate(deeds.actions):
            odds = self.odds_of(row_id := f"{DEED}{number}")
            said = "; ".join(line.text for line in of_odds(odds)[:SAID]) if odds is not None else ""
            act = partial(self._model.take, route, answer)
            rows.append(MenuItem(row_id, ": ".join(route.steps), detail=said, subject=(deeds.piece,), act=act))
        return rows

    def odds_of(self, row: str) -> OddsView | None:
        """Return the odds of a row of `deed_rows`; None for other rows and without dice."""
        if self.deeds is None or not row.startswith(DEED):
            return None
        piece, (route, _answer) = self.deeds.piece, self.deeds.actions[int(row.removeprefix(DEED))]
        find, answer = route.session.ruleset.odds, self._meeting(route, piece)
        key = self._model.version, piece, row
        return self._deed_odds.of(key, lambda: find(route.session.game, route.decision, answer))

    def named(self, piece: str) -> list[tuple[Route, Answer]]:
        """Return everything the active piece could do to this one: each route, with the answer given at its end."""
        actions: list[tuple[Route, Answer]] = [(route, [self.meant(route, piece)]) for route in self.aims(piece)]
        decision, steps = self._model.decision, [route.steps for route, _answer in actions]
        other = self._model.pieces.get(piece)
        if decision is None or decision.about not in self._model.pieces or other is None:
            return actions
        more_routes = [
            candidate
            for candidate in self._meetings(decision.about, piece)
            if candidate.steps not in steps and candidate.answers
        ]
        touching = (
            Hand(self._model, more_routes).touching(more_routes, other, (other.x, other.y)) if more_routes else []
        )
        actions += ((replace(route, answers=route.answers[:-1]), route.answers[-1]) for route in touching)
        return [*actions, *self._paid(decision.about, piece, [route.steps for route, _answer in actions])] or [
            *self._beside(decision, other)
        ]

    def _beside(self, decision: Decision, other: PieceView) -> Iterator[tuple[Route, Answer]]:
        """Yield the actions by which the active piece fights an enemy that it touches, without a further choice."""
        present = self._model.pieces[decision.about]
        gap = math.dist((present.x, present.y), (other.x, other.y)) - present.radius - other.radius
        if not isinstance(decision, Choose) or other.owner in ("", present.owner) or gap > TOUCH:
            return
        for start in islice(route_starts(self._model.session), 1):
            for option in decision.options:
                if option.hand == "piece":
                    yield replace(start, steps=(option.label,)), option.key

    def _paid(self, piece: str, other: str, known_steps: list[tuple[str, ...]]) -> Iterator[tuple[Route, Answer]]:
        """Yield the actions against an enemy that cost extra; the question about the cost stays open."""
        routes = routes_to_meet(self._model.session, piece, other, paid=True) if self._is_base(other) else []
        for route in routes:
            if len(route.answers) > 1 and not any(route.steps[: len(steps)] == steps for steps in known_steps):
                yield replace(route, answers=route.answers[:-2]), route.answers[-2]

    def meant(self, route: Route, piece: str) -> str:
        """Return the id that a route answers when a piece is clicked: the piece or its unit."""
        decision = route.decision
        return self._model.units.meant(piece, decision.candidates) if isinstance(decision, Pick) else piece

    def _ids(self, piece: str) -> list[str]:
        """Return the ids that a click on a piece can mean: its unit and itself."""
        return [*dict.fromkeys((self._model.units.whole(piece), piece))]

    def switch(self, piece: str) -> bool:
        """Activate a piece or its unit in place of the active one; return whether that is possible."""
        for identity in self._ids(piece):
            if routes := routes_to_switch(self._model.session, identity):
                return self._model.take(routes[0], [identity])
        return False

    def past_window(self, piece: str) -> bool:
        """Pass an open window of responses and activate the clicked piece; return whether that was possible."""
        return bool(self.row_past(piece)) and self.switch(piece)

    def row_past(self, piece: str, *, wait: bool = True) -> str:
        """Return the row that passes a window of responses if a click on the piece then activates it, else "".

        Without `wait` it is also "" until a thread has found the answer.
        """
        decision = self._model.decision
        if not piece or decision is None or not may_pass(decision):
            return ""
        route = self._look_ahead(self._past, route_past_window, wait)
        activates = route is not None and any(
            route.picks(identity) for identity in self._ids(piece) if identity != decision.about
        )
        return PASS if activates else ""

    def aims(self, piece: str, *, wait: bool = True) -> list[Route]:
        """Return the routes to actions of which a piece could be the target.

        For units they are options of the decision, so there are no routes. Without `wait`, [] until a thread has found
        them.
        """
        model, decision = self._model, self._model.decision
        if decision is None or not decision.about or decision.about in model.units.models:
            return []
        routes = self._look_ahead(self._picks, lambda session: [*routes_to_targets(session)], wait) or []
        on_table = [identity for identity in self._ids(piece) if model.units.standing(identity) is not None]
        choices = (routes_to(identity, routes) for identity in on_table)
        return next((choice for choice in choices if choice), [])

    def targets(self) -> list[str]:
        """Return the pieces that actions of the active piece could target; [] until a thread has found them."""
        decision = self._model.decision
        if decision is None or not decision.about or decision.about in self._model.units.models:
            return []
        groups = self._look_ahead(self._picks, lambda session: [*routes_to_targets(session)], wait=False) or []
        decisions = [route.decision for route in groups[0]] if groups else []
        return [
            piece
            for target_decision in decisions
            if isinstance(target_decision, Pick)
            for piece in target_decision.candidates
        ]

    def others(self) -> list[str]:
        """Return the pieces that could be activated instead of the active one; [] until a thread has found them."""
        decision = self._model.decision
        if decision is None or not decision.about or may_pass(decision) or decision.about not in self._model.pieces:
            return []
        return [
            piece
            for piece in self._look_ahead(self._others, pieces_to_pick_instead, wait=False) or []
            if piece != decision.about
        ]

    def _look_ahead(self, background: Background[Found], find: Callable[[Session], object], wait: bool) -> Found | None:
        """Return the result of a search in a copy of the game, found once for a version of the game.

        It runs in a thread, since rules may compute for long: without `wait` it is None until the thread ends.
        """
        key, session = self._model.version, self._model.session

        def job() -> Callable[[], object]:
            return partial(find, snapshot(session))

        return background.answer(key, job) if wait else background.ask(key, job, MOMENT)

    @property
    def waiting(self) -> bool:
        """Whether a thread is still searching for the possible results of clicks."""
        busy = (
            self._past.busy,
            self._picks.busy,
            self._others.busy,
            self._met.busy,
        )  # ask all: asking also fetches results
        return any(busy)

    def met(self, piece: str) -> list[Route]:
        """Return the routes to placing the active piece against an enemy; [] until a thread has found them."""
        model, decision = self._model, self._model.decision
        enemy = model.pieces.get(piece)
        if decision is None or decision.about not in model.pieces or enemy is None or enemy.owner == decision.player:
            return []
        key, about, session = (model.version, piece), decision.about, model.session

        def job() -> Callable[[], object]:
            return partial(routes_to_meet, snapshot(session), about, piece)

        return self._met.ask(key, job, MOMENT) or []

    def odds(self, piece: str) -> OddsView | None:
        """Return the odds of the first action that a click on a piece leads to; None without an action or dice."""
        action = self.leads_to(piece) if piece else None
        if action is None:
            return None
        route, answer = action
        find = route.session.ruleset.odds
        return self._odds.of((self._model.version, piece), lambda: find(route.session.game, route.decision, answer))

    def leads_to(self, piece: str, *, wait: bool = True) -> tuple[Route, Answer] | None:
        """Return the first route by which the active piece acts on another, and the answer at its end."""
        routes = self.aims(piece, wait=wait) or self.met(piece)
        if not routes:
            return None
        return routes[0], self._meeting(routes[0], piece)

    def _meeting(self, route: Route, piece: str) -> Answer:
        """Return the answer at the end of a route that is about a piece, or that ends as near to it as possible."""
        if not isinstance(route.decision, Place):
            return [self.meant(route, piece)]
        view = self._model.pieces[piece]
        end = route.decision.region.nearest((view.x, view.y))
        return [end.x, end.y] if end is not None else []

    # -- one step back -------------------------------------------------------------------------

    def back(self) -> bool:
        """Let go of the piece in hand, or undo an answer that revealed nothing; return whether either was possible."""
        return self.cancel() or (goes_back(self._model.session) and self._model.undo())
