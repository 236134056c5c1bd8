"""The value of an answer one step ahead, from exact odds of dice and simple weights."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from operator import itemgetter
from typing import Final

from game.engine.core.decisions import Choose, Decision, LegalSpots, Option, Order, Pick, Place
from game.engine.rulebook.looking import Sieve, everything, sieve
from game.engine.rulebook.view import Prospect, percent
from game.rulesets.godbreakers.ai import choices, terrain
from game.rulesets.godbreakers.ai.bounties import errand, errand_targets
from game.rulesets.godbreakers.ai.lives import SCRATCH, harm, prize, stake
from game.rulesets.godbreakers.ai.losses import hurt, removal_gain
from game.rulesets.godbreakers.odds.odds import EngageOdds, Fate, engage_odds, test_odds
from game.rulesets.godbreakers.odds.supposing import activated, standing
from game.rulesets.godbreakers.rules.actions.engage import most_opponents, targets
from game.rulesets.godbreakers.rules.actions.move import AVOID, obstacles_to
from game.rulesets.godbreakers.rules.actions.repertoire import repertoire
from game.rulesets.godbreakers.rules.damage import extra_damage
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.levels import Levels, level_of
from game.rulesets.godbreakers.rules.placing import move_region, movement_range
from game.rulesets.godbreakers.rules.rounds.activation import END, NOTHING, OVERRIDE, TRAITS, has_another_action
from game.rulesets.godbreakers.rules.rounds.dressing import good_answer
from game.rulesets.godbreakers.rules.rounds.good_spots import in_contact, spot_cost
from game.rulesets.godbreakers.rules.rounds.resolution import marker_worth
from game.rulesets.godbreakers.rules.scenarios import scenario_of
from game.rulesets.godbreakers.rules.scenarios.score import Plunder
from game.rulesets.godbreakers.rules.state import Marker, Model
from game.rulesets.godbreakers.rules.traits.procedures import STAY, TerrainAction, Thunder
from game.rulesets.godbreakers.rules.wild.cast import TREASURE_VP
from game.rulesets.godbreakers.rules.wild.compulsions import compulsion_of, deeds_of, straight_inches
from game.table.lattice import Position
from game.wording import _, series, translated

USELESS: Final = -0.2
"""The VP of an action without a known use."""


def special_worth(game: Game, player: str, model: Model, key: str) -> tuple[float, str]:
    """Return the estimated VP of a special action for a player, and the reason."""
    action = next((action for action in repertoire(game, model) if action.key == key), None)
    if isinstance(action, TerrainAction):
        return terrain.expected(game, player, model, key)
    if isinstance(action, Thunder):
        return _thunder(game, player, model, action)
    if key == TRAITS.key:
        return USELESS, _("some of its traits can be left unused")
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
    near = [other for other in others if game.reaches(model, other, rank)]
    far = [other for other in others if game.reaches(model, other, 2 * rank)]
    chance = float(test_odds(game, model, action.test))
    failed = sum(hurt(game, player, other, rank) for other in near) + hurt(game, player, model, rank)
    passed = sum(hurt(game, player, other, 2 * rank if other in near else rank) for other in far)
    worth = chance * passed + (1.0 - chance) * failed
    if not far:
        return min(worth, USELESS), _("no model would be hurt")
    if not near:
        names = _names(far)
        return worth, _("{chance} to deal {damage} damage to {names}", chance=percent(chance), damage=rank, names=names)
    why = _("{damage} damage to {names}", damage=rank, names=_names(near))
    return worth, _("{why}; {chance} to pass {test}", why=why, chance=percent(chance), test=_(action.test))


SAMPLES = 10
"""The number of random spots tried for each placement."""

NEAREST = 8
"""The number of markers and models next to which spots are tried."""

CONTACT = 20.0
"""The cost of a spot beside an enemy for a piece that is placed, in inches."""

PULL = 0.06
"""The VP lost for each inch between a model and its nearest goal."""

TREASURE = 4.0
"""Value in VP of carrying a token."""

WORTHWHILE = 0.15
"""The VP that a move must gain to be worth an action."""

NEVER = -1000.0
"""The value of an answer that is never given."""

UNSCORED = (END.key, NOTHING.key, OVERRIDE.key)
"""Options whose value is not shown."""


def prospects(game: Game, decision: Decision, rng: random.Random, share: float = 1.0) -> Iterator[Prospect]:
    """Yield the answers worth considering, with expected VP and reasons.

    `share` is the share of possible spots that is considered.
    """
    look = sieve(rng, share)
    if (dressing := good_answer(game, decision, rng)) is not None:
        yield Prospect(dressing, 0.0, _("lanes between the terrain, and an open middle"), scored=False)
        return
    if special := [*terrain.answers(game, decision, rng)] or [*choices.entry_answers(game, decision)]:
        yield from special
    elif isinstance(decision, Choose):
        for option in decision.options:
            worth, why = action_worth(game, decision, option, look)
            yield Prospect(option.key, worth, why, scored=option.key not in UNSCORED)
    elif isinstance(decision, Pick):
        yield from _picks(game, decision)
    elif isinstance(decision, Place):
        yield from _places(game, decision, rng, look)
    elif isinstance(decision, Order) and decision.player in decision.items:
        own = [decision.player, *(item for item in decision.items if item != decision.player)]
        yield Prospect(own, 0.0, _("it acts before anyone can respond"), scored=False)


def expectation(game: Game, player: str) -> float:
    """Return the VP that a player expects to gain on the best other player if the game goes on.

    This is the VP for controlled markers, minus the same VP of the best other player, plus the value of the best
    Engage or move of a model that can still act this round.
    """
    lying = game.lying()

    def income(player: str) -> int:
        return sum(marker_worth(player, marker) for marker in lying if game.controls(player, marker))

    rivals = max((income(other) for other in game.playing() if other != player), default=0)
    waiting = [model for model in game.standing() if model.owner == player and not model.activated]
    actions = [max(best_engage(game, model, player)[0], _best_move(game, model)[0]) for model in waiting]
    return income(player) - rivals + max([0.0, *actions])


def agrees(game: Game, kind: str, player: str) -> bool:
    """Return whether a bot agrees to an early end or a draw (Q41).

    It agrees to an early end if it expects no gain, and to a draw if its lead and its expected gain are at most 0.
    """
    vp, lead = game.state.vp, 0
    if kind == "draw":
        lead = vp[player] - max((vp[other] for other in game.playing() if other != player), default=0)
    return lead + expectation(game, player) <= 0


def action_worth(game: Game, decision: Choose, option: Option, look: Sieve = everything) -> tuple[float, str]:
    """Return the estimated VP of an option, and the reason. `look` selects the spots to consider."""
    model, key = game.state.models.get(decision.about), option.key
    if model is None or key in (END.key, NOTHING.key):
        return 0.0, _("nothing better to do")
    if key == OVERRIDE.key:
        return NEVER, _("the compulsion is good enough")
    if key == "engage":
        worth, crowd = best_engage(game, model, decision.player, option.subject)
        return worth, _("{names} can be engaged from here", names=_names(crowd))
    if key == "move":
        return _best_move(game, model, look)
    if decision.leads and key in decision.leads and model.on_table:
        return _best_end(game, model, decision.leads[key], has_another_action(game, model), look)
    if key == "plunder":
        if prize(game, model):
            return -WORTHWHILE, _("{model} carries treasure already", model=model.name)
        return TREASURE * 0.9, _why_plunder(game, model)
    if key == "sunder":
        return -1.0, _("a marker scores as long as it stays on the table")
    if key.startswith(("approach", "claim", "flee")):
        return 0.2, _("its compulsion requires it")
    return special_worth(game, decision.player, model, key)


def _why_plunder(game: Game, model: Model) -> str:
    fails = percent(1.0 - float(test_odds(game, model, Plunder.test)))
    return _("{points} VP if carried to the end; {fails} chance to wake a Forgotten", points=TREASURE_VP, fails=fails)


def _names(models: Sequence[Model]) -> str:
    return series([model.name for model in models])


def _best_move(game: Game, model: Model, look: Sieve = everything) -> tuple[float, str]:
    """Return the gain in VP of the best move near markers or enemies, and the reason."""
    where = move_region(game, model)
    after = has_another_action(game, model, choosing=True)
    layers: Sequence[LegalSpots] = where.layers if isinstance(where, Levels) else (where,)
    best = max((_best_end(game, model, layer, after, look)[0] for layer in layers), default=0.0)
    if best < WORTHWHILE:
        return min(0.0, best) - WORTHWHILE, _("it is well placed already")
    return best, _("there is somewhere better to stand")


def _best_end(game: Game, model: Model, region: LegalSpots, after: bool, look: Sieve) -> tuple[float, str]:
    """Return the gain in VP of the best spot in `region` near markers or enemies, and the reason."""
    level = level_of(region, model.level)
    spots = [Position(*spot) for spot in look(_beside_targets(game, model)) if region.find(spot)]
    if not spots:
        return -WORTHWHILE, _("nothing important is in reach")
    here, _why = _standing_worth(game, model, after)
    ratings = [end_worth(game, model, spot, level, after) for spot in spots]
    worth, why = max(ratings, key=itemgetter(0))
    return worth - here, why


Rate = Callable[[Game, str, Model, Sequence[Model], EngageOdds], float]
"""A function that returns the VP of an Engage for a player, from the models and the odds."""


def engage_worth(game: Game, player: str, model: Model, opponents: Sequence[Model], odds: EngageOdds) -> float:
    """Return the expected gain of an Engage for a player in VP, from lives, prizes, bounties and markers."""
    fates = ((model, odds.active), *zip(opponents, odds.opponents, strict=True))
    return sum(toll(fate) * removal_gain(game, player, fighter) for fighter, fate in fates)


def toll(fate: Fate) -> float:
    """Return the loss of life in an Engage: the extra chance to become a casualty, plus a little for damage."""
    return float(fate.casualty) - float(fate.unharmed) + SCRATCH * fate.damage.mean


def engagements_of(
    game: Game, model: Model, player: str, candidates: Sequence[Model], most: int, rate: Rate = engage_worth
) -> Iterator[tuple[list[Model], float, EngageOdds]]:
    """Yield groups of opponents with value and odds. The best group so far is enlarged each time (G-ENG-1)."""
    best: list[Model] = []
    for _size in range(min(most, len(candidates))):
        engagements = []
        for other in candidates:
            if other not in best:
                group = [*best, other]
                odds = engage_odds(game, model, *group)
                engagements.append((group, rate(game, player, model, group, odds), odds))
        yield from engagements
        best = max(engagements, key=itemgetter(1))[0]


def best_engage(
    game: Game, model: Model, player: str, among: Sequence[str] = (), rate: Rate = engage_worth
) -> tuple[float, list[Model]]:
    """Return the VP of a model's best Engage from its current spot as if it were active, and the opponents.

    `among` limits the opponents to these ids, if it is given.
    """
    near = [other for other in targets(game, model) if not among or other.id in among]
    if not near:  # the usual case
        return 0.0, []
    if game.state.active != model.id:
        game, model = activated(game, model)
    engagements = engagements_of(game, model, player, near, most_opponents(game, model), rate)
    crowd, worth, _odds = max(engagements, key=itemgetter(1))
    return worth, crowd


def _picks(game: Game, decision: Pick) -> Iterator[Prospect]:
    model = game.state.models.get(decision.about)
    if decision.rule == "G-ENG-1" and model is not None:
        yield from opponents(game, decision, model)
    elif decision.rule == "G-SPEC-1":
        for identity in decision.candidates:
            owner = game.state.markers[identity].owner
            if owner in ("", decision.player):
                whose = _("one of ours") if owner else _("an uncontrolled marker")
                yield Prospect([identity], -1.0, _("{marker}, but the roll may be a triumph", marker=whose))
            else:
                yield Prospect([identity], 1.0, _("an enemy marker"))
    elif decision.rule in ("G-ACT-1", "G-ACT-2"):
        for identity in decision.candidates:
            turn = _turn(game, decision.player, game.state.models[identity])
            yield turn if len(decision.candidates) > 1 else replace(turn, why=_("no other model is left to act"))
    elif ratings := [*choices.rated(game, decision)]:
        yield from ratings
    else:
        count = decision.maximum if decision.rule in ("G-MOVE-5", "G-SPEC-2") else max(1, decision.minimum)
        why = _("it takes all it can" if count > 1 else "one is as good as another")
        why = why if len(decision.candidates) > 1 else _("it is the only choice")
        yield Prospect(list(decision.candidates[:count]), 0.0, why, scored=False)


def opponents(game: Game, decision: Pick, model: Model, rate: Rate = engage_worth) -> Iterator[Prospect]:
    """Yield groups of opponents for a model's Engage, each with its value and, as the reason, the odds."""
    candidates = [game.state.models[identity] for identity in decision.candidates]
    for crowd, worth, odds in engagements_of(game, model, decision.player, candidates, decision.maximum, rate):
        chances = {"win": percent(float(odds.win)), "lose": percent(float(odds.lose))}
        why = _("{win} to win, {lose} to lose against {names}", **chances, names=_names(crowd))
        yield Prospect([other.id for other in crowd], worth, why, settled=True)


def _turn(game: Game, player: str, model: Model) -> Prospect:
    among: tuple[str, ...] = ()
    if model.wild:
        strike = deeds_of(game, model, compulsion_of(game, model)).get("engage")
        if strike is None:
            return Prospect([model.id], 0.0, _("its compulsion does not call for a fight now"), scored=False)
        among = strike.subject
    worth, crowd = best_engage(game, model, player, among)
    names = _(" or ").join(map(game.name_of, among)) or _names(crowd)
    if worth > 0:
        return Prospect([model.id], worth, _("it can engage {names} at once", names=names))
    fight = _("no fight pays off") if crowd else _("no enemy to fight yet")
    fight = _("its compulsion makes it engage {names}", names=names) if among else fight
    return Prospect([model.id], min(worth, 0.0), "; ".join([fight, *whereabouts(game, model)]), scored=False)


def whereabouts(game: Game, model: Model) -> list[str]:
    """Return a text with the range from a player's model to its nearest goal, if any."""
    near: tuple[float, str] = (math.inf, "")
    goals: list[Model | Marker] = []
    if model.on_table and model.owner:
        goals = [*_markers(game, model), *_errands(game, model)]
    for inches, goal in sorted(((straight_inches(model, goal), goal) for goal in goals), key=itemgetter(0)):
        if math.floor(inches) > near[0]:  # no range is shorter than the straight line
            break
        measured = game.range(model, goal)
        near = near if measured is None else min(near, (measured, goal.name))
    return [] if math.isinf(near[0]) else [_("{n} U from {goal}", n=int(near[0]), goal=translated(near[1]))]


def _places(game: Game, decision: Place, rng: random.Random, look: Sieve) -> Iterator[Prospect]:
    piece = game.find(decision.about)
    if isinstance(piece, Model) and piece.on_table:
        after, level = has_another_action(game, piece), level_of(decision.region, piece.level)
        here, _why = _standing_worth(game, piece, after)
        if any(option.key == STAY.key for option in decision.shortcuts):
            yield Prospect(STAY.key, WORTHWHILE, _("it stays beside its opponents"), scored=False)
        for spot in _spots(game, decision, rng, look):
            worth, why = end_worth(game, piece, spot, level, after, moves=decision.rule == "G-MOVE-1")
            yield Prospect([spot.x, spot.y], worth - here, why)
        return
    cost = partial(math.dist, game.battlefield.centre) if piece is None else spot_cost(game, piece)
    why = _("close to the middle") if piece is None else ""  # `reason` measures for a piece that is placed
    for spot in _spots(game, decision, rng, look):
        worth = -cost(spot)
        if piece is not None and in_contact(game, piece, spot, level_of(decision.region)):
            worth -= CONTACT
        yield Prospect([spot.x, spot.y], worth, why, scored=False)


def _spots(game: Game, decision: Place, rng: random.Random, look: Sieve) -> Iterator[Position]:
    region = decision.region
    piece = game.find(decision.about)
    for _attempt in look(range(SAMPLES)):
        spot = region.sample(rng)
        if spot is not None:
            yield spot
    if isinstance(piece, Model) and piece.on_table:
        yield from (Position(*spot) for spot in look(_beside_targets(game, piece)) if region.find(spot))


def _beside_targets(game: Game, model: Model) -> Iterator[tuple[float, float]]:
    """Yield spots beside markers, enemies and errands within a move, or on the way to them; last the current spot."""
    step = movement_range(game, model) + 0.9
    goals: list[Model | Marker] = [*game.lying(), *game.hostiles(model), *_errands(game, model)]
    goals.sort(key=lambda goal: math.hypot(goal.x - model.x, goal.y - model.y))
    for piece in goals[:NEAREST]:
        dx, dy = piece.x - model.x, piece.y - model.y
        apart = math.hypot(dx, dy)
        if apart < 1e-6:
            continue
        bearing, contact = math.atan2(dy, dx), piece.radius + model.radius + 0.4
        if apart - piece.radius - model.radius - 0.4 > step:
            yield model.x + step * math.cos(bearing), model.y + step * math.sin(bearing)
            continue
        for turn in (0.0, 0.5, -0.5):  # the near side of the piece, and a little to either side
            yield piece.x - contact * math.cos(bearing + turn), piece.y - contact * math.sin(bearing + turn)
    yield model.x, model.y


def end_worth(
    game: Game, model: Model, spot: Position, level: int, after: bool, *, moves: bool = True
) -> tuple[float, str]:
    """Return the VP of a position with the model at `spot`, minus expected harm, and the reason.

    `after` is whether the model has another action afterwards. With `moves`, obstacles count.
    """
    obstacles = obstacles_to(game, model, spot, level) if moves else []
    supposed, moved = standing(game, model, model.disc._replace(x=spot.x, y=spot.y, level=level))
    worth, why = _standing_worth(supposed, moved, after)
    if moved.damage > model.damage:
        worth -= harm(game, model, moved.damage - model.damage) * stake(game, model)
    if obstacles:
        fail = 1.0 - float(test_odds(game, model, AVOID))
        worth -= fail * harm(supposed, moved, len(obstacles) + extra_damage(game, model)) * stake(game, model)
        counts = Counter(map(translated, obstacles))
        names = series([name if n == 1 else f"{n} × {name}" for name, n in counts.items()])
        why += _("; {fail} to be hurt by {obstacles}", fail=percent(fail), obstacles=names)
    return worth, why


def _standing_worth(game: Game, model: Model, after: bool) -> tuple[float, str]:
    """Return the VP of a model's position, and the reason. A good fight counts if the model acts `after` this."""
    player, reasons = model.owner or game.handler(model), []
    markers, errands = _markers(game, model), _errands(game, model)
    goals: list[Model | Marker] = [*markers, *errands]
    held = [marker for marker in markers if game.controls(model.owner, marker)]
    worth = sum(marker_worth(model.owner, marker) or 1.5 for marker in held)
    here = [translated(marker.name) for marker in held if game.within(model, marker, 0)]
    if here:
        reasons.append(_("holds {held}", held=series(here)))
    nearest = min(goals, key=lambda goal: _apart(model, goal), default=None)
    if nearest is not None:
        worth -= PULL * _apart(model, nearest)
    if after and (met := [target for target in errands if game.within(model, target, 0)]):
        worth += errand(scenario_of(game))
        reasons.append(_("has {names} within 0 U", names=_names(met)))
    if any(game.within(model, token, 0) for token in game.unclaimed()) and not prize(game, model):
        worth += TREASURE
        reasons.append(_("has a token in reach"))
    fight, crowd = best_engage(game, model, player)
    if fight <= 0:
        worth += 0.5 * fight
    elif after:
        worth += fight
        reasons.append(_("can engage {names} from there", names=_names(crowd)))
    if not reasons:
        near = _("out of harm's way") if nearest is None else _("close to {goal}", goal=translated(nearest.name))
        reasons.append(near if model.owner else _("as its compulsion demands"))
    return worth, "; ".join(reasons)


def _errands(game: Game, model: Model) -> list[Model]:
    """Return the targets of errands that are worth an action of the model."""
    pays = model.godbreaker and errand(scenario_of(game)) > WORTHWHILE
    return errand_targets(game, game.standing()) if pays else []


def _markers(game: Game, model: Model) -> list[Marker]:
    """Return the markers that are worth VP to a model's player, and hoards."""
    return [marker for marker in game.lying() if marker_worth(model.owner, marker) or marker.kind == "hoard"]


def _apart(model: Model, goal: Model | Marker) -> float:
    return math.dist((model.x, model.y), (goal.x, goal.y))
