"""Whole games at random: the table stays sound, and whatever is asked, refused or told cites a rule that exists."""

import random
from collections.abc import Iterator
from itertools import product

import pytest

from game.engine.core.decisions import Choose, Decision, Pick, Place
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.players.random_player import random_answer
from game.refusal import Refusal
from game.rulesets import load
from game.rulesets.godbreakers.words.rule_text import RULES
from tests.rulesets.godbreakers.kit import PLAYERS
from tests.samples import some

MAPS = ("market-ruins", "walled-yard", "hollow-wood")
LONGEST = 20_000
"""Decisions after which a game is taken for endless."""
SPOTS = 2
"""Random spots tried on each region that is asked about."""


def new_game(ground: str, players: int, seed: int) -> Session:
    """A game of The Score with training circles."""
    ruleset = load("godbreakers")
    return Session(ruleset, ruleset.new_setup(GamePlan(PLAYERS[:players], map=ground)), KeyedDice(seed), history=False)


def decisions(session: Session, seed: int) -> Iterator[Decision]:
    """Play to the end at random; yield every decision before it is answered. A fifth of the setups is automatic."""
    source = random.Random(seed)
    asked = 0
    while session.decision is not None:
        yield session.decision
        hurry = session.decision.shortcuts and source.random() < 0.2
        session.answer(session.decision.shortcuts[0].key if hurry else random_answer(session.decision, source))
        asked += 1
        assert asked < LONGEST


@pytest.mark.parametrize(("ground", "players"), list(product(MAPS, (1, 2, 3, 4))))
def test_a_random_game_comes_to_an_end_and_breaks_no_invariant_on_the_way(ground: str, players: int) -> None:
    session = new_game(ground, players, seed=players)
    seen = 0
    for _ in decisions(session, seed=players):
        assert session.ruleset.violations(session.game) == []
        seen += 1
    assert seen > 40
    assert session.ruleset.result(session.game) is not None
    assert session.ruleset.violations(session.game) == []


def refusals(session: Session, decision: Decision, source: random.Random, known: set[str]) -> Iterator[Refusal]:
    """What is not allowed now, and why: options not offered, pieces not among the candidates, spots at random."""
    if isinstance(decision, Choose):
        offered = {option.key for option in decision.options}
        for option, refusal in decision.refusals():
            assert option.key not in offered
            assert option.rule in known
            yield refusal
    elif isinstance(decision, Pick):
        for identity in (*session.state.models, *session.state.markers):
            if identity not in decision.candidates:
                reasons = decision.why_not([identity, *decision.candidates[: decision.minimum - 1]])
                assert reasons
                yield from reasons
    elif isinstance(decision, Place):
        field = session.game.battlefield
        for _ in range(SPOTS):
            spot = [source.uniform(-1, field.width + 1), source.uniform(-1, field.height + 1)]
            reasons = decision.why_not(spot)
            assert decision.allows(spot) is (not reasons)
            assert all(reason.short_by is not None and reason.short_by > 0 for reason in reasons)
            yield from reasons


GAMES = [(MAPS[number % 3], 100 + number % 4) for number in range(12)]
"""Every map with every number of players; the first four games have all of both."""


@pytest.mark.parametrize(("ground", "seed"), GAMES[: max(4, some(12))])
def test_every_prompt_option_refusal_and_event_cites_a_rule_that_exists(ground: str, seed: int) -> None:
    known = {*RULES.entries}
    session = new_game(ground, players=1 + seed % 4, seed=seed)
    source = random.Random(seed)
    for decision in decisions(session, seed):
        assert decision.rule in known, decision
        assert decision.prompt
        offered = (*decision.shortcuts, *(decision.options if isinstance(decision, Choose) else ()))
        assert [option for option in offered if option.rule not in known] == []
        unfounded = [
            each for each in refusals(session, decision, source, known) if each.rule not in known or not each.text
        ]
        assert unfounded == []
    assert [event for event in session.events if event.rule not in known] == []
    assert all(session.ruleset.tell(session.game, event) for event in session.events)
