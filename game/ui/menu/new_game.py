"""A new game is put together: scenario, map, who plays, what is agreed. Two clicks from the menu begin one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from game import rulesets
from game.documents.error import DocumentError
from game.engine.rulebook.view import Line
from game.ui.board.map_figure import MapFigure
from game.ui.model.new_game_draft import NewGameDraft, kind_words, offer_of, turned
from game.ui.prefs.memory import recall, remember
from game.ui.shell.sheet_screen import SheetScreen
from game.ui.shell.window import Window
from game.ui.widgets.form import FormSheet
from game.ui.widgets.menu_item import MenuItem
from game.ui.widgets.sheet import Sheet
from game.ui.widgets.theme import colour_of
from game.wording import _, within_line

LONGEST_NAME: Final = 80

Rows = Callable[[], Sequence[MenuItem]]
Turn = Callable[[MenuItem, int], None]
Perform = Callable[[MenuItem], None]


class NewGameScreen(SheetScreen):
    """The form of a new game, with a sheet for the seats and one for what is agreed."""

    def __init__(self, window: Window, drafting: NewGameDraft | None = None) -> None:
        super().__init__(window)
        self.drafting = drafting or NewGameDraft(recall().draft)

    def first(self) -> Sheet:
        return self._whole("")

    def _whole(self, marked: str) -> FormSheet:
        return self._form(self.title(), self._rows, self._turn, self._perform, marked)

    def title(self) -> str:
        """Return what the form is called."""
        return _("New game")

    def keep(self) -> None:
        """Remember what was put together for the next time; raise `OSError`."""
        remember(draft=self.drafting.draft)

    def _form(self, title: str, rows: Rows, turn: Turn, perform: Perform, marked: str = "") -> FormSheet:
        figure = self._picture()
        return FormSheet(
            self.theme, title, build=rows, turn=turn, perform=perform, wide=118, aside=figure, marked=marked
        )

    def _picture(self) -> MapFigure:
        drafting, draft = self.drafting, self.drafting.draft
        field = offer_of(drafting.offers.maps, draft.map)
        scenario = offer_of(drafting.offers.scenarios, draft.scenario)
        lines = [
            Line(f"{field.title}, {field.text}" if field.text else field.title, "title"),
            Line(scenario.title, "title"),
            Line(scenario.text, tone="quiet"),
        ]
        return MapFigure(draft.map, lines)

    def _rows(self) -> list[MenuItem]:
        drafting, draft, offers = self.drafting, self.drafting.draft, self.drafting.offers
        rows = [MenuItem("begin", _("Begin"), "b", reason=drafting.problem(), primary=True)]
        if len(rulesets.usable()) > 1:
            rows.append(MenuItem("ruleset", _("Rulebook"), value=_(drafting.ruleset.title)))
        if offers.scenarios:
            title = offer_of(offers.scenarios, draft.scenario)
            rows.append(MenuItem("scenario", _("Scenario"), value=title.title))
        if offers.maps:
            rows.append(MenuItem("map", _("Map"), value=offer_of(offers.maps, draft.map).title))
        if offers.rounds is not None:
            rows.append(MenuItem("rounds", _("Rounds"), value=str(draft.rounds)))
        rows.append(MenuItem("players", _("Players"), value=str(draft.players)))
        for place, seat in enumerate(drafting.seats):
            words = kind_words(seat.kind)
            rows.append(MenuItem(f"kind:{place}", seat.name, value=words, swatch=colour_of(seat.colour)))
        rows.append(
            MenuItem(
                "seats", _("Names, {rosters}, colours", rosters=within_line(_(self.drafting.ruleset.terms.rosters)))
            )
        )
        if offers.switches or drafting.ruleset.agreements():
            rows.append(MenuItem("agreed", self._agreed_label()))
        rows.append(MenuItem("deploy", _("Put the pieces down for everybody"), ticked=draft.deploy))
        dice = _("our own, typed in") if draft.typed_dice else _("rolled by the program")
        rows.append(MenuItem("dice", _("Dice"), value=dice))
        rows.append(MenuItem("close", _("Back"), "escape"))
        return rows

    def _agreed_label(self) -> str:
        count = len(self.drafting.plan().switches)
        return _("Advanced rules, agreements ({count} on)", count=count) if count else _("Advanced rules, agreements")

    def _turn(self, action: MenuItem, by: int) -> None:
        drafting, draft, offers = self.drafting, self.drafting.draft, self.drafting.offers
        name, _unused, number = action.id.partition(":")
        if name == "ruleset":
            drafting.turn_ruleset(by)
        elif name == "scenario":
            drafting.change(scenario=turned(offers.scenarios, draft.scenario, by))
        elif name == "map":
            drafting.change(map=turned(offers.maps, draft.map, by))
        elif name == "rounds" and offers.rounds is not None:
            drafting.change(rounds=_round_and_round(draft.rounds + by, *offers.rounds[:2]))
        elif name == "players":
            drafting.change(players=_round_and_round(draft.players + by, *offers.seats[:2]))
        elif name == "kind":
            drafting.turn_seat(int(number), "kind", by)
        elif name == "deploy":
            drafting.change(deploy=not draft.deploy)
        elif name == "dice":
            drafting.change(typed_dice=not draft.typed_dice)
        self._redraw()

    def _redraw(self) -> None:
        """Show the picture of what is chosen now."""
        sheet = self.sheets[-1]
        if isinstance(sheet, FormSheet):
            sheet.aside = self._picture()
        self.window.stale = True

    def _perform(self, action: MenuItem) -> None:
        if action.id == "begin":
            self._begin()
        elif action.id == "seats":
            self._show_seats()
        elif action.id == "agreed":
            self.show(
                self._form(
                    _("What is agreed"),
                    self._agreed_rows,
                    self._turn_agreed,
                    lambda _unused: self.show(self._whole("agreed")),
                )
            )

    def _begin(self) -> None:
        try:
            session = self.drafting.begin()
            self.keep()
            self.window.open("new-table", instead=True, session=session)
        except (DocumentError, OSError) as error:
            self.show(self.first())
            self.tell([str(error)], _("The game cannot begin"))

    def _seat_rows(self) -> list[MenuItem]:
        drafting, offers = self.drafting, self.drafting.offers
        rows: list[MenuItem] = []
        for place, seat in enumerate(drafting.seats):
            rows.append(MenuItem("", _("Seat {number}", number=place + 1), heading=True))
            rows.append(MenuItem(f"name:{place}", _("Name: {name}", name=seat.name)))
            if offers.rosters:
                roster = offer_of(offers.rosters, seat.roster)
                rows.append(
                    MenuItem(
                        f"roster:{place}", _(self.drafting.ruleset.terms.roster), value=roster.title, detail=roster.text
                    )
                )
            if offers.colours:
                tint = offer_of(offers.colours, seat.colour).title
                rows.append(MenuItem(f"colour:{place}", _("Colour"), value=tint, swatch=colour_of(seat.colour)))
        rows.append(MenuItem("close", _("Back"), "escape"))
        return rows

    def _turn_seat(self, action: MenuItem, by: int) -> None:
        what, _unused, number = action.id.partition(":")
        self.drafting.turn_seat(int(number), what, by)

    def _from_seats(self, action: MenuItem) -> None:
        what, _unused, number = action.id.partition(":")
        if what == "name":
            self._show_seats(action.id)
            self._ask_name(int(number))
        else:
            self.show(self._whole("seats"))

    def _show_seats(self, marked: str = "") -> None:
        self.show(self._form(_("Who plays"), self._seat_rows, self._turn_seat, self._from_seats, marked))

    def _ask_name(self, place: int) -> None:
        def named(text: str) -> None:
            name = " ".join(text.split())[:LONGEST_NAME]
            if name and name.isprintable():
                self.drafting.change_seat(place, name=name)
            sheet = self.sheets[-1]
            if isinstance(sheet, FormSheet):
                sheet.renew()

        self.dialogs.ask_text(_("Name"), self.drafting.draft.seats[place].name, self.rect, named)

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
        agreements = drafting.ruleset.agreements()
        if agreements:
            rows.append(MenuItem("", _("Agreements"), heading=True))
        for agreement in agreements:
            values = drafting.values(agreement)
            words = values.get(draft.agreed.get(agreement.name, ""), next(iter(values.values())))
            rows.append(MenuItem(f"agree:{agreement.name}", _(agreement.title), rule=agreement.rule, value=words))
        rows.append(MenuItem("close", _("Back"), "escape"))
        return rows

    def _turn_agreed(self, action: MenuItem, by: int) -> None:
        drafting, draft = self.drafting, self.drafting.draft
        what, _unused, name = action.id.partition(":")
        if what == "switch":
            kept = [each for each in draft.switches if each != name]
            drafting.change(switches=tuple(kept if name in draft.switches else [*kept, name]))
        elif what == "agree":
            agreement = next(each for each in drafting.ruleset.agreements() if each.name == name)
            values = list(drafting.values(agreement))
            now = draft.agreed.get(name, "")
            at = values.index(now) if now in values else 0
            drafting.change(agreed={**draft.agreed, name: values[(at + by) % len(values)]})


def _round_and_round(number: int, least: int, most: int) -> int:
    return most if number < least else least if number > most else number
