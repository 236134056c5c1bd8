"""What is hidden in a running game: answers committed in secret and not revealed yet, and what a rulebook keeps so.

Who looks at a game sees it without them; who plays on in a copy of it has them dealt anew; a save holds them sealed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Final

from game.documents.error import DocumentError
from game.engine.core.decisions import Answer, Decision
from game.engine.core.dice import Dice
from game.engine.rulebook.abilities import Confiding, Secretive, keeps_secret
from game.engine.rulebook.ruleset import State
from game.engine.rulebook.view import PieceView, TableView
from game.engine.session import Entry, Mark, Session
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


def view_for(viewer: str, session: Session) -> TableView:
    """Return the table as one player may see it, with what only they know; for "" as everybody may."""
    view = session.ruleset.view(session.game)
    if not viewer or not isinstance(session.ruleset, Confiding):
        return view
    own = session.ruleset.known_to(session.game, viewer)

    def with_own(pieces: Sequence[PieceView]) -> tuple[PieceView, ...]:
        return tuple(replace(each, details=(*each.details, *own.get(each.id, ()))) for each in pieces)

    return replace(view, pieces=with_own(view.pieces), reserve=with_own(view.reserve)) if own else view


def fork_for(viewer: str, session: Session, deal: Callable[[Decision], Answer], seed: int | None = None) -> Session:
    """Return a copy of the game for one player: what others have committed in secret is dealt anew by `deal`.

    So is what the rulebook keeps secret. With `seed` later dice differ too.
    """
    twin = session.fork(seed)
    count = hidden_entries(session)
    if count:
        own = session.journal[-count:]
        twin.rewind(len(twin.journal) - count)
        for answer in own:
            decision = twin.pending()
            twin.give(answer if decision.player == viewer else deal(decision))
    if keeps_secret(twin.ruleset):
        twin.ruleset.deal_anew(twin.game, viewer, Random(seed))
    return twin


def dealt_anew(viewer: str, session: Session, dice: Dice | None = None) -> Session:
    """Return a game that begins at this moment, with what `viewer` may not know dealt anew; the past is not in it.

    It begins at the last checkpoint and goes on with the answers since, up to the first one given in secret. `dice`
    are those of the game, or others that fall as these did.
    """
    ruleset, mark, dice = session.ruleset, session.marks[-1], dice or session.dice
    begun = ruleset.game(session.setup, mark.state.clone(), dice)
    if isinstance(ruleset, Secretive):
        ruleset.deal_anew(begun, viewer, Random())
    twin = Session(ruleset, session.setup, dice, state=begun.state)
    for entry in session.journal[mark.entries :]:
        if twin.pending().secret:
            break
        twin.give(entry)
    twin.seats = dict(session.seats)
    return twin


def keeps_secrets(session: Session) -> bool:
    """Return whether the rulebook keeps something secret in the state of a game."""
    return isinstance(session.ruleset, Secretive) and session.ruleset.keeps_secrets(session.game)


def sealed_state(session: Session, state: State) -> dict[str, Any]:
    """Return a state of a game as it is written down: sealed while the rulebook keeps something in it secret."""
    plain: dict[str, Any] = state.plain()
    if not keeps_secrets(session):
        return plain
    return _sealed(plain, hashlib.blake2b(state.digest().encode(), digest_size=NONCE).digest())


def unsealed_state(plain: Any) -> Any:
    """Return a written state as JSON-ready data; raise `DocumentError` if its seal is broken."""
    try:
        return unsealed(plain)
    except ValueError as error:
        raise DocumentError("", SEALED, str(error)) from None


def sealed_journal(session: Session, mark: Mark[Any] | None = None) -> tuple[Entry, ...]:
    """Return the journal, or what follows a checkpoint, as it is written down: what is not revealed yet is sealed."""
    since = mark.entries if mark is not None else 0
    known = 0 if keeps_secrets(session) else known_entries(session)
    if known >= len(session.journal):
        return tuple(session.journal[since:])
    # Nobody shall know an answer again by its seal; from a checkpoint on it hangs on nothing that came before.
    so_far, sealed = hashlib.blake2b(digest_size=NONCE), list[Entry]()
    so_far.update(mark.state.digest().encode() if mark is not None else b"")
    for place, entry in enumerate(session.journal[since:], since):
        so_far.update(json.dumps(entry).encode())
        sealed.append(entry if place < known else _sealed(entry, so_far.digest()))
    return tuple(sealed)


def _sealed(entry: Entry, nonce: bytes) -> dict[str, Any]:
    """Return an entry in a form that nobody can read at a glance; whoever has the program can open it."""
    text = json.dumps(entry).encode()
    return {SEALED: (nonce + _covered(text.ljust(-(-len(text) // BLOCK) * BLOCK), nonce)).hex()}


def unsealed(entry: Entry) -> Entry:
    """Return an entry of a written journal as it was given; raise `ValueError` if its seal is broken."""
    if not isinstance(entry, dict) or set(entry) != {SEALED}:
        return entry
    try:
        content = bytes.fromhex(str(entry[SEALED]))
        found: Entry = json.loads(_covered(content[NONCE:], content[:NONCE]))
    except (ValueError, RecursionError):
        raise ValueError(_("what is sealed cannot be opened: it was changed")) from None
    return found


def _covered(text: bytes, nonce: bytes) -> bytes:
    mask = hashlib.shake_256(nonce).digest(len(text))
    return bytes(one ^ other for one, other in zip(text, mask, strict=True))
