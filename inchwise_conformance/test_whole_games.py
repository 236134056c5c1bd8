"""Whole random games of every listed rulebook: wherever one stops, everything one may do next holds."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from random import Random

import pytest

from game import rulesets
from game.documents.reading import parse_document
from game.engine.core.decisions import IllegalAnswer
from game.engine.history.luck import lucks
from game.engine.history.scores import rounds_of, turning_points
from game.engine.history.timeline import Timeline
from game.engine.rulebook.view import facts_of
from game.engine.saving.documents import PositionDocument, SaveDocument, plain
from game.engine.saving.loading import give_answers, load_save, start_of, verify
from game.engine.saving.saves import position_document, save_document
from game.engine.session import Session
from game.players.new_session import again, may_swap
from inchwise_conformance.listing import (
    Case,
    Listed,
    duels,
    moment,
    moments,
    of_rulebooks,
    play,
    played,
    sparse,
    thick,
)
from inchwise_conformance.samples import apart, few

each_case = of_rulebooks("case", sparse)
each_duel = of_rulebooks("case", duels)


@of_rulebooks("book", lambda listed: listed)
def test_as_many_play_as_the_rulebook_allows(book: Listed) -> None:
    fewest, most, usual = rulesets.load(book.name).offers().seats
    seats = [seats for seats, _field in book.games]
    assert min(seats) == fewest <= usual <= most == max(seats)


@each_case
def test_every_rule_that_is_cited_can_be_looked_up(case: Case) -> None:
    session = played(case)
    known = {rule.id for rule in session.ruleset.rules()}
    cited = {event.rule for event in session.events if event.rule}
    assert not known or cited <= known


@each_case
def test_what_rounds_scored_adds_up_to_the_scores_and_pieces_belong_to_players(case: Case) -> None:
    for session in moments(case, every=apart(3)):
        ruleset = session.ruleset
        players = set(ruleset.players(session.setup))
        rounds = rounds_of(session)
        assert rounds[-1].after == {player.id: player.score for player in ruleset.view(session.game).players}
        for each in rounds:
            gained = {player: sum(line.points for line in each.of(player)) for player in players}
            assert {player: each.after[player] - each.before[player] for player in players} == gained, (
                'anything that scores is an event with `means = Meaning("score", ...)`'
            )
            assert {line.player for line in each.lines} <= players
        assert rounds[0].before == rounds_of(case.session())[0].before
        view, owners = ruleset.view(session.game), ruleset.owners(session.game)
        assert set(owners.values()) <= players | {""}
        assert all(owners.get(piece.id, piece.owner) == piece.owner for piece in view.pieces if piece.kind == "base")
        assert set(lucks(session)) == players
        assert all(turn.events <= len(session.events) for turn in turning_points(session))


@each_case
def test_a_view_shows_each_piece_once_and_says_what_became_of_the_lost(case: Case) -> None:
    for session in moments(case, every=apart(3)):
        view, players = session.ruleset.view(session.game), set(session.ruleset.players(session.setup))
        pieces = (*view.pieces, *view.reserve, *view.lost)
        assert len({piece.id for piece in pieces}) == len(pieces)
        assert {piece.controller for piece in pieces} <= players | {""}
        assert {piece.owner for piece in view.lost} <= players
        assert [piece.id for piece in pieces if piece.fate is not None] == [piece.id for piece in view.lost]


@each_case
def test_what_programs_for_learning_read_of_the_table_is_as_in_the_view(case: Case) -> None:
    for session in moments(case, every=apart(2)):
        facts, seen = session.ruleset.facts(session.game), facts_of(session.ruleset.view(session.game))
        assert facts._replace(pieces=[*facts.pieces]) == seen


@each_case
def test_players_that_swap_sides_are_the_same_in_other_seats(case: Case) -> None:
    session = case.session()
    ruleset = session.ruleset
    swapped = ruleset.swapped(session.setup)
    players = ruleset.players(session.setup)
    if swapped is not None:
        assert ruleset.players(swapped) == (*players[1:], players[0])
    assert may_swap(session) == (swapped is not None and session.from_setup)
    assert ruleset.players(again(session).setup) == players


@each_case
def test_playing_on_in_a_fork_leaves_the_game_alone(case: Case) -> None:
    rng = Random(0)
    for session in moments(case, every=apart(4)):
        before, events = moment(session), len(session.events)
        fork = session.fork(seed=rng.randrange(1000))
        assert moment(fork) == before
        assert moment(fork.fork(seed=1)) == before
        play(fork, rng, 12)
        assert moment(session) == before
        assert len(session.events) == events


@each_case
def test_undo_and_the_same_answers_bring_the_same_game_and_dice(case: Case) -> None:
    rng = Random(1)
    for session in moments(case, every=apart(3)):
        before = moment(session)
        events = [event.plain() for event in session.events]
        back = min(len(session.journal), rng.choice((1, 2, 5, 30)))
        entries = session.journal[len(session.journal) - back :]
        session.undo(back)
        for entry in entries:
            session.answer(entry)
        assert moment(session) == before
        assert [event.plain() for event in session.events] == events


@each_case
def test_kept_checkpoints_never_change(case: Case) -> None:
    kept: dict[int, str] = {}
    for session in moments(case, every=1):
        kept[session.marks[-1].entries] = session.marks[-1].state.digest()
    session = played(case)
    assert session.finished
    assert {mark.entries: mark.state.digest() for mark in session.marks} == kept
    assert kept


@each_case
def test_a_new_flow_from_the_latest_checkpoint_asks_the_same_question(case: Case) -> None:
    for session in moments(case, every=apart(1)):
        mark = session.marks[-1]
        fresh = Session(session.ruleset, session.setup, session.dice, state=mark.state.clone())
        for entry in session.journal[mark.entries :]:
            fresh.answer(entry)
        assert moment(fresh) == moment(session)


@each_case
def test_whatever_is_declared_the_game_goes_on_soundly_and_can_be_taken_back(case: Case) -> None:
    rng = Random(2)
    declared = offered = 0
    for session in moments(case, every=16):
        before = moment(session)
        for player in session.ruleset.players(session.setup):
            for interrupt, refusal in session.ruleset.interrupts(session.game, player):
                fork = session.fork()
                offered += refusal is None
                if refusal is not None:
                    with pytest.raises(IllegalAnswer):
                        fork.interrupt(interrupt)
                    continue
                fork.interrupt(interrupt)
                declared += 1
                assert fork.ruleset.violations(fork.game) == []
                resumed = Session(fork.ruleset, fork.setup, fork.dice, state=fork.marks[-1].state.clone())
                assert moment(resumed) == moment(fork)
                play(fork, rng, 10)
                assert fork.ruleset.violations(fork.game) == []
                session.interrupt(interrupt)
                session.undo()
                assert moment(session) == before
    assert declared or not offered


@each_case
def test_a_game_written_down_comes_back_at_the_same_decision(case: Case) -> None:
    for session in moments(case, every=apart(24)):
        text = json.dumps(plain(save_document(session)))
        loaded, difference = load_save(parse_document(text, SaveDocument, "a save"), rulesets.find, "a save")
        assert difference is None
        assert moment(loaded) == moment(session)
        assert loaded.journal == session.journal
        assert [mark.digest() for mark in loaded.marks] == [mark.digest() for mark in session.marks]


@each_case
def test_a_position_written_down_comes_back_at_the_same_decision(case: Case) -> None:
    for session in moments(case, every=apart(16)):
        text = json.dumps(plain(position_document(session)))
        document = parse_document(text, PositionDocument, "a position")
        again = start_of(document, rulesets.find, "a position")
        give_answers(again, document, "a position")
        assert moment(again) == moment(session)
        assert plain(position_document(again)) == plain(position_document(session))


@each_case
def test_a_whole_game_replays_as_it_was_recorded(case: Case) -> None:
    session = played(case)
    assert session.finished
    assert session.ruleset.result(session.game) is not None
    document = parse_document(json.dumps(plain(save_document(session))), SaveDocument, "a save")
    again, differences = verify(document, rulesets.find, "a save")
    assert differences == []
    loaded, difference = load_save(document, rulesets.find, "a save")
    assert difference is None
    for other in (again, loaded):
        assert moment(other) == moment(session)
        assert [event.plain() for event in other.events] == [event.plain() for event in session.events]
        assert [mark.digest() for mark in other.marks] == [mark.digest() for mark in session.marks]
    assert Timeline(loaded).moments == Timeline(again).moments
    back = len(session.journal) // 2
    loaded.undo(back)
    again.undo(back)
    assert moment(loaded) == moment(again)


def _tampered(document: SaveDocument, rng: Random) -> Iterator[SaveDocument]:
    """Yield a save with an answer that nobody gave, with an event of another rule, with another state at its end."""
    number = rng.randrange(len(document.journal))
    yield document.model_copy(update={"journal": (*document.journal[:number], "?", *document.journal[number + 1 :])})
    if events := [*(document.happened() or ())]:
        number = rng.randrange(len(events))
        events[number] = events[number] | {"rule": "X-1"}
        yield document.model_copy(update={"events": tuple(events), "forms": (), "version": 1})
    last = document.digests[-1].model_copy(update={"digest": "0" * 24})
    yield document.model_copy(update={"digests": (*document.digests[:-1], last)})


@of_rulebooks("case", lambda listed: few(duels(listed)))
def test_a_load_finds_the_difference_that_a_thorough_replay_finds_first(case: Case) -> None:
    session = case.session()
    play(session, Random(case.seed))
    for document in _tampered(save_document(session), Random(case.seed)):
        loaded, difference = load_save(document, rulesets.find, "a save")
        assert difference is not None
        assert [difference] == verify(document, rulesets.find, "a save")[1]
        assert loaded.first_known == document.checkpoint.entries


@each_duel
def test_a_fork_with_a_seed_rolls_other_dice_and_without_one_the_real_ones(case: Case) -> None:
    session = case.session()
    play(session, Random(4), min(4, len(played(case).journal) // 2))

    def ahead(fork: Session) -> str:
        play(fork, Random(9))
        return str(fork.state.digest())

    real = ahead(unseeded := session.fork())
    assert ahead(session.fork()) == real
    rolls = unseeded.state.rolls.total > session.state.rolls.total  # a rulebook may have no dice
    assert any(ahead(session.fork(seed=seed)) != real for seed in range(40 if rolls else 1)) == rolls
    assert ahead(session.fork(seed=77)) == ahead(session.fork(seed=77))


def whole_game_digest(case: Case) -> str:
    """Everything about one game in a few characters."""
    session = case.session()
    play(session, Random(8))
    text = json.dumps([[event.plain() for event in session.events], session.journal, session.state.plain()])
    return (
        f"{session.state.digest()} {len(session.journal)} {hashlib.blake2b(text.encode(), digest_size=12).hexdigest()}"
    )


@of_rulebooks("games", lambda listed: [[*duels(listed), *thick(listed)]])
def test_the_same_answers_are_the_same_games_in_every_process(games: list[Case]) -> None:
    """Strings hash differently in every process; here another one is told how."""
    code = "from inchwise_conformance.test_whole_games import Case, whole_game_digest\n"
    code += "\n".join(f"print(whole_game_digest({case!r}))" for case in games)
    path = os.pathsep.join(sys.path)
    environment = os.environ | {"PYTHONHASHSEED": "4711", "PYTHONPATH": path}
    result = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    assert result.stdout.split("\n") == [*map(whole_game_digest, games), ""]
