"""Hypothetical tables: copies of a game on which the rules' own functions try an answer, without real dice."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from game.engine.core.dice import ScriptedDice
from game.rulesets.godbreakers.odds.odds import roll_odds
from game.rulesets.godbreakers.rules.actions.move import AVOID, avoid, come_to
from game.rulesets.godbreakers.rules.events import Tested
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.rolls import earned_triumph, settle_triumphs, test, thresholds
from game.rulesets.godbreakers.rules.state import Model
from game.table.lattice import Position
from game.table.shapes import Disc

Resolved = tuple[int, Game]
"""One outcome of an action: its number of cases, and the game after it."""


def supposing(game: Game) -> Game:
    """Return an independent copy of a game for trials; a roll there raises `UnplannedRoll`."""
    supposed = copy.copy(game)
    supposed.state, supposed.events, supposed.dice = game.state.clone(), [], ScriptedDice(())
    return supposed


def activated(game: Game, model: Model) -> tuple[Game, Model]:
    """Return a game in which that model is active, and the model; only for looking at, as the pieces are the same."""
    supposed = copy.copy(game)
    supposed.state, supposed.events, supposed.dice = copy.copy(game.state), [], ScriptedDice(())
    supposed.state.active = model.id
    return supposed, model


def standing(game: Game, model: Model, there: Disc) -> tuple[Game, Model]:
    """Return a copy of the game, and the model in it, with the model placed `there`.

    In the air it falls, takes damage and lands (G-ADV-4); the model it replaces has left; ready models are alerted.
    The copy shares the pieces that none of this changes: only for looking at.
    """
    if game.falls(there):
        supposed = supposing(game)  # a fall may change anything
    else:
        supposed = _branched(game, {model.id, game.leaving} - {""})
        supposed.state.alerted, supposed.dice = list(game.state.alerted), ScriptedDice(())
    if game.leaving:
        supposed.state.models[game.leaving].place = "casualty"
    found = supposed.state.models[model.id]
    found.place = "table"
    come_to(supposed, found, Position(there.x, there.y), there.level)
    return supposed, found


def lifted(game: Game, model: Model) -> Game:
    """Return a copy of the game without the model on the table; it shares all else: only for looking at."""
    supposed = _branched(game, {model.id})
    supposed.state.models[model.id].place = "reserve"
    return supposed


def resolved(game: Game, name: str = "", obstacles: Sequence[str] = ()) -> Iterator[Resolved]:
    """Yield the outcomes of the active model's action, Triumphs included: the number of cases, and the game after it.

    With a test the outcomes are failed, passed, and passed with a Triumph, where possible; `obstacles` are those of
    a move (G-ROLL-4, G-ROLL-5, G-MOVE-2). Outcomes share the pieces that none of this changes: only for looking at.
    """
    earned = [each.id for each in game.state.models.values() if earned_triumph(each)]
    if not name and not earned:
        yield 1, game  # nothing is rolled and nothing changes
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
    """Return a copy of a game that shares all but the rolls made and the models that are going to change."""
    supposed = copy.copy(game)
    supposed.state, supposed.events = copy.copy(game.state), []
    state, models = supposed.state, game.state.models
    state.models, state.rolls = models | {each: models[each].clone() for each in changing}, state.rolls.clone()
    return supposed


def failed(game: Game) -> bool:
    """Return whether a test failed in this hypothetical game."""
    return any(isinstance(event, Tested) and not event.success for event in game.events)
