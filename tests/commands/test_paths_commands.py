"""`measure --way` and `reach --way`."""

from __future__ import annotations

import math

import pytest

from tests.commands.calls import ENGAGE, PLACEMENT, call, call_json, refusal


def test_a_way_is_measured_with_its_receipt() -> None:
    found = call_json("measure", ENGAGE, "--from", "Wick", "--to", "3,20", "--path", "--budget", "6", "--via", "12,8")
    assert found["from"] == "ann.wick"
    assert not found["legal"]
    assert found["inches"] == pytest.approx(sum(leg["inches"] for leg in found["legs"]))
    assert [each["short_by"] for each in found["why_not"]] == [pytest.approx(found["inches"] - 6.0)]
    assert found["way"][-1] == [3.0, 20.0]
    said = call("measure", ENGAGE, "--from", "Wick", "--to", "3,20", "--path").output.splitlines()
    assert said[0] == "Wick to (3, 20)"
    assert said[1].startswith("  A path of ")
    assert said[-1] == "  The rulebook has no rule for paths: only impassable terrain blocks here"


def test_what_stops_a_way_can_be_chosen_where_the_rulebook_does_not_say() -> None:
    pair = ("measure", PLACEMENT, "--from", "Marrow", "--to", "Brine", "--path")
    said = [call(*pair, "--stops", each).output.splitlines()[-1] for each in ("barricades", "bases")]
    assert [line.split(": ")[1] for line in said] == [
        "only barricades block here",
        "only barricades and bases block here",
    ]


def test_the_older_name_of_the_option_means_the_same() -> None:
    for command in (("measure", ENGAGE, "--from", "Wick", "--to", "3,20"), ("reach", ENGAGE, "--model", "Wick")):
        new, old = (call(*command, option, "--budget", "2") for option in ("--path", "--way"))
        assert old.exit_code == 0
        assert old.output == new.output


def test_reach_by_ways_is_a_disc_in_the_open() -> None:
    found = call_json("reach", ENGAGE, "--model", "Wick", "--path", "--budget", "2")
    assert found["model"] == "ann.wick"
    assert found["area"] == pytest.approx(math.pi * 4, rel=0.02)
    assert call("reach", ENGAGE, "--model", "Wick", "--path", "--budget", "2").output.startswith("Wick: 12.5")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--path", "--via", "3"], "--via takes a point x,y in inches, not '3'"),
        (["--path", "--via", "nan,1"], "--via takes a point x,y in inches, not 'nan,1'"),
        (["--path", "--budget", "nan"], "--budget takes inches from 0 to 1000, not nan"),
        (["--path", "--budget", "-1"], "--budget takes inches from 0 to 1000, not -1.0"),
        (["--path", "--sight"], "--path and --sight cannot be combined - use one of them"),
        (["--budget", "3"], "--budget and --via need --path"),
        (["--path", "--stops", "wind"], "Invalid value for '--stops'"),
    ],
)
def test_what_cannot_be_asked_of_a_way_is_refused(arguments: list[str], told: str) -> None:
    assert refusal("measure", ENGAGE, "--from", "Wick", "--to", "Gull", *arguments).startswith(told)


def test_a_base_at_a_point_has_a_size() -> None:
    line = refusal("measure", ENGAGE, "--from", "3,3", "--to", "Gull", "--path", "--base", "inf")
    assert line == "--base takes inches from 0 to 1000, not inf"
    wide = call_json("measure", ENGAGE, "--from", "3,3", "--to", "0.5,3", "--path", "--base", "2")
    assert [each["text"] for each in wide["why_not"]] == ["hangs over the edge of the table by 0.50″"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--path"], "--path needs --budget"),
        (["--budget", "3"], "--budget needs --path"),
        (["--path", "--budget", "1e9"], "--budget takes inches from 0 to 1000"),
        (["--path", "--budget", "3", "--png", "x.png"], "--png draws the legal moves"),
    ],
)
def test_what_cannot_be_asked_of_a_reach_is_refused(arguments: list[str], told: str) -> None:
    assert refusal("reach", ENGAGE, "--model", "Wick", *arguments).startswith(told)
