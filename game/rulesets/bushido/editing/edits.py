"""Changing facts on the table: a referee's corrections and all edits of a sandbox.

Every edit is first tried on a copy of the state: the resulting table must not break a rule.
"""

from __future__ import annotations

import copy
from typing import Final

from game.engine.core.dice import ScriptedDice
from game.engine.rulebook.editing import Correction
from game.engine.rulebook.edits import Edits
from game.rulesets.bushido.editing import additions, changes
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.invariants import require_sound
from game.rulesets.bushido.rules.registry import STATES
from game.table.facing import compass_of
from game.wording import N_, _, keep

AnyEdit = (
    changes.PutEdit
    | changes.RemoveEdit
    | changes.ChangeEdit
    | changes.MarkEdit
    | changes.AlignEdit
    | changes.ScoreEdit
    | changes.TurnEdit
    | changes.TerrainEdit
    | additions.AddModelEdit
    | additions.AddObjectiveEdit
)


def apply(game: Game, correction: Correction) -> None:
    """Carry out an edit; record an event for each changed fact, with its old and new value."""
    for event in EDITS.carried_out(game, correction):
        game.emit(event)


def copied(game: Game) -> Game:
    """Return an independent copy of a game for trials; a roll there raises `UnplannedRoll`."""
    supposed = copy.copy(game)
    supposed.state, supposed.events, supposed.dice = game.state.clone(), [], ScriptedDice(())
    supposed._known = {}
    supposed.forget()
    return supposed


def _require_sound(game: Game) -> None:
    require_sound(game.state, game.setup, _("the table"))


def facts(game: Game) -> dict[str, str]:
    """Return every fact that an edit may change, by "piece:fact"."""
    state = game.state
    found: dict[str, str] = {}
    for model in state.models.values():
        markers = [f"{name} {_values(name, values)}" for name, values in model.markers.items()]
        own = {
            N_("place"): _spot(model.x, model.y) if model.on_table else model.place,
            N_("facing"): f"{compass_of(model.facing):g}°",
            N_("wounds"): str(model.wounds),
            N_("Ki"): str(model.ki),
            N_("counters"): str(model.counters),
            N_("side"): model.side,
            N_("name"): model.name,
            N_("ran"): "yes" if model.ran else "no",
            N_("ranged attacks"): str(model.shots),
            N_("states"): ", ".join(markers),
        }
        found |= {f"{model.id}:{fact}": value for fact, value in own.items()}
    for each in state.objectives.values():
        found[f"{each.id}:place"] = _spot(each.x, each.y) if each.on_table else "removed"
        found[f"{each.id}:{N_('friendly to')}"] = each.friendly_to
        worship = [f"{player} {count}" for player, count in each.worship.items()]
        found[f"{each.id}:{N_('worship')}"] = ", ".join(worship)
    for name, counts in _COUNTS.items():
        found |= {f"{player}:{name}": str(count) for player, count in getattr(state, counts).items()}
    found |= {f":{N_('turn')}": str(state.turn), f":{N_('last turn')}": "yes" if state.last_turn else "no"}
    found |= {f":{N_('goes first')}": state.first_player, f":{N_('acts')}": state.active_player}
    for piece in game.setup.ruler.battlefield.pieces:
        found[f"{piece.id}:{N_('terrain')}"] = "off the table" if piece.id in state.destroyed else "on the map"
    for laid in state.laid:
        found[f"{laid.id}:terrain"] = keep("{spot}, {degrees}°", spot=_spot(laid.x, laid.y), degrees=laid.degrees)
    return found


_COUNTS: Final = {N_("VP"): "victory", N_("SP"): "points", N_("pass tokens"): "passes", N_("prayers"): "prayers"}


def _values(state: str, values: list[int]) -> str:
    return "+".join(map(str, values)) if STATES[state].valued else f"×{len(values)}"


def _spot(x: float, y: float) -> str:
    return keep("({x:.2f}, {y:.2f})", x=x, y=y)


EDITS: Final[Edits[Game]] = Edits(AnyEdit, copied, _require_sound, facts)
