"""Automatic deployment puts pieces near what they are for, apart, and out of contact with enemies (G-SCN-6)."""

import math
import random
import re
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from statistics import median
from typing import cast

import pytest

from game.engine.core.decisions import DEPLOY, LegalSpots, Place
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.players import answer_with
from game.players.greedy import GreedyPlayer
from game.rulesets import load
from game.rulesets.godbreakers.ai.evaluation import prospects
from game.rulesets.godbreakers.new_game.planning import NEW_GAMES
from game.rulesets.godbreakers.rules.actions.repertoire import ESCAPE, obstacles_to
from game.rulesets.godbreakers.rules.game import Game, Piece
from game.rulesets.godbreakers.rules.rounds.deployment import good_spot, in_contact, spot_cost
from game.rulesets.godbreakers.rules.scenarios import names
from game.rulesets.godbreakers.rules.state import Model
from game.table.lattice import Position
from tests.rulesets.godbreakers.kit import A, B, Play, begin, godbreaker, objective, shard

NAMES = ("Ann", "Ben", "Cid", "Dee")


@cache
def deployed(players: int, scenario: str, ground: str) -> Game:
    """A game of which everything has been put down by the rulebook."""
    plan = GamePlan(names=NAMES[:players], scenario=scenario, map=ground)
    session = Session(load("godbreakers"), NEW_GAMES.planned(plan), KeyedDice(1))
    while session.decision is not None and session.decision.deploys:
        session.answer(DEPLOY)
    assert session.ruleset.violations(session.game) == []
    game = session.game
    assert isinstance(game, Game)
    return game


def gap(one: Piece, other: Piece) -> float:
    return math.dist((one.x, one.y), (other.x, other.y)) - one.radius - other.radius


def nearest(model: Model, others: list[Model]) -> float:
    return min((gap(model, other) for other in others if other is not model), default=math.inf)


TABLES = [(scenario, ground) for scenario in names() for ground in ("market-ruins", "walled-yard")]


@pytest.mark.parametrize(("scenario", "ground"), [*TABLES[::4], *TABLES[3::4]])
def test_g_move_3_with_four_players_nobodys_first_move_is_an_escape(scenario: str, ground: str) -> None:
    game = deployed(4, scenario, ground)
    circles = [model for model in game.standing() if model.godbreaker]
    assert len(circles) == 20
    assert [each.name for each in circles if ESCAPE in obstacles_to(game, each, Position(each.x, each.y))] == []


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_g_scn_6_a_side_stands_apart_near_its_goals_with_its_leader_behind(players: int) -> None:
    apart, heaps, goals, fronts = [], [], [], []
    for scenario, ground in TABLES[::3]:
        game = deployed(players, scenario, ground)
        for player in game.playing():
            own = game.circle(player)
            enemies = game.hostiles(own[0])
            wanted = [marker for marker in game.lying() if marker.owner != player or marker.kind != "shard"]
            apart += [nearest(model, own) for model in own]
            heaps.append(max(gap(one, other) for one, other in combinations(own, 2)))
            goals += [min(gap(model, marker) for marker in wanted) for model in own if not model.leader]
            leader = next(model for model in own if model.leader)
            fronts += [nearest(leader, enemies) <= min(nearest(model, enemies) for model in own)] if enemies else []
            assert gap(leader, game.state.markers[f"{player}.shard"]) < 3
    assert median(apart) > 1.5
    assert sum(each < 0.5 for each in apart) < len(apart) / 20
    assert min(heaps) > 3
    assert median(goals) < 7
    assert sum(fronts) <= len(fronts) / 8


def test_g_scn_6_shards_keep_away_from_each_other() -> None:
    for ground, players, apart in (("market-ruins", 2, 15), ("market-ruins", 4, 7), ("stone-ford", 3, 10)):
        shards = deployed(players, "score", ground).lying("shard")
        assert min(gap(one, other) for one, other in combinations(shards, 2)) > apart


def test_g_scn_6_the_same_table_is_deployed_alike_every_time() -> None:
    one, other = (deployed.__wrapped__(3, "clash", "hollow-wood") for _ in range(2))
    assert [(each.x, each.y) for each in one.present()] == [(each.x, each.y) for each in other.present()]


@dataclass
class Few:
    """A region of a few spots."""

    spots: list[Position]

    def sample(self, rng: random.Random) -> Position:
        return rng.choice(self.spots)

    def find(self, where: tuple[float, float] | None = None) -> Position | None:
        return self.spots[0] if where is None else None

    def verdict(self, where: tuple[float, float]) -> str:
        return "no"


def to_deploy() -> Play:
    """Bert is to deploy; an enemy stands at (10, 10), right beside the objective."""
    newcomer = Model("new", "New", "godbreaker", B, 6)
    return begin(godbreaker("Foe", A, 10, 10), newcomer, objective(14, 10), shard(B, 24, 10))


def test_g_move_3_beside_an_enemy_only_where_nothing_else_is_legal() -> None:
    game = to_deploy().game
    beside, far = Position(11.5, 10), Position(29, 19)
    newcomer = game.state.models["new"]
    assert in_contact(game, newcomer, beside, 0)
    assert not in_contact(game, newcomer, far, 0)
    assert spot_cost(game, newcomer)(beside) < spot_cost(game, newcomer)(far)
    assert good_spot(game, "new", cast(LegalSpots, Few([beside, far]))) == far
    assert good_spot(game, "new", cast(LegalSpots, Few([beside]))) == beside


def test_g_scn_6_the_machine_values_spots_as_the_rulebook_does() -> None:
    game = to_deploy().game
    where = cast(LegalSpots, Few([Position(11.5, 10), Position(16.5, 10), Position(29, 19)]))
    decision = Place(player=B, prompt="", rule="G-SCN-6", about="new", region=where)
    found = {tuple(each.answer): each.worth for each in prospects(game, decision, random.Random(4))}
    assert sorted(found, key=lambda spot: found[spot]) == [(11.5, 10), (29, 19), (16.5, 10)]


def test_why_a_piece_is_put_down_there_is_measured_and_true_when_it_lies_there() -> None:
    session = Session(load("godbreakers"), NEW_GAMES.planned(GamePlan(names=("Ann", "Bob"))), KeyedDice(3))
    player, seen = GreedyPlayer(3), list[str]()
    while (decision := session.decision) is not None and decision.deploys:
        answer = answer_with(player, session, 3)
        session.answer(answer)
        game, piece = session.game, session.game.find(decision.about)
        if not isinstance(decision, Place) or piece is None:
            continue
        said = player.reason
        seen.append(said)
        for n, goal in re.findall(r"(\d+) U from ([^;]+)", said):
            assert game.range(piece, next(each for each in game.lying() if each.name == goal)) == int(n)
        for inches, goal in re.findall(r"([\d.]+)″ from ([^;]+)", said):
            middle = game.battlefield.centre
            there = {each.name: (each.x, each.y) for each in game.lying()}.get(goal, middle)
            assert f"{math.dist((piece.x, piece.y), there):.1f}" == inches
    assert len(seen) == 14
    assert sum("U from" in each for each in seen) == 10
    assert sum("″ from" in each for each in seen) == 4
