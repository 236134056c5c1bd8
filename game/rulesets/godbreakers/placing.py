"""Putting things down: where they may end, and what happens where nothing fits (G-MEAS-5, G-TBL-2, G-TBL-5)."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from game.engine.decisions import Option, Place
from game.engine.flow import Asking, Flow, Interrupted
from game.rulesets.godbreakers.damage import suffer
from game.rulesets.godbreakers.events import Displaced, Placed
from game.rulesets.godbreakers.game import Game, Piece
from game.rulesets.godbreakers.state import READY, Marker, Model
from game.rulesets.godbreakers.traits import holding
from game.table.conditions import ClearOf, ClearOfBarricades, Condition, OnTable, OutsideRange, WithinRange
from game.table.region import Region
from game.table.settling import settle
from game.table.shapes import Disc


def movement_range(game: Game, model: Model) -> int:
    """Return a model's movement range in U (G-MEAS-8)."""
    return model.die + sum(trait.movement(model, rank) for trait, rank in holding(game, model))


def attack_range(game: Game, model: Model) -> int:
    """Return a model's attack range in U (G-MEAS-8)."""
    return model.reach + sum(trait.attack_range(model, rank) for trait, rank in holding(game, model))


def fitting(game: Game, piece: Piece, radius: float) -> list[Condition]:
    """Return what any piece must meet wherever it ends: on the table, overlapping nothing (G-TBL-1, G-TBL-2)."""
    return [
        OnTable(game.battlefield, radius, rule="G-TBL-1"),
        ClearOf(game.bases(piece), radius, cause="overlaps a base", rule="G-TBL-2"),
        ClearOf(game.marker_discs(piece), radius, cause="overlaps a marker", rule="G-TBL-2"),
        ClearOfBarricades(game.battlefield, radius, rule="G-TBL-2"),
    ]


def within(game: Game, origin: Disc, n: int, radius: float) -> Condition:
    """Return "placed within `n` U of origin": the whole base, for 0 U the closest point (G-MEAS-5, Q3, Q3a)."""
    return WithinRange(game.ruler, origin, n, radius, whole=n > 0)


def outside(game: Game, origin: Disc, n: int, radius: float) -> Condition:
    """Return "placed outside `n` U of origin": no part of the base inside (G-MEAS-5)."""
    return OutsideRange(game.ruler, origin, n, radius)


def region(game: Game, piece: Model | Marker, conditions: Sequence[Condition], around: Disc | None = None) -> Region:
    """Return where `piece` may end under `conditions` and whatever every piece must meet."""
    # What is cheap to judge comes first.
    return Region(piece.radius, (*fitting(game, piece, piece.radius), *conditions), around)


def move_region(game: Game, model: Model, extra: Sequence[Condition] = ()) -> Region:
    """Return where a move action of `model` may end (G-MOVE-1), with what hostile traits demand and `extra`."""
    reach = within(game, model.disc, movement_range(game, model), model.radius)
    return region(game, model, [reach, *pinned(game, model), *extra], model.disc)


def pinned(game: Game, model: Model) -> list[Condition]:
    """Return what other models' traits demand of where a move of `model` ends (Q19)."""
    found: list[Condition] = []
    for other in game.standing():
        if other is not model:
            for trait, rank in holding(game, other):
                found.extend(trait.move_conditions(game, other, rank, model))
    return found


def alert(game: Game, placed: Model) -> None:
    """Note the ready models in whose attack range the action under way has placed a hostile model (G-ADV-1)."""
    state = game.state
    if not game.setup.options.ready or not state.active:
        return
    for token in state.tokens.values():
        ready = state.models.get(token.holder) if token.type == READY else None
        if ready is None or not ready.on_table or ready.id in (state.active, *state.alerted):
            continue
        if game.hostile(ready, placed) and game.within(ready, placed, attack_range(game, ready)):
            state.alerted.append(ready.id)


def put(game: Game, piece: Model | Marker, x: float, y: float, *, player: str, rule: str) -> None:
    """Put a piece down at (x, y), a spot that has been judged legal."""
    piece.x, piece.y = x, y
    if isinstance(piece, Model):
        piece.place = "table"
    else:
        piece.on_table = True
    game.emit(Placed(piece=piece.id, x=x, y=y, player=player, rule=rule))
    if isinstance(piece, Model):
        alert(game, piece)


def ask_place(
    game: Game,
    piece: Model | Marker,
    where: Region,
    *,
    player: str,
    prompt: str,
    rule: str,
    shortcuts: tuple[Option, ...] = (),
) -> Asking[str | None]:
    """Ask where to put `piece` and put it there; return the shortcut taken, if one was."""
    answer = yield Place(player=player, prompt=prompt, rule=rule, about=piece.id, region=where, shortcuts=shortcuts)
    if isinstance(answer, str):
        return answer
    put(game, piece, answer[0], answer[1], player=player, rule=rule)
    return None


def room_in(where: Region) -> bool:
    """Say whether any spot is legal; found by looking at a few, so that only a tight region costs its geometry."""
    return where.sample(random.Random(0)) is not None


def introduce(
    game: Game,
    piece: Model | Marker,
    conditions: Sequence[Condition],
    around: Disc,
    *,
    player: str,
    prompt: str,
    rule: str,
) -> Flow:
    """Ask where to put a piece that a rule brings in; it goes to the nearest free spot if none fits (G-TBL-5, Q23)."""
    where = region(game, piece, conditions, around)
    if not room_in(where):
        unstable(game, piece, around.x, around.y, rule=rule)
        return
    try:
        yield from ask_place(game, piece, where, player=player, prompt=prompt, rule=rule)
    except Interrupted:
        # Somebody leaves the game meanwhile: what a rule brings in comes in all the same.
        spot = where.nearest(around.x, around.y)
        if spot is not None:
            put(game, piece, spot.x, spot.y, player=player, rule=rule)
        raise


def unstable(game: Game, piece: Model | Marker, x: float, y: float, *, rule: str) -> None:
    """Put a piece at the spot nearest to (x, y) where it fits; a model so displaced takes 1 damage (G-TBL-5, Q23)."""
    others = (*game.bases(piece), *game.marker_discs(piece))
    spot = settle(piece.disc._replace(x=x, y=y), others, game.battlefield)
    put(game, piece, spot.x, spot.y, player=game.wild_handler, rule=rule)
    inches = math.hypot(spot.x - x, spot.y - y)
    if inches > 0:
        game.emit(Displaced(piece=piece.id, x=spot.x, y=spot.y, inches=inches))
        if isinstance(piece, Model):
            suffer(game, piece, 1, rule="G-TBL-5")
