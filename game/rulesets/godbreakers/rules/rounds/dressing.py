"""Table dressing: on a map with spare pieces, players first place them by turns (G-SCN-1, G-TBL-9)."""

from __future__ import annotations

import math
import random
from collections.abc import Hashable
from functools import lru_cache, partial
from typing import Final

import shapely

from game.engine.core.decisions import DEPLOY, Answer, Choose, Decision, Lay, Option
from game.engine.core.flow import Flow
from game.engine.kit import dressing as kit
from game.engine.rulebook.laying import Laid
from game.refusal import Refusal
from game.rulesets.godbreakers.rules.events import TableDressed, TerrainAdded
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.scenarios import Task
from game.rulesets.godbreakers.rules.terrain import (
    ABOUT_HALF,
    AREA_AT_LEAST,
    AREA_AT_MOST,
    COVERED_ABOUT_HALF,
    TURNS,
    Cover,
    cover,
)
from game.table.measuring.ruler import Ruler
from game.table.placing.terrain_region import TerrainRegion
from game.table.shapes import Disc
from game.table.terrain.battlefield import Piece
from game.table.terrain.rigid import placed
from game.wording import N_, _

RULE: Final = "G-TBL-9"
OVER: Final = "dressed"
"""The entry in `State.begun` for the end of the dressing. Until then, `begun` lists the players who have stopped."""
AUTO: Final = Option(DEPLOY, N_("Dress the table and deploy for me"), RULE, letter="g")
ENOUGH: Final = Option("enough", N_("Stop placing terrain"), RULE, declines=True)

SAMPLES: Final = 24
"""The number of spots that a computer player tries for a terrain piece."""
LANE: Final = 1.6
"""A gap between terrain pieces that leaves room for a base, in inches."""
CENTRE: Final = 3.0
"""The radius around the objective that computer players keep free of terrain, in inches."""


def dressing_tasks(game: Game) -> list[Task]:
    """Return the tasks of dressing the table by seniority. A map without spare pieces has none (G-SCN-1)."""
    pieces, players = len(game.setup.document.map.dressing), game.setup.players
    if not pieces:
        return []
    turns = (Task(partial(dress, game, player), player) for _piece in range(pieces) for player in players)
    return [*turns, Task(partial(finish, game))]


def dress(game: Game, player: str) -> Flow:
    """Let a player place a terrain piece or stop dressing for good (G-TBL-9)."""
    begun = game.state.begun
    if OVER in begun or player in begun:
        return
    offers = terrain_options(game)
    if not offers.options:
        begun.append(OVER)
        return
    key = yield from kit.ask_piece(player, _("Dress the table: choose terrain to add"), RULE, offers, AUTO)
    if key == ENOUGH.key:
        begun.append(player)
        return
    piece = next(spare for spare in pieces_beside(game) if spare.id == key)
    spots_at_angle = partial(region, game.ruler, piece, game.marker_discs())
    x, y, degrees = yield from kit.ask_place(player, piece, spots_at_angle, RULE, TURNS.step, AUTO)
    game.state.shaped.append(Laid(piece.id, x, y, degrees))
    game.look_at_terrain()
    game.emit(TerrainAdded(player=player, piece=piece.id, x=x, y=y, degrees=degrees))


def finish(game: Game) -> Flow:
    """End the dressing of the table (G-SCN-1)."""
    game.state.begun.clear()
    shares = cover(game.battlefield)
    game.emit(TableDressed(area=round(100 * shares.area), any_kind=round(100 * shares.any_kind)))
    yield from ()


def pieces_beside(game: Game) -> list[Piece]:
    """Return the pieces for dressing that are still beside the table, centred on their anchors."""
    ids = {piece.id for piece in game.setup.document.map.dressing} - {piece.id for piece in game.battlefield.pieces}
    return [piece for piece in game.setup.terrain_supply if piece.id in ids]


def region(ruler: Ruler, piece: Piece, markers: tuple[Disc, ...], degrees: int) -> TerrainRegion:
    """Return the legal spots of a terrain piece at an angle, clear of markers (G-TBL-1, G-TBL-2)."""
    return TerrainRegion(ruler, piece, degrees, rule="G-TBL-2", clear_of=markers, edge_rule="G-TBL-1")


def terrain_options(game: Game) -> kit.Offered:
    """Return an option for each kind of piece that may be added, and the refused options with their reasons.

    Both are empty if terrain of any kind covers about half of the table, or if no piece fits (G-TBL-9).
    """
    shares = cover(game.battlefield)
    if shares.any_kind >= ABOUT_HALF:
        return kit.Offered((), [])
    text = _("area terrain covers {share:.0%} of the table; it must cover at least a quarter", share=shares.area)
    too_few = Refusal(text, RULE) if shares.area < AREA_AT_LEAST else None
    return kit.offered(pieces_beside(game), _kind, RULE, partial(_why_not_here, game, shares), ENOUGH, too_few)


def _why_not_here(game: Game, shares: Cover, piece: Piece) -> Refusal | None:
    """Return the reason why a piece cannot be added: too much terrain, or no space for it (G-TBL-9)."""
    surface = game.battlefield.table.area
    area = 0.0 if piece.decoration else piece.area_shape.area / surface
    if area and shares.area + area > AREA_AT_MOST:
        return Refusal(_("area terrain would cover more than half of the table"), RULE)
    if shares.any_kind + piece.shape.area / surface > COVERED_ABOUT_HALF:
        return Refusal(_("terrain would cover more than about half of the table"), RULE)
    if not _fits(game.ruler, piece, game.marker_discs()):
        return Refusal(_("it does not fit anywhere"), "G-TBL-2")
    return None


def _kind(piece: Piece) -> Hashable:
    """Return the shape of a piece, by which equal pieces are offered only once."""
    lines = tuple((barricade.line, barricade.width, barricade.impassable) for barricade in piece.barricades)
    areas = tuple((area.outline, area.holes) for area in piece.area)
    return areas, lines, piece.look, piece.levels


@lru_cache(maxsize=64)  # forks of a game ask the same question again
def _fits(ruler: Ruler, piece: Piece, markers: tuple[Disc, ...]) -> bool:
    """Return whether a piece fits on the table at any angle."""
    return any(region(ruler, piece, markers, turn).sample(random.Random(0)) is not None for turn in TURNS)


# -- computer players --------------------------------------------------------------------------


def good_answer(game: Game, decision: Decision, source: random.Random | None = None) -> Answer | None:
    """Return a good answer to a decision about dressing, or None. The default `source` depends on the table only."""
    if decision.rule != RULE:
        return None
    if source is None:
        laid = [(piece.id, piece.x, piece.y) for piece in game.state.shaped]
        source = random.Random(f"{game.state.setup_done}|{laid}")
    if isinstance(decision, Lay):
        return _good_place(game, decision, source)
    assert isinstance(decision, Choose)  # the only other kind of decision here
    return source.choice([option.key for option in decision.options if option.key != ENOUGH.key])


def _good_place(game: Game, decision: Lay, source: random.Random) -> Answer:
    """Return the best of a sample of random places, clear of other terrain and of the middle of the table."""
    piece = next(spare for spare in pieces_beside(game) if spare.id == decision.about)
    terrain = shapely.union_all([other.shape for other in game.battlefield.pieces])
    middle = shapely.Point(*game.battlefield.centre).buffer(CENTRE)

    def cost(place: tuple[float, float, int]) -> float:
        shape = placed(piece, *place).shape
        gap = math.inf if terrain.is_empty else shape.distance(terrain)
        overlap, central = shape.intersection(terrain).area, shape.intersection(middle).area
        # overlaps are worst, then terrain in the middle, then gaps too narrow for a base
        return float(10 * overlap + max(0.0, LANE - gap) + 2 * central)

    return kit.good_place(decision, source, SAMPLES, cost)
