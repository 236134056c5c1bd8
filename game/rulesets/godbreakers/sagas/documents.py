"""The document of a saga: the circles as founded, and a chronicle of everything that changed them since.

Nothing is kept twice: how the circles stand now follows from the chronicle (see `saga_standing`), so that each
change leads back to its game, round and rule, and taking back the last entry leaves exactly what was before it.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from game.documents.reading import Document, Name, refuse
from game.rulesets.godbreakers.rules.circles.documents import CircleDocument
from game.rulesets.godbreakers.sagas.entries import CrucibleEntry, Entry
from game.rulesets.godbreakers.sagas.standing import Contradiction, stand


class SagaDocument(Document):
    """A saga: circles that live on from game to game. `seed` is that of its own dice, for crucible and recruits.

    `thrown` are throws of the crucible whose game was taken back: they stand, and come back with it (G-CIR-6).
    """

    format: Literal["inchwise-saga"] = "inchwise-saga"
    version: Literal[1] = 1
    ruleset: Literal["godbreakers"] = "godbreakers"
    name: Name
    seed: Annotated[int, Field(ge=0, lt=2**63)] = 0
    circles: Annotated[tuple[CircleDocument, ...], Field(min_length=1, max_length=12)]
    chronicle: Annotated[tuple[Entry, ...], Field(max_length=5_000)] = ()
    thrown: Annotated[tuple[CrucibleEntry, ...], Field(max_length=1_000)] = ()

    @model_validator(mode="after")
    def _hangs_together(self) -> SagaDocument:
        try:
            stand(self)
        except Contradiction as error:
            refuse(error.where, error.reason)
        return self
