"""The answers worth considering, each with the VP that it gains: exact odds for dice, the position for the rest."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from operator import attrgetter, itemgetter
from typing import Final, NamedTuple

from game.engine.core.decisions import Choose, Decision, LegalSpots, Option, Order, Pick, Place
from game.engine.core.flow import Interrupt
from game.engine.rulebook import facets
from game.engine.rulebook.looking import Sieve, everything, sieve
from game.engine.rulebook.view import Claim, Prospect
from game.lengths import away
from game.rulesets.godbreakers.ai.position import (
    ALL,
    FAR,
    NEAR,
    Sight,
    acting,
    best_fight,
    errand,
    fights,
    harm,
    hurt,
    prize,
    stake,
)
from game.rulesets.godbreakers.odds.odds import standing, test_odds
from game.rulesets.godbreakers.rules.actions.repertoire import AVOID, HandOff, must_escape, obstacles_to, repertoire
from game.rulesets.godbreakers.rules.damage import extra_damage
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.placing import Levels, attack_range, level_of, move_region, movement_range
from game.rulesets.godbreakers.rules.rounds.activation import END, NOTHING, OVERRIDE, TRAITS, has_another_action
from game.rulesets.godbreakers.rules.rounds.deployment import in_contact, spot_cost
from game.rulesets.godbreakers.rules.rounds.dressing import good_answer
from game.rulesets.godbreakers.rules.scenarios import scenario_of
from game.rulesets.godbreakers.rules.scenarios.bundled import BARREN, CONCEAL, REVEAL, SPAWNS, Plunder
from game.rulesets.godbreakers.rules.state import Marker, Model, Token
from game.rulesets.godbreakers.rules.terrain import models_in, regions_beside
from game.rulesets.godbreakers.rules.traits.rows import (
    JUGGERNAUT,
    STAY,
    VENGEFUL,
    Despoil,
    Ruin,
    Shape,
    TerrainAction,
    Thunder,
)
from game.rulesets.godbreakers.rules.wild.compulsions import compulsion_of, deeds_of, straight_inches
from game.rulesets.godbreakers.rules.wild.unaligned import HUNTER, QUARRY, TREASURE_VP
from game.rulesets.godbreakers.view.preview import could_come_to_reach, of_placement
from game.table.lattice import Position, position
from game.table.placing.terrain_region import TerrainRegion
from game.table.terrain.battlefield import Piece
from game.table.terrain.rigid import across
from game.wording import N_, _, percent, series, translated

# -- spots where a model may want to stand ---------------------------------------------------------


BEARINGS: Final = (0.0, 0.9, -0.9, math.pi)
"""The sides of a piece at which a base may stop, in radians from the side that it comes from."""
DEVIATIONS: Final = (0.0, 0.45, -0.45)
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
FURTHER: Final = 2
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
        """Return the step of a model into a region, for a decision that asks for it."""
        after = model.on_table and has_another_action(game, model)
        return cls(decision.player, model, region, decision.test == AVOID, after)

    @property
    def level(self) -> int:
        """The level on which all spots of this step's region lie."""
        return level_of(self.region, self.model.level)

    def ends_activation(self, game: Game) -> bool:
        """Return whether the activation is over after this step, whatever happens."""
        more_to_come = self.after or game.unclaimed() or game.setup.options.ready
        return self.moves and self.model.godbreaker and not more_to_come


def gains(
    game: Game, step: Step, sight: Sight, rng: random.Random, look: Sieve = everything
) -> Iterator[tuple[Spot, float]]:
    """Yield spots of a step with the expected gain in VP: the change in the position, and the best action from there.

    `look` selects the spots to consider.
    """
    player, model, level, ends = step.player, step.model, step.level, step.ends_activation(game)
    old_place, active = (model.place, model.x, model.y, model.level), game.state.active
    active_after = "" if ends else active
    # `worth` is prepared once, with the model on the table. It then rates the position for any spot of the model.
    model.place, game.state.active = "table", active_after
    worth = sight.worth(game, player, model)
    model.place, game.state.active = old_place[0], active
    worth_before = worth() if model.on_table and not ends else sight.worth(game, player)()
    escaping = step.moves and must_escape(game, model)
    for x, y in _spots(game, step, rng, look):
        obstacles = obstacles_to(game, model, position(x, y), level, escaping=escaping) if step.moves else ()
        base = model.disc._replace(x=x, y=y, level=level)
        if game.falls(base):  # a fall changes more than the place, so it is resolved on a copy
            supposed, moved = standing(game, model, base)
            supposed.state.active = active_after
            worth_after = sight.worth(supposed, player)() + (
                opportunity(supposed, moved, player) if step.after else 0.0
            )
        else:
            model.place, model.x, model.y, model.level = "table", x, y, level
            game.state.active = active_after
            worth_after = worth() + (opportunity(game, model, player) if step.after else 0.0)
            game.state.active = active
            model.place, model.x, model.y, model.level = old_place
        if obstacles:
            chance_to_fail = 1.0 - float(test_odds(game, model, AVOID))
            worth_after -= (
                chance_to_fail * harm(game, model, len(obstacles) + extra_damage(game, model)) * stake(game, model)
            )
        yield (x, y), worth_after - worth_before


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
    """Yield legal spots. The current spot is included only if the model need not move or has no other."""
    current_spot, has_other_spot = (step.model.x, step.model.y), False
    on_table = step.model.on_table
    for spot in _spots_elsewhere(game, step, rng, look) if on_table else _samples(step.region, rng, look, ENTRIES):
        if not step.moves or math.dist(spot, current_spot) >= WORTH_A_STEP:
            has_other_spot = True
            yield spot
    if on_table and not (step.moves and has_other_spot) and step.region.find(current_spot):
        yield from look([current_spot])


def _spots_elsewhere(game: Game, step: Step, rng: random.Random, look: Sieve) -> Iterator[Spot]:
    """Yield legal spots beside a model's goals, towards distant goals, in all directions, and at random."""
    model, region = step.model, step.region
    inches, reach = movement_range(game, model) + 0.99, attack_range(game, model)
    for goal in look(_goals(game, model)):
        dx, dy = model.x - goal.x, model.y - goal.y
        gap, bearing = math.hypot(dx, dy), math.atan2(dy, dx)
        contact = goal.radius + model.radius + BESIDE
        if gap - contact <= inches:
            yield from _first_legal(region, [_polar(goal, contact, bearing + turn) for turn in BEARINGS], 2)
            if reach and isinstance(goal, Model):
                distance = goal.radius + reach + 0.5
                yield from _first_legal(region, [_polar(goal, distance, bearing + turn) for turn in DEVIATIONS], 1)
        else:
            towards_goal = [
                _polar(model, share * inches, bearing + math.pi + turn) for share in SHARES for turn in DEVIATIONS
            ]
            yield from _first_legal(region, towards_goal, 1)
    around = [_polar(model, inches, turn * math.pi / 4) for turn in range(8)]
    yield from _first_legal(region, look(around), 8)
    yield from _samples(region, rng, look, FURTHER)


def _samples(region: LegalSpots, rng: random.Random, look: Sieve, most: int) -> Iterator[Position]:
    """Yield at most `most` random legal spots."""
    yield from (spot for _sample in look(range(most)) if (spot := region.sample(rng)) is not None)


def _polar(centre: Model | Marker | Token, inches: float, bearing: float) -> Spot:
    """Return the spot at a distance and a bearing from a piece."""
    return centre.x + inches * math.cos(bearing), centre.y + inches * math.sin(bearing)


def _first_legal(region: LegalSpots, spots: Iterable[Spot], most: int) -> Iterator[Spot]:
    """Return the first legal spots, at most `most`."""
    return islice((spot for spot in spots if region.find(spot)), most)


def _goals(game: Game, model: Model) -> Sequence[Model | Marker | Token]:
    """Return the pieces that a model may want to stand beside, nearest first."""
    goals: list[Model | Marker | Token] = list(game.hostiles(model))
    goals += markers(game, model)
    goals += game.unclaimed() if model.godbreaker else []
    return sorted(goals, key=lambda goal: math.hypot(goal.x - model.x, goal.y - model.y))[:NEAREST]


def whereabouts(game: Game, model: Model, goals: Sequence[Model | Marker] | None = None, most: int = 1) -> list[str]:
    """Return texts with the ranges from a model to its nearest goals, by default to one of its `aims`."""
    nearest = list[tuple[float, str]]()
    goals = aims(game, model) if goals is None else goals
    for inches, goal in sorted(((straight_inches(model, goal), goal) for goal in goals), key=itemgetter(0)):
        if len(nearest) == most and math.floor(inches) > nearest[-1][0]:  # no range is shorter than the straight line
            break
        units = game.range(model, goal)
        nearest = sorted([*nearest, (units, goal.name)])[:most] if units is not None else nearest
    return [_("{n} U from {goal}", n=int(n), goal=translated(name)) for n, name in nearest]


def aims(game: Game, model: Model) -> list[Model | Marker]:
    """Return the markers and errands that a model on the table may want to be near; [] for a wild model."""
    return [*markers(game, model), *errands(game, model)] if model.on_table and model.owner else []


def errands(game: Game, model: Model) -> list[Model]:
    """Return the models with which the scenario gives this model an errand worth an action."""
    scenario = scenario_of(game)
    if not model.godbreaker or errand(scenario) <= WORTHWHILE:
        return []
    return [other for other in game.standing() if not other.owner and other.kind in scenario.errands]


def markers(game: Game, model: Model) -> list[Marker]:
    """Return the markers that are worth VP to a model's player, and hoards."""
    return [marker for marker in game.lying() if marker.worth_to(model.owner) or marker.kind == "hoard"]


# -- ruining and shaping terrain -------------------------------------------------------------------


HARMLESS: Final = 1.0
"""The VP subtracted from an action that harms no model, so that it is not even tried."""
VICTIMS: Final = 4
"""The number of nearest enemies around which spots for a terrain piece are tried."""
ASIDE: Final = 0.35
"""The distance of spots from an enemy, as a share of the terrain piece's width."""
TURNS: Final = 3
"""Only every third angle is tried."""
TERRAIN_SAMPLES: Final = 3
"""The number of additional random spots."""


def terrain_answers(game: Game, decision: Decision, rng: random.Random) -> Iterator[Prospect]:
    """Yield rated answers to decisions of an action that changes terrain, else nothing."""
    if decision.rule not in (Ruin.rule, Shape.rule):
        return
    model = game.state.models[decision.about if decision.rule == Ruin.rule or decision.test else game.state.active]
    actions = (action for action in repertoire(game, model) if isinstance(action, TerrainAction))
    action = next(action for action in actions if action.rule == decision.rule)
    if isinstance(decision, Place):
        assert isinstance(decision.region, TerrainRegion)
        for spot, worth, why in _terrain_places(game, decision.player, model, action.rank, decision.region, rng):
            yield Prospect([spot.x, spot.y], worth, why)
    elif isinstance(decision, Choose) and decision.test:
        for piece in action.pieces(game, model):
            worth, why = _piece_worth(game, decision.player, model, action, piece)
            yield Prospect(piece.id, worth, why)
    elif isinstance(decision, Choose):
        piece = next(piece for piece in action.pieces(game, model) if piece.id == decision.about)
        regions = regions_beside(game.ruler, model.disc, piece, decision.rule)
        for option in decision.options[::TURNS]:
            places = _terrain_places(game, decision.player, model, action.rank, regions[int(option.key)], rng)
            worth, why = max(((worth, why) for _spot, worth, why in places), default=(0.0, ""))
            yield Prospect(option.key, worth, why)


def _piece_worth(game: Game, player: str, model: Model, action: TerrainAction, piece: Piece) -> tuple[float, str]:
    """Return the expected VP of an action with a terrain piece, and the reason."""
    if isinstance(action, Ruin):
        victims = models_in(game, piece)
    else:
        width = across(piece) if piece.area else 0.0
        near_enemies = [enemy for enemy in game.hostiles(model) if straight_inches(model, enemy) < width]
        victims = [max(near_enemies, key=lambda enemy: hurt(game, player, enemy, action.rank))] if near_enemies else []
    chance, own_damage = float(test_odds(game, model, action.test)), 3 - action.rank
    success = sum(hurt(game, player, victim, action.rank) for victim in victims)
    failure = hurt(game, player, model, own_damage) if own_damage else 0.0
    worth = chance * success + (1.0 - chance) * failure
    if not victims:
        return worth - HARMLESS, _("no model would be hurt")
    why = N_("{chance} to deal {damage} damage to {names}")
    return worth, _(why, chance=percent(chance), damage=action.rank, names=_names(victims))


def _terrain_places(
    game: Game, player: str, model: Model, rank: int, region: TerrainRegion, rng: random.Random
) -> Iterator[tuple[Position, float, str]]:
    """Yield spots for a terrain piece at an angle, each with the VP of the damage it deals and the reason."""
    for spot in _terrain_spots(game, model, region, rng):
        piece = region.at(*spot)
        victims = [other for other in game.standing() if piece.area and piece.is_under(other.disc)]
        worth = sum(hurt(game, player, victim, rank) for victim in victims)
        why = _("{damage} damage to {names}", damage=rank, names=_names(victims)) if victims else _("out of the way")
        yield spot, worth, why


def _terrain_spots(game: Game, model: Model, region: TerrainRegion, rng: random.Random) -> Iterator[Position]:
    """Yield legal spots on or beside the nearest enemies, then random ones, for a terrain piece."""
    enemies = sorted(game.hostiles(model), key=lambda foe: straight_inches(model, foe))[:VICTIMS]
    offsets = [(0.0, 0.0), *((ASIDE * across(region.piece), turn * math.pi / 4) for turn in range(8))]
    for victim in enemies:
        spots = (position(*_polar(victim, *offset)) for offset in offsets)
        yield from (spot for spot in spots if region.find(spot))
    yield from _samples(region, rng, everything, TERRAIN_SAMPLES)


# -- choices of models, such as for revenge, initiative or the entry of a wild model ---------------


ROLLER: Final = "G-INI-1"
OPEN: Final = (JUGGERNAUT, Despoil.rule, HandOff.rule)
"""The rules of decisions whose answers are all tried, because their value depends on later decisions."""


def entry_answers(game: Game, decision: Decision) -> Iterator[Prospect]:
    """Yield the answers to the choice whether a wild model enters, with reasons; nothing for other choices."""
    keys = {option.key for option in decision.options} if isinstance(decision, Choose) else set[str]()
    if REVEAL.key in keys:
        why = _("{points} VP for the circle closest when it falls", points=QUARRY[HUNTER.kind])
        yield Prospect(REVEAL.key, 0.0, why, scored=False)
        yield Prospect(CONCEAL.key, 0.0, _("no Hunter will attack anyone"), scored=False)
    elif SPAWNS.key in keys:
        horror = game.state.models[decision.about]
        nearest = min(game.standing("godbreaker"), key=lambda model: straight_inches(horror, model), default=None)
        ours = nearest is not None and nearest.owner == decision.player
        why = _("{model} is closest to it", model=nearest.name) if nearest else _("no model is left for it to hurt")
        yield Prospect(SPAWNS.key, -1.0 if ours else 1.0, why, scored=False)
        yield Prospect(BARREN.key, 0.0, why, scored=False)


def _revenge_targets(game: Game, decision: Pick) -> Iterator[Prospect]:
    """Yield the enemies that a Vengeful model may damage, and the choice of none."""
    model = game.state.models[decision.about]
    rank = dict(game.traits_of(model)).get("Vengeful", 1)
    yield Prospect([], 0.0, _("no target for this"))
    for identity in decision.candidates:
        other = game.state.models[identity]
        why = _("{damage} damage to {names}", damage=rank, names=other.name)
        yield Prospect([identity], hurt(game, decision.player, other, rank), why)


USELESS: Final = -0.2
"""The VP of an action without a known use."""
HOPELESS: Final = -1.0
"""The VP of an action that is not worth a trial."""
NEVER: Final = -1000.0
"""The value of an answer that is never given."""
UNSCORED: Final = (END.key, NOTHING.key, OVERRIDE.key)
"""Options whose value is not shown."""
SAMPLES: Final = 10
"""The number of random spots tried for a piece that is deployed."""
CONTACT: Final = 20.0
"""The cost of a spot beside an enemy for a piece that is placed, in inches."""
RESHAPED: Final = 2
"""The number of answers tried for each decision about changing terrain. It is small because each needs a new table."""


# -- every answer ------------------------------------------------------------------------------


def prospects(
    game: Game, decision: Decision, rng: random.Random, share: float = 1.0, sight: Sight = FAR
) -> Iterator[Prospect]:
    """Yield the answers worth considering, with expected VP. An answer without a reason gets it from `reason_for`.

    `share` is the share of possible spots that is considered. `sight` has the assumptions of the computer player.
    """
    look = sieve(rng, share)
    if (dressing := good_answer(game, decision, rng)) is not None:
        yield Prospect(dressing, 0.0, _("lanes between the terrain, and an open middle"), scored=False)
    elif special := [*terrain_answers(game, decision, rng)] or [*entry_answers(game, decision)]:
        yield from special
    elif isinstance(decision, Choose):
        for option in decision.options:
            worth, why = action_worth(game, decision, option, sight, look if share else None)
            yield Prospect(option.key, worth, why, scored=option.key not in UNSCORED)
    elif isinstance(decision, Pick):
        yield from _picks(game, decision)
    elif isinstance(decision, Place):
        yield from _places(game, decision, rng, sight, look)
    elif isinstance(decision, Order) and decision.player in decision.items:
        first = sorted(decision.items, key=lambda player: player != decision.player)
        yield Prospect(first, 0.0, _("it acts before anyone can respond"), scored=False)


def candidates(game: Game, decision: Decision, rng: random.Random, sight: Sight = FAR) -> Iterator[Prospect]:
    """Yield the answers worth trying on copies of the game.

    An option promises nothing until it is tried, so its first estimate is at most 0.
    """
    if reshaping := [*terrain_answers(game, decision, rng)]:
        yield from sorted(reshaping, key=lambda prospect: -prospect.worth)[:RESHAPED]
    elif isinstance(decision, Choose):
        rated = [*prospects(game, decision, rng, 0.0, sight)]
        useful = [prospect for prospect in rated if prospect.worth > HOPELESS] or [max(rated, key=attrgetter("worth"))]
        yield from (replace(prospect, worth=min(0.0, prospect.worth), why="") for prospect in useful)
    elif isinstance(decision, Order) and decision.player in decision.items and sight is not NEAR:
        why = _("acting last means having the last word on every marker and handling wild models")
        last = sorted(decision.items, key=lambda player: player == decision.player)
        yield Prospect(last, 0.0, why, scored=False)
    elif isinstance(decision, Pick) and decision.rule == "G-ACT-2":  # the wild model to activate
        yield max(prospects(game, decision, rng), key=attrgetter("worth"))  # the order matters little
    elif isinstance(decision, Pick) and decision.rule in OPEN and decision.maximum == 1:
        if not decision.minimum:
            yield Prospect([], 0.0, _("no model is better off elsewhere"))
        yield from (Prospect([identity], 0.0, "") for identity in decision.candidates)
    else:
        yield from prospects(game, decision, rng, sight=sight)


# -- options -----------------------------------------------------------------------------------


def action_worth(
    game: Game, decision: Choose, option: Option, sight: Sight = FAR, look: Sieve | None = everything
) -> tuple[float, str]:
    """Return the estimated VP of an option, and the reason. `look` selects the spots to consider; None for no spots."""
    model, player, key = game.state.models.get(decision.about), decision.player, option.key
    if model is None or key in (END.key, NOTHING.key):
        return 0.0, _("nothing better to do")
    if key == OVERRIDE.key:
        return NEVER, _("the compulsion is good enough")
    if key == "engage":
        worth, opponents = best_fight(game, model, player, option.subject)
        return worth, _("{names} can be engaged from here", names=_names(opponents))
    layer = (decision.leads or {}).get(key) if model.on_table else None
    if key == "move" or layer is not None:
        if look is None:
            return -WORTHWHILE, _("nothing important is in reach")
        if layer is not None:
            return _best_gain(game, Step.of(game, decision, model, layer), sight, look), ""
        return best_move(game, player, model, sight, look)
    if key == "plunder":
        if prize(game, model):
            return HOPELESS, _("{model} carries treasure already", model=model.name)
        fails = percent(1.0 - float(test_odds(game, model, Plunder.test)))
        why = N_("{points} VP if carried to the end; {fails} chance to wake a Forgotten")
        return TREASURE * 0.9, _(why, points=TREASURE_VP, fails=fails)
    if key == "sunder":
        harms = any(marker.owner not in ("", player) and game.controls(player, marker) for marker in game.lying())
        return USELESS if harms else HOPELESS, _("a marker scores as long as it stays on the table")
    if key.startswith(("approach", "claim", "flee")):
        return 0.2, _("its compulsion requires it")
    return special_worth(game, player, model, key)


def best_move(game: Game, player: str, model: Model, sight: Sight = FAR, look: Sieve = everything) -> tuple[float, str]:
    """Return the gain in VP of a model's best move, compared with acting from its current spot, and the reason."""
    where, has_action_left = move_region(game, model), has_another_action(game, model, choosing=True)
    layers: Sequence[LegalSpots] = where.layers if isinstance(where, Levels) else (where,)
    best = max(
        (_best_gain(game, Step(player, model, layer, True, has_action_left), sight, look) for layer in layers),
        default=0.0,
    )
    best -= opportunity(game, model, player) if has_action_left else 0.0
    if best < WORTHWHILE:
        return min(0.0, best) - WORTHWHILE, _("it is well placed already")
    return best, _("there is somewhere better to stand")


def _best_gain(game: Game, step: Step, sight: Sight, look: Sieve) -> float:
    """Return the highest gain in VP of all spots of a step."""
    return max((gain for _spot, gain in gains(game, step, sight, random.Random(0), look)), default=0.0)


def special_worth(game: Game, player: str, model: Model, key: str) -> tuple[float, str]:
    """Return the estimated VP of a special action for a player, and the reason."""
    action = next((action for action in repertoire(game, model) if action.key == key), None)
    if isinstance(action, TerrainAction):
        pieces = action.pieces(game, model)
        return max((_piece_worth(game, player, model, action, piece) for piece in pieces), key=itemgetter(0))
    if isinstance(action, Thunder):
        return _thunder(game, player, model, action)
    if key == TRAITS.key:
        return HOPELESS, _("no gain from leaving traits unused")
    if action is None or not action.test:
        return USELESS, _("no effect now")
    chance, (success, failure) = float(test_odds(game, model, action.test)), action.stakes
    why = _("{chance} to pass {test}", chance=percent(chance), test=_(action.test))
    if not any(action.stakes):
        return USELESS, why
    return chance * success + (1 - chance) * failure, why


def _thunder(game: Game, player: str, model: Model, action: Thunder) -> tuple[float, str]:
    """Return the VP of Thunder, and the reason. A passed test hurts a second time and farther away."""
    rank, others = action.rank, [other for other in game.standing() if other is not model]
    near_models = [other for other in others if game.reaches(model, other, rank)]
    all_models = [other for other in others if game.reaches(model, other, 2 * rank)]
    chance = float(test_odds(game, model, action.test))
    worth_of_failure = sum(hurt(game, player, other, rank) for other in near_models) + hurt(game, player, model, rank)
    worth_of_success = sum(
        hurt(game, player, other, 2 * rank if other in near_models else rank) for other in all_models
    )
    worth = chance * worth_of_success + (1.0 - chance) * worth_of_failure
    if not all_models:
        return min(worth, USELESS), _("no model would be hurt")
    if not near_models:
        names = _names(all_models)
        return worth, _("{chance} to deal {damage} damage to {names}", chance=percent(chance), damage=rank, names=names)
    why = _("{damage} damage to {names}", damage=rank, names=_names(near_models))
    return worth, _("{why}; {chance} to pass {test}", why=why, chance=percent(chance), test=_(action.test))


def _names(models: Sequence[Model]) -> str:
    """Return the names of models in a list."""
    return series([model.name for model in models])


# -- picks and spots ---------------------------------------------------------------------------


def _picks(game: Game, decision: Pick) -> Iterator[Prospect]:
    """Yield the rated answers to a choice of models or markers. Each rule has its own way to rate them."""
    model = game.state.models.get(decision.about)
    if decision.rule == "G-ENG-1" and model is not None:  # Engage
        enemies = [game.state.models[identity] for identity in decision.candidates]
        for opponents, worth, odds in fights(game, model, decision.player, enemies, decision.maximum):
            chances = {"win": percent(float(odds.win)), "lose": percent(float(odds.lose))}
            why = _("{win} to win, {lose} to lose against {names}", **chances, names=_names(opponents))
            yield Prospect([other.id for other in opponents], worth, why, settled=True)
    elif decision.rule == "G-SPEC-1":  # Sunder
        for identity in decision.candidates:
            owner = game.state.markers[identity].owner
            if owner in ("", decision.player):
                whose = _("one of ours") if owner else _("an uncontrolled marker")
                yield Prospect([identity], -1.0, _("{marker}, but the roll may be a triumph", marker=whose))
            else:
                yield Prospect([identity], 1.0, _("an enemy marker"))
    elif decision.rule in ("G-ACT-1", "G-ACT-2"):  # the model to activate
        for identity in decision.candidates:
            activation = _turn(game, decision.player, game.state.models[identity])
            yield (
                activation
                if len(decision.candidates) > 1
                else replace(activation, why=_("no other model is left to act"))
            )
    elif decision.rule == VENGEFUL:
        yield from _revenge_targets(game, decision)
    elif decision.rule == ROLLER:
        highest = max(game.state.models[identity].die for identity in decision.candidates)
        for identity in decision.candidates:
            if game.state.models[identity].die == highest:
                yield Prospect([identity], 0.0, _("it rolls the largest die"), scored=False)
    elif decision.rule == TRAITS.rule and len(decision.candidates) > 1:
        yield Prospect([decision.candidates[0]], 0.0, _("its other traits are left unused"), scored=False)
    else:
        # of tokens, take all; of anything else, as few as possible
        count = decision.maximum if decision.rule in ("G-MOVE-5", "G-SPEC-2") else max(1, decision.minimum)
        why = _("it takes all it can" if count > 1 else "one is as good as another")
        why = why if len(decision.candidates) > 1 else _("it is the only choice")
        yield Prospect(list(decision.candidates[:count]), 0.0, why, scored=False)


def _turn(game: Game, player: str, model: Model) -> Prospect:
    """Return the answer that activates a model, rated by the best fight that it can start at once."""
    demanded: tuple[str, ...] = ()  # the targets that a compulsion allows
    if model.wild:
        engage = deeds_of(game, model, compulsion_of(game, model)).get("engage")
        if engage is None:
            return Prospect([model.id], 0.0, _("its compulsion does not call for a fight now"), scored=False)
        demanded = engage.subject
    worth, opponents = best_fight(game, model, player, demanded)
    names = _(" or ").join(map(game.name_of, demanded)) or _names(opponents)
    if worth > 0:
        return Prospect([model.id], worth, _("it can engage {names} at once", names=names))
    reason = _("no fight pays off") if opponents else _("no enemy to fight yet")
    reason = _("its compulsion makes it engage {names}", names=names) if demanded else reason
    return Prospect([model.id], min(worth, 0.0), "; ".join([reason, *whereabouts(game, model)]), scored=False)


def _places(game: Game, decision: Place, rng: random.Random, sight: Sight, look: Sieve) -> Iterator[Prospect]:
    """Yield the rated spots of a placement, and the choice to stay if there is one."""
    piece = game.find(decision.about)
    if not isinstance(piece, Model) or not (piece.on_table or (piece.wild and game.state.round)):
        yield from _deployments(game, decision, rng, look)
    else:
        step = Step.of(game, decision, piece, decision.region)
        if any(option.key == STAY.key for option in decision.shortcuts):
            worth = opportunity(game, piece, decision.player) if step.after else 0.0
            yield Prospect(STAY.key, worth + WORTHWHILE, _("it stays beside its opponents"), scored=False)
        is_last = step.ends_activation(game)
        for spot, gain in gains(game, step, sight, rng, look):
            yield Prospect([*spot], gain, "", settled=is_last, final=is_last)


def _deployments(game: Game, decision: Place, rng: random.Random, look: Sieve) -> Iterator[Prospect]:
    """Yield spots for a piece that is deployed. Their values are negative costs in inches."""
    piece = game.find(decision.about)
    cost = partial(math.dist, game.battlefield.centre) if piece is None else spot_cost(game, piece)
    why = _("close to the middle") if piece is None else ""
    for spot in _samples(decision.region, rng, look, SAMPLES):
        contact = piece is not None and in_contact(game, piece, spot, level_of(decision.region))
        yield Prospect([spot.x, spot.y], -cost(spot) - CONTACT * contact, why, scored=False)


# -- agreements --------------------------------------------------------------------------------


def agrees(game: Game, interrupt: Interrupt, player: str) -> bool:
    """Return whether a bot agrees to an early end or a draw (Q41).

    It agrees to an early end if it expects no gain, and to a draw if its lead and its expected gain are at most 0.
    """
    vp, lead = game.state.vp, 0
    if interrupt.kind == "draw":
        lead = vp[player] - max((vp[other] for other in game.playing() if other != player), default=0)
    return lead + expectation(game, player) <= 0


def expectation(game: Game, player: str) -> float:
    """Return the VP that a player expects to gain on the best other player if the game goes on.

    This is the VP for controlled markers, minus the same VP of the best other player, plus the value of the best
    Engage or move of a model that can still act this round.
    """
    on_table = game.lying()

    def income(player: str) -> int:
        return sum(marker.worth_to(player) for marker in on_table if game.controls(player, marker))

    rivals = max((income(other) for other in game.playing() if other != player), default=0)
    waiting = [model for model in game.standing() if model.owner == player and not model.activated]
    actions = [max(best_fight(game, model, player)[0], best_move(game, player, model)[0]) for model in waiting]
    return income(player) - rivals + max([0.0, *actions])


def reason_for(game: Game, decision: Decision, prospect: Prospect) -> str:
    """Return the reason for an answer as text."""
    if prospect.why:
        return prospect.why
    model, answer = game.state.models.get(decision.about), prospect.answer
    if isinstance(decision, Choose) and model is not None:
        if answer == "move":
            return _("it has somewhere useful to go")
        if answer == "plunder" and prize(game, model):
            return _("{model} carries treasure already, but the roll may be a triumph", model=model.name)
        if decision.leads and answer in decision.leads and model.on_table:
            step = Step.of(game, decision, model, decision.leads[str(answer)])
            rated = [*gains(game, step, FAR, random.Random(0))]
            best = max(rated, key=itemgetter(1), default=None)
            return _reason_for_spot(game, decision, step, best[0]) if best else _("nothing important is in reach")
    if isinstance(decision, Place) and isinstance(answer, list):
        spot, piece = Position(answer[0], answer[1]), game.find(decision.about)
        if model is not None:
            return _reason_for_spot(game, decision, Step.of(game, decision, model, decision.region), spot)
        if isinstance(piece, Marker):
            return _reason_for_marker(game, piece, spot)
    if isinstance(decision, Pick) and decision.rule in OPEN:
        picked = [game.state.models[identity] for identity in answer if identity in game.state.models]
        if picked:  # tokens are picked, too
            return "; ".join([", ".join([model.name, *whereabouts(game, model)]) for model in picked])
    rated_answers = prospects(game, decision, random.Random(0), 0.0 if isinstance(decision, Choose) else 1.0)
    return next((other.why for other in rated_answers if other.answer == answer), _("it fits the plan"))


def _reason_for_spot(game: Game, decision: Decision, step: Step, spot: tuple[float, float]) -> str:
    """Return the reason for a spot: the ranges to the nearest goals, the advantages, and the enemies in reach."""
    model, base = step.model, step.model.disc._replace(x=spot[0], y=spot[1], level=step.level)
    supposed, moved = standing(game, model, base)
    # a wild model only looks for enemies
    enemies: list[Model | Marker] = [other for other in supposed.hostiles(moved) if other.owner and not moved.owner]
    goals = enemies or aims(supposed, moved)
    if not model.on_table:
        goals = [goal for goal in goals if goal.owner != model.owner or goal.kind == "hoard"]
    parts = whereabouts(supposed, moved, goals, 1 if model.on_table else 2)
    if model.on_table:
        claims = [*of_placement(game, decision, model, base)]
        advantages = [*_brought(supposed, moved, claims, after=step.after)]
        if not advantages and not parts:
            nearest = min(goals, key=lambda goal: straight_inches(moved, goal), default=None)
            phrase = _("out of harm's way") if nearest is None else _("close to {goal}", goal=translated(nearest.name))
            advantages = [phrase if moved.owner else _("as its compulsion demands")]
        parts += [*advantages, *_risk(claims)]
    return "; ".join([*parts, *_danger(supposed, moved)])


def _brought(game: Game, model: Model, claims: Sequence[Claim], *, after: bool) -> Iterator[str]:
    """Yield the advantages of a spot, from the claims about it. `after`: the model has another action."""
    in_contact = {identity for claim in claims if claim.kind == "contact" for identity in claim.about[1:]}
    controlled = {claim.about[0] for claim in claims if claim.kind == "control" and claim.about[1] == model.owner}
    marker_names = [translated(marker.name) for marker in markers(game, model) if marker.id in in_contact & controlled]
    if marker_names:
        yield _("holds {held}", held=series(marker_names))
    if after and (met := [other for other in errands(game, model) if other.id in in_contact]):
        yield _("has {names} within 0 U", names=_names(met))
    if any(claim.kind == "tokens" for claim in claims) and not prize(game, model):
        yield _("has a token in reach")
    worth, opponents = best_fight(game, model, model.owner or game.handler(model)) if after else (0.0, [])
    if worth > 0.0:
        yield _("can engage {names} from there", names=_names(opponents))


def _risk(claims: Sequence[Claim]) -> Iterator[str]:
    """Yield the chance to be hurt by obstacles, from the claims about a spot, as the last part of a reason."""
    obstacles = Counter(translated(claim.about[1]) for claim in claims if claim.kind == "obstacle")
    names = series([name if n == 1 else f"{n} × {name}" for name, n in obstacles.items()])
    for claim in claims if obstacles else ():
        if claim.kind == "test":
            chance = percent(1.0 - claim.chances[0])
            yield _("; {fail} to be hurt by {obstacles}", fail=chance, obstacles=names).removeprefix("; ")


def _reason_for_marker(game: Game, marker: Marker, spot: Position) -> str:
    """Return the reason for a marker's spot: the distance from the middle of the table and from the next marker."""
    centre = game.battlefield.centre
    others = [(math.dist(spot, (other.x, other.y)), other) for other in game.lying() if other is not marker]
    distance, nearest = min(others, key=itemgetter(0), default=(0.0, None))
    parts = [] if nearest is None else [_("{inches} from {goal}", inches=away(distance), goal=translated(nearest.name))]
    if nearest is None or (nearest.x, nearest.y) != centre:
        parts.insert(0, _("{inches} from the middle", inches=away(math.dist(spot, centre))))
    return "; ".join(parts)


def _danger(game: Game, model: Model) -> list[str]:
    """Return one text that names the enemies still to act that could move and strike a model, or []."""
    waiting = [enemy for enemy in game.hostiles(model) if enemy.owner and not enemy.activated]
    if not waiting or not model.owner:
        return []
    near = [enemy for enemy in waiting if could_come_to_reach(game, enemy, model)]
    return [_("in reach of {names}", names=_names(near)) if near else _("out of everybody's reach")]


# -- judges ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Judge(facets.Judge[Game]):
    """Rates answers and positions for a computer player with this sight."""

    sight: Sight
    reason = staticmethod(reason_for)
    acting = staticmethod(acting)

    def worth(self, game: Game, player: str) -> float:
        return self.sight.worth(game, player)()

    def prospects(self, game: Game, decision: Decision, rng: random.Random, share: float = 1.0) -> Iterator[Prospect]:
        return prospects(game, decision, rng, share, self.sight)

    def candidates(self, game: Game, decision: Decision, rng: random.Random) -> Iterator[Prospect]:
        return candidates(game, decision, rng, self.sight)

    def styled(self, style: facets.Style) -> Judge:
        return Judge(NEAR if style == "near" else ALL)


JUDGE: Final = Judge(FAR)
