"""The event log: what is in view as it is scrolled, and no line of it cut."""

from __future__ import annotations

import pygame
import pytest

from game.ui.model.session_model import LogEntry
from game.ui.play.log import EventLog
from game.ui.widgets.text import line_height
from game.ui.widgets.theme import SLATE, Theme, mix

ENTRIES = [LogEntry(f"Model {number} moves and meets its match beyond the wall", "G-MOVE-1") for number in range(40)]
GROUND = mix(SLATE, (0, 0, 0), 0.18)


@pytest.fixture(name="log")
def log_fixture(dummy_display: None) -> EventLog:
    return EventLog(Theme(1.0), pygame.Rect(0, 0, 260, 203))


def inked(target: pygame.Surface, rect: pygame.Rect) -> set[int]:
    """The rows of pixels inside a rectangle that show more than its ground."""
    rows = range(rect.top, rect.bottom)
    return {y for y in rows if any(target.get_at((x, y))[:3] != GROUND for x in range(rect.left, rect.right))}


def test_no_line_of_the_log_is_cut_however_far_it_is_scrolled(log: EventLog) -> None:
    high, body = line_height(log.theme, "small"), log.body
    for _ in range(60):
        log.scroll(3, ENTRIES)
        target = pygame.Surface(log.rect.size)
        log.draw(target, ENTRIES)
        expected: set[int] = set()
        for index, rect in log.visible(ENTRIES):
            lines = (log.entry_height(ENTRIES[index]) - log.theme.px(0.5)) // high
            for number in range(lines):
                line = pygame.Rect(body.left, rect.top + number * high, body.width, high)
                assert (number in log.whole(rect.top, lines)) == body.contains(line)
                if body.contains(line):
                    expected.update(range(line.top, line.bottom))
        shown = inked(target, body)
        assert shown
        assert shown <= expected


def test_the_log_shows_its_end_unless_somebody_scrolled_back(log: EventLog) -> None:
    newest, rect = log.visible(ENTRIES)[0]
    assert (newest, rect.bottom) == (len(ENTRIES) - 1, log.body.bottom)
    log.scroll(10_000, ENTRIES)
    oldest, rect = log.visible(ENTRIES)[-1]
    assert (oldest, rect.top) == (0, log.body.top)
    entry = log.at(rect.center, ENTRIES)
    assert entry is ENTRIES[0]
    log.to_end()
    assert log.visible(ENTRIES)[0][0] == newest
