"""The Tragedy: the Lost sicken and turn into Damned unless godbreakers treat them (section 11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import ClassVar

from game.engine.core.flow import Flow
from game.rulesets.godbreakers.rules.actions.action import Action
from game.rulesets.godbreakers.rules.damage import award, suffer, take_away
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.rolls import test
from game.rulesets.godbreakers.rules.rounds.deployment import deployment, set_up_apart_from_deployed, shards_in_order
from game.rulesets.godbreakers.rules.scenarios import Scenario, Task
from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.rules.wild.unaligned import Kind, bring
from game.wording import N_, _, keep

RULE = "G-SCN-THE-TRAGEDY"
LOST = Kind("lost", "Lost", 6)
DAMNED = Kind("damned", "Damned", 8, {"Fleet": 1})
SICKNESS = 1
TREATED_VP = 2


class Treatment(Action):
    """Remove a Lost within 0 U. On a success, it is saved. On a failure, it turns into a Damned."""

    key, label, rule = "treatment", N_("Treatment"), RULE
    letter = "shift+p"
    test = N_("Field Trials")
    stakes = (TREATED_VP, -0.5)

    def why_not(self, game: Game, model: Model) -> str:
        if not model.godbreaker:
            return _("only a godbreaker can treat the Lost")
        return "" if patients(game, model) else _("no Lost is within 0 U of {model}", model=model.name)

    def perform(self, game: Game, model: Model) -> Flow:
        prompt = _("Which Lost does {model} treat?", model=model.name)
        lost = yield from self.choose(game, model, prompt, patients(game, model))
        take_away(game, lost, model, rule=RULE)
        if test(game, model, self.test, rule=RULE):
            award(game, model.owner, TREATED_VP, keep("{model} saves one of the Lost", model=model.name), rule=RULE)
        else:
            yield from bring(game, DAMNED, model, 0, player=game.wild_handler, rule=RULE)


class TheTragedy(Scenario):
    name, title, rule = "tragedy", N_("The Tragedy"), RULE
    place = 4
    errands: ClassVar[Mapping[str, int]] = {LOST.kind: TREATED_VP}
    actions = (Treatment(),)
    quarry: ClassVar[Mapping[str, int]] = {DAMNED.kind: 5}
    text = N_(
        "The Lost sicken and turn into Damned. A successful treatment scores 2 VP. A Damned removed in the "
        "Recovery phase scores 5 VP for the circle whose player's model is closest; on a tie, no one scores."
    )
    summary = N_("Treat the Lost before they turn, and put down the Damned that they become.")

    def tasks(self, game: Game) -> Sequence[Task]:
        place_lost = partial(set_up_apart_from_deployed, kind=LOST, rule=RULE)
        return [*shards_in_order(game), *deployment(game, game.setup.players[::-1], place_lost)]

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


def patients(game: Game, model: Model) -> list[Model]:
    """Return the Lost within 0 U of a model."""
    return list(game.touching(model, [other for other in game.standing() if other.kind == LOST.kind]))
