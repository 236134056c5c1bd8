"""The special actions everybody has: Sunder and Hand Off (G-SPEC)."""

import pytest

from game.engine.core.decisions import Choose
from game.rulesets.godbreakers.rules.events import MarkerDestroyed, Rolled, TokenClaimed
from game.rulesets.godbreakers.rules.state import Marker, Model
from tests.rulesets.godbreakers.kit import (
    FAR,
    A,
    B,
    Play,
    begin,
    godbreaker,
    hoard,
    objective,
    of_kind,
    shard,
    treasure,
    unaligned,
)

# -- G-SPEC-1: Sunder ------------------------------------------------------------------------------


@pytest.mark.parametrize(("face", "destroyed"), [(4, True), (3, False)])
def test_g_spec_1_a_controlled_marker_leaves_the_table_on_success(face: int, destroyed: bool) -> None:
    play = begin(godbreaker("Raven", A, 11.5, 10), shard(B, 10, 10), godbreaker("Nova", B, *FAR), dice=[face])
    happened = play.act("Raven", "sunder", ["bert.shard"])
    assert play.state.markers["bert.shard"].on_table is not destroyed
    assert [event.marker for event in of_kind(happened, MarkerDestroyed)] == ["bert.shard"] * destroyed


def test_g_spec_1_any_marker_the_player_controls_wherever_the_active_model_stands() -> None:
    play = begin(
        godbreaker("Raven", A, 25, 15),
        godbreaker("Wren", A, 11.5, 10),
        godbreaker("Rook", A, 6.5, 10),
        objective(10, 10),
        hoard(B, 5, 10),
        shard(B, 20, 5),
    )
    play.answer(["raven"], "sunder")
    assert play.asked == (A, "G-SPEC-1")
    assert sorted(play.candidates) == ["bert.hoard", "objective"]


@pytest.mark.parametrize(
    ("markers", "label"),
    [
        ([shard(A, 10, 10)], "Sunder your own anna's shard"),
        ([shard(B, 10, 10)], "Sunder bert's shard"),
        ([shard(A, 10, 10), objective(11.5, 11.5)], "Sunder"),
    ],
)
def test_g_spec_1_an_action_that_can_destroy_one_marker_only_names_it(markers: list[Marker], label: str) -> None:
    play = begin(godbreaker("Raven", A, 11.5, 10), godbreaker("Nova", B, *FAR), *markers)
    play.answer(["raven"])
    assert isinstance(play.decision, Choose)
    assert next(option.label for option in play.decision.options if option.key == "sunder") == label


def test_g_spec_1_without_control_it_is_not_offered() -> None:
    play = begin(godbreaker("Raven", A, 11.5, 10), godbreaker("Nova", B, 8.5, 10), objective(10, 10))
    play.answer(["raven"])
    assert play.refusal("sunder").rule == "G-SPEC-1"


def test_g_spec_1_a_tame_model_sunders_what_its_player_controls() -> None:
    play = begin(unaligned("Pet", 25, 15, owner=A), godbreaker("Raven", A, 11.5, 10), objective(10, 10), dice=[5])
    play.act("Pet", "sunder", ["objective"])
    assert not play.state.markers["objective"].on_table


def test_g_spec_1_no_player_controls_a_marker_through_a_wild_model() -> None:
    play = begin(godbreaker("Raven", B, 11.5, 10), objective(10, 10), unaligned("Wolf", 20, 10, 6), priority=[A, B])
    play.answer(["raven"], "end", ["wolf"], "override")
    assert play.refusal("sunder").rule == "G-SPEC-1"


def test_g_spec_1_a_destroyed_marker_no_longer_stands_in_the_way() -> None:
    play = begin(godbreaker("Raven", A, 11.5, 10), objective(10, 10), dice=[5])
    play.act("Raven", "sunder", ["objective"], "move", [10, 10])
    assert (play.model("Raven").x, play.model("Raven").y) == (10, 10)


# -- G-SPEC-2: Hand Off ----------------------------------------------------------------------------


def carrier(*others: Model, dice: tuple[int, ...] = (), die: int = 6) -> Play:
    """Raven holds two treasures."""
    raven = godbreaker("Raven", A, 10, 10, die)
    return begin(raven, *others, treasure("gold", "raven"), treasure("silver", "raven"), dice=dice)


def test_g_spec_2_within_0_u_any_number_of_tokens_is_claimed_without_a_test() -> None:
    play = carrier(godbreaker("Wren", A, 11.9, 10))
    happened = play.act("Raven", "hand-off", ["wren"], ["silver"])
    assert of_kind(happened, Rolled) == []
    assert [(event.model, event.token, event.giver) for event in of_kind(happened, TokenClaimed)] == [
        ("wren", "silver", "raven")
    ]
    assert play.state.tokens["gold"].holder == "raven"


@pytest.mark.parametrize("face", [3, 4])
def test_g_spec_2_farther_off_go_long_must_succeed(face: int) -> None:
    play = carrier(godbreaker("Wren", A, 12, 10), dice=(face,))
    play.act("Raven", "hand-off", ["wren"])
    if face == 4:
        assert play.asked == (A, "G-SPEC-2")
        play.answer(["gold", "silver"])
    assert {token.holder for token in play.state.tokens.values()} == {"wren" if face == 4 else "raven"}


@pytest.mark.parametrize(("die", "x", "possible"), [(6, 17.9999, True), (6, 18, False), (8, 18, True)])
def test_g_spec_2_the_friend_is_within_d_u(die: int, x: float, possible: bool) -> None:
    play = carrier(godbreaker("Wren", A, x, 10), die=die)
    play.answer(["raven"])
    assert ("hand-off" in play.options) is possible


def test_g_spec_2_only_friends_take_tokens_own_tame_models_too() -> None:
    others = [godbreaker("Nova", B, 11, 10), unaligned("Wolf", 9, 10), unaligned("Pet", 10, 11.5, owner=A)]
    play = carrier(*others)
    play.answer(["raven"], "hand-off")
    assert play.candidates == ["pet"]


def test_g_spec_2_none_may_change_hands_and_nothing_to_give_is_refused() -> None:
    play = carrier(godbreaker("Wren", A, 11.9, 10))
    play.act("Raven", "hand-off", ["wren"], [])
    assert {token.holder for token in play.state.tokens.values()} == {"raven"}
    empty = begin(godbreaker("Raven", A, 10, 10), godbreaker("Wren", A, 11, 10))
    empty.answer(["raven"])
    assert empty.refusal("hand-off").rule == "G-SPEC-2"


def test_g_spec_3_a_scenario_adds_its_own_special_action() -> None:
    play = begin(godbreaker("Raven", A, 11.5, 10), hoard(B, 10, 10))
    play.answer(["raven"])
    assert "plunder" in play.options
