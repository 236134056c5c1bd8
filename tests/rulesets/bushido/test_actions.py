"""Feats as actions, scenario actions, waiting at terrain, surprise, high ground (B-ACT, B-SURP, B-TERR)."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.core.decisions import Choose, Pick
from game.rulesets.bushido.rules.actions import REGISTRY as ACTIONS
from game.rulesets.bushido.rules.actions import carry_out
from game.rulesets.bushido.rules.melee.bout import Bout, Fighter, Shot
from game.rulesets.bushido.rules.melee.exchange import face_each_other
from game.rulesets.bushido.rules.melee.pools import initiative, pool_of
from game.rulesets.bushido.rules.moving.carry_out import region_of
from game.rulesets.bushido.rules.moving.policies import run, walk
from game.rulesets.bushido.rules.moving.sight import sees, standing, surprised
from game.rulesets.bushido.rules.scenarios import INTERACTIONS, find, reset_alignments
from game.rulesets.bushido.rules.shooting.attack import shoot
from game.rulesets.bushido.rules.state import Objective
from game.table.lattice import position
from game.table.path.path import Path
from game.table.path.policy import CONTACT
from game.table.placing.places import is_legal
from tests.rulesets.bushido.bushido_kit import BLADE, BOW, HALF, Moment, act, card, duel, moment, piece, warband, why

# -- feats as actions


def _voice(dice: tuple[int, ...], gap: float) -> Moment:
    at = moment(dice)
    warden = at.put("bell-warden", 5.0, 12.0, ki=4)
    at.put("river-bandit-chief", 5.0 + 2 * warden.radius + gap, 12.0, facing=18000)
    at.game.state.step = "activation"
    return at


def test_b_act_15_a_simple_feat_from_where_one_stands() -> None:
    at = _voice((5, 4, 3, 2), 5.0)
    act(at, "bell-warden", "simple-feat", "stand", ["north.river-bandit-chief"])
    assert (at["river-bandit-chief"].has("Stunned"), at["bell-warden"].ki, at["bell-warden"].counters) == (True, 2, 1)


def test_b_act_15_a_walk_before_brings_the_target_in_range() -> None:
    at = _voice((5, 4, 3, 2), 8.0)
    act(at, "bell-warden", "simple-feat", [8.0, 12.0, 0], ["north.river-bandit-chief"])
    assert (at["bell-warden"].x, at["river-bandit-chief"].has("Stunned")) == (8.0, True)


def test_b_ki_8_a_feat_without_a_target_fails_and_its_ki_is_lost() -> None:
    at = _voice((), 9.0)
    act(at, "bell-warden", "simple-feat", [2.0, 12.0, 0])
    assert (at["bell-warden"].ki, at["bell-warden"].counters) == (2, 1)


def test_b_gen_7_a_target_must_be_seen() -> None:
    at = _voice((), 5.0)
    at["bell-warden"].facing = 18000
    act(at, "bell-warden", "simple-feat", [5.0, 12.0, 18000])
    assert at["bell-warden"].ki == 2


@pytest.mark.parametrize(("ki", "near"), [(1, False), (4, True)])
def test_b_ki_1_and_9_too_little_ki_or_contact_forbid_it(ki: int, near: bool) -> None:
    at = _voice((), 0.0 if near else 5.0)
    at["bell-warden"].ki = ki
    assert why(at, "bell-warden", "simple-feat") == "B-ACT-15"
    assert why(at, "bell-warden", "complex-feat") == "B-ACT-21"


# -- scenario actions


def _at_idol(friendly: str = "", **changes: Any) -> Moment:
    at = moment(scenario="idols", south=warband(card("Monk", **changes), faction="South"))
    at.game.state.objectives = find("idols").objectives(at.game)
    at.game.state.objectives["idol-1"].friendly_to = friendly
    at.put("monk", 6.0 - 2 * HALF, 12.0, facing=18000)
    return at


@pytest.mark.parametrize(("before", "after"), [("north", ""), ("", "south")])
def test_b_scen_4_influence_shifts_one_step(before: str, after: str) -> None:
    at = _at_idol(before)
    act(at, "monk", "simple-scenario")
    idol = at.game.state.objectives["idol-1"]
    assert (idol.friendly_to, idol.actions, at["monk"].facing, at["monk"].counters) == (after, 1, 0, 1)


@pytest.mark.parametrize(
    ("friendly", "traits", "x", "rule"),
    [
        ("south", [], 6.0 - 2 * HALF, "B-SCEN-4"),
        ("", ["Insignificant"], 6.0 - 2 * HALF, "B-TR-31"),
        ("", [], 4.0, "B-ACT-16"),
    ],
)
def test_b_act_16_when_there_is_no_scenario_action(friendly: str, traits: list[str], x: float, rule: str) -> None:
    at = _at_idol(friendly, traits=traits)
    at["monk"].x = x
    assert why(at, "monk", "simple-scenario") == rule
    assert why(at, "monk", "complex-scenario") == "B-ACT-23"


def test_b_geo_34_no_scenario_action_in_a_zone_and_b_act_5_none_in_contact() -> None:
    at = _at_idol()
    at.put("reed-stalker", at["monk"].x, 12.0 + 2 * HALF + 0.5, facing=27000)
    assert why(at, "monk", "simple-scenario") == "B-GEO-32"
    at["reed-stalker"].y -= 0.5
    assert why(at, "monk", "simple-scenario") == "B-ACT-5"


def test_a_walk_offers_contact_with_each_objective_within_reach() -> None:
    at = _at_idol()
    at["monk"].x = 3.0
    act(at, "monk", "walk", "to idol-1")
    [shortcuts] = [[option.key for option in decision.shortcuts] for decision in at.asked]
    assert "to idol-2" not in shortcuts
    act(at, "monk", "simple-scenario")
    assert at.game.state.objectives["idol-1"].friendly_to == "south"


def test_b_tr_27_an_immovable_model_does_not_turn_to_the_objective() -> None:
    at = _at_idol(traits=["Immovable"])
    act(at, "monk", "simple-scenario")
    assert at["monk"].facing == 18000


def test_b_scen_5_prayers_run_out() -> None:
    at = moment(scenario="keii")
    monk = at.put("bell-warden", 3.0, 3.0)
    shrine, prayer = Objective("shrine", 5.0, 3.0, HALF), INTERACTIONS["prayer"]
    at.game.state.prayers["south"] = 0
    assert prayer.why_not(at.game, monk, shrine)


def test_b_scen_6_a_reset_takes_a_worship_marker_instead() -> None:
    at = moment(scenario="idols")
    monk = at.put("bell-warden", 3.0, 3.0)
    one, other = Objective("one", 5.0, 3.0, HALF, "north"), Objective("other", 9.0, 3.0, HALF, "north")
    at.game.state.objectives = {each.id: each for each in (one, other)}
    INTERACTIONS["worship"].carry_out(at.game, monk, one)
    reset_alignments(at.game)
    assert (one.friendly_to, one.worship, other.friendly_to) == ("north", {"south": 0}, "")


# -- waiting


@pytest.mark.parametrize(("ki", "asked"), [(2, True), (1, False)])
def test_b_terr_9_waiting_destroys_terrain_for_two_ki(ki: int, asked: bool) -> None:
    crate = piece("crate", 8.0, 11.0, 2.0, 2.0, passage="impassable", visibility="blocking", destructible=True)
    at = moment(terrain=[crate])
    model = at.put("bell-warden", 8.0 - HALF, 12.0, ki=ki)
    act(at, "bell-warden", "wait", *(["destroy crate"] if asked else []))
    assert (standing(at.game) == [], model.ki, model.counters) == (asked, 0 if asked else 1, 1)


# -- surprise


@pytest.mark.parametrize(
    ("facing", "traits", "found"), [(18000, [], False), (0, [], True), (0, ["Sixth Sense"], False)]
)
def test_b_surp_1_who_sees_nothing_is_surprised(facing: int, traits: list[str], found: bool) -> None:
    at = duel((), {}, {"traits": traits}, gap=2.0)
    at["b"].facing = facing
    assert surprised(at.game, at["b"], at["a"], Path(position(at["a"].x, 12.0))) is found


def test_b_surp_2_the_surprised_fight_second_with_a_die_less_and_without_feats() -> None:
    feat = {"name": "Planted Feet", "timing": "Instant", "ki": 1}
    blade = {"name": "Blade", "kind": "melee", "traits": ["Reach"]}
    other = {"weapons": [blade], "feats": [feat], "traits": ["Lightning Reflexes"]}
    at = duel((3, 3, 3, 3, 3), {}, other, gap=2.0)
    at["b"].facing, at["b"].ki = 0, 6
    spot = [at["b"].x - 2 * HALF - CONTACT / 2, 12.0]
    act(at, "a", "melee", spot, "0/2", "0/3")
    assert at.told("ExchangeBegan")[0].initiative == "south.a"
    at.dice_left()


def test_b_surp_3_the_last_moment_for_feats_is_before_the_declaration() -> None:
    feat = {"name": "Iron Chant", "timing": "Instant", "ki": 2}
    at = duel((3, 3, 3, 3, 3), {}, {"feats": [feat]}, gap=2.0)
    at["b"].facing, at["b"].ki = 0, 3
    spot = [at["b"].x - 2 * HALF - CONTACT / 2, 12.0]
    act(at, "a", "melee", "north.b/Iron Chant", spot, "0/2", "0/3")
    assert at.game.total(at["b"], "armour") == 1


def test_b_rng_10_a_surprised_target_is_easier_and_uses_no_feat() -> None:
    bow = {"name": "Bow", "kind": "ranged", "bands": [6, 9, 12]}
    feat = {"name": "Slip Away", "timing": "Instant", "ki": 1}
    one = {"ranged": {"value": 1}, "weapons": [{"name": "Blade", "kind": "melee"}, bow]}
    at = duel((2,), one, {"feats": [feat]}, gap=5.0)
    at["b"].ki = 3
    at.run(shoot(at.game, Shot(at["a"], "Bow", at["b"], surprised=True)))
    assert at.told("Tested")[0].number == 3


@pytest.mark.parametrize(("answer", "number"), [("pass", 4), ("north.b/Slip Away", 5)])
def test_b_rng_1_effects_are_declared_in_the_set_up(answer: str, number: int) -> None:
    bow = {"name": "Bow", "kind": "ranged", "bands": [6, 9, 12]}
    feat = {"name": "Slip Away", "timing": "Instant", "ki": 1, "limits": ["once_per_turn"]}
    one = {"ranged": {"value": 1}, "weapons": [{"name": "Blade", "kind": "melee"}, bow]}
    at = duel((2,), one, {"feats": [feat]}, gap=5.0)
    at["b"].ki = 3
    at.run(shoot(at.game, Shot(at["a"], "Bow", at["b"])), answer)
    assert at.told("Tested")[0].number == number


# -- melee, high ground


def test_b_melee_1_both_turn_to_each_other_but_not_the_immovable() -> None:
    for traits, facing in (([], 18000), (["Immovable"], 4500)):
        at = duel((), {}, {"traits": traits})
        at["a"].facing, at["b"].facing = 9000, 4500
        face_each_other(at.game, Bout(Fighter(at["a"]), Fighter(at["b"])))
        assert (at["a"].facing, at["b"].facing) == (0, facing)


def test_b_melee_3_reach_counts_contact_before_a_slide() -> None:
    """A spear that touched an enemy when the activation began has no Reach, though it has left that one since."""
    blade = {"name": "Blade", "kind": "melee", "traits": ["Reach"]}
    at = duel((), {}, {"weapons": [blade]})
    bout = Bout(Fighter(at["a"], "Blade"), Fighter(at["b"], "Blade"), touched=dict(at.game.began.touched))
    assert initiative(at.game, bout) is bout.activating
    bout.touched.clear()
    assert initiative(at.game, bout) is bout.opponent


@pytest.mark.parametrize(
    ("traits", "began_above", "first"), [([], False, "b"), ([], True, "a"), (["Cloudwalk"], False, "a")]
)
def test_b_terr_8_high_ground_gives_reach(traits: list[str], began_above: bool, first: str) -> None:
    hill = piece("hill", 9.0, 8.0, 6.0, 8.0, visibility="enhancing", size="large")
    at = moment(
        (), south=warband(card("A", traits=traits), faction="S"), north=warband(card("B"), faction="N"), terrain=[hill]
    )
    a, b = at.put("a", 10.0 if began_above else 5.0, 12.0), at.put("b", 9.5, 12.0)
    at.game.begin_activation(a)
    a.x = 9.5 - 2 * HALF
    bout = Bout(Fighter(a, "Blade"), Fighter(b, "Blade"))
    assert initiative(at.game, bout).model is at[first]


@pytest.mark.parametrize(("x", "seen"), [(5.0, False), (11.0, True)])
def test_b_geo_14_from_high_ground_one_sees_over_smaller_things(x: float, seen: bool) -> None:
    hill = piece("hill", 9.0, 8.0, 4.0, 8.0, visibility="enhancing", size="large")
    wall = piece("wall", 15.0, 4.0, 1.0, 16.0, passage="impassable", visibility="blocking", size="small")
    at = moment(terrain=[hill, wall])
    one, other = at.put("bell-warden", x, 12.0), at.put("reed-stalker", 20.0, 12.0)
    assert sees(at.game, one, other) is seen


@pytest.mark.parametrize(("size", "wounds"), [("huge", 4), ("large", 2)])
def test_b_terr_8_thrown_off_a_huge_height_the_damage_is_not_halved(size: str, wounds: int) -> None:
    tower = piece("tower", 8.0, 8.0, 3.0, 8.0, visibility="enhancing", size=size)
    post = {"name": "Post", "kind": "melee", "specials": ["Slam Attack (0)"]}
    south = warband(card("A", melee=2, weapons=[post]), faction="South")
    north = warband(card("B", melee=1, wounds=9), faction="North")
    at = moment((6, 6, 3, 3, 4), south=south, north=north, terrain=[tower])
    at.put("a", 9.0, 12.0)
    at.put("b", 9.0 + 2 * HALF, 12.0)
    act(at, "a", "melee", "0/1", "2/0 Slam Attack")
    assert (at["b"].has("Prone"), at["b"].wounds) == (True, wounds)


def test_b_melee_20_a_prone_enemy_does_not_assist_against_who_activates() -> None:
    north = warband(card("B"), card("C"), faction="North")
    at = moment((), south=warband(card("A"), faction="South"), north=north)
    a, b = at.put("a", 12.0, 12.0), at.put("b", 12.0 + 2 * HALF, 12.0)
    at.put("c", 12.0, 12.0 + 2 * HALF, markers={"Prone": [0]})
    bout = Bout(Fighter(a, "Blade"), Fighter(b, "Blade"))
    found = []
    for active in ("south.a", "north.b"):
        at.game.state.active = active
        found.append(pool_of(at.game, bout, bout.activating))
    assert found == [3, 2]


def test_b_act_20_a_charge_needs_sight_a_melee_does_not() -> None:
    at = duel((), {}, {}, gap=3.0)
    assert why(at, "a", "charge") == ""
    at["a"].facing = 18000
    assert why(at, "a", "charge") == "B-ACT-20"
    assert why(at, "a", "melee") == ""


def test_b_act_17_standing_up_one_may_turn() -> None:
    at = duel((), {}, {}, gap=6.0)
    for answer, facing in (([5.0, 12.0, 9000], 9000), ("stay", 9000)):
        at.game.mark(at["a"], "Prone", 0)
        act(at, "a", "stand-up", answer)
        assert (at["a"].facing, at["a"].has("Prone")) == (facing, False)


def test_b_state_3_the_zone_of_a_blind_model_is_nothing() -> None:
    at = duel((), {}, {}, gap=3.0)
    region = region_of(at["a"], walk(at.game, at["a"], 4))
    assert not is_legal(region, (at["b"].x - 2 * HALF - 0.5, 12.0))
    at.game.mark(at["b"], "Blind", 0)
    region = region_of(at["a"], walk(at.game, at["a"], 4))
    assert is_legal(region, (at["b"].x - 2 * HALF - 0.5, 12.0))


def test_b_geo_33_who_leaves_contact_ignores_every_zone() -> None:
    at = moment(north=warband(card("B"), card("C"), faction="North"), south=warband(card("A"), faction="South"))
    a, b = at.put("a", 5.0, 12.0), at.put("b", 5.0 + 2 * HALF, 12.0, facing=18000)
    at.put("c", 5.0, 15.5, facing=27000)
    for ignoring, reached in (([], False), ([b], True)):
        region = region_of(a, walk(at.game, a, 4, ignoring=ignoring))
        assert is_legal(region, (4.0, 14.5)) is reached


def test_b_geo_32_a_run_out_of_a_zone_leads_straight_away() -> None:
    at = duel((), {}, {}, gap=0.5)
    region = region_of(at["a"], run(at.game, at["a"], 4.0))
    assert [is_legal(region, (at["a"].x - far, 12.0)) for far in (0.3, 0.6, 3.9, 4.1)] == [False, True, True, False]
    assert not is_legal(region, (at["a"].x - 2.0, 13.0))
    at.game.begin_activation(at["a"])
    assert why(at, "a", "run") == ""


def charger(ki: int = 4, gap: float = 9.0, dice: tuple[int, ...] = (), **other: Any) -> Moment:
    """A with Move 4 and boosts of 1 Ki, B so many inches off."""
    at = duel(dice, {"move": {"value": 4, "boost": 1}, "ki": {"value": 1, "max": 6}}, other, gap=gap)
    at["a"].ki = ki
    return at


@pytest.mark.parametrize(("action", "gap", "spent"), [("charge", 9.0, 1), ("charge", 11.0, 2), ("melee", 5.5, 2)])
def test_amb_31_a_boosted_approach_says_what_it_spends_and_asks(action: str, gap: float, spent: int) -> None:
    at = charger(gap=gap)
    at.game.begin_activation(at["a"])
    flow = carry_out(at.game, at["a"], ACTIONS[action])
    with pytest.raises(AssertionError, match="asked unexpectedly: Where does A reach B"):
        at.run(flow, "boost")
    question = next(each for each in at.asked if each.rule == "AMB-31")
    assert question.prompt == f"Spend {spent} Ki so that A reaches B?"
    assert at["a"].ki == 4 - spent


def test_amb_31_who_keeps_the_ki_has_spent_the_action() -> None:
    at = charger()
    act(at, "a", "charge", "keep")
    assert (at["a"].ki, at["a"].counters, at.told("Moved")) == (4, 0, [])


def test_amb_31_who_keeps_the_ki_may_go_for_another_model() -> None:
    south = warband(card("A", move={"value": 4, "boost": 1}), faction="South")
    at = moment((), south=south, north=warband(card("B"), card("C"), faction="North"))
    at.put("a", 5.0, 12.0, ki=4)
    at.put("b", 5.0 + 2 * HALF + 9.0, 12.0, facing=18000)
    at.put("c", 5.0, 16.0, facing=27000)
    at.game.begin_activation(at["a"])
    with pytest.raises(AssertionError, match="asked unexpectedly: Where does A reach C"):
        at.run(carry_out(at.game, at["a"], ACTIONS["charge"]), ["north.b"], "keep")
    assert at["a"].ki == 4


@pytest.mark.parametrize("action", ["charge", "heal"])
def test_amb_31_a_model_for_which_the_ki_was_kept_cannot_be_picked_any_more(action: str) -> None:
    healer = card("A", move={"value": 4, "boost": 1}, traits=["Heal (1)"])
    sides = [warband(healer, faction="South"), warband(card("B"), card("C"), card("D"), faction="North")]
    at = moment((), south=sides[0], north=sides[1])
    reach = 9.0 if action == "charge" else 5.0
    at.put("a", 5.0, 12.0, ki=4)
    for name, x, y in (("b", 5.0 + 2 * HALF + reach, 12.0), ("c", 5.0, 15.0), ("d", 5.0, 9.0)):
        at.put(name, x, y, facing=18000, wounds=1)
    at.game.begin_activation(at["a"])
    flow = carry_out(at.game, at["a"], ACTIONS[action])
    picking = next(flow)
    assert isinstance(picking, Pick)
    assert picking.allows(["north.b"])
    kept = flow.send(["north.b"])
    assert isinstance(kept, Choose)
    assert kept.rule == "AMB-31"
    again = flow.send("keep")
    assert isinstance(again, Pick)
    assert [refusal.rule for refusal in again.why_not(["north.b"])] == ["AMB-31"]


def test_amb_31_the_ki_is_paid_before_the_fear_test_and_lost_if_it_fails() -> None:
    """B-FEAR-2: the test stops the move."""
    at = charger(dice=(1,), traits=["Fear (4)"])
    act(at, "a", "charge", "boost")
    assert (at["a"].ki, at["a"].counters, at.told("Moved")) == (3, 1, [])


def test_amb_31_nothing_is_asked_where_no_ki_is_needed() -> None:
    at = charger(gap=4.0)
    at.game.begin_activation(at["a"])
    with pytest.raises(AssertionError, match="asked unexpectedly: Where does A reach B"):
        at.run(carry_out(at.game, at["a"], ACTIONS["charge"]))


def test_b_act_14_a_model_that_can_target_nothing_from_here_walks_first() -> None:
    at = duel((), {"ranged": {"value": 1}, "weapons": [BLADE, BOW]}, {}, gap=4.0)
    at["a"].facing = 18000
    at.game.begin_activation(at["a"])
    asked = next(iter(carry_out(at.game, at["a"], ACTIONS["ranged"])))
    assert isinstance(asked, Choose)
    assert [each.key for each in asked.options] == ["before"]
    assert {option.key: why.text for option, why in asked.refusals()} == {
        "stand": "A can target no enemy from here",
        "after": "A can target no enemy from here",
    }


def test_b_main_3_actions_are_offered_in_an_order_that_no_import_changes() -> None:
    fights, moves = ["melee", "charge", "disengage"], ["walk", "run", "ranged"]
    others = ["simple-scenario", "complex-scenario", "simple-feat", "complex-feat"]
    traits, rests = ["heal", "command", "order", "channel", "jump-up"], ["wait", "focus", "stand-up"]
    assert [*ACTIONS] == [*fights, *moves, *others, *traits, *rests]


def test_a_walk_over_ideal_ground_offers_objectives_beyond_its_move() -> None:
    road = piece("road", 5.0, 5.0, 2.0, 6.0, passage="ideal")
    at = moment(scenario="idols", south=warband(card("Monk"), faction="South"), terrain=[road])
    at.game.state.objectives = find("idols").objectives(at.game)
    at.put("monk", 6.0, 12.0 - 2 * HALF - 4.5)
    act(at, "monk", "walk", "to idol-1")
