"""A sandbox: steps that go back and forth, positions as text, games from a position."""

from __future__ import annotations

import base64
import zlib
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from game import rulesets
from game.documents.error import DocumentError
from game.engine.core.decisions import IllegalAnswer
from game.engine.core.flow import Interrupt
from game.engine.rulebook.new_game import GamePlan
from game.engine.sandbox import Sandbox, sandbox_from
from game.engine.saving.loading import start_of
from game.engine.saving.position_text import HEAD, position_text, read_position_text
from game.engine.saving.saves import position_document
from game.players.random_player import random_answer
from game.table.terrain.kit import KIT, Pattern
from game.table.terrain.rigid import placed
from tests.conformance.listed import CASES, Case, moments, play
from tests.toy.toy_rulebook import Toy


@pytest.fixture
def box() -> Sandbox:
    ruleset = rulesets.load("godbreakers")
    setup = ruleset.new_setup(GamePlan(("Ann", "Bob"), map="stone-ford", agreed=(("supply", "none"),)))
    return Sandbox(ruleset, setup, ruleset.begin(setup))


def stand(box: Sandbox) -> None:
    """Put a godbreaker of each circle on the table."""
    box.change({"do": "put", "piece": "ann.wick", "x": 6.0, "y": 6.0})
    box.change({"do": "put", "piece": "bob.marrow", "x": 24.0, "y": 16.0})


def test_steps_are_taken_back_and_done_again(box: Sandbox) -> None:
    empty = box.state.digest()
    stand(box)
    full, pieces = box.state.digest(), len(box.game.battlefield.pieces)
    box.build(KIT[0].document(), 12.0, 4.0)
    assert len(box.game.battlefield.pieces) == pieces + 1
    box.undo(3)
    assert (box.state.digest(), len(box.game.battlefield.pieces), box.journal) == (empty, pieces, [])
    box.redo()
    box.redo()
    assert box.state.digest() == full
    box.change({"do": "score", "player": "ann", "vp": 3})
    assert not box.can_redo
    with pytest.raises(ValueError, match="nothing to redo"):
        box.redo()
    with pytest.raises(ValueError, match="cannot undo"):
        box.undo(9)


def test_what_is_taken_back_is_told_no_longer(box: Sandbox) -> None:
    box.change({"do": "score", "player": "ann", "vp": 1})
    told = list(box.events)
    box.change({"do": "score", "player": "ann", "vp": 2})
    both = list(box.events)
    box.undo()
    assert box.events == told
    box.redo()
    assert box.events == both


def test_something_new_is_built_where_something_old_lay(box: Sandbox) -> None:
    old = next(piece for piece in box.game.battlefield.pieces if piece.barricades)
    middle = old.shape.convex_hull.centroid
    wall = next(pattern for pattern in KIT if pattern.id == "wall")
    with pytest.raises(IllegalAnswer):
        box.build(wall.document(), middle.x, middle.y)
    box.change({"do": "remove", "piece": old.id})
    box.build(wall.document(), middle.x, middle.y, 30)
    (event,) = box.events[-1:]
    assert "Wall 1" in box.ruleset.tell(box.game, event)
    again = sandbox_from(start_of(read_position_text(position_text(position_document(box))), rulesets.find, "text"))
    assert again.state.digest() == box.state.digest()
    assert {"wall-1"} == {piece.id for piece in again.game.battlefield.pieces} - {
        piece.id for piece in box.setup.battlefield.pieces
    }


@pytest.mark.parametrize("pattern", KIT, ids=lambda pattern: pattern.id)
def test_what_is_built_lies_exactly_where_its_ghost_was(pattern: Pattern, box: Sandbox) -> None:
    box.lay(*empty_table(box))
    for degrees in (0, 30, 195):
        box.build(pattern.document(), 8.0, 16.0, degrees)
        lies, ghost = box.game.battlefield.pieces[-1], placed(pattern.piece, 8.0, 16.0, degrees)
        assert lies.shape.hausdorff_distance(ghost.shape) < 2e-4
        box.undo()


def test_new_pieces_and_those_beside_the_table_are_as_long_in_the_units_of_a_map_as_their_patterns(
    box: Sandbox,
) -> None:
    setup, _state = empty_table(box)
    hedge, wall = (next(each for each in KIT if each.id == name) for name in ("hedge", "wall"))
    inches = {"width": 60.0, "height": 48.0, "unit": 2.0, "dressing": (hedge.document(2.0),)}
    ground = setup.document.map.model_copy(update=inches)
    setup = replace(setup, document=setup.document.model_copy(update={"map": ground}))
    box.lay(setup, box.ruleset.begin(setup))
    box.build(wall.document(box.game.battlefield.unit), 8.0, 6.0)
    pieces = {piece.id: piece for piece in box.game.setup.terrain_supply}
    for name, pattern in (("hedge", hedge), ("wall-1", wall)):
        assert pieces[name].shape.hausdorff_distance(pattern.piece.shape) < 2e-4, name


def empty_table(box: Sandbox) -> tuple[Any, Any]:
    setup = box.editor.bare_setup(30.0, 24.0, GamePlan(("Ann", "Bob")))
    return setup, box.ruleset.begin(setup)


def test_a_refused_edit_is_no_step(box: Sandbox) -> None:
    stand(box)
    steps, now = len(box.journal), box.state.digest()
    with pytest.raises(IllegalAnswer):
        box.change({"do": "put", "piece": "ann.wick", "x": 24.2, "y": 16.0})
    with pytest.raises(IllegalAnswer):
        box.build(KIT[5].document(), 6.0, 6.0)  # a wall through a base
    assert (len(box.journal), box.state.digest()) == (steps, now)


def test_a_sandbox_takes_edits_only(box: Sandbox) -> None:
    for answer in ("end", ["ann.wick"]):
        with pytest.raises(IllegalAnswer, match="only edits"):
            box.answer(answer)
    with pytest.raises(IllegalAnswer, match="only edits"):
        box.interrupt(Interrupt("concede", "ann"))


def test_a_position_goes_through_text_and_back(box: Sandbox) -> None:
    stand(box)
    line = position_text(position_document(box))
    assert line.startswith(HEAD)
    assert "\n" not in line
    for text in (line, f"  {line[:60]}\n{line[60:]}\n"):
        again = start_of(read_position_text(text), rulesets.find, "text")
        assert sandbox_from(again).state.digest() == box.state.digest()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "is not a position"),
        ("hello", "is not a position"),
        (HEAD, "is damaged"),
        (HEAD + "AAAA", "is damaged"),
        (HEAD + "ü", "is damaged"),
        (HEAD + base64.urlsafe_b64encode(zlib.compress(b" " * 30_000_000)).decode(), "too large"),
        (HEAD + base64.urlsafe_b64encode(zlib.compress(b"{}")).decode(), "is missing"),
        ('{"format": "inchwise-map", "version": 1}', "is unknown"),
    ],
)
def test_a_damaged_text_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(DocumentError, match=reason):
        read_position_text(text)


@pytest.mark.parametrize("case", [CASES[0], CASES[2], CASES[3]], ids=str)
def test_any_moment_becomes_a_sandbox_and_a_game_from_it_can_be_played(case: Case) -> None:
    rng = Random(7)
    for session in moments(case, every=40):
        before = session.state.digest()
        box = sandbox_from(session)
        assert not box.ruleset.violations(box.game)
        for begun in (False, True):
            standing = {each.owner for each in box.state.models.values() if each.on_table and each.godbreaker}
            if len(standing) < len(box.setup.players):
                with pytest.raises(DocumentError, match="has no godbreaker on the table"):
                    box.start_game(5, max(3, box.state.round), begun)
                continue
            played = box.start_game(5, max(3, box.state.round), begun)
            for _ in range(4):
                if not played.finished:
                    played.answer(random_answer(played.pending(), rng))
            assert not played.ruleset.violations(played.game)
        assert session.state.digest() == before


def test_a_game_that_goes_on_keeps_who_has_acted_and_a_fresh_round_forgets_it(box: Sandbox) -> None:
    stand(box)
    box.change({"do": "change", "piece": "ann.wick", "activated": True})
    box.change({"do": "round", "round": 2})
    going_on = box.start_game(1, 5, begun=True)
    assert (going_on.state.round, going_on.pending().player) == (2, "bob")
    fresh = box.start_game(1, 5)
    assert fresh.state.round == 2
    assert not fresh.state.models["ann.wick"].activated


def test_rounds_that_do_not_fit_are_refused(box: Sandbox) -> None:
    stand(box)
    with pytest.raises(DocumentError, match="G-RND-1"):
        box.start_game(1, 9)


def test_a_rulebook_without_edits_has_no_sandbox() -> None:
    ruleset = Toy()
    setup = ruleset.new_setup(GamePlan(("Ann", "Bob")))
    with pytest.raises(DocumentError, match="no way to change"):
        Sandbox(ruleset, setup, ruleset.begin(setup))


def test_an_undone_whole_game_is_not_touched_by_its_sandbox() -> None:
    session = CASES[3].session()
    play(session, Random(2), 40)
    box = sandbox_from(session)
    piece = next(model.id for model in box.state.models.values() if model.on_table)
    before = session.state.digest()
    box.change({"do": "remove", "piece": piece})
    assert session.state.digest() == before
