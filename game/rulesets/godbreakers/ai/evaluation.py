"""The value of an answer one step ahead: exact expectations for dice, plain weights for the rest."""

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
from game.rulesets.godbreakers.ai.bounties import awaiting, errand
from game.rulesets.godbreakers.ai.lives import SCRATCH, harm, prize, stake
from game.rulesets.godbreakers.ai.losses import gone, hurt
from game.rulesets.godbreakers.odds.odds import EngageOdds, Fate, engage_odds, test_odds
from game.rulesets.godbreakers.odds.supposing import activated, standing
from game.rulesets.godbreakers.rules.actions.engage import most_opponents, targets
from game.rulesets.godbreakers.rules.actions.move import AVOID, obstacles_to
from game.rulesets.godbreakers.rules.actions.repertoire import repertoire
from game.rulesets.godbreakers.rules.damage import more_suffered
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.levels import Levels, level_of
from game.rulesets.godbreakers.rules.placing import move_region, movement_range
from game.rulesets.godbreakers.rules.rounds.activation import END, NOTHING, OVERRIDE, TRAITS, leaves_time
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
"""VP of an action of which nothing is known."""


def special_worth(game: Game, player: str, model: Model, key: str) -> tuple[float, str]:
    """Return the first estimate of a model's special action for a player, in VP, and the reason."""
    action = next((each for each in repertoire(game, model) if each.key == key), None)
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
    return (chance * success + (1 - chance) * failure, why) if any(action.stakes) else (USELESS, why)


def _thunder(game: Game, player: str, model: Model, action: Thunder) -> tuple[float, str]:
    """Return the value of damage all around: at once, and by the test once more, farther, or to the model itself."""
    rank, others = action.rank, [each for each in game.standing() if each is not model]
    struck = [each for each in others if game.reaches(model, each, rank)]
    again = [each for each in others if game.reaches(model, each, 2 * rank)]
    chance = float(test_odds(game, model, action.test))
    once = sum(hurt(game, player, each, rank) for each in struck)
    passed = sum(hurt(game, player, each, rank + rank * (each in struck)) for each in again)
    worth = chance * passed + (1.0 - chance) * (once + hurt(game, player, model, rank))
    if not again:
        return min(worth, USELESS), _("no model would be hurt")
    if not struck:
        names = series([each.name for each in again])
        return worth, _("{chance} to deal {damage} damage to {names}", chance=percent(chance), damage=rank, names=names)
    why = _("{damage} damage to {names}", damage=rank, names=series([each.name for each in struck]))
    return worth, _("{why}; {chance} to pass {test}", why=why, chance=percent(chance), test=_(action.test))


SAMPLES = 10
"""Random spots tried for each placing, besides those next to markers and enemies."""

NEAREST = 8
"""The number of markers and models next to which spots are tried."""

CONTACT = 20.0
"""Inches that a piece keeps away rather than begin beside an enemy."""

PULL = 0.06
"""VP lost per inch to the nearest marker worth going to."""

TREASURE = 4.0
"""Value in VP of carrying a token."""

WORTHWHILE = 0.15
"""VP that a move must gain to be worth an action."""

NEVER = -1000.0
"""The value of an answer this player never gives."""

UNSCORED = (END.key, NOTHING.key, OVERRIDE.key)
"""Options whose value is not shown."""


def prospects(game: Game, decision: Decision, rng: random.Random, share: float = 1.0) -> Iterator[Prospect]:
    """Yield the answers worth considering, each with its expected value in VP and the reason.

    With a `share` below 1, only that share of the spots for a model is considered.
    """
    look = sieve(rng, share)
    if (dressing := good_answer(game, decision, rng)) is not None:
        yield Prospect(dressing, 0.0, _("lanes between the terrain, and an open middle"), scored=False)
        return
    if found := [*terrain.answers(game, decision, rng)] or [*choices.comes_in(game, decision)]:
        yield from found
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
    """Return the VP by which a player expects to improve on the best other player if the game goes on.

    That is what its markers would score at the end of the round, minus the same for the best other player, plus the
    best engage or move that one of its models can still make this round.
    """
    lying = game.lying()

    def income(each: str) -> int:
        return sum(marker_worth(each, marker) for marker in lying if game.controls(each, marker))

    rivals = max((income(other) for other in game.playing() if other != player), default=0)
    waiting = [model for model in game.standing() if model.owner == player and not model.activated]
    best = max((max(best_engage(game, each, player)[0], _best_move(game, each)[0]) for each in waiting), default=0.0)
    return income(player) - rivals + max(0.0, best)


def agrees(game: Game, kind: str, player: str) -> bool:
    """Return whether a bot agrees: to an early end if it expects no gain, to a draw if it is also not ahead (Q41)."""
    vp, lead = game.state.vp, 0
    if kind == "draw":
        lead = vp[player] - max((vp[other] for other in game.playing() if other != player), default=0)
    return lead + expectation(game, player) <= 0


def action_worth(game: Game, decision: Choose, option: Option, look: Sieve = everything) -> tuple[float, str]:
    """Return an action's first estimate, in VP, and the reason; considers the spots seen so far."""
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
        return _best_end(game, model, decision.leads[key], leaves_time(game, model), look)
    if key == "plunder":
        if prize(game, model):
            return -WORTHWHILE, _("{model} carries treasure already", model=model.name)
        return TREASURE * 0.9, _plundered(game, model)
    if key == "sunder":
        return -1.0, _("a marker scores as long as it stays on the table")
    if key.startswith(("approach", "claim", "flee")):
        return 0.2, _("its compulsion requires it")
    return special_worth(game, decision.player, model, key)


def _plundered(game: Game, model: Model) -> str:
    fails = percent(1.0 - float(test_odds(game, model, Plunder.test)))
    return _("{points} VP if carried to the end; {fails} chance to wake a Forgotten", points=TREASURE_VP, fails=fails)


def _names(models: Sequence[Model]) -> str:
    return series([model.name for model in models])


def _best_move(game: Game, model: Model, look: Sieve = everything) -> tuple[float, str]:
    """Return the gain in value, and the reason, of the best spot a move can reach near markers or enemies."""
    where = move_region(game, model)
    after = leaves_time(game, model, choosing=True)
    layers: Sequence[LegalSpots] = where.layers if isinstance(where, Levels) else (where,)
    best = max((_best_end(game, model, layer, after, look)[0] for layer in layers), default=0.0)
    if best < WORTHWHILE:
        return min(0.0, best) - WORTHWHILE, _("it is well placed already")
    return best, _("there is somewhere better to stand")


def _best_end(game: Game, model: Model, region: LegalSpots, after: bool, look: Sieve) -> tuple[float, str]:
    """Return the gain in value, and the reason, of the best spot in `region` near markers or enemies."""
    level = level_of(region, model.level)
    spots = [Position(*spot) for spot in look(_beside_targets(game, model)) if region.find(spot)]
    if not spots:
        return -WORTHWHILE, _("nothing important is in reach")
    here, _why = _standing_worth(game, model, after)
    found = [end_worth(game, model, spot, level, after) for spot in spots]
    worth, why = max(found, key=lambda each: each[0])
    return worth - here, why


Rate = Callable[[Game, str, Model, Sequence[Model], EngageOdds], float]
"""The value to a player of an engage of a model with opponents, by its odds."""


def engage_worth(game: Game, player: str, model: Model, opponents: Sequence[Model], odds: EngageOdds) -> float:
    """Return the expected change in lives, prizes, bounties and held markers, in VP, of an engage with these odds."""
    fates = ((model, odds.active), *zip(opponents, odds.opponents, strict=True))
    return sum(toll(fate) * gone(game, player, each) for each, fate in fates)


def toll(fate: Fate) -> float:
    """Return by how much an engage raises the chance of becoming a casualty, plus a little per point of damage."""
    return float(fate.casualty) - float(fate.unharmed) + SCRATCH * fate.damage.mean


def engagements_of(
    game: Game, model: Model, player: str, candidates: Sequence[Model], most: int, rate: Rate = engage_worth
) -> Iterator[tuple[list[Model], float, EngageOdds]]:
    """Yield groups of opponents, value and odds: each candidate alone, then the best group plus one more (G-ENG-1)."""
    crowd: list[Model] = []
    for _size in range(min(most, len(candidates))):
        found = []
        for other in candidates:
            if other not in crowd:
                odds = engage_odds(game, model, *crowd, other)
                found.append(([*crowd, other], rate(game, player, model, [*crowd, other], odds), odds))
        yield from found
        crowd = max(found, key=lambda each: each[1])[0]


def best_engage(
    game: Game, model: Model, player: str, among: Sequence[str] = (), rate: Rate = engage_worth
) -> tuple[float, list[Model]]:
    """Return the value to a player of the model's best engage from where it is, as if active, and the opponents.

    `among` limits the opponents to those a compulsion allows.
    """
    near = [other for other in targets(game, model) if not among or other.id in among]
    if not near:  # the usual case
        return 0.0, []
    if game.state.active != model.id:
        game, model = activated(game, model)
    engagements = engagements_of(game, model, player, near, most_opponents(game, model), rate)
    crowd, worth, _odds = max(engagements, key=lambda each: each[1])
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
    elif found := [*choices.rated(game, decision)]:
        yield from found
    else:
        taken = decision.maximum if decision.rule in ("G-MOVE-5", "G-SPEC-2") else max(1, decision.minimum)
        why = _("it takes all it can" if taken > 1 else "one is as good as another")
        why = why if len(decision.candidates) > 1 else _("it is the only choice")
        yield Prospect(list(decision.candidates[:taken]), 0.0, why, scored=False)


def opponents(game: Game, decision: Pick, model: Model, rate: Rate = engage_worth) -> Iterator[Prospect]:
    """Yield the possible opponents of a model: each group with its value and the odds."""
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
    names = _(" or ").join(game.name_of(each) for each in among) or _names(crowd)
    if worth > 0:
        return Prospect([model.id], worth, _("it can engage {names} at once", names=names))
    fight = _("no fight pays off") if crowd else _("no enemy to fight yet")
    fight = _("its compulsion makes it engage {names}", names=names) if among else fight
    return Prospect([model.id], min(worth, 0.0), "; ".join([fight, *whereabouts(game, model)]), scored=False)


def whereabouts(game: Game, model: Model) -> list[str]:
    """Return in words how far a model is from where its player would like it."""
    near: tuple[float, str] = (math.inf, "")
    goals: list[Model | Marker] = []
    if model.on_table and model.owner:
        goals = [*_markers(game, model), *_errands(game, model)]
    for inches, goal in sorted(((straight_inches(model, goal), goal) for goal in goals), key=itemgetter(0)):
        if math.floor(inches) > near[0]:  # no range is shorter than the straight line
            break
        found = game.range(model, goal)
        near = near if found is None else min(near, (found, goal.name))
    return [] if math.isinf(near[0]) else [_("{n} U from {goal}", n=int(near[0]), goal=translated(near[1]))]


def _places(game: Game, decision: Place, rng: random.Random, look: Sieve) -> Iterator[Prospect]:
    piece = game.find(decision.about)
    if isinstance(piece, Model) and piece.on_table:
        after, level = leaves_time(game, piece), level_of(decision.region, piece.level)
        here, _why = _standing_worth(game, piece, after)
        if any(option.key == STAY.key for option in decision.shortcuts):
            yield Prospect(STAY.key, WORTHWHILE, _("it stays beside its opponents"), scored=False)
        for spot in _spots(game, decision, rng, look):
            worth, why = end_worth(game, piece, spot, level, after, moves=decision.rule == "G-MOVE-1")
            yield Prospect([spot.x, spot.y], worth - here, why)
        return
    cost = partial(math.dist, game.battlefield.centre) if piece is None else spot_cost(game, piece)
    why = _("close to the middle") if piece is None else ""  # for a piece being placed it is measured on demand
    for spot in _spots(game, decision, rng, look):
        contact = piece is not None and in_contact(game, piece, spot, level_of(decision.region))
        yield Prospect([spot.x, spot.y], -cost(spot) - CONTACT * contact, why, scored=False)


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
    """Yield spots next to markers, and to models to fight or help, within a move, or straight towards farther ones."""
    step = movement_range(game, model) + 0.9
    goals: list[Model | Marker] = [*game.lying(), *game.hostiles(model), *_errands(game, model)]
    goals.sort(key=lambda goal: math.hypot(goal.x - model.x, goal.y - model.y))
    for piece in goals[:NEAREST]:
        dx, dy = piece.x - model.x, piece.y - model.y
        apart = math.hypot(dx, dy)
        if apart < 1e-6:
            continue
        near = apart - piece.radius - model.radius - 0.4
        for turn in (0.0, 0.5, -0.5) if near <= step else (0.0,):
            along = min(near, step)
            bearing = math.atan2(dy, dx) + (turn if near <= step else turn * 0.6)
            if near <= step:
                # Stay on the near side of the piece, turned a little either way.
                reach = piece.radius + model.radius + 0.4
                yield piece.x - reach * math.cos(bearing), piece.y - reach * math.sin(bearing)
            else:
                yield model.x + along * math.cos(bearing), model.y + along * math.sin(bearing)
    yield model.x, model.y


def end_worth(
    game: Game, model: Model, spot: Position, level: int, after: bool, *, moves: bool = True
) -> tuple[float, str]:
    """Return the value of ending at `spot`, and the reason: the position minus the expected harm of obstacles."""
    obstacles = obstacles_to(game, model, spot, level) if moves else []
    supposed, found = standing(game, model, model.disc._replace(x=spot.x, y=spot.y, level=level))
    worth, why = _standing_worth(supposed, found, after)
    if found.damage > model.damage:
        worth -= harm(game, model, found.damage - model.damage) * stake(game, model)
    if obstacles:
        fail = 1.0 - float(test_odds(game, model, AVOID))
        worth -= fail * harm(supposed, found, len(obstacles) + more_suffered(game, model)) * stake(game, model)
        often = Counter(map(translated, obstacles))
        named = series([each if n == 1 else f"{n} × {each}" for each, n in often.items()])
        why += _("; {fail} to be hurt by {obstacles}", fail=percent(fail), obstacles=named)
    return worth, why


def _standing_worth(game: Game, model: Model, after: bool) -> tuple[float, str]:
    """Return the value of the model's position, and the reason; engages count if an action is left `after` it."""
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
    if after and (met := [each for each in errands if game.within(model, each, 0)]):
        worth += errand(scenario_of(game))
        reasons.append(_("has {names} within 0 U", names=_names(met)))
    if any(game.within(model, token, 0) for token in game.unclaimed()) and not prize(game, model):
        worth += TREASURE
        reasons.append(_("has a token in reach"))
    fight, crowd = best_engage(game, model, player)
    worth += fight * after if fight > 0 else 0.5 * fight
    if fight > 0 and after:
        reasons.append(_("can engage {names} from there", names=_names(crowd)))
    if not reasons:
        near = _("out of harm's way") if nearest is None else _("close to {goal}", goal=translated(nearest.name))
        reasons.append(near if model.owner else _("as its compulsion demands"))
    return worth, "; ".join(reasons)


def _errands(game: Game, model: Model) -> list[Model]:
    """Return the models beside which an action is worth taking."""
    pays = model.godbreaker and errand(scenario_of(game)) > WORTHWHILE
    return awaiting(game, game.standing()) if pays else []


def _markers(game: Game, model: Model) -> list[Marker]:
    """Return the markers that are worth something to a model's player."""
    return [each for each in game.lying() if marker_worth(model.owner, each) or each.kind == "hoard"]


def _apart(model: Model, goal: Model | Marker) -> float:
    return math.dist((model.x, model.y), (goal.x, goal.y))
