"""A game in numbers, as text, with scores by round, losses and feats, turning points and luck."""

from collections.abc import Iterator
from typing import Any, Final

from game.engine.history.luck import lucks
from game.engine.history.scores import RoundScore, Turn, counts_of, rounds_of, turning_points
from game.engine.session import Session
from game.wording import N_, _, ngettext, numeral, percent


def number(value: float, digits: int = 0, *, sign: bool = False) -> str:
    """Return a number as text with a true minus sign, and with a plus sign if `sign`."""
    text = numeral(value, f"+.{digits}f" if sign and value else f".{digits}f")
    return text.replace("-", "−")


def turn_text(session: Session, turn: Turn) -> str:
    """Return a turning point in words."""
    names = {player.id: player.name for player in session.ruleset.view(session.game).players}
    name, round_text = names.get(turn.player, turn.player), round_title(session, turn.round)
    if turn.lost:
        losses = "; ".join(session.ruleset.tell(session.game, session.events[event]) for event in turn.lost)
        return _("{round}, {player}: {told}", round=round_text, player=name, told=losses)
    gained = [(names.get(player, player), points) for player, points in turn.gained.items() if points]
    gains = ", ".join(f"{name} {number(points, sign=True)}" for name, points in gained)
    if name:
        return _("{round}: {player} takes the lead ({gains})", round=round_text, player=name, gains=gains)
    return _("{round}: {gains}", round=round_text, gains=gains)


LUCK: Final = N_(
    "Luck: the total rolled, minus the exact average for those dice. Luckier than: how many of 100 games with the same "
    "dice would roll this much or less."
)


def luck_table(session: Session) -> tuple[list[str], dict[str, list[str]]]:
    """Return the head of a table of losses, feats and luck, and its cells by player."""
    counts, cells = counts_of(session), dict[str, list[str]]()
    for player, luck in lucks(session).items():
        rolled = [number(luck.surplus, 1, sign=True), percent(luck.share_of_games)] if luck.rolls else ["–", "–"]
        cells[player] = [*(str(row[player]) for row in counts.values()), str(luck.rolls), *rolled]
    return [*map(_, counts), _("Rolls"), _("Luck"), _("Luckier than")], cells


def round_name(score: RoundScore) -> str:
    """Return the short name of a round, for tables."""
    return score.text or (str(score.number) if score.number else _("Start"))


def round_title(session: Session, score: RoundScore) -> str:
    """Return the name of a round, for texts."""
    return _(session.ruleset.terms.round, number=score.number) if score.number else round_name(score)


def summary_lines(session: Session) -> Iterator[str]:
    """Yield lines with a game's scores by round, losses, turning points and luck."""
    ruleset = session.ruleset
    view, rounds = ruleset.view(session.game), rounds_of(session)
    names = {player.id: player.name for player in view.players}
    points = _(ruleset.terms.points)
    yield f"{_(ruleset.title)}: {view.title}"
    yield view.result or _("The game is not over.")
    for score in rounds:
        totals = ", ".join(f"{names[player]} {number(total)}" for player, total in score.after.items())
        yield f"{round_title(session, score)}: {totals} {points}"
        for line in score.lines:
            rule = f"  [{line.rule}]" if line.rule else ""
            yield f"  {names.get(line.player, line.player)} {number(line.points, sign=True)}: {line.reason}{rule}"
    for title, row in counts_of(session).items():
        yield f"{_(title)}: " + ", ".join(f"{names[player]} {count}" for player, count in row.items())
    turns = turning_points(session, rounds=rounds)
    if turns:
        yield _("Turning points")
        yield from (f"  {turn_text(session, turn)}" for turn in turns)
    yield from luck_lines(session)


def luck_lines(session: Session) -> Iterator[str]:
    """Yield a line with the luck of each player who rolled dice."""
    names = {player.id: player.name for player in session.ruleset.view(session.game).players}
    rolled = {player: luck for player, luck in lucks(session).items() if luck.rolls}
    for player, luck in rolled.items():
        text = ngettext(
            "{player}: {rolls} roll, {total} in all, {expected} expected: luck {surplus}; luckier than {share} of "
            "games",
            "{player}: {rolls} rolls, {total} in all, {expected} expected: luck {surplus}; luckier than {share} of "
            "games",
            luck.rolls,
            player=names[player],
            rolls=luck.rolls,
            total=luck.total,
            expected=number(luck.expected, 1),
            surplus=number(luck.surplus, 1, sign=True),
            share=percent(luck.share_of_games, 1),
        )
        yield text


def summary(session: Session) -> dict[str, Any]:
    """Return the summary of a game as JSON-ready data."""
    rounds = rounds_of(session)
    turns = turning_points(session, rounds=rounds)
    return {
        "rounds": [
            {"round": score.number, "totals": score.after, "lines": [line._asdict() for line in score.lines]}
            for score in rounds
        ],
        "counts": counts_of(session),
        "turning_points": [turn._asdict() | {"round": turn.round.number} for turn in turns],
        "luck": {
            player: {
                "rolls": luck.rolls,
                "total": luck.total,
                "expected": luck.expected,
                "luckier": float(luck.luckier),
            }
            for player, luck in lucks(session).items()
        },
    }
