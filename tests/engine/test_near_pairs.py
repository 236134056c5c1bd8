"""Pairs of bases that may overlap are found without a look at all pairs, and one by one."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

import pytest

from game.engine.core.dice import KeyedDice
from game.engine.kit.soundness import near_pairs
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.rulesets import load
from game.rulesets.bushido.rules import invariants as bushido
from game.rulesets.godbreakers.rules import invariants as godbreakers


class Base(NamedTuple):
    x: float
    y: float
    radius: float


@pytest.mark.parametrize("seed", range(6))
def test_every_pair_that_overlaps_is_among_them(seed: int) -> None:
    rng = Random(seed)
    bases = [Base(rng.uniform(-5, 40), rng.uniform(-5, 30), rng.choice((0.1, 0.5, 2.0))) for _base in range(80)]
    found = {*near_pairs(bases)}
    for one, other in combinations(bases, 2):
        if math.dist(one[:2], other[:2]) < one.radius + other.radius:
            assert (one, other) in found


def test_of_thousands_apart_only_neighbours_are_compared() -> None:
    """A position of 5,000 models took time with the square of their number."""
    bases = [Base(at % 100, at // 100, 0.4) for at in range(5_000)]
    assert len([*near_pairs(bases)]) < 20 * len(bases)


@pytest.mark.parametrize("book", ["godbreakers", "bushido"])
def test_of_thousands_in_one_place_a_file_is_refused_for_the_first(book: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two thousand of them made two million sentences, of which one was shown."""
    ruleset = load(book)
    session = Session(ruleset, ruleset.new_setup(GamePlan(("Ann", "Bob"))), KeyedDice(1))
    taken: list[object] = []

    def counted(pieces: Collection[Any]) -> Iterator[tuple[Any, Any]]:
        for pair in near_pairs(pieces):
            taken.append(pair)
            yield pair

    invariants = {"godbreakers": godbreakers, "bushido": bushido}[book]
    monkeypatch.setattr("game.engine.kit.soundness.near_pairs", counted)
    for model in session.state.models.values():
        model.x, model.y, model.place = 12.0, 12.0, "table"
    assert "overlaps" in next(each for each in invariants.broken(session.state, session.setup) if "overlaps" in each)
    assert len(taken) == 1
    assert len([each for each in ruleset.violations(session.game) if "overlaps" in each]) > 10
