"""The common parts of all rulebooks' sandboxes: building terrain, and starting games from a position."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Final, TypeVar

from game.documents.error import DocumentError
from game.table.documents import TerrainPiece
from game.table.terrain.kit import numbered
from game.wording import _

SetupT = TypeVar("SetupT")

SANDBOX: Final = "sandbox"
"""The name of a refused document."""


def supplied(
    setup: Any, piece: TerrainPiece, taken: Collection[str], most: int, checked: Callable[[Any, str], SetupT]
) -> tuple[SetupT, str]:
    """Return the setup with one more terrain piece off the table, and its new id; raise `DocumentError`.

    `most` is the highest number allowed; `checked` makes a setup of a document.
    """
    document, named = setup.document, numbered(piece, taken)
    if len(document.terrain_supply) >= most:
        raise DocumentError(SANDBOX, "terrain", _("there are already {most} new pieces", most=most))
    supply = (*document.terrain_supply, named)
    return checked(document.model_copy(update={"terrain_supply": supply}), SANDBOX), named.id
