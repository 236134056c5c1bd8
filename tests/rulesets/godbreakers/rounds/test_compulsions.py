"""What wild models do: compulsions and the handler's final say (G-SIDE-4, G-SIDE-5, G-INI-5, G-MEAS-7, Q12)."""

import pytest

from game.engine.core.decisions import Place
from game.engine.rulebook.editing import Correction
from game.rulesets.godbreakers import RULESET
from game.rulesets.godbreakers.rules.events import CompulsionOverridden, Damaged, Moved, ObstaclesMet, Rolled
from game.rulesets.godbreakers.rules.state import Marker, Model, Token
from game.table.documents import MapDocument
from game.table.placing.places import is_legal
from tests.rulesets.godbreakers.kit import (
    FAR,
    A,
    B,
    Play,
    begin,
    forgotten,
    godbreaker,
    hoard,
    of_kind,
    table,
    treasure,
    unaligned,
    wall,
)


def acting(
    wild: Model, *others: Model | Marker | Token, dice: tuple[int, ...] = (), ground: MapDocument | None = None
) -> Play:
    """Everybody else has been activated, and Bert has just activated the wild model."""
    for other in others:
        if isinstance(other, Model):
            other.activated = True
    play = begin(wild, *others, dice=dice, ground=ground, priority=[A, B])
    play.answer([wild.id])
    return play


# -- Cowardly ----------------------------------------------------------------------------------------


def test_g_side_5_a_d6_with_nobody_hostile_at_hand_has_nothing_to_do() -> None:
    play = acting(unaligned("Hare", 10, 10, 6), godbreaker("Raven", A, 12, 10))
    assert play.asked == (B, "G-SIDE-5")
    assert play.options == ["nothing", "override"]


def test_g_side_5_a_d6_flees_as_far_as_it_can() -> None:
    play = acting(unaligned("Hare", 10, 10, 6), godbreaker("Raven", A, 11, 10), dice=(5,))
    assert play.options == ["flee:raven", "override"]
    play.answer("flee:raven")
    # Six U at most: a gap of 6 inches and more, ties free.
    assert play.may_place(3.0001, 10)
    assert play.may_place(4, 10)
    assert not play.may_place(4.01, 10)
    assert not play.may_place(10, 10)
    happened = play.answer([4, 10])
    assert [event.obstacles for event in of_kind(happened, ObstaclesMet)] == [("Escape",)]


def test_g_side_4_the_region_of_a_wild_model_is_what_its_compulsion_allows() -> None:
    """It showed every end of a move, though only the farthest ones could be answered."""
    play = acting(unaligned("Hare", 10, 10, 6), godbreaker("Raven", A, 11, 10))
    shown = RULESET.reach(play.game, "hare")
    assert [line.text for line in shown.lines] == ["Move as far from Raven as possible"]
    assert shown.move is not None
    play.answer("flee:raven")
    for spot in ((3.0001, 10.0), (4.0, 10.0), (4.01, 10.0), (10.0, 10.0), (10.0, 16.0)):
        assert is_legal(shown.move, spot) == play.may_place(*spot)


def test_g_side_4_the_region_covers_every_deed_that_moves_it() -> None:
    play = acting(unaligned("Hare", 10, 10, 6), godbreaker("Raven", A, 11, 10), godbreaker("Nova", B, 10, 11))
    move = RULESET.reach(play.game, "hare").move
    assert move is not None
    assert is_legal(move, (4.0, 10.0))
    assert is_legal(move, (10.0, 4.0))
    assert not is_legal(move, (9.0, 10.0))


def test_g_side_4_a_wild_model_that_strikes_or_has_nothing_to_do_does_not_move() -> None:
    idle = acting(unaligned("Hare", 10, 10, 6), godbreaker("Raven", A, 12.5, 10))
    shown = RULESET.reach(idle.game, "hare")
    assert (shown.move, [line.text for line in shown.lines]) == (None, ["Cowardly demands nothing of it now"])
    beast = acting(unaligned("Bear", 10, 10, 8), godbreaker("Raven", A, 11.2, 10))
    shown = RULESET.reach(beast.game, "bear")
    assert (shown.move, [line.text for line in shown.lines]) == (None, ["Engage Raven"])
    assert RULESET.reach(beast.game, "raven").move is not None


def test_q12_flight_with_the_back_to_the_edge_takes_the_best_that_is_left() -> None:
    play = acting(unaligned("Hare", 1, 1, 6), godbreaker("Raven", A, 2, 1))
    play.answer("flee:raven")
    assert play.may_place(0.6, 7.95)
    assert not play.may_place(7.9, 1)


def test_q12_flight_out_of_a_corner_leads_past_the_tormentor_if_that_is_farther() -> None:
    # Straight away there is only the corner; along the edge a range of 5 U can be had.
    play = acting(unaligned("Hare", 1, 1, 6), godbreaker("Raven", A, 1.8, 1.8))
    play.answer("flee:raven")
    assert play.may_place(0.6, 7.9)
    assert not play.may_place(0.6, 0.6)


def test_g_side_5_several_tormentors_the_handler_chooses_whom_to_flee() -> None:
    play = acting(unaligned("Hare", 10, 10, 6), godbreaker("Raven", A, 11, 10), godbreaker("Nova", B, 10, 11))
    assert play.options == ["flee:raven", "flee:nova", "override"]


def test_g_side_5_wild_models_are_hostile_to_a_coward_too() -> None:
    play = acting(unaligned("Hare", 10, 10, 6), unaligned("Wolf", 11, 10), godbreaker("Raven", A, *FAR))
    assert "flee:wolf" in play.options


# -- Murderous -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("die", [8, 10, 12])
def test_g_side_5_d8_and_up_strike_the_closest_hostile(die: int) -> None:
    wolf = unaligned("Wolf", 10, 10, die, reach=6)
    play = acting(wolf, godbreaker("Raven", A, 12.5, 10), godbreaker("Nova", B, 10, 14), dice=(7, 2, 5))
    assert play.options == ["engage", "override"]
    play.answer("engage")
    assert play.candidates == ["raven"]
    happened = play.answer(["raven"])
    assert [(event.model, event.amount) for event in of_kind(happened, Damaged)] == [("raven", 5)]


def test_g_meas_7_closest_counts_u_not_inches_and_the_handler_chooses_among_equals() -> None:
    play = acting(
        unaligned("Wolf", 10, 10),
        godbreaker("Raven", A, 11, 10),
        godbreaker("Nova", B, 10, 11.9),
        unaligned("Bear", 7, 10),
    )
    play.answer("engage")
    assert play.asked == (B, "G-ENG-1")
    assert play.candidates == ["raven", "nova"]


def test_q12_out_of_reach_it_moves_to_the_smallest_range_it_can_attain() -> None:
    play = acting(unaligned("Wolf", 5, 10), godbreaker("Raven", A, 20, 10))
    assert play.options == ["approach:raven", "override"]
    play.answer("approach:raven")
    # A D8 shifts by less than 9 inches: from a gap of 14 to 5 U, anywhere in that band.
    assert play.may_place(13.9999, 10)
    assert play.may_place(13.01, 10)
    assert not play.may_place(12.99, 10)
    happened = play.answer([13.5, 10])
    assert [event.end for event in of_kind(happened, Moved)] == [(13.5, 10)]


def test_q12_where_0_u_can_be_attained_any_spot_within_0_u_will_do() -> None:
    play = acting(unaligned("Wolf", 5, 10), godbreaker("Raven", A, 10, 10))
    play.answer("approach:raven")
    for x, y in ((8.5, 10), (10, 11.9), (11.5, 10)):
        assert play.may_place(x, y)
    assert not play.may_place(8, 10)


def test_g_meas_7_equally_close_but_out_of_reach_each_may_be_approached() -> None:
    play = acting(unaligned("Wolf", 10, 10), godbreaker("Raven", A, 15.2, 10), godbreaker("Nova", B, 10, 15.7))
    assert play.options == ["approach:raven", "approach:nova", "override"]


def test_g_meas_6_whom_a_wall_cuts_off_is_not_the_closest() -> None:
    ground = table(wall("Wall", (12, 0), (12, 20), impassable=True))
    play = acting(unaligned("Wolf", 10, 10), godbreaker("Raven", A, 14, 10), godbreaker("Nova", B, 2, 2), ground=ground)
    assert play.options == ["approach:nova", "override"]


def test_q12_where_every_way_is_blocked_straight_inches_decide_walls_ignored() -> None:
    ground = table(wall("Wall", (15, 0), (15, 20), impassable=True))
    cut_off = [godbreaker("Raven", A, 25, 10), godbreaker("Nova", B, 28, 10)]
    play = acting(unaligned("Wolf", 4, 10), *cut_off, ground=ground)
    assert play.options == ["approach:raven", "override"]
    play.answer("approach:raven")
    # At best 12.9999, a gap of 11.0001 inches.
    assert play.may_place(12.9, 10)
    assert not play.may_place(4, 10)
    assert not play.may_place(11, 10)


def test_q12_a_way_round_the_wall_counts_where_there_is_one() -> None:
    # Only past the end of the wall a line reaches Raven.
    ground = table(wall("Wall", (10, 0), (10, 16), impassable=True))
    play = acting(unaligned("Wolf", 8, 10, 8), godbreaker("Raven", A, 13, 10), ground=ground)
    assert play.options == ["approach:raven", "override"]
    play.answer("approach:raven")
    assert not play.may_place(8, 10)
    assert not play.may_place(9, 10)
    assert isinstance(play.decision, Place)
    end = play.decision.region.nearest((13, 10))
    assert end is not None
    play.answer([end.x, end.y])
    assert play.game.range(play.model("Wolf"), play.model("Raven")) in (6, 7)


def test_g_side_5_without_anybody_hostile_nothing_is_demanded() -> None:
    play = begin(unaligned("Wolf", 10, 10), priority=[A, B])
    play.answer(["wolf"])
    assert play.options == ["nothing", "override"]


def test_q12_a_special_action_that_inflicts_the_damage_meets_the_compulsion() -> None:
    play = acting(unaligned("Wolf", 10, 10, traits={"Thunderous": 1}), godbreaker("Raven", A, 12.5, 10), dice=(2, 1, 1))
    assert [option for option in play.options if option not in ("approach:raven", "override")] != []
    assert "engage" not in play.options
    happened = play.answer(play.options[0])
    assert of_kind(happened, Damaged)[0].model == "raven"


# -- the final say -------------------------------------------------------------------------------------


def test_q12_the_final_say_is_an_explicit_override_that_is_logged() -> None:
    play = acting(unaligned("Wolf", 10, 10), godbreaker("Raven", A, 11, 10), godbreaker("Nova", B, 10, 14), dice=(5,))
    happened = play.answer("override")
    assert [
        (event.model, event.handler, event.compulsion, event.rule) for event in of_kind(happened, CompulsionOverridden)
    ] == [("wolf", B, "Murderous", "Q12")]
    play.answer("move", [2, 10])
    assert play.model("Wolf").x == 2


def test_q12_it_opens_every_legal_action_and_none_beyond() -> None:
    play = acting(
        unaligned("Wolf", 10, 10, reach=6),
        godbreaker("Raven", A, 11, 10),
        godbreaker("Nova", B, 10, 14),
        dice=(4, 1, 3),
    )
    play.answer("override")
    assert play.options == ["move", "engage", "nothing"]
    assert {play.refusal(key).rule for key in ("sunder", "hand-off")} == {"G-SPEC-1", "G-SPEC-2"}
    play.answer("engage")
    assert play.candidates == ["raven", "nova"]
    # Raven stands by: a challenging roll.
    play.answer(["nova"])


def test_q24_after_the_override_the_action_may_be_forgone() -> None:
    play = acting(unaligned("Wolf", 10, 10), godbreaker("Raven", A, 11, 10), godbreaker("Nova", B, *FAR))
    happened = play.answer("override", "nothing")
    assert of_kind(happened, Moved) == []
    assert play.state.round == 2


def test_q12_what_the_compulsion_does_not_ask_is_refused_with_a_reason() -> None:
    play = acting(unaligned("Wolf", 10, 10), godbreaker("Raven", A, 11, 10))
    refusal = play.refusal("move")
    assert refusal.rule == "Q12"
    assert "Murderous" in refusal.text
    assert play.refused("move") == [refusal]


# -- G-SIDE-4: one compulsion over another -----------------------------------------------------------------


def test_g_side_4_the_later_compulsion_overrides_and_when_lost_the_earlier_is_back() -> None:
    play = acting(forgotten("Grim", 10, 10), godbreaker("Raven", A, 11, 10), hoard(A, 25, 15))
    assert play.asked == (B, "G-COMP-MINE")
    assert "approach:anna.hoard" in play.options
    gone = hoard(A, 25, 15)
    gone.on_table = False
    play = acting(forgotten("Grim", 10, 10), godbreaker("Raven", A, 11, 10), gone)
    assert play.asked == (B, "G-SIDE-5")
    assert play.options == ["engage", "override"]


def test_g_side_4_mine_hurt_the_closest_treasure_carrier() -> None:
    play = acting(
        forgotten("Grim", 10, 10),
        godbreaker("Raven", A, 11, 10),
        godbreaker("Nova", B, 10, 11.5),
        treasure("gold", "nova"),
        treasure("loose", x=10, y=9),
        hoard(A, 25, 15),
        dice=(4, 1, 1),
    )
    play.answer("engage")
    assert play.candidates == ["nova"]
    # Raven stands by, so the roll of 4 stands and Nova recovers from 3 by 1 only.
    happened = play.answer(["nova"])
    assert [event.model for event in of_kind(happened, Damaged)] == ["nova"]


def test_g_side_4_mine_a_distant_carrier_is_approached() -> None:
    play = acting(
        forgotten("Grim", 5, 10),
        godbreaker("Raven", A, 6, 10),
        godbreaker("Nova", B, 20, 10),
        treasure("gold", "nova"),
        hoard(A, 25, 15),
    )
    assert play.options == ["approach:nova", "override"]


def test_q32_mine_is_not_aimed_at_oneself() -> None:
    play = acting(
        forgotten("Grim", 10, 10),
        godbreaker("Raven", A, 20, 10),
        treasure("gold", "grim"),
        hoard(A, 25, 15),
        hoard(B, 2, 2),
    )
    assert play.options == ["approach:anna.hoard", "approach:bert.hoard", "override"]


def test_q32_mine_is_aimed_at_another_forgotten_who_carries_treasure() -> None:
    play = acting(
        forgotten("Grim", 10, 10),
        forgotten("Grub", 11, 10),
        godbreaker("Raven", A, 20, 10),
        treasure("gold", "grub"),
        hoard(A, 25, 15),
    )
    play.answer("engage")
    assert play.candidates == ["grub"]


def test_g_side_4_mine_without_a_carrier_the_closest_treasure_is_claimed_or_a_hoard_visited() -> None:
    play = acting(
        forgotten("Grim", 10, 10),
        godbreaker("Raven", A, 20, 15),
        treasure("near", x=10, y=13.2),
        treasure("also", x=13.9, y=10),
        treasure("far", x=2, y=2),
        hoard(A, 16, 10),
    )
    # Gaps of 2.7 and 3.4 inches: 2 U is closer than 3 U.
    assert play.options == ["claim:near", "approach:anna.hoard", "override"]
    play.answer("claim:near")
    assert not play.may_place(10, 11.6)
    happened = play.answer([10, 12.5], [])
    assert play.state.tokens["near"].holder == "grim"
    assert [event.kind for event in happened].count("TokenClaimed") == 1


def test_g_side_4_mine_a_hoard_is_approached_to_0_u_where_that_can_be() -> None:
    play = acting(forgotten("Grim", 10, 10), godbreaker("Raven", A, 20, 15), hoard(A, 16, 10))
    play.answer("approach:anna.hoard")
    assert play.may_place(14.01, 10)
    assert not play.may_place(13.99, 10)


# -- where a compulsion meets what stands in its way ---------------------------------------------------------


def test_q19_a_wild_model_pinned_fast_is_not_asked_to_move() -> None:
    raven = godbreaker("Raven", A, 11, 10, traits={"Pinning": 1})
    play = acting(forgotten("Grim", 10, 10), raven, hoard(A, 20, 10))
    assert play.options == ["nothing", "override"]
    play.answer("override")
    assert "move" not in play.options
    assert "pinned" in play.refusal("move").text


def test_g_trait_merciless_under_a_compulsion_the_closest_is_engaged_and_others_may_be() -> None:
    wolf = unaligned("Wolf", 10, 10, reach=6, traits={"Merciless": 1})
    play = acting(wolf, godbreaker("Raven", A, 11, 10), godbreaker("Nova", B, 10, 14), dice=(3, 3, 3))
    play.answer("engage")
    assert play.candidates == ["raven"]
    (refusal,) = play.refused(["nova"])
    assert (refusal.rule, "compulsion" in refusal.text) == ("G-ENG-1", True)
    play.answer(["raven"])
    assert play.candidates == ["nova"]
    play.answer(["nova"])
    assert {event.model for event in of_kind(play.session.events, Rolled)} == {"wolf", "raven", "nova"}


def test_g_meas_6_out_of_reach_behind_a_wall_is_farther_than_any_range() -> None:
    ground = table(wall("Wall", (10.9, 10.2), (10.9, 20), impassable=True))
    play = acting(unaligned("Hare", 10, 10, 6), godbreaker("Raven", A, 11.8, 10), ground=ground, dice=(5,))
    play.answer("flee:raven")
    assert not play.may_place(3.1, 10)
    play.answer([10, 16.9])
    assert play.game.range(play.model("Hare"), play.model("Raven")) is None


def test_g_ini_5_traits_set_aside_serve_again_from_the_next_round_on_even_before_the_model_acts() -> None:
    wolf = unaligned("Wolf", 20, 10, traits={"Pinning": 2})
    play = acting(wolf, godbreaker("Raven", A, 2, 10), godbreaker("Nova", B, 2, 18))
    play.answer("traits", [])
    assert play.model("wolf").unused == ("Pinning",)
    play.answer("approach:raven", [11.1, 10])
    assert play.state.round == 2
    assert play.model("wolf").unused == ()


def test_q38_relentless_set_aside_by_the_handler_sheds_nothing_in_that_rounds_recovery() -> None:
    wolf = unaligned("Wolf", 10, 10, 10, damage=4, traits={"Relentless": 3})
    play = begin(wolf, godbreaker("Raven", A, 25, 15), dice=[3])
    play.answer(["raven"], "end", ["wolf"], "traits", [], "override", "nothing")
    # A recovery roll of 3 against 4 damage: without Relentless one is left.
    assert play.model("Wolf").place == "casualty"


def test_q38_what_was_set_aside_stays_aside_when_the_model_is_activated_again_in_the_round() -> None:
    wolf = unaligned("Wolf", 10, 10, 10, traits={"Fleet": 1, "Tough": 1})
    play = begin(wolf, unaligned("Bear", 3, 15), godbreaker("Raven", A, 25, 15))
    play.answer(["raven"], "end", ["wolf"], "traits", ["Tough"], "override", "nothing")
    play.session.correct(Correction({"do": "change", "piece": "wolf", "activated": False}))
    play.answer(["wolf"])
    assert play.model("Wolf").unused == ("Fleet",)
    play.answer("traits")
    assert play.candidates == ["Tough"]
    play.answer([])
    assert play.model("Wolf").unused == ("Fleet", "Tough")


def test_g_ini_5_what_is_no_trait_in_use_is_refused_with_its_reason() -> None:
    play = acting(unaligned("Bear", 10, 10, traits={"Tough": 1, "Fleet": 1}), godbreaker("Raven", A, 12, 10))
    play.answer("traits")
    assert play.candidates == ["Tough", "Fleet"]
    assert [refusal.text for refusal in play.refused(["raven"])] == [
        "only traits that Bear is still using can be chosen"
    ]
