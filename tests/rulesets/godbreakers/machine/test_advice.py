"""What the greedy opponent goes by: worth that is true, and reasons that say what decided."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from game.engine.rulebook.view import Prospect
from game.rulesets.godbreakers import RULESET
from game.rulesets.godbreakers.ai.evaluation import WORTHWHILE, reason_for
from game.table.documents import MapDocument
from tests.rulesets.godbreakers.kit import (
    A,
    B,
    Play,
    begin,
    forgotten,
    from_the_start,
    godbreaker,
    hoard,
    objective,
    shard,
    table,
    treasure,
    unaligned,
    wood,
)


def weighed(play: Play) -> dict[str, Prospect]:
    """Every answer that is worth considering, by its text."""
    found = RULESET.judge.prospects(play.game, play.decision, random.Random(1))
    return {str(each.answer): each for each in found}


def best(play: Play) -> Prospect:
    return max(weighed(play).values(), key=lambda each: each.worth)


def told(play: Play, prospect: Prospect) -> str:
    """The reasons for an answer in words."""
    return reason_for(play.game, play.decision, prospect)


def test_who_stands_best_does_not_move_for_its_own_sake() -> None:
    play = begin(godbreaker("Wick", A, 14.0, 10), objective(15.2, 10), godbreaker("Gull", B, 27, 17))
    play.answer(["wick"])
    options = weighed(play)
    assert options["move"].worth < options["end"].worth == 0
    assert options["move"].why == "it is well placed already"
    assert not options["end"].scored


def test_who_stands_nowhere_moves_to_what_scores_and_says_to_which() -> None:
    play = begin(godbreaker("Wick", A, 10, 10), objective(15, 10), shard(B, 26, 16), godbreaker("Gull", B, 27, 17))
    play.answer(["wick"])
    assert weighed(play)["move"].worth > 1.5
    play.answer("move")
    assert told(play, best(play)) == "0 U from Objective; holds Objective; out of everybody's reach"


def test_a_marker_that_somebody_else_holds_is_no_reason_for_a_spot() -> None:
    tallow = godbreaker("Tallow", A, 4, 4)
    play = begin(
        godbreaker("Wick", A, 10, 10), tallow, shard(A, 5.2, 4), objective(15, 10), godbreaker("Gull", B, 27, 2)
    )
    play.answer(["wick"], "move")
    reasons = [told(play, each) for each in weighed(play).values()]
    assert any("holds Objective" in each for each in reasons)
    assert not any("holds anna's shard" in each for each in reasons if "0 U from anna's shard" not in each)
    assert "anna's shard" not in told(play, best(play))


def test_treasure_is_worth_taking_once_for_each_godbreaker() -> None:
    plain = (hoard(A, 11.2, 10), godbreaker("Gull", B, 27, 17))
    empty = begin(godbreaker("Wick", A, 10, 10), *plain)
    empty.answer(["wick"])
    laden = begin(godbreaker("Wick", A, 10, 10), *plain, treasure("gold", "wick"))
    laden.answer(["wick"])
    assert weighed(empty)["plunder"].worth > 3
    assert weighed(laden)["plunder"].worth < weighed(laden)["end"].worth == 0
    plunder = weighed(laden)["plunder"]
    assert plunder.why == "Wick carries treasure already"
    chosen = reason_for(laden.game, laden.decision, replace(plunder, why=""))
    assert chosen == "Wick carries treasure already, but the roll may be a triumph"


def test_g_ini_5_who_handles_a_wild_model_spares_their_own_where_its_compulsion_leaves_the_choice() -> None:
    wild = unaligned("Beast", 15, 10, 8)
    own, rival = godbreaker("Wick", A, 13.5, 10), godbreaker("Gull", B, 16.5, 10)
    own.activated = rival.activated = True
    play = begin(own, rival, wild, priority=(B, A))
    play.answer(["beast"])
    assert play.decision.player == A
    play.answer("engage")
    options = weighed(play)
    assert options["['gull']"].worth > 0 > options["['wick']"].worth


def test_g_ini_5_nobody_overrides_a_compulsion_to_spare_their_own() -> None:
    own = godbreaker("Wick", A, 13.5, 10, damage=5)
    own.activated = True
    far = godbreaker("Gull", B, 27, 17, activated=True)
    play = begin(own, far, unaligned("Beast", 15, 10, 12), priority=(B, A))
    play.answer(["beast"])
    assert best(play).answer == "engage"
    assert weighed(play)["engage"].worth < 0
    assert not weighed(play)["override"].scored
    tried = [each.answer for each in RULESET.judge.candidates(play.game, play.decision, random.Random(1))]
    assert tried == ["engage"]


def test_what_is_no_expectation_in_points_is_not_told_as_one() -> None:
    play = from_the_start()
    assert not best(play).scored
    play = begin(godbreaker("Wick", A, 10, 10), forgotten("Lump", 27, 17), godbreaker("Gull", B, 2, 17))
    assert weighed(play)["['wick']"].why == "no other model is left to act"
    assert not weighed(play)["['wick']"].scored


def test_a_coward_is_not_said_to_fight() -> None:
    lost = unaligned("Lost", 15, 10, 6)
    own = godbreaker("Wick", A, 13.5, 10, damage=5, activated=True)
    play = begin(own, lost, unaligned("Beast", 2, 2, 8), godbreaker("Gull", B, 27, 17, activated=True))
    options = weighed(play)
    assert options["['lost']"].why == "its compulsion does not call for a fight now"
    assert not options["['lost']"].scored


def test_who_has_one_action_left_does_not_move_for_a_fight_it_has_no_time_for() -> None:
    play = begin(godbreaker("Wick", A, 10, 10, 12), godbreaker("Gull", B, 18, 10, 6))
    play.answer(["wick"])
    assert weighed(play)["move"].worth > WORTHWHILE
    play.answer("move", [9.5, 10])
    assert weighed(play)["move"].worth < 0 == weighed(play)["end"].worth


def test_the_cunning_stay_beside_those_they_fight() -> None:
    play = begin(godbreaker("Wick", A, 10, 10, traits={"Cunning": 3}), godbreaker("Gull", B, 11.5, 10), dice=(5, 2))
    play.act("wick", "engage", ["gull"])
    assert play.decision.rule == "G-TRAIT-CUNNING"
    assert best(play).answer == "stay"


def test_g_adv_2_of_the_levels_in_reach_the_one_with_the_best_end_is_taken() -> None:
    loft = wood("Loft", 14, 8, 20, 12).model_copy(update={"levels": (1,)})
    play = begin(
        godbreaker("Wick", A, 12, 10, 8),
        objective(10.2, 13),
        godbreaker("Gull", B, 27, 17),
        ground=table(loft),
        levels=True,
    )
    play.answer(["wick"], "move")
    assert play.decision.rule == "G-ADV-2"
    assert best(play).answer == "level-0"
    assert "holds Objective" in told(play, best(play))


def test_g_act_1_a_turn_says_whether_there_is_somebody_to_fight_and_how_far_it_is() -> None:
    play = begin(godbreaker("Wick", A, 10, 10), godbreaker("Ash", A, 2, 2), objective(15, 10), shard(B, 28, 3))
    assert weighed(play)["['wick']"].why == "no enemy to fight yet; 4 U from Objective"
    play = begin(godbreaker("Wick", A, 10, 10), godbreaker("Ash", A, 2, 2), godbreaker("Gull", B, 11.2, 10, 12))
    assert weighed(play)["['wick']"].why == "no fight pays off"


def test_g_act_1_who_is_the_last_to_act_is_no_choice() -> None:
    play = begin(godbreaker("Wick", A, 10, 10), godbreaker("Gull", B, 11.2, 10, damage=5))
    assert best(play).why == "no other model is left to act"


def test_g_act_2_a_wild_models_turn_names_all_it_may_strike() -> None:
    one, other = godbreaker("Wick", A, 13.8, 10, activated=True), godbreaker("Gull", B, 16.2, 10, activated=True)
    play = begin(one, other, unaligned("Beast", 15, 10, 8), unaligned("Brute", 2, 2, 8), priority=(B, A))
    assert weighed(play)["['beast']"].why in (
        "it can engage Wick or Gull at once",
        "it can engage Gull or Wick at once",
    )


def test_g_act_2_a_wild_models_turn_that_pays_nobody_is_told_by_its_compulsion() -> None:
    own = godbreaker("Wick", A, 13.6, 10, activated=True)
    gull = godbreaker("Gull", B, 27, 17, activated=True)
    play = begin(own, gull, unaligned("Beast", 15, 10, 12), unaligned("Brute", 2, 2, 8), priority=(B, A))
    turn = weighed(play)["['beast']"]
    assert (turn.why, turn.scored) == ("its compulsion makes it engage Wick", False)


@pytest.mark.parametrize(
    ("ground", "danger"),
    [(table(), "in reach of Gull"), (table(wood("Bog", 10.5, 5, 15, 15)), "out of everybody's reach")],
)
def test_g_eng_1_an_enemy_is_said_to_be_in_reach_exactly_if_it_could_come(ground: MapDocument, danger: str) -> None:
    play = begin(godbreaker("Wick", A, 4, 10), godbreaker("Gull", B, 17, 10), objective(10.5, 10), ground=ground)
    play.answer(["wick"], "move")
    assert told(play, Prospect([9.0, 10.0], 0.0, "")).endswith(danger)


def test_g_scn_the_score_plundering_tells_what_it_brings_and_risks() -> None:
    play = begin(godbreaker("Wick", A, 10, 10), hoard(A, 11.2, 10), godbreaker("Gull", B, 27, 17))
    play.answer(["wick"])
    assert weighed(play)["plunder"].why == "5 VP if carried to the end; 50% chance to wake a Forgotten"


def test_g_side_4_a_spot_for_a_wild_model_is_told_by_whom_it_goes_for() -> None:
    own, rival = godbreaker("Wick", A, 4, 10, activated=True), godbreaker("Gull", B, 20, 10, activated=True)
    play = begin(own, rival, objective(15, 12), unaligned("Beast", 15, 10, 8), priority=(B, A))
    play.answer(["beast"])
    spot = play.decision
    assert spot.kind == "choose"
    play.answer(best(play).answer)
    found = max(weighed(play).values(), key=lambda each: each.worth)
    assert RULESET.judge.reason(play.game, play.decision, Prospect(found.answer, 0.0, "")).startswith("0 U from Gull")
