"""Every line of play from fixed positions: what may be answered, and where it leads, stays as it was recorded."""

import json
from pathlib import Path

import pytest

from game import rulesets
from tools import perft

POSITIONS = perft.positions()
LARGEST = 1_000
"""Lines up to which a position is gone through in every run of the tests."""

FAMILIES = {
    "godbreakers": ("G-TRAIT-", "G-FLAW-", "G-COMP-", "G-SCN-THE-"),
    "bushido": ("B-SPEC-A", "B-SPEC-D", "B-STATE-"),
}
"""Rules each of which is shown by a position of its rulebook, by how their ids begin."""
NOT_SHOWN = ("B-STATE-20", "B-STATE-21")
"""Rules of a family about others of it: immunity, and what standing up changes."""
FEWEST = {"godbreakers": 40, "bushido": 60, "aos4": 10}


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_the_lines_of_play_are_those_recorded(position: perft.Position) -> None:
    assert sum(position.entry["counts"]) <= LARGEST, "make it shallower: it is gone through in every run"
    told = perft.differences(position, perft.explore(position))
    assert told == [], f"if this is meant: python tools/perft.py --update {position.name!r}"


def test_there_are_enough_positions_each_with_a_name_of_its_own() -> None:
    names = [position.name for position in POSITIONS]
    assert len(set(names)) == len(names)
    books = [position.common["ruleset"] for position in POSITIONS]
    assert {book: books.count(book) >= least for book, least in FEWEST.items()} == dict.fromkeys(FEWEST, True)
    assert all(position.depth >= 2 and position.entry["counts"][0] for position in POSITIONS)


@pytest.mark.parametrize("book", FAMILIES)
def test_every_rule_of_the_families_is_among_them(book: str) -> None:
    rules = {rule.id for rule in rulesets.load(book).rules()}
    own = (position.entry["shows"] for position in POSITIONS if position.common["ruleset"] == book)
    shown = {rule for shows in own for rule in shows}
    assert shown <= rules
    missing = {rule for rule in rules if rule.startswith(FAMILIES[book]) and rule not in shown}
    assert missing <= {*NOT_SHOWN}


def test_a_difference_is_split_by_first_answer() -> None:
    position = next(each for each in POSITIONS if each.name == "Juggernaut 1")
    found = perft.explore(position)
    wrong = perft.Found([*found.counts[:-1], found.counts[-1] + 1], {**found.split, '["nova"]': 1}, found.hash)
    told = perft.differences(position, wrong)
    assert told[0].startswith(f"Juggernaut 1: counts {wrong.counts}, recorded")
    assert f'  ! ["nova"]: 1 (was {found.split["""["nova"]"""]})' in told
    assert f"  []: {found.split['[]']}" in told


def test_an_update_rewrites_one_position_and_leaves_the_rest_as_it_is(tmp_path: Path) -> None:
    original = POSITIONS[0]
    file = tmp_path / "copy.json"
    file.write_text(original.file.read_text(encoding="utf-8"), encoding="utf-8")
    twin = perft.Position(file, original.entry, original.common)
    perft.update(twin, perft.Found([7], {"only": 7}, "hash"))
    before = json.loads(original.file.read_text(encoding="utf-8"))
    after = json.loads(file.read_text(encoding="utf-8"))
    assert after["positions"][0] == before["positions"][0] | {"counts": [7], "split": {"only": 7}, "hash": "hash"}
    after["positions"][0] = before["positions"][0]
    assert after == before
    perft.update(twin, perft.explore(original))
    assert file.read_bytes() == original.file.read_bytes()


def test_a_state_as_its_class_has_it_adds_nothing_to_the_hash() -> None:
    position = next(each for each in POSITIONS if each.common["ruleset"] == "godbreakers")
    state = position.session().state
    text = perft.essence(state)
    assert '"damage"' not in text
    state.models["raven"].damage = 2
    assert '"damage":2' in perft.essence(state)
