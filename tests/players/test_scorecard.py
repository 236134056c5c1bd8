"""The scorecard before a game: what it says, held against moves and attacks tried one by one."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import shapely

from game import rulesets
from game.engine.questions.scorecard import Scorecard, scorecard, why_no_scorecard
from game.engine.questions.scorecard_words import fairness_text, ground_lines, lines, plain, summary
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.players.lining_up import lined_up
from game.resources import bundled_map
from game.rulesets.aos4.view.threats import Coming as Comes
from game.rulesets.bushido.rules import scenarios
from game.rulesets.bushido.rules.actions import REGISTRY as ACTIONS
from game.rulesets.bushido.rules.actions import carry_out
from game.rulesets.bushido.rules.actions.fighting import approaches, targets
from game.rulesets.bushido.rules.shooting.attack import loaded_weapons, possible_targets
from game.rulesets.bushido.rules.shooting.numbers import band
from game.rulesets.bushido.rules.turn.main import gain_counters
from game.rulesets.bushido.view.openings import openers
from game.rulesets.dropzone.view.openings import _ends as ends_tried
from game.rulesets.dropzone.view.questions import CanFire, Coming
from game.rulesets.godbreakers.rules.placing import attack_range, move_region
from game.table.footprints import disc_around
from game.table.maps.fairness import Measure, judged
from game.table.maps.files import map_text
from game.table.maps.generating import new_map
from game.table.maps.terms import Wish
from game.table.shapes import Disc
from game.table.sight.policy import SightPolicy
from game.table.sight.sight import Sight
from game.table.sight.solids import Solid
from game.table.sight.unseen import unseen
from tests.rulesets.aos4.battles import Battle, field, piece, row
from tests.rulesets.aos4.battles import box as area
from tests.rulesets.bushido.bushido_kit import BLADE, BOW, act, duel, moment, skirmish_session
from tests.ui.table.battle import battle

SYMMETRIC = {"bushido": "bamboo-ford", "dropzone": "lantern-quarter", "aos4": "three-wells"}


def card_of(session: Session) -> Scorecard:
    return scorecard(session.ruleset, session.game)


@pytest.fixture(scope="module")
def skirmish() -> tuple[Session, Scorecard]:
    """Return a skirmish of Bushido and its scorecard."""
    session = skirmish_session()
    return session, card_of(session)


@cache
def line_up(book: str, table: str | None = None, rosters: int = 1) -> Any:
    """Return a lined-up game on a map, of the first roster twice or of the first two."""
    rulebook = rulesets.load(book)
    offered = [offer.name for offer in rulebook.offers().rosters]
    return lined_up(rulebook, GamePlan(("Ann", "Bob"), map=table, rosters=(offered[0], offered[rosters - 1])))


@cache
def random_table(folder: Path) -> str:
    """Return a random map for The Godbreaker Saga that is the same after half a turn."""
    papers = rulesets.load("godbreakers").papers
    terms = papers.map_terms() if papers is not None else None
    assert terms is not None
    path = folder / "turned.json"
    path.write_text(map_text(new_map(terms, Wish(4, symmetry="turned")).document), encoding="utf-8")
    return str(path)


def lopsided(name: str, folder: Path) -> str:
    """Return a map without the terrain of its north, except around the objectives."""
    path = bundled_map(name)
    assert path is not None
    document: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    half = document["height"] * 0.6

    def is_low(part: dict[str, Any]) -> bool:
        spots = [spot for shape in part.get("area", []) for spot in shape["outline"]]
        return not spots or min(y for _x, y in spots) < half

    document["terrain"] = [part for part in document["terrain"] if is_low(part)]
    made = folder / "lopsided.json"
    made.write_text(json.dumps(document), encoding="utf-8")
    return str(made)


# -- fairness


@pytest.mark.parametrize("book", ["godbreakers", "bushido", "dropzone", "aos4"])
def test_equal_rosters_on_a_mirrored_map_are_exactly_even(book: str, tmp_path: Path) -> None:
    game = line_up(book, SYMMETRIC.get(book) or random_table(tmp_path))
    card = scorecard(rulesets.load(book), game)
    assert card.fairness.percent == 100, card.fairness
    assert all(measure.alike == 1.0 for measure in card.fairness.measures)
    assert fairness_text(card) == "Fairness 100%: both sides are equal on every measure."
    one, two = card.sides
    assert len(one.targets) == len(two.targets)


@pytest.mark.parametrize("book", ["bushido", "dropzone"])
def test_equal_rosters_on_a_lopsided_map_are_not_even(book: str, tmp_path: Path) -> None:
    card = scorecard(rulesets.load(book), line_up(book, lopsided(SYMMETRIC[book], tmp_path)))
    assert card.fairness.percent < 85
    assert card.worst.first != card.worst.second
    assert f"The sides differ most in {card.worst.title}: {card.worst.first:g}% for Ann" in fairness_text(card)


def test_a_side_that_hits_more_makes_it_uneven(skirmish: tuple[Session, Scorecard]) -> None:
    _session, card = skirmish
    one, two = (sum(side.best(unit) for unit in other.units) / len(other.units)
                for side, other in (card.sides, card.sides[::-1]))  # fmt: skip
    [measure] = [each for each in card.fairness.measures if each.title == "enemies that can be hit in turn one"]
    assert (measure.first, measure.second) == (round(100 * one, 1), round(100 * two, 1))
    assert measure.alike == pytest.approx(1.0 - abs(one - two), abs=1e-3)
    assert card.fairness.percent <= 100 * measure.alike + 1


def test_the_same_game_is_lined_up_in_the_same_way_every_time() -> None:
    one, other = (line_up.__wrapped__("bushido", "bamboo-ford", 2) for _each in range(2))
    assert one.state.digest() == other.state.digest()


def test_the_second_side_is_the_image_of_the_first() -> None:
    state = line_up("bushido", "bamboo-ford").state
    for name, model in state.models.items():
        other = state.models[name.replace("ann.", "bob.")]
        if name.startswith("ann."):
            assert (other.x, other.y) == pytest.approx((24.0 - model.x, 24.0 - model.y), abs=0.02)


# -- what can be hit, against brute force


def pairs(card: Scorecard) -> set[tuple[str, str]]:
    return {(hit.id, hit.target) for side in card.sides for hit in side.hits}


def test_g_eng_1_a_hit_is_a_legal_move_and_a_strike_and_where_there_is_none_no_spot_strikes() -> None:
    game = line_up("godbreakers", "walled-yard", 2)
    card = scorecard(rulesets.load("godbreakers"), game)
    found = {(hit.id, hit.target): hit.strike for side in card.sides for hit in side.hits}
    models = game.standing()
    assert found
    for model in models[::3]:
        moves, n = move_region(game, model), attack_range(game, model)
        grid = [(model.x + dx, model.y + dy) for dx in range(-11, 12) for dy in range(-11, 12)]
        spots = [spot for spot in grid if moves.find(spot)]
        for other in models:
            if other.owner == model.owner:
                continue
            tried = [
                spot for spot in spots if game.ruler.within(model.disc._replace(x=spot[0], y=spot[1]), other.disc, n)
            ]
            strike = found.get((model.id, other.id))
            assert strike is not None or not tried, (model.id, other.id)
            if strike is not None:
                assert strike.already or moves.find(strike.spot)
                base = model.disc._replace(x=strike.spot.x, y=strike.spot.y)
                assert game.ruler.within(base, other.disc, n)


def test_b_act_31_hits_are_what_the_rules_offer_to_fight_and_to_shoot(skirmish: tuple[Session, Scorecard]) -> None:
    session, card = skirmish
    game, offered = session.game, set()
    for model in game.on_table():
        able = {enemy.id for charge in approaches(game, model) for enemy in targets(game, model, charge=charge)}
        able |= {enemy.id for enemy in game.enemies(model) if game.within(model, enemy, 0.0)}
        able |= {enemy.id for enemy in possible_targets(game, model) for weapon in loaded_weapons(game, model)
                 if band(game, model, weapon, enemy) is not None}  # fmt: skip
        offered |= {(model.id, enemy) for enemy in able}
    assert offered
    assert pairs(card) >= offered  # and what can be done after a walk or a run


ARCHER = {"ranged": {"value": 1}, "weapons": [BLADE, BOW]}
LIGHT = {"ranged": {"value": 1}, "weapons": [BLADE, {**BOW, "bands": [6, 7, 8], "traits": ["Lightweight"]}]}
Played = tuple[tuple[Any, ...], ...]


@pytest.mark.parametrize(
    ("one", "gap", "dice", "played"),
    [
        (ARCHER, 5.0, (1,), (("ranged", "stand", ["north.b"]),)),
        (LIGHT, 9.0, (1,), (("ranged", "before", [9.0, 12.0, 0], ["north.b"]),)),
        (ARCHER, 21.0, (1,), (("run", [11.0, 12.0]), ("ranged", "stand", ["north.b"]))),
        ({}, 9.5, (3,) * 20, (("run", [11.0, 12.0]), ("melee", [5.0 + 9.5, 12.0], "2/1", "1/1"))),
        ({}, 12.0, (), ()),
        (ARCHER, 29.0, (), ()),
    ],
)
def test_b_act_14_a_card_before_turn_one_counts_what_play_then_does(
    one: dict[str, Any], gap: float, dice: tuple[int, ...], played: Played
) -> None:
    at = duel(dice, {"move": {"value": 4}, **one}, {}, gap=gap)
    at["a"].counters = at["b"].counters = 0
    [opener] = openers(at.game, "south")
    strike = opener.hits("north.b")
    assert at["a"].counters == at["a"].ki == 0, "the game itself has not begun"
    gain_counters(at.game)
    for action, *answers in played:
        act(at, "a", action, *answers)
    assert (strike is not None) == bool(played)
    if strike is not None and strike.verb == "shoot":
        [test] = at.told("Tested")
        assert strike.chance == pytest.approx((7 - test.number) / 6)
    elif strike is not None:
        assert at.game.touching(at["a"])


@pytest.mark.parametrize(("y", "reached"), [(6.5, True), (4.5, False)])
def test_b_scen_4_a_card_counts_a_run_and_then_the_action_at_an_objective(y: float, reached: bool) -> None:
    at = moment(scenario="idols")
    at.game.state.objectives = scenarios.of(at.game).objectives(at.game)
    model = at.put("temple-guard-spear", 6.0, y)
    model.counters = 0
    [opener] = openers(at.game, "south")
    assert opener.takes is not None
    assert [name for name in at.game.state.objectives if opener.takes(name)] == ["idol-1"][: int(reached)]
    gain_counters(at.game)
    if reached:
        spot = [6.0, 10.818]
        at.game.begin_activation(model)
        at.run(carry_out(at.game, model, ACTIONS["run"]), spot)
        assert ACTIONS["simple-scenario"].why_not(at.game, model) is None


def test_a_tgt_1_units_are_hit_where_any_model_could_be_shot_at_or_charged() -> None:
    wall = piece("wall", area(19, 15.5, 8, 1), 3.0, "impassable", "blocks-sight")
    at = Battle("hero", on=field(wall))
    at.put("wallward-pikes", *row(4, 8, 8, 1.3))
    at.put("glarecoil-slingers", (23, 9))
    at.put("tide-reeve", (10, 18))
    at.put("barbcasters", (24, 22), (25.4, 22))
    session = at.begin().session
    game, card = session.game, card_of(session)
    for side, other in (card.sides, card.sides[::-1]):
        for unit in side.units:
            comes = Comes(game, game.state.units[unit])
            for target in other.units:
                discs = map(disc_around, game.positions.bases(game.state.units[target]).footprints)
                assert ((unit, target) in pairs(card)) == any(map(comes.could_strike, discs)), (unit, target)
    lucky = [name for side in card.sides for name in side.long_shots.values()]
    assert all(any(f"hit {name} with luck" in line.text for line in lines(card)) for name in lucky)


SPOTS = {"ann.anvils-1": (30.0, 10.0), "bob.glaives-1": (30.0, 31.0), "bob.glaives-2": (8.0, 46.0)}


def test_d_shoot_3_a_squad_hits_what_it_could_fire_at_from_an_end_of_its_move() -> None:
    session = battle(SPOTS, "ann.armour")
    game = session.game
    card = card_of(session)
    hits = {(hit.id, hit.target): hit.strike for side in card.sides for hit in side.hits}
    assert hits
    units = game.state.units
    for (squad, target), strike in hits.items():
        legal = [CanFire(game, units[unit], units[foe]) for unit in SPOTS for foe in SPOTS
                 if units[unit].squad == squad and units[foe].squad == target]  # fmt: skip
        assert any(each.allows(*strike.spot) for each in legal), (squad, target)
    pair = (units["ann.anvils-1"].squad, units["bob.glaives-1"].squad)
    unit, foe = units["ann.anvils-1"], units["bob.glaives-1"]
    tried = [CanFire(game, unit, foe).allows(*spot) for spot in ends_tried(Coming(game, unit, foe), foe)]
    assert (pair in hits) == any(tried)


# -- hidden ground


def test_hidden_ground_is_seen_from_no_eye_and_all_other_ground_from_one() -> None:
    solids = [Solid(shapely.box(6, 6, 10, 8)), Solid(shapely.box(14, 4, 15, 12))]
    eyes = [(1.0, 1.0), (12.0, 0.5), (7.0, 7.0)]
    hidden = unseen(eyes, solids, (0.0, 0.0, 20.0, 16.0))
    look = Sight(SightPolicy(lambda _one, _other: solids))
    outside = shapely.union_all([solid.geometry for solid in solids])
    rng, verdicts = np.random.default_rng(3), set()
    for x, y in rng.uniform((0, 0), (20, 16), (150, 2)).tolist():
        spot = shapely.Point(x, y)
        if hidden.boundary.distance(spot) < 0.05 or outside.distance(spot) < 0.05:
            continue
        seen = any(look.sees(Disc(*eye, 0.0), Disc(x, y, 0.0)) for eye in eyes[:2])  # the third is in a solid
        assert seen != hidden.contains(spot), (x, y)
        verdicts.add(seen)
    assert verdicts == {False, True}


# -- words, progress and refusals


def test_it_says_who_can_hit_whom_like_a_friend(skirmish: tuple[Session, Scorecard]) -> None:
    _session, card = skirmish
    ann, bob = card.sides
    assert summary(card) == (
        f"Ann can hit {len(ann.targets)} of Bob's 5 models in turn one; Bob can hit {len(bob.targets)} of Ann's 4."
        if len(ann.targets) >= len(bob.targets)
        else f"Bob can hit {len(bob.targets)} of Ann's 4 models in turn one; Ann can hit {len(ann.targets)} of Bob's 5."
    )
    assert json.loads(json.dumps(plain(card)))["sides"][0]["can_hit"] == len(ann.targets)


def test_where_there_is_no_path_it_says_so_and_its_data_stay_json(skirmish: tuple[Session, Scorecard]) -> None:
    walled = replace(skirmish[1], fairness=judged([Measure("the path across", inf, 12.0, 0.0, "in")]))
    assert (
        fairness_text(walled) == "Fairness 0%. The sides differ most in the path across: no path for Ann, 12″ for Bob."
    )
    [measure] = json.loads(json.dumps(plain(walled), allow_nan=False))["measures"]
    assert (measure["first"], measure["second"]) == (None, 12.0)


def test_work_that_is_stopped_stops() -> None:
    class Enough(Exception):
        pass

    done: list[float] = []

    def progress(share: float) -> None:
        done.append(share)
        if share > 0.3:
            raise Enough

    with pytest.raises(Enough):
        scorecard(rulesets.load("bushido"), skirmish_session().game, progress)
    assert done == sorted(done)
    assert done[-1] < 1.0


def test_only_two_players_are_compared() -> None:
    book = rulesets.load("godbreakers")
    game = lined_up(book, GamePlan(("Ann", "Bob", "Cy")))
    assert why_no_scorecard(book, game) == "A scorecard compares two players; this game has 3"


def test_what_is_equal_on_both_sides_is_said_once(skirmish: tuple[Session, Scorecard]) -> None:
    even = replace(skirmish[1], fairness=judged([Measure("the path across", 12.0, 12.0, 1.0, "in")]))
    assert [line.text for line in ground_lines(even)] == ["The path across: 12″ for both"]
