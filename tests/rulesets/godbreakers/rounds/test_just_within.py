"""Ranges, rooms and agreements at their limits: just within, and just out (G-MEAS-4, G-MEAS-5, G-TBL-9, Q3a, Q12)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, TypeVar

import pytest
from pydantic import ValidationError

from game.engine.core.decisions import Lay
from game.rulesets.godbreakers.rules.events import Placed
from game.rulesets.godbreakers.rules.placing import landings, move_region, within
from game.rulesets.godbreakers.rules.rounds.activation import will_act_again
from game.rulesets.godbreakers.rules.rounds.dressing import good_answer, terrain_options
from game.rulesets.godbreakers.rules.scenarios.bundled import BreakShard
from game.rulesets.godbreakers.rules.setup import SetupDocument
from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.rules.terrain import put_down
from game.rulesets.godbreakers.rules.wild.compulsions import COWARDLY, best_range, ends_of
from game.table.heights import relief_of
from game.table.lattice import snap
from game.table.placing.places import is_legal
from game.table.shapes import Disc
from tests.rulesets.godbreakers.kit import (
    A,
    B,
    Play,
    begin,
    godbreaker,
    make_setup,
    of_kind,
    shard,
    table,
    treasure,
    unaligned,
    wall,
)
from tests.rulesets.godbreakers.rounds.test_dressing import undressed
from tests.rulesets.godbreakers.scenarios.test_adv_2_levels import tower

Kind = TypeVar("Kind")


@pytest.mark.parametrize(("n", "gap"), [(0, 1.0), (1, 1.0), (2, 2.0), (6, 6.0)])
def test_q3a_a_base_is_placed_within_0_u_by_its_closest_point_and_within_more_by_its_farthest(
    n: int, gap: float
) -> None:
    play = begin(godbreaker("Raven", A, 8, 10))
    condition = within(play.game, play.model("Raven").disc, n, 0.5)
    assert condition.allows(9 + gap - 1e-3, 10)
    assert not condition.allows(9 + gap, 10)


@pytest.mark.parametrize(("x", "asked"), [(11.499, "G-MOVE-5"), (11.5, "G-ACT-4")])
def test_g_move_5_a_token_is_claimed_from_less_than_1_inch(x: float, asked: str) -> None:
    play = begin(godbreaker("Raven", A, 10, 10), godbreaker("Nova", B, 29, 19), treasure("gold", x=x, y=10))
    play.act("Raven", "move", [10.0, 10.0])
    assert play.asked == (A, asked)


@pytest.mark.parametrize(("x", "near"), [(11.999, True), (12.0, False)])
def test_g_scn_the_trap_a_shard_is_broken_from_less_than_1_inch(x: float, near: bool) -> None:
    betrayer = unaligned("Judas", 10, 10, radius=0.5, kind="betrayer")
    play = begin(betrayer, godbreaker("Raven", A, 2, 2), shard(A, x, 10), scenario="trap")
    assert [each.id for each in BreakShard().markers(play.game, play.model("Judas"))] == [f"{A}.shard"] * near


@pytest.mark.parametrize(("y", "moved"), [(10.6, False), (10.599, True)])
def test_g_tbl_4_terrain_laid_down_moves_what_it_covers_and_not_what_it_touches(y: float, moved: bool) -> None:
    play = begin(godbreaker("Raven", A, 10, 10), godbreaker("Nova", B, 25, 5), supply=[wall("Fence", (0, 0), (4, 0))])
    put_down(play.game, "fence", 10.0, y, 0, rule="G-TBL-4")
    raven = play.model("Raven")
    assert ((raven.x, raven.y) != (10, 10), raven.damage) == (moved, int(moved))
    assert len(of_kind(play.game.events, Placed)) == moved


@pytest.mark.parametrize(("thick", "fits"), [(2.9, True), (3.1, False)])
def test_g_tbl_9_terrain_of_any_kind_covers_at_most_about_half(thick: float, fits: bool) -> None:
    """The dyke there covers two fifths of the table, another one of 3 inches 15 %."""
    there = wall("Dyke", (0, 4), (30, 4), width=8.0)
    mole, fence = wall("Mole", (0, 0), (30, 0), width=thick), wall("Fence", (0, 0), (4, 0))
    game = undressed(mole, fence, terrain=[there]).game
    options, refused = terrain_options(game)
    assert [option.key for option in options if option.key == "mole"] == ["mole"] * fits
    texts = {option.key: (refusal.text, refusal.rule) for option, refusal in refused}
    about_half = "terrain would cover more than about half of the table", "G-TBL-9"
    assert texts.get("mole") == (None if fits else about_half)


class First(random.Random):
    """Chance that always takes the first of several."""

    def choice(self, options: Sequence[Kind]) -> Kind:  # type: ignore[override]
        return options[0]


def test_g_tbl_9_programs_lay_a_piece_down_at_the_one_turn_at_which_it_has_room() -> None:
    """The beam is longer than the table is high, and lies along it at first."""
    session = undressed(wall("Beam", (0, 0), (0, 25)))
    session.answer("beam")
    decision = session.decision
    assert isinstance(decision, Lay)
    assert decision.turned(0).sample(random.Random(0)) is None
    answer = good_answer(session.game, decision, First(1))
    assert isinstance(answer, list)
    assert decision.allows(answer)


@pytest.mark.parametrize(
    ("step", "again"), [("activation", True), ("recovery", False), ("recovering", False), ("resolution", False)]
)
def test_g_act_3_after_the_last_activations_no_model_acts_again(step: Any, again: bool) -> None:
    play = begin(godbreaker("Raven", A, 10, 10, damage=1), unaligned("Beast", 20, 10, damage=1), in_round=5)
    play.state.step = step
    assert [will_act_again(play.game, each) for each in play.game.standing()] == [again, again]
    play.state.round = 4
    assert [will_act_again(play.game, each) for each in play.game.standing()] == [True, True]


def test_g_rnd_1_at_most_four_play() -> None:
    whole = make_setup(4, table()).document
    assert len(SetupDocument.model_validate_json(whole.model_dump_json()).players) == 4
    fifth = whole.players[0].model_copy(update={"id": "fifth"})
    five = whole.model_copy(update={"players": (*whole.players, fifth)})
    with pytest.raises(ValidationError, match="at most 4"):
        SetupDocument.model_validate_json(five.model_dump_json())


# -- wild models that are hemmed in, and levels ------------------------------------------------


def crowd(x: float, y: float, *but: tuple[int, int]) -> list[Model]:
    """Bases around a spot so close that no other one fits between them, except at these places of the grid."""
    spots = [(row, column) for row in range(-8, 9) for column in range(-8, 9) if (row, column) not in {(0, 0), *but}]
    return [
        unaligned(f"Post {row} {column}", snap(x + 1.2 * row), snap(y + 1.2 * column), radius=0.5, owner=A)
        for row, column in spots
    ]


@pytest.mark.parametrize(("hole", "range_"), [(None, 0), ((0, -1), 1), ((0, -2), 2), ((0, -4), 5)])
def test_q12_who_is_hemmed_in_flees_to_the_one_gap_there_is(hole: tuple[int, int] | None, range_: int) -> None:
    """From a post 0.2 inches north; the gap lies so many steps of 1.2 inches south."""
    play = begin(
        unaligned("Mouse", 15, 15, 6, radius=0.5),
        *crowd(15, 15, *([hole] if hole else [])),
        ground=table(width=30, height=30),
    )
    mouse, post = play.model("Mouse"), play.model("Post 0 1")
    best = best_range(play.game, mouse, post, nearest=False)
    assert best.range == range_
    assert is_legal(best.region, (15, 15 + 1.2 * (hole[1] if hole else 0)))
    assert (hole is None) == is_legal(best.region, (15, 15))


@pytest.mark.parametrize(("hole", "range_"), [((0, 5), 0), ((0, 4), 1), ((0, 3), 2), ((0, 2), 3)])
def test_q12_who_is_hemmed_in_nears_by_the_one_gap_there_is(hole: tuple[int, int], range_: int) -> None:
    """To a post 7.2 inches north of its middle."""
    play = begin(unaligned("Wolf", 15, 15, 6, radius=0.5), *crowd(15, 15, hole), ground=table(width=30, height=30))
    wolf, post = play.model("Wolf"), play.model("Post 0 6")
    best = best_range(play.game, wolf, post, nearest=True)
    assert best.range == range_
    assert is_legal(best.region, (15, 15 + 1.2 * hole[1]))


def corridor(*posts: tuple[float, float], gap: float, height: float) -> Play:
    """A wolf in a corridor from west to east, its prey so far from it, posts between them: inches east, radius."""
    banks = [
        wall("South", (0, 5 - height / 4), (30, 5 - height / 4), width=10 - height / 2),
        wall("North", (0, 15 + height / 4), (30, 15 + height / 4), width=10 - height / 2),
    ]
    return begin(
        unaligned("Wolf", 3, 10, 6, radius=0.5),
        godbreaker("Prey", A, snap(4 + gap), 10),
        *(unaligned(f"Post {at}", snap(3 + at), 10, radius=radius, owner=A) for at, radius in posts),
        ground=table(*banks),
    )


@pytest.mark.parametrize(
    ("gap", "posts", "roomy", "range_"),
    [
        (9.5, [(1.9, 0.51), (3.59, 0.51), (5.95, 0.25), (7.46, 0.25)], 4, 2),
        (9.5, [(1.9, 0.51), (4.52, 0.51), (6.325, 0.125), (7.66, 0.2)], 3, 2),
        (6.0, [(1.3, 0.51), (3.05, 0.51), (4.825, 0.125), (6.16, 0.2)], 1, 0),
    ],
)
def test_q12_the_nearest_end_is_taken_though_it_is_a_chink_and_a_roomy_one_lies_farther(
    gap: float, posts: list[tuple[float, float]], roomy: int, range_: int
) -> None:
    play = corridor(*posts, gap=gap, height=1.04)
    wolf, prey = play.model("Wolf"), play.model("Prey")
    ends = move_region(play.game, wolf)
    inches = [step / 100 for step in range(700) if is_legal(ends, (3 + step / 100, 10))]
    assert {int(gap - each) for each in inches} >= {roomy, range_}
    assert min(int(gap - each) for each in inches) == range_
    best = best_range(play.game, wolf, prey, nearest=True)
    assert best.range == range_


def test_q12_a_shard_that_pins_changes_where_a_wild_model_may_flee() -> None:
    """All else is the same, even the table: what was worked out without it does not count."""
    pieces = unaligned("Mouse", 15, 10, 6, radius=0.5), godbreaker("Raven", A, 16.2, 10), shard(A, 3, 3)
    ground = table()

    def farthest(trait: str) -> float | None:
        play = begin(*pieces, ground=ground, shards={A: trait})
        return best_range(play.game, play.model("Mouse"), play.model("Raven"), nearest=False).range

    assert [farthest("Tough"), farthest("Pinning"), farthest("Tough")] == [7, 0, 7]


def test_g_adv_2_who_flees_from_one_of_two_may_end_on_any_level_where_either_lets_it() -> None:
    play = tower(
        unaligned("Mouse", 12, 10, 6, radius=0.5, level=1),
        godbreaker("Raven", A, 13.2, 10, level=1),
        godbreaker("Nova", B, 12, 8.8, level=1),
    )
    game, mouse = play.game, play.model("Mouse")
    deeds = COWARDLY.deeds(game, mouse)
    assert [deed.key for deed in deeds] == ["flee:raven", "flee:nova"]
    both = ends_of(game, mouse, deeds)
    single = [deed.ends() for deed in deeds if deed.ends is not None]
    assert both is not None
    seen = set()
    for place, region in enumerate(single):
        for layer in region.every:  # type: ignore[attr-defined]  # in a game with levels
            for spot in (layer.sample(random.Random(seed)) for seed in range(4)):
                if spot is not None:
                    seen.add(place)
                    [same] = [each for each in both.every if each.option == layer.option]  # type: ignore[attr-defined]
                    assert is_legal(same, spot)
    assert seen == {0, 1}
    assert not any(is_legal(layer, (12.0, 10.0)) for layer in both.every)  # type: ignore[attr-defined]


def test_g_adv_4_a_fall_from_two_levels_up_ends_on_the_highest_surface_below() -> None:
    play = tower(godbreaker("Ada", A, 11, 10, level=2), godbreaker("Bo", B, 25, 10))
    game = play.game
    ends = list(landings(game, move_region(game, play.model("Ada"))))
    falls = ends[-2:]
    assert [level for _region, level in falls] == [1, 0]
    for x, y, level in ((14.0, 10.0, 1), (13.0, 7.0, 1), (10.0, 5.0, 0), (7.0, 10.0, 0)):
        assert relief_of(game.battlefield).below(Disc(x, y, 0.5), 2) == level
        assert [there for region, there in falls if is_legal(region, (x, y))] == [level]
    assert not any(is_legal(region, (11.0, 11.0)) for region, _level in falls)


def test_g_adv_2_levels_without_room_are_listed_with_the_reason() -> None:
    """The roof is full of others."""
    posts = [
        godbreaker(f"Post {x} {y}", B, snap(8.6 + 1.4 * x), snap(8.6 + 1.4 * y), level=2)
        for x in range(3)
        for y in range(3)
    ]
    play = tower(godbreaker("Ada", A, 14, 10, level=1), *posts)
    play.act("Ada", "move")
    assert play.options == ["level-1", "level-0", "fall-1"]
    assert (play.refusal("level-2").text, play.refusal("level-2").rule) == (
        "nothing fits there within range",
        "G-MEAS-5",
    )
    decision: Any = play.decision
    assert [option.key for option, _refusal in decision.refusals()] == ["level-2"]
