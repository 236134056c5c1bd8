"""The course of a game in numbers: the score of each round, the players' losses, the turning points.

Everything is derived from the landmarks of events, for any rulebook. Owners of pieces can change during a game.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, zip_longest
from typing import Final, NamedTuple

from game.engine.session import Session


class Owners:
    """The owners of a game's pieces at its checkpoints."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._events = [mark.events for mark in session.marks]
        self._at_mark: dict[int, Mapping[str, str]] = {}
        self._now = session.ruleset.owners(session.game)

    def of(self, piece: str, event: int) -> str:
        """Return the owner of a piece before the event number `event`, or "" without an owner."""
        at = max(0, bisect_right(self._events, event) - 1)
        if at not in self._at_mark:
            session = self.session
            game = session.ruleset.game(session.setup, session.marks[at].state.clone(), session.dice)
            self._at_mark[at] = session.ruleset.owners(game)
        return self._at_mark[at].get(piece, self._now.get(piece, ""))


MOST_TURNS: Final = 6
"""The most turning points listed for a game."""


class ScoreLine(NamedTuple):
    """Points for a player (negative if lost), the reason, the rule, and the number of the event."""

    player: str
    points: int
    reason: str
    rule: str
    event: int


@dataclass
class RoundScore:
    """The score of a round: its number (0 before the first round), its lines, and all totals before and after.

    A game that begins in the middle of a round has a first score with number 0, and `text` names its round. The events
    of the round have the numbers from `first` to `end` - 1. `leads` has the players who won a lead, by the number of
    the event; there are several if players lead in turn. `over`: the game ended in this round.
    """

    number: int
    first: int
    before: Mapping[str, int]
    after: dict[str, int]
    lines: list[ScoreLine] = field(default_factory=list)
    end: int = 0
    over: bool = False
    text: str = ""
    leads: dict[int, str] = field(default_factory=dict)

    @property
    def led(self) -> str:
        """The player who won the last lead, or ""."""
        return next(reversed(self.leads.values()), "")

    @property
    def led_by(self) -> int:
        """The number of the event in which the last lead was won, or -1."""
        return next(reversed(self.leads), -1)

    def of(self, player: str) -> list[ScoreLine]:
        """Return the lines of a player."""
        return [line for line in self.lines if line.player == player]

    @property
    def leaders(self) -> list[str]:
        """The players with the highest total after the round; several if tied."""
        best = max(self.after.values(), default=0)
        return [player for player, total in self.after.items() if total == best]


def rounds_of(session: Session) -> list[RoundScore]:
    """Return the score of every round so far, also of the time before the first. The last may be in progress."""
    ruleset = session.ruleset
    present = {player.id: player.score for player in ruleset.view(session.game).players}
    totals = {player: present.get(player, 0) for player in ruleset.players(session.setup)}
    rounds = [RoundScore(0, 0, {}, {})]
    if not session.from_setup:
        first = ruleset.game(session.setup, session.marks[0].state.clone(), session.dice)
        rounds.append(RoundScore(0, 0, {}, {}, text=ruleset.view(first).round_text))
    for number, event in enumerate(session.events):
        mark = ruleset.landmark(event)
        if mark is None:
            continue
        current = rounds[-1]
        if mark.sort == "round":
            current.end = number
            rounds.append(RoundScore(mark.amount, number, {}, {}))
        elif mark.sort == "score":
            current.lines.append(ScoreLine(mark.subject, mark.amount, mark.text, event.rule, number))
        elif mark.sort == "lead":
            current.leads[number] = mark.subject
        elif mark.sort == "ending":
            current.over = True
    rounds[-1].end = len(session.events)
    if len(rounds) > 2 and rounds[1].text and not rounds[1].lines:
        del rounds[0]
        rounds[0].text = ""
    # A game may begin with points, so the totals are counted back from the present ones.
    for score in reversed(rounds):
        score.after = totals
        gains = {player: sum(line.points for line in score.of(player)) for player in totals}
        score.before = totals = {player: total - gains[player] for player, total in totals.items()}
    if not any(score.lines for score in rounds):  # this game counts points under control instead
        _count_points_held(session, rounds)
    return rounds


def _count_points_held(session: Session, rounds: Sequence[RoundScore]) -> None:
    """Set the totals of each earlier round, for games that count points under control instead of scoring them."""
    ruleset, last = session.ruleset, session.marks[0]
    for score, following in pairwise(rounds):
        last = next((mark for mark in reversed(session.marks) if mark.events <= score.end), last)
        view = ruleset.view(ruleset.game(session.setup, last.state.clone(), session.dice))
        points = {player.id: player.score for player in view.players}
        score.after = {player: points.get(player, 0) for player in score.after}
        following.before = score.after
    rounds[0].before = rounds[0].after if len(rounds) > 1 else rounds[0].before


def counts_of(session: Session) -> dict[str, dict[str, int]]:
    """Return the numbers of losses and of everything else that the rulebook counts, by heading and player."""
    owners, players = Owners(session), session.ruleset.players(session.setup)
    counts: dict[str, dict[str, int]] = {}
    for number, event in enumerate(session.events):
        mark = session.ruleset.landmark(event)
        if mark is None or not mark.text or mark.sort not in ("casualty", "feat"):
            continue
        row = counts.setdefault(mark.text, dict.fromkeys(players, 0))
        owner = owners.of(mark.subject, number)
        if owner in row:
            row[owner] += max(1, mark.amount)
    return {heading: row for heading, row in sorted(counts.items()) if any(row.values())}


class Turn(NamedTuple):
    """A turning point in a round, after `events` events of the game: a swing in points, or losses.

    `gained` has points by player. `player` ("": none) took the lead by them, or lost pieces in the events `lost`.
    """

    round: RoundScore
    events: int
    gained: Mapping[str, int]
    player: str = ""
    lost: tuple[int, ...] = ()

    @property
    def swing(self) -> int:
        """The largest difference between two players' points."""
        return max(self.gained.values(), default=0) - min(self.gained.values(), default=0)


def turning_points(session: Session, most: int = MOST_TURNS, rounds: Sequence[RoundScore] | None = None) -> list[Turn]:
    """Return the turning points in order: changes of the lead, the largest swings of the score, the largest losses.

    `rounds` are the scores of the rounds, if they are known already.
    """
    rounds = rounds_of(session) if rounds is None else rounds
    scored = _score_changes(rounds)
    changes = [turn for turn in scored if turn.player]
    swings = sorted((turn for turn in scored if not turn.player), key=lambda turn: -turn.swing)
    losses = [turn for _count, turn in sorted(_losses(session, rounds), key=lambda loss: -loss[0])]
    selected = changes[-(most - most // 2) :]
    for pair in zip_longest(losses, swings):
        selected += [turn for turn in pair if turn is not None][: most - len(selected)]
    return sorted(selected, key=lambda turn: turn.events)


def _score_changes(rounds: Sequence[RoundScore]) -> list[Turn]:
    """Return a turn for each round in which scores changed, with the player who took the lead in it."""
    turns, leader = [], ""
    for score in rounds:
        gains = {player: score.after[player] - total for player, total in score.before.items()}
        leads_now = score.leaders[0] if len(score.leaders) == 1 else ""
        if any(gains.values()):
            event = score.lines[-1].event + 1 if score.lines else score.end
            turn = Turn(score, event, gains, leads_now if leads_now != leader else "")
            if turn.swing or len(gains) == 1:
                turns.append(turn)
        leader = leads_now or leader
    return turns


def _losses(session: Session, rounds: Sequence[RoundScore]) -> list[tuple[int, Turn]]:
    """Return pairs of a number of losses and a turn, one for each player in each activation."""
    ruleset, owners = session.ruleset, Owners(session)
    players = ruleset.players(session.setup)
    losses: list[tuple[int, Turn]] = []
    for score in rounds:
        events = enumerate(session.events[score.first : score.end], score.first)
        turn = 0
        losses_by_activation = dict[tuple[int, str], dict[int, int]]()  # for each player, the losses by event
        for number, event in events:
            mark = ruleset.landmark(event)
            if mark is not None and mark.sort == "activation":
                turn += 1
            elif mark is not None and mark.sort == "casualty" and (owner := owners.of(mark.subject, number)) in players:
                losses_by_activation.setdefault((turn, owner), {})[number] = max(1, mark.amount)
        for (_turn, owner), by_event in sorted(losses_by_activation.items()):
            losses.append((sum(by_event.values()), Turn(score, max(by_event) + 1, {}, owner, tuple(by_event))))
    return losses


def closed_turns(rounds: Sequence[RoundScore], since: int) -> list[tuple[RoundScore, str]]:
    """Return the score of each turn with points that ended inside a round after `since` events, and its player.

    The last turn of a round has no score of its own: the round's has its points.
    """
    turns = []
    for score in rounds:
        totals = dict(score.before)
        for (first, player), (end, _next) in pairwise(score.leads.items()):
            lines = [line for line in score.lines if first <= line.event < end]
            before = totals
            totals = {name: total + sum(line.points for line in lines if line.player == name)
                      for name, total in before.items()}  # fmt: skip
            if lines and end >= since:
                turns.append((RoundScore(score.number, first, before, totals, lines, end, text=score.text), player))
    return turns


def closed_rounds(rounds: Sequence[RoundScore], since: int) -> list[tuple[RoundScore, RoundScore | None]]:
    """Return pairs of each round that ended after the first `since` events of the game and the round after it.

    The round in which the game ended has None as next round, and is included only if it scored.
    """
    pairs = [
        (score, later) for score, later in pairwise(rounds) if (score.number or score.lines) and later.first >= since
    ]
    last = rounds[-1]
    return [*pairs, (last, None)] if last.over and last.lines and last.end > since else [*pairs]
