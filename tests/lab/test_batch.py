"""Batches: the same games on any number of processes, counted rightly, and nothing broken goes unreported."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from game import rulesets
from game.engine.core.dice import KeyedDice
from game.engine.history.luck import lucks
from game.engine.history.scores import rounds_of
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.lab import batch
from game.lab.batch import BatchPlan, BatchReport, GameReport, play, play_game
from game.lab.grid import Cell, Grid
from game.lab.report import battle_report
from game.lab.trials import Trials
from game.lab.watching import Watch
from game.lab.workers import results_in_order
from game.players import make_player
from game.players.random_player import NoLegalPlace, random_answer
from tests.games import random_game

PLAN = BatchPlan("godbreakers", GamePlan(("Ann", "Bob"), rounds=3), ("random", "random"), seed=4, check=True)


def outcome(report: BatchReport) -> dict[str, Any]:
    """Everything but the time it took."""
    return {key: value for key, value in report.plain().items() if "second" not in key}


def played(plan: BatchPlan, games: int, jobs: int = 1) -> BatchReport:
    """The totals of some games of a batch."""
    return Trials(Grid((Cell(plan),), games), jobs).run().whole


def test_games_are_the_same_on_one_process_and_on_two() -> None:
    alone, shared = ([*results_in_order(play, Grid((Cell(PLAN),), 4).tasks(), jobs)] for jobs in (1, 2))
    one = played(PLAN, 4)
    assert outcome(one) == outcome(played(PLAN, 4, jobs=2))
    assert [(game.number, game.decisions, game.winners) for game in alone] == [
        (game.number, game.decisions, game.winners) for game in shared
    ]
    assert [game.number for game in alone] == [0, 1, 2, 3]
    assert outcome(played(PLAN, 4)) == outcome(one)


@pytest.mark.parametrize("ruleset", ["godbreakers", "bushido"])
def test_a_process_prepares_a_table_once_for_all_its_games(ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    book, read = rulesets.load(ruleset), list[str]()
    kept = book.read_setup

    def counted(_book: object, plain: Any) -> object:
        read.append(plain["scenario"])
        return kept(plain)

    monkeypatch.setattr(type(book), "read_setup", counted)
    batch.prepared.cache_clear()
    plan = BatchPlan(ruleset, GamePlan(("Ann", "Bob"), rounds=3 if ruleset == "godbreakers" else 1), ("random",) * 2, 4)
    assert played(plan, 2).games == 2
    assert [play(Cell(plan).task(number)).number for number in (5, 6)] == [5, 6]
    assert len(read) == 1
    batch.prepared.cache_clear()


def test_mirrored_games_share_their_dice_and_everybody_sits_in_every_seat() -> None:
    plan = GamePlan(("Ann", "Bob", "Cy"), rosters=("a", "b", "c"), colours=("#000001", "#000002", "#000003"))
    mirrored = BatchPlan("godbreakers", plan, ("random", "greedy", "veteran"), seed=2, mirrored=True)
    assert [each.players for each in mirrored.rotations()] == [
        ("random", "greedy", "veteran"), ("greedy", "veteran", "random"), ("veteran", "random", "greedy"),
    ]  # fmt: skip
    second = mirrored.rotated(4).plan
    assert (second.names, second.rosters) == (("Bob", "Cy", "Ann"), ("b", "c", "a"))
    assert second.colours == ("#000002", "#000003", "#000001")
    assert len({mirrored.dice(number) for number in range(3)}) == 1
    assert mirrored.dice(3) != mirrored.dice(2)
    plain = replace(mirrored, mirrored=False)
    assert plain.rotations() == [plain]
    assert plain.rotated(4) == plain


def test_the_budget_of_searching_players_is_handed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    budgets: list[int | None] = []

    def made(kind: str, seed: int, tries: int | None) -> Any:
        budgets.append(tries)
        return make_player(kind, seed, tries)

    monkeypatch.setattr(batch, "make_player", made)
    played(replace(PLAN, tries=7, check=False), 1)
    assert budgets == [7, 7]


@pytest.mark.parametrize("ruleset", ["godbreakers", "bushido"])
def test_what_is_watched_in_a_game_agrees_with_what_is_told_of_it_afterwards(ruleset: str) -> None:
    book = rulesets.load(ruleset)
    rounds = 3 if ruleset == "godbreakers" else 2
    session = Session(book, book.new_setup(GamePlan(("Ann", "Bob"), rounds=rounds)), KeyedDice(8))
    watch, players = Watch(session), book.players(session.setup)
    rng = Random(3)
    while session.decision is not None:
        watch.note(session.answer(random_answer(session.decision, rng)))
    ending = book.result(session.game)
    assert ending is not None
    shares = watch.shares(ending.winners)
    luck = lucks(session)
    assert [(each.rolls, each.rolled) for each in shares] == [(luck[who].rolls, luck[who].total) for who in players]
    assert [each.expected for each in shares] == pytest.approx([luck[who].expected for who in players])
    told = rounds_of(session)
    assert [each.rounds for each in shares] == [
        tuple(each.after[who] for each in told if each.number) for who in players
    ]
    assert [each.points for each in shares] == [each.score for each in book.view(session.game).players]
    assert [each.led for each in shares] == [told[1].led == who for who in players]
    assert {each.result for each in shares} <= {"win", "draw", "loss"}
    lost = {piece.id for piece in book.view(session.game).lost}
    assert sum(not fate.survived for each in shares for fate in each.pieces) == len(lost)
    assert all(fate.rank and isinstance(fate.traits, tuple) for each in shares for fate in each.pieces)


def test_another_seed_plays_other_games() -> None:
    other = BatchPlan(PLAN.ruleset, PLAN.plan, PLAN.players, seed=5)
    assert outcome(played(PLAN, 3)) != outcome(played(other, 3))


def test_random_games_of_all_sizes_break_no_invariant() -> None:
    for players, table in ((1, "hollow-wood"), (3, "walled-yard"), (4, "market-ruins")):
        plan = GamePlan(("Ann", "Bob", "Cy", "Dee")[:players], map=table, rounds=3)
        report = played(BatchPlan("godbreakers", plan, ("random",) * players, seed=players, check=True), 2)
        assert report.violations == []
        assert report.games == 2
        assert report.decisions > 100


def test_figures_add_up() -> None:
    total = BatchReport()
    total.add(GameReport(0, 10, 0.5, ("ann",)))
    total.add(GameReport(1, 20, 0.5, ("ann", "bob")))
    total.add(GameReport(2, 30, 1.0, ()))
    total.add(GameReport(3, 40, 0.0, ("bob",), ("a hangs over the edge",)))
    assert total.nobody == 1
    assert total.plain() == {
        "games": 4, "decisions": 100, "seconds": 2.0, "decisions_per_second": 50,
        "wins": {"ann": 1, "bob": 1}, "draws": 1, "violations": ["game 3: a hangs over the edge"],
    }  # fmt: skip
    assert BatchReport().plain()["decisions_per_second"] == 0


def test_violations_are_reported_only_when_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = rulesets.load("godbreakers")
    monkeypatch.setattr(type(ruleset), "violations", lambda *_: ["everything is upside down"])
    setup = ruleset.new_setup(PLAN.plan)
    checked = play_game(PLAN, setup, 0)
    assert checked.violations == ("everything is upside down",) * checked.decisions
    unchecked = play_game(BatchPlan(PLAN.ruleset, PLAN.plan, PLAN.players, PLAN.seed), setup, 0)
    assert unchecked.violations == ()


def test_a_game_without_end_is_a_violation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "MOST_DECISIONS", 25)
    report = play_game(PLAN, rulesets.load("godbreakers").new_setup(PLAN.plan), 0)
    assert report.violations == ("no end after 26 decisions",)
    assert report.winners == ()


def test_a_dead_end_is_a_violation_and_costs_no_other_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def stuck(player: Any, session: Session, seed: int) -> Any:
        if len(session.marks[-1].state.priority) == 2:
            raise NoLegalPlace("Place the hoard (R-1): no spot is legal")
        return random_answer(session.pending(), Random(seed))

    monkeypatch.setattr(batch, "answer_with", stuck)
    report = played(PLAN, 2)
    assert report.games == 2
    assert report.violations == [
        f"game {number}: dead end: Place the hoard (R-1): no spot is legal" for number in range(2)
    ]


def test_an_interrupted_batch_gives_what_is_done_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(plan: BatchPlan, setup: object, number: int) -> GameReport:
        if number == 2:
            raise KeyboardInterrupt
        return play_game(plan, setup, number)

    monkeypatch.setattr(batch, "play_game", interrupted)
    assert played(PLAN, 10).games == 2


# -- the battle report ---------------------------------------------------------------------------


def test_the_report_tells_every_round_and_every_event_with_its_rule() -> None:
    session = random_game(2)
    text = battle_report(session, "table.png")
    rounds = [event for event in session.events if event.kind == "RoundBegan"]
    assert [line for line in text.splitlines() if line.startswith("## ")] == [
        f"## {session.ruleset.tell(session.game, event)}" for event in rounds
    ]
    assert len(rounds) >= 1
    lines = [line for line in text.splitlines() if line.startswith("- ")]
    assert len(lines) == len(session.events) - len(rounds)
    assert all(re.search(r" `[A-Z]+[A-Z0-9-]*\d*a?`$", line) for line in lines)
    for rule in ("G-SCN-6", "G-INI-1", "G-ACT-1", "G-ROLL-1", "G-MOVE-1"):
        assert f"`{rule}`" in text
    assert "![The table at the end](table.png)" in text
    assert "| Ann | " in text
    assert "| Bob | " in text


def test_the_report_of_an_unfinished_game_says_so() -> None:
    session = random_game(2)
    session.undo(5)
    text = battle_report(session)
    assert "**The game is not over.**" in text
    assert "![" not in text


@pytest.mark.parametrize("players", [1, 2])
def test_a_game_that_ends_with_nobody_left_is_told_all_the_same(players: int) -> None:
    begun = random_game(2, players)
    state = next(mark.state for mark in begun.marks if mark.state.step == "activation").clone()
    state.step = "resolution"
    for model in state.models.values():
        model.place = "casualty" if model.on_table else model.place
    session = Session(begun.ruleset, begun.setup, begun.dice, state=state)
    assert session.finished
    assert session.state.result.winners == []
    assert "**The game is not over.**" not in battle_report(session)


def test_a_batch_report_is_json() -> None:
    text = json.dumps(played(PLAN, 1).plain())
    assert json.loads(text)["games"] == 1
