"""Routes: answers without dice that lead from the pending decision to a later one, tried on a copy of the game.

A screen offers a route as one gesture, such as picking up a piece, choosing its action and putting it down.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from game.engine.core.decisions import Answer, Arrange, ByHand, Choose, Decision, Option, Pick, Place
from game.engine.core.windows import PASS
from game.engine.history.undo_policy import before_last_answer, copy_at_length
from game.engine.session import OTHER_DICE, Session

LONGEST: Final = 3
"""The most answers of a route before its last decision: for the piece, its action, and a level."""


@dataclass(frozen=True)
class Route:
    """Answers that lead to a decision. `session` is the copy of the game in which that decision is pending.

    The answers are given when the journal has `length` entries. If that is less than the game has, the player's last
    answers, which revealed nothing, are undone first. `steps` are the labels of the chosen options. `hand`
    and `letter` are those of the option for the action. `names` is whether an option named terrain or another piece.
    """

    session: Session
    length: int
    answers: tuple[Answer, ...] = ()
    steps: tuple[str, ...] = ()
    hand: ByHand = ""
    letter: str = ""
    names: bool = False

    @property
    def decision(self) -> Decision:
        """The decision at the end of the route."""
        return self.session.pending()

    def picks(self, piece: str) -> bool:
        """Return whether a piece may be picked, alone, at the end of the route."""
        decision = self.decision
        return isinstance(decision, Pick) and piece in decision.candidates and decision.minimum <= 1 <= decision.maximum


def routes_to_place(session: Session, piece: str) -> list[Route]:
    """Return the routes of the first action that places a piece or a unit.

    If any begin with a drag over the ground, return only those; otherwise all with the same first step.
    """
    for start in route_starts(session):
        routes = [route for route in _routes(start, piece) if isinstance(route.decision, Place | Arrange)]
        if over_ground := [route for route in routes if route.hand == "ground"]:
            return over_ground
        if routes:
            return [route for route in routes if route.steps[:1] == routes[0].steps[:1]]
    return []


def routes_to_meet(session: Session, piece: str, other: str, *, paid: bool = False) -> list[Route]:
    """Return the routes of actions in which `piece` is placed to meet the piece `other`, such as a charge.

    `paid` includes routes with another option that names `other`, such as one that pays for a longer reach.
    """
    for start in route_starts(session):
        to_place = (route for route in _routes(start, piece, other, paid=paid) if isinstance(route.decision, Place))
        if routes := [route for route in to_place if route.hand == "piece"]:
            return routes
    return []


def routes_to(piece: str, groups: Iterable[list[Route]]) -> list[Route]:
    """Return the routes to decisions that offer `piece`, not the active piece, from the first group with any."""
    for group in groups:
        if routes := [route for route in group if route.decision.about != piece and route.picks(piece)]:
            return routes
    return []


def routes_to_targets(session: Session) -> Iterator[list[Route]]:
    """Yield for each start the routes to decisions that pick a target of the active piece's action."""
    for start in route_starts(session):
        if about := start.decision.about:
            yield [route for route in _routes(start, about, by_hand=False) if isinstance(route.decision, Pick)]


def routes_to_switch(session: Session, piece: str) -> list[Route]:
    """Return the routes to picking `piece` instead of the active piece: by undoing, or by passing a window."""
    if session.decision is None or session.decision.about == piece:
        return []
    if may_pass(session.decision):
        beyond_window = route_past_window(session)
        return [beyond_window] if beyond_window is not None and beyond_window.picks(piece) else []
    earlier_starts = [start for start in route_starts(session) if start.length < len(session.journal)]
    return [start for start in earlier_starts if start.picks(piece)][:1]


def pieces_to_pick_instead(session: Session) -> list[str]:
    """Return the pieces that may be picked instead of the active piece, by undoing."""
    back = [start.decision for start in route_starts(session) if start.length < len(session.journal)]
    picks = (decision for decision in back if isinstance(decision, Pick) and decision.minimum <= 1 <= decision.maximum)
    return next((list(decision.candidates) for decision in picks), [])


def route_past_window(session: Session) -> Route | None:
    """Return the route that passes a window, or None if another player decides next."""
    start = next(route_starts(session), None)
    if start is None or not may_pass(start.decision):
        return None
    beyond_window = _with_answer(start, PASS, None)
    return beyond_window if _is_safe(beyond_window, start) else None


def route_starts(session: Session) -> Iterator[Route]:
    """Yield empty routes: one that starts now, then one before each last answer that revealed nothing."""
    decision = session.decision
    if decision is None or decision.concealed or session.awaiting is not None:
        return
    length = len(session.journal)
    yield Route(session.fork(OTHER_DICE), length)
    while decision.about and (length := session.length_before(length)) >= session.first_known:
        copy = copy_at_length(session, length)
        earlier = copy.pending()
        if earlier.player != decision.player or earlier.about not in ("", decision.about):
            return
        if copy.state.rolls.total != session.state.rolls.total or not all(
            map(_only_announces, session.journal[length:])
        ):
            return  # dice or an action came after this moment, not only announcements
        yield Route(copy, length)
        if not earlier.about:
            return


def goes_back(session: Session) -> bool:
    """Return whether the player's last answer only announced part of an action that is not complete yet."""
    decision, length = session.decision, session.length_before(len(session.journal))
    if decision is None or decision.concealed or session.awaiting is not None or length < session.first_known:
        return False
    if not all(map(_only_announces, session.journal[length:])):  # edits of a sandbox, which keeps no copies of before
        return False
    copy, length = before_last_answer(session)
    earlier, rolls = copy.pending(), session.state.rolls.total - copy.state.rolls.total
    if rolls or earlier.concealed or earlier.player != decision.player:
        return False
    of_one_piece = bool(decision.about) and earlier.about in ("", decision.about)
    return (of_one_piece or length >= session.marks[-1].entries) and all(map(_only_announces, session.journal[length:]))


def _only_announces(answer: Answer) -> bool:
    """Return whether an answer only announced something, by naming a piece or choosing an action."""
    return isinstance(answer, str) or (len(answer) == 1 and isinstance(answer, list) and isinstance(answer[0], str))


def _routes(start: Route, piece: str, other: str = "", *, by_hand: bool = True, paid: bool = False) -> Iterator[Route]:
    """Yield the routes from a start to decisions that place `piece` or pick its target, which is `other` if given.

    With `by_hand`, options with a `hand` exclude all other options.
    """
    open_routes = [start]
    while open_routes:
        route = open_routes.pop(0)
        decision = route.decision
        if decision.about == piece and isinstance(decision, Place | Arrange | Pick):
            yield route
        limit = LONGEST
        if other:
            limit += 1  # one more answer may name the other piece
        if PASS in route.answers:
            limit += 1  # passing a window first does not count
        if len(route.answers) < limit:
            for answer, option in _next_answers(route, piece, other, by_hand, paid):
                longer = _with_answer(route, answer, option)
                if _is_safe(longer, start):
                    open_routes.append(longer)


def _next_answers(
    route: Route, piece: str, other: str, by_hand: bool, paid: bool
) -> list[tuple[Answer, Option | None]]:
    """Return the answers that pick the piece, its action or its target; the first answer may also pass a window."""
    decision = route.decision
    if isinstance(decision, Pick) and decision.minimum <= 1 <= decision.maximum:
        if decision.about == piece:
            return [([other], None)] if other in decision.candidates else []
        return [([piece], None)] if piece in decision.candidates else []
    if isinstance(decision, Choose) and decision.about == piece:
        options = [option for option in decision.options if option.hand and by_hand] or decision.options
        if other:
            priced = [option for option in options if paid and other in option.subject]
            options = [option for option in options if option.hand == "piece" and _may_concern(option, piece, other)]
            options += [option for option in priced if option not in options]
        elif route.names:  # a gesture names one other thing
            options = [option for option in options if not _names_another(option, piece)]
        return [(option.key, option) for option in options]
    return [(PASS, None)] if not route.answers and may_pass(decision) else []


def may_pass(decision: Decision) -> bool:
    """Return whether a decision is a window that may be passed."""
    return isinstance(decision, Choose) and decision.offers(PASS)  # no other option is judged


def copy_after(session: Session, answer: Answer) -> Session | None:
    """Return a copy of the game after an answer, or None if dice are rolled or another player decides next."""
    start = next(route_starts(session), None)
    if start is None:
        return None
    longer = _with_answer(start, answer, None)
    return longer.session if _is_safe(longer, start) else None


def _with_answer(route: Route, answer: Answer, option: Option | None) -> Route:
    """Return a route with one more answer. Dice that people would roll are rolled by the copy."""
    twin = route.session.fork(OTHER_DICE)
    twin.answer(answer)
    answers = (*route.answers, answer)
    if option is None:
        return replace(route, session=twin, answers=answers)
    hand, letter = (option.hand, option.letter) if option.hand else (route.hand, route.letter)
    names = route.names or _names_another(option, route.decision.about)
    return Route(twin, route.length, answers, (*route.steps, option.label), hand, letter, names)


def _may_concern(option: Option, piece: str, other: str) -> bool:
    """Return whether an option names `other` or no piece."""
    return not _names_another(option, piece) or other in option.subject


def _names_another(option: Option, piece: str) -> bool:
    """Return whether an option names terrain, or a piece other than the one that acts."""
    return bool(option.about.terrain) or (bool(option.subject) and piece not in option.subject)


def _is_safe(route: Route, start: Route) -> bool:
    """Return whether the same player decides at the end of a route, with no dice rolled on it."""
    decision, rolls = route.session.decision, start.session.state.rolls.total
    return (
        decision is not None and decision.player == start.decision.player and route.session.state.rolls.total == rolls
    )
