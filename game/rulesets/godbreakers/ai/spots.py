"""The spots where a model may want to stand, and the VP that it gains there."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from operator import itemgetter
from typing import Final, NamedTuple

from game.engine.core.decisions import Decision, LegalSpots
from game.engine.rulebook.looking import Sieve, everything
from game.rulesets.godbreakers.ai.beasts import errand
from game.rulesets.godbreakers.ai.position import Sight, best_fight, harm, prize, stake
from game.rulesets.godbreakers.odds.odds import test_odds
from game.rulesets.godbreakers.odds.supposing import standing
from game.rulesets.godbreakers.rules.actions.repertoire import AVOID, must_escape, obstacles_to
from game.rulesets.godbreakers.rules.damage import extra_damage
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.placing import attack_range, level_of, movement_range
from game.rulesets.godbreakers.rules.rounds.activation import has_another_action
from game.rulesets.godbreakers.rules.scenarios import scenario_of
from game.rulesets.godbreakers.rules.state import Marker, Model, Token
from game.rulesets.godbreakers.rules.wild.compulsions import straight_inches
from game.table.lattice import position
from game.wording import _, translated

BEARINGS: Final = (0.0, 0.9, -0.9, math.pi)
"""The sides of a piece at which a base may stop, in radians from the side that it comes from."""
ASIDE: Final = (0.0, 0.45, -0.45)
"""Deviations of a move from the straight line to a distant piece, in radians."""
SHARES: Final = (1.0, 0.75, 0.5)
"""Shares of a full move that are tried in turn, because terrain may shorten a move."""
WORTH_A_STEP: Final = 0.8
"""The shortest move that is worth an action, in inches."""
BESIDE: Final = 0.4
"""The gap between a base and a piece beside it, in inches."""
NEAREST: Final = 9
"""The number of pieces around which spots are searched."""
WORTHWHILE: Final = 0.15
"""The VP that an action must gain to be worth it."""
SAMPLES: Final = 2
"""The number of additional random spots."""
ENTRIES: Final = 10
"""The number of random spots for a model that enters play."""
TREASURE: Final = 4.0
"""Value in VP of carrying a token."""

Spot = tuple[float, float]


class Step(NamedTuple):
    """A placement of a model during a round, as `player` decides it.

    `moves` is whether it is a move, which obstacles make dangerous. `after` is whether it leaves an action.
    """

    player: str
    model: Model
    region: LegalSpots
    moves: bool
    after: bool

    @classmethod
    def of(cls, game: Game, decision: Decision, model: Model, region: LegalSpots) -> Step:
        """Return the step of a model into a region, as a decision asks for it."""
        after = model.on_table and has_another_action(game, model)
        return cls(decision.player, model, region, decision.test == AVOID, after)

    @property
    def level(self) -> int:
        """The level of all spots."""
        return level_of(self.region, self.model.level)

    def ends_activation(self, game: Game) -> bool:
        """Return whether the activation is over after this step, whatever happens."""
        more = self.after or game.unclaimed() or game.setup.options.ready
        return self.moves and self.model.godbreaker and not more


def gains(
    game: Game, step: Step, sight: Sight, rng: random.Random, look: Sieve = everything
) -> Iterator[tuple[Spot, float]]:
    """Yield spots of a step with the expected gain in VP: the change in the position, and the best action from there.

    `look` selects the spots to consider.
    """
    player, model, level, ends = step.player, step.model, step.level, step.ends_activation(game)
    start, active = (model.place, model.x, model.y, model.level), game.state.active
    active_then = "" if ends else active
    model.place, game.state.active = "table", active_then
    worth = sight.worth(game, player, model)
    model.place, game.state.active = start[0], active
    here = worth() if model.on_table and not ends else sight.worth(game, player)()
    escaping = step.moves and must_escape(game, model)
    for x, y in _spots(game, step, rng, look):
        obstacles = obstacles_to(game, model, position(x, y), level, escaping=escaping) if step.moves else ()
        there = model.disc._replace(x=x, y=y, level=level)
        if game.falls(there):
            supposed, moved = standing(game, model, there)
            supposed.state.active = active_then
            value = sight.worth(supposed, player)() + (opportunity(supposed, moved, player) if step.after else 0.0)
        else:
            model.place, model.x, model.y, model.level = "table", x, y, level
            game.state.active = active_then
            value = worth() + (opportunity(game, model, player) if step.after else 0.0)
            game.state.active = active
            model.place, model.x, model.y, model.level = start
        if obstacles:
            failing = 1.0 - float(test_odds(game, model, AVOID))
            value -= failing * harm(game, model, len(obstacles) + extra_damage(game, model)) * stake(game, model)
        yield (x, y), value - here


def opportunity(game: Game, model: Model, player: str) -> float:
    """Return the value of the best action of a model on its current spot, at least 0."""
    best = best_fight(game, model, player)[0]
    if model.godbreaker:
        if any(game.within(model, other, 0) for other in errands(game, model)):
            best = max(best, errand(scenario_of(game)))
        hoards = game.lying("hoard")
        if hoards and not prize(game, model) and any(game.controls(player, hoard) for hoard in hoards):
            best = max(best, TREASURE)
    return max(0.0, best)


def _spots(game: Game, step: Step, rng: random.Random, look: Sieve) -> Iterator[Spot]:
    """Yield legal spots, the current one only if the model need not move or has no other."""
    here, elsewhere = (step.model.x, step.model.y), False
    for spot in _spots_elsewhere(game, step, rng, look) if step.model.on_table else _samples(step, rng, look, ENTRIES):
        if not step.moves or math.dist(spot, here) >= WORTH_A_STEP:
            elsewhere = True
            yield spot
    if step.model.on_table and not (step.moves and elsewhere) and step.region.find(here):
        yield from look([here])


def _spots_elsewhere(game: Game, step: Step, rng: random.Random, look: Sieve) -> Iterator[Spot]:
    """Yield legal spots beside a model's goals, towards distant goals, in all directions, and at random."""
    model, region = step.model, step.region
    inches, reach = movement_range(game, model) + 0.99, attack_range(game, model)
    for goal in look(_goals(game, model)):
        dx, dy = model.x - goal.x, model.y - goal.y
        apart, back = math.hypot(dx, dy), math.atan2(dy, dx)
        contact = goal.radius + model.radius + BESIDE
        if apart - contact <= inches:
            yield from _first_legal(region, [_polar(goal, contact, back + turn) for turn in BEARINGS], 2)
            if reach and isinstance(goal, Model):
                distance = goal.radius + reach + 0.5
                yield from _first_legal(region, [_polar(goal, distance, back + turn) for turn in ASIDE], 1)
        else:
            ahead = [_polar(model, share * inches, back + math.pi + turn) for share in SHARES for turn in ASIDE]
            yield from _first_legal(region, ahead, 1)
    around = [_polar(model, inches, turn * math.pi / 4) for turn in range(8)]
    yield from _first_legal(region, look(around), 8)
    yield from _samples(step, rng, look, SAMPLES)


def _samples(step: Step, rng: random.Random, look: Sieve, most: int) -> Iterator[Spot]:
    yield from ((spot.x, spot.y) for _sample in look(range(most)) if (spot := step.region.sample(rng)) is not None)


def _polar(centre: Model | Marker | Token, inches: float, bearing: float) -> Spot:
    return centre.x + inches * math.cos(bearing), centre.y + inches * math.sin(bearing)


def _first_legal(region: LegalSpots, spots: Iterable[Spot], most: int) -> Iterator[Spot]:
    return islice((spot for spot in spots if region.find(spot)), most)


def _goals(game: Game, model: Model) -> Sequence[Model | Marker | Token]:
    """Return the pieces that a model may want to stand beside, nearest first."""
    goals: list[Model | Marker | Token] = list(game.hostiles(model))
    goals += markers(game, model)
    goals += game.unclaimed() if model.godbreaker else []
    return sorted(goals, key=lambda goal: math.hypot(goal.x - model.x, goal.y - model.y))[:NEAREST]


def whereabouts(game: Game, model: Model, goals: Sequence[Model | Marker] | None = None, most: int = 1) -> list[str]:
    """Return texts with the ranges from a model to its nearest goals, by default to one of its `aims`."""
    near = list[tuple[float, str]]()
    goals = aims(game, model) if goals is None else goals
    for inches, goal in sorted(((straight_inches(model, goal), goal) for goal in goals), key=itemgetter(0)):
        if len(near) == most and math.floor(inches) > near[-1][0]:  # no range is shorter than the straight line
            break
        measured = game.range(model, goal)
        near = sorted([*near, (measured, goal.name)])[:most] if measured is not None else near
    return [_("{n} U from {goal}", n=int(n), goal=translated(name)) for n, name in near]


def aims(game: Game, model: Model) -> list[Model | Marker]:
    """Return the pieces on the table that a player's model may want to be near, to tell people about."""
    return [*markers(game, model), *errands(game, model)] if model.on_table and model.owner else []


def errands(game: Game, model: Model) -> list[Model]:
    """Return the targets of errands that are worth an action of the model."""
    scenario = scenario_of(game)
    if not model.godbreaker or errand(scenario) <= WORTHWHILE:
        return []
    return [other for other in game.standing() if not other.owner and other.kind in scenario.errands]


def markers(game: Game, model: Model) -> list[Marker]:
    """Return the markers that are worth VP to a model's player, and hoards."""
    return [marker for marker in game.lying() if marker.worth_to(model.owner) or marker.kind == "hoard"]
