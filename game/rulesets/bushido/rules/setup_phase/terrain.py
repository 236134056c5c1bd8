"""Terrain that the players place: spare pieces of the map, and pieces of warbands (B-SETUP-3, B-SETUP-5)."""

from __future__ import annotations

import random
from collections.abc import Hashable
from functools import partial
from typing import Final

from game.engine.core.decisions import DEPLOY, Answer, Choose, Decision, Lay, Option
from game.engine.core.flow import Asking, Flow
from game.engine.kit import dressing as kit
from game.engine.rulebook.laying import Laid
from game.refusal import Refusal
from game.rulesets.bushido.rules import events, scenarios
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.setup_phase.terrain_places import GAP, RULE, PiecePlaces, has_room
from game.table.terrain.battlefield import Piece
from game.table.terrain.rigid import placed
from game.wording import N_, _

AT_LEAST: Final = 6
"""The number of pieces that must be placed before a player may stop."""
ENOUGH: Final = Option("enough", N_("Stop placing terrain"), "B-SETUP-3")
AUTO: Final = Option(DEPLOY, N_("Place the terrain and deploy for me"), "B-SETUP-3", letter="g")
STEP: Final = 15
"""The angle by which pieces are turned, in degrees."""
SAMPLES: Final = 24
"""The number of spots that a computer player tries for a piece."""
PLENTY: Final = 9
"""The number of pieces after which a computer player stops."""


def still_to_place(game: Game) -> bool:
    """Return whether the players must still place terrain. On a map with fixed terrain, they never do (B-SETUP-4)."""
    return game.setup.document.options.terrain == "placed" and not game.state.terrain_done


def place_terrain(game: Game) -> Flow:
    """Let a player place the next piece or stop. Afterwards, the other player may place a last piece (B-SETUP-3)."""
    state = game.state
    if not state.objectives:  # objectives are placed before terrain, without sides yet (B-SETUP-1)
        state.objectives = scenarios.of(game).laid_out(game)
    last = bool(state.stopped)
    player = game.other(state.stopped) if last else game.in_order(state.first_player)[len(state.laid) % 2]
    key = yield from _choose_piece(game, player, last=last)
    if key != ENOUGH.key:
        yield from lay(game, player, next(feature for feature in pieces_beside(game) if feature.id == key), "B-SETUP-3")
    elif not last:
        state.stopped = player
    if last:
        game.emit(events.TerrainDone(player=state.stopped))
        state.terrain_done = True


def _choose_piece(game: Game, player: str, *, last: bool) -> Asking[str]:
    """Return the id of the piece that a player chooses, or the key of `ENOUGH`, also if no piece fits (B-SETUP-3)."""
    offers = terrain_options(game)
    if not offers[0]:
        return ENOUGH.key
    which = _("Which terrain do you place?")
    prompt = _("Your opponent has stopped. Do you add one last piece?") if last else which
    return (yield from kit.ask_piece(player, prompt, "B-SETUP-3", offers, AUTO))


def lay(game: Game, player: str, piece: Piece, rule: str) -> Flow:
    """Let a player place a terrain piece (B-SETUP-9)."""
    x, y, degrees = yield from kit.ask_place(player, piece, partial(region, game, piece), rule, STEP, AUTO)
    game.state.laid.append(Laid(piece.id, x, y, degrees))
    game.emit(events.TerrainLaid(player=player, piece=piece.id, x=x, y=y, degrees=degrees, rule=rule))


def lay_own_terrain(game: Game) -> Flow:
    """Let a player place a piece of their warband. A piece without room is left out (B-SETUP-5)."""
    player, piece = warband_terrain(game)[0]
    if _fits(game, piece):
        yield from lay(game, player, piece, "B-SETUP-5")
    else:
        game.state.destroyed.append(piece.id)


def warband_terrain(game: Game) -> list[tuple[str, Piece]]:
    """Return players and pieces of warbands still to be placed, the test winner's first (B-WARB-6, B-SETUP-5)."""
    gone = {laid_piece.id for laid_piece in game.state.laid} | set(game.state.destroyed)
    return [
        (player, piece)
        for player in game.in_order(game.state.tactical_winner)
        for piece in game.setup.terrain_supply
        if piece.id.startswith(f"{player}.") and piece.id not in gone
    ]


def pieces_beside(game: Game) -> list[Piece]:
    """Return the spare pieces of the map that are not placed yet, centred on their anchors."""
    spare = {piece.id for piece in game.setup.document.map.dressing} - {piece.id for piece in game.state.laid}
    return [piece for piece in game.setup.terrain_supply if piece.id in spare]


def region(game: Game, piece: Piece, degrees: int) -> PiecePlaces:
    """Return the legal spots of a piece at an angle, 2 inches from the edge if there is room (B-SETUP-9)."""
    scenario = game.setup.document.scenario
    roomy = game.remembered(f"roomy {piece.id}", lambda: has_room(_places(game, piece, GAP)))
    return PiecePlaces(game.ruler, piece, degrees, scenario, GAP if roomy else 0.0)


def _places(game: Game, piece: Piece, margin: float) -> list[PiecePlaces]:
    turns = range(0, 180, 3 * STEP)
    return [PiecePlaces(game.ruler, piece, turn, game.setup.document.scenario, margin) for turn in turns]


def _fits(game: Game, piece: Piece) -> bool:
    return has_room(_places(game, piece, GAP)) or has_room(_places(game, piece, 0.0))


def terrain_options(game: Game) -> kit.Offered:
    """Return an option for each kind of piece that fits, and refused options with reasons. Both may be empty."""
    down = sum(not piece.decoration for piece in game.ruler.battlefield.pieces)
    text = _("{down} pieces are placed, but {least} are needed", down=down, least=AT_LEAST)
    too_few = Refusal(text, "B-SETUP-3") if down < AT_LEAST else None
    return kit.offered(pieces_beside(game), _kind, "B-SETUP-3", partial(_why_not_here, game), ENOUGH, too_few)


def _why_not_here(game: Game, piece: Piece) -> Refusal | None:
    return None if _fits(game, piece) else Refusal(_("it does not fit anywhere"), RULE)


def _kind(piece: Piece) -> Hashable:
    """Return the shape and the traits of a piece."""
    outlines = tuple((area.outline, area.holes) for area in piece.area)
    return outlines, piece.look, tuple(sorted(piece.traits.items()))


# -- computer players


def good_answer(game: Game, decision: Decision) -> Answer | None:
    """Return a good answer to a decision about terrain, or None for others. It depends on the table only."""
    places = [(piece.id, piece.x, piece.y) for piece in game.state.laid]
    source = random.Random(f"{game.state.setup_done}|{places}")
    if isinstance(decision, Lay):
        return _good_place(game, decision, source)
    if not isinstance(decision, Choose) or decision.rule != "B-SETUP-3":
        return None
    keys = [option.key for option in decision.options]
    pieces = [key for key in keys if key != ENOUGH.key]
    return ENOUGH.key if ENOUGH.key in keys and len(game.state.laid) >= PLENTY else source.choice(pieces)


def _good_place(game: Game, decision: Lay, source: random.Random) -> Answer:
    """Return the spot that is farthest from other terrain, among some random spots."""
    piece = next(other for other in game.setup.terrain_supply if other.id == decision.about)
    terrain = [other.shape for other in game.ruler.battlefield.pieces if not other.decoration]

    def near(place: tuple[float, float, int]) -> float:
        shape = placed(piece, *place).shape
        return -round(min((float(piece.distance(shape)) for piece in terrain), default=0.0), 6)

    return kit.good_place(decision, source, SAMPLES, near)
