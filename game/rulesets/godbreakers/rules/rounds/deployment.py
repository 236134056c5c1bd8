"""Deployment, which is the same in every scenario (G-SCN-6)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from game.engine.core.decisions import DEPLOY, Answer, Decision, Option, Pick, Place
from game.engine.core.flow import Flow
from game.engine.kit.dressing import first_answer
from game.refusal import Refusal
from game.rulesets.godbreakers.rules.constants import SHARD_DISTANCE
from game.rulesets.godbreakers.rules.game import Game, Piece
from game.rulesets.godbreakers.rules.levels import level_of
from game.rulesets.godbreakers.rules.placing import ask_place, displace, movement_range, outside, put, region, within
from game.rulesets.godbreakers.rules.rounds.dressing import good_answer
from game.rulesets.godbreakers.rules.rounds.good_spots import good_spot
from game.rulesets.godbreakers.rules.scenarios import Task
from game.rulesets.godbreakers.rules.state import Marker, Model
from game.rulesets.godbreakers.rules.wild.unaligned import Kind, enlist
from game.table.placing.conditions import AnyOf, Condition
from game.table.placing.region import Region
from game.table.shapes import Disc
from game.wording import N_, _, keep

AUTO = Option(DEPLOY, N_("Deploy the rest for me"), "G-SCN-6", letter="g")

Placing = Callable[[Game, str], Flow]
"""A function that lets a player place pieces in one turn of the setup."""


def centre(game: Game) -> Disc:
    """Return the centre of the table as a point (Q30)."""
    middle = game.battlefield.centre
    return Disc(middle.x, middle.y, 0.0, _("the centre"), "point")


def place_shard(game: Game, player: str) -> Flow:
    """Let a player place their shard marker outside 6 U of the centre (G-SCN-6)."""
    if player in game.state.lost:
        return
    shard = game.state.markers[f"{player}.shard"]
    where = region(game, shard, [outside(game, centre(game), SHARD_DISTANCE, shard.radius)])
    prompt = _("Place {shard}, your shard: outside {n} U of the centre", shard=shard.name, n=SHARD_DISTANCE)
    yield from choose_spot(game, player, shard, where, prompt, around=centre(game))


def place_clear_of_shards(game: Game, player: str, *, kind: str, rule: str) -> Flow:
    """Let a player place a marker of a kind outside 6 U of every shard on the table (G-SCN-6)."""
    yield from place_marker(game, player, kind, clear_of=game.lying("shard"), others=_("any shard"), rule=rule)


def place_marker(game: Game, player: str, kind: str, *, clear_of: Sequence[Marker], others: str, rule: str) -> Flow:
    """Let a player place a marker outside 6 U of the markers `clear_of`, which the prompt calls `others`."""
    if player in game.state.lost:
        return
    marker = spare_marker(game, player, kind)
    around = game.state.markers[f"{player}.shard"].disc
    where = region(game, marker, [outside(game, other.disc, SHARD_DISTANCE, marker.radius) for other in clear_of])
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
    """Let a player place a piece. If no spot is legal, use the nearest spot to `around` (G-TBL-5, Q23).

    Journals may hold the shortcut itself as an answer. From then on, the player's pieces are placed automatically.
    """
    if player in game.state.automatic or not where.find():
        automatic_spot(game, player, piece, where, rule, around)
        return
    key = yield from ask_place(game, piece, where, player=player, prompt=prompt, rule=rule, shortcuts=(AUTO.shown(),))
    if key == AUTO.key:
        game.state.automatic.append(player)
        automatic_spot(game, player, piece, where, rule, around)


def automatic_spot(game: Game, player: str, piece: Model | Marker, where: Region, rule: str, around: Disc) -> None:
    """Place a piece on a good spot without asking, or unstably near `around` if there is no legal spot (G-TBL-5)."""
    spot = good_spot(game, piece.id, where)
    if spot is None:
        displace(game, piece, around.x, around.y, rule=rule)
    else:
        put(game, piece, spot.x, spot.y, player=player, rule=rule, level=level_of(where))


def deployed(game: Game, decision: Decision) -> Answer:
    """Return an automatic answer to a decision of the setup (G-TBL-9, G-SCN-6). Raise `ValueError` for others."""
    dressing = good_answer(game, decision)
    if dressing is not None:
        return dressing
    if (first := first_answer(decision)) is not None:
        return first
    if not isinstance(decision, Place):
        raise ValueError(f"a {decision.kind} is no decision of the deployment")
    middle = game.battlefield.centre
    spot = good_spot(game, decision.about, decision.region) or decision.region.nearest((middle.x, middle.y))
    return AUTO.key if spot is None else [spot.x, spot.y]


def deploy_one(game: Game, player: str) -> Flow:
    """Let a player deploy a godbreaker within the godbreaker's movement range of their shard (G-SCN-6)."""
    if player in game.state.lost:
        return
    own = [model for model in game.state.models.values() if model.owner == player and model.godbreaker]
    reserve = [model for model in own if model.place == "reserve"]
    if not reserve:
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
    """Return why a player cannot deploy a piece, which is not in their reserve (G-SCN-6)."""
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
    return [partial(placing, game, player) for player in turns for placing in placings]


def set_up(
    game: Game, kind: Kind, player: str, where: Callable[[float], Condition], place: str, *, around: Disc, rule: str
) -> Flow:
    """Let a player set up an unaligned model. `where` is a condition by radius, which the prompt calls `place`."""
    if player in game.state.lost:
        return
    model = yield from enlist(game, kind, player=player)
    prompt = _("Place {model} {place}", model=model.name, place=place)
    yield from choose_spot(
        game, player, model, region(game, model, [where(model.radius)]), prompt, around=around, rule=rule
    )


def set_up_apart(game: Game, kind: Kind, player: str, piece: Piece, *, rule: str) -> Flow:
    """Let a player set up an unaligned model of a kind outside 6 U of a piece."""
    place = _("outside {n} U of {origin}", n=SHARD_DISTANCE, origin=piece.disc.name)
    where = partial(outside, game, piece.disc, SHARD_DISTANCE)
    yield from set_up(game, kind, player, where, place, around=piece.disc, rule=rule)


def set_up_apart_from_deployed(game: Game, player: str, *, kind: Kind, rule: str) -> Flow:
    """Let a player set up an unaligned model of a kind outside 6 U of the godbreaker deployed last."""
    if player not in game.state.lost:
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
    return [partial(placing, game, player) for player in game.setup.players for placing in placings]
