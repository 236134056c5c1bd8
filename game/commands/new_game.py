"""The options that describe a new game, shared by all commands that start a game."""

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import Any

import click

from game import players as bots
from game.commands.output import UsageRefusal
from game.commands.rulebook import chosen, ruleset_option, with_options
from game.documents.error import DocumentError
from game.engine.rosters import imports_foreign, rosters_of
from game.engine.rulebook.facets import Parameter
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.ruleset import AnyRuleset
from game.players.strength import strengths
from game.printable import one_line
from game.wording import N_, _, ngettext

COLOUR = re.compile(r"#[0-9a-f]{6}")
LONGEST_NAME = 80


class BotsOption(click.Option):
    """An option whose help lists the bots of this program."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        record = super().get_help_record(ctx)
        return record and (record[0], record[1].replace("{bots}", ", ".join(reversed(bots.PLAYERS))))


def agreement_options(book: AnyRuleset) -> list[Parameter]:
    """Return options for the agreements of a rulebook."""
    return [Parameter(agreement.name, agreement.help, metavar=agreement.metavar) for agreement in book.agreements()]


def game_command(more: Callable[[AnyRuleset], Sequence[Parameter]]) -> type[click.Command]:
    """Return a command class with options from the rulebook; its help shows the strengths of the computer players."""

    class GameCommand(with_options(more)):  # type: ignore[misc]  # a class made for these options
        def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
            if measured := strengths(ctx.obj.name):
                with formatter.section(_("Levels, measured against each other")):
                    for line in measured:
                        formatter.write_text(line)
            super().format_epilog(ctx, formatter)

    return GameCommand


NewGameCommand = game_command(agreement_options)
"""The class of commands that start a game, with options for the rulebook's agreements."""


def new_game_options(
    players: str, *, rosters: str = N_("A roster file; repeat for each player."), several: bool = False
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator that adds the options of a new game to a command.

    `players` is the default of --players, `rosters` the help of --roster. With `several`, --scenario, --map and
    --players may be repeated. `NewGameCommand` adds the options of a single rulebook.
    """
    default_players = [players] if several else players
    repeatable: Any = partial(click.option, multiple=several)
    options = [
        ruleset_option,
        repeatable("--scenario", help="The scenario; the rulebook's first if left out."),
        repeatable("--map", "map_name", metavar="MAP", help="A bundled map by name, or a map document."),
        repeatable(
            "--players",
            default=default_players,
            show_default=True,
            cls=BotsOption,
            help="Who plays, in seniority order: human, {bots} or an installed bot.",
        ),
        click.option("--names", help="The players' names, in the same order: Ann,Bob."),
        click.option("--colours", help="The players' colours, in the same order: #3f8fd2,#d9653b."),
        click.option("--roster", "rosters", multiple=True, type=click.Path(), help=rosters),
        click.option("--rounds", type=int, help="Number of rounds, if the rulebook lets you choose."),
        click.option(
            "--advanced",
            "switches",
            multiple=True,
            metavar="RULE",
            help="An optional rule to play with; may be repeated.",
        ),
        click.option(
            "--seed", type=click.IntRange(0, 2**62), help="Seed for the dice; random if left out (0 in simulate)."
        ),
    ]

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


@dataclass(frozen=True)
class Request:
    """A new game as described on the command line. `seated`: --players was given."""

    ruleset: str
    plan: GamePlan
    kinds: tuple[str, ...]
    seated: bool = False


def read_names(text: str) -> tuple[str, ...]:
    """Return the comma-separated names in a text, in order; raise `UsageRefusal` for an unusable name."""
    names = tuple(name.strip() for name in text.split(","))
    for name in names:
        if len(name) > LONGEST_NAME or not name.isprintable():
            refused = N_("--names: {name!r} is not a valid name - use one line of at most {most} letters")
            raise UsageRefusal(_(refused, name=name[:LONGEST_NAME], most=LONGEST_NAME))
    return names


def read_request(
    *,
    ruleset: str,
    players: str,
    names: str | None,
    colours: str | None,
    map_name: str | None,
    people: bool,
    **more: Any,
) -> Request:
    """Return the game that the options describe; `people` tells whether humans may play.

    `more` holds the other parts of a `GamePlan`, and the rulebook's agreements by name (None: not given). Raises
    `UsageRefusal`, or `BrokenPlayer` for an unusable bot of another package.
    """
    chosen(ruleset)
    player_kinds = (bots.HUMAN, *bots.names()) if people else bots.names()
    kinds = tuple(kind.strip() for kind in players.split(","))
    for kind in kinds:
        if kind not in player_kinds:
            refused = N_("--players: {kind!r} is not a kind of player - use {known}, one for each seat")
            raise UsageRefusal(_(refused, kind=kind, known=", ".join(player_kinds)))
        if kind != bots.HUMAN and kind not in bots.PLAYERS:
            bots.make_player(kind, 0)  # raises `BrokenPlayer` here and now
    seat_names = read_names(names) if names else tuple(map(_default_name, kinds, count(1)))
    if len(seat_names) != len(kinds) or not all(seat_names):
        refused = N_("--names: {n} names are needed, one for each of --players {players}")
        raise UsageRefusal(_(refused, n=len(kinds), players=players))
    tints = tuple(colour.strip().lower() for colour in colours.split(",")) if colours else ()
    if tints and (len(tints) != len(kinds) or not all(COLOUR.fullmatch(tint) for tint in tints)):
        raise UsageRefusal(_("--colours: {n} are needed, one for each of --players, each like #3f8fd2", n=len(kinds)))
    parts = {name: more.pop(name) for name in ("scenario", "rounds", "rosters", "switches")}
    agreements = tuple((name, value) for name, value in more.items() if value is not None)
    plan = GamePlan(seat_names, map=map_name, colours=tints, agreed=agreements, **parts)
    _announce_remarks(chosen(ruleset), plan.rosters)
    return Request(ruleset, plan, kinds, players_named())


def _announce_remarks(book: AnyRuleset, rosters: Sequence[str]) -> None:
    """Announce, once for each imported roster with remarks, that `roster check` shows them."""
    importer = rosters_of(book)
    if importer is None or not imports_foreign(book):
        return
    context = click.get_current_context(silent=True)
    announced: set[str] = context.meta.setdefault(__name__, set()) if context is not None else set()
    for name in rosters:
        if name in announced:
            continue
        announced.add(name)
        with suppress(DocumentError, OSError):  # `rulebook.new_setup` refuses the file in a moment
            if remarks := importer.read(name)[1]:
                text = ngettext(
                    "{name}: {n} note; `roster check` shows it",
                    "{name}: {n} notes; `roster check` shows them",
                    len(remarks),
                    name=one_line(name),
                )
                click.echo(text, err=True)


def players_named() -> bool:
    """Return whether --players was given."""
    context = click.get_current_context(silent=True)
    return context is not None and context.get_parameter_source("players") is not click.core.ParameterSource.DEFAULT


def _default_name(kind: str, place: int) -> str:
    return f"{'Player' if kind == bots.HUMAN else kind.capitalize()} {place}"
