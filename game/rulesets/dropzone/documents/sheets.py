"""Stat sheets of units and weapons (D-UNIT-2, D-UNIT-3)."""

from __future__ import annotations

import math
from typing import Annotated, Final, Literal

from pydantic import Field, model_validator

from game.documents.reading import Identifier, Name, Part, refuse
from game.rulesets.dropzone.documents.special import Special, specials
from game.wording import _

Category = Literal[
    "Command", "Scout", "Troops", "Exotic", "Support", "Standard", "Heavy", "Behemoth", "Auxiliary", "Extras"
]
Kind = Literal["Infantry", "Tank", "Skimmer", "Walker", "Aircraft", "Aircraft-S", "Behemoth"]
"""The types of units (D-TYPE)."""
Arc = Literal["F", "SL", "SR", "R"]
"""Front, left side, right side, rear (D-GEO-11)."""
Needed = Annotated[int, Field(ge=2, le=6)]
Inches = Annotated[float, Field(ge=0, le=120)]
Texts = Annotated[tuple[Annotated[str, Field(max_length=120)], ...], Field(max_length=20)]
Symbols = Annotated[str, Field(pattern=r"^[A-Za-z]{1,20}(/[A-Za-z]{1,20}){0,5}$")]
Sizes = Annotated[dict[Symbols, Annotated[int, Field(ge=1, le=99)]], Field(max_length=6)]
"""Sizes by symbol, of a Requirement or a Capacity; "Infantry/Drone" has room for either (D-TRANS-1)."""
VEHICLES: Final = ("Tank", "Skimmer", "Walker")
"""The types that are Vehicles wherever they are; landed Aircraft are too (D-TYPE-7)."""
AIRCRAFT: Final = ("Aircraft", "Aircraft-S")
LIMIT: Final = 2.0
"""The most inches between the centres of a unit and its Transport, so that it can get out (D-GEO-17, R-7)."""


class WeaponDocument(Part):
    """A weapon: full and countered range in inches, None for the whole table; `accuracy` None hits automatically.

    `silent_beyond` is the movement in inches beyond which it may not fire (M&F), None for no limit. `cq` weapons work
    between units in one Garrison only, and have no ranges.
    """

    name: Name
    silent_beyond: Inches | None = None
    arc: Annotated[tuple[Arc, ...], Field(min_length=1, max_length=4)] = ("F", "SL", "SR", "R")
    full: Inches | None = None
    countered: Inches | None = None
    cq: bool = False
    shots: Annotated[int, Field(ge=1, le=30)]
    accuracy: Annotated[int, Field(ge=0, le=6)] | None = None
    energy: Annotated[int, Field(ge=0, le=30)]
    special: Texts = ()

    @property
    def rules(self) -> dict[str, Special]:
        """Its special rules by name."""
        return specials(self.special)

    def range_to(self, *, countered: bool) -> float:
        """Return its range in inches against a target with active countermeasures, or without (D-SHOOT-10)."""
        inches = self.countered if countered else self.full
        return math.inf if inches is None else inches


class UnitDocument(Part):
    """A unit: `move` has the least and the most inches, `fortitude` is that of Infantry, 0 without one (D-UNIT-8).

    Countermeasures are `active`, a `passive` save (0 for none) and `evasion`. `requires` is its Requirement,
    `carries` its Capacity, which makes it a Transport. `radius` and `height` are those of its token (D-GEO-3).
    """

    id: Identifier
    name: Name
    category: Category
    points: Annotated[int, Field(ge=0, le=2000)]
    squad: tuple[Annotated[int, Field(ge=1, le=12)], Annotated[int, Field(ge=1, le=12)]] = (1, 1)
    move: tuple[Inches, Inches]
    active: bool = False
    passive: Needed | Literal[0] = 0
    evasion: Annotated[int, Field(ge=0, le=6)] = 0
    armour: Annotated[int, Field(ge=1, le=30)]
    damage: Annotated[int, Field(ge=1, le=60)]
    type: Kind
    fortitude: Needed | Literal[0] = 0
    special: Texts = ()
    requires: Sizes = Field(default_factory=dict)
    carries: Sizes = Field(default_factory=dict)
    radius: Annotated[float, Field(ge=0.2, le=4.0)]
    height: Annotated[float, Field(ge=0.1, le=12.0)]
    weapons: Annotated[tuple[WeaponDocument, ...], Field(max_length=12)] = ()

    @property
    def rules(self) -> dict[str, Special]:
        """Its special rules by name."""
        return specials(self.special)

    @property
    def is_infantry(self) -> bool:
        return self.type == "Infantry"

    @property
    def is_aircraft(self) -> bool:
        return self.type in AIRCRAFT

    def hold_for(self, cargo: UnitDocument) -> tuple[str, int] | None:
        """Return the key of the Capacity that takes a unit, and how much of it, None if it does not fit (D-TRANS-2)."""
        for symbols in self.carries:
            for symbol in symbols.split("/"):
                if symbol in cargo.requires:
                    return symbols, cargo.requires[symbol]
        return None

    @model_validator(mode="after")
    def _hangs_together(self) -> UnitDocument:
        if self.squad[0] > self.squad[1]:
            refuse("squad", _("the smallest squad is larger than the largest"))
        if self.move[0] > self.move[1]:
            refuse("move", _("the least movement is more than the most"))
        if self.is_infantry and not self.fortitude:
            refuse("fortitude", _("Infantry needs a Fortitude from 2 to 6 (D-TYPE-1)"))
        names = [weapon.name for weapon in self.weapons]
        if len(set(names)) < len(names):
            refuse("weapons", _("two weapons have the same name"))
        return self
