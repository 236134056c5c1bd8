"""The coach: the best computer player's opinion in words; it never answers for a person."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from game.engine.core.decisions import Answer, Arrange, Choose, Decision, Lay, Pick, Place
from game.engine.rulebook.view import Prospect
from game.engine.session import Session
from game.lengths import coordinates
from game.players import blind_fork
from game.players.greedy import EXPLAINED
from game.players.planner import TRIES, Planner
from game.table.layout.steps import ends_of
from game.wording import _, ngettext

SEED: Final = 0
"""The seed of the coach's tries; it is fixed, so that the same decision gets the same advice."""

ALIKE: Final = 1.0
"""Inches between two spots below which only the better one is offered."""

Spot = tuple[float, float]


class PlannedAnswer(NamedTuple):
    """An answer of a plan with its decision and the labels of its options.

    `start` is the spot of its piece before the answer, `end` the spot of the piece or its target after it (inches).
    """

    decision: Decision
    answer: Answer
    labels: Mapping[str, str]
    start: Spot | None
    end: Spot | None


class Advice(NamedTuple):
    """The best few answers, best first, and the plan behind the best one: its answers up to the next dice."""

    rated: tuple[Prospect, ...] = ()
    plan: tuple[PlannedAnswer, ...] = ()


class NoAdvice(ValueError):
    """No advice is possible; the message gives the reason."""


def adviser(
    session: Session, tries: int = TRIES, stopped: Callable[[], bool] = lambda: False
) -> Callable[[], tuple[Prospect, ...]]:
    """Return a function that rates answers as `advised` does, but without a plan."""
    advice = advised(session, tries, stopped)
    return lambda: advice().rated


def advised(session: Session, tries: int = TRIES, stopped: Callable[[], bool] = lambda: False) -> Callable[[], Advice]:
    """Return a function that rates answers to the pending decision, on a copy without its dice and others' secrets.

    It may be called in a thread. `worth` is the expected gain by the end of the activation, in the game's points if
    scored; it depends only on the position and `tries`. Raises `NoAdvice` if the rulebook does not rate answers.
    """
    if session.ruleset.judge is None:
        raise NoAdvice(_("This rulebook does not rate answers, so there is no advice."))
    if session.decision is None or session.awaiting is not None:
        raise NoAdvice(_("Nothing to decide."))
    decision = session.decision
    ahead = blind_fork(session, decision.player, SEED)
    planner = Planner(SEED)
    planner.tries, planner.stopped = tries, stopped

    def best_answers() -> Advice:
        """Return the best few answers, and the plan that follows the best one."""
        prospects = planner.rate_answers(decision, ahead.fork)
        best = sorted(prospects, key=lambda prospect: -prospect.worth)[:EXPLAINED]
        rated = tuple(_distinct(decision, best))
        steps = [(step.session, step.rated[0].answer) for step in planner.plan]
        if not rated:
            return Advice()
        steps = [(ahead.fork(), rated[0].answer), *steps]
        return Advice(rated, tuple(_planned(session, answer) for session, answer in steps))

    return best_answers


def _distinct(decision: Decision, rated: Sequence[Prospect]) -> Iterator[Prospect]:
    """Yield answers, best first, without spots that are close to a better one."""
    spots = list[Spot]()
    for prospect in rated:
        spot = spot_of(decision, prospect.answer)
        if spot is None or all(math.dist(spot, better) >= ALIKE for better in spots):
            spots += [spot] if spot is not None else []
            yield prospect


def _planned(session: Session, answer: Answer) -> PlannedAnswer:
    """Return an answer of a plan with its labels and the spots of its piece before and after it."""
    decision, pieces = session.pending(), session.ruleset.view(session.game).pieces

    def middle(names: Collection[str]) -> Spot | None:
        return _middle([(piece.x, piece.y) for piece in pieces if {piece.id, piece.unit} & {*names}])

    targets = answer if isinstance(decision, Pick) and isinstance(answer, list) else ()
    end = spot_of(decision, answer) or middle(targets)
    start = middle([decision.about]) if decision.about else None
    return PlannedAnswer(decision, answer, labels_of(decision), start, end)


def spot_of(decision: Decision, answer: Answer) -> Spot | None:
    """Return the spot (inches) of a placed piece, or the middle of an arranged unit; None for any other answer."""
    if isinstance(answer, str):
        return None
    if isinstance(decision, Place | Lay):
        x, y, *_turn = answer["at"] if isinstance(answer, dict) else answer
        return float(x), float(y)
    if isinstance(decision, Arrange):
        steps = decision.steps(answer)
        ends = {member.id: member.disc[:2] for member in decision.arrangements.members} | ends_of(steps)
        return _middle([*ends.values()])
    return None


def _middle(spots: Sequence[Spot]) -> Spot | None:
    return (sum(x for x, _y in spots) / len(spots), sum(y for _x, y in spots) / len(spots)) if spots else None


def labels_of(decision: Decision) -> dict[str, str]:
    """Return the labels of options and shortcuts by key; call this before the game continues."""
    choices = decision.options if isinstance(decision, Choose) else ()
    options = (*choices, *decision.shortcuts)
    return {option.key: option.label for option in options}


def answer_in_words(
    decision: Decision, answer: Answer, labels: Mapping[str, str], name_of: Callable[[str], str]
) -> str:
    """Return an answer in words, namely its label, names of items, or the coordinates of its spot."""
    if isinstance(answer, str):
        return labels.get(answer, answer)
    spot = spot_of(decision, answer)
    if isinstance(decision, Arrange) and spot is not None:
        return ngettext(
            "{n} piece, the group centred on {spot}",
            "{n} pieces, the group centred on {spot}",
            len(decision.steps(answer)),
            spot=coordinates(*spot),
        )
    if spot is not None:
        return coordinates(*spot)
    if isinstance(answer, dict):
        return ", ".join(f"{name_of(item)} {amount}" for item, amount in answer.items())
    return ", ".join(map(name_of, answer)) or _("no piece")
