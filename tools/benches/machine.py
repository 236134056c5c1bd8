"""A machine that searches: what a decision takes it, how far it overruns its cap, and the window's frames meanwhile."""

from __future__ import annotations

import os
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from game import rulesets
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.play.session_model import SessionModel
from game.players import Searching, answer_with, make_player
from game.players.helpers import Helpers, cores
from game.players.lookahead import Lookahead
from game.players.new_session import Seated
from game.players.playing_on import PlayingOn, lines
from game.players.random_player import random_answer
from game.players.warlord import ITERATIONS
from game.ui.play.screen import TableScreen
from game.ui.shell.window import Window
from game.ui.widgets.tasks import frame
from tools.benches.crowd import raw_blits

SIZE = (1920, 1080)
SCENARIOS = ("clash", "tragedy", "score")
"""Two circles and five unaligned models or more, and two circles alone."""
CAP = 0.1
"""Seconds that a machine may think where its overrun is measured; it has far more tries than it can give then."""
ENDLESS = 1_000_000
WATCHED = 10.0
"""Seconds for which the frames of a window are timed while a machine thinks."""
SHORT = 1.0
"""Seconds of each search on several cores, and on one."""
SEARCHES = 9
PATIENCE = 60.0
"""Seconds in which helping processes have started."""
FRAME = 1 / 60
FIRST = 10
"""Frames of a new window that do not count."""
MANY = 800
"""Decisions of a veteran in the games of a rulebook: those of two or more."""
TRIVIAL = 5.0
"""Milliseconds below which a decision needed no search: it follows a plan, or nothing was to be chosen."""
Columns = tuple[str, str, list[float], str, str, float, str]


def _games(rulebook: str = rulesets.DEFAULT) -> Iterator[Session]:
    """Yield games of a rulebook without end, its scenarios by turns."""
    ruleset = rulesets.load(rulebook)
    every = [each.name for each in ruleset.offers().scenarios]
    scenarios, rounds = (SCENARIOS, 3) if rulebook == rulesets.DEFAULT else (every, None)
    for number in count():
        setup = ruleset.new_setup(GamePlan(("Ann", "Bob"), scenarios[number % len(scenarios)], rounds=rounds))
        yield Session(ruleset, setup, KeyedDice(number), history=False)


def _decided(
    level: str, limit: Callable[[Searching], None], most: int, rulebook: str = rulesets.DEFAULT
) -> list[float]:
    """Return the milliseconds of processor time of each decision of a level against random answers."""
    spent: list[float] = []
    for session in _games(rulebook):
        if len(spent) == most:
            break
        player, rng = make_player(level, 1), random.Random(1)
        assert isinstance(player, Searching)
        own = next(iter(session.ruleset.players(session.setup)))
        while session.decision is not None and len(spent) < most:
            if session.decision.player != own:
                session.answer(random_answer(session.decision, rng))
                continue
            limit(player)
            started = time.thread_time()
            answer = answer_with(player, session, len(spent))
            spent.append((time.thread_time() - started) * 1000)
            session.answer(answer)
    return spent


def _searched(most: int) -> tuple[list[float], float]:
    """Return the iterations per second of processor time of each search of a warlord, and all in all.

    An iteration plays a line of an activation and the answer to it once, on a copy of the game with dice; the time
    includes finding these answers. All in all it includes finding the lines too: whole decisions.
    """
    rates: list[float] = []
    iterations, run = 0, PlayingOn.run

    def timed(self: PlayingOn, tries: int) -> None:
        nonlocal iterations
        started = time.thread_time()
        run(self, tries)
        iterations += self.iterations
        rates.append(self.iterations / (time.thread_time() - started))

    PlayingOn.run = timed  # type: ignore[method-assign]
    try:
        spent = _decided("warlord", lambda player: None, most)
    finally:
        PlayingOn.run = run  # type: ignore[method-assign]
    return rates, iterations * 1000 / sum(each for each in spent if each > TRIVIAL)


def _undecided() -> tuple[Session, Lookahead]:
    """Return a game in its first round at a decision of which several lines are worth playing on, and the search."""
    session, rng = next(_games()), random.Random(1)
    while True:
        if session.state.round and session.pending().kind == "pick":
            search = Lookahead(session.fork(), session.pending().player, random.Random(1), ITERATIONS)
            playing = PlayingOn(search.session, search.player, lines(search, search.rated()), rng, lambda: False)
            playing.run(ITERATIONS)
            if playing.iterations == ITERATIONS:
                return session, search
        session.answer(random_answer(session.pending(), rng))


def _spread(many: int) -> list[float]:
    """Return the iterations per second on the wall of searches of a warlord on so many cores."""
    session, search = _undecided()
    rated, rates, helpers = search.rated(), list[float](), Helpers()
    helpers.want(many - 1, session)
    begun = time.monotonic()
    try:
        while len(helpers.ready(search.session)) < many - 1:
            assert time.monotonic() < begun + PATIENCE, "no process helps"
            time.sleep(0.05)
        for number in range(SEARCHES):
            late = partial(_late, time.monotonic() + SHORT)
            playing = PlayingOn(search.session, search.player, lines(search, rated), random.Random(number), late)
            started = time.perf_counter()
            with helpers.playing_beside(playing, ENDLESS):
                playing.run(ENDLESS)
            rates.append(playing.iterations / (time.perf_counter() - started))
    finally:
        helpers.end()
    return rates


def _late(until: float) -> bool:
    return time.monotonic() > until


def _capped(player: Searching) -> None:
    until = time.thread_time() + CAP
    player.tries, player.stopped = ENDLESS, lambda: time.thread_time() > until


def _frames() -> list[tuple[float, float]]:
    """Return the milliseconds of the frames of a window in which machines play: on the wall, and of its processor.

    The first frames of a window, for which everything is painted anew, are left out; those that show an answer are not.
    """
    pygame.display.init()
    pygame.font.init()
    screen, window = pygame.display.set_mode(SIZE), Window(SIZE)
    session = next(_games())
    rng = random.Random(1)
    while session.state.round < 1 or session.pending().kind != "pick":
        session.answer(random_answer(session.pending(), rng))
    bot = Seated("veteran", CAP * 1000)
    assert isinstance(bot.player, Searching)
    bot.player.tries = ENDLESS
    begun = len(session.journal)
    bots = dict.fromkeys(session.ruleset.players(session.setup), bot)
    place = TableScreen(window, SessionModel(session, lambda _: None, Path(tempfile.gettempdir()), dict(bots)))
    window.go(place)
    spent: list[tuple[float, float]] = []
    end = time.monotonic() + WATCHED
    while time.monotonic() < end or len(spent) <= FIRST:
        started, used = time.perf_counter(), time.thread_time()
        with frame():
            window.tick()
            window.paint(screen)
            pygame.display.flip()
        taken = time.perf_counter() - started
        spent.append((taken * 1000, (time.thread_time() - used) * 1000))
        time.sleep(max(0.0, FRAME - taken))
    assert len(session.journal) > begun, "no machine was thinking"
    place.scene.thinker.forget()
    return spent[FIRST:]


def _last(samples: list[float]) -> float:
    return sorted(samples)[int(len(samples) * 0.99)]


def measure_veterans() -> list[Columns]:
    """Return a row for each rulebook: what the decisions of a veteran take, in games of all scenarios."""
    return [_veteran(name, MANY) for name in rulesets.names()]


def _veteran(rulebook: str, most: int) -> Columns:
    usual = [each for each in _decided("veteran", lambda player: None, most, rulebook) if each > TRIVIAL]
    last = f"99th percentile {_last(usual):.0f} ms (must 600, aim 300), worst {max(usual):.0f} ms"
    note = f"{last}, {len(usual)} decisions that were searched"
    return f"veteran's decision, {rulebook}", "ms", usual, "must 250, aim 100", "", 0.0, note


def measure_machine() -> list[Columns]:
    """Return the rows."""
    over = [max(0.0, each - CAP * 1000) for each in _decided("veteran", _capped, 1000)]
    rates, whole = _searched(150)
    alone, many = _spread(1), cores()
    spread = _spread(many) if many > 1 else alone
    shown = _frames()
    raw = statistics.median(raw_blits(pygame.display.get_surface() or pygame.Surface(SIZE)) for _ in range(60))
    worst = f"worst {max(over):.0f} ms of {len(over)} (must 100, aim 30)"
    wall, used = [each for each, _used in shown], [used for _wall, used in shown]
    both = f"of its processor {statistics.median(used):.1f}, {_last(used):.1f} ms; {len(shown)} frames"
    last = f"99th percentile {_last(wall):.1f} ms (must 20, aim 12); {both}"
    return [
        _veteran(rulesets.DEFAULT, 300),
        (
            "warlord's iterations",
            "per s",
            rates,
            "must 150, aim 400",
            "",
            0.0,
            f"{whole:.0f} with the search for its lines",
        ),
        (
            f"warlord's iterations at the table, {many} cores",
            "per s",
            spread,
            "",
            "on one core",
            statistics.median(alone),
            "",
        ),
        ("overrun past a cap of 0.1 s", "ms", over, "must 100, aim 30", "", 0.0, worst),
        ("frame while a machine thinks, 1920x1080", "ms", wall, "", "raw blits", raw, last),
    ]
