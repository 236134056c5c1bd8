"""Illegal and malformed answers: everything that stands against them is said, with its rule, and nothing changes."""

import pytest

from game.engine.core.decisions import Answer, MalformedAnswer
from game.rulesets.godbreakers.rules.state import Marker, Model
from tests.rulesets.godbreakers.kit import (
    A,
    B,
    Play,
    begin,
    from_the_start,
    godbreaker,
    objective,
    table,
    treasure,
    wall,
)


def moving() -> Play:
    """Raven is about to be placed; a wall, a hedge, a base and the objective are about."""
    ground = table(
        wall("Wall", (16, 0), (16, 20), impassable=True),
        wall("Hedge", (2, 16), (12, 16)),
        wall("Fence", (22, 4), (28, 4)),
    )
    pieces: list[Model | Marker] = [godbreaker("Raven", A, 10, 10), godbreaker("Nova", B, 25, 5), objective(6, 10)]
    play = begin(*pieces, ground=ground)
    play.answer(["raven"], "move")
    return play


PLACES = [
    ((10, 16), {"on a barricade": 0.6}),
    ((6.4, 10), {"overlaps a marker": 0.6}),
    ((3.5, 10), {}),
    ((3, 10), {"out of range": 0.0}),
    ((10, 0.25), {"off the table": 0.25, "out of range": 2.75}),
    ((16.5, 10), {"cut off": None, "on a barricade": 0.1}),
    ((24.6, 4.4), {"out of range": None, "overlaps a base": 0.279, "on a barricade": 0.2}),
    ((29.8, 19.9), {"out of range": None, "off the table": None}),
]


@pytest.mark.parametrize(("spot", "expected"), PLACES, ids=[str(spot) for spot, _ in PLACES])
def test_a_refused_place_names_every_rule_it_breaks_with_the_inches_missing(
    spot: tuple[float, float], expected: dict[str, float | None]
) -> None:
    play = moving()
    found = play.why_not(*spot)
    assert set(found) == set(expected)
    assert play.may_place(*spot) is (not expected)
    rules = {
        "on a barricade": "G-TBL-2",
        "overlaps a marker": "G-TBL-2",
        "overlaps a base": "G-TBL-2",
        "off the table": "G-TBL-1",
        "out of range": "G-MEAS-5",
        "cut off": "G-MEAS-6",
    }
    for cause, refusal in found.items():
        assert refusal.rule == rules[cause]
        assert refusal.short_by is not None
        missing = expected[cause]
        if missing is not None:
            # A spot on the lattice is refused by at least the step to the next one.
            assert refusal.short_by == pytest.approx(missing, abs=2e-2)
        assert refusal.short_by > 0
        assert ("impassable" if cause == "cut off" else "″") in refusal.text
    if found:
        assert {refusal.text for refusal in play.refused(list(spot))} == {refusal.text for refusal in found.values()}


@pytest.mark.parametrize("spot", [(7.0, 10.0), (12, 10.25), (10, 4)])
def test_a_legal_place_has_nothing_against_it(spot: tuple[float, float]) -> None:
    play = moving()
    assert play.why_not(*spot) == {}
    play.answer(list(spot))
    assert (play.model("Raven").x, play.model("Raven").y) == spot


@pytest.mark.parametrize(
    "answer",
    [
        [1.0],
        [1.0, 2.0, 3.0],
        "here",
        {"x": 1, "y": 2},
        [float("nan"), 2.0],
        [float("inf"), 2.0],
        [True, 2.0],
        ["1", 2.0],
    ],
    ids=str,
)
def test_a_malformed_place_leaves_the_game_as_it_was(answer: Answer) -> None:
    play = moving()
    before = play.state.digest()
    with pytest.raises(MalformedAnswer, match="Move Raven within 6 U"):
        play.session.answer(answer)
    assert play.state.digest() == before
    play.answer([10, 10])


@pytest.mark.parametrize("answer", ["raven", {"raven": 1}, [1], [["raven"]]], ids=str)
def test_a_malformed_pick_leaves_the_game_as_it_was(answer: Answer) -> None:
    play = begin(godbreaker("Raven", A, 10, 10), godbreaker("Nova", B, 25, 5))
    with pytest.raises(MalformedAnswer):
        play.session.answer(answer)
    assert play.candidates == ["raven"]


def test_a_malformed_choice_leaves_the_game_as_it_was() -> None:
    play = begin(godbreaker("Raven", A, 10, 10), godbreaker("Nova", B, 25, 5))
    play.answer(["raven"])
    with pytest.raises(MalformedAnswer):
        play.session.answer(["move"])
    (refusal,) = play.refused("fly")
    assert refusal.rule == "G-ACT-4"
    assert "move" in refusal.text


def test_too_many_or_doubled_picks_are_refused_each_with_its_reason() -> None:
    loot = [treasure("gold", x=10, y=11), treasure("silver", x=11, y=10)]
    play = begin(godbreaker("Raven", A, 10, 10), godbreaker("Nova", B, 25, 5), *loot)
    play.act("Raven", "move", [10, 10])
    assert len(play.refused(["gold", "gold"])) == 1
    assert len(play.refused(["gold", "gold", "nova"])) == 3
    assert {refusal.rule for refusal in play.refused(["gold", "gold", "nova"])} == {"G-MOVE-5"}
    play.answer(["gold", "silver"])


def test_the_whole_outline_of_a_shard_is_judged_from_every_side_at_once() -> None:
    play = from_the_start()
    play.answer([3, 3])
    # Overhanging the edge, on the shard, and so within 6 U of it.
    assert set(play.why_not(3, 0.4)) == {"off the table", "too close"}
    assert set(play.why_not(3.5, 3)) == {"overlaps a marker", "too close"}


def test_g_meas_6_whom_a_wall_cuts_off_is_refused_as_an_opponent_by_that_rule() -> None:
    ground = table(wall("Wall", (12, 0), (12, 20), impassable=True))
    archer = godbreaker("Raven", A, 10, 10, traits={"Ranged": 1})
    play = begin(archer, godbreaker("Nova", B, 10, 14), godbreaker("Nix", B, 14, 10), ground=ground)
    play.act("Raven", "engage")
    (refusal,) = play.refused(["nix"])
    assert (refusal.rule, refusal.text) == ("G-MEAS-6", "an impassable barricade cuts Nix off from Raven")


def test_g_eng_1_who_is_too_far_is_refused_as_an_opponent_with_both_ranges() -> None:
    play = begin(godbreaker("Raven", A, 10, 10), godbreaker("Nova", B, 11.5, 10), godbreaker("Nix", B, 14, 10))
    play.act("Raven", "engage")
    (refusal,) = play.refused(["nix"])
    assert (refusal.rule, refusal.text) == ("G-ENG-1", "Nix is 3 U from Raven, whose attack range is 0 U")
