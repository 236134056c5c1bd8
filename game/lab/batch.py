"""Batches of games between bots: their results, speed, and violated invariants."""

import os
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from game import rulesets
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.players import answer_with, make_player
from game.players.random_player import NoLegalPlace
from game.undisturbed import undisturbed

MOST_DECISIONS = 20_000
"""A game with more decisions than this counts as endless."""


@dataclass(frozen=True)
class BatchPlan:
    """The contents of a batch: the rulebook, the new game, the kinds of player in seniority order, the seed."""

    ruleset: str
    plan: GamePlan
    players: tuple[str, ...]
    seed: int
    check: bool = False


@dataclass(frozen=True)
class GameReport:
    """One game: decisions taken, winners by player id, violations in words."""

    number: int
    decisions: int
    seconds: float
    winners: tuple[str, ...]
    violations: tuple[str, ...] = ()


@dataclass
class BatchReport:
    """Totals over many games."""

    games: int = 0
    decisions: int = 0
    seconds: float = 0.0
    wins: Counter[str] = field(default_factory=Counter)
    draws: int = 0
    nobody: int = 0
    violations: list[str] = field(default_factory=list)
    interrupted: bool = False

    def add(self, report: GameReport) -> None:
        """Add one more game."""
        self.games += 1
        self.decisions += report.decisions
        self.seconds += report.seconds
        self.violations.extend(f"game {report.number}: {each}" for each in report.violations)
        if len(report.winners) == 1:
            self.wins[report.winners[0]] += 1
        elif report.winners:
            self.draws += 1
        else:
            self.nobody += 1

    def plain(self) -> dict[str, object]:
        """Return the figures as JSON-ready data."""
        return {
            "games": self.games,
            "decisions": self.decisions,
            "seconds": round(self.seconds, 3),
            "decisions_per_second": round(self.decisions / self.seconds) if self.seconds else 0,
            "wins": dict(sorted(self.wins.items())),
            "draws": self.draws,
            "violations": self.violations,
        }


def play_batch(
    batch: BatchPlan, games: int, jobs: int = 1, progress: Callable[[GameReport], None] | None = None
) -> BatchReport:
    """Play `games` games on `jobs` processes and total them; `progress` is called with each as it ends.

    Game n of a seed is the same for any `jobs`; seconds are processor time in play, summed. Interrupted from
    the keyboard, it returns the games played so far. Raises `ImportError` for several jobs without joblib.
    """
    total = BatchReport()
    try:
        for report in _reports(batch, games, jobs):
            total.add(report)
            if progress is not None:
                progress(report)
    except KeyboardInterrupt:
        total.interrupted = True
    return total


def _reports(batch: BatchPlan, games: int, jobs: int) -> Iterator[GameReport]:
    if jobs == 1:
        setup = rulesets.load(batch.ruleset).new_setup(batch.plan)
        yield from (play_game(batch, setup, number) for number in range(games))
        return
    with undisturbed():
        from joblib import Parallel, delayed
        from joblib.externals.loky import reusable_executor

        if os.name == "posix":  # started with the workers, the memory tracker would unblock signals
            from multiprocessing import resource_tracker

            from joblib.externals.loky.backend import resource_tracker as loky_tracker

            resource_tracker.ensure_running()
            loky_tracker.ensure_running()
    work = (delayed(play_numbered)(batch, number) for number in range(games))
    try:
        with undisturbed():  # workers inherit it for good: a signal to all processes reaches this one, which ends them
            reports = Parallel(n_jobs=jobs, return_as="generator")(work)
        yield from reports
    except BaseException:
        with undisturbed():
            executor = (
                reusable_executor._executor
            )  # loky's function holds a lock meanwhile that its thread may wait for
            if executor is not None:
                executor.shutdown(wait=False, kill_workers=True)
        raise


def play_numbered(batch: BatchPlan, number: int) -> GameReport:
    """Play game `number` of a batch, from its plan alone, as a process of its own does."""
    return play_game(batch, rulesets.load(batch.ruleset).new_setup(batch.plan), number)


def play_game(batch: BatchPlan, setup: object, number: int) -> GameReport:
    """Play game `number` of a batch."""
    ruleset = rulesets.load(batch.ruleset)
    seed = batch.seed * 1_000_003 + number
    session = Session(ruleset, setup, KeyedDice(seed), history=False, sparse=True)
    players = {
        player: make_player(kind, seed * 31 + place)
        for place, (player, kind) in enumerate(zip(ruleset.players(setup), batch.players, strict=True))
    }
    violations: list[str] = []
    decisions, started = 0, time.process_time()
    while session.decision is not None:
        try:
            session.answer(answer_with(players[session.decision.player], session, seed + decisions))
        except NoLegalPlace as error:
            violations.append(f"dead end: {error}")
            break
        decisions += 1
        if batch.check:
            violations.extend(ruleset.violations(session.game))
        if decisions > MOST_DECISIONS:
            violations.append(f"no end after {decisions} decisions")
            break
    seconds = time.process_time() - started
    result = ruleset.result(session.game)
    return GameReport(number, decisions, seconds, tuple(result.winners) if result else (), tuple(violations))
