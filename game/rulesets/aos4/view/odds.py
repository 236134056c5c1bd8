"""The exact odds of answers about abilities, targets and reactions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from game.engine.core.decisions import Allocate, Answer, Choose, Decision
from game.engine.rulebook.view import Grid, GridRow, Line, OddsView, Verdict, changed_percent
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.rules.abilities import Use, current
from game.rulesets.aos4.rules.attacks.assigning import Aimed, divided_attacks
from game.rulesets.aos4.rules.core.attacking import ForwardToVictory
from game.rulesets.aos4.rules.core.magic import MagicalIntervention, Unbind
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.rerolls import REROLL, RULE
from game.rulesets.aos4.rules.state import Unit
from game.rulesets.aos4.view import rolls, volleys
from game.rulesets.aos4.view.volleys import ATTACKING, Attack
from game.wording import _, series

AIMING: Final = ("A-AB-4", "A-AB-6", "A-AB-17")
"""The rules of decisions about the targets of a unit's attacks."""
COMPARED: Final = ("charge", "counter-charge", *ATTACKING)
"""The abilities whose odds are compared between units."""


Known = tuple[AbilityDocument, Unit]
"""An ability and its possible user."""


def odds(game: Game, decision: Decision, answer: Answer) -> OddsView | None:
    """Return the exact odds of an answer, or None if it leads to no dice."""
    use = current(game)
    if isinstance(decision, Allocate) and isinstance(answer, dict):
        return _of_split(use, decision, answer) if use is not None else None
    if not isinstance(decision, Choose) or not isinstance(answer, str):
        return None
    if use is not None:
        return _during_use(use, decision, answer)
    ability_and_unit = _ability_of_answer(game, decision.player, answer)
    return _of_ability(game, *ability_and_unit) if ability_and_unit is not None else None


def compared(game: Game, decision: Decision) -> OddsView | None:
    """Return a comparison of targets, or of the attacks and charges of all units, or None."""
    if not isinstance(decision, Choose):
        return None
    use = current(game)
    if use is not None:
        attacks = _possible_attacks(use, decision)
        if not attacks:
            return _of_rerolls(use, decision)
        grids_of_use = volleys.of_targets(use.unit, attacks), *_plan(use, use.plan.aimed)
        return OddsView(volleys.attacking(use.unit), grids=grids_of_use, verdicts=volleys.expected(attacks))
    views = list[tuple[Unit, OddsView]]()
    for option in decision.options:
        ability_and_unit = _ability_of_answer(game, decision.player, option.key)
        if (
            ability_and_unit is not None
            and ability_and_unit[0].effect_id in COMPARED
            and (odds := _of_ability(game, *ability_and_unit)) is not None
        ):
            views.append((ability_and_unit[1], odds))
    grids = [replace(grid, title=grid.title or odds.title) for _unit, odds in views for grid in odds.grids]
    verdicts = [
        replace(verdict, text=verdict.text.replace(game.state.units[verdict.about[0]].name, unit.name, 1))
        for unit, odds in views
        for verdict in odds.verdicts
        if verdict.about
    ]
    if not grids:
        return None
    by_weight = tuple(sorted(verdicts, key=lambda verdict: -verdict.weight))
    return OddsView(decision.prompt, lines=_merged_lines(views), grids=tuple(grids), verdicts=by_weight)


def _merged_lines(per_unit: Sequence[tuple[Unit, OddsView]]) -> tuple[Line, ...]:
    """Return the lines of several units. Lines that do not apply to all units get the units' names."""
    tables, names_by_line = [odds.lines for _unit, odds in per_unit if odds.grids], dict[Line, list[str]]()
    for unit, odds in per_unit:
        for line in odds.lines:
            names_by_line.setdefault(line, []).append(unit.name)
    merged = []
    for line, names in names_by_line.items():
        of_all = all(line in table for table in tables)
        merged.append(line if of_all else replace(line, text=f"{series([*dict.fromkeys(names)])}: {line.text}"))
    return tuple(merged)


def _ability_of_answer(game: Game, player: str, answer: str) -> Known | None:
    """Return the ability and unit of an answer of the form "ability unit", or None for other answers."""
    ability, _space, identity = answer.partition(" ")
    spec, unit = game.setup.abilities[player].get(ability), game.state.units.get(identity)
    return (spec, unit) if spec is not None and unit is not None and unit.on_table else None


def _of_ability(game: Game, spec: AbilityDocument, unit: Unit) -> OddsView | None:
    """Return the odds of an ability before its use, for attacks against every possible target."""
    if spec.effect_id in rolls.BY_ABILITY:
        return rolls.BY_ABILITY[spec.effect_id](game, spec, unit)
    if spec.effect_id not in ATTACKING:
        return _of_effect(game, spec, unit)
    attacks = volleys.attacks_by(game, spec, unit)
    if not attacks:
        return None
    before_move = Line(_("from here, before any pile-in"), "A-FIGHT-6")
    lines = (before_move,) if spec.effect_id == "fight" else ()
    grids, verdicts = (volleys.of_targets(unit, attacks),), volleys.expected(attacks)
    return OddsView(volleys.attacking(unit), lines=lines, grids=grids, verdicts=verdicts)


def _during_use(use: Use, decision: Choose, answer: str) -> OddsView | None:
    """Return the odds of an answer during the use of an ability, such as a target, or None."""
    for attack in _possible_attacks(use, decision):
        if attack.target.id == answer:
            odds = volleys.of_attack(attack)
            all_targets = volleys.of_targets(use.unit, _possible_attacks(use, decision), answer)
            plan = _plan(use, [*use.plan.aimed, *attack.aimed]) if use.plan.aimed else ()
            return replace(odds, grids=(*plan, *odds.grids, all_targets))
    if decision.rule == RULE and (after_reroll := _of_rerolls(use, decision)) is not None:
        return replace(after_reroll, verdicts=(Verdict("gain", after_reroll.answers[answer]),))
    if decision.rule == "A-REACT-2":
        return _of_reaction(use, decision.player, answer)
    if decision.rule == MagicalIntervention.rule:
        spec = use.game.setup.abilities[decision.player].get(answer)
        return rolls.intervention(use.game, spec, use.unit) if spec is not None else None
    if decision.rule == "A-ABIL-4" and answer in use.game.state.units:
        view = _of_effect(use.game, use.spec, use.unit, use.plus)
        if view is not None:
            return replace(view, verdicts=tuple(verdict for verdict in view.verdicts if answer in verdict.about))
    return None


def _of_rerolls(use: Use, decision: Choose) -> OddsView | None:
    """Return what each offered reroll of the current roll changes, or None if a decision offers none."""
    reroll_keys = {
        option.key for option in decision.options if option.key == REROLL or _is_reroll(use, decision, option.key)
    }
    chances = rolls.chances_again(use) if reroll_keys else None
    if chances is None:
        return None
    before, after = chances
    answers = {
        option.key: _(
            "succeeds: {chance}", chance=changed_percent(before, after if option.key in reroll_keys else before)
        )
        for option in decision.options
        if option.key in reroll_keys or decision.rule == RULE
    }
    rows = tuple(GridRow(option.label, (answers[option.key],)) for option in decision.options if option.key in answers)
    return OddsView(decision.prompt, grids=(Grid((_("answer"), _("chances")), rows),), answers=answers)


def _is_reroll(use: Use, decision: Choose, answer: str) -> bool:
    """Return whether an answer rerolls the current charge roll by a command (A-AB-19)."""
    if decision.rule != "A-REACT-2":
        return False
    ability_and_unit = _ability_of_answer(use.game, decision.player, answer)
    return ability_and_unit is not None and ability_and_unit[0].effect_id == ForwardToVictory.id


def _of_split(use: Use, decision: Allocate, answer: Mapping[str, Any]) -> OddsView | None:
    """Return the odds of attacks that a player splits between targets, or None."""
    group, targets = use.plan.shared, set(decision.limits)
    if decision.rule not in AIMING or group is None or decision.about != use.unit.id or not targets.issuperset(answer):
        return None
    if not all(type(amount) is int and 0 <= amount <= decision.total for amount in answer.values()):
        return None
    title = f"{volleys.attacking(use.unit)}: {group.weapon.name}"
    own_attacks = tuple(divided_attacks(group, answer))
    grids = _plan(use, own_attacks, _("These attacks: {weapon}", weapon=group.weapon.name)) if use.plan.aimed else ()
    return OddsView(title, grids=(*grids, *_plan(use, [*use.plan.aimed, *own_attacks])))


def _plan(use: Use, aimed: Sequence[Aimed], title: str = "") -> tuple[Grid, ...]:
    """Return a table with the odds of planned attacks on each target, or nothing without attacks."""
    attacks = volleys.aimed_attacks(use, aimed)
    grid = volleys.of_targets(use.unit, attacks)
    return (replace(grid, title=title or _("All attacks aimed so far")),) if attacks else ()


def _of_effect(game: Game, spec: AbilityDocument, unit: Unit, plus: int = 0) -> OddsView | None:
    """Return the odds of a spell, a prayer or another effect, with `plus` added to the roll."""
    if spec.kind == "spell":
        return rolls.casting(game, spec, unit, plus)
    return rolls.chanting(game, spec, unit, plus) if spec.kind == "prayer" else rolls.effect(game, spec, unit)


def _of_reaction(use: Use, player: str, answer: str) -> OddsView | None:
    """Return the odds of a reaction to the current use, or None."""
    ability_and_unit = _ability_of_answer(use.game, player, answer)
    if ability_and_unit is None:
        return None
    kind = ability_and_unit[0].effect_id
    if kind == Unbind.id:
        return rolls.unbinding(use, ability_and_unit[1])
    if kind == ForwardToVictory.id:
        return rolls.charge_again(use)
    return volleys.of_reaction(use, kind, ability_and_unit[1])


def _possible_attacks(use: Use, decision: Choose) -> list[Attack]:
    """Return the possible attacks on each target between which a player chooses."""
    if decision.rule not in AIMING or decision.about != use.unit.id or use.spec.effect_id not in ATTACKING:
        return []
    offered = {option.key for option in decision.options}
    attackers = volleys.attackers(use.game, use.spec, use.unit)
    choosable = [group for group in attackers if offered.issuperset(group.targets)]
    return volleys.attacks_on(use.game, use.spec, use.unit, choosable, use.hit)
