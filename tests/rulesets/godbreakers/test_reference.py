"""The reference of The Godbreaker Saga: every rule has a title, a chapter and links that go both ways."""

import re

from game import rulesets
from game.engine.rulebook.reference import Rulebook
from game.rulesets.godbreakers.words.rule_text import RULES

BOOK = Rulebook(RULES.rules())
NUMBERED = RULES.words["rules"]
LONGEST_TITLE = 40


def test_every_rule_stands_in_the_reference_once_with_title_chapter_and_text() -> None:
    assert tuple(rule.id for rule in BOOK.rules) == tuple(RULES.entries)
    assert {rule for rule, each in NUMBERED.items() if "text" in each} <= {*RULES.entries}
    assert all(rule.title and rule.text and rule.chapter for rule in BOOK.rules)
    assert [rule.title for rule in BOOK.rules if len(rule.title) > LONGEST_TITLE] == []


def test_every_chapter_has_rules_and_none_is_torn_apart() -> None:
    in_order = [rule.chapter for rule in BOOK.rules]
    changes = [title for place, title in enumerate(in_order) if not place or in_order[place - 1] != title]
    assert set(changes) == {title for _, title in RULES.chapters}
    assert len(changes) == len(set(changes))


def test_every_rule_is_linked_and_every_link_leads_back() -> None:
    assert [identity for identity, others in RULES.links.items() if not others] == []
    for identity, others in RULES.links.items():
        assert identity not in others
        assert all(identity in RULES.links[other] for other in others)


def test_links_name_rules_that_exist() -> None:
    named = {*NUMBERED, *(other for each in NUMBERED.values() for other in each.get("links", "").split())}
    assert named <= {*RULES.entries}


def test_a_rule_that_names_a_trait_leads_to_it() -> None:
    assert "G-TRAIT-FLEET" in RULES.links["G-MEAS-8"]
    assert "G-FLAW-BRITTLE" in RULES.links["Q6"]


def test_examples_show_rules_and_their_sums_are_right() -> None:
    for identity, texts in ((rule, each["examples"]) for rule, each in NUMBERED.items() if "examples" in each):
        assert identity in RULES.entries
        for left, right in re.findall(r"([\d+×() -]+) = (\d+)", " ".join(texts)):
            assert eval(left.replace("×", "*")) == int(right), texts


def test_the_rules_are_offered_by_the_rulebook_itself() -> None:
    assert tuple(rulesets.load("godbreakers").rules()) == RULES.rules()


def test_the_author_of_the_rules_is_named() -> None:
    assert dict(rulesets.load("godbreakers").credits())["Robin Uney"].startswith("author of The Godbreaker Saga")


def test_what_is_not_of_this_rulebook_has_no_chapter() -> None:
    assert RULES.chapter("X-1") == ""
