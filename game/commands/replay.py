"""`replay`: a saved game, step by step."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from game import rulesets
from game.commands.errors import UsageRefusal
from game.commands.time_machine import Wanted, make
from game.documents.reading import load_document
from game.engine.saving.documents import SaveDocument
from game.engine.saving.saves import Difference, opened, run_through
from game.engine.saving.verifying import rest_differs
from game.engine.session import Session
from game.undisturbed import undisturbed
from game.wording import _


@click.command(
    epilog="""\b
Examples:
  python -m game replay game.json                 the log of the whole game
  python -m game replay game.json --verify        does it still come out the same?
  python -m game replay game.json --step 40       the table after 40 answers
  python -m game replay game.json --png pictures  one picture for every checkpoint
  python -m game replay game.json --html battle.html --gif battle.gif
  python -m game replay game.json --at 3.2 --png now.png   round 3, second activation
  python -m game replay game.json --at 2 --annotate "Here it was lost" --author Ann
  python -m game replay game.json --at 2 --branch practice.json   then: play --load practice.json
"""
)
@click.argument("file", type=click.Path())
@click.option("--verify", is_flag=True, help="Compare all that the save records; exit code 1 on a difference.")
@click.option("--step", type=click.IntRange(0), help="Stop after so many answers.")
@click.option("--png", "png", type=click.Path(), help="Draw the moment of --at (FILE.png), or checkpoints (FOLDER).")
@click.option("--html", type=click.Path(dir_okay=False), help="Write a battle report with pictures: one page.")
@click.option("--gif", type=click.Path(dir_okay=False), help="Write the game as a moving picture.")
@click.option("--mp4", type=click.Path(dir_okay=False), help="Write the game as a film.")
@click.option("--scale", type=click.FloatRange(1, 200), help="Pixels per inch of FILE.png, 40 if not given.")
@click.option("--at", metavar="WHEN", help="A moment: start, end, a round (3), an activation in it (3.2).")
@click.option("--annotate", metavar="TEXT", help="Keep a note on that moment in the saved game.")
@click.option("--author", default="", metavar="NAME", help="Who notes it.")
@click.option("--branch", type=click.Path(dir_okay=False), help="Write a practice game that goes on from that moment.")
@click.option("--same-dice", is_flag=True, help="The practice game has the dice of the game, else others.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def command(
    ctx: click.Context, /, file: str, verify: bool, step: int | None, png: str | None, as_json: bool, **made: Any
) -> None:
    """Run a saved game again from its beginning and print what happens, or make something of it."""
    picture = png if png is not None and png.lower().endswith(".png") else None
    wanted = Wanted(png=picture, **made)
    if wanted.anything:
        folder = png is not None and picture is None
        if folder or as_json or step is not None:
            raise UsageRefusal(_("--step, --json and --png FOLDER go with the plain replay - give them alone"))
        same = make(file, wanted)
        ctx.exit(1 if verify and not same else 0)
    for option in ("scale", "author", "same_dice"):
        if made[option]:
            name = option.replace("_", "-")
            raise UsageRefusal(_("--{name} goes with something that is made of the game - see --help", name=name))
    document = load_document(file, SaveDocument)
    if step is not None and step > len(document.journal):
        raise UsageRefusal(_("--step {step}: the game has {n} answers", step=step, n=len(document.journal)))
    session = opened(document, rulesets.find, file)
    pictures = _Pictures(Path(png), session) if png is not None else None
    difference = _run(session, document, step, pictures)
    if as_json:
        click.echo(json.dumps(_outcome(session, document, difference), indent=2))
    else:
        _tell(session, difference, verify=verify)
    ctx.exit(1 if verify and difference is not None else 0)


class _Pictures:
    """Draws a checkpoint whenever a new one is reached."""

    def __init__(self, folder: Path, session: Session) -> None:
        self._folder, self._session = folder, session
        self._drawn = 0
        folder.mkdir(parents=True, exist_ok=True)

    def look(self) -> None:
        """Draw the table if the game stands at a checkpoint."""
        if self._session.at_checkpoint():
            with undisturbed():
                from game.ui.export.photographs import save_table

            save_table(self._session, self._folder / f"{self._drawn:04}.png")
            self._drawn += 1


def _run(session: Session, document: SaveDocument, step: int | None, pictures: _Pictures | None) -> Difference | None:
    from tqdm import tqdm

    total = len(document.journal) if step is None else step
    steps = tqdm(run_through(session, document), total=total, unit="answer", disable=pictures is None, leave=False)
    for done, difference in enumerate(steps):
        if difference is not None:
            return difference
        if pictures is not None:
            pictures.look()
        if done == total:
            break
    return rest_differs(session, document) if step is None else None


def _outcome(session: Session, document: SaveDocument, difference: Difference | None) -> dict[str, Any]:
    return {
        "answers": len(session.journal),
        "recorded": len(document.journal),
        "checkpoints": len(session.marks),
        "same": difference is None,
        "difference": None if difference is None else _plain(difference),
        "digest": session.state.digest(),
        "decision": None if session.decision is None else session.decision.plain(),
        "events": [event.plain() for event in session.events],
    }


def _plain(difference: Difference) -> dict[str, Any]:
    return {"entry": difference.entry, "where": difference.where, "reason": str(difference)}


def _tell(session: Session, difference: Difference | None, *, verify: bool) -> None:
    if not verify:
        for event in session.events:
            text = session.ruleset.tell(session.game, event)
            click.echo(f"{text}  [{event.rule}]" if event.rule else text)
    if difference is not None:
        click.echo(_("differs from the record {difference}", difference=difference))
    else:
        click.echo(
            _(
                "{n} answers, {marks} checkpoints: the same as recorded",
                n=len(session.journal),
                marks=len(session.marks),
            )
        )
