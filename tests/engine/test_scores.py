"""What rounds scored, where games turned and how lucky the players were, for a rulebook that only tells of points."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from game.engine.core.decisions import Choose, Option
from game.engine.core.dice import KeyedDice, Roll, roll_die
from game.engine.core.events import Event, Landmark
from game.engine.core.flow import CHECKPOINT, Flow
from game.engine.core.odds import die
from game.engine.history.luck import EXACT, luck_of, lucks
from game.engine.history.scores import Owners, closed_rounds, counts_of, rounds_of, turning_points
from game.engine.history.timeline import Timeline
from game.engine.rulebook.view import TableView
from game.engine.session import Session
from tests.engine.rounds import Rounds, RoundsState, Threw
from tests.toy.toy_rulebook import ToySetup


@dataclass(frozen=True, kw_only=True)
class Began(Event):
    round: int

    def landmark(self) -> Landmark:
        return Landmark("round", amount=self.round)


@dataclass(frozen=True, kw_only=True)
class Gained(Event):
    player: str
    points: int
    reason: str

    def landmark(self) -> Landmark:
        return Landmark("score", self.player, self.points, self.reason)


@dataclass(frozen=True, kw_only=True)
class Gone(Event):
    piece: str

    def landmark(self) -> Landmark:
        return Landmark("casualty", self.piece, text="Losses")


@dataclass(frozen=True, kw_only=True)
class TableThrow(Event):
    player: str
    table: str
    roll: Roll


WON = ((("ann", 2), ("bob", 1)), (("bob", 6), ("bob", -1)), (("ann", 1),))
"""The points of three rounds."""


class Scoring(Rounds):
    """Three rounds, each told by an event; points are told by their player, points and reason, and by nothing else.

    Both players have a point at the beginning. In the second round ann loses a piece.
    """

    def play(self, game: Any) -> Flow:
        state = game.state
        while state.round < len(WON):
            yield CHECKPOINT
            yield Choose(player="ann", prompt="Go on?", rule="T-1", options=(Option("go", "Go on", "T-1"),))
            state.round += 1
            if state.round == 1:
                self.throw(game)
            self.score(game, state.round)
        state.winners = ["bob"]

    def throw(self, game: Any) -> None:
        game.events.append(Threw(player="ann", roll=roll_die(game.dice, game.state.rolls, 8, "ann", reroll_at_most=2)))
        game.events.append(Threw(player="bob", roll=roll_die(game.dice, game.state.rolls, 6, "bob", zero_at_most=3)))
        roll = roll_die(game.dice, game.state.rolls, 6, "what comes")
        game.events.append(TableThrow(player="ann", table="weather", roll=roll))

    def score(self, game: Any, number: int) -> None:
        game.events.append(Began(round=number))
        for player, points in WON[number - 1]:
            game.events.append(Gained(player=player, points=points, reason=f"thing {points}", rule="T-7"))
            game.state.points[player] += points
        if number == 2:
            game.events.append(Gone(piece="a2"))

    def view(self, game: Any) -> TableView:
        plain = super().view(game)
        from dataclasses import replace

        plates = (replace(player, score=1 + game.state.points[player.id]) for player in plain.players)
        return replace(plain, players=tuple(plates))


def played(rules: Rounds, state: Any = None) -> Session:
    """Return a game to its end."""
    session = Session(rules, ToySetup(), KeyedDice(3), state=state)
    while session.decision is not None:
        session.answer("go")
    return session


@pytest.fixture(name="session")
def session_fixture() -> Session:
    return played(Scoring())


def test_points_are_counted_from_events_of_any_rulebook(session: Session) -> None:
    assert isinstance(session.state, RoundsState)
    rounds = rounds_of(session)
    assert [each.number for each in rounds] == [0, 1, 2, 3]
    assert [each.after for each in rounds] == [
        {"ann": 1, "bob": 1},
        {"ann": 3, "bob": 2},
        {"ann": 3, "bob": 7},
        {"ann": 4, "bob": 7},
    ]
    assert rounds[0].before == rounds[0].after
    assert [(line.points, line.reason, line.rule) for line in rounds[2].of("bob")] == [
        (6, "thing 6", "T-7"),
        (-1, "thing -1", "T-7"),
    ]
    assert [each.leaders for each in rounds] == [["ann", "bob"], ["ann"], ["bob"], ["bob"]]


def test_a_round_is_closed_by_the_next_one(session: Session) -> None:
    rounds = rounds_of(session)
    closing = rounds[2].first
    assert closed_rounds(rounds[:3], closing) == [(rounds[1], rounds[2])]
    assert closed_rounds(rounds[:3], closing + 1) == []
    assert closed_rounds(rounds[:2], 0) == [], "the beginning of the first round closes none"
    rounds[3].over = True
    assert closed_rounds(rounds, rounds[3].first + 1) == [(rounds[3], None)]
    rounds[3].lines.clear()
    assert closed_rounds(rounds, rounds[3].first + 1) == [], "a round that was cut short before it scored"


def test_turning_points_are_leads_that_change_and_pieces_that_are_lost(session: Session) -> None:
    turns = turning_points(session)
    gone = next(number for number, event in enumerate(session.events) if isinstance(event, Gone))
    assert [(turn.round.number, turn.player, turn.swing, turn.lost) for turn in turns] == [
        (1, "ann", 1, ()),
        (2, "bob", 5, ()),
        (2, "ann", 0, (gone,)),
        (3, "", 1, ()),
    ]
    assert [turn.lost for turn in turning_points(session, 3)] == [(), (), (gone,)]
    timeline = Timeline(session)
    for turn in turns:
        moment = timeline.moments[timeline.of_event(turn.events)]
        assert moment.events >= turn.events
    assert counts_of(session) == {"Losses": {"ann": 1, "bob": 0}}


def test_luck_of_many_rolls_agrees_with_the_exact_count() -> None:
    rng = Random(7)
    rolls = [(die(6), rng.randint(1, 6)) for _each in range(EXACT - 1)] + [(die(8), 3)]
    few, many = luck_of(rolls), luck_of([*rolls, (die(1), 1)])
    assert many.rolls == EXACT + 1
    assert float(many.luckier) == pytest.approx(float(few.luckier), abs=1e-9)


def test_luck_is_that_of_a_players_own_rolls_but_not_of_those_on_tables(session: Session) -> None:
    found = lucks(session)
    assert {player: luck.rolls for player, luck in found.items()} == {"ann": 1, "bob": 1}
    assert found["ann"].expected == 5.5
    assert found["bob"].expected == 2.5
    ann, bob = (event.roll.result for event in session.events if isinstance(event, Threw))
    assert float(found["ann"].luckier) == pytest.approx((8 - ann) / 6)
    assert found["bob"].total == bob


@pytest.mark.parametrize("seed", range(6))
def test_luck_agrees_with_counting_every_case(seed: int) -> None:
    rng = Random(seed)
    kinds = [(rng.choice((4, 6, 8, 10)), rng.choice((0, 0, 1, 2)), rng.choice((0, 0, 3))) for _die in range(5)]
    ways = [[0 if face <= zero else face for face in range(reroll + 1, sides + 1)] for sides, reroll, zero in kinds]
    results = [rng.choice(way) for way in ways]
    luck = luck_of((die(*kind), result) for kind, result in zip(kinds, results, strict=True))
    sums = [sum(case) for case in product(*ways)]
    assert luck.total == sum(results)
    assert luck.expected == pytest.approx(sum(sums) / len(sums))
    assert luck.luckier.fraction * len(sums) == sum(each > luck.total for each in sums)
    assert luck.share_of_games * len(sums) == pytest.approx(sum(each <= luck.total for each in sums))


def test_luck_of_nothing_and_of_hundreds_of_rolls() -> None:
    nothing = luck_of(())
    assert (nothing.rolls, nothing.total, nothing.surplus, float(nothing.luckier)) == (0, 0, 0.0, 0.0)
    many = luck_of([(die(12), 1 + number % 12) for number in range(240)])
    assert many.surplus == pytest.approx(0)
    assert 0.48 < float(many.luckier) < 0.5
    assert float(luck_of([(die(12), 12)] * 200).luckier) == 0.0


def test_a_game_that_begins_in_the_middle_of_a_round_names_it(session: Session) -> None:
    state = session.ruleset.begin(session.setup)
    state.points["bob"] = 4
    middle = played(Scoring(), state)
    rounds = rounds_of(middle)
    assert rounds[0].before == {"ann": 1, "bob": 5}
    assert [each.number for each in rounds] == [0, 1, 2, 3], "nothing was scored in the round that it began in"
    middle.events[:] = middle.events[middle.events.index(next(e for e in middle.events if isinstance(e, Gained))) :]
    rounds = rounds_of(middle)
    assert [(each.number, each.text) for each in rounds] == [(0, ""), (0, "Round 1 of 1"), (2, ""), (3, "")]
    assert rounds[0].after == {"ann": 1, "bob": 5}
    assert rounds[1].after == {"ann": 3, "bob": 6}
    assert closed_rounds(rounds[:3], rounds[2].first) == [(rounds[1], rounds[2])]


class Defecting(Scoring):
    """From the third round on, the lost piece counts as bob's."""

    def owners(self, game: Any) -> dict[str, str]:
        return {"a2": "ann" if game.state.round < 3 else "bob"}


def test_a_loss_is_that_of_whoever_had_the_piece_then() -> None:
    session = played(Defecting())
    assert session.ruleset.owners(session.game) == {"a2": "bob"}
    assert counts_of(session) == {"Losses": {"ann": 1, "bob": 0}}
    assert [turn.player for turn in turning_points(session) if turn.lost] == ["ann"]
    assert Owners(session).of("a2", len(session.events)) == "bob"
    assert Owners(session).of("nothing", 0) == ""


class Held:
    """A rulebook whose points are what a player holds: no event scores. A state is the points of Ann."""

    def view(self, game: int) -> Any:
        return SimpleNamespace(players=[SimpleNamespace(id="ann", score=game)], round_text="")

    def game(self, setup: Any, state: list[int], dice: Any) -> int:
        return state[0]

    def players(self, setup: Any) -> tuple[str, ...]:
        return ("ann",)

    def owners(self, game: int) -> dict[str, str]:
        return {}

    def landmark(self, event: Any) -> Any:
        return SimpleNamespace(sort="round", amount=event.round)


def test_points_that_no_event_scores_are_those_held_at_the_end_of_each_round() -> None:
    marks = [SimpleNamespace(events=n, state=SimpleNamespace(clone=lambda n=n: [n])) for n in (0, 1, 2)]
    events = [SimpleNamespace(round=number, rule="") for number in (1, 2, 3)]
    session: Any = SimpleNamespace(ruleset=Held(), game=3, setup=None, dice=None, from_setup=True, marks=marks,
                                   events=events)  # fmt: skip
    assert [(score.before["ann"], score.after["ann"]) for score in rounds_of(session)] == [
        (0, 0),
        (0, 1),
        (1, 2),
        (2, 3),
    ]
    assert [(turn.round.number, turn.events, dict(turn.gained)) for turn in turning_points(session)] == [
        (1, 1, {"ann": 1}),
        (2, 2, {"ann": 1}),
        (3, 3, {"ann": 1}),
    ]
