"""The effects that an army pack can give to abilities by `handler` and `params` (A-IMP-9).

Parameters also limit the targets. `target` is "self", "friend" (which includes the user), "enemy" or "each enemy".
`range` is in inches, and with `wholly` 1 it applies to the whole target. With `visible` 1, the user must see the
target. `keyword` lists keywords of the target, separated by commas. Imports abilities, attacks and moving.
"""

from __future__ import annotations

from typing import cast

from game.engine.core.flow import Flow
from game.refusal import Refusal
from game.rulesets.aos4.documents import params
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.rules.abilities import Ability, Use
from game.rulesets.aos4.rules.attacks.batch import worth
from game.rulesets.aos4.rules.attacks.damaging import mortal_damage
from game.rulesets.aos4.rules.attacks.volleys import pick_unit
from game.rulesets.aos4.rules.game import HAS, Game
from game.rulesets.aos4.rules.healing import heal, is_hurt, return_models
from game.rulesets.aos4.rules.magic import change_ritual
from game.rulesets.aos4.rules.moving.unit_moves import ask_set_up, summoned_near
from game.rulesets.aos4.rules.state import Effect, Unit, Until
from game.wording import _


class Targeted(Ability):
    """An effect on one unit that the player chooses, or on all enemies that fit (A-MAG-9)."""

    def why_not(self, game: Game, spec: AbilityDocument, unit: Unit) -> Refusal | None:
        if any(is_target(game, spec, unit, target) for target in game.state.units.values()):
            return None
        return Refusal(_("no target for {ability} in range", ability=_(spec.name)), "A-ABIL-4")

    def declare(self, use: Use) -> Flow:
        candidates = targets(use.game, use.spec, use.unit)
        if params.TARGET.of(use.spec.params) == "each enemy":
            while candidates:  # in the order that the player chooses (A-ABIL-7, A-DMG-9)
                prompt = _("Choose the next target")
                use.targets.append((yield from pick_unit(use.game, use.unit, candidates, prompt, "A-ABIL-7")))
                candidates.remove(use.targets[-1])
            return
        prompt = _("Choose a target for {ability}", ability=_(use.spec.name))
        use.targets = [(yield from pick_unit(use.game, use.unit, candidates, prompt, "A-ABIL-4"))]


def targets(game: Game, spec: AbilityDocument, unit: Unit) -> list[Unit]:
    """Return the possible targets of a unit's ability now."""
    return [target for target in game.state.units.values() if is_target(game, spec, unit, target)]


def is_for_itself(spec: AbilityDocument) -> bool:
    """Return whether an ability affects only its user."""
    return params.TARGET.of(spec.params) == "self"


def concerns(game: Game, spec: AbilityDocument, unit: Unit, target: Unit) -> bool:
    """Return whether a unit's ability could affect another unit, regardless of distance and sight."""
    if is_for_itself(spec):
        return False
    whose = game.other(unit.owner) if "enemy" in params.TARGET.of(spec.params) else unit.owner
    keywords = params.KEYWORDS.of(spec.params)
    return target.owner == whose and game.fights(target) and all(game.has(target, keyword) for keyword in keywords)


def is_target(game: Game, spec: AbilityDocument, unit: Unit, target: Unit) -> bool:
    """Return whether a unit's ability may target a unit, which may be the user."""
    if is_for_itself(spec):
        return target is unit
    if not concerns(game, spec, unit, target):
        return False
    reach = params.RANGE.of(spec.params)
    near = game.distances.wholly_within if params.WHOLLY.of(spec.params) else game.distances.within
    if reach and not near(target, unit, reach):
        return False
    return not params.VISIBLE.of(spec.params) or game.seeing.units(unit, target)


def passes(use: Use, target: Unit) -> bool:
    """Return whether an effect works on a target. With the parameter `on`, a D6 must show at least this number."""
    needed = params.ON.of(use.spec.params)
    if not needed:
        return True
    pool = use.game.throw(use.unit, 1, f"{use.spec.id} {target.id}")
    [face] = pool.faces
    use.game.rolled(use.unit, use.spec.name, pool, face, needed=needed, success=face >= needed)
    return face >= needed


def effect_amount(use: Use, target: Unit) -> int:
    """Return the amount of an effect on a target, with a roll if it is random (A-DICE-1)."""
    amount = params.AMOUNT.of(use.spec.params)
    if not amount.is_random:
        return amount.plus
    pool = use.game.throw(use.unit, amount.count, f"{use.spec.id} amount {target.id}")
    total = amount.plus + sum(worth(amount, face) for face in pool.faces)
    return use.game.rolled(use.unit, use.spec.name, pool, total, plus=amount.plus, rule="A-DICE-1")


def effects_of(spec: AbilityDocument, player: str) -> list[Effect]:
    """Return the lasting effects of a player's ability.

    The parameter `amount` is added to each value in `what`, which are separated by commas. An ability that `lends` a
    keyword has its number in `amount`. Effects last `until` the end of a span.
    """
    until = cast(Until, params.LASTS.of(spec.params))
    if spec.effect_id == Lend.id:
        return [Effect(spec.id, HAS, params.NUMBER.of(spec.params), until, player, params.LENDS.of(spec.params))]
    plus = params.PLUS.of(spec.params)
    return [Effect(spec.id, what, plus, until, player) for what in params.WHAT.of(spec.params)]


class Modify(Targeted):
    """Give modifiers to targets. With `on`, each target needs a high enough roll."""

    id = "modify"

    def effect(self, use: Use) -> Flow:
        for target in use.targets:
            if passes(use, target):
                for effect in effects_of(use.spec, use.player):
                    use.game.affect(target, effect, self.rule)
        yield from ()


class Lend(Modify):
    """Lend a keyword to targets. With `on`, each target needs a high enough roll."""

    id = "lend"


class MortalDamage(Targeted):
    """Inflict `amount` mortal damage on each target. With `on`, each target needs a high enough roll."""

    id, rule = "mortal-damage", "A-DMG-2"

    def effect(self, use: Use) -> Flow:
        for target in use.targets:
            if target.on_table and passes(use, target):
                yield from mortal_damage(use.game, target, effect_amount(use, target), use.spec.id)


class Heal(Targeted):
    """Heal `amount` damage. If the chanting total is at least `from`, also return `returns` models (A-PRAY-6)."""

    id, rule = "heal", "A-DMG-7"

    def matters(self, game: Game, spec: AbilityDocument, unit: Unit) -> bool:
        """Return whether a target could heal. A prayer always matters, since it can be banked (A-PRAY-3)."""
        returns = params.RETURNS.of(spec.params) > 0
        return spec.kind == "prayer" or any(is_hurt(target, slain=returns) for target in targets(game, spec, unit))

    def effect(self, use: Use) -> Flow:
        returns, least = params.RETURNS.of(use.spec.params), params.FROM.of(use.spec.params)
        for target in use.targets:
            heal(use.game, target, effect_amount(use, target))
            if returns and use.total >= least:
                yield from return_models(use.game, target, returns)


class Ritual(Targeted):
    """Give a priest `amount` ritual points (A-PRAY-7)."""

    id, rule = "ritual", "A-PRAY-7"

    def effect(self, use: Use) -> Flow:
        for target in use.targets:
            change_ritual(use.game, target, effect_amount(use, target), self.rule)
        yield from ()


def manifestation(game: Game, player: str, spec: AbilityDocument) -> Unit | None:
    """Return the manifestation that an ability sets up, or None if the army does not have it."""
    wanted = params.UNIT.of(spec.params)
    units = game.state.units.values()
    return next((unit for unit in units if unit.owner == player and game.card(unit).name == wanted), None)


class Summon(Ability):
    """Set up the manifestation `unit` wholly `within` inches, in sight and `beyond` inches from enemies (A-MAN-1)."""

    id, rule = "summon", "A-MAN-5"

    def why_not(self, game: Game, spec: AbilityDocument, unit: Unit) -> Refusal | None:
        unit_to_set_up = manifestation(game, unit.owner, spec)
        if unit_to_set_up is None:
            return Refusal(_("the army has no such manifestation"), self.rule)
        if unit_to_set_up.place == "table":
            return Refusal(_("{unit} is already on the table", unit=unit_to_set_up.name), self.rule)
        return None

    def effect(self, use: Use) -> Flow:
        """Set up the manifestation near its summoner, if there is room (A-ABIL-5)."""
        game = use.game
        unit = manifestation(game, use.player, use.spec)
        assert unit is not None
        room = summoned_near(game, unit, use.unit, use.spec)
        if not room.find():
            return
        prompt = _("Where does {unit} appear?", unit=unit.name)
        yield from ask_set_up(game, unit, room, prompt, self.rule)
        unit.summoner = use.unit.id
        unit.set_up_in = (game.state.round, game.state.turn)


AURA = "aura"
"""The handler of passive abilities that add `amount` to the value `what` of their targets."""


def from_auras(game: Game, unit: Unit, what: str) -> int:
    """Return the bonus of passive abilities to a value of a unit. Each ability counts once (A-ONE-3)."""
    total = 0
    for player in game.state.players:
        for spec in game.setup.passives[player]:
            if spec.handler != AURA or params.WHOSE_CONTROL.of(spec.params) != what:
                continue
            bearers = [bearer for bearer in game.of(player) if game.setup.names_unit(spec, bearer)]
            if not is_for_itself(spec):
                bearers = [bearer for bearer in bearers if bearer is not unit]
            if any(is_target(game, spec, bearer, unit) for bearer in bearers):
                total += params.PLUS.of(spec.params)
    return total
