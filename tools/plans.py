"""Shows that computer players follow plans: how far their pieces are from their intents, by round, with and without.

python -m tools.plans [--rulebooks godbreakers,aos4,bushido,dropzone] [--levels recruit,greedy,veteran] [--rounds 3]

Each line gives the inches by which a unit misses its intent at the beginning of each round, first with the plan, then
without it ("-": not on the table, or its intent is over). A reserve's inches are those by which the enemy is nearer
than at the beginning, whoever moved. The exit code is 1 if a unit that holds has moved.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping
from typing import Any, Final

from game import rulesets
from game.engine.intents import Table, aims_of
from game.engine.plans import IntentDocument, PlanDocument
from game.engine.rulebook.new_game import GamePlan
from game.players import answer_with, make_player, new_session

MOST: Final = 600
"""The most answers of a game."""
PLANS: Final[Mapping[str, Mapping[str, dict[str, Any]]]] = {
    "godbreakers": {
        "Wick": {"intent": "hold"},
        "Tallow": {"intent": "push", "where": "Objective"},
        "Ember": {"intent": "hunt", "enemy": "Gull"},
        "Flint": {"intent": "screen", "friend": "Wick"},
        "Cinder": {"intent": "reserve", "until": 4},
    },
    "aos4": {
        "Beaconwright": {"intent": "reserve", "until": 4},
        "Wallward Pikes": {"intent": "push", "where": "Centre Well"},
        "Duskmoth Riders": {"intent": "hold"},
        "Glarecoil Slingers": {"intent": "screen", "friend": "Beaconwright"},
    },
    "bushido": {
        "Bell Warden": {"intent": "hold"},
        "Temple Guard Spear": {"intent": "push", "where": "Idol 2"},
        "Temple Guard Archer": {"intent": "reserve", "until": 6},
        "Herb Sister": {"intent": "screen", "friend": "Bell Warden"},
    },
    "dropzone": {
        "Rifle Section": {"intent": "push", "where": "Centre"},
        "Ferret Scout Car": {"intent": "push", "where": "West"},
    },
}
"""A plan for each rulebook's first sample roster."""

Misses = dict[str, float | None]


def by_round(name: str, level: str, rounds: int, *, follows: bool) -> Iterator[tuple[int, Misses]]:
    """Play a game and yield by how many inches each unit misses its intent at the beginning of each round."""
    book = rulesets.load(name)
    session = new_session.new_game(name, GamePlan(("Ann", "Bob")), (level, level), seed=5)
    new_session.set_up(session)
    intents = [IntentDocument.model_validate({"who": who, **intent}) for who, intent in PLANS[name].items()]
    plan, player = PlanDocument(name="proof", intents=tuple(intents)), book.players(session.setup)[0]
    if follows:
        new_session.give_plan(session, player, plan, "proof")
    bots = {one: make_player(level, seed) for seed, one in enumerate(book.players(session.setup), 1)}
    start, last = Table.of(book, session.game), 0
    for number in range(MOST):
        now = book.round(session.game)
        if now != last or session.decision is None:
            table = Table.of(book, session.game)
            yield now, {aim.document.who: aim.miss(table, start) for aim in aims_of(plan, player, book, session.game)}
            last = now
        if session.decision is None or now > rounds:
            return
        session.answer(answer_with(bots[session.decision.player], session, number))


def show(name: str, level: str, rounds: int) -> bool:
    """Print the misses of a game with its plan and of one without; return whether all that hold have stayed."""
    with_plan, without = ([*by_round(name, level, rounds, follows=follows)] for follows in (True, False))
    print(f"{name}, {level}")
    stayed = True
    for who, intent in PLANS[name].items():
        rows = [[misses.get(who) for _round, misses in game] for game in (with_plan, without)]
        texts = [" ".join("    -" if miss is None else f"{miss:5.1f}" for miss in row) for row in rows]
        print(f"  {who:<20} {intent['intent']:<8} {texts[0]}   without: {texts[1]}")
        stayed = stayed and (intent["intent"] != "hold" or all(not miss for miss in rows[0]))
    return stayed


def main() -> int:
    """Play the games of some rulebooks and levels."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rulebooks", default=",".join(PLANS))
    parser.add_argument("--levels", default="recruit,greedy,veteran")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    games = [(name, level) for name in options.rulebooks.split(",") for level in options.levels.split(",")]
    return 0 if all(show(*game, options.rounds) for game in games) else 1


if __name__ == "__main__":
    sys.exit(main())
