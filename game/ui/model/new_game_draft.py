"""The draft of a new game: playable from the start, changed row by row, checked by the rulebook."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from game import rulesets
from game.documents.error import DocumentError
from game.engine.plans import own_plans
from game.engine.rosters import ImportedRoster, import_file, rosters_of
from game.engine.rulebook.new_game import Agreement, GamePlan, Offer, Offers
from game.engine.rulebook.ruleset import AnyRuleset
from game.engine.session import Session
from game.players import HUMAN, PLAYERS, follows_plans, new_session, usable
from game.players.bots import FIRST_OPPONENT
from game.ui.prefs.memory import Draft, Seat, recall
from game.ui.prefs.settings import following
from game.wording import _

NONE: Final = "none"
"""The scenario or map of a draft if the rulebook offers none."""


def kinds() -> tuple[str, ...]:
    """Return every kind of player in the order of the form: people first, then bots from strong to weak."""
    return (HUMAN, *reversed(usable()))


def kind_words(kind: str) -> str:
    """Return the label of a kind of player; bots of other packages have their own names."""
    if kind == HUMAN:
        return _("at this screen")
    return _(PLAYERS[kind].label) if kind in PLAYERS else _("computer, {kind}", kind=kind)


def seated(player: str, kind: str) -> str:
    """Return the name of a player with the kind of player, which is not repeated if it is the name."""
    if kind != HUMAN and player == short_kind(kind):
        return _("{player} (computer)", player=player)
    return f"{player} ({kind_words(kind)})"


def short_kind(kind: str) -> str:
    """Return the short label of a kind of player, for a button or as a name."""
    if kind == HUMAN:
        return _("Person")
    bot = PLAYERS.get(kind)
    level = _(bot.level) if bot is not None and bot.ease and bot.level else kind_words(kind)
    if bot is not None and bot.ease:
        level = level.rpartition(", ")[2]  # a robot on the button says "computer"
    return level[:1].upper() + level[1:]


class NewGameDraft:
    """A draft that can be edited, with the offers of its rulebook."""

    def __init__(self, draft: Draft | None = None, book: str = "") -> None:
        self._book = book or rulesets.DEFAULT
        self._take(draft)

    def _take(self, draft: Draft | None) -> None:
        """Take a draft and load its rulebook; without a usable one, begin with the given rulebook."""
        usable = draft is not None and draft.ruleset in _usable()
        self.ruleset: AnyRuleset = rulesets.load(draft.ruleset if draft is not None and usable else self._book)
        self.offers: Offers = self.offered()
        self.draft: Draft = self._fitting(draft if usable else None)
        self._problems: dict[GamePlan, str] = {}
        self._remarks: dict[str, Sequence[str]] = {}

    def offer_again(self) -> None:
        """Ask the rulebook again for its offers, since rosters may have been made meanwhile."""
        self.offers = self.offered()
        self.draft = self._fitting(self.draft)
        self._problems, self._remarks = {}, {}

    def offered(self) -> Offers:
        return self.ruleset.offers()

    def _fitting(self, draft: Draft | None) -> Draft:
        """Return the draft most like a given one in which everything is on offer."""
        offers, name = self.offers, self.ruleset.name
        fewest, most, players = offers.seats
        fewest_rounds, most_rounds, rounds = offers.rounds or (0, 0, 0)
        draft = draft or Draft(
            ruleset=name, scenario=NONE, map=NONE, rounds=rounds, players=players, seats=(self._seat(0),)
        )
        seats = [*draft.seats, *(self._seat(index) for index in range(len(draft.seats), most))]
        agreed = {}
        for entry in self.ruleset.agreements():
            value = draft.agreed.get(entry.name) or (draft.handler if entry.players else "")
            if value and (entry.players or value in dict(entry.values)):
                agreed[entry.name] = value
        return Draft(
            ruleset=name,
            scenario=(scenario := _among(offers.scenarios, draft.scenario)),
            map=_among(offers.maps, draft.map, offer_of(offers.scenarios, scenario).map),
            rounds=max(fewest_rounds, min(most_rounds, draft.rounds)),
            players=max(fewest, min(most, draft.players)),
            seats=(*self._fitting_seats(seats[:most]), *seats[most:]),  # seats that only another rulebook has are kept
            switches=tuple(entry.name for entry in offers.switches if entry.name in draft.switches),
            agreed=agreed,
            deploy=draft.deploy,
            typed_dice=draft.typed_dice,
        )

    def _fitting_seats(self, seats: Sequence[Seat]) -> list[Seat]:
        """Return the seats with choices on offer; others are replaced by one that no seat has, if possible."""
        seats = [seat if seat.kind in kinds() else seat.model_copy(update={"kind": HUMAN}) for seat in seats]
        for attribute, offers in (("roster", self.offers.rosters), ("colour", self.offers.colours)):
            names = [offer.name for offer in offers]
            for index, seat in enumerate(seats):
                if names and getattr(seat, attribute) not in names:
                    taken = {getattr(other, attribute) for other in seats}
                    replacement = next((name for name in names if name not in taken), names[index % len(names)])
                    seats[index] = seat.model_copy(update={attribute: replacement})
        return seats

    def _seat(self, place: int) -> Seat:
        """Return the usual choices of the seat with an index."""
        offers = self.offers
        return Seat(
            name=_("Player {place}", place=place + 1),
            colour=offers.colours[place % len(offers.colours)].name if offers.colours else "#969696",
            roster=offers.rosters[place % len(offers.rosters)].name if offers.rosters else "",
        )

    def change(self, **values: Any) -> None:
        self.draft = self.draft.model_copy(update=values)

    def change_seat(self, place: int, **values: Any) -> None:
        seats = list(self.draft.seats)
        seats[place] = seats[place].model_copy(update=values)
        self.change(seats=tuple(seats))

    def take_ruleset(self, wanted: str) -> None:
        """Switch to another rulebook, keeping all choices that it offers too except for the number of rounds."""
        self._take(self.draft.model_copy(update={"ruleset": wanted}))
        if self.offers.rounds is not None:
            self.change(rounds=self.offers.rounds[2])

    def take_scenario(self, wanted: str) -> None:
        """Choose another scenario, with the map that it is made for."""
        own = offer_of(self.offers.scenarios, wanted).map if wanted != self.draft.scenario else ""
        self.change(scenario=wanted, map=own or self.draft.map)

    def give(self, place: int, part: str, wanted: str) -> None:
        """Give a seat a "roster" or a "colour"; another seat that has it gets the old one."""
        old = getattr(self.draft.seats[place], part)
        for other_place, seat in enumerate(self.draft.seats):
            if other_place != place and getattr(seat, part) == wanted:
                self.change_seat(other_place, **{part: old})
        self.change_seat(place, **{part: wanted})

    def turn_agreement(self, name: str, by: int) -> None:
        """Set the next value of an agreement."""
        values = list(self.values(next(agreement for agreement in self.ruleset.agreements() if agreement.name == name)))
        current = self.draft.agreed.get(name, "")
        self.change(
            agreed={**self.draft.agreed, name: following(values, current if current in values else values[0], by)}
        )

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats in use."""
        return self.draft.seats[: self.draft.players]

    @property
    def own_rounds(self) -> int:
        """The number of rounds that the scenario has, or 0 if it can be chosen."""
        return offer_of(self.offers.scenarios, self.draft.scenario).rounds

    @property
    def rounds(self) -> int:
        """The number of rounds of the game; 0 if the rulebook has none to choose."""
        return self.own_rounds or self.draft.rounds

    def plan(self) -> GamePlan:
        draft = self.draft
        agreements = {entry.name: self.values(entry) for entry in self.ruleset.agreements()}
        needed_switch = {entry.name: entry.needs for entry in self.offers.switches}
        return GamePlan(
            tuple(seat.name for seat in self.seats),
            draft.scenario or None,
            draft.map or None,
            self.rounds or None,
            tuple(seat.roster for seat in self.seats) if self.offers.rosters else (),
            tuple(
                entry for entry in draft.switches if not needed_switch[entry] or needed_switch[entry] in draft.switches
            ),
            tuple(seat.colour for seat in self.seats),
            tuple(sorted((name, value) for name, value in draft.agreed.items() if value in agreements[name])),
        )

    def values(self, agreement: Agreement) -> dict[str, str]:
        """Return the values of an agreement, each with its label."""
        labels = {value: _(words) for value, words in agreement.values}
        if agreement.players:
            labels |= {seat.name: seat.name for seat in self.seats}
        return labels

    def problem(self) -> str:
        """Return the reason why the rulebook refuses the draft, or ""."""
        plan = self.plan()
        if plan not in self._problems:
            try:
                self.setup()
                self._problems[plan] = ""
            except (DocumentError, OSError) as error:
                self._problems[plan] = error.reason if isinstance(error, DocumentError) else str(error)
        return self._problems[plan]

    def remarks(self, roster: str) -> Sequence[str]:
        """Return the remarks on an offered roster, such as parts of its file that were skipped."""
        if roster not in self._remarks:
            self._remarks[roster] = self._read(roster)
        return self._remarks[roster]

    def _read(self, roster: str) -> Sequence[str]:
        """Return the remarks of reading a roster, or its fault."""
        rosters = rosters_of(self.ruleset)
        try:
            return rosters.read(roster)[1] if rosters is not None else ()
        except (DocumentError, OSError) as error:
            return (str(error),)

    def unread(self) -> Sequence[str]:
        """Return the player's own roster files that cannot be used, each with its name and fault."""
        rosters = rosters_of(self.ruleset)
        own_rosters = rosters.own() if rosters is not None else ()
        return [str(facts["trouble"]) for _line, facts in own_rosters if "trouble" in facts]

    def take_file(self, file: str) -> ImportedRoster:
        """Copy the roster in a file to the player's own rosters and offer it; raise `DocumentError` or `OSError`."""
        rosters = rosters_of(self.ruleset)
        assert rosters is not None
        imported = import_file(rosters, self.ruleset.name, Path(file))
        self.offer_again()
        return imported

    def setup(self) -> Any:
        """Return the setup of the game; raise `DocumentError` or `OSError`."""
        return self.ruleset.new_setup(self.plan())

    def begin(self) -> Session:
        """Return the new game; raise `DocumentError` or `OSError`."""
        dice = new_session.TYPED if self.draft.typed_dice else new_session.ROLLED
        session = new_session.start(self.ruleset, self.setup(), [seat.kind for seat in self.seats], dice=dice)
        plans = own_plans(self.ruleset.name) if any(seat.plan for seat in self.seats) else {}
        for player, seat in zip(self.ruleset.players(session.setup), self.seats, strict=True):
            if seat.plan in plans and follows_plans(seat.kind):  # the plan may be gone, or be one for another rulebook
                new_session.give_plan(session, player, plans[seat.plan], seat.plan)
        if self.draft.deploy:
            new_session.deploy(session)
        return session


def last_choices() -> NewGameDraft:
    """Return a draft of the chosen rulebook with the choices of the last new game."""
    memory = recall()
    chosen = memory.chosen if memory.chosen in _usable() else ""
    drafting = NewGameDraft(memory.draft, chosen)
    if chosen and chosen != drafting.draft.ruleset:
        drafting.take_ruleset(chosen)
    return drafting


def quick_game(book: str, last: Draft | None, map_file: str = "") -> Session:
    """Return a game with a rulebook's first rosters against a Recruit; raise `DocumentError` or `OSError`.

    It uses the first map, or the one in a file. Everything before the first round is decided at random. The person has
    the same name as in the last game.
    """
    drafting = NewGameDraft(None, book if book in _usable() else "")
    fewest, most, _usual = drafting.offers.seats
    drafting.change(players=max(fewest, min(most, 2)))
    if map_file:
        drafting.change(map=map_file)
    if last is not None:
        drafting.change_seat(0, name=last.seats[0].name)
    for place in range(1, drafting.draft.players):
        drafting.change_seat(place, kind=FIRST_OPPONENT, name=short_kind(FIRST_OPPONENT))
    session = drafting.begin()
    new_session.set_up(session)
    return session


def _usable() -> list[str]:
    return [book.name for book in rulesets.usable()]


def offer_of(offers: Sequence[Offer], name: str) -> Offer:
    """Return the offer with a name; if unknown, one made from the name."""
    return next((offer for offer in offers if offer.name == name), Offer(name, name))


def turned(offers: Sequence[Offer], name: str, by: int) -> str:
    """Return the name of the next offer, cyclically."""
    return following([offer.name for offer in offers], name, by)


def _among(offers: Sequence[Offer], *wanted: str) -> str:
    """Return the first of some names that is on offer, else the first offer."""
    names = [offer.name for offer in offers]
    return next((name for name in (*wanted, *names) if name in names), NONE)
