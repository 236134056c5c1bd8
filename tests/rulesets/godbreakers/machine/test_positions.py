"""What a whole position is worth: markers by who will still be there, models by what they hold and carry."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from game.engine.core.decisions import Place
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.view import Prospect
from game.engine.session import Session
from game.players import answer_with, make_player
from game.rulesets.godbreakers import RULESET
from game.rulesets.godbreakers.ai.position import (
    beasts,
    bounty,
    control,
    errand,
    fight_worth,
    gather_facts,
    ground,
    needed,
    strikes,
    worth,
)
from game.rulesets.godbreakers.odds.odds import engage_odds
from game.rulesets.godbreakers.rules.scenarios import names as scenarios
from game.rulesets.godbreakers.rules.scenarios import scenario_of
from tests.rulesets.godbreakers.kit import A, B, begin, godbreaker, objective, shard, table, treasure, unaligned, wood


def test_g_tbl_6_whoever_may_fall_controls_a_marker_by_its_chance_to_live() -> None:
    assert control(A, ((A, 1.0),)) == 1.0
    assert control(A, ((A, 1.0), (B, 1.0))) == 0.0
    assert control(A, ((A, 1.0), (B, 0.25))) == 0.75
    assert control(B, ((A, 0.5), (B, 0.5), ("", 0.5))) == 0.125
    assert control(A, ((A, 1.0), (A, 0.5), (B, 1.0))) == 0.5


def test_g_rec_1_a_marker_held_by_one_who_hardly_survives_is_worth_little() -> None:
    def gained(damage: int) -> float:
        wick = godbreaker("Wick", A, 10, 10, damage=damage, activated=True)
        others = godbreaker("Ash", A, 28, 2, activated=True), godbreaker("Gull", B, 28, 18)
        return worth(begin(wick, *others, objective(11.2, 10)).game, A) - worth(begin(wick, *others).game, A)

    assert gained(0) > 2 * gained(5) > 0


def test_g_res_2_whoever_stands_at_a_marker_is_worth_an_attack_more() -> None:
    play = begin(
        godbreaker("Wick", A, 10, 10, 8),
        godbreaker("Gull", B, 10, 8.9),
        godbreaker("Tern", B, 10, 11.1),
        shard(A, 10, 12.2),
    )
    game, wick = play.game, play.model("Wick")
    gull, tern = play.model("Gull"), play.model("Tern")
    assert ground(game, A, tern) < 0 == ground(game, A, gull)
    on_it, off_it = (fight_worth(game, A, wick, [each], engage_odds(game, wick, each)) for each in (tern, gull))
    assert on_it > off_it


@pytest.mark.parametrize(
    ("kind", "order", "reason"),
    [
        ("recruit", [A, B], "it acts before anyone can respond"),
        ("veteran", [A, B], "it acts before anyone can respond"),
        ("warlord", [B, A], "acting last means having the last word on every marker and handling wild models"),
    ],
)
def test_g_ini_3_who_sees_its_own_activation_only_acts_first_who_thinks_of_the_end_of_the_round_last(
    kind: str, order: list[str], reason: str
) -> None:
    leaders = [godbreaker(f"Lead{each}", each, x, 5, leader=True) for each, x in ((A, 5.0), (B, 20.0))]
    play = begin(*leaders, step="initiative", dice=(5, 2))
    assert play.asked == (A, "G-INI-3")
    for seed in range(5):
        player = make_player(kind, seed)
        assert answer_with(player, play.session, 1) == order
        assert player.reason == reason


def test_the_wary_fear_for_whoever_can_be_struck_and_for_nobody_else() -> None:
    def feared(x: float, damage: int = 0) -> float:
        wick = godbreaker("Wick", A, x, 10, damage=damage, activated=True)
        others = godbreaker("Ash", A, 2, 2, activated=True), godbreaker("Gull", B, 20, 10)
        game = begin(wick, *others, in_round=5).game
        return RULESET.judge.worth(game, A) - RULESET.judge.styled("wary").worth(game, A)

    assert feared(5.0) == 0.0 < feared(16.0) < feared(16.0, damage=2)


def test_whoever_looks_no_farther_than_this_round_counts_no_marker_in_a_later_one() -> None:
    """A marker that is held now counts the same whenever that is; to others it brings more the earlier it is."""

    def valued(in_round: int) -> tuple[float, float]:
        others = godbreaker("Ash", A, 2, 2, activated=True), godbreaker("Gull", B, 28, 10)
        held, lost = (
            begin(godbreaker("Wick", A, x, 10, activated=True), *others, objective(11.2, 10), in_round=in_round).game
            for x in (10.0, 4.0)
        )
        near = RULESET.judge.styled("near")
        return near.worth(held, A) - near.worth(lost, A), RULESET.judge.worth(held, A) - RULESET.judge.worth(lost, A)

    (early, promised), (late, paid) = valued(1), valued(5)
    assert early == pytest.approx(late)
    assert 0.0 < early < promised - 1.0
    assert late == pytest.approx(paid)


def test_whoever_carries_treasure_keeps_away_from_those_who_want_it() -> None:
    def position(x: float, *tokens: str) -> float:
        friend, foe = godbreaker("Ash", A, 2, 2, activated=True), godbreaker("Gull", B, 20, 10)
        carried = [treasure(name, "wick") for name in tokens]
        return worth(begin(godbreaker("Wick", A, x, 10, activated=True), friend, foe, *carried, in_round=5).game, A)

    laden = position(5.0, "treasure-1") - position(16.0, "treasure-1")
    assert laden > 4 * (position(5.0) - position(16.0)) > 0


def test_g_act_4_the_last_move_is_worth_what_the_position_after_it_is() -> None:
    pieces = godbreaker("Wick", A, 4, 10), godbreaker("Gull", B, 28, 18), objective(16.5, 10), shard(B, 28, 3)
    play = begin(*pieces)
    play.answer(["wick"], "move", [9.0, 10.0], "move")
    here, found = worth(play.game, A), [*RULESET.judge.candidates(play.game, play.decision, random.Random(1))]
    assert len(found) > 5
    for each in found:
        after = play.session.fork()
        after.answer(each.answer)
        assert each.final
        assert worth(after.game, A) == pytest.approx(here + each.worth, abs=1e-4)  # spots are put on the lattice


def test_g_adv_4_a_step_into_the_air_is_worth_what_the_position_after_the_fall_is() -> None:
    ledge = table(wood("Ledge", 8, 8, 12, 12).model_copy(update={"levels": (2,)}))
    wick = godbreaker("Wick", A, 10.5, 10, level=2)
    play = begin(wick, objective(14, 10), godbreaker("Gull", B, 28, 18), ground=ledge, levels=True)
    play.answer(["wick"], "move", "level-2", [11.2, 10.0], "move", "fall-2")
    here, found = worth(play.game, A), [*RULESET.judge.candidates(play.game, play.decision, random.Random(1))]
    assert found
    for each in found:
        after = play.session.fork()
        after.answer(each.answer)
        assert after.game.state.models["wick"].level == 0
        assert worth(after.game, A) == pytest.approx(here + each.worth, abs=1e-4)


@pytest.mark.parametrize("scenario", scenarios())
def test_only_what_hangs_on_the_one_that_moves_changes_what_its_spots_are_worth(scenario: str) -> None:
    """Everything worked out anew is the oracle: equal to the last bit, so that machines play the same."""
    setup = RULESET.new_setup(GamePlan(("Ann", "Bob"), scenario, rounds=3))
    session, compared = Session(RULESET, setup, KeyedDice(5), history=False), 0
    players = {each: make_player("recruit", seat) for seat, each in enumerate(setup.players)}
    rng = random.Random(1)
    while compared < 240 and session.decision is not None:
        game = session.fork().game
        for model in game.standing() if game.state.round and session.at_checkpoint() else ():
            start, there = (model.x, model.y), gather_facts(game, model)
            for _spot in range(2):
                model.x, model.y = rng.uniform(1.0, 29.0), rng.uniform(1.0, 19.0)
                for player in setup.players:
                    assert worth(game, player, there) == worth(game, player)
                    compared += 1
            model.x, model.y = start
        session.answer(answer_with(players[session.decision.player], session, len(session.journal)))
    assert compared >= 240


def test_g_scn_the_tragedy_a_damned_that_falls_counts_for_whoever_is_closest() -> None:
    def striking(owner: str) -> float:
        damned, foe = unaligned("Damned", 10, 10, kind="damned"), godbreaker("Gull", B, 10, 8.7, 12)
        play = begin(damned, foe, godbreaker("Wick", owner, 10, 11.05), scenario="tragedy")
        return fight_worth(play.game, A, damned, [foe], engage_odds(play.game, damned, foe))

    assert striking(A) > 0 > striking(B)


def test_g_side_5_a_wild_model_goes_for_the_closest_hostile_one_of_whatever_side() -> None:
    pieces = (
        unaligned("Near", 10, 10, kind="damned"),
        unaligned("Far", 10, 11.6, kind="damned"),
        godbreaker("Wick", A, 10, 4),
        unaligned("Lost", 20, 10, 6, kind="lost"),
    )
    play = begin(*pieces, godbreaker("Gull", B, 28, 18), scenario="tragedy")
    found = strikes(play.game, beasts(play.game, play.game.standing()), 0)
    assert [(each.beast.id, each.victim.id) for each in found] == [("near", "far"), ("far", "near")]
    assert all(each.now and each.likely > 0.9 for each in found)
    assert not any(each.likely > 0.9 for each in strikes(play.game, beasts(play.game, play.game.standing()), 2))


def test_g_scn_the_tragedy_it_is_good_to_be_close_where_damned_fight_each_other() -> None:
    def standing(x: float) -> float:
        damned = [unaligned(name, 10, y, kind="damned") for name, y in (("One", 4), ("Other", 5.5))]
        pieces = godbreaker("Wick", A, x, 10, activated=True), godbreaker("Gull", B, 22, 6, activated=True)
        return worth(begin(*damned, *pieces, scenario="tragedy").game, A)

    assert standing(10.0) > standing(28.0) + 1.0


def test_g_res_3_the_fewer_are_left_the_more_a_life_counts() -> None:
    def counted(*others: str) -> float:
        circle = [godbreaker(name, A, 4 + 4 * place, 2) for place, name in enumerate(others)]
        play = begin(godbreaker("Wick", A, 10, 10), *circle, godbreaker("Gull", B, 28, 18), in_round=4)
        return needed(play.game, play.model("Wick"))

    assert counted() > 2 * counted("Ash") > 4 * counted("Ash", "Fen") > 0


def test_g_roll_6_the_last_one_of_the_largest_die_does_not_fight_for_nothing() -> None:
    def fighting(*others: str) -> float:
        circle = [godbreaker(name, A, 4 + 4 * place, 2) for place, name in enumerate(others)]
        foe, last = godbreaker("Gull", B, 10, 8.9, 6), godbreaker("Wick", A, 10, 10, 12)
        play = begin(last, foe, *circle, godbreaker("Tern", B, 28, 18), in_round=5)
        wick, gull = play.model("Wick"), play.model("Gull")
        return fight_worth(play.game, A, wick, [gull], engage_odds(play.game, wick, gull))

    assert fighting() < 0 < fighting("Ash", "Fen", "Mire", "Reed")


def test_g_scn_the_nest_a_trophy_that_lies_about_is_not_yet_one_that_scores() -> None:
    horror, wick = unaligned("Horror", 10, 10, 12, kind="horror"), godbreaker("Wick", A, 10, 8.6, 8)
    game = begin(horror, wick, godbreaker("Gull", B, 28, 18), scenario="nest").game
    assert 0 < bounty(game, horror) < scenario_of(game).prizes["trophy"]


def test_g_scn_the_tragedy_whoever_brings_a_damned_in_looks_where_it_does_good() -> None:
    sick = unaligned("Lost", 12, 10, 6, kind="lost", damage=3)
    pieces = godbreaker("Wick", A, 15, 10), godbreaker("Gull", B, 9, 10)
    play = begin(sick, *pieces, scenario="tragedy", step="recovery", dice=(1,))
    assert isinstance(play.decision, Place)
    assert play.decision.rule == "G-SCN-THE-TRAGEDY"
    rated = [each.worth for each in RULESET.judge.candidates(play.game, play.decision, random.Random(1))]
    assert len(set(rated)) > 1
    assert max(map(abs, rated)) < 10.0  # in points, not in inches from where it would stand well


def test_g_scn_the_tragedy_at_first_sight_a_move_leads_to_somebody_to_treat() -> None:
    def best(scenario: str, kind: str) -> Prospect:
        somebody = unaligned("Lost", 12.5, 10, 6, kind=kind)
        pieces = godbreaker("Wick", A, 8, 10), godbreaker("Gull", B, 28, 18)
        play = begin(somebody, *pieces, scenario=scenario)
        play.answer(["wick"], "move")
        rated = RULESET.judge.prospects(play.game, play.session.pending(), random.Random(1))
        found = max(rated, key=lambda each: each.worth)
        return replace(found, why=RULESET.judge.reason(play.game, play.session.pending(), found))

    treating = best("tragedy", "lost")
    assert "has Lost within 0 U" in treating.why
    assert treating.worth > errand(scenario_of(begin(godbreaker("Wick", A, 8, 10), scenario="tragedy").game))
    assert "Lost" not in best("gathering", "local").why, "it would hurt as often as not"


@pytest.mark.parametrize(
    ("others", "why"), [([], "it is the only choice"), ([(9.0, 8.9)], "one is as good as another")]
)
def test_g_scn_the_tragedy_why_one_is_treated_and_not_another(others: list[tuple[float, float]], why: str) -> None:
    lost = [unaligned(f"Lost{y}", x, y, 6, kind="lost") for x, y in [(9.0, 11.0), *others]]
    play = begin(*lost, godbreaker("Wick", A, 8, 10), godbreaker("Gull", B, 28, 18), scenario="tragedy")
    play.answer(["wick"], "treatment")
    assert [each.why for each in RULESET.judge.prospects(play.game, play.session.pending(), random.Random(1))] == [why]


def test_g_scn_the_clash_a_circle_pays_for_a_follower_that_falls() -> None:
    def led(damage: int, scenario: str = "clash") -> float:
        follower = unaligned("Fen", 10, 10, 10, A, kind="follower", damage=damage, activated=True)
        others = godbreaker("Wick", A, 4, 4, activated=True), godbreaker("Gull", B, 28, 18)
        return worth(begin(follower, *others, in_round=5, scenario=scenario).game, A)

    falls = 0.8  # a d10 that has suffered 9 falls unless it rolls a 9, or a 10, which is no triumph for a wild model
    assert led(0) - led(9) == pytest.approx(falls * 10, abs=0.1)
    assert led(0, "gathering") == led(9, "gathering"), "elsewhere nobody pays"


def test_g_scn_the_clash_the_fall_of_a_follower_is_reckoned_with_in_a_fight() -> None:
    follower = unaligned("Fen", 10, 10, 10, A, kind="follower", damage=6)
    hunter = unaligned("Hunter", 10, 11.4, 10, kind="hunter")
    play = begin(hunter, follower, godbreaker("Wick", A, 4, 4), godbreaker("Gull", B, 28, 18), scenario="clash")
    striker, struck = play.model("Hunter"), play.model("Fen")
    odds = engage_odds(play.game, striker, struck)
    casualty = float(odds.opponents[0].casualty) - float(odds.opponents[0].unharmed)
    assert fight_worth(play.game, B, striker, [struck], odds) > 9 * casualty > 0
    assert fight_worth(play.game, A, striker, [struck], odds) < 0


def test_g_spec_1_a_marker_of_ones_own_is_risked_for_a_triumph_and_that_is_said() -> None:
    wick = godbreaker("Wick", A, 10, 10)
    play = begin(wick, godbreaker("Gull", B, 28, 18), shard(A, 11.5, 10), objective(10, 11.5))
    play.answer(["wick"], "sunder")
    decision = play.session.pending()
    told = [(each.answer, each.why) for each in RULESET.judge.prospects(play.game, decision, random.Random(1))]
    assert sorted(told) == [
        ([f"{A}.shard"], "one of ours, but the roll may be a triumph"),
        (["objective"], "an uncontrolled marker, but the roll may be a triumph"),
    ]
