"""Games played at random, the same for the same seed."""

from __future__ import annotations

from random import Random

from game import rulesets
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.players.random_player import random_answer

NAMES = ("Ann", "Bob", "Cy", "Dee")


def random_game(seed: int = 5, players: int = 2, *, before_round: int = 0) -> Session:
    """Return a game of three rounds as it ended, or as it stood when round `before_round` was about to begin."""
    ruleset = rulesets.load("godbreakers")
    session = Session(ruleset, ruleset.new_setup(GamePlan(NAMES[:players], rounds=3)), KeyedDice(seed))
    rng = Random(seed)
    while session.decision is not None:
        if before_round and session.state.round >= before_round and session.at_checkpoint():
            break
        session.answer(random_answer(session.decision, rng))
    return session
