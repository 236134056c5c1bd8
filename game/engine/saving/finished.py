"""A finished game as evidence: played again from its beginning, with an id that stays the same for ever."""

from __future__ import annotations

import hashlib
import json

from game.documents.error import DocumentError
from game.engine.saving.documents import DiceDocument, SaveDocument, part_of
from game.engine.saving.saves import Difference, RulesetFinder, replay
from game.engine.session import Session
from game.wording import _


def game_id(session: Session) -> str:
    """Return the id of a game: a hash of rulebook, setup, dice and every answer given so far."""
    described = DiceDocument.of(session.dice).model_dump(mode="json")
    # Ids given long ago stay what they are: what dice documents have learnt to tell since counts only where it is told.
    dice = {name: value for name, value in described.items() if value or name in ("seed", "faces", "purposes")}
    content = {
        "ruleset": session.ruleset.name,
        "setup": session.ruleset.plain_setup(session.setup),
        "dice": dice,
        "journal": session.journal,
    }
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=10).hexdigest()


def proven(document: SaveDocument, find: RulesetFinder, file: str) -> Session:
    """Return the game of a save, played to its end; `DocumentError` if it is unfinished, partial or different."""
    session, differences = replay(document, find, file) if document.beginning is None else (None, [])
    return attested(document, session, differences[0] if differences else None, file)


def attested(document: SaveDocument, session: Session | None, difference: Difference | None, file: str) -> Session:
    """Return the replayed game of a save as proven, given its first difference; raise as `proven` does."""
    if document.beginning is not None or session is None:
        raise DocumentError(file, "beginning", _("it began in the middle of a game - only whole games count"))
    if difference is not None:
        raise DocumentError(
            file, "journal", _("played again it differs {difference} - it cannot be trusted", difference=difference)
        )
    if not session.finished:
        raise DocumentError(file, "journal", _("the game is not over - play it to its end first"))
    with part_of(file, "checkpoint"):
        state = session.ruleset.read_state(document.checkpoint.state, session.setup)
        if document.checkpoint.entries != len(session.journal) or state.digest() != session.state.digest():
            raise DocumentError(file, "state", _("is not how the game ends when played again - it cannot be trusted"))
    return session
