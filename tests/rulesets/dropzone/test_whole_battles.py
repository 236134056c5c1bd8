"""Whole battles at random: nothing impossible is ever true, and they come to an end."""

from __future__ import annotations

from random import Random

import pytest

from game.engine.core.dice import KeyedDice
from game.engine.core.flow import Checkpoint
from game.engine.rulebook.new_game import GamePlan
from game.players.random_player import random_answer
from game.rulesets.dropzone.documents.catalogue import NAMES
from game.rulesets.dropzone.new_game.planning import NEW_GAMES
from game.rulesets.dropzone.rules.deployment import opening_state
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.play import play
from game.rulesets.dropzone.rules.soundness import SOUND
from tests.rulesets.dropzone.dropzone_kit import Moment
from tests.samples import few


def begun(seed: int, scenario: str, seats: int) -> Game:
    """Return a battle of the sample forces before its first decision; a force may be taken twice."""
    names = ("Ada", "Ben", "Cid", "Dot")[:seats]
    setup = NEW_GAMES.planned(
        GamePlan(names=names, scenario=scenario, rosters=tuple(NAMES[seat % len(NAMES)] for seat in range(seats)))
    )
    return Game(setup, opening_state(setup), KeyedDice(seed))


def played(game: Game, seed: int) -> int:
    """Play a battle to its end at random and check it at every step; return how many decisions were made."""
    rng, flow, asked = Random(seed), play(game), 0
    step = next(flow)
    try:
        while True:
            assert SOUND.violations(game.state, game.setup) == []
            if isinstance(step, Checkpoint):
                step = flow.send(None)
                continue
            asked += 1
            step = flow.send(step.normal(random_answer(step, rng)))
    except StopIteration:
        pass
    return asked


BATTLES = (
    ("targets-of-opportunity", 3, 2),
    ("targets-of-opportunity", 2, 1),
    ("targets-of-opportunity", 4, 3),
    ("bunker-assault", 4, 3),
    ("bunker-assault", 2, 1),
    ("bunker-assault", 3, 2),
    ("battle-royale", 3, 2),
    ("battle-royale", 2, 1),
    ("battle-royale", 4, 3),
    ("survey-and-control", 2, 1),
)
"""Every seventh of them has another scenario and number of players than the one before."""


@pytest.mark.parametrize(("scenario", "seats", "seed"), few(BATTLES, 7))
def test_d_eng_1_a_battle_played_at_random_ends_and_breaks_nothing(scenario: str, seats: int, seed: int) -> None:
    """R-47."""
    game = begun(seed, scenario, seats)
    asked = played(game, seed)
    assert game.state.result is not None
    assert game.state.round == game.setup.document.options.rounds
    assert asked > 50


def test_d_rf_2_an_aircraft_may_be_fired_at_while_it_enters_over_the_edge() -> None:
    at = Moment()
    wisp = at.put("wisp-1", 2.3, 47.4)
    wisp.airborne = True
    found = f"{wisp.id} is off the table at (2.3, 47.4)"
    assert found in SOUND.violations(at.game.state, at.game.setup)
    at.game.state.squad = wisp.squad
    assert found not in SOUND.violations(at.game.state, at.game.setup)
    wisp.y = 48.2
    assert any("off the table" in each for each in SOUND.violations(at.game.state, at.game.setup))
