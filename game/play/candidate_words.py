"""What a computer player rated, in words."""

from collections.abc import Iterator
from typing import Final

from game.engine.rulebook.view import Line, Prospect
from game.play.session_model import SessionModel, Weighing
from game.players.coach import in_words
from game.wording import _

MOST: Final = 6
"""The number of candidates shown, best first."""


def best_of(weighing: Weighing) -> Iterator[tuple[Prospect, bool]]:
    """Yield the best candidates, each with whether it was chosen; the chosen one is always among them."""
    ranked = [(each, each.answer == weighing.taken) for each in weighing.rated]
    shown = ranked[:MOST]
    if not any(taken for _each, taken in shown):
        shown = [*shown[:-1], *(pair for pair in ranked if pair[1])][:MOST]
    yield from shown


def candidate_lines(model: SessionModel, weighing: Weighing, numbered: bool = True) -> tuple[Line, ...]:
    """Return the candidates in words, each with its worth and reason; the chosen one has the tone of success."""
    lines = []
    for number, (each, taken) in enumerate(best_of(weighing), 1):
        text = f"{number}. " if numbered else ""
        text += candidate_text(model, weighing, each)
        lines.append(Line(text, tone="good" if taken else "quiet"))
    if (more := len(weighing.rated) - len(lines)) > 0:
        lines.append(Line(_("and {n} more", n=more), tone="quiet"))
    return tuple(lines)


def candidate_text(model: SessionModel, weighing: Weighing, prospect: Prospect) -> str:
    """Return one candidate: what it is, its worth in points if it has one, the reason."""
    text = in_words(weighing.decision, prospect.answer, weighing.labels, model.name_of)
    if prospect.scored:
        text += f" {model.session.ruleset.terms.gain(prospect.worth) or _('(may end the game)')}"
    return f"{text}: {prospect.why}" if prospect.why else text
