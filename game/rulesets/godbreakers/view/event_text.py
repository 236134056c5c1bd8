"""How the fields of events are put into words, for the log and the battle report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final

from game.engine.core import events
from game.rulesets.godbreakers.rules.game import Game
from game.wording import N_, _, series, translated

_PLACES: Final = {
    "reserve": N_("in reserve"),
    "casualty": N_("removed as a casualty"),
    "ascended": N_("ascended"),
    "removed": N_("off the table"),
}
"""The place of a piece that is not on the table, by its word in the state."""


class Words(events.Words[Game]):
    """Names of pieces, players and the rest, for the events of a game of The Godbreaker Saga."""

    def name(self, identity: str) -> str:
        """Return the name of a piece or player, on the table or gone."""
        return self.game.name_of(identity) if identity else ""

    def value(self, fact: str, value: str) -> str:
        """Return a value of a corrected fact in words; events hold ids and single words."""
        if fact == "owner":
            return self.name(value) if value in self.game.setup.players else _("nobody")
        if fact == "place" and value in self.game.state.models:
            return _("carried by {model}", model=self.name(value))
        if fact in ("traits", "flaws", "tokens"):
            value = ", ".join(self._held(each) for each in value.split(", ") if each)
        return translated(_PLACES.get(value, value)) or "–"

    def _held(self, named: str) -> str:
        """Return the name of a token given by id, or a trait with its rank."""
        trait, space, rank = named.partition(" ")
        return f"{_(trait)} {rank}" if space else _(self.name(named))

    def _named(self, identities: tuple[str, ...]) -> str:
        return series([self.name(identity) for identity in identities])

    def _tokens(self, tokens: tuple[str, ...]) -> str:
        counted = Counter(map(self.name, tokens))
        return series([name if count == 1 else f"{name} ({count})" for name, count in counted.items()])

    def _traits(self, traits: tuple[Any, ...]) -> str:
        return ", ".join(_(trait) if isinstance(trait, str) else f"{_(trait[0])} {trait[1]}" for trait in traits)

    spoken: ClassVar[Mapping[str, Callable[[Any, Any], str]]] = {
        **dict.fromkeys(("model", "piece", "winner", "marker", "by", "source", "token", "player", "handler"), name),
        **dict.fromkeys(("opponents", "models", "players", "winners"), _named),
        "tokens": _tokens,
        **dict.fromkeys(("purpose", "test", "compulsion", "table", "outcome"), lambda words, text: _(text)),
        **dict.fromkeys(("reason", "margin"), lambda words, text: translated(text)),
        "traits": _traits,
        "obstacles": lambda words, obstacles: ", ".join(map(translated, obstacles)),
        "order": lambda words, players: _(", then ").join(map(words.name, players)),
        "results": lambda words, results: ", ".join(f"{words.name(model)} {result}" for model, result in results),
    }
