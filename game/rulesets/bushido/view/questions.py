"""Questions such as "from where can it reach that?". To reach is to move into base contact, to control is to hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import shapely
from shapely.geometry.base import BaseGeometry

from game.cached import cached_property
from game.engine.rulebook.questions import Askable, Ends, Fight, Proof, Reacher, no_tests
from game.lengths import length, missing
from game.rulesets.bushido.odds.exchange_odds import even_exchange
from game.rulesets.bushido.rules import scenarios
from game.rulesets.bushido.rules.actions.fighting import approaches, farthest, towards_any, way_to, why_barred
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.moving.carry_out import region_of
from game.rulesets.bushido.rules.moving.finding import contact_region
from game.rulesets.bushido.rules.moving.policies import approach, walk
from game.rulesets.bushido.rules.registry import STATES
from game.rulesets.bushido.rules.scenarios import INTERACTIONS
from game.rulesets.bushido.rules.state import Model, objective_name
from game.rulesets.bushido.view.instruments import stride
from game.table.path.judge import least_cost
from game.table.path.policy import CONTACT
from game.table.placing.condition import Condition
from game.table.placing.rings import Never, Ring
from game.table.shapes import Bounds, Disc
from game.table.terrain.area import polygons_of
from game.wording import N_, _, numeral, series

ZONE: Final = "zone-"
_AWAY: Final = -1000.0
"""A coordinate far off the table, for a model that must not be in the way."""

_PLAIN: Final = 0.02
"""The tolerance for simplifying drawn outlines, in inches."""


def askable(game: Game, piece: str) -> Askable | None:
    """Return the pieces that questions about a model can refer to: enemies, objectives and zones."""
    model = game.state.models.get(piece)
    if model is None or not model.on_table:
        return None
    zones = (f"{ZONE}{name}" for name, *_place in scenarios.of(game).zones)
    objectives = (objective.id for objective in game.objectives())
    return Askable(tuple(enemy.id for enemy in game.enemies(model)), (*objectives, *zones))


def ends(game: Game, piece: str, foes: Sequence[str]) -> tuple[Ends, ...]:
    """Return the ends of a Walk, or of a Melee move into base contact with an enemy (B-MOVE-6, B-ACT-31)."""
    model, inches = game.state.models[piece], stride(game, piece) or 0.0
    if not foes:
        return (Ends(region_of(model, walk(game, model, inches))),)
    enemy = game.state.models[foes[0]]
    return (Ends(contact_region(model, enemy, approach(game, model, enemy, inches, charge=False))),)


def engaging(game: Game, piece: str, foe: str, level: int) -> Condition:
    """Return the condition to be in base contact with an enemy (B-GEN-11)."""
    model, other = game.state.models[piece], game.state.models[foe]
    if other.side == model.side:
        return Never(_("{other} is not an enemy of {model}", other=other.name, model=model.name), "B-GEN-8")
    if why_barred(game, model, other):
        return Never(_("{model} may not select {other}", other=other.name, model=model.name), "B-ACT-20")
    return _touching(model, other.disc._replace(name=other.name), "B-GEN-11")


def _touching(model: Model, disc: Disc, rule: str) -> Ring:
    """Return the condition to be in base contact with a disc."""
    distance = model.radius + disc.radius
    return Ring(disc, distance + CONTACT, distance, rule, N_("{amount} short of base contact with {name}"))


def controlling(game: Game, piece: str, goal: str, level: int) -> Condition:
    """Return the condition that a model controls a zone, or can act at an objective (B-SCEN-7, B-ACT-16)."""
    model = game.state.models[piece]
    if goal.startswith(ZONE):
        return _holding(game, model, goal.removeprefix(ZONE))
    objective, scenario = game.state.objectives[goal], scenarios.of(game)
    name = objective_name(goal)
    why = _("the scenario has no such action")
    if scenario.interaction:
        why = INTERACTIONS[scenario.interaction].why_not(game, model, objective)
    if game.any(model, "insignificant"):
        why = _("{model} is Insignificant", model=model.name)
    if why:
        return Never(f"{name}: {why}", "B-ACT-16", N_("controls nothing"))
    return _touching(model, Disc(objective.x, objective.y, objective.radius, name), "B-ACT-16")


def _holding(game: Game, model: Model, name: str) -> Condition:
    """Return the condition to control a zone, which may hold everywhere, inside the zone only, or nowhere."""
    [(x, y, radius)] = [zone[1:4] for zone in scenarios.of(game).zones if zone[0] == name]
    with game.supposing(model, x, y, model.facing):
        from_inside = scenarios.controller(game, x, y, radius) == model.side
    with game.supposing(model, _AWAY, _AWAY, model.facing):
        from_afar = scenarios.controller(game, x, y, radius) == model.side
    title = _("Zone {name}", name=_(name))
    if from_afar and from_inside:
        return Ring(Disc(x, y, radius, title), 1e4, rule="B-SCEN-7")
    if from_inside:
        return Ring(Disc(x, y, radius, title), radius - model.radius, 0.0, "B-SCEN-7", N_("{amount} short of {name}"))
    text = _("{zone} needs more models and more rice wholly inside than the enemy has", zone=title)
    return Never(text, "B-SCEN-7", N_("controls nothing"))


def controller(game: Game, goal: str) -> str:
    """Return the controller of a zone, or the friendly player of an objective (B-SCEN-7, B-SCEN-2)."""
    if not goal.startswith(ZONE):
        return game.state.objectives[goal].friendly_to
    zones = scenarios.of(game).zones
    [place] = [zone[1:4] for zone in zones if f"{ZONE}{zone[0]}" == goal]
    return scenarios.controller(game, *place)


def fight(game: Game, piece: str, foe: str, x: float, y: float, level: int) -> Fight:
    """Return the average wounds of an exchange with evenly split dice (B-MELEE-5)."""
    model, other = game.state.models[piece], game.state.models[foe]
    with game.supposing(model, x, y, model.facing):
        odds = even_exchange(game, model, other)
    facts = {"name": other.name, "deals": numeral(odds.dealt, ".1f"), "takes": numeral(odds.taken, ".1f")}
    text = _("against {name}, dice split evenly: deals {deals} wounds, takes {takes}", **facts)
    return Fight(text, odds.dealt - odds.taken, "B-MELEE-5")


tests = no_tests  # a Walk (B-MOVE-6)


def reachers(game: Game, piece: str) -> tuple[Reacher, ...]:
    """Return the enemies with counters, which may reach a model by a Melee move or a Charge."""
    model = game.state.models[piece]
    return tuple(_Walker(game, model, enemy) for enemy in game.enemies(model) if not enemy.exhausted)


class _Walker(Reacher):
    """An enemy `foe` that may move into base contact with `model`, for the overlay of threatened spots."""

    def __init__(self, game: Game, model: Model, foe: Model) -> None:
        self.id, self.name = foe.id, foe.name
        self._game, self._model, self._foe = game, model, foe

    def area(self, box: Bounds, level: int) -> BaseGeometry:
        contact = self._foe.radius + self._model.radius
        moves = (farthest(self._game, self._foe, charge=charge) for charge in approaches(self._game, self._foe))
        reach = contact + max(moves, default=0.0)
        box_shape = shapely.box(*box)
        if shapely.distance(box_shape, shapely.Point(self._foe.x, self._foe.y)) > reach + 1.0:
            return shapely.Polygon()
        return shapely.intersection(self._everywhere, box_shape)

    @cached_property
    def _everywhere(self) -> BaseGeometry:
        """All spots of the model at which the enemy could reach it."""
        game, enemy = self._game, self._foe
        areas: list[BaseGeometry] = []
        with game.supposing(self._model, _AWAY, _AWAY, self._model.facing):
            for charge in approaches(game, enemy):
                policy = towards_any(game, enemy, self._model, charge=charge)
                grounds = tuple(ground for ground in policy.grounds if ground.name != self._model.id)
                areas += polygons_of(region_of(enemy, policy.but(grounds=grounds)).geometry)
        reached = shapely.union_all([*areas, shapely.Point(enemy.x, enemy.y)])
        outline = shapely.simplify(reached, _PLAIN)
        return shapely.buffer(outline, enemy.radius + self._model.radius, quad_segs=12)

    def reaches(self, x: float, y: float, level: int) -> bool:
        return self._kind_of_move(x, y) is not None

    def _kind_of_move(self, x: float, y: float) -> str | None:
        """Return "touches", "melee" or "charge" if the enemy reaches the model at a spot, or None."""
        with self._game.supposing(self._model, x, y, self._model.facing):
            return way_to(self._game, self._foe, self._model)

    def proof(self, x: float, y: float, level: int) -> Proof:
        game, model, enemy = self._game, self._model, self._foe
        kind, moved = self._kind_of_move(x, y), model.disc.moved_to(x, y)
        receipt = game.ruler.measure(enemy.disc, moved)
        if kind == "touches":
            return Proof(True, _("{enemy}: already in base contact", enemy=enemy.name), "B-GEN-11", receipt)
        if not approaches(game, enemy):
            states, rule = series([_(state) for state in enemy.markers]), STATES[next(iter(enemy.markers))].rule
            return Proof(
                False, _("{enemy}: cannot move there ({states})", enemy=enemy.name, states=states), rule, receipt
            )
        charge = kind == "charge"
        inches = farthest(game, enemy, charge=charge or (kind is None and approaches(game, enemy)[-1]))
        names = {"enemy": enemy.name, "inches": length(inches, 1)}
        if kind is not None:
            charges, fights = (
                N_("{enemy}: could charge it, {inches}"),
                N_("{enemy}: could reach and fight it, {inches}"),
            )
            rule, text = ("B-ACT-20", charges) if charge else ("B-ACT-31", fights)
            return Proof(True, _(text, **names), rule, receipt)
        with game.supposing(model, x, y, model.facing):
            policy = approach(game, enemy, model, inches, charge=approaches(game, enemy)[-1])
            excess = least_cost(policy, (enemy.x, enemy.y), (x, y)) - enemy.radius - model.radius - policy.budget
        if excess > 0.0:
            return Proof(
                False,
                _("{enemy}: {amount} too far away", enemy=enemy.name, amount=missing(excess)),
                "B-ACT-31",
                receipt,
            )
        return Proof(False, _("{enemy}: no path to base contact", enemy=enemy.name), "B-ACT-31", receipt)
