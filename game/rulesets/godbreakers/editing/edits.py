"""Changing facts on the table: a referee's corrections and all edits of a sandbox.

Every edit is first tried on a copy of the state: the resulting table must not break a rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, get_args

from pydantic import Field, TypeAdapter

from game.documents.error import DocumentError
from game.documents.reading import validate_plain
from game.engine.core.decisions import MalformedAnswer
from game.engine.rulebook.editing import Correction, Edit
from game.refusal import Refusal
from game.rulesets.godbreakers.editing import additions, changes
from game.rulesets.godbreakers.odds.supposing import supposing
from game.rulesets.godbreakers.rules.events import Corrected
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

_ADAPTER: TypeAdapter[AnyEdit] = TypeAdapter(Annotated[AnyEdit, Field(discriminator="do")])

_FOLDS_BY = {get_args(kind.model_fields["do"].annotation)[0]: kind.folds_by for kind in get_args(AnyEdit)}
"""The field by which consecutive edits of a kind (`do`) replace each other; None where they do not."""


def read_edit(plain: Edit) -> AnyEdit:
    """Return an edit from JSON-ready data; raise `MalformedAnswer` naming the field and the reason."""
    try:
        return validate_plain(_ADAPTER, dict(plain), _("edit"))
    except DocumentError as error:
        raise MalformedAnswer(str(error)) from None
    except (TypeError, ValueError) as error:
        raise MalformedAnswer(_("an edit is JSON data: {error}", error=error)) from None


def folded(edits: Sequence[Edit]) -> list[Edit]:
    """Return edits with the same effect: of consecutive ones to the same fact only the last remains."""
    found: list[Edit] = []
    for edit in edits:
        key = _FOLDS_BY.get(str(edit.get("do")))
        last = found[-1] if found else {}
        if key is not None and last.get("do") == edit["do"] and last.get(key) == edit.get(key):
            found[-1] = {**last, **edit}
        else:
            found.append(dict(edit))
    return found


def why_not_edit(game: Game, edit: Edit) -> list[Refusal]:
    """Return every reason against an edit; raise `MalformedAnswer` if it is not an edit."""
    against = read_edit(edit).why_not(game)
    if against:
        return against
    try:
        trial = supposed(game, edit)
        require_sound(trial.state, trial.setup, _("the table"))
    except DocumentError as error:
        return [Refusal(error.reason)]
    return []


def supposed(game: Game, edit: Edit) -> Game:
    """Return a copy of the game with an edit carried out, despite any reasons against it."""
    copy = supposing(game)
    read_edit(edit).carry_out(copy)
    return copy


def apply(game: Game, correction: Correction) -> None:
    """Carry out an edit; record an event for each changed fact, with its old and new value."""
    wanted = read_edit(correction.edit)
    before = facts(game)
    wanted.carry_out(game)
    after = facts(game)
    known = {name.rpartition(":")[0] for name in before}
    for name in dict.fromkeys((*before, *after)):
        piece, fact = name.rsplit(":", 1)
        if piece not in known and fact not in ("place", "terrain"):
            continue  # for a new piece only its place is recorded
        old, new = before.get(name, ""), after.get(name, "")
        if old != new:
            player, agreed = correction.player, correction.agreed
            game.emit(Corrected(piece=piece, fact=fact, before=old, after=new, player=player, agreed=agreed))


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
