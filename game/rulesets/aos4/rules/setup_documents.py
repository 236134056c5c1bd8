"""The setup of a battle as a document: players with their armies, map, battleplan, options (A-ROS, A-AMB)."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field, model_validator

from game.documents.limits import MOST_VALUES_IN_A_SETUP
from game.documents.reading import Document, Identifier, Name, Part, refuse
from game.rulesets.aos4.documents.abilities import PackDocument
from game.rulesets.aos4.documents.armies import ArmyDocument
from game.table.documents import MapDocument, TerrainPiece
from game.wording import _

Colour = Annotated[str, Field(pattern=r"^#[0-9a-fA-F]{6}$")]
PLAYER_COLOURS = ("#3f8fd2", "#d9653b")
MOST_SUPPLIED = 40
"""The most pieces of terrain that a sandbox adds to a table."""


class PlayerDocument(Part):
    """A player: a short id, a name, a colour and their army."""

    id: Identifier
    name: Name
    colour: Colour = PLAYER_COLOURS[0]
    army: ArmyDocument


class OptionsDocument(Part):
    """What the players agree on where the rules leave it open.

    `rounds` of the battle. `coherency`: units still split at the end of a turn lose models ("removed", A-COH-4) or not.
    `own_models`: whether models of a moving unit are in each other's way (A-AMB-2). `tiers`: whether fighting keeps
    alternating when a tier is done, or the active player starts each (A-AMB-14). `save_cap`: a save is capped at +1
    after Rend, or bonuses before it (A-AMB-26). `windows`: whether players are asked only if they can use something, or
    always. `elevation`: whether the height of models wholly on a flat top counts for distances other than combat range
    and coherency (A-TERR-6).
    """

    rounds: Annotated[int, Field(ge=1, le=10)] = 4
    coherency: Literal["removed", "kept"] = "removed"
    own_models: Literal["block", "pass"] = "block"
    tiers: Literal["on", "restart"] = "on"
    save_cap: Literal["after", "before"] = "after"
    windows: Literal["needed", "always"] = "needed"
    elevation: Literal["off", "on"] = "off"


class Aos4Setup(Document):
    """Everything that is settled before the first decision of a battle; `packs` are beside the core abilities.

    `terrain_supply` was built in a sandbox.
    """

    most_values: ClassVar[int] = MOST_VALUES_IN_A_SETUP

    format: Literal["inchwise-aos4-setup"] = "inchwise-aos4-setup"
    version: Literal[1] = 1
    ruleset: Literal["aos4"] = "aos4"
    scenario: Identifier
    map: MapDocument
    players: tuple[PlayerDocument, PlayerDocument]
    packs: Annotated[tuple[PackDocument, ...], Field(max_length=10)] = ()
    options: OptionsDocument = OptionsDocument()
    terrain_supply: Annotated[tuple[TerrainPiece, ...], Field(max_length=MOST_SUPPLIED)] = ()

    @model_validator(mode="after")
    def _has_two_different_players(self) -> Aos4Setup:
        if self.players[0].id == self.players[1].id:
            refuse("players[1].id", _("{id!r} is taken by the other player", id=self.players[0].id))
        return self
