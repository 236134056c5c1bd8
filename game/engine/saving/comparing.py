"""Comparing a replayed game with its record. Older saves record only the states at checkpoints, others all events."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from game.wording import _

if TYPE_CHECKING:
    from game.engine.core.events import Event
    from game.engine.saving.documents import SaveDocument
    from game.engine.session import Session


_LAST_BITS = 1e-9


class Comparison:
    """Compares a session with its record after each answer.

    If not `thorough`, only the state at the last checkpoint is compared, because hashing all states takes a quarter of
    the loading time. If events, numbers of answers and the final state are equal, only a recorded hash can be wrong.
    """

    def __init__(self, session: "Session", document: "SaveDocument", *, thorough: bool = True) -> None:
        self.session = session
        self._all_states = thorough or document.events is None
        self._digests = {mark.entries: mark.digest for mark in document.digests}
        self._counts = {mark.entries: mark.events for mark in document.digests if mark.events is not None}
        self._events = document.happened()
        self._first = document.digests[0].entries if document.digests else 0
        self._final = document.digests[-1].entries if document.digests else 0
        self._last = len(document.journal)
        self._compared = 0
        self._offset = 0  # the number of events before the record begins

    def look(self, entries: int) -> tuple[str, int] | None:
        """Return the reason and the event (counted from 1) of the first difference after some answers, or None."""
        if entries < self._first:
            return None
        if entries == self._first and entries:  # a game that resumed at a checkpoint is recorded from there on
            self._offset = self._compared = self.session.marks[-1].events - self._counts.get(entries, 0)
        return self._events_differ() or self._state_differs(entries) or self._more_recorded(entries)

    def _events_differ(self) -> tuple[str, int] | None:
        events = self.session.events
        if self._events is None:
            return None
        start, self._compared = self._compared, len(events)
        for number in range(start, len(events)):
            place = number - self._offset
            if place >= len(self._events):
                return _("{now} happens, but nothing more was recorded", now=events[number].kind), number + 1
            difference = _difference(self._events[place], _as_recorded(events[number], self._events[place]))
            if difference:
                return difference, number + 1
        return None

    def _state_differs(self, entries: int) -> tuple[str, int] | None:
        if entries not in self._digests:
            return None
        mark, number = self.session.marks[-1], len(self.session.events)
        happened = mark.events - self._offset
        if mark.entries == entries and self._events is not None and self._counts.get(entries, 0) > happened:
            missing = self._events[happened] if happened < len(self._events) else {}
            return _("{recorded} was recorded but does not happen", recorded=str(missing.get("event"))), number
        hashed = self._all_states or entries == self._final
        if mark.entries != entries or (hashed and mark.digest() != self._digests[entries]):
            return _("the state reached is not the one recorded"), number
        return None

    def _more_recorded(self, entries: int) -> tuple[str, int] | None:
        events = self.session.events
        if self._events is None or entries < self._last or len(self._events) <= len(events) - self._offset:
            return None
        missing = self._events[len(events) - self._offset]
        return _("{recorded} was recorded but does not happen", recorded=str(missing.get("event"))), len(events)


def _as_recorded(event: "Event", recorded: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return an event as JSON-ready data, without fields that the version of the record did not have."""
    now = event.plain()
    return {name: value for name, value in now.items() if name in recorded or name not in event.later}


def _difference(recorded: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    if _same(recorded, now):
        return ""
    kind = str(now["event"])
    if recorded.get("event") != kind:
        return _("{now} happens, but {recorded} was recorded", now=kind, recorded=str(recorded.get("event")))
    fields = [
        "{} {} ({})".format(name, *_shortened(now.get(name), recorded.get(name)))
        for name in sorted(recorded.keys() | now.keys())
        if not _same(recorded.get(name), now.get(name))
    ]
    return _("{now}: {fields} - recorded values in brackets", now=kind, fields=", ".join(fields))


def _same(recorded: Any, now: Any) -> bool:
    """Return whether two values are equal; numbers may differ in their last bits.

    Older versions recorded sums of inches, which Python 3.11 and Python 3.12 add differently.
    """
    match recorded, now:
        case float(), float():
            return abs(recorded - now) <= _LAST_BITS
        case ((list() | tuple()), (list() | tuple())):
            return len(recorded) == len(now) and all(map(_same, recorded, now))
        case Mapping(), Mapping():
            return recorded.keys() == now.keys() and all(_same(value, now[name]) for name, value in recorded.items())
        case _:
            return bool(recorded == now)


def _shortened(now: Any, recorded: Any) -> tuple[str, str]:
    """Return two different values as short texts; numbers have four decimals if they then still differ."""
    if isinstance(now, float) and isinstance(recorded, float) and f"{now:.4f}" != f"{recorded:.4f}":
        return f"{now:.4f}", f"{recorded:.4f}"
    texts = ["-" if value is None else str(value) for value in (now, recorded)]
    now_text, recorded_text = (text if len(text) <= 120 else f"{text[:117]}..." for text in texts)
    return now_text, recorded_text
