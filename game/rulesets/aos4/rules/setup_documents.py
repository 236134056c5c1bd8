"""The document of a battle's setup (A-ROS, A-AMB)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer

from game.documents.reading import Part
from game.engine.kit.playing import SeatDocument, SettledDocument
from game.rulesets.aos4.documents.abilities import PackDocument
from game.rulesets.aos4.documents.armies import ArmyDocument

PLAYER_COLOURS = ("#3f8fd2", "#d9653b")


class PlayerDocument(SeatDocument):
    """A player with an id, a name, a colour and an army."""

    army: ArmyDocument


class OptionsDocument(Part):
    """Agreements of the players about rules that leave a choice.

    `rounds` is the length of the battle. With `coherency` "removed", split units lose models at the end of a turn
    (A-COH-4). With `own_models` "block", models of a moving unit block each other (A-AMB-2). With `tiers` "restart",
    the active player fights first in each tier (A-AMB-14). With `save_cap` "before", bonuses to saves are capped before
    the rend is subtracted (A-AMB-26). With `windows` "always", players are also asked if no use would change anything.
    With `elevation` "on", the height of flat tops counts for most distances (A-TERR-6).

    With `bases` "shapes", bases that are not round have their real shape. With "discs", as in games of older versions,
    all bases are discs to the end (A-AMB-4); this value is not written into files.
    """

    rounds: Annotated[int, Field(ge=1, le=10)] = 4
    coherency: Literal["removed", "kept"] = "removed"
    own_models: Literal["block", "pass"] = "block"
    tiers: Literal["on", "restart"] = "on"
    save_cap: Literal["after", "before"] = "after"
    windows: Literal["needed", "always"] = "needed"
    elevation: Literal["off", "on"] = "off"
    bases: Literal["discs", "shapes"] = "discs"

    @model_serializer(mode="wrap")
    def _written(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Return the fields to write, without the `bases` of older versions."""
        written: dict[str, Any] = write(self)
        if self.bases == "discs":
            del written["bases"]
        return written


class Aos4Setup(SettledDocument):
    """The setup of a battle. `packs` add to the core abilities. `terrain_supply` is terrain from a sandbox."""

    format: Literal["inchwise-aos4-setup"] = "inchwise-aos4-setup"
    ruleset: Literal["aos4"] = "aos4"
    players: tuple[PlayerDocument, PlayerDocument]
    packs: Annotated[tuple[PackDocument, ...], Field(max_length=10)] = ()
    options: OptionsDocument = OptionsDocument()
