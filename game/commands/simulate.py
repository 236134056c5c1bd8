"""`simulate`: many games between bots."""

import sys
from collections.abc import Iterator
from typing import Any

import click

from game.commands.new_game import NewGameCommand, new_game_options, read_request
from game.commands.output import UsageRefusal, show
from game.commands.terminal import INTERRUPTED
from game.lab.batch import BatchPlan, BatchReport, GameReport, play_batch
from game.wording import _


@click.command(
    cls=NewGameCommand,
    epilog="""\b
Examples:
  python -m game simulate --players random,greedy --games 20
  python -m game simulate --scenario score --players random,random --games 500 --seed 1 --check --json
""",
)
@new_game_options("random,random")
@click.option("--games", type=click.IntRange(1, 1_000_000), default=10, show_default=True, help="How many games.")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes (needs joblib).")
@click.option("--check", is_flag=True, help="Check every invariant at every decision; exit code 1 if one breaks.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def command(
    ctx: click.Context, /, games: int, jobs: int, check: bool, as_json: bool, seed: int | None, **new: Any
) -> None:
    """Play many games between programs and count wins, draws and violations. Interrupt it for what is done so far."""
    request = read_request(**new, people=False)
    batch = BatchPlan(request.ruleset, request.plan, request.kinds, seed or 0, check)
    report = _play(batch, games, jobs, quiet=as_json)
    show(report.plain(), _lines(report), as_json)
    ctx.exit(INTERRUPTED if report.interrupted else 1 if report.violations else 0)


def _play(batch: BatchPlan, games: int, jobs: int, *, quiet: bool) -> BatchReport:
    from tqdm import tqdm

    hidden, begins = quiet or not sys.stderr.isatty(), _("getting ready")
    with tqdm(desc=begins, total=games, unit="game", file=sys.stderr, disable=hidden) as bar:

        def progress(game: GameReport) -> None:
            bar.set_description(_("playing"), refresh=False)
            bar.update()

        try:
            return play_batch(batch, games, jobs, progress)
        except ImportError as error:
            raise UsageRefusal(_("--jobs needs joblib: pip install joblib ({error})", error=error)) from None


def _lines(report: BatchReport) -> Iterator[str]:
    wins = ", ".join(f"{player} {count}" for player, count in sorted(report.wins.items())) or "none"
    figure = report.plain()["decisions_per_second"]
    figures = vars(report) | {"figure": figure, "wins": wins, "violations": len(report.violations)}
    yield _("{games} games, {decisions} decisions in {seconds:.1f} s ({figure} a second)", **figures)
    yield _("wins: {wins}; draws: {draws}; won by nobody: {nobody}; violations: {violations}", **figures)
    yield from report.violations[:20]
