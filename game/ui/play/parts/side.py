"""The panel at the side of the table as panes: the decision, odds and receipts, other facts; and their layout."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pygame

from game.engine.rulebook.view import Line, OddsView
from game.ui.board.overlays import Entry
from game.ui.decisions.base import Tool
from game.ui.panel import text
from game.ui.panel.decision import DecisionPanel, Heading
from game.ui.panel.details import Content, DetailsPanel, reasons
from game.ui.panel.layout import Layout, Wants, panel_width
from game.ui.play.focus import Focus
from game.ui.play.part import Pane, Tip
from game.ui.widgets.actions import ActionList
from game.ui.widgets.reader import Section
from game.wording import language


class Decision(Pane):
    """What is asked, and the rows of answers; `rows_of` is what the rows shown belong to.

    It lays out the panes of the panel with the log. Help is shown among the facts if there is room.
    """

    name = "decision"
    rows_of: Tool | None = None

    def build(self) -> None:
        self.focus.actions = ActionList(self.theme, keeps=True)
        self.panel = DecisionPanel(self.theme, self.focus.actions)
        self.aid = DetailsPanel(self.theme, shrinks=True)
        self.details = DetailsPanel(self.theme)
        self.helped = False
        self._held: tuple[object, int] = (None, 0)
        self._heading, self._facts = Heading(), Content()
        self._known: tuple[object, Layout] | None = None

    # -- what is shown ---------------------------------------------------------------------------

    def show(
        self, heading: Heading, odds: OddsView | None, sections: Sequence[Section], legend: Sequence[Entry]
    ) -> None:
        """Show other content; sections that come first are shown with the odds."""
        self._heading = heading
        self.aid.show(Content(odds, tuple(section for section in sections if section.first)))
        why = (Section("", (Line(heading.wording, heading.rule, "quiet"),)),) if heading.wording else ()
        rest = (*reasons(odds), *why, *(section for section in sections if not section.first))
        self._facts = Content(None, rest, tuple(legend), self.focus.ground.ground)

    def arrange(self, lay_out: Callable[[Wants], Layout], moment: object) -> Layout:
        """Lay the panes out, with help if there is room for all of it; return the layout.

        At one moment of a game the log only gets lower, so that it does not jump with everything that is pointed at.
        """
        help_, actions = self._help(), self.focus.actions
        facts = self._heading, self.aid.content, self._facts, help_
        key = *facts, self.focus.size, self.theme.scale, moment, language()
        if self._known is None or self._known[0] != (*key, actions.key()):  # seldom otherwise
            layout = self._arranged(lay_out, moment, help_)
            self._known = (*key, actions.key()), layout
        return self._known[1]

    def _arranged(self, lay_out: Callable[[Wants], Layout], moment: object, help_: Section | None) -> Layout:
        size, content = self.focus.size, self._facts
        width = panel_width(size, self.theme)
        self.panel.heading, self.helped = self._heading, False
        if help_ is not None:
            self.details.show(replace(content, sections=(*content.sections, help_)))
            layout = lay_out(self._wants(width))
            self.helped = self.details.height(width) <= layout.details.height
        if not self.helped:
            self.details.show(content)
            layout = lay_out(self._wants(width))
        layout = self._steady(layout, (moment, size, self.theme.scale))
        self.panel.place(layout.decision)
        self.aid.place(layout.aid)
        self.details.place(layout.details)
        return layout

    def _wants(self, width: int) -> Wants:
        decision = self.panel.least_height(width), self.panel.wanted_height(width)
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

    def _help(self) -> Section | None:
        """Return the wording of the rule under the mouse, or of the row there, or what the row would use."""
        focus, pixel = self.focus, self.focus.mouse
        if not focus.pointing or focus.sheets:
            return None
        row = focus.actions.row_at(pixel)
        if row is not None and (line := text.told(focus.model, row.id)) is not None:
            return Section("", (line,), last=True)
        written = self.panel.rule_at(pixel) or self.aid.rule_at(pixel) or self.details.rule_at(pixel)
        rule = row.rule if row is not None else written
        wording = tuple(replace(line, tone="quiet") for line in self.wording(rule))
        return Section(rule, wording, last=True) if wording else None

    # -- the pane of the decision ----------------------------------------------------------------

    def key(self) -> tuple[object, ...]:
        return (self.panel.key(),)

    def draw(self, target: pygame.Surface) -> None:
        self.panel.draw(target)

    def input(self, event: pygame.event.Event) -> bool:
        actions, focus = self.focus.actions, self.focus
        if event.type == pygame.MOUSEMOTION:
            actions.hovered = actions.at(event.pos)
        elif event.type == pygame.MOUSEWHEEL and self.rect.collidepoint(focus.mouse):
            actions.scroll(-event.y * self.theme.px(5))
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.rect.collidepoint(event.pos):
            if rule := self.rule_at(event.pos):
                focus.look_up(rule)
            row, controller = actions.row_at(event.pos), focus.input_target
            # After another click the rows of the next question may not be shown yet.
            if row is not None and controller is not None and controller is self.rows_of and row.enabled:
                focus.call(lambda: controller.perform(row))
        else:
            return False
        return event.type != pygame.MOUSEMOTION

    def rule_at(self, pixel: tuple[int, int]) -> str:
        return self.panel.rule_at(pixel)

    def tip(self, pixel: tuple[int, int]) -> Tip | None:
        row = self.focus.actions.row_at(pixel)
        if row is None:
            return super().tip(pixel)
        if (line := text.told(self.focus.model, row.id)) is not None:
            return row.label, (line,)
        wording = self.wording(row.rule)
        return (f"{row.label}  {row.rule}", wording) if wording else None

    def vital(self) -> Sequence[pygame.Rect]:
        room = self.focus.actions.rect
        rows = (rect.clip(room) for _action, rect in self.focus.actions.rows() if rect.colliderect(room))
        return [*rows, self.panel.head]

    def commands(self) -> dict[str, Callable[[], None]]:
        """Return the commands that scroll the facts by the keyboard."""
        return {"facts_back": lambda: self._scroll(-1), "facts_on": lambda: self._scroll(1)}

    def _scroll(self, by: int) -> None:
        self.details.view.by(by * max(self.theme.px(4), self.details.rect.height - self.theme.px(4)))


class Facts(Pane):
    """Facts below a decision: the "aid", odds and receipts that must be seen whole, or all other "details"."""

    def __init__(self, focus: Focus, above: Decision, name: str) -> None:
        super().__init__(focus)
        self._above, self.name = above, name

    @property
    def panel(self) -> DetailsPanel:
        """What draws them."""
        return self._above.aid if self.name == "aid" else self._above.details

    def key(self) -> tuple[object, ...]:
        return self.panel.key()

    def draw(self, target: pygame.Surface) -> None:
        self.panel.draw(target)

    def input(self, event: pygame.event.Event) -> bool:
        if not self.rect.collidepoint(self.focus.mouse):
            return False
        if event.type == pygame.MOUSEWHEEL:
            self.panel.view.by(-event.y * self.theme.px(4))
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1 and (rule := self.rule_at(event.pos)):
            self.focus.look_up(rule)
        else:
            return False
        return True

    def rule_at(self, pixel: tuple[int, int]) -> str:
        return self.panel.rule_at(pixel)

    def vital(self) -> Sequence[pygame.Rect]:
        return [self.rect] if self.name == "aid" else ()
