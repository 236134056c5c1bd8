"""Edits of a battle: every fact can be changed, what breaks a rule is refused with its id; the sandbox."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from game import rulesets
from game.documents.error import DocumentError
from game.engine.core.decisions import MalformedAnswer
from game.engine.rulebook.editing import Editing
from game.engine.rulebook.new_game import GamePlan
from game.engine.sandbox import Sandbox, sandbox_from
from game.engine.saving.loading import load_save, start_of
from game.engine.saving.position_text import position_text, read_position_text
from game.engine.saving.saves import position_document, save_document
from game.engine.session import Session
from game.players.random_player import random_answer
from game.rulesets.dropzone.editing.edits import STARTER
from game.rulesets.dropzone.rules.activation import ready
from game.rulesets.dropzone.rules.scenery import LARGE
from game.rulesets.dropzone.rules.shooting.legal import sighted
from game.rulesets.dropzone.rules.state import Objective, Squad, Unit
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

ANVILS, RIFLES, DROVER, MULE = "ann.anvils", "ann.rifles", "ann.drover-1", "ann.mule-a"
FLICKERS, GALES = "bob.flickers", "bob.gales"
HOUSE = "block-west"


def sandbox(ground: str | None = None) -> Sandbox:
    book = rulesets.load("dropzone")
    assert book.editor is not None
    plan = GamePlan(PEOPLE, map=ground)
    setup = book.new_setup(plan) if ground else book.editor.bare_setup(48.0, 48.0, plan)
    return Sandbox(book, setup, book.begin(setup))


def standing() -> Sandbox:
    """Return a sandbox with squads of both armies on open ground, a Dropship and a building."""
    box = sandbox()
    box.change({"do": "put", "piece": ANVILS, "x": 20.0, "y": 8.0})
    box.change({"do": "put", "piece": RIFLES, "x": 10.0, "y": 8.0})
    box.change({"do": "put", "piece": DROVER, "x": 34.0, "y": 8.0})
    box.change({"do": "put", "piece": GALES, "x": 20.0, "y": 30.0})
    build(box, "medium-building", 10.0, 13.0)
    return box


def build(box: Sandbox, kind: str, x: float, y: float) -> str:
    pattern = next(each for each in STARTER if each.id == kind)
    box.build(pattern.document(), x, y)
    return f"{kind}-1"


def unit(session: Session, name: str) -> Unit:
    found: Unit = session.state.units[name]
    return found


def squad(session: Session, name: str) -> Squad:
    found: Squad = session.state.squads[name]
    return found


def objective(session: Session, name: str) -> Objective:
    found: Objective = session.state.objectives[name]
    return found


def inside(box: Sandbox, name: str = RIFLES, slot: str = "centre") -> Sandbox:
    box.change({"do": "garrison", "piece": name, "into": "medium-building-1", "slot": slot})
    return box


def battle() -> Session:
    """Return a battle in its first round that was built in the sandbox."""
    session = standing().start_game(5, 6, begun=True)
    while session.pending().rule != "D-BG-1":
        session.answer(random_answer(session.pending(), Random(1)))
    return session


# -- every kind of edit


@pytest.mark.parametrize(
    "edit",
    [
        {"do": "change", "piece": f"{ANVILS}-1", "lost": 1},
        {"do": "change", "piece": f"{ANVILS}-1", "facing": 4500},
        {"do": "change", "piece": f"{ANVILS}-1", "moved": 3.5},
        {"do": "change", "piece": MULE, "scanned": True},
        {"do": "weapon", "piece": f"{ANVILS}-1", "weapon": "Coil Cannon", "fired": True},
        {"do": "weapon", "piece": f"{ANVILS}-1", "weapon": "Coil Cannon", "spent": 2},
        {"do": "squad", "piece": ANVILS, "acted": True},
        {"do": "squad", "piece": f"{RIFLES}-1", "disembarked": True},
        {"do": "fly", "piece": DROVER, "airborne": False},
        {"do": "board", "piece": RIFLES, "into": MULE},
        {"do": "garrison", "piece": RIFLES, "into": "medium-building-1", "slot": "2"},
        {"do": "put", "piece": ANVILS, "x": 30.0, "y": 20.0},
        {"do": "put", "piece": ANVILS, "x": 30.0, "y": 20.0, "facing": 0},
        {"do": "put", "piece": f"{ANVILS}-2", "x": 24.0, "y": 12.0},
        {"do": "put", "piece": "ann.bastion", "x": 24.0, "y": 12.0},
        {"do": "remove", "piece": f"{ANVILS}-2", "to": "destroyed"},
        {"do": "remove", "piece": ANVILS},
        {"do": "remove", "piece": DROVER, "to": "destroyed"},
        {"do": "add", "sheet": "ann.anvil", "x": 30.0, "y": 24.0},
        {"do": "objective", "piece": "west", "claimed_by": "bob"},
        {"do": "objective", "piece": "west", "hidden": False},
        {"do": "objective", "piece": "west", "carrier": ANVILS},
        {"do": "put", "piece": "west", "x": 14.0, "y": 22.0},
        {"do": "remove", "piece": "west"},
        {"do": "score", "player": "bob", "kills": 35},
        {"do": "turn", "round": 3, "first": "bob"},
        {"do": "group", "group": "ann.armour", "status": "done"},
        {"do": "group", "group": "ann.hq", "mode": "reserve"},
        {"do": "terrain", "piece": "medium-building-1", "x": 30.0, "y": 36.0, "degrees": 30},
        {"do": "remove", "piece": "medium-building-1"},
        {"do": "scenery", "piece": "medium-building-1", "scars": 4, "tokens": 2},
    ],
    ids=lambda edit: " ".join(map(str, edit.values())),
)
def test_every_edit_of_a_running_battle_is_told_saved_and_taken_back(edit: dict[str, Any]) -> None:
    correction_is_told_saved_and_taken_back(battle(), edit)


@pytest.mark.parametrize(
    ("edit", "wanted"),
    [
        ({"do": "change", "piece": f"{ANVILS}-1", "lost": 1}, "Anvil Battle Tank 1 damage points lost: 0 → 1"),
        ({"do": "board", "piece": RIFLES, "into": MULE}, "Rifle Section 1 place: (9.45, 8.55) → aboard Mule APC A"),
        (
            {"do": "garrison", "piece": RIFLES, "into": "medium-building-1"},
            "→ the centre of Medium building",
        ),
        ({"do": "remove", "piece": ANVILS}, "→ off the table"),
        ({"do": "objective", "piece": "west", "claimed_by": "bob"}, "West claimed by: nobody → Bob"),
        ({"do": "objective", "piece": "west", "carrier": ANVILS}, "carried by: nobody → Anvil Battle Tank"),
        ({"do": "group", "group": "ann.armour", "status": "done"}, "Armour has acted: not yet → done"),
        ({"do": "turn", "first": "bob"}, "activates first: Ann → Bob"),
    ],
)
def test_a_correction_tells_before_and_after(edit: dict[str, Any], wanted: str) -> None:
    """D-CORE-12."""
    assert any(wanted in line for line in told(battle(), edit))


# -- units and squads


def test_d_trans_10_a_squad_that_is_off_the_table_comes_as_a_whole_and_keeps_its_formation_when_moved() -> None:
    box = sandbox()
    assert refused(box, {"do": "put", "piece": f"{ANVILS}-1", "x": 20.0, "y": 8.0}) == ["D-TRANS-10"]
    box.change({"do": "put", "piece": ANVILS, "x": 20.0, "y": 8.0})
    assert box.game.is_coherent(squad(box, ANVILS))
    box.change({"do": "put", "piece": f"{ANVILS}-1", "x": 24.0, "y": 10.0})
    before = {each: (unit(box, each).x, unit(box, each).y) for each in squad(box, ANVILS).units}
    box.change({"do": "put", "piece": ANVILS, "x": 22.0, "y": 20.0})
    shifts = {(round(unit(box, each).x - x, 6), round(unit(box, each).y - y, 6)) for each, (x, y) in before.items()}
    assert len(shifts) == 1
    box.change({"do": "put", "piece": ANVILS, "x": 22.0, "y": 20.0, "facing": 0})
    assert {unit(box, each).facing for each in squad(box, ANVILS).units} == {0}


def test_a_block_has_more_files_than_ranks_and_no_token_on_another() -> None:
    box = sandbox()
    box.change({"do": "put", "piece": "ann.ferrets", "x": 20.0, "y": 8.0, "facing": 9000})
    spots = [(unit(box, each).x, unit(box, each).y) for each in squad(box, "ann.ferrets").units]
    assert sorted(round(y, 3) for _x, y in spots) == [7.45] * 2 + [8.55] * 3


def test_d_unit_6_what_was_destroyed_returns_unharmed() -> None:
    box = standing()
    box.change({"do": "change", "piece": f"{ANVILS}-1", "lost": 1})
    box.change({"do": "remove", "piece": f"{ANVILS}-1", "to": "destroyed"})
    assert (unit(box, f"{ANVILS}-1").place, len(box.game.units_of(squad(box, ANVILS)))) == ("destroyed", 2)
    box.change({"do": "put", "piece": f"{ANVILS}-1", "x": 26.0, "y": 8.0})
    assert (unit(box, f"{ANVILS}-1").place, unit(box, f"{ANVILS}-1").lost) == ("table", 0)


def test_d_air_3_aircraft_come_in_the_air_and_land_where_there_is_room() -> None:
    box = standing()
    assert unit(box, DROVER).airborne
    box.change({"do": "put", "piece": DROVER, "x": 20.0, "y": 8.0})
    assert refused(box, {"do": "fly", "piece": DROVER, "airborne": False}) == ["D-AIR-3"]
    box.change({"do": "put", "piece": DROVER, "x": 34.0, "y": 8.0})
    box.change({"do": "fly", "piece": DROVER, "airborne": False})
    assert not unit(box, DROVER).airborne
    assert refused(box, {"do": "put", "piece": DROVER, "x": 20.0, "y": 8.0}) == ["D-GEO-16"]
    assert refused(box, {"do": "fly", "piece": ANVILS, "airborne": True}) == ["D-AIR-3"]


def test_d_unit_7_a_destroyed_transport_takes_its_cargo_with_it() -> None:
    box = standing()
    loaded = [each for each in box.state.units.values() if each.carrier == DROVER]
    assert loaded
    box.change({"do": "remove", "piece": DROVER, "to": "destroyed"})
    assert all(unit(box, each.id).place == "destroyed" for each in loaded)


def test_d_trans_2_a_squad_boards_where_there_is_room_and_gets_out_by_hand() -> None:
    box = standing()
    assert refused(box, {"do": "board", "piece": ANVILS, "into": MULE}) == ["D-TRANS-2"]
    assert refused(box, {"do": "board", "piece": RIFLES, "into": GALES}) == ["D-TRANS-2"]
    box.change({"do": "board", "piece": f"{RIFLES}-2", "into": MULE})
    assert {unit(box, each).carrier for each in squad(box, RIFLES).units} == {MULE}
    assert refused(box, {"do": "board", "piece": f"{MULE}.squad", "into": MULE}) == ["D-TRANS-5"]
    box.change({"do": "put", "piece": RIFLES, "x": 14.0, "y": 8.0})
    assert {(unit(box, each).place, unit(box, each).carrier) for each in squad(box, RIFLES).units} == {("table", "")}


def test_d_trans_3_a_squad_is_spread_over_the_transports_of_a_squad_as_far_as_there_is_room() -> None:
    box = sandbox()
    box.change({"do": "add", "sheet": "ann.mule", "size": 2, "x": 30.0, "y": 30.0})
    box.change({"do": "add", "sheet": "ann.rifle", "size": 6, "x": 20.0, "y": 30.0})
    box.change({"do": "board", "piece": "ann.rifle.2", "into": "ann.mule.2"})
    carriers = [unit(box, each).carrier for each in squad(box, "ann.rifle.2").units]
    assert carriers == ["ann.mule.2-1"] * 3 + ["ann.mule.2-2"] * 3


def test_d_garr_4_a_unit_inside_takes_a_slot_alone_but_not_one_of_enemies() -> None:
    box = inside(standing(), slot="1")
    assert {unit(box, each).slot for each in squad(box, RIFLES).units} == {"medium-building-1:1"}
    box.change({"do": "garrison", "piece": f"{RIFLES}-2", "into": "medium-building-1", "slot": "centre"})
    slots = [unit(box, each).slot[-1] for each in squad(box, RIFLES).units]
    assert slots == ["1", "e", "1"]
    foe = {"do": "garrison", "piece": "bob.dancers-1", "into": "medium-building-1"}
    assert refused(box, {**foe, "slot": "1"}) == ["D-GARR-4"]
    assert refused(box, {**foe, "slot": "9"}) == ["D-GARR-4"]
    box.change({**foe, "slot": "2"})
    assert refused(box, {"do": "garrison", "piece": ANVILS, "into": "medium-building-1"}) == ["D-GARR-1"]
    assert refused(box, {"do": "garrison", "piece": RIFLES, "into": "west"}) == ["D-SCEN-9"]


def test_d_garr_1_a_full_garrison_takes_nobody_else() -> None:
    box = standing()
    build(box, "small-building", 30.0, 30.0)
    for number in range(2, 4):
        box.change({"do": "add", "sheet": "ann.rifle", "size": 5, "x": 20.0, "y": 36.0})
        box.change({"do": "garrison", "piece": f"ann.rifle.{number}", "into": "small-building-1"})
    assert refused(box, {"do": "garrison", "piece": RIFLES, "into": "small-building-1"}) == ["D-GARR-1"]
    every_knob_is_allowed(box, ("ann.rifle.2-1",))


def test_occupants_come_along_when_their_garrison_is_moved_and_keep_it_on_the_table() -> None:
    box = inside(standing(), slot="0")
    x, y = unit(box, f"{RIFLES}-1").x, unit(box, f"{RIFLES}-1").y
    box.change({"do": "terrain", "piece": "medium-building-1", "x": 30.0, "y": 36.0})
    moved = unit(box, f"{RIFLES}-1")
    assert (moved.x - x, moved.y - y) == pytest.approx((20.0, 23.0))
    assert "remove:removed" not in [knob.id for knob in box.edits.knobs(box.game, "medium-building-1")]
    assert refused(box, {"do": "remove", "piece": "medium-building-1"})


def test_d_act_1_a_squad_that_has_done_nothing_may_act_anew() -> None:
    session = battle()
    told(session, {"do": "squad", "piece": ANVILS, "acted": True})
    told(session, {"do": "change", "piece": f"{ANVILS}-1", "moved": 5.0})
    told(session, {"do": "weapon", "piece": f"{ANVILS}-1", "weapon": "Coil Cannon", "fired": True})
    told(session, {"do": "group", "group": "ann.armour", "status": "done"})
    told(session, {"do": "fresh", "piece": f"{ANVILS}-1"})
    fresh = unit(session, f"{ANVILS}-1")
    assert (fresh.moved, fresh.turned, fresh.fired) == (0.0, False, [])
    assert not squad(session, ANVILS).acted
    assert session.state.groups["ann.armour"].status == "ready"


def test_d_shoot_6_a_move_that_was_set_silences_weapons() -> None:
    session = battle()
    told(session, {"do": "change", "piece": f"{ANVILS}-1", "moved": 4.5})
    assert (unit(session, f"{ANVILS}-1").moved, unit(session, f"{ANVILS}-1").turned) == (4.5, True)
    told(session, {"do": "change", "piece": f"{ANVILS}-1", "moved": 0.0})
    assert not unit(session, f"{ANVILS}-1").turned


def test_d_army_5_a_further_squad_is_an_auxiliary_one_with_its_own_units() -> None:
    box = standing()
    box.change({"do": "add", "sheet": "ann.anvil", "x": 30.0, "y": 24.0})
    new = squad(box, "ann.anvil.2")
    assert (new.group, new.name, len(new.units)) == ("", "Anvil Battle Tank B", 2)
    assert box.ruleset.owners(box.game)["ann.anvil.2-1"] == "ann"
    box.change({"do": "add", "sheet": "ann.mule", "x": 34.0, "y": 24.0})
    assert (squad(box, "ann.mule.2.squad").units, unit(box, "ann.mule.2").name) == (("ann.mule.2",), "Mule APC C")
    again = start_of(read_position_text(position_text(position_document(box))), rulesets.find, "position")
    assert again.state.digest() == box.state.digest()


def test_a_further_squad_with_units_of_another_is_refused_in_a_file() -> None:
    box = standing()
    box.change({"do": "add", "sheet": "ann.anvil", "x": 30.0, "y": 24.0})
    squad(box, "ann.anvil.2").units = (f"{ANVILS}-1",)
    with pytest.raises(DocumentError, match="in another squad too"):
        box.ruleset.read_state(box.state.plain(), box.setup)


# -- objectives, scores and rounds


def test_d_obj_7_a_squad_carries_one_objective_which_is_its_players() -> None:
    box = standing()
    box.change({"do": "put", "piece": "west", "x": 20.0, "y": 9.5})
    knob = next(each for each in box.edits.knobs(box.game, "west") if each.id == "carrier")
    assert knob.more is not None
    box.change(knob.more)
    assert (objective(box, "west").carrier, objective(box, "west").claimed_by) == (ANVILS, "ann")
    assert refused(box, {"do": "objective", "piece": "east", "carrier": ANVILS}) == ["D-OBJ-7"]
    assert refused(box, {"do": "objective", "piece": "east", "carrier": f"{DROVER}.squad"}) == ["D-OBJ-14"]
    box.change({"do": "remove", "piece": ANVILS, "to": "destroyed"})
    assert (objective(box, "west").carrier, objective(box, "west").claimed_by) == ("", "")


def test_d_sco_1_an_objective_off_the_table_may_count_for_a_player() -> None:
    box = standing()
    box.change({"do": "remove", "piece": "west"})
    box.change({"do": "objective", "piece": "west", "extracted_by": "bob"})
    assert [player.score for player in box.ruleset.view(box.game).players] == [0, 2]
    box.change({"do": "put", "piece": "west", "x": 12.0, "y": 24.0})
    assert [player.score for player in box.ruleset.view(box.game).players] == [0, 0]


def test_d_init_2_whoever_is_set_to_begin_activates_next_in_a_round_that_is_resumed() -> None:
    box = standing()
    box.change({"do": "turn", "first": "bob"})
    assert box.state.order == ["bob", "ann"]
    assert box.start_game(3, 6, begun=True).pending().player == "bob"


def test_d_bg_1_a_battlegroup_that_has_acted_is_not_activated_again() -> None:
    session = battle()
    told(session, {"do": "group", "group": "ann.armour", "status": "done"})
    assert not session.pending().allows("ann.armour")
    told(session, {"do": "group", "group": "ann.armour", "status": "ready"})
    assert session.pending().allows("ann.armour")


def test_d_beh_8_the_zones_and_weapons_of_a_behemoth_are_set_by_hand() -> None:
    book = rulesets.load("dropzone")
    assert book.editor is not None
    setup = book.editor.bare_setup(48.0, 48.0, GamePlan(PEOPLE, rosters=("cinder-siege", "tessaline-zenith")))
    box, engine = Sandbox(book, setup, book.begin(setup)), "ann.rampart"
    box.change({"do": "put", "piece": engine, "x": 20.0, "y": 20.0})
    box.change({"do": "zone", "piece": engine, "zone": "Legs", "lost": 6})
    box.change({"do": "weapon", "piece": engine, "weapon": "Curtain Guns", "silenced": True})
    found = unit(box, engine)
    assert (found.zones, found.crippled, found.silenced) == ({"Legs": 6}, {"Legs": 1}, ["Curtain Guns"])
    assert box.game.sheet(found).move == (0, 4)
    assert refused(box, {"do": "zone", "piece": engine, "zone": "Hull", "lost": 9}) == ["D-BEH-8"]
    box.change({"do": "zone", "piece": engine, "zone": "Legs", "lost": 10})
    assert refused(box, {"do": "zone", "piece": engine, "zone": "Hull", "lost": 8}) == ["D-UNIT-7"]
    every_knob_is_allowed(box, [engine])
    box.change({"do": "remove", "piece": engine, "to": "destroyed"})
    box.change({"do": "put", "piece": engine, "x": 20.0, "y": 20.0})
    found = unit(box, engine)
    assert (found.zones, found.crippled, found.silenced, found.lost) == ({}, {}, [], 0)


def test_d_win_3_kill_points_are_counted_as_they_were_set() -> None:
    session = battle()
    told(session, {"do": "score", "player": "bob", "kills": 400})
    assert session.state.kills == {"ann": 0, "bob": 400}


# -- scenery


@pytest.mark.parametrize("pattern", STARTER, ids=lambda pattern: pattern.id)
def test_d_feat_1_every_starter_piece_can_be_built_moved_turned_and_taken_away(pattern: Any) -> None:
    box = sandbox()
    box.build(pattern.document(), 14.0, 18.5)
    name = f"{pattern.id}-1"
    [feature] = box.game.features
    assert (feature.id, feature.kind.height) == (name, feature.height)
    box.change({"do": "terrain", "piece": name, "x": 20.0, "y": 15.0, "degrees": 30})
    box.change({"do": "remove", "piece": name})
    assert not box.game.ruler.battlefield.pieces
    rubble = [f"{name}.rubble"] if feature.kind.damage >= LARGE else []
    assert [item.id for item in box.editor.palette(box.game) if item.group == "Terrain"] == [name, *rubble]


def test_d_geo_16_scenery_overlaps_nothing_but_roads_and_does_not_lie_on_a_unit() -> None:
    box = standing()
    build(box, "hill", 30.0, 30.0)
    build(box, "road", 30.0, 36.0)
    hill = {"do": "terrain", "piece": "hill-1"}
    assert refused(box, {**hill, "x": 10.0, "y": 15.0}) == ["D-GEO-16"]
    assert refused(box, {**hill, "x": 0.5, "y": 30.0}) == ["D-GEO-16"]
    assert refused(box, {**hill, "x": 20.0, "y": 8.0})[0] == "D-SCEN-2"
    box.change({**hill, "x": 30.0, "y": 36.0})
    box.change({**hill, "x": 34.0, "y": 8.0})  # below the Dropship in the air


def test_d_scen_2_nobody_is_put_on_what_they_cannot_stand_on() -> None:
    box = standing()
    build(box, "hill", 30.0, 30.0)
    assert refused(box, {"do": "put", "piece": ANVILS, "x": 30.0, "y": 30.0}) == ["D-SCEN-2"]
    box.change({"do": "put", "piece": "bob.glaives", "x": 30.0, "y": 30.0})  # Skimmers may stop there (D-TYPE-3)
    box.change({"do": "put", "piece": DROVER, "x": 10.0, "y": 13.0})


def test_d_scen_16_scenery_without_damage_points_must_be_taken_away() -> None:
    box = standing()
    most = box.game.features[0].kind.damage
    assert refused(box, {"do": "scenery", "piece": "medium-building-1", "scars": most}) == ["D-SCEN-16"]
    box.change({"do": "scenery", "piece": "medium-building-1", "scars": most - 1, "tokens": 3})
    assert (box.state.scars, box.state.tokens) == ({"medium-building-1": most - 1}, {"medium-building-1": 3})
    box.change({"do": "scenery", "piece": "medium-building-1", "scars": 0, "tokens": 0})
    assert (box.state.scars, box.state.tokens) == ({}, {})


def test_d_geo_6_a_building_that_is_built_between_two_units_stops_sight_and_gives_it_back() -> None:
    box = standing()

    def hit() -> bool:
        game, shooter = box.game, unit(box, f"{ANVILS}-1")
        weapon = next(each for each in game.sheet(shooter).weapons if each.name == "Coil Cannon")
        return "D-SHOOT-9" not in [
            each.rule for each in sighted(game, shooter, weapon, unit(box, f"{GALES}-1")).refusals
        ]

    assert hit()
    build(box, "large-building", 20.0, 20.0)
    assert not hit()
    box.change({"do": "remove", "piece": "large-building-1"})
    assert hit()


# -- what is refused


@pytest.mark.parametrize(
    ("edit", "reasons"),
    [
        ({"do": "put", "piece": ANVILS, "x": 20.0, "y": 30.0}, ["D-GEO-16"]),
        ({"do": "put", "piece": ANVILS, "x": 0.2, "y": 8.0}, ["D-GEO-16"]),
        ({"do": "put", "piece": "ghost", "x": 3.0, "y": 3.0}, ["nothing is called ghost"]),
        ({"do": "put", "piece": "west", "x": 60.0, "y": 3.0}, ["D-OBJ-1"]),
        ({"do": "change", "piece": f"{ANVILS}-1", "lost": 2}, ["D-UNIT-7"]),
        ({"do": "change", "piece": "west", "lost": 1}, ["West cannot be changed this way"]),
        ({"do": "weapon", "piece": f"{ANVILS}-1", "weapon": "Bow", "fired": True}, ["D-UNIT-3"]),
        ({"do": "weapon", "piece": ANVILS, "weapon": "Bow"}, ["Anvil Battle Tank cannot be changed this way"]),
        ({"do": "fresh", "piece": "west"}, ["West cannot be changed this way"]),
        ({"do": "score", "player": "cy", "kills": 1}, ["D-ARMY-1"]),
        ({"do": "turn", "round": 7}, ["D-RND-1"]),
        ({"do": "turn", "first": "cy"}, ["D-ARMY-1"]),
        ({"do": "add", "sheet": "ann.nobody", "x": 3.0, "y": 3.0}, ["D-UNIT-2"]),
        ({"do": "remove", "piece": "ann.bastion"}, ["Bastion Command Carrier is not on the table"]),
        ({"do": "remove", "piece": "west", "to": "destroyed"}, ["West cannot be changed this way"]),
        ({"do": "objective", "piece": "west", "carrier": "ghost"}, ["D-OBJ-7"]),
    ],
)
def test_what_breaks_a_rule_is_refused_with_its_id(edit: dict[str, Any], reasons: list[str]) -> None:
    assert refused(standing(), edit) == reasons


def test_d_bg_7_the_status_of_a_battlegroup_that_acts_is_not_set() -> None:
    session = battle()
    session.answer("ann.armour")
    while session.pending().rule != "D-BG-7":
        session.answer(random_answer(session.pending(), Random(2)))
    editor = session.ruleset.editor
    assert editor is not None
    edit = {"do": "group", "group": "ann.armour", "status": "done"}
    assert [each.rule for each in editor.edits.why_not(session.game, edit)] == ["D-BG-7"]
    assert not any(knob.id == "acted:ann.armour" for knob in editor.edits.knobs(session.game, ""))


@pytest.mark.parametrize(
    ("edit", "reason"),
    [
        ({"do": "put", "piece": ANVILS, "x": 3.0, "y": 3.0, "facing": "north"}, "facing"),
        ({"do": "garrison", "piece": RIFLES, "into": "medium-building-1", "slot": "roof"}, "slot"),
        ({"do": "group", "group": "ann.armour", "status": "active"}, "status"),
        ({"do": "fly away"}, "do"),
    ],
)
def test_what_is_no_edit_is_malformed(edit: dict[str, Any], reason: str) -> None:
    with pytest.raises(MalformedAnswer, match=reason):
        standing().change(edit)


# -- the sandbox


def test_every_knob_of_every_piece_is_an_edit_that_is_allowed() -> None:
    box = inside(standing(), slot="1")
    every_knob_is_allowed(box, (ANVILS, f"{ANVILS}-2", DROVER, MULE, RIFLES, f"{RIFLES}-1", "west", "ann.bastion"))
    assert {"slot", "lose", "remove:removed"} <= {knob.id for knob in box.edits.knobs(box.game, f"{RIFLES}-1")}
    assert "airborne" in {knob.id for knob in box.edits.knobs(box.game, DROVER)}
    assert "garrison:medium-building-1" in {knob.id for knob in box.edits.knobs(standing().game, f"{RIFLES}-1")}


def test_everything_in_the_palette_can_be_put_where_it_has_room() -> None:
    box = standing()
    box.change({"do": "remove", "piece": f"{ANVILS}-2", "to": "destroyed"})
    box.change({"do": "remove", "piece": "west"})
    items = box.editor.palette(box.game)
    assert {item.group for item in items} == {
        "Cinder Line Regiment", "Tessaline Concord", "Move a whole squad", "Lost units", "More squads for Ann",
        "More squads for Bob", "Objectives",
    }  # fmt: skip
    for item in items:
        assert item.view is not None
        x, y = box.editor.room(box.game, item.view).nearest((22.0, 12.0)) or (0.0, 0.0)
        edit = {**item.edit, "x": x, "y": y}
        assert not box.edits.why_not(box.game, edit), item.id
        block = box.editor.block(box.game, edit)
        after = box.edits.supposed(box.game, edit)
        for piece in block:
            assert (after.state.units[piece.id].x, after.state.units[piece.id].y) == (piece.x, piece.y)


def test_a_sandbox_has_the_objectives_of_its_scenario_and_is_played_from() -> None:
    box = sandbox()
    assert isinstance(box.pending(), Editing)
    assert [piece.kind for piece in box.ruleset.view(box.game).pieces] == ["marker"] * 3
    assert all(each.mobile and each.hidden for each in box.state.objectives.values())
    assert {group.mode for group in box.state.groups.values()} == {"readiness"}
    fresh = box.start_game(7, 4)
    assert (fresh.state.round, fresh.setup.document.options.rounds) == (1, 4)
    with pytest.raises(DocumentError, match="D-RND-1"):
        box.start_game(7, 13)
    for each in [each.id for each in box.state.squads.values() if each.owner == "bob"]:
        box.change({"do": "remove", "piece": each, "to": "destroyed"}) if box.game.units_of(squad(box, each)) else None
    with pytest.raises(DocumentError, match=r"Bob has no unit left.*D-UNIT-7"):
        box.start_game(7, 4)


def test_an_empty_table_that_is_too_small_is_refused() -> None:
    empty_table_is_refused("dropzone", 20.0, 24.0, "D-GEO-1")


def test_a_battlegroup_that_acts_may_go_on_when_its_moment_becomes_a_game() -> None:
    session = battle()
    player = session.pending().player
    session.answer("ann.armour")
    while session.pending().rule != "D-BG-7":
        session.answer(random_answer(session.pending(), Random(2)))
    box = sandbox_from(session)
    assert (box.state.step, box.state.groups["ann.armour"].status) == ("activation", "ready")
    again = box.start_game(7, 6, begun=True)
    assert again.pending().player == player
    assert again.pending().allows("ann.armour")


@pytest.mark.parametrize("begun", [True, False])
def test_a_game_from_a_sandbox_is_played_to_its_end(begun: bool) -> None:
    box = inside(standing())
    box.change({"do": "add", "sheet": "ann.anvil", "x": 30.0, "y": 5.0})
    session, rng = box.start_game(5, 2, begun), Random(5)
    while not session.finished:
        session.answer(random_answer(session.pending(), rng))
        assert not session.ruleset.violations(session.game)
    again, difference = load_save(save_document(session), rulesets.find, "save")
    assert difference is None
    assert again.state.digest() == session.state.digest()


def about(session: Session) -> list[str]:
    return [*session.state.units, *session.state.objectives]


@pytest.mark.parametrize(("scenario", "seed"), [("targets-of-opportunity", 3), ("survey-and-control", 4)])
def test_any_moment_of_a_battle_opens_in_the_sandbox_and_as_a_position(scenario: str, seed: int) -> None:
    any_moment_can_be_edited(begun("dropzone", seed, scenario=scenario, rounds=2), seed, about)


@pytest.mark.parametrize("seed", [12, 13])
def test_a_battle_that_is_corrected_all_along_stays_sound_and_comes_out_the_same(seed: int) -> None:
    back = ("round", "fresh")  # knobs that turn the clock back: the battle would hardly end
    corrections_hold_together(begun("dropzone", seed, rounds=1), seed, about, 0.4, back)


def test_d_bg_9_players_take_turns_whatever_is_corrected_as_long_as_both_have_a_battlegroup_left() -> None:
    session, rng, last, turns = begun("dropzone", 5, rounds=3), Random(5), (0, ""), 0
    while not session.finished:
        asked, number = session.pending(), session.state.round
        if asked.rule == "D-BG-1":
            able = {player for player in session.setup.players if ready(session.game, player)}
            assert asked.player in able
            assert (number, asked.player) != last or able == {asked.player}
            last, turns = (number, asked.player), turns + 1
            assert not session.why_no_correction()
        session.answer(random_answer(asked, rng))
    assert turns > 8
