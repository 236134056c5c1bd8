"""The worked examples about moving, seeing, shooting and whole exchanges on the table (EX-10 to EX-38)."""

from __future__ import annotations

from typing import Any

import pytest

from game.rulesets.bushido.rules.actions import REGISTRY as ACTIONS
from game.rulesets.bushido.rules.ki import boost_price
from game.rulesets.bushido.rules.melee.bout import Shot
from game.rulesets.bushido.rules.moving.carry_out import boost, region_of
from game.rulesets.bushido.rules.moving.policies import approach, charge_length, is_in_zone, run, run_length, walk
from game.rulesets.bushido.rules.moving.sight import sees
from game.rulesets.bushido.rules.scenarios import find
from game.rulesets.bushido.rules.shooting.attack import shoot
from game.table.path.policy import CONTACT
from game.table.placing.places import is_legal
from tests.rulesets.bushido.bushido_kit import HALF, Moment, act, card, moment, piece, warband


def _runner(move: int, terrain: Any = (), **changes: Any) -> Moment:
    runner = card("Runner", move={"value": move, "boost": 1}, **changes)
    at = moment((), south=warband(runner, faction="South"), terrain=terrain)
    at.put("runner", 2.0, 12.0, ki=6)
    return at


@pytest.mark.parametrize(("move", "boosts", "lengths"), [(5, 0, (5.0, 7.5, 10.0)), (4, 2, (6.0, 9.0, 12.0))])
def test_ex_10_lengths(move: int, boosts: int, lengths: tuple[float, float, float]) -> None:
    """B-MOVE-6, B-MOVE-7, B-MOVE-8, B-KI-20, B-GEN-2, B-GEN-3."""
    at = _runner(move)
    model = at["runner"]
    for _time in range(boosts):
        boost(at.game, model)
    inches = at.game.statistic(model, "move")
    foe = at.put("ferry-brute", 22.0, 12.0)
    charge = approach(at.game, model, foe, charge_length(inches), charge=True)
    assert [float(inches), run(at.game, model, run_length(inches)).budget, charge.budget] == list(lengths)
    region = region_of(model, walk(at.game, model, inches))
    assert [is_legal(region, (model.x + far, 12.0)) for far in (inches, inches + 0.001)] == [True, False]
    assert model.ki == 6 - boosts


def test_ex_10_the_ceiling_of_boosts_is_twice_the_move() -> None:
    """B-MOVE-6, B-MOVE-7, B-MOVE-8, B-KI-20, B-GEN-2, B-GEN-3."""
    at = _runner(4)
    while boost_price(at.game, at["runner"], "move") is not None:
        boost(at.game, at["runner"])
    assert at.game.statistic(at["runner"], "move") == 8
    assert at["runner"].ki == 2


@pytest.mark.parametrize(
    ("passage", "traits", "far"),
    [("difficult", [], 2.5), ("difficult", ["Lightfooted"], 4.0), ("ideal", [], 6.0), ("normal", [], 4.0)],
)
def test_ex_11_terrain_cost(passage: str, traits: list[str], far: float) -> None:
    """1 inch in the open, then the rim is in a piece that is wide and long."""
    ground = piece("ground", 2.0 + HALF + 1.0, 4.0, 9.0, 16.0, passage=passage)
    at = _runner(4, [ground], traits=traits)
    region = region_of(at["runner"], walk(at.game, at["runner"], 4))
    assert [is_legal(region, (2.0 + each, 12.0)) for each in (far, far + 0.002)] == [True, False]


@pytest.mark.parametrize(
    ("x", "y", "inside"), [(12.0, 14.5, False), (12.0, 14.0, True), (12.0, 10.0, False), (13.8, 11.6, True)]
)
def test_ex_12_zones(x: float, y: float, inside: bool) -> None:
    """B-GEO-3, B-GEO-10, B-GEO-30."""
    at = moment()
    enemy, model = at.put("reed-stalker", 12.0, 12.0, facing=9000), at.put("bell-warden", x, y)
    assert is_in_zone(at.game, model, enemy) is inside


def test_ex_13_leaving_a_zone() -> None:
    """B-GEO-31, B-GEO-32, AMB-13."""
    at = moment()
    at.put("reed-stalker", 12.0, 12.0, facing=9000)
    model = at.put("bell-warden", 12.0, 14.0)
    assert [ACTIONS[name].why_not(at.game, model) is None for name in ("wait", "focus", "walk")] == [False, False, True]
    region = region_of(model, walk(at.game, model, 4))
    rim = 12.0 + 2 * HALF + 1.0
    assert not is_legal(region, (12.0, rim))
    assert is_legal(region, (12.0, rim + 0.003))
    assert is_legal(region, (12.0, 18.0))
    assert not is_legal(region, (12.0, 18.01))
    out = rim + 0.002
    left = 4.0 - (out - 14.0)
    assert is_legal(region, (12.0 + left - 0.01, out + 0.05))
    assert not is_legal(region, (12.0 + left + 0.05, out + 0.05))
    refused = region.why_not((12.0, 12.5))
    assert refused


@pytest.mark.parametrize(
    ("shooter", "blocker", "target", "prone", "seen"),
    [
        (30, 30, 30, False, False),
        (30, 30, 40, False, True),
        (40, 30, 30, False, True),
        (30, 40, 30, False, False),
        (30, 30, 30, True, True),
    ],
)
def test_ex_14_sight_by_size(shooter: int, blocker: int, target: int, prone: bool, seen: bool) -> None:
    """B-GEO-12, B-GEO-13."""
    fence = card("Fence", base_mm=blocker, count=3, max=3)
    south = warband(card("Shooter", base_mm=shooter), fence, faction="South")
    at = moment((), south=south, north=warband(card("Target", base_mm=target), faction="North"))
    one = at.put("shooter", 4.0, 12.0)
    fence_models = [each for each in at.game.state.models.values() if each.profile == "south.fence"]
    for model, aside in zip(fence_models, (0.0, -1.0, 1.0)):  # close together: no line passes beside the middle one
        model.place, model.x, model.y = "table", 6.0, 12.0 + aside
        if prone:
            at.game.mark(model, "Prone", 0)
    other = at.put("target", 8.0, 12.0)
    assert sees(at.game, one, other) is seen


@pytest.mark.parametrize(("aside", "seen"), [(0.0, False), (0.0008, False), (0.002, True)])
def test_b_geo_12a_a_line_that_only_touches_a_blocker_is_stopped(aside: float, seen: bool) -> None:
    """EX-14: a Small model exactly between two Small models blocks, although tangents graze it (B-GEO-12a)."""
    one, two, three = (warband(card(name), faction=name) for name in ("One", "Two", "Three"))
    between = one.model_copy(update={"models": (*one.models, *two.models)})
    at = moment((), south=between, north=three)
    shooter, target = at.put("one", 4.0, 12.0), at.put("three", 8.0, 12.0)
    at.put("two", 6.0, 12.0 + aside)
    assert sees(at.game, shooter, target) is seen


def test_b_geo_12a_models_in_base_contact_leave_no_gap() -> None:
    """B-GEO-12a, B-GEO-3: no line passes between two bases that touch, and none along a wall between two models."""
    fence = card("Fence", count=2, max=2)
    south = warband(card("Shooter"), fence, faction="South")
    at = moment((), south=south, north=warband(card("Target"), faction="North"))
    shooter, target = at.put("shooter", 4.0, 12.0), at.put("target", 8.0, 12.0)
    posts = [each for each in at.game.models if each.profile == "south.fence"]
    for post, aside in zip(posts, (-1, 1)):
        post.place, post.x, post.y = "table", 6.0, 12.0 + aside * (HALF + 0.0004)
    assert not sees(at.game, shooter, target)
    posts[0].y -= 0.01
    assert sees(at.game, shooter, target)


@pytest.mark.parametrize(("edge", "seen"), [(12.0 + HALF, False), (12.0 + HALF - 0.01, True)])
def test_b_geo_12a_terrain_stops_a_line_along_its_edge(edge: float, seen: bool) -> None:
    """A wall that reaches exactly as far as both bases do."""
    wall = piece("wall", 5.9, 8.0, 0.2, edge - 8.0, visibility="blocking", size="small")
    at = moment((), terrain=[wall])
    archer = at.put("temple-guard-archer", 4.0, 12.0)
    assert sees(at.game, archer, at.put("reed-stalker", 8.0, 12.0)) is seen


def _shot(dice: tuple[int, ...], gap: float, terrain: Any = ()) -> Moment:
    at = moment(dice, terrain=terrain)
    archer = at.put("temple-guard-archer", 3.0, 12.0)
    at.put("reed-stalker", 3.0 + 2 * HALF + gap, 12.0, facing=18000, ki=0)
    at.game.begin_activation(archer)
    return at


@pytest.mark.parametrize(("moved", "number", "hits"), [(True, 9, False), (False, 8, True)])
def test_ex_18_the_stack_of_modifiers(moved: bool, number: int, hits: bool) -> None:
    """B-RNG-3, B-RNG-10, B-DMG-4."""
    hedge = piece("hedge", 3.0 + HALF + 8.0, 10.0, 0.5, 4.0, visibility="blocking", size="tiny")
    at = _shot((6, 6, 4, 5, 6), 9.0, [hedge])
    stalker = at["reed-stalker"]
    stalker.ran = True
    at.run(shoot(at.game, Shot(at["temple-guard-archer"], "War Bow", stalker, moved)), "none", "keep")
    told = at.told("Tested")[0]
    assert (told.number, told.result, told.success) == (number, 8, hits)
    assert stalker.wounds == (2 if hits else 0)


def test_ex_19_a_number_below_zero() -> None:
    """B-TEST-11, B-RNG-10, B-DMG-4."""
    south = warband(
        card("Archer", ranged={"value": 2}, weapons=[_BLADE, {"name": "Bow", "kind": "ranged", "bands": [6, 9, 12]}]),
        faction="South",
    )
    at = moment((1, 1, 3, 4), south=south, north=warband(card("Giant", traits=["Huge"]), faction="North"))
    archer, giant = at.put("archer", 3.0, 12.0), at.put("giant", 7.0, 12.0)
    at.game.mark(giant, "Prone", 0)
    at.run(shoot(at.game, Shot(archer, "Bow", giant, surprised=True)))
    assert [(each.number, each.result, each.success) for each in at.told("Tested")] == [(-1, 0, True)]
    assert [(each.total, each.level) for each in at.told("DamageRolled")] == [(7, 1)]
    assert giant.wounds == 1
    at.dice_left()


_BLADE = {"name": "Blade", "kind": "melee"}


@pytest.mark.parametrize(("check", "victim"), [((4, 2, 1), "ferry-brute"), ((4, 1, 1), "temple-guard-spear")])
def test_ex_20_into_a_fight(check: tuple[int, ...], victim: str) -> None:
    """B-RNG-11, B-TR-39, B-DMG-1, B-DMG-4."""
    at = moment((4, 2, 1, *check, 3, 5))
    archer, brute = at.put("temple-guard-archer", 3.0, 12.0), at.put("ferry-brute", 8.0, 12.0)
    at.put("temple-guard-spear", 8.0, 12.0 + brute.radius + HALF)
    at.run(shoot(at.game, Shot(archer, "War Bow", brute)), "none", "keep", "keep")
    assert [each.number for each in at.told("Tested")] == [3, 5]
    told = at.told("DamageRolled")[0]
    assert (told.model.split(".")[1], told.level, told.total, told.wounds) == (victim, 2, 8, 2)
    assert at[victim].wounds == (1 if victim == "ferry-brute" else 2)  # the Brute is Tough
    at.dice_left()


@pytest.mark.parametrize(("gap", "dice", "ammo"), [(9.2, (), 4), (9.0, (2, 2), 3)])
def test_ex_21_out_of_range(gap: float, dice: tuple[int, ...], ammo: int) -> None:
    """B-RNG-1, B-RNG-6, B-RNG-7, B-GEO-3."""
    at = moment(dice)
    stalker = at.put("reed-stalker", 3.0, 12.0)
    at.put("bell-warden", 3.0 + 2 * HALF + gap, 12.0, facing=18000)
    act(at, "reed-stalker", "ranged", "stand", ["south.bell-warden"])
    assert (stalker.ammo["Reed Darts"], stalker.counters) == (ammo, 1)
    assert [each.number for each in at.told("Tested")] == ([6] if dice else [])
    at.dice_left()


def _slam(dice: tuple[int, ...]) -> Moment:
    post = {"name": "Post", "kind": "melee", "specials": ["Slam Attack (1)"]}
    south = warband(card("Slammer", weapons=[post]), faction="South")
    at = moment(dice, south=south, north=warband(card("Stone", traits=["Tough (1)"]), faction="North"))
    at.put("slammer", 8.0, 12.0)
    at.put("stone", 8.0 + 2 * HALF, 12.0)
    return at


def test_ex_30_slam() -> None:
    """B-SPEC-A9, B-DMG-5, B-MELEE-12."""
    at = _slam((6, 3, 3, 2, 2, 5, 5))
    at["stone"].counters = 1
    begun = at["stone"].x
    act(at, "slammer", "melee", "1/2", "1/1 Slam Attack")
    assert at["stone"].x == pytest.approx(begun + 3.0, abs=1e-3)
    assert (at["stone"].has("Prone"), at["stone"].wounds, len(at.told("Compared"))) == (True, 1, 1)
    assert [(each.level, each.total, each.wounds) for each in at.told("DamageRolled")] == [(3, 10, 4)]


@pytest.mark.parametrize("engaged", [False, True])
def test_ex_35_initiative_of_a_charge(engaged: bool) -> None:
    """B-MELEE-3."""
    south = warband(card("Spear", weapons=[{**_BLADE, "traits": ["Reach"]}]), faction="South")
    at = moment((3,) * 6, south=south, north=warband(card("Cutter"), card("Other"), faction="North"))
    spear = at.put("spear", 12.0, 12.0, facing=18000)
    at.put("cutter", 7.0, 12.0)
    if engaged:
        at.put("other", 12.0, 12.0 + 2 * HALF)
    act(at, "cutter", "charge", [12.0 - 2 * HALF - CONTACT / 2, 12.0], "0/3" if not engaged else "0/2", "0/3")
    [told] = at.told("ExchangeBegan")
    assert told.initiative == ("north.cutter" if engaged else spear.id)
    asked = [decision.player for decision in at.asked if getattr(decision, "secret", False)]
    assert asked[0] == ("south" if engaged else "north")


def test_ex_37_a_whole_exchange() -> None:
    """B-FEAR-3, B-MELEE-3, B-MELEE-4, B-MELEE-5, B-MELEE-6, B-MELEE-7, B-MELEE-8, B-MELEE-9, B-MELEE-10,
    B-MELEE-11, B-MELEE-12, B-MELEE-13, B-MELEE-14, B-SPEC-A9, B-DMG-1, B-DMG-2, B-DMG-3, B-DMG-4, B-DMG-5.
    """
    at = moment((5, 4, 3, 5, 2, 3, 4, 1, 4, 6))
    brute = at.put("ferry-brute", 8.0, 12.0, ki=0)
    spear = at.put("temple-guard-spear", 11.0, 12.0, facing=18000, ki=0)
    spot = 11.0 - brute.radius - HALF - CONTACT / 2
    act(at, "ferry-brute", "melee", [spot, 12.0], "2/0 Slam Attack", "1/1 Push Defence")
    assert at.told("ExchangeBegan")[0].initiative == spear.id
    assert [each.level for each in at.told("Compared")] == [4, 3]
    assert (at.game.left(brute), at.game.left(spear), brute.counters, spear.counters) == (5, 3, 1, 1)


def test_ex_38_prayer() -> None:
    """B-SCEN-2, B-SCEN-5."""
    at = moment(scenario="keii")
    monk = at.put("bell-warden", 3.0, 12.0, counters=9)
    at.game.state.step = "activation"
    state = at.game.state
    state.objectives = find("keii").objectives(at.game)
    for name, points in (("shrine-1", 1), ("shrine-3", 3), ("shrine-5", 6)):
        shrine = state.objectives[name]
        monk.x, monk.y = shrine.x, shrine.y - shrine.radius - HALF
        act(at, "bell-warden", "simple-scenario")
        assert state.points["south"] == points
    assert (find("keii").prayers, state.prayers["south"], monk.counters) == (5, 2, 6)
    refusal = ACTIONS["simple-scenario"].why_not(at.game, monk)
    assert refusal is not None
    assert refusal.rule == "B-SCEN-5"
    state.uses.begin("turn")
    assert ACTIONS["simple-scenario"].why_not(at.game, monk) is None
