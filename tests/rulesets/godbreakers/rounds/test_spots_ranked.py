"""Which of two spots the program prefers in deployment, and from where on it makes no difference (G-SCN-6)."""

from __future__ import annotations

import math

import pytest

from game.rulesets.godbreakers.rules.rounds.deployment import FROM_CENTRE, in_contact, spot_cost
from game.rulesets.godbreakers.rules.state import Marker, Model
from game.table.lattice import Position
from tests.rulesets.godbreakers.kit import (
    A,
    B,
    Play,
    begin,
    godbreaker,
    hoard,
    objective,
    shard,
    table,
    treasure,
)

AT = tuple[float, float]


def cost(play: Play, piece: str, spot: AT) -> float:
    found = play.game.find(piece)
    assert found is not None
    return spot_cost(play.game, found)(Position(*spot))


def newcomer(*pieces: Model | Marker, leader: bool = False, die: int = 6, **more: object) -> Play:
    """A godbreaker of Bert that is still to be put down, and pieces on the table."""
    model = Model("new", "New", "godbreaker", B, die, leader=leader)
    return begin(model, *pieces, step="setup", ground=table(width=40, height=40), **more)  # type: ignore[arg-type]


# -- where godbreakers go


def test_a_godbreaker_goes_near_what_is_worth_going_to_and_three_inches_off_is_best() -> None:
    play = newcomer(objective(20, 20), shard(B, 2, 2))
    off = [cost(play, "new", (20 + 1 + gap, 20)) for gap in (1.0, 2.0, 3.0, 4.0, 6.0)]
    assert off[2] == min(off)
    assert off == pytest.approx([2.0, 1.0, 0.0, 1.0, 3.0])


def test_its_own_shard_and_off_the_table_markers_are_no_goals() -> None:
    play = newcomer(shard(B, 20, 20))
    assert cost(play, "new", (24, 20)) == cost(play, "new", (34, 20)) == 0.0
    for goal in (shard(A, 30, 20), hoard(A, 30, 20), hoard(B, 30, 20)):
        play = newcomer(shard(B, 20, 20), goal)
        assert cost(play, "new", (26, 20)) < cost(play, "new", (24, 20))
    play = newcomer(shard(B, 20, 20), treasure("treasure-1", x=30, y=20))  # type: ignore[arg-type]
    assert cost(play, "new", (26, 20)) < cost(play, "new", (24, 20))


def test_where_one_of_its_circle_goes_already_another_goal_is_better_by_three_inches() -> None:
    friend = godbreaker("Friend", B, 20, 16)
    play = newcomer(objective(20, 20), shard(A, 36, 20), shard(B, 2, 2), friend)
    there, other = (24.0, 20.0), (32.0, 20.0)
    assert cost(play, "new", there) == pytest.approx(3.0)
    assert cost(play, "new", other) == pytest.approx(0.0)
    alone = newcomer(objective(20, 20), shard(A, 36, 20), shard(B, 2, 2))
    assert cost(alone, "new", there) == cost(alone, "new", other) == pytest.approx(0.0)


@pytest.mark.parametrize(("gap", "more"), [(2.0, 0.0), (2.5, 0.0), (1.5, 2.0), (0.5, 6.0)])
def test_two_inches_are_left_to_friends(gap: float, more: float) -> None:
    friend = godbreaker("Friend", B, 10, 10)
    play = newcomer(shard(B, 30, 30), friend)
    assert cost(play, "new", (10 + 1 + gap, 10)) == pytest.approx(more)


@pytest.mark.parametrize(("gap", "more"), [(3.5, -1.0), (5.9, -1.0), (6.1, 0.0), (3.0, -0.5), (1.0, 1.5)])
def test_three_and_a_half_inches_are_left_to_enemies_within_reach_of_a_move(gap: float, more: float) -> None:
    """Whom a D6 reaches with its move is worth an inch."""
    play = newcomer(shard(B, 30, 30), godbreaker("Foe", A, 10, 10))
    assert cost(play, "new", (10 + 1 + gap, 10)) == pytest.approx(more)


def test_a_leader_holds_its_shard_and_likes_to_be_far_from_enemies() -> None:
    play = newcomer(shard(B, 30, 30), godbreaker("Foe", A, 30, 10), leader=True)
    beside, near, far = (30.0, 31.2), (30.0, 31.5), (30.0, 32.5)
    enemy = [spot[1] - 10 - 1 for spot in (beside, near, far)]
    assert cost(play, "new", beside) == pytest.approx(-0.1 * enemy[0])
    assert cost(play, "new", near) == pytest.approx(-0.1 * enemy[1]), "half an inch is beside it"
    assert cost(play, "new", far) == pytest.approx(3.0 * 1.0 - 0.1 * enemy[2])
    play.state.markers[f"{B}.shard"].on_table = False
    assert cost(play, "new", far) == 0.0, "without a shard it is one like others"


# -- shards


def test_a_shard_lies_well_about_the_centre_and_off_the_edge() -> None:
    play = begin(step="setup", ground=table(width=40, height=40))
    piece = f"{B}.shard"
    assert cost(play, piece, (20 + FROM_CENTRE, 20)) == pytest.approx(0.0)
    assert cost(play, piece, (20 + FROM_CENTRE + 2, 20)) == pytest.approx(2.0)
    assert cost(play, piece, (20, 20 + FROM_CENTRE - 1.5)) == pytest.approx(1.5)
    assert cost(play, piece, (38.5, 20)) == pytest.approx(18.5 - FROM_CENTRE + 2 * 0.5)
    for spot in ((1.0, 20.0), (39.0, 20.0), (20.0, 1.0), (20.0, 39.0)):
        assert cost(play, piece, spot) == pytest.approx(19 - FROM_CENTRE + 2 * 1.0)


def test_shards_lie_as_far_apart_as_their_number_allows() -> None:
    """Two across the centre from each other; what a spot is nearer is counted in full."""
    play = begin(shard(A, 20 - FROM_CENTRE, 20), step="setup", ground=table(width=40, height=40))
    piece = f"{B}.shard"
    assert cost(play, piece, (20 + FROM_CENTRE, 20)) == pytest.approx(0.5), "the other one has a radius"
    turned = (20 + FROM_CENTRE * math.cos(1.0), 20 + FROM_CENTRE * math.sin(1.0))
    apart = math.dist(turned, (20 - FROM_CENTRE, 20)) - 0.5
    assert cost(play, piece, turned) == pytest.approx(2 * FROM_CENTRE - apart, abs=1e-3)


# -- other markers and wild models


def test_a_marker_lies_near_its_owners_shard_and_far_from_rivals() -> None:
    gold = Marker(f"{B}.hoard", "Hoard", "hoard", B)
    play = begin(shard(B, 10, 20), shard(A, 30, 20), gold, step="setup", ground=table(width=40, height=40))
    assert cost(play, gold.id, (12, 20)) == pytest.approx(2 - 0.5 * 18)
    assert cost(play, gold.id, (8, 20)) == pytest.approx(2 - 0.5 * 22)
    assert cost(play, gold.id, (1, 20)) == pytest.approx(9 - 0.5 * 29 + 2 * 1)
    other = begin(
        shard(B, 10, 20), shard(A, 30, 20), gold, objective(12, 24), step="setup", ground=table(width=40, height=40)
    )
    assert cost(other, gold.id, (12, 21)) - cost(play, gold.id, (12, 21)) == pytest.approx(3.5 - 2.0)


def test_a_wild_model_stands_apart_nearer_to_the_rivals_of_who_puts_it_down() -> None:
    beast = Model("beast", "Beast", "beast", "", 8)
    play = begin(
        beast,
        godbreaker("Own", B, 10, 20),
        godbreaker("Foe", A, 30, 20),
        step="setup",
        ground=table(width=40, height=40),
    )
    play.state.deployed = "own"
    middle, nearer = cost(play, "beast", (20, 20)), cost(play, "beast", (24, 20))
    assert middle == pytest.approx(0.0)
    assert nearer == pytest.approx(0.1 * (6 - 14))
    assert cost(play, "beast", (27, 20)) == pytest.approx(2 * 1.5 + 0.1 * (3 - 17)), "3.5 inches are left to others"
    assert cost(play, "beast", (20, 1.5)) > middle
    assert cost(play, "beast", (20, 1.0)) - cost(play, "beast", (20, 1.5)) == pytest.approx(0.5, abs=0.01)
    play.state.deployed = ""
    assert cost(play, "beast", (24, 20)) == pytest.approx(0.1 * (6 + 14) / 2), "no one put it down"


# -- contact


@pytest.mark.parametrize(("x", "level", "contact"), [(11.9, 0, True), (12.0, 0, False), (11.9, 2, False)])
def test_g_move_3_contact_is_0_u_of_a_hostile_model_on_the_level(x: float, level: int, contact: bool) -> None:
    play = newcomer(shard(B, 30, 30), godbreaker("Foe", A, 10, 10), godbreaker("Friend", B, 12, 12), levels=True)
    game = play.game
    assert in_contact(game, game.state.models["new"], Position(x, 10), level) is contact
    assert not in_contact(game, game.state.markers[f"{B}.shard"], Position(x, 10), level)
