"""The odds of an answer before it is given, and of all answers side by side: fire, close quarters, searches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from game.engine.core.decisions import Answer, Choose, Decision
from game.engine.core.shares import Shares
from game.engine.rulebook.view import Grid, GridRow, Likelihood, Line, OddsView, Spread, Verdict
from game.rulesets.dropzone.odds.fire import (
    CloseOdds,
    FireOdds,
    Harm,
    close_odds,
    collapse_odds,
    fire_at_squad,
    fire_odds,
    ordered_fire,
    search_odds,
)
from game.rulesets.dropzone.rules.activation import hidden_here
from game.rulesets.dropzone.rules.cargo import cargo
from game.rulesets.dropzone.rules.close_quarters.choosing import armed_for, foes_inside
from game.rulesets.dropzone.rules.close_quarters.fighting import armed
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.letters import FIRE, SEARCH, SHOOT
from game.rulesets.dropzone.rules.shooting.declaring import armed_now, declared_by
from game.rulesets.dropzone.rules.shooting.numbers import Aim, Armed, Fire
from game.rulesets.dropzone.rules.state import Squad, Unit
from game.wording import N_, _, numeral, percent

TELLING: Final = 0.5
"""The chance of destruction from which a row is coloured."""
EXACT: Final = "D-SHOOT-13"


def odds(game: Game, decision: Decision, answer: Answer) -> OddsView | None:
    """Return the exact odds of an answer; None if no dice are known to follow it."""
    if not isinstance(decision, Choose) or not isinstance(answer, str):
        return None
    fire = declared_by(game, decision, answer)
    if fire is not None:
        return _of_fire(game, fire)
    fires = ordered_fire(game, decision, answer)
    if fires:
        target = fires[0].target
        name = game.squad_of(target).name if isinstance(target, Unit) else _(target.name)
        return of_fires(game, _("All fire at {squad}", squad=name), fires)
    if decision.rule == "D-CQ-2" and answer in game.state.squads:
        return _of_fight(game, armed_for(game, decision), game.state.squads[answer])
    squad = game.state.squads.get(decision.about)
    if squad is None:
        return None
    if decision.rule == "D-ACT-4" and answer == SEARCH.key:
        return _of_search(game, squad)
    if answer in (FIRE.key, SHOOT.key) and decision.rule in ("D-ACT-4", "D-CQ-2"):
        return _of_squad(game, squad, foes=decision.rule == "D-ACT-4")
    return None


def compared(game: Game, decision: Decision) -> OddsView | None:
    """Return the odds of all targets side by side, or of all fire of a squad at each enemy squad."""
    if not isinstance(decision, Choose):
        return None
    squad = game.state.squads.get(decision.about)
    if squad is not None and decision.rule == "D-ACT-4":
        may_shoot = any(option.key == FIRE.key for option in decision.options)
        return _of_squad(game, squad, foes=True) if may_shoot else None
    if decision.rule == "D-CQ-2":
        attackers = armed_for(game, decision)
        squad = game.squad_of(attackers[0][0])
        rows = [_close_row(each, _close(game, attackers, each)) for each in foes_inside(game, squad)]
        grid = Grid((_("squad"), _("damage"), _("destroyed"), _("runs")), tuple(rows))
        return OddsView(_("Close quarters of {squad}", squad=squad.name), lines=(_counted(),), grids=(grid,))
    fires = [(option.label, fire) for option in decision.options
             if (fire := declared_by(game, decision, option.key)) is not None]  # fmt: skip
    if not fires:
        return None
    rows = [_order_row(game, option.label, together) for option in decision.shortcuts
            if (together := ordered_fire(game, decision, option.key))]  # fmt: skip
    rows += [_fire_row(game, label, fire) for label, fire in fires]
    grid = Grid((_("target"), _("hits on"), _("damage"), _("wasted"), _("destroyed")), tuple(rows))
    unit = fires[0][1].unit
    title = _("Reaction Fire") if decision.rule == "D-RF-1" else _("Targets of {unit}", unit=unit.name)
    return OddsView(title, lines=(_counted(),), grids=(grid,))


# -- one weapon


def _of_fire(game: Game, fire: Fire) -> OddsView:
    """Return the odds of a weapon at its target, with the parts of its numbers."""
    odds_of_fire = fire_odds(game, [fire])
    title = _("{unit} fires {weapon}", unit=fire.unit.name, weapon=fire.weapon.name)
    consequences = (*_consequences(game, fire, odds_of_fire), *_falls(game, odds_of_fire))
    lines = [*_made_of(fire.aim), *consequences, _counted()]
    return _of_targets(game, title, odds_of_fire, lines)


def of_fires(game: Game, title: str, fires: Sequence[Fire]) -> OddsView:
    """Return the odds of weapons fired together, with the number that each needs to hit."""
    odds_of_fire = fire_odds(game, fires)
    lines = [*dict.fromkeys(map(_needs, fires)), *_falls(game, odds_of_fire), _counted()]
    lost = N_("{unit} is lost if all fire") if len(fires) > 1 else N_("{unit} is lost")
    return _of_targets(game, title, odds_of_fire, lines, lost)


def _of_targets(
    game: Game, title: str, found: FireOdds, lines: Sequence[Line], lost: str = N_("{unit} is lost")
) -> OddsView:
    """Return the odds of fire for each unit, with the text `lost`, and for each piece that it may damage."""
    spreads, chances, damage = list[Spread](), list[Likelihood](), list[Line]()
    pieces = {each.id: each for each in game.features if each.id in found.scenery}
    for name, harm in found.scenery.items():
        piece = _(pieces[name].name)
        spreads.append(Spread(_("damage to {piece}", piece=piece), tuple(harm.points.tolist())))
        chances.append(Likelihood(_("{piece} falls", piece=piece), harm.destroyed))
        facts = {"piece": piece, "points": numeral(harm.lost, ".1f"), "left": harm.left}
        text = _("{piece}: {points} of its {left} damage points are lost on average", **facts)
        said = Verdict("gain", _("{points} of {left} damage points on average", **facts))
        damage.append(Line(text, "D-SCEN-12", verdict=said))
    for name, harm in found.units.items():
        unit = game.state.units[name].name
        spreads.append(Spread(_("damage to {unit}", unit=unit), tuple(harm.points.tolist())))
        chances.append(Likelihood(_(lost, unit=unit), harm.destroyed))
    return OddsView(title, spreads=tuple(spreads), chances=tuple(chances), lines=(*damage, *lines))


def _needs(fire: Fire) -> Line:
    facts = {"weapon": fire.weapon.name, "n": fire.aim.needed}
    text = N_("{weapon}: hits automatically") if fire.aim.needed is None else N_("{weapon}: hits on {n}+")
    return Line(_(text, **facts), "D-SHOOT-12")


def _made_of(numbers: Aim) -> Iterator[Line]:
    """Yield the parts of the number to hit, then Energy, Armour and saves."""
    if numbers.needed is None:
        yield Line(_("hits automatically"), "D-SHOOT-14")
    else:
        yield Line(_("hits on {n}+", n=numbers.needed), "D-SHOOT-12")
        for each in numbers.modifiers():
            yield Line(f"{_(each.text)} {each.amount:+d}", each.rule, "quiet")
    facts = {"energy": numbers.energy, "armour": numbers.target.armour}
    yield Line(_("Energy {energy} against Armour {armour}", **facts), "D-SHOOT-15", "quiet")
    if numbers.save:
        yield Line(_("saves on {n}+", n=numbers.save), "D-SHOOT-18", "quiet")


def _consequences(game: Game, fire: Fire, found: FireOdds) -> Iterator[Line]:
    """Yield wasted damage, and the limits of the odds: cargo left out, the best use of Focus."""
    for name, harm in found.units.items():
        if harm.overkill >= 0.05:
            points = numeral(harm.overkill, ".1f")
            text = _("{points} damage on average is wasted on {unit}", points=points, unit=game.state.units[name].name)
            yield Line(text, "D-SHOOT-20", "warning")
        if cargo(game, game.state.units[name]):
            yield Line(_("left out: what happens to the load if the Transport is destroyed"), "D-TRANS-20", "quiet")
    if fire.has("focus"):
        yield Line(_("hits are focused for the most damage on average"), "D-SPEC-FOC", "quiet")


def _falls(game: Game, found: FireOdds) -> Iterator[Line]:
    """Yield the chances of units in and near pieces to be destroyed if those fell (D-SCEN-13, D-SCEN-14)."""
    for piece in game.features if found.scenery else ():
        if piece.id not in found.scenery or not found.scenery[piece.id].destroyed:
            continue
        for name, suffered in collapse_odds(game, piece).items():
            facts = {"unit": game.state.units[name].name, "chance": percent(suffered.destroyed)}
            yield Line(_("if it falls: {chance} that it destroys {unit}", **facts), "D-SCEN-13", "warning")


def _fire_row(game: Game, label: str, fire: Fire) -> GridRow:
    """Return a row with the odds of one weapon."""
    odds_of_fire = fire_odds(game, [fire])
    harm = odds_of_fire.scenery.get(fire.target.id) or odds_of_fire.units.get(fire.target.id)
    needed = fire.aim.needed
    hits = _("always") if needed is None else f"{needed}+"
    if harm is None:
        return GridRow(label, (hits, "0", "0", percent(0.0)), "bad")
    cells = hits, numeral(harm.lost, ".1f"), numeral(harm.overkill, ".1f"), percent(harm.destroyed)
    return GridRow(label, cells, "good" if harm.destroyed >= TELLING else "plain")


def _order_row(game: Game, label: str, fires: Sequence[Fire]) -> GridRow:
    found = fire_odds(game, fires)
    harms = [*found.units.values(), *found.scenery.values()]
    lost, wasted = sum(harm.lost for harm in harms), sum(harm.overkill for harm in harms)
    fallen = sum(harm.destroyed for harm in harms)
    return GridRow(label, ("", numeral(lost, ".1f"), numeral(wasted, ".1f"), numeral(fallen, ".1f")))


def _counted() -> Line:
    return Line(_("exact: every possible roll is counted, damage rolls and saves too"), EXACT, "quiet")


# -- a whole squad


def _of_squad(game: Game, squad: Squad, *, foes: bool) -> OddsView | None:
    """Return the odds of all fire of a squad at each enemy squad, and of close quarters if `foes`."""
    enemies = [each for each in game.state.squads.values() if each.owner != squad.owner and game.present(each)]
    rows = [row for foe in enemies if (row := _squad_row(game, squad, foe)) is not None]
    if foes:
        for foe in foes_inside(game, squad):
            odds_of = _close(game, armed(game, squad), foe)
            cells = numeral(odds_of.harm.lost, ".1f"), numeral(odds_of.harm.overkill, ".1f"), _fallen(odds_of.destroyed)
            rows.append(GridRow(_("{squad}, close quarters", squad=foe.name), cells))
    if not rows:
        return None
    grid = Grid((_("all fire at"), _("damage"), _("wasted"), _("units destroyed")), tuple(rows))
    return OddsView(_("Fire of {squad}", squad=squad.name), lines=(_counted(),), grids=(grid,))


def _squad_row(game: Game, squad: Squad, foe: Squad) -> GridRow | None:
    """Return a row with the odds of all fire of a squad at another; None if no weapon reaches it."""
    fires = fire_at_squad(game, armed_now(game, squad), foe)
    if not fires:
        return None
    odds_of_fire = fire_odds(game, fires)
    harms: Sequence[Harm] = [
        harm for name, harm in odds_of_fire.units.items() if game.state.units[name].squad == foe.id
    ]
    lost, wasted = sum(harm.lost for harm in harms), sum(harm.overkill for harm in harms)
    destroyed = odds_of_fire.destroyed.get(foe.id)
    fallen = _fallen(destroyed) if destroyed is not None else "0"
    return GridRow(foe.name, (numeral(lost, ".1f"), numeral(wasted, ".1f"), fallen))


def _fallen(shares: Shares) -> str:
    """Return a text of the expected number of units destroyed, with the chance of at least one."""
    mean = sum(number * float(share) for number, share in enumerate(shares))
    facts = {"mean": numeral(mean, ".1f"), "chance": percent(1.0 - float(shares[0]))}
    return _("{mean} ({chance} for one)", **facts)


# -- close quarters, searches


def _close(game: Game, attackers: Sequence[Armed], foe: Squad) -> CloseOdds:
    return close_odds(game, attackers, foe, entered=game.squad_of(attackers[0][0]).entered)


def _close_row(foe: Squad, found: CloseOdds) -> GridRow:
    return GridRow(foe.name, (numeral(found.harm.lost, ".1f"), _fallen(found.destroyed), percent(found.breaks)))


def _of_fight(game: Game, attackers: Sequence[Armed], foe: Squad) -> OddsView:
    """Return the odds of close quarters fire at a squad."""
    fight, squad = _close(game, attackers, foe), game.squad_of(attackers[0][0])
    title = _("{squad} fights {other}", squad=squad.name, other=foe.name)
    spreads = (
        Spread(_("damage to {unit}", unit=foe.name), tuple(fight.harm.points.tolist())),
        Spread(_("units destroyed"), tuple(fight.destroyed.tolist())),
    )
    runs = Likelihood(_("{squad} fails its Fortitude test and runs", squad=foe.name), fight.breaks)
    entered = [Line(_("it just entered: successes are re-rolled"), "D-CQ-4", "warning")] if squad.entered else []
    return OddsView(title, spreads=spreads, chances=(runs,), lines=(*entered, _counted()))


def _of_search(game: Game, squad: Squad) -> OddsView | None:
    """Return the odds of a search; None if there is no objective to search."""
    objective = hidden_here(game, squad)
    if objective is None:
        return None
    chance = search_odds(game, squad, objective)
    outcomes = Likelihood(_("found"), chance, "good"), Likelihood(_("not found"), 1.0 - chance)
    text = _("the round is added to the die, 7 is needed, and a 1 always fails")
    return OddsView(_("Search of {squad}", squad=squad.name), outcomes=outcomes, lines=(Line(text, "D-OBJ-5"),))
