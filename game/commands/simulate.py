"""`simulate` plays many games between bots over a grid of scenarios, maps, rosters and players."""

import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, Final

import click

from game import rulesets
from game.commands.new_game import agreement_options, game_command, new_game_options, read_request
from game.commands.output import UsageRefusal, show
from game.commands.rulebook import chosen
from game.commands.terminal import INTERRUPTED
from game.documents.files import real_path, replacing, require_regular
from game.engine.core.dice import KeyedDice
from game.engine.plans import Known, PlanDocument, load_plan, require_fits
from game.engine.rulebook.facets import Parameter
from game.engine.rulebook.new_game import Offer
from game.engine.rulebook.ruleset import AnyRuleset
from game.lab.batch import BatchPlan
from game.lab.figures import PlanFigures, plan_figures
from game.lab.grid import MOST_GAMES, Cell, Grid, Row
from game.lab.trials import TrialReport, Trials
from game.lab.workers import WorkersFailed
from game.players import follows_plans
from game.undisturbed import undisturbed
from game.wording import N_, _, ngettext

EVERY = "all"
"""The value of --scenario and --map that means every scenario or map."""
NO_PLAN: Final = "-"
"""The value of --plans that means no plan."""
SECONDS: Final = 5.0
"""The least time between two lines of progress where there is no terminal for a bar."""


def _line_ups(book: AnyRuleset) -> list[Parameter]:
    """Return the option for line-ups of rosters, named after the rulebook's word for rosters."""
    return [
        Parameter(
            _word_for_rosters(book), N_("Rosters, one for each player; may be given several times."), "several", "A,B"
        )
    ]


def _word_for_rosters(book: AnyRuleset) -> str:
    word = book.terms.rosters.lower()
    return word if word != "rosters" else "line_ups"  # --roster fills `rosters`


SimulateCommand = game_command(lambda book: [*agreement_options(book), *_line_ups(book)])


@click.command(
    cls=SimulateCommand,
    epilog="""\b
Examples:
  python -m game simulate --players random,greedy --games 20
  python -m game simulate --scenario score --players random,random --games 500 --seed 1 --check --json
  python -m game simulate --scenario all --map all --players greedy,random --mirror --games 100 --jobs 2
      --csv games.csv --html games.html              a grid: every scenario on every map
  python -m game simulate --players greedy,greedy --games 50 --plans - hold.yaml push.yaml      which plan wins more?
  python -m game simulate ... --csv games.csv --resume    the same, from where it was interrupted
  python -m game simulate ... --cluster tcp://HOST:8786   the same on a Dask cluster

You may give several scenarios, maps, players and roster line-ups, the first two also as "all": every combination is
played. The option for line-ups is named after the rulebook's own word for rosters.
""",
)
@new_game_options("random,random", several=True)
@click.option(
    "--plans",
    multiple=True,
    type=click.Path(),
    metavar="PLAN...",
    help="Plans that the first player follows, to compare them; - is no plan.",
)
@click.argument("further", metavar="", nargs=-1, type=click.Path())
@click.option("--games", type=click.IntRange(1, MOST_GAMES), default=10, show_default=True, help="How many, per cell.")
@click.option(
    "--mirror",
    is_flag=True,
    help="Play each game once from every seat, with the same dice; rosters move with their players.",
)
@click.option(
    "--tries", type=click.IntRange(1, 1_000_000), help="Answers that a searching computer player tries per decision."
)
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes (needs joblib).")
@click.option("--cluster", metavar="ADDRESS", default="", help="Play on the Dask cluster of this scheduler.")
@click.option("--csv", type=click.Path(dir_okay=False), help="Save each game in this table as soon as it ends.")
@click.option("--resume", is_flag=True, help="Play only the games missing from the --csv table.")
@click.option("--parquet", type=click.Path(dir_okay=False), help="Write the table as Parquet too (needs pyarrow).")
@click.option("--html", type=click.Path(dir_okay=False), help="Write a page of plots: win rates, points, losses, luck.")
@click.option("--check", is_flag=True, help="Check every invariant at every decision; exit code 1 if one breaks.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def command(
    ctx: click.Context, /, jobs: int, cluster: str, resume: bool, as_json: bool, games: int, **more: Any
) -> None:
    """Play many games between computer players and count wins, draws and violations.

    Interrupt it to see the results so far.
    """
    if more["further"] and not more["plans"]:
        raise UsageRefusal(_("{given}: is not an option - plans to compare follow --plans", given=more["further"][0]))
    output_files = {name: more.pop(name) for name in ("csv", "parquet", "html")}
    for name, file in output_files.items():
        if file == "":
            raise UsageRefusal(_("--{name} needs a file name", name=name))
    files = {name: None if file is None else Path(file) for name, file in output_files.items()}
    _require_writable(files, resume=resume)
    more["plans"] = (*more["plans"], *more.pop("further"))
    watched = any(files.values()) or bool(more["plans"])
    grid = _plan_grid(games, watched=watched, **more)
    trials = Trials(grid, jobs, cluster, files["csv"], resume=resume)
    report = _play_with_progress(trials, quiet=as_json)
    _write_files(grid, report, files)
    compared = _compared_plans(grid, report)
    data = report.plain() | ({"plans": [comparison.plain() for comparison in compared]} if compared else {})
    show(data, [*_report_lines(report), *(comparison.text for comparison in compared)], as_json)
    if report.whole.interrupted and not as_json:
        done = _progress_text(report.whole.games, trials)
        click.echo(done if files["csv"] is None else _("{done} - continue with --resume", done=done), err=True)
    ctx.exit(INTERRUPTED if report.whole.interrupted else 1 if report.whole.violations else 0)


def _require_writable(files: dict[str, Path | None], *, resume: bool) -> None:
    """Refuse output files now that could not be written hours later."""
    table, given = files["csv"], [real_path(path) for path in files.values() if path is not None]
    if len(set(given)) < len(given):
        raise UsageRefusal(_("--csv, --parquet and --html name the same file - give each its own"))
    if resume and table is None:
        raise UsageRefusal(_("--resume continues a table - name it with --csv"))
    for name, path in files.items():
        if path is not None:
            require_regular(path, links=name == "csv")
    if table is not None and table.exists() and not resume:
        refused = N_("{file} already exists - continue it with --resume, or name a new file")
        raise UsageRefusal(_(refused, file=table))
    if files["parquet"] is not None:
        try:
            with undisturbed():
                import pyarrow  # noqa: F401 - whether it is there
        except ImportError as error:
            text = _("--parquet needs pyarrow: pip install inchwise[lab] ({error})", error=error)
            raise UsageRefusal(text) from None
    for path in given:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            TemporaryFile(dir=path.parent).close()  # a folder may exist but take no file
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(path)) from None


def _plan_grid(
    games: int,
    *,
    ruleset: str,
    scenario: Sequence[str],
    map_name: Sequence[str],
    players: Sequence[str],
    rosters: tuple[str, ...],
    seed: int | None,
    mirror: bool,
    tries: int | None,
    check: bool,
    watched: bool,
    plans: Sequence[str],
    **new: Any,
) -> Grid:
    book = chosen(ruleset)
    offers, word = book.offers(), _word_for_rosters(book).replace("_", "-")
    lineups: tuple[str, ...] = new.pop(_word_for_rosters(book))
    if lineups and rosters:
        raise UsageRefusal(_("--roster and --{word} both name rosters - use one of them", word=word))
    sides = [tuple(name.strip() for name in lineup.split(",")) for lineup in dict.fromkeys(lineups)] or [rosters]
    players = list(dict.fromkeys(players))
    scenarios = _chosen_values(scenario, offers.scenarios)
    maps = _chosen_values(map_name, offers.maps)
    followed = {name: None if name == NO_PLAN else load_plan(name) for name in plans} or {"": None}
    whole = len(scenarios) * len(maps) * len(sides) * len(players) * len(followed) * games
    if whole > MOST_GAMES:
        raise UsageRefusal(_("--games: {n} games are too many - {most} at most", n=whole, most=MOST_GAMES))
    cells = []
    for one, table, lineup, line_up, name in product(scenarios, maps, sides, players, followed):
        request = read_request(
            ruleset=ruleset, scenario=one, map_name=table, rosters=lineup, players=line_up, people=False, **new
        )
        if lineups and len(lineup) != len(request.kinds):
            refused = N_("--{word}: {n} rosters are needed, one for each of --players {players}")
            raise UsageRefusal(_(refused, word=word, n=len(request.kinds), players=line_up))
        if mirror and lineup and len(lineup) != len(request.kinds):
            raise UsageRefusal(_("--mirror: give a roster for each player, or none"))
        if mirror and any(followed.values()) and not lineup:
            raise UsageRefusal(_("--mirror: with --plans, give a roster for each player"))
        batch = BatchPlan(ruleset, request.plan, request.kinds, seed or 0, check, mirror, tries, watched)
        if (followed_plan := followed[name]) is not None:
            batch = replace(batch, plans=(followed_plan, *[None] * (len(request.kinds) - 1)))
            _require_plan_fits(batch, followed_plan, name)
        cells.append(Cell(batch, name))
    return Grid(tuple(cells), games)


def _require_plan_fits(batch: BatchPlan, plan: PlanDocument, file: str) -> None:
    """Refuse a plan that names a piece or place missing in the games, for any seat; raise `DocumentError`."""
    if not follows_plans(batch.players[0]):
        text = N_("--plans: a {kind} player follows no plan - use another kind in --players")
        raise UsageRefusal(_(text, kind=batch.players[0]))
    book = rulesets.load(batch.ruleset)
    for rotated in batch.rotations():
        setup = book.new_setup(rotated.plan)
        known = Known.of(book.view(book.game(setup, book.begin(setup), KeyedDice(0))))
        require_fits(plan, book.players(setup)[rotated.plans.index(plan)], known, batch.ruleset, file)


def _compared_plans(grid: Grid, report: TrialReport) -> list[PlanFigures]:
    """Return what the first player achieved with each of several plans."""
    rows: dict[str, list[Row]] = {cell.label: [] for cell in grid.cells if cell.label}
    labels = {cell.plan: cell.label for cell in grid.cells if cell.label}
    for row in report.rows if rows else ():
        if row.side == 0:
            rows[labels[row.plan]].append(row)
    return [plan_figures(_("no plan") if name == NO_PLAN else name, own) for name, own in rows.items() if own]


def _chosen_values(given: Sequence[str], offered: Sequence[Offer]) -> Sequence[str | None]:
    return [offer.name for offer in offered] if EVERY in given else list(dict.fromkeys(given)) or [None]


def _progress_text(played: int, trials: Trials) -> str:
    return _("{played} of {n} games played", played=played, n=len(trials.grid))


def _play_with_progress(trials: Trials, *, quiet: bool) -> TrialReport:
    """Play the games with a progress bar on a terminal, and with an occasional line elsewhere."""
    from tqdm import tqdm

    terminal, begins = sys.stderr.isatty(), _("getting ready")
    played, last_shown = 0, time.monotonic()
    with tqdm(desc=begins, total=len(trials.grid), unit="game", file=sys.stderr, disable=quiet or not terminal) as bar:

        def start(known: int) -> None:
            nonlocal played
            bar.n = bar.initial = played = known

        def progress() -> None:
            nonlocal played, last_shown
            bar.set_description(_("playing"), refresh=False)
            bar.update()
            played += 1
            if not (quiet or terminal) and time.monotonic() - last_shown >= SECONDS:
                last_shown = time.monotonic()
                click.echo(_progress_text(played, trials), err=True)

        try:
            return trials.run(start, progress)
        except ImportError as error:
            if trials.cluster:
                text = _("--cluster needs Dask: pip install inchwise[cluster] ({error})", error=error)
            else:
                text = _("--jobs needs joblib: pip install joblib ({error})", error=error)
            raise UsageRefusal(text) from None
        except WorkersFailed as error:
            option = f"--cluster {trials.cluster}" if trials.cluster else f"--jobs {trials.jobs}"
            raise UsageRefusal(f"{option}: {error}") from None


def _write_files(grid: Grid, report: TrialReport, files: dict[str, Path | None]) -> None:
    if files["parquet"] is not None:
        from game.lab.table import write_parquet

        write_parquet(files["parquet"], report.rows)
    if files["html"] is not None:
        from game.lab.page import lab_page

        with replacing(files["html"]) as aside:
            aside.write_text(lab_page(grid, report.rows), encoding="utf-8", newline="\n")


def _report_lines(report: TrialReport) -> Iterator[str]:
    data, whole = report.plain(), report.whole
    wins = ", ".join(f"{player} {count}" for player, count in sorted(whole.wins.items())) or _("none")
    figures = {**data, "wins": wins, "nobody": whole.nobody, "violations": len(whole.violations)}
    yield ngettext(
        "{games} game, {decisions} decisions in {seconds:.1f} s ({decisions_per_second} a second)",
        "{games} games, {decisions} decisions in {seconds:.1f} s ({decisions_per_second} a second)",
        whole.games,
        **figures,
    )
    yield _("wall time {wall_seconds:.1f} s, processor time of all processes {processor_seconds:.1f} s", **figures)
    yield _("wins: {wins}; draws: {draws}; no winner: {nobody}; violations: {violations}", **figures)
    if report.rows:
        from game.lab.figures import win_rates

        for rate in win_rates(report.rows, lambda row: row.kind):
            yield _("{player}: {rate}", player=rate.label, rate=rate.text)
    yield from whole.violations[:20]
