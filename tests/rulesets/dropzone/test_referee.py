"""A small sample of what `tools/witnesses/referee.py` holds against a referee of its own; it holds more."""

from __future__ import annotations

import math
from collections import Counter
from itertools import product
from random import Random

import numpy as np
import pytest
from pydantic import TypeAdapter

from game.documents.error import DocumentError
from game.documents.reading import validate_plain
from game.rulesets.dropzone.documents.sheets import Arc, UnitDocument, WeaponDocument
from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.scenery import house_of, settle
from game.rulesets.dropzone.rules.shooting.legal import (
    arcs_of,
    enemies,
    eyes_of,
    in_reach,
    may_fire,
    pieces_in_reach,
    vantage,
)
from game.rulesets.dropzone.rules.space import are_in_arc, eye_height, is_in_arc, seeing
from game.rulesets.dropzone.rules.state import Unit
from game.table.sight.bodies import Eye
from tests.rulesets.dropzone.dropzone_kit import CINDER, TESSALINE
from tests.samples import some
from tools.witnesses import referee
from tools.witnesses.referee import MAPS, boarding_differences, columns, judged, main, move_differences, scenery, table


def test_d_geo_9_weapons_see_reach_and_cover_what_dense_rays_say() -> None:
    """D-GEO-4 to D-GEO-11, D-SHOOT-8 to D-SHOOT-10."""
    assert [*referee.sight_differences(some(300))] == []


def test_the_referee_finds_every_answer_among_his_pairs() -> None:
    """D-GEO-10: pairs that are free, Hull Down and hidden, in and out of arcs and ranges, none in doubt too often."""
    game, parts = table("lantern-quarter", 1), scenery("lantern-quarter")
    stops, found, doubt, partly = columns(game, parts), Counter[str](), 0, 0
    foes = [unit for unit in game.on_table() if unit.owner == "bob"]
    for unit in [each for each in game.on_table() if each.owner == "ann"]:
        for target in foes[:8]:
            for weapon in [each for each in game.sheet(unit).weapons if not each.cq]:
                said = judged(game, parts, stops, (unit, weapon, target))
                found.update(said.surely or {"allowed"})
                doubt += said.surely != said.perhaps or said.fewest != said.most
                partly += 0 < said.most < 20
    assert min(found[each] for each in ("allowed", "D-SHOOT-8", "D-SHOOT-9", "D-SHOOT-10")) >= 3, found
    assert partly >= 3
    assert doubt * 4 < found.total()


def test_d_move_4_moves_end_where_brackets_of_the_shortest_way_allow_it() -> None:
    """D-MOVE-1, D-MOVE-3, D-MOVE-4."""
    assert [*move_differences(some(4), most=5.0)] == []


def test_d_trans_2_units_board_where_trying_every_way_finds_room() -> None:
    """D-TRANS-3, D-TRANS-9: several Capacities, several symbols under one, units with two Requirements."""
    assert [*boarding_differences(some(300))] == []


def test_d_trans_2_units_with_two_requirements_share_out_two_capacities() -> None:
    """Two by one symbol fill the first Capacity, the third goes into the other."""
    mule, anvil = (next(each for each in CINDER.units if each.id == name) for name in ("mule", "anvil"))
    mixed = mule.model_copy(update={"carries": {"I": 2, "V": 4}})
    either = anvil.model_copy(update={"requires": {"I": 1, "V": 4}})
    assert mixed.holds([either] * 3)
    assert not mixed.holds([either] * 4)
    assert not mixed.holds([TESSALINE.units[0].model_copy(update={"requires": {}})])


def test_d_trans_2_every_way_to_fill_three_capacities_is_tried() -> None:
    """They can be filled so that nothing is left over in nearly no way."""
    mule, anvil = (next(each for each in CINDER.units if each.id == name) for name in ("mule", "anvil"))
    carrier = mule.model_copy(update={"carries": {"A": 18, "B": 17, "C": 16}})
    needs = (({"A": 1, "B": 1, "C": 2}, 5), ({"A": 6, "B": 2, "C": 5}, 4), ({"A": 4, "B": 1, "C": 5}, 4),
             ({"A": 3, "B": 4, "C": 6}, 8))  # fmt: skip
    cargo = [anvil.model_copy(update={"requires": need}) for need, count in needs for _time in range(count)]
    assert carrier.holds(cargo)
    assert not carrier.holds([*cargo, *cargo[:3]])


def test_d_trans_2_capacities_that_can_be_filled_in_countless_ways_are_refused() -> None:
    mule = next(each for each in CINDER.units if each.id == "mule")
    plain = mule.model_dump(mode="json")
    many = {"A": 18, "B": 17, "C": 16}
    assert validate_plain(TypeAdapter(UnitDocument), plain | {"carries": many}, "mule").carries == many
    with pytest.raises(DocumentError, match="ways") as refused:
        validate_plain(TypeAdapter(UnitDocument), plain | {"carries": {"A": 18, "B": 18, "C": 18}}, "mule")
    assert "D-TRANS-2" in str(refused.value)


def test_what_differs_is_told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["transports", "--count", "5"]) == 0
    monkeypatch.setattr(referee, "ways_in", lambda *_arguments: [])
    assert main(["transports", "--count", "5"]) == 1
    assert "no difference" in capsys.readouterr().out


def test_d_geo_11_many_directions_are_in_an_arc_as_each_of_them_is() -> None:
    """On the edges of arcs too."""
    rng, edges = Random(1), [(1.0, 1.0), (-1.0, 1.0), (1.0, -1.0), (-2.0, -2.0), (3.0, 0.0), (0.0, -1.0)]
    directions = [*edges, *((rng.uniform(-9, 9), rng.uniform(-9, 9)) for _direction in range(200))]
    dx, dy = np.array(directions).T
    every: tuple[tuple[Arc, ...], ...] = (("F",), ("SL", "R"), ("F", "SL", "SR", "R"))
    for arcs, facing, half in product(every, (0, 9000, 31_417), (45.0, 90.0)):
        each = [is_in_arc(arcs, facing, *direction, half) for direction in directions]
        assert are_in_arc(arcs, facing, dx, dy, half).tolist() == each


def see_nothing_yet(game: Game) -> None:
    """Forget all looks at this table."""
    seeing.cache_clear()
    game.forget()


def test_d_shoot_10_the_units_in_reach_are_those_that_nothing_is_said_against() -> None:
    """D-SHOOT-3, D-GEO-14: on the ground, in the air, and out of a side of a Garrison."""
    for name in MAPS:
        game = table(name, 2)
        houses = [each for each in game.features if each.has("garrison")]
        for house, unit in zip(houses, [each for each in game.in_play() if game.sheet(each).is_infantry], strict=False):
            settle(game, unit, house, "1")
        armed = [(unit, weapon) for unit in game.in_play() for weapon in game.sheet(unit).weapons if not weapon.cq]
        for player in game.state.players:
            own = Random(name).sample([each for each in armed if each[0].owner == player], some(30))
            single = [[each for each in enemies(game, unit) if may_fire(game, unit, weapon, each)]
                      for unit, weapon in own]  # fmt: skip
            see_nothing_yet(game)
            assert in_reach(game, own) == single
            assert [in_reach(game, [each])[0] for each in own] == single


def may_shoot_at(game: Game, unit: Unit, weapon: WeaponDocument, piece: Feature) -> bool:
    """Whether a weapon may fire at a piece, by one point of its outline after the other (D-GEO-15, R-5, D-SPEC-IND)."""
    (arcs, half), reach = arcs_of(game, unit, weapon), weapon.range_to(countered=False) * vantage(game, unit) + 0.01
    for eye in eyes_of(game, unit, weapon):
        for x, y, z in piece.outline:
            away = x - eye.x, y - eye.y
            if house_of(game, unit) == piece or math.hypot(*away) > reach:
                continue
            if is_in_arc(arcs, eye.facing or 0, *away, half):
                spot = np.array([[x, y, z]])
                if "indirect" in weapon.rules or game.seeing.lit(eye, spot, f"piece {piece.id}").any():
                    return True
    return False


def test_d_geo_15_all_pieces_are_looked_for_at_once_as_each_of_them_is() -> None:
    """D-SHOOT-3: on the ground, in the air, and out of a side of a Garrison."""
    for name in MAPS:
        game = table(name, 1)
        houses = [each for each in game.features if each.has("garrison")]
        for house, unit in zip(houses, [each for each in game.in_play() if game.sheet(each).is_infantry], strict=False):
            settle(game, unit, house, "1")
        armed = [(unit, weapon) for unit in game.in_play() for weapon in game.sheet(unit).weapons if not weapon.cq]
        some_armed = Random(name).sample(armed, some(60))
        every = [[each for each in game.features if each.has("destructible") and may_shoot_at(game, *one, each)]
                 for one in some_armed]  # fmt: skip
        see_nothing_yet(game)
        assert pieces_in_reach(game, some_armed) == every
        see_nothing_yet(game)
        assert [pieces_in_reach(game, [one])[0] for one in some_armed] == every
        for one, single in zip(some_armed, every, strict=True):
            see_nothing_yet(game)
            some_of_them = pieces_in_reach(game, [one], one_will_do=True)[0]
            assert bool(some_of_them) == bool(single)
            assert all(each in single for each in some_of_them)


def test_d_geo_7_a_lower_eye_sees_the_same_points_after_a_higher_one_has_looked() -> None:
    """D-SPEC-ART: what hides a point from the higher eye may hide it from the lower one, never the other way round."""
    game, higher_sees_more = table("lantern-quarter", 1), 0
    points = np.arange(len(game.seeing.outlines.spots))
    first = np.zeros_like(points)
    for unit in [*game.on_table()][: some(30)]:
        low, high = (
            Eye(unit.x, unit.y, eye_height(game.body(unit), articulated=each), unit.squad) for each in (False, True)
        )
        see_nothing_yet(game)
        alone = game.seeing.sees([low], first, points).tolist()
        see_nothing_yet(game)
        higher_sees_more += int(game.seeing.sees([high], first, points).sum()) - sum(alone)
        assert game.seeing.sees([low], first, points).tolist() == alone
    assert higher_sees_more > 0
