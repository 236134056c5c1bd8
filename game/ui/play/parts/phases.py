"""The phases in the bar: which abilities can be used in each, by how many units, and why others cannot."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from game.engine.rulebook.view import Line, PhaseView, UseView
from game.lengths import words
from game.play.session_model import Notice, SessionModel
from game.ui.play.focus import Focus
from game.ui.play.part import Tip
from game.ui.widgets.actions import MenuItem, with_keys
from game.ui.widgets.sheet import ReaderSheet, Section
from game.wording import _, ngettext

MOST: Final = 14
"""The most abilities of one player in a tooltip."""


class Rail:
    """The abilities that each player can use in each of the `phases`, if the rulebook lists them."""

    def __init__(self, focus: Focus) -> None:
        self.focus = focus
        self.phases: tuple[PhaseView, ...] = ()
        self.player = ""
        self._moment: object = None

    def follow(self) -> None:
        """Adopt the present state of the game."""
        model = self.focus.model
        moment = id(model.session), model.version, words()
        if self._moment != moment:
            phases = model.session.ruleset.rail(model.session.game)
            self._moment, self.phases, self.player = moment, tuple(phases), model.decider

    @property
    def on(self) -> int:
        """The number of the present phase, or -1."""
        return next((number for number, phase in enumerate(self.phases) if phase.on), -1)

    def uses(self) -> list[UseView]:
        """Return the abilities of the deciding player in the present phase, those that can be used now first."""
        abilities = self.phases[self.on].abilities.get(self.player, ()) if self.on >= 0 else ()
        return sorted(abilities, key=lambda use: not use.units)

    def tip(self, number: int) -> Tip | None:
        """Return the tooltip of a phase by its number; None if the rulebook does not list its abilities."""
        if not 0 <= number < len(self.phases):
            return None
        phase = self.phases[number]
        return phase.name, tuple(_lines(self.focus.model, phase))

    def show_all(self) -> None:
        """Show all phases for reading, the present one first, with rows for the abilities that can be used now."""
        model = self.focus.model
        if not self.phases:
            model.notice = Notice(_("This rulebook does not list its phases"))
            return
        chapters = [
            Section(_("{phase}: now", phase=phase.name) if phase.on else phase.name, tuple(_lines(model, phase, 99)))
            for phase in sorted(self.phases, key=lambda phase: not phase.on)
        ]
        usable = {use.name: use for use in self.uses() if use.options}
        rows = [MenuItem(name, _("Use {ability}: {n}", ability=name, n=use.units), rule=use.rule)
                for name, use in usable.items()]  # fmt: skip
        close = MenuItem("close", _("Close"), "escape", primary=True)
        self.focus.show(
            ReaderSheet(
                self.focus.window.theme,
                _("The phases"),
                actions=with_keys([close, *rows]),
                then=partial(self._narrow, usable),
                chapters=chapters,
                columns=2,
                wide=120,
            )
        )

    def _narrow(self, usable: dict[str, UseView], name: str) -> None:
        """Show only the rows of one ability in the dock."""
        target = self.focus.input_target
        if name in usable and target is not None:
            target.narrow(usable[name].options)

    def section(self) -> list[Section]:
        """Return the present phase as a section that lists the possible actions."""
        model = self.focus.model
        return [Section(phase.name, tuple(_lines(model, phase))) for phase in self.phases if phase.on]


def _lines(model: SessionModel, phase: PhaseView, most: int = MOST) -> Iterator[Line]:
    """Yield the hints of a phase, and for each player the abilities, at most `most` of them."""
    yield from phase.hints
    for player, uses in sorted(phase.abilities.items(), key=lambda item: item[0] != model.decider):
        if not uses:
            continue
        count, name = sum(use.units for use in uses), model.player_name(player)
        yield Line(_("{player}: {n} can be used now", player=name, n=count) if phase.on else name)
        yield from (_line(use) for use in sorted(uses, key=lambda use: not use.units)[:most])
        if len(uses) > most:
            yield Line(_("and {n} more", n=len(uses) - most), tone="quiet")


def _line(use: UseView) -> Line:
    """Return a line with the number of units that can use an ability, or the reason why none can."""
    if use.units:
        units = ngettext("{n} unit", "{n} units", use.units)
        return Line(_("{ability}: {units}", ability=use.name, units=units), use.rule, "good")
    if not use.reason:
        return Line(use.name, use.rule, "quiet")
    adds_name = not use.reason.startswith(use.name)
    return Line(f"{use.name}: {use.reason}" if adds_name else use.reason, use.rule, "quiet")
