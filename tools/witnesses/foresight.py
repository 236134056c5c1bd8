"""Hold how likely machines think that markers are still won against who controls them then, in games of planners.

    python -m tools.witnesses.foresight                                     two games of each scenario
    python -m tools.witnesses.foresight --games 16 --jobs 2                 more, in two processes
    python -m tools.witnesses.foresight --players warlord,veteran --tries 10,32

Whenever somebody is about to act, what either side expects of each marker is noted: to control it when the round ends,
and in what part of the later rounds. Printed are, for each kind of marker and by tenths of what was expected, how often
that was noted, what was expected on average, and what came (G-RES-2). Constants of `ai/position.py` are fitted to it.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.garbage import collect_seldom
from game.lab.workers import results_in_order
from game.players import answer_with, make_player
from game.rulesets.godbreakers import RULESET
from game.rulesets.godbreakers.ai import position
from game.rulesets.godbreakers.ai.position import WARY, gather_facts
from game.rulesets.godbreakers.rules.events import RoundBegan, Scored
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.scenarios import names as scenarios
from game.wording import keep
from tools.strength import usual

DICE: Final = 40_000
"""Dice of the first game: others than those of the games that strengths are measured with."""


@dataclass(frozen=True)
class Expected:
    """What a player expected of a marker in a round: the chance to control it at its end, the part of later ones."""

    player: str
    marker: str
    kind: str
    round: int
    now: float
    later: float


@dataclass(frozen=True)
class Known:
    """Something that was expected, and what came; `later` is None in the last round."""

    kind: str
    now: tuple[float, float]
    later: tuple[float, float] | None


def expected(game: Game) -> Iterator[Expected]:
    """Yield what each player expects of each marker that pays it."""
    outlook = position.outlook_of(game, gather_facts(game, fear=WARY))
    for (player, side), there in product(outlook.muster.sides.items(), outlook.around):
        if side is not None and there.marker.worth_to(player):
            kind, name = position.kind_of(player, there.marker), there.marker.name
            now, later = position.holds(player, side.foes, there), position.holds_later(player, there)
            yield Expected(player, name, kind, game.state.round, now, later)


def watched(number: int, players: Sequence[str], tries: Sequence[int]) -> list[Known]:
    """Return all that is expected in a game, and what came; the same one for the same number."""
    collect_seldom()
    scenario = scenarios()[number % len(scenarios())]
    setup = RULESET.new_setup(GamePlan(("Ann", "Bob"), scenario))
    session, seats = Session(RULESET, setup, KeyedDice(DICE + number), history=False), setup.players
    sides = [*zip(players, tries, strict=True)][:: -1 if number // len(scenarios()) % 2 else 1]
    machines = {seat: make_player(kind, number, most) for seat, (kind, most) in zip(seats, sides, strict=True)}
    noted = list[Expected]()
    while session.decision is not None:
        if session.decision.rule == "G-ACT-1" and not session.game.state.active:
            noted += expected(session.fork().game)
        session.answer(answer_with(machines[session.decision.player], session, len(session.journal)))
    return [*_known(session, noted)]


def _known(session: Session, noted: Sequence[Expected]) -> Iterator[Known]:
    controlled, now = set[tuple[int, str, str]](), 0
    for event in session.events:
        if isinstance(event, RoundBegan):
            now = event.round
        elif isinstance(event, Scored):
            controlled.add((now, event.player, event.reason))
    for each in noted:
        reason = keep("controls {marker}", marker=each.marker)
        came = [(number, each.player, reason) in controlled for number in range(each.round, now + 1)]
        later = (each.later, statistics.fmean(came[1:])) if came[1:] else None
        yield Known(each.kind, (each.now, float(came[0])), later)


def table(pairs: Sequence[tuple[float, float]]) -> Iterator[tuple[float, int, float, float]]:
    """Yield, by tenths of what was expected, its least, how often that was, what was expected and what came."""
    for tenth in range(10):
        same = [pair for pair in pairs if min(9, int(pair[0] * 10)) == tenth]
        if same:
            before, after = zip(*same, strict=True)
            yield tenth / 10, len(same), statistics.fmean(before), statistics.fmean(after)


def main() -> None:
    """Play, and print what was expected beside what came."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2, help="of each scenario")
    parser.add_argument("--players", default="veteran,veteran", help="two levels")
    parser.add_argument("--tries", default="", help="of each for a decision, such as 10,32; else its own number")
    parser.add_argument("--jobs", type=int, default=1, help="processes, each with a game of its own")
    asked = parser.parse_args()
    try:
        tries = usual(asked.players, asked.tries)
    except (KeyError, ValueError):
        parser.error("--players takes levels such as veteran,recruit, --tries numbers such as 60,8")
    work = partial(watched, players=asked.players.split(","), tries=tries)
    known = [
        each for game in results_in_order(work, range(asked.games * len(scenarios())), asked.jobs) for each in game
    ]
    for kind in sorted({each.kind for each in known}):
        same = [each for each in known if each.kind == kind]
        later = [each.later for each in same if each.later is not None]
        for title, pairs in (("this round", [each.now for each in same]), ("later rounds", later)):
            print(f"{kind}, {title}:   from   times  expected   came")
            for least, times, before, after in table(pairs):
                print(f"{'':>{len(kind) + len(title) + 6}}{least:6.1f} {times:7} {before:9.2f} {after:6.2f}")


if __name__ == "__main__":
    main()
