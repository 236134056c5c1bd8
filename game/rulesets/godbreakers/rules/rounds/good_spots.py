"""Good spots for deploying pieces: near their goals and apart from other pieces (G-SCN-6)."""

from __future__ import annotations

import hashlib
import math
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from game.engine.core.decisions import LegalSpots
from game.rulesets.godbreakers.rules.game import Game, Piece
from game.rulesets.godbreakers.rules.levels import level_of
from game.rulesets.godbreakers.rules.rounds.resolution import marker_worth
from game.rulesets.godbreakers.rules.state import Marker, Model
from game.table.lattice import Position, position

SAMPLES: Final = 18
"""The number of random spots tried for each piece."""

BEARINGS: Final = 12
"""The number of spots tried on a circle around the shard for a godbreaker, or around the centre for a shard."""

FROM_CENTRE: Final = 8.5
"""A good distance of a shard from the centre, in inches. Its circle reaches the middle in the first round."""

STEP_OFF: Final = 3.0
"""A good gap to a goal in inches. The goal is in reach, but models that appear there are not adjacent."""

ROOM: Final = 2.0
"""A good gap between pieces of a side, and between a marker and the edge of the table, in inches."""

DISTANCE: Final = 3.5
"""A good gap to enemies in inches. The first move is no Escape, and the piece can still engage."""

CROWD: Final = 3.0
"""The extra inches that a godbreaker walks to avoid a goal that a friend already has."""

Cost = Callable[[Position], float]
"""A function that returns the cost of a spot in inches. Lower is better."""


def good_spot(game: Game, piece: str, where: LegalSpots) -> Position | None:
    """Return the best of some legal spots, or None without any. The result depends on the table only (G-SCN-6)."""
    source = random.Random(_seed(game, piece))
    spots = [spot for spot in (where.sample(source) for _sample in range(SAMPLES)) if spot is not None]
    placed = game.piece(piece)
    spots += [spot for spot in _ring(game, placed, source.random()) if where.find(spot)]
    cost = spot_cost(game, placed)
    spots.sort(key=lambda spot: round(cost(spot), 6))
    free = (spot for spot in spots if not in_contact(game, placed, spot, level_of(where)))
    return next(free, spots[0] if spots else None)


def _seed(game: Game, piece: str) -> bytes:
    seed = f"{piece}|{game.state.setup_done}|{[(other.x, other.y) for other in game.present()]}"
    return hashlib.blake2b(seed.encode(), digest_size=8).digest()


def _ring(game: Game, piece: Piece, turn: float) -> Iterator[Position]:
    """Yield spots beside its shard for a godbreaker, and spots around the centre for a shard."""
    if isinstance(piece, Model) and piece.godbreaker:
        shard = game.state.markers[f"{piece.owner}.shard"]
        x, y, reach = shard.x, shard.y, shard.radius + piece.radius + 0.5
    elif isinstance(piece, Marker) and piece.kind == "shard":
        (x, y), reach = game.battlefield.centre, FROM_CENTRE
    else:
        return
    for number in range(BEARINGS):
        bearing = math.tau * (number + turn) / BEARINGS
        yield position(x + reach * math.cos(bearing), y + reach * math.sin(bearing))


def in_contact(game: Game, piece: Piece, spot: Position, level: int) -> bool:
    """Return whether a model on a spot is within 0 U of a hostile model, and so has to Escape (G-MOVE-3)."""
    if not isinstance(piece, Model):
        return False
    base = piece.disc._replace(x=spot.x, y=spot.y, level=level)
    return any(game.ruler.within(base, other.disc, 0) for other in game.hostiles(piece))


def spot_cost(game: Game, piece: Piece) -> Cost:
    """Return the cost function for deploying a piece."""
    if isinstance(piece, Model):
        return _wild_cost(game, piece) if piece.wild else _fighter_cost(game, piece)
    return _shard_cost(game, piece) if isinstance(piece, Marker) and piece.kind == "shard" else _goal_cost(game, piece)


def _shard_cost(game: Game, shard: Piece) -> Cost:
    """Prefer spots near enough to the centre and as far from other shards as their number allows."""
    centre, others = game.battlefield.centre, [other for other in game.lying("shard") if other is not shard]
    apart = 2.0 * FROM_CENTRE * math.sin(math.pi / max(2, len(game.playing())))

    def cost(spot: Position) -> float:
        off_centre = abs(math.dist(spot, centre) - FROM_CENTRE)
        return off_centre + _shortfall(spot, 0.0, others, apart) + 2.0 * _edge_shortfall(game, spot)

    return cost


def _goal_cost(game: Game, marker: Piece) -> Cost:
    """Prefer spots near the owner's shard and far from the shards of rivals."""
    owner = marker.owner if isinstance(marker, Marker) else ""
    shards = game.lying("shard")
    others = [other for other in game.lying() if other.kind != "shard"]

    def cost(spot: Position) -> float:
        own = math.fsum(math.dist(spot, (shard.x, shard.y)) for shard in shards if shard.owner == owner)
        rivals = min((math.dist(spot, (shard.x, shard.y)) for shard in shards if shard.owner != owner), default=0.0)
        crowded = _shortfall(spot, marker.radius, others, DISTANCE)
        return own - 0.5 * rivals + crowded + 2.0 * _edge_shortfall(game, spot)

    return cost


def _fighter_cost(game: Game, model: Model) -> Cost:
    """Prefer spots near a goal that no friend has. The leader prefers spots at the shard."""
    friends = [other for other in game.standing() if game.friendly(model, other)]
    foes = game.hostiles(model)
    goals = _goals(game, model)
    of_friends = [min(goals, key=lambda goal: _gap((pal.x, pal.y), pal.radius, goal)) for pal in friends if goals]
    shard = game.state.markers[f"{model.owner}.shard"]

    def cost(spot: Position) -> float:
        crowded = 4.0 * _shortfall(spot, model.radius, friends, ROOM) + _shortfall(spot, model.radius, foes, DISTANCE)
        if model.leader and shard.on_table:
            nearest = min((_gap(spot, model.radius, foe) for foe in foes), default=0.0)
            return crowded + 3.0 * max(0.0, _gap(spot, model.radius, shard) - 0.5) - 0.1 * nearest
        costs = (abs(_gap(spot, model.radius, goal) - STEP_OFF) + CROWD * of_friends.count(goal) for goal in goals)
        bonus = 1.0 if any(_gap(spot, model.radius, foe) < model.die for foe in foes) else 0.0
        return crowded + min(costs, default=0.0) - bonus

    return cost


def _goals(game: Game, model: Model) -> list[Piece]:
    """Return the goals of a godbreaker: valuable markers except its own shard, hoards and unclaimed tokens."""
    markers = [marker for marker in game.lying() if marker_worth(model.owner, marker) > 1 or marker.kind == "hoard"]
    return [*markers, *game.unclaimed()]


def _wild_cost(game: Game, model: Model) -> Cost:
    """Prefer spots apart from all models and nearer to the rivals of the player who places the wild model."""
    others = game.standing()
    mine = game.state.models[game.state.deployed].owner if game.state.deployed else ""
    own = [other for other in others if other.owner and other.owner == mine]
    rivals = [other for other in others if other.owner and other.owner != mine]

    def cost(spot: Position) -> float:
        lean = math.fsum(math.dist(spot, (rival.x, rival.y)) / len(rivals) for rival in rivals)
        lean -= math.fsum(math.dist(spot, (friend.x, friend.y)) / len(own) for friend in own)
        return 2.0 * _shortfall(spot, model.radius, others, DISTANCE) + 0.1 * lean + _edge_shortfall(game, spot)

    return cost


def _gap(spot: tuple[float, float], radius: float, piece: Piece) -> float:
    return math.dist(spot, (piece.x, piece.y)) - radius - piece.radius


def _shortfall(spot: Position, radius: float, others: Sequence[Piece], room: float) -> float:
    """Return the inches by which the gaps to other pieces fall short of `room`, in total."""
    return math.fsum(max(0.0, room - _gap(spot, radius, other)) for other in others)


def _edge_shortfall(game: Game, spot: Position) -> float:
    """Return the inches by which the gap to the table edge falls short of `ROOM`."""
    field = game.battlefield
    inside = min(spot.x, spot.y, field.width - spot.x, field.height - spot.y)
    return max(0.0, ROOM - inside)
