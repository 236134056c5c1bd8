"""Pages to read: keys and signs, the best results of solo games, and the fairness of the dice."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

import pygame

from game import rulesets
from game.documents.error import DocumentError
from game.engine.history.fairness import Tally, tallies
from game.engine.rulebook.view import Line
from game.engine.saving.records import BestDocument, best_results, game_text, result_text
from game.engine.session import Session
from game.ui.shell.sheet_screen import OneSheetScreen, SheetHost
from game.ui.widgets.actions import MenuItem
from game.ui.widgets.keys import CHANGEABLE, COMMANDS, EVERYBODY, Command, key_label, keys_shown
from game.ui.widgets.sheet import ReaderSheet, Section, Sheet, columns_sheet
from game.ui.widgets.signs import icon
from game.ui.widgets.text import blit_at, ink, line_height
from game.ui.widgets.theme import GOOD, INK, INK_FAINT, INK_QUIET, LAMP, SLATE, SLATE_RAISED, WARNING, Theme
from game.wording import _, ngettext

_TEXTS: Final = json.loads(Path(__file__).with_name("help.json").read_text(encoding="utf-8"))
KEYS: Final[dict[str, list[tuple[str, str]]]] = {each["title"]: each["keys"] for each in _TEXTS["chapters"]}
"""The keys by their uses; the name of a command in braces stands for its key."""
IN_WORDS: Final[frozenset[str]] = frozenset(_TEXTS["in_words"])
"""The commands whose keys have a row in words, such as "arrows"."""
MEANINGS: Final[list[str]] = _TEXTS["signs"]
"""The meanings of the signs on the table."""


def unlisted() -> list[Command]:
    """Return the commands with a label that no row of the help has: they get rows of their own."""
    listed = {name for rows in KEYS.values() for _text, keys in rows for name in re.findall(r"{(\w+)}", keys)}
    return [command for command in CHANGEABLE if command.name not in listed | IN_WORDS]


def own_keys(host: SheetHost) -> tuple[Line, ...]:
    """Return the changed keys: those of everybody, those of single seats, and the letters of actions."""
    lines = []
    for set_name, changed in sorted(host.window.options.keys.items(), reverse=True):
        for command, key in changed.items():
            label = _(COMMANDS[command].label)
            if set_name != EVERYBODY:
                label = _("Seat {number}: {label}", number=set_name, label=label)
            lines.append(Line(label, key_label(key)))
    for book, letters in host.window.options.letters.items():
        label_of = (
            {option.key: option.label for option in rulesets.load(book).lettered()} if book in rulesets.names() else {}
        )
        lines += [Line(label_of[action], key_label(letter)) for action, letter in letters.items() if action in label_of]
    return tuple(lines)


def help_sheet(host: SheetHost) -> ReaderSheet:
    """Return the page of keys and signs."""
    sets = host.window.options.keys
    key_of_command = {name: keys_shown(sets, name) for name in COMMANDS}
    chapters = [
        Section(_(title), tuple(Line(_(text), _(keys, **key_of_command)) for text, keys in rows))
        for title, rows in KEYS.items()
    ]
    further_lines = tuple(Line(_(command.label), key_of_command[command.name]) for command in unlisted())
    chapters.append(Section(_("More keys"), further_lines))
    if changed_keys := own_keys(host):
        chapters.insert(0, Section(_("Keys that were changed"), changed_keys))
    chapters.append(Section(_("Signs on the table"), tuple(Line(_(text), tone="quiet") for text in MEANINGS)))
    return columns_sheet(host.window.theme, _("Keys and signs"), chapters)


help_screen = partial(OneSheetScreen, build=help_sheet)


Known = TypeVar("Known")


def known(read: Callable[[], tuple[Known, ...]]) -> tuple[tuple[Known, ...], str]:
    """Return the results that can be read, and the reason if they cannot be."""
    try:
        return read(), ""
    except (DocumentError, OSError) as error:
        return (), str(error)


def records_sheet(theme: Theme, ruleset: str, then: Callable[[MenuItem], None]) -> Sheet:
    """Return the page of the best solo results of one rulebook, or of all if it is "".

    Leaving the page calls `then`.
    """
    results, trouble = known(best_results)
    books = [book.name for book in rulesets.usable() if ruleset in ("", book.name)]
    rows = [row for name in books for row in _rows(name, results, named=not ruleset)]
    lines = [Line(trouble, tone="bad")] if trouble else []
    if not rows and not trouble:
        lines = [Line(_("No results yet: finish a solo game to set the first."), tone="quiet")]
    back_row = MenuItem("close", _("Back"), "escape", primary=True)
    return Sheet(theme, _("Best solo results"), lines, [*rows, back_row], then, marked="close", wide=100)


def _rows(ruleset: str, results: Iterable[BestDocument], *, named: bool) -> list[MenuItem]:
    """Return the results of a rulebook, best first, below the rulebook's name if `named`."""
    book = rulesets.load(ruleset)
    own_results = sorted(
        (result for result in results if result.ruleset == ruleset), key=lambda result: result.worth, reverse=True
    )
    rows = [
        MenuItem(f"best:{ruleset}:{index}", result_text(best, book), detail=f"{game_text(best, book)} ({best.at[:10]})")
        for index, best in enumerate(own_results)
    ]
    return [MenuItem(f"book:{ruleset}", _(book.title), heading=True), *rows] if named and rows else rows


records_screen = partial(OneSheetScreen, build=lambda host: records_sheet(host.window.theme, "", lambda row: None))


SURPRISING = 0.01


@dataclass(frozen=True)
class Bars:
    """A row of bars for every size of die, each with a line at the expected count."""

    rows: Sequence[Tally]

    def height(self, theme: Theme, width: int) -> int:
        return len(self.rows) * self._row(theme)

    @staticmethod
    def _row(theme: Theme) -> int:
        return theme.px(7.5) + 2 * line_height(theme, "small")

    def draw(self, target: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
        for index, tally in enumerate(self.rows):
            top = rect.top + index * self._row(theme)
            self._tally(target, theme, tally, pygame.Rect(rect.left, top, rect.width, self._row(theme)))

    def _tally(self, target: pygame.Surface, theme: Theme, tally: Tally, box: pygame.Rect) -> None:
        """Draw the bars of a size of die, with its number of rolls and the verdict."""
        text_height, text_left = line_height(theme, "small"), box.left + theme.px(5)
        target.blit(icon(f"die-d{tally.sides}", theme.px(4), LAMP), (box.left, box.top + text_height))
        target.blit(ink(theme, _("d{die}", die=tally.sides), "body", "semibold"), (text_left, box.top + text_height))
        rolls_text = ink(theme, ngettext("{n} roll", "{n} rolls", tally.rolls), "small", "regular", INK_QUIET)
        target.blit(rolls_text, (text_left, box.top + text_height + line_height(theme)))
        verdict, colour = judge(tally)
        verdict_text = ink(theme, verdict, "small", "regular", colour)
        blit_at(target, verdict_text, topright=(box.right, box.top - theme.px(0.25)))
        left, bar_height = box.left + theme.px(14), theme.px(6)
        base = box.top + text_height + bar_height
        step = (box.right - left) / tally.sides
        greatest = max(*tally.counts, 1)
        for face, count in enumerate(tally.counts):
            bar = pygame.Rect(0, 0, max(3, round(step * 0.62)), round(bar_height * count / greatest) if count else 0)
            bar.midbottom = (round(left + step * (face + 0.5)), base)
            ground = pygame.Rect(bar.left, base - bar_height, bar.width, bar_height)
            pygame.draw.rect(target, SLATE_RAISED, ground, border_radius=theme.px(0.25))
            pygame.draw.rect(target, LAMP, bar, border_radius=theme.px(0.25))
            blit_at(target, ink(theme, str(face + 1), "small", "regular", INK_FAINT), midtop=(bar.centerx, base + 1))
            fits_inside = bar.height > theme.px(2.25)
            figure = ink(theme, str(count), "small", "bold", SLATE if fits_inside else INK)
            blit_at(target, figure, midbottom=(bar.centerx, base if fits_inside else bar.top))
        expected_y = round(base - bar_height * tally.rolls / tally.sides / greatest)
        pygame.draw.line(target, INK_QUIET, (left, expected_y), (box.right, expected_y), max(1, theme.px(0.125)))


def judge(tally: Tally) -> tuple[str, tuple[int, int, int]]:
    """Return the verdict of a chi-square test on the counts, and its colour."""
    figures = _("chi-square {statistic:.1f}, p = {p:.3f}", statistic=tally.statistic, p=tally.p)
    if not tally.meaningful:
        return _("{figures}: too few rolls to tell", figures=figures), INK_QUIET
    if tally.p < SURPRISING:
        games = round(1 / max(tally.p, 1e-9))
        return _("{figures}: one fair game in {n} is this uneven", figures=figures, n=games), WARNING
    return _("{figures}: nothing unusual", figures=figures), GOOD


def fairness_sheet(theme: Theme, session: Session) -> Sheet:
    """Return the page about the fairness of the dice of a game."""
    rows = tallies(session.events)
    texts = [_("No die has been rolled yet.")]
    if rows:
        faces = _("Every face rolled in this game, rerolls included. The line marks the same count for every face.")
        texts = [faces, _("p is the chance that fair dice fall at least as unevenly as these did.")]
    lines = [Line(text, tone="quiet") for text in texts]
    action = MenuItem("close", _("Back to the table"), "escape")
    return Sheet(theme, _("How evenly the dice fell"), lines, [action], wide=84, figure=Bars(rows))
