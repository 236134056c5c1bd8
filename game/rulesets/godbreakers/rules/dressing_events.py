"""The events of dressing the table (G-TBL-9)."""

from __future__ import annotations

from game.engine.core.events import Fact
from game.wording import N_


class TerrainAdded(Fact):
    """A player put down a piece of terrain while dressing the table: its anchor in inches, its turn in degrees."""

    says = N_("{player} places {piece}")
    sound = "placing"
    player: str
    piece: str
    x: float
    y: float
    degrees: int
    rule: str = "G-TBL-9"


class TableDressed(Fact):
    """The table is dressed: percents of it under area terrain, and under terrain of any kind."""

    says = N_("The table is dressed: terrain covers {any_kind}% of it, area terrain {area}%")
    area: int
    any_kind: int
    rule: str = "G-TBL-9"
