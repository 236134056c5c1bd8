"""The deployment steps that scenarios use, and good spots for pieces deployed automatically (G-SCN-6)."""

from __future__ import annotations

import hashlib
import math
import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

from game.engine.core.decisions import DEPLOY, Answer, Decision, LegalSpots, Option, Pick, Place
from game.engine.core.flow import Flow
from game.engine.kit.dressing import automatic_answer
from game.refusal import Refusal
from game.rulesets.godbreakers.rules.game import Game, Piece
from game.rulesets.godbreakers.rules.placing import ask_place, displace, level_of, movement_range, put, region, within
from game.rulesets.godbreakers.rules.rounds.dressing import good_answer
from game.rulesets.godbreakers.rules.scenarios import Task
from game.rulesets.godbreakers.rules.state import Marker, Model
from game.rulesets.godbreakers.rules.wild.unaligned import Kind, enlist
from game.table.lattice import Position, position
from game.table.placing.conditions import AnyOf, Condition, OutsideRange
from game.table.placing.region import Region
from game.table.shapes import Disc
from game.wording import N_, _, keep

SHARD_DISTANCE: Final = 6
"""Shards are placed outside this many U of the centre, hoards outside it of any shard (G-SCN-6, section 11)."""

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
    position_now = f"{piece}|{game.state.setup_done}|{[(other.x, other.y) for other in game.present()]}"
    source = random.Random(hashlib.blake2b(position_now.encode(), digest_size=8).digest())
    spots = [spot for spot in (where.sample(source) for _sample in range(SAMPLES)) if spot is not None]
    placed = game.piece(piece)
    spots += [spot for spot in _ring(game, placed, source.random()) if where.find(spot)]
    cost = spot_cost(game, placed)
    spots.sort(key=lambda spot: round(cost(spot), 6))
    free = (spot for spot in spots if not in_contact(game, placed, spot, level_of(where)))
    return next(free, spots[0] if spots else None)


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
    """Return the function that returns the cost of a spot for deploying a piece, in inches."""
    if isinstance(piece, Model):
        return _wild_cost(game, piece) if piece.wild else _fighter_cost(game, piece)
    return _shard_cost(game, piece) if isinstance(piece, Marker) and piece.kind == "shard" else _goal_cost(game, piece)


def _shard_cost(game: Game, shard: Piece) -> Cost:
    """Return the cost of a spot for a shard: it should be on a circle around the centre, far from other shards.

    The shards should be as far apart as their number allows.
    """
    centre, others = game.battlefield.centre, [other for other in game.lying("shard") if other is not shard]
    ideal_gap = 2.0 * FROM_CENTRE * math.sin(math.pi / max(2, len(game.playing())))

    def cost(spot: Position) -> float:
        off_centre = abs(math.dist(spot, centre) - FROM_CENTRE)
        return off_centre + _shortfall(spot, 0.0, others, ideal_gap) + 2.0 * _edge_shortfall(game, spot)

    return cost


def _goal_cost(game: Game, marker: Piece) -> Cost:
    """Return the cost of a spot for a marker: it should be near the owner's shard and far from the shards of rivals."""
    owner = marker.owner if isinstance(marker, Marker) else ""
    shards = game.lying("shard")
    others = [other for other in game.lying() if other.kind != "shard"]

    def cost(spot: Position) -> float:
        own_distance = math.fsum(math.dist(spot, (shard.x, shard.y)) for shard in shards if shard.owner == owner)
        rival_distance = min(
            (math.dist(spot, (shard.x, shard.y)) for shard in shards if shard.owner != owner), default=0.0
        )
        crowding = _shortfall(spot, marker.radius, others, DISTANCE)
        # the distance from rivals counts half as much as the distance to the own shard
        return own_distance - 0.5 * rival_distance + crowding + 2.0 * _edge_shortfall(game, spot)

    return cost


def _fighter_cost(game: Game, model: Model) -> Cost:
    """Return the cost of a spot for a godbreaker: near a goal that no friend has, and within reach of an enemy.

    The leader should be beside its shard. Weights turn everything into inches. Being too close to friends has the
    highest weight, because they get in each other's way.
    """
    friends = [other for other in game.standing() if game.friendly(model, other)]
    enemies = game.hostiles(model)
    goals = _goals(game, model)
    taken_goals = [
        min(goals, key=lambda goal: _gap((friend.x, friend.y), friend.radius, goal)) for friend in friends if goals
    ]
    shard = game.state.markers[f"{model.owner}.shard"]

    def cost(spot: Position) -> float:
        # friends that are too close count four times, enemies once
        crowding = 4.0 * _shortfall(spot, model.radius, friends, ROOM) + _shortfall(
            spot, model.radius, enemies, DISTANCE
        )
        if model.leader and shard.on_table:
            nearest = min((_gap(spot, model.radius, enemy) for enemy in enemies), default=0.0)
            # the leader stays within half an inch of the shard, as far from enemies as that allows
            return crowding + 3.0 * max(0.0, _gap(spot, model.radius, shard) - 0.5) - 0.1 * nearest
        costs = (abs(_gap(spot, model.radius, goal) - STEP_OFF) + CROWD * taken_goals.count(goal) for goal in goals)
        bonus = 1.0 if any(_gap(spot, model.radius, enemy) < model.die for enemy in enemies) else 0.0
        return crowding + min(costs, default=0.0) - bonus

    return cost


def _goals(game: Game, model: Model) -> list[Piece]:
    """Return the goals of a godbreaker: valuable markers except its own shard, hoards and unclaimed tokens."""
    markers = [marker for marker in game.lying() if marker.worth_to(model.owner) > 1 or marker.kind == "hoard"]
    return [*markers, *game.unclaimed()]


def _wild_cost(game: Game, model: Model) -> Cost:
    """Return the cost of a spot for a wild model: it should be far from all models, and nearer to the rivals.

    Rivals are all players but the one who places it.
    """
    others = game.standing()
    placing_player = game.state.models[game.state.deployed].owner if game.state.deployed else ""
    own_models = [other for other in others if other.owner and other.owner == placing_player]
    rivals = [other for other in others if other.owner and other.owner != placing_player]

    def cost(spot: Position) -> float:
        distance_balance = math.fsum(math.dist(spot, (rival.x, rival.y)) / len(rivals) for rival in rivals)
        distance_balance -= math.fsum(math.dist(spot, (friend.x, friend.y)) / len(own_models) for friend in own_models)
        return (
            2.0 * _shortfall(spot, model.radius, others, DISTANCE)
            + 0.1 * distance_balance
            + _edge_shortfall(game, spot)
        )

    return cost


def _gap(spot: tuple[float, float], radius: float, piece: Piece) -> float:
    """Return the inches between the rim of a base on a spot and a piece."""
    return math.dist(spot, (piece.x, piece.y)) - radius - piece.radius


def _shortfall(spot: Position, radius: float, others: Sequence[Piece], room: float) -> float:
    """Return the total number of inches by which the gaps to other pieces are smaller than `room`."""
    return math.fsum(max(0.0, room - _gap(spot, radius, other)) for other in others)


def _edge_shortfall(game: Game, spot: Position) -> float:
    """Return the number of inches by which the gap to the table edge is smaller than `ROOM`."""
    table = game.battlefield
    distance_to_edge = min(spot.x, spot.y, table.width - spot.x, table.height - spot.y)
    return max(0.0, ROOM - distance_to_edge)


# -- deployment ------------------------------------------------------------------------------------


AUTO = Option(DEPLOY, N_("Deploy the rest for me"), "G-SCN-6", letter="g")

Placing = Callable[[Game, str], Flow]
"""A function that lets a player place pieces in one turn of the setup."""


def centre(game: Game) -> Disc:
    """Return the centre of the table as a point (Q30)."""
    middle = game.battlefield.centre
    return Disc(middle.x, middle.y, 0.0, _("the centre"), "point")


def place_shard(game: Game, player: str) -> Flow:
    """Let a player place their shard marker outside 6 U of the centre (G-SCN-6)."""
    shard = game.state.markers[f"{player}.shard"]
    where = region(game, shard, [OutsideRange(game.ruler, centre(game), SHARD_DISTANCE, shard.radius)])
    prompt = _("Place {shard}, your shard: outside {n} U of the centre", shard=shard.name, n=SHARD_DISTANCE)
    yield from choose_spot(game, player, shard, where, prompt, around=centre(game))


def place_clear_of_shards(game: Game, player: str, *, kind: str, rule: str) -> Flow:
    """Let a player place a marker of a kind outside 6 U of every shard on the table (G-SCN-6)."""
    yield from place_marker(game, player, kind, clear_of=game.lying("shard"), others=_("any shard"), rule=rule)


def place_marker(game: Game, player: str, kind: str, *, clear_of: Sequence[Marker], others: str, rule: str) -> Flow:
    """Let a player place a marker outside 6 U of the markers `clear_of`, which the prompt calls `others`."""
    marker = spare_marker(game, player, kind)
    around = game.state.markers[f"{player}.shard"].disc
    where = region(
        game, marker, [OutsideRange(game.ruler, other.disc, SHARD_DISTANCE, marker.radius) for other in clear_of]
    )
    prompt = _("Place {marker}: outside {n} U of {others}", marker=marker.name, n=SHARD_DISTANCE, others=others)
    yield from choose_spot(game, player, marker, where, prompt, around=around, rule=rule)


def spare_marker(game: Game, player: str, kind: str) -> Marker:
    """Return a marker of a kind that the player has off the table, or a new marker."""
    markers = game.state.markers
    name = keep("{player}'s {thing}", player=game.player_name(player), thing=keep(kind.title()))
    identity, number = f"{player}.{kind}", 1
    while identity in markers and markers[identity].on_table:
        number += 1
        identity = f"{player}.{kind}-{number}"
    title = name if number == 1 else keep("{name} {number}", name=name, number=number)
    return markers.setdefault(identity, Marker(identity, title, kind, player, radius=markers["objective"].radius))


def choose_spot(
    game: Game, player: str, piece: Model | Marker, where: Region, prompt: str, *, around: Disc, rule: str = "G-SCN-6"
) -> Flow:
    """Let a player place a piece. If no spot is legal, use the spot nearest to `around` (G-TBL-5, Q23).

    A recorded game may contain the shortcut as an answer. From then on, the player's pieces are placed automatically.
    """
    if player not in game.state.automatic and (any(map(where.find, _ring(game, piece, 0.0))) or where.find()):
        auto = (AUTO.shown(),)
        key = yield from ask_place(game, piece, where, player=player, prompt=prompt, rule=rule, shortcuts=auto)
        if key != AUTO.key:
            return
        game.state.automatic.append(player)
    spot = good_spot(game, piece.id, where)
    if spot is None:
        displace(game, piece, around.x, around.y, rule=rule)
    else:
        put(game, piece, spot.x, spot.y, player=player, rule=rule, level=level_of(where))


def deployed(game: Game, decision: Decision) -> Answer:
    """Return an automatic answer to a decision of the setup (G-TBL-9, G-SCN-6). Raise `ValueError` for others."""

    def place(asked: Place) -> Answer:
        spot = good_spot(game, asked.about, asked.region) or asked.region.nearest(game.battlefield.centre)
        return AUTO.key if spot is None else [spot.x, spot.y]

    return automatic_answer(decision, good_answer(game, decision), place)


def deploy_one(game: Game, player: str) -> Flow:
    """Let a player deploy a godbreaker within the godbreaker's movement range of their shard (G-SCN-6)."""
    circle = (model for model in game.state.models.values() if model.owner == player and model.godbreaker)
    if not (reserve := [model for model in circle if model.place == "reserve"]):
        return
    model = reserve[0]
    if player not in game.state.automatic and len(reserve) > 1:
        picked = yield Pick(
            player=player,
            prompt=_("Which godbreaker do you deploy next?"),
            rule="G-SCN-6",
            candidates=tuple(model.id for model in reserve),
            excluded=partial(_not_in_reserve, game, player),
            shortcuts=(AUTO.shown(),),
        )
        if picked == AUTO.key:
            game.state.automatic.append(player)
        else:
            model = game.state.models[picked[0]]
    shard = game.state.markers[f"{player}.shard"]
    n = movement_range(game, model)
    where = region(game, model, [within(game, shard.disc, n, model.radius)], shard.disc)
    game.state.deployed = model.id
    prompt = _("Deploy {model}: within {n} U of your shard", model=model.name, n=n)
    yield from choose_spot(game, player, model, where, prompt, around=shard.disc)


def _not_in_reserve(game: Game, player: str, identity: str) -> Refusal:
    """Return the reason why a player cannot deploy a piece (G-SCN-6)."""
    model = game.state.models.get(identity)
    if model is None or not model.godbreaker:
        return Refusal(_("{piece} is not a godbreaker", piece=game.name_of(identity)), "G-SCN-6")
    if model.owner != player:
        return Refusal(_("{model} is not yours to deploy", model=model.name), "G-SCN-6")
    return Refusal(_("{model} has been deployed", model=model.name), "G-SCN-6")


def deployment(game: Game, order: Sequence[str], then: Placing | None = None) -> list[Task]:
    """Return the tasks of deploying godbreakers one by one in `order`, each followed by `then` (G-SCN-6)."""
    sizes = {player: len(game.setup.player(player).circle.godbreakers) for player in order}
    turns = [player for turn in range(max(sizes.values())) for player in order if turn < sizes[player]]
    placings = (deploy_one, then) if then else (deploy_one,)
    return [Task(partial(placing, game, player), player) for player in turns for placing in placings]


def set_up(
    game: Game, kind: Kind, player: str, where: Callable[[float], Condition], place: str, *, around: Disc, rule: str
) -> Flow:
    """Let a player set up an unaligned model.

    `where` returns the condition for a spot, for a radius. `place` describes it in the prompt.
    """
    model = yield from enlist(game, kind, player=player)
    prompt = _("Place {model} {place}", model=model.name, place=place)
    yield from choose_spot(
        game, player, model, region(game, model, [where(model.radius)]), prompt, around=around, rule=rule
    )


def set_up_apart(game: Game, kind: Kind, player: str, piece: Piece, *, rule: str) -> Flow:
    """Let a player set up an unaligned model of a kind outside 6 U of a piece."""
    place = _("outside {n} U of {origin}", n=SHARD_DISTANCE, origin=piece.disc.name)
    where = partial(OutsideRange, game.ruler, piece.disc, SHARD_DISTANCE)
    yield from set_up(game, kind, player, where, place, around=piece.disc, rule=rule)


def set_up_apart_from_deployed(game: Game, player: str, *, kind: Kind, rule: str) -> Flow:
    """Let a player set up an unaligned model of a kind outside 6 U of the godbreaker deployed last."""
    yield from set_up_apart(game, kind, player, game.state.models[game.state.deployed], rule=rule)


def set_up_at(game: Game, kind: Kind, player: str, markers: Sequence[Marker], *, rule: str) -> Flow:
    """Let a player set up an unaligned model of a kind within 0 U of one of the markers."""
    names = [marker.name for marker in markers]
    place = _("within 0 U of {markers}", markers=_(" or ").join(names))
    if len(names) > 3:  # keep the prompt short; the table shows them
        place = _("within 0 U of one of {count} markers", count=len(names))

    def where(radius: float) -> Condition:
        return AnyOf(tuple(within(game, marker.disc, 0, radius) for marker in markers))

    yield from set_up(game, kind, player, where, place, around=markers[0].disc, rule=rule)


def set_up_near(game: Game, kind: Kind, player: str, origin: Disc, n: int, *, rule: str) -> Flow:
    """Let a player set up an unaligned model of a kind within `n` U of an origin."""
    place = _("within {n} U of {origin}", n=n, origin=origin.name)
    yield from set_up(game, kind, player, partial(within, game, origin, n), place, around=origin, rule=rule)


def shards_in_order(game: Game, then: Placing | None = None) -> list[Task]:
    """Return the tasks of placing shards by seniority, each followed by `then` for the same player."""
    placings = (place_shard, then) if then else (place_shard,)
    return [Task(partial(placing, game, player), player) for player in game.setup.players for placing in placings]
