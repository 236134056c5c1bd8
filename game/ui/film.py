"""A game as a film: the table whenever something on it changes, pieces gliding from where they stood."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import pygame

from game.engine.session import Session
from game.engine.timeline import Timeline
from game.engine.view import PieceView, TableView
from game.ui.photographs import Photographer

GLIDE: Final = 4
"""Pictures while a piece glides to its new place."""
GLIDE_MS: Final = 60
HOLD_MS: Final = 420
MOVED_MS: Final = 520
WEIGHTY_MS: Final = 1100
"""How long a casualty, a score or the beginning of a round stays, in milliseconds."""
END_MS: Final = 3000


@dataclass(frozen=True)
class Frame:
    """A picture and how long it is shown, in milliseconds."""

    picture: pygame.Surface
    milliseconds: int


def film(timeline: Timeline, photographer: Photographer, start: int = 0, end: int | None = None) -> Iterator[Any]:
    """Yield a `Frame` for everything that changes, and between frames the number of the moment that is reached."""
    last = timeline.last if end is None else end
    before: dict[str, PieceView] | None = None
    for index in range(start, last + 1):
        session = timeline.at(index)
        view = session.ruleset.view(session.game)
        now = {piece.id: piece for piece in view.pieces}
        weighty = any(landmark.sort != "activation" for landmark in timeline.landmarks.get(index, ()))
        if before is None or weighty or index == last or _looks(before) != _looks(now):
            caption = caption_of(session)
            moved = before is not None and _moved(before, now)
            if before is not None and moved:
                yield from _glide(session, view, photographer, caption, before)
            hold = END_MS if index == last else WEIGHTY_MS if weighty else MOVED_MS if moved else HOLD_MS
            yield Frame(photographer.shot(session, view, caption), hold)
            before = now
        yield index


def caption_of(session: Session) -> str:
    """Return what happened last, in plain words, as far as everybody may know."""
    event = next((event for event in reversed(session.events) if not event.audience), None)
    return session.ruleset.tell(session.game, event) if event is not None else ""


def _looks(pieces: Mapping[str, PieceView]) -> list[tuple[Any, ...]]:
    """Return what of the pieces can be seen from above."""
    return [
        (piece.id, piece.x, piece.y, piece.value, piece.damage, piece.owner, piece.active, piece.engaged, piece.ready,
         piece.carries, piece.level)
        for piece in pieces.values()
    ]  # fmt: skip


def _moved(before: Mapping[str, PieceView], now: Mapping[str, PieceView]) -> bool:
    return any(
        (before[identity].x, before[identity].y) != (piece.x, piece.y)
        for identity, piece in now.items()
        if identity in before
    )


def _glide(
    session: Session, view: TableView, photographer: Photographer, caption: str, before: Mapping[str, PieceView]
) -> Iterator[Frame]:
    for number in range(1, GLIDE + 1):
        share = number / (GLIDE + 1)
        share = share * share * (3 - 2 * share)
        pieces = [
            replace(piece, x=was.x + (piece.x - was.x) * share, y=was.y + (piece.y - was.y) * share)
            if (was := before.get(piece.id)) is not None
            else piece
            for piece in view.pieces
        ]
        yield Frame(photographer.shot(session, view, caption, pieces), GLIDE_MS)
