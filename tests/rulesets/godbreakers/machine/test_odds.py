"""Exact odds: counted out die by die, and held by the dice the rules throw."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import cycle, product

import pytest

from game.engine.core.odds import Chance
from game.rulesets.godbreakers import RULESET
from game.rulesets.godbreakers.odds import odds as godbreaker_odds
from game.rulesets.godbreakers.odds.duel import Bout, Fighter
from game.rulesets.godbreakers.odds.odds import activated, casualty_odds, engage_odds, roll_odds, standing, triumph_odds
from game.rulesets.godbreakers.rules.circles.documents import trait_names
from game.rulesets.godbreakers.rules.rolls import RECOVERY, recovery_odds
from tests.rulesets.godbreakers.kit import A, B, begin, godbreaker, table, unaligned, wall
from tools.witnesses.odds import (
    RANKS,
    SIZES,
    Side,
    chances_of,
    chi_square,
    compute,
    differences,
    either,
    hurting,
    outcomes_of,
    rolling,
    side,
    throw_engages,
    throw_recoveries,
    throw_rolls,
    throw_rounds,
)

THROWS = 2_000


def told(pairs: list[list[Side]]) -> list[str]:
    return [f"{pair}: {difference}" for pair in pairs for difference in differences(pair)]


# -- counted out -------------------------------------------------------------------------------


@pytest.mark.parametrize("die", SIZES)
def test_g_eng_2_every_pair_of_ways_to_roll_counted_out(die: int) -> None:
    """Die, rank of Deadly or Defensive, Unlucky and challenging on both sides; how they hurt goes round."""
    blows = cycle(product(hurting(), hurting()))
    pairs = []
    for number, (mine, theirs) in enumerate(product([each for each in rolling() if each[0] == die], rolling())):
        my_blow, their_blow = next(blows)
        attacker = side(mine, my_blow, active=True, damage=number % 6)
        pairs.append([attacker, side(theirs, their_blow, active=False, damage=number % 4)])
    assert len(pairs) == 16 * 64
    assert told(pairs) == []


def test_g_eng_4_every_pair_of_ways_to_hurt_counted_out() -> None:
    """Ranks of Brutal and Tough, Brittle, on both sides; how they roll goes round (Q6, Q7)."""
    rolls = cycle(list(product(rolling(), rolling()))[::37])
    pairs = []
    for number, (mine, theirs) in enumerate(product(hurting(), hurting())):
        my_roll, their_roll = next(rolls)
        attacker = side(my_roll, mine, active=True, damage=number % 5)
        pairs.append([attacker, side(their_roll, theirs, active=False, damage=number % 7, godbreaker=number % 2 == 0)])
    assert len(pairs) == 32 * 32
    assert told(pairs) == []


def random_side(rng: random.Random, *, active: bool) -> Side:
    die, hurts = rng.choice(SIZES), (rng.choice(RANKS), rng.choice(RANKS), rng.random() < 0.3)
    rolls = (die, rng.choice(RANKS), rng.random() < 0.3, rng.random() < 0.3)
    made = side(rolls, hurts, active=active, damage=rng.randrange(8), godbreaker=rng.random() < 0.7)
    return Side(made.fighter, made.challenging, reached=rng.random() < 0.8)


@pytest.mark.parametrize(("models", "times"), [(3, 40), (4, 6)])
def test_g_trait_merciless_several_opponents_counted_out(models: int, times: int) -> None:
    rng = random.Random(models)
    crowds = [[random_side(rng, active=place == 0) for place in range(models)] for _ in range(times)]
    assert told(crowds) == []


def test_g_side_1_opponents_of_different_owners_hurt_each_other() -> None:
    fighters = [Fighter(6), Fighter(6)]
    friends = Bout(Fighter(8), fighters)
    foes = Bout(Fighter(8), fighters, apart=True)
    same, apart = (engage_odds(bout, bout.attacker, *bout.defenders) for bout in (friends, foes))
    assert [fate.win for fate in same.fates] == [fate.win for fate in apart.fates]
    assert same.fates[1].damage.chance(0).fraction == 1 - same.win.fraction
    assert apart.fates[1].damage.chance(0).fraction == 1 - same.win.fraction - same.fates[2].win.fraction


def test_the_active_model_is_not_defensive_and_an_inactive_one_not_deadly() -> None:
    plain = compute([Side(Fighter(8)), Side(Fighter(6))])
    idle = compute([Side(Fighter(8, {"Defensive": 3})), Side(Fighter(6, {"Deadly": 3}))])
    assert (idle.win, idle.tie, idle.lose) == (plain.win, plain.tie, plain.lose)


def test_g_roll_5_a_triumph_comes_before_the_blow() -> None:
    """A D6 that rolls 6 loses the damage it had, not what the winner then deals; it recovers with a d8."""
    odds = compute([Side(Fighter(8, {"Brutal": 3})), Side(Fighter(6, damage=5))])
    # It shows a 6 and loses against a 7 or 8 (blow 7 or 8), or has a Triumph and no blow.
    mishaps = Fraction(0)
    for mine, theirs in product(range(1, 9), range(1, 7)):
        blow = mine - theirs + 6 if mine > theirs else 0
        held, die = (0, 8) if theirs == 6 else (5, 6)
        lost = sum(face < held + blow and face != die for face in range(1, die + 1))
        mishaps += Fraction(lost, die * 48)
    assert odds.opponents[0].casualty.fraction == mishaps
    assert odds.opponents[0].unharmed.fraction == Fraction(4, 6)


def test_g_roll_6_who_ascends_is_no_casualty() -> None:
    proud = compute([Side(Fighter(6)), Side(Fighter(12, damage=11))]).opponents[0]
    humble = compute([Side(Fighter(6)), Side(Fighter(12, damage=11, godbreaker=False))]).opponents[0]
    assert proud.triumph.fraction == Fraction(1, 12)
    assert humble.triumph.fraction == 0
    assert proud.casualty.fraction < humble.casualty.fraction


def test_recovery_counted_face_by_face() -> None:
    for die, relentless, damage, breaks in product(SIZES, RANKS, range(16), (False, True)):
        traits = {"Relentless": relentless} if relentless else {}
        bout = Bout(Fighter(die, traits, (), damage, breaks))
        left = damage - relentless
        gone = [left > 0 and face < left and not (breaks and face == die) for face in range(1, die + 1)]
        odds = casualty_odds(bout, bout.attacker, damage)
        assert odds.fraction == Fraction(sum(gone), die), (die, relentless, damage, breaks)


def test_g_roll_5_only_who_rolls_recovers_with_a_triumph() -> None:
    bout = Bout(Fighter(6, {"Relentless": 2}, damage=2))
    recovery = recovery_odds(bout, bout.attacker)
    assert [recovery.triumph(damage).fraction for damage in (0, 2, 3)] == [0, 0, Fraction(1, 6)]


def test_one_who_is_about_to_ascend_or_to_grow_is_judged_by_what_will_be() -> None:
    bout = Bout(Fighter(6, damage=6))
    bout.attacker.raises = 1
    assert casualty_odds(bout, bout.attacker, 6).fraction == Fraction(5, 8)
    bout.attacker.ascending = True
    assert casualty_odds(bout, bout.attacker, 6).fraction == 0


# -- on a table --------------------------------------------------------------------------------


def test_g_eng_3_a_barricade_and_a_crowd_make_rolls_challenging() -> None:
    wick, gull = godbreaker("Wick", A, 10, 10, 8), godbreaker("Gull", B, 11.5, 10, 8)
    play = begin(wick, gull, ground=table(wall("Wall", (12.2, 8), (12.2, 12))))
    sheltered = engage_odds(play.game, play.model("Wick"), play.model("Gull"))
    assert sheltered.win.fraction == compute([Side(Fighter(8), challenging=True), Side(Fighter(8))]).win.fraction
    crowd = begin(wick.clone(), gull.clone(), godbreaker("Moth", B, 10, 11.5, 8))
    pressed = engage_odds(crowd.game, crowd.model("Wick"), crowd.model("Gull"))
    assert pressed.win == sheltered.win


def test_e6_a_winner_deals_nothing_beyond_its_own_reach() -> None:
    archer, brute = godbreaker("Archer", A, 5, 5, 6, traits={"Ranged": 1}), godbreaker("Brute", B, 11, 5, 8)
    play = begin(archer, brute)
    odds = engage_odds(play.game, play.model("Archer"), play.model("Brute"))
    assert odds.active.damage.chance(0).fraction == 1
    assert float(odds.opponents[0].damage.chance(0)) < 1
    away = Side(Fighter(6, {"Ranged": 1}), reached=False)
    assert odds.lose.fraction == compute([away, Side(Fighter(8))]).lose.fraction


def test_supposing_changes_nothing() -> None:
    play = begin(godbreaker("Wick", A, 10, 10, 8, traits={"Deadly": 3}), unaligned("Beast", 11, 10, 8))
    game, wick, beast = play.game, play.model("Wick"), play.model("Beast")
    before = game.state.digest()
    supposed, there = standing(game, wick, wick.disc.moved_to(20.0, 10.0))
    assert (there.x, supposed.within(there, supposed.state.models["beast"], 0)) == (20.0, False)
    active = activated(game, wick)
    assert active.state.active == "wick"
    assert float(engage_odds(active, wick, beast).win) > float(engage_odds(game, wick, beast).win)
    assert (game.state.digest(), game.state.active, wick.x) == (before, "", 10.0)


def test_previews_tell_the_odds_against_one_and_against_all() -> None:
    wick = godbreaker("Wick", A, 10, 10, 8, traits={"Merciless": 1, "Deadly": 3})
    play = begin(wick, godbreaker("Gull", B, 18, 10, 6), godbreaker("Moth", B, 18, 12, 6), dice=[])
    play.answer(["wick"], "move")
    before = play.state.digest()
    lines = play.session.ruleset.preview(play.game, play.decision, 16.6, 11.0).lines
    told = {line.text for line in lines if line.rule == "G-ENG-1"}
    single = compute([Side(Fighter(8, {"Deadly": 3}), challenging=True), Side(Fighter(6))])
    both = compute([Side(Fighter(8, {"Deadly": 3})), Side(Fighter(6)), Side(Fighter(6))])
    assert told == {
        f"Could engage {names}: wins {odds.win:.0%}, ties {odds.tie:.0%}, loses {odds.lose:.0%}"
        for names, odds in (("Gull", single), ("Moth", single), ("Gull and Moth", both))
    }
    assert any(line.rule == "G-REC-1" and "Gull" in line.text and "Wick" in line.text for line in lines)
    assert play.state.digest() == before


def test_the_greedy_player_weighs_crowds() -> None:
    wick = godbreaker("Wick", A, 10, 10, 12, traits={"Merciless": 1, "Deadly": 3})
    crowd = [godbreaker(name, B, x, 10, 6, damage=4) for name, x in (("Gull", 8.8), ("Moth", 11.2))]
    play = begin(wick, *crowd)
    play.answer(["wick"], "engage")
    found = list(RULESET.judge.prospects(play.game, play.decision, random.Random(1)))
    assert sorted(sorted(each.answer) for each in found) == [["gull"], ["gull", "moth"], ["moth"]]
    best = max(found, key=lambda each: each.worth)
    assert sorted(best.answer) == ["gull", "moth"]
    assert play.decision.allows(best.answer)


# -- thrown ------------------------------------------------------------------------------------

ROUNDS_BY = ("Deadly", "Defensive", "Brutal", "Tough", "Relentless")
"""The traits that change an engage of two or the recovery after it; the others must leave both alone."""


def pair_with(trait: str, rank: int) -> list[Side]:
    """A fight in which the trait matters: by the attacker where that one must be active."""
    owner = Fighter(8, {trait: rank}, damage=3)
    other = Fighter(8, {"Brutal": 1}, damage=4)
    return [Side(other), Side(owner)] if trait in ("Defensive", "Tough") else [Side(owner), Side(other)]


@pytest.mark.parametrize("rank", [1, 2, 3])
@pytest.mark.parametrize("trait", trait_names())
def test_engages_by_dice_equal_the_odds(trait: str, rank: int) -> None:
    sides = pair_with(trait, rank)
    odds = compute(sides)
    outcomes, damage = throw_engages(sides, THROWS, rank)
    value, bound = chi_square(outcomes, outcomes_of(odds))
    assert value <= bound
    for fate, counts in zip(odds.fates, damage, strict=True):
        value, bound = chi_square(counts, chances_of(fate.damage))
        assert value <= bound


@pytest.mark.parametrize("rank", [1, 2, 3])
@pytest.mark.parametrize("trait", ROUNDS_BY)
def test_whole_rounds_by_dice_equal_the_odds(trait: str, rank: int) -> None:
    sides = pair_with(trait, rank)
    for fate, lost in zip(compute(sides).fates, throw_rounds(sides, THROWS, 9), strict=True):
        value, bound = chi_square({1: lost, 0: THROWS - lost}, either(fate.casualty))
        assert value <= bound


@pytest.mark.parametrize("rank", [1, 2, 3])
def test_g_trait_merciless_crowds_by_dice_equal_the_odds(rank: int) -> None:
    sides = [Side(Fighter(10, {"Merciless": rank})), *(Side(Fighter(8, {"Tough": 1})) for _ in range(rank + 1))]
    odds = compute(sides)
    outcomes, damage = throw_engages(sides, THROWS, rank)
    value, bound = chi_square(outcomes, outcomes_of(odds))
    assert value <= bound
    value, bound = chi_square(damage[-1], chances_of(odds.opponents[-1].damage))
    assert value <= bound


@pytest.mark.parametrize("flaws", [("Brittle",), ("Unlucky",)])
def test_flaws_by_dice_equal_the_odds(flaws: tuple[str, ...]) -> None:
    sides = [Side(Fighter(10, {}, flaws), challenging=True), Side(Fighter(10))]
    odds = compute(sides)
    outcomes, damage = throw_engages(sides, THROWS, 4)
    value, bound = chi_square(outcomes, outcomes_of(odds))
    assert value <= bound
    value, bound = chi_square(damage[0], chances_of(odds.active.damage))
    assert value <= bound


@pytest.mark.parametrize("die", SIZES)
@pytest.mark.parametrize("rank", RANKS)
def test_g_trait_inspired_tests_by_dice_equal_the_odds(die: int, rank: int) -> None:
    bout = Bout(Fighter(die, {"Inspired": rank} if rank else {}, ("Unlucky",) if die == 8 else ()))
    due = roll_odds(bout, bout.attacker, "Ruin", challenging=True)
    assert godbreaker_odds.test_odds(bout, bout.attacker, "Ruin") == due.at_least(1)
    assert triumph_odds(bout.attacker, due).weight == 1
    value, bound = chi_square(throw_rolls(bout, "Ruin", THROWS, rank, challenging=True), chances_of(due))
    assert value <= bound


@pytest.mark.parametrize("rank", RANKS)
def test_g_trait_healer_recoveries_by_dice_equal_the_odds(rank: int) -> None:
    wounded = Fighter(8, damage=5)
    bout = Bout(wounded, healers=[Fighter(traits={"Healer": rank})] if rank else [])
    due = roll_odds(bout, bout.attacker, RECOVERY)
    value, bound = chi_square(throw_rolls(bout, RECOVERY, THROWS, rank, challenging=False), chances_of(due))
    assert value <= bound
    lost = 0
    for _ in range(THROWS):
        throw_recoveries(bout)
        lost += bout.attacker.place == "casualty"
        bout.attacker.damage, bout.attacker.die, bout.attacker.place = 5, 8, "table"
    value, bound = chi_square({1: lost, 0: THROWS - lost}, either(casualty_odds(bout, bout.attacker, 5)))
    assert value <= bound


def test_the_witness_sees_a_wrong_distribution() -> None:
    sides = [Side(Fighter(8)), Side(Fighter(8))]
    outcomes, damage = throw_engages(sides, THROWS, 1)
    wrong = compute([Side(Fighter(8, {"Deadly": 1})), Side(Fighter(8))])
    value, bound = chi_square(outcomes, outcomes_of(wrong))
    assert value > bound
    value, bound = chi_square(damage[0], {0: Chance(1, 1)})
    assert value > bound
