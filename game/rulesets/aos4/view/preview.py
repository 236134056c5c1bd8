"""The consequences of an arrangement for combat, shooting, objectives and coherency (A-RANGE, A-TGT, A-OBJ)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from game.engine.core.decisions import Arrange, Decision, Place
from game.engine.rulebook.view import Claim, Line, Preview, Verdict
from game.rulesets.aos4.odds.charging import charge_chance, needed_straight
from game.rulesets.aos4.rules.attacks.assigning import attacks_in
from game.rulesets.aos4.rules.attacks.eligible import groups, is_guarded
from game.rulesets.aos4.rules.conditions import contesting
from game.rulesets.aos4.rules.core.attacking import highest_charge, why_still
from game.rulesets.aos4.rules.core.magic import place_of_power
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.moving.turns import all_facings
from game.rulesets.aos4.rules.moving.unit_moves import coherency_of
from game.rulesets.aos4.rules.objectives import scores
from game.rulesets.aos4.rules.positions import gaps_within
from game.rulesets.aos4.rules.rulings import CHARGED_TO, COMBAT_RANGE, TOLERANCE
from game.rulesets.aos4.rules.state import Unit
from game.rulesets.aos4.view.instruments import unit_of
from game.table.lattice import Position
from game.table.layout.judge import is_coherent
from game.wording import N_, _, ngettext, percent, series

NORMAL_MOVE: Final = "A-MOVE-7"
FOUGHT_AFTER: Final = ("A-CHG-4", "A-PILE-1")
"""The rules of moves that are followed by fighting and not by shooting."""
MOST_NAMED: Final = 2
"""The number of targets that the cursor names if more than one further target would be left out."""
MOST_CHARGED: Final = 3
"""The largest number of enemies with charge odds in a preview."""


def arranged(game: Game, decision: Arrange, layout: Mapping[str, Position]) -> Preview:
    """Return the consequences of an arrangement of a unit's models."""
    unit = unit_of(game, decision.about)
    facings = {member.id: member.facing for member in decision.arrangements.members if member.facing is not None}
    return Preview() if unit is None else _consequences(game, unit, layout, facings, decision.rule)


def preview(game: Game, decision: Decision, x: float, y: float) -> Preview:
    """Return the consequences of a model's return to (x, y) for its unit (A-DMG-8)."""
    unit = unit_of(game, decision.about)
    if unit is None or decision.about in game.state.units:
        return Preview()
    turning = decision.turning if isinstance(decision, Place) else None
    facings = {} if turning is None else {decision.about: turning.middle(x, y)}
    return _consequences(game, unit, {decision.about: Position(x, y)}, facings, decision.rule)


def _consequences(
    game: Game, unit: Unit, layout: Mapping[str, Position], facings: Mapping[str, int], rule: str
) -> Preview:
    """Return the consequences for a unit of models on other spots, after a move of the kind that `rule` names."""
    contested_before = {marker: contesting(game, unit, disc) for marker, disc in game.setup.objectives.items()}
    enemies_before = game.fought_by(unit)
    with moved_to(game, unit, layout, facings):
        enemies = game.fought_by(unit)
        gaps = [
            (model, gap)
            for enemy in enemies
            for model, gap in zip(enemy.at, game.positions.gaps(unit, enemy).min(axis=0))
        ]
        contacts = tuple(model for model, gap in gaps if gap <= COMBAT_RANGE + TOLERANCE)
        may_still_act = why_still(game, unit, rule, "RUN", "RETREAT") is None  # A-CHG-1, A-SHOOT-1
        lines = (
            *_coherent(game, unit),
            *_charged(game, unit, rule),
            *(_could_charge(game, unit) if rule == NORMAL_MOVE and may_still_act else ()),
            *_in_combat(enemies, enemies_before),
            *(_shooting(game, unit) if rule not in FOUGHT_AFTER and may_still_act else ()),
            *_shot_at(game, unit),
            *_objectives(game, unit, contested_before),
            *_places(game, unit),
        )
    return Preview(lines, contacts)


@contextmanager
def moved_to(
    game: Game, unit: Unit, layout: Mapping[str, Position], facings: Mapping[str, int] | None = None
) -> Iterator[None]:
    """Put models of a unit on other spots, perhaps with other facings, for the duration of a `with` block."""
    old_place, old_spots, old_facings = unit.place, unit.at, unit.facings
    spots = {**old_spots, **{model: (float(spot[0]), float(spot[1])) for model, spot in layout.items()}}
    unit.at = {model: spots[model] for model in game.models(unit) if model in spots}
    unit.facings = all_facings(game, unit, facings or {})
    unit.place = "table"
    try:
        yield
    finally:
        unit.place, unit.at, unit.facings = old_place, old_spots, old_facings


@contextmanager
def off_the_table(unit: Unit) -> Iterator[None]:
    """Take a unit off the table for the duration of a `with` block."""
    place, at = unit.place, unit.at
    unit.place, unit.at = "reserve", {}
    try:
        yield
    finally:
        unit.place, unit.at = place, at


def _coherent(game: Game, unit: Unit) -> Iterator[Line]:
    """Yield a warning if the unit would be split."""
    bases = game.positions.bases(unit)
    rule = coherency_of(game, unit, len(bases.models))
    if len(bases.models) > 1 and not is_coherent(gaps_within(bases), rule):
        text = _("the unit would be split")
        yield Line(text, rule.rule, "bad", claim=Claim("split", (unit.id,)), verdict=Verdict("risk", text))


def _charged(game: Game, unit: Unit, rule: str) -> Iterator[Line]:
    """Yield a line about the enemies that a charge would reach (A-CHG-4)."""
    if rule != "A-CHG-4":
        return
    near = [enemy for enemy in game.enemies(unit) if game.positions.within(unit, enemy, CHARGED_TO)]
    enemies = [enemy for enemy in near if game.sees(unit, enemy)]
    claim = Claim("charges" if enemies else "no charge", (unit.id, *(enemy.id for enemy in enemies)))
    if enemies:
        names = series([enemy.name for enemy in enemies])
        text = _("charges {names}", names=names)
        yield Line(text, rule, "good", claim=claim, verdict=Verdict("gain", text, names))
    else:
        text = _("no enemy within ½″: no charge")
        yield Line(text, rule, "warning", claim=claim, verdict=Verdict("risk", text))


def _could_charge(game: Game, unit: Unit) -> Iterator[Line]:
    """Yield the chances of later charges in a straight line, the best first (A-CHG-2, A-CHG-4)."""
    bonus = game.bonus(unit, "charge")
    needed_rolls = [(enemy, needed_straight(game, unit, enemy)) for enemy in game.enemies(unit)]
    in_reach = sorted(
        (pair for pair in needed_rolls if pair[1] <= highest_charge(game, unit)), key=lambda pair: pair[1]
    )
    for enemy, needs in in_reach[:MOST_CHARGED]:
        chance = charge_chance(game, unit, needs)
        facts = {"chance": percent(chance), "needs": max(2, needs - bonus)}
        text = _("could charge {enemy}: {chance} (needs {needs} in a straight line)", enemy=enemy.name, **facts)
        claim = Claim("could charge", (unit.id, enemy.id), (chance,), max(2, needs - bonus))
        verdict_text = _("{chance} to charge {enemy}", chance=facts["chance"], enemy=enemy.name)
        yield Line(text, "A-CHG-2", claim=claim, verdict=Verdict("gain", verdict_text, str(facts["chance"]), chance))


def _in_combat(enemies: list[Unit], enemies_before: list[Unit]) -> Iterator[Line]:
    """Yield lines about combats that begin, continue or end."""
    begun = [enemy for enemy in enemies if enemy not in enemies_before]
    continued = [enemy for enemy in enemies if enemy in enemies_before]
    ended = [enemy for enemy in enemies_before if enemy not in enemies]
    for kind, units, text, tone in (
        ("in combat", begun, N_("enters combat with {names}"), "warning"),
        ("in combat", continued, N_("stays in combat with {names}"), "plain"),
        ("out of combat", ended, N_("leaves combat with {names}"), "plain"),
    ):
        if units:
            claim = Claim(kind, tuple(unit.id for unit in units))
            verdict = Verdict("answer", about=claim.about) if kind == "in combat" else None
            names = series([unit.name for unit in units])
            yield Line(_(text, names=names), "A-RANGE-2", tone, claim=claim, verdict=verdict)


def _shooting(game: Game, unit: Unit) -> Iterator[Line]:
    """Yield a line about each possible target of the unit's shooting."""
    attackers = groups(game, unit, ranged=True)
    targets = [*dict.fromkeys(target for group in attackers for target in group.targets)]
    names = [game.state.units[target].name for target in targets]
    rest_in_words = ngettext("{n} more", "{n} more", len(names) - MOST_NAMED)
    names_in_words = series(names if len(names) <= MOST_NAMED + 1 else [*names[:MOST_NAMED], rest_in_words])
    verdict = Verdict("gain", _("could shoot at {unit}", unit=names_in_words), names_in_words)
    for target in targets:
        enemy = game.state.units[target]
        number = sum(attacks_in(game, unit, group, enemy) for group in attackers if target in group.targets)
        text = ngettext("could shoot at {unit}: {n} attack at most", "could shoot at {unit}: {n} attacks at most",
                        number, unit=enemy.name)  # fmt: skip
        covered = any(target in group.covered for group in attackers)
        claim = Claim("covered" if covered else "shoots", (unit.id, target), amount=number)
        yield Line(text + (_(", in cover") if covered else ""), "A-TGT-1", "good", claim=claim, verdict=verdict)


def _shot_at(game: Game, unit: Unit) -> Iterator[Line]:
    """Yield a line about each enemy that could shoot at the unit from the enemy's current spot."""
    for enemy in game.enemies(unit):
        attackers = groups(game, enemy, ranged=True, only=[unit])
        if not attackers:
            continue
        number = sum(attacks_in(game, enemy, group, unit) for group in attackers)
        covered = all(unit.id in group.covered for group in attackers)
        text = ngettext(
            "{enemy} could shoot at {unit}: {n} attack at most",
            "{enemy} could shoot at {unit}: {n} attacks at most",
            number,
            enemy=enemy.name,
            unit=unit.name,
        )
        claim = Claim("covered" if covered else "shoots", (enemy.id, unit.id), amount=number)
        tone, verdict = "plain" if covered else "warning", Verdict("answer", about=(enemy.id,))
        yield Line(text + (_(", in cover") if covered else ""), "A-TGT-1", tone, claim=claim, verdict=verdict)


def _objectives(game: Game, unit: Unit, before: Mapping[str, int]) -> Iterator[Line]:
    """Yield a line about each objective that the unit contests, or contested `before`."""
    other = game.other(unit.owner)
    for identity, marker in game.setup.objectives.items():
        models = contesting(game, unit, marker)
        if not models and not before[identity]:
            continue
        totals = scores(game, marker)
        own, theirs = totals[unit.owner], totals[other]
        text = ngettext(
            "{objective}: {n} model contests it, {own} to {theirs}",
            "{objective}: {n} models contest it, {own} to {theirs}",
            models,
            n=models,
            objective=_(marker.name),
            own=own,
            theirs=theirs,
        )
        claim = Claim("objective", (identity, str(own), str(theirs)), amount=models)
        score = _("{own} to {theirs}", own=own, theirs=theirs)
        facts = {"marker": _(marker.name), "score": score}
        holder, verdict = game.state.control[identity], None
        if own > theirs and holder != unit.owner:
            verdict = Verdict("control", _("gains {marker}: {score}", **facts), facts["marker"])
        elif own < theirs and holder == unit.owner:
            verdict = Verdict("control", _("loses {marker}: {score}", **facts), facts["marker"])
        elif own > theirs:
            verdict = Verdict("gain", _("{marker}: {score}", **facts), score)
        tone = "warning" if own < theirs else "plain"
        if own > theirs:
            tone = "good"
        yield Line(text, "A-OBJ-3", tone, claim=claim, verdict=verdict)


def _places(game: Game, unit: Unit) -> Iterator[Line]:
    """Yield lines about a Place of Power near a hero, and about its guards."""
    if game.has(unit, "HERO"):
        if place_of_power(game, unit) is not None:
            yield Line(_("near a Place of Power"), "A-POP-1", "good")
        if is_guarded(game, unit):
            yield Line(_("guarded by a friendly unit"), "A-KEY-4", "good")
