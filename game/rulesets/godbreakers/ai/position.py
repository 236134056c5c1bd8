"""The value of a whole position to a player: points scored and to come, lives, tokens, ground, threats, tempo."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from game.rulesets.godbreakers.ai.approach import nearness
from game.rulesets.godbreakers.ai.beasts import Strike, fall, strikes
from game.rulesets.godbreakers.ai.bounties import falling, quarry
from game.rulesets.godbreakers.ai.lives import endures, survives
from game.rulesets.godbreakers.ai.muster import (
    Muster,
    Presence,
    Side,
    control,
    counts_for,
    mustered,
    presence,
    standing_to,
    survival,
)
from game.rulesets.godbreakers.rules.game import ADJACENT, Game
from game.rulesets.godbreakers.rules.rounds.resolution import marker_worth
from game.rulesets.godbreakers.rules.state import Marker, Model
from game.rulesets.godbreakers.rules.wild.compulsions import straight_inches

KEPT: Final = 0.92
"""The chance that a marker held now is still held at the end of the round, if no enemy can come to it."""
CONTESTED: Final = 0.9
"""The share of that chance that each enemy that can come leaves."""
LATER: Final = {"objective": 0.47, "own": 0.5, "foe": 0.4}
"""The share of a marker's points that each later round brings a circle with its surroundings to itself."""
HELD: Final = {"objective": 0.22, "own": 0.1, "foe": 0.12}
"""The addition if the circle already holds the marker."""
SOON: Final = 1.7
MOST: Final = 0.9
"""The share of the points that this round brings a circle on its way to a marker, times the cube of its share.

A few models hardly ever get a marker against many, but usually against fewer.
"""
VICTORY: Final = 60.0
"""VP that winning counts for when the game is over."""


def worth(game: Game, player: str, muster: Muster | None = None) -> float:
    """Return the VP by which a player may expect to lead the best other player at the end; solo, the expected VP.

    `muster` lists the models present, if known; only its moving model may stand elsewhere since.
    """
    if game.state.result is not None:
        return worth_at_end(game, player)
    outlook = outlook_of(game, muster or mustered(game))
    return value(game, player, outlook) - best_rival(game, player, lambda rival: value(game, rival, outlook))


def worth_at_end(game: Game, player: str) -> float:
    """Return the value of a finished game to a player: the lead, and extra for a victory."""
    result = game.state.result
    assert result is not None
    won = (player in result.winners) / max(1, len(result.winners))
    return VICTORY * (2 * won - 1) + game.state.vp[player] - best_rival(game, player, game.state.vp.__getitem__)


def acting(game: Game) -> tuple[int, str] | None:
    """Return the activation in progress: the round, and the id of the active model."""
    return (game.state.round, game.state.active) if game.state.active else None


def best_rival(game: Game, player: str, points: Callable[[str], float]) -> float:
    """Return the VP of the best other player, 0 in a solo game."""
    return max((points(other) for other in game.setup.players if other != player), default=0.0)


class Outlook(NamedTuple):
    """Facts that all sides of a game share: models there, survival of recovery, places, targets of wild models.

    Also the chance of a godbreaker to endure.
    """

    muster: Muster
    safe: Mapping[str, float]
    around: list[Presence]
    hunted: list[Strike]
    falling: list[tuple[Model, float]]
    endures: float


def outlook_of(game: Game, muster: Muster) -> Outlook:
    """Return these shared facts with all models where they stand now."""
    standing, moving = muster.standing, muster.moving
    safe = muster.safe or survival(game, standing)
    if moving is not None:
        for marker, models in muster.markers:
            models[moving] = standing_to(game, marker, standing[moving])
    around = [presence(marker, models, safe) for marker, models in muster.markers]
    hunted = strikes(game, muster.hunters, muster.waiting)
    return Outlook(muster, safe, around, hunted, falling(game, muster.quarries, safe, hunted), endures(game))


def value(game: Game, player: str, outlook: Outlook) -> float:
    """Return the VP that a player may expect at the end."""
    side, muster = outlook.muster.sides[player], outlook.muster
    if side is None:
        return -VICTORY / 2
    total = side.points + sum([_income(player, side, each, muster.later) for each in outlook.around])
    return (
        total
        + _lives(side, outlook)
        + quarry(player, muster.standing, outlook.falling, calm=not muster.waiting)
        + nearness(side.approach, _hoards(player, outlook), side.plunder)
    )


def _income(player: str, side: Side, there: Presence, later: int) -> float:
    """Return the VP that a marker may still bring: this round, if it is held, and in that many later ones."""
    points = marker_worth(player, there.marker)
    if not points:
        held = there.chances.get(player, 0.0)
        return held * side.plunder if there.marker.kind == "hoard" and held else 0.0
    return points * (holds(player, side.foes, there) + later * holds_later(player, there))


def holds(player: str, foes: Sequence[Model], there: Presence) -> float:
    """Return the chance that a player controls a marker when this round ends; `foes` are enemies still to act."""
    held, share = there.chances.get(player, 0.0), there.share(player)
    soon = min(MOST, SOON * share * share * share) if player in there.coming else 0.0
    return held * _kept(there.marker, foes) + (1.0 - held) * soon if held else soon


def holds_later(player: str, there: Presence) -> float:
    """Return the share of later rounds at whose ends a player is expected to control a marker."""
    kind = kind_of(player, there.marker)
    return LATER[kind] * there.share(player) + HELD[kind] * there.chances.get(player, 0.0)


def _hoards(player: str, outlook: Outlook) -> list[Marker]:
    """Return the hoards that a player does not hold."""
    return [each.marker for each in outlook.around if each.marker.kind == "hoard" and not each.chances.get(player)]


def kind_of(player: str, marker: Marker) -> str:
    """Return the kind of a marker for a player: an objective, the player's own shard, or an enemy's."""
    return marker.kind if marker.kind == "objective" else "own" if marker.owner == player else "foe"


def _kept(marker: Marker, foes: Sequence[Model]) -> float:
    """Return the chance that a marker is still held at the end of the round: enemies still to act may contest it."""
    chance, x, y = KEPT, marker.x, marker.y
    for foe in foes:
        if math.hypot(foe.x - x, foe.y - y) - foe.radius - marker.radius < foe.die + 2.0:
            chance *= CONTESTED
    return chance


def _lives(side: Side, outlook: Outlook) -> float:
    """Return what a circle's models add: lives and prizes, as far as they survive, and activations still to come."""
    strikers = [(foe.x, foe.y, reach, foe.die) for foe, reach in side.strikers]
    total, rout = 0.0, side.rout
    for model, life, tempo, fear, stands in side.members:
        own_x, own_y, radius, safe = model.x, model.y, model.radius, outlook.safe[model.id]
        for x, y, reach, sides in strikers:
            if math.hypot(x - own_x, y - own_y) < reach + radius:
                safe *= 1.0 - fear * fall(sides, model.die, model.damage)
        for strike in outlook.hunted:
            if strike.victim is model:
                safe *= 1.0 - strike.chance
        total += safe * life + tempo
        if stands:
            rout *= 1.0 - safe * outlook.endures
    return total - rout


def ground(game: Game, player: str, model: Model) -> float:
    """Return by how many VP a player's lead falls at the markers beside a model if it is removed."""
    total = 0.0
    for marker in game.lying():
        if straight_inches(model, marker) < ADJACENT and game.within(model, marker, 0):
            others = [each for each in game.touching(marker, game.standing()) if each is not model]
            touching = tuple([(counts_for(each), survives(game, each)) for each in others])
            present = (*touching, (counts_for(model), survives(game, model)))
            for each in game.setup.players:
                fall = control(each, present) - control(each, touching)
                total += marker_worth(each, marker) * fall * (1.0 if each == player else -1.0)
    return KEPT * total
