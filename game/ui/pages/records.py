"""The best results of games played alone, as a page."""

from __future__ import annotations

from collections.abc import Callable

from game import rulesets
from game.documents.error import DocumentError
from game.engine.rulebook.view import Line
from game.engine.saving.records import BestDocument, best_results, reached, where
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


def records_sheet(theme: Theme, rulesets_shown: Collection[str], then: Callable[[MenuItem], None]) -> Sheet:
    """Return the page of these rulebooks, told apart where there are several; `then` is called when it is left."""
    known, trouble = known_results()
    own = [each for each in known if each.ruleset in rulesets_shown]
    own.sort(key=lambda each: (each.ruleset, -each.worth))
    rows = [
        MenuItem(f"best:{number}", *_told(best, named=len(rulesets_shown) > 1)) for number, best in enumerate(own)
    ]
    lines = [Line(trouble, tone="bad")] if trouble else []
    if not own and not trouble:
        lines = [Line(_("None yet: a game of one person, played to its end, is the first."), tone="quiet")]
    back = MenuItem("close", _("Back"), "escape", primary=True)
    return Sheet(theme, _("Best results alone"), lines, [*rows, back], then, marked="close", wide=100)


def records_screen(window: Window) -> OneSheetScreen:
    """Return the page of every rulebook as a screen of its own."""

    def build(host: SheetHost) -> Sheet:
        return records_sheet(window.theme, [book.name for book in rulesets.usable()], lambda row: host.close())

    return OneSheetScreen(window, build)
