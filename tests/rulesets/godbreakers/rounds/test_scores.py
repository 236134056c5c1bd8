"""The figures of whole games: the sums of a round's lines are what the scores changed by, in every scenario."""

from __future__ import annotations

from random import Random

import pytest

from game import rulesets
from game.engine.core.dice import KeyedDice
from game.engine.history.luck import lucks
from game.engine.history.scores import counts_of, rounds_of, turning_points
from game.engine.rulebook.editing import Correction
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.players.random_player import random_answer
from game.rulesets.godbreakers.rules.events import Casualty, InitiativeWon, Rolled, Scored
from game.rulesets.godbreakers.rules.scenarios import names
from game.rulesets.godbreakers.rules.state import State
from game.wording import translated

PEOPLE = ("Ann", "Bob", "Cy", "Dee")


def play(scenario: str, players: int, seed: int) -> tuple[Session, list[dict[str, int]]]:
    """Play a game at random; return it with every player's VP at the end of every round, as the state had them."""
    ruleset = rulesets.load("godbreakers")
    plan = GamePlan(PEOPLE[:players], scenario=scenario, rounds=4)
    session = Session(ruleset, ruleset.new_setup(plan), KeyedDice(seed))
    rng, seen = Random(seed), [dict(session.state.vp)]
    while session.decision is not None:
        while session.state.round >= len(seen):
            seen.append({})
        seen[-1] = dict(session.state.vp)
        session.answer(random_answer(session.decision, rng))
        if session.state.round == len(seen):  # the answer scored the round before as well
            seen[-1] = dict(session.state.vp)
    seen[-1] = dict(session.state.vp)
    return session, seen


@pytest.mark.parametrize("players", [1, 2, 4])
@pytest.mark.parametrize("scenario", names())
def test_g_res_2_the_lines_of_every_round_are_what_the_scores_changed_by(scenario: str, players: int) -> None:
    session, seen = play(scenario, players, 7 * players)
    rounds = rounds_of(session)
    assert [each.after for each in rounds] == seen
    for each in rounds:
        for player, before in each.before.items():
            assert before + sum(line.points for line in each.of(player)) == each.after[player]
    scored = [event for event in session.events if isinstance(event, Scored)]
    lines = [line for each in rounds for line in each.lines]
    told = [(event.player, event.points, translated(event.reason), event.rule) for event in scored]
    assert told == [line[:4] for line in lines]
    assert all(session.events[line.event] is event for line, event in zip(lines, scored, strict=True))
    for each in rounds:
        won = [event for event in session.events[each.first : each.end] if isinstance(event, InitiativeWon)]
        assert each.led == (won[-1].player if won else "")
        assert not won or session.events[each.led_by] is won[-1]


@pytest.mark.parametrize("scenario", names())
def test_casualties_and_rolls_are_those_of_each_players_own_models(scenario: str) -> None:
    session, _seen = play(scenario, 3, 11)
    state = session.state
    assert isinstance(state, State)
    fallen = [state.models[event.model].owner for event in session.events if isinstance(event, Casualty)]
    rolled = [event for event in session.events if isinstance(event, Rolled)]
    for player, luck in lucks(session).items():
        assert counts_of(session).get("Casualties", {}).get(player, 0) == fallen.count(player)
        own = [event.roll.result for event in rolled if state.models[event.model].owner == player]
        assert (luck.rolls, luck.total) == (len(own), sum(own))
        assert 0.0 <= float(luck.luckier) < 1.0
    turns = turning_points(session)
    assert [turn.events for turn in turns] == sorted(turn.events for turn in turns)
    for turn in turns:
        gone = [session.events[number] for number in turn.lost]
        assert all(state.models[getattr(event, "model")].owner == turn.player for event in gone)  # noqa: B009


def test_points_that_a_referee_corrects_stand_in_the_card_too() -> None:
    session, _seen = play("score", 2, 5)
    session.undo(3)
    while not session.at_checkpoint():
        session.undo()
    session.correct(Correction({"do": "score", "player": "bob", "vp": 40}, "ann", ("bob",)))
    line = rounds_of(session)[-1].of("bob")[-1]
    assert line.reason == "corrected by the referee"
    assert rounds_of(session)[-1].after["bob"] == 40


def test_players_that_swap_sides_exchange_circles_and_places() -> None:
    ruleset = rulesets.load("godbreakers")
    setup = ruleset.new_setup(GamePlan(PEOPLE[:3], scenario="score"))
    swapped = ruleset.swapped(setup)
    circles = [player["circle"]["name"] for player in ruleset.plain_setup(setup)["players"]]
    players = ruleset.plain_setup(swapped)["players"]
    assert ruleset.players(swapped) == ("bob", "cy", "ann")
    assert [player["circle"]["name"] for player in players] == circles
    assert [player["name"] for player in players] == ["Bob", "Cy", "Ann"]
    assert ruleset.players(ruleset.swapped(ruleset.swapped(swapped))) == ("ann", "bob", "cy")
    assert ruleset.swapped(ruleset.new_setup(GamePlan(("Ann",), scenario="score"))) is None
