"""`records` lists the best solo results."""

from collections.abc import Iterator
from operator import attrgetter

import click

from game import rulesets
from game.commands.output import show
from game.engine.saving.records import BestDocument, best_results, game_text, result_text
from game.wording import _


@click.command(
    epilog="""\b
Examples:
  python -m game play --players human --map hollow-wood
  python -m game records
  python -m game records --json
"""
)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list instead of a table.")
def command(as_json: bool) -> None:
    """List your best solo results for each scenario, map, roster and number of rounds."""
    records = sorted(best_results(), key=attrgetter("ruleset", "scenario", "map", "roster", "rounds"))
    show([record.model_dump(mode="json") for record in records], _result_lines(records), as_json)


def _result_lines(records: list[BestDocument]) -> Iterator[str]:
    if not records:
        yield _("No results yet: finish a solo game to set the first.")
    for best in records:
        if best.ruleset not in rulesets.names():
            yield f"{best.roster}, {best.scenario}, {best.map}: {best.points}"
            continue
        book = rulesets.load(best.ruleset)
        day = best.at[:10]
        yield f"{game_text(best, book)}: {result_text(best, book)}" + (f" ({day})" if day else "")
