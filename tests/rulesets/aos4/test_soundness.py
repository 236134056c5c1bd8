"""What a position read from a file must hold, each requirement kept just so and just missed (A-STATE, A-GEO-9)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from game.documents.error import DocumentError
from game.engine.kit.playing import Result
from game.engine.rulebook.laying import Laid
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.rules.invariants import MOST_POINTS, SOUND
from game.rulesets.aos4.rules.state import Effect, State
from tests.rulesets.aos4.battles import BRINEBACK, LANTERN, A, B, Battle, box, field, piece, row

AXE, PIKE = 40 / 50.8, 32 / 50.8
CARD = AbilityDocument(id="raid", kind="card", name="Raid", timing="", phases=())
MAP = field(piece("rock", box(30, 4, 2, 2), 5, "impassable"), piece("wood", box(36, 4, 2, 2), 0.5, "obscuring"))


def moment(step: str = "phase") -> Battle:
    """A sound moment of Ann's first turn, with a few units of both sides."""
    army = LANTERN.model_copy(update={"abilities": (CARD,)})
    battle = Battle("hero", on=MAP, armies=(army, BRINEBACK))
    battle.put("beaconwright", (10, 10))
    battle.put("wallward-pikes", *row(9, 14, 8, 1.5, 5), damage=1)
    battle.put("hullbreakers", *row(5, 20, 20, 2))
    battle.state.deployer = battle.state.fighter = B
    if step != "phase":
        battle.at(step)
    return battle


def against(change: Callable[[State], Any], step: str = "phase") -> str:
    """Return where a change makes the moment unsound, "sound" if it does not."""
    battle = moment(step)
    change(battle.state)
    try:
        SOUND.require(battle.state, battle.setup, "moment.json")
    except DocumentError as error:
        return error.where if error.file == "moment.json" and error.reason else "told badly"
    return "sound"


def setting(path: str, value: Any) -> Callable[[State], None]:
    """Return the change of one field of the state or of the Pikes (`unit.…`)."""

    def change(state: State) -> None:
        owner: Any = state
        name = path
        if path.startswith("unit."):
            owner, name = state.units["ann.wallward-pikes"], path.removeprefix("unit.")
        setattr(owner, name, value)

    return change


KEPT: list[tuple[str, Any]] = [
    ("points", {A: 0, B: 20}),
    ("command", {A: 0, B: 0}),
    ("underdog", ""),
    ("underdog", A),
    ("phase", 0),
    ("phase", 6),
    ("round", 1),
    ("round", 4),
    ("turn", 1),
    ("turn", 2),
    ("held", {"rock": A}),
    ("held", {"ann.lamp-cairn": B}),
    ("lifted", ["rock", "wood"]),
    ("laid", [Laid("rock", 20, 2, 0), Laid("wood", 25, 2, 0)]),
    ("finished", [A]),
    ("ticked", {A: ["raid"], B: []}),
    ("unit.summoner", "ann.beaconwright"),
    ("unit.besieges", "rock"),
    ("unit.besieges", "bob.hullbreakers"),
    ("unit.damage", 0),
    ("unit.ritual", 0),
    ("unit.effects", [Effect("x", "hit", 1, "turn", B)]),
]
UNSOUND: list[tuple[str, Any, str]] = [
    ("players", (B, A), "players"),
    ("points", {A: 0}, "points"),
    ("points", {A: 0, B: 0, "carl": 0}, "points"),
    ("points", {A: -1, B: 0}, ""),
    ("command", {A: 4}, "command"),
    ("command", {A: 4, B: -1}, ""),
    ("ticked", {A: []}, "ticked"),
    ("ticked", {A: ["lost"], B: []}, "ticked.ann"),
    ("ticked", {A: [], B: ["raid"]}, "ticked.bob"),
    ("beginner", "carl", "beginner"),
    ("deployer", "carl", "deployer"),
    ("first", "carl", "first"),
    ("active", "carl", "active"),
    ("fighter", "carl", "fighter"),
    ("underdog", "carl", "underdog"),
    ("first", "", "first"),
    ("active", "", "active"),
    ("phase", -1, "phase"),
    ("phase", 7, "phase"),
    ("round", 0, "round"),
    ("round", -1, "round"),
    ("round", 5, "round"),
    ("round", MOST_POINTS + 1, "round"),
    ("turn", 0, "turn"),
    ("turn", 3, "round"),
    ("step", "over", "step"),
    ("result", Result([A], "", "A-EBR-3"), "step"),
    ("territories", {}, "territories"),
    ("territories", {A: "south", B: "south"}, "territories"),
    ("territories", {A: "south", "carl": "north"}, "territories"),
    ("control", {"west": "", "centre": ""}, "control"),
    ("control", {"west": "", "centre": "", "east": "carl"}, "control.east"),
    ("held", {"hill": A}, "held"),
    ("held", {"rock": "carl"}, "held.rock"),
    ("lifted", ["hill"], "lifted"),
    ("lifted", ["rock", "rock"], "lifted"),
    ("laid", [Laid("hill", 20, 2, 0)], "laid[0].id"),
    ("laid", [Laid("rock", 20, 2, 0), Laid("wood", 22, 2, 0), Laid("rock", 25, 2, 0)], "laid[2].id"),
    ("finished", ["carl"], "finished"),
    ("finished", [A, A], "finished"),
    ("regiment", "ann/0", "regiment"),
    ("unit.id", "ann.pikes", "units.ann.wallward-pikes.id"),
    ("unit.card", "ann.pikes", "units.ann.wallward-pikes.card"),
    ("unit.owner", "carl", "units.ann.wallward-pikes.owner"),
    ("unit.owner", B, "units.ann.wallward-pikes.owner"),
    ("unit.summoner", "carl", "units.ann.wallward-pikes.summoner"),
    ("unit.besieges", "hill", "units.ann.wallward-pikes.besieges"),
    ("unit.effects", [Effect("x", "hit", 1, "turn", A), Effect("x", "save", 1, "turn", "carl")],
     "units.ann.wallward-pikes.effects[1].player"),
    ("unit.at", {"ann.stranger-1": (14.0, 8.0)}, "units.ann.wallward-pikes.at"),
    ("unit.slain", ["ann.wallward-pikes-10", "ann.wallward-pikes-10"], "units.ann.wallward-pikes.slain"),
    ("unit.slain", ["ann.wallward-pikes-1"], ""),
    ("unit.slain", ["ann.stranger-1"], ""),
    ("unit.at", {}, ""),
    ("unit.place", "reserve", ""),
    ("unit.damage", -1, ""),
    ("unit.damage", 2, ""),
    ("unit.ritual", -1, ""),
]  # fmt: skip


def test_a_state_9_a_moment_of_a_battle_is_sound() -> None:
    assert against(lambda state: None) == "sound"


@pytest.mark.parametrize(("path", "value"), KEPT)
def test_a_state_9_what_a_battle_may_come_to_is_sound(path: str, value: Any) -> None:
    assert against(setting(path, value)) == "sound"


@pytest.mark.parametrize(("path", "value", "where"), UNSOUND)
def test_a_state_9_what_no_battle_comes_to_is_refused_by_its_place(path: str, value: Any, where: str) -> None:
    assert against(setting(path, value)) == where


def test_a_state_3_every_warscroll_has_its_unit() -> None:
    assert against(lambda state: state.units.pop("bob.barbcasters")) == "units"


@pytest.mark.parametrize(
    ("step", "least", "most"),
    [("territories", 0, 4), ("deploying", 0, 4), ("round", 0, 3), ("opening", 1, 4), ("turn", 1, 4), ("closing", 1, 4)],
)
def test_a_rnd_1_the_round_is_one_of_the_battle_and_before_a_round_there_is_one_to_come(
    step: str, least: int, most: int
) -> None:
    for number in range(-1, 7):
        found = against(setting("round", number), step)
        assert (found == "sound") is (least <= number <= most), (number, found)
        assert found in ("sound", "round")


def test_a_ebr_3_a_battle_that_is_over_has_a_result_of_its_players() -> None:
    def over(*winners: str) -> Callable[[State], None]:
        def change(state: State) -> None:
            state.result = Result([*winners], "", "A-EBR-3")
            state.active, state.round = "", 400  # nothing of this matters any more
            state.territories = {}

        return change

    assert against(over(A), "over") == "sound"
    assert against(over(A, B), "over") == "sound"
    assert against(over("carl"), "over") == "result.winners"


@pytest.mark.parametrize(
    ("step", "needed"),
    [
        ("terrain", {"beginner"}),
        ("deploying", {"beginner", "deployer"}),
        ("deployed", {"beginner"}),
        ("round", set()),
        ("opening", {"first", "active"}),
        ("turn", {"first", "active"}),
        ("phase", {"first", "active"}),
        ("closing", {"first", "active"}),
    ],
)
def test_a_state_1_each_step_needs_the_players_whose_it_is(step: str, needed: set[str]) -> None:
    for name in ("beginner", "deployer", "first", "active", "fighter", "underdog"):
        assert against(setting(name, ""), step) == (name if name in needed else "sound"), name


def test_a_pri_1_before_the_first_round_both_have_finished_deployment() -> None:
    def finished(*players: str, number: int = 0) -> str:
        def change(state: State) -> None:
            state.finished, state.round = [*players], number

        return against(change, "round")

    assert finished(B, A) == finished(A, B) == "sound"
    assert finished(A) == finished() == "finished"
    assert finished(number=1) == "sound", "later rounds begin with a roll"


def test_a_dep_7_a_regiment_in_a_row_is_one_that_its_player_deploys() -> None:
    def regiment(key: str, step: str = "deploying", deployer: str = B, *, reserve: bool = True) -> str:
        def change(state: State) -> None:
            state.round, state.regiment, state.deployer = 0 if step == "deploying" else 1, key, deployer
            if not reserve:
                for unit in state.units.values():
                    if unit.place == "reserve":
                        unit.place = "destroyed"
            if step == "over":
                state.result = Result([A], "", "A-EBR-3")

        return against(change, step)

    assert regiment("bob/0") == "sound"
    assert regiment("ann/0", deployer=A) == "sound"
    assert regiment("ann/0") == "regiment", "Bob deploys"
    assert regiment("bob/7") == "regiment", "no such regiment"
    assert regiment("bob/-1") == "regiment", "manifestations are no regiment"
    assert regiment("bob/0", "opening") == "regiment", "deployment is over"
    assert regiment("bob/0", reserve=False) == "regiment", "nobody of it waits"
    assert regiment("bob/0", "over") == "sound"


# -- the table


def broken(change: Callable[[State], Any]) -> list[str]:
    """Return what a change breaks on the table, as rules or words."""
    battle = moment()
    change(battle.state)
    return SOUND.violations(battle.state, battle.setup)


def at(x: float, y: float) -> Callable[[State], None]:
    """Return the change that puts the Beaconwright somewhere."""

    def change(state: State) -> None:
        state.units["ann.beaconwright"].at = {"ann.beaconwright-1": (x, y)}

    return change


def test_a_geo_9_the_sound_moment_breaks_nothing() -> None:
    assert broken(lambda state: None) == []


@pytest.mark.parametrize(
    ("x", "y", "hangs"),
    [(0.7875, 5, False), (43.2125, 5, False), (5, 0.7875, False), (5, 29.2125, False)]
    + [(0.7873, 5, True), (43.2127, 5, True), (5, 0.7873, True), (5, 29.2127, True)],
)
def test_a_geo_9_a_base_may_touch_the_edge_of_the_table_but_not_hang_over_it(x: float, y: float, hangs: bool) -> None:
    """A base of 40 mm has a radius of 0.7874 inches."""
    assert broken(at(x, y)) == (["Beaconwright hangs over the edge of the table (A-GEO-9)"] if hangs else [])


def test_a_state_9_a_place_off_the_lattice_is_named() -> None:
    [text] = broken(at(5.00005, 5))
    assert text == "Beaconwright stands off the lattice at (5.00005, 5)"


@pytest.mark.parametrize(("gap", "stands"), [(0.001, False), (-0.0008, False), (-0.0012, True), (-1.0, True)])
def test_a_tab_3_nobody_stands_on_impassable_terrain(gap: float, stands: bool) -> None:
    x = round(30 - AXE - gap, 4)
    assert broken(at(x, 5)) == (["Beaconwright stands on Rock (A-TAB-3)"] if stands else [])
    assert broken(at(round(36 - AXE + 1, 4), 5)) == [], "what is not impassable may be stood on"


@pytest.mark.parametrize(("gap", "overlap"), [(0.0, False), (-0.0008, False), (-0.0012, True), (-0.5, True)])
def test_a_geo_9_bases_of_two_units_or_of_one_do_not_overlap(gap: float, overlap: bool) -> None:
    def beside(state: State) -> None:
        hullbreaker = state.units["bob.hullbreakers"].at["bob.hullbreakers-1"]
        at(round(hullbreaker[0] - 2 * AXE - gap, 4), hullbreaker[1])(state)

    def together(state: State) -> None:
        unit = state.units["ann.wallward-pikes"]
        x, y = unit.at["ann.wallward-pikes-1"]
        unit.at = {"ann.wallward-pikes-1": (x, y), "ann.wallward-pikes-2": (x, round(y + 2 * PIKE + gap, 4))}

    assert len(broken(beside)) == len(broken(together)) == overlap
    assert not overlap or broken(beside)[0].startswith(f"Beaconwright overlaps Hullbreakers 1 by {-gap:.3f}"[:42])
    assert not overlap or broken(together)[0].startswith("Wallward Pikes 1 overlaps Wallward Pikes 2 by")


def test_a_dmg_10_who_is_off_the_table_has_no_models_there() -> None:
    def away(state: State) -> None:
        state.units["bob.hullbreakers"].place = "destroyed"

    assert broken(away) == ["Hullbreakers is destroyed with 5 models (A-DMG-10)"]


def test_a_state_9_positions_are_checked_on_the_table_after_edits_of_its_terrain() -> None:
    """A rock that was taken away stands in nobody's way."""

    def on_the_rock(state: State) -> None:
        at(31, 5)(state)
        state.lifted = ["rock"]

    assert broken(at(31, 5)) == ["Beaconwright stands on Rock (A-TAB-3)"]
    assert broken(on_the_rock) == []
