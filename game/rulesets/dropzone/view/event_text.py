"""The fields of events in words, for the log and the report, and the texts of rules by id, chapter by chapter."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar, Final

from game.engine.core import events
from game.engine.kit.wording import Reference, RuleText, read_wording
from game.rulesets.dropzone.documents.cards import CARDS
from game.rulesets.dropzone.documents.sheets import DAMAGE_ZONES
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.moving.boarding import slot_name
from game.rulesets.dropzone.rules.zones import ZONES
from game.rulesets.dropzone.view.table import MODES, ROLLS, objective_name
from game.wording import N_, _, translated

STATUS: Final = {"ready": N_("not yet"), "active": N_("is acting"), "done": N_("done"), "held": N_("held back")}
"""Whether a battlegroup has acted this round, as people read it."""
_OF_NAMES: Final = ("activates first", "claimed by", "taken off the table by", "carried by")
_VALUES: Final[Mapping[str, Mapping[str, str]]] = {"has acted": STATUS, "waits": MODES}
_PLACES: Final = {"off": N_("off the table"), "removed": N_("off the table"), "destroyed": N_("destroyed")}
_PIECES: Final = ("unit", "target", "squad", "other", "group", "player", "transport", "piece", "objective")


class Words(events.Words[Game]):
    """Names of units, squads, battlegroups, scenery and players, for the events of a battle."""

    def name(self, identity: str) -> str:
        """Return the name of a unit, squad, battlegroup, objective, piece of scenery or player."""
        game, state = self.game, self.game.state
        if identity in game.setup.players:
            return game.player_name(identity)
        for things in (state.units, state.squads, state.groups):
            if identity in things:
                return _(things[identity].name)
        if identity in state.objectives:
            return objective_name(game, state.objectives[identity])
        piece = game.setup.terrain_pieces.get(identity)
        return _(piece.name) if piece is not None else identity

    def value(self, fact: str, value: str) -> str:
        """Return a value of a corrected fact, or the purpose of dice, in words."""
        if fact == "purpose":
            first = value.partition(" ")[0]
            return _(ROLLS[first][0]) if first in ROLLS else value
        if fact in _OF_NAMES:
            return self.name(value) or _("nobody")
        if fact == "place":
            return self._place(value)
        return _(_VALUES.get(fact, {}).get(value, value)) or "–"

    def _place(self, value: str) -> str:
        """Return a recorded place as players read it: a slot of a Garrison, "aboard" a Transport, or a plain word."""
        piece, _colon, slot = value.rpartition(":")
        house = self.game.piece(piece)
        if house is not None:
            return slot_name(house, slot)
        if value in self.game.state.units:
            return _("aboard {transport}", transport=self.name(value))
        return _(_PLACES.get(value, value)) or "–"

    spoken: ClassVar[Mapping[str, Callable[[Any, Any], str]]] = {
        **dict.fromkeys(_PIECES, name),
        "reason": lambda words, text: translated(text),
        "card": lambda words, card: _(words.game.setup.cards[card].name),
        "zone": lambda words, zone: _(DAMAGE_ZONES[zone]),
        "edge": lambda words, edge: _(ZONES[edge]) if edge in ZONES else edge,
    }


class Rules(Reference):
    """The rules of Dropzone Commander; the text of a command card is where the card is defined."""

    def defined(self) -> Iterator[tuple[str, RuleText]]:
        for card in CARDS.values():
            yield card.id, RuleText(card.name, card.text)

    def place(self, rule: str) -> int:
        return self.chapter_number(rule)


RULES: Final = Rules(read_wording("game.rulesets.dropzone", "words"), "D-")
