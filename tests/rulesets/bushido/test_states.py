"""States: what they bar, force and lend, and how they leave (B-STATE)."""

from __future__ import annotations

from typing import Any

import pytest

from game.rulesets.bushido.rules.actions import REGISTRY as ACTIONS
from game.rulesets.bushido.rules.actions.fighting import targets
from game.rulesets.bushido.rules.dice.tests import fear_test
from game.rulesets.bushido.rules.melee.bout import Bout, Fighter
from game.rulesets.bushido.rules.melee.exchange import exchange
from game.rulesets.bushido.rules.moving.policies import hold, may_ignore, release
from game.rulesets.bushido.rules.shooting.attack import possible_targets
from game.rulesets.bushido.rules.state import Model
from game.rulesets.bushido.rules.turn.main import declaration
from game.table.path.policy import CONTACT
from tests.rulesets.bushido.bushido_kit import Moment, act, card, duel, moment, warband


def offered(at: Moment, player: str = "south") -> set[str]:
    """Return the actions that a player may declare, without the models."""
    return {option.key.rsplit(" ", 1)[1] for option in declaration(at.game, player).options}


def near(at: Moment) -> list[float]:
    """Return the spot at which A meets B on the straight line."""
    return [at["b"].x - at["a"].radius - at["b"].radius - CONTACT / 2, 12.0]


def test_b_state_1_berserk_must_melee_then_charge_then_run() -> None:
    for gap, forced in ((2.0, {"melee"}), (6.0, {"charge"}), (12.0, {"run"})):
        at = duel((), {}, {}, gap=gap)
        at.game.mark(at["a"], "Berserk", 0)
        assert offered(at) == forced
        assert at["a"].has("Impetuous")


def test_b_state_1_berserk_goes_for_the_nearest() -> None:
    north = warband(card("B"), card("C"), faction="North")
    at = moment((), south=warband(card("A"), faction="South"), north=north)
    a = at.put("a", 5.0, 12.0)
    at.put("b", 8.0, 12.0, facing=18000)
    at.put("c", 5.0, 15.5, facing=27000)

    def reached() -> list[Model]:
        return targets(at.game, a, charge=False)

    assert reached() == [at["b"], at["c"]]
    at.game.mark(a, "Berserk", 0)
    assert reached() == [at["b"]]


def test_b_state_1_berserk_runs_its_full_distance_at_the_nearest() -> None:
    at = duel((), {"move": {"value": 4}}, {}, gap=12.0)
    at.game.mark(at["a"], "Berserk", 0)
    act(at, "a", "run")
    assert (at["a"].x, at["a"].y, at["a"].ran, at["a"].has("Impetuous")) == (11.0, 12.0, True, False)


def test_b_state_4_controlled_fights_for_the_other_side() -> None:
    at = duel((), {}, {}, gap=6.0)
    at.game.mark(at["a"], "Controlled", 0, 0)
    assert at.game.enemies(at["a"]) == []
    assert ACTIONS["focus"].why_not(at.game, at["a"]) is None
    at.game.pay(at["a"], 1)
    assert ACTIONS["focus"].why_not(at.game, at["a"]) is not None
    at.game.pay(at["a"], 1)
    assert (at["a"].side, at["a"].has("Controlled")) == ("south", False)


@pytest.mark.parametrize(("traits", "refused"), [([], True), (["Banzai!"], False)])
def test_b_state_4_and_b_tr_79_one_marker_bars_a_charge_unless_it_is_simple(traits: list[str], refused: bool) -> None:
    at = duel((), {"traits": traits}, {}, gap=3.0)
    at.game.mark(at["a"], "Controlled", 0)
    assert at.game.any(at["a"], "bars", "charge") is refused
    assert at.game.any(at["a"], "bars", "focus")


def test_b_state_4_new_markers_cancel_old_ones() -> None:
    at = duel((), {}, {}, gap=6.0)
    at.game.mark(at["a"], "Controlled", 0, 0, 0)
    at.game.mark(at["a"], "Controlled", 0)
    assert at["a"].markers["Controlled"] == [0]


@pytest.mark.parametrize(("ki", "dice", "left"), [(1, (), 0), (2, (5, 4), 1), (2, (3, 2), 0)])
def test_b_state_7_disguised(ki: int, dice: tuple[int, ...], left: int) -> None:
    """With Ki 1 nobody can target it; with more a test against 5 decides, and a failure wastes the action."""
    bow = {"name": "Bow", "kind": "ranged", "bands": [6, 9, 12]}
    one = {"ki": {"value": ki, "max": 6}, "ranged": {"value": 1}, "weapons": [{"name": "Blade", "kind": "melee"}, bow]}
    at = duel((*dice, 2) if left else dice, one, {}, gap=5.0)
    at.game.mark(at["b"], "Disguised", 5)
    assert may_ignore(at.game, at["a"], at["b"])
    assert bool(possible_targets(at.game, at["a"])) is (ki > 1)
    assert (ACTIONS["charge"].why_not(at.game, at["a"]) is None) is (ki > 1)
    if ki > 1:
        act(at, "a", "ranged", "stand", ["north.b"])
        assert (at["b"].has("Disguised"), at["a"].counters, at["a"].shots) == (not left, 1, left)
    at.dice_left()


def test_b_state_7_a_fight_ends_a_disguise() -> None:
    at = duel((3, 3, 3, 3, 3, 3), {}, {})
    at.game.mark(at["a"], "Disguised", 5)
    at.run(exchange(at.game, Bout(Fighter(at["a"]), Fighter(at["b"]))), "0/3", "0/3")
    assert not at["a"].has("Disguised")


def test_b_state_8_frightened_stays_away_from_fear_and_fails() -> None:
    at = duel((), {}, {"traits": ["Fear (4)"]}, gap=2.0)
    assert "melee" in offered(at)
    at.game.mark(at["a"], "Frightened", 4)
    assert "melee" not in offered(at)
    assert at.run(fear_test(at.game, at["a"], 4, at["b"])) is False


def test_b_tr_53_a_steadfast_model_attacks_fear_all_the_same() -> None:
    at = duel((2, 3, 3, 3, 3, 3), {"traits": ["Steadfast"]}, {"traits": ["Fear (4)"]}, gap=2.0)
    act(at, "a", "melee", near(at), "0/3", "0/2")
    assert at["a"].has("Frightened")
    assert at.told("ExchangeBegan")
    at["a"].counters, at["a"].x = 2, 4.0
    assert "melee" in offered(at)


@pytest.mark.parametrize(("action", "answers", "counters"), [("melee", (), 1), ("charge", (), 1)])
def test_b_fear_2_a_failed_test_costs_one_counter_only(action: str, answers: tuple[Any, ...], counters: int) -> None:
    at = duel((3,), {}, {"traits": ["Fear (4)"]}, gap=2.0)
    act(at, "a", action, *answers)
    assert (at["a"].counters, at["a"].has("Frightened"), at["a"].x) == (counters, False, 5.0)
    at.dice_left()


def test_b_fear_3_a_model_with_fear_frightens_whom_it_comes_to_not_whom_it_touches() -> None:
    at = duel((3, 3, 3, 3, 3, 3), {"traits": ["Fear (4)"]}, {}, gap=2.0)
    act(at, "a", "melee", near(at), "0/2", "0/3")
    assert at["b"].has("Frightened")
    at = duel((3, 3, 3, 3, 3, 3), {"traits": ["Fear (4)"]}, {})
    act(at, "a", "melee", "0/3", "0/3")
    assert not at["b"].has("Frightened")


def test_b_state_9_held_may_disengage_and_is_let_go_when_the_holder_is_gone() -> None:
    at = duel((), {}, {})
    hold(at.game, at["b"], at["a"])
    assert offered(at) == {"disengage"}
    release(at.game)
    assert at["a"].has("Held")
    at["b"].x = 15.0
    release(at.game)
    assert not at["a"].has("Held")
    assert at["a"].effects == []


def test_b_state_9_held_is_let_go_when_the_holder_fights_another() -> None:
    south = warband(card("A"), card("C"), faction="South")
    at = moment((3,) * 6, south=south, north=warband(card("B"), faction="North"))
    b = at.put("b", 12.0, 12.0)
    a, c = at.put("a", 12.0 + 2 * b.radius, 12.0), at.put("c", 12.0 - 2 * b.radius, 12.0)
    hold(at.game, b, a)
    at.run(exchange(at.game, Bout(Fighter(c), Fighter(b))), "0/2", "0/3")
    assert not a.has("Held")


def test_b_state_9_a_disengage_that_succeeds_ends_the_hold() -> None:
    at = duel((2, 6, 6, 3, 2), {}, {"melee": 2})
    hold(at.game, at["b"], at["a"])
    act(at, "a", "disengage", "2/0", "0/2", "stay")
    assert not at["a"].has("Held")


@pytest.mark.parametrize(("dice", "moved"), [((6, 2), True), ((4, 4), False)])
def test_b_state_10_immobilised_tests_its_size(dice: tuple[int, ...], moved: bool) -> None:
    at = duel(dice, {}, {}, gap=9.0)
    at.game.mark(at["a"], "Immobilised", 0, 0)
    act(at, "a", "walk", *([[3.0, 12.0, 0]] if moved else []))
    assert (at["a"].x == 3.0, at["a"].has("Immobilised"), at["a"].counters) == (moved, not moved, 1)
    at.dice_left()


@pytest.mark.parametrize("state", ["Immobilised", "Prone"])
def test_b_state_10_and_b_act_30_enemies_act_as_if_not_in_contact(state: str) -> None:
    at = duel((), {}, {})
    at.game.mark(at["b"], state, 0)
    assert {"walk", "run"} <= offered(at)
    act(at, "a", "walk", [2.0, 12.0, 0])
    assert at["a"].x == 2.0


def test_b_state_11_only_impetuous_models_may_be_picked() -> None:
    at = moment((), south=warband(card("A"), card("C"), faction="South"))
    at.put("a", 5, 5)
    at.put("c", 9, 5)
    at.game.mark(at["c"], "Impetuous", 0)
    assert {option.key.split()[0] for option in declaration(at.game, "south").options} == {"south.c"}


def test_b_state_14_prone_only_stands_up() -> None:
    at = duel((), {}, {}, gap=6.0)
    at.game.mark(at["a"], "Prone", 0)
    assert offered(at) == {"stand-up"}
