"""Bad documents of the second rulebook at the door: one message with file, place and rule, and exit code 2."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.engine.saving.documents import plain
from game.engine.saving.saves import save_document
from game.rulesets.bushido.warbands.profiles import bundled_warband
from tests.commands.calls import call
from tests.conformance.listed import MOMENTS, POSITIONS, play

POSITION: dict[str, Any] = json.loads((POSITIONS / "bushido-melee.json").read_text(encoding="utf-8"))
WARDEN = "ann.bell-warden"

Change = Callable[[dict[str, Any]], object]


@pytest.fixture(scope="module")
def save() -> dict[str, Any]:
    """A game from the thick of it, as it was saved after some moves."""
    session, rng = MOMENTS[0].session(), Random(1)
    while not any(getattr(event, "legs", ()) for event in session.events):
        assert not session.finished, "nobody has moved"
        play(session, rng, 1)
    return plain(save_document(session))


def refused(tmp_path: Path, document: dict[str, Any], change: Change) -> str:
    """Change a document, have it checked, and return the one line that refuses it."""
    document = copy.deepcopy(document)
    change(document)
    file = tmp_path / "bad.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    done = call("check", file)
    assert done.exit_code == 2, done.output
    [line] = done.output.strip().splitlines()
    assert line.startswith(f"{file}: ")
    return line


def model(document: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = document["state"]["models"][WARDEN]
    return found


def warband(document: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """Give the first player a warband of its own with some changes, and return it."""
    own = bundled_warband("still-bell").model_dump(mode="json") | changes
    document["setup"]["players"][0]["warband"] = own
    return own


def big_mill(document: dict[str, Any]) -> None:
    bare = {"format": "inchwise-map", "version": 2, "name": "A test", "author": "a test", "width": 24.0, "height": 24.0}
    palette = dict.fromkeys(("ground", "grain", "area", "barricade"), "#445533")
    outline = [[7.0, 14.8], [17.0, 14.8], [17.0, 16.0], [7.0, 16.0]]
    mill = {"id": "mill", "name": "Mill", "look": "building", "area": [{"outline": outline}]}
    document["setup"]["map"] = {**bare, "palette": palette, "terrain": [mill]}


@pytest.mark.parametrize(
    ("change", "place", "reason"),
    [
        (lambda d: warband(d, rice_limit=30), "setup.players[0].warband.models", "B-WARB-3"),
        (lambda d: warband(d)["models"][0].update(traits=["Parrry (1)"]), "models[0].traits[0]", "did you mean Parry"),
        (lambda d: warband(d)["models"][0]["weapons"][0].update(specials=["Leap Attack"]), "specials[0]", "special"),
        (lambda d: warband(d)["models"][0]["melee"].update(value=99), "models[0].melee.value", "not 99 (B-STAT-2)"),
        (lambda d: model(d).update(ki=77), "state", "B-STAT-2"),
        (lambda d: model(d).update(wounds=70), "state", "B-STAT-5"),
        (lambda d: model(d).update(facing="north"), f"state.models.{WARDEN}.facing", "whole number"),
        (lambda d: model(d).update(facing=40_000), "state", "B-GEO-10"),
        (lambda d: d.update(answers=["pass", ["bob.ferry-brute"], "bob.ferry-brute walk", [7.4, 8.0, "north"]]),
         "answers[3]", "not a facing"),
        (lambda d: d.update(answers=["pass", ["bob.ferry-brute"], "bob.ferry-brute walk", [20.0, 20.0]]),
         "answers[3]", "B-MOVE-6"),
        (lambda d: d.update(answers=[{"sealed": "00"}]), "answers[0]", "the sealed data"),
        (big_mill, "setup.map.terrain[0]", "B-SETUP-9"),
    ],
    ids=["rice", "trait", "special", "melee", "Ki", "wounds", "facing", "turned", "answer", "far", "seal", "terrain"],
)  # fmt: skip
def test_a_bad_position_is_refused_with_place_and_rule(tmp_path: Path, change: Change, place: str, reason: str) -> None:
    line = refused(tmp_path, POSITION, change)
    assert place in line
    assert reason in line


def test_a_way_through_a_wall_in_a_save_is_refused(tmp_path: Path, save: dict[str, Any]) -> None:
    def through(document: dict[str, Any]) -> None:
        event = next(each for each in document["events"] if each.get("legs"))
        event["legs"] = [event["legs"][0], [0.0, 0.0], event["legs"][-1]]

    line = refused(tmp_path, save, through)
    assert "entry" in line
    assert "B-" in line
    assert "legs" in line


def test_a_spot_out_of_reach_in_a_save_is_refused(tmp_path: Path, save: dict[str, Any]) -> None:
    line = refused(tmp_path, save, lambda document: document["journal"].__setitem__(-1, [0.0, 0.0]))
    assert f"entry {len(save['journal'])}" in line
    assert "is not allowed" in line


def test_a_checkpoint_that_faces_nowhere_is_refused(tmp_path: Path, save: dict[str, Any]) -> None:
    def change(document: dict[str, Any]) -> None:
        document["journal"] = []
        document["digests"] = []
        document["checkpoint"] = {"entries": 0, "state": copy.deepcopy(document["beginning"])}
        document["beginning"]["models"][WARDEN]["facing"] = 1e9

    assert f"beginning.models.{WARDEN}.facing" in refused(tmp_path, save, change)
