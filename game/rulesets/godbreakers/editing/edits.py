"""Changing facts on the table: a referee's corrections and all edits of a sandbox.

Every edit is first tried on a copy of the state: the resulting table must not break a rule.
"""

from __future__ import annotations

from typing import Final

from game.engine.rulebook.editing import Correction
from game.engine.rulebook.edits import Edits
from game.rulesets.godbreakers.editing import additions, changes
from game.rulesets.godbreakers.odds.supposing import supposing
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.invariants import require_sound
from game.wording import _, keep

AnyEdit = (
    changes.PutEdit
    | changes.RemoveEdit
    | changes.ChangeEdit
    | changes.GiveEdit
    | changes.ScoreEdit
    | changes.RoundEdit
    | changes.TerrainEdit
    | additions.AddModelEdit
    | additions.AddMarkerEdit
    | additions.AddTokenEdit
)


def apply(game: Game, correction: Correction) -> None:
    """Carry out an edit; record an event for each changed fact, with its old and new value."""
    for event in EDITS.carried_out(game, correction):
        game.emit(event)


def _require_sound(game: Game) -> None:
    require_sound(game.state, game.setup, _("the table"))


def facts(game: Game) -> dict[str, str]:
    """Return every fact that an edit may change, by "piece:fact"."""
    state = game.state
    found: dict[str, str] = {}
    for model in state.models.values():
        held = sorted(token.id for token in game.tokens_of(model))
        own = {
            "place": _spot(model.x, model.y, model.level) if model.on_table else model.place,
            "die": f"D{model.die}",
            "damage": str(model.damage),
            "acted": "yes" if model.activated else "no",
            "leader": "yes" if model.leader else "no",
            "owner": model.owner,
            "name": model.name,
            "size": str(model.radius),
            "traits": ", ".join(f"{trait} {rank}" for trait, rank in model.traits.items()),
            "flaws": ", ".join(model.flaws),
            "tokens": ", ".join(held),
        }
        found |= {f"{model.id}:{fact}": value for fact, value in own.items()}
    for marker in state.markers.values():
        found[f"{marker.id}:place"] = _spot(marker.x, marker.y) if marker.on_table else "removed"
    for token in state.tokens.values():
        found[f"{token.id}:place"] = token.holder or _spot(token.x, token.y, token.level)
    for player, points in state.vp.items():
        found[f"{player}:VP"] = str(points)
    found[":round"] = f"{state.round} / {state.rounds}"
    for piece in game.battlefield.pieces:
        found[f"{piece.id}:terrain"] = "on the map"
    for shaped in state.shaped:
        turned = keep("{spot}, {degrees}°", spot=_spot(shaped.x, shaped.y), degrees=shaped.degrees)
        found[f"{shaped.id}:terrain"] = turned
    return found


def _spot(x: float, y: float, level: int = 0) -> str:
    if level:
        return keep("({x:.2f}, {y:.2f}) level {level}", x=x, y=y, level=level)
    return keep("({x:.2f}, {y:.2f})", x=x, y=y)


EDITS: Final[Edits[Game]] = Edits(AnyEdit, supposing, _require_sound, facts)
