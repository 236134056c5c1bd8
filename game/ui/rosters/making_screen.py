"""Making a roster, step by step: what is decided, what is open, and only the answers that the rules allow."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

import pygame

from game.documents.error import DocumentError
from game.engine.history.fairness import Throw
from game.engine.rosters import RosterEntry, RosterShelf
from game.engine.rulebook.making import Card, DieThrown, Step, Steps
from game.engine.rulebook.ruleset import AnyRuleset
from game.engine.rulebook.view import Line
from game.ui.board.dice_tray import DiceTray, Die
from game.ui.rosters.card import CardSheet
from game.ui.shell.sheet_screen import SheetScreen
from game.ui.shell.window import Window
from game.ui.widgets.menu_item import MenuItem, with_keys
from game.ui.widgets.sheet import Figure, Sheet
from game.ui.widgets.theme import LAMP, Theme
from game.wording import _, ngettext

FINISH = "finish"
FEW = 3
"""Open points that stand above the card, so that there is room for them in any case."""


class StepsScreen(SheetScreen):
    """Shows the steps of something in the making, and asks for one at a time. A subclass says where answers go."""

    def __init__(self, window: Window, book: AnyRuleset, title: str) -> None:
        super().__init__(window)
        self.book, self.title = book, title

    def steps(self) -> Sequence[Step]:
        """Return every step as it stands."""
        raise NotImplementedError

    def missing(self) -> Sequence[Line]:
        """Return every answer that is missing, in words."""
        raise NotImplementedError

    def card(self) -> Card:
        """Return the roster as made so far."""
        raise NotImplementedError

    def answer(self, step: str, answer: str) -> None:
        """Answer a step; raise `DocumentError`, `OSError`."""
        raise NotImplementedError

    def finish(self) -> None:
        """Keep what is finished and leave; raise `DocumentError`, `OSError`."""
        raise NotImplementedError

    # -- the list of steps -------------------------------------------------------------------------

    def first(self) -> Sheet:
        marked = next((step.id for step in self.steps() if step.open), FINISH)
        return self._list(marked)

    def _list(self, marked: str) -> Sheet:
        missing = self.missing()
        facts: list[Line] = []
        if missing:
            text = ngettext("{n} item is still open", "{n} items are still open", len(missing))
            facts.append(Line(text, tone="warning"))
        done = MenuItem(FINISH, _("Finish"), "f", reason=facts[0].text if facts else "", primary=True)
        rows = [done]
        for part, steps in groupby(self.steps(), lambda step: step.part):
            rows.append(MenuItem(f"part:{part}", part, heading=True))
            rows += [_row(step) for step in steps]
        rows.append(MenuItem("close", _("Back, and finish later"), "escape"))
        waiting = (Line(_("Still open:")), *missing) if missing else ()
        if len(missing) <= FEW:
            facts, waiting = [*facts, *missing], ()
        cards = {"": (replace(self.card(), wordings=waiting), facts)}
        return CardSheet(self.theme, self.title, (), rows, self._take, wide=134, marked=marked, cards=cards)

    def _take(self, action: MenuItem) -> None:
        if action.id == FINISH:
            self.replace(self.first())
            self._try(self.finish, _("It is not finished"))
        elif action.id != "close":
            self._ask(next(step for step in self.steps() if step.id == action.id))

    # -- one step ----------------------------------------------------------------------------------

    def _ask(self, step: Step) -> None:
        if step.suggestion and not step.value:
            self._suggest(step, step.suggestion)
            return
        if step.suggestion is not None:
            self._type(step)
            return
        rows = []
        for part, choices in groupby(step.choices, lambda choice: choice.part):
            if part:
                rows.append(MenuItem(f"part:{part}", part, heading=True))
            rows += [
                MenuItem(
                    each.answer,
                    each.label,
                    detail=each.text,
                    rule=each.rule,
                    reason=_with_rule(each.reason, each.rule) if each.reason else "",
                )
                for each in choices
            ]
        rows = with_keys([*rows, MenuItem("close", _("Back"), "escape")])
        lines = [Line(self.book.wording(step.rule), step.rule, "quiet")]
        if step.thrown is not None:
            told = {"purpose": step.thrown.purpose, "face": step.thrown.face, "gave": step.thrown.gave}
            lines.append(Line(_("{purpose}: rolled {face}, {gave}", **told), "", "good"))
        title = f"{step.part} · {step.title}"
        self.show(Sheet(self.theme, title, lines, rows, lambda row: self._chosen(step, row), wide=84, fold=True))

    def _suggest(self, step: Step, suggestion: str) -> None:
        """Ask whether to take a suggestion or to type, so that a mouse is enough."""

        def taken(row: MenuItem) -> None:
            if row.id == "take":
                self._give(step, suggestion)
            elif row.id == "type":
                self._type(step)
            else:
                self.replace(self._list(step.id))

        rows = [
            MenuItem("take", _("Use “{suggestion}”", suggestion=suggestion), primary=True),
            MenuItem("type", _("Type another one")),
            MenuItem("close", _("Back"), "escape"),
        ]
        self.show(Sheet(self.theme, f"{step.part} · {step.title}", (), with_keys(rows), taken))

    def _type(self, step: Step) -> None:
        self.replace(self._list(step.id))
        title = f"{step.part} · {step.title}"
        self.dialogs.ask_text(title, step.suggestion or "", lambda text: self._give(step, text))

    def _chosen(self, step: Step, row: MenuItem) -> None:
        if row.id == "close":
            self.replace(self._list(step.id))
        else:
            self._give(step, row.id)

    def _give(self, step: Step, answer: str) -> None:
        if not self._try(lambda: self.answer(step.id, answer), _("Not possible")):
            return
        if not self.steps():  # that answer was the last, and has settled it all
            self.window.back()
            return
        after = next((each for each in self.steps() if each.id == step.id), None)
        if after is None or after.thrown is None or step.thrown is not None:
            self.replace(self._list(step.id) if step.optional else self.first())
            return
        self.replace(self._list(step.id))
        sheet = throw_sheet(self.theme, self.window.options.motion, after.thrown, after.rule, after.part)
        sheet.perform = lambda row: self._ask(after)
        self.show(sheet)

    def _try(self, do: Callable[[], None], title: str) -> bool:
        """Do something; return whether it went well, and report why not."""
        try:
            do()
        except (DocumentError, OSError) as error:
            self.replace(self.first())
            self.report([error.reason if isinstance(error, DocumentError) else str(error)], title)
            return False
        return True

    def tick(self) -> bool:
        sheet = self.sheets[-1] if self.sheets else None
        rolling = isinstance(sheet, ThrowSheet) and sheet.tick()
        return super().tick() or rolling


def _row(step: Step) -> MenuItem:
    label = f"{step.title}: {step.value}" if step.value else step.title
    reason = _with_rule(step.reason, step.rule) if step.reason else ""
    return MenuItem(step.id, label, rule=step.rule, reason=reason, ticked=bool(step.value))


def _with_rule(text: str, rule: str) -> str:
    return f"{text} ({rule})" if rule else text


class MakingScreen(StepsScreen):
    """Makes or changes one of the player's own rosters; every answer is saved at once."""

    def __init__(self, window: Window, book: AnyRuleset, shelf: RosterShelf, kept: RosterEntry) -> None:
        super().__init__(window, book, _(book.terms.roster))
        self.shelf, self.kept = shelf, kept

    @property
    def _steps(self) -> Steps[object]:
        return self.shelf.editor

    def steps(self) -> Sequence[Step]:
        return self._steps.steps(self.kept.draft)

    def missing(self) -> Sequence[Line]:
        return [Line(_with_rule(each.text, each.rule)) for each in self._steps.missing(self.kept.draft)]

    def card(self) -> Card:
        return self.shelf.editor.draft_card(self.kept.draft)

    def answer(self, step: str, answer: str) -> None:
        self.kept = self.shelf.answer(self.kept.name, step, answer)

    def finish(self) -> None:
        self.kept = self.shelf.finish(self.kept.name)
        self.window.back()


@dataclass
class TrayFigure(Figure):
    """A dice tray inside a sheet."""

    tray: DiceTray

    def height(self, theme: Theme, width: int) -> int:
        self.tray.place(pygame.Rect(0, 0, width, theme.px(60)))
        return self.tray.rect.height

    def draw(self, target: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
        self.tray.place(rect)
        self.tray.rect.center = rect.center
        self.tray.draw(target, time.monotonic())


@dataclass
class ThrowSheet(Sheet):
    """The tray with one die; a key or a click shows the result at once, the next one goes on."""

    thrown: DieThrown | None = None
    rule: str = ""
    tray: DiceTray = field(default_factory=lambda: DiceTray(Theme()))

    def tick(self) -> bool:
        """Return whether the die still moves; once it lies, say what it gave."""
        running = self.tray.running(time.monotonic())
        if not running and not self.lines and self.thrown is not None:
            told = _("A {face}: {gave}", face=self.thrown.face, gave=self.thrown.gave)
            self.lines = (Line(told, self.rule, "good"),)
        return running

    def take(self, action: MenuItem | None) -> None:
        if self.tray.running(time.monotonic()):
            self.tray.skip(time.monotonic())
            self.tick()
            return
        super().take(action)


def throw_sheet(theme: Theme, motion: str, thrown: DieThrown, rule: str, name: str) -> ThrowSheet:
    """Return a sheet on which a die falls for the member of a name."""
    tray = DiceTray(theme, motion)
    throw = Throw(thrown.sides, (thrown.face,), thrown.face, purpose=thrown.purpose)
    tray.throw([Die(throw, name, LAMP)], time.monotonic())
    go = [MenuItem("go", _("Continue"), "return", primary=True)]
    return ThrowSheet(
        theme, thrown.purpose, actions=go, figure=TrayFigure(tray), any_key=True, thrown=thrown, rule=rule, tray=tray
    )
