"""A random map among the player's own, made in a thread."""

from __future__ import annotations

import secrets
from pathlib import Path

from game.documents.files import numbered_paths, write_text
from game.engine.rulebook.ruleset import AnyRuleset
from game.table.documents import maps_folder
from game.table.maps.files import map_text
from game.table.maps.generating import new_map
from game.table.maps.terms import FEW_DIGITS, MapTerms, Wish


def terms_of(book: AnyRuleset) -> MapTerms | None:
    """Return a rulebook's terms for random maps, or None."""
    return None if book.papers is None else book.papers.map_terms()


def keep_random_map(terms: MapTerms) -> Path:
    """Make a random map, save it among the player's own maps, and return its file; raise `OSError`."""
    random_map = new_map(terms, Wish(secrets.randbelow(FEW_DIGITS)))
    maps_folder().mkdir(exist_ok=True)
    first_path = maps_folder() / f"random-{terms.ruleset}-{random_map.wish.seed}.json"
    path = next(
        candidate for candidate in numbered_paths(first_path) if not candidate.exists()
    )  # the player may have drawn on the first
    write_text(path, map_text(random_map.document))
    return path
