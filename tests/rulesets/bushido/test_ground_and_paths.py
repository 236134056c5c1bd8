"""Where pieces and models may lie, what hides a zone, and which ways are found first, against plain geometry."""

from __future__ import annotations

import math
from random import Random
from typing import Any

import pytest
import shapely

from game.engine.core.decisions import Choose, Lay, Option, Order, Pick
from game.rulesets.bushido.rules.actions.fighting import meeting, touching_both, why_out_of_reach
from game.rulesets.bushido.rules.actions.leading import reaches
from game.rulesets.bushido.rules.actions.moving import no_way_out, when_to_walk
from game.rulesets.bushido.rules.dice.tests import size_test
from game.rulesets.bushido.rules.moving.carry_out import region_of
from game.rulesets.bushido.rules.moving.finding import find_path, has_contact, is_plainly_open
from game.rulesets.bushido.rules.moving.forced import ThrowRegion
from game.rulesets.bushido.rules.moving.policies import (
    approach,
    disregarded,
    engaged_with,
    held_by,
    is_in_zone,
    may_ignore,
    walk,
    zone,
)
from game.rulesets.bushido.rules.scenarios import find
from game.rulesets.bushido.rules.setup_phase.deployment import arrivals, deployed, goal, good_spot
from game.rulesets.bushido.rules.setup_phase.terrain import (
    PiecePlaces,
    good_answer,
    has_room,
    kept_free,
    lay,
    region,
    too_large,
)
from game.rulesets.bushido.rules.state import Aura, Effect, Objective, Span
from game.rulesets.bushido.rules.turn.main import activation
from game.table.path.policy import CONTACT
from game.table.placing.places import is_legal
from game.table.terrain.battlefield import Piece, piece_from
from game.table.terrain.rigid import centred
from tests.rulesets.bushido.bushido_kit import HALF, Moment, N, S, act, card, duel, moment, piece, warband

# -- terrain that is put down


def plank(width: float, depth: float, **traits: Any) -> Piece:
    """Return a piece to be put down, centred on its anchor."""
    return centred(piece_from(piece("plank", 0.0, 0.0, width, depth, **traits)))


SOLID = {"passage": "impassable", "visibility": "blocking", "size": "small"}


@pytest.mark.parametrize("margin", [0.0, 2.0])
@pytest.mark.parametrize("degrees", [0, 90])
def test_b_setup_9_on_a_bare_table_a_piece_lies_so_far_off_the_edge(margin: float, degrees: int) -> None:
    at = moment(scenario="seikyuu")
    where = PiecePlaces(at.game.ruler, plank(4.0, 2.0), degrees, "seikyuu", margin)
    half = (2.0, 1.0) if degrees == 0 else (1.0, 2.0)
    low, high = (margin + half[0], margin + half[1]), (24.0 - margin - half[0], 24.0 - margin - half[1])
    assert where.within.bounds == pytest.approx((*low, *high))
    assert where.excluded == {}
    for x, y, off in (
        (low[0], 12.0, (-1, 0)),
        (high[0], 12.0, (1, 0)),
        (12.0, low[1], (0, -1)),
        (12.0, high[1], (0, 1)),
    ):
        assert is_legal(where, (x, y))
        assert where.why_not((x, y)) == []
        spot = x + 0.01 * off[0], y + 0.01 * off[1]
        [refusal] = where.why_not(spot)
        assert not is_legal(where, spot)
        assert refusal.rule == "B-SETUP-9"
        assert refusal.short_by == pytest.approx(0.01, abs=1e-4)


def test_b_setup_9_a_piece_too_large_for_the_table_has_no_place() -> None:
    at = moment(scenario="seikyuu")
    where = PiecePlaces(at.game.ruler, plank(9.0, 2.0), 0, "seikyuu", 8.0)
    assert where.within.is_empty
    assert not has_room([where])


@pytest.mark.parametrize(
    ("solid", "other", "apart"), [(True, True, 2.0), (True, False, 0.0), (False, True, 0.0), (False, False, 0.0)]
)
def test_b_setup_9_impassable_pieces_lie_two_inches_apart_and_no_pieces_touch(
    solid: bool, other: bool, apart: float
) -> None:
    lying = piece("lying", 10.0, 7.0, 2.0, 2.0, **(SOLID if other else {"passage": "difficult"}))
    at = moment(terrain=[lying], scenario="seikyuu")
    where = PiecePlaces(at.game.ruler, plank(2.0, 2.0, **(SOLID if solid else {"passage": "difficult"})), 0, "seikyuu")
    for side in (-1, 1):
        assert is_legal(where, (11.0 + side * (2.0 + apart + 0.001), 8.0))
        assert not is_legal(where, (11.0 + side * (2.0 + apart - 0.001), 8.0))
    assert not is_legal(where, (11.0, 8.0))


@pytest.mark.parametrize(("solid", "kept"), [(True, True), (False, False)])
def test_b_setup_9_impassable_terrain_keeps_off_objectives_and_zones(solid: bool, kept: bool) -> None:
    at = moment(scenario="idols")
    where = PiecePlaces(at.game.ruler, plank(2.0, 2.0, **(SOLID if solid else {})), 0, "idols")
    near = HALF + 2.0 + 1.0
    assert is_legal(where, (6.0, 12.0 + near + 0.01))
    assert is_legal(where, (6.0, 12.0 + near - 0.01)) is not kept
    assert is_legal(where, (7.01, 5.0))
    assert is_legal(where, (6.9, 5.0)) is not kept  # in the corner square
    zones = PiecePlaces(at.game.ruler, plank(2.0, 2.0, **(SOLID if solid else {})), 0, "seikyuu")
    assert is_legal(zones, (5.0, 12.0 + 2.0 + 1.01))
    assert is_legal(zones, (5.0, 12.0 + 2.0 + 0.9)) is not kept
    assert is_legal(zones, (12.0, 60 / 25.4 + 1.01))
    assert is_legal(zones, (12.0, 60 / 25.4 + 0.99)) is not kept  # where a Huge base stands on the baseline


def test_b_setup_9_what_is_drawn_is_what_counts() -> None:
    lying = [piece("wall", 9.0, 4.0, 1.0, 6.0, **SOLID), piece("pond", 3.0, 15.0, 4.0, 3.0, passage="difficult")]
    at = moment(terrain=lying, scenario="idols")
    where = PiecePlaces(at.game.ruler, plank(3.0, 1.5, **SOLID), 30, "idols", 1.0)
    [excluded] = where.excluded.values()
    rng, sure = Random(3), 0
    for _spot in range(400):
        x, y = round(rng.uniform(0.0, 24.0), 4), round(rng.uniform(0.0, 24.0), 4)
        spot = shapely.Point(x, y)
        if min(spot.distance(excluded.boundary), spot.distance(where.within.boundary)) < 0.05:
            continue
        sure += 1
        assert is_legal(where, (x, y)) is (where.within.contains(spot) and not excluded.contains(spot))
    assert sure > 300


@pytest.mark.parametrize("corner", [(0, 0), (0, 1), (1, 0), (1, 1)])
def test_b_setup_9_room_in_the_last_corner_is_found(corner: tuple[int, int]) -> None:
    x, y = 20.0 * corner[0], 20.0 * corner[1]
    rest = [
        piece("across", 0.0, 0.0 if corner[1] else 4.0, 24.0, 20.0, passage="difficult"),
        piece("beside", 0.0 if corner[0] else 4.0, y + 0.01, 20.0, 3.98, passage="difficult"),
    ]
    at = moment(terrain=rest, scenario="seikyuu")
    for size, fits in ((3.9, True), (4.1, False)):
        where = PiecePlaces(at.game.ruler, plank(size, size), 0, "seikyuu")
        assert has_room([where]) is fits
        assert is_legal(where, (x + 2.0, y + 2.0)) is fits


@pytest.mark.parametrize(
    ("width", "depth", "size"), [(9.0, 9.0, None), (9.01, 2.0, (9.01, 2.0)), (2.0, 9.01, (2.0, 9.01)), (1.0, 1.0, None)]
)
def test_b_setup_9_no_piece_is_larger_than_nine_inches(
    width: float, depth: float, size: tuple[float, float] | None
) -> None:
    found = too_large(plank(width, depth))
    assert found == (None if size is None else pytest.approx(size))


def test_b_setup_9_what_is_kept_free_for_each_scenario() -> None:
    assert [len(kept_free((name,))) for name in ("idols", "keii", "seikyuu", "ryodo")] == [5, 8, 5, 9]
    depth = {round(keep.shape.bounds[3] - keep.shape.bounds[1], 4) for keep in kept_free(("keii",))[-2:]}
    assert depth == {round(2 * 60 / 25.4, 4)}  # half of it beyond the edge
    assert {keep.inches for keep in kept_free(("idols",))} == {2.0, 0.0}


def test_b_setup_9_a_program_spreads_what_it_puts_down() -> None:
    lying = [piece("pond", 2.0, 2.0, 4.0, 4.0, passage="difficult")]
    at = moment(terrain=lying, scenario="seikyuu")
    plain = plank(3.0, 3.0)
    supply = {"supply": (plain,)}
    at.game.setup.__dict__["terrain_supply"] = supply["supply"]
    flow = lay(at.game, S, plain, "B-SETUP-3")
    question = next(flow)
    assert isinstance(question, Lay)
    answer = good_answer(at.game, question)
    assert isinstance(answer, list)
    assert question.allows(answer)
    assert math.dist((4.0, 4.0), answer[:2]) > 14.0  # the far corner is some 24 inches off


# -- models that are put down


def test_models_share_out_what_there_is_to_go_for() -> None:
    idols, zones = moment(scenario="idols"), moment(scenario="ryodo")
    idols.game.state.objectives = {f"idol-{n}": Objective(f"idol-{n}", 6.0 * n, 12.0, HALF) for n in (1, 2, 3)}
    own = [each for each in idols.game.state.models.values() if each.side == S]
    assert [goal(idols.game, each) for each in own] == [(6.0, 12.0), (12.0, 12.0), (18.0, 12.0), (6.0, 12.0)]
    assert goal(zones.game, [*zones.game.state.models.values()][1]) == (12.0, 12.0)
    idols.game.state.objectives = {}
    assert goal(idols.game, own[0]) == (12.0, 12.0)


def test_a_good_spot_leads_ahead_and_keeps_off_friends() -> None:
    at = moment(scenario="seikyuu")
    warden, spear = at["bell-warden"], at["temple-guard-spear"]
    spot = good_spot(at.game, warden, region(at.game, warden, S))
    assert spot is not None
    assert abs(spot.x - 5.0) < 0.02  # straight below the first zone
    at.put("bell-warden", 12.0, HALF)
    other = good_spot(at.game, spear, region(at.game, spear, S))  # the zone in the middle is for the second model
    assert other is not None
    assert math.dist(other, (12.0, HALF)) > 2 * HALF + 0.5


@pytest.mark.parametrize(("spot", "facing"), [([HALF, 12.0], 0), ([HALF, 20.0], 32499), ([HALF, 6.0], 2770)])
def test_b_tr_85_who_comes_round_the_flank_looks_to_the_middle_and_has_two_counters(
    spot: list[float], facing: int
) -> None:
    south = warband(card("Scout", traits=["Flank"]), card("Main"), faction="South")
    at = moment((), south=south, north=warband(card("Foe"), faction="North"), scenario="seikyuu")
    scout = at["scout"]
    scout.place, scout.flank_turn, scout.flank_edge, scout.counters = "elsewhere", 2, "west", 0
    at.game.state.turn = 1
    at.run(arrivals(at.game, S))
    assert scout.place == "elsewhere"
    at.game.state.turn = 2
    at.run(arrivals(at.game, S), spot)
    assert (scout.x, scout.y) == pytest.approx(spot, abs=1e-4)
    assert (scout.counters, scout.flank_turn) == (2, 0)
    assert scout.on_table
    expected = math.degrees(math.atan2(12.0 - scout.y, 12.0 - scout.x)) * 100 % 36000
    assert scout.facing == round(expected)
    del facing


# -- zones


@pytest.mark.parametrize(
    ("blocker", "inside"), [(None, True), ("wall", False), ("friend", False), ("hedge beside", True)]
)
def test_b_geo_30_a_zone_ends_where_sight_does(blocker: str | None, inside: bool) -> None:
    shapes = {
        "wall": [piece("wall", 11.0, 12.75, 2.0, 0.1, **{**SOLID, "size": "huge"})],
        "hedge beside": [piece("hedge", 14.0, 12.75, 2.0, 0.1, **{**SOLID, "size": "huge"})],
    }
    at = moment(
        (),
        warband(card("A"), faction="S"),
        warband(card("E"), card("F", base_mm=60), faction="N"),
        terrain=shapes.get(blocker or "", []),
    )
    enemy, a = at.put("e", 12.0, 12.0, facing=9000), at.put("a", 12.0, 14.0)
    if blocker == "friend":
        at.put("f", 12.0, 12.0 + HALF + 60 / 50.8 + 0.001)
        a.y = 12.0 + HALF + 60 / 25.4 + HALF
        enemy_zone = shapely.union_all(zone(at.game, enemy))
        assert not enemy_zone.contains(shapely.Point(12.0, 13.4))
    assert is_in_zone(at.game, a, enemy) is inside
    assert bool(held_by(at.game, a)) is inside


@pytest.mark.parametrize(
    ("states", "traits", "own", "moving", "standing"),
    [
        ([], [], [], False, False),
        (["Prone"], [], [], True, True),
        (["Disguised"], [], [], True, True),
        (["Blind"], [], [], True, True),
        (["Stunned"], [], [], False, False),
        ([], ["Insignificant"], [], True, True),
        ([], [], ["Evasive"], True, False),
        ([], [], ["Cloudwalk"], True, False),
    ],
)
def test_b_geo_33_which_zones_may_be_ignored(
    states: list[str], traits: list[str], own: list[str], moving: bool, standing: bool
) -> None:
    at = duel((), {"traits": own}, {"traits": traits}, gap=0.5)
    for state in states:
        at.game.mark(at["b"], state, 0)
    assert may_ignore(at.game, at["a"], at["b"]) is moving
    assert may_ignore(at.game, at["a"], at["b"], moving=False) is standing
    assert bool(held_by(at.game, at["a"], moving=False)) is not standing


def test_b_geo_33a_a_zone_of_who_is_busy_with_a_friend_may_be_ignored() -> None:
    at = moment((), warband(card("A"), card("C"), faction="S"), warband(card("B"), card("D"), faction="N"))
    a, b = at.put("a", 5.0, 12.0), at.put("b", 7.0, 12.0, facing=18000)
    d = at.put("d", 7.0 + 2 * HALF, 12.0)
    assert not may_ignore(at.game, a, b)  # its own friend beside it does not matter
    d.place = "reserve"
    at.put("c", 7.0, 12.0 - 2 * HALF)
    assert may_ignore(at.game, a, b)


@pytest.mark.parametrize(
    ("state", "traits", "bound", "walking"),
    [
        ("", [], True, True),
        ("Prone", [], False, False),
        ("Immobilised", [], False, False),
        ("Stunned", [], True, True),
        ("", ["Agile"], True, False),
    ],
)
def test_b_act_30_and_b_tr_2_who_binds_a_model_in_contact(
    state: str, traits: list[str], bound: bool, walking: bool
) -> None:
    at = duel((), {"traits": traits}, {})
    if state:
        at.game.mark(at["b"], state, 0)
    assert bool(engaged_with(at.game, at["a"], leaving=False)) is bound
    assert bool(engaged_with(at.game, at["a"])) is walking
    assert bool(disregarded(at.game, at["a"])) is not walking
    at["b"].facing = 0  # its zone is on the other side
    flow = when_to_walk(at.game, at["a"], "B-ACT-14", "When?", ("here", "before", "after"))
    asked = next(flow, None)
    assert (asked is None) is walking


@pytest.mark.parametrize("running", [False, True])
def test_b_geo_32_a_way_out_of_a_zone(running: bool) -> None:
    at = duel((), {}, {}, gap=0.5)
    assert no_way_out(at.game, at["a"], running=running) is None
    wall = piece("wall", 5.0 - HALF - 1.3, 8.0, 1.0, 8.0, passage="impassable")
    shut = moment((), warband(card("A"), faction="S"), warband(card("B"), faction="N"), terrain=[wall])
    a = shut.put("a", 5.0, 12.0)
    shut.put("b", 5.0 + 2 * HALF + 0.5, 12.0, facing=18000)
    refusal = no_way_out(shut.game, a, running=running)
    assert refusal is not None
    assert refusal.rule == "B-GEO-32"


# -- ways that are found first


def test_b_move_8_and_b_move_9_the_straight_way_is_found_first_then_the_nearest_bearings() -> None:
    at = moment((), warband(card("A"), card("C"), faction="S"), warband(card("B"), faction="N"))
    a, b = at.put("a", 5.0, 12.0), at.put("b", 10.0, 12.0, facing=0)
    touch = 2 * HALF + CONTACT / 2
    for y, bearing, legs in ((5.0, 0.0, 1), (11.15, 15.0, 2), (12.85, -15.0, 2)):  # past C to the nearest bearing
        at.put("c", 7.0, y)
        assert is_plainly_open(at.game, a, b, 9.0) is (not bearing)
        path = find_path(at.game, a, b, approach(at.game, a, b, 9.0, charge=False))
        assert path is not None
        found = math.degrees(math.atan2(path.end.y - b.y, b.x - path.end.x))
        assert len(path.legs) == legs
        assert found == pytest.approx(bearing, abs=0.02)
        assert math.dist(path.end, (b.x, b.y)) == pytest.approx(touch, abs=2e-4)


@pytest.mark.parametrize(("inches", "found"), [(3.8188 + 0.0005, True), (3.80, False)])
def test_b_act_31_a_way_is_found_up_to_the_last_inch(inches: float, found: bool) -> None:
    at = duel((), {}, {}, gap=3.8188)
    policy = approach(at.game, at["a"], at["b"], inches, charge=False)
    assert (find_path(at.game, at["a"], at["b"], policy) is not None) is found
    assert has_contact(at["a"], at["b"], policy) is found
    assert (meeting(at.game, at["a"], at["b"], policy).find() is not None) is found


@pytest.mark.parametrize(
    ("aside", "enemy", "open_"), [(2.21, True, True), (2.15, True, False), (1.2, False, True), (1.17, False, False)]
)
def test_b_act_31_a_way_is_plainly_open_only_off_bases_and_zones(aside: float, enemy: bool, open_: bool) -> None:
    at = moment((), warband(card("A"), card("C"), faction="S"), warband(card("B"), card("D"), faction="N"))
    a, b = at.put("a", 5.0, 12.0), at.put("b", 12.0, 12.0)
    at.put("d" if enemy else "c", 8.5, 12.0 + aside)
    assert is_plainly_open(at.game, a, b, 9.0) is open_
    assert not is_plainly_open(at.game, a, b, 5.7)
    assert is_plainly_open(at.game, a, b, 5.82) is open_


@pytest.mark.parametrize(("y", "open_"), [(12.0 + HALF + 0.01, True), (12.0 + HALF - 0.01, False)])
def test_b_act_31_terrain_beside_the_way(y: float, open_: bool) -> None:
    at = moment(
        (), warband(card("A"), faction="S"), warband(card("B"), faction="N"), terrain=[piece("crate", 7.0, y, 2.0, 2.0)]
    )
    a, b = at.put("a", 5.0, 12.0), at.put("b", 12.0, 12.0)
    assert is_plainly_open(at.game, a, b, 9.0) is open_


def test_b_terr_4_a_road_counts_for_a_charge_that_is_too_far_off() -> None:
    road = piece("road", 6.0, 10.0, 1.0, 4.0, passage="ideal")
    at = moment((), warband(card("A"), faction="S"), warband(card("B"), faction="N"), terrain=[road])
    a, b = at.put("a", 5.0, 12.0, facing=0), at.put("b", 5.0 + 2 * HALF + 11.0, 12.0)
    texts = [why_out_of_reach(at.game, a, b, charge=charge) for charge in (True, False)]
    assert [each is not None and each.text.split(" is ")[1].split("″")[0] for each in texts] == ["1.00", "7.00"]
    b.x -= 1.0
    assert why_out_of_reach(at.game, a, b, charge=True) is None  # 8 inches and 2 of the road


# -- odds and ends


@pytest.mark.parametrize(
    ("base", "traits", "dice"),
    [
        (30, [], 2),
        (40, [], 3),
        (50, [], 4),
        (60, [], 5),
        (30, ["Tiny"], 1),
        (30, ["Huge"], 5),
        (50, ["Strong"], 5),
        (50, ["Weak"], 3),
    ],
)
def test_b_test_12_the_dice_of_a_size_test(base: int, traits: list[str], dice: int) -> None:
    at = moment((2,) * dice, warband(card("A", base_mm=base, traits=traits), faction="S"))
    a = at.put("a", 5.0, 12.0)
    assert at.run(size_test(at.game, a, 2)) is True
    at.dice_left()


@pytest.mark.parametrize(("state", "gap", "reached"), [("", 3.0, True), ("", 4.01, False), ("Held", 3.0, False)])
def test_b_tr_25_who_is_held_or_too_far_off_reaches_no_patient(state: str, gap: float, reached: bool) -> None:
    at = moment((), warband(card("A", traits=["Heal (2)"]), card("C"), faction="S"), warband(card("B"), faction="N"))
    a, c = at.put("a", 5.0, 12.0), at.put("c", 5.0 + 2 * HALF + gap, 12.0, wounds=1)
    if state:
        at.game.mark(a, state, 0)
    assert reaches(at.game, a, c) is reached
    c.x = 5.0 + 2 * HALF
    assert reaches(at.game, a, c)


def test_b_ki_8_and_b_gen_6_what_lasts_for_an_activation_ends_with_it() -> None:
    at = moment((), warband(card("A"), faction="S"), warband(card("B"), faction="N"))
    a = at.put("a", 5.0, 12.0)
    at.put("b", 20.0, 12.0)
    spans: tuple[Span, ...] = ("exchange", "action", "activation", "turn", "game")
    a.effects = [Effect(f"Tough ({number})", span) for number, span in enumerate(spans, 1)]
    at.game.state.auras = [Aura("Courage (1)", a.id, 3, "activation"), Aura("Courage (2)", a.id, 3, "turn")]
    at.game.state.step, at.game.state.active_player = "activation", S
    at.run(activation(at.game), f"{a.id} wait")
    assert [each.span for each in a.effects] == ["turn", "game"]
    assert [each.span for each in at.game.state.auras] == ["turn"]
    assert (at.game.state.active, at.game.state.active_player, at.game.state.step) == ("", N, "main")


def test_b_state_9_whoever_walks_away_lets_go_whom_it_held() -> None:
    at: Moment = duel((), {"traits": ["Agile"]}, {})
    at.game.mark(at["b"], "Held", 0)
    at["b"].effects = [Effect("Held by", "game", "south.a")]
    at["b"].facing = 0
    act(at, "a", "walk", [3.0, 12.0, 0])
    assert not at["b"].has("Held")
    assert at["b"].effects == []


@pytest.mark.parametrize(
    ("gap", "inches", "found"),
    [
        (2.0, 2.0, True),
        (2.0 + 1e-3 - 1e-9, 2.0, True),
        (2.00101, 2.0, False),
        (0.0, 0.0, True),
        (0.00099, 0.0, True),
        (0.0011, 0.0, False),
    ],
)
def test_b_geo_3_within_is_meant_to_a_thousandth_of_an_inch(gap: float, inches: float, found: bool) -> None:
    at = duel((), {}, {}, gap=gap)
    assert at.game.within(at["a"], at["b"], inches) is found
    if inches == 0.0:
        assert [each.id for each in at.game.touching(at["a"])] == (["north.b"] if found else [])
    assert at.game.apart(at["a"], at["b"]) == pytest.approx(gap)
    assert at.game.apart(at["a"], at["a"]) == 0.0
    at["b"].x = at["a"].x + 0.3
    assert at.game.apart(at["a"], at["b"]) == 0.0


@pytest.mark.parametrize(("traits", "states"), [([], ["Prone"]), ([], ["Immobilised"]), (["Agile"], [])])
def test_b_act_30_and_b_tr_2_who_ignores_an_enemy_in_contact_walks_off_it(traits: list[str], states: list[str]) -> None:
    """An Agile model leaves contact and meets no zone on the way; others heed the zones of the rest (B-GEO-33e)."""
    at = moment((), warband(card("A", traits=traits), faction="S"), warband(card("B"), card("C"), faction="N"))
    a, b = at.put("a", 10.0, 12.0), at.put("b", 10.0 + 2 * HALF, 12.0, facing=18000)
    at.put("c", 8.0, 9.5, facing=9000)
    for state in states:
        at.game.mark(b, state, 0)
    where = region_of(a, walk(at.game, a, 4))
    assert is_legal(where, (8.0, 13.5))
    assert not is_legal(where, (10.0, 12.0))  # it must leave
    assert not is_legal(where, (b.x, 12.0 + 2 * HALF))  # and not for another side of B
    assert is_legal(where, (8.0, 11.5)) is bool(traits)  # in the zone of C


@pytest.mark.parametrize(("angle", "facing"), [(0, 0), (90, 9000), (210, 21000)])
def test_b_spec_a12_without_a_wish_a_throw_goes_straight_away(angle: int, facing: int) -> None:
    at = duel((), {}, {})
    a, b = at.put("a", 12.0, 12.0, facing=facing), at["b"]
    b.x, b.y = 12.0 + 2 * HALF * math.cos(math.radians(angle)), 12.0 + 2 * HALF * math.sin(math.radians(angle))
    spot = ThrowRegion(at.game, a, b, 2.0)._end
    assert spot is not None
    bearing = math.degrees(math.atan2(spot.y - b.y, spot.x - b.x)) % 360
    assert bearing == pytest.approx(angle, abs=0.1)


@pytest.mark.parametrize(("gap", "spots"), [(0.5, 2), (2 * HALF, 2), (2 * HALF + 0.01, 0)])
def test_b_tr_80_where_a_base_touches_two_others(gap: float, spots: int) -> None:
    at = moment((), warband(card("A"), faction="S"), warband(card("B", base_mm=40), card("C"), faction="N"))
    a, b = at.put("a", 5.0, 5.0), at.put("b", 12.0, 12.0)
    c = at.put("c", 12.0, 12.0 + b.radius + HALF + gap)
    found = touching_both(a, b, c)
    assert len(found) == spots
    for spot in found:
        for other in (b, c):
            rims = math.dist(spot, (other.x, other.y)) - a.radius - other.radius
            assert rims == pytest.approx(CONTACT / 2, abs=1e-9)


def test_amb_29_equal_totals_are_told_as_nothing_won() -> None:
    at = moment(scenario="seikyuu")
    at.game.state.turn, at.game.state.points = 2, {S: 1, N: 1}
    at.run(find("seikyuu").ending(at.game))
    [told] = at.told("VictoryPoint")
    assert (told.player, told.victory, told.reason, told.counted) == ("", 0, "equal", "points")
    at.game.state.points = {S: 1, N: 2}
    at.run(find("seikyuu").ending(at.game))
    won = at.told("VictoryPoint")[1]
    assert (won.player, won.victory, won.reason) == (N, 1, "the most")


def test_b_setup_5_the_program_takes_the_first_of_what_it_is_asked() -> None:
    at = moment(scenario="seikyuu")
    choice = Choose(player=S, prompt="?", rule="B-SETUP-5", options=(Option("x", "X"), Option("y", "Y")))
    pick = Pick(player=S, prompt="?", rule="B-SETUP-5", candidates=("p", "q"))
    assert (deployed(at.game, choice), deployed(at.game, pick)) == ("x", ["p"])
    with pytest.raises(ValueError, match="deployment"):
        deployed(at.game, Order(player=S, prompt="?", rule="B-SETUP-5", items=("a", "b")))
