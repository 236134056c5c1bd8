"""The event log: what is in view as it is scrolled, filtered and searched, no line of it cut; what a click shows."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pygame
import pytest

from game.engine.core.events import Landmark
from game.play.session_model import LogEntry
from game.ui.play.parts.drawer import HEAD
from game.ui.play.parts.log import MODES, EventLog, important, person_of
from game.ui.replay.screen import ReplayScreen
from game.ui.widgets.text import line_height
from game.ui.widgets.theme import BAD, INK, LAMP, PANEL, Theme
from tests.games import random_game
from tests.ui.driver import Driver

Window = Callable[..., Driver]

ENTRIES = [LogEntry(f"Model {number} moves and meets its match beyond the wall", "G-MOVE-1") for number in range(40)]
LOUD = [
    LogEntry("Round 1 begins", "G-RND-2", mark=Landmark("round", amount=1)),
    LogEntry("Wick is activated", "G-ACT-1", mark=Landmark("activation", "wick")),
    LogEntry("Wick moves 4 inches", "G-MOVE-1"),
    LogEntry("Raven falls", "G-REC-1", mark=Landmark("casualty", "raven", tone="bad")),
    LogEntry("Ann scores", "G-RES-2", mark=Landmark("score", "ann", 2)),
]


@pytest.fixture(name="log")
def log_fixture(dummy_display: None) -> EventLog:
    focus: Any = SimpleNamespace(
        window=SimpleNamespace(theme=Theme(1.0)),
        size=(1280, 720),
        layout=SimpleNamespace(drawer=pygame.Rect(0, 0, 260, 203 + Theme(1.0).px(HEAD))),
        animation=SimpleNamespace(log=ENTRIES),
        drawer="log",
    )
    return EventLog(focus)


def inked(target: pygame.Surface, rect: pygame.Rect) -> set[int]:
    """The rows of pixels inside a rectangle that show more than its ground."""
    other = pygame.surfarray.array3d(target.subsurface(rect)) != PANEL
    return {rect.top + int(y) for y in np.flatnonzero(other.any(axis=(0, 2)))}


def test_no_line_of_the_log_is_cut_however_far_it_is_scrolled(log: EventLog) -> None:
    high, body = line_height(log.theme, "small"), log.body
    for _ in range(60):
        log.scroll(3)
        target = pygame.Surface(log.focus.layout.drawer.size)
        log.draw(target)
        expected: set[int] = set()
        for index, rect in log.visible():
            lines = (log.entry_height(ENTRIES[index]) - log.theme.px(0.5)) // high
            for number in range(lines):
                line = pygame.Rect(body.left, rect.top + number * high, body.width, high)
                assert (number in log.complete_lines(rect.top, lines)) == body.contains(line)
                if body.contains(line):
                    expected.update(range(line.top, line.bottom))
        shown = inked(target, body)
        assert shown
        assert shown <= expected


def test_the_log_shows_its_end_unless_somebody_scrolled_back(log: EventLog) -> None:
    newest, rect = log.visible()[0]
    assert (newest, rect.bottom) == (len(ENTRIES) - 1, log.body.bottom)
    log.scroll(10_000)
    oldest, rect = log.visible()[-1]
    assert (oldest, rect.top) == (0, log.body.top)
    entry = log.at(rect.center)
    assert entry is ENTRIES[0]
    log.to_end()
    assert log.visible()[0][0] == newest


def show(log: EventLog, entries: list[LogEntry]) -> None:
    animation: Any = log.focus.animation
    animation.log = entries


def colours(log: EventLog, entry: LogEntry) -> tuple[set[tuple[int, int, int]], int]:
    """The colours of an entry drawn alone beside a quiet one, and the width of its ink."""
    target = pygame.Surface(log.focus.layout.drawer.size)
    entries = [entry, LogEntry("and on", "")]
    show(log, entries)
    log.draw(target)
    rect = log.visible()[-1][1]
    row = pygame.Rect(log.rect.left + 2, rect.top, log.rect.width - 2, rect.height)  # beside the edge of the drawer
    picture = target.subsurface(row)
    found = {picture.get_at((x, y))[:3] for x in range(row.width) for y in range(row.height)}
    return found, len(inked(target, row))  # type: ignore[return-value]  # pygame types a colour as a tuple of any length


def test_what_matters_is_louder_than_a_step(log: EventLog) -> None:
    head, _activation, step, loss, score = LOUD
    assert LAMP in colours(log, head)[0]
    assert LAMP in colours(log, score)[0]
    assert BAD in colours(log, loss)[0]
    assert not {LAMP, BAD, INK} & colours(log, step)[0]
    assert log.entry_height(head) > log.entry_height(step)


def test_filters_and_search_leave_only_what_is_wanted(log: EventLog) -> None:
    show(log, LOUD)
    assert log.shown() == [0, 1, 2, 3, 4]
    log.choose("important")
    assert log.shown() == [0, 3, 4]
    log.mine = lambda number: number in (2, 4)
    log.next_mode()
    assert log.mode == "mine"
    assert log.shown() == [2, 4]
    log.next_mode()
    log.find(" wick ")
    assert log.shown() == [1, 2]
    log.find("g-res")
    assert log.shown() == [4]
    log.find("")
    assert log.shown() == [0, 1, 2, 3, 4]


def test_the_cursor_stays_in_view(log: EventLog) -> None:
    log.focus.layout.drawer.height = 130 + log.theme.px(HEAD)
    for by in [-1] * 50 + [1] * 50:
        log.step(by)
        rects = dict(log.visible())
        assert log.body.contains(rects[log.cursor])
    assert log.cursor == len(ENTRIES) - 1


def test_the_mouse_finds_tabs_and_lines(log: EventLog) -> None:
    show(log, LOUD)
    tabs = dict(log.tabs())
    assert set(tabs) == {"log_find", *(f"log_{mode}" for mode in MODES)}
    assert [log.click(rect.center) for rect in tabs.values()] == list(tabs)
    rects = dict(log.visible())
    assert log.click(rects[3].center) == "log_show"
    assert log.cursor == 3
    log.find("falls")
    assert log.click((log.body.left + 2, log.rect.top + 4)) == "log_clear"
    assert log.click((0, log.rect.bottom + 5)) == ""


def test_tabs_keep_clear_of_the_heading_at_every_width(log: EventLog) -> None:
    log.focus.layout.drawer.width = log.theme.px(42)
    assert log.tabs()[-1][1].left > log.body.left + log.theme.font("small", "semibold").size("Log")[0]


def test_a_click_on_a_line_shows_that_moment_and_escape_returns(window: Window) -> None:
    driver = window(random_game(5, before_round=2))
    driver.scene.focus.sheets.clear()
    driver.open("log")
    number, rect = driver.scene.log.visible()[1]
    driver.click((rect.left + 3, rect.centery))
    driver.frames_until("the replay", lambda: isinstance(driver.top, ReplayScreen))
    replay = driver.top.scene
    assert replay.timeline.moments[replay.moment].events == number + 1
    assert replay.model.log[-1].text == driver.scene.model.log[number].text
    driver.key("escape")
    assert driver.window.screens == [driver.table]


def test_the_log_works_by_keys_too(window: Window) -> None:
    driver = window(random_game(5, before_round=2))
    driver.scene.focus.sheets.clear()
    driver.key("ctrl+l")
    log, entries = driver.scene.log, driver.scene.model.log
    assert log.mode == "important"
    assert all(important(entries[number]) for number in log.shown())
    driver.keys("ctrl+up", "ctrl+up")
    assert log.cursor == log.shown()[-2]
    events = log.cursor + 1
    driver.key("ctrl+return")
    driver.frames_until("the replay", lambda: isinstance(driver.top, ReplayScreen))
    replay = driver.top.scene
    assert replay.timeline.moments[replay.moment].events == events
    driver.keys("ctrl+up", "ctrl+up")
    earlier = replay.log.cursor + 1
    driver.key("ctrl+return")
    assert driver.top.scene is replay
    assert replay.timeline.moments[replay.moment].events == earlier < events
    driver.keys("escape", "escape", "ctrl+f")
    assert driver.dialog_open()
    for letter in "round":
        driver.key(letter)
    driver.key("return")
    assert log.query == "round"
    assert 0 < len(log.shown()) < len(entries)
    driver.key("escape")
    assert (log.query, driver.scene.focus.sheets) == ("", [])


def test_mine_is_what_names_the_player_or_their_pieces(window: Window) -> None:
    driver = window(random_game(5, before_round=2))
    scene = driver.scene
    scene.log.choose("mine")
    person, session = person_of(scene.model, scene.hand_over.last_person), driver.session
    owners = session.ruleset.owners(session.game)
    pieces = {piece for piece, owner in owners.items() if owner == person}
    shown = scene.log.shown()
    assert 0 < len(shown) < len(session.events)
    for number, event in enumerate(session.events):
        model = getattr(event, "model", "") or getattr(event, "piece", "")
        if model in pieces or getattr(event, "player", "") == person:
            assert number in shown
        elif event.kind in ("Rolled", "Damaged", "Recovered") and getattr(event, "source", "") not in pieces:
            assert number not in shown


def test_filter_and_search_outlast_another_look_and_another_answer(window: Window) -> None:
    driver = window(random_game(5, before_round=2))
    driver.scene.focus.sheets.clear()
    driver.scene.log.choose("important")
    driver.scene.log.find("round")
    driver.window.rescale(1.2)
    driver.frame()
    assert (driver.scene.log.mode, driver.scene.log.query) == ("important", "round")
    assert driver.scene.log.theme.scale == 1.2


def test_the_filters_and_the_search_are_clicked(window: Window) -> None:
    driver = window(random_game(5, before_round=2))
    driver.scene.focus.sheets.clear()
    driver.open("log")
    tabs = dict(driver.scene.log.tabs())
    driver.click(tabs["log_important"].center)
    assert driver.scene.log.mode == "important"
    assert driver.scene.tips.tip() == ("Log: all, important, mine (Ctrl + L)", ())
    driver.click(tabs["log_all"].center)
    assert driver.scene.log.mode == "all"
    driver.click(tabs["log_find"].center)
    assert driver.dialog_open()
