"""The targets of moves to contact (B-ACT-20, B-ACT-31), and the choice of one with the Ki that it needs (AMB-31)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.engine.core.decisions import Option
from game.engine.core.flow import Asking
from game.refusal import Refusal
from game.rulesets.bushido.rules.actions import REGISTRY
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.ki import boost_price
from game.rulesets.bushido.rules.moving.carry_out import BOOST, boost, most_move
from game.rulesets.bushido.rules.moving.finding import contact_region, find_path, has_contact, is_plainly_open
from game.rulesets.bushido.rules.moving.policies import CHARGE, approach, gain_of
from game.rulesets.bushido.rules.moving.sight import sees, too_far, why_concealed, why_no_target
from game.rulesets.bushido.rules.moving.zones import held_by
from game.rulesets.bushido.rules.picking import Reason, ask, only_enemies, pick
from game.rulesets.bushido.rules.rulings import TOLERANCE
from game.rulesets.bushido.rules.state import Model
from game.table.path.ends import least_cost
from game.table.path.policy import PathPolicy
from game.table.path.rim import ContactRegion
from game.wording import N_, _

FORCED = ("melee", "charge", "run")


def berserk_actions(game: Game, model: Model) -> Sequence[str]:
    """Return the only action that a Berserk model may declare. Empty if the model is free to choose."""
    if not model.has("Berserk"):
        return ()
    return next(((key,) for key in FORCED if REGISTRY[key].why_not(game, model) is None), ())


def the_nearest(game: Game, model: Model, found: list[Model]) -> list[Model]:
    """Return the candidates, for a Berserk model only the nearest of them (B-STATE-1)."""
    if not model.has("Berserk") or not found:
        return found
    return [min(found, key=lambda target: game.apart(model, target))]


def charge_price(game: Game, model: Model) -> int:
    """Return the cost of a Charge in counters: 2, or 1 with Banzai! (B-ACT-20, B-TR-79)."""
    return 1 if game.any(model, "charges_simply") else 2


def why_no_enemy(game: Game, model: Model, *, charge: bool) -> Refusal:
    """Return why a Charge or a Melee move has no target, which is the reason against the nearest enemy."""
    rule = "B-ACT-20" if charge else "B-ACT-31"
    nearest = min(game.enemies(model), key=lambda enemy: game.apart(model, enemy), default=None)
    reason = None if nearest is None else why_out_of_reach(game, model, nearest, charge=charge)
    if reason is None:
        return Refusal(_("no enemy is on the table"), rule)
    text = N_("{model} can charge no enemy: {reason}") if charge else N_("{model} can reach no enemy: {reason}")
    return Refusal(_(text, model=model.name, reason=reason.text), rule)


def may_act(game: Game, model: Model, action: str) -> bool:
    """Return whether the states of a model allow an action (B-STATE)."""
    return not game.any(model, "bars", action)


def approaches(game: Game, model: Model) -> list[bool]:
    """Return the moves to contact that a model can make: False for a Melee move, True for a Charge."""
    able = model.counters >= charge_price(game, model) and not game.any(model, "slow")  # B-ACT-20, B-TR-51
    charges = able and may_act(game, model, "charge")
    return [*([False] if may_act(game, model, "melee") else []), *([True] if charges else [])]


def approaches_to(game: Game, model: Model, target: Model) -> list[bool]:
    """Return the moves of `approaches` for which a target is near enough, whatever is in the way."""
    return [
        charge
        for charge in approaches(game, model)
        if is_near(game, model, target, farthest(game, model, charge=charge), charge=charge)
    ]


def targets(game: Game, model: Model, *, charge: bool) -> list[Model]:
    """Return the enemies that a Charge or a Melee move may target. A Charge needs sight.

    A Berserk model may target only the nearest enemy in reach, even without sight (B-STATE-1).
    """
    blind = not charge or model.has("Berserk")
    near = _near(game, model, charge=charge, blind=blind)
    found = the_nearest(game, model, [enemy for enemy in near if within_reach(game, model, enemy, charge=charge)])
    return [enemy for enemy in found if not blind or not charge or sees(game, model, enemy)]


def has_target(game: Game, model: Model, *, charge: bool) -> bool:
    """Return whether a model has any `targets`. Enemies that are quick to check come first."""
    if model.has("Berserk"):
        return bool(targets(game, model, charge=charge))
    near = _near(game, model, charge=charge, blind=not charge)
    inches = farthest(game, model, charge=charge)
    return (
        (not held_by(game, model) and any(is_plainly_open(game, model, enemy, inches) for enemy in near))
        or any(_quick_answer(game, model, enemy, inches, charge=charge) for enemy in near)
        or any(within_reach(game, model, enemy, charge=charge) for enemy in near)
    )


def _near(game: Game, model: Model, *, charge: bool, blind: bool) -> list[Model]:
    """Return the enemies near enough for a move, not barred and, unless `blind`, in sight."""
    inches = farthest(game, model, charge=charge)
    return [
        enemy
        for enemy in game.enemies(model)
        if is_near(game, model, enemy, inches, charge=charge)
        and not barred(game, model, enemy)
        and (blind or sees(game, model, enemy))
    ]


def barred(game: Game, model: Model, enemy: Model) -> bool:
    """Return whether fear, Camouflage or Disguise keeps a model from an enemy (B-STATE-7, B-STATE-8, B-TR-11)."""
    return why_barred(game, model, enemy) is not None


def why_barred(game: Game, model: Model, enemy: Model) -> Refusal | None:
    """Return why a model may not go to an enemy at any distance, or None if it may (B-STATE-8, AMB-34)."""
    if game.within(model, enemy, 0.0):
        return None
    if model.has("Frightened") and game.total(enemy, "fear") and not game.any(model, "splits_freely"):
        text = _("{model} is Frightened and does not go to {enemy}, which has Fear", model=model.name, enemy=enemy.name)
        return Refusal(text, "B-STATE-8")
    return why_concealed(game, model, enemy)


def why_out_of_reach(game: Game, model: Model, enemy: Model, *, charge: bool) -> Refusal | None:
    """Return why a Charge or Melee move cannot target an enemy, or None if it can (B-ACT-12, B-ACT-20, B-GEN-7)."""
    names = {"model": model.name, "enemy": enemy.name}
    rule = "B-ACT-20" if charge else "B-ACT-31"
    if refusal := why_barred(game, model, enemy):
        return refusal
    if charge and not model.has("Berserk") and not sees(game, model, enemy):
        return why_no_target(game, model, enemy)
    inches = farthest(game, model, charge=charge)
    if not is_near(game, model, enemy, inches, charge=charge):
        return too_far(game, model, enemy, inches - (gain_of(game) if charge else 0.0), rule)
    if not within_reach(game, model, enemy, charge=charge):
        return Refusal(_("{model} has no path to base contact with {enemy}", **names), rule)
    if enemy not in targets(game, model, charge=charge):
        return Refusal(_("{model} is Berserk and goes for the nearest enemy", **names), "B-STATE-1")
    return None


def farthest(game: Game, model: Model, *, charge: bool) -> float:
    """Return the greatest length of a Charge or a Melee move with boosts, in inches."""
    return most_move(game, model) * (CHARGE if charge else 1.0)


def is_near(game: Game, model: Model, target: Model, inches: float, *, charge: bool) -> bool:
    """Return whether a target is near enough for a Charge or Melee move of this length."""
    gain = gain_of(game) if charge else 0.0  # Ideal ground does not help Melee moves (B-MOVE-13)
    return game.apart(model, target) <= inches - gain + TOLERANCE


def within_reach(game: Game, model: Model, target: Model, *, charge: bool) -> bool:
    """Return whether a Charge or a Melee move can end at a target, with boosts (B-ACT-31)."""
    inches = farthest(game, model, charge=charge)
    if not is_near(game, model, target, inches, charge=charge):
        return False
    answer = _quick_answer(game, model, target, inches, charge=charge)
    if answer is not None:
        return answer
    policy = approach(game, model, target, inches, charge=charge)
    key = f"reach {model.id} {target.id} {inches} {charge}"
    return game.remembered(key, lambda: has_contact(model, target, policy))


def _quick_answer(game: Game, model: Model, target: Model, inches: float, *, charge: bool) -> bool | None:
    """Return whether a move reaches a target, or None if only a search can tell. The answer is cached."""
    key = f"reach {model.id} {target.id} {inches} {charge} at once"
    return game.remembered(key, lambda: _new_quick_answer(game, model, target, inches, charge=charge))


def _new_quick_answer(game: Game, model: Model, target: Model, inches: float, *, charge: bool) -> bool | None:
    if not held_by(game, model) and is_plainly_open(game, model, target, inches):
        return True
    policy = approach(game, model, target, inches, charge=charge)
    if _is_beyond(model, target, policy):
        return False
    if find_path(game, model, target, policy) is not None:
        return True
    return False if charge else None


def _is_beyond(model: Model, target: Model, policy: PathPolicy) -> bool:
    """Return whether a target is too far away even without obstacles."""
    least = least_cost(policy, (model.x, model.y), (target.x, target.y)) - model.radius - target.radius
    return least > policy.budget + TOLERANCE


def meeting(game: Game, model: Model, target: Model, policy: PathPolicy) -> ContactRegion:
    """Return the ends of a move in contact with a target."""
    return contact_region(model, target, policy, find_path(game, model, target, policy))


def reaches(game: Game, model: Model, target: Model, policy: PathPolicy) -> bool:
    """Return whether a move under a policy can end at a target."""
    if _is_beyond(model, target, policy):
        return False
    return find_path(game, model, target, policy) is not None or has_contact(model, target, policy)


Paths = Callable[[Model, float], PathPolicy]
"""A function that returns the policy of a move to a target, for a Move in inches."""
Reach = Callable[[Model, float], bool]
"""A function that returns whether a move reaches a model, for a Move in inches."""
KEEP = "keep"
"""The answer not to spend Ki on a move."""


def by_path(game: Game, model: Model, policy: Paths) -> Reach:
    """Return a function that says whether a move under a policy reaches contact with a target."""

    def reach(target: Model, inches: float) -> bool:
        return game.within(model, target, 0.0) or reaches(game, model, target, policy(target, inches))

    return reach


def aimed(
    game: Game, model: Model, found: list[Model], reach: Reach, choose: Callable[[list[Model]], Asking[Model]]
) -> Asking[Model | None]:
    """Return the target of an action after the player has paid for the boosts it needs (AMB-31).

    Return None if the player does not pay for any target, which wastes the action.
    """
    remaining = list(found)
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
    now, most = game.statistic(model, "move"), most_move(game, model)
    needed = next((inches - now for inches in range(now, most + 1) if reach(target, inches)), None)
    if not needed:
        return needed is not None
    price = boost_price(game, model, "move")
    assert price is not None, "Move was counted with boosts that can be paid"
    facts = {"model": model.name, "target": target.name, "ki": needed * price}
    stop = _("No: go for another model") if others else _("No: keep the Ki, the action is spent")
    boosted = Option(BOOST, _("Spend {ki} Ki and reach {target}", **facts), "AMB-31", (target.id,))
    prompt = _("Spend {ki} Ki so that {model} reaches {target}?", **facts)
    if (yield ask(model, prompt, "AMB-31", (boosted, Option(KEEP, stop, "AMB-31")))) == KEEP:
        return False
    for _inch in range(needed):
        boost(game, model)
    return True


def chosen(game: Game, model: Model, rule: str, why: Reason, candidates: list[Model]) -> Asking[Model]:
    """Return the enemy that the player chooses as a target. `why` gives the reasons against other enemies."""
    if len(candidates) == 1:
        return candidates[0]
    prompt = _("Choose an enemy for {model} to fight", model=model.name)
    return (yield from pick(game, model, prompt, rule, candidates, only_enemies(model), why, given_up))[0]


def given_up(target: Model) -> Refusal:
    """Return the refusal of a possible target for which the player kept the Ki that it needs (AMB-31)."""
    return Refusal(_("you kept the Ki that is needed to reach {model}", model=target.name), "AMB-31")
