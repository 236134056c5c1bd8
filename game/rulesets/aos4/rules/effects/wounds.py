"""Effects that hurt and heal (A-DMG-2, A-DMG-7, A-DMG-8), and that store ritual points (A-PRAY-7)."""

from __future__ import annotations

from game.engine.core.flow import Flow
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.rules.attacks.damaging import mortal_damage
from game.rulesets.aos4.rules.effects.dice import passes, thrown
from game.rulesets.aos4.rules.effects.targets import Targeted, targets
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.healing import heal, is_hurt, return_models
from game.rulesets.aos4.rules.magic.prayers import change_ritual
from game.rulesets.aos4.rules.state import Unit
from game.rulesets.aos4.rules.use import Use


class MortalDamage(Targeted):
    """Inflicts `amount` mortal damage on each target; with `on`, if a die shows at least that."""

    id, rule = "mortal-damage", "A-DMG-2"

    def effect(self, use: Use) -> Flow:
        for target in use.targets:
            if target.on_table and passes(use, target):
                yield from mortal_damage(use.game, target, thrown(use, target), use.spec.id)


class Heal(Targeted):
    """Heals `amount`; from a chanting total of `from` on, `returns` slain models return too (A-PRAY-6)."""

    id, rule = "heal", "A-DMG-7"

    def matters(self, game: Game, spec: AbilityDocument, unit: Unit) -> bool:
        """A prayer may be banked, whatever its result (A-PRAY-3)."""
        returns = bool(spec.params.get("returns"))
        return spec.kind == "prayer" or any(is_hurt(each, slain=returns) for each in targets(game, spec, unit))

    def effect(self, use: Use) -> Flow:
        params = use.spec.params
        for target in use.targets:
            heal(use.game, target, thrown(use, target))
            if params.get("returns") and use.total >= int(params.get("from", 0)):
                yield from return_models(use.game, target, int(params["returns"]))


class Ritual(Targeted):
    """Gives a priest `amount` ritual points (A-PRAY-7)."""

    id, rule = "ritual", "A-PRAY-7"

    def effect(self, use: Use) -> Flow:
        for target in use.targets:
            change_ritual(use.game, target, thrown(use, target), self.rule)
        yield from ()
