"""The reference of The Godbreaker Saga: every rule, trait, flaw, scenario, compulsion and ruling in our own words."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.rulesets.godbreakers.rules.scenarios import find, names
from game.rulesets.godbreakers.rules.traits import REGISTRY
from game.rulesets.godbreakers.words.rule_text import RULES, entry, wording

CODE = Path(__file__).resolve().parents[3] / "game" / "rulesets" / "godbreakers"
MODULES = sorted(CODE.rglob("*.py"))
LONGEST = 260
CITATION = re.compile(r"\b(G-[A-Z]+(?:-[A-Z0-9]+)*|[QH]\d+a?)\b")

FAMILIES = {
    "MEAS": 8,
    "TBL": 10,
    "SIDE": 5,
    "ROLL": 6,
    "RND": 2,
    "INI": 5,
    "ACT": 4,
    "REC": 1,
    "RES": 4,
    "MOVE": 5,
    "ENG": 5,
    "SPEC": 3,
    "CIR": 7,
    "ASC": 1,
    "SCN": 6,
    "ADV": 5,
}
"""How many numbered rules each family has."""

CORE_COMPULSIONS = ("COWARDLY", "MURDEROUS", "PREDATOR")
RULINGS, HOUSE_RULINGS = 41, 12

NUMBERED = (
    *(f"G-{family}-{number + 1}" for family, count in FAMILIES.items() for number in range(count)),
    *(f"G-COMP-{name}" for name in CORE_COMPULSIONS),
    *(identity for n in range(1, RULINGS + 1) for identity in ((f"Q{n}", "Q3a") if n == 3 else (f"Q{n}",))),
    *(f"H{number + 1}" for number in range(HOUSE_RULINGS)),
)
"""Those whose wording stands in one list; traits, flaws and scenarios bring theirs with them."""

NAMED = ("TRAIT", "FLAW", "SCN", "COMP")
IDS = tuple(RULES.entries)


def test_the_wording_has_every_numbered_rule_in_the_order_of_the_rulebook() -> None:
    assert tuple(rule for rule in IDS if rule in NUMBERED) == NUMBERED


def test_what_is_not_numbered_is_brought_by_a_trait_a_flaw_or_a_scenario() -> None:
    brought = {trait.rule for trait in REGISTRY.values()} | {find(name).rule for name in names()}
    compulsions = {rule for rule in IDS if rule.startswith("G-COMP-")}
    assert set(IDS) - set(NUMBERED) == brought | (compulsions - set(NUMBERED))
    assert len({trait.rule for trait in REGISTRY.values()}) == len(REGISTRY)


def test_two_rules_never_share_an_id() -> None:
    with pytest.raises(ValueError, match="G-ENG-1"):
        entry("G-ENG-1", "Another", "Another text.")
    with pytest.raises(ValueError, match="G-TRAIT-FLEET"):
        entry("G-TRAIT-FLEET", "Fleet", "Another text.")


def test_a_wording_is_short_and_ends_like_a_sentence() -> None:
    texts = {identity: wording(identity) for identity in IDS}
    assert [each for each, text in texts.items() if not 10 < len(text) <= LONGEST] == []
    assert [each for each, text in texts.items() if "  " in text or text != text.strip()] == []
    assert [each for each, text in texts.items() if text[-1] != "."] == []


def test_no_two_rules_share_a_wording() -> None:
    assert len({RULES.wording(rule) for rule in IDS}) == len(IDS)


def test_an_unknown_id_has_no_wording() -> None:
    assert wording("G-MEAS-99") == ""


def test_a_family_alone_is_not_a_rule_but_what_a_module_may_say_it_is_about() -> None:
    assert is_known("G-ENG")
    assert not is_known("G-ENGE")
    assert not is_known("Q99")


def is_known(citation: str) -> bool:
    """Whether a citation names a rule, or a whole family of rules as the first line of a module does."""
    return citation in RULES.entries or citation.removeprefix("G-") in (*FAMILIES, *NAMED)


def citations(path: Path) -> Iterator[tuple[int, str]]:
    """Every rule id in the strings of a module, docstrings included, with its line."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            for found in CITATION.finditer(node.value):
                yield node.lineno, found[1]


def test_every_rule_that_the_code_cites_has_a_wording() -> None:
    every = [(path.relative_to(CODE), line, cited) for path in MODULES for line, cited in citations(path)]
    assert [each for each in every if not is_known(each[2])] == []


def test_the_code_cites_rules() -> None:
    assert len({cited for path in MODULES for _, cited in citations(path)}) > 50
