"""No program learns what it may not know: whatever a seat asks for, two games that differ only in hidden things agree.

Hidden are sealed answers, private facts of others, and in every rulebook the dice to come.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import copy
from random import Random
from typing import Any, NamedTuple

from game.api.engine import Engine
from game.api.seated import SeatedGame
from game.engine.core.dice import KeyedDice, TurnedDice
from game.engine.hidden import fork_for, hidden_entries, private_facts, view_for
from game.engine.history.timeline import Timeline
from game.engine.saving.documents import plain
from game.engine.saving.saves import position_document
from game.engine.session import Session
from game.players import HUMAN, blind_fork
from game.players.random_player import random_answer
from inchwise_conformance.listing import Case, Listed, duels, of_rulebooks, played, secretive
from inchwise_conformance.samples import SHARE, few
from inchwise_conformance.test_secrets import committed, otherwise

SEQUENCES, CALLS = 2_000, 6
Move = Callable[[Random], dict[str, Any]]


class Pair(NamedTuple):
    """Two games that differ only in what is hidden from the player who is asked."""

    one: Session
    two: Session

    @property
    def seat(self) -> str:
        return self.one.pending().player

    def copies(self) -> list[Session]:
        """Return both games anew, with all that can be undone."""
        return [anew(each) for each in self]


def anew(session: Session) -> Session:
    """Return a game with its whole past, apart from the first."""
    twin = copy(session)
    twin.marks, twin.journal, twin.gestures = [*session.marks], [*session.journal], [*session.gestures]
    twin.game = copy(session.game)
    twin.rewind(len(twin.journal))
    return twin


def other_future(session: Session, seed: int) -> Session:
    """Return the same game with other dice from now on."""
    twin = anew(session)
    twin.dice = TurnedDice(session.dice, KeyedDice(seed), session.state.rolls.total)
    twin.rewind(len(twin.journal))
    return twin


def plain_moments(case: Case, count: int) -> Iterator[Pair]:
    """Yield moments of random games, each with another future."""
    for number in range(count):
        session, rng = case.session(), Random(number)
        for _answer in range(rng.randint(2, 60)):
            session.answer(random_answer(session.pending(), rng))
            if session.finished:
                session.undo()
                break
        yield Pair(session, other_future(session, 100 + number))


def pairs(book: Listed) -> list[Pair]:
    """Return pairs of games of a rulebook that differ in the dice to come, or in what was chosen in secret."""
    made = [pair for case in duels([book]) for pair in plain_moments(case, 8)]
    for case in secretive([book]):
        made += [Pair(game.fork(), other_future(otherwise(game), 77)) for game, _answer in committed(case, 6)]
    return made


class Peeking:
    """A client of one seat that asks two games the same, and stops once it has fairly learnt how they differ."""

    def __init__(self, pair: Pair, rng: Random) -> None:
        self.rng, self.parted = rng, False
        self.engines = [Engine(), Engine()]
        self.seats = pair.one.ruleset.players(pair.one.setup)
        kinds = [HUMAN if seat == pair.seat else "random" for seat in self.seats]
        games = pair.copies()
        for engine, session in zip(self.engines, games, strict=True):
            engine.games[1], engine.last_number = SeatedGame(session, kinds, 3), 1
            engine.games[1].events_reported = len(session.events)
        self.mains, self.fallen = games, games[0].state.rolls.total
        self.copies = [[blind_fork(session, pair.seat, 9)] for session in games]

    def call(self) -> None:
        """Ask for one thing."""
        getattr(self, self.rng.choice(("_look", "_look", "_fork", "_fork", "_answer", "_undo", "_again", "_python")))()

    def ask(self, do: str, **more: Any) -> dict[str, Any]:
        """Ask both, and return what both reply."""
        one, two = (engine.reply(json.dumps({"do": do, **more})) for engine in self.engines)
        if not self.parted:
            assert one == two, (do, more)
        return one

    def _game(self) -> int:
        return self.rng.choice(sorted(self.engines[0].games))

    def _viewer(self) -> dict[str, str]:
        seat = self.rng.choice((*self.seats, None))
        return {} if seat is None else {"viewer": seat}

    def _look(self) -> None:
        do = self.rng.choice(("position", "position", "decision", "options"))
        more = {} if do == "decision" else {"seed": self.rng.randrange(9)}
        self.ask(do, game=self._game(), **self._viewer(), **more)

    def _fork(self) -> None:
        kinds = self.rng.choice((None, [HUMAN] * len(self.seats), ["random", HUMAN], [HUMAN, "random"]))
        self.ask("fork", game=self._game(), **self._viewer(), seed=self.rng.randrange(9), players=kinds)

    def _answer(self) -> None:
        game = self._game()
        offered = self.ask("options", game=game, count=4, seed=self.rng.randrange(9)).get("options")
        if not offered:
            return
        self._play(game, do="answer", answer=self.rng.choice(offered))

    def _undo(self) -> None:
        self._play(self._game(), do="undo")

    def _play(self, game: int, **request: Any) -> None:
        """Let a game go on or back in both; what the real game then shows is what one may know."""
        before = self._known()
        replies = [engine.reply(json.dumps({"game": game, **request})) for engine in self.engines]
        if game == 1:
            rolled = self.mains[0].state.rolls.total > self.fallen
            shown = any(now < then for now, then in zip(self._known(), before, strict=True))
            self.parted = self.parted or rolled or shown
        if not self.parted:
            assert replies[0] == replies[1]

    def _known(self) -> tuple[int, int]:
        """Return how much of the real game is hidden: commitments under way, and private facts."""
        return hidden_entries(self.mains[0]), len(private_facts(self.mains[0]))

    def _again(self) -> None:
        shown = self.ask("position", game=self._game(), **self._viewer(), seed=self.rng.randrange(9))
        if "position" in shown:
            self.ask("new", position=shown["position"], players=[HUMAN] * len(self.seats), seed=1)

    def _python(self) -> None:
        """Copy a copy, play on in it, undo, go through its past and look at all that it holds."""
        at, seed, seat = self.rng.randrange(len(self.copies[0])), self.rng.randrange(99), self.rng.choice(self.seats)
        how = self.rng.randrange(3)
        shown = []
        for known in self.copies:
            twin = known[at].fork(seed) if how == 0 else fork_for(seat, known[at], seed)
            rng = Random(seed)
            for _answer in range(how):
                if not twin.finished:
                    twin.answer(random_answer(twin.pending(), rng))
            back = rng.randint(0, len(twin.journal) - twin.first_known)
            if how == 2:
                twin.rewind(len(twin.journal) - back)
            known.append(twin)
            shown.append(self._everything(twin))
        assert shown[0] == shown[1]

    def _everything(self, twin: Session) -> dict[str, Any]:
        real, twin.dice = twin.dice, KeyedDice(0)
        position = {} if twin.finished else plain(position_document(twin))
        twin.dice = real
        timeline = Timeline(twin)
        return {
            "state": twin.state.plain(),
            "marks": [(mark.entries, mark.state.plain()) for mark in twin.marks],
            "journal": list(twin.journal),
            "events": [event.plain() for event in twin.events],
            "asked": None if twin.decision is None else twin.decision.plain(),
            "views": [view_for(seat, twin) for seat in self.seats],
            "position": position,
            "past": timeline.at(0).state.plain(),
        }


def peek(made: list[Pair], most: int = SEQUENCES) -> None:
    """Ask pairs of games for things in random order: at most 2,000 sequences of up to six calls with every sample."""
    share = SHARE if SHARE >= 1.0 else SHARE / 8
    for sequence in range(max(1, round(min(SEQUENCES, most) * share))):
        rng = Random(sequence)
        peeking = Peeking(made[rng.randrange(len(made))], rng)
        for _call in range(rng.randint(1, CALLS)):
            peeking.call()


@of_rulebooks("book", lambda listed: few([each for each in listed if duels([each])]))
def test_whatever_a_seat_asks_for_shows_nothing_hidden(book: Listed) -> None:
    """Through the protocol and the Python interface."""
    made = pairs(book)
    assert len(made) > 4
    peek(made, 20 * len(played(duels([book])[0]).journal))
