"""The fields of events in words, for the log and the battle report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final

from game.engine.core import events
from game.rulesets.godbreakers.rules.events import Moved
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.placing import least_range
from game.wording import N_, _, series, translated

FARTHEST: Final = 24
"""The largest range of a move that is shown in U. No model moves farther."""
_PLACES: Final = {
    "reserve": N_("in reserve"),
    "casualty": N_("removed as a casualty"),
    "ascended": N_("ascended"),
    "removed": N_("off the table"),
}
"""Texts for the places of pieces that are off the table."""


class Words(events.Words[Game]):
    """The names of pieces, players and values in the texts of events."""

    def name(self, identity: str) -> str:
        """Return the name of a piece or player, even if it is no longer on the table."""
        return self.game.name_of(identity) if identity else ""

    def parts(self, event: events.Event) -> dict[str, Any]:
        """Return the fields of an event as text. A move has its range, as at the cursor (G-MEAS-5)."""
        parts = super().parts(event)
        model = self.game.state.models.get(event.model) if isinstance(event, Moved) else None
        if isinstance(event, Moved) and model is not None:
            start, end = (model.disc.moved_to(*spot) for spot in (event.start, event.end))
            units = least_range(self.game, [start], end, FARTHEST)
            parts["distance"] = parts["distance"] if units < 0 else _("{n} U", n=units)
        return parts

    def value(self, fact: str, value: str) -> str:
        """Return the text for a value that a person has edited. Events hold ids and single words."""
        if fact == "owner":
            return self.name(value) if value in self.game.setup.players else _("nobody")
        if fact == "place" and value in self.game.state.models:
            return _("carried by {model}", model=self.name(value))
        if fact in ("traits", "flaws", "tokens"):
            value = ", ".join(self._asset(asset) for asset in value.split(", ") if asset)
        return translated(_PLACES.get(value, value)) or "–"

    def _asset(self, asset: str) -> str:
        """Return the text for a trait with its rank, or for the id of a token."""
        trait, space, rank = asset.partition(" ")
        return f"{_(trait)} {rank}" if space else _(self.name(asset))

    def _names(self, identities: tuple[str, ...]) -> str:
        return series([self.name(identity) for identity in identities])

    def _tokens(self, tokens: tuple[str, ...]) -> str:
        counts = Counter(map(self.name, tokens))
        return series([name if count == 1 else f"{name} ({count})" for name, count in counts.items()])

    def _traits(self, traits: tuple[Any, ...]) -> str:
        return ", ".join(_(trait) if isinstance(trait, str) else f"{_(trait[0])} {trait[1]}" for trait in traits)

    spoken: ClassVar[Mapping[str, Callable[[Any, Any], str]]] = {
        **dict.fromkeys(("model", "piece", "winner", "marker", "by", "source", "token", "player", "handler"), name),
        **dict.fromkeys(("opponents", "models", "players", "winners"), _names),
        "tokens": _tokens,
        **dict.fromkeys(("purpose", "test", "compulsion", "table", "outcome"), lambda words, text: _(text)),
        **dict.fromkeys(("reason", "margin"), lambda words, text: translated(text)),
        "traits": _traits,
        "obstacles": lambda words, obstacles: ", ".join(map(translated, obstacles)),
        "order": lambda words, players: _(", then ").join(map(words.name, players)),
        "results": lambda words, results: ", ".join(f"{words.name(model)} {result}" for model, result in results),
    }
