"""Rules that every other stands on, each in a small situation (B-GEN, B-STAT, B-GEO, B-MOVE, B-ACT, B-TERR, B-SCEN)."""

from __future__ import annotations

import math

import pytest
import shapely
from pydantic import ValidationError

from game.engine.core.decisions import Choose
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.rulesets.bushido import RULESET
from game.rulesets.bushido.new_game.planning import check_map
from game.rulesets.bushido.rules import events, feats
from game.rulesets.bushido.rules.actions import REGISTRY as ACTIONS
from game.rulesets.bushido.rules.actions.fighting import touching_both
from game.rulesets.bushido.rules.dice.results import Scale
from game.rulesets.bushido.rules.melee.bout import Bout, Fighter, Shot
from game.rulesets.bushido.rules.melee.damage import Blow, modifiers, strike
from game.rulesets.bushido.rules.melee.pools import parts, pool_of
from game.rulesets.bushido.rules.moving.bodyguard import fits, guarded
from game.rulesets.bushido.rules.moving.carry_out import move_along, region_of
from game.rulesets.bushido.rules.moving.finding import contact_region
from game.rulesets.bushido.rules.moving.policies import approach, run, toward, walk
from game.rulesets.bushido.rules.moving.sight import has_cover, sees
from game.rulesets.bushido.rules.scenarios import find
from game.rulesets.bushido.rules.shooting.attack import shoot
from game.rulesets.bushido.rules.terrain import passage
from game.rulesets.bushido.rules.turn import main as phases
from game.rulesets.bushido.rules.turn.main import activation, main_phase, pickable
from game.rulesets.bushido.warbands.profiles import WarbandDocument
from game.table.documents import find_map, load_map
from game.table.lattice import position
from game.table.path.judge import check
from game.table.path.path import Path
from game.table.path.policy import CONTACT
from game.table.placing.places import is_legal
from game.table.terrain.battlefield import piece_from
from tests.rulesets.bushido.bushido_kit import (
    BARE,
    BELL,
    BLADE,
    BOW,
    HALF,
    act,
    card,
    duel,
    fight,
    fight_session,
    moment,
    piece,
    skirmish_session,
    warband,
    why,
)

# -- basics and cards


def test_b_gen_1_cannot_beats_must() -> None:
    """A Frightened, Impetuous model must act, but cannot go to what it fears."""
    at = duel((), {}, {"traits": ["Fear (4)"]}, gap=2.0)
    at.game.mark(at["a"], "Berserk", 0)
    at.game.mark(at["a"], "Frightened", 4)
    assert why(at, "a", "melee") == "B-ACT-31"
    assert why(at, "a", "charge") == "B-ACT-20"


def test_b_gen_4_dice_have_six_sides_and_each_is_rolled_again_once() -> None:
    at = duel((2, 3), {"melee": 1, "traits": ["Prowess [Attack] (3)"]}, {"melee": 1})
    pool = at.game.throw(at["a"], 2, "test")
    assert (pool.sides, pool.faces) == (6, (2, 3))


def test_b_terr_3_the_kit_begins_no_game_with_somebody_in_a_house() -> None:
    with pytest.raises(AssertionError, match="Ferry Brute stands on impassable terrain"):
        skirmish_session(ferry_brute={"x": 12.0})


def test_b_gen_5_and_b_melee_6_splits_are_secret_until_both_have_chosen() -> None:
    session = fight_session()
    session.answer(f"{next(iter(session.state.models))} stand-up")
    while not session.pending().secret:
        session.answer("pass")
    session.answer(_first(session))
    assert session.pending().secret
    assert not [event for event in session.events if event.kind == "SplitRevealed"]
    session.answer(_first(session))
    assert len([event for event in session.events if event.kind == "SplitRevealed"]) == 2


def _first(session: Session) -> str:
    decision = session.pending()
    assert isinstance(decision, Choose)
    return decision.options[0].key


def test_b_gen_6_and_b_end_3_what_lasts_for_the_turn_ends_in_the_end_phase() -> None:
    at = duel((), {}, {}, gap=3.0)
    at.game.lend(at["a"], "Armour (1)", "turn")
    at["a"].ran, at["a"].shots = True, 2
    at.game.state.uses.note("south.a/Iron Chant", "turn", "game")
    phases.expire(at.game)
    assert (at.game.total(at["a"], "armour"), at["a"].ran, at["a"].shots) == (0, False, 0)
    assert [at.game.state.uses.count(span, "south.a/Iron Chant") for span in ("turn", "game")] == [0, 1]


def test_b_gen_8_who_is_a_friend_changes_with_who_controls_it() -> None:
    at = duel((), {}, {}, gap=3.0)
    assert at.game.enemies(at["a"]) == [at["b"]]
    at.game.mark(at["b"], "Controlled", 0)
    assert (at.game.enemies(at["a"]), at.game.friends(at["a"]), at["b"].owner) == ([], [at["b"]], "north")


def test_b_gen_11_and_b_geo_5_contact_includes_the_model_itself() -> None:
    """Waiting puts out one's own fire, or that of a friend in base contact (B-ACT-18)."""
    south = warband(card("A"), card("C"), card("D"), faction="S")
    at = moment((), south=south, north=warband(card("B"), faction="N"))
    a = at.put("a", 8.0, 12.0)
    at.put("c", 8.0 + 2 * a.radius, 12.0)
    at.put("d", 8.0, 14.0)
    for name in "acd":
        at.game.mark(at[name], "On Fire", 1, 2, 3)
    act(at, "a", "wait", "On Fire south.c")
    [question] = at.asked
    assert isinstance(question, Choose)
    assert [option.key for option in question.options] == ["On Fire south.a", "On Fire south.c", "nothing"]
    assert (at["c"].markers["On Fire"], a.counters) == ([1], 1)


def test_b_stat_3_a_weapon_of_strength_sp_deals_no_standard_damage() -> None:
    at = duel((6, 2), {"melee": 1, "weapons": [{**BLADE, "strength": "Sp"}]}, {"melee": 1})
    fight(at, "0/1", "1/0")
    assert at.told("Compared")[0].hit
    assert at.told("DamageRolled") == []


def test_b_stat_4_traits_and_specials_of_a_weapon_are_there_while_it_is_in_use() -> None:
    weapons = [BLADE, {"name": "Hook", "kind": "melee", "traits": ["Brutal (2)"]}]
    at = duel((), {"weapons": weapons}, {})
    assert [at.game.total(at["a"], "attack_result", weapon=name) for name in ("Blade", "Hook", "")] == [0, 2, 0]


def test_b_stat_5_and_b_stat_6_only_marked_boxes_are_damage() -> None:
    at = duel((1, 1), {"weapons": [{**BLADE, "traits": ["Poison (1/1)"]}]}, {})
    assert at.run(strike(at.game, Blow(at["a"], at["b"], "Blade", 1))) == 0
    assert (at["b"].has("Poisoned"), at.told("Wounded")) == (False, [])
    at.game.wound(at["b"], 9)
    assert (at["b"].wounds, at["b"].place, at.told("Wounded")[0].amount) == (5, "killed", 5)


@pytest.mark.parametrize("limit", [9, 201])
def test_b_warb_1_the_limit_of_rice_is_agreed_within_reason(limit: int) -> None:
    assert BELL.rice <= BELL.rice_limit == 50
    with pytest.raises(ValidationError, match="rice_limit"):
        WarbandDocument.model_validate({**BELL.model_dump(), "rice_limit": limit})


# -- the turn


def test_b_start_4_and_b_main_1_the_winner_names_who_goes_first_and_that_player_begins() -> None:
    at = moment((5, 3))
    at.put("bell-warden", 4.0, 12.0)
    at.put("ferry-brute", 12.0, 12.0)
    at.run(phases.starting_phase(at.game), "north")
    question = at.asked[0]
    assert (question.player, question.rule) == ("south", "B-START-4")
    assert at.game.state.active_player == at.game.state.first_player == "north"
    at.run(main_phase(at.game))
    assert (at.game.state.step, at.game.state.active_player) == ("activation", "north")


def test_b_main_4_the_action_is_carried_out_then_paid() -> None:
    """B-ACT-2, B-MAIN-5: the counters go after it, and before the last feats of the activation."""
    at = duel((), {}, {}, gap=6.0)
    at.game.state.active_player = "south"
    at.run(activation(at.game), "south.a walk", [6.0, 12.0, 0])
    kinds = [event.kind for event in at.game.events]
    assert kinds == ["ActionDeclared", "Moved", "CountersPaid"]
    assert at["a"].counters == 1


def test_b_act_1_standard_actions_are_those_that_commands_call_for() -> None:
    standard = {key for key, action in ACTIONS.items() if action.standard and not action.free}
    assert standard == {
        *("walk", "run", "melee", "disengage", "ranged", "simple-feat", "simple-scenario", "stand-up", "wait"),
        *("charge", "complex-feat", "focus", "complex-scenario"),
    }
    assert {key for key in standard if ACTIONS[key].cost == 2} == {
        "charge",
        "complex-feat",
        "focus",
        "complex-scenario",
    }


def test_b_act_3_and_b_melee_14_each_fighter_loses_a_counter_the_active_one_with_its_action() -> None:
    at = duel((3,) * 6, {}, {})
    act(at, "a", "melee", "0/3", "0/3")
    assert (at["a"].counters, at["b"].counters) == (1, 1)


def test_b_act_11_running_marks_the_model_for_the_turn() -> None:
    at = duel((), {"move": {"value": 4}}, {}, gap=15.0)
    act(at, "a", "run", [10.5, 12.0])
    assert (at["a"].ran, at["a"].facing, at["a"].x) == (True, 0, 10.5)
    assert why(at, "a", "run") == ""


def test_b_act_14_and_b_rng_7_a_shot_is_paid_even_if_nobody_is_in_range() -> None:
    at = duel((), {"ranged": {"value": 1}, "weapons": [BLADE, {**BOW, "bands": [1, 2, 3]}]}, {}, gap=6.0)
    act(at, "a", "ranged", "stand", ["north.b"])
    assert (at["a"].counters, at["a"].shots) == (1, 0)


def test_b_act_18_waiting_removes_one_thing_completely() -> None:
    at = duel((), {}, {}, gap=6.0)
    for state in ("Stunned", "Immobilised"):
        at.game.mark(at["a"], state, 0, 0)
    act(at, "a", "wait", "Stunned")
    assert ("Stunned" in at["a"].markers, len(at["a"].markers["Immobilised"])) == (False, 2)


def test_b_act_22_focus_brings_the_ki_statistic() -> None:
    at = duel((), {"ki": {"value": 2, "max": 3}}, {}, gap=6.0)
    at["a"].ki = 2
    act(at, "a", "focus")
    assert (at["a"].ki, at["a"].counters) == (3, 0)


def test_b_act_32_and_b_state_9_states_restrict_actions() -> None:
    at = duel((), {}, {}, gap=6.0)
    for state, action, rule in (("Held", "walk", "B-STATE-9"), ("Blind", "run", "B-STATE-3")):
        at.game.mark(at["a"], state, 0)
        assert why(at, "a", action) == rule
        at.game.unmark(at["a"], state)
        assert why(at, "a", action) == ""


# -- measuring, sight, zones


@pytest.mark.parametrize(
    ("traits", "crossed"), [({}, True), ({"passage": "normal"}, True), ({"passage": "difficult"}, False)]
)
def test_b_terr_1_normal_terrain_takes_nothing_from_a_walk(traits: dict[str, str], crossed: bool) -> None:
    ground = piece("ground", 7.0, 0.0, 2.0, 24.0, **traits)
    assert passage(piece_from(ground)) == traits.get("passage", "normal")
    at = moment((), south=warband(card("A"), faction="S"), terrain=[ground])
    at.put("a", 6.0, 12.0)
    assert is_legal(region_of(at["a"], walk(at.game, at["a"], 4.0)), (9.999, 12.0)) is crossed


@pytest.mark.parametrize(
    ("armour", "pierce", "added"),
    [("Tough (1)", "Pierce (1)", 0), ("Armour (2)", "Pierce (1)", -1), ("Armour (1)", "Pierce (2)", 0)],
)
def test_b_dmg_1_strength_and_bonus_are_added_and_armour_that_is_not_pierced_taken_off(
    armour: str, pierce: str, added: int
) -> None:
    blade = {**BLADE, "strength": 2, "traits": [pierce]}
    at = duel((1, 1), {"weapons": [blade]}, {"traits": [armour], "wounds": 9})
    blow = Blow(at["a"], at["b"], "Blade", 0, bonus=3)
    assert sum(amount for _reason, amount in modifiers(at.game, blow)) == 5 + added
    at.run(strike(at.game, blow))
    [rolled] = at.told("DamageRolled")
    assert (rolled.pool.faces, rolled.total) == ((1, 1), 7 + added), "1s are fine"


@pytest.mark.parametrize(("unit", "against"), [(1.0, []), (0.5, ["unit"]), (2.0, ["unit"])])
def test_b_geo_1_the_unit_is_the_inch(unit: float, against: list[str]) -> None:
    found = check_map(BARE.model_copy(update={"unit": unit}))
    assert [each.where for each in found if each.rule == "B-GEO-1" and "uses inches" in each.reason] == against


def test_b_geo_2_and_b_geo_8_bases_and_sizes() -> None:
    sizes = []
    for base, traits in ((30, []), (40, []), (50, []), (60, []), (30, ["Huge"]), (60, ["Tiny"])):
        at = duel((), {"base_mm": base, "traits": traits}, {})
        sizes.append(at.game.size(at["a"]))
        assert at["a"].radius == pytest.approx(base / 50.8)
    assert sizes == ["small", "medium", "large", "huge", "huge", "tiny"]


@pytest.mark.parametrize(("inches", "legal"), [(4.0, True), (4.01, False)])
def test_b_act_10_a_walk_takes_a_counter_and_is_no_longer_than_move(inches: float, legal: bool) -> None:
    at = duel((), {}, {}, gap=8.0)
    answer = [at["a"].x - inches, 12.0, 9000]
    if not legal:
        with pytest.raises(AssertionError, match="is not among"):
            act(at, "a", "walk", answer)
        return
    act(at, "a", "walk", answer)
    assert (at["a"].x, at["a"].y, at["a"].facing, at["a"].counters) == (*answer, 1)


def test_b_geo_4_a_move_is_as_long_as_the_path_of_the_centre() -> None:
    at = moment()
    warden = at.put("bell-warden", 5.0, 12.0)
    path = Path.through([(5.0, 12.0), (7.0, 12.0), (7.0, 13.5)])
    move_along(at.game, warden, path, 0, "walk", "B-ACT-10")
    assert at.told("Moved")[0].inches == pytest.approx(3.5)


def test_b_geo_7_terrain_is_entered_at_the_first_touch_of_the_base() -> None:
    """B-TERR-4: a road that the rim reaches helps, one that it does not reach does not."""
    for gap, far in ((0.0, 5.9), (0.2, 3.9)):
        road = piece("road", 2.0, 12.0 + HALF + gap, 12.0, 1.0, passage="ideal")
        at = moment(terrain=[road])
        warden = at.put("bell-warden", 5.0, 12.0, ki=0)
        assert is_legal(region_of(warden, walk(at.game, warden, 4.0)), (5.0 + 3.9, 12.0))
        straight = Path.through([(5.0, 12.0), (5.0 + far, 12.0)])
        assert check(straight, walk(at.game, warden, 4.0)).is_legal
        beyond = Path.through([(5.0, 12.0), (5.0 + far + 0.2, 12.0)])
        assert not check(beyond, walk(at.game, warden, 4.0)).is_legal


def test_b_geo_11_and_b_geo_13_sight_is_from_any_part_of_the_base_ahead_of_its_middle() -> None:
    south = warband(card("A"), card("C"), faction="S")
    at = moment((), south=south, north=warband(card("B"), faction="N"))
    a, b = at.put("a", 5.0, 12.0), at.put("b", 5.0 - HALF, 15.0)
    assert sees(at.game, a, b)  # a part of B's base is ahead of the middle line
    b.x = 5.0 - HALF - 0.7
    assert not sees(at.game, a, b)
    b.x, friend = 10.0, at.put("c", 7.5, 13.5, radius=0.9)
    assert not sees(at.game, a, b)  # friends stop sight too
    at.game.mark(friend, "Prone", 0)
    assert sees(at.game, a, b)


@pytest.mark.parametrize(
    ("visibility", "size", "gap", "seen", "covered"),
    [
        ("blocking", "small", 0.5, False, True),
        ("blocking", "tiny", 0.5, True, True),
        ("blocking", "tiny", 1.5, True, False),
        ("obscuring", "huge", 0.5, True, True),
        ("clear", "huge", 0.5, True, False),
        ("enhancing", "huge", 0.5, True, False),
    ],
)
def test_b_geo_20_and_b_terr_5_6_7_sight_and_cover_by_terrain(
    visibility: str, size: str, gap: float, seen: bool, covered: bool
) -> None:
    """B-TERR-5, B-TERR-6, B-TERR-7, B-GEO-14, B-GEO-20: cover within 1 inch of the target."""
    wall = piece("wall", 12.0 - HALF - gap - 0.5, 9.0, 0.5, 6.0, visibility=visibility, size=size)
    at = moment((), south=warband(card("A"), faction="S"), north=warband(card("B"), faction="N"), terrain=[wall])
    at.put("a", 5.0, 12.0)
    at.put("b", 12.0, 12.0)
    assert (sees(at.game, at["a"], at["b"]), has_cover(at.game, at["a"], at["b"])) == (seen, covered)


# -- moving


def test_b_move_1_and_b_move_2_a_walk_touches_no_enemy_and_passes_no_base() -> None:
    at = duel((), {}, {"traits": ["Insignificant"]}, gap=2.0)
    region = region_of(at["a"], walk(at.game, at["a"], 4.0))
    touching = at["b"].x - 2 * HALF
    assert [is_legal(region, (x, 12.0)) for x in (touching - 0.01, touching - CONTACT / 2, at["b"].x)] == [
        True,
        False,
        False,
    ]


def test_b_move_2_a_melee_move_touches_one_enemy_only() -> None:
    north = warband(card("B"), card("C"), faction="N")
    at = moment((), south=warband(card("A"), faction="S"), north=north)
    at.put("a", 8.0, 12.0)
    at.put("b", 11.0, 11.35, facing=18000)
    at.put("c", 11.0, 12.65, facing=18000)
    region = contact_region(at["a"], at["b"], approach(at.game, at["a"], at["b"], 4.0, charge=False))
    spots = [position(*spot) for spot in touching_both(at["a"], at["b"], at["c"])]
    assert not any(is_legal(region, spot) for spot in spots)
    assert region.find() is not None


def test_b_move_3_and_b_move_6_a_walk_may_be_a_turn_on_the_spot() -> None:
    at = duel((), {}, {}, gap=6.0)
    act(at, "a", "walk", [5.0, 12.0, 9000])
    assert (at["a"].facing, at.told("Moved")[0].inches) == (9000, 0.0)


def test_b_move_5_and_b_geo_6_a_move_toward_a_patient_is_never_farther() -> None:
    at = moment()
    sister, spear = at.put("herb-sister", 5.0, 12.0), at.put("temple-guard-spear", 8.0, 12.0)
    end = 8.0 - 2 * HALF - CONTACT / 2
    straight, round_about = [(5.0, 12.0), (end, 12.0)], [(5.0, 12.0), (4.5, 12.0), (end, 12.0)]
    policy = toward(at.game, sister, spear, 4.0)
    assert check(Path.through(straight), policy).is_legal
    assert not check(Path.through(round_about), policy).is_legal


def test_b_move_7_a_run_is_one_straight_line() -> None:
    at = duel((), {}, {}, gap=15.0)
    policy = run(at.game, at["a"], 6.0)
    assert check(Path.through([(5.0, 12.0), (9.0, 14.0)]), policy).is_legal
    assert not check(Path.through([(5.0, 12.0), (7.0, 12.0), (9.0, 14.0)]), policy).is_legal


def test_b_move_9_who_comes_to_an_enemy_faces_it_in_the_end() -> None:
    at = duel((3,) * 6, {}, {}, gap=2.0)
    at["a"].facing = 9000
    at["b"].facing = 18000
    spot = [at["b"].x - 2 * HALF - CONTACT / 2, 12.0]
    act(at, "a", "melee", spot, "0/3", "0/3")
    assert (at["a"].facing, at["b"].facing) == (0, 18000)


def test_b_move_9_a_melee_comes_round_the_zone_of_its_enemy() -> None:
    """The way keeps off the zone, which would otherwise be touched and turn it straight towards the enemy."""
    at = duel((3,) * 6, {"move": {"value": 5}}, {}, gap=2.0)
    a, b = at["a"], at["b"]
    (a.x, a.y), (b.x, b.y, b.facing) = (6.5, 8.0), (9.0, 8.0, 27000)
    policy = approach(at.game, a, b, 5.0, charge=False)
    assert check(Path.through([(6.5, 8.0), (7.2, 8.8), (8.2405, 8.9051)]), policy).is_legal
    region = contact_region(a, b, policy)
    for degrees in (90.0, 110.0, 130.0, 150.0, 170.0, 200.0):
        far = a.radius + b.radius + CONTACT / 2
        spot = b.x + far * math.cos(math.radians(degrees)), b.y + far * math.sin(math.radians(degrees))
        assert is_legal(region, spot), degrees
        assert shapely.Point(spot).distance(region.geometry) < 0.005
    assert is_legal(region, (8.2405, 8.9051))
    act(at, "a", "melee", [8.2405, 8.9051], "0/3", "0/3")
    assert (a.x, a.y) == (8.2405, 8.9051)


def test_b_move_9_a_path_that_the_player_draws_is_judged_and_taken() -> None:
    at = duel((3,) * 6, {"move": {"value": 5}}, {}, gap=2.0)
    a, b = at["a"], at["b"]
    (a.x, a.y), (b.x, b.y, b.facing) = (6.5, 8.0), (9.0, 8.0, 27000)
    act(at, "a", "melee", {"at": [8.2405, 8.9051], "via": [[7.0, 9.0]]}, "0/3", "0/3")
    moved = next(event for event in at.game.events if isinstance(event, events.Moved))
    assert moved.legs == ((6.5, 8.0), (7.0, 9.0), (8.2405, 8.9051))


def test_b_move_12_a_placed_model_fits_and_touches_no_enemy() -> None:
    at = duel((), {}, {}, gap=4.0)
    b = at["b"]
    touching = b.x - 2 * HALF
    assert fits(at.game, at["a"], touching - 0.1, 12.0, at["a"])
    assert not fits(at.game, at["a"], touching, 12.0, at["a"])
    assert not fits(at.game, at["a"], 0.3, 12.0, at["a"])


def test_b_move_15_and_b_ki_20_a_boost_of_move_counts_for_the_multiple() -> None:
    at = duel((), {"move": {"value": 4, "boost": 1}}, {}, gap=15.0)
    at["a"].ki = 1
    act(at, "a", "run", "boost", [5.0 + 7.5, 12.0])
    assert (at["a"].x, at["a"].ki) == (12.5, 0)
    assert at.game.statistic(at["a"], "move") == 4  # it is over with the action


# -- tests and fights


def test_b_test_7_and_b_test_8_boosts_are_paid_before_the_roll_the_second_attacker_first() -> None:
    ki = {"ki": {"value": 1, "max": 6}, "melee": 2}
    at = duel((3,) * 8, ki, ki)
    at["a"].ki = at["b"].ki = 2
    fight(at, "north.b/boost", "pass", "0/3", "0/2")
    kinds = [event.kind for event in at.game.events]
    assert kinds.index("FeatUsed") < kinds.index("PoolRolled")
    assert [each.player for each in at.asked[:2]] == ["north", "south"]


def test_b_melee_15_boosts_of_an_exchange_end_with_it() -> None:
    at = duel((3,) * 7, {}, {})
    at.game.lend(at["a"], "Boost [melee] (1)", "exchange")
    fight(at, "0/3", "0/4")
    assert at.game.statistic(at["a"], "melee") == 3


def test_b_fear_4_of_two_with_fear_only_the_lesser_tests() -> None:
    at = duel((5, 3, 3, 3, 3, 3, 3), {"traits": ["Fear (3)"]}, {"traits": ["Fear (5)"]}, gap=2.0)
    spot = [at["b"].x - 2 * HALF - CONTACT / 2, 12.0]
    act(at, "a", "melee", spot, "0/3", "0/3")
    assert [(each.model, each.number) for each in at.told("Tested")] == [("south.a", 5)]


def test_b_state_5_a_death_sentence_helps_once_and_may_be_bought_off() -> None:
    at = duel((3, 3), {"wounds": 9}, {"wounds": 9})
    at.game.mark(at["b"], "Death Sentence", 0, 0)
    bout = Bout(Fighter(at["a"], "Blade"), Fighter(at["b"], "Blade"))
    assert pool_of(at.game, bout, bout.activating) == 4
    at.run(strike(at.game, Blow(at["a"], at["b"], "Blade", 3)))
    assert at.told("DamageRolled")[0].total == 7
    at["b"].ki = 6
    at.run(phases.death_sentence(at.game, at["b"]), "pay", "keep")
    assert (len(at["b"].markers["Death Sentence"]), at["b"].ki) == (1, 3)
    at.game.mark(at["b"], "Controlled", 0, 0)
    at.run(phases.death_sentence(at.game, at["b"]))  # it makes Ki, and spends none (B-STATE-4)
    at["b"].markers["Controlled"], at["b"].place = [], "elsewhere"
    at.run(phases.death_sentence(at.game, at["b"]))  # nor who is Elsewhere (B-GEN-9)


def test_b_state_6_the_diseased_lose_a_marker_and_a_counter() -> None:
    at = duel((), {}, {}, gap=3.0)
    at.game.mark(at["a"], "Diseased", 0, 0)
    at.run(phases.starting_effects(at.game))
    assert (len(at["a"].markers["Diseased"]), at["a"].counters) == (1, 1)


def test_b_melee_4_what_takes_dice_takes_one_for_each_state() -> None:
    at = duel((), {}, {})
    for state in ("Prone", "Blind", "Stunned", "Frightened", "Held"):
        at.game.mark(at["a"], state, 0, 0)
    bout = Bout(Fighter(at["a"], "Blade"), Fighter(at["b"], "Blade"))
    assert pool_of(at.game, bout, bout.activating) == 3 - 5
    assert ("Stunned", -1) in parts(at.game, bout, bout.activating)


def test_b_dmg_7_who_steps_in_is_asked_before_any_roll() -> None:
    south = warband(card("A", types=["Lord"]), card("G", traits=["Bodyguard [Lord] (3)"]), faction="S")
    at = moment((), south=south, north=warband(card("B"), faction="N"))
    at.put("a", 12.0, 12.0)
    at.put("g", 9.0, 12.0)
    at.put("b", 16.0, 12.0, facing=18000)
    at.game.begin_activation(at["b"])
    assert at.run(guarded(at.game, at["a"], at["b"]), []) is at["a"]
    assert at.run(guarded(at.game, at["a"], at["b"]), ["south.g"]) is at["g"]
    assert at.told("PoolRolled") == []


# -- ranged attacks


def test_b_rng_4_and_b_rng_5_feats_come_after_the_hit_and_before_the_damage() -> None:
    chant = {"name": "Iron Chant", "timing": "Instant", "ki": 1, "limits": ["once_per_turn"]}
    at = duel((6, 4, 5), {"ranged": {"value": 1}, "weapons": [BLADE, BOW]}, {"feats": [chant], "wounds": 9}, gap=5.0)
    at["b"].ki = 1
    at.run(shoot(at.game, Shot(at["a"], "Bow", at["b"])), "north.b/Iron Chant")
    kinds = [event.kind for event in at.game.events if event.kind in ("Tested", "FeatUsed", "DamageRolled")]
    assert kinds == ["Tested", "FeatUsed", "DamageRolled"]
    assert at.told("DamageRolled")[0].total == 8


def test_b_rng_12_special_defences_do_nothing_against_shots() -> None:
    push = {**BLADE, "specials": ["Push Defence (0)", "Counterstrike Defence (0)"]}
    at = duel((2,), {"ranged": {"value": 1}, "weapons": [BLADE, BOW]}, {"weapons": [push]}, gap=5.0)
    at.run(shoot(at.game, Shot(at["a"], "Bow", at["b"])))
    assert not at.asked
    assert (at["a"].x, at["a"].wounds) == (5.0, 0)


# -- Ki


def test_b_ki_7_the_active_player_alone_has_the_windows_of_an_activation() -> None:
    active = {"name": "Rush the Bank", "timing": "Active", "ki": 2, "subject": "Target", "range_in": 6}
    one = {"feats": [active], "types": ["Mudwater"]}
    at = duel((), one, one, gap=3.0)
    at["a"].ki = at["b"].ki = 2
    at.game.state.active_player = "south"
    at.run(feats.window(at.game, feats.OPEN, "south"), "pass")
    assert [each.player for each in at.asked] == ["south"]


def test_b_ki_9_once_per_turn_and_once_per_game() -> None:
    for limit, after_the_turn in (("once_per_turn", ""), ("once_per_game", "B-KI-9")):
        chant = {"name": "Iron Chant", "timing": "Instant", "ki": 1, "limits": [limit]}
        at = duel((), {"feats": [chant]}, {}, gap=3.0)
        at["a"].ki = 5
        [feat] = at.game.card(at["a"]).feats
        at.run(feats.use(at.game, at["a"], feat))
        assert "B-KI-9" in feats.why_not(at.game, at["a"], feat)
        at.game.expire("turn")
        assert after_the_turn in feats.why_not(at.game, at["a"], feat)
        assert bool(feats.why_not(at.game, at["a"], feat)) is bool(after_the_turn)


# -- terrain and scenarios


def test_b_terr_11_the_starter_pieces_lie_beside_open_ground() -> None:
    found = {
        each.name.rstrip(" 0123456789"): tuple(
            str(each.traits[f"bushido.{name}"]) for name in ("passage", "visibility", "size")
        )
        for each in load_map(find_map("open-ground")).dressing
    }
    assert found == {
        "Pond": ("difficult", "clear", "zero"),
        "Tilled field": ("difficult", "clear", "zero"),
        "Paved road": ("ideal", "clear", "zero"),
        "Low hedge": ("difficult", "blocking", "tiny"),
        "Wall": ("impassable", "blocking", "small"),
        "Statue": ("impassable", "blocking", "medium"),
        "Single tree": ("impassable", "blocking", "large"),
        "Hill": ("normal", "enhancing", "large"),
        "Bamboo": ("difficult", "obscuring", "huge"),
        "Fog bank": ("normal", "obscuring", "huge"),
        "House": ("impassable", "blocking", "huge"),
    }


@pytest.mark.parametrize(
    ("name", "rule", "deployment", "prayers", "resets", "spots", "zones"),
    [
        ("idols", "B-SCEN-20", "corner-square", 0, (), 3, 0),
        ("keii", "B-SCEN-21", "baseline", 5, (), 6, 0),
        ("seikyuu", "B-SCEN-22", "baseline", 0, (2, 4, 6), 0, 3),
        ("ryodo", "B-SCEN-23", "any", 0, (3, 5), 0, 3),
    ],
)
def test_b_scen_1_and_b_scen_20_to_23_what_the_scenarios_say(
    name: str, rule: str, deployment: str, prayers: int, resets: tuple[int, ...], spots: int, zones: int
) -> None:
    scenario = find(name)
    assert (scenario.rule, scenario.deployment, scenario.prayers) == (rule, deployment, prayers)
    assert (scenario.resets, len(scenario.spots), len(scenario.zones)) == (resets, spots, zones)
    assert scenario.awards(moment(scenario=name).game) == (2, 4, 6)


def test_b_scen_23_zones_of_ryodo_count_by_alignment() -> None:
    at = moment(scenario="ryodo")
    at.put("bell-warden", 4.0, 16.0)
    find("ryodo").scored(at.game)
    assert at.game.state.points == {"south": 3, "north": 0}
    at["bell-warden"].x, at["bell-warden"].y = 20.0, 8.0
    find("ryodo").scored(at.game)
    assert at.game.state.points["south"] == 4


@pytest.mark.parametrize(("turn", "given"), [(1, 0), (2, 1), (3, 0)])
def test_b_scen_24_the_end_of_a_turn_is_its_end_phase(turn: int, given: int) -> None:
    at = moment(scenario="keii")
    at.put("bell-warden", 4.0, 12.0)
    at.put("ferry-brute", 12.0, 12.0)
    at.game.state.turn, at.game.state.points = turn, {"south": 1, "north": 0}
    at.run(phases.ending_phase(at.game))
    assert at.game.state.victory["south"] == given


@pytest.mark.parametrize(("length", "turns", "over"), [("fixed", 2, 2), ("variable", 5, 7)])
def test_b_scen_10_fixed_and_variable_length_end_in_the_end_phase(length: str, turns: int, over: int) -> None:
    """B-START-1: with dice that never say so, a variable game ends with turn 7."""
    at = moment((3, 3) if length == "variable" else (), length=length, turns=turns)
    at.put("bell-warden", 4.0, 12.0)
    at.put("ferry-brute", 12.0, 12.0)
    last = []
    for turn in range(1, 8):
        at.game.state.turn = turn
        phases.variable_turns(at.game, phases.length_die(at.game))
        last.append(at.game.state.last_turn)
        if at.game.state.last_turn:
            break
    assert len(last) == over
    at.run(phases.score(at.game))
    assert at.game.state.result is not None
    assert at.game.state.result.winners == ["south", "north"]  # 0 to 0 is a draw


def test_b_main_6_a_player_without_counters_gets_no_activation() -> None:
    at = duel((), {}, {}, gap=6.0)
    at["b"].counters = 0
    at.game.state.active_player, at.game.state.passes = "north", {"south": 0, "north": 1}
    assert not pickable(at.game, "north")
    at.run(main_phase(at.game))
    assert at.game.state.active_player == "south"


def test_b_scen_10_a_game_of_variable_length_is_offered_and_played() -> None:
    plan = GamePlan(("Ann", "Bob"), "keii", "bamboo-ford", agreed=(("length", "variable"),), rounds=3)
    setup = RULESET.new_setup(plan)
    assert (setup.document.options.length, setup.document.options.turns) == ("variable", 3)
    session = Session(RULESET, setup, KeyedDice(1))
    assert session.pending().rule == "B-TEST-20"


def test_b_test_2_a_result_is_shown_as_what_each_die_adds() -> None:
    for scale, faces, text in (
        (Scale(), (1, 4, 1), "4 + 0 + 0"),
        (Scale(modifier=-1), (6, 5, 5, 5), "6 + 1 + 1 + 0 - 1"),
        (Scale(taken=1, modifier=2), (6, 4, 2), "4 + 1 + 2"),
        (Scale(modifier=2), (1, 1), "0 + 0"),
    ):
        assert scale.sum_of(faces) == text
        parts = text.replace(" - ", " + -").split(" + ")
        assert sum(map(int, parts)) == scale.result(faces).value
