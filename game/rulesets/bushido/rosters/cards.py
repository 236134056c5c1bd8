"""Cards that people make: the notation of profile cards, their own cards, and event and terrain cards (B-WARB-6)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from pydantic import TypeAdapter

from game.documents.reading import validate_plain
from game.engine.rulebook.making import Choice, Step, change_entry, typed_name
from game.rulesets.bushido.rosters.drafts import EntryDraft, WarbandDraft, pool
from game.rulesets.bushido.rules.terrain import STARTER, TRAITS
from game.rulesets.bushido.warbands.profiles import (
    BASES,
    RONIN,
    EventCardDocument,
    FeatDocument,
    ProfileDocument,
    TerrainCardDocument,
)
from game.rulesets.bushido.warbands.roster_text import statistic
from game.rulesets.bushido.warbands.traits import CARDS, FEATS, SPECIALS
from game.table.terrain.kit import Pattern
from game.wording import N_, _

_STATISTIC = re.compile(r"(?P<value>-|\d{1,2})(?: *\((?P<boost>\d{1,2})\))?")
_KI = re.compile(r"(?P<value>\d{1,2}) */ *(?P<max>\d{1,2})(?: *\((?P<boost>\d{1,2})\))?")
_STRENGTH = re.compile(r"strength *(?P<strength>Sp|[+-]?\d{1,2})", re.IGNORECASE)
_BANDS = re.compile(r"range *(?P<bands>\d{1,2} */ *\d{1,2} */ *\d{1,2})", re.IGNORECASE)
_COMMA = re.compile(r",(?![^\[(]*[\])])")
"""A comma that stands in no brackets."""


class Unreadable(ValueError):
    """A text is not in the notation."""


def read_statistic(text: str) -> dict[str, Any]:
    """Return a statistic: its value, "-" for none, and the Ki that raises it by one; raise `Unreadable`."""
    match = _STATISTIC.fullmatch(text.strip())
    if match is None:
        raise Unreadable(_('write it like "4", "4 (2)" with the Ki cost of a boost in brackets, or "-" for none'))
    return {"value": None if match["value"] == "-" else int(match["value"]), "boost": _number(match["boost"])}


def read_ki(text: str) -> dict[str, Any]:
    """Return what a model generates and may hold at most, and the cost of a boost; raise `Unreadable`."""
    match = _KI.fullmatch(text.strip())
    if match is None:
        raise Unreadable(_('write it like "2/6", or "2/6 (3)" with the Ki cost of a boost in brackets'))
    return {"value": int(match["value"]), "max": int(match["max"]), "boost": _number(match["boost"])}


def _number(text: str | None) -> int | None:
    return None if text is None else int(text)


def ki_text(ki: Any) -> str:
    """Return Ki in the notation."""
    return f"{ki.value}/{ki.max}" + (f" ({ki.boost})" if ki.boost is not None else "")


def read_list(text: str) -> list[str]:
    """Return entries that commas part; commas in brackets belong to an entry; a dash alone is none."""
    parts = [part.strip() for part in _COMMA.split(text)]
    return [part for part in parts if part and part != "-"]


def read_number(text: str) -> int:
    """Return a whole number; raise `Unreadable`."""
    if not text.strip().isdecimal() or len(text.strip()) > 3:
        raise Unreadable(_("{text!r} is not a whole number", text=text[:20]))
    return int(text)


def read_weapon(text: str) -> dict[str, Any]:
    """Return a weapon in a line: name, then strength, bands, traits and specials; raise `Unreadable`."""
    name, colon, rest = text.partition(":")
    if not colon or not name.strip():
        example = "Long Bow: strength +0, range 6/12/18, Pierce (1), Powerful Attack (1)"
        raise Unreadable(_("write it like “{example}”", example=example))
    weapon: dict[str, Any] = {"name": name.strip(), "kind": "melee", "strength": 0, "traits": [], "specials": []}
    for entry in read_list(rest):
        strength, bands = _STRENGTH.fullmatch(entry), _BANDS.fullmatch(entry)
        if strength is not None:
            weapon["strength"] = "Sp" if strength["strength"].lower() == "sp" else int(strength["strength"])
        elif bands is not None:
            weapon |= {"kind": "ranged", "bands": [int(number) for number in bands["bands"].split("/")]}
        else:
            special = entry.partition(" (")[0] in SPECIALS or entry.partition(" (")[0].endswith((" Attack", " Defence"))
            weapon["specials" if special else "traits"].append(entry)
    return weapon


def read_theme(text: str) -> dict[str, Any] | None:
    """Return a theme in a line, None for a dash: name, then what it permits, excludes, "Ronin"; raise `Unreadable`."""
    if text.strip() in ("", "-"):
        return None
    name, _colon, rest = text.partition(":")
    theme: dict[str, Any] = {"name": name.strip()}
    for part in filter(None, map(str.strip, rest.split(";"))):
        verb, _space, types = part.partition(" ")
        if verb in ("permits", "excludes") and read_list(types):
            theme[verb] = read_list(types)
        elif part == "Ronin":
            theme["ronin"] = True
        else:
            example = "Night Watch: permits Monk, Soldier; excludes Beast; Ronin"
            raise Unreadable(_("write it like “{example}”", example=example))
    return theme


def theme_text(theme: Any) -> str:
    """Return a theme in the notation."""
    listed = [f"{verb} {', '.join(getattr(theme, verb))}" for verb in ("permits", "excludes") if getattr(theme, verb)]
    parts = "; ".join([*listed, *(["Ronin"] if theme.ronin else [])])
    return f"{theme.name}: {parts}" if parts else str(theme.name)


def weapon_text(weapon: Any) -> str:
    """Return a weapon in the notation."""
    bands = [f"range {'/'.join(map(str, weapon.bands))}"] if weapon.bands else []
    strength = weapon.strength if weapon.strength == "Sp" else f"{weapon.strength:+d}"
    return f"{weapon.name}: {', '.join([f'strength {strength}', *bands, *weapon.traits, *weapon.specials])}"


NEW: Final = "new-card"
EMPTY: Final = "empty"
OWN: Final = "own."
MOST_WEAPONS: Final = 8

_BLANK: Final[dict[str, Any]] = {
    "rice": 10,
    "melee": {"value": 3, "boost": 2},
    "ranged": {"value": None},
    "move": {"value": 4},
    "ki": {"value": 1, "max": 3},
    "wounds": 5,
    "weapons": [{"name": "Blade", "kind": "melee"}],
}


class Field(NamedTuple):
    """An entry of a card that is typed: its name in steps and in the document, how it is read and written."""

    name: str
    title: str
    rule: str
    read: Callable[[str], Any]
    write: Callable[[ProfileDocument], str]


def _feats(text: str) -> list[dict[str, Any]]:
    """Return the feats with these names, as printed on the cards that have them."""
    known: dict[str, FeatDocument] = {feat.name: feat for card in pool().values() for feat in card.feats}
    names = read_list(text)
    for name in names:
        if name not in known:
            usable = ", ".join(feat for feat in FEATS if feat in known)
            raise Unreadable(_("no card has a feat called {name!r} - use one of {known}", name=name[:40], known=usable))
    return [known[name].model_dump(mode="json") for name in names]


FIELDS: Final = (
    Field("name", N_("Name"), "B-STAT-2", typed_name, lambda card: card.name),
    Field("types", N_("Types"), "B-STAT-2", read_list, lambda card: ", ".join(card.types)),
    Field("rice", N_("Rice"), "B-WARB-3", read_number, lambda card: str(card.rice)),
    Field("max", N_("Wound tracks"), "B-WARB-4", read_number, lambda card: str(card.max)),
    Field("melee", N_("Melee"), "B-STAT-2", read_statistic, lambda card: statistic(card.melee)),
    Field("ranged", N_("Ranged"), "B-STAT-2", read_statistic, lambda card: statistic(card.ranged)),
    Field("move", N_("Move"), "B-STAT-2", read_statistic, lambda card: statistic(card.move)),
    Field("ki", N_("Ki"), "B-STAT-2", read_ki, lambda card: ki_text(card.ki)),
    Field("wounds", N_("Wounds"), "B-STAT-5", read_number, lambda card: str(card.wounds)),
    Field("traits", N_("Traits"), "B-STAT-2", read_list, lambda card: ", ".join(card.traits)),
    Field("feats", N_("Ki feats"), "B-KI-1", _feats, lambda card: ", ".join(feat.name for feat in card.feats)),
    Field("hired_by", N_("Ronin hired by"), "B-WARB-5", read_list, lambda card: ", ".join(card.hired_by)),
)


def steps(draft: WarbandDraft) -> Iterator[Step]:
    """Yield the step that begins a card, and the steps of every card of the player's own."""
    part = _("Your own cards")
    cards = {**pool(), **{card.profile.id: card.profile for card in draft.cards}}
    choices = (
        Choice(EMPTY, _("a blank card"), _("you fill in everything"), rule="B-STAT-2"),
        *(Choice(name, _("copy of {card}", card=card.name), rule="B-STAT-2") for name, card in cards.items()),
    )
    yield Step(NEW, _("Start another card"), part, "", "B-STAT-2", choices=choices, optional=True, by_hand=True)
    for entry in draft.cards:
        if entry.own:
            yield from _of_card(entry.profile)


def _of_card(card: ProfileDocument) -> Iterator[Step]:
    part, here = _("Your card {name}", name=card.name), f"{OWN}{card.id}."
    for field in FIELDS:
        text = field.write(card)
        yield Step(here + field.name, _(field.title), part, text, field.rule, suggestion=text, optional=True)
    words = {mm: _("{mm} mm ({size})", mm=mm, size=_(size)) for mm, size in BASES.items()}
    sizes = tuple(Choice(str(mm), label, rule="B-GEO-2") for mm, label in words.items())
    yield Step(here + "base_mm", _("Base"), part, f"{card.base_mm} mm", "B-GEO-2", choices=sizes)
    yes_no = Choice("yes", _("yes")), Choice("no", _("no"))
    yield Step(here + "unique", _("Unique"), part, _("yes") if card.unique else _("no"), "B-STAT-2", choices=yes_no)
    for number, weapon in enumerate(card.weapons, 1):
        text = weapon_text(weapon)
        title = _("Weapon {n} (enter - to remove it)", n=number)
        yield Step(f"{here}weapon-{number}", title, part, text, "B-STAT-3", suggestion=text)
    if len(card.weapons) < MOST_WEAPONS:
        yield Step(f"{here}weapon-new", _("Add a weapon"), part, "", "B-STAT-3", suggestion="", optional=True)
    drop = (Choice("drop", _("delete it")),)
    yield Step(here + "drop", _("Delete this card"), part, "", "B-STAT-2", choices=drop, optional=True, by_hand=True)


def answered(draft: WarbandDraft, step: str, answer: str) -> WarbandDraft:
    """Return the draft after an answer about one of the player's own cards; raise `ValueError`, `DocumentError`."""
    if step == NEW:
        return draft.having(EntryDraft(profile=_begun(draft, answer), own=True))
    identity, _dot, field = step.removeprefix(OWN).rpartition(".")
    if field == "drop":
        return draft.without(identity)
    entry = draft.entry(identity)
    assert entry is not None
    document = entry.profile.model_dump(mode="json")
    if field.startswith("weapon-"):
        change_entry(document["weapons"], field.removeprefix("weapon-"), answer, read_weapon)
    elif field == "base_mm":
        document["base_mm"] = int(answer)
    elif field == "unique":
        document["unique"] = answer == "yes"
    else:
        document[field] = next(entry for entry in FIELDS if entry.name == field).read(answer)
    if field == "hired_by":
        document["faction"] = RONIN if document["hired_by"] else ""
    changed = validate_plain(TypeAdapter(ProfileDocument), document, identity)
    count = min(entry.count, changed.max)
    return draft.having(EntryDraft(profile=changed, count=count, own=True))


def _begun(draft: WarbandDraft, answer: str) -> ProfileDocument:
    """Return a new card, empty or like another one, under a name and an id that no card has."""
    known = {**pool(), **{card.profile.id: card.profile for card in draft.cards}}
    like = known.get(answer)
    document = _BLANK if like is None else like.model_dump(mode="json")
    name = _("New card") if like is None else like.name
    names, number = {card.name for card in known.values()}, 1
    title = name
    while title in names or _id(title) in known:
        number += 1
        title = f"{name} {number}"
    faction = RONIN if like is not None and like.faction == RONIN else ""
    begun = {**document, "id": _id(title), "name": title, "faction": faction, "count": 1}
    return validate_plain(TypeAdapter(ProfileDocument), begun, _id(title))


def _id(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:50] or "card"


RULE: Final = "B-WARB-6"
EVENT: Final = "event."
TERRAIN: Final = "terrain."
DEAREST: Final = 5
"""The most rice that one of these cards costs here."""
MOST_TERRAIN: Final = 6
_PATTERNS: Final = {pattern.id: pattern for pattern in STARTER}


def bought_steps(draft: WarbandDraft) -> Iterator[Step]:
    """Yield a step for every card: events, starter pieces, and pieces that somebody drew."""
    costs = {event.name: event.rice for event in draft.events}
    for name in sorted(CARDS):
        yield _bought(draft, EVENT + _key(name), name, _("Event cards"), costs.get(name, 0))
    prices = {piece.piece.id: piece.rice for piece in draft.terrain}
    full = len(draft.terrain) >= MOST_TERRAIN
    for identity, pattern in _PATTERNS.items():
        now = prices.get(identity, 0)
        against = _("a warband brings at most {n} pieces", n=MOST_TERRAIN) if full and not now else ""
        yield _bought(draft, TERRAIN + identity, _(pattern.name), _("Terrain cards"), now, _said(pattern), against)
    for other in draft.terrain:
        if other.piece.id not in _PATTERNS:
            choices = Choice("keep", _("keep it")), Choice("drop", _("leave it out"))
            value = _("for {n} rice", n=other.rice)
            yield Step(TERRAIN + other.piece.id, other.name, _("Terrain cards"), value, RULE, choices=choices)


def bought(draft: WarbandDraft, step: str, answer: str) -> WarbandDraft:
    """Return the draft with an event or a piece of terrain bought for rice, kept, or left out."""
    if step.startswith(EVENT):
        name = step.removeprefix(EVENT)
        events = tuple(card for card in draft.events if _key(card.name) != name)
        event = next(card for card in CARDS if _key(card) == name)
        bought = () if answer == "0" else (EventCardDocument(name=event, rice=int(answer)),)
        return draft.model_copy(update={"events": (*events, *bought)})
    identity = step.removeprefix(TERRAIN)
    if answer == "keep":
        return draft
    terrain = tuple(other for other in draft.terrain if other.piece.id != identity)
    if answer in ("0", "drop"):
        return draft.model_copy(update={"terrain": terrain})
    piece = next((other.piece for other in draft.terrain if other.piece.id == identity), None)
    pattern = _PATTERNS[identity]
    card = TerrainCardDocument(name=_(pattern.name), rice=int(answer), piece=piece or pattern.document())
    return draft.model_copy(update={"terrain": (*terrain, card)})


def _bought(draft: WarbandDraft, step: str, title: str, part: str, now: int, text: str = "", against: str = "") -> Step:
    """Return the step of a card that costs as much rice as the players say."""
    left = draft.rice_limit - draft.warband().rice
    most = max(min(DEAREST, left + now), now)
    choices = (
        Choice("0", _("none"), text, rule=RULE),
        *(Choice(str(rice), _("for {n} rice", n=rice), text, rule=RULE) for rice in range(1, most + 1)),
    )
    value = _("for {n} rice", n=now) if now else ""
    reason = against or ("" if most else _("no rice is left"))
    return Step(step, title, part, value, RULE, choices=choices, reason=reason, optional=True, by_hand=True)


def _said(pattern: Pattern) -> str:
    """Return in words what a piece of terrain does."""
    titles = (TRAITS[trait][0] for trait in pattern.traits.values() if trait in TRAITS)
    return ", ".join(_(title) for title in titles if title)


def _key(name: str) -> str:
    return name.lower().replace(" ", "-")
