"""The actions Melee, Charge and Disengage, which lead to a melee exchange (B-ACT-12, B-ACT-13, B-ACT-20)."""

from __future__ import annotations

import math
from functools import partial

from game.engine.core.decisions import Option
from game.engine.core.flow import Asking, Flow
from game.engine.core.turning import Turning
from game.refusal import Refusal
from game.rulesets.bushido.rules import feats
from game.rulesets.bushido.rules.actions import Action
from game.rulesets.bushido.rules.actions.targets import (
    Paths,
    agreed,
    aimed,
    barred,
    by_path,
    charge_price,
    chosen,
    has_target,
    meeting,
    targets,
    why_barred,
    why_no_enemy,
    why_out_of_reach,
)
from game.rulesets.bushido.rules.dice.tests import fear_test, sees_through
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.ki import boost_price
from game.rulesets.bushido.rules.melee.bout import Bout, Fighter
from game.rulesets.bushido.rules.melee.exchange import exchange
from game.rulesets.bushido.rules.melee.pools import can_split, pools, total_of
from game.rulesets.bushido.rules.moving.bodyguard import guarded
from game.rulesets.bushido.rules.moving.carry_out import ask_path, most_move, move_along, region_of
from game.rulesets.bushido.rules.moving.policies import CHARGE, approach, slide, walk
from game.rulesets.bushido.rules.moving.sight import not_touching, unseen
from game.rulesets.bushido.rules.moving.zones import engaged_with, let_go
from game.rulesets.bushido.rules.picking import only_enemies, pick
from game.rulesets.bushido.rules.state import Model
from game.rulesets.bushido.warbands.rows import term
from game.table.lattice import Position, position
from game.table.path.path import Path
from game.table.path.policy import CONTACT, PathPolicy
from game.table.path.region import PathRegion
from game.table.placing.places import first_legal
from game.wording import N_, _


def touched(game: Game, *models: Model) -> dict[str, frozenset[str]]:
    """Return the ids of the enemies that each model touched when the activation began (B-MELEE-3)."""
    now = {model.id: frozenset(other.id for other in game.touching(model)) for model in models}
    return {**now, **{model.id: game.began.touched[model.id] for model in models if model.id in game.began.touched}}


def bring_together(
    game: Game, model: Model, target: Model, policy: Paths, *, charge: bool, key: str, rule: str
) -> Flow:
    """Test fear, move into base contact with a target, and fight (B-FEAR-2, B-FEAR-3, B-MELEE, B-SURP-1, B-SURP-3)."""
    fresh = target.id not in touched(game, model)[model.id]
    met = yield from announced(game, model, target, fresh=fresh)
    if met is None:
        return
    path = Path(position(model.x, model.y))
    if not game.within(model, met, 0.0):
        turning = Turning.follows(model.x, model.y, model.facing, rule)
        found = yield from go_to(game, model, met, policy, rule, turning)
        if found is None:
            return
        path = found[0]
    yield from meet(game, model, met, path, fresh=fresh, charge=charge, key=key, rule=rule)


def announced(game: Game, model: Model, target: Model, *, fresh: bool) -> Asking[Model | None]:
    """Carry out the steps before a move to contact and return its final target (B-TR-8, B-STATE-7).

    Return None if the action is over. `fresh` means that the two did not touch when the activation began.
    """
    if fresh and unseen(game, target, model, Path(position(model.x, model.y))):  # the last chance for feats (B-SURP-3)
        yield from feats.window(game, "declare", target.side, among=(target,))
        game.surprised = "" if game.any(target, "never_surprised") else target.id
    if fresh:
        if not (yield from sees_through(game, model, target)):
            return None
        target = yield from guarded(game, target, model)
    return target if (yield from dares(game, model, target)) else None


def meet(
    game: Game, model: Model, target: Model, path: Path, *, fresh: bool, key: str, rule: str, charge: bool = False
) -> Flow:
    """Move into contact with a target and fight it, or several enemies with Split Attack (B-SURP-1, B-TR-80)."""
    blind_side = fresh and unseen(game, target, model, path)
    game.surprised = game.surprised if blind_side else ""
    move_along(game, model, path, model.facing, key, rule, target.id)
    if not game.within(model, target, 0.0):
        return
    foes = [target, *(yield from further_foes(game, model, target, rule))]
    flow = _fight(game, model, foes, charge=charge, blind_side=blind_side)
    if game.fights is None:
        yield from flow
    else:
        game.fights.append((model, flow))


def _fight(game: Game, model: Model, foes: list[Model], *, charge: bool, blind_side: bool) -> Flow:
    """Fight enemies one after another. Only the first can be Surprised (B-MELEE, B-TR-80)."""
    for foe in foes:
        if model.on_table and foe.on_table and game.within(model, foe, 0.0):
            bout = Bout(Fighter(model), Fighter(foe), charge=charge, touched=touched(game, model, foe))
            bout.further = len(foes) - 1
            bout.unseen = blind_side and foe is foes[0]
            bout.surprised = bout.unseen and not game.any(foe, "never_surprised")
            yield from exchange(game, bout)


def further_foes(game: Game, model: Model, target: Model, rule: str) -> Asking[list[Model]]:
    """Return the other enemies in contact that a model with Split Attack fights (B-TR-80)."""
    others = [foe for foe in game.touching(model) if foe is not target]
    if not others or not game.any(model, "splits_attack"):
        return []
    reasons = only_enemies(model), lambda other: not_touching(game, model, other, "B-TR-80")
    prompt = _("Which other enemies does {model} fight?", model=model.name)
    return (yield from pick(game, model, prompt, "B-TR-80", others, *reasons, minimum=0, maximum=len(others)))


def to_both(game: Game, model: Model, target: Model, region: PathRegion) -> dict[Option, Position]:
    """Return ends of a move in contact with the target and another enemy, for Split Attack (B-TR-80)."""
    found: dict[Option, Position] = {}
    if not game.any(model, "splits_attack"):
        return found
    for other in game.enemies(model):
        spots = [position(*point) for point in touching_both(model, target, other)] if other is not target else []
        spot = first_legal(region, spots)
        if spot is not None:
            label = _("Reach {target} and {other}", target=target.name, other=other.name)
            found[Option(f"both {other.id}", label, "B-TR-80", (target.id, other.id))] = spot
    return found


def go_to(
    game: Game, model: Model, target: Model, policy: Paths, rule: str, turning: Turning
) -> Asking[tuple[Path, int] | None]:
    """Ask for boosts, if the target needs them, and for the path to contact (AMB-31).

    Return path and facing, or None if the target is not reached.
    """
    if not (yield from agreed(game, model, target, by_path(game, model, policy))):
        return None
    return (
        yield from ask_path(
            game,
            model,
            lambda inches: meeting(game, model, target, policy(target, inches)),
            turning,
            prompt=_("Where does {model} reach {target}?", model=model.name, target=target.name),
            rule=rule,
            goals=lambda region: to_both(game, model, target, region),
        )
    )


def dares(game: Game, model: Model, target: Model) -> Asking[bool]:
    """Make the fear tests of a move to contact. Return whether the activating model continues (B-FEAR-2..4).

    A model that fails loses one counter, and its activation is over. A Steadfast model continues, Frightened (B-TR-53).
    """
    if game.within(model, target, 0.0):
        return True
    own, other = game.total(model, "fear"), game.total(target, "fear")
    if other and not (yield from _stands(game, model, target, other, own)):
        if not game.any(model, "splits_freely"):
            game.owed = 1
            return False
        game.mark(model, "Frightened", other)
    if own and not (yield from _stands(game, target, model, own, other)):
        game.mark(target, "Frightened", own)
    return True


def _stands(game: Game, model: Model, cause: Model, number: int, own: int) -> Asking[bool]:
    """Return whether a model passes a fear test, or needs none because of its own Fear (B-FEAR-4)."""
    if number <= own and not game.total(cause, "dread"):
        return True
    return (yield from fear_test(game, model, number, cause))


def touching_both(model: Model, one: Model, other: Model) -> list[tuple[float, float]]:
    """Return the centres at which a model's base touches two other bases. There are two or none."""
    near, far = (model.radius + touched.radius + CONTACT / 2 for touched in (one, other))
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
    """Move up to Move and fight, or fight an enemy in base contact (B-ACT-12)."""

    key, name, letter, rule, hand = "melee", N_("Melee"), "e", "B-ACT-12", "piece"
    in_contact = leaves_zones = stirs = reveals = True

    def impossible(self, game: Game, model: Model) -> Refusal | None:
        able = game.touching(model) or has_target(game, model, charge=False)
        return None if able else why_no_enemy(game, model, charge=False)

    def candidates(self, game: Game, model: Model) -> list[Model]:
        """Return the enemies that the model may fight (B-ACT-12, AMB-33)."""
        bound, beside = engaged_with(game, model, leaving=False), game.touching(model)
        if len(bound) > 1:
            return beside
        others = self.reached(game, model, bound[0]) if bound else targets(game, model, charge=False)
        return [*beside, *(other for other in others if other not in beside)]

    def why_not_fight(self, game: Game, model: Model, enemy: Model) -> Refusal | None:
        """Return why the model may not fight an enemy, or None if it may (B-ACT-12, AMB-33)."""
        bound = engaged_with(game, model, leaving=False)
        if enemy in game.touching(model):
            return None
        if not bound:
            return why_out_of_reach(game, model, enemy, charge=False)
        if refusal := why_barred(game, model, enemy):
            return refusal
        if len(bound) > 1:
            text = _("{model} is in base contact with several enemies and fights one of those", model=model.name)
            return Refusal(text, "AMB-33")
        facts = {"model": model.name, "bound": bound[0].name, "enemy": enemy.name}
        return Refusal(_("sliding round {bound} does not bring {model} to {enemy}", **facts), self.rule)

    def reached(self, game: Game, model: Model, enemy: Model) -> list[Model]:
        """Return the enemies that the model can touch by sliding round `enemy` (B-ACT-12)."""
        others = [other for other in game.enemies(model) if other is not enemy and not barred(game, model, other)]
        return [other for other in others if self.spot(game, model, enemy, other, most_move(game, model))]

    def spot(self, game: Game, model: Model, enemy: Model, other: Model, inches: float) -> Position | None:
        """Return the nearest spot in contact with both enemies, for a slide of up to some inches, or None."""
        region = region_of(model, slide(game, model, enemy, inches))
        spots = [position(*point) for point in touching_both(model, enemy, other)]
        spots.sort(key=lambda spot: math.hypot(spot.x - model.x, spot.y - model.y))
        return first_legal(region, spots)

    def perform(self, game: Game, model: Model) -> Flow:
        """Go to an enemy and fight it."""
        bound = engaged_with(game, model, leaving=False)

        def policy(foe: Model, inches: float) -> PathPolicy:
            return approach(game, model, foe, inches, charge=False)

        def round_it(foe: Model, inches: float) -> bool:
            return game.within(model, foe, 0.0) or self.spot(game, model, bound[0], foe, inches) is not None

        reach = round_it if bound else by_path(game, model, policy)
        candidates = self.candidates(game, model)
        why = partial(self.why_not_fight, game, model)
        target = yield from aimed(game, model, candidates, reach, partial(chosen, game, model, self.rule, why))
        if target is None:
            return
        if bound and target not in game.touching(model):
            yield from self.slid(game, model, bound[0], target)
            return
        yield from bring_together(game, model, target, policy, charge=False, key=self.key, rule="B-MOVE-9")

    def slid(self, game: Game, model: Model, enemy: Model, target: Model) -> Flow:
        """Slide round `enemy` to `target` and fight it. If that fails, fight `enemy` (B-ACT-12, AMB-31)."""
        met = yield from announced(game, model, target, fresh=True)
        if met is None:
            return
        yield from agreed(game, model, met, lambda foe, inches: self.spot(game, model, enemy, foe, inches) is not None)
        spot = self.spot(game, model, enemy, met, game.statistic(model, "move"))
        region = region_of(model, slide(game, model, enemy, game.statistic(model, "move")))
        path = region.find(spot) if spot is not None else None
        if path is None:
            met, path = enemy, Path(position(model.x, model.y))
        yield from meet(game, model, met, path, fresh=met is not enemy, key=self.key, rule=self.rule)


class Charge(Action):
    """Move up to twice Move in a straight line and fight (B-ACT-20)."""

    key, name, letter, rule, cost, hand = "charge", N_("Charge"), "c", "B-ACT-20", 2, "piece"
    leaves_zones = stirs = reveals = True

    def price(self, game: Game, model: Model) -> int:
        """Return the cost in counters, which is lower with Banzai! (B-TR-79)."""
        return charge_price(game, model)

    def impossible(self, game: Game, model: Model) -> Refusal | None:
        if game.any(model, "slow"):
            return Refusal(_("{model} is Slow", model=model.name), "B-TR-51")
        return None if has_target(game, model, charge=True) else why_no_enemy(game, model, charge=True)

    def candidates(self, game: Game, model: Model) -> list[Model]:
        """Return the enemies in sight that a charge can reach (B-ACT-20, B-GEN-7, AMB-15)."""
        return targets(game, model, charge=True)

    def perform(self, game: Game, model: Model) -> Flow:
        """Charge an enemy and fight it with the model's Charging Bonus (B-TR-13)."""

        def policy(foe: Model, inches: float) -> PathPolicy:
            return approach(game, model, foe, CHARGE * inches, charge=True)

        reach, candidates = by_path(game, model, policy), self.candidates(game, model)
        why = partial(why_out_of_reach, game, model, charge=True)
        target = yield from aimed(game, model, candidates, reach, partial(chosen, game, model, self.rule, why))
        if target is None:
            return
        for bonus in [entry for entry in game.terms(model) if entry.name == "Charging Bonus"]:
            game.lend(model, str(term(bonus.about)), "activation", "Charging Bonus")
        yield from bring_together(game, model, target, policy, charge=True, key=self.key, rule="B-MOVE-8")


class Disengage(Action):
    """Fight on the defence, then walk away from an enemy in base contact (B-ACT-13)."""

    key, name, letter, rule = "disengage", N_("Disengage"), "d", "B-ACT-13"
    in_contact = leaves_zones = stirs = True

    def impossible(self, game: Game, model: Model) -> Refusal | None:
        beside = game.touching(model)
        if not beside:
            return Refusal(_("{model} is in base contact with no enemy", model=model.name), self.rule)
        able = any(self.splittable(game, model, foe) for foe in beside)
        return None if able else self.why_not_from(game, model, beside[0])

    def why_not_from(self, game: Game, model: Model, foe: Model) -> Refusal | None:
        """Return why the model cannot disengage from an enemy, or None if it can (B-ACT-13)."""
        if refusal := not_touching(game, model, foe, self.rule):
            return refusal
        if self.splittable(game, model, foe):
            return None
        if game.any(model, "aggressive"):
            text = _("{model} is Aggressive and cannot put as many dice in defence as in attack", model=model.name)
            return Refusal(text, "B-TR-1")
        return Refusal(_("{model} cannot put as many dice in defence as in attack", model=model.name), self.rule)

    def splittable(self, game: Game, model: Model, foe: Model) -> bool:
        """Return whether the model can put at least as many dice in defence as in attack (B-ACT-13)."""
        bout = self.bout(game, model, foe)
        own, bout.opponent.weapon = bout.activating, game.weapons(foe, "melee")[0].name
        for weapon in game.weapons(model, "melee"):
            own.weapon = weapon.name
            pool, total = pools(game, bout)[0], total_of(game, bout, own)
            boosts = boost_price(game, model, "melee", total) is not None
            for own.pool in range(pool, pool + boosts + 1):
                if can_split(game, bout, own):
                    return True
        return False

    def bout(self, game: Game, model: Model, foe: Model) -> Bout:
        """Return the exchange of a disengaging model."""
        return Bout(Fighter(model), Fighter(foe), disengaging=True, touched=touched(game, model, foe))

    def perform(self, game: Game, model: Model) -> Flow:
        """Fight on the defence. Walk away if the defence was successful or the two are apart (B-ACT-13)."""
        beside = [foe for foe in game.touching(model) if self.splittable(game, model, foe)]
        foe = yield from chosen(game, model, self.rule, partial(self.why_not_from, game, model), beside)
        bout = self.bout(game, model, foe)
        first_event = len(game.events)
        yield from exchange(game, bout)
        if not model.on_table:
            return
        attacks = [event for event in game.events[first_event:] if getattr(event, "defender", "") == model.id]
        defended = any(not getattr(event, "hit", True) for event in attacks)
        if not defended and foe.on_table and game.within(model, foe, 0.0):
            return
        let_go(game, model)
        if model.has("Prone"):
            return
        ignoring = game.touching(model)
        region = region_of(model, walk(game, model, most_move(game, model), ignoring=ignoring))
        if region.nearest((model.x, model.y)) is None:
            return
        found = yield from ask_path(
            game,
            model,
            lambda inches: region_of(model, walk(game, model, inches, ignoring=ignoring)),
            Turning.asked(model.facing, "B-MOVE-6"),
            prompt=_("Where does {model} escape to?", model=model.name),
            rule="B-ACT-13",
            may_stay=True,
        )
        if found is not None:
            move_along(game, model, *found, self.key, "B-ACT-13")
