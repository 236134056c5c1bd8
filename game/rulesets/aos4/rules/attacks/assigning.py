"""Target selection for a unit's attacks, before any die is rolled (A-TGT-2, A-TGT-4, A-FIGHT-8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from game.engine.core.decisions import Allocate, Choose, Option
from game.engine.core.flow import Asking
from game.rulesets.aos4.rules.attacks.batch import NO_MODIFIER, Amounts, attacks_of
from game.rulesets.aos4.rules.attacks.eligible import Group
from game.rulesets.aos4.rules.attacks.modifiers import attacker_of, weapon_of
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.state import Unit
from game.wording import N_, _, ngettext

SHARE = "share"


@dataclass(frozen=True)
class Aimed:
    """The attacks of a group's `models` against one target. With `share`, only this number of attacks."""

    group: Group
    target: str
    models: tuple[str, ...]
    share: int | None = None


@dataclass
class Plan:
    """A unit's attacks: the decided ones (`aimed`), groups without targets (`left`) and a group to split (`shared`)."""

    aimed: list[Aimed] = field(default_factory=list)
    left: list[Group] = field(default_factory=list)
    shared: Group | None = None


def aim(game: Game, unit: Unit, attackers: Sequence[Group], rule: str, plan: Plan) -> Asking[list[Aimed]]:
    """Return a unit's attacks with their targets. The player is asked if there is a choice (A-TGT-3, A-FIGHT-7)."""
    plan.left = list(attackers)
    while plan.left:
        targets = sorted({target for group in plan.left for target in group.targets}, key=list(game.state.units).index)
        if len(targets) == 1:
            return [*plan.aimed, *(all_at(group, targets[0]) for group in plan.left)]
        answer = yield _target_question(game, unit, plan.left, targets, rule, more=bool(plan.aimed))
        if answer == SHARE:
            while plan.left:
                plan.shared = plan.left.pop(0)
                plan.aimed += yield from _split_attacks(game, unit, plan.shared, rule)
            break
        plan.aimed += [all_at(group, answer) for group in plan.left if answer in group.targets]
        plan.left = [group for group in plan.left if answer not in group.targets]
    return plan.aimed


def all_at(group: Group, target: str) -> Aimed:
    """Return all attacks of a group against one target."""
    return Aimed(group, target, group.models)


def _target_question(
    game: Game, unit: Unit, left: Sequence[Group], targets: Sequence[str], rule: str, *, more: bool
) -> Choose:
    """Return the question which target to attack, or whether to split the attacks."""
    options = []
    for enemy in map(game.state.units.__getitem__, targets):
        number = sum(attacks_in(game, unit, group, enemy) for group in left if enemy.id in group.targets)
        label = ngettext("{n} attack on {enemy}", "{n} attacks on {enemy}", number, n=number, enemy=enemy.name)
        options.append(Option(enemy.id, label, "A-TGT-1", tuple(enemy.at), hand="piece"))
    options.append(Option(SHARE, _("Split the attacks"), "A-TGT-2", letter="shift+a"))
    prompt = _("Choose a target for the other attacks")
    if not more:
        prompt = _("Choose a target for {unit}", unit=unit.name)
    return Choose(player=unit.owner, prompt=prompt, rule=rule, about=unit.id, options=options)


def attacks_in(game: Game, unit: Unit, group: Group, target: Unit | None = None) -> int:
    """Return the number of attacks of a group on a target, or the maximum if it is random."""
    return sum(amount.most for amount in amounts_in(game, unit, group, group.models, target))


def amounts_in(game: Game, unit: Unit, group: Group, models: Sequence[str], target: Unit | None = None) -> Amounts:
    """Return the numbers of attacks of models of a group on a target, if it is known (A-ATK-6, A-KEY-6)."""
    model_facts, printed = game.models(unit), group.weapon
    champions = sum("champion" in model_facts[model].titles for model in models)
    attacker = attacker_of(game, unit, NO_MODIFIER, printed, target)
    return attacks_of(weapon_of(game, unit, printed, target), len(models), champions, attacker)


def _split_attacks(game: Game, unit: Unit, group: Group, rule: str) -> Asking[list[Aimed]]:
    """Let a player split the attacks of a group between targets. Random attacks are split by weapon (A-TGT-2)."""
    if len(group.targets) == 1:
        return [all_at(group, group.targets[0])]
    total = len(group.models) if group.is_random else attacks_in(game, unit, group)
    text = N_("How many {weapon} attack each target?")
    if not group.is_random:
        text = N_("How many {weapon} attacks go to each target?")
    answer = yield Allocate(
        player=unit.owner,
        prompt=_(text, weapon=group.weapon.name),
        rule=rule,
        about=unit.id,
        limits=dict.fromkeys(group.targets, total),
        total=total,
    )
    return divided_attacks(group, answer)


def divided_attacks(group: Group, amounts: Mapping[str, int]) -> list[Aimed]:
    """Return the attacks of a group, split by `amounts` of attacks, or of weapons if attacks are random (A-TGT-2)."""
    shares = {target: amounts[target] for target in group.targets if amounts.get(target)}
    if not group.is_random:
        return [Aimed(group, target, group.models, share) for target, share in shares.items()]
    attacks, free_models = [], list(group.models)
    for target, share in shares.items():
        attacks.append(Aimed(group, target, tuple(free_models[:share])))
        free_models = free_models[share:]
    return attacks
