"""Facts corrected by a referee or in a sandbox, in words."""

from __future__ import annotations

from typing import Final

from game.engine.kit.editable import Corrected
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.phases.windows import DEEDS
from game.rulesets.aos4.view.instruments import unit_of
from game.wording import N_, _, series

OF_PLAYERS: Final = ("controlled by", "has the turn", "underdog")
"""The facts whose values are players."""
WORDS: Final = {
    "reserve": N_("in reserve"),
    "destroyed": N_("destroyed"),
    "slain": N_("slain"),
    "off the table": N_("off the table"),
    "on the map": N_("on the map"),
}
"""Where something is, by its word in the event."""


def corrected(game: Game, event: Corrected) -> str:
    """Return a corrected fact in words: what it was, what it is, who agreed."""
    facts = {
        "what": " ".join(part for part in (name_of(game, event.piece), _(event.fact)) if part),
        "before": _value(game, event.fact, event.before),
        "after": _value(game, event.fact, event.after),
    }
    if not event.agreed:
        return _("{what}: {before} → {after}", **facts)
    agreed = series([name_of(game, player) for player in event.agreed])
    return _("Correction: {what}: {before} → {after} (agreed by {players})", players=agreed, **facts)


def _value(game: Game, fact: str, value: str) -> str:
    if fact in OF_PLAYERS:
        return name_of(game, value) or _("nobody")
    if fact == "phase":
        return _(DEEDS[value])
    return _(WORDS.get(value, value)) or "–"


def name_of(game: Game, identity: str) -> str:
    """Return the name of a player, unit, model, objective or piece of terrain; of anything else the id."""
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
