"""Traits that change a number or a yes or no: what the rules ask, with the trait and without (B-TR)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from game.rulesets.bushido.rules.actions import REGISTRY as ACTIONS
from game.rulesets.bushido.rules.dice.tests import fear_test, nominate, opposed_ki, scale_of, size_test
from game.rulesets.bushido.rules.melee.bout import Bout, Fighter, Shot
from game.rulesets.bushido.rules.melee.damage import Blow, strike
from game.rulesets.bushido.rules.melee.exchange import exchange
from game.rulesets.bushido.rules.melee.pools import initiative, parts, pool_of, splits
from game.rulesets.bushido.rules.moving.sight import sees, why_concealed
from game.rulesets.bushido.rules.registry import TRAITS
from game.rulesets.bushido.rules.shooting.attack import loaded_weapons, spend
from game.rulesets.bushido.rules.shooting.numbers import number
from game.rulesets.bushido.rules.turn.main import end_effects
from game.table.placing.places import is_legal
from tests.rulesets.bushido.bushido_kit import BLADE, BOW, Moment, card, duel, moment, piece, warband


def pair(
    own: Sequence[str] = (), other: Sequence[str] = (), dice: tuple[int, ...] = (), gap: float = 0.0, **card: Any
) -> Moment:
    return duel(dice, {"traits": list(own), "wounds": 9, **card}, {"traits": list(other), "wounds": 9}, gap)


def bout(at: Moment, **facts: Any) -> Bout:
    return Bout(Fighter(at["a"], "Blade", 3), Fighter(at["b"], "Blade", 3), **facts)


def keys(at: Moment) -> set[str]:
    found = bout(at)
    return {each.key for each in splits(at.game, found, found.activating)}


@pytest.mark.parametrize(
    ("rule", "traits", "found"),
    [
        ("", [], {"3/0", "2/1", "1/2", "0/3"}),
        ("B-TR-1", ["Aggressive"], {"3/0", "2/1"}),
        ("B-TR-17", ["Defensive"], {"1/2", "0/3"}),
        ("B-TR-1", ["Aggressive", "Defensive"], {"3/0", "2/1", "1/2", "0/3"}),
    ],
)
def test_b_tr_1_and_b_tr_17_how_dice_may_be_split(rule: str, traits: list[str], found: set[str]) -> None:
    assert keys(pair(traits)) == found
    assert not rule or TRAITS[traits[0]].rule == rule


def wounds(own: list[str], other: list[str], roll: tuple[int, ...], level: int = 3) -> int:
    weapon = [{**BLADE, "traits": own}]
    at = duel(roll, {"weapons": weapon}, {"traits": other, "wounds": 15})
    done: int = at.run(strike(at.game, Blow(at["a"], at["b"], "Blade", level)))
    return done


@pytest.mark.parametrize(
    ("rule", "own", "other", "boxes"),
    [
        ("B-TR-4", [], [], 3),
        ("B-TR-4", [], ["Armour (2)"], 2),
        ("B-TR-39", ["Pierce (1)"], ["Armour (2)"], 3),
        ("B-TR-39", ["Pierce (1)"], ["Armour (3)"], 2),
        ("B-TR-39", ["Pierce (5)"], ["Armour (2)"], 3),
        ("B-TR-57", [], ["Tough (2)"], 1),
        ("B-TR-57", [], ["Tough (-1)"], 4),
        ("B-TR-49", ["Sharp (1)"], ["Tough (2)"], 2),
        ("B-TR-49", ["Sharp (3)"], ["Tough (2)"], 3),
        ("B-TR-19", [], ["Durable"], 1),
        ("B-TR-19", [], ["Durable", "Tough (2)"], 1),
    ],
)
def test_b_tr_4_19_39_49_57_what_a_roll_of_7_at_level_3_marks(
    rule: str, own: list[str], other: list[str], boxes: int
) -> None:
    """B-TR-4, B-TR-19, B-TR-39, B-TR-49, B-TR-57."""
    assert wounds(own, other, (3, 4)) == boxes
    assert any(each.rule == rule for each in TRAITS.values())


@pytest.mark.parametrize(
    ("rule", "trait", "state", "soulless", "friend"),
    [
        ("B-TR-7", "Bleed (2/1)", "Bleeding", False, True),
        ("B-TR-24", "Fire (2/1)", "On Fire", True, True),
        ("B-TR-40", "Poison (2/1)", "Poisoned", False, True),
    ],
)
def test_b_tr_24_and_b_tr_40_what_wounds_bring(rule: str, trait: str, state: str, soulless: bool, friend: bool) -> None:
    """B-TR-7, B-TR-24, B-TR-40, B-DMG-6: only if a box was marked, and each roll by itself."""
    for other, level, count in (([], 3, 2), (["Soulless"], 3, 2 if soulless else 0), (["Tough (9)"], 3, 0)):
        at = duel((3, 4) * 2, {"weapons": [{**BLADE, "traits": [trait]}]}, {"traits": other, "wounds": 15})
        at.run(strike(at.game, Blow(at["a"], at["b"], "Blade", level)))
        assert len(at["b"].markers.get(state, [])) == count, other
        at.run(strike(at.game, Blow(at["a"], at["b"], "Blade", level)))
        assert len(at["b"].markers.get(state, [])) == 2 * count
    assert TRAITS[trait.split(" ", maxsplit=1)[0]].rule == rule


def test_b_tr_6_aware_sees_all_round() -> None:
    for traits, seen in (([], False), (["Aware"], True)):
        at = pair(traits, gap=3.0)
        at["a"].facing = 18000
        assert sees(at.game, at["a"], at["b"]) is seen


def test_b_tr_15_co_ordinated_attack_wants_a_friend_of_the_kind_beside_the_enemy() -> None:
    south = warband(
        card("A", traits=["Co-ordinated Attack [Wolf]"]),
        card("C", types=["Wolf"]),
        card("D", types=["Hare"]),
        faction="S",
    )
    at = moment((), south=south, north=warband(card("B"), faction="N"))
    a = at.put("a", 8.0, 12.0)
    b = at.put("b", 8.0 + 2 * a.radius, 12.0)
    at.put("d", b.x, 12.0 + 2 * a.radius)
    wolf = at.put("c", b.x, 12.0 - 2 * a.radius - 1.0)
    for near, dice in ((False, 3), (True, 4)):
        wolf.y = 12.0 - 2 * a.radius - (0.0 if near else 1.0)
        found = Bout(Fighter(a, "Blade"), Fighter(b, "Blade"))
        assert pool_of(at.game, found, found.activating) == dice


@pytest.mark.parametrize(
    ("traits", "changes", "dice"),
    [
        ([], {"counters": 0}, 2),
        (["Endurance"], {"counters": 0}, 3),
        ([], {"ran": True}, 2),
    ],
)
def test_b_tr_20_endurance_makes_good_for_being_exhausted(
    traits: list[str], changes: dict[str, Any], dice: int
) -> None:
    at = pair(traits)
    for name, value in changes.items():
        setattr(at["a"], name, value)
    found = bout(at)
    assert pool_of(at.game, found, found.activating) == dice


@pytest.mark.parametrize(("traits", "dice"), [([], 1), (["Indomitable (1)"], 2), (["Indomitable (5)"], 3)])
def test_b_tr_30_indomitable_ignores_assisting_enemies(traits: list[str], dice: int) -> None:
    north = warband(*(card(name) for name in "BCD"), faction="N")
    at = moment((), south=warband(card("A", traits=traits), faction="S"), north=north)
    a = at.put("a", 8.0, 12.0)
    for name, dx, dy in (("b", 1, 0), ("c", 0, 1), ("d", 0, -1)):
        at.put(name, 8.0 + dx * 2 * a.radius, 12.0 + dy * 2 * a.radius)
    found = Bout(Fighter(a, "Blade"), Fighter(at["b"], "Blade"))
    assert pool_of(at.game, found, found.activating) == dice


def test_b_tr_31_insignificant_models_do_not_assist() -> None:
    north = warband(card("B"), card("C", traits=["Insignificant"]), faction="N")
    at = moment((), south=warband(card("A"), faction="S"), north=north)
    a = at.put("a", 8.0, 12.0)
    at.put("b", 8.0 + 2 * a.radius, 12.0)
    at.put("c", 8.0, 12.0 + 2 * a.radius)
    found = Bout(Fighter(a, "Blade"), Fighter(at["b"], "Blade"))
    assert ("assisting enemies", -1) not in parts(at.game, found, found.activating)


@pytest.mark.parametrize(
    ("own", "other", "first"),
    [
        ([], [], "a"),
        ([], ["Lightning Reflexes"], "b"),
        (["Lightning Reflexes"], ["Lightning Reflexes"], "a"),
        (["Slow"], [], "b"),
        (["Slow", "Lightning Reflexes"], [], "b"),
        ([], ["Slow"], "a"),
    ],
)
def test_b_tr_36_and_b_tr_51_who_attacks_first(own: list[str], other: list[str], first: str) -> None:
    at = pair(own, other)
    assert initiative(at.game, bout(at)).model is at[first]


@pytest.mark.parametrize(("own", "first"), [([], "b"), (["Lightning Reflexes"], "a"), (["Reach"], "a")])
def test_b_tr_44_and_b_tr_36_reach_attacks_first_but_after_lightning_reflexes(own: list[str], first: str) -> None:
    weapon = [{**BLADE, "traits": ["Reach"]}]
    mine = {"weapons": weapon} if own == ["Reach"] else {"traits": own}
    at = duel((), mine, {"weapons": weapon}, gap=3.0)
    assert initiative(at.game, bout(at)).model is at[first]


def test_b_tr_51_a_slow_model_neither_runs_nor_charges() -> None:
    at = pair(["Slow"], gap=3.0)
    for action in ("run", "charge"):
        refusal = ACTIONS[action].why_not(at.game, at["a"])
        assert refusal is not None
        assert refusal.rule == "B-TR-51"
    assert ACTIONS["walk"].why_not(at.game, at["a"]) is None


def test_b_tr_29_impenetrable_defence_takes_the_highest_attack_die() -> None:
    at = duel((6, 3, 2, 5), {"melee": 2, "wounds": 9}, {"melee": 2, "traits": ["Impenetrable Defence"]})
    at.run(exchange(at.game, Bout(Fighter(at["a"]), Fighter(at["b"]))), "0/2", "2/0")
    [told] = [each for each in at.told("Compared") if each.attacker == "south.a"]
    assert told.attack == 3


@pytest.mark.parametrize(("traits", "counters"), [([], 1), (["Tireless"], 2)])
def test_b_tr_56_tireless_models_pay_nothing_for_fights_of_others(traits: list[str], counters: int) -> None:
    at = duel((3, 3), {"melee": 1}, {"melee": 1, "traits": traits})
    at.run(exchange(at.game, Bout(Fighter(at["a"]), Fighter(at["b"]))), "0/1", "0/1")
    assert at["b"].counters == counters


# -- fear and Ki


@pytest.mark.parametrize(
    ("rule", "traits", "number", "dice", "passed"),
    [
        ("B-TR-21", ["Fear (4)"], 4, (), True),
        ("B-TR-21", ["Fear (3)"], 4, (3,), False),
        ("B-TR-22", ["Fearless"], 9, (), True),
        ("B-TR-52", ["Soulless"], 9, (), True),
        ("B-TR-76", ["Courage (1)"], 4, (3,), True),
        ("B-TR-76", ["Courage (9)"], 4, (1,), False),
        ("B-TR-16", ["Cowardly"], 4, (5, 3), False),
        ("B-TR-83", ["Spirit (1)"], 6, (5, 2), True),
    ],
)
def test_b_tr_21_22_52_76_83_fear_tests(
    rule: str, traits: list[str], number: int, dice: tuple[int, ...], passed: bool
) -> None:
    """B-TR-16, B-TR-21, B-TR-22, B-TR-52, B-TR-76, B-TR-83."""
    at = pair(traits, dice=dice)
    assert at.run(fear_test(at.game, at["a"], number)) is passed
    at.dice_left()


def test_b_tr_74_terror_makes_one_pass_twice() -> None:
    at = pair([], ["Terror", "Fear (4)"], (5, 2))
    assert not at.run(fear_test(at.game, at["a"], 4, at["b"]))


def test_b_tr_52_a_model_without_a_soul_resists_ki() -> None:
    at = pair([], ["Soulless"])
    assert not at.run(opposed_ki(at.game, at["a"], at["b"]))


@pytest.mark.parametrize(
    ("own", "other", "dice", "won"),
    [(["Overwhelm (1)"], [], (2, 6), True), ([], ["Mettle (1)"], (6, 2), False)],
)
def test_b_tr_71_overwhelm_and_mettle_take_the_highest_die(
    own: list[str], other: list[str], dice: tuple[int, ...], won: bool
) -> None:
    at = pair(own, other, dice)
    assert at.run(opposed_ki(at.game, at["a"], at["b"])) is won


def test_b_tr_73_adept_counts_more_supporting_dice() -> None:
    at = pair(["Adept [Melee] (1)"])
    faces = (6, 5, 4, 3)
    assert scale_of(at.game, at["a"], "attack").result(faces).value == 9
    assert scale_of(at.game, at["a"], "ranged").result(faces).value == 8


@pytest.mark.parametrize(
    ("traits", "base", "dice"),
    [([], 30, 2), (["Tiny"], 30, 1), (["Huge"], 30, 5), ([], 40, 3), (["Strong"], 40, 4), (["Weak"], 40, 2)],
)
def test_b_test_12_and_b_tr_26_and_b_tr_54_dice_of_size_tests(traits: list[str], base: int, dice: int) -> None:
    at = pair(traits, dice=(2,) * dice, base_mm=base)
    at.run(size_test(at.game, at["a"], 6))
    assert len(at.told("PoolRolled")[0].pool.dice) == dice
    at.dice_left()


@pytest.mark.parametrize(
    ("rule", "traits", "found"),
    [
        ("", [], 4),
        ("B-TR-26", ["Tiny"], 5),
        ("B-TR-26", ["Huge"], 1),
        ("B-TR-42", ["Ranged Defence (2)"], 6),
    ],
)
def test_b_tr_26_and_b_tr_42_how_hard_a_target_is_to_hit(rule: str, traits: list[str], found: int) -> None:
    at = pair([], traits, gap=5.0, weapons=[BLADE, BOW])
    assert number(at.game, Shot(at["a"], "Bow", at["b"])) == found
    assert not rule or TRAITS[traits[0].split(" (")[0]].rule == rule


def test_b_tr_46_and_b_state_15_reloading() -> None:
    at = pair(weapons=[BLADE, {**BOW, "traits": ["Reload (2)"]}], gap=5.0)
    assert loaded_weapons(at.game, at["a"]) == ["Bow"]
    spend(at.game, at["a"], "Bow")
    assert len(at["a"].markers["Reloading"]) == 2
    assert loaded_weapons(at.game, at["a"]) == []
    at.run(ACTIONS["wait"].perform(at.game, at["a"]), "Reloading")
    assert len(at["a"].markers["Reloading"]) == 1


def test_b_tr_45_regenerate_heals_in_the_end_phase() -> None:
    at = pair(["Regenerate (2)"])
    at["a"].wounds = 3
    at.run(end_effects(at.game))
    assert at["a"].wounds == 1


def test_b_tr_55_tactician_decides_who_is_nominated() -> None:
    south = warband(card("A", traits=["Tactician (2)"]), card("C"), faction="S")
    at = moment((), south=south, north=warband(card("B"), faction="N"))
    for place, name in enumerate("abc"):
        at.put(name, 4.0 + 4 * place, 12.0)
    assert at.run(nominate(at.game, "south"), ["south.a"]) is at["a"]
    assert at.game.total(at["a"], "tactics") == 2


@pytest.mark.parametrize(("traits", "kept_off"), [([], True), (["Sixth Sense"], False)])
def test_b_tr_50_sixth_sense_sees_through_camouflage(traits: list[str], kept_off: bool) -> None:
    hedge = piece("hedge", 12.4, 10.0, 0.5, 4.0, visibility="obscuring", size="huge")
    south = warband(card("A", traits=traits), faction="S")
    at = moment((), south=south, north=warband(card("B", traits=["Camouflage (6)"]), faction="N"), terrain=[hedge])
    at.put("a", 5.0, 12.0)
    at.put("b", 14.0, 12.0)
    at.game.begin_activation(at["a"])
    assert (why_concealed(at.game, at["a"], at["b"]) is not None) is kept_off


def test_b_tr_50_sixth_sense_is_never_blind() -> None:
    at = pair(["Sixth Sense"])
    at.game.mark(at["a"], "Blind", 0)
    assert not at["a"].has("Blind")


@pytest.mark.parametrize(("traits", "far"), [([], 2.5), (["Lightfooted"], 4.0)])
def test_b_tr_35_and_b_terr_2_lightfooted_models_cross_difficult_ground_freely(traits: list[str], far: float) -> None:
    from game.rulesets.bushido.rules.moving.carry_out import region_of
    from game.rulesets.bushido.rules.moving.policies import walk

    pond = piece("pond", 6.0 + 30 / 50.8, 8.0, 9.0, 8.0, passage="difficult")
    at = moment((), south=warband(card("A", traits=traits), faction="S"), terrain=[pond])
    at.put("a", 5.0, 12.0)
    region = region_of(at["a"], walk(at.game, at["a"], 4.0))
    assert [is_legal(region, (5.0 + reach, 12.0)) for reach in (far - 0.01, far + 0.02)] == [True, False]
