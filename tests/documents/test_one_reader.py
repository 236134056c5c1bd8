"""Each kind of document has one reader: what one door reads, every other reads, and what is written is read again."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from pydantic import BaseModel

from game import rulesets
from game.documents.reading import Document, Part, parse_document
from game.engine.rosters import rosters_of
from game.engine.rulebook.new_game import GamePlan
from game.engine.saving.documents import plain
from game.play.document_kinds import foreign_kind, kinds
from tests.commands.calls import call

ROSTERS = {"godbreakers": "circle", "bushido": "warband", "aos4": "army", "dropzone": "army"}


def setup_of(name: str) -> dict[str, Any]:
    ruleset = rulesets.load(name)
    return ruleset.plain_setup(ruleset.new_setup(GamePlan(("Ann", "Bob"))))


def checked(content: dict[str, Any], path: Path) -> tuple[int, str]:
    path.write_text(json.dumps(content), encoding="utf-8")
    result = call("check", path)
    return result.exit_code, result.output


@pytest.mark.parametrize("name", ROSTERS)
def test_check_reads_a_setup_as_its_rulebook_does(name: str, tmp_path: Path) -> None:
    setup = setup_of(name)
    assert rulesets.load(name).read_setup(setup) is not None
    assert checked(setup, tmp_path / "setup.json")[0] == 0
    setup["scenario"] = "nowhere"  # the model knows no scenarios, the rulebook does
    code, said = checked(setup, tmp_path / "setup.json")
    assert code == 2
    assert "scenario" in said


@pytest.mark.parametrize("name", ROSTERS)
def test_check_reads_a_setup_that_names_its_map_and_rosters(name: str, tmp_path: Path) -> None:
    ruleset, setup = rulesets.load(name), setup_of(name)
    setup["map"] = ruleset.offers().maps[0].name
    rosters = rosters_of(ruleset)
    assert rosters is not None
    own = list(rosters.bundled())
    for player, (_line, facts) in zip(setup["players"], own, strict=False):
        player[ROSTERS[name]] = facts[ROSTERS[name]]
    ruleset.read_setup(setup)
    code, said = checked(setup, tmp_path / "setup.json")
    assert code == 0, said


@pytest.mark.parametrize("name", ROSTERS)
def test_a_roster_that_is_written_down_can_be_read_again(name: str) -> None:
    for player in setup_of(name)["players"]:
        written = player[ROSTERS[name]]
        model = next(kind.model for kind in kinds() if kind.format == written["format"])
        roster = parse_document(json.dumps(written), model, "roster")
        assert parse_document(json.dumps(plain(roster)), model, "roster") == roster


def parts_of(model: type[BaseModel], met: set[type[BaseModel]]) -> Iterator[type[BaseModel]]:
    if model in met:
        return
    met.add(model)
    yield model
    for field in model.model_fields.values():
        waiting = [field.annotation]
        while waiting:
            kind = waiting.pop()
            waiting += get_args(kind)
            if isinstance(kind, type) and issubclass(kind, Part | Document):
                yield from parts_of(kind, met)


def test_null_means_the_same_as_nothing_in_every_document() -> None:
    """Documents are written without nulls, so no field may need one or mean something else without it."""
    met: set[type[BaseModel]] = set()
    wrong = []
    for kind in kinds():
        for part in parts_of(kind.model, met):
            for name, field in part.model_fields.items():
                if type(None) in get_args(field.annotation) and (field.is_required() or field.default is not None):
                    wrong.append(f"{part.__name__}.{name}")
    assert len(met) > 30
    assert wrong == []


def test_broken_yaml_is_ours_only_if_it_names_our_format(tmp_path: Path) -> None:
    ours, other = tmp_path / "ours.yaml", tmp_path / "other.yaml"
    ours.write_text("format: inchwise-plan\nname: [unclosed\n")
    other.write_text("name: [unclosed\n")
    assert foreign_kind(str(ours)) is None
    assert foreign_kind(str(other)) is not None
