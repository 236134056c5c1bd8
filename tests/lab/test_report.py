"""The battle report of every rulebook: its links and its headings belong together."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest

from game import rulesets
from game.engine.core.dice import KeyedDice
from game.engine.history.timeline import Timeline
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.lab.html_report import html_report
from game.players.random_player import random_answer
from tests.games import random_game


def begun(name: str, answers: int = 60) -> Session:
    ruleset = rulesets.load(name)
    session: Session = Session(ruleset, ruleset.new_setup(GamePlan(("Ann", "Bob"))), KeyedDice(5))
    rng = Random(5)
    while session.decision is not None and len(session.journal) < answers:
        session.answer(random_answer(session.decision, rng))
    return session


@pytest.mark.parametrize("name", ["whole game", "godbreakers", "bushido", "aos4", "dropzone"])
def test_every_heading_has_a_link_and_every_link_a_heading(name: str) -> None:
    session = random_game() if name == "whole game" else begun(name)
    page = html_report(Timeline(session), ())
    headings = re.findall(r"<h2([^>]*)>", page)
    contents = re.search(r"<nav>(.*?)</nav>", page)
    assert contents is not None
    links = re.findall(r'<a href="#([^"]*)">', contents[1])
    assert [f' id="{name}"' for name in links] == headings
    assert max(Counter(re.findall(r' id="([^"]*)"', page)).values()) == 1
    assert len(headings) > 1
