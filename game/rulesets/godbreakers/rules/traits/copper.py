"""Copper: traits that protect, mend and repay."""

from __future__ import annotations

import math
from collections.abc import Sequence

from game.engine.core.flow import Flow
from game.rulesets.godbreakers.rules.actions.action import Action, Fight
from game.rulesets.godbreakers.rules.actions.engage import targets
from game.rulesets.godbreakers.rules.asking import pick
from game.rulesets.godbreakers.rules.damage import suffer
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.placing import ask_place, movement_range, region, unstable, within
from game.rulesets.godbreakers.rules.rolls import ATTACK, NO_TESTS, RECOVERY, test
from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.rules.traits import Trait
from game.table.placing.conditions import AnyOf
from game.wording import N_, _


class HiddenWays(Action):
    """Appears near another model, or, without room, by unstable placement beside the closest one (H1)."""

    key, label, rule = "hidden-ways", N_("Hidden Ways"), "G-TRAIT-MYSTERIOUS"
    letter = "shift+h"
    test = label

    def why_not(self, game: Game, model: Model) -> str:
        return "" if len(game.standing()) > 1 else _("there is no other model on the table")

    def perform(self, game: Game, model: Model) -> Flow:
        if not test(game, model, self.test, rule=self.rule):
            return
        others = [other for other in game.standing() if other is not model]
        near = AnyOf([within(game, other.disc, self.rank, model.radius) for other in others])
        where = region(game, model, [near])
        if not where.find():
            nearest = min(others, key=lambda other: math.dist((model.x, model.y), (other.x, other.y)))
            unstable(game, model, nearest.x, nearest.y, rule=self.rule, level=nearest.level)
            return
        prompt = _("Place {model} within {rank} U of another model", model=model.name, rank=self.rank)
        yield from ask_place(game, model, where, player=game.handler(model), prompt=prompt, rule=self.rule)


class Defensive(Trait):
    name, metal, rule = N_("Defensive"), "copper", "G-TRAIT-DEFENSIVE"
    text = N_("While inactive, this model rerolls attack faces up to its rank.")

    def reroll_at_most(self, game: Game, model: Model, rank: int, purpose: str) -> int:
        return rank if purpose == ATTACK and model.id != game.state.active else 0


class Healer(Trait):
    name, metal, rule = N_("Healer"), "copper", "G-TRAIT-HEALER"
    text = N_("Friendly models inside this model's movement range reroll recovery faces up to its rank.")

    def lets_reroll(self, game: Game, holder: Model, rank: int, roller: Model, purpose: str) -> int:
        if purpose != RECOVERY or not game.friendly(holder, roller):  # a model is no friend of its own (Q10)
            return 0
        return rank if game.reaches(holder, roller, movement_range(game, holder)) else 0


class Inspired(Trait):
    name, metal, rule = N_("Inspired"), "copper", "G-TRAIT-INSPIRED"
    text = N_("While active, this model rerolls faces up to its rank in tests.")

    def reroll_at_most(self, game: Game, model: Model, rank: int, purpose: str) -> int:
        return rank if purpose not in NO_TESTS and model.id == game.state.active else 0


class Mysterious(Trait):
    name, metal, rule = N_("Mysterious"), "copper", "G-TRAIT-MYSTERIOUS"
    text = N_(
        "Special action with a Hidden Ways test: if it passes, put this model down anywhere within R U of some "
        "other model (R: its rank)."
    )
    action = HiddenWays


class Vengeful(Trait):
    name, metal, rule = N_("Vengeful"), "copper", "G-TRAIT-VENGEFUL"
    text = N_(
        "If attack damage hurt this model in an Engage, then before the fighters part it may deal damage equal to "
        "its rank to one enemy in its attack range."
    )

    def before_disengage(self, game: Game, fight: Fight, model: Model, rank: int) -> Flow | None:
        hurt = fight.suffered.get(model.id) and model.on_table
        within_reach = targets(game, model) if hurt else []
        return self._pay_back(game, model, rank, within_reach) if within_reach else None

    def _pay_back(self, game: Game, model: Model, rank: int, within_reach: Sequence[Model]) -> Flow:
        player, prompt = (
            game.handler(model),
            _("{model} is Vengeful: deal {rank} damage to whom?", model=model.name, rank=rank),
        )
        for other in (yield from pick(player, prompt, within_reach, rule=self.rule, about=model.id, minimum=0)):
            suffer(game, other, rank, rule=self.rule, source=model)
