"""The targets of an ability, as a pack gives them by parameters.

`target`: "self", "friend" (another friendly unit or itself), "enemy", "each enemy"; `range`: inches from the user, with
`wholly` 1 the whole target; `visible` 1; `keyword`: what the target must have, several separated by commas.
"""

from __future__ import annotations

from collections.abc import Iterator

from game.engine.core.flow import Flow
from game.refusal import Refusal
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.rules.abilities import Ability
from game.rulesets.aos4.rules.core.moves import pick_unit
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.state import Unit
from game.rulesets.aos4.rules.use import Use
from game.wording import _


class Targeted(Ability):
    """An effect on one unit that its player picks, or on several that the ability names; asked once (A-MAG-9)."""

    def why_not(self, game: Game, spec: AbilityDocument, unit: Unit) -> Refusal | None:
        if any(True for _each in _found(game, spec, unit)):
            return None
        return Refusal(_("no target for {ability} in range", ability=_(spec.name)), "A-ABIL-4")

    def declare(self, use: Use) -> Flow:
        found = targets(use.game, use.spec, use.unit)
        if use.spec.params.get("target") == "each enemy":
            while found:  # in the order that the player likes (A-ABIL-7, A-DMG-9)
                use.targets.append((yield from pick_unit(use, found, _("Choose the next target"), "A-ABIL-7")))
                found.remove(use.targets[-1])
            return
        prompt = _("Choose a target for {ability}", ability=_(use.spec.name))
        use.targets = [(yield from pick_unit(use, found, prompt, "A-ABIL-4"))]


def targets(game: Game, spec: AbilityDocument, unit: Unit) -> list[Unit]:
    """Return the possible targets of a unit's ability."""
    return list(_found(game, spec, unit))


def _found(game: Game, spec: AbilityDocument, unit: Unit) -> Iterator[Unit]:
    if is_for_itself(spec):
        yield unit
        return
    for each in game.enemies(unit) if "enemy" in str(spec.params["target"]) else game.of(unit.owner):
        if _fits(game, spec, unit, each):
            yield each


def is_for_itself(spec: AbilityDocument) -> bool:
    """Return whether an ability only affects its user."""
    return spec.params.get("target", "self") == "self"


def concerns(game: Game, spec: AbilityDocument, unit: Unit, target: Unit) -> bool:
    """Return whether a unit's ability could affect another one, wherever that stands."""
    if is_for_itself(spec):
        return False
    whose = game.other(unit.owner) if "enemy" in str(spec.params["target"]) else unit.owner
    return target.owner == whose and game.fights(target) and _has_keywords(game, spec, target)


def is_target(game: Game, spec: AbilityDocument, unit: Unit, target: Unit) -> bool:
    """Return whether another unit, or the user itself, is a possible target of a unit's ability."""
    if is_for_itself(spec):
        return target is unit
    return concerns(game, spec, unit, target) and _fits(game, spec, unit, target)


def _has_keywords(game: Game, spec: AbilityDocument, target: Unit) -> bool:
    wanted = [each.strip() for each in str(spec.params.get("keyword", "")).split(",") if each.strip()]
    return all(game.has(target, each) for each in wanted)


def _fits(game: Game, spec: AbilityDocument, unit: Unit, target: Unit) -> bool:
    reach = float(spec.params.get("range", 0))
    if not _has_keywords(game, spec, target):
        return False
    near = game.distances.wholly_within if spec.params.get("wholly") else game.distances.within
    if reach and not near(target, unit, reach):
        return False
    return not spec.params.get("visible") or game.seeing.units(unit, target)
