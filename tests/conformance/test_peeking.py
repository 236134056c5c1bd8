"""No program learns what it may not know: whatever a seat asks for, two games that differ only in hidden things agree.

Hidden are sealed answers, private facts of others, and in every rulebook the dice to come.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import copy
from random import Random
from typing import Any, NamedTuple

import pytest

from game.doors.engine import Engine
from game.doors.seated import SeatedGame
from game.engine.core.decisions import Choose
from game.engine.core.dice import KeyedDice, TurnedDice
from game.engine.hidden import fork_for, hidden_entries, private_facts, view_for
from game.engine.history.timeline import Timeline
from game.engine.rulebook.new_game import GamePlan
from game.engine.saving.documents import plain
from game.engine.saving.saves import position_document
from game.engine.session import Session
from game.players import HUMAN, blind_fork
from game.players.random_player import random_answer
from game.rulesets.bushido import RULESET as BUSHIDO
from tests.conformance.listed import DUELS, Case
from tests.conformance.test_secrets import SECRETIVE, committed, otherwise, rounding
from tests.samples import SHARE

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
                break
        if not session.finished:
            yield Pair(session, other_future(session, 100 + number))


def hiding(*notes: str, vims: tuple[str, str] | None = None, seed: int = 5) -> list[Session]:
    """Return games of Bushido that differ in a note of the second player, or in their hidden VIM."""
    if vims is None:
        return [rounding(note, seed) for note in notes]
    games = []
    for vim in vims:
        setup = BUSHIDO.new_setup(GamePlan(("Ann", "Bob"), "seikyuu", "bamboo-ford"))
        tree = BUSHIDO.plain_setup(setup)
        tree["options"]["vim"] = "hidden"
        session, rng = Session(BUSHIDO, BUSHIDO.read_setup(tree), KeyedDice(seed)), Random(seed)
        while not private_facts(session):
            decision = session.pending()
            answer = random_answer(decision, rng)
            if decision.private and isinstance(decision, Choose):
                keys = [option.key for option in decision.options]
                answer = keys[int(vim) % len(keys)] if decision.player == BUSHIDO.players(session.setup)[1] else keys[0]
            session.answer(answer)
        games.append(session)
    return games


def together(one: Session, two: Session, answers: int, rng: Random) -> Pair | None:
    """Return two games after the same further answers, at a question to the one who may not know; None if they part."""
    owner = BUSHIDO.players(one.setup)[1]
    for number in range(answers + 40):
        if (
            one.finished
            or one.pending().plain() != two.pending().plain()
            or owner not in {fact.knows for fact in private_facts(one).values()}
        ):
            return None
        if number >= answers and one.pending().player != owner and not one.pending().concealed:
            return Pair(one, two)
        answer = random_answer(one.pending(), rng)
        one.answer(answer)
        two.answer(answer)
    return None


def pairs(ruleset: str) -> list[Pair]:
    """Return pairs of games of a rulebook."""
    case = next(each for each in DUELS if each.ruleset == ruleset)
    made = list(plain_moments(case, 8))
    if ruleset == "bushido":
        for secretive in SECRETIVE:
            made += [Pair(game.fork(), other_future(otherwise(game), 77)) for game, _answer in committed(secretive, 6)]
        for number in range(5):
            notes, vims = hiding("4 west", "3 east", seed=number), hiding(vims=("0", "1"), seed=number)
            for (one, two), answers in ((notes, 8 * number), (vims, 8 * number), (vims, 0)):
                pair = together(anew(one), anew(two), answers, Random(number))
                if pair is not None:
                    made.append(Pair(pair.one, other_future(pair.two, 100 + number)))
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
            engine.games[1], engine.begun = SeatedGame(session, kinds, 3), 1
            engine.games[1].shown = len(session.events)
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


@pytest.mark.parametrize("ruleset", ["godbreakers", "bushido", "aos4"])
def test_whatever_a_seat_asks_for_shows_nothing_hidden(ruleset: str) -> None:
    """2,000 random sequences for each rulebook of up to six calls of the protocol and the Python interface."""
    made = pairs(ruleset)
    assert len(made) > 4
    for sequence in range(round(SEQUENCES * (SHARE if SHARE >= 1.0 else SHARE / 8))):
        rng = Random(sequence)
        peeking = Peeking(made[rng.randrange(len(made))], rng)
        for _call in range(rng.randint(1, CALLS)):
            peeking.call()


def test_the_pairs_differ_in_every_kind_of_hidden_thing() -> None:
    """Otherwise the test above would show nothing."""
    made = pairs("bushido")
    sealed = [each for each in made if hidden_entries(each.one)]
    notes = [each for each in made if any(name.startswith("note") for name in private_facts(each.one))]
    vims = [each for each in made if any(name.startswith("VIM") for name in private_facts(each.one))]
    fresh = [each for each in vims if each.one.marks[-1].entries < len(each.one.journal)]
    assert min(len(sealed), len(notes), len(vims), len(fresh)) >= 2
    assert all(each.one.journal != each.two.journal for each in (*sealed, *notes, *vims))
    assert all(each.one.state.plain() != each.two.state.plain() for each in (*notes, *vims))
