"""The questions for a unit's move or set-up, and their execution (A-MOVE-9)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from game.engine.core.decisions import Arrange, Option
from game.engine.core.flow import Asking, Flow
from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.moving.grounds import Move
from game.rulesets.aos4.rules.moving.unit_moves import unit_move
from game.rulesets.aos4.rules.state import Unit
from game.table.lattice import distance
from game.table.layout.moving import UnitMove
from game.table.layout.setting_up import SetUp

Answer = str | list[dict[str, Any]]


def ask_move(
    game: Game,
    unit: Unit,
    move: Move,
    prompt: str,
    ability: str,
    shortcuts: Sequence[Option] = (),
    where: UnitMove | None = None,
) -> Asking[bool]:
    """Let a player move a unit or take a shortcut. Return whether the unit moved.

    `where` are the legal moves if the caller already has them.
    """
    if not unit.at:  # a reaction has destroyed the unit
        return False
    answer = yield Arrange(
        player=unit.owner,
        prompt=prompt,
        rule=move.rule,
        about=unit.id,
        arrangements=where or unit_move(game, unit, move),
        shortcuts=shortcuts,
    )
    if isinstance(answer, str):
        return False
    carry_out(game, unit, answer, ability, move.rule)
    return True


def carry_out(game: Game, unit: Unit, answer: list[dict[str, Any]], ability: str, rule: str) -> None:
    """Move the models of a unit along the paths of an answer, in the order of the answer."""
    ways: dict[str, list[tuple[float, float]]] = {}
    places = dict(unit.at)
    for step in answer:
        x, y = step["at"]
        via = [(float(spot[0]), float(spot[1])) for spot in step.get("via", ())]
        way = [places[step["id"]], *via, (float(x), float(y))]
        if len(way) > 2 or way[0] != way[1]:
            ways[step["id"]] = way
        places[step["id"]] = (float(x), float(y))
    unit.at, unit.besieges = places, ""
    inches = max((math.fsum(distance(a, b) for a, b in pairwise(way)) for way in ways.values()), default=0.0)
    game.emit(events.Moved(unit=unit.id, ability=ability, ways=ways, inches=inches, rule=rule))


def ask_set_up(
    game: Game, unit: Unit, arrangements: SetUp, prompt: str, rule: str, shortcuts: Sequence[Option] = ()
) -> Flow:
    """Let a player set up a unit or take a shortcut."""
    answer = yield Arrange(
        player=unit.owner,
        prompt=prompt,
        rule=rule,
        about=unit.id,
        arrangements=arrangements,
        shortcuts=tuple(shortcuts),
    )
    if not isinstance(answer, str):
        set_up(game, unit, answer, rule)


def set_up(game: Game, unit: Unit, answer: list[dict[str, Any]], rule: str) -> None:
    """Put the models of an answer on the table. Models that already stand there stay."""
    spots = {step["id"]: (float(step["at"][0]), float(step["at"][1])) for step in answer}
    standing = {**unit.at, **spots}
    unit.at = {model: standing[model] for model in game.models(unit) if model in standing}
    unit.place = "table"
    game.emit(events.SetUp(unit=unit.id, at=spots, deployed=game.state.round == 0, rule=rule))
