"""`run`: a position, its answers, and what comes of them."""

from __future__ import annotations

import json
from typing import Any

import click

from game import rulesets
from game.documents.reading import load_document
from game.engine.core.decisions import Place
from game.engine.saving.documents import PositionDocument, plain
from game.engine.saving.saves import give_answers, open_position, position_document, require_dice_used
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
    """Load a POSITION, give its answers, print what happened and what is asked next."""
    session = run_position(position)
    if as_json:
        click.echo(json.dumps(outcome(session), indent=2))
        return
    for event in session.events:
        text = session.ruleset.tell(session.game, event)
        click.echo(f"{text}  [{event.rule}]" if event.rule else text)
    decision = session.decision
    click.echo(
        _("Asked of {player}: {prompt}  [{rule}]", player=decision.player, prompt=decision.prompt, rule=decision.rule)
        if decision
        else _("The game is over.")
    )


def run_position(file: str) -> Session:
    """Return the game of a position with its answers given and its dice used up; raise `DocumentError`."""
    document = load_document(file, PositionDocument)
    session = open_position(document, rulesets.find, file)
    give_answers(session, document, file)
    require_dice_used(session, file)
    return session


def outcome(session: Session) -> dict[str, Any]:
    """Return what came of a position as JSON-ready data."""
    decision, result = session.decision, session.ruleset.result(session.game)
    asked = None if decision is None else decision.plain()
    if asked is not None and isinstance(decision, Place):
        asked["area"] = round(getattr(decision.region, "area", 0.0), 4)
    return {
        "events": [event.plain() for event in session.events],
        "position": plain(position_document(session)),
        "decision": asked,
        "result": None if result is None else result.plain(),
    }
