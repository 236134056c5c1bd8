"""Whoever tries to peek learns nothing: a game looks and plays the same, whatever another player has committed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game import rulesets
from game.api.seated import SeatedGame
from game.documents.reading import parse_document
from game.engine.core.decisions import Answer, Choose
from game.engine.hidden import hidden_entries, known_entries, unsealed
from game.engine.history.timeline import Timeline
from game.engine.history.undo_policy import undo_effect
from game.engine.saving.documents import SaveDocument, plain
from game.engine.saving.loading import load_save
from game.engine.saving.saves import position_document, save_document
from game.engine.session import Session
from game.engine.stakes import stakes
from game.play.session_model import SessionModel
from game.players import HUMAN, PLAYERS, answer_with, blind_fork, make_player
from game.players.random_player import random_answer
from inchwise_conformance.listing import Case, Listed, duels, moment, of_rulebooks, play, secretive, thick
from inchwise_conformance.samples import few, some
from inchwise_conformance.typed import conversation

each_secretive = of_rulebooks("case", secretive)


def committed(case: Case, times: int = 2) -> Iterator[tuple[Session, Answer]]:
    """Yield a game at a few moments at which one player has committed and another is to, with what was committed."""
    session, rng = case.session(), Random(case.seed)
    while not session.finished and times:
        if hidden_entries(session):
            times -= 1
            yield session, session.journal[-1]
        play(session, rng, 1)


def otherwise(session: Session) -> Session:
    """Return the same game with something else committed."""
    twin, given = session.fork(), session.journal[-1]
    twin.undo()
    decision = twin.pending()
    assert isinstance(decision, Choose)
    twin.answer(next(option.key for option in decision.options if option.key != given))
    return twin


def shown(session: Session, folder: Path) -> dict[str, Any]:
    """Return everything that the player who is to decide can see, ask for or have a program work out."""
    ruleset, decision = session.ruleset, session.pending()
    assert isinstance(decision, Choose)
    desk = SessionModel(session, lambda played: None, folder)
    answers = [option.key for option in decision.options]
    timeline = Timeline(session)
    return {
        "view": ruleset.view(session.game),
        "log": [(entry.text, entry.why) for entry in desk.log],
        "question": decision.plain(),
        "state": session.state.plain(),
        "odds": [ruleset.odds(session.game, decision, each) for each in answers],
        "stakes": [stakes(session, each) for each in answers],
        "weighings": desk.weighings,
        "moments": timeline.moments,
        "last moment": ruleset.view(timeline.at(timeline.last).game),
        "programs": {
            kind: [answer_with(make_player(kind, seed, 10), session, seed) for seed in range(some(5))]
            for kind in PLAYERS
        },
        "copies": [blind_fork(session, decision.player, seed).journal for seed in range(3)],
        "text": conversation(session.fork(), folder, "", "state", "log", "odds 1", "why not", "quit"),
    }


@of_rulebooks("book", lambda listed: listed)
def test_whether_players_choose_in_secret_is_said(book: Listed) -> None:
    """If this fails for your rulebook, use the option `--rulebook-secrets`, or leave it out."""
    for case in secretive([book]) or [*duels([book]), *thick([book])]:
        session, rng = case.session(), Random(case.seed)
        secret = False
        while not session.finished and not secret:
            secret = session.pending().secret
            play(session, rng, 1)
        assert secret == book.secret


@each_secretive
def test_nothing_that_is_shown_hangs_on_what_was_committed(case: Case, tmp_path: Path) -> None:
    for session, _answer in committed(case):
        assert shown(session.fork(), tmp_path) == shown(otherwise(session), tmp_path)


@each_secretive
def test_a_save_holds_it_sealed_and_opens_again(case: Case) -> None:
    seen = 0
    for session, answer in committed(case):
        document = plain(save_document(session))
        twin = session.fork()
        del document["saved_at"]
        session.undo()
        other = next(each.key for each in session.pending().options if each.key != answer)  # type: ignore[attr-defined]
        session.answer(other)
        differently = plain(save_document(session))
        del differently["saved_at"]
        one, two = document["journal"].pop(), differently["journal"].pop()
        assert document == differently
        assert len(str(one)) == len(str(two))
        assert json.dumps(answer) not in json.dumps(one)
        assert (unsealed(one), unsealed(two)) == (answer, other)
        document["journal"].append(one)
        document["saved_at"] = ""
        loaded, difference = load_save(parse_document(json.dumps(document), SaveDocument, "a save"), rulesets.find, "a")
        assert difference is None
        assert loaded.journal[-1] == answer
        assert moment(loaded) == moment(twin)
        session.undo()
        session.answer(answer)
        position = plain(position_document(session))
        assert unsealed(position["answers"][-1]) == answer
        assert json.dumps(answer) not in json.dumps(position["answers"][-1])
        seen += 1
    assert seen


@each_secretive
def test_a_changed_seal_is_refused_with_its_place(case: Case) -> None:
    session, _answer = next(committed(case))
    document = plain(save_document(session))
    document["journal"][-1] = {"sealed": "no hexadecimal digits"}
    loaded, difference = load_save(parse_document(json.dumps(document), SaveDocument, "a save"), rulesets.find, "a")
    assert difference is not None
    assert "the sealed data cannot be opened" in str(difference)
    assert str(len(session.journal)) in str(difference)
    assert len(loaded.journal) == known_entries(session)


@each_secretive
def test_its_own_commitment_stays_in_the_copy_of_whoever_made_it(case: Case) -> None:
    session, answer = next(committed(case))
    session.undo()
    author = session.pending().player
    session.answer(answer)
    others: set[str] = set()
    for seed in range(12):
        assert blind_fork(session, author, seed).journal[-1] == answer
        others.add(str(blind_fork(session, session.pending().player, seed).journal[-1]))
    assert len(others) > 1


@each_secretive
def test_to_go_back_behind_what_was_revealed_needs_consent(case: Case) -> None:
    session, _answer = next(committed(case))
    person = session.pending().player
    before = undo_effect(session)
    assert before is not None
    assert before.asks == ()
    while hidden_entries(session):
        session.answer(random_answer(session.pending(), Random(1)))
    after = undo_effect(session)
    assert after is not None
    assert after.player == person
    assert after.asks == tuple(each for each in session.ruleset.players(session.setup) if each != person)
    assert after.why


@each_secretive
def test_after_a_reveal_undo_takes_back_the_whole_commitment(case: Case, tmp_path: Path) -> None:
    """Else one answers, reads what the other chose, takes the answer back and gives a better one."""
    for session, _answer in committed(case):
        length, person = len(session.journal), session.pending().player
        (other,) = (each for each in session.ruleset.players(session.setup) if each != person)
        for bots in ({}, {other: _never}):
            desk = SessionModel(session.fork(), lambda played: None, tmp_path, bots=bots)
            since = len(desk.session.journal)
            desk.session.answer(random_answer(desk.session.pending(), Random(2)))
            back = undo_effect(desk.session, bots=bots)
            assert back is not None
            assert back.entries == len(desk.session.journal) - (since - 1)
            assert desk.undo()
            assert len(desk.session.journal) == since - 1
            assert desk.session.pending().player == other
        assert len(session.journal) == length


def _never(session: Session) -> Answer:
    raise AssertionError("this bot is not asked")


@each_secretive
@pytest.mark.parametrize("kind", few([each for each in PLAYERS if each != "random"], 4))
def test_a_bot_that_was_read_commits_anew(case: Case, kind: str) -> None:
    """A client that answers, undoes and answers again does not meet the same split every time."""
    differed = 0
    for session, _answer in committed(case, 4):
        person = session.pending().player
        twin = session.fork()
        twin.undo()
        kinds = [HUMAN if seat == person else kind for seat in session.ruleset.players(session.setup)]
        game, met = SeatedGame(twin, kinds, 5, tries=10), set[str]()
        game.play_bots()
        for _time in range(12):
            at = len(twin.journal)
            assert hidden_entries(twin) == 1
            answer = random_answer(twin.pending(), Random(3))
            game.answer(answer)
            met.add(str(twin.journal[at - 1]))
            game.undo()
            game.play_bots()
        differed += len(met) > 1
    assert differed
