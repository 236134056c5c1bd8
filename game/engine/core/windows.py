"""Windows, in which several players may act in turn, and secret answers, shown only once all players gave theirs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from game.engine.core.decisions import Answer, Choose, Decision, Option
from game.engine.core.flow import Asking, Flow

PASS = "pass"
"""The key of the option to pass."""


def is_settled(decision: Decision, ordered: Callable[[str], bool]) -> bool:
    """Return whether standing orders pass a decision; `ordered` tests for a certain order of its player.

    A question whose options are all about settled topics is passed as well.
    """
    if any(map(ordered, decision.timings)):
        return True
    if not isinstance(decision, Choose) or not decision.topics:
        return False
    quiet = {PASS}
    for topic in decision.topics:
        orders = decision.orders_on(topic)
        if ordered(orders["never"]) or ordered(orders["phase"]):
            quiet.update(topic.keys)
    return len(quiet) > 1 and all(option.key in quiet for option in decision.options)


@dataclass(frozen=True)
class Opportunity:
    """Something that a player may do in a window: the option shown, and the flow that carries it out."""

    option: Option
    flow: Callable[[], Flow]


def window(
    players: Sequence[str],
    open_to: Callable[[str], Sequence[Opportunity]],
    ask: Callable[[str, tuple[Option, ...]], Choose],
    passing: Callable[[str], Option],
    anyway: Callable[[str], bool] = lambda player: False,
    *,
    alternately: bool = False,
) -> Flow:
    """Let the players act in order until all pass in a row.

    `open_to` returns a player's present opportunities. A player without any passes without being asked, unless
    `anyway` returns True for them. `ask` makes the question, `passing` the option to pass. A player who acted may act
    again before the others; with `alternately`, the players take turns.
    """
    passed = 0  # the number of players in a row who have passed
    turn = 0
    while passed < len(players):
        player = players[turn % len(players)]
        turn += 1
        opportunities = {opportunity.option.key: opportunity for opportunity in open_to(player)}
        if not opportunities and not anyway(player):
            passed += 1
            continue
        options = (*(opportunity.option for opportunity in opportunities.values()), passing(player))
        key = yield ask(player, options)
        if key == PASS:
            passed += 1
            continue
        passed = 0
        yield from opportunities[key].flow()
        if not alternately:
            turn -= 1  # the same player may act again


def in_secret(questions: Sequence[Decision]) -> Asking[list[Answer]]:
    """Ask each question in secret; return the answers in the order of the questions once all are given.

    Until then, no answer may reach the state or an event, and no checkpoint may be passed.
    """
    answers: list[Answer] = []
    for question in questions:
        answers.append((yield replace(question, secret=True, sealed=len(answers))))
    return answers
