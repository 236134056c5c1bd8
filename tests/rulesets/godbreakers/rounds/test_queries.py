"""What every rule asks the game: friend and foe, reach, control, traits, levels, each against a plain account."""

from __future__ import annotations

import math
from random import Random
from typing import Any

import pytest

from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.state import Marker, Model
from game.rulesets.godbreakers.rules.terrain import adjacent_pieces, models_in, spare_pieces
from game.table.documents import Area, TerrainPiece
from tests.rulesets.godbreakers.kit import (
    FAR,
    A,
    B,
    C,
    Play,
    begin,
    from_the_start,
    godbreaker,
    hoard,
    objective,
    shard,
    table,
    treasure,
    unaligned,
    wall,
    wood,
)


def crowd(seed: int) -> Play:
    """Three circles of two, tame and wild models and markers anywhere, touching or not."""
    rng = Random(seed)
    taken: list[tuple[float, float, float]] = []

    def spot(radius: float) -> tuple[float, float]:
        while True:
            x, y = round(rng.uniform(2, 16), 4), round(rng.uniform(2, 14), 4)
            if all(math.hypot(x - a, y - b) > radius + r + 1e-3 for a, b, r in taken):
                taken.append((x, y, radius))
                return x, y

    models = [godbreaker(f"{owner}-{number}", owner, *spot(0.5)) for owner in (A, B, C) for number in range(3)]
    models += [unaligned(f"Pet-{owner}", *spot(0.63), 10, owner=owner) for owner in (A, B)]
    models += [unaligned(f"Beast-{number}", *spot(0.5), 8) for number in range(3)]
    markers = [objective(*spot(0.5)), shard(A, *spot(0.5)), shard(B, *spot(0.5)), hoard(A, *spot(0.5))]
    return begin(*models, *markers, players=3)


def gap(one: Model | Marker, other: Model | Marker) -> float:
    return math.hypot(one.x - other.x, one.y - other.y) - one.radius - other.radius


def friends(one: Model, other: Model) -> bool:
    """G-SIDE-1 to G-SIDE-3 in The Score, where no kind but the Forgotten is friendly to itself."""
    return one is not other and bool(one.owner) and one.owner == other.owner


@pytest.mark.parametrize("seed", range(3))
def test_g_side_1_g_side_2_and_g_side_3_friend_and_foe_of_everybody(seed: int) -> None:
    game = crowd(seed).game
    away = game.state.models["anna-0"]
    away.place = "casualty"
    models = [*game.state.models.values()]
    for one in models:
        hostile = [other for other in models if other is not one and not friends(one, other)]
        assert [other for other in models if game.friendly(one, other)] == [
            each for each in models if friends(one, each)
        ]
        assert [other for other in models if game.hostile(one, other)] == hostile
        assert game.hostiles(one) == [other for other in hostile if other.on_table]
    assert away not in game.standing()


@pytest.mark.parametrize("seed", range(3))
def test_g_meas_2_and_g_meas_4_within_a_range_is_a_gap_of_less_than_one_more(seed: int) -> None:
    game = crowd(seed).game
    pieces = game.present()
    for one in pieces:
        for other in pieces:
            if one is other:
                continue
            inches = gap(one, other)
            assert game.range(one, other) == math.floor(inches)
            for n in (0, 1, 2, 5):
                assert game.within(one, other, n) is (inches < n + 1), (one.name, other.name, inches, n)
    models = game.standing()
    for one in models:
        others = [each for each in models if each is not one]
        assert [*game.touching(one, models)] == [each for each in others if gap(one, each) < 1]
        for n in (0, 3, 6):
            assert [*game.models_within(one, others, n)] == [each for each in others if gap(one, each) < n + 1]
            assert all(game.reaches(one, each, n) is (gap(one, each) < n + 1) for each in others)


@pytest.mark.parametrize("seed", range(3))
def test_g_tbl_6_control_is_more_own_godbreakers_than_all_others_at_the_marker(seed: int) -> None:
    game, rng = crowd(seed).game, Random(seed)
    met = set()
    for _try in range(60):
        marker = rng.choice(game.lying())
        for model in rng.sample(game.standing(), 5):
            turn = rng.uniform(0, math.tau)
            apart = marker.radius + model.radius + rng.choice((0.5, 0.99, 1.01, 3))
            model.x, model.y = round(marker.x + apart * math.cos(turn), 4), round(marker.y + apart * math.sin(turn), 4)
        for player in (A, B, C):
            there = [model for model in game.standing() if gap(marker, model) < 1]
            own = sum(model.owner == player and model.kind == "godbreaker" for model in there)
            expected = own > len(there) - own
            assert game.controls(player, marker) is expected
            met.add(expected)
        marker.on_table = False
        assert not any(game.controls(player, marker) for player in (A, B, C))
        marker.on_table = True
    assert met == {True, False}


def test_markers_and_tokens_by_their_kind() -> None:
    play = begin(
        godbreaker("Raven", A, 10, 10),
        objective(5, 5),
        shard(A, 20, 5),
        hoard(B, 25, 5),
        treasure("treasure-1", x=8, y=8),
        treasure("trophy-1", x=9, y=9, sort="trophy"),
        treasure("treasure-2", "raven"),
        treasure("ready-1", "raven", sort="ready"),
    )
    game, raven = play.game, play.model("Raven")
    assert [each.id for each in game.lying("hoard")] == ["bert.hoard"]
    assert {each.id for each in game.lying()} == {"objective", "anna.shard", "bert.hoard"}
    assert [each.id for each in game.unclaimed()] == ["treasure-1", "trophy-1"]
    assert [each.id for each in game.unclaimed("trophy")] == ["trophy-1"]
    assert [each.id for each in game.tokens_of(raven)] == ["treasure-2", "ready-1"]
    token = game.ready_token(raven)
    assert token is not None
    assert token.id == "ready-1"
    assert game.ready_token(godbreaker("New", A, 1, 1)) is None
    assert {each.id for each in game.present()} == {"raven", "objective", "anna.shard", "bert.hoard"}
    assert game.bases(raven) == ()
    assert [each.name for each in game.bases()] == ["Raven"]
    assert {each.name for each in game.marker_discs()} - {
        each.name for each in game.marker_discs(game.state.markers["objective"])
    } == {"Objective"}


def test_everything_is_called_by_its_name() -> None:
    play = begin(
        godbreaker("Raven", A, 10, 10),
        objective(5, 5),
        treasure("treasure-1", x=8, y=8),
        ground=table(wood("Copse", 20, 2, 24, 6)),
    )
    game = play.game
    game.state.made["trophy"] = 1
    called = {"raven": "Raven", "objective": "Objective", A: "Anna", "copse": "Copse", "treasure-1": "treasure"}
    called |= {"trophy-1": "trophy", "nobody-1": "nobody-1"}
    assert {each: game.name_of(each) for each in called} == called
    assert game.piece("raven") is play.model("Raven")
    assert game.find("nobody") is None
    with pytest.raises(KeyError, match="nobody"):
        game.piece("nobody")


def test_g_cir_4_and_g_ini_5_traits_in_use() -> None:
    """Own ones that are not set aside, flaws, and the shard's at rank 1 for the circle while the shard is there."""
    play = begin(
        godbreaker("Raven", A, 10, 10, traits={"Tough": 2, "Fleet": 3}, flaws=("Slow",)),
        godbreaker("Wren", A, 13, 10, traits={"Brutal": 2}),
        unaligned("Pet", 16, 10, owner=A),
        godbreaker("Nova", B, 20, 10),
        unaligned("Beast", 5, 15, traits={"Tough": 1, "Fleet": 2}, unused=("Tough",)),
        shard(A, 3, 3),
        shards={A: "Brutal"},
    )
    game = play.game

    def traits(name: str) -> dict[str, int]:
        return dict(game.traits_of(play.model(name)))

    assert traits("Raven") == {"Tough": 2, "Fleet": 3, "Slow": 1, "Brutal": 1}
    assert traits("Wren") == {"Brutal": 2}, "ranks are not added"
    assert traits("Pet") == traits("Nova") == {}
    assert traits("Beast") == {"Fleet": 2}
    game.state.markers[f"{A}.shard"].on_table = False
    assert traits("Raven") == {"Tough": 2, "Fleet": 3, "Slow": 1}


def test_g_ini_5_and_q22_who_handles_wild_models() -> None:
    play = begin(
        godbreaker("Raven", A, 10, 10),
        godbreaker("Nova", B, 14, 10),
        godbreaker("Cass", C, 14, 15),
        unaligned("Beast", 5, 15),
        players=3,
        priority=(C, A, B),
    )
    game, beast = play.game, play.model("Beast")
    assert (game.wild_handler, game.handler(beast), game.handler(play.model("Raven"))) == (B, B, A)
    game.state.priority = []
    assert game.wild_handler == C, "before the order is set, the last by seniority"
    game.state.lost = [C]
    assert game.playing() == [A, B]
    assert game.wild_handler == B
    game.state.lost = [A, B, C]
    assert game.wild_handler == C, "no one is left to play"


def test_g_ini_5_an_agreed_handler_until_it_has_lost() -> None:
    play = begin(godbreaker("Raven", A, 10, 10), godbreaker("Nova", B, 14, 10), wild_handler=A)
    assert play.game.wild_handler == A
    play.state.lost = [A]
    assert play.game.wild_handler == B


def test_g_act_1_a_circle_is_its_godbreakers_on_the_table() -> None:
    play = begin(
        godbreaker("Raven", A, 10, 10),
        godbreaker("Wren", A, 13, 10),
        unaligned("Pet", 16, 10, owner=A),
        godbreaker("Nova", B, *FAR),
    )
    play.model("Wren").place = "casualty"
    assert play.game.circle(A) == [play.model("Raven")]
    assert not play.game.solo
    assert from_the_start(1).game.solo


# -- terrain


@pytest.mark.parametrize(("x", "near"), [(18.51, True), (18.5, False), (18.0, False), (22, True)])
def test_g_meas_2_terrain_within_0_u_of_a_model(x: float, near: bool) -> None:
    """The copse begins at 20; a gap of less than an inch is 0 U."""
    play = begin(godbreaker("Raven", A, x, 10), ground=table(wood("Copse", 20, 8, 24, 12), wood("Grove", 2, 16, 4, 18)))
    assert [each.id for each in adjacent_pieces(play.game, play.model("Raven"))] == (["copse"] if near else [])


@pytest.mark.parametrize(("x", "within"), [(19.49, False), (19.51, True), (22.0, True), (24.49, True), (24.51, False)])
def test_q29_a_model_is_in_a_piece_if_any_part_of_its_base_overlaps_it(x: float, within: bool) -> None:
    play = begin(godbreaker("Raven", A, x, 10), godbreaker("Nova", B, *FAR), ground=table(wood("Copse", 20, 8, 24, 12)))
    [copse] = play.game.battlefield.pieces
    assert models_in(play.game, copse) == ([play.model("Raven")] if within else [])


@pytest.mark.parametrize(("widest", "there"), [(4, []), (5, ["pond"]), (6, ["pond"]), (7, ["pond", "bog"])])
def test_q18_and_q29_pieces_off_the_table_at_most_so_many_u_across(widest: int, there: list[str]) -> None:
    """The pond is 5 inches across, corner to corner, the bog 7.5; less than one more than the range is within it."""
    pond, bog = wood("Pond", 0, 0, 3, 4), wood("Bog", 0, 0, 4.5, 6)
    game = begin(godbreaker("Raven", A, 10, 10), ground=table(), supply=(pond, bog)).game
    assert [each.id for each in spare_pieces(game, widest)] == there


# -- levels


def tower(name: str, x: float, level: int) -> TerrainPiece:
    """A flat piece on a level."""
    outline = ((x, 6), (x + 6, 6), (x + 6, 14), (x, 14))
    return TerrainPiece(id=name.lower(), name=name, look="ruin", area=(Area(outline=outline),), levels=(level,))


def test_g_adv_5_a_model_with_unbound_counts_as_standing_on_levels_about_its_own() -> None:
    def levels(rank: int, level: int, **options: Any) -> tuple[int, list[int], list[int]]:
        raven = godbreaker("Raven", A, 4, 10, traits={"Unbound": rank} if rank else {})
        game = begin(raven, godbreaker("Nova", B, *FAR), ground=table(tower("Keep", 10, 1)), **options).game
        model = game.state.models["raven"]
        stances = [each.level for each in game.stances(model)]
        return game.shift(model), game.levels_of(model, level), stances

    assert levels(1, 0, levels=True, unbound=True) == (1, [0, 1], [0, 1])
    assert levels(2, 3, levels=True, unbound=True) == (2, [3, 2, 4, 1, 5], [0, 1, 2])
    assert levels(0, 3, levels=True, unbound=True) == (0, [3], [0])
    assert levels(2, 3, levels=True) == (0, [3], [0])
    assert levels(2, 3) == (0, [3], [0])


@pytest.mark.parametrize(("level", "at"), [(0, True), (1, True), (2, True), (3, False)])
def test_g_eng_3_a_barricade_one_level_up_or_down_is_at_hand_and_none_farther(level: int, at: bool) -> None:
    hedge = wall("Hedge", (10, 11), (14, 11)).model_copy(update={"levels": (1,)})
    game = begin(godbreaker("Raven", A, 12, 10), godbreaker("Nova", B, *FAR), ground=table(hedge), levels=True).game
    raven = game.state.models["raven"]
    raven.level = level
    assert game.at_barricade(raven) is at


@pytest.mark.parametrize(("y", "at"), [(9.41, True), (9.39, False)])
def test_g_eng_3_a_barricade_within_0_u(y: float, at: bool) -> None:
    """The hedge begins at 10.9."""
    game: Game = begin(
        godbreaker("Raven", A, 12, y), godbreaker("Nova", B, *FAR), ground=table(wall("Hedge", (10, 11), (14, 11)))
    ).game
    assert game.at_barricade(game.state.models["raven"]) is at
