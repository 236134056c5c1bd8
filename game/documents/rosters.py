"""The files of the user's own rosters: one folder per rulebook, with unfinished drafts beside finished rosters."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from game.documents.files import home, home_path, is_beside

FOLDER: Final = "rosters"
SUFFIX: Final = ".json"
DRAFT: Final = ".draft"
"""The part of a draft's file name between the name of the roster and the suffix."""


def rosters_folder(ruleset: str) -> Path:
    """Return the folder of a rulebook's own rosters, created if missing; raise `OSError`."""
    folder = home() / FOLDER / ruleset
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def own_rosters(ruleset: str, suffixes: Sequence[str] = (SUFFIX,)) -> list[Path]:
    """Return the files of the player's own rosters, sorted by name; `suffixes` are those that the rulebook can read."""
    files = sorted((home_path() / FOLDER / ruleset).glob("*"))
    rosters = (path for path in files if path.suffix.lower() in suffixes)
    return [path for path in rosters if not is_beside(path) and not is_draft(path)]


def unfinished_rosters(ruleset: str) -> list[Path]:
    """Return the paths that unfinished rosters (with a draft, but no roster file yet) will have."""
    drafts = (path for path in sorted((home_path() / FOLDER / ruleset).glob("*.json")) if is_draft(path))
    return [path for path in map(roster_beside, drafts) if not is_beside(path) and not path.exists()]


def own_roster(ruleset: str, name: str, suffixes: Sequence[str] = (SUFFIX,)) -> Path | None:
    """Return the file of the player's own roster with a name, or None if it does not exist."""
    return next((path for path in own_rosters(ruleset, suffixes) if path.stem == name), None)


def is_draft(path: Path) -> bool:
    """Return whether a file is the draft of a roster."""
    return path.stem.endswith(DRAFT)


def draft_beside(path: Path) -> Path:
    """Return the path of the draft of the roster in a file."""
    return path.with_name(f"{path.stem}{DRAFT}{path.suffix}")


def roster_beside(draft: Path) -> Path:
    """Return the path of the roster whose draft is in a file."""
    return draft.with_name(f"{draft.stem.removesuffix(DRAFT)}{draft.suffix}")
