"""Line of sight: by the rulebook's rules, or else by plain ones, with terrain and bases in the way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from game.engine.rulebook.view import PieceView
from game.engine.session import Session
from game.refusal import Refusal
from game.table.shapes import Disc
from game.table.sight.corridor import Blocker
from game.table.sight.policy import SightPolicy
from game.table.sight.solids import solid_of

FRONT: Final = 180.0
"""Degrees of the arc in which a facing piece sees, if the rulebook has no rules of sight."""

Stops = Literal["all", "terrain", "bases"]
"""The blockers of sight, if the rulebook has no rules of sight."""


def has_sight(session: Session) -> bool:
    """Return whether the rulebook has rules of sight."""
    return _rulebook_sight(session) is not None


def _rulebook_sight(session: Session) -> SightPolicy | None:
    return session.ruleset.vision.sight(session.game) if session.ruleset.vision is not None else None


def front_arc(session: Session) -> float | None:
    """Return the arc in degrees in which a facing piece sees, or None if it sees all round."""
    policy = _rulebook_sight(session)
    return policy.arc if policy is not None else FRONT


def sight_policy(session: Session, stops: Stops = "all") -> SightPolicy:
    """Return the rulebook's rules of sight, or simple ones in which only the chosen things block sight."""
    policy = _rulebook_sight(session)
    if policy is not None:
        return policy
    field = session.game.ruler.battlefield
    bases = [disc_of(piece) for piece in session.ruleset.view(session.game).pieces if piece.kind == "base"]

    def blockers(observer: Disc, target: Disc) -> Iterator[Blocker]:
        """Yield the terrain and bases that may be in the way between two bases."""
        levels = observer.level, target.level
        if stops != "bases":
            pieces_underneath = {
                *field.pieces_under(observer),
                *field.pieces_under(target),
            }  # a piece sees out of its own terrain
            other_pieces = (piece for piece in field.pieces if not piece.decoration and piece not in pieces_underneath)
            yield from (
                solid_of(piece)
                for piece in other_pieces
                if set(levels) & set(piece.levels) and not piece.shape.is_empty
            )
        if stops != "terrain":
            pair = observer.name, target.name
            yield from (base for base in bases if base.name not in pair and base.level in levels)

    return SightPolicy(blockers, FRONT)


def bars(session: Session, attacker: str, target: str) -> Sequence[Refusal]:
    """Return why a piece or unit cannot attack another now, or None if it can or the rulebook does not say."""
    vision = session.ruleset.vision
    return vision.bars(session.game, attacker, target) if vision is not None else ()


def disc_of(piece: PieceView) -> Disc:
    """Return a piece as a disc, named by its id."""
    return Disc(piece.x, piece.y, piece.radius, piece.id, piece.kind, piece.level, piece.facing)
