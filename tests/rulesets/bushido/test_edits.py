"""Edits of a game of Bushido: every fact can be changed, what breaks a rule is refused with its id; the sandbox."""

from __future__ import annotations

from typing import Any

import pytest

from game import rulesets
from game.documents.error import DocumentError
from game.engine.core.decisions import MalformedAnswer
from game.engine.rulebook.editing import Correction
from game.engine.rulebook.new_game import GamePlan
from game.engine.sandbox import Sandbox, sandbox_from
from game.engine.saving.loading import load_save, start_of
from game.engine.saving.position_text import position_text, read_position_text
from game.engine.saving.saves import position_document, save_document
from game.engine.session import Session
from game.rulesets.bushido.rules.registry import STATES
from game.rulesets.bushido.rules.state import Model
from game.rulesets.bushido.rules.terrain import STARTER
from tests.rulesets.bushido.bushido_kit import skirmish_session
from tests.rulesets.edited import (
    PEOPLE,
    any_moment_can_be_edited,
    begun,
    corrections_hold_together,
    empty_table_is_refused,
    every_knob_is_allowed,
    refused,
    told,
)

WARDEN, CHIEF = "ann.bell-warden", "bob.river-bandit-chief"


def sandbox(scenario: str = "idols", *, bare: bool = True) -> Sandbox:
    book = rulesets.load("bushido")
    assert book.editor is not None
    plan = GamePlan(PEOPLE, scenario)
    setup = book.editor.bare_setup(24.0, 24.0, plan) if bare else book.new_setup(plan)
    return Sandbox(book, setup, book.begin(setup))


def standing() -> Sandbox:
    """Return a sandbox with a model of each warband, facing each other four inches apart."""
    box = sandbox()
    box.change({"do": "put", "piece": WARDEN, "x": 10.0, "y": 6.0, "facing": 9000})
    box.change({"do": "put", "piece": CHIEF, "x": 10.0, "y": 10.0, "facing": 27000})
    return box


def warden(session: Session) -> Model:
    found: Model = session.state.models[WARDEN]
    return found


@pytest.mark.parametrize(
    ("fact", "value"),
    [("wounds", 3), ("ki", 4), ("counters", 1), ("side", "bob"), ("name", "Ash"), ("ran", True), ("shots", 1)],
)
def test_each_fact_of_a_model_can_be_corrected_and_taken_back(fact: str, value: object) -> None:
    session = skirmish_session()
    before = session.state.digest()
    session.correct(Correction({"do": "change", "piece": WARDEN, fact: value}, "ann"))
    assert warden(session).plain()[fact] == value
    session.undo()
    assert session.state.digest() == before


@pytest.mark.parametrize("state", sorted(STATES))
def test_each_state_can_be_given_and_taken(state: str) -> None:
    box = standing()
    value = 2 if STATES[state].valued else 0
    chief = box.state.models[CHIEF]
    box.change({"do": "mark", "piece": CHIEF, "state": state, "values": [value]})
    assert chief.markers[state] == [value]
    assert chief.side == ("ann" if state == "Controlled" else "bob")
    box.change({"do": "mark", "piece": CHIEF, "state": state})
    assert not chief.markers
    assert chief.side == "bob"


def test_b_state_20_an_immune_model_is_given_no_marker() -> None:
    assert refused(standing(), {"do": "mark", "piece": WARDEN, "state": "Frightened", "values": [0]}) == ["B-STATE-20"]


def test_a_correction_tells_before_and_after_and_who_agreed() -> None:
    session = skirmish_session()
    assert told(session, {"do": "change", "piece": WARDEN, "wounds": 2}) == [
        "Correction: Bell Warden wounds: 0 → 2 (agreed by Ann and Bob)"
    ]
    lines = told(session, {"do": "mark", "piece": WARDEN, "state": "On Fire", "values": [2, 1]})
    assert "states: – → On Fire 2+1" in lines[0]
    assert "Bob VP: 0 → 2" in told(session, {"do": "score", "player": "bob", "victory": 2})[0]
    lines = told(session, {"do": "turn", "turn": 3, "active": "bob"})
    assert ["turn: 2 → 3" in lines[0], "acts: Ann → Bob" in lines[1]] == [True, True]


def test_a_correction_says_whose_activation_it_is_and_the_game_goes_on_with_that_player() -> None:
    session = skirmish_session()
    told(session, {"do": "turn", "active": "bob"})
    assert session.pending().player == "bob"


def test_a_corrected_game_is_saved_and_comes_out_the_same() -> None:
    session = skirmish_session()
    told(session, {"do": "put", "piece": WARDEN, "x": 3.0, "y": 3.0, "facing": 4500})
    told(session, {"do": "remove", "piece": CHIEF, "to": "killed"})
    again, difference = load_save(save_document(session), rulesets.find, "save")
    assert difference is None
    assert again.state.digest() == session.state.digest()
    assert [event.plain() for event in again.events] == [event.plain() for event in session.events]


@pytest.mark.parametrize(
    ("edit", "reasons"),
    [
        ({"do": "put", "piece": WARDEN, "x": 10.0, "y": 9.5}, ["B-MOVE-1"]),
        ({"do": "put", "piece": WARDEN, "x": 0.1, "y": 6.0}, ["B-MOVE-1"]),
        ({"do": "put", "piece": WARDEN, "x": 12.0, "y": 12.0}, ["B-SCEN-3"]),
        ({"do": "put", "piece": "idol-1", "x": 10.0, "y": 6.0}, ["B-SCEN-3"]),
        ({"do": "change", "piece": WARDEN, "wounds": 7}, ["B-STAT-5"]),
        ({"do": "change", "piece": WARDEN, "side": "cy"}, ["B-GEN-8"]),
        ({"do": "mark", "piece": WARDEN, "state": "Asleep", "values": [0]}, ["B-STATE"]),
        ({"do": "mark", "piece": WARDEN, "state": "Stunned", "values": [3]}, ["B-STATE-17"]),
        ({"do": "score", "player": "ann", "prayers": 1}, ["B-SCEN-5"]),
        ({"do": "add", "profile": "ann.nobody", "x": 3.0, "y": 3.0}, ["B-STAT-2"]),
        ({"do": "objective", "kind": "tower", "x": 3.0, "y": 3.0}, ["B-SCEN-3"]),
        ({"do": "put", "piece": "ghost", "x": 3.0, "y": 3.0}, ["nothing is called ghost"]),
        ({"do": "remove", "piece": "bob.reed-stalker"}, []),
    ],
)
def test_what_breaks_a_rule_is_refused_with_its_id(edit: dict[str, Any], reasons: list[str]) -> None:
    box = standing()
    if reasons:
        assert refused(box, edit) == reasons
    else:
        box.change(edit)
        assert refused(box, edit) == ["Reed Stalker is not on the table"]


@pytest.mark.parametrize(
    ("edit", "reason"),
    [
        ({"do": "change", "piece": WARDEN, "ki": 19}, "19 Ki of at most"),
        ({"do": "change", "piece": WARDEN, "counters": 5}, "B-START-3"),
        ({"do": "mark", "piece": WARDEN, "state": "Prone", "values": [0, 0]}, "2 markers of Prone"),
    ],
)
def test_what_would_break_the_table_is_refused_in_words(edit: dict[str, Any], reason: str) -> None:
    assert reason in refused(standing(), edit)[0]


@pytest.mark.parametrize(
    ("edit", "reason"),
    [
        ({"do": "put", "piece": WARDEN, "x": 3.0, "y": 3.0, "facing": "north"}, "facing"),
        ({"do": "put", "piece": WARDEN, "x": 3.0, "y": 3.0, "facing": 36000}, "facing"),
        ({"do": "fly"}, "do"),
        ({"do": "score", "player": "ann", "victory": 9}, "victory"),
    ],
)
def test_what_is_no_edit_is_malformed(edit: dict[str, Any], reason: str) -> None:
    with pytest.raises(MalformedAnswer, match=reason):
        standing().change(edit)


@pytest.mark.parametrize("pattern", STARTER, ids=lambda pattern: pattern.id)
def test_b_terr_11_every_starter_piece_can_be_built_moved_turned_and_taken_away(pattern: Any) -> None:
    box = sandbox("seikyuu")
    box.build(pattern.document(), 6.0, 18.5)
    name = f"{pattern.id}-1"
    lying = {piece.id: piece for piece in box.game.ruler.battlefield.pieces}
    assert {key: lying[name].traits[key] for key in pattern.traits} == dict(pattern.traits)
    box.change({"do": "terrain", "piece": name, "x": 12.0, "y": 15.0, "degrees": 30})
    assert [piece.id for piece in box.game.ruler.battlefield.pieces] == [name]
    box.change({"do": "remove", "piece": name})
    assert not box.game.ruler.battlefield.pieces


def test_terrain_of_the_map_is_moved_and_taken_away_and_stays_so_in_a_position() -> None:
    box = sandbox(bare=False)
    box.change({"do": "remove", "piece": "pond-1"})
    box.change({"do": "terrain", "piece": "tree-1", "x": 2.0, "y": 22.0})
    again = start_of(read_position_text(position_text(position_document(box))), rulesets.find, "position")
    pieces = {piece.id: piece.shape.centroid for piece in again.game.ruler.battlefield.pieces}
    assert "pond-1" not in pieces
    assert (pieces["tree-1"].x, pieces["tree-1"].y) == pytest.approx((2.0, 22.0), abs=0.1)


def test_b_setup_9_terrain_neither_overlaps_nor_lies_on_a_model() -> None:
    box = sandbox(bare=False)
    assert refused(box, {"do": "terrain", "piece": "tree-2", "x": 6.0, "y": 9.0}) == ["B-SETUP-9"]
    assert "B-SETUP-9" in refused(box, {"do": "terrain", "piece": "tree-2", "x": 0.0, "y": 12.0})
    box.change({"do": "put", "piece": WARDEN, "x": 20.0, "y": 10.0})
    assert refused(box, {"do": "terrain", "piece": "tree-2", "x": 20.0, "y": 10.0}) == ["B-TERR-3"]


@pytest.mark.parametrize(
    ("scenario", "kinds"),
    [("idols", ["marker"] * 3), ("keii", ["marker"] * 6), ("seikyuu", ["zone"] * 3), ("ryodo", ["zone"] * 3)],
)
def test_a_sandbox_has_what_the_scenario_lays_and_is_played_from(scenario: str, kinds: list[str]) -> None:
    box = sandbox(scenario)
    shown = [piece.kind for piece in box.ruleset.view(box.game).pieces]
    assert shown == kinds
    box.change({"do": "put", "piece": WARDEN, "x": 10.0, "y": 4.0})
    with pytest.raises(DocumentError, match=r"Bob has no model on the table.*B-END-4d"):
        box.start_game(7, 6)
    box.change({"do": "put", "piece": CHIEF, "x": 10.0, "y": 8.0})
    begun = box.start_game(7, 6, begun=True)
    assert begun.pending().rule == "B-MAIN-3"
    assert begun.state.turn == 1
    assert box.start_game(7, 6).pending().rule == "B-START-4"


def test_a_further_model_of_any_card_fights_for_any_player() -> None:
    box = standing()
    box.change({"do": "add", "profile": WARDEN, "owner": "bob", "x": 4.0, "y": 4.0, "facing": 100})
    new = box.state.models[f"{WARDEN}-2"]
    assert (new.side, new.name, new.facing) == ("bob", "Bell Warden 2", 100)
    assert box.ruleset.owners(box.game)[new.id] == "bob"


def test_every_knob_of_every_piece_is_an_edit_that_is_allowed() -> None:
    every_knob_is_allowed(standing(), (WARDEN, CHIEF, "idol-1"))


@pytest.mark.parametrize("rounds", [2, 6])
def test_b_start_1_no_knob_goes_beyond_the_last_turn(rounds: int) -> None:
    box = sandbox_from(begun("bushido", 1, rounds=rounds))
    box.state.turn = rounds
    [knob] = [knob for knob in box.edits.knobs(box.game, "") if knob.id == "turn"]
    assert knob.more is None
    every_knob_is_allowed(box, ())


def test_everything_in_the_palette_can_be_put_where_it_has_room() -> None:
    box = standing()
    for item in box.editor.palette(box.game):
        assert item.view is not None
        x, y = box.editor.room(box.game, item.view).nearest((12.0, 9.0)) or (0.0, 0.0)
        assert not box.edits.why_not(box.game, {**item.edit, "x": x, "y": y}), item.id


def test_the_odds_of_a_pair_are_those_of_its_splits_and_friends_are_named() -> None:
    box = standing()
    box.focus(WARDEN)
    odds = box.ruleset.odds(box.game, box.pending(), {"attacker": WARDEN, "target": CHIEF})
    assert odds is not None
    assert "River Bandit Chief" in odds.title
    assert odds.grids[0].rows
    box.change({"do": "put", "piece": "ann.herb-sister", "x": 13.0, "y": 6.0})
    odds = box.ruleset.odds(box.game, box.pending(), {"attacker": WARDEN, "target": "ann.herb-sister"})
    assert odds is not None
    assert odds.lines[0].rule == "B-GEN-8"


def test_an_empty_table_of_another_size_is_refused() -> None:
    empty_table_is_refused("bushido", 30.0, 24.0, "B-STAT-1")


def about(session: Session) -> list[str]:
    return [*session.state.models, *session.state.objectives]


@pytest.mark.parametrize(("table", "seed"), [("bamboo-ford", 3), ("open-ground", 4), ("temple-court", 5)])
def test_any_moment_of_a_game_opens_in_the_sandbox_and_as_a_position(table: str, seed: int) -> None:
    any_moment_can_be_edited(begun("bushido", seed, map=table, rounds=2), seed, about)


@pytest.mark.parametrize(
    "edit",
    [
        {"do": "put", "piece": "idol-1", "x": 3.0, "y": 20.0},
        {"do": "terrain", "piece": "tree-1", "x": 2.0, "y": 22.0},
        {"do": "remove", "piece": "pond-1"},
        {"do": "put", "piece": WARDEN, "x": 20.0, "y": 10.0},
        {"do": "mark", "piece": WARDEN, "state": "Blind", "values": [0]},
    ],
    ids=lambda edit: f"{edit['do']} {edit['piece']}",
)
def test_what_was_worked_out_before_an_edit_is_worked_out_anew(edit: dict[str, Any]) -> None:
    box = sandbox(bare=False)
    assert box.game.remembered("answer", lambda: "before") == "before"
    box.change(edit)
    assert box.game.remembered("answer", lambda: "after") == "after"


@pytest.mark.parametrize("seed", [11, 12])
def test_a_game_that_is_corrected_all_along_stays_sound_and_comes_out_the_same(seed: int) -> None:
    corrections_hold_together(begun("bushido", seed, rounds=1), seed, about, 0.3)
