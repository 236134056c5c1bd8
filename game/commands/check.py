"""`check` reports whether documents are valid; for an invalid one, where the first fault is, why, and the remedy."""

from typing import Any

import click

from game import rulesets
from game.commands.output import judge_all, with_warnings
from game.commands.rulebook import chosen
from game.commands.run import play_position
from game.documents.error import DocumentError
from game.engine.rulebook.ruleset import AnyRuleset
from game.engine.saving.documents import PositionDocument, SaveDocument
from game.engine.saving.loading import verify
from game.play.document_kinds import foreign_kind, load_any
from game.table.documents import MapDocument
from game.wording import _


@click.command(
    epilog="""\b
Examples:
  python -m game check my_map.json
  python -m game check maps/*.json --json
  python -m game check my_map.json --for RULEBOOK --players 3
"""
)
@click.argument("files", nargs=-1, required=True, type=click.Path())
@click.option("--for", "rulebook", metavar="RULEBOOK", help="Check maps and lists against this rulebook only.")
@click.option("--players", type=click.IntRange(1, 8), default=2, show_default=True, help="How many will play on a map.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list instead of lines.")
def command(files: tuple[str, ...], rulebook: str | None, players: int, as_json: bool) -> None:
    """Validate documents of any kind, one line per file. Exit code 2 if any is invalid.

    Positions and saves are opened as games, and saves are replayed, so that their rulebook checks them too.
    """
    wanted_book = None if rulebook is None else chosen(rulebook)

    def judge(file: str) -> dict[str, Any]:
        foreign = foreign_kind(file, rulebook or "")
        if foreign is not None:
            return {"kind": foreign.name} | with_warnings(foreign.read(file))
        kind, document = load_any(file)
        _require_playable(document, file)
        if isinstance(document, MapDocument):
            books = [rulesets.load(name) for name in document.rulesets if name in rulesets.names()]
            for book in books if wanted_book is None else [wanted_book]:
                _require_map_allowed(book, document, players, file)
        return {"kind": kind.name}

    judge_all(files, judge, lambda good: _("{file}: ok, a {kind}", file=good["file"], kind=good["kind"]), as_json)


def _require_map_allowed(book: AnyRuleset, document: MapDocument, players: int, file: str) -> None:
    """Raise `DocumentError` if a rulebook forbids a map."""
    problems = book.papers.map_problems(document, players) if book.papers is not None else ()
    if problems:
        further_problems = _(" and {n} more", n=len(problems) - 1) if len(problems) > 1 else ""
        raise DocumentError(file, problems[0].where, f"{problems[0]}{further_problems}")


def _require_playable(document: object, file: str) -> None:
    """Raise `DocumentError` for the first fault in the game that a position or save describes."""
    if isinstance(document, PositionDocument):
        play_position(document, file)
    elif isinstance(document, SaveDocument):
        for difference in verify(document, rulesets.find, file)[1]:
            reason = _("its replay differs {difference} - it cannot be trusted", difference=difference)
            raise DocumentError(file, difference.where or "journal", reason)
