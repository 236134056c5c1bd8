"""The Gathering (section 11): Locals are verified, Hunters revealed, and the closest circle answers for them."""

from typing import Any

import pytest

from game.rulesets.godbreakers.rules import events as happened_in
from game.rulesets.godbreakers.rules.events import DamageCarried, Scored, TakenAway
from game.rulesets.godbreakers.rules.placing import attack_range
from game.rulesets.godbreakers.rules.state import Model
from tests.rulesets.godbreakers.kit import (
    FAR,
    PLAYERS,
    A,
    B,
    Play,
    begin,
    from_the_start,
    godbreaker,
    of_kind,
    unaligned,
)
from tests.rulesets.godbreakers.setups import of_sort, places_asked

RULE = "G-SCN-THE-GATHERING"
GATHERING: dict[str, Any] = {"scenario": "gathering"}


def local(name: str, x: float, y: float, **more: Any) -> Model:
    return unaligned(name, x, y, 6, kind="local", **more)


def hunter(name: str, x: float, y: float, **more: Any) -> Model:
    return unaligned(name, x, y, 10, kind="hunter", traits={"Ranged": 1}, **more)


# -- setup -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_g_scn_the_gathering_shards_then_in_reverse_a_godbreaker_and_a_local_each(players: int) -> None:
    order = PLAYERS[:players]
    sinister = [2] if players == 1 else []
    play = from_the_start(players, dice=[*sinister, *range(1, players + 1)], **GATHERING)
    asked = places_asked(play)
    assert asked[:players] == [(player, "shard") for player in order]
    pairs = [(player, kind) for player in reversed(order) for kind in ("godbreaker", "local")] * 5
    # Alone a Hunter comes too.
    assert asked[players:] == [*pairs, *([(A, "hunter")] if players == 1 else [])]
    assert len(of_sort(play, "hunter")) == (1 if players == 1 else 0)


def test_g_scn_the_gathering_a_local_is_a_plain_d6_outside_6_u_of_the_godbreaker_just_deployed() -> None:
    play = from_the_start(1, **GATHERING)
    play.answer([3, 3])
    play.answer([play.candidates[0]], [5, 3])
    assert play.asked == (A, RULE)
    assert play.may_place(13, 3)
    assert "too close" in play.why_not(12.99, 3)
    newcomer = play.model("local-1")
    assert (newcomer.die, newcomer.traits, newcomer.owner) == (6, {}, "")


def test_g_scn_the_gathering_alone_a_hunter_stands_within_0_u_of_any_marker() -> None:
    play = from_the_start(1, dice=[6], **GATHERING)
    play.answer([3, 10])
    for number in range(5):
        candidates = play.candidates if number < 4 else None
        if candidates:
            play.answer([candidates[0]])
        play.answer([3.0, 12.0 + 1.2 * number], [27, 2 + 3 * number])
    assert play.decision.about == "hunter-1"
    # Base and marker have 0.63 and 0.5; the gap must be under an inch.
    assert play.may_place(15, 12.12)
    assert play.may_place(3, 8)
    assert not play.may_place(15, 12.14)
    newcomer = play.model("hunter-1")
    assert (newcomer.die, newcomer.radius, newcomer.traits) == (10, 0.63, {"Ranged": 1, "Vengeful": 2})
    assert attack_range(play.game, newcomer) == 10


def test_g_side_2_hunters_are_friends_of_hunters_and_locals_of_nobody() -> None:
    play = begin(hunter("Hex", 10, 10), hunter("Vex", 15, 10), local("Ann", 20, 10), local("Joe", 25, 10), **GATHERING)
    hex_, vex, ann, joe = (play.model(name) for name in ("Hex", "Vex", "Ann", "Joe"))
    assert play.game.friendly(hex_, vex)
    assert play.game.hostile(hex_, ann)
    assert play.game.hostile(ann, joe)


# -- Verify ------------------------------------------------------------------------------------------


def verifying(*dice: int, **more: Any) -> Play:
    """Raven verifies Ann, who has 2 damage."""
    pieces = [godbreaker("Raven", A, 10, 10, 8), local("Ann", 11.5, 10, damage=2), godbreaker("Nova", B, *FAR)]
    play = begin(*pieces, dice=dice, **{**GATHERING, **more})
    play.act("Raven", "verify", ["ann"])
    return play


def test_g_scn_the_gathering_verify_removes_the_local_and_success_is_worth_1_vp() -> None:
    play = verifying(4)
    events = play.session.events
    assert [(event.model, event.by) for event in of_kind(events, TakenAway)] == [("ann", "raven")]
    assert [(event.test, event.success) for event in of_kind(events, happened_in.Tested)] == [("This Will Hurt…", True)]
    assert play.state.vp == {A: 1, B: 0}
    assert play.asked == (A, RULE)
    assert play.options == ["hunter", "nobody"]
    play.answer("nobody")
    assert of_sort(play, "hunter") == []
    assert play.asked == (A, "G-ACT-4")


def test_g_scn_the_gathering_a_hunter_comes_within_6_u_of_the_active_model_with_the_locals_damage() -> None:
    play = verifying(4, 2)
    happened = play.answer("hunter")
    # Its player places it, six inches and more from Raven, all of the base: 0.5 + 7 - 0.63.
    assert play.asked == (A, RULE)
    assert play.may_place(16.86, 10)
    assert not play.may_place(16.88, 10)
    happened += play.answer([16, 10])
    newcomer = play.model("hunter-1")
    assert (newcomer.damage, newcomer.traits, newcomer.owner) == (2, {"Ranged": 1, "Deadly": 2}, "")
    assert [(event.source, event.amount) for event in of_kind(happened, DamageCarried)] == [("ann", 2)]


def test_g_scn_5_the_active_models_player_chooses_the_sinister_trait_where_that_is_agreed() -> None:
    play = verifying(4, threat_traits="chosen", priority=[A, B])
    play.answer("hunter")
    assert play.asked == (A, "G-SCN-5")
    assert play.options == ["Brutal", "Deadly", "Defensive", "Fleet", "Merciless", "Vengeful"]
    play.answer("Fleet", [16, 10])
    assert play.model("hunter-1").traits == {"Ranged": 1, "Fleet": 2}


def test_g_scn_the_gathering_a_failed_test_costs_1_vp_and_reveals_nobody() -> None:
    play = verifying(3)
    assert play.state.vp == {A: -1, B: 0}
    assert play.asked == (A, "G-ACT-4")
    # Removed by Verify is no casualty: nothing more is lost for it.
    assert [event.points for event in of_kind(play.session.events, Scored)] == [-1]
    assert play.model("Ann").place == "removed"


def test_g_scn_the_gathering_verify_reaches_as_far_as_an_attack_and_takes_a_godbreaker() -> None:
    archer = godbreaker("Raven", A, 10, 10, traits={"Ranged": 1})
    play = begin(archer, local("Ann", 16.9, 10), local("Joe", 10, 18.1), godbreaker("Nova", B, *FAR), **GATHERING)
    play.answer(["raven"], "verify")
    assert play.candidates == ["ann"]
    play = begin(godbreaker("Raven", A, 10, 10), local("Ann", 12.01, 10), godbreaker("Nova", B, *FAR), **GATHERING)
    play.answer(["raven"])
    assert "attack range of 0 U" in play.refusal("verify").text
    play = begin(unaligned("Pet", 10, 10, owner=A), local("Ann", 11.5, 10), godbreaker("Nova", B, *FAR), **GATHERING)
    play.answer(["pet"])
    assert play.refusal("verify").rule == RULE


# -- scoring -----------------------------------------------------------------------------------------


def falling(victim: Model, *others: Model) -> Play:
    return begin(victim, *others, step="recovery", dice=[1], **GATHERING)


@pytest.mark.parametrize(("make", "points"), [(hunter, 5), (local, -1)])
def test_g_scn_the_gathering_a_casualty_counts_for_the_closest_circle(make: Any, points: int) -> None:
    play = falling(make("Ann", 10, 10, damage=9), godbreaker("Raven", A, 15, 10), godbreaker("Nova", B, 14, 10))
    assert play.state.vp == {A: 0, B: points}
    assert [event.rule for event in of_kind(play.session.events, Scored)] == [RULE]


@pytest.mark.parametrize("make", [hunter, local])
def test_g_scn_the_gathering_a_casualty_counts_for_nobody_if_players_tie(make: Any) -> None:
    play = falling(make("Ann", 10, 10, damage=9), godbreaker("Raven", A, 13.4, 10), godbreaker("Nova", B, 6.5, 10))
    assert play.state.vp == {A: 0, B: 0}


def test_g_scn_the_gathering_a_tame_model_stands_for_its_player() -> None:
    pieces = [unaligned("Pet", 12, 10, owner=A), godbreaker("Raven", A, *FAR), godbreaker("Nova", B, 14, 10)]
    play = falling(hunter("Hex", 10, 10, damage=9), *pieces)
    assert play.state.vp == {A: 5, B: 0}


def test_g_scn_4_alone_the_hunters_and_locals_are_all_ones_own() -> None:
    hex_, ann = hunter("Hex", 10, 10, damage=9), local("Ann", 15, 10, damage=9)
    play = begin(hex_, ann, godbreaker("Raven", A, *FAR), step="recovery", dice=[1, 1], players=1, **GATHERING)
    play.answer(["hex"])
    assert play.state.vp == {A: 4}
