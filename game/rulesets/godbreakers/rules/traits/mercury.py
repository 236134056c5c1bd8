"""Mercury: traits of speed, reach and precision."""

from __future__ import annotations

from game.engine.core.decisions import Option
from game.engine.core.flow import Flow
from game.rulesets.godbreakers.rules.actions.action import Fight
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.placing import ask_place, region, within
from game.rulesets.godbreakers.rules.rolls import ATTACK
from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.rules.traits import Trait
from game.wording import N_, _

STAY = Option("stay", N_("Stay here"), "G-TRAIT-CUNNING")


class Cunning(Trait):
    name, metal, rule = N_("Cunning"), "mercury", "G-TRAIT-CUNNING"
    text = N_(
        "While active, right after the rolls of its Engage, this model may be set down within R U of where it "
        "stands (R: its rank)."
    )

    def after_attack_roll(self, game: Game, fight: Fight, model: Model, rank: int) -> Flow | None:
        return self._shift(game, model, rank) if fight.led_by(game, model) else None

    def _shift(self, game: Game, model: Model, rank: int) -> Flow:
        player, where = (
            game.handler(model),
            region(game, model, [within(game, model.disc, rank, model.radius)], model.disc),
        )
        prompt = _("{model} is Cunning: place it within {rank} U of where it stands", model=model.name, rank=rank)
        yield from ask_place(
            game, model, where, player=player, prompt=prompt, rule=self.rule, shortcuts=(STAY.shown(),)
        )


class Deadly(Trait):
    name, metal, rule = N_("Deadly"), "mercury", "G-TRAIT-DEADLY"
    text = N_("While active, this model rerolls attack faces up to its rank.")

    def reroll_at_most(self, game: Game, model: Model, rank: int, purpose: str) -> int:
        return rank if purpose == ATTACK and model.id == game.state.active else 0


class Fleet(Trait):
    name, metal, rule = N_("Fleet"), "mercury", "G-TRAIT-FLEET"
    text = N_("Adds 2 U per rank to the model's movement range.")

    def movement(self, model: Model, rank: int) -> int:
        return 2 * rank


class Merciless(Trait):
    name, metal, rule = N_("Merciless"), "mercury", "G-TRAIT-MERCILESS"
    text = N_(
        "When it engages while active, this model may name further opponents in its attack range, up to its rank."
    )

    def opponents(self, model: Model, rank: int) -> int:
        return rank


class Ranged(Trait):
    name, metal, rule = N_("Ranged"), "mercury", "G-TRAIT-RANGED"
    text = N_("Adds the model's die value, once per rank, to its attack range: a D6 with Ranged 2 reaches 12 U.")

    def attack_range(self, model: Model, rank: int) -> int:
        return model.die * rank
