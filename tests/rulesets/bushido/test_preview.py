"""What is shown before a move is made: its way, the zones it must heed, who sees it, who could come for it."""

from __future__ import annotations

import random
from typing import Any

import pytest
import shapely

from game.engine.core.decisions import Place
from game.engine.rulebook.view import Line
from game.engine.session import Session
from game.rulesets.bushido import RULESET
from game.rulesets.bushido.rules.actions import REGISTRY as ACTIONS
from game.rulesets.bushido.rules.actions.shooting import aimed
from game.rulesets.bushido.rules.moving.carry_out import region_of
from game.rulesets.bushido.rules.moving.policies import held_by, walk
from game.rulesets.bushido.rules.moving.sight import base
from game.rulesets.bushido.rules.shooting.attack import possible_targets
from game.rulesets.bushido.rules.shooting.numbers import band, number
from game.rulesets.bushido.rules.state import Model
from game.rulesets.bushido.view.preview import outlook, preview
from game.rulesets.bushido.view.questions import reachers
from game.table.documents import TerrainPiece
from game.table.lattice import position
from game.table.path.path import Path
from game.table.path.region import PathRegion
from game.table.shapes import Disc
from game.table.sight.sight import Sight
from tests.rulesets.bushido.bushido_kit import BLADE, BOW, HALF, acting, card, moment, piece, skirmish_session, warband


def place(session: Session) -> Place:
    decision = session.pending()
    assert isinstance(decision, Place)
    return decision


def texts(lines: tuple[Line, ...]) -> list[str]:
    return [line.text for line in lines]


def foreseen(session: Session, x: float, y: float) -> list[str]:
    return texts(list(outlook(session.game, place(session), x, y))[-1])


def disc(session: Session, piece: str) -> Disc:
    found = session.game.state.models[piece]
    assert isinstance(found, Model)
    return base(found)


def test_b_geo_4_a_walk_shows_its_way_and_what_it_costs() -> None:
    session = acting(skirmish_session(), "bell-warden", "walk")
    found = preview(session.game, place(session), 10.5, 12.0)
    assert found.receipt is None
    assert found.path[0] == (9.0, 8.0)
    assert found.path[-1] == (10.5, 12.0)
    told = texts(found.lines)
    assert told[0].startswith("A path of 4.")
    assert any(text.endswith("left of 4.00″") for text in told)
    assert "Ideal ground: first 2.00″ free" in told
    [cost] = [line.verdict.text for line in found.lines if line.verdict is not None and line.verdict.role == "cost"]
    assert cost.endswith("of 4.00″ (Ideal ground: first 2.00″ free)"), (
        "the short line says why it is less than the path"
    )


def test_b_terr_2_difficult_ground_is_named_with_its_price() -> None:
    session = acting(skirmish_session(), "herb-sister", "walk")
    found = preview(session.game, place(session), 5.0, 7.5)
    assert [line.rule for line in found.lines if "The Upper Pond" in line.text] == ["B-TERR-2"]


def test_a_spot_without_a_way_has_no_way_to_show() -> None:
    session = acting(skirmish_session(), "bell-warden", "walk")
    assert preview(session.game, place(session), 20.0, 20.0).path == ()


def test_b_surp_1_whoever_sees_a_charge_come_is_not_surprised() -> None:
    session = acting(skirmish_session(), "bell-warden", "charge", ["bob.river-bandit-cutter-1"])
    region = place(session).region
    assert isinstance(region, PathRegion)
    spot = region.nearest((9.0, 8.0))
    assert spot is not None
    assert "River Bandit Cutter 1 sees it coming: no surprise" in foreseen(session, *spot)
    assert "in base contact with River Bandit Cutter 1" in texts(preview(session.game, place(session), *spot).lines)


def test_b_surp_2_whoever_looks_the_other_way_is_surprised() -> None:
    away = {"facing": 9000}
    session = acting(
        skirmish_session(river_bandit_cutter_1=away), "bell-warden", "charge", ["bob.river-bandit-cutter-1"]
    )
    region = place(session).region
    assert isinstance(region, PathRegion)
    spot = region.nearest((9.0, 8.0))
    assert spot is not None
    assert any(text.startswith("River Bandit Cutter 1 is surprised") for text in foreseen(session, *spot))


def test_b_geo_11_and_b_rng_10_who_sees_shoots_and_comes_is_told() -> None:
    session = acting(skirmish_session(), "bell-warden", "walk")
    before = session.game.state.digest()
    told = foreseen(session, 10.5, 12.0)
    assert "Reed Stalker could shoot at it: needs 5" in told
    assert "River Bandit Cutter 2 could reach and fight it" in told
    assert any(text.startswith("seen by River Bandit Chief") for text in told)
    assert session.game.state.digest() == before
    hidden = foreseen(session, 9.0, 5.0)
    assert len([text for text in hidden if "could reach" in text]) < len(
        [text for text in told if "could reach" in text]
    )


FIGHTS, CHARGES = ("could reach and fight it", "B-ACT-31"), ("could charge it", "B-ACT-20")
NEARLY = ("is near enough to fight it, if there is a path around the obstacles", "B-ACT-31")
ROAD, LANE = (piece(name, 7.0, y, 1.0, 0.2, passage="ideal") for name, y in (("road", 11.9), ("lane", 2.9)))
MUD = piece("mud", 7.4, 0.0, 0.2, 24.0, passage="difficult")


@pytest.mark.parametrize(
    ("gap", "counters", "terrain", "told"),
    [
        (3.7, 2, [ROAD], [FIGHTS]),
        (5.0, 1, [ROAD], []),  # 4 inches and no more: a road is no help to a Melee move, and a Charge costs 2 counters
        (5.0, 2, [ROAD], [CHARGES]),
        (3.7, 1, [ROAD, MUD], [NEARLY]),  # 5.1 inches, 3.1 if the road helped
        (9.5, 2, [ROAD], [CHARGES]),  # 8 inches, 10 by the road
        (9.5, 2, [LANE], []),  # out of its way
        (10.5, 2, [ROAD], []),
    ],
)
def test_b_move_13_who_could_come_gains_by_a_road_only_in_a_charge(
    gap: float, counters: int, terrain: list[TerrainPiece], told: list[tuple[str, str]]
) -> None:
    foe = warband(card("Foe", move={"value": 4}), faction="Other")
    at = moment((), south=warband(card("Runner")), north=foe, terrain=terrain)
    model = at.put("runner", 5.0, 12.0, facing=0)
    at.put("foe", 5.0 + 2 * HALF + gap, 12.0, facing=18000, counters=counters, ki=0)
    where = region_of(model, walk(at.game, model, 4.0))
    decision = Place(player="south", prompt="Where to?", rule="B-MOVE-6", about=model.id, region=where)
    foreseen = list(outlook(at.game, decision, 5.0, 12.0))[-1]
    comes = [(line.text.removeprefix("Foe "), line.rule) for line in foreseen if line.rule in ("B-ACT-20", "B-ACT-31")]
    assert comes == told


@pytest.mark.parametrize(("traits", "told"), [([], []), (["Banzai!"], [CHARGES]), (["Banzai!", "Slow"], [])])
def test_b_tr_79_who_could_charge_with_one_counter_is_told(traits: list[str], told: list[tuple[str, str]]) -> None:
    foe = warband(card("Foe", move={"value": 4}, traits=traits), faction="Other")
    at = moment((), south=warband(card("Runner")), north=foe)
    model = at.put("runner", 5.0, 12.0, facing=0)
    at.put("foe", 5.0 + 2 * HALF + 5.0, 12.0, facing=18000, counters=1, ki=0)
    where = region_of(model, walk(at.game, model, 4.0))
    decision = Place(player="south", prompt="Where to?", rule="B-MOVE-6", about=model.id, region=where)
    foreseen = list(outlook(at.game, decision, 5.0, 12.0))[-1]
    assert [(line.text.removeprefix("Foe "), line.rule) for line in foreseen if line.rule == "B-ACT-20"] == told
    [walker] = reachers(at.game, model.id)
    assert walker.reaches(5.0, 12.0, 0) is bool(told)


def test_b_geo_10_sight_of_the_rulebook_knows_fronts_and_sizes() -> None:
    session = skirmish_session()
    sight = Sight(RULESET.vision.sight(session.game))
    warden, cutter = disc(session, "ann.bell-warden"), disc(session, "bob.river-bandit-cutter-1")
    assert sight.sees(warden, cutter)
    assert not sight.sees(warden._replace(facing=27000), cutter)


def test_b_geo_30_a_zone_lies_ahead_where_the_model_would_stand() -> None:
    session = skirmish_session()
    cutter = disc(session, "bob.river-bandit-cutter-1")
    zone = RULESET.movement.zone(session.game, cutter)
    assert zone is not None
    assert (zone.title, zone.rule) == ("zone of control", "B-GEO-30")
    assert zone.area.contains(shapely.Point(14.5, 12.5))
    assert not zone.area.contains(shapely.Point(14.5, 14.5))
    turned = RULESET.movement.zone(session.game, cutter._replace(x=20.0, y=8.5, facing=9000))
    assert turned is not None
    assert turned.area.contains(shapely.Point(20.0, 9.5))


def test_b_geo_33_zones_of_prone_and_blind_enemies_need_not_be_heeded() -> None:
    session = skirmish_session(ferry_brute={"markers": {"Prone": [0]}}, reed_stalker={"markers": {"Blind": [0]}})
    heeded = RULESET.movement.heeded(session.game, "ann.bell-warden")
    assert set(heeded) == {f"bob.river-bandit-{each}" for each in ("chief", "cutter-1", "cutter-2")}
    blind = disc(session, "bob.reed-stalker")
    assert RULESET.movement.zone(session.game, blind) is None


def test_b_move_6_ways_bear_names_that_people_read() -> None:
    session = skirmish_session()
    [policy] = RULESET.movement.paths(session.game, disc(session, "ann.bell-warden"), 4.0)
    names = {ground.title for ground in policy.grounds}
    assert {"River Bandit Chief", "the zone of River Bandit Chief", "The Mill", "Ideal ground"} <= names
    assert not any("." in name for name in names)
    [bare] = RULESET.movement.paths(session.game, disc(session, "ann.bell-warden")._replace(name=""), 4.0)
    assert not any(name.startswith("the zone") for name in (ground.name for ground in bare.grounds))


def test_what_is_supposed_leaves_nothing_behind() -> None:
    game = moment()
    model = game.put("bell-warden", 5.0, 5.0, facing=0)
    kept = game.game.remembered("something", object)
    with game.game.supposing(model, 9.0, 9.0, 9000):
        assert (model.x, model.y, model.facing) == (9.0, 9.0, 9000)
        assert game.game.remembered("something", object) is not kept
    assert (model.x, model.y, model.facing) == (5.0, 5.0, 0)
    assert game.game.remembered("something", object) is kept


def _archery(rule: str, terrain: tuple[TerrainPiece, ...] = (), traits: tuple[str, ...] = (), **foe: Any) -> list[str]:
    """Return what is foreseen of an archer's shots at a runner that would stand at (5, 12), 8 inches from it."""
    bow: dict[str, Any] = {"weapons": [BLADE, BOW], "ranged": {"value": 2}, "move": {"value": 1}}
    other = warband(card("Foe", **bow), faction="Other")
    at = moment((), south=warband(card("Runner", traits=list(traits))), north=other, terrain=terrain)
    model = at.put("runner", 4.0, 12.0, facing=0)
    at.put("foe", 5.0 + 2 * HALF + 8.0, 12.0, facing=18000, **foe)
    where = region_of(model, walk(at.game, model, 4.0))
    decision = Place(player="south", prompt="Where to?", rule=rule, about=model.id, region=where)
    return [line.text for line in list(outlook(at.game, decision, 5.0, 12.0))[-1] if "Foe" in line.text]


def test_b_act_11_a_run_makes_the_shot_at_it_harder() -> None:
    """The state after the act counts (B-RNG-10)."""
    assert "Foe could shoot at it: needs 5" in _archery("B-MOVE-6")
    assert "Foe could shoot at it: needs 6" in _archery("B-MOVE-7")


@pytest.mark.parametrize(("x", "told"), [(5.0, "then 50% to hit Foe"), (4.0, "then no enemy can be hit from here")])
def test_b_act_14_a_walk_before_a_shot_says_what_can_be_hit_from_its_end(x: float, told: str) -> None:
    """A bow that shoots 18 inches, at a foe 18 inches from the first spot."""
    bow: dict[str, Any] = {"weapons": [BLADE, BOW], "ranged": {"value": 2}, "move": {"value": 4}}
    at = moment((), south=warband(card("Archer", **bow)), north=warband(card("Foe"), faction="Other"))
    model = at.put("archer", 4.5, 12.0, facing=9000)
    at.put("foe", 5.0 + 2 * HALF + 18.0, 12.0)
    where = region_of(model, walk(at.game, model, 4.0))
    decision = Place(player="south", prompt="Where to?", rule="B-MOVE-6", about=model.id, region=where)
    assert not any("then" in line.text for line in list(outlook(at.game, decision, x, 12.0))[-1])
    at.game.then = "ranged"
    assert told in [line.text for line in list(outlook(at.game, decision, x, 12.0))[-1]]


def test_b_surp_2_a_shot_from_behind_is_easier() -> None:
    """The foe stands behind the runner, which looks the other way."""
    bow = warband(card("Foe", weapons=[BLADE, BOW], ranged={"value": 2}, move={"value": 1}), faction="Other")
    at = moment((), south=warband(card("Runner")), north=bow)
    model = at.put("runner", 4.0, 12.0, facing=18000)
    at.put("foe", 5.0 + 2 * HALF + 8.0, 12.0, facing=18000)
    where = region_of(model, walk(at.game, model, 4.0))
    decision = Place(player="south", prompt="Where to?", rule="B-MOVE-6", about=model.id, region=where)
    told = [line.text for line in list(outlook(at.game, decision, 5.0, 12.0))[-1]]
    assert "Foe could shoot at it: needs 4" in told


def test_b_tr_11_camouflage_in_cover_is_no_target_that_could_be_shot_at() -> None:
    hedge = piece("hedge", 6.0, 10.0, 0.2, 4.0, visibility="obscuring", size="tiny")
    told = _archery("B-MOVE-6", (hedge,), ("Camouflage (6)",))
    assert not any("could shoot" in text for text in told)
    assert "Runner is in cover, and its Camouflage hides it from Foe beyond 6.00″" in told


@pytest.mark.parametrize("changes", [
    {"markers": {"Prone": [0]}}, {"markers": {"Held": [0]}}, {"counters": 0}, {"markers": {"Blind": [0]}}
])  # fmt: skip
def test_b_eng_5_who_cannot_shoot_is_not_foreseen_to(changes: dict[str, Any]) -> None:
    assert not any("could shoot" in text for text in _archery("B-MOVE-6", **changes))


@pytest.mark.parametrize("action", ["walk", "run"])
@pytest.mark.parametrize("model", ["bell-warden", "temple-guard-archer", "herb-sister"])
def test_what_is_foreseen_of_shots_is_so_once_the_model_stands_there(model: str, action: str) -> None:
    """The numbers that are shown, and who has none, are those of the rules after the act (B-RNG-1, B-RNG-10)."""
    rng = random.Random(f"{model} {action}")
    for _spot in range(6):
        session = acting(skirmish_session(), model, action)
        decision = place(session)
        spot = decision.region.sample(rng)
        assert spot is not None
        told = {text for text in foreseen(session, *spot) if "could shoot at it: needs" in text}
        session.answer([spot.x, spot.y])
        game, moved = session.game, session.game.state.models[f"ann.{model}"]
        happens = set()
        for enemy in game.enemies(moved):
            ready = ACTIONS["ranged"].why_not(game, enemy) is None and moved in possible_targets(game, enemy)
            for weapon in game.weapons(enemy, "ranged") if ready else ():
                if band(game, enemy, weapon.name, moved) is not None and not held_by(game, enemy, moving=False):
                    game.begin_activation(enemy)
                    shot = aimed(game, enemy, weapon.name, moved, Path(position(enemy.x, enemy.y)), moved=False)
                    needed = number(game, shot)
                    covered = ", in cover" if shot.covered else ""
                    happens.add(f"{enemy.name} could shoot at it: needs {needed}{covered}")
        assert told == happens
