"""The next game of a campaign: who of its rosters plays, by whom, on which map."""

from __future__ import annotations

from typing import Any, Final

from game import rulesets
from game.engine.campaigns import Campaigns
from game.engine.ruleset import GamePlan
from game.players import seating
from game.table.document_error import DocumentError
from game.ui.actions import Action
from game.ui.drafting import KINDS, kind_words, offer_of, turned
from game.ui.form import FormSheet
from game.ui.games import begin
from game.ui.places.sheet_place import SheetPlace
from game.ui.window import Window
from game.wording import say

ABSENT: Final = ""
"""The kind of player of a roster that does not play."""


class CampaignGamePlace(SheetPlace):
    """The form of the next game; it changes the campaign only once it is applied."""

    def __init__(self, window: Window, book: str, campaigns: Campaigns, content: Any) -> None:
        super().__init__(window)
        self.ruleset, self.campaigns, self.content = rulesets.load(book), campaigns, content
        self.offers = self.ruleset.offers()
        self.scenario = self.offers.scenarios[0].name if self.offers.scenarios else ""
        self.map = self.offers.maps[0].name if self.offers.maps else ""
        self.rounds = self.offers.rounds[2] if self.offers.rounds else 0
        self.kinds = {party.name: ABSENT if party.why_not else seating.HUMAN for party in campaigns.parties(content)}

    def first(self) -> FormSheet:
        """Return the form."""
        return FormSheet(
            self.theme, say("The next game"), build=self._rows, turn=self._turn, perform=self._perform, wide=84
        )

    def _playing(self) -> list[str]:
        return [name for name, kind in self.kinds.items() if kind != ABSENT]

    def _problem(self) -> str:
        fewest, most, _ = self.offers.seats
        if not fewest <= len(self._playing()) <= most:
            return say("{fewest} to {most} circles can play", fewest=fewest, most=most)
        return ""

    def _rows(self) -> list[Action]:
        offers = self.offers
        rows = [Action("begin", say("Begin"), "b", reason=self._problem(), primary=True)]
        if offers.scenarios:
            rows.append(Action("scenario", say("Scenario"), value=offer_of(offers.scenarios, self.scenario).title))
        if offers.maps:
            rows.append(Action("map", say("Map"), value=offer_of(offers.maps, self.map).title))
        if offers.rounds is not None:
            rows.append(Action("rounds", say("Rounds"), value=str(self.rounds)))
        rows.append(Action("who", say("Who plays, first in seniority first"), heading=True))
        for party in self.campaigns.parties(self.content):
            kind = self.kinds[party.name]
            words = kind_words(kind) if kind != ABSENT else say("does not play")
            rows.append(Action(f"party:{party.name}", party.name, value=words, reason=party.why_not))
        rows.append(Action("close", say("Back"), "escape"))
        return rows

    def _turn(self, action: Action, by: int) -> None:
        offers = self.offers
        if action.id == "scenario":
            self.scenario = turned(offers.scenarios, self.scenario, by)
        elif action.id == "map":
            self.map = turned(offers.maps, self.map, by)
        elif action.id == "rounds" and offers.rounds is not None:
            least, most, _ = offers.rounds
            self.rounds = least + (self.rounds - least + by) % (most - least + 1)
        elif action.id.startswith("party:"):
            name = action.id.removeprefix("party:")
            kinds = [*KINDS, ABSENT]
            self.kinds[name] = kinds[(kinds.index(self.kinds[name]) + by) % len(kinds)]

    def _perform(self, action: Action) -> None:
        if action.id != "begin":
            return
        playing = self._playing()
        names = tuple(say("Player {place}", place=place) for place in range(1, len(playing) + 1))
        plan = GamePlan(names, self.scenario or None, self.map or None, self.rounds or None)
        try:
            setup = self.campaigns.setup_of(self.content, plan, playing)
            session = seating.start(self.ruleset, setup, [self.kinds[name] for name in playing])
            begin(self.window, session)
        except (DocumentError, OSError) as error:
            self.show(self.first())
            self.tell([str(error)], say("The game cannot begin"))
