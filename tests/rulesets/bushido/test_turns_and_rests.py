"""The phases of a turn, what is done without moving, and what leaders give, each at both sides of its limits."""

from __future__ import annotations

import dataclasses
import inspect
from functools import partial
from itertools import product
from random import Random
from typing import Any

import pytest
import shapely

from game.engine.core.decisions import Choose, Option, Pick
from game.engine.core.events import Event
from game.engine.rulebook.laying import Laid
from game.refusal import Refusal
from game.rulesets.bushido.rules import events, feats
from game.rulesets.bushido.rules.actions import REGISTRY as ACTIONS
from game.rulesets.bushido.rules.actions.leading import Channel, Command, can_be_healed
from game.rulesets.bushido.rules.actions.resting import StandUp
from game.rulesets.bushido.rules.dice.results import Result, Scale, beats, compensated
from game.rulesets.bushido.rules.dice.tests import challenge, fear_test, nominate, tactical_test
from game.rulesets.bushido.rules.ki import boost_price, cost
from game.rulesets.bushido.rules.melee.bout import Bout, Fighter, Shot
from game.rulesets.bushido.rules.melee.damage import kept, marked, wounds_of
from game.rulesets.bushido.rules.melee.exchange import exchange
from game.rulesets.bushido.rules.moving.finding import _passes
from game.rulesets.bushido.rules.picking import not_own, only_enemies, only_friends
from game.rulesets.bushido.rules.setup_phase.deployment import arrivals, put
from game.rulesets.bushido.rules.setup_phase.terrain import ENOUGH, good_answer
from game.rulesets.bushido.rules.shooting.attack import shoot
from game.rulesets.bushido.rules.turn.main import (
    death_sentence,
    declaration,
    ending_phase,
    length_die,
    main_phase,
    pass_tokens,
    passing,
    pickable,
    picking,
    suffer,
    variable_turns,
)
from tests.rulesets.bushido.bushido_kit import BLADE, HALF, Moment, N, S, act, card, duel, moment, piece, warband, why

# -- dice


@pytest.mark.parametrize("faces", [each for count in range(5) for each in product((1, 2, 4, 6), repeat=count)][::3])
def test_b_test_1_to_3_what_dice_are_worth(faces: tuple[int, ...]) -> None:
    left = sorted((face for face in faces if face > 1), reverse=True)
    for modifier in (-1, 0, 2):
        expected = Result(left[0] + min(2, len(left) - 1) + modifier, len(left)) if left else Result(0, 0)
        assert Scale(modifier).result(faces) == expected
    kept_ones = Scale(keeps_ones=True).result(faces)
    assert kept_ones == (Result(max(faces) + min(2, len(faces) - 1), len(faces)) if faces else Result(0, 0))
    for dice in range(5):
        remaining = sorted(faces)[: max(0, len(faces) - dice)]
        assert Scale(keeps_ones=True, taken=dice).counting(faces) == remaining[::-1]


def test_b_test_4_pools_are_raised_together_until_both_have_a_die() -> None:
    for one, other in product(range(-4, 5), repeat=2):
        missing = next(more for more in range(9) if one + more >= 1 and other + more >= 1)
        assert compensated(one, other) == (one + missing, other + missing)


def test_b_test_10_the_higher_result_then_more_dice_then_the_active_player() -> None:
    cases = [Result(value, counted) for value in (3, 4) for counted in (1, 2)]
    for one, other, active in product(cases, cases, (True, False)):
        assert beats(one, other, one_is_active=active) is ((*one, active) > (*other, not active))


def test_b_dmg_2_to_5_the_wound_table_and_the_dice_that_count() -> None:
    shift = {2: -3, 3: -2, 4: -1, 5: -1, 6: 0, 7: 0, 8: 0, 9: 1, 10: 1, 11: 2, 12: 3}
    for roll, level in product(range(-3, 18), range(-2, 14)):
        row, column = min(12, max(2, roll)), min(10, max(0, level))
        assert wounds_of(roll, level) == max(0, column + shift[row])
    assert [sorted(kept((4, 6, 2), each)) for each in ("strong", "weak", "any")] == [[4, 6], [2, 4], [4, 6]]
    assert kept((5, 1), "plain") == (5, 1)
    for wounds, halved, tough, durable in product(range(9), (True, False), (-1, 0, 1, 3), (True, False)):
        left = (wounds // 2 if halved else wounds) - tough
        expected = max(0, 1 if durable and left > 1 else left)
        assert marked(wounds, halved=halved, tough=tough, durable=durable) == expected


@pytest.mark.parametrize(
    ("dice", "faces", "number", "modifier", "passed"),
    [
        (2, (5, 2), 6, 0, True),
        (2, (5, 2), 7, 0, False),
        (2, (5, 2), 7, 1, True),
        (1, (1,), 0, 0, True),
        (1, (1,), 1, 5, False),
        (0, (4,), 4, 0, True),
        (-2, (3,), 4, 0, False),
    ],
)
def test_b_test_11_a_challenge(dice: int, faces: tuple[int, ...], number: int, modifier: int, passed: bool) -> None:
    at = duel(faces, {}, {}, gap=3.0)
    assert at.run(challenge(at.game, at["a"], "ki", dice, number, modifier, at["b"], "Fear")) is passed
    [told] = at.told("Tested")
    assert (told.success, told.number, told.target, told.cause) == (passed, number, "north.b", "Fear")
    at.dice_left()


YES, NO = 5, 2
"""Faces that pass and fail a fear test against 4."""


@pytest.mark.parametrize(
    ("own", "cause", "dice", "passed"),
    [
        ([], [], (YES,), True),
        ([], [], (NO,), False),
        (["Bravery"], [], (YES,), True),
        (["Bravery"], [], (NO, YES), True),
        (["Bravery"], [], (NO, NO), False),
        (["Cowardly"], [], (NO,), False),
        (["Cowardly"], [], (YES, YES), True),
        (["Cowardly"], [], (YES, NO), False),
        (["Bravery", "Cowardly"], [], (NO,), False),
        (["Bravery", "Cowardly"], [], (YES,), True),
        ([], ["Terror"], (YES, NO), False),
        ([], ["Terror"], (YES, YES), True),
        (["Bravery"], ["Terror"], (YES,), True),
        (["Cowardly"], ["Terror"], (YES, YES, NO), False),
        (["Cowardly"], ["Terror"], (YES, NO), False),
        (["Fear (4)"], [], (), True),
        (["Fear (4)"], ["Dread (1)"], (YES,), True),
        (["Fear (3)"], [], (NO,), False),
        (["Fearless"], ["Dread (1)", "Terror"], (), True),
        (["Soulless"], ["Terror"], (), True),
    ],
)
def test_b_fear_1_b_tr_9_16_21_22_74_and_75_every_second_try(
    own: list[str], cause: list[str], dice: tuple[int, ...], passed: bool
) -> None:
    at = duel(dice, {"traits": own}, {"traits": cause}, gap=2.0)
    assert at.run(fear_test(at.game, at["a"], 4, at["b"])) is passed
    at.dice_left()


@pytest.mark.parametrize(("step", "dice"), [("main", ()), ("activation", ()), ("starting", (YES,)), ("ending", (YES,))])
def test_b_state_8_who_is_frightened_fails_in_the_main_phase_only(step: Any, dice: tuple[int, ...]) -> None:
    at = duel(dice, {}, {}, gap=2.0)
    at.game.mark(at["a"], "Frightened", 4)
    at.game.state.step = step
    assert at.run(fear_test(at.game, at["a"], 4, at["b"])) is bool(dice)


@pytest.mark.parametrize(
    ("dice", "bonus", "winner"),
    [
        ((5, 4), (0, 0), S),
        ((4, 5), (0, 0), N),
        ((4, 5), (2, 0), S),
        ((1, 2), (9, 0), N),
        ((4, 4, 2, 3), (0, 0), N),
        ((1, 1, 6, 2), (3, 3), S),
    ],
)
def test_b_test_20_the_tactical_test_is_repeated_until_it_is_decided(
    dice: tuple[int, ...], bonus: tuple[int, int], winner: str
) -> None:
    at = duel(dice, {}, {}, gap=3.0)
    assert at.run(tactical_test(at.game, (at["a"], at["b"]), bonus)) == winner
    [told] = at.told("Opposed")
    assert told.winner == (0 if winner == S else 1)
    assert told.level == abs(told.results[0] - told.results[1])
    at.dice_left()


# -- Ki


@pytest.mark.parametrize(
    ("ki", "step", "state", "price"),
    [
        (2, "main", "", 2),
        (1, "main", "", None),
        (2, "starting", "", None),
        (2, "ending", "", None),
        (2, "main", "Controlled", None),
        (2, "setup", "", 2),
    ],
)
def test_b_ki_20_when_a_boost_is_sold(ki: int, step: Any, state: str, price: int | None) -> None:
    at = duel((), {}, {}, gap=3.0)
    at["a"].ki, at.game.state.step = ki, step
    if state:
        at["a"].markers[state] = [0]
    assert boost_price(at.game, at["a"], "melee") == price
    assert boost_price(at.game, at["a"], "move") is None  # no boost is printed
    assert [boost_price(at.game, at["a"], "melee", total) for total in (5, 6)] == [price, None]
    at.game.surprised = at["a"].id
    assert boost_price(at.game, at["a"], "melee") is None


@pytest.mark.parametrize(("values", "ki", "price"), [((), 2, 2), ((1,), 2, 3), ((1, 2), 2, 4), ((2,), 0, 0)])
def test_b_ki_1_and_b_tr_84_the_highest_disturbance_counts_and_free_stays_free(
    values: tuple[int, ...], ki: int, price: int
) -> None:
    foes = [card(f"B{number}", traits=[f"Disturb Flow ({value}/6)"]) for number, value in enumerate(values)]
    at = moment((), warband(card("A"), faction="S"), warband(card("Plain"), *foes, faction="N"))
    a = at.put("a", 5.0, 12.0)
    for number in range(len(values)):
        at.put(f"b{number}", 8.0, 6.0 + 4 * number)
    assert cost(at.game, a, ki) == price


# -- the Starting Phase


@pytest.mark.parametrize(("south", "north", "tokens"), [(2, 2, (0, 0)), (3, 1, (0, 2)), (1, 3, (2, 0)), (0, 3, (3, 0))])
def test_b_start_6_the_smaller_side_gets_a_token_for_each_model_it_lacks(
    south: int, north: int, tokens: tuple[int, int]
) -> None:
    bands = [warband(*(card(f"{side}{n}") for n in range(4)), faction=side) for side in "PQ"]
    at = moment((), bands[0], bands[1])
    for name, count in (("p", south), ("q", north)):
        for number in range(4):
            at.put(f"{name}{number}", 2.0 + 3 * number, 3.0 if name == "p" else 20.0)
            if number >= count:
                at[f"{name}{number}"].place = "killed"
    if south:
        at["p0"].place = "elsewhere"  # in play all the same
    at.game.state.passes = {S: 9, N: 9}
    pass_tokens(at.game)
    assert at.game.state.passes == dict(zip((S, N), tokens))
    assert [(each.player, each.tokens) for each in at.told("PassTokens")] == [
        (player, count) for player, count in zip((S, N), tokens) if count
    ]


@pytest.mark.parametrize(
    ("turn", "face", "last"), [(3, 0, False), (4, 3, False), (4, 4, True), (6, 3, False), (6, 6, True), (7, 0, True)]
)
def test_b_start_1_the_die_for_the_length_of_the_game(turn: int, face: int, last: bool) -> None:
    game = moment((face,) if face else (), length="variable", turns=4).game
    game.state.turn = turn
    variable_turns(game, length_die(game))
    assert game.state.last_turn is last
    assert [event.face for event in game.events if event.kind == "LastTurn"] == ([face] if last else [])  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("markers", "ki", "answers", "left"),
    [
        (2, 6, ["pay", "pay"], (0, 0)),
        (2, 5, ["pay"], (1, 2)),
        (1, 3, ["keep"], (1, 3)),
        (1, 2, [], (1, 2)),
        (2, 6, ["pay", "keep"], (1, 3)),
        (0, 6, [], (0, 6)),
    ],
)
def test_b_state_5_three_ki_lift_a_death_sentence(
    markers: int, ki: int, answers: list[str], left: tuple[int, int]
) -> None:
    at = duel((), {}, {}, gap=3.0)
    at["a"].ki = ki
    if markers:
        at.game.mark(at["a"], "Death Sentence", *[0] * markers)
    at.run(death_sentence(at.game, at["a"]), *answers)
    assert (len(at["a"].markers.get("Death Sentence", [])), at["a"].ki) == left


def test_b_test_20_only_models_that_roll_differently_are_asked_about() -> None:
    at = moment((), warband(card("A"), card("B"), card("C", traits=["Tactician (1)"]), faction="S"))
    for number, name in enumerate("abc"):
        at.put(name, 3.0 + 3 * number, 3.0)
    at["c"].place = "killed"
    assert at.run(nominate(at.game, S)) is at["a"]
    at["c"].place = "elsewhere"
    assert at.run(nominate(at.game, S), ["south.c"]) is at["c"]


# -- the Main Phase


def test_b_main_3d_and_b_act_4_who_may_be_picked_and_why_others_may_not() -> None:
    south = warband(card("A"), card("B"), card("C"), card("Gone"), faction="S")
    at = moment((), south, warband(card("Foe"), faction="N"))
    for number, name in enumerate("abc"):
        at.put(name, 3.0 + 3 * number, 3.0)
    at.put("foe", 20.0, 20.0)
    at["c"].counters = 0
    assert [each.id for each in pickable(at.game, S)] == ["south.a", "south.b"]
    assert [bool(pickable(at.game, player)) for player in (S, N)] == [True, True]
    question = picking(at.game, S, pickable(at.game, S))
    assert isinstance(question, Pick)
    assert question.excluded is not None
    refusals = {name: question.excluded(name) for name in ("south.c", "south.gone", "north.foe")}
    assert {name: each and each.rule for name, each in refusals.items()} == {
        "south.c": "B-ACT-4",
        "south.gone": "B-GEN-9",
        "north.foe": "B-GEN-8",
    }
    at.game.mark(at["b"], "Impetuous", 0)
    hasty = picking(at.game, S, pickable(at.game, S))
    assert hasty.candidates == ("south.b",)
    assert hasty.excluded is not None
    reason = hasty.excluded("south.a")
    assert reason is not None
    assert (reason.rule, "B" in reason.text) == ("B-MAIN-3", True)
    at["b"].counters = 0
    assert [each.id for each in pickable(at.game, S)] == ["south.a"]


def test_b_main_6_and_7_the_turn_goes_round_until_neither_pickable() -> None:
    at = duel((), {}, {}, gap=6.0)
    state = at.game.state
    found = []
    for a, b, active in ((2, 2, S), (0, 1, S), (1, 0, N), (0, 0, S), (0, 0, N)):
        at["a"].counters, at["b"].counters, state.active_player, state.step = a, b, active, "main"
        at.run(main_phase(at.game))
        found.append((state.step, state.active_player))
    assert found[:3] == [("activation", S), ("activation", N), ("activation", S)]
    assert [step for step, _player in found[3:]] == ["ending", "ending"]


def test_b_main_3_pass_tokens_and_models_that_can_do_nothing() -> None:
    at = duel((), {}, {}, gap=6.0)
    at.game.state.passes = {S: 1, N: 0}
    assert [len(passing(at.game, player)) for player in (S, N)] == [1, 0]
    question = declaration(at.game, S)
    assert isinstance(question, Choose)
    keys = [option.key for option in question.options]
    assert "pass-token" in keys
    assert "south.a nothing" not in keys
    assert not any(option.key.endswith("nothing") for option, _reason in question.refusals())
    assert "pass-token" not in [option.key for option in declaration(at.game, S, [at["a"]], begun=True).options]
    at.game.mark(at["a"], "Held", 0)
    at["b"].place = "killed"
    keys = [option.key for option in declaration(at.game, S, [at["a"]]).options]
    assert keys == ["south.a nothing", "pass-token"]


# -- the End Phase


@pytest.mark.parametrize(
    ("state", "values", "traits", "marked_boxes", "left"),
    [
        ("Poisoned", [1], [], 1, 0),
        ("Poisoned", [1, 2], [], 2, 1),
        ("Poisoned", [3, 1, 2], [], 3, 2),
        ("Poisoned", [1, 1, 1, 1], [], 2, 2),
        ("Poisoned", [3, 1, 2, 1], ["Tough (1)"], 3, 2),
        ("On Fire", [3, 1, 2, 1], ["Tough (1)"], 5, 2),
        ("Bleeding", [3], ["Tough (-1)"], 4, 0),
        ("Poisoned", [3, 3, 3, 3], ["Durable"], 2, 2),
        ("On Fire", [3], ["Durable"], 1, 0),
        ("Bleeding", [1], ["Tough (4)"], 0, 0),
    ],
)
def test_b_end_2_the_strongest_marker_first_until_two_are_left(
    state: str, values: list[int], traits: list[str], marked_boxes: int, left: int
) -> None:
    at = duel((), {"traits": traits, "wounds": 9}, {}, gap=3.0)
    at.game.mark(at["a"], state, *values)
    suffer(at.game, at["a"], state)
    assert (at["a"].wounds, len(at["a"].markers.get(state, []))) == (marked_boxes, left)


def test_b_end_3_and_5_flags_and_tokens_go_with_the_turn() -> None:
    at = duel((), {}, {}, gap=6.0)
    at["a"].ran, at["a"].shots, at["a"].ki = True, 2, 3
    at.game.state.passes, at.game.state.step = {S: 2, N: 1}, "ending"
    at.run(ending_phase(at.game))
    assert (at["a"].ran, at["a"].shots, at["a"].ki) == (False, 0, 3)
    assert (at.game.state.passes, at.game.state.step) == ({S: 0, N: 0}, "starting")


# -- what is done without moving


CRATE = piece("crate", 8.0, 11.0, 2.0, 2.0, passage="impassable", destructible=True)


@pytest.mark.parametrize(
    ("ki", "x", "state", "zone", "offered"),
    [
        (2, 8.0 - HALF, "", False, True),
        (1, 8.0 - HALF, "", False, False),
        (2, 8.0 - HALF - 0.002, "", False, False),
        (2, 8.0 - HALF, "Controlled", False, False),
    ],
)
def test_b_act_18_and_b_terr_9_what_a_wait_destroys(ki: int, x: float, state: str, zone: bool, offered: bool) -> None:
    del zone
    at = moment((), warband(card("A"), faction="S"), warband(card("B"), faction="N"), terrain=[CRATE])
    at.put("a", round(x, 4), 12.0, ki=ki, markers={state: [0, 0]} if state else {})
    at.put("b", 20.0, 20.0)
    act(at, "a", "wait", *(["destroy crate"] if offered else []))
    assert at.game.state.destroyed == (["crate"] if offered else [])
    assert at["a"].ki == (0 if offered else ki)


@pytest.mark.parametrize(
    ("answer", "left"),
    [
        ("Stunned", {"Immobilised": 3, "Reloading": 3, "On Fire": 3}),
        ("Immobilised", {"Stunned": 3, "Reloading": 3, "On Fire": 3}),
        ("Reloading", {"Stunned": 3, "Immobilised": 3, "Reloading": 2, "On Fire": 3}),
        ("On Fire south.a", {"Stunned": 3, "Immobilised": 3, "Reloading": 3, "On Fire": 1}),
        ("nothing", {"Stunned": 3, "Immobilised": 3, "Reloading": 3, "On Fire": 3}),
    ],
)
def test_b_act_18_a_wait_takes_all_of_one_state_one_reloading_or_two_flames(answer: str, left: dict[str, int]) -> None:
    at = duel((), {}, {}, gap=6.0)
    for state in ("Stunned", "Immobilised", "Reloading", "On Fire"):
        at.game.mark(at["a"], state, 1, 1, 1)
    act(at, "a", "wait", answer)
    assert {state: len(values) for state, values in at["a"].markers.items()} == left


@pytest.mark.parametrize(("gap", "reached"), [(0.0009, True), (0.002, False)])
def test_b_act_18_a_wait_puts_out_a_friend_in_contact(gap: float, reached: bool) -> None:
    at = moment((), warband(card("A"), card("C"), faction="S"), warband(card("B"), faction="N"))
    at.put("a", 5.0, 12.0)
    c = at.put("c", 5.0 + 2 * HALF + gap, 12.0)
    at.put("b", 20.0, 20.0)
    at.game.mark(c, "On Fire", 1, 2, 3)
    act(at, "a", "wait", *(["On Fire south.c"] if reached else []))
    assert c.markers["On Fire"] == ([1] if reached else [1, 2, 3])


@pytest.mark.parametrize(
    ("beside", "down", "asked", "none"),
    [(0, 0, False, False), (1, 0, False, False), (2, 0, True, False), (1, 1, True, True), (2, 1, True, False)],
)
def test_b_act_17_whom_who_stands_up_fights(beside: int, down: int, asked: bool, none: bool) -> None:
    at = moment((), warband(card("A"), faction="S"), warband(card("B1"), card("B2"), faction="N"))
    a = at.put("a", 10.0, 12.0)
    for number in range(1, beside + 1):
        foe = at.put(f"b{number}", 10.0 + (2 * number - 3) * 2 * HALF, 12.0)
        if number <= down:
            at.game.mark(foe, "Prone", 0)
    action = ACTIONS["stand-up"]
    assert isinstance(action, StandUp)
    found = at.run(action.choose(at.game, a), *([["north.b1"]] if asked else []))
    assert found is (at["b1"] if beside else None)
    if asked:
        assert at.asked[0].allows([]) is none
    assert why(at, "a", "stand-up") == "B-ACT-17"


# -- leaders


def leader(*traits: str, men: int = 3, **changes: Any) -> Moment:
    """Return a leader of Ogres with some men 3 inches off, each with two counters."""
    cards = [card(f"M{number}", types=["Ogre"], **changes) for number in range(1, men + 1)]
    south = warband(card("Lead", traits=list(traits)), *cards, card("Boy"), faction="South")
    at = moment((), south=south, north=warband(card("Foe"), faction="North"))
    at.put("lead", 10.0, 12.0, ki=5)
    for number in range(1, men + 1):
        at.put(f"m{number}", 10.0 + 2 * HALF + 3.0, 12.0 + 2 * (number - 1), facing=0)
    at.put("boy", 10.0, 14.0)
    at.put("foe", 22.0, 22.0, facing=0)
    return at


@pytest.mark.parametrize(("inches", "found"), [(3, True), (2, False)])
@pytest.mark.parametrize("trait", ["Command", "Order"])
def test_b_tr_14_and_37_leaders_reach_their_kind_within_their_inches(trait: str, inches: int, found: bool) -> None:
    at = leader(f"{trait} [Ogre] (2/{inches})", men=1)
    refusal = ACTIONS[trait.lower()].why_not(at.game, at["lead"])
    assert (refusal is None) is found
    if refusal is not None:
        assert refusal.rule == {"Command": "B-TR-14", "Order": "B-TR-37"}[trait]


@pytest.mark.parametrize(("most", "picked"), [(1, ["south.m2"]), (2, ["south.m1", "south.m3"]), (3, None), (4, None)])
def test_b_tr_37_an_order_gives_a_counter_to_as_many_as_it_says(most: int, picked: list[str] | None) -> None:
    at = leader(f"Order [Ogre] ({most}/9)")
    act(at, "lead", "order", *([picked] if picked else []))
    ordered = picked or ["south.m1", "south.m2", "south.m3"]
    assert {each.id: each.counters for each in at.game.of(S) if each.id != "south.lead"} == {
        name: 2 + (name in ordered) for name in ("south.m1", "south.m2", "south.m3", "south.boy")
    }
    assert at["lead"].counters == 0
    if picked:
        assert [at.asked[0].allows(each) for each in ([], ["south.boy"])] == [False, False]


def test_b_tr_14_a_command_is_for_as_many_as_it_says_once_each_and_may_stop() -> None:
    at = leader("Command [Ogre] (2/9)")
    act(at, "lead", "command", "south.m1 wait", "south.m3 wait")
    assert [at[name].counters for name in ("lead", "m1", "m2", "m3")] == [1, 1, 2, 1]
    first, second = ([option.key for option in each.options] for each in at.asked)  # type: ignore[attr-defined]
    assert "stop" not in first
    assert "stop" in second
    assert not any(key.startswith("south.m1 ") for key in second)
    assert all(not key.endswith((" charge", " focus", " command")) for key in first)
    at = leader("Command [Ogre] (3/9)")
    act(at, "lead", "command", "south.m1 wait", "stop")
    assert [at[name].counters for name in ("lead", "m1", "m2")] == [1, 1, 2]
    command = ACTIONS["command"]
    assert isinstance(command, Command)
    at["m2"].counters = 0
    refused = {option.key: reason.rule for option, reason in command.refused(at.game, at["lead"], {"south.m1"})}
    assert refused == {"south.m1": "B-TR-14", "south.m2": "B-TR-14", "south.boy": "B-TR-14"}


@pytest.mark.parametrize(
    ("answers", "lead", "men"),
    [
        (["south.m1", "south.m1"], 3, (2, 0, 0)),
        (["south.m1", "south.m2"], 3, (1, 1, 0)),
        (["south.m2", "stop"], 4, (0, 1, 0)),
    ],
)
def test_b_tr_12_channel_hands_out_one_token_at_a_time(answers: list[str], lead: int, men: tuple[int, ...]) -> None:
    at = leader("Channel (2/9)")
    act(at, "lead", "channel", *answers)
    assert (at["lead"].ki, tuple(at[f"m{number}"].ki for number in (1, 2, 3))) == (lead, men)
    assert at["lead"].counters == 2
    assert why(at, "lead", "channel") == "B-TR-12"
    at.game.expire("turn")
    assert why(at, "lead", "channel") == ""


def test_b_tr_12_and_b_stat_2_who_is_full_or_too_far_off_receives_nothing() -> None:
    at = leader("Channel (2/3)", ki={"value": 1, "max": 2})
    channel = ACTIONS["channel"]
    assert isinstance(channel, Channel)
    at["m1"].ki = 2
    assert [each.id for each in channel.receivers(at.game, at["lead"])] == ["south.boy"] + ["south.m2"] * (
        at.game.apart(at["lead"], at["m2"]) <= 3.0
    )
    reasons = channel.friends_refused(at.game, at["lead"], partial(channel.why_not_receive, at.game, at["lead"]))
    refused = {option.key for option, _reason in reasons}
    assert refused == {"south.m1", "south.m2", "south.m3"}
    at["lead"].ki = 0
    assert channel.receivers(at.game, at["lead"]) == []
    assert why(at, "lead", "channel") == "B-TR-12"
    at["lead"].ki, at["lead"].markers = 1, {"Controlled": [0]}
    assert why(at, "lead", "channel") == "B-STATE-4"


@pytest.mark.parametrize(
    ("wounds", "traits", "can"), [(0, [], False), (1, [], True), (5, [], False), (1, ["Soulless"], False)]
)
def test_b_stat_5_and_b_tr_33_who_can_be_healed(wounds: int, traits: list[str], can: bool) -> None:
    at = duel((), {"traits": traits}, {}, gap=3.0)
    at["a"].wounds = wounds
    assert can_be_healed(at.game, at["a"]) is can


@pytest.mark.parametrize(
    ("wounds", "boxes", "cleared", "bleeding"), [(3, 2, 2, False), (1, 2, 1, False), (0, 2, 0, True), (5, 2, 0, True)]
)
def test_b_stat_5_and_b_state_2_healing_clears_no_more_than_is_marked(
    wounds: int, boxes: int, cleared: int, bleeding: bool
) -> None:
    at = duel((), {}, {}, gap=3.0)
    at["a"].wounds, at["a"].markers = wounds, {"Bleeding": [1, 1]}
    assert at.game.heal(at["a"], boxes) == cleared
    assert (at["a"].wounds, at["a"].has("Bleeding")) == (wounds - cleared, bleeding)


# -- who cannot be picked


def test_b_gen_8_and_9_why_a_piece_is_not_ones_own() -> None:
    at = duel((), {}, {}, gap=3.0)
    reason = not_own(at.game, S)
    found = {}
    for place in ("table", "reserve", "elsewhere", "killed", "removed"):
        at["a"].place = place
        refusal = reason("south.a")
        found[place] = getattr(refusal, "text", "")
    assert found == {
        "table": "A is already on the table",
        "reserve": "A is in reserve",
        "elsewhere": "A is Elsewhere",
        "killed": "A is out of the game",
        "removed": "A is out of the game",
    }
    other = reason("north.b")
    assert other is not None
    assert (other.rule, other.text) == ("B-GEN-8", "B fights for North")
    assert reason("idol-1") == Refusal("idol-1 is not a model", "B-GEN-9")


def test_b_gen_8_only_enemies_or_only_friends() -> None:
    at = moment((), warband(card("A"), card("C"), faction="S"), warband(card("B"), faction="N"))
    a, b, c = at["a"], at["b"], at["c"]
    assert [only_enemies(a)(each) is None for each in (a, b, c)] == [False, True, False]
    assert [only_friends(a)(each) is None for each in (a, b, c)] == [False, False, True]


# -- shots


def test_b_rng_7_boosts_of_a_shot_end_with_it_and_it_counts() -> None:
    bow = {"name": "Bow", "kind": "ranged", "bands": [6, 12, 18]}
    one = {"ranged": {"value": 1, "boost": 1}, "weapons": [BLADE, bow], "ki": {"value": 1, "max": 6}}
    at = duel((5, 2, 3, 4), one, {}, gap=3.0)
    at["a"].ki = 2
    at.run(shoot(at.game, Shot(at["a"], "Bow", at["b"])), "south.a/boost")
    assert (at["a"].ki, at["a"].effects, at["a"].shots) == (1, [], 1)
    [rolled] = [event for event in at.told("PoolRolled") if event.purpose == "ranged"]
    assert (rolled.pool.faces, rolled.target, rolled.rule) == ((5, 2), "north.b", "B-RNG-2")
    [tested] = at.told("Tested")
    assert (tested.result, tested.number, tested.success, tested.target) == (6, 4, True, "north.b")
    assert at["b"].wounds == 2  # 7 at success level 2
    at.dice_left()


def test_b_rng_3_a_miss_costs_the_shot_and_nothing_else() -> None:
    bow = {"name": "Bow", "kind": "ranged", "bands": [6, 12, 18], "traits": ["Ammo (2)"]}
    at = duel((3,), {"ranged": {"value": 1}, "weapons": [BLADE, bow]}, {}, gap=3.0)
    at.run(shoot(at.game, Shot(at["a"], "Bow", at["b"])))
    assert (at["b"].wounds, at["a"].shots, at["a"].ammo) == (0, 1, {"Bow": 1})
    assert not at.told("DamageRolled")


def test_b_tr_85_an_arrival_is_told() -> None:
    south = warband(card("Scout", traits=["Flank"]), card("Main"), faction="South")
    at = moment((), south=south, north=warband(card("Foe"), faction="North"), scenario="seikyuu")
    scout = at["scout"]
    scout.place, scout.flank_turn, scout.flank_edge, at.game.state.turn = "elsewhere", 3, "east", 3
    at.run(arrivals(at.game, S), [round(24.0 - HALF, 4), 12.0])
    [told] = at.told("Deployed")
    assert (told.model, told.x, told.y, told.facing, told.rule) == (scout.id, scout.x, 12.0, 18000, "B-TR-85")


def test_what_older_saves_do_not_hold_of_an_event_reads_as_nothing() -> None:
    at = duel((2, 3), {"melee": 1}, {"melee": 1}, gap=0.0)
    at.run(exchange(at.game, Bout(Fighter(at["a"]), Fighter(at["b"]))), "0/1", "0/1")
    assert at.told("Compared")  # events are made of these classes
    kinds = [each for each in vars(events).values() if inspect.isclass(each) and issubclass(each, Event)]
    found = {
        (kind.__name__, field.name): field.default
        for kind in kinds
        for field in dataclasses.fields(kind)
        if field.default is not dataclasses.MISSING and field.name not in ("rule", "audience")
    }
    assert found.pop(("Conceded", "how")) == "concede"
    assert {(type(value), value) for value in found.values()} <= {
        (str, ""),
        (int, 0),
        (bool, False),
        (tuple, ()),
        (float, 0.0),
    }


def test_b_tr_85_two_that_arrive_in_a_turn_do_so_in_any_order() -> None:
    south = warband(card("One", traits=["Flank"]), card("Two", traits=["Flank"]), card("Main"), faction="South")
    at = moment((), south=south, north=warband(card("Foe"), faction="North"), scenario="seikyuu")
    for name in ("one", "two"):
        at[name].place, at[name].flank_turn, at[name].flank_edge = "elsewhere", 2, "west"
    at.game.state.turn = 2
    at.run(arrivals(at.game, S), ["south.two"], [round(HALF, 4), 12.0], [round(HALF, 4), 16.0])
    assert [(at[name].y, at[name].on_table) for name in ("one", "two")] == [(16.0, True), (12.0, True)]


def test_b_ki_11_only_feats_of_those_who_take_part_are_named_with_their_reasons() -> None:
    feat = {"name": "Iron Chant", "timing": "Instant", "ki": 2}
    at = moment(
        (),
        warband(card("A", feats=[feat]), card("C", feats=[feat]), faction="S"),
        warband(card("B", feats=[feat]), faction="N"),
    )
    for number, name in enumerate("abc"):
        at.put(name, 3.0 + 3 * number, 3.0, ki=1)
    for player, among, names in (
        (S, None, {"south.a/Iron Chant", "south.c/Iron Chant"}),
        (S, [at["a"], at["b"]], {"south.a/Iron Chant"}),
        (N, [at["a"], at["b"]], {"north.b/Iron Chant"}),
        (N, [at["a"]], set()),
    ):
        found = feats.refusals(at.game, "pool", player, among)
        assert {option.key for option, _reason in found} == names
        assert feats.has_any(at.game, "damage", player, among) is bool(names)


def test_b_setup_3_a_program_stops_after_nine_pieces() -> None:
    options = (Option("pond", "Pond"), ENOUGH.shown())
    question = Choose(player=S, prompt="?", rule="B-SETUP-3", options=options)
    at = moment(scenario="seikyuu")
    for count, answer in ((0, "pond"), (8, "pond"), (9, "enough"), (12, "enough")):
        at.game.state.laid = [Laid(f"piece-{number}", 1.0, 1.0, 0) for number in range(count)]
        assert good_answer(at.game, question) == answer
    other = Choose(player=S, prompt="?", rule="B-SETUP-5", options=options)
    assert good_answer(at.game, other) is None


def test_only_what_passes_every_base_is_a_quick_way() -> None:
    """Against the distance of every base from every leg; two legs, the second as important as the first."""
    rng = Random(4)
    for _case in range(300):
        points = [(rng.uniform(0, 10), rng.uniform(0, 10)) for _point in range(rng.choice((2, 3)))]
        bases = [(rng.uniform(0, 10), rng.uniform(0, 10), rng.uniform(0.2, 2.0)) for _base in range(3)]
        line = shapely.LineString(points)
        free = all(line.distance(shapely.Point(x, y)) ** 2 >= least for x, y, least in bases)
        assert _passes(points, bases) is free


def test_b_main_3_every_option_of_a_declaration_is_judged_by_its_own_action() -> None:
    at = moment((), warband(card("A", traits=["Heal (1)"]), card("C"), faction="S"), warband(card("B"), faction="N"))
    a, c = at.put("a", 5.0, 12.0), at.put("c", 9.0, 12.0)
    at.put("b", 20.0, 12.0)
    at.game.mark(c, "Prone", 0)
    question = declaration(at.game, S, [a, c])
    offered = {option.key for option in question.options}
    assert {"south.a walk", "south.a run", "south.a wait", "south.a focus", "south.c stand-up"} <= offered
    assert not offered & {"south.a stand-up", "south.c walk", "south.c wait", "south.a heal", "south.a charge"}
    refused = {option.key: reason.rule for option, reason in question.refusals()}
    assert (refused["south.c walk"], refused["south.a heal"], refused["south.a charge"]) == (
        "B-STATE-14",
        "B-TR-25",
        "B-ACT-20",
    )


def test_b_setup_6_who_is_deployed_arrives_without_counters() -> None:
    at = moment(scenario="seikyuu")
    warden = at["bell-warden"]
    warden.counters = 2
    put(at.game, warden, 5.0, 0.5906, 9000)
    assert (warden.place, warden.x, warden.y, warden.facing, warden.counters) == ("table", 5.0, 0.5906, 9000, 0)
    [told] = at.told("Deployed")
    assert (told.model, told.x, told.y, told.facing) == (warden.id, 5.0, 0.5906, 9000)


def test_b_tr_84_who_is_not_on_the_table_disturbs_nobody() -> None:
    at = moment((), warband(card("A"), faction="S"), warband(card("B", traits=["Disturb Flow (2/6)"]), faction="N"))
    a = at.put("a", 5.0, 12.0)
    assert cost(at.game, a, 2) == 2
    at.put("b", 8.0, 12.0)
    assert cost(at.game, a, 2) == 4


def test_b_tr_5_an_assassin_that_stands_up_beside_its_enemy_was_seen() -> None:
    at = duel((6, 5, 3, 4, 3), {"traits": ["Assassin"], "melee": 3}, {"melee": 1, "wounds": 9})
    at["a"].markers["Prone"] = [0]
    act(at, "a", "stand-up", "0/1", "2/0")
    [told] = at.told("DamageRolled")
    assert told.pool.faces == (4, 3)  # two dice, not three of which any two count
    at.dice_left()
