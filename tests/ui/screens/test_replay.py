"""The time machine in the window: by keyboard alone and by mouse alone, nothing of the game is changed by looking."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pygame
import pytest

from game import rulesets, wording
from game.documents.files import home
from game.documents.reading import load_document
from game.engine.core.events import NoteDocument
from game.engine.history.timeline import Timeline
from game.engine.saving.autosaves import autosaved
from game.engine.saving.documents import PositionDocument, SaveDocument
from game.engine.saving.loading import load_game, start_of
from game.engine.saving.saves import note_in_file, save_game
from game.engine.session import Session
from game.players.random_player import random_answer
from game.ui.play.screen import TableScreen
from game.ui.replay.scene import TimelinePane
from game.ui.replay.screen import ReplayScreen, RetracingScreen
from tests.games import random_game
from tests.rulesets.aos4.battles import Battle
from tests.ui.driver import Driver, Hands, asks


@cache
def played() -> Session:
    """A whole random game of three rounds."""
    return random_game()


@pytest.fixture
def notes() -> list[NoteDocument]:
    return []


@pytest.fixture
def hands(dummy_display: None, notes: list[NoteDocument]) -> Hands:
    found = Hands()
    session = played()
    session.notes = []
    found.window.go(ReplayScreen(found.window, Timeline(session), notes.append))
    found.frame()
    return found


def at(hands: Hands) -> int:
    moment: int = hands.top.scene.moment
    return moment


def bar_spot(hands: Hands, moment: int) -> tuple[int, int]:
    bar = hands.top.scene.course
    return bar.x_of(moment), bar.track.centery


# -- going about ---------------------------------------------------------------------------------


def test_the_bar_speaks_of_what_the_rulebook_calls_an_activation(hands: Hands) -> None:
    battle = Battle("movement")
    battle.put("beaconwright", (20, 10))
    battle.put("tide-reeve", (22, 25))
    battle.begin().use("normal-move", "beaconwright").say([{"id": "ann.beaconwright-1", "at": [20, 12.5]}])
    scene: Any = SimpleNamespace(focus=None, timeline=Timeline(battle.session))
    bar = TimelinePane(scene)
    assert bar.describe("-activation") == "Ability: previous (Ctrl+Left)"
    bar.timeline.places[-1] = (1, 2)
    assert bar.name_of(bar.timeline.last) == "Round 1, ability 2"
    assert hands.top.scene.course.describe("+activation") == "Activation: next (Ctrl+Right)"


def test_keys_step_by_event_decision_activation_and_round(hands: Hands) -> None:
    timeline = hands.top.scene.timeline
    assert at(hands) == timeline.last
    hands.key("home")
    assert at(hands) == 0
    for key, unit in (("right", "event"), ("shift+right", "decision"), ("ctrl+right", "activation")):
        before = at(hands)
        hands.key(key)
        assert at(hands) == timeline.step(before, unit, 1) > before
    hands.key("page down")
    assert at(hands) in timeline.stops("round")
    for key, unit in (("left", "event"), ("shift+left", "decision"), ("ctrl+left", "activation"), ("page up", "round")):
        before = at(hands)
        hands.key(key)
        assert at(hands) == timeline.step(before, unit, -1) < before
    hands.key("end")
    assert at(hands) == timeline.last


def test_the_table_shows_the_moment_and_the_log_ends_there(hands: Hands) -> None:
    timeline, scene = hands.top.scene.timeline, hands.top.scene
    for moment in (0, timeline.find("2"), timeline.find("2.4") + 2, timeline.last):
        hands.top.scene.go(moment)
        hands.frame()
        then = timeline.at(moment)
        assert scene.model.view == then.ruleset.view(then.game)
        assert len(scene.model.log) == timeline.moments[moment].events


def test_a_click_on_the_bar_and_a_drag_go_there(hands: Hands) -> None:
    timeline, bar = hands.top.scene.timeline, hands.top.scene.course
    middle = timeline.last // 2
    hands.click(bar_spot(hands, middle))
    assert at(hands) == bar.snapped(bar.x_of(middle))
    start, end = bar_spot(hands, middle), bar_spot(hands, 5)
    down = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1)
    hands.handle(down, pygame.event.Event(pygame.MOUSEMOTION, pos=end, rel=(-9, 0), buttons=(1, 0, 0)))
    assert at(hands) == bar.moment_at(end[0])
    hands.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=end, button=1))
    hands.move(bar_spot(hands, middle))
    assert at(hands) == bar.moment_at(end[0])


def test_a_click_near_a_sign_goes_to_its_moment(hands: Hands) -> None:
    place = hands.top
    noted = place.scene.timeline.find("2.3")
    place.scene.go(noted)
    place.commands.annotate("look")
    hands.key("home")
    x, y = bar_spot(hands, noted)
    hands.click((x + 4, y))
    assert at(hands) == noted != place.scene.course.moment_at(x + 4)


def test_buttons_of_the_bar_do_what_keys_do(hands: Hands) -> None:
    timeline, bar = hands.top.scene.timeline, hands.top.scene.course
    hands.click(bar.button_rect(0).center)
    assert at(hands) == timeline.step(timeline.last, "activation", -1)
    hands.click(bar.button_rect(1).center)
    hands.click(bar.button_rect(3).center)
    assert at(hands) == timeline.step(timeline.last, "activation", -1)
    hands.click(bar.button_rect(4).center)
    assert at(hands) == timeline.last


def test_space_plays_on_and_stops(hands: Hands) -> None:
    place = hands.top
    hands.key("home")
    hands.key("space")
    assert place.scene.playing
    place.scene._played_at -= 10
    place.scene.focus.animation.tray.settle()
    hands.frame()
    assert at(hands) == 1
    hands.key("space")
    assert not place.scene.playing
    place.scene.go(place.scene.timeline.last - 1)
    hands.key("space")
    place.scene._played_at -= 10
    place.scene.focus.animation.tray.settle()
    hands.frame()
    assert at(hands) == place.scene.timeline.last
    assert not place.scene.playing


# -- looking -------------------------------------------------------------------------------------


def test_pieces_are_inspected_measured_and_threats_shown_at_any_moment(hands: Hands) -> None:
    place, scene = hands.top, hands.top.scene
    place.scene.go(place.scene.timeline.find("2.2"))
    hands.keys("i", "x")
    assert scene.focus.inspection.selected in scene.model.pieces
    assert scene.focus.inspection.reach(scene.focus.inspection.selected).move is not None
    assert scene.threats.on
    hands.keys("x", "m", "tab", "return", "tab", "return")
    assert len(scene.focus.measuring.pinned) == 1
    hands.key("ctrl+right")
    assert len(scene.focus.measuring.pinned) == 1  # measured anew at the next activation


def test_another_language_tells_every_moment_anew_and_changes_none(hands: Hands) -> None:
    place, timeline = hands.top, hands.top.scene.timeline
    stops = [stop for stop in timeline.stops("decision") if stop > timeline.find("2.2")][:5]
    before = [(len(timeline.at(stop).events), timeline.at(stop).state.digest()) for stop in stops]
    place.scene.go(stops[2])
    hands.frame()
    told = [entry.text for entry in place.scene.model.log]
    prompt = place.scene.model.decision.prompt
    wording.use("de")
    place.apply_options()
    hands.frame()
    assert place.scene.model.decision.prompt != prompt
    assert len(place.scene.model.log) == len(told) == timeline.moments[at(hands)].events
    assert sum(entry.text != text for entry, text in zip(place.scene.model.log, told, strict=True)) > len(told) / 2
    assert [(len(timeline.at(stop).events), timeline.at(stop).state.digest()) for stop in stops] == before
    anew = Timeline(timeline.session)
    for stop in stops:
        place.scene.go(stop)
        assert place.scene.model.decision.plain() == anew.at(stop).pending().plain()
        assert [entry.text for entry in place.scene.model.log][: len(told)] == anew_told(anew, stop)[: len(told)]


def anew_told(timeline: Timeline, moment: int) -> list[str]:
    session = timeline.at(moment)
    return [session.ruleset.tell(session.game, event) for event in session.events]


def test_nothing_of_the_past_can_be_answered_or_taken_back(hands: Hands) -> None:
    session = hands.top.scene.timeline.session
    before = session.state.digest(), len(session.journal)
    hands.key("home")
    hands.keys("ctrl+z", "return", "1", "2", "tab", "ctrl+o")
    assert not asks(hands.top.scene.focus.sheets)
    while hands.top.sheets:
        hands.key("escape")
    hands.click(hands.top.scene.focus.layout.table.center)
    assert (session.state.digest(), len(session.journal)) == before


def test_a_difference_is_shown_first_and_marked_on_the_bar(dummy_display: None, tmp_path: Path) -> None:
    save_game(played(), tmp_path / "game.json")
    content = json.loads((tmp_path / "game.json").read_text(encoding="utf-8"))
    content["events"][40]["rule"] = "X-1"
    (tmp_path / "game.json").write_text(json.dumps(content), encoding="utf-8")
    hands = opened(tmp_path / "game.json")
    place = hands.top
    assert place.scene.timeline.moments[at(hands)].events == 41
    assert "X-1" in place.scene.sections()[0].lines[0].text
    assert place.scene.course.flags == (at(hands),)
    hands.key("right")
    assert "X-1" in place.scene.sections()[0].lines[0].text


def test_a_saved_game_is_looked_back_at_from_its_beginning(dummy_display: None, tmp_path: Path) -> None:
    save_game(played(), tmp_path / "game.json")
    assert at(opened(tmp_path / "game.json")) == 0


def test_the_moments_of_a_game_are_found_with_progress_up_to_the_end() -> None:
    shares = list[float]()
    Timeline(played(), shares.append)
    assert len(shares) > 10
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


def test_a_measure_that_differs_is_told_in_inches_beside_what_was_recorded(dummy_display: None, tmp_path: Path) -> None:
    save_game(played(), tmp_path / "game.json")
    content = json.loads((tmp_path / "game.json").read_text(encoding="utf-8"))
    number, event = next((n, event) for n, event in enumerate(content["events"]) if event["event"] == "Moved")
    measured = event["inches"]
    event["inches"] = measured + 0.5
    (tmp_path / "game.json").write_text(json.dumps(content), encoding="utf-8")
    hands = opened(tmp_path / "game.json")
    assert hands.top.scene.timeline.moments[at(hands)].events == number + 1
    assert f"inches {measured:.4f} ({measured + 0.5:.4f})" in hands.top.scene.sections()[0].lines[0].text


def test_a_game_that_is_known_from_its_middle_on_names_the_round_it_begins_in(dummy_display: None) -> None:
    path = Path(__file__).parents[1] / "situations" / "ending.json"
    session: Session = start_of(load_document(path, PositionDocument), rulesets.find, str(path))
    hands = Hands()
    place = ReplayScreen(hands.window, Timeline(session), lambda note: None)
    view = session.ruleset.view(session.game)
    assert place.scene.course.name_of(0) == view.round_text
    assert not view.round_text.startswith("Setup")


def opened(path: Path) -> Hands:
    """A window in which a saved game was opened for looking back."""
    hands = Hands()
    hands.window.go(RetracingScreen(hands.window, path))
    for _ in range(2000):
        hands.frame()
        if isinstance(hands.top, ReplayScreen):
            break
    assert isinstance(hands.top, ReplayScreen)
    hands.frame()
    return hands


def test_what_happened_since_the_player_last_decided_is_told_at_any_moment(hands: Hands) -> None:
    place = hands.top
    timeline, scene = place.scene.timeline, place.scene
    stops = [stop for stop in timeline.stops("decision") if stop > timeline.find("2")]
    asked = {stop: timeline.at(stop).pending().player for stop in stops[:40]}
    place.scene.go([stop for before, stop in pairwise(asked) if asked[before] != asked[stop]][-1])
    hands.frame()
    own = max(stop for stop in asked if stop < at(hands) and asked[stop] == scene.model.decider)
    after = timeline.moments[timeline.step(own, "decision", 1)].events
    hands.key("f5")
    told = scene.focus.recap_step
    assert told is not None
    first = scene.model.log[after]
    assert told.lines[0].text == first.text
    lines = list(told.lines)
    while (row := hands.top.sheets[-1].list.actions[0]).id == "next":
        hands.key(row.shortcut)
        lines += scene.focus.recap_step.lines
    assert [line.text for line in lines] == [entry.text for entry in scene.model.log[after:]]
    hands.key("escape")
    assert scene.focus.recap_step is None
    place.scene.go(0)
    hands.frame()
    hands.key("f5")
    assert scene.focus.recap_step is None
    assert scene.model.notice.title == "Nothing has happened since you last decided"


def test_the_dice_are_counted_as_far_as_the_moment(hands: Hands) -> None:
    from game.engine.history.fairness import throws

    place = hands.top
    place.scene.go(place.scene.timeline.find("2.2"))
    hands.key("f2")
    rows = place.sheets[-1].figure.rows
    events = place.scene.timeline.session.events[: place.scene.timeline.moments[at(hands)].events]
    assert sum(tally.rolls for tally in rows) == sum(len(throw.faces) for throw in throws(events)) > 0


# -- notes and practice --------------------------------------------------------------------------


def test_a_note_is_written_by_keyboard_and_kept_at_its_moment(hands: Hands, notes: list[NoteDocument]) -> None:
    place = hands.top
    place.scene.go(place.scene.timeline.find("2"))
    hands.frame()
    hands.key("a")
    assert asks(place.scene.focus.sheets)
    hands.keys(*"so it turned", "return")
    hands.frame()
    moment = place.scene.timeline.moments[at(hands)]
    assert [(note.text, note.entries, note.events) for note in notes] == [
        ("so it turned", moment.entries, moment.events)
    ]
    assert any("so it turned" in line.text for section in place.scene.sections() for line in section.lines)
    assert (at(hands), "flag") in place.scene.course.signs()


def test_a_note_goes_into_the_file_and_a_failure_is_told(dummy_display: None, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    played().notes = []
    save_game(played(), path)
    hands = opened(path)
    hands.top.commands.annotate("kept")
    assert [note.text for note in load_document(path, SaveDocument).notes] == ["kept"]
    assert load_game(path, rulesets.find)[1] is None
    path.unlink()
    hands.top.commands.annotate("lost")
    assert hands.top.sheets[-1].lines[0].text.startswith("The note was not saved")
    assert [note.text for note in hands.top.scene.timeline.session.notes] == ["kept"]
    with pytest.raises(OSError, match="No such file"):
        note_in_file(path, NoteDocument(entries=0, events=0, text="x"), [])


@pytest.mark.parametrize("same", [False, True])
def test_practising_opens_a_game_of_its_own(hands: Hands, same: bool) -> None:
    place = hands.top
    session = place.scene.timeline.session
    before = session.state.digest(), list(session.journal)
    place.scene.go(place.scene.timeline.find("2.2"))
    hands.frame()
    hands.key("b")
    hands.key("s" if same else "return")
    table = hands.top
    assert isinstance(table, TableScreen)
    practice = table.scene.model.session
    assert (practice.dice == session.dice) == same
    practice.answer(random_answer(practice.pending(), Random(1)))
    table.leave()
    assert (home() / "practice.json").exists()
    assert autosaved() == []
    assert (session.state.digest(), session.journal) == before
    table.input.commands.do("menu")
    row = next(row for row in table.sheets[-1].list.actions if row.id == "back")
    assert row.label == "Back to the replay"
    table.sheets[-1].take(row)
    assert hands.top is place


def test_a_practice_game_is_tried_again_from_where_it_began(hands: Hands) -> None:
    place = hands.top
    place.scene.go(place.scene.timeline.find("2.2"))
    hands.frame()
    hands.keys("b", "s")
    first = hands.top.scene.model.session
    start = first.state.digest()
    first.answer(random_answer(first.pending(), Random(1)))
    hands.top.input.commands.do("menu")
    hands.key("v")
    assert hands.top is place
    hands.key("s")
    second = hands.top.scene.model.session
    assert second is not first
    assert second.state.digest() == start
    assert second.dice == first.dice


def test_the_same_dice_are_not_told_of_a_game_that_goes_on(
    window: Callable[..., Driver],
) -> None:
    session = played()
    running = Timeline(session).branch(Timeline(session).find("2"))
    driver = window(running)
    while driver.scene.focus.sheets:
        driver.key("escape")
    driver.table.input.commands.do("timeline")
    driver.frames_until("the replay", lambda: isinstance(driver.scene.window.top, ReplayScreen))
    place = driver.scene.window.top
    assert isinstance(place, ReplayScreen)
    place.commands.do("branch")
    row = next(row for row in place.sheets[-1].list.actions if row.id == "same")
    assert row.reason == "it would reveal the dice of a game still in progress"
    place.sheets.clear()
    place.commands.annotate("so far")
    assert [note.text for note in running.notes] == ["so far"]
    assert driver.saved


@pytest.mark.parametrize(("key", "from_game"), [("q", False), ("escape", False), ("escape", True)])
def test_one_key_leaves_a_replay_whatever_is_selected_or_was_said(hands: Hands, key: str, from_game: bool) -> None:
    below = hands.top
    hands.window.go(ReplayScreen(hands.window, below.scene.timeline, lambda note: None, from_game=from_game))
    hands.frame()
    focus = hands.top.scene.focus
    focus.inspection.selected, focus.model.notice.title = next(iter(focus.model.pieces)), "Said"
    hands.key(key)
    assert hands.top is below


def test_escape_first_closes_what_is_open_above_a_replay(hands: Hands) -> None:
    place = hands.top
    hands.window.go(ReplayScreen(hands.window, place.scene.timeline, lambda note: None))
    top = hands.top
    top.scene.focus.open("log")
    hands.key("escape")
    assert (hands.top is top, top.scene.focus.drawer) == (True, "")


# -- writing down --------------------------------------------------------------------------------


def test_a_report_is_written_by_keyboard_and_a_job_can_be_stopped(
    hands: Hands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, opened = hands.top, list[str]()
    monkeypatch.setattr("webbrowser.open", opened.append)  # it returns None: as where nothing opens the file
    hands.key("e")
    hands.key("return")
    assert asks(place.scene.focus.sheets)
    hands.write(str(tmp_path / "battle"))
    hands.frames_until("the report", lambda: place.commands.job is None)
    assert (tmp_path / "battle.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert place.scene.model.notice.title == "Written: battle.html"
    (sheet,) = place.sheets
    assert [line.text for line in sheet.lines] == [str(tmp_path / "battle.html")]
    hands.key("o")
    assert opened == [(tmp_path / "battle.html").as_uri()]
    assert [line.text for line in place.sheets[-1].lines] == ["No program on this computer opens battle.html."]
    hands.key("escape")
    assert not place.sheets
    place.commands.write("gif", tmp_path / "battle.gif")
    hands.frame()
    assert place.commands.job is not None
    hands.key("escape")
    hands.frame()
    assert place.commands.job is None
    assert not place.sheets
    assert place.scene.model.notice.title == "Stopped: battle.gif was not saved"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["battle.html", "home"]


def test_a_page_is_written_beside_the_frames_from_tables_of_its_own(
    hands: Hands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[threading.Thread, Timeline]] = []

    def steps(timeline: Timeline, *_more: object) -> Iterator[tuple[int, int]]:
        timeline.at(0)
        seen.append((threading.current_thread(), timeline))
        yield 1, 1

    monkeypatch.setattr("game.ui.export.exports.export_html", steps)
    place = hands.top
    before = {*place.scene.timeline._opened}
    place.commands.write("html", tmp_path / "battle.html")
    hands.frames_until("the page", lambda: place.commands.job is None)
    ((thread, timeline),) = seen
    assert thread is not threading.main_thread()
    assert timeline.moments == place.scene.timeline.moments
    assert {*place.scene.timeline._opened} == before


def test_a_film_says_beforehand_how_long_it_takes_and_stopping_leaves_nothing(hands: Hands, tmp_path: Path) -> None:
    place = hands.top
    hands.keys("e", "2")
    assert place.sheets[-1].title == "Estimating the time needed"
    hands.frames_until("the trial", lambda: asks(place.scene.focus.sheets))
    assert re.search(r"It takes about \d+ (second|minute)s? on this computer", hands.told())
    hands.write(str(tmp_path / "battle"))
    assert place.commands.job is not None
    hands.frame()
    hands.press_row("Stop")
    assert place.commands.job is None
    assert place.scene.model.notice.title == "Stopped: battle.gif was not saved"
    hands.keys("e", "2")
    hands.key("escape")  # the trial is stopped too
    hands.frame()
    assert not asks(place.scene.focus.sheets)
    assert place.commands.job is None
    assert [path.name for path in tmp_path.iterdir()] == ["home"]
    assert not list((tmp_path / "home" / "exports").iterdir())


def test_what_cannot_be_written_is_told(hands: Hands, tmp_path: Path) -> None:
    (tmp_path / "battle.html").mkdir()
    hands.top.commands.write("html", tmp_path / "battle.html")
    hands.frames_until("the refusal", lambda: hands.top.commands.job is None)
    assert hands.top.sheets[-1].lines[0].text.startswith("Could not save battle.html")


def test_the_rosters_take_the_arrows_from_the_timeline_while_they_have_the_keys(hands: Hands) -> None:
    hands.keys("home", "ctrl+r")
    first = hands.top.scene.focus.inspection.focused
    hands.keys("right", "down")
    assert hands.top.scene.focus.inspection.focused not in ("", first)
    assert at(hands) == 0
    hands.keys("escape", "right")
    assert at(hands) == 1


def test_the_drawer_leaves_the_table_of_a_replay_in_view_and_gives_its_view_back(hands: Hands) -> None:
    focus = hands.top.scene.focus
    hands.keys("home", "home")
    before, camera = focus.camera.view, focus.camera
    focus.open("log")
    hands.frame()
    corners = [camera.to_screen(x, y) for x in (0.0, camera.width) for y in (0.0, camera.height)]
    assert all(focus.layout.table.inflate(2, 2).collidepoint(corner) for corner in corners)
    assert not any(focus.layout.drawer.collidepoint(corner) for corner in corners)
    focus.open("")
    hands.frame()
    assert focus.camera.view == before
