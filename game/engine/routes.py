"""Routes: the answers that lead from the pending decision to a later one, tried on a copy of the game without dice.

A screen offers them as one gesture: picking a piece up, choosing its action and putting it down.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from game.engine.core.decisions import Answer, Choose, Decision, Pick, Place
from game.engine.core.typed_dice import RollNeeded
from game.engine.history.undo_policy import as_it_was
from game.engine.session import Session

LONGEST: Final = 3
"""Most answers of a route before its last decision: a piece, its action, a level."""
OTHER_DICE: Final = 1
"""The seed of the copies: they never learn what the real dice will show."""


@dataclass(frozen=True)
class Route:
    """Answers that lead to a decision: `session` is the copy that waits for it.

    `length` is the length of the journal from which the answers are given: below that of the game if answers of the
    same player, from which nobody learnt anything, are taken back first. `steps` are the options taken, in words.
    """

    session: Session
    length: int
    answers: tuple[Answer, ...] = ()
    steps: tuple[str, ...] = ()

    @property
    def decision(self) -> Decision:
        """The decision at its end."""
        return self.session.pending()


def placings(session: Session, piece: str) -> list[Route]:
    """Return the routes to putting a piece somewhere, those of the first action that does so, level by level."""
    for start in starts(session):
        found = [route for route in _routes(start, piece) if isinstance(route.decision, Place)]
        if found:
            return [route for route in found if route.steps[:1] == found[0].steps[:1]]
    return []


def namings(session: Session, piece: str) -> list[Route]:
    """Return the routes to picking a piece for an action of the active one; each lacks only that last answer."""
    for start in starts(session):
        about = start.decision.about
        if about and about != piece and (found := [each for each in _routes(start, about) if _names(each, piece)]):
            return found
    return []


def switches(session: Session, piece: str) -> list[Route]:
    """Return the routes to picking a piece instead of the one picked before."""
    if session.decision is None or session.decision.about == piece:
        return []
    back = [start for start in starts(session) if start.length < len(session.journal)]
    return [start for start in back if _names(start, piece)][:1]


def _names(route: Route, piece: str) -> bool:
    decision = route.decision
    return isinstance(decision, Pick) and piece in decision.candidates and decision.minimum <= 1 <= decision.maximum


def starts(session: Session) -> Iterator[Route]:
    """Yield the game as it is, then as it was before each of the player's last answers from which nobody learnt."""
    decision = session.decision
    if decision is None or decision.secret or session.awaiting is not None:
        return
    length = len(session.journal)
    yield Route(session.fork(OTHER_DICE), length)
    while decision.about and (length := session.length_before(length)) >= session.first_known:
        before = as_it_was(session, length)
        asked = before.decision
        if asked is None or asked.player != decision.player or asked.about not in ("", decision.about):
            return
        if before.state.rolls.total != session.state.rolls.total or not all(map(_is_open, session.journal[length:])):
            return
        yield Route(before, length)
        if not asked.about:
            return


def _is_open(answer: Answer) -> bool:
    """Return whether an answer only said what is to be done: it named a piece, or chose an action."""
    return isinstance(answer, str) or (len(answer) == 1 and isinstance(answer, list) and isinstance(answer[0], str))


def _routes(start: Route, piece: str) -> Iterator[Route]:
    """Yield the routes from a start to decisions that place a piece or ask whom its action names."""
    player, fallen = start.decision.player, start.session.state.rolls.total
    open_routes = [start]
    while open_routes:
        route = open_routes.pop(0)
        decision = route.decision
        if decision.about == piece and isinstance(decision, Place | Pick):
            yield route
        elif len(route.answers) < LONGEST:
            for answer, label in _ways(decision, piece):
                further = _taken(route, answer, label)
                if further is not None and _goes_on(further.session, player, fallen):
                    open_routes.append(further)


def _ways(decision: Decision, piece: str) -> list[tuple[Answer, str]]:
    """Return the answers that bring a piece into play, or choose what it does."""
    if isinstance(decision, Pick) and piece in decision.candidates and decision.minimum <= 1 <= decision.maximum:
        return [([piece], "")]
    if isinstance(decision, Choose) and decision.about == piece:
        return [(option.key, option.label) for option in decision.options]
    return []


def _taken(route: Route, answer: Answer, label: str) -> Route | None:
    """Return a route one answer longer, None where that needs dice that people roll."""
    try:
        twin = route.session.fork(OTHER_DICE)
        twin.answer(answer)
    except RollNeeded:
        return None
    steps = (*route.steps, label) if label else route.steps
    return Route(twin, route.length, (*route.answers, answer), steps)


def _goes_on(session: Session, player: str, fallen: int) -> bool:
    decision = session.decision
    return decision is not None and decision.player == player and session.state.rolls.total == fallen
