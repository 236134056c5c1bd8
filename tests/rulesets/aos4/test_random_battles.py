"""Whole battles at random: what every move came to, counted anew by plain sums (A-MOVE, A-COH, A-RANGE)."""

from __future__ import annotations

import math
from itertools import combinations, pairwise
from random import Random

import pytest

from game import rulesets
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.players.random_player import random_answer
from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.game import Game
from tests.samples import some

Base = tuple[float, float, float]
EASE = 1e-4
"""What sums of rounded places may be off by, in inches."""


def bases(game: Game, unit: str) -> dict[str, Base]:
    """The bases of a unit by id: centre and radius."""
    found = game.state.units[unit]
    return {model: (*spot, game.models(found)[model].radius) for model, spot in found.at.items()}


def gap(one: Base, other: Base) -> float:
    return math.dist(one[:2], other[:2]) - one[2] - other[2]


def is_coherent(models: list[Base]) -> bool:
    """One group by links of half an inch, one link each, two from seven models on (A-COH-1, A-COH-2)."""
    links = {number: set[int]() for number in range(len(models))}
    for (one, a), (other, b) in combinations(enumerate(models), 2):
        if gap(a, b) <= 0.501 + EASE:
            links[one].add(other)
            links[other].add(one)
    wanted = 0 if len(models) < 2 else 2 if len(models) >= 7 else 1
    reached, edge = {0}, [0]
    while edge:
        edge = list({*set().union(*(links[each] for each in edge))} - reached)
        reached |= {*edge}
    return len(reached) == len(models) and all(len(each) >= wanted for each in links.values())


def wrong(game: Game, moved: events.Moved, others: list[Base], enemies: list[Base]) -> list[str]:
    """What is not right about a move that was made."""
    found, here = [], bases(game, moved.unit)
    card = game.card(game.state.units[moved.unit])
    if not is_coherent([*here.values()]):
        found.append("not coherent (A-COH-2)")
    length = max((sum(math.dist(a, b) for a, b in pairwise(way)) for way in moved.ways.values()), default=0.0)
    if moved.ability == "normal-move" and length > float(card.move or 0) + 0.001 + EASE:
        found.append("too far (A-MOVE-2)")
    if moved.ability in ("normal-move", "run", "redeploy", "retreat") and any(
        gap(model, enemy) <= 3.001 - EASE for model in here.values() for enemy in enemies
    ):
        found.append("in a combat range at the end (A-MOVE-7)")
    if "FLY" in game.keywords(game.state.units[moved.unit]):
        return found
    bars = moved.ability in ("normal-move", "run", "redeploy")
    for model, way in moved.ways.items():
        radius = here[model][2]
        for (x0, y0), (x1, y1) in pairwise(way):
            for share in range(41):
                spot = (x0 + (x1 - x0) * share / 40, y0 + (y1 - y0) * share / 40, radius)
                if any(gap(spot, other) < -0.0011 for other in others):
                    found.append(f"{model} goes through somebody (A-MOVE-3)")
                if bars and any(gap(spot, enemy) < 3.0 - EASE for enemy in enemies):
                    found.append(f"{model} goes through a combat range (A-MOVE-7)")
    return found


@pytest.mark.parametrize("seed", range(some(6)))
@pytest.mark.parametrize("field", ["three-wells", "salt-road"])
def test_a_move_2_and_a_move_3_and_a_move_7_and_a_coh_2_in_random_battles(field: str, seed: int) -> None:
    ruleset = rulesets.load("aos4")
    session = Session(ruleset, ruleset.new_setup(GamePlan(("Ann", "Bob"), map=field, rounds=2)), KeyedDice(seed))
    rng, seen, moves = Random(seed), 0, 0
    while session.decision is not None:
        standing = {name: bases(session.game, name) for name, each in session.game.state.units.items() if each.at}
        session.answer(random_answer(session.pending(), rng))
        game = session.game
        for event in session.events[seen:]:
            if not isinstance(event, events.Moved) or not event.ways:
                continue
            moves += 1
            owner = game.state.units[event.unit].owner
            others = [each for name, there in standing.items() if name != event.unit for each in there.values()]
            enemies = [
                each
                for name, there in standing.items()
                if game.state.units[name].owner != owner and "FACTION TERRAIN" not in game.setup.keywords[name]
                for each in there.values()
            ]
            if {*event.ways} <= {*game.state.units[event.unit].at} and not game.seeing.blockers:
                assert wrong(game, event, others, enemies) == [], event
            elif {*event.ways} <= {*game.state.units[event.unit].at}:
                assert is_coherent([*bases(game, event.unit).values()])
        seen = len(session.events)
    assert moves
