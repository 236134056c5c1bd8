"""The moments of a game made up of landmarks, checked against counting its events one by one."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from game.engine.core.dice import KeyedDice, TurnedDice
from game.engine.core.events import Landmark, NoteDocument
from game.engine.history.timeline import KEPT, Moment, NoSuchMoment, Timeline
from game.engine.history.undo_policy import copy_at_length, undo_effect
from game.engine.session import Session
from tests.engine.rounds import new_session, obvious, play_on
from tests.engine.test_courses import ACTS, begins, loses, told
from tests.toy.toy_rulebook import ToySetup

CHAPTERS: Sequence[list[Landmark | None]] = (
    [None],
    [begins(1), ACTS, loses("a1"), ACTS],
    [],
    [None, ACTS, None],
    [begins(2), ACTS, None, begins(3)],
    [ACTS, ACTS],
)


@pytest.fixture(name="session")
def session_fixture() -> Session:
    return told(*CHAPTERS)


@pytest.fixture(name="timeline")
def timeline_fixture(session: Session) -> Timeline:
    return Timeline(session)


def places() -> list[tuple[int, int]]:
    """The round and the activation after each number of events."""
    found, place = [(0, 0)], (0, 0)
    for mark in (mark for chapter in CHAPTERS for mark in chapter):
        if mark is not None and mark.sort == "round":
            place = (mark.amount, 0)
        elif mark is not None and mark.sort == "activation":
            place = (place[0], place[1] + 1)
        found.append(place)
    return found


def test_every_event_and_every_question_is_a_moment(timeline: Timeline) -> None:
    assert timeline.moments == [
        Moment(0, 0, True),
        Moment(1, 1, True),
        Moment(2, 2, False), Moment(2, 3, False), Moment(2, 4, False), Moment(2, 5, True),
        Moment(3, 5, True),
        Moment(4, 6, False), Moment(4, 7, False), Moment(4, 8, True),
        Moment(5, 9, False), Moment(5, 10, False), Moment(5, 11, False), Moment(5, 12, True),
        Moment(6, 13, False), Moment(6, 14, True),
    ]  # fmt: skip
    assert (len(timeline), timeline.last, timeline.first) == (16, 15, 0)
    assert timeline.places == [places()[moment.events] for moment in timeline.moments]


def test_landmarks_are_at_the_moment_of_their_event(timeline: Timeline) -> None:
    marks = [mark for chapter in CHAPTERS for mark in chapter]
    for index, moment in enumerate(timeline.moments):
        before = timeline.moments[index - 1].events if index else 0
        assert timeline.landmarks.get(index, []) == [mark for mark in marks[before : moment.events] if mark is not None]


def test_steps_lead_to_the_next_stop_of_their_size(timeline: Timeline) -> None:
    waiting = [index for index, moment in enumerate(timeline.moments) if moment.waiting]
    assert list(timeline.stops("event")) == list(range(16))
    assert list(timeline.stops("decision")) == waiting
    assert list(timeline.stops("round")) == [0, 2, 10, 13, 15]
    assert list(timeline.stops("activation")) == [0, 2, 3, 5, 8, 10, 11, 13, 14, 15]
    for unit in ("event", "decision", "round", "activation"):
        stops = list(timeline.stops(unit))
        for index in range(16):
            later = [stop for stop in stops if stop > index] or [timeline.last]
            earlier = [stop for stop in stops if stop < index] or [0]
            assert timeline.step(index, unit, 1) == later[0]
            assert timeline.step(index, unit, 2) == later[min(1, len(later) - 1)]
            assert timeline.step(index, unit, -1) == earlier[-1]
            assert timeline.step(index, unit, -2) == earlier[max(-2, -len(earlier))]
            assert timeline.step(index, unit, 99) == 15
            assert timeline.step(index, unit, -99) == 0
    assert timeline.round_ends() == [1, 9, 12, 15]


def test_without_activations_the_checkpoints_are_the_steps() -> None:
    timeline = Timeline(told([None, begins(1)], [None, None], [begins(2)]))
    assert list(timeline.stops("activation")) == [0, 2, 4, 5]
    assert list(timeline.stops("round")) == [0, 2, 5]


def test_moments_are_found_by_their_name(timeline: Timeline) -> None:
    at = {place: index for index, place in reversed([*enumerate(timeline.places)])}
    assert (timeline.find("start"), timeline.find("end")) == (0, 15)
    for text, place in (
        ("1", (1, 0)),
        ("1.2", (1, 2)),
        ("1.3", (1, 3)),
        ("2.1", (2, 1)),
        ("3", (3, 0)),
        ("3.2", (3, 2)),
    ):
        assert timeline.find(text) == at[place]
    assert timeline.find("0") == 0
    for text, words in (
        ("4", "there is no round 4 - the game has rounds 1 to 3"),
        ("1.9", "round 1 has no activation 9 - it has 3"),
        ("2.2", "round 2 has no activation 2 - it has 1"),
        ("soon", "'soon' names no moment"),
        ("123456", "names no moment"),
        ("1.123456", "names no moment"),
        ("1.", "names no moment"),
        ("x1", "names no moment"),
    ):
        with pytest.raises(NoSuchMoment, match=words):
            timeline.find(text)
    with pytest.raises(NoSuchMoment, match="there is no round 2 - the game has rounds 0 to 0"):
        Timeline(told([None])).find("2")
    assert timeline.find("12345"[:1]) == at[1, 0]


def test_a_number_of_events_or_answers_leads_to_its_moment(timeline: Timeline) -> None:
    for number in range(20):
        wanted = next((index for index, each in enumerate(timeline.moments) if each.events >= number), 15)
        assert timeline.of_event(number) == wanted
    for entries in range(8):
        for events in range(16):
            wanted = next(
                (
                    index
                    for index, each in enumerate(timeline.moments)
                    if (each.entries, each.events) >= (entries, events)
                ),
                15,
            )
            assert timeline.index_of(entries, events) == wanted


def test_every_moment_shows_the_game_as_it_was(session: Session, timeline: Timeline) -> None:
    for index in (*range(16), *reversed(range(16))):
        moment, shown = timeline.moments[index], timeline.at(index)
        assert [event.plain() for event in shown.events] == [event.plain() for event in session.events[: moment.events]]
        assert shown.state.round == moment.entries
        assert shown.finished == (index == 15)
        assert len(shown.journal) == moment.entries
        assert timeline.at(index) is shown
    again = timeline.reopened(4)
    assert again is not timeline.at(5)
    assert timeline.at(4) is again
    assert timeline.reopened(4) is not again


def test_only_the_latest_moments_are_kept() -> None:
    chapters: list[list[Landmark | None]] = [[None] for _number in range(KEPT + 10)]
    timeline = Timeline(told(*chapters))
    shown = [timeline.at(index) for index in range(KEPT + 11)]
    assert KEPT == 48
    assert all(timeline.at(index) is shown[index] for index in range(11, KEPT + 11))
    assert timeline.at(11) is shown[11]  # used last, so kept longest
    assert timeline.at(10) is not shown[10]
    assert timeline.at(11) is shown[11]
    assert timeline.at(12) is not shown[12]


def test_a_branch_begins_at_the_question_of_its_moment_or_the_one_before(session: Session, timeline: Timeline) -> None:
    session.seats = {"ann": "human"}
    session.notes = [NoteDocument(entries=entries, events=0, text="n") for entries in (1, 2, 3)]
    for index, moment in enumerate(timeline.moments):
        branch = timeline.branch(index)
        entries = moment.entries if moment.waiting else moment.entries - 1
        assert branch.journal == session.journal[:entries]
        assert branch.state.round == entries
        assert branch.seats == session.seats
        assert [note.entries for note in branch.notes] == [each for each in (1, 2, 3) if each <= entries]
        assert (branch.dice, branch.from_setup, branch.beginning) == (session.dice, True, None)
        assert branch.first_known == 0
    branch = timeline.branch(3, seed=7)
    assert branch.dice == TurnedDice(session.dice, KeyedDice(7), branch.state.rolls.total)
    assert branch.game.dice is branch.dice
    branch.seats["bob"] = "human"
    assert session.seats == {"ann": "human"}


def test_a_branch_rolls_as_before_until_it_began_and_then_other_dice() -> None:
    session = new_session()
    play_on(session)
    timeline = Timeline(session)
    index = max(index for index, moment in enumerate(timeline.moments) if moment.entries == 6)  # two dice fell again
    plain = timeline.branch(index)
    play_on(plain)
    assert plain.state.digest() == session.state.digest()
    others = [timeline.branch(index, seed) for seed in range(6)]
    assert {branch.dice.at for branch in others} == {4}  # type: ignore[attr-defined]
    for branch in others:
        assert [event.plain() for event in branch.events] == [event.plain() for event in plain.events][
            : len(branch.events)
        ]
        play_on(branch)
    assert len({branch.state.digest() for branch in others}) > 1


def test_a_game_that_goes_on_from_a_checkpoint_has_moments_from_there_on() -> None:
    session = new_session()
    play_on(session, 6)
    later = Session(
        session.ruleset, session.setup, session.dice, state=session.marks[1].state, journal=session.journal[:4]
    )
    for entry in session.journal[4:]:
        later.answer(entry)
    timeline = Timeline(later)
    assert timeline.first == 4
    assert timeline.moments[0] == Moment(4, 0, True)
    assert timeline.moments[-1].entries == 6
    branch = timeline.branch(0)
    assert (branch.journal, branch.from_setup, branch.first_known) == (session.journal[:4], False, 4)
    assert branch.beginning is later.beginning


# -- what an undo would remove ---------------------------------------------------------------------


def test_an_undo_removes_a_whole_gesture_and_asks_for_what_cannot_be_forgotten() -> None:
    session = new_session(players=3)
    assert undo_effect(session) is None
    session.answer_all(["1", "1"])
    back = undo_effect(session)
    assert back is not None
    assert (back.entries, back.dice, back.player, back.asks) == (2, 0, "ann", ("bob", "cy"))
    assert back.why == "What was chosen in secret has been revealed since."
    session.answer("2")  # all three have laid a card, and three dice or more fall
    back = undo_effect(session)
    assert back is not None
    assert back.dice == session.state.rolls.total >= 3
    assert back.why == "Dice were rolled since. Undoing won't change the rolls."
    free = undo_effect(session, "free")
    assert free is not None
    assert free.asks == ()


def test_with_nobody_to_ask_nothing_is_asked_and_answers_of_bots_go_too() -> None:
    session = new_session()
    session.answer("1")
    session.answer("2")
    back = undo_effect(session, bots={"bob"})
    assert back is not None
    assert (back.player, back.asks) == ("ann", ())
    assert undo_effect(session, bots={"ann", "bob"}) is None
    play_on(session, 2)
    wanted = session.journal
    assert [copy_at_length(session, length).journal[-1:] for length in (1, 3)] == [[wanted[0]], [wanted[2]]]
    for length in (5, 99):
        with pytest.raises(ValueError, match=f"entry {length} is not known"):
            copy_at_length(session, length)
    assert copy_at_length(session, 4).state.digest() == session.state.digest()
    assert obvious(session)
    late = Session(session.ruleset, ToySetup(), session.dice, state=session.state, journal=session.journal)
    assert undo_effect(late) is None  # what was before is not known
    with pytest.raises(ValueError, match="entry 3 is not known"):
        copy_at_length(late, 3)
