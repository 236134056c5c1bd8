"""The rail of phases: what may be used in each, by whom, and why others cannot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from game.engine.rulebook.abilities import Phasing
from game.engine.rulebook.view import Line, PhaseView
from game.ui.model.session_model import SessionModel
from game.ui.widgets.reader import Section
from game.wording import _

MOST: Final = 14
"""Lines of one player that a tooltip has room for."""


def phases_of(model: SessionModel) -> Sequence[PhaseView]:
    """Return the phases as the rulebook tells them now; none if it has no rail."""
    book = model.session.ruleset
    return book.rail(model.session.game) if isinstance(book, Phasing) else ()


def phase_tip(model: SessionModel, number: int) -> tuple[str, tuple[Line, ...]]:
    """Return title and lines of the tooltip of a phase; its bare name if the rulebook has no rail."""
    phases = phases_of(model)
    if number >= len(phases):
        return model.view.phases[number], ()
    return phases[number].name, tuple(_lines(model, phases[number]))


def phase_section(model: SessionModel) -> list[Section]:
    """Return the phase that is on as a section, for those who ask what may be done in it."""
    on = [phase for phase in phases_of(model) if phase.on]
    return [Section(phase.name, tuple(_lines(model, phase))) for phase in on]


def _lines(model: SessionModel, phase: PhaseView) -> Iterator[Line]:
    yield from phase.hints
    for player, lines in sorted(phase.abilities.items(), key=lambda item: item[0] != model.decider):
        if not lines:
            continue
        count = phase.usable.get(player, 0)
        name = model.player_name(player)
        yield Line(_("{player}: {n} can be used now", player=name, n=count) if phase.on else name)
        yield from sorted(lines, key=lambda line: line.tone != "good")[:MOST]
        if len(lines) > MOST:
            yield Line(_("and {n} more", n=len(lines) - MOST), tone="quiet")
