"""The document of a game's setup (B-SETUP-1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from game.documents.reading import Part
from game.engine.kit.playing import SeatDocument, SettledDocument
from game.rulesets.bushido.warbands.profiles import CITES, WarbandDocument

PLAYER_COLOURS = ("#3f8fd2", "#d9653b")


class PlayerDocument(SeatDocument):
    """A player: a short id, a name, a colour and their warband."""

    warband: WarbandDocument


class OptionsDocument(Part):
    """The players' agreements before the game. `length` and `turns` set the number of turns (B-SCEN-10).

    `terrain` is as on the "map", or "placed" by the players (B-SETUP-3, B-SETUP-4). `windows` is whether players are
    asked about feats only when they can use one, or whenever a card has one.

    `deployment` counts for scenarios that leave it open (B-SETUP-7). `vim` is how each side's most important model is
    chosen (B-SCEN-12). With `vim_point` "last", the loss of the opponent's most important model gives the last victory
    point of the scenario.
    """

    length: Literal["fixed", "variable"] = "fixed"
    turns: Annotated[int, Field(ge=1, le=7)] = 6
    terrain: Literal["map", "placed"] = "map"
    windows: Literal["needed", "always"] = "needed"
    deployment: Literal["baseline", "corner-square", "corner-edge"] = "baseline"
    vim: Literal["none", "open", "hidden", "nominated"] = "none"
    vim_point: Literal["no", "last"] = "no"


class BushidoSetup(SettledDocument):
    """Everything that is agreed before the first decision of a game. `terrain_supply` was built in a sandbox."""

    cites: ClassVar[Mapping[str, str]] = CITES

    format: Literal["inchwise-bushido-setup"] = "inchwise-bushido-setup"
    ruleset: Literal["bushido"] = "bushido"
    players: tuple[PlayerDocument, PlayerDocument]
    options: OptionsDocument = OptionsDocument()
