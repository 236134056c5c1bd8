"""Numbers with everything they are made of, and the reason of whatever is not allowed (B-RNG-10, B-GEN-7, B-ACT)."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.core.decisions import Choose, Pick
from game.engine.routes import routes_to_place
from game.rulesets.bushido.rules.actions import REGISTRY as ACTIONS
from game.rulesets.bushido.rules.actions import carry_out
from game.rulesets.bushido.rules.actions.feats import _UseFeat
from game.rulesets.bushido.rules.actions.fighting import (
    Disengage,
    Melee,
    targets,
    way_to,
    why_no_enemy,
    why_out_of_reach,
)
from game.rulesets.bushido.rules.actions.shooting import aimed
from game.rulesets.bushido.rules.melee.bout import Shot
from game.rulesets.bushido.rules.moving.bodyguard import fits, guards
from game.rulesets.bushido.rules.moving.forced import ThrowRegion
from game.rulesets.bushido.rules.moving.sight import unseen
from game.rulesets.bushido.rules.shooting.attack import friend_at_risk, interceptors, specials, spend, why_not_loaded
from game.rulesets.bushido.rules.shooting.numbers import band, dice, number, parts
from game.rulesets.bushido.view.meetings import facing_enemies
from game.rulesets.bushido.view.questions import reachers
from game.table.lattice import position
from game.table.path.path import Path
from game.table.path.policy import CONTACT
from game.table.placing.places import is_legal
from tests.rulesets.bushido.bushido_kit import (
    BLADE,
    BOW,
    HALF,
    Moment,
    act,
    card,
    duel,
    moment,
    piece,
    skirmish_session,
    warband,
)

ARCHER: dict[str, Any] = {"ranged": {"value": 2, "boost": 1}, "weapons": [BLADE, BOW]}


def shot(gap: float = 5.0, one: dict[str, Any] | None = None, **other: Any) -> Moment:
    """A with a bow of 6, 12 and 18 inches, and B."""
    return duel((), {**ARCHER, **(one or {})}, other, gap=gap)


@pytest.mark.parametrize(
    ("gap", "found"),
    [
        (0.0, ("short", 4)),
        (6.0, ("short", 4)),
        (6.0009, ("short", 4)),
        (6.002, ("medium", 5)),
        (12.0009, ("medium", 5)),
        (12.002, ("long", 6)),
        (17.4, ("long", 6)),
    ],
)
def test_b_rng_1_and_b_rng_10_the_bands_end_at_their_inches(gap: float, found: tuple[str, int]) -> None:
    at = shot(gap)
    assert band(at.game, at["a"], "Bow", at["b"]) == found


def test_b_rng_1_beyond_the_longest_band_nothing_is_in_range() -> None:
    at = shot(5.0, {"weapons": [BLADE, {**BOW, "bands": [1, 2, 3]}]})
    assert band(at.game, at["a"], "Bow", at["b"]) is None
    assert parts(at.game, Shot(at["a"], "Bow", at["b"]))[0] == (
        "out of range",
        0,
    )
    at["b"].x = at["a"].x + 2 * HALF + 3.0
    assert band(at.game, at["a"], "Bow", at["b"]) == ("long", 6)


@pytest.mark.parametrize(
    ("facts", "other", "more"),
    [
        ({}, {}, []),
        ({"covered": True}, {}, [("cover", 2)]),
        ({"moved": True}, {}, [("shooter moves", 1)]),
        ({"surprised": True}, {}, [("Surprised", -1)]),
        ({}, {"traits": ["Tiny"]}, [("size", 1)]),
        ({}, {"base_mm": 40}, [("size", -1)]),
        ({}, {"base_mm": 50}, [("size", -2)]),
        ({}, {"base_mm": 60}, [("size", -3)]),
        ({}, {"traits": ["Ranged Defence (2)"]}, [("Ranged Defence", 2)]),
        (
            {"moved": True, "covered": True, "surprised": True},
            {},
            [("cover", 2), ("shooter moves", 1), ("Surprised", -1)],
        ),
    ],
)
def test_b_rng_10_what_the_number_is_made_of(
    facts: dict[str, bool], other: dict[str, Any], more: list[tuple[str, int]]
) -> None:
    at = shot(5.0, **other)
    assert parts(at.game, Shot(at["a"], "Bow", at["b"], **facts)) == [("short", 4), *more]
    assert number(at.game, Shot(at["a"], "Bow", at["b"], **facts)) == 4 + sum(amount for _reason, amount in more)


def test_b_rng_10_what_models_did_and_are_counts_too() -> None:
    at = shot()
    at["b"].ran, at["a"].shots = True, 3
    at.game.mark(at["b"], "Prone", 0)
    found = parts(at.game, Shot(at["a"], "Bow", at["b"]))
    assert found == [("short", 4), ("ran this turn", 1), ("repeat shot", 1), ("Prone", -1)]


@pytest.mark.parametrize(
    ("states", "sentenced", "boosts", "found"),
    [([], 0, 0, 2), (["Stunned"], 0, 0, 1), (["Stunned", "Frightened"], 0, 0, 0), ([], 1, 0, 3), ([], 1, 2, 4)],
)
def test_b_rng_2_the_pool_of_a_shot(states: list[str], sentenced: int, boosts: int, found: int) -> None:
    at = shot()
    for state in states:
        at.game.mark(at["a"], state, 0, 0)
    if sentenced:
        at.game.mark(at["b"], "Death Sentence", 0, 0)
    for _boost in range(boosts):
        at.game.lend(at["a"], "Boost [ranged] (1)", "exchange", "boost")
    assert dice(at.game, at["a"], at["b"]) == found
    assert dice(at.game, at["a"]) == min(4, 2 + boosts) - len(states)


def test_b_rng_2_and_b_spec_1_a_ranged_special_leaves_a_die() -> None:
    bow = {**BOW, "specials": ["Powerful Attack (1)", "Combo Attack (2)", "Critical Attack (0)"]}
    at = shot(5.0, {"weapons": [BLADE, bow]})
    found = [[str(each) for each in specials(at.game, at["a"], "Bow", count)] for count in (3, 2, 1, 0)]
    assert [len(each) for each in found] == [3, 2, 1, 0]
    assert found[2] == ["Critical Attack (0)"]
    at.game.mark(at["a"], "Immobilised", 0)
    assert specials(at.game, at["a"], "Bow", 3) == []


def test_b_rng_6_a_shot_spends_ammunition_reloads_and_counts() -> None:
    bow = {**BOW, "traits": ["Ammo (2)", "Reload (3)"]}
    at = shot(5.0, {"weapons": [BLADE, bow]})
    left = []
    for _shot in range(2):
        assert why_not_loaded(at.game, at["a"], "Bow") is None
        spend(at.game, at["a"], "Bow")
        refusal = why_not_loaded(at.game, at["a"], "Bow")
        left.append((at["a"].ammo["Bow"], len(at["a"].markers["Reloading"]), at["a"].shots, refusal and refusal.rule))
        at.game.unmark(at["a"], "Reloading")
    assert left == [(1, 3, 1, "B-STATE-15"), (0, 3, 2, "B-TR-3")]
    assert why_not_loaded(at.game, at["a"], "Blade") is None


def test_b_rng_11_the_nearest_friend_of_the_shooter_in_contact_may_be_hit() -> None:
    south = warband(card("A", **ARCHER), card("Near"), card("Far"), card("Apart"), faction="South")
    for size, found in ((30, "south.near"), (60, "")):
        at = moment((), south=south, north=warband(card("B", base_mm=size), faction="North"))
        a, b = at.put("a", 3.0, 12.0), at.put("b", 10.0, 12.0)
        touch = b.radius + HALF
        assert friend_at_risk(at.game, a, b) is None
        at.put("far", 10.0 + touch, 12.0)
        at.put("near", 10.0, 12.0 + touch)
        at.put("apart", 10.0, 12.0 - touch - 0.01)
        friend = friend_at_risk(at.game, a, b)
        assert (friend.id if friend else "") == found


@pytest.mark.parametrize(
    ("changes", "traits", "steps_in"),
    [
        ({}, [], True),
        ({"counters": 0}, [], False),
        ({}, ["Insignificant"], False),
        ({"facing": 0}, [], False),
        ({"y": 12.0 + 2 * HALF + 1.5}, [], False),
        ({"x": 13.5}, [], False),
    ],
)
def test_b_rng_1_4_who_may_step_in_for_a_target(changes: dict[str, Any], traits: list[str], steps_in: bool) -> None:
    north = warband(card("B"), card("Guard", traits=traits), faction="North")
    at = moment((), south=warband(card("A", **ARCHER), faction="South"), north=north)
    a, b = at.put("a", 4.0, 12.0), at.put("b", 12.0, 12.0, facing=18000)
    at.put("guard", **{"x": 8.0, "y": 12.0 + 2 * HALF + 0.5, "facing": 18000, **changes})
    assert [each.id for each in interceptors(at.game, Shot(a, "Bow", b))] == (["north.guard"] if steps_in else [])


# -- who may be gone for


@pytest.mark.parametrize(
    ("charge", "gap", "facing", "rule"),
    [
        (True, 3.0, 0, ""),
        (True, 8.0005, 0, ""),
        (True, 8.01, 0, "B-ACT-20"),
        (True, 3.0, 18000, "B-GEO-11"),
        (True, 9.0, 18000, "B-GEO-11"),
        (False, 4.0005, 0, ""),
        (False, 4.01, 0, "B-ACT-31"),
        (False, 3.0, 18000, ""),
        (False, 9.0, 18000, "B-ACT-31"),
    ],
)
def test_b_act_12_and_b_act_20_why_an_enemy_is_no_target(charge: bool, gap: float, facing: int, rule: str) -> None:
    at = duel((), {}, {}, gap=gap)
    at["a"].facing = facing
    refusal = why_out_of_reach(at.game, at["a"], at["b"], charge=charge)
    assert ("" if refusal is None else refusal.rule) == rule
    assert targets(at.game, at["a"], charge=charge) == ([] if rule else [at["b"]])
    if gap == 9.0 and not charge:
        assert refusal is not None
        assert "5.00" in refusal.text or "5″" in refusal.text
    assert (ACTIONS["charge" if charge else "melee"].why_not(at.game, at["a"]) is None) is not bool(rule)


def test_b_act_20_who_has_no_enemy_left_is_told_so() -> None:
    at = duel((), {}, {}, gap=3.0)
    at["b"].place = "killed"
    assert why_no_enemy(at.game, at["a"], charge=True).text == "no enemy is on the table"


def test_b_state_1_a_berserk_model_goes_for_the_nearest_seen_or_not() -> None:
    north = warband(card("B"), card("C"), faction="North")
    at = moment((), south=warband(card("A"), faction="South"), north=north)
    a = at.put("a", 6.0, 12.0, facing=18000)
    at.put("b", 9.0, 12.0, facing=18000)
    at.put("c", 2.0, 12.0)
    at.game.begin_activation(a)
    assert [each.id for each in targets(at.game, a, charge=True)] == ["north.c"]
    at.game.mark(a, "Berserk", 0)
    assert targets(at.game, a, charge=True) == []  # the nearest in reach is not seen
    a.facing = 0
    assert [each.id for each in targets(at.game, a, charge=True)] == ["north.b"]
    refusal = why_out_of_reach(at.game, a, at["c"], charge=False)
    assert refusal is not None
    assert refusal.rule == "B-STATE-1"


@pytest.mark.parametrize(
    ("own", "traits", "barred"),
    [
        ("Frightened", ["Fear (4)"], True),
        ("Frightened", [], False),
        ("Stunned", ["Fear (4)"], False),
    ],
)
def test_b_state_8_a_frightened_model_does_not_go_to_fear(own: str, traits: list[str], barred: bool) -> None:
    for steadfast in (False, True):
        at = duel((), {"traits": ["Steadfast"] if steadfast else []}, {"traits": traits}, gap=2.0)
        at.game.mark(at["a"], own, 4)
        refusal = why_out_of_reach(at.game, at["a"], at["b"], charge=False)
        assert (refusal is not None) is (barred and not steadfast)


# -- Melee in contact, Agile models, Disengage


@pytest.mark.parametrize("traits", [[], ["Agile"]])
def test_b_act_12_and_b_tr_2_a_melee_in_contact_slides_round_that_enemy_only(traits: list[str]) -> None:
    north = warband(card("B"), card("C"), card("D"), faction="North")
    at = moment((), south=warband(card("A", traits=traits), faction="South"), north=north)
    a, b = at.put("a", 10.0, 12.0), at.put("b", 10.0 + 2 * HALF, 12.0, facing=18000)
    at.put("c", b.x, 12.0 + 3.6 * HALF, facing=18000)  # the slide round B comes to it
    at.put("d", 10.0, 9.0, facing=18000)  # near, but not beside B
    at.game.begin_activation(a)
    melee = ACTIONS["melee"]
    assert isinstance(melee, Melee)
    assert {each.id for each in melee.candidates(at.game, a)} == {"north.b", "north.c"}
    refusals = [melee.why_not_fight(at.game, a, at[name]) for name in "bcd"]
    assert [each and each.rule for each in (refusals[0], refusals[2])] == [None, "B-ACT-12"]
    for foe, way in {"b": "touches", "c": "melee", "d": "charge" if traits else None}.items():  # who is Agile may leave
        assert way_to(at.game, a, at[foe]) == way
        [reacher] = reachers(at.game, at[foe].id)
        assert reacher.reaches(at[foe].x, at[foe].y, 0) is bool(way)
    view = facing_enemies(at.game, at["c"])
    assert view is not None
    assert view.verdicts[1].text == "can fight back"


def test_amb_33_in_contact_with_several_one_fights_one_of_those() -> None:
    north = warband(card("B"), card("C"), card("D"), faction="North")
    at = moment((), south=warband(card("A"), faction="South"), north=north)
    a = at.put("a", 10.0, 12.0)
    at.put("b", 10.0 + 2 * HALF, 12.0)
    at.put("c", 10.0 - 2 * HALF, 12.0)
    at.put("d", 10.0, 12.0 + 2 * HALF + 1.0)
    melee = ACTIONS["melee"]
    assert isinstance(melee, Melee)
    assert {each.id for each in melee.candidates(at.game, a)} == {"north.b", "north.c"}
    refusal = melee.why_not_fight(at.game, a, at["d"])
    assert refusal is not None
    assert refusal.rule == "AMB-33"


@pytest.mark.parametrize(
    ("traits", "melee", "states", "rule"),
    [
        ([], 3, [], ""),
        ([], 1, [], ""),
        (["Aggressive"], 4, [], ""),  # two and two
        (["Aggressive"], 3, [], "B-TR-1"),
        (["Aggressive", "Defensive"], 3, [], ""),
        (["Aggressive"], 3, ["Stunned"], ""),
    ],
)
def test_b_act_13_who_can_put_as_many_dice_in_defence_may_disengage(
    traits: list[str], melee: int, states: list[str], rule: str
) -> None:
    at = duel((), {"traits": traits, "melee": melee}, {})
    for state in states:
        at.game.mark(at["a"], state, 0)
    refusal = ACTIONS["disengage"].why_not(at.game, at["a"])
    assert ("" if refusal is None else refusal.rule) == rule
    disengage = ACTIONS["disengage"]
    assert isinstance(disengage, Disengage)
    at["b"].x += 0.01
    apart = disengage.why_not_from(at.game, at["a"], at["b"])
    assert apart is not None
    assert apart.rule == "B-ACT-13"


def test_b_act_13_a_boost_may_make_the_split_even() -> None:
    at = duel((), {"traits": ["Aggressive"], "ki": {"value": 1, "max": 6}}, {})
    for ki, rule in ((1, "B-TR-1"), (2, "")):
        at["a"].ki = ki
        refusal = ACTIONS["disengage"].why_not(at.game, at["a"])
        assert ("" if refusal is None else refusal.rule) == rule


# -- feats as actions


VOICE = {"name": "Tolling Voice", "timing": "Simple", "ki": 2, "subject": "Target", "range_in": 6, "limits": ["no_btb"]}
BALM = {"name": "Green Balm", "timing": "Simple", "ki": 1, "subject": "Target", "range_in": 4, "limits": ["no_walk"]}


@pytest.mark.parametrize(
    ("ki", "ill", "offered", "refused"),
    [
        (2, True, {"Tolling Voice", "Green Balm"}, {}),
        (1, True, {"Green Balm"}, {"Tolling Voice": "Ki"}),
        (2, False, {"Tolling Voice"}, {"Green Balm": "no target"}),
    ],
)
def test_b_act_15_the_feats_that_cannot_be_used_stand_beside_with_their_reasons(
    ki: int, ill: bool, offered: set[str], refused: dict[str, str]
) -> None:
    at = duel((), {"feats": [VOICE, BALM], "ki": {"value": 1, "max": 6}}, {}, gap=3.0)
    at["a"].ki = ki
    if ill:
        at.game.mark(at["a"], "Poisoned", 1)
    action = ACTIONS["simple-feat"]
    assert isinstance(action, _UseFeat)
    assert {each.name for each in action.usable(at.game, at["a"])} == offered
    found = {option.key: refusal.text for option, refusal in action.refused(at.game, at["a"])}
    assert found.keys() == refused.keys()
    assert all(refused[name] in text for name, text in found.items())
    assert ACTIONS["complex-feat"].known_to(at.game, at["a"]) is False
    if len(offered) == 2:
        question = next(carry_out(at.game, at["a"], action))
        assert isinstance(question, Choose)
        assert {option.key for option in question.options} == offered


# -- surprise


def test_b_surp_1_who_began_in_contact_surprises_nobody() -> None:
    at = shot(0.0)
    at["b"].facing = 0  # it looks away
    at.game.mark(at["b"], "Prone", 0)
    at.game.begin_activation(at["a"])
    path = Path(position(at["a"].x, at["a"].y))
    assert unseen(at.game, at["b"], at["a"], path)
    found = aimed(at.game, at["a"], "Bow", at["b"], path, moved=False)
    assert (found.surprised, found.unseen) == (False, False)
    at["a"].x -= 2.0
    at.game.begin_activation(at["a"])
    found = aimed(at.game, at["a"], "Bow", at["b"], Path(position(at["a"].x, 12.0)), moved=True)
    assert (found.surprised, found.unseen, found.moved, found.covered) == (True, True, True, False)


@pytest.mark.parametrize(("traits", "surprised"), [([], True), (["Sixth Sense"], False)])
def test_b_tr_50_and_b_tr_5_an_assassin_is_unseen_by_the_sixth_sense_too(traits: list[str], surprised: bool) -> None:
    at = shot(4.0, traits=traits)
    at["b"].facing = 0
    found = aimed(at.game, at["a"], "Bow", at["b"], Path(position(at["a"].x, 12.0)), moved=False)
    assert (found.surprised, found.unseen) == (surprised, True)


FEINT = {"name": "Dirty Trick", "timing": "Instant", "ki": 1}


@pytest.mark.parametrize(
    ("x", "via", "asked"), [(-0.8, [], False), (0.8, [[7.3, 14.3], [9.4, 14.8], [9.9267, 13.3092]], True)]
)
def test_b_surp_1_who_comes_into_view_on_its_way_surprises_nobody(
    x: float, via: list[list[float]], asked: bool
) -> None:
    """Coming from behind to the rear, or round to the front, where the other may use its feats (B-SURP-2)."""
    at = duel((3,) * 6, {"move": {"value": 9}}, {"feats": [FEINT], "ki": {"value": 1, "max": 6}}, gap=2.0)
    at["b"].facing, at["b"].ki = 0, 1
    touch = 2 * HALF + CONTACT / 2
    spot = [at["b"].x + x * touch, 12.0 + 0.6 * touch]
    act(at, "a", "melee", {"at": spot, "via": via} if via else spot, *(["pass", "0/3"] if asked else ["0/2"]), "0/3")
    assert at.told("ExchangeBegan")[0].initiative == "south.a"
    assert at.game.surprised == ""


@pytest.mark.parametrize(
    ("facing", "blind", "path", "saw"),
    [
        (18000, False, [], True),
        (0, False, [], False),
        (18000, True, [], False),
        (0, False, [(5.0, 15.0), (10.0, 15.0)], True),  # round to the front
        (0, False, [(5.0, 15.0)], False),
        (9000, False, [(5.0, 14.0)], True),
        (9000, False, [(5.0, 9.0)], False),
    ],
)
def test_b_surp_1_what_was_seen_of_a_way(facing: int, blind: bool, path: list[tuple[float, float]], saw: bool) -> None:
    at = duel((), {}, {}, gap=2.0)
    at["b"].facing, start = facing, (5.0, 11.0 if facing == 9000 else 12.0)
    at["b"].y = 12.0
    at["a"].x, at["a"].y = start
    if facing == 9000:
        at["b"].y = 12.0
    if blind:
        at.game.mark(at["b"], "Blind", 0)
    walked = Path.through([start, *path]) if path else Path(position(*start))
    assert unseen(at.game, at["b"], at["a"], walked) is not saw


# -- bodyguards, throws


@pytest.mark.parametrize(
    ("x", "y", "fit"),
    [
        (12.0, 6.0, True),
        (HALF + 0.0001, 6.0, True),
        (HALF - 0.001, 6.0, False),
        (24.0 - HALF - 0.0001, 6.0, True),
        (24.0 - HALF + 0.001, 6.0, False),
        (12.0, HALF - 0.001, False),
        (12.0, 24.0 - HALF + 0.001, False),
        (5.0, 12.0 - 2 * HALF, True),  # beside a friend
        (5.0, 12.0 - 2 * HALF + 0.001, False),
        (18.0, 12.0 - 2 * HALF, False),  # in contact with an enemy
        (18.0, 12.0 - 2 * HALF - 0.0011, True),
        (20.0, 4.0 - HALF - 0.0001, True),
        (20.0, 4.0 - HALF + 0.001, False),  # in the crate
    ],
)
def test_b_move_12_where_a_model_may_be_placed(x: float, y: float, fit: bool) -> None:
    crate = piece("crate", 19.0, 4.0, 2.0, 2.0, passage="impassable")
    south = warband(card("A"), card("Friend"), faction="South")
    at = moment((), south=south, north=warband(card("B"), card("Gone"), faction="North"), terrain=[crate])
    at.put("a", 10.0, 20.0)
    at.put("friend", 5.0, 12.0)
    at.put("b", 18.0, 12.0)
    at.put("gone", x, y)
    assert fits(at.game, at["a"], x, y, at["gone"]) is fit


@pytest.mark.parametrize(("gap", "found"), [(3.0005, True), (3.01, False)])
def test_b_tr_8_a_bodyguard_is_within_its_inches(gap: float, found: bool) -> None:
    south = warband(card("Ward", types=["Lord"]), card("Guard", traits=["Bodyguard [Lord] (3)"]), faction="South")
    at = moment((), south=south, north=warband(card("Foe"), faction="North"))
    ward = at.put("ward", 8.0, 12.0)
    at.put("guard", 8.0, 12.0 + 2 * HALF + gap, facing=27000)
    at.put("foe", 2.0, 12.0)
    assert bool(guards(at.game, ward)) is found


def test_b_tr_8_who_was_in_contact_when_the_activation_began_is_not_guarded() -> None:
    south = warband(card("Ward", types=["Lord"]), card("Guard", traits=["Bodyguard [Lord] (3)"]), faction="South")
    at = moment((), south=south, north=warband(card("Foe"), faction="North"))
    ward, foe = at.put("ward", 8.0, 12.0), at.put("foe", 8.0 - 2 * HALF, 12.0)
    at.put("guard", 8.0, 14.0, facing=27000)
    at.game.begin_activation(foe)
    foe.x = 3.0
    assert guards(at.game, ward) == []
    at.game.begin_activation(foe)
    assert [each.id for each in guards(at.game, ward)] == ["south.guard"]


@pytest.mark.parametrize(("far", "reasons"), [(2.0, 0), (1.99, 1), (2.01, 1)])
def test_b_spec_a12_a_throw_is_aimed_two_inches_off(far: float, reasons: int) -> None:
    at = duel((), {}, {})
    where = ThrowRegion(at.game, at["a"], at["b"], 2.0)
    assert {each.rule for each in where.why_not((at["b"].x + far, 12.0))} == ({"B-SPEC-A12"} if reasons else set())
    assert isinstance(where.why_not((at["b"].x + far, 12.0)), list)
    assert is_legal(where, (at["b"].x + far, 12.0)) is not bool(reasons)


def test_b_spec_a12_what_is_behind_the_attacker_is_no_aim() -> None:
    at = duel((), {}, {})
    at["a"].facing = 9000
    where = ThrowRegion(at.game, at["a"], at["b"], 2.0)
    [refusal] = where.why_not((at["b"].x, 12.0 - 2.0))
    assert (refusal.rule, "cannot see" in refusal.text) == ("B-SPEC-A12", True)
    at.game.mark(at["a"], "Blind", 0)
    assert where.find() is None


def test_b_tr_14_a_pick_of_a_target_names_the_reason_of_every_other() -> None:
    north = warband(card("B"), card("C"), card("Gone"), faction="North")
    at = moment((), south=warband(card("A", **ARCHER), card("Friend"), faction="South"), north=north)
    a = at.put("a", 5.0, 12.0)
    at.put("friend", 5.0, 16.0)
    at.put("b", 10.0, 12.0)
    at.put("c", 10.0, 15.0)
    at.game.begin_activation(a)
    flow = carry_out(at.game, a, ACTIONS["ranged"])
    next(flow)
    question = flow.send("stand")
    assert isinstance(question, Pick)
    assert question.excluded is not None
    assert set(question.candidates) == {"north.b", "north.c"}
    rules = {name: question.excluded(name) for name in ("south.friend", "south.a", "north.gone")}
    assert {name: each and each.rule for name, each in rules.items()} == {
        "south.friend": "B-GEN-8",
        "south.a": "B-GEN-8",
        "north.gone": "B-GEN-9",
    }


def test_what_is_in_the_way_has_the_name_that_people_read() -> None:
    [route, *_more] = routes_to_place(skirmish_session(scenario="idols", ki=0), "ann.bell-warden")
    told = [route.decision.why_not([*spot])[0].text for spot in ((13.0, 10.0), (10.5, 8.0), (14.5, 12.0))]
    assert told[0].startswith("Temple Guard Spear is in the way")
    assert told[1].startswith("The Mill is in the way")
    assert told[2].startswith("the zone of River Bandit Cutter 1 is in the way")
