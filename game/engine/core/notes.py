"""A note on a moment of a game, by whoever looks back at it."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from game.documents.reading import Part


class NoteDocument(Part):
    """What somebody noted at a moment: after so many journal entries and so many events."""

    entries: Annotated[int, Field(ge=0)]
    events: Annotated[int, Field(ge=0)]
    text: Annotated[str, Field(min_length=1, max_length=2_000)]
    author: Annotated[str, Field(max_length=80)] = ""
    written_at: Annotated[str, Field(max_length=200)] = ""
