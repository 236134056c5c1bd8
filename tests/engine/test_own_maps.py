"""Maps of the user's own: every rulebook offers them for a new game after its own, and says why one does not fit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from game import rulesets
from game.documents.error import DocumentError
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan, Offer
from game.engine.saving.maps import keep_map
from game.engine.session import Session
from game.resources import bundled_map
from game.table.documents import MapDocument, load_map, maps_folder
from game.table.maps.files import save_map
from tests.documents.samples import plain_map

BOOKS = pytest.mark.parametrize("book", rulesets.names())
TWO = ("Ann", "Bob")


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("INCHWISE_HOME", str(tmp_path / "home"))


def offered(book: str) -> tuple[Offer, ...]:
    return rulesets.load(book).offers().maps


def kept(book: str, **changes: Any) -> str:
    """Keep the first map of a rulebook under another name, with some of its fields replaced; return its file."""
    bundled = bundled_map(offered(book)[0].name)
    assert bundled is not None
    maps_folder().mkdir(parents=True, exist_ok=True)
    path = maps_folder() / "ash-yard.json"
    plain = json.loads(bundled.read_text(encoding="utf-8")) | {"name": "Ash Yard"} | changes
    path.write_text(json.dumps(plain), encoding="utf-8")
    return str(path)


@BOOKS
def test_a_map_of_ones_own_is_offered_after_the_default_and_played_on(book: str) -> None:
    first = offered(book)[0]
    path = kept(book)
    (own,) = [offer for offer in offered(book)[1:] if offer.title == "Ash Yard"]
    assert (own.name, own.text, own.rule) == (path, first.text, first.rule)
    assert offered(book)[0] == first
    setup = rulesets.load(book).new_setup(GamePlan(TWO, map=own.name))
    assert setup.document.map.name == "Ash Yard"


@BOOKS
def test_maps_for_other_rulebooks_and_broken_files_are_not_offered(book: str) -> None:
    before = offered(book)
    kept(book, rulesets=["chess"])
    (maps_folder() / "broken.json").write_text("{", encoding="utf-8")
    assert offered(book) == before


@pytest.mark.parametrize(
    ("book", "changes", "reason", "rule"),
    [
        ("aos4", {"zones": []}, "zone 'south' is missing - it is a player's territory", "A-DEP-5"),
        ("aos4", {"width": 60.0, "unit": 2.0}, "the unit is 2, but this game uses inches", "A-GEO-1"),
        ("bushido", {"width": 30.0}, "the table measures 30 by 24 inches - it has to be 24 by 24", "B-STAT-1"),
    ],
)
def test_what_does_not_fit_is_offered_with_the_reason_and_refused_with_it(
    book: str, changes: dict[str, Any], reason: str, rule: str
) -> None:
    path = kept(book, **changes)
    (own,) = [offer for offer in offered(book) if offer.name == path]
    assert reason in own.text
    assert own.rule == rule
    with pytest.raises(DocumentError) as refused:
        rulesets.load(book).new_setup(GamePlan(TWO, map=path))
    assert refused.value.reason.startswith(reason)


def test_a_table_of_an_older_map_is_saved_over_a_newer_one_that_is_read() -> None:
    path, older = Path(kept("godbreakers", version=2)), maps_folder() / "older.json"
    older.write_text(json.dumps(plain_map() | {"terrain": []}), encoding="utf-8")
    book = rulesets.load("godbreakers")
    session = Session(book, book.new_setup(GamePlan(TWO, map=str(older))), KeyedDice(1))
    assert load_map(older).version == 1
    keep_map(session, path)
    assert load_map(path).version == 1
    assert sorted(each.name for each in path.parent.glob("ash*.json")) == ["ash-yard.json", "ash-yard.previous.json"]


def test_a_map_that_could_not_be_read_again_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    path = Path(kept("godbreakers"))
    before, document = path.read_bytes(), load_map(path)
    monkeypatch.setattr(MapDocument, "most_values", 20)
    with pytest.raises(OSError, match="more than 20 values"):
        save_map(document, path)
    assert path.read_bytes() == before
