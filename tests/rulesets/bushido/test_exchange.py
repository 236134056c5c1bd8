"""The exchange and its dice where the worked examples say nothing (B-TEST, B-MELEE, B-SPEC, B-DMG)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from game.rulesets.bushido.rules.actions import REGISTRY as ACTIONS
from game.rulesets.bushido.rules.actions import carry_out
from game.rulesets.bushido.rules.actions.fighting import within_reach
from game.rulesets.bushido.rules.dice.tests import fear_test, ki_dice, opposed_ki, tactical_test
from game.rulesets.bushido.rules.melee.bout import Bout, Fighter
from game.rulesets.bushido.rules.melee.pools import splits
from game.rulesets.bushido.rules.moving.forced import SidestepRegion
from game.rulesets.bushido.rules.state import Effect, Model, Objective
from tests.rulesets.bushido.bushido_kit import BLADE, card, duel, fight, moment, warband


def with_special(special: str, **changes: Any) -> dict[str, Any]:
    return {"weapons": [{**BLADE, "specials": [special]}], **changes}


# -- tests


def test_b_test_5_the_other_side_rolls_all_its_rerolls_before_the_one_with_initiative() -> None:
    """B: A's attack, then its own defence; A: B's attack, then its own attack."""
    one = {"melee": 2, "traits": ["Dodge (1)", "Prowess [Attack] (1)"], "wounds": 9}
    other = {"melee": 2, "traits": ["Dodge (1)", "Prowess [Defence] (1)"], "wounds": 9}
    at = duel((6, 6, 5, 5, 1, 1, 1, 1), one, other)
    fight(at, "1/1", "1/1", *["keep"] * 4)
    asked = [(each.player, each.about) for each in at.asked if each.rule == "B-TEST-5"]
    assert asked == [("north", "south.a"), ("north", "north.b"), ("south", "north.b"), ("south", "south.a")]


def test_b_test_5_in_an_opposed_test_both_roll_before_anybody_rolls_again() -> None:
    one, other = {"traits": ["Prowess [Ki] (1)"]}, {"traits": ["Prowess [Ki] (1)"]}
    at = duel((2, 5, 3, 6), one, other)
    won = at.run(opposed_ki(at.game, at["a"], at["b"]), "0", "0")
    assert [each.about for each in at.asked] == ["north.b", "south.a"]
    assert (won, at.told("Opposed")[0].results) == (True, (6, 3))


def test_b_tr_41_prowess_in_melee_is_for_dice_of_both_colours() -> None:
    at = duel((2, 3, 4, 4, 3, 3), {"melee": 2, "traits": ["Prowess [Melee] (1)"], "wounds": 9}, {"melee": 1})
    fight(at, "0/1", "1/1", "attack 0")
    assert at.told("Compared")[0].attack == 4


def test_b_tr_72_mantra_keeps_ones_in_opposed_tests_only() -> None:
    at = duel((1, 1, 1), {"traits": ["Mantra"]}, {})
    assert at.run(opposed_ki(at.game, at["a"], at["b"]))
    assert at.told("Opposed")[0].results == (1, 0)
    assert not at.run(fear_test(at.game, at["a"], 1))


def test_b_test_13_ki_is_boosted_for_a_test() -> None:
    ki = {"value": 1, "max": 6, "boost": 2}
    at = duel((2, 6, 3), {"ki": ki}, {})
    at["a"].ki = 5
    assert at.run(fear_test(at.game, at["a"], 5), "boost")
    assert (at["a"].ki, at.told("Tested")[0].result) == (3, 7)
    at.game.state.step = "ending"  # boosts are for the Main Phase
    assert not at.run(fear_test(at.game, at["a"], 4))


@pytest.mark.parametrize(("traits", "dice"), [([], 2), (["Spirit (1)"], 3), (["Spirit (-1)"], 1)])
def test_b_test_13_the_first_ki_number_alone_is_rolled_with_spirit(traits: list[str], dice: int) -> None:
    """The second number, 6, is what a model holds at most."""
    at = duel((2,) * dice, {"ki": {"value": 2, "max": 6}, "traits": traits}, {})
    assert ki_dice(at.game, at["a"]) == dice
    at.run(fear_test(at.game, at["a"], 5))
    at.dice_left()


def test_b_gen_3_a_statistic_of_zero_is_boosted_to_one_and_a_dash_never() -> None:
    zero = {"ranged": {"value": 0, "boost": 1}}
    at = duel((), zero, {"ranged": {"value": None, "boost": None}})
    at.game.lend(at["a"], "Boost [ranged] (2)", "action")
    at.game.lend(at["b"], "Boost [ranged] (2)", "action")
    assert [at.game.statistic(at[name], "ranged") for name in "ab"] == [1, 0]


@pytest.mark.parametrize(
    ("traits", "lent", "tough"),
    [(["Tough (2)"], "Tough (-1)", 1), ([], "Tough (-1)", -1), (["Tough (2)"], "Tough (1)", 2), ([], "Tough (+1)", 1)],
)
def test_b_gen_3_values_of_traits_are_modified(traits: list[str], lent: str, tough: int) -> None:
    at = duel((), {"traits": traits}, {})
    at.game.lend(at["a"], lent, "turn")
    assert at.game.total(at["a"], "tough") == tough
    found = at.game.named(at["a"], "Tough")
    assert found is not None
    assert found.value == tough


def test_b_tr_41_the_stronger_of_two_entries_about_one_test_counts() -> None:
    at = duel((), {"traits": ["Prowess [Attack] (1)"]}, {})
    at.game.lend(at["a"], "Prowess [Attack] (2)", "turn")
    assert at.game.total(at["a"], "rerolls_own", "attack") == 2


def test_b_tr_41_prowess_helps_in_tactical_tests() -> None:
    at = duel((2, 3, 6), {"traits": ["Prowess [Tactical] (1)"]}, {})
    assert at.run(tactical_test(at.game, (at["a"], at["b"])), "0") == "south"


def test_b_state_20_and_b_tr_28_who_becomes_immune_loses_the_state() -> None:
    at = duel((), {}, {})
    at.game.mark(at["a"], "Stunned", 0, 0)
    at.game.lend(at["a"], "Immune [Stunned]", "turn")
    assert not at["a"].has("Stunned")


# -- the exchange


def test_b_melee_5_an_aggressive_model_that_must_defend_may_split_what_cannot_be_even() -> None:
    at = duel((), {"melee": 2, "traits": ["Aggressive"]}, {})
    bout = Bout(Fighter(at["a"], "Blade", 2), Fighter(at["b"], "Blade", 3), disengaging=True)
    assert [each.key for each in splits(at.game, bout, bout.activating)] == ["1/1"]
    bout.activating.pool = 3  # boosted after the declaration
    assert [each.key for each in splits(at.game, bout, bout.activating)] == ["1/2", "0/3"]


def test_b_melee_11_the_side_without_initiative_is_asked_first_after_a_hit() -> None:
    chant = {"name": "Iron Chant", "timing": "Instant", "ki": 1, "limits": ["once_per_turn"]}
    at = duel((6, 2, 2, 3, 4, 4), {"melee": 1, "feats": [chant]}, {"melee": 1, "feats": [chant], "wounds": 9})
    at["a"].ki = at["b"].ki = 1
    fight(at, "pass", "pass", "0/1", "1/0", "pass", "pass")
    asked = [each.player for each in at.asked if each.prompt == "Use a feat before the damage is rolled?"]
    assert asked == ["north", "south"]


def test_b_act_20_the_first_roll_of_a_charger_has_the_bonus_in_a_counterstrike_too() -> None:
    strong = with_special("Counterstrike Defence (0)", melee=2, wounds=9, traits=["Vengeance [Foe]"])
    at = duel((2, 6, 6, 2, 2), strong, {"melee": 1, "types": ["Foe"], "wounds": 20, "traits": ["Lightning Reflexes"]})
    fight(at, "0/2 Counterstrike Defence", "1/0", charge=True)
    [told, *_rest] = at.told("DamageRolled")
    assert (told.by, told.total) == ("south.a", 7)  # 2 + 2, 2 for the charge, 1 for Vengeance


def test_b_state_4_a_tireless_controlled_model_is_freed_by_exchanges_too() -> None:
    at = duel((3, 3, 3, 3), {"melee": 1}, {"melee": 1, "traits": ["Tireless"]})
    at["b"].owner = "south"
    at.game.mark(at["b"], "Controlled", 0)
    fight(at, "0/1", "1/0")
    assert (at["b"].has("Controlled"), at["b"].counters) == (False, 2)


def test_b_act_30_who_stands_up_beside_prone_enemies_need_not_fight() -> None:
    at = duel((), {}, {})
    at.game.mark(at["a"], "Prone", 0)
    at.game.mark(at["b"], "Prone", 0)
    at.run(carry_out(at.game, at["a"], ACTIONS["stand-up"]), [], "stay")
    assert (at["a"].has("Prone"), at["a"].counters, at.told("ExchangeBegan")) == (False, 1, [])


def test_b_tr_34_a_leader_leads_itself_too() -> None:
    at = duel((3,), {"traits": ["Leadership [Human] (1/6)"], "types": ["Human"]}, {})
    assert at.run(fear_test(at.game, at["a"], 4))


def test_b_tr_7_a_friend_hit_by_mistake_does_not_bleed() -> None:
    from game.rulesets.bushido.rules.melee.damage import Blow, strike

    south = warband(card("A", weapons=[{**BLADE, "traits": ["Bleed (1/1)", "Poison (1/1)"]}]), card("C"), faction="S")
    at = moment((6, 6), south=south)
    at.run(strike(at.game, Blow(at.put("a", 5, 5), at.put("c", 7, 5), "Blade", 1)))
    assert (at["c"].has("Bleeding"), at["c"].has("Poisoned")) == (False, True)


def test_b_tr_32_free_actions_are_for_the_held_too() -> None:
    at = duel((), {"traits": ["Jump Up"]}, {})
    at.game.mark(at["a"], "Held", 0)
    at.game.mark(at["a"], "Prone", 0)
    assert ACTIONS["jump-up"].why_not(at.game, at["a"]) is None


@pytest.mark.parametrize("side", [1, -1])
def test_b_spec_a8_and_amb_23_a_sidestep_may_go_round_to_the_rear(side: int) -> None:
    at = duel((6, 2, 3, 3), with_special("Sidestep Attack (0)", melee=1), {"melee": 2}, gap=0.0005)
    region = SidestepRegion.of(at.game, at["a"], at["b"])
    assert region is not None
    spot = region.nearest((at["b"].x + at["a"].radius, 12.0 + side * 1.1))
    assert spot is not None
    fight(at, "1/1", "1/0 Sidestep Attack", [*spot])
    assert (at["a"].y > 12.0) is (side > 0)
    assert at["a"].x > at["b"].x + at["a"].radius - 0.01
    assert 0.0 < at.game.apart(at["a"], at["b"]) < 0.2
    assert len(at.told("Compared")) == 1


def test_b_act_31_what_is_remembered_of_a_reach_tells_charges_from_melee_moves() -> None:
    """A boosted Move of 8 and twice a Move of 4 are both 8 inches: round an idol only the first leads to B."""
    at = duel((), {"move": {"value": 4, "boost": 1}}, {}, gap=6.0)
    at.game.state.objectives = {"idol-1": Objective("idol-1", 8.6, 12.0, 1.6)}
    at.game.state.step = "activation"
    found = []
    for ki, charge in ((4, False), (0, True)):
        at["a"].ki = ki
        found.append(within_reach(at.game, at["a"], at["b"], charge=charge))
    assert found == [True, False]


def test_b_scen_8_what_is_remembered_is_forgotten_when_an_objective_goes() -> None:
    at = duel((), {}, {}, gap=0.9)
    idol = Objective("idol-1", 20.0, 20.0, 0.6)
    at.game.state.objectives = {"idol-1": idol}
    asked: list[bool] = []
    for on_table in (True, True, False):
        idol.on_table = on_table
        at.game.remembered("test", partial(asked.append, on_table))
    assert asked == [True, False]


@pytest.mark.parametrize(
    "swap",
    [
        lambda model: model.effects.__setitem__(0, Effect("Fear (2)", "turn")),
        lambda model: model.markers["Disguised"].__setitem__(0, 2),
    ],
    ids=["an effect for another", "the value of a marker"],
)
def test_what_is_remembered_is_forgotten_when_something_is_swapped_for_another(swap: Callable[[Model], None]) -> None:
    at = duel((), {}, {}, gap=0.9)
    model = next(iter(at.game.models))
    model.effects, model.markers = [Effect("Fear (1)", "turn")], {"Disguised": [1]}
    at.game.remembered("test", lambda: "before")
    swap(model)
    assert at.game.remembered("test", lambda: "after") == "after"
