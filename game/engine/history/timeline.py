"""The timeline: all moments of a game. Screens step through them and show them, and new games branch off.

A moment is a number of answers and a number of events. Its table is recomputed from the nearest checkpoint.
"""

import re
from bisect import bisect_left, bisect_right
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cache, partial
from random import Random
from typing import Any, Final, Literal, TypeVar

from game.engine.core.dice import KeyedDice, TurnedDice
from game.engine.core.events import Event, Landmark, WatchedEvents
from game.engine.hidden import holds_private_facts, known_entries, with_new_secrets
from game.engine.saving.documents import SaveDocument
from game.engine.saving.finished import rest_differs
from game.engine.saving.loading import Difference, RulesetFinder, replay_steps, start_of
from game.engine.session import Mark, Session

Unit = Literal["event", "decision", "activation", "round"]
"""The unit of a step."""

Seen = TypeVar("Seen")

Report = Callable[[float], None]
"""Takes the part of the work that is done, from 0 to 1."""

KEPT: Final = 48
"""The most moments kept in memory after they were shown."""
NEAR: Final = 8
"""The number of neighbouring moments before and after a shown one that are computed together with it."""


def _silent(share: float) -> None:
    """Report nothing."""


class NoSuchMoment(ValueError):
    """The game does not have this moment; the message lists the moments that it has."""


@dataclass(frozen=True, slots=True, order=True)
class Moment:
    """The moment after `entries` answers and `events` events; `waiting` for the next answer, or at the game's end."""

    entries: int
    events: int
    waiting: bool


class FrozenSession(Session):
    """A game stopped between two events of one answer. It is for display and takes no answers."""

    def __init__(self, source: Session, state: Any, events: Sequence[Event]) -> None:
        self._past_events = events
        super().__init__(
            source.ruleset, source.setup, source.dice, state=state, history=False, journal=tuple(source.journal)
        )

    @property
    def finished(self) -> bool:
        return False

    def _start(self, state: Any, events: Sequence[Event], *more: Any, kept: Any = None) -> None:
        self.game = self._open(state, self._past_events)
        self._flow = iter(())  # type: ignore[assignment]  # no decision follows
        self._mark(kept)


class _Rerun(Session):
    """A game run again from a checkpoint, with all earlier events.

    `look` is called with the game right after each event. `states` has the state right after each event whose number
    is in `wanted`.
    """

    def __init__(
        self, origin: Session, mark: Mark, wanted: range = range(0), look: Callable[[Any], object] | None = None
    ) -> None:
        self._wanted, self.states, self._look = wanted, dict[int, Any](), look
        self._before = origin.events[: mark.events]
        journal = origin.journal[: mark.entries]
        state = mark.state.clone()
        super().__init__(origin.ruleset, origin.setup, origin.dice, state=state, history=False, journal=journal)

    def _open(self, state: Any, events: Sequence[Event]) -> Any:
        """Return the game, with a witness that stores the wanted states and calls `look` after each event."""
        game = self.ruleset.game(self.setup, state, self.dice)

        def witness() -> None:
            if len(game.events) in self._wanted:
                self.states[len(game.events)] = game.state.clone()
            if self._look is not None:
                self._look(game)

        game.events = WatchedEvents(self._before, witness)
        return game

    def go_to(self, origin: Session, entries: int, report: Report = _silent) -> list[int]:
        """Give answers until the journal has `entries`; return the number of events at the start and after each."""
        counts = [len(self.events)]
        for entry in origin.journal[len(self.journal) : entries]:
            self._run(entry)
            counts.append(len(self.events))
            report(len(self.journal) / entries)
        return counts


class Timeline:
    """All moments of a game, numbered from 0, up to secrets that are not revealed yet. The game itself never changes.

    `places` has the round and activation of each moment, `landmarks` the landmarks by the number of their moment.
    """

    def __init__(self, session: Session, report: Report = _silent) -> None:
        self.session = session
        self.first = session.first_known
        self.moments: list[Moment] = list(self._all_moments(report))
        self._opened: OrderedDict[int, Callable[[], Session]] = OrderedDict()
        self._by_events = [moment.events for moment in self.moments]
        self.landmarks: dict[int, list[Landmark]] = {}
        self.places: list[tuple[int, int]] = []
        for number, event in enumerate(session.events, 1):
            landmark = session.ruleset.landmark(event)
            if landmark is not None:
                index = self.of_event(number)
                self.landmarks.setdefault(index, []).append(landmark)
        round_and_activation = (0, 0)
        for index in range(len(self.moments)):
            for landmark in self.landmarks.get(index, ()):
                if landmark.sort == "round":
                    round_and_activation = (landmark.amount, 0)
                elif landmark.sort == "activation":
                    round_and_activation = (round_and_activation[0], round_and_activation[1] + 1)
            self.places.append(round_and_activation)
        self._stops: dict[Unit, list[int]] = {
            "event": list(range(len(self.moments))),
            "decision": [number for number, moment in enumerate(self.moments) if moment.waiting],
            "activation": self._first_moments_of("activation", "round"),
            "round": self._first_moments_of("round"),
        }

    def __len__(self) -> int:
        return len(self.moments)

    @property
    def last(self) -> int:
        """The number of the last moment."""
        return len(self.moments) - 1

    def _all_moments(self, report: Report) -> Iterator[Moment]:
        """Yield every moment up to secrets that are not revealed yet, found by running the game again."""
        session, first = self.session, self.session.marks[0]
        last_event = first.events  # earlier events cannot be rerun
        counts = _Rerun(session, first).go_to(session, known_entries(session), report)
        for number, events in enumerate(counts):
            for event in range(last_event + 1, events):
                yield Moment(first.entries + number, event, False)
            yield Moment(first.entries + number, events, True)
            last_event = events

    def _first_moments_of(self, *sorts: str) -> list[int]:
        """Return the moments with landmarks of these sorts, besides the first and the last moment."""
        begins = [index for index, marks in self.landmarks.items() if any(landmark.sort in sorts for landmark in marks)]
        has_activations = any(landmark.sort == "activation" for marks in self.landmarks.values() for landmark in marks)
        if "activation" in sorts and not has_activations:  # then use the rulebook's checkpoints
            entries = {mark.entries for mark in self.session.marks}
            begins = [
                number for number, moment in enumerate(self.moments) if moment.waiting and moment.entries in entries
            ]
        return sorted({0, *begins, self.last})

    def step(self, index: int, unit: Unit, by: int) -> int:
        """Return the moment `by` steps of a unit from `index` (back if negative), at most the first or last moment."""
        stops = self._stops[unit]
        number = bisect_right(stops, index) - 1 if by > 0 else bisect_left(stops, index)
        return stops[max(0, min(number + by, len(stops) - 1))]

    def stops(self, unit: Unit) -> Sequence[int]:
        """Return the moments to which steps of a unit lead."""
        return self._stops[unit]

    def round_ends(self) -> list[int]:
        """Return the last moment before each round, and the last moment of the game."""
        rounds = ((index, any(mark.sort == "round" for mark in marks)) for index, marks in self.landmarks.items())
        begins = [index for index, is_round in rounds if index and is_round]
        return [*(index - 1 for index in begins), self.last]

    def find(self, text: str) -> int:
        """Return the moment called "start", "end", "3" (round 3) or "3.2" (its activation 2); raise `NoSuchMoment`."""
        if text in ("start", "end"):
            return 0 if text == "start" else self.last
        numbers = re.fullmatch(r"([0-9]{1,5})(?:\.([0-9]{1,5}))?", text)
        if numbers is None:
            raise NoSuchMoment(f"{text!r} names no moment - write start, end, a round (3) or an activation in it (3.2)")
        round_and_activation = (int(numbers[1]), int(numbers[2] or 0))
        if round_and_activation in self.places:
            return self.places.index(round_and_activation)
        rounds = sorted({place[0] for place in self.places} - {0}) or [0]
        if round_and_activation[0] not in rounds:
            raise NoSuchMoment(
                f"there is no round {round_and_activation[0]} - the game has rounds {rounds[0]} to {rounds[-1]}"
            )
        activations = max(place[1] for place in self.places if place[0] == round_and_activation[0])
        raise NoSuchMoment(
            f"round {round_and_activation[0]} has no activation {round_and_activation[1]} - it has {activations}"
        )

    def of_event(self, number: int) -> int:
        """Return the first moment with at least `number` events."""
        return min(bisect_left(self._by_events, number), self.last)

    def index_of(self, entries: int, events: int) -> int:
        """Return the first moment with at least `entries` answers and `events` events."""
        keys = [(moment.entries, moment.events) for moment in self.moments]
        return min(bisect_left(keys, (entries, events)), self.last)

    def at(self, index: int) -> Session:
        """Return the game at a moment, for display. `branch` returns a game to play."""
        if index not in self._opened:
            self._opened |= self._openers_near(index)
            while len(self._opened) > KEPT:
                self._opened.popitem(last=False)
        self._opened.move_to_end(index)
        return self._opened[index]()

    def apart(self) -> "Timeline":
        """Return a copy of the timeline that opens its own copies of games, for use in another thread."""
        twin = copy(self)
        twin._opened = OrderedDict()
        return twin

    def reopened(self, index: int) -> Session:
        """Return the game at a moment, rebuilt so that its questions are in the current language."""
        self._opened.clear()
        return self.at(index)

    def pass_through(self, look: Callable[[Any, bool], Seen]) -> Iterator[tuple[list[Seen], Session]]:
        """Yield the results of `look` at each moment of the game, those of one answer together, in a single run.

        `look` gets the game, and whether it waits for the next answer. Each list comes with the session that waits.
        """
        session, first = self.session, self.session.marks[0]
        results: list[Seen] = []
        rerun = _Rerun(session, first, look=lambda game: results.append(look(game, False)))
        for entries in range(first.entries, known_entries(session) + 1):
            rerun.go_to(session, entries)
            results[-1:] = [look(rerun.game, True)]  # something may change after the last event
            yield results.copy(), rerun
            results.clear()

    def _openers_near(self, index: int) -> dict[int, Callable[[], Session]]:
        """Return functions that open the game at a moment and at its neighbours within the same answer."""
        session, moment = self.session, self.moments[index]
        if moment.waiting:
            rerun = _Rerun(session, self._checkpoint_before(moment.entries, moment.events))
            rerun.go_to(session, moment.entries)
            return {index: lambda: rerun}
        neighbours = range(max(0, index - NEAR), min(len(self), index + NEAR + 1))
        same_answer = [number for number in neighbours if self.moments[number].entries == moment.entries]
        between_answers = [number for number in same_answer if not self.moments[number].waiting]
        first, last = self.moments[between_answers[0]].events, self.moments[between_answers[-1]].events
        # The checkpoint must come before the events, so that they happen again.
        rerun = _Rerun(session, self._checkpoint_before(moment.entries, first - 1), range(first, last + 1))
        rerun.go_to(session, moment.entries)
        openers: dict[int, Callable[[], Session]] = {}
        for number in between_answers:
            events = self.moments[number].events
            state = rerun.states.get(events)
            openers[number] = cache(partial(self._frozen_session, rerun, state, events))
        return openers

    def _frozen_session(self, rerun: Session, state: Any, events: int) -> Session:
        # There is no state if the event happened while the game was being opened.
        return rerun if state is None else FrozenSession(rerun, state, self.session.events[:events])

    def _checkpoint_before(self, entries: int, events: int) -> Mark:
        marks = self.session.marks
        return next((m for m in reversed(marks) if m.entries <= entries and m.events <= events), marks[0])

    def branch(self, index: int, seed: int | None = None, viewer: str = "") -> Session:
        """Return a game that continues from a moment, or from the decision before it; `seed` gives it other dice.

        If the game has secrets, people could play on to learn them. The branch therefore gets new random secrets,
        except those that `viewer` knows. It then has no past, because that would hold the secret answers.
        """
        origin = self.session
        waiting = [moment.entries for moment in self.moments[: index + 1] if moment.waiting]
        length = waiting[-1] if waiting else self.first
        first = origin.marks[0]
        journal = origin.journal[: first.entries]
        twin = Session(origin.ruleset, origin.setup, origin.dice, state=first.state, journal=journal)
        twin.from_setup, twin.beginning = origin.from_setup, origin.beginning
        # Give the copy the whole game, then go back in it.
        twin.journal, twin.marks = list(origin.journal), list(origin.marks)
        twin.game.events[:] = origin.events
        twin.rewind(length)
        twin.seats, twin.plans = dict(origin.seats), dict(origin.plans)
        twin.notes = [note for note in origin.notes if note.entries <= length]
        if seed is not None:
            twin.dice = twin.game.dice = TurnedDice(origin.dice, KeyedDice(seed), twin.state.rolls.total)
        return with_new_secrets(viewer, twin, Random()) if holds_private_facts(origin) else twin


class Retrace:
    """A recorded game, played again for as long as the recorded answers are legal, even if something differs.

    `differences` has the first difference and any refused answer, or else the first difference in the rest of the save.
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
        difference_in_rest = None if self.differences else rest_differs(self.session, self.document)
        if difference_in_rest is not None:
            self.differences.append(difference_in_rest)

    def timeline(self, report: Report = _silent) -> Timeline:
        """Return the timeline of the game, as far as it could be played again."""
        return Timeline(self.session, report)
