"""The answers worth considering and their expected gain: exact odds for dice, plain weights for the rest."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Final

from game.engine.core.decisions import Allocate, Answer, Arrange, Choose, Decision, Option, Pick, Place
from game.engine.core.windows import PASS
from game.engine.rulebook.view import Prospect
from game.rulesets.aos4.ai import attacking, effects
from game.rulesets.aos4.ai.arrangements import TRIFLE, Hope, arranged, hopes, told
from game.rulesets.aos4.ai.position import POINT, PRICE, Outlook
from game.rulesets.aos4.ai.rated import Rated, damage_worth, wound_worth
from game.rulesets.aos4.ai.strength import expected_damage, printed
from game.rulesets.aos4.ai.wanted import moves
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.rules.abilities.by_hand import DONE
from game.rulesets.aos4.rules.attacks.assigning import SHARE
from game.rulesets.aos4.rules.core.moves import weaker_enemies
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.healing import KEEP_OFF
from game.rulesets.aos4.rules.magic import ANSWER, BANK
from game.rulesets.aos4.rules.phases.turns import NONE
from game.rulesets.aos4.rules.rulings import AT_THE_DOUBLE
from game.rulesets.aos4.rules.state import Unit
from game.rulesets.aos4.rules.use import Use, current
from game.wording import _, ngettext, numeral

ROLLED: Final = 3.5
"""The expected inches of a die."""
HURT: Final = 2.0
"""The expected mortal damage of D3."""
HOPEFUL: Final = 0.8
"""The share of a move's hoped gain that it brings, since others may be in its way."""
CROWDED: Final = 0.3
"""The same if others occupy the wanted spot."""
ANY_MOVE: Final = "A-MOVE-7"
_NOWHERE: Final[tuple[float, Hope | None]] = (0.0, None)


def normal_move(game: Game, spec: AbilityDocument, unit: Unit) -> Rated:
    """Rate a move by the best spot that it may lead to; what it really reaches shows when it is played out."""
    return _moved(game, unit, printed(game, unit).move, eager=True)._replace(settled=False)


def run(game: Game, spec: AbilityDocument, unit: Unit) -> Rated:
    """Rate a run: farther, but no shooting or charge this turn."""
    return _moved(game, unit, printed(game, unit).move + ROLLED + game.bonus(unit, "run"), spent=True)


def at_the_double(game: Game, spec: AbilityDocument, unit: Unit) -> Rated:
    """Rate six inches in place of a die by how much better the reachable spot is."""
    move = printed(game, unit).move
    rolled = _moved(game, unit, move + ROLLED + game.bonus(unit, "run"), spent=True)
    full = _moved(game, unit, move + AT_THE_DOUBLE, spent=True)
    return Rated(full.worth - rolled.worth - PRICE * spec.cost, full.why)


def retreat(game: Game, spec: AbilityDocument, unit: Unit) -> Rated:
    """Rate a retreat: away from the fight, with damage, and no shooting or charge this turn."""
    moved = _moved(game, unit, printed(game, unit).move, spent=True)
    return moved._replace(worth=moved.worth - damage_worth(game, unit, HURT))


def redeploy(game: Game, spec: AbilityDocument, unit: Unit) -> Rated:
    """Rate a short move in the enemy's turn."""
    moved = _moved(game, unit, ROLLED)
    return moved._replace(worth=moved.worth - PRICE * spec.cost)


def power_through(game: Game, spec: AbilityDocument, unit: Unit) -> Rated:
    """Rate mortal damage to a weaker enemy; the following move is extra."""
    best = max(weaker_enemies(game, unit), key=lambda each: wound_worth(game, each))
    why = _("{wounds} damage expected against {enemy}", wounds=numeral(HURT, ".1f"), enemy=best.name)
    return Rated(damage_worth(game, best, HURT) - PRICE * spec.cost, why)


def _moved(game: Game, unit: Unit, inches: float, *, spent: bool = False, eager: bool = False) -> Rated:
    """Return the gain of the best spot within some inches.

    `spent`: the unit strikes no more this turn; `eager`: it may also go near a spot without room.
    """
    outlook = Outlook(game, unit.owner, unit, spent=spent)
    lost, best = Outlook(game, unit.owner, unit).worth() - outlook.worth() if spent else 0.0, _NOWHERE
    for each in hopes(game, unit, moves(game, unit, inches, ANY_MOVE), ANY_MOVE, outlook) if inches > 0.0 else ():
        part = HOPEFUL if each.free else CROWDED if eager else 0.0
        if part * (each.gain - lost) > best[0]:
            best = part * (each.gain - lost), each
    value, hope = best
    if hope is None or value <= TRIFLE:
        return Rated(-TRIFLE, _("no better spot is in reach"))
    why = told(game, unit, hope.ends)
    return Rated(value, why if hope.free else _("towards a better spot: {there}", there=why))


NOT: Final = -0.1
"""The value in victory points of options that computer players leave alone."""
FIRST_TURN: Final = 0.3
"""The value of the first turn of a round."""
USING: Final = ("A-TURN-2", "A-REACT-2", "A-FIGHT-2")
"""The rules under which a player chooses an ability and the unit that uses it."""
AIMING: Final = ("A-AB-4", "A-AB-6", "A-AB-17")
"""The rules under which a player chooses a unit's target."""
PILING: Final = "A-PILE-1"

RATED: Final[dict[str, Callable[[Game, AbilityDocument, Unit], Rated]]] = {
    "normal-move": normal_move,
    "run": run,
    "retreat": retreat,
    "shoot": attacking.shoot,
    "covering-fire": attacking.covering_fire,
    "charge": attacking.charge,
    "counter-charge": attacking.charge,
    "forward-to-victory": attacking.forward_to_victory,
    "fight": attacking.fight,
    "rally": effects.rally,
    "all-out-attack": attacking.all_out,
    "all-out-defence": attacking.all_out,
    "at-the-double": at_the_double,
    "redeploy": redeploy,
    "power-through": power_through,
    "activate-place-of-power": effects.place_of_power,
    "unbind": effects.unbind,
    "banish-manifestation": effects.banish,
    "magical-intervention": effects.intervention,
}
"""The value of core abilities, by id; others are rated by their effects."""


def prospects(game: Game, decision: Decision, rng: random.Random, share: float = 1.0) -> Iterator[Prospect]:
    """Yield the answers worth considering, each with its expected value in victory points and the reason.

    With a `share` below 1, only that share of the arrangements is considered.
    """
    if isinstance(decision, Arrange):
        yield from arranged(game, decision, rng, share)
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
    """Return the value of an option, in victory points, and the reason."""
    if option.key in (PASS, DONE, NONE):
        return Rated(0.0, _("nothing else helps"))
    if decision.rule in USING:
        identity, _space, name = option.key.partition(" ")
        spec, unit = game.ability(decision.player, identity), game.state.units[name]
        return _worthwhile(RATED.get(spec.effect_id, effects.ability)(game, spec, unit))
    if decision.rule in ("A-PRI-1", "A-PRI-2"):
        return Rated(FIRST_TURN if option.key == decision.player else 0.0, _("to strike first"))
    if decision.rule in ("A-IMP-8", "A-IMP-30"):
        return Rated(NOT, _("left to the players"))
    use = current(game)
    return _within(use, decision, option, number) if use is not None else _other(option, number)


def _worthwhile(rated: Rated) -> Rated:
    """Return a low value for options that are left alone; otherwise careless players would take them for nothing."""
    return rated if rated.worth > 0.0 else rated._replace(worth=min(rated.worth, NOT))


def _within(use: Use, decision: Choose, option: Option, number: int) -> Rated:
    """Return the value of an option while an ability is in use: a target, or the fate of a prayer."""
    game = use.game
    if option.key in game.state.units:
        return _target(use, decision, game.state.units[option.key])
    if option.key == SHARE:
        return Rated(NOT, _("better all on one target"))
    if option.key == ANSWER:
        return max(effects.on_target(game, use.spec, use.unit, model) for model in use.targets or [use.unit])
    if option.key == BANK:
        rolled = use.total - use.unit.ritual
        why = ngettext("{n} ritual point for later", "{n} ritual points for later", rolled)
        return Rated(effects.ritual_worth(use.unit, rolled), why)
    if decision.rule == "A-AB-14":
        return effects.intervening(game, game.ability(use.player, option.key), use.unit)
    return _other(option, number)


def _target(use: Use, decision: Choose, target: Unit) -> Rated:
    """Return the value of a unit as the target of the ability in use."""
    game = use.game
    if decision.rule in AIMING and target.owner != use.player:
        return attacking.aimed_at(use, target)
    if decision.rule in (PILING, "A-DMG-9"):
        loss = expected_damage(game, use.unit, target, ranged=False) / POINT
        text = _(
            "{unit} may lose {points} points' worth of models", unit=target.name, points=numeral(loss * POINT, ".0f")
        )
        return Rated(loss, text)
    if use.spec.effect_id == "power-through":
        return Rated(damage_worth(game, target, HURT), _("it loses the most"))
    if use.spec.effect_id == "banish-manifestation":
        return Rated(1.0 if target.owner != use.player else NOT, _("it belongs to the enemy"))
    return effects.on_target(game, use.spec, use.unit, target)


def _other(option: Option, number: int) -> Rated:
    """Return the value of any other option: units with more models come first, otherwise the order given."""
    return Rated(len(option.subject) - number / 100, _("the most models first") if option.subject else "", scored=False)


def candidates(game: Game, decision: Decision, rng: random.Random) -> Iterator[Prospect]:
    """Yield the few answers worth trying on copies of the game; spots are searched thoroughly first."""
    if isinstance(decision, Arrange):
        yield from arranged(game, decision, rng, thorough=True)
    else:
        yield from prospects(game, decision, rng)


def deployed(game: Game, decision: Decision) -> Answer:
    """Return the rulebook's suggested answer to a deployment decision."""
    found = [each for each in prospects(game, decision, random.Random(0)) if decision.allows(each.answer)]
    return max(found, key=lambda each: each.worth).answer


def reason(game: Game, decision: Decision, prospect: Prospect) -> str:
    """Return the measured reasons for an answer."""
    if prospect.why:
        return prospect.why
    found = (each.why for each in prospects(game, decision, random.Random(0)) if each.answer == prospect.answer)
    return next(found, "")
