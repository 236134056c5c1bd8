"""What a model can do to each enemy from its spot, and what each enemy can do back (B-ACT-14, B-ACT-20, B-ACT-31)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.engine.rulebook.view import Grid, GridRow, OddsView, Verdict
from game.rulesets.bushido.odds.exchange_odds import planned_bout
from game.rulesets.bushido.odds.ki_odds import best_split
from game.rulesets.bushido.odds.shot_odds import Reply, ShotOdds, replies, shot_odds, shots_from
from game.rulesets.bushido.rules import feats
from game.rulesets.bushido.rules.actions import REGISTRY
from game.rulesets.bushido.rules.actions.fighting import approaches, way_to, why_out_of_reach
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.ki import boost_price
from game.rulesets.bushido.rules.moving.policies import engaged_with
from game.rulesets.bushido.rules.moving.sight import why_no_target
from game.rulesets.bushido.rules.shooting.numbers import band
from game.rulesets.bushido.rules.state import Model
from game.rulesets.bushido.view.threats import can_shoot_with
from game.wording import N_, _, numeral, percent, series

ALARM = 0.2
"""The chance that colours what an enemy can do back as a warning."""


def facing_enemies(game: Game, model: Model) -> OddsView | None:
    """Return what a model can do to each enemy, and what the enemy can do back, or None without any enemy."""
    enemies = sorted(game.enemies(model), key=lambda enemy: game.apart(model, enemy))
    if not enemies:
        return None
    hits = dict[str, tuple[float, str]]()
    for shot, _aim in shots_from(game, model, moved=False) if can_shoot_with(game, model) else ():
        if (odds := shot_odds(game, shot)) is not None:
            said = [_("Shot: {chance} to hit", chance=percent(odds.target.hit))]
            said += [words for words, _share in worst_reply(odds, [*replies(game, shot, set_up=True)])]
            hit = odds.target.hit, ", ".join(said)
            hits[shot.target.id] = max(hits.get(shot.target.id, hit), hit)
    rows, verdicts = list[GridRow](), list[Verdict]()
    for enemy in enemies:
        deeds, chance = _deeds(game, model, enemy, hits.get(enemy.id))
        back = _back(game, enemy, model)
        rows.append(GridRow(enemy.name, (deeds, back.text), "good" if chance else "plain"))
        verdicts += [Verdict("gain", f"{enemy.name}: {deeds}", deeds, chance, about=(enemy.id,)), back]
    grid = Grid((_("enemy"), _("your attack"), _("in return")), tuple(rows))
    return OddsView(_("{model} and its enemies", model=model.name), grids=(grid,), verdicts=tuple(verdicts))


def _deeds(game: Game, model: Model, enemy: Model, shot: tuple[float, str] | None) -> tuple[str, float]:
    """Return what a model can do to an enemy in a few words, and the best chance to hit it.

    `shot` is the chance of the best shot at it, and that in words.
    """
    words, chances = list[str](), [0.0]
    if shot is not None:
        chances.append(shot[0])
        words.append(shot[1])
    if way := way_to(game, model, enemy):
        bout = planned_bout(game, model, enemy, charge=(charge := way == "charge"))
        pair = best_split(game, bout, bout.activating)
        text = N_("Charge: you hit {hit}, they {suffer}") if charge else N_("Melee: you hit {hit}, they {suffer}")
        said = [_(text, hit=percent(pair.hit), suffer=percent(pair.suffer)), *answers_in_melee(game, enemy)]
        words.append(", ".join(said))
        chances.append(pair.hit)
    return "; ".join(words) or _why_nothing(game, model, enemy), max(chances)


def answers_in_melee(game: Game, enemy: Model) -> Iterator[str]:
    """Yield in a few words what an enemy may use in an exchange before the dice are rolled, if anything (B-KI-11)."""
    lendable = (feat.name for moment in ("initiative", "pool") for feat, _entry in feats.lendable(game, moment, enemy))
    names = [*dict.fromkeys(lendable)]
    if boost_price(game, enemy, "melee") is not None:
        names.append(_("an extra die"))
    if names:
        yield _("it may use {feats}", feats=series(names))


def worst_reply(odds: ShotOdds, answered: Sequence[Reply]) -> Iterator[tuple[str, str]]:
    """Yield in a few words the odds of a shot after the worst answer of its target, and the number in them."""
    if not answered:
        return
    worst = min(answered, key=lambda reply: (reply.odds.target.hit, reply.odds.target.wounds))
    then, feat = worst.odds.target, worst.feat
    if then.hit < odds.target.hit:
        yield _("{chance} if it uses {feat}", chance=percent(then.hit), feat=feat), percent(then.hit)
    else:
        wounds = numeral(then.wounds, ".1f")
        yield _("{n} wounds on average if it uses {feat}", n=wounds, feat=feat), wounds


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
