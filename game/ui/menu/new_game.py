"""The form of a new game: scenario, map, players, agreements. Two clicks from the menu start one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from game import rulesets
from game.documents.error import DocumentError
from game.engine.rosters import editor_of, only_imports
from game.engine.rulebook.view import Line
from game.engine.saving.records import best_of, result_text
from game.players.helpers import cores_words
from game.players.strength import strength_words
from game.ui.board.picture import MapFigure
from game.ui.menu.cards import CardSheet, Following, OfferFigure, card_sheet, picture_of
from game.ui.model.new_game_draft import NewGameDraft, kind_words, offer_of, turned
from game.ui.pages.records import known_results, records_sheet
from game.ui.prefs.memory import recall, remember
from game.ui.prefs.settings import following
from game.ui.shell.sheet_screen import SheetScreen, clean_name
from game.ui.shell.window import Window
from game.ui.widgets.menu_item import MenuItem, with_keys
from game.ui.widgets.reader import ReaderSheet, Section
from game.ui.widgets.sheet import FormSheet, Sheet
from game.ui.widgets.theme import colour_of
from game.wording import _, ngettext, within_line

LONGEST_NAME: Final = 80
ODD: Final = "odd:"
"""Prefixes of row ids: before a seat's number, the row with notes about its roster; before "files", unreadable ones."""


class NewGameScreen(SheetScreen):
    """The form of a new game, with a sheet for the seats and one for the agreements."""

    makes_rosters = True
    """Whether the form leads to the making of rosters."""

    def __init__(self, window: Window, drafting: NewGameDraft | None = None) -> None:
        super().__init__(window)
        self.drafting = drafting or NewGameDraft(recall().draft)

    def enter(self) -> None:
        if self.sheets:  # back from elsewhere, where rosters may have been made
            self.drafting.offer_again()
            self.renew()
        super().enter()

    def first(self) -> Sheet:
        return self._whole("")

    def _whole(self, marked: str) -> FormSheet:
        return self._form(self.title(), build=self._rows, turn=self._turn, perform=self._perform, marked=marked)

    def title(self) -> str:
        return _("New game")

    def tick(self) -> bool:
        sheet = self.sheets[-1] if self.sheets else None
        return super().tick() or (isinstance(sheet, CardSheet) and sheet.waiting)

    def keep(self) -> None:
        """Save the configuration for the next time; raise `OSError`."""
        remember(draft=self.drafting.draft)

    def _form(self, title: str, **rows: Any) -> FormSheet:
        return FormSheet(self.theme, title, wide=118, aside=self._picture(), choose=self._choose, **rows)

    def _choose(self, action: MenuItem) -> bool:
        """Show all rulebooks, scenarios, maps or rosters as cards, if such a row was taken; return whether it was."""
        if action.id == "ruleset":
            self.show(self._rulebooks(action.label))
            return True
        offers, draft = self.drafting.offers, self.drafting.draft
        kind, _colon, number = action.id.partition(":")
        seat = self.drafting.seats[int(number)] if kind == "roster" else None
        known = {"scenario": (offers.scenarios, draft.scenario), "map": (offers.maps, draft.map)}
        shown, chosen = (offers.rosters, seat.roster) if seat is not None else known.get(kind, ((), ""))

        def then(name: str) -> None:
            if seat is None:
                self.drafting.change(**{kind: name})
            else:
                self.drafting.give(int(number), kind, name)
            self._refresh()

        sheet = card_sheet(self.theme, action.label, kind, shown, chosen, then)
        if sheet is not None:
            self.show(sheet)
        return sheet is not None

    def _rulebooks(self, title: str) -> Sheet:
        """Return the choice among all rulebooks, with the lessons of those that have one."""
        books, chosen = rulesets.usable(), self.drafting.ruleset
        rows = [MenuItem(book.name, _(book.title), ticked=book is chosen or None) for book in books]
        taught = {f"lesson:{book.name}": book for book in books if book.papers is not None and book.papers.lesson}
        learn = [MenuItem(name, _("Learn {title}", title=_(book.title))) for name, book in taught.items()]

        def then(name: str) -> None:
            if name in taught:
                self.window.open("lesson", book=taught[name])
            else:
                self.drafting.take_ruleset(name)
                self._refresh()

        back = MenuItem("close", _("Back"), "escape")
        return Sheet(self.theme, title, (), with_keys([*rows, *learn, back]), then=then, marked=chosen.name)

    def _picture(self) -> Following:
        """Return the picture of the subject of the row under mouse or cursor, or of the map."""
        return Following(lambda: self._figure(self.sheets[-1].list.pointed() if self.sheets else None))

    def _figure(self, row: MenuItem | None) -> MapFigure:
        offers, draft = self.drafting.offers, self.drafting.draft
        kind, _colon, number = row.id.partition(":") if row is not None else ("", "", "")
        offer = None
        more: Sequence[Line] = ()
        if kind == "scenario":
            offer = offer_of(offers.scenarios, draft.scenario)
        elif kind in ("kind", "name", "roster") and number.isdigit():
            seat = draft.seats[int(number)]
            offer = offer_of(offers.rosters, seat.roster)
            more = self._strength(seat.kind) if kind == "kind" else ()
        paint = picture_of(kind, offer) if offer is not None else None
        if offer is None or paint is None:
            return self._map(more)
        return OfferFigure(paint, [Line(offer.title, "title"), Line(offer.text, tone="quiet"), *more])

    def _strength(self, kind: str) -> Sequence[Line]:
        """Return a kind of player's strength and cores, beside rows that keep still."""
        told = strength_words(self.drafting.draft.ruleset, kind), cores_words(kind, self.window.options.cores)
        known = [Line(text, tone="quiet") for text in told if text]
        return [Line(kind_words(kind), "title"), *known] if known else ()

    def _map(self, more: Sequence[Line] = ()) -> MapFigure:
        drafting, draft = self.drafting, self.drafting.draft
        field = offer_of(drafting.offers.maps, draft.map)
        scenario = offer_of(drafting.offers.scenarios, draft.scenario)
        extent, _colon, terrain = field.text.partition(": ")
        lines = [Line(f"{field.title}, {extent}" if extent else field.title, "title")]
        lines += [Line(terrain, tone="quiet")] if terrain else []
        lines += [Line(scenario.title, "title"), Line(scenario.text, tone="quiet")]
        return MapFigure(draft.map, [*lines, *more])

    def _rows(self) -> list[MenuItem]:
        drafting, draft, offers = self.drafting, self.drafting.draft, self.drafting.offers
        rows = [MenuItem("begin", _("Begin"), "b", reason=drafting.problem(), primary=True)]
        if len(rulesets.usable()) > 1:
            rows.append(MenuItem("ruleset", _("Rulebook"), value=_(drafting.ruleset.title)))
        if offers.scenarios:
            rows.append(MenuItem("scenario", _("Scenario"), value=offer_of(offers.scenarios, draft.scenario).title))
        if offers.maps:
            rows.append(MenuItem("map", _("Map"), value=offer_of(offers.maps, draft.map).title))
        if offers.rounds is not None:
            rows.append(MenuItem("rounds", _(drafting.ruleset.terms.rounds), value=str(draft.rounds)))
        if offers.seats[0] != offers.seats[1]:
            rows.append(MenuItem("players", _("Players"), value=str(draft.players)))
        papers = drafting.ruleset.papers
        if len(drafting.seats) == 1 and papers is not None and papers.solo_result is not None:
            rows.append(MenuItem("records", _("Best solo result: {best}", best=self._best())))
        for place, seat in enumerate(drafting.seats):
            swatch = colour_of(seat.colour)
            rows.append(MenuItem(f"kind:{place}", seat.name, value=kind_words(seat.kind), swatch=swatch))
        rosters = within_line(_(drafting.ruleset.terms.rosters))
        rows.append(MenuItem("seats", _("Names, {rosters}, colours", rosters=rosters)))
        return [
            *rows,
            MenuItem("agreed", self._agreed_label()),
            MenuItem("deploy", _("Deploy for everyone automatically"), ticked=draft.deploy),
            MenuItem("close", _("Back"), "escape"),
        ]

    def _best(self) -> str:
        """Return the best result so far for the form's choices, in a few words."""
        drafting, draft, offers = self.drafting, self.drafting.draft, self.drafting.offers
        field, roster = offer_of(offers.maps, draft.map), offer_of(offers.rosters, drafting.seats[0].roster)
        book, rounds = drafting.ruleset, draft.rounds
        best = best_of(known_results()[0], book.name, draft.scenario, field.title, roster.title, rounds)
        return _("none yet") if best is None else result_text(best, book)

    def _agreed_label(self) -> str:
        count = len(self.drafting.plan().switches)
        has_switches = bool(self.drafting.offers.switches)
        label = _("Advanced rules, agreements, dice") if has_switches else _("Agreements, dice")
        return _("{label} ({count} on)", label=label, count=count) if count else label

    def _turn(self, action: MenuItem, by: int) -> None:
        drafting, draft, offers = self.drafting, self.drafting.draft, self.drafting.offers
        if action.id == "ruleset":
            drafting.turn_ruleset(by)
        elif action.id == "scenario":
            drafting.change(scenario=turned(offers.scenarios, draft.scenario, by))
        elif action.id == "map":
            drafting.change(map=turned(offers.maps, draft.map, by))
        elif action.id in ("rounds", "players"):
            limits = offers.seats if action.id == "players" else offers.rounds or (0, 0, 0)
            numbers = range(limits[0], limits[1] + 1)
            drafting.change(**{action.id: following(numbers, getattr(draft, action.id), by)})
        elif action.id == "deploy":
            drafting.change(deploy=not draft.deploy)
        else:
            self._turn_seat(action, by)
        self._refresh()

    def _refresh(self) -> None:
        """Show the changes."""
        self.renew()
        for sheet in self.sheets:
            if isinstance(sheet, FormSheet):
                sheet.aside = self._picture()
        self.window.stale = True

    def _perform(self, action: MenuItem) -> None:
        if action.id == "begin":
            self._begin()
        elif action.id == "seats":
            self._show_seats()
        elif action.id == "records":
            name = self.drafting.ruleset.name
            self.show(records_sheet(self.theme, name, lambda row: self.show(self._whole("records"))))
        elif action.id == "agreed":
            title, rows, turn = _("Rules and dice"), self._agreed_rows, self._turn_agreed
            self.show(self._form(title, build=rows, turn=turn, perform=lambda row: self.show(self._whole("agreed"))))

    def _begin(self) -> None:
        try:
            session = self.drafting.begin()
            self.keep()
            self.window.open("new-table", instead=True, session=session)
        except (DocumentError, OSError) as error:
            self.show(self.first())
            self.report([str(error)], _("The game cannot begin"))

    def _seat_rows(self) -> list[MenuItem]:
        drafting, offers = self.drafting, self.drafting.offers
        rows: list[MenuItem] = []
        for place, seat in enumerate(drafting.seats):
            rows.append(MenuItem("", _("Seat {number}", number=place + 1), heading=True))
            rows.append(MenuItem(f"name:{place}", _("Name: {name}", name=seat.name)))
            if offers.rosters:
                label, roster = _(drafting.ruleset.terms.roster), offer_of(offers.rosters, seat.roster)
                rows.append(MenuItem(f"roster:{place}", label, value=roster.title, detail=roster.text))
                remarks = drafting.remarks(seat.roster)
                rows += [_to_know(f"{ODD}{place}", roster.title, remarks)] if remarks else []
            if offers.colours:
                tint = offer_of(offers.colours, seat.colour).title
                rows.append(MenuItem(f"colour:{place}", _("Colour"), value=tint, swatch=colour_of(seat.colour)))
        if self.makes_rosters and editor_of(drafting.ruleset) is not None:
            rosters = within_line(_(drafting.ruleset.terms.rosters))
            rows.append(MenuItem("rosters", _("Make and change {rosters}", rosters=rosters)))
        if self.makes_rosters and only_imports(drafting.ruleset):
            rows.append(MenuItem("import", _("Import a file")))
            unread = drafting.unread()
            text = ngettext("{n} file cannot be read", "{n} files cannot be read", len(unread))
            rows += [MenuItem(f"{ODD}files", text)] if unread else []
        return [*rows, MenuItem("close", _("Back"), "escape")]

    def _turn_seat(self, action: MenuItem, by: int) -> None:
        part, number = action.id.split(":")
        self.drafting.turn_seat(int(number), part, by)

    def _from_seats(self, action: MenuItem) -> None:
        if action.id == "close":
            self.show(self._whole("seats"))
        elif action.id == "rosters":
            self._show_seats(action.id)
            self.window.open("rosters", book=self.drafting.ruleset)
        elif action.id == "import":
            self._show_seats(action.id)
            self.ask_file(action.label, Path.cwd(), self._brought)
        elif action.id.startswith(ODD):
            self._show_seats(action.id)
            place = action.id.removeprefix(ODD)
            seat = self.drafting.seats[int(place)] if place.isdigit() else None
            self._tell(action.label, self.drafting.unread() if seat is None else self.drafting.remarks(seat.roster))
        else:
            self._show_seats(action.id)
            self._ask_name(int(action.id.removeprefix("name:")))

    def _brought(self, file: str) -> None:
        """Import a roster in a file, and show notes about it."""
        try:
            taken = self.drafting.take_file(file)
        except (DocumentError, OSError) as error:
            self.report([str(error)], _("It could not be imported"))
            return
        self._show_seats("import")
        title = offer_of(self.drafting.offers.rosters, taken.name).title
        self._tell(_("{title} is now yours: {name}", title=title, name=taken.name), taken.remarks)

    def _tell(self, title: str, lines: Sequence[str]) -> None:
        """Show lines, however many there are."""
        chapter = Section("", tuple(map(Line, lines)))
        back = with_keys([MenuItem("close", _("Back"), "escape")])
        self.show(ReaderSheet(self.theme, title, (), back, chapters=[chapter], wide=118, size="small"))

    def _show_seats(self, marked: str = "") -> None:
        build, turn, perform = self._seat_rows, self._turn_seat, self._from_seats
        self.show(self._form(_("Who plays"), build=build, turn=turn, perform=perform, marked=marked))

    def _ask_name(self, place: int) -> None:
        def named(text: str) -> None:
            if name := clean_name(text, LONGEST_NAME):
                self.drafting.change_seat(place, name=name)
            self.renew()

        self.dialogs.ask_text(_("Name"), self.drafting.draft.seats[place].name, named)

    def _agreed_rows(self) -> list[MenuItem]:
        drafting, draft, offers = self.drafting, self.drafting.draft, self.drafting.offers
        rows: list[MenuItem] = []
        if offers.switches:
            rows.append(MenuItem("", _("Advanced rules"), heading=True))
        for each in offers.switches:
            missing = bool(each.needs) and each.needs not in draft.switches
            needs = _("only with {other}", other=offer_of(offers.switches, each.needs).title) if missing else ""
            on = each.name in draft.switches
            rows.append(MenuItem(f"switch:{each.name}", each.title, "", each.rule, needs, on, detail=each.text))
        if drafting.ruleset.agreements():
            rows.append(MenuItem("", _("Agreements"), heading=True))
        for agreement in drafting.ruleset.agreements():
            values = drafting.values(agreement)
            words = values.get(draft.agreed.get(agreement.name, ""), next(iter(values.values())))
            rows.append(MenuItem(f"agree:{agreement.name}", _(agreement.title), rule=agreement.rule, value=words))
        dice = _("real dice, typed in") if draft.typed_dice else _("rolled by the computer")
        rows.append(MenuItem("dice", _("Dice"), value=dice))
        return [*rows, MenuItem("close", _("Back"), "escape")]

    def _turn_agreed(self, action: MenuItem, by: int) -> None:
        if action.id == "dice":
            self.drafting.change(typed_dice=not self.drafting.draft.typed_dice)
            return
        on = self.drafting.draft.switches
        kind, name = action.id.split(":", 1)
        if kind == "agree":
            self.drafting.turn_agreement(name, by)
        else:
            kept = tuple(each for each in on if each != name)
            self.drafting.change(switches=kept if name in on else (*kept, name))


def _to_know(identity: str, title: str, remarks: Sequence[str]) -> MenuItem:
    """Return the row that leads to notes about a roster."""
    text = ngettext("{n} note about {title}", "{n} notes about {title}", len(remarks), title=title)
    return MenuItem(identity, text, detail=remarks[0])
