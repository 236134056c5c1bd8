"""The Clash (section 11): the hunt table, Followers, and everybody's spoils at once."""

from typing import Any

import pytest

from game.rulesets.godbreakers.rules.events import Scored, TableRolled, TrophyLeft
from game.rulesets.godbreakers.rules.rounds.deployment import AUTO
from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.rules.wild.compulsions import compulsion_of
from tests.rulesets.godbreakers.kit import (
    FAR,
    PLAYERS,
    A,
    B,
    C,
    Play,
    begin,
    forgotten,
    from_the_start,
    godbreaker,
    hoard,
    of_kind,
    treasure,
    unaligned,
)
from tests.rulesets.godbreakers.setups import of_sort, places_asked

RULE = "G-SCN-THE-CLASH"
CLASH: dict[str, Any] = {"scenario": "clash"}
PREY = {
    1: ["hunter", "hunter"],
    2: ["horror"],
    3: ["local"] * 5,
    4: ["hoard"],
    5: ["objective"],
    6: ["follower", "hunter"],
}
TRAITS = {1: [1, 1], 2: [1, 2], 3: [], 4: [], 5: [], 6: [1, 2, 1]}
"""The dice that the traits of a hunt's threats take."""


def follower(name: str, x: float, y: float, owner: str, **more: Any) -> Model:
    return unaligned(name, x, y, 10, owner, kind="follower", **more)


# -- setup -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("faces", [(1, 2), (3, 4), (5, 6), (6, 6, 6), (1, 2, 3, 4)])
def test_g_scn_the_clash_shards_then_each_players_hunt_then_deployment_in_reverse(faces: tuple[int, ...]) -> None:
    players = len(faces)
    order = PLAYERS[:players]
    dice = [die for face in faces for die in (face, *TRAITS[face])]
    play = from_the_start(players, dice=[*dice, *range(1, players + 1)], **CLASH)
    asked = places_asked(play, seed=players)
    hunts = [(player, kind) for player, face in zip(order, faces) for kind in PREY[face]]
    assert asked[:players] == [(player, "shard") for player in order]
    assert asked[players : players + len(hunts)] == hunts
    assert asked[players + len(hunts) :] == [(player, "godbreaker") for player in reversed(order)] * 5
    assert play.state.hunts == {player: [face] for player, face in zip(order, faces)}


def test_g_scn_the_clash_alone_three_rolls_and_the_two_lowest_count() -> None:
    play = from_the_start(1, dice=[5, 2, 4, 3, 4, 1], **CLASH)
    asked = places_asked(play)
    assert [event.roll.result for event in of_kind(play.session.events, TableRolled)][:3] == [5, 2, 4]
    assert play.state.hunts == {A: [2, 4]}
    assert asked[1:3] == [(A, "horror"), (A, "hoard")]


def test_g_scn_the_clash_alone_the_same_hunt_may_come_twice() -> None:
    play = from_the_start(1, dice=[4, 6, 4, 1], **CLASH)
    assert places_asked(play)[:3] == [(A, "shard"), (A, "hoard"), (A, "hoard")]
    assert {marker.id for marker in play.game.lying() if marker.kind == "hoard"} == {"anna.hoard", "anna.hoard-2"}


def hunting(face: int, *dice: int) -> Play:
    """Two shards lie at (3, 3) and (27, 17), the objective at (15, 10); Anna has rolled a hunt."""
    play = from_the_start(2, dice=[face, *dice], **CLASH)
    play.answer([3, 3], [27, 17])
    return play


def test_g_scn_the_clash_hunt_1_two_hunters_each_at_a_different_marker() -> None:
    play = hunting(1, 1, 2, 5)
    assert play.asked == (A, RULE)
    assert play.may_place(15, 12)
    assert play.may_place(3, 5)
    assert "out of range" in play.why_not(10, 5)
    play.answer([15, 12])
    assert not play.may_place(15, 8)
    assert play.may_place(3, 5)
    assert play.may_place(27, 15)
    play.answer([27, 15])
    assert [model.traits for model in of_sort(play, "hunter")] == [
        {"Ranged": 1, "Brutal": 2},
        {"Ranged": 1, "Deadly": 2},
    ]
    assert play.decision.player == B


def test_g_scn_the_clash_a_first_hunter_at_two_markers_leaves_both_to_the_second() -> None:
    play = from_the_start(2, dice=[1, 1, 2], **CLASH)
    play.answer([3, 3], [3, 6])
    play.answer([4.3, 4.5])
    assert play.decision.about == "hunter-2"
    assert play.may_place(3, 8)
    assert play.may_place(5, 2.5)
    assert play.may_place(15, 12)


def test_g_scn_the_clash_hunt_2_a_horror_within_6_u_of_the_centre() -> None:
    play = hunting(2, 1, 2)
    assert play.may_place(15 + 6.2, 10)
    assert not play.may_place(15 + 6.22, 10)
    assert play.model("horror-1").traits == {"Tough": 1, "Brutal": 1, "Deadly": 1}


def test_g_scn_the_clash_hunt_3_five_locals_outside_6_u_of_the_own_shard() -> None:
    play = hunting(3, 4)
    for number in range(5):
        assert play.asked == (A, RULE)
        assert play.may_place(11 + 2 * number, 3)
        assert "too close" in play.why_not(10.99, 3)
        play.answer([11 + 2 * number, 3])
    assert len(of_sort(play, "local")) == 5
    assert play.decision.player == B


@pytest.mark.parametrize(("face", "kind"), [(4, "hoard"), (5, "objective")])
def test_g_scn_the_clash_hunts_4_and_5_a_marker_outside_6_u_of_any_other(face: int, kind: str) -> None:
    play = hunting(face)
    assert play.decision.about == f"anna.{kind}"
    assert play.may_place(7, 10)
    assert "too close" in play.why_not(7.01, 10)
    assert "too close" in play.why_not(3, 10.9)
    assert "too close" in play.why_not(20, 17)


def test_g_scn_the_clash_hunt_6_a_tame_follower_near_the_own_shard_and_a_hunter_elsewhere() -> None:
    play = hunting(6, 1, 1, 6, 3, 4)
    newcomer = play.model("follower-1")
    # Two different Sinister traits at rank 2: the second 1 is rolled again (Q33).
    assert (newcomer.die, newcomer.owner, newcomer.traits) == (10, A, {"Brutal": 2, "Vengeful": 2})
    # All of its base: 0.5 + 3 - 0.63.
    assert play.may_place(5.86, 3)
    assert not play.may_place(5.88, 3)
    play.answer([5, 3])
    assert play.decision.about == "hunter-1"
    assert not play.may_place(3, 5)
    assert play.may_place(15, 12)
    assert play.may_place(27, 15)
    play.answer([27, 15])
    assert play.decision.player == B


def test_g_scn_the_clash_a_player_who_leaves_during_the_setup_takes_no_hunt_along() -> None:
    play = from_the_start(3, dice=[2, 1, 2], **CLASH)
    play.answer([3, 3], [27, 17], [27, 3])
    play.declare("concede", C)
    # Anna's Horror keeps its traits, and nobody rolls for her again.
    assert play.decision.about == "horror-1"
    assert play.state.hunts == {A: [2]}
    assert len(of_kind(play.session.events, TableRolled)) == 3


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_g_scn_the_clash_can_be_set_up_automatically(players: int) -> None:
    rolls = [4, 4, 5] if players == 1 else [3, 4, 5, 3][:players]
    play = from_the_start(players, dice=[*rolls, *range(1, players + 1)], **CLASH)
    for _ in range(players):
        play.answer(AUTO.key)
    assert play.state.step != "setup"
    assert play.session.ruleset.violations(play.game) == []


# -- Followers ---------------------------------------------------------------------------------------


def test_g_side_3_a_follower_is_activated_by_its_player_and_holds_no_marker() -> None:
    play = begin(
        follower("Disciple", 11.5, 10, A),
        godbreaker("Raven", A, 25, 5),
        hoard(A, 10, 10),
        godbreaker("Nova", B, *FAR),
        **CLASH,
    )
    assert play.candidates == ["disciple", "raven"]
    assert play.game.friendly(play.model("Disciple"), play.model("Raven"))
    assert not play.game.controls(A, play.state.markers["anna.hoard"])


def test_g_scn_the_clash_a_follower_lost_costs_its_circle_10_vp() -> None:
    play = begin(
        follower("Disciple", 10, 10, A, damage=20),
        godbreaker("Raven", A, 25, 5),
        godbreaker("Nova", B, 11.5, 10),
        step="recovery",
        dice=[1],
        **CLASH,
    )
    assert play.state.vp == {A: -10, B: 0}
    assert [event.rule for event in of_kind(play.session.events, Scored)] == [RULE]


# -- spoils ------------------------------------------------------------------------------------------


def test_g_scn_the_clash_hunters_and_locals_count_as_in_the_gathering_and_horrors_leave_trophies() -> None:
    play = begin(
        unaligned("Hex", 10, 10, 10, kind="hunter", damage=20),
        unaligned("Ann", 10, 5, 6, kind="local", damage=20),
        unaligned("Maw", 10, 15, 12, kind="horror", damage=20),
        godbreaker("Raven", A, 12, 10),
        godbreaker("Nova", B, 27, 3),
        step="recovery",
        dice=[1, 1, 1],
        **CLASH,
    )
    # A Horror falls here without Spawning.
    play.answer(["hex"], ["ann"])
    assert play.state.vp == {A: 5 - 1, B: 0}
    assert [event.model for event in of_kind(play.session.events, TrophyLeft)] == ["maw"]


def test_g_scn_the_clash_plunder_and_the_forgotten_are_those_of_the_score() -> None:
    play = begin(godbreaker("Raven", A, 11.5, 10), hoard(B, 10, 10), godbreaker("Nova", B, *FAR), dice=[2], **CLASH)
    play.act("Raven", "plunder", [12.6, 10])
    assert [token.type for token in play.game.tokens_of(play.model("Raven"))] == ["treasure"]
    assert compulsion_of(play.game, play.model("forgotten-1")).name == "Mine!"


def test_g_scn_the_clash_a_forgotten_claims_treasure_at_the_end_of_its_activation() -> None:
    play = begin(
        forgotten("Grim", 10, 10),
        godbreaker("Raven", A, *FAR, activated=True),
        treasure("gold", x=10.9, y=10),
        players=1,
        **CLASH,
    )
    play.answer(["grim"], "override", "nothing")
    assert play.state.tokens["gold"].holder == "grim"


def test_g_side_2_in_the_clash_hunters_befriend_hunters_and_horrors_horrors() -> None:
    kinds = ["hunter", "hunter", "horror", "horror", "local", "local"]
    pieces = [unaligned(f"M{n}", 4 * n + 3, 10, 10, kind=kind) for n, kind in enumerate(kinds)]
    play = begin(*pieces, **CLASH)
    models = [play.model(f"M{n}") for n in range(len(kinds))]
    friends = [
        (n, m) for n, one in enumerate(models) for m, other in enumerate(models) if play.game.friendly(one, other)
    ]
    assert friends == [(0, 1), (1, 0), (2, 3), (3, 2)]


def test_g_scn_the_clash_10_vp_with_trophies_and_5_with_treasure_at_the_end_of_the_final_round() -> None:
    pieces = [godbreaker("One", A, 3, 3, 10), godbreaker("Two", A, 6, 3, 10), godbreaker("Three", B, 27, 17, 10)]
    spoils = {"gold": "one", "skull": "one", "coin": "two", "crown": "three"}
    tokens = [treasure(name, who, sort="trophy" if name == "skull" else "treasure") for name, who in spoils.items()]
    play = begin(*pieces, *tokens, step="resolution", in_round=5, **CLASH)
    assert play.state.vp == {A: 10 + 5 + 5, B: 5}
    play = begin(*pieces, *tokens, step="resolution", in_round=4, **CLASH)
    assert play.state.vp == {A: 0, B: 0}
