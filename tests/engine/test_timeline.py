"""The time machine: every moment is what it was, differences are told where they are, branches stand alone."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import Any

import pytest

from game import rulesets
from game.documents.error import DocumentError
from game.documents.reading import parse_document
from game.engine.core.dice import KeyedDice
from game.engine.core.events import NoteDocument
from game.engine.history.timeline import Moment, NoSuchMoment, Retrace, Timeline
from game.engine.rulebook.new_game import GamePlan
from game.engine.saving.documents import SaveDocument, plain
from game.engine.saving.loading import Difference, load_save, verify
from game.engine.saving.saves import save_document
from game.engine.session import Session
from game.players.random_player import random_answer
from tests.engine.rounds import Rounds, new_session, play_on


@cache
def played(seed: int = 5, rounds: int = 3) -> tuple[Session, dict[int, tuple[str, Any, int]]]:
    """A whole game, and what was asked in which state after how many answers."""
    ruleset = rulesets.load("godbreakers")
    session = Session(ruleset, ruleset.new_setup(GamePlan(("Ann", "Bob"), rounds=rounds)), KeyedDice(seed))
    rng, seen = Random(seed), {}
    while True:
        asked = session.decision.plain() if session.decision is not None else None
        seen[len(session.journal)] = (session.state.digest(), asked, len(session.events))
        if session.finished:
            return session, seen
        session.answer(random_answer(session.pending(), rng))


def document_of(session: Session) -> SaveDocument:
    return parse_document(json.dumps(plain(save_document(session))), SaveDocument, "a save")


def tampered(**changes: Any) -> SaveDocument:
    return parse_document(json.dumps(plain(save_document(played()[0])) | changes), SaveDocument, "a save")


def test_every_decision_of_a_game_is_reached_as_it_was() -> None:
    session, seen = played()
    timeline = Timeline(session)
    found = {}
    for index in timeline.stops("decision"):
        then = timeline.at(index)
        asked = then.decision.plain() if then.decision is not None else None
        found[len(then.journal)] = (then.state.digest(), asked, len(then.events))
    assert found == seen


def test_every_event_is_a_moment_and_shows_the_table_when_it_was_told() -> None:
    session, _ = played()
    timeline = Timeline(session)
    assert timeline.moments == sorted(timeline.moments)
    assert {moment.events for moment in timeline.moments} >= set(range(1, len(session.events) + 1))
    for index, moment in enumerate(timeline.moments):
        then = timeline.at(index)
        assert [event.plain() for event in then.events] == [event.plain() for event in session.events[: moment.events]]
        assert then.finished == (index == timeline.last)
        last = then.events[-1] if then.events else None
        if last is not None and last.kind == "Moved":
            piece = next(piece for piece in session.ruleset.view(then.game).pieces if piece.id == last.plain()["model"])
            assert [piece.x, piece.y] == last.plain()["end"]


def test_looking_changes_nothing_in_the_game() -> None:
    session, _ = played()
    before = session.state.digest(), list(session.journal), [mark.digest() for mark in session.marks]
    timeline = Timeline(session)
    for index in range(0, len(timeline), 7):
        timeline.at(index)
        timeline.branch(index, 3)
    assert (session.state.digest(), session.journal, [mark.state.digest() for mark in session.marks]) == before


def test_steps_go_both_ways_and_stop_at_the_ends() -> None:
    timeline = Timeline(played()[0])
    for unit in ("event", "decision", "activation", "round"):
        stops = list(timeline.stops(unit))
        forth, index = [0], 0
        while index != timeline.last:
            index = timeline.step(index, unit, 1)
            forth.append(index)
        assert forth == stops if stops[0] == 0 else forth[1:] == stops
        back = [index]
        while timeline.step(index, unit, -1) != index:
            index = timeline.step(index, unit, -1)
            back.append(index)
        assert back == stops[::-1]
    between = timeline.stops("round")[1] + 3
    assert timeline.step(between, "round", -1) == timeline.stops("round")[1]
    assert timeline.step(between, "round", 1) == timeline.stops("round")[2]
    assert timeline.step(timeline.last, "event", 5) == timeline.last


def test_moments_are_found_by_round_and_activation() -> None:
    session, _ = played()
    timeline = Timeline(session)
    assert (timeline.find("start"), timeline.find("end")) == (0, timeline.last)
    second = timeline.at(timeline.find("2"))
    assert second.events[-1].kind == "RoundBegan"
    third = timeline.at(timeline.find("2.3"))
    assert third.events[-1].kind == "Activated"
    assert timeline.places[timeline.find("2.3")] == (2, 3)
    assert timeline.find("1.1") in timeline.stops("activation")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("9", "no round 9 - the game has rounds 1 to 3"),
        ("1.99", "no activation 99"),
        ("x", "names no moment"),
        ("2.", "names"),
        (".2", "names"),
    ],
)
def test_a_moment_that_is_not_there_is_refused_with_those_that_are(text: str, told: str) -> None:
    with pytest.raises(NoSuchMoment, match=told):
        Timeline(played()[0]).find(text)


# -- branching -----------------------------------------------------------------------------------


def test_a_branch_goes_on_from_the_question_of_its_moment_and_leaves_the_game_alone() -> None:
    session, seen = played()
    timeline = Timeline(session)
    index = timeline.find("2.2")
    branch = timeline.branch(index)
    answers = len(branch.journal)
    assert branch.state.digest() == seen[answers][0]
    assert branch.journal == session.journal[:answers]
    for entry in session.journal[answers:]:  # the same dice: the same game
        branch.answer(entry)
    assert branch.state.digest() == session.state.digest()
    branch.undo(len(branch.journal))
    assert branch.state.digest() == seen[0][0]


def test_a_branch_with_other_dice_keeps_its_past_and_survives_a_save() -> None:
    session, _ = played()
    timeline = Timeline(session)
    branch = timeline.branch(timeline.find("2"), seed=77)
    rng = Random(1)
    while not branch.finished:
        branch.answer(random_answer(branch.pending(), rng))
    rolls = [event.plain() for event in branch.events if event.kind == "Rolled"]
    assert rolls != [event.plain() for event in session.events if event.kind == "Rolled"]
    loaded, difference = load_save(document_of(branch), rulesets.find, "a save")
    assert difference is None
    assert loaded.state.digest() == branch.state.digest()
    again = Timeline(branch).branch(Timeline(branch).find("2"), seed=78)
    assert document_of(again).dice.turns[0].seed == 77
    assert load_save(document_of(again), rulesets.find, "a save")[1] is None


def test_a_moment_in_mid_answer_branches_at_the_question_before() -> None:
    session, seen = played()
    timeline = Timeline(session)
    index = next(n for n, moment in enumerate(timeline.moments) if not moment.waiting and moment.entries > 20)
    branch = timeline.branch(index)
    assert len(branch.journal) == timeline.moments[index].entries - 1
    assert branch.state.digest() == seen[len(branch.journal)][0]


# -- differences ---------------------------------------------------------------------------------


def test_what_was_recorded_is_found_again() -> None:
    retrace = Retrace(document_of(played()[0]), rulesets.find, "a save")
    steps = list(retrace.steps())
    assert retrace.differences == []
    assert steps[-1] == (len(played()[0].journal),) * 2


@pytest.mark.parametrize("number", [3, 40, -1])
def test_a_changed_event_is_flagged_at_its_moment_with_both_figures(number: int) -> None:
    events = plain(save_document(played()[0]))["events"]
    number %= len(events)
    events[number] = events[number] | {"rule": "X-1"}
    retrace = Retrace(tampered(events=events), rulesets.find, "a save")
    assert list(retrace.steps())[-1][0] == len(played()[0].journal)  # it goes on
    (difference,) = retrace.differences
    assert difference.event == number + 1
    assert "X-1" in difference.reason
    timeline = retrace.timeline()
    assert timeline.moments[timeline.index_of(difference.entry, difference.event)].events == number + 1


def test_a_changed_die_is_flagged_where_it_fell() -> None:
    events = plain(save_document(played()[0]))["events"]
    number = next(n for n, event in enumerate(events) if event["event"] == "Rolled" and n > 30)
    events[number]["roll"]["faces"] = [99]
    _, differences = verify(tampered(events=events), rulesets.find, "a save")
    assert [difference.event for difference in differences] == [number + 1]
    assert "[99]" in differences[0].reason


@pytest.mark.parametrize("cut", [(0, 1), (30, 31), (-1, None)])
def test_an_event_that_was_not_recorded_is_flagged(cut: tuple[int, int | None]) -> None:
    events = plain(save_document(played()[0]))["events"]
    del events[cut[0] : cut[1]]
    _, differences = verify(tampered(events=events), rulesets.find, "a save")
    assert len(differences) == 1
    assert differences[0].event == (cut[0] % (len(events) + 1)) + 1
    assert "recorded" in differences[0].reason


def test_an_event_that_does_not_happen_is_flagged_where_it_was_recorded() -> None:
    events = plain(save_document(played()[0]))["events"]
    _, differences = verify(tampered(events=[*events, events[0]]), rulesets.find, "a save")
    assert differences[0].reason == f"{events[0]['event']} was recorded but does not happen"
    assert differences[0].entry == len(played()[0].journal)


def test_changed_answers_are_flagged_at_the_answer() -> None:
    journal = list(plain(save_document(played()[0]))["journal"])
    journal[10] = "nonsense"
    _, differences = verify(tampered(journal=journal), rulesets.find, "a save")
    assert differences[0].entry == 11
    retrace = Retrace(tampered(journal=journal), rulesets.find, "a save")
    list(retrace.steps())
    assert len(retrace.timeline().session.journal) == 10


def test_a_save_of_an_older_program_is_compared_by_its_hashes_alone() -> None:
    content = plain(save_document(played()[0]))
    del content["events"]
    for digest in content["digests"]:
        del digest["events"]
    document = parse_document(json.dumps(content), SaveDocument, "a save")
    assert verify(document, rulesets.find, "a save")[1] == []
    content["digests"][5]["digest"] = "0" * 24
    document = parse_document(json.dumps(content), SaveDocument, "a save")
    (difference,) = verify(document, rulesets.find, "a save")[1]
    assert difference.entry == content["digests"][5]["entries"]
    assert difference.reason == "the state reached is not the one recorded"


def test_a_game_that_went_on_from_its_checkpoint_is_compared_from_there() -> None:
    session = new_session(players=3)
    play_on(session, 9)

    def newer(name: str, file: str) -> Rounds:
        return Rounds(version="2", bans="1")

    loaded, difference = load_save(document_of(session), newer, "a save")
    assert difference == Difference(1, "T-1", "the recorded answer '1' is not allowed: it is banned")
    timeline = Timeline(loaded)
    assert timeline.first == loaded.first_known > 0
    assert timeline.moments[-1].entries == len(loaded.journal)


# -- rulebooks without landmarks, notes ----------------------------------------------------------


def test_a_rulebook_that_names_no_activations_is_stepped_by_its_checkpoints() -> None:
    session = new_session()
    play_on(session)
    timeline = Timeline(session)
    ends = {timeline.moments[index].entries for index in timeline.stops("activation")}
    assert ends == {mark.entries for mark in session.marks}
    assert timeline.landmarks == {}
    assert timeline.moments[-1] == Moment(len(session.journal), len(session.events), True)


def test_notes_are_kept_with_the_game_as_long_as_their_moment_is_there() -> None:
    session = new_session()
    play_on(session, 6)
    session.notes = [NoteDocument(entries=2, events=1, text="early"), NoteDocument(entries=6, events=5, text="late")]
    loaded, _ = load_save(document_of(session), lambda name, file: Rounds(), "a save")
    assert [note.text for note in loaded.notes] == ["early", "late"]
    loaded.undo(3)
    assert [note.text for note in document_of(loaded).notes] == ["early"]


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"notes": [{"entries": -1, "events": 0, "text": "x"}]}, "notes"),
        ({"notes": [{"entries": 0, "events": 0, "text": ""}]}, "notes"),
        ({"events": [3]}, "events"),
        ({"dice": {"seed": 1, "turns": [{"at": -1, "seed": 2}]}}, "dice"),
    ],
)
def test_a_damaged_record_is_refused_with_its_place(changes: dict[str, Any], where: str) -> None:
    with pytest.raises(DocumentError) as told:
        tampered(**changes)
    assert told.value.where.startswith(where)
