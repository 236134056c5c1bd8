"""Traits, one test for each by its rule id: what it changes, with every die in the script (B-TR)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import ValidationError

from game.engine.core.decisions import Choose, Pick
from game.rulesets.bushido.rules.actions import REGISTRY as ACTIONS
from game.rulesets.bushido.rules.actions import carry_out
from game.rulesets.bushido.rules.dice.tests import fear_test, opposed_ki
from game.rulesets.bushido.rules.feats import cost
from game.rulesets.bushido.rules.melee.bout import Bout, Fighter, Shot
from game.rulesets.bushido.rules.melee.damage import Blow, choice
from game.rulesets.bushido.rules.melee.exchange import exchange
from game.rulesets.bushido.rules.moving.bodyguard import guards
from game.rulesets.bushido.rules.moving.carry_out import region_of
from game.rulesets.bushido.rules.moving.policies import walk
from game.rulesets.bushido.rules.moving.sight import why_concealed
from game.rulesets.bushido.rules.shooting.attack import shoot
from game.rulesets.bushido.rules.turn.main import activation, declaration, ending_phase, suffer
from game.rulesets.bushido.warbands.profiles import ProfileDocument
from game.table.placing.places import is_legal
from tests.rulesets.bushido.bushido_kit import BLADE, BOW, Moment, act, card, duel, moment, piece, warband


def ki(value: int) -> dict[str, int]:
    return {"value": value, "max": 9}


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"traits": ["Toughh (1)"]}, "unknown trait 'Toughh' (B-STAT-2) - did you mean Tough"),
        ({"traits": ["Parry"]}, "'Parry' is written wrong - write it as Parry (X)"),
        ({"traits": ["Charging Bonus [Brutality (1)]"]}, "unknown trait 'Brutality'"),
        ({"weapons": [{**BLADE, "specials": ["Push Attck (1)"]}]}, "unknown special 'Push Attck'"),
        ({"weapons": [{**BLADE, "specials": ["Push Attack"]}]}, "write it as Push Attack (X)"),
        ({"feats": [{"name": "Fly", "timing": "Active", "ki": 1}]}, "unknown feat 'Fly'"),
    ],
)
def test_what_no_class_knows_is_refused(changes: dict[str, Any], told: str) -> None:
    with pytest.raises(ValidationError, match=told.replace("(", r"\(").replace(")", r"\)")):
        ProfileDocument.model_validate_json(json.dumps(card(**changes)))


# -- moving and standing


def test_b_tr_2_agile_walks_out_of_contact_and_is_never_held() -> None:
    at = duel((), {"traits": ["Agile"]}, {})
    assert ACTIONS["wait"].why_not(at.game, at["a"]) is not None
    act(at, "a", "walk", [2.0, 12.0, 0])
    assert not at.game.touching(at["a"])
    at.game.mark(at["a"], "Held", 0)
    assert not at["a"].has("Held")


def test_b_tr_2_others_do_not_walk_out_of_contact() -> None:
    at = duel((), {}, {})
    refusal = ACTIONS["walk"].why_not(at.game, at["a"])
    assert refusal is not None
    assert refusal.rule == "B-ACT-5"


def _guarded(dice: tuple[int, ...], enemy: dict[str, Any], **guard: Any) -> Moment:
    south = warband(
        card("Ward", types=["Lord"]), card("Guard", traits=["Bodyguard [Lord] (3)"], **guard), faction="South"
    )
    at = moment(dice, south=south, north=warband(card("Foe", **enemy), faction="North"))
    at.put("ward", 8.0, 12.0, facing=18000)
    at.put("guard", 8.0, 14.0, facing=27000)
    at.put("foe", 5.0, 12.0)
    at.game.state.step = "activation"
    return at


def test_b_tr_8_a_bodyguard_swaps_places_and_fights() -> None:
    at = _guarded((3, 3, 3, 3, 3, 3), {})
    spot = at["ward"].x, at["ward"].y
    act(at, "foe", "melee", ["south.ward"], ["south.guard"], [8.0 - 2 * at["foe"].radius - 0.0005, 12.0], "0/3", "0/3")
    assert (at["guard"].x, at["guard"].y) == spot
    assert at.told("ExchangeBegan")[0].opponent == "south.guard"


@pytest.mark.parametrize("changes", [{"counters": 0}, {"markers": {"Prone": [0]}}, {"facing": 9000}])
def test_b_tr_8_a_bodyguard_must_be_ready_and_see(changes: dict[str, Any]) -> None:
    at = _guarded((), {})
    assert guards(at.game, at["ward"]) == [at["guard"]]
    for key, value in changes.items():
        setattr(at["guard"], key, value)
    assert guards(at.game, at["ward"]) == []


def test_b_tr_8_a_bodyguard_dares_the_enemys_fear() -> None:
    at = _guarded((3, 6, 3, 3, 3, 3, 3, 3), {"traits": ["Fear (4)"]})
    act(at, "foe", "melee", ["south.ward"], ["south.guard"], [8.0 - 2 * at["foe"].radius - 0.0005, 12.0], "0/3", "0/3")
    assert at.told("ExchangeBegan")[0].opponent == "south.ward"
    at.dice_left()


@pytest.mark.parametrize(("began", "kept_off"), [((5.0, 12.0), True), ((7.0, 12.0), False)])
def test_b_tr_11_camouflage_keeps_off_who_began_far_away(began: tuple[float, float], kept_off: bool) -> None:
    bamboo = piece("bamboo", 8.0, 11.0, 1.0, 2.0, visibility="obscuring", size="huge")
    south, north = warband(card("A"), faction="South"), warband(card("B", traits=["Camouflage (3)"]), faction="North")
    at = moment((), south=south, north=north, terrain=[bamboo])
    a, b = at.put("a", *began), at.put("b", 10.0, 12.0, facing=18000)
    at.game.begin_activation(a)
    a.x = 6.5
    assert (why_concealed(at.game, a, b) is not None) is kept_off
    assert (ACTIONS["melee"].why_not(at.game, a) is not None) is kept_off


def test_b_tr_79_banzai_makes_a_charge_simple() -> None:
    at = duel((), {"traits": ["Banzai!"]}, {}, gap=3.0)
    at["a"].counters = 1
    assert ACTIONS["charge"].why_not(at.game, at["a"]) is None


def test_b_tr_32_jump_up_before_the_action() -> None:
    at = duel((), {"traits": ["Jump Up"]}, {}, gap=6.0)
    at.game.mark(at["a"], "Prone", 0)
    at.run(activation(at.game), "south.a jump-up", "south.a wait")
    assert not at["a"].has("Prone")
    assert at["a"].counters == 1
    assert all(not option.key.endswith("pass-token") for option in at.asked[1].options)  # type: ignore[attr-defined]


# -- giving orders, Ki


def _leader(*traits: str, follower: dict[str, Any] | None = None) -> Moment:
    south = warband(
        card("Lead", traits=list(traits), types=["Ogre"]),
        card("Man", types=["Ogre"], **(follower or {})),
        card("Boy", types=["Imp"]),
        faction="South",
    )
    at = moment((), south=south, north=warband(card("Foe"), faction="North"))
    at.put("lead", 5.0, 5.0, ki=3)
    at.put("man", 8.0, 5.0)
    at.put("boy", 5.0, 8.0)
    at.put("foe", 20.0, 20.0)
    return at


def test_b_tr_12_channel_once_a_turn() -> None:
    at = _leader("Channel (2/6)")
    act(at, "lead", "channel", "south.man", "south.boy")
    assert (at["lead"].ki, at["man"].ki, at["boy"].ki, at["lead"].counters) == (1, 1, 1, 2)
    refusal = ACTIONS["channel"].why_not(at.game, at["lead"])
    assert refusal is not None
    assert refusal.rule == "B-TR-12"


def test_b_tr_14_command_lets_friends_of_the_kind_act() -> None:
    at = _leader("Command [Ogre] (2/6)")
    act(at, "lead", "command", "south.man walk", [8.0, 9.0, 0])
    assert (at["man"].y, at["man"].counters, at["lead"].counters) == (9.0, 1, 1)
    assert all("boy" not in option.key for option in at.asked[0].options)  # type: ignore[attr-defined]
    at["man"].counters = 0
    assert ACTIONS["command"].why_not(at.game, at["lead"]) is not None


def test_b_tr_25_heal_goes_to_a_patient_past_a_zone_of_nobody() -> None:
    at = _leader("Heal (2)")
    at["man"].wounds = 3
    spot = 8.0 - 2 * at["lead"].radius - 0.0005
    act(at, "lead", "heal", ["south.man"], [spot, 5.0, 0])
    assert (at["man"].wounds, at["lead"].counters) == (1, 1)


def test_b_tr_25_heal_oneself_but_nobody_without_a_soul() -> None:
    at = _leader("Heal (2)", follower={"traits": ["Soulless"]})
    at["man"].wounds, at["lead"].wounds = 3, 1
    act(at, "lead", "heal", ["south.lead"])
    assert at["lead"].wounds == 0
    [question] = at.asked
    assert not question.allows(["south.man"])
    assert question.allows(["south.boy"])


def test_b_tr_25_the_hurt_come_first_with_their_wounds() -> None:
    at = _leader("Heal (2)")
    at["man"].wounds, at["boy"].wounds = 1, 3
    at.game.begin_activation(at["lead"])
    question = next(iter(carry_out(at.game, at["lead"], ACTIONS["heal"])))
    assert isinstance(question, Pick)
    assert question.candidates == ("south.boy", "south.man", "south.lead")
    assert [question.note(each) for each in question.candidates] == [
        "3 of 5 wounds marked, heals 2",
        "1 of 5 wounds marked, heals 1",
        "0 of 5 wounds marked, heals none",
    ]


def test_b_tr_25_who_cannot_recover_is_not_worth_a_heal() -> None:
    """Neither the unhurt nor the Soulless, and who is kept up by a Last Stand recovers nothing (B-TR-33, B-TR-52)."""
    at = _leader("Heal (2)", follower={"traits": ["Last Stand"]})
    at["man"].wounds = 5
    refusal = ACTIONS["heal"].why_not(at.game, at["lead"])
    assert refusal is not None
    assert refusal.text == "no model on the table has a wound that can be healed"


def test_b_tr_14_a_command_names_what_keeps_the_nearest_friend() -> None:
    at = _leader("Command [Ogre] (1/2)")
    at["boy"].y = 20.0
    at["man"].x = 5.0 + 2 * at["lead"].radius + 2.5
    refusal = ACTIONS["command"].why_not(at.game, at["lead"])
    assert refusal is not None
    assert refusal.text == "Lead can command no model: Man is 0.50″ too far from Lead"
    at["man"].x, at["man"].counters = 7.0, 0
    refusal = ACTIONS["command"].why_not(at.game, at["lead"])
    assert refusal is not None
    assert refusal.text == "Lead can command no model: Man has no activation counters"


def test_b_tr_14_a_command_says_why_others_cannot_be_commanded() -> None:
    at = _leader("Command [Ogre] (2/6)")
    at.game.begin_activation(at["lead"])
    question = next(iter(carry_out(at.game, at["lead"], ACTIONS["command"])))
    assert isinstance(question, Choose)
    assert {option.key: why.text for option, why in question.refusals()} == {"south.boy": "Boy is not Ogre"}


def test_b_tr_25_an_enemy_is_a_patient_too_and_is_met_without_a_fight() -> None:
    at = _leader("Heal (2)")
    at.put("foe", 8.0, 3.0, facing=18000, wounds=3)
    foe = at["foe"]
    gap = 2 * at["lead"].radius + 0.0005
    act(at, "lead", "heal", ["north.foe"], [foe.x - gap, foe.y, 0])
    assert foe.wounds == 1
    assert at.game.within(at["lead"], foe, 0.0)
    assert not at.told("ExchangeBegan")


def test_b_tr_37_order_gives_counters() -> None:
    at = _leader("Order [Ogre] (1/6)")
    act(at, "lead", "order")
    assert (at["man"].counters, at["boy"].counters, at["lead"].counters) == (3, 2, 0)


@pytest.mark.parametrize(
    ("one", "other", "dice", "won"),
    [
        ([], [], (4, 5), False),
        (["Willpower (2)"], [], (4, 5), True),
        (["Resistance (2)"], [], (4, 5), False),
        ([], ["Resistance (1)"], (5, 5), False),
        (["Overwhelm (1)"], [], (4, 5), True),
        ([], ["Mettle (1)"], (6, 2), False),
        (["Spirit (1)"], [], (4, 5, 5), True),
    ],
)
def test_b_tr_70_71_83_opposed_ki(one: list[str], other: list[str], dice: tuple[int, ...], won: bool) -> None:
    at = duel(dice, {"traits": one}, {"traits": other}, gap=3.0)
    assert at.run(opposed_ki(at.game, at["a"], at["b"])) is won
    at.dice_left()


@pytest.mark.parametrize(("gap", "price"), [(3.0, 4), (9.0, 2)])
def test_b_tr_84_disturbed_feats_cost_more(gap: float, price: int) -> None:
    feat = {"name": "Iron Chant", "timing": "Instant", "ki": 2}
    at = duel((), {"feats": [feat]}, {"traits": ["Disturb Flow (2/6)"]}, gap=gap)
    assert cost(at.game, at["a"], at.game.card(at["a"]).feats[0]) == price


# -- fear


@pytest.mark.parametrize(
    ("own", "cause", "dice", "passed"),
    [
        ([], [], (3,), False),
        (["Bravery"], [], (3, 5), True),
        (["Cowardly"], [], (5, 3), False),
        (["Bravery", "Cowardly"], [], (3,), False),
        ([], ["Terror"], (5, 3), False),
        (["Bravery"], ["Terror"], (5,), True),
        (["Fear (4)"], [], (), True),
        (["Fear (4)"], ["Dread (1)"], (3,), False),
        (["Courage (1)"], [], (3,), True),
    ],
)
def test_b_tr_9_16_74_75_fear(own: list[str], cause: list[str], dice: tuple[int, ...], passed: bool) -> None:
    at = duel(dice, {"traits": own}, {"traits": cause}, gap=3.0)
    assert at.run(fear_test(at.game, at["a"], 4, at["b"])) is passed
    at.dice_left()


def test_b_tr_75_dread_takes_dice_but_leaves_one() -> None:
    at = duel((2, 5), {"ki": ki(3)}, {"traits": ["Dread (1)"]}, gap=3.0)
    assert at.run(fear_test(at.game, at["a"], 4, at["b"])) is True
    assert len(at.told("PoolRolled")[0].pool.dice) == 2


# -- harm


def test_b_tr_33_last_stand_until_the_end_of_the_turn() -> None:
    at = duel((), {"traits": ["Last Stand", "Regenerate (2)"]}, {}, gap=6.0)
    at.game.wound(at["a"], 9)
    assert (at["a"].on_table, at.game.heal(at["a"], 2)) == (True, 0)
    at.run(ending_phase(at.game))
    assert at["a"].place == "killed"


def test_b_tr_33_no_last_stand_against_what_hurts_in_the_end_phase() -> None:
    at = duel((), {"traits": ["Last Stand"], "wounds": 1}, {}, gap=6.0)
    at.game.mark(at["a"], "Poisoned", 1)
    suffer(at.game, at["a"], "Poisoned")
    assert at["a"].place == "killed"


@pytest.mark.parametrize(("die", "place"), [(4, "table"), (3, "killed")])
def test_b_tr_47_rise(die: int, place: str) -> None:
    at = duel((die,), {"traits": ["Rise (4)"]}, {}, gap=6.0)
    at.game.wound(at["a"], 9)
    assert (at["a"].place, at["a"].has("Prone"), at["a"].wounds == 0) == (place, die == 4, die == 4)
    at.dice_left()


@pytest.mark.parametrize(("state", "dice", "place"), [("On Fire", (), "killed"), ("Bleeding", (5,), "table")])
def test_b_tr_47_nobody_rises_from_fire(state: str, dice: tuple[int, ...], place: str) -> None:
    at = duel(dice, {"traits": ["Rise (4)"], "wounds": 1}, {}, gap=6.0)
    at.game.mark(at["a"], state, 1)
    suffer(at.game, at["a"], state)
    assert at["a"].place == place
    at.dice_left()


@pytest.mark.parametrize(("unseen", "found"), [(True, "any"), (False, "weak")])
def test_b_tr_5_assassin(unseen: bool, found: str) -> None:
    at = duel((), {"traits": ["Assassin", "Weak"]}, {})
    assert choice(at.game, Blow(at["a"], at["b"], "Blade", 1, assassin=unseen)) == found


def test_b_tr_5_an_assassin_comes_from_behind() -> None:
    at = duel((5, 2, 3, 3, 6, 1, 5), {"melee": 2, "traits": ["Assassin", "Weak"]}, {"melee": 3}, gap=2.0)
    at["b"].facing = 0
    spot = at["b"].x - 2 * at["a"].radius - 0.0005
    act(at, "a", "melee", [spot, 12.0], "0/2", "2/0")
    assert at.told("DamageRolled")[0].kept == (6, 5)


def test_b_tr_81_vengeance_adds_to_result_and_damage() -> None:
    at = duel((4, 4, 3, 3), {"melee": 1, "traits": ["Vengeance [North]"]}, {"melee": 1, "types": ["North"]})
    at.run(exchange(at.game, Bout(Fighter(at["a"]), Fighter(at["b"]))), "0/1", "1/0")
    assert at.told("Compared")[0].attack == 5
    assert at.told("DamageRolled")[0].total == 7
    at.dice_left()


def test_b_tr_81_vengeance_is_against_the_named_kind_only() -> None:
    at = duel((4, 4, 3, 3), {"melee": 1, "traits": ["Vengeance [East]"]}, {"melee": 1, "types": ["North"]})
    at.run(exchange(at.game, Bout(Fighter(at["a"]), Fighter(at["b"]))), "0/1", "1/0")
    assert at.told("Compared")[0].attack == 4
    assert at.told("DamageRolled")[0].total == 6
    at.dice_left()


# -- ranged weapons


def test_b_tr_43_rapid_fire_shoots_again_for_one_counter() -> None:
    bow = {**BOW, "traits": ["Rapid Fire (2)"]}
    at = duel((2, 2), {"ranged": {"value": 1}, "weapons": [BLADE, bow]}, {}, gap=5.0)
    act(at, "a", "ranged", "stand", ["north.b"], "Bow", ["north.b"])
    numbers = [each.number for each in at.told("Tested")]
    assert (numbers, at["a"].counters) == ([4, 5], 1)
    at.dice_left()


def test_b_tr_3_46_ammunition_and_reloading() -> None:
    bow = {**BOW, "traits": ["Ammo (2)", "Reload (1)"]}
    at = duel((2,), {"ranged": {"value": 1}, "weapons": [BLADE, bow]}, {}, gap=5.0)
    at.run(shoot(at.game, Shot(at["a"], "Bow", at["b"])))
    assert (at["a"].ammo, at["a"].markers) == ({"Bow": 1}, {"Reloading": [0]})
    assert ACTIONS["ranged"].why_not(at.game, at["a"]) is not None


@pytest.mark.parametrize(("traits", "number"), [([], 5), (["Lightweight"], 4)])
def test_b_tr_78_lightweight(traits: list[str], number: int) -> None:
    at = duel((2,), {"ranged": {"value": 1}, "weapons": [BLADE, {**BOW, "traits": traits}]}, {}, gap=5.0)
    at.run(shoot(at.game, Shot(at["a"], "Bow", at["b"], moved=True)))
    assert at.told("Tested")[0].number == number


def test_b_tr_13_a_charging_bonus_lasts_for_the_activation() -> None:
    at = duel((3, 3, 3, 3, 3, 3, 1, 1), {"traits": ["Charging Bonus [Brutal (2)]"]}, {}, gap=3.0)
    spot = at["b"].x - 2 * at["a"].radius - 0.0005
    act(at, "a", "charge", [spot, 12.0], "0/3", "1/2")
    assert at.told("Compared")[0].attack == 5
    at.game.expire("activation")
    assert at.game.total(at["a"], "attack_result") == 0


def test_b_tr_77_cloudwalk_goes_over_models_and_terrain() -> None:
    wall = piece("wall", 7.0, 0.0, 1.0, 24.0, passage="impassable", size="small")
    reached = []
    for traits in ([], ["Cloudwalk"]):
        at = moment((), south=warband(card("A", traits=traits), faction="S"), terrain=[wall])
        at.put("a", 6.0, 12.0)
        region = region_of(at["a"], walk(at.game, at["a"], 4.0))
        reached.append((is_legal(region, (9.5, 12.0)), is_legal(region, (7.5, 12.0))))
    assert reached == [(False, False), (True, False)]


def test_actions_of_traits_are_listed_only_for_those_who_have_them() -> None:
    at = duel((), {}, {}, gap=6.0)
    question = declaration(at.game, "south")
    keys = [option.key for option in question.options] + [option.key for option, _reason in question.refusals()]
    assert not any(key.endswith((" heal", " command", " order", " channel", " jump-up")) for key in keys)


def test_b_tr_80_a_split_attack_fights_two_with_a_die_less_each() -> None:
    """One die less for the further exchange, and one since the other enemy assists."""
    north = warband(card("B"), card("C"), faction="North")
    at = moment((3,) * 8, south=warband(card("A", traits=["Split Attack"]), faction="South"), north=north)
    at.put("a", 8.0, 12.0)
    at.put("b", 11.0, 11.35, facing=18000)
    at.put("c", 11.0, 12.65, facing=18000)
    at.game.state.step = "activation"
    act(at, "a", "melee", ["north.b"], "both north.c", ["north.c"], "0/3", "0/1", "0/3", "0/1")
    assert [each.opponent for each in at.told("ExchangeBegan")] == ["north.b", "north.c"]
    assert [at[name].counters for name in "abc"] == [1, 1, 1]
    at.dice_left()
