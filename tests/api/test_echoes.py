"""No refusal repeats more than 200 characters of what it refuses, whatever is sent and wherever."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from game.api.engine import Engine
from game.api.messages import REQUESTS
from game.engine.core.decisions import Decision
from game.players.random_player import random_answer

MOST = 200
LETTER = "Ѫ"
"""A letter that no text of ours has."""
HUGE: list[Any] = [
    LETTER * 5000,
    [LETTER * 5000],
    [LETTER] * 5000,
    {LETTER * 5000: LETTER * 5000},
    {f"{LETTER}{n}": n for n in range(5000)},
    [[LETTER * 50] * 50] * 10,
    LETTER * 201,
    "\0" * 5000 + LETTER * 5000,
]


def repeated(reply: Any) -> int:
    return json.dumps(reply, ensure_ascii=False).count(LETTER)


def given(value: Any, everything: Any) -> Iterator[Any]:
    """Yield an answer with each part of it, each key and the whole replaced by a value, or with a part more."""
    yield value
    if isinstance(everything, dict):
        for key, inner in everything.items():
            for changed in given(value, inner):
                yield {**everything, key: changed}
            if isinstance(value, str):
                yield {**{name: each for name, each in everything.items() if name != key}, value: inner}
        if isinstance(value, str):
            yield {**everything, value: value}
    if isinstance(everything, list):
        for place, inner in enumerate(everything[:2]):
            for changed in given(value, inner):
                yield [*everything[:place], changed, *everything[place + 1 :]]
        yield [*everything, value]


@pytest.mark.parametrize("do", REQUESTS)
def test_no_field_of_a_request_comes_back_whole(do: str) -> None:
    engine = Engine()
    assert engine.reply('{"do": "new", "seed": 1}')["ok"]
    for field in REQUESTS[do].model_fields:
        for value in [*HUGE, int("7" * 4000)]:
            request = {"do": do, "answer": "x"} if do == "answer" else {"do": do}
            reply = engine.reply(json.dumps({**request, field: value}))
            assert repeated(reply) <= MOST, (field, str(value)[:20])
            assert json.dumps(reply).count("7") <= MOST
    for value in HUGE[:1]:
        assert repeated(engine.reply(json.dumps({"do": do, value: value}))) <= MOST


@pytest.mark.parametrize(
    "text",
    [LETTER * 5000, f'"{LETTER * 5000}"', f'{{"do": {LETTER * 500}', f'{{"{LETTER * 500}": 1, "{LETTER * 500}": 2}}'],
)
def test_no_line_comes_back_whole(text: str) -> None:
    assert repeated(Engine().reply(text)) <= MOST


@pytest.mark.parametrize("ruleset", ["godbreakers", "bushido", "aos4", "dropzone"])
@pytest.mark.parametrize("field", ["ruleset", "scenario", "map", "rosters", "switches", "names", "players", "agreed"])
def test_no_part_of_a_plan_comes_back_whole(ruleset: str, field: str) -> None:
    engine = Engine()
    for length in (201, 900):
        long = LETTER * length
        for value in (long, [long], [long, long], {long: long}, {"supply": long}):
            reply = engine.reply(json.dumps({"do": "new", "ruleset": ruleset, field: value}))
            assert repeated(reply) <= MOST, (field, reply)


@pytest.mark.parametrize("ruleset", ["godbreakers", "bushido", "aos4", "dropzone"])
def test_no_answer_comes_back_whole(ruleset: str) -> None:
    engine = Engine()
    assert engine.reply(json.dumps({"do": "new", "ruleset": ruleset, "seed": 3}))["ok"]
    game = engine.games[1].session
    chance, kinds = Random(1), dict[str, int]()
    while game.decision is not None and len(game.journal) < 150:
        decision: Decision = game.decision
        answer = random_answer(decision, chance)
        kinds[decision.kind] = kinds.get(decision.kind, 0) + 1
        if kinds[decision.kind] <= 2:
            for value in HUGE:
                for huge in given(value, answer):
                    reply = engine.reply(json.dumps({"do": "answer", "answer": huge}))
                    assert repeated(reply) <= MOST, (decision.kind, str(huge)[:200], str(reply)[:300])
        game.answer(answer)
    assert len(kinds) >= (2 if ruleset == "dropzone" else 3)
