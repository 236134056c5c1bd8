"""The Ranged Attack, with a Walk before or after it (B-ACT-14)."""

from __future__ import annotations

from game.engine.core.decisions import Choose, Option, Pick
from game.engine.core.flow import Asking, Flow
from game.engine.core.turning import Turning
from game.refusal import Refusal
from game.rulesets.bushido.rules.actions import Action
from game.rulesets.bushido.rules.actions.moving import no_way_out
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.moving.carry_out import ask_way, move_along, region_of
from game.rulesets.bushido.rules.moving.policies import walk
from game.rulesets.bushido.rules.moving.zones import held_by
from game.rulesets.bushido.rules.shooting.attack import Shot, loaded, possible_targets, shoot
from game.rulesets.bushido.rules.state import Model
from game.wording import N_, _

STAND, BEFORE, AFTER = "stand", "before", "after"


class RangedAttack(Action):
    """B-ACT-14."""

    key, name, letter, rule, leaves_zones = "ranged", N_("Ranged attack"), "g", "B-ACT-14", True

    def impossible(self, game: Game, model: Model) -> Refusal | None:
        if not [each for each in game.weapons(model, "ranged") if loaded(game, model, each.name)]:
            return Refusal(_("{model} has no ranged weapon ready", model=model.name), "B-RNG-1")
        return no_way_out(game, model)

    def perform(self, game: Game, model: Model) -> Flow:
        """Walk before or after if wanted, which is said first, and shoot (B-ACT-14, AMB-32)."""
        when = yield from self.stated(game, model)
        if when == BEFORE:
            yield from self.walks(game, model)
        if not held_by(game, model):
            yield from self.shots(game, model, moved=when != STAND)
        if when == AFTER and model.on_table:
            yield from self.walks(game, model)

    def stated(self, game: Game, model: Model) -> Asking[str]:
        """Ask when the model walks; one in a zone must leave it first (AMB-13)."""
        if held_by(game, model):
            return BEFORE
        options = (
            Option(STAND, _("Shoot from here"), self.rule),
            Option(BEFORE, _("Walk, then shoot (+1)"), self.rule),
            Option(AFTER, _("Shoot, then walk (+1)"), self.rule),
        )
        chosen: str = yield Choose(
            player=model.side,
            prompt=_("Does {model} walk before or after the shot?", model=model.name),
            rule=self.rule,
            about=model.id,
            options=options,
        )
        return chosen

    def walks(self, game: Game, model: Model) -> Flow:
        """Walk as part of the attack (B-ACT-14)."""
        found = yield from ask_way(
            game,
            model,
            lambda inches: region_of(model, walk(game, model, inches)),
            Turning.asked(model.facing, "B-MOVE-6"),
            prompt=_("Where does {model} walk to?", model=model.name),
            rule="B-MOVE-6",
        )
        if found is not None:
            move_along(game, model, *found, self.key, "B-MOVE-6")

    def shots(self, game: Game, model: Model, *, moved: bool) -> Flow:
        """Choose weapon and target, and shoot (B-RNG-1)."""
        weapons = [each.name for each in game.weapons(model, "ranged") if loaded(game, model, each.name)]
        weapon = weapons[0]
        if len(weapons) > 1:
            weapon = yield Choose(
                player=model.side,
                prompt=_("Which weapon does {model} use?", model=model.name),
                rule="B-RNG-1",
                about=model.id,
                options=tuple(Option(name, name, "B-RNG-1") for name in weapons),
            )
        found = possible_targets(game, model)
        if not found:
            return
        [picked] = yield Pick(
            player=model.side,
            prompt=_("Whom does {model} shoot at?", model=model.name),
            rule="B-RNG-1",
            about=model.id,
            candidates=tuple(each.id for each in found),
        )
        yield from shoot(game, Shot(model, weapon, game.state.models[picked], moved))
