"""The common part of all rulebooks' sandboxes: building terrain."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Final, TypeVar

from game.documents.error import DocumentError
from game.table.documents import TerrainPiece
from game.table.terrain.kit import numbered
from game.wording import _

SetupT = TypeVar("SetupT")

SANDBOX: Final = "sandbox"
"""The name of the document in refusals."""


def supplied(
    setup: Any, piece: TerrainPiece, used_ids: Collection[str], most: int, checked: Callable[[Any, str], SetupT]
) -> tuple[SetupT, str]:
    """Return the setup with one more terrain piece off the table, and the piece's new id; raise `DocumentError`.

    `most` is the highest number allowed; `checked` returns the setup for a document.
    """
    document, new_piece = setup.document, numbered(piece, used_ids)
    if len(document.terrain_supply) >= most:
        raise DocumentError(SANDBOX, "terrain", _("there are already {most} new pieces", most=most))
    supply = (*document.terrain_supply, new_piece)
    return checked(document.model_copy(update={"terrain_supply": supply}), SANDBOX), new_piece.id
