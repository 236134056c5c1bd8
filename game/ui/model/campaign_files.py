"""The files of campaigns: a folder of ours, and files of other places that were opened."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from game.documents.error import DocumentError
from game.documents.files import home, is_beside, write_json
from game.engine.campaigns import Campaigns

FOLDER: Final = "sagas"
"""The folder keeps its first name, so that nothing of before is lost."""


@dataclass(frozen=True)
class Kept:
    """A campaign as it is kept: `trouble` says why its file cannot be read, and `content` is then None."""

    path: Path
    content: Any = None
    trouble: str = ""


def campaigns_folder() -> Path:
    """Return the folder of campaigns, made if need be."""
    folder = home() / FOLDER
    folder.mkdir(exist_ok=True)
    return folder


def kept_campaigns(campaigns: Campaigns[Any]) -> list[Kept]:
    """Return every campaign in the folder, by file name; what cannot be read with the reason."""
    paths = sorted(campaigns_folder().glob("*.json"))
    return [read(campaigns, path) for path in paths if not is_beside(path)]


def read(campaigns: Campaigns[Any], path: Path) -> Kept:
    """Return the campaign in a file, or why it cannot be read."""
    try:
        return Kept(path, campaigns.load(str(path)))
    except DocumentError as error:
        return Kept(path, trouble=f"{error.where}: {error.reason}" if error.where else error.reason)
    except OSError as error:
        return Kept(path, trouble=error.strerror or str(error))


def keep(campaigns: Campaigns[Any], path: Path, content: Any) -> None:
    """Write a campaign; raises `OSError`, and the file before is then untouched."""
    write_json(path, campaigns.plain(content))


def free_path(name: str) -> Path:
    """Return a path in the folder that no file has yet, made of a name."""
    plain = "".join(letter if letter.isalnum() else "-" for letter in name.lower()).strip("-")[:40] or "campaign"
    path, number = campaigns_folder() / f"{plain}.json", 1
    while path.exists():
        number += 1
        path = campaigns_folder() / f"{plain}-{number}.json"
    return path
