"""Armies as documents: battlegroups, squads with their starting transports, Commanders (D-ARMY)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Annotated, Final, Literal

from pydantic import Field, model_validator

from game.documents.faces import FacedDocument
from game.documents.reading import Document, Identifier, Name, Part, refuse
from game.rulesets.dropzone.documents.cards import CARDS, Card, Timing
from game.rulesets.dropzone.documents.sheets import LIMIT, UnitDocument
from game.wording import _

GroupKind = Literal["HQ", "Frontline", "Armour", "Vanguard", "War Engine"]
VALUES: Final = {1: 0, 2: 35, 3: 65, 4: 95, 5: 125, 6: 155}
"""The points of Commanders by Command Value (D-ARMY-7)."""


class SquadDocument(Part):
    """A squad: the id of its unit's sheet, how many units, and the Transports that they start in, by unit ids.

    `aboard` names one Transport for all of its units, or one for each; none if it starts on foot (D-UNIT-5).
    """

    id: Identifier
    unit: Identifier
    size: Annotated[int, Field(ge=1, le=12)] = 1
    aboard: Annotated[tuple[Annotated[str, Field(max_length=60)], ...], Field(max_length=12)] = ()

    @property
    def units(self) -> tuple[str, ...]:
        """The ids of its units: its own, with a number if it has several."""
        return (self.id,) if self.size == 1 else tuple(f"{self.id}-{number}" for number in range(1, self.size + 1))

    def carrier(self, number: int) -> str:
        """Return the Transport in which a unit starts, counted from 0, or "" for none."""
        return "" if not self.aboard else self.aboard[min(number, len(self.aboard) - 1)]


class GroupDocument(Part):
    """A battlegroup (D-ARMY-3)."""

    id: Identifier
    kind: GroupKind
    squads: Annotated[tuple[SquadDocument, ...], Field(min_length=1, max_length=12)]


class CardDocument(Part):
    """A famous Commander's own card: it works `like` a card of the deck, by another `amount` if it has one (D-ARMY-8).

    What a card that is like none does, people do by hand as its text says; it is played at its `timing`.
    """

    id: Identifier
    name: Name
    text: Annotated[str, Field(max_length=400)]
    like: Annotated[str, Field(max_length=10)] = ""
    timing: Timing = "BG"
    amount: Annotated[int, Field(ge=-12, le=12)] | None = None

    def card(self, player: str) -> Card:
        """Return it as a card of a player's deck."""
        plain = CARDS.get(self.like, Card("", "", "Global", self.timing, ""))
        amount = plain.amount if self.amount is None else self.amount
        return plain._replace(id=f"{player}.{self.id}", name=self.name, text=self.text, amount=amount, like=self.like)


class CommanderDocument(Part):
    """A Commander: the name, the Command Value and the unit that carries them (D-ARMY-7).

    A famous one has a `cost` of their own, may ride units of the stat sheet `mount` only, and adds `cards` to the
    deck (D-ARMY-8).
    """

    name: Name
    value: Annotated[int, Field(ge=1, le=6)]
    unit: Annotated[str, Field(max_length=60)]
    cost: Annotated[int, Field(ge=0, le=1000)] = 0
    mount: Annotated[str, Field(max_length=60)] = ""
    cards: Annotated[tuple[CardDocument, ...], Field(max_length=6)] = ()

    @property
    def points(self) -> int:
        return self.cost or VALUES[self.value]


class ArmyParts(Document):
    """What an army and its draft have: battlegroups, auxiliaries, Commanders, and the stat sheets of all units."""

    version: Literal[1] = 1
    ruleset: Literal["dropzone"] = "dropzone"
    name: str
    faction: str
    limit: Annotated[int, Field(ge=100, le=10_000)]
    units: Annotated[tuple[UnitDocument, ...], Field(max_length=60)]
    groups: Annotated[tuple[GroupDocument, ...], Field(max_length=12)]
    auxiliaries: Annotated[tuple[SquadDocument, ...], Field(max_length=40)] = ()
    commanders: Annotated[tuple[CommanderDocument, ...], Field(max_length=6)] = ()

    @property
    def squads(self) -> Iterator[SquadDocument]:
        """Every squad: of the battlegroups, then the auxiliaries."""
        for group in self.groups:
            yield from group.squads
        yield from self.auxiliaries

    def sheet(self, squad: SquadDocument) -> UnitDocument:
        """Return the stat sheet of a squad's units."""
        return next(each for each in self.units if each.id == squad.unit)

    @property
    def sheets(self) -> dict[str, UnitDocument]:
        """The stat sheet of every unit by its id."""
        return {unit: self.sheet(squad) for squad in self.squads for unit in squad.units}

    @property
    def aboard(self) -> dict[str, str]:
        """The Transport in which each unit starts, by their ids; units on foot are left out."""
        aboard = (squad for squad in self.squads if squad.aboard)
        return {unit: squad.carrier(number) for squad in aboard for number, unit in enumerate(squad.units)}


class ArmyDocument(ArmyParts, FacedDocument):
    """An army for a `limit` of points; `units` are the stat sheets that it uses."""

    format: Literal["inchwise-dropzone-army"] = "inchwise-dropzone-army"
    name: Name
    faction: Name
    units: Annotated[tuple[UnitDocument, ...], Field(min_length=1, max_length=60)]
    groups: Annotated[tuple[GroupDocument, ...], Field(min_length=1, max_length=12)]

    @property
    def points(self) -> int:
        """The points of the whole army (D-ARMY-10)."""
        squads = sum(self.sheet(squad).points * squad.size for squad in self.squads)
        return squads + sum(each.points for each in self.commanders)

    @model_validator(mode="after")
    def _hangs_together(self) -> ArmyDocument:
        sheets = {each.id for each in self.units}
        for becomes in {each.becomes for each in self.units if each.becomes} - sheets:
            refuse("units", _("{unit!r} is not one of the units of this army", unit=becomes))
        for squad in self.squads:
            if squad.unit not in sheets:
                text = _("{unit!r} is not one of the units of this army", unit=squad.unit)
                refuse("groups", f"{squad.id}: {text}")
            if squad.aboard and len(squad.aboard) not in (1, squad.size):
                refuse("groups", _("{squad}: name one Transport, or one for each unit", squad=squad.id))
        every = [unit for squad in self.squads for unit in squad.units]
        double = next((name for name, count in Counter(every).items() if count > 1), None)
        if double is not None:
            refuse("groups", _("two units have the id {id!r} - give each squad its own", id=double))
        for problem in self.cargo_problems():
            refuse("groups", problem)
        for commander in self.commanders:
            if commander.unit not in every:
                refuse("commanders", _("{unit!r} is not one of the units of this army", unit=commander.unit))
        for problem in self._card_problems():
            refuse("commanders", problem)
        return self

    def _card_problems(self) -> Iterator[str]:
        """Yield what is wrong with own cards of Commanders (D-ARMY-8, D-SETUP-4)."""
        ids, names = set[str](), {each.name for each in CARDS.values()}
        for commander in self.commanders:
            for card in commander.cards:
                if not commander.cost:
                    yield _("{name} is not famous and has no cards (D-ARMY-8)", name=commander.name)
                if card.like not in ("", *CARDS):
                    yield _("no card is called {card!r}", card=card.like)
                if card.id in ids or card.name in names:
                    yield _("two cards are called {name!r} (D-SETUP-4)", name=card.name)
                ids.add(card.id)
                names.add(card.name)

    def cargo_problems(self) -> Iterator[str]:
        """Yield unknown and overfull Transports, cargo that carries itself, and tokens that are too wide."""
        sheets, load = self.sheets, dict[str, list[UnitDocument]]()
        for unit, carrier in self.aboard.items():
            if carrier not in sheets:
                yield _("{unit}: there is no Transport called {carrier!r}", unit=unit, carrier=carrier)
                continue
            cargo, transport = sheets[unit], sheets[carrier]
            if transport.hold_for(cargo) is None:
                yield _("{unit} does not fit into {carrier} (D-TRANS-2)", unit=unit, carrier=carrier)
                continue
            if cargo.radius + transport.radius > LIMIT:
                yield _("{unit} could not be set down within 2″ of {carrier} (D-GEO-17)", unit=unit, carrier=carrier)
            load.setdefault(carrier, []).append(cargo)
            if "access" not in transport.rules and not transport.holds(load[carrier]):
                yield _("{carrier} is too full (D-TRANS-2)", carrier=carrier)
        yield from _carrying_themselves(self.aboard)


def _carrying_themselves(inside: Mapping[str, str]) -> Iterator[str]:
    """Yield a problem for each unit whose chain of Transports comes round to a unit for a second time."""
    for unit, carrier in inside.items():
        seen, at = {unit}, carrier
        while at in inside and at not in seen:
            seen.add(at)
            at = inside[at]
        if at in seen:
            yield _("{unit} would carry itself", unit=unit)
