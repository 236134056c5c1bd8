"""Effects that a pack can give its abilities by `handler` and `params` (A-IMP-9): one class each.

Parameters also say what an ability may target. `target`: "self", "friend" (another friendly unit or itself), "enemy",
"each enemy"; `range`: inches from the user, with `wholly` 1 the whole target; `visible` 1; `keyword`: what the target
must have, several separated by commas. Imports abilities, attacks and moving.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from game.engine.core.flow import Flow
from game.refusal import Refusal
from game.rulesets.aos4.documents import params
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.rules.abilities import Ability
from game.rulesets.aos4.rules.attacks.amounts import worth
from game.rulesets.aos4.rules.attacks.damaging import mortal_damage
from game.rulesets.aos4.rules.core.moves import pick_unit
from game.rulesets.aos4.rules.game import HAS, Game
from game.rulesets.aos4.rules.healing import heal, is_hurt, return_models
from game.rulesets.aos4.rules.magic import change_ritual
from game.rulesets.aos4.rules.moving.carry_out import ask_set_up
from game.rulesets.aos4.rules.moving.setting_up import summoned_near
from game.rulesets.aos4.rules.state import Effect, Unit, Until
from game.rulesets.aos4.rules.use import Use
from game.wording import _


class Targeted(Ability):
    """An effect on one unit that its player chooses, or on several that the ability names; asked once (A-MAG-9)."""

    def why_not(self, game: Game, spec: AbilityDocument, unit: Unit) -> Refusal | None:
        if any(True for _each in _found(game, spec, unit)):
            return None
        return Refusal(_("no target for {ability} in range", ability=_(spec.name)), "A-ABIL-4")

    def declare(self, use: Use) -> Flow:
        found = targets(use.game, use.spec, use.unit)
        if params.TARGET.of(use.spec.params) == "each enemy":
            while found:  # in the order that the player chooses (A-ABIL-7, A-DMG-9)
                use.targets.append((yield from pick_unit(use, found, _("Choose the next target"), "A-ABIL-7")))
                found.remove(use.targets[-1])
            return
        prompt = _("Choose a target for {ability}", ability=_(use.spec.name))
        use.targets = [(yield from pick_unit(use, found, prompt, "A-ABIL-4"))]


def targets(game: Game, spec: AbilityDocument, unit: Unit) -> list[Unit]:
    """Return the possible targets of a unit's ability."""
    return list(_found(game, spec, unit))


def _found(game: Game, spec: AbilityDocument, unit: Unit) -> Iterator[Unit]:
    if is_for_itself(spec):
        yield unit
        return
    for each in game.enemies(unit) if "enemy" in params.TARGET.of(spec.params) else game.of(unit.owner):
        if _fits(game, spec, unit, each):
            yield each


def is_for_itself(spec: AbilityDocument) -> bool:
    """Return whether an ability only affects its user."""
    return params.TARGET.of(spec.params) == "self"


def concerns(game: Game, spec: AbilityDocument, unit: Unit, target: Unit) -> bool:
    """Return whether a unit's ability could affect another one, wherever that one stands."""
    if is_for_itself(spec):
        return False
    whose = game.other(unit.owner) if "enemy" in params.TARGET.of(spec.params) else unit.owner
    return target.owner == whose and game.fights(target) and _has_keywords(game, spec, target)


def is_target(game: Game, spec: AbilityDocument, unit: Unit, target: Unit) -> bool:
    """Return whether another unit, or the user itself, is a possible target of a unit's ability."""
    if is_for_itself(spec):
        return target is unit
    return concerns(game, spec, unit, target) and _fits(game, spec, unit, target)


def _has_keywords(game: Game, spec: AbilityDocument, target: Unit) -> bool:
    return all(game.has(target, each) for each in params.KEYWORDS.of(spec.params))


def _fits(game: Game, spec: AbilityDocument, unit: Unit, target: Unit) -> bool:
    reach = params.RANGE.of(spec.params)
    if not _has_keywords(game, spec, target):
        return False
    near = game.distances.wholly_within if params.WHOLLY.of(spec.params) else game.distances.within
    if reach and not near(target, unit, reach):
        return False
    return not params.VISIBLE.of(spec.params) or game.seeing.units(unit, target)


def passes(use: Use, target: Unit) -> bool:
    """Return whether a target is affected: always, or if a D6 shows at least the parameter `on`."""
    needed = params.ON.of(use.spec.params)
    if not needed:
        return True
    pool = use.game.throw(use.unit, 1, f"{use.spec.id} {target.id}")
    [face] = pool.faces
    use.game.rolled(use.unit, use.spec.name, pool, face, needed=needed, success=face >= needed)
    return face >= needed


def thrown(use: Use, target: Unit) -> int:
    """Return the parameter `amount` of an effect, rolled if it is random (A-DICE-1)."""
    found = params.AMOUNT.of(use.spec.params)
    if not found.is_random:
        return found.plus
    pool = use.game.throw(use.unit, found.count, f"{use.spec.id} amount {target.id}")
    total = found.plus + sum(worth(found, face) for face in pool.faces)
    return use.game.rolled(use.unit, use.spec.name, pool, total, plus=found.plus, rule="A-DICE-1")


def effects_of(spec: AbilityDocument, player: str) -> list[Effect]:
    """Return the effects that a player's ability leaves on a target.

    An effect adds `amount` to each value in `what` (separated by commas), or it `lends` a keyword, with `amount` as the
    number of that keyword. Effects last `until` a span ends.
    """
    until = cast(Until, params.LASTS.of(spec.params))
    if spec.effect_id == Lend.id:
        return [Effect(spec.id, HAS, params.NUMBER.of(spec.params), until, player, params.LENDS.of(spec.params))]
    plus = params.PLUS.of(spec.params)
    return [Effect(spec.id, what, plus, until, player) for what in params.WHAT.of(spec.params)]


class Modify(Targeted):
    """Leaves modifiers on its targets; with `on`, if a roll is high enough."""

    id = "modify"

    def effect(self, use: Use) -> Flow:
        for target in use.targets:
            if passes(use, target):
                for effect in effects_of(use.spec, use.player):
                    use.game.affect(target, effect, self.rule)
        yield from ()


class Lend(Modify):
    """Lends a keyword to its targets; with `on`, if a roll is high enough."""

    id = "lend"


class MortalDamage(Targeted):
    """Inflicts `amount` mortal damage on each target; with `on`, if a roll is at least that."""

    id, rule = "mortal-damage", "A-DMG-2"

    def effect(self, use: Use) -> Flow:
        for target in use.targets:
            if target.on_table and passes(use, target):
                yield from mortal_damage(use.game, target, thrown(use, target), use.spec.id)


class Heal(Targeted):
    """Heals `amount`; from a chanting total of `from` on, `returns` slain models return too (A-PRAY-6)."""

    id, rule = "heal", "A-DMG-7"

    def matters(self, game: Game, spec: AbilityDocument, unit: Unit) -> bool:
        """A prayer may be banked, no matter what its result is (A-PRAY-3)."""
        returns = params.RETURNS.of(spec.params) > 0
        return spec.kind == "prayer" or any(is_hurt(each, slain=returns) for each in targets(game, spec, unit))

    def effect(self, use: Use) -> Flow:
        returns, least = params.RETURNS.of(use.spec.params), params.FROM.of(use.spec.params)
        for target in use.targets:
            heal(use.game, target, thrown(use, target))
            if returns and use.total >= least:
                yield from return_models(use.game, target, returns)


class Ritual(Targeted):
    """Gives a priest `amount` ritual points (A-PRAY-7)."""

    id, rule = "ritual", "A-PRAY-7"

    def effect(self, use: Use) -> Flow:
        for target in use.targets:
            change_ritual(use.game, target, thrown(use, target), self.rule)
        yield from ()


def manifestation(game: Game, player: str, spec: AbilityDocument) -> Unit | None:
    """Return the manifestation that an ability sets up: the one its parameter `unit` names."""
    wanted = params.UNIT.of(spec.params)
    units = game.state.units.values()
    return next((each for each in units if each.owner == player and game.card(each).name == wanted), None)


class Summon(Ability):
    """Sets up the manifestation `unit` (A-MAN-1), wholly `within` inches, `beyond` from enemies, `visible` unless 0."""

    id, rule = "summon", "A-MAN-5"

    def why_not(self, game: Game, spec: AbilityDocument, unit: Unit) -> Refusal | None:
        found = manifestation(game, unit.owner, spec)
        if found is None:
            return Refusal(_("the army has no such manifestation"), self.rule)
        if found.place == "table":
            return Refusal(_("{unit} is already on the table", unit=found.name), self.rule)
        return None

    def effect(self, use: Use) -> Flow:
        """Set it up near its summoner, if there is room (A-ABIL-5)."""
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
"""The handler of a passive that adds `amount` to `what` of its targets, without the bearer unless it is `self`."""


def from_auras(game: Game, unit: Unit, what: str) -> int:
    """Return the bonus that passive abilities give a unit, each counted once (A-ONE-3)."""
    total = 0
    for player in game.state.players:
        for spec in game.setup.passives[player]:
            if spec.handler != AURA or params.WHOSE_CONTROL.of(spec.params) != what:
                continue
            bearers = (each for each in game.of(player) if game.setup.names_unit(spec, each))
            if any(_reaches(game, spec, bearer, unit) for bearer in bearers):
                total += params.PLUS.of(spec.params)
    return total


def _reaches(game: Game, spec: AbilityDocument, bearer: Unit, unit: Unit) -> bool:
    own = bearer is unit and not is_for_itself(spec)
    return not own and is_target(game, spec, bearer, unit)
