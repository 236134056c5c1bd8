"""The fields of events in words, for the log and the report."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final

from game.engine.core import events
from game.rulesets.bushido.rules import scenarios
from game.rulesets.bushido.rules.actions import REGISTRY as ACTIONS
from game.rulesets.bushido.rules.events import PointsScored
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.view.table import ROLLS
from game.wording import N_, _, series, translated

_PIECES: Final = (
    *("model", "by", "giver", "target", "activating", "opponent", "initiative", "attacker", "defender"),
    *("player", "objective", "piece", "terrain"),
)
_PLACES: Final = {
    "reserve": N_("in reserve"),
    "killed": N_("killed"),
    "elsewhere": N_("Elsewhere"),
    "removed": N_("off the table"),
}
"""Texts for the places of pieces that are off the table."""


class Words(events.Words[Game]):
    """The names of models, players and values in the texts of events."""

    def name(self, identity: str) -> str:
        """Return the name of a model, objective, terrain piece or player."""
        name = self.game.name_of(identity)
        return self.game.player_name(identity) if name == identity and identity in self.game.setup.players else name

    def parts(self, event: events.Event) -> dict[str, Any]:
        """Return the fields of an event in words. For points, add the names of the scenario's `zones`."""
        parts = super().parts(event)
        if isinstance(event, PointsScored):
            parts["zones"] = {zone[0] for zone in scenarios.find(self.game.setup.document.scenario).zones}
        return parts

    def value(self, fact: str, value: str) -> str:
        """Return the text for a value that a person has edited. Events hold ids, names of states and numbers."""
        if fact in ("side", "friendly to", "goes first", "acts"):
            return self.name(value) or _("nobody")
        if fact in ("states", "worship"):
            named = (part.rpartition(" ") for part in value.split(", ") if part)
            value = ", ".join(" ".join((_(self.name(name)), figures)) for name, _space, figures in named)
        return _(_PLACES.get(value, value)) or "–"

    spoken: ClassVar[Mapping[str, Callable[[Any, Any], str]]] = {
        **dict.fromkeys(_PIECES, name),
        **dict.fromkeys(("names", "winners"), lambda words, names: series([words.name(name) for name in names])),
        **dict.fromkeys(("reason", "state", "side", "special", "colour"), lambda words, text: translated(text)),
        "action": lambda words, key: _(ACTIONS[key].name) if key in ACTIONS else key,
        **dict.fromkeys(("test", "purpose"), lambda words, test: _(ROLLS[test][0]) if test in ROLLS else test),
        "feat": lambda words, feat: _("a boost") if feat == "boost" else feat,
    }
