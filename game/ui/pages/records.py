"""The best results of games played alone, as a page."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from game import rulesets
from game.documents.error import DocumentError
from game.engine.rulebook.view import Line
from game.engine.saving.records import BestDocument, best_results, game_text, result_text
from game.ui.shell.sheet_screen import OneSheetScreen, SheetHost
from game.ui.widgets.menu_item import MenuItem
from game.ui.widgets.sheet import Sheet
from game.ui.widgets.theme import Theme
from game.wording import _


def known_results() -> tuple[tuple[BestDocument, ...], str]:
    """Return the best results, and why they cannot be read, if they cannot."""
    try:
        return best_results(), ""
    except (DocumentError, OSError) as error:
        return (), str(error)


def records_sheet(theme: Theme, ruleset: str, then: Callable[[MenuItem], None]) -> Sheet:
    """Return the page of the best solo results of one rulebook, or of all if it is "".

    `then` is called when the page is left.
    """
    known, trouble = known_results()
    shown = [book.name for book in rulesets.usable() if ruleset in ("", book.name)]
    rows = [row for name in shown for row in _rows(name, known, named=not ruleset)]
    lines = [Line(trouble, tone="bad")] if trouble else []
    if not rows and not trouble:
        lines = [Line(_("No results yet: finish a solo game to set the first."), tone="quiet")]
    back = MenuItem("close", _("Back"), "escape", primary=True)
    return Sheet(theme, _("Best solo results"), lines, [*rows, back], then, marked="close", wide=100)


def _rows(ruleset: str, known: Iterable[BestDocument], *, named: bool) -> list[MenuItem]:
    """Return the results of a rulebook, best first, below its name if it is to be named."""
    book = rulesets.load(ruleset)
    own = sorted((each for each in known if each.ruleset == ruleset), key=lambda each: each.worth, reverse=True)
    rows = [
        MenuItem(f"best:{ruleset}:{n}", result_text(best, book), detail=f"{game_text(best, book)} ({best.at[:10]})")
        for n, best in enumerate(own)
    ]
    return [MenuItem(f"book:{ruleset}", _(book.title), heading=True), *rows] if named and rows else rows


def _every_book(host: SheetHost) -> Sheet:
    return records_sheet(host.window.theme, "", lambda row: None)


records_screen = partial(OneSheetScreen, build=_every_book)
