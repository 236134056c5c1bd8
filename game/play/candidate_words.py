"""The answers that a computer player rated, in words."""

from collections.abc import Iterator
from typing import Final

from game.engine.rulebook.view import Line, Prospect
from game.play.session_model import SessionModel, Weighing
from game.players.coach import answer_in_words, spot_of
from game.wording import _

MOST: Final = 6
"""The number of candidates shown, best first."""


def best_of(weighing: Weighing) -> Iterator[tuple[Prospect, bool]]:
    """Yield the best candidates, each with whether it was chosen; the chosen one is always included."""
    ranked = [(prospect, prospect.answer == weighing.answer) for prospect in weighing.rated]
    listed = ranked[:MOST]
    if not any(chosen for _prospect, chosen in listed):
        listed = [*listed[:-1], *(pair for pair in ranked if pair[1])][:MOST]
    yield from listed


def candidate_lines(model: SessionModel, weighing: Weighing, numbered: bool = True) -> tuple[Line, ...]:
    """Return the best candidates in words, with worth and reason; the chosen one has the tone "good"."""
    lines = []
    for number, (prospect, chosen) in enumerate(best_of(weighing), 1):
        text = f"{number}. " if numbered else ""
        text += candidate_text(model, weighing, prospect)
        lines.append(Line(text, tone="good" if chosen else "quiet"))
    if (rest_count := len(weighing.rated) - len(lines)) > 0:
        lines.append(Line(_("and {n} more", n=rest_count), tone="quiet"))
    return tuple(lines)


def candidate_text(model: SessionModel, weighing: Weighing, prospect: Prospect) -> str:
    """Return a candidate in words, with its worth in points and its reason; a spot has its reason first."""
    text = answer_in_words(weighing.decision, prospect.answer, weighing.labels, model.name_of)
    if prospect.scored:
        text += f" {model.session.ruleset.terms.gain(prospect.worth) or _('(may end the game)')}"
    if not prospect.why:
        return text
    is_spot = spot_of(weighing.decision, prospect.answer) is not None
    return f"{prospect.why}: {text}" if is_spot else f"{text}: {prospect.why}"
