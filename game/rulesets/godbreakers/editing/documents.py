"""The edits of The Godbreaker Saga as documents: what a referee may correct and a sandbox may change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from game.documents.error import DocumentError
from game.documents.reading import Identifier, Name, Part, validate_plain
from game.engine.core.decisions import MalformedAnswer
from game.engine.rulebook.editing import Edit
from game.rulesets.godbreakers.rules.constants import HIGHEST_RANK, MOST_ROUNDS
from game.wording import _

Inches = Annotated[float, Field(ge=-500.0, le=500.0)]
Who = Annotated[str, Field(max_length=60)]
Rank = Annotated[int, Field(ge=1, le=HIGHEST_RANK)]
Word = Annotated[str, Field(min_length=1, max_length=40)]


class PutEdit(Part):
    """Put a model, marker or token down, from off the table too.

    `level` None keeps its own; a token then falls to what it can lie on there.
    """

    do: Literal["put"]
    piece: Identifier
    x: Inches
    y: Inches
    level: Annotated[int, Field(ge=0, le=9)] | None = None


class RemoveEdit(Part):
    """Take a model, marker, token or piece of terrain off the table; a model goes to where `to` says."""

    do: Literal["remove"]
    piece: Identifier
    to: Literal["reserve", "casualty", "removed"] = "removed"


class ChangeEdit(Part):
    """Change facts of a model; what is None stays."""

    do: Literal["change"]
    piece: Identifier
    die: Literal[6, 8, 10, 12] | None = None
    damage: Annotated[int, Field(ge=0, le=99)] | None = None
    activated: bool | None = None
    leader: bool | None = None
    owner: Who | None = None
    name: Name | None = None
    radius: Annotated[float, Field(ge=0.2, le=3.0)] | None = None
    traits: Annotated[dict[Word, Rank], Field(max_length=12)] | None = None
    flaws: Annotated[list[Word], Field(max_length=8)] | None = None


class GiveEdit(Part):
    """Let a model hold a token, or nobody: then it lies where its holder stands."""

    do: Literal["give"]
    token: Identifier
    to: Who


class ScoreEdit(Part):
    """Set a player's VP."""

    do: Literal["score"]
    player: Identifier
    vp: Annotated[int, Field(ge=-999, le=999)]


class RoundEdit(Part):
    """Set the round that is played, and how many there will be."""

    do: Literal["round"]
    round: Annotated[int, Field(ge=0, le=MOST_ROUNDS)] | None = None
    rounds: Annotated[int, Field(ge=1, le=MOST_ROUNDS)] | None = None


class TerrainEdit(Part):
    """Put a piece of terrain with its anchor at (x, y), turned by so many degrees from how the map has it."""

    do: Literal["terrain"]
    piece: Identifier
    x: Inches
    y: Inches
    degrees: Annotated[int, Field(ge=0, lt=360)] = 0


class AddModelEdit(Part):
    """Bring in a new model of a kind ("godbreaker", "horror", ...)."""

    do: Literal["add"]
    kind: Identifier
    x: Inches
    y: Inches
    owner: Who = ""
    die: Literal[6, 8, 10, 12] | None = None
    level: Annotated[int, Field(ge=0, le=9)] = 0


class AddMarkerEdit(Part):
    """Bring in a new marker: an objective or a hoard."""

    do: Literal["marker"]
    kind: Literal["objective", "hoard"]
    x: Inches
    y: Inches
    owner: Who = ""


class AddTokenEdit(Part):
    """Bring in a new token of a type, lying on the table."""

    do: Literal["token"]
    type: Literal["treasure", "trophy"]
    x: Inches
    y: Inches
    level: Annotated[int, Field(ge=0, le=9)] = 0


AnyEdit = (
    PutEdit
    | RemoveEdit
    | ChangeEdit
    | GiveEdit
    | ScoreEdit
    | RoundEdit
    | TerrainEdit
    | AddModelEdit
    | AddMarkerEdit
    | AddTokenEdit
)

_ADAPTER: TypeAdapter[AnyEdit] = TypeAdapter(Annotated[AnyEdit, Field(discriminator="do")])


_TURNED = {"put": "piece", "change": "piece", "terrain": "piece", "score": "player", "round": ""}
"""Edits of which a later one on the same thing takes the place of an earlier, and what tells the thing."""


def folded(edits: Sequence[Edit]) -> list[Edit]:
    """Return edits that come to the same: those that follow one another on the same thing become one."""
    found: list[Edit] = []
    for edit in edits:
        key = _TURNED.get(str(edit.get("do")))
        last = found[-1] if found else {}
        if key is not None and last.get("do") == edit["do"] and last.get(key) == edit.get(key):
            found[-1] = {**last, **edit}
        else:
            found.append(dict(edit))
    return found


def read_edit(plain: Edit) -> AnyEdit:
    """Return an edit from JSON-ready data; raise `MalformedAnswer` naming the place and the reason."""
    try:
        return validate_plain(_ADAPTER, dict(plain), _("edit"))
    except DocumentError as error:
        raise MalformedAnswer(str(error)) from None
    except (TypeError, ValueError) as error:
        raise MalformedAnswer(_("an edit is JSON data: {error}", error=error)) from None
