"""Legal spots for pieces, also on several levels, and unstable placement (G-MEAS-5, G-TBL-2, G-TBL-5, G-ADV-2)."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from game.cached import cached_property
from game.engine.core.decisions import Choose, Option, Place, Reference
from game.engine.core.flow import Asking
from game.refusal import Refusal
from game.rulesets.godbreakers.rules.damage import suffer
from game.rulesets.godbreakers.rules.events import Displaced, Fell, LevelChosen, Placed
from game.rulesets.godbreakers.rules.game import Game, Piece
from game.rulesets.godbreakers.rules.state import READY, Marker, Model
from game.rulesets.godbreakers.rules.traits import added, trait_holders
from game.table.heights import relief_of
from game.table.lattice import Position, distance
from game.table.measuring.ruler import LevelOutOfRange
from game.table.placing.clearances import OnSurface
from game.table.placing.conditions import AnyOf, ClearOf, ClearOfBarricades, Condition, OnTable, WithinRange
from game.table.placing.places import Spot
from game.table.placing.region import Region
from game.table.placing.rings import Never
from game.table.placing.settle import settle
from game.table.shapes import Disc
from game.wording import N_, _


class LevelRegion(Region):
    """The legal spots on one level. With `fall`, only spots in the air, without a surface (G-ADV-4)."""

    def __init__(
        self, radius: float, conditions: Sequence[Condition], around: Disc | None, level: int, *, fall: bool = False
    ) -> None:
        super().__init__(radius, conditions, around)
        self.level, self.fall = level, fall

    def closed(self) -> LevelRegion:
        """Return this level without any legal spot, because it is out of range of another piece."""
        return self._with(Never(_("out of range: more than one level away"), "G-ADV-2", N_("out of range")))

    def _with(self, demand: Condition) -> LevelRegion:
        """Return this level with one more condition."""
        return LevelRegion(self.radius, (*self.conditions, demand), self.around, self.level, fall=self.fall)

    @property
    def option(self) -> Option:
        """The option that offers this level."""
        if self.fall:
            label = _("Step off level {level} and fall", level=self.level)
            return Option(f"fall-{self.level}", label, "G-ADV-4")
        label = _("Level {level}", level=self.level) if self.level else _("The ground")
        return Option(f"level-{self.level}", label, "G-ADV-2", about=Reference(level=self.level))

    def narrowed(self, further: Condition) -> LevelRegion:
        demand = further.for_level(self.level)
        return self if demand is None else self._with(demand).part_of(self)


class Levels(LevelRegion):
    """The legal spots on every level. Other code can use it as a region: then it stands for its `first` level."""

    def __init__(self, layers: Sequence[LevelRegion], unreached: Sequence[int]) -> None:
        self.every, self._unreached = layers, unreached

    @cached_property
    def first(self) -> LevelRegion:
        """The first level with a legal spot. Found on first use, because callers usually narrow the region before."""
        return next((layer for layer in self.every if layer.find()), self.every[0])

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the first level with a legal spot."""
        if name.startswith("__") or name == "every":  # while being copied, `every` is not yet set
            raise AttributeError(name)
        return getattr(self.first, name)

    def __copy__(self) -> Levels:
        return self.level_by_level(copy.copy)

    def narrowed(self, further: Condition) -> Levels:
        return self.level_by_level(lambda layer: layer.narrowed(further))

    def level_by_level(self, change: Callable[[LevelRegion], LevelRegion]) -> Levels:
        """Return the result of `change` on every level. `change` raises `LevelOutOfRange` for a level out of range."""
        layers, unreached = [], list(self._unreached)
        for layer in self.every:
            try:
                layers.append(change(layer))
            except LevelOutOfRange:
                unreached.append(layer.level)
        return Levels(layers or [self.every[0].closed()], unreached)

    @property
    def layers(self) -> list[LevelRegion]:
        """The levels with legal spots: the piece's own level first, falls last."""
        return [layer for layer in self.every if layer.find()]

    def find(self, where: Spot | None = None) -> Position | None:
        if where is not None:
            return super().find(where)
        return next((spot for layer in self.every if (spot := layer.find())), None)

    def refused(self) -> list[tuple[Option, Refusal]]:
        """Return the options for levels that are not offered, with the reasons."""
        no_space = Refusal(_("nothing fits there within range"), "G-MEAS-5")
        too_far = Refusal(_("a range reaches at most one level up or down"), "G-ADV-2")
        unreached = [Option(f"level-{level}", _("Level {level}", level=level)) for level in self._unreached]
        return [
            *((layer.option, no_space) for layer in self.every if not layer.find()),
            *((option, too_far) for option in unreached),
        ]


def choose_level(
    where: Region, *, player: str, prompt: str, about: str, shortcuts: tuple[Option, ...] = (), test: str = ""
) -> Asking[Region | str]:
    """Return the level that the player chooses, or the only level with legal spots, or the key of a shortcut."""
    if not isinstance(where, Levels):
        return where
    layers = {layer.option.key: layer for layer in where.layers}
    if len(layers) < 2:
        return next(iter(layers.values()), where)
    answer = yield Choose(
        player=player,
        prompt=_("{prompt}: on which level?", prompt=prompt),
        rule="G-ADV-2",
        about=about,
        options=tuple(layer.option for layer in layers.values()),
        refused=where.refused,
        leads=layers,
        shortcuts=shortcuts,
        test=test,
    )
    return layers[answer] if answer in layers else str(answer)


def level_of(where: object, level: int = 0) -> int:
    """Return the level of a region, or `level` in a game without levels."""
    return where.level if isinstance(where, LevelRegion) else level


def movement_range(game: Game, model: Model) -> int:
    """Return a model's movement range in U (G-MEAS-8)."""
    return model.die + added(game, model, "movement")


def attack_range(game: Game, model: Model) -> int:
    """Return a model's attack range in U (G-MEAS-8)."""
    return model.reach + model.die * added(game, model, "reach_in_dice")


def basic_conditions(game: Game, piece: Piece | None, radius: float, level: int = 0) -> list[Condition]:
    """Return the conditions for every legal spot: first on the table, then no overlaps (G-TBL-1, G-TBL-2, Q37)."""
    bases, markers = game.bases(piece), game.marker_discs(piece)  # only those on `level` are in the way
    return [
        OnTable(game.battlefield, radius, rule="G-TBL-1"),
        ClearOf(bases, radius, cause=N_("overlaps a base"), rule="G-TBL-2", level=level),
        ClearOf(markers, radius, cause=N_("overlaps a marker"), rule="G-TBL-2", level=level),
        ClearOfBarricades(game.ground(level), radius, rule="G-TBL-2"),
    ]


def within(game: Game, origin: Disc, n: int, radius: float) -> Condition:
    """Return the condition "placed within `n` U of origin".

    The whole base must be within `n` U, but for 0 U its closest point is enough (G-MEAS-5, Q3, Q3a).
    """
    return WithinRange(game.ruler, origin, n, radius)


def region(
    game: Game,
    piece: Model | Marker,
    conditions: Sequence[Condition],
    around: Disc | None = None,
    *,
    falls: bool = False,
) -> Region:
    """Return the legal spots of `piece` that meet `conditions`. In a game with levels, each level has its own.

    With `falls`, spots in the air are included, where a model falls.
    """
    if game.levels and isinstance(piece, Model):
        return _on_every_level(game, piece, conditions, around, falls)
    # Conditions that are cheap to check come first.
    return Region(piece.radius, (*basic_conditions(game, piece, piece.radius), *conditions), around)


def _on_every_level(
    game: Game, model: Model, conditions: Sequence[Condition], around: Disc | None, falls: bool
) -> Region:
    """Return the legal spots on each level in range (G-ADV-2, G-ADV-4, H5).

    A model can step into the air on its own level only. Other levels need a surface.
    """

    def spots(level: int, *, fall: bool = False) -> LevelRegion:
        demands = [demand for condition in conditions if (demand := condition.for_level(level)) is not None]
        surface = OnSurface(game.battlefield, level, "G-ADV-4" if fall else "G-ADV-2", inside_out=fall)
        origin = around if around is not None and around.level == level else None
        fits = basic_conditions(game, model, model.radius, level)
        return LevelRegion(model.radius, (*fits, surface, *demands), origin, level, fall=fall)

    start = model.level if model.on_table else around.level if around is not None else 0
    layers, unreached = list[LevelRegion](), list[int]()
    for level in sorted(range(relief_of(game.battlefield).top + 1), key=lambda level: (abs(level - start), level)):
        try:
            layers.append(spots(level))
        except LevelOutOfRange:
            unreached.append(level)
    if falls and start > 0:
        with suppress(LevelOutOfRange):
            layers.append(spots(start, fall=True))
    return Levels(layers, unreached)


def move_region(game: Game, model: Model, extra: Sequence[Condition] = ()) -> Region:
    """Return the legal ends of a move action, with the `extra` conditions (G-MOVE-1, H6)."""
    conditions = [within_move(game, model, movement_range(game, model)), *pinning_conditions(game, model), *extra]
    return region(game, model, conditions, model.disc, falls=True)


def within_move(game: Game, model: Model, n: int) -> Condition:
    """Return the condition "within `n` U of the model", from any level that it counts as standing on (G-MOVE-1)."""
    conditions = [within(game, stance, n, model.radius) for stance in game.stances(model)]
    return conditions[0] if len(conditions) == 1 else AnyOf(conditions)


def least_range(game: Game, stances: Sequence[Disc], there: Disc, most: int) -> int:
    """Return the smallest range in U, up to `most`, of a move from a stance to `there`, or -1 (G-MEAS-5, Q3)."""
    # No range is smaller than the distance between the centres.
    first_n = max(1, math.floor(math.dist(stances[0][:2], there[:2]) - 1.0))
    with suppress(LevelOutOfRange):
        for n in range(first_n, most + 1):
            within_n = AnyOf([within(game, stance, n, there.radius) for stance in stances])
            condition = within_n.for_level(there.level) if game.levels else within_n
            if condition is None or condition.allows(there.x, there.y):
                return n
    return -1


def landings(game: Game, where: Region) -> Iterator[tuple[Region, int]]:
    """Yield regions of ends of a move, each with the model's level after the move and any fall (G-ADV-4)."""
    if not isinstance(where, Levels):
        yield where, 0
        return
    for layer in where.every:
        if not layer.fall:
            yield layer, layer.level
            continue
        no_surface_above: list[Condition] = []
        for below in range(layer.level - 1, -1, -1):
            ground = OnSurface(game.battlefield, below, "G-ADV-4")
            yield Region(layer.radius, (*layer.conditions, *no_surface_above, ground)), below
            no_surface_above.append(OnSurface(game.battlefield, below, "G-ADV-4", inside_out=True))


def pinning_conditions(game: Game, model: Model) -> list[Condition]:
    """Return the conditions for the end of a model's move from the traits of other models (Q19)."""
    conditions: list[Condition] = []
    for other, trait, rank in trait_holders(game, "move_conditions"):
        if other is not model and trait.move_conditions:
            conditions.extend(trait.move_conditions(game, other, rank, model))
    return conditions


def alert(game: Game, placed: Model) -> None:
    """Record the ready models that have the hostile model `placed` in attack range now (G-ADV-1)."""
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
    """Put a piece at (x, y) on a level. The caller has checked that the spot is legal."""
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
    """Ask for a spot and put `piece` there. If the player takes a shortcut instead, return its key."""
    layer = yield from choose_level(where, player=player, prompt=prompt, about=piece.id, shortcuts=shortcuts, test=test)
    if isinstance(layer, str):
        return layer
    answer = yield Place(
        player=player, prompt=prompt, rule=rule, about=piece.id, region=layer, shortcuts=shortcuts, test=test
    )
    if isinstance(answer, str):
        return answer
    put(game, piece, answer[0], answer[1], player=player, rule=rule, level=level_of(layer))
    return None


def displace(game: Game, piece: Model | Marker, x: float, y: float, *, rule: str, level: int = 0) -> None:
    """Put a piece at the spot nearest to (x, y) where it fits. A displaced model takes 1 damage.

    Without a surface on `level`, the piece falls to the highest surface below. A model takes 1 more damage for each
    level of the fall (G-TBL-5, Q23, G-ADV-4).
    """
    others = (*game.bases(piece), *game.marker_discs(piece))
    start, spot = level, _nearest_fit(game, piece, x, y, level, others)
    while game.falls(disc := piece.disc._replace(x=spot.x, y=spot.y, level=level)):
        level = relief_of(game.battlefield).below(disc, level)
        spot = _nearest_fit(game, piece, spot.x, spot.y, level, others)
    put(game, piece, spot.x, spot.y, player="", rule=rule, level=level)
    inches = distance((x, y), spot)
    if inches > 0:
        game.emit(Displaced(piece=piece.id, x=spot.x, y=spot.y, inches=inches))
    if level < start:
        game.emit(Fell(model=piece.id, start=start, end=level))
    if isinstance(piece, Model) and (inches > 0 or level < start):
        suffer(game, piece, 1 + start - level, rule="G-ADV-4" if level < start else "G-TBL-5")


def _nearest_fit(game: Game, piece: Piece, x: float, y: float, level: int, others: Sequence[Disc]) -> Position:
    """Return the nearest spot on a level where a piece does not overlap the others."""
    return settle(piece.disc._replace(x=x, y=y, level=level), others, game.ground(level))
