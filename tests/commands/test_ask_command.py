"""`ask`: questions asked backwards on the command line."""

from __future__ import annotations

import pytest

from tests.commands.calls import ENGAGE, POSITIONS, call, call_json, refusal

BUSHIDO = POSITIONS / "bushido-melee.json"
BATTLE = POSITIONS / "aos4-melee.json"


def test_a_question_is_answered_with_a_region_a_best_spot_and_who_reaches_it() -> None:
    found = call_json("ask", ENGAGE, "--piece", "Wick", "--engage", "Marrow")
    assert found["question"]["engages"] == ["bob.marrow"]
    assert found["area"] > 0.0
    assert len(found["levels"][0]["outline"]) >= 1
    reaching = [each["reaches"] for each in found["reached"]]
    assert sum(reaching) == len(found["best"]["reached_by"])
    assert all(each["receipt"]["inches"] >= 0.0 for each in found["reached"])
    assert found["fights"][0]["text"].startswith("against Marrow: wins ")
    narrower = call_json("ask", ENGAGE, "--piece", "Wick", "--engage", "Marrow", "--reached-by-at-most", "0")
    assert (narrower["area"], narrower["best"]) == (0.0, None)
    assert "could reach it" in narrower["cause"]["text"]


def test_the_answer_in_words() -> None:
    said = call("ask", ENGAGE, "--piece", "Wick", "--safest").output.splitlines()
    assert said[0] == "Where can Wick be safest?"
    assert said[2].startswith("  best spot: ")
    assert said[3].startswith("  no enemy could reach it; the nearest is ")
    assert said[4].endswith("[G-ENG-1]")
    fought = call("ask", ENGAGE, "--piece", "Wick", "--engage", "Marrow").output
    assert "\n  against Marrow: wins " in fought
    none = call("ask", ENGAGE, "--piece", "Wick", "--engage", "Marrow", "--reached-by-at-most", "0").output.splitlines()
    assert none[0] == "Where can Wick engage Marrow and be reached by at most 0 enemies?"
    assert none[1].startswith("  nowhere within reach: ")
    assert len(none) == 2


def test_a_spot_is_judged_with_the_reasons_against_it() -> None:
    said = call("ask", ENGAGE, "--piece", "Wick", "--at", "3,3").output.splitlines()
    assert said[0] == "it cannot stand there:"
    assert said[1].endswith("too far from Wick (must be wholly within range 8)  [G-MEAS-5]")
    bushido = call("ask", BUSHIDO, "--piece", "ann.bell-warden", "--at", "12,12")
    assert bushido.exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--piece", "Nobody"], "no piece on the table is called 'Nobody' (pieces: "),
        (["--piece", "Objective"], "'Objective' has no moves to ask about - name a piece that can move"),
        (["--piece", "Wick", "--engage", "Ember"], "'Ember' is not a choice here (choices: "),
        (["--piece", "Wick", "--controls", "Marrow"], "'Marrow' is not a choice here (choices: "),
        (["--piece", "Wick", "--at", "3"], "--at takes a spot x,y in inches, not '3'"),
        (["--piece", "Wick", "--at", "nan,1"], "--at takes a spot x,y in inches, not 'nan,1'"),
        (["--piece", "Wick", "--reached-by-at-most", "-1"], "Invalid value for '--reached-by-at-most'"),
    ],
)
def test_what_cannot_be_asked_is_refused(arguments: list[str], told: str) -> None:
    assert refusal("ask", ENGAGE, *arguments).startswith(told)


def test_a_unit_is_asked_about_by_its_name_and_enemies_are_told_by_theirs() -> None:
    said = call("ask", BATTLE, "--piece", "Duskmoth Riders", "--safest").output
    assert said.startswith("Where can Duskmoth Riders 1 be safest?")
    assert "Barbcasters could reach it" in said
    assert "Barbcasters: already in reach; or charge, " in said
    assert "bob." not in said
    engaged = call("ask", BATTLE, "--piece", "Eelback Chargers", "--engage", "Beaconwright").output
    assert "Where can Eelback Chargers 1 engage Beaconwright?" in engaged


def test_the_reach_of_a_unit_tells_what_a_charge_must_throw() -> None:
    said = call("reach", BATTLE, "--model", "Hullbreakers").output
    assert "a charge at Duskmoth Riders: needs 11: 8%" in said
