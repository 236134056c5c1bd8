"""The course of games made up of landmarks: rounds, leads, losses by activation and where a game turned."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from game.engine.core.decisions import Choose, Option
from game.engine.core.dice import KeyedDice
from game.engine.core.events import Event, Landmark
from game.engine.core.flow import CHECKPOINT, Flow
from game.engine.history.scores import (
    MOST_TURNS,
    RoundScore,
    ScoreLine,
    closed_rounds,
    counts_of,
    rounds_of,
    turning_points,
)
from game.engine.rulebook.view import TableView
from game.engine.session import Session
from tests.engine.rounds import Rounds
from tests.toy.toy_rulebook import ToySetup

Chapters = list[list[Landmark | None]]

OWNERS = {"a1": "ann", "a2": "ann", "b1": "bob", "b2": "bob", "stray": "", "stranger": "cy"}


@dataclass(frozen=True, kw_only=True)
class Happened(Event):
    mark: Landmark | None


class Chronicle(Rounds):
    """A game that goes through chapters of landmarks, a chapter for each answer."""

    def __init__(self, *chapters: list[Landmark | None]) -> None:
        super().__init__()
        self.chapters = chapters

    def landmark(self, event: Event) -> Landmark | None:
        return event.mark if isinstance(event, Happened) else None

    def owners(self, game: Any) -> dict[str, str]:
        return OWNERS

    def play(self, game: Any) -> Flow:
        state = game.state
        while state.round < len(self.chapters):
            yield CHECKPOINT
            yield Choose(player="ann", prompt="Go on?", rule="T-1", options=(Option("go", "Go on"),))
            state.round += 1
            for mark in self.chapters[state.round - 1]:
                if mark is not None and mark.sort == "score":
                    state.points[mark.subject] += mark.amount
                game.events.append(Happened(mark=mark, rule="T-7"))
        state.winners = ["ann"]

    def view(self, game: Any) -> TableView:
        plain = super().view(game)
        plates = tuple(replace(player, score=game.state.points[player.id]) for player in plain.players)
        return replace(plain, players=plates)


def told(*chapters: list[Landmark | None], players: tuple[str, ...] = ("ann", "bob")) -> Session:
    session = Session(Chronicle(*chapters), ToySetup(players=players), KeyedDice(3))
    while session.decision is not None:
        session.answer("go")
    return session


def begins(number: int) -> Landmark:
    return Landmark("round", amount=number)


def scores(player: str, points: int) -> Landmark:
    return Landmark("score", player, points, "thing")


def loses(piece: str, amount: int = 0) -> Landmark:
    return Landmark("casualty", piece, amount, "Losses")


ACTS = Landmark("activation")


def test_a_round_knows_its_events_its_lead_and_whether_the_game_ended_in_it() -> None:
    session = told(
        [None, begins(1), scores("ann", 2), Landmark("lead", "bob"), None],
        [begins(2), scores("bob", 3), Landmark("ending")],
    )
    before, first, second = rounds_of(session)
    assert before == RoundScore(0, 0, {"ann": 0, "bob": 0}, {"ann": 0, "bob": 0}, end=1)
    assert (before.led, before.led_by, before.over) == ("", -1, False)
    assert (first.first, first.end, first.led, first.led_by, first.over) == (1, 5, "bob", 3, False)
    assert (second.first, second.end, second.led, second.led_by, second.over) == (5, 8, "", -1, True)
    assert first.lines == [ScoreLine("ann", 2, "thing", "T-7", 2)]
    assert (first.before, first.after) == ({"ann": 0, "bob": 0}, {"ann": 2, "bob": 0})
    assert (second.before, second.after) == ({"ann": 2, "bob": 0}, {"ann": 2, "bob": 3})
    assert first.of("bob") == []
    assert RoundScore(3, 0, {}, {}).end == 0


def test_a_round_that_scored_after_the_game_began_amid_it_is_kept() -> None:
    state = told([]).ruleset.begin(ToySetup())
    marks: list[list[Landmark | None]] = [[None], [begins(2), scores("ann", 1)], [begins(3)]]
    session = Session(Chronicle(*marks), ToySetup(), KeyedDice(3), state=state)
    while session.decision is not None:
        session.answer("go")
    assert [(each.number, each.text) for each in rounds_of(session)] == [(0, ""), (2, ""), (3, "")]
    short = Session(Chronicle([None]), ToySetup(), KeyedDice(3), state=state)
    short.answer("go")
    assert [(each.number, each.text) for each in rounds_of(short)] == [(0, ""), (0, "Round 1 of 1")]


def test_losses_and_feats_are_counted_by_their_heading_for_whoever_owned_the_piece() -> None:
    session = told(
        [
            loses("a1"),
            loses("b1", 3),
            loses("a2", 1),
            loses("stray"),
            loses("stranger"),
            Landmark("feat", "b2", 0, "Feats"),
            Landmark("feat", "stray", 0, "Accidents"),
            Landmark("casualty", "a1"),
            scores("ann", 4),
            None,
        ]
    )
    assert counts_of(session) == {"Feats": {"ann": 0, "bob": 1}, "Losses": {"ann": 2, "bob": 3}}
    assert list(counts_of(session)) == ["Feats", "Losses"]


def test_the_lead_changes_only_when_another_player_takes_it() -> None:
    session = told(
        [begins(1), scores("ann", 1)],
        [begins(2), scores("bob", 1)],  # even: ann keeps the lead
        [begins(3), scores("ann", 3)],
        [begins(4), scores("bob", 5), None],
        [begins(5), scores("bob", 2), scores("ann", 2)],  # both the same: nothing turned
        [begins(6)],
    )
    assert [(turn.round.number, turn.player, turn.swing, turn.gained) for turn in turning_points(session)] == [
        (1, "ann", 1, {"ann": 1, "bob": 0}),
        (2, "", 1, {"ann": 0, "bob": 1}),
        (3, "", 3, {"ann": 3, "bob": 0}),
        (4, "bob", 5, {"ann": 0, "bob": 5}),
    ]
    assert [turn.events for turn in turning_points(session)] == [2, 4, 6, 8]  # after the points, not after the round
    alone = told([begins(1), scores("ann", 2)], [begins(2), scores("ann", 1)], players=("ann",))
    # Who plays alone leads from the beginning.
    assert [(turn.round.number, turn.player, turn.swing) for turn in turning_points(alone)] == [
        (1, "", 0),
        (2, "", 0),
    ]


def test_losses_of_an_activation_are_one_turning_point_and_the_largest_come_first() -> None:
    session = told(
        [begins(1), loses("a1"), ACTS, loses("b1", 2), loses("a1"), loses("b2"), ACTS, loses("b1")],
        [begins(2), ACTS, loses("a2", 5), loses("stray", 9), loses("stranger", 9)],
    )
    assert [(turn.player, turn.lost, turn.events, turn.gained) for turn in turning_points(session)] == [
        ("ann", (1,), 2, {}),
        ("ann", (4,), 5, {}),
        ("bob", (3, 5), 6, {}),
        ("bob", (7,), 8, {}),
        ("ann", (10,), 11, {}),
    ]
    assert [turn.lost for turn in turning_points(session, 2)] == [(3, 5), (10,)]
    assert [turn.lost for turn in turning_points(session, 1)] == [(10,)]
    assert all(turn.swing == 0 for turn in turning_points(session))
    larger = told([begins(1), ACTS, loses("a1"), ACTS, loses("b1", 2)])
    assert [turn.player for turn in turning_points(larger, 1)] == ["bob"]


def test_at_most_half_of_the_turning_points_are_leads_where_others_are_as_many() -> None:
    lead: Chapters = [
        [begins(n), scores("ann" if n % 2 else "bob", 2 * n)] for n in range(1, 6)
    ]  # the lead changes each round
    even: Chapters = [[begins(6), scores("ann", 1)], [begins(7), scores("ann", 7)], [begins(8), scores("ann", 3)]]
    lost: Chapters = [[begins(9), ACTS, loses("a1", 2), ACTS, loses("b1", 4), ACTS, loses("a2", 3)]]
    turns = turning_points(told(*lead, *even, *lost))
    assert MOST_TURNS == len(turns) == 6
    assert [(turn.round.number, turn.player) for turn in turns] == [
        (3, "ann"), (4, "bob"), (5, "ann"), (7, ""), (9, "bob"), (9, "ann"),
    ]  # fmt: skip
    assert [turn.lost != () for turn in turns[-2:]] == [True, True]
    fewer = turning_points(told(*lead, *even, *lost), 5)
    assert [(turn.round.number, turn.player) for turn in fewer] == [
        (3, "ann"), (4, "bob"), (5, "ann"), (7, ""), (9, "bob"),
    ]  # fmt: skip


def test_a_round_is_closed_where_the_next_one_begins_since_then() -> None:
    session = told([begins(1), scores("ann", 1)], [begins(2)], [begins(3), scores("ann", 1), Landmark("ending")])
    rounds = rounds_of(session)
    assert closed_rounds(rounds, 0) == [(rounds[1], rounds[2]), (rounds[2], rounds[3]), (rounds[3], None)]
    assert closed_rounds(rounds, rounds[3].first) == [(rounds[2], rounds[3]), (rounds[3], None)]
    assert closed_rounds(rounds, rounds[3].end - 1) == [(rounds[3], None)]
    assert closed_rounds(rounds, rounds[3].end) == []
