"""Results of drills, stored in the folder of the program's own files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from game.documents.error import DocumentError
from game.documents.files import home, set_unread_aside, write_json
from game.documents.locks import changing
from game.documents.reading import Document, Identifier, Part, load_document
from game.wording import _

MOST_ROUNDS: Final = 1000
Count = Annotated[int, Field(ge=0, le=1000)]


class Round(Part):
    """A round of drills, with its day, rulebook and seconds, and the numbers right and asked by kind."""

    day: Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}$")]
    ruleset: Identifier
    seconds: Annotated[int, Field(ge=0, le=86_400)]
    kinds: dict[Identifier, tuple[Count, Count]] = Field(max_length=40)

    @property
    def right(self) -> int:
        """The number of right answers."""
        return sum(right for right, _asked in self.kinds.values())

    @property
    def asked(self) -> int:
        """The number of drills."""
        return sum(asked for _right, asked in self.kinds.values())


class ResultsDocument(Document):
    """The document of all finished rounds, oldest first."""

    format: Literal["inchwise-drills"] = "inchwise-drills"
    version: Literal[1] = 1
    rounds: Annotated[tuple[Round, ...], Field(max_length=MOST_ROUNDS)] = ()


def results_path() -> Path:
    """Return the file of the results."""
    return home() / "drills.json"


def results() -> tuple[Round, ...]:
    """Return the rounds, oldest first; raise `DocumentError` or `OSError` if the file cannot be read."""
    try:
        return load_document(results_path(), ResultsDocument).rounds
    except FileNotFoundError:
        return ()


def record(ruleset: str, seconds: float, kinds: Mapping[str, tuple[int, int]]) -> str:
    """Add a round of today; return a message if older results cannot be read, otherwise "". Raises `OSError`."""
    day = date.today().isoformat()
    new = Round(day=day, ruleset=ruleset, seconds=min(round(seconds), 86_400), kinds=dict(kinds))
    with changing(results_path()):
        rounds, message = _results_or_aside()
        document = ResultsDocument(rounds=(*rounds, new)[-MOST_ROUNDS:])
        write_json(results_path(), document.model_dump(mode="json"))
    return message


def _results_or_aside() -> tuple[tuple[Round, ...], str]:
    """Return the rounds and "", or no rounds and a message if the file was unreadable and is now set aside."""
    try:
        return results(), ""
    except (DocumentError, OSError) as error:
        aside = set_unread_aside(results_path(), error)
        return (), _("{error} - the file was renamed to {name}", error=str(error), name=aside.name)


def tally(graded: Iterable[tuple[str, bool]]) -> dict[str, tuple[int, int]]:
    """Return the numbers right and asked by kind, from pairs of a kind and whether the answer was right."""
    return _sums((kind, (int(right), 1)) for kind, right in graded)


def _sums(rows: Iterable[tuple[str, tuple[int, ...]]]) -> dict[str, Any]:
    """Return the sums of numbers by key."""
    sums: dict[str, tuple[int, ...]] = {}
    for key, numbers in rows:
        sums[key] = tuple(map(sum, zip(sums[key], numbers, strict=True))) if key in sums else numbers
    return sums


def by_day(rounds: Sequence[Round]) -> list[tuple[str, int, int, int]]:
    """Return a tuple (day, right answers, drills asked, seconds) for each day, in order."""
    days = _sums((one.day, (one.right, one.asked, one.seconds)) for one in rounds)
    return [(day, *days[day]) for day in sorted(days)]


def by_kind(rounds: Sequence[Round]) -> dict[str, tuple[int, int]]:
    """Return the numbers right and asked by kind of drill."""
    return _sums(item for one in rounds for item in one.kinds.items())
