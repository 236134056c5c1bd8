"""Targets of moves to contact, and the actions Melee, Charge and Disengage (B-ACT-12, B-ACT-13, B-ACT-20, B-ACT-31)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import ClassVar, Final

from game.engine.core.decisions import Option
from game.engine.core.flow import Asking, Flow
from game.engine.core.turning import Turning
from game.lengths import length
from game.refusal import Refusal
from game.rulesets.bushido.rules import feats
from game.rulesets.bushido.rules.actions import REGISTRY, Action
from game.rulesets.bushido.rules.dice.tests import KEEP, fear_test, sees_through
from game.rulesets.bushido.rules.game import Game, remembered
from game.rulesets.bushido.rules.ki import boost_price
from game.rulesets.bushido.rules.melee.bout import Bout, Fighter
from game.rulesets.bushido.rules.melee.exchange import exchange
from game.rulesets.bushido.rules.melee.pools import can_split, pools, total_of
from game.rulesets.bushido.rules.moving.bodyguard import guarded
from game.rulesets.bushido.rules.moving.carry_out import BOOST, ask_path, boost, most_move, move_along, region_of
from game.rulesets.bushido.rules.moving.finding import contact_region, find_path, has_contact, is_plainly_open
from game.rulesets.bushido.rules.moving.policies import (
    approach,
    charge_length,
    engaged_with,
    gain_of,
    held_by,
    let_go,
    slide,
    walk,
)
from game.rulesets.bushido.rules.moving.sight import not_touching, sees, too_far, unseen, why_concealed, why_no_target
from game.rulesets.bushido.rules.picking import Reason, ask, only_enemies, pick
from game.rulesets.bushido.rules.rulings import TOLERANCE
from game.rulesets.bushido.rules.state import Model
from game.rulesets.bushido.warbands.traits import term
from game.table.lattice import Position, position
from game.table.path.judge import least_cost
from game.table.path.path import Path
from game.table.path.policy import CONTACT, PathPolicy, Stage
from game.table.path.region import ContactRegion, PathRegion
from game.table.placing.places import first_legal
from game.wording import N_, _

# -- targets ---------------------------------------------------------------------------------------

FORCED = ("melee", "charge", "run")
ROUND = 0.25
"""The inches by which a path is longer than the straight one before that is said."""


def berserk_actions(game: Game, model: Model) -> Sequence[str]:
    """Return the only action that a Berserk model may declare. Empty if the model is free to choose."""
    if not model.has("Berserk"):
        return ()
    return next(((key,) for key in FORCED if REGISTRY[key].why_not(game, model) is None), ())


def why_no_enemy(game: Game, model: Model, *, charge: bool) -> Refusal:
    """Return the reason why a Charge or a Melee move has no target: the reason against the nearest enemy."""
    rule = "B-ACT-20" if charge else "B-ACT-31"
    nearest = min(game.enemies(model), key=lambda enemy: game.apart(model, enemy), default=None)
    reason = None if nearest is None else why_out_of_reach(game, model, nearest, charge=charge)
    if reason is None:
        return Refusal(_("no enemy is on the table"), rule)
    text = N_("{model} can charge no enemy: {reason}") if charge else N_("{model} can reach no enemy: {reason}")
    return Refusal(_(text, model=model.name, reason=reason.text), rule)


def approaches(game: Game, model: Model) -> list[bool]:
    """Return the moves to contact that a model can make: False for a Melee move, True for a Charge."""
    can_afford = model.counters >= REGISTRY["charge"].price(game, model)  # B-ACT-20
    charges = can_afford and not game.any(model, "slow") and not game.any(model, "bars", "charge")  # B-TR-51
    return [*([] if game.any(model, "bars", "melee") else [False]), *([True] if charges else [])]


def approaches_to(game: Game, model: Model, target: Model) -> list[bool]:
    """Return the moves of `approaches` that are long enough for a target, ignoring anything in the way."""
    return [charge for charge in approaches(game, model) if is_near(game, model, target, charge=charge)]


def moves_to(game: Game, model: Model, target: Model) -> Iterator[bool]:
    """Yield the moves of `approaches_to` that a model could make. A Charge needs sight."""
    return (charge for charge in approaches_to(game, model, target) if not charge or sees(game, model, target))


def way_to(game: Game, model: Model, target: Model) -> str | None:
    """Return how a model could fight another: it "touches" it, or comes by a "melee" or "charge" move, or None.

    A Melee of a model in base contact with another enemy slides round that one (B-ACT-12, B-ACT-20, B-TR-2).
    """
    if game.within(model, target, 0.0):
        return "touches"
    if why_barred(game, model, target) is not None:
        return None
    bound = engaged_with(game, model, leaving=False)
    for charge in moves_to(game, model, target):
        if charge or not bound:
            comes = not engaged_with(game, model) and within_reach(game, model, target, charge=charge)
        else:
            comes = len(bound) == 1 and target in MELEE.reached(game, model, bound[0])
        if comes:
            return "charge" if charge else "melee"
    return None


def boosted_approach(game: Game, model: Model, target: Model, *, charge: bool) -> PathPolicy:
    """Return the policy of a Charge or a Melee move to a target, with boosts."""
    return approach(game, model, target, farthest(game, model, charge=charge), charge=charge)


def towards_any(game: Game, model: Model, target: Model, *, charge: bool) -> PathPolicy:
    """Return the policy of a Charge or a Melee move to any spot, as if the target were there."""
    policy = boosted_approach(game, model, target, charge=charge)
    return policy.but(stages=(*policy.stages[:-2], Stage("straight" if charge else "free")), ends=())


def targets(game: Game, model: Model, *, charge: bool) -> list[Model]:
    """Return the enemies that a Charge or a Melee move may target. A Charge needs sight.

    A Berserk model may target only the nearest enemy in reach, even without sight (B-STATE-1).
    """
    is_berserk = model.has("Berserk")
    near_enemies = _near(game, model, charge=charge, blind=not charge or is_berserk)
    reached = [enemy for enemy in near_enemies if within_reach(game, model, enemy, charge=charge)]
    if is_berserk:
        reached = sorted(reached, key=lambda enemy: game.apart(model, enemy))[:1]
    return [enemy for enemy in reached if not charge or sees(game, model, enemy)]


def has_target(game: Game, model: Model, *, charge: bool) -> bool:
    """Return whether a model has any `targets`. Enemies that are quick to check come first."""
    if model.has("Berserk"):
        return bool(targets(game, model, charge=charge))
    near_enemies = _near(game, model, charge=charge, blind=not charge)
    return any(
        check(game, model, enemy, charge=charge)
        for check in (_is_open, _quick_answer, within_reach)
        for enemy in near_enemies
    )


def _near(game: Game, model: Model, *, charge: bool, blind: bool) -> list[Model]:
    """Return the enemies near enough for a move, not barred and, unless `blind`, in sight."""
    return [
        enemy
        for enemy in game.enemies(model)
        if is_near(game, model, enemy, charge=charge)
        and why_barred(game, model, enemy) is None
        and (blind or sees(game, model, enemy))
    ]


def why_barred(game: Game, model: Model, enemy: Model) -> Refusal | None:
    """Return the reason why a model may not go to an enemy at any distance, or None if it may (B-STATE-8, AMB-34)."""
    if game.within(model, enemy, 0.0):
        return None
    if model.has("Frightened") and game.total(enemy, "fear") and not game.any(model, "splits_freely"):
        text = _("{model} is Frightened and does not go to {enemy}, which has Fear", model=model.name, enemy=enemy.name)
        return Refusal(text, "B-STATE-8")
    return why_concealed(game, model, enemy)


def why_out_of_reach(game: Game, model: Model, enemy: Model, *, charge: bool) -> Refusal | None:
    """Return the reason why a Charge or Melee move cannot target an enemy, or None (B-ACT-12, B-ACT-20, B-GEN-7)."""
    names = {"model": model.name, "enemy": enemy.name}
    rule = "B-ACT-20" if charge else "B-ACT-31"
    if refusal := why_barred(game, model, enemy):
        return refusal
    if charge and not model.has("Berserk") and not sees(game, model, enemy):
        return why_no_target(game, model, enemy)
    if not is_near(game, model, enemy, charge=charge):
        return too_far(game, model, enemy, _greatest_gap(game, model, charge=charge), rule)
    if not within_reach(game, model, enemy, charge=charge):
        return Refusal(_("{model} has no path to base contact with {enemy}", **names), rule)
    if enemy not in targets(game, model, charge=charge):
        return Refusal(_("{model} is Berserk and goes for the nearest enemy", **names), "B-STATE-1")
    return None


def farthest(game: Game, model: Model, *, charge: bool) -> float:
    """Return the greatest length in inches of a Charge or a Melee move with boosts."""
    move = most_move(game, model)
    return charge_length(move) if charge else float(move)


def _greatest_gap(game: Game, model: Model, *, charge: bool) -> float:
    """Return the greatest gap to a target in inches. Ideal ground does not help Melee moves (B-MOVE-13)."""
    return farthest(game, model, charge=charge) - (gain_of(game) if charge else 0.0)


def is_near(game: Game, model: Model, target: Model, *, charge: bool) -> bool:
    """Return whether a target is near enough for a Charge or Melee move."""
    return game.apart(model, target) <= _greatest_gap(game, model, charge=charge) + TOLERANCE


@remembered
def within_reach(game: Game, model: Model, target: Model, *, charge: bool) -> bool:
    """Return whether a Charge or a Melee move can end at a target, with boosts (B-ACT-31)."""
    if not is_near(game, model, target, charge=charge):
        return False
    answer = _quick_answer(game, model, target, charge=charge)
    if answer is not None:
        return answer
    return has_contact(model, target, boosted_approach(game, model, target, charge=charge))


def _is_open(game: Game, model: Model, target: Model, *, charge: bool) -> bool:
    """Return whether a move to a target leads straight over clear ground."""
    return not held_by(game, model) and is_plainly_open(game, model, target, farthest(game, model, charge=charge))


@remembered
def _quick_answer(game: Game, model: Model, target: Model, *, charge: bool) -> bool | None:
    """Return whether a move reaches a target, or None if only a full search can decide."""
    if _is_open(game, model, target, charge=charge):
        return True
    policy = boosted_approach(game, model, target, charge=charge)
    if _is_beyond(model, target, policy):
        return False
    if find_path(game, model, target, policy) is not None:
        return True
    return False if charge else None


def _is_beyond(model: Model, target: Model, policy: PathPolicy) -> bool:
    """Return whether a target is too far away even without obstacles."""
    least_length = least_cost(policy, (model.x, model.y), (target.x, target.y)) - model.radius - target.radius
    return least_length > policy.budget + TOLERANCE


def meeting(game: Game, model: Model, target: Model, policy: PathPolicy) -> ContactRegion:
    """Return the region in which a move ends in contact with a target."""
    return contact_region(model, target, policy, find_path(game, model, target, policy))


Paths = Callable[[Model, float], PathPolicy]
"""A function that returns the policy of a move to a target, for a Move in inches."""
Reach = Callable[[Model, float], bool]
"""A function that returns whether a move reaches a model, for a Move in inches."""
Costs = Callable[[Model], Iterator[str]]
"""A function that yields what it costs to reach a model, in words."""


def by_path(game: Game, model: Model, policy: Paths) -> Reach:
    """Return a function that returns whether a move under a policy reaches contact with a target."""

    def reach(target: Model, inches: float) -> bool:
        if game.within(model, target, 0.0):
            return True
        way = policy(target, inches)
        if _is_beyond(model, target, way):
            return False
        return find_path(game, model, target, way) is not None or has_contact(model, target, way)

    return reach


def aimed(
    game: Game, model: Model, candidates: list[Model], reach: Reach, choose: Callable[[list[Model]], Asking[Model]]
) -> Asking[Model | None]:
    """Return the target of an action after the player has paid for the boosts it needs (AMB-31).

    Return None if the player does not pay for any target, which wastes the action.
    """
    remaining = list(candidates)
    while remaining:
        target = yield from choose(remaining)
        remaining = [model for model in remaining if model is not target]
        if (yield from agreed(game, model, target, reach, others=bool(remaining))):
            return target
    return None


def agreed(game: Game, model: Model, target: Model, reach: Reach, *, others: bool = False) -> Asking[bool]:
    """Ask whether to pay for the boosts that a target needs. Return whether the target is in reach (AMB-31).

    `others` means that the action has other possible targets.
    """
    inches_needed = _inches_needed(game, model, target, reach)
    if not inches_needed:
        return inches_needed is not None
    price = boost_price(game, model, "move")
    assert price is not None, "Move was counted with boosts that can be paid"
    facts = {"model": model.name, "target": target.name, "ki": inches_needed * price}
    no_label = _("No: go for another model") if others else _("No: keep the Ki, the action is spent")
    boosted = Option(BOOST, _("Spend {ki} Ki and reach {target}", **facts), "AMB-31", (target.id,))
    prompt = _("Spend {ki} Ki so that {model} reaches {target}?", **facts)
    kept = replace(KEEP, label=no_label, rule="AMB-31")
    if (yield ask(model, prompt, "AMB-31", (boosted, kept))) == KEEP.key:
        return False
    for _inch in range(inches_needed):
        boost(game, model)
    return True


def _inches_needed(game: Game, model: Model, target: Model, reach: Reach) -> int | None:
    """Return the inches that boosts must add to the Move of a model to reach a target, or None if that is too many."""
    own_move, longest_move = game.statistic(model, "move"), most_move(game, model)
    return next((inches - own_move for inches in range(own_move, longest_move + 1) if reach(target, inches)), None)


def choose(
    game: Game, model: Model, rule: str, why: Reason, candidates: list[Model], costs: Costs | None = None
) -> Asking[Model]:
    """Ask for an enemy to fight, unless there is only one, and return it. `why` gives reasons against others."""
    if len(candidates) == 1:
        return candidates[0]
    prompt = _("Choose an enemy for {model} to fight", model=model.name)

    def note(piece: str) -> str:
        found = costs(game.state.models[piece]) if costs is not None else ()
        return game.remembered(("costs", model.id, piece, rule), lambda: "; ".join(found))

    picking = pick(game, model, prompt, rule, candidates, only_enemies(model), why, given_up, notes=note)
    return (yield from picking)[0]


def costs_of_reach(game: Game, model: Model, reach: Reach, policy: Paths, target: Model) -> Iterator[str]:
    """Yield the Ki that a target costs to reach, and the length of a path that leads round something."""
    inches_needed, price = _inches_needed(game, model, target, reach), boost_price(game, model, "move")
    if inches_needed and price is not None:
        yield _("costs {ki} Ki to reach", ki=inches_needed * price)
    if game.touching(model):
        return
    path = meeting(game, model, target, policy(target, most_move(game, model))).find()
    if path is not None and path.inches > game.apart(model, target) + ROUND:
        facts = {"length": length(path.inches), "straight": length(game.apart(model, target))}
        yield _("walks {length} round what is in the way ({straight} straight)", **facts)


def given_up(target: Model) -> Refusal:
    """Return the refusal of a possible target for which the player kept the Ki that it needs (AMB-31)."""
    return Refusal(_("you kept the Ki that is needed to reach {model}", model=target.name), "AMB-31")


# -- moves to contact and fights -------------------------------------------------------------------


def touched(game: Game, *models: Model) -> dict[str, frozenset[str]]:
    """Return the ids of the enemies that each model touched when the activation began (B-MELEE-3)."""
    contacts = {model.id: frozenset(other.id for other in game.touching(model)) for model in models}
    # contacts at the start of the activation replace the current ones
    return {
        **contacts,
        **{model.id: game.began.touched[model.id] for model in models if model.id in game.began.touched},
    }


def bring_together(
    game: Game, model: Model, target: Model, policy: Paths, *, charge: bool, key: str, rule: str
) -> Flow:
    """Test fear, move into base contact with a target, and fight (B-FEAR-2, B-FEAR-3, B-MELEE, B-SURP-1, AMB-14)."""
    fresh = target.id not in touched(game, model)[model.id]
    met = yield from announced(game, model, target, fresh=fresh)
    if met is None:
        return
    path = Path(position(model.x, model.y))
    if not game.within(model, met, 0.0):
        turning = Turning.follows(model.x, model.y, model.facing, rule)
        move = yield from go_to(game, model, met, policy, rule, turning)
        if move is None:
            return
        path = move[0]
    yield from meet(game, model, met, path, fresh=fresh, charge=charge, key=key, rule=rule)


def announced(game: Game, model: Model, target: Model, *, fresh: bool) -> Asking[Model | None]:
    """Resolve the steps before a move to contact and return its final target (B-TR-8, B-STATE-7, B-SURP-3).

    Return None if the action is over. `fresh`: the two did not touch when the activation began.
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
    enemies = [target, *(yield from further_foes(game, model, target, rule))]
    flow = _fight(game, model, enemies, charge=charge, blind_side=blind_side)
    if game.fights is None:
        yield from flow
    else:
        game.fights.append((model, flow))


def _fight(game: Game, model: Model, foes: list[Model], *, charge: bool, blind_side: bool) -> Flow:
    """Fight enemies one after another. Only the first can be Surprised (B-MELEE, B-TR-80)."""
    for enemy in foes:
        if model.on_table and enemy.on_table and game.within(model, enemy, 0.0):
            bout = Bout(Fighter(model), Fighter(enemy), charge=charge, touched=touched(game, model, enemy))
            bout.further = len(foes) - 1
            bout.unseen = blind_side and enemy is foes[0]
            bout.surprised = bout.unseen and not game.any(enemy, "never_surprised")
            yield from exchange(game, bout)


def further_foes(game: Game, model: Model, target: Model, rule: str) -> Asking[list[Model]]:
    """Return the other enemies in contact that a model with Split Attack fights (B-TR-80)."""
    others = [enemy for enemy in game.touching(model) if enemy is not target]
    if not others or not game.any(model, "splits_attack"):
        return []
    reasons = only_enemies(model), lambda other: not_touching(game, model, other, "B-TR-80")
    prompt = _("Which other enemies does {model} fight?", model=model.name)
    return (yield from pick(game, model, prompt, "B-TR-80", others, *reasons, minimum=0, maximum=len(others)))


def to_both(game: Game, model: Model, target: Model, region: PathRegion) -> dict[Option, Position]:
    """Return ends of a move in contact with the target and another enemy, for Split Attack (B-TR-80)."""
    ends: dict[Option, Position] = {}
    if not game.any(model, "splits_attack"):
        return ends
    for other in game.enemies(model):
        spots = [position(*point) for point in touching_both(model, target, other)] if other is not target else []
        spot = first_legal(region, spots)
        if spot is not None:
            label = _("Reach {target} and {other}", target=target.name, other=other.name)
            ends[Option(f"both {other.id}", label, "B-TR-80", (target.id, other.id))] = spot
    return ends


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
    own_fear, other_fear = game.total(model, "fear"), game.total(target, "fear")
    if other_fear and not (yield from fear_test(game, model, other_fear, target)):
        if not game.any(model, "splits_freely"):
            game.owed = 1
            return False
        game.mark(model, "Frightened", other_fear)
    if own_fear and not (yield from fear_test(game, target, own_fear, model)):
        game.mark(target, "Frightened", own_fear)
    return True


def touching_both(model: Model, one: Model, other: Model) -> list[tuple[float, float]]:
    """Return the centres at which a model's base touches two other bases. There are two or none."""
    first_distance, second_distance = (model.radius + touched.radius + CONTACT / 2 for touched in (one, other))
    dx, dy = other.x - one.x, other.y - one.y
    distance = math.hypot(dx, dy)
    # the three centres form a triangle: `along` is the foot of its height on the line between the two bases
    along = (distance * distance + first_distance * first_distance - second_distance * second_distance) / (2 * distance)
    height = first_distance * first_distance - along * along
    if height < 0.0:
        return []
    height = math.sqrt(height)
    ux, uy = dx / distance, dy / distance
    return [(one.x + along * ux - turn * height * uy, one.y + along * uy + turn * height * ux) for turn in (1, -1)]


class _ToContact(Action):
    """A move to an enemy, and the fight with it."""

    charge: ClassVar[bool] = False
    hand = "piece"
    leaves_zones = stirs = reveals = True

    def least_ki(self, game: Game, model: Model) -> int:
        own_move, longest_move = game.statistic(model, "move"), most_move(game, model)
        price = boost_price(game, model, "move") if longest_move > own_move and not game.touching(model) else None
        gap = min((game.apart(model, enemy) for enemy in game.enemies(model)), default=0.0)
        # the boosts that cover the gap to the nearest enemy, as if nothing were in the way
        lengths = (
            charge_length(move) - gain_of(game) if self.charge else move for move in range(own_move, longest_move)
        )
        boosts = next(
            (boosts for boosts, inches in enumerate(lengths) if gap <= inches + TOLERANCE), longest_move - own_move
        )
        return (price or 0) * boosts


class Melee(_ToContact):
    """Move up to Move and fight, or fight an enemy in base contact (B-ACT-12)."""

    key, name, letter, rule = "melee", N_("Melee"), "e", "B-ACT-12"
    in_contact = True

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
        """Return the reason why the model may not fight an enemy, or None if it may (B-ACT-12, AMB-33)."""
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
        others = (
            other for other in game.enemies(model) if other is not enemy and why_barred(game, model, other) is None
        )
        return [other for other in others if self.spot(game, model, enemy, other, most_move(game, model))]

    def spot(self, game: Game, model: Model, enemy: Model, other: Model, inches: float) -> Position | None:
        """Return the nearest spot in contact with both enemies that a slide can reach, or None."""
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
        costs = partial(costs_of_reach, game, model, reach, policy)
        choosing = partial(choose, game, model, self.rule, why, costs=costs)
        target = yield from aimed(game, model, candidates, reach, choosing)
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


MELEE: Final = Melee()
"""A Melee action, for finding the enemies that it reaches."""


class Charge(_ToContact):
    """Move up to twice Move in a straight line and fight (B-ACT-20)."""

    key, name, letter, rule, cost, charge = "charge", N_("Charge"), "c", "B-ACT-20", 2, True

    def price(self, game: Game, model: Model) -> int:
        """Return the cost in counters: 2, or 1 with Banzai! (B-ACT-20, B-TR-79)."""
        return 1 if game.any(model, "charges_simply") else 2

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
            return approach(game, model, foe, charge_length(inches), charge=True)

        reach, candidates = by_path(game, model, policy), self.candidates(game, model)
        why = partial(why_out_of_reach, game, model, charge=True)
        costs = partial(costs_of_reach, game, model, reach, policy)
        choosing = partial(choose, game, model, self.rule, why, costs=costs)
        target = yield from aimed(game, model, candidates, reach, choosing)
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
        touching = game.touching(model)
        if not touching:
            return Refusal(_("{model} is in base contact with no enemy", model=model.name), self.rule)
        can_split_dice = any(self.splittable(game, model, enemy) for enemy in touching)
        return None if can_split_dice else self.why_not_from(game, model, touching[0])

    def why_not_from(self, game: Game, model: Model, foe: Model) -> Refusal | None:
        """Return the reason why the model cannot disengage from an enemy, or None if it can (B-ACT-13)."""
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
        fighter, bout.opponent.weapon = bout.activating, game.weapons(foe, "melee")[0].name
        for weapon in game.weapons(model, "melee"):
            fighter.weapon = weapon.name
            pool, total = pools(game, bout)[0], total_of(game, bout, fighter)
            boosts = boost_price(game, model, "melee", total) is not None
            for fighter.pool in range(pool, pool + boosts + 1):
                if can_split(game, bout, fighter):
                    return True
        return False

    def bout(self, game: Game, model: Model, foe: Model) -> Bout:
        """Return the exchange of a disengaging model."""
        return Bout(Fighter(model), Fighter(foe), disengaging=True, touched=touched(game, model, foe))

    def perform(self, game: Game, model: Model) -> Flow:
        """Fight on the defence. Walk away if the defence was successful or contact is lost (B-ACT-13)."""
        candidates = [enemy for enemy in game.touching(model) if self.splittable(game, model, enemy)]
        enemy = yield from choose(game, model, self.rule, partial(self.why_not_from, game, model), candidates)
        bout = self.bout(game, model, enemy)
        first_event = len(game.events)
        yield from exchange(game, bout)
        if not model.on_table:
            return
        attacks = [event for event in game.events[first_event:] if getattr(event, "defender", "") == model.id]
        defended = any(not getattr(event, "hit", True) for event in attacks)
        if not defended and enemy.on_table and game.within(model, enemy, 0.0):
            return
        let_go(game, model)
        if model.has("Prone"):
            return
        ignoring = game.touching(model)
        region = region_of(model, walk(game, model, most_move(game, model), ignoring=ignoring))
        if region.nearest((model.x, model.y)) is None:
            return
        move = yield from ask_path(
            game,
            model,
            lambda inches: region_of(model, walk(game, model, inches, ignoring=ignoring)),
            Turning.asked(model.facing, "B-MOVE-6"),
            prompt=_("Where does {model} escape to?", model=model.name),
            rule="B-ACT-13",
            may_stay=True,
        )
        if move is not None:
            move_along(game, model, *move, self.key, "B-ACT-13")
