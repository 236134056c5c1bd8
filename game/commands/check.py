"""`check`: is a document sound, and if not, what is wrong, where, and what to do."""

import json

import click

from game import rulesets
from game.commands.errors import reason_of
from game.commands.formats import load_any
from game.commands.rulebook import chosen
from game.documents.error import DocumentError
from game.documents.reading import Document
from game.engine.rulebook.abilities import MapJudging
from game.engine.rulebook.ruleset import AnyRuleset
from game.engine.saving.documents import PositionDocument, SaveDocument
from game.engine.saving.saves import give_answers, open_position, require_dice_used, restore
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
@click.option("--for", "rulebook", metavar="RULEBOOK", help="Also judge maps by this rulebook.")
@click.option("--players", type=click.IntRange(1, 8), default=2, show_default=True, help="How many will play on a map.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list instead of lines.")
@click.pass_context
def command(ctx: click.Context, files: tuple[str, ...], rulebook: str | None, players: int, as_json: bool) -> None:
    """Validate documents of any kind; one line for each file. Exit code 2 if any of them is bad.

    Positions and saves are opened as a game, so that what they hold is judged by their rulebook too.
    """
    judge = None if rulebook is None else chosen(rulebook)
    verdicts = [_verdict(file, judge, players) for file in files]
    if as_json:
        click.echo(json.dumps(verdicts, indent=2))
    else:
        for verdict in verdicts:
            click.echo(
                _("{file}: ok, a {kind}", file=verdict["file"], kind=verdict["kind"])
                if verdict["ok"]
                else verdict["message"]
            )
    ctx.exit(0 if all(verdict["ok"] for verdict in verdicts) else 2)


def _verdict(file: str, judge: AnyRuleset | None, players: int) -> dict[str, object]:
    try:
        kind, document = load_any(file)
        _judge_game(document, file)
        if judge is not None and isinstance(document, MapDocument):
            _judge_map(document, file, judge, players)
    except (DocumentError, OSError) as error:
        where, reason = (error.where, error.reason) if isinstance(error, DocumentError) else ("", error.strerror)
        return {"file": file, "ok": False, "where": where, "reason": reason, "message": reason_of(error)}
    return {"file": file, "ok": True, "kind": kind.name}


def _judge_game(document: object, file: str) -> None:
    """Raise `DocumentError` for the first thing wrong in the game that a position, save or setup describes."""
    if isinstance(document, PositionDocument):
        session = open_position(document, rulesets.find, file)
        give_answers(session, document, file)
        require_dice_used(session, file)
    elif isinstance(document, SaveDocument):
        restore(document, rulesets.find, file)
    elif isinstance(document, Document) and document.format == "inchwise-setup":
        plain = document.model_dump(mode="json", exclude_none=True)
        rulesets.find(plain["ruleset"], file).read_setup(plain, file)


def _judge_map(document: MapDocument, file: str, judge: AnyRuleset, players: int) -> None:
    """Raise `DocumentError` for the first thing that a rulebook holds against the map."""
    problems = judge.map_problems(document, players) if isinstance(judge, MapJudging) else ()
    if problems:
        more = _(" and {n} more", n=len(problems) - 1) if len(problems) > 1 else ""
        raise DocumentError(file, problems[0].where, f"{problems[0]}{more}")
