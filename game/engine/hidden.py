"""Hidden facts of a running game: sealed answers that are not revealed yet, and private facts of one player.

A view for a player shows neither. A copy to play on has new ones drawn at random; a save holds them sealed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Final

from game.documents.error import DocumentError
from game.engine.core.decisions import Decision, IllegalAnswer, MalformedAnswer
from game.engine.core.dice import NotedDice, other_dice
from game.engine.core.drawing import random_answer
from game.engine.rulebook.facets import PrivateFact
from game.engine.rulebook.game import State
from game.engine.rulebook.view import Line, TableView
from game.engine.session import Entry, Mark, NothingPending, Session
from game.wording import _

SEALED: Final = "sealed"
"""The only key of a sealed entry of a journal, or field of a state."""
BLOCK: Final = 128
"""Sealed answers are padded to a multiple of this many bytes, so that their length reveals nothing."""
NONCE: Final = 8
ATTEMPTS: Final = 1_000
"""How often hidden facts are drawn again until they fit what all players saw."""


def hidden_entries(session: Session) -> int:
    """Return how many entries at the end of the journal are not revealed yet."""
    return 0 if session.decision is None else session.decision.sealed


def known_entries(session: Session) -> int:
    """Return how many entries of the journal all players may know."""
    return len(session.journal) - hidden_entries(session)


def may_withdraw(session: Session) -> bool:
    """Return whether the answer that waits for dice may be withdrawn: not if it has revealed a secret."""
    given = session.awaiting is not None and session.awaiting.entry is not None
    return given and not (session.decision is not None and session.decision.secret)


def sealed_revealed(length: int, session: Session, before: Session) -> bool:
    """Return whether a commitment was revealed since entry `length` of the journal; plays on in the copy `before`."""
    if session.awaiting is not None and session.decision is not None and session.decision.secret:
        return True
    for entry in session.journal[length : known_entries(session)]:
        decision = before.pending()
        if decision.secret and not decision.private:
            return True
        before.give(entry, recorded=True)
    return False


def private_facts(session: Session) -> Mapping[str, PrivateFact]:
    """Return each private fact of a game, under a name that reveals nothing about its value."""
    secrets = session.ruleset.secrets
    return secrets.private(session.game) if secrets is not None else {}


def view_for(viewer: str, session: Session) -> TableView:
    """Return the table as one player may see it, with that player's private facts; for "", as all may see it."""
    view = session.ruleset.view(session.game)
    if not viewer or session.ruleset.secrets is None:
        return view
    own = session.ruleset.secrets.known_to(session.game, viewer)
    if not own:
        return view
    players, pieces, reserve = (_with(own, each) for each in (view.players, view.pieces, view.reserve))
    return replace(view, players=players, pieces=pieces, reserve=reserve)


def _with(own: Mapping[str, Sequence[Line]], shown: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(replace(each, details=(*each.details, *own.get(each.id, ()))) for each in shown)


def fork_for(viewer: str, session: Session, seed: int | None = None) -> Session:
    """Return a copy of the game for one player: answers that others committed in secret are drawn again.

    So are the private facts of others, in the copy and in everything that it can be undone to. With `seed`, later dice
    differ too.
    """
    if is_kept_from(viewer, session):
        dealing = _Dealing(viewer, session, Random(seed), history=False)
        twin = dealing.deal()
        twin.dice = twin.game.dice = session.dice if seed is None else other_dice(dealing.noted, seed)
        return twin
    twin, rng, count = session.fork(seed), Random(seed or 0), hidden_entries(session)
    if count:
        own = session.journal[-count:]
        twin.rewind(len(twin.journal) - count)
        for answer in own:
            decision = twin.pending()
            twin.give(answer if decision.player == viewer else random_answer(decision, rng))
    return twin


def dealt_anew(viewer: str, session: Session, rng: Random) -> Session:
    """Return a game that begins at this moment, with new random facts where `viewer` may not know them; it has no past.

    It begins at the last checkpoint and continues with the answers since, up to a commitment that is not revealed yet.
    """
    twin = _Dealing(viewer, session, rng, history=True).deal()
    twin.seats = dict(session.seats)
    return twin


def is_kept_from(viewer: str, session: Session) -> bool:
    """Return whether there is a private fact that a player does not know."""
    return any(fact.knows != viewer for fact in private_facts(session).values())


@dataclass
class _Dealing:
    """Draws new hidden facts for a player's copy: from the last checkpoint on, with the answers given since.

    Concealed answers of others are drawn at random. A copy with `history` ends before the first sealed answer. `noted`
    are the dice rolled since the checkpoint.
    """

    viewer: str
    session: Session
    rng: Random
    history: bool
    noted: NotedDice = field(init=False)

    def deal(self) -> Session:
        """Return a copy that looks the same to the player; raise `RuntimeError` if none is found."""
        for _attempt in range(ATTEMPTS):
            twin = self._dealt()
            if twin is not None:
                return twin
        raise RuntimeError("no other game was found that looks the same to this player")

    def _dealt(self) -> Session | None:
        """Return a copy with new private facts, or None if what all players saw could not have happened in it."""
        session, mark = self.session, self.session.marks[-1]
        begun = session.ruleset.game(session.setup, mark.state.clone(), session.dice)
        if session.ruleset.secrets is not None:
            session.ruleset.secrets.deal_anew(begun, session.game, self.viewer, self.rng)
        self.noted = NotedDice(session.dice)
        truth = session.replayed(mark, (), self.noted)
        twin = Session(session.ruleset, session.setup, session.dice, state=begun.state, history=self.history)
        for place, entry in enumerate(session.journal[mark.entries :], mark.entries):
            decision, sealed = truth.pending(), place >= known_entries(session)
            if sealed and self.history:
                break
            if not self._asks_alike(twin, decision):
                return None
            concealed = (sealed or decision.private) and decision.player != self.viewer
            given = self._other(twin, truth, entry) if concealed else entry
            truth.give(entry, recorded=True)
            try:
                twin.give(given, recorded=True)
            except (IllegalAnswer, MalformedAnswer, NothingPending):
                return None
        return twin if self._looks_alike(twin, truth) else None

    @staticmethod
    def _asks_alike(twin: Session, decision: Decision) -> bool:
        """Return whether a copy asks the player who was asked, openly or not: everybody can tell who answers."""
        asked = twin.decision
        return asked is not None and (asked.player, asked.concealed) == (decision.player, decision.concealed)

    def _other(self, twin: Session, truth: Session, entry: Entry) -> Entry:
        """Return an answer to replace another player's concealed one, after which the game looks the same."""
        real = truth.fork()
        real.give(entry)
        for _attempt in range(ATTEMPTS):
            trial = twin.fork()
            answer = random_answer(trial.pending(), self.rng)
            trial.give(answer)
            if self._looks_alike(trial, real):
                return answer
        return entry  # nothing else is possible, as all players can tell

    def _looks_alike(self, twin: Session, truth: Session) -> bool:
        """Return whether two games from the same checkpoint show a player the same table and events."""
        asked = [None if each.decision is None else each.decision.player for each in (twin, truth)]
        shown = [[event.plain() for event in each.events] for each in (twin, truth)]
        return (
            asked[0] == asked[1]
            and shown[0] == shown[1]
            and view_for(self.viewer, twin) == view_for(self.viewer, truth)
        )


def keeps_secrets(session: Session) -> bool:
    """Return whether there is a private fact in the state of a game."""
    return bool(private_facts(session))


def sealed_state(session: Session, state: State) -> dict[str, Any]:
    """Return a game's state as it is saved: the fields of its present private facts are sealed."""
    plain: dict[str, Any] = state.plain()
    fields = {path for fact in private_facts(session).values() for path in fact.fields}
    digest = state.digest() if fields else ""
    for path in sorted(fields, key=str):
        *within, last = path
        with suppress(KeyError, IndexError):  # an earlier state may lack what holds the fact now
            holder: Any = plain
            for key in within:
                holder = holder[key]
            nonce = hashlib.blake2b(f"{digest} {path}".encode(), digest_size=NONCE).digest()
            holder[last] = _sealed(holder[last], nonce)
    return plain


def unsealed_state(plain: Any) -> Any:
    """Return a saved state as JSON-ready data; raise `DocumentError` if a seal in it is broken.

    Earlier versions sealed whole states.
    """
    if isinstance(plain, list):
        return [unsealed_state(each) for each in plain]
    if not isinstance(plain, dict):
        return plain
    try:
        opened = unsealed(plain)
    except ValueError as error:
        raise DocumentError("", SEALED, str(error)) from None
    return opened if opened is not plain else {key: unsealed_state(each) for key, each in plain.items()}


def sealed_journal(session: Session, mark: Mark[Any] | None = None) -> tuple[Entry, ...]:
    """Return the journal, or the part after a checkpoint, as it is saved.

    Answers that are not revealed yet are sealed and, while there is a private fact, also those that only their players
    know.
    """
    since, known = mark.entries if mark is not None else 0, known_entries(session)
    private = session.private_entries if keeps_secrets(session) else ()
    if known >= len(session.journal) and not private:
        return tuple(session.journal[since:])
    # Nobody shall recognise an answer by its seal; from a checkpoint on, it depends on nothing before that.
    so_far, sealed = hashlib.blake2b(digest_size=NONCE), list[Entry]()
    so_far.update(mark.state.digest().encode() if mark is not None else b"")
    for place, entry in enumerate(session.journal[since:], since):
        so_far.update(json.dumps(entry).encode())
        sealed.append(_sealed(entry, so_far.digest()) if place >= known or place in private else entry)
    return tuple(sealed)


def _sealed(entry: Any, nonce: bytes) -> dict[str, Any]:
    """Return an entry or a value in a form that people cannot read at a glance, though the program can open it."""
    text = json.dumps(entry).encode()
    return {SEALED: (nonce + _covered(text.ljust(-(-len(text) // BLOCK) * BLOCK), nonce)).hex()}


def unsealed(entry: Entry) -> Entry:
    """Return an entry of a saved journal as it was given; raise `ValueError` if its seal is broken."""
    if not isinstance(entry, dict) or set(entry) != {SEALED}:
        return entry
    try:
        content = bytes.fromhex(str(entry[SEALED]))
        found: Entry = json.loads(_covered(content[NONCE:], content[:NONCE]))
    except (ValueError, RecursionError):
        raise ValueError(_("the sealed data cannot be opened: it was changed")) from None
    return found


def _covered(text: bytes, nonce: bytes) -> bytes:
    mask = hashlib.shake_256(nonce).digest(len(text))
    return bytes(one ^ other for one, other in zip(text, mask, strict=True))
