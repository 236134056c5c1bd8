"""Facing in decisions: asked, limited, kept or following from the move; in journal, save, replay and undo."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from game.documents.reading import parse_document
from game.engine.core.decisions import Answer, IllegalAnswer, MalformedAnswer, Place
from game.engine.core.dice import KeyedDice
from game.engine.history.timeline import Timeline
from game.engine.saving.documents import PositionDocument, SaveDocument, plain
from game.engine.saving.loading import load_save, start_of, verify
from game.engine.saving.saves import position_document, save_document
from game.engine.session import Session
from game.players.random_player import random_answer
from game.table.facing import degrees_of, facing_of, facing_towards, turn_between
from game.table.shapes import Disc
from tests.toy.facing_rulebook import WALKS, Facing, disc, facing_session
from tests.toy.toy_rulebook import ToySetup


def asked(session: Session) -> Place:
    decision = session.pending()
    assert isinstance(decision, Place)
    return decision


def faces(session: Session) -> int | None:
    return disc(session, "a1").facing


def test_facings_are_whole_hundredths_and_turns_the_shorter_way() -> None:
    assert facing_of(-90.0) == 27_000
    assert facing_of(359.999) == 0
    assert degrees_of(36_050) == 0.5
    assert facing_towards(0.0, -2.0) == 27_000
    assert turn_between(35_000, 1_000) == 2_000
    assert turn_between(1_000, 35_000) == -2_000
    assert turn_between(0, 18_000) == 18_000


def test_a_disc_keeps_its_facing_when_it_moves() -> None:
    assert Disc(0, 0, 0.5, "Wick", facing=4500).moved_to(1, 2) == Disc(1, 2, 0.5, "Wick", facing=4500)
    assert Disc(0, 0, 0.5).facing is None


@pytest.mark.parametrize(
    ("walk", "answer", "journal", "facing"),
    [
        ("asked", [6.0, 4.0, 12_345], [6.0, 4.0, 12_345], 12_345),
        ("asked", [6.0, 4.0, -9000], [6.0, 4.0, 27_000], 27_000),
        ("asked", [6.0, 4.0], [6.0, 4.0, 0], 0),
        ("limited", [6.0, 4.0, 35_000], [6.0, 4.0, 35_000], 35_000),
        ("limited", [6.0, 4.0], [6.0, 4.0, 0], 0),
        ("kept", [6.0, 4.0], [6.0, 4.0], 0),
        ("kept", [6.0, 4.0, 0], [6.0, 4.0], 0),
        ("follows", [5.0, 5.0], [5.0, 5.0], 9000),
        ("follows", [5.0, 4.0], [5.0, 4.0], 0),
    ],
)
def test_a_piece_ends_facing_as_the_placing_has_it(walk: str, answer: Answer, journal: Answer, facing: int) -> None:
    session = facing_session(walk)
    assert asked(session).allows(answer)
    session.answer(answer)
    assert session.journal == [journal]
    assert faces(session) == facing


@pytest.mark.parametrize(
    ("walk", "answer", "said"),
    [
        ("limited", [6.0, 4.0, 9000], "turns 90°; the limit is 45°"),
        ("kept", [6.0, 4.0, 100], "its facing is fixed here: 0°"),
        ("follows", [5.0, 5.0, 0], "its facing is fixed here: 90°"),
    ],
)
def test_a_facing_not_allowed_is_refused_with_its_rule(walk: str, answer: Answer, said: str) -> None:
    session = facing_session(walk)
    assert not asked(session).allows(answer)
    with pytest.raises(IllegalAnswer) as refused:
        session.answer(answer)
    assert [(each.text, each.rule) for each in refused.value.refusals] == [(said, asked(session).rule)]
    assert session.journal == []


@pytest.mark.parametrize("facing", [90.0, "north", None, True, [0], 10_000_000])
def test_a_facing_that_is_no_whole_number_is_malformed(facing: Any) -> None:
    decision = asked(facing_session())
    assert not decision.allows([6.0, 4.0, facing])
    with pytest.raises(MalformedAnswer, match="hundredths of a degree"):
        decision.why_not([6.0, 4.0, facing])


def test_every_reason_against_a_pose_is_named_at_once() -> None:
    against = asked(facing_session("limited")).why_not([100.0, 4.0, 9000])
    assert len(against) > 1
    assert against[-1].text == "turns 90°; the limit is 45°"


def test_a_decision_says_in_plain_data_how_its_piece_may_face() -> None:
    plain = [asked(facing_session(walk)).plain()["facing"] for walk in WALKS]
    assert plain[0] == {"sort": "asked", "most": 18_000, "now": 0}
    assert plain[1] == {"sort": "limited", "most": 4500, "now": 0}
    assert plain[3] == {"sort": "follows", "most": 0}


def test_the_nearest_facing_keeps_within_the_limit() -> None:
    turning = asked(facing_session("limited")).turning
    assert turning is not None
    assert [turning.nearest(0, 0, each) for each in (1_000, 9_000, 30_000)] == [1_000, 4_500, 31_500]


def test_random_players_choose_legal_facings_of_every_sort() -> None:
    chosen = set()
    for seed in range(20):
        session, rng = facing_session(), random.Random(seed)
        while session.decision is not None:
            session.answer(random_answer(session.decision, rng))
        assert [len(entry) for entry in session.journal] == [3, 3, 2, 2]
        chosen.add(session.journal[0][2])  # type: ignore[index]
    assert len(chosen) > 10


def test_facing_is_taken_back_and_comes_again() -> None:
    session = facing_session()
    session.answer([6.0, 4.0, 9000])
    twin = session.fork()
    session.undo()
    assert faces(session) == 0
    assert faces(twin) == 9000


def finder(name: str, file: str) -> Facing:
    return Facing()


def played() -> Session:
    session = Session(Facing(), ToySetup(), KeyedDice(3))
    for answer in ([6.0, 4.0, 9000], [7.0, 4.0, 6000], [7.5, 4.0]):
        session.answer(answer)
    return session


def test_facings_outlive_a_save_and_its_replay() -> None:
    document = parse_document(json.dumps(plain(save_document(played()))), SaveDocument, "a save")
    assert document.journal == ([6.0, 4.0, 9000], [7.0, 4.0, 6000], [7.5, 4.0])
    loaded, difference = load_save(document, finder, "a save")
    assert (difference, faces(loaded)) == (None, 6000)
    again, differences = verify(document, finder, "a save")
    assert (differences, faces(again)) == ([], 6000)


def test_facings_outlive_a_position() -> None:
    written = json.dumps(plain(position_document(played())))
    assert faces(start_of(parse_document(written, PositionDocument, "a position"), finder, "a position")) == 6000


def test_a_save_with_a_facing_the_rules_refuse_differs_and_says_where() -> None:
    document = save_document(played())
    tampered = document.model_copy(update={"journal": ([6.0, 4.0, 9000], [7.0, 4.0, 27_000], [7.5, 4.0])})
    _session, differences = verify(tampered, finder, "a save")
    assert "turns 180°; the limit is 45°" in str(differences[0])


@pytest.mark.parametrize("facing", ["north", 90.5, None, [9000]])
def test_a_save_with_a_facing_that_is_no_number_differs_and_says_where(facing: Any) -> None:
    document = save_document(played())
    tampered = document.model_copy(update={"journal": ([6.0, 4.0, facing], [7.0, 4.0, 6000], [7.5, 4.0])})
    _session, differences = verify(tampered, finder, "a save")
    assert "is not a facing - use whole hundredths of a degree" in str(differences[0])


def test_every_moment_of_a_timeline_shows_the_facing_then() -> None:
    timeline = Timeline(played())
    assert [faces(timeline.at(index)) for index in timeline.stops("decision")] == [0, 9000, 6000, 6000]
