"""The Nest (section 11): Horrors and Spawn, Breeding Grounds, Spawning and what trophies are worth."""

from typing import Any

import pytest

from game.rulesets.godbreakers.rules.events import (
    Damaged,
    Displaced,
    Placed,
    Scored,
    TableRolled,
    ThreatArmed,
    TrophyLeft,
)
from game.rulesets.godbreakers.rules.state import Model, Token
from game.rulesets.godbreakers.rules.wild.compulsions import compulsion_of
from tests.rulesets.godbreakers.kit import (
    FAR,
    PLAYERS,
    A,
    B,
    C,
    Play,
    begin,
    from_the_start,
    godbreaker,
    objective,
    of_kind,
    shard,
    table,
    treasure,
    unaligned,
    wood,
)
from tests.rulesets.godbreakers.setups import of_sort, places_asked, ring

RULE = "G-SCN-THE-NEST"
NEST: dict[str, Any] = {"scenario": "nest"}


def horror(name: str, x: float, y: float, **more: Any) -> Model:
    return unaligned(name, x, y, 12, kind="horror", **more)


def spawn(name: str, x: float, y: float, **more: Any) -> Model:
    return unaligned(name, x, y, 8, kind="spawn", **more)


def trophy(name: str, holder: str = "", x: float = 0.0, y: float = 0.0) -> Token:
    return treasure(name, holder, x, y, sort="trophy")


# -- setup -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_g_scn_the_nest_shards_then_horrors_in_reverse_then_deployment_in_seniority_order(players: int) -> None:
    order = PLAYERS[:players]
    traits = [1, 2] * players
    play = from_the_start(players, dice=[*traits, *range(1, players + 1)], **NEST)
    asked = places_asked(play)
    assert asked[:players] == [(player, "shard") for player in order]
    assert asked[players : 2 * players] == [(player, "horror") for player in reversed(order)]
    assert asked[2 * players :] == [(player, "godbreaker") for player in order] * 5


def test_g_scn_the_nest_a_horror_is_placed_within_6_u_of_the_centre_with_its_whole_base() -> None:
    play = from_the_start(dice=[1, 2], **NEST)
    play.answer([3, 3], [27, 17])
    assert play.asked == (B, RULE)
    # Seven inches less the radius of 0.79 from the middle at (15, 10).
    assert play.may_place(15 + 6.2, 10)
    assert "out of range" in play.why_not(15 + 6.22, 10)


def test_g_scn_the_nest_a_horror_is_a_d12_with_two_mighty_traits_and_tough_on_top() -> None:
    play = from_the_start(dice=[1, 2], **NEST)
    play.answer([3, 3], [27, 17])
    newcomer = play.model("horror-1")
    assert (newcomer.die, newcomer.radius, newcomer.owner) == (12, 0.79, "")
    assert newcomer.traits == {"Tough": 1, "Brutal": 1, "Deadly": 1}
    assert [event.outcome for event in of_kind(play.session.events, TableRolled)] == ["Brutal", "Deadly"]
    assert of_kind(play.session.events, ThreatArmed)[0].traits == (("Tough", 1), ("Brutal", 1), ("Deadly", 1))


def test_q33_a_rolled_tough_makes_rank_2_and_the_same_trait_is_rolled_again() -> None:
    play = from_the_start(dice=[7, 7, 8], **NEST)
    play.answer([3, 3], [27, 17])
    assert play.model("horror-1").traits == {"Tough": 2, "Thunderous": 1}


def test_g_scn_5_and_q22_traits_are_chosen_where_that_is_agreed_by_whoever_places_the_threat() -> None:
    play = from_the_start(threat_traits="chosen", **NEST)
    play.answer([3, 3], [27, 17])
    assert play.asked == (B, "G-SCN-5")
    mighty = ["Brutal", "Deadly", "Fleet", "Pinning", "Ranged", "Relentless", "Tough", "Thunderous"]
    assert play.options == mighty
    assert play.decision.prompt == "Which Mighty trait does Horror 1 have (1 of 2)?"
    play.answer("Ranged")
    assert play.decision.prompt == "Which Mighty trait does Horror 1 have (2 of 2)?"
    assert play.options == [trait for trait in mighty if trait != "Ranged"]
    play.answer("Tough")
    assert play.model("horror-1").traits == {"Tough": 2, "Ranged": 1}
    assert play.asked == (B, RULE)


# -- friend and foe, Avenger -------------------------------------------------------------------------


def test_g_side_2_horrors_and_spawn_are_friendly_to_each_other() -> None:
    play = begin(horror("Maw", 10, 10), spawn("Grub", 12, 10), horror("Jaw", 15, 15), unaligned("Beast", 20, 5), **NEST)
    family = [play.model(name) for name in ("Maw", "Grub", "Jaw")]
    assert all(play.game.friendly(one, other) for one in family for other in family if one is not other)
    assert all(play.game.hostile(one, play.model("Beast")) for one in family)


def test_g_comp_avenger_while_anyone_carries_a_trophy_the_spawn_hunt_the_closest_carrier() -> None:
    play = begin(
        spawn("Grub", 10, 10),
        godbreaker("Near", A, 11.5, 10, activated=True),
        godbreaker("Far", B, 20, 10, activated=True),
        trophy("skull", "far"),
        **NEST,
    )
    play.answer(["grub"])
    assert play.decision.rule == "G-COMP-AVENGER"
    assert play.options == ["approach:far", "override"]


def test_g_comp_avenger_engages_a_carrier_in_reach() -> None:
    play = begin(
        spawn("Grub", 10, 10),
        godbreaker("Near", A, 11.5, 10, activated=True),
        trophy("skull", "near"),
        dice=[5, 2, 4],
        **NEST,
    )
    happened = play.answer(["grub"], "engage", ["near"])
    assert [(event.model, event.amount) for event in of_kind(happened, Damaged)] == [("near", 3)]


def test_q32_avenger_never_means_the_spawn_itself() -> None:
    play = begin(spawn("Grub", 10, 10), godbreaker("Nova", B, *FAR), trophy("skull", "grub"), **NEST)
    assert compulsion_of(play.game, play.model("Grub")).name == "Murderous"


def test_g_comp_avenger_is_lost_with_the_last_trophy_and_horrors_never_have_it() -> None:
    play = begin(
        spawn("Grub", 10, 10), horror("Maw", 20, 10), trophy("skull", x=5, y=5), godbreaker("Nova", B, *FAR), **NEST
    )
    assert compulsion_of(play.game, play.model("Grub")).name == "Murderous"
    play.state.tokens["skull"].holder = "nova"
    assert compulsion_of(play.game, play.model("Grub")).name == "Avenger"
    assert compulsion_of(play.game, play.model("Maw")).name == "Murderous"


def test_g_comp_avenger_a_spawn_cannot_engage_a_horror_that_carries_the_trophy() -> None:
    play = begin(
        spawn("Grub", 10, 10),
        horror("Maw", 11.5, 10, activated=True),
        godbreaker("Nova", B, *FAR, activated=True),
        trophy("skull", "maw"),
        **NEST,
    )
    play.answer(["grub"])
    assert play.options == ["approach:maw", "override"]


# -- Breeding Grounds --------------------------------------------------------------------------------


def breeding(at: float, result: int, *dice: int, **more: Any) -> Play:
    """The start of a round: Raven wins the initiative with `result`, standing `at` inches east of the objective."""
    play = begin(
        godbreaker("Raven", A, 10 + at, 10, 12, leader=True),
        godbreaker("Nova", B, *FAR, leader=True),
        objective(10, 10),
        step="initiative",
        dice=[result, 1, *dice],
        **NEST,
        **more,
    )
    play.answer([A, B])
    return play


@pytest.mark.parametrize(("result", "kind", "die"), [(8, "horror", 12), (7, "spawn", 8)])
def test_g_scn_the_nest_breeding_grounds_bring_a_horror_above_7_else_a_spawn(result: int, kind: str, die: int) -> None:
    play = breeding(1.5, result, 1, 2)
    # Q22: the text names nobody, so the player lowest in priority places it.
    assert play.asked == (B, RULE)
    assert play.decision.about == f"{kind}-1"
    assert play.model(f"{kind}-1").die == die
    assert play.may_place(8.3, 10)
    assert "out of range" in play.why_not(7, 10)
    play.answer([8.3, 10])
    assert play.state.step == "activation"


def test_g_scn_the_nest_a_spawn_has_two_mighty_traits_and_no_tough_on_top() -> None:
    play = breeding(1.5, 3, 3, 4)
    assert play.model("spawn-1").traits == {"Fleet": 1, "Pinning": 1}


def test_g_scn_the_nest_nothing_breeds_without_a_godbreaker_at_the_objective() -> None:
    play = breeding(2.5, 8)
    assert play.state.step == "activation"
    assert [model.id for model in play.game.standing()] == ["raven", "nova"]


def test_g_scn_the_nest_tame_models_do_not_breed_anything_nor_does_a_destroyed_objective() -> None:
    play = begin(
        godbreaker("Raven", A, 25, 15, leader=True),
        unaligned("Pet", 11.5, 10, owner=A),
        objective(10, 10),
        step="initiative",
        dice=[5],
        players=1,
        **NEST,
    )
    assert play.state.step == "activation"
    play = begin(godbreaker("Raven", A, 11.5, 10, leader=True), step="initiative", dice=[5], players=1, **NEST)
    assert of_sort(play, "spawn") == []


def test_q23_what_breeds_without_room_goes_to_the_nearest_spot_for_1_damage() -> None:
    (x, y), *rest = ring(10, 10, 1.5, 7)
    play = begin(
        godbreaker("Raven", A, x, y, leader=True),
        objective(10, 10),
        *(unaligned(f"Beast{number}", *spot) for number, spot in enumerate(rest)),
        step="initiative",
        dice=[3, 1, 2],
        players=1,
        **NEST,
    )
    assert [event.piece for event in of_kind(play.session.events, Displaced)] == ["spawn-1"]
    assert play.model("spawn-1").damage == 1
    assert play.session.ruleset.violations(play.game) == []
    assert play.state.step == "activation"


# -- Spawning and trophies ---------------------------------------------------------------------------


def dying(*others: Model, dice: tuple[int, ...] = (1,), level: int = 0, **more: Any) -> Play:
    """A Horror at (10, 10) with too much damage makes its recovery roll."""
    return begin(
        horror("Maw", 10, 10, damage=20, level=level),
        godbreaker("Raven", A, 3, 17),
        godbreaker("Nova", B, 27, 3),
        *others,
        step="recovery",
        dice=dice,
        **NEST,
        **more,
    )


def test_g_scn_the_nest_spawning_is_the_choice_of_the_last_in_priority() -> None:
    play = dying(godbreaker("Cass", C, 27, 17), players=3, priority=[C, A, B])
    assert play.asked == (B, RULE)
    assert play.options == ["spawn", "barren"]
    # The Horror still stands there as its Spawn breaks out.
    assert play.model("Maw").on_table
    happened = play.answer("barren")
    assert of_kind(happened, Placed) == []
    assert play.model("Maw").place == "casualty"


def test_g_scn_the_nest_a_spawn_breaks_out_within_2_u_of_the_horror_before_it_goes() -> None:
    play = dying(dice=(1, 5, 6))
    play.answer("spawn")
    assert play.asked == (B, RULE)
    # From rim to the far point of the base less than three inches: 0.79 + 3 - 0.5.
    assert play.may_place(13.28, 10)
    assert "out of range" in play.why_not(13.3, 10)
    assert "overlaps a base" in play.why_not(11.2, 10)
    happened = [event.kind for event in play.answer([12, 10])]
    assert happened.index("Placed") < happened.index("Casualty") < happened.index("TrophyLeft")
    assert play.model("spawn-1").traits == {"Ranged": 1, "Relentless": 1}


def test_q23_a_spawn_without_room_goes_to_the_nearest_spot_for_1_damage() -> None:
    crowd = [unaligned(f"Beast{n}", *spot, radius=1.2) for n, spot in enumerate(ring(10, 10, 2.5, 6))]
    # The last die is the Spawn's own recovery roll: it is damaged in the Recovery phase.
    play = dying(*crowd, dice=(1, 1, 2, 5))
    happened = play.answer("spawn")
    assert [event.piece for event in of_kind(happened, Displaced)] == ["spawn-1"]
    assert [(event.model, event.amount) for event in of_kind(happened, Damaged)] == [("spawn-1", 1)]
    assert play.model("Maw").place == "casualty"


def test_g_scn_the_nest_a_dead_horror_leaves_a_trophy_and_a_dead_spawn_none() -> None:
    play = dying(spawn("Grub", 20, 10, damage=9), dice=(1, 1))
    play.answer(["maw"], "barren")
    assert [(token.type, token.x, token.y, token.holder) for token in play.state.tokens.values()] == [
        ("trophy", 10.0, 10.0, "")
    ]
    assert [event.model for event in of_kind(play.session.events, TrophyLeft)] == ["maw"]
    assert play.model("Grub").place == "casualty"


def test_q25_the_trophy_of_a_horror_that_fell_on_a_level_lies_on_that_level() -> None:
    loft = wood("Loft", 6, 6, 14, 14).model_copy(update={"levels": (1,)})
    play = dying(level=1, ground=table(loft), levels=True, dice=(1,))
    play.answer("barren")
    assert [(token.type, token.level) for token in play.state.tokens.values()] == [("trophy", 1)]


def test_g_scn_the_nest_who_leaves_the_game_as_a_spawn_breaks_out_cheats_nobody() -> None:
    play = dying(godbreaker("Cass", C, 27, 17), players=3, dice=(1, 5, 6))
    play.answer("spawn")
    play.declare("concede", C)
    assert play.model("spawn-1").on_table
    assert play.model("Maw").place == "casualty"
    assert play.session.ruleset.violations(play.game) == []
    assert [token.type for token in play.state.tokens.values()] == ["trophy"]


def test_g_scn_the_nest_10_vp_for_each_godbreaker_with_trophies_at_the_end_of_the_final_round() -> None:
    gone = godbreaker("Gone", B, 3, 3, 12)
    gone.place = "ascended"
    pieces = [
        godbreaker("One", A, 3, 3, 10),
        godbreaker("Two", A, 6, 3, 10),
        godbreaker("Three", B, 27, 17, 10),
        gone,
        unaligned("Pet", 20, 17, owner=B),
        horror("Maw", 20, 5),
    ]
    held = ["one", "one", "two", "gone", "pet", "maw"]
    tokens = [trophy(f"skull{n}", holder) for n, holder in enumerate(held)]
    final = begin(*pieces, *tokens, trophy("loose", x=27, y=16), step="resolution", in_round=5, **NEST)
    # G-ROLL-6: what an ascended godbreaker took along counts too.
    assert final.state.vp == {A: 20, B: 10}
    assert {event.rule for event in of_kind(final.session.events, Scored)} == {RULE}


def test_g_tbl_10_treasure_is_no_trophy_and_nothing_scores_before_the_final_round() -> None:
    one, two = godbreaker("One", A, 3, 3, 10), godbreaker("Two", B, 27, 17, 10)
    play = begin(one, two, treasure("gold", "one"), step="resolution", in_round=5, **NEST)
    assert play.state.vp == {A: 0, B: 0}
    play = begin(one, two, trophy("skull", "one"), step="resolution", in_round=4, **NEST)
    assert play.state.vp == {A: 0, B: 0}


def test_g_scn_4_alone_trophies_decide() -> None:
    pieces = [godbreaker("One", A, 3, 3, 10), godbreaker("Two", A, 6, 3, 10), godbreaker("Three", A, 9, 3, 10)]
    tokens = [trophy("a", "one"), trophy("b", "two"), trophy("c", "three")]
    play = begin(*pieces, *tokens, shard(A, 25, 15), step="resolution", in_round=5, players=1, **NEST)
    assert play.ended() == ([A], "major victory")
