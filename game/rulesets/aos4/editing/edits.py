"""Changing facts on the table: a referee's corrections and all edits of a sandbox.

Every edit is first tried on a copy of the state: the resulting table must not break a rule.
"""

from __future__ import annotations

from typing import Final

from game.engine.core.dice import ScriptedDice
from game.engine.rulebook.editing import Correction
from game.engine.rulebook.edits import Edits
from game.rulesets.aos4.editing import additions, changes, course, terrain
from game.rulesets.aos4.editing.blocks import middle_of
from game.rulesets.aos4.rules.game import HAS, Game
from game.rulesets.aos4.rules.invariants import require_sound
from game.rulesets.aos4.rules.state import Effect, Unit
from game.rulesets.aos4.view.instruments import unit_of
from game.wording import N_, _, keep

AnyEdit = (
    changes.PutEdit
    | changes.RemoveEdit
    | changes.ChangeEdit
    | changes.DidEdit
    | changes.EffectEdit
    | course.ScoreEdit
    | course.ControlEdit
    | course.TurnEdit
    | terrain.TerrainEdit
    | additions.AddUnitEdit
)


def apply(game: Game, correction: Correction) -> None:
    """Carry out an edit; record an event for each changed fact, with its old and new value.

    Of a unit that was moved as a whole its place is told, of a single model that of the model.
    """
    about = str(correction.edit.get("piece", ""))
    of_model = about not in game.state.units and unit_of(game, about) is not None
    for event in EDITS.carried_out(game, correction):
        if event.fact != "place" or (event.piece == about if of_model else event.piece in game.state.units):
            game.emit(event)


def copied(game: Game) -> Game:
    """Return an independent copy of a game for trials; a roll there raises `UnplannedRoll`."""
    return Game(game.setup, game.state.clone(), ScriptedDice(()))


def _require_sound(game: Game) -> None:
    require_sound(game.state, game.setup, _("the table"))


def facts(game: Game) -> dict[str, str]:
    """Return every fact that an edit may change, by "piece:fact"."""
    state = game.state
    found: dict[str, str] = {}
    for unit in state.units.values():
        own = {
            N_("place"): _spot(*middle_of(game, unit)) if unit.on_table else unit.place,
            N_("models"): str(len(unit.at)) if unit.on_table else "–",
            N_("damage"): str(unit.damage),
            N_("ritual points"): str(unit.ritual),
            N_("did"): ", ".join(_done(game, unit)),
            N_("effects"): ", ".join(map(_effect, unit.effects)),
        }
        found |= {f"{unit.id}:{fact}": value for fact, value in own.items()}
        for model in game.models(unit):
            spot = unit.at.get(model)
            found[f"{model}:place"] = _spot(*spot) if spot is not None else "slain"
    for name, counts in ((N_("VP"), state.points), (N_("command points"), state.command)):
        found |= {f"{player}:{name}": str(count) for player, count in counts.items()}
    found |= {f"{each}:{N_('controlled by')}": player for each, player in state.control.items()}
    found |= {f":{N_('round')}": str(state.round), f":{N_('turn')}": str(state.turn)}
    found |= {f":{N_('phase')}": state.phase_name, f":{N_('has the turn')}": state.active}
    found[f":{N_('underdog')}"] = state.underdog
    for piece in game.setup.ruler.battlefield.pieces:
        found[f"{piece.id}:{N_('terrain')}"] = "off the table" if piece.id in state.lifted else "on the map"
    for laid in state.laid:
        found[f"{laid.id}:terrain"] = keep("{spot}, {degrees}°", spot=_spot(laid.x, laid.y), degrees=laid.degrees)
    return found


def _done(game: Game, unit: Unit) -> list[str]:
    """Return what a unit did and used, as the ledger has it."""
    keys = {key for uses in game.state.uses.by_span.values() for key in uses}
    return sorted(key.removeprefix(f"{unit.id} ") for key in keys if key.startswith(f"{unit.id} "))


def _effect(effect: Effect) -> str:
    return f"{effect.keyword if effect.what == HAS else effect.what} {effect.amount:+d}"


def _spot(x: float, y: float) -> str:
    return keep("({x:.2f}, {y:.2f})", x=x, y=y)


EDITS: Final[Edits[Game]] = Edits(AnyEdit, copied, _require_sound, facts)
