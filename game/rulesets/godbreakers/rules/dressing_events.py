"""The events of dressing the table (G-TBL-9)."""

from __future__ import annotations

from game.engine.core.events import Fact


class TerrainAdded(Fact):
    """A player put down a piece of terrain while dressing the table: its anchor in inches, its turn in degrees."""

    player: str
    piece: str
    x: float
    y: float
    degrees: int
    rule: str = "G-TBL-9"


class TableDressed(Fact):
    """The table is dressed: percents of it under area terrain, and under terrain of any kind."""

    area: int
    any_kind: int
    rule: str = "G-TBL-9"
