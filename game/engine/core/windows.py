"""Windows: moments when several players may act in turn, and plays that others may respond to before they resolve."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import Flow

PASS = "pass"
"""The key of the option to pass."""


@dataclass(frozen=True)
class Opportunity:
    """Something that a player may do in a window: the option shown, and its effect."""

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

    `open_to` returns what a player may do now; a player with nothing to do passes without being asked, unless `anyway`
    says otherwise. `ask` makes the question, `passing` the option to pass. A player who acted may act again before the
    others, or the players take turns `alternately`.
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


@dataclass(frozen=True)
class Response:
    """A play that others may respond to: the cost paid at once, and the effect in the end if it still applies.

    `flow` runs only if `applies` says so at that moment: a response may have removed what it is about.
    """

    option: Option
    flow: Callable[[], Flow]
    applies: Callable[[], bool] = lambda: True
    paid: Callable[[], Flow] | None = None


def respond(
    first: Response,
    players: Sequence[str],
    open_to: Callable[[str, Sequence[Response]], Sequence[Response]],
    ask: Callable[[str, tuple[Option, ...]], Choose],
    passing: Callable[[str], Option],
    anyway: Callable[[str], bool] = lambda player: False,
) -> Flow:
    """Let the players respond to a play, and to one another's, until all pass; then all resolve, the last one first.

    `open_to` returns what a player may respond with, given the plays so far. The rest is as in `window`.
    """
    plays: list[Response] = []

    def play(response: Response) -> Flow:
        plays.append(response)
        if response.paid is not None:
            yield from response.paid()

    def opportunities(player: str) -> list[Opportunity]:
        return [Opportunity(each.option, partial(play, each)) for each in open_to(player, plays)]

    yield from play(first)
    yield from window(players, opportunities, ask, passing, anyway, alternately=True)
    while plays:
        response = plays.pop()
        if response.applies():
            yield from response.flow()
