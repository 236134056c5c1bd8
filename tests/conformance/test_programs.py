"""Programs play every listed rulebook: as text, in batches, and a bot that is meant to be good beats chance."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from game import rulesets
from game.commands.text.play import TextGame
from game.engine.saving.saves import restore, save_document
from game.lab.batch import BatchPlan, play_batch
from game.players.new_session import deploy
from game.players.random_player import random_answer
from tests.commands.calls import call, call_json
from tests.commands.test_text_play import desk_of, line_of
from tests.conformance.listed import CASES, DUELS, LISTED, MOMENTS, Case, Listed
from tests.samples import few, some

each_duel = pytest.mark.parametrize("case", DUELS, ids=str)


@pytest.mark.parametrize("case", [*DUELS, *MOMENTS], ids=str)
def test_every_answer_of_a_game_can_be_typed(case: Case, tmp_path: Path) -> None:
    session = case.session()
    rng, told = Random(8), list[str]()
    game = TextGame(
        desk_of(session, tmp_path), lambda: line_of(session, random_answer(session.pending(), rng)), told.append
    )
    game.run()
    assert session.finished
    assert any(f"Points: {session.ruleset.view(session.game).players[0].name}" in line for line in told)


@each_duel
def test_a_program_is_played_against_without_a_window(case: Case, tmp_path: Path) -> None:
    short = ["--players", "human,random", *(() if case.rounds is None else ("--rounds", str(case.rounds)))]
    done = call("play", "--ruleset", case.ruleset, *short, "--seed", "3", "--headless", "--out", tmp_path)
    assert done.exit_code == 0, done.output
    assert call_json("check", tmp_path / "replay.json")[0]["ok"]
    assert json.loads((tmp_path / "replay.json").read_text(encoding="utf-8"))["finished"]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_games_keep_every_invariant(case: Case) -> None:
    report = play_batch(BatchPlan(case.ruleset, case.plan(), ("random",) * case.seats, seed=5, check=True), 2)
    assert (report.games, report.violations) == (2, [])


@pytest.mark.parametrize("case", MOMENTS, ids=str)
@pytest.mark.parametrize("seed", range(4))
def test_games_from_the_thick_of_it_keep_every_invariant(case: Case, seed: int) -> None:
    session, rng = case._replace(seed=seed).session(), Random(seed)
    while not session.finished:
        session.answer(random_answer(session.pending(), rng))
        assert session.ruleset.violations(session.game) == []
    assert session.ruleset.result(session.game) is not None


@pytest.mark.parametrize("listed", [each for each in LISTED if each.bot], ids=lambda listed: listed.name)
def test_a_bot_that_is_meant_to_be_good_beats_chance(listed: Listed) -> None:
    wins: Counter[str] = Counter()
    games = some(listed.bot_games)
    case = next(each for each in DUELS if each.ruleset == listed.name)
    for kinds in ((listed.bot, "random"), ("random", listed.bot)):
        plan = replace(case.plan(), names=kinds, map=None, rounds=listed.bot_rounds)
        wins += play_batch(BatchPlan(listed.name, plan, kinds, seed=11), games).wins
    assert wins[listed.bot] >= 1.4 * games
    assert wins[listed.bot] > 2 * wins["random"]


@pytest.mark.parametrize("case", few([case for case in CASES if case.ruleset in rulesets.names()]), ids=str)
def test_where_the_pieces_are_put_down_for_everybody_nobody_is_asked_where(case: Case) -> None:
    """Players answer only what comes before, such as who takes which territory; a saved game goes on so."""
    session, rng = case.session(), Random(4)
    waiting = len(session.ruleset.view(session.game).reserve)
    deploy(session)
    for _answer in range(8):
        assert not session.pending().deploys
        session.answer(random_answer(session.pending(), rng))
        session, difference = restore(save_document(session), rulesets.find, "a save")
        assert difference is None
    assert len(session.ruleset.view(session.game).reserve) < waiting / 4  # what is summoned comes later
    assert session.ruleset.violations(session.game) == []


@pytest.mark.parametrize("case", [case for case in CASES if case.ruleset in rulesets.names()], ids=str)
def test_an_undone_first_answer_keeps_the_wish_that_all_pieces_are_put_down(case: Case) -> None:
    session, rng = case.session(), Random(4)
    deploy(session)
    begin = len(session.journal)
    answer = random_answer(session.pending(), rng)
    session.answer(answer)
    session.undo()
    assert len(session.journal) == begin
    session, difference = restore(save_document(session), rulesets.find, "a save")
    assert difference is None
    session.answer(answer)
    for _answer in range(8):
        assert not session.pending().deploys
        session.answer(random_answer(session.pending(), rng))
