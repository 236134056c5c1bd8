"""Effects that last: modifiers and keywords (A-TURN-5)."""

from __future__ import annotations

from typing import cast

from game.engine.core.flow import Flow
from game.rulesets.aos4.rules.effects.dice import passes
from game.rulesets.aos4.rules.effects.targets import Targeted
from game.rulesets.aos4.rules.game import HAS
from game.rulesets.aos4.rules.state import Effect, Until
from game.rulesets.aos4.rules.use import Use

SPANS = ("phase", "turn", "round", "own turn")


class Modify(Targeted):
    """Adds `amount` to `what` (several separated by commas) `until` a span ends; with `on`, if a die shows it."""

    id = "modify"

    def effect(self, use: Use) -> Flow:
        params, until = use.spec.params, cast(Until, str(use.spec.params.get("until", "turn")))
        for target in use.targets:
            if passes(use, target):
                for what in str(params.get("what", "")).split(","):
                    effect = Effect(use.spec.id, what.strip(), int(params.get("amount", 1)), until, use.player)
                    use.game.affect(target, effect, self.rule)
        yield from ()


class Lend(Targeted):
    """Lends a `lends` keyword, of the number `amount`, `until` a span of time ends; with `on`, if a die shows it."""

    id = "lend"

    def effect(self, use: Use) -> Flow:
        params, until = use.spec.params, cast(Until, str(use.spec.params.get("until", "turn")))
        for target in use.targets:
            if passes(use, target):
                keyword, number = str(params.get("lends", "")).upper(), int(params.get("amount", 0))
                use.game.affect(target, Effect(use.spec.id, HAS, number, until, use.player, keyword), self.rule)
        yield from ()
