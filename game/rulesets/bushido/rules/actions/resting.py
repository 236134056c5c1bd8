"""The actions Wait, Focus and Stand Up, which need no movement (B-ACT-17, B-ACT-18, B-ACT-22)."""

from __future__ import annotations

from game.engine.core.decisions import Option
from game.engine.core.flow import Asking, Flow
from game.refusal import Refusal
from game.rulesets.bushido.rules import events
from game.rulesets.bushido.rules.actions import Action
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.ki import in_ki
from game.rulesets.bushido.rules.melee.bout import Bout, Fighter
from game.rulesets.bushido.rules.melee.exchange import exchange
from game.rulesets.bushido.rules.moving.carry_out import turn
from game.rulesets.bushido.rules.moving.policies import engaged_with, held_by
from game.rulesets.bushido.rules.moving.sight import beside, not_touching
from game.rulesets.bushido.rules.picking import ask, only_enemies, pick
from game.rulesets.bushido.rules.state import Model
from game.wording import N_, _

FLAMES, TOIL = 2, 2
"""The number of On Fire markers that a Wait removes, and its cost in Ki if it destroys terrain (B-ACT-18)."""


class Wait(Action):
    """Remove a state, put out a fire or destroy terrain, without moving (B-ACT-18)."""

    key, name, letter, rule = "wait", N_("Wait"), "z", "B-ACT-18"

    def why_futile(self, game: Game, model: Model) -> str:
        return "" if self.effects(game, model) else _("there is nothing to remove, put out or destroy")

    def effects(self, game: Game, model: Model) -> list[Option]:
        """Return the effects that a Wait can have now."""
        options = [
            Option(state, _("Remove {state}", state=_(state)), self.rule)
            for state in ("Stunned", "Immobilised", "Reloading")
            if model.has(state)
        ]
        in_contact = [model, *(friend for friend in game.friends(model) if game.within(model, friend, 0.0))]
        options += [
            Option(f"On Fire {other.id}", _("Put out the fire on {model}", model=other.name), self.rule, (other.id,))
            for other in in_contact
            if other.has("On Fire")
        ]
        if model.ki >= TOIL and not model.has("Controlled") and not held_by(game, model, moving=False):
            options += [
                Option(
                    f"destroy {feature.piece.id}",
                    _("Destroy {piece} ({ki} Ki)", piece=feature.piece.name, ki=TOIL),
                    "B-TERR-9",
                    price=in_ki(TOIL),
                )
                for feature in beside(game, model)
            ]
        return options

    def perform(self, game: Game, model: Model) -> Flow:
        """Let the player choose the effect of the Wait. Without any possible effect, nothing happens."""
        options = self.effects(game, model)
        if not options:
            return
        options.append(Option("nothing", _("Nothing"), self.rule, declines=True))
        key = yield ask(model, _("What does {model} do while it waits?", model=model.name), self.rule, options)
        if key.startswith("On Fire "):
            game.unmark(game.state.models[key.removeprefix("On Fire ")], "On Fire", FLAMES)
        elif key.startswith("destroy "):
            model.ki -= TOIL
            game.state.destroyed.append(key.removeprefix("destroy "))
            game.emit(events.Destroyed(model=model.id, terrain=game.state.destroyed[-1], cost=TOIL))
        elif key != "nothing":
            game.unmark(model, key, 1 if key == "Reloading" else None)


class Focus(Action):
    """Gain Ki (B-ACT-22)."""

    key, name, letter, rule, cost = "focus", N_("Focus"), "q", "B-ACT-22", 2

    def why_futile(self, game: Game, model: Model) -> str:
        full = model.ki >= game.card(model).ki.max
        return _("{model} already has all the Ki that it can hold", model=model.name) if full else ""

    def perform(self, game: Game, model: Model) -> Flow:
        """Gain Ki equal to the Ki statistic."""
        yield from ()
        game.gain_ki(model, game.card(model).ki.value, self.rule)


class StandUp(Action):
    """Stand up (B-ACT-17, AMB-11)."""

    key, name, letter, rule = "stand-up", N_("Stand up"), "u", "B-ACT-17"
    in_contact = leaves_zones = stirs = True

    def known_to(self, game: Game, model: Model) -> bool:
        return model.has("Prone")

    def impossible(self, game: Game, model: Model) -> Refusal | None:
        return None if model.has("Prone") else Refusal(_("{model} is not Prone", model=model.name), self.rule)

    def perform(self, game: Game, model: Model) -> Flow:
        """Stand up and turn, or fight if an enemy is in base contact (B-STATE-21)."""
        game.unmark(model, "Prone")
        enemy = yield from self.choose(game, model)
        if enemy is None:
            yield from turn(game, model, self.rule)
        else:
            yield from exchange(
                game, Bout(Fighter(model), Fighter(enemy), stood_up=True, touched=dict(game.began.touched))
            )

    def choose(self, game: Game, model: Model) -> Asking[Model | None]:
        """Ask for an enemy to fight, and return it, or None if the model ignores all (B-ACT-30, B-STATE-10)."""
        enemies, bound = game.touching(model), bool(engaged_with(game, model, leaving=False))
        if not enemies or (bound and len(enemies) == 1):
            return enemies[0] if enemies else None
        prompt = _("Choose an enemy for {model} to fight", model=model.name)
        reasons = only_enemies(model), lambda foe: not_touching(game, model, foe, self.rule)
        picked = yield from pick(game, model, prompt, self.rule, enemies, *reasons, minimum=int(bound))
        return picked[0] if picked else None
