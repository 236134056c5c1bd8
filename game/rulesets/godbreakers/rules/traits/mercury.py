"""Mercury: traits of speed, reach and precision."""

from __future__ import annotations

from game.engine.core.decisions import Option
from game.engine.core.flow import Flow
from game.rulesets.godbreakers.rules.actions.action import Fight
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.placing import ask_place, region, within
from game.rulesets.godbreakers.rules.state import Model
from game.wording import N_, _

STAY = Option("stay", N_("Stay here"), "G-TRAIT-CUNNING")


def cunning(game: Game, fight: Fight, model: Model, rank: int) -> Flow | None:
    """Return what an active model does right after the rolls of its Engage: it may be placed elsewhere."""
    return _shift(game, model, rank) if fight.led_by(game, model) else None


def _shift(game: Game, model: Model, rank: int) -> Flow:
    where = region(game, model, [within(game, model.disc, rank, model.radius)], model.disc)
    prompt = _("{model} is Cunning: place it within {rank} U of where it stands", model=model.name, rank=rank)
    player, stay = game.handler(model), (STAY.shown(),)
    yield from ask_place(game, model, where, player=player, prompt=prompt, rule=STAY.rule, shortcuts=stay)
