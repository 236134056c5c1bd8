"""`rules`: the rules in a terminal."""

import json

import pytest
from click.testing import CliRunner

from game.commands.rules import command
from game.rulesets.godbreakers.words.rule_text import RULES


def output_of(*args: str) -> str:
    result = CliRunner().invoke(command, args, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_without_words_every_rule_is_told_chapter_by_chapter() -> None:
    output = output_of()
    lines = output.splitlines()
    assert [line.split()[0] for line in lines if line.split("  ")[0] in RULES.entries] == list(RULES.entries)
    assert "Measuring" in lines


def test_words_find_the_rules_that_have_them_all() -> None:
    assert [line.split()[0] for line in output_of("barricade", "move").splitlines() if line[:1] in "GQ" and line] == [
        "Q1",
        "G-MOVE-2",
        "G-MOVE-4",
    ]


def test_one_rule_is_told_with_what_it_is_linked_to() -> None:
    output = output_of("--id", "g-eng-4")
    assert output.startswith("G-ENG-4  Engage: damage")
    assert "G-ENG-5  Engage: disengage" in output.split("See also:")[1]


def test_the_rules_as_json() -> None:
    (rule,) = json.loads(output_of("--id", "G-TRAIT-FLEET", "--json"))
    assert rule["title"] == "Fleet"
    assert "G-MEAS-8" in rule["see"]
    assert len(json.loads(output_of("--json"))) == len(RULES.entries)


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (("--id", "G-NO-1"), "no rule is called 'G-NO-1'"),
        (("--id", ""), "no rule is called ''"),
        (("barricade", "--id", "Q1"), "cannot be combined"),
        (("zebra",), "no rule has all the words in 'zebra'"),
        (("--ruleset", "chess"), "no rulebook is called 'chess'"),
    ],
)
def test_what_cannot_be_looked_up_is_refused_in_one_line(args: tuple[str, ...], reason: str) -> None:
    result = CliRunner().invoke(command, args)
    assert result.exit_code == 2
    assert reason in result.stderr
    assert len(result.stderr.splitlines()) == 1
