"""Batches of games between bots, with their results, speed, and violated invariants."""

import json
import os
import platform
import time
from collections import Counter
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final

from game import rulesets
from game.engine.core.dice import KeyedDice
from game.engine.plans import PlanDocument
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.garbage import collect_seldom
from game.lab.watching import Share, Watch
from game.players import answer_with, make_player
from game.players.random_player import NoLegalPlace

MOST_DECISIONS = 20_000
"""A game with more decisions counts as endless."""
MOST_PREPARED: Final = 16
"""The number of prepared tables that a process keeps."""


@dataclass(frozen=True)
class BatchPlan:
    """The games of a batch: their rulebook, plan, kinds of players in seniority order, and seed.

    With `mirrored` seats, the players change seats from game to game; `tries` is the budget of searching players;
    `watched` games also report points by round, luck and losses. `plans` are those that players follow, if any.
    """

    ruleset: str
    plan: GamePlan
    players: tuple[str, ...]
    seed: int
    check: bool = False
    mirrored: bool = False
    tries: int | None = None
    watched: bool = False
    plans: tuple[PlanDocument | None, ...] = ()

    def rotations(self) -> "list[BatchPlan]":
        """Return the plans of successive games, one for each order of the seats."""
        return [self.rotated(number) for number in range(len(self.players) if self.mirrored else 1)]

    def rotated(self, number: int) -> "BatchPlan":
        """Return the plan of game `number`; with `mirrored` seats, everyone moves on by one seat in each game."""
        by = number % len(self.players) if self.mirrored else 0
        if not by:
            return self
        names, rosters, colours = (
            values[by:] + values[:by] for values in (self.plan.names, self.plan.rosters, self.plan.colours)
        )
        plan = replace(self.plan, names=names, rosters=rosters, colours=colours)
        plans = self.plans[by:] + self.plans[:by]
        return replace(self, plan=plan, players=self.players[by:] + self.players[:by], plans=plans)

    def dice(self, number: int) -> int:
        """Return the seed of the dice of game `number`; mirrored games have the same seed."""
        return self.seed * 1_000_003 + (number // len(self.players) if self.mirrored else number)

    def setup(self) -> str:
        """Return the setup of the games as JSON; raise `DocumentError` if the plan is impossible."""
        ruleset = rulesets.load(self.ruleset)
        return json.dumps(ruleset.plain_setup(ruleset.new_setup(self.plan)), sort_keys=True)


@dataclass(frozen=True)
class GameReport:
    """The report of a game: its number of decisions, winners by id, violations in words, and each seat's share.

    `processor` is the time that the process `worker` spent on the game, in seconds, including preparation.
    """

    number: int
    decisions: int
    seconds: float
    winners: tuple[str, ...]
    violations: tuple[str, ...] = ()
    shares: tuple[Share, ...] = ()
    worker: str = ""
    processor: float = 0.0


@dataclass
class BatchReport:
    """The totals of many games."""

    games: int = 0
    decisions: int = 0
    seconds: float = 0.0
    wins: Counter[str] = field(default_factory=Counter)
    draws: int = 0
    nobody: int = 0
    violations: list[str] = field(default_factory=list)
    interrupted: bool = False

    def add(self, report: GameReport) -> None:
        self.games += 1
        self.decisions += report.decisions
        self.seconds += report.seconds
        self.violations.extend(f"game {report.number}: {violation}" for violation in report.violations)
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


@dataclass(frozen=True)
class Task:
    """Game `number` of a batch with its setup as JSON: all that another process needs to play the game."""

    batch: BatchPlan
    setup: str
    number: int


def play(task: Task) -> GameReport:
    """Play a game and return its report; each process prepares the table of a setup only once."""
    collect_seldom()
    before = _processor_time[0]
    report = play_game(task.batch, prepared(task.batch.ruleset, task.setup), task.number)
    _processor_time[0] = time.process_time()
    return replace(report, worker=f"{platform.node()}:{os.getpid()}", processor=_processor_time[0] - before)


_processor_time: Final = [0.0]
"""The processor seconds of this process at the end of its last game; a list, so that `play` can change it."""


@lru_cache(maxsize=MOST_PREPARED)
def prepared(ruleset: str, setup: str) -> object:
    """Return a setup from its JSON text; the setup keeps results about its table for later games."""
    return rulesets.load(ruleset).read_setup(json.loads(setup))


def play_game(batch: BatchPlan, setup: object, number: int) -> GameReport:
    """Play game `number` of a batch and return its report; `setup` fits the order of the seats in that game."""
    ruleset = rulesets.load(batch.ruleset)
    seed = batch.dice(number)
    session = Session(ruleset, setup, KeyedDice(seed), history=False, sparse=True)
    players = {
        player: make_player(kind, seed * 31 + place, batch.tries)
        for place, (player, kind) in enumerate(zip(ruleset.players(setup), batch.rotated(number).players, strict=True))
    }
    session.plans = {
        player: plan for player, plan in zip(players, batch.rotated(number).plans, strict=False) if plan is not None
    }
    watch = Watch(session) if batch.watched else None
    violations: list[str] = []
    decisions, started = 0, time.process_time()
    while session.decision is not None:
        try:
            events = session.answer(answer_with(players[session.decision.player], session, seed + decisions))
        except NoLegalPlace as error:
            violations.append(f"dead end: {error}")
            break
        decisions += 1
        if watch is not None:
            watch.note(events)
        if batch.check:
            violations.extend(ruleset.violations(session.game))
        if decisions > MOST_DECISIONS:
            violations.append(f"no end after {decisions} decisions")
            break
    seconds = time.process_time() - started
    result = ruleset.result(session.game)
    winners = tuple(result.winners) if result else ()
    shares = watch.shares(winners) if watch is not None else ()
    return GameReport(number, decisions, seconds, winners, tuple(violations), shares)
