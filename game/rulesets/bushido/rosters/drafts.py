"""The draft of a warband in the making: it may break the rules until it is finished (B-WARB)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from game.documents.reading import Document, Part
from game.refusal import Refusal
from game.rulesets.bushido.warbands.profiles import (
    NAMES,
    RONIN,
    WARBANDS,
    EventCardDocument,
    ProfileDocument,
    TerrainCardDocument,
    ThemeDocument,
    WarbandDocument,
    broken_rules,
    bundled_warband,
)

LIMITS: Final = (40, 50, 70, 75, 100, 150, 200)
"""Limits of rice to choose from (B-WARB-1)."""
USUAL_LIMIT: Final = 50
"""That of the warbands that come with the program."""
_RULE = re.compile(r" \((?P<rule>B-[A-Z]+-\d+\w*)\)$")


class EntryDraft(Part):
    """A card and how many of its models are in the warband; one's `own` card can be changed."""

    profile: ProfileDocument
    count: Annotated[int, Field(ge=0, le=10)] = 0
    own: bool = False


class WarbandDraft(Document):
    """Everything that is decided about a warband so far; `faction` "" is open."""

    format: Literal["inchwise-warband-draft"] = "inchwise-warband-draft"
    version: Literal[1] = 1
    ruleset: Literal["bushido"] = "bushido"
    name: Annotated[str, Field(max_length=80)] = ""
    faction: Annotated[str, Field(max_length=80)] = ""
    rice_limit: Annotated[int, Field(ge=10, le=200)] = USUAL_LIMIT
    cards: Annotated[tuple[EntryDraft, ...], Field(max_length=30)] = ()
    theme: ThemeDocument | None = None
    terrain: Annotated[tuple[TerrainCardDocument, ...], Field(max_length=6)] = ()
    events: Annotated[tuple[EventCardDocument, ...], Field(max_length=10)] = ()

    def warband(self) -> WarbandDocument:
        """Return the warband as it would be, unchecked."""
        models = tuple(card.profile.model_copy(update={"count": card.count}) for card in self.cards if card.count)
        return WarbandDocument.model_construct(
            name=self.name,
            faction=self.faction,
            rice_limit=self.rice_limit,
            models=models,
            theme=self.theme,
            terrain=self.terrain,
            events=self.events,
        )

    def broken(self) -> list[Refusal]:
        """Return every rule that the warband breaks."""
        return [_refusal(reason) for _where, reason in broken_rules(self.warband())]

    def entry(self, identity: str) -> EntryDraft | None:
        """Return the card of an id in the draft, or None if it is not there."""
        return next((card for card in self.cards if card.profile.id == identity), None)

    def known(self) -> dict[str, ProfileDocument]:
        """Return every card there is by its id, with those of the draft in place of others."""
        return {**pool(), **{card.profile.id: card.profile for card in self.cards}}

    def having(self, entry: EntryDraft) -> WarbandDraft:
        """Return the draft with a card added, or in place of that of its id; without models only an own one stays."""
        known = self.entry(entry.profile.id) is not None
        cards = [entry if card.profile.id == entry.profile.id else card for card in self.cards]
        cards += [] if known else [entry]
        kept = tuple(card for card in cards if card.count or card.own)
        return self.model_copy(update={"cards": kept})

    def without(self, identity: str) -> WarbandDraft:
        """Return the draft without a card."""
        return self.model_copy(update={"cards": tuple(card for card in self.cards if card.profile.id != identity)})


def _refusal(reason: str) -> Refusal:
    match = _RULE.search(reason)
    return Refusal(reason) if match is None else Refusal(reason[: match.start()], match["rule"])


def pool() -> dict[str, ProfileDocument]:
    """Return every card there is by its id: of the bundled warbands, then of people's own; each names its faction."""
    return _cards_of((*map(bundled_warband, NAMES), *WARBANDS.own().values()))


def _cards_of(warbands: Iterable[WarbandDocument]) -> dict[str, ProfileDocument]:
    """Return the cards of warbands by id, of several with an id the first; each names its faction."""
    cards: dict[str, ProfileDocument] = {}
    for warband in warbands:
        for profile in warband.models:
            faction = profile.faction or warband.faction
            cards.setdefault(profile.id, profile.model_copy(update={"count": 1, "faction": faction}))
    return cards


def factions() -> list[str]:
    """Return the factions that cards name, without Ronin."""
    return sorted({profile.faction for profile in pool().values()} - {RONIN, ""})


def reopened(warband: WarbandDocument) -> WarbandDraft:
    """Return the draft of a finished warband; a card that differs from that of the same id elsewhere is one's own."""
    known = {identity: _face(card) for identity, card in _cards_of(map(bundled_warband, NAMES)).items()}
    cards = []
    for profile in warband.models:
        named = profile.model_copy(update={"count": 1, "faction": profile.faction or warband.faction})
        own = known.get(profile.id) != _face(named)
        if own and named.faction == warband.faction:
            named = named.model_copy(update={"faction": ""})
        cards.append(EntryDraft(profile=named, count=profile.count, own=own))
    values: dict[str, Any] = {
        name: getattr(warband, name) for name in ("name", "faction", "rice_limit", "theme", "terrain", "events")
    }
    return WarbandDraft(cards=tuple(cards), **values)


def _face(profile: ProfileDocument) -> dict[str, Any]:
    return profile.model_dump(mode="json")
