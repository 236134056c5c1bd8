"""What a machine rated before its answer: in words, and as numbers on the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pygame

from game.engine.core.decisions import Answer
from game.engine.rulebook.view import Line, Prospect
from game.lengths import coordinates
from game.ui.board.camera import Camera, Spot
from game.ui.board.overlays import draw_pill
from game.ui.model.session_model import SessionModel, Weighing
from game.ui.staging.beats import Beat
from game.ui.widgets.theme import LAMP, PAPER, Theme
from game.wording import _, numeral

MOST: Final = 6
"""Candidates that are shown, the best ones."""


def weighing_shown(model: SessionModel, beat: Beat | None) -> Weighing | None:
    """Return what the bot rated whose answer led to a beat, or was the latest; None if it does not tell."""
    if beat is None:
        return model.weighings[-1] if model.weighings and model.explained is not None else None
    return next((each for each in reversed(model.weighings) if beat.last in each.events), None)


def candidate_lines(model: SessionModel, weighing: Weighing) -> tuple[Line, ...]:
    """Return the candidates in words, each with its worth and its reason, the one taken in the tone of success."""
    points = _(model.session.ruleset.terms.points)
    lines = []
    for number, (each, taken) in enumerate(_best(weighing), 1):
        worth = f" {numeral(each.worth, '+.1f')} {points}" if each.scored else ""
        text = f"{number}. {_named(model, weighing, each.answer)}{worth}: {each.why}"
        lines.append(Line(text, tone="good" if taken else "quiet"))
    if (more := len(weighing.rated) - len(lines)) > 0:
        lines.append(Line(_("and {n} more", n=more), tone="quiet"))
    return tuple(lines)


def draw_candidates(
    target: pygame.Surface, model: SessionModel, weighing: Weighing, camera: Camera, theme: Theme
) -> None:
    """Write the numbers of the candidates where they are on the table, the one taken in the light of the room."""
    for number, (each, taken) in reversed([*enumerate(_best(weighing), 1)]):
        spot = _spot(model, each.answer)
        if spot is not None:
            draw_pill(target, str(number), camera.to_screen(*spot), theme, LAMP if taken else PAPER)


def _best(weighing: Weighing) -> Iterator[tuple[Prospect, bool]]:
    """Yield the best candidates, each with whether it was taken; the one taken is always among them."""
    ranked = [(each, each.answer == weighing.taken) for each in weighing.rated]
    shown = ranked[:MOST]
    if not any(taken for _each, taken in shown):
        shown = [*shown[:-1], *(pair for pair in ranked if pair[1])][:MOST]
    yield from shown


def _named(model: SessionModel, weighing: Weighing, answer: Answer) -> str:
    if isinstance(answer, str):
        return weighing.labels.get(answer, answer)
    if isinstance(answer, dict):
        return ", ".join(f"{model.name_of(item)} {amount}" for item, amount in answer.items())
    if weighing.decision.kind == "place":
        return coordinates(*answer)
    return ", ".join(map(model.name_of, answer)) or _("nobody")


def _spot(model: SessionModel, answer: Answer) -> Spot | None:
    if not isinstance(answer, list) or not answer:
        return None
    if isinstance(answer[0], str):
        piece = model.pieces.get(answer[0])
        return (piece.x, piece.y) if piece is not None else None
    return float(answer[0]), float(answer[1])
