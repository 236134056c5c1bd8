"""The next game of a campaign: as any new game, but its own rosters play, as they stand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from game.engine.campaigns import Campaigns
from game.engine.rulebook.new_game import Offer, Offers
from game.ui.menu.new_game import NewGameScreen
from game.ui.model.new_game_draft import NewGameDraft
from game.ui.prefs.memory import Draft, recall
from game.ui.shell.window import Window
from game.ui.widgets.menu_item import MenuItem
from game.wording import _


class CampaignDraft(NewGameDraft):
    """A draft in which the rosters on offer are those of a campaign that could play now."""

    def __init__(self, book: str, campaigns: Campaigns[Any], content: Any) -> None:
        self.campaigns, self.content = campaigns, content
        self.ready = [party.name for party in campaigns.parties(content) if not party.why_not]
        super().__init__(_with(book, recall().draft, self.ready), book)

    def offered(self) -> Offers:
        offers = self.ruleset.offers()
        fewest, most, _unused = offers.seats
        most = min(most, len(self.ready))
        rosters = tuple(Offer(name, name) for name in self.ready)
        return replace(offers, rosters=rosters, seats=(fewest, most, most))

    def setup(self) -> Any:
        plan = replace(self.plan(), rosters=())
        return self.campaigns.setup_of(self.content, plan, [seat.roster for seat in self.seats])


def _with(book: str, last: Draft | None, ready: list[str]) -> Draft | None:
    """Return the last new game of a rulebook as far as it serves, with rosters on its seats in their order."""
    if last is None or last.ruleset != book:
        return None
    seats = [seat.model_copy(update={"roster": name}) for seat, name in zip(last.seats, ready)]
    return last.model_copy(update={"seats": tuple(seats), "players": len(ready)})


class CampaignGameScreen(NewGameScreen):
    """The form of the next game; it changes the campaign only once it is applied."""

    def __init__(self, window: Window, book: str, campaigns: Campaigns[Any], content: Any) -> None:
        super().__init__(window, CampaignDraft(book, campaigns, content))
        self._waiting = [party for party in campaigns.parties(content) if party.why_not]

    def title(self) -> str:
        return _("The next game")

    def keep(self) -> None:
        """Leave what is remembered of other games alone."""

    def _rows(self) -> list[MenuItem]:
        rows = [self._with_roster(row) for row in super()._rows() if row.id != "ruleset"]
        waiting = [MenuItem(f"party:{party.name}", party.name, reason=party.why_not) for party in self._waiting]
        return [*rows[:-1], *waiting, rows[-1]]

    def _with_roster(self, row: MenuItem) -> MenuItem:
        """Tell of a row about a seat which roster sits there too."""
        what, _unused, place = row.id.partition(":")
        return replace(row, detail=self.drafting.seats[int(place)].roster) if what == "kind" else row
