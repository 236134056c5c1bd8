"""The setup of a battle as a document: players with their armies, map, scenario, rulings (D-SETUP, D-ENG-7)."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field

from game.documents.reading import Part
from game.engine.kit.playing import SeatDocument, SettledDocument
from game.rulesets.dropzone.documents.armies import ArmyDocument
from game.wording import N_

PLAYER_COLOURS: Final = ("#3f8fd2", "#d9653b", "#5aa35a", "#b05fc0")


class PlayerDocument(SeatDocument):
    """A player: a short id, a name, a colour and their army."""

    army: ArmyDocument


class OptionsDocument(Part):
    """What the players agree on where the rules leave it open; the defaults are the rulings of section 23 (D-ENG-7).

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
