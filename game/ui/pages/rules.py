"""The rules reference: rules by chapter or by search, each with its text, examples and links."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import pygame

from game import rulesets
from game.engine.rulebook.reference import Rule, Rulebook
from game.engine.rulebook.ruleset import AnyRuleset
from game.ui.prefs.memory import recall
from game.ui.shell.sheet_screen import OneSheetScreen, SheetHost
from game.ui.shell.window import Window
from game.ui.widgets.actions import ActionList, MenuItem, with_keys
from game.ui.widgets.keys import CTRL
from game.ui.widgets.sheet import Sheet
from game.ui.widgets.text import ScrollView, ink, line_height, shorten, wrap
from game.ui.widgets.theme import DARK, INK, INK_FAINT, INK_QUIET, LAMP, SLATE_LINE, SLATE_RAISED, Colour, Theme
from game.wording import _

LONGEST_SEARCH: Final = 40
"""Maximum length of a search."""
NARROW: Final = 90
"""Least width in units of the theme for contents and rule side by side."""
_WALK: Final = {pygame.K_DOWN: 1, pygame.K_UP: -1, pygame.K_PAGEDOWN: 8, pygame.K_PAGEUP: -8}


def rules_sheet(host: SheetHost, ruleset: AnyRuleset, rule: str = "") -> RulesSheet:
    """Return the reference of a rulebook, opened at a rule, or at the first one."""
    title = _("Rules of {title}", title=_(ruleset.title))
    return RulesSheet(host.window.theme, title, book=Rulebook(ruleset.rules()), opened=rule)


def rules_screen(window: Window) -> OneSheetScreen:
    """Return the rules of the only rulebook as a screen, or a choice among several."""
    books = {book.name: book for book in rulesets.usable()}

    def read(name: str) -> OneSheetScreen:
        return OneSheetScreen(window, lambda host: rules_sheet(host, books[name]))

    def ask(host: SheetHost) -> Sheet:
        rows = [MenuItem(name, _(book.title)) for name, book in books.items()]
        back = MenuItem("close", _("Back"), "escape")
        return Sheet(
            window.theme, _("Which rulebook?"), (), with_keys([*rows, back]), then=take, marked=recall().chosen
        )

    def take(name: str) -> None:
        window.go(read(name))

    return read(next(iter(books))) if len(books) == 1 else OneSheetScreen(window, ask)


@dataclass
class RuleCard:
    """The text of a rule in a rectangle."""

    theme: Theme
    rect: pygame.Rect = field(default_factory=lambda: pygame.Rect(0, 0, 0, 0))
    rule: Rule | None = None
    view: ScrollView = field(default_factory=ScrollView)

    def show(self, rule: Rule | None) -> None:
        """Show another rule from its beginning."""
        self.rule, self.view.offset = rule, 0

    def place(self, rect: pygame.Rect, most: int) -> None:
        """Take the height that the text needs at the top of a rectangle, at most `most` pixels."""
        self.rect = rect.copy()
        text_height = sum(self._step(line, size) for line, size, *style in self._lines())
        self.rect.height = max(0, min(text_height, most, rect.height))
        self.view.fit(self.rect, text_height)

    def scroll_by(self, steps: int) -> bool:
        """Scroll down by some steps, or up if negative; return whether the position changed."""
        return self.view.by(steps * line_height(self.theme) * 2)

    def _lines(self) -> list[tuple[str, str, str, Colour]]:
        """Return the wrapped lines of the rule with their type sizes, weights and colours."""
        theme, rule = self.theme, self.rule
        if rule is None:
            return [(_("No rule to show"), "body", "regular", INK_QUIET)]
        parts: list[tuple[str, str, str, Colour]] = [
            (f"{rule.id}  ·  {rule.chapter}", "small", "semibold", LAMP),
            (rule.title, "large", "title", INK),
            (rule.text, "body", "regular", INK),
        ]
        if rule.examples:
            parts.append((_("For example"), "small", "semibold", INK_FAINT))
            parts += [(text, "body", "regular", INK_QUIET) for text in rule.examples]
        return [
            (line, size, weight, colour)
            for text, size, weight, colour in parts
            for line in (*wrap(theme, text, self.rect.width, size, weight), "")
        ][:-1]

    def _step(self, line: str, size: str) -> int:
        return line_height(self.theme, size) if line else self.theme.px(1)

    def draw(self, target: pygame.Surface) -> None:
        """Draw the text, with a scrollbar if it does not fit."""
        with self.view.drawn(target, self.theme):
            y = self.view.top
            for line, size, weight, colour in self._lines():
                if line:
                    target.blit(ink(self.theme, line, size, weight, colour), (self.rect.left, y))
                y += self._step(line, size)


@dataclass
class RulesSheet(Sheet):
    """The contents to the left and a rule to the right.

    Letters search, arrow keys move, Enter follows a link, Backspace returns. `chosen` is the shown rule, `back` has the
    ones before it, and `linking` is whether the keyboard is among the links of the rule.
    """

    book: Rulebook = field(default_factory=lambda: Rulebook(()))
    opened: str = ""
    search: str = ""
    chosen: str = ""
    linking: bool = False
    marked_all: bool = False
    """Whether the whole search is marked, so that typing replaces it."""
    back: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.links = ActionList(self.theme)
        self.card = RuleCard(self.theme)
        first = self.book.find(self.opened) or next(iter(self.book.rules), None)
        self.chosen = first.id if first is not None else ""
        self.linking = bool(self.opened)
        self._list_rules()
        self._show_rule()

    @property
    def rule(self) -> Rule | None:
        return self.book.find(self.chosen) if self.chosen else None

    def _list_rules(self) -> None:
        """List the rules found by the search, or all by chapter."""
        rows: list[MenuItem] = []
        if self.search.strip():
            rows = [_row(rule) for rule in self.book.search(self.search)]
            if not rows:
                rows = [MenuItem("none", _("No rule has all these words"), heading=True)]
        else:
            for chapter, rules in self.book.chapters().items():
                rows += [MenuItem(f"chapter:{chapter}", chapter, heading=True), *(_row(rule) for rule in rules)]
        self.list.set(rows)
        self.list.mark(self.chosen)

    def _show_rule(self) -> None:
        """Show the chosen rule with its links."""
        rule = self.rule
        previous = self.book.find(self.back[-1]) if self.back else None
        links = [_row(linked_rule) for linked_rule in self.book.seen_from(rule)] if rule is not None else []
        if links:
            links.append(MenuItem("", "", heading=True))  # a gap, since the rows below it are not links
        if previous is not None:
            links.append(MenuItem("back", _("Back to {title}", title=previous.title), "backspace"))
        links.append(MenuItem("close", _("Close"), "escape"))
        self.links.set(links)
        self.links.view.offset = 0
        self._go_over(self.linking)
        self.card.show(rule)

    def choose(self, identity: str, *, remember: bool = True) -> None:
        """Show a rule; with `remember`, Backspace returns to the previous one."""
        if identity == self.chosen:
            return
        if remember and self.chosen:
            self.back.append(self.chosen)
        self.chosen = identity
        if all(row.id != identity for row in self.list.actions):
            self.search = ""
            self._list_rules()
        self.list.mark(identity)
        self._show_rule()

    def _return(self) -> None:
        if self.back:
            self.choose(self.back.pop(), remember=False)

    def _look_for(self, text: str) -> None:
        """Search for a text, and show the best rule."""
        self.search, self.linking = text[:LONGEST_SEARCH], False
        self._list_rules()
        best = next((row.id for row in self.list.actions if row.enabled), "")
        if best and (text.strip() or not self.chosen):
            self.choose(best, remember=False)
            self.list.mark(best)
        elif not best:
            self.chosen = ""
            self._show_rule()
        self.links.cursor = -1

    def take(self, action: MenuItem | None) -> None:
        if action is None or not action.enabled:
            return
        if action.id == "close":
            self.closed = True
        elif action.id == "back":
            self._return()
        else:
            self.choose(action.id)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN:
            self._press(event)
        elif event.type == pygame.MOUSEMOTION:
            self.list.hovered = self.list.at(event.pos) if self._contents_shown else -1
            self.links.hovered = self.links.at(event.pos) if self._rule_shown else -1
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._click(event.pos)
        elif event.type == pygame.MOUSEWHEEL:
            self._wheel(event.y)
        else:
            return False
        return True

    def _press(self, event: pygame.event.Event) -> None:
        """Handle a key: edit the search, go back, or move among contents and links."""
        key, was_marked = event.key, self.marked_all
        self.marked_all = key == pygame.K_a and bool(event.mod & CTRL and self.search)
        if was_marked and event.unicode.isprintable() and event.unicode and not self.marked_all:
            self._look_for(event.unicode)
        elif was_marked and key in (pygame.K_BACKSPACE, pygame.K_DELETE):
            self._look_for("")
        elif key in (pygame.K_ESCAPE, pygame.K_BACKSPACE) and self.search and not self.linking:
            self._look_for("" if key == pygame.K_ESCAPE else self.search[:-1])
        elif key == pygame.K_ESCAPE:
            self.closed = True
        elif key == pygame.K_BACKSPACE:
            self._return()
        elif key in (pygame.K_TAB, pygame.K_LEFT, pygame.K_RIGHT):
            self._go_over(key == pygame.K_RIGHT if key != pygame.K_TAB else not self.linking)
        elif key in _WALK:
            self._walk(_WALK[key])
        elif key in (pygame.K_RETURN, pygame.K_KP_ENTER) and self.linking:
            self.take(self.links.current())
        elif key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self._go_over(True)
        elif event.unicode.isprintable() and event.unicode and not event.mod & CTRL:
            self._look_for(self.search + event.unicode)

    def _go_over(self, linking: bool) -> None:
        """Move the keyboard to the links of the rule, or to the contents."""
        self.linking = linking
        self.links.cursor = -1
        if linking:
            self.links.step(1)

    def _walk(self, by: int) -> None:
        """Move the keyboard cursor down or up, or scroll the rule by more than one step."""
        if self.linking:
            if abs(by) > 1:
                self.card.scroll_by(by)
            else:
                self.links.step(by)
            return
        for step in [1 if by > 0 else -1] * abs(by):
            self.list.step(step)
        current = self.list.current()
        if current is not None:
            self.chosen = current.id
            self._show_rule()

    def _click(self, spot: tuple[int, int]) -> None:
        """Show the rule of a clicked row of the contents, or take a clicked link."""
        index = self.list.at(spot) if self._contents_shown else -1
        if index >= 0 and self.list.actions[index].enabled:
            self.choose(self.list.actions[index].id)
            self._go_over(self._is_narrow)
            return
        index = self.links.at(spot) if self._rule_shown else -1
        if index >= 0:
            self.take(self.links.actions[index])

    def _wheel(self, steps: int) -> None:
        """Scroll the rule and then its links, or the contents."""
        mouse = pygame.mouse.get_pos()
        over_rule = self._rule_shown and (self._is_narrow or mouse[0] >= self.card.rect.left)
        if over_rule and not self.card.scroll_by(-steps):
            self.links.scroll(-steps * self.theme.px(5))
        elif not over_rule:
            self.list.scroll(-steps * self.theme.px(5))

    @property
    def _is_narrow(self) -> bool:
        return self.rect.width < self.theme.px(NARROW)

    @property
    def _contents_shown(self) -> bool:
        return not self._is_narrow or not self.linking

    @property
    def _rule_shown(self) -> bool:
        return not self._is_narrow or self.linking

    def place(self, window: pygame.Rect) -> None:
        theme = self.theme
        self.rect = pygame.Rect(0, 0, min(theme.px(140), window.width - theme.px(4)), window.height - theme.px(4))
        self.rect.center = window.center
        head_height = theme.px(
            13 if self._contents_shown else 7.5
        )  # a rule without the contents has no search above it
        body = pygame.Rect(self.rect.left + theme.px(3), self.rect.top + head_height, self.rect.width - theme.px(6), 0)
        body.height = self.rect.bottom - theme.px(2) - body.top
        left, right = body.copy(), body.copy()
        if not self._is_narrow:
            left.width = body.width * 42 // 100
            right.left, right.width = left.right + theme.px(5), body.width - left.width - theme.px(5)
        old_size = self.list.rect.size
        self.list.place(left)
        if old_size != left.size:
            self.list.show_cursor()
        links_height = self.links.height(right.width) + theme.px(4)
        self.card.place(right, max(right.height - theme.px(12), right.height - links_height, theme.px(9)))
        links_top = self.card.rect.bottom + theme.px(4)
        self.links.place(pygame.Rect(right.left, links_top, right.width, max(0, right.bottom - links_top)))

    def draw(self, target: pygame.Surface) -> None:
        self.draw_frame(target)
        if self._contents_shown:
            self._draw_search(target)
            self.list.draw(target)
        if self._rule_shown:
            self._draw_rule(target)

    def _draw_search(self, target: pygame.Surface) -> None:
        """Draw the field of the search with its text."""
        theme, left, top = self.theme, self.rect.left + self.theme.px(3), self.rect.top + self.theme.px(7.5)
        box = pygame.Rect(left, top, self.rect.width - theme.px(6), theme.px(4.5))
        pygame.draw.rect(target, SLATE_RAISED, box, border_radius=theme.px(0.75))
        has_keyboard = not self.linking
        pygame.draw.rect(
            target, LAMP if has_keyboard else SLATE_LINE, box, max(1, theme.px(0.2)), border_radius=theme.px(0.75)
        )
        content = _("Type to search: words, or the id of a rule")
        if self.search:
            content = self.search + ("|" if has_keyboard else "")
        text = shorten(theme, content, box.width - theme.px(2), "body")
        colour = INK if self.search else INK_FAINT
        if self.marked_all:
            colour = DARK
        picture = ink(theme, text, "body", "regular", colour)
        place = picture.get_rect(midleft=(box.left + theme.px(1), box.centery))
        if self.marked_all:
            pygame.draw.rect(target, LAMP, place)
        target.blit(picture, place)

    def _draw_rule(self, target: pygame.Surface) -> None:
        theme = self.theme
        self.card.draw(target)
        if self.rule is not None and self.rule.see:
            head = ink(theme, _("See also"), "small", "semibold", INK_FAINT)
            target.blit(head, (self.links.rect.left, self.links.rect.top - theme.px(2.5)))
        self.links.draw(target)


def _row(rule: Rule) -> MenuItem:
    return MenuItem(rule.id, rule.title, rule=rule.id)
