"""A game as a film: what moved, who was lost, which dice fell."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest

from game import rulesets
from game.documents.reading import load_document
from game.engine.history.fairness import throws
from game.engine.history.timeline import Timeline
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.view import PieceView
from game.engine.saving.documents import PositionDocument
from game.engine.saving.loading import give_answers, start_of
from game.engine.session import Session
from game.players.new_session import new_game
from game.ui.export.exports import film
from game.ui.export.photographs import NOTHING, Doing, Photographer
from tests.games import random_game

ENDING = Path(__file__).parents[1] / "situations" / "ending.json"
Shot = tuple[Doing, list[PieceView] | None]


class Watching(Photographer):
    """Notes what it is to show instead of painting it."""

    shots: list[Shot]

    def shot(self, session: Session, view: Any, caption: str = "", pieces: Any = None, doing: Doing = NOTHING) -> Any:
        """Note it."""
        self.shots.append((doing, pieces))
        return pygame.Surface((1, 1))


@pytest.fixture(scope="module")
def timeline() -> Timeline:
    """The end of a game: from a checkpoint of its last round on."""
    document = load_document(ENDING, PositionDocument)
    session: Session = start_of(document, rulesets.find, str(ENDING))
    give_answers(session, document, str(ENDING))
    return Timeline(session)


def test_terrain_that_is_laid_is_shown_piece_by_piece() -> None:
    session = new_game("godbreakers", GamePlan(("Ann", "Bob"), "score", "bare-table"), ["human", "human"], 1)
    for answer in ("wood-1", [5.0, 5.0, 0], "ruin-1", [20.0, 5.0, 90], "marsh-1"):
        session.answer(answer)
    watching = Watching(session, 320)
    watching.shots = []
    frames = [len(list(frames)) for frames in film(Timeline(session), watching)]
    assert frames == [1, 0, 1, 0, 1, 1]  # the beginning, two pieces, the end


def shots_of(timeline: Timeline, start: int, end: int) -> list[Shot]:
    """Return what a film is made of."""
    watching = Watching(timeline.session, 320)
    watching.shots = []
    frames = [frame for frames in film(timeline, watching, start, end) for frame in frames]
    assert len(frames) == len(watching.shots) > 10
    return watching.shots


@pytest.fixture(scope="module")
def shots(timeline: Timeline) -> list[Shot]:
    return shots_of(timeline, 0, timeline.last)


def test_every_die_that_falls_is_seen_and_lies_among_those_of_its_kind(timeline: Timeline, shots: list[Shot]) -> None:
    first = timeline.moments[0].events
    fallen = list(throws(timeline.session.events[first:]))
    seen: list[Any] = []
    before: tuple[Any, ...] = ()
    for doing, _ in shots:
        dice = tuple(die.throw for die in doing.dice)
        fresh = dice[len(before) :] if dice[: len(before)] == before else dice
        seen += fresh
        before = dice
        assert len({throw.purpose for throw in dice}) <= 1
    assert seen == fallen
    assert fallen


def test_a_piece_glides_from_where_it_stood_to_where_it_stands() -> None:
    timeline = Timeline(random_game(before_round=2))
    paths: dict[str, list[float]] = {}
    for doing, pieces in shots_of(timeline, timeline.find("1.1"), timeline.find("2")):
        for was, now in doing.moves:
            gone = ((now.x - was.x) ** 2 + (now.y - was.y) ** 2) ** 0.5
            paths.setdefault(f"{was.id} {was.x} {was.y}", []).append(gone)
            assert pieces is None or now in pieces
    assert paths
    for path in paths.values():
        assert len(path) > 2
        assert path == sorted(path)
        assert 0 < path[0] < path[-1]


def test_whoever_is_lost_is_crossed_out_where_it_stood(timeline: Timeline, shots: list[Shot]) -> None:
    wanted = [
        landmark.subject
        for index, landmarks in sorted(timeline.landmarks.items())
        for landmark in landmarks
        if landmark.sort == "casualty" and index
    ]
    lost = [piece.id for doing, _ in shots for piece in doing.lost]
    assert lost == wanted
    assert lost


def test_dice_lie_where_they_hide_no_piece(timeline: Timeline) -> None:
    session = timeline.session
    photographer = Photographer(session, 640)
    view = session.ruleset.view(session.game)
    dice = tuple(_dice(timeline))[-2:]
    photographer.shot(session, view, doing=Doing(dice=dice))
    tray, camera = photographer._tray, photographer._camera
    assert tray.rect.width
    assert not [piece.id for piece in view.pieces if tray.rect.collidepoint(camera.to_screen(piece.x, piece.y))]
    photographer.shot(session, view)
    assert not tray.rect.width


def _dice(timeline: Timeline) -> list[Any]:
    from game.ui.export.course import fallen

    session = timeline.session
    return fallen(session, session.events, session.ruleset.view(session.game), {})
