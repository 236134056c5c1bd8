"""The advanced rules are switches of a new game (G-ADV-1..5)."""

from __future__ import annotations

import random

import pytest

from game.documents.error import DocumentError
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.players.random_player import random_answer
from game.rulesets import load
from game.rulesets.godbreakers.new_game.planning import NEW_GAMES


def test_g_adv_1_nothing_is_switched_on_unless_it_is_asked_for() -> None:
    options = NEW_GAMES.planned(GamePlan(("Ann", "Bob"))).options
    assert (options.ready, options.levels, options.unbound) == (False, False, False)


SWITCHES = tuple(switch.name for switch in NEW_GAMES.switches)


@pytest.mark.parametrize("switch", SWITCHES)
def test_g_adv_1_each_advanced_rule_is_a_switch_of_its_own(switch: str) -> None:
    options = NEW_GAMES.planned(GamePlan(("Ann", "Bob"), switches=(switch,))).options
    assert [name for name in SWITCHES if getattr(options, name)] == [switch]


def test_g_adv_1_an_unknown_switch_is_refused_by_name() -> None:
    with pytest.raises(DocumentError, match="wings"):
        NEW_GAMES.planned(GamePlan(("Ann", "Bob"), switches=("wings",)))


def test_g_adv_2_a_game_on_the_map_with_a_gallery_breaks_no_invariant() -> None:
    ruleset, rng = load("godbreakers"), random.Random(5)
    setup = ruleset.new_setup(GamePlan(("Ann", "Bob"), map="gallery-row", rounds=3, switches=SWITCHES))
    session = Session(ruleset, setup, KeyedDice(5), history=False)
    while session.decision is not None:
        session.answer(random_answer(session.decision, rng))
        assert ruleset.violations(session.game) == []
    assert session.state.result is not None
