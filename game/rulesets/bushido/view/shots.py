"""The odds of ranged attacks for display (B-RNG)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from game.engine.core.decisions import Answer, Choose, Decision, Pick
from game.engine.rulebook.view import Grid, GridRow, Line, OddsView, percent
from game.rulesets.bushido.odds.shot_odds import Aim, ShotOdds, StandIn, seen_through, shot_odds, shots_from, stand_ins
from game.rulesets.bushido.rules.actions.moving import AFTER, STAND
from game.rulesets.bushido.rules.actions.shooting import RangedAttack
from game.rulesets.bushido.rules.feats import has_any
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.melee.bout import Shot
from game.rulesets.bushido.rules.shooting import numbers
from game.rulesets.bushido.rules.shooting.attack import specials
from game.rulesets.bushido.rules.state import Model
from game.rulesets.bushido.warbands.rows import Term
from game.wording import N_, _, numeral, series

TELLING: Final = 0.5
"""The chance of a hit from which a row is coloured."""
PARTS: Final = (
    *(N_("short"), N_("medium"), N_("long"), N_("size"), N_("cover"), N_("shooter moves"), N_("repeat shot")),
    N_("Ranged Defence"),
)
"""Names of parts of a challenge number, for translation."""
REROLLS: Final = N_("rerolls: a die is rerolled as long as that improves the success level on average")
STEPS_IN: Final = ("B-TR-8", "B-RNG-1")
"""The rules of decisions about models that step in as the target of a shot."""
MOMENTS: Final = ("ranged-set-up", "ranged-pool", "ranged-damage")
"""The moments at which feats may still change a shot."""


def odds(game: Game, decision: Decision, answer: Answer) -> OddsView | None:
    """Return the odds of the shot or shots that an answer leads to, or None."""
    if _asks_for_target(decision) and game.aim is not None and isinstance(answer, list) and len(answer) == 1:
        target = game.state.models.get(str(answer[0]))
        return None if target is None else _of_shot(game, game.aim(target), aim=game.aim)
    if _asks_for_stand_in(decision) and game.aim is not None and isinstance(answer, list):
        return _of_stepping_in(game, decision, [str(identity) for identity in answer])
    if isinstance(decision, Choose) and isinstance(answer, str):
        if _asks_special(decision) and game.aim is not None:
            return _of_shot(game, _shot_at(game, decision), answer)
        model = game.state.models.get(answer.rpartition(" ")[0])
        if decision.rule == "B-MAIN-3" and model is not None and answer.endswith(f" {RangedAttack.key}"):
            return _from_here(game, model, moved=False)
        if decision.rule == RangedAttack.rule and answer in (STAND, AFTER):
            return _from_here(game, game.state.models[decision.about], moved=answer == AFTER)
    return None


def compared(game: Game, decision: Decision) -> OddsView | None:
    """Return the odds of shots at all targets, or with all specials, for comparison."""
    if _asks_for_target(decision) and game.aim is not None:
        assert isinstance(decision, Pick)
        shots = [(game.aim(game.state.models[candidate]), game.aim) for candidate in decision.candidates]
        return _of_targets(game, game.state.models[decision.about], shots)
    if _asks_for_stand_in(decision) and game.aim is not None:
        return _of_stepping_in(game, decision)
    if _asks_special(decision) and game.aim is not None:
        return _of_shot(game, _shot_at(game, decision))
    if decision.rule == RangedAttack.rule and isinstance(decision, Choose):
        return _from_here(game, game.state.models[decision.about], moved=False)
    return None


def _asks_for_target(decision: Decision) -> bool:
    return decision.rule == "B-RNG-1" and isinstance(decision, Pick) and decision.minimum == 1


def _asks_for_stand_in(decision: Decision) -> bool:
    return decision.rule in STEPS_IN and isinstance(decision, Pick) and decision.minimum == 0


def _of_stepping_in(game: Game, decision: Decision, picked: Sequence[str] | None = None) -> OddsView:
    """Return the odds for the side that may step in. The row of the `picked` model is marked."""
    assert game.aim is not None
    shot = _shot_at(game, decision)
    return _of_targets(game, shot.shooter, [(shot, game.aim)], decision, picked)


def _asks_special(decision: Decision) -> bool:
    return decision.rule == "B-SPEC-2" and isinstance(decision, Choose)


def _shot_at(game: Game, decision: Decision) -> Shot:
    assert game.aim is not None
    return game.aim(game.state.models[decision.about])


def _from_here(game: Game, model: Model, *, moved: bool) -> OddsView | None:
    """Return the odds of shots at all possible targets from a model's current spot, with each loaded weapon."""
    shots = [*shots_from(game, model, moved=moved)]
    if shots:
        return _of_targets(game, model, shots)
    nobody = Line(_("{model} has no target in sight from here", model=model.name), "B-RNG-1", "warning")
    return OddsView(_("Shots of {model}", model=model.name), lines=(nobody,))


def _of_targets(
    game: Game,
    model: Model,
    shots: Sequence[tuple[Shot, Aim]],
    asked: Decision | None = None,
    picked: Sequence[str] | None = None,
) -> OddsView:
    """Return the odds of shots, also at models that may step in. `asked` limits these to a decision's rule."""
    several = len({shot.weapon for shot, _aim in shots}) > 1
    rows, in_range, others = [], [], list[StandIn]()
    for shot, aim in shots:
        name, odds = f"{shot.target.name}, {_(shot.weapon)}" if several else shot.target.name, shot_odds(game, shot)
        rows.append(_row(name, odds, marked=picked is not None and not picked))
        if odds is None:
            continue
        in_range.append(shot)
        for stand_in in _may_step_in(game, shot, aim, asked):
            rows.append(_row(_stand_in_label(stand_in), stand_in.odds, marked=stand_in.model.id in (picked or ())))
            others.append(stand_in)
    moves = _("walking in the same action") if shots and shots[0][0].moved else _("from where it is")
    grid = Grid((_("target"), *_heads()), tuple(rows), _("without a special, {moves}", moves=moves))
    title = _("Shots of {model}", model=model.name)
    return OddsView(title, lines=tuple(_counted(game, in_range, others)), grids=(grid,))


def _may_step_in(game: Game, shot: Shot, aim: Aim, asked: Decision | None = None) -> list[StandIn]:
    return [stand_in for stand_in in stand_ins(game, shot, aim) if asked is None or stand_in.rule == asked.rule]


def _stand_in_label(stand_in: StandIn) -> str:
    """Return the label of a model that may step in, with a star for a bodyguard."""
    name = stand_in.model.name
    return _("or {model}*", model=name) if stand_in.rule == "B-TR-8" else _("or {model}", model=name)


def _of_shot(game: Game, shot: Shot, key: str = "", aim: Aim | None = None) -> OddsView:
    """Return the odds of a shot with each usable special. The row of the answer `key` is marked.

    `aim` is given if other models may still step in as the target.
    """
    dice = numbers.dice(game, shot.shooter, shot.target)
    found: list[Term | None] = [None, *specials(game, shot.shooter, shot.weapon, dice)]
    title = _("{model} shoots at {other}", model=shot.shooter.name, other=shot.target.name)
    if numbers.band(game, shot.shooter, shot.weapon, shot.target) is None:
        farthest = numeral((game.weapon(shot.shooter, shot.weapon).bands or (0, 0, 0))[-1], "g")
        far = numeral(game.apart(shot.shooter, shot.target), ".2f")
        text = _("too far: {inches}″, but the weapon's range is {farthest}″", inches=far, farthest=farthest)
        return OddsView(title, lines=(Line(text, "B-RNG-1", "bad"),))
    rows = [
        _row(
            _(special.name) if special else _("none"),
            shot_odds(game, shot, special),
            dice=True,
            marked=str(special or "none") == key,
        )
        for special in found
    ]
    others = _may_step_in(game, shot, aim) if aim is not None else []
    rows += [_row(_stand_in_label(other), other.odds) for other in others]
    grid = Grid((_("special"), *_heads()), tuple(rows), _(shot.weapon))
    lines = (*_made_of(game, shot, dice), *_counted(game, [shot], others))
    return OddsView(title, lines=lines, grids=(grid,))


def _heads() -> tuple[str, ...]:
    return _("needs"), _("hit"), _("wounds"), _("killed")


def _row(name: str, odds: ShotOdds | None, *, dice: bool = False, marked: bool = False) -> GridRow:
    if odds is None:
        return GridRow(name, (_("too far"), "", "", ""), "bad", (), marked)
    one = odds.target
    cells = str(odds.needed), percent(one.hit), numeral(one.wounds, ".1f"), percent(one.lost)
    tone = "bad" if odds.friend is not None and odds.friend.hit > one.hit else "good" if one.hit > TELLING else "plain"
    return GridRow(name, cells, tone, (("ranged", odds.dice),) if dice else (), marked)


def _made_of(game: Game, shot: Shot, dice: int) -> Iterator[Line]:
    """Yield lines about the number and the dice of a shot, and the friend that it may hit instead."""
    amounts = numbers.parts(game, shot)
    parts = ", ".join(f"{_(reason)} {amount:+d}" if place else f"{_(reason)} {amount}" for place, (reason, amount) in
                      enumerate(amounts))  # fmt: skip
    yield Line(_("needed: {parts}", parts=parts), "B-RNG-10")
    yield Line(_("{model}: {dice} dice", model=shot.shooter.name, dice=max(1, dice)), "B-RNG-2")
    odds = shot_odds(game, shot)
    if odds is not None and odds.friend is not None:
        facts = {"model": odds.friend.model.name, "share": percent(odds.friend.hit)}
        wounds = numeral(odds.friend.wounds, ".1f")
        text = _("hits {model} instead: {share}, {wounds} wounds on average", **facts, wounds=wounds)
        yield Line(text, "B-RNG-11", "warning")


def _counted(game: Game, shots: Sequence[Shot], others: Sequence[StandIn]) -> Iterator[Line]:
    """Yield lines about the assumptions of the odds, and about facts left out (B-TEST-5, B-RNG-1)."""
    if not shots:
        return
    shooter = shots[0].shooter
    for target in {shot.target.id: shot.target for shot in shots}.values():
        chance = seen_through(game, shooter, target)
        if chance < 1.0:
            share = percent(chance)
            text = _("counted: {share} chance to see through the Disguise of {model}", model=target.name, share=share)
            yield Line(text, "B-STATE-7", "warning")
    if others:
        yield Line(_("“or”: a model that may take the shot instead, if its player chooses"), "B-RNG-1")
    if any(other.rule == "B-TR-8" for other in others):
        yield Line(_("*: as a bodyguard, in the target's place"), "B-TR-8")
    yield Line(_("exact: every possible roll is counted, damage rolls too"), "B-RNG-3", "quiet")
    if any(game.total(shooter, "rerolls_own", "ranged", weapon=shot.weapon) for shot in shots):
        yield Line(_(REROLLS), "B-TEST-5", "quiet")
    rising = [shot.target.name for shot in shots if game.total(shot.target, "rises")]
    if rising:
        text = _("{model} may Rise; wounds healed by that are not subtracted", model=series(rising))
        yield Line(text, "B-TR-47", "quiet")
    if others and game.total(shooter, "fear"):
        yield Line(_("left out: a bodyguard's fear test"), "B-TR-8", "quiet")
    users = (shooter, *(shot.target for shot in shots))
    if any(has_any(game, moment, user.side, (user,)) for user in users for moment in MOMENTS):
        yield Line(_("left out: feats and boosts used from now on"), "B-RNG-1", "quiet")
