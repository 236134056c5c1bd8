"""The documents of Age of Sigmar that are not ours: ability packs in YAML, rosters of other programs."""

from __future__ import annotations

from collections.abc import Sequence

from game.documents.battlescribe.opening import MOST_VALUES
from game.documents.battlescribe.opening import SUFFIXES as ROSTERS
from game.engine.rulebook.facets import Foreign
from game.rulesets.aos4.documents.packs import SUFFIXES as PACKS
from game.rulesets.aos4.documents.packs import load_pack, pack_schema
from game.rulesets.aos4.rosters.listing import Armies


def foreign(armies: Armies) -> Sequence[Foreign]:
    """Return the kinds of documents that are read; of each what is odd is told, and what of it is used by hand."""

    def read_pack(file: str) -> list[str]:
        pack, warnings = load_pack(file)
        return [*(f"{warning.where}: {warning.reason}" for warning in warnings), *armies.by_hand(pack)]

    return (
        Foreign("pack", PACKS, read_pack, pack_schema),
        Foreign("roster", ROSTERS, lambda file: armies.read(file)[1], most_values=MOST_VALUES),
    )
