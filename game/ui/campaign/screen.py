"""Campaigns: their list, a new one; the rosters of one, finished games, steps between games, the next game."""

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
"""A change of a campaign: it returns the new campaign, and its results in words."""


class CampaignScreen(SheetScreen):
    """Shows a campaign; every change is saved at once. The game saved at `finished` is applied first."""

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
        campaigns, content = self.campaigns, self.content
        ready = [party for party in campaigns.parties(content) if not party.why_not]
        waiting = len({errand.about for errand in campaigns.errands(content)})
        settle = _("Settle open tasks ({n})", n=waiting) if waiting else _("Settle open tasks")
        settled = "" if waiting else _("nothing to settle before the next game")
        empty = "" if campaigns.chronicle(content) else _("nothing has happened yet")
        return [
            MenuItem("play", _("Play a game"), primary=True, reason="" if ready else _("no roster is ready"),
                     act=self._play),
            MenuItem("apply", _("Apply a finished game"), act=lambda: self.show(self._games())),
            MenuItem("errands", settle, reason=settled, act=lambda: self.show(self._errands())),
            MenuItem("chronicle", _("Chronicle"), reason=empty, act=lambda: self.show(self._chronicle())),
            MenuItem("undo", _("Undo the last entry"), reason=empty, act=lambda: self._ask_undo(game=False)),
            MenuItem("undo:game", _("Undo the last game"), reason=empty, act=lambda: self._ask_undo(game=True)),
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

    def change(self, wanted: Change, title: str) -> None:
        """Apply a change to the campaign in its file, and save it; an error is shown under a title."""
        try:
            with changing(self.path):
                now = self.campaigns.load(str(self.path))
                content, news = wanted(now)
                if content is not now:
                    keep(self.campaigns, self.path, content)
        except (DocumentError, OSError) as error:
            self._look_again()
            self.replace(self.first())
            self.report([str(error)], title)
            return
        self.content, self.news = content, news
        self.replace(self.first())

    def _ask_undo(self, *, game: bool) -> None:
        try:
            taken = self.campaigns.undo(self.content, game=game)[1]
        except DocumentError as error:
            self.show(self.first())
            self.report([error.reason], _("Nothing was undone"))
            return

        def take_back() -> None:
            def wanted(now: Any) -> tuple[Any, tuple[str, ...]]:
                before, gone = self.campaigns.undo(now, game=game)
                if tuple(gone) != tuple(taken):
                    reason = _("has changed in the meantime: please look again")
                    raise DocumentError(self.path.name, "chronicle", reason)
                return before, tuple(_("Undone: {entry}", entry=entry) for entry in gone)

            self.change(wanted, _("Nothing was undone"))

        self.show(self.first())
        ask = _("Undo this?")
        self.show(question(self.theme, ask, list(taken), _("Undo it"), take_back, _("No, keep it")))

    def _chronicle(self) -> Sheet:
        facts: list[tuple[str, list[Line]]] = []
        for line in self.campaigns.chronicle(self.content):
            if line.tone == "plain":
                facts.append((line.text, []))
            else:
                facts[-1][1].append(line)
        chapters = [Section(title, tuple(lines)) for title, lines in facts]
        back = MenuItem("close", _("Back"), "escape")
        title, go_back = _("Chronicle"), lambda action: self.show(self.first())
        return ReaderSheet(self.theme, title, (), [back], go_back, wide=110, size="small", chapters=chapters)

    def _errands(self, marked: str = "") -> Sheet:
        self._open = {errand.key: errand for errand in self.campaigns.errands(self.content)}
        rows = []
        for heading, errands in groupby(self._open.values(), _heading):
            rows.append(MenuItem(f"about:{heading}", heading, heading=True))
            rows += [MenuItem(errand.key, errand.label, rule=errand.rule) for errand in errands]
        rows = with_keys([*rows, MenuItem("close", _("Back"), "escape")])
        return Sheet(self.theme, _("Before the next game"), (), rows, self._settle, wide=84, marked=marked)

    def _settle(self, action: MenuItem) -> None:
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
        def wanted(now: Any) -> tuple[Any, tuple[str, ...]]:
            after, news = self.campaigns.run(now, errand.key, " ".join(text.split()))
            return after, (news,)

        self.change(wanted, _("Not possible"))

    def _games(self) -> Sheet:
        """Return the list of saved games, which are read while it is shown."""
        self._saved = saved_games()
        self._reader = Reader()
        lines = [Line(_("The game is replayed first to check it. Applying it twice changes nothing."), tone="quiet")]
        return Sheet(self.theme, _("Apply a finished game"), lines, self._game_rows(), self._apply, wide=84)

    def _game_rows(self) -> list[MenuItem]:
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
        def wanted(now: Any) -> tuple[Any, tuple[str, ...]]:
            document = load_document(path, SaveDocument)
            applied = self.campaigns.apply(now, attested(document, session, difference, path.name), path.name)
            if applied is None:
                return now, (_("This game was already applied; nothing changed."),)
            return applied[0], (applied[1],)

        self.window.back()
        self.change(wanted, _("The game was not applied"))


def _heading(errand: Errand) -> str:
    return f"{errand.about} · {errand.part}" if errand.part else errand.about


class ErrandScreen(StepsScreen):
    """Settles an errand step by step; every answer is saved in the campaign at once."""

    def __init__(self, whole: CampaignScreen, errand: Errand) -> None:
        super().__init__(whole.window, rulesets.load(whole.book), errand.about)
        self.whole, self.errand = whole, errand

    def steps(self) -> Sequence[Step]:
        return self.whole.campaigns.steps(self.whole.content, self.errand.key)

    def missing(self) -> Sequence[Line]:
        return [Line(step.title, step.rule) for step in self.steps() if not step.value]

    def card(self) -> Card:
        return self.whole.campaigns.card(self.whole.content, self.errand.key)

    def answer(self, step: str, answer: str) -> None:
        whole, key = self.whole, self.errand.key
        with changing(whole.path):
            whole.content = whole.campaigns.load(str(whole.path))
            after, news = whole.campaigns.answer(whole.content, key, step, answer)
            keep(whole.campaigns, whole.path, after)
        whole.content, whole.news = after, (news,) if news else ()

    def finish(self) -> None:
        whole, key = self.whole, self.errand.key
        with changing(whole.path):
            whole.content, news = whole.campaigns.run(whole.campaigns.load(str(whole.path)), key)
            keep(whole.campaigns, whole.path, whole.content)
        whole.news = (news,)
        self.window.back()


class CampaignDraft(NewGameDraft):
    """A draft offering the rosters of a campaign that could play now."""

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
    """Return the last new game if it used that rulebook, with the ready rosters on its seats in order."""
    if last is None or last.ruleset != book:
        return None
    seats = [seat.model_copy(update={"roster": name}) for seat, name in zip(last.seats, ready)]
    return last.model_copy(update={"seats": tuple(seats), "players": len(ready)})


class CampaignGameScreen(NewGameScreen):
    """The form of the next game; it changes the campaign only once it is applied."""

    turns_rulebooks = False

    def __init__(self, window: Window, book: str, campaigns: Campaigns[Any], content: Any) -> None:
        super().__init__(window, CampaignDraft(book, campaigns, content))
        self._waiting = [party for party in campaigns.parties(content) if party.why_not]

    def title(self) -> str:
        return _("The next game")

    def keep(self) -> None:
        """Remember nothing: the last game configured from the menu is kept."""

    def more_rosters(self, place: int) -> list[MenuItem]:
        """Return those that cannot play now, each with its reason."""
        return [MenuItem(f"party:{party.name}", party.name, reason=party.why_not) for party in self._waiting]


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
                rows.append(MenuItem(str(kept.path), name, detail=line, act=partial(self._open_file, str(kept.path))))
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
        kept = read(self.campaigns, Path(text))
        if kept.content is None:
            self.report([f"{kept.path.name}: {kept.trouble}"], _("It cannot be opened"))
        else:
            self.window.go(CampaignScreen(self.window, self.book, self.campaigns, kept.path, kept.content))

    def _founding(self, marked: str = "") -> FormSheet:
        note = _("{rosters}: choose which ones take part.", rosters=_(self.terms.rosters))
        title, lines = _(self.terms.campaign), [Line(note, tone="quiet")]
        return FormSheet(self.theme, title, lines, build=self._rows, turn=self._turn, wide=76, marked=marked)

    def _rows(self) -> list[MenuItem]:
        reason = "" if self.chosen else _("no roster is chosen")
        return [
            MenuItem("begin", _("Start it"), "b", reason=reason, primary=True, act=self._write),
            MenuItem("name", _("Name: {name}", name=self.name), act=self._ask_name),
            *(
                MenuItem(f"roster:{each.name}", each.title, ticked=each.name in self.chosen, detail=each.text)
                for each in self.rosters
            ),
            MenuItem("file", _("Another one, from a file"), act=self._ask_roster),
            MenuItem("close", _("Back"), "escape", act=lambda: self.show(self.first())),
        ]

    def _turn(self, action: MenuItem, by: int) -> None:
        name = action.id.removeprefix("roster:")
        (self.chosen.remove if name in self.chosen else self.chosen.append)(name)

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
