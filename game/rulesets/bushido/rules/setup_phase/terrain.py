"""Terrain placed by the players: pieces beside the map, in turn, and pieces of warbands (B-SETUP-3, B-SETUP-5)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from game.engine.core.decisions import DEPLOY, Answer, Choose, Decision, Lay, Option
from game.engine.core.flow import Asking, Flow
from game.engine.rulebook.laying import Laid
from game.refusal import Refusal
from game.rulesets.bushido.rules import events
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.scenarios import find
from game.rulesets.bushido.rules.setup_phase.terrain_places import GAP, RULE, PiecePlaces, has_room
from game.table.terrain.battlefield import Piece
from game.table.terrain.rigid import placed
from game.wording import N_, _

AT_LEAST: Final = 6
"""The number of pieces that must be placed before a player may stop."""
ENOUGH: Final = Option("enough", N_("Stop placing terrain"), "B-SETUP-3")
AUTO: Final = Option(DEPLOY, N_("Place the terrain and deploy for me"), "B-SETUP-3", letter="g")
STEP: Final = 15
"""The degrees by which pieces are turned."""
SAMPLES: Final = 24
"""The number of spots tried for a piece that a computer player places."""
PLENTY: Final = 9
"""The number of pieces after which a computer player adds no more."""


def still_to_place(game: Game) -> bool:
    """Return whether the players are still placing terrain; never if the map's terrain is complete (B-SETUP-4)."""
    return game.setup.document.options.terrain == "placed" and not game.state.terrain_done


def place_terrain(game: Game) -> Flow:
    """Let a player put down the next piece, or stop; the other may then add one more (B-SETUP-3)."""
    state = game.state
    if not state.objectives:  # objectives lie there before the terrain; their sides are known later (B-SETUP-1)
        state.objectives = find(game.setup.document.scenario).laid_out(game)
    last = bool(state.stopped)
    player = game.other(state.stopped) if last else game.in_order(state.first_player)[len(state.laid) % 2]
    key = yield from _picked(game, player, last=last)
    if key != ENOUGH.key:
        yield from lay(game, player, next(each for each in beside(game) if each.id == key), "B-SETUP-3")
    elif not last:
        state.stopped = player
    if last:
        game.emit(events.TerrainDone(player=state.stopped))
        state.terrain_done = True


def _picked(game: Game, player: str, *, last: bool) -> Asking[str]:
    """Ask which piece a player places, or whether it is enough; it is if none fits any more (B-SETUP-3)."""
    options, refused = offered(game)
    if not options:
        return ENOUGH.key
    which = _("Which terrain do you place?")
    prompt = _("Your opponent has stopped. Do you add one last piece?") if last else which
    key: str = yield Choose(
        player=player,
        prompt=prompt,
        rule="B-SETUP-3",
        options=options,
        refused=lambda: refused,
        shortcuts=(AUTO.shown(),),
    )
    return key


def lay(game: Game, player: str, piece: Piece, rule: str) -> Flow:
    """Ask the player where a terrain piece goes, and place it there (B-SETUP-9)."""
    x, y, degrees = yield Lay(
        player=player,
        prompt=_("Place {piece}", piece=piece.name),
        rule=rule,
        about=piece.id,
        region=region(game, piece, 0),
        turned=partial(region, game, piece),
        step=STEP,
        shortcuts=(AUTO.shown(),),
    )
    game.state.laid.append(Laid(piece.id, x, y, degrees))
    game.emit(events.TerrainLaid(player=player, piece=piece.id, x=x, y=y, degrees=degrees, rule=rule))


def lay_own_terrain(game: Game) -> Flow:
    """Let a player place a piece of their warband; a piece without room is left out (B-SETUP-5)."""
    player, piece = brought(game)[0]
    if _fits(game, piece):
        yield from lay(game, player, piece, "B-SETUP-5")
    else:
        game.state.destroyed.append(piece.id)


def brought(game: Game) -> list[tuple[str, Piece]]:
    """Return the pieces of the warbands that are still to be placed, the test winner's first (B-WARB-6, B-SETUP-5)."""
    gone = {each.id for each in game.state.laid} | set(game.state.destroyed)
    return [
        (player, piece)
        for player in game.in_order(game.state.tactical_winner)
        for piece in game.setup.terrain_supply
        if piece.id.startswith(f"{player}.") and piece.id not in gone
    ]


def beside(game: Game) -> list[Piece]:
    """Return the pieces beside the table, centred on their anchors."""
    own, gone = {each.id for each in game.setup.document.map.dressing}, {each.id for each in game.state.laid}
    return [piece for piece in game.setup.terrain_supply if piece.id in own - gone]


def region(game: Game, piece: Piece, degrees: int) -> PiecePlaces:
    """Return where a piece may lie at a turn, 2 inches off the edge if there is room (B-SETUP-9)."""
    scenario = game.setup.document.scenario
    roomy = game.remembered(f"roomy {piece.id}", lambda: has_room(_places(game, piece, GAP)))
    return PiecePlaces(game.ruler, piece, degrees, scenario, GAP if roomy else 0.0)


def _places(game: Game, piece: Piece, margin: float) -> list[PiecePlaces]:
    turns = range(0, 180, 3 * STEP)
    return [PiecePlaces(game.ruler, piece, turn, game.setup.document.scenario, margin) for turn in turns]


def _fits(game: Game, piece: Piece) -> bool:
    return has_room(_places(game, piece, GAP)) or has_room(_places(game, piece, 0.0))


def offered(game: Game) -> tuple[tuple[Option, ...], list[tuple[Option, Refusal]]]:
    """Return an option for each kind of piece that fits, and the others with reasons; none if all are placed."""
    options: list[Option] = []
    refused: list[tuple[Option, Refusal]] = []
    for same in _kinds(beside(game)):
        option = Option(same[0].id, _label(same), "B-SETUP-3")
        if _fits(game, same[0]):
            options.append(option)
        else:
            refused.append((option, Refusal(_("it does not fit anywhere"), RULE)))
    if not options:
        return (), []
    down = sum(not piece.decoration for piece in game.ruler.battlefield.pieces)
    if down >= AT_LEAST:
        return (*options, ENOUGH.shown()), refused
    text = _("{down} pieces are placed, but {least} are needed", down=down, least=AT_LEAST)
    return tuple(options), [*refused, (ENOUGH.shown(), Refusal(text, "B-SETUP-3"))]


def _kinds(pieces: Sequence[Piece]) -> Iterator[list[Piece]]:
    """Yield the pieces of each shape."""
    kinds: dict[object, list[Piece]] = {}
    for piece in pieces:
        outlines = tuple((each.outline, each.holes) for each in piece.area)
        kinds.setdefault((outlines, piece.look, tuple(sorted(piece.traits.items()))), []).append(piece)
    yield from kinds.values()


def _label(same: Sequence[Piece]) -> str:
    """Return the name of a kind of piece, without a number, and how many there are."""
    name = same[0].name
    return name if len(same) == 1 else _("{piece}, {count} left", piece=name.rstrip(" 0123456789"), count=len(same))


# -- programs


def good_answer(game: Game, decision: Decision) -> Answer | None:
    """Return a sensible answer to a question about terrain, determined by the table, or None to any other question."""
    source = random.Random(f"{game.state.setup_done}|{[(each.id, each.x, each.y) for each in game.state.laid]}")
    if isinstance(decision, Lay):
        return _good_place(game, decision, source)
    if not isinstance(decision, Choose) or decision.rule != "B-SETUP-3":
        return None
    keys = [option.key for option in decision.options]
    pieces = [key for key in keys if key != ENOUGH.key]
    return ENOUGH.key if ENOUGH.key in keys and len(game.state.laid) >= PLENTY else source.choice(pieces)


def _good_place(game: Game, decision: Lay, source: random.Random) -> Answer:
    """Return the best of some spots: as far from other terrain as possible, so that pieces spread evenly."""
    piece = next(each for each in game.setup.terrain_supply if each.id == decision.about)
    terrain = [each.shape for each in game.ruler.battlefield.pieces if not each.decoration]
    places: list[tuple[float, float, int]] = []
    for _try in range(SAMPLES):
        turn = source.choice(decision.turns)
        spot = decision.turned(turn).sample(source)
        if spot is not None:
            places.append((spot.x, spot.y, turn))
    if not places:
        spots = ((decision.turned(turn).sample(source), turn) for turn in decision.turns)
        spot, turn = next((spot, turn) for spot, turn in spots if spot is not None)
        return [spot.x, spot.y, turn]

    def apart(place: tuple[float, float, int]) -> float:
        shape = placed(piece, *place).shape
        return round(min((float(each.distance(shape)) for each in terrain), default=0.0), 6)

    return [*max(places, key=apart)]
