"""The time machine: every moment of a game, to step to, show and branch off from.

A moment is a number of answers and a number of events; its table is recomputed from the nearest checkpoint.
"""

import re
from bisect import bisect_left, bisect_right
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from random import Random
from typing import Any, Final, Literal

from game.engine.core.dice import KeyedDice, TurnedDice
from game.engine.core.events import Event, Landmark
from game.engine.hidden import dealt_anew, keeps_secrets, known_entries
from game.engine.saving.documents import SaveDocument
from game.engine.saving.finished import rest_differs
from game.engine.saving.loading import Difference, RulesetFinder, replay_steps, start_of
from game.engine.session import Mark, Session

Unit = Literal["event", "decision", "activation", "round"]
"""The unit of a step."""

KEPT: Final = 48
"""The number of shown moments kept in memory."""
NEAR: Final = 8
"""The number of moments before and after a shown one that are computed with it."""


class NoSuchMoment(ValueError):
    """The game has no such moment; the message lists those it has."""


@dataclass(frozen=True, slots=True, order=True)
class Moment:
    """The moment after `entries` answers and `events` events. `waiting`: the game waits for an answer, or is over."""

    entries: int
    events: int
    waiting: bool


class Still(Session):
    """A game stopped in the middle of one answer's events: for display, not for answers."""

    def __init__(self, source: Session, state: Any, events: Sequence[Event]) -> None:
        self._happened = events
        super().__init__(
            source.ruleset, source.setup, source.dice, state=state, history=False, journal=tuple(source.journal)
        )

    @property
    def finished(self) -> bool:
        return False

    def _start(self, state: Any, events: Sequence[Event], *more: Any, kept: Any = None) -> None:
        self.game = self._open(state, self._happened)
        self._flow = iter(())  # type: ignore[assignment]  # no decision follows
        self._mark(kept)


class _WatchedEvents(list[Event]):
    """The events of a running game; stores the state at the moments of the events numbered in `wanted`."""

    def __init__(self, events: Sequence[Event], wanted: range, game: Any) -> None:
        super().__init__(events)
        self.wanted, self.game = wanted, game
        self.states: dict[int, Any] = {}

    def append(self, event: Event) -> None:
        super().append(event)
        if len(self) in self.wanted:
            self.states[len(self)] = self.game.state.clone()


class _Rerun(Session):
    """A game run again from a checkpoint, with all earlier events; looks out for the events `wanted`."""

    def __init__(self, origin: Session, mark: Mark, wanted: range = range(0)) -> None:
        self._wanted = wanted
        self._before = origin.events[: mark.events]
        journal = origin.journal[: mark.entries]
        state = mark.state.clone()
        super().__init__(origin.ruleset, origin.setup, origin.dice, state=state, history=False, journal=journal)

    def _open(self, state: Any, events: Sequence[Event]) -> Any:
        game = self.ruleset.game(self.setup, state, self.dice)
        self.watched = game.events = _WatchedEvents(self._before, self._wanted, game)
        return game

    def go_to(self, origin: Session, entries: int) -> list[int]:
        """Give answers until there are `entries` in all; return the number of events before each and after the last."""
        counts = [len(self.events)]
        for entry in origin.journal[len(self.journal) : entries]:
            self._run(entry)
            counts.append(len(self.events))
        return counts


class Timeline:
    """All moments of a game, numbered from 0, up to secrets not yet revealed; the game itself never changes.

    `places` has the round and activation of each moment, `landmarks` the rounds, activations, casualties and scores
    that begin or happen there.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.first = session.first_known
        self.moments: list[Moment] = list(self._moments())
        self._known: OrderedDict[int, Callable[[], Session]] = OrderedDict()
        self._by_events = [moment.events for moment in self.moments]
        self.landmarks: dict[int, list[Landmark]] = {}
        self.places: list[tuple[int, int]] = []
        for number, event in enumerate(session.events, 1):
            landmark = session.ruleset.landmark(event)
            if landmark is not None:
                index = self.of_event(number)
                self.landmarks.setdefault(index, []).append(landmark)
        place = (0, 0)
        for index in range(len(self.moments)):
            for landmark in self.landmarks.get(index, ()):
                if landmark.sort == "round":
                    place = (landmark.amount, 0)
                elif landmark.sort == "activation":
                    place = (place[0], place[1] + 1)
            self.places.append(place)
        self._stops: dict[Unit, list[int]] = {
            "event": list(range(len(self.moments))),
            "decision": [number for number, moment in enumerate(self.moments) if moment.waiting],
            "activation": self._beginnings("activation", "round"),
            "round": self._beginnings("round"),
        }

    def __len__(self) -> int:
        return len(self.moments)

    @property
    def last(self) -> int:
        """The number of the last moment."""
        return len(self.moments) - 1

    def _moments(self) -> Iterator[Moment]:
        session, first = self.session, self.session.marks[0]
        known = first.events  # earlier events cannot be rerun
        counts = _Rerun(session, first).go_to(session, known_entries(session))
        for further, events in enumerate(counts):
            for event in range(known + 1, events):
                yield Moment(first.entries + further, event, False)
            yield Moment(first.entries + further, events, True)
            known = events

    def _beginnings(self, *sorts: str) -> list[int]:
        found = [index for index, here in self.landmarks.items() if any(landmark.sort in sorts for landmark in here)]
        named = any(landmark.sort == "activation" for here in self.landmarks.values() for landmark in here)
        if "activation" in sorts and not named:  # then use the rulebook's checkpoints
            entries = {mark.entries for mark in self.session.marks}
            found = [index for index, moment in enumerate(self.moments) if moment.waiting and moment.entries in entries]
        return sorted({0, *found, self.last})

    def step(self, index: int, unit: Unit, by: int) -> int:
        """Return the moment `by` steps of a unit from `index` (back if negative), or the last one in that direction."""
        stops = self._stops[unit]
        place = bisect_right(stops, index) - 1 if by > 0 else bisect_left(stops, index)
        return stops[max(0, min(place + by, len(stops) - 1))]

    def stops(self, unit: Unit) -> Sequence[int]:
        """Return the moments at which steps of a unit end."""
        return self._stops[unit]

    def round_ends(self) -> list[int]:
        """Return the last moment before the first round, of every round, and of the game."""
        rounds = ((index, any(each.sort == "round" for each in here)) for index, here in self.landmarks.items())
        begins = [index for index, is_round in rounds if index and is_round]
        return [*(index - 1 for index in begins), self.last]

    def find(self, text: str) -> int:
        """Return the moment called "start", "end", "3" (round) or "3.2" (activation in it); raise `NoSuchMoment`."""
        if text in ("start", "end"):
            return 0 if text == "start" else self.last
        numbers = re.fullmatch(r"([0-9]{1,5})(?:\.([0-9]{1,5}))?", text)
        if numbers is None:
            raise NoSuchMoment(f"{text!r} names no moment - write start, end, a round (3) or an activation in it (3.2)")
        wanted = (int(numbers[1]), int(numbers[2] or 0))
        if wanted in self.places:
            return self.places.index(wanted)
        rounds = sorted({place[0] for place in self.places} - {0}) or [0]
        if wanted[0] not in rounds:
            raise NoSuchMoment(f"there is no round {wanted[0]} - the game has rounds {rounds[0]} to {rounds[-1]}")
        most = max(place[1] for place in self.places if place[0] == wanted[0])
        raise NoSuchMoment(f"round {wanted[0]} has no activation {wanted[1]} - it has {most}")

    def of_event(self, number: int) -> int:
        """Return the moment after a number of events, or the next one after it."""
        return min(bisect_left(self._by_events, number), self.last)

    def index_of(self, entries: int, events: int) -> int:
        """Return the moment after numbers of answers and events, or the next one after it."""
        keys = [(moment.entries, moment.events) for moment in self.moments]
        return min(bisect_left(keys, (entries, events)), self.last)

    def at(self, index: int) -> Session:
        """Return the game at a moment, for display. `branch` returns a game to play."""
        if index not in self._known:
            self._known |= self._stood(index)
            while len(self._known) > KEPT:
                self._known.popitem(last=False)
        self._known.move_to_end(index)
        return self._known[index]()

    def anew(self, index: int) -> Session:
        """Return the game at a moment, rebuilt so that its questions are in the present language."""
        self._known.clear()
        return self.at(index)

    def _stood(self, index: int) -> dict[int, Callable[[], Session]]:
        """Return the game at a moment and at the moments passed before it, each to be opened when first needed."""
        session, moment = self.session, self.moments[index]
        if moment.waiting:
            rerun = _Rerun(session, self._mark_before(moment.entries, moment.events))
            rerun.go_to(session, moment.entries)
            return {index: lambda: rerun}
        near = range(max(0, index - NEAR), min(len(self), index + NEAR + 1))
        brought = [place for place in near if self.moments[place].entries == moment.entries]
        places = [place for place in brought if not self.moments[place].waiting]
        first, last = (self.moments[find(places)].events for find in (min, max))
        # The checkpoint must precede the events, so that they happen again.
        rerun = _Rerun(session, self._mark_before(moment.entries, first - 1), range(first, last + 1))
        rerun.go_to(session, moment.entries)
        found: dict[int, Callable[[], Session]] = {}
        for place in places:
            events = self.moments[place].events
            state = rerun.watched.states.get(events)
            found[place] = cache(partial(self._still, rerun, state, events))
        return found

    def _still(self, rerun: Session, state: Any, events: int) -> Session:
        # Without a state: the event happened while the game was being opened.
        return rerun if state is None else Still(rerun, state, self.session.events[:events])

    def _mark_before(self, entries: int, events: int) -> Mark:
        marks = self.session.marks
        return next((m for m in reversed(marks) if m.entries <= entries and m.events <= events), marks[0])

    def branch(self, index: int, seed: int | None = None, viewer: str = "") -> Session:
        """Return a game that continues from a moment, or from the decision before it; with `seed`, it uses other dice.

        While the game still has secrets, the branch replaces them at random, except those that `viewer` knows:
        otherwise people could play on to learn them. Such a branch has no past, which would hold the secret answers.
        """
        origin = self.session
        waiting = [moment.entries for moment in self.moments[: index + 1] if moment.waiting]
        length = waiting[-1] if waiting else self.first
        first = origin.marks[0]
        journal = origin.journal[: first.entries]
        twin = Session(origin.ruleset, origin.setup, origin.dice, state=first.state, journal=journal)
        twin.from_setup, twin.beginning = origin.from_setup, origin.beginning
        twin.journal, twin.marks = list(origin.journal), list(origin.marks)
        twin.game.events[:] = origin.events
        twin.rewind(length)
        twin.seats = dict(origin.seats)
        twin.notes = [note for note in origin.notes if note.entries <= length]
        if seed is not None:
            twin.dice = twin.game.dice = TurnedDice(origin.dice, KeyedDice(seed), twin.state.rolls.total)
        return dealt_anew(viewer, twin, Random()) if keeps_secrets(origin) else twin


class Retrace:
    """A recorded game played again despite any difference, as long as the recorded answers are legal.

    `differences` has the first difference and the refused answer, if any; otherwise the first difference in the rest of
    the save.
    """

    def __init__(self, document: SaveDocument, find: RulesetFinder, file: str) -> None:
        self.document = document
        self.session = start_of(document, find, file)
        self.differences: list[Difference] = []

    def steps(self) -> Iterator[tuple[int, int]]:
        """Play on; after each answer, yield the number of answers given and the total."""
        total = len(self.document.journal)
        for done, difference in enumerate(replay_steps(self.session, self.document, on=True)):
            if difference is not None:
                self.differences.append(difference)
            yield done, total
        rest = None if self.differences else rest_differs(self.session, self.document)
        if rest is not None:
            self.differences.append(rest)

    def timeline(self) -> Timeline:
        """Return all moments of the game, as far as it could be played again."""
        return Timeline(self.session)
