"""The Tragedy: the Lost sicken and turn into Damned unless somebody treats them (section 11)."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.core.decisions import Pick
from game.engine.core.flow import Flow
from game.rulesets.godbreakers.rules.actions.action import Action
from game.rulesets.godbreakers.rules.damage import award, suffer, take_away
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.rolls import test
from game.rulesets.godbreakers.rules.rounds.deployment import deployed_last, deployment, set_up_apart, shards_in_order
from game.rulesets.godbreakers.rules.scenarios import Scenario, Task
from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.rules.wild.cast import credit_closest
from game.rulesets.godbreakers.rules.wild.unaligned import Kind, bring
from game.rulesets.godbreakers.words.rule_text import entry
from game.wording import N_, _, keep

RULE = entry(
    "G-SCN-THE-TRAGEDY",
    N_("The Tragedy"),
    N_(
        "The Lost sicken and turn into Damned. A treatment that works brings 2 VP; a Damned removed in the Recovery "
        "phase brings 5 VP to the circle whose player's model is closest, to nobody on a tie."
    ),
)
LOST = Kind("lost", "Lost", 6)
DAMNED = Kind("damned", "Damned", 8, {"Fleet": 1})
SICKNESS = 1
TREATED_VP = 2
DAMNED_VP = 5


class TheTragedy(Scenario):
    """Treat the Lost for 2 VP each; 5 VP to the circle closest to a Damned that falls."""

    rule = RULE
    name = "tragedy"
    title = N_("The Tragedy")
    summary = N_("Treat the Lost before they turn, and put down the Damned that they become.")

    def tasks(self, game: Game) -> Sequence[Task]:
        seniority = game.setup.players
        return [*shards_in_order(game, seniority), *deployment(game, tuple(reversed(seniority)), place_lost)]

    def actions(self) -> Sequence[Action]:
        return (Treatment(),)

    def round_starts(self, game: Game) -> Flow:
        for model in game.standing():
            if model.kind == LOST.kind:
                suffer(game, model, SICKNESS, rule=RULE)
        yield from ()

    def challenges_attack(self, game: Game, model: Model, engaged: Sequence[Model]) -> str:
        damned = [other for other in engaged if other is not model and other.kind == DAMNED.kind]
        return _("{damned} is engaged", damned=damned[0].name) if damned else ""

    def challenges_recovery(self, game: Game, model: Model) -> bool:
        return model.kind in (LOST.kind, DAMNED.kind)

    def before_casualty(self, game: Game, model: Model) -> Flow:
        if model.kind == LOST.kind:
            yield from bring(game, DAMNED, model, 0, player=game.wild_handler, rule=RULE)

    def after_casualty(self, game: Game, model: Model) -> None:
        if model.kind == DAMNED.kind and game.state.step == "recovering":
            credit_closest(game, model, DAMNED_VP, rule=RULE)


def place_lost(game: Game, player: str) -> Flow:
    """Let a player place a Lost outside 6 U of the godbreaker they have just deployed."""
    if player not in game.state.lost:
        yield from set_up_apart(game, LOST, player, deployed_last(game), rule=RULE)


class Treatment(Action):
    """A godbreaker removes a Lost within 0 U; the test says whether it is saved or turns."""

    key = "treatment"
    label = N_("Treatment")
    rule = RULE
    test = N_("Field Trials")
    stakes = (TREATED_VP, -0.5)

    def why_not(self, game: Game, model: Model) -> str:
        if not model.godbreaker:
            return _("only a godbreaker treats the Lost")
        return "" if patients(game, model) else _("no Lost is within 0 U of {model}", model=model.name)

    def perform(self, game: Game, model: Model) -> Flow:
        picked = yield Pick(
            player=game.handler(model),
            prompt=_("Which Lost does {model} treat?", model=model.name),
            rule=RULE,
            about=model.id,
            candidates=tuple(other.id for other in patients(game, model)),
            test=self.test,
        )
        take_away(game, game.state.models[picked[0]], model, rule=RULE)
        if test(game, model, self.test, rule=RULE):
            award(game, model.owner, TREATED_VP, keep("{model} saves one of the Lost", model=model.name), rule=RULE)
        else:
            yield from bring(game, DAMNED, model, 0, player=game.wild_handler, rule=RULE)


def patients(game: Game, model: Model) -> list[Model]:
    """Return the Lost within 0 U of a model."""
    return list(game.touching(model, [other for other in game.standing() if other.kind == LOST.kind]))
