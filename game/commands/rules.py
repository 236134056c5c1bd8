"""`rules`: look a rule up, by words or by its id."""

from __future__ import annotations

import json
import textwrap

import click

from game.commands.errors import UsageRefusal
from game.commands.rulebook import chosen, ruleset_option
from game.engine.rulebook.reference import Rule, Rulebook
from game.engine.rulebook.ruleset import AnyRuleset
from game.wording import _

WIDE = 88
"""Columns of the text."""


@click.command(
    epilog="""\b
Examples:
  python -m game rules                      every rule, chapter by chapter
  python -m game rules barricade move       the rules that speak of both
  python -m game rules --id ID              one rule, with what it is linked to
"""
)
@click.argument("words", nargs=-1, metavar="[WORDS]...")
@click.option("--id", "identity", help="One rule by its id.")
@ruleset_option
@click.option("--json", "as_json", is_flag=True, help="Print the rules as JSON.")
def command(words: tuple[str, ...], identity: str | None, ruleset: str, as_json: bool) -> None:
    """Look rules up in our own words: all of them, those with certain WORDS, or one by its id."""
    if words and identity is not None:
        raise UsageRefusal(_("--id and words to search for ask for two different things - give one of them"))
    found, rulebook = _found(words, identity, chosen(ruleset))
    if as_json:
        click.echo(json.dumps([rule.plain() for rule in found], indent=2))
        return
    chapter = ""
    for rule in found:
        if not words and identity is None and rule.chapter != chapter:
            chapter = rule.chapter
            click.echo(f"{chapter}\n{'=' * len(chapter)}\n")
        _tell(rule, rulebook, full=identity is not None)


def _found(words: tuple[str, ...], identity: str | None, book: AnyRuleset) -> tuple[tuple[Rule, ...], Rulebook]:
    rulebook = Rulebook(book.rules())
    if identity is None:
        found = rulebook.search(" ".join(words))
        if not found:
            text = " ".join(words)[:60]
            raise UsageRefusal(_("no rule has all of {text!r} - try fewer words or their beginnings", text=text))
        return found, rulebook
    rule = rulebook.find(identity)
    if rule is None:
        raise UsageRefusal(
            _(
                "--id: no rule is called {id!r} - python -m game rules lists them, {first} is the first",
                id=identity[:40],
                first=rulebook.rules[0].id if rulebook.rules else "",
            )
        )
    return (rule,), rulebook


def _tell(rule: Rule, rulebook: Rulebook, *, full: bool) -> None:
    click.echo(f"{rule.id}  {rule.title}" + (f"  ({rule.chapter})" if full else ""))
    for text in (rule.text, *rule.examples):
        lead = "    " if text is rule.text else "    - "
        click.echo(textwrap.fill(text, WIDE, initial_indent=lead, subsequent_indent=" " * len(lead)))
    if full and rule.see:
        click.echo(_("    See also:"))
        for other in rulebook.seen_from(rule):
            click.echo(f"      {other.id}  {other.title}")
    click.echo("")
