"""Putting pieces down: their legal ends, and unstable placement where nothing fits (G-MEAS-5, G-TBL-2, G-TBL-5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from game.engine.core.decisions import Option, Place
from game.engine.core.flow import Asking, Flow, Interrupted
from game.rulesets.godbreakers.rules.damage import suffer
from game.rulesets.godbreakers.rules.events import Displaced, Fell, LevelChosen, Placed
from game.rulesets.godbreakers.rules.game import Game, Piece
from game.rulesets.godbreakers.rules.levels import LevelRegion, Levels, choose_level, level_of
from game.rulesets.godbreakers.rules.state import READY, Marker, Model
from game.rulesets.godbreakers.rules.traits import added, speakers
from game.table.heights import relief_of
from game.table.lattice import Position, distance
from game.table.measuring.ruler import LevelOutOfRange
from game.table.placing.conditions import (
    AnyOf,
    ClearOf,
    ClearOfBarricades,
    Condition,
    OnTable,
    OutsideRange,
    WithinRange,
)
from game.table.placing.levels import OnSurface
from game.table.placing.region import Region
from game.table.placing.settle import settle
from game.table.shapes import Disc
from game.wording import N_


def movement_range(game: Game, model: Model) -> int:
    """Return a model's movement range in U (G-MEAS-8)."""
    return model.die + added(game, model, "movement")


def attack_range(game: Game, model: Model) -> int:
    """Return a model's attack range in U (G-MEAS-8)."""
    return model.reach + model.die * added(game, model, "reach_in_dice")


def fitting(game: Game, piece: Piece, radius: float, level: int = 0) -> list[Condition]:
    """Return the conditions on every piece wherever it ends: on the table, no overlaps (G-TBL-1, G-TBL-2, Q37)."""
    return _clear_of(game, (game.bases(piece), game.marker_discs(piece)), radius, level)


def _clear_of(game: Game, others: tuple[Sequence[Disc], Sequence[Disc]], radius: float, level: int) -> list[Condition]:
    """Return the conditions on a piece beside others, of which only those on its level are in its way (Q37)."""
    bases, markers = others
    return [
        OnTable(game.battlefield, radius, rule="G-TBL-1"),
        ClearOf(bases, radius, cause=N_("overlaps a base"), rule="G-TBL-2", level=level),
        ClearOf(markers, radius, cause=N_("overlaps a marker"), rule="G-TBL-2", level=level),
        ClearOfBarricades(game.ground(level), radius, rule="G-TBL-2"),
    ]


def within(game: Game, origin: Disc, n: int, radius: float) -> Condition:
    """Return "placed within `n` U of origin": the whole base, for 0 U the closest point (G-MEAS-5, Q3, Q3a)."""
    return WithinRange(game.ruler, origin, n, radius)


def outside(game: Game, origin: Disc, n: int, radius: float) -> Condition:
    """Return "placed outside `n` U of origin": no part of the base inside (G-MEAS-5)."""
    return OutsideRange(game.ruler, origin, n, radius)


def region(game: Game, piece: Model | Marker, conditions: Sequence[Condition], around: Disc | None = None) -> Region:
    """Return the legal ends of `piece` under `conditions` and those on every piece, by level in a game with levels."""
    if game.levels and isinstance(piece, Model):
        return _on_every_level(game, piece, conditions, around)
    # Conditions that are cheap to check come first.
    return Region(piece.radius, (*fitting(game, piece, piece.radius), *conditions), around)


def _on_every_level(
    game: Game, model: Model, conditions: Sequence[Condition], around: Disc | None, *, falls: bool = False
) -> Region:
    """Return the ends on each level that is in range; with `falls`, those in the air too (G-ADV-2, G-ADV-4, H5).

    A model steps into the air from its own level only: going up or down a level requires a surface there.
    """

    def ends(level: int, *, fall: bool = False) -> LevelRegion:
        demands = [demand for each in conditions if (demand := each.for_level(level)) is not None]
        surface = OnSurface(game.battlefield, level, "G-ADV-4" if fall else "G-ADV-2", inside_out=fall)
        here = around if around is not None and around.level == level else None
        fits = _clear_of(game, others, model.radius, level)
        return LevelRegion(model.radius, (*fits, surface, *demands), here, level, fall=fall)

    others = game.bases(model), game.marker_discs(model)
    begin = model.level if model.on_table else around.level if around is not None else 0
    layers, unreached = list[LevelRegion](), list[int]()
    for level in sorted(range(relief_of(game.battlefield).top + 1), key=lambda level: (abs(level - begin), level)):
        try:
            layers.append(ends(level))
        except LevelOutOfRange:
            unreached.append(level)
    if falls and begin > 0:
        with suppress(LevelOutOfRange):
            layers.append(ends(begin, fall=True))
    return Levels(layers, unreached)


def move_region(game: Game, model: Model, extra: Sequence[Condition] = ()) -> Region:
    """Return the legal ends of a move action (G-MOVE-1, H6) that meet the demands of hostile traits and `extra`."""
    conditions = [within_move(game, model, movement_range(game, model)), *pinned(game, model), *extra]
    if game.levels:
        return _on_every_level(game, model, conditions, model.disc, falls=True)
    return region(game, model, conditions, model.disc)


def within_move(game: Game, model: Model, n: int) -> Condition:
    """Return "within `n` U of the model's place", from any level it may count as standing on (G-MOVE-1)."""
    ways = [within(game, stance, n, model.radius) for stance in game.stances(model)]
    return ways[0] if len(ways) == 1 else AnyOf(ways)


def landings(game: Game, where: Region) -> Iterator[tuple[Region, int]]:
    """Yield the ends of a move, split by the level the model is on afterwards: a fall leaves it lower (G-ADV-4)."""
    if not isinstance(where, Levels):
        yield where, 0
        return
    for layer in where.every:
        if not layer.fall:
            yield layer, layer.level
            continue
        air: list[Condition] = []
        for below in range(layer.level - 1, -1, -1):
            ground = OnSurface(game.battlefield, below, "G-ADV-4")
            yield Region(layer.radius, (*layer.conditions, *air, ground)), below
            air.append(OnSurface(game.battlefield, below, "G-ADV-4", inside_out=True))


def pinned(game: Game, model: Model) -> list[Condition]:
    """Return the conditions that other models' traits put on the end of a move of `model` (Q19)."""
    found: list[Condition] = []
    for other, trait, rank in speakers(game, "move_conditions"):
        if other is not model and trait.move_conditions:
            found.extend(trait.move_conditions(game, other, rank, model))
    return found


def alert(game: Game, placed: Model) -> None:
    """Record the ready models in whose attack range the current action has placed a hostile model (G-ADV-1)."""
    state = game.state
    if not game.setup.options.ready or not state.active:
        return
    for token in state.tokens.values():
        ready = state.models.get(token.holder) if token.type == READY else None
        if ready is None or not ready.on_table or ready.id in (state.active, *state.alerted):
            continue
        if game.hostile(ready, placed) and game.reaches(ready, placed, attack_range(game, ready)):
            state.alerted.append(ready.id)


def put(game: Game, piece: Model | Marker, x: float, y: float, *, player: str, rule: str, level: int = 0) -> None:
    """Put a piece down at (x, y) on a level, a spot already found legal."""
    piece.x, piece.y = x, y
    if isinstance(piece, Model):
        if piece.on_table and piece.level != level:
            game.emit(LevelChosen(model=piece.id, start=piece.level, end=level))
        piece.place, piece.level = "table", level
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
    test: str = "",
) -> Asking[str | None]:
    """Ask where to put `piece` and put it there; return the shortcut taken, if one was."""
    there = yield from choose_level(where, player=player, prompt=prompt, about=piece.id, shortcuts=shortcuts, test=test)
    if isinstance(there, str):
        return there
    answer = yield Place(
        player=player, prompt=prompt, rule=rule, about=piece.id, region=there, shortcuts=shortcuts, test=test
    )
    if isinstance(answer, str):
        return answer
    put(game, piece, answer[0], answer[1], player=player, rule=rule, level=level_of(there))
    return None


def introduce(
    game: Game,
    piece: Model | Marker,
    conditions: Sequence[Condition],
    around: Disc,
    *,
    player: str,
    prompt: str,
    rule: str,
    test: str = "",
) -> Flow:
    """Ask where to put a piece that a rule brings in; if none fits it goes to the nearest free spot (G-TBL-5, Q23)."""
    where = region(game, piece, conditions, around)
    if not where.find():
        unstable(game, piece, around.x, around.y, rule=rule, level=around.level)
        return
    try:
        yield from ask_place(game, piece, where, player=player, prompt=prompt, rule=rule, test=test)
    except Interrupted:
        # A player leaves the game meanwhile: the piece is placed all the same.
        spot = where.nearest((around.x, around.y))
        if spot is not None:
            put(game, piece, spot.x, spot.y, player=player, rule=rule, level=level_of(where))
        raise


def unstable(game: Game, piece: Model | Marker, x: float, y: float, *, rule: str, level: int = 0) -> None:
    """Put a piece at the spot nearest to (x, y) on a level where it fits; a model so displaced takes 1 damage.

    Without a surface there it falls to the highest one below, and suffers 1 more for every level of the fall
    (G-TBL-5, Q23, G-ADV-4).
    """
    others = (*game.bases(piece), *game.marker_discs(piece))
    start, spot = level, _settled(game, piece, x, y, level, others)
    while game.falls(there := piece.disc._replace(x=spot.x, y=spot.y, level=level)):
        level = relief_of(game.battlefield).below(there, level)
        spot = _settled(game, piece, spot.x, spot.y, level, others)
    put(game, piece, spot.x, spot.y, player="", rule=rule, level=level)
    inches = distance((x, y), spot)
    if inches > 0:
        game.emit(Displaced(piece=piece.id, x=spot.x, y=spot.y, inches=inches))
    if level < start:
        game.emit(Fell(model=piece.id, start=start, end=level))
    if isinstance(piece, Model) and (inches > 0 or level < start):
        suffer(game, piece, 1 + start - level, rule="G-ADV-4" if level < start else "G-TBL-5")


def _settled(game: Game, piece: Piece, x: float, y: float, level: int, others: Sequence[Disc]) -> Position:
    return settle(piece.disc._replace(x=x, y=y, level=level), others, game.ground(level))
