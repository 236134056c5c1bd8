"""The texts for fields of events in the log and the report."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final

from game.engine.core import events
from game.rulesets.aos4.rules.events import CardTicked, DiceFact, EffectBegan, shown
from game.rulesets.aos4.rules.game import HAS, Game
from game.rulesets.aos4.rules.phases.deployment import SIDES
from game.rulesets.aos4.rules.phases.windows import DEEDS
from game.rulesets.aos4.rules.state import Effect
from game.rulesets.aos4.view.cards import effect_text
from game.rulesets.aos4.view.instruments import unit_of
from game.wording import N_, _, translated


def name_of(game: Game, identity: str) -> str:
    """Return the name of a player, unit, model, objective or terrain piece, or else the id."""
    setup = game.setup
    if identity in setup.players:
        return game.player_name(identity)
    unit = unit_of(game, identity)
    if unit is not None:
        several = identity != unit.id and len(game.models(unit)) > 1
        return f"{unit.name} {identity.rpartition('-')[2]}" if several else unit.name
    if identity in setup.objectives:
        return _(setup.objectives[identity].name)
    piece = setup.terrain_pieces.get(identity)
    return piece.name if piece is not None else identity


_OF_PLAYERS: Final = ("controlled by", "has the turn", "underdog")
"""The facts whose values are players."""
_PLACES: Final = {
    "reserve": N_("in reserve"),
    "destroyed": N_("destroyed"),
    "slain": N_("slain"),
    "off the table": N_("off the table"),
    "on the map": N_("on the map"),
}
"""The displayed names of places, by their names in events."""


class Words(events.Words[Game]):
    """The texts for fields of events in a battle."""

    def name(self, identity: str) -> str:
        """Return the name of a player, unit, model, objective or terrain feature, or else the id."""
        name = name_of(self.game, identity)
        if name != identity:
            return name
        return next((feature.name for feature in self.game.features() if feature.id == identity), identity)

    def value(self, fact: str, value: str) -> str:
        """Return the text for a value that a person has edited."""
        if fact in _OF_PLAYERS:
            return self.name(value) or _("nobody")
        if fact == "phase":
            return _(DEEDS[value])
        return _(_PLACES.get(value, value)) or "–"

    def size(self, event: events.Event) -> int:
        """Return the number of an event's models, for the choice of singular or plural."""
        unit = self.game.state.units.get(getattr(event, "unit", ""))
        return (unit.size if unit is not None else 1) or 1

    def parts(self, event: events.Event) -> dict[str, Any]:
        """Return the texts for the fields of an event."""
        parts = super().parts(event)
        if isinstance(event, DiceFact):
            parts["faces"] = shown(event.faces)
        elif isinstance(event, EffectBegan):
            parts["effect"] = self._effect(event)
        elif isinstance(event, CardTicked) and event.card in self.game.setup.abilities[event.player]:
            parts["card"] = _(self.game.setup.abilities[event.player][event.card].name)
        return parts

    def _effect(self, event: EffectBegan) -> str:
        unit = self.game.state.units[event.unit]
        known = [player for player in self.game.state.players if event.source in self.game.setup.abilities[player]]
        player = known[0] if known else unit.owner
        effect = Effect(event.source, event.what, event.amount, event.until, player, event.keyword)  # type: ignore[arg-type]
        assert event.what == HAS or not event.keyword
        return effect_text(self.game, unit, effect)

    spoken: ClassVar[Mapping[str, Callable[[Any, Any], str]]] = {
        **dict.fromkeys(("unit", "target", "player", "objective"), name),
        **dict.fromkeys(("reason", "text"), lambda words, text: translated(text)),
        "side": lambda words, side: _(SIDES[side]),
        "phase": lambda words, phase: _(DEEDS[phase]),
    }
