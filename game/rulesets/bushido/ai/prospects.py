"""The answers worth considering for each kind of decision, with values and reasons."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Final

from game.engine.core.decisions import DEPLOY, Choose, Decision, Option, Pick, Place
from game.engine.core.windows import PASS
from game.engine.rulebook.looking import Sieve, sieve
from game.engine.rulebook.view import Prospect
from game.rulesets.bushido.ai.fights import counters_paid, fight_worth, shot_worth, split_worths, worth_of_shot
from game.rulesets.bushido.ai.goals import FAR, Goal, goals, pull
from game.rulesets.bushido.ai.position import worth as worth_of_position
from game.rulesets.bushido.odds.exchange_odds import reroll_gain
from game.rulesets.bushido.rules import scenarios
from game.rulesets.bushido.rules.actions import REGISTRY as ACTIONS
from game.rulesets.bushido.rules.actions.fighting import Charge, Melee
from game.rulesets.bushido.rules.actions.moving import BEFORE, STAND
from game.rulesets.bushido.rules.actions.scenario import beside
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.moving.carry_out import BOOST
from game.rulesets.bushido.rules.moving.policies import CHARGE, RUN
from game.rulesets.bushido.rules.rulings import TOLERANCE
from game.rulesets.bushido.rules.scenarios import worth
from game.rulesets.bushido.rules.scenarios.interactions import INTERACTIONS
from game.rulesets.bushido.rules.shooting.attack import possible_targets
from game.rulesets.bushido.rules.state import Model, Objective, objective_name
from game.rulesets.bushido.rules.turn.main import PASS_TOKEN
from game.table.facing import facing_towards
from game.table.lattice import position
from game.table.path.region import PathRegion
from game.table.path.straight import straight_path_is_legal
from game.wording import _

SAMPLES: Final = 2
"""The number of random spots tried for each placement."""
NEAREST: Final = 3
"""The number of goals for which spots are tried."""
ASIDE: Final = (0, 15, -15, 30, -30, 50, -50)
"""Deviations of straight paths to a goal in degrees. They are tried before a search, which takes long."""


def places(game: Game, decision: Place, rng: Random, look: Sieve, *, quick: bool) -> Iterator[Prospect]:
    """Yield spots near goals and random spots, with the gain in value over the current spot.

    With `quick`, spots that need a search are tried only if no goal can be approached in a straight line.
    """
    model = game.state.models.get(decision.about)
    if model is None:
        return
    candidates = goals(game, model)
    here = pull(game, model, model.x, model.y, candidates) if model.on_table else 0.0
    for option in decision.shortcuts:
        for goal in [goal for goal in candidates if goal.id in option.subject]:
            value = pull(game, model, goal.x, goal.y - goal.near - model.radius, [goal]) + 0.1 - here
            yield Prospect(option.key, value, _("nearer to {goal}", goal=name_of(game, goal.id)), scored=False)
    for x, y in _spots(model, decision, candidates, rng, look, quick=quick):
        answer: list[float | int] = [x, y]
        if decision.turning is not None and decision.turning.is_choice:
            foe = min(game.enemies(model), key=lambda enemy: math.hypot(enemy.x - x, enemy.y - y), default=None)
            ahead = model.facing if foe is None else facing_towards(foe.x - x, foe.y - y)
            answer.append(decision.turning.nearest(x, y, ahead))
        value = pull(game, model, x, y, candidates) - here
        why = _why(game, model, candidates, x, y) if value > 0.0 else _("nowhere better to go")
        if model.side != decision.player:  # an enemy is thrown (B-SPEC-A12)
            value, why = -value, _("farther from its goal")
        yield Prospect(answer, value, why, scored=False)


def name_of(game: Game, identity: str) -> str:
    """Return the displayed name of a goal, which is a model, an objective or a zone."""
    if identity in game.state.models:
        return game.state.models[identity].name
    is_objective = identity in game.state.objectives
    return objective_name(identity) if is_objective else _("Zone {name}", name=_(identity))


def _why(game: Game, model: Model, known: list[Goal], x: float, y: float) -> str:
    """Return the reason for a spot: an enemy in base contact, or the goal that comes nearest."""
    for foe in game.enemies(model):
        if math.hypot(foe.x - x, foe.y - y) - foe.radius - model.radius <= TOLERANCE:
            return _("a fight with {model}", model=foe.name)

    def gain(goal: Goal) -> float:
        return pull(game, model, x, y, [goal]) - pull(game, model, model.x, model.y, [goal])

    best = max(known, key=gain)
    return _("nearer to {goal}", goal=name_of(game, best.id))


def _spots(
    model: Model, decision: Place, known: list[Goal], rng: Random, look: Sieve, *, quick: bool
) -> Iterator[tuple[float, float]]:
    best_first = sorted(known, key=lambda goal: math.hypot(goal.x - model.x, goal.y - model.y) - 10 * goal.value)
    tries = [(goal, _ahead(model, decision, goal)) for goal in look(best_first[:NEAREST])]
    search = not quick or all(spot is None for _goal, spot in tries)
    for goal, spot in tries:
        end = decision.region.nearest((goal.x, goal.y)) if spot is None and search else spot
        if end is not None:
            yield end
    for _sample in look(range(SAMPLES)) if not quick else ():
        end = decision.region.sample(rng)
        if end is not None:
            yield end


def _ahead(model: Model, decision: Place, goal: Goal) -> tuple[float, float] | None:
    """Return a legal spot on a straight path towards a goal, or nearly so, or None."""
    region, away = decision.region, math.hypot(goal.x - model.x, goal.y - model.y)
    distance = away - goal.near - model.radius
    if not isinstance(region, PathRegion) or distance <= 0.0:
        return None
    step, ahead = min(distance, region.policies[0].budget), math.atan2(goal.y - model.y, goal.x - model.x)
    paths = (ahead + math.radians(aside) for aside in ASIDE)
    spots = ((model.x + step * math.cos(path), model.y + step * math.sin(path)) for path in paths)
    return next(
        (spot for spot in spots if straight_path_is_legal(region.start, position(*spot), region.policies)), None
    )


INTERACTS: Final = 5.0
"""The value of a scenario action, which is higher than all other values."""
IDLE, NEVER, HELPFUL = 0.0, -100.0, 0.12
"""The values of doing nothing, of an answer that is never given, and of a small advantage."""
SHOOTS, AIMED, SPECIAL = "B-ACT-14", "B-RNG-1", "B-SPEC-2"
"""The rules of decisions about walking before a shot, its target, and its special."""
SETUP: Final = ("B-SETUP-2", "B-SETUP-5", "B-START-4")
"""The rules of decisions that choose a player to be first."""


def prospects(
    game: Game, decision: Decision, rng: Random, share: float = 1.0, *, quick: bool = False
) -> Iterator[Prospect]:
    """Yield the answers worth considering, with values and reasons. The unit is the value of a reached goal (B-SCEN).

    `share` is the share of possible spots that is considered. `quick` avoids searches for spots.
    """
    if decision.deploys:
        yield Prospect(DEPLOY, IDLE, _("near its goals, spread out from friends"), scored=False)
    elif isinstance(decision, Place):
        yield from places(game, decision, rng, sieve(rng, share), quick=quick)
    elif isinstance(decision, Pick):
        yield from _picks(game, decision)
    elif isinstance(decision, Choose):
        for key, value, why in _choices(game, decision):
            yield Prospect(key, value, why, scored=False)


def candidates(game: Game, decision: Decision, rng: Random) -> Iterator[Prospect]:
    """Yield the answers worth trying on copies of the game.

    The odds of fights and shots are exact, so these answers are final and need no trial, except for a Disengage.
    """
    bout, model = game.bout, game.state.models.get(decision.about)
    settled, going_on, paid = False, False, 0.0
    if isinstance(decision, Choose) and decision.secret and bout is not None and model is not None:
        settled, going_on = True, bout.disengaging
        paid = _gain_of_payment(game, decision.player, counters_paid(game, bout))
    elif game.aim is not None and decision.rule in (AIMED, SPECIAL):
        settled, paid = True, _gain_of_payment(game, decision.player, {decision.about: game.owed})
    for prospect in prospects(game, decision, rng, quick=True):
        final = settled and not going_on
        yield replace(prospect, worth=prospect.worth + paid, scored=settled, settled=settled, final=final)


def _gain_of_payment(game: Game, player: str, payments: Mapping[str, int]) -> float:
    """Return the gain of a player when models pay counters. `payments` are numbers of counters by id."""
    before = worth_of_position(game, player)
    counters = {identity: game.state.models[identity].counters for identity in payments}
    for identity, payment in payments.items():
        game.state.models[identity].counters = max(0, counters[identity] - payment)
    after = worth_of_position(game, player)
    for identity, number in counters.items():
        game.state.models[identity].counters = number
    return after - before


def reason(game: Game, decision: Decision, prospect: Prospect) -> str:
    """Return the reason for an answer in words."""
    if prospect.why:
        return prospect.why
    others = prospects(game, decision, Random(0))
    return next((other.why for other in others if other.answer == prospect.answer), _("nothing to go by"))


def _choices(game: Game, decision: Choose) -> Iterator[tuple[str, float, str]]:
    if decision.secret and game.bout is not None:
        fighter = game.bout.of(game.state.models[decision.about])
        for key, value in split_worths(game, game.bout, fighter).items():
            yield key, value, _("the best odds against any split by the opponent")
        return
    for option in decision.options:
        value, why = _option_worth(game, decision, option)
        yield option.key, value, why


def _option_worth(game: Game, decision: Choose, option: Option) -> tuple[float, str]:
    model = game.state.models.get(option.subject[0]) if option.subject else None
    action = option.key.rsplit(" ", 1)[-1]
    if model is not None and action in ACTIONS:
        return action_worth(game, model, action)
    if decision.rule == "B-TEST-5":
        return _reroll_worth(game, decision, option)
    if decision.rule == "B-KI-2":
        return _feat_worth(game, option, model)
    if decision.rule in SETUP:
        return float(option.key == decision.player), _("to act first")
    if option.key == STAND and decision.rule != SHOOTS:
        return 0.01, _("it works from here")
    if option.key in (STAND, BEFORE) and decision.rule == SHOOTS and decision.about in game.state.models:
        return _shooting_worth(game, game.state.models[decision.about], moved=option.key == BEFORE)
    if decision.rule == SPECIAL and game.aim is not None:
        shot = game.aim(game.state.models[decision.about])
        return worth_of_shot(game, shot, option.key), _("the most to gain")
    if option.key == PASS_TOKEN:
        return 0.02, _("makes the opponent commit first")
    if decision.rule == "AMB-31":
        return HELPFUL if option.key == BOOST else 0.0, _("nothing is reached without it")
    if option.key.endswith(" nothing"):
        return NEVER, _("its counters would be lost")
    return IDLE, _("nothing to go by")


def action_worth(game: Game, model: Model, action: str) -> tuple[float, str]:
    """Return the value of an action for a model, and the reason. The action need not be possible."""
    if action in ("simple-scenario", "complex-scenario"):
        return _interaction_worth(game, model)
    if action in ("walk", "run"):
        factor, extra = (RUN, 0.0) if action == "run" else (1.0, 0.01)  # a walk is better than an equal run
        return _nearer(game, model, factor * game.statistic(model, "move"), extra=extra)
    if action in ("melee", "charge"):
        return _best_fight(game, model, charge=action == "charge")
    if action == "ranged":
        return _shooting_worth(game, model, moved=False)
    if action == "stand-up":
        return 0.5, _("a Prone model can do nothing else")
    if action == "disengage":
        worst = min((fight_worth(game, model, foe) for foe in game.touching(model)), default=0.0)
        return (0.1 if worst < -0.1 else -0.1), _("the fight is going badly")
    if action == "heal":
        return _healing_worth(game, model), _("it heals wounds")
    if action in ("command", "order"):
        return 0.3, _("a friend acts again")
    if action in ("simple-feat", "complex-feat", "jump-up"):
        return HELPFUL, _("it has Ki to spend")
    if action == "wait":
        return HELPFUL if model.markers else 0.0, _("nothing better to do")
    if action == "focus":
        return IDLE - 0.01, _("more Ki for later")
    if action == "channel":
        return IDLE - 0.02, _("Ki for a friend that needs it")
    return IDLE, _("nothing better to do")


def _interaction_worth(game: Game, model: Model) -> tuple[float, str]:
    """Return the value of the scenario action, and the reason. A prayer for 1 point is rarely worth it (B-SCEN-5)."""
    scenario = scenarios.find(game.setup.document.scenario)
    why = _("the scenario rewards it")
    if scenario.interaction != "prayer":
        return INTERACTS, why
    interaction = INTERACTIONS[scenario.interaction]
    open_to = [feature for feature in beside(game, model) if not interaction.why_not(game, scenario, model, feature)]
    points = max((worth(game, model.side, objective.friendly_to) for objective in open_to), default=0)
    behind = scenario.tally(game, model.side) <= scenario.tally(game, game.other(model.side))
    if points > 1 or (behind and game.state.turn in scenario.awards(game)):
        return INTERACTS + points, why
    return -0.05, _("a prayer, but one elsewhere is worth more")


def _nearer(game: Game, model: Model, inches: float, *, extra: float = 0.0) -> tuple[float, str]:
    """Return the gain of a straight move towards the best goal, ignoring obstacles, and the reason."""
    candidates = goals(game, model)
    here, best, name = pull(game, model, model.x, model.y, candidates), 0.0, ""
    for goal in candidates:
        far = math.hypot(goal.x - model.x, goal.y - model.y)
        share = min(1.0, max(0.0, min(inches, far - goal.near - model.radius)) / far) if far > 0 else 0.0
        value = pull(game, model, model.x + share * (goal.x - model.x), model.y + share * (goal.y - model.y), [goal])
        if value - here > best:
            best, name = value - here, goal.id
    if best <= 0:
        return -0.01, _("nowhere better to go")
    return best + extra, _("nearer to {goal}", goal=name_of(game, name))


def _best_fight(game: Game, model: Model, *, charge: bool) -> tuple[float, str]:
    action = ACTIONS["charge" if charge else "melee"]
    assert isinstance(action, (Charge, Melee))
    worths = {foe.name: fight_worth(game, model, foe, charge=charge) for foe in action.candidates(game, model)}
    if not worths:
        return NEVER, _("no enemy is within reach")
    name = max(worths, key=lambda name: worths[name])
    return worths[name], _("a fight with {model}", model=name)


def _shooting_worth(game: Game, model: Model, *, moved: bool) -> tuple[float, str]:
    """Return the value of the best shot, with a walk before it if `moved`, and the reason."""
    best = max((shot_worth(game, model, foe, moved=moved) for foe in possible_targets(game, model)), default=0.0)
    if moved:
        return best + _nearer(game, model, game.statistic(model, "move"))[0], _("a shot on the way")
    return best - (0.0 if best else 0.05), _("a shot from here")


def _healing_worth(game: Game, model: Model) -> float:
    near = [friend for friend in (model, *game.friends(model)) if game.within(model, friend, 4.0)]
    return max((0.1 * other.wounds * game.card(other).rice / 10 for other in near), default=0.0) - 0.05


def _reroll_worth(game: Game, decision: Choose, option: Option) -> tuple[float, str]:
    """Return the value of rerolling a die, by the same policy as the odds, and the reason (B-TEST-5)."""
    model = game.state.models.get(decision.about)
    if option.shows is None or model is None:
        return IDLE, _("the dice are good enough")
    gain = reroll_gain(game, model, option.key, enemy=model.side != decision.player)
    return gain if gain > 0.0 else NEVER, _("a better roll is likely")


def _feat_worth(game: Game, option: Option, model: Model | None) -> tuple[float, str]:
    if option.key == PASS or model is None:
        return IDLE, _("it saves the Ki")
    card = game.card(model)
    feat = next((other for other in card.feats if option.key.endswith(f"/{other.name}")), None)
    if feat is None or feat.timing == "Instant":  # Instants are offered when they help in a fight or against a shot
        return HELPFUL, _("more dice, better odds")
    return (HELPFUL if model.ki == card.ki.max else -HELPFUL), _("Ki beyond the limit is lost")


def _picks(game: Game, decision: Pick) -> Iterator[Prospect]:
    """Yield rated choices of models. Optional choices, such as bodyguards, are left empty."""
    about = game.state.models.get(decision.about)
    for shortcut in decision.shortcuts:
        if shortcut.key == PASS_TOKEN:
            yield Prospect(PASS_TOKEN, 0.02, _("makes the opponent commit first"), scored=False)
    if decision.minimum == 0:
        yield Prospect([], 0.0, _("everyone stays put"), scored=False)
        return
    for piece in decision.candidates if decision.minimum == 1 else ():
        model, objective = game.state.models.get(piece), game.state.objectives.get(piece)
        if objective is not None:
            value, why = _nearer_to_foes(game, decision.player, objective), _("the enemy is nearer to it")
            yield Prospect([piece], value, why, scored=False)
        if model is None:
            continue
        if decision.rule == "B-MAIN-3":
            ratings = [action_worth(game, model, action) for action in _likely_actions(game, model)]
            value, why = max(ratings, default=(0.0, ""))
        elif decision.rule == "B-TEST-20":
            value, why = float(game.total(model, "tactics")), _("more dice")
        elif decision.rule == "B-TR-25" and model.side != decision.player:
            value, why = NEVER, _("it is an enemy")
        elif about is not None and model.side != about.side:
            value, why = _target_worth(game, about, model, decision.rule), _("the most to gain")
        else:
            value, why = float(model.wounds), _("it needs it most")
        yield Prospect([piece], value, why, scored=False)


def _nearer_to_foes(game: Game, player: str, objective: Objective) -> float:
    """Return the lead of the enemy's nearest model to an objective over the player's, in tens of inches."""
    far = [
        min((math.hypot(model.x - objective.x, model.y - objective.y) for model in game.of(side)), default=FAR)
        for side in (player, game.other(player))
    ]
    return (far[0] - far[1]) / 10.0


def _target_worth(game: Game, model: Model, foe: Model, rule: str) -> float:
    if rule == AIMED and game.aim is not None:
        return worth_of_shot(game, game.aim(foe))
    return fight_worth(game, model, foe, charge=rule == "B-ACT-20")


def _likely_actions(game: Game, model: Model) -> Iterator[str]:
    """Yield the actions that a model can probably take, without a search for paths."""
    foes = sorted(game.apart(model, foe) for foe in game.enemies(model))
    move = game.statistic(model, "move")
    if beside(game, model):
        yield "simple-scenario"
    if model.has("Prone"):
        yield "stand-up"
        return
    if not game.touching(model):
        yield from ("walk", "run")
    if foes and foes[0] <= move and ACTIONS["melee"].why_not(game, model) is None:
        yield "melee"
    if foes and model.counters > 1 and foes[0] <= CHARGE * move and ACTIONS["charge"].why_not(game, model) is None:
        yield "charge"
    if game.weapons(model, "ranged"):
        yield "ranged"
