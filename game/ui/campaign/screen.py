"""Screens of campaigns: the list, a new campaign, its rosters and results, the steps between games, the next game."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from game import rulesets
from game.documents.error import DocumentError
from game.documents.files import saves_folder
from game.documents.locks import changing
from game.documents.reading import load_document
from game.engine.campaigns import Campaigns, Errand, campaigns_of
from game.engine.rulebook.making import Card, Step
from game.engine.rulebook.new_game import Offer, Offers
from game.engine.rulebook.ruleset import AnyRuleset
from game.engine.rulebook.view import Line
from game.engine.saving.documents import SaveDocument
from game.engine.saving.finished import attested
from game.engine.saving.loading import Difference
from game.engine.session import Session
from game.ui.menu.new_game import NewGameScreen
from game.ui.menu.saved_games import OpeningScreen, Reader, Saved, saved_games
from game.ui.model.campaign_files import campaigns_folder, free_path, keep, kept_campaigns, read
from game.ui.model.new_game_draft import NewGameDraft
from game.ui.prefs.memory import Draft, last_rulebook, recall
from game.ui.rosters.making import StepsScreen
from game.ui.shell.sheet_screen import SheetScreen, clean_name
from game.ui.shell.window import Window
from game.ui.widgets.actions import MenuItem, with_keys
from game.ui.widgets.sheet import FormSheet, ReaderSheet, Section, Sheet, question
from game.wording import _

Change = Callable[[Any], tuple[Any, tuple[str, ...]]]
"""A change of a campaign; it returns the new campaign and texts about its results."""


class CampaignScreen(SheetScreen):
    """Shows a campaign and saves every change at once; the saved game `finished` is applied first."""

    def __init__(
        self,
        window: Window,
        book: str,
        campaigns: Campaigns[Any],
        path: Path,
        content: Any,
        finished: Path | None = None,
    ) -> None:
        super().__init__(window)
        self.book, self.campaigns, self.path, self.content = book, campaigns, path, content
        self.news: tuple[str, ...] = ()
        self._open: dict[str, Errand] = {}
        self._saved: list[Saved] = []
        self._reader: Reader | None = None
        self._finished = finished

    def first(self) -> Sheet:
        name, line = self.campaigns.summary(self.content)
        chapters = [Section(page.title, page.lines) for page in self.campaigns.pages(self.content)]
        if self.news:
            chapters.insert(0, Section(_("Just now"), tuple(Line(text, tone="good") for text in self.news)))
        layout: Any = {"wide": 156, "columns": 2, "size": "small", "beside": 36}
        title, rows = f"{name} · {line}", with_keys(self._rows())
        return ReaderSheet(self.theme, title, (), rows, chapters=chapters, **layout)

    def _rows(self) -> list[MenuItem]:
        """Return the rows of the campaign's commands, with reasons against disabled ones."""
        campaigns, content = self.campaigns, self.content
        ready_parties = [party for party in campaigns.parties(content) if not party.why_not]
        open_count = len({errand.about for errand in campaigns.errands(content)})
        settle_label = _("Settle open tasks ({n})", n=open_count) if open_count else _("Settle open tasks")
        nothing_open = "" if open_count else _("nothing to settle before the next game")
        no_entries = "" if campaigns.chronicle(content) else _("nothing has happened yet")
        return [
            MenuItem("play", _("Play a game"), primary=True, reason="" if ready_parties else _("no roster is ready"),
                     act=self._play),
            MenuItem("apply", _("Apply a finished game"), act=lambda: self.show(self._games())),
            MenuItem("errands", settle_label, reason=nothing_open, act=lambda: self.show(self._errands())),
            MenuItem("chronicle", _("Chronicle"), reason=no_entries, act=lambda: self.show(self._chronicle())),
            MenuItem("undo", _("Undo the last entry"), reason=no_entries, act=lambda: self._ask_undo(game=False)),
            MenuItem("undo:game", _("Undo the last game"), reason=no_entries, act=lambda: self._ask_undo(game=True)),
            MenuItem("close", _("Back"), "escape"),
        ]  # fmt: skip

    def _play(self) -> None:
        self.show(self.first())
        self.window.go(CampaignGameScreen(self.window, self.book, self.campaigns, self.content))

    def enter(self) -> None:
        self._look_again()
        self.sheets.clear()
        super().enter()
        finished, self._finished = self._finished, None
        if finished is not None:
            self.prove(str(finished))

    def _look_again(self) -> None:
        """Read the file again; keep the last content if it cannot be read."""
        self.content = read(self.campaigns, self.path).content or self.content

    def change(self, apply: Change, title: str) -> None:
        """Apply a change to the campaign in its file and save it; show an error under a title."""
        try:
            with changing(self.path):
                present = self.campaigns.load(str(self.path))
                content, news = apply(present)
                if content is not present:
                    keep(self.campaigns, self.path, content)
        except (DocumentError, OSError) as error:
            self._look_again()
            self.replace(self.first())
            self.report([str(error)], title)
            return
        self.content, self.news = content, news
        self.replace(self.first())

    def _ask_undo(self, *, game: bool) -> None:
        """Ask before undoing the last entry, or the last game."""
        try:
            entries = self.campaigns.undo(self.content, game=game)[1]
        except DocumentError as error:
            self.show(self.first())
            self.report([error.reason], _("Nothing was undone"))
            return

        def take_back() -> None:
            def undo(present: Any) -> tuple[Any, tuple[str, ...]]:
                earlier, undone = self.campaigns.undo(present, game=game)
                # Only the entries that the player has seen may be undone.
                if tuple(undone) != tuple(entries):
                    reason = _("has changed in the meantime: please look again")
                    raise DocumentError(self.path.name, "chronicle", reason)
                return earlier, tuple(_("Undone: {entry}", entry=entry) for entry in undone)

            self.change(undo, _("Nothing was undone"))

        self.show(self.first())
        title = _("Undo this?")
        self.show(question(self.theme, title, list(entries), _("Undo it"), take_back, _("No, keep it")))

    def _chronicle(self) -> Sheet:
        """Return the sheet of the chronicle, with a chapter for each plain line."""
        entries: list[tuple[str, list[Line]]] = []
        for line in self.campaigns.chronicle(self.content):
            if line.tone == "plain":
                entries.append((line.text, []))
            else:
                entries[-1][1].append(line)
        chapters = [Section(title, tuple(lines)) for title, lines in entries]
        back = MenuItem("close", _("Back"), "escape")
        title, go_back = _("Chronicle"), lambda action: self.show(self.first())
        return ReaderSheet(self.theme, title, (), [back], go_back, wide=110, size="small", chapters=chapters)

    def _errands(self, marked: str = "") -> Sheet:
        """Return the sheet of the tasks to settle, grouped under headings."""
        self._open = {errand.key: errand for errand in self.campaigns.errands(self.content)}
        rows = []
        for heading, errands in groupby(self._open.values(), _heading):
            rows.append(MenuItem(f"about:{heading}", heading, heading=True))
            rows += [MenuItem(errand.key, errand.label, rule=errand.rule) for errand in errands]
        rows = with_keys([*rows, MenuItem("close", _("Back"), "escape")])
        return Sheet(self.theme, _("Before the next game"), (), rows, self._settle, wide=84, marked=marked)

    def _settle(self, action: MenuItem) -> None:
        """Settle a task: in steps, at once, or after asking for a name."""
        if action.id == "close":
            self.show(self.first())
            return
        errand = self._open[action.id]
        if errand.made:
            self.replace(self._errands(errand.key))
            self.window.go(ErrandScreen(self, errand))
        elif errand.name is None:
            self._run(errand, "")
        else:
            self.show(self._errands(errand.key))
            self.ask_text(_("Name"), errand.name, lambda text: self._run(errand, text))

    def _run(self, errand: Errand, text: str) -> None:
        """Settle a task with a name or without one."""

        def settle(present: Any) -> tuple[Any, tuple[str, ...]]:
            changed, news = self.campaigns.run(present, errand.key, " ".join(text.split()))
            return changed, (news,)

        self.change(settle, _("Not possible"))

    def _games(self) -> Sheet:
        """Return the list of saved games, which are read while the list is shown."""
        self._saved = saved_games()
        self._reader = Reader()
        lines = [Line(_("The game is replayed first to check it. Applying it twice changes nothing."), tone="quiet")]
        return Sheet(self.theme, _("Apply a finished game"), lines, self._game_rows(), self._apply, wide=84)

    def _game_rows(self) -> list[MenuItem]:
        """Return the rows of the saved games read so far; unfinished ones are disabled."""
        rows = []
        for saved in self._saved:
            reason = saved.trouble or ("" if saved.finished else _("the game is not over"))
            facts = "; ".join(saved.lines()[:2])
            reason = reason if saved.read else _("still loading")
            rows.append(MenuItem(str(saved.path), saved.title, reason=reason, detail=facts))
        return with_keys([*rows, MenuItem("open", _("Another file")), MenuItem("close", _("Back"), "escape")])

    def tick(self) -> bool:
        reading = self._reader is not None and self._reader.want(self._saved)
        if self._reader is not None and self.sheets:
            self.sheets[-1].list.set(self._game_rows())
            self._reader = self._reader if reading else None
        return super().tick() or reading

    def _apply(self, action: MenuItem) -> None:
        """Apply the saved game of a chosen row, or ask for a file."""
        self._reader = None
        self.show(self.first())
        if action.id == "open":
            self.ask_file(_("A finished game"), saves_folder(), self.prove)
        elif action.id != "close":
            self.prove(action.id)

    def prove(self, text: str) -> None:
        """Replay the game in a file as proof, then apply it."""
        self.window.go(OpeningScreen(self.window, Path(text), self._proved))

    def _proved(self, path: Path, session: Session, difference: Difference | None) -> None:
        """Apply a replayed game to the campaign."""

        def apply(present: Any) -> tuple[Any, tuple[str, ...]]:
            document = load_document(path, SaveDocument)
            result = self.campaigns.apply(present, attested(document, session, difference, path.name), path.name)
            if result is None:
                return present, (_("This game was already applied; nothing changed."),)
            return result[0], (result[1],)

        self.window.back()
        self.change(apply, _("The game was not applied"))


def _heading(errand: Errand) -> str:
    return f"{errand.about} · {errand.part}" if errand.part else errand.about


class ErrandScreen(StepsScreen):
    """Settles a task step by step; every answer is saved in the campaign at once."""

    def __init__(self, campaign_screen: CampaignScreen, errand: Errand) -> None:
        super().__init__(campaign_screen.window, rulesets.load(campaign_screen.book), errand.about)
        self.campaign_screen, self.errand = campaign_screen, errand

    def steps(self) -> Sequence[Step]:
        return self.campaign_screen.campaigns.steps(self.campaign_screen.content, self.errand.key)

    def missing(self) -> Sequence[Line]:
        return [Line(step.title, step.rule) for step in self.steps() if not step.value]

    def card(self) -> Card:
        return self.campaign_screen.campaigns.card(self.campaign_screen.content, self.errand.key)

    def answer(self, step: str, answer: str) -> None:
        campaign_screen, key = self.campaign_screen, self.errand.key
        with changing(campaign_screen.path):
            campaign_screen.content = campaign_screen.campaigns.load(str(campaign_screen.path))
            changed, news = campaign_screen.campaigns.answer(campaign_screen.content, key, step, answer)
            keep(campaign_screen.campaigns, campaign_screen.path, changed)
        campaign_screen.content, campaign_screen.news = changed, (news,) if news else ()

    def finish(self) -> None:
        campaign_screen, key = self.campaign_screen, self.errand.key
        with changing(campaign_screen.path):
            campaign_screen.content, news = campaign_screen.campaigns.run(
                campaign_screen.campaigns.load(str(campaign_screen.path)), key
            )
            keep(campaign_screen.campaigns, campaign_screen.path, campaign_screen.content)
        campaign_screen.news = (news,)
        self.window.back()


class CampaignDraft(NewGameDraft):
    """A draft that offers the rosters of a campaign that can play now."""

    def __init__(self, book: str, campaigns: Campaigns[Any], content: Any) -> None:
        self.campaigns, self.content = campaigns, content
        self.ready = [party.name for party in campaigns.parties(content) if not party.why_not]
        super().__init__(_with(book, recall().draft, self.ready), book)

    def offered(self) -> Offers:
        offers = self.ruleset.offers()
        most = min(offers.seats[1], len(self.ready))
        rosters = tuple(Offer(name, name) for name in self.ready)
        return replace(offers, rosters=rosters, seats=(offers.seats[0], most, most))

    def setup(self) -> Any:
        plan = replace(self.plan(), rosters=())
        return self.campaigns.setup_of(self.content, plan, [seat.roster for seat in self.seats])


def _with(book: str, last: Draft | None, ready: list[str]) -> Draft | None:
    """Return the last new game if it has a rulebook, with the ready rosters on its seats in order."""
    if last is None or last.ruleset != book:
        return None
    seats = [seat.model_copy(update={"roster": name}) for seat, name in zip(last.seats, ready)]
    return last.model_copy(update={"seats": tuple(seats), "players": len(ready)})


class CampaignGameScreen(NewGameScreen):
    """The form of the next game, which changes the campaign only once the game is applied."""

    turns_rulebooks = False

    def __init__(self, window: Window, book: str, campaigns: Campaigns[Any], content: Any) -> None:
        super().__init__(window, CampaignDraft(book, campaigns, content))
        self._waiting = [party for party in campaigns.parties(content) if party.why_not]

    def title(self) -> str:
        return _("The next game")

    def keep(self) -> None:
        """Remember nothing, so that the last game from the menu is kept."""

    def more_rosters(self, place: int) -> list[MenuItem]:
        """Return disabled rows for the rosters that cannot play now, with the reasons."""
        return [MenuItem(f"party:{party.name}", party.name, reason=party.why_not) for party in self._waiting]


LONGEST_NAME: Final = 60


class CampaignListScreen(SheetScreen):
    """The list of campaigns, where a player can open one, start one, or open one from another folder."""

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
        for campaign in kept_campaigns(self.campaigns):
            if campaign.content is None:
                rows.append(MenuItem(str(campaign.path), campaign.path.name, reason=campaign.trouble))
            else:
                name, line = self.campaigns.summary(campaign.content)
                rows.append(
                    MenuItem(str(campaign.path), name, detail=line, act=partial(self._open_file, str(campaign.path)))
                )
        rosters = _(self.terms.rosters)
        note = _("{rosters} that carry on from game to game and keep every lasting change.", rosters=rosters)
        rows += [
            MenuItem("found", _("Start a new one"), primary=not rows, act=lambda: self.show(self._founding())),
            MenuItem("open", _("Open a file"), act=self._ask_for_file),
            MenuItem("close", _("Back"), "escape"),
        ]
        title, lines = _(self.terms.campaign), [Line(note, tone="quiet")]
        return Sheet(self.theme, title, lines, with_keys(rows), wide=76)

    def _ask_for_file(self) -> None:
        self.show(self.first())
        self.ask_file(_("Open a file"), campaigns_folder(), self._open_file)

    def _open_file(self, text: str) -> None:
        campaign = read(self.campaigns, Path(text))
        if campaign.content is None:
            self.report([f"{campaign.path.name}: {campaign.trouble}"], _("It cannot be opened"))
        else:
            self.window.go(CampaignScreen(self.window, self.book, self.campaigns, campaign.path, campaign.content))

    def _founding(self, marked: str = "") -> FormSheet:
        """Return the form for a new campaign."""
        note = _("{rosters}: choose which ones take part.", rosters=_(self.terms.rosters))
        title, lines = _(self.terms.campaign), [Line(note, tone="quiet")]
        return FormSheet(self.theme, title, lines, build=self._rows, turn=self._turn, wide=76, marked=marked)

    def _rows(self) -> list[MenuItem]:
        """Return the rows of the form for a new campaign."""
        reason = "" if self.chosen else _("choose a roster first")
        return [
            MenuItem("begin", _("Start it"), "b", reason=reason, primary=True, act=self._write),
            MenuItem("name", _("Name: {name}", name=self.name), act=self._ask_name),
            *(
                MenuItem(f"roster:{roster.name}", roster.title, ticked=roster.name in self.chosen, detail=roster.text)
                for roster in self.rosters
            ),
            MenuItem("file", _("Another one, from a file"), act=self._ask_roster),
            MenuItem("close", _("Back"), "escape", act=lambda: self.show(self.first())),
        ]

    def _turn(self, action: MenuItem, by: int) -> None:
        """Choose a roster, or unchoose a chosen one."""
        name = action.id.removeprefix("roster:")
        if name in self.chosen:
            self.chosen.remove(name)
        else:
            self.chosen.append(name)

    def _ask_name(self) -> None:
        self.show(self._founding("name"))
        self.ask_text(_("Name"), self.name, self._named)

    def _ask_roster(self) -> None:
        self.show(self._founding("file"))
        self.ask_file(_(self.terms.roster), Path.cwd(), self._brought)

    def _named(self, text: str) -> None:
        self.name = clean_name(text, LONGEST_NAME) or self.name
        self.renew()

    def _brought(self, file: str) -> None:
        """Add the roster of a file to the form and choose it."""
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
        """Start the campaign in a new file and open it."""
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
