"""Hidden facts of a running game: answers that are not revealed yet, and facts that only one player knows.

Other players' views do not show them. A copy for trials gets new random facts instead; a save holds them sealed.
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
from game.documents.reading import parse_document
from game.engine.core.decisions import Decision, IllegalAnswer, MalformedAnswer, random_answer
from game.engine.core.dice import NotedDice, other_dice
from game.engine.plans import PlanDocument
from game.engine.rulebook.facets import PrivateFact
from game.engine.rulebook.game import State
from game.engine.rulebook.view import Line, TableView
from game.engine.session import Entry, Mark, NothingPending, Session
from game.wording import _

SEALED: Final = "sealed"
"""The only key of a sealed entry of a journal, or field of a state."""
BLOCK: Final = 128
"""Sealed answers are padded to a multiple of this number of bytes, so that their length reveals nothing."""
NONCE: Final = 8
ATTEMPTS: Final = 1_000
"""The most random draws of hidden facts until they agree with everything that players saw."""


def hidden_entries(session: Session) -> int:
    """Return the number of entries at the end of the journal that are not revealed yet."""
    return 0 if session.decision is None else session.decision.sealed


def known_entries(session: Session) -> int:
    """Return the number of journal entries that all players may know."""
    return len(session.journal) - hidden_entries(session)


def may_withdraw(session: Session) -> bool:
    """Return whether the answer that waits for dice can be withdrawn, because it has revealed no secret yet."""
    is_waiting = session.awaiting is not None and session.awaiting.entry is not None
    return is_waiting and not (session.decision is not None and session.decision.secret)


def has_revealed_secrets(length: int, session: Session, before: Session) -> bool:
    """Return whether secrets were revealed after journal entry `length`. Replays them in the copy `before`."""
    if session.awaiting is not None and session.decision is not None and session.decision.secret:
        return True
    for entry in session.journal[length : known_entries(session)]:
        decision = before.pending()
        if decision.secret and not decision.private:
            return True
        before.give(entry, recorded=True)
    return False


def private_facts(session: Session) -> Mapping[str, PrivateFact]:
    """Return the private facts of a game by names that reveal nothing about their values."""
    secrets = session.ruleset.secrets
    return secrets.private(session.game) if secrets is not None else {}


def view_for(viewer: str, session: Session) -> TableView:
    """Return the table as one player sees it, with that player's private facts; for "", without any."""
    view = session.ruleset.view(session.game)
    if not viewer or session.ruleset.secrets is None:
        return view
    facts = session.ruleset.secrets.known_to(session.game, viewer)
    if not facts:
        return view
    players, pieces, reserve = (_views_with_facts(facts, views) for views in (view.players, view.pieces, view.reserve))
    return replace(view, players=players, pieces=pieces, reserve=reserve)


def _views_with_facts(own: Mapping[str, Sequence[Line]], views: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(replace(view, details=(*view.details, *own.get(view.id, ()))) for view in views)


def fork_for(viewer: str, session: Session, seed: int | None = None) -> Session:
    """Return a copy of the game for one player, in which other players' secret answers are drawn again at random.

    Private facts of others are drawn again, too, also for all moments to which the copy can be undone. With `seed`,
    later dice differ.
    """
    if has_secrets_from(viewer, session):
        redraw = _Redraw(viewer, session, Random(seed), history=False)
        twin = redraw.copy()
        twin.dice = twin.game.dice = session.dice if seed is None else other_dice(redraw.noted, seed)
        return twin
    twin, rng, count = session.fork(seed), Random(seed or 0), hidden_entries(session)
    if count:  # answer the open commitment again, with random answers for others
        own_answers = session.journal[-count:]
        twin.rewind(len(twin.journal) - count)
        for answer in own_answers:
            decision = twin.pending()
            twin.give(answer if decision.player == viewer else random_answer(decision, rng))
    return twin


def with_new_secrets(viewer: str, session: Session, rng: Random) -> Session:
    """Return a game without a past that begins at this moment, with new random facts where `viewer` may not know them.

    It begins at the last checkpoint and continues with the answers since, up to a commitment that is not revealed yet.
    """
    twin = _Redraw(viewer, session, rng, history=True).copy()
    twin.seats = dict(session.seats)
    return twin


def has_secrets_from(viewer: str, session: Session) -> bool:
    """Return whether there is a private fact that a player does not know."""
    return any(fact.knows != viewer for fact in private_facts(session).values())


@dataclass
class _Redraw:
    """Makes a player's copy with new hidden facts, from the last checkpoint on, with the answers given since.

    Others' concealed answers are drawn at random. A copy with `history` ends before the first secret answer. `noted`
    has the dice rolled since the checkpoint.
    """

    viewer: str
    session: Session
    rng: Random
    history: bool
    noted: NotedDice = field(init=False)

    def copy(self) -> Session:
        """Return a copy that looks the same to the player; raise `RuntimeError` if no draw gives one."""
        for _attempt in range(ATTEMPTS):
            twin = self._attempt()
            if twin is not None:
                return twin
        raise RuntimeError("no other game was found that looks the same to this player")

    def _attempt(self) -> Session | None:
        """Return a copy with new private facts, or None if the game's past is impossible with them."""
        session, mark = self.session, self.session.marks[-1]
        redrawn = session.ruleset.game(session.setup, mark.state.clone(), session.dice)
        if session.ruleset.secrets is not None:
            session.ruleset.secrets.redraw_secrets(redrawn, session.game, self.viewer, self.rng)
        # `truth` is the real game from the checkpoint on, `twin` the copy; both get the answers since, step by step.
        self.noted = NotedDice(session.dice)
        truth = session.replayed(mark, (), self.noted)
        twin = Session(session.ruleset, session.setup, session.dice, state=redrawn.state, history=self.history)
        for number, entry in enumerate(session.journal[mark.entries :], mark.entries):
            decision, sealed = truth.pending(), number >= known_entries(session)
            if sealed and self.history:
                break
            if not self._asks_alike(twin, decision):
                return None
            concealed = (sealed or decision.private) and decision.player != self.viewer
            answer = self._replacement(twin, truth, entry) if concealed else entry
            truth.give(entry, recorded=True)
            try:
                twin.give(answer, recorded=True)
            except (IllegalAnswer, MalformedAnswer, NothingPending):
                return None
        return twin if self._looks_alike(twin, truth) else None

    @staticmethod
    def _asks_alike(twin: Session, decision: Decision) -> bool:
        """Return whether a copy asks the same player as the game, and as openly: everybody sees who answers."""
        asked = twin.decision
        return asked is not None and (asked.player, asked.concealed) == (decision.player, decision.concealed)

    def _replacement(self, twin: Session, truth: Session, entry: Entry) -> Entry:
        """Return an answer that replaces another player's concealed answer and leaves the game looking the same."""
        real, tried = truth.fork(), set[str]()
        real.give(entry)
        for _attempt in range(ATTEMPTS):
            answer = random_answer(twin.pending(), self.rng)
            if repr(answer) in tried:
                continue
            tried.add(repr(answer))
            trial = twin.fork()
            trial.give(answer)
            if self._looks_alike(trial, real):
                return answer
        return entry  # only this answer is possible, as all players can see

    def _looks_alike(self, twin: Session, truth: Session) -> bool:
        """Return whether two games from the same checkpoint show a player the same table and events."""
        players = [None if game.decision is None else game.decision.player for game in (twin, truth)]
        events = [[event.plain() for event in game.events] for game in (twin, truth)]
        are_equal = players[0] == players[1] and events[0] == events[1]
        return are_equal and view_for(self.viewer, twin) == view_for(self.viewer, truth)


def holds_private_facts(session: Session) -> bool:
    """Return whether the state of a game holds a private fact."""
    return bool(private_facts(session))


def sealed_state(session: Session, state: State) -> dict[str, Any]:
    """Return a state for saving, in which the fields of the game's present private facts are sealed."""
    data: dict[str, Any] = state.plain()
    fields = {path for fact in private_facts(session).values() for path in fact.fields}
    digest = state.digest() if fields else ""
    for path in sorted(fields, key=str):
        *keys, last = path
        with suppress(KeyError, IndexError):  # an earlier state may lack the field
            holder: Any = data
            for key in keys:
                holder = holder[key]
            nonce = hashlib.blake2b(f"{digest} {path}".encode(), digest_size=NONCE).digest()
            holder[last] = _sealed(holder[last], nonce)
    return data


def unsealed_state(plain: Any) -> Any:
    """Return a saved state as JSON-ready data without seals; raise `DocumentError` if a seal is broken.

    Earlier versions sealed whole states.
    """
    if isinstance(plain, list):
        return [unsealed_state(item) for item in plain]
    if not isinstance(plain, dict):
        return plain
    try:
        opened = unsealed(plain)
    except ValueError as error:
        raise DocumentError("", SEALED, str(error)) from None
    return opened if opened is not plain else {key: unsealed_state(value) for key, value in plain.items()}


def sealed_journal(session: Session, mark: Mark[Any] | None = None) -> tuple[Entry, ...]:
    """Return the journal, or its part after a checkpoint, for saving.

    Answers that are not revealed yet are sealed. While there are private facts, private answers are sealed, too.
    """
    first, revealed = mark.entries if mark is not None else 0, known_entries(session)
    private = session.private_entries if holds_private_facts(session) else ()
    if revealed >= len(session.journal) and not private:
        return tuple(session.journal[first:])
    # No one shall recognise an answer by its seal. After a checkpoint, seals do not depend on anything before it.
    so_far, sealed = hashlib.blake2b(digest_size=NONCE), list[Entry]()
    so_far.update(mark.state.digest().encode() if mark is not None else b"")
    for number, entry in enumerate(session.journal[first:], first):
        so_far.update(json.dumps(entry).encode())
        sealed.append(_sealed(entry, so_far.digest()) if number >= revealed or number in private else entry)
    return tuple(sealed)


def sealed_plans(session: Session) -> dict[str, dict[str, Any]] | None:
    """Return the plans of computer players for saving, sealed until the game is over; None without any."""
    plans = {player: plan.model_dump(mode="json", exclude_none=True) for player, plan in session.plans.items()}
    if not plans or session.finished:
        return plans or None
    nonces = {player: hashlib.blake2b(json.dumps([player, plan]).encode(), digest_size=NONCE).digest()
              for player, plan in plans.items()}  # fmt: skip
    return {player: _sealed(plan, nonces[player]) for player, plan in plans.items()}


def unsealed_plan(plain: dict[str, Any], file: str) -> PlanDocument:
    """Return a saved plan; raise `DocumentError`."""
    try:
        return parse_document(json.dumps(unsealed(plain)), PlanDocument, file)
    except ValueError as error:
        if isinstance(error, DocumentError):
            raise
        raise DocumentError(file, SEALED, str(error)) from None


def _sealed(entry: Any, nonce: bytes) -> dict[str, Any]:
    """Return an entry or value in a form that the program can open but that people cannot simply read."""
    text = json.dumps(entry).encode()
    return {SEALED: (nonce + _mask_bytes(text.ljust(-(-len(text) // BLOCK) * BLOCK), nonce)).hex()}


def unsealed(entry: Entry) -> Entry:
    """Return the original entry of a saved journal; raise `ValueError` if its seal is broken."""
    if not isinstance(entry, dict) or set(entry) != {SEALED}:
        return entry
    try:
        content = bytes.fromhex(str(entry[SEALED]))
        original: Entry = json.loads(_mask_bytes(content[NONCE:], content[:NONCE]))
    except (ValueError, RecursionError):
        raise ValueError(_("the sealed data cannot be opened: it was changed")) from None
    return original


def _mask_bytes(text: bytes, nonce: bytes) -> bytes:
    mask = hashlib.shake_256(nonce).digest(len(text))
    return bytes(letter ^ mask_byte for letter, mask_byte in zip(text, mask, strict=True))
