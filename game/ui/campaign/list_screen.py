"""The list of saved campaigns, and the founding of a new one."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any, Final

from game.documents.error import DocumentError
from game.engine.campaigns import Campaigns, campaigns_of
from game.engine.rulebook.ruleset import AnyRuleset
from game.engine.rulebook.view import Line
from game.ui.campaign.screen import CampaignScreen
from game.ui.model.campaign_files import campaigns_folder, free_path, keep, kept_campaigns, read
from game.ui.prefs.memory import last_rulebook
from game.ui.shell.sheet_screen import SheetScreen, clean_name
from game.ui.shell.window import Window
from game.ui.widgets.menu_item import MenuItem, with_keys
from game.ui.widgets.sheet import FormSheet, Sheet
from game.wording import _

LONGEST_NAME: Final = 60


class CampaignListScreen(SheetScreen):
    """The list of campaigns. A player can open one, start a new one, or open one from another folder."""

    def __init__(self, window: Window, ruleset: AnyRuleset, campaigns: Campaigns[Any]) -> None:
        super().__init__(window)
        self.book, self.campaigns, self.terms = ruleset.name, campaigns, ruleset.terms
        self.name = _(self.terms.campaign)
        self.rosters = list(self.campaigns.rosters())
        self.chosen: list[str] = []

    def enter(self) -> None:
        self.sheets.clear()
        super().enter()

    def first(self) -> Sheet:
        rows = []
        for kept in kept_campaigns(self.campaigns):
            if kept.content is None:
                rows.append(MenuItem(str(kept.path), kept.path.name, reason=kept.trouble))
            else:
                name, line = self.campaigns.summary(kept.content)
                rows.append(MenuItem(str(kept.path), name, detail=line))
        rosters = _(self.terms.rosters)
        note = _("{rosters} that carry on from game to game and keep every lasting change.", rosters=rosters)
        rows += [
            MenuItem("found", _("Start a new one"), primary=not rows),
            MenuItem("open", _("Open a file")),
            MenuItem("close", _("Back"), "escape"),
        ]
        title, lines = _(self.terms.campaign), [Line(note, tone="quiet")]
        return Sheet(self.theme, title, lines, with_keys(rows), self._take, wide=76)

    def _take(self, action: MenuItem) -> None:
        if action.id == "found":
            self.show(self._founding())
        elif action.id == "open":
            self.show(self.first())
            self.ask_file(_("Open a file"), campaigns_folder(), self._open_file)
        elif action.id != "close":
            self._open_file(action.id)

    def _open_file(self, text: str) -> None:
        kept = read(self.campaigns, Path(text))
        if kept.content is None:
            self.report([f"{kept.path.name}: {kept.trouble}"], _("It cannot be opened"))
        else:
            self.window.go(CampaignScreen(self.window, self.book, self.campaigns, kept.path, kept.content))

    def _founding(self, marked: str = "") -> FormSheet:
        note = _("{rosters}: choose which ones take part.", rosters=_(self.terms.rosters))
        title, lines = _(self.terms.campaign), [Line(note, tone="quiet")]
        return FormSheet(
            self.theme, title, lines, perform=self._found, build=self._rows, turn=self._turn, wide=76, marked=marked
        )

    def _rows(self) -> list[MenuItem]:
        reason = "" if self.chosen else _("no roster is chosen")
        return [
            MenuItem("begin", _("Start it"), "b", reason=reason, primary=True),
            MenuItem("name", _("Name: {name}", name=self.name)),
            *(
                MenuItem(f"roster:{each.name}", each.title, ticked=each.name in self.chosen, detail=each.text)
                for each in self.rosters
            ),
            MenuItem("file", _("Another one, from a file")),
            MenuItem("close", _("Back"), "escape"),
        ]

    def _turn(self, action: MenuItem, by: int) -> None:
        name = action.id.removeprefix("roster:")
        (self.chosen.remove if name in self.chosen else self.chosen.append)(name)

    def _found(self, action: MenuItem) -> None:
        if action.id == "name":
            self.show(self._founding("name"))
            self.dialogs.ask_text(_("Name"), self.name, self._named)
        elif action.id == "file":
            self.show(self._founding("file"))
            self.ask_file(_(self.terms.roster), Path.cwd(), self._brought)
        elif action.id == "close":
            self.show(self.first())
        else:
            self._write()

    def _named(self, text: str) -> None:
        self.name = clean_name(text, LONGEST_NAME) or self.name
        self.renew()

    def _brought(self, file: str) -> None:
        try:
            offer = self.campaigns.roster_in(file)
        except (DocumentError, OSError) as error:
            self.report([str(error)], _("It cannot be opened"))
            return
        if offer not in self.rosters:
            self.rosters.append(offer)
            self.chosen.append(offer.name)
        self.renew()

    def _write(self) -> None:
        try:
            content = self.campaigns.found(self.name, self.chosen, secrets.randbits(48))
            path = free_path(self.name)
            keep(self.campaigns, path, content)
        except (DocumentError, OSError) as error:
            self.show(self._founding())
            self.report([str(error)], _("It could not be started"))
            return
        self.chosen = []
        self.show(self.first())
        self._open_file(str(path))


def kept_campaigns_screen(window: Window) -> CampaignListScreen:
    """Return the campaigns of the rulebook played last, else of the default one; raise `DocumentError`."""
    book = last_rulebook(lambda book: campaigns_of(book) is not None)
    campaigns = campaigns_of(book)
    assert campaigns is not None
    return CampaignListScreen(window, book, campaigns)
