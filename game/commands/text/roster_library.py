"""The subcommands of `roster` for missing profiles: `library` adds catalogues, `profile` adds typed profiles."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from game.commands.output import UsageRefusal, show, with_warnings
from game.documents.battlescribe.libraries import Libraries, add_library, library_words, remove_library
from game.documents.error import UnfinishedError
from game.engine.rosters import rosters_of, stand_ins
from game.engine.rulebook.facets import Gathering
from game.engine.rulebook.ruleset import AnyRuleset
from game.wording import _

json_option = click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")


def gathering_of(book: AnyRuleset) -> Gathering:
    """Return how a rulebook gets profiles for lists; raise `UsageRefusal` if its lists need none."""
    rosters = rosters_of(book)
    gathering = rosters.gathering() if rosters is not None else None
    if gathering is None:
        raise UsageRefusal(_("{title} has no libraries", title=_(book.title)))
    return gathering


@click.group("library", invoke_without_command=True)
@json_option
@click.pass_context
def library(context: click.Context, as_json: bool) -> None:
    """List your libraries: the profiles in BattleScribe catalogues, for lists without any."""
    book = context.obj
    gathering_of(book)
    if context.invoked_subcommand is not None:
        return
    libraries = Libraries(book.name)
    listed = libraries.listed()
    rows = [{"name": name, "catalogues": catalogues, "units": units} for name, catalogues, units in listed]
    lines = [library_words(*entry) for entry in listed] or [
        _("You have no libraries. Add catalogues with: roster library add PATH")
    ]
    show(rows + [{"trouble": trouble} for trouble in libraries.troubles], [*lines, *libraries.troubles], as_json)


@library.command("add")
@click.argument("path", type=click.Path())
@json_option
@click.pass_obj
def add(book: AnyRuleset, path: str, as_json: bool) -> None:
    """Add the catalogues at PATH: a .cat, .catz, .gst or .gstz file, or a folder or zip of them.

    A library of the same name is replaced.
    """
    gathering = gathering_of(book)
    added = add_library(Path(path), book.name, gathering.system, gathering.game)
    facts = {"name": added.name, "catalogues": added.catalogues, "units": added.units}
    words = library_words(added.name, added.catalogues, added.units)
    lines = [_("Added {library}", library=words), *(f"  {remark}" for remark in added.remarks)]
    show(facts | with_warnings(added.remarks), lines, as_json)


@library.command("remove")
@click.argument("name")
@click.pass_obj
def remove(book: AnyRuleset, name: str) -> None:
    """Remove the library NAME; games keep the profiles they began with."""
    gathering_of(book)
    remove_library(name, book.name)
    click.echo(_("{name} is removed", name=name))


@click.group("profile", invoke_without_command=True)
@json_option
@click.pass_context
def profile(context: click.Context, as_json: bool) -> None:
    """List the profiles of units that you typed."""
    gathering = _typed(context.obj)
    if context.invoked_subcommand is None:
        names = list(gathering.profiles())
        show(names, names or [_("You have typed no profiles. Add one with: roster profile add FILE")], as_json)


@profile.command("add", epilog="""\b
Example of a FILE:
  name: Ember Guard
  move: 5
  health: 2
  save: 4+
  control: 1
  models: 5
  base: 32mm
  keywords: [INFANTRY, CHAMPION]
  weapons:
    - "Spear: 2 4+ 3+ 1 1 Anti-charge (+1 Rend)"
    - "Bow: 18\" 2 4+ 4+ - 1"
Or, if a library has the unit under another name:
  name: Ember Guard
  like: Ember Guards
""")  # fmt: skip
@click.argument("file", type=click.Path(dir_okay=False))
@click.pass_obj
def add_profile(book: AnyRuleset, file: str) -> None:
    """Save the profile in FILE, a YAML or JSON document; one of the same unit is replaced.

    A weapon is a line: name, range in inches if it shoots, attacks, hit, wound, rend, damage, abilities.
    """
    keep = _typed(book).keep
    assert keep is not None
    click.echo(_("The profile of {unit} is saved", unit=keep(file)))


@profile.command("stand-in")
@click.argument("name")
@click.pass_obj
def stand_in(book: AnyRuleset, name: str) -> None:
    """Let units of included rosters stand in for units without a profile in the list NAME, so that it can be played.

    Each one lends the values of the unit nearest in points; a library or a typed profile replaces it.
    """
    gathering, rosters = _typed(book), rosters_of(book)
    assert rosters is not None  # `_typed` has asked
    assert gathering.keep is not None
    try:
        rosters.read(name)
    except UnfinishedError as error:
        for profile in stand_ins(gathering, error):
            unit = gathering.keep(profile)
            click.echo(_("{unit}: values of {other}, as a stand-in", unit=unit, other=profile["stands_in"]))
    else:
        click.echo(_("{name} has all its profiles now.", name=name))


@profile.command("remove")
@click.argument("name")
@click.pass_obj
def remove_profile(book: AnyRuleset, name: str) -> None:
    """Remove the profile of the unit NAME."""
    remove = _typed(book).remove
    assert remove is not None
    remove(name)
    click.echo(_("{name} is removed", name=name))


def _typed(book: AnyRuleset) -> Gathering:
    """Return how a rulebook gets profiles for lists; raise `UsageRefusal` if players cannot type them."""
    gathering = gathering_of(book)
    if gathering.keep is None:
        raise UsageRefusal(_("profiles cannot be typed for {title}", title=_(book.title)))
    return gathering


COMMANDS: Final = (library, profile)
"""The commands of this module."""
