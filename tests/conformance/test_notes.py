"""What one player noted alone (Bushido) is neither shown to the others nor left in copies of the game."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from game.engine.core.decisions import Answer, Place
from game.engine.core.dice import KeyedDice
from game.engine.hidden import holds_private_facts, private_facts, view_for
from game.engine.history.timeline import Timeline
from game.engine.history.undo_policy import copy_at_length, undo_effect
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.view import TableView
from game.engine.session import Session
from game.engine.stakes import stakes
from game.lab.summary import summary_lines
from game.play.session_model import SessionModel
from game.players.random_player import random_answer
from game.rulesets.bushido import RULESET
from inchwise_conformance.typed import conversation


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
        "undo": undo_effect(session),
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
    assert holds_private_facts(one)


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


def test_to_go_back_behind_an_arrival_needs_consent_and_a_note_does_not() -> None:
    """What only one player knew is learnt when it is shown, not when it is noted (B-TR-85)."""
    session = rounding("2 west")
    noted = undo_effect(session)
    assert noted is not None
    assert noted.asks == ()
    (name,) = private_facts(session)
    rng, length = Random(1), 0
    while private_facts(session):
        length = len(session.journal)
        session.answer(random_answer(session.pending(), rng))
    assert name.startswith("note")
    before = copy_at_length(session, length)
    assert before.state.rolls.total == session.state.rolls.total
    back = undo_effect(session)
    assert back is not None
    assert back.dice == 0
    assert back.asks
    assert back.why
