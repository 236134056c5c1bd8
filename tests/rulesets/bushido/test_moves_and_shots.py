"""Moving, seeing and shooting where the worked examples say nothing (B-GEO, B-MOVE, B-RNG, B-TERR)."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest

from game.rulesets.bushido.rules.actions import REGISTRY as ACTIONS
from game.rulesets.bushido.rules.actions import carry_out
from game.rulesets.bushido.rules.melee.bout import Shot
from game.rulesets.bushido.rules.moving.bodyguard import guarded
from game.rulesets.bushido.rules.moving.carry_out import region_of
from game.rulesets.bushido.rules.moving.finding import has_contact
from game.rulesets.bushido.rules.moving.policies import approach, held_by, is_in_zone, run, run_length, walk
from game.rulesets.bushido.rules.moving.sight import has_cover, sees
from game.rulesets.bushido.rules.setup_phase.terrain import region
from game.rulesets.bushido.rules.shooting.attack import interceptors, shoot
from game.rulesets.bushido.rules.shooting.numbers import dice
from game.rulesets.bushido.rules.state import Objective
from game.rulesets.bushido.rules.terrain import features
from game.table.documents import BarricadeLine, TerrainPiece
from game.table.path.judge import best_verdict
from game.table.path.path import Path
from game.table.path.policy import CONTACT
from game.table.placing.places import is_legal
from tests.rulesets.bushido.bushido_kit import BLADE, BOW, HALF, Moment, act, card, duel, moment, piece, warband, why

# -- seeing


@pytest.mark.parametrize(("base", "seen"), [(30, False), (60, True)])
def test_b_scen_3_an_objective_blocks_sight_by_its_size_and_gives_cover(base: int, seen: bool) -> None:
    at = duel((), {"base_mm": base}, {"base_mm": base}, gap=6.0)
    at["a"].radius = at["b"].radius = HALF
    at["b"].x = 9.0
    at.game.state.objectives = {"idol-1": Objective("idol-1", 7.0, 12.0, 40 / 50.8)}
    assert sees(at.game, at["a"], at["b"]) is seen
    assert has_cover(at.game, at["a"], at["b"])
    at.game.state.objectives["idol-1"].on_table = False
    assert sees(at.game, at["a"], at["b"])
    assert not has_cover(at.game, at["a"], at["b"])


@pytest.mark.parametrize(("traits", "covered"), [([], False), (["Construct"], True)])
def test_b_geo_21_models_give_no_cover_but_constructs_do(traits: list[str], covered: bool) -> None:
    south, north = warband(card("A"), faction="S"), warband(card("B"), card("C", traits=traits), faction="N")
    at = moment((), south=south, north=north)
    at.put("a", 5.0, 12.0)
    at.put("b", 10.0, 12.0)
    at.put("c", 8.5, 12.0)
    assert has_cover(at.game, at["a"], at["b"]) is covered


def test_b_terr_3_a_barricade_without_traits_is_a_wall_for_moves_and_sight_too() -> None:
    fence = TerrainPiece(
        id="fence",
        name="Fence",
        look="wall",
        barricades=(BarricadeLine(line=((8.0, 6.0), (8.0, 18.0)), width=0.4, impassable=True),),
    )
    at = moment((), terrain=[fence])
    warden, chief = at.put("bell-warden", 6.5, 12.0), at.put("river-bandit-chief", 10.0, 12.0, facing=18000)
    [found] = features(at.game.ruler.battlefield)
    assert (found.passage, found.visibility, found.size) == ("impassable", "blocking", "small")
    assert not is_legal(region_of(warden, walk(at.game, warden, 4.0)), (9.0, 12.0))
    assert not sees(at.game, warden, chief)


def test_b_setup_6_the_zone_of_an_aware_enemy_is_all_round() -> None:
    south = warband(card("A", traits=["Aware"]), faction="S")
    at = moment((), south=south, north=warband(card("B"), faction="N"))
    at.game.state.step = "setup"
    at.put("a", 12.0, 21.5, facing=27000)
    where = region(at.game, at["b"], "north")
    y = 24.0 - at["b"].radius
    assert not is_legal(where, (12.0 + 1.0, y))
    assert is_legal(where, (12.0 + 3.0, y))


# -- moving


def test_b_move_13_a_road_helps_walk_and_charge_not_melee_moves() -> None:
    road = piece("road", 4.0, 11.9, 1.0, 0.2, passage="ideal")
    at = moment((), terrain=[road])
    warden, chief = at.put("bell-warden", 5.0, 12.0, ki=0), at.put("river-bandit-chief", 5.0 + 2 * HALF + 5.0, 12.0)
    chief.facing = 0
    assert why(at, "bell-warden", "melee") == "B-ACT-31"
    assert is_legal(region_of(warden, walk(at.game, warden, 4.0)), (5.0, 12.0 + 5.9))


def test_b_move_13_the_gain_of_a_road_may_be_what_makes_a_charge_reach() -> None:
    road = piece("road", 4.0, 11.9, 1.0, 0.2, passage="ideal")
    reached = []
    for terrain in ([], [road]):
        at = moment((), terrain=terrain)
        at.put("bell-warden", 5.0, 12.0, ki=0)
        at.put("river-bandit-chief", 5.0 + 2 * HALF + 9.5, 12.0, facing=18000)
        reached.append(why(at, "bell-warden", "charge"))
    assert reached == ["B-ACT-20", ""]


def test_b_move_13_two_pieces_of_road_help_once() -> None:
    roads = [piece(f"road-{n}", 4.0 + 2 * n, 11.9, 1.0, 0.2, passage="ideal") for n in (0, 1)]
    at = moment((), terrain=roads)
    warden = at.put("bell-warden", 5.0, 12.0)
    where = region_of(warden, walk(at.game, warden, 4.0))
    assert is_legal(where, (5.0 + 5.99, 12.0))
    assert not is_legal(where, (5.0 + 6.02, 12.0))


def _three(gap: float, **first: Any) -> Moment:
    """A before B, which is C's neighbour: A stands in the zones of both."""
    north = warband(card("B", **first), card("C"), faction="North")
    at = moment((3,) * 6, south=warband(card("A"), faction="South"), north=north)
    at.put("a", 8.0, 12.0)
    at.put("b", 8.0 + 2 * HALF + gap, 11.4, facing=18000)
    at.put("c", 8.0 + 2 * HALF + gap, 12.6, facing=18000)
    at.game.state.step = "activation"
    return at


def test_b_geo_32_in_two_zones_one_may_go_straight_to_one_of_the_two() -> None:
    at = _three(0.3)
    assert is_in_zone(at.game, at["a"], at["b"])
    assert is_in_zone(at.game, at["a"], at["c"])
    assert why(at, "a", "melee") == ""
    policy = approach(at.game, at["a"], at["b"], 4.0, charge=False)
    assert has_contact(at["a"], at["b"], policy)


def test_b_move_11_with_the_enemy_in_ones_own_zone_other_zones_do_not_matter() -> None:
    at = _three(0.3)
    at["b"].facing = 0  # B looks away: A is not in its zone, but B is in A's
    assert not is_in_zone(at.game, at["a"], at["b"])
    assert is_in_zone(at.game, at["b"], at["a"])
    policy = approach(at.game, at["a"], at["b"], 4.0, charge=False)
    assert has_contact(at["a"], at["b"], policy)


@pytest.mark.parametrize(("action", "rule"), [("wait", "B-GEO-32"), ("walk", "")])
def test_b_tr_77_an_evasive_model_ignores_zones_while_it_moves_only(action: str, rule: str) -> None:
    at = duel((), {"traits": ["Evasive"]}, {}, gap=0.5)
    assert why(at, "a", action) == rule


def test_b_act_30_beside_a_prone_enemy_one_may_fight_it_or_go_for_another() -> None:
    north = warband(card("B"), card("C"), faction="North")
    at = moment((3,) * 8, south=warband(card("A"), faction="South"), north=north)
    at.put("a", 8.0, 12.0)
    at.put("b", 8.0, 12.0 + 2 * HALF)
    at.put("c", 11.5, 12.0, facing=18000)
    at.game.mark(at["b"], "Prone", 0)
    at.game.state.step = "activation"
    at.game.begin_activation(at["a"])
    melee: Any = ACTIONS["melee"]
    assert {each.id for each in melee.candidates(at.game, at["a"])} == {"north.b", "north.c"}
    spot = 11.5 - 2 * HALF - CONTACT / 2
    act(at, "a", "melee", ["north.c"], [spot, 12.0], "0/3", "0/3")
    assert [each.opponent for each in at.told("ExchangeBegan")] == ["north.c"]


@pytest.mark.parametrize(("wounds", "beside", "possible"), [(1, False, True), (0, False, False), (0, True, True)])
def test_b_tr_25_a_heal_that_heals_nothing_is_refused_unless_it_leaves_an_enemy(
    wounds: int, beside: bool, possible: bool
) -> None:
    at = moment()
    at.put("herb-sister", 5.0, 12.0)
    at.put("temple-guard-spear", 8.0, 12.0, wounds=wounds)
    at.put("ferry-brute", 5.0, 12.0 - HALF - 40 / 50.8 if beside else 3.0)
    assert (why(at, "herb-sister", "heal") == "") is possible


def test_b_tr_8_and_b_gen_10_for_a_larger_friend_the_opponent_places_the_bodyguard() -> None:
    big = card("Big", base_mm=50, types=["Lord"])
    south = warband(big, card("Guard", traits=["Bodyguard [Lord] (3)"]), faction="South")
    at = moment((), south=south, north=warband(card("Foe"), faction="North"))
    at.put("big", 12.0, 12.0)
    at.put("guard", 9.0, 12.0)
    at.put("foe", 16.0, 12.0, facing=18000)
    at.game.begin_activation(at["foe"])
    found = at.run(guarded(at.game, at["big"], at["foe"]), ["south.guard"], [12.3, 12.0], [12.3, 12.0, 4500])
    assert found is at["guard"]
    assert (at["guard"].x, at["guard"].y, at["guard"].facing) == (12.3, 12.0, 4500)
    assert [each.player for each in at.asked] == ["south", "north", "south"]
    assert (at["big"].x, at["big"].y) == (9.0, 12.0)


# -- shooting


def test_b_rng_2_boosts_come_before_a_special_is_paid_and_twice_the_value_is_the_limit() -> None:
    bow = {**BOW, "specials": ["Powerful Attack (1)"]}
    at = duel((6, 1, 1), {"ranged": {"value": 1, "boost": 1}, "weapons": [BLADE, bow]}, {"wounds": 9}, gap=5.0)
    at["a"].ki = 1
    at.run(shoot(at.game, Shot(at["a"], "Bow", at["b"])), "south.a/boost", "Powerful Attack (1)")
    assert at.told("DamageRolled")[0].total == 5
    at.game.mark(at["b"], "Death Sentence", 0)
    at.game.lend(at["a"], "Boost [ranged] (1)", "exchange")
    assert dice(at.game, at["a"], at["b"]) == 2


@pytest.mark.parametrize(
    ("special", "rolls", "check"),
    [
        ("Critical Attack (0)", (6, 2, 2), lambda at: at["b"].place == "killed"),
        ("Combo Attack (0)", (6, 1, 1, 1, 1, 1, 1), lambda at: len(at.told("DamageRolled")) == 2),
        ("Stun Attack (0)", (6, 1, 1), lambda at: at["b"].has("Stunned")),
        ("Slam Attack (0)", (6, 1, 1), lambda at: at["b"].has("Prone") and at["b"].x > 14.0),
        ("Push Attack (0)", (6,), lambda at: at["b"].x < 12.5 and not at.told("DamageRolled")),
    ],
)
def test_b_spec_2_specials_of_ranged_weapons_do_what_they_say(special: str, rolls: tuple[int, ...], check: Any) -> None:
    bow = {**BOW, "specials": [special]}
    at = duel(rolls, {"ranged": {"value": 1}, "weapons": [BLADE, bow]}, {"wounds": 9}, gap=5.0)
    at.run(shoot(at.game, Shot(at["a"], "Bow", at["b"])), special)
    assert check(at)


def test_b_rng_1_a_model_in_disguise_that_nobody_sees_through_takes_no_shot() -> None:
    south = warband(card("A", weapons=[BLADE, BOW]), faction="S")
    at = moment((), south=south, north=warband(card("B"), card("C"), faction="N"))
    at.put("a", 5.0, 12.0)
    at.put("b", 12.0, 12.0, facing=18000)
    at.put("c", 9.0, 12.9, facing=18000)
    shot = Shot(at["a"], "Bow", at["b"])
    assert interceptors(at.game, shot) == [at["c"]]
    at.game.mark(at["c"], "Disguised", 4)
    assert interceptors(at.game, shot) == []


def test_b_tr_5_whoever_takes_the_shot_of_an_assassin_sees_it_coming() -> None:
    south = warband(card("A", ranged={"value": 1}, traits=["Assassin"], weapons=[BLADE, BOW]), faction="S")
    at = moment((6, 3, 4), south=south, north=warband(card("B"), card("C"), faction="N"))
    at.put("a", 5.0, 12.0)
    at.put("b", 12.0, 12.0, facing=0)
    at.put("c", 9.0, 12.9, facing=18000)
    at.run(shoot(at.game, Shot(at["a"], "Bow", at["b"], surprised=True, unseen=True)), ["north.c"])
    at.dice_left()  # two dice of damage, not three
    assert at.told("DamageRolled")[0].model == "north.c"


def two_zones(b: tuple[float, float, int], c: tuple[float, float, int], **south: Any) -> Moment:
    """Return a moment in which A stands at (12, 12) between B and C, whose places and facings are given."""
    at = moment((), south=warband(card("A", **south), faction="S"), north=warband(card("B"), card("C"), faction="N"))
    at.put("a", 12.0, 12.0)
    for name, (x, y, facing) in (("b", b), ("c", c)):
        at.put(name, x, y, facing=facing)
    assert {each.name for each in held_by(at.game, at["a"])} == {"B", "C"}
    at.game.begin_activation(at["a"])
    return at


def test_b_geo_32_a_run_out_of_two_zones_leads_along_any_line_that_is_never_nearer() -> None:
    at = two_zones((10.0, 12.0, 0), (12.0, 10.0, 9000))  # west and south of A: it may run north, east or between
    region = region_of(at["a"], run(at.game, at["a"], run_length(4)))
    for bearing in range(0, 360, 5):
        spot = 12 + 3 * math.cos(math.radians(bearing)), 12 + 3 * math.sin(math.radians(bearing))
        assert is_legal(region, spot) is (bearing <= 90), bearing
    assert not is_legal(region, (12.1, 12.1))  # still in both zones
    assert not is_legal(region, (12.0 + 6.01, 12.0))
    assert not best_verdict(
        Path.through([region.start, (13.0, 13.0), (15.0, 13.0)]), region.policies
    ).is_legal  # a bend is no run
    assert ACTIONS["run"].why_not(at.game, at["a"]) is None
    end = region.sample(random.Random(1))
    assert end is not None
    at.run(carry_out(at.game, at["a"], ACTIONS["run"]), [*end])
    assert (at["a"].x, at["a"].y, at["a"].ran) == (*end, True)


def test_b_act_11_between_two_enemies_a_run_leads_out_at_right_angles() -> None:
    at = two_zones((10.0, 12.0, 0), (14.0, 12.0, 18000))
    region = region_of(at["a"], run(at.game, at["a"], run_length(4)))
    assert [is_legal(region, (12.0, y)) for y in (15.0, 9.0)] == [True, True]
    assert not is_legal(region, (12.5, 15.0))
    assert ACTIONS["run"].why_not(at.game, at["a"]) is None
    found = region.nearest((12.0, 15.0))
    assert found is not None
    assert math.dist(found, (12.0, 15.0)) < 0.1


def test_b_geo_32_a_run_out_of_two_zones_is_offered_only_where_it_may_end() -> None:
    """A game between programs stopped here: the run was declared, and no place was legal."""
    south = warband(card("A", move={"value": 5}), faction="South")
    at = moment((), south=south, north=warband(card("B"), card("C"), faction="North"))
    a = at.put("a", 14.629, 20.1613, facing=26498)
    at.put("b", 12.8538, 20.9909, facing=33495)
    at.put("c", 14.0205, 21.1766, facing=30094)
    assert len(held_by(at.game, a)) == 2
    region = region_of(a, run(at.game, a, run_length(5)))
    assert ACTIONS["run"].why_not(at.game, a) is None
    assert region.nearest((a.x, a.y)) is not None
    assert is_legal(region, (a.x + 1.0, a.y - 3.0))
    # With a third enemy opposite nothing is left.
    at = moment((), south=south, north=warband(card("B"), card("C"), card("D"), faction="North"))
    a = at.put("a", 12.0, 12.0)
    for name, bearing in (("b", 0), ("c", 120), ("d", 240)):
        turned = math.radians(bearing)
        x, y = round(12 + 1.9 * math.cos(turned), 4), round(12 + 1.9 * math.sin(turned), 4)
        at.put(name, x, y, facing=(bearing + 180) % 360 * 100)
    assert len(held_by(at.game, a)) == 3
    refusal = ACTIONS["run"].why_not(at.game, a)
    assert refusal is not None
    assert refusal.rule == "B-GEO-32"


def test_b_move_7_a_run_leads_to_a_point_in_sight() -> None:
    """A wood that hides and can be walked through; what is lower than the runner hides nothing."""
    for size, reached in (("large", False), ("small", False), ("tiny", True)):
        wood = piece("wood", 14.0, 11.0, 0.6, 2.0, passage="difficult", visibility="blocking", size=size)
        at = moment((), south=warband(card("A", move={"value": 6}), faction="South"), terrain=[wood])
        a = at.put("a", 12.0, 12.0, facing=18000)
        region = region_of(a, run(at.game, a, run_length(6)))
        assert is_legal(region, (15.5, 12.0)) is reached
        assert is_legal(region, (13.0, 12.0))
        assert is_legal(region, (16.0, 15.0))
        if not reached:
            assert {each.rule for each in region.why_not((15.5, 12.0))} >= {"B-MOVE-7"}
        spot = region.sample(random.Random(2))
        assert spot is not None


def test_b_tr_77_who_runs_over_a_wall_must_see_where_to() -> None:
    wall = piece("wall", 14.0, 6.0, 0.3, 12.0, passage="impassable", visibility="blocking", size="small")
    at = moment((), south=warband(card("A", traits=["Intangible"]), faction="South"), terrain=[wall])
    a = at.put("a", 12.0, 12.0)
    region = region_of(a, run(at.game, a, run_length(4)))
    assert is_legal(region_of(a, walk(at.game, a, 4)), (15.5, 12.0))
    assert not is_legal(region, (15.5, 12.0))
    assert is_legal(region, (12.0, 15.0))


@pytest.mark.parametrize(
    ("aside", "facing", "steps_in"),
    [(1.2, 27000, True), (1.9, 27000, True), (2.5, 27000, False), (1.9, 9000, False)],
)
def test_b_rng_1_a_shot_is_taken_by_whose_zone_any_line_to_the_target_crosses(
    aside: float, facing: int, steps_in: bool
) -> None:
    """1.9 inches aside the zone reaches 0.31 inches from the line of centres: lines between the bases cross it."""
    south = warband(card("A", weapons=[BLADE, BOW]), faction="S")
    at = moment((), south=south, north=warband(card("B"), card("C", traits=["Aware"]), faction="N"))
    at.put("a", 5.0, 12.0)
    at.put("b", 12.0, 12.0, facing=18000)
    guard = at.put("c", 9.0, 12.0 + aside, facing=facing)
    if not steps_in and aside < 2.0:
        at.game.lend(guard, "Insignificant", "turn")
    assert interceptors(at.game, Shot(at["a"], "Bow", at["b"])) == ([guard] if steps_in else [])


def slider(**changes: Any) -> Moment:
    """Return a moment in which A touches B, and C stands where A comes by sliding round B."""
    at = moment((2,), south=warband(card("A", ki={"value": 1, "max": 6}, **changes), faction="S"),
                north=warband(card("B"), card("C", traits=["Fear (4)"]), faction="N"))  # fmt: skip
    a = at.put("a", 5.0, 12.0, ki=6)
    at.put("b", 5.0 + 2 * HALF + CONTACT / 2, 12.0, facing=18000)
    at.put("c", 7.0, 13.9, facing=27000)
    at.game.begin_activation(a)
    return at


def test_b_fear_2_who_slides_to_a_model_with_fear_tests_before_it_goes() -> None:
    at = slider(move={"value": 4})
    act(at, "a", "melee", ["north.c"])
    assert (at["a"].x, at["a"].y, at["a"].counters) == (5.0, 12.0, 1)
    assert at.told("ExchangeBegan") == []
    at.dice_left()


def test_b_act_31_a_slide_counts_on_boosts_and_pays_for_them() -> None:
    found = []
    at = slider(move={"value": 4})
    for value, ki in ((4, 0), (1, 0), (1, 1)):
        at = slider(move={"value": value, "boost": 1}, traits=["Fearless"])
        at["a"].ki = ki
        melee: Any = ACTIONS["melee"]
        found.append("north.c" in [each.id for each in melee.candidates(at.game, at["a"])])
    assert found == [True, False, True]
    at.game.dice = moment((3,) * 5).game.dice
    at.run(carry_out(at.game, at["a"], ACTIONS["melee"]), ["north.c"], "boost", "0/3", "0/2")
    assert (at["a"].ki, at.told("ExchangeBegan")[0].opponent) == (0, "north.c")


@pytest.mark.parametrize("gap", [0.0012, 0.0019, 0.0021, 0.5])
def test_b_move_6_a_hair_off_an_enemy_that_looks_away_one_may_walk_and_run(gap: float) -> None:
    """Games between programs stopped here: nearer than what is kept from a base, and yet not in contact."""
    at = duel((), {}, {}, gap=gap)
    at["b"].facing = 0
    assert at.game.touching(at["a"]) == []
    for policy in (walk(at.game, at["a"], 4.0), run(at.game, at["a"], 6.0)):
        region = region_of(at["a"], policy)
        assert region.nearest((4.0, 12.0)) == (4.0, 12.0)
        assert is_legal(region, (2.0, 12.0))
        assert not is_legal(region, (at["b"].x - 2 * HALF - 0.0008, 12.0))
        assert not is_legal(region, (at["b"].x - 2 * HALF, 12.0))
