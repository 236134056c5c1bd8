"""Armies as documents, and the rules of army building that they may break (D-ARMY)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Final, Literal, NamedTuple

from pydantic import Field, model_validator

from game.documents.faces import FacedDocument
from game.documents.reading import Document, Identifier, Name, Part, refuse
from game.refusal import Refusal
from game.rulesets.dropzone.documents.cards import CARDS, Card, Timing
from game.rulesets.dropzone.documents.sheets import LIMIT, Category, UnitDocument
from game.wording import N_, _, numeral

GroupKind = Literal["HQ", "Frontline", "Armour", "Vanguard", "War Engine"]
GROUP_NAMES: Final = {
    "HQ": N_("Headquarters"),
    "Frontline": N_("Frontline"),
    "Armour": N_("Armour"),
    "Vanguard": N_("Vanguard"),
    "War Engine": N_("War Engine"),
}
"""The names of the kinds of battlegroups."""
VALUES: Final = {1: 0, 2: 35, 3: 65, 4: 95, 5: 125, 6: 155}
"""The points of Commanders by Command Value (D-ARMY-7)."""


class SquadDocument(Part):
    """A squad: the id of its stat sheet, its number of units, and the Transports in which they start, by unit ids.

    `aboard` names one Transport for all of its units, or one for each; none if it starts on foot (D-UNIT-5).
    """

    id: Identifier
    unit: Identifier
    size: Annotated[int, Field(ge=1, le=12)] = 1
    aboard: Annotated[tuple[Annotated[str, Field(max_length=60)], ...], Field(max_length=12)] = ()

    @property
    def units(self) -> tuple[str, ...]:
        """The ids of its units: the squad's own id, followed by a number if it has several units."""
        return (self.id,) if self.size == 1 else tuple(f"{self.id}-{number}" for number in range(1, self.size + 1))

    def carrier(self, number: int) -> str:
        """Return the id of the Transport in which unit `number` (from 0) starts; "" if it starts on foot."""
        return "" if not self.aboard else self.aboard[min(number, len(self.aboard) - 1)]


class GroupDocument(Part):
    """A battlegroup (D-ARMY-3)."""

    id: Identifier
    kind: GroupKind
    squads: Annotated[tuple[SquadDocument, ...], Field(min_length=1, max_length=12)]


class CardDocument(Part):
    """A famous Commander's own card: it works `like` a card of the deck, by another `amount` if it has one (D-ARMY-8).

    A card that is like none is played at its `timing`, and players carry out its text by hand.
    """

    id: Identifier
    name: Name
    text: Annotated[str, Field(max_length=400)]
    like: Annotated[str, Field(max_length=10)] = ""
    timing: Timing = "BG"
    amount: Annotated[int, Field(ge=-12, le=12)] | None = None

    def card(self, player: str) -> Card:
        """Return this document as a card of a player's deck."""
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
    """The fields of an army and its draft: battlegroups, auxiliaries, Commanders, and the stat sheets of all units."""

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
        return next(unit for unit in self.units if unit.id == squad.unit)

    @property
    def sheets(self) -> dict[str, UnitDocument]:
        """The stat sheet of every unit by its id."""
        sheets = {sheet.id: sheet for sheet in self.units}
        return {unit: sheets[squad.unit] for squad in self.squads for unit in squad.units}

    @property
    def aboard(self) -> dict[str, str]:
        """The id of the Transport in which each unit starts, by unit id; units on foot are left out."""
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
        return squads + sum(commander.points for commander in self.commanders)

    @model_validator(mode="after")
    def _hangs_together(self) -> ArmyDocument:
        """Refuse an army whose ids, cargo or cards contradict each other."""
        sheets = {unit.id for unit in self.units}
        for becomes in {unit.becomes for unit in self.units if unit.becomes} - sheets:
            refuse("units", _("{unit!r} is not one of the units of this army", unit=becomes))
        for squad in self.squads:
            if squad.unit not in sheets:
                text = _("{unit!r} is not one of the units of this army", unit=squad.unit)
                refuse("groups", f"{squad.id}: {text}")
            if squad.aboard and len(squad.aboard) not in (1, squad.size):
                refuse("groups", _("{squad}: name one Transport, or one for each unit", squad=squad.id))
        unit_ids = [unit for squad in self.squads for unit in squad.units]
        double = next((name for name, count in Counter(unit_ids).items() if count > 1), None)
        if double is not None:
            refuse("groups", _("two units have the id {id!r} - give each squad its own", id=double))
        for problem in self.cargo_problems():
            refuse("groups", problem)
        for commander in self.commanders:
            if commander.unit not in unit_ids:
                refuse("commanders", _("{unit!r} is not one of the units of this army", unit=commander.unit))
        for problem in self._card_problems():
            refuse("commanders", problem)
        return self

    def _card_problems(self) -> Iterator[str]:
        """Yield a problem for each unsound card of a Commander's own (D-ARMY-8, D-SETUP-4)."""
        ids, names = set[str](), {card.name for card in CARDS.values()}
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
        """Yield a problem for each unknown or overfull Transport, and for cargo too wide or carrying itself."""
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
    """Yield a problem for each unit whose chain of Transports comes back to a unit in it."""
    for unit, carrier in inside.items():
        seen, at = {unit}, carrier
        while at in inside and at not in seen:
            seen.add(at)
            at = inside[at]
        if at in seen:
            yield _("{unit} would carry itself", unit=unit)


class Size(NamedTuple):
    """A size of game: its least points, its battlegroups by kind, and limits.

    `share` is the largest share of the points in one battlegroup, `rare` the most Rare squads of a kind.
    """

    name: str
    least: int
    groups: dict[GroupKind, tuple[int, int]]
    share: Fraction
    rare: int


def _groups(*numbers: tuple[int, int]) -> dict[GroupKind, tuple[int, int]]:
    return dict(zip(("HQ", "Frontline", "Armour", "Vanguard", "War Engine"), numbers, strict=True))


SIZES: Final = (
    Size(N_("Battle"), 2000, _groups((1, 2), (1, 2), (1, 2), (0, 2), (0, 3)), Fraction(33, 100), 3),
    Size(N_("Clash"), 1000, _groups((1, 1), (1, 2), (1, 2), (0, 2), (0, 2)), Fraction(33, 100), 2),
    Size(N_("Skirmish"), 0, _groups((0, 1), (1, 2), (1, 1), (0, 1), (0, 1)), Fraction(1, 2), 1),
)
"""The sizes of games, the largest first (D-ARMY-1, D-ARMY-2, D-ARMY-4, D-ARMY-9)."""
CONTENTS: Final[dict[GroupKind, dict[Category, tuple[int, int]]]] = {
    "HQ": {"Command": (1, 2), "Scout": (0, 2), "Heavy": (0, 1)},
    "Frontline": {"Troops": (1, 3), "Exotic": (0, 1), "Support": (0, 1)},
    "Armour": {"Standard": (1, 3), "Heavy": (0, 2), "Support": (0, 1)},
    "Vanguard": {"Scout": (0, 2), "Exotic": (0, 2), "Support": (0, 1)},
    "War Engine": {"Behemoth": (1, 1)},
}
"""The squads of each category in a battlegroup, at least and at most (D-ARMY-3)."""


def size_of(limit: int) -> Size:
    """Return the size of a game with this many points (D-ARMY-1)."""
    return next(size for size in SIZES if limit >= size.least)


def breaches(army: ArmyDocument) -> Sequence[Refusal]:
    """Return a refusal for every rule of army building that an army breaks."""
    judges = (
        _points_exceeded,
        _wrong_numbers_of_groups,
        _wrong_categories,
        _wrong_squads,
        _wrong_commanders,
        _mixed_cargo,
        _underfilled_transports,
    )
    return [breach for judge in judges for breach in judge(army)]


def _points_exceeded(army: ArmyDocument) -> Iterator[Refusal]:
    """Yield an army or battlegroups with too many points (D-ARMY-4, D-ARMY-10)."""
    if army.points > army.limit:
        text = _("the army has {points} points, {limit} are allowed", points=army.points, limit=army.limit)
        yield Refusal(text, "D-ARMY-10")
    size = size_of(army.limit)
    for group in army.groups:
        points, most = group_points(army, group), size.share * army.limit
        if group.kind != "War Engine" and points > most:
            facts = {"group": group.id, "points": points, "most": numeral(float(most), "g")}
            yield Refusal(_("battlegroup {group} has {points} points, {most} are allowed", **facts), "D-ARMY-4")


def group_points(army: ArmyDocument, group: GroupDocument) -> int:
    """Return the points of a battlegroup, with famous Commanders only (D-ARMY-4, D-ARMY-8, R-8)."""
    units = {unit for squad in group.squads for unit in squad.units}
    famous = sum(commander.cost for commander in army.commanders if commander.unit in units)
    return famous + sum(army.sheet(squad).points * squad.size for squad in group.squads)


def _wrong_numbers_of_groups(army: ArmyDocument) -> Iterator[Refusal]:
    """Yield kinds of battlegroups of which an army has too few or too many (D-ARMY-2)."""
    size, counts = size_of(army.limit), Counter(group.kind for group in army.groups)
    for kind, (least, most) in size.groups.items():
        if not least <= counts[kind] <= most:
            text = _("{n} {kind} battlegroups: a {size} takes {numbers}", n=counts[kind], kind=_(GROUP_NAMES[kind]),
                     size=_(size.name), numbers=_numbers(least, most))  # fmt: skip
            yield Refusal(text, "D-ARMY-2")


def _numbers(least: int, most: int) -> str:
    return str(most) if least == most else _("{least} to {most}", least=least, most=most)


def _wrong_categories(army: ArmyDocument) -> Iterator[Refusal]:
    """Yield battlegroups and auxiliaries with squads of wrong categories (D-ARMY-3, D-ARMY-5)."""
    for group in army.groups:
        counts = Counter(army.sheet(squad).category for squad in group.squads)
        allowed = CONTENTS[group.kind]
        for category in dict.fromkeys((*allowed, *counts)):
            least, most = allowed.get(category, (0, 0))
            if not least <= counts[category] <= most:
                text = N_("{kind} battlegroup: {n} × {category}, but it can have {numbers}")
                facts = {"kind": _(GROUP_NAMES[group.kind]), "category": _(category), "n": counts[category]}
                yield Refusal(_(text, numbers=_numbers(least, most), **facts), "D-ARMY-3")
    for squad in army.auxiliaries:
        category = army.sheet(squad).category
        if category not in ("Auxiliary", "Extras"):
            facts = {"squad": squad.id, "category": category}
            yield Refusal(_("{squad} is {category} and needs a battlegroup", **facts), "D-ARMY-5")


def _wrong_squads(army: ArmyDocument) -> Iterator[Refusal]:
    """Yield Rare units with too many squads, and squads of a wrong size (D-SPEC-RAR, D-UNIT-2)."""
    rare = Counter(squad.unit for squad in army.squads if "rare" in army.sheet(squad).rules)
    most = size_of(army.limit).rare
    for unit, count in rare.items():
        if count > most:
            facts = {"unit": unit, "most": most, "n": count}
            yield Refusal(_("{unit} is Rare: {most} squads are allowed, not {n}", **facts), "D-ARMY-9")
    for squad in army.squads:
        least, largest = army.sheet(squad).squad
        if not least <= squad.size <= largest:
            facts = {"squad": squad.id, "least": least, "most": largest, "n": squad.size}
            yield Refusal(_("{squad} may have {least} to {most} units, not {n}", **facts), "D-UNIT-2")


def _wrong_commanders(army: ArmyDocument) -> Iterator[Refusal]:
    """Yield Commanders in units that may not carry them (D-ARMY-7, D-SPEC-CC)."""
    of_unit = army.sheets
    for unit, count in Counter(leader.unit for leader in army.commanders).items():
        sheet = of_unit[unit]
        if count > 1:
            yield Refusal(_("{unit} carries {n} Commanders, one is allowed", unit=unit, n=count), "D-ARMY-7")
        if not carries_commander(sheet):
            yield Refusal(_("{unit} cannot carry a Commander", unit=unit), "D-ARMY-7")
    for number, leader in enumerate(army.commanders):
        if leader.mount not in ("", of_unit[leader.unit].id):
            yield Refusal(_("{commander} does not ride {unit}", commander=leader.name, unit=leader.unit), "D-ARMY-8")
        if leader.cost and leader.name in [earlier.name for earlier in army.commanders[:number] if earlier.cost]:
            yield Refusal(_("{commander} may be in an army once", commander=leader.name), "D-ARMY-8")


def carries_commander(sheet: UnitDocument) -> bool:
    """Return whether a unit can carry a Commander (D-ARMY-7, D-SPEC-CC)."""
    return sheet.category == "Command" or "command centre" in sheet.rules


def loads(army: ArmyDocument) -> Counter[str]:
    """Return how many places of each Transport are filled at the start, by unit id (D-TRANS-1)."""
    sheets, load = army.sheets, Counter[str]()
    for unit, carrier in army.aboard.items():
        hold = sheets[carrier].hold_for(sheets[unit])
        load[carrier] += hold[1] if hold is not None else 0
    return load


def _mixed_cargo(army: ArmyDocument) -> Iterator[Refusal]:
    """Yield the Transports whose starting cargo is of several battlegroups (D-TRANS-4, D-SPEC-ACC)."""
    group_of = {unit: group.id for group in army.groups for squad in group.squads for unit in squad.units}
    inside, sheets = dict[str, list[str]](), army.sheets
    for unit, carrier in army.aboard.items():
        inside.setdefault(carrier, []).append(unit)

    def groups(unit: str) -> set[str]:
        """Return the battlegroups of a unit and of everything aboard it."""
        return {group_of.get(unit, ""), *(name for carrier in inside.get(unit, ()) for name in groups(carrier))}

    for carrier in inside.keys() & sheets.keys():
        cargo = set[str]().union(*map(groups, inside[carrier]))
        if carrier not in group_of:  # an Auxiliary Transport takes on the battlegroup of its cargo
            cargo.discard("")
        if "access" not in sheets[carrier].rules and not cargo <= {group_of.get(carrier) or next(iter(cargo), "")}:
            yield Refusal(_("{unit} carries squads of several battlegroups", unit=carrier), "D-TRANS-4")


def _underfilled_transports(army: ArmyDocument) -> Iterator[Refusal]:
    """Yield the Auxiliary Transports, and the Holding, that start less than half full (D-ARMY-6)."""
    of_unit, load = army.sheets, loads(army)
    gates = [unit for squad in army.squads if "access" in army.sheet(squad).rules for unit in squad.units]
    room = sum(max(of_unit[unit].carries.values(), default=0) for unit in gates)
    used = sum(load[unit] for unit in gates)
    if 2 * used < room:
        yield Refusal(_("Holding starts with {used} of {whole} places filled, half are needed", used=used, whole=room),
                     "D-SPEC-ACC")  # fmt: skip
    for squad in army.auxiliaries:
        sheet = army.sheet(squad)
        for unit in squad.units if sheet.carries and "access" not in sheet.rules else ():
            room = max(sheet.carries.values(), default=0)
            if 2 * load[unit] < room:
                facts = {"unit": unit, "used": load[unit], "whole": room}
                yield Refusal(_("{unit} starts with {used} of {whole} places filled, half are needed", **facts),
                             "D-ARMY-6")  # fmt: skip
