"""The coach: the best computer player's opinion in words; it never answers for a person."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from game.engine.core.decisions import Answer, Arrange, Choose, Decision
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

Thought = Callable[[], tuple[Prospect, ...]]
"""A function that returns the best few answers, best first; it may be called in a thread."""


class NoAdvice(ValueError):
    """No advice is possible; the message gives the reason."""


def thought(session: Session, tries: int = TRIES, stopped: Callable[[], bool] = lambda: False) -> Thought:
    """Return a function that rates answers to the pending decision, on a copy without its dice and others' secrets.

    `worth` is the expected gain by the end of the activation, in the game's points if scored; it depends only on the
    position and `tries`. Raises `NoAdvice` if the rulebook does not rate answers.
    """
    if session.ruleset.judge is None:
        raise NoAdvice(_("This rulebook does not rate answers, so there is no advice."))
    if session.decision is None or session.awaiting is not None:
        raise NoAdvice(_("Nothing to decide."))
    decision = session.decision
    ahead = blind_fork(session, decision.player, SEED)
    planner = Planner(SEED)
    planner.tries, planner.stopped = tries, stopped

    def best_answers() -> tuple[Prospect, ...]:
        prospects = planner.rate_answers(decision, ahead.fork)
        return tuple(sorted(prospects, key=lambda prospect: -prospect.worth))[:EXPLAINED]

    return best_answers


def labels_of(decision: Decision) -> dict[str, str]:
    """Return the labels of options and shortcuts by key; call this before the game goes on."""
    options = (*(decision.options if isinstance(decision, Choose) else ()), *decision.shortcuts)
    return {option.key: option.label for option in options}


def in_words(decision: Decision, answer: Answer, labels: Mapping[str, str], name_of: Callable[[str], str]) -> str:
    """Return an answer in words, namely its label, names of items, or the coordinates of its spot."""
    if isinstance(answer, str):
        return labels.get(answer, answer)
    if isinstance(answer, dict):
        return ", ".join(f"{name_of(item)} {amount}" for item, amount in answer.items())
    if decision.kind in ("place", "lay"):
        return coordinates(answer[0], answer[1])
    if isinstance(decision, Arrange):
        return _arranged(decision, answer)
    return ", ".join(map(name_of, answer)) or _("no piece")


def _arranged(decision: Arrange, answer: Answer) -> str:
    """Return the number of pieces that an arrangement moves, and the middle of all its pieces afterwards, in words."""
    steps = decision.steps(answer)
    ends = {member.id: member.disc[:2] for member in decision.arrangements.members} | ends_of(steps)
    x, y = (sum(spot[axis] for spot in ends.values()) / len(ends) for axis in (0, 1))
    return ngettext(
        "{n} piece, the group centred on {spot}",
        "{n} pieces, the group centred on {spot}",
        len(steps),
        spot=coordinates(x, y),
    )
