"""The document of a game's setup (B-SETUP-1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import Field, model_validator

from game.documents.limits import MOST_VALUES_IN_A_SETUP
from game.documents.reading import Document, Identifier, Name, Part, refuse
from game.rulesets.bushido.warbands.profiles import CITES, WarbandDocument
from game.table.documents import MapDocument, TerrainPiece
from game.wording import _

Colour = Annotated[str, Field(pattern=r"^#[0-9a-fA-F]{6}$")]
PLAYER_COLOURS = ("#3f8fd2", "#d9653b")


class PlayerDocument(Part):
    """A player: a short id, a name, a colour and their warband."""

    id: Identifier
    name: Name
    colour: Colour = PLAYER_COLOURS[0]
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


MOST_SUPPLIED = 40
"""The most terrain pieces that people may build for a table."""


class BushidoSetup(Document):
    """Everything that is agreed before the first decision of a game. `terrain_supply` was built in a sandbox."""

    most_values: ClassVar[int] = MOST_VALUES_IN_A_SETUP
    cites: ClassVar[Mapping[str, str]] = CITES

    format: Literal["inchwise-bushido-setup"] = "inchwise-bushido-setup"
    version: Literal[1] = 1
    ruleset: Literal["bushido"] = "bushido"
    scenario: Identifier
    map: MapDocument
    players: tuple[PlayerDocument, PlayerDocument]
    options: OptionsDocument = OptionsDocument()
    terrain_supply: Annotated[tuple[TerrainPiece, ...], Field(max_length=MOST_SUPPLIED)] = ()

    @model_validator(mode="after")
    def _has_two_different_players(self) -> BushidoSetup:
        if self.players[0].id == self.players[1].id:
            refuse("players[1].id", _("{id!r} is taken by the other player", id=self.players[0].id))
        return self
