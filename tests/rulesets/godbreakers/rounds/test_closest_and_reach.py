"""Whom a wild model goes for, how far moves and attacks reach, unstable placement (G-SIDE-4, G-MEAS-8, G-TBL-5)."""

from __future__ import annotations

import math
from random import Random

import pytest

from game.rulesets.godbreakers.rules.damage import attack_damage, attack_modifier, extra_damage, suffer
from game.rulesets.godbreakers.rules.events import Damaged, Displaced, Fell
from game.rulesets.godbreakers.rules.placing import attack_range, basic_conditions, displace, movement_range
from game.rulesets.godbreakers.rules.rolls import damage_shed, earned_triumph, raise_die, thresholds
from game.rulesets.godbreakers.rules.wild.compulsions import (
    COWARDLY,
    MURDEROUS,
    PREDATOR,
    closest,
    compulsion_of,
    current_compulsions,
    order_gained,
    prey_of,
    straight_inches,
)
from game.table.documents import Area, TerrainPiece
from tests.rulesets.godbreakers.kit import FAR, A, B, C, begin, godbreaker, of_kind, shard, table, unaligned, wall


@pytest.mark.parametrize("seed", range(3))
def test_g_meas_7_the_closest_are_all_at_the_smallest_range_in_whole_u(seed: int) -> None:
    rng = Random(seed)
    models = [godbreaker(f"M-{n}", A, round(rng.uniform(1, 29), 4), round(rng.uniform(1, 19), 4)) for n in range(8)]
    apart = [
        each for n, each in enumerate(models) if all(math.dist((each.x, each.y), (o.x, o.y)) > 1.01 for o in models[:n])
    ]
    play = begin(*apart, unaligned("Beast", 15, 10, radius=0.1))
    beast = play.model("Beast")
    others = [play.model(each.name) for each in apart]
    inches = {each.id: math.dist((beast.x, beast.y), (each.x, each.y)) - 0.6 for each in others}
    assert [straight_inches(beast, each) for each in others] == pytest.approx([*inches.values()])
    least = min(map(math.floor, inches.values()))
    assert closest(play.game, beast, others) == [each for each in others if math.floor(inches[each.id]) == least]


def test_q12_where_walls_cut_off_all_straight_inches_count_and_else_they_do_not() -> None:
    ground = table(wall("Fence", (8, 0), (8, 20), impassable=True))
    play = begin(
        unaligned("Beast", 6, 6),
        godbreaker("Near", A, 10, 6),
        godbreaker("Far", B, 20, 6),
        godbreaker("Inside", B, 1, 18),
        ground=ground,
    )
    game, beast = play.game, play.model("Beast")
    near, far, inside = (play.model(name) for name in ("Near", "Far", "Inside"))
    assert closest(game, beast, [far, near]) == [near]
    assert closest(game, beast, [far, near, inside]) == [inside]


@pytest.mark.parametrize(("die", "expected"), [(6, COWARDLY), (8, MURDEROUS), (10, MURDEROUS), (12, MURDEROUS)])
def test_g_side_5_the_default_compulsion_is_by_the_die(die: int, expected: object) -> None:
    play = begin(unaligned("Beast", 10, 10, die), godbreaker("Raven", A, *FAR))
    assert compulsion_of(play.game, play.model("Beast")) is expected


@pytest.mark.parametrize(("x", "hunts"), [(10 + 1 + 8.99, True), (10 + 1 + 9.0, False)])
def test_g_flaw_prey_is_hunted_within_the_hunters_own_movement_range(x: float, hunts: bool) -> None:
    """A D8 moves 8 U: a gap of less than 9 inches."""
    prey = godbreaker("Hare", A, round(x, 4), 10, flaws=("Prey",))
    play = begin(unaligned("Beast", 10, 10, 8), prey, godbreaker("Nova", B, *FAR))
    game, beast = play.game, play.model("Beast")
    assert (compulsion_of(game, beast) is PREDATOR) is hunts
    assert [*current_compulsions(game, beast, prey_of(game, beast))] == (["Predator"] if hunts else [])
    assert prey_of(game, beast) == [play.model("Hare")]
    assert prey_of(game, play.model("Hare")) == [], "not itself"
    play.model("Hare").place = "casualty"
    assert prey_of(game, beast) == []
    assert compulsion_of(game, beast) is MURDEROUS


def test_g_side_4_compulsions_are_in_the_order_gained() -> None:
    beast = unaligned("Beast", 1, 1, compulsions=("Mine!", "Predator", "Old"))
    assert order_gained(beast, {"Predator": PREDATOR, "Mine!": MURDEROUS}) == ("Mine!", "Predator")
    assert order_gained(beast, {"New": COWARDLY, "Predator": PREDATOR}) == ("Predator", "New")
    assert order_gained(beast, {}) == ()


@pytest.mark.parametrize(
    ("die", "traits", "reach", "move", "attack"),
    [
        (6, {}, 0, 6, 0),
        (6, {"Fleet": 2}, 0, 10, 0),
        (6, {"Ranged": 2}, 0, 6, 12),
        (8, {"Ranged": 1, "Fleet": 3}, 2, 14, 10),
        (12, {}, 3, 12, 3),
    ],
)
def test_g_meas_8_movement_and_attack_range(
    die: int, traits: dict[str, int], reach: int, move: int, attack: int
) -> None:
    play = begin(godbreaker("Raven", A, 10, 10, die, traits=traits, reach=reach), godbreaker("Nova", B, *FAR))
    raven = play.model("Raven")
    assert (movement_range(play.game, raven), attack_range(play.game, raven)) == (move, attack)


@pytest.mark.parametrize(
    ("winner", "loser", "modifier"),
    [
        ({}, {}, 0),
        ({"Brutal": 2}, {}, 4),
        ({}, {"Tough": 3}, -6),
        ({"Brutal": 1}, {"Tough": 2}, -2),
        ({"Tough": 3}, {"Brutal": 3}, 0),
    ],
)
def test_e14_brutal_adds_and_tough_takes_off(winner: dict[str, int], loser: dict[str, int], modifier: int) -> None:
    play = begin(godbreaker("Raven", A, 10, 10, traits=winner), godbreaker("Nova", B, 13, 10, traits=loser))
    assert attack_modifier(play.game, play.model("Raven"), play.model("Nova")) == modifier
    assert [attack_damage(3, modifier), attack_damage(1, modifier)] == [max(1, 3 + modifier), max(1, 1 + modifier)]


def test_g_flaw_brittle_all_damage_is_one_more_and_told_with_its_source() -> None:
    play = begin(godbreaker("Raven", A, 10, 10, flaws=("Brittle",), damage=1), godbreaker("Nova", B, 13, 10))
    raven, nova = play.model("Raven"), play.model("Nova")
    assert (extra_damage(play.game, raven), extra_damage(play.game, nova)) == (1, 0)
    assert suffer(play.game, raven, 2, rule="G-ENG-4", source=nova) == 3
    assert suffer(play.game, nova, 2, rule="G-MOVE-2") == 2
    assert (raven.damage, nova.damage) == (4, 2)
    hurt = of_kind(play.game.events, Damaged)[-2:]
    assert [(each.model, each.amount, each.total, each.source, each.rule) for each in hurt] == [
        ("raven", 3, 4, "nova", "G-ENG-4"),
        ("nova", 2, 2, "", "G-MOVE-2"),
    ]


@pytest.mark.parametrize(
    ("die", "times", "after"), [(6, 1, 8), (6, 3, 12), (6, 4, 12), (10, 1, 12), (12, 1, 12), (8, 0, 8)]
)
def test_g_roll_5_and_q5_each_triumph_raises_the_die_by_2_up_to_12(die: int, times: int, after: int) -> None:
    assert raise_die(die, times) == after


def test_g_roll_5_an_earned_triumph_waits_as_a_rise_or_an_ascension() -> None:
    raven = godbreaker("Raven", A, 1, 1)
    assert not earned_triumph(raven)
    raven.raises = 1
    assert earned_triumph(raven)
    raven.raises, raven.ascending = 0, True
    assert earned_triumph(raven)


@pytest.mark.parametrize(
    ("purpose", "challenging", "active", "expected"),
    [
        ("attack", False, False, (2, 0)),
        ("attack", False, True, (3, 0)),
        ("attack", True, False, (2, 4)),
        ("Go Long!", True, True, (1, 4)),
        ("Go Long!", True, False, (0, 4)),
        ("recovery", False, True, (0, 0)),
        ("initiative", False, True, (0, 0)),
        ("recovery", True, False, (0, 4)),
    ],
)
def test_g_roll_2_and_g_roll_3_which_faces_are_rerolled_and_which_are_0(
    purpose: str, challenging: bool, active: bool, expected: tuple[int, int]
) -> None:
    """Defensive 2, Deadly 3, Inspired 1 and Unlucky on one model (Q11)."""
    traits = {"Defensive": 2, "Deadly": 3, "Inspired": 1}
    play = begin(godbreaker("Raven", A, 10, 10, traits=traits, flaws=("Unlucky",)), godbreaker("Nova", B, 13, 10))
    play.state.active = "raven" if active else "nova"
    game = play.game
    assert thresholds(game, play.model("Raven"), purpose, challenging=challenging) == expected
    assert thresholds(game, play.model("Nova"), purpose, challenging=True) == (0, 3)


@pytest.mark.parametrize(("damage", "rank"), [(5, 1), (5, 3), (2, 3)])
def test_q27_relentless_sheds_its_rank_once(damage: int, rank: int) -> None:
    play = begin(
        godbreaker("Raven", A, 10, 10, damage=damage, traits={"Relentless": rank}), godbreaker("Nova", B, *FAR)
    )
    assert [sheds for _trait, sheds in damage_shed(play.game, play.model("Raven"))] == [rank]
    assert [*damage_shed(play.game, play.model("Nova"))] == []
    play.state.step = "recovering"
    assert [*damage_shed(play.game, play.model("Raven"))] == []


# -- unstable placement


def test_g_tbl_5_who_does_not_fit_goes_to_the_nearest_spot_and_takes_1_damage() -> None:
    play = begin(godbreaker("Raven", A, 10, 10), godbreaker("Nova", B, 15, 10), shard(A, 3, 3))
    game, raven = play.game, play.model("Raven")
    displace(game, raven, 15.2, 10, rule="G-TBL-5")
    assert math.dist((raven.x, raven.y), (15, 10)) == pytest.approx(1.0, abs=2e-4)
    assert raven.y == pytest.approx(10, abs=1e-3)
    assert raven.x > 15, "on the side it was nearer to"
    [moved] = of_kind(game.events, Displaced)
    assert moved.inches == pytest.approx(0.8, abs=2e-4)
    assert raven.damage == 1
    displace(game, raven, 20, 15, rule="G-TBL-5")
    assert (raven.x, raven.y, raven.damage) == (20, 15, 1), "where it fits nothing happens to it"
    assert of_kind(game.events, Fell) == []


def test_g_tbl_5_a_marker_that_is_displaced_takes_no_damage() -> None:
    play = begin(godbreaker("Raven", A, 10, 10), godbreaker("Nova", B, 15, 10), shard(A, 3, 3))
    marker = play.state.markers[f"{A}.shard"]
    displace(play.game, marker, 10, 10.3, rule="G-TBL-5")
    assert math.dist((marker.x, marker.y), (10, 10)) == pytest.approx(1.0, abs=2e-4)
    assert of_kind(play.game.events, Damaged) == []


@pytest.mark.parametrize(
    ("x", "y", "rules"),
    [
        (5, 15, set()),
        (0.4, 15, {"G-TBL-1"}),
        (15.9, 10, {"G-TBL-2"}),
        (3.9, 3, {"G-TBL-2"}),
        (20, 11.5, {"G-TBL-2"}),
        (10, 10, set()),
    ],
)
def test_g_tbl_2_what_every_piece_must_fit(x: float, y: float, rules: set[str]) -> None:
    """Its own base is not in its way."""
    hedge = wall("Hedge", (18, 12), (22, 12))
    play = begin(godbreaker("Raven", A, 10, 10), godbreaker("Nova", B, 15, 10), shard(A, 3, 3), ground=table(hedge))
    conditions = basic_conditions(play.game, play.model("Raven"), 0.5)
    assert {each.rule for each in conditions if not each.allows(x, y)} == rules


# -- whom one cannot nominate, and who orders the round


def test_g_eng_1_every_reason_against_a_nomination() -> None:
    fence = wall("Fence", (16, 0), (16, 20), impassable=True)
    play = begin(
        godbreaker("Raven", A, 10, 10, 6, traits={"Ranged": 1}),
        godbreaker("Wren", A, 12, 12),
        godbreaker("Near", B, 12, 9),
        godbreaker("Far", B, 3, 2),
        godbreaker("Behind", B, 18, 10),
        godbreaker("Gone", B, 5, 5),
        ground=table(fence),
    )
    play.model("Gone").place = "casualty"
    play.answer(["raven"], "engage")

    def against(name: str) -> tuple[str, str]:
        [refusal] = play.decision.why_not([name])
        return refusal.rule, refusal.text

    assert play.decision.allows(["near"])
    assert against("gone") == ("G-ENG-1", "Gone is not a model on the table")
    assert against("wren") == ("G-SIDE-1", "Wren is not hostile to Raven")
    assert against("far") == ("G-ENG-1", "Far is 9 U from Raven, whose attack range is 6 U")
    assert against("behind") == ("G-MEAS-6", "an impassable barricade cuts Behind off from Raven")


@pytest.mark.parametrize(("level", "rule"), [(2, "G-ADV-2"), (1, "")])
def test_g_adv_2_who_is_more_than_one_level_away_cannot_be_nominated(level: int, rule: str) -> None:
    outline = ((14, 6), (20, 6), (20, 14), (14, 14))
    keep = TerrainPiece(id="keep", name="Keep", look="ruin", area=(Area(outline=outline),), levels=(level,))
    raven = godbreaker("Raven", A, 10, 10, 6, traits={"Ranged": 1})
    near, high = godbreaker("Near", B, 8, 9), godbreaker("High", B, 15, 10, level=level)
    play = begin(raven, near, high, ground=table(keep), levels=True)
    play.answer(["raven"], "engage")
    found = play.decision.why_not(["high"])
    assert [each.rule for each in found] == ([rule] if rule else [])
    assert not rule or found[0].text == "High is more than one level away from Raven"


def test_g_ini_3_where_the_winner_has_left_the_others_roll_for_it() -> None:
    """A conceding winner sets no order; of those that are left the higher roll does."""
    play = begin(
        godbreaker("Raven", A, 10, 10, leader=True),
        godbreaker("Nova", B, 14, 10, leader=True),
        godbreaker("Cass", C, 18, 10, leader=True),
        players=3,
        step="initiative",
        dice=[6, 2, 3, 2, 5],
    )
    assert play.asked == (A, "G-INI-3")
    play.declare("concede", A)
    assert play.asked == (C, "G-INI-3")
    play.answer([C, B])
    assert play.state.priority == [C, B]
