"""Whole random games of the real rulebook: wherever one stops, everything one may do next holds."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from game import rulesets
from game.documents.reading import parse_document
from game.engine.core.decisions import IllegalAnswer
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.saving.documents import PositionDocument, SaveDocument, plain
from game.engine.saving.saves import give_answers, open_position, position_document, restore, save_document
from game.engine.session import Session
from game.players.random_player import random_answer

ROOT = Path(__file__).resolve().parents[2]


class Case(NamedTuple):
    players: int
    map: str
    seed: int

    def __str__(self) -> str:
        return f"{self.players} on {self.map}, seed {self.seed}"


CASES = [
    Case(1, "walled-yard", 1),
    Case(1, "hollow-wood", 2),
    Case(2, "walled-yard", 3),
    Case(2, "market-ruins", 4),
    Case(3, "walled-yard", 5),
    Case(4, "walled-yard", 6),
    Case(4, "stone-ford", 7),
]

each_case = pytest.mark.parametrize("case", CASES, ids=str)


def new_game(case: Case) -> Session:
    ruleset = rulesets.load("godbreakers")
    names = ("Ann", "Bob", "Cy", "Dee")[: case.players]
    setup = ruleset.new_setup(GamePlan(names, map=case.map, rounds=3))
    return Session(ruleset, setup, KeyedDice(case.seed))


def play(session: Session, rng: Random, answers: int) -> None:
    for _ in range(answers):
        if session.finished:
            return
        session.answer(random_answer(session.pending(), rng))


def moments(case: Case, every: int) -> Iterator[Session]:
    """One game; it stands still at every `every`-th decision (all of them would take minutes), and at its end."""
    session, rng = new_game(case), Random(case.seed)
    while not session.finished:
        if len(session.journal) % every == 0:
            yield session
        play(session, rng, 1)
    yield session


def question(session: Session) -> object:
    return None if session.decision is None else session.decision.plain()


def moment(session: Session) -> tuple[object, ...]:
    return session.state.digest(), question(session)


@each_case
def test_playing_on_in_a_fork_leaves_the_game_alone(case: Case) -> None:
    rng = Random(0)
    for session in moments(case, every=3):
        before, events = moment(session), len(session.events)
        fork = session.fork(seed=rng.randrange(1000))
        assert moment(fork) == before
        assert moment(fork.fork(seed=1)) == before
        play(fork, rng, 12)
        assert moment(session) == before
        assert len(session.events) == events


@each_case
def test_undo_and_the_same_answers_bring_the_same_game_and_dice(case: Case) -> None:
    rng = Random(1)
    for session in moments(case, every=2):
        before = moment(session)
        events = [event.plain() for event in session.events]
        back = min(len(session.journal), rng.choice((1, 2, 5, 30)))
        entries = session.journal[len(session.journal) - back :]
        session.undo(back)
        for entry in entries:
            session.answer(entry)
        assert moment(session) == before
        assert [event.plain() for event in session.events] == events


@each_case
def test_kept_checkpoints_never_change(case: Case) -> None:
    kept: dict[int, str] = {}
    for session in moments(case, every=1):
        kept[session.marks[-1].entries] = session.marks[-1].state.digest()
    session = new_game(case)
    play(session, Random(case.seed), 100_000)
    assert session.finished
    assert {mark.entries: mark.state.digest() for mark in session.marks} == kept
    assert len(kept) > 15


@each_case
def test_a_new_flow_from_the_latest_checkpoint_asks_the_same_question(case: Case) -> None:
    for session in moments(case, every=1):
        mark = session.marks[-1]
        fresh = Session(session.ruleset, session.setup, session.dice, state=mark.state.clone())
        for entry in session.journal[mark.entries :]:
            fresh.answer(entry)
        assert moment(fresh) == moment(session)


@each_case
def test_whatever_is_declared_the_game_goes_on_soundly_and_can_be_taken_back(case: Case) -> None:
    rng = Random(2)
    declared = 0
    for session in moments(case, every=16):
        before = moment(session)
        for player in session.ruleset.players(session.setup):
            for interrupt, refusal in session.ruleset.interrupts(session.game, player):
                fork = session.fork()
                if refusal is not None:
                    with pytest.raises(IllegalAnswer):
                        fork.interrupt(interrupt)
                    continue
                fork.interrupt(interrupt)
                declared += 1
                assert fork.ruleset.violations(fork.game) == []
                resumed = Session(fork.ruleset, fork.setup, fork.dice, state=fork.marks[-1].state.clone())
                assert moment(resumed) == moment(fork)
                play(fork, rng, 10)
                assert fork.ruleset.violations(fork.game) == []
                session.interrupt(interrupt)
                session.undo()
                assert moment(session) == before
    assert declared > 5


@each_case
def test_a_game_written_down_comes_back_at_the_same_decision(case: Case) -> None:
    for session in moments(case, every=20):
        text = json.dumps(plain(save_document(session)))
        loaded, difference = restore(parse_document(text, SaveDocument, "a save"), rulesets.find, "a save")
        assert difference is None
        assert moment(loaded) == moment(session)
        assert loaded.journal == session.journal
        assert [mark.digest() for mark in loaded.marks] == [mark.digest() for mark in session.marks]


@each_case
def test_a_position_written_down_comes_back_at_the_same_decision(case: Case) -> None:
    for session in moments(case, every=12):
        text = json.dumps(plain(position_document(session)))
        document = parse_document(text, PositionDocument, "a position")
        again = open_position(document, rulesets.find, "a position")
        give_answers(again, document, "a position")
        assert moment(again) == moment(session)
        assert plain(position_document(again)) == plain(position_document(session))


def faces(session: Session) -> list[object]:
    return [event.plain()["roll"] for event in session.events if "roll" in event.plain()]


def test_a_fork_with_a_seed_rolls_other_dice_and_without_one_the_real_ones() -> None:
    session = new_game(CASES[3])
    play(session, Random(4), 60)

    def ahead(fork: Session) -> list[object]:
        before = len(fork.events)
        play(fork, Random(9), 40)
        del fork.events[:before]
        return faces(fork)

    real = ahead(session.fork())
    assert len(real) > 5
    assert ahead(session.fork()) == real
    assert ahead(session.fork(seed=77)) != real
    assert ahead(session.fork(seed=77)) == ahead(session.fork(seed=77))


def whole_game_digest() -> str:
    """Everything about one game in a few characters."""
    session = new_game(CASES[2])
    play(session, Random(8), 100_000)
    text = json.dumps([[event.plain() for event in session.events], session.journal, session.state.plain()])
    return (
        f"{session.state.digest()} {len(session.journal)} {hashlib.blake2b(text.encode(), digest_size=12).hexdigest()}"
    )


@pytest.mark.parametrize("hash_seed", ["0", "1", "4711"])
def test_the_same_answers_are_the_same_game_in_every_process(hash_seed: str) -> None:
    code = "from tests.engine.test_whole_games import whole_game_digest; print(whole_game_digest())"
    environment = os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout.strip() == whole_game_digest()
