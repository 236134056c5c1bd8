"""`rules` looks up rules by words or by id."""

import textwrap
from collections.abc import Iterator, Sequence

import click

from game.commands.output import UsageRefusal, show
from game.commands.rulebook import chosen, ruleset_option
from game.engine.rulebook.reference import Rule, Rulebook
from game.wording import N_, _

COLUMNS = 88


@click.command(
    epilog="""\b
Examples:
  python -m game rules                      every rule, chapter by chapter
  python -m game rules barricade move       the rules that mention both
  python -m game rules --id ID              one rule and its links
"""
)
@click.argument("words", nargs=-1, metavar="[WORDS]...")
@click.option("--id", "identity", help="One rule by its id.")
@ruleset_option
@click.option("--json", "as_json", is_flag=True, help="Print the rules as JSON.")
def command(words: tuple[str, ...], identity: str | None, ruleset: str, as_json: bool) -> None:
    """Look up rules in our own words: all of them, those with certain WORDS, or one by its id."""
    if words and identity is not None:
        raise UsageRefusal(_("--id and words to search for cannot be combined - use one of them"))
    rulebook = Rulebook(chosen(ruleset).rules())
    rules = _find_rules(words, identity, rulebook)
    full = identity is not None
    lines = _rule_lines(rules, rulebook, chapters=not words and not full, full=full)
    show([rule.plain() for rule in rules], lines, as_json)


def _find_rules(words: tuple[str, ...], identity: str | None, rulebook: Rulebook) -> tuple[Rule, ...]:
    if identity is None:
        text = " ".join(words)
        matches = rulebook.search(text)
        if not matches:
            raise UsageRefusal(
                _(
                    "no rule has all the words in {text!r} - try fewer words, or just their first letters",
                    text=text[:60],
                )
            )
        return matches
    rule = rulebook.find(identity)
    if rule is None:
        text = N_("--id: no rule is called {id!r} - see python -m game rules, starting with {first}")
        raise UsageRefusal(_(text, id=identity[:40], first=rulebook.rules[0].id if rulebook.rules else ""))
    return (rule,)


def _rule_lines(rules: Sequence[Rule], rulebook: Rulebook, *, chapters: bool, full: bool) -> Iterator[str]:
    chapter = ""
    for rule in rules:
        if chapters and rule.chapter != chapter:
            chapter = rule.chapter
            yield f"{chapter}\n{'=' * len(chapter)}\n"
        yield f"{rule.id}  {rule.title}" + (f"  ({rule.chapter})" if full else "")
        for text in (rule.text, *rule.examples):
            lead = "    " if text is rule.text else "    - "
            yield textwrap.fill(text, COLUMNS, initial_indent=lead, subsequent_indent=" " * len(lead))
        if full and rule.see:
            yield _("    See also:")
            yield from (f"      {other.id}  {other.title}" for other in rulebook.seen_from(rule))
        yield ""
