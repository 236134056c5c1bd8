"""Questions such as "from where can it reach that?". To reach is to move and engage, to control is to hold a marker."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import shapely
from shapely.geometry.base import BaseGeometry

from game.engine.rulebook.questions import Askable, Ends, Fight, Proof, Reacher
from game.engine.rulebook.view import Line
from game.rulesets.godbreakers.odds.odds import engage_odds, lifted, standing
from game.rulesets.godbreakers.rules.actions.repertoire import obstacles_to
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.placing import Levels, attack_range, level_of, move_region
from game.rulesets.godbreakers.rules.rounds.activation import will_act_again
from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.view.odds import of_engage
from game.rulesets.godbreakers.view.table import threat_of
from game.table.lattice import Position
from game.table.placing.conditions import AnyOf, BeyondRange, Condition, WithinRange
from game.table.placing.rings import Never
from game.table.shapes import Bounds, Disc
from game.table.threat.threat_map import Approach, Threat, strike_of
from game.table.threat.threat_region import Struck
from game.wording import N_, _, ngettext, percent, translated

TOLERANCE: Final = 0.15
"""The tolerance of drawn outlines in inches. The verdict on a spot is exact."""


def askable(game: Game, piece: str) -> Askable | None:
    """Return the pieces that questions about a model can refer to: hostile models and markers on the table."""
    model = game.state.models.get(piece)
    if model is None or not model.on_table:
        return None
    return Askable(tuple(enemy.id for enemy in game.hostiles(model)), tuple(marker.id for marker in game.lying()))


def ends(game: Game, piece: str, foes: Sequence[str]) -> tuple[Ends, ...]:
    """Return the legal ends of a move action for each level, without falls (G-MOVE-1)."""
    model = game.state.models[piece]
    where = move_region(game, model)
    layers = [layer for layer in where.every if not layer.fall] if isinstance(where, Levels) else [where]
    return tuple(Ends(layer, level_of(layer, model.level)) for layer in layers)


def engaging(game: Game, piece: str, foe: str, level: int) -> Condition:
    """Return the condition that the model can engage the other model from a spot (G-ENG-1, G-ADV-5)."""
    model, other = game.state.models[piece], game.state.models[foe]
    n, target = attack_range(game, model), other.disc
    levels = game.levels_of(model, level) if game.levels else [level]
    reachable_levels = [stance for stance in levels if game.ruler.between(target.level, stance) is not None]
    if not game.hostile(model, other):
        return Never(_("{other} is not hostile to {model}", other=other.name, model=model.name), "G-SIDE-1")
    if not reachable_levels:
        text = _("{other} is more than one level away from {model}", other=other.name, model=model.name)
        return Never(text, "G-ADV-2")
    conditions = [
        WithinRange(game.ruler, target, n, model.radius, whole=False, level=stance) for stance in reachable_levels
    ]
    for condition in conditions:
        condition.rule, condition.cause = "G-ENG-1", N_("engages no enemy")
    return conditions[0] if len(conditions) == 1 else AnyOf(conditions)


def controlling(game: Game, piece: str, goal: str, level: int) -> Condition:
    """Return the condition that a model's player controls a marker with the model on a spot (G-TBL-6)."""
    model, marker = game.state.models[piece], game.state.markers[goal]
    if not model.owner:
        return Never(_("wild models do not control markers"), "G-TBL-6")
    without = lifted(game, model)
    at_marker = standing(game, model, model.disc._replace(x=marker.x, y=marker.y, level=marker.disc.level))[0]
    held_without = without.controls(model.owner, without.state.markers[goal])
    held_beside = at_marker.controls(model.owner, at_marker.state.markers[goal])
    in_reach = game.ruler.between(marker.disc.level, level) is not None
    if held_beside and not held_without and in_reach:
        condition = WithinRange(game.ruler, marker.disc, 0, model.radius, whole=False, level=level)
        condition.rule, condition.cause = "G-TBL-6", N_("controls nothing")
        return condition
    if held_without:
        n = 0 if not held_beside and in_reach else -1  # -1: every spot is beyond the range
        return BeyondRange(game.ruler, marker.disc, n, model.radius, level if in_reach else None)
    others = len(list(without.touching(marker, without.standing())))
    text = ngettext(
        "{marker} cannot be controlled: {n} other model is at it",
        "{marker} cannot be controlled: {n} other models are at it",
        others,
        marker=translated(marker.name),
        n=others,
    )
    return Never(text, "G-TBL-6", N_("controls nothing"))


def controller(game: Game, goal: str) -> str:
    """Return the controller of a marker (G-TBL-6)."""
    return game.controller(game.state.markers[goal])


def fight(game: Game, piece: str, foe: str, x: float, y: float, level: int) -> Fight:
    """Return the odds of an Engage from a spot, if nothing else happens before (G-ENG-3)."""
    model = game.state.models[piece]
    supposed, moved = standing(game, model, model.disc._replace(x=x, y=y, level=level))
    supposed.state.active = moved.id
    other = supposed.state.models[foe]
    odds = engage_odds(supposed, moved, other)
    win, tie, lose = (percent(float(chance)) for chance in (odds.win, odds.tie, odds.lose))
    text = _("against {name}: wins {win}, ties {tie}, loses {lose}", name=other.name, win=win, tie=tie, lose=lose)
    why = tuple(line.text for line in of_engage(supposed, moved, [other], moved.owner).lines)
    return Fight(text, float(odds.win) - float(odds.lose), "G-ENG-3", why)


def tests(game: Game, piece: str, x: float, y: float) -> tuple[Line, ...]:
    """Return the obstacles that a move must avoid (G-MOVE-2, G-MOVE-3, G-MOVE-4)."""
    model = game.state.models[piece]
    obstacles = obstacles_to(game, model, Position(x, y), model.level)
    return tuple(Line(translated(obstacle), "G-MOVE-2", "warning") for obstacle in obstacles)


def reachers(game: Game, piece: str) -> tuple[Reacher, ...]:
    """Return the hostile models that will act again and so could move and engage (G-ENG-1)."""
    model = game.state.models[piece]
    bare = lifted(game, model)
    return tuple(
        _Mover(game, model, enemy, threat_of(bare, enemy))
        for enemy in game.hostiles(model)
        if will_act_again(game, enemy)
    )


class _Mover(Reacher):
    """A model `foe` that could move and engage `model`, for the overlay of threatened spots.

    `bare` is its threat while `model` is off the table.
    """

    def __init__(self, game: Game, model: Model, foe: Model, bare: Threat) -> None:
        self.id, self.name = foe.id, foe.name
        self._game, self._model, self._foe, self._bare = game, model, foe, bare

    def area(self, box: Bounds, level: int) -> BaseGeometry:
        radius, box_shape = self._model.radius, shapely.box(*box)
        approaches = [approach for approach in self._bare.approaches if self._is_near(approach, box)]
        areas = [self._area_of(approach, box_shape, radius, level) for approach in approaches]
        return shapely.intersection(shapely.union_all(areas), box_shape)

    def _is_near(self, approach: Approach, box: Bounds) -> bool:
        """Return whether the model may come into range of the box. This quick check may be wrong if it is True."""
        bounds, reach = approach.move.bounds, self._bare.n + 2 + self._foe.radius + self._model.radius
        if bounds is None:
            return False
        west, south, east, north = box
        return (
            bounds[0] - reach < east
            and west < bounds[2] + reach
            and bounds[1] - reach < north
            and south < bounds[3] + reach
        )

    def _area_of(self, approach: Approach, around: BaseGeometry, radius: float, level: int) -> BaseGeometry:
        """Return the spots, on a level, that the model strikes after an approach."""
        ruler = self._game.ruler.between(approach.base.level, level)
        if ruler is None:
            return shapely.Polygon()
        near_box = shapely.buffer(around, self._bare.n + 2 + self._foe.radius + radius, join_style="mitre")
        ends = shapely.intersection(approach.move.geometry, near_box)
        return Struck.of(ruler, approach.base, ends, self._bare.n, TOLERANCE, girth=radius, within=around).region

    def _threat(self, x: float, y: float, level: int) -> tuple[Threat, Disc]:
        """Return the threat of `foe` with the model at a spot, and the model's base on that spot."""
        target = self._model.disc._replace(x=x, y=y, level=level)
        game = standing(self._game, self._model, target)[0]
        return threat_of(game, game.state.models[self.id]), target

    def reaches(self, x: float, y: float, level: int) -> bool:
        if not any(self._is_near(approach, (x, y, x, y)) for approach in self._bare.approaches):
            return False
        threat, target = self._threat(x, y, level)
        return strike_of(threat, target) is not None

    def proof(self, x: float, y: float, level: int) -> Proof:
        threat, target = self._threat(x, y, level)
        strike = strike_of(threat, target)
        if strike is not None:
            base = threat.base if strike.already else self._base_at(threat, target, *strike.spot)
            return Proof(True, strike.text, "G-ENG-1", self._game.ruler.measure(base, target))
        spots = [spot for approach in threat.approaches if (spot := approach.move.nearest((x, y))) is not None]
        bases = [self._base_at(threat, target, *spot) for spot in spots] or [threat.base]
        receipts = [self._game.ruler.measure(base, target) for base in bases]
        best = min(receipts, key=lambda receipt: (receipt.range is None, receipt.range or 0.0, receipt.inches))
        if best.range is None:
            return Proof(False, _("{name}: every line is blocked", name=self.name), "G-MEAS-6", best)
        text = _(
            "{name}: can get within {n} U, but reaches only {reach} U", name=self.name, n=best.range, reach=threat.n
        )
        return Proof(False, text, "G-ENG-1", best)

    def _base_at(self, threat: Threat, target: Disc, x: float, y: float) -> Disc:
        """Return the base of `foe` at the end of a move, on the level nearest to the target."""
        levels = [approach.base.level for approach in threat.approaches if approach.move.find((x, y))]
        nearest = min(levels or [threat.base.level], key=lambda level: abs(level - target.level))
        return threat.base._replace(x=x, y=y, level=nearest)
