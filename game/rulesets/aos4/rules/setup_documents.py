"""The document of a battle's setup (A-ROS, A-AMB)."""

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
"""The largest number of terrain pieces that a sandbox can add to a table."""


class PlayerDocument(Part):
    """A player with an id, a name, a colour and an army."""

    id: Identifier
    name: Name
    colour: Colour = PLAYER_COLOURS[0]
    army: ArmyDocument


class OptionsDocument(Part):
    """Agreements of the players about rules that leave a choice.

    `rounds` is the length of the battle. With `coherency` "removed", split units lose models at the end of a turn
    (A-COH-4). With `own_models` "block", models of a moving unit block each other (A-AMB-2). With `tiers` "restart",
    the active player fights first in each tier (A-AMB-14). With `save_cap` "before", bonuses to saves are capped before
    the rend is subtracted (A-AMB-26). With `windows` "always", players are also asked if no use would change anything.
    With `elevation` "on", the height of flat tops counts for most distances (A-TERR-6).
    """

    rounds: Annotated[int, Field(ge=1, le=10)] = 4
    coherency: Literal["removed", "kept"] = "removed"
    own_models: Literal["block", "pass"] = "block"
    tiers: Literal["on", "restart"] = "on"
    save_cap: Literal["after", "before"] = "after"
    windows: Literal["needed", "always"] = "needed"
    elevation: Literal["off", "on"] = "off"


class Aos4Setup(Document):
    """The setup of a battle. `packs` add to the core abilities. `terrain_supply` is terrain from a sandbox."""

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
