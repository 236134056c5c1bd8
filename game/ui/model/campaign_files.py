"""The files of campaigns, in their folder or elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from game.documents.error import DocumentError
from game.documents.files import home, is_beside, numbered_paths, stem_of, write_json
from game.engine.campaigns import Campaigns

FOLDER: Final = "sagas"
"""The first name of the folder, kept so that older campaigns are found."""


@dataclass(frozen=True)
class Kept:
    """A campaign in a file; if the file cannot be read, `content` is None and `trouble` is the reason."""

    path: Path
    content: Any = None
    trouble: str = ""


def campaigns_folder() -> Path:
    """Return the folder of campaigns, created if missing."""
    folder = home() / FOLDER
    folder.mkdir(exist_ok=True)
    return folder


def kept_campaigns(campaigns: Campaigns[Any]) -> list[Kept]:
    """Return every campaign in the folder, by file name."""
    paths = sorted(campaigns_folder().glob("*.json"))
    return [read(campaigns, path) for path in paths if not is_beside(path)]


def read(campaigns: Campaigns[Any], path: Path) -> Kept:
    """Return the campaign in a file, or the reason against it if it cannot be read."""
    try:
        return Kept(path, campaigns.load(str(path)))
    except DocumentError as error:
        return Kept(path, trouble=f"{error.where}: {error.reason}" if error.where else error.reason)
    except OSError as error:
        return Kept(path, trouble=error.strerror or str(error))


def keep(campaigns: Campaigns[Any], path: Path, content: Any) -> None:
    """Save a campaign; raise `OSError` and leave the old file untouched if that fails."""
    write_json(path, campaigns.plain(content))


def free_path(name: str) -> Path:
    """Return an unused path in the folder for a name."""
    paths = numbered_paths(campaigns_folder() / f"{stem_of(name, 'campaign')}.json")
    return next(path for path in paths if not path.exists())
