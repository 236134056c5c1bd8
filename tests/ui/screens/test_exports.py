"""What a game is written down as can be opened again, and needs nothing else."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest
from PIL import Image

from game import rulesets
from game.documents.reading import load_document
from game.engine.core.events import NoteDocument
from game.engine.history.scores import rounds_of
from game.engine.history.timeline import Timeline
from game.engine.saving.documents import PositionDocument
from game.engine.saving.loading import Difference, give_answers, start_of
from game.engine.session import Session
from game.lab.html_report import score_chart
from game.lab.svg import stacked
from game.players.random_player import random_answer
from game.ui.export import exports
from game.ui.export.course import Course
from game.ui.export.exports import film
from game.ui.export.photographs import Photographer
from game.ui.export.replay_page import replay_page
from tests.rulesets.bushido.bushido_kit import acting, skirmish_session

ENDING = Path(__file__).parents[1] / "situations" / "ending.json"


@pytest.fixture(scope="module")
def timeline() -> Timeline:
    """The end of a game: from a checkpoint of its last round on."""
    document = load_document(ENDING, PositionDocument)
    session: Session = start_of(document, rulesets.find, str(ENDING))
    give_answers(session, document, str(ENDING))
    return Timeline(session)


def last_of(steps: Iterator[tuple[int, int]]) -> tuple[int, int]:
    """Work an export off; its progress never falls and comes to its end."""
    told = list(steps)
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert told[-1][0] == told[-1][1]
    return told[-1]


class Page(HTMLParser):
    """Reads a page: its text, and its links to elsewhere."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.links: list[str] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note links."""
        if tag not in ("meta", "br"):
            self.open.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("src", "href", "data", "srcset")]

    def handle_endtag(self, tag: str) -> None:
        """Every tag closes the one opened last."""
        if tag != "polyline":
            assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Pass over what holds nothing."""

    def handle_data(self, data: str) -> None:
        """Note the text."""
        self.words.append(data)


def test_the_page_stands_alone_and_says_everything(timeline: Timeline, tmp_path: Path) -> None:
    last_of(exports.export_html(timeline, tmp_path / "replay.html"))
    text = (tmp_path / "replay.html").read_text(encoding="utf-8")
    page = Page(text)
    assert page.open == []
    assert {link for link in page.links if link != "#"} == set()
    assert not re.findall(r"url\((?!#)|@import|fetch\(|XMLHttpRequest", text)
    assert len(text) < 3_000_000
    words = " ".join(page.words)
    session = timeline.session
    for event in session.events:
        assert event.audience or session.ruleset.tell(session.game, event) in words
        assert event.audience or event.rule in words
    assert session.ruleset.view(session.game).result in words
    assert [path.name for path in tmp_path.iterdir()] == ["replay.html"]


def test_a_game_of_bushido_becomes_a_report_a_picture_and_a_moving_one(dummy_display: None, tmp_path: Path) -> None:
    """An exchange is told step by step in the report, and its dice have words for what they are for."""
    session = acting(skirmish_session(scenario="idols"), "temple-guard-spear", "melee", ["bob.river-bandit-cutter-1"])
    rng = Random(2)
    while not any(event.kind == "CountersPaid" for event in session.events):
        session.answer(random_answer(session.pending(), rng))
    game = Timeline(session)
    last_of(exports.export_html(game, tmp_path / "report.html"))
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    page = Page(text)
    told = " ".join(page.words)
    assert page.open == []
    assert {"B-MOVE-9", "B-MELEE-3", "B-MELEE-6", "B-MELEE-7", "B-MELEE-10"} <= {event.rule for event in session.events}
    assert all(session.ruleset.tell(session.game, event) in told for event in session.events)
    assert "Before the first turn" in told
    last_of(exports.export_png(game, tmp_path / "now.png", game.last, 10))
    last_of(exports.export_gif(game, tmp_path / "game.gif", width=200))
    with Image.open(tmp_path / "game.gif") as picture:
        assert getattr(picture, "n_frames", 1) > 3


def test_notes_and_differences_stand_in_the_page_and_cannot_break_it(timeline: Timeline) -> None:
    timeline.session.notes = [NoteDocument(entries=0, events=1, text="<b>why</b> & how </script>", author="Ann")]
    course = Course(timeline)
    list(course.steps())
    text = replay_page(course, [Difference(3, "G-MOVE-1", "Moved: inches 3.1 (9.9)", 7)])
    timeline.session.notes = []
    assert "&lt;b&gt;why&lt;/b&gt; &amp; how &lt;/script&gt;" in text
    assert "<b>why</b>" not in text
    words = " ".join(Page(text).words)
    assert "Note by Ann" in words
    assert "inches 3.1 (9.9)" in words


def test_scores_by_round_are_those_of_the_table(timeline: Timeline) -> None:
    rounds = rounds_of(timeline.session)
    ends = timeline.round_ends()
    assert len(rounds) in (len(ends), len(ends) + 1)  # a game that begins in the middle has a column for that moment
    for each, index in zip(rounds[-len(ends) :], ends, strict=True):
        session = timeline.at(index)
        assert each.after == {player.id: player.score for player in session.ruleset.view(session.game).players}
    chart = score_chart(timeline)
    assert (chart == "") == (len(rounds) < 2)


def test_names_beside_a_chart_keep_apart_and_off_the_words_below_it() -> None:
    assert stacked([20.0, 90.0], 18, 100) == [20.0, 90.0]
    assert stacked([50.0, 50.0, 90.0], 18, 100) == [50.0, 68.0, 90.0]
    assert stacked([100.0, 100.0], 18, 100) == [82.0, 100.0]
    assert stacked([], 18, 100) == []


def test_a_moving_picture_has_a_frame_for_every_change_and_ends_on_the_last_table(
    timeline: Timeline, tmp_path: Path
) -> None:
    last_of(exports.export_gif(timeline, tmp_path / "game.gif", width=320))
    photographer = Photographer(timeline.session, 320, band=True)
    frames = [frame for frames in film(timeline, photographer) for frame in frames]
    with Image.open(tmp_path / "game.gif") as picture:
        assert picture.size == photographer.size
        assert picture.info["loop"] == 0
        shown = 0
        count = getattr(picture, "n_frames", 1)
        for number in range(count):
            picture.seek(number)
            shown += picture.info["duration"]
        assert 1 < count <= len(frames)
        assert shown == sum(frame.milliseconds for frame in frames)
        last = picture.convert("RGB")
    true = Image.frombytes("RGB", last.size, pygame.image.tobytes(frames[-1].picture, "RGB"))
    pairs = zip(last.convert("L").tobytes(), true.convert("L").tobytes(), strict=True)
    assert sum(abs(a - b) for a, b in pairs) / (last.width * last.height) < 6


def test_a_stopped_export_leaves_nothing_behind(timeline: Timeline, tmp_path: Path) -> None:
    (tmp_path / "game.gif").write_bytes(b"before")
    steps = exports.export_gif(timeline, tmp_path / "game.gif", width=320)
    next(steps)
    steps.close()  # type: ignore[attr-defined]  # a generator
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("game.gif", b"before")]


def test_a_picture_of_a_moment_has_the_scale_that_was_asked_for(timeline: Timeline, tmp_path: Path) -> None:
    last_of(exports.export_png(timeline, tmp_path / "now.png", timeline.last, 10))
    field = timeline.session.game.ruler.battlefield
    with Image.open(tmp_path / "now.png") as picture:
        assert abs(picture.width - (field.width + 1.4) * 10) <= 2
    with pytest.raises(ValueError, match="pixels per inch"):
        list(exports.export_png(timeline, tmp_path / "now.png", timeline.last, 5000))


def test_a_film_is_written(timeline: Timeline, tmp_path: Path) -> None:
    pytest.importorskip("imageio_ffmpeg")
    last_of(exports.export_mp4(timeline, tmp_path / "game.mp4", width=160))
    assert (tmp_path / "game.mp4").read_bytes()[4:8] == b"ftyp"


def test_a_missing_library_is_named(timeline: Timeline, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    with pytest.raises(exports.NotInstalled, match="pip install"):
        list(exports.export_mp4(timeline, tmp_path / "game.mp4"))
    assert not list(tmp_path.iterdir())


def test_the_time_of_a_film_is_told_from_the_number_of_its_pictures(
    timeline: Timeline, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    taken, told = [0.0], list[float]()
    shot = Photographer.shot

    def slow(*arguments: Any, **more: Any) -> pygame.Surface:
        taken[0] += 1.0  # a picture takes a second, and nothing else any time
        return shot(*arguments, **more)

    monkeypatch.setattr(Photographer, "shot", slow)
    monkeypatch.setattr("game.ui.export.exports.time.perf_counter", lambda: taken[0])
    list(exports.time_film(timeline, "gif", told.append))
    before = taken[0]
    list(exports.export_gif(timeline, tmp_path / "film.gif"))
    assert told == [pytest.approx(taken[0] - before)]
