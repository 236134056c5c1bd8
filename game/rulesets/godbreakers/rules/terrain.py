"""Terrain that is removed and placed during play (G-TBL-4, G-TBL-5, Q18, Q29)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import shapely

from game.engine.core.decisions import Choose, Option, Place
from game.engine.core.flow import Asking
from game.engine.rulebook.laying import Laid
from game.rulesets.godbreakers.rules.events import TerrainPlaced, TerrainRemoved
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.placing import displace
from game.rulesets.godbreakers.rules.state import Model
from game.table.heights import relief_of
from game.table.measuring.ruler import Ruler
from game.table.placing.terrain_region import TerrainRegion
from game.table.shapes import Disc
from game.table.terrain.battlefield import Battlefield, Piece
from game.table.terrain.rigid import across
from game.wording import _

AREA_AT_LEAST: Final = 0.25
AREA_AT_MOST: Final = 0.50
"""The least and the largest share of the table that area terrain may cover (G-TBL-9)."""

ABOUT_HALF: Final = 0.45
COVERED_ABOUT_HALF: Final = 0.55
"""The shares of the table covered by terrain of any kind that count as about half (G-TBL-9)."""

TURNS = range(0, 360, 15)
"""The angles at which a terrain piece may be placed, in degrees."""


class Cover(NamedTuple):
    """The shares of a table that area terrain and terrain of any kind cover. Overlaps count once."""

    area: float
    any_kind: float


@lru_cache(maxsize=16)  # forks of a game ask the same question again
def cover(field: Battlefield) -> Cover:
    """Return the shares of a table that terrain covers. Decoration counts as terrain of any kind (G-TBL-9)."""
    area = shapely.union_all([piece.area_shape for piece in field.pieces if not piece.decoration])
    everything = shapely.union_all([piece.shape for piece in field.pieces])
    return Cover(area.area / field.table.area, everything.area / field.table.area)


def spare_pieces(game: Game, widest: int) -> list[Piece]:
    """Return the spare terrain pieces that are at most `widest` U across (Q18, Q29)."""
    on_table = {piece.id for piece in game.battlefield.pieces}
    return [
        piece for piece in game.setup.terrain_supply if piece.id not in on_table and across(piece) < widest + 1 - 1e-6
    ]


def adjacent_pieces(game: Game, model: Model) -> list[Piece]:
    """Return the terrain pieces within 0 U of a model."""
    centre, reach = shapely.Point(model.x, model.y), model.radius + 1.0
    # a measurement takes long, and most pieces are plainly too far away
    near = (piece for piece in game.battlefield.pieces if not piece.decoration and piece.shape.dwithin(centre, reach))
    return [piece for piece in near if game.ruler.within(model.disc, piece, 0)]


def models_in(game: Game, piece: Piece) -> list[Model]:
    """Return the models whose bases overlap the terrain piece (Q29)."""
    return [model for model in game.standing() if piece in game.battlefield.pieces_under(model.disc)]


def remove_piece(game: Game, piece: Piece, *, rule: str) -> None:
    """Remove a terrain piece from the table. Shaping may place it again if the setup lists it as spare."""
    record_removal(game, piece.id)
    game.look_at_terrain()
    game.emit(TerrainRemoved(piece=piece.id, rule=rule))
    for model in game.standing():
        if game.falls(model.disc):
            displace(game, model, model.x, model.y, rule=rule, level=model.level)
    settle_tokens(game)


def settle_tokens(game: Game) -> None:
    """Let tokens without a surface under them fall to the next surface below (G-ADV-4)."""
    for token in game.unclaimed() if game.levels else ():
        token.level = relief_of(game.battlefield).below(token.disc, token.level)


def record_removal(game: Game, piece: str) -> None:
    """Record in the state that a terrain piece is off the table."""
    state = game.state
    state.shaped = [other for other in state.shaped if other.id != piece]
    if piece not in state.ruined and any(piece == other.id for other in game.setup.battlefield.pieces):
        state.ruined.append(piece)


def ask_terrain(game: Game, model: Model, piece: Piece, *, rule: str) -> Asking[Piece | None]:
    """Let a player turn a terrain piece and place it within 0 U of the model. Return it, or None if it does not fit."""
    player = game.handler(model)
    regions = regions_beside(game.ruler, model.disc, piece, rule)
    if not regions:
        return None
    options = tuple(Option(str(turn), f"{turn}°", rule) for turn in regions)
    prompt = _("Turn {piece} by how much?", piece=piece.name)
    degrees = yield Choose(player=player, prompt=prompt, rule=rule, about=piece.id, options=options)
    prompt, region = _("Place {piece}", piece=piece.name), regions[int(degrees)]
    spot = yield Place(player=player, prompt=prompt, rule=rule, about=piece.id, region=region)
    put_down(game, piece.id, spot[0], spot[1], int(degrees), rule=rule)
    return game.battlefield.piece(piece.id)


@lru_cache(maxsize=64)  # forks of a game ask the same question again
def regions_beside(ruler: Ruler, origin: Disc, piece: Piece, rule: str) -> dict[int, TerrainRegion]:
    """Return the legal spots of a terrain piece within 0 U of a base, by degrees; angles without any are left out."""
    regions = {turn: TerrainRegion(ruler, piece, turn, origin, 0, rule) for turn in TURNS}
    return {turn: region for turn, region in regions.items() if region.find()}


def put_down(game: Game, piece: str, x: float, y: float, degrees: int, *, rule: str) -> None:
    """Place terrain. Pieces under its barricades move to the nearest spot where they fit (G-TBL-4, G-TBL-5)."""
    game.state.shaped.append(Laid(piece, x, y, degrees))
    game.look_at_terrain()
    game.emit(TerrainPlaced(piece=piece, x=x, y=y, degrees=degrees, rule=rule))
    for other in game.present():
        level = other.disc.level
        if game.ground(level).barricades_near(other.disc, -2e-6):
            displace(game, other, other.x, other.y, rule=rule, level=level)
