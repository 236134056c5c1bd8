"""Behind a feature, wholly on it, and charged to it, against plain geometry (A-TAB-6, A-GEO-6, A-CHG-7, A-TERR-6)."""

from __future__ import annotations

import math
from random import Random

import numpy as np
import pytest

from game.rulesets.aos4.rules.attacks.eligible import is_covered, is_obscured, shields, sight_lines
from game.rulesets.aos4.rules.core.attacking import besieged_features
from game.rulesets.aos4.rules.moving.unit_moves import has_room_beside
from game.rulesets.aos4.rules.positions import besieges, is_wholly_on, stronghold
from game.rulesets.aos4.rules.terrain import feature_on_base, features, flat_tops
from game.table.documents import Area, TerrainPiece
from game.table.shapes import Disc
from tests.rulesets.aos4.battles import Battle, box, field, piece

AXE, PIKE, RIDER = 40 / 50.8, 32 / 50.8, 60 / 50.8
Line = tuple[tuple[float, float], tuple[float, float]]


def crosses(line: Line, box: tuple[float, float, float, float]) -> bool:
    """Whether a segment meets a rectangle, by cutting it off at each side (Liang and Barsky)."""
    (x, y), (to_x, to_y) = line
    enter, leave = 0.0, 1.0
    for start, step, least, most in ((x, to_x - x, box[0], box[2]), (y, to_y - y, box[1], box[3])):
        if step == 0.0:
            if not least <= start <= most:
                return False
            continue
        one, other = sorted(((least - start) / step, (most - start) / step))
        enter, leave = max(enter, one), min(leave, other)
    return enter <= leave


def lines_between(a: Disc, b: Disc) -> list[Line]:
    """The centre line and both outer tangents: these meet at the point that divides the centres as the radii do."""
    found: list[Line] = [((a.x, a.y), (b.x, b.y))]
    apart, bearing = math.dist(a[:2], b[:2]), math.atan2(b.y - a.y, b.x - a.x)
    for side in (1, -1):
        turn = bearing + side * math.acos((a.radius - b.radius) / apart)
        found.append(
            (
                (a.x + a.radius * math.cos(turn), a.y + a.radius * math.sin(turn)),
                (b.x + b.radius * math.cos(turn), b.y + b.radius * math.sin(turn)),
            )
        )
    return found


@pytest.mark.parametrize(("one", "other"), [(0.5, 0.5), (0.3, 1.2), (1.2, 0.3)])
def test_a_tab_6_the_centre_line_and_both_outer_tangents(one: float, other: float) -> None:
    rng = Random(1)
    for _try in range(50):
        a, b = (Disc(rng.uniform(0, 20), rng.uniform(0, 20), radius) for radius in (one, other))
        if math.dist(a[:2], b[:2]) > one + other:
            assert np.allclose(sight_lines(a, b), lines_between(a, b), atol=1e-9)


def test_a_tab_6_a_base_within_another_is_seen_along_the_centre_line() -> None:
    line = [[10.0, 10.0], [10.2, 10.0]]
    assert sight_lines(Disc(10, 10, 1.0), Disc(10.2, 10, 0.5)).tolist() == [line]


@pytest.mark.parametrize("seed", range(4))
def test_a_tab_6_behind_is_every_line_to_every_model_across_the_feature(seed: int) -> None:
    """Also by Cover and by Obscuring; a model that is on the feature, or within 1 inch of it, sees past it."""
    rng, mill = Random(seed), (18.0, 10.0, 24.0, 12.5)
    battle = Battle("shooting", on=field(piece("mill", box(18, 10, 6, 2.5), 2, "cover", "obscuring")))
    battle.put("barbcasters", (20, 15), (22, 15))
    game = battle.begin().game
    [feature], unit = features(game.ruler.battlefield), battle.unit("barbcasters")
    met = set()
    for _try in range(150):
        spots = [(rng.uniform(16, 26), rng.uniform(8, 18)) for _model in range(rng.randint(1, 2))]
        unit.at = {f"bob.barbcasters-{number}": spot for number, spot in enumerate(spots, 1)}
        model = Disc(rng.uniform(14, 28), rng.uniform(2, 12), rng.choice((PIKE, RIDER)))
        there = [Disc(*spot, PIKE) for spot in spots]
        if any(math.dist(each[:2], model[:2]) < each.radius + model.radius for each in there):
            continue
        west, south, east, north = mill
        inside = all(west + PIKE <= each.x <= east - PIKE and south + PIKE <= each.y <= north - PIKE for each in there)
        away = math.hypot(max(west - model.x, 0, model.x - east), max(south - model.y, 0, model.y - north))
        behind = away - model.radius > 1.001 and all(
            crosses(line, mill) for each in there for line in lines_between(model, each)
        )
        expected = inside or behind
        assert shields(game, feature, model, unit) is expected, (model, spots)
        assert is_covered(game, model, unit) is is_obscured(game, model, unit) is expected
        met.add((inside, behind))
    assert len(met) > 1


@pytest.mark.parametrize(("away", "behind"), [(1.0005, False), (1.0015, True)])
def test_a_tab_6_within_one_inch_of_the_feature_to_the_thousandth(away: float, behind: bool) -> None:
    battle = Battle("shooting", on=field(piece("mill", box(18, 10, 4, 2), 2, "cover")))
    battle.put("barbcasters", (20, 15))
    game = battle.begin().game
    assert is_covered(game, Disc(20, 10 - PIKE - away, PIKE), battle.unit("barbcasters")) is behind


def test_a_tab_1_and_a_tab_2_each_feature_does_only_what_it_says() -> None:
    battle = Battle(
        "shooting",
        on=field(piece("mill", box(18, 10, 4, 2), 2, "cover"), piece("wood", box(30, 10, 4, 2), 2, "obscuring")),
    )
    battle.put("barbcasters", (20, 15))
    battle.put("hullbreakers", (32, 15))
    game = battle.begin().game
    barbs, hulls = battle.unit("barbcasters"), battle.unit("hullbreakers")
    assert (is_covered(game, Disc(20, 5, PIKE), barbs), is_obscured(game, Disc(20, 5, PIKE), barbs)) == (True, False)
    assert (is_covered(game, Disc(32, 5, PIKE), hulls), is_obscured(game, Disc(32, 5, PIKE), hulls)) == (False, True)


def test_a_key_12_faction_terrain_shelters_others_and_not_itself() -> None:
    battle = Battle("shooting")
    battle.put("lamp-cairn", (20, 10))
    battle.put("wallward-pikes", (20, 13))
    game = battle.begin().game
    [cairn] = game.features()
    model = Disc(20, 2, PIKE)
    assert shields(game, cairn, model, battle.unit("wallward-pikes"))
    assert not shields(game, cairn, model, battle.unit("lamp-cairn"))


# -- wholly on


@pytest.mark.parametrize(
    ("x", "y", "on"),
    [(12, 12, True), (10 + AXE, 12, True), (10 + AXE - 0.0008, 12, True), (10 + AXE - 0.0012, 12, False)]
    + [(16 - AXE, 12, True), (16.1 - AXE, 12, False), (12, 10 + AXE, True), (12, 9.9 + AXE, False)]
    + [(12, 14 - AXE, True), (12, 14.1 - AXE, False), (9, 12, False), (17, 12, False), (12, 9, False), (12, 15, False)],
)
def test_a_geo_6_wholly_on_a_feature_is_the_whole_disc_inside(x: float, y: float, on: bool) -> None:
    [feature] = features(Battle("hero", on=field(piece("top", box(10, 10, 6, 4), 2))).setup.ruler.battlefield)
    there = (Disc(x, y, AXE),)
    assert is_wholly_on(feature, there) is on
    assert is_wholly_on(feature, (Disc(13, 12, AXE), *there)) is on, "all of them"
    assert not is_wholly_on(feature, ())
    assert not is_wholly_on(feature_on_base("cairn", Disc(13, 12, 5), frozenset(), 3.0), there), "nobody is on a base"


def test_a_geo_6_a_base_over_a_notch_of_the_feature_is_not_wholly_on_it() -> None:
    """Its centre is on the feature, and the box around the feature holds it."""
    outline = ((10, 10), (20, 10), (20, 20), (15.2, 20), (15.2, 15), (14.8, 15), (14.8, 20), (10, 20))
    notched = TerrainPiece(id="top", name="Top", look="ruin", area=(Area(outline=outline),), height=2)
    [feature] = features(Battle("hero", on=field(notched)).setup.ruler.battlefield)
    assert not is_wholly_on(feature, (Disc(14.5, 18, AXE),))
    assert not is_wholly_on(feature, (Disc(15.0, 18, 0.1),)), "in the notch"
    assert is_wholly_on(feature, (Disc(12, 18, AXE),))


# -- sieges

TOWER = piece("tower", box(19, 10, 12, 12), 4, "flat-top")
RING = [(25 + 2.2 * math.cos(math.pi / 3 * each), 16 + 2.2 * math.sin(math.pi / 3 * each)) for each in range(6)]


def siege(*guards: tuple[float, float]) -> Battle:
    """The Reeve in the middle of a wide tower, with guards around it; a Rider in front."""
    battle = Battle("charge", on=field(TOWER))
    battle.put("duskmoth-riders", (10, 16))
    battle.put("tide-reeve", (25, 16))
    battle.put("wallward-pikes", *(guards or RING))
    return battle


def test_a_chg_7_who_charged_to_the_feature_is_in_combat_with_all_that_are_on_it() -> None:
    """However far in they stand: the Reeve is 5 inches from the Rider."""
    battle = siege().rolls("charge", 6, 6).begin().use("charge", "duskmoth-riders").no_reaction()
    battle.say(battle.moved("duskmoth-riders", 19 - RIDER - 0.45 - 10, 0))
    riders, reeve, game = battle.unit("duskmoth-riders"), battle.unit("tide-reeve"), battle.game
    assert game.positions.gap(riders, reeve) > 3.5
    assert riders.besieges == "tower"
    assert reeve.besieges == ""
    assert game.charged(riders)
    assert game.are_in_combat(riders, reeve)
    assert game.are_in_combat(reeve, riders)
    assert game.in_combat(reeve)
    assert [each.id for each in game.fought_by(riders)] == ["bob.tide-reeve"]
    reeve.at = {"bob.tide-reeve-1": (19.5, 20.5)}
    assert not game.are_in_combat(riders, reeve), "it hangs over the edge of the tower"
    reeve.at = {"bob.tide-reeve-1": (25.0, 16.0)}
    riders.at = {"ann.duskmoth-riders-1": (19 - RIDER - 0.502, 16.0)}
    assert not game.are_in_combat(riders, reeve), "more than half an inch from the tower"
    riders.at = {"ann.duskmoth-riders-1": (19 - RIDER - 0.5, 16.0)}
    assert game.are_in_combat(riders, reeve)
    riders.besieges = ""
    assert not game.are_in_combat(riders, reeve), "it never charged there"


def test_a_chg_7_a_siege_needs_its_feature_its_charger_and_somebody_on_it() -> None:
    battle = siege()
    riders = battle.put("duskmoth-riders", (19 - RIDER - 0.4, 16), besieges="tower")
    game = battle.begin().game
    riders, reeve = battle.unit("duskmoth-riders"), battle.unit("tide-reeve")
    assert besieges(game.positions, game.features(), riders, reeve)
    assert not besieges(game.positions, (), riders, reeve), "the tower is gone"
    assert not besieges(game.positions, game.features(), reeve, riders)
    riders.at = {}
    assert not besieges(game.positions, game.features(), riders, reeve)


def test_a_chg_7_the_feature_on_which_a_unit_stands_wholly() -> None:
    battle = siege().begin()
    game, reeve, riders = battle.game, battle.unit("tide-reeve"), battle.unit("duskmoth-riders")
    found = stronghold(game.positions, game.features(), reeve)
    assert found is not None
    assert found.id == "tower"
    assert stronghold(game.positions, game.features(), riders) is None
    for x, y in ((19.7, 16.0), (30.3, 16.0), (25.0, 10.7), (25.0, 21.3)):
        reeve.at = {"bob.tide-reeve-1": (x, y)}
        assert stronghold(game.positions, game.features(), reeve) is None, (x, y)
    for x, y in ((19.8, 16.0), (30.2, 16.0), (25.0, 10.8), (25.0, 21.2)):
        reeve.at = {"bob.tide-reeve-1": (x, y)}
        assert stronghold(game.positions, game.features(), reeve) is not None, (x, y)


@pytest.mark.parametrize(("away", "reached"), [(0.0, True), (0.5, True), (0.502, False)])
def test_a_chg_7_a_feature_within_the_charge_roll_and_half_an_inch(away: float, reached: bool) -> None:
    battle = siege()
    battle.put("duskmoth-riders", (round(19 - RIDER - 7 - away, 4), 16))
    battle.begin()
    assert len(besieged_features(battle.game, battle.unit("duskmoth-riders"), 7)) == reached
    assert besieged_features(battle.game, battle.unit("tide-reeve"), 12) == (), "nobody is wholly on anything for it"


@pytest.mark.parametrize(("inches", "room"), [(0.3, False), (1.3, True)])
def test_a_chg_7_room_beside_is_room_for_a_base_so_near(inches: float, room: bool) -> None:
    """Guards all round leave a ring; a Rider stands outside it, its rim some 1.26 inches from the Reeve or farther."""
    ring = [(25 + 1.43 * math.cos(math.pi / 3 * each), 16 + 1.43 * math.sin(math.pi / 3 * each)) for each in range(6)]
    battle = siege(*ring).begin()
    game, riders, reeve = battle.game, battle.unit("duskmoth-riders"), battle.unit("tide-reeve")
    assert has_room_beside(game, riders, reeve, inches) is room
    del battle.game.state.units["ann.wallward-pikes"]
    assert has_room_beside(game, riders, reeve, inches)


# -- heights


def test_a_terr_6_a_base_is_as_high_as_the_highest_flat_top_that_it_is_wholly_on() -> None:
    terrain = (
        piece("low", box(2, 2, 6, 6), 1, "flat-top"),
        piece("steep", box(10, 2, 6, 6), 5),
        piece("top", box(18, 2, 6, 6), 1.1, "flat-top"),
        piece("roof", box(19, 3, 3, 3), 6, "flat-top"),
    )
    battle = Battle("hero", on=field(*terrain), elevation="on")
    battle.put("beaconwright", (20.5, 4.5))
    battle.put("tide-reeve", (30, 4.5))
    game = battle.begin().game
    heights = [(5, 5, 0.0), (13, 5, 0.0), (23.1, 7, 1.1), (20.5, 4.5, 6.0), (30, 5, 0.0), (23.5, 5, 0.0)]
    for x, y, height in heights:
        assert flat_tops(game.ruler.battlefield).below(Disc(x, y, AXE)) == height, (x, y)
    wright, reeve = battle.unit("beaconwright"), battle.unit("tide-reeve")
    flat = 9.5 - 2 * AXE
    assert game.positions.gap(wright, reeve) == pytest.approx(flat)
    assert game.distances.gap(wright, reeve) == game.distances.gap(reeve, wright) == pytest.approx(math.hypot(flat, 6))
    assert game.distances.gaps(wright, reeve).tolist() == [[pytest.approx(math.hypot(flat, 6))]]


def test_a_terr_6_a_flat_top_that_is_taken_away_carries_nothing_any_more() -> None:
    battle = Battle("hero", on=field(piece("roof", box(19, 3, 3, 3), 6, "flat-top")), elevation="on")
    battle.put("beaconwright", (20.5, 4.5))
    battle.put("tide-reeve", (30, 4.5))
    game = battle.begin().game
    wright, reeve = battle.unit("beaconwright"), battle.unit("tide-reeve")
    assert game.distances.gap(wright, reeve) == pytest.approx(math.hypot(9.5 - 2 * AXE, 6))
    game.state.lifted.append("roof")
    game.forget()
    assert game.distances.gap(wright, reeve) == pytest.approx(9.5 - 2 * AXE)


def test_a_terr_6_heights_do_not_count_where_they_were_not_agreed_on() -> None:
    battle = Battle("hero", on=field(piece("roof", box(19, 3, 3, 3), 6, "flat-top")))
    battle.put("beaconwright", (20.5, 4.5))
    battle.put("tide-reeve", (30, 4.5))
    game = battle.begin().game
    wright, reeve = battle.unit("beaconwright"), battle.unit("tide-reeve")
    assert game.distances.gap(wright, reeve) == pytest.approx(9.5 - 2 * AXE)
    assert game.distances.gaps(wright, reeve).tolist() == [[pytest.approx(9.5 - 2 * AXE)]]
