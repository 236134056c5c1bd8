"""How computer players rate actions that ruin or shape terrain."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import Final

from game.engine.core.decisions import Choose, Decision, Place
from game.engine.rulebook.view import Prospect, percent
from game.rulesets.godbreakers.ai.fights import hurt
from game.rulesets.godbreakers.odds.odds import test_odds
from game.rulesets.godbreakers.rules.actions.repertoire import repertoire
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.rules.terrain import adjacent_pieces, models_in, regions_beside, spare_pieces
from game.rulesets.godbreakers.rules.traits.procedures import Ruin, Shape, TerrainAction
from game.rulesets.godbreakers.rules.wild.compulsions import straight_inches
from game.table.lattice import Position, position
from game.table.placing.terrain_region import TerrainRegion
from game.table.terrain.battlefield import Piece
from game.table.terrain.rigid import across
from game.wording import _, series

USELESS: Final = 1.0
"""The VP subtracted from an action that harms no model, so that it is not even tried."""
VICTIMS: Final = 4
"""The number of nearest enemies around which spots for a terrain piece are tried."""
ASIDE: Final = 0.35
"""The distance of spots from an enemy, as a share of the terrain piece's width."""
TURNS: Final = 3
"""Only every third angle is tried."""
SAMPLES: Final = 3
"""The number of additional random spots."""


def expected(game: Game, player: str, model: Model, key: str) -> tuple[float, str]:
    """Return the estimated VP for a player of ruining or shaping the best terrain piece, and the reason."""
    action = _action(game, model, key)
    ratings = [_piece_worth(game, player, model, action, piece) for piece in _pieces(game, model, action)]
    return max(ratings, key=itemgetter(0))


def answers(game: Game, decision: Decision, rng: random.Random) -> Iterator[Prospect]:
    """Yield rated answers to decisions of an action that changes terrain, else nothing."""
    if decision.rule not in (Ruin.rule, Shape.rule):
        return
    model = game.state.models[decision.about if decision.rule == Ruin.rule or decision.test else game.state.active]
    if isinstance(decision, Place):
        assert isinstance(decision.region, TerrainRegion)
        for spot, worth, why in _places(game, decision.player, model, decision.region, rng):
            yield Prospect([spot.x, spot.y], worth, why)
    elif isinstance(decision, Choose) and decision.test:
        action = _action(game, model, Ruin.key if decision.rule == Ruin.rule else Shape.key)
        for piece in _pieces(game, model, action):
            worth, why = _piece_worth(game, decision.player, model, action, piece)
            yield Prospect(piece.id, worth, why)
    elif isinstance(decision, Choose):
        piece = next(piece for piece in spare_pieces(game, model.die) if piece.id == decision.about)
        regions = regions_beside(game, model, piece, decision.rule)
        for option in decision.options[::TURNS]:
            places = _places(game, decision.player, model, regions[int(option.key)], rng)
            worth, why = max(((worth, why) for _spot, worth, why in places), default=(0.0, ""))
            yield Prospect(option.key, worth, why)


def _action(game: Game, model: Model, key: str) -> TerrainAction:
    actions = [action for action in repertoire(game, model) if isinstance(action, TerrainAction)]
    return next(action for action in actions if action.key == key)


def _pieces(game: Game, model: Model, action: TerrainAction) -> Sequence[Piece]:
    return adjacent_pieces(game, model) if isinstance(action, Ruin) else spare_pieces(game, model.die)


def _piece_worth(game: Game, player: str, model: Model, action: TerrainAction, piece: Piece) -> tuple[float, str]:
    """Return the expected VP of an action with a terrain piece, and the reason."""
    if isinstance(action, Ruin):
        victims = models_in(game, piece)
    else:
        width = across(piece) if piece.area else 0.0
        near = [foe for foe in game.hostiles(model) if straight_inches(model, foe) < width]
        victims = [max(near, key=lambda foe: hurt(game, player, foe, action.rank))] if near else []
    chance, cost = float(test_odds(game, model, action.test)), 3 - action.rank
    success = sum(hurt(game, player, victim, action.rank) for victim in victims)
    failure = hurt(game, player, model, cost) if cost else 0.0
    worth = chance * success + (1.0 - chance) * failure
    return worth if victims else worth - USELESS, _why(chance, action, victims)


def _why(chance: float, action: TerrainAction, victims: Sequence[Model]) -> str:
    if not victims:
        return _("no model would be hurt")
    names = series([victim.name for victim in victims])
    return _("{chance} to deal {damage} damage to {names}", chance=percent(chance), damage=action.rank, names=names)


def _places(
    game: Game, player: str, model: Model, region: TerrainRegion, rng: random.Random
) -> Iterator[tuple[Position, float, str]]:
    """Yield spots for a terrain piece at an angle, each with the VP of the damage it deals and the reason."""
    rank = _action(game, model, Shape.key).rank
    for spot in _spots(game, model, region, rng):
        piece = region.at(*spot)
        victims = [other for other in game.standing() if piece.area and piece.is_under(other.disc)]
        worth = sum(hurt(game, player, victim, rank) for victim in victims)
        names = series([victim.name for victim in victims])
        yield spot, worth, _("{damage} damage to {names}", damage=rank, names=names) if victims else _("out of the way")


def _spots(game: Game, model: Model, region: TerrainRegion, rng: random.Random) -> Iterator[Position]:
    near = sorted(game.hostiles(model), key=lambda foe: straight_inches(model, foe))[:VICTIMS]
    aside = ASIDE * across(region.piece)
    bearings = [turn * math.pi / 4 for turn in range(8)]
    offsets = [(0.0, 0.0), *((aside * math.cos(bearing), aside * math.sin(bearing)) for bearing in bearings)]
    for victim in near:
        spots = (position(victim.x + dx, victim.y + dy) for dx, dy in offsets)
        yield from (spot for spot in spots if region.find(spot))
    yield from (spot for _sample in range(SAMPLES) if (spot := region.sample(rng)) is not None)
