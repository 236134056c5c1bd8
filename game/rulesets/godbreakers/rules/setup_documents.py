"""The document of a game's setup: players, agreements, scenario, map and spare pieces."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field, model_validator

from game.documents.reading import Part, refuse
from game.engine.kit.playing import SeatDocument, SettledDocument
from game.rulesets.godbreakers.rules.circles.documents import CircleDocument
from game.rulesets.godbreakers.rules.constants import DEFAULT_ROUNDS, FEWEST_ROUNDS, MOST_ROUNDS
from game.table.documents import TerrainPiece
from game.wording import N_, _

Supply = Annotated[int, Field(ge=0, le=20)]

PLAYER_COLOURS = ("#3f8fd2", "#d9653b", "#55a868", "#a678c8")
"""The players' colours in order of seniority. They differ in hue and in lightness."""


class PlayerDocument(SeatDocument):
    """A player: a short id, a name, a colour and the circle they lead."""

    circle: CircleDocument


class OptionsDocument(Part):
    """The players' agreements before the game.

    `rounds` is the length of the game (G-RND-1). `wild_handler` is the player who handles the wild models in every
    round, or "lowest" for the player lowest in priority (G-INI-5). `threat_traits` is how threats get their traits
    (G-SCN-5, Q22). The rest are advanced rules: `ready` (G-ADV-1), `levels` (G-ADV-2..4) and, with levels, `unbound`
    (G-ADV-5).
    """

    rounds: int = Field(default=DEFAULT_ROUNDS, ge=FEWEST_ROUNDS, le=MOST_ROUNDS)
    wild_handler: str = "lowest"
    threat_traits: Literal["rolled", "chosen"] = "rolled"
    ready: bool = False
    levels: bool = False
    unbound: bool = False


class SummonsDocument(Part):
    """The number of unaligned models of each die available for Summoning (Q18)."""

    d8: Supply = 2
    d10: Supply = 2
    d12: Supply = 1


MOST_SUPPLIED: Final = 100
"""The most spare terrain pieces. Pieces built in a sandbox come from the same supply."""


class SetupDocument(SettledDocument):
    """Everything that is agreed before the first decision of a game. `players` are in order of seniority.

    `terrain_supply` are the spare pieces that Shaping may place (Q18).
    """

    taken = N_("another player already has the id {identity!r} - give each their own")

    format: Literal["inchwise-setup"] = "inchwise-setup"
    ruleset: Literal["godbreakers"] = "godbreakers"
    players: tuple[PlayerDocument, ...] = Field(min_length=1, max_length=4)
    options: OptionsDocument = OptionsDocument()
    terrain_supply: Annotated[tuple[TerrainPiece, ...], Field(max_length=MOST_SUPPLIED)] = ()
    summons: SummonsDocument = SummonsDocument()

    @model_validator(mode="after")
    def _names_a_handler(self) -> SetupDocument:
        ids = [player.id for player in self.players]
        handler = self.options.wild_handler
        if handler != "lowest" and handler not in ids:
            text = _("{handler!r} is neither 'lowest' nor a player ({ids})", handler=handler, ids=", ".join(ids))
            refuse("options.wild_handler", text)
        return self
