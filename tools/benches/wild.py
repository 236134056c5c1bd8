"""Random play with a crowd of wild models on the table, scenario by scenario: decisions per second.

    python tools/benches/wild.py [--wild 30] [--players 2] [--advanced] [--passes 3]

Each game is played from its first activation on, as it is and with the crowd added, by turns in the same run; printed
are the medians of several passes. CPU time is counted, so that other programs disturb little.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from game.engine.core.dice import KeyedDice
from game.engine.session import Session
from game.players.random_player import random_answer
from game.rulesets.godbreakers import RULESET
from game.rulesets.godbreakers.rules.placing import level_of, put, region
from game.rulesets.godbreakers.rules.scenarios import names as scenario_names
from game.rulesets.godbreakers.rules.wild.unaligned import FORGOTTEN, HUNTER, LOCAL, make
from game.table.shapes import Disc
from tools.soak import batch_of

MUST = 1000
GAMES = 4
PASSES = 3


def opening(scenario: str, players: int, advanced: bool, seed: int) -> Session:
    """Return a game played at random up to its first activation."""
    session = Session(RULESET, RULESET.new_setup(batch_of((scenario, players, advanced), False).plan), KeyedDice(seed))
    rng = random.Random(seed)
    while session.decision is not None and session.state.step != "activation":
        session.answer(random_answer(session.decision, rng))
    return session


def crowded(session: Session, wild: int, seed: int) -> Session:
    """Return the game with so many more wild models, where there is room for them."""
    state = session.marks[-1].state.clone()
    game = RULESET.game(session.setup, state, session.dice)
    field, rng = game.battlefield, random.Random(seed)
    for number in range(wild):
        model = make(game, (FORGOTTEN, LOCAL, HUNTER)[number % 3])
        middle = Disc(field.width / 2, field.height / 2, model.radius, level=0)
        where = region(game, model, (), middle)
        spot = where.sample(rng)
        if spot is not None:
            put(game, model, spot.x, spot.y, player=game.wild_handler, rule="", level=level_of(where))
    return Session(RULESET, session.setup, session.dice, state=state, history=False, sparse=True)


def speed(sessions: list[Session]) -> tuple[float, int]:
    """Play games to their ends; return decisions per second and how many there were."""
    count, started = 0, time.process_time()
    for number, session in enumerate(sessions):
        rng = random.Random(number)
        while session.decision is not None:
            session.answer(random_answer(session.decision, rng))
            count += 1
    return count / (time.process_time() - started), count


def main() -> None:
    """Play and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wild", type=int, default=30, help="models added (30)")
    parser.add_argument("--players", type=int, default=2, help="1 to 4 (2)")
    parser.add_argument("--advanced", action="store_true", help="with every optional rule")
    parser.add_argument("--games", type=int, default=GAMES, help=f"for each scenario ({GAMES})")
    parser.add_argument("--passes", type=int, default=PASSES, help=f"over the same games ({PASSES})")
    options = parser.parse_args()
    if min(options.games, options.passes) < 1 or options.wild < 0:
        parser.error("--games and --passes take 1 or more, --wild 0 or more")
    print(f"{'scenario':<10} {'as it is':>10} {f'{options.wild} wild':>10} {'share':>7}   must {MUST:,}/s")
    for scenario in scenario_names():
        compare(scenario, options)


def crowded_speeds(scenario: str, *, wild: int, advanced: bool) -> list[float]:
    """Return decisions per second in several passes over the same games of two players with a crowd."""
    games = [opening(scenario, 2, advanced, seed) for seed in range(GAMES)]
    return [speed([crowded(game, wild, seed) for seed, game in enumerate(games)])[0] for _ in range(PASSES)]


def compare(scenario: str, options: argparse.Namespace) -> None:
    """Play a scenario without the crowd and with it, and print a row of the table."""
    games = [opening(scenario, options.players, options.advanced, seed) for seed in range(options.games)]
    before, after, count = [], [], 0
    for _ in range(options.passes):
        before.append(speed([crowded(session, 0, seed) for seed, session in enumerate(games)])[0])
        rate, count = speed([crowded(session, options.wild, seed) for seed, session in enumerate(games)])
        after.append(rate)
    plain, full = median(before), median(after)
    verdict = "met" if full >= MUST else "MISSED"
    print(
        f"{scenario:<10} {plain:>8,.0f}/s {full:>8,.0f}/s {full / plain:>6.0%}   {verdict} ({count} decisions a pass)"
    )


if __name__ == "__main__":
    main()
