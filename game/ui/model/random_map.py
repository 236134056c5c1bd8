"""A random map among the player's own, made beside the window."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Final

from game.documents.files import write_text
from game.engine.rulebook.ruleset import AnyRuleset
from game.table.documents import maps_folder
from game.table.maps.files import map_text
from game.table.maps.generating import new_map
from game.table.maps.terms import MapTerms, Wish

SEEDS: Final = 100_000
"""Seeds are below this, so that they are easy to pass on."""


def terms_of(book: AnyRuleset) -> MapTerms | None:
    """Return a rulebook's terms for random maps, or None."""
    return None if book.papers is None else book.papers.map_terms()


def keep_random_map(terms: MapTerms) -> Path:
    """Make a random map, keep it among the player's own maps, and return its file; raise `OSError`."""
    made = new_map(terms, Wish(secrets.randbelow(SEEDS)))
    maps_folder().mkdir(exist_ok=True)
    path = maps_folder() / f"random-{terms.ruleset}-{made.wish.seed}.json"
    write_text(path, map_text(made.document))
    return path
