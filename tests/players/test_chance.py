"""What may follow an answer: every outcome with its probability, as the exact odds have it, and no real die."""

from __future__ import annotations

from collections import defaultdict
from random import Random

import pytest

from game.players.lookahead import outcomes
from game.rulesets.godbreakers.odds.odds import engage_odds
from game.rulesets.godbreakers.odds.odds import test_odds as odds_of_test
from game.rulesets.godbreakers.rules.actions.repertoire import Sunder
from game.rulesets.godbreakers.rules.events import AttackWon
from tests.rulesets.godbreakers.kit import A, B, Play, begin, godbreaker, shard

MANY = 10_000


def fight() -> Play:
    play = begin(godbreaker("Wick", A, 10, 10, 8), godbreaker("Gull", B, 11.2, 10, 6), shard(B, 26, 16))
    play.answer(["wick"], "engage")
    return play


def test_every_outcome_of_an_engage_has_the_chance_that_the_odds_give_it() -> None:
    play = fight()
    wick, gull = (play.game.state.models[each] for each in ("wick", "gull"))
    odds = engage_odds(play.game, wick, gull)
    damage: defaultdict[int, float] = defaultdict(float)
    wins = 0.0
    for chance, after in outcomes(play.session, ["gull"], MANY, Random(1)):
        won = [event for event in after.events if isinstance(event, AttackWon)]
        wins += chance * any(event.winner == "wick" for event in won)
        damage[after.game.state.models["gull"].damage] += chance
    assert wins == pytest.approx(float(odds.win))
    assert dict(damage) == pytest.approx(
        {amount: float(chance) for amount, chance in odds.opponents[0].damage.chances()}
    )


def test_every_outcome_of_a_test_has_its_chance() -> None:
    play = begin(godbreaker("Wick", A, 10, 10, 8), shard(A, 11.2, 10), godbreaker("Gull", B, 26, 16))
    play.answer(["wick"], "sunder")
    wick = play.game.state.models["wick"]
    found = [
        (chance, after.game.state.markers["anna.shard"].on_table)
        for chance, after in outcomes(play.session, ["anna.shard"], MANY, Random(1))
    ]
    assert sum(chance for chance, _lies in found) == pytest.approx(1.0)
    assert sum(chance for chance, lies in found if not lies) == pytest.approx(
        float(odds_of_test(play.game, wick, Sunder.test))
    )


def test_without_dice_there_is_one_outcome_and_the_game_itself_does_not_change() -> None:
    play = begin(godbreaker("Wick", A, 10, 10, 8), godbreaker("Gull", B, 26, 16))
    before = play.session.state.digest()
    [(chance, after)] = outcomes(play.session, ["wick"], MANY, Random(1))
    assert chance == 1.0
    assert after.game.state.active == "wick"
    assert play.session.state.digest() == before
    assert play.session.journal == []


def test_of_too_many_outcomes_a_fair_sample_is_drawn_the_same_for_the_same_seed() -> None:
    def drawn(seed: int) -> list[tuple[float, str]]:
        found = outcomes(fight().session, ["gull"], 8, Random(seed))
        return [(chance, after.state.digest()) for chance, after in found]

    found = drawn(5)
    assert [chance for chance, _state in found] == [1 / 8] * 8
    assert found == drawn(5)
    assert found != drawn(6)


def test_a_copy_of_an_outcome_rolls_the_same_dice_again() -> None:
    play = fight()
    for _chance, after in outcomes(play.session, ["gull"], MANY, Random(1)):
        assert after.fork().state.digest() == after.state.digest()
