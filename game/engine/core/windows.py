"""Windows: moments at which several players may act in turn, until all of them pass one after another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import Flow

PASS = "pass"
"""The key of the option with which a player lets a window go by."""


@dataclass(frozen=True)
class Opportunity:
    """Something that a player may do in a window: the option that is shown, and what it does."""

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
    """Let the players act in order until all have passed since anything was done.

    `open_to` returns what a player may do now; who can do nothing passes without being asked, unless `anyway` says
    so. `ask` makes the question, `passing` the option to pass. Who acted may act again before the others, or they take
    turns `alternately`.
    """
    passed = 0
    turn = 0
    while passed < len(players):
        player = players[turn % len(players)]
        turn += 1
        found = {each.option.key: each for each in open_to(player)}
        if not found and not anyway(player):
            passed += 1
            continue
        options = (*(each.option for each in found.values()), passing(player))
        key = yield ask(player, options)
        if key == PASS:
            passed += 1
            continue
        passed = 0
        yield from found[key].flow()
        if not alternately:
            turn -= 1
