"""Armies for the command line and the screens: finding, listing, random armies, texts and remarks.

At the end: the kinds of documents from elsewhere, which are ability packs in YAML and rosters of other programs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from random import Random
from typing import Any, Final

from game.documents.battlescribe.fields import free_id
from game.documents.battlescribe.opening import MOST_VALUES
from game.documents.battlescribe.opening import SUFFIXES as ROSTERS
from game.documents.error import DocumentError, UnfinishedError
from game.documents.plain_text import SUFFIXES as TEXTS
from game.engine.kit.rosters import ImportedRosters
from game.engine.rulebook.facets import Foreign, Gathering, KnownUnit, Parameter, ReadText, Values
from game.rulesets.aos4.documents.abilities import AbilityDocument, PackDocument
from game.rulesets.aos4.documents.armies import (
    MOST_WITH_GENERAL,
    ArmyDocument,
    UnitDocument,
    breaches,
    by_hand,
    has,
    reinforced,
)
from game.rulesets.aos4.documents.army_text import points_line, sheet
from game.rulesets.aos4.documents.catalogue import ARMIES, NAMES, bundled_army
from game.rulesets.aos4.documents.effect_words import step_values, steps_words
from game.rulesets.aos4.documents.exporting import list_text, listed, roster_json
from game.rulesets.aos4.documents.importing.army import values_in
from game.rulesets.aos4.documents.importing.profiles import gathering, typed_values
from game.rulesets.aos4.documents.kept_effects import (
    FoundText,
    KeptEffects,
    corrected,
    decide,
    kept_effects,
    read_texts,
)
from game.rulesets.aos4.documents.packs import SUFFIXES as PACKS
from game.rulesets.aos4.documents.packs import load_pack, pack_schema
from game.rulesets.aos4.documents.printed import printed
from game.rulesets.aos4.documents.reading_effects import plain_text
from game.rulesets.aos4.documents.weapon_abilities import weapon_abilities
from game.wording import N_, _

LEAST: Final = 200
MOST: Final = 2000


def random_army(name: str, seed: int, faction: str = "", limit: int = 500) -> ArmyDocument:
    """Return a random legal army of one regiment with as many units as the points allow; raise `DocumentError`."""
    rng = Random(seed)
    armies = {bundled_army(name).faction: bundled_army(name) for name in NAMES}
    chosen = faction or rng.choice(sorted(armies))
    if chosen not in armies:
        text = _("there are no units of faction {faction!r} - use one of {known}", faction=chosen[:40],
                 known=", ".join(armies))  # fmt: skip
        raise DocumentError(name, "faction", text)
    if not LEAST <= limit <= MOST:
        text = _("{limit} points - the limit must be {least} to {most} (A-ROS-7)", limit=limit, least=LEAST, most=MOST)
        raise DocumentError(name, "limit", text)
    start = armies[chosen]
    hero = next(unit for unit in start.units if has(unit, "HERO"))
    others = [unit for unit in start.units if not has(unit, "HERO")]
    pool = [*others, *others, *(reinforced(unit) for unit in others)]
    rng.shuffle(pool)
    terrain = start.terrain if rng.random() < 0.5 else ()
    points_left = limit - hero.points - sum(piece.points for piece in terrain)
    units: list[UnitDocument] = [hero]
    for unit in pool:
        if len(units) <= MOST_WITH_GENERAL and unit.points <= points_left:
            units.append(unit)
            points_left -= unit.points
    uses = Counter[str]()
    units_with_ids = tuple(unit.model_copy(update={"id": free_id(uses, unit.id, "-no{}")}) for unit in units)
    regiment = start.regiments[0].model_copy(update={"units": units_with_ids})
    army = {**dict(start), "name": name, "limit": limit, "regiments": (regiment,), "terrain": terrain}
    try:
        document = ArmyDocument(**army)
    except ValueError:
        raise DocumentError(name, "name", _("is not a valid name - use one line, at most 80 letters")) from None
    assert not breaches(document)
    return document


LIMIT: Final = 500


class Armies(ImportedRosters[ArmyDocument]):
    """The rosters of Age of Sigmar, by name or file, and as texts.

    `effects` are the ids of abilities whose effects the program resolves; others are used by hand (A-IMP-8).
    """

    known, kind, reads_texts = ARMIES, "army", True
    parameters: tuple[Parameter, ...] = (
        Parameter("faction", N_("Its faction; random if left out."), metavar="NAME"),
        Parameter("limit", N_("Its points limit; 500 if left out (A-ROS-7)."), "number", most=2000),
    )

    def __init__(self, effects: Collection[str] = ()) -> None:
        self.effects = frozenset(effects)

    def listed(self, name: str, roster: ArmyDocument) -> tuple[str, dict[str, Any]]:
        units = list(roster.units)
        facts = {"faction": roster.faction, "points": roster.points, "units": len(units)}
        facts["models"] = sum(unit.size for unit in units)
        words = {"title": roster.name, "in_points": points_line(roster)} | facts
        line = _("{name:<22}{title:<28}{units} units, {models} models, {in_points}", name=name, **words)
        return line, {"army": name, "name": roster.name, **facts}

    def make(self, name: str, seed: int, values: Values) -> ArmyDocument:
        """Return a random legal army; raise `DocumentError`."""
        faction, limit = str(values.get("faction") or ""), values.get("limit")
        return random_army(name, seed, faction, LIMIT if limit is None else int(str(limit)))

    def sheet(self, roster: ArmyDocument) -> Iterator[str]:
        """Yield an army as lines of text, with broken rules and abilities used by hand at the end."""
        yield from sheet(roster)
        remarks = list(self._judged(roster))
        if remarks:
            yield _("Notes:")
        yield from (f"  {line}" for line in remarks)

    printed = staticmethod(printed)

    def text(self, roster: ArmyDocument) -> Iterator[str]:
        return list_text(listed(roster))

    def exchange(self, roster: ArmyDocument) -> dict[str, Any]:
        return roster_json(roster)

    def read(self, name: str) -> tuple[ArmyDocument, Sequence[str]]:
        """Return the army of a name or file with remarks about skipped parts, broken rules and use by hand."""
        army, warnings = ARMIES.opened(name)
        return army, list(dict.fromkeys([*warnings, *self._judged(army)]))

    def _judged(self, army: ArmyDocument) -> Iterator[str]:
        """Yield the rules that an army breaks, and the abilities used by hand."""
        yield from map(str, breaches(army))
        for unit in (*army.units, *army.terrain, *army.manifestations):
            for weapon in unit.weapons:
                for text in weapon_abilities(weapon.abilities).by_hand:
                    facts = {"unit": unit.name, "weapon": weapon.name, "text": text}
                    yield _("{unit}: resolve {text} of {weapon} by hand (A-WPN-10)", **facts)
        for owner, ability in by_hand(army, self.effects):
            yield _used(ability, owner or army.name)

    def gathering(self) -> Gathering:
        return gathering(_known, values_in)

    def texts(self, name: str) -> Sequence[ReadText]:
        """Return the proposed meanings of an army's ability texts, and the user's decisions about them (A-IMP-8)."""
        decisions = kept_effects()
        return [_read_text(text, decisions) for text in read_texts(ARMIES.opened(name)[0], decisions)]

    def decide(self, name: str, texts: Collection[str], *, accepted: bool) -> None:
        """Save that the user accepts or refuses the proposed meanings of these texts of an army."""
        read = read_texts(ARMIES.opened(name)[0], kept_effects())
        decide([text for text in read if text.hash in texts], accepted=accepted)

    def correct(self, name: str, text: str, key: str, value: str) -> None:
        """Accept the meaning of a text with another value of a parameter ("" removes it); raise `DocumentError`."""
        read = next(read for read in read_texts(ARMIES.opened(name)[0], kept_effects()) if read.hash == text)
        decide([corrected(read, key, value)], accepted=True)

    def by_hand(self, pack: PackDocument) -> Iterator[str]:
        """Yield the parts of a pack that are used by hand."""
        yield from (_used(ability, pack.name) for ability in pack.abilities if ability.effect_id not in self.effects)


@cache
def _known() -> tuple[KnownUnit, ...]:
    """Return the units of the included armies, with the values of their profiles."""
    known_units = dict[str, KnownUnit]()
    for army in map(bundled_army, NAMES):
        parts = [(unit, "leader" if has(unit, "HERO") else "") for unit in army.units]
        parts += [(unit, "terrain") for unit in army.terrain]
        parts += [(unit, "manifestation") for unit in army.manifestations]
        for unit, part in parts:
            keywords = tuple(word for word in unit.keywords if word != army.faction.upper())  # the borrower has its own
            values = typed_values(unit.model_copy(update={"keywords": keywords}))
            known_units[unit.name] = KnownUnit(unit.name, unit.points, values, part)
    return tuple(known_units.values())


def _read_text(found_text: FoundText, decisions: KeptEffects) -> ReadText:
    """Return an ability text with its proposed effects in words and the user's decision."""
    ability, state = found_text.ability, "proposed"
    if found_text.hash in decisions.accepted:
        state = "accepted"
    elif found_text.hash in decisions.refused:
        state = "refused"
    text = "\n".join(filter(None, plain_text(ability)))
    steps = found_text.proposal.steps
    effects = steps_words(steps) or [_("needs nothing in play")]
    values = [value for number, step in enumerate(steps) for value in step_values(number, step)]
    owners = ", ".join(found_text.owners)
    return ReadText(
        found_text.hash, owners, ability.name, text, found_text.proposal.spans(text), effects, state, values
    )


def _used(ability: AbilityDocument, owner: str) -> str:
    """Return the remark that an ability is used by hand."""
    return _("{owner}: resolve {name} by hand (A-IMP-8)", name=ability.name, owner=owner)


def foreign(armies: Armies) -> Sequence[Foreign]:
    """Return the kinds of documents from elsewhere, each with a function that returns its remarks."""

    def read_pack(file: str) -> list[str]:
        pack, warnings = load_pack(file)
        return [*(f"{warning.where}: {warning.reason}" for warning in warnings), *armies.by_hand(pack)]

    def read_roster(file: str) -> Sequence[str]:
        try:
            return armies.read(file)[1]
        except UnfinishedError as error:
            return [error.advice, *error.remarks]

    return (
        Foreign("pack", PACKS, read_pack, pack_schema),
        Foreign("roster", (*ROSTERS, *TEXTS), read_roster, most_values=MOST_VALUES),
    )
