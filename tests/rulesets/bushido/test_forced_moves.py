"""Forced moves against a step by step walk, and what is foretold of specials against what they do (B-SPEC)."""

from __future__ import annotations

import math
from random import Random
from typing import Any

import pytest

from game.engine.core.decisions import Place
from game.engine.core.dice import KeyedDice, RollCounter, ScriptedDice
from game.rulesets.bushido.rules.melee.bout import Bout, Fighter
from game.rulesets.bushido.rules.melee.exchange import exchange
from game.rulesets.bushido.rules.moving.forced import CLOSER, along, first_met, may_be_moved, shove
from game.rulesets.bushido.rules.moving.policies import hold
from game.rulesets.bushido.rules.moving.sight import high_ground
from game.rulesets.bushido.rules.specials import ends, falls_off, goes_off
from game.rulesets.bushido.rules.state import Objective
from game.rulesets.bushido.warbands.traits import SPECIALS
from tests.rulesets.bushido.bushido_kit import HALF, Moment, card, moment, piece, warband

MEDIUM, LARGE = 40 / 25.4 / 2, 50 / 25.4 / 2
STEP = 0.002


def crowd(*bases: int, terrain: Any = ()) -> Moment:
    """Return a game of M (small unless given first) and others B1, B2… with bases of so many millimetres."""
    first, *others = bases
    north = [card(f"B{number}", base_mm=size) for number, size in enumerate(others, 1)] or [card("B1")]
    return moment((), warband(card("M", base_mm=first), faction="S"), warband(*north, faction="N"), terrain=terrain)


# -- what a straight move meets


@pytest.mark.parametrize(
    ("x", "y", "far"),
    [
        (3.0, 0.0, 2.0),
        (3.0, 0.6, 3.0 - 0.8),
        (3.0, -0.6, 3.0 - 0.8),
        (3.0, 1.0, None),  # it passes by, just touching
        (3.0, 0.9999, 3.0 - math.sqrt(1.0 - 0.9999**2)),
        (-3.0, 0.0, None),
        (1.0, 0.0, 0.0),
        (0.5, 0.0, 0.0),  # the last bit of an overlap
        (0.0, 1.0, None),
        (-0.1, 0.9, None),  # it leads away
    ],
)
def test_b_spec_5_how_far_a_ray_goes_to_a_circle(x: float, y: float, far: float | None) -> None:
    found = along(x, y, 1.0, 0.0, 1.0)
    assert found == (None if far is None else pytest.approx(far))


def walked(at: Moment, dx: float, dy: float, inches: float) -> float:
    """Return how far a base goes before it overlaps something, step by step."""
    table, m = at.game.ruler.battlefield, at["m"]
    discs = [(each.x, each.y, each.radius) for each in at.game.on_table() if each is not m]
    discs += [(each.x, each.y, each.radius) for each in at.game.state.objectives.values() if each.on_table]
    for number in range(int(inches / STEP) + 1):
        x, y = m.x + dx * STEP * number, m.y + dy * STEP * number
        if not (
            m.radius - 1e-6 <= x <= table.width - m.radius + 1e-6
            and m.radius - 1e-6 <= y <= table.height - m.radius + 1e-6
        ):
            return STEP * (number - 1)
        if any(math.hypot(x - each[0], y - each[1]) < each[2] + m.radius - 1e-4 for each in discs):
            return STEP * (number - 1)
        gap_x, gap_y = max(12.0 - x, 0.0, x - 14.0), max(4.0 - y, 0.0, y - 6.0)
        if math.hypot(gap_x, gap_y) < m.radius - 1e-3:
            return STEP * (number - 1)
    return inches


@pytest.mark.parametrize("seed", range(12))
def test_b_spec_3_and_b_spec_5_a_shove_stops_where_a_step_by_step_walk_does(seed: int) -> None:
    rng = Random(seed)
    crate = piece("crate", 12.0, 4.0, 2.0, 2.0, passage="impassable")
    at = crowd(rng.choice((30, 40, 50)), 30, 40, 50, terrain=[crate])
    at.put("b1", 6.0, 8.0)
    at.put("b2", 9.0, 5.0)
    at.put("b3", 4.0, 3.0)
    at.game.state.objectives = {
        "idol-1": Objective("idol-1", 8.0, 11.0, HALF),
        "idol-2": Objective("idol-2", 9.0, 8.5, HALF),
    }
    at.game.state.objectives["idol-2"].on_table = False
    for _case in range(12):
        while True:
            m = at.put("m", round(rng.uniform(1.1, 16.0), 4), round(rng.uniform(1.1, 12.0), 4))
            turn, inches = rng.uniform(0, math.tau), rng.choice((1.0, 2.0, 3.0, 9.0))
            if walked(at, 1.0, 0.0, STEP) >= 0.0:
                break
        x, y = m.x, m.y
        expected = walked(at, math.cos(turn), math.sin(turn), inches)
        gone = shove(at.game, m, 5 * math.cos(turn), 5 * math.sin(turn), inches, "shoved")
        assert gone == pytest.approx(expected, abs=0.02)
        assert math.hypot(m.x - x, m.y - y) == pytest.approx(gone, abs=2e-4)
        assert not m.has("Prone")


def test_b_spec_5_what_a_crash_does_to_equal_larger_and_smaller_ones() -> None:
    for mover, other, prone, goes_on in ((30, 30, "mb", False), (30, 40, "m", False), (40, 30, "mb", True)):
        at = crowd(mover, other)
        m, b = at.put("m", 5.0, 12.0), at.put("b1", 8.0, 12.3)
        gone = shove(at.game, m, 1.0, 0.0, 3.0, "slammed", crash=True)
        room = m.radius + b.radius
        contact = 3.0 - math.sqrt(room * room - 0.09)
        assert gone == pytest.approx(3.0 if goes_on else contact - CLOSER)
        assert (m.has("Prone"), b.has("Prone")) == ("m" in prone, "b" in prone)
        if goes_on:  # straight off the point of contact, just out of the line
            away_x, away_y = b.x - (5.0 + contact), b.y - 12.0
            assert away_y / away_x == pytest.approx(0.3 / (3.0 - contact), abs=2e-3)
            assert room <= math.hypot(max(0.0, b.x - m.x), b.y - 12.0) <= room + 0.02
        else:
            assert (b.x, b.y) == (8.0, 12.3)


def test_b_spec_5_two_smaller_ones_are_pushed_aside_and_one_without_room_stops_it() -> None:
    at = crowd(40, 30, 30)
    m, one, other = at.put("m", 5.0, 12.0), at.put("b1", 7.0, 12.5), at.put("b2", 8.5, 11.5)
    assert shove(at.game, m, 1.0, 0.0, 4.0, "slammed", crash=True) == 4.0
    assert [each.has("Prone") for each in (m, one, other)] == [True, True, True]
    assert one.y > 12.5
    assert other.y < 11.5
    at = crowd(40, 30, 50)
    m, one = at.put("m", 5.0, 12.0), at.put("b1", 7.0, 12.0)
    behind = at.put("b2", 7.0 + HALF + LARGE, 12.0)
    gone = shove(at.game, m, 1.0, 0.0, 4.0, "slammed", crash=True)
    assert gone == pytest.approx(2.0 - MEDIUM - HALF - CLOSER)
    assert ((one.x, one.y), behind.has("Prone")) == ((7.0, 12.0), False)
    assert (m.has("Prone"), one.has("Prone")) == (True, True)


def test_b_spec_5_terrain_fells_the_edge_does_not() -> None:
    crate = piece("crate", 8.0, 11.0, 2.0, 2.0, passage="impassable")
    at = crowd(30, terrain=[crate])
    m = at.put("m", 6.5, 12.0)
    assert shove(at.game, m, 1.0, 0.0, 3.0, "slammed", crash=True) == pytest.approx(1.5 - HALF, abs=3e-4)
    assert m.has("Prone")
    for x, y, dx, dy in ((1.5, 12.0, -1, 0), (22.5, 12.0, 1, 0), (12.0, 1.5, 0, -1), (12.0, 22.5, 0, 1)):
        at = crowd(30)
        m = at.put("m", x, y)
        assert shove(at.game, m, dx, dy, 3.0, "slammed", crash=True) == pytest.approx(1.5 - HALF, abs=3e-4)
        assert not m.has("Prone")


@pytest.mark.parametrize(("dx", "dy", "inches"), [(0.0, 0.0, 3.0), (1.0, 0.0, 0.0), (1.0, 0.0, -1.0)])
def test_b_spec_3_without_a_direction_or_a_length_nothing_moves(dx: float, dy: float, inches: float) -> None:
    at = crowd(30)
    m = at.put("m", 6.0, 12.0)
    assert shove(at.game, m, dx, dy, inches, "shoved") == 0.0
    assert ((m.x, m.y), at.game.events) == ((6.0, 12.0), [])


@pytest.mark.parametrize(
    ("traits", "state", "moved"), [([], "", True), (["Immovable"], "", False), ([], "Held", False)]
)
def test_b_tr_27_and_b_state_9_who_is_moved(traits: list[str], state: str, moved: bool) -> None:
    at = moment((), warband(card("M", traits=traits), faction="S"), warband(card("B1"), faction="N"))
    m = at.put("m", 6.0, 12.0, markers={state: [0]} if state else {})
    assert may_be_moved(at.game, m) is moved
    assert shove(at.game, m, 0.0, 1.0, 1.0, "shoved") == (1.0 if moved else 0.0)


def test_b_state_10_who_is_moved_is_no_longer_immobilised_and_the_move_is_told() -> None:
    at = crowd(30)
    m = at.put("m", 6.0, 12.0, facing=4500, markers={"Immobilised": [0, 0]})
    shove(at.game, m, 0.0, -2.0, 1.25, "shoved")
    assert ((m.x, m.y), m.facing, m.markers) == ((6.0, 10.75), 4500, {})
    [event] = at.told("Moved")
    assert (event.why, event.x, event.y, event.facing, event.inches) == ("shoved", 6.0, 10.75, 4500, 1.25)


def test_b_spec_5_the_nearest_thing_is_met_first() -> None:
    at = crowd(30, 30, 30)
    m, one, other = at.put("m", 5.0, 12.0), at.put("b1", 9.0, 12.0), at.put("b2", 7.5, 12.0)
    met = first_met(at.game, m, 1.0, 0.0, 9.0, [])
    assert met is not None
    assert met.model is other
    assert met.inches == pytest.approx(2.5 - 2 * HALF)
    met = first_met(at.game, m, 1.0, 0.0, 9.0, [other])
    assert met is not None
    assert met.model is one
    assert met.inches == pytest.approx(4.0 - 2 * HALF)
    assert first_met(at.game, m, 1.0, 0.0, 2.0, [other]) is None


# -- what is foretold of specials

ATTACKS = [name for name in sorted(SPECIALS) if name.endswith("Attack")]
KINDS: dict[str, tuple[list[str], str]] = {
    "plain": ([], ""),
    "immovable": (["Immovable"], ""),
    "held": ([], "Held"),
    "never prone": (["Immune [Prone]"], ""),
    "prone": ([], "Prone"),
    "against the wall": ([], "wall"),
}


def beside(special: str, own: str, other: str) -> tuple[Moment, Bout]:
    """Return A in contact with B, both of some kind, about to use a special without any damage roll."""
    blade = {"name": "Blade", "kind": "melee", "strength": "Sp", "specials": [f"{special} (0)"]}
    wall = [piece("wall", 10.0 + 3 * HALF, 8.0, 1.0, 8.0, passage="impassable")] if other == "against the wall" else []
    at = moment(
        (),
        warband(card("A", melee=6, weapons=[blade], traits=KINDS[own][0]), faction="S"),
        warband(card("B", wounds=9, traits=KINDS[other][0]), faction="N"),
        terrain=wall,
    )
    at.game.dice = KeyedDice(5)
    a, b = at.put("a", 10.0, 12.0, facing=0), at.put("b", 10.0 + 2 * HALF, 12.0, facing=18000)
    for one, holder, kind in ((a, b, own), (b, a, other)):
        if KINDS[kind][1] == "Held":
            hold(at.game, holder, one)
        elif KINDS[kind][1] == "Prone":
            one.markers["Prone"] = [0]
    at.game.state.step = "activation"
    at.game.begin_activation(a)
    return at, Bout(Fighter(a), Fighter(b))


def fought(at: Moment, bout: Bout, special: str) -> None:
    """Let A hit B, who defends with as few dice as possible; a throw goes as far away from A as possible."""
    flow = exchange(at.game, bout)
    item: Any = next(flow)
    try:
        while True:
            if isinstance(item, Place):
                spot = item.region.nearest(item.region.find().end)  # type: ignore[attr-defined]
                assert spot is not None
                item = flow.send([spot.x, spot.y])
            else:
                wanted = [option.key for option in item.options]
                own = f"{bout.activating.pool}/0 {special}"
                item = flow.send(own if own in wanted else wanted[0])
    except StopIteration:
        return


@pytest.mark.parametrize("special", ATTACKS)
@pytest.mark.parametrize(
    ("own", "other"), [("plain", other) for other in KINDS if other != "prone"] + [("immovable", "plain")]
)
def test_b_melee_10_and_12_a_special_ends_the_exchange_as_foretold(special: str, own: str, other: str) -> None:
    at, bout = beside(special, own, other)
    foretold = ends(SPECIALS[special], at.game, at["a"], at["b"])
    fought(at, bout, special)
    compared = at.told("Compared")
    assert compared[0].hit
    assert (len(compared) == 1) is foretold


@pytest.mark.parametrize("turn", range(0, 360, 20))
@pytest.mark.parametrize("size", ["huge", "large"])
def test_b_terr_8_a_fall_from_high_ground_is_foretold(turn: int, size: str) -> None:
    tower = piece("tower", 8.0, 10.0, 4.0, 4.0, visibility="enhancing", size=size)
    at = crowd(40, 30, 40, terrain=[tower])
    m = at.put("m", 10.0, 12.0)
    at.put("b1", 11.0, 13.6)  # a smaller one, pushed aside
    at.put("b2", 10.0, 9.5)  # an equal one, which stops it
    dx, dy = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    foretold = falls_off(at.game, m, 4 * dx, 4 * dy, 3.0)
    shove(at.game, m, dx, dy, 3.0, "slammed", crash=True)
    assert foretold is (size == "huge" and high_ground(at.game, m) is None)
    assert not falls_off(at.game, at["b2"], 0.0, 0.0, 3.0)


@pytest.mark.parametrize(
    ("x", "gap", "off"), [(12.0, 9.0, True), (12.0, 0.001, False), (12.0, 0.005, True), (24.0 - HALF, 9.0, False)]
)
def test_b_geo_6_who_comes_off_at_all(x: float, gap: float, off: bool) -> None:
    at = crowd(30, 30, 30)
    m = at.put("m", x, 12.0)
    other = at.put("b1", x - 2 * HALF, 12.0)
    at.put("b2", min(23.0, x + 2 * HALF + gap), 12.0 if gap < 1 else 2.0)
    assert goes_off(at.game, m, other) is off
    assert not goes_off(at.game, m, m)


@pytest.mark.parametrize(
    ("special", "dice", "totals", "wounds", "states"),
    [
        ("Combo Attack", (4, 3, 4, 3, 4, 3), [7, 7, 7], 4 + 2 + 0, {}),
        ("Critical Attack", (4, 3), [7], 4, {}),
        ("Powerful Attack", (4, 3), [10], 5, {}),
        ("Stun Attack", (4, 3), [7], 4, {"Stunned": [0]}),
        ("Sweep Attack", (4, 3), [7], 2, {"Prone": [0]}),
        ("Slam Attack", (4, 3), [7], 2, {"Prone": [0]}),
        ("Throw Attack", (6, 5), [11], 3, {"Prone": [0]}),
        ("Forceback Attack", (6, 5), [11], 3, {}),
        ("Grapple Attack", (), [], 0, {"Held": [0]}),
        ("Push Attack", (), [], 0, {}),
        ("Sidestep Attack", (), [], 0, {}),
        ("Drag Attack", (), [], 0, {}),
    ],
)
def test_b_spec_a_what_a_hit_with_success_level_four_does(
    special: str, dice: tuple[int, ...], totals: list[int], wounds: int, states: dict[str, list[int]]
) -> None:
    """Attack 6 and 5 against a defence of 3, without strength; 7 marks 4 boxes, 10 marks 5, 11 marks 6 (B-DMG-4)."""
    at, bout = beside(special, "plain", "plain")
    blade = at.game.card(at["a"]).weapons[0].model_copy(update={"strength": 0})
    own = at.game.card(at["a"]).model_copy(update={"weapons": (blade,)})
    at.game.setup.profiles["south.a"] = own  # type: ignore[index]
    at.game.dice = ScriptedDice.of((6, 5, 1, 1, 1, 1, 3, 1, 1, *dice))
    flow = exchange(at.game, bout)
    item: Any = next(flow)
    try:
        while True:
            if isinstance(item, Place):
                spot = item.region.nearest(item.region.find().end)  # type: ignore[attr-defined]
                assert spot is not None
                item = flow.send([spot.x, spot.y])
            else:
                keys = [option.key for option in item.options]
                item = flow.send(f"6/0 {special}" if f"6/0 {special}" in keys else "0/3")
    except StopIteration:
        pass
    assert [event.total for event in at.told("DamageRolled")] == totals
    assert (at["b"].wounds, at["b"].markers) == (wounds, states)
    at.dice_left()


def test_b_spec_a2_a_double_removes_the_victim() -> None:
    at, bout = beside("Critical Attack", "plain", "plain")
    blade = at.game.card(at["a"]).weapons[0].model_copy(update={"strength": 0})
    at.game.setup.profiles["south.a"] = at.game.card(at["a"]).model_copy(update={"weapons": (blade,)})  # type: ignore[index]
    at.game.dice = ScriptedDice.of((6, 1, 1, 1, 1, 1, 6, 3, 2, 2, 2))
    at.run(exchange(at.game, bout), "0/3", "6/0 Critical Attack")
    assert at["b"].place == "table"  # 6 against 8: defended
    at.game.dice, at.game.state.rolls = ScriptedDice.of((6, 5, 4, 1, 1, 1, 3, 1, 1, 2, 2)), RollCounter()
    bout = Bout(Fighter(at["a"]), Fighter(at["b"]))
    at.run(exchange(at.game, bout), "0/3", "6/0 Critical Attack")
    assert (at["b"].place, at.told("Killed")[0].rule) == ("killed", "B-SPEC-A2")
