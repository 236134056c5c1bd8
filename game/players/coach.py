"""The coach: what the best computer player would consider, in words; it never answers for a person."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from game.engine.core.decisions import Answer, Arrange, Choose, Decision
from game.engine.rulebook.view import Prospect
from game.engine.session import Session
from game.lengths import coordinates
from game.players import blind_fork
from game.players.planner import TOLD, TRIES, Planner
from game.table.layout.steps import ends_of
from game.wording import _, ngettext

SEED: Final = 0
"""The seed of the coach's tries, so that the same decision gets the same advice."""

Thought = Callable[[], tuple[Prospect, ...]]
"""Returns the best few answers, best first; may be called in a thread."""


class NoAdvice(ValueError):
    """There is nothing to advise; the message says why."""


def thought(session: Session, tries: int = TRIES, stopped: Callable[[], bool] = lambda: False) -> Thought:
    """Return a function that rates the pending decision, on a copy without its dice and without others' secrets.

    `worth` is what an answer is expected to add by the end of the activation, in the game's points if it is scored; it
    depends only on the position and `tries`. Raises `NoAdvice` if a rulebook does not rate answers.
    """
    if session.ruleset.judge is None:
        raise NoAdvice(_("This rulebook does not rate answers, so there is no advice."))
    if session.decision is None or session.awaiting is not None:
        raise NoAdvice(_("Nothing to decide."))
    decision = session.decision
    ahead = blind_fork(session, decision.player, SEED)
    machine = Planner(SEED)
    machine.tries, machine.stopped = tries, stopped

    def weigh() -> tuple[Prospect, ...]:
        found = machine.weighed(decision, ahead.fork)
        return tuple(sorted(found, key=lambda each: -each.worth))[:TOLD]

    return weigh


def labels_of(decision: Decision) -> dict[str, str]:
    """Return the labels of everything that can be chosen as a whole, by key; to be asked before the game goes on."""
    options = (*(decision.options if isinstance(decision, Choose) else ()), *decision.shortcuts)
    return {option.key: option.label for option in options}


def in_words(decision: Decision, answer: Answer, labels: Mapping[str, str], name_of: Callable[[str], str]) -> str:
    """Return an answer in words: by its label, by names, or by the coordinates of its spot."""
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
    """Return how many pieces an arrangement moves, and the middle of all of them afterwards."""
    steps = decision.steps(answer)
    there = {member.id: member.disc[:2] for member in decision.arrangements.members} | ends_of(steps)
    x, y = (sum(spot[axis] for spot in there.values()) / len(there) for axis in (0, 1))
    return ngettext(
        "{n} piece, the group centred on {spot}",
        "{n} pieces, the group centred on {spot}",
        len(steps),
        spot=coordinates(x, y),
    )
