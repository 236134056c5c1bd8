"""Pictures of a session, for the command line: the table as it is, and where a piece could go."""

from __future__ import annotations

from pathlib import Path

from game.engine.rulebook.view import ReachView
from game.engine.session import Session
from game.ui.board.picture import render_table, save_png
from game.ui.model.session_model import palette_of
from game.ui.widgets.ground import Ground


def save_table(session: Session, path: str | Path) -> None:
    """Draw the table as it stands to a PNG file; raise `OSError`."""
    _save(session, path, None)


def save_reach(session: Session, piece: str, path: str | Path) -> None:
    """Draw the table with the move region and attack reach of a piece to a PNG file; raise `OSError`."""
    _save(session, path, session.ruleset.reach(session.game, piece))


def _save(session: Session, path: str | Path, reach: ReachView | None) -> None:
    ground = Ground.of(session.game.ruler.battlefield, palette_of(session))
    save_png(render_table(session.ruleset.view(session.game), ground, reach=reach), path)
