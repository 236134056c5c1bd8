"""The feats of the two sample warbands (B-KI)."""

from __future__ import annotations

from game.engine.core.flow import Flow
from game.rulesets.bushido.rules.feats import Feat
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.melee.bout import Bout
from game.rulesets.bushido.rules.state import Model, Span
from game.rulesets.bushido.warbands.profiles import FeatDocument


class _Lends(Feat):
    """A personal feat that lends its user an entry of a card."""

    entry = ""
    span: Span = "turn"
    weapon = ""

    def useful(self, game: Game, user: Model, feat: FeatDocument, bout: Bout | None) -> bool:
        return all(each.entry != self.entry for each in user.effects)

    def effect(self, game: Game, user: Model, target: Model | None, bout: Bout | None) -> Flow:
        yield from ()
        game.lend(user, self.entry, self.span, self.name, self.weapon)


class IronChant(_Lends):
    """Armour until the end of the turn."""

    name, entry, moments = "Iron Chant", "Armour (1)", ("declare", "pool", "damage", "ranged-damage")


class PlantedFeet(_Lends):
    """Parry for an exchange."""

    name, entry, moments = "Planted Feet", "Parry (1)", ("pool",)
    span = "exchange"


class SlowBreath(_Lends):
    """Brutal with the bow for an action."""

    name, entry, weapon = "Slow Breath", "Brutal (1)", "War Bow"
    span = "action"
    moments = ("ranged-pool",)


class DirtyTrick(_Lends):
    """Feint for an exchange."""

    name, entry, moments = "Dirty Trick", "Feint (1)", ("pool",)
    span = "exchange"


class SlipAway(_Lends):
    """Ranged Defence until the end of the turn."""

    name, entry, moments = "Slip Away", "Ranged Defence (1)", ("declare", "ranged-set-up")


class RushTheBank(Feat):
    """A friend charges brutally until the end of the turn."""

    name = "Rush the Bank"

    def targets(self, game: Game, user: Model, feat: FeatDocument) -> list[Model]:
        near = [each for each in (user, *game.friends(user)) if game.within(user, each, feat.range_in or 0)]
        return [each for each in near if game.is_a(each, "Mudwater")]

    def effect(self, game: Game, user: Model, target: Model | None, bout: Bout | None) -> Flow:
        yield from ()
        assert target is not None
        game.lend(target, "Charging Bonus [Brutal (1)]", "turn", self.name)


class TollingVoice(Feat):
    """An enemy is Stunned."""

    name = "Tolling Voice"

    def targets(self, game: Game, user: Model, feat: FeatDocument) -> list[Model]:
        return [each for each in game.enemies(user) if game.within(user, each, feat.range_in or 0)]

    def effect(self, game: Game, user: Model, target: Model | None, bout: Bout | None) -> Flow:
        yield from ()
        assert target is not None
        game.mark(target, "Stunned", 0)


class GreenBalm(Feat):
    """A friend is rid of poison and bleeding."""

    name = "Green Balm"

    def targets(self, game: Game, user: Model, feat: FeatDocument) -> list[Model]:
        near = [each for each in (user, *game.friends(user)) if game.within(user, each, feat.range_in or 0)]
        ill = [each for each in near if each.has("Poisoned") or each.has("Bleeding")]
        return [each for each in ill if not game.any(each, "soulless")]

    def effect(self, game: Game, user: Model, target: Model | None, bout: Bout | None) -> Flow:
        yield from ()
        assert target is not None
        game.unmark(target, "Poisoned")
        game.unmark(target, "Bleeding")
