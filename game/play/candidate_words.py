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
    """Yield the best candidates, and whether each was chosen; the chosen candidate is always among them."""
    ranked = [(prospect, prospect.answer == weighing.answer) for prospect in weighing.rated]
    shown = ranked[:MOST]
    if not any(chosen for _prospect, chosen in shown):
        shown = [*shown[:-1], *(pair for pair in ranked if pair[1])][:MOST]
    yield from shown


def candidate_lines(model: SessionModel, weighing: Weighing, numbered: bool = True) -> tuple[Line, ...]:
    """Return the candidates in words with their worths and reasons; the chosen one has the tone of success."""
    lines = []
    for number, (prospect, chosen) in enumerate(best_of(weighing), 1):
        text = f"{number}. " if numbered else ""
        text += candidate_text(model, weighing, prospect)
        lines.append(Line(text, tone="good" if chosen else "quiet"))
    if (more := len(weighing.rated) - len(lines)) > 0:
        lines.append(Line(_("and {n} more", n=more), tone="quiet"))
    return tuple(lines)


def candidate_text(model: SessionModel, weighing: Weighing, prospect: Prospect) -> str:
    """Return a candidate in words, with its worth in points and its reason; the reason for a spot comes first."""
    text = answer_in_words(weighing.decision, prospect.answer, weighing.labels, model.name_of)
    if prospect.scored:
        text += f" {model.session.ruleset.terms.gain(prospect.worth) or _('(may end the game)')}"
    if not prospect.why:
        return text
    is_spot = spot_of(weighing.decision, prospect.answer) is not None
    return f"{prospect.why}: {text}" if is_spot else f"{text}: {prospect.why}"
