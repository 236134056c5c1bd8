"""The common part of the documents of setups: who plays, where, and what is agreed."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import Field, model_validator

from game.documents.limits import MOST_VALUES_IN_A_SETUP
from game.documents.reading import Document, Identifier, Name, Part, refuse
from game.table.documents import MapDocument, TerrainPiece
from game.wording import N_, _

Colour = Annotated[str, Field(pattern=r"^#[0-9a-fA-F]{6}$")]
FIRST_COLOUR: Final = "#3f8fd2"
MOST_SUPPLIED: Final = 40
"""The most terrain pieces that a sandbox can add to a table."""


class SeatDocument(Part):
    """A player: a short id, a name and a colour. A rulebook adds the roster."""

    id: Identifier
    name: Name
    colour: Colour = FIRST_COLOUR


class SettledDocument(Document):
    """Everything that is settled before the first decision of a game. `terrain_supply` was built in a sandbox.

    A rulebook narrows `players` and `options`. `taken` refuses an id that another player has.
    """

    most_values: ClassVar[int] = MOST_VALUES_IN_A_SETUP
    taken: ClassVar[str] = N_("{id!r} is taken by the other player")

    version: Literal[1] = 1
    ruleset: str
    scenario: Identifier
    map: MapDocument
    players: tuple[Any, ...]
    options: Any
    terrain_supply: Annotated[tuple[TerrainPiece, ...], Field(max_length=MOST_SUPPLIED)] = ()

    @model_validator(mode="after")
    def _has_different_players(self) -> SettledDocument:
        ids = [player.id for player in self.players]
        for number, identity in enumerate(ids):
            if identity in ids[:number]:
                refuse(f"players[{number}].id", _(self.taken, id=identity, identity=identity))
        return self
