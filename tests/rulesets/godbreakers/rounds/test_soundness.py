"""What a state read from a file must hold, each requirement kept just so and just missed (G-TBL, G-RND, G-CIR)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from game.documents.error import DocumentError
from game.rulesets.godbreakers.rules.invariants import SOUND
from game.rulesets.godbreakers.rules.setup import Setup
from game.rulesets.godbreakers.rules.state import Result, State
from tests.rulesets.godbreakers.kit import (
    A,
    B,
    begin,
    godbreaker,
    make_setup,
    objective,
    shard,
    table,
    treasure,
    unaligned,
    wall,
    wood,
)

GROUND = table(wood("Copse", 20, 2, 24, 6), wall("Hedge", (20, 12), (26, 12)))
SUPPLY = (wood("Pond", 0, 0, 2, 2), wood("Bog", 0, 0, 2, 2))


@cache
def sound_moment(levels: bool) -> tuple[State, Setup]:
    """A sound moment of the first round on a table with a copse and a hedge, a pond and a bog beside it."""
    setup = make_setup(2, GROUND, supply=SUPPLY, levels=levels)
    play = begin(
        godbreaker("Raven", A, 10, 10, traits={"Tough": 2}, flaws=("Prey",)),
        godbreaker("Nova", B, 14, 10),
        unaligned("Beast", 5, 15),
        objective(10, 5),
        shard(A, 3, 3),
        shard(B, 27, 17),
        treasure("treasure-1", "raven"),
        treasure("treasure-2", x=8, y=8),
        ground=GROUND,
        supply=SUPPLY,
    )
    return play.state, setup


def moment(levels: bool = False) -> tuple[State, Setup]:
    """That moment, to be changed at will."""
    state, setup = sound_moment(levels)
    return state.clone(), setup


def against(change: Callable[[State], Any], **options: Any) -> str:
    """Return where a change makes the moment unsound, "sound" if it does not."""
    state, setup = moment(**options)
    change(state)
    try:
        SOUND.require(state, setup, "moment.json")
    except DocumentError as error:
        return error.where if error.file == "moment.json" and error.reason else "told badly"
    return "sound"


def setting(path: str, value: Any) -> Callable[[State], None]:
    """Return the change of a field: of the state, or of `raven`, `objective`, `treasure-1` (`raven.die`)."""

    def change(state: State) -> None:
        owner: Any = state
        name = path
        if "." in path:
            piece, name = path.split(".")
            records: Any = {**state.models, **state.markers, **state.tokens}
            owner = records[piece]
        setattr(owner, name, value)

    return change


def test_a_moment_of_a_game_is_sound() -> None:
    assert against(lambda state: None) == "sound"


def test_a_shard_for_every_player_and_the_objective_are_there() -> None:
    assert against(lambda state: state.markers.pop(f"{B}.shard")) == "markers"
    assert against(lambda state: state.markers.pop("objective")) == "markers"


@pytest.mark.parametrize("step", ["setup", "round", "initiative", "ordering", "activation", "recovery", "resolution"])
def test_g_ini_3_priority_is_set_from_the_activations_on(step: str) -> None:
    def change(state: State) -> None:
        state.step, state.priority, state.initiative = step, [], ""  # type: ignore[assignment]

    early = step in ("setup", "round", "initiative", "ordering")
    assert against(change) == ("sound" if early else "priority")


def test_g_rnd_1_before_a_round_begins_there_is_one_to_come() -> None:
    def before(number: int) -> str:
        def change(state: State) -> None:
            state.step, state.round, state.priority = "round", number, []

        return against(change)

    assert [before(number) for number in (0, 4, 5)] == ["sound", "sound", "round"]


def test_g_scn_3_a_game_that_is_over_has_winners_among_its_players() -> None:
    def over(step: str, *winners: str) -> str:
        def change(state: State) -> None:
            state.step, state.result, state.round = step, Result([*winners], "", "G-RND-1"), 90  # type: ignore[assignment]
            if step == "nomination":
                state.round = 5

        return against(change)

    assert over("over", A) == over("over", A, B) == over("over") == over("nomination", A) == "sound"
    assert over("over", "carl") == "result.winners"


def test_an_unknown_scenario_is_refused() -> None:
    state, _setup = moment()
    unknown = make_setup(2, GROUND, supply=SUPPLY)
    document = unknown.document.model_copy(update={"scenario": "picnic"})
    with pytest.raises(DocumentError, match=r"setup\.scenario.*picnic"):
        SOUND.require(state, Setup(document), "moment.json")


# -- the table


def broken(change: Callable[[State], Any], **options: Any) -> list[str]:
    state, setup = moment(**options)
    change(state)
    return SOUND.violations(state, setup)


def at(x: float, y: float, piece: str = "raven") -> Callable[[State], None]:
    def change(state: State) -> None:
        there: Any = {**state.models, **state.markers}[piece]
        there.x, there.y = x, y

    return change


@pytest.mark.parametrize(
    ("x", "y", "hangs"),
    [(0.5, 10, False), (29.5, 10, False), (10, 0.5, False), (10, 19.5, False)]
    + [(0.4999, 10, True), (29.5001, 10, True), (10, 0.4999, True), (10, 19.5001, True)],
)
def test_g_tbl_1_nothing_hangs_over_the_edge(x: float, y: float, hangs: bool) -> None:
    assert broken(at(x, y)) == (["Raven hangs over the edge of the table (G-TBL-1)"] if hangs else [])


def test_places_are_on_the_lattice() -> None:
    assert broken(at(10.00005, 10)) == ["Raven stands off the lattice at (10.00005, 10)"]
    assert broken(at(10, 4.99995, "objective")) == ["Objective stands off the lattice at (10, 4.99995)"]


@pytest.mark.parametrize(
    ("x", "overlap"), [(13.0, False), (13.0001, True), (13.5, True), (15.0, False), (14.9999, True)]
)
def test_g_tbl_2_bases_may_touch_and_not_overlap(x: float, overlap: bool) -> None:
    found = broken(at(x, 10))
    assert len(found) == overlap
    assert not overlap or found[0].startswith(f"Raven overlaps Nova by {1 - abs(14 - x):.4f}"[:26])


@pytest.mark.parametrize(("y", "overlap"), [(6.0, False), (5.9999, True)])
def test_g_tbl_2_a_base_may_touch_a_marker(y: float, overlap: bool) -> None:
    assert len(broken(at(10, y))) == overlap


@pytest.mark.parametrize(
    ("y", "stands"), [(11.4, False), (11.3999, False), (11.4002, True), (12.6, False), (12.5998, True)]
)
def test_g_tbl_2_a_base_may_touch_a_barricade(y: float, stands: bool) -> None:
    """The hedge is 0.2 inches wide."""
    assert broken(at(23, y)) == (["Raven stands on Hedge (G-TBL-2)"] if stands else [])


def test_g_tbl_7_a_token_is_held_by_who_is_on_the_table_or_ascended() -> None:
    assert broken(setting("raven.place", "ascended")) == []
    [text] = broken(setting("raven.place", "casualty"))
    assert text == "token treasure-1 is held by raven, who is not on the table (G-TBL-7)"


def test_a_model_off_the_table_is_in_nobodys_way() -> None:
    def away(state: State) -> None:
        at(14, 10)(state)
        state.models["nova"].place = "reserve"

    assert broken(away) == []


def test_g_adv_2_with_levels_bases_on_different_ones_may_overlap_and_stand_on_something() -> None:
    def above(state: State) -> None:
        at(14, 10)(state)
        state.models["raven"].level = 1

    assert broken(above, levels=True) == ["Raven stands on nothing at level 1 (G-ADV-2)"]
    assert broken(at(14, 10), levels=True) == ["Raven overlaps Nova by 1.0000 inches (G-TBL-2)"]
