"""Every rule of Dropzone Commander has a text in our own words."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from game.rulesets.dropzone import rules
from game.rulesets.dropzone.documents.cards import CARDS
from game.rulesets.dropzone.documents.sheets import UNIT_RULES, WEAPON_RULES
from game.rulesets.dropzone.view.event_text import RULES

LAST: Final = {
    "D-GEO": 17, "D-UNIT": 8, "D-TYPE": 8, "D-COH": 4, "D-ARMY": 10, "D-SETUP": 4, "D-DEP": 9, "D-RND": 2, "D-INIT": 9,
    "D-BG": 13, "D-UP": 4, "D-WIN": 4, "D-CMD": 5, "D-CARD": 7, "D-ACT": 10, "D-MOVE": 7, "D-SHOOT": 22, "D-CQ": 9,
    "D-TRANS": 23, "D-AIR": 8, "D-RF": 5, "D-BEH": 12, "D-SCEN": 16, "D-FEAT": 1, "D-GARR": 14, "D-COLL": 7,
    "D-OBJ": 14, "D-SCO": 6, "D-ENG": 7, "R": 49,
}  # fmt: skip
"""The number of the last rule of each family; all but D-CORE begin with 1."""
NUMBERED: Final = [f"D-CORE-{number}" for number in range(13)] + [
    f"{family}-{number}" for family, last in LAST.items() for number in range(1, last + 1)
]
SPECIAL: Final = {each for each in (*UNIT_RULES.values(), *WEAPON_RULES.values()) if each.startswith("D-SPEC-")}
CITED: Final = re.compile(r"\b(?:D-[A-Z]+-(?:[A-Z]+|\d+)|R-\d+|C\d\d)\b")


def test_every_rule_has_a_title_and_a_text() -> None:
    assert set(RULES.entries) == {*NUMBERED, *SPECIAL, *CARDS}
    for rule in RULES.rules():
        assert all((rule.title, rule.text, rule.chapter, *rule.examples)), rule.id


def test_every_rule_cited_in_the_code_has_a_text() -> None:
    modules = Path(str(rules.__file__)).parents[1].rglob("*.py")
    cited = {each for module in modules for each in CITED.findall(module.read_text(encoding="utf-8"))}
    assert len(cited) > 100
    assert cited <= set(RULES.entries)


def test_rules_refer_to_rules() -> None:
    for rule in RULES.entries:
        assert set(RULES.linked(rule)) <= set(RULES.entries), rule
        assert rule not in RULES.linked(rule)
    assert "D-OBJ-5" in RULES.links["R-20"]


def test_chapters_come_in_order_and_together() -> None:
    places = [RULES.chapter_number(rule) for rule in RULES.entries]
    assert places == sorted(places)
    assert max(places) < len(RULES.chapters)


def test_titles_and_texts_are_short() -> None:
    every = [(rule, entry) for rule, entries in RULES.entries.items() for entry in entries]
    assert [rule for rule, entry in every if len(re.sub(r"\(.*\)", "", entry.title).split()) > 5] == []
    assert [rule for rule, entry in every if len(entry.text.split()) > 80] == []
