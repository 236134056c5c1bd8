"""The chances of a reroll of one die on the table: with every face of that die, without later rerolls (B-TEST-5)."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean
from typing import NamedTuple

from game.rulesets.bushido.rules.dice.results import SIDES, Lying, Result, beats
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.melee.bout import Bout, Fighter
from game.rulesets.bushido.rules.melee.exchange import COLOURS, scale_in
from game.rulesets.bushido.rules.state import Model

Faces = tuple[int, ...]


class Chances(NamedTuple):
    """The chance of a success and the average success level, in a melee to hit; `enemy` are those of its attack."""

    success: float
    level: float = 0.0
    enemy: Chances | None = None


def after_reroll(game: Game, owner: Model, player: str, key: str) -> Chances | None:
    """Return a player's chances after the reroll of a die of a model. An empty `key` stands for no reroll.

    Return None if the roll decides nothing by itself.
    """
    open_roll = game.lying
    if open_roll is None:
        return None
    thrown = {name: pool.faces for name, pool in open_roll.pools.items()}
    if not key:
        return _outcome(game, open_roll, owner, player, thrown)
    name, _space, number = key.rpartition(" ")
    rerolls = (
        {**thrown, name: (*thrown[name][: int(number)], face, *thrown[name][int(number) + 1 :])}
        for face in range(1, SIDES + 1)
    )
    return _average(_outcome(game, open_roll, owner, player, faces) for faces in rerolls)


def _average(chances: Iterable[Chances | None]) -> Chances | None:
    known = [outcome for outcome in chances if outcome is not None]
    if not known:
        return None
    success, level = (fmean(column) for column in zip(*(outcome[:2] for outcome in known)))
    return Chances(success, level, _average(outcome.enemy for outcome in known))


def _outcome(game: Game, open_roll: Lying, owner: Model, player: str, thrown: dict[str, Faces]) -> Chances | None:
    """Return what these faces of the pools on the table come to, for a player."""
    for name, faces in thrown.items():
        scale = open_roll.scales[name]
        if scale.least is not None:  # one below the number to reach
            level = scale.result(faces).value - scale.least - 1
            return Chances(float(level >= 0), float(max(0, level)))
        if open_roll.wins is not None:
            return Chances(float(open_roll.wins(faces)))
    of_colours = {name or open_roll.test: faces for name, faces in thrown.items()}
    if game.bout is None or not {*of_colours} <= {*COLOURS}:
        return None
    return _melee(game, game.bout, owner, player, of_colours)


def _melee(game: Game, bout: Bout, owner: Model, player: str, thrown: dict[str, Faces]) -> Chances:
    """Return whether a player's side hits and is hit with these faces of the owner's dice (B-MELEE-10)."""
    results = dict[str, dict[str, Result]]()
    for fighter in bout.in_order:
        faces = {colour: pool.faces for colour, pool in fighter.dice.items()}
        if fighter.model is owner:
            faces |= thrown
        results[fighter.model.id] = {
            colour: scale_in(game, bout, fighter, colour).result(faces[colour]) for colour in COLOURS
        }
    own = next(fighter for fighter in bout.in_order if fighter.model.side == player)
    enemy = bout.against(own.model)
    return _hit(bout, own, enemy, results)._replace(enemy=_hit(bout, enemy, own, results))


def _hit(bout: Bout, attacker: Fighter, defender: Fighter, results: dict[str, dict[str, Result]]) -> Chances:
    """Return whether an attack beats the defence with these results of both sides, and its success level."""
    attack, defence = results[attacker.model.id]["attack"], results[defender.model.id]["defence"]
    counted = [_counted(results[fighter.model.id].values()) for fighter in (attacker, defender)]
    active = attacker is bout.activating
    hits = attacker.split.attack > 0 and beats(
        attack._replace(counted=counted[0]), defence._replace(counted=counted[1]), one_is_active=active
    )
    return Chances(float(hits), float(attack.value - defence.value if hits else 0))


def _counted(results: Iterable[Result]) -> int:
    return sum(result.counted for result in results)
