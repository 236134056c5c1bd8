"""The tools about rules and long runs work for every listed rulebook that has what they need."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game import rulesets
from game.engine.rulebook.reference import Rule
from tests.conformance.conftest import install, toys
from tools import rule_coverage, soak

__all__ = ["install", "toys"]


def test_the_built_in_rulebook_is_soaked_as_ever() -> None:
    found = list(soak.combinations(["score"]))
    assert found == [("score", players, advanced) for players in (1, 2, 3, 4) for advanced in (False, True)]
    plans = [soak.batch_of(("score", 3, advanced), True).plan for advanced in (False, True)]
    assert [(plan.names, plan.map, plan.switches) for plan in plans] == [
        (("Ann", "Bob", "Cem"), "market-ruins", ()),
        (("Ann", "Bob", "Cem"), "gallery-row", ("ready", "levels", "unbound")),
    ]


def test_another_rulebook_is_soaked_with_what_it_offers(tmp_path: Path) -> None:
    record = tmp_path / "soak.jsonl"
    arguments = ["--ruleset", "toy", "--games", "2", "--jobs", "1", "--record", str(record)]
    assert soak.main(arguments) == 0
    games = [json.loads(line) for line in record.read_text(encoding="utf-8").splitlines()]
    assert {(game["ruleset"], game["players"], game["advanced"]) for game in games} == {
        ("toy", 1, False),
        ("toy", 2, False),
    }
    assert len(games) == 4
    assert soak.recorded(record, rulesets.DEFAULT) == {}
    assert soak.main(arguments) == 0
    assert len(record.read_text(encoding="utf-8").splitlines()) == 4


def test_a_scenario_for_fewer_players_is_soaked_with_those() -> None:  # D-SCO-4
    every = soak.combinations(["battle-royale", "survey-and-control"], "dropzone")
    found = {each[:2] for each in every if soak.is_possible(soak.batch_of(each, True, "dropzone"))}
    assert found == {*(("battle-royale", seats) for seats in (2, 3, 4)), ("survey-and-control", 2)}


def test_a_soak_on_a_named_map_is_recorded_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "soak.jsonl"
    arguments = ["--ruleset", "aos4", "--quick", "--games", "1", "--jobs", "1", "--record", str(record)]
    for name in ("salt-road", "sunken-court", "salt-road"):
        assert soak.main([*arguments, "--map", name]) == 0
    games = [json.loads(line) for line in record.read_text(encoding="utf-8").splitlines()]
    assert [(game["map"], game["number"]) for game in games] == [("salt-road", 0), ("sunken-court", 0)]
    assert soak.recorded(record, "aos4") == {}
    with pytest.raises(SystemExit):
        soak.main([*arguments, "--map", "nowhere"])
    assert "salt-road" in capsys.readouterr().err


@pytest.mark.parametrize("tool", [soak.main, rule_coverage.main])
def test_an_unknown_rulebook_is_refused(tool: object, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        tool(["--ruleset", "chess"])  # type: ignore[operator]
    assert ended.value.code == 2
    assert "chess" in capsys.readouterr().err


def test_a_rulebook_without_a_digest_of_its_rules_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert rule_coverage.main(["--ruleset", "toy", "--check"]) == 1
    assert capsys.readouterr().out == "toy has no digest of its rules: there is nothing to look for\n"


def test_the_rules_of_another_rulebook_are_found_in_its_code_and_tests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = [Rule(identity, "A title", "A text.", "A chapter") for identity in ("T-1", "T-3", "T-77")]
    monkeypatch.setattr(type(rulesets.load("toy")), "rules", lambda self: rules, raising=False)
    (tmp_path / "test_toy.py").write_text("def test_t_1_wings() -> None:\n    pass\n", encoding="utf-8")
    assert rule_coverage.main(["--ruleset", "toy", "--tests", str(tmp_path), "--list", "T-1"]) == 0
    listed = capsys.readouterr().out
    assert "toy_rulebook.py" in listed
    assert "test_t_1_wings" in listed
    subject = rule_coverage.subject("toy", tmp_path)
    assert rule_coverage.main(["--ruleset", "toy", "--tests", str(tmp_path), "--check"]) == 1
    assert "T-1: no test of it failed when its code was broken" in capsys.readouterr().out
    assert rule_coverage.coverage(subject).gaps() == [
        "T-77: no code cites it",
        "T-3: no test shows it",
        "T-77: no test shows it",
    ]


@pytest.mark.parametrize("name", rulesets.own())
def test_every_rule_is_shown_by_a_test_that_failed_without_its_code(name: str) -> None:
    assert rule_coverage.not_shown(rule_coverage.subject(name)) == []
