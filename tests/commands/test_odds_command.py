"""`odds` as a person or a script calls it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.commands.calls import call, call_json, refusal

DUEL = ("odds", "--attacker", "D8 Deadly 2", "--defender", "D6 Defensive 1 Tough 1")
CROWD = ("odds", "--attacker", "D12 Merciless 1", "--defender", "D6", "--defender", "D8 damage 3")


def test_odds_of_an_engage_as_json() -> None:
    found = call_json(*DUEL)
    # 6 faces of the d8 stand, 5 of the d6: 3 to 8 against 2 to 6.
    assert found["win"] == pytest.approx(20 / 30)
    assert found["win"] + found["tie"] + found["lose"] == pytest.approx(1.0)
    attacker, defender = found["models"]
    assert (attacker["id"], attacker["fighter"]) == ("attacker", "D8 Deadly 2")
    assert sum(defender["damage"].values()) == pytest.approx(1.0)
    assert defender["damage"]["0"] == pytest.approx(10 / 30)
    assert attacker["casualty_without"] == 0.0


def test_odds_as_fractions_are_exact() -> None:
    found = call_json(*DUEL, "--fractions")
    assert (found["win"], found["tie"], found["lose"]) == ("2/3", "2/15", "1/5")
    assert sum(map(Fraction, found["models"][1]["damage"].values())) == 1
    assert found["models"][1]["triumph"] == "1/5"


def test_odds_against_several_opponents() -> None:
    found = call_json(*CROWD, "--fractions")
    assert [model["id"] for model in found["models"]] == ["attacker", "defender-1", "defender-2"]
    assert found["models"][2]["casualty_without"] == "1/4"
    wins = [Fraction(model["win"]) for model in found["models"]]
    assert sum(wins) + Fraction(found["tie"]) == 1
    among_foes = call_json(*CROWD, "--fractions", "--apart")
    assert among_foes["win"] == found["win"]
    assert Fraction(among_foes["models"][1]["casualty"]) > Fraction(found["models"][1]["casualty"])


def test_odds_of_challenging_rolls_and_of_who_is_out_of_reach() -> None:
    plain = call_json("odds", "--attacker", "D8", "--defender", "D8")
    mine, both = (
        call_json("odds", "--attacker", "D8", "--defender", "D8", "--challenging", who) for who in ("attacker", "both")
    )
    assert mine["win"] < plain["win"] < plain["win"] + plain["tie"] < both["win"] + both["tie"]
    safe = call_json("odds", "--attacker", "D8", "--defender", "D8", "--out-of-reach", "attacker")
    assert (safe["win"], safe["models"][0]["damage"]) == (plain["win"], {"0": 1.0})


def test_odds_told_in_words() -> None:
    lines = call(*DUEL).output.splitlines()
    assert lines[0] == "for the attacker: win 66.67%, tie 13.33%, lose 20.00%"
    assert lines[1] == "attacker: D8 Deadly 2"
    assert any("at recovery" in line for line in lines)
    assert call(*DUEL, "--fractions").output.splitlines()[0] == "for the attacker: win 2/3, tie 2/15, lose 1/5"


def test_odds_of_a_test() -> None:
    found = call_json("odds", "test", "D6 Inspired 1 Unlucky", "--fractions")
    assert (found["success"], found["failure"], found["triumph"]) == ("2/5", "3/5", "1/5")
    assert found["results"] == {"0": "3/5", "5": "1/5", "6": "1/5"}
    idle = call_json("odds", "test", "d6, inspired 1, unlucky", "--inactive", "--fractions")
    assert idle["success"] == "1/3"
    assert call("odds", "test", "D6").output.startswith("D6: success 50.00%, failure 50.00%")


def test_odds_of_a_recovery() -> None:
    found = call_json("odds", "recovery", "D8 Relentless 1", "--damage", "5", "--healer", "2", "--fractions")
    assert (found["casualty"], found["survival"], found["triumph"]) == ("1/6", "5/6", "1/6")
    assert found["removed_before"] == 1
    assert call_json("odds", "recovery", "D6 damage 7")["survival"] == pytest.approx(1 / 6)
    assert call_json("odds", "recovery", "D6 unaligned damage 7")["survival"] == 0.0
    assert call_json("odds", "recovery", "D6 damage 2", "--challenging")["survival"] == pytest.approx(0.5)
    assert "1 damage is removed before the roll" in call("odds", "recovery", "D8 Relentless 1 damage 1").output


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ((), "give --attacker and at least one --defender"),
        (("--attacker", "D8"), "at least one --defender"),
        (("--attacker", "D8 Deadly 4", "--defender", "D6"), "--attacker: Deadly is followed by '4'"),
        (("--attacker", "D8 Deadly", "--defender", "D6"), "Deadly is followed by nothing - give a number from 1 to 3"),
        (("--attacker", "D8 Deadly 1 deadly 2", "--defender", "D6"), "Deadly is given twice"),
        (("--attacker", "D8", "--defender", "D7"), "--defender: D7 is not a die in this game"),
        (("--attacker", "D8", "--defender", "D6 D8"), "D8 is a second die - use one"),
        (("--attacker", "D8", "--defender", "Deadly 1"), "has no die"),
        (("--attacker", "", "--defender", "D6"), "has no die"),
        (("--attacker", "D8", "--defender", "D6 Swift"), "'Swift' is not a trait or flaw"),
        (("--attacker", "D8", "--defender", "D6 damage -1"), "damage is followed by '-1'"),
        (("--attacker", "D8", "--defender", "D6 damage 100"), "give a number from 0 to 99"),
        (("--attacker", "D8", "--defender", "D6", "--defender", "D6"), "D8 can nominate at most 1"),
        (("--attacker", "D8", *("--defender", "D6") * 5), "give one to 4 defenders"),
        (("--attacker", "D8", "--defender", "D6", "--challenging", "me"), "--challenging: 'me' is not one of"),
        (("--attacker", "D8", "--defender", "D6", "--out-of-reach", "defender-2"), "is not one of attacker"),
        (("--attacker", "D8", "test", "D6"), "unexpected extra arguments"),
        (("test", "D6 Inspired 9"), "fighter: Inspired is followed by '9'"),
        (("recovery", "D6", "--healer", "4"), "--healer"),
        (("recovery", "D6", "--damage", "x"), "--damage"),
    ],
)
def test_what_is_no_fight_is_refused_in_one_line(arguments: tuple[str, ...], reason: str) -> None:
    assert reason in refusal("odds", *arguments)
