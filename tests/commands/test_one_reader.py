"""One reader for each document: `check` accepts exactly what the rulebook reads, and what is written is read again."""

from __future__ import annotations

import json
import typing
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import BaseModel

from game import rulesets
from game.commands.schema import kinds
from game.documents.reading import parse_document
from game.engine.rulebook.new_game import GamePlan
from game.engine.saving.documents import plain
from game.rulesets.aos4.documents.armies import ArmyDocument
from game.rulesets.aos4.documents.catalogue import NAMES, bundled_army
from tests.commands.calls import call, write

each_rulebook = pytest.mark.parametrize("name", ["godbreakers", "bushido", "aos4"])


@each_rulebook
def test_a_setup_that_the_rulebook_reads_is_accepted(name: str, tmp_path: Path) -> None:
    book = rulesets.load(name)
    setup = book.plain_setup(book.new_setup(GamePlan(("Ann", "Bob"))))
    assert "null" in json.dumps(setup)
    book.read_setup(setup)
    result = call("check", write(tmp_path, setup))
    assert (result.exit_code, result.stderr) == (0, "")
    assert "-setup" in result.output or "a setup" in result.output


@each_rulebook
def test_a_setup_that_the_rulebook_refuses_is_refused(name: str, tmp_path: Path) -> None:
    book = rulesets.load(name)
    setup = book.plain_setup(book.new_setup(GamePlan(("Ann", "Bob"))))
    setup["players"][1]["id"] = setup["players"][0]["id"]
    result = call("check", write(tmp_path, setup))
    assert result.exit_code == 2
    assert "players" in result.output


def test_a_setup_of_no_rulebook_is_refused(tmp_path: Path) -> None:
    for content in ({"ruleset": "chess"}, {}, {"ruleset": 7}):
        result = call("check", write(tmp_path, {"format": "inchwise-aos4-setup", "version": 1, **content}))
        assert result.exit_code == 2
        assert "at ruleset: " in result.output


@pytest.mark.parametrize("name", NAMES)
def test_an_army_that_is_written_is_read_again(name: str) -> None:
    """Models that do not move have "-" as their Move, which is null: the file that was written lacked it."""
    army = bundled_army(name)
    assert parse_document(json.dumps(plain(army)), ArmyDocument, "army") == army


def models_of(model: type[BaseModel], known: set[type[BaseModel]]) -> Iterator[type[BaseModel]]:
    """Yield a document's model and all that it is made of."""
    if model in known:
        return
    known.add(model)
    yield model
    open_types = [field.annotation for field in model.model_fields.values()]
    while open_types:
        declared = open_types.pop()
        if isinstance(declared, type) and issubclass(declared, BaseModel):
            yield from models_of(declared, known)
        open_types.extend(typing.get_args(declared))


def test_what_may_be_null_may_be_left_out() -> None:
    """Documents are written without nulls, so a field that must be there cannot be null."""
    known: set[type[BaseModel]] = set()
    wrong = [
        f"{model.__module__}.{model.__name__}.{name}"
        for kind in kinds()
        for model in models_of(kind.model, known)
        for name, field in model.model_fields.items()
        if field.is_required() and type(None) in typing.get_args(field.annotation)
    ]
    assert wrong == []
    assert len(known) > 60
