"""What an answer is worth one step ahead: exact expectations for dice, plain weights for the rest.

Used by the greedy opponent on a fork of the game, which it may shift pieces on; every measure, chance and
control comes from the rules themselves.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence

from game.engine.decisions import Choose, Decision, Order, Pick, Place
from game.engine.view import Prospect
from game.rulesets.godbreakers.actions import repertoire
from game.rulesets.godbreakers.activation import END, NOTHING, OVERRIDE
from game.rulesets.godbreakers.engage import most_opponents, targets
from game.rulesets.godbreakers.game import Game
from game.rulesets.godbreakers.move import obstacles_to
from game.rulesets.godbreakers.odds import EngageOdds, Fate, casualty_odds, engage_odds, supposing, test_odds
from game.rulesets.godbreakers.placing import movement_range
from game.rulesets.godbreakers.resolution import marker_worth
from game.rulesets.godbreakers.state import Marker, Model
from game.rulesets.godbreakers.storeys import level_of
from game.table.lattice import Position
from game.wording import say, told

SAMPLES = 10
"""Random spots looked at for each placing, beside those next to what matters."""

PULL = 0.06
"""VP lost per inch to the nearest marker worth going to."""

TREASURE = 4.0
"""Worth in VP of carrying a token."""

SCRATCH = 0.02
"""Worth, in lives, of one damage beside the danger it brings."""

LIFE = {6: 2.0, 8: 2.6, 10: 3.2, 12: 3.8}
"""Worth in VP of a model by its die."""


def prospects(game: Game, decision: Decision, rng: random.Random) -> Iterator[Prospect]:
    """Yield the answers worth considering, each with its expected worth in VP and why."""
    if isinstance(decision, Choose):
        yield from (Prospect(option.key, *_action_worth(game, decision, option.key)) for option in decision.options)
    elif isinstance(decision, Pick):
        yield from _picks(game, decision)
    elif isinstance(decision, Place):
        yield from _places(game, decision, rng)
    elif isinstance(decision, Order):
        own = [decision.player, *(item for item in decision.items if item != decision.player)]
        yield Prospect(own, 0.0, say("going first"))


def _action_worth(game: Game, decision: Choose, key: str) -> tuple[float, str]:
    model = game.state.models.get(decision.about)
    if model is None or key in (END.key, NOTHING.key):
        return 0.0, say("nothing better")
    if key == OVERRIDE.key:
        return -1.0, say("the compulsion serves")
    if key == "engage":
        return _best_engage(game, model), say("the best that can be engaged from here")
    if key == "move":
        return 0.35 if _wants_to_move(game, model) else -0.1, say("there is somewhere better to stand")
    if key == "plunder":
        return TREASURE * 0.9, say("treasure counts at the end")
    if key == "sunder":
        return _sunder_worth(game, model), say("a rival's marker")
    if key.startswith(("approach", "claim", "flee")):
        return 0.2, say("what it is compelled to")
    return _special_worth(game, model, key)


def _special_worth(game: Game, model: Model, key: str) -> tuple[float, str]:
    """Return the worth of a special action that says what its test is for."""
    for action in repertoire(game, model):
        if action.key == key and action.test:
            chance = float(test_odds(game, model, action.test))
            success, failure = action.stakes
            return chance * success + (1 - chance) * failure, say(
                "{chance:.0%} to pass {test}", chance=chance, test=say(action.test)
            )
    return -0.2, say("of no use now")


def life(model: Model) -> float:
    """Return what a model is worth to its player, in VP."""
    return LIFE[model.die] * (1.0 if model.godbreaker else 0.6)


def engage_worth(model: Model, opponents: Sequence[Model], odds: EngageOdds) -> float:
    """Return the expected change in lives, as VP, of an engage with these exact odds."""
    gain = sum(_cost(fate) * life(other) for other, fate in zip(opponents, odds.opponents, strict=True))
    return gain - _cost(odds.active) * life(model)


def _cost(fate: Fate) -> float:
    """Return by how much an engage raises the chance of being a casualty, scratches counting a little."""
    return float(fate.casualty) - float(fate.unharmed) + SCRATCH * fate.damage.mean


def _engagements(
    game: Game, model: Model, candidates: Sequence[Model], most: int
) -> Iterator[tuple[list[Model], float, EngageOdds]]:
    """Yield whom to engage with worth and odds: each candidate alone, then the best so far with one more (G-ENG-1)."""
    crowd: list[Model] = []
    for _ in range(min(most, len(candidates))):
        found = []
        for other in candidates:
            if other not in crowd:
                odds = engage_odds(game, model, *crowd, other)
                found.append(([*crowd, other], engage_worth(model, [*crowd, other], odds), odds))
        yield from found
        crowd = max(found, key=lambda each: each[1])[0]


def _best_engage(game: Game, model: Model) -> float:
    """Return the worth of the best engage from where the model stands, were it active; 0 when there is none."""
    if game.state.active != model.id:
        game, model = supposing(game, model)
    engagements = _engagements(game, model, targets(game, model), most_opponents(game, model))
    return max((worth for _, worth, _ in engagements), default=0.0)


def _harm(game: Game, model: Model, amount: int) -> float:
    """Return by how much `amount` more damage raises the chance of being a casualty, scratches counting a little."""
    before, after = casualty_odds(game, model, model.damage), casualty_odds(game, model, model.damage + amount)
    return float(after) - float(before) + SCRATCH * amount


def _wants_to_move(game: Game, model: Model) -> bool:
    here = [marker for marker in _goals(game, model.owner) if game.within(model, marker, 0)]
    return not here


def _goals(game: Game, player: str) -> list[Marker]:
    return [marker for marker in game.lying() if marker_worth(player, marker) or marker.kind == "hoard"]


def _sunder_worth(game: Game, model: Model) -> float:
    rivals = [marker for marker in game.lying() if marker.kind == "shard" and marker.owner != model.owner]
    held = [marker for marker in rivals if game.controls(model.owner, marker)]
    late = game.state.round >= game.state.rounds
    # While it stands a rival's shard keeps paying its holder, so destroying one is seldom worth an action.
    return -0.5 if late or not held else 0.1


def _picks(game: Game, decision: Pick) -> Iterator[Prospect]:
    model = game.state.models.get(decision.about)
    if decision.rule == "G-ENG-1" and model is not None:
        candidates = [game.state.models[identity] for identity in decision.candidates]
        for crowd, worth, odds in _engagements(game, model, candidates, decision.maximum):
            names = say(" and ").join(other.name for other in crowd)
            why = say("{win:.0%} to win, {lose:.0%} to lose against {names}", win=odds.win, lose=odds.lose, names=names)
            yield Prospect([other.id for other in crowd], worth, why)
        return
    if decision.rule == "G-SPEC-1":
        for identity in decision.candidates:
            rival = game.state.markers[identity].owner not in ("", decision.player)
            yield Prospect([identity], 1.0 if rival else -1.0, say("a rival's marker") if rival else say("one of ours"))
        return
    if decision.rule in ("G-ACT-1", "G-ACT-2"):
        for identity in decision.candidates:
            yield Prospect([identity], _urgency(game, game.state.models[identity]), say("most to gain by acting now"))
        return
    taken = decision.maximum if decision.rule in ("G-MOVE-5", "G-SPEC-2") else max(1, decision.minimum)
    yield Prospect(
        list(decision.candidates[:taken]), 0.0, say("all that can be had") if taken > 1 else say("the first")
    )


def _urgency(game: Game, model: Model) -> float:
    return _best_engage(game, model)


def _places(game: Game, decision: Place, rng: random.Random) -> Iterator[Prospect]:
    piece = game.piece(decision.about)
    for spot in _spots(game, decision, rng):
        if isinstance(piece, Model) and piece.on_table:
            yield Prospect([spot.x, spot.y], *_move_worth(game, piece, spot, decision))
        else:
            middle = game.battlefield.centre
            yield Prospect([spot.x, spot.y], -math.dist(spot, middle), say("close to the middle"))


def _spots(game: Game, decision: Place, rng: random.Random) -> Iterator[Position]:
    region = decision.region
    piece = game.piece(decision.about)
    for _ in range(SAMPLES):
        spot = region.sample(rng)
        if spot is not None:
            yield spot
    if isinstance(piece, Model) and piece.on_table:
        yield from (Position(*spot) for spot in _beside_targets(game, piece) if region.contains(*spot))


def _beside_targets(game: Game, model: Model) -> Iterator[tuple[float, float]]:
    """Yield spots next to markers and hostile models within a move, and those straight towards the farther ones."""
    step = movement_range(game, model) + 0.9
    things: list[Model | Marker] = [*game.lying(), *game.hostiles(model)]
    for piece in things:
        dx, dy = piece.x - model.x, piece.y - model.y
        apart = math.hypot(dx, dy)
        if apart < 1e-6:
            continue
        near = apart - piece.radius - model.radius - 0.4
        for turn in (0.0, 0.5, -0.5):
            along = min(near, step)
            bearing = math.atan2(dy, dx) + (turn if near <= step else turn * 0.6)
            if near <= step:
                # Stand on the side of the piece that we come from, turned a little either way.
                reach = piece.radius + model.radius + 0.4
                yield piece.x - reach * math.cos(bearing), piece.y - reach * math.sin(bearing)
            else:
                yield model.x + along * math.cos(bearing), model.y + along * math.sin(bearing)
    yield model.x, model.y


def _move_worth(game: Game, model: Model, spot: Position, decision: Place) -> tuple[float, str]:
    """Return the worth of standing at `spot`: markers held or near, whom to engage, less the obstacles' harm."""
    level = level_of(decision.region, model.level)
    obstacles = obstacles_to(game, model, spot, level) if decision.rule == "G-MOVE-1" else []
    start = model.x, model.y, model.level
    model.x, model.y, model.level = *spot, level
    try:
        worth, why = _standing_worth(game, model)
    finally:
        model.x, model.y, model.level = start
    if obstacles:
        fail = 1.0 - float(test_odds(game, model, "Avoid Obstacles"))
        worth -= fail * _harm(game, model, len(obstacles)) * life(model)
        why += say(
            "; {fail:.0%} to be hurt by {obstacles}", fail=fail, obstacles=say(" and ").join(map(told, obstacles))
        )
    return worth, why


def _standing_worth(game: Game, model: Model) -> tuple[float, str]:
    held = [marker for marker in _goals(game, model.owner) if game.controls(model.owner, marker)]
    worth = sum(marker_worth(model.owner, marker) or 1.5 for marker in held)
    goals = [math.dist((model.x, model.y), (goal.x, goal.y)) for goal in _goals(game, model.owner)]
    worth -= PULL * min(goals, default=0.0)
    loose = [token for token in game.unclaimed() if game.within(model, token, 0)]
    worth += TREASURE * len(loose)
    fight = _best_engage(game, model)
    worth += fight if fight > 0 else 0.5 * fight
    why = say("holds {held}", held=", ".join(marker.name for marker in held)) if held else say("nearer to what scores")
    return worth, why
