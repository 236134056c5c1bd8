"""The page of a replay, for every rulebook: its moments are those of the game, its links lead to moments."""

from __future__ import annotations

import json
import math
import re
from functools import cache
from random import Random
from typing import Any

import pytest

from game import rulesets
from game.engine.core.dice import KeyedDice
from game.engine.history.timeline import Timeline
from game.engine.rulebook.new_game import GamePlan
from game.engine.sandbox import sandbox_from
from game.engine.session import Session
from game.players.random_player import random_answer
from game.ui.export.course import Course
from game.ui.export.opening import Opening, opening_steps
from game.ui.export.replay_page import replay_page
from tests.rulesets.aos4.test_oval_bases import EAST, LONG, WIDE, moving, to

RULEBOOKS = ("godbreakers", "bushido", "aos4", "dropzone")


@cache
def followed(name: str) -> Course:
    """The course of the first answers of a random game."""
    ruleset = rulesets.load(name)
    session: Session = Session(ruleset, ruleset.new_setup(GamePlan(("Ann", "Bob"))), KeyedDice(5))
    rng = Random(5)
    while session.decision is not None and len(session.journal) < 40:
        session.answer(random_answer(session.decision, rng))
    course = Course(Timeline(session))
    steps = list(course.steps())
    assert steps[-1][0] == steps[-1][1] == len(course.timeline)
    return course


def rows_at(course: Course, moment: int) -> dict[str, list[Any]]:
    """The rows of all pieces at a moment, put together from the changes as the page's script does."""
    rows: dict[int, list[Any]] = {}
    for step in course.moments[: moment + 1]:
        for number, *pairs in step.get("p", ()):
            if not pairs:
                del rows[number]
                continue
            row = rows.setdefault(number, [None] * 15)
            for at, value in zip(pairs[::2], pairs[1::2], strict=True):
                row[at] = value
    ids = [piece.id for piece in course.looks.values()]
    return {ids[number]: row for number, row in rows.items()}


@pytest.mark.parametrize("name", RULEBOOKS)
def test_the_changes_add_up_to_the_table_at_every_moment(name: str) -> None:
    course = followed(name)
    session = course.session
    owners = session.ruleset.players(session.setup)
    for moment in range(0, len(course.timeline), 7):
        then = course.timeline.at(moment)
        view = then.ruleset.view(then.game)
        shown = rows_at(course, moment)
        assert {
            piece.id: (round(piece.x, 3), round(piece.y, 3), piece.damage, piece.owner) for piece in view.pieces
        } == {
            identity: (x, y, row[5], owners[row[3]] if row[3] >= 0 else "")
            for identity, (x, y, *_more) in shown.items()
            for row in (shown[identity],)
        }


@pytest.mark.parametrize("name", RULEBOOKS)
def test_links_and_entries_lead_to_moments_in_order(name: str) -> None:
    course = followed(name)
    page = replay_page(course)
    log, report = page.index('<section id="log"'), page.index('<section id="report"')
    entries = [int(number) for number in re.findall(r'data-s="(\d+)"', page[log:report])]
    assert entries == sorted(entries)
    assert len(entries) > 5
    assert all(0 <= int(number) <= course.timeline.last for number in re.findall(r'data-s="(\d+)"', page))
    data = json.loads(re.findall(r'id="data">(.*?)</script>', page)[0])
    assert len(data["steps"]) == len(course.timeline)
    assert all(face is None or f'id="s-{face[0]}"' in page for face in data["faces"])
    assert set(re.findall(r"https?://[a-z0-9./]+", page)) <= {"http://www.w3.org/2000/svg"}


def test_a_base_that_is_not_round_has_its_shape_and_size_on_the_page() -> None:
    battle = moving(EAST)
    battle.session.answer(to(21, 11, 3000))
    course = Course(Timeline(battle.session))
    assert [*course.steps()]
    rows = {row[0]: row[4:] for row in course.page()["pieces"]}
    assert rows["Beaconwright"] == ["oval", round(LONG, 3), round(WIDE, 3)]
    assert rows["Hullbreakers 1"] == []
    turned = rows_at(course, len(course.moments) - 1)["ann.beaconwright-1"]
    assert turned[2] == 30


def test_a_page_has_the_arrows_of_its_scorecard_and_none_if_it_begins_later() -> None:
    course, openings = followed("godbreakers"), list[Opening]()
    assert all(done <= total for done, total in opening_steps(course.timeline, openings.append))
    (opening,) = openings
    data = json.loads(re.findall(r'id="data">(.*?)</script>', replay_page(course, (), opening))[0])
    then = course.timeline.at(opening.moment)
    spots = {piece.id: (piece.x, piece.y) for piece in then.ruleset.view(then.game).pieces}
    for side, drawn in zip(opening.card.sides, data["sides"], strict=True):
        hits = sorted(side.hits, key=lambda hit: hit.strike.chance)
        for hit, ((start, end), likely, _chance) in zip(hits, drawn["arrows"], strict=True):
            ends = spots[hit.id], spots[hit.target]
            assert math.dist(start, end) < math.dist(*ends)
            assert math.dist(ends[0], start) + math.dist(start, end) + math.dist(end, ends[1]) == pytest.approx(
                math.dist(*ends), abs=0.02
            )
            assert likely == hit.likely
    later = sandbox_from(course.session).start_game(1, 3)
    assert [*opening_steps(Timeline(later), openings.append)] == []
    assert openings == [opening]


def test_a_running_game_keeps_its_secrets() -> None:
    course = followed("dropzone")
    session = course.session
    page = replay_page(course)
    assert session.ruleset.secrets is not None
    hands = [session.ruleset.secrets.known_to(session.game, player).values() for player in course.seats]
    cards = [line.text.partition(":")[0] for hand in hands for lines in hand for line in lines]
    assert cards
    assert not [card for card in cards if card in page]
    assert session.private_entries
    for entry in session.private_entries:
        moment = course.timeline.index_of(entry + 1, 0)
        assert "d" not in course.moments[moment]
