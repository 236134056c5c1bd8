"""What the players settle before a game beside the advanced rules: how threats come by their traits (G-SCN-5, Q22)."""

from __future__ import annotations

import random

import pytest

from game.commands.new_game import read_request
from game.documents.error import DocumentError
from game.engine.core.decisions import Choose
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.players.random_player import random_answer
from game.rulesets import load
from game.rulesets.godbreakers.new_game.planning import planned_setup
from game.rulesets.godbreakers.rules.wild.threat_traits import MIGHTY, TABLES

PAIR = ("Ann", "Bob")


def test_g_scn_5_every_value_offered_can_be_agreed_on_and_the_first_holds_unasked() -> None:
    leader, traits = load("godbreakers").agreements()
    assert planned_setup(GamePlan(PAIR)).options.wild_handler == leader.values[0][0] == "lowest"
    assert planned_setup(GamePlan(PAIR, agreed=((leader.name, "Bob"),))).options.wild_handler == "bob"
    assert planned_setup(GamePlan(PAIR)).options.threat_traits == traits.values[0][0]
    for value, words in traits.values:
        assert planned_setup(GamePlan(PAIR, agreed=((traits.name, value),))).options.threat_traits == value
        assert words


@pytest.mark.parametrize(
    ("agreed", "where", "why"),
    [
        (("threat_traits", "guessed"), "threat_traits", "'guessed' is not to be had - use rolled or chosen"),
        (("wild_handler", "Eve"), "wild_handler", "'Eve' is none of Ann, Bob"),
        (("weather", "rain"), "agreed", "nobody can agree on 'weather' - use wild_handler, threat_traits"),
    ],
)
def test_g_scn_5_what_cannot_be_agreed_on_is_refused_by_name(agreed: tuple[str, str], where: str, why: str) -> None:
    with pytest.raises(DocumentError) as caught:
        planned_setup(GamePlan(PAIR, agreed=(agreed,)))
    assert (caught.value.where, caught.value.reason) == (where, why)


def test_q22_agreed_on_the_command_line_a_player_chooses_the_traits_of_the_horror_they_place() -> None:
    asked = read_request(
        ruleset="godbreakers",
        scenario="nest",
        map_name="open-quarry",
        players="random,random",
        names="Ann,Bob",
        colours=None,
        rosters=(),
        rounds=3,
        switches=(),
        threat_traits="chosen",
        people=False,
    )
    ruleset, rng = load("godbreakers"), random.Random(1)
    session = Session(ruleset, ruleset.new_setup(asked.plan), KeyedDice(1), history=False)
    while session.pending().rule != "G-SCN-5":
        session.answer(random_answer(session.pending(), rng))
    decision = session.pending()
    assert isinstance(decision, Choose)
    assert decision.player == "bob"
    assert tuple(option.key for option in decision.options) == TABLES[MIGHTY]
