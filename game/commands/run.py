"""`run` gives the answers listed in a position and prints the outcome."""

from collections.abc import Iterator
from typing import Any

import click

from game import rulesets
from game.commands.output import show
from game.documents.reading import load_document
from game.engine.core.decisions import Place
from game.engine.saving.documents import PositionDocument, plain
from game.engine.saving.loading import give_answers, require_dice_used, start_of
from game.engine.saving.saves import position_document
from game.engine.session import Session
from game.wording import _


@click.command(
    epilog="""\b
Examples:
  python -m game run tests/positions/engage.json
  python -m game run position.json --json
"""
)
@click.argument("position", type=click.Path())
@click.option("--json", "as_json", is_flag=True, help="Print events, the position reached and the pending decision.")
def command(position: str, as_json: bool) -> None:
    """Load a POSITION, apply its answers, print what happened and the next decision."""
    session = run_position(position)
    show(outcome(session), _text_lines(session), as_json)


def _text_lines(session: Session) -> Iterator[str]:
    yield from event_lines(session)
    decision = session.decision
    if decision is None:
        yield _("The game is over.")
        return
    name, prompt, rule = decision.player, decision.prompt, decision.rule
    yield _("{player} must decide: {prompt}  [{rule}]", player=name, prompt=prompt, rule=rule)


def event_lines(session: Session, most: int | None = None) -> Iterator[str]:
    """Yield the first `most` events of a game (by default all) in words, with their rules."""
    for event in session.events[:most]:
        text = session.ruleset.tell(session.game, event)
        yield f"{text}  [{event.rule}]" if event.rule else text


def run_position(file: str) -> Session:
    """Return the game of a position file after its answers; raise `DocumentError` for a fault or unused dice."""
    return play_position(load_document(file, PositionDocument), file)


def play_position(document: PositionDocument, file: str) -> Session:
    """Return the game of a position document after its answers; raise `DocumentError` for a fault or unused dice."""
    session = start_of(document, rulesets.find, file)
    give_answers(session, document, file)
    require_dice_used(session, file)
    return session


def outcome(session: Session) -> dict[str, Any]:
    """Return the outcome of a position as JSON-ready data."""
    decision, result = session.decision, session.ruleset.result(session.game)
    pending = None if decision is None else decision.plain()
    if pending is not None and isinstance(decision, Place):
        geometry = getattr(decision.region, "geometry", None)
        pending["area"] = round(geometry.area, 4) if geometry is not None else 0.0
    return {
        "events": [event.plain() for event in session.events],
        "position": plain(position_document(session)),
        "decision": pending,
        "result": None if result is None else result.plain(),
    }


def run_with_progress_bar(steps: Iterator[tuple[int, int]], title: str) -> None:
    """Run a job step by step with a progress bar; the steps yield (done, total)."""
    from tqdm import tqdm

    with tqdm(desc=title, disable=None, leave=False) as bar:
        for done, total in steps:
            bar.total = total
            bar.update(done - bar.n)
