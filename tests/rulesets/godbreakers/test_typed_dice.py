"""Whole games of The Godbreaker Saga with dice that people roll themselves (G-ROLL-1)."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from game import rulesets
from game.engine.core.decisions import Answer
from game.engine.core.dice import Dice, KeyedDice, RollCounter
from game.engine.core.typed_dice import RollNeeded, TypedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.saving.loading import load_game
from game.engine.saving.saves import save_game
from game.engine.session import Session
from game.players.random_player import random_answer

SEED = 5


def new_game(dice: Dice, scenario: str) -> Session:
    ruleset = rulesets.load("godbreakers")
    return Session(ruleset, ruleset.new_setup(GamePlan(("Ann", "Bob"), scenario, rounds=3)), dice)


def shown(session: Session) -> list[int]:
    """Return what the dice asked for show, as the keyed dice of the same game do."""
    assert session.awaiting is not None
    dice = KeyedDice(SEED)
    return [
        dice.roll(RollCounter(by_key={roll.key: roll.index}), roll.sides, roll.key) for roll in session.awaiting.rolls
    ]


def give(session: Session, answer: Answer) -> list[int]:
    """Give an answer, rolling whatever is asked for; return how many dice were asked for each time."""
    asked: list[int] = []
    try:
        session.answer(answer)
    except RollNeeded:
        while session.awaiting is not None:
            asked.append(len(session.awaiting.rolls))
            try:
                session.roll(shown(session))
            except RollNeeded:
                continue
    return asked


@pytest.mark.parametrize("scenario", ["score", "clash"])
def test_a_whole_game_with_typed_dice_saved_loaded_and_taken_back_is_the_game_of_the_same_dice(
    tmp_path: Path, scenario: str
) -> None:
    keyed, typed = new_game(KeyedDice(SEED), scenario), new_game(TypedDice(), scenario)
    rng = Random(3)
    asked: list[int] = []
    while not keyed.finished:
        answer = random_answer(keyed.pending(), rng)
        keyed.answer(answer)
        asked += give(typed, answer)
        if len(keyed.journal) == 60:
            save_game(typed, tmp_path / "game.json")
            typed, difference = load_game(tmp_path / "game.json", rulesets.find)
            assert difference is None
            last = typed.journal[-1]
            typed.undo(3)
            for entry in keyed.journal[57:60]:
                assert give(typed, entry) == []  # they fell already
            assert typed.journal[-1] == last
    assert typed.finished
    assert isinstance(typed.dice, TypedDice)
    assert typed.state.digest() == keyed.state.digest()
    assert sum(asked) == sum(len(faces) for faces in typed.dice.faces.values()) == keyed.state.rolls.total
    assert max(asked) >= 2  # the dice of one attack are asked for together


def test_each_die_says_whose_it_is_what_for_and_by_which_rule() -> None:
    session = new_game(TypedDice(), "clash")
    rng = Random(3)
    seen: dict[str, tuple[str, str]] = {}
    while not session.finished:
        answer = random_answer(session.pending(), rng)
        try:
            session.answer(answer)
        except RollNeeded:
            while session.awaiting is not None:
                for roll in session.awaiting.rolls:
                    told = session.ruleset.roll_wanted(session.game, roll.key)
                    assert told.subject
                    assert told.subject in session.state.models or told.subject == told.owner
                    assert told.owner in ("ann", "bob")
                    seen[told.purpose] = (roll.purpose, told.rule)
                try:
                    session.roll(shown(session))
                except RollNeeded:
                    continue
    assert seen["initiative"] == ("initiative", "G-INI-1")
    attack = session.ruleset.roll_wanted(session.game, "round 1/ann.wick/attack")
    assert (attack.purpose, attack.subject, attack.owner, attack.rule) == ("attack", "ann.wick", "ann", "G-ENG-2")
    assert seen["recovery"] == ("recovery", "G-REC-1")
    assert seen["its hunt"] == ("hunt", "G-SCN-THE-CLASH")
    assert seen["the test Avoid Obstacles"] == ("Avoid Obstacles", "G-ROLL-4")
