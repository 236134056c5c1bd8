"""The Trap (section 11): Betrayers rise from every objective and go for the shards."""

from typing import Any

import pytest

from game.rulesets.godbreakers.rules import events as happened_in
from game.rulesets.godbreakers.rules.events import Displaced, MarkerDestroyed, Placed, Scored
from game.rulesets.godbreakers.rules.state import Marker, Model
from game.rulesets.godbreakers.rules.wild.compulsions import compulsion_of
from tests.rulesets.godbreakers.kit import (
    FAR,
    PLAYERS,
    A,
    B,
    C,
    Play,
    begin,
    from_the_start,
    godbreaker,
    objective,
    of_kind,
    shard,
    unaligned,
)
from tests.rulesets.godbreakers.setups import of_sort, places_asked, ring

RULE = "G-SCN-THE-TRAP"
TRAP: dict[str, Any] = {"scenario": "trap"}


def betrayer(name: str, x: float, y: float, **more: Any) -> Model:
    return unaligned(name, x, y, 8, kind="betrayer", traits={"Brutal": 1, "Deadly": 1}, **more)


def extra_objective(owner: str, x: float, y: float) -> Marker:
    return Marker(f"{owner}.objective", f"{owner}'s objective", "objective", owner, x, y, on_table=True)


# -- setup -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_g_scn_the_trap_shard_and_objective_in_seniority_order_then_deployment_in_reverse(players: int) -> None:
    order = PLAYERS[:players]
    play = from_the_start(players, dice=range(1, players + 1), **TRAP)
    asked = places_asked(play)
    assert asked[: 2 * players] == [(player, kind) for player in order for kind in ("shard", "objective")]
    assert asked[2 * players :] == [(player, "godbreaker") for player in reversed(order)] * 5
    assert sum(marker.kind == "objective" for marker in play.game.lying()) == players + 1


def test_g_scn_the_trap_an_objective_goes_outside_6_u_of_any_shard_then_on_the_table() -> None:
    play = from_the_start(**TRAP)
    play.answer([3, 3])
    assert play.asked == (A, RULE)
    # It may lie by the central objective, and the second player's shard by it.
    assert play.may_place(15, 11)
    assert play.may_place(11, 3)
    assert "too close" in play.why_not(10.99, 3)
    play.answer([11, 3], [5, 12])
    assert "too close" in play.why_not(5, 5)


# -- The Reckoning -----------------------------------------------------------------------------------


def test_g_scn_the_trap_every_round_a_betrayer_rises_at_every_objective() -> None:
    play = begin(
        godbreaker("Raven", A, *FAR),
        godbreaker("Nova", B, 27, 17),
        objective(10, 10),
        extra_objective(A, 20, 10),
        shard(A, 3, 17),
        step="starting",
        priority=[B, A],
        in_round=2,
        **TRAP,
    )
    play.answer(["objective", "anna.objective"])
    # Q22: placed by the player lowest in priority, each at its own objective.
    assert play.asked == (A, RULE)
    assert play.may_place(11.99, 10)
    assert not play.may_place(20, 11.5)
    play.answer([11.5, 10])
    assert not play.may_place(10, 11.5)
    happened = play.answer([20, 11.5])
    assert [event.rule for event in of_kind(happened, Placed)] == [RULE]
    assert play.state.step == "activation"
    first = play.model("betrayer-1")
    assert (first.die, first.traits, first.owner) == (8, {"Brutal": 1, "Deadly": 1}, "")
    assert len(of_sort(play, "betrayer")) == 2


def reckoning(*, players: int = 2, priority: tuple[str, ...] = (B, A)) -> Play:
    """The start of a round with three objectives."""
    return begin(
        godbreaker("Raven", A, *FAR),
        godbreaker("Nova", B, 27, 17),
        *([godbreaker("Cass", C, 27, 3)] if players > 2 else []),
        objective(10, 10),
        extra_objective(A, 20, 10),
        extra_objective(B, 15, 15),
        step="starting",
        players=players,
        priority=priority,
        **TRAP,
    )


def test_g_ini_4_whoever_holds_the_initiative_orders_several_arrivals() -> None:
    play = reckoning()
    assert play.asked == (B, "G-INI-4")
    assert play.items == ["objective", "anna.objective", "bert.objective"]
    play.answer(["bert.objective", "objective", "anna.objective"])
    assert play.asked == (A, RULE)
    assert play.may_place(15, 13.5)
    assert not play.may_place(10, 11.5)
    play.answer([15, 13.5], [11.5, 10], [20, 11.5])
    assert play.state.step == "activation"
    assert [(model.x, model.y) for model in of_sort(play, "betrayer")] == [(15, 13.5), (11.5, 10), (20, 11.5)]


def test_g_ini_4_when_the_holder_of_the_initiative_leaves_the_next_in_priority_orders_the_rest() -> None:
    play = reckoning(players=3, priority=(B, C, A))
    play.answer(["bert.objective", "objective", "anna.objective"])
    play.declare("concede", B)
    # The first of them has come in; two are left to be ordered.
    assert play.asked == (C, "G-INI-4")
    assert play.items == ["objective", "anna.objective"]


def test_g_ini_4_a_single_arrival_needs_no_order() -> None:
    play = begin(godbreaker("Raven", A, *FAR), objective(10, 10), shard(A, 3, 17), step="starting", players=1, **TRAP)
    assert play.asked == (A, RULE)


def test_g_scn_the_trap_a_destroyed_objective_brings_nobody() -> None:
    play = begin(godbreaker("Raven", A, *FAR), shard(A, 10, 10), step="starting", players=1, **TRAP)
    assert play.state.step == "activation"
    assert of_sort(play, "betrayer") == []


def test_q23_a_betrayer_without_room_goes_to_the_nearest_spot_for_1_damage() -> None:
    crowd = [unaligned(f"Beast{n}", *spot) for n, spot in enumerate(ring(10, 10, 1.5, 7))]
    play = begin(godbreaker("Raven", A, *FAR), objective(10, 10), *crowd, step="starting", players=1, **TRAP)
    assert [event.piece for event in of_kind(play.session.events, Displaced)] == ["betrayer-1"]
    assert play.model("betrayer-1").damage == 1


def test_g_scn_the_trap_a_player_who_leaves_in_the_middle_of_it_brings_no_second_betrayer() -> None:
    play = begin(
        godbreaker("Raven", A, *FAR),
        godbreaker("Nova", B, 27, 17),
        godbreaker("Cass", C, 27, 3),
        objective(10, 10),
        extra_objective(A, 20, 10),
        step="starting",
        players=3,
        **TRAP,
    )
    play.answer(["objective", "anna.objective"], [11.5, 10])
    play.declare("concede", A)
    # The one that was being placed comes in, and no other.
    assert play.state.step == "activation"
    assert len(of_sort(play, "betrayer")) == 2
    assert play.session.ruleset.violations(play.game) == []


# -- For The Broken! ---------------------------------------------------------------------------------


def test_g_comp_for_the_broken_a_betrayer_goes_for_the_closest_shard_not_the_closest_enemy() -> None:
    play = begin(
        betrayer("Judas", 10, 10),
        shard(A, 15, 10),
        shard(B, 3, 3),
        godbreaker("Raven", A, 11.5, 10, activated=True),
        **TRAP,
    )
    play.answer(["judas"])
    assert play.decision.rule == "G-COMP-FOR-THE-BROKEN"
    assert play.options == [f"approach:{A}.shard", "traits", "override"]
    play.answer(f"approach:{A}.shard")
    assert play.may_place(14, 11.5)
    assert not play.may_place(12.5, 10)


def test_g_meas_7_among_equally_close_shards_the_handler_chooses() -> None:
    play = begin(
        betrayer("Judas", 10, 10),
        shard(A, 15.2, 10),
        shard(B, 4.6, 10),
        godbreaker("Raven", A, *FAR, activated=True),
        **TRAP,
    )
    play.answer(["judas"])
    assert play.options[:2] == [f"approach:{A}.shard", f"approach:{B}.shard"]


@pytest.mark.parametrize(("die", "stands"), [(4, False), (3, True)])
def test_g_scn_the_trap_within_0_u_of_a_shard_a_betrayer_tests_to_destroy_it(die: int, stands: bool) -> None:
    play = begin(
        betrayer("Judas", 10, 10),
        shard(A, 11.5, 10),
        godbreaker("Raven", A, 12.7, 10, activated=True),
        dice=[die],
        **TRAP,
    )
    play.answer(["judas"])
    assert play.options == ["break-shard", "traits", "override"]
    found = play.session.ruleset.odds(play.game, play.decision, "break-shard")
    assert found is not None
    assert found.title == "Judas tests Destroy Marker"
    # Whoever controls the shard makes no difference.
    assert play.game.controls(A, play.state.markers[f"{A}.shard"]) is False
    play.answer("break-shard")
    assert play.candidates == [f"{A}.shard"]
    happened = play.answer([f"{A}.shard"])
    assert [event.test for event in of_kind(happened, happened_in.Tested)] == ["Destroy Marker"]
    assert len(of_kind(happened, MarkerDestroyed)) == (0 if stands else 1)
    assert play.state.markers[f"{A}.shard"].on_table is stands


def test_g_comp_for_the_broken_ends_with_the_last_shard() -> None:
    play = begin(betrayer("Judas", 10, 10), godbreaker("Raven", A, *FAR), shard(A, 20, 10), **TRAP)
    assert compulsion_of(play.game, play.model("Judas")).name == "For The Broken!"
    play.state.markers[f"{A}.shard"].on_table = False
    assert compulsion_of(play.game, play.model("Judas")).name == "Murderous"


def test_g_scn_the_trap_nobody_else_breaks_shards() -> None:
    play = begin(godbreaker("Raven", A, 10, 10), shard(B, 11.5, 10), unaligned("Beast", 13, 10), **TRAP)
    play.answer(["raven"])
    assert play.refusal("break-shard").rule == RULE
    play.answer("end", ["beast"])
    assert play.refusal("break-shard").rule == RULE
    assert play.decision.rule == "G-SIDE-5"


def test_g_scn_the_trap_nothing_but_markers_scores() -> None:
    one, two = godbreaker("Raven", A, 21.5, 10, 10), godbreaker("Nova", B, *FAR, 10)
    play = begin(one, two, betrayer("Judas", 25, 17), extra_objective(B, 20, 10), step="resolution", in_round=5, **TRAP)
    assert play.state.vp == {A: 2, B: 0}
    assert [event.rule for event in of_kind(play.session.events, Scored)] == ["G-RES-2"]
