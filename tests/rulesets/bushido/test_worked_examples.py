"""The worked examples of the rulebook, each named after its number (EX-1 to EX-41)."""

from __future__ import annotations

from typing import Any

import pytest

from game.rulesets.bushido.rules.actions import REGISTRY as ACTIONS
from game.rulesets.bushido.rules.actions import carry_out
from game.rulesets.bushido.rules.dice.results import Result, Scale, beats, compensated
from game.rulesets.bushido.rules.dice.tests import challenge, fear_test, opposed_ki, tactical_test
from game.rulesets.bushido.rules.melee.bout import Bout, Fighter
from game.rulesets.bushido.rules.melee.damage import Blow, marked, strike, wounds_of
from game.rulesets.bushido.rules.melee.exchange import exchange
from game.rulesets.bushido.rules.melee.pools import pool_of, pools, splits
from game.rulesets.bushido.rules.scenarios import find
from game.rulesets.bushido.rules.turn.main import (
    activation,
    ending_phase,
    generate_ki,
    length_die,
    main_phase,
    pass_tokens,
    pickable,
    play,
    score,
    suffer,
    variable_turns,
)
from game.rulesets.bushido.warbands.traits import SPECIALS
from game.table.path.policy import CONTACT
from tests.rulesets.bushido.bushido_kit import Moment, card, moment, warband

# -- 19.1 the turn


def test_ex_1_pass_tokens() -> None:
    """B-START-6, B-END-5."""
    at = moment()
    for model in at.game.state.models.values():
        model.place = "table"
    pass_tokens(at.game)
    assert at.game.state.passes == {"south": 1, "north": 0}
    for name in ("reed-stalker", "ferry-brute"):
        at[name].place = "killed"
    pass_tokens(at.game)
    assert at.game.state.passes == {"south": 0, "north": 1}


@pytest.mark.parametrize(
    ("name", "before", "blocked", "after"),
    [("bell-warden", 5, 0, 6), ("temple-guard-spear", 1, 0, 2), ("herb-sister", 1, 1, 1)],
)
def test_ex_2_ki(name: str, before: int, blocked: int, after: int) -> None:
    """B-START-2, B-STATE-16, B-STAT-2."""
    at = moment()
    model = at.put(name, 5, 5, ki=before)
    if blocked:
        at.game.mark(model, "Spirit Block", 0)
    generate_ki(at.game)
    assert (model.ki, model.has("Spirit Block")) == (after, False)


@pytest.mark.parametrize(
    ("dice", "winner"),
    [((4, 4, 5), "north"), ((1, 1, 1, 4, 4, 5), "north"), ((1, 1, 2), "south")],
)
def test_ex_3_tactical_test(dice: tuple[int, ...], winner: str) -> None:
    """B-TEST-20, B-TEST-1, B-TEST-10."""
    at = moment(dice)
    chief, archer = at.put("river-bandit-chief", 5, 5), at.put("temple-guard-archer", 15, 15)
    assert at.run(tactical_test(at.game, (chief, archer))) == winner
    at.dice_left()


def test_ex_3_equal_results_and_dice_are_rolled_again() -> None:
    """B-TEST-20, B-TEST-1, B-TEST-10."""
    at = moment((6, 6, 1, 2))
    one, other = at.put("herb-sister", 5, 5), at.put("ferry-brute", 15, 15)
    assert at.run(tactical_test(at.game, (one, other))) == "north"
    at.dice_left()


@pytest.mark.parametrize(
    ("turn", "dice", "last"), [(4, (), False), (5, (3,), False), (6, (4,), True), (6, (2,), False), (7, (), True)]
)
def test_ex_4_variable_turns(turn: int, dice: tuple[int, ...], last: bool) -> None:
    """B-START-1."""
    at = moment(dice, length="variable", turns=5)
    at.game.state.turn = turn
    variable_turns(at.game, length_die(at.game))
    assert at.game.state.last_turn is last
    at.dice_left()


def _alternating(passes: int, *answers: str) -> Moment:
    at = moment(south=warband(card("A"), card("B"), faction="South"), north=warband(card("X"), faction="North"))
    for name, x in (("a", 3.0), ("b", 6.0), ("x", 20.0)):
        at.put(name, x, x, counters=1)
    at.game.state.passes["north"] = passes
    left = list(answers)
    while at.game.state.step != "ending":
        at.run(main_phase(at.game))
        if at.game.state.step == "activation":
            answer = left.pop(0)
            several = len(pickable(at.game, at.game.state.active_player)) > 1 and answer != "pass-token"
            at.run(activation(at.game), *([answer.split(" ")[0]],) * several, answer)
    assert not left
    return at


def test_ex_5_alternation() -> None:
    """B-MAIN-3, B-MAIN-6, B-MAIN-7."""
    at = _alternating(1, "south.a wait", "pass-token", "south.b wait", "north.x wait")
    assert [decision.player for decision in at.asked if decision.kind == "choose"] == ["south", "north"] * 2
    at = _alternating(2, "south.a wait", "pass-token", "south.b wait", "pass-token", "north.x wait")
    assert [decision.player for decision in at.asked][-2:] == ["north", "north"]


def test_ex_6_a_token_without_models_is_no_activation() -> None:
    """B-MAIN-6, B-END-5."""
    at = moment(south=warband(card("C"), faction="South"), north=warband(card("X"), faction="North"))
    at.put("c", 5, 5)
    at.put("x", 20, 20, counters=0)
    at.game.state.passes["north"] = 1
    for _time in range(2):
        at.run(main_phase(at.game))
        at.run(activation(at.game), "south.c wait")
    at.run(main_phase(at.game))
    assert (at.game.state.step, [each.player for each in at.asked]) == ("ending", ["south", "south"])
    at.run(ending_phase(at.game))
    assert at.game.state.passes == {"south": 0, "north": 0}


@pytest.mark.parametrize(("state", "left"), [("On Fire", 1), ("Poisoned", 3)])
def test_ex_7_end_phase_fire(state: str, left: int) -> None:
    """B-END-2, B-STATE-12, B-STATE-13, B-TR-57."""
    at = moment(north=warband(card("Oak", wounds=6, traits=["Tough (1)"])))
    oak = at.put("oak", 5, 5)
    at.game.mark(oak, state, 3, 1, 2, 1)
    suffer(at.game, oak, state)
    assert (at.game.left(oak), oak.markers[state]) == (left, [1, 1])


@pytest.mark.parametrize(("traits", "wounds", "bleeding"), [(["Regenerate (1)"], 1, []), ([], 3, [1])])
def test_ex_8_the_order_of_the_end_phase(traits: list[str], wounds: int, bleeding: list[int]) -> None:
    """B-END-1, B-END-2, B-STATE-2."""
    at = moment(north=warband(card("Elm", traits=traits)))
    elm = at.put("elm", 5, 5, wounds=2)
    at.game.mark(elm, "Bleeding", 1, 1)
    at.put("herb-sister", 15, 15)
    at.run(ending_phase(at.game))
    assert (elm.wounds, elm.markers.get("Bleeding", [])) == (wounds, bleeding)


def test_ex_9_stunned_over_turns() -> None:
    """B-MELEE-4, B-STATE-17, B-END-1."""
    at = moment()
    cutter, sister = at.put("ferry-brute", 5, 5), at.put("herb-sister", 15, 15)
    at.game.mark(cutter, "Stunned", 0, 0)
    bout = Bout(Fighter(cutter, "Mooring Post"), Fighter(sister, "Gathering Stick"))
    pool = []
    for _turn in range(3):
        pool.append(pool_of(at.game, bout, bout.activating))
        at.run(ending_phase(at.game))
    assert pool == [2, 2, 3]


# -- 19.3 tests


@pytest.mark.parametrize(("faces", "found", "passed"), [((5, 3, 1), (6, 2), True), ((1, 1, 1), (0, 0), False)])
def test_ex_15_challenge(faces: tuple[int, ...], found: tuple[int, int], passed: bool) -> None:
    """B-TEST-1, B-TEST-2, B-TEST-3, B-TEST-4, B-TEST-11."""
    at = moment(faces)
    assert at.run(challenge(at.game, at.put("herb-sister", 5, 5), "move", 3, 6)) is passed
    [told] = at.told("Tested")
    assert (told.result, told.number, told.success) == (found[0], 6, passed)
    assert Scale().result(faces) == Result(*found)
    at.dice_left()


def test_ex_15_an_empty_pool_rolls_one_die() -> None:
    """B-TEST-1, B-TEST-2, B-TEST-3, B-TEST-4, B-TEST-11."""
    at = moment((5,))
    assert at.run(challenge(at.game, at.put("herb-sister", 5, 5), "move", 0, 6)) is False
    assert at.told("Tested")[0].result == 5
    at.dice_left()


@pytest.mark.parametrize(
    ("dice", "active", "other", "results", "counted", "won"),
    [((6, 2, 5, 4, 4), 2, 3, (7, 7), (2, 3), False), ((4, 1, 4), 2, 1, (4, 4), (1, 1), True)],
)
def test_ex_16_opposed_ki(
    dice: tuple[int, ...], active: int, other: int, results: tuple[int, int], counted: tuple[int, int], won: bool
) -> None:
    """B-TEST-10, B-KI-8."""
    ki = [{"value": value, "max": 6} for value in (active, other)]
    at = moment(dice, south=warband(card("One", ki=ki[0])), north=warband(card("Two", ki=ki[1])))
    assert at.run(opposed_ki(at.game, at.put("one", 5, 5), at.put("two", 9, 9))) is won
    [told] = at.told("Opposed")
    assert (told.results, told.counted, told.winner, told.level) == (results, counted, 0 if won else 1, 0)
    at.dice_left()


@pytest.mark.parametrize(("face", "warden", "passed"), [(3, False, False), (3, True, True), (1, True, False)])
def test_ex_17_fear(face: int, warden: bool, passed: bool) -> None:
    """B-FEAR-1, B-FEAR-2, B-TR-34, B-TEST-3."""
    at = moment((face,))
    archer = at.put("temple-guard-archer", 5, 5)
    if warden:
        at.put("bell-warden", 8, 5)
    assert at.run(fear_test(at.game, archer, 4)) is passed
    at.dice_left()


@pytest.mark.parametrize(("face", "warden", "fights"), [(3, False, False), (3, True, True), (1, True, False)])
def test_ex_17_who_fails_loses_a_counter_and_is_not_frightened(face: int, warden: bool, fights: bool) -> None:
    """B-FEAR-1, B-FEAR-2."""
    at = moment((face, *((2,) * 5 if fights else ())))
    archer, brute = at.put("temple-guard-archer", 5, 12, ki=0), at.put("ferry-brute", 9, 12, facing=18000, ki=0)
    if warden:
        at.put("bell-warden", 5, 8, ki=0)
    at.game.begin_activation(archer)
    spot = [9 - brute.radius - archer.radius - CONTACT / 2, 12.0]
    answers = [spot, "0/3", "0/2"] if fights else []
    at.run(carry_out(at.game, archer, ACTIONS["melee"]), *answers)
    assert (archer.counters, archer.has("Frightened")) == (1, False)
    assert bool(at.told("ExchangeBegan")) is fights
    at.dice_left()


# -- 19.4 damage of ranged attacks


@pytest.mark.parametrize(("roll", "level", "wounds"), [(11, 0, 2), (7, 1, 1), (8, 2, 2)])
def test_ex_18_to_20_wounds(roll: int, level: int, wounds: int) -> None:
    """B-RNG-3, B-RNG-10, B-DMG-4, B-TEST-11, B-RNG-11, B-TR-39, B-DMG-1."""
    assert wounds_of(roll, level) == wounds


# -- 19.5 melee


def _bout(dice: tuple[int, ...], one: dict[str, Any], other: dict[str, Any]) -> tuple[Moment, Bout]:
    at = moment(
        dice,
        south=warband(card("A", **one), faction="South"),
        north=warband(card("B", **other), faction="North"),
    )
    a = at.put("a", 5.0, 5.0)
    b = at.put("b", 5.0 + 2 * a.radius, 5.0)
    at.game.state.active = a.id
    return at, Bout(Fighter(a), Fighter(b))


def test_ex_22_a_basic_exchange() -> None:
    """B-MELEE-8, B-MELEE-10, B-MELEE-12, B-MELEE-13, B-MELEE-14, B-DMG-4."""
    at, _bout_of = _bout((6, 3, 2, 5, 5, 4, 4, 2, 6, 5), {"wounds": 7, "traits": ["Armour (1)"]}, {})
    at.game.begin_activation(at["a"])
    at.run(carry_out(at.game, at["a"], ACTIONS["melee"]), "2/1", "2/1")
    assert [(each.attack, each.defence, each.level) for each in at.told("Compared")] == [(7, 4, 3), (6, 2, 4)]
    assert [(each.total, each.wounds) for each in at.told("DamageRolled")] == [(6, 3), (10, 5)]
    assert [(at.game.left(at[name]), at[name].counters) for name in "ab"] == [(2, 1), (2, 1)]
    at.dice_left()


def test_ex_23_the_first_strike_kills() -> None:
    """B-MELEE-12, B-MELEE-14."""
    at, _bout_of = _bout((6, 3, 2, 5, 5, 4, 4, 2), {"wounds": 7}, {"wounds": 3})
    at.game.begin_activation(at["a"])
    at.run(carry_out(at.game, at["a"], ACTIONS["melee"]), "2/1", "2/1")
    assert (at["b"].place, len(at.told("Compared")), at["a"].wounds) == ("killed", 1, 0)
    assert at["a"].counters == 1
    at.dice_left()


@pytest.mark.parametrize(
    ("dice", "told", "wounds"),
    [
        ((6, 1, 3, 4, 5, 2, 3, 4), [(6, 6, False, 0), (4, 3, True, 1)], 0),
        ((6, 1, 3, 4, 6, 1, 4, 5, 3, 4), [(6, 6, True, 0), (4, 3, True, 1)], 1),
    ],
)
def test_ex_24_ties(dice: tuple[int, ...], told: list[tuple[int, int, bool, int]], wounds: int) -> None:
    """B-MELEE-10, B-TEST-1: in the first case three of B's dice count against two of A's, in the second two."""
    at, bout = _bout(dice, {}, {})
    at.run(exchange(at.game, bout), "1/2", "2/1")
    assert [(each.attack, each.defence, each.hit, each.level) for each in at.told("Compared")] == told
    assert at["b"].wounds == wounds
    at.dice_left()


def test_ex_25_zero_against_zero() -> None:
    """B-MELEE-8, B-MELEE-10."""
    at, bout = _bout((1, 4, 5, 3, 3, 4), {"melee": 2}, {"melee": 2})
    at.run(exchange(at.game, bout), "2/0", "1/1")
    told = at.told("Compared")
    assert [(each.attack, each.defence, each.hit) for each in told] == [(0, 0, False), (6, 4, True)]
    assert told[1].level == 2


def test_ex_26_pools() -> None:
    """B-MELEE-4, B-TEST-4, B-KI-20."""
    at = moment()
    warden = at.put("bell-warden", 5, 5, counters=0)
    foe, second = (
        at.put("ferry-brute", 5 + warden.radius + 40 / 50.8, 5),
        at.put("reed-stalker", 5, 5 + 2 * warden.radius),
    )
    assert second in at.game.touching(warden)
    bout = Bout(Fighter(warden, "Bell Staff"), Fighter(foe, "Mooring Post"))
    at.game.lend(warden, "Boost [melee] (1)", "exchange")
    assert pool_of(at.game, bout, bout.activating) == 3
    assert compensated(-1, 4) == (1, 6)


@pytest.mark.parametrize(
    ("pool", "specials", "named", "dice"),
    [
        (4, ["Combo Attack (2)"], "Combo Attack", 2),
        (2, ["Combo Attack (2)"], "Combo Attack", None),
        (1, ["Push Attack (0)"], "Push Attack", 1),
        (1, ["Push Attack (1)"], "Push Attack", None),
    ],
)
def test_ex_27_the_cost_of_a_special(pool: int, specials: list[str], named: str, dice: int | None) -> None:
    """B-MELEE-5, B-SPEC-1."""
    blade = {"name": "Blade", "kind": "melee", "specials": specials}
    at, bout = _bout((), {"melee": pool, "weapons": [blade]}, {})
    bout.activating.weapon, bout.activating.pool = "Blade", pool
    found = {each.attack + each.defence for each in splits(at.game, bout, bout.activating) if each.special == named}
    assert found == ({dice} if dice else set())


@pytest.mark.parametrize(
    ("level", "bonus", "dice", "wounds"), [(4, 2, (3, 4, 4, 5, 6, 6), 11), (1, 0, (3, 3, 4, 4), 1)]
)
def test_ex_28_combo(level: int, bonus: int, dice: tuple[int, ...], wounds: int) -> None:
    """B-SPEC-A1, B-ACT-20, B-DMG-4."""
    at, _ignored = _bout(dice, {}, {"wounds": 20})
    done = 0
    for number, each in enumerate(SPECIALS["Combo Attack"].levels(level)):
        done += at.run(strike(at.game, Blow(at["a"], at["b"], "Blade", each, bonus if not number else 0)))
    assert done == wounds
    at.dice_left()


@pytest.mark.parametrize(("defence", "dice", "wounds"), [((6, 5, 2), (4, 5), 2), ((6,), (), 0)])
def test_ex_29_counterstrike(defence: tuple[int, ...], dice: tuple[int, ...], wounds: int) -> None:
    """B-SPEC-D1, B-MELEE-10."""
    blade = {"name": "Blade", "kind": "melee", "specials": ["Counterstrike Defence (1)"]}
    pool = len(defence) + 1
    at, bout = _bout((5, *defence, *dice), {"melee": 1}, {"melee": pool, "weapons": [blade]})
    at.run(exchange(at.game, bout), f"0/{len(defence)} Counterstrike Defence", "1/0")
    assert at["a"].wounds == wounds
    at.dice_left()


def test_ex_30_halving_and_tough() -> None:
    """B-SPEC-A9, B-DMG-5, B-MELEE-12."""
    assert marked(wounds_of(10, 3), halved=True, tough=1) == 1


@pytest.mark.parametrize(
    ("traits", "dice", "wounds"),
    [(["Strong"], (2, 5, 6), 3), (["Weak"], (2, 5, 6), 1), (["Strong", "Weak"], (2, 5), 1)],
)
def test_ex_31_strong_and_weak(traits: list[str], dice: tuple[int, ...], wounds: int) -> None:
    """B-DMG-2, B-DMG-4."""
    at, _ignored = _bout(dice, {"traits": traits}, {})
    assert at.run(strike(at.game, Blow(at["a"], at["b"], "Blade", 1))) == wounds
    at.dice_left()


@pytest.mark.parametrize(
    ("faces", "split", "results", "hit"), [((6,), "0/1", (7, 8), False), ((1, 1), "0/2", (7, 0), True)]
)
def test_ex_32_brutal_and_parry(faces: tuple[int, ...], split: str, results: tuple[int, int], hit: bool) -> None:
    """B-TR-10, B-TR-38, B-TEST-3."""
    dice = (5, 2, *faces, *((2, 2) if hit else ()))
    at, bout = _bout(dice, {"melee": 2, "traits": ["Brutal (1)"]}, {"melee": len(faces), "traits": ["Parry (2)"]})
    at.run(exchange(at.game, bout), split, "2/0")
    [told, *_rest] = at.told("Compared")
    assert (told.attack, told.defence, told.hit) == (*results, hit)
    at.dice_left()


@pytest.mark.parametrize(("traits", "level", "hit"), [(["Unblockable (1)"], 1, True), ([], 2, False)])
def test_ex_33_unblockable(traits: list[str], level: int, hit: bool) -> None:
    """B-TR-58, B-TEST-6."""
    dice = (6, 6, 4, 3, 3, 3) if hit else (6, 6, 4, 3)
    at, bout = _bout(dice, {"melee": 1, "traits": traits}, {"melee": 3})
    at.run(exchange(at.game, bout), "0/3", "1/0")
    [told, *_rest] = at.told("Compared")
    assert (told.hit, told.level) == (hit, level)


def test_ex_34_the_order_of_rerolls() -> None:
    """B-TEST-5, B-TR-18, B-TR-23."""
    at, bout = _bout(
        (6, 2, 3, 4, 5, 2, 2, 1, 3, 4, 6, 6), {"traits": ["Feint (1)"], "wounds": 9}, {"traits": ["Dodge (1)"]}
    )
    at.run(exchange(at.game, bout), "1/2", "2/1", "0", "0")
    first = at.told("Compared")[0]
    assert (first.attack, first.defence, first.hit, first.level) == (3, 2, True, 1)


@pytest.mark.parametrize(
    ("touched", "first"), [(frozenset[str](), "temple-guard-spear"), (frozenset({"x"}), "reed-stalker")]
)
def test_ex_35_initiative(touched: frozenset[str], first: str) -> None:
    """B-MELEE-3."""
    from game.rulesets.bushido.rules.melee.pools import initiative

    at = moment()
    one, spear = at.put("reed-stalker", 5, 5), at.put("temple-guard-spear", 5 + 60 / 50.8, 5)
    bout = Bout(Fighter(one, "Fish Knife"), Fighter(spear, "Long Spear"), touched={spear.id: touched})
    assert initiative(at.game, bout).model is at[first]


def test_ex_36_disengage() -> None:
    """B-ACT-13."""
    at, bout = _bout((), {}, {})
    bout.activating.weapon, bout.activating.pool, bout.disengaging = "Blade", 3, True
    assert [each.key for each in splits(at.game, bout, bout.activating)] == ["1/2", "0/3"]
    assert beats(Result(5, 2), Result(7, 2), one_is_active=False) is False


def test_ex_36_the_defence_holds_and_it_walks_off() -> None:
    """B-ACT-13: 5 against 7; its own attack hurts nobody; then up to Move, out of contact."""
    at, _bout_of = _bout((2, 6, 3, 4, 2, 1, 1), {}, {"melee": 2})
    at["b"].facing = 18000
    at.game.begin_activation(at["a"])
    flow = carry_out(at.game, at["a"], ACTIONS["disengage"])
    at.run(flow, "2/0", "1/2", [1.5, 5.0, 0])
    told = [(each.attacker, each.attack, each.defence, each.hit) for each in at.told("Compared")]
    assert ("north.b", 5, 7, False) in told
    assert (at["a"].x, at["a"].y, at["a"].counters) == (1.5, 5.0, 1)


# -- 19.6 scenarios


def test_ex_39_zones() -> None:
    """B-SCEN-7."""
    from game.rulesets.bushido.rules.scenarios import controller

    north = warband(card("P", rice=9), card("Q", rice=7), card("R", rice=10), card("T", rice=10), faction="North")
    at = moment(south=warband(card("S", rice=17), faction="South"), north=north)
    at.put("s", 12, 12)
    at.put("p", 11.1, 11.1)
    at.put("q", 12.9, 12.9)
    assert controller(at.game, 12, 12, 2.0) == ""
    for name in ("p", "q"):
        at[name].place = "killed"
    at.put("r", 11.1, 11.1)
    at.put("t", 12.9, 12.9)
    assert controller(at.game, 12, 12, 2.0) == "north"
    find("seikyuu").scored(at.game)
    assert at.game.state.points == {"south": 0, "north": 2}


def test_b_end_4c_nothing_is_asked_once_the_third_victory_point_is_given_out() -> None:
    """The scorer of the third has idols to remove, but the game is over (B-SCEN-8)."""
    at = moment(scenario="idols")
    state = at.game.state
    state.objectives = find("idols").objectives(at.game)
    state.objectives["idol-1"].friendly_to = "south"
    at.put("bell-warden", 3, 3)
    at.put("ferry-brute", 20, 20)
    state.turn, state.victory = 4, {"south": 1, "north": 1}
    at.run(score(at.game))
    assert (at.asked, state.victory, state.step) == ([], {"south": 2, "north": 1}, "over")


@pytest.mark.parametrize("step", ["starting", "main", "activation"])
def test_b_end_4c_no_feat_is_asked_for_where_all_three_victory_points_are_given_out(step: Any) -> None:
    """In a position that has it so, say."""
    at = moment(windows="always")
    at.put("bell-warden", 3, 3, ki=6)
    at.put("river-bandit-chief", 20, 20, ki=5)
    at.game.state.step, at.game.state.victory = step, {"south": 2, "north": 1}
    at.run(play(at.game))
    assert at.game.state.result is not None
    assert (at.asked, at.game.state.result.winners) == ([], ["south"])


def test_ex_40_scoring_idols() -> None:
    """B-SCEN-1, B-SCEN-8, B-SCEN-20, B-END-4."""
    at = moment(scenario="idols")
    scenario = find("idols")
    state = at.game.state
    state.objectives = scenario.objectives(at.game)
    at.put("bell-warden", 3, 3)
    at.put("ferry-brute", 20, 20)
    awarded = []
    for held, turn, answers in (("ssn", 2, ["idol-1"]), ("-sn", 4, []), ("--n", 6, ["idol-3"])):
        state.turn, state.last_turn = turn, turn == 6
        for letter, objective in zip(held, state.objectives.values()):
            objective.friendly_to = {"s": "south", "n": "north"}.get(letter, "")
        at.run(score(at.game), *([answer] for answer in answers))
        awarded.append(at.told("VictoryPoint")[-1].player)
    assert awarded == ["south", "", "north"]
    assert [each.player for each in at.asked] == ["north", "south"]
    assert state.victory == {"south": 1, "north": 1}
    assert state.result is not None
    assert {*state.result.winners} == {"south", "north"}


def test_ex_41_seikyuu_is_reset() -> None:
    """B-SCEN-9, B-SCEN-22."""
    at = moment()
    state, scenario = at.game.state, find("seikyuu")
    state.turn, state.points = 2, {"south": 2, "north": 4}
    scenario.starting(at.game)
    assert state.points == {"south": 0, "north": 0}
    state.points["south"] += 2
    at.run(scenario.ending(at.game))
    assert state.victory == {"south": 1, "north": 0}


def test_pools_of_both_are_raised_together() -> None:
    at, bout = _bout((), {"melee": 2}, {"melee": 4})
    at["a"].counters = 0
    for state in ("Prone", "Stunned"):
        at.game.mark(at["a"], state, 0)
    assert pools(at.game, bout) == (1, 6)
