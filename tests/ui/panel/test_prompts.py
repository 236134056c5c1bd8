"""Whole random games of every scenario: each question says why it is asked, each refusal what is against it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.engine.core.decisions import Decision, Pick, Place
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.play.session_model import SessionModel
from game.players.random_player import random_answer
from game.rulesets import load
from game.ui.arranging.controllers import controller_for
from game.ui.decisions.base import Controller

SCENARIOS = ("score", "nest", "tragedy", "trap", "gathering", "clash")
NAMES = ("Ann", "Bob", "Cem")
LONGEST = 110
"""Letters of a prompt that still fits the panel in two lines."""


def plans() -> Iterator[GamePlan]:
    for number, scenario in enumerate(SCENARIOS):
        for players in (1, 3):
            switches = ("ready",) if (number + players) % 2 else ()
            yield GamePlan(NAMES[:players], scenario=scenario, map="market-ruins", rounds=3, switches=switches)
    yield GamePlan(NAMES[:2], scenario="score", map="gallery-row", rounds=3, switches=("levels", "unbound"))


def told(session: Session, rule: str, where: str) -> None:
    """Hold that a rule cited is one that can be read in our words."""
    assert session.ruleset.wording(rule), f"{where}: {rule!r} has no wording"


def asked_well(session: Session, decision: Decision) -> None:
    """Hold that a question is short, whole, and cites a rule in our words."""
    prompt = decision.prompt
    assert 3 < len(prompt) <= LONGEST, prompt
    assert prompt == prompt.strip()
    assert prompt[0] == prompt[0].upper()
    assert not set("{}[]_<>") & set(prompt), prompt
    told(session, decision.rule, prompt)


def refused_well(session: Session, controller: Controller, source: random.Random) -> int:
    """Hold that every row can be done or says why not, and a wrong answer too; return how many refusals there were."""
    decision, refused = controller.decision, 0
    rows = controller.actions()
    assert any(row.enabled for row in rows) or isinstance(decision, Place | Pick), decision.prompt
    for row in rows:
        assert row.label.strip()
        if row.rule:
            told(session, row.rule, row.label)
        if not row.enabled:
            refused += 1
            assert len(row.reason) > 3, row.label
            assert not set("{}[]<>") & set(row.reason), row.reason
    wrong = []
    if isinstance(decision, Pick):
        wrong = [[each] for each in session.state.models if each not in decision.candidates]
    elif isinstance(decision, Place):
        field = session.game.battlefield
        wrong = [[source.uniform(-1, field.width + 1), source.uniform(-1, field.height + 1)] for _ in range(2)]
    for answer in wrong:
        for refusal in decision.why_not(answer):
            refused += 1
            assert len(refusal.text) > 3
            told(session, refusal.rule, f"{decision.prompt} {refusal.text}")
    return refused


@pytest.mark.parametrize("plan", list(plans()), ids=lambda plan: f"{plan.scenario}-{len(plan.names)}-{plan.map}")
def test_every_prompt_says_why_and_every_refusal_what_is_against_it(plan: GamePlan, tmp_path: Path) -> None:
    ruleset = load("godbreakers")
    session = Session(ruleset, ruleset.new_setup(plan), KeyedDice(5), history=False)
    model = SessionModel(session, lambda _: None, tmp_path)
    source = random.Random(5)
    asked = refused = 0
    while (decision := session.decision) is not None:
        asked_well(session, decision)
        if asked % 3 == 0:  # the rows of the window are dearer
            model.refresh()
            refused += refused_well(session, controller_for(model, decision), source)
            for interrupt, refusal in session.ruleset.interrupts(session.game, decision.player):
                assert interrupt.kind
                if refusal is not None:
                    assert len(refusal.text) > 3
                    told(session, refusal.rule, refusal.text)
        for option in (*getattr(decision, "options", ()), *decision.shortcuts):
            assert option.label.strip()
            told(session, option.rule, f"{decision.prompt} {option.label}")
        hurry = decision.shortcuts and source.random() < 0.3
        session.answer(decision.shortcuts[0].key if hurry else random_answer(decision, source))
        asked += 1
    assert asked > 30
    assert refused > 10
