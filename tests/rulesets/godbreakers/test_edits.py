"""Edits: every fact on the table can be changed, what breaks a rule is refused with its id and the inches short."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from game import rulesets
from game.engine.core.decisions import IllegalAnswer, MalformedAnswer
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.editing import Correction
from game.engine.rulebook.new_game import GamePlan
from game.engine.saving.loading import load_save
from game.engine.saving.saves import save_document
from game.engine.session import Session
from game.players.random_player import random_answer
from tests.rulesets.godbreakers.kit import A, B, Play, begin, godbreaker, shard, table, unaligned, wall, wood


def play(*models: Any, terrain: Any = (), **more: Any) -> Play:
    """A game in the Activation phase with two circles far apart."""
    pieces = models or (godbreaker("Wick", A, 5, 5), godbreaker("Gull", B, 20, 10), unaligned("Horror", 12, 12))
    return begin(*pieces, ground=table(*terrain), **more)


def correct(game: Play, edit: dict[str, Any]) -> list[str]:
    session = game.session
    return [session.ruleset.tell(session.game, event) for event in session.correct(Correction(edit, A, (A, B)))]


def refused(game: Play, edit: dict[str, Any]) -> list[tuple[str, bool]]:
    before = game.session.state.digest()
    with pytest.raises(IllegalAnswer) as caught:
        game.session.correct(Correction(edit, A))
    assert game.session.state.digest() == before
    return [(each.rule, bool(each.short_by)) for each in caught.value.refusals]


@pytest.mark.parametrize(
    ("fact", "value"),
    [
        ("die", 10),
        ("damage", 4),
        ("activated", True),
        ("leader", True),
        ("owner", B),
        ("name", "Ash"),
        ("traits", {"Tough": 2}),
        ("flaws", ["Slow"]),
        ("radius", 0.63),
    ],
)
def test_each_fact_of_a_model_can_be_corrected_and_taken_back(fact: str, value: object) -> None:
    game = play()
    before = game.session.state.digest()
    correct(game, {"do": "change", "piece": "wick", fact: value})
    assert game.session.state.models["wick"].plain()[fact] == value
    game.session.undo()
    assert game.session.state.digest() == before


def test_a_correction_tells_before_and_after_and_who_agreed() -> None:
    told = correct(play(), {"do": "change", "piece": "wick", "damage": 3})
    assert len(told) == 1
    assert "Wick damage: 0 → 3" in told[0]
    assert "agreed" in told[0]


def test_g_cir_2_a_new_leader_relieves_the_old_one() -> None:
    game = play(godbreaker("Wick", A, 5, 5, leader=True), godbreaker("Moth", A, 8, 5), godbreaker("Gull", B, 20, 10))
    correct(game, {"do": "change", "piece": "moth", "leader": True})
    assert [model.id for model in game.session.state.models.values() if model.leader] == ["moth"]


def test_g_tbl_2_a_base_put_on_another_or_on_a_wall_is_refused_with_inches() -> None:
    game = play(terrain=(wall("Wall", (2, 9), (8, 9)),))
    assert refused(game, {"do": "put", "piece": "wick", "x": 20.4, "y": 10.0}) == [("G-TBL-2", True)]
    assert refused(game, {"do": "put", "piece": "wick", "x": 5.0, "y": 9.2}) == [("G-TBL-2", True)]
    assert refused(game, {"do": "put", "piece": "wick", "x": 0.2, "y": 3.0}) == [("G-TBL-1", True)]


def test_a_model_that_was_lost_can_be_put_back() -> None:
    game = play()
    correct(game, {"do": "remove", "piece": "wick", "to": "casualty"})
    assert game.session.state.models["wick"].place == "casualty"
    correct(game, {"do": "put", "piece": "wick", "x": 6.0, "y": 6.0})
    assert game.session.state.models["wick"].on_table


def test_g_tbl_7_a_token_is_given_dropped_and_falls_with_its_holder() -> None:
    game = play()
    correct(game, {"do": "token", "type": "treasure", "x": 6.0, "y": 5.0})
    token = next(iter(game.session.state.tokens))
    correct(game, {"do": "give", "token": token, "to": "wick"})
    assert game.session.state.tokens[token].holder == "wick"
    correct(game, {"do": "remove", "piece": "wick"})
    fallen = game.session.state.tokens[token]
    assert (fallen.holder, fallen.x, fallen.y) == ("", 5.0, 5.0)
    assert refused(game, {"do": "give", "token": token, "to": "wick"}) == [("G-TBL-7", False)]


def test_g_adv_2_a_token_lies_on_the_level_it_is_put_on_and_falls_when_drawn_off_it() -> None:
    floor = wood("Floor", 8, 6, 16, 14).model_copy(update={"levels": (1,)})
    game = play(terrain=(floor,), levels=True)
    correct(game, {"do": "token", "type": "treasure", "x": 10.0, "y": 9.0, "level": 1})
    assert refused(game, {"do": "token", "type": "treasure", "x": 4.0, "y": 9.0, "level": 1}) == [("G-ADV-2", False)]
    [token] = game.session.state.tokens.values()
    put = {"do": "put", "piece": token.id, "x": 10.0, "y": 9.0}
    ruleset = game.session.ruleset
    assert ruleset.editor is not None
    [level] = [knob for knob in ruleset.editor.edits.knobs(game.session.game, token.id) if knob.id == "level"]
    assert (level.value, level.less, level.more) == ("1", {**put, "level": 0}, None)
    assert refused(game, {**put, "x": 4.0, "level": 1}) == [("G-ADV-2", False)]
    correct(game, {**put, "x": 4.0})
    assert game.session.state.tokens[token.id].level == 0
    correct(game, put)
    assert game.session.state.tokens[token.id].level == 0
    correct(game, {**put, "level": 1})
    assert game.session.state.tokens[token.id].level == 1


def test_g_adv_2_levels_that_are_not_in_play_are_refused_for_tokens_too() -> None:
    token = {"do": "token", "type": "treasure", "x": 10.0, "y": 9.0, "level": 1}
    assert refused(play(), token) == [("G-ADV-2", False)]


def test_terrain_is_moved_turned_taken_away_and_brought_back() -> None:
    game = play(terrain=(wood("Copse", 14, 2, 17, 5),))
    correct(game, {"do": "terrain", "piece": "copse", "x": 8.0, "y": 15.0, "degrees": 90})
    assert game.session.game.battlefield.piece("copse").shape.centroid.y == pytest.approx(15.0, abs=0.01)
    correct(game, {"do": "remove", "piece": "copse"})
    assert not game.session.game.battlefield.pieces
    correct(game, {"do": "terrain", "piece": "copse", "x": 15.5, "y": 3.5})
    assert game.session.game.battlefield.piece("copse").shape.bounds == pytest.approx((14, 2, 17, 5))


def test_g_tbl_2_a_wall_cannot_be_moved_onto_a_base_or_over_the_edge() -> None:
    game = play(terrain=(wall("Wall", (2, 15), (8, 15)),))
    assert refused(game, {"do": "terrain", "piece": "wall", "x": 5.0, "y": 5.0}) == [("G-TBL-2", True)]
    assert refused(game, {"do": "terrain", "piece": "wall", "x": 1.0, "y": 15.0}) == [("G-TBL-1", True)]


def test_g_tbl_2_a_wall_lies_on_no_other_wall_and_on_no_marker_but_may_overlap_where_it_lay() -> None:
    walls = (wall("Wall", (2, 15), (8, 15)), wall("Keep", (12, 15), (18, 15)))
    game = play(godbreaker("Wick", A, 5, 5), godbreaker("Gull", B, 20, 10), shard(A, 12, 8), terrain=walls)
    for y, reason in ((15.0, "its barricade overlaps Keep"), (8.0, f"its barricade overlaps {A}'s shard")):
        with pytest.raises(IllegalAnswer) as caught:
            game.session.correct(Correction({"do": "terrain", "piece": "wall", "x": 12.0, "y": y}, A))
        assert [(each.rule, each.text) for each in caught.value.refusals] == [("G-TBL-2", reason)]
    correct(game, {"do": "terrain", "piece": "wall", "x": 5.5, "y": 15.0})


def test_scores_and_rounds_can_be_corrected_within_the_rules() -> None:
    game = play()
    correct(game, {"do": "score", "player": A, "vp": 7})
    correct(game, {"do": "round", "round": 2, "rounds": 6})
    state = game.session.state
    assert (state.vp[A], state.round, state.rounds) == (7, 2, 6)
    assert refused(game, {"do": "round", "round": 7}) == [("G-RND-1", False)]


@pytest.mark.parametrize(
    "edit",
    [
        {"do": "fly"},
        {},
        {"do": "put", "piece": "wick", "x": "left", "y": 1},
        {"do": "put", "piece": "wick", "x": float("nan"), "y": 1.0},
        {"do": "change", "piece": "wick", "die": 7},
        {"do": "change", "piece": "wick", "damage": -1},
        {"do": "change", "piece": "wick", "traits": {"Tough": 4}},
        {"do": "change", "piece": "wick", "luck": 3},
        {"do": "score", "player": A, "vp": 10**9},
        {"do": "add", "kind": "x" * 500, "x": 1.0, "y": 1.0},
    ],
)
def test_what_is_no_edit_is_called_malformed_and_changes_nothing(edit: dict[str, Any]) -> None:
    game = play()
    before = game.session.state.digest()
    with pytest.raises(MalformedAnswer):
        game.session.correct(Correction(edit, A))
    assert game.session.state.digest() == before


@pytest.mark.parametrize(
    "edit",
    [
        {"do": "put", "piece": "nobody", "x": 1.0, "y": 1.0},
        {"do": "change", "piece": "wick", "owner": "zed"},
        {"do": "change", "piece": "wick", "owner": ""},
        {"do": "change", "piece": "wick", "traits": {"Flying": 1}},
        {"do": "score", "player": "zed", "vp": 1},
        {"do": "add", "kind": "hunter", "x": 5.2, "y": 5.0},
        {"do": "add", "kind": "godbreaker", "x": 9.0, "y": 9.0},
        {"do": "remove", "piece": "moon"},
        {"do": "terrain", "piece": "moon", "x": 5.0, "y": 5.0},
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(edit: dict[str, Any]) -> None:
    assert refused(play(), edit)


def test_a_correction_waits_until_nothing_is_under_way() -> None:
    game = play()
    game.answer(["wick"])
    correct(game, {"do": "change", "piece": "wick", "damage": 1})  # between its actions
    game.answer("move")
    assert refused(game, {"do": "change", "piece": "wick", "damage": 2}) == [("", False)]
    game.session.undo()
    correct(game, {"do": "change", "piece": "wick", "damage": 2})
    assert game.session.state.active == "wick"


def test_the_active_model_taken_off_the_table_ends_its_activation() -> None:
    game = play()
    game.answer(["wick"])
    correct(game, {"do": "remove", "piece": "wick"})
    assert game.session.state.active == ""
    assert game.session.pending().player == B


def random_edit(session: Session, rng: Random) -> dict[str, Any] | None:
    """Turn a random knob of a random piece, or put it somewhere."""
    ruleset, state = session.ruleset, session.state
    assert ruleset.editor is not None
    terrain = [piece.id for piece in session.game.battlefield.pieces]
    piece = rng.choice([*state.models, *state.markers, *state.tokens, *terrain, ""])
    if piece and rng.random() < 0.3:
        return dict(ruleset.editor.edits.moved(session.game, piece, rng.uniform(1, 30), rng.uniform(1, 20)))
    edits = [
        each for knob in ruleset.editor.edits.knobs(session.game, piece) for each in (knob.less, knob.more) if each
    ]
    return dict(rng.choice(edits)) if edits else None


@pytest.mark.parametrize("seed", range(2))
def test_random_games_with_random_corrections_hold_together(seed: int) -> None:
    rng, ruleset = Random(seed), rulesets.load("godbreakers")
    setup = ruleset.new_setup(GamePlan(("Ann", "Bob", "Cy")[: 2 + seed % 2], rounds=3))
    session, done = Session(ruleset, setup, KeyedDice(seed)), 0
    while not session.finished and len(session.journal) < 110:
        session.answer(random_answer(session.pending(), rng))
        edit = None if bool(session.finished) or rng.random() < 0.5 else random_edit(session, rng)
        if edit is None:
            continue
        before, length = session.state.digest(), len(session.journal)
        try:
            session.correct(Correction(edit, "ann", ("ann", "bob")))
        except IllegalAnswer:
            assert (session.state.digest(), len(session.journal)) == (before, length)
            continue
        done += 1
        assert not ruleset.violations(session.game)
        after, asked = session.state.digest(), session.decision.plain() if session.decision else None
        fork = session.fork()
        assert fork.state.digest() == after
        assert (fork.decision.plain() if fork.decision else None) == asked
        session.undo()
        assert session.state.digest() == before
        session.give(Correction(edit, "ann", ("ann", "bob")).plain())
        assert session.state.digest() == after
    assert done > 10
    loaded, difference = load_save(save_document(session), rulesets.find, "a save")
    assert difference is None
    assert loaded.state.digest() == session.state.digest()
    assert [event.plain() for event in loaded.events] == [event.plain() for event in session.events]
