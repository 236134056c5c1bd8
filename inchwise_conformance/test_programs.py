"""Programs play every listed rulebook: as text, in batches, and with all pieces put down for everybody."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from game import rulesets
from game.cli import main
from game.commands.text.play import TextGame
from game.engine.rulebook.ruleset import Ruleset
from game.engine.saving.loading import load_save
from game.engine.saving.saves import save_document
from game.engine.session import Session
from game.lab.batch import BatchPlan
from game.lab.grid import Cell, Grid
from game.lab.trials import Trials
from game.players.new_session import deploy
from game.players.random_player import random_answer
from inchwise_conformance.listing import Case, duels, of_rulebooks, sparse, thick
from inchwise_conformance.samples import few
from inchwise_conformance.typed import desk_of, line_of

each_start = of_rulebooks("case", lambda listed: [case for case in sparse(listed) if not case.position])
each_duel = of_rulebooks("case", duels)


@of_rulebooks("case", lambda listed: [*duels(listed), *thick(listed)])
def test_every_answer_of_a_game_can_be_typed(case: Case, tmp_path: Path) -> None:
    session = case.session()
    rng, told = Random(8), list[str]()
    game = TextGame(
        desk_of(session, tmp_path), lambda: line_of(session, random_answer(session.pending(), rng)), told.append
    )
    game.run()
    assert session.finished
    assert any(f"Points: {session.ruleset.view(session.game).players[0].name}" in line for line in told)


@of_rulebooks("case", lambda listed: few(duels(listed)))
def test_a_program_is_played_against_without_a_window(case: Case, tmp_path: Path) -> None:
    short = ["--players", "human,random", *(() if case.rounds is None else ("--rounds", str(case.rounds)))]
    replay = tmp_path / "replay.json"
    game = ["play", "--ruleset", case.ruleset, *short, "--seed", "3", "--headless", "--out", str(tmp_path)]
    done = CliRunner().invoke(main, game)
    assert done.exit_code == 0, done.output
    assert json.loads(CliRunner().invoke(main, ["check", str(replay), "--json"]).stdout)[0]["ok"]
    assert json.loads(replay.read_text(encoding="utf-8"))["finished"]


@each_start
def test_games_keep_every_invariant(case: Case) -> None:
    batch = BatchPlan(case.ruleset, case.plan(), ("random",) * case.seats, seed=5, check=True)
    report = Trials(Grid((Cell(batch),), 2)).run().whole
    assert (report.games, report.violations) == (2, [])


@of_rulebooks("case", thick)
@pytest.mark.parametrize("seed", range(4))
def test_games_from_the_thick_of_it_keep_every_invariant(case: Case, seed: int) -> None:
    session, rng = case._replace(seed=seed).session(), Random(seed)
    while not session.finished:
        session.answer(random_answer(session.pending(), rng))
        assert session.ruleset.violations(session.game) == []
    assert session.ruleset.result(session.game) is not None


def _deploys(session: Session) -> bool:
    """Return whether the rulebook puts pieces down before the game."""
    return type(session.ruleset).deployed is not Ruleset.deployed


@each_start
def test_where_the_pieces_are_put_down_for_everybody_nobody_is_asked_where(case: Case) -> None:
    """Players answer only what comes before, such as who takes which territory; a saved game goes on so."""
    session, rng = case.session(), Random(4)
    waiting = len(session.ruleset.view(session.game).reserve)
    deploy(session)
    for _answer in range(8):
        if session.finished:
            break
        assert not session.pending().deploys
        session.answer(random_answer(session.pending(), rng))
        session, difference = load_save(save_document(session), rulesets.find, "a save")
        assert difference is None
    left = len(session.ruleset.view(session.game).reserve)  # what is summoned, or comes from an edge, comes later
    assert not waiting or left < waiting / 4 or not _deploys(session)
    assert session.ruleset.violations(session.game) == []


@each_start
def test_an_undone_first_answer_keeps_the_wish_that_all_pieces_are_put_down(case: Case) -> None:
    session, rng = case.session(), Random(4)
    deploy(session)
    begin = len(session.journal)
    answer = random_answer(session.pending(), rng)
    session.answer(answer)
    session.undo()
    assert len(session.journal) == begin
    session, difference = load_save(save_document(session), rulesets.find, "a save")
    assert difference is None
    session.answer(answer)
    for _answer in range(8):
        if session.finished:
            break
        assert not session.pending().deploys
        session.answer(random_answer(session.pending(), rng))
