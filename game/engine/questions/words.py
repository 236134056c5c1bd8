"""Questions about spots and their answers in words, for all screens and terminals."""

from __future__ import annotations

from collections.abc import Iterator

from game.engine.questions.asking import Answer, Question
from game.engine.rulebook.questions import Proof
from game.engine.rulebook.view import Line, TableView
from game.engine.session import Session
from game.lengths import away, coordinates, counted
from game.wording import _, ngettext, series


def names_of(view: TableView) -> dict[str, str]:
    """Return the names of all pieces on the table and of all units, by id."""
    units = {unit.id: unit.name for unit in view.units.values()}
    return units | {piece.id: piece.name for piece in view.pieces}


def question_text(session: Session, question: Question) -> str:
    """Return a question in one sentence."""
    names = names_of(session.ruleset.view(session.game))
    parts = []
    if question.engages:
        parts.append(_("engage {names}", names=series([names[piece] for piece in question.engages])))
    if question.controls:
        parts.append(_("control {names}", names=series([names[goal] for goal in question.controls])))
    if question.at_most is not None:
        limit = question.at_most
        parts.append(ngettext("be reached by at most {n} enemy", "be reached by at most {n} enemies", limit, n=limit))
    if question.safest:
        parts.append(_("be safest"))
    if not parts:
        return _("Where can {piece} move?", piece=names[question.piece])
    return _("Where can {piece} {parts}?", piece=names[question.piece], parts=series(parts))


def answer_lines(session: Session, answer: Answer) -> Iterator[str]:
    """Yield the question, then the size of the region and the best spot, or else what excludes all spots."""
    yield question_text(session, answer.question)
    if answer.best is None:
        cause = answer.cause
        text = cause.text if cause is not None else ""
        rule = f"  [{cause.rule}]" if cause is not None and cause.rule else ""
        yield _("  nowhere within reach: {cause}{rule}", cause=text, rule=rule)
        return
    for layer in answer.layers:
        level = _(" on level {level}", level=layer.level) if len(answer.layers) > 1 else ""
        yield _("  {area:.2f} square inches{level}", area=layer.region.geometry.area, level=level)
    best, names = answer.best, names_of(session.ruleset.view(session.game))
    yield _("  best spot: {spot}", spot=coordinates(best.x, best.y))
    yield "  " + best_text(best.reached_by, best.apart, names)


def best_text(reached_by: tuple[str, ...], apart: float, names: dict[str, str]) -> str:
    """Return a text with the enemies that could reach the best spot, and its distance from the nearest enemy."""
    distance = away(max(apart, 0.0))
    if not reached_by:
        return _("no enemy could reach it; the nearest is {away} away", away=distance)
    who = series([names.get(piece, piece) for piece in reached_by])
    return _("{who} could reach it; the nearest enemy is {away} away", who=who, away=distance)


def proof_line(proof: Proof, *, cited: bool = True) -> str:
    """Return the verdict on one enemy in words, with the measured range and, if `cited`, the rule."""
    measured = ""
    if proof.reaches and proof.receipt is not None and proof.receipt.range is not None:
        measured = _(" ({range} as measured)", range=counted(proof.receipt.range))
    return f"{proof.text}{measured}  [{proof.rule}]" if proof.rule and cited else f"{proof.text}{measured}"


def proof_as_line(proof: Proof) -> Line:
    """Return the verdict on one enemy as a line for a panel."""
    return Line(proof_line(proof, cited=False), proof.rule, "warning" if proof.reaches else "good")
