"""Copper: traits that protect, mend and repay."""

from __future__ import annotations

import math
from collections.abc import Sequence

from game.engine.core.decisions import Pick
from game.engine.core.flow import Flow
from game.rulesets.godbreakers.rules.actions.action import Action
from game.rulesets.godbreakers.rules.actions.engage import targets
from game.rulesets.godbreakers.rules.actions.fight import Fight
from game.rulesets.godbreakers.rules.damage import suffer
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.placing import ask_place, movement_range, region, unstable, within
from game.rulesets.godbreakers.rules.rolls import ATTACK, RECOVERY, is_test, test
from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.rules.traits import Trait
from game.table.placing.conditions import AnyOf
from game.wording import N_, _


class Defensive(Trait):
    """While inactive: rerolls its own low attack faces."""

    name, metal, rule = N_("Defensive"), "copper", "G-TRAIT-DEFENSIVE"
    text = N_("While inactive, this model rerolls attack faces up to its rank.")

    def reroll_at_most(self, game: Game, model: Model, rank: int, purpose: str) -> int:
        return rank if purpose == ATTACK and model.id != game.state.active else 0


class Healer(Trait):
    """Friendly models within its movement range reroll low recovery rolls."""

    name, metal, rule = N_("Healer"), "copper", "G-TRAIT-HEALER"
    text = N_("Friendly models inside this model's movement range reroll recovery faces up to its rank.")

    def lets_reroll(self, game: Game, holder: Model, rank: int, roller: Model, purpose: str) -> int:
        """Return R for recovery rolls of friends in reach (not its own: Q10)."""
        if purpose != RECOVERY or not game.friendly(holder, roller):
            return 0
        return rank if game.reaches(holder, roller, movement_range(game, holder)) else 0


class Inspired(Trait):
    """While active: rerolls its own low test rolls."""

    name, metal, rule = N_("Inspired"), "copper", "G-TRAIT-INSPIRED"
    text = N_("While active, this model rerolls faces up to its rank in tests.")

    def reroll_at_most(self, game: Game, model: Model, rank: int, purpose: str) -> int:
        return rank if is_test(purpose) and model.id == game.state.active else 0


class Mysterious(Trait):
    """Special action: appear anywhere close to another model."""

    name, metal, rule = N_("Mysterious"), "copper", "G-TRAIT-MYSTERIOUS"
    text = N_(
        "Special action with a Hidden Ways test: if it passes, put this model down anywhere within R U of some "
        "other model (R: its rank)."
    )

    def actions(self, rank: int) -> Sequence[Action]:
        return (HiddenWays(rank),)


class HiddenWays(Action):
    """Test; on success place the model within R U of another model, by the closest one if it fits nowhere (H1)."""

    key, label, rule = "hidden-ways", N_("Hidden Ways"), "G-TRAIT-MYSTERIOUS"
    test = label

    def __init__(self, rank: int) -> None:
        self.rank = rank

    def why_not(self, game: Game, model: Model) -> str:
        return "" if len(game.standing()) > 1 else _("there is no other model on the table")

    def perform(self, game: Game, model: Model) -> Flow:
        if not test(game, model, self.test, rule=self.rule):
            return
        others = [other for other in game.standing() if other is not model]
        near = AnyOf([within(game, other.disc, self.rank, model.radius) for other in others])
        where = region(game, model, [near])
        if not where.has_room:
            nearest = min(others, key=lambda other: math.dist((model.x, model.y), (other.x, other.y)))
            unstable(game, model, nearest.x, nearest.y, rule=self.rule, level=nearest.level)
            return
        yield from ask_place(
            game,
            model,
            where,
            player=game.handler(model),
            prompt=_("Place {model} within {rank} U of another model", model=model.name, rank=self.rank),
            rule=self.rule,
        )


class Vengeful(Trait):
    """Having suffered attack damage, deals some back before disengaging."""

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
        picked = yield Pick(
            player=game.handler(model),
            prompt=_("{model} is Vengeful: deal {rank} damage to whom?", model=model.name, rank=rank),
            rule=self.rule,
            about=model.id,
            candidates=tuple(other.id for other in within_reach),
            minimum=0,
        )
        for identity in picked:
            suffer(game, game.state.models[identity], rank, rule=self.rule, source=model)
