"""Which events of this game are heard."""

from __future__ import annotations

from typing import Final

from game.engine.core.events import Event
from game.engine.rulebook.ruleset import Cue
from game.rulesets.godbreakers.rules.events.core import (
    Ascended,
    Casualty,
    Moved,
    Placed,
    Rolled,
    TerrainPlaced,
    Triumphed,
)
from game.rulesets.godbreakers.rules.events.scenarios import TableRolled

CUES: Final[dict[type[Event], Cue]] = {
    Rolled: "dice",
    TableRolled: "dice",
    Placed: "placing",
    Moved: "placing",
    TerrainPlaced: "placing",
    Triumphed: "success",
    Ascended: "success",
    Casualty: "loss",
}
