"""`odds`: exact odds of an engage, a test or a recovery, without a table."""

from __future__ import annotations

import json
from importlib import import_module
from typing import Any

import click

from game.commands.campaigns import rulebook_with
from game.commands.errors import Refusal
from game.engine.core.odds import Chance
from game.wording import _, numeral

AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
FRACTIONS = click.option("--fractions", is_flag=True, help="Print exact fractions instead of shares of one.")


def known() -> Any:
    """Return the module of the rulebook that knows fighters without a table."""
    return import_module(f"game.rulesets.{rulebook_with('odds.duel_odds')}.odds.duel_odds")


@click.group(
    invoke_without_command=True,
    epilog="""\b
A fighter is its die, traits with ranks, flaws, "damage N", "unaligned" for one without Triumphs.
\b
Examples:
  python -m game odds --attacker "D8 Deadly 2" --defender "D6 Defensive 1 Tough 1"
  python -m game odds --attacker "D12 Merciless 1" --defender D6 --defender "D8 damage 3" --json
  python -m game odds --attacker D8 --defender "D10 unaligned" --challenging attacker --fractions
  python -m game odds --attacker "D6 Ranged 1" --defender D8 --out-of-reach attacker
  python -m game odds test "D6 Inspired 1 Unlucky"
  python -m game odds recovery "D8 Relentless 1" --damage 5 --healer 2
""",
)
@click.option("--attacker", metavar="FIGHTER", help="The active model.")
@click.option("--defender", "defenders", multiple=True, metavar="FIGHTER", help="An opponent; again for each more.")
@click.option(
    "--challenging",
    multiple=True,
    metavar="WHO",
    help="Whose attack rolls are challenging: attacker, defender, both, defender-2...",
)
@click.option(
    "--out-of-reach", multiple=True, metavar="WHO", help="Who takes no damage: out of the winners' attack range."
)
@click.option("--apart", is_flag=True, help="The defenders are hostile to each other too.")
@click.option("--hard-recovery", is_flag=True, help="Recovery rolls are challenging.")
@FRACTIONS
@AS_JSON
@click.pass_context
def command(
    ctx: click.Context,
    attacker: str | None,
    defenders: tuple[str, ...],
    challenging: tuple[str, ...],
    out_of_reach: tuple[str, ...],
    apart: bool,
    hard_recovery: bool,
    fractions: bool,
    as_json: bool,
) -> None:
    """Exact odds: who wins an engage, what it costs, who is lost at recovery; of a test; of a recovery."""
    if ctx.invoked_subcommand is not None:
        if attacker is not None or defenders:
            raise Refusal(
                _(
                    "--attacker and --defender do not go with {command} - leave them out",
                    command=ctx.invoked_subcommand,
                )
            )
        return
    if attacker is None or not defenders:
        raise Refusal(_("give --attacker and at least one --defender, or one of the commands test and recovery"))
    found = known().engage(
        attacker,
        defenders,
        challenging=challenging,
        out_of_reach=out_of_reach,
        apart=apart,
        hard_recovery=hard_recovery,
    )
    if as_json:
        click.echo(json.dumps(plain(found, fractions), indent=2))
        return
    click.echo(_("for the attacker: {shares}", shares=told(found, "win tie lose", fractions)))
    for model in found["models"]:
        click.echo(f"{model['id']}: {model['fighter']}")
        click.echo(_("  damage    {spread}", spread=spread(model["damage"], fractions)))
        click.echo(_("  casualty  {share} at recovery", share=share(model["casualty"], fractions)), nl=False)
        click.echo(_(" (without the engage {share})", share=share(model["casualty_without"], fractions)))
        click.echo(_("  Triumph   {share}", share=share(model["triumph"], fractions)))


@command.command("test")
@click.argument("fighter")
@click.option("--inactive", is_flag=True, help="It is not the active model.")
@FRACTIONS
@AS_JSON
def test(fighter: str, inactive: bool, fractions: bool, as_json: bool) -> None:
    """Odds that FIGHTER passes a test, such as "D6 Inspired 1 Unlucky"."""
    found = known().test(fighter, active=not inactive)
    if as_json:
        click.echo(json.dumps(plain(found, fractions), indent=2))
        return
    click.echo(f"{found['fighter']}: {told(found, 'success failure triumph', fractions)}")
    click.echo(_("  result    {spread}", spread=spread(found["results"], fractions)))


@command.command("recovery")
@click.argument("fighter")
@click.option("--damage", type=click.IntRange(0, 99), help="The damage it has; else what its description says.")
@click.option("--healer", type=click.IntRange(0, 3), default=0, help="The rank of a Healer that covers it.")
@click.option("--challenging", is_flag=True, help="The roll is challenging.")
@FRACTIONS
@AS_JSON
def recovery(fighter: str, damage: int | None, healer: int, challenging: bool, fractions: bool, as_json: bool) -> None:
    """Odds that FIGHTER outlives the Recovery phase, such as "D8 Relentless 1 damage 5"."""
    found = known().recovery(fighter, damage=damage, healer=healer, challenging=challenging)
    if as_json:
        click.echo(json.dumps(plain(found, fractions), indent=2))
        return
    click.echo(f"{found['fighter']}: {told(found, 'survival casualty triumph', fractions)}")
    if found["removed_before"]:
        click.echo(_("  {n} damage is removed before the roll", n=found["removed_before"]))
    click.echo(_("  result    {spread}", spread=spread(found["results"], fractions)))


def plain(value: Any, fractions: bool) -> Any:
    """Return odds as JSON-ready data: chances as shares of one, or as texts like "5/12"."""
    if isinstance(value, Chance):
        return str(value.fraction) if fractions else float(value)
    if isinstance(value, dict):
        return {key: plain(part, fractions) for key, part in value.items()}
    return [plain(part, fractions) for part in value] if isinstance(value, list) else value


def share(chance: Chance, fractions: bool) -> str:
    """Return a chance as people read it."""
    return str(chance.fraction) if fractions else numeral(chance, ".2%")


def told(found: dict[str, Any], names: str, fractions: bool) -> str:
    """Return named chances in a row."""
    return ", ".join(f"{name} {share(found[name], fractions)}" for name in names.split())


def spread(chances: dict[str, Chance], fractions: bool) -> str:
    """Return amounts with their chances in a row."""
    return "   ".join(f"{amount}: {share(chance, fractions)}" for amount, chance in chances.items())
