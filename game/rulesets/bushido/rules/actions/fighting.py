"""Actions that lead to a melee exchange: Melee, Charge, Disengage (B-ACT-12, B-ACT-13, B-ACT-20)."""

from __future__ import annotations

import math
from collections.abc import Callable

from game.engine.core.decisions import Pick
from game.engine.core.flow import Asking, Flow
from game.engine.core.turning import Turning
from game.refusal import Refusal
from game.rulesets.bushido.rules.actions import Action
from game.rulesets.bushido.rules.dice.tests import fear_test
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.melee.bout import Bout, Fighter
from game.rulesets.bushido.rules.melee.exchange import exchange
from game.rulesets.bushido.rules.melee.pools import pools, splits
from game.rulesets.bushido.rules.moving.carry_out import (
    ask_way,
    boost,
    can_boost,
    face,
    most_move,
    move_along,
    region_of,
)
from game.rulesets.bushido.rules.moving.contact import ContactRegion
from game.rulesets.bushido.rules.moving.finding import find_way, is_plainly_open
from game.rulesets.bushido.rules.moving.policies import CHARGE, approach, gain_of, slide, walk
from game.rulesets.bushido.rules.moving.sight import surprised
from game.rulesets.bushido.rules.moving.zones import held_by
from game.rulesets.bushido.rules.rulings import TOLERANCE
from game.rulesets.bushido.rules.state import Model
from game.rulesets.bushido.warbands.terms import term
from game.table.lattice import Position, position
from game.table.ways.policy import CONTACT, WayPolicy
from game.table.ways.way import Way
from game.wording import N_, _


def touched(game: Game, *models: Model) -> dict[str, frozenset[str]]:
    """Return the enemies that each model touches now: when the activation begins (B-MELEE-3)."""
    return {model.id: frozenset(other.id for other in game.touching(model)) for model in models}


def within_reach(game: Game, model: Model, target: Model, *, charge: bool) -> bool:
    """Return whether a Charge or a Melee move can end at a target, with every boost that can be paid (B-ACT-31)."""
    inches = most_move(game, model) * (CHARGE if charge else 1.0)
    key = f"reach {model.id} {target.id} {inches}"
    return game.remembered(key, lambda: _within_reach(game, model, target, inches, charge=charge))


def _within_reach(game: Game, model: Model, target: Model, inches: float, *, charge: bool) -> bool:
    if game.apart(model, target) > inches - gain_of(game) + TOLERANCE:
        return False
    if not held_by(game, model) and is_plainly_open(game, model, target, inches):
        return True
    policy = approach(game, model, target, inches, charge=charge)
    if find_way(game, model, target, policy) is not None:
        return True
    return not charge and ContactRegion(model, target, policy).any_end() is not None


def meeting(game: Game, model: Model, target: Model, policy: WayPolicy) -> ContactRegion:
    """Return the ends of a move in contact with a target, with the way that reach was counted on."""
    return ContactRegion(model, target, policy, find_way(game, model, target, policy))


def reaches(game: Game, model: Model, target: Model, policy: WayPolicy) -> bool:
    """Return whether a move under a policy can end at a target."""
    return meeting(game, model, target, policy).any_end() is not None


def bring_together(
    game: Game, model: Model, target: Model, policy: Callable[[float], WayPolicy], *, charge: bool, key: str, rule: str
) -> Flow:
    """Test fear, move to base contact with a target, and fight (B-FEAR-2, B-FEAR-3, B-MELEE)."""
    if not (yield from dares(game, model, target)):
        return
    before = touched(game, model, target)
    unseen = target.id not in before[model.id]
    way = Way((model.x, model.y))  # type: ignore[arg-type]
    if target.id not in before[model.id]:
        while not reaches(game, model, target, policy(game.statistic(model, "move"))):
            if not can_boost(game, model):
                return
            boost(game, model)  # reach counted on it
        found = yield from ask_way(
            game,
            model,
            lambda inches: meeting(game, model, target, policy(inches)),
            Turning.follows(model.x, model.y, model.facing, rule),
            prompt=_("Where does {model} meet {target}?", model=model.name, target=target.name),
            rule=rule,
        )
        assert found is not None
        way = found[0]
    is_surprise = unseen and surprised(game, target, model, way)
    move_along(game, model, way, model.facing, key, rule)
    face(model, target)
    face(target, model)
    if not game.within(model, target, 0.0):
        return
    yield from exchange(
        game, Bout(Fighter(model), Fighter(target), charge=charge, surprised=is_surprise, touched=before)
    )


def dares(game: Game, model: Model, target: Model) -> Asking[bool]:
    """Make the fear tests of an approach; return whether the activating model goes on (B-FEAR-2 to B-FEAR-4)."""
    own, other = game.total(model, "fear"), game.total(target, "fear")
    together = game.within(model, target, 0.0)
    if other and not together and other > own and not (yield from fear_test(game, model, other)):
        if not game.any(model, "splits_freely"):
            return False
        game.mark(model, "Frightened", other)  # Steadfast goes on (B-TR-53)
    if own and own > other and not (yield from fear_test(game, target, own)):
        game.mark(target, "Frightened", own)
    return True


def targets(game: Game, model: Model, *, charge: bool) -> list[Model]:
    """Return the enemies that a model may select: within reach, and none with Fear for a Frightened one (B-STATE-8)."""
    return [
        enemy
        for enemy in game.enemies(model)
        if not (model.has("Frightened") and game.total(enemy, "fear") and not game.within(model, enemy, 0.0))
        and within_reach(game, model, enemy, charge=charge)
    ]


def chosen(model: Model, candidates: list[Model], rule: str) -> Asking[Model]:
    """Ask which enemy an action is aimed at."""
    if len(candidates) == 1:
        return candidates[0]
    [picked] = yield Pick(
        player=model.side,
        prompt=_("Which enemy does {model} go for?", model=model.name),
        rule=rule,
        about=model.id,
        candidates=tuple(each.id for each in candidates),
    )
    return next(each for each in candidates if each.id == picked)


def touching_both(model: Model, one: Model, other: Model) -> list[tuple[float, float]]:
    """Return the centres at which a model's base touches two bases, none or two of them."""
    near, far = (model.radius + each.radius + CONTACT / 2 for each in (one, other))
    dx, dy = other.x - one.x, other.y - one.y
    apart = math.hypot(dx, dy)
    along = (apart * apart + near * near - far * far) / (2 * apart)
    aside = near * near - along * along
    if aside < 0.0:
        return []
    aside = math.sqrt(aside)
    ux, uy = dx / apart, dy / apart
    return [(one.x + along * ux - turn * aside * uy, one.y + along * uy + turn * aside * ux) for turn in (1, -1)]


class Melee(Action):
    """B-ACT-12."""

    key, name, letter, rule, in_contact, leaves_zones = "melee", N_("Melee"), "m", "B-ACT-12", True, True

    def impossible(self, game: Game, model: Model) -> Refusal | None:
        if not self.candidates(game, model):
            return Refusal(_("no enemy is within reach of {model}", model=model.name), "B-ACT-31")
        return None

    def candidates(self, game: Game, model: Model) -> list[Model]:
        """Return the enemies that the model may fight (B-ACT-12, AMB-33)."""
        beside = game.touching(model)
        if len(beside) > 1:
            return beside
        if beside:
            enemy = beside[0]
            return [enemy, *(each for each in self.reached(game, model, enemy) if each is not enemy)]
        return targets(game, model, charge=False)

    def reached(self, game: Game, model: Model, enemy: Model) -> list[Model]:
        """Return the enemies that sliding round `enemy` brings the model in contact with (B-ACT-12)."""
        return [other for other in game.enemies(model) if other is not enemy and self.spot(game, model, enemy, other)]

    def spot(self, game: Game, model: Model, enemy: Model, other: Model) -> Position | None:
        """Return where a model that slides round one enemy touches another too, the nearer spot first."""
        region = region_of(model, slide(game, model, enemy, game.statistic(model, "move")))
        spots = [position(*each) for each in touching_both(model, enemy, other)]
        spots.sort(key=lambda each: math.hypot(each.x - model.x, each.y - model.y))
        return next((each for each in spots if region.contains(*each)), None)

    def perform(self, game: Game, model: Model) -> Flow:
        """Go to an enemy and fight it."""
        target = yield from chosen(model, self.candidates(game, model), self.rule)
        beside = game.touching(model)
        if beside and target not in beside:
            enemy = beside[0]
            region = region_of(model, slide(game, model, enemy, game.statistic(model, "move")))
            spot = self.spot(game, model, enemy, target)
            way = region.way_to(*spot) if spot is not None else None
            if way is not None:
                move_along(game, model, way, model.facing, self.key, self.rule)
            target = target if game.within(model, target, 0.0) else enemy
        yield from bring_together(
            game,
            model,
            target,
            lambda inches: approach(game, model, target, inches, charge=False),
            charge=False,
            key=self.key,
            rule="B-MOVE-9",
        )


class Charge(Action):
    """B-ACT-20."""

    key, name, letter, rule, cost, leaves_zones = "charge", N_("Charge"), "c", "B-ACT-20", 2, True

    def impossible(self, game: Game, model: Model) -> Refusal | None:
        if game.any(model, "slow"):
            return Refusal(_("{model} is Slow", model=model.name), "B-TR-51")
        if not self.candidates(game, model):
            return Refusal(_("{model} can charge nobody", model=model.name), "B-ACT-20")
        return None

    def candidates(self, game: Game, model: Model) -> list[Model]:
        """Return the enemies that a charge can reach (B-ACT-20, AMB-15)."""
        return targets(game, model, charge=True)

    def perform(self, game: Game, model: Model) -> Flow:
        """Charge an enemy and fight it."""
        target = yield from chosen(model, self.candidates(game, model), self.rule)
        for each in [entry for entry in game.terms(model) if entry.name == "Charging Bonus"]:
            game.lend(model, str(term(each.about)), "activation", "Charging Bonus")
        yield from bring_together(
            game,
            model,
            target,
            lambda inches: approach(game, model, target, CHARGE * inches, charge=True),
            charge=True,
            key=self.key,
            rule="B-MOVE-8",
        )


class Disengage(Action):
    """B-ACT-13."""

    key, name, letter, rule, in_contact, leaves_zones = "disengage", N_("Disengage"), "d", "B-ACT-13", True, True

    def impossible(self, game: Game, model: Model) -> Refusal | None:
        beside = game.touching(model)
        if not beside:
            return Refusal(_("{model} is in base contact with nobody", model=model.name), self.rule)
        if not any(self.splittable(game, model, foe) for foe in beside):
            return Refusal(_("{model} cannot put enough dice in defence", model=model.name), self.rule)
        return None

    def splittable(self, game: Game, model: Model, foe: Model) -> bool:
        """Return whether the model has a split with as many defence dice as attack dice (B-ACT-13)."""
        bout = self.bout(game, model, foe)
        for fighter in (bout.activating, bout.opponent):
            fighter.weapon = game.weapons(fighter.model, "melee")[0].name
        bout.activating.pool = pools(game, bout)[0]
        return bool(splits(game, bout, bout.activating))

    def bout(self, game: Game, model: Model, foe: Model) -> Bout:
        """Return the exchange of a disengaging model."""
        return Bout(Fighter(model), Fighter(foe), disengaging=True, touched=touched(game, model, foe))

    def perform(self, game: Game, model: Model) -> Flow:
        """Fight on the defence; walk off if the defence held or the two are apart (B-ACT-13)."""
        beside = [foe for foe in game.touching(model) if self.splittable(game, model, foe)]
        foe = yield from chosen(model, beside, self.rule)
        face(model, foe)
        face(foe, model)
        bout = self.bout(game, model, foe)
        begun = len(game.events)
        yield from exchange(game, bout)
        if not model.on_table:
            return
        told = [event for event in game.events[begun:] if getattr(event, "defender", "") == model.id]
        held = any(not getattr(event, "hit", True) for event in told)
        if not held and foe.on_table and game.within(model, foe, 0.0):
            return
        if model.has("Prone") or model.has("Held"):
            return
        ignoring = game.touching(model)
        region = region_of(model, walk(game, model, most_move(game, model), ignoring=ignoring))
        if region.nearest(model.x, model.y) is None:
            return
        found = yield from ask_way(
            game,
            model,
            lambda inches: region_of(model, walk(game, model, inches, ignoring=ignoring)),
            Turning.asked(model.facing, "B-MOVE-6"),
            prompt=_("Where does {model} get away to?", model=model.name),
            rule="B-ACT-13",
            may_stay=True,
        )
        if found is not None:
            move_along(game, model, *found, self.key, "B-ACT-13")
            model.markers.pop("Held", None)
