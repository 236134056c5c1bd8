"""Whoever tries to peek learns nothing: a game looks and plays the same, whatever another player has committed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game import rulesets
from game.documents.reading import parse_document
from game.doors.seated import SeatedGame
from game.engine.core.decisions import Answer, Choose, Place
from game.engine.core.dice import KeyedDice
from game.engine.hidden import hidden_entries, keeps_secrets, known_entries, private_facts, unsealed, view_for
from game.engine.history.timeline import Timeline
from game.engine.history.undo_policy import as_it_was, taking_back
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.view import TableView
from game.engine.saving.documents import SaveDocument, plain
from game.engine.saving.saves import position_document, restore, save_document
from game.engine.session import Session
from game.engine.stakes import stakes
from game.lab.summary import summary_lines
from game.play.session_model import SessionModel
from game.players import HUMAN, PLAYERS, answer_with, blind_fork, make_player
from game.players.random_player import random_answer
from game.rulesets.bushido import RULESET
from tests.commands.test_text_play import conversation
from tests.conformance.listed import DUELS, MOMENTS, Case, moment, play
from tests.samples import few, some

SECRETIVE = [case for case in MOMENTS if case.ruleset == "bushido"]
"""Games in which something is chosen in secret; `test_who_has_secrets_is_listed_here` holds that these are all."""
each_secretive = pytest.mark.parametrize("case", SECRETIVE, ids=str)


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


def test_who_has_secrets_is_listed_here() -> None:
    for case in (*(each for each in DUELS if each.ruleset != "bushido"), *MOMENTS):
        session, rng = case.session(), Random(case.seed)
        secret = False
        while not session.finished and not secret:
            secret = session.pending().secret
            play(session, rng, 1)
        assert secret == (case in SECRETIVE)


@each_secretive
def test_nothing_that_is_shown_hangs_on_what_was_committed(case: Case, tmp_path: Path) -> None:
    for session, _answer in committed(case):
        assert shown(session.fork(), tmp_path) == shown(otherwise(session), tmp_path)


# -- what a rulebook keeps secret in its state: notes of those who go round the flank --


def rounding(note: str, seed: int = 3) -> Session:
    """Return a game of Bushido in which the second player noted in secret where and when a model comes."""
    setup = RULESET.new_setup(GamePlan(("Ann", "Bob"), "seikyuu", "bamboo-ford"))
    plain = RULESET.plain_setup(setup)
    scout = plain["players"][1]["warband"]["models"][1]
    scout["traits"] = [*scout["traits"], "Flank"]
    session, rng = Session(RULESET, RULESET.read_setup(plain), KeyedDice(seed)), Random(seed)
    while True:
        decision = session.pending()
        if decision.rule == "B-TR-85" and decision.private:
            session.answer(note)
            return session
        session.answer(random_answer(decision, rng))


def everybody_sees(session: Session, folder: Path) -> dict[str, Any]:
    """Return everything that is shown at a decision, or said by a program that is to take it."""
    ruleset, decision, desk = session.ruleset, session.pending(), SessionModel(session, lambda played: None, folder)
    answers = [random_answer(decision, Random(seed)) for seed in range(2)]
    timeline = Timeline(session)
    found: dict[str, Any] = {
        "view": ruleset.view(session.game),
        "log": [(entry.text, entry.why) for entry in desk.log],
        "question": decision.plain(),
        "odds": [ruleset.odds(session.game, decision, each) for each in answers],
        "stakes": [stakes(session, each) for each in answers],
        "moments": (timeline.moments, timeline.landmarks, timeline.places),
        "then": ruleset.view(timeline.at(timeline.last // 2).game),
        "undo": taking_back(session),
        "text": conversation(session.fork(), folder, "", "state", "log", "odds 1", "why not", "quit"),
        "report": list(summary_lines(session)),
    }
    if isinstance(decision, Place):
        spots = [(float(each[0]), float(each[1])) for each in answers if isinstance(each, list)]
        found["previews"] = [ruleset.preview(session.game, decision, *spot) for spot in spots]
    return found


def test_nothing_that_is_shown_hangs_on_a_note(tmp_path: Path) -> None:
    """Two games that differ in what Bob noted alone look the same at every decision, until he comes."""
    one, two = rounding("4 west"), rounding("3 east")
    seen = 0
    while one.state.turn < 3:
        decision = one.pending()
        assert decision.plain() == two.pending().plain()
        if seen % 12 == 0:
            assert everybody_sees(one.fork(), tmp_path) == everybody_sees(two.fork(), tmp_path)
        answer = random_answer(decision, Random(seen))
        one.answer(answer)
        two.answer(answer)
        seen += 1
    assert seen > 40
    assert keeps_secrets(one)


def test_who_noted_it_alone_sees_it_and_only_where_nobody_else_looks(tmp_path: Path) -> None:
    session = rounding("4 west")
    one, other = session.ruleset.players(session.setup)
    bob = next(each.owner for each in session.state.models.values() if each.flank_turn)
    ann = other if bob == one else one

    def cards(view: TableView) -> str:
        return str([piece.details for piece in (*view.pieces, *view.reserve)])

    assert "it arrives in turn 4, at the west edge" in cards(view_for(bob, session))
    for viewer in (ann, ""):
        assert view_for(viewer, session) == session.ruleset.view(session.game)

    def bot(played: Session) -> Answer:
        return random_answer(played.pending(), Random(1))

    for bots, seen in (({ann: bot}, True), ({bob: bot}, False), ({}, False), ({ann: bot, bob: bot}, False)):
        desk = SessionModel(session.fork(), lambda played: None, tmp_path, bots=bots)
        assert ("it arrives in turn 4" in cards(desk.view)) is seen


def test_a_branch_of_a_running_game_has_the_notes_dealt_anew() -> None:
    session = rounding("4 west")
    rng = Random(5)
    while session.state.turn < 2:
        session.answer(random_answer(session.pending(), rng))
    timeline = Timeline(session)

    def notes(branch: Session) -> set[tuple[int, str]]:
        return {(each.flank_turn, each.flank_edge) for each in branch.state.models.values() if each.flank_turn}

    dealt = [timeline.branch(timeline.last) for _time in range(30)]
    assert len(set.union(*map(notes, dealt))) > 1
    for branch in dealt[:3]:
        assert branch.pending().plain() == session.pending().plain()
        assert branch.ruleset.view(branch.game) == session.ruleset.view(session.game)
        assert "4 west" not in branch.journal
    (bob,) = {each.owner for each in session.state.models.values() if each.flank_turn}
    assert (4, "west") in notes(session)
    assert all(notes(timeline.branch(timeline.last, viewer=bob)) == notes(session) for _time in range(5))
    early = timeline.branch(0)
    assert early.journal == []
    while session.state.turn < 5 and not session.finished:
        session.answer(random_answer(session.pending(), rng))
    timeline = Timeline(session)
    carried = timeline.branch(timeline.find("2"))
    assert "4 west" in carried.journal  # everybody knows by now
    assert (4, "west") in notes(carried)


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
        loaded, difference = restore(parse_document(json.dumps(document), SaveDocument, "a save"), rulesets.find, "a")
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
    loaded, difference = restore(parse_document(json.dumps(document), SaveDocument, "a save"), rulesets.find, "a")
    assert difference is not None
    assert "what is sealed cannot be opened" in str(difference)
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
    before = taking_back(session)
    assert before is not None
    assert before.asks == ()
    while hidden_entries(session):
        session.answer(random_answer(session.pending(), Random(1)))
    after = taking_back(session)
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
            back = taking_back(desk.session, bots=bots)
            assert back is not None
            assert back.entries == len(desk.session.journal) - (since - 1)
            assert desk.undo()
            assert len(desk.session.journal) == since - 1
            assert desk.session.pending().player == other
        assert len(session.journal) == length


def _never(session: Session) -> Answer:
    raise AssertionError("this bot is not asked")


@each_secretive
@pytest.mark.parametrize("kind", few([each for each in PLAYERS if each != "random"]))
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


def test_to_go_back_behind_an_arrival_needs_consent_and_a_note_does_not() -> None:
    """What only one player knew is learnt when it is shown, not when it is noted (B-TR-85)."""
    session = rounding("2 west")
    noted = taking_back(session)
    assert noted is not None
    assert noted.asks == ()
    (name,) = private_facts(session)
    rng, length = Random(1), 0
    while private_facts(session):
        length = len(session.journal)
        session.answer(random_answer(session.pending(), rng))
    assert name.startswith("note")
    before = as_it_was(session, length)
    assert before.state.rolls.total == session.state.rolls.total
    back = taking_back(session)
    assert back is not None
    assert back.dice == 0
    assert back.asks
    assert back.why
