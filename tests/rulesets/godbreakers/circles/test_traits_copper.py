"""Copper: Defensive, Healer, Inspired, Mysterious, Vengeful, each at every rank (Q10, Q11, Q13, Q21, Q23)."""

import pytest

from game.rulesets.godbreakers.rules.events import Damaged, Displaced, Placed, Rolled
from tests.rulesets.godbreakers.kit import (
    FAR,
    A,
    B,
    C,
    Play,
    begin,
    godbreaker,
    of_kind,
    shard,
    table,
    treasure,
    unaligned,
    wall,
)

RANKS = (1, 2, 3)


def faces(play: Play, name: str, purpose: str) -> list[tuple[int, ...]]:
    """The faces a model showed in its rolls for a purpose, rerolls included."""
    rolled = of_kind(play.session.events, Rolled)
    return [event.roll.faces for event in rolled if (event.model, event.purpose) == (name.lower(), purpose)]


def damage(play: Play) -> list[tuple[str, int, str]]:
    """Who took how much damage under which rule."""
    return [(event.model, event.amount, event.rule) for event in of_kind(play.session.events, Damaged)]


# -- Defensive -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("rank", RANKS)
def test_g_trait_defensive_rerolls_attack_faces_up_to_its_rank_while_inactive(rank: int) -> None:
    nova = godbreaker("Nova", B, 11.5, 10, 8, traits={"Defensive": rank})
    play = begin(godbreaker("Raven", A, 10, 10, 8), nova, dice=[5, *range(1, rank + 1), rank + 1])
    play.act("Raven", "engage", ["nova"])
    assert faces(play, "Nova", "attack") == [(*range(1, rank + 1), rank + 1)]
    assert faces(play, "Raven", "attack") == [(5,)]


def test_g_trait_defensive_is_of_no_use_to_the_active_model() -> None:
    raven = godbreaker("Raven", A, 10, 10, 8, traits={"Defensive": 3})
    play = begin(raven, godbreaker("Nova", B, 11.5, 10, 8), dice=[1, 2])
    play.act("Raven", "engage", ["nova"])
    assert play.model("Raven").damage == 1


def test_g_trait_defensive_does_not_touch_recovery() -> None:
    raven = godbreaker("Raven", A, 10, 10, damage=1, traits={"Defensive": 3})
    play = begin(raven, godbreaker("Nova", B, *FAR), dice=[1], step="recovery")
    assert faces(play, "Raven", "recovery") == [(1,)]


# -- Healer --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rank", RANKS)
def test_g_trait_healer_lets_friends_reroll_recovery_up_to_its_rank(rank: int) -> None:
    healer = godbreaker("Wren", A, 14, 10, traits={"Healer": rank})
    play = begin(godbreaker("Raven", A, 10, 10, damage=2), healer, dice=[rank, 5], step="recovery")
    assert faces(play, "Raven", "recovery") == [(rank, 5)]


@pytest.mark.parametrize(
    ("x", "shown"),
    [(17.9999, (1, 4)), (18.0001, (1,))],
)
def test_g_trait_healer_reaches_as_far_as_it_moves(x: float, shown: tuple[int, ...]) -> None:
    # A D6 moves 6 U: a gap of up to, but not, 7 inches.
    healer = godbreaker("Wren", A, x, 10, traits={"Healer": 1})
    play = begin(godbreaker("Raven", A, 10, 10, damage=1), healer, dice=shown, step="recovery")
    assert faces(play, "Raven", "recovery") == [shown]


def test_g_trait_healer_reaches_farther_with_fleet() -> None:
    healer = godbreaker("Wren", A, 19.9, 10, traits={"Healer": 1, "Fleet": 1})
    play = begin(godbreaker("Raven", A, 10, 10, damage=1), healer, dice=[1, 4], step="recovery")
    assert faces(play, "Raven", "recovery") == [(1, 4)]


def test_q10_a_healer_does_not_help_itself_nor_enemies() -> None:
    healer = godbreaker("Wren", A, 10, 10, damage=1, traits={"Healer": 3})
    play = begin(healer, godbreaker("Nova", B, 12, 10, damage=1), dice=[1, 1], step="recovery")
    assert faces(play, "Wren", "recovery") == faces(play, "Nova", "recovery") == [(1,)]


def test_g_trait_healer_helps_tame_models_and_the_best_of_several_counts() -> None:
    play = begin(
        unaligned("Pet", 10, 10, owner=A, damage=4),
        godbreaker("Wren", A, 12, 10, traits={"Healer": 1}),
        godbreaker("Finch", A, 8, 10, traits={"Healer": 2}),
        dice=[2, 1, 7],
        step="recovery",
    )
    assert faces(play, "Pet", "recovery") == [(2, 1, 7)]


def test_q26_a_healer_that_falls_first_heals_nobody() -> None:
    play = begin(
        godbreaker("Raven", A, 10, 10, damage=1),
        godbreaker("Wren", A, 12, 10, damage=9, traits={"Healer": 1}),
        godbreaker("Finch", A, *FAR),
        dice=[1, 1],
        step="recovery",
    )
    play.answer(["wren"])
    assert play.model("Wren").place == "casualty"
    assert faces(play, "Raven", "recovery") == [(1,)]


# -- Inspired ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rank", RANKS)
def test_g_trait_inspired_rerolls_tests_up_to_its_rank_while_active(rank: int) -> None:
    raven = godbreaker("Raven", A, 10, 10, traits={"Inspired": rank})
    play = begin(raven, godbreaker("Nova", B, 11.5, 10), dice=[rank, 4])
    play.act("Raven", "move", [5, 10])
    assert faces(play, "Raven", "Avoid Obstacles") == [(rank, 4)]
    assert play.model("Raven").damage == 0


def test_q11_inspired_looks_at_the_face_a_challenging_3_stands_and_fails() -> None:
    raven = godbreaker("Raven", A, 10, 10, traits={"Inspired": 1})
    play = begin(raven, godbreaker("Nova", B, 11.5, 10), dice=[1, 3])
    play.act("Raven", "move", [5, 10])
    assert play.model("Raven").damage == 1


def test_g_trait_inspired_rerolls_no_attack() -> None:
    raven = godbreaker("Raven", A, 10, 10, traits={"Inspired": 3})
    play = begin(raven, godbreaker("Nova", B, 11.5, 10), dice=[1, 3])
    play.act("Raven", "engage", ["nova"])
    assert play.model("Raven").damage == 2


def test_g_roll_2_several_reroll_conditions_apply_together() -> None:
    # The shard gives Deadly 1 beside the own Inspired 3; only the one that speaks of attacks counts here.
    raven = godbreaker("Raven", A, 10, 10, 8, traits={"Inspired": 3, "Deadly": 2, "Defensive": 3})
    play = begin(raven, godbreaker("Nova", B, 11.5, 10, 8, traits={"Deadly": 3}), dice=[2, 1, 3, 1])
    play.act("Raven", "engage", ["nova"])
    assert faces(play, "Raven", "attack") == [(2, 1, 3)]
    assert faces(play, "Nova", "attack") == [(1,)]


def test_g_roll_2_a_healer_and_another_healer_and_challenging_all_at_once() -> None:
    play = begin(
        godbreaker("Raven", A, 10, 10, 8, traits={"Deadly": 3}),
        godbreaker("Nova", B, 11.5, 10, 8, traits={"Defensive": 2}),
        godbreaker("Cass", C, 8.5, 10),
        dice=[3, 2, 1, 4, 1, 2, 5],
        players=3,
    )
    # Cass makes Raven's roll challenging: 3, 2 and 1 are rolled again by Deadly, the 4 stands.
    play.act("Raven", "engage", ["nova"])
    assert faces(play, "Raven", "attack") == [(3, 2, 1, 4)]
    assert faces(play, "Nova", "attack") == [(1, 2, 5)]
    assert play.model("Raven").damage == 1


# -- Mysterious ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("rank", RANKS)
def test_g_trait_mysterious_appears_within_its_rank_of_another_model(rank: int) -> None:
    raven = godbreaker("Raven", A, 3, 3, traits={"Mysterious": rank})
    play = begin(raven, godbreaker("Nova", B, 20, 10), dice=[4])
    play.act("Raven", "hidden-ways")
    assert play.asked == (A, "G-TRAIT-MYSTERIOUS")
    # The whole base within R U: the far point under R + 1 inches from Nova's rim.
    assert play.may_place(20 - rank - 0.9999, 10)
    assert not play.may_place(20 - rank - 1.0001, 10)
    assert play.why_not(20, 10.2).keys() >= {"overlaps a base"}
    play.answer([20 - rank, 10])
    assert (play.model("Raven").x, play.model("Raven").y) == (20 - rank, 10)


def test_g_trait_mysterious_any_other_model_will_do_friend_or_foe() -> None:
    raven = godbreaker("Raven", A, 3, 3, traits={"Mysterious": 1})
    play = begin(raven, godbreaker("Wren", A, 10, 15), unaligned("Wolf", 25, 5), dice=[4])
    play.act("Raven", "hidden-ways")
    assert play.may_place(10, 13.9)
    assert play.may_place(25, 6.1)
    assert not play.may_place(3, 3)


def test_g_trait_mysterious_a_failed_test_does_nothing() -> None:
    raven = godbreaker("Raven", A, 3, 3, traits={"Mysterious": 2})
    play = begin(raven, godbreaker("Nova", B, 20, 10), dice=[3])
    play.act("Raven", "hidden-ways")
    assert play.asked == (A, "G-ACT-4")
    assert (play.model("Raven").x, play.model("Raven").y) == (3, 3)


def test_g_trait_mysterious_is_refused_to_a_model_alone() -> None:
    play = begin(godbreaker("Raven", A, 3, 3, traits={"Mysterious": 2}), players=1)
    play.answer(["raven"])
    assert play.refusal("hidden-ways").rule == "G-TRAIT-MYSTERIOUS"


def test_q19_hidden_ways_is_no_move_it_meets_no_obstacle_claims_nothing_and_is_not_pinned() -> None:
    raven = godbreaker("Raven", A, 10, 10, traits={"Mysterious": 1})
    gold = treasure("gold", x=20, y=8.6)
    nova = godbreaker("Nova", B, 11.5, 10, traits={"Pinning": 3})
    play = begin(raven, nova, godbreaker("Nix", B, 20, 10), gold, dice=[4])
    play.act("Raven", "hidden-ways", [20, 8.9])
    assert play.asked == (A, "G-ACT-4")
    assert play.state.tokens["gold"].holder == ""
    assert play.dice_left == 0


def test_q23_hidden_ways_with_no_room_anywhere_ends_at_the_nearest_spot_and_hurts() -> None:
    # Nova stands in a cell of impassable walls with no room for a second base.
    cell = [
        wall("South", (8.8, 9), (11, 9), (11, 11), impassable=True, width=0.4),
        wall("North", (11.2, 11), (9, 11), (9, 8.8), impassable=True, width=0.4),
    ]
    raven = godbreaker("Raven", A, 3, 3, traits={"Mysterious": 1})
    play = begin(raven, godbreaker("Nova", B, 10, 10), dice=[4], ground=table(*cell))
    play.act("Raven", "hidden-ways")
    assert damage(play) == [("raven", 1, "G-TBL-5")]
    assert len(of_kind(play.session.events, Displaced)) == 1
    assert play.session.ruleset.violations(play.game) == []


# -- Vengeful ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rank", RANKS)
def test_g_trait_vengeful_the_loser_pays_back_its_rank(rank: int) -> None:
    nova = godbreaker("Nova", B, 11.5, 10, 8, traits={"Vengeful": rank})
    play = begin(godbreaker("Raven", A, 10, 10, 8), nova, dice=[5, 2])
    play.act("Raven", "engage", ["nova"])
    assert play.asked == (B, "G-TRAIT-VENGEFUL")
    play.answer(["raven"])
    assert damage(play) == [("nova", 3, "G-ENG-4"), ("raven", rank, "G-TRAIT-VENGEFUL")]


def test_g_trait_vengeful_the_active_model_pays_back_too() -> None:
    raven = godbreaker("Raven", A, 10, 10, 8, traits={"Vengeful": 2})
    play = begin(raven, godbreaker("Nova", B, 11.5, 10, 8), dice=[2, 5])
    play.act("Raven", "engage", ["nova"])
    assert play.asked == (A, "G-TRAIT-VENGEFUL")
    play.answer(["nova"])
    assert play.model("Nova").damage == 2


def test_g_trait_vengeful_any_hostile_in_attack_range_may_be_its_victim_or_none() -> None:
    nova = godbreaker("Nova", B, 11.5, 10, 8, traits={"Vengeful": 1}, reach=3)
    play = begin(
        godbreaker("Raven", A, 10, 10, 8),
        nova,
        godbreaker("Wren", A, 15.5, 10),
        godbreaker("Finch", A, 16.6, 10),
        godbreaker("Nix", B, 11.5, 13),
        dice=[5, 2],
    )
    play.act("Raven", "engage", ["nova"])
    assert play.candidates == ["raven", "wren"]
    play.answer([])
    assert damage(play) == [("nova", 3, "G-ENG-4")]


def test_g_trait_vengeful_keeps_silent_when_not_hurt() -> None:
    play = begin(
        godbreaker("Raven", A, 10, 10, 8, traits={"Vengeful": 3}),
        godbreaker("Nova", B, 11.5, 10, 8, traits={"Vengeful": 3}),
        dice=[4, 4],
    )
    play.act("Raven", "engage", ["nova"])
    assert damage(play) == []
    assert play.asked == (A, "G-ACT-4")


def test_g_trait_vengeful_damage_is_no_attack_damage_neither_brutal_nor_tough_change_it() -> None:
    nova = godbreaker("Nova", B, 11.5, 10, 8, traits={"Vengeful": 1, "Brutal": 3})
    raven = godbreaker("Raven", A, 10, 10, 8, traits={"Tough": 1, "Vengeful": 3})
    play = begin(raven, nova, dice=[5, 2])
    play.act("Raven", "engage", ["nova"])
    play.answer(["raven"])
    # Raven has been hurt, but by no attack damage: no vengeance of its own.
    assert play.model("Raven").damage == 1
    assert play.asked == (A, "G-ACT-4")


def test_q21_several_vengeful_models_speak_in_priority_order_the_active_one_first_wild_last() -> None:
    raven = godbreaker("Raven", A, 10, 10, 8, traits={"Merciless": 3, "Vengeful": 1})
    play = begin(
        raven,
        unaligned("Wolf", 10, 11.5, traits={"Vengeful": 1}),
        godbreaker("Nova", B, 11.5, 10, 8, traits={"Vengeful": 1}),
        godbreaker("Cass", C, 8.5, 10, 8, traits={"Vengeful": 1}),
        godbreaker("Otto", C, *FAR, die=8),
        dice=[7, 1, 2, 3],
        players=3,
        priority=[A, C, B],
    )
    play.act("Raven", "engage", ["wolf", "nova", "cass"])
    asked = []
    while play.asked[1] == "G-TRAIT-VENGEFUL":
        asked.append((play.decision.player, play.decision.about))
        play.answer([])
    assert asked == [(C, "cass"), (B, "nova"), (B, "wolf")]


# -- the shard -----------------------------------------------------------------------------------------


def test_q13_a_special_action_of_the_shards_trait_is_everybodys_at_rank_1() -> None:
    play = begin(
        godbreaker("Raven", A, 3, 3), godbreaker("Nova", B, 20, 10), shard(A, 5, 5), dice=[4], shards={A: "Mysterious"}
    )
    play.act("Raven", "hidden-ways")
    assert play.may_place(18.01, 10)
    assert not play.may_place(17.9, 10)
    happened = play.answer([18.1, 10])
    assert of_kind(happened, Placed)[0].rule == "G-TRAIT-MYSTERIOUS"


def test_g_cir_4_the_shards_trait_goes_with_its_marker_and_is_for_godbreakers_alone() -> None:
    gone = shard(A, 5, 5)
    gone.on_table = False
    models = [godbreaker("Raven", A, 3, 3), godbreaker("Nova", B, 20, 10)]
    play = begin(*models, gone, shards={A: "Mysterious"})
    play.answer(["raven"])
    assert "hidden-ways" not in play.options
    play = begin(unaligned("Pet", 3, 3, owner=A), models[1], shard(A, 5, 5), shards={A: "Mysterious"})
    play.answer(["pet"])
    assert "hidden-ways" not in play.options


def test_g_cir_4_an_own_rank_is_not_added_to_the_shards() -> None:
    raven = godbreaker("Raven", A, 10, 10, 8, traits={"Deadly": 2})
    play = begin(raven, godbreaker("Nova", B, 11.5, 10, 8), shard(A, 5, 5), dice=[2, 3, 3], shards={A: "Deadly"})
    play.act("Raven", "engage", ["nova"])
    assert faces(play, "Raven", "attack") == [(2, 3)]
