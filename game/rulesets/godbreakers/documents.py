"""The documents of The Godbreaker Saga: circles and game setups."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from game.rulesets.godbreakers.rulings import CIRCLE_SIZE, DEFAULT_ROUNDS, FEWEST_ROUNDS, MOST_ROUNDS
from game.table.documents import MapDocument, TerrainPiece
from game.table.reading import Document, Identifier, Name, Part, refuse

Colour = Annotated[str, Field(pattern=r"^#[0-9a-fA-F]{6}$")]
Supply = Annotated[int, Field(ge=0, le=20)]
Rank = Annotated[int, Field(ge=1, le=3)]

PLAYER_COLOURS = ("#3f8fd2", "#d9653b", "#55a868", "#a678c8")
"""Accents of the players in seniority order, apart in hue and in lightness."""


class GodbreakerDocument(Part):
    """One godbreaker on a roster (G-CIR-3); `reach` is extra attack range in U, for training only."""

    name: Name
    die: Literal[6, 8, 10, 12] = 6
    metals: tuple[Literal["copper", "iron", "mercury", "gold"], ...] = Field(default=(), max_length=4)
    traits: dict[Name, Rank] = Field(default_factory=dict, max_length=4)
    flaws: tuple[Name, ...] = Field(default=(), max_length=5)
    reach: int = Field(default=0, ge=0, le=36)


class CircleDocument(Document):
    """A roster (G-CIR-1): a name, a cause, a shard and exactly five godbreakers, the leader first.

    A `training` circle is exempt from G-CIR-3: its godbreakers have no traits and its shard none either.
    """

    format: Literal["inchwise-circle"] = "inchwise-circle"
    version: Literal[1] = 1
    ruleset: Literal["godbreakers"] = "godbreakers"
    name: Name
    fights_for: Name
    training: bool = False
    shard: Name | None = None
    shard_name: Name = "Shard"
    godbreakers: tuple[GodbreakerDocument, ...] = Field(min_length=1, max_length=CIRCLE_SIZE * 4)

    @model_validator(mode="after")
    def _keeps_the_rules(self) -> CircleDocument:
        if len(self.godbreakers) != CIRCLE_SIZE:
            refuse(
                "godbreakers",
                f"there are {len(self.godbreakers)}, but a circle has exactly {CIRCLE_SIZE} (G-CIR-1)"
                " - add or remove some",
            )
        names = [member.name for member in self.godbreakers]
        for index, name in enumerate(names):
            if name in names[:index]:
                refuse(
                    f"godbreakers[{index}].name", f"{name!r} is taken by another of the circle - rename one (G-CIR-1)"
                )
        if self.training and (self.shard or any(member.traits or member.flaws for member in self.godbreakers)):
            refuse(
                "training", "a training circle has no traits, flaws or shard trait - drop them or the mark (G-CIR-3)"
            )
        return self


class PlayerDocument(Part):
    """A player: a short id, a name, a colour and the circle they lead."""

    id: Identifier
    name: Name
    colour: Colour = PLAYER_COLOURS[0]
    circle: CircleDocument


class OptionsDocument(Part):
    """What the players agreed before the game.

    `rounds` as in G-RND-1. `wild_handler`: "lowest" is the rule (G-INI-5); a player's id gives the wild models
    to that player in every round, by agreement.
    """

    rounds: int = Field(default=DEFAULT_ROUNDS, ge=FEWEST_ROUNDS, le=MOST_ROUNDS)
    wild_handler: str = "lowest"


class SummonsDocument(Part):
    """How many unaligned models of each die lie ready for Summoning (Q18)."""

    d8: Supply = 2
    d10: Supply = 2
    d12: Supply = 1


class SetupDocument(Document):
    """Everything that is settled before the first decision of a game. Seniority is the order of `players`.

    `terrain_supply` lists the pieces off the table that Shaping may bring in, `summons` how many unaligned models
    of each die lie ready for Summoning (Q18).
    """

    format: Literal["inchwise-setup"] = "inchwise-setup"
    version: Literal[1] = 1
    ruleset: Literal["godbreakers"] = "godbreakers"
    scenario: Identifier
    map: MapDocument
    players: tuple[PlayerDocument, ...] = Field(min_length=1, max_length=4)
    options: OptionsDocument = OptionsDocument()
    terrain_supply: Annotated[tuple[TerrainPiece, ...], Field(max_length=20)] = ()
    summons: SummonsDocument = SummonsDocument()

    @model_validator(mode="after")
    def _hangs_together(self) -> SetupDocument:
        ids = [player.id for player in self.players]
        for index, identity in enumerate(ids):
            if identity in ids[:index]:
                refuse(
                    f"players[{index}].id", f"{identity!r} is taken by another player - give each an id of their own"
                )
        handler = self.options.wild_handler
        if handler != "lowest" and handler not in ids:
            refuse("options.wild_handler", f"{handler!r} is neither 'lowest' nor a player ({', '.join(ids)})")
        return self
