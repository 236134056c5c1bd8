"""The document of a circle: its roster, and how each godbreaker came by its traits."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from game.documents.reading import Document, Name, Part, refuse
from game.rulesets.godbreakers.rules.circles.creation_rules import broken_rules
from game.rulesets.godbreakers.rules.circles.gains import GainDocument, Metal
from game.rulesets.godbreakers.rules.constants import CIRCLE_SIZE, HIGHEST_RANK, MOST_TRAITS

# Bounds against nonsense only: the limits of the game are judged by `circle_rules`, which names the rule.
Rank = Annotated[int, Field(ge=1, le=1_000, json_schema_extra={"maximum": HIGHEST_RANK})]
Traits = Annotated[dict[Name, Rank], Field(max_length=60, json_schema_extra={"maxProperties": MOST_TRAITS})]


class GodbreakerDocument(Part):
    """One godbreaker on a roster (G-CIR-3); `reach` is extra attack range in U, for training only.

    `metals` begins with the one chosen at creation; alloys add the others. `gains` is the record of how it came by
    what it has, oldest first; without one, every rank was a choice from the list of its metal.
    """

    name: Name
    die: Literal[6, 8, 10, 12] = 6
    metals: tuple[Metal, ...] = Field(default=(), max_length=4)
    traits: Traits = Field(default_factory=dict)
    flaws: tuple[Name, ...] = Field(default=(), max_length=20)
    gains: tuple[GainDocument, ...] = Field(default=(), max_length=20)
    reach: int = Field(default=0, ge=0, le=36)


class CircleDocument(Document):
    """A roster (G-CIR-1): a name, a cause, a shard and exactly five godbreakers, the leader first.

    A fresh circle keeps the rules of creation (G-CIR-2, G-CIR-3). A `veteran` comes out of a saga: its dice have
    grown, returns from ascension have brought traits. A `training` circle is exempt from both: it has whatever
    teaches best, within the limits of G-CIR-5.
    """

    format: Literal["inchwise-circle"] = "inchwise-circle"
    version: Literal[1] = 1
    ruleset: Literal["godbreakers"] = "godbreakers"
    name: Name
    fights_for: Name
    training: bool = False
    veteran: bool = False
    shard: Name | None = None
    shard_name: Name = "Shard"
    godbreakers: tuple[GodbreakerDocument, ...] = Field(min_length=1, max_length=CIRCLE_SIZE * 4)

    @model_validator(mode="after")
    def _keeps_the_rules(self) -> CircleDocument:
        for broken in broken_rules(self):
            refuse(broken.where, str(broken))
        return self
