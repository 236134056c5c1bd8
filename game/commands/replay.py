"""`replay`: a saved game, step by step."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from game import rulesets
from game.commands.errors import Refusal
from game.engine.documents import SaveDocument
from game.engine.saves import Difference, opened, run_through
from game.engine.session import Session
from game.table.reading import load_document


@click.command(
    epilog="""\b
Examples:
  python -m game replay game.json                 the log of the whole game
  python -m game replay game.json --verify        does it still come out the same?
  python -m game replay game.json --step 40       the table after 40 answers
  python -m game replay game.json --png pictures  one picture for every checkpoint
"""
)
@click.argument("file", type=click.Path())
@click.option("--verify", is_flag=True, help="Compare every checkpoint with the record; exit code 1 on a difference.")
@click.option("--step", type=click.IntRange(0), help="Stop after so many answers.")
@click.option("--png", "folder", type=click.Path(file_okay=False), help="Draw each checkpoint into this folder.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def command(ctx: click.Context, file: str, verify: bool, step: int | None, folder: str | None, as_json: bool) -> None:
    """Run a saved game again from its beginning and print what happens."""
    document = load_document(file, SaveDocument)
    if step is not None and step > len(document.journal):
        raise Refusal(f"--step {step}: the game has {len(document.journal)} answers")
    session = opened(document, rulesets.find, file)
    pictures = _Pictures(Path(folder), session) if folder is not None else None
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
            from game.ui.snapshots import save_table

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
    return None


def _outcome(session: Session, document: SaveDocument, difference: Difference | None) -> dict[str, Any]:
    return {
        "answers": len(session.journal),
        "recorded": len(document.journal),
        "checkpoints": len(session.marks),
        "same": difference is None,
        "difference": None if difference is None else {"entry": difference.entry, "reason": str(difference)},
        "digest": session.state.digest(),
        "decision": None if session.decision is None else session.decision.plain(),
        "events": [event.plain() for event in session.events],
    }


def _tell(session: Session, difference: Difference | None, *, verify: bool) -> None:
    if not verify:
        for event in session.events:
            text = session.ruleset.tell(session.game, event)
            click.echo(f"{text}  [{event.rule}]" if event.rule else text)
    if difference is not None:
        click.echo(f"differs from the record {difference}")
    else:
        click.echo(f"{len(session.journal)} answers, {len(session.marks)} checkpoints: the same as recorded")
