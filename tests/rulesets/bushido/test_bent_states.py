"""Whatever is wrong in a state is named where it is wrong; what is just right passes (B-STAT-8)."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from game.documents.error import DocumentError
from game.engine.kit.playing import Result
from game.engine.rulebook.laying import Laid
from game.rulesets.bushido.rules.invariants import SOUND
from game.rulesets.bushido.rules.scenarios import find
from game.rulesets.bushido.rules.state import Aura, State
from tests.rulesets.bushido.bushido_kit import HALF, Moment, N, S, moment, piece

WARDEN, BRUTE = "south.bell-warden", "north.ferry-brute"
Bend = Callable[[State], Any]


def sound(**changes: Any) -> Moment:
    """Return a game in the middle of its first turn, with a crate and three idols, in which everything is right."""
    crate = piece("crate", 20.0, 3.0, 2.0, 2.0, passage="impassable", destructible=True)
    at = moment(terrain=[crate], scenario="idols", **changes)
    at.game.state.objectives = find("idols").objectives(at.game)
    at.put("bell-warden", 5.0, 6.0)
    at.put("ferry-brute", 15.0, 18.0)
    at.game.state.step, at.game.state.tactical_winner = "activation", S
    at.game.state.active = WARDEN
    return at


def faults(at: Moment) -> str:
    """Return where the first fault of a state is, an empty string if there is none."""
    try:
        SOUND.require(at.game.state, at.game.setup, "some.json")
    except DocumentError as error:
        return f"{error.where}: {error.reason}"
    return ""


def test_a_state_in_which_everything_is_right_passes() -> None:
    at = sound()
    assert SOUND.violations(at.game.state, at.game.setup) == []
    assert faults(at) == ""


def bent(at: Moment, bend: Bend) -> Moment:
    """Return a game with a copy of the state that was changed."""
    game = replace(at.game, state=copy.deepcopy(at.game.state))
    bend(game.state)
    return Moment(game)


def to(**values: Any) -> Bend:
    """Return what sets facts of a state."""

    def bend(state: State) -> None:
        for name, value in values.items():
            setattr(state, name, value)

    return bend


def model(**values: Any) -> Bend:
    """Return what sets facts of the Bell Warden."""

    def bend(state: State) -> None:
        for name, value in values.items():
            setattr(state.models[WARDEN], name, value)

    return bend


def idol(**values: Any) -> Bend:
    """Return what sets facts of the first idol."""

    def bend(state: State) -> None:
        for name, value in values.items():
            setattr(state.objectives["idol-1"], name, value)

    return bend


def swapped(state: State) -> None:
    state.models["south.nobody"] = state.models.pop(WARDEN)
    state.active = ""


BENT: list[tuple[Bend, str]] = [
    (to(players=("south", "west")), "players"),
    (to(passes={S: 0}), "passes"),
    (to(points={S: 0, "west": 0}), "points"),
    (to(victory={}), "victory"),
    (to(prayers={S: 5}), "prayers"),
    (to(south="west"), "south"),
    (to(tactical_winner="west"), "tactical_winner"),
    (to(first_player=""), "first_player"),
    (to(active_player="west"), "active_player"),
    (to(step="over"), "step"),
    (to(result=Result([S], "why", "B-END-4")), "step"),
    (to(laid=[Laid("hut", 9.0, 9.0, 0)]), "laid[0].id"),
    (to(laid=[Laid("crate", 9.0, 9.0, 0), Laid("crate", 9.0, 3.0, 0)]), "laid[1].id"),
    (to(active="south.nobody"), "active"),
    (to(turn=8), "turn"),
    (to(turn=-1), "turn"),
    (to(destroyed=["hut"]), "destroyed"),
    (to(destroyed=["crate", "crate"]), "destroyed"),
    (to(stopped="west"), "stopped"),
    (to(auras=[Aura("Armour (1)", "south.nobody", 3, "turn")]), "auras[0].source"),
    (to(auras=[Aura("Armour (1)", WARDEN, 1001, "turn")]), "auras[0].inches"),
    (to(auras=[Aura("armour one", WARDEN, 3, "turn")]), "auras[0].entry"),
    (to(step="over", result=Result(["west"], "why", "B-END-4")), "result.winners"),
    (to(step="starting", last_turn=True), "last_turn"),
    (to(step="setup", setup_done=8), "setup_done"),
    (to(step="setup", setup_done=-1), "setup_done"),
    (to(step="main", turn=0), "turn"),
    (to(step="starting", turn=6), "turn"),
    (swapped, "models.south.nobody.id"),
    (model(profile="south.nobody"), f"models.{WARDEN}.profile"),
    (model(owner="west"), f"models.{WARDEN}.owner"),
    (model(side="west"), f"models.{WARDEN}.side"),
    (model(radius=0.09), f"models.{WARDEN}.radius"),
    (model(radius=3.01), f"models.{WARDEN}.radius"),
    (model(shots=-1), f"models.{WARDEN}.shots"),
    (model(shots=1001), f"models.{WARDEN}.shots"),
    (model(flank_turn=8), f"models.{WARDEN}.flank_turn"),
    (model(ammo={"Bow": 3}), f"models.{WARDEN}.ammo"),
    (idol(id="idol-9"), "objectives.idol-1.id"),
    (idol(friendly_to="west"), "objectives.idol-1.friendly_to"),
    (idol(worship={"west": 1}), "objectives.idol-1.worship"),
    (idol(worship={S: 1001}), "objectives.idol-1.worship.south"),
    (idol(worship={S: -1}), "objectives.idol-1.worship.south"),
    (idol(radius=3.01), "objectives.idol-1.radius"),
    (idol(radius=-0.1), "objectives.idol-1.radius"),
    (idol(actions=-1), "objectives.idol-1.actions"),
    (idol(actions=1001), "objectives.idol-1.actions"),
]


def test_what_is_wrong_is_named_where_it_stands() -> None:
    at = sound()
    for bend, where in BENT:
        found = faults(bent(at, bend))
        assert found.startswith((f"{where}: ", f"{where}[")), (where, found)


RIGHT: list[Bend] = [
    to(players=("north", "south")),
    to(prayers={}),
    to(prayers={S: 5, N: 0}),
    to(laid=[Laid("crate", 9.0, 9.0, 0)]),
    to(active=""),
    to(destroyed=["crate"]),
    to(stopped=S),
    to(auras=[Aura("Armour (1)", WARDEN, 1000, "turn")]),
    to(auras=[Aura("Armour (1)", WARDEN, 0, "turn")]),
    to(step="over", result=Result([S, N], "why", "B-END-4")),
    to(step="setup", setup_done=7, first_player="", south=""),
    to(step="setup", setup_done=0, turn=0),
    to(step="starting", turn=0),
    to(step="starting", turn=5),
    to(step="main", turn=6, last_turn=True),
    model(radius=0.1),
    model(radius=3.0),
    model(shots=1000),
    model(flank_turn=7),
    idol(worship={S: 1000}, actions=1000, friendly_to=N),
    idol(radius=0.0),
]


def test_what_is_just_right_passes() -> None:
    at = sound()
    assert [faults(bent(at, bend)) for bend in RIGHT] == [""] * len(RIGHT)


BROKEN: list[tuple[Bend, str]] = [
    (model(x=5.00005), "off the lattice"),
    (model(x=0.59), "over the edge"),
    (model(y=0.59), "over the edge"),
    (model(x=23.41), "over the edge"),
    (model(y=23.41), "over the edge"),
    (model(x=21.0, y=5.5), "impassable"),
    (model(x=21.0, y=round(5.0 + HALF - 0.002, 4)), "impassable"),
    (model(facing=36000), "faces nowhere"),
    (model(facing=-1), "faces nowhere"),
    (model(x=15.0, y=round(18.0 - HALF - 40 / 50.8 + 0.002, 4)), "overlaps Ferry Brute"),
    (model(x=6.0, y=round(12.0 - 2 * HALF + 0.002, 4)), "overlaps idol-1"),
    (model(counters=7), "activation counters"),
    (model(counters=-1), "activation counters"),
    (model(ki=7), "Ki of at most 6"),
    (model(ki=-1), "Ki of at most 6"),
    (model(wounds=8), "marked boxes of 7"),
    (model(wounds=-1), "marked boxes of 7"),
    (model(markers={"Sleepy": [0]}), "no state"),
    (model(markers={"Stunned": []}), "0 markers"),
    (model(markers={"Prone": [0, 0]}), "2 markers"),
    (to(victory={S: 4, N: -1}), "victory points"),
    (to(victory={S: 2, N: 2}), "victory points"),
    (to(points={S: -1, N: 0}), "scenario points"),
    (to(passes={S: 0, N: -1}), "pass tokens"),
    (to(prayers={S: 0, N: -1}), "prayers"),
]


def test_b_stat_and_b_move_1_what_no_game_may_come_to() -> None:
    at = sound()
    for bend, told in BROKEN:
        found = SOUND.violations(bent(at, bend).game.state, at.game.setup)
        assert [told in each for each in found] == [True], (told, found)


ALLOWED: list[Bend] = [
    model(x=round(HALF + 0.0001, 4)),
    model(y=round(24.0 - HALF - 0.0001, 4)),
    model(x=21.0, y=round(5.0 + HALF - 0.0005, 4)),
    model(x=15.0, y=round(18.0 - HALF - 40 / 50.8 + 0.0005, 4)),
    model(facing=35999),
    model(facing=0),
    model(counters=6),
    model(counters=0),
    model(ki=6),
    model(wounds=7),
    model(markers={"Stunned": [0, 0]}),
    model(markers={"Prone": [0]}),
    model(x=0.0, y=0.0, place="killed"),
    to(victory={S: 3, N: 0}),
]


def test_b_stat_and_b_move_1_what_a_game_may_just_come_to() -> None:
    at = sound()
    assert [SOUND.violations(bent(at, bend).game.state, at.game.setup) for bend in ALLOWED] == [[]] * len(ALLOWED)


def test_b_start_3_and_b_tr_37_more_counters_than_two_come_from_orders_alone() -> None:
    at = sound()
    at["bell-warden"].counters = 3
    found = []
    for step in ("starting", "main", "activation", "ending"):
        at.game.state.step = step
        found.append(len(SOUND.violations(at.game.state, at.game.setup)))
    assert found == [1, 1, 0, 1]


def test_b_terr_9_who_stands_where_a_crate_was_stands_well() -> None:
    at = sound()
    at.put("bell-warden", 21.0, 4.0)
    assert len(SOUND.violations(at.game.state, at.game.setup)) == 1
    at.game.state.destroyed = ["crate"]
    assert SOUND.violations(at.game.state, at.game.setup) == []
