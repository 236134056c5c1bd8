"""The ratings of a computer player, as numbers on the table."""

from __future__ import annotations

import pygame

from game.engine.core.decisions import Answer
from game.play.candidate_words import best_of
from game.play.session_model import SessionModel, Weighing
from game.ui.board.camera import Camera, Spot
from game.ui.board.overlays import draw_pill
from game.ui.staging.beats import Beat
from game.ui.widgets.theme import LAMP, PAPER, Theme


def weighing_shown(model: SessionModel, beat: Beat | None) -> Weighing | None:
    """Return the ratings of the bot whose answer led to a beat or was the latest, or None if it gives none."""
    if beat is None:
        return model.weighings[-1] if model.weighings and model.explained is not None else None
    return next((each for each in reversed(model.weighings) if beat.last in each.events), None)


def draw_candidates(
    target: pygame.Surface, model: SessionModel, weighing: Weighing, camera: Camera, theme: Theme
) -> None:
    """Write the numbers of the candidates where they are on the table, the one taken in the light of the room."""
    for number, (each, taken) in reversed([*enumerate(best_of(weighing), 1)]):
        spot = _spot(model, each.answer)
        if spot is not None:
            draw_pill(target, str(number), camera.to_screen(*spot), theme, LAMP if taken else PAPER)


def _spot(model: SessionModel, answer: Answer) -> Spot | None:
    if not isinstance(answer, list) or not answer:
        return None
    if isinstance(answer[0], str):
        piece = model.pieces.get(answer[0])
        return (piece.x, piece.y) if piece is not None else None
    return float(answer[0]), float(answer[1])
