"""The value of a whole position to a player."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple

from game.rulesets.godbreakers.ai.approach import nearness
from game.rulesets.godbreakers.ai.beasts import Strike, kill_chance_of_dice, strikes
from game.rulesets.godbreakers.ai.bounties import endangered_quarries, quarry
from game.rulesets.godbreakers.ai.lives import endures, survives
from game.rulesets.godbreakers.ai.muster import (
    FEAR,
    WARY,
    Muster,
    Presence,
    Side,
    control,
    counts_for,
    gather_facts,
    presence,
    relation_to,
    survival,
)
from game.rulesets.godbreakers.rules.game import ADJACENT, Game
from game.rulesets.godbreakers.rules.rounds.resolution import marker_worth
from game.rulesets.godbreakers.rules.state import Marker, Model
from game.rulesets.godbreakers.rules.wild.compulsions import straight_inches

KEPT: Final = 0.92
"""The chance to hold a marker until the end of the round if no enemy can come to it."""
CONTESTED: Final = 0.9
"""The factor on this chance for each enemy that can come to the marker."""
LATER: Final = {"objective": 0.47, "own": 0.5, "foe": 0.4}
"""The share of a marker's VP in each later round for a player who has all the weight there."""
HELD: Final = {"objective": 0.22, "own": 0.1, "foe": 0.12}
"""The extra share if the player already holds the marker."""
SOON: Final = 1.7
MOST: Final = 0.9
"""The chance to win a marker this round is `SOON` times the cube of the player's share, at most `MOST`.

The cube makes the chance small against many enemies and large against few.
"""
VICTORY: Final = 60.0
"""The VP that a victory counts for."""


def worth(game: Game, player: str, muster: Muster | None = None) -> float:
    """Return the lead over the best other player that a player may expect at the end, in VP.

    `muster` has the facts of the position, if the caller knows them. Only its moving model may have moved since.
    """
    if game.state.result is not None:
        return worth_at_end(game, player)
    outlook = outlook_of(game, muster or gather_facts(game))
    return value(game, player, outlook) - best_rival(game, player, lambda rival: value(game, rival, outlook))


def worth_at_end(game: Game, player: str) -> float:
    """Return the value of a finished game to a player: the lead, and `VICTORY` for a win."""
    result = game.state.result
    assert result is not None
    won = 1.0 / len(result.winners) if player in result.winners else 0.0
    return VICTORY * (2 * won - 1) + game.state.vp[player] - best_rival(game, player, game.state.vp.__getitem__)


def acting(game: Game) -> tuple[int, str] | None:
    """Return the round and the id of the active model, or None between activations."""
    return (game.state.round, game.state.active) if game.state.active else None


def best_rival(game: Game, player: str, points: Callable[[str], float]) -> float:
    """Return the VP of the best other player, 0 in a solo game."""
    return max((points(other) for other in game.setup.players if other != player), default=0.0)


class Outlook(NamedTuple):
    """The facts of a position that all players share.

    `safe` are the chances of models to survive recovery, by id. `around` are the models near each marker. `hunted`
    are likely strikes of wild models. `endangered` are models with a bounty that may fall, with the expected VP.
    """

    muster: Muster
    safe: Mapping[str, float]
    around: list[Presence]
    hunted: list[Strike]
    endangered: list[tuple[Model, float]]
    endures: float


def outlook_of(game: Game, muster: Muster) -> Outlook:
    """Return the facts that all players share for the current spots of all models."""
    standing, moving = muster.standing, muster.moving
    safe = muster.safe or survival(game, standing)
    if moving is not None:
        for marker, models in muster.markers:
            models[moving] = relation_to(game, marker, standing[moving])
    around = [presence(marker, models, safe) for marker, models in muster.markers]
    hunted = strikes(game, muster.hunters, muster.waiting)
    endangered = endangered_quarries(game, muster.quarries, safe, hunted)
    return Outlook(muster, safe, around, hunted, endangered, endures(game))


def value(game: Game, player: str, outlook: Outlook) -> float:
    """Return the VP that a player may expect at the end."""
    side, muster = outlook.muster.sides[player], outlook.muster
    if side is None:
        return -VICTORY / 2
    total = side.points + sum([_income(player, side, presence, muster.later) for presence in outlook.around])
    return (
        total
        + _lives(side, outlook)
        + quarry(player, muster.standing, outlook.endangered, calm=not muster.waiting)
        + nearness(side.approach, _hoards(player, outlook), side.plunder)
    )


def _income(player: str, side: Side, presence: Presence, later: int) -> float:
    """Return the VP that a player may expect of a marker, in this round and the `later` rounds."""
    points = marker_worth(player, presence.marker)
    if not points:
        return presence.chances.get(player, 0.0) * side.plunder if presence.marker.kind == "hoard" else 0.0
    return points * (holds(player, side.foes, presence) + later * holds_later(player, presence))


def holds(player: str, foes: Sequence[Model], presence: Presence) -> float:
    """Return the chance that a player controls a marker at the end of this round. `foes` are enemies still to act."""
    held, share = presence.chances.get(player, 0.0), presence.share(player)
    soon = min(MOST, SOON * share * share * share) if player in presence.coming else 0.0
    return held * _chance_to_keep(presence.marker, foes) + (1.0 - held) * soon if held else soon


def holds_later(player: str, presence: Presence) -> float:
    """Return the share of later rounds in which a player is expected to control a marker."""
    kind = kind_of(player, presence.marker)
    return LATER[kind] * presence.share(player) + HELD[kind] * presence.chances.get(player, 0.0)


def _hoards(player: str, outlook: Outlook) -> list[Marker]:
    """Return the hoards that a player has no chance to control now."""
    hoards = [presence for presence in outlook.around if presence.marker.kind == "hoard"]
    return [presence.marker for presence in hoards if not presence.chances.get(player)]


def kind_of(player: str, marker: Marker) -> str:
    """Return the kind of a marker for a player: "objective", "own" or "foe"."""
    return marker.kind if marker.kind == "objective" else "own" if marker.owner == player else "foe"


def _chance_to_keep(marker: Marker, foes: Sequence[Model]) -> float:
    """Return the chance to hold a marker until the end of the round. `foes` are enemies still to act."""
    chance, x, y = KEPT, marker.x, marker.y
    for foe in foes:
        if math.hypot(foe.x - x, foe.y - y) - foe.radius - marker.radius < foe.die + 2.0:
            chance *= CONTESTED
    return chance


def _lives(side: Side, outlook: Outlook) -> float:
    """Return the expected VP of a circle's models: lives and prizes, coming activations, and the risk of a rout."""
    strikers = [(foe.x, foe.y, reach, foe.die) for foe, reach in side.strikers]
    total, rout = 0.0, side.rout
    for model, life, tempo, fear, stands in side.members:
        own_x, own_y, radius, safe = model.x, model.y, model.radius, outlook.safe[model.id]
        for x, y, reach, die in strikers:
            if math.hypot(x - own_x, y - own_y) < reach + radius:
                safe *= 1.0 - fear * kill_chance_of_dice(die, model.die, model.damage)
        for strike in outlook.hunted:
            if strike.victim is model:
                safe *= 1.0 - strike.chance
        total += safe * life + tempo
        if stands:
            rout *= 1.0 - safe * outlook.endures
    return total - rout


def ground(game: Game, player: str, model: Model) -> float:
    """Return the VP that a player loses at the markers beside a model if the model is removed."""
    total = 0.0
    for marker in game.lying():
        if straight_inches(model, marker) < ADJACENT and game.within(model, marker, 0):
            others = [other for other in game.touching(marker, game.standing()) if other is not model]
            without = tuple([(counts_for(other), survives(game, other)) for other in others])
            present = (*without, (counts_for(model), survives(game, model)))
            for side in game.setup.players:
                loss = control(side, present) - control(side, without)
                total += marker_worth(side, marker) * loss * (1.0 if side == player else -1.0)
    return KEPT * total


@dataclass(frozen=True)
class Sight:
    """The assumptions for rating positions. `fear` is the assumed chance that an enemy in reach strikes a model.

    `later` is whether markers count in later rounds.
    """

    fear: float
    later: bool = True

    def worth(self, game: Game, player: str, moving: Model | None = None) -> Callable[[], float]:
        """Return a function for the value of a game. Between calls, only the moving model may change its spot."""
        return partial(worth, game, player, gather_facts(game, moving, self.fear, later=self.later))


FAR: Final = Sight(FEAR)
ALL: Final = Sight(WARY)
NEAR: Final = Sight(WARY, later=False)
