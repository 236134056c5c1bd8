"""Edits of a battle: every fact can be changed, what breaks a rule is refused with its id; the sandbox (A-IMP-8)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from game import rulesets
from game.documents.error import DocumentError
from game.engine.core.decisions import MalformedAnswer
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.sandbox import Sandbox
from game.engine.saving.loading import load_save, start_of
from game.engine.saving.position_text import position_text, read_position_text
from game.engine.saving.saves import position_document, save_document
from game.engine.session import Session
from game.players.random_player import random_answer
from game.rulesets.aos4.editing.edits import STARTER
from game.rulesets.aos4.rules.state import Unit
from tests.rulesets.aos4.battles import Battle, row
from tests.rulesets.edited import (
    PEOPLE,
    any_moment_can_be_edited,
    begun,
    correction_is_told_saved_and_taken_back,
    corrections_hold_together,
    empty_table_is_refused,
    every_knob_is_allowed,
    refused,
    told,
)

PIKES, SLINGERS, WRIGHT = "ann.wallward-pikes", "ann.glarecoil-slingers", "ann.beaconwright"
BREAKERS, REEVE = "bob.hullbreakers", "bob.tide-reeve"


def sandbox(ground: str | None = None) -> Sandbox:
    book = rulesets.load("aos4")
    assert book.editor is not None
    plan = GamePlan(PEOPLE, map=ground)
    setup = book.new_setup(plan) if ground else book.editor.bare_setup(44.0, 30.0, plan)
    return Sandbox(book, setup, book.begin(setup))


def standing() -> Sandbox:
    """Return a sandbox with a unit of each army, about five inches apart."""
    box = sandbox()
    box.change({"do": "put", "piece": SLINGERS, "x": 20.0, "y": 8.0})
    box.change({"do": "put", "piece": BREAKERS, "x": 20.0, "y": 17.0})
    return box


def battle() -> Session:
    """Return a battle in the movement phase of Ann."""
    started = Battle("movement")
    started.put("wallward-pikes", *row(10, 10.0, 6.0, 1.4, 5))
    started.put("beaconwright", (20.0, 4.0))
    started.put("hullbreakers", *row(5, 10.0, 24.0, 1.8))
    return started.begin(KeyedDice(5)).session


def unit(session: Session, name: str) -> Unit:
    found: Unit = session.state.units[name]
    return found


@pytest.mark.parametrize(
    "edit",
    [
        {"do": "change", "piece": BREAKERS, "damage": 1},
        {"do": "change", "piece": PIKES, "ritual": 4},
        {"do": "did", "piece": PIKES, "what": "charged", "done": True},
        {"do": "did", "piece": PIKES, "what": "RUN", "done": True},
        {"do": "effect", "piece": PIKES, "what": "hit", "amount": 1},
        {"do": "effect", "piece": PIKES, "what": "keyword", "keyword": "FLY", "amount": 1, "until": "own turn"},
        {"do": "score", "player": "bob", "victory": 3, "command": 1},
        {"do": "control", "piece": "west", "player": "bob"},
        {"do": "turn", "round": 3, "turn": 2, "active": "bob", "phase": "combat", "underdog": "ann"},
        {"do": "put", "piece": PIKES, "x": 30.0, "y": 12.0},
        {"do": "put", "piece": PIKES, "x": 30.0, "y": 12.0, "facing": 0, "files": 2},
        {"do": "put", "piece": f"{PIKES}-3", "x": 13.5, "y": 8.6},
        {"do": "remove", "piece": f"{PIKES}-3"},
        {"do": "remove", "piece": PIKES, "to": "reserve"},
        {"do": "remove", "piece": BREAKERS, "to": "destroyed"},
        {"do": "add", "card": SLINGERS, "x": 30.0, "y": 12.0},
    ],
    ids=lambda edit: " ".join(map(str, edit.values())),
)
def test_every_edit_of_a_running_battle_is_told_saved_and_taken_back(edit: dict[str, Any]) -> None:
    correction_is_told_saved_and_taken_back(battle(), edit)


def test_a_turn_2_a_battle_can_be_corrected_whenever_somebody_is_asked_what_to_use() -> None:
    session, rng, asked = battle(), Random(3), 0
    while session.state.round == 1 and not session.finished:
        if session.pending().rule == "A-TURN-2":
            assert not session.why_no_correction()
            asked += 1
        session.answer(random_answer(session.pending(), rng))
    assert asked > 5


def test_a_correction_tells_before_and_after() -> None:
    session = battle()
    assert told(session, {"do": "change", "piece": BREAKERS, "damage": 1}) == [
        "Correction: Hullbreakers damage: 0 → 1 (agreed by Ann and Bob)"
    ]
    lines = told(session, {"do": "put", "piece": f"{PIKES}-3", "x": 13.5, "y": 8.6})
    assert len(lines) == 1
    assert "Wallward Pikes 3 place: " in lines[0]
    assert "→ (13.50, 8.60)" in lines[0]
    lines = told(session, {"do": "put", "piece": PIKES, "x": 30.0, "y": 12.0})
    assert len(lines) == 1
    assert "→ (30.00, 12.00)" in lines[0]
    lines = told(session, {"do": "turn", "phase": "combat", "active": "bob"})
    assert ["phase: Movement phase → Combat phase" in lines[0], "active player: Ann → Bob" in lines[1]] == [True, True]
    assert "West controlled by: nobody → Bob" in told(session, {"do": "control", "piece": "west", "player": "bob"})[0]


def test_a_turn_1_the_battle_goes_on_in_the_phase_and_turn_that_were_set() -> None:
    session = battle()
    told(session, {"do": "turn", "phase": "movement", "active": "bob", "turn": 2})
    assert session.pending().player == "bob"
    assert session.state.phase_name == "movement"
    assert session.state.first == "ann"


def test_a_one_4_a_unit_that_has_used_nothing_may_move_anew() -> None:
    session = battle()
    first = f"normal-move {PIKES}"
    assert session.pending().allows(first)
    told(session, {"do": "did", "piece": PIKES, "what": "CORE", "done": True})
    assert not session.pending().allows(first)
    told(session, {"do": "did", "piece": PIKES, "what": "anything"})
    assert session.pending().allows(first)


def test_a_dmg_10_a_unit_that_was_destroyed_comes_back_whole() -> None:
    box = standing()
    for number in range(1, 6):
        box.change({"do": "remove", "piece": f"{BREAKERS}-{number}"})
    assert (unit(box, BREAKERS).place, len(unit(box, BREAKERS).slain)) == ("destroyed", 5)
    box.change({"do": "put", "piece": BREAKERS, "x": 20.0, "y": 17.0})
    assert (unit(box, BREAKERS).place, len(unit(box, BREAKERS).at), unit(box, BREAKERS).slain) == ("table", 5, [])


def test_a_slain_model_stays_away_when_its_unit_goes_to_reserve_and_returns_beside_it() -> None:
    box = standing()
    box.change({"do": "remove", "piece": f"{SLINGERS}-4"})
    box.change({"do": "remove", "piece": SLINGERS, "to": "reserve"})
    box.change({"do": "put", "piece": SLINGERS, "x": 20.0, "y": 6.0})
    assert (len(unit(box, SLINGERS).at), unit(box, SLINGERS).slain) == (9, [f"{SLINGERS}-4"])
    box.change({"do": "put", "piece": f"{SLINGERS}-4", "x": 30.0, "y": 8.0})
    assert unit(box, SLINGERS).at[f"{SLINGERS}-4"] == (30.0, 8.0)
    assert [*unit(box, SLINGERS).at] == [f"{SLINGERS}-{number}" for number in range(1, 11)]
    assert not unit(box, SLINGERS).slain


def test_a_unit_is_a_coherent_block_and_keeps_its_formation_when_it_is_moved_whole() -> None:
    box = sandbox()
    box.change({"do": "put", "piece": SLINGERS, "x": 20.0, "y": 8.0, "files": 5})
    block = unit(box, SLINGERS).at
    assert len({round(y, 3) for _x, y in block.values()}) == 2
    box.change({"do": "put", "piece": f"{SLINGERS}-1", "x": 25.0, "y": 8.0})
    before = unit(box, SLINGERS).at
    box.change({"do": "put", "piece": SLINGERS, "x": 20.0, "y": 12.0})
    after = unit(box, SLINGERS).at
    shifts = {
        (round(after[each][0] - before[each][0], 6), round(after[each][1] - before[each][1], 6)) for each in after
    }
    assert len(shifts) == 1
    box.change({"do": "put", "piece": SLINGERS, "x": 20.0, "y": 12.0, "facing": 0, "files": 5})
    assert len({round(x, 3) for x, _y in unit(box, SLINGERS).at.values()}) == 2


@pytest.mark.parametrize(
    ("edit", "reasons"),
    [
        ({"do": "put", "piece": SLINGERS, "x": 20.0, "y": 16.0}, ["A-GEO-9"]),
        ({"do": "put", "piece": SLINGERS, "x": 0.2, "y": 8.0}, ["A-GEO-9"]),
        ({"do": "put", "piece": f"{SLINGERS}-1", "x": 0.1, "y": 6.0}, ["A-GEO-9"]),
        ({"do": "put", "piece": f"{PIKES}-1", "x": 5.0, "y": 6.0}, ["A-DEP-9"]),
        (
            {"do": "put", "piece": f"{SLINGERS}-11", "x": 5.0, "y": 6.0},
            ["Glarecoil Slingers 11 cannot be changed this way"],
        ),
        ({"do": "put", "piece": "west", "x": 5.0, "y": 6.0}, ["West cannot be changed this way"]),
        ({"do": "put", "piece": "ghost", "x": 3.0, "y": 3.0}, ["nothing is called ghost"]),
        ({"do": "change", "piece": SLINGERS, "damage": 1}, ["A-DMG-5"]),
        ({"do": "effect", "piece": SLINGERS, "what": "hit"}, ["A-ONE-3"]),
        ({"do": "effect", "piece": SLINGERS, "what": "keyword", "amount": 1}, ["A-KEY-1"]),
        ({"do": "did", "piece": SLINGERS, "what": "anything", "done": True}, ["A-ONE-4"]),
        ({"do": "score", "player": "cy", "victory": 1}, ["A-ROS-1"]),
        ({"do": "control", "piece": "west", "player": "cy"}, ["A-ROS-1"]),
        ({"do": "control", "piece": SLINGERS, "player": "ann"}, ["Glarecoil Slingers cannot be changed this way"]),
        ({"do": "turn", "round": 9}, ["A-RND-1"]),
        ({"do": "add", "card": "ann.nobody", "x": 3.0, "y": 3.0}, ["A-ROS-1"]),
        ({"do": "remove", "piece": PIKES, "to": "reserve"}, ["Wallward Pikes is not on the table"]),
        ({"do": "remove", "piece": f"{SLINGERS}-1", "to": "reserve"}, ["A-DEP-9"]),
    ],
)
def test_what_breaks_a_rule_is_refused_with_its_id(edit: dict[str, Any], reasons: list[str]) -> None:
    assert refused(standing(), edit) == reasons


@pytest.mark.parametrize(
    ("edit", "reason"),
    [
        ({"do": "put", "piece": SLINGERS, "x": 3.0, "y": 3.0, "facing": "north"}, "facing"),
        ({"do": "put", "piece": SLINGERS, "x": 3.0, "y": 3.0, "files": 0}, "files"),
        ({"do": "turn", "phase": "tea"}, "phase"),
        ({"do": "fly"}, "do"),
    ],
)
def test_what_is_no_edit_is_malformed(edit: dict[str, Any], reason: str) -> None:
    with pytest.raises(MalformedAnswer, match=reason):
        standing().change(edit)


@pytest.mark.parametrize("pattern", STARTER, ids=lambda pattern: pattern.id)
def test_a_terr_7_every_starter_piece_can_be_built_moved_turned_and_taken_away(pattern: Any) -> None:
    box = sandbox()
    box.build(pattern.document(), 6.0, 18.5)
    name = f"{pattern.id}-1"
    lying = {piece.id: piece for piece in box.game.ruler.battlefield.pieces}
    assert (lying[name].traits, lying[name].height) == (dict(pattern.traits), pattern.height)
    box.change({"do": "terrain", "piece": name, "x": 12.0, "y": 15.0, "degrees": 30})
    assert [piece.id for piece in box.game.ruler.battlefield.pieces] == [name]
    box.change({"do": "remove", "piece": name})
    assert not box.game.ruler.battlefield.pieces
    assert name in [item.id for item in box.editor.palette(box.game)]


def test_terrain_of_the_map_is_moved_and_taken_away_and_stays_so_in_a_position() -> None:
    box = sandbox("three-wells")
    box.change({"do": "remove", "piece": "mill-south"})
    box.change({"do": "terrain", "piece": "stone-west", "x": 4.0, "y": 26.0})
    again = start_of(read_position_text(position_text(position_document(box))), rulesets.find, "position")
    pieces = {piece.id: piece.shape.centroid for piece in again.game.ruler.battlefield.pieces}
    assert "mill-south" not in pieces
    assert (pieces["stone-west"].x, pieces["stone-west"].y) == pytest.approx((4.0, 26.0), abs=0.1)


def test_a_tab_3_terrain_neither_overlaps_nor_lies_impassably_on_a_unit() -> None:
    box = sandbox("three-wells")
    box.change({"do": "put", "piece": SLINGERS, "x": 22.0, "y": 5.0})
    other = next(each for each in box.game.ruler.battlefield.pieces if each.id == "stone-east").shape.centroid
    assert refused(box, {"do": "terrain", "piece": "stone-west", "x": other.x, "y": other.y}) == ["A-TERR-7"]
    assert refused(box, {"do": "terrain", "piece": "stone-west", "x": 0.0, "y": 5.0}) == ["A-TERR-7"]
    assert refused(box, {"do": "terrain", "piece": "stone-west", "x": 22.0, "y": 5.0}) == ["A-TAB-3"]
    box.change({"do": "terrain", "piece": "reeds-south", "x": 22.0, "y": 5.0})


def test_a_vis_4_a_hall_that_is_built_between_two_units_stops_sight_and_gives_it_back() -> None:
    box = sandbox()
    box.change({"do": "put", "piece": WRIGHT, "x": 20.0, "y": 8.0})
    box.change({"do": "put", "piece": REEVE, "x": 20.0, "y": 20.0})
    one, other = unit(box, WRIGHT), unit(box, REEVE)
    assert box.game.seeing.units(one, other)
    hall = next(pattern for pattern in STARTER if pattern.id == "hall")
    box.build(hall.document(), 20.0, 14.0)
    one, other = unit(box, WRIGHT), unit(box, REEVE)
    assert not box.game.seeing.units(one, other)
    box.change({"do": "terrain", "piece": "hall-1", "x": 34.0, "y": 14.0})
    assert box.game.seeing.units(one, other)
    box.change({"do": "terrain", "piece": "hall-1", "x": 20.0, "y": 14.0})
    box.change({"do": "remove", "piece": "hall-1"})
    assert box.game.seeing.units(one, other)


def test_a_sandbox_has_the_objectives_of_its_battleplan_and_is_played_from() -> None:
    box = sandbox()
    assert [piece.kind for piece in box.ruleset.view(box.game).pieces] == ["marker"] * 3
    box.change({"do": "put", "piece": SLINGERS, "x": 20.0, "y": 6.0})
    with pytest.raises(DocumentError, match=r"Bob has no unit on the table.*A-DEP-3"):
        box.start_game(7, 4)
    box.change({"do": "put", "piece": BREAKERS, "x": 20.0, "y": 24.0})
    box.change({"do": "turn", "phase": "movement"})
    begun = box.start_game(7, 4, begun=True)
    assert (begun.state.round, begun.state.phase_name) == (1, "movement")
    assert begun.pending().rule == "A-TURN-2"
    assert box.start_game(7, 4).pending().rule == "A-PRI-1"
    with pytest.raises(DocumentError, match="A-RND-1"):
        box.start_game(7, 11)


def test_a_game_from_a_sandbox_is_played_to_its_end() -> None:
    box = standing()
    box.change({"do": "add", "card": SLINGERS, "x": 30.0, "y": 5.0})
    for fresh in (True, False):
        session, rng = box.start_game(5, 1, fresh), Random(5)
        while not session.finished:
            session.answer(random_answer(session.pending(), rng))
            assert not session.ruleset.violations(session.game)
        again, difference = load_save(save_document(session), rulesets.find, "save")
        assert difference is None
        assert again.state.digest() == session.state.digest()


def test_a_further_unit_has_its_own_models_and_abilities() -> None:
    box = standing()
    box.change({"do": "add", "card": SLINGERS, "x": 30.0, "y": 8.0})
    new = unit(box, f"{SLINGERS}.2")
    assert [*new.at] == [f"{new.id}-{number}" for number in range(1, 11)]
    assert box.ruleset.owners(box.game)[f"{new.id}-3"] == "ann"
    box.change({"do": "put", "piece": f"{new.id}-3", "x": 34.0, "y": 8.0})
    assert new.at[f"{new.id}-3"] == (34.0, 8.0)
    box.change({"do": "add", "card": SLINGERS, "x": 30.0, "y": 12.0})
    assert f"{SLINGERS}.3" in box.state.units


def test_every_knob_of_every_piece_is_an_edit_that_is_allowed() -> None:
    box = standing()
    box.change({"do": "effect", "piece": SLINGERS, "what": "save", "amount": 1, "source": "all-out-defence"})
    every_knob_is_allowed(box, (SLINGERS, f"{BREAKERS}-2", "west", WRIGHT))


def test_an_effect_of_an_ability_is_ended_by_its_knob() -> None:
    box = standing()
    box.change({"do": "effect", "piece": SLINGERS, "what": "save", "amount": 1, "source": "all-out-defence"})
    knob = next(each for each in box.edits.knobs(box.game, SLINGERS) if each.id.startswith("end:"))
    assert knob.more is not None
    box.change(knob.more)
    assert not unit(box, SLINGERS).effects


def test_everything_in_the_palette_can_be_put_where_it_has_room() -> None:
    box = standing()
    box.change({"do": "remove", "piece": f"{SLINGERS}-4"})
    items = box.editor.palette(box.game)
    assert {item.group for item in items} == {
        "The Lantern Concord",
        "The Brineback Tithe",
        "Move a whole unit",
        "Slain models",
        "More units for Ann",
        "More units for Bob",
    }
    for item in items:
        assert item.view is not None
        x, y = box.editor.room(box.game, item.view).nearest((22.0, 12.0)) or (0.0, 0.0)
        assert not box.edits.why_not(box.game, {**item.edit, "x": x, "y": y}), item.id


def test_the_odds_of_a_pair_are_those_of_a_volley_else_of_a_fight() -> None:
    box = standing()
    box.focus(f"{SLINGERS}-1")
    pair = {"attacker": f"{SLINGERS}-1", "target": f"{BREAKERS}-1"}
    odds = box.ruleset.odds(box.game, box.pending(), pair)
    assert odds is not None
    assert odds.title == "Glarecoil Slingers attack Hullbreakers"
    assert sum(odds.spreads[0].shares) == pytest.approx(1.0)
    box.change({"do": "effect", "piece": SLINGERS, "what": "hit", "amount": -1})
    worse = box.ruleset.odds(box.game, box.pending(), pair)
    assert worse is not None
    assert worse.spreads[0].shares[0] > odds.spreads[0].shares[0]
    box.change({"do": "put", "piece": WRIGHT, "x": 13.0, "y": 6.0})
    friends = box.ruleset.odds(box.game, box.pending(), {"attacker": f"{SLINGERS}-1", "target": f"{WRIGHT}-1"})
    assert friends is not None
    assert friends.lines[0].rule == "A-TGT-1"


def test_an_empty_table_that_is_too_small_is_refused() -> None:
    empty_table_is_refused("aos4", 24.0, 24.0, "A-GEO-1")


def about(session: Session) -> list[str]:
    return [*session.state.units, *session.state.control]


@pytest.mark.parametrize(("table", "seed"), [("three-wells", 3), ("sunken-court", 4), ("salt-road", 5)])
def test_any_moment_of_a_battle_opens_in_the_sandbox_and_as_a_position(table: str, seed: int) -> None:
    any_moment_can_be_edited(begun("aos4", seed, map=table, rounds=1), seed, about)


@pytest.mark.parametrize("seed", [11, 12])
def test_a_battle_that_is_corrected_all_along_stays_sound_and_comes_out_the_same(seed: int) -> None:
    back = ("round", "turn", "phase", "active")  # knobs that turn the clock back: the battle would hardly end
    corrections_hold_together(begun("aos4", seed, rounds=1), seed, about, 0.2, back)
