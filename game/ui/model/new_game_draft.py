"""A new game as it is put together: sensible from the start, changed row by row, checked by the rulebook."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from game import rulesets
from game.documents.error import DocumentError
from game.engine.rulebook.new_game import Agreement, GamePlan, Offer, Offers
from game.engine.rulebook.ruleset import AnyRuleset
from game.engine.session import Session
from game.players import new_session
from game.ui.prefs.memory import Draft, Seat
from game.wording import N_, _

KIND_WORDS: Final = {
    new_session.HUMAN: N_("at this screen"),
    "greedy": N_("the machine, greedy"),
    "random": N_("the machine, at random"),
}
"""Who plays a seat, in words; other kinds of programs by their own name."""


KINDS: Final = (new_session.HUMAN, *(kind for kind in reversed(new_session.KINDS) if kind != new_session.HUMAN))
"""Every kind of player in the order in which a seat is turned: people first, then the better programs."""


def kind_words(kind: str) -> str:
    """Return what a kind of player is called."""
    return _(KIND_WORDS[kind]) if kind in KIND_WORDS else _("the machine, {kind}", kind=kind)


class NewGameDraft:
    """A draft under change, with what its rulebook offers."""

    def __init__(self, draft: Draft | None = None, book: str = "") -> None:
        self._book = book or rulesets.DEFAULT
        self._take(draft)

    def _take(self, draft: Draft | None) -> None:
        known = draft is not None and draft.ruleset in _usable()
        self.ruleset: AnyRuleset = rulesets.load(draft.ruleset if draft is not None and known else self._book)
        self.offers: Offers = self.offered()
        self.draft: Draft = self._fitting(draft if known else None)
        self._problems: dict[GamePlan, str] = {}

    def offered(self) -> Offers:
        """Return what can be chosen."""
        return self.ruleset.offers()

    def _fitting(self, draft: Draft | None) -> Draft:
        """Return a draft in which everything is on offer, as like the one given as can be."""
        offers = self.offers
        fewest, most, usual = offers.seats
        given = list(draft.seats) if draft is not None else []
        seats = [*given[:most], *(self._seat(place) for place in range(len(given), most))]
        rosters = {offer.name for offer in offers.rosters}
        seats = [
            each if each.kind in new_session.KINDS and (each.roster in rosters or not rosters) else self._seat(place)
            for place, each in enumerate(seats)
        ]
        fewest_rounds, most_rounds, usual_rounds = offers.rounds or (0, 0, 0)
        rounds = draft.rounds if draft is not None else usual_rounds
        return Draft(
            ruleset=self.ruleset.name,
            scenario=_among(offers.scenarios, draft.scenario if draft is not None else ""),
            map=_among(offers.maps, draft.map if draft is not None else ""),
            rounds=max(fewest_rounds, min(most_rounds, rounds)),
            players=max(fewest, min(most, draft.players if draft is not None else usual)),
            seats=tuple(seats),
            switches=tuple(each.name for each in offers.switches if draft is not None and each.name in draft.switches),
            agreed={
                each.name: said
                for each in self.ruleset.agreements()
                if draft is not None
                and (said := draft.agreed.get(each.name) or (draft.handler if each.players else ""))
                and (each.players or said in dict(each.values))
            },
            deploy=draft is not None and draft.deploy,
            typed_dice=draft is not None and draft.typed_dice,
        )

    def _seat(self, place: int) -> Seat:
        offers = self.offers
        return Seat(
            name=_("Player {place}", place=place + 1),
            colour=offers.colours[place % len(offers.colours)].name if offers.colours else "#969696",
            roster=offers.rosters[place % len(offers.rosters)].name if offers.rosters else "",
        )

    def change(self, **values: Any) -> None:
        """Set some of it."""
        self.draft = self.draft.model_copy(update=values)

    def change_seat(self, place: int, **values: Any) -> None:
        """Set something of a seat."""
        seats = list(self.draft.seats)
        seats[place] = seats[place].model_copy(update=values)
        self.change(seats=tuple(seats))

    def turn_ruleset(self, by: int) -> None:
        """Take the next rulebook; what it offers too stays."""
        names = _usable()
        following = names[(names.index(self.draft.ruleset) + by) % len(names)]
        self._take(self.draft.model_copy(update={"ruleset": following}))

    def turn_seat(self, place: int, what: str, by: int) -> None:
        """Take the next kind of player, colour or roster for a seat; one that is taken changes seats."""
        seat = self.draft.seats[place]
        if what == "kind":
            self.change_seat(place, kind=_next(KINDS, seat.kind, by))
            return
        offers = self.offers.rosters if what == "roster" else self.offers.colours
        known = [offer.name for offer in offers]
        before = getattr(seat, what)
        wanted = _next(known, before, by)
        for other in range(len(self.draft.seats)):
            if other != place and getattr(self.draft.seats[other], what) == wanted:
                self.change_seat(other, **{what: before})
        self.change_seat(place, **{what: wanted})

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that play."""
        return self.draft.seats[: self.draft.players]

    def plan(self) -> GamePlan:
        """Return the plan of the game."""
        draft = self.draft
        agreements = {each.name: self.values(each) for each in self.ruleset.agreements()}
        needed = {each.name: each.needs for each in self.offers.switches}
        return GamePlan(
            tuple(seat.name for seat in self.seats),
            draft.scenario or None,
            draft.map or None,
            draft.rounds or None,
            tuple(seat.roster for seat in self.seats) if self.offers.rosters else (),
            tuple(each for each in draft.switches if not needed[each] or needed[each] in draft.switches),
            tuple(seat.colour for seat in self.seats),
            tuple(sorted((name, said) for name, said in draft.agreed.items() if said in agreements[name])),
        )

    def values(self, agreement: Agreement) -> dict[str, str]:
        """Return what can be agreed on, each with its words."""
        found = {value: _(words) for value, words in agreement.values}
        return found | ({seat.name: seat.name for seat in self.seats} if agreement.players else {})

    def problem(self) -> str:
        """Return why the rulebook would not have it, or an empty string."""
        plan = self.plan()
        if plan not in self._problems:
            try:
                self.setup()
                self._problems[plan] = ""
            except (DocumentError, OSError) as error:
                self._problems[plan] = error.reason if isinstance(error, DocumentError) else str(error)
        return self._problems[plan]

    def setup(self) -> Any:
        """Return the setup of the game; raise `DocumentError`, `OSError`."""
        return self.ruleset.new_setup(self.plan())

    def begin(self) -> Session:
        """Return the game; raise `DocumentError`, `OSError`."""
        dice = new_session.TYPED if self.draft.typed_dice else new_session.ROLLED
        session = new_session.start(self.ruleset, self.setup(), [seat.kind for seat in self.seats], dice=dice)
        if self.draft.deploy:
            new_session.deploy(session)
        return session


def _usable() -> list[str]:
    return [book.name for book in rulesets.usable()]


def offer_of(offers: Sequence[Offer], name: str) -> Offer:
    """Return the offer of a name; one made of the name where there is none."""
    return next((offer for offer in offers if offer.name == name), Offer(name, name))


def turned(offers: Sequence[Offer], name: str, by: int) -> str:
    """Return the name of the next offer, round and round."""
    return _next([offer.name for offer in offers], name, by)


def _next(known: Sequence[str], now: str, by: int) -> str:
    at = known.index(now) if now in known else -1 if by > 0 else 0
    return known[(at + by) % len(known)] if known else now


def _among(offers: Sequence[Offer], name: str) -> str:
    return name if any(offer.name == name for offer in offers) else (offers[0].name if offers else "none")
