"""Iron: traits that hit hard, hold fast and endure."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.core.decisions import Pick
from game.engine.core.flow import Flow
from game.rulesets.godbreakers.rules.actions.fight import Fight
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.placing import ask_place, region, within
from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.rules.traits import Trait
from game.table.placing.conditions import CloserTo, Condition
from game.table.shapes import gap
from game.wording import N_, _


class Brutal(Trait):
    """Its attack damage is raised by 2R."""

    name, metal, rule = N_("Brutal"), "iron", "G-TRAIT-BRUTAL"
    text = N_("Attack damage this model deals is 2 higher per rank.")

    def dealt(self, model: Model, rank: int) -> int:
        return 2 * rank


class Juggernaut(Trait):
    """While active, shoves one engaged model before disengaging."""

    name, metal, rule = N_("Juggernaut"), "iron", "G-TRAIT-JUGGERNAUT"
    text = N_(
        "While active, before its Engage breaks up, this model may set one engaged model down within 2 U per rank "
        "of where that one stands."
    )

    def before_disengage(self, game: Game, fight: Fight, model: Model, rank: int) -> Flow | None:
        """Offer to place one engaged model within 2R U of where that model stands (Q9)."""
        return self._shove(game, fight, model, rank) if fight.led_by(game, model) and model.on_table else None

    def _shove(self, game: Game, fight: Fight, model: Model, rank: int) -> Flow:
        standing = [each for each in fight.models if each.on_table]
        picked = yield Pick(
            player=game.handler(model),
            prompt=_(
                "{model} is a Juggernaut: place which engaged model within {n} U of where it stands?",
                model=model.name,
                n=2 * rank,
            ),
            rule=self.rule,
            about=model.id,
            candidates=tuple(each.id for each in standing),
            minimum=0,
        )
        for identity in picked:
            moved = game.state.models[identity]
            yield from ask_place(
                game,
                moved,
                region(game, moved, [within(game, moved.disc, 2 * rank, moved.radius)], moved.disc),
                player=game.handler(model),
                prompt=_("Place {moved} within {n} U of where it stands", moved=moved.name, n=2 * rank),
                rule=self.rule,
            )


class Pinning(Trait):
    """While inactive: hostile models close to it may move only to end closer to it."""

    name, metal, rule = N_("Pinning"), "iron", "G-TRAIT-PINNING"
    text = N_(
        "While this model is inactive, enemies within R U of it (R: its rank) may take only move actions that end "
        "closer to it."
    )

    def move_conditions(self, game: Game, holder: Model, rank: int, mover: Model) -> Sequence[Condition]:
        """Return "end closer to the holder" for a hostile mover within R U (Q19)."""
        if holder.id == game.state.active or not game.hostile(holder, mover) or not game.within(holder, mover, rank):
            return ()
        return (CloserTo(holder.disc, gap(holder.disc, mover.disc), mover.radius, rule=self.rule),)


class Relentless(Trait):
    """Sheds R damage at the start of the Recovery phase."""

    name, metal, rule = N_("Relentless"), "iron", "G-TRAIT-RELENTLESS"
    text = N_("When the Recovery phase begins, this model sheds damage equal to its rank.")

    def sheds(self, model: Model, rank: int) -> int:
        """Return R (Q27)."""
        return rank


class Tough(Trait):
    """Attack damage it takes is reduced by 2R, to no less than 1."""

    name, metal, rule = N_("Tough"), "iron", "G-TRAIT-TOUGH"
    text = N_("Attack damage against this model is 2 lower per rank, but never below 1.")

    def taken(self, model: Model, rank: int) -> int:
        return 2 * rank
