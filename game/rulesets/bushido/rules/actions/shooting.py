"""The Ranged Attack, with a Walk before or after it (B-ACT-14)."""

from __future__ import annotations

from game.engine.core.decisions import Option
from game.engine.core.flow import Asking, Flow
from game.refusal import Refusal
from game.rulesets.bushido.rules import feats
from game.rulesets.bushido.rules.actions import Action
from game.rulesets.bushido.rules.actions.moving import STAND, no_way_out, when_to_walk, with_a_walk
from game.rulesets.bushido.rules.dice.tests import sees_through
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.melee.bout import Shot
from game.rulesets.bushido.rules.moving.bodyguard import guarded
from game.rulesets.bushido.rules.moving.sight import has_cover, unseen, why_no_target
from game.rulesets.bushido.rules.picking import ask, only_enemies, pick
from game.rulesets.bushido.rules.shooting.attack import (
    in_range,
    loaded_weapons,
    possible_targets,
    shoot,
    why_not_loaded,
)
from game.rulesets.bushido.rules.state import Model
from game.table.path.path import Path
from game.wording import N_, _

HOLD = "hold"
"""The answer not to shoot again."""


class RangedAttack(Action):
    """Shoot at an enemy, with a Walk before or after it (B-ACT-14)."""

    key, name, letter, rule = "ranged", N_("Ranged attack"), "g", "B-ACT-14"
    leaves_zones = reveals = True

    def impossible(self, game: Game, model: Model) -> Refusal | None:
        reasons = [why_not_loaded(game, model, weapon.name) for weapon in game.weapons(model, "ranged")]
        if not reasons:
            return Refusal(_("{model} has no ranged weapon", model=model.name), "B-RNG-1")
        if None in reasons:
            return no_way_out(game, model)
        barred = dict.fromkeys(filter(None, reasons))
        return Refusal("\n".join(reason.text for reason in barred), next(iter(barred)).rule)

    def perform(self, game: Game, model: Model) -> Flow:
        """Shoot, with a Walk before or after it as declared (B-ACT-14, AMB-32)."""
        when = yield from self.stated(game, model)

        def deed(path: Path) -> Flow:
            return self.shots(game, model, path, moved=when != STAND)

        yield from with_a_walk(game, model, self.key, when, deed)

    def stated(self, game: Game, model: Model) -> Asking[str]:
        """Ask whether the model walks before or after the shot. Without a target here, it walks first (AMB-37)."""
        refusal = None
        if not (possible := possible_targets(game, model)):
            refusal = Refusal(_("{model} can target no enemy from here", model=model.name), self.rule)
        prompt = _("Does {model} walk before or after the shot?", model=model.name)
        labels = (_("Shoot from here"), _("Walk, then shoot (1 harder)"), _("Shoot, then walk (1 harder)"))
        if len(possible) == 1:
            name = possible[0].name
            labels = (
                _("Shoot {target} from here", target=name),
                labels[1],
                _("Shoot {target}, then walk (1 harder)", target=name),
            )
        if not refusal and not any(in_range(game, model, weapon) for weapon in loaded_weapons(game, model)):
            labels = (_("Shoot from here: no target in range"), labels[1], _("Shoot, then walk: no target in range"))
        return (yield from when_to_walk(game, model, self.rule, prompt, labels, refusal))

    def shots(self, game: Game, model: Model, path: Path, *, moved: bool) -> Flow:
        """Shoot once or, with Rapid Fire, several times (B-TR-43)."""
        fired = 0
        while model.on_table:
            weapon = yield from self.weapon(game, model, fired)
            if weapon == HOLD:
                return
            fired += 1
            yield from self.shot(game, model, weapon, path, moved=moved)
            game.aim = None
            if fired > game.total(model, "shots", weapon=weapon):
                return

    def weapon(self, game: Game, model: Model, fired: int) -> Asking[str]:
        """Return the name of the weapon that the player chooses, or `HOLD` to stop shooting (B-RNG-1)."""
        names = loaded_weapons(game, model)
        if not names or not possible_targets(game, model):
            return HOLD
        if len(names) == 1 and not fired:
            return names[0]
        options = [Option(name, name, "B-RNG-1") for name in names]
        if fired:
            options.append(Option(HOLD, _("No more"), "B-TR-43", declines=True))
        name: str = yield ask(model, _("Which weapon does {model} use?", model=model.name), "B-RNG-1", options)
        return name

    def shot(self, game: Game, model: Model, weapon: str, path: Path, *, moved: bool) -> Flow:
        """Let the player choose a target, and shoot at it or at its bodyguard (B-SURP-1, B-STATE-7, B-TR-8)."""
        game.aim = lambda target: aimed(game, model, weapon, target, path, moved=moved)
        prompt, near = _("Choose a target for {model}", model=model.name), in_range(game, model, weapon)
        targets = sorted(possible_targets(game, model), key=lambda target: target not in near)
        reasons = only_enemies(model), lambda other: why_no_target(game, model, other)
        too_far = {target.id: _("too far: will miss") for target in targets[len(near) :]}

        def barred() -> list[str]:
            return [enemy.id for enemy in game.enemies(model) if enemy not in targets]

        picking = pick(game, model, prompt, "B-RNG-1", targets, *reasons, notes=lambda piece: too_far.get(piece, ""),
                       barred=barred, insists=path.inches > 0)  # fmt: skip
        [target] = yield from picking
        blind_side = game.aim(target).unseen
        if blind_side:
            yield from feats.window(game, "declare", target.side, among=(target,))
        if not (yield from sees_through(game, model, target)):
            return
        target = yield from guarded(game, target, model)
        blind_side = blind_side and unseen(game, target, model, path)
        is_surprise = blind_side and not game.any(target, "never_surprised")
        yield from shoot(game, Shot(model, weapon, target, moved, is_surprise, blind_side))


def aimed(game: Game, model: Model, weapon: str, target: Model, path: Path, *, moved: bool) -> Shot:
    """Return the shot at a target, before any model steps in (B-SURP-1)."""
    is_new_enemy = model.id not in game.began.touched.get(target.id, ())
    blind_side = is_new_enemy and unseen(game, target, model, path)
    is_surprise = blind_side and not game.any(target, "never_surprised")
    return Shot(model, weapon, target, moved, is_surprise, blind_side, has_cover(game, model, target))
