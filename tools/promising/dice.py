"""Every way in which dice may fall from a moment of a game on: played out on forks, one face after another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from game.engine.core.decisions import Answer
from game.engine.core.dice import Dice, KeyedDice, RollCounter, TurnedDice
from game.engine.core.events import Event
from game.engine.session import Session

Policy = Callable[[Session], Answer | None]
"""What to answer next, None to stop."""

Wide = Callable[[str], bool]
"""Whether every face of a roll with such a key is to be played out; other rolls fall as chance has it."""


class _Wanted(Exception):
    """One more face is wanted than the script has."""

    def __init__(self, sides: int) -> None:
        super().__init__(sides)
        self.sides = sides


class _Rerolled(Exception):
    """The faces before this are those of a die that is rolled again until it stands: no case of its own."""


@dataclass
class _Script:
    """Faces for the rolls that are played out, chance for all others."""

    faces: tuple[int, ...]
    wide: Wide
    chance: Dice
    rerolls: int = 0
    done: bool = False
    last: tuple[str, int] = ("", 0)
    again: int = 0
    shown: dict[int, int] = field(default_factory=dict)

    def roll(self, counter: RollCounter, sides: int, key: str) -> int:
        """Return the next face, the same again when the game goes over it again."""
        at = counter.total
        if at not in self.shown and (self.done or not self.wide(key)):
            return self.chance.roll(counter, sides, key)
        if at not in self.shown:
            self.again = self.again + 1 if self.last == (key, at) else 0
            if self.again > self.rerolls:
                raise _Rerolled
        counter.next_for(key)
        if at not in self.shown:
            self.last = key, counter.total
            if len(self.shown) == len(self.faces):
                raise _Wanted(sides)
            self.shown[at] = self.faces[len(self.shown)]
        return self.shown[at]


@dataclass
class Case:
    """One way the dice may fall: its share of all, the game then and what happened on the way."""

    share: Fraction
    session: Session
    events: list[Event]

    def of(self, kind: type[Any]) -> list[Any]:
        """Return what happened of one kind."""
        return [event for event in self.events if isinstance(event, kind)]

    def until(self, kind: type[Any]) -> Case:
        """Return the case with what happened up to the first event of a kind."""
        ends = [place for place, event in enumerate(self.events, 1) if isinstance(event, kind)]
        return Case(self.share, self.session, self.events[: ends[0]] if ends else self.events)


class TooMany(Exception):
    """There are more cases than anybody wants to wait for."""


def cases(begin: Callable[[], Session], policy: Policy, wide: Wide, *, most: int = 600, rerolls: int = 0) -> list[Case]:
    """Return every case of what follows when `policy` answers, from a fresh game of `begin`; raise `TooMany`.

    A face that is rolled again at once, more often than `rerolls` times, is that of a die that is rolled until it
    stands, and no case; those that stand are equally likely.
    """
    budget = [most]
    found = _branch(begin, policy, wide, (), budget, rerolls)
    assert found is not None
    return [Case(share, session, events) for share, session, events in found]


def _branch(
    begin: Callable[[], Session], policy: Policy, wide: Wide, faces: tuple[int, ...], budget: list[int], rerolls: int
) -> list[tuple[Fraction, Session, list[Event]]] | None:
    budget[0] -= 1
    if budget[0] < 0:
        raise TooMany
    session = begin()
    script = _Script(faces, wide, KeyedDice(len(faces)), rerolls)
    dice = TurnedDice(session.dice, script, session.state.rolls.total)
    session.dice = session.game.dice = dice
    before = len(session.events)
    try:
        while session.decision is not None and (answer := policy(session)) is not None:
            session.answer(answer)
    except _Wanted as wanted:
        kids = [_branch(begin, policy, wide, (*faces, face), budget, rerolls) for face in range(1, wanted.sides + 1)]
        standing = [kid for kid in kids if kid is not None]
        return [(share / len(standing), end, events) for kid in standing for share, end, events in kid]
    except _Rerolled:
        return None
    script.done = True
    return [(Fraction(1), session, session.events[before:])]


def standing_faces(game: Callable[[Dice], Any], resolve: Callable[[Any], None], sides: int) -> Iterator[Any]:
    """Yield the game after every face that a single die may show and keep."""
    for face in range(1, sides + 1):
        found = game(_Script((face,), lambda _: True, KeyedDice(0)))
        try:
            resolve(found)
        except _Rerolled:
            continue
        yield found


def given(*answers: Answer, then: Callable[[Session], Answer | None] | None = None) -> Policy:
    """Return the policy of giving these answers, then what `then` says."""
    left = list(answers)

    def answer(session: Session) -> Answer | None:
        if left:
            return left.pop(0)
        return then(session) if then is not None else None

    return answer


def fresh(make: Callable[[], Policy]) -> Policy:
    """Return a policy that begins anew for every session it meets."""
    known: dict[int, tuple[Session, Policy]] = {}

    def answer(session: Session) -> Answer | None:
        if id(session) not in known:
            known[id(session)] = session, make()
        return known[id(session)][1](session)

    return answer
