"""Every action has one letter, the same in every situation, that clashes with no other and none of the window's."""

from __future__ import annotations

import random

import pytest

from game import rulesets
from game.engine.core.decisions import Choose
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.players.random_player import random_answer
from game.rulesets.godbreakers.rules.rounds.activation import END, OVERRIDE, TRAITS
from game.rulesets.godbreakers.rules.scenarios import names
from tests.conformance.listed import MOMENTS, Case


@pytest.mark.parametrize("scenario", names())
def test_in_every_question_of_a_game(scenario: str) -> None:
    ruleset = rulesets.load("godbreakers")
    plan = GamePlan(("Ann", "Bob"), scenario, "gallery-row", switches=("ready", "levels", "unbound"))
    session = Session(ruleset, ruleset.new_setup(plan), KeyedDice(3))
    rng, letters = random.Random(3), dict[str, str]()
    while (decision := session.decision) is not None:
        if isinstance(decision, Choose):
            options = [*decision.options, *(option for option, _refusal in decision.refusals())]
            used = [option.letter for option in options if option.letter]
            assert len(used) == len(set(used)), decision.prompt
            for option in options:
                if option.letter:
                    assert letters.setdefault(option.key, option.letter) == option.letter
        for option in decision.shortcuts:
            assert option.letter
            assert letters.setdefault(option.key, option.letter) == option.letter
        session.answer(random_answer(decision, rng))
    assert letters["move"] == "v"


@pytest.mark.parametrize("case", MOMENTS, ids=str)
def test_in_every_question_of_a_game_from_the_thick_of_it(case: Case) -> None:
    session, rng = case.session(), random.Random(3)
    own = {option.key: option.letter for option in session.ruleset.lettered()}

    def action(key: str) -> str:
        words = [*key.split(" "), key[: key.rfind("|") + 1]]
        return next((word for word in words if word in own), key)

    seen: set[str] = set()
    while (decision := session.decision) is not None:
        if isinstance(decision, Choose):
            options = [*decision.options, *(option for option, _refusal in decision.refusals())]
            lettered = {action(option.key): option.letter for option in options if option.letter}
            assert lettered.items() <= own.items()
            assert len({*lettered.values()}) == len(lettered), decision.prompt
            seen |= lettered.keys()
        session.answer(random_answer(decision, rng))
    assert len(seen) > 8


def test_every_action_of_a_godbreaker_has_a_letter() -> None:
    known = {"move", "engage", "sunder", "plunder", "shape", "ready", END.key, OVERRIDE.key, TRAITS.key}
    assert known <= {option.key for option in rulesets.load("godbreakers").lettered() if option.letter}
