"""What is in the way of a move, where units are set up, and what a move tells (A-MOVE, A-TERR, A-FLY, A-DEP-9)."""

from __future__ import annotations

import math
from random import Random
from typing import Any

import numpy as np
import pytest
import shapely

from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.core import attacking
from game.rulesets.aos4.rules.core.attacking import reaches_any
from game.rulesets.aos4.rules.moving.unit_moves import (
    Linked,
    Move,
    NearAny,
    beside_its_unit,
    carry_out,
    coherency,
    coherency_of,
    general,
    grounds_for,
    meet,
    room_for,
    set_up,
    unit_move,
)
from game.table.footprints import disc_around
from game.table.layout.judge import gaps_between, is_coherent
from game.table.placing.places import is_legal
from game.table.shapes import Disc
from tests.rulesets.aos4.battles import BRINEBACK, LANTERN, Battle, box, changed, field, keyworded, piece, row

AXE, PIKE, RIDER = 40 / 50.8, 32 / 50.8, 60 / 50.8


# -- near others


def discs(rng: Random, number: int) -> list[Disc]:
    return [Disc(rng.uniform(4, 16), rng.uniform(4, 16), rng.choice((PIKE, AXE))) for _disc in range(number)]


@pytest.mark.parametrize("seed", range(3))
def test_a_chg_4_near_any_of_some_bases_to_the_thousandth(seed: int) -> None:
    """The verdict, what is missing, the box and the area say the same; a refusal names the nearest one."""
    rng = Random(seed)
    others = discs(rng, 3)
    near = NearAny(others, 2.0, Disc(0, 0, AXE), ["one", "two", "three"], "A-CHG-4")
    for _try in range(200):
        x, y = rng.uniform(0, 20), rng.uniform(0, 20)
        over = [math.hypot(x - each.x, y - each.y) - each.radius - AXE - 2.0 for each in others]
        assert near.allows(x, y) is (min(over) <= 0.001)
        assert near.short_by(x, y) == pytest.approx(min(over))
        assert near.message(x, y, 1.0).endswith(f"from {('one', 'two', 'three')[over.index(min(over))]}")
        if abs(min(over)) > 0.02:
            assert near.allowed().contains(shapely.Point(x, y)) is (min(over) < 0)
        assert near.bounds is not None
        west, south, east, north = near.bounds
        assert min(over) > 0 or (west <= x <= east and south <= y <= north)
    assert near.bounds == pytest.approx(
        (
            min(each.x - each.radius for each in others) - AXE - 2,
            min(each.y - each.radius for each in others) - AXE - 2,
            max(each.x + each.radius for each in others) + AXE + 2,
            max(each.y + each.radius for each in others) + AXE + 2,
        )
    )


def test_a_man_5_near_one_that_it_sees() -> None:
    """Those that it does not see are no help, and what is missing is to the nearest that it sees."""
    one, other = Disc(5, 5, AXE), Disc(15, 5, AXE)
    near = NearAny([one, other], 3.0, Disc(0, 0, PIKE), "them", "A-MAN-5", lambda base, disc: disc is other)
    assert not near.allows(6, 5)
    assert near.allows(13, 5)
    assert near.short_by(6, 5) == pytest.approx(9 - AXE - PIKE - 3)
    blind = NearAny([one, other], 3.0, Disc(0, 0, PIKE), "them", "A-MAN-5", lambda base, disc: False)
    assert not blind.allows(13, 5)
    assert math.isinf(blind.short_by(13, 5))
    assert blind.message(13, 5, math.inf) == "does not see them from there"


@pytest.mark.parametrize(("links", "number"), [(1, 3), (2, 3), (2, 1), (2, 2), (1, 1)])
def test_a_coh_2_linked_to_as_many_as_it_takes_or_to_all_there_are(links: int, number: int) -> None:
    rng = Random(links)
    others = [Disc(10 + 1.1 * each, 10 + 0.4 * each, PIKE) for each in range(number)]
    linked = Linked(others, Disc(0, 0, AXE), links)
    met = set()
    for _try in range(300):
        x, y = rng.uniform(6, 16), rng.uniform(6, 15)
        over = sorted(math.hypot(x - each.x, y - each.y) - each.radius - AXE - 0.501 for each in others)
        short = over[min(links, number) - 1]
        assert linked.allows(x, y) is (short <= 0)
        assert linked.short_by(x, y) == pytest.approx(short)
        if abs(short) > 0.02:
            assert linked.allowed().contains(shapely.Point(x, y)) is (short < 0)
        assert linked.bounds is not None
        west, south, east, north = linked.bounds
        assert short > 0 or (west <= x <= east and south <= y <= north)
        met.add(short <= 0)
    assert met == {True, False}
    assert linked.message(0, 0, 1.25) == "1.25″ too far from its unit"


def test_a_coh_1_nobody_is_linked_to_nobody() -> None:
    linked = Linked([], Disc(0, 0, AXE), 1)
    assert not linked.allows(10, 10)
    assert math.isinf(linked.short_by(10, 10))


@pytest.mark.parametrize(("models", "links"), [(1, 1), (6, 1), (7, 2), (20, 2)])
def test_a_coh_2_from_seven_models_on_two_links(models: int, links: int) -> None:
    found = coherency(models)
    assert (found.links, found.inches) == (links, 0.5)
    assert found.most == pytest.approx(0.501)


def test_a_man_7_parts_of_a_manifestation_hold_together_by_their_text() -> None:
    battle = Battle("hero", armies=(changed(LANTERN, "wandering-wick", apart=4), BRINEBACK), windows="always").begin()
    found = coherency_of(battle.game, battle.unit("wandering-wick"), 9)
    assert (found.links, found.inches, found.rule) == (1, 4.0, "A-MAN-7")
    assert coherency_of(battle.game, battle.unit("wallward-pikes"), 9) == coherency(9)


# -- grounds


def in_the_way(battle: Battle, name: str, move: Move) -> list[list[tuple[str, ...]]]:
    """The alternatives of grounds for a unit's move: names with what each does."""
    unit = battle.unit(name)
    [base] = {each.base for each in battle.game.models(unit).values()}
    return [
        [
            (
                each.name,
                each.rule,
                "solid" if each.solid else "open",
                "rest" if each.rest else each.rest_rule or "no rest",
            )
            for each in grounds
        ]
        for grounds in grounds_for(battle.game, unit, move, base)
    ]


@pytest.mark.parametrize("seed", range(3))
def test_a_move_3_and_a_move_7_every_base_and_range_that_a_move_could_meet_is_in_its_way(seed: int) -> None:
    """And none that are farther than the move, with the ranges around them, could ever come."""
    rng = Random(seed)
    battle = Battle("movement")
    battle.put("beaconwright", (22, 15))
    spots = [(round(rng.uniform(1, 43), 4), round(rng.uniform(1, 29), 4)) for _model in range(5)]
    battle.put("hullbreakers", *spots)
    game = battle.begin().game
    barred = frozenset({"bob.hullbreakers"})
    for inches in (2.0, 5.0, 9.0):
        [grounds] = grounds_for(
            game, battle.unit("beaconwright"), Move(inches, "A-MOVE-7", barred=barred), Disc(0, 0, AXE)
        )
        bases = {each.name for each in grounds if each.rule == "A-MOVE-3"}
        ranges = {(each.disc.x, each.disc.y) for each in grounds if each.rule == "A-MOVE-7"}
        for number, (x, y) in enumerate(spots, 1):
            square = max(abs(x - 22), abs(y - 15)) - 2 * AXE - inches
            gap = math.hypot(x - 22, y - 15) - 2 * AXE - inches
            if gap <= 0:
                assert f"Hullbreakers {number}" in bases
            if gap <= 3:
                assert (x, y) in ranges
            if square > 0.2:
                assert f"Hullbreakers {number}" not in bases
            if square > 3.2:
                assert (x, y) not in ranges


def test_a_move_7_a_range_is_closed_on_the_way_or_only_at_the_end() -> None:
    battle = Battle("movement")
    battle.put("beaconwright", (22, 15))
    battle.put("hullbreakers", (22, 20))
    battle.begin()
    base = ("Hullbreakers 1", "A-MOVE-3", "solid", "rest")
    name = "the combat range of Hullbreakers"
    units = frozenset({"bob.hullbreakers"})
    assert in_the_way(battle, "beaconwright", Move(5, "A-MOVE-7", barred=units)) == [
        [base, (name, "A-MOVE-7", "solid", "no rest")]
    ]
    assert in_the_way(battle, "beaconwright", Move(5, "A-AB-3", ending=units)) == [
        [base, (name, "A-AB-3", "open", "no rest")]
    ]
    assert in_the_way(battle, "beaconwright", Move(5, "A-CHG-4")) == [[base]]
    [grounds] = grounds_for(
        battle.game, battle.unit("beaconwright"), Move(5, "A-MOVE-7", barred=units), Disc(0, 0, AXE)
    )
    assert [each.disc.radius for each in grounds] == [pytest.approx(AXE), pytest.approx(AXE + 3)]
    assert grounds[1].margin == pytest.approx(0.00101), "more than 3 inches, to the thousandth"


def test_a_fly_1_and_a_fly_4_who_flies_may_only_not_end_there() -> None:
    battle = Battle(
        "movement", on=field(piece("rock", box(22, 8, 2, 2), 5, "impassable"), piece("hut", box(26, 8, 2, 2), 2))
    )
    battle.put("duskmoth-riders", (20, 15))
    battle.put("hullbreakers", (20, 20))
    battle.begin()
    units = frozenset({"bob.hullbreakers"})
    assert in_the_way(battle, "duskmoth-riders", Move(12, "A-MOVE-7", barred=units)) == [
        [
            ("Hullbreakers 1", "A-MOVE-3", "open", "no rest"),
            ("the combat range of Hullbreakers", "A-MOVE-7", "open", "no rest"),
            ("Rock", "A-TAB-3", "open", "no rest"),
            ("Hut", "A-TERR-5", "open", "no rest"),
        ]
    ]


def test_a_terr_2_and_a_terr_3_tall_features_are_climbed_and_one_of_them_jumped_from() -> None:
    """Low ones are nothing, impassable ones are solid, and what is far away is left out."""
    terrain = (
        piece("rock", box(22, 12, 2, 2), 5, "impassable"),
        piece("low", box(16, 12, 2, 2), 1),
        piece("hut", box(16, 18, 2, 2), 2),
        piece("top", box(22, 18, 2, 2), 3, "flat-top"),
        piece("mill", box(19, 10, 2, 2), 2.5, "unstable", "flat-top"),
        piece("far", box(40, 2, 2, 2), 4),
    )
    battle = Battle("movement", on=field(*terrain))
    battle.put("beaconwright", (20, 15))
    battle.begin()
    alternatives = grounds_for(battle.game, battle.unit("beaconwright"), Move(5, "A-MOVE-7"), Disc(0, 0, AXE))
    climbed = {
        "Hut": ("A-TERR-2", 2, 2, False, "A-TERR-5", False),
        "Top": ("A-TERR-2", 3, 3, True, "A-TERR-5", False),
        "Mill": ("A-TERR-2", 2.5, 2.5, False, "A-TAB-4", False),
    }
    found = [
        {each.name: (each.rule, each.enter, each.leave, each.rest, each.rest_rule, each.stops) for each in grounds}
        for grounds in alternatives
    ]
    assert [grounds.pop("Rock") for grounds in found] == [("A-TAB-3", 0, 0, False, "", False)] * 4
    assert found[0] == climbed
    for name, grounds in zip(("Hut", "Top", "Mill"), found[1:]):
        _rule, enter, _leave, rest, unrest, _stops = climbed[name]
        assert grounds == climbed | {name: ("A-TERR-3", enter, 0, rest, unrest, True)}
    assert all(each.solid == (each.name == "Rock") for each in alternatives[0])


def test_a_key_12_faction_terrain_is_in_the_way_as_a_base() -> None:
    battle = Battle("movement")
    battle.put("beaconwright", (20, 15))
    battle.put("lamp-cairn", (24, 15))
    battle.begin()
    assert in_the_way(battle, "beaconwright", Move(5, "A-MOVE-7")) == [[("Lamp Cairn", "A-MOVE-3", "solid", "rest")]]


# -- set-ups


@pytest.mark.parametrize("name", ["beaconwright", "wallward-pikes", "duskmoth-riders", "hullbreakers"])
def test_a_coh_1_a_unit_is_shown_as_a_coherent_block_around_the_spot(name: str) -> None:
    battle = Battle("hero", windows="always").begin()
    unit = battle.unit(name)
    for around, middle in ((None, (22.0, 15.0)), ((10.0, 5.0), (10.0, 5.0))):
        members = room_for(battle.game, unit, lambda base: (), "A-GEO-9", around).policy.members
        here = [each.disc for each in members]
        assert len(here) == len(battle.game.models(unit))
        xs, ys = sorted({round(each.x, 6) for each in here}), sorted({round(each.y, 6) for each in here})
        assert ((xs[0] + xs[-1]) / 2, (ys[0] + ys[-1]) / 2) == pytest.approx(middle)
        assert len(xs) >= len(ys), "wider than deep"
        apart = [math.dist(a[:2], b[:2]) - a.radius - b.radius for a in here for b in here if a is not b]
        assert not apart or 0 < min(apart) <= 0.5
        assert max(xs[-1] - xs[0], ys[-1] - ys[0]) <= math.ceil(math.sqrt(2 * len(here))) * (2 * here[0].radius + 0.5)
        centres = np.array([each[:2] for each in here])
        assert is_coherent(gaps_between(centres, np.array([each.radius for each in here])), coherency(len(here)))


def test_a_dep_9_a_unit_that_is_picked_up_is_set_up_without_its_slain_and_its_models_have_names() -> None:
    battle = Battle("hero")
    battle.put("hullbreakers", (10, 10), (12, 10), (14, 10))
    battle.begin()
    members = room_for(battle.game, battle.unit("hullbreakers"), lambda base: (), "A-GEO-9").policy.members
    assert [each.id for each in members] == ["bob.hullbreakers-1", "bob.hullbreakers-2", "bob.hullbreakers-3"]
    assert [each.disc.name for each in members] == ["Hullbreakers 1", "Hullbreakers 2", "Hullbreakers 3"]
    [wright] = room_for(battle.game, battle.unit("beaconwright"), lambda base: (), "A-GEO-9").policy.members
    assert wright.disc.name == "Beaconwright"


TERRAIN = (
    piece("rock", box(10, 10, 2, 2), 0.5, "impassable"),
    piece("hut", box(16, 10, 2, 2), 2),
    piece("top", box(22, 10, 2, 2), 2, "flat-top"),
    piece("mill", box(28, 10, 2, 2), 2, "flat-top", "unstable"),
    piece("reeds", box(34, 10, 2, 2), 0.5, "obscuring"),
)


@pytest.mark.parametrize(
    ("x", "rule"),
    [(11, "A-TAB-3"), (17, "A-TERR-5"), (23, ""), (29, "A-TAB-4"), (35, ""), (5, "A-GEO-9"), (0.5, "A-GEO-9")],
)
def test_a_tab_3_and_a_tab_4_and_a_geo_9_where_a_base_may_be_set_up(x: float, rule: str) -> None:
    battle = Battle("hero", on=field(*TERRAIN))
    battle.put("hullbreakers", (4.5, 11))
    battle.put("wallward-pikes", (5, 25))
    game = battle.begin().game
    conditions = general(game, battle.unit("beaconwright"), Disc(0, 0, AXE))
    assert {each.rule for each in conditions if not each.allows(x, 11)} == ({rule} if rule else set())


def test_a_geo_9_who_is_set_up_again_is_not_in_its_own_way() -> None:
    battle = Battle("hero")
    battle.put("beaconwright", (10, 10))
    battle.put("lamp-cairn", (20, 10))
    game = battle.begin().game
    assert all(each.allows(10, 10) for each in general(game, battle.unit("beaconwright"), Disc(0, 0, AXE)))
    assert not all(each.allows(20, 10) for each in general(game, battle.unit("beaconwright"), Disc(0, 0, AXE)))


def test_a_dmg_8_a_slain_model_returns_linked_off_others_and_out_of_new_combats() -> None:
    battle = Battle("hero")
    battle.put("wallward-pikes", (10, 10), (11.5, 10))
    battle.put("hullbreakers", (10, 14.2))
    battle.put("barbcasters", (15.5, 10))
    battle.begin()
    assert [each.id for each in battle.game.fought_by(battle.unit("wallward-pikes"))] == [
        "bob.hullbreakers",
        "bob.barbcasters",
    ]
    battle.unit("barbcasters").at = {"bob.barbcasters-1": (16.0, 10.0)}
    region = beside_its_unit(battle.game, battle.unit("wallward-pikes"), "ann.wallward-pikes-4")
    assert is_legal(region, (8.5, 10)), "in combat with whom its unit fights already, or with nobody"
    assert is_legal(region, (10, 11.5))
    assert not is_legal(region, (13, 10)), "within 3 inches of the Barbcasters"
    assert not is_legal(region, (10.7, 10.1)), "on its own unit"
    assert not is_legal(region, (7.9, 10)), "more than half an inch away"
    battle.game.state.uses.note("ann.wallward-pikes-1 returned", "turn")
    region = beside_its_unit(battle.game, battle.unit("wallward-pikes"), "ann.wallward-pikes-4")
    assert not is_legal(region, (8.5, 10)), "linked only to one that returned this turn"
    assert is_legal(region, (11.5, 8.5))


# -- carried out


def test_a_move_9_a_move_tells_the_ways_of_those_that_moved_and_the_longest() -> None:
    battle = Battle("movement")
    battle.put("hullbreakers", (10, 10), (12, 10), (14, 10))
    battle.begin()
    unit, game = battle.unit("hullbreakers"), battle.game
    unit.besieges = "tower"
    answer: list[dict[str, Any]] = [
        {"id": "bob.hullbreakers-3", "at": [14.0, 13.0]},
        {"id": "bob.hullbreakers-1", "at": [10.0, 10.0]},
        {"id": "bob.hullbreakers-2", "at": [12.0, 10.0], "via": [[12, 8], [12, 12]]},
    ]
    carry_out(game, unit, answer, "run", "A-MOVE-7")
    moved = game.events[-1]
    assert isinstance(moved, events.Moved)
    assert moved.ways == {
        "bob.hullbreakers-3": [(14.0, 10.0), (14.0, 13.0)],
        "bob.hullbreakers-2": [(12.0, 10.0), (12.0, 8.0), (12.0, 12.0), (12.0, 10.0)],
    }
    assert (moved.unit, moved.ability, moved.inches, moved.rule) == (unit.id, "run", 8.0, "A-MOVE-7")
    assert unit.at == {
        "bob.hullbreakers-1": (10.0, 10.0),
        "bob.hullbreakers-2": (12.0, 10.0),
        "bob.hullbreakers-3": (14.0, 13.0),
    }
    assert unit.besieges == "", "whom it charged to is behind it"
    carry_out(game, unit, [], "run", "A-MOVE-7")
    assert game.events[-1].inches == 0.0  # type: ignore[attr-defined]


@pytest.mark.parametrize(("number", "deployed"), [(0, True), (1, False)])
def test_a_dep_9_a_set_up_puts_models_down_in_the_order_of_the_warscroll(number: int, deployed: bool) -> None:
    battle = Battle("hero")
    battle.put("hullbreakers", (10, 10))
    battle.begin()
    unit, game = battle.unit("hullbreakers"), battle.game
    game.state.round = number
    unit.place = "reserve"
    set_up(
        game,
        unit,
        [{"id": "bob.hullbreakers-3", "at": [14, 10]}, {"id": "bob.hullbreakers-2", "at": [12, 10]}],
        "A-DEP-5",
    )
    assert [*unit.at.items()] == [
        ("bob.hullbreakers-1", (10.0, 10.0)),
        ("bob.hullbreakers-2", (12.0, 10.0)),
        ("bob.hullbreakers-3", (14.0, 10.0)),
    ]
    assert unit.on_table
    event = game.events[-1]
    assert isinstance(event, events.SetUp)
    assert (event.deployed, {*event.at}) == (deployed, {"bob.hullbreakers-2", "bob.hullbreakers-3"})


# -- at the end of a move


WALL = piece("wall", box(15, 0, 0.5, 20), 4, "blocks-sight")


@pytest.mark.parametrize(
    ("x", "y", "inches", "meets"),
    [(17, 25, 5.001 - 2 * AXE, True), (17, 25, 4.997 - 2 * AXE, False), (17, 5, 5, False), (17, 25, 12, True)],
)
def test_a_amb_46_bases_meet_a_unit_that_is_near_and_seen(x: float, y: float, inches: float, meets: bool) -> None:
    """From (12, y) to (17, y): behind the wall in the south, past its end in the north."""
    battle = Battle("movement", on=field(WALL))
    battle.put("hullbreakers", (x, y))
    game = battle.begin().game
    assert meet(game, [Disc(12, y, AXE)], battle.unit("hullbreakers"), inches) is meets
    assert meet(game, [Disc(2, 2, AXE), Disc(12, y, AXE)], battle.unit("hullbreakers"), inches) is meets


def test_a_amb_46_one_base_may_be_near_and_another_one_see() -> None:
    battle = Battle("movement", on=field(WALL))
    battle.put("hullbreakers", (17, 5))
    game = battle.begin().game
    near, seeing = Disc(13.5, 5, AXE), Disc(20, 25, AXE)
    assert not meet(game, [near], battle.unit("hullbreakers"), 3)
    assert not meet(game, [seeing], battle.unit("hullbreakers"), 3)
    assert meet(game, [near, seeing], battle.unit("hullbreakers"), 3)


# -- charges that reach somebody


def charge(inches: float, *, on: Any = None, spot: tuple[float, float] = (20, 15)) -> tuple[Any, list[Disc]]:
    battle = Battle("charge", on=on or field())
    battle.put("beaconwright", (10, 15))
    battle.put("hullbreakers", spot)
    game = battle.begin().game
    unit = battle.unit("beaconwright")
    move = Move(inches, "A-CHG-4", charging=frozenset({"bob.hullbreakers"}))
    return unit_move(game, unit, move), [
        disc_around(base) for base in game.positions.bases(battle.unit("hullbreakers")).footprints
    ]


@pytest.mark.parametrize(("inches", "reaches"), [(8.0, True), (7.9252, True), (7.92, False), (5.0, False)])
def test_a_chg_6_a_charge_reaches_who_is_within_the_roll_and_half_an_inch(inches: float, reaches: bool) -> None:
    """The Hullbreaker is 10 - 1.5748 = 8.4252 inches away."""
    assert reaches_any(*charge(inches)[:1], inches, charge(inches)[1]) is reaches


def test_a_chg_6_where_an_open_run_leads_to_somebody_nothing_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_given: object) -> bool:
        pytest.fail("a search takes long, and the straight way is open")

    monkeypatch.setattr(attacking, "_has_path", never)
    move, enemies = charge(9.0)
    assert reaches_any(move, 9.0, enemies)


def test_a_chg_6_a_run_that_something_stops_is_not_open_and_a_way_round_is_searched() -> None:
    rock = field(piece("rock", box(14, 13.5, 1, 3), 4, "impassable"))
    move, enemies = charge(12.0, on=rock)
    [member] = move.policy.members
    assert not attacking._runs_openly(member, enemies[0])
    assert reaches_any(move, 12.0, enemies)
    walled = field(piece("rock", box(14, 0, 1, 30), 4, "impassable"))
    move, enemies = charge(12.0, on=walled)
    assert not reaches_any(move, 12.0, enemies)


def test_a_chg_6_an_open_run_ends_beside_the_enemy_not_on_it() -> None:
    """A rock just behind where the run ends, beside the enemy, does not stop it."""
    beside = 20 - 2 * AXE - 0.25 + AXE
    rock = field(piece("rock", box(round(beside + 0.05, 4), 16.5, 2, 2), 4, "impassable"))
    move, enemies = charge(9.0, on=rock)
    [member] = move.policy.members
    assert attacking._runs_openly(member, enemies[0])


def test_a_amb_2_and_a_fly_1_own_models_block_unless_agreed_or_flying() -> None:
    for own, keywords, blocks in (("block", (), True), ("pass", (), False), ("block", ("FLY",), False)):
        battle = Battle("movement", own_models=own, armies=(LANTERN, keyworded(BRINEBACK, "hullbreakers", *keywords)))
        battle.put("hullbreakers", *row(5, 20, 20, 2))
        battle.begin()
        found = unit_move(battle.game, battle.unit("hullbreakers"), Move(5, "A-MOVE-7"))
        assert found.own_models_block is blocks
