"""The legal spots of a piece on each level of a table, and the choice of a level (G-ADV-2, G-ADV-4)."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any

from game.cached import cached_property
from game.engine.core.decisions import Choose, Option, Reference
from game.engine.core.flow import Asking
from game.refusal import Refusal
from game.table.lattice import Position
from game.table.measuring.ruler import LevelOutOfRange
from game.table.placing.condition import Condition
from game.table.placing.places import Spot
from game.table.placing.region import Region
from game.table.placing.rings import Never
from game.table.shapes import Disc
from game.wording import N_, _


class LevelRegion(Region):
    """The legal spots on one level. With `fall`, these are the spots in the air, without a surface (G-ADV-4)."""

    def __init__(
        self, radius: float, conditions: Sequence[Condition], around: Disc | None, level: int, *, fall: bool = False
    ) -> None:
        super().__init__(radius, conditions, around)
        self.level, self.fall = level, fall

    def closed(self) -> LevelRegion:
        """Return this level without any legal spot, for when its distance to another piece is out of range."""
        return self._with(Never(_("out of range: more than one level away"), "G-ADV-2", N_("out of range")))

    def _with(self, demand: Condition) -> LevelRegion:
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
    """The legal spots on every level. Used as a region, this object delegates to the `first` level."""

    def __init__(self, layers: Sequence[LevelRegion], unreached: Sequence[int]) -> None:
        self.every, self._unreached = layers, unreached

    @cached_property
    def first(self) -> LevelRegion:
        """The first level with room. Computed on first use, because callers usually narrow the region before."""
        return next((layer for layer in self.every if layer.find()), self.every[0])

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the first level that has room."""
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
        """The levels with room: the piece's own level first, falls last."""
        return [layer for layer in self.every if layer.find()]

    def find(self, where: Spot | None = None) -> Position | None:
        if where is not None:
            return super().find(where)
        return next((spot for layer in self.every if (spot := layer.find())), None)

    def refused(self) -> list[tuple[Option, Refusal]]:
        """Return the options for levels that are not offered, with the reasons."""
        full = Refusal(_("nothing fits there within range"), "G-MEAS-5")
        far = Refusal(_("a range reaches at most one level up or down"), "G-ADV-2")
        unreached = [Option(f"level-{level}", _("Level {level}", level=level)) for level in self._unreached]
        return [
            *((layer.option, full) for layer in self.every if not layer.find()),
            *((option, far) for option in unreached),
        ]


def choose_level(
    where: Region, *, player: str, prompt: str, about: str, shortcuts: tuple[Option, ...] = (), test: str = ""
) -> Asking[Region | str]:
    """Return the region of the level that the player chooses, or the only level with room, or a shortcut's key."""
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
