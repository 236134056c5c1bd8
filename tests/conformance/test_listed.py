"""What is listed: every rulebook of the program, and what it offers people who learn it."""

from __future__ import annotations

from game import rulesets
from inchwise_conformance.test_lessons import taught_by
from tests.conformance.listed import LISTED

TOYS = {"race", "toy", "units", "wayfarer"}


def test_every_rulebook_of_the_program_is_listed_and_teaches_a_first_game() -> None:
    assert {each.name for each in LISTED} - TOYS == set(rulesets.names()) - TOYS
    assert {each.name for each in LISTED if taught_by(each) is not None} == {each.name for each in LISTED} - TOYS
