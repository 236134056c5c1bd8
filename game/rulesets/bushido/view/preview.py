"""What putting a model at a spot would mean: who is near, what it touches, what it is worth there."""

from __future__ import annotations

from collections.abc import Iterator

from game.engine.core.decisions import Decision
from game.engine.rulebook.view import Line, Preview
from game.lengths import length
from game.rulesets.bushido.rules import scenarios
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.state import Model
from game.wording import _


def preview(game: Game, decision: Decision, x: float, y: float) -> Preview:
    """Return the consequences of placing the decision's model at (x, y), in inches."""
    model = game.state.models.get(decision.about)
    if model is None:
        return Preview()
    there = model.disc.moved_to(x, y)
    others = [other for other in game.on_table() if other is not model]
    contacts = tuple(other.id for other in others if game.ruler.within(there, other.disc, 0))
    receipt = game.ruler.measure(model.disc, there) if model.on_table else None
    return Preview(tuple(_lines(game, model, x, y)), contacts, receipt)


def _lines(game: Game, model: Model, x: float, y: float) -> Iterator[Line]:
    there = model.disc.moved_to(x, y)

    def apart(radius: float, other_x: float, other_y: float) -> float:
        gap: float = ((there.x - other_x) ** 2 + (there.y - other_y) ** 2) ** 0.5 - there.radius - radius
        return max(0.0, gap)

    enemies = [(apart(other.radius, other.x, other.y), other.name) for other in game.enemies(model)]
    if enemies:
        gap, name = min(enemies)
        yield Line(
            _("{name} is nearest among the enemies, {distance} away", name=name, distance=length(gap)), "B-GEO-3"
        )
    goals = [(apart(each.radius, each.x, each.y), each.id) for each in game.state.objectives.values() if each.on_table]
    if goals:
        gap, name = min(goals)
        yield Line(_("{distance} to the nearest objective", distance=length(gap)), "B-SCEN-3")
    for name, zone_x, zone_y, radius, _side in scenarios.find(game.setup.document.scenario).zones:
        inside = ((x - zone_x) ** 2 + (y - zone_y) ** 2) ** 0.5 + model.radius <= radius + 1e-9
        if inside:
            yield Line(_("wholly inside zone {name}", name=_(name)), "B-SCEN-7", "good")


def closest(game: Game, piece: str) -> tuple[str, ...]:
    """Return the enemies closest to a model, all that tie within the tolerance (B-GEO-3)."""
    model = game.state.models.get(piece)
    if model is None or not model.on_table:
        return ()
    gaps = {other.id: game.apart(model, other) for other in game.enemies(model)}
    least = min(gaps.values(), default=0.0)
    return tuple(name for name, gap in gaps.items() if gap <= least + 0.001)
