"""The answers worth considering for each kind of decision, with values and reasons.

All values come from the value of a position (`Outlook`): the value of an answer is the change that it makes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from random import Random
from typing import Final

from game.engine.core.decisions import DEPLOY, Choose, Decision, Option, Pick, Place
from game.engine.core.windows import PASS
from game.engine.rulebook.looking import Sieve, sieve
from game.engine.rulebook.view import Prospect
from game.rulesets.bushido.ai.position import (
    Goal,
    Outlook,
    counters_paid,
    fight_worth,
    goals,
    pull,
    split_worths,
    worth_of_shot,
)
from game.rulesets.bushido.odds.exchange_odds import reroll_gain
from game.rulesets.bushido.odds.shot_odds import shots_from
from game.rulesets.bushido.rules import scenarios
from game.rulesets.bushido.rules.actions import REGISTRY as ACTIONS
from game.rulesets.bushido.rules.actions import Action
from game.rulesets.bushido.rules.actions.fighting import Charge, Disengage, Melee
from game.rulesets.bushido.rules.actions.moving import AFTER, BEFORE, STAND, Run, Walk
from game.rulesets.bushido.rules.actions.scenario import AtObjective
from game.rulesets.bushido.rules.actions.shooting import RangedAttack
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.moving.carry_out import BOOST
from game.rulesets.bushido.rules.moving.policies import run_length
from game.rulesets.bushido.rules.rulings import TOLERANCE
from game.rulesets.bushido.rules.scenarios import INTERACTIONS
from game.rulesets.bushido.rules.state import Model, Objective
from game.rulesets.bushido.rules.turn.main import NOTHING, PASS_TOKEN, declaration, spend_pass_token
from game.table.facing import facing_towards
from game.table.lattice import position
from game.table.path.region import PathRegion
from game.table.path.straight import straight_path_is_legal
from game.wording import N_, _

SAMPLES: Final = 2
"""The number of random spots tried for each placement."""
NEAREST: Final = 3
"""The number of goals for which spots are tried."""
ASIDE: Final = (0, 15, -15, 30, -30, 50, -50)
"""Deviations of straight paths to a goal in degrees. They are tried before a search, which takes long."""
IDLE, NEVER, HELPFUL = 0.0, -100.0, 0.12
"""The values of doing nothing, of an answer that is never given, and of a small advantage."""
HASTE: Final = 0.01
"""The value of walking instead of running to the same spot."""
HEALS: Final = 4.0
"""The distance within which a model probably reaches a friend to heal it, in inches."""
AIMED, SPECIAL = "B-RNG-1", "B-SPEC-2"
"""The rules of decisions about the target of a shot and its special."""
SETUP: Final = ("B-SETUP-2", "B-SETUP-5", "B-START-4")
"""The rules of decisions that choose a player to be first."""
USUAL: Final = {
    "command": (0.3, N_("a friend acts again")),
    "order": (0.3, N_("a friend acts again")),
    "simple-feat": (HELPFUL, N_("it has Ki to spend")),
    "complex-feat": (HELPFUL, N_("it has Ki to spend")),
    "channel": (-0.02, N_("Ki for a friend that needs it")),
}
"""The usual values of actions whose results a position does not show."""

Rated = tuple[float, str]
"""The value of an answer and the reason."""


def prospects(
    game: Game, decision: Decision, rng: Random, share: float = 1.0, *, quick: bool = False
) -> Iterator[Prospect]:
    """Yield the answers worth considering, with values and reasons.

    The unit is the value of a goal that is reached (B-SCEN). `share` is the share of possible spots that is considered.
    `quick` avoids searches for spots.
    """
    if decision.deploys:
        yield Prospect(DEPLOY, IDLE, _("near objectives, apart from friends"), scored=False)
    elif isinstance(decision, Place):
        yield from _places(game, decision, rng, sieve(rng, share), quick=quick)
    elif isinstance(decision, Pick):
        yield from _picks(game, decision)
    elif isinstance(decision, Choose):
        for key, (value, why) in _choices(game, decision):
            yield Prospect(key, value, why, scored=False)


def candidates(game: Game, decision: Decision, rng: Random) -> Iterator[Prospect]:
    """Yield the answers worth trying on copies of the game.

    The odds of fights and shots are exact, so these answers are final and need no trial, except for a Disengage.
    """
    bout = game.bout if isinstance(decision, Choose) and decision.secret else None
    settled = bout is not None or (game.aim is not None and decision.rule in (AIMED, SPECIAL))
    # after a Disengage, the model also walks, so the odds are not the whole value
    final = settled and not (bout is not None and bout.disengaging)
    for prospect in prospects(game, decision, rng, quick=True):
        yield replace(prospect, scored=settled, settled=settled, final=final)


def reason(game: Game, decision: Decision, prospect: Prospect) -> str:
    """Return the reason for an answer as text."""
    if prospect.why:
        return prospect.why
    others = prospects(game, decision, Random(0))
    return next((other.why for other in others if other.answer == prospect.answer), _("nothing to go by"))


# -- spots


def _places(game: Game, decision: Place, rng: Random, look: Sieve, *, quick: bool) -> Iterator[Prospect]:
    """Yield spots near goals and random spots, with the gain over the current spot.

    With `quick`, spots that need a search are tried only if no goal can be approached in a straight line.
    """
    model = game.state.models.get(decision.about)
    if model is None:
        return
    goals_of_model, outlook = goals(game, model), Outlook(game, decision.player)
    ran = decision.rule == Run.moves
    for option in decision.shortcuts:
        for goal in [goal for goal in goals_of_model if goal.id in option.subject]:
            value, _why = _spot(outlook, model, (goal.x, goal.y - goal.near - model.radius), goals_of_model, ran=ran)
            yield Prospect(option.key, value, _("nearer to {goal}", goal=_name_of(game, goal.id)), scored=False)
    for x, y in _spots(model, decision, goals_of_model, rng, look, quick=quick):
        answer: list[float | int] = [x, y]
        if decision.turning is not None and decision.turning.is_choice:
            nearest_enemy = min(
                game.enemies(model), key=lambda enemy: math.hypot(enemy.x - x, enemy.y - y), default=None
            )
            facing = model.facing if nearest_enemy is None else facing_towards(nearest_enemy.x - x, nearest_enemy.y - y)
            answer.append(decision.turning.nearest(x, y, facing))
        value, why = _spot(outlook, model, (x, y), goals_of_model, ran=ran)
        if value <= 0.0:  # it moves all the same
            why = _("the best of the spots that it looked at")
        if model.side != decision.player:  # an enemy is thrown (B-SPEC-A12)
            why = _("thrown away from where it wants to be")
        yield Prospect(answer, value, why, scored=False)


def _spot(
    outlook: Outlook,
    model: Model,
    spot: tuple[float, float],
    known: list[Goal],
    payments: dict[str, int] | None = None,
    *,
    ran: bool = False,
) -> Rated:
    """Return the gain of a spot for a model, and the reason."""
    value = outlook.gain(_standing(model, spot, ran=ran), payments)
    return value, _why(outlook.game, model, known, *spot) if value > 0.0 else _("nowhere better to go")


def _standing(model: Model, spot: tuple[float, float], *, ran: bool = False) -> Callable[[Game], None]:
    """Return the change that puts a model at a spot."""

    def change(twin: Game) -> None:
        moved = twin.state.models[model.id]
        moved.place, moved.x, moved.y, moved.ran = "table", *spot, ran or moved.ran

    return change


def _name_of(game: Game, identity: str) -> str:
    """Return the displayed name of a goal, which is a model, an objective or a zone."""
    name = game.name_of(identity)
    return _("Zone {name}", name=_(identity)) if name == identity else name


def _why(game: Game, model: Model, known: list[Goal], x: float, y: float) -> str:
    """Return the reason for a spot: an enemy in base contact, or the goal that comes nearer than any other."""
    for enemy in game.enemies(model):
        if math.hypot(enemy.x - x, enemy.y - y) - enemy.radius - model.radius <= TOLERANCE:
            return _("a fight with {model}", model=enemy.name)

    def gain(goal: Goal) -> float:
        return pull(game, model, x, y, [goal]) - pull(game, model, model.x, model.y, [goal])

    best = max(known, key=gain, default=None)
    return _("nearer to {goal}", goal=_name_of(game, best.id)) if best else _("the most to gain")


def _spots(
    model: Model, decision: Place, known: list[Goal], rng: Random, look: Sieve, *, quick: bool
) -> Iterator[tuple[float, float]]:
    """Yield a legal spot for each of the best goals, then random spots. The best goal is never overlooked."""
    worthwhile = _worthwhile(model, known)
    seen = [*look(worthwhile)] or worthwhile[:1]
    straight_spots = [(goal, _ahead(model, decision, goal)) for goal in seen]
    may_search = not quick or all(spot is None for _goal, spot in straight_spots)
    for goal, spot in straight_spots:
        legal_spot = decision.region.nearest((goal.x, goal.y)) if spot is None and may_search else spot
        if legal_spot is not None:
            yield legal_spot
    for _sample in look(range(SAMPLES)) if not quick else ():
        legal_spot = decision.region.sample(rng)
        if legal_spot is not None:
            yield legal_spot


def _worthwhile(model: Model, known: list[Goal]) -> list[Goal]:
    """Return the `NEAREST` goals that are most worth approaching, best first."""
    # a goal of full value may be 10 inches farther away than one of no value
    return sorted(known, key=lambda goal: math.hypot(goal.x - model.x, goal.y - model.y) - 10 * goal.value)[:NEAREST]


def _ahead(model: Model, decision: Place, goal: Goal) -> tuple[float, float] | None:
    """Return a legal spot on a straight path towards a goal, or nearly so, or None."""
    region = decision.region
    if not isinstance(region, PathRegion) or goal.inches_from(model) <= 0.0:
        return None
    spots = (goal.towards(model, region.policies[0].budget, aside) for aside in ASIDE)
    return next(
        (spot for spot in spots if straight_path_is_legal(region.start, position(*spot), region.policies)), None
    )


# -- choices


def _choices(game: Game, decision: Choose) -> Iterator[tuple[str, Rated]]:
    """Yield the key of each option with its value and reason."""
    outlook = Outlook(game, decision.player, decision.about)
    if decision.secret and game.bout is not None:
        fighter, paid = game.bout.of(game.state.models[decision.about]), outlook.paid(counters_paid(game, game.bout))
        for key, value in split_worths(game, game.bout, fighter).items():
            yield key, (value + paid, _("the best odds against any split by the opponent"))
        return
    for option in decision.options:
        yield option.key, _option(outlook, decision, option)


def _option(outlook: Outlook, decision: Choose, option: Option) -> Rated:
    """Return the value of an option and the reason. The rule or the key shows the kind of option."""
    game = outlook.game
    model = game.state.models.get(option.subject[0]) if option.subject else None
    action, about = ACTIONS.get(option.key.rsplit(" ", 1)[-1]), game.state.models.get(decision.about)
    if model is not None and action is not None:
        return _action(outlook, model, action)
    if decision.rule == "B-TEST-5":  # a reroll
        return _reroll(game, decision, option)
    if decision.rule == "B-KI-2":  # a feat
        return _feat(game, option, model)
    if decision.rule in SETUP:
        return float(option.key == decision.player), _("to act first")
    if decision.rule == RangedAttack.rule and option.key in (STAND, BEFORE, AFTER) and about is not None:
        return _shot(outlook, about, ACTIONS["ranged"], moved=option.key != STAND)
    if option.key == STAND:
        return 0.01, _("it works from here")
    if decision.rule == SPECIAL and game.aim is not None and about is not None:
        return worth_of_shot(game, game.aim(about), option.key) + _owed(outlook), _("the most to gain")
    if option.key == PASS_TOKEN:
        return _pass(outlook)
    if decision.rule == "AMB-31":  # boosts to reach a target
        return HELPFUL if option.key == BOOST else 0.0, _("nothing is reached without it")
    if option.key.endswith(NOTHING):
        return NEVER, _("its counters would be lost")
    return IDLE, _("nothing to go by")


def _owed(outlook: Outlook) -> float:
    """Return the change in value, 0 or less, from the price that the acting model pays for its action."""
    return outlook.paid({outlook.game.state.active: outlook.game.owed} if outlook.game.state.active else {})


def _pass(outlook: Outlook) -> Rated:
    """Return the gain of spending a pass token, and the reason."""
    return outlook.gain(lambda twin: spend_pass_token(twin, outlook.player)), _("makes the opponent commit first")


def _reroll(game: Game, decision: Choose, option: Option) -> Rated:
    """Return the value of rerolling a die, by the same policy as the odds, and the reason (B-TEST-5)."""
    model = game.state.models.get(decision.about)
    if option.shows is None or model is None:
        return IDLE, _("the dice are good enough")
    gain = reroll_gain(game, option.key, enemy=model.side != decision.player)
    return gain if gain > 0.0 else NEVER, _("a better roll is likely")


def _feat(game: Game, option: Option, model: Model | None) -> Rated:
    """Return the value of using a feat, or of using none, and the reason."""
    if option.key == PASS or model is None:
        return IDLE, _("it saves the Ki")
    card = game.card(model)
    feat = next((other for other in card.feats if option.key.endswith(f"/{other.name}")), None)
    if feat is None or feat.timing == "Instant":  # Instants are offered when they help in a fight or against a shot
        return HELPFUL, _("more dice, better odds")
    return (HELPFUL if model.ki == card.ki.max else -HELPFUL), _("Ki beyond the limit is lost")


# -- actions


def _action(outlook: Outlook, model: Model, action: Action) -> Rated:
    """Return the gain of an action after its price is paid, and the reason."""
    if isinstance(action, Walk | Run):
        return _move(outlook, model, action)
    if isinstance(action, Melee | Charge):
        return _fight(outlook, model, action)
    if isinstance(action, RangedAttack):
        return _shot(outlook, model, action, moved=False)
    game, price = outlook.game, {model.id: action.price(outlook.game, model)}
    if isinstance(action, AtObjective):
        gains = (
            outlook.gain(partial(_interact, model, objective), price) for objective in action.possible(game, model)
        )
        value = max(gains, default=NEVER)
        # prayers are limited, and one at the own shrine gives only 1 point
        wasted = value <= 0.0 and scenarios.of(game).interaction == "prayer"
        return value, _("a prayer, but one elsewhere is worth more") if wasted else _("the scenario rewards it")
    if isinstance(action, Disengage):
        worst = min((fight_worth(game, model, enemy) for enemy in game.touching(model)), default=0.0)
        # only a fight that loses more than a little is worth leaving
        return (0.1 if worst < -0.1 else -0.1), _("the fight is going badly")
    if action.key in CHANGES:
        change, why = CHANGES[action.key]
        return outlook.gain(lambda twin: change(twin, twin.state.models[model.id]), price), _(why)
    recovers = bool(model.markers) and not action.why_futile(game, model)
    other = (HELPFUL, N_("it recovers from what hampers it")) if recovers else (IDLE, N_("nothing better to do"))
    usual_value, why = USUAL.get(action.key, other)
    return usual_value + outlook.paid(price), _(why)


def _interact(model: Model, objective: Objective, twin: Game) -> None:
    """Let a model interact with an objective as the scenario says."""
    interaction, twin_objective = INTERACTIONS[scenarios.of(twin).interaction], twin.state.objectives[objective.id]
    interaction.carry_out(twin, twin.state.models[model.id], twin_objective)


def _stand(twin: Game, model: Model) -> None:
    twin.unmark(model, "Prone")


def _heal(twin: Game, model: Model) -> None:
    """Heal the most wounded model that a healer can probably reach."""
    patients = [friend for friend in (model, *twin.friends(model)) if twin.within(model, friend, HEALS)]
    entry = twin.named(model, "Heal")
    if entry is not None:
        twin.heal(max(patients, key=lambda patient: patient.wounds), entry.value)


CHANGES: Final = {
    "stand-up": (_stand, N_("a Prone model can do nothing else")),
    "jump-up": (_stand, N_("a Prone model can do nothing else")),
    "heal": (_heal, N_("it heals wounds")),
    "focus": (lambda twin, model: twin.gain_ki(model, twin.card(model).ki.value), N_("more Ki for later")),
}
"""The change to the table by each action, and the reason for it."""


def _move(outlook: Outlook, model: Model, action: Walk | Run) -> Rated:
    """Return the gain of the best straight move towards a goal, ignoring obstacles, and the reason."""
    game, ran = outlook.game, isinstance(action, Run)
    goals_of_model, move = goals(game, model), game.statistic(model, "move")
    inches = run_length(move) if ran else float(move)
    price = {model.id: action.price(game, model)}
    spots = (goal.towards(model, inches) for goal in _worthwhile(model, goals_of_model))
    rated_spots = (_spot(outlook, model, spot, goals_of_model, price, ran=ran) for spot in spots)
    value, why = max(rated_spots, default=(outlook.paid(price), _("nowhere better to go")))
    return value - (HASTE if ran else 0.0), why


def _fight(outlook: Outlook, model: Model, action: Melee | Charge) -> Rated:
    """Return the gain of the best Melee or Charge of a model, and the reason."""
    enemies = action.candidates(outlook.game, model)
    charge, price = isinstance(action, Charge), action.price(outlook.game, model)
    fights = ((_against(outlook, model, enemy, price, charge=charge), enemy.name) for enemy in enemies)
    value, name = max(fights, default=(NEVER, ""))
    return value, _("a fight with {model}", model=name) if name else _("no enemy is within reach")


def _against(outlook: Outlook, model: Model, foe: Model, price: int, *, charge: bool) -> float:
    """Return the gain of an exchange with an enemy, with the move into base contact."""
    spot = Goal(foe.id, foe.x, foe.y, 0.0, foe.radius).towards(model, math.inf)
    payments = {model.id: price, foe.id: int(not outlook.game.any(foe, "tireless"))}
    return fight_worth(outlook.game, model, foe, charge=charge) + outlook.gain(_standing(model, spot), payments)


def _shot(outlook: Outlook, model: Model, action: Action, *, moved: bool) -> Rated:
    """Return the gain of the best shot from here, with a walk if `moved`, and the reason."""
    game, price = outlook.game, {model.id: action.price(outlook.game, model)}
    best = max((worth_of_shot(game, shot) for shot, _aim in shots_from(game, model, moved=moved)), default=0.0)
    if not moved:
        return best + outlook.paid(price), _("a shot from here")
    return best + _move(outlook, model, Walk())[0], _("a shot on the way")


# -- picks


def _picks(game: Game, decision: Pick) -> Iterator[Prospect]:
    """Yield choices of models with ratings (not in points). Optional choices, such as bodyguards, are left empty."""
    if any(shortcut.key == PASS_TOKEN for shortcut in decision.shortcuts):
        yield Prospect(PASS_TOKEN, *_pass(Outlook(game, decision.player, decision.candidates[0])), scored=False)
    if decision.minimum == 0:
        yield Prospect([], 0.0, _("everyone stays put"), scored=False)
        return
    if decision.minimum > 1:  # not rated: the general search tries them
        return
    for piece in decision.candidates:
        yield Prospect([piece], *_picked(game, decision, piece), scored=False)


def _picked(game: Game, decision: Pick, piece: str) -> Rated:
    """Return the value of picking a piece, and the reason."""
    about, model = game.state.models.get(decision.about), game.state.models.get(piece)
    if model is None:
        gain = Outlook(game, decision.player).gain(
            lambda twin: setattr(twin.state.objectives[piece], "on_table", False)
        )
        return gain, _("the enemy is nearer to it")
    if decision.rule == "B-MAIN-3":  # the value of a model is the value of its best action
        ratings = _choices(game, declaration(game, decision.player, [model], begun=True))
        return max((rated for _key, rated in ratings), default=(0.0, ""))
    if decision.rule == "B-TEST-20":  # the model for the tactical test
        return float(game.total(model, "tactics")), _("more dice")
    if decision.rule == "B-TR-25" and model.side != decision.player:  # the patient of Heal
        return NEVER, _("it is an enemy")
    if about is not None and model.side != about.side:
        outlook = Outlook(game, decision.player)
        if decision.rule == AIMED and game.aim is not None:
            return worth_of_shot(game, game.aim(model)) + _owed(outlook), _("the most to gain")
        charge = decision.rule == Charge.rule
        return _against(outlook, about, model, game.owed, charge=charge), _("the most to gain")
    return float(model.wounds), _("it needs it most")
