"""`data` writes all of a player's data into one archive, and merges such an archive into the data on this computer."""

from pathlib import Path

import click

from game.commands.output import require_new, show
from game.commands.run import run_with_progress_bar
from game.play import archive
from game.wording import _

FILE = click.Path(dir_okay=False)


@click.group(
    epilog="""\b
Examples:
  python -m game data export my-inchwise.zip
  python -m game data import my-inchwise.zip     on another computer, or after a loss
"""
)
def command() -> None:
    """Take everything of yours along: settings, games, rosters, maps, libraries, records, campaigns."""


@command.command("export")
@click.argument("file", type=FILE)
def export(file: str) -> None:
    """Write everything of yours into one archive, except pictures and films, which can be made again."""
    require_new(file)
    run_with_progress_bar(archive.export_data(Path(file)), Path(file).name)
    click.echo(_("Written: {name}", name=file))


@command.command("import")
@click.argument("file", type=FILE)
@click.option("--json", "as_json", is_flag=True, help="Print what was done as JSON.")
def import_(file: str, as_json: bool) -> None:
    """Merge an archive into your data. Nothing of yours is replaced: what differs comes under another name."""
    merged = archive.Merged()
    run_with_progress_bar(archive.import_data(Path(file), merged), Path(file).name)
    show(vars(merged), archive.merged_lines(merged), as_json)
