"""Saved games as evidence: they are replayed, fully compared, and get a permanent id.

`replay_steps` compares answers, events and checkpoints during the replay. `rest_differs` compares the rest of the save:
missing evidence, the checkpoint for resuming, the hashes of checkpoints, the seats, whether the game is over, and the
version of the rules. `unchecked` lists everything that could not be compared.
"""

import hashlib
import json
from collections.abc import Iterator
from typing import Any

from game.documents.error import DocumentError
from game.engine.hidden import unsealed_state
from game.engine.saving.documents import DiceDocument, SaveDocument, part_of, seal_of
from game.engine.saving.loading import Difference, RulesetFinder, verify
from game.engine.session import Session
from game.wording import N_, _


def game_id(session: Session) -> str:
    """Return the id of a game: a hash of rulebook, setup, dice and all answers so far."""
    dice_fields = DiceDocument.of(session.dice).model_dump(mode="json")
    # Old ids must not change, so newer fields of dice documents count only if they are used.
    dice = {name: value for name, value in dice_fields.items() if value or name in ("seed", "faces", "purposes")}
    content = {
        "ruleset": session.ruleset.name,
        "setup": session.ruleset.plain_setup(session.setup),
        "dice": dice,
        "journal": session.journal,
    }
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=10).hexdigest()


def proven(document: SaveDocument, find: RulesetFinder, file: str) -> Session:
    """Return the replayed game of a save; raise `DocumentError` if it is unfinished, incomplete or differs."""
    session, differences = verify(document, find, file) if document.beginning is None else (None, [])
    return attested(document, session, differences[0] if differences else None, file)


def attested(document: SaveDocument, session: Session | None, difference: Difference | None, file: str) -> Session:
    """Return the replayed game if it proves its save; `difference` is the first one found. Raises like `proven`."""
    for where, reason in _missing_evidence(document):
        raise DocumentError(file, where, reason)
    if document.beginning is not None or session is None:
        raise DocumentError(file, "beginning", _("it began in the middle of a game - only whole games count"))
    if difference is not None:
        reason = _("its replay differs {difference} - it cannot be trusted", difference=difference)
        raise DocumentError(file, "journal", reason)
    if not session.finished:
        raise DocumentError(file, "journal", _("the game is not over - play it to its end first"))
    with part_of(file, "checkpoint"):
        state = session.ruleset.read_state(unsealed_state(document.checkpoint.state), session.setup)
        if document.checkpoint.entries != len(session.journal) or state.digest() != session.state.digest():
            raise DocumentError(file, "state", _("does not match the end of the replayed game - it cannot be trusted"))
    return session


def rest_differs(session: Session, document: SaveDocument) -> Difference | None:
    """Return the first difference between the rest of a save (see above) and its replayed game."""
    for where, reason in _differences(session, document):
        return Difference(len(document.journal), "", reason, len(session.events), where)
    return None


def _differences(session: Session, document: SaveDocument) -> Iterator[tuple[str, str]]:
    """Yield place and reason of every difference between the rest of a save and its replayed game."""
    yield from _checkpoint_differences(session, document)
    yield from _digest_differences(session, document)
    yield from _seat_differences(session, document)
    yield from _missing_evidence(document)
    if document.finished != session.finished:
        yield "finished", _difference_text(document.finished, session.finished)
    if document.rules_version != session.ruleset.version:
        text = N_("recorded with rules {recorded}, replayed with {now}; everything else is the same")
        yield "rules_version", _(text, recorded=document.rules_version, now=session.ruleset.version)


def _missing_evidence(document: SaveDocument) -> Iterator[tuple[str, str]]:
    """Yield place and reason for all evidence that the save's version requires but the save lacks."""
    if not document.is_evidence:
        return
    text = _("is missing, but every save of this version has it - the game cannot be trusted without it")
    if not document.seal:
        yield "seal", text
    if document.record_from is None:
        yield "record_from", text
    if document.events is None:
        yield "events", text
    begin = document.digests[0].entries if document.digests else None
    if begin is None or begin != (document.record_from or 0):
        yield "digests", text


def unchecked(session: Session, document: SaveDocument) -> Iterator[str]:
    """Yield descriptions of everything that a replay cannot check in a save."""
    if not document.is_evidence:
        begin = document.digests[0].entries if document.digests else len(document.journal)
        possible_gaps = (
            (document.events is None, N_("events: not recorded in that version")),
            (not document.seal, N_("who played, clocks and deployment: not sealed in that version")),
            (session.unattested, N_("who agreed to the end: not recorded in that version")),
        )
        yield from (_(text) for is_absent, text in possible_gaps if is_absent)
    else:
        begin = document.record_from or 0
    if begin:
        yield _("events before answer {n}: the record begins there", n=begin)
    yield from _unused_dice(session, document.dice)


def _unused_dice(session: Session, dice: DiceDocument) -> Iterator[str]:
    """Yield descriptions of dice in a save that its game never rolled."""
    rolled, counted = session.state.rolls.total, session.state.rolls.by_key
    for number, turn in enumerate(dice.turns):
        if turn.at >= rolled:
            text = N_("dice.turns[{number}], from roll {at} on: only {n} dice were rolled")
            yield _(text, number=number, at=turn.at, n=rolled)
    if len(dice.faces or ()) > rolled:
        yield _("dice.faces from {at} on: only {n} dice were rolled", at=rolled, n=rolled)
    unused = sum(max(0, len(faces) - counted.get(key, 0)) for key, faces in (dice.typed or {}).items())
    if unused:
        yield _("{n} typed faces that were not rolled", n=unused)


def _checkpoint_differences(session: Session, document: SaveDocument) -> Iterator[tuple[str, str]]:
    """Yield place and reason of every difference between the saved checkpoint and the last one of the replay."""
    recorded, mark = document.checkpoint, session.marks[-1]
    if recorded.entries != mark.entries:
        yield "checkpoint.entries", _difference_text(recorded.entries, mark.entries)
    try:  # read first, to fill in fields that older versions did not write
        state = session.ruleset.read_state(unsealed_state(recorded.state), session.setup).plain()
    except DocumentError as error:
        yield f"checkpoint.state.{error.where}".rstrip("."), error.reason
        return
    yield from compared(state, mark.state.plain(), "checkpoint.state")


def _digest_differences(session: Session, document: SaveDocument) -> Iterator[tuple[str, str]]:
    """Yield place and reason of every recorded checkpoint whose hash or number of events differs."""
    recorded = document.digests
    first = recorded[0].entries if recorded else 0
    passed = [mark for mark in session.marks if mark.entries >= first]
    if [digest.entries for digest in recorded] != [mark.entries for mark in passed]:
        yield "digests", _("cover {n} checkpoints, but the game has {m}", n=len(recorded), m=len(passed))
        return
    # A game that resumed at a checkpoint counts its events from there.
    earlier_events, earlier_recorded = (passed[0].events, recorded[0].events or 0) if first else (0, 0)
    for index, (digest, mark) in enumerate(zip(recorded, passed)):
        if digest.digest != mark.digest():
            yield f"digests[{index}].digest", _difference_text(digest.digest, mark.digest())
        if digest.events is not None and digest.events - earlier_recorded != mark.events - earlier_events:
            yield (
                f"digests[{index}].events",
                _difference_text(digest.events, mark.events - earlier_events + earlier_recorded),
            )


def _seat_differences(session: Session, document: SaveDocument) -> Iterator[tuple[str, str]]:
    """Yield place and reason of every fault in the fields about players, which a replay cannot check."""
    expected_seal = seal_of(
        document.seats,
        document.clocks,
        document.deploying,
        document.record_from,
        document.passing,
        document.plans,
    )
    if document.seal and document.seal != expected_seal:
        yield "seats", _("or the clocks were changed after saving")
    for player in session.ruleset.players(session.setup):
        if document.seats and player not in document.seats:
            yield f"seats.{player}", _("is missing")


def compared(recorded: Any, now: Any, where: str) -> Iterator[tuple[str, str]]:
    """Yield the place and the text of every difference between plain data."""
    if isinstance(recorded, dict) and isinstance(now, dict):
        for name in sorted(recorded.keys() | now.keys()):
            yield from compared(recorded.get(name), now.get(name), f"{where}.{name}")
    elif isinstance(recorded, list | tuple) and isinstance(now, list | tuple) and len(recorded) == len(now):
        for index, (old, new) in enumerate(zip(recorded, now)):
            yield from compared(old, new, f"{where}[{index}]")
    elif recorded != now:
        yield where, _difference_text(recorded, now)


def _difference_text(recorded: Any, now: Any) -> str:
    recorded_text, now_text = (
        str(value) if len(str(value)) <= 60 else f"{str(value)[:57]}..." for value in (recorded, now)
    )
    return _("is {recorded}, but the replay gives {now}", recorded=recorded_text, now=now_text)
