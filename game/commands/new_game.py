"""The options that describe a new game, shared by the commands that start one."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import click

from game import rulesets
from game.commands.errors import Refusal
from game.engine.rulebook.ruleset import GamePlan
from game.players import PLAYERS
from game.players.new_session import HUMAN, KINDS
from game.wording import _

COLOUR = re.compile(r"#[0-9a-f]{6}")
LONGEST_NAME = 80


def new_game_options(players: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator that adds the options; `players` is the default of --players."""
    options = [
        click.option("--ruleset", default=rulesets.names()[0], show_default=True, help="The rulebook."),
        click.option("--scenario", help="The scenario; without it the rulebook's first."),
        click.option("--map", "map_name", metavar="MAP", help="A bundled map by name, or a map document."),
        click.option("--players", default=players, show_default=True, help="Who plays, in seniority order."),
        click.option("--names", help="The players' names, in the same order: Ann,Bob."),
        click.option("--colours", help="The players' colours, in the same order: #3f8fd2,#d9653b."),
        click.option(
            "--roster", "rosters", multiple=True, type=click.Path(), help="A roster file; once for each player."
        ),
        click.option("--rounds", type=int, help="How many rounds, where the rulebook lets you agree on it."),
        click.option("--wild-handler", metavar="NAME", help="Who handles wild models by agreement, or: lowest."),
        click.option(
            "--advanced",
            "switches",
            multiple=True,
            metavar="RULE",
            help="An optional rule to play with; once for each.",
        ),
        click.option("--threat-traits", metavar="HOW", help="How threats come by their traits: rolled or chosen."),
        click.option("--supply", metavar="HOW", help="Spare terrain for Shaping: few, many or none."),
        click.option("--seed", type=click.IntRange(0, 2**62), help="Seed of the dice; else a new one, in simulate 0."),
    ]

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


@dataclass(frozen=True)
class Request:
    """A new game as asked for on the command line: the rulebook, the plan and who plays each seat."""

    ruleset: str
    plan: GamePlan
    kinds: tuple[str, ...]


def read_names(text: str) -> tuple[str, ...]:
    """Return the names in a text with commas, in order; raise `Refusal` for what is none."""
    called = tuple(name.strip() for name in text.split(","))
    for name in called:
        if len(name) > LONGEST_NAME or not name.isprintable():
            raise Refusal(
                _(
                    "--names: {name!r} is no name - use one line of at most {most} letters",
                    name=name[:LONGEST_NAME],
                    most=LONGEST_NAME,
                )
            )
    return called


def read_request(
    *,
    ruleset: str,
    scenario: str | None,
    map_name: str | None,
    players: str,
    names: str | None,
    colours: str | None,
    rosters: tuple[str, ...],
    rounds: int | None,
    wild_handler: str | None,
    switches: tuple[str, ...],
    threat_traits: str | None = None,
    supply: str | None = None,
    people: bool,
) -> Request:
    """Return what was asked for; raise `Refusal` on what cannot be. With `people`, humans may play too."""
    if ruleset not in rulesets.names():
        raise Refusal(
            _(
                "no rulebook is called {ruleset!r} - use one of {names}",
                ruleset=ruleset,
                names=", ".join(rulesets.names()),
            )
        )
    known = KINDS if people else tuple(PLAYERS)
    kinds = tuple(kind.strip() for kind in players.split(","))
    for kind in kinds:
        if kind not in known:
            raise Refusal(
                _(
                    "--players: {kind!r} is no kind of player here - use {known}, one for each seat",
                    kind=kind,
                    known=", ".join(known),
                )
            )
    called = read_names(names) if names else default_names(kinds)
    if len(called) != len(kinds) or not all(called):
        raise Refusal(
            _("--names: {n} names are needed, one for each of --players {players}", n=len(kinds), players=players)
        )
    tints = tuple(colour.strip().lower() for colour in colours.split(",")) if colours else ()
    if tints and (len(tints) != len(kinds) or not all(COLOUR.fullmatch(tint) for tint in tints)):
        raise Refusal(_("--colours: {n} are needed, one for each of --players, each like #3f8fd2", n=len(kinds)))
    terms = (("threat_traits", threat_traits), ("supply", supply))
    agreed = tuple((name, value) for name, value in terms if value is not None)
    plan = GamePlan(called, scenario, map_name, rounds, rosters, wild_handler, switches, tints, agreed)
    return Request(ruleset, plan, kinds)


def default_names(kinds: tuple[str, ...]) -> tuple[str, ...]:
    """Return a name for each seat: "Player 1", or the kind of program that sits there."""
    return tuple(
        f"Player {place}" if kind == HUMAN else f"{kind.capitalize()} {place}" for place, kind in enumerate(kinds, 1)
    )
