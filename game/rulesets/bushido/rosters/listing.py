"""Warbands for the command line: find, list, make at random, put into words."""

from __future__ import annotations

from random import Random
from typing import Any

from game.documents.error import DocumentError
from game.engine.kit.rosters import NamedRosters
from game.engine.rulebook.facets import Parameter, Values
from game.engine.rulebook.making import typed_name
from game.rulesets.bushido.rosters.drafts import EntryDraft, WarbandDraft, factions, pool
from game.rulesets.bushido.rosters.editor import WarbandEditor
from game.rulesets.bushido.warbands.bundled import WARBANDS
from game.rulesets.bushido.warbands.profiles import WarbandDocument
from game.rulesets.bushido.warbands.roster_text import sheet
from game.wording import N_, _


class Warbands(NamedRosters[WarbandDocument]):
    """The rosters of Bushido: warbands by name or file, and in words."""

    known = WARBANDS
    parameters: tuple[Parameter, ...] = (
        Parameter("faction", N_("Its faction; random if left out."), metavar="NAME"),
        Parameter("limit", N_("Its rice limit; 50 by default (B-WARB-1)."), "number", most=200),
    )

    def listed(self, name: str, roster: WarbandDocument) -> tuple[str, dict[str, Any]]:
        models = sum(profile.count for profile in roster.models)
        facts = {"faction": roster.faction, "rice": roster.rice, "limit": roster.rice_limit, "models": models}
        line = _("{name:<18}{title:<28}{models} models, {rice} rice", name=name, title=roster.name, **facts)
        return line, {"warband": name, "name": roster.name, **facts}

    sheet = staticmethod(sheet)

    def make(self, name: str, seed: int, values: Values) -> WarbandDocument:
        """Return a legal warband of cards by chance, as many as the rice allows; raise `DocumentError`."""
        rng, known = Random(seed), factions()
        faction = str(values.get("faction") or rng.choice(known))
        if faction not in known:
            reason = _(
                "no card belongs to the faction {faction!r} - use one of {known}",
                faction=faction[:40],
                known=", ".join(known),
            )
            raise DocumentError(name, "faction", reason)
        limit = int(str(values.get("limit") or 50))
        if not 10 <= limit <= 200:
            raise DocumentError(name, "limit", _("{limit} rice - the limit must be 10 to 200 (B-WARB-1)", limit=limit))
        try:
            draft = WarbandDraft(name=typed_name(name), faction=faction, rice_limit=limit)
        except ValueError as error:
            raise DocumentError(name, "name", str(error)) from None
        cards = [card for card in pool().values() for _copy in range(card.max)]
        rng.shuffle(cards)
        for card in cards:
            entry = draft.entry(card.id) or EntryDraft(profile=card)
            trial = draft.having(entry.model_copy(update={"count": entry.count + 1}))
            draft = draft if trial.broken() else trial
        return WarbandEditor().finish(draft)
