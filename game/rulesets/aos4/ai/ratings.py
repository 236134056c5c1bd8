"""Ratings of the answers to decisions: attacks, moves, charges, spells and other effects, from exact odds."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from operator import itemgetter
from typing import Final

from game.engine.core.decisions import Allocate, Answer, Arrange, Choose, Decision, Option, Pick, Place
from game.engine.core.shares import mapped, mean
from game.engine.core.windows import PASS
from game.engine.rulebook.view import Prospect
from game.rulesets.aos4.ai.arrangements import CHARGES, PILES_IN, TRIFLE, Hope, arrangements, description, hopes, moves
from game.rulesets.aos4.ai.position import (
    PRICE,
    Outlook,
    Rated,
    army_worth,
    damage_text,
    damage_worth,
    exchange,
    expected_damage,
    expected_wounds,
    points,
    printed,
    worth,
    wound_worth,
    wounds_left,
)
from game.rulesets.aos4.documents import params
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.odds.charging import charge_chance, leads_to_any, needed_straight
from game.rulesets.aos4.odds.exact import (
    FACES,
    TWO_DICE,
    casting_odds,
    chanting_odds,
    of_amount,
    reaching,
    unbinding_chance,
    volley_odds,
)
from game.rulesets.aos4.odds.mortal import body_for, damage_cases, happens, healed_shares
from game.rulesets.aos4.rules import mixed
from game.rulesets.aos4.rules.abilities import Use, current
from game.rulesets.aos4.rules.abilities.by_hand import DONE
from game.rulesets.aos4.rules.attacks.assigning import SHARE
from game.rulesets.aos4.rules.attacks.damaging import rallies
from game.rulesets.aos4.rules.core.magic import INTERVENING, banishable, banishing_bonus, usable_powers
from game.rulesets.aos4.rules.core.moves import weaker_enemies
from game.rulesets.aos4.rules.effects import effects_of, manifestation, targets
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.healing import KEEP_OFF
from game.rulesets.aos4.rules.magic import ANSWER, BANK
from game.rulesets.aos4.rules.phases.deployment import REGIMENT
from game.rulesets.aos4.rules.phases.turns import NONE
from game.rulesets.aos4.rules.rulings import AT_THE_DOUBLE
from game.rulesets.aos4.rules.state import Unit
from game.rulesets.aos4.view.odds import AIMING
from game.rulesets.aos4.view.preview import moved_to
from game.rulesets.aos4.view.rolls import rally_points
from game.rulesets.aos4.view.volleys import (
    Attack,
    attackers,
    attacks_by,
    attacks_on,
    changed_attacks,
    suffered_mean,
    with_effects,
)
from game.table.lattice import Position
from game.wording import _, ngettext, numeral, percent

HURRY: Final = 0.5
"""The share of an enemy's prevented attacks that counts for the choice of the unit to fight."""
LEAST: Final = 0.05
"""The smallest value of attacks in victory points, since they cost nothing."""


def shoot(game: Game, spec: AbilityDocument, unit: Unit) -> Rated:
    """Rate shooting by the best target."""
    return _best(attacks_by(game, spec, unit))


def _best(attacks: list[Attack]) -> Rated:
    """Rate the best of several attacks."""
    if not attacks:
        return Rated(-LEAST, _("no target in range"))
    value, wounds, target = max(map(_blow, attacks), key=itemgetter(0))
    return Rated(LEAST + value, damage_text(wounds, target))


def _blow(attack: Attack) -> tuple[float, float, Unit]:
    """Return the value of an attack in victory points, its expected wounds and its target."""
    wounds = _wounds(attack)
    return damage_worth(attack.game, attack.target, wounds), wounds, attack.target


def _wounds(attack: Attack, *reactions: str) -> float:
    """Return the expected wounds that an attack inflicts, with the reactions of either side."""
    return suffered_mean(attack.odds(*reactions), attack.body)


def rate_target(use: Use, target: Unit) -> Rated:
    """Rate a unit as the target of attacks."""
    attacks = attacks_on(use.game, use.spec, use.unit, attackers(use.game, use.spec, use.unit), use.hit)
    return _best([attack for attack in attacks if attack.target is target])


def fight(game: Game, spec: AbilityDocument, unit: Unit) -> Rated:
    """Rate a fight by the damage to the enemy and by the prevented attacks."""
    attacks = attacks_by(game, spec, unit)
    if not attacks:
        return Rated(LEAST, _("it may pile in"))
    value, wounds_given, enemy = max(map(_blow, attacks), key=itemgetter(0))
    enemies_to_fight = [other for other in game.fought_by(unit) if not game.used(other, "FIGHT", "phase")]
    wounds_taken = sum(expected_wounds(game, other, unit, ranged=False) for other in enemies_to_fight)
    share_slain = min(1.0, wounds_given / max(1, wounds_left(game, enemy)))
    return Rated(
        LEAST + value + HURRY * share_slain * damage_worth(game, unit, wounds_taken),
        _exchange_text(wounds_given, enemy, wounds_taken),
    )


def _exchange_text(wounds: float, enemy: Unit, back: float) -> str:
    given, taken = numeral(wounds, ".1f"), numeral(back, ".1f")
    return _("{given} damage expected against {enemy}, {taken} in return", given=given, enemy=enemy.name, taken=taken)


def charge(game: Game, spec: AbilityDocument, unit: Unit) -> Rated:
    """Rate a charge by its chance, and by the value of the new spot and the fight."""
    best = Rated(-LEAST, _("no charge is worth it"))
    outlook = Outlook(game, unit.owner, unit)
    for enemy in game.enemies(unit):
        chance = charge_chance(game, unit, needed_straight(game, unit, enemy))
        if chance <= 0.0 or not game.sees(unit, enemy):
            continue
        wanted_moves = moves(game, unit, game.positions.gap(unit, enemy), CHARGES, only=enemy)
        worth = max((hope.gain for hope in hopes(game, unit, wanted_moves, CHARGES, outlook)), default=0.0)
        if chance * worth > max(best.worth, TRIFLE):
            given, taken, _lead = exchange(game, unit, enemy, unit)
            fight = _exchange_text(given, enemy, taken)
            facts = {"chance": percent(chance), "enemy": enemy.name, "fight": fight}
            reason = _("{chance} to reach {enemy} in a straight line, then {fight}", **facts)
            best = Rated(chance * worth, reason)
    return best


def forward_to_victory(game: Game, spec: AbilityDocument, unit: Unit) -> Rated:
    """Rate a reroll of a charge, which is useful only if the current roll reaches no enemy."""
    use = current(game)
    total = use.total if use is not None else 0
    if leads_to_any(game, unit, game.enemies(unit), total):
        return Rated(0.0, _("a roll of {total} already reaches an enemy", total=total))
    return charge(game, spec, unit)


def all_out(game: Game, spec: AbilityDocument, unit: Unit) -> Rated:
    """Rate All-out Attack or All-out Defence by the change of the expected damage."""
    use = current(game)
    if use is None:
        return Rated(0.0, "")
    value, wounds_before, wounds_after = 0.0, 0.0, 0.0
    for attack in changed_attacks(use, spec.effect_id, unit):
        before, after = _wounds(attack), _wounds(attack, spec.effect_id)
        wounds_before, wounds_after = wounds_before + before, wounds_after + after
        value += abs(after - before) * wound_worth(game, attack.target)
    reason = _(
        "{then} damage expected instead of {now}", then=numeral(wounds_after, ".1f"), now=numeral(wounds_before, ".1f")
    )
    return Rated(value, reason)


NOT: Final = -0.1
"""The value in victory points of what computer players do not use, such as effects that the program does not know."""
RITUAL: Final = 0.04
"""The value of a ritual point in victory points."""
ENOUGH_RITUAL: Final = 6
STANDING: Final = 0.3
"""The share of its points that a manifestation is worth if it neither moves nor strikes."""
FIRST: Final = 0.4
"""The assumed share of the enemy's attacks that striking first prevents."""
SPELL: Final = 0.5
"""The assumed value of an enemy spell in victory points."""
POWER: Final = 0.1
"""The value of +1 to casting or chanting rolls in a unit's own turn, in victory points."""


def ability(game: Game, spec: AbilityDocument, unit: Unit, plus: int = 0) -> Rated:
    """Rate an ability by its best target and its roll, with `plus` added to the roll."""
    best = max((on_target(game, spec, unit, target) for target in targets(game, spec, unit)), default=None)
    if best is None:
        return Rated(NOT, _("no target for this"))
    return _with_roll(game, spec, unit, best, plus)


def _with_roll(game: Game, spec: AbilityDocument, unit: Unit, effect: Rated, plus: int) -> Rated:
    """Rate an effect with the chance that its casting or chanting roll succeeds."""
    gain, gain_if_failed = effect.worth, 0.0
    if gain <= 0.0:  # the roll cannot make a useless effect worth using; any prayer can bring ritual points
        return effect
    if spec.kind == "spell":
        chance = casting_odds(spec.value, game.casting_bonus(unit, spec) + plus).cast
    elif spec.kind == "prayer" and spec.value:
        odds = chanting_odds(spec.value, unit.ritual, game.bonus(unit, "chant") + plus)
        chance = odds.answered
        gain_if_failed = (1 - chance) * ritual_worth(unit, round(mean(odds.banked)))
    else:
        return effect
    reason = _("{why}, {chance} to succeed", why=effect.why, chance=percent(chance))
    return Rated(chance * gain + gain_if_failed, reason if chance < 1.0 or spec.kind == "prayer" else effect.why)


def ritual_worth(unit: Unit, more: int) -> float:
    """Return the value of further ritual points for a priest in victory points."""
    return RITUAL * max(0, min(ENOUGH_RITUAL, unit.ritual + more) - unit.ritual)


def on_target(game: Game, spec: AbilityDocument, unit: Unit, target: Unit) -> Rated:
    """Rate the effect of an ability on a target, or on all targets if it always affects all."""
    rate = _EFFECTS.get(spec.handler or spec.id)
    if rate is None:
        return Rated(NOT, _("the players decide what it does"))
    rated = rate(game, spec, unit, target)
    chance = 1.0 if spec.effect_id == "mortal-damage" else happens(game, spec, unit, target)
    return Rated(chance * rated.worth if rated.worth > 0.0 else rated.worth, rated.why)


def _mortal_damage(game: Game, spec: AbilityDocument, unit: Unit, target: Unit) -> Rated:
    """Rate mortal damage by the value of the expected wounds of its targets."""
    value, total = 0.0, 0.0
    for victim in targets(game, spec, unit) if params.TARGET.of(spec.params) == "each enemy" else [target]:
        body = body_for(game, spec, victim)
        cases = damage_cases(game, spec, unit, victim)
        wounds = sum(chance * suffered_mean(volley_odds((), body, points), body) for chance, points in cases)
        value, total = value + damage_worth(game, victim, wounds), total + wounds
    return Rated(value, damage_text(total, target))


def _heal(game: Game, spec: AbilityDocument, unit: Unit, target: Unit) -> Rated:
    """Rate healing by the expected wounds recovered, with models that return."""
    amounts = healed_shares(game, spec, unit, target)
    healed = mean(mapped(amounts, lambda wounds: min(wounds, target.damage)))
    answering_totals = [face + unit.ritual for face in FACES[1:] if face + unit.ritual >= spec.value]
    chance = sum(total >= params.FROM.of(spec.params) for total in answering_totals) / max(1, len(answering_totals))
    returned = min(params.RETURNS.of(spec.params), len(target.slain)) * chance
    return _rate_healing(game, target, healed + returned * mixed.health(game, target))


def _rate_healing(game: Game, unit: Unit, wounds: float) -> Rated:
    """Rate the recovery of this expected number of wounds."""
    if wounds <= 0.0:
        return Rated(NOT, _("there is nothing to heal"))
    why = _("{unit} should recover {wounds} wounds", wounds=numeral(wounds, ".1f"), unit=unit.name)
    return Rated(wounds * wound_worth(game, unit), why)


def rally(game: Game, spec: AbilityDocument, unit: Unit) -> Rated:
    """Rate Rally by the expected number of wounds that it recovers."""
    recovered, slain = 0.0, mixed.healths(game, unit, slain=True)
    for number, share in enumerate(rally_points(game, unit)):
        ways = rallies(number, unit.damage, slain)
        recovered += float(share) * max((sum(slain[: way.returned]) + way.healed for way in ways), default=0)
    return _rate_healing(game, unit, recovered)


def _ritual(game: Game, spec: AbilityDocument, unit: Unit, target: Unit) -> Rated:
    points = round(mean(of_amount(params.AMOUNT.of(spec.params))))
    why = ngettext("{n} ritual point for later", "{n} ritual points for later", points)
    return Rated(ritual_worth(target, points), why)


def _modify(game: Game, spec: AbilityDocument, unit: Unit, target: Unit) -> Rated:
    """Rate lasting effects on a target by their change of the position's value."""
    before = worth(game, unit.owner)
    with with_effects(target, *effects_of(spec, unit.owner, user=unit.id)):
        gain = worth(game, unit.owner) - before
    return Rated(gain, _("it matters most for {unit}", unit=target.name))


def _lend(game: Game, spec: AbilityDocument, unit: Unit, target: Unit) -> Rated:
    """Rate a lent keyword: STRIKE-FIRST prevents attacks, other keywords count nothing."""
    if params.LENDS.of(spec.params) != "STRIKE-FIRST":
        return Rated(0.0, _("it matters most for {unit}", unit=target.name))
    enemies = [enemy for enemy in game.fought_by(target) if not game.used(enemy, "FIGHT", "phase")]
    if not enemies or game.has(target, "STRIKE-FIRST") or game.used(target, "FIGHT", "phase"):
        return Rated(NOT, _("no fight where it would help"))
    wounds = sum(expected_wounds(game, enemy, target, ranged=False) for enemy in enemies)
    why = _("before {unit} takes {wounds} damage in return", unit=target.name, wounds=numeral(wounds, ".1f"))
    in_own_turn = game.state.active == target.owner
    return Rated(FIRST * (0.5 if in_own_turn else 1.0) * damage_worth(game, target, wounds), why)


def _summon(game: Game, spec: AbilityDocument, unit: Unit, target: Unit) -> Rated:
    """Rate a manifestation by its points, less if it neither moves nor strikes."""
    summoned = manifestation(game, unit.owner, spec)
    if summoned is None:
        return Rated(NOT, _("no target for this"))
    with moved_to(game, summoned, dict.fromkeys(game.models(summoned), Position(0.0, 0.0))):
        value, wounds = army_worth(game, points(game, summoned)), wounds_left(game, summoned)
    if not (printed(game, summoned).strikes or printed(game, summoned).move):
        return Rated(STANDING * value, _("it is set up on the table"))
    return Rated(value, _("{unit} with {n} wounds", unit=summoned.name, n=wounds))


def banish(game: Game, spec: AbilityDocument, unit: Unit) -> Rated:
    """Rate banishing by its chance and by the value of the manifestation."""
    best = Rated(NOT, _("no target for this"))
    for target in banishable(game, unit):
        chance = reaching(game.card(target).banishment or 0, bonus=banishing_bonus(game, unit), amount=TWO_DICE)
        sign = -1 if target.owner == unit.owner else 1
        why = _("{chance} to banish {unit}", unit=target.name, chance=percent(chance))
        best = max(best, Rated(sign * chance * army_worth(game, points(game, target)), why))
    return best


def place_of_power(game: Game, spec: AbilityDocument, unit: Unit) -> Rated:
    """Rate the use of a Place of Power, which helps only units that cast or chant in this turn."""
    powers = game.number(unit, "WIZARD") + game.number(unit, "PRIEST")
    bonus_worth = POWER if powers and game.state.active == unit.owner else 0.0
    return Rated(bonus_worth - damage_worth(game, unit, 2.0) / len(FACES), _("+1 to its rolls this turn"))


def unbind(game: Game, spec: AbilityDocument, unit: Unit) -> Rated:
    """Rate unbinding by its chance to succeed."""
    use = current(game)
    chance = unbinding_chance(use.total if use is not None else 0, game.bonus(unit, "unbind"))
    return Rated(SPELL * chance, _("{chance} to unbind", chance=percent(chance)))


def intervention(game: Game, spec: AbilityDocument, unit: Unit) -> Rated:
    """Rate Magical Intervention by the best possible spell or prayer."""
    powers = usable_powers(game, unit)
    return max((ability(game, power, unit, INTERVENING) for power in powers), default=Rated(NOT, ""))


_EFFECTS: Final[dict[str, Callable[[Game, AbilityDocument, Unit, Unit], Rated]]] = {
    "mortal-damage": _mortal_damage,
    "heal": _heal,
    "ritual": _ritual,
    "modify": _modify,
    "set": _modify,
    "arm": _modify,
    "lend": _lend,
    "summon": _summon,
}
"""The function that rates the effect of each handler on a target."""


# -- answers ---------------------------------------------------------------------------------------

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
    best = max(weaker_enemies(game, unit), key=lambda enemy: wound_worth(game, enemy))
    return Rated(damage_worth(game, best, HURT), damage_text(HURT, best))


def _rate_move(game: Game, unit: Unit, inches: float, *, spent: bool = False, eager: bool = False) -> Rated:
    """Rate the best spot within a distance in inches by its expected gain.

    `spent`: the unit cannot attack any more this turn. `eager`: spots that are not free count too.
    """
    outlook = Outlook(game, unit.owner, unit, spent=spent)
    lost, best = Outlook(game, unit.owner, unit).worth() - outlook.worth() if spent else 0.0, _NOWHERE
    for hope in hopes(game, unit, moves(game, unit, inches, ANY_MOVE), ANY_MOVE, outlook) if inches > 0.0 else ():
        crowded = CROWDED if eager else 0.0
        gain = (HOPEFUL if hope.free else crowded) * (hope.gain - lost)
        if gain > best[0]:
            best = gain, hope
    value, goal = best
    if goal is None or value <= TRIFLE:
        return Rated(-TRIFLE, _("no better spot is in reach"))
    why = description(game, unit, goal.ends)
    return Rated(value, why if goal.free else _("towards a better spot: {there}", there=why))


FIRST_TURN: Final = 0.3
"""The value of the first turn of a round in victory points."""
USING: Final = ("A-TURN-2", "A-REACT-2", "A-FIGHT-2")
"""The rules of decisions about an ability and its user."""

RATED: Final[dict[str, Callable[[Game, AbilityDocument, Unit], Rated]]] = {
    "normal-move": normal_move,
    "run": run,
    "retreat": retreat,
    "shoot": shoot,
    "covering-fire": shoot,
    "charge": charge,
    "counter-charge": charge,
    "forward-to-victory": forward_to_victory,
    "fight": fight,
    "rally": rally,
    "all-out-attack": all_out,
    "all-out-defence": all_out,
    "at-the-double": at_the_double,
    "redeploy": redeploy,
    "power-through": power_through,
    "activate-place-of-power": place_of_power,
    "unbind": unbind,
    "banish-manifestation": banish,
    "magical-intervention": intervention,
}
"""The function that rates each core ability, by id, before its cost. Other abilities are rated by their effects."""


def prospects(
    game: Game, decision: Decision, rng: random.Random, share: float = 1.0, *, thorough: bool = False
) -> Iterator[Prospect]:
    """Yield promising answers, each with its expected value in victory points and the reason.

    `share` is the share of the arrangements to consider; with `thorough`, there are more of them.
    """
    if isinstance(decision, Arrange):
        yield from arrangements(game, decision, rng, share, thorough=thorough)
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
    """Return the army points that a target is expected to lose by a unit's attacks."""
    unit, other = game.state.units[decision.about], game.state.units[target]
    return expected_damage(game, unit, other, ranged=game.state.phase_name == "shooting")


def _option(game: Game, decision: Choose, option: Option, number: int) -> Rated:
    """Return the value of an option in victory points with the reason."""
    if option.key in (PASS, DONE, NONE):
        return Rated(0.0, _("nothing else helps"))
    if decision.rule in USING:
        identity, _space, name = option.key.partition(" ")
        spec, unit = game.ability(decision.player, identity), game.state.units[name]
        rated = RATED.get(spec.effect_id, ability)(game, spec, unit)
        value = rated.worth - army_worth(game, PRICE * spec.cost)
        return rated._replace(worth=value if value > 0.0 else min(value, NOT))  # clearly worse than not using it
    if option.key.startswith(REGIMENT) and not game.state.finished:
        why = _("to finish deployment first and choose who has the first turn")
        return Rated(float(len(game.state.units)), why, scored=False)
    if decision.rule in ("A-PRI-1", "A-PRI-2", "A-PRI-3"):
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
        return max(on_target(game, use.spec, use.unit, target) for target in use.targets or [use.unit])
    if option.key == BANK:
        new_points = use.total - use.unit.ritual
        why = ngettext("{n} ritual point for later", "{n} ritual points for later", new_points)
        return Rated(ritual_worth(use.unit, new_points), why)
    if decision.rule == "A-AB-14":
        return ability(game, game.ability(use.player, option.key), use.unit, INTERVENING)
    return _other(option, number)


def _target(use: Use, decision: Choose, target: Unit) -> Rated:
    """Return the value of a unit as the target of the ability in use."""
    game = use.game
    if decision.rule in AIMING and target.owner != use.player:
        return rate_target(use, target)
    if decision.rule in (PILES_IN, "A-DMG-9"):
        loss = expected_damage(game, use.unit, target, ranged=False)
        facts = {"unit": target.name, "points": numeral(loss, ".0f")}
        return Rated(army_worth(game, loss), _("{unit} may lose {points} points' worth of models", **facts))
    if use.spec.effect_id == "power-through":
        return Rated(damage_worth(game, target, HURT), _("it loses the most"))
    if use.spec.effect_id == "banish-manifestation":
        return Rated(1.0 if target.owner != use.player else NOT, _("it belongs to the enemy"))
    return on_target(game, use.spec, use.unit, target)


def _other(option: Option, number: int) -> Rated:
    """Rank any other option, by the number of its models and then by the order of the options."""
    return Rated(len(option.subject) - number / 100, _("the most models first") if option.subject else "", scored=False)


def candidates(game: Game, decision: Decision, rng: random.Random) -> Iterator[Prospect]:
    """Yield the promising answers to try on copies of the game, with a thorough search for arrangements."""
    return prospects(game, decision, rng, thorough=True)


def deployed(game: Game, decision: Decision) -> Answer:
    """Return the suggested answer to a decision about deployment."""
    legal = [prospect for prospect in prospects(game, decision, random.Random(0)) if decision.allows(prospect.answer)]
    return max(legal, key=lambda prospect: prospect.worth).answer
