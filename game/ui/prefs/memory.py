"""The window's memory between starts: its place, and the last choices for a new game."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from game.documents.error import DocumentError
from game.documents.files import home, write_json
from game.documents.locks import changing
from game.documents.reading import Document, Identifier, Name, Part, load_document
from game.wording import _

Pixels = Annotated[int, Field(ge=-20_000, le=20_000)]
Colour = Annotated[str, Field(pattern=r"^#[0-9a-f]{6}$")]

if TYPE_CHECKING:
    from game.engine.rulebook.ruleset import AnyRuleset


class Seat(Part):
    """The last choices for a seat: a name, a kind of player, a colour, a roster, and the file of a plan."""

    name: Name
    kind: Identifier = "human"
    colour: Colour
    roster: Annotated[str, Field(max_length=400)] = ""
    plan: Annotated[str, Field(max_length=400)] = ""


class Draft(Part):
    """The last choices for a new game; it may have more `seats` than `players`, so that none is forgotten."""

    ruleset: Identifier
    scenario: Identifier
    map: Annotated[str, Field(max_length=400)]
    rounds: Annotated[int, Field(ge=0, le=99)] = 0
    players: Annotated[int, Field(ge=1, le=12)] = 2
    seats: Annotated[tuple[Seat, ...], Field(min_length=1, max_length=12)]
    handler: Annotated[str, Field(max_length=80)] = ""
    switches: Annotated[tuple[Identifier, ...], Field(max_length=20)] = ()
    agreed: dict[Identifier, Annotated[str, Field(max_length=80)]] = Field(default_factory=dict, max_length=20)
    deploy: bool = False
    typed_dice: bool = False


class Memory(Document):
    """Size and position of the window in pixels, whether it was full screen, the rulebook, and the last new game.

    The name of the rulebook is empty until one is chosen in the menu or played.
    """

    format: Literal["inchwise-memory"] = "inchwise-memory"
    version: Literal[1] = 1
    size: tuple[Pixels, Pixels] | None = None
    position: tuple[Pixels, Pixels] | None = None
    fullscreen: bool = False
    rulebook: Identifier | Literal[""] = ""
    draft: Draft | None = None

    @property
    def chosen(self) -> str:
        """The name of the chosen rulebook, or "" if none was ever chosen."""
        return self.rulebook or (self.draft.ruleset if self.draft is not None else "")


def memory_path() -> Path:
    """Return the path of the memory."""
    return home() / "window.json"


def recall() -> Memory:
    """Return the memory, or an empty one if its file cannot be read."""
    try:
        return load_document(memory_path(), Memory)
    except (DocumentError, OSError):
        return Memory()


def last_rulebook(fits: Callable[[AnyRuleset], bool]) -> AnyRuleset:
    """Return the chosen rulebook if it fits, else the default one; raise `DocumentError`."""
    from game import rulesets  # not needed to open the window

    chosen = recall().chosen
    if chosen in rulesets.names():
        with suppress(DocumentError):  # it may be broken
            book = rulesets.load(chosen)
            if fits(book):
                return book
    book = rulesets.load(rulesets.DEFAULT)
    if not fits(book):
        raise DocumentError(book.name, "", _("{title} does not support this", title=_(book.title)))
    return book


def remember(**changes: object) -> None:
    """Change some fields and save them; raise `OSError`."""
    with changing(memory_path()):
        changed = recall().model_copy(update=changes)
        write_json(memory_path(), changed.model_dump(mode="json"))
