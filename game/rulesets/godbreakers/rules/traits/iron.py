"""Iron: traits that hit hard, hold fast and endure."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.core.flow import Flow
from game.rulesets.godbreakers.rules.actions.action import Fight
from game.rulesets.godbreakers.rules.asking import pick
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.placing import ask_place, region, within
from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.rules.traits import Trait
from game.table.placing.conditions import CloserTo, Condition
from game.table.shapes import gap
from game.wording import N_, _


class Brutal(Trait):
    name, metal, rule = N_("Brutal"), "iron", "G-TRAIT-BRUTAL"
    text = N_("Attack damage this model deals is 2 higher per rank.")

    def dealt(self, model: Model, rank: int) -> int:
        return 2 * rank


class Juggernaut(Trait):
    name, metal, rule = N_("Juggernaut"), "iron", "G-TRAIT-JUGGERNAUT"
    text = N_(
        "While active, before its Engage breaks up, this model may set one engaged model down within 2 U per rank "
        "of where that one stands."
    )

    def before_disengage(self, game: Game, fight: Fight, model: Model, rank: int) -> Flow | None:
        return self._shove(game, fight, model, rank) if fight.led_by(game, model) and model.on_table else None

    def _shove(self, game: Game, fight: Fight, model: Model, rank: int) -> Flow:
        """Place one engaged model that is still on the table, possibly itself (Q9)."""
        player, n = game.handler(model), 2 * rank
        text = _(
            "{model} is a Juggernaut: place which engaged model within {n} U of where it stands?", model=model.name, n=n
        )
        standing = [each for each in fight.models if each.on_table]
        for moved in (yield from pick(player, text, standing, rule=self.rule, about=model.id, minimum=0)):
            where = region(game, moved, [within(game, moved.disc, n, moved.radius)], moved.disc)
            text = _("Place {moved} within {n} U of where it stands", moved=moved.name, n=n)
            yield from ask_place(game, moved, where, player=player, prompt=text, rule=self.rule)


class Pinning(Trait):
    name, metal, rule = N_("Pinning"), "iron", "G-TRAIT-PINNING"
    text = N_(
        "While this model is inactive, enemies within R U of it (R: its rank) may take only move actions that end "
        "closer to it."
    )

    def move_conditions(self, game: Game, holder: Model, rank: int, mover: Model) -> Sequence[Condition]:
        if holder.id == game.state.active or not game.hostile(holder, mover) or not game.within(holder, mover, rank):
            return ()
        return (CloserTo(holder.disc, gap(holder.disc, mover.disc), mover.radius, rule=self.rule),)  # Q19


class Relentless(Trait):
    name, metal, rule = N_("Relentless"), "iron", "G-TRAIT-RELENTLESS"
    text = N_("When the Recovery phase begins, this model sheds damage equal to its rank.")

    def sheds(self, model: Model, rank: int) -> int:
        return rank  # Q27


class Tough(Trait):
    name, metal, rule = N_("Tough"), "iron", "G-TRAIT-TOUGH"
    text = N_("Attack damage against this model is 2 lower per rank, but never below 1.")

    def taken(self, model: Model, rank: int) -> int:
        return 2 * rank
