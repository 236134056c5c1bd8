"""The page of a grid of games, with its plan and plots of the results; it needs no network."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from string import Template
from typing import Final

from game import rulesets
from game.lab.figures import Rate, by_round, first_initiative, games_of, luck, pairings, survival, win_rates
from game.lab.grid import Grid, Row
from game.lab.svg import escape, line_plot, rate_plot
from game.wording import _, language, ngettext

PAGE: Final = Path(__file__).with_suffix(".html")
"""The HTML template of the page, with its styles."""


def lab_page(grid: Grid, rows: Sequence[Row]) -> str:
    """Return the page of a grid's games in the language in use, from the rows played so far."""
    ruleset = rulesets.load(grid.cells[0].batch.ruleset)
    title = escape(_("{title}: simulated games", title=_(ruleset.title)))
    body = "\n".join([f"<h1>{title}</h1>", *_plan_html(grid, rows), *_plots_html(rows)])
    return Template(PAGE.read_text(encoding="utf-8")).substitute(language=escape(language()), title=title, body=body)


def _plan_html(grid: Grid, rows: Sequence[Row]) -> Iterator[str]:
    played = sum(1 for _game in games_of(rows))
    text = ngettext(
        "{played:,} game of {n:,}, seed {seed}",
        "{played:,} games of {n:,}, seed {seed}",
        len(grid),
        played=played,
        n=len(grid),
        seed=grid.cells[0].batch.seed,
    )
    yield f'<p class="result">{escape(text)}</p>'
    bars = _("Bars are 95% intervals, with the number of cases behind them. A draw counts as half a win.")
    yield f"<p>{escape(bars)}</p>"
    version = rulesets.load(grid.cells[0].batch.ruleset).version
    head = (_("Scenario"), _("Map"), _("Rosters"), _("Players"), _("Plan"))
    lines = [
        (cell.scenario, cell.map, ", ".join(cell.rosters), ", ".join(cell.batch.players), cell.plan)
        for cell in grid.cells
    ]
    heads = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    cells = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in line) + "</tr>" for line in lines)
    yield f"<details><summary>{escape(_('What was played (rules {version})', version=version))}</summary>"
    yield f'<div class="wide"><table><tr>{heads}</tr>{cells}</table></div></details>'


def _plots_html(rows: Sequence[Row]) -> Iterator[str]:
    yield from _rates_html(_("Win rate by player"), win_rates(rows, lambda row: row.kind))
    yield from _rates_html(_("Player against player"), pairings(rows))
    yield from _rates_html(_("Win rate by seat"), win_rates(rows, lambda row: _("Seat {number}", number=row.seat + 1)))
    yield from _rates_html(_("Win rate by roster"), win_rates(rows, lambda row: row.roster))
    several = len({row.kind for row in rows}) > 1
    scenarios = sorted({row.scenario for row in rows})
    for name in scenarios:
        own_rows = [row for row in rows if row.scenario == name]
        if several and len(scenarios) > 1:
            yield from _rates_html(
                _("Win rate by player: {name}", name=name), win_rates(own_rows, lambda row: row.kind)
            )
    for name in scenarios:
        own_rows = [row for row in rows if row.scenario == name]
        lines = by_round(own_rows, lambda row: row.kind if several else _("Seat {number}", number=row.seat + 1))
        title = _("Points by round: {name}", name=name)
        if lines:
            columns = [str(number + 1) for number in range(len(lines[0][1]))]
            yield f"<h2>{escape(title)}</h2><figure>{line_plot(lines, columns, title)}</figure>"
    ranks, traits = survival(rows)
    yield from _rates_html(_("Survival by rank"), ranks)
    yield from _rates_html(_("Survival by trait"), traits)
    yield from _rates_html(_("Win rate of the player with the initiative in round one"), first_initiative(rows))
    text = _("Luck: how far a side's rolls were above their exact average, minus the same figure for the other sides.")
    yield from _rates_html(_("Win rate by luck"), luck(rows), text)


def _rates_html(title: str, rates: Sequence[Rate], text: str = "") -> Iterator[str]:
    if rates:
        words = f"<p>{escape(text)}</p>" if text else ""
        yield f"<h2>{escape(title)}</h2>{words}<figure>{rate_plot(rates, title)}</figure>"
