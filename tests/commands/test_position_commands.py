"""`run`, `measure` and `reach` on the example positions."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.commands.calls import ENGAGE, PLACEMENT, POSITIONS, SOLO, call, call_json, position, refusal, write

EXAMPLES = sorted(POSITIONS.glob("*.json"))

each_example = pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)


def events(outcome: Any, kind: str) -> list[Any]:
    return [event for event in outcome["events"] if event["event"] == kind]


def test_there_are_five_examples() -> None:
    assert EXAMPLES == [POSITIONS / "aos4-melee.json", POSITIONS / "bushido-melee.json", ENGAGE, PLACEMENT, SOLO]


@each_example
def test_an_example_says_what_it_shows(path: Path) -> None:
    assert len(position(path)["note"]) > 60
    assert call("check", path).output == f"{path}: ok, a position\n"


@each_example
def test_what_run_reaches_is_a_position_that_runs_to_the_same_place(path: Path, tmp_path: Path) -> None:
    outcome = call_json("run", path)
    again = call_json("run", write(tmp_path, outcome["position"]))
    assert again["position"] == outcome["position"]
    assert again["decision"] == outcome["decision"]
    assert again["result"] is outcome["result"] is None


@each_example
def test_run_tells_every_event_with_its_rule_and_what_is_asked(path: Path) -> None:
    outcome = call_json("run", path)
    *lines, last = call("run", path).output.splitlines()
    assert len(lines) == len(outcome["events"])
    assert all(f"[{event['rule']}]" in line for line, event in zip(lines, outcome["events"]))
    decision = outcome["decision"]
    assert last == f"{decision['player']} must decide: {decision['prompt']}  [{decision['rule']}]"


def test_an_engage_goes_by_its_scripted_dice() -> None:
    outcome = call_json("run", ENGAGE)
    rolls = [(event["model"], event["roll"]["faces"]) for event in events(outcome, "Rolled")]
    assert rolls == [("ann.wick", [7]), ("bob.gull", [3])]
    assert outcome["decision"]["about"] == "ann.wick"
    assert "move" in [option["key"] for option in outcome["decision"]["options"]]
    longer = position(answers=[["ann.wick"], "engage", ["bob.gull"], "end"])
    assert longer["dice"]["faces"] == [7, 3]


def test_a_place_is_asked_for_with_its_area() -> None:
    decision = call_json("run", PLACEMENT)["decision"]
    assert (decision["kind"], decision["about"], decision["rule"]) == ("place", "bob.marrow", "G-MOVE-1")
    assert decision["area"] == call_json("reach", PLACEMENT, "--model", "bob.marrow")["area"] > 50


def test_a_place_can_be_answered_and_is_snapped(tmp_path: Path) -> None:
    answers = [["bob.marrow"], "move", [9.123456, 12.5]]
    outcome = call_json("run", write(tmp_path, position(PLACEMENT, answers=answers)))
    (moved,) = events(outcome, "Moved")
    assert moved["end"] == [9.1235, 12.5]
    marrow = outcome["position"]["state"]["models"]["bob.marrow"]
    assert (marrow["x"], marrow["y"]) == (9.1235, 12.5)


def test_the_forgotten_hurt_who_carries_treasure() -> None:
    outcome = call_json("run", SOLO)
    models = outcome["position"]["state"]["models"]
    assert models["ann.sorrel"]["damage"] == 3
    assert models["forgotten-1"]["activated"]
    assert outcome["decision"]["candidates"] == ["forgotten-2"]


def test_a_position_may_end_the_game(tmp_path: Path) -> None:
    # The winner names nobody for a Triumph.
    answers = [*position()["answers"], {"interrupt": "concede", "player": "bob"}, []]
    outcome = call_json("run", write(tmp_path, position(answers=answers)))
    assert outcome["decision"] is None
    assert outcome["result"]["winners"] == ["ann"]
    assert call("run", write(tmp_path, position(answers=answers))).output.endswith("The game is over.\n")


# -- measure -------------------------------------------------------------------------------------


def test_measure_gives_the_receipt_of_what_lies_between() -> None:
    receipt = call_json("measure", PLACEMENT, "--from", "Marrow", "--to", "objective")
    inches = math.hypot(15.0 - 9.0, 10.0 - 11.0) - 0.5 - 0.5
    assert receipt["inches"] == pytest.approx(inches, abs=1e-6)
    assert receipt["range"] == math.floor(inches)
    assert receipt["margin"] == pytest.approx(math.ceil(inches) - inches, abs=1e-6)
    assert (receipt["from"], receipt["to"], receipt["blocked_by"]) == ("Marrow", "Objective", [])
    assert math.dist(receipt["start"], receipt["end"]) == pytest.approx(inches, abs=1e-6)
    assert "G-MEAS-2" in receipt["rules"]


@pytest.mark.parametrize("name", ["bob.marrow", "Marrow", "marrow", "9,11", "9.0, 11.0"])
def test_measure_takes_ids_names_and_points(name: str) -> None:
    receipt = call_json("measure", PLACEMENT, "--from", name, "--to", "Brine")
    radius = 0.0 if "," in name else 0.5
    assert receipt["inches"] == pytest.approx(math.hypot(3.0, 3.0) - 0.5 - radius, abs=1e-6)


def test_measure_looks_instead_where_sight_is_asked_for() -> None:
    seen = call_json("measure", PLACEMENT, "--from", "Marrow", "--to", "Brine", "--sight")
    assert (seen["from"], seen["to"]) == ("bob.marrow", "bob.brine")
    assert seen["seen"] is (seen["blocked_by"] == [])
    said = call("measure", PLACEMENT, "--from", "Marrow", "--to", "Brine", "--sight").output
    assert said.startswith("Marrow sees Brine" if seen["seen"] else "Marrow does not see Brine")


def test_measure_refuses_to_look_from_terrain() -> None:
    line = refusal("measure", ENGAGE, "--from", "upper-terrace", "--to", "Wick", "--sight")
    assert line.startswith("'upper-terrace' is terrain")


def test_measure_is_the_same_both_ways_and_reaches_terrain() -> None:
    there = call_json("measure", ENGAGE, "--from", "Wick", "--to", "upper-terrace")
    back = call_json("measure", ENGAGE, "--from", "upper-terrace", "--to", "Wick")
    assert there["range"] == back["range"]
    assert there["inches"] == pytest.approx(back["inches"])


def test_measure_in_words() -> None:
    lines = call("measure", PLACEMENT, "--from", "Marrow", "--to", "objective").output.splitlines()
    assert lines[0] == "Marrow to Objective: 5 U  [G-MEAS-2]"
    assert lines[-1].endswith("inches to the next unit")


@pytest.mark.parametrize("name", ["Nobody", "nan,nan", "1e9,1", "1,2,3", "", ","])
def test_measure_refuses_what_is_not_there(name: str) -> None:
    line = refusal("measure", PLACEMENT, "--from", "Marrow", "--to", name)
    assert line.startswith(f"nothing on the table is called {name!r} (names: ann.shard, ann.wick")


def test_measure_asks_which_of_several_is_meant(tmp_path: Path) -> None:
    twins = position()
    twins["state"]["models"]["ann.ember"]["name"] = "Wick"
    line = refusal("measure", write(tmp_path, twins), "--from", "Wick", "--to", "Gull")
    assert line == "several pieces are called 'Wick' - use an id: ann.wick, ann.ember"


# -- reach ---------------------------------------------------------------------------------------


def test_reach_gives_area_outline_and_what_is_excluded() -> None:
    found = call_json("reach", PLACEMENT, "--model", "Marrow")
    assert found["model"] == "bob.marrow"
    assert found["area"] > 50
    assert {"out of range", "overlaps a base", "overlaps a marker", "cut off"} <= set(found["excluded"])
    assert all(cause["area"] > 0 and cause["outline"] for cause in found["excluded"].values())
    exterior = found["outline"][0]["exterior"]
    assert exterior[0] == exterior[-1]
    assert all(0.5 <= x <= 29.5 and 0.5 <= y <= 19.5 for x, y in exterior)


def test_reach_draws_a_picture(tmp_path: Path) -> None:
    picture = tmp_path / "reach.png"
    result = call("reach", PLACEMENT, "--model", "Marrow", "--png", picture)
    assert result.output.endswith(f"drawn to {picture}\n")
    with Image.open(picture) as image:
        assert image.format == "PNG"
        assert min(image.size) > 300
        assert len(image.convert("RGB").getcolors(1_000_000) or []) > 50


def test_reach_refuses_what_has_no_move_and_draws_nothing(tmp_path: Path) -> None:
    for name in ("objective", "Nobody"):
        line = refusal("reach", PLACEMENT, "--model", name, "--png", tmp_path / "reach.png")
        assert line == f"no model on the table is called {name!r} (models: ann.wick, bob.brine, bob.marrow)"
    assert list(tmp_path.iterdir()) == []


def test_json_is_all_there_is_on_standard_output(tmp_path: Path) -> None:
    result = call("reach", PLACEMENT, "--model", "Marrow", "--png", tmp_path / "reach.png", "--json")
    assert set(json.loads(result.stdout)) == {"model", "area", "outline", "excluded"}
