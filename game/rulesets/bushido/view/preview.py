"""The consequences of putting a model at a spot: its path, its contacts, and threats by enemies."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from game.engine.core.decisions import Decision, Place
from game.engine.kit.wording import changed_hands
from game.engine.pathfinding import PathQuestion, PathReport, path_lines
from game.engine.rulebook.view import Claim, Line, Preview, Verdict
from game.lengths import length
from game.rulesets.bushido.odds.shot_odds import shot_odds
from game.rulesets.bushido.rules import scenarios
from game.rulesets.bushido.rules.actions.fighting import boosted_approach, moves_to, way_to, why_barred
from game.rulesets.bushido.rules.actions.moving import Run
from game.rulesets.bushido.rules.actions.shooting import RangedAttack, aimed
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.melee.bout import Shot
from game.rulesets.bushido.rules.moving.bodyguard import guards
from game.rulesets.bushido.rules.moving.finding import find_path
from game.rulesets.bushido.rules.moving.forced import RULE, first_met
from game.rulesets.bushido.rules.moving.policies import engaged_with, held_by
from game.rulesets.bushido.rules.moving.sight import (
    base,
    has_cover,
    sees,
    surprised,
    unseen,
    why_concealed,
    why_no_target,
)
from game.rulesets.bushido.rules.rulings import TOLERANCE
from game.rulesets.bushido.rules.shooting.attack import loaded_weapons
from game.rulesets.bushido.rules.shooting.numbers import band, number
from game.rulesets.bushido.rules.state import Model, objective_name
from game.table.facing import facing_towards
from game.table.lattice import position
from game.table.path.judge import PathReceipt
from game.table.path.path import Path
from game.table.path.region import PathRegion, best_receipt
from game.table.shapes import Disc
from game.wording import N_, _, percent, series

BESIDE: Final = 1.0
"""The greatest distance to an objective, in inches, that the cursor says: so near, a model is meant to touch it."""


def preview(game: Game, decision: Decision, x: float, y: float) -> Preview:
    """Return the consequences of placing the model of a decision at (x, y), in inches."""
    model = game.state.models.get(decision.about)
    if model is None:
        return Preview()
    moved = model.disc.moved_to(x, y)
    others = [other for other in game.on_table() if other is not model]
    contacts = tuple(other.id for other in others if game.ruler.within(moved, other.disc, 0))
    receipt = way_there(decision, x, y) if model.on_table else None
    if receipt is None:
        measured = game.ruler.measure(model.disc, moved) if model.on_table else None
        return Preview(tuple(_lines_of_spot(game, model, x, y)), contacts, measured)
    has_budget = not decision.rule.startswith("B-SPEC")  # a special gives no inches to spend
    budget = receipt.cost + receipt.left if has_budget else None
    lines = (*_path_lines(game, model, receipt, moved, budget), *_ran(decision), *_lines_of_spot(game, model, x, y))
    if decision.rule == RULE:  # a throw
        lines = (*_met_in_flight(game, model, x, y), *lines)
    return Preview(lines, contacts, path=tuple(receipt.path.outline()), inches=receipt.path.inches)


def _met_in_flight(game: Game, model: Model, x: float, y: float) -> Iterator[Line]:
    """Yield a line about the obstacle that stops a thrown model, if any (B-SPEC-5)."""
    dx, dy, inches = x - model.x, y - model.y, math.hypot(x - model.x, y - model.y)
    hit = first_met(game, model, dx / inches, dy / inches, inches, []) if inches else None
    if hit is not None:
        obstacle = hit.model.name if hit.model is not None else _("terrain or the edge of the table")
        text = _("stopped after {distance} by {what}", what=obstacle, distance=length(hit.inches))
        yield Line(text, "B-SPEC-5", "warning", verdict=Verdict("risk", text, length(hit.inches)))


def way_there(decision: Decision, x: float, y: float) -> PathReceipt | None:
    """Return the receipt of the path of a move to a spot, or None if the decision has no path."""
    if not isinstance(decision, Place) or not isinstance(decision.region, PathRegion):
        return None
    return best_receipt(decision.region, (x, y))


def _path_lines(game: Game, model: Model, receipt: PathReceipt, moved: Disc, budget: float | None) -> Iterator[Line]:
    """Yield the lines about the path of a move and its costs. `moved` is the base at its end."""
    start, end = base(model), moved._replace(name=model.id)
    question = PathQuestion(start, end, inches=budget)
    straight = math.dist((start.x, start.y), (end.x, end.y))
    if receipt.legs:  # show the costs of all legs together, without their lengths
        prices = tuple(price for leg in receipt.legs for price in leg.prices)
        receipt = replace(receipt, legs=(replace(receipt.legs[0], prices=prices),))
    yield from path_lines(PathReport(question, receipt, (), straight, receipt.left, turns=("",), rule="B-GEO-4"), None)


def _ran(decision: Decision) -> Iterator[Line]:
    """Yield the later cost of a Run (B-MELEE-4)."""
    if decision.rule == Run.moves:
        text, strong = _("This is a Run: {dice} this turn", dice=_("1 melee die fewer")), _("1 melee die fewer")
        yield Line(text, "B-MELEE-4", "warning", verdict=Verdict("risk", text, strong))


def _lines_of_spot(game: Game, model: Model, x: float, y: float) -> Iterator[Line]:
    """Yield the lines about a spot: contact or the nearest enemy, the nearest objective, and zones."""
    moved_base = model.disc.moved_to(x, y)

    def apart(radius: float, other_x: float, other_y: float) -> float:
        return max(0.0, math.hypot(moved_base.x - other_x, moved_base.y - other_y) - moved_base.radius - radius)

    enemies = [(apart(other.radius, other.x, other.y), other.name, other.id) for other in game.enemies(model)]
    touched = [(name, identity) for gap, name, identity in enemies if gap <= TOLERANCE]
    if touched:
        claim = Claim("contact", tuple(identity for _name, identity in touched))
        names = series([name for name, _identity in touched])
        text = _("in base contact with {names}", names=names)
        yield Line(text, "B-GEN-11", "warning", claim=claim, verdict=Verdict("gain", text, names))
    elif enemies:
        gap, name, identity = min(enemies)
        text = _("{name} is the nearest enemy, {distance} away", name=name, distance=length(gap))
        yield Line(text, "B-GEO-3", claim=Claim("nearest", (identity,), inches=gap))
    goals = [(apart(objective.radius, objective.x, objective.y), objective.id) for objective in game.objectives()]
    if goals:
        gap, name = min(goals)
        claim = Claim("objective", (name,), inches=gap)
        text, verdict = _("{distance} to the nearest objective", distance=length(gap)), _beside(name, gap)
        yield Line(text, "B-SCEN-3", claim=claim, verdict=verdict)
    for name, zone_x, zone_y, radius, _side in scenarios.of(game).zones:
        if scenarios.is_inside(moved_base, zone_x, zone_y, radius):
            claim = Claim("inside", (name,))
            text = _("wholly inside zone {name}", name=_(name))
            yield Line(text, "B-SCEN-7", "good", claim=claim, verdict=Verdict("gain", text, _(name)))
        yield from _control_of_zone(game, model, (x, y), _(name), (zone_x, zone_y, radius))


def _control_of_zone(
    game: Game, model: Model, spot: tuple[float, float], name: str, zone: tuple[float, float, float]
) -> Iterator[Line]:
    """Yield a line if a zone would get another controller by a model at a spot (B-SCEN-7)."""
    old_controller = scenarios.controller(game, *zone)
    with game.supposing(model, *spot, model.facing):
        new_controller = scenarios.controller(game, *zone)
    if new_controller == old_controller:
        return
    marker, own = _("zone {name}", name=name), model.side
    text = changed_hands(marker, new_controller, old_controller, own, game.player_name)
    tone = "good" if new_controller == own or (old_controller != own and not new_controller) else "warning"
    yield Line(text, "B-SCEN-7", tone, claim=Claim("control", (name,)), verdict=Verdict("control", text, name))


def _beside(objective: str, gap: float) -> Verdict | None:
    """Return the text at the cursor for a spot in contact with an objective or just beside it, None elsewhere."""
    name = objective_name(objective)
    if gap <= TOLERANCE:
        return Verdict("gain", _("in base contact with {names}", names=name), name)
    return Verdict("cost", _("{distance} from {name}", distance=length(gap), name=name)) if gap <= BESIDE else None


def closest(game: Game, piece: str) -> tuple[str, ...]:
    """Return the ids of the closest enemies of a model, several if they tie (B-GEO-3)."""
    model = game.state.models.get(piece)
    if model is None or not model.on_table:
        return ()
    gaps = {other.id: game.apart(model, other) for other in game.enemies(model)}
    smallest_gap = min(gaps.values(), default=0.0)
    return tuple(name for name, gap in gaps.items() if gap <= smallest_gap + 0.001)


def outlook(game: Game, decision: Decision, x: float, y: float) -> Iterator[tuple[Line, ...]]:
    """Yield growing lists of lines about a model at a spot: surprise, threats by enemies, and sight."""
    model = game.state.models.get(decision.about)
    if model is None or not model.on_table or not isinstance(decision, Place):
        return
    receipt = way_there(decision, x, y)
    facing = decision.turning.middle(x, y) if decision.turning is not None else model.facing
    ran = decision.rule == Run.moves  # the consequences are those after a Run (B-ACT-11)
    lines: list[Line] = []
    if game.then == RangedAttack.key:
        lines += _shot_after(game, model, x, y)
        yield tuple(lines)
    for enemy in game.enemies(model):
        lines += _contact_lines(game, model, enemy, receipt, x, y)
        yield tuple(lines)
    for enemy in game.enemies(model):
        with game.supposing(model, x, y, facing, ran=ran):
            lines += _threats(game, enemy, model)
        yield tuple(lines)
    with game.supposing(model, x, y, facing, ran=ran):
        lines += _in_sight(game, model)
    yield tuple(lines)


def _shot_after(game: Game, model: Model, x: float, y: float) -> Iterator[Line]:
    """Yield the likeliest hit of the shot that follows a Walk to a spot, or that no enemy can be shot at (B-ACT-14).

    The model may turn to its target at the end of the Walk (B-MOVE-6).
    """
    hits = list[tuple[float, str]]()
    for enemy in game.enemies(model):
        with game.supposing(model, x, y, facing_towards(enemy.x - x, enemy.y - y)):
            if held_by(game, model, moving=False) or why_no_target(game, model, enemy) is not None:
                continue
            for weapon in loaded_weapons(game, model):
                shot = aimed(game, model, weapon, enemy, Path(position(x, y)), moved=True)
                if (odds := shot_odds(game, shot)) is not None:
                    hits.append((odds.target.hit, enemy.name))
    if hits:
        share, name = max(hits)
        text = _("then {chance} to hit {target}", chance=percent(share), target=name)
        yield Line(text, "B-ACT-14", verdict=Verdict("gain", text, percent(share), share))
    else:
        text = _("then no enemy can be hit from here")
        yield Line(text, "B-RNG-7", "bad", verdict=Verdict("risk", text, text))


def _contact_lines(
    game: Game, model: Model, enemy: Model, receipt: PathReceipt | None, x: float, y: float
) -> Iterator[Line]:
    """Yield lines about the surprise and the bodyguards of an enemy in base contact (B-SURP-1, B-TR-8)."""
    gap = math.hypot(enemy.x - x, enemy.y - y) - model.radius - enemy.radius
    if receipt is None or gap > TOLERANCE or game.within(model, enemy, 0.0):
        return
    if unseen(game, enemy, model, receipt.path) and not game.any(enemy, "never_surprised"):
        text = _("{enemy} is surprised: it attacks second, with one fewer die and no feats", enemy=enemy.name)
        verdict = Verdict("gain", _("surprises {enemy}", enemy=enemy.name), enemy.name)
        yield Line(text, "B-SURP-2", "good", claim=Claim("surprises", (model.id, enemy.id)), verdict=verdict)
    else:
        claim = Claim("no surprise", (model.id, enemy.id))
        yield Line(_("{enemy} sees it coming: no surprise", enemy=enemy.name), "B-SURP-1", claim=claim)
    if names := [guard.name for guard in guards(game, enemy)]:
        text = _("{names} could step in for {enemy}", names=series(names), enemy=enemy.name)
        yield Line(text, "B-TR-8", "warning")


def _in_sight(game: Game, model: Model) -> Iterator[Line]:
    """Yield the enemies that see the model, and the enemies that it sees."""
    enemies = game.enemies(model)
    observers = [enemy for enemy in enemies if sees(game, enemy, model)]
    claim = Claim("seen by", tuple(enemy.id for enemy in observers))
    if observers:
        text = _("seen by {names}", names=series([enemy.name for enemy in observers]))
        yield Line(text, "B-GEO-11", claim=claim)
    else:
        yield Line(_("seen by no enemy"), "B-GEO-11", "good", claim=claim)
    in_view = [enemy for enemy in enemies if sees(game, model, enemy)]
    names = series([enemy.name for enemy in in_view])
    text = _("sees {names}", names=names) if in_view else _("sees no enemy")
    yield Line(text, "B-GEO-11", claim=Claim("sees", tuple(enemy.id for enemy in in_view)))


def _threats(game: Game, enemy: Model, model: Model) -> Iterator[Line]:
    """Yield lines about the possible attacks of an enemy on a model, if it has counters."""
    if enemy.exhausted:
        return
    if not game.within(enemy, model, 0.0) and why_barred(game, enemy, model) is None:
        yield from _melee_threats(game, enemy, model)
    if game.any(enemy, "bars", "ranged") or engaged_with(game, enemy):
        return
    in_range = [name for name in loaded_weapons(game, enemy) if band(game, enemy, name, model) is not None]
    concealed = why_concealed(game, enemy, model) if in_range and sees(game, enemy, model) else None
    if concealed is not None:
        yield Line(concealed.text, concealed.rule, "good", claim=Claim("concealed", (enemy.id, model.id)))
    elif in_range and why_no_target(game, enemy, model) is None:
        yield from _shots(game, enemy, model, in_range)


def _shots(game: Game, enemy: Model, model: Model, weapons: list[str]) -> Iterator[Line]:
    """Yield the numbers that an enemy needs to hit a model. An enemy in a zone must leave it first (B-GEO-34)."""
    if held_by(game, enemy, moving=False):
        text = _("{enemy} could shoot at it only after walking out of the zone it is in", enemy=enemy.name)
        verdict = Verdict("answer", about=(enemy.id,))
        yield Line(text, "B-GEO-34", claim=Claim("shoots after a walk", (enemy.id, model.id)), verdict=verdict)
        return
    covered, surprise = has_cover(game, enemy, model), surprised(game, model, enemy, Path(position(enemy.x, enemy.y)))
    for weapon in weapons:
        needed = number(game, Shot(enemy, weapon, model, surprised=surprise, covered=covered))
        text = _("{enemy} could shoot at it: needs {number}", enemy=enemy.name, number=needed)
        claim = Claim("shoots", (enemy.id, model.id, weapon), amount=needed)
        tone = "plain" if covered else "warning"
        verdict = Verdict("answer", about=(enemy.id,))
        yield Line(text + (_(", in cover") if covered else ""), "B-RNG-10", tone, claim=claim, verdict=verdict)


def _melee_threats(game: Game, enemy: Model, model: Model) -> Iterator[Line]:
    """Yield a warning if an enemy could reach base contact by a Melee move or a Charge (B-ACT-31, B-ACT-20).

    Only paths with at most one bend are searched for, since searching all of them would take too long here.
    """
    bound, verdict = engaged_with(game, enemy, leaving=False), Verdict("answer", about=(enemy.id,))
    if bound:  # the enemy fights one of these models, or slides round the only one (B-ACT-12, AMB-33)
        if way_to(game, enemy, model) == "melee":
            text = _("{enemy} could slide round {bound} to fight it", enemy=enemy.name, bound=bound[0].name)
            yield Line(text, "B-ACT-12", "warning", claim=Claim("fights", (enemy.id, model.id)), verdict=verdict)
        return
    for charge in moves_to(game, enemy, model):
        if find_path(game, enemy, model, boosted_approach(game, enemy, model, charge=charge)) is not None:
            text = N_("{enemy} could charge it") if charge else N_("{enemy} could reach and fight it")
            claim = Claim("charges" if charge else "fights", (enemy.id, model.id))
            rule = "B-ACT-20" if charge else "B-ACT-31"
            yield Line(_(text, enemy=enemy.name), rule, "warning", claim=claim, verdict=verdict)
            return
        if not charge:
            text = N_("{enemy} is near enough to fight it, if there is a path around the obstacles")
            claim = Claim("near", (enemy.id, model.id))
            yield Line(_(text, enemy=enemy.name), "B-ACT-31", claim=claim, verdict=verdict)
            return
