"""Direct handling: picking up and dragging pieces, and clicks that give several answers in a row."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import TypeVar

from game.engine.core.decisions import Answer, Choose, Pick, Place
from game.engine.core.windows import PASS
from game.engine.questions.asking import Best
from game.engine.routes import (
    Route,
    goes_back,
    may_pass,
    pieces_to_pick_instead,
    route_past_window,
    routes_to,
    routes_to_meet,
    routes_to_place,
    routes_to_switch,
    routes_to_targets,
)
from game.engine.rulebook.view import OddsView
from game.engine.session import Session
from game.engine.still import snapshot
from game.play.session_model import Notice, SessionModel
from game.ui.board.camera import Spot
from game.ui.decisions.place import Hand
from game.ui.widgets.memo import Memo
from game.ui.widgets.tasks import MOMENT, Background
from game.wording import _

Found = TypeVar("Found")
SAME = 0.02
"""Inches between a spot and the ghost held there."""


class Hands:
    """What a person holds above the table, and what the active piece could do next.

    `held` is a piece in hand; `asks` returns whether a drop waits for a confirmation.
    """

    def __init__(self, model: SessionModel, asks: Callable[[], bool]) -> None:
        self._model, self._asks = model, asks
        self.held: Hand | None = None
        self.hovering = False
        self._ahead = Memo[Hand | None]()
        self._ways = Memo[list[Route]](2)
        self._meets = Memo[list[Route]](20)
        self._odds = Memo[OddsView | None]()
        self._past, self._picks, self._others, self._met = (
            Background[Route](),
            Background[list[list[Route]]](),
            Background[list[str]](),
            Background[list[Route]](20),
        )

    # -- picking up ----------------------------------------------------------------------------

    def lift(self, spot: Spot, piece: str) -> bool:
        """Pick up a piece at a spot, if it may be put somewhere; return whether it was picked up."""
        routes = self._placings(piece) if piece else []
        self.held = Hand(self._model, routes, spot) if routes else None
        return self.held is not None

    def _placings(self, piece: str) -> list[Route]:
        """Return the routes to putting a piece somewhere, the same for looking ahead and for a piece in hand."""
        return self._ways.of((self._model.version, piece), lambda: routes_to_place(self._model.session, piece))

    def offer(self, piece: str, best: Best) -> bool:
        """Hold a piece above a spot until that is confirmed; return whether it may be put there."""
        start = self._model.pieces.get(piece)
        if start is None or not self.lift((start.x, start.y), piece) or self.held is None:
            return False
        self.drag((best.x, best.y), free=False)
        self.held.placing.settle()
        near = math.dist(self.held.placing.spot, (best.x, best.y)) <= SAME
        self.held.rests = near
        if not near:
            self.held = None
        return near

    def drag(self, spot: Spot, free: bool) -> None:
        """Move the piece in hand to the legal spot nearest to the cursor; with `free`, to any spot."""
        if self.held is not None and not self.held.rests:
            self._follow(self.held, spot, free)

    def _follow(self, hand: Hand, spot: Spot, free: bool) -> None:
        """Move a piece in hand to the cursor, or against an enemy there if an action leads to it."""
        for other in hand.over(spot):
            if routes := self._meetings(hand.piece, other.id):
                hand.follow(spot, free, other, routes)
                return
        hand.follow(spot, free)

    def _meetings(self, piece: str, other: str) -> list[Route]:
        """Return the routes to putting a piece where it meets another."""
        key = self._model.version, piece, other
        return self._meets.of(key, lambda: routes_to_meet(self._model.session, piece, other))

    def drop(self) -> None:
        """Put down the piece in hand, or ask first; outside its region, offer the path round what blocks it, if any."""
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
            if self._model.version == version:  # refused; else it is let go as the table follows
                self.held = None

    def _refuse(self, hand: Hand | None) -> None:
        """Let go of a piece that was dropped outside its region, and say why it cannot end there."""
        self.held = None
        if hand is not None:
            reasons = hand.placing.decision.why_not(hand.placing.answer_at(hand.at))
            title = _("{name} stays: it cannot end there", name=self._model.name_of(hand.piece))
            self._model.notice = Notice(title, tuple(reasons))

    def cancel(self) -> bool:
        """Let go of the piece in hand; return whether there was one."""
        held, self.held, self.hovering = self.held, None, False
        return held is not None

    # -- the piece that is asked about ---------------------------------------------------------

    def ahead(self) -> Hand | None:
        """Return the active piece as if it were in hand, or None if it cannot be put anywhere next."""
        decision = self._model.decision
        if not isinstance(decision, Choose) or decision.about not in self._model.pieces or decision.leads:
            return None

        def find() -> Hand | None:
            routes = self._placings(decision.about)
            return Hand(self._model, routes) if routes else None

        return self._ahead.of(self._model.version, find)

    def hover(self, spot: Spot | None, piece: str) -> None:
        """Show the active piece at the cursor, while that is over its region."""
        self.hovering = False
        if self.held is None and spot is not None and not piece and (hand := self.ahead()) is not None:
            self._follow(hand, spot, free=False)
            self.hovering = not hand.is_off and hand.placing.legal  # it has not been put anywhere yet

    @property
    def shown(self) -> Hand | None:
        """The piece whose ghost is to be shown: in hand, or under the cursor."""
        return self.held or (self.ahead() if self.hovering else None)

    # -- clicks --------------------------------------------------------------------------------

    def click(self, spot: Spot, piece: str) -> bool:
        """Name an enemy, switch to another piece, or put down the active one; return whether the click was used."""
        if piece:
            return self.name(piece)
        self.hover(spot, piece)
        if self.held is None and (ahead := self.ahead()) is not None:
            ahead.placing.settle()
            self.hovering = not ahead.is_off
        hand = self.shown
        if hand is None or hand.is_off:
            return False
        if self._asks():
            self.held, hand.rests = hand, True
        else:
            hand.placing.commit()
        return True

    def name(self, piece: str) -> bool:
        """Let the active piece act on this one, or activate this one instead; return whether either is possible."""
        model, routes = self._model, self.named(piece)
        if len(routes) > 1:
            actions = "; ".join(": ".join(route.steps) for route, _answer in routes)
            text = _(
                "What to do with {piece}? Choose in the list: {actions}", piece=model.name_of(piece), actions=actions
            )
            model.notice = Notice(text)
            return True
        return model.take(*routes[0]) if routes else self.switch(piece)

    def named(self, piece: str) -> list[tuple[Route, Answer]]:
        """Return what the active piece may do to this one: the route there, and the answer that begins it."""
        found: list[tuple[Route, Answer]] = [(route, [self.meant(route, piece)]) for route in self.aims(piece)]
        decision, steps = self._model.decision, [route.steps for route, _answer in found]
        met = self._model.pieces.get(piece)
        if decision is None or decision.about not in self._model.pieces or met is None:
            return found
        others = [each for each in self._meetings(decision.about, piece) if each.steps not in steps and each.answers]
        meeting = Hand(self._model, others).touching(others, met, (met.x, met.y)) if others else []
        found += ((replace(route, answers=route.answers[:-1]), route.answers[-1]) for route in meeting)
        return [*found, *self._paid(decision.about, piece, [route.steps for route, _answer in found])]

    def _paid(self, piece: str, other: str, known: list[tuple[str, ...]]) -> Iterator[tuple[Route, Answer]]:
        """Yield the actions against an enemy that have a price of their own; the question about that is left open."""
        for route in routes_to_meet(self._model.session, piece, other, paid=True):
            if len(route.answers) > 1 and not any(route.steps[: len(steps)] == steps for steps in known):
                yield replace(route, answers=route.answers[:-2]), route.answers[-2]

    def meant(self, route: Route, piece: str) -> str:
        """Return what a route names when a piece is clicked: the piece or its unit."""
        decision = route.decision
        return self._model.units.meant(piece, decision.candidates) if isinstance(decision, Pick) else piece

    def _ids(self, piece: str) -> list[str]:
        """Return what a click on a piece may stand for: its unit, and the piece itself."""
        return [*dict.fromkeys((self._model.units.whole(piece), piece))]

    def switch(self, piece: str) -> bool:
        """Activate a piece, or its unit, instead of the one picked before; return whether that is possible."""
        for each in self._ids(piece):
            if routes := routes_to_switch(self._model.session, each):
                return self._model.take(routes[0], [each])
        return False

    def past_window(self, piece: str) -> bool:
        """Activate a clicked piece while a window is open, passing the window; return whether that happened."""
        return bool(self.row_past(piece)) and self.switch(piece)

    def row_past(self, piece: str, *, wait: bool = True) -> str:
        """Return the row that a click on a piece takes while a window is open, or "" if it does not pass the window.

        Without `wait` it is also "" until a thread has found out.
        """
        decision = self._model.decision
        if not piece or decision is None or not may_pass(decision):
            return ""
        past = self._look_ahead(self._past, route_past_window, wait)
        picked = past is not None and any(past.picks(each) for each in self._ids(piece) if each != decision.about)
        return PASS if picked else ""

    def aims(self, piece: str, *, wait: bool = True) -> list[Route]:
        """Return the actions that may name a piece, each as the route to naming it; for units they are options."""
        model, decision = self._model, self._model.decision
        if decision is None or not decision.about or decision.about in model.units.models:
            return []
        routes = self._look_ahead(self._picks, lambda session: [*routes_to_targets(session)], wait) or []
        standing = [each for each in self._ids(piece) if model.units.standing(each) is not None]
        ways = (routes_to(each, routes) for each in standing)
        return next((way for way in ways if way), [])

    def targets(self) -> list[str]:
        """Return the pieces that actions of the active piece may name, as far as a thread has found them out."""
        decision = self._model.decision
        if decision is None or not decision.about or decision.about in self._model.units.models:
            return []
        groups = self._look_ahead(self._picks, lambda session: [*routes_to_targets(session)], wait=False) or []
        ends = [route.decision for route in groups[0]] if groups else []
        return [piece for end in ends if isinstance(end, Pick) for piece in end.candidates]

    def others(self) -> list[str]:
        """Return the pieces that may be activated instead of the active one, as soon as a thread has found out."""
        decision = self._model.decision
        if decision is None or not decision.about or may_pass(decision) or decision.about not in self._model.pieces:
            return []
        return [
            each
            for each in self._look_ahead(self._others, pieces_to_pick_instead, wait=False) or []
            if each != decision.about
        ]

    def _look_ahead(self, lookout: Background[Found], find: Callable[[Session], object], wait: bool) -> Found | None:
        """Return what a thread finds out about the current game, once for all pieces; None until then, unless `wait`.

        It is tried on copies of the game, which takes long if the rules have much to work out.
        """
        key, session = self._model.version, self._model.session

        def job() -> Callable[[], object]:
            return partial(find, snapshot(session))

        return lookout.answer(key, job) if wait else lookout.ask(key, job, MOMENT)

    @property
    def waiting(self) -> bool:
        """Whether a thread is still finding out what clicks could lead to."""
        works = self._past.busy, self._picks.busy, self._others.busy, self._met.busy  # all take in their answers
        return any(works)

    def met(self, piece: str) -> list[Route]:
        """Return the routes by which the active piece comes against an enemy, as far as a thread has found them out."""
        model, decision = self._model, self._model.decision
        enemy = model.pieces.get(piece)
        if decision is None or decision.about not in model.pieces or enemy is None or enemy.owner == decision.player:
            return []
        key, about, session = (model.version, piece), decision.about, model.session

        def job() -> Callable[[], object]:
            return partial(routes_to_meet, snapshot(session), about, piece)

        return self._met.ask(key, job, MOMENT) or []

    def odds(self, piece: str) -> OddsView | None:
        """Return the odds of what a click on a piece leads to; None if it leads to nothing or no dice are involved."""
        led = self.leads_to(piece) if piece else None
        if led is None:
            return None
        route, answer = led
        find = route.session.ruleset.odds
        return self._odds.of((self._model.version, piece), lambda: find(route.session.game, route.decision, answer))

    def leads_to(self, piece: str, *, wait: bool = True) -> tuple[Route, Answer] | None:
        """Return the first route by which the active piece comes to act on another, and the answer at its end."""
        routes = self.aims(piece, wait=wait) or self.met(piece)
        if not routes:
            return None
        route = routes[0]
        if not isinstance(route.decision, Place):
            return route, [self.meant(route, piece)]
        view = self._model.pieces[piece]
        end = route.decision.region.nearest((view.x, view.y))
        return route, [end.x, end.y] if end is not None else []

    # -- one step back -------------------------------------------------------------------------

    def back(self) -> bool:
        """Go one step back: let go, or undo an answer that revealed nothing; return whether it did."""
        return self.cancel() or (goes_back(self._model.session) and self._model.undo())
