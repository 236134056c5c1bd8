"""Recorded games are held to what they hold, also where older versions asked less."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest

from game import rulesets
from game.engine.core.decisions import Order
from game.players.random_player import random_answer
from tools.equal_games import STRIDE, Asked, as_before, begin, difference, plans, sample_plans

TRAP = next(islice(plans("trap", 5), 4, None))
"""A game alone that soon asks in which order its objectives are placed."""


def recorded(count: int = STRIDE) -> dict[str, Any]:
    """Return the beginning of a game of The Trap as a record holds it, with that order turned round."""
    session, rng, asked = begin(TRAP), Random(4), Asked()
    answers: list[Any] = []
    while len(answers) < count:
        decision = session.pending()
        asked.note(decision)
        answer = list(decision.items)[::-1] if isinstance(decision, Order) else random_answer(decision, rng)
        answers.append(answer)
        session.answer(answer)
    return TRAP | {"answers": answers, "digests": [asked.digests(session)[0]]}


def test_a_record_that_holds_the_answer_to_a_newer_question_is_replayed_with_it() -> None:
    line = recorded()
    session = begin(TRAP)
    orders = 0
    for answer in line["answers"]:
        orders += isinstance(session.decision, Order)
        session.answer(answer)
    assert orders
    assert difference(line) == "goes on after the last answer"


def test_g_ini_4_a_record_without_the_answer_is_replayed_in_the_order_of_then() -> None:
    session = begin(TRAP)
    for answer in recorded()["answers"]:
        if isinstance(session.decision, Order):
            break
        session.answer(answer)
    decision = session.pending()
    assert isinstance(decision, Order)
    items = list(decision.items)
    assert as_before(decision, items[::-1]) is None  # the record answers the question itself
    assert [as_before(decision, each) for each in (None, [3.0, 4.0], "pass")] == [items] * 3
    assert as_before(None, "pass") is None


def test_what_differs_is_located() -> None:
    line = recorded()
    assert difference(line | {"digests": ["0"]}).startswith("differs within answers 1 to 20")
    assert "answer 3 no such thing" in difference(line | {"answers": [*line["answers"][:2], "no such thing"]})


def test_games_of_every_number_of_players_are_planned_if_the_scenario_has_room_for_them() -> None:
    def seats(ruleset: str, scenario: str) -> list[int]:
        return [len(line["names"]) for line in sample_plans(ruleset, scenario, 4)]

    assert seats("dropzone", "battle-royale") == [2, 3, 4, 2]
    assert seats("dropzone", "survey-and-control") == [2, 2, 2, 2]


@pytest.mark.parametrize("ruleset", rulesets.names())
def test_games_of_every_rulebook_can_begin(ruleset: str) -> None:
    scenarios = [offer.name for offer in rulesets.load(ruleset).offers().scenarios]
    for scenario in scenarios:
        assert begin(next(sample_plans(ruleset, scenario, 1))).decision is not None
