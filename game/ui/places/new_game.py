"""A new game is put together: scenario, map, who plays, what is agreed. Two clicks from the menu begin one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from game import rulesets
from game.engine.view import Line
from game.table.document_error import DocumentError
from game.ui.actions import Action
from game.ui.drafting import Drafting, kind_words, offer_of, turned
from game.ui.form import FormSheet
from game.ui.games import begin
from game.ui.map_figure import MapFigure
from game.ui.memory import recall, remember
from game.ui.places.sheet_place import SheetPlace
from game.ui.sheet import Sheet
from game.ui.theme import colour_of
from game.ui.window import Window
from game.wording import say

LONGEST_NAME: Final = 80

Rows = Callable[[], Sequence[Action]]
Turn = Callable[[Action, int], None]
Perform = Callable[[Action], None]


class NewGamePlace(SheetPlace):
    """The form of a new game, with a sheet for the seats and one for what is agreed."""

    def __init__(self, window: Window, drafting: Drafting | None = None) -> None:
        super().__init__(window)
        self.drafting = drafting or Drafting(recall().draft)

    def first(self) -> Sheet:
        """Return the form."""
        return self._whole("")

    def _whole(self, marked: str) -> FormSheet:
        return self._form(self.title(), self._rows, self._turn, self._perform, marked)

    def title(self) -> str:
        """Return what the form is called."""
        return say("New game")

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

    # -- the form ------------------------------------------------------------------------------

    def _rows(self) -> list[Action]:
        drafting, draft, offers = self.drafting, self.drafting.draft, self.drafting.offers
        rows = [Action("begin", say("Begin"), "b", reason=drafting.problem(), primary=True)]
        if len(rulesets.names()) > 1:
            rows.append(Action("ruleset", say("Rulebook"), value=drafting.ruleset.title))
        if offers.scenarios:
            title = offer_of(offers.scenarios, draft.scenario)
            rows.append(Action("scenario", say("Scenario"), value=title.title))
        if offers.maps:
            rows.append(Action("map", say("Map"), value=offer_of(offers.maps, draft.map).title))
        if offers.rounds is not None:
            rows.append(Action("rounds", say("Rounds"), value=str(draft.rounds)))
        rows.append(Action("players", say("Players"), value=str(draft.players)))
        for place, seat in enumerate(drafting.seats):
            words = kind_words(seat.kind)
            rows.append(Action(f"kind:{place}", seat.name, value=words, swatch=colour_of(seat.colour)))
        rows.append(Action("seats", say("Names, circles, colours")))
        if offers.switches or offers.handlers or drafting.ruleset.agreements():
            rows.append(Action("agreed", self._agreed_label()))
        rows.append(Action("deploy", say("Put the pieces down for everybody"), ticked=draft.deploy))
        dice = say("our own, typed in") if draft.typed_dice else say("rolled by the program")
        rows.append(Action("dice", say("Dice"), value=dice))
        rows.append(Action("close", say("Back"), "escape"))
        return rows

    def _agreed_label(self) -> str:
        count = len(self.drafting.plan().switches)
        return (
            say("Advanced rules, agreements ({count} on)", count=count) if count else say("Advanced rules, agreements")
        )

    def _turn(self, action: Action, by: int) -> None:
        drafting, draft, offers = self.drafting, self.drafting.draft, self.drafting.offers
        name, _, number = action.id.partition(":")
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

    def _perform(self, action: Action) -> None:
        if action.id == "begin":
            self._begin()
        elif action.id == "seats":
            self._show_seats()
        elif action.id == "agreed":
            self.show(
                self._form(
                    say("What is agreed"),
                    self._agreed_rows,
                    self._turn_agreed,
                    lambda _: self.show(self._whole("agreed")),
                )
            )

    def _begin(self) -> None:
        try:
            session = self.drafting.begin()
            self.keep()
            begin(self.window, session)
        except (DocumentError, OSError) as error:
            self.show(self.first())
            self.tell([str(error)], say("The game cannot begin"))

    # -- the seats -----------------------------------------------------------------------------

    def _seat_rows(self) -> list[Action]:
        drafting, offers = self.drafting, self.drafting.offers
        rows: list[Action] = []
        for place, seat in enumerate(drafting.seats):
            rows.append(Action("", say("Seat {number}", number=place + 1), heading=True))
            rows.append(Action(f"name:{place}", say("Name: {name}", name=seat.name)))
            if offers.rosters:
                roster = offer_of(offers.rosters, seat.roster)
                rows.append(Action(f"roster:{place}", say("Circle"), value=roster.title, detail=roster.text))
            if offers.colours:
                tint = offer_of(offers.colours, seat.colour).title
                rows.append(Action(f"colour:{place}", say("Colour"), value=tint, swatch=colour_of(seat.colour)))
        rows.append(Action("close", say("Back"), "escape"))
        return rows

    def _turn_seat(self, action: Action, by: int) -> None:
        what, _, number = action.id.partition(":")
        self.drafting.turn_seat(int(number), what, by)

    def _from_seats(self, action: Action) -> None:
        what, _, number = action.id.partition(":")
        if what == "name":
            self._show_seats(action.id)
            self._ask_name(int(number))
        else:
            self.show(self._whole("seats"))

    def _show_seats(self, marked: str = "") -> None:
        self.show(self._form(say("Who plays"), self._seat_rows, self._turn_seat, self._from_seats, marked))

    def _ask_name(self, place: int) -> None:
        def named(text: str) -> None:
            name = " ".join(text.split())[:LONGEST_NAME]
            if name and name.isprintable():
                self.drafting.change_seat(place, name=name)
            sheet = self.sheets[-1]
            if isinstance(sheet, FormSheet):
                sheet.renew()

        self.dialogs.ask_text(say("Name"), self.drafting.draft.seats[place].name, self.rect, named)

    # -- what is agreed ------------------------------------------------------------------------

    def _agreed_rows(self) -> list[Action]:
        drafting, draft, offers = self.drafting, self.drafting.draft, self.drafting.offers
        rows: list[Action] = []
        if offers.switches:
            rows.append(Action("", say("Advanced rules"), heading=True))
        for each in offers.switches:
            missing = bool(each.needs) and each.needs not in draft.switches
            needs = say("only with {other}", other=offer_of(offers.switches, each.needs).title) if missing else ""
            on = each.name in draft.switches
            rows.append(Action(f"switch:{each.name}", each.title, "", each.rule, needs, on, detail=each.text))
        agreements = drafting.ruleset.agreements()
        if agreements or offers.handlers:
            rows.append(Action("", say("Agreements"), heading=True))
        if offers.handlers:
            handler = draft.handler if draft.handler in {seat.name for seat in drafting.seats} else ""
            words = handler or offers.handlers[0].title
            rule = offers.handlers[0].rule
            rows.append(Action("handler", say("Who leads wild models"), rule=rule, value=words))
        for agreement in agreements:
            value = draft.agreed.get(agreement.name, agreement.values[0][0])
            words = say(dict(agreement.values)[value])
            rows.append(Action(f"agree:{agreement.name}", say(agreement.title), rule=agreement.rule, value=words))
        rows.append(Action("close", say("Back"), "escape"))
        return rows

    def _turn_agreed(self, action: Action, by: int) -> None:
        drafting, draft = self.drafting, self.drafting.draft
        what, _, name = action.id.partition(":")
        if what == "switch":
            kept = [each for each in draft.switches if each != name]
            drafting.change(switches=tuple(kept if name in draft.switches else [*kept, name]))
        elif what == "handler":
            names = ["", *(seat.name for seat in drafting.seats)]
            at = names.index(draft.handler) if draft.handler in names else 0
            drafting.change(handler=names[(at + by) % len(names)])
        elif what == "agree":
            agreement = next(each for each in drafting.ruleset.agreements() if each.name == name)
            values = [value for value, _ in agreement.values]
            at = values.index(draft.agreed.get(name, values[0]))
            drafting.change(agreed={**draft.agreed, name: values[(at + by) % len(values)]})


def _round_and_round(number: int, least: int, most: int) -> int:
    return most if number < least else least if number > most else number
