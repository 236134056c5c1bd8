"""Measures how strong the machine's levels are: games between two of them, with intervals of 95 %.

python -m tools.strength RECORD [--pairs recruit,random veteran,recruit] [--tries 60,8] [--games 48] [--rulebook NAME]
                         [--jobs 2] [--luck]
python -m tools.strength RECORD --write     writes the figures that the program shows, from everything recorded; those
                                            of other pairs stay as they were

Each level tries as many answers for a decision as it always does, or as many as `--tries` says: of the first, of the
second.

Each game is one line of RECORD, so a run stops at any time and goes on later; the project's own record is
tools/strength.jsonl. Two games in a row differ only in who sits where. Scenarios, and the bundled rosters, follow one
another.

With `--luck` each game also notes what the dice gave the first level: by how much its chance to win rose over what
other dice would have brought on average, wherever dice were rolled. As dice favour nobody, a share from which that is
taken out is as true as the plain one, and about twice as many games would be needed to know the plain one as well.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Final

from game import rulesets
from game.engine.core.decisions import Answer
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.ruleset import AnyRuleset
from game.engine.session import Session
from game.garbage import collect_seldom
from game.lab.workers import results_in_order
from game.players import Searching, answer_with, make_player
from game.players.strength import CERTAIN, FIGURES, NAMES, Figure, Games
from game.players.strength import figures as known_figures

PAIRS = tuple(f"{first},{second}" for second, first in combinations(NAMES, 2))
ALTERNATING = 1009
"""What keeps the seeds of the two sides, and those of two games, apart."""
OTHERWISE: Final = 8
"""How often dice that were rolled are rolled anew, to see what was to be expected of them."""
LEAD: Final = 5.0
"""Points of a lead that bring somebody from an even chance to one of nearly three in four."""
TELLING: Final = 20
"""Games with their luck from which it can be taken out: it says little how much the luck of fewer counted for."""


@dataclass(frozen=True)
class Match:
    """A game between two levels: `first` is in the first seat of games with even numbers.

    `tries` are those of each for a decision.
    """

    rulebook: str
    first: str
    second: str
    tries: tuple[int, int]
    number: int


@dataclass(frozen=True)
class Outcome:
    """What came of a match: the points of `first`, 1 for a victory and 1/2 for a draw; its luck, if that was noted."""

    rulebook: str
    first: str
    second: str
    tries: tuple[int, int]
    number: int
    scenario: str
    points: float
    luck: float | None = None


def played(match: Match, *, luck: bool = False) -> Outcome:
    """Play a match to its end, and note what luck `first` had if asked to; the same one for the same numbers."""
    collect_seldom()
    rulebook, pair = rulesets.load(match.rulebook), match.number // 2
    offers = rulebook.offers()
    scenario = offers.scenarios[pair % len(offers.scenarios)].name
    setup = rulebook.new_setup(GamePlan(("Ann", "Bob"), scenario, rosters=_rosters(rulebook, pair)))
    session = Session(rulebook, setup, KeyedDice(pair), history=False)
    seats = rulebook.players(setup)
    sides = [*zip((match.first, match.second), match.tries, strict=True)]
    if match.number % 2:
        sides.reverse()
    machines = {
        seat: make_player(kind, ALTERNATING * match.number + place, tries)
        for place, (seat, (kind, tries)) in enumerate(zip(seats, sides, strict=True))
    }
    first, rng, had = seats[match.number % 2], Random(match.number), 0.0
    while session.decision is not None:
        answer = answer_with(machines[session.decision.player], session, len(session.journal))
        had += _luck(session, answer, first, rng) if luck else 0.0
        session.answer(answer)
    ending = rulebook.result(session.game)
    winners = ending.winners if ending is not None else ()
    points = 0.5 if len(winners) != 1 else float(winners[0] == first)
    return Outcome(**asdict(match), scenario=scenario, points=points, luck=had if luck else None)


def _luck(session: Session, answer: Answer, player: str, rng: Random) -> float:
    """Return by how much the dice that an answer makes roll raise a player's chance over what others would have."""
    rolled, real = session.state.rolls.total, session.fork()
    real.answer(answer)
    if real.state.rolls.total == rolled:
        return 0.0
    others = []
    for _each in range(OTHERWISE):
        other = session.fork(rng.getrandbits(60))
        other.answer(answer)
        others.append(chance(other, player))
    return chance(real, player) - statistics.fmean(others)


def chance(session: Session, player: str) -> float:
    """Return roughly how likely a player wins, by what a rulebook that judges holds of the position."""
    judge = session.ruleset.judge
    assert judge is not None
    return 1.0 / (1.0 + math.exp(-max(-100.0, min(100.0, judge.worth(session.game, player) / LEAD))))


def _rosters(rulebook: AnyRuleset, pair: int) -> tuple[str, ...]:
    """Return the two bundled rosters of a pair of games: in time everyone meets everyone."""
    if rulebook.papers is None:
        return ()
    names = [str(next(iter(facts.values()))) for _line, facts in rulebook.papers.rosters().bundled()]
    apart = 1 + pair // len(names) % (len(names) - 1)
    return names[pair % len(names)], names[(pair + apart) % len(names)]


def read(record: Path) -> list[Outcome]:
    """Return the games of a record, none if there is no such file; raise `ValueError` with a line that is no game."""
    found = list[Outcome]()
    for number, line in enumerate(record.read_text(encoding="utf-8").splitlines() if record.exists() else [], 1):
        try:
            game = json.loads(line)
            found.append(Outcome(**game | {"tries": tuple(game["tries"])}))
        except (ValueError, TypeError, KeyError):
            raise ValueError(f"{record}: line {number} is no game, perhaps one cut off: take it out") from None
    return found


def usual(pair: str, tries: str = "") -> tuple[int, int]:
    """Return the tries of two levels: those given as text, else what each has by itself; 0 for one that tries none."""
    first, second = (make_player(each, 0) for each in pair.split(","))
    own = [each.tries if isinstance(each, Searching) else 0 for each in (first, second)]
    given = [int(each) for each in tries.split(",")] if tries else own
    return given[0], given[-1]


def missing(known: Sequence[Outcome], rulebook: str, pair: str, tries: tuple[int, int], games: int) -> Iterator[Match]:
    """Yield the games of a pair of levels that a record does not hold yet."""
    first, second = pair.split(",")
    have = {(each.rulebook, each.first, each.second, each.tries, each.number) for each in known}
    for number in range(games):
        if (rulebook, first, second, tries, number) not in have:
            yield Match(rulebook, first, second, tries, number)


def figures(outcomes: Sequence[Outcome]) -> list[Figure]:
    """Return what a record says about each pair of levels at each number of tries, and its scenarios."""
    pooled: dict[tuple[str, str, str, tuple[int, int]], list[Outcome]] = {}
    for each in outcomes:
        pooled.setdefault((each.rulebook, each.first, each.second, each.tries), []).append(each)
    found = []
    for (rulebook, first, second, tries), games in sorted(pooled.items()):
        scenarios = sorted({each.scenario for each in games})
        by_scenario = {name: _games([each for each in games if each.scenario == name]) for name in scenarios}
        found.append(Figure(rulebook, first, second, tries, _games(games), by_scenario))
    return found


def joined(known: Sequence[Figure], found: Sequence[Figure]) -> list[Figure]:
    """Return known figures, those found in place of what was known of the same pairs and tries, in order."""
    every = {(each.rulebook, each.first, each.second, each.tries): each for each in (*known, *found)}
    return [figure for _key, figure in sorted(every.items())]


def without_luck(outcomes: Sequence[Outcome]) -> tuple[float, float, float] | None:
    """Return the share of points of games with their luck taken out, and its interval of 95 %; None if they are few."""
    known = [(each.points, each.luck) for each in outcomes if each.luck is not None]
    if len(known) < TELLING:
        return None
    points, luck = zip(*known, strict=True)
    counts = statistics.linear_regression(luck, points).slope if len(set(luck)) > 1 else 0.0
    left = [each - counts * had for each, had in known]
    share, half = statistics.fmean(left), CERTAIN * statistics.stdev(left) / math.sqrt(len(left))
    return share, share - half, share + half


def _games(outcomes: Sequence[Outcome]) -> Games:
    return Games(len(outcomes), sum(each.points for each in outcomes))


def main() -> None:
    """Play what is missing, or write the figures down."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("record", type=Path)
    parser.add_argument("--pairs", nargs="+", default=PAIRS)
    parser.add_argument("--tries", default="", help="of each level for a decision, such as 60,8; else its own number")
    parser.add_argument("--games", type=int, default=48)
    parser.add_argument("--rulebook", choices=rulesets.names(), default="godbreakers")
    parser.add_argument("--jobs", type=int, default=1, help="processes, each with a game of its own")
    parser.add_argument("--luck", action="store_true", help="note the luck of each game")
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    if not asked.record.parent.is_dir():
        parser.error(f"{asked.record}: there is no folder {asked.record.parent}")
    try:
        known = read(asked.record)
    except (OSError, ValueError) as error:
        parser.error(str(error))
    if not asked.write:
        try:
            budgets = {pair: usual(pair, asked.tries) for pair in asked.pairs}
        except (KeyError, ValueError):
            parser.error("--pairs takes levels such as veteran,recruit, --tries numbers such as 60,8")
        for pair, tries in budgets.items():
            left = [*missing(known, asked.rulebook, pair, tries, asked.games)]
            for outcome in results_in_order(partial(played, luck=asked.luck), left, asked.jobs):
                with asked.record.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(outcome)) + "\n")
        known = read(asked.record)
    found = figures(known)
    for each in found:
        print(each.rulebook, each.tries, each.words())
        key = (each.rulebook, each.first, each.second, each.tries)
        same = [game for game in known if (game.rulebook, game.first, game.second, game.tries) == key]
        if (found_out := without_luck(same)) is not None:
            share, low, high = (100 * part for part in found_out)
            print(f"    luck taken out: {share:.0f} % ({low:.0f} to {high:.0f} %)")
    if asked.write:
        content = [each.plain() for each in joined(known_figures(), found)]
        FIGURES.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
