"""Gold: Despoiling, Ruinous, Shaping, Summoning, Thunderous, each at every rank; terrain that comes and goes.

G-TBL-4, G-TBL-5, Q14, Q18, Q29.
"""

from math import cos, pi, sin
from random import Random
from typing import Any

import pytest

from game.engine.core.decisions import Place
from game.rulesets.godbreakers.rules import events as core
from game.rulesets.godbreakers.rules.events import (
    Casualty,
    Damaged,
    DieSet,
    Displaced,
    Tamed,
    TerrainPlaced,
    TerrainRemoved,
)
from game.rulesets.godbreakers.rules.state import Marker, Model, Token
from game.table.documents import TerrainPiece
from tests.rulesets.godbreakers.kit import (
    FAR,
    A,
    B,
    Play,
    begin,
    godbreaker,
    objective,
    of_kind,
    shard,
    table,
    treasure,
    unaligned,
    wall,
    wood,
)

RANKS = (1, 2, 3)
SUCCESS, FAILURE = 4, 1


def damage(play: Play) -> list[tuple[str, int]]:
    return [(event.model, event.amount) for event in of_kind(play.session.events, Damaged)]


def outcomes(play: Play) -> list[tuple[str, bool]]:
    return [(event.test, event.success) for event in of_kind(play.session.events, core.Tested)]


def gold(trait: str, rank: int, **more: Any) -> Model:
    """Raven in the middle of the table with a trait of gold."""
    return godbreaker("Raven", A, 15, 10, traits={trait: rank}, **more)


NOVA = godbreaker("Nova", B, *FAR)


# -- Despoiling ----------------------------------------------------------------------------------------


def fallen(name: str = "Wren", die: int = 12, **more: Any) -> Model:
    model = godbreaker(name, A, 1, 1, die, damage=5, **more)
    model.place = "casualty"
    return model


@pytest.mark.parametrize(("rank", "die"), [(1, 6), (2, 8), (3, 10)])
def test_g_trait_despoiling_calls_a_fallen_friend_back_at_a_lower_die(rank: int, die: int) -> None:
    play = begin(gold("Despoiling", rank), fallen(), NOVA, dice=[SUCCESS])
    play.act("Raven", "despoil", ["wren"])
    assert play.asked == (A, "G-TRAIT-DESPOILING")
    assert play.may_place(15, 11.9)
    assert not play.may_place(15, 12.1)
    happened = play.answer([15, 11.5])
    wren = play.model("Wren")
    assert (wren.place, wren.die, wren.damage, wren.x, wren.y) == ("table", die, 0, 15, 11.5)
    assert [event.die for event in of_kind(happened, DieSet)] == [die]
    assert outcomes(play) == [("Stay With Me!", True)]


@pytest.mark.parametrize(("rank", "die"), [(1, 6), (2, 6), (2, 8), (3, 8), (3, 10)])
def test_g_trait_despoiling_lowers_only_what_is_higher(rank: int, die: int) -> None:
    play = begin(gold("Despoiling", rank), fallen(die=die), NOVA, dice=[SUCCESS])
    happened = play.act("Raven", "despoil", ["wren"], [15, 11.5])
    assert play.model("Wren").die == die
    assert of_kind(happened, DieSet) == []


def test_g_trait_despoiling_a_failed_test_removes_it_again_its_die_stays_lowered() -> None:
    play = begin(gold("Despoiling", 1), fallen(), NOVA, dice=[FAILURE])
    happened = play.act("Raven", "despoil", ["wren"], [15, 11.5])
    assert [event.model for event in of_kind(happened, Casualty)] == ["wren"]
    assert (play.model("Wren").place, play.model("Wren").die) == ("casualty", 6)
    assert outcomes(play) == [("Stay With Me!", False)]


def test_g_trait_despoiling_neither_enemies_nor_the_ascended_nor_pets_come_back() -> None:
    enemy, pet, gone = godbreaker("Nix", B, 1, 1), unaligned("Pet", 1, 1, owner=A), fallen("Star")
    enemy.place = pet.place = "casualty"
    gone.place = "ascended"
    play = begin(gold("Despoiling", 3), enemy, pet, gone, NOVA)
    play.answer(["raven"])
    assert play.refusal("despoil").rule == "G-TRAIT-DESPOILING"


def test_g_act_3_who_acted_before_it_fell_does_not_act_again_this_round() -> None:
    play = begin(gold("Despoiling", 1), fallen(activated=True), fallen("Finch"), NOVA, dice=[SUCCESS, SUCCESS])
    play.act("Raven", "despoil", ["wren"], [15, 11.5])
    play.answer("despoil", ["finch"], [15, 8.5])
    play.answer(["nova"], "end")
    assert play.candidates == ["finch"]


def test_g_trait_despoiling_twice_in_solo_play_each_casualty_costs_its_points() -> None:
    play = begin(gold("Despoiling", 1), fallen(), players=1, dice=[FAILURE])
    play.act("Raven", "despoil", ["wren"], [15, 11.5])
    assert play.state.vp[A] == -5


# -- Ruinous -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rank", RANKS)
def test_g_trait_ruinous_brings_terrain_down_on_whoever_is_in_it(rank: int) -> None:
    ground = table(wood("Grove", 15.4, 8, 20, 12), wood("Copse", 2, 15, 5, 18))
    models = [godbreaker("Nova", B, 18, 10), godbreaker("Wren", A, 20.4, 11), godbreaker("Nix", B, 20.6, 8)]
    play = begin(gold("Ruinous", rank), *models, dice=[SUCCESS], ground=ground)
    play.act("Raven", "ruin")
    assert play.options == ["grove"]
    happened = play.answer("grove")
    # Raven's own rim reaches into it, Wren's too; Nix stands a tenth of an inch off (Q29).
    assert sorted(damage(play)) == [("nova", rank), ("raven", rank), ("wren", rank)]
    assert [event.piece for event in of_kind(happened, TerrainRemoved)] == ["grove"]
    assert [piece.id for piece in play.game.battlefield.pieces] == ["copse"]
    assert play.state.ruined == ["grove"]


@pytest.mark.parametrize(("rank", "amount"), [(1, [("raven", 2)]), (2, [("raven", 1)]), (3, [])])
def test_g_trait_ruinous_a_failure_costs_three_less_its_rank(rank: int, amount: list[tuple[str, int]]) -> None:
    ground = table(wood("Grove", 15.4, 8, 20, 12))
    play = begin(gold("Ruinous", rank), godbreaker("Nova", B, 18, 10), dice=[FAILURE], ground=ground)
    play.act("Raven", "ruin", "grove")
    assert damage(play) == amount
    assert [piece.id for piece in play.game.battlefield.pieces] == ["grove"]


def test_g_trait_ruinous_a_failure_at_rank_3_hurts_not_even_the_brittle() -> None:
    ground = table(wood("Grove", 15.4, 8, 20, 12))
    play = begin(gold("Ruinous", 3, flaws=("Brittle",)), NOVA, dice=[FAILURE], ground=ground)
    play.act("Raven", "ruin", "grove")
    assert damage(play) == []


def test_g_trait_ruinous_takes_only_what_is_within_0_u() -> None:
    ground = table(wall("Near", (16.4, 5), (16.4, 15)), wood("Far", 16.6, 8, 20, 12))
    play = begin(gold("Ruinous", 1), NOVA, ground=ground)
    play.act("Raven", "ruin")
    assert play.options == ["near"]
    play = begin(gold("Ruinous", 1), NOVA, ground=table(wood("Far", 16.6, 8, 20, 12)))
    play.answer(["raven"])
    assert play.refusal("ruin").rule == "G-TRAIT-RUINOUS"


def test_g_tbl_4_a_ruined_wall_no_longer_cuts_anybody_off() -> None:
    ground = table(wall("Wall", (16, 0), (16, 20), impassable=True))
    play = begin(gold("Ruinous", 1, reach=6), godbreaker("Nova", B, 18, 10), dice=[SUCCESS, 5, 2], ground=ground)
    play.answer(["raven"])
    assert "engage" not in play.options
    play.answer("ruin", "wall", "engage", ["nova"])
    assert damage(play) == [("nova", 3)]


# -- Shaping -------------------------------------------------------------------------------------------

POND = wood("Pond", 0, 0, 4, 2)
HEDGE = wall("Hedge", (0, 0), (4, 0), width=0.4)


def shaping(
    rank: int, *pieces: Model | Marker | Token, supply: tuple[TerrainPiece, ...] = (POND,), dice: tuple[int, ...] = (4,)
) -> Play:
    return begin(gold("Shaping", rank), *(pieces or (NOVA,)), dice=dice, supply=supply)


@pytest.mark.parametrize("rank", RANKS)
def test_g_trait_shaping_area_terrain_hurts_whoever_is_now_in_it(rank: int) -> None:
    crowd = [godbreaker("Nova", B, 17, 10), godbreaker("Nix", B, 18, 11), godbreaker("Wren", A, 21, 10)]
    play = shaping(rank, *crowd)
    play.act("Raven", "shape")
    assert play.options == ["pond"]
    play.answer("pond")
    assert play.options[:3] == ["0", "15", "30"]
    play.answer("0")
    assert isinstance(play.decision, Place)
    happened = play.answer([17.4, 10])
    assert [(event.piece, event.x, event.y, event.degrees) for event in of_kind(happened, TerrainPlaced)] == [
        ("pond", 17.4, 10, 0)
    ]
    # From 15.4 to 19.4: Raven's rim is in it by a tenth of an inch; Wren stands clear.
    assert sorted(damage(play)) == [("nix", rank), ("nova", rank), ("raven", rank)]
    assert play.game.range(play.model("Nova"), play.model("Wren")) == 4


def test_q3a_terrain_goes_down_with_its_closest_point_within_0_u_in_any_turn() -> None:
    play = shaping(1)
    play.act("Raven", "shape", "pond", "90")
    # Turned by 90 degrees it is 2 wide and 4 high.
    assert play.may_place(17.49, 10)
    assert not play.may_place(17.51, 10)
    assert play.may_place(15, 13.49)
    assert "out of range" in play.why_not(15, 13.6)


def test_a_program_values_the_spots_of_terrain_that_is_shaped() -> None:
    play = shaping(1)
    play.act("Raven", "shape", "pond", "0")
    ruleset = play.session.ruleset
    assert ruleset.judge is not None
    found = list(ruleset.judge.prospects(play.game, play.decision, Random(1)))
    assert found
    assert all(play.decision.allows(prospect.answer) for prospect in found)


def test_g_tbl_1_terrain_may_not_hang_over_the_edge() -> None:
    raven = godbreaker("Raven", A, 28, 10, traits={"Shaping": 1})
    play = begin(raven, NOVA, dice=[4], supply=[POND])
    play.act("Raven", "shape", "pond", "0")
    assert "off the table" in play.why_not(28.5, 10)
    play.answer([28, 10])


@pytest.mark.parametrize(("rank", "amount"), [(1, [("raven", 2)]), (2, [("raven", 1)]), (3, [])])
def test_g_trait_shaping_a_failure_costs_three_less_its_rank(rank: int, amount: list[tuple[str, int]]) -> None:
    play = shaping(rank, dice=(FAILURE,))
    play.act("Raven", "shape", "pond")
    assert damage(play) == amount
    assert play.state.shaped == []


def test_q29_at_most_d_across_is_the_diameter_of_the_hull_under_d_plus_1() -> None:
    fits, too_big = wood("Fits", 0, 0, 6.9, 1), wood("Big", 0, 0, 7, 0.5)
    play = shaping(1, supply=(fits, too_big), dice=())
    play.act("Raven", "shape")
    assert play.options == ["fits"]
    play = shaping(1, supply=(too_big,), dice=())
    play.answer(["raven"])
    assert play.refusal("shape").rule == "G-TRAIT-SHAPING"


def test_q18_each_piece_off_the_table_comes_in_once_and_ruined_ones_may_return() -> None:
    ground = table(wood("Grove", 15.4, 8, 19, 12))
    raven = godbreaker("Raven", A, 15, 10, 6, traits={"Shaping": 3, "Ruinous": 3})
    wren = godbreaker("Wren", A, 5, 5, traits={"Shaping": 3})
    play = begin(raven, wren, NOVA, dice=[4, 4, 4], ground=ground, supply=[POND])
    play.act("Raven", "ruin", "grove", "shape")
    assert play.options == ["pond", "grove"]
    play.answer("grove", "0", [15, 7])
    assert [(each.id, each.degrees) for each in play.state.shaped] == [("grove", 0)]
    play.answer(["nova"], "end", ["wren"], "shape")
    assert play.options == ["pond"]
    play.answer("pond", "0", [6, 6], "end")
    assert sorted(piece.id for piece in play.game.battlefield.pieces) == ["grove", "pond"]
    assert play.session.ruleset.violations(play.game) == []


def test_g_tbl_4_what_a_barricade_comes_down_on_is_put_back_beside_it() -> None:
    nova, nix = godbreaker("Nova", B, 17, 11), godbreaker("Nix", B, 18.05, 11.1)
    loose = treasure("gold", x=17, y=10.4)
    play = shaping(1, nova, nix, objective(15.9, 11.2), shard(A, 5, 5), loose, supply=(HEDGE,))
    happened = play.act("Raven", "shape", "hedge", "0", [17, 11])
    moved = {event.piece: event.inches for event in of_kind(happened, Displaced)}
    assert set(moved) == {"nova", "nix", "objective"}
    assert all(inches < 2 for inches in moved.values())
    # Unstable placement: one damage for a model, none for a marker; a wall is no area terrain (G-TBL-5).
    assert sorted(damage(play)) == [("nix", 1), ("nova", 1)]
    assert (play.state.tokens["gold"].x, play.state.tokens["gold"].y) == (17, 10.4)
    assert play.session.ruleset.violations(play.game) == []


def test_g_trait_shaping_over_a_crowd_keeps_the_table_sound() -> None:
    crowd = [godbreaker(f"M{n}", (A, B)[n % 2], 13 + 1.02 * (n % 5), 11.5 + 1.02 * (n // 5)) for n in range(15)]
    mixed = HEDGE.model_copy(update={"id": "mixed", "name": "Mixed", "area": POND.area})
    play = shaping(2, *crowd, supply=(mixed,))
    play.act("Raven", "shape", "mixed", "0", [15, 12.2])
    assert play.session.ruleset.violations(play.game) == []
    hurt = dict.fromkeys(event.piece for event in of_kind(play.session.events, Displaced))
    in_it = [name for name, amount in damage(play) if amount == 2]
    assert len(hurt) >= 3
    assert len(in_it) >= 5


def test_g_tbl_2_a_shaped_barricade_may_not_lie_on_another() -> None:
    raven = gold("Shaping", 1)
    play = begin(raven, NOVA, dice=[4], supply=[HEDGE], ground=table(wall("Old", (17, 5), (17, 15))))
    play.act("Raven", "shape", "hedge", "0")
    assert "on a barricade" in play.why_not(17, 10.9)
    assert "on a barricade" not in play.why_not(14, 11)
    play.answer([14, 11])


def test_g_tbl_4_undo_takes_terrain_back_and_a_fork_has_its_own() -> None:
    play = shaping(1, godbreaker("Nova", B, 17, 11), supply=(HEDGE,))
    before = play.state.digest()
    play.act("Raven", "shape", "hedge", "0", [17, 11])
    after, length = play.state.digest(), len(play.session.journal)
    twin = play.session.fork()
    assert twin.state.digest() == after
    play.session.undo(length)
    assert play.state.digest() == before
    assert play.game.battlefield.pieces == ()
    assert len(twin.game.battlefield.pieces) == 1
    play.act("Raven", "shape", "hedge", "0", [17, 11])
    assert play.state.digest() == after


# -- Summoning -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rank", "die"), [(1, 8), (2, 10), (3, 12)])
def test_g_trait_summoning_brings_a_bigger_model_by_rank_tame_on_a_success(rank: int, die: int) -> None:
    play = begin(gold("Summoning", rank), NOVA, dice=[SUCCESS])
    play.act("Raven", "summon")
    name = f"summoned-d{die}-1"
    assert play.decision.about == name
    happened = play.answer([15, 11.6])
    summoned = play.state.models[name]
    assert (summoned.die, summoned.owner, summoned.godbreaker) == (die, A, False)
    assert [(event.model, event.player) for event in of_kind(happened, Tamed)] == [(name, A)]
    # Tame and not yet activated: it still acts this round (G-ACT-3).
    play.answer("end", ["nova"], "end")
    assert play.candidates == [name]


def test_g_trait_summoning_on_a_failure_it_stays_wild_and_turns_on_the_closest() -> None:
    play = begin(gold("Summoning", 1), NOVA, dice=[FAILURE])
    play.act("Raven", "summon", [15, 11.6])
    assert play.state.models["summoned-d8-1"].wild
    play.answer("end", ["nova"], "end", ["summoned-d8-1"])
    assert play.options == ["engage", "override"]


def test_g_trait_summoning_by_a_wild_model_tames_for_nobody_since_its_handler_is_not_its_controller() -> None:
    raven = godbreaker("Raven", A, 2, 2, activated=True)
    nova = godbreaker("Nova", B, 27, 17, activated=True)
    play = begin(unaligned("Witch", 15, 10, traits={"Summoning": 1}), raven, nova, dice=[SUCCESS])
    happened = play.act("Witch", "override", "summon", [15, 11.6])
    assert of_kind(happened, Tamed) == []
    assert play.state.models["summoned-d8-1"].wild


def test_q18_without_a_model_left_off_the_table_summoning_is_not_offered() -> None:
    play = begin(gold("Summoning", 1), NOVA, dice=[SUCCESS], summons={"d8": 1})
    play.act("Raven", "summon", [15, 11.6])
    assert "summon" not in play.options
    assert play.refusal("summon").rule == "G-TRAIT-SUMMONING"


def test_q18_a_summoned_model_that_fell_lies_off_the_table_again() -> None:
    dead = unaligned("summoned-d8-1", 1, 1, kind="summoned-d8")
    dead.place = "casualty"
    play = begin(gold("Summoning", 1), dead, NOVA, summons={"d8": 1})
    play.answer(["raven"])
    assert "summon" in play.options


def test_q23_a_summoned_model_with_no_room_at_hand_is_put_at_the_nearest_spot_and_hurt() -> None:
    ring = [godbreaker(f"M{n}", B, x, y) for n, (x, y) in enumerate(_ring(15, 10, 1.15, 5))]
    ring += [godbreaker(f"N{n}", B, x, y) for n, (x, y) in enumerate(_ring(15, 10, 2.2, 10))]
    play = begin(gold("Summoning", 3), *ring, dice=[FAILURE])
    happened = play.act("Raven", "summon")
    assert [event.model for event in of_kind(happened, Damaged)] == ["summoned-d12-1"]
    assert play.session.ruleset.violations(play.game) == []


def _ring(x: float, y: float, radius: float, count: int) -> list[tuple[float, float]]:
    turns = [2 * pi * n / count for n in range(count)]
    return [(round(x + radius * cos(turn), 4), round(y + radius * sin(turn), 4)) for turn in turns]


# -- Thunderous ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("rank", RANKS)
def test_g_trait_thunderous_hurts_all_inactive_models_near_and_nearer_ones_twice(rank: int) -> None:
    others = [
        godbreaker("Near", B, 16 + rank + 0.9, 10),
        godbreaker("Friend", A, 15, 11 + rank + 0.9),
        godbreaker("Mid", B, 14 - rank - 1.1, 10),
        unaligned("Edge", 15, 9 - 2 * rank - 0.9),
        godbreaker("Off", B, 16 + 2 * rank + 1.1, 10),
    ]
    play = begin(gold("Thunderous", rank), *others, dice=[SUCCESS])
    play.act("Raven", "thunder")
    assert outcomes(play) == [("Thunder!", True)]
    took = {name: sum(amount for other, amount in damage(play) if other == name) for name, _ in damage(play)}
    assert took == {"near": 2 * rank, "friend": 2 * rank, "mid": rank, "edge": rank}


@pytest.mark.parametrize("rank", RANKS)
def test_g_trait_thunderous_a_failure_hurts_the_active_model(rank: int) -> None:
    others = [godbreaker("Near", B, 17, 10), godbreaker("Mid", B, 14 - rank - 1.1, 10)]
    play = begin(gold("Thunderous", rank), *others, dice=[FAILURE])
    play.act("Raven", "thunder")
    assert damage(play) == [("near", rank), ("raven", rank)]


def test_g_trait_thunderous_may_always_be_tried() -> None:
    play = begin(gold("Thunderous", 1), NOVA, dice=[FAILURE])
    play.act("Raven", "thunder")
    assert damage(play) == [("raven", 1)]


def test_g_roll_5_a_triumph_in_a_test_mends_at_once_but_not_what_comes_after() -> None:
    play = begin(gold("Thunderous", 1, damage=4), NOVA, dice=[6])
    play.act("Raven", "thunder")
    assert (play.model("Raven").damage, play.model("Raven").die) == (0, 8)


def test_g_cir_4_a_golden_shard_gives_its_action_at_rank_1_to_the_whole_circle() -> None:
    play = begin(
        godbreaker("Raven", A, 15, 10),
        godbreaker("Near", B, 16.9, 10),
        shard(A, 5, 5),
        dice=[FAILURE],
        shards={A: "Thunderous"},
    )
    play.act("Raven", "thunder")
    assert damage(play) == [("near", 1), ("raven", 1)]
