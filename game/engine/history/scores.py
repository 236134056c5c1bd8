"""The course of a game in numbers: the score of each round, each player's losses, the turning points.

All of it is derived from the landmarks of events, for any rulebook.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise, zip_longest
from typing import Final, NamedTuple

from game.engine.history.owners import Owners
from game.engine.session import Session

MOST_TURNS: Final = 6
"""The most turning points listed for a game."""


class ScoreLine(NamedTuple):
    """Points for a player (negative if lost), the reason, the rule, and the number of their event."""

    player: str
    points: int
    reason: str
    rule: str
    event: int


@dataclass
class RoundScore:
    """The score of a round: its number (0 before the first), its lines, and every player's total before and after.

    `text` names the round in which a game began that did not start at its beginning; its number is 0 too. Its events
    are those from number `first` up to, not including, `end`. `led` is the player who won its lead, "" if nobody has,
    in the event number `led_by`. `over`: the game ended in it.
    """

    number: int
    first: int
    before: Mapping[str, int]
    after: dict[str, int]
    lines: list[ScoreLine] = field(default_factory=list)
    end: int = 0
    led: str = ""
    led_by: int = -1
    over: bool = False
    text: str = ""

    def of(self, player: str) -> list[ScoreLine]:
        """Return the lines of a player."""
        return [line for line in self.lines if line.player == player]

    @property
    def leaders(self) -> list[str]:
        """The players with the highest total after the round; several if they are tied."""
        best = max(self.after.values(), default=0)
        return [player for player, total in self.after.items() if total == best]


def rounds_of(session: Session) -> list[RoundScore]:
    """Return the score of every round so far, after the events before the first; the last may still be in progress."""
    ruleset = session.ruleset
    now = {player.id: player.score for player in ruleset.view(session.game).players}
    totals = {player: now.get(player, 0) for player in ruleset.players(session.setup)}
    found = [RoundScore(0, 0, {}, {})]
    if not session.from_setup:
        first = ruleset.game(session.setup, session.marks[0].state.clone(), session.dice)
        found.append(RoundScore(0, 0, {}, {}, text=ruleset.view(first).round_text))
    for number, event in enumerate(session.events):
        mark = ruleset.landmark(event)
        if mark is None:
            continue
        here = found[-1]
        if mark.sort == "round":
            here.end = number
            found.append(RoundScore(mark.amount, number, {}, {}))
        elif mark.sort == "score":
            here.lines.append(ScoreLine(mark.subject, mark.amount, mark.text, event.rule, number))
        elif mark.sort == "lead":
            here.led, here.led_by = mark.subject, number
        elif mark.sort == "ending":
            here.over = True
    found[-1].end = len(session.events)
    if len(found) > 2 and found[1].text and not found[1].lines:
        del found[0]
        found[0].text = ""
    # A game may begin with points, so the totals are counted back from the present ones.
    for each in reversed(found):
        each.after = totals
        gained = {player: sum(line.points for line in each.of(player)) for player in totals}
        each.before = totals = {player: total - gained[player] for player, total in totals.items()}
    return found


def counts_of(session: Session) -> dict[str, dict[str, int]]:
    """Return how often the things that the rulebook counts, such as losses, happened to each player, by heading."""
    owners, players = Owners(session), session.ruleset.players(session.setup)
    found: dict[str, dict[str, int]] = {}
    for number, event in enumerate(session.events):
        mark = session.ruleset.landmark(event)
        if mark is None or not mark.text or mark.sort not in ("casualty", "feat"):
            continue
        row = found.setdefault(mark.text, dict.fromkeys(players, 0))
        owner = owners.of(mark.subject, number)
        if owner in row:
            row[owner] += max(1, mark.amount)
    return {heading: row for heading, row in sorted(found.items()) if any(row.values())}


class Turn(NamedTuple):
    """A turning point in a round, after some events: the points that each player `gained`, or one player's losses.

    `player` took the lead by these points ("" if no player did), or lost pieces in the events `lost`.
    """

    round: RoundScore
    events: int
    gained: Mapping[str, int]
    player: str = ""
    lost: tuple[int, ...] = ()

    @property
    def swing(self) -> int:
        """By how much the points moved the players apart or together."""
        return max(self.gained.values(), default=0) - min(self.gained.values(), default=0)


def turning_points(session: Session, most: int = MOST_TURNS) -> list[Turn]:
    """Return the turning points in order: changes of the lead, the largest swings of the score, the largest losses."""
    rounds = rounds_of(session)
    scored = _swings(rounds)
    changes = [turn for turn in scored if turn.player]
    others = sorted((turn for turn in scored if not turn.player), key=lambda turn: -turn.swing)
    losses = [turn for _count, turn in sorted(_losses(session, rounds), key=lambda each: -each[0])]
    kept = changes[-(most - most // 2) :]
    for pair in zip_longest(losses, others):
        kept += [turn for turn in pair if turn is not None][: most - len(kept)]
    return sorted(kept, key=lambda turn: turn.events)


def _swings(rounds: Sequence[RoundScore]) -> list[Turn]:
    found, leader = [], ""
    for each in rounds:
        gained = {player: each.after[player] - total for player, total in each.before.items()}
        ahead = each.leaders[0] if len(each.leaders) == 1 else ""
        if any(gained.values()):
            turn = Turn(each, each.lines[-1].event + 1, gained, ahead if ahead != leader else "")
            if turn.swing or len(gained) == 1:
                found.append(turn)
        leader = ahead or leader
    return found


def _losses(session: Session, rounds: Sequence[RoundScore]) -> list[tuple[int, Turn]]:
    """Return the losses of each player, counted together per activation or after the last one."""
    ruleset, owners = session.ruleset, Owners(session)
    players = ruleset.players(session.setup)
    found: list[tuple[int, Turn]] = []
    for each in rounds:
        events = enumerate(session.events[each.first : each.end], each.first)
        turn, lost = 0, list[tuple[int, str, int, int]]()
        for number, event in events:
            mark = ruleset.landmark(event)
            if mark is not None and mark.sort == "activation":
                turn += 1
            elif mark is not None and mark.sort == "casualty" and (owner := owners.of(mark.subject, number)) in players:
                lost.append((turn, owner, number, max(1, mark.amount)))
        for (_turn, owner), group in groupby(sorted(lost, key=lambda loss: loss[:2]), key=lambda loss: loss[:2]):
            together = [*group]
            numbers = tuple(loss[2] for loss in together)
            found.append((sum(loss[3] for loss in together), Turn(each, numbers[-1] + 1, {}, owner, numbers)))
    return found


def closed_rounds(rounds: Sequence[RoundScore], since: int) -> list[tuple[RoundScore, RoundScore | None]]:
    """Return the rounds that ended after the first `since` events, each with the round after it.

    The round in which the game ended has none after it, and counts as closed only if it scored.
    """
    pairs = [(each, later) for each, later in pairwise(rounds) if (each.number or each.lines) and later.first >= since]
    last = rounds[-1]
    return [*pairs, (last, None)] if last.over and last.lines and last.end > since else [*pairs]
