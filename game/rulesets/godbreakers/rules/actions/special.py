"""The special actions Sunder and Hand Off, which every model has (G-SPEC)."""

from __future__ import annotations

from game.engine.core.flow import Asking, Flow
from game.rulesets.godbreakers.rules.actions.action import Action
from game.rulesets.godbreakers.rules.asking import pick
from game.rulesets.godbreakers.rules.damage import claim
from game.rulesets.godbreakers.rules.events import MarkerDestroyed
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.rolls import test
from game.rulesets.godbreakers.rules.state import Marker, Model
from game.wording import N_, _


class Sunder(Action):
    """Try to destroy a marker that the active model's player controls (G-SPEC-1)."""

    key, label, rule = "sunder", N_("Sunder"), "G-SPEC-1"
    letter = "s"
    stays = True
    test = N_("Destroy Marker")

    def why_not(self, game: Game, model: Model) -> str:
        if not model.owner:
            return _("wild models do not control markers")
        return "" if controlled_markers(game, model) else _("its player controls no marker")

    def perform(self, game: Game, model: Model) -> Flow:
        marker = yield from nominate_marker(game, model, controlled_markers(game, model), rule="G-SPEC-1")
        yield from destroy(game, model, marker)


def controlled_markers(game: Game, model: Model) -> list[Marker]:
    """Return the markers that the model's player controls (G-TBL-6)."""
    return [marker for marker in game.lying() if game.controls(model.owner, marker)] if model.owner else []


def nominate_marker(game: Game, model: Model, candidates: list[Marker], *, rule: str) -> Asking[Marker]:
    """Ask for one of the candidates and return it."""
    prompt = _("Which marker does {model} nominate?", model=model.name)
    [marker] = yield from pick(game.handler(model), prompt, candidates, rule=rule, about=model.id, test=Sunder.test)
    return marker


def destroy(game: Game, model: Model, marker: Marker) -> Flow:
    """Make the Destroy Marker test. On a success, remove the marker (G-SPEC-1)."""
    if test(game, model, Sunder.test, rule="G-SPEC-1"):
        marker.on_table = False
        game.emit(MarkerDestroyed(marker=marker.id, model=model.id))
    yield from ()


class HandOff(Action):
    """Let a friendly model within D U, the value of the die, claim tokens of the active model (G-SPEC-2)."""

    key, label, rule = "hand-off", N_("Hand Off"), "G-SPEC-2"
    letter = "h"
    stays = True
    test = N_("Go Long!")

    def why_not(self, game: Game, model: Model) -> str:
        if not game.tokens_of(model):
            return _("{model} carries no token", model=model.name)
        if receivers(game, model):
            return ""
        return _("no friendly model is within {die} U of {model}", die=model.die, model=model.name)

    def perform(self, game: Game, model: Model) -> Flow:
        player, prompt = game.handler(model), _("Who does {model} hand tokens to?", model=model.name)
        friends = receivers(game, model)
        [taker] = yield from pick(player, prompt, friends, rule=self.rule, about=model.id, test=self.test)
        if not game.reaches(model, taker, 0) and not test(game, model, self.test, rule=self.rule):
            return
        prompt, held = _("Which tokens does {taker} claim?", taker=taker.name), game.tokens_of(model)
        tokens = yield from pick(player, prompt, held, rule=self.rule, about=taker.id, minimum=0, maximum=len(held))
        for token in tokens:
            claim(game, taker, token, giver=model, rule=self.rule)


def receivers(game: Game, model: Model) -> list[Model]:
    """Return the friendly models within D U, the value of the model's die."""
    return [other for other in game.standing() if game.friendly(model, other) and game.reaches(model, other, model.die)]
