"""Where a piece is well deployed: near what it is for, apart from the rest, out of contact with enemies (G-SCN-6)."""

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
"""Random spots tried for each piece, besides those all round its shard or the centre."""

BEARINGS: Final = 12
"""Bearings tried about its own shard for a godbreaker, and about the centre for a shard."""

FROM_CENTRE: Final = 8.5
"""Inches from the centre at which a shard lies well: its circle reaches the middle in the first round."""

STEP_OFF: Final = 3.0
"""Inches of gap to a goal from which a godbreaker reaches it, and is not beside what rises there."""

ROOM: Final = 2.0
"""Inches of gap that two pieces of a side leave, and a marker to the edge of the table."""

DISTANCE: Final = 3.5
"""Inches of gap that a piece leaves to enemies, so that its first move is no Escape and it can still engage."""

CROWD: Final = 3.0
"""Inches that a godbreaker would rather walk than go where one of its circle goes already."""

Cost = Callable[[Position], float]
"""What a spot is worse by than the best, in inches."""


def good_spot(game: Game, piece: str, where: LegalSpots) -> Position | None:
    """Return the best legal spot of those tried; the table alone determines it. None if none was found (G-SCN-6)."""
    source = random.Random(_seed(game, piece))
    spots = [spot for spot in (where.sample(source) for _sample in range(SAMPLES)) if spot is not None]
    found = game.find(piece)
    assert found is not None
    spots += [spot for spot in _ring(game, found, source.random()) if where.find(spot)]
    cost = spot_cost(game, found)
    spots.sort(key=lambda spot: round(cost(spot), 6))
    free = (spot for spot in spots if not in_contact(game, found, spot, level_of(where)))
    return next(free, spots[0] if spots else None)


def _seed(game: Game, piece: str) -> bytes:
    seed = f"{piece}|{game.state.setup_done}|{[(each.x, each.y) for each in game.present()]}"
    return hashlib.blake2b(seed.encode(), digest_size=8).digest()


def _ring(game: Game, piece: Piece, turn: float) -> Iterator[Position]:
    """Yield spots that hold a godbreaker's own shard, or, for a shard, that lie well about the centre."""
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
    """Return whether a model would begin within 0 U of a hostile one, and so have to Escape (G-MOVE-3)."""
    if not isinstance(piece, Model):
        return False
    base = piece.disc._replace(x=spot.x, y=spot.y, level=level)
    return any(game.ruler.within(base, other.disc, 0) for other in game.hostiles(piece))


def spot_cost(game: Game, piece: Piece) -> Cost:
    """Return what each spot costs a piece that is to be deployed, in inches: less is better."""
    if isinstance(piece, Model):
        return _wild_cost(game, piece) if piece.wild else _fighter_cost(game, piece)
    return _shard_cost(game, piece) if isinstance(piece, Marker) and piece.kind == "shard" else _goal_cost(game, piece)


def _shard_cost(game: Game, shard: Piece) -> Cost:
    """A shard lies within reach of the middle and as far from the others as their number allows."""
    centre, others = game.battlefield.centre, [other for other in game.lying("shard") if other is not shard]
    apart = 2.0 * FROM_CENTRE * math.sin(math.pi / max(2, len(game.playing())))

    def cost(spot: Position) -> float:
        off_centre = abs(math.dist(spot, centre) - FROM_CENTRE)
        return off_centre + _short(spot, 0.0, others, apart) + 2.0 * _at_the_edge(game, spot)

    return cost


def _goal_cost(game: Game, marker: Piece) -> Cost:
    """A marker that one side puts down for itself lies near its own shard, farther from its rivals' shards."""
    owner = marker.owner if isinstance(marker, Marker) else ""
    shards = game.lying("shard")
    others = [other for other in game.lying() if other.kind != "shard"]

    def cost(spot: Position) -> float:
        own = math.fsum(math.dist(spot, (shard.x, shard.y)) for shard in shards if shard.owner == owner)
        rivals = min((math.dist(spot, (shard.x, shard.y)) for shard in shards if shard.owner != owner), default=0.0)
        return own - 0.5 * rivals + _short(spot, marker.radius, others, DISTANCE) + 2.0 * _at_the_edge(game, spot)

    return cost


def _fighter_cost(game: Game, model: Model) -> Cost:
    """A godbreaker stands near what is worth going to, where none of its circle goes; the leader holds the shard."""
    friends = [other for other in game.standing() if game.friendly(model, other)]
    foes = game.hostiles(model)
    goals = _goals(game, model)
    taken = [min(goals, key=lambda goal: _gap((each.x, each.y), each.radius, goal)) for each in friends if goals]
    shard = game.state.markers[f"{model.owner}.shard"]

    def cost(spot: Position) -> float:
        crowded = 4.0 * _short(spot, model.radius, friends, ROOM) + _short(spot, model.radius, foes, DISTANCE)
        if model.leader and shard.on_table:
            nearest = min((_gap(spot, model.radius, foe) for foe in foes), default=0.0)
            return crowded + 3.0 * max(0.0, _gap(spot, model.radius, shard) - 0.5) - 0.1 * nearest
        ways = (abs(_gap(spot, model.radius, goal) - STEP_OFF) + CROWD * taken.count(goal) for goal in goals)
        reached = any(_gap(spot, model.radius, foe) < model.die for foe in foes)
        return crowded + min(ways, default=0.0) - reached

    return cost


def _goals(game: Game, model: Model) -> list[Piece]:
    """Return what a godbreaker may want to go to: markers of worth but its own shard, and tokens that lie about."""
    markers = [each for each in game.lying() if marker_worth(model.owner, each) > 1 or each.kind == "hoard"]
    return [*markers, *game.unclaimed()]


def _wild_cost(game: Game, model: Model) -> Cost:
    """A wild model stands apart from all others, nearer to the rivals of the player who puts it down."""
    others = game.standing()
    mine = game.state.models[game.state.deployed].owner if game.state.deployed else ""
    own = [each for each in others if each.owner and each.owner == mine]
    rivals = [each for each in others if each.owner and each.owner != mine]

    def cost(spot: Position) -> float:
        lean = math.fsum(math.dist(spot, (each.x, each.y)) / len(rivals) for each in rivals)
        lean -= math.fsum(math.dist(spot, (each.x, each.y)) / len(own) for each in own)
        return 2.0 * _short(spot, model.radius, others, DISTANCE) + 0.1 * lean + _at_the_edge(game, spot)

    return cost


def _gap(spot: tuple[float, float], radius: float, piece: Piece) -> float:
    return math.dist(spot, (piece.x, piece.y)) - radius - piece.radius


def _short(spot: Position, radius: float, others: Sequence[Piece], room: float) -> float:
    """Return by how many inches the gaps to others fall short of the room wanted, together."""
    return math.fsum(max(0.0, room - _gap(spot, radius, other)) for other in others)


def _at_the_edge(game: Game, spot: Position) -> float:
    """Return by how many inches a spot is nearer to the edge than is wanted."""
    field = game.battlefield
    inside = min(spot.x, spot.y, field.width - spot.x, field.height - spot.y)
    return max(0.0, ROOM - inside)
