"""What people can change of objectives (D-OBJ)."""

from __future__ import annotations

from typing import Any, Final

from game.engine.kit import pieces as kit
from game.engine.kit.editable import Choice, Row, Tick, Who
from game.engine.rulebook.editing import Knob
from game.refusal import Refusal
from game.rulesets.dropzone.editing.course import anybody, why_nobody
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.objectives import is_at, may_claim
from game.rulesets.dropzone.rules.state import Objective
from game.wording import N_, _


def _carriers(game: Game, objective: Objective) -> dict[str, str]:
    """Return the squads that could carry an objective: those that are at it, and the one that does (D-OBJ-7)."""
    taken = {each.carrier for each in game.state.objectives.values()} - {objective.carrier}
    there = [unit.squad for unit in game.state.units.values() if may_claim(game, unit) and is_at(game, unit, objective)]
    found = [each for each in dict.fromkeys((*there, objective.carrier)) if each and each not in taken]
    return {"": _("nobody"), **{each: game.state.squads[each].name for each in found}}


def _why_not_carried(game: Game, objective: Objective, carrier: str) -> list[Refusal]:
    squad = game.state.squads.get(carrier)
    if not carrier:
        return []
    if squad is None or not game.units_of(squad):
        return [Refusal(_("{carrier!r} is not a squad in the battle", carrier=carrier), "D-OBJ-7")]
    if any(each.carrier == carrier for each in game.state.objectives.values() if each is not objective):
        return [Refusal(_("{squad} carries another objective", squad=squad.name), "D-OBJ-7")]
    sheet = game.sheet_of(squad)
    if sheet.is_aircraft or sheet.type == "Behemoth":
        return [Refusal(_("{squad} carries no objectives", squad=squad.name), "D-OBJ-14")]
    return []


def _hand_over(game: Game, objective: Objective, carrier: str) -> None:
    objective.carrier = carrier
    if carrier:
        objective.claimed_by, objective.removed, objective.hidden = game.state.squads[carrier].owner, False, False


def _why_not_lie(game: Game, objective: Objective, edit: Any) -> list[Refusal]:
    x, y = edit.spot
    field = game.ruler.battlefield
    if 0.0 <= x <= field.width and 0.0 <= y <= field.height:
        return []
    return [Refusal(_("the spot is off the table"), "D-OBJ-1")]


def _lie(game: Game, objective: Objective, edit: Any) -> None:
    objective.x, objective.y = edit.spot
    objective.removed, objective.carrier, objective.extracted_by = False, "", ""


def _take_away(game: Game, objective: Objective, to: str) -> None:
    objective.removed, objective.carrier = True, ""


def _lies(game: Game, objective: Objective) -> str:
    return "removed" if objective.removed else kit.spot_text(objective.x, objective.y)


def _of_objective(game: Game, objective: Objective) -> list[Knob]:
    return [] if objective.removed else [kit.removal(objective.id, *kit.OFF_THE_TABLE)]


OBJECTIVES: Final = kit.Pieces[Game, Objective]("objective", "piece", lambda game: game.state.objectives, (
        Row(lambda game, objective: [(N_("place"), _lies(game, objective))], _of_objective),
        Choice("claimed_by", N_("Claimed by"), "D-OBJ-3", N_("claimed by"), anybody, form=Who, why_not=why_nobody),
        Choice("extracted_by", N_("Taken off the table by"), "D-SCO-1", N_("taken off the table by"), anybody,
               form=Who, why_not=why_nobody, shown=lambda game, objective: objective.removed),
        Choice("carrier", N_("Carried by"), "D-OBJ-7", N_("carried by"), _carriers, form=Who, put=_hand_over,
               why_not=_why_not_carried, shown=lambda game, objective: objective.mobile and not objective.removed),
        Tick("hidden", N_("Hidden"), "D-OBJ-1", N_("hidden"), shown=lambda game, objective: not objective.carrier),
    ),
    why_not_there=_why_not_lie,
    stand=_lie,
    take=_take_away,
)  # fmt: skip
