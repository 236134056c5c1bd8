"""Cards made by players: the notation of profile cards, typed cards, and event and terrain cards (B-WARB-6)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, ClassVar, Final

from game.engine.kit.making import Entry, OwnSheets, Unreadable, own_step, whole
from game.engine.rulebook.making import Choice, Step, typed_name
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
from game.rulesets.bushido.warbands.roster_text import ki_numbers, statistic, weapon_numbers
from game.rulesets.bushido.warbands.traits import CARDS, FEATS, SPECIALS
from game.table.terrain.kit import Pattern
from game.wording import N_, _

_STATISTIC = re.compile(r"(?P<value>-|\d{1,2})(?: *\((?P<boost>\d{1,2})\))?")
_KI = re.compile(r"(?P<value>\d{1,2}) */ *(?P<max>\d{1,2})(?: *\((?P<boost>\d{1,2})\))?")
_STRENGTH = re.compile(r"strength *(?P<strength>Sp|[+-]?\d{1,2})", re.IGNORECASE)
_BANDS = re.compile(r"range *(?P<bands>\d{1,2} */ *\d{1,2} */ *\d{1,2})", re.IGNORECASE)
_COMMA = re.compile(r",(?![^\[(]*[\])])")
"""A comma outside brackets."""


def _numbers(pattern: re.Pattern[str], advice: str, text: str) -> dict[str, Any]:
    """Return the numbers in a text by the names in a pattern; raise `Unreadable`. A missing number or "-" is None."""
    match = pattern.fullmatch(text.strip())
    if match is None:
        raise Unreadable(_(advice))
    return {name: None if value in (None, "-") else int(value) for name, value in match.groupdict().items()}


read_statistic: Final = partial(
    _numbers, _STATISTIC, N_('write it like "4", "4 (2)" with the Ki cost of a boost in brackets, or "-" for none')
)
read_ki: Final = partial(_numbers, _KI, N_('write it like "2/6", or "2/6 (3)" with the Ki cost of a boost in brackets'))


def read_list(text: str) -> list[str]:
    """Return the entries of a text, separated by commas outside brackets. A dash alone is an empty list."""
    parts = [part.strip() for part in _COMMA.split(text)]
    return [part for part in parts if part and part != "-"]


def read_weapon(text: str) -> dict[str, Any]:
    """Return a weapon from a line: name, then strength, range, traits and specials; raise `Unreadable`."""
    name, colon, entries_text = text.partition(":")
    if not colon or not name.strip():
        example = "Long Bow: strength +0, range 6/12/18, Pierce (1), Powerful Attack (1)"
        raise Unreadable(_("write it like “{example}”", example=example))
    weapon: dict[str, Any] = {"name": name.strip(), "kind": "melee", "strength": 0, "traits": [], "specials": []}
    for entry in read_list(entries_text):
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
    """Return a theme from a line, or None for a dash; raise `Unreadable`.

    The line has the name, then the types it permits, the types it excludes, and "Ronin" if they may join.
    """
    if text.strip() in ("", "-"):
        return None
    name, _colon, parts_text = text.partition(":")
    theme: dict[str, Any] = {"name": name.strip()}
    for part in filter(None, map(str.strip, parts_text.split(";"))):
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
    """Return a theme as players type it."""
    listed = [f"{verb} {', '.join(getattr(theme, verb))}" for verb in ("permits", "excludes") if getattr(theme, verb)]
    parts = "; ".join([*listed, *(["Ronin"] if theme.ronin else [])])
    return f"{theme.name}: {parts}" if parts else str(theme.name)


def weapon_text(weapon: Any) -> str:
    """Return a weapon as players type it."""
    reach, strength = weapon_numbers(weapon)
    bands = [f"range {reach}"] if reach else []
    return f"{weapon.name}: {', '.join([f'strength {strength}', *bands, *weapon.traits, *weapon.specials])}"


def _feats(text: str) -> list[dict[str, Any]]:
    """Return the feats with the names in a text, as printed on the cards that have them; raise `Unreadable`."""
    feats_by_name: dict[str, FeatDocument] = {feat.name: feat for card in pool().values() for feat in card.feats}
    names = read_list(text)
    for name in names:
        if name not in feats_by_name:
            usable = ", ".join(feat for feat in FEATS if feat in feats_by_name)
            raise Unreadable(_("no card has a feat called {name!r} - use one of {known}", name=name[:40], known=usable))
    return [feats_by_name[name].model_dump(mode="json") for name in names]


_whole = partial(whole, digits=3)


class OwnCards(OwnSheets[ProfileDocument]):
    """Cards that players type in (B-STAT-2)."""

    kind, new, rule, weapon_rule, most_weapons = ProfileDocument, "new-card", "B-STAT-2", "B-STAT-3", 8
    begin, begins = (N_("Your own cards"), N_("Start another card")), (N_("a blank card"), N_("New card"))
    part, drop = N_("Your card {name}"), N_("Delete this card")
    blank: ClassVar[Mapping[str, Any]] = {
        "rice": 10,
        "melee": {"value": 3, "boost": 2},
        "ranged": {"value": None},
        "move": {"value": 4},
        "ki": {"value": 1, "max": 3},
        "wounds": 5,
        "weapons": [{"name": "Blade", "kind": "melee"}],
    }
    entries = (
        Entry("name", N_("Name"), "B-STAT-2", typed_name, lambda card: card.name),
        Entry("types", N_("Types"), "B-STAT-2", read_list, lambda card: ", ".join(card.types)),
        Entry("rice", N_("Rice"), "B-WARB-3", _whole, lambda card: str(card.rice)),
        Entry("max", N_("Wound tracks"), "B-WARB-4", _whole, lambda card: str(card.max)),
        Entry("melee", N_("Melee"), "B-STAT-2", read_statistic, lambda card: statistic(card.melee)),
        Entry("ranged", N_("Ranged"), "B-STAT-2", read_statistic, lambda card: statistic(card.ranged)),
        Entry("move", N_("Move"), "B-STAT-2", read_statistic, lambda card: statistic(card.move)),
        Entry("ki", N_("Ki"), "B-STAT-2", read_ki, lambda card: ki_numbers(card.ki, boost=True)),
        Entry("wounds", N_("Wounds"), "B-STAT-5", _whole, lambda card: str(card.wounds)),
        Entry("traits", N_("Traits"), "B-STAT-2", read_list, lambda card: ", ".join(card.traits)),
        Entry("feats", N_("Ki feats"), "B-KI-1", _feats, lambda card: ", ".join(feat.name for feat in card.feats)),
        Entry("hired_by", N_("Ronin hired by"), "B-WARB-5", read_list, lambda card: ", ".join(card.hired_by)),
    )
    read_weapon, write_weapon = staticmethod(read_weapon), staticmethod(weapon_text)

    def further_steps(self, sheet: ProfileDocument, part: str, here: str) -> Iterator[Step]:
        words = {mm: _("{mm} mm ({size})", mm=mm, size=_(size)) for mm, size in BASES.items()}
        sizes = tuple(Choice(str(mm), label, rule="B-GEO-2") for mm, label in words.items())
        yield Step(here + "base_mm", _("Base"), part, f"{sheet.base_mm} mm", "B-GEO-2", choices=sizes)
        yes_no, unique = (Choice("yes", _("yes")), Choice("no", _("no"))), _("yes") if sheet.unique else _("no")
        yield Step(here + "unique", _("Unique"), part, unique, "B-STAT-2", choices=yes_no)

    def change(self, document: dict[str, Any], name: str, answer: str) -> None:
        if name == "base_mm":
            document["base_mm"] = int(answer)
        elif name == "unique":
            document["unique"] = answer == "yes"
        elif name == "hired_by":
            document["faction"] = RONIN if document["hired_by"] else ""

    def as_new(self, like: ProfileDocument | None) -> Mapping[str, Any]:
        return {"faction": RONIN if like is not None and like.faction == RONIN else "", "count": 1}


OWN_CARDS: Final = OwnCards()


def steps(draft: WarbandDraft) -> Iterator[Step]:
    """Yield the step that begins a new card, and the steps of each of the player's own cards."""
    yield OWN_CARDS.first_step(draft.known())
    for entry in draft.cards:
        if entry.own:
            yield from OWN_CARDS.steps(entry.profile)


def answered(draft: WarbandDraft, step: str, answer: str) -> WarbandDraft:
    """Return the draft after an answer about one of the player's own cards; raise `ValueError`, `DocumentError`."""
    if step == OwnCards.new:
        return draft.having(EntryDraft(profile=OWN_CARDS.begun(draft.known(), answer), own=True))
    identity, name = own_step(step)
    if name == "drop":
        return draft.without(identity)
    entry = draft.entry(identity)
    assert entry is not None
    changed = OWN_CARDS.changed(entry.profile, name, answer)
    return draft.having(EntryDraft(profile=changed, count=min(entry.count, changed.max), own=True))


RULE: Final = "B-WARB-6"
EVENT: Final = "event."
TERRAIN: Final = "terrain."
DEAREST: Final = 5
"""The highest price of such a card, in rice."""
MOST_TERRAIN: Final = 6
_PATTERNS: Final = {pattern.id: pattern for pattern in STARTER}


def bought_steps(draft: WarbandDraft) -> Iterator[Step]:
    """Yield a step for each event card and each terrain piece, bundled or drawn by a player."""
    costs = {event.name: event.rice for event in draft.events}
    for name in sorted(CARDS):
        yield _bought(draft, EVENT + _key(name), name, _("Event cards"), costs.get(name, 0))
    prices = {piece.piece.id: piece.rice for piece in draft.terrain}
    full = len(draft.terrain) >= MOST_TERRAIN
    for identity, pattern in _PATTERNS.items():
        price = prices.get(identity, 0)
        reason = _("a warband brings at most {n} pieces", n=MOST_TERRAIN) if full and not price else ""
        yield _bought(draft, TERRAIN + identity, _(pattern.name), _("Terrain cards"), price, _said(pattern), reason)
    for other in draft.terrain:
        if other.piece.id not in _PATTERNS:
            choices = Choice("keep", _("keep it")), Choice("drop", _("leave it out"))
            value = _("for {n} rice", n=other.rice)
            yield Step(TERRAIN + other.piece.id, other.name, _("Terrain cards"), value, RULE, choices=choices)


def bought(draft: WarbandDraft, step: str, answer: str) -> WarbandDraft:
    """Return the draft after an answer about an event card or a terrain piece: bought, kept or left out."""
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
    """Return the step of a card whose price players agree on. `now` is the current price, 0 if not bought."""
    rice_left = draft.rice_limit - draft.warband().rice
    highest_price = max(min(DEAREST, rice_left + now), now)
    choices = (
        Choice("0", _("none"), text, rule=RULE),
        *(Choice(str(rice), _("for {n} rice", n=rice), text, rule=RULE) for rice in range(1, highest_price + 1)),
    )
    value = _("for {n} rice", n=now) if now else ""
    reason = against or ("" if highest_price else _("no rice is left"))
    return Step(step, title, part, value, RULE, choices=choices, reason=reason, optional=True, by_hand=True)


def _said(pattern: Pattern) -> str:
    """Return a text with the traits of a terrain piece."""
    titles = (TRAITS[trait][0] for trait in pattern.traits.values() if trait in TRAITS)
    return ", ".join(_(title) for title in titles if title)


def _key(name: str) -> str:
    """Return the name of a card as part of an id."""
    return name.lower().replace(" ", "-")
