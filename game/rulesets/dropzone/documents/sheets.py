"""Stat sheets of units and weapons with their special rules (D-UNIT-2, D-UNIT-3, D-SPEC)."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Final, Literal, NamedTuple

from pydantic import Field, model_validator

from game.documents.reading import Identifier, Name, Part, refuse
from game.wording import N_, _

UNIT_RULES: Final = {
    "access": "D-SPEC-ACC",
    "bloodthirsty": "D-SPEC-BLO",
    "command centre": "D-SPEC-CC",
    "dodge": "D-SPEC-DOD",
    "fast": "D-SPEC-FAS",
    "foresight": "D-INIT-9",
    "infiltrate": "D-SPEC-INF",
    "large": "D-SPEC-LRG",
    "rapid insertion": "D-SPEC-RAP",
    "rare": "D-SPEC-RAR",
    "relay mast": "D-CMD-2",
    "resilient": "D-SPEC-RES",
    "spread": "D-SPEC-SPR",
    "wide": "D-SPEC-WID",
}
"""The special rules of units, with their ids."""
WEAPON_RULES: Final = {
    "aa": "D-SPEC-AA",
    "alt": "D-SPEC-ALT",
    "area": "D-SPEC-ARE",
    "articulated": "D-SPEC-ART",
    "cover": "D-SPEC-COV",
    "destroyer": "D-SPEC-DS",
    "devastator": "D-SPEC-DV",
    "flame": "D-SPEC-FLA",
    "focus": "D-SPEC-FOC",
    "indirect": "D-SPEC-IND",
    "limited": "D-SPEC-LIM",
    "penetrative": "D-SPEC-PEN",
    "reduced": "D-SPEC-RED",
    "strafe": "D-SPEC-STR",
    "structural": "D-SPEC-STC",
    "tech killer": "D-SPEC-TEC",
}
"""The special rules of weapons, with their ids."""
_FORM: Final = re.compile(
    r"""^\s*(?P<name>[a-z][a-z ]*?)\s*(?:[ -]\s*(?P<value>\d+)(?:\s*-\s*\d+)?\s*["″”+]*)?"""
    r"""\s*(?:\((?P<about>[^)]*)\))?\s*$""",
    re.IGNORECASE,
)


class Special(NamedTuple):
    """A special rule: its name in lower case, its number (0 without one), and the things named in brackets."""

    name: str
    value: int = 0
    about: frozenset[str] = frozenset()

    @property
    def rule(self) -> str:
        """The id of the rule; "" if the program does not know it and players apply it by hand."""
        return UNIT_RULES.get(self.name) or WEAPON_RULES.get(self.name, "")


@lru_cache(maxsize=1024)
def special(text: str) -> Special:
    """Return a printed special rule as name, number and brackets; any other text is only a name."""
    match = _FORM.match(text)
    if match is None:
        return Special(text.strip().lower())
    about = frozenset(part.strip().lower() for part in (match["about"] or "").split(",") if part.strip())
    return Special(match["name"].strip().lower(), int(match["value"] or 0), about)


@lru_cache(maxsize=1024)
def specials(texts: tuple[str, ...]) -> dict[str, Special]:
    """Return printed special rules by name; of several with one name, that with the highest number."""
    in_order = sorted(map(special, texts), key=lambda text: text.value)
    return {special_rule.name: special_rule for special_rule in in_order}


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
MOST_WAYS: Final = 6000
"""The most ways to fill the Capacities of a Transport that are tried; no real Transport has nearly as many."""
Zone = Literal["Hull", "Legs", "Weapons"]
DAMAGE_ZONES: Final[dict[Zone, str]] = {"Hull": N_("Hull"), "Legs": N_("Legs"), "Weapons": N_("Weapons")}
"""The names of the damage zones of Behemoths (D-BEH-8)."""
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

    def devastates(self, *kinds: str) -> int:
        """Return the Damage of a success against a target of these kinds: its Devastator, or 1 (D-SPEC-DV)."""
        rules = (special(text) for text in self.special)
        return max((rule.value for rule in rules if rule.name == "devastator" and rule.about & {*kinds}), default=1)

    def is_profile_of(self, other: WeaponDocument) -> bool:
        """Return whether it is a profile of the same weapon as another one, or that profile itself (D-SPEC-ALT)."""
        return "alt" in self.rules and self.rules["alt"] == other.rules.get("alt")

    def range_to(self, *, countered: bool) -> float:
        """Return its range in inches against a target with or without active countermeasures (D-SHOOT-10, D-UNIT-8)."""
        inches = self.countered if countered else self.full
        return math.inf if inches is None else inches


class ZoneDocument(Part):
    """A damage zone of a Behemoth: its points for each threshold, and the costs of being Crippled (D-BEH-8, D-BEH-9).

    These are Armour, inches of Move, a step of the Passive save, a special rule, or a weapon of the attacker's choice:
    one of `weapons`, or any that is not Structural, with all others of its arcs if it `silences` an "arc" (D-BEH-10).
    """

    zone: Zone
    points: Annotated[int, Field(ge=1, le=30)]
    thresholds: Annotated[int, Field(ge=1, le=10)] = 1
    armour: Annotated[int, Field(ge=0, le=30)] = 0
    move: Inches = 0.0
    passive: Annotated[int, Field(ge=0, le=5)] = 0
    loses: Annotated[str, Field(max_length=120)] = ""
    silences: Literal["", "one", "arc"] = ""
    weapons: Texts = ()

    @property
    def whole(self) -> int:
        """Its damage points at the start."""
        return self.points * self.thresholds


def weaker_two(wholes: Iterable[int]) -> int:
    """Return the damage points of a Behemoth from those of its zones: the sum of the weaker two (D-BEH-11)."""
    return sum(sorted(wholes)[:2])


class ActionDocument(Part):
    """An action of a stat sheet: its cost in actions, and its text, which players carry out by hand (D-ACT-10)."""

    name: Name
    cost: Annotated[int, Field(ge=1, le=2)] = 1
    text: Annotated[str, Field(max_length=400)] = ""


class UnitDocument(Part):
    """A unit: `move` has the least and the most inches, `fortitude` is that of Infantry, 0 without one (D-UNIT-8).

    Countermeasures are `active`, a `passive` save (0 for none) and `evasion`. `requires` is its Requirement,
    `carries` its Capacity, which makes it a Transport. `radius` and `height` are those of its token (D-GEO-3).
    `actions` are its own; `becomes` is the stat sheet of its other form (D-TYPE-8).
    A Behemoth has `zones`; its `damage` is that of the weaker two, without which it is destroyed (D-BEH-11).
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
    zones: Annotated[tuple[ZoneDocument, ...], Field(max_length=3)] = ()
    actions: Annotated[tuple[ActionDocument, ...], Field(max_length=6)] = ()
    becomes: Annotated[str, Field(max_length=60)] = ""

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

    @property
    def is_behemoth(self) -> bool:
        return self.type == "Behemoth"

    @property
    def is_large(self) -> bool:
        """Whether it is never Hull Down (D-SPEC-LRG, D-BEH-1)."""
        return self.is_behemoth or "large" in self.rules

    @property
    def takes_objectives(self) -> bool:
        """Whether it may claim, search for, carry and pass objectives while it is on foot or wheels (D-OBJ-14)."""
        return not self.is_aircraft and not self.is_behemoth

    @property
    def spread(self) -> float:
        """The inches from its centre to which others measure (D-BEH-2, D-SPEC-SPR)."""
        return float(self.rules["spread"].value) if "spread" in self.rules else 0.0

    def worn(self, crippled: Mapping[str, int], silenced: Collection[str]) -> UnitDocument:
        """Return the sheet after zones were `crippled` a number of times, without `silenced` weapons (D-BEH-9)."""
        effects = [zone for zone in self.zones for _time in range(crippled.get(zone.zone, 0))]
        lost_rules = {special(effect.loses).name for effect in effects}
        passive = self.passive + sum(effect.passive for effect in effects) if self.passive else 0
        return self.model_copy(update={
            "armour": max(1, self.armour - sum(effect.armour for effect in effects)),
            "move": (self.move[0], max(self.move[0], self.move[1] - sum(effect.move for effect in effects))),
            "passive": passive if passive <= 6 else 0,
            "special": tuple(rule for rule in self.special if special(rule).name not in lost_rules),
            "weapons": tuple(weapon for weapon in self.weapons if weapon.name not in silenced),
        })  # fmt: skip

    def hold_for(self, cargo: UnitDocument) -> tuple[str, int] | None:
        """Return the Capacity that takes a unit and the places it needs; None if it does not fit (D-TRANS-2)."""
        for symbols in self.carries:
            for symbol in symbols.split("/"):
                if symbol in cargo.requires:
                    return symbols, cargo.requires[symbol]
        return None

    def holds(self, cargo: Sequence[UnitDocument]) -> bool:
        """Return whether units fit in together, each in any Capacity that has one of its symbols (D-TRANS-2)."""
        rooms = {tuple(self.carries.values())}
        for ways_in in sorted((tuple(self._ways_in(unit)) for unit in cargo), key=len):
            rooms = {
                (*room[:number], room[number] - size, *room[number + 1 :])
                for room in rooms
                for number, size in ways_in
                if room[number] >= size
            }
        return bool(rooms)

    def _ways_in(self, cargo: UnitDocument) -> Iterator[tuple[int, int]]:
        """Yield the number of each Capacity that takes a unit, and how much of it the unit needs."""
        for number, symbols in enumerate(self.carries):
            sizes = [cargo.requires[symbol] for symbol in symbols.split("/") if symbol in cargo.requires]
            if sizes:
                yield number, min(sizes)

    @model_validator(mode="after")
    def _hangs_together(self) -> UnitDocument:
        """Refuse a sheet whose squad, move, weapons or Capacities make no sense."""
        if self.squad[0] > self.squad[1]:
            refuse("squad", _("the smallest squad is larger than the largest"))
        if self.move[0] > self.move[1]:
            refuse("move", _("the least movement is more than the most"))
        if self.is_infantry and not self.fortitude:
            refuse("fortitude", _("Infantry needs a Fortitude from 2 to 6 (D-TYPE-1)"))
        names = [weapon.name for weapon in self.weapons]
        if len(set(names)) < len(names):
            refuse("weapons", _("two weapons have the same name"))
        if math.prod(amount + 1 for amount in self.carries.values()) > MOST_WAYS:
            refuse("carries", _("its Capacities can be filled in more than {n} ways (D-TRANS-2)", n=MOST_WAYS))
        self._is_whole_behemoth()
        return self

    def _is_whole_behemoth(self) -> None:
        """Refuse a Behemoth that is not alone, is carried, or lacks a zone; nothing else has zones (D-TYPE-6)."""
        if (self.category == "Behemoth") is not self.is_behemoth or (self.is_behemoth and self.squad[1] > 1):
            refuse("category", _("the category of Behemoths is for the type Behemoth, one in a squad (D-BEH-1)"))
        if sorted(zone.zone for zone in self.zones) != (sorted(DAMAGE_ZONES) if self.is_behemoth else []):
            refuse("zones", _("a Behemoth has the zones Hull, Legs and Weapons, nothing else has any (D-BEH-8)"))
        if self.is_behemoth and self.requires:
            refuse("requires", _("no Transport carries a Behemoth (D-TRANS-1)"))
        weaker = weaker_two(zone.whole for zone in self.zones)
        if self.is_behemoth and self.damage != weaker:
            refuse("damage", _("its two weaker zones have {n} damage points (D-BEH-11)", n=weaker))
