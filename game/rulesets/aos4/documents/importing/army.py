"""Makes a roster file or a text list into an army document (A-IMP-12 to A-IMP-30)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

from game.documents.battlescribe import fields
from game.documents.battlescribe.choosing import Wishes
from game.documents.battlescribe.fields import fields_of, points, points_of, profiles_below, tidy
from game.documents.battlescribe.libraries import Libraries
from game.documents.battlescribe.names import key
from game.documents.battlescribe.opening import open_catalogue, open_roster
from game.documents.battlescribe.tree import Element
from game.documents.error import DocumentError
from game.documents.reading import first_refusal, most_of
from game.rulesets.aos4.documents.abilities import AbilityDocument, PackDocument
from game.rulesets.aos4.documents.armies import (
    ArmyDocument,
    CharacteristicsDocument,
    RegimentDocument,
    UnitDocument,
)
from game.rulesets.aos4.documents.importing import values
from game.rulesets.aos4.documents.importing.from_list import completed, roster_of
from game.rulesets.aos4.documents.importing.gathered import NOTES, Profiles, armed
from game.rulesets.aos4.documents.importing.models import BaseText, Models, assumed, catalogue_bases, count_of, title_of
from game.rulesets.aos4.documents.importing.profiles import RULESET, own_profiles, typed_values
from game.rulesets.aos4.documents.importing.summons import summoning, with_parts
from game.rulesets.aos4.documents.importing.text_list import parse_list
from game.rulesets.aos4.documents.importing.values import Abilities, type_of
from game.wording import N_, _

# -- units of a roster (A-IMP-15 to A-IMP-23, A-IMP-29) --------------------------------------------

MOST_HEALTH: Final = 200
MOST_MODELS: Final = 2000
"""The largest number of models in an army."""
_COUNTED: Final = re.compile(r"\s*\(\d+ models?\)$", re.IGNORECASE)
"""A number of models after a name; it describes the catalogue entry, not the chosen number."""


@dataclass
class _Profiles:
    """The warscrolls in a unit: the `main` one, and `others` that only some of its models have (A-IMP-16)."""

    main: Element
    others: list[Element]
    used: list[Element] = field(default_factory=list)

    @classmethod
    def of(cls, selection: Element) -> _Profiles | None:
        """Return the warscrolls in a selection, its own before nested ones, or None if it has none."""
        nested = [profile for profile in profiles_below(selection) if type_of(profile) in values.PRESENT]
        profiles = [profile for profile in selection.all("profiles") if type_of(profile) in values.PRESENT] or nested
        visible = [profile for profile in profiles if profile.get("hidden") != "true"] or profiles
        return cls(visible[0], [profile for profile in nested if profile is not visible[0]]) if visible else None

    def own(self, group: Element) -> Element | None:
        """Return a group's own warscroll, which is inside it or has its name; None if the group uses the main one."""
        nested = [profile for profile in profiles_below(group) if type_of(profile) in values.PRESENT]
        group_name = key(tidy(group.get("name")))
        named = (
            profile for profile in self.others if key(tidy(profile.get("name"))).rstrip("s") == group_name.rstrip("s")
        )
        profile_of_group = next(iter(nested), None) or next(named, None)
        if profile_of_group is not None:
            self.used.append(profile_of_group)
        return profile_of_group

    def left(self) -> list[Element]:
        """Return the warscrolls that no models use and that differ from the main one."""
        used_fields = [fields_of(profile) for profile in (self.main, *self.used)]
        return [profile for profile in self.others if fields_of(profile) not in used_fields]


@dataclass
class Units:
    """Reads the units of one roster. Each gets its own id. Remarks about the file are added to `warnings`."""

    file: str
    known_bases: Mapping[str, BaseText]
    abilities: Abilities
    warnings: list[str]
    _ids: Counter[str] = field(default_factory=Counter)
    _models: int = 0

    def read(self, selection: Element) -> tuple[UnitDocument, ...]:
        """Return the units of a selection: one, or as many as its number says (A-IMP-17)."""
        title = _COUNTED.sub("", fields.name(selection.get("name"))) or _("Unit")
        profiles = _Profiles.of(selection)
        if profiles is None:
            self.warnings.append(_("{unit}: has no warscroll in the file and is left out", unit=title))
            return ()
        keywords = self._keywords(selection)
        default = assumed([word.partition(" (")[0] for word in keywords])
        main = self._statistics(profiles.main, title)

        def own(group: Element) -> tuple[str, CharacteristicsDocument | None]:
            profile = profiles.own(group)
            profile_name = "" if profile is None else fields.name(profile.get("name"))
            printed = main if profile is None else self._statistics(profile, profile_name or title)
            names = CharacteristicsDocument.model_fields
            if all(printed[name] == main[name] for name in names):
                return "", None
            return profile_name, CharacteristicsDocument(**{name: printed[name] for name in names})

        reader = Models(selection, title, default, self.known_bases, self.file, self.warnings, own)
        models = reader.read()
        self._passed_over(profiles, title)
        own_names = (tidy(part.get("customName"))[:60] for part in selection.below("selections"))
        for name in dict.fromkeys(filter(None, own_names)):  # abilities refer to units by the names of warscrolls
            self.warnings.append(_("{unit}: its own name, {name}, is not used", unit=title, name=name))
        number = max(1, count_of(selection, self.file))
        self._models += number * sum(group.count for group in models)
        if self._models > MOST_MODELS:
            reason = _("has more than {most} models - no army has that many", most=MOST_MODELS)
            raise DocumentError(self.file, title, reason)
        total_points = points_of(selection)
        unit = UnitDocument(
            id="unit",
            name=title,
            **main,
            keywords=keywords,
            models=models,
            weapons=tuple(reader.weapons.values()),
            abilities=self.abilities.read(profiles_below(selection), self._rules(selection))[:60],
            general=_has_upgrade(selection, values.GENERAL, "general"),
            reinforced=_has_upgrade(selection, values.REINFORCED, "reinforced"),
            chosen=tuple(dict.fromkeys(filter(None, map(fields.name, _chosen(selection)))))[:40],
        )
        for weapon in filter(attrgetter("by_hand"), unit.weapons):
            text = N_("{unit}: {weapon} cannot be rolled for as printed; use it by hand")
            self.warnings.append(_(text, unit=title, weapon=weapon.name))
        share, remaining = divmod(total_points, number)
        points_of_units = [share + 1 if index < remaining else share for index in range(number)]
        ids = [fields.free_id(self._ids, fields.identifier(title), "-no{}") for _share in points_of_units]
        return tuple(
            unit.model_copy(update={"id": unit_id, "points": share}) for unit_id, share in zip(ids, points_of_units)
        )

    def _passed_over(self, profiles: _Profiles, title: str) -> None:
        """Add a warning about warscrolls of a unit that none of its models uses."""
        if unused := profiles.left():
            text = N_("{unit} has {n} warscrolls ({names}); {first} is used for all its models")
            names = list(dict.fromkeys(tidy(profile.get("name"))[:60] for profile in (profiles.main, *unused)))
            first = tidy(profiles.main.get("name"))[:60]
            self.warnings.append(_(text, unit=title, n=1 + len(unused), names=", ".join(names[:6]), first=first))

    def _keywords(self, selection: Element) -> tuple[str, ...]:
        """Return the keywords of a unit, with its terrain abilities if it is faction terrain."""
        keywords = [values.keyword(fields.name(category.get("name"), 60)) for category in selection.all("categories")]
        terrain_abilities = [
            tidy(profile.get("name")).upper()
            for profile in profiles_below(selection)
            if type_of(profile) == "Ability (Passive)"
        ]
        terrain_abilities += [
            word for rule in self._rules(selection) for word in values.terrain_abilities(rule.get("description"))
        ]
        keywords += [
            word for word in terrain_abilities if word in values.TERRAIN_ABILITIES and values.TERRAIN in keywords
        ]
        return tuple(dict.fromkeys(word for word in keywords if word))[:60]

    def _statistics(self, profile: Element, title: str) -> dict[str, Any]:
        """Return the fields of a unit from the characteristics of its warscroll."""
        printed = fields_of(profile)
        move, health = printed.get("Move", ""), values.number(printed.get("Health", ""))
        inches = None if tidy(move) in values.NOTHING else values.amount_text(move)
        if inches is None and tidy(move) not in values.NOTHING:
            text = N_("{unit}: Move {value!r} is not a distance; move the unit by hand")
            self.warnings.append(_(text, unit=title, value=tidy(move)[:40]))
        if health is None or not 1 <= health <= MOST_HEALTH:
            text = N_("{unit}: Health {value!r} is not a number from 1 to {most}; it counts as {most}")
            facts = {"unit": title, "value": tidy(printed.get("Health", ""))[:40], "most": MOST_HEALTH}
            self.warnings.append(_(text, **facts))
            health = MOST_HEALTH
        control = values.number(printed.get("Control", ""))
        return {
            "move": inches,
            "health": health,
            "save": values.needed(printed.get("Save", "")),
            "control": None if control is None else min(control, 100),
            "banishment": min(values.number(tidy(printed.get("Banishment", "")).rstrip("+")) or 0, 20),
        }

    def _rules(self, selection: Element) -> list[Element]:
        return [rule for part in selection.below("selections") for rule in part.all("rules")]


def values_in(entry: Element) -> dict[str, str]:
    """Return the values of a unit's entry in a catalogue, as a player types them; {} if it has no warscroll."""
    units = Units("", catalogue_bases([entry]), Abilities(), []).read(armed(entry, Wishes()))
    return next(map(typed_values, units), {})


def _chosen(selection: Element) -> Iterator[str]:
    """Yield the enhancements and options of a unit: the notes of a text list, or upgrades of the whole unit."""
    if selection.get(NOTES):
        yield from selection.get(NOTES).splitlines()
        return
    for part in selection.all("selections"):
        marks = (("general", values.GENERAL), ("reinforced", values.REINFORCED))
        is_mark = any(_is_among([part], identity, name) for name, identity in marks) or title_of(part) is not None
        if part.get("type") == "upgrade" and not is_mark and not any(map(values.is_weapon, profiles_below(part))):
            yield tidy(part.get("name"))


def _has_upgrade(selection: Element, identity: str, name: str) -> bool:
    """Return whether an upgrade such as Reinforced or General is chosen below a selection (A-IMP-20, A-IMP-21)."""
    return _is_among((part for part in selection.below("selections") if part is not selection), identity, name)


def _is_among(elements: Iterable[Element], identity: str, name: str) -> bool:
    """Return whether any element has an id or, in any case of letters, a name."""
    return any(element.has_id(identity) or tidy(element.get("name")).lower() == name.lower() for element in elements)


def is_leader(selection: Element) -> bool:
    """Return whether a unit leads its regiment (A-IMP-21)."""
    return _is_among(selection.all("categories"), values.LEADER_ID, values.LEADER)


def is_terrain(selection: Element) -> bool:
    """Return whether a unit is faction terrain (A-IMP-15)."""
    return _is_among(selection.all("categories"), values.TERRAIN_ID, values.TERRAIN)


def is_manifestation(selection: Element) -> bool:
    """Return whether a unit is a manifestation: it has such a profile (A-IMP-15)."""
    return any(type_of(profile) == "Manifestation" for profile in profiles_below(selection))


def is_unit(selection: Element) -> bool:
    """Return whether a selection is a unit: by its type, or since it has a warscroll, as some heroes do (A-IMP-15)."""
    if selection.get("type") == "unit":
        return True
    return any(type_of(profile) in values.PRESENT for profile in selection.all("profiles"))


def units_below(selections: Sequence[Element]) -> Iterator[Element]:
    """Yield the units among selections, at any depth; a unit inside a unit is part of it."""
    for selection in selections:
        if is_unit(selection):
            yield selection
        else:
            yield from units_below(selection.all("selections"))


# -- the army --------------------------------------------------------------------------------------

MOST_WARNINGS: Final = 200
MOST_CATALOGUES: Final = 6
"""The largest number of catalogue files beside a roster that are read."""


@dataclass
class _Parts:
    """The contents of a roster's forces, by their kind."""

    regiments: list[RegimentDocument] = field(default_factory=list)
    auxiliaries: list[UnitDocument] = field(default_factory=list)
    terrain: list[UnitDocument] = field(default_factory=list)
    manifestations: list[UnitDocument] = field(default_factory=list)
    profiles: list[Element] = field(default_factory=list)
    rules: list[Element] = field(default_factory=list)

    def name_users(self) -> None:
        """Set the users of each ability on a warscroll: every unit that has it."""
        users: dict[str, dict[str, None]] = {}
        for unit in (*self.deployed(), *self.terrain, *self.manifestations):
            for ability in unit.abilities:
                users.setdefault(ability.id, {})[unit.name] = None

        def named(ability: AbilityDocument) -> AbilityDocument:
            names = ability.used_by or tuple(users[ability.id])[:30]
            return ability.model_copy(update={"used_by": names})

        self.change(
            "regiments", "auxiliaries", "terrain", "manifestations", how=lambda abilities: map(named, abilities)
        )

    def deployed(self) -> list[UnitDocument]:
        """Return the units of the regiments, then the auxiliary units."""
        return [*(unit for regiment in self.regiments for unit in regiment.units), *self.auxiliaries]

    def change(self, *kinds: str, how: Callable[[Sequence[AbilityDocument]], Iterable[AbilityDocument]]) -> None:
        """Replace the abilities of all units of these kinds by the result of `how`."""

        def changed(part: Any) -> Any:
            if isinstance(part, RegimentDocument):
                return part.model_copy(update={"units": tuple(map(changed, part.units))})
            return part.model_copy(update={"abilities": tuple(how(part.abilities))})

        for kind in kinds:
            setattr(self, kind, list(map(changed, getattr(self, kind))))


def read_roster(path: str | Path, packs: Sequence[PackDocument] = ()) -> tuple[ArmyDocument, tuple[str, ...]]:
    """Return the army of a roster file with remarks about it; raise `DocumentError` or `OSError`.

    Base sizes come from catalogue files beside the roster whose names begin with its faction's, else from the player's
    libraries (A-IMP-31), as do missing profiles. Abilities that `packs` have too are taken from the packs, and work.
    """
    root, warnings = open_roster(path, values.GAME_SYSTEM, values.GAME), list[str]()
    faction = faction_of(root)
    own = own_profiles()
    warnings += own.troubles
    known_bases = completed(root, str(path), faction, Profiles(Libraries(RULESET), own, warnings))
    known_bases |= catalogue_bases(_catalogues(Path(path), faction, warnings))
    try:
        army = _Reader(str(path), known_bases, Abilities(packs, warnings), warnings).army(root, faction)
    except ValidationError as error:
        raise first_refusal(error, str(path)) from None
    return army, tuple(dict.fromkeys(warnings))[:MOST_WARNINGS]


def read_list(text: str, file: str, packs: Sequence[PackDocument] = ()) -> tuple[ArmyDocument, tuple[str, ...]] | None:
    """Return the army of a text list with remarks about it, or None if the text is not a list.

    Profiles come from the player's libraries and own profiles; without them the list is unfinished. Raises
    `DocumentError`, `UnfinishedError`.
    """
    listed = parse_list(text)
    if not listed.formed:
        return None
    own = own_profiles()
    warnings = own.troubles
    root = roster_of(listed, file, Profiles(Libraries(RULESET), own, warnings))
    faction = listed.faction or _("unknown")
    try:
        army = _Reader(file, {}, Abilities(packs, warnings), warnings).army(root, faction)
        army = army.model_copy(update={"formation": listed.formation[:80], "lores": listed.lores[:20]})
    except ValidationError as error:
        raise first_refusal(error, file) from None
    return army, tuple(dict.fromkeys(warnings))[:MOST_WARNINGS]


def faction_of(root: Element) -> str:
    """Return the faction of a roster (A-IMP-13)."""
    tops = root.all("forces")
    name = fields.name(tops[0].get("catalogueName")) if tops else ""
    return name.removesuffix(" - Library").strip() or _("unknown")


def _catalogues(path: Path, faction: str, warnings: list[str]) -> Iterator[Element]:
    """Yield the catalogues of the faction in the folder of a roster."""
    with suppress(OSError):
        files = [file for file in path.parent.iterdir() if file.suffix.lower() in (".cat", ".catz")]
        of_faction = sorted(file for file in files if file.stem.casefold().startswith(faction.casefold()))
        for file in of_faction[:MOST_CATALOGUES]:
            try:
                yield open_catalogue(file)
            except (DocumentError, OSError) as error:
                warnings.append(_("the catalogue is ignored: {error}", error=error))


@dataclass
class _Reader:
    """Reads the tree of one roster."""

    file: str
    known_bases: dict[str, BaseText]
    abilities: Abilities
    warnings: list[str]

    def army(self, root: Element, faction: str) -> ArmyDocument:
        """Return the army of a roster."""
        units, parts = Units(self.file, self.known_bases, self.abilities, self.warnings), _Parts()
        forces = root.all("forces")
        for force in forces:
            self._force(force, units, parts, top=True)
        if not parts.regiments and not parts.auxiliaries:
            raise DocumentError(self.file, "forces", _("holds no unit that can be played"))
        parts.name_users()
        army_abilities = self._summoning(parts)
        self._require_room(parts)
        army = ArmyDocument(
            name=fields.name(root.get("name")) or faction,
            faction=faction,
            battlepack=fields.name(forces[0].get("name").replace("✦", " ")) if forces else "",
            limit=round(min(max(_points(root, "costLimits") or 0, 0), 100_000)),
            regiments=tuple(parts.regiments),
            auxiliaries=tuple(parts.auxiliaries),
            terrain=tuple(parts.terrain),
            manifestations=tuple(parts.manifestations),
            abilities=army_abilities,
            formation=next(_choices(forces, FORMATIONS), ""),
            lores=tuple(dict.fromkeys(_lores(forces)))[:20],
        )
        self._compare(root, army)
        return army

    def _require_room(self, parts: _Parts) -> None:
        """Raise `DocumentError` if there are more parts of a kind than an army document can hold."""
        lists = (
            ("regiments", parts.regiments, N_("has {n} regiments - at most {most} are read")),
            ("auxiliaries", parts.auxiliaries, N_("has {n} auxiliary units - at most {most} are read")),
            ("terrain", parts.terrain, N_("has {n} faction terrain pieces - at most {most} are read")),
            ("manifestations", parts.manifestations, N_("has {n} manifestations - at most {most} are read")),
        )
        for name, items, text in lists:
            most = most_of(ArmyDocument, name)
            if len(items) > most:
                raise DocumentError(self.file, "forces", _(text, n=len(items), most=most))

    def _summoning(self, parts: _Parts) -> tuple[AbilityDocument, ...]:
        """Make the abilities work that set up manifestations, and set the parts of these manifestations.

        Return the army's own abilities.
        """
        working = partial(summoning, manifestations=parts.manifestations, warnings=self.warnings)
        army_abilities = working(self.abilities.read(parts.profiles, parts.rules))
        parts.change("regiments", "auxiliaries", how=working)
        of_units = (ability for unit in parts.deployed() for ability in unit.abilities)
        parts.manifestations = with_parts(parts.manifestations, [*army_abilities, *of_units])
        return army_abilities

    def _force(self, force: Element, units: Units, parts: _Parts, top: bool = False) -> None:
        """Read a force and those nested in it (A-IMP-14)."""
        selections = force.all("selections")
        units_of_force = list(units_below(selections))
        parts.profiles += [profile for unit in _but_units(selections) for profile in unit.all("profiles")]
        parts.rules += [rule for unit in _but_units(selections) for rule in unit.all("rules")]
        others: list[Element] = []
        for selection in units_of_force:
            if is_terrain(selection):
                parts.terrain.extend(units.read(selection))
            elif top and is_manifestation(selection):
                parts.manifestations.extend(units.read(selection))
            else:
                others.append(selection)
        if top or _is(force, values.AUXILIARIES, ("auxil",)):
            if top and others:
                self.warnings.append(_("units outside every regiment count as auxiliary units (A-ROS-6)"))
            for selection in others:
                parts.auxiliaries.extend(units.read(selection))
        else:
            self._regiment(force, others, units, parts)
        for inner in force.all("forces"):
            self._force(inner, units, parts)

    def _regiment(self, force: Element, selections: list[Element], units: Units, parts: _Parts) -> None:
        """Read a regiment, its leader first; one with another entry id is a regiment of renown."""
        ordered = sorted(selections, key=lambda selection: not is_leader(selection))
        members = tuple(unit for selection in ordered for unit in units.read(selection))
        renown = not _is(force, values.REGIMENT, ("regiment",))
        name = fields.name(force.get("name").replace("✦", " ")) or "Regiment"
        renown |= name.lower().startswith("regiment of renown")
        if members:
            parts.regiments.append(RegimentDocument(name=name, renown=renown, units=members))
        elif not force.all("forces"):
            self.warnings.append(_("{force}: holds no unit and is left out", force=name))

    def _compare(self, root: Element, army: ArmyDocument) -> None:
        """Warn of points that do not add up, missing revisions and assumed base sizes (A-IMP-11, A-IMP-23)."""
        if not root.get("gameSystemRevision").isdigit():
            self.warnings.append(_("the file does not say which revision of the game's data it was made with"))
        stated_points, forces = (
            _points(root, "costs"),
            [force for top in root.all("forces") for force in top.below("forces")],
        )
        counted_points = sum(points_of(selection) for force in forces for selection in force.all("selections"))
        if stated_points is not None and round(stated_points) != counted_points:
            text = N_("the file says {told} points, but its parts add up to {counted}")
            self.warnings.append(_(text, told=round(stated_points), counted=counted_points))
        units = (*army.units, *army.terrain, *army.manifestations)
        points_of_units = sum(unit.points for unit in units)
        if points_of_units < counted_points:
            text = N_("{left} of {all} points are for things other than units; these are left out or used by hand")
            self.warnings.append(_(text, left=counted_points - points_of_units, all=counted_points))
        guessed = [unit.name for unit in units if any(group.assumed_base for group in unit.models)]
        if guessed:
            text = N_("the file has no base sizes; they are assumed by type for {units} (A-IMP-33)")
            self.warnings.append(_(text, units=", ".join(dict.fromkeys(guessed))))


FORMATIONS: Final = "battle formation"
LORES: Final = ("spell lore", "prayer lore", "manifestation lore", "lore")


def _lores(tops: Iterable[Element]) -> Iterator[str]:
    """Yield the lores of an army, each with its kind."""
    for kind in LORES:
        label = "" if kind == "lore" else f"{kind.title()} - "
        yield from (f"{label}{name}"[:80] for name in _choices(tops, kind))


def _choices(tops: Iterable[Element], kind: str) -> Iterator[str]:
    """Yield the names of the choices of a kind for the whole army, such as spell lores."""
    for top in tops:
        for selection in _but_units(top.all("selections")):
            if tidy(selection.get("name")).casefold() == kind:
                yield from (name for choice in selection.all("selections") if (name := fields.name(choice.get("name"))))


def _is(force: Element, identity: str, beginnings: tuple[str, ...]) -> bool:
    """Return whether a force is of a kind: by its entry id, or by its name if that id is unknown."""
    has_known_id = force.has_id(values.REGIMENT) or force.has_id(values.AUXILIARIES)
    has_name = tidy(force.get("name")).replace("✦", "").strip().lower().startswith(beginnings)
    return force.has_id(identity) if has_known_id else has_name


def _but_units(selections: Iterable[Element]) -> Iterator[Element]:
    """Yield selections at any depth, except units and their parts."""
    for selection in selections:
        if not is_unit(selection):
            yield selection
            yield from _but_units(selection.all("selections"))


def _points(root: Element, name: str) -> float | None:
    """Return the points among the costs or limits of a roster, or None without any."""
    return next((points(cost.get("value")) for cost in root.all(name) if cost.get("typeId") == "points"), None)
