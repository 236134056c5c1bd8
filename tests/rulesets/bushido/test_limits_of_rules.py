"""Limits of Bushido's rules from both sides: who is first, who holds whom, what fits, what is refused and why."""

from __future__ import annotations

import math
from typing import Any

import pytest

from game.engine.core.decisions import Place
from game.rulesets.bushido.rules import feats
from game.rulesets.bushido.rules.actions import REGISTRY as ACTIONS
from game.rulesets.bushido.rules.actions.leading import Command
from game.rulesets.bushido.rules.melee.bout import Bout, Fighter
from game.rulesets.bushido.rules.melee.pools import initiative, parts
from game.rulesets.bushido.rules.moving.bodyguard import _placed, fits
from game.rulesets.bushido.rules.moving.finding import contact_region
from game.rulesets.bushido.rules.moving.forced import shove
from game.rulesets.bushido.rules.moving.policies import approach, hold, release
from game.rulesets.bushido.rules.moving.sight import high_ground, sees, size_of, unseen
from game.rulesets.bushido.rules.scenarios import find, friendly_to
from game.rulesets.bushido.rules.specials import fall
from game.rulesets.bushido.rules.state import Objective
from game.rulesets.bushido.rules.turn.main import declaration
from game.rulesets.bushido.warbands.profiles import FeatDocument
from game.table.lattice import snap
from game.table.path.path import Path
from game.table.placing.places import is_legal
from tests.rulesets.bushido.bushido_kit import HALF, Moment, N, S, card, duel, fight, moment, piece, warband, why


def trio(*, traits: list[str] | None = None, **changes: Any) -> Moment:
    """Return a moment of A and C in the south and B and D in the north, none of them on the table."""
    return moment(
        south=warband(card("A", traits=traits or [], **changes), card("C"), faction="South"),
        north=warband(card("B"), card("D"), faction="North"),
    )


@pytest.mark.parametrize(
    ("prone", "stood_up", "first"),
    [("", False, "a"), ("a", False, "b"), ("a", True, "a"), ("b", False, "a"), ("ab", False, "b"), ("ab", True, "a")],
)
def test_b_melee_3_a_prone_model_attacks_second_unless_it_stood_up(prone: str, stood_up: bool, first: str) -> None:
    at = duel((), {}, {"weapons": [{"name": "Spear", "kind": "melee", "traits": ["Reach"]}]} if prone == "b" else {})
    for name in prone:
        at.game.mark(at[name], "Prone", 0)
    bout = Bout(Fighter(at["a"]), Fighter(at["b"]), stood_up=stood_up)
    assert initiative(at.game, bout).model.id == at[first].id


def test_b_melee_4_a_receipt_of_a_pool_begins_with_the_melee_statistic_even_of_0() -> None:
    at = duel((), {"melee": 0}, {})
    at["a"].ran = True
    bout = Bout(Fighter(at["a"]), Fighter(at["b"]))
    assert parts(at.game, bout, bout.activating) == [("melee", 0), ("ran this turn", -1)]
    assert parts(at.game, bout, bout.opponent) == [("melee", 3)]


@pytest.mark.parametrize(("name", "resets"), [("idols", ()), ("keii", ()), ("seikyuu", (2, 4, 6)), ("ryodo", (3, 5))])
def test_b_scen_9_scenario_points_are_wiped_in_the_turns_of_the_scenario(name: str, resets: tuple[int, ...]) -> None:
    at = moment(scenario=name)
    wiped = []
    for turn in range(1, 7):
        at.game.state.turn, at.game.state.points = turn, {S: 3, N: 2}
        find(name).starting(at.game)
        if at.game.state.points == {S: 0, N: 0}:
            wiped.append(turn)
    assert tuple(wiped) == resets


def test_b_scen_2_before_zones_are_chosen_the_south_is_the_first_players() -> None:
    game = moment().game
    game.state.south = N
    assert [friendly_to(game, side) for side in ("south", "north", "")] == [N, S, ""]
    game.state.south = ""
    assert [friendly_to(game, side) for side in ("south", "north", "")] == [S, N, ""]


@pytest.mark.parametrize(("millimetres", "size"), [(30, "small"), (40, "medium"), (50, "large")])
def test_b_scen_3_an_objective_is_as_large_as_its_diameter_says(millimetres: int, size: str) -> None:
    assert size_of(Objective("o", 12.0, 12.0, millimetres / 25.4 / 2)) == size


def test_b_tr_12_ki_is_channelled_to_a_friend_in_reach_with_room_for_it() -> None:
    at = trio(traits=["Channel (1/4)"])
    at.put("a", 5.0, 5.0, ki=1)
    at.put("c", 5.0 + 2 * HALF + 4.0, 5.0)
    assert why(at, "a", "channel") == ""
    for change, value in (("x", 5.0 + 2 * HALF + 4.1), ("ki", 6), ("place", "reserve")):
        before = getattr(at["c"], change)
        setattr(at["c"], change, value)
        assert why(at, "a", "channel") == "B-TR-12", change
        setattr(at["c"], change, before)
    at["a"].ki = 0
    assert why(at, "a", "channel") == "B-TR-12"


def test_b_tr_14_a_group_is_commanded_whole_or_not_at_all() -> None:
    at = trio()
    a, c = at["a"], at["c"]
    command = ACTIONS["command"]
    assert isinstance(command, Command)
    assert [
        command.can_command_all([a, c], ready, most) for ready, most in (([a, c], 2), ([a], 2), ([a, c], 1), ([a], 1))
    ] == [
        True,
        False,
        False,
        False,
    ]


def test_b_main_3_one_model_is_asked_what_it_does_several_which_of_them_acts() -> None:
    at = trio()
    models = [at.put("a", 5.0, 5.0), at.put("c", 9.0, 5.0)]
    assert declaration(at.game, S, models[:1]).prompt == "What does A do?"
    assert declaration(at.game, S, models[:1]).about == models[0].id
    assert declaration(at.game, S, models).prompt == "Which model acts, and how?"
    assert declaration(at.game, S, models).about == ""


@pytest.mark.parametrize("size", ["huge", "large"])
def test_b_terr_8_who_comes_off_huge_high_ground_is_prone(size: str) -> None:
    tower = piece("tower", 8.0, 10.0, 4.0, 4.0, visibility="enhancing", size=size)
    at = moment(south=warband(card("A")), north=warband(card("B")), terrain=[tower])
    a = at.put("a", 10.0, 12.0)
    begun = high_ground(at.game, a)
    assert begun is not None
    bout = Bout(Fighter(a), Fighter(at["b"]))
    fall(at.game, bout, a, begun)
    assert not a.has("Prone")
    a.x = 15.0
    fall(at.game, bout, a, begun)
    assert a.has("Prone") == (size == "huge")
    assert bout.fallen == ({a.id} if size == "huge" else set())


@pytest.mark.parametrize("quarter", range(4))
def test_b_spec_5_a_smaller_model_is_pushed_off_the_same_way_whatever_the_direction(quarter: int) -> None:
    """A large base is slammed 3 inches and meets a small one that lies a little to its left."""
    at = moment(south=warband(card("A", base_mm=50)), north=warband(card("B")))
    a = at.put("a", 12.0, 12.0)
    dx, dy = round(math.cos(quarter * math.pi / 2)), round(math.sin(quarter * math.pi / 2))
    ahead, left = 2.5, 0.6
    b = at.put("b", 12.0 + ahead * dx - left * dy, 12.0 + ahead * dy + left * dx)
    assert shove(at.game, a, dx, dy, 3.0, "slammed", crash=True) == pytest.approx(3.0)
    x, y = b.x - 12.0, b.y - 12.0
    gone_ahead, gone_left = x * dx + y * dy, -x * dy + y * dx
    assert (gone_ahead > ahead, gone_left > left) == (True, True)
    contact = ahead - math.sqrt((a.radius + b.radius) ** 2 - left**2)
    assert (gone_ahead - ahead) / (ahead - contact) == pytest.approx((gone_left - left) / left, abs=1e-3)
    assert math.hypot(gone_ahead - 3.0, gone_left) == pytest.approx(a.radius + b.radius, abs=0.02)
    assert a.has("Prone")
    assert b.has("Prone")


@pytest.mark.parametrize(
    ("x", "y", "fit"),
    [(HALF, 12, True), (24 - HALF, 12, True), (12, HALF, True), (12, 24 - HALF, True)]
    + [(HALF - 0.001, 12, False), (24.001 - HALF, 12, False), (12, HALF - 0.001, False), (12, 24.001 - HALF, False)],
)
def test_b_tr_8_a_bodyguard_steps_in_wherever_its_base_is_on_the_table(x: float, y: float, fit: bool) -> None:
    at = trio()
    assert fits(at.game, at.put("a", 5.0, 5.0), x, y, at.put("c", 7.0, 5.0)) is fit


@pytest.mark.parametrize(
    ("other", "gap", "fit"),
    [("c", 0.0, True), ("c", -0.001, False), ("b", 0.002, True), ("b", 0.0, False), ("d", -1.0, True)],
)
def test_b_move_12_a_bodyguard_touches_friends_and_no_enemy(other: str, gap: float, fit: bool) -> None:
    """D is the one whose place it takes."""
    at = trio()
    a, d = at.put("a", 5.0, 5.0), at.put("d", 20.0, 20.0)
    at.put(other, 12.0 + 2 * HALF + gap, 12.0)
    assert fits(at.game, a, 12.0, 12.0, d) is fit


@pytest.mark.parametrize(("gap", "held"), [(0.0, True), (0.5, False)])
def test_b_state_9_a_model_is_held_only_by_the_one_that_holds_it_and_in_contact(gap: float, held: bool) -> None:
    at = trio()
    a, b = at.put("a", 5.0, 5.0), at.put("b", 5.0 + 2 * HALF, 5.0)
    at.put("d", 5.0 - 2 * HALF, 5.0)  # it touches A too, and does not hold it
    hold(at.game, b, a)
    assert a.has("Held")
    b.x += gap
    release(at.game)
    assert a.has("Held") is held
    assert bool(a.effects) is held


def test_b_state_3_a_blind_model_sees_only_what_it_touches() -> None:
    at = trio()
    a, b, d = at.put("a", 5.0, 5.0, facing=0), at.put("b", 5.0 + 2 * HALF, 5.0), at.put("d", 3.0, 7.0, facing=0)
    assert (sees(at.game, a, b), sees(at.game, a, d)) == (True, False)  # it looks east
    at.game.mark(a, "Blind", 0)
    assert (sees(at.game, a, b), sees(at.game, a, d)) == (True, False)
    b.x += 0.5
    assert sees(at.game, a, b) is False


@pytest.mark.parametrize(("traits", "surprise"), [([], True), (["Aware"], False)])
def test_b_tr_6_who_sees_all_round_sees_what_comes_from_behind(traits: list[str], surprise: bool) -> None:
    at = trio(traits=traits)
    a, b = at.put("a", 12.0, 12.0, facing=0), at.put("b", 5.0, 12.0)
    assert unseen(at.game, a, b, Path.through([(5.0, 12.0), (9.0, 12.0)])) is surprise
    assert unseen(at.game, a, b, Path.through([(19.0, 12.0), (15.0, 12.0)])) is False


def test_green_balm_rids_of_poison_and_of_bleeding() -> None:
    at = trio()
    a, c = at.put("a", 5.0, 5.0), at.put("c", 7.0, 5.0)
    for state in ("Poisoned", "Bleeding", "Prone"):
        at.game.mark(c, state, 0)
    balm = FeatDocument(name="Green Balm", timing="Active", ki=1, subject="Target", range_in=4)
    a.ki = 1
    at.run(feats.use(at.game, a, balm), ["south.c"])
    assert [*c.markers] == ["Prone"]


def test_b_gen_3_what_modifies_a_trait_changes_its_first_value_and_keeps_the_second() -> None:
    at = trio(traits=["Command [Monk] (1/6)"])
    a = at.put("a", 5.0, 5.0)
    at.game.lend(a, "Command (+2)", "game", a.id)
    found = at.game.named(a, "Command")
    assert found is not None
    assert (found.values, found.about) == ((3, 6), "Monk")


def test_b_melee_5_a_split_names_its_dice_and_its_special() -> None:
    blade = {"name": "Blade", "kind": "melee", "specials": ["Powerful Attack (1)"]}
    at = duel((3,) * 5, {"melee": 2, "weapons": [blade]}, {"melee": 2})
    fight(at, "1/1", "1/0 Powerful Attack")
    labels = {option.key: option.label for decision in at.asked for option in decision.options}  # type: ignore[attr-defined]
    assert labels["1/0 Powerful Attack"] == "1 attack, 0 defence, Powerful Attack"
    assert labels["1/1"] == "1 attack, 1 defence"


def test_b_tr_8_a_bodyguard_put_where_a_larger_base_stood_touches_friends_and_no_enemy() -> None:
    """C stands a ten-thousandth of an inch off one spot, B off another."""
    at = trio()
    a = at.put("a", 12.0, 12.0)
    at.put("c", 13.4812, 12.0)
    b = at.put("b", 10.5188, 12.0)
    place = next(_placed(at.game, a, 50 / 25.4 / 2, b))
    assert isinstance(place, Place)
    assert place.player == N
    spots = {x: place.allows([x, 12.0]) for x in (11.7, 11.7012, 12.0, 12.3)}
    assert spots == {11.7: False, 11.7012: True, 12.0: True, 12.3: True}
    assert place.allows([12.0, 12.39])
    assert not place.allows([12.0, 12.4])  # over the rim of the larger base


@pytest.mark.parametrize(("inches", "reached"), [(4.83, True), (4.81, False)])
def test_b_act_20_some_end_of_a_charge_is_told_where_there_is_one(inches: float, reached: bool) -> None:
    at = duel((), {}, {}, gap=4.82)
    a, b = at["a"], at["b"]
    region = contact_region(a, b, approach(at.game, a, b, inches, charge=True))
    end = region._end
    assert (end is not None) is (region.find() is not None) is reached
    assert end is None or (is_legal(region, end) and math.hypot(b.x - end.x, b.y - end.y) < 2 * HALF + 0.001)


@pytest.mark.parametrize("prone", [True, False])
def test_b_move_8_and_9_a_melee_move_goes_round_a_target_without_a_zone_a_charge_straight_at_it(prone: bool) -> None:
    """A prone model controls no zone; in that of one that stands, before it, the way is straight for both."""
    at = duel((), {"move": {"value": 8}}, {}, gap=1.5)
    a, b = at["a"], at["b"]
    if prone:
        at.game.mark(b, "Prone", 0)

    def behind(*, charge: bool) -> list[bool]:
        region = contact_region(a, b, approach(at.game, a, b, 8.0, charge=charge))
        turns = (math.pi, 0.5 * math.pi, 0.1 * math.pi)
        far = 2 * HALF + 0.0005
        return [
            is_legal(region, (snap(b.x + far * math.cos(turn)), snap(b.y + far * math.sin(turn)))) for turn in turns
        ]

    assert behind(charge=False) == [True, prone, True]
    assert behind(charge=True) == [True, False, False]
