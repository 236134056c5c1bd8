"""What a model can do to each enemy from its spot, and what each enemy can do back (B-ACT-14, B-ACT-20, B-ACT-31)."""

from __future__ import annotations

from game.engine.rulebook.view import Grid, GridRow, OddsView, Verdict, percent
from game.rulesets.bushido.odds.exchange_odds import planned_bout
from game.rulesets.bushido.odds.ki_odds import best_split
from game.rulesets.bushido.odds.shot_odds import shot_odds, shots_from
from game.rulesets.bushido.rules.actions import REGISTRY
from game.rulesets.bushido.rules.actions.fighting import approaches, way_to, why_out_of_reach
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.moving.policies import engaged_with
from game.rulesets.bushido.rules.moving.sight import why_no_target
from game.rulesets.bushido.rules.shooting.numbers import band
from game.rulesets.bushido.rules.state import Model
from game.rulesets.bushido.view.threats import can_shoot_with
from game.wording import N_, _

ALARM = 0.2
"""The chance that colours what an enemy can do back as a warning."""


def facing_enemies(game: Game, model: Model) -> OddsView | None:
    """Return what a model can do to each enemy, and what the enemy can do back, or None without any enemy."""
    enemies = sorted(game.enemies(model), key=lambda enemy: game.apart(model, enemy))
    if not enemies:
        return None
    hits = dict[str, float]()
    for shot, _aim in shots_from(game, model, moved=False) if can_shoot_with(game, model) else ():
        if (odds := shot_odds(game, shot)) is not None:
            hits[shot.target.id] = max(hits.get(shot.target.id, 0.0), odds.target.hit)
    rows, verdicts = list[GridRow](), list[Verdict]()
    for enemy in enemies:
        deeds, chance = _deeds(game, model, enemy, hits.get(enemy.id))
        back = _back(game, enemy, model)
        rows.append(GridRow(enemy.name, (deeds, back.text), "good" if chance else "plain"))
        verdicts += [Verdict("gain", f"{enemy.name}: {deeds}", deeds, chance, about=(enemy.id,)), back]
    grid = Grid((_("enemy"), _("your attack"), _("in return")), tuple(rows))
    return OddsView(_("{model} and its enemies", model=model.name), grids=(grid,), verdicts=tuple(verdicts))


def _deeds(game: Game, model: Model, enemy: Model, hit: float | None) -> tuple[str, float]:
    """Return what a model can do to an enemy in a few words, and the best chance to hit it."""
    words, chances = list[str](), [0.0]
    if hit is not None:
        words.append(_("Shot: {chance} to hit", chance=percent(hit)))
        chances.append(hit)
    if way := way_to(game, model, enemy):
        bout = planned_bout(game, model, enemy, charge=(charge := way == "charge"))
        pair = best_split(game, bout, bout.activating)
        text = N_("Charge: you hit {hit}, they {suffer}") if charge else N_("Melee: you hit {hit}, they {suffer}")
        words.append(_(text, hit=percent(pair.hit), suffer=percent(pair.suffer)))
        chances.append(pair.hit)
    return "; ".join(words) or _why_nothing(game, model, enemy), max(chances)


def _why_nothing(game: Game, model: Model, enemy: Model) -> str:
    """Return why a model can do nothing to an enemy now."""
    if bound := engaged_with(game, model, leaving=False):
        return _("out of reach: bound by {enemy}", enemy=bound[0].name)
    charge = any(approaches(game, model))
    refusal = why_out_of_reach(game, model, enemy, charge=charge)
    refusal = refusal or REGISTRY["charge" if charge else "melee"].why_not(game, model)
    return refusal.text if refusal is not None else _("cannot reach {model} now", model=enemy.name)


def _back(game: Game, enemy: Model, model: Model) -> Verdict:
    """Return what an enemy can do to a model from where both are."""
    about = (enemy.id,)
    if enemy.exhausted:
        return Verdict("cost", _("has no counters left to act"), about=about)
    deeds = list[str]()
    ranged = [name for name in can_shoot_with(game, enemy) if band(game, enemy, name, model) is not None]
    if ranged and why_no_target(game, enemy, model) is None:
        deeds.append(_("can shoot back"))
    if way := way_to(game, enemy, model):
        deeds.append(_("can charge back") if way == "charge" else _("can fight back"))
    if not deeds:
        return Verdict("cost", _("cannot reach {model} now", model=model.name), about=about)
    return Verdict("answer", ", ".join(deeds), chance=ALARM, about=about)
