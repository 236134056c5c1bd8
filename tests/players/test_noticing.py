"""Whoever does not see everything sees something that helps, if anything does."""

from __future__ import annotations

from random import Random

import pytest

from game.engine.core.decisions import Pick, Place
from game.engine.rulebook.view import Prospect
from game.players.lookahead import Lookahead, Width, with_noticed
from tests.rulesets.godbreakers.kit import A, B, begin, godbreaker, objective, shard

GOOD, IDLE, BAD = Prospect("good", 0.5, ""), Prospect("idle", 0.0, ""), Prospect("bad", -1.0, "")
FOE = godbreaker("Gull", B, 28, 18)


@pytest.mark.parametrize(
    ("seen", "found", "told"),
    [
        ([GOOD], [GOOD, IDLE, BAD], [GOOD]),
        ([IDLE], [GOOD, IDLE, BAD], [IDLE, GOOD]),
        ([BAD], [GOOD, IDLE, BAD], [BAD, GOOD]),
        ([BAD], [IDLE, BAD], [BAD, IDLE]),
        ([IDLE], [IDLE, BAD], [IDLE]),
        ([], [BAD], [BAD]),
    ],
)
def test_what_helps_is_seen_or_at_least_what_does_no_harm(
    seen: list[Prospect], found: list[Prospect], told: list[Prospect]
) -> None:
    assert with_noticed(seen, found, Random(1)) == told


def test_a_search_looks_at_as_many_spots_as_it_sees_and_one_that_helps() -> None:
    play = begin(godbreaker("Wick", A, 4, 10), objective(16.5, 10), shard(B, 28, 3), FOE)
    play.answer(["wick"], "move")
    judge = play.session.ruleset.judge
    assert judge is not None
    assert isinstance(play.decision, Place)
    every = [*judge.candidates(play.game, play.decision, Random(1))]
    assert len(every) > 5
    for seed in range(10):
        search = Lookahead(play.session.fork(), A, Random(seed), 40, Width(spots_seen=3))
        assert 0 < len(search.rated()) <= 4


def test_a_search_looks_at_some_of_those_who_may_act_and_at_all_unless_told_otherwise() -> None:
    play = begin(*(godbreaker(name, A, x, 10) for name, x in (("Wick", 4), ("Ash", 8), ("Tern", 12))), FOE)
    assert isinstance(play.decision, Pick)

    def looked_at(width: Width, seed: int) -> set[str]:
        rated = Lookahead(play.session.fork(), A, Random(seed), 40, width).rated()
        return {str(each.answer) for each in rated}

    assert len(looked_at(Width(), 1)) == 3
    found = [looked_at(Width(pieces_seen=1), seed) for seed in range(12)]
    assert all(len(each) == 1 for each in found)
    assert len(set.union(*found)) == 3
