"""`ask` finds spots that meet conditions for a piece. Imports the questions and the other commands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import click

from game.commands.measure import find_model
from game.commands.output import UsageRefusal, show
from game.commands.paths import point_of
from game.commands.reach import plain_polygon
from game.commands.run import run_position
from game.engine.questions.asking import Answer, Inquirer, Question, Verdicts
from game.engine.questions.words import answer_lines, proof_line
from game.engine.rulebook.questions import Proof
from game.engine.rulebook.view import PieceView
from game.engine.session import Session
from game.lengths import count_in
from game.table.terrain.area import polygons_of
from game.wording import _


@click.command(
    epilog="""\b
Examples:
  python -m game ask position.json --piece Wick --engage Marrow --reached-by-at-most 1
  python -m game ask position.json --piece Wick --controls Objective --safest --json
  python -m game ask position.json --piece Wick --at 14.5,10
"""
)
@click.argument("position", type=click.Path())
@click.option("--piece", "name", required=True, metavar="NAME", help="The piece that moves, by id or name.")
@click.option(
    "--engage", multiple=True, metavar="NAME", help="Must be able to engage this piece there; may be repeated."
)
@click.option("--controls", multiple=True, metavar="NAME", help="Must control this piece there; may be repeated.")
@click.option(
    "--reached-by-at-most", "at_most", type=click.IntRange(0, 99), help="At most this many enemies could reach it."
)
@click.option("--safest", is_flag=True, help="Only where the fewest enemies could reach it.")
@click.option(
    "--at", metavar="X,Y", help="Check this spot instead (in inches), and list the enemies that could reach it."
)
@click.option("--json", "as_json", is_flag=True, help="Print the regions, the best spot and who reaches it as JSON.")
def command(
    position: str,
    name: str,
    engage: tuple[str, ...],
    controls: tuple[str, ...],
    at_most: int | None,
    safest: bool,
    at: str | None,
    as_json: bool,
) -> None:
    """Find where a piece in a POSITION can move so that all these conditions hold."""
    session = run_position(position)
    count_in(session.ruleset.terms.unit)
    piece = _piece_named(session, name)
    inquirer = Inquirer(session, piece.id)
    if inquirer.askable is None:
        raise UsageRefusal(_("{name!r} has no moves to ask about - name a piece that can move", name=name))
    foes = tuple(_id_of_choice(session, foe, inquirer.askable.foes) for foe in engage)
    goals = tuple(_id_of_choice(session, goal, inquirer.askable.goals) for goal in controls)
    question = Question(piece.id, foes, goals, at_most, safest)
    answer = inquirer.answer(question)
    spot = _spot_of(at) if at is not None else None
    place = (*spot, piece.level) if spot is not None else _best_place(answer)
    is_legal = place is not None and answer.layer is not None and answer.layer.region.find(place[:2])
    verdicts = inquirer.verdicts(*place, foes if is_legal else ()) if place is not None else Verdicts([], [])
    show(_answer_data(answer, place, verdicts), _text_lines(session, answer, spot, verdicts), as_json)


def _piece_named(session: Session, name: str) -> PieceView:
    piece = find_model(session, name)
    if piece is None:
        known = ", ".join(sorted(piece.id for piece in session.ruleset.view(session.game).pieces)) or _("none")
        raise UsageRefusal(_("no piece on the table is called {name!r} (pieces: {known})", name=name, known=known))
    return piece


def _id_of_choice(session: Session, name: str, ids: tuple[str, ...]) -> str:
    piece = _piece_named(session, name)
    if piece.id not in ids:
        known = ", ".join(ids) or _("none")
        raise UsageRefusal(_("{name!r} is not a choice here (choices: {known})", name=name, known=known))
    return piece.id


def _spot_of(text: str) -> tuple[float, float]:
    if (spot := point_of(text)) is None:
        raise UsageRefusal(_("--at takes a spot x,y in inches, not {text!r}", text=text))
    return spot


def _best_place(answer: Answer) -> tuple[float, float, int] | None:
    best = answer.best
    return None if best is None else (best.x, best.y, best.level)


def _text_lines(
    session: Session, answer: Answer, spot: tuple[float, float] | None, verdicts: Verdicts
) -> Iterator[str]:
    if spot is None:
        yield from answer_lines(session, answer)
    else:
        layer = answer.layer
        refusals = layer.region.why_not(spot) if layer is not None else ()
        yield _("it can stand there") if not refusals else _("it cannot stand there:")
        for refusal in refusals:
            yield f"  {refusal.text}  [{refusal.rule}]" if refusal.rule else f"  {refusal.text}"
    for fight in verdicts.fights:
        yield f"  {fight.text}  [{fight.rule}]"
    for proof in verdicts.proofs:
        yield f"  {proof_line(proof)}"


def _answer_data(answer: Answer, where: tuple[float, float, int] | None, verdicts: Verdicts) -> dict[str, Any]:
    """Return an answer as JSON-ready data, with its regions by level, the best spot, and the enemies that reach it."""
    return {
        "question": asdict(answer.question),
        "area": round(answer.area, 4),
        "levels": [
            {"level": layer.level, "outline": [*map(plain_polygon, polygons_of(layer.region.geometry))]}
            for layer in answer.layers
        ],
        "best": None if answer.best is None else asdict(answer.best),
        "cause": None if answer.cause is None else asdict(answer.cause),
        "at": where,
        "fights": [asdict(fight) for fight in verdicts.fights],
        "reached": [
            {"reaches": proof.reaches, "text": proof.text, "rule": proof.rule, "receipt": _receipt_data(proof)}
            for proof in verdicts.proofs
        ],
    }


def _receipt_data(proof: Proof) -> dict[str, Any] | None:
    receipt = proof.receipt
    if receipt is None:
        return None
    return {"start": receipt.start, "end": receipt.end, "inches": receipt.inches, "range": receipt.range}
