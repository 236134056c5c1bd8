"""What the people at this screen have chosen, and where it is kept between games."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final, Literal

from game.engine.files import home, write_json
from game.engine.undo_policy import Policy
from game.table.document_error import DocumentError
from game.table.reading import Document, Identifier, load_document

Motion = Literal["full", "reduced", "off"]


@dataclass
class Options:
    """What is shown beside the pieces, and how a game is handed from one to the other.

    `region`, `receipts`, `odds` and `threat` are aids; the rules hold with or without them. `motion` is how dice
    come to rest, `look` one of `looks.LOOKS`, `undo` who is asked before an answer is taken back.
    """

    region: bool = True
    receipts: bool = True
    odds: bool = True
    threat: bool = True
    banner: bool = True
    recap: bool = True
    motion: Motion = "full"
    look: str = "club"
    undo: Policy = "consent"


class SettingsDocument(Document):
    """The options as a file; whatever is left out is as in a fresh start."""

    format: Literal["inchwise-settings"] = "inchwise-settings"
    version: Literal[1] = 1
    region: bool = True
    receipts: bool = True
    odds: bool = True
    threat: bool = True
    banner: bool = True
    recap: bool = True
    motion: Motion = "full"
    look: Identifier = "club"
    undo: Policy = "consent"


def settings_path() -> Path:
    """Return where the settings are kept."""
    return home() / "settings.json"


def load_options(path: Path) -> tuple[Options, str]:
    """Return the options kept at `path` and a message for people: empty, or why these are the defaults."""
    try:
        document = load_document(path, SettingsDocument)
    except FileNotFoundError:
        return Options(), ""
    except (DocumentError, OSError) as error:
        return Options(), f"The settings could not be read, so they are as in a fresh start: {error}"
    return Options(**document.model_dump(exclude={"format", "version"})), ""


def save_options(options: Options, path: Path) -> None:
    """Keep the options; raises `OSError`, and the file before is then untouched."""
    write_json(path, SettingsDocument(**asdict(options)).model_dump(mode="json"))


SWITCHES: Final[dict[str, str]] = {
    "region": "Show where a piece may go",
    "receipts": "Show the measure of a move",
    "odds": "Show the odds before an answer",
    "threat": "Show whom a piece could strike",
    "banner": "Name who decides at a hand-over",
    "recap": "Offer what happened since at a hand-over",
}
"""The options that are on or off, and what they are called."""

CHOICES: Final[dict[str, tuple[str, dict[str, str]]]] = {
    "motion": ("Motion", {"full": "pieces glide, dice tumble", "reduced": "dice fade in", "off": "none"}),
    "undo": ("Taking back after dice", {"consent": "if the others agree", "free": "always"}),
}
"""The options with several values: their name, and each value in words."""


def turned(options: Options, name: str) -> Options:
    """Return the options with the named one switched over, or at its next value."""
    now: Any = getattr(options, name)
    values = [False, True] if name in SWITCHES else list(CHOICES[name][1])
    following: dict[str, Any] = {name: values[(values.index(now) + 1) % len(values)]}
    return replace(options, **following)
