"""Ruining or shaping terrain: the models it would harm, and its first estimate."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from typing import Final

from game.engine.core.decisions import Choose, Decision, Place
from game.engine.rulebook.view import Prospect, percent
from game.rulesets.godbreakers.ai.losses import hurt
from game.rulesets.godbreakers.odds.odds import test_odds
from game.rulesets.godbreakers.rules.actions.repertoire import repertoire
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.rules.terrain import models_in, room_beside, supply, within_zero
from game.rulesets.godbreakers.rules.traits.procedures import Ruin, Shape, TerrainAction
from game.rulesets.godbreakers.rules.wild.compulsions import straight_inches
from game.table.lattice import Position, position
from game.table.placing.terrain_region import TerrainRegion
from game.table.terrain.battlefield import Piece
from game.table.terrain.rigid import across
from game.wording import _, series

USELESS: Final = 0.2
"""The VP subtracted if such an action harms no model."""
VICTIMS: Final = 4
"""The number of nearest enemies on which a piece is tried."""
ASIDE: Final = 0.35
"""The distances from each of them at which its middle is tried, in eight directions, as a share of its width."""
TURNS: Final = 3
"""One of this many turns is tried."""
SAMPLES: Final = 3
"""The number of additional random spots."""


def expected(game: Game, player: str, model: Model, key: str) -> tuple[float, str]:
    """Return the first estimate, for a player, of ruining or shaping the best terrain piece, and the reason."""
    action = _action(game, model, key)
    found = [_piece_worth(game, player, model, action, piece) for piece in _pieces(game, model, action)]
    return max(found, key=lambda each: each[0])


def answers(game: Game, decision: Decision, rng: random.Random) -> Iterator[Prospect]:
    """Yield answers to a question of such an action, if it is one: which piece, how turned, where."""
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
        piece = next(each for each in supply(game, model.die) if each.id == decision.about)
        regions = room_beside(game, model, piece, decision.rule)
        for option in decision.options[::TURNS]:
            tried = _places(game, decision.player, model, regions[int(option.key)], rng)
            worth, why = max(((worth, why) for _spot, worth, why in tried), default=(0.0, ""))
            yield Prospect(option.key, worth, why)


def _action(game: Game, model: Model, key: str) -> TerrainAction:
    return next(each for each in repertoire(game, model) if isinstance(each, TerrainAction) and each.key == key)


def _pieces(game: Game, model: Model, action: TerrainAction) -> Sequence[Piece]:
    return within_zero(game, model) if isinstance(action, Ruin) else supply(game, model.die)


def _piece_worth(game: Game, player: str, model: Model, action: TerrainAction, piece: Piece) -> tuple[float, str]:
    """Return the value of trying one piece, and the reason: models harmed on a success, the cost of a failure."""
    if isinstance(action, Ruin):
        victims = models_in(game, piece)
    else:
        wide = across(piece) if piece.area else 0.0
        reached = [each for each in game.hostiles(model) if straight_inches(model, each) < wide]
        victims = [max(reached, key=lambda each: hurt(game, player, each, action.rank))] if reached else []
    chance, cost = float(test_odds(game, model, action.test)), 3 - action.rank
    gained = sum(hurt(game, player, each, action.rank) for each in victims)
    lost = hurt(game, player, model, cost) if cost else 0.0
    return chance * gained + (1.0 - chance) * lost - USELESS * (not victims), _why(chance, action, victims)


def _why(chance: float, action: TerrainAction, victims: Sequence[Model]) -> str:
    if not victims:
        return _("no model would be hurt")
    names = series([each.name for each in victims])
    return _("{chance} to deal {damage} damage to {names}", chance=percent(chance), damage=action.rank, names=names)


def _places(
    game: Game, player: str, model: Model, region: TerrainRegion, rng: random.Random
) -> Iterator[tuple[Position, float, str]]:
    """Yield spots for a piece at its turn, each with the value of the damage there, and the models hit."""
    rank = _action(game, model, Shape.key).rank
    for spot in _tried(game, model, region, rng):
        piece = region.at(*spot)
        caught = [each for each in game.standing() if piece.area and piece.is_under(each.disc)]
        worth = sum(hurt(game, player, each, rank) for each in caught)
        names = series([each.name for each in caught])
        yield spot, worth, _("{damage} damage to {names}", damage=rank, names=names) if caught else _("out of the way")


def _tried(game: Game, model: Model, region: TerrainRegion, rng: random.Random) -> Iterator[Position]:
    near = sorted(game.hostiles(model), key=lambda each: straight_inches(model, each))[:VICTIMS]
    aside = ASIDE * across(region.piece)
    off = [(aside * math.cos(turn * math.pi / 4), aside * math.sin(turn * math.pi / 4)) for turn in range(8)]
    for victim in near:
        spots = (position(victim.x + dx, victim.y + dy) for dx, dy in ((0.0, 0.0), *off))
        yield from (spot for spot in spots if region.find(spot))
    yield from (spot for _sample in range(SAMPLES) if (spot := region.sample(rng)) is not None)
