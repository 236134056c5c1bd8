"""Rulebooks of other packages: found by their entry points; a broken one says so and stops no other."""

from __future__ import annotations

import tomllib
from importlib import import_module
from importlib.metadata import EntryPoint
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from game import rulesets
from game.documents.error import DocumentError
from game.engine.rulebook import facets
from game.ui.model.new_game_draft import NewGameDraft
from tests.commands.calls import call, call_json, refusal
from tests.conformance.conftest import Install
from tests.conformance.listed import LISTED
from tests.toy.toy_rulebook import RULESET, Toy, ToyGame

TOY = Path(__file__).resolve().parents[1] / "toy"


class WithoutFacet(Toy):
    """A rulebook that knows threats itself, as rulebooks did before there were facets."""

    def threats(self, game: ToyGame, player: str) -> list[str]:
        return []


class HalfAFacet(Toy):
    judge: Any = SimpleNamespace(acting=lambda game: None)


WITHOUT_FACET, HALF_A_FACET = WithoutFacet(), HalfAFacet()


def test_what_was_called_abilities_says_what_to_use() -> None:
    abilities = import_module("game.engine.rulebook.abilities")
    assert abilities.Verb is facets.Verb
    with pytest.raises(ImportError, match=r"game\.engine\.rulebook\.facets"):
        _gone = abilities.Wayfaring


@pytest.mark.parametrize(
    ("moved", "to", "name"),
    [("planning", "new_games", "named_map"), ("soundness", "soundness", "unbounded"), ("edits", "editable", "Edits")],
)
def test_modules_that_moved_to_the_kit_say_where_to(moved: str, to: str, name: str) -> None:
    former = import_module(f"game.engine.rulebook.{moved}")
    with pytest.raises(ImportError, match=rf"{name} moved: import it from game\.engine\.kit\.{to}$"):
        getattr(former, name)
    assert hasattr(import_module(f"game.engine.kit.{to}"), name)
    assert not hasattr(former, "__path__")


@pytest.fixture(autouse=True)
def toys(install: Install) -> None:
    """Install one of them alone."""
    install("toy", "tests.toy.toy_rulebook:RULESET")


def test_what_is_installed_is_listed_behind_the_default() -> None:
    assert rulesets.names() == (rulesets.DEFAULT, "aos4", "bushido", "dropzone", "toy")
    assert rulesets.load("toy") is RULESET
    assert set(rulesets.names()) <= {each.name for each in LISTED}


def test_the_example_package_offers_its_rulebook_as_its_own_document_says(monkeypatch: pytest.MonkeyPatch) -> None:
    project = tomllib.loads((TOY / "pyproject.toml").read_text(encoding="utf-8"))
    ((name, where),) = project["project"]["entry-points"][rulesets.GROUP].items()
    monkeypatch.syspath_prepend(str(TOY))
    found = EntryPoint(name, where, rulesets.GROUP).load()
    assert (found.name, type(found).__name__) == (name, type(RULESET).__name__)
    [packed] = project["tool"]["hatch"]["build"]["targets"]["wheel"]["include"]
    assert packed.removesuffix(".py") == where.partition(":")[0]


def test_another_rulebook_changes_nothing_about_the_default_one() -> None:
    assert [line.split()[0] for line in call("schema").output.splitlines()].count("toy-setup") == 1
    assert "kettleblack" in call("roster", "list").output
    assert call_json("simulate", "--games", "1", "--rounds", "3")["games"] == 1
    assert call_json("simulate", "--games", "3", "--ruleset", "toy")["games"] == 3


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("roster", "list", "--ruleset", "toy"), "Toy has no rosters"),
        (("campaign", "--ruleset", "toy", "show", "none.json"), "Toy has no campaigns"),
        (("odds", "--ruleset", "toy"), "Toy has no odds without a table"),
        (("sandbox", "--ruleset", "toy", "--text"), "This rulebook offers no way to change the table"),
        (("play", "--ruleset", "toy", "--wild-handler", "Ann"), "No such option"),
        (
            ("play", "--ruleset", "ludo"),
            "no rulebook is called 'ludo' - use one of godbreakers, aos4, bushido, dropzone, toy",
        ),
    ],
)
def test_what_a_rulebook_cannot_do_is_said_in_one_line(arguments: tuple[str, ...], reason: str) -> None:
    assert reason in refusal(*arguments)


@pytest.mark.parametrize(
    ("where", "reason"),
    [
        ("no.such.module:RULESET", "ModuleNotFoundError: No module named 'no'"),
        ("tests.toy.toy_rulebook:Nothing", "AttributeError"),
        ("tests.toy.toy_rulebook:RULER", "it lacks "),
        ("tests.toy.toy_rulebook:RULESET", "it calls itself 'toy'"),
        (f"{__name__}:WITHOUT_FACET", "it lacks vision.threats"),
        (f"{__name__}:HALF_A_FACET", "it lacks judge.prospects, judge.worth, judge.candidates, judge.reason, judge."),
    ],
)
def test_a_broken_rulebook_says_so_and_stops_no_other(install: Install, where: str, reason: str) -> None:
    install("broken", where)
    assert reason in refusal("play", "--ruleset", "broken")
    with pytest.raises(DocumentError, match="fix or remove"):
        rulesets.find("broken", "a save")
    told: list[str] = []
    assert [book.name for book in rulesets.usable(told.append)] == [
        rulesets.DEFAULT,
        "aos4",
        "bushido",
        "dropzone",
        "toy",
    ]
    assert len(told) == 1
    assert reason in told[0]
    assert call("schema").exit_code == 0
    drafting = NewGameDraft()
    for name in ("aos4", "bushido", "dropzone", "toy", rulesets.DEFAULT):
        drafting.take_ruleset(name)
        assert drafting.ruleset.name == name
        assert drafting.problem() == ""
