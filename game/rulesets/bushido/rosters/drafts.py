"""The draft of an unfinished warband, which may break the rules until it is finished (B-WARB)."""

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
"""The limit of the bundled warbands."""
SHARED: Final = ("name", "faction", "rice_limit", "theme", "terrain", "events")
"""The fields that a draft and a finished warband share."""
_RULE = re.compile(r" \((?P<rule>B-[A-Z]+-\d+\w*)\)$")


class EntryDraft(Part):
    """A card, and the number of its models in the warband. The player's `own` cards can be changed."""

    profile: ProfileDocument
    count: Annotated[int, Field(ge=0, le=10)] = 0
    own: bool = False


class WarbandDraft(Document):
    """An unfinished warband. A `faction` of "" is not chosen yet."""

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
        """Return the draft as a warband, without checking the rules."""
        models = tuple(card.profile.model_copy(update={"count": card.count}) for card in self.cards if card.count)
        values: dict[str, Any] = {name: getattr(self, name) for name in SHARED}
        return WarbandDocument.model_construct(models=models, **values)

    def broken(self) -> list[Refusal]:
        """Return every rule that the warband breaks."""
        return [_refusal(reason) for _where, reason in broken_rules(self.warband())]

    def entry(self, identity: str) -> EntryDraft | None:
        """Return the card with an id, or None if the draft does not have it."""
        return next((card for card in self.cards if card.profile.id == identity), None)

    def known(self) -> dict[str, ProfileDocument]:
        """Return all known cards by id. Cards of the draft replace others with the same id."""
        return {**pool(), **{card.profile.id: card.profile for card in self.cards}}

    def having(self, entry: EntryDraft) -> WarbandDraft:
        """Return the draft with a card, which replaces the card with the same id.

        A card without models is dropped, unless it is the player's own.
        """
        cards = {card.profile.id: card for card in (*self.cards, entry)}
        remaining = tuple(card for card in cards.values() if card.count or card.own)
        return self.model_copy(update={"cards": remaining})

    def without(self, identity: str) -> WarbandDraft:
        """Return the draft without a card."""
        return self.model_copy(update={"cards": tuple(card for card in self.cards if card.profile.id != identity)})


def _refusal(reason: str) -> Refusal:
    """Return a reason and the rule cited at its end as a refusal."""
    match = _RULE.search(reason)
    return Refusal(reason) if match is None else Refusal(reason[: match.start()], match["rule"])


def pool() -> dict[str, ProfileDocument]:
    """Return all cards of warbands by id, the bundled ones first, then those of players; each with its faction."""
    return _cards_of((*map(bundled_warband, NAMES), *WARBANDS.own().values()))


def _cards_of(warbands: Iterable[WarbandDocument]) -> dict[str, ProfileDocument]:
    """Return the cards of warbands by id, each with its faction. For a repeated id, the first card counts."""
    cards: dict[str, ProfileDocument] = {}
    for warband in warbands:
        for profile in warband.models:
            faction = profile.faction or warband.faction
            cards.setdefault(profile.id, profile.model_copy(update={"count": 1, "faction": faction}))
    return cards


def factions() -> list[str]:
    """Return the factions of all cards, without Ronin."""
    return sorted({profile.faction for profile in pool().values()} - {RONIN, ""})


def reopened(warband: WarbandDocument) -> WarbandDraft:
    """Return the draft of a finished warband.

    A card that differs from the bundled card with its id is the player's own.
    """
    bundled = {identity: _face(card) for identity, card in _cards_of(map(bundled_warband, NAMES)).items()}
    cards = []
    for profile in warband.models:
        with_faction = profile.model_copy(update={"count": 1, "faction": profile.faction or warband.faction})
        is_own = bundled.get(profile.id) != _face(with_faction)
        if is_own and with_faction.faction == warband.faction:
            with_faction = with_faction.model_copy(update={"faction": ""})
        cards.append(EntryDraft(profile=with_faction, count=profile.count, own=is_own))
    values: dict[str, Any] = {name: getattr(warband, name) for name in SHARED}
    return WarbandDraft(cards=tuple(cards), **values)


def _face(profile: ProfileDocument) -> dict[str, Any]:
    """Return all values of a card, for comparison."""
    return profile.model_dump(mode="json")
