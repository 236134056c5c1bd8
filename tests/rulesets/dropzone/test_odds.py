"""The odds equal what is counted out by hand, and what the resolving code rolls."""

from __future__ import annotations

import time

import numpy as np
import pytest

from game.rulesets.dropzone.odds.fire import best_focus, close_odds, felled, fire_odds, search_odds, volley
from game.rulesets.dropzone.rules.scenery import settle
from game.rulesets.dropzone.rules.shooting.declaring import fire_at
from game.rulesets.dropzone.rules.shooting.numbers import Aim
from game.rulesets.dropzone.rules.state import Objective
from tests.rulesets.dropzone.dropzone_kit import CINDER, TESSALINE, Moment, rectangle, with_weapon
from tools.witnesses.fire import differences, main, situations

SITUATIONS = dict(situations())


def facing_tanks() -> Moment:
    """Three Anvils face three Glaives at 15″."""
    moment = Moment()
    for number in (1, 2, 3):
        moment.put(f"anvils-{number}", 20 + 2 * number, 10)
        moment.put(f"glaives-{number}", 20 + 2 * number, 25, -90)
    return moment


def test_d_shoot_15_one_shot_hits_damages_and_is_saved_by_its_numbers() -> None:
    """A Coil Cannon hits on 2+, damages Armour 12 on 2+, is critical on 4+; each point is saved on 5+."""
    moment = facing_tanks()
    points = volley(moment.aim("anvils-1", "Coil Cannon", "glaives-1"), 2)
    one, two = 5 / 6 * 2 / 6, 5 / 6 * 3 / 6
    expected = [1 - one - two + one / 3 + two / 9, one * 2 / 3 + two * 2 * 2 / 9, two * 4 / 9]
    assert points == pytest.approx(expected)


def test_d_shoot_20_overkill_counts_what_comes_beyond_the_points_left() -> None:
    moment = facing_tanks()
    moment["glaives-1"].lost = 1
    harm = fire_odds(moment.game, [moment.fire("anvils-1", "Coil Cannon", "glaives-1")]).units[moment["glaives-1"].id]
    assert harm.lost == pytest.approx(float(harm.points[1:].sum()))
    assert harm.destroyed == pytest.approx(harm.lost)
    assert harm.overkill == pytest.approx(float(harm.points[2]))


def test_d_shoot_5_fires_at_one_squad_make_the_odds_of_how_many_of_it_fall() -> None:
    moment = facing_tanks()
    fires = [moment.fire(f"anvils-{number}", "Coil Cannon", f"glaives-{number}") for number in (1, 2, 3)]
    odds = fire_odds(moment.game, fires)
    chance = odds.units[moment["glaives-1"].id].destroyed
    expected = [(1 - chance) ** 3, 3 * chance * (1 - chance) ** 2, 3 * chance**2 * (1 - chance), chance**3]
    assert odds.destroyed[moment["glaives-1"].squad] == pytest.approx(expected)


def test_d_spec_ds_automatic_criticals_need_no_damage_roll() -> None:
    """A Prism Lance hits Armour 13 on 2+, damages on 2+, is critical on 4+; a 6 to hit is critical at once."""
    moment = Moment()
    moment.put("oracle", 20, 10)
    moment.put("bastion", 20, 20, -90)
    points = volley(moment.aim("oracle", "Prism Lance", "bastion"), 5)
    assert points == pytest.approx([1 / 6 + 4 / 36, 4 / 6 * 2 / 6, 1 / 6 + 4 / 6 * 3 / 6])


def test_d_spec_foc_hits_are_given_up_where_they_could_not_damage() -> None:
    """Energy 8 needs a 6 against Armour 14; focused to 10, it damages on 4+ and is critical on 6."""
    moment = Moment()
    moment.put("glaives-1", 20, 10)
    moment.put("anvils-1", 20, 20, -90)
    aim = moment.aim("glaives-1", "Arc Cannon", "anvils-1")
    assert best_focus(aim, 2, 2) == (1,)
    assert best_focus(aim, 1, 2) == (0,)
    twice = (5 / 6) ** 2
    expected = [0.0, 2 * 5 / 36 * 1 / 6 + twice * 2 / 6, twice * 1 / 6]
    expected[0] = 1.0 - sum(expected)
    assert volley(aim, 2) == pytest.approx(expected)


def test_d_cq_4_attackers_who_just_entered_reroll_their_successes() -> None:
    moment = Moment(rectangle("hall", "small-building", 20, 20, 25, 25, 5))
    piece = moment.game.features[0]
    for name in ("rifles-1", "dancers-1-1"):
        moment[name].carrier = ""
        settle(moment.game, moment[name], piece, "centre")
    armed = [(moment["rifles-1"], moment.weapon("rifles-1", "Close Rifles"))]
    foe = moment.squad("dancers-1-1")
    calm = close_odds(moment.game, armed, foe, entered=False).harm.points
    rushed = close_odds(moment.game, armed, foe, entered=True).harm.points
    assert calm[4] == pytest.approx((4 / 6 * 4 / 6) ** 4)
    assert rushed[4] == pytest.approx(((4 / 6) ** 2 * 4 / 6) ** 4)


def test_d_cq_5_points_fell_units_one_after_another() -> None:
    assert [felled([2, 4], points) for points in range(8)] == [0, 0, 1, 1, 1, 1, 2, 2]


def test_d_obj_5_the_round_helps_a_search_and_an_enemy_hinders_it() -> None:
    moment = Moment()
    moment.game.state.round = 3
    prize = Objective("prize", 20, 20, hidden=True)
    moment.put("rifles-1", 20.5, 21)
    squad = moment.squad("rifles-1")
    assert search_odds(moment.game, squad, prize) == pytest.approx(3 / 6)
    moment.game.state.round = 5
    assert search_odds(moment.game, squad, prize) == pytest.approx(5 / 6)
    moment.game.state.round = 3
    moment.put("dancers-1-1", 20, 19)
    assert search_odds(moment.game, squad, prize) == pytest.approx(2 / 6)


@pytest.mark.parametrize("name", SITUATIONS)
def test_d_shoot_1_the_odds_are_those_of_the_resolving_code(name: str) -> None:
    assert [*differences(SITUATIONS[name], 500)] == []


def test_d_shoot_1_the_witness_sees_a_wrong_chance() -> None:
    situation = SITUATIONS["search"]
    wrong = situation._replace(known={"found": [0.5, 0.5]})
    assert [*differences(wrong, 1500)]
    assert main(["--rolls", "20"]) == 0


def test_d_shoot_13_the_odds_of_24_shots_take_less_than_a_millisecond() -> None:
    moment = facing_tanks()
    weapon = moment.weapon("anvils-1", "Coil Cannon").model_copy(update={"shots": 24})
    aim = Aim(weapon, moment.game.sheet(moment["glaives-1"]), hull_down=True)
    samples, points = [], np.zeros(1)
    for _sample in range(9):
        started = time.process_time()
        points = volley(aim, 2)
        samples.append(time.process_time() - started)
    assert float(np.sum(points)) == pytest.approx(1.0)
    assert min(samples) < 1e-3


@pytest.mark.parametrize(("energy", "special", "points"), [(1, (), [1.0, 0.0]), (1, ("Destroyer 6+",), [5 / 6, 1 / 6])])
def test_d_scen_12_the_odds_against_a_piece_that_only_a_destroyer_harms(
    energy: int, special: tuple[str, ...], points: list[float]
) -> None:
    """D-SCEN-12, D-SPEC-DS: Energy 1 does nothing to A10."""
    at = Moment(rectangle("hall", "small-building", 20, 20, 25, 25, 5),
                armies=(CINDER, with_weapon(TESSALINE, "oracle", "Prism Lance", *special, energy=energy)))  # fmt: skip
    [piece] = at.game.features
    at.put("oracle", 22, 10)
    fire = fire_at(at.game, at["oracle"], at.weapon("oracle", "Prism Lance"), piece)
    assert fire_odds(at.game, [fire]).scenery["hall"].points.tolist() == pytest.approx(points)
