"""Routes: the answers that lead from the pending decision to a later one, tried on a copy of the game without dice.

A screen offers them as one gesture: picking up a piece, choosing its action and putting it down.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from game.engine.core.decisions import Answer, Arrange, ByHand, Choose, Decision, Option, Pick, Place
from game.engine.core.windows import PASS
from game.engine.history.undo_policy import as_it_was
from game.engine.session import Session

LONGEST: Final = 3
"""The most answers of a route before its last decision: a piece, its action, a level."""
OTHER_DICE: Final = 1
"""The seed of the copies, so that they never learn what the real dice will show."""


@dataclass(frozen=True)
class Route:
    """Answers that lead to a decision: `session` is the copy that waits for it.

    `length` is the length of the journal from which the answers are given; it is below the game's if answers of the
    same player that revealed nothing are undone first. `steps` are the options taken, in words; `hand` says what a drag
    for its action moves over, `letter` is the key of that action.
    """

    session: Session
    length: int
    answers: tuple[Answer, ...] = ()
    steps: tuple[str, ...] = ()
    hand: ByHand = ""
    letter: str = ""

    @property
    def decision(self) -> Decision:
        """The decision at its end."""
        return self.session.pending()

    def picks(self, piece: str) -> bool:
        """Return whether a single piece may be picked at its end."""
        decision = self.decision
        return isinstance(decision, Pick) and piece in decision.candidates and decision.minimum <= 1 <= decision.maximum


def placings(session: Session, piece: str) -> list[Route]:
    """Return the routes to placing a piece or a unit, for the first action that does so, level by level.

    If options say what a drag moves over, all routes over ground are returned, or else those against a piece.
    """
    for start in starts(session):
        found = [route for route in _routes(start, piece) if isinstance(route.decision, Place | Arrange)]
        if over_ground := [route for route in found if route.hand == "ground"]:
            return over_ground
        if found:
            return [route for route in found if route.steps[:1] == found[0].steps[:1]]
    return []


def meetings(session: Session, piece: str, other: str) -> list[Route]:
    """Return the routes of actions against a piece to a spot where the piece may meet it."""
    for start in starts(session):
        found = [route for route in _routes(start, piece, other) if isinstance(route.decision, Place)]
        if found := [route for route in found if route.hand == "piece"]:
            return found
    return []


def namings(session: Session, piece: str) -> list[Route]:
    """Return the routes to picking a piece for an action of the active one; each lacks only that last answer."""
    return named(piece, picks(session))


def named(piece: str, routes: Iterable[list[Route]]) -> list[Route]:
    """Return the first of some routes that lead to picking another piece than the active one."""
    for some in routes:
        if found := [route for route in some if route.decision.about != piece and route.picks(piece)]:
            return found
    return []


def picks(session: Session) -> Iterator[list[Route]]:
    """Yield, for each start, the routes to picking any piece for an action of the active one."""
    for start in starts(session):
        if about := start.decision.about:
            yield [route for route in _routes(start, about, by_hand=False) if isinstance(route.decision, Pick)]


def switches(session: Session, piece: str) -> list[Route]:
    """Return the routes to picking a piece instead of the last one, or past a window that may be passed."""
    if session.decision is None or session.decision.about == piece:
        return []
    if lets_pass(session.decision):
        past = passed(session)
        return [past] if past is not None and past.picks(piece) else []
    back = [start for start in starts(session) if start.length < len(session.journal)]
    return [start for start in back if start.picks(piece)][:1]


def passed(session: Session) -> Route | None:
    """Return the route past a window, or None if the same player does not decide after it."""
    start = next(starts(session), None)
    if start is None or not lets_pass(start.decision):
        return None
    past = _taken(start, PASS, None)
    return past if _goes_on(past, start) else None


def starts(session: Session) -> Iterator[Route]:
    """Yield the game as it is, then as it was before each of the player's last answers that revealed nothing."""
    decision = session.decision
    if decision is None or decision.concealed or session.awaiting is not None:
        return
    length = len(session.journal)
    yield Route(session.fork(OTHER_DICE), length)
    while decision.about and (length := session.length_before(length)) >= session.first_known:
        before = as_it_was(session, length)
        asked = before.pending()
        if asked.player != decision.player or asked.about not in ("", decision.about):
            return
        if before.state.rolls.total != session.state.rolls.total or not all(map(_is_open, session.journal[length:])):
            return
        yield Route(before, length)
        if not asked.about:
            return


def _is_open(answer: Answer) -> bool:
    """Return whether an answer only announced something: it named a piece, or chose an action."""
    return isinstance(answer, str) or (len(answer) == 1 and isinstance(answer, list) and isinstance(answer[0], str))


def _routes(start: Route, piece: str, other: str = "", *, by_hand: bool = True) -> Iterator[Route]:
    """Yield the routes from a start to decisions that place a piece or ask for a target, `other` if given.

    With `by_hand`, options that a drag stands for exclude all others.
    """
    open_routes = [start]
    while open_routes:
        route = open_routes.pop(0)
        decision = route.decision
        if decision.about == piece and isinstance(decision, Place | Arrange | Pick):
            yield route
        if len(route.answers) - (PASS in route.answers) < LONGEST + bool(other):
            for answer, option in _ways(route, piece, other, by_hand):
                further = _taken(route, answer, option)
                if _goes_on(further, start):
                    open_routes.append(further)


def _ways(route: Route, piece: str, other: str, by_hand: bool) -> list[tuple[Answer, Option | None]]:
    """Return the answers that bring a piece into play or choose its action; those that pass a window come first."""
    decision = route.decision
    if isinstance(decision, Pick) and decision.minimum <= 1 <= decision.maximum:
        if decision.about == piece:
            return [([other], None)] if other in decision.candidates else []
        return [([piece], None)] if piece in decision.candidates else []
    if isinstance(decision, Choose) and decision.about == piece:
        found = [option for option in decision.options if option.hand and by_hand] or decision.options
        return [(option.key, option) for option in found if not other or option.hand == "piece"]
    return [(PASS, None)] if not route.answers and lets_pass(decision) else []


def lets_pass(decision: Decision) -> bool:
    """Return whether a decision is a window that may be passed."""
    return isinstance(decision, Choose) and decision.offers(PASS)  # the other options are not judged for it


def tried(session: Session, answer: Answer) -> Session | None:
    """Return a copy after an answer, with the same player to decide, or None if dice come first."""
    start = next(starts(session), None)
    if start is None:
        return None
    longer = _taken(start, answer, None)
    return longer.session if _goes_on(longer, start) else None


def _taken(route: Route, answer: Answer, option: Option | None) -> Route:
    """Return a route one answer longer. It does not wait for dice that people roll: the copy has its own dice."""
    twin = route.session.fork(OTHER_DICE)
    twin.answer(answer)
    answers = (*route.answers, answer)
    if option is None:
        return replace(route, session=twin, answers=answers)
    hand, letter = (option.hand, option.letter) if option.hand else (route.hand, route.letter)
    return Route(twin, route.length, answers, (*route.steps, option.label), hand, letter)


def _goes_on(route: Route, start: Route) -> bool:
    """Return whether the same player decides at the end of a route, with no dice rolled on it."""
    decision, fallen = route.session.decision, start.session.state.rolls.total
    return (
        decision is not None and decision.player == start.decision.player and route.session.state.rolls.total == fallen
    )
