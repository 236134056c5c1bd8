"""Effects that last: modifiers and keywords, as the parameters of an ability say them (A-TURN-5)."""

from __future__ import annotations

from typing import cast

from game.engine.core.flow import Flow
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.rules.effects.dice import passes
from game.rulesets.aos4.rules.effects.targets import Targeted
from game.rulesets.aos4.rules.game import HAS
from game.rulesets.aos4.rules.state import Effect, Until
from game.rulesets.aos4.rules.use import Use


def effects_of(spec: AbilityDocument, player: str) -> list[Effect]:
    """Return the effects that a player's ability leaves on a target: `amount` for each `what`, or `lends` a keyword.

    Several `what` are separated by commas; `amount` is the number of a keyword; they last `until` a span ends.
    """
    params, until = spec.params, cast(Until, str(spec.params.get("until", "turn")))
    if spec.effect_id == Lend.id:
        keyword = str(params.get("lends", "")).upper()
        return [Effect(spec.id, HAS, int(params.get("amount", 0)), until, player, keyword)]
    whats = [each.strip() for each in str(params.get("what", "")).split(",")]
    return [Effect(spec.id, what, int(params.get("amount", 1)), until, player) for what in whats]


class Modify(Targeted):
    """Leaves modifiers on its targets; with `on`, if a die shows it."""

    id = "modify"

    def effect(self, use: Use) -> Flow:
        for target in use.targets:
            if passes(use, target):
                for effect in effects_of(use.spec, use.player):
                    use.game.affect(target, effect, self.rule)
        yield from ()


class Lend(Modify):
    """Lends a keyword to its targets; with `on`, if a die shows it."""

    id = "lend"
