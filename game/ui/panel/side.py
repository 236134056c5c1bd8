"""The panel at the side of the table: decision, aids that must be seen whole, details and legend, and their layout."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from game.engine.rulebook.view import Line, OddsView
from game.ui.board.overlays import Entry
from game.ui.panel.decision import DecisionPanel, Heading
from game.ui.panel.details import Content, DetailsPanel, reasons
from game.ui.panel.layout import Layout, Wants, panel_width
from game.ui.widgets.actions import ActionList
from game.ui.widgets.reader import Section
from game.ui.widgets.theme import Colour, Theme
from game.wording import language


class SidePanel:
    """The parts of the panel but the log; `helped` says that the help asked for is shown in it."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.actions = ActionList(theme, keeps=True)
        self.decision = DecisionPanel(theme, self.actions)
        self.aid = DetailsPanel(theme, shrinks=True)
        self.details = DetailsPanel(theme)
        self.helped = False
        self._held: tuple[object, int] = (None, 0)
        self._heading, self._facts = Heading(), Content()
        self._known: tuple[object, Layout] | None = None

    def show(
        self,
        heading: Heading,
        odds: OddsView | None,
        sections: Sequence[Section],
        legend: Sequence[Entry],
        ground: Colour,
    ) -> None:
        """Show other content; sections that come first are shown with the odds."""
        self._heading = heading
        self.aid.show(Content(odds, tuple(section for section in sections if section.first)))
        why = (Section("", (Line(heading.wording, heading.rule, "quiet"),)),) if heading.wording else ()
        rest = (*reasons(odds), *why, *(section for section in sections if not section.first))
        self._facts = Content(None, rest, tuple(legend), ground)

    def arrange(
        self, size: tuple[int, int], lay_out: Callable[[Wants], Layout], moment: object, help_: Section | None
    ) -> Layout:
        """Lay the parts out, with help if there is room for all of it; return the layout.

        At one moment of a game the log only gets lower, so that it does not jump with everything that is pointed at.
        """
        key = self._heading, self.aid.content, self._facts, help_, size, self.theme.scale, moment, language()
        if self._known is None or self._known[0] != (*key, self.actions.key()):  # seldom otherwise
            layout = self._arranged(size, lay_out, moment, help_)
            self._known = (*key, self.actions.key()), layout
        return self._known[1]

    def _arranged(
        self, size: tuple[int, int], lay_out: Callable[[Wants], Layout], moment: object, help_: Section | None
    ) -> Layout:
        width, content = panel_width(size, self.theme), self._facts
        self.decision.heading, self.helped = self._heading, False
        if help_ is not None:
            self.details.show(replace(content, sections=(*content.sections, help_)))
            layout = lay_out(self._wants(width))
            self.helped = self.details.height(width) <= layout.details.height
        if not self.helped:
            self.details.show(content)
            layout = lay_out(self._wants(width))
        layout = self._steady(layout, (moment, size, self.theme.scale))
        self.decision.place(layout.decision)
        self.aid.place(layout.aid)
        self.details.place(layout.details)
        return layout

    def _wants(self, width: int) -> Wants:
        decision = self.decision.least_height(width), self.decision.wanted_height(width)
        return Wants(decision, self.aid.wants(width), self.details.height(width))

    def _steady(self, layout: Layout, key: object) -> Layout:
        low = min(self._held[1], layout.log.height) if self._held[0] == key else layout.log.height
        if not low:  # no room for it just now
            return layout
        self._held, more = (key, low), layout.log.height - low
        log, details = layout.log.copy(), layout.details.copy()
        log.top, log.height = log.top + more, low
        details.height += more
        return replace(layout, log=log, details=details)

    def rule_at(self, pixel: tuple[int, int]) -> str:
        """Return the rule written at a pixel."""
        return self.decision.rule_at(pixel) or self.aid.rule_at(pixel) or self.details.rule_at(pixel)

    def help(
        self, pixel: tuple[int, int], wording: Callable[[str], str], told: Callable[[str], Line | None]
    ) -> Section | None:
        """Return the wording of the rule at a pixel, or of the row there, or what is `told` of that."""
        row = self.actions.at(pixel)
        if row >= 0 and (line := told(self.actions.actions[row].id)) is not None:
            return Section("", (line,), last=True)
        rule = self.actions.actions[row].rule if row >= 0 else self.rule_at(pixel)
        text = wording(rule) if rule else ""
        return Section(rule, (Line(text, tone="quiet"),), last=True) if text else None

    def commands(self) -> dict[str, Callable[[], None]]:
        """Return the commands that scroll the facts by the keyboard, by name."""
        return {"facts_back": lambda: self._scroll(-1), "facts_on": lambda: self._scroll(1)}

    def _scroll(self, by: int) -> None:
        self.details.view.by(by * max(self.theme.px(4), self.details.rect.height - self.theme.px(4)))
