"""Actions without a move: Wait, Focus, Stand Up, and those at an objective (B-ACT-16..18, B-ACT-22, B-ACT-23)."""

from __future__ import annotations

from game.engine.core.decisions import Option, Pick
from game.engine.core.flow import Asking, Flow
from game.refusal import Refusal
from game.rulesets.bushido.rules import events, scenarios
from game.rulesets.bushido.rules.actions import Action
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.ki import in_ki
from game.rulesets.bushido.rules.melee.bout import Bout, Fighter
from game.rulesets.bushido.rules.melee.exchange import exchange
from game.rulesets.bushido.rules.moving.carry_out import turn
from game.rulesets.bushido.rules.moving.policies import engaged_with, held_by
from game.rulesets.bushido.rules.moving.sight import beside as terrain_beside
from game.rulesets.bushido.rules.moving.sight import not_touching
from game.rulesets.bushido.rules.picking import ask, only_enemies, pick
from game.rulesets.bushido.rules.rulings import TOLERANCE
from game.rulesets.bushido.rules.scenarios import INTERACTIONS
from game.rulesets.bushido.rules.state import Model, Objective, objective_name
from game.table.facing import facing_towards
from game.table.shapes import gap
from game.wording import N_, _

FLAMES, TOIL = 2, 2
"""The number of On Fire markers that a Wait removes, and the Ki that it costs to destroy terrain (B-ACT-18)."""


class Wait(Action):
    """Remove a state, put out a fire or destroy terrain, without moving (B-ACT-18)."""

    key, name, letter, rule = "wait", N_("Wait"), "z", "B-ACT-18"

    def perform(self, game: Game, model: Model) -> Flow:
        """Let the player choose the effect of the Wait. Without any possible effect, nothing happens."""
        options = [
            Option(state, _("Remove {state}", state=_(state)), self.rule)
            for state in ("Stunned", "Immobilised", "Reloading")
            if model.has(state)
        ]
        near = [model, *(friend for friend in game.friends(model) if game.within(model, friend, 0.0))]
        options += [
            Option(f"On Fire {other.id}", _("Put out the fire on {model}", model=other.name), self.rule, (other.id,))
            for other in near
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
                for feature in terrain_beside(game, model)
            ]
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

    def perform(self, game: Game, model: Model) -> Flow:
        """Gain Ki equal to the Ki statistic."""
        yield from ()
        game.gain_ki(model, game.card(model).ki.value, self.rule)


class StandUp(Action):
    """Stand up (B-ACT-17)."""

    key, name, letter, rule = "stand-up", N_("Stand up"), "u", "B-ACT-17"
    in_contact = leaves_zones = stirs = True

    def known_to(self, game: Game, model: Model) -> bool:
        return model.has("Prone")

    def impossible(self, game: Game, model: Model) -> Refusal | None:
        return None if model.has("Prone") else Refusal(_("{model} is not Prone", model=model.name), self.rule)

    def perform(self, game: Game, model: Model) -> Flow:
        """Stand up and turn, or fight if an enemy is in base contact (B-STATE-21)."""
        game.unmark(model, "Prone")
        foe = yield from self.chosen(game, model)
        if foe is None:
            yield from turn(game, model, self.rule)
        else:
            yield from exchange(
                game, Bout(Fighter(model), Fighter(foe), stood_up=True, touched=dict(game.began.touched))
            )

    def chosen(self, game: Game, model: Model) -> Asking[Model | None]:
        """Return the enemy that the model fights, or None if it ignores all enemies (B-ACT-30, B-STATE-10)."""
        foes, bound = game.touching(model), bool(engaged_with(game, model, leaving=False))
        if not foes or (bound and len(foes) == 1):
            return foes[0] if foes else None
        prompt = _("Choose an enemy for {model} to fight", model=model.name)
        reasons = only_enemies(model), lambda foe: not_touching(game, model, foe, self.rule)
        picked = yield from pick(game, model, prompt, self.rule, foes, *reasons, minimum=int(bound))
        return picked[0] if picked else None


# -- at an objective -------------------------------------------------------------------------------


class AtObjective(Action):
    """The interaction of the scenario with an objective in base contact."""

    stirs = reveals = True

    def known_to(self, game: Game, model: Model) -> bool:
        scenario = scenarios.of(game)
        return bool(scenario.interaction) and scenario.interaction_cost == self.cost

    def impossible(self, game: Game, model: Model) -> Refusal | None:
        if not self.known_to(game, model):
            return Refusal(_("the scenario has no such action"), self.rule)
        if game.any(model, "insignificant"):
            return Refusal(_("{model} is Insignificant", model=model.name), "B-TR-31")
        objectives = beside(game, model)
        if not objectives:
            return Refusal(_("{model} is not in base contact with an objective", model=model.name), self.rule)
        return None if self.possible(game, model) else self.why_not_at(game, model, objectives[0].id)

    def possible(self, game: Game, model: Model) -> list[Objective]:
        """Return the objectives at which the model can carry out the interaction."""
        why_not = INTERACTIONS[scenarios.of(game).interaction].why_not
        return [objective for objective in beside(game, model) if not why_not(game, model, objective)]

    def perform(self, game: Game, model: Model) -> Flow:
        """Turn to the objective and carry out the interaction. An Immovable model does not turn (B-TR-27)."""
        objective = yield from self.chosen(game, model)
        if not game.any(model, "immovable"):
            model.facing = facing_towards(objective.x - model.x, objective.y - model.y)
        if self.cost == 1:  # only simple actions are counted (B-SCEN-8)
            objective.actions += 1
        INTERACTIONS[scenarios.of(game).interaction].carry_out(game, model, objective)

    def why_not_at(self, game: Game, model: Model, piece: str) -> Refusal | None:
        """Return why the model cannot carry out the interaction at a piece, or None if it can."""
        objective = game.state.objectives.get(piece)
        if objective is None:
            return Refusal(_("{piece} is not an objective", piece=game.name_of(piece)), self.rule)
        if objective not in beside(game, model):
            facts = {"model": model.name, "objective": objective_name(piece)}
            return Refusal(_("{model} is not in base contact with {objective}", **facts), self.rule)
        interaction = INTERACTIONS[scenarios.of(game).interaction]
        reason = interaction.why_not(game, model, objective)
        return Refusal(reason, interaction.rule) if reason else None

    def chosen(self, game: Game, model: Model) -> Asking[Objective]:
        """Return the objective that the player chooses."""
        objectives = self.possible(game, model)
        if len(objectives) == 1:
            return objectives[0]
        [picked] = yield Pick(
            player=model.side,
            prompt=_("Which objective does {model} use?", model=model.name),
            rule=self.rule,
            about=model.id,
            candidates=tuple(objective.id for objective in objectives),
            excluded=lambda piece: self.why_not_at(game, model, piece),
        )
        return game.state.objectives[picked]


def beside(game: Game, model: Model) -> list[Objective]:
    """Return the objectives in base contact with a model (B-GEO-3)."""
    return [objective for objective in game.objectives() if gap(model.disc, objective.disc) <= TOLERANCE]


class SimpleScenario(AtObjective):
    """Carry out a scenario's interaction as a simple action (B-ACT-16)."""

    key, name, letter, rule = "simple-scenario", N_("Scenario action"), "o", "B-ACT-16"


class ComplexScenario(AtObjective):
    """Carry out a scenario's interaction as a complex action (B-ACT-23)."""

    key, name, letter, rule, cost = "complex-scenario", N_("Scenario action (complex)"), "y", "B-ACT-23", 2
