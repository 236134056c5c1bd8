"""The best solo results, one for each combination of scenario, map, roster and number of rounds."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import Field

from game.documents.error import DocumentError
from game.documents.files import home, home_path, set_unread_aside, write_json
from game.documents.locks import changing
from game.documents.reading import Document, Identifier, Name, Part, load_document
from game.engine.core.flow import Interrupt
from game.engine.rulebook.editing import Correction
from game.engine.rulebook.facets import SoloResult
from game.engine.rulebook.ruleset import AnyRuleset
from game.engine.saving.documents import Text, plain
from game.engine.session import Session
from game.wording import _

PEOPLE: Final = "human"
MOST: Final = 5_000
"""The number of results kept."""


class BestDocument(Part):
    """The best solo result of a kind of game, and the time when it was reached."""

    ruleset: Identifier
    scenario: Identifier
    map: Name
    roster: Name
    rounds: Annotated[int, Field(ge=0, le=1_000)]
    points: Annotated[int, Field(ge=-1_000_000, le=1_000_000)]
    won: bool
    degree: Text = ""
    at: Text = ""

    @property
    def game_kind(self) -> tuple[object, ...]:
        """The facts that must be equal for two results to be compared."""
        return self.ruleset, self.scenario, self.map, self.roster, self.rounds

    @property
    def worth(self) -> tuple[bool, int]:
        """The sort key of results: any game that was not lost beats any lost game; otherwise points decide."""
        return self.won, self.points


class RecordsDocument(Document):
    """The document of the best solo results."""

    format: Literal["inchwise-records"] = "inchwise-records"
    version: Literal[1] = 1
    best: Annotated[tuple[BestDocument, ...], Field(max_length=MOST)] = ()


@dataclass(frozen=True)
class SavedResult:
    """A result that counts, and the best earlier one of its kind (None for the first). `trouble` is a message."""

    result: BestDocument
    before: BestDocument | None
    trouble: str = ""

    @property
    def is_best(self) -> bool:
        """Whether the result is better than all earlier ones."""
        return self.before is None or self.result.worth > self.before.worth


def records_path() -> Path:
    """Return the file of the best results, which may be missing."""
    return home_path() / "records.json"


def best_results() -> tuple[BestDocument, ...]:
    """Return the best results; raise `DocumentError` or `OSError` if their file exists and cannot be read."""
    path = records_path()
    return load_document(path, RecordsDocument).best if path.exists() else ()


def result_of(session: Session) -> BestDocument | None:
    """Return the result of a game if it counts: one person has played it from beginning to end.

    Games played by a program, corrected by a referee, conceded or ended early do not count.
    """
    papers = session.ruleset.papers
    if not session.finished or not session.from_setup or papers is None or papers.solo_result is None:
        return None
    if any(kind != PEOPLE for kind in session.seats.values()):
        return None
    if any(Interrupt.read(entry) or Correction.read(entry) for entry in session.journal):
        return None
    result: SoloResult | None = papers.solo_result(session.game)
    if result is None:
        return None
    time = datetime.now(UTC).isoformat(timespec="seconds")
    return BestDocument(ruleset=session.ruleset.name, at=time, **vars(result))


def record_result(session: Session) -> SavedResult | None:
    """Return the result of a game and save it if it is the best of its kind; None if it does not count.

    An unreadable file is set aside first. If the file cannot be written, `trouble` says so.
    """
    result = result_of(session)
    if result is None:
        return None
    trouble, earlier, path = "", None, records_path()
    try:
        home()
        with changing(path):
            try:
                results = best_results()
            except DocumentError as error:
                aside = set_unread_aside(path, error)
                results, trouble = (), _("{error} - the file was renamed to {name}", error=error, name=aside.name)
            earlier = next((best for best in results if best.game_kind == result.game_kind), None)
            recorded = SavedResult(result, earlier, trouble)
            if recorded.is_best:
                others = [best for best in results if best.game_kind != result.game_kind][-MOST + 1 :]
                write_json(path, plain(RecordsDocument(best=(*others, result))))
    except OSError as error:
        return SavedResult(result, earlier, _("the result could not be saved: {error}", error=error))
    return recorded


def best_of(
    known: Sequence[BestDocument], ruleset: str, scenario: str, field: str, roster: str, rounds: int
) -> BestDocument | None:
    """Return the best result of one kind of game, or None."""
    return next((best for best in known if best.game_kind == (ruleset, scenario, field, roster, rounds)), None)


def result_text(best: BestDocument, book: AnyRuleset) -> str:
    """Return the points and the rulebook's name for the degree of success, in words."""
    points = f"{best.points} {_(book.terms.points)}"
    return f"{points} - {_(best.degree)}" if best.degree else points


def game_text(best: BestDocument, book: AnyRuleset) -> str:
    """Return the kind of game in words."""
    offer = next((scenario for scenario in book.offers().scenarios if scenario.name == best.scenario), None)
    scenario = best.scenario if offer is None else offer.title
    text = _("{roster}: {scenario} on {map}", roster=best.roster, scenario=scenario, map=best.map)
    return _("{what}, {rounds} rounds", what=text, rounds=best.rounds) if best.rounds else text


def result_message(recorded: SavedResult, book: AnyRuleset) -> str:
    """Return the message about a result at the end of its game."""
    reached = result_text(recorded.result, book)
    if recorded.before is None:
        return _("Solo: {reached}. Your first result here.", reached=reached)
    earlier = result_text(recorded.before, book)
    if recorded.is_best:
        return _("Solo: {reached}. A new best; your old one was {before}.", reached=reached, before=earlier)
    return _("Solo: {reached}. Your best here is {before}.", reached=reached, before=earlier)
