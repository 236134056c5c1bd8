"""The table as if: copies of a game on which the rules' own functions run ahead of an answer, dice out of reach."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator, Sequence

from game.engine.core.dice import ScriptedDice
from game.rulesets.godbreakers.odds.odds import roll_odds
from game.rulesets.godbreakers.rules.actions.move import AVOID, avoid, come_to
from game.rulesets.godbreakers.rules.events import Tested
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.rolls import settle_triumphs, test, thresholds
from game.rulesets.godbreakers.rules.state import Model
from game.table.lattice import Position
from game.table.shapes import Disc

Resolved = tuple[int, Game]
"""One way something may be resolved: so many cases of all, and the game then."""


def supposing(game: Game) -> Game:
    """Return an independent copy of a game to try something on; a roll there raises `UnplannedRoll`."""
    supposed = copy.copy(game)
    supposed.state, supposed.events, supposed.dice = game.state.clone(), [], ScriptedDice(())
    return supposed


def activated(game: Game, model: Model) -> tuple[Game, Model]:
    """Return the game, and the model in it, as if that model were active."""
    supposed = supposing(game)
    supposed.state.active = model.id
    return supposed, supposed.state.models[model.id]


def standing(game: Game, model: Model, there: Disc) -> tuple[Game, Model]:
    """Return the game, and the model in it, as if it had been put `there`.

    In the air it has fallen, hurt, to where it lands (G-ADV-4); whom it replaces has left; ready models are alerted.
    """
    supposed = supposing(game)
    if game.leaving:
        supposed.state.models[game.leaving].place = "casualty"
    found = supposed.state.models[model.id]
    found.place = "table"
    come_to(supposed, found, Position(there.x, there.y), there.level)
    return supposed, found


def resolved(game: Game, name: str = "", obstacles: Sequence[str] = ()) -> Iterator[Resolved]:
    """Yield how the active model's action may be resolved, Triumphs included: so many cases, and the game then.

    With a test these are failed, passed, and passed with a Triumph, as far as each can be; `obstacles` are those of
    a move (G-ROLL-4, G-ROLL-5, G-MOVE-2).
    """
    model = game.state.models[game.state.active]
    faces: Counter[int] = Counter({0: 1})
    if name:
        zero = thresholds(game, model, name, challenging=True)[1]
        faces.clear()
        for result, chance in roll_odds(game, model, name, challenging=True).chances():
            faces[zero if result == 0 else model.die if result == model.die else model.die - 1] += chance.weight
    for face, cases in sorted(faces.items()):
        supposed = supposing(game)
        supposed.dice = ScriptedDice((face,), start=supposed.state.rolls.total)
        if name == AVOID:
            avoid(supposed, supposed.state.models[model.id], obstacles)
        elif name:
            test(supposed, supposed.state.models[model.id], name, rule="G-ROLL-4")
        settle_triumphs(supposed)
        yield cases, supposed


def failed(game: Game) -> bool:
    """Say whether a test failed in what was supposed."""
    return any(isinstance(event, Tested) and not event.success for event in game.events)
