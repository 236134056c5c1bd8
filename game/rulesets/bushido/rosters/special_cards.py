"""Event and terrain cards of a warband in the making (B-WARB-6); terrain is one of the starter pieces (B-TERR-11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from game.engine.rulebook.making import Choice, Step
from game.rulesets.bushido.rosters.drafts import WarbandDraft
from game.rulesets.bushido.rules.starter import STARTER
from game.rulesets.bushido.rules.terrain import TRAITS
from game.rulesets.bushido.warbands.feats import CARDS
from game.rulesets.bushido.warbands.profiles import EventCardDocument, TerrainCardDocument
from game.table.terrain.kit import Pattern
from game.wording import _

RULE: Final = "B-WARB-6"
EVENT: Final = "event."
TERRAIN: Final = "terrain."
DEAREST: Final = 5
"""The most rice that one of these cards costs here."""
MOST_TERRAIN: Final = 6
_PATTERNS: Final = {pattern.id: pattern for pattern in STARTER}


def steps(draft: WarbandDraft) -> Iterator[Step]:
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


def answered(draft: WarbandDraft, step: str, answer: str) -> WarbandDraft:
    """Return the draft with an event or a piece of terrain bought for some rice, kept, or left out."""
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
    return Step(step, title, part, value, RULE, choices=choices, reason=reason, optional=True)


def _said(pattern: Pattern) -> str:
    """Return in words what a piece of terrain does."""
    titles = (TRAITS[trait][0] for trait in pattern.traits.values() if trait in TRAITS)
    return ", ".join(_(title) for title in titles if title)


def _key(name: str) -> str:
    return name.lower().replace(" ", "-")
