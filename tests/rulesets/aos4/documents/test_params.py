"""The parameters of effects (A-IMP-9): the least and the most of each, how it is read, and what counts without it."""

from __future__ import annotations

from typing import Any

import pytest

from game.rulesets.aos4.documents import params
from game.rulesets.aos4.documents.amounts import amount
from game.rulesets.aos4.documents.params import Parameter, Value

LIMITS: list[tuple[Parameter[Any], int, int]] = [
    (params.RANGE, 0, 200),
    (params.WHOLLY, 0, 1),
    (params.VISIBLE, 0, 1),
    (params.ON, 1, 12),
    (params.BY_HEALTH, 0, 1),
    (params.RETURNS, 0, 100),
    (params.FROM, 0, 100),
    (params.PLUS, -20, 20),
    (params.NUMBER, -20, 20),
    (params.WITHIN, 0, 200),
    (params.BEYOND, 0, 200),
    (params.IN_SIGHT, 0, 1),
    (params.PARTS, 2, 9),
    (params.APART, 1, 60),
    (params.NEAR_RANGE, 0, 200),
    (params.NEAR_WHOLLY, 0, 1),
    (params.NEAR_INSIDE, 0, 1),
    (params.TARGET_COUNT, 1, 20),
    (params.EXTRA_FROM, 2, 30),
    (params.ONCE, 0, 1),
    (params.REACHED, 2, 30),
    (params.MISSED, 2, 30),
    (params.COMPANION, 0, 1),
    (params.EACH, 2, 6),
    (params.MOST, 1, 100),
    (params.SET_UP_BEYOND, 0, 200),
    (params.SET_UP_WITHIN, 0, 200),
    (params.EDGE, 0, 200),
    (params.PLUS_ROLL, -6, 6),
    (params.AFTER, 0, 1),
    (params.AND_SELF, 0, 1),
    (params.OR_SELF, 0, 1),
    (params.BY_RANGE, 0, 200),
    (params.BY_WHOLLY, 0, 1),
    (params.BY_VISIBLE, 0, 1),
    (params.AGAIN, 0, 1),
    (params.MINE, 0, 1),
    (params.DICE_MOST, 1, 100),
    (params.AGAINST_MAGIC, 0, 1),
    (params.AT_TARGET, 0, 1),
    (params.WHEN_DYING, 0, 1),
    (params.UNWARDED, 0, 1),
    (params.PICK, 0, 1),
    (params.WITH, 0, 20),
    (params.WITH_REGIMENT, 0, 1),
    (params.WITH_RANGE, 0, 200),
    (params.WITH_OWN, 0, 1),
    (params.CORNER, 0, 200),
    (params.SET_UP_TERRAIN, 0, 200),
    (params.CLOSER, 0, 200),
    (params.TOUGHENS, -20, 20),
    (params.ECHO_ON, 0, 6),
]
"""The least and the most of each parameter that is a number."""
WITHOUT: list[tuple[Parameter[Any], Any]] = [
    (params.PAST, ""),
    (params.DAMAGE_BY, ()),
    (params.THEN, ""),
    (params.ROLLS, ""),
    (params.AT_TARGET, False),
    (params.WHEN_DYING, False),
    (params.UNWARDED, False),
    (params.PICK, False),
    (params.DEED, ""),
    (params.DEEDS, ()),
    (params.WITH, 0),
    (params.WITH_KIND, ()),
    (params.WITH_REGIMENT, False),
    (params.WITH_RANGE, 0.0),
    (params.WITH_OWN, False),
    (params.CORNER, 0.0),
    (params.SET_UP_TERRAIN, 0.0),
    (params.CLOSER, 0.0),
    (params.CLOSER_TO, ()),
    (params.PASSES, ()),
    (params.SHEDS, ""),
    (params.TOUGHENS, 0),
    (params.ECHOES, ""),
    (params.ECHO_ON, 0),
    (params.ECHO_DIE, "D6"),
    (params.BY_HEALTH, False),
    (params.USER, ()),
    (params.IF, ()),
    (params.NEAR, ()),
    (params.NEAR_RANGE, 12.0),
    (params.NEAR_WHOLLY, False),
    (params.NEAR_INSIDE, False),
    (params.TARGET_COUNT, 1),
    (params.EXTRA_FROM, 0),
    (params.WHICH, ()),
    (params.DIE, "D6"),
    (params.OVER, ""),
    (params.ONCE, False),
    (params.REACHED, 0),
    (params.MISSED, 0),
    (params.OPTION, ""),
    (params.ATTACKS, ""),
    (params.WEAPONS, ()),
    (params.COMPANION, False),
    (params.AGAINST, ()),
    (params.WHEN, ()),
    (params.POINTS, "1"),
    (params.DICE, ""),
    (params.EACH, 0),
    (params.MOST, 0),
    (params.SETS, ()),
    (params.TO, amount("0")),
    (params.GIVES, ""),
    (params.BARS, ""),
    (params.SET_UP_BEYOND, 0.0),
    (params.SET_UP_WITHIN, 0.0),
    (params.BESIDE, ()),
    (params.EDGE, 0.0),
    (params.LAND, ""),
    (params.INCHES, ""),
    (params.WAY, "clear"),
    (params.TARGET, "self"),
    (params.RANGE, 0.0),
    (params.WHOLLY, False),
    (params.VISIBLE, False),
    (params.KEYWORDS, ()),
    (params.ON, 0),
    (params.AMOUNT, amount("1")),
    (params.RETURNS, 0),
    (params.FROM, 0),
    (params.WHAT, ()),
    (params.PLUS, 1),
    (params.LENDS, ""),
    (params.NUMBER, 0),
    (params.LASTS, "turn"),
    (params.UNIT, ""),
    (params.WITHIN, 12.0),
    (params.BEYOND, 9.0),
    (params.IN_SIGHT, True),
    (params.PARTS, 1),
    (params.APART, 0),
    (params.THAN, "health"),
    (params.FACES, ""),
    (params.PLUS_ROLL, 0),
    (params.PLUS_KEYWORDS, ()),
    (params.PLUS_WHICH, ()),
    (params.PLUS_IF, ()),
    (params.SURE_IF, ()),
    (params.SURE_WHICH, ()),
    (params.AFTER, False),
    (params.FIGHTS, ()),
    (params.FIGHTS_WHICH, ()),
    (params.FRESH, ""),
    (params.EACH_OVER, ""),
    (params.AND_SELF, False),
    (params.OR_SELF, False),
    (params.LIFTS, ""),
    (params.SIDE, ""),
    (params.BY, ()),
    (params.BY_RANGE, 0.0),
    (params.BY_WHOLLY, False),
    (params.BY_VISIBLE, False),
    (params.BY_WHICH, ()),
    (params.AGAIN, False),
    (params.RESERVE, ""),
    (params.SHARE, "all"),
    (params.SLAIN, "1"),
    (params.HEALED, "1"),
    (params.MINE, False),
    (params.DICE_MOST, 0),
    (params.FREES, ""),
    (params.AGAINST_MAGIC, False),
    (params.TIMES, ""),
    (params.SHIELDS, ""),
]
"""What counts without a parameter."""
READ: list[tuple[Parameter[Any], Value, Any]] = [
    (params.RANGE, "6", 6.0),
    (params.WHOLLY, "1", True),
    (params.WHOLLY, "0", False),
    (params.IN_SIGHT, 0, False),
    (params.KEYWORDS, "HERO, , WIZARD ", ("HERO", "WIZARD")),
    (params.WHAT, "hit, wound", ("hit", "wound")),
    (params.LENDS, "Strike-First", "STRIKE-FIRST"),
    (params.PLUS, "-2", -2),
    (params.AMOUNT, 3, amount("3")),
    (params.IF, "damage 10, not charged", ("damage 10", "not charged")),
    (params.WHEN, "used FIGHT", ("used FIGHT",)),
    (params.POINTS, "roll", "roll"),
    (params.INCHES, "move", "move"),
    (params.DICE, "target models", "target models"),
    (params.GIVES, "Anti-MONSTER (+1 Rend)", "Anti-MONSTER (+1 Rend)"),
    (params.AMOUNT, "D3+2", amount("D3+2")),
]
"""Values as packs write them, and as they are read."""
WRONG: list[tuple[Parameter[Any], Value, str]] = [
    (params.RANGE, "000006", "must be a whole number from 0 to 200"),
    (params.PLUS, "--1", "must be a whole number from -20 to 20"),
    (params.ON, "²", "must be a whole number from 1 to 12"),
    (params.THEN, "hurt ²", "must be a whole number from 1 to 100"),
    (params.THEN, "hurt 0", "must be a whole number from 1 to 100"),
    (params.UNIT, " ", "is empty - name something"),
    (params.WHAT, "hit, luck", "is not available - use one of hit, "),
    (params.IF, "charged, asleep", "is not available - use one of charged, "),
    (params.IF, ",", "is empty - name something"),
    (params.GIVES, "Sharp", "is not a weapon ability that is known here"),
    (params.FACES, "5", "must be two numbers, as in 2-5"),
    (params.POINTS, "rolls", "'rolls' is not an amount"),
    (params.AMOUNT, "x" * 99, f"'{'x' * 60}' is not an amount"),
]


@pytest.mark.parametrize(("parameter", "least", "most"), LIMITS, ids=lambda each: getattr(each, "name", ""))
def test_a_imp_9_numbers_have_a_least_and_a_most(parameter: Parameter[Any], least: int, most: int) -> None:
    for value in (least, most):
        assert (parameter.check(value), parameter.check(str(value))) == ("", "")
    for value in (least - 1, most + 1):
        assert parameter.check(value) == f"must be a whole number from {least} to {most}"


@pytest.mark.parametrize(("parameter", "without"), WITHOUT, ids=lambda each: getattr(each, "name", ""))
def test_a_imp_9_what_counts_without_a_parameter(parameter: Parameter[Any], without: object) -> None:
    found = parameter.of({"another": 5})
    assert (found, type(found)) == (without, type(without))


@pytest.mark.parametrize(("parameter", "value", "read"), READ)
def test_a_imp_9_values_are_read_as_the_effects_use_them(parameter: Parameter[Any], value: Value, read: object) -> None:
    assert parameter.check(value) == ""
    found = parameter.of({parameter.name: value})
    assert (found, type(found)) == (read, type(read))


@pytest.mark.parametrize(("parameter", "value", "reason"), WRONG)
def test_a_imp_9_what_is_wrong_with_a_value_is_said(parameter: Parameter[Any], value: Value, reason: str) -> None:
    assert parameter.check(value).startswith(reason)


def test_a_imp_9_every_parameter_is_held_to_its_limits_here() -> None:
    every = {id(each): each for each in (*params.COMMON, *(one for own in params.OWN.values() for one in own))}
    assert {id(parameter) for parameter, _without in WITHOUT} >= every.keys()


def test_a_imp_9_only_effects_known_here_have_unknown_parameters() -> None:
    assert [*params.unknown("heal", {"amount": 1, "range": 3, "unit": "Wick"})] == ["unit"]
    assert [*params.unknown("by hand", {"amount": 1, "unit": "Wick"})] == []
    assert [*params.faults("by hand", {"amount": "many"})] == []


@pytest.mark.parametrize(
    ("effect", "needed"),
    [
        ("modify", "what"),
        ("lend", "lends"),
        ("summon", "unit"),
        ("set", "sets"),
        ("arm", "gives"),
        ("bar", "bars"),
        ("move", "inches"),
        ("aura", "what / sets / lends / gives / bars / frees / shields / passes / sheds / toughens / echoes"),
    ],
)
def test_a_imp_9_what_an_effect_does_nothing_without_must_be_there(effect: str, needed: str) -> None:
    missing = f"{needed} is missing - without it the effect {effect} does nothing"
    assert [*params.faults(effect, {})] == [("", missing)]
    assert [*params.faults("heal", {})] == []
