"""Profile cards and warbands as documents (B-STAT-2, B-WARB), and the warbands that can be found by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Annotated, ClassVar, Final, Literal

from pydantic import Field, model_validator

from game.documents.faces import FacedDocument
from game.documents.reading import Identifier, Name, Part, load_document, refuse
from game.engine.kit.rosters import ByName
from game.rulesets.bushido.warbands.traits import CARDS, FEATS, FORMS, SPECIALS, TRAITS, UnreadableTerm, term
from game.table.documents import TerrainPiece
from game.wording import N_, _

RONIN = "Ronin"
"""The faction of models that fight for any warband that lists them."""
LARGEST_PIECE = 9
"""The largest width and depth of a terrain piece, in inches (B-SETUP-9)."""
CITES: Final = {r"models\[\d+\]\.": "B-STAT-2"}
"""The rule to cite when a value of a card is refused, by its place in the document."""
Terms = Annotated[tuple[Annotated[str, Field(min_length=1, max_length=80)], ...], Field(max_length=30)]
Small = Annotated[int, Field(ge=0, le=20)]
Inches = Annotated[int, Field(ge=1, le=48)]

BASES = {30: "small", 40: "medium", 50: "large", 60: "huge"}
"""The size of a model by the diameter of its base in millimetres (B-GEO-8); Tiny and Huge override it (B-TR-26)."""


class StatisticDocument(Part):
    """A statistic: its value, None for a printed "-", and the Ki cost of a boost, None without boosts."""

    value: Small | None = None
    boost: Small | None = None


class KiDocument(Part):
    """The Ki of a model: its gain each turn, the most tokens that it can hold, the cost of a boost (B-STAT-2)."""

    value: Small
    max: Small
    boost: Small | None = None


class WeaponDocument(Part):
    """A weapon: its strength ("Sp": B-STAT-3), traits, and specials with costs (B-SPEC-6).

    A ranged weapon has three `bands`: its short, medium and long range.
    """

    name: Name
    kind: Literal["melee", "ranged"]
    strength: Annotated[int, Field(ge=-5, le=10)] | Literal["Sp"] = 0
    traits: Terms = ()
    specials: Terms = ()
    bands: tuple[Inches, Inches, Inches] | None = None

    @model_validator(mode="after")
    def _has_bands_if_ranged(self) -> WeaponDocument:
        if (self.bands is None) == (self.kind == "ranged"):
            refuse("bands", "three distances belong to a ranged weapon, and to no other (B-STAT-2)")
        if self.bands is not None and list(self.bands) != sorted(set(self.bands)):
            refuse("bands", "must grow from short to medium to long (B-RNG-10)")
        _check(self.traits, "traits", _why_no_trait)
        _check(self.specials, "specials", _why_no_special)
        return self


class FeatDocument(Part):
    """A Ki feat. The rules have its effect by its `name` (B-KI); the other fields limit its use."""

    name: Name
    timing: Literal["Instant", "Active", "Simple", "Complex"]
    ki: Small
    subject: Literal["Personal", "Target", "Aura", "Pulse", "Special"] = "Personal"
    range_in: Inches | None = None
    opposed: bool = False
    limits: tuple[Literal["no_btb", "no_walk", "once_per_turn", "once_per_game", "trap"], ...] = ()
    effect: Annotated[str, Field(max_length=400)] = ""

    @model_validator(mode="after")
    def _is_known(self) -> FeatDocument:
        if self.name not in FEATS:
            refuse("name", _unknown(N_("unknown feat {name!r} (B-KI-1) - {known}"), self.name, FEATS))
        if FEATS[self.name].target and self.subject != "Target":
            refuse("subject", _("must be Target: {name} does something to one model (B-KI-8)", name=self.name))
        return self


class ProfileDocument(Part):
    """A profile card (B-STAT-2), and the number of its models in the warband.

    Without a `faction`, it belongs to the faction of the warband. A Ronin lists the factions that it is `hired_by`
    (B-WARB-2).
    """

    id: Identifier
    name: Name
    unique: bool = False
    max: Annotated[int, Field(ge=1, le=10)] = 1
    count: Annotated[int, Field(ge=1, le=10)] = 1
    types: Annotated[tuple[Name, ...], Field(max_length=20)] = ()
    faction: Annotated[str, Field(max_length=80)] = ""
    hired_by: Annotated[tuple[Name, ...], Field(max_length=20)] = ()
    base_mm: Literal[30, 40, 50, 60] = 30
    rice: Annotated[int, Field(ge=0, le=100)]
    melee: StatisticDocument
    ranged: StatisticDocument
    move: StatisticDocument
    ki: KiDocument
    wounds: Annotated[int, Field(ge=1, le=20)]
    traits: Terms = ()
    weapons: Annotated[tuple[WeaponDocument, ...], Field(max_length=8)]
    feats: Annotated[tuple[FeatDocument, ...], Field(max_length=10)] = ()

    @model_validator(mode="after")
    def _can_be_read(self) -> ProfileDocument:
        _check(self.traits, "traits", _why_no_trait)
        if all(weapon.kind != "melee" for weapon in self.weapons):
            refuse("weapons", "there is no melee weapon - every model has one (B-STAT-2)")
        return self


class ThemeDocument(Part):
    """A theme (B-WARB-6): the types it permits (empty for all) and excludes, and whether it allows Ronin (B-WARB-5)."""

    name: Name
    permits: Annotated[tuple[Name, ...], Field(max_length=20)] = ()
    excludes: Annotated[tuple[Name, ...], Field(max_length=20)] = ()
    ronin: bool = False

    def why_not(self, profile: ProfileDocument) -> str:
        """Return the reason why a card cannot be recruited, or "". Exclusions are stronger than permissions."""
        types = {*profile.types, profile.name}
        if out := sorted(types & set(self.excludes)):
            return _("the theme {theme} excludes {types} (B-WARB-6)", theme=self.name, types=", ".join(out))
        if profile.faction == RONIN and not self.ronin:
            return _("the theme {theme} does not allow Ronin (B-WARB-5)", theme=self.name)
        if self.permits and not types & set(self.permits):
            permitted = ", ".join(self.permits)
            return _("the theme {theme} allows only {types} (B-WARB-6)", theme=self.name, types=permitted)
        return ""


class TerrainCardDocument(Part):
    """A terrain piece of a warband (B-WARB-6), which its player places during the setup (B-SETUP-5)."""

    name: Name
    rice: Annotated[int, Field(ge=1, le=100)]
    piece: TerrainPiece


class EventCardDocument(Part):
    """An event card (B-WARB-6): its name and its rice. The rules have its effect by its name."""

    name: Name
    rice: Annotated[int, Field(ge=1, le=100)]

    @model_validator(mode="after")
    def _is_known(self) -> EventCardDocument:
        if self.name not in CARDS:
            refuse("name", _unknown(N_("unknown event {name!r} (B-WARB-6) - {known}"), self.name, sorted(CARDS)))
        return self


class WarbandDocument(FacedDocument):
    """A warband (B-WARB): name, faction, limit of rice (B-WARB-1), profile cards, theme, terrain and events."""

    cites: ClassVar[Mapping[str, str]] = CITES

    format: Literal["inchwise-warband"] = "inchwise-warband"
    version: Literal[1] = 1
    ruleset: Literal["bushido"] = "bushido"
    name: Name
    faction: Name
    rice_limit: Annotated[int, Field(ge=10, le=200)] = 100
    models: Annotated[tuple[ProfileDocument, ...], Field(min_length=1, max_length=30)]
    theme: ThemeDocument | None = None
    terrain: Annotated[tuple[TerrainCardDocument, ...], Field(max_length=6)] = ()
    events: Annotated[tuple[EventCardDocument, ...], Field(max_length=10)] = ()

    @property
    def rice(self) -> int:
        """The rice of the whole warband (B-WARB-3, B-WARB-4)."""
        models = sum(profile.rice * profile.count for profile in self.models)
        return models + sum(card.rice for card in self.terrain) + sum(card.rice for card in self.events)

    @model_validator(mode="after")
    def _keeps_the_rules(self) -> WarbandDocument:
        broken = list(broken_rules(self))
        if broken:
            (where, first), *others = broken
            further = [_("at {where}: {reason}", where=where, reason=reason) for where, reason in others]
            refuse(where, "; ".join((first, *further)))
        return self


def broken_rules(warband: WarbandDocument) -> Iterator[tuple[str, str]]:
    """Yield the place and the reason, with its rule, of every rule that a warband breaks (B-WARB, AMB-30)."""
    if warband.rice > warband.rice_limit:
        text = N_("costs {rice} rice, {over} more than the limit of {limit} - leave something out (B-WARB-3)")
        over = warband.rice - warband.rice_limit
        yield "models", _(text, rice=warband.rice, over=over, limit=warband.rice_limit)
    if warband.faction == RONIN:
        yield "faction", _("Ronin cannot be chosen as a faction - name the one that hires them (B-WARB-2)")
    for index, profile in enumerate(warband.models):
        place = f"models[{index}]"
        if any(profile.id == earlier.id for earlier in warband.models[:index]):
            text = N_("the card {name} appears twice - raise its count instead (B-WARB-4)")
            yield place, _(text, name=profile.name)
        if profile.unique and profile.max > 1:
            yield f"{place}.max", _("{name} is unique: only one is allowed (B-STAT-2)", name=profile.name)
        if profile.count > profile.max:
            text = N_("{count} of {name}, but its card allows {max} (B-WARB-4)")
            yield f"{place}.count", _(text, count=profile.count, name=profile.name, max=profile.max)
        yield from _hatred(warband, index)
        yield from _faction(warband, index)
        if warband.theme is not None and (reason := warband.theme.why_not(profile)):
            yield place, f"{profile.name}: {reason}"
    yield from _terrain(warband)
    for index, event in enumerate(warband.events):
        if any(event.name == earlier.name for earlier in warband.events[:index]):
            yield f"events[{index}]", _("the card {name} appears twice (B-WARB-4)", name=event.name)


def _terrain(warband: WarbandDocument) -> Iterator[tuple[str, str]]:
    """Yield the errors of the terrain of a warband: repeated or too large pieces."""
    for index, card in enumerate(warband.terrain):
        if any(card.piece.id == earlier.piece.id for earlier in warband.terrain[:index]):
            yield f"terrain[{index}].piece.id", _("{piece!r} appears twice (B-WARB-4)", piece=card.piece.id)
        sides = [[point[axis] for area in card.piece.area for point in area.outline] for axis in (0, 1)]
        if any(side and max(side) - min(side) > LARGEST_PIECE for side in sides):
            text = N_("{name} is larger than {most} by {most} inches (B-SETUP-9)")
            yield f"terrain[{index}].piece", _(text, name=card.name, most=LARGEST_PIECE)


def _faction(warband: WarbandDocument, index: int) -> Iterator[tuple[str, str]]:
    """Yield the error of a card that does not belong to the faction and is not hired by it."""
    profile = warband.models[index]
    place = f"models[{index}]"
    if profile.faction == RONIN and warband.faction not in profile.hired_by:
        text = N_("{name} is a Ronin that {faction} does not hire (B-WARB-2)")
        yield f"{place}.hired_by", _(text, name=profile.name, faction=warband.faction)
    elif profile.faction not in ("", RONIN, warband.faction):
        text = N_("{name} belongs to {theirs}, the warband to {faction} (B-WARB-2)")
        yield f"{place}.faction", _(text, name=profile.name, theirs=profile.faction, faction=warband.faction)


def _hatred(warband: WarbandDocument, index: int) -> Iterator[tuple[str, str]]:
    """Yield an error for each model that a model of the warband hates."""
    profile = warband.models[index]
    for where, text in entries(profile):
        entry = term(text)
        if entry.name != "Hatred":
            continue
        for other in warband.models:
            if other is not profile and entry.about in (*other.types, other.name, warband.faction):
                reason = N_("{name} hates {about} and cannot be in a warband with {other} (B-WARB-7)")
                yield f"models[{index}].{where}", _(reason, name=profile.name, about=entry.about, other=other.name)


def _check(texts: tuple[str, ...], where: str, why_not: Callable[[str], str]) -> None:
    """Refuse the first entry of a card that cannot be read, or for which `why_not` returns a reason."""
    for index, text in enumerate(texts):
        try:
            reason = why_not(text)
        except UnreadableTerm as error:
            reason = str(error)
        if reason:
            refuse(f"{where}[{index}]", reason)


def _why_no_trait(text: str) -> str:
    """Return the reason why an entry of a card is not a trait of the rules, or "" if it is one (B-TR)."""
    entry = term(text)
    if entry.name not in TRAITS:
        rows = sorted(TRAITS.values(), key=lambda row: (FORMS.index(row.form), row.name))
        return _unknown(N_("unknown trait {name!r} (B-STAT-2) - {known}"), entry.name, [row.name for row in rows])
    form, names = TRAITS[entry.name].form, TRAITS[entry.name].names
    if bool(entry.about) != form.startswith("[D]") or len(entry.values) != form.count("X") + form.count("Y"):
        return _written_wrong(text, entry.name, form)
    if entry.name == "Charging Bonus":
        return _why_no_trait(entry.about)
    if names and entry.about not in names:
        wrong = N_("{what!r} does not match anything in the rules - use one of {known}")
        return _(wrong, what=str(entry), known=", ".join(names))
    return ""


def _why_no_special(text: str) -> str:
    """Return the reason why an entry of a card is not a special with its cost, or "" if it is (B-SPEC-1)."""
    entry = term(text)
    if entry.name not in SPECIALS:
        return _unknown(N_("unknown special {name!r} (B-SPEC-1) - {known}"), entry.name, SPECIALS)
    return _written_wrong(text, entry.name, "(X)") if entry.about or len(entry.values) != 1 or entry.value < 0 else ""


def _written_wrong(text: str, name: str, form: str) -> str:
    """Return the reason why an entry is not in its form."""
    return _("{text!r} is written wrong - write it as {name} {form}", text=text, name=name, form=form).rstrip()


def _unknown(text: str, name: str, known: Iterable[str]) -> str:
    """Return a text about an unknown name, with similar names or all known names."""
    similar = get_close_matches(name, known, 3, 0.7)
    listed = (
        _("did you mean {names}?", names=", ".join(similar)) if similar else _("known: {names}", names=", ".join(known))
    )
    return _(text, name=name, known=listed)


def entries(profile: ProfileDocument) -> Iterator[tuple[str, str]]:
    """Yield every trait of a card and of its weapons, each with its place in the document."""
    for index, text in enumerate(profile.traits):
        yield f"traits[{index}]", text
    for number, weapon in enumerate(profile.weapons):
        for index, text in enumerate(weapon.traits):
            yield f"weapons[{number}].traits[{index}]", text


# -- warbands that come with the program, and people's own -----------------------------------------

_HERE = Path(__file__).parent
NAMES = ("still-bell", "mudwater")
"""The bundled warbands, in the order in which players get them by default."""


@cache
def bundled_warband(name: str) -> WarbandDocument:
    """Return a bundled warband by name; raise `KeyError`."""
    if name not in NAMES:
        raise KeyError(name)
    return load_document(_HERE / f"{name}.json", WarbandDocument)


WARBANDS: Final = ByName(
    "bushido",
    WarbandDocument,
    lambda: NAMES,
    bundled_warband,
    N_("no warband or file is called {name!r} - the warbands are {known}"),
)
