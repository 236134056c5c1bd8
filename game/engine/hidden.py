"""What is hidden in a running game: answers committed in secret that are not revealed yet.

Who looks at a game sees it without them; who plays on in a copy of it has them dealt anew; a save holds them sealed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Final

from game.engine.core.decisions import Answer, Decision
from game.engine.session import Entry, Session
from game.wording import _

SEALED: Final = "sealed"
"""The only key of a sealed entry of a journal."""
BLOCK: Final = 128
"""Sealed answers are filled up to a multiple of so many bytes, so that their length tells nothing."""
NONCE: Final = 8


def hidden_entries(session: Session) -> int:
    """Return how many entries at the end of the journal are not revealed yet."""
    return 0 if session.decision is None else session.decision.sealed


def known_entries(session: Session) -> int:
    """Return how many entries of the journal everybody may know."""
    return len(session.journal) - hidden_entries(session)


def may_withdraw(session: Session) -> bool:
    """Return whether the answer that waits for dice may be taken back: not where it has revealed what was secret."""
    given = session.awaiting is not None and session.awaiting.entry is not None
    return given and not (session.decision is not None and session.decision.secret)


def revealed_since(length: int, session: Session, before: Session) -> bool:
    """Return whether a secret was revealed since the journal held `length` entries; plays on in `before`, a copy."""
    if session.awaiting is not None and session.decision is not None and session.decision.secret:
        return True
    for entry in session.journal[length : known_entries(session)]:
        if before.pending().secret:
            return True
        before.give(entry)
    return False


def fork_for(viewer: str, session: Session, deal: Callable[[Decision], Answer], seed: int | None = None) -> Session:
    """Return a copy of the game for one player: what others have committed in secret is dealt anew by `deal`.

    With `seed` later dice differ too.
    """
    twin = session.fork(seed)
    count = hidden_entries(session)
    if count:
        own = session.journal[-count:]
        twin.rewind(len(twin.journal) - count)
        for answer in own:
            decision = twin.pending()
            twin.give(answer if decision.player == viewer else deal(decision))
    return twin


def sealed_journal(session: Session, since: int = 0) -> tuple[Entry, ...]:
    """Return the journal from an entry on as it is written down: what is not revealed yet is sealed."""
    known = known_entries(session)
    sealed = (_sealed(entry, session.journal[:known]) for entry in session.journal[max(known, since) :])
    return (*session.journal[since:known], *sealed)


def _sealed(entry: Entry, before: list[Entry]) -> Entry:
    """Return an entry in a form that nobody can read at a glance; whoever has the program can open it."""
    text = json.dumps(entry).encode()
    nonce = hashlib.blake2b(json.dumps([before, entry]).encode(), digest_size=NONCE).digest()
    return {SEALED: (nonce + _covered(text.ljust(-(-len(text) // BLOCK) * BLOCK), nonce)).hex()}


def unsealed(entry: Entry) -> Entry:
    """Return an entry of a written journal as it was given; raise `ValueError` if its seal is broken."""
    if not isinstance(entry, dict) or set(entry) != {SEALED}:
        return entry
    try:
        content = bytes.fromhex(str(entry[SEALED]))
        found: Entry = json.loads(_covered(content[NONCE:], content[:NONCE]))
    except (ValueError, RecursionError):
        raise ValueError(_("a sealed answer cannot be opened: it was changed")) from None
    return found


def _covered(text: bytes, nonce: bytes) -> bytes:
    mask = hashlib.shake_256(nonce).digest(len(text))
    return bytes(one ^ other for one, other in zip(text, mask, strict=True))
