"""The entries of a saga's chronicle."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from game.documents.reading import Name, Part, refuse
from game.rulesets.godbreakers.rules.circles.documents import GodbreakerDocument
from game.rulesets.godbreakers.rules.circles.gains import GainDocument, Metal
from game.wording import _

GameId = Annotated[str, Field(pattern=r"^[0-9a-f]{20}$")]
When = Annotated[str, Field(max_length=40)]
Rule = Annotated[str, Field(pattern=r"^(G-[A-Z0-9-]+|Q\d+a?)$", max_length=30)]
Count = Annotated[int, Field(ge=0, le=1_000)]
Die = Literal[6, 8, 10, 12]
Tally = Annotated[dict[Name, Count], Field(max_length=5)]


class ChangeDocument(Part):
    """A lasting change to a godbreaker in a game: a new die, or an ascension, which has no `after`."""

    godbreaker: Name
    what: Literal["die", "ascended"]
    before: Die
    after: Die | None = None
    round: Count
    rule: Rule

    @model_validator(mode="after")
    def _whole(self) -> ChangeDocument:
        if (self.after is None) != (self.what == "ascended"):
            refuse("after", _("must be given if the die changed, and only then - add it or remove it"))
        return self


class ShowingDocument(Part):
    """A circle's result in a game. `triumphs` and `fallen` are counts by the godbreaker's name."""

    circle: Name
    player: Name
    vp: Annotated[int, Field(ge=-10_000, le=10_000)]
    outcome: Literal["won", "drew", "lost"]
    triumphs: Tally = Field(default_factory=dict)
    fallen: Tally = Field(default_factory=dict)
    changes: Annotated[tuple[ChangeDocument, ...], Field(max_length=1_000)] = ()


class GameEntry(Part):
    """A game, with the result of each circle.

    A game is `full` if it ran to its end or all others conceded. Ascended godbreakers may return after it (Q41).
    """

    kind: Literal["game"] = "game"
    game: GameId
    at: When = ""
    scenario: Name
    map: Name
    rounds: Count
    full: bool = True
    showings: Annotated[tuple[ShowingDocument, ...], Field(min_length=1, max_length=4)]


class CrucibleEntry(Part):
    """A throw of the crucible before a return (G-CIR-6). `game` is the game of the ascension, None in older sagas."""

    kind: Literal["crucible"] = "crucible"
    at: When = ""
    circle: Name
    godbreaker: Name
    game: GameId | None = None
    metal: Metal
    roll: Annotated[int, Field(ge=1, le=6)]
    rule: Literal["G-CIR-6"] = "G-CIR-6"


class ReturnEntry(Part):
    """A godbreaker that ascended in `game` returned as a D6 and gained a trait (G-ASC-1)."""

    kind: Literal["return"] = "return"
    at: When = ""
    circle: Name
    godbreaker: Name
    game: GameId
    gain: GainDocument
    rule: Literal["G-ASC-1"] = "G-ASC-1"


class FarewellEntry(Part):
    """A godbreaker that ascended in `game` will never come back (G-ASC-1)."""

    kind: Literal["farewell"] = "farewell"
    at: When = ""
    circle: Name
    godbreaker: Name
    game: GameId
    rule: Literal["G-ASC-1"] = "G-ASC-1"


class RecruitEntry(Part):
    """A new godbreaker, a D6, filled a gap (G-CIR-1)."""

    kind: Literal["recruit"] = "recruit"
    at: When = ""
    circle: Name
    godbreaker: GodbreakerDocument
    rule: Literal["G-CIR-1"] = "G-CIR-1"


Entry = Annotated[GameEntry | CrucibleEntry | ReturnEntry | FarewellEntry | RecruitEntry, Field(discriminator="kind")]
