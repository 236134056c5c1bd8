"""The scorecard in the report of a replay: its words, and the lines that the page draws on its table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from shapely.geometry.base import BaseGeometry

from game.engine.history.timeline import Timeline
from game.engine.questions.scorecard import Scorecard, Side, scorecard, why_no_scorecard
from game.engine.questions.scorecard_words import fairness_line, ground_lines, legend, side_lines, summary
from game.engine.rulebook.view import TableView
from game.lab.svg import escape
from game.table.terrain.area import polygons_of
from game.ui.board.scorecard_art import arrows_of, rims
from game.ui.export.course import rings
from game.ui.export.scorecard import listed
from game.ui.shell.jobs import threaded
from game.wording import _, percent

FINE: Final = 0.05
"""The most inches by which the drawn rim of hidden ground may be off."""


@dataclass(frozen=True)
class Opening:
    """The scorecard of a game when its first round began: the `moment`, and the table then."""

    moment: int
    card: Scorecard
    view: TableView

    def data(self) -> list[dict[str, Any]]:
        """Return the lines of each side for the page: where it begins, what is hidden from there, and its arrows."""
        return [self._lines(side) for side in self.card.sides]

    def _lines(self, side: Side) -> dict[str, Any]:
        hidden = None if side.hidden is None else side.hidden.simplify(FINE)
        arrows = []
        for hit, attacker, target in arrows_of(side, self.view.pieces):
            ends = [[round(x, 2), round(y, 2)] for x, y in rims(attacker, target)]
            arrows.append([ends, int(hit.likely), "" if hit.strike.chance >= 1.0 else percent(hit.strike.chance)])
        return {"home": _shape(side.home), "hidden": _shape(hidden), "arrows": arrows}

    def html(self) -> str:
        """Return the part of the report; its links show the lines of a side on the table of the page."""
        card, title = self.card, escape(_("Scorecard"))
        parts = [f'<section class="scorecard"><h2 id="scorecard">{title}</h2>']
        parts += [f"<p><b>{escape(text)}</b></p>" for text in (fairness_line(card).text, summary(card))]
        parts.append(listed(ground_lines(card)))
        for number, (side, other) in enumerate((card.sides, card.sides[::-1])):
            link = f'<a href="#" data-s="{self.moment}" data-side="{number}">{escape(_("Show on the table"))}</a>'
            key = "".join(f'<span class="{name}">{escape(text)}</span>' for name, text in legend(side).items())
            parts += [f"<h3>{escape(side.name)}</h3>", f'<p class="legend">{link}{key}</p>']
            parts.append(listed(side_lines(card, side, other)))
        return "".join([*parts, "</section>"])


def _shape(shape: BaseGeometry | None) -> list[Any]:
    return [] if shape is None else [rings(polygon) for polygon in polygons_of(shape)]


def opening_steps(timeline: Timeline, result: Callable[[Opening], None]) -> Iterator[tuple[int, int]]:
    """Work out the scorecard of a game that was followed from before its first round, and hand it to `result`.

    There is none for a game that begins in a later round, or whose rulebook has no scorecards.
    """
    moment = next((index for index, (round_number, _activation) in enumerate(timeline.places) if round_number), 0)
    if not moment or timeline.places[moment][0] > 1:
        return
    session = timeline.at(moment)
    if why_no_scorecard(session.ruleset, session.game):
        return
    cards: list[Scorecard] = []
    yield from threaded(lambda report: cards.append(scorecard(session.ruleset, session.game, report)), "scorecard")
    result(Opening(moment, cards[0], session.ruleset.view(session.game)))
