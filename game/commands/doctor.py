"""`doctor` lists where the files are, what is broken, and how to repair it."""

import click

from game.commands.output import show
from game.commands.run import run_with_progress_bar
from game.undisturbed import undisturbed
from game.wording import _


@click.command(
    epilog="""\b
Examples:
  python -m game doctor
  python -m game doctor --json      for a report of a fault
"""
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def command(ctx: click.Context, as_json: bool) -> None:
    """Say what is where, what is broken and how to repair it. Exit code 1 if something is broken."""
    with undisturbed():
        from game.ui.app import display_name
        from game.ui.model import doctor

    health = doctor.Health()
    run_with_progress_bar(doctor.examine(health, display_name()), _("looking at your files"))
    show(health.plain(), (line.text for line in doctor.health_lines(health)), as_json)
    ctx.exit(1 if health.troubles else 0)
