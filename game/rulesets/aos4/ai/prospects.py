"""The answers that a computer player considers, with their expected gain."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Final

from game.engine.core.decisions import Allocate, Answer, Arrange, Choose, Decision, Option, Pick, Place
from game.engine.core.windows import PASS
from game.engine.rulebook.view import Prospect
from game.rulesets.aos4.ai import ratings
from game.rulesets.aos4.ai.arrangements import PILES_IN, TRIFLE, Hope, arrangements, description, hopes, moves
from game.rulesets.aos4.ai.position import (
    POINT,
    PRICE,
    Outlook,
    Rated,
    damage_text,
    damage_worth,
    expected_damage,
    printed,
    wound_worth,
)
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.rules.abilities import Use, current
from game.rulesets.aos4.rules.abilities.by_hand import DONE
from game.rulesets.aos4.rules.attacks.assigning import SHARE
from game.rulesets.aos4.rules.core.magic import INTERVENING
from game.rulesets.aos4.rules.core.moves import weaker_enemies
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.healing import KEEP_OFF
from game.rulesets.aos4.rules.magic import ANSWER, BANK
from game.rulesets.aos4.rules.phases.turns import NONE
from game.rulesets.aos4.rules.rulings import AT_THE_DOUBLE
from game.rulesets.aos4.rules.state import Unit
from game.rulesets.aos4.view.odds import AIMING
from game.wording import _, ngettext, numeral

ROLLED: Final = 3.5
"""The expected result of a die."""
HURT: Final = 2.0
"""The expected mortal damage of D3."""
HOPEFUL: Final = 0.8
"""The share of its hoped gain that a move brings on average."""
CROWDED: Final = 0.3
"""The share of its hoped gain that a move brings if its end is not free."""
ANY_MOVE: Final = "A-MOVE-7"
_NOWHERE: Final[tuple[float, Hope | None]] = (0.0, None)


def normal_move(game: Game, spec: AbilityDocument, unit: Unit) -> Rated:
    """Rate a move by the best spot in reach. The rating is not settled, because the spot may not be free."""
    return _rate_move(game, unit, printed(game, unit).move, eager=True)._replace(settled=False)


def run(game: Game, spec: AbilityDocument, unit: Unit) -> Rated:
    """Rate a run by the best spot in reach, without later attacks this turn."""
    return _rate_move(game, unit, printed(game, unit).move + ROLLED + game.bonus(unit, "run"), spent=True)


def at_the_double(game: Game, spec: AbilityDocument, unit: Unit) -> Rated:
    """Rate 6 inches in place of a run roll by the better spot in reach."""
    move = printed(game, unit).move
    rolled = _rate_move(game, unit, move + ROLLED + game.bonus(unit, "run"), spent=True)
    full = _rate_move(game, unit, move + AT_THE_DOUBLE, spent=True)
    return Rated(full.worth - rolled.worth, full.why)


def retreat(game: Game, spec: AbilityDocument, unit: Unit) -> Rated:
    """Rate a retreat by the best spot in reach and the damage, without later attacks this turn."""
    moved = _rate_move(game, unit, printed(game, unit).move, spent=True)
    return moved._replace(worth=moved.worth - damage_worth(game, unit, HURT))


def redeploy(game: Game, spec: AbilityDocument, unit: Unit) -> Rated:
    """Rate a short move in the enemy's turn."""
    return _rate_move(game, unit, ROLLED)


def power_through(game: Game, spec: AbilityDocument, unit: Unit) -> Rated:
    """Rate Power Through by the damage to a weaker enemy. The move after it counts nothing."""
    best = max(weaker_enemies(game, unit), key=lambda each: wound_worth(game, each))
    return Rated(damage_worth(game, best, HURT), damage_text(HURT, best))


def _rate_move(game: Game, unit: Unit, inches: float, *, spent: bool = False, eager: bool = False) -> Rated:
    """Return the gain of the best spot within a distance in inches.

    `spent` means that the unit cannot attack any more this turn. With `eager`, spots that are not free count too.
    """
    outlook = Outlook(game, unit.owner, unit, spent=spent)
    lost, best = Outlook(game, unit.owner, unit).worth() - outlook.worth() if spent else 0.0, _NOWHERE
    for hope in hopes(game, unit, moves(game, unit, inches, ANY_MOVE), ANY_MOVE, outlook) if inches > 0.0 else ():
        part = HOPEFUL if hope.free else CROWDED if eager else 0.0
        if part * (hope.gain - lost) > best[0]:
            best = part * (hope.gain - lost), hope
    value, goal = best
    if goal is None or value <= TRIFLE:
        return Rated(-TRIFLE, _("no better spot is in reach"))
    why = description(game, unit, goal.ends)
    return Rated(value, why if goal.free else _("towards a better spot: {there}", there=why))


NOT: Final = -0.1
"""The value in victory points of options that computer players do not use."""
FIRST_TURN: Final = 0.3
"""The value of the first turn of a round in victory points."""
USING: Final = ("A-TURN-2", "A-REACT-2", "A-FIGHT-2")
"""The rules of decisions about an ability and its user."""

RATED: Final[dict[str, Callable[[Game, AbilityDocument, Unit], Rated]]] = {
    "normal-move": normal_move,
    "run": run,
    "retreat": retreat,
    "shoot": ratings.shoot,
    "covering-fire": ratings.shoot,
    "charge": ratings.charge,
    "counter-charge": ratings.charge,
    "forward-to-victory": ratings.forward_to_victory,
    "fight": ratings.fight,
    "rally": ratings.rally,
    "all-out-attack": ratings.all_out,
    "all-out-defence": ratings.all_out,
    "at-the-double": at_the_double,
    "redeploy": redeploy,
    "power-through": power_through,
    "activate-place-of-power": ratings.place_of_power,
    "unbind": ratings.unbind,
    "banish-manifestation": ratings.banish,
    "magical-intervention": ratings.intervention,
}
"""The function that rates each core ability, by id, before its cost. Other abilities are rated by their effects."""


def prospects(game: Game, decision: Decision, rng: random.Random, share: float = 1.0) -> Iterator[Prospect]:
    """Yield promising answers, each with its expected value in victory points and the reason.

    `share` is the share of the arrangements to consider.
    """
    if isinstance(decision, Arrange):
        yield from arrangements(game, decision, rng, share)
    elif isinstance(decision, Choose):
        for number, option in enumerate(decision.options):
            rated = _option(game, decision, option, number)
            scored = rated.scored and option.key != PASS
            yield Prospect(option.key, rated.worth, rated.why, scored, rated.settled, rated.settled)
    elif isinstance(decision, Pick):
        for number, option in enumerate(decision.shortcuts):
            yield Prospect(option.key, -number / 100, option.label, scored=False)
    elif isinstance(decision, Allocate):
        first = max(decision.limits, key=lambda limit: _loss(game, decision, limit))
        yield Prospect({first: decision.total}, 0.0, _("all on the target that loses most"), scored=False)
    elif isinstance(decision, Place):
        spot = decision.region.sample(rng)
        yield Prospect(KEEP_OFF if spot is None else [spot.x, spot.y], 0.0, _("back to its unit"), scored=False)


def _loss(game: Game, decision: Decision, target: str) -> float:
    unit, other = game.state.units[decision.about], game.state.units[target]
    return expected_damage(game, unit, other, ranged=game.state.phase_name == "shooting")


def _option(game: Game, decision: Choose, option: Option, number: int) -> Rated:
    """Return the value of an option in victory points with the reason."""
    if option.key in (PASS, DONE, NONE):
        return Rated(0.0, _("nothing else helps"))
    if decision.rule in USING:
        identity, _space, name = option.key.partition(" ")
        spec, unit = game.ability(decision.player, identity), game.state.units[name]
        rated = RATED.get(spec.effect_id, ratings.ability)(game, spec, unit)
        value = rated.worth - PRICE * spec.cost
        return rated._replace(worth=value if value > 0.0 else min(value, NOT))  # clearly less than no use
    if decision.rule in ("A-PRI-1", "A-PRI-2"):
        return Rated(FIRST_TURN if option.key == decision.player else 0.0, _("to strike first"))
    if decision.rule in ("A-IMP-8", "A-IMP-30"):
        return Rated(NOT, _("left to the players"))
    use = current(game)
    return _during_use(use, decision, option, number) if use is not None else _other(option, number)


def _during_use(use: Use, decision: Choose, option: Option, number: int) -> Rated:
    """Return the value of an option during the use of an ability, such as a target."""
    game = use.game
    if option.key in game.state.units:
        return _target(use, decision, game.state.units[option.key])
    if option.key == SHARE:
        return Rated(NOT, _("better all on one target"))
    if option.key == ANSWER:
        return max(ratings.on_target(game, use.spec, use.unit, target) for target in use.targets or [use.unit])
    if option.key == BANK:
        rolled = use.total - use.unit.ritual
        why = ngettext("{n} ritual point for later", "{n} ritual points for later", rolled)
        return Rated(ratings.ritual_worth(use.unit, rolled), why)
    if decision.rule == "A-AB-14":
        return ratings.ability(game, game.ability(use.player, option.key), use.unit, INTERVENING)
    return _other(option, number)


def _target(use: Use, decision: Choose, target: Unit) -> Rated:
    """Return the value of a unit as the target of the ability in use."""
    game = use.game
    if decision.rule in AIMING and target.owner != use.player:
        return ratings.rate_target(use, target)
    if decision.rule in (PILES_IN, "A-DMG-9"):
        loss = expected_damage(game, use.unit, target, ranged=False) / POINT
        amount = numeral(loss * POINT, ".0f")
        return Rated(loss, _("{unit} may lose {points} points' worth of models", unit=target.name, points=amount))
    if use.spec.effect_id == "power-through":
        return Rated(damage_worth(game, target, HURT), _("it loses the most"))
    if use.spec.effect_id == "banish-manifestation":
        return Rated(1.0 if target.owner != use.player else NOT, _("it belongs to the enemy"))
    return ratings.on_target(game, use.spec, use.unit, target)


def _other(option: Option, number: int) -> Rated:
    """Return a rank for any other option, by the number of models and then by the order of the options."""
    return Rated(len(option.subject) - number / 100, _("the most models first") if option.subject else "", scored=False)


def candidates(game: Game, decision: Decision, rng: random.Random) -> Iterator[Prospect]:
    """Yield the promising answers to try on copies of the game, with a thorough search for arrangements."""
    if isinstance(decision, Arrange):
        yield from arrangements(game, decision, rng, thorough=True)
    else:
        yield from prospects(game, decision, rng)


def deployed(game: Game, decision: Decision) -> Answer:
    """Return the suggested answer to a decision about deployment."""
    legal = [prospect for prospect in prospects(game, decision, random.Random(0)) if decision.allows(prospect.answer)]
    return max(legal, key=lambda prospect: prospect.worth).answer
