"""The setup of a battle: the agreed document, with its table, ruler, stat sheets and cards."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import count, groupby
from typing import Annotated, Final, Literal

import shapely
from pydantic import Field

from game.cached import cached_property
from game.documents.reading import Part
from game.engine.kit.playing import LaidSetup, SeatDocument, SettledDocument
from game.rulesets.dropzone.documents.armies import ArmyDocument, SquadDocument
from game.rulesets.dropzone.documents.cards import CARDS, Card
from game.rulesets.dropzone.documents.sheets import UnitDocument
from game.rulesets.dropzone.rules.features import KIND, Feature, features
from game.rulesets.dropzone.rules.state import Squad, State, Unit
from game.table.documents import MapDocument
from game.table.lattice import snap
from game.table.measuring.policy import MeasuringPolicy
from game.table.measuring.ruler import Ruler
from game.table.terrain.battlefield import Area, Battlefield, Piece
from game.wording import N_

PLAYER_COLOURS: Final = ("#3f8fd2", "#d9653b", "#5aa35a", "#b05fc0")


class PlayerDocument(SeatDocument):
    """A player: a short id, a name, a colour and their army."""

    army: ArmyDocument


class OptionsDocument(Part):
    """The options that players agree on where the rules leave them open; by default those of section 23 (D-ENG-7).

    `rounds` of the battle (R-47). `sight`: tokens and pieces have heights, or all that is Solid is endlessly high and
    no unit blocks (R-1). `range`: slanting from 1″ of difference in height on, or always level (R-2). `hold`: a
    battlegroup In Readiness may be held back (R-16). `arc`: the degrees in which occupants of a Garrison fire out of
    a side (R-4). `boarding`: whether 2″ to a Transport run from centre to centre or from rim to rim (R-7).
    `embarked`: whether embarked Commanders count for the initiative roll (R-11). `shifting`: whether shifting in a
    Garrison silences weapons with M&F 0″ (R-21). `ramp`: an aerial Transport that loaded or unloaded may fly on, or
    no farther than half its MV in the whole round (R-25). `extracting`: whether squads are extracted in Transports
    (R-38). `cards`: whether command cards are played. `asked`: whether players are asked for a card if they hold one
    that fits, or whenever they might, which tells the others nothing (D-ENG-5). `variant`: that of the scenario, if
    it has one (D-SCO-1, D-SCO-2).
    """

    rounds: Annotated[int, Field(ge=1, le=12)] = 6
    sight: Literal["extruded", "flat"] = "extruded"
    range: Literal["3d", "flat"] = "3d"
    hold: Literal["on", "off"] = "on"
    arc: Literal["90", "180"] = "90"
    boarding: Literal["centre", "edge"] = "centre"
    embarked: Literal["on", "off"] = "on"
    shifting: Literal["on", "off"] = "on"
    ramp: Literal["off", "on"] = "off"
    extracting: Literal["off", "on"] = "off"
    cards: Literal["on", "off"] = "on"
    variant: Literal["off", "on"] = "off"
    asked: Literal["held", "possible"] = "held"


class DropzoneSetup(SettledDocument):
    """Everything that is settled before the first decision of a battle; `terrain_supply` was built in a sandbox."""

    taken = N_("{id!r} is taken by another player")

    format: Literal["inchwise-dropzone-setup"] = "inchwise-dropzone-setup"
    ruleset: Literal["dropzone"] = "dropzone"
    players: Annotated[tuple[PlayerDocument, ...], Field(min_length=2, max_length=4)]
    options: OptionsDocument = OptionsDocument()


TOLERANCE: Final = 0.01
"""Inches by which a distance may be too long in favour of the acting player (D-GEO-1)."""
SLANTING: Final = 1.0
"""The difference in height, in inches, from which a range slants (D-GEO-5)."""
MEASURING: Final = MeasuringPolicy(
    anchor="centre",
    rounding="none",
    terrain="none",
    impassable_blocks=False,
    short_by=TOLERANCE,
    slant_from=SLANTING,
    citations={"range": "D-CORE-8", "place": "D-CORE-8"},
)
"""Distances are from centre to centre in inches, not rounded, at any time, through everything (D-CORE-7, D-CORE-8)."""
BATTLE: Final = 2000
"""The points from which a game is a Battle (D-ARMY-1)."""
RUBBLE: Final = ".rubble"
"""Ends the id of rubble: the id of the fallen piece comes before it (D-SCEN-16)."""
HULK: Final = ".hulk-"
MOST_HULKS: Final = 8
"""The most hulks of a stat sheet; their ids are its key, `HULK` and a number from 0 (D-BEH-11)."""


@lru_cache(maxsize=8)
def ruler_of(document: MapDocument, *, flat: bool) -> Ruler:
    """Return the ruler of a map, shared by all battles on it. `flat`: heights do not count (R-2)."""
    policy = replace(MEASURING, slant_from=math.inf) if flat else MEASURING
    return Ruler(Battlefield.from_map(document), policy)


@dataclass(frozen=True, eq=False)
class Setup(LaidSetup[PlayerDocument]):
    """A setup document with everything prepared from it. A game shares it with all its forks; it never changes."""

    document: DropzoneSetup

    @cached_property
    def ruler(self) -> Ruler:
        """The measuring instrument of the table."""
        return ruler_of(self.document.map, flat=self.document.options.range == "flat")

    @cached_property
    def terrain_pieces(self) -> Mapping[str, Piece]:
        """The pieces that may lie on the table by id: those of the map, their rubble, and hulks of Behemoths."""
        printed = self.terrain()
        hulks = {f"{key}{HULK}{number}": sheet for key, sheet in self.sheets.items() for number in range(MOST_HULKS)
                 if sheet.is_behemoth}  # fmt: skip
        # flat Tough ground of the same outline (D-SCEN-16)
        ruins = ((f"{name}{RUBBLE}", piece) for name, piece in printed.items())
        rubble = {
            name: replace(piece, id=name, name=N_("Rubble"), height=0.0, traits={KIND: "rubble"})
            for name, piece in ruins
        }
        return printed | rubble | {name: _hulk(name, sheet) for name, sheet in hulks.items()}

    @cached_property
    def sheets(self) -> Mapping[str, UnitDocument]:
        """The stat sheets by their key in `Unit.sheet`: the player's id, a dot, and the id of the sheet."""
        return {f"{player.id}.{unit.id}": unit for player in self.document.players for unit in player.army.units}

    @cached_property
    def decks(self) -> Mapping[str, Mapping[str, Card]]:
        """The cards of each player's deck by id: the common ones, and those of their Commanders (D-ARMY-8)."""
        extra_cards = {
            player.id: [card.card(player.id) for commander in player.army.commanders for card in commander.cards]
            for player in self.document.players
        }
        return {player: CARDS | {card.id: card for card in cards} for player, cards in extra_cards.items()}

    @cached_property
    def cards(self) -> Mapping[str, Card]:
        """Every card of all decks by its id."""
        return {name: card for deck in self.decks.values() for name, card in deck.items()}

    @cached_property
    def _worn(self) -> dict[object, UnitDocument]:
        return {}

    def sheet(self, unit: Unit) -> UnitDocument:
        """Return the stat sheet of a unit as it is now: Crippled zones make a Behemoth's worse (D-BEH-9)."""
        plain = self.sheets[unit.sheet]
        if not unit.crippled and not unit.silenced:
            return plain
        key = unit.sheet, *unit.crippled.items(), *unit.silenced
        if key not in self._worn:
            self._worn[key] = plain.worn(unit.crippled, unit.silenced)
        return self._worn[key]


def _hulk(name: str, sheet: UnitDocument) -> Piece:
    """Return the wreck of a destroyed Behemoth (D-BEH-11)."""
    outline = shapely.Point(0.0, 0.0).buffer(sheet.radius, quad_segs=4).exterior.coords[:-1]
    area = Area(tuple((snap(x), snap(y)) for x, y in outline))
    return Piece(name, N_("Hulk"), (area,), look="ruin", traits={KIND: "hulk"}, height=sheet.height)


def rings(field: Battlefield) -> list[list[Feature]]:
    """Return the Garrisons of a table, nearest to its middle first, in groups of equal distance."""
    middle = shapely.Point(field.centre)

    def inches_from_middle(feature: Feature) -> float:
        return round(float(feature.shape.centroid.distance(middle)), 2)

    houses = sorted((house for house in features(field) if house.has("garrison")), key=inches_from_middle)
    return [[*ring] for _inches, ring in groupby(houses, key=inches_from_middle)]


def squad_name(army: ArmyDocument, squad: SquadDocument) -> str:
    """Return the name of a squad: that of its units, with a letter if several squads have the same."""
    name = army.sheet(squad).name
    alike = [other.id for other in army.squads if army.sheet(other).name == name]
    return name if len(alike) == 1 else f"{name} {_letters(alike.index(squad.id))}"


def unit_name(army: ArmyDocument, unit: str) -> str:
    """Return the name of a unit of an army as it is called in play, or its id if the army has no such unit."""
    squad = next((other for other in army.squads if unit in other.units), None)
    if squad is None:
        return unit
    name = squad_name(army, squad)
    return name if squad.size == 1 else f"{name} {squad.units.index(unit) + 1}"


def _letters(number: int) -> str:
    """Return A to Z, then AA and so on, for a number from 0 on."""
    rounds, last = divmod(number, 26)
    return (_letters(rounds - 1) if rounds else "") + chr(ord("A") + last)


def further(setup: Setup, state: State, key: str, size: int) -> tuple[SquadDocument, str]:
    """Return the document and name for one more squad of `size` units of a stat sheet."""
    sheet = setup.sheets[key]
    squads_alike = sum(squad.sheet == key for squad in state.squads.values())
    number = next(n for n in count(2) if not {f"{key}.{n}", f"{key}.{n}.squad"} & {*state.squads})
    return SquadDocument(id=f"{sheet.id}.{number}", unit=sheet.id, size=size), f"{sheet.name} {_letters(squads_alike)}"


def add_squad(state: State, player: str, squad: SquadDocument, called: str, group: str = "") -> Squad:
    """Add a squad to a state, off the table or in its Transports (D-TRANS-6)."""
    identity, key = f"{player}.{squad.id}", f"{player}.{squad.unit}"
    identity += ".squad" if squad.size == 1 else ""  # its only unit has the plain name
    units = tuple(f"{player}.{unit}" for unit in squad.units)
    state.squads[identity] = Squad(identity, called, player, group, key, units)
    for number, unit in enumerate(units):
        name = called if squad.size == 1 else f"{called} {number + 1}"
        carrier = squad.carrier(number)
        new_unit = Unit(unit, name, player, identity, key)
        if carrier:
            new_unit.place, new_unit.carrier = "aboard", f"{player}.{carrier}"
        state.units[unit] = new_unit
    return state.squads[identity]
