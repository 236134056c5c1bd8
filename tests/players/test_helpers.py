"""Processes that help a search at the table: what they find counts, and none is waited for, missed or left behind."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from multiprocessing import active_children
from random import Random

import pytest

from game.engine.session import Session
from game.players import answer_with, make_player
from game.players.helper_process import PackedGame, Swing, Table
from game.players.helpers import Helper, Helpers, cores, cores_of, cores_words
from game.players.lookahead import decision_key
from game.players.new_session import Seated, let_help
from game.players.playing_on import PlayingOn
from game.players.warlord import WarlordPlayer
from tests.players.test_warlord import fight, search
from tests.rulesets.godbreakers.kit import A

LONG = 60.0
"""Seconds in which a process has started and warmed up, however busy the machine."""


def wait_for(what: Callable[[], object]) -> None:
    until = time.monotonic() + LONG
    while not what():
        assert time.monotonic() < until
        time.sleep(0.01)


def helping() -> list[int]:
    """Return the ids of the processes that help."""
    return [child.pid or 0 for child in active_children() if child.name == "helper"]


def usable(company: Helpers, session: Session) -> int:
    """Return how many can help at once in a game."""
    return len(company.ready(session))


@pytest.fixture
def company() -> Iterator[Helpers]:
    found = Helpers()
    yield found
    found.end()
    assert not helping()


@pytest.fixture
def two() -> Iterator[tuple[Helpers, PlayingOn]]:
    """Two processes that are ready, and the search that they are ready for."""
    found = Helpers()
    yield found, ready(found, 2)
    found.end()
    assert not helping()


def ready(company: Helpers, count: int) -> PlayingOn:
    """Have so many helpers ready for a search, and return it."""
    ahead, found = search(fight())
    company.want(count, ahead.session)
    wait_for(lambda: usable(company, ahead.session) == count)
    return PlayingOn(ahead.session, A, found, Random(1), lambda: False)


def told(helper: Helper) -> bool:
    """Return whether a process has told something that was not taken yet."""
    return helper._connection is not None and helper._connection.poll()


def test_what_two_processes_find_is_added_to_the_lines_that_they_played_on(
    two: tuple[Helpers, PlayingOn], monkeypatch: pytest.MonkeyPatch
) -> None:
    company, playing = two
    brought: list[Swing] = []

    def received(helper: Helper, before: Callable[[Helper], list[Swing]] = Helper.receive) -> list[Swing]:
        brought.extend(found := before(helper))
        return found

    with company.playing_beside(playing, 40):
        monkeypatch.setattr(Helper, "receive", received)
        playing.run(3)
        own = [list(line.swings) for line in playing.lines]
        wait_for(lambda: all(told(helper) for helper in company._helpers))
    assert playing.iterations == 3 + len(brought)
    for line, known in zip(playing.lines, own, strict=True):
        assert line.swings == [*known, *(swing for _search, number, swing in brought if number == line.number)]


def test_a_position_arrives_in_another_process_as_it_is() -> None:
    ahead, _found = search(fight())
    table, position = Table.of(ahead.session), PackedGame.of(ahead.session)
    there = position.open_at(table.new_game())
    assert there.state.equals(ahead.session.state)
    assert decision_key(there) == decision_key(ahead.session)


def test_processes_that_are_told_to_stop_are_ready_for_the_next_search(two: tuple[Helpers, PlayingOn]) -> None:
    company, playing = two
    for _search in range(3):
        before = playing.iterations
        with company.playing_beside(playing, 100_000):
            wait_for(lambda: all(told(helper) for helper in company._helpers))
        assert playing.iterations >= before + 2
    assert len(helping()) == 2


def test_what_is_found_too_late_counts_for_no_other_search(two: tuple[Helpers, PlayingOn]) -> None:
    company, playing = two
    with company.playing_beside(playing, 100_000):
        before = playing.iterations
    helper = company._helpers[0]
    helper.receive()
    assert helper._connection is not None
    late: Swing = (company._searches, 0, 5.0)
    helper.receive = lambda: [late]  # type: ignore[method-assign]
    found = playing.iterations
    with company.playing_beside(playing, 0):
        pass
    assert playing.iterations == found >= before
    del helper.receive


def test_they_help_only_at_their_own_table(two: tuple[Helpers, PlayingOn]) -> None:
    company, playing = two
    assert usable(company, playing.session) == 2
    assert not usable(company, fight().session)


def test_a_warlord_at_a_table_searches_with_them(
    two: tuple[Helpers, PlayingOn], monkeypatch: pytest.MonkeyPatch
) -> None:
    company, playing = two
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: set(range(8)), raising=False)
    bot, searches = Seated("warlord", cores=3), company._searches
    let_help(company, {A: bot}, playing.session, 1)
    bot.limit(0.0)
    bot.helped_by(company)
    assert isinstance(bot.player, WarlordPlayer)
    bot.player.tries = 60
    assert playing.session.pending().allows(bot(playing.session))
    assert (len(company), company._searches) == (2, searches + 1)


def test_a_process_that_dies_is_not_missed(company: Helpers) -> None:
    playing = ready(company, 1)
    with company.playing_beside(playing, 100_000):
        playing.run(2)
        os.kill(helping()[0], signal.SIGTERM)
        wait_for(lambda: not helping())
        playing.run(4)
    assert playing.iterations >= 4
    assert not usable(company, playing.session)
    with company.playing_beside(playing, 10):
        playing.run(playing.iterations + 2)


def test_a_game_that_has_just_begun_is_searched_alone_and_may_end_meanwhile(company: Helpers) -> None:
    ahead, found = search(fight())
    company.want(1, ahead.session)
    playing = PlayingOn(ahead.session, A, found, Random(1), lambda: False)
    with company.playing_beside(playing, 5):
        playing.run(5)
    assert playing.iterations == 5, "its process has not told yet that it is ready"
    company.want(0, ahead.session)
    assert not helping()


def test_away_from_a_table_nothing_is_started_and_the_same_is_found_again() -> None:
    play = fight()
    answers = {repr(answer_with(make_player("warlord", 5, 40), play.session, 1)) for _again in range(2)}
    assert len(answers) == 1
    assert not helping()


def test_with_one_core_nothing_is_started(company: Helpers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0}, raising=False)
    assert cores() == cores(8) == 1
    let_help(company, {A: Seated("warlord")}, fight().session, 0)
    assert len(company) == 0


def test_only_who_can_use_them_has_helpers_as_many_as_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: set(range(6)), raising=False)
    assert [cores_of("warlord", wanted) for wanted in (0, 1, 4, 60)] == [6, 1, 4, 6]
    assert cores_of("veteran") == 1
    assert cores_words("veteran") == ""
    assert cores_words("warlord", 4) == "searches on 4 cores at the table"
    assert cores_words("warlord", 1) == "searches on 1 core at the table"
