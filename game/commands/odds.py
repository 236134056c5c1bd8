"""`odds` prints exact odds that a rulebook can calculate without a table."""

from collections.abc import Callable, Sequence
from typing import Any

import click

from game.commands.output import UsageRefusal, show
from game.commands.rulebook import RulebookGroup, build, ruleset_option
from game.engine.core.odds import Chance
from game.engine.rulebook.facets import Calculation, Values, Verb
from game.engine.rulebook.ruleset import AnyRuleset
from game.wording import _, numeral


class Calculations(RulebookGroup):
    """A command for each calculation of the rulebook; without a name, the first is used."""

    def verbs(self, book: AnyRuleset) -> Sequence[Verb[Callable[[Values], Calculation]]]:
        calculations = book.papers.calculations() if book.papers is not None else ()
        if not calculations:
            raise UsageRefusal(_("{title} has no odds without a table", title=_(book.title)))
        return calculations

    def default(self, book: AnyRuleset) -> str:
        return self.verbs(book)[0].name

    def build(self, verb: Verb[Callable[[Values], Calculation]]) -> click.Command:

        def run(values: Values, shared: dict[str, Any]) -> None:
            calculation, fractions = verb.run(values), bool(shared["fractions"])
            lines = calculation.lines(lambda chance: str(chance.fraction) if fractions else numeral(chance, ".2%"))
            show(plain(calculation.figures, fractions), lines, shared["as_json"])

        help_of_fractions = _("Print exact fractions instead of decimals.")
        as_json = click.Option(["--json", "as_json"], is_flag=True, help=_("Print JSON."))
        return build(verb, run, click.Option(["--fractions"], is_flag=True, help=help_of_fractions), as_json)


@click.group(cls=Calculations)
@ruleset_option
def command(ruleset: str) -> None:
    """Exact odds for a situation you describe. Without a COMMAND, the first one is used."""


def plain(value: Any, fractions: bool) -> Any:
    """Return odds as JSON-ready data. Chances are numbers from 0 to 1 or, with `fractions`, texts like "5/12"."""
    if isinstance(value, Chance):
        return str(value.fraction) if fractions else float(value)
    if isinstance(value, dict):
        return {key: plain(part, fractions) for key, part in value.items()}
    return [plain(part, fractions) for part in value] if isinstance(value, list) else value
