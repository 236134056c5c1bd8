"""Whole battles at random: nothing impossible is ever true, and they come to an end."""

from __future__ import annotations

from random import Random

import pytest

from game.engine.core.dice import KeyedDice
from game.engine.core.flow import Checkpoint
from game.players.random_player import random_answer
from game.resources import bundled_map
from game.rulesets.dropzone.documents.catalogue import NAMES, bundled_army
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.invariants import violations
from game.rulesets.dropzone.rules.play import play
from game.rulesets.dropzone.rules.setup import Setup, opening_state
from game.rulesets.dropzone.rules.setup_documents import DropzoneSetup, PlayerDocument
from game.table.documents import load_map


def begun(seed: int) -> Game:
    """Return a battle of the sample forces before its first decision."""
    path = bundled_map("twin-exchange")
    assert path is not None
    players = tuple(PlayerDocument(id=name, name=name.title(), army=bundled_army(name)) for name in NAMES)
    setup = Setup(DropzoneSetup(scenario="targets-of-opportunity", map=load_map(path), players=players))
    return Game(setup, opening_state(setup), KeyedDice(seed))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_d_eng_1_a_battle_played_at_random_ends_and_breaks_nothing(seed: int) -> None:
    game, rng = begun(seed), Random(seed)
    flow, asked = play(game), 0
    step = next(flow)
    try:
        while True:
            assert violations(game.state, game.setup) == []
            if isinstance(step, Checkpoint):
                step = flow.send(None)
                continue
            asked += 1
            step = flow.send(step.normal(random_answer(step, rng)))
    except StopIteration:
        pass
    assert game.state.result is not None
    assert game.state.round == game.setup.document.options.rounds
    assert asked > 50
