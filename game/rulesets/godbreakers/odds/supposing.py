"""Hypothetical games: copies of a game on which the rules try an answer, without real dice."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from game.engine.core.dice import ScriptedDice
from game.rulesets.godbreakers.odds.odds import roll_odds
from game.rulesets.godbreakers.rules.actions.repertoire import AVOID, avoid, move_to
from game.rulesets.godbreakers.rules.events import Tested
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.rolls import earned_triumph, settle_triumphs, test, thresholds
from game.rulesets.godbreakers.rules.state import Model
from game.table.lattice import Position
from game.table.shapes import Disc

Resolved = tuple[int, Game]
"""An outcome of an action: its number of cases, and the game afterwards."""


def supposing(game: Game) -> Game:
    """Return an independent copy of a game for trials. A roll in the copy raises `UnplannedRoll`."""
    supposed = copy.copy(game)
    supposed.state, supposed.events, supposed.dice = game.state.clone(), [], ScriptedDice(())
    return supposed


def activated(game: Game, model: Model) -> tuple[Game, Model]:
    """Return a game in which `model` is active, and the model. Do not change its pieces, which are shared."""
    supposed = copy.copy(game)
    supposed.state, supposed.events, supposed.dice = copy.copy(game.state), [], ScriptedDice(())
    supposed.state.active = model.id
    return supposed, model


def standing(game: Game, model: Model, there: Disc) -> tuple[Game, Model]:
    """Return a copy of the game with the model placed at `there`, and the model in the copy.

    A model in the air falls (G-ADV-4), a model that it replaces is removed, and ready models are alerted. Do not
    change other pieces of the copy, which are shared.
    """
    if game.falls(there):
        supposed = supposing(game)  # a fall may change anything
    else:
        supposed = _branched(game, {model.id, game.leaving} - {""})
        supposed.state.alerted, supposed.dice = list(game.state.alerted), ScriptedDice(())
    if game.leaving:
        supposed.state.models[game.leaving].place = "casualty"
    moved = supposed.state.models[model.id]
    moved.place = "table"
    move_to(supposed, moved, Position(there.x, there.y), there.level)
    return supposed, moved


def lifted(game: Game, model: Model) -> Game:
    """Return a copy of the game without the model on the table. Do not change its other pieces, which are shared."""
    supposed = _branched(game, {model.id})
    supposed.state.models[model.id].place = "reserve"
    return supposed


def resolved(game: Game, name: str = "", obstacles: Sequence[str] = ()) -> Iterator[Resolved]:
    """Yield the outcomes of the active model's action, with Triumphs settled.

    `name` is the test of the action, if any. It can fail, pass, or pass with a Triumph. `obstacles` are those of a
    move (G-ROLL-4, G-ROLL-5, G-MOVE-2). Do not change the pieces of an outcome, which may be shared.
    """
    earned = [model.id for model in game.state.models.values() if earned_triumph(model)]
    if not name and not earned:
        yield 1, game  # there is no roll, and nothing changes
        return
    model = game.state.models[game.state.active]
    faces: Counter[int] = Counter({0: 1})
    if name:
        zero = thresholds(game, model, name, challenging=True)[1]
        faces.clear()
        for result, chance in roll_odds(game, model, name, challenging=True).chances():
            faces[zero if result == 0 else model.die if result == model.die else model.die - 1] += chance.weight
    for face, cases in sorted(faces.items()):
        supposed = _branched(game, {model.id, *earned})
        supposed.dice = ScriptedDice((face,), start=supposed.state.rolls.total)
        if name == AVOID:
            avoid(supposed, supposed.state.models[model.id], obstacles)
        elif name:
            test(supposed, supposed.state.models[model.id], name, rule="G-ROLL-4")
        settle_triumphs(supposed)
        yield cases, supposed


def _branched(game: Game, changing: Iterable[str]) -> Game:
    """Return a copy of a game that shares everything except the counter of rolls and the models `changing`."""
    supposed = copy.copy(game)
    supposed.state, supposed.events = copy.copy(game.state), []
    state, models = supposed.state, game.state.models
    state.models = models | {identity: models[identity].clone() for identity in changing}
    state.rolls = state.rolls.clone()
    return supposed


def failed(game: Game) -> bool:
    """Return whether a test failed in a hypothetical game."""
    return any(isinstance(event, Tested) and not event.success for event in game.events)
